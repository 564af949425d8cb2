"""Finder of simple and multi-colours: cells joined by strong links of one digit, in two alternating colours.

Either all cells of a colour hold the digit, or none does. *Simple, trap*: the digit leaves the cells that see both colours of a
chain. *Wrap*: two cells of one colour see each other, so this colour is false. *Multi, 1*: a colour of one chain sees a colour of
another, so one of the opposite colours is true; the digit leaves the cells that see both of these. *Multi, 2*: a colour sees both
colours of another chain, so it is false.
"""

from __future__ import annotations

from bookmaker.logic.kernels.bits import lowest
from bookmaker.logic.techniques.families import CODES
from bookmaker.logic.techniques.finders.board import (
    BASE,
    CANDIDATE,
    FOUND,
    LINK,
    SECOND_BASE,
    SECOND_LINK,
    Board,
    Tables,
    has_changed,
    mark_unchanged,
    note,
)
from bookmaker.logic.techniques.finders.decorators import inner, int64
from bookmaker.logic.techniques.finders.scratch import Scratch, base_of, close, done, start, take_set, two_places

TRAP = CODES["simple-colours-trap"]
WRAP = CODES["simple-colours-wrap"]
MULTI_1 = CODES["multi-colours-1"]

MEMBERS, SEEN = 0, 2
"""Rows of ``Scratch.sets`` of a chain: the cells of its two colours, and the cells that see one of the first or second."""


@inner
def _paint(tables: Tables, board: Board, scratch: Scratch, digit: int) -> int:
    """Number the chains from 1: ``lists[0, cell]`` is twice the chain's number plus the colour, 0 for none. Returns how many.

    ``lists[1]`` holds the cells of all chains in turn, ``lists[2, chain]`` where those of a chain end.
    """
    mark, queue, ends = scratch.lists[0], scratch.lists[1], scratch.lists[2]
    for cell in range(board.candidates.size):
        mark[cell] = 0
    chains = 0
    head = size = ends[0] = 0
    for house in range(tables.houses.shape[0]):
        if not two_places(board, house, digit):
            continue
        first = int64(tables.houses[house, lowest(int64(board.places[house, digit]))])
        if mark[first]:
            continue
        chains += 1
        mark[first] = 2 * chains
        queue[size] = first
        size += 1
        while head < size:
            cell = queue[head]
            head += 1
            for k in range(tables.house_count[cell]):
                home = tables.cell_houses[cell, k]
                if two_places(board, home, digit):
                    places = int64(board.places[home, digit])
                    other = int64(tables.houses[home, lowest(places)])
                    if other == cell:
                        other = int64(tables.houses[home, lowest(places & (places - 1))])
                    if mark[other] == 0:
                        mark[other] = mark[cell] ^ 1
                        queue[size] = other
                        size += 1
        ends[chains] = size
    return chains


@inner
def _collect(tables: Tables, board: Board, scratch: Scratch, chain: int, row: int) -> None:
    """Fill ``sets[row..row+3]`` with the MEMBERS and SEEN of the chain."""
    scratch.sets[row : row + 4] = 0
    for place in range(scratch.lists[2, chain - 1], scratch.lists[2, chain]):
        cell = scratch.lists[1, place]
        colour = scratch.lists[0, cell] & 1
        scratch.sets[row + MEMBERS + colour, cell >> 6] |= int64(1) << (cell & 63)
        for w in range(board.spots.shape[1]):
            scratch.sets[row + SEEN + colour, w] |= tables.seen[cell, w]


@inner
def _meet(board: Board, scratch: Scratch, one: int, two: int) -> bool:
    some = int64(0)
    for w in range(board.spots.shape[1]):
        some |= scratch.sets[one, w] & scratch.sets[two, w]
    return bool(some)


@inner
def _note_set(board: Board, scratch: Scratch, row: int, role: int, digit: int) -> None:
    for w in range(board.spots.shape[1]):
        left = scratch.sets[row, w]
        while left:
            note(board, CANDIDATE, role, w << 6 | lowest(left), digit)
            left &= left - 1


@inner
def _write(board: Board, scratch: Scratch, code: int, digit: int, target: int, one: int, two: int) -> None:
    """An instance that eliminates from ``sets[target]``. Its pattern is the colour ``one`` (a row of MEMBERS) and its opposite;
    if ``two`` is not negative, also the colour ``two`` of another chain and its opposite.
    """
    start(board, scratch, code)
    take_set(board, scratch, target, digit)
    if close(board, scratch, base_of(digit)):
        _note_set(board, scratch, one, BASE, digit)
        _note_set(board, scratch, one ^ 1, LINK, digit)
        if two >= 0:
            _note_set(board, scratch, two, SECOND_BASE, digit)
            _note_set(board, scratch, two ^ 1, SECOND_LINK, digit)
        done(board)


@inner
def _simple(board: Board, scratch: Scratch, code: int, digit: int) -> None:
    if code == TRAP:
        for w in range(board.spots.shape[1]):
            scratch.sets[8, w] = (
                scratch.sets[SEEN, w] & scratch.sets[SEEN + 1, w] & ~scratch.sets[0, w] & ~scratch.sets[1, w]
            )
        _write(board, scratch, code, digit, 8, MEMBERS, -1)
    else:
        for colour in range(2):
            if _meet(board, scratch, MEMBERS + colour, SEEN + colour):
                _write(board, scratch, code, digit, MEMBERS + colour, MEMBERS + colour, -1)


@inner
def _multi(board: Board, scratch: Scratch, code: int, digit: int) -> None:
    """Two chains, one in rows 0 to 3, the other in 4 to 7. Type 1 eliminates all that both chains prove together. Its pattern
    begins with two colours that see each other and eliminate something.
    """
    for w in range(board.spots.shape[1]):
        scratch.sets[8, w] = 0
    first = second = int64(-1)
    for one in range(2):
        if code != MULTI_1:
            if _meet(board, scratch, MEMBERS + one, 4 + SEEN) and _meet(board, scratch, MEMBERS + one, 5 + SEEN):
                _write(board, scratch, code, digit, MEMBERS + one, MEMBERS + one, 4 + MEMBERS)
            continue
        for two in range(2):
            if _meet(board, scratch, MEMBERS + one, 4 + SEEN + two):
                some = int64(0)
                for w in range(board.spots.shape[1]):
                    seen = scratch.sets[SEEN + 1 - one, w] & scratch.sets[5 + SEEN - two, w]
                    some |= seen & board.spots[digit, w]
                    scratch.sets[8, w] |= seen
                if some and first < 0:
                    first, second = int64(MEMBERS + one), int64(4 + MEMBERS + two)
    if first >= 0:
        _write(board, scratch, code, digit, 8, first, second)


@inner
def find(tables: Tables, board: Board, scratch: Scratch, code: int) -> None:
    """Write every instance of the kind ``code``."""
    for digit in range(1, tables.size + 1):
        if not has_changed(board.digit_changed, digit, code):
            continue
        found = board.marks[FOUND]
        chains = _paint(tables, board, scratch, digit)
        for chain in range(1, chains + 1):
            _collect(tables, board, scratch, chain, 0)
            if code in (TRAP, WRAP):
                _simple(board, scratch, code, digit)
                continue
            for other in range(1, chains + 1):
                if other != chain and (code != MULTI_1 or chain < other):
                    _collect(tables, board, scratch, other, 4)
                    _multi(board, scratch, code, digit)
        if board.marks[FOUND] == found:
            mark_unchanged(board.digit_changed, digit, code)
