"""Shapes of SVG files where they end up on the page: places, curves, tones, widths of lines, by plain geometry."""

from __future__ import annotations

from itertools import pairwise
from math import cos, hypot, pi, radians, sin
from pathlib import Path

import pytest

from bookmaker.base.errors import ResourceError
from bookmaker.printing.canvases.page_setup import least_line
from bookmaker.printing.canvases.recorder import RecordingCanvas
from bookmaker.printing.text.svg_drawings import Drawing, read

# A page of 400 x 200 units, 300 x 150 points wide: at the box below a unit is a point, and y grows upwards.
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200" viewBox="0 0 400 200">\n'
BOX = (10.0, 20.0, 410.0, 220.0)
Points = list[tuple[float, float]]


def drawing(folder: Path, shapes: str, head: str = HEAD) -> Drawing:
    path = folder / "d.svg"
    path.write_text(f"{head}{shapes}</svg>", encoding="utf-8")
    return read(path)


def drawn(
    folder: Path, shapes: str, box: tuple[float, float, float, float] = BOX
) -> list[tuple[str, float, float, Points]]:
    """What is drawn, in the units and on the axes of the file: kind, ink, width, points."""
    canvas = RecordingCanvas()
    drawing(folder, shapes).draw(canvas, box)
    scale = (box[2] - box[0]) / 400
    found = []
    for line in canvas.lines:
        kind, *words = line.split()
        points = [(float(x), float(y)) for x, y in (word.split(",") for word in words if "," in word)]
        back = [((x - box[0]) / scale, 200 - (y - box[1]) / scale) for x, y in points]
        name, ink, width = (kind, words[0], "0") if kind == "area" else (f"{kind} {words[1]}", words[2], words[0])
        found.append((name, float(ink), float(width), back))
    return found


def near(points: Points) -> object:
    return [pytest.approx(point, abs=0.02) for point in points]


def test_straight_shapes_have_their_corners(tmp_path: Path) -> None:
    found = drawn(
        tmp_path,
        '<line x1="10" y1="20" x2="110" y2="70" stroke="black" stroke-width="3"/>'
        '<polyline points="10,10 30,40 50,10" fill="none" stroke="black"/>'
        '<polygon points="10,10 30,40 50,10"/>'
        '<rect x="100" y="50" width="60" height="30"/>'
        '<path d="M 10 100 L 60 100 L 60 150 M 100 100 l 20 0 l 0 20 z L 95 95" fill="none" stroke="black"/>',
    )
    line, poly, gon, rect, first, second, third = found
    assert line == ("stroke open", 1.0, 3.0, near([(10, 20), (110, 70)]))
    assert (poly[0], poly[3]) == ("stroke open", near([(10, 10), (30, 40), (50, 10)]))
    assert (gon[0], gon[1], gon[3]) == ("area", 1.0, near([(10, 10), (30, 40), (50, 10)]))
    assert sorted(rect[3]) == near([(100, 50), (100, 80), (160, 50), (160, 80)])
    assert (first[0], first[3]) == ("stroke open", near([(10, 100), (60, 100), (60, 150)]))
    assert (second[0], second[3]) == ("stroke closed", near([(100, 100), (120, 100), (120, 120)]))
    # What follows a closed contour without a move begins where that one began.
    assert (third[0], third[3]) == ("stroke open", near([(100, 100), (95, 95)]))


@pytest.mark.parametrize(
    ("shape", "cx", "cy", "rx", "ry"),
    [
        ('<circle cx="200" cy="100" r="40"/>', 200, 100, 40, 40),
        ('<ellipse cx="150" cy="90" rx="60" ry="25"/>', 150, 90, 60, 25),
    ],
)
def test_round_shapes_are_round(shape: str, cx: float, cy: float, rx: float, ry: float, tmp_path: Path) -> None:
    ((_, _, _, points),) = drawn(tmp_path, shape)
    assert all(hypot((x - cx) / rx, (y - cy) / ry) == pytest.approx(1.0, abs=0.002) for x, y in points)
    # No corner is seen: pieces are short, and go once around.
    assert max(hypot(a - c, b - d) for (a, b), (c, d) in pairwise([*points, points[0]])) < 6
    area = sum(a * d - c * b for (a, b), (c, d) in pairwise([*points, points[0]])) / 2
    assert abs(area) == pytest.approx(pi * rx * ry, rel=0.01)


@pytest.mark.parametrize(
    ("rx", "ry", "wide", "high"),
    [("8", "8", 8, 8), ("12", "5", 12, 5), ("6", None, 6, 6), (None, "7", 7, 7), ("90", "90", 30, 15)],
)
def test_corners_of_boxes_are_rounded_as_said(
    rx: str | None, ry: str | None, wide: float, high: float, tmp_path: Path
) -> None:
    said = (f'rx="{rx}" ' if rx else "") + (f'ry="{ry}" ' if ry else "")
    ((_, _, _, points),) = drawn(tmp_path, f'<rect x="100" y="50" width="60" height="30" {said}/>')
    for x, y in points:
        # From the nearest corner of the box, inwards.
        across, down = min(x - 100, 160 - x), min(y - 50, 80 - y)
        if across < wide - 0.01 and down < high - 0.01:
            assert hypot((wide - across) / wide, (high - down) / high) == pytest.approx(1.0, abs=0.003)
        else:
            assert min(across, down) == pytest.approx(0.0, abs=0.02)
    edges = min(x for x, _ in points), min(y for _, y in points), max(x for x, _ in points), max(y for _, y in points)
    assert edges == pytest.approx((100, 50, 160, 80), abs=0.02)


def test_curves_are_flattened_on_the_curve(tmp_path: Path) -> None:
    ((_, _, _, points),) = drawn(tmp_path, '<path d="M 20 120 C 60 20 140 20 180 120" fill="none" stroke="black"/>')
    assert (points[0], points[-1]) == (pytest.approx((20, 120), abs=0.02), pytest.approx((180, 120), abs=0.02))
    count = len(points) - 1
    assert count >= 20
    for step, point in enumerate(points):
        t = step / count
        x = 20 * (1 - t) ** 3 + 180 * t * (1 - t) ** 2 + 420 * t**2 * (1 - t) + 180 * t**3
        y = 120 * (1 - t) ** 3 + 60 * t * (1 - t) ** 2 + 60 * t**2 * (1 - t) + 120 * t**3
        assert point == pytest.approx((x, y), abs=0.02)
    # A larger picture is cut into more pieces, a small one into fewer, a tiny one still into some.
    sizes = []
    for wide in (4000.0, 40.0, 4.0):
        canvas = RecordingCanvas()
        drawing(tmp_path, '<path d="M 20 120 C 60 20 140 20 180 120" fill="none" stroke="black"/>').draw(
            canvas, (0.0, 0.0, wide, wide / 2)
        )
        sizes.append(len(canvas.lines[0].split()) - 4)
    assert sizes[0] > count + 1 > sizes[1] > sizes[2] >= 5


def test_moved_turned_and_scaled_shapes_lie_where_they_are_said_to(tmp_path: Path) -> None:
    bar = '<line x1="0" y1="0" x2="40" y2="0" stroke="black" stroke-width="2"/>'
    for transform, ends, width in (
        ("translate(50 60)", [(50, 60), (90, 60)], 2.0),
        ("translate(50 60) rotate(90)", [(50, 60), (50, 100)], 2.0),
        ("translate(50 60) rotate(30)", [(50, 60), (50 + 40 * cos(radians(30)), 60 + 40 * sin(radians(30)))], 2.0),
        ("translate(50 60) scale(3)", [(50, 60), (170, 60)], 6.0),
        ("translate(50 60) scale(4 1)", [(50, 60), (210, 60)], 4.0),
        ("matrix(0 2 -2 0 100 20)", [(100, 20), (100, 100)], 4.0),
    ):
        ((_, _, thick, points),) = drawn(tmp_path, f'<g transform="{transform}">{bar}</g>')
        assert points == near(ends), transform
        assert thick == pytest.approx(width, abs=0.02), transform
    ((_, _, thick, points),) = drawn(
        tmp_path,
        f'<g transform="translate(100 50)"><g transform="rotate(90)"><g transform="scale(2)">{bar}</g></g></g>',
    )
    assert points == near([(100, 50), (100, 130)]) and thick == pytest.approx(4.0, abs=0.02)


@pytest.mark.parametrize(
    ("colour", "ink"),
    [("black", 1.0), ("white", 0.0), ("#808080", 0.5), ("#ff0000", 0.7), ("#00ff00", 0.41), ("#0000ff", 0.89)],
)
def test_colours_are_as_dark_as_they_look(colour: str, ink: float, tmp_path: Path) -> None:
    found = drawn(tmp_path, f'<rect x="9" y="9" width="9" height="9" fill="{colour}" stroke="{colour}"/>')
    assert [one[0] for one in found] == ["area", "stroke closed"]
    assert [one[1] for one in found] == pytest.approx([ink, ink], abs=0.006)


def test_what_has_no_fill_or_line_has_none(tmp_path: Path) -> None:
    shapes = (
        '<rect x="9" y="9" width="9" height="9" fill="none" stroke="black" stroke-width="0"/>'
        '<rect x="29" y="9" width="9" height="9" fill="none" stroke="black" stroke-width="5"/>'
        '<rect x="49" y="9" width="9" height="9" fill="black" stroke="none" stroke-width="5"/>'
        '<path d="M 70 9 h 9 v 9 z" fill="black"/>'
    )
    found = drawn(tmp_path, shapes)
    assert [(one[0], min(x for x, _ in one[3])) for one in found] == [
        ("stroke closed", pytest.approx(29)),
        ("area", pytest.approx(49)),
        ("area", pytest.approx(70)),
    ]
    assert found[0][2] == 5.0


def test_a_drawing_is_as_large_as_its_box_and_lines_grow_with_it(tmp_path: Path) -> None:
    shapes = '<line x1="10" y1="20" x2="110" y2="70" stroke="black" stroke-width="3"/>'
    found = drawing(tmp_path, shapes)
    assert (found.natural, found.height, found.ratio) == (300.0, 150.0, 0.5)
    ((_, _, width, points),) = drawn(tmp_path, shapes, (0.0, 0.0, 800.0, 400.0))
    assert (width, points) == (6.0, near([(10, 20), (110, 70)]))
    ((_, _, width, _),) = drawn(tmp_path, shapes, (0.0, 0.0, 40.0, 20.0))
    assert width == least_line() > 0.3
    # 2.25 points at its natural width; printers take 0.75.
    assert found.concern(300.0) == (None, "") and found.concern(100.0) == (None, "")
    assert found.concern(50.0) == (None, "d.svg has lines of 0.38pt at this width: they are printed 0.75pt wide")
    assert drawing(tmp_path, '<rect width="9" height="9"/>').concern(1.0) == (None, "")


def test_lines_at_the_edge_widen_the_page_and_shapes_beyond_it_are_refused(tmp_path: Path) -> None:
    # Half of a line of 6 units stands out at each side.
    found = drawing(
        tmp_path, '<rect x="0" y="0" width="400" height="200" fill="none" stroke="black" stroke-width="4"/>'
    )
    assert (found.natural, found.height) == pytest.approx((303.0, 153.0))
    canvas = RecordingCanvas()
    found.draw(canvas, (0.0, 0.0, 303.0, 153.0))
    points = [tuple(map(float, word.split(","))) for word in canvas.lines[0].split()[4:]]
    assert sorted(points) == near([(1.5, 1.5), (1.5, 151.5), (301.5, 1.5), (301.5, 151.5)])
    for x, y, wide, high in ((-12, 5, 20, 20), (392, 5, 20, 20), (5, -8, 20, 20), (5, 188, 20, 20)):
        with pytest.raises(ResourceError, match="shapes lie outside of the drawing's page"):
            drawing(tmp_path, f'<rect x="{x}" y="{y}" width="{wide}" height="{high}"/>')
    # By a fiftieth of the page they may, at any side.
    for x, y, size in (
        (-7, 5, (305.25, 150)),
        (387, 5, (305.25, 150)),
        (5, -3, (300, 152.25)),
        (5, 183, (300, 152.25)),
    ):
        near_edge = drawing(tmp_path, f'<rect x="{x}" y="{y}" width="20" height="20"/>')
        assert (near_edge.natural, near_edge.height) == pytest.approx(size)


@pytest.mark.parametrize(
    ("shape", "refused"),
    [
        ('opacity="0"', False),
        ('opacity="1"', False),
        ('opacity="100%"', False),
        ('opacity="40%"', True),
        ('opacity="0.99"', True),
        ('fill-opacity="0.5"', True),
        ('stroke-opacity="0.5"', True),
        ('style="stroke-opacity: 0.5; fill: red"', True),
        ('style="fill:red;opacity:1"', False),
        ('opacity="inherit"', False),
    ],
)
def test_only_what_is_half_transparent_is_refused(shape: str, refused: bool, tmp_path: Path) -> None:
    whole = f'<rect x="9" y="9" width="9" height="9" fill="red" {shape}/><rect x="30" y="9" width="9" height="9"/>'
    if refused:
        with pytest.raises(ResourceError, match="line 2: transparency is not printed"):
            drawing(tmp_path, whole)
    else:
        assert drawing(tmp_path, whole).figures


@pytest.mark.parametrize(
    ("defined", "what"),
    [
        ('<radialGradient id="a"/>', "a gradient"),
        ('<pattern id="a"/>', "a pattern"),
        ('<filter id="a"/>', "a filter"),
        ('<mask id="a"/>', "a mask"),
        ('<clipPath id="a"/>', "a clipping path"),
    ],
)
def test_what_a_shape_refers_to_is_named_with_its_line(defined: str, what: str, tmp_path: Path) -> None:
    shape = '<rect x="9" y="9" width="9" height="9"'
    with pytest.raises(ResourceError) as caught:
        drawing(tmp_path, f"<defs>{defined}</defs>\n{shape} fill=\"url( '#a')\"/>\n{shape} fill='url(#a)'/>")
    assert [fault.message for fault in caught.value.faults] == [f"line {at}: {what} is not printed" for at in (3, 4)]
    # What nobody refers to is nothing.
    assert drawing(tmp_path, f"<defs>{defined}<text>Hi</text></defs>{shape}/>").figures
    assert drawing(tmp_path, f'{shape} filter="url(#b)"/><metadata><text>Hi</text></metadata>').figures


def test_a_file_that_is_no_drawing_is_refused(tmp_path: Path) -> None:
    for head, shapes, message in (
        ("<html>", "<p/></html><!--", "this is not an SVG drawing"),
        (HEAD, '<rect width="ten" height="9"/>', "the drawing cannot be read|has nothing to print"),
        ('<svg xmlns="http://www.w3.org/2000/svg">', "", "the drawing has nothing to print"),
    ):
        with pytest.raises(ResourceError, match=message):
            drawing(tmp_path, shapes, head)
