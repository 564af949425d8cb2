"""Finder of unique loops: six or more empty cells that must not hold two digits alternately.

Each house that holds cells of the loop holds two, one of each parity, so the two digits could change places. Every cell of the
loop still has both digits. Types as for rectangles: 1, one cell has extra candidates; 2, all extras are one digit; 3, the extras
of two cells make a naked subset; 4, one digit is confined to two cells.
"""

from __future__ import annotations

from bookmaker.logic.kernels.bits import lowest, popcount
from bookmaker.logic.techniques.families import Family
from bookmaker.logic.techniques.finders import inner, int64
from bookmaker.logic.techniques.finders.board import BASE, FIN, Board, Tables
from bookmaker.logic.techniques.finders.deadly import extra_digit, extra_subset, locked
from bookmaker.logic.techniques.finders.scratch import (
    LOOPS,
    Scratch,
    base_of,
    close,
    done,
    note_cell,
    set_with_two,
    start,
    take_digits,
)

FIRST = Family.UNIQUE_LOOPS.code

EXTRAS = 2
"""How many cells of a loop may have extra candidates. More would make thousands of loops and eliminate next to nothing."""


@inner
def _done(board: Board, scratch: Scratch, length: int, extras: int, digits: int) -> None:
    for i in range(length):
        note_cell(board, BASE, scratch.lists[2, i], digits)
    for i in range(extras):
        note_cell(board, FIN, scratch.lists[0, i], scratch.lists[1, i])
    done(board)


@inner
def _close(board: Board, scratch: Scratch, length: int, extras: int, digits: int) -> None:
    if close(board, scratch, digits):
        _done(board, scratch, length, extras, digits)


@inner
def _write(tables: Tables, board: Board, scratch: Scratch, code: int, length: int, digits: int) -> None:
    """``lists[2]`` is a loop of ``length`` cells on the two ``digits``."""
    path, cells, extras = scratch.lists[2], scratch.lists[0], scratch.lists[1]
    kind = code - FIRST + 1
    count = 0
    for i in range(length):
        more = int64(board.candidates[path[i]]) & ~digits
        if more:
            cells[count] = path[i]
            extras[count] = more
            count += 1
    scratch.marks[LOOPS] |= count
    if kind == 1 and count == 1:
        start(board, scratch, code)
        take_digits(board, scratch, cells[0], digits)
        _close(board, scratch, length, count, digits)
    elif count != 2:
        return
    elif kind == 2:
        if extra_digit(tables, board, scratch, code, count):
            _close(board, scratch, length, count, digits)
    elif kind == 3:
        extra_subset(tables, board, scratch, code, count, digits, path, length)
    elif kind == 4:
        for turn in range(2):
            if locked(tables, board, scratch, code, digits, turn):
                _done(board, scratch, length, count, digits)


@inner
def _fits(tables: Tables, scratch: Scratch, cell: int, parity: int) -> bool:
    """Whether no house of the cell holds a loop cell of this parity yet. ``lists[5, house]``: bit p for parity p."""
    held = int64(0)
    for k in range(tables.house_count[cell]):
        held |= scratch.lists[5, tables.cell_houses[cell, k]]
    return bool((held >> parity) & 1 == 0)


@inner
def _turn(tables: Tables, scratch: Scratch, cell: int, parity: int) -> None:
    for k in range(tables.house_count[cell]):
        scratch.lists[5, tables.cell_houses[cell, k]] ^= int64(1) << parity


@inner
def _is_balanced(tables: Tables, scratch: Scratch) -> bool:
    """Whether every house holds none of the loop, or one cell of each parity."""
    odd = int64(0)
    for house in range(tables.houses.shape[0]):
        odd |= scratch.lists[5, house] ^ (scratch.lists[5, house] >> 1)
    return bool(odd & 1 == 0)


@inner
def _next(tables: Tables, scratch: Scratch, cell: int, after: int) -> int:
    """The next cell of ``sets[1]`` after a cell that ``cell`` sees, -1 if there is none."""
    kept = scratch.sets[1]
    first = (after + 1) >> 6
    for w in range(first, kept.size):
        left = tables.seen[cell, w] & kept[w]
        if w == first:
            left &= -(int64(1) << ((after + 1) & 63))
        if left:
            return int(w << 6 | lowest(left))
    return -1


@inner
def _walk(tables: Tables, board: Board, scratch: Scratch, code: int, digits: int, first: int) -> None:
    """Every loop in ``sets[1]`` whose lowest cell is ``first``, by a walk from cell to peer. ``lists[3]``: the last one tried."""
    path, tried, extra = scratch.lists[2], scratch.lists[3], scratch.lists[4]
    path[0] = first
    tried[0] = first
    extra[0] = popcount(int64(board.candidates[first])) > 2
    for house in range(tables.houses.shape[0]):
        scratch.lists[5, house] = 0
    _turn(tables, scratch, first, 0)
    depth = 0
    while depth >= 0:
        cell = path[depth]
        following = int64(_next(tables, scratch, cell, tried[depth]))
        if following < 0:
            _turn(tables, scratch, cell, depth & 1)
            depth -= 1
            continue
        tried[depth] = following
        more = extra[depth] + (popcount(int64(board.candidates[following])) > 2)
        parity = (depth + 1) & 1
        if more > EXTRAS or not _fits(tables, scratch, following, parity):
            continue
        depth += 1
        path[depth] = following
        tried[depth] = first
        extra[depth] = more
        _turn(tables, scratch, following, parity)
        # The other way round is the same loop: it is written when the second cell is lower than the last.
        if depth >= 5 and parity == 1 and path[1] < following and _is_balanced(tables, scratch):
            _write(tables, board, scratch, code, depth + 1, digits)


@inner
def _linked(tables: Tables, board: Board, scratch: Scratch, low: int, high: int) -> int:
    """``sets[1]`` = the cells with both digits, less those that are alone in a house, until none is.

    Returns how many of them are in ``sets[0]``.
    """
    kept = scratch.sets[1]
    for w in range(board.spots.shape[1]):
        kept[w] = board.spots[low, w] & board.spots[high, w]
    more = True
    while more:
        more = False
        for house in range(tables.houses.shape[0]):
            count = int64(0)
            for w in range(board.spots.shape[1]):
                count += popcount(kept[w] & tables.members[house, w])
            if count == 1:
                for w in range(board.spots.shape[1]):
                    kept[w] &= ~tables.members[house, w]
                more = True
    bare = int64(0)
    for w in range(board.spots.shape[1]):
        bare += popcount(kept[w] & scratch.sets[0, w])
    return int(bare)


@inner
def find_unique_loops(tables: Tables, board: Board, scratch: Scratch, code: int) -> None:
    """Write every unique loop of the kind ``code``.

    The first search of a round sets ``marks[LOOPS]``: bit 0 if any loop has one cell with extras, bit 1 if any has two.
    """
    if scratch.marks[LOOPS] < 0:
        scratch.marks[LOOPS] = 0
    elif scratch.marks[LOOPS] & (1 if code == FIRST else 2) == 0:
        return
    needed = 6 - EXTRAS
    set_with_two(tables, board, scratch)
    for low in range(1, tables.size):
        for high in range(low + 1, tables.size + 1):
            bare = int64(0)
            for w in range(board.spots.shape[1]):
                bare += popcount(scratch.sets[0, w] & board.spots[low, w] & board.spots[high, w])
            if bare < needed or _linked(tables, board, scratch, low, high) < needed:
                continue
            digits = int64(base_of(low)) | base_of(high)
            for w in range(board.spots.shape[1]):
                left = scratch.sets[1, w]
                while left:
                    _walk(tables, board, scratch, code, digits, w << 6 | lowest(left))
                    left &= left - 1
            # Writing the instance uses the row.
            set_with_two(tables, board, scratch)
