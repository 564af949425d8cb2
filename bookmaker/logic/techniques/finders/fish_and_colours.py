"""The kernel of the tier of fish with fins and colours, with Sue de Coq and unique loops."""

from __future__ import annotations

from bookmaker.logic.kernels.rules import Array
from bookmaker.logic.techniques.families import Family
from bookmaker.logic.techniques.finders import colours, disjoint, finned, loops
from bookmaker.logic.techniques.finders.board import FOUND, Board, Tables
from bookmaker.logic.techniques.finders.decorators import kernel
from bookmaker.logic.techniques.finders.scratch import LOOPS, clear
from bookmaker.logic.techniques.finders.workspace import Workspace

_finned = finned.find
_disjoint = disjoint.find
_colours = colours.find
_loops = loops.find

COLOURS, SUE_DE_COQ, UNIQUE_LOOPS = Family.COLOURS.number, Family.SUE_DE_COQ.number, Family.UNIQUE_LOOPS.number
FINNED, SASHIMI = Family.FINNED_FISH.number, Family.SASHIMI_FISH.number


@kernel
def search(tables: Tables, board: Board, workspace: Workspace, order: Array) -> int:
    """As :func:`bookmaker.logic.techniques.finders.wings_and_rectangles.search`, for this tier's techniques."""
    scratch = workspace.scratch
    scratch.marks[LOOPS] = -1
    for i in range(order.size):
        clear(board, scratch)
        family = order[i] >> 4
        if family == COLOURS:
            _colours(tables, board, scratch, order[i])
        elif family in (FINNED, SASHIMI):
            _finned(tables, board, scratch, order[i])
        elif family == SUE_DE_COQ:
            _disjoint(tables, board, scratch, order[i])
        elif family == UNIQUE_LOOPS:
            _loops(tables, board, scratch, order[i])
        if board.marks[FOUND]:
            return i
    return -1
