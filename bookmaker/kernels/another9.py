"""Another solution of a classic 9x9 puzzle, of which one is known: what the removal of givens asks for.

The known solution leads the search. Another one differs from it in a cell without a given, so the digit there is excluded, and
a dive (:mod:`bookmaker.kernels.dive9`) guesses towards the known solution. So it meets few contradictions, and what it finds
differs from the known solution in few cells.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bookmaker.jit.decorators import inner, lean
from bookmaker.jit.views import halves
from bookmaker.kernels import dive9, propagation9
from bookmaker.kernels.bits import lowest
from bookmaker.kernels.givens9 import begin
from bookmaker.kernels.rules import Array

_NODE, _LANES = propagation9.NODE, propagation9.LANES
_LINE = 8
_KNOWN, _ROOT, _TRIAL, _FOUND = (_NODE * number for number in range(4))
ROOM = _LINE + 4 * _NODE
"""The words of scratch: nodes at the beginnings of cache lines."""

NONE, SOME, UNSEEN = 0, 1, -1
"""What :func:`differs` returns: there is no other solution; there is one; not known."""

_LANE_OF = np.array(propagation9.LANE, dtype=np.int64)


@inner
def _start(room: Array) -> int:
    return int(-(room.ctypes.data >> 3) & _LINE - 1)


@lean
def know(room: Array, solution: Array) -> None:
    """Take up the known solution uint8[81] into ``room`` uint64[ROOM]."""
    begin(room, _start(room) + _KNOWN, solution)


@lean
def load(room: Array, givens: Array) -> int:
    """Take up a puzzle uint8[81] that has the known solution. Returns how its node ends, SOLVED or OPEN."""
    at = _start(room) + _ROOT
    begin(room, at, givens)
    return int(propagation9.settle(room, at))


@lean
def load_open(room: Array, givens: Array) -> None:
    """As :func:`load`, but nothing is concluded."""
    begin(room, _start(room) + _ROOT, givens)


@lean
def differs(room: Array, cell: int, digit: int) -> int:
    """Whether a puzzle that was taken up has a solution with another digit in a cell than the known one, which has ``digit``
    there. Returns NONE, SOME or UNSEEN.
    """
    start = _start(room)
    rows = halves(room)
    place = cell // 9 % 3 * _LANES + _LANE_OF[cell // 27, digit - 1]
    bit = np.int64(1) << cell % 9
    left = np.int64(rows[4 * (start + _ROOT) + place]) & ~bit
    if left == 0:
        return NONE
    for word in range(_NODE):
        room[start + _TRIAL + word] = room[start + _ROOT + word]
    rows[4 * (start + _TRIAL) + place] = np.uint16(left)
    end = propagation9.settle(room, start + _TRIAL)
    if end != propagation9.OPEN:
        if end == propagation9.DEAD:
            return NONE
        for word in range(_NODE):
            room[start + _FOUND + word] = room[start + _TRIAL + word]
        return SOME
    if dive9.dive_towards(room, start + _TRIAL, start + _FOUND, 81, start + _KNOWN) == propagation9.SOLVED:
        return SOME
    return UNSEEN


@inner
def difference(room: Array, band: int, row: int, digit: int) -> Any:
    """Where the other solution that was found has a digit (0..8) of a row of a band in another column: that of the known
    solution; -1 if in the same.
    """
    rows = halves(room)
    start = 4 * _start(room)
    place = row * _LANES + _LANE_OF[band, digit]
    known = rows[start + 4 * _KNOWN + place]
    return lowest(np.uint32(known)) if known != rows[start + 4 * _FOUND + place] else -1
