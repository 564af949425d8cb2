"""Finder of fish without fins. One instance for each digit and set of base lines.

All places of a digit in k rows lie in k columns, so the columns' other places go; and vice versa. Base and cover are rows and
columns on every kind of grid, of one grid where several share cells: other houses make fish of other names.
"""

from __future__ import annotations

from bookmaker.logic.kernels.bits import lowest, popcount
from bookmaker.logic.techniques.families import Family
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
    remove,
)
from bookmaker.logic.techniques.finders.decorators import inner, int64
from bookmaker.logic.techniques.finders.groups import next_group

FISH = Family.FISH.code


@inner
def _write(tables: Tables, board: Board, code: int, size: int, line_set: int, digit: int, union: int) -> None:
    """Write the fish whose base lines :func:`next_group` has picked, if it eliminates anything."""
    lines, picked = board.group[4], board.group[2]
    bases = int64(0)
    for i in range(size):
        bases |= int64(1) << lines[picked[i + 1]]
    begin(board, code)
    rest = union
    while rest:
        cover = int64(tables.lines[line_set ^ 1, lowest(rest)])
        gone = int64(board.places[cover, digit]) & ~bases
        while gone:
            remove(board, int64(tables.houses[cover, lowest(gone)]), digit)
            gone &= gone - 1
        note(board, HOUSE, COVER, cover, 0)
        rest &= rest - 1
    for i in range(size):
        base = int64(tables.lines[line_set, lines[picked[i + 1]]])
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
    for line_set in range(tables.lines.shape[0]):
        for digit in range(1, tables.size + 1):
            if not has_changed(board.digit_changed, digit, code):
                continue
            count, found = int64(0), board.marks[FOUND]
            for line in range(tables.size):
                places = int64(board.places[tables.lines[line_set, line], digit])
                masks[count] = places
                lines[count] = line
                count += int64(places & (places - 1) != 0) & int64(popcount(places) <= size)
            board.group[2, 0] = 0
            while count >= size:
                union = next_group(board.group, count, size, 0, size)
                if union == 0:
                    break
                if popcount(union) == size:
                    _write(tables, board, code, size, line_set, digit, union)
            telling |= int64(board.marks[FOUND] != found) << digit
    for digit in range(1, tables.size + 1):
        if (telling >> digit) & 1 == 0:
            mark_unchanged(board.digit_changed, digit, code)
