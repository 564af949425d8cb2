"""Finders of two strong links of one digit, joined by a weak one: one of the two far ends holds the digit.

A strong link is a house with two places left for the digit. *Skyscraper*: two rows joined in a column, or turned. *Two-string
kite*: a row and a column joined in a box. *Turbot fish*: any two houses, joined in any. *Empty rectangle*: in a box all places
lie in one row and one column; the box acts as one of the links.
"""

from __future__ import annotations

from bookmaker.logic.kernels.bits import lowest
from bookmaker.logic.kernels.rules import BOX, COLUMN, ROW
from bookmaker.logic.techniques.families import CODES
from bookmaker.logic.techniques.finders import inner, int64
from bookmaker.logic.techniques.finders.board import (
    BASE,
    CANDIDATE,
    COVER,
    FOUND,
    HOUSE,
    Board,
    Tables,
    has_changed,
    mark_unchanged,
    note,
)
from bookmaker.logic.techniques.finders.scratch import (
    Scratch,
    base_of,
    close,
    done,
    note_places,
    see_each_other,
    set_seen_by_both,
    share_a,
    start,
    take_set,
    two_places,
)

SKYSCRAPER = CODES["skyscraper"]
KITE = CODES["two-string-kite"]
TURBOT = CODES["turbot-fish"]
EMPTY_RECTANGLE = CODES["empty-rectangle"]


@inner
def _fits(tables: Tables, code: int, one: int, two: int) -> bool:
    """Whether links in these two houses can make the pattern ``code``."""
    if code > KITE:
        return True
    kind, other = tables.house_kind[one], tables.house_kind[two]
    if code == SKYSCRAPER:
        return bool(kind == other and kind in (ROW, COLUMN))
    if code == KITE:
        return bool((kind == ROW and other == COLUMN) or (kind == COLUMN and other == ROW))
    return True


@inner
def _joined(tables: Tables, code: int, kind: int, p: int, q: int) -> bool:
    """Whether two cells that see each other do so as the pattern ``code`` requires."""
    if code == SKYSCRAPER:
        return share_a(tables, p, q, COLUMN if kind == ROW else ROW)
    if code == KITE:
        return share_a(tables, p, q, BOX)
    return True


@inner
def _pair_up(tables: Tables, board: Board, scratch: Scratch, code: int, digit: int, i: int, j: int) -> bool:
    """Write what two links make. Returns whether they make any pattern, with a name of its own or without."""
    ends, far, homes = scratch.lists[0], scratch.lists[1], scratch.lists[2]
    kind = int64(tables.house_kind[homes[i]])
    fits, some = _fits(tables, code, homes[i], homes[j]), False
    for turn in range(4):
        p, a = (ends[i], far[i]) if turn & 1 == 0 else (far[i], ends[i])
        q, b = (ends[j], far[j]) if turn & 2 == 0 else (far[j], ends[j])
        if p in (q, b) or a in (q, b) or not see_each_other(tables, p, q):
            continue
        if not set_seen_by_both(tables, board, scratch, digit, a, b):
            continue
        some = True
        if not fits or not _joined(tables, code, kind, p, q):
            continue
        start(board, scratch, code)
        take_set(board, scratch, 0, digit)
        if close(board, scratch, base_of(digit)):
            note(board, HOUSE, BASE, homes[i], 0)
            note(board, HOUSE, BASE, homes[j], 0)
            for cell in (a, p, q, b):
                note(board, CANDIDATE, BASE, cell, digit)
            done(board)
    return some


@inner
def _is_found(scratch: Scratch, count: int) -> bool:
    """Whether an earlier link joins the same cells as the one at ``count`` and so makes the same patterns."""
    ends, far = scratch.lists[0], scratch.lists[1]
    for i in range(count):
        if (ends[i] == ends[count] and far[i] == far[count]) or (ends[i] == far[count] and far[i] == ends[count]):
            return True
    return False


@inner
def _links(tables: Tables, board: Board, scratch: Scratch, code: int) -> None:
    ends, far, homes = scratch.lists[0], scratch.lists[1], scratch.lists[2]
    for digit in range(1, tables.size + 1):
        if not has_changed(board.digit_changed, digit, code):
            continue
        found, some = board.marks[FOUND], False
        count = 0
        for house in range(tables.houses.shape[0]):
            if two_places(board, house, digit):
                places = int64(board.places[house, digit])
                ends[count] = tables.houses[house, lowest(places)]
                far[count] = tables.houses[house, lowest(places & (places - 1))]
                homes[count] = house
                count += not _is_found(scratch, count)
        for i in range(count):
            for j in range(i + 1, count):
                some |= _pair_up(tables, board, scratch, code, digit, i, j)
        if board.marks[FOUND] == found:
            mark_unchanged(board.digit_changed, digit, code)
        if not some:
            mark_unchanged(board.digit_changed, digit, SKYSCRAPER)
            mark_unchanged(board.digit_changed, digit, KITE)
            mark_unchanged(board.digit_changed, digit, TURBOT)


@inner
def _outside(tables: Tables, board: Board, digit: int, box: int, row: int) -> int:
    """A place of the digit in the box that ``row`` does not hold, -1 if there is none."""
    for w in range(board.spots.shape[1]):
        rest = board.spots[digit, w] & tables.members[box, w] & ~tables.members[row, w]
        if rest:
            return int(w << 6 | lowest(rest))
    return -1


@inner
def _crosses(tables: Tables, board: Board, digit: int, box: int, row: int, column: int) -> bool:
    """Whether ``column`` holds all places of the digit in the box that ``row`` does not, and not all."""
    in_row, beyond = int64(0), int64(0)
    for w in range(board.spots.shape[1]):
        places = board.spots[digit, w] & tables.members[box, w] & ~tables.members[column, w]
        in_row |= places & tables.members[row, w]
        beyond |= places & ~tables.members[row, w]
    return bool(in_row != 0 and beyond == 0)


@inner
def _holds(tables: Tables, house: int, cell: int) -> bool:
    return bool((tables.members[house, cell >> 6] >> (cell & 63)) & 1)


@inner
def _hinge(tables: Tables, board: Board, scratch: Scratch, digit: int, box: int, line: int, cross: int) -> None:
    """Lines parallel to ``cross`` whose two places of the digit are one in ``line``, one not, both outside the box."""
    for link in range(tables.houses.shape[0]):
        if tables.house_kind[link] != tables.house_kind[cross] or not two_places(board, link, digit):
            continue
        places = int64(board.places[link, digit])
        near = int64(tables.houses[link, lowest(places)])
        far = int64(tables.houses[link, lowest(places & (places - 1))])
        if _holds(tables, line, far):
            near, far = far, near
        if not _holds(tables, line, near) or _holds(tables, box, near) or _holds(tables, box, far):
            continue
        for w in range(board.spots.shape[1]):
            scratch.sets[0, w] = tables.members[cross, w] & tables.seen[far, w] & ~tables.members[box, w]
        start(board, scratch, EMPTY_RECTANGLE)
        take_set(board, scratch, 0, digit)
        if close(board, scratch, base_of(digit)):
            note(board, HOUSE, BASE, box, 0)
            note(board, HOUSE, COVER, link, 0)
            note_places(tables, board, box, digit, BASE)
            note_places(tables, board, link, digit, BASE)
            done(board)


@inner
def _empty_rectangles(tables: Tables, board: Board, scratch: Scratch) -> None:
    houses, rows = tables.houses.shape[0], scratch.lists[0]
    # A bit for each digit: those with a line of two places, and those that show something.
    linked, telling = int64(0), int64(0)
    for house in range(houses):
        if tables.house_kind[house] in (ROW, COLUMN):
            for digit in range(1, tables.size + 1):
                linked |= int64(two_places(board, house, digit)) << digit
    for digit in range(1, tables.size + 1):
        if not has_changed(board.digit_changed, digit, EMPTY_RECTANGLE):
            linked &= ~(int64(1) << digit)
    for box in range(houses):
        if tables.house_kind[box] != BOX or linked == 0:
            continue
        count = 0
        for row in range(houses):
            meets = int64(0)
            for w in range(board.spots.shape[1]):
                meets |= tables.members[box, w] & tables.members[row, w]
            rows[count] = row
            count += int64(tables.house_kind[row] == ROW) & int64(meets != 0)
        for digit in range(1, tables.size + 1):
            places, found = int64(board.places[box, digit]), board.marks[FOUND]
            if places & (places - 1) == 0 or (linked >> digit) & 1 == 0:
                continue
            for k in range(count):
                row = rows[k]
                held = int64(0)
                for w in range(board.spots.shape[1]):
                    held |= board.spots[digit, w] & tables.members[box, w] & tables.members[row, w]
                place = int64(_outside(tables, board, digit, box, row)) if held else int64(-1)
                # Where several grids share cells, a place has a column in each.
                for h in range(tables.house_count[place] if place >= 0 else 0):
                    column = int64(tables.cell_houses[place, h])
                    if tables.house_kind[column] == COLUMN and _crosses(tables, board, digit, box, row, column):
                        _hinge(tables, board, scratch, digit, box, row, column)
                        _hinge(tables, board, scratch, digit, box, column, row)
            telling |= int64(board.marks[FOUND] != found) << digit
    for digit in range(1, tables.size + 1):
        if (telling >> digit) & 1 == 0:
            mark_unchanged(board.digit_changed, digit, EMPTY_RECTANGLE)


@inner
def find_turbot_fish(tables: Tables, board: Board, scratch: Scratch, code: int) -> None:
    """Write every pattern of the kind ``code``. A turbot fish is any; skyscraper and kite are those with a name."""
    if code == EMPTY_RECTANGLE:
        _empty_rectangles(tables, board, scratch)
    else:
        _links(tables, board, scratch, code)
