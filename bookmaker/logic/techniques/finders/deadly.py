"""Deadly patterns: at least one of some cells must hold an extra candidate, since the grid would otherwise have two solutions.

Rectangles, unique loops and BUGs share what follows from that. In each, ``lists[0]`` holds the cells that have candidates besides
those of the deadly pattern, and ``lists[1]`` those candidates, their extras.

A *bivalue universal grave* (BUG) is the deadly pattern of the whole grid: every empty cell would have two candidates and every
house two places of each digit. Such a grid has two solutions or none, so a proper puzzle never reaches it: one of the *extra*
candidates is true. Type 1 (BUG+1): all extras are in one cell. Type 2: they are one digit. Type 3: they make a naked subset with
other cells. Type 4: two cells, one of which must hold a digit of the grave, so that the other holds an extra.

A *unique loop* is six or more empty cells that must not hold two digits alternately. Each house that holds cells of the loop
holds two, one of each parity, so the two digits could change places. Every cell of the loop still has both digits. Types as for
rectangles: 1, one cell has extra candidates; 2, all extras are one digit; 3, the extras of two cells make a naked subset; 4, one
digit is confined to two cells.
"""

from __future__ import annotations

from bookmaker.logic.kernels.bits import lowest, popcount
from bookmaker.logic.kernels.rules import Array
from bookmaker.logic.techniques.families import CODES, Family
from bookmaker.logic.techniques.finders import inner, int64
from bookmaker.logic.techniques.finders.board import BASE, FIN, HOUSE, LINK, Board, Tables, next_group, note
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
    take_set,
)

MOST = 5
"""Cells that a subset may have beside the extra one: its larger forms are hidden subsets."""


@inner
def all_in(tables: Tables, house: int, cells: Array, count: int) -> bool:
    """Whether the house holds all of the first ``count`` of ``cells``."""
    held = int64(1)
    for i in range(count):
        held &= tables.members[house, cells[i] >> 6] >> (cells[i] & 63)
    return bool(held)


@inner
def locked_pair(tables: Tables, board: Board, one: int, two: int, digit: int) -> bool:
    """Whether some house has exactly these two places for the digit."""
    bit = int64(1) << (digit - 1)
    if int64(board.candidates[one]) & int64(board.candidates[two]) & bit == 0:
        return False
    for k in range(tables.house_count[one]):
        house = tables.cell_houses[one, k]
        if (tables.members[house, two >> 6] >> (two & 63)) & 1 and popcount(int64(board.places[house, digit])) == 2:
            return True
    return False


@inner
def note_locks(tables: Tables, board: Board, one: int, two: int, digit: int) -> None:
    """Note the houses of both cells in which the digit has no place but in them."""
    places = (int64(board.candidates[one]) >> (digit - 1)) & 1
    places += (int64(board.candidates[two]) >> (digit - 1)) & 1
    for k in range(tables.house_count[one]):
        house = int64(tables.cell_houses[one, k])
        both = (tables.members[house, two >> 6] >> (two & 63)) & 1
        if both and places and popcount(int64(board.places[house, digit])) == places:
            note(board, HOUSE, LINK, house, 0)


@inner
def locked(tables: Tables, board: Board, scratch: Scratch, code: int, digits: int, turn: int) -> bool:
    """Type 4: one of two ``digits``, the lower at ``turn`` 0 and the higher at 1, has no place in a house but in the two cells
    with extras; the other one leaves both. Returns whether it leaves any. Then the instance is closed and its houses are noted;
    the cells of the pattern are the caller's to note.
    """
    cells = scratch.lists[0]
    digit = lowest(digits if turn == 0 else digits & (digits - 1)) + 1
    if not locked_pair(tables, board, cells[0], cells[1], digit):
        return False
    start(board, scratch, code)
    take_digits(board, scratch, cells[0], digits & ~base_of(digit))
    take_digits(board, scratch, cells[1], digits & ~base_of(digit))
    if not close(board, scratch, digits):
        return False
    note_locks(tables, board, cells[0], cells[1], digit)
    return True


@inner
def extra_digit(tables: Tables, board: Board, scratch: Scratch, code: int, count: int) -> bool:
    """All cells have the same one extra digit, which leaves the cells that see them all. Opens the instance if any does."""
    cells, extras = scratch.lists[0], scratch.lists[1]
    union = int64(0)
    for i in range(count):
        union |= extras[i]
    if popcount(union) != 1:
        return False
    for w in range(board.spots.shape[1]):
        seen = int64(-1)
        for i in range(count):
            seen &= tables.seen[cells[i], w]
        scratch.sets[0, w] = seen
    start(board, scratch, code)
    take_set(board, scratch, 0, lowest(union) + 1)
    return True


@inner
def _write(
    tables: Tables, board: Board, scratch: Scratch, code: int, count: int, core: int, size: int, digits: int
) -> bool:
    """Open the instance of the subset that ``groups`` has picked: each digit leaves the cells that see all its places.

    The cells of the deadly pattern are left alone: type 4 reports their losses.
    """
    cells, extras = scratch.lists[0], scratch.lists[1]
    masks, picked, meaning = scratch.groups[0], scratch.groups[2], scratch.groups[4]
    start(board, scratch, code)
    rest = digits
    while rest:
        digit = lowest(rest) + 1
        rest &= rest - 1
        for w in range(board.spots.shape[1]):
            seen = board.spots[digit, w]
            for i in range(count):
                if cells[i] >> 6 == w:
                    seen &= ~(int64(1) << (cells[i] & 63))
                if (extras[i] >> (digit - 1)) & 1:
                    seen &= tables.seen[cells[i], w]
            for i in range(size):
                if (masks[picked[i + 1]] >> (digit - 1)) & 1:
                    seen &= tables.seen[meaning[picked[i + 1]], w]
            scratch.sets[0, w] = seen
        take_set(board, scratch, 0, digit)
    return close(board, scratch, core)


@inner
def extra_subset(
    tables: Tables, board: Board, scratch: Scratch, code: int, count: int, core: int, pattern: Array, length: int
) -> None:
    """In a house of all cells with extras, the extras count as one cell, which may make a naked subset with others there.

    ``core``: the digits of the deadly pattern, 0 if it has no few; ``pattern``: its ``length`` cells, for the notes.
    """
    cells, extras = scratch.lists[0], scratch.lists[1]
    masks, picked, meaning = scratch.groups[0], scratch.groups[2], scratch.groups[4]
    union = int64(0)
    for i in range(count):
        union |= extras[i]
    for k in range(tables.house_count[cells[0]]):
        house = int64(tables.cell_houses[cells[0], k])
        if not all_in(tables, house, cells, count):
            continue
        others = 0
        for p in range(tables.size):
            cell = int64(tables.houses[house, p])
            left = int64(board.candidates[cell])
            for i in range(count):
                if cells[i] == cell:
                    left = int64(0)
            if left:
                masks[others] = left
                meaning[others] = cell
                others += 1
        for size in range(max(popcount(union) - 1, 1), min(MOST, others) + 1):
            picked[0] = 0
            while True:
                digits = next_group(scratch.groups, others, size, union, size + 1)
                if digits == 0:
                    break
                if popcount(digits) == size + 1 and _write(tables, board, scratch, code, count, core, size, digits):
                    for i in range(length):
                        note_cell(board, BASE, int64(pattern[i]), core)
                    for i in range(count):
                        note_cell(board, FIN, cells[i], extras[i])
                    for i in range(size):
                        note_cell(board, LINK, meaning[picked[i + 1]], digits)
                    done(board)


BUG_1, BUG_2, BUG_3, BUG_4 = (CODES[f"bug-{number}"] for number in range(1, 5))


@inner
def _extra_cells(tables: Tables, board: Board, scratch: Scratch) -> int:
    """Lists the cells with extras in ``lists[0]`` and these in ``lists[1]``.

    Extras are candidates with three places or more in every house of the cell. Returns how many cells have extras, or 0 if the
    grid without them is not a BUG.
    """
    cells, extras = scratch.lists[0], scratch.lists[1]
    count = 0
    for cell in range(board.candidates.size):
        left = int64(board.candidates[cell])
        if left == 0 or popcount(left) == 2:
            continue
        if popcount(left) == 1:
            return 0
        more = int64(0)
        rest = left
        while rest:
            digit = lowest(rest) + 1
            many = True
            for k in range(tables.house_count[cell]):
                many &= popcount(int64(board.places[tables.cell_houses[cell, k], digit])) > 2
            if many:
                more |= int64(1) << (digit - 1)
            rest &= rest - 1
        if popcount(left & ~more) != 2:
            return 0
        cells[count] = cell
        extras[count] = more
        count += 1
    for house in range(tables.houses.shape[0]):
        for digit in range(1, tables.size + 1):
            places = popcount(int64(board.places[house, digit]))
            for i in range(count):
                if (extras[i] >> (digit - 1)) & 1 and (tables.members[house, cells[i] >> 6] >> (cells[i] & 63)) & 1:
                    places -= 1
            if places not in (0, 2):
                return 0
    return count


@inner
def _close_grave(board: Board, scratch: Scratch, count: int) -> None:
    if close(board, scratch, 0):
        for i in range(count):
            note_cell(board, FIN, scratch.lists[0, i], scratch.lists[1, i])
        done(board)


@inner
def _locked(tables: Tables, board: Board, scratch: Scratch, house: int) -> None:
    """Two cells, one of which must hold a digit of the grave, so that the other holds an extra. Their other candidates go."""
    cells, extras = scratch.lists[0], scratch.lists[1]
    common = int64(board.candidates[cells[0]]) & int64(board.candidates[cells[1]]) & ~extras[0] & ~extras[1]
    while common:
        digit = lowest(common) + 1
        common &= common - 1
        if popcount(int64(board.places[house, digit])) == 2:
            kept = int64(1) << (digit - 1)
            start(board, scratch, BUG_4)
            for i in range(2):
                take_digits(board, scratch, cells[i], ~(extras[i] | kept))
            if close(board, scratch, kept):
                for i in range(2):
                    note_cell(board, FIN, cells[i], extras[i])
                    note_cell(board, BASE, cells[i], kept)
                done(board)


@inner
def find_graves(tables: Tables, board: Board, scratch: Scratch, code: int) -> None:
    """Write the BUG of the kind ``code``."""
    count = _extra_cells(tables, board, scratch)
    cells, extras = scratch.lists[0], scratch.lists[1]
    if count == 0:
        return
    if code == BUG_1:
        if count == 1:
            start(board, scratch, code)
            take_digits(board, scratch, cells[0], ~extras[0])
            _close_grave(board, scratch, 1)
    elif count < 2:
        return
    elif code == BUG_2:
        if extra_digit(tables, board, scratch, code, count):
            _close_grave(board, scratch, count)
    elif code == BUG_3:
        extra_subset(tables, board, scratch, code, count, 0, cells, 0)
    elif count == 2:
        for k in range(tables.house_count[cells[0]]):
            house = int64(tables.cell_houses[cells[0], k])
            if all_in(tables, house, cells, 2):
                _locked(tables, board, scratch, house)


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
def _write_loop(tables: Tables, board: Board, scratch: Scratch, code: int, length: int, digits: int) -> None:
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
            _write_loop(tables, board, scratch, code, depth + 1, digits)


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
