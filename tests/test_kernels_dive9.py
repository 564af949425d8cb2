"""Givens as nodes, and quick proofs that a grid has a solution, or two."""

from __future__ import annotations

import naive
import numpy as np
import pytest
from kernel_data import subgrids
from numba import njit

from bookmaker.logic.kernels import dive9, fill, propagation9
from bookmaker.logic.kernels.rules import NOT
from bookmaker.logic.solve.rule_arrays import rule_arrays
from bookmaker.puzzles.rules import geometry

RULES = naive.houses(9, 3, 3)
NODE, SOLVED, OPEN = propagation9.NODE, propagation9.SOLVED, propagation9.OPEN


@njit
def loaded(work: np.ndarray, cells: np.ndarray) -> bool:
    return propagation9.begin(work, 0, cells)


@njit
def dived(work: np.ndarray, tight: int) -> int:
    """From the settled node at 0 to NODE."""
    propagation9.settle(work, 0)
    return dive9.dive(work, 0, NODE, tight)


@njit
def exchanged(work: np.ndarray, at: int) -> int:
    return dive9.exchange(work, at, at + NODE, 2 * NODE)


def cells_of(work: np.ndarray, at: int) -> list[set[int]]:
    rows = work[at : at + NODE].view(np.uint16).reshape(3, propagation9.LANES)
    assert not rows[:, 27:].any()
    return [
        {d for d in range(1, 10) if rows[c // 9 % 3, propagation9.LANE[c // 27][d - 1]] >> np.uint16(c % 9) & 1}
        for c in range(81)
    ]


@pytest.fixture(scope="module")
def sparse() -> np.ndarray:
    state = np.array([3], np.uint64)
    grids = np.zeros((60, 81), np.uint8)
    for row in grids:
        assert fill.fill(rule_arrays(geometry()), state, row)
    return subgrids(grids, 7, 22, np.random.default_rng(3))


def test_givens_take_the_other_places_of_their_row(sparse):
    work = np.zeros(NODE, np.uint64)
    for grid in sparse:
        assert loaded(work, grid)
        for cell, digits in enumerate(cells_of(work, 0)):
            row = set(grid[cell // 9 * 9 : cell // 9 * 9 + 9].tolist()) - {0}
            assert digits == ({int(grid[cell])} if grid[cell] else set()) | (set(range(1, 10)) - row)


def test_a_cell_that_is_not_to_have_a_digit():
    """Also beside a given of that digit."""
    work, cells = np.zeros(NODE, np.uint64), np.zeros(81, np.uint8)
    cells[[3, 40, 44]] = NOT + 7, 5, NOT + 5
    assert loaded(work, cells)
    for cell, digits in enumerate(cells_of(work, 0)):
        gone = ({5} if cell // 9 == 4 and cell != 40 else set()) | ({7} if cell == 3 else set())
        assert digits == set(range(1, 10)) - gone


@pytest.mark.parametrize("wrong", [{0: 5, 8: 5}, {72: 1, 80: 1}, {40: 10}, {0: 255}, {80: 99}, {8: 128}])
def test_two_of_a_row_and_large_digits_are_refused(wrong):
    cells = np.zeros(81, np.uint8)
    for cell, digit in wrong.items():
        cells[cell] = digit
    assert not loaded(np.zeros(NODE, np.uint64), cells)


def test_a_dive_finds_a_solution_and_an_exchange_another(sparse):
    work = np.zeros(5 * NODE, np.uint64)
    found, twice = 0, 0
    for grid in sparse:
        for tight in dive9.TIGHT:
            loaded(work, grid)
            if dived(work, tight) != SOLVED:
                continue
            found += 1
            solution = [digit for (digit,) in cells_of(work, NODE)]
            assert naive.legal(solution, RULES)
            assert all(given in (0, digit) for given, digit in zip(grid.tolist(), solution, strict=True))
            at, turns = 0, 0
            for _ in range(dive9.PAIRINGS):
                if exchanged(work, at) == OPEN:
                    left = [{(d + turns - 1) % 9 + 1 for d in digits} for digits in cells_of(work, 2 * NODE)]
                    other = [next(iter(held - {old}), old) for held, old in zip(left, solution, strict=True)]
                    assert max(map(len, left)) == 2
                    assert naive.legal(other, RULES)
                    assert all(given in (0, digit) for given, digit in zip(grid.tolist(), other, strict=True))
                    twice += 1
                at, turns = 3 * NODE, turns + 1
    assert found > 1.7 * len(sparse)
    assert twice > len(sparse)
