"""The kernel of the tier of almost locked sets."""

from __future__ import annotations

from bookmaker.kernels.rules import Array
from bookmaker.techniques.almost import DEATH_BLOSSOM
from bookmaker.techniques.finders import almost, blossom
from bookmaker.techniques.finders.almost_net import Sets, gather
from bookmaker.techniques.finders.board import FOUND, Board, Tables
from bookmaker.techniques.finders.compiled import kernel
from bookmaker.techniques.finders.desk import clear

_almost = almost.find
_blossom = blossom.find
_gather = gather
_BLOSSOM = DEATH_BLOSSOM.code


@kernel
def search(tables: Tables, board: Board, room: Sets, order: Array) -> int:
    """As :func:`bookmaker.techniques.finders.patterns.search`, for this tier's techniques, which share one net of the position."""
    _gather(tables, board, room)
    for i in range(order.size):
        clear(board, room.desk)
        if order[i] == _BLOSSOM:
            _blossom(tables, board, room)
        else:
            _almost(tables, board, room, order[i])
        if board.marks[FOUND]:
            return i
    return -1
