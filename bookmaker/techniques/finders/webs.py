"""The kernel of the third tier: fish with fins, Sue de Coq, colours, unique loops."""

from __future__ import annotations

from bookmaker.kernels.rules import Array
from bookmaker.techniques.finders import colours, disjoint, finned, loops
from bookmaker.techniques.finders.board import FOUND, Board, Tables
from bookmaker.techniques.finders.decorators import kernel
from bookmaker.techniques.finders.desk import LOOPS, Desk, clear

_finned = finned.find
_disjoint = disjoint.find
_colours = colours.find
_loops = loops.find


@kernel
def search(tables: Tables, board: Board, desk: Desk, order: Array) -> int:
    """As :func:`bookmaker.techniques.finders.patterns.search`, for this tier's techniques."""
    desk.marks[LOOPS] = -1
    for i in range(order.size):
        clear(board, desk)
        family = order[i] >> 4
        if family == 5:
            _colours(tables, board, desk, order[i])
        elif family == 9:
            _finned(tables, board, desk, order[i])
        elif family == 10:
            _disjoint(tables, board, desk, order[i])
        elif family == 11:
            _loops(tables, board, desk, order[i])
        if board.marks[FOUND]:
            return i
    return -1
