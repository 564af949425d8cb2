"""A plain backtracking solver with its statistics: how hard a puzzle is to *search*, and the effect of the guess rule and of
propagation.

This is deliberately the solver of a student's first project: candidates per cell, elimination by peers, guesses. The fast kernels
hide its measure, after Franklin Pezzuti Dyer's "Sudoku en C": the number of guesses, their depth at the solution, and the
greatest depth.
"""

from __future__ import annotations

import numpy as np

from bookmaker.logic.jit.decorators import kernel
from bookmaker.logic.kernels.bits import lowest, popcount
from bookmaker.logic.kernels.rules import Array, RuleArrays

GUESSES, DEPTH, DEEPEST = range(3)
"""Places in the statistics of a search."""

UNDECIDED = -1


@kernel
def _eliminate(rules: RuleArrays, cand: Array, passes: int) -> bool:
    """Remove the digit of each cell with one candidate from its peers, and the digits that it forbids from related cells.
    ``passes``: how many times over the grid, 0 until nothing changes.

    ``cand`` uint32[cells] is changed. Returns False if a cell is left without a candidate.
    """
    turn = 0
    changed = True
    while changed and (passes == 0 or turn < passes):
        changed = False
        turn += 1
        for cell in range(len(cand)):
            mine = cand[cell]
            if mine & (mine - np.uint32(1)):
                continue
            for slot in range(rules.peer_count[cell]):
                peer = rules.peers[cell, slot]
                if cand[peer] & mine:
                    cand[peer] &= ~mine
                    changed = True
                    if cand[peer] == 0:
                        return False
            for table in range(len(rules.tables)):
                allowed = rules.tables[table, lowest(mine)]
                for slot in range(rules.related.shape[2]):
                    peer = rules.related[table, cell, slot]
                    if peer >= 0 and cand[peer] & ~allowed:
                        cand[peer] &= allowed
                        changed = True
                        if cand[peer] == 0:
                            return False
    return True


@kernel
def _finished(rules: RuleArrays, cand: Array) -> bool:
    """Whether every cell has one candidate, no two peers the same, and every relation kept."""
    for cell in range(len(cand)):
        mine = cand[cell]
        if mine == 0 or mine & (mine - np.uint32(1)):
            return False
        for slot in range(rules.peer_count[cell]):
            if cand[rules.peers[cell, slot]] == mine:
                return False
        for table in range(len(rules.tables)):
            allowed = rules.tables[table, lowest(mine)]
            for slot in range(rules.related.shape[2]):
                peer = rules.related[table, cell, slot]
                if peer >= 0 and not cand[peer] & allowed:
                    return False
    return True


@kernel
def _open_cell(cand: Array, fewest_first: bool) -> int:
    """The cell to guess: the first with several candidates, or the first with the fewest of them; -1 if there is none."""
    best, fewest = -1, 99
    for cell in range(len(cand)):
        ways = popcount(cand[cell])
        if 1 < ways < fewest:
            best, fewest = cell, ways
            if not fewest_first or ways == 2:
                break
    return best


@kernel
def probe(rules: RuleArrays, cells: Array, fewest_first: bool, passes: int, most: int, statistics: Array) -> int:
    """Search for the first solution of ``cells`` uint8[cells] (0 = empty), guessing digits in ascending order.

    ``passes``: see :func:`_eliminate`. ``most``: give up after so many guesses. ``statistics`` int64[3] is written: GUESSES,
    DEPTH (at the solution, 0 if there is none) and DEEPEST. Returns 1 if there is a solution, 0 if not, UNDECIDED (-1) if it
    gave up.
    """
    count = len(cells)
    cand = np.empty((count + 1, count), np.uint32)
    guessed = np.zeros(count + 1, np.int64)
    left = np.zeros(count + 1, np.uint32)
    statistics[:] = 0
    every = np.uint32((1 << rules.size) - 1)
    for cell in range(count):
        cand[0, cell] = every if cells[cell] == 0 else np.uint32(1) << np.uint32(cells[cell] - 1)
        if len(rules.may):
            cand[0, cell] &= rules.may[cell]
    depth = 0
    alive = _eliminate(rules, cand[0], passes)
    while True:
        cell = _open_cell(cand[depth], fewest_first) if alive else -1
        if alive and cell < 0 and _finished(rules, cand[depth]):
            statistics[DEPTH] = depth
            return 1
        if alive and cell >= 0:
            guessed[depth] = cell
            left[depth] = cand[depth, cell]
        else:
            # Back to the last cell that has a digit left to guess.
            depth -= 1
            while depth >= 0 and left[depth] == 0:
                depth -= 1
            if depth < 0:
                return 0
        if statistics[GUESSES] == most:
            return UNDECIDED
        statistics[GUESSES] += 1
        digit = np.uint32(1) << np.uint32(lowest(left[depth]))
        left[depth] ^= digit
        cand[depth + 1] = cand[depth]
        cand[depth + 1, guessed[depth]] = digit
        depth += 1
        statistics[DEEPEST] = max(statistics[DEEPEST], depth)
        alive = _eliminate(rules, cand[depth], passes)
