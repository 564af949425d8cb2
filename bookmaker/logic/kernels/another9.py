"""Another solution of a classic 9x9 puzzle, of which one is known. Removing givens asks for it.

The known solution leads the search. Another one differs from it in a cell without a given, so the digit there is excluded, and
a dive (:mod:`bookmaker.logic.kernels.dive9`) guesses towards the known solution. So it meets few contradictions, and what it
finds differs from the known solution in few cells.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bookmaker.logic.jit.decorators import inner, lean
from bookmaker.logic.jit.memory import halves
from bookmaker.logic.kernels import dive9, propagation9
from bookmaker.logic.kernels.bits import lowest
from bookmaker.logic.kernels.givens9 import begin
from bookmaker.logic.kernels.rules import Array

_NODE, _LANES = propagation9.NODE, propagation9.LANES
_LINE = 8
_KNOWN, _ROOT, _TRIAL, _FOUND = (_NODE * number for number in range(4))
WORK = _LINE + 4 * _NODE
"""The words of its workspace: nodes at the beginnings of cache lines."""

NONE, SOME, UNSEEN = 0, 1, -1
"""The results of :func:`differs`: there is no other solution; there is one; not known."""


@inner
def _start(work: Array) -> int:
    return int(-(work.ctypes.data >> 3) & _LINE - 1)


@lean
def know(work: Array, solution: Array) -> None:
    """Take up the known solution uint8[81] into ``work`` uint64[WORK]."""
    begin(work, _start(work) + _KNOWN, solution)


@lean
def load(work: Array, givens: Array) -> int:
    """Take up a puzzle uint8[81] that has the known solution. Returns how its node ends, SOLVED or OPEN."""
    at = _start(work) + _ROOT
    begin(work, at, givens)
    return int(propagation9.settle(work, at))


@lean
def load_open(work: Array, givens: Array) -> None:
    """As :func:`load`, but nothing is concluded."""
    begin(work, _start(work) + _ROOT, givens)


@lean
def differs(work: Array, cell: int, digit: int) -> int:
    """Whether a puzzle that was taken up has a solution with another digit in a cell than the known one, which has ``digit``
    there. Returns NONE, SOME or UNSEEN.
    """
    start = _start(work)
    rows = halves(work)
    place = cell // 9 % 3 * _LANES + propagation9.LANE_OF[cell // 27, digit - 1]
    bit = np.int64(1) << cell % 9
    left = np.int64(rows[4 * (start + _ROOT) + place]) & ~bit
    if left == 0:
        return NONE
    for word in range(_NODE):
        work[start + _TRIAL + word] = work[start + _ROOT + word]
    rows[4 * (start + _TRIAL) + place] = np.uint16(left)
    end = propagation9.settle(work, start + _TRIAL)
    if end != propagation9.OPEN:
        if end == propagation9.DEAD:
            return NONE
        for word in range(_NODE):
            work[start + _FOUND + word] = work[start + _TRIAL + word]
        return SOME
    if dive9.dive_towards(work, start + _TRIAL, start + _FOUND, 81, start + _KNOWN) == propagation9.SOLVED:
        return SOME
    return UNSEEN


@inner
def difference(work: Array, band: int, row: int, digit: int) -> Any:
    """Where the other solution that was found has a digit (0..8) of a row of a band in another column: that of the known
    solution; -1 if in the same.
    """
    rows = halves(work)
    start = 4 * _start(work)
    place = row * _LANES + propagation9.LANE_OF[band, digit]
    known = rows[start + 4 * _KNOWN + place]
    return lowest(np.uint32(known)) if known != rows[start + 4 * _FOUND + place] else -1
