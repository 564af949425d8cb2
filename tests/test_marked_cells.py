"""Clues on cells, areas and borders with numbers against plain definitions on every grid of 4x4, and in links of f-puzzles."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from math import prod

import naive
import numpy as np
import pytest

import bookmaker
from bookmaker import formats
from bookmaker.base.errors import UsageError
from bookmaker.formats.base import lz
from bookmaker.logic.solve.solver import count_solutions
from bookmaker.printing.styles import style
from bookmaker.publishing.documents.sheets import find_layout, sheets, sheets_pdf
from bookmaker.publishing.proof import kinds, pdf_reading
from bookmaker.puzzles.grid.geometry import Clue
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import CLUES, geometry
from bookmaker.puzzles.rules.places import borders

_GRIDS = list(naive.solutions([0] * 16, 4, naive.houses(4, 2, 2)))
Grid = Sequence[int]


def _numbers(chance: np.random.Generator, kind: str, least: int, most: int) -> list[Clue]:
    pairs = borders(4)
    picked = chance.permutation(len(pairs))[:2].tolist()
    return [Clue(kind, pairs[at], (int(chance.integers(least, most + 1)),)) for at in picked]


def _cells(chance: np.random.Generator, kind: str, count: int) -> list[Clue]:
    return [Clue(kind, (cell,)) for cell in sorted(chance.permutation(16)[:count].tolist())]


def _areas(chance: np.random.Generator) -> list[Clue]:
    first = int(chance.integers(0, 6))
    first += first % 4 == 3
    step = int(chance.integers(4, 9))
    both = (first, first + 1, first + step, first + step + 1)
    return [Clue("clone", both)] if (first + step) % 4 != 3 else []


_MAKES: dict[str, Callable[[Sequence[int]], float]] = {
    "sum-cage": sum,
    "product-cage": prod,
    "difference-cage": lambda digits: max(digits) - min(digits),
    "quotient-cage": lambda digits: max(digits) / min(digits),
}


def _operations(chance: np.random.Generator) -> list[Clue]:
    """Cages around a cell in the middle, with a number that some grid has."""
    kinds = list(_MAKES)
    kind = kinds[int(chance.integers(4))]
    cells = (5, 6) if kind[0] in "dq" else [(5, 6), (4, 5, 9), (5, 6, 9, 10)][int(chance.integers(3))]
    grid = _GRIDS[int(chance.integers(len(_GRIDS)))]
    value = _MAKES[kind]([grid[cell] for cell in cells])
    return [Clue(kind, tuple(cells), (int(value),))] if value == int(value) else []


def _is_fortress(grid: Grid, clues: Sequence[Clue]) -> bool:
    grey = {clue.cells[0] for clue in clues}
    ways = [way for pair in borders(4) for way in (pair, pair[::-1])]
    return all(grid[one] > grid[other] for one, other in ways if one in grey and other not in grey)


def _is_low(grid: Grid, clues: Sequence[Clue]) -> bool:
    return _is_fortress([-digit for digit in grid], clues)


PLAIN: dict[str, tuple[Callable[[np.random.Generator], list[Clue]], Callable[[Grid, Sequence[Clue]], bool]]] = {
    "differences": (
        lambda chance: _numbers(chance, "difference", 1, 3),
        lambda grid, clues: all(abs(grid[one.cells[0]] - grid[one.cells[1]]) == one.value[0] for one in clues),
    ),
    "ratios": (
        lambda chance: _numbers(chance, "ratio", 2, 4),
        lambda grid, clues: all(
            grid[one.cells[0]] / grid[one.cells[1]] in (one.value[0], 1 / one.value[0]) for one in clues
        ),
    ),
    "low-high": (
        lambda chance: [*_cells(chance, "low", 2), *_cells(chance, "high", 2)],
        lambda grid, clues: all((grid[one.cells[0]] < 3) == (one.kind == "low") for one in clues),
    ),
    "fortress": (lambda chance: _cells(chance, "fortress", 4), _is_fortress),
    "minima": (lambda chance: _cells(chance, "minimum", 4), _is_low),
    "operations": (
        _operations,
        lambda grid, clues: all(_MAKES[one.kind]([grid[cell] for cell in one.cells]) == one.value[0] for one in clues),
    ),
    "clones": (
        _areas,
        lambda grid, clues: all(
            [grid[cell] for cell in one.cells[:2]] == [grid[cell] for cell in one.cells[2:]] for one in clues
        ),
    ),
}


@pytest.mark.parametrize("rule", PLAIN)
def test_clues_leave_the_grids_that_keep_them(rule: str) -> None:
    draw, keeps = PLAIN[rule]
    chance = np.random.default_rng(4)
    met = set()
    for _ in range(25):
        clues = draw(chance)
        if any(CLUES[one.kind].fault_of(one.cells, 4, one.value) for one in clues):
            continue
        kept = [grid for grid in _GRIDS if keeps(grid, clues)]
        puzzle = Puzzle(geometry(rule, 4, None, clues), bytes(16))
        assert int(count_solutions(puzzle, 300)[0]) == len(kept)
        assert all(puzzle.geometry.holds(bytes(grid)) == (grid in kept) for grid in _GRIDS[::9])
        met.add(len(kept))
    assert len(met) > 3


def test_of_nine_digits_a_five_is_neither_low_nor_high() -> None:
    ground = geometry("low-high", 9, None, [Clue("low", (0,)), Clue("high", (1,))])
    assert [ground.may[0], ground.may[1]] == [0b1111, 0b111100000]


def _link(**fields: object) -> Puzzle:
    grid = [[{} for _ in range(9)] for _ in range(9)]
    (puzzle,) = formats.parse(
        f"https://www.f-puzzles.com/?load={lz.pack(json.dumps({'size': 9, 'grid': grid, **fields}))}"
    )
    return puzzle


@pytest.mark.parametrize(
    ("values", "kind", "written"),
    [
        ((None, "1"), "kropki-partial", (None, None)),
        ((None, "3"), "differences", ("1", "3")),
        (("2",), "differences", ("2",)),
    ],
)
def test_dots_of_f_puzzles_have_numbers_if_one_has(
    values: Sequence[str | None], kind: str, written: Sequence[str | None]
) -> None:
    dots = [{"cells": [f"R{row + 1}C1", f"R{row + 1}C2"]} for row in range(len(values))]
    told = [{**dot, "value": value} if value else dot for dot, value in zip(dots, values, strict=True)]
    puzzle = _link(difference=told)
    assert puzzle.geometry.kind == kind
    text = formats.render([puzzle], "f-puzzles").strip().partition("load=")[2]
    assert [one.get("value") for one in json.loads(lz.unpack(text))["difference"]] == list(written)


def test_f_puzzles_calls_the_cells_of_a_fortress_maxima() -> None:
    puzzle = _link(maximum=[{"cell": "R5C2"}, {"cell": "R6C2"}])
    assert puzzle.geometry.kind == "fortress"
    assert puzzle.clues == (Clue("fortress", (37,)), Clue("fortress", (46,)))


def test_a_calcudoku_has_no_other_cages() -> None:
    with pytest.raises(UsageError, match="operations has cages of its own: leave killer out"):
        geometry(["operations", "killer"], 6)
    with pytest.raises(UsageError, match="has 3 cells, not 2"):
        geometry("calcudoku", 5, None, [Clue("quotient-cage", (0, 1, 2), (2,))])
    with pytest.raises(UsageError, match="not connected by their sides"):
        geometry("calcudoku", 5, None, [Clue("sum-cage", (0, 6), (2,))])


def test_easy_calcudokus_of_seven_by_seven_come_by_the_dozen() -> None:
    assert len(bookmaker.generate(12, "easy", kind="calcudoku", size=7, seed=1)) == 12


@pytest.mark.parametrize(
    ("kind", "size", "level", "most"),
    [
        ("calcudoku", 4, "easy", 60),
        ("calcudoku", 4, "medium", 60),
        ("calcudoku", 5, "easy", 60),
        ("calcudoku", 6, "easy", 60),
        ("operations", 6, "easy", 60),
        ("calcudoku", 6, "medium", 720),
        ("calcudoku", 7, "easy", 720),
    ],
)
def test_products_are_small_on_grids_for_children(kind: str, size: int, level: str, most: int) -> None:
    made = bookmaker.generate(16, level, kind=kind, size=size, seed=1, jobs=1)
    clues = [clue for one in made for clue in one.puzzle.clues if clue.kind == "product-cage"]
    assert (60 if most > 60 else 24) < max(clue.value[0] for clue in clues) <= most


def test_every_cell_of_a_made_calcudoku_lies_in_one_cage() -> None:
    (made,) = bookmaker.generate(1, difficulty="medium", seed=3, kind="calcudoku", size=5, jobs=1)
    cells = [cell for clue in made.puzzle.clues for cell in clue.cells]
    assert sorted(cells) == list(range(25))
    assert made.puzzle.given_count <= 3


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("kind", "level"), [("calcudoku", "easy"), ("little-killer", "hard")])
def test_large_grids_are_made_at_levels_that_few_givens_leave_out_of_reach(kind: str, level: str) -> None:
    """With as many givens as smaller grids have none of a hundred was of the level, or a proof took seconds."""
    (made,) = bookmaker.generate(1, difficulty=level, seed=1, kind=kind, attempts=2000, jobs=1)
    assert made.grade.level == level
    assert made.puzzle.given_count <= 24


def test_the_diagonals_of_argyle_are_drawn_and_read_back() -> None:
    grids = [bookmaker.generate(1, difficulty="easy", seed=1, kind=kind, jobs=1)[0].puzzle for kind in ("argyle", "x")]
    trim = 432.0, 648.0
    layout = find_layout("two-up", grids, trim, style.find())
    content = sheets_pdf(sheets(grids, layout, "en", "", False), trim, "", "en", "t.pdf")
    read = [kinds.marks(entry.grid) for entry in pdf_reading.read(content, "t.pdf", 0).puzzles]
    assert [found.ground.kind for found in read if found.ground is not None] == ["argyle", "x"]
    assert not any(found.faults or found.assumed for found in read)


def test_an_argyle_grid_has_no_digit_twice_on_its_eight_diagonals() -> None:
    (made,) = bookmaker.generate(1, difficulty="easy", seed=2, kind="argyle", jobs=1)
    digits = np.frombuffer(bytes(made.solution), np.uint8).reshape(9, 9)
    lines = [np.diagonal(way, off) for way in (digits, digits[:, ::-1]) for off in (-4, -1, 1, 4)]
    assert [len(set(line.tolist())) for line in lines] == [5, 8, 8, 5] * 2


def test_an_entropic_line_takes_the_thirds_in_turn() -> None:
    line = tuple(range(4))
    ground = geometry("entropic", 9, None, [Clue("entropic", line)])
    grid = bytes([1, 4, 7, 2, 5, 8, 3, 6, 9]) + bytes(72)
    assert not list(ground.broken(grid))
    assert list(ground.broken(bytes([1, 4, 5, 2]) + bytes(77)))
    assert list(ground.broken(bytes([1, 4, 7, 5]) + bytes(77)))
