"""Finders of remote pairs, W-Wings and bent sets, and the kernel of the tier of wings and rectangles.

They are a few cells with as many digits, only one of which can be in them twice. *Remote pair*: a chain of cells with the same
two candidates, each seeing the next; two cells of different parity hold both digits. *W-Wing*: two such cells that do not see
each other, and a strong link of one digit between them: one of them holds the other digit. *XY-Wing, XYZ-Wing, WXYZ-Wing*: three
or four cells with as many digits. Each digit but one is in cells that all see one another, so it is there at most once; hence the
other digit must be in one of the cells.
"""

from __future__ import annotations

from bookmaker.logic.kernels.bits import lowest, popcount
from bookmaker.logic.kernels.rules import Array
from bookmaker.logic.techniques.families import CODES, Family
from bookmaker.logic.techniques.finders import inner, int64, kernel
from bookmaker.logic.techniques.finders.board import BASE, FOUND, HOUSE, LINK, PIVOT, Board, Tables, note
from bookmaker.logic.techniques.finders.deadly import find_graves
from bookmaker.logic.techniques.finders.rectangles import find_rectangles
from bookmaker.logic.techniques.finders.scratch import (
    BENT,
    UNCLEAR,
    Scratch,
    base_of,
    clear,
    close,
    done,
    keep_quiet,
    note_cell,
    note_places,
    see_each_other,
    set_changed,
    set_seen_by_both,
    set_seen_by_holders,
    start,
    take_set,
    two_places,
)
from bookmaker.logic.techniques.finders.turbot import find_turbot_fish
from bookmaker.logic.techniques.finders.workspace import Workspace

REMOTE_PAIR = CODES["remote-pair"]
W_WING = CODES["w-wing"]
XY_WING = CODES["xy-wing"]
XYZ_WING = CODES["xyz-wing"]
WXYZ_WING = CODES["wxyz-wing"]

CHOICES = 4
"""Row of ``Scratch.sets`` with the cells that may be the first of a bent set; those of the next rows may be the second, ..."""

REST = 8
"""Row of ``Scratch.sets`` with all cells that may be in a bent set, without those that have been the first of one."""


@inner
def _with_two(board: Board, scratch: Scratch) -> int:
    """Lists the cells with two candidates in ``lists[0]`` and these in ``lists[1]``. Returns their number."""
    count = 0
    for cell in range(board.candidates.size):
        left = int64(board.candidates[cell])
        if popcount(left) == 2:
            scratch.lists[0, count] = cell
            scratch.lists[1, count] = left
            count += 1
    return count


@inner
def _remote_pairs(tables: Tables, board: Board, scratch: Scratch) -> None:
    """One instance for each chain of cells that see one another and have the same two candidates: four cells or more."""
    cells, masks, colour = scratch.lists[0], scratch.lists[1], scratch.lists[2]
    queue = scratch.lists[3]
    count = _with_two(board, scratch)
    for i in range(count):
        colour[i] = 0
    for first in range(count):
        if colour[first]:
            continue
        scratch.sets[0:4] = 0
        queue[0] = first
        colour[first] = 1
        size = 1
        head = 0
        while head < size:
            at = queue[head]
            head += 1
            cell = cells[at]
            row = colour[at] - 1
            scratch.sets[2 + row, cell >> 6] |= int64(1) << (cell & 63)
            for w in range(board.spots.shape[1]):
                scratch.sets[row, w] |= tables.seen[cell, w]
            for other in range(count):
                if colour[other] == 0 and masks[other] == masks[first] and see_each_other(tables, cell, cells[other]):
                    colour[other] = 3 - colour[at]
                    queue[size] = other
                    size += 1
        if size < 4:
            continue
        for w in range(board.spots.shape[1]):
            scratch.sets[0, w] &= scratch.sets[1, w] & ~scratch.sets[2, w] & ~scratch.sets[3, w]
        digits = masks[first]
        start(board, scratch, REMOTE_PAIR)
        take_set(board, scratch, 0, lowest(digits) + 1)
        take_set(board, scratch, 0, lowest(digits & (digits - 1)) + 1)
        if close(board, scratch, digits):
            for i in range(size):
                note_cell(board, BASE, cells[queue[i]], digits)
            done(board)


@inner
def _link(tables: Tables, board: Board, digit: int, one: int, two: int) -> int:
    """The first house in which the digit has two places, neither of them a wing, each seen by another wing. -1: none."""
    for house in range(tables.houses.shape[0]):
        if not two_places(board, house, digit):
            continue
        places = int64(board.places[house, digit])
        p = int64(tables.houses[house, lowest(places)])
        q = int64(tables.houses[house, lowest(places & (places - 1))])
        if p in (one, two) or q in (one, two):
            continue
        if see_each_other(tables, one, p) and see_each_other(tables, two, q):
            return house
        if see_each_other(tables, one, q) and see_each_other(tables, two, p):
            return house
    return -1


@inner
def _w_wings(tables: Tables, board: Board, scratch: Scratch) -> None:
    cells, masks = scratch.lists[0], scratch.lists[1]
    count = _with_two(board, scratch)
    for i in range(count):
        for j in range(i + 1, count):
            one, two = cells[i], cells[j]
            if masks[i] != masks[j] or see_each_other(tables, one, two):
                continue
            for linked in (lowest(masks[i]) + 1, lowest(masks[i] & (masks[i] - 1)) + 1):
                digit = lowest(masks[i] & ~base_of(linked)) + 1
                if not set_seen_by_both(tables, board, scratch, digit, one, two):
                    continue
                house = _link(tables, board, linked, one, two)
                if house < 0:
                    continue
                start(board, scratch, W_WING)
                take_set(board, scratch, 0, digit)
                if close(board, scratch, masks[i]):
                    note(board, HOUSE, LINK, house, 0)
                    note_cell(board, BASE, one, masks[i])
                    note_cell(board, BASE, two, masks[i])
                    note_places(tables, board, house, linked, LINK)
                    done(board)


@inner
def _bent(tables: Tables, board: Board, scratch: Scratch, code: int, size: int, digits: int, free: int) -> None:
    members, digit = scratch.lists[2], lowest(free) + 1
    if not set_seen_by_holders(tables, board, scratch, digit, members, size):
        return
    start(board, scratch, code)
    take_set(board, scratch, 0, digit)
    if close(board, scratch, digits):
        hubs = rest = int64(0)
        for i in range(size):
            cell = members[i]
            held = int64(board.candidates[cell])
            # Of three cells one shares a digit with each of the others: it has all three digits, or not the free one. Of four
            # it may be none, one or two that see the others.
            hub = (code == XYZ_WING and popcount(held) == 3) or (code == XY_WING and held & free == 0)
            if code == WXYZ_WING:
                sees = 0
                for j in range(size):
                    sees += see_each_other(tables, cell, members[j])
                hub = sees == size - 1
            if hub:
                hubs |= int64(1) << i
            else:
                rest |= held
        if rest != digits:
            hubs = int64(0)  # A digit that the hub alone has ties it to no wing.
        for i in range(size):
            note_cell(board, PIVOT if (hubs >> i) & 1 else BASE, members[i], digits)
        done(board)


@inner
def _within(tables: Tables, board: Board, scratch: Scratch, depth: int, size: int, digits: int, free: int) -> None:
    """Keep in row CHOICES + ``depth`` the later cells of the row before that may join the ``depth`` cells picked so far.
    Before the second cell that row is REST.

    These have the ``digits``, of which those in ``free`` are free. A cell that has one of their digits and does not see all of
    them that have it makes it free, and one digit may be free.
    """
    row, members = scratch.sets[CHOICES + depth], scratch.lists[2]
    before = scratch.sets[REST if depth == 1 else CHOICES + depth - 1]
    new = size - popcount(digits)
    # With no new digit, a cell has these only. With one, it has one of these, since it has two candidates or more.
    wanted = digits if new else ((int64(1) << tables.size) - 1) & ~digits
    for w in range(row.size):
        left = before[w]
        if left and new < 2:
            some, rest = int64(0), wanted
            while rest:
                some |= board.spots[lowest(rest) + 1, w]
                rest &= rest - 1
            left &= some if new else ~some
        once, twice = int64(0), int64(0)
        rest = digits & ~free if left else int64(0)
        while rest:
            digit = lowest(rest)
            rest &= rest - 1
            unseen = int64(0)
            for i in range(depth):
                if (int64(board.candidates[members[i]]) >> digit) & 1:
                    unseen |= ~tables.seen[members[i], w]
            unseen &= board.spots[digit + 1, w]
            twice |= once & unseen
            once |= unseen
        row[w] = left & ~(once if free else twice)


@inner
def _bent_sets(tables: Tables, board: Board, scratch: Scratch, code: int, size: int) -> None:
    """Sets of ``size`` cells with ``size`` digits, of which one only is free: two cells that do not see each other have it.

    Each other digit is at most once in the cells, so the free one is there too, and leaves the cells that see all its places.
    Depth first; ``lists[4]`` holds the union and ``lists[5]`` the free digits at each depth. The first cell has changed.
    """
    search = BENT + code - XY_WING
    set_changed(board, scratch, search, CHOICES)
    members, union, free = scratch.lists[2], scratch.lists[4], scratch.lists[5]
    least = most = 2
    if code == XYZ_WING:
        most = 3
    elif code == WXYZ_WING:
        most = 4
    for w in range(board.spots.shape[1]):
        scratch.sets[REST, w] = int64(0)
    for cell in range(board.candidates.size):
        if least <= popcount(int64(board.candidates[cell])) <= most:
            scratch.sets[REST, cell >> 6] |= int64(1) << (cell & 63)
    for w in range(board.spots.shape[1]):
        scratch.sets[CHOICES, w] &= scratch.sets[REST, w]
    depth = 0
    union[0] = 0
    free[0] = 0
    while depth >= 0:
        row, w = scratch.sets[CHOICES + depth], 0
        while w < row.size and row[w] == 0:
            w += 1
        if w == row.size:
            depth -= 1
            continue
        cell = w << 6 | lowest(row[w])
        row[w] &= row[w] - 1
        if depth == 0:
            scratch.sets[REST, w] &= ~(int64(1) << (cell & 63))
        held = int64(board.candidates[cell])
        both, loose = union[depth] | held, free[depth]
        if popcount(both) > size:
            continue
        for i in range(depth):
            common = int64(board.candidates[members[i]]) & held
            if common & ~loose and not see_each_other(tables, members[i], cell):
                loose |= common
        if popcount(loose) > 1:
            continue
        members[depth] = cell
        if depth + 1 < size:
            depth += 1
            union[depth] = both
            free[depth] = loose
            _within(tables, board, scratch, depth, size, both, loose)
        elif loose != 0 and popcount(both) == size:
            wide = 0
            for i in range(size):
                wide += popcount(int64(board.candidates[members[i]])) > 2
            if code != XYZ_WING or wide:
                _bent(tables, board, scratch, code, size, both, loose)
    keep_quiet(board, scratch, search)


@inner
def find_wings(tables: Tables, board: Board, scratch: Scratch, code: int) -> None:
    """Write every wing of the kind ``code``."""
    if code == REMOTE_PAIR:
        _remote_pairs(tables, board, scratch)
    elif code == W_WING:
        _w_wings(tables, board, scratch)
    else:
        _bent_sets(tables, board, scratch, code, 4 if code == WXYZ_WING else 3)


TURBOT_FISH, WINGS = Family.TURBOT_FISH.number, Family.WINGS.number
RECTANGLES, GRAVES = Family.RECTANGLES.number, Family.UNIVERSAL_GRAVES.number


@kernel
def search(tables: Tables, board: Board, workspace: Workspace, order: Array) -> int:
    """Write all instances of the first technique of ``order`` int64[n] that has any, as pending effects.

    The position itself is not changed. Returns the technique's index in ``order``, -1 if none finds anything.
    """
    scratch = workspace.scratch
    scratch.marks[UNCLEAR] = -1
    for i in range(order.size):
        clear(board, scratch)
        family = order[i] >> 4
        if family == TURBOT_FISH:
            find_turbot_fish(tables, board, scratch, order[i])
        elif family == WINGS:
            find_wings(tables, board, scratch, order[i])
        elif family == RECTANGLES:
            find_rectangles(tables, board, scratch, order[i])
        elif family == GRAVES:
            find_graves(tables, board, scratch, order[i])
        if board.marks[FOUND]:
            return i
    return -1
