"""Pictures of deductions: marks stand where their candidates do, curves keep clear of the others, and type is never too small."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise
from math import hypot

import pytest
from cage_data import killer
from typeset_data import IN_TEXT, LOOK, InkCanvas

from bookmaker.printing.canvases import strokes
from bookmaker.printing.canvases.canvas import Box, Point
from bookmaker.printing.canvases.recorder import RecordingCanvas
from bookmaker.printing.grids.clue_drawing import reach_into_cell
from bookmaker.printing.grids.step_drawing import draw_candidates
from bookmaker.printing.grids.step_picture import (
    CandidatePicture,
    Link,
    Places,
    full_cell,
    label_room,
    least_cell,
)
from bookmaker.printing.text.diagrams import Diagram, diagram_rows
from bookmaker.puzzles.grid.geometry import SYMBOLS, Clue
from bookmaker.puzzles.grid.marks import Look
from bookmaker.puzzles.rules import CLUES, RULES, geometry
from bookmaker.puzzles.rules.cages import cage_marks

SIZES = (4, 6, 8, 9, 10, 12, 15, 16, 25)


def full_picture(size: int, **more: object) -> CandidatePicture:
    grid = geometry("classic", size)
    return CandidatePicture(grid, bytes(size * size), ((1 << size) - 1,) * (size * size), **more)  # type: ignore[arg-type]


def glyphs(picture: CandidatePicture, side: float) -> list[tuple[float, float, float, str]]:
    """x, y, size and character of each candidate."""
    canvas = RecordingCanvas()
    draw_candidates(canvas, picture, 0, 0, side, IN_TEXT)
    words = [line.split() for line in canvas.lines if line.startswith("glyph")]
    return [(float(x), float(y), float(size), char) for _, x, y, _, size, char in words]


@pytest.mark.parametrize("size", SIZES)
def test_all_candidates_stand_in_their_cells_in_type_large_enough(size: int) -> None:
    picture = full_picture(size)
    cell = full_cell(LOOK, picture)
    drawn = glyphs(picture, cell * size)
    assert len(drawn) == size**3
    for index, (x, y, points, char) in enumerate(drawn):
        assert points >= LOOK.type.least - 0.01
        row, column = divmod(index // size, size)
        assert char == SYMBOLS[index % size]
        assert column * cell < x < (column + 1) * cell
        assert (size - row - 1) * cell < y < (size - row) * cell


@pytest.mark.parametrize(
    ("kind", "size", "across", "down"),
    [("jigsaw", 9, 3, 3), ("jigsaw", 7, 3, 3), ("latin", 5, 3, 2), ("classic", 8, 4, 2)],
)
def test_candidates_stand_in_a_square_where_there_are_no_boxes(kind: str, size: int, across: int, down: int) -> None:
    grid = geometry(kind, size, tuple(cell // size for cell in range(size * size)) if kind == "jigsaw" else None)
    picture = CandidatePicture(grid, bytes(size * size), ((1 << size) - 1,) * (size * size))
    cell = full_cell(LOOK, picture)
    first = [(x, y) for x, y, _, _ in glyphs(picture, cell * size)[:size]]
    places = [[round(one, 1) for one in axis] for axis in zip(*first, strict=True)]
    assert len(set(places[1])) == down
    assert max(places[1].count(up) for up in places[1]) == across
    # As large as in a grid of boxes with as many candidates.
    assert cell < 1.35 * full_cell(LOOK, full_picture(9))


def test_rows_and_columns_have_the_numbers_that_name_their_cells() -> None:
    grid = geometry({"x-sums"}, 6, None, [Clue("x-sum-outside", tuple(range(6)), (21,))])
    side, canvas = 30.0 * grid.span, RecordingCanvas()
    draw_candidates(canvas, CandidatePicture(grid, bytes(36), (0,) * 36), 0, 0, side, IN_TEXT)
    texts = [line.split() for line in canvas.lines if line.startswith("text")]
    drawn = [(float(x), float(y), text.strip("'")) for _, x, y, _, _, text in texts]
    assert grid.span == 8
    columns = {text: x // 30 for x, y, text in drawn if y > side}
    rows = {text: (side - y) // 30 for x, y, text in drawn if x < 0}
    assert columns == rows == {str(number): number for number in range(1, 7)}


def test_in_a_small_picture_of_a_large_grid_only_what_it_is_about_is_shown() -> None:
    picture = full_picture(16, struck=((17, 12),), marks=(((0, 3), "ring"),))
    assert least_cell(LOOK, picture) < full_cell(LOOK, picture)
    drawn = glyphs(picture, 16 * least_cell(LOOK, picture))
    assert {char for *_, char in drawn} == {"3", "C"}
    assert all(points >= LOOK.type.least - 0.01 for _, _, points, _ in drawn)


def lines(picture: CandidatePicture, side: float) -> list[list[Point]]:
    canvas = RecordingCanvas()
    draw_candidates(canvas, picture, 0, 0, side, IN_TEXT)
    out = []
    for line in canvas.lines:
        if line.startswith("stroke"):
            out.append([tuple(map(float, pair.split(","))) for pair in line.split()[4:]])  # type: ignore[misc]
    return out


def test_a_link_goes_round_the_candidates_between() -> None:
    # The straight line from the 5 of r1c1 to the 5 of r1c9 would cross every 5 of the row.
    picture = full_picture(9, links=(Link((0, 5), (8, 5)),))
    cell = 30.0
    plain = lines(full_picture(9), 9 * cell)
    (curve,) = [line for line in lines(picture, 9 * cell) if line not in plain]
    fives = [((column + 0.5) * cell, 8.5 * cell) for column in range(1, 8)]
    assert all(min(hypot(x - a, y - b) for x, y in curve) > 2.0 for a, b in fives)
    assert all(0 < x < 9 * cell and 0 < y < 9 * cell for x, y in curve)


@pytest.mark.parametrize("kind", ["classic", "x"])
def test_tints_of_a_pattern_differ_from_each_other_and_from_shaded_cells(kind: str) -> None:
    canvas = RecordingCanvas()
    tiles = ((1, "light"), (2, "dark"))
    picture = CandidatePicture(geometry(kind, 9), bytes(81), (0,) * 81, tiles=tiles)  # type: ignore[arg-type]
    draw_candidates(canvas, picture, 0, 0, 270, IN_TEXT)
    tints = sorted({float(line.split()[1]) for line in canvas.lines if line.startswith("fill")} - {1.0})
    assert len(tints) == (2 if kind == "classic" else 3)
    assert all(darker - lighter > 0.12 for lighter, darker in pairwise([0.0, *tints]))
    assert tints[-1] < 0.45, "too dark to read candidates on"


def test_a_dashed_path_begins_and_ends_with_a_dash() -> None:
    path = strokes.bow((0, 0), (40, 30), 8)
    dashes = list(strokes.dashes(path, 3, 2))
    assert len(dashes) > 5
    assert dashes[0][0] == path[0]
    assert hypot(dashes[-1][-1][0] - 40, dashes[-1][-1][1] - 30) < 0.01


def test_what_is_trimmed_begins_and_ends_on_the_rings() -> None:
    path = strokes.trimmed(strokes.bow((0, 0), (40, 30), 8), 5, 3)
    assert abs(hypot(*path[0]) - 5) < 0.01
    assert abs(hypot(path[-1][0] - 40, path[-1][1] - 30) - 3) < 0.01
    assert strokes.trimmed(strokes.bow((0, 0), (7, 0), 0), 5, 5) == []


def test_rows_of_diagrams_hold_as_many_as_can_be_read() -> None:
    with_candidates, without = Diagram(full_picture(9)), Diagram(CandidatePicture(geometry(), bytes(81), (0,) * 81))
    rows = [
        len(row.row) for row in diagram_rows(LOOK, [without, without, without, without, with_candidates] * 2, 523.0)
    ]
    assert rows == [3, 2, 3, 2]
    for row in diagram_rows(LOOK, [with_candidates] * 3, 523.0):
        side = row.side(523.0)
        assert side / 9 >= least_cell(LOOK, with_candidates.picture)
        assert len(row.row) * (side + label_room(LOOK, side / 9) + 2) + 18 <= 523.0


def _apart(one: Box, other: Box) -> bool:
    return one[2] < other[0] or other[2] < one[0] or one[3] < other[1] or other[3] < one[1]


@pytest.mark.sampled(5)
@pytest.mark.parametrize("size", [4, 6, 9, 16])
@pytest.mark.parametrize("seed", range(3))
def test_candidates_digits_and_sums_keep_clear_of_each_other_and_of_cages(size: int, seed: int) -> None:
    puzzle = killer(seed, sizes=(size,), most_sum=99)
    count = size * size
    candidates = tuple(0 if cell % 5 == 0 else (1 << size) - 1 for cell in range(count))
    digits = bytes(1 + cell % size if cell % 5 == 0 else 0 for cell in range(count))
    picture = CandidatePicture(puzzle.geometry, digits, candidates, cages=cage_marks(puzzle))
    cell = full_cell(LOOK, picture)
    canvas = InkCanvas()
    draw_candidates(canvas, picture, 0, 0, cell * size, IN_TEXT)
    inside = [box for _, box, _ in canvas.chars if box[0] > 0 and box[3] < cell * size]
    assert all(points >= LOOK.type.least - 0.01 for _, _, points in canvas.chars + canvas.digits)
    assert len(inside) == sum(len(mark.text) for mark in picture.cages)
    ink = [*inside, *(box for _, box, _ in canvas.digits)]
    home: dict[tuple[int, int], list[Box]] = {}
    for box in ink:
        place = int(box[0] / cell), int(box[1] / cell)
        assert place == (int(box[2] / cell), int(box[3] / cell))
        home.setdefault(place, []).append(box)
    assert all(_apart(one, other) for boxes in home.values() for one, other in combinations(boxes, 2))
    for (x1, y1), (x2, y2), width in canvas.dashed:
        half = width / 2
        line = min(x1, x2) - half, min(y1, y2) - half, max(x1, x2) + half, max(y1, y2) + half
        assert all(_apart(line, box) for box in ink)


def test_cages_need_larger_cells() -> None:
    puzzle = killer(1, sizes=(9,), most_sum=45)
    bare = CandidatePicture(puzzle.geometry, bytes(81), (0,) * 81)
    caged = CandidatePicture(puzzle.geometry, bytes(81), (0,) * 81, cages=cage_marks(puzzle))
    assert least_cell(LOOK, caged) > least_cell(LOOK, bare)
    assert full_cell(LOOK, caged) > full_cell(LOOK, bare)


@pytest.mark.parametrize("kind", ["black-dot", "white-dot", "bar", "letter", "sign", "white-number"])
def test_candidates_keep_clear_of_what_stands_on_borders(kind: Look) -> None:
    picture = on_borders(kind, (0, 1), (0, 9))
    cell = full_cell(LOOK, picture)
    places = Places.of(LOOK, picture, 0, 0, cell)
    assert places.type_size >= LOOK.type.least - 0.01
    font, half = LOOK.face("candidate"), reach_into_cell(LOOK, {kind}, cell) * cell
    assert half > 0.05 * cell
    for digit in (4, 5, 6):
        across = places.at((0, digit))[0] + font.width(str(digit), places.type_size) / 2
        assert across < cell - half
    for digit in (7, 8, 9):
        assert places.at((0, digit))[1] - font.digit_height() * places.type_size / 2 > 8 * cell + half


def test_in_small_cells_candidates_are_as_large_as_can_be_read_beside_dots() -> None:
    bare, dotted = full_picture(9), on_borders("white-number", (0, 1))
    for cell in (22.0, 24.0, 26.0):
        sizes = [Places.of(LOOK, one, 0, 0, cell).type_size for one in (bare, dotted)]
        assert sizes[1] >= min(sizes[0], LOOK.type.least) - 1e-6


def on_borders(kind: Look, *borders: tuple[int, int]) -> CandidatePicture:
    """A full picture on a grid that has marks of this look on borders."""
    own = next(one for one in CLUES.values() if one.look == kind)
    rule = next(name for name, rule in RULES.items() if own in rule.clues)
    value = (1,) if kind == "white-number" else ()
    grid = geometry({rule}, 9, None, [Clue(own.name, cells, value) for cells in borders])
    return CandidatePicture(grid, bytes(81), (511,) * 81)


def test_tints_do_not_hide_the_clue_that_a_step_is_about() -> None:
    picture = replace(on_borders("black-dot", (0, 1)), tiles=((0, "light"), (1, "light")))
    canvas = RecordingCanvas()
    draw_candidates(canvas, picture, 0, 0, 270, IN_TEXT)
    fills = [at for at, line in enumerate(canvas.lines) if line.startswith("fill")]
    dots = [at for at, line in enumerate(canvas.lines) if line.startswith("shape 1")]
    assert len(fills) >= 2 and dots and min(dots) > max(fills)


def test_candidates_between_cages_leave_as_much_room_for_rings_as_others() -> None:
    puzzle = killer(1, sizes=(9,), most_sum=45)
    bare = full_picture(9)
    caged = CandidatePicture(puzzle.geometry, bytes(81), (511,) * 81, cages=cage_marks(puzzle))
    radii = [Places.of(LOOK, one, 0, 0, full_cell(LOOK, one)).radius for one in (bare, caged)]
    assert radii[1] > 0.97 * radii[0]


def test_a_tinted_cage_shows_what_it_keeps_also_where_there_is_room_for_few_digits() -> None:
    puzzle = killer(1, sizes=(9,), most_sum=45)
    few = (0b111,) + (511,) * 80
    picture = CandidatePicture(
        puzzle.geometry, bytes(81), few, tiles=((0, "light"),), struck=((0, 1),), cages=cage_marks(puzzle)
    )
    assert {char for *_, char in glyphs(picture, 9 * 15.0)} == {"1", "2", "3"}
    beside = replace(picture, marks=(((0, 1), "ring"),), struck=((1, 1),))
    assert {char for *_, char in glyphs(beside, 9 * 15.0)} == {"1"}


@pytest.mark.parametrize("cages", [False, True])
def test_a_ring_goes_around_a_digit_and_not_through_it(cages: bool) -> None:
    puzzle = killer(1, sizes=(9,), kinds=("killer",), most_sum=45) if cages else None
    grid, digits = geometry("killer" if cages else "classic"), bytes(40) + b"\5" + bytes(40)
    marks = cage_marks(puzzle) if puzzle else ()
    picture = CandidatePicture(grid, digits, (0,) * 81, marks=(((40, 5), "ring"),), cages=marks)
    canvas = RecordingCanvas()
    draw_candidates(canvas, picture, 0, 0, 9 * 34.0, IN_TEXT)
    (digit,) = [line.split() for line in canvas.lines if line.startswith("glyph") and line.endswith(" 5")]
    ring = [line.split()[4:] for line in canvas.lines if line.startswith("stroke") and "closed" in line][-1]
    points = [tuple(map(float, point.split(","))) for point in ring]
    font = LOOK.face("given")
    (left, bottom, right, top), points_size = font.inks["5"], float(digit[4]) / font.units
    x, y = float(digit[1]), float(digit[2])
    corners = [(x + a * points_size, y + b * points_size) for a in (left, right) for b in (bottom, top)]
    middle = sum(a for a, _ in points) / len(points), sum(b for _, b in points) / len(points)
    radius = hypot(points[0][0] - middle[0], points[0][1] - middle[1])
    assert all(hypot(a - middle[0], b - middle[1]) < radius for a, b in corners)
