"""Finder of Sue de Coq: cells of a box and a line with as many digits as cells, each digit in the box or in the line.

Two or three cells where box and line meet have at least two digits more than cells. Cells of the rest of the line and of the rest
of the box, without a digit in common, make up for the difference. Every digit is then in the pattern exactly once, and leaves the
other cells of box and line that see all its cells there.
"""

from __future__ import annotations

from bookmaker.logic.kernels.bits import lowest, popcount
from bookmaker.logic.kernels.rules import BOX, COLUMN, ROW, Array
from bookmaker.logic.techniques.families import CODES
from bookmaker.logic.techniques.finders import inner, int64
from bookmaker.logic.techniques.finders.board import (
    BASE,
    FOUND,
    HOUSE,
    Board,
    Tables,
    has_changed,
    mark_unchanged,
    next_group,
    note,
)
from bookmaker.logic.techniques.finders.scratch import (
    Scratch,
    close,
    done,
    note_cell,
    set_seen_by_holders,
    start,
    take_set,
)

CODE = CODES["sue-de-coq"]

MOST = 5
"""Cells that the pattern may have in the line outside the box, and in the box outside the line."""


@inner
def _candidates_of(tables: Tables, board: Board, groups: Array, house: int, other: int, inside: bool) -> int:
    """Fill ``groups`` with the empty cells of ``house`` that lie in ``other``, or with those that do not."""
    count = 0
    for p in range(tables.size):
        cell = int64(tables.houses[house, p])
        left = int64(board.candidates[cell])
        held = (tables.members[other, cell >> 6] >> (cell & 63)) & 1 != 0
        if left != 0 and held == inside:
            groups[0, count] = left
            groups[4, count] = cell
            count += 1
    return count


@inner
def _write(tables: Tables, board: Board, scratch: Scratch, box: int, line: int, count: int, digits: int) -> None:
    """The pattern's cells are the first ``count`` of ``lists[0]``."""
    cells = scratch.lists[0]
    start(board, scratch, CODE)
    rest = digits
    while rest:
        digit = lowest(rest) + 1
        if set_seen_by_holders(tables, board, scratch, digit, cells, count):
            for w in range(board.spots.shape[1]):
                scratch.sets[0, w] &= tables.members[box, w] | tables.members[line, w]
            take_set(board, scratch, 0, digit)
        rest &= rest - 1
    if close(board, scratch, digits):
        note(board, HOUSE, BASE, box, 0)
        note(board, HOUSE, BASE, line, 0)
        for i in range(count):
            note_cell(board, BASE, cells[i], digits)
        done(board)


@inner
def _complete(
    tables: Tables, board: Board, scratch: Scratch, box: int, line: int, count: int, both: int, others: int
) -> None:
    """``count`` cells of the line with the digits ``both`` are chosen; the box may add of the ``others`` in ``groups``."""
    for size in range(1, min(MOST, others) + 1):
        scratch.groups[2, 0] = 0
        while popcount(both) - count <= size:
            digits = next_group(scratch.groups, others, size, both, count + size)
            if digits == 0:
                break
            if popcount(digits) == count + size:
                for i in range(size):
                    scratch.lists[0, count + i] = scratch.groups[4, scratch.groups[2, i + 1]]
                _write(tables, board, scratch, box, line, count + size, digits)


@inner
def _meeting(
    tables: Tables,
    board: Board,
    scratch: Scratch,
    box: int,
    line: int,
    size: int,
    digits: int,
    outside: int,
    inside: int,
) -> None:
    """The first ``size`` of ``lists[0]`` are cells where box and line meet, with two digits too many or more.

    ``scratch`` holds the ``outside`` cells of the line, ``lists[2]`` the ``inside`` cells of the box, ``lists[3]`` the
    candidates of these.
    """
    for more in range(1, min(MOST, outside) + 1):
        board.group[2, 0] = 0
        while True:
            # All cells outside, except at most one, bring a new digit: otherwise the line alone would have too few digits.
            union = next_group(board.group, outside, more, digits, popcount(digits) + more - 1)
            if union == 0:
                break
            in_line = int64(0)
            for i in range(more):
                at = board.group[2, i + 1]
                in_line |= board.group[0, at]
                scratch.lists[0, size + i] = board.group[4, at]
            lacking = popcount(union) - size - more
            others = 0
            for i in range(inside):
                if scratch.lists[3, i] & in_line == 0:
                    scratch.groups[0, others] = scratch.lists[3, i]
                    scratch.groups[4, others] = scratch.lists[2, i]
                    others += 1
            if 0 < lacking <= others:
                _complete(tables, board, scratch, box, line, size + more, union, others)


@inner
def find_sue_de_coq(tables: Tables, board: Board, scratch: Scratch, code: int) -> None:
    """Write every Sue de Coq: each box, each line that meets it, each two or more cells there.

    Nothing is new where neither the box nor the line has changed since a search that found nothing.
    """
    meet = scratch.lists[1]
    for box in range(tables.houses.shape[0]):
        if tables.house_kind[box] != BOX:
            continue
        for line in range(tables.houses.shape[0]):
            if tables.house_kind[line] not in (ROW, COLUMN):
                continue
            if not (has_changed(board.house_changed, box, code) or has_changed(board.house_changed, line, code)):
                continue
            count = _candidates_of(tables, board, scratch.groups, box, line, True)
            if count < 2:
                continue
            for i in range(count):
                meet[i] = scratch.groups[4, i]
            inside = _candidates_of(tables, board, scratch.groups, box, line, False)
            for i in range(inside):
                scratch.lists[2, i] = scratch.groups[4, i]
                scratch.lists[3, i] = scratch.groups[0, i]
            outside = _candidates_of(tables, board, board.group, line, box, False)
            for chosen in range(1 << count):
                size = 0
                digits = int64(0)
                for i in range(count):
                    if (chosen >> i) & 1:
                        scratch.lists[0, size] = meet[i]
                        digits |= int64(board.candidates[meet[i]])
                        size += 1
                if size >= 2 and popcount(digits) >= size + 2:
                    _meeting(tables, board, scratch, box, line, size, digits, outside, inside)
    if board.marks[FOUND] == 0:
        for house in range(tables.houses.shape[0]):
            mark_unchanged(board.house_changed, house, code)
