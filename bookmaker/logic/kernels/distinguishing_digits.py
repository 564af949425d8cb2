"""Among many solutions: how often each cell holds each digit, and the fewest candidates that leave only one solution."""

from __future__ import annotations

import numpy as np

from bookmaker.logic.jit.decorators import kernel
from bookmaker.logic.kernels.rules import Array

DONE, TIRED = range(2)


@kernel
def frequencies(solutions: Array, counts: Array) -> None:
    """How often each cell holds each digit: ``solutions`` uint8[n, cells] -> ``counts`` int64[cells, size + 1]."""
    counts[:] = 0
    for row in range(len(solutions)):
        for cell in range(solutions.shape[1]):
            counts[cell, solutions[row, cell]] += 1


@kernel
def _listed(solutions: Array, rows: Array, number: int, cells: Array, counts: Array) -> None:
    """``counts`` int64[cells, size + 1] of the first ``number`` of ``rows``, in the cells of ``cells``."""
    for cell in cells:
        counts[cell, :] = 0
    for i in range(number):
        row = rows[i]
        for cell in cells:
            counts[cell, solutions[row, cell]] += 1


@kernel
def smallest(
    solutions: Array,
    cells: Array,
    candidates: Array,
    size: int,
    patience: int,
    enough: int,
    mends: Array,
    found: Array,
) -> int:
    """All sets of ``size`` candidates that exactly one solution has.

    ``solutions`` uint8[n, cells], n >= 2. ``candidates`` int64[m, 2]: the (cell, digit) to choose from, each in some solutions
    but not in all; each set comes once, in the order of this list. ``cells`` int64[k]: the cells in it. Sets that fit are written
    to ``mends`` int64[most, size] (indices of candidates); ``found`` int64[2] counts all sets, and the solutions examined. Ends
    with TIRED after ``patience`` solutions times cells, or when ``enough`` sets were found; DONE if there are no more.

    A candidate in fewer solutions is faster to examine. With the rarest first, each set is sought among the solutions of its
    rarest candidate.
    """
    n, top = len(solutions), size - 1
    rows = np.empty((size, n), np.int32)
    number = np.zeros(size, np.int64)
    at = np.zeros(size, np.int64)
    counts = np.zeros((size, solutions.shape[1], 256), np.int64)
    for row in range(n):
        rows[0, row] = row
    number[0] = n
    depth = 0
    entering = True
    while depth >= 0:
        if entering:
            entering = False
            found[1] += number[depth] * len(cells)
            if found[1] > patience:
                return TIRED
            _listed(solutions, rows[depth], number[depth], cells, counts[depth])
            if depth == top:
                for i in range(at[depth], len(candidates)):
                    if counts[depth, candidates[i, 0], candidates[i, 1]] == 1:
                        if found[0] < len(mends):
                            for d in range(top):
                                mends[found[0], d] = at[d] - 1
                            mends[found[0], top] = i
                        found[0] += 1
                        if found[0] >= enough:
                            return TIRED
                depth -= 1
                continue
        if at[depth] == len(candidates):
            depth -= 1
            continue
        cell, digit = candidates[at[depth], 0], candidates[at[depth], 1]
        at[depth] += 1
        left = counts[depth, cell, digit]
        # One solution left would be a smaller set; all solutions left, and the candidate excludes none.
        if left < 2 or left == number[depth]:
            continue
        kept = 0
        for i in range(number[depth]):
            row = rows[depth, i]
            if solutions[row, cell] == digit:
                rows[depth + 1, kept] = row
                kept += 1
        depth += 1
        number[depth] = kept
        at[depth] = at[depth - 1]
        entering = True
    return DONE


@kernel
def uncovered(
    pool: Array,
    count: int,
    cells: Array,
    candidates: Array,
    apart: Array,
    size: int,
    sets: Array,
    place: Array,
    looks: Array,
) -> int:
    """Sets of ``size`` >= 2 candidates that at most one of the first ``count`` solutions of ``pool`` uint8[n, cells] has.

    ``candidates`` int64[m, 2]: (cell, digit); ``cells`` int64[k]: the cells in it; ``apart`` uint8[m, m] is 1 for two that no
    solution has together, which are in no set. A set is ascending (indices of candidates), and the sets come in the order of all
    but their last. ``place`` int64[size - 1] is where to begin in that order, 0, 1, ... at first. Sets are written to ``sets``
    int64[most, size], most >= m, until it may be full, or ``looks`` int64[1] (solutions times cells to examine) are used up.
    ``place`` then is where to continue; its first is m if there are no more. Returns how many sets were written.
    """
    m, top = len(candidates), size - 2
    rows = np.empty((size - 1, count), np.int32)
    number = np.zeros(size - 1, np.int64)
    counts = np.zeros((pool.shape[1], 32), np.int64)
    at = place.copy()
    # Deeper choices resume from ``place`` only until the first set; after it they start from the beginning.
    begun = False
    found = depth = 0
    while True:
        if at[depth] >= m:
            if depth == 0:
                place[0] = m
                return found
            depth -= 1
            at[depth] += 1
            begun = True
            continue
        fits = True
        for d in range(depth):
            fits &= apart[at[d], at[depth]] == 0
        if not fits:
            at[depth] += 1
            begun = True
            continue
        cell, digit = candidates[at[depth], 0], candidates[at[depth], 1]
        kept = 0
        for i in range(count if depth == 0 else number[depth - 1]):
            row = i if depth == 0 else rows[depth - 1, i]
            if pool[row, cell] == digit:
                rows[depth, kept] = row
                kept += 1
        number[depth] = kept
        if depth < top:
            depth += 1
            if begun:
                at[depth] = at[depth - 1] + 1
            continue
        if found + m > len(sets) or looks[0] < 0:
            place[:] = at
            return found
        looks[0] -= kept * len(cells) + m
        _listed(pool, rows[depth], kept, cells, counts)
        for last in range(at[depth] + 1, m):
            if counts[candidates[last, 0], candidates[last, 1]] <= 1:
                fits = True
                for d in range(size - 1):
                    fits &= apart[at[d], last] == 0
                if fits:
                    for d in range(size - 1):
                        sets[found, d] = at[d]
                    sets[found, size - 1] = last
                    found += 1
        at[depth] += 1
        begun = True
