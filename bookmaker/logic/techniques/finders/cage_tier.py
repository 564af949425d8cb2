"""The kernel of the tier of cages."""

from __future__ import annotations

from bookmaker.logic.kernels.rules import Array
from bookmaker.logic.techniques.families import RULE_OF_45, Family
from bookmaker.logic.techniques.finders import cagepairs, cages, innies
from bookmaker.logic.techniques.finders.board import FOUND, HEAD, OVERFLOW, Board, Tables
from bookmaker.logic.techniques.finders.decorators import kernel
from bookmaker.logic.techniques.finders.workspace import Workspace

_single = cages.find
_pairs = cagepairs.find
_sums = innies.find
_TOGETHER = Family.CAGES_TOGETHER.number
_SUMS = tuple(family.number for family in RULE_OF_45)


@kernel
def search(tables: Tables, board: Board, workspace: Workspace, order: Array) -> int:
    """As :func:`bookmaker.logic.techniques.finders.wings_and_rectangles.search`, for cages."""
    space = workspace.cages
    for i in range(order.size):
        if order[i] < 0:
            continue
        board.marks[HEAD] = 0
        board.marks[FOUND] = 0
        board.marks[OVERFLOW] = 0
        family = order[i] >> 4
        if family in _SUMS:
            _sums(tables, board, space, order[i])
        elif family == _TOGETHER:
            _pairs(tables, board, space, order[i])
        else:
            _single(tables, board, space, order[i])
        if board.marks[FOUND]:
            return i
    return -1
