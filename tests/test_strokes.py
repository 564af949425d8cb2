"""Shapes of straight strokes: rings, dashes and curves; and lines that keep clear of things."""

from __future__ import annotations

from itertools import pairwise
from math import dist, hypot, pi

import pytest

from bookmaker.printing.canvases import strokes
from bookmaker.printing.canvases.canvas import Point
from bookmaker.printing.canvases.recorder import RecordingCanvas
from bookmaker.printing.canvases.routes import Plan

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


def test_a_path_in_small_pieces_and_the_head_of_an_arrow() -> None:
    path = strokes.resampled([(0.0, 0.0), (10.0, 0.0), (10.0, 4.0)], 3.0)
    assert length(path) == pytest.approx(14.0) and (10.0, 0.0) in path
    assert max(dist(one, other) for one, other in pairwise(path)) <= 3.0
    left, tip, right = strokes.arrow_head((0.0, 0.0), (6.0, 8.0), 5.0)
    assert tip == (6.0, 8.0) and dist(left, right) == pytest.approx(5.0)
    assert dist(left, tip) == pytest.approx(dist(right, tip))


START, END = (10.0, 50.0), (90.0, 50.0)
BY_ENDS = 1, 2


def plan(*things: Point) -> Plan:
    """A square of 100 points with discs of 6 points around the two ends and around things."""
    made = Plan((0.0, 0.0, 100.0, 100.0), 30.0)
    for number, at in enumerate((START, END, *things), 1):
        made.block_disc(number, at, 6.0)
    return made


def test_a_line_is_straight_where_nothing_is_in_its_way() -> None:
    # It may pass where its own ends stand; things beside it are not in its way.
    path = plan((50.0, 60.0), (50.0, 30.0)).bowed(START, END, BY_ENDS, 0.0)
    assert path is not None and length(path) == pytest.approx(80.0)


def test_a_line_bends_around_things_as_little_as_it_can() -> None:
    path = plan((50.0, 50.0)).bowed(START, END, BY_ENDS, 0.0)
    assert path is not None and 80 < length(path) < 84
    assert min(dist(point, (50.0, 50.0)) for point in path) > 6.0
    for thing, side in (((50.0, 52.0), -1), ((50.0, 48.0), 1)):
        path = plan(thing).bowed(START, END, BY_ENDS, 0.0)
        assert path is not None and (path[len(path) // 2][1] - 50) * side > 0


def test_a_line_keeps_off_a_line_that_is_drawn_but_may_cross_it() -> None:
    along, across = plan(), plan()
    along.line([START, END], 1)
    across.line([(50.0, 0.0), (50.0, 100.0)], 1)
    bent, straight = (made.bowed(START, END, BY_ENDS, 0.0) for made in (along, across))
    assert bent is not None and length(bent) > 80.5
    assert straight is not None and length(straight) == pytest.approx(80.0)


def test_where_no_curve_is_free_a_way_is_found_round_walls_and_none_through_them() -> None:
    wall = plan()
    wall.block(3, (45.0, 0.0, 55.0, 90.0))
    assert wall.bowed(START, END, BY_ENDS, 0.0) is None
    path = wall.way(START, END, BY_ENDS, wall)
    assert path is not None and path[0] == START and path[-1] == END
    assert wall.free(path, BY_ENDS) and max(y for _, y in path) > 90
    assert length(path) < 1.25 * (2 * dist(START, (45.0, 90.0)) + 10)
    wall.block(3, (45.0, 90.0, 55.0, 100.0))
    assert wall.way(START, END, BY_ENDS, wall) is None
    assert not wall.open((40.0, 40.0, 60.0, 60.0)) and wall.open((20.0, 70.0, 40.0, 90.0))
