"""Finder of fish without fins. One instance for each digit and set of base lines.

All places of a digit in k rows lie in k columns, so the columns' other places go; and vice versa. Base and cover are rows and
columns on every kind of grid: other houses make fish of other names.
"""

from __future__ import annotations

from bookmaker.kernels.bits import lowest, popcount
from bookmaker.kernels.rules import COLUMN, ROW
from bookmaker.techniques.families import Family
from bookmaker.techniques.finders.board import (
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
    next_group,
    note,
    remove,
)
from bookmaker.techniques.finders.decorators import inner, int64

FISH = Family.FISH.code


@inner
def _write(tables: Tables, board: Board, code: int, size: int, digit: int, union: int) -> None:
    """Write the fish whose base lines :func:`next_group` has picked, if it eliminates anything."""
    lines, picked = board.group[4], board.group[2]
    bases = int64(0)
    for i in range(size):
        bases |= int64(1) << tables.line_place[lines[picked[i + 1]]]
    first = lines[picked[1]]
    begin(board, code)
    rest = union
    while rest:
        cover = int64(tables.crossing[first, lowest(rest)])
        gone = int64(board.places[cover, digit]) & ~bases
        while gone:
            remove(board, int64(tables.houses[cover, lowest(gone)]), digit)
            gone &= gone - 1
        note(board, HOUSE, COVER, cover, 0)
        rest &= rest - 1
    for i in range(size):
        base = lines[picked[i + 1]]
        note(board, HOUSE, BASE, base, 0)
        places = int64(board.places[base, digit])
        while places:
            note(board, CANDIDATE, BASE, int64(tables.houses[base, lowest(places)]), digit)
            places &= places - 1
    finish(board)


@inner
def find(tables: Tables, board: Board, code: int) -> None:
    """Write every fish of the size of ``code``, rows against columns and columns against rows."""
    size = code - FISH + 2
    masks, lines = board.group[0], board.group[4]
    telling = int64(0)
    for kind in (ROW, COLUMN):
        for digit in range(1, tables.size + 1):
            if not has_changed(board.digit_changed, digit, code):
                continue
            count, found = int64(0), board.marks[FOUND]
            for house in range(tables.houses.shape[0]):
                if tables.house_kind[house] == kind:
                    places = int64(board.places[house, digit])
                    masks[count] = places
                    lines[count] = house
                    count += int64(places & (places - 1) != 0) & int64(popcount(places) <= size)
            board.group[2, 0] = 0
            while count >= size:
                union = next_group(board.group, count, size, 0, size)
                if union == 0:
                    break
                if popcount(union) == size:
                    _write(tables, board, code, size, digit, union)
            telling |= int64(board.marks[FOUND] != found) << digit
    for digit in range(1, tables.size + 1):
        if (telling >> digit) & 1 == 0:
            mark_unchanged(board.digit_changed, digit, code)
