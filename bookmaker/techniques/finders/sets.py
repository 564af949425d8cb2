"""The tier of almost locked sets: four kernels, each compiled when it is needed, on one net of the position."""

from __future__ import annotations

from bookmaker.kernels.rules import Array
from bookmaker.techniques.almost import ALS_XZ, DEATH_BLOSSOM
from bookmaker.techniques.finders import almost, blossom
from bookmaker.techniques.finders.almost_net import Sets, gather
from bookmaker.techniques.finders.board import FOUND, Board, Tables
from bookmaker.techniques.finders.compiled import kernel
from bookmaker.techniques.finders.desk import clear

_pairs = almost.find_pairs
_joined = almost.find_joined
_blossoms = blossom.find
_all_sets = gather


@kernel
def _gather(tables: Tables, board: Board, room: Sets) -> None:
    _all_sets(tables, board, room)


@kernel
def _search_pairs(board: Board, room: Sets) -> int:
    clear(board, room.desk)
    _pairs(board, room)
    return int(board.marks[FOUND])


@kernel
def _search_joined(board: Board, room: Sets, code: int) -> int:
    clear(board, room.desk)
    _joined(board, room, code)
    return int(board.marks[FOUND])


@kernel
def _search_blossoms(board: Board, room: Sets) -> int:
    clear(board, room.desk)
    _blossoms(board, room)
    return int(board.marks[FOUND])


def search(tables: Tables, board: Board, room: Sets, order: Array) -> int:
    """As :func:`bookmaker.techniques.finders.patterns.search`, for this tier's techniques."""
    _gather(tables, board, room)
    for i, code in enumerate(order.tolist()):
        if code == ALS_XZ.code:
            found = _search_pairs(board, room)
        elif code == DEATH_BLOSSOM.code:
            found = _search_blossoms(board, room)
        else:
            found = _search_joined(board, room, code)
        if found:
            return i
    return -1
