"""Pictures of covers where a grid has room around it for numbers or open edges, and where several grids share cells."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from cover_canvas import CoverCanvas, Drawn, reach
from typeset_data import LOOK

from bookmaker.printing.covers import design, pictures, scenes
from bookmaker.printing.covers.pictures import Content
from bookmaker.printing.covers.size import Panel
from bookmaker.printing.grids.grid_drawing import puzzle_picture
from bookmaker.puzzles.rules import geometry

DESIGN = design.find("classic")
TONES = design.find("quilt").palettes[0]
PANEL = Panel("front", (100.0, 50.0, 532.0, 698.0), (3.0, 5.0, 7.0, 11.0), (18.0, 18.0))
WIDE, HIGH = 432.0, 648.0
GRID = design.Grid(box=(0, 0, 1, 1), centre=(0.5, 0.5), size=0.9, filled=0.5, margin=0.25)


def content(kind: str) -> Content:
    """Digits in every cell, no two rows alike, and a given in two of five: pictures need no more of a puzzle."""
    grid = geometry(kind)
    solution = bytes((cell * cell + 3 * cell) % 11 % 9 + 1 for cell in range(grid.cell_count))
    given = bytes(digit if cell % 5 < 2 else 0 for cell, digit in enumerate(solution))
    picture = puzzle_picture(grid, given)
    marked = frozenset(cell for cell, digit in enumerate(given) if digit)
    return Content(LOOK, {}, {}, picture, solution, marked, picture, "", 1, (), seed=7)


def drawn(draw: Any, element: design.Element, shown: Content, look: Any = DESIGN) -> list[Drawn]:
    canvas = CoverCanvas()
    draw(canvas, element, PANEL, shown, look, TONES)
    return canvas.drawn


def near(*values: float) -> Any:
    return pytest.approx(values, abs=1e-6)


def tone(colour: Any) -> int:
    return TONES.tones.index(colour) + 1


def test_the_dots_of_several_grids_stand_where_their_cells_are_within_the_box() -> None:
    shown = content("samurai")
    ground, gap = shown.puzzle.geometry, 0.3
    dots = drawn(scenes.draw_dots, design.Dots(box=(0.1, 0.4, 0.9, 0.8), gap=gap), shown)
    assert len(dots) == ground.cell_count == 369
    left, bottom, right, top = 100 + 0.1 * WIDE, 698 - 0.8 * HIGH, 100 + 0.9 * WIDE, 698 - 0.4 * HIGH
    cell = (top - bottom) / (21 + 6 * gap)
    assert all(left < x < right and bottom < y < top for x, y in (one.points[0] for one in dots))
    for index, one in enumerate(dots):
        x, y = one.points[0][0] - (left + right) / 2, one.points[0][1] - (bottom + top) / 2
        row, column = ground.place(index)
        over, down = (at + gap * (at // 3) - 10 - 3 * gap for at in (column, row))
        assert (x / cell, -y / cell) == near(over, down)


@pytest.mark.parametrize("kind", ["sandwich", "toroidal", "samurai", "sohei"])
def test_digits_by_hand_stand_in_their_cells_whatever_is_around_or_between_them(kind: str) -> None:
    shown = content(kind)
    ground, side, (mx, my) = shown.puzzle.geometry, 0.9 * WIDE, (316.0, 374.0)
    cell = side / ground.span
    by_hand = [one for one in drawn(pictures.draw_puzzle, replace(GRID, filled=1), shown) if one.kind == "text"]
    written: dict[tuple[int, int], str] = {}
    for one in by_hand:
        x, y = one.digit_place
        column, row = (x - mx) / cell + ground.span / 2, ground.span / 2 - (y - my) / cell
        assert (column % 1, row % 1) == near(0.5, 0.5)
        assert one.face is not None and one.size * one.face.digit_height() == pytest.approx(GRID.height * cell)
        written[int(row), int(column)] = one.text
    empty = [index for index in range(ground.cell_count) if index not in shown.marked]
    assert written == {ground.spot(index): str(shown.solution[index]) for index in empty}
    # The pencil writes the nearest of them.
    paths = (design.Shape(colour="tone 4", points=((0, 0), (10, 0), (0, 20))),)
    pencil = design.Drawing(box=(0, 0, 1, 1), centre=(0.6, 0.4), unit=0.01, at_hand=True, paths=paths)
    grid = replace(GRID, unsteady=0)
    (moved,) = drawn(scenes.draw_drawing, pencil, shown, look=replace(DESIGN, front=(grid,)))
    places = [one.digit_place for one in drawn(pictures.draw_puzzle, grid, shown) if one.kind == "text"]
    feet = [(x, y - GRID.height / 2 * cell) for x, y in places]
    assert moved.points[0] == near(*min(feet, key=lambda foot: reach(foot, (100 + 0.6 * WIDE, 698 - 0.4 * HIGH))))


@pytest.mark.parametrize("kind", ["samurai", "sohei"])
def test_tiles_bands_and_fields_of_several_grids_are_those_of_the_first(kind: str) -> None:
    shown = content(kind)
    ground = shown.puzzle.geometry
    top, left = ground.corners[0]
    first = [[shown.solution[ground.cell_at[top + row, left + column]] for column in range(9)] for row in range(9)]
    tiled = drawn(
        pictures.draw_puzzle, replace(GRID, cells=tuple(f"tone {n}" for n in range(1, 10)), lines=False), shown
    )
    _, *tiles = (one for one in tiled if one.kind == "fill")
    assert [tone(one.colour) for one in tiles] == [digit for row in first for digit in row]
    for upright in (False, True):
        _, *bands = drawn(scenes.draw_bands, design.Bands(box=(0, 0, 1, 1), upright=upright), shown)
        assert [tone(one.colour) for one in bands] == ([row[0] for row in first] if upright else first[0])
    field = drawn(scenes.draw_field, design.Digits(box=(0, 0, 1, 1), columns=9), shown)
    lines: dict[float, list[tuple[float, str]]] = {}
    for one in field:
        lines.setdefault(round(one.digit_place[1], 3), []).append((one.digit_place[0], one.text))
    rows = {"".join(text for _, text in sorted(line)) for line in lines.values()}
    # Each line shows a row of the grid, over again.
    assert all(any(row in "".join(map(str, own)) * 3 for own in first) for row in rows)
