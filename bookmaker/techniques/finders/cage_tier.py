"""The kernel of the tier of cages."""

from __future__ import annotations

from bookmaker.kernels.rules import Array
from bookmaker.techniques.cages import BLOCKED, COMPARISON, INNIE, KILLER_PAIR
from bookmaker.techniques.finders import cagepairs, cages, innies
from bookmaker.techniques.finders.board import FOUND, HEAD, OVERFLOW, Board, Tables
from bookmaker.techniques.finders.cages import Cages
from bookmaker.techniques.finders.decorators import kernel

_single = cages.find
_pairs = cagepairs.find
_sums = innies.find
_FIRST_OF_PAIRS, _LAST_OF_PAIRS = KILLER_PAIR.code, max(BLOCKED.code, COMPARISON.code)


@kernel
def search(tables: Tables, board: Board, room: Cages, order: Array) -> int:
    """As :func:`bookmaker.techniques.finders.patterns.search`, for cages."""
    for i in range(order.size):
        board.marks[HEAD] = 0
        board.marks[FOUND] = 0
        board.marks[OVERFLOW] = 0
        if order[i] >= INNIE:
            _sums(tables, board, room, order[i])
        elif _FIRST_OF_PAIRS <= order[i] <= _LAST_OF_PAIRS:
            _pairs(tables, board, room, order[i])
        else:
            _single(tables, board, room, order[i])
        if board.marks[FOUND]:
            return i
    return -1
