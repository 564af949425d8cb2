"""The kernel of the tier of almost locked sets, which all work on one net of the position."""

from __future__ import annotations

from bookmaker.kernels.rules import Array
from bookmaker.techniques.families import CODES
from bookmaker.techniques.finders import almost, blossom
from bookmaker.techniques.finders.almost_net import gather
from bookmaker.techniques.finders.board import FOUND, Board, Tables
from bookmaker.techniques.finders.decorators import int64, kernel
from bookmaker.techniques.finders.scratch import clear
from bookmaker.techniques.finders.workspace import Workspace

ALS_XZ, DEATH_BLOSSOM = CODES["als-xz"], CODES["death-blossom"]

_gather = gather
_pairs = almost.find_pairs
_joined = almost.find_joined
_blossoms = blossom.find


@kernel
def search(tables: Tables, board: Board, workspace: Workspace, order: Array) -> int:
    """As :func:`bookmaker.techniques.finders.wings_and_rectangles.search`, for this tier's techniques."""
    space = workspace.sets
    _gather(tables, board, space)
    for i in range(order.size):
        if order[i] < 0:
            continue
        clear(board, space.scratch)
        code = int64(order[i])
        if code == ALS_XZ:
            _pairs(board, space)
        elif code == DEATH_BLOSSOM:
            _blossoms(board, space)
        else:
            _joined(board, space, code)
        if board.marks[FOUND]:
            return i
    return -1
