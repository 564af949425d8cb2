"""The kernel of the second tier: single-digit patterns, wings, rectangles and BUGs."""

from __future__ import annotations

from bookmaker.kernels.rules import Array
from bookmaker.techniques.finders import bugs, rectangles, turbot, wings
from bookmaker.techniques.finders.board import FOUND, Board, Tables
from bookmaker.techniques.finders.decorators import kernel
from bookmaker.techniques.finders.desk import UNCLEAR, Desk, clear

_turbot = turbot.find
_wings = wings.find
_rectangles = rectangles.find
_bugs = bugs.find


@kernel
def search(tables: Tables, board: Board, desk: Desk, order: Array) -> int:
    """Write all instances of the first technique of ``order`` int64[n] that has any, as pending effects.

    The position itself is not changed. Returns the technique's index in ``order``, -1 if none finds anything.
    """
    desk.marks[UNCLEAR] = -1
    for i in range(order.size):
        clear(board, desk)
        family = order[i] >> 4
        if family == 4:
            _turbot(tables, board, desk, order[i])
        elif family == 6:
            _wings(tables, board, desk, order[i])
        elif family == 7:
            _rectangles(tables, board, desk, order[i])
        elif family == 8:
            _bugs(tables, board, desk, order[i])
        if board.marks[FOUND]:
            return i
    return -1
