"""Finder of pointing and claiming. One instance for each house and digit.

All places of a digit in one house see a cell outside it, which therefore cannot hold the digit. On the classic grid this is
exactly box against line. On grids with more houses the cell may see two places through two houses (both ends of a diagonal and a
corner); a person uses the same argument.
"""

from __future__ import annotations

from bookmaker.logic.kernels.bits import lowest, popcount
from bookmaker.logic.kernels.rules import BOX
from bookmaker.logic.techniques.families import CODES, DIRECT
from bookmaker.logic.techniques.finders.board import (
    BASE,
    CANDIDATE,
    COVER,
    FOUND,
    HOUSE,
    Board,
    Tables,
    begin,
    finish,
    has_changed,
    mark_unchanged,
    note,
    place,
    remove,
)
from bookmaker.logic.techniques.finders.decorators import inner, int64
from bookmaker.logic.techniques.finders.groups import shared

POINTING = CODES["pointing"]


@inner
def _write(tables: Tables, board: Board, code: int, house: int, digit: int) -> None:
    cells, count = board.group[1], 0
    places = int64(board.places[house, digit])
    while places:
        cells[count] = tables.houses[house, lowest(places)]
        count += 1
        places &= places - 1
    begin(board, code)
    for w in range(board.spots.shape[1]):
        seen = board.spots[digit, w]
        for i in range(count):
            seen &= tables.seen[cells[i], w]
        while seen:
            remove(board, w << 6 | lowest(seen), digit)
            seen &= seen - 1
    note(board, HOUSE, BASE, house, 0)
    for rank in range(2):
        other = shared(tables, cells, count, rank)
        if other not in (-1, house):
            note(board, HOUSE, COVER, other, 0)
    for i in range(count):
        note(board, CANDIDATE, BASE, cells[i], digit)
    finish(board)


@inner
def _write_direct(tables: Tables, board: Board, code: int, house: int, digit: int) -> None:
    """Place the digit where another house of this kind keeps one place once the cells that see all places here have lost it."""
    left = board.group[1]
    for w in range(board.spots.shape[1]):
        seen, places = board.spots[digit, w], int64(board.places[house, digit])
        while places:
            seen &= tables.seen[tables.houses[house, lowest(places)], w]
            places &= places - 1
        left[w] = board.spots[digit, w] & ~seen
    for other in range(tables.houses.shape[0]):
        if tables.house_kind[other] != tables.house_kind[house]:
            continue
        count = int64(0)
        cell = int64(0)
        for w in range(board.spots.shape[1]):
            kept = left[w] & tables.members[other, w]
            count += popcount(kept)
            if kept:
                cell = w << 6 | lowest(kept)
        if count == 1 and popcount(int64(board.places[other, digit])) > 1 and board.placing[cell] != digit:
            begin(board, code)
            place(board, cell, digit)
            finish(board)


@inner
def find(tables: Tables, board: Board, code: int) -> None:
    """Write every pointing (the base house is a box) or claiming (it is not).

    No place of the digit sees itself, so the cells that all places see lie outside the base house.
    """
    digits, plain = board.group[0], code & ~DIRECT
    for house in range(tables.houses.shape[0]):
        if (tables.house_kind[house] == BOX) != (plain == POINTING):
            continue
        if not has_changed(board.house_changed, house, plain):
            continue
        found, met = board.marks[FOUND], False
        # No branch: the processor could not predict it.
        count = int64(0)
        for digit in range(1, tables.size + 1):
            base = int64(board.places[house, digit])
            digits[count] = digit
            count += int64(base & (base - 1) != 0) & int64(popcount(base) <= tables.most_seen)
        for i in range(count):
            digit = digits[i]
            base = int64(board.places[house, digit])
            one = int64(tables.houses[house, lowest(base)])
            two = int64(tables.houses[house, lowest(base & (base - 1))])
            rest = base & (base - 1)
            rest &= rest - 1
            some = int64(0)
            for w in range(board.spots.shape[1]):
                seen, places = board.spots[digit, w] & tables.seen[one, w] & tables.seen[two, w], rest
                while places:
                    seen &= tables.seen[tables.houses[house, lowest(places)], w]
                    places &= places - 1
                some |= seen
            if some:
                met = True
                if code & DIRECT:
                    _write_direct(tables, board, code ^ DIRECT, house, digit)
                else:
                    _write(tables, board, code, house, digit)
        # A placement follows from eliminations only, so that both finders have nothing to look for where there are none.
        if not met or (code == plain and board.marks[FOUND] == found):
            mark_unchanged(board.house_changed, house, plain)
