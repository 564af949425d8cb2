"""Where the ink of clues lies: in the middle of its cell, on the border of its cells, along its line, outside the grid."""

from __future__ import annotations

from math import hypot

import pytest

from bookmaker.printing.canvases.canvas import Box
from bookmaker.printing.canvases.recorder import RecordingCanvas
from bookmaker.printing.grids.clue_drawing import ClueMarks, least_clue_cell
from bookmaker.printing.styles import style
from bookmaker.puzzles.grid.marks import Look, Mark
from bookmaker.puzzles.rules import geometry

LOOK = style.find()
CLUES = LOOK.clues
CELL = 40.0


def line_of(cell: float) -> float:
    return max(CLUES.line, CLUES.line_share * cell)


LINE = line_of(CELL)
CORD = max(CLUES.cord * CELL, 3 * LINE)
HAIR = 0.02
"""The recorder writes hundredths of a point."""

Ink = tuple[str, float, float, list[tuple[float, float]]]
"""``shape`` or ``stroke``, its ink, the width of its line, its points."""


def drawn(*marks: Mark, cell: float = CELL, answer: bool = False, size: int = 9) -> tuple[list[Ink], list[list[str]]]:
    """The shapes and strokes of marks, and the words of their texts."""
    canvas = RecordingCanvas()
    pen = ClueMarks(canvas, geometry("classic", size), cell, LOOK, answer=answer)
    for mark in marks:
        pen.draw(mark)
    inks: list[Ink] = []
    for line in canvas.lines:
        kind, *words = line.split()
        points = [(float(x), float(y)) for x, y in (word.split(",") for word in words if "," in word)]
        if kind == "stroke":
            inks.append((f"stroke {words[1]}", float(words[2]), float(words[0]), points))
        elif kind in ("shape", "area"):
            inks.append((kind, float(words[0]), 0.0, points))
    return inks, [line.split() for line in canvas.lines if line.startswith("text")]


def box(points: list[tuple[float, float]]) -> Box:
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def near(*sides: float) -> object:
    return pytest.approx(sides, abs=HAIR)


def around(x: float, y: float, wide: float, high: float | None = None) -> object:
    high = wide if high is None else high
    return near(x - wide, y - high, x + wide, y + high)


# The middle of r3c2 in a grid of 9x9 whose lower left corner is the origin, and of the cells around it.
X, Y = 60.0, 260.0
R3C2, R3C3, R4C2, R4C3, R2C3 = 19, 20, 28, 29, 11


@pytest.mark.parametrize(
    ("look", "half", "ink", "line"),
    [
        ("disc", CLUES.shape, CLUES.shape_ink, CLUES.shape_line),
        ("block", CLUES.shape, CLUES.shape_ink, CLUES.shape_line),
        ("up-triangle", CLUES.shape, CLUES.shape_ink, CLUES.shape_line),
        ("down-triangle", CLUES.shape, CLUES.shape_ink, CLUES.shape_line),
        ("tile", CLUES.tile, CLUES.tile_ink, None),
    ],
)
@pytest.mark.parametrize("answer", [False, True])
def test_shapes_fill_the_middle_of_their_cell(
    look: Look, half: float, ink: float, line: float | None, answer: bool
) -> None:
    pale = CLUES.answer_ink if answer else 1.0
    (filled, *edges), _ = drawn(Mark(look, (R3C2,)), answer=answer)
    assert filled[0] == "shape"
    assert filled[1] == pytest.approx(ink * pale, abs=HAIR)
    assert box(filled[3]) == around(X, Y, half * CELL)
    if line is None:
        assert not edges
    else:
        ((kind, dark, width, points),) = edges
        assert (kind, points) == ("stroke closed", filled[3])
        assert (dark, width) == near(line * pale, LINE)


def test_triangles_stand_on_their_sides_and_on_their_tips() -> None:
    tips = {}
    for look in ("up-triangle", "down-triangle"):
        (filled, _), _ = drawn(Mark(look, (R3C2,)))
        heights = [y for _, y in filled[3]]
        assert len(heights) == 3
        (tips[look],) = [y - Y for y in heights if heights.count(y) == 1]
    assert tips["up-triangle"] > 0 > tips["down-triangle"]


@pytest.mark.parametrize(
    ("look", "widths", "inks"),
    [
        ("tube", [CLUES.tube * CELL], [CLUES.tube_ink]),
        ("bulb", [CLUES.tube * CELL], [CLUES.tube_ink]),
        ("wire", [CLUES.wire * CELL], [CLUES.wire_ink]),
        ("cord", [CORD, CORD - 2 * LINE], [CLUES.cord_ink, 0.0]),
        ("hollow-bulb", [CORD, CORD - 2 * LINE], [CLUES.cord_ink, 0.0]),
        ("shaft", [CLUES.shaft * CELL], [CLUES.shaft_ink]),
        ("ends", [CLUES.shaft * CELL], [CLUES.shaft_ink]),
        ("diamonds", [CLUES.shaft * CELL], [CLUES.shaft_ink]),
        ("beads", [CLUES.shaft * CELL], [CLUES.shaft_ink]),
    ],
)
def test_lines_go_through_the_middles_of_their_cells(look: Look, widths: list[float], inks: list[float]) -> None:
    places = [(X, Y), (X + CELL, Y), (X + CELL, Y - CELL)]
    found, _ = drawn(Mark(look, (R3C2, R3C3, R4C3)))
    straight = [ink for ink in found if ink[0] == "stroke open" and len(ink[3]) == 2]
    assert [ink[3] for ink in straight] == [places[at : at + 2] for at in (0, 1)] * len(widths)
    assert [ink[2] for ink in straight[::2]] == pytest.approx(widths, abs=HAIR)
    assert [ink[1] for ink in straight[::2]] == pytest.approx(inks, abs=HAIR)
    # Their corners and their ends are round.
    for width, ink in zip(widths, inks, strict=True):
        for x, y in places:
            assert any(
                one[0] == "shape" and one[1] == pytest.approx(ink, abs=HAIR) and box(one[3]) == around(x, y, width / 2)
                for one in found
            )


@pytest.mark.parametrize(
    ("look", "radius", "ink", "line"),
    [
        ("bulb", CLUES.bulb, CLUES.tube_ink, None),
        ("shaft", CLUES.ring, 0.0, CLUES.ring_ink),
        ("ends", CLUES.ring, 0.0, CLUES.ring_ink),
        ("diamonds", 1.25 * CLUES.diamond, 0.0, CLUES.ring_ink),
    ],
)
def test_what_stands_at_the_ends_of_lines(look: Look, radius: float, ink: float, line: float | None) -> None:
    found, _ = drawn(Mark(look, (R3C2, R3C3, R4C3)))
    ends = [
        (X, Y) if box(one[3]) == around(X, Y, radius * CELL) else (X + CELL, Y - CELL)
        for one in found
        if one[0] == "shape"
        and one[1] == pytest.approx(ink, abs=HAIR)
        and box(one[3]) in (around(X, Y, radius * CELL), around(X + CELL, Y - CELL, radius * CELL))
    ]
    assert ends == [(X, Y), (X + CELL, Y - CELL)][: 2 if look in ("ends", "diamonds") else 1]
    closed = [one for one in found if one[0] == "stroke closed"]
    assert len(closed) == (0 if line is None else len(ends))
    assert all((one[1], one[2]) == near(line or 0.0, LINE) for one in closed)


def test_the_head_of_an_arrow_is_square_and_lies_on_its_line() -> None:
    for last, x, y in ((R3C3, X + CELL, Y), (R4C2, X, Y - CELL), (R2C3, X + CELL, Y + CELL)):
        found, _ = drawn(Mark("shaft", (R3C2, last)))
        ((_, ink, width, (one, tip, other)),) = [one for one in found if len(one[3]) == 3]
        assert (ink, width) == near(CLUES.shaft_ink, CLUES.shaft * CELL)
        assert tip == near(x, y)
        arms = [(end[0] - x, end[1] - y) for end in (one, other)]
        assert [hypot(*arm) for arm in arms] == pytest.approx([CLUES.head * CELL] * 2, abs=HAIR)
        assert arms[0][0] * arms[1][0] + arms[0][1] * arms[1][1] == pytest.approx(0.0, abs=0.5)
        back = (X - x, Y - y)
        middle = (arms[0][0] + arms[1][0], arms[0][1] + arms[1][1])
        assert middle[0] * back[1] == pytest.approx(middle[1] * back[0], abs=1.0)
        assert middle[0] * back[0] + middle[1] * back[1] > 0


@pytest.mark.parametrize(
    ("look", "corners", "reach", "ink"),
    [
        ("beads", 4, 1.0, CLUES.shaft_ink),
        ("rhombs", 4, 1.25, CLUES.shaft_ink),
        ("pearls", 28, 1.0, 0.0),
        ("lozenges", 4, 1.25, 0.0),
    ],
)
def test_a_bead_stands_in_every_cell_of_a_line(look: Look, corners: int, reach: float, ink: float) -> None:
    places = [(X, Y), (X + CELL, Y), (X + CELL, Y - CELL)]
    found, _ = drawn(Mark(look, (R3C2, R3C3, R4C3)))
    shapes = [one for one in found if one[0] == "shape"][-3:]
    for (_, dark, _, points), (x, y) in zip(shapes, places, strict=True):
        assert dark == pytest.approx(ink, abs=HAIR) and len(points) == corners
        assert box(points) == around(x, y, reach * CLUES.bead * CELL)
        upright = points[0][0] == pytest.approx(points[3 if corners == 4 else 0][0], abs=HAIR)
        assert corners != 4 or upright is (look == "beads")
    rims = [one for one in found if one[0] == "stroke closed"]
    assert [one[1] for one in rims] == pytest.approx([CLUES.ring_ink] * (0 if ink else 3), abs=HAIR)


def test_bulbs_are_as_thick_as_they_are_said_to_be() -> None:
    found, _ = drawn(Mark("hollow-bulb", (R3C2, R3C3)))
    large = [one for one in found if one[0] == "shape" and len(one[3]) == 28 and box(one[3])[3] > Y + CORD / 2 + 1]
    assert [one[1] for one in large] == near(CLUES.cord_ink, 0.0)
    assert box(large[0][3]) == around(X, Y, CLUES.bulb * CELL)
    assert box(large[1][3]) == around(X, Y, CLUES.bulb * CELL - LINE)


@pytest.mark.parametrize(("other", "x", "y"), [(R3C3, X + CELL / 2, Y), (R4C2, X, Y - CELL / 2)])
def test_marks_of_two_cells_stand_on_their_border(other: int, x: float, y: float) -> None:
    pair = (R3C2, other)
    radius = CLUES.dot * CELL
    (white, rim), _ = drawn(Mark("white-dot", pair))
    assert (white[1], rim[1]) == (0.0, 1.0)
    # The line of a white dot lies inside of the size of a black one.
    assert rim[3] == white[3] and box(rim[3]) == around(x, y, radius - LINE / 2)
    (black,), _ = drawn(Mark("black-dot", pair))
    assert black[1] == 1.0 and box(black[3]) == around(x, y, radius)
    (bar,), _ = drawn(Mark("bar", pair))
    along, across = CLUES.bar * CELL / 2, CLUES.bar_wide * CELL / 2
    # A bar lies on the border, not across it.
    assert bar[1] == 1.0
    assert box(bar[3]) == (around(x, y, across, along) if other == R3C3 else around(x, y, along, across))
    (paper, first, second), _ = drawn(Mark("letter", pair, "X"))
    half = CLUES.letter * CELL / 2
    assert paper[:2] == ("shape", 0.0) and box(paper[3]) == around(x, y, half + LINE)
    assert {frozenset(first[3]), frozenset(second[3])} == {
        frozenset({(x - half, y - half), (x + half, y + half)}),
        frozenset({(x - half, y + half), (x + half, y - half)}),
    }
    (paper, letter), _ = drawn(Mark("letter", pair, "V"))
    assert letter[3] == [(x - half, y + half), (x, y - half), (x + half, y + half)]
    assert [one[2] for one in (first, second, letter)] == pytest.approx([LINE] * 3, abs=HAIR)


@pytest.mark.parametrize(
    ("pair", "tip", "ends"),
    [
        ((R3C2, R3C3), (1, 0), {(-1, 1), (-1, -1)}),
        ((R3C3, R3C2), (-1, 0), {(1, 1), (1, -1)}),
        ((R3C2, R4C2), (0, -1), {(1, 1), (-1, 1)}),
        ((R4C2, R3C2), (0, 1), {(1, -1), (-1, -1)}),
    ],
)
def test_a_sign_points_at_the_second_of_its_cells(
    pair: tuple[int, int], tip: tuple[int, int], ends: set[tuple[int, int]]
) -> None:
    (paper, sign), _ = drawn(Mark("sign", pair))
    x, y, half = X + 20 * abs(tip[0]), Y - 20 * abs(tip[1]), CLUES.sign * CELL / 2
    assert paper[:2] == ("shape", 0.0) and box(paper[3]) == around(x, y, half)
    first, middle, last = [(round((a - x) / half), round((b - y) / half)) for a, b in sign[3]]
    assert middle == tip and {first, last} == ends
    assert sign[1] == 1.0 and sign[2] == pytest.approx(LINE, abs=HAIR)
    assert box(sign[3]) == around(x, y, half)


@pytest.mark.parametrize("look", ["white-number", "black-number"])
@pytest.mark.parametrize(("text", "cell"), [("7", CELL), ("12", CELL), ("123", CELL), ("12", 12.0), ("7", 12.0)])
def test_the_number_of_a_dot_stands_in_its_middle_and_fits(look: Look, text: str, cell: float) -> None:
    inks, ((_, left, foot, _, size, *_, ink),) = drawn(Mark(look, (R3C2, R3C3), text), cell=cell)
    face, points = LOOK.face("sum"), float(size)
    x, y = 2 * cell, 6.5 * cell
    wide, high = face.width(text, points), face.digit_height() * points
    assert (float(left) + wide / 2, float(foot) + high / 2) == pytest.approx((x, y), abs=HAIR)
    (dot, *rim) = inks
    radius = box(dot[3])[2] - x + (line_of(cell) / 2 if rim else 0.0)
    assert points >= LOOK.type.least - HAIR
    assert wide <= CLUES.number_wide * radius + HAIR
    assert radius >= CLUES.number_dot * cell - HAIR
    usual = max(CLUES.number * cell, LOOK.type.least * face.digit_height())
    assert high <= usual + HAIR
    # It is as large as all that lets it be.
    assert (
        high == pytest.approx(usual, abs=HAIR)
        or wide == pytest.approx(CLUES.number_wide * radius, abs=HAIR)
        or points == pytest.approx(LOOK.type.least, abs=HAIR)
    )
    if look == "white-number":
        assert (dot[1], rim[0][1], ink) == (0.0, 1.0, repr(text))
    else:
        assert (dot[1], rim, ink) == (1.0, [], "0")


@pytest.mark.parametrize(("text", "rows"), [("7", ["7"]), ("12", ["12"]), ("123", ["12", "3"]), ("1234", ["12", "34"])])
def test_digits_in_a_circle_stand_in_its_middle(text: str, rows: list[str]) -> None:
    (paper, rim), texts = drawn(Mark("quadruple-circle", (R3C2, R3C3, R4C2, R4C3), text))
    x, y = X + CELL / 2, Y - CELL / 2
    face, size = LOOK.face("sum"), float(texts[0][4])
    assert size == pytest.approx(max(LOOK.type.least, CLUES.inside * CELL), abs=HAIR)
    assert (paper[1], rim[1]) == (0.0, 1.0)
    radius = CLUES.around / CLUES.inside * size
    assert box(rim[3]) == around(x, y, radius)
    assert [row[5].strip("'") for row in texts] == rows
    high = face.digit_height() * size
    feet = [float(row[2]) for row in texts]
    for row, foot in zip(texts, feet, strict=True):
        assert float(row[1]) + face.width(row[5].strip("'"), size) / 2 == pytest.approx(x, abs=HAIR)
        half = face.width(row[5].strip("'"), size) / 2
        # The corners of their boxes touch the line around them at most; figures are rounded there.
        assert all(hypot(half, edge - y) < radius + LINE / 2 for edge in (foot, foot + high))
    assert (feet[0] + high + feet[-1]) / 2 == pytest.approx(y, abs=HAIR)
    if len(feet) > 1:
        assert feet[0] - feet[1] - high == pytest.approx(2 * LINE, abs=HAIR)


@pytest.mark.parametrize(
    ("cells", "x", "y"),
    [((18, 19), -20.0, Y), ((26, 25), 380.0, Y), ((1, 10), X, 380.0), ((73, 64), X, -20.0)],
)
@pytest.mark.parametrize("text", ["7", "45", "1234"])
def test_a_number_outside_stands_in_the_middle_of_a_cell_of_the_frame(
    cells: tuple[int, int], x: float, y: float, text: str
) -> None:
    inks, ((_, left, foot, _, size, *_),) = drawn(Mark("outside", cells, text))
    face, points = LOOK.face("candidate"), float(size)
    wide, high = face.width(text, points), face.digit_height() * points
    assert not inks
    assert (float(left) + wide / 2, float(foot) + high / 2) == pytest.approx((x, y), abs=HAIR)
    assert wide <= CLUES.outside_wide * CELL + HAIR and high <= CLUES.outside * CELL + HAIR
    full = high == pytest.approx(CLUES.outside * CELL, abs=HAIR) or wide == pytest.approx(
        CLUES.outside_wide * CELL, abs=HAIR
    )
    assert full or points == pytest.approx(LOOK.type.least, abs=HAIR)


@pytest.mark.parametrize(
    ("cells", "across", "up"), [((18, 28), 1, -1), ((63, 55), 1, 1), ((8, 16), -1, -1), ((80, 70), -1, 1)]
)
def test_an_arrow_outside_points_along_its_diagonal(cells: tuple[int, int], across: int, up: int) -> None:
    (tail, head), ((_, left, foot, _, size, *_),) = drawn(Mark("outside-arrow", cells, "17"))
    row, column = divmod(cells[0], 9)
    x, y = (column + 0.5) * CELL, (8.5 - row) * CELL

    # Seen from the first cell, along the diagonal: the tip is nearest, then the shaft's ends, then the number.
    def back(point: tuple[float, float]) -> tuple[float, float]:
        return (x - point[0]) * across / CELL, (y - point[1]) * up / CELL

    tip, *barbs = head[3]
    assert back(tip) == near(CLUES.arrow_clear, CLUES.arrow_clear)
    assert {
        tuple(round(side / CLUES.arrow, 2) for side in (a - CLUES.arrow_clear, b - CLUES.arrow_clear))
        for a, b in map(back, barbs)
    } == {
        (0.5, 0.0),
        (0.0, 0.5),
    }
    start, end = map(back, tail[3])
    assert start == near(CLUES.arrow_clear + CLUES.arrow, CLUES.arrow_clear + CLUES.arrow)
    assert end == near(CLUES.arrow_clear + CLUES.arrow / 4, CLUES.arrow_clear + CLUES.arrow / 4)
    assert (tail[1], head[1]) == (1.0, 1.0) and tail[2] == pytest.approx(LINE, abs=HAIR)
    face, points = LOOK.face("candidate"), float(size)
    middle = float(left) + face.width("17", points) / 2, float(foot) + face.digit_height() * points / 2
    assert back(middle) == near(1 + CLUES.arrow_shift, 1 + CLUES.arrow_shift)
    assert face.digit_height() * points == pytest.approx(
        max(CLUES.arrow_number * CELL, LOOK.type.least * face.digit_height()), abs=HAIR
    )


def test_clones_are_two_equal_areas_each_with_its_letter() -> None:
    inks, texts = drawn(Mark("clone", (0, 1, 9, 40, 41, 49), "B"))
    inset = CLUES.area * CELL
    assert [one[:2] for one in inks] == [("area", pytest.approx(CLUES.area_ink))] * 2
    boxes = [box(one[3]) for one in inks]
    assert boxes[0] == near(inset, 280 + inset, 80 - inset, 360 - inset)
    assert boxes[1] == near(160 + inset, 120 + inset, 240 - inset, 200 - inset)
    moved = [(x + 160, y - 160) for x, y in inks[0][3]]
    assert sorted(inks[1][3]) == [near(*point) for point in sorted(moved)]
    face, points = LOOK.face("sum"), float(texts[0][4])
    assert points == pytest.approx(max(LOOK.type.least, CLUES.area_letter * CELL / face.digit_height()), abs=HAIR)
    for word, (left, _, _, top) in zip(texts, boxes, strict=True):
        assert word[5] == "'B'"
        # In the upper left corner of the area, as far from both of its sides as the area from the grid's.
        assert float(word[1]) - left == pytest.approx(inset / 2, abs=HAIR)
        assert top - float(word[2]) - face.digit_height() * points == pytest.approx(inset / 2, abs=HAIR)


@pytest.mark.parametrize("look", ["tube", "wire", "cord", "shaft", "ends", "diamonds", "rhombs", "pearls", "bulb"])
def test_lines_of_answers_are_as_much_paler_as_the_style_says(look: Look) -> None:
    usual, pale = (drawn(Mark(look, (R3C2, R3C3)), answer=answer)[0] for answer in (False, True))
    assert [one[0::3] for one in usual] == [one[0::3] for one in pale]
    assert [one[1] for one in pale] == pytest.approx([one[1] * CLUES.answer_ink for one in usual], abs=HAIR)
    assert any(one[1] for one in usual)


def test_hollow_lines_of_small_grids_are_no_thinner_inside_than_their_sides() -> None:
    found, _ = drawn(Mark("cord", (0, 1)), cell=8.0)
    outer, inner = [one[2] for one in found if one[0] == "stroke open"]
    assert inner == pytest.approx((outer - inner) / 2, abs=HAIR)
    assert (outer - inner) / 2 == pytest.approx(CLUES.line, abs=HAIR)


def test_a_cell_is_as_large_as_the_clues_in_it_need() -> None:
    least = LOOK.type.least
    high = least * LOOK.face("sum").digit_height()
    around_cell = least_clue_cell(LOOK, ["quadruple-circle"], "")
    # The circle around digits of the least size is as large as the style lets it grow.
    assert CLUES.around_most * around_cell == pytest.approx(CLUES.around / CLUES.inside * least)
    for look in ("white-number", "black-number"):
        cell = least_clue_cell(LOOK, [look], "")
        assert CLUES.number_dot_most * cell == pytest.approx(CLUES.number_dot / CLUES.number * high)
    assert CLUES.area_letter_most * least_clue_cell(LOOK, ["clone"], "") == pytest.approx(high)
    face = LOOK.face("candidate")
    tall, wide = least * face.digit_height(), face.width("888888", least)
    for look, share in (("outside", CLUES.outside), ("outside-arrow", CLUES.arrow_number)):
        assert least_clue_cell(LOOK, [look], "1") * share == pytest.approx(tall)
        assert least_clue_cell(LOOK, [look], "888888") * CLUES.outside_wide == pytest.approx(wide)
    every = ["quadruple-circle", "white-number", "clone", "outside", "outside-arrow"]
    assert least_clue_cell(LOOK, every, "1") == max(least_clue_cell(LOOK, [one], "1") for one in every)


@pytest.mark.parametrize("look", ["white-dot", "black-dot"])
def test_dots_of_answers_are_smaller(look: Look) -> None:
    (usual, *_), (small, *_) = (drawn(Mark(look, (R3C2, R3C3)), answer=answer)[0] for answer in (False, True))
    (left, _, right, _), (start, _, stop, _) = box(usual[3]), box(small[3])
    less = LINE if look == "white-dot" else 0.0
    assert stop - start + less == pytest.approx((right - left + less) * CLUES.answer_dot, abs=2 * HAIR)
