"""Suppositions within suppositions in a position of a classic 9x9 grid where simple suppositions show nothing.

Each supposition is settled by :mod:`bookmaker.logic.kernels.propagation9`: by singles and locked candidates. A *simple* one is
refuted if that leads to a contradiction. A *nested* one is refuted if candidates go within it, each by a simple supposition of
its own, until it contradicts itself: in passes, each of which tries all candidates left by the pass before. So neither
the passes nor the candidates that go depend on an order, and an isomorphism keeps them.

The result of settling a node does not depend on the order in which candidates were supposed in it: every rule still removes
what it removed when fewer candidates are left, unless it shows a contradiction. The one exception, two digits decided in one
cell, counts as a contradiction here. So a candidate falls within a supposition just as that falls within the candidate, and the
first pass, which takes nearly all of the time, tries half of the pairs.
"""

from __future__ import annotations

import numpy as np

from bookmaker.logic.jit.bundle import halves
from bookmaker.logic.jit.decorators import inner, kernel
from bookmaker.logic.kernels import propagation9
from bookmaker.logic.kernels.propagation9 import DEAD, LANE_OF, LANES, NODE, OPEN
from bookmaker.logic.kernels.rules import Array

_CELLS, _SIZE = 81, 9
LITERALS = _CELLS * _SIZE
"""Suppositions that there can be: a digit in a cell."""

WORK = NODE * (LITERALS + 3)
"""Words that :func:`refute` needs."""

STATE = (2, LITERALS)
"""The shape of its other workspace, int64: how far each supposition is, and what goes in a pass."""

_GONE = 1
"""The row of the latter."""

_STANDS, _SHRUNK, _STAYED = 1, 2, 3
"""How far a supposition is: it holds; it lost candidates in this pass; it lost none and will hold. 0: it is settled."""

_BEGIN, _TRIAL = NODE * LITERALS, NODE * (LITERALS + 1)

MOST_PASSES = 6
"""Passes within a supposition."""

REFUTED = (1 << 16) - 1
"""The bits of the answer of :func:`refute` that count suppositions; the passes are above them."""

STUCK = -1


@inner
def _at(work: Array, node: int, cell: int, digit: int) -> int:
    """Where the row of a digit (from 0) and cell is among the words of 16 bits."""
    return int(4 * node + (cell // 9 % 3) * LANES + LANE_OF[cell // 27, digit])


@inner
def _load(work: Array, candidates: Array) -> None:
    rows = halves(work)
    for place in range(NODE):
        work[_BEGIN + place] = 0
    for cell in range(_CELLS):
        for digit in range(_SIZE):
            if (np.int64(candidates[cell]) >> digit) & 1:
                at = _at(work, _BEGIN, cell, digit)
                rows[at] = np.uint16(np.int64(rows[at]) | 1 << cell % 9)


@inner
def _has(rows: Array, work: Array, node: int, cell: int, digit: int) -> bool:
    return bool((np.int64(rows[_at(work, node, cell, digit)]) >> cell % 9) & 1)


@inner
def _drop(rows: Array, work: Array, node: int, cell: int, digit: int) -> None:
    at = _at(work, node, cell, digit)
    rows[at] = np.uint16(np.int64(rows[at]) & ~(1 << cell % 9))


@inner
def _open(rows: Array, work: Array, node: int, cell: int) -> bool:
    """Whether the cell has more than one candidate."""
    count = 0
    for digit in range(_SIZE):
        count += _has(rows, work, node, cell, digit)
    return count > 1


@inner
def _settle(work: Array, node: int) -> int:
    ended = propagation9.settle(work, node)
    return DEAD if ended == OPEN and propagation9.clashes(work, node) else int(ended)


@inner
def _suppose(work: Array, node: int, to: int, cell: int, digit: int) -> int:
    """Write to ``to`` what follows in the node if the cell holds the digit. Returns as ``settle``."""
    rows = halves(work)
    for place in range(NODE):
        work[to + place] = work[node + place]
    for other in range(_SIZE):
        if other != digit:
            _drop(rows, work, to, cell, other)
    rows[_at(work, to, cell, digit)] = np.uint16(1 << cell % 9)
    return int(_settle(work, to))


@inner
def _pass(work: Array, node: int, state: Array, known: int) -> int:
    """Drop from a settled node all candidates that simple suppositions in it refute. Returns how many.

    Suppositions below ``known`` that hold have been passed, and not been settled: this node is that of supposition ``known``,
    in the first pass. 0: none has.
    """
    rows = halves(work)
    count = 0
    for cell in range(_CELLS):
        for digit in range(_SIZE if _open(rows, work, node, cell) else 0):
            if not _has(rows, work, node, cell, digit):
                continue
            i = _SIZE * cell + digit
            if i < known and state[0, i]:
                refuted = not _has(rows, work, NODE * i, known // _SIZE, known % _SIZE)
            else:
                refuted = _suppose(work, node, _TRIAL, cell, digit) == DEAD
            if refuted:
                state[_GONE, count] = i
                count += 1
    for i in range(count):
        gone = state[_GONE, i]
        _drop(rows, work, node, gone // _SIZE, gone % _SIZE)
    return count


@inner
def _nested(work: Array, state: Array) -> int:
    """One round of nested suppositions in the position: refute all that take the fewest passes.

    Returns as :func:`refute`, 0 if there are none.
    """
    rows = halves(work)
    for cell in range(_CELLS):
        for digit in range(_SIZE):
            i = _SIZE * cell + digit
            state[0, i] = 0
            if _has(rows, work, _BEGIN, cell, digit) and _open(rows, work, _BEGIN, cell):
                stands = _suppose(work, _BEGIN, NODE * i, cell, digit) == OPEN
                state[0, i] = _STANDS if stands else 0
    for passes in range(1, MOST_PASSES + 1):
        for i in range(LITERALS):
            if state[0, i]:
                shrunk = _pass(work, NODE * i, state, i if passes == 1 else 0)
                state[0, i] = _SHRUNK if shrunk else _STAYED
        refuted, more = 0, False
        for i in range(LITERALS):
            stands = False
            if state[0, i] == _SHRUNK:
                more = True
                ended = _settle(work, NODE * i)
                if ended == DEAD:
                    refuted += 1
                    _drop(rows, work, _BEGIN, i // _SIZE, i % _SIZE)
                stands = ended == OPEN
            state[0, i] = _STANDS if stands else 0
        if refuted:
            return int(passes << 16 | refuted)
        if not more:
            return 0
    return 0


@kernel
def refute(candidates: Array, work: Array, state: Array) -> int:
    """Follow suppositions from a position to the end. Returns the number that the hardest round took.

    That is 0 if simple suppositions finish, STUCK if nested ones do not; else the passes, above the bits of REFUTED, and in
    these how many suppositions the round refuted: the fewest of all rounds with the most passes. ``candidates`` uint32[81]: bit
    d-1 is digit d, one bit for a filled cell. ``work`` uint64[WORK]; ``state`` int64[2, LITERALS].
    """
    _load(work, candidates)
    hardest = 0
    while _settle(work, _BEGIN) == OPEN:
        if _pass(work, _BEGIN, state, 0):
            continue
        found = _nested(work, state)
        if found == 0:
            return STUCK
        same = found >> 16 == hardest >> 16
        hardest = min(hardest, found) if same else max(hardest, found)
    return int(hardest)
