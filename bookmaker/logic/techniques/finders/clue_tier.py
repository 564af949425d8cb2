"""The kernel of the tier of clues with sums and lines."""

from __future__ import annotations

from bookmaker.logic.kernels.rules import Array
from bookmaker.logic.techniques.finders import clues
from bookmaker.logic.techniques.finders.board import FOUND, Board, Tables
from bookmaker.logic.techniques.finders.decorators import kernel
from bookmaker.logic.techniques.finders.scratch import clear
from bookmaker.logic.techniques.finders.workspace import Workspace

_find = clues.find


@kernel
def search(tables: Tables, board: Board, workspace: Workspace, order: Array) -> int:
    """As :func:`bookmaker.logic.techniques.finders.wings_and_rectangles.search`, for sums and lines of clues."""
    for i in range(order.size):
        if order[i] < 0:
            continue
        clear(board, workspace.scratch)
        _find(tables, board, workspace.clues, order[i])
        if board.marks[FOUND]:
            return i
    return -1
