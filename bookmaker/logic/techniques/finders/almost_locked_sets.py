"""The kernel of the tier of almost locked sets, which all work on one net of the position."""

from __future__ import annotations

from bookmaker.logic.kernels.rules import Array
from bookmaker.logic.techniques.families import CODES
from bookmaker.logic.techniques.finders import almost, blossom
from bookmaker.logic.techniques.finders.almost_net import gather, join
from bookmaker.logic.techniques.finders.board import FOUND, Board, Tables
from bookmaker.logic.techniques.finders.decorators import int64, kernel
from bookmaker.logic.techniques.finders.looking_ahead import look_at_sets
from bookmaker.logic.techniques.finders.prospects import ALS, BLOSSOM, is_known, may_find
from bookmaker.logic.techniques.finders.scratch import clear
from bookmaker.logic.techniques.finders.workspace import Workspace

ALS_XZ, DEATH_BLOSSOM = CODES["als-xz"], CODES["death-blossom"]

_gather = gather
_join = join
_look = look_at_sets
_pairs = almost.find_pairs
_joined = almost.find_joined
_blossoms = blossom.find


@kernel
def search(tables: Tables, board: Board, workspace: Workspace, order: Array) -> int:
    """As :func:`bookmaker.logic.techniques.finders.wings_and_rectangles.search`, for this tier's techniques."""
    space = workspace.sets
    if not is_known(board, space.prospects):
        _gather(tables, board, space, True)
        _look(tables, board, space.prospects, space)
    gathered = joined = False
    for i in range(order.size):
        if order[i] < 0:
            continue
        clear(board, space.scratch)
        code = int64(order[i])
        if not may_find(board, space.prospects, BLOSSOM if code == DEATH_BLOSSOM else ALS):
            continue
        if not gathered:
            _gather(tables, board, space, False)
            gathered = True
        if code != DEATH_BLOSSOM and not joined:
            _join(tables, board, space)
            joined = True
        if code == ALS_XZ:
            _pairs(board, space)
        elif code == DEATH_BLOSSOM:
            _blossoms(board, space)
        else:
            _joined(board, space, code)
        if board.marks[FOUND]:
            return i
    return -1
