"""The kernel of the tier of wings and rectangles, with turbot fish and universal graves."""

from __future__ import annotations

from bookmaker.logic.kernels.rules import Array
from bookmaker.logic.techniques.families import Family
from bookmaker.logic.techniques.finders import bugs, rectangles, turbot, wings
from bookmaker.logic.techniques.finders.board import FOUND, Board, Tables
from bookmaker.logic.techniques.finders.decorators import kernel
from bookmaker.logic.techniques.finders.scratch import UNCLEAR, clear
from bookmaker.logic.techniques.finders.workspace import Workspace

_turbot = turbot.find
_wings = wings.find
_rectangles = rectangles.find
_bugs = bugs.find

TURBOT_FISH, WINGS = Family.TURBOT_FISH.number, Family.WINGS.number
RECTANGLES, GRAVES = Family.RECTANGLES.number, Family.UNIVERSAL_GRAVES.number


@kernel
def search(tables: Tables, board: Board, workspace: Workspace, order: Array) -> int:
    """Write all instances of the first technique of ``order`` int64[n] that has any, as pending effects.

    The position itself is not changed. Returns the technique's index in ``order``, -1 if none finds anything.
    """
    scratch = workspace.scratch
    scratch.marks[UNCLEAR] = -1
    for i in range(order.size):
        clear(board, scratch)
        family = order[i] >> 4
        if family == TURBOT_FISH:
            _turbot(tables, board, scratch, order[i])
        elif family == WINGS:
            _wings(tables, board, scratch, order[i])
        elif family == RECTANGLES:
            _rectangles(tables, board, scratch, order[i])
        elif family == GRAVES:
            _bugs(tables, board, scratch, order[i])
        if board.marks[FOUND]:
            return i
    return -1
