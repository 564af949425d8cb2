"""Another solution of a puzzle of several grids, of which one is known. Removing givens asks for it.

The changes by a removal are near the cell that lost its given, and most of the other grids stay as they are. So the search of
:mod:`bookmaker.logic.kernels.killer` is led by the known solution:

- A node is another solution as soon as each open cell still has its known digit: the digits that are placed allow these, and the
  known digits allow each other. The cells far away are then never guessed. (This holds for houses, peers and tables of pairs; a
  sum or a line is about many cells at once.)
- It guesses where a cell has few candidates for its weight, which is how often a guess in it has failed. A cell that has lost its
  known digit weighs twice as much, so that the search stays near what differs.
- It begins anew after some failures, with these weights: a bad first guess costs little. Candidates that the first node has been
  proven not to hold stay removed, and each run may fail a quarter more often than the last, so that it ends.

By experiment: digging to a minimal Samurai took 24 ms on average instead of 78, to a minimal Sumo 0.26 seconds instead of 2.1,
before proofs of one grid (:mod:`bookmaker.logic.generation.proving`) left this search the fewest.
On single 9x9 grids this gains nothing.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bookmaker.logic.jit.decorators import inner, kernel
from bookmaker.logic.kernels.bits import lowest, popcount
from bookmaker.logic.kernels.derived_sums import Cageless, KillerWorkspace, constraints_of
from bookmaker.logic.kernels.killer import SETTLED, UNDECIDED, branch, first_node, settle, touch
from bookmaker.logic.kernels.rules import Array
from bookmaker.logic.kernels.vectors import peek

int64: Any = np.int64

_FAILURES = 20
"""So many of the first run."""

_DIFFERS = 2
"""A factor to the weight of a cell that has lost its known digit."""


@inner
def _choose(space: KillerWorkspace, at: int, known: Array) -> int:
    """The cell to guess in, -1 if every open cell has its known digit."""
    cells, words = space.near.shape
    best, ways, weight = int64(-1), int64(64), int64(1)
    some = False
    for word in range(words):
        left = space.stack[at + cells + word]
        while left:
            cell = word << 6 | lowest(left)
            left &= left - 1
            mine = peek(space.stack, at + cell)
            differs = mine >> (int64(known[cell]) - 1) & 1 == 0
            some |= differs
            here = int64(popcount(mine))
            heavy = space.weight[cell] * (_DIFFERS if differs else 1)
            if here * weight < ways * heavy:
                best, ways, weight = int64(cell), here, heavy
    return int(best) if some else -1


@inner
def _copy(space: KillerWorkspace, source: int, target: int, row: int) -> None:
    for i in range(row):
        space.stack[target + i] = space.stack[source + i]


@kernel
def another(ground: Cageless, givens: Array, known: Array, max_nodes: int, out: Array) -> int:
    """Whether a puzzle without cages, sums and lines has a solution that its givens allow and ``known`` is not.

    ``givens`` uint8[cells], 0 = empty, or NOT plus a digit that the cell may not hold: at least one cell with its known digit.
    ``known`` uint8[cells], a full grid that keeps the rules and the other givens. Neither is written to. Returns 1 and writes the
    solution to ``out`` uint8[1 or more, cells], 0 if there is none, or UNDECIDED (-1) after ``max_nodes`` guesses, 0 = never.
    """
    rules, space = ground.rules, ground.space
    constraints = constraints_of(ground)
    tail = int64(first_node(rules, 0, constraints, space, givens)) if constraints >= 0 else int64(-1)
    if tail < 0:
        return 0
    cells, words = space.near.shape
    row = cells + words + 1
    for cell in range(cells):
        space.weight[cell] = 1
    # The first node is kept as it was last settled: a run begins with it.
    first = at = int64(row)
    _copy(space, 0, first, row)
    made = int64(0)
    most = left = int64(_FAILURES)
    while True:
        clash = settle(rules, 0, space, at, tail)
        cell = int64(_choose(space, at, known)) if clash == SETTLED else int64(-1)
        if cell >= 0:
            if made == max_nodes and max_nodes > 0:
                return UNDECIDED
            made += 1
            if at == first:
                _copy(space, first, 0, row)
            tail = int64(branch(space, at, row, cell))
            at += row
            continue
        if clash == SETTLED:
            for place in range(cells):
                mine = space.stack[at + place]
                out[0, place] = lowest(mine) + 1 if mine & (mine - 1) == 0 else known[place]
            return 1
        if at == first:
            return 0
        at -= row
        cell = space.stack[at + row - 1]
        space.weight[cell] += 1
        left -= 1
        if left > 0 or at == first:
            tail = int64(touch(space, at, cell))
            continue
        most += most >> 2
        left, at = most, first
        _copy(space, 0, first, row)
        # It is settled: nothing is left to look at.
        for mark in range(len(space.dirty)):
            space.dirty[mark] = 0
        tail = int64(0)
