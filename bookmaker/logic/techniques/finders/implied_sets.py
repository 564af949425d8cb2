"""Almost locked sets that need no nodes of their own: all open cells of a house but one. Links of that cell say the same.

Such a set lacks the digit of the cell that it leaves out. So a digit is gone from the set where the cell holds it, or where
something else sees all its places in the set; and what the set then holds is gone from the cell. Something else sees them only if
they are a candidate or a group: then they have a node without the set. Most sets are of this kind, and most of their digits have
no such node.

A cell beside the set that sees the places of two digits loses both at once: a set with such a cell is not implied.
"""

from __future__ import annotations

from bookmaker.logic.kernels.bits import lowest
from bookmaker.logic.techniques.finders.board import Board, Tables
from bookmaker.logic.techniques.finders.decorators import inner, int64
from bookmaker.logic.techniques.finders.scratch import Scratch


@inner
def left_out(tables: Tables, board: Board, scratch: Scratch, house: int, size: int) -> int:
    """The one open cell of a house without the ``size`` cells picked in ``groups``; -1 if there are more such cells."""
    cells, picked, found, at = scratch.groups[4], scratch.groups[2], int64(-1), int64(1)
    for p in range(tables.size):
        cell = int64(tables.houses[house, p])
        if board.candidates[cell] == 0:
            continue
        if at <= size and cells[picked[at]] == cell:
            at += 1
        elif found >= 0:
            return -1
        else:
            found = cell
    return int(found)


@inner
def _is_group(tables: Tables, board: Board, house: int, digit: int, cell: int) -> bool:
    """Whether another house has all places of the digit in a house, but for the ``cell``."""
    first, words = int64(-1), board.spots.shape[1]
    left = int64(board.places[house, digit])
    while left and (first < 0 or first == cell):
        first = tables.houses[house, lowest(left)]
        left &= left - 1
    for k in range(tables.house_count[first]):
        other = int64(tables.cell_houses[first, k])
        outside = int64(0)
        for w in range(words):
            places = tables.members[house, w] & board.spots[digit, w]
            if cell >> 6 == w:
                places &= ~(int64(1) << (cell & 63))
            outside |= places & ~tables.members[other, w]
        if outside == 0 and (tables.members[other, cell >> 6] >> (cell & 63)) & 1 == 0:
            return True
    return False


@inner
def implied(tables: Tables, board: Board, scratch: Scratch, house: int, cell: int, digits: int) -> int:
    """Whether candidates and groups imply all links of the set of the open cells of a house but ``cell``, with the ``digits``.

    Returns -1 if not, else the digits, as a mask, whose places in the set are one cell, or are seen from elsewhere.
    """
    noded = int64(0)
    words, once, sees = board.spots.shape[1], scratch.sets[0], scratch.sets[1]
    for w in range(words):
        once[w] = int64(0)
    while digits:
        digit = lowest(digits) + 1
        digits &= digits - 1
        for w in range(words):
            sees[w] = board.spots[digit, w]
        sees[cell >> 6] &= ~(int64(1) << (cell & 63))
        count, left, some = int64(0), int64(board.places[house, digit]), int64(1)
        while left and (some or count < 2):
            place = int64(tables.houses[house, lowest(left)])
            left &= left - 1
            if place != cell:
                count += 1
                some = int64(0)
                for w in range(words):
                    sees[w] &= tables.seen[place, w]
                    some |= sees[w]
        for w in range(words if some else 0):
            if sees[w] & once[w]:
                return -1
            once[w] |= sees[w]
        held = (int64(board.candidates[cell]) >> (digit - 1)) & 1 != 0
        if not held and (some or count == 1):
            return -1
        if some and count > 1 and not _is_group(tables, board, house, digit, cell):
            return -1
        if some or count == 1:
            noded |= int64(1) << (digit - 1)
    return int(noded)
