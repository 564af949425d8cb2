"""Automata along lines and sums of clues against plain definitions: enumerated lines, and every grid of 4x4."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise, product

import naive
import numpy as np
import pytest

from bookmaker.logic.solve.solver import count_solutions
from bookmaker.puzzles.grid.automaton import Machine, automaton
from bookmaker.puzzles.grid.geometry import Clue
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry

Keeps = Callable[[Sequence[int]], bool]


def _is_arrow(digits: Sequence[int]) -> bool:
    return digits[0] == sum(digits[1:])


def _is_between(digits: Sequence[int]) -> bool:
    low, high = sorted((digits[0], digits[-1]))
    return all(low < digit < high for digit in digits[1:-1])


def _is_zipper(digits: Sequence[int]) -> bool:
    middle = sum(digits[(len(digits) - 1) // 2 : len(digits) // 2 + 1])
    return all(digits[place] + digits[-1 - place] == middle for place in range((len(digits) - 1) // 2))


PLAIN: dict[str, tuple[str, Keeps]] = {
    "arrow": ("arrow", _is_arrow),
    "between": ("between", _is_between),
    "zipper": ("zippers", _is_zipper),
}
"""For each kind of clue with a sum or a machine a rule that has it, and what it means."""

_GRIDS = list(naive.solutions([0] * 16, 4, naive.houses(4, 2, 2)))


def _random_machine(chance: np.random.Generator) -> Machine:
    states, size = 5, 4
    steps = chance.integers(-2, states, (states, size)).tolist()
    good = set(chance.permutation(states)[:2].tolist())
    return Machine(
        0, lambda state, digit: steps[state][digit - 1] if steps[state][digit - 1] >= 0 else None, good.__contains__
    )


def test_an_automaton_leaves_the_digits_of_all_lines_that_keep_it_and_no_others() -> None:
    chance = np.random.default_rng(1)
    for _ in range(150):
        machine, length = _random_machine(chance), int(chance.integers(1, 6))
        held = chance.integers(1, 16, length).tolist()
        lines = [line for line in product(range(1, 5), repeat=length) if machine.keeps(line)]
        found = automaton(machine, 4, length)
        assert found.possible == bool(lines)
        lines = [line for line in lines if all(held[at] >> digit - 1 & 1 for at, digit in enumerate(line))]
        expected = [0] * length
        for line in lines:
            expected = [mask | 1 << digit - 1 for mask, digit in zip(expected, line, strict=True)]
        assert found.left(held) == expected


def _path(chance: np.random.Generator, length: int) -> list[int]:
    cells = [int(chance.integers(16))]
    while len(cells) < length:
        row, column = divmod(cells[-1], 4)
        near = [(row + a, column + b) for a in (-1, 0, 1) for b in (-1, 0, 1)]
        free = [4 * a + b for a, b in near if 0 <= a < 4 and 0 <= b < 4 and 4 * a + b not in cells]
        if not free:
            break
        cells.append(free[int(chance.integers(len(free)))])
    return cells


@pytest.mark.parametrize("kind", PLAIN)
def test_as_many_solutions_as_grids_that_keep_the_clues(kind: str) -> None:
    """Among all 288 grids of 4x4, those that the definition keeps, for one clue and for two."""
    rule, keeps = PLAIN[kind]
    chance = np.random.default_rng(2)
    met = set()
    for _ in range(40):
        paths = [_path(chance, int(chance.integers(3, 6))) for _ in range(int(chance.integers(1, 3)))]
        clues = [Clue(kind, tuple(path)) for path in paths if len(path) >= 3]
        puzzle = Puzzle(geometry(rule, 4, None, clues), bytes(16))
        grids = [grid for grid in _GRIDS if all(keeps([grid[cell] for cell in clue.cells]) for clue in clues)]
        assert int(count_solutions(puzzle, 300)[0]) == len(grids)
        assert all(puzzle.geometry.holds(bytes(grid)) == (grid in grids) for grid in _GRIDS[::7])
        met.add(len(grids))
    assert len(met) > 5


def test_quadruples_and_sums_by_box_are_what_they_are_called() -> None:
    """Values and boxes, which lines above have not: again among all grids of 4x4."""
    chance = np.random.default_rng(3)
    for _ in range(20):
        value = tuple(sorted(chance.integers(1, 5, int(chance.integers(1, 5))).tolist()))
        around = (5, 6, 9, 10)
        held = [grid for grid in _GRIDS if all([grid[c] for c in around].count(d) >= value.count(d) for d in value)]
        puzzle = Puzzle(geometry("quadruples", 4, None, [Clue("quadruple", around, value)]), bytes(16))
        assert int(count_solutions(puzzle, 300)[0]) == len(held)
        path = _path(chance, 5)
        if len(path) < 2:
            continue
        parts: list[list[int]] = [[path[0]]]
        for before, cell in pairwise(path):
            same = (before // 8, before % 4 // 2) == (cell // 8, cell % 4 // 2)
            parts[-1].append(cell) if same else parts.append([cell])
        held = [grid for grid in _GRIDS if len({sum(grid[cell] for cell in part) for part in parts}) == 1]
        puzzle = Puzzle(geometry("region-sums", 4, None, [Clue("region-sum", tuple(path))]), bytes(16))
        assert int(count_solutions(puzzle, 300)[0]) == len(held)
