"""Shapes of straight strokes: rings, dashes, hatching, and curves that keep clear of things."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import dist, hypot, pi, sqrt

import pytest

from bookmaker.printing.canvases import strokes
from bookmaker.printing.canvases.canvas import Box, Point
from bookmaker.printing.canvases.recorder import RecordingCanvas

BOX = (10.0, 20.0, 70.0, 50.0)


def area(points: list[Point]) -> float:
    """Of a polygon, positive if its corners run counter-clockwise."""
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairwise([*points, points[0]])) / 2


def length(points: list[Point]) -> float:
    return sum(dist(one, other) for one, other in pairwise(points))


def drawn(canvas: RecordingCanvas) -> list[tuple[float, float, list[Point]]]:
    """The strokes of a canvas: width, ink, points."""
    return [
        (float(width), float(ink), [(float(x), float(y)) for x, y in (word.split(",") for word in path)])
        for _, width, _, ink, *path in (line.split() for line in canvas.lines)
    ]


def test_rings_are_round_and_squares_upright() -> None:
    ring = strokes.circle(3.0, -4.0, 10.0)
    assert all(dist(point, (3.0, -4.0)) == pytest.approx(10.0) for point in ring)
    sides = [dist(one, other) for one, other in pairwise([*ring, ring[0]])]
    assert max(sides) == pytest.approx(min(sides))
    # Its flats lie less than a hundredth of the radius from the circle.
    assert area(ring) == pytest.approx(pi * 100, rel=0.01)
    assert len(strokes.circle(0.0, 0.0, 1.0, 5)) == 5
    assert strokes.corners(BOX) == [(10.0, 20.0), (70.0, 20.0), (70.0, 50.0), (10.0, 50.0)]
    assert strokes.square(3.0, -4.0, 10.0) == [(-7.0, -14.0), (13.0, -14.0), (13.0, 6.0), (-7.0, 6.0)]


def test_shapes_of_one_radius_weigh_about_the_same() -> None:
    tip = strokes.diamond(3.0, -4.0, 10.0)
    assert sorted((round(x - 3.0, 6), round(y + 4.0, 6)) for x, y in tip) == [
        (-12.5, 0),
        (0, -12.5),
        (0, 12.5),
        (12.5, 0),
    ]
    assert abs(area(tip)) == pytest.approx(area(strokes.circle(0, 0, 10.0)), rel=0.02)
    for up in (1, -1):
        points = strokes.triangle(3.0, -4.0, 10.0, up)
        assert abs(area(points)) == pytest.approx(area(strokes.square(0, 0, 10.0)) / 2)
        assert {y for _, y in points} == {6.0, -14.0}
        assert [x for x, y in points if y == -4.0 + 10 * up] == [3.0]


def test_a_disc_is_full_to_its_middle_and_its_edge() -> None:
    canvas = RecordingCanvas()
    strokes.disc(canvas, 5.0, 6.0, 8.0, 0.3)
    ((width, ink, points),) = drawn(canvas)
    assert (width, ink) == (8.0, 0.3)
    assert "closed" in canvas.lines[0]
    assert all(dist(point, (5.0, 6.0)) == pytest.approx(width / 2, abs=0.02) for point in points)


@pytest.mark.parametrize(
    "path",
    [
        [(0.0, 0.0), (100.0, 0.0)],
        [(0.0, 0.0), (30.0, 40.0), (30.0, 70.0), (-20.0, 70.0)],
        [(0.0, 0.0), (1.0, 1.0)],
        strokes.bow((5.0, 5.0), (60.0, 20.0), 9.0),
    ],
)
@pytest.mark.parametrize(("on", "off"), [(6.0, 4.0), (3.0, 3.0), (2.0, 5.0)])
def test_dashes_and_gaps_are_all_of_one_length_and_end_on_the_ends(path: list[Point], on: float, off: float) -> None:
    found = list(strokes.dashes(path, on, off))
    assert dist(found[0][0], path[0]) < 1e-6 and dist(found[-1][-1], path[-1]) < 1e-6
    lengths = [length(one) for one in found]
    assert lengths == pytest.approx([lengths[0]] * len(found))
    # As many as come nearest to what was asked for: dashes and gaps are stretched alike.
    scale = lengths[0] / on
    whole = length(path)
    assert len(found) * on * scale + (len(found) - 1) * off * scale == pytest.approx(whole)
    assert len(found) == max(1, round((whole + off) / (on + off)))
    # Every dash lies on the path, and they are one gap apart along it.
    at = [measure(path, one[0]) for one in found]
    assert [b - a for a, b in pairwise(at)] == pytest.approx([(on + off) * scale] * (len(found) - 1))


def measure(path: list[Point], place: Point) -> float:
    """How far along a path a place of it lies."""
    gone = 0.0
    for one, other in pairwise(path):
        if dist(one, place) + dist(place, other) < dist(one, other) + 1e-9:
            return gone + dist(one, place)
        gone += dist(one, other)
    raise AssertionError("not on the path")


def test_a_path_is_stroked_whole_or_in_dashes_of_its_width() -> None:
    path = [(0.0, 0.0), (90.0, 0.0)]
    canvas = RecordingCanvas()
    strokes.stroke(canvas, path, 2.0, None)
    assert drawn(canvas) == [(2.0, 1.0, path)]
    canvas = RecordingCanvas()
    strokes.stroke(canvas, path, 2.0, (3.0, 1.5))
    # Ten dashes of 6 points and nine gaps of 3 would take 87.
    assert [width for width, _, _ in drawn(canvas)] == [2.0] * 10
    assert [length(points) for *_, points in drawn(canvas)] == pytest.approx([6.0 * 90 / 87] * 10, abs=0.02)


@pytest.mark.parametrize("box", [BOX, (0.0, 0.0, 20.0, 90.0)])
@pytest.mark.parametrize("crossed", [False, True])
def test_hatching_fills_its_box_and_stays_in_it(box: Box, crossed: bool) -> None:
    canvas = RecordingCanvas()
    gap = 4.0
    strokes.hatch(canvas, box, gap, 0.5, 0.6, crossed=crossed)
    lines = drawn(canvas)
    assert {(width, ink) for width, ink, _ in lines} == {(0.5, 0.6)}
    left, bottom, right, top = box
    sums: list[list[float]] = [[], []]
    for _, _, ((x1, y1), (x2, y2)) in lines:
        # Each goes from side to side.
        for x, y in ((x1, y1), (x2, y2)):
            assert left - 0.01 <= x <= right + 0.01 and bottom - 0.01 <= y <= top + 0.01
            assert min(x - left, right - x, y - bottom, top - y) == pytest.approx(0.0, abs=0.02)
        falls = (x2 - x1) * (y2 - y1) < 0
        assert abs(x2 - x1) == pytest.approx(abs(y2 - y1), abs=0.02)
        sums[falls].append((x1 + y1 if falls else y1 - x1) / sqrt(2))
    for places, low, high in (
        (sums[True], left + bottom, right + top),
        (sums[False] if crossed else [], bottom - right, top - left),
    ):
        places.sort()
        if not places:
            continue
        assert [b - a for a, b in pairwise(places)] == pytest.approx([gap] * (len(places) - 1), abs=0.03)
        # They stand as far from one corner as from the other, and leave no gap free but for a line too short to see.
        first, last = places[0] - low / sqrt(2), high / sqrt(2) - places[-1]
        assert first == pytest.approx(last, abs=0.03) and first < 1.5 * gap
    assert bool(sums[False]) is crossed
    assert all(dist(*points) >= gap / 2 - 0.02 for *_, points in lines)


@pytest.mark.parametrize("bulge", [8.0, -5.0, 0.0])
def test_a_bow_leaves_its_chord_by_its_bulge_on_the_left(bulge: float) -> None:
    start, end = (10.0, 20.0), (40.0, 60.0)
    path = strokes.bow(start, end, bulge)
    assert path[0] == pytest.approx(start) and path[-1] == pytest.approx(end)
    # Distance from the chord, positive on the left of who goes from start to end; along it, from its middle.
    across = [((x - 10) * -40 + (y - 20) * 30) / 50 for x, y in path]
    along = [((x - 10) * 30 + (y - 20) * 40) / 50 - 25 for x, y in path]
    middle = len(path) // 2
    assert across[middle] == pytest.approx(bulge) and along[middle] == pytest.approx(0.0)
    assert max(map(abs, across)) == pytest.approx(abs(bulge))
    # Both halves are alike, and the curve is a parabola.
    assert across == pytest.approx(across[::-1]) and along == pytest.approx([-one for one in along[::-1]])
    assert across == pytest.approx([bulge * (1 - (one / 25) ** 2) for one in along])
    # So finely flattened that no corner is seen.
    assert max(dist(one, other) for one, other in pairwise(path)) < 3.0
    assert strokes.bow(start, start, 5.0)[0] == start


def test_what_is_trimmed_begins_and_ends_on_rings_around_its_ends() -> None:
    for bulge in (0.0, 12.0):
        path = strokes.bow((0.0, 0.0), (60.0, 10.0), bulge)
        rest = strokes.trimmed(path, 9.0, 4.0)
        assert dist(rest[0], (0.0, 0.0)) == pytest.approx(9.0, abs=1e-3)
        assert dist(rest[-1], (60.0, 10.0)) == pytest.approx(4.0, abs=1e-3)
        assert rest[1:-1] == [one for one in path if hypot(*one) > 9.0 and dist(one, (60.0, 10.0)) > 4.0]
        # Both ends lie on pieces of the path.
        assert 0 < measure(path, rest[0]) < measure(path, rest[1])
        assert measure(path, rest[-2]) < measure(path, rest[-1]) < length(path)
    assert strokes.trimmed(strokes.bow((0.0, 0.0), (10.0, 0.0), 0.0), 6.0, 6.0) == []
    assert strokes.trimmed(strokes.bow((0.0, 0.0), (10.0, 0.0), 0.0), 20.0, 1.0) == []
    assert strokes.trimmed(strokes.bow((0.0, 0.0), (10.0, 0.0), 0.0), 1.0, 20.0) == []


GRID = (-100.0, -100.0, 200.0, 100.0)


def clear(things: Sequence[Point], drawn: Sequence[Point] = (), grid: Box = GRID) -> list[Point]:
    return strokes.clear_bow((0.0, 0.0), (100.0, 0.0), things, 8.0, drawn, 0.0, grid)


def bulge(path: list[Point]) -> float:
    return path[len(path) // 2][1]


def test_a_curve_is_straight_where_nothing_is_in_its_way() -> None:
    assert bulge(clear([])) == 0.0
    # Things far away, or beside what is drawn, are not in its way.
    assert bulge(clear([(50.0, 20.0), (50.0, -9.0), (300.0, 0.0), (150.0, 0.0)])) == 0.0


def test_a_curve_goes_around_things_by_the_shortest_way() -> None:
    path = clear([(50.0, 0.0)])
    assert 0 < bulge(path) < 20 and min(dist(point, (50.0, 0.0)) for point in path) > 6.5
    # A thing on the left sends it to the right.
    assert bulge(clear([(50.0, 4.0)])) < 0 < bulge(clear([(50.0, -4.0)]))
    # Two in a row above each other: around both.
    path = clear([(50.0, 0.0), (50.0, 12.0), (50.0, -6.0)])
    assert min(dist(point, thing) for point in path for thing in ((50.0, 0.0), (50.0, 12.0), (50.0, -6.0))) > 5.0


def test_a_curve_stays_in_the_grid_and_off_curves_that_are_drawn() -> None:
    above = (-100.0, -2.0, 200.0, 100.0)
    assert bulge(clear([(50.0, 4.0)], grid=above)) > 0
    taken = strokes.bow((0.0, 0.0), (100.0, 0.0), 0.0)
    # It does not run along another, but may cross it.
    assert abs(bulge(clear([], drawn=taken))) >= 7.0
    assert bulge(clear([], drawn=[(50.0, 20.0), (50.0, -20.0)])) == 0.0
    # A short one bends as far as one of the least length.
    usual, longer = (
        strokes.clear_bow((0.0, 0.0), (20.0, 0.0), [(10.0, 0.0)], 8.0, [], least, GRID) for least in (0.0, 60.0)
    )
    assert dist(longer[len(longer) // 2], (10.0, 0.0)) > dist(usual[len(usual) // 2], (10.0, 0.0))
