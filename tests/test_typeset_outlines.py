"""Outlines of cages: golden shapes, and that no two lines and no sum ever touch."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from bookmaker.printing.canvases.canvas import Canvas, Sheet
from bookmaker.printing.canvases.outlines import Run, borders, corner_links, dashed, inset_border, pieces
from bookmaker.printing.canvases.raster import RasterCanvas
from bookmaker.printing.canvases.recorder import RecordingCanvas
from bookmaker.printing.grids.clue_drawing import CageMeasures, cage_runs, measures
from bookmaker.printing.grids.grid_drawing import GridPicture, answer_picture, draw_grid, puzzle_picture
from bookmaker.printing.pages import layouts
from bookmaker.puzzles.grid.marks import Mark
from bookmaker.puzzles.rules import geometry
from bookmaker.puzzles.rules.cages import cage_marks
from tests.cage_data import killer
from tests.typeset_data import IN_TEXT, LAYOUTS, LOOK, InkCanvas

Box = tuple[float, float, float, float]


def cells(drawing: str) -> tuple[tuple[int, ...], int]:
    rows = drawing.split()
    return tuple(r * len(rows) + c for r, row in enumerate(rows) for c, char in enumerate(row) if char == "#"), len(
        rows
    )


GOLDEN = {
    "single cell": ("... .#. ...", ["1.1,1.1 1.9,1.1 1.9,1.9 1.1,1.9"]),
    "domino": ("## ..", ["0.1,0.1 1.9,0.1 1.9,0.9 0.1,0.9"]),
    "L": ("#. ##", ["0.1,0.1 0.9,0.1 0.9,1.1 1.9,1.1 1.9,1.9 0.1,1.9"]),
    "U": (
        "#.# #.# ###",
        ["0.1,0.1 0.9,0.1 0.9,2.1 2.1,2.1 2.1,0.1 2.9,0.1 2.9,2.9 0.1,2.9"],
    ),
    "ring": (
        "### #.# ###",
        ["0.1,0.1 2.9,0.1 2.9,2.9 0.1,2.9", "0.9,0.9 0.9,2.1 2.1,2.1 2.1,0.9"],
    ),
    "almost a ring": (
        "###. #.## ##.. ....",
        [
            "0.1,0.1 2.9,0.1 2.9,1.1 3.9,1.1 3.9,1.9 2.1,1.9 2.1,0.9 0.9,0.9 0.9,2.1 1.9,2.1 1.9,2.9 0.1,2.9",
        ],
    ),
    "staircase": (
        "#... ##.. .##. ..##",
        [
            "0.1,0.1 0.9,0.1 0.9,1.1 1.9,1.1 1.9,2.1 2.9,2.1 2.9,3.1 3.9,3.1 3.9,3.9 2.1,3.9 2.1,2.9 1.1,2.9 1.1,1.9 0.1,1.9",
        ],
    ),
    "cells that touch by a corner": ("#. .#", ["0.1,0.1 0.9,0.1 0.9,0.9 0.1,0.9", "1.1,1.1 1.9,1.1 1.9,1.9 1.1,1.9"]),
    "corners that touch the other way": (
        ".#. #.. ...",
        ["1.1,0.1 1.9,0.1 1.9,0.9 1.1,0.9", "0.1,1.1 0.9,1.1 0.9,1.9 0.1,1.9"],
    ),
    "a ring whose ends touch by a corner": (
        "### #.# ##.",
        [
            "0.1,0.1 2.9,0.1 2.9,1.9 2.1,1.9 2.1,0.9 0.9,0.9 0.9,2.1 1.9,2.1 1.9,2.9 0.1,2.9",
        ],
    ),
    "T": (".#. ### ...", ["1.1,0.1 1.9,0.1 1.9,1.1 2.9,1.1 2.9,1.9 0.1,1.9 0.1,1.1 1.1,1.1"]),
    "Z": ("##. .## ...", ["0.1,0.1 1.9,0.1 1.9,1.1 2.9,1.1 2.9,1.9 1.1,1.9 1.1,0.9 0.1,0.9"]),
    "plus": (
        ".#. ### .#.",
        [
            "1.1,0.1 1.9,0.1 1.9,1.1 2.9,1.1 2.9,1.9 1.9,1.9 1.9,2.9 1.1,2.9 1.1,1.9 0.1,1.9 0.1,1.1 1.1,1.1",
        ],
    ),
}


@pytest.mark.parametrize("name", GOLDEN)
def test_golden_outlines(name: str) -> None:
    drawing, expected = GOLDEN[name]
    found = [inset_border(corners, 1.0, 0.1) for corners in borders(*cells(drawing))]
    assert [" ".join(f"{x:.1f},{y:.1f}" for x, y in loop) for loop in found] == expected


def test_pieces_that_touch_by_a_corner_are_tied_together() -> None:
    def links(drawing: str) -> list[str]:
        found = corner_links(*cells(drawing), 1.0, 0.1)
        return [f"{x1:.1f},{y1:.1f} {x2:.1f},{y2:.1f}" for (x1, y1), (x2, y2) in found]

    assert links("#. .#") == ["0.9,0.9 1.1,1.1"]
    assert links(".#. #.. ...") == ["1.1,0.9 0.9,1.1"]
    assert links("#.. .#. ..#") == ["0.9,0.9 1.1,1.1", "1.9,1.9 2.1,2.1"]
    # Cells that hang together otherwise need no tie, nor do cages that are whole.
    assert links("### #.# ##.") == []
    assert links("#.# #.# ###") == []


def area(loop: list[tuple[float, float]]) -> float:
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(loop, loop[1:] + loop[:1], strict=True)) / 2


@pytest.mark.parametrize("seed", range(40))
def test_borders_enclose_their_cells_and_turn_at_every_corner(seed: int) -> None:
    puzzle = killer(seed, most=9)
    size = puzzle.geometry.size
    for cage in puzzle.cages:
        loops = borders(cage.cells, size)
        # Outer borders count as positive and holes as negative: together they are the cells.
        assert sum(area([(float(x), float(y)) for x, y in loop]) for loop in loops) == len(cage.cells)
        for loop in loops:
            for a, b, c in zip(loop, loop[1:] + loop[:1], loop[2:] + loop[:2], strict=True):
                assert (a[0] == b[0]) != (a[1] == b[1])
                assert (a[0] == b[0]) != (b[0] == c[0]), "a corner where nothing turns"
        # The first border begins in the upper left corner of the first cell, where the sum stands.
        row, column = divmod(min(cage.cells), size)
        assert loops[0][0] == (column, row)


def test_dashes_are_whole_at_corners_and_fill_each_run() -> None:
    for length in (7.0, 9.3, 14.2, 19.0, 40.0, 123.4):
        square = [(0.0, 0.0), (length, 0.0), (length, length), (0.0, length)]
        runs = dashed(square, 2.2, 1.7)
        assert len(runs) == 4
        for run in runs:
            found = pieces(length, run.on, run.off, run.phase)
            assert found[0][0] == 0.0
            assert found[-1][1] == pytest.approx(length)
            # Half a dash at both ends; two halves make a corner.
            assert found[0][1] == pytest.approx(run.on / 2)
            assert found[-1][1] - found[-1][0] == pytest.approx(run.on / 2)
            for start, stop in found[1:-1]:
                assert stop - start == pytest.approx(run.on)
            for (_, stop), (start, _) in pairwise(found):
                assert start - stop == pytest.approx(run.off)
            assert 0.7 < run.on / 2.2 < 1.45
            assert run.on / run.off == pytest.approx(2.2 / 1.7)


def test_a_cut_run_goes_on_with_a_whole_dash() -> None:
    runs = dashed([(2.0, 2.0), (30.0, 2.0), (30.0, 30.0), (2.0, 30.0)], 2.2, 1.7, (0.0, 0.0, 9.0, 6.0))
    assert [(run.start, run.end, run.joined) for run in runs] == [
        ((9.0, 2.0), (30.0, 2.0), (False, True)),
        ((30.0, 2.0), (30.0, 30.0), (True, True)),
        ((30.0, 30.0), (2.0, 30.0), (True, True)),
        ((2.0, 30.0), (2.0, 6.0), (True, False)),
    ]
    first = pieces(21.0, runs[0].on, runs[0].off, runs[0].phase)
    assert first[0] == (0.0, pytest.approx(runs[0].on))
    assert first[-1][1] - first[-1][0] == pytest.approx(runs[0].on / 2)
    # What a cut leaves over is drawn whole if it is short, and not at all if it were a speck.
    assert dashed([(0, 0), (10, 0), (10, 10), (0, 10)], 2.2, 1.7, (-1, -1, 8.5, 2))[0].off == 0.0
    assert len(dashed([(0, 0), (10, 0), (10, 10), (0, 10)], 2.2, 1.7, (-1, -1, 9.8, 2))) == 3
    # A box in the middle of a run leaves both of its ends, whichever way the run goes.
    both = dashed([(0, 0), (40, 0), (40, 40), (0, 40)], 2.2, 1.7, (10, -1, 20, 1))
    assert [run.joined for run in both[:2]] == [(True, False), (False, True)]
    back = dashed([(0, 0), (40, 0), (40, 40), (0, 40)], 2.2, 1.7, (10, 39, 20, 41))
    assert [(run.start, run.end) for run in back[2:4]] == [((40, 40), (20, 40)), ((10, 40), (0, 40))]


def ink(run: Run, width: float) -> list[Box]:
    """The boxes of ink of a run."""
    (x1, y1), (x2, y2) = run.start, run.end
    length = abs(x2 - x1) + abs(y2 - y1)
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    boxes = []
    for start, stop in pieces(length, run.on, run.off, run.phase):
        start -= width / 2 if start == 0 and run.joined[0] else 0.0
        stop += width / 2 if stop >= length - 1e-9 and run.joined[1] else 0.0
        ends = [(x1 + ux * at, y1 + uy * at) for at in (start, stop)]
        grow = (abs(uy) * width / 2, abs(ux) * width / 2)
        xs, ys = sorted(x for x, _ in ends), sorted(y for _, y in ends)
        boxes.append((xs[0] - grow[0], ys[0] - grow[1], xs[1] + grow[0], ys[1] + grow[1]))
    return boxes


def gap(one: Box, other: Box) -> float:
    """How far two boxes are apart; negative if they overlap."""
    across = max(one[0], other[0]) - min(one[2], other[2])
    down = max(one[1], other[1]) - min(one[3], other[3])
    return max(across, down)


def sum_ink(mark: Mark, size: int, cell: float, fitted: CageMeasures) -> Box:
    row, column = divmod(mark.cells[0], size)
    left, top = column * cell + fitted.sum_inset, row * cell + fitted.sum_inset
    return left, top, left + LOOK.face("sum").width(mark.text, fitted.sum_size), top + fitted.sum_height()


def smallest(name: str, size: int) -> float:
    """The smallest cell in which a layout prints a Killer of this size."""
    layout = layouts.find(name, LOOK)
    text = "8" * len(str(size * (size + 1) // 2))
    picture = puzzle_picture(geometry("killer", size), bytes(size * size), (Mark("cage", (0, 1), text),))
    cell = layout.cell.least
    while picture.least_cell(layout.style, cell) > cell:
        cell += 0.05
    return cell


PUZZLES = [name for name in LAYOUTS if layouts.find(name, LOOK).use == "puzzles"]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("size", [4, 6, 9, 16])
@pytest.mark.parametrize("name", PUZZLES)
@pytest.mark.parametrize("largest", [False, True])
def test_no_dash_touches_another_and_no_sum_a_line(name: str, size: int, largest: bool) -> None:
    layout = layouts.find(name, LOOK)
    cell = layout.cell.most if largest else smallest(name, size)
    style = layout.style.fitted(cell)
    fitted = measures(LOOK, cell, style.thin, style.box)
    assert fitted.sum_size >= 7.0
    assert fitted.width >= 0.75
    for seed in range(1 if size == 16 else 2):
        marks = cage_marks(killer(seed, sizes=(size,), most=6))
        runs = [
            (number, box)
            for number, mark in enumerate(marks)
            for run in cage_runs(mark, size, cell, fitted)
            for box in ink(run, fitted.width)
        ]
        near: dict[tuple[int, int], list[tuple[int, Box]]] = {}
        for number, box in runs:
            near.setdefault((int(box[0] // cell), int(box[1] // cell)), []).append((number, box))
        for (column, row), found in near.items():
            around = [
                item for c in (column, column + 1) for r in (row - 1, row, row + 1) for item in near.get((c, r), [])
            ]
            for one, box in found:
                assert all(gap(box, other) >= 0.9 for two, other in around if one != two), "two cages touch"
        for _, (left, top, right, bottom) in runs:
            # Clear of the lines of the grid: along a line nearest to it, a dash only ever crosses one squarely.
            for low, high in ((left, right), (top, bottom)):
                if high - low <= fitted.width + 1e-6:
                    for line in (round(low / cell) * cell, round(high / cell) * cell):
                        assert max(low - line, line - high) >= style.box / 2 + 0.6
        for mark in marks:
            box = sum_ink(mark, size, cell, fitted)
            row, column = divmod(mark.cells[0], size)
            assert all(gap(box, other) >= 0.7 for _, other in runs if gap(other, box) < cell), (
                "a dash too near to a sum"
            )
            # The sum stands in its cell, clear of the heavy lines around it.
            assert box[0] - column * cell - style.box / 2 >= 0.6
            assert box[1] - row * cell - style.box / 2 >= 0.6
            assert (column + 1) * cell - style.box / 2 - box[2] >= 0.6
            assert (row + 1) * cell - style.box / 2 - box[3] >= 0.6


@pytest.mark.parametrize("cell", [12.0, 15.5, 24.0, 45.0])
def test_digits_keep_clear_of_sums_and_outlines(cell: float) -> None:
    for seed in range(8):
        puzzle = killer(seed, sizes=(9,), most=5, givens=0.6)
        style, picture = IN_TEXT, puzzle_picture(puzzle.geometry, puzzle.givens, cage_marks(puzzle))
        cell = max(cell, picture.least_cell(style, cell))
        canvas = InkCanvas()
        draw_grid(canvas, picture, 0.0, 0.0, 9 * cell, style)
        line = style.fitted(cell)
        fitted = measures(LOOK, cell, line.thin, line.box)
        assert len(canvas.digits) == sum(1 for digit in picture.digits if digit)
        outlined = not canvas.fills or picture.geometry.kind == "killer-x"
        shown = [box for mark in picture.caged for box in [sum_ink(mark, 9, cell, fitted)] if mark.text]
        sums = [(left, 9 * cell - bottom, right, 9 * cell - top) for left, top, right, bottom in shown]
        for _, box, size in canvas.digits:
            assert size >= 1.5 * fitted.sum_size - 1e-6
            for other in sums:
                assert gap(box, other) >= 0.4
            if outlined and not tinted(canvas):
                middle = (box[0] + box[2]) / 2 // cell * cell, (box[1] + box[3]) / 2 // cell * cell
                assert box[1] - middle[1] >= fitted.edge + 0.3
                assert middle[1] + cell - box[3] >= fitted.edge + 0.3


def tinted(canvas: InkCanvas) -> bool:
    return len(canvas.fills) > 20


def test_answers_have_no_cages_and_digits_of_full_size() -> None:
    puzzle = killer(1, sizes=(9,), kinds=("killer",))
    canvas, classic = InkCanvas(), InkCanvas()
    style = replace(IN_TEXT, digit=0.6)
    draw_grid(canvas, answer_picture(puzzle.geometry, puzzle.givens, bytes([5] * 81)), 0.0, 0.0, 126.0, style)
    draw_grid(classic, answer_picture(geometry(), bytes(81), bytes([5] * 81)), 0.0, 0.0, 126.0, style)
    assert (canvas.lines, canvas.dashed, canvas.digits) == (classic.lines, classic.dashed, classic.digits)


def test_shaded_cells_among_tints_have_a_black_corner() -> None:
    puzzle = killer(2, sizes=(9,), kinds=("killer-x",))
    canvas = InkCanvas()
    picture = GridPicture(puzzle.geometry, bytes(81), frozenset(), cage_marks(puzzle), "tinted")
    draw_grid(canvas, picture, 0.0, 0.0, 180.0, IN_TEXT)
    corners = [box for box in canvas.fills if box[2] - box[0] < 10.0]
    assert len(corners) == 17
    assert all(abs(right % 20) < 1e-6 and abs(bottom % 20) < 1e-6 for _, bottom, right, _ in corners)


class Fills(InkCanvas):
    """Collects the ink of each cell, of side 10."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self.size = size
        self.shades: dict[int, float] = {}

    def fill(self, box: Box, ink: float) -> None:
        for column in range(round(box[0] / 10), round(box[2] / 10)):
            cell = (self.size - round(box[3] / 10)) * self.size + column
            assert cell not in self.shades
            self.shades[cell] = ink


def test_tints_differ_across_every_side_and_one_of_them_is_white() -> None:
    tints = LOOK.cages.tints
    assert tints[0] == 0
    assert all(later - earlier >= 0.14 - 1e-9 for earlier, later in pairwise(tints))
    for seed in range(12):
        puzzle = killer(seed, sizes=(6, 9), kinds=("killer",), bare=0.1)
        size = puzzle.geometry.size
        marks = cage_marks(puzzle)
        canvas = Fills(size)
        draw_grid(
            canvas,
            GridPicture(puzzle.geometry, bytes(size**2), frozenset(), marks, "tinted"),
            0,
            0,
            10 * size,
            IN_TEXT,
        )
        owner = {cell: index for index, cage in enumerate(puzzle.cages) for cell in cage.cells}
        shades = {cell: canvas.shades.get(cell, 0.0) for cell in owner}
        assert canvas.shades.keys() <= owner.keys()
        for cell, index in owner.items():
            for near in ([cell + 1] if (cell + 1) % size else []) + ([cell + size] if cell + size < size**2 else []):
                if near in owner:
                    assert (shades[cell] == shades[near]) == (index == owner[near])
        # No outline is drawn: the lines are those of the grid.
        plain = InkCanvas()
        draw_grid(plain, GridPicture(puzzle.geometry, bytes(size**2)), 0, 0, 10 * size, IN_TEXT)
        assert canvas.lines == plain.lines


def test_one_puzzle_as_text() -> None:
    """The calls of a small puzzle, so that a change of its look is seen."""
    marks = (Mark("cage", (0, 1, 5), "14"), Mark("cage", (4,), "3"))
    canvas = RecordingCanvas()
    draw_grid(canvas, puzzle_picture(geometry("killer", 4), bytes(16), marks), 0.0, 0.0, 80.0, IN_TEXT)
    drawn = [line for line in canvas.lines if "dash" in line or line.startswith("text")]
    assert drawn == GOLDEN_CALLS.strip().split("\n")


GOLDEN_CALLS = """
stroke 0.75 open 1 10.56,77.92 38.3,77.92 dash 1.89 1.42 0
stroke 0.75 open 1 37.92,78.3 37.92,41.7 dash 2.05 1.54 0.65
stroke 0.75 open 1 38.3,42.08 21.7,42.08 dash 1.81 1.36 0.53
stroke 0.75 open 1 22.07,41.7 22.07,62.45 dash 1.9 1.43 0.58
stroke 0.75 open 1 22.45,62.08 1.7,62.08 dash 1.9 1.43 0.58
stroke 0.75 open 1 2.08,61.7 2.08,72.45 dash 1.8 1.35 0.53
stroke 0.75 open 1 6.55,57.92 18.3,57.92 dash 1.98 1.48 0
stroke 0.75 open 1 17.93,58.3 17.93,41.7 dash 1.81 1.36 0.53
stroke 0.75 open 1 18.3,42.08 1.7,42.08 dash 1.81 1.36 0.53
stroke 0.75 open 1 2.08,41.7 2.08,52.45 dash 1.8 1.35 0.53
text 1.75 73.25 NotoSans-Regular 7 '14'
text 1.75 53.25 NotoSans-Regular 7 '3'
"""


def test_pixels_agree_with_the_recorded_dashes() -> None:
    """Every dash of a preview is black in its middle, every gap white."""
    puzzle = killer(3, sizes=(4,), kinds=("killer",), most=5)
    marks, cell = cage_marks(puzzle), 30.0
    canvas = RasterCanvas(288)
    canvas.begin_page(Sheet(140, 140, (0, 0, 140, 140)))
    draw: Canvas = canvas
    draw_grid(draw, puzzle_picture(puzzle.geometry, bytes(16), marks), 10.0, 10.0, 4 * cell, IN_TEXT)
    canvas.end_page()
    image = canvas.pages[0]
    style = IN_TEXT.fitted(cell)
    fitted = measures(LOOK, cell, style.thin, style.box)
    seen = 0
    for mark in marks:
        for run in cage_runs(mark, 4, cell, fitted):
            (x1, y1), (x2, y2) = run.start, run.end
            length = abs(x2 - x1) + abs(y2 - y1)
            dashes = pieces(length, run.on, run.off, run.phase)
            gaps = [(a[1], b[0]) for a, b in pairwise(dashes)]
            for places, dark in ((dashes, True), (gaps, False)):
                for start, stop in places:
                    at = (start + stop) / 2 / length
                    x, y = x1 + (x2 - x1) * at, y1 + (y2 - y1) * at
                    across = y if y1 != y2 else x
                    if not dark and abs(across / cell - round(across / cell)) * cell < 2.5:
                        continue  # A gap where the outline crosses a line of the grid.
                    pixel = image.getpixel((int((10 + x) * 4), int((10 + y) * 4)))
                    assert isinstance(pixel, int)
                    assert (pixel < 100) == dark, (x, y, pixel)
                    seen += 1
    assert seen > 100
