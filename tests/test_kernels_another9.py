"""Another solution of a puzzle of which one is known, against the solver."""

from __future__ import annotations

import numpy as np
from conftest import scaled
from kernel_data import subgrids
from numba import njit

from bookmaker.logic.kernels import classic9, dive9, fill
from bookmaker.logic.kernels.rules import NOT
from bookmaker.logic.solve.rule_arrays import rule_arrays
from bookmaker.puzzles.rules import geometry


@njit
def asked(work: np.ndarray, solution: np.ndarray, givens: np.ndarray, bare: bool, answers: np.ndarray) -> int:
    """What is answered of each cell; returns how the puzzle ends where its consequences are drawn first."""
    dive9.know(work, solution)
    end = 0
    if bare:
        dive9.load_open(work, givens)
    else:
        end = dive9.load(work, givens)
    for cell in range(81):
        if givens[cell] == 0:
            answers[cell] = dive9.differs(work, cell, solution[cell])
    return end


def test_a_cell_that_may_hold_another_digit_is_known() -> None:
    state, chance = np.array([7], np.uint64), np.random.default_rng(7)
    work, given = np.zeros(dive9.WORK, np.uint64), classic9.ground()
    none, known = np.zeros((0, 81), np.uint8), 0
    for _ in range(scaled(4, 12)):
        grids = np.zeros((1, 81), np.uint8)
        assert fill.fill(rule_arrays(geometry()), state, grids[0])
        for puzzle in subgrids(grids, 22, 34, chance):
            for bare in (False, True):
                answers = np.full(81, 9, np.int64)
                asked(work, grids[0], puzzle, bare, answers)
                for cell in np.flatnonzero(puzzle == 0):
                    without = puzzle.copy()
                    without[cell] = grids[0, cell] | NOT
                    solutions = classic9.search(given, without, 1, 0, none)
                    if answers[cell] != dive9.UNSEEN:
                        known += 1
                        assert answers[cell] == (dive9.SOME if solutions else dive9.NONE)
    assert known > scaled(300, 1000)
