"""Cages and regions that programs list, and the grid of givens beside them: one puzzle, in whatever form the cells are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from conftest import every_kind
from formats_data import found

from bookmaker import formats
from bookmaker.logic.solve.solver import solutions
from bookmaker.puzzles.grid.puzzle import Puzzle

DATA = Path(__file__).parent / "data"
_ALL = every_kind()
KILLER, CALCUDOKU, JIGSAW = (
    next(one for one in _ALL if one.geometry.kind == kind) for kind in ("killer", "calcudoku", "jigsaw")
)
SIGNS = {"sum-cage": "+", "difference-cage": "-", "product-cage": "*", "quotient-cage": "/"}


def places(cells: Sequence[int], size: int) -> list[tuple[int, int]]:
    return [divmod(cell, size) for cell in cells]


def joined(one: str, cells: Sequence[int], size: int, around: str = "[]", sign: str = ", ", base: int = 1) -> str:
    """Cells in brackets or quotes; ``one`` is a cell, with its row, column and the letter of its column."""
    named = (one.format(r=r + base, c=c + base, x="ABCDEFGHI"[c]) for r, c in places(cells, size))
    return f"{around[0]}{sign.join(named)}{around[1]}"


CELLS: dict[str, Callable[[Sequence[int], int], str]] = {
    "pairs from 0": lambda cells, size: joined("({r}, {c})", cells, size, base=0),
    "pairs from 1": lambda cells, size: joined("[{r},{c}]", cells, size),
    "names": lambda cells, size: joined("r{r}c{c}", cells, size, '""', " "),
    "quoted names": lambda cells, size: joined('"R{r}C{c}"', cells, size),
    "letters": lambda cells, size: joined("{x}{r}", cells, size, '""', ","),
    "braces": lambda cells, size: joined("{{{r}, {c}}}", cells, size, "{}", base=0),
}
PROGRAMS = {
    "Python": ("from x import f\ngivens = [{rows}]\n\ncages = [{listed}]\n\nprint(f(givens, cages))\n", "({0}, {1})"),
    "turned": ("const cages = [\n{listed}\n];\nconst givens = [{rows}];\nsolve(givens);\n", "[{1}, {0}]"),
    "calls": ("let g = [{rows}];\naddCage{listed};\nsolve(g);\nprint(g);\n", "({0}, {1})"),
}


def rows(cells: bytes) -> str:
    size = round(len(cells) ** 0.5)
    return ",\n ".join(f"[{', '.join(map(str, cells[at : at + size]))}]" for at in range(0, len(cells), size))


def text_of(program: str, puzzle: Puzzle, givens: bytes, listed: Sequence[tuple[str, str]]) -> str:
    whole, one = PROGRAMS[program]
    joined = (";\naddCage" if program == "calls" else ",\n ").join(one.format(*parts) for parts in listed)
    return whole.format(rows=rows(givens), listed=joined)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("cells", CELLS)
@pytest.mark.parametrize("program", PROGRAMS)
def test_cages_of_a_program_and_its_grid_are_one_puzzle(program: str, cells: str) -> None:
    own = CELLS[cells]
    answer = formats.parse(formats.render([KILLER], "jsonl"))[0]
    listed = [(str(cage.sum), own(cage.cells, 9)) for cage in KILLER.cages]
    puzzles = found(text_of(program, KILLER, KILLER.givens, listed))
    # Without givens nothing says whether letters are rows or columns; the note says which.
    if any(KILLER.givens) or cells != "letters":
        assert [one.cages for one in puzzles] == [answer.cages] and puzzles[0].givens == KILLER.givens, puzzles.faults
    operated = [
        (f'"{clue.value[0]}{SIGNS[clue.kind]}"', own(clue.cells, CALCUDOKU.geometry.size)) for clue in CALCUDOKU.clues
    ]
    (one,) = found(text_of(program, CALCUDOKU, CALCUDOKU.givens, operated))
    assert one == CALCUDOKU or cells == "letters"
    parted = [
        (f'"{SIGNS[clue.kind]}", {clue.value[0]}', own(clue.cells, CALCUDOKU.geometry.size)) for clue in CALCUDOKU.clues
    ]
    assert found(text_of(program, CALCUDOKU, CALCUDOKU.givens, parted)) == [one]


@pytest.mark.parametrize("cells", [form for form in CELLS if form != "letters"])
def test_regions_of_a_program_and_its_grid_are_a_jigsaw(cells: str) -> None:
    regions = JIGSAW.geometry.regions
    assert regions is not None
    listed = [CELLS[cells]([cell for cell, one in enumerate(regions) if one == at], 9) for at in range(9)]
    for text in (
        f"from x import f\ng = [{rows(JIGSAW.givens)}]\nregions = [{', '.join(listed)}]\nprint(f(g, regions))\n",
        f"my @r = (\n{', '.join(listed)});\nmy @g = (\n{rows(JIGSAW.givens)});\nsolve(@r, @g);\nexit;\n",
        f"run :- jig([{', '.join(listed)}],\n[{rows(JIGSAW.givens).replace('0', '_')}], X).\n",
    ):
        if cells != "names":
            assert found(text) == [JIGSAW], text


@pytest.mark.parametrize("base", [0, 1])
def test_an_array_of_regions_beside_a_grid_makes_it_a_jigsaw(base: int) -> None:
    labels = rows(bytes(one + base for one in JIGSAW.geometry.regions or ()))
    code = "import x\n{} = [{}]\n{} = [{}]\nprint(x.f())\n"
    for text in (
        code.format("a", labels, "b", rows(JIGSAW.givens)),
        code.format("grid", rows(JIGSAW.givens), "layout", labels),
    ):
        assert found(text) == [JIGSAW]


def test_lists_that_belong_to_several_grids_are_a_fault() -> None:
    labels = rows(bytes(one + 1 for one in JIGSAW.geometry.regions or ()))
    grids = "".join(f"g{at} = [{rows(one.givens)}]\n" for at, one in enumerate((JIGSAW, JIGSAW)))
    puzzles = found(f"import x\nlayout = [{labels}]\n{grids}print(x.f())\n")
    assert not puzzles and any("it is not clear which belong together" in one.message for one in puzzles.faults)


@pytest.mark.parametrize(
    "form", ['{{"sum": {0}, "cells": {1}}}', "{{sum: {0}, cells: {1}}}", "{{cells: {1}, total: {0}}}"]
)
def test_some_cages_as_objects_beside_a_grid_are_a_killer(form: str) -> None:
    """The field "sum" names no operation, and cages that cover a part of the grid are not left out."""
    size = KILLER.geometry.size
    some, answer = KILLER.cages[:5], solutions(KILLER)[0]
    givens = bytes(digit if at % 3 == 1 else 0 for at, digit in enumerate(answer))
    listed = [(str(cage.sum), joined("[{r}, {c}]", cage.cells, size, base=0)) for cage in some]
    text = (
        f"givens = [{rows(givens)}]\nkiller_cages = [\n  " + ",\n  ".join(form.format(*one) for one in listed) + "\n]\n"
    )
    (puzzle,) = found(text)
    assert puzzle.geometry.kind == "killer"
    assert set(puzzle.cages) == set(some) and puzzle.givens == givens


NAMED_LISTS = {
    "thermometers": "STRICT_THERMOS",
    "renban": "renbanLines",
    "palindrome": "palindrome_lines",
    "kropki-partial": "",
    "even-odd": "",
}


@pytest.mark.parametrize("kind", NAMED_LISTS)
def test_lists_of_clues_that_a_program_assigns_to_names_make_the_puzzle(kind: str) -> None:
    puzzle = next(one for one in _ALL if one.geometry.kind == kind)
    size = puzzle.geometry.size
    cells = [[f"r{r + 1}c{c + 1}" for r, c in places(clue.cells, size)] for clue in puzzle.geometry.clues]
    if kind == "kropki-partial":
        lists = {"MARKERS": [[clue.kind, *own] for clue, own in zip(puzzle.geometry.clues, cells, strict=True)]}
    elif kind == "even-odd":
        lists = {
            f"{name}_cells": [
                own[0] for clue, own in zip(puzzle.geometry.clues, cells, strict=True) if clue.kind == name
            ]
            for name in ("even", "odd")
        }
    else:
        lists = {NAMED_LISTS[kind]: cells}
    board = "".join(map(str, puzzle.givens)).replace("0", ".")
    lines = [f"INITIAL_BOARD = '{board}'", "PUZZLE_TITLE = 'One'", "ANTI_KNIGHT = False", "ARROWS = []"]
    program = "\n".join([*lines, *(f"{name} = {listed!r}" for name, listed in lists.items()), "solve(INITIAL_BOARD)\n"])
    (read,) = found(program)
    assert read.geometry is puzzle.geometry and read.givens == puzzle.givens
    known = "\n".join(
        [*lines, *(f"{name} = {listed!r}" for name, listed in lists.items()), "XYZ_LINES = [['r1c1', 'r1c2']]"]
    )
    assert not [one for one in found(known) if isinstance(one, Puzzle)]
