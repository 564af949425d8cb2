"""Finders of unique, hidden and avoidable rectangles: four cells of two rows, two columns and two boxes.

If these cells held only two digits, the two could change places, and the puzzle would have two solutions. That is so on every
grid where each house of a corner holds two neighbouring corners. The corners may already have lost one of the two digits. *Unique
rectangle*: type 1, one corner has extra candidates; 2 and 5, the same one extra digit in two corners (5: opposite, or three); 3,
the extras make a naked subset; 4 and 6, one digit is confined to the rectangle. *Hidden*: one digit is confined both ways from a
corner. *Avoidable*: some corners hold digits that are not givens.
"""

from __future__ import annotations

from bookmaker.logic.kernels.bits import lowest, popcount
from bookmaker.logic.kernels.rules import Array
from bookmaker.logic.techniques.families import CODES, Family
from bookmaker.logic.techniques.finders import inner, int64
from bookmaker.logic.techniques.finders.board import BASE, FIN, Board, Tables
from bookmaker.logic.techniques.finders.deadly import extra_digit, extra_subset, locked, locked_pair, note_locks
from bookmaker.logic.techniques.finders.scratch import (
    UNCLEAR,
    Scratch,
    base_of,
    close,
    done,
    note_cell,
    set_seen_by_both,
    start,
    take,
    take_digits,
    take_set,
)

FIRST = Family.RECTANGLES.code
HIDDEN = CODES["hidden-rectangle"]
AVOIDABLE_1 = CODES["avoidable-rectangle-1"]
AVOIDABLE_2 = CODES["avoidable-rectangle-2"]


@inner
def _confined(tables: Tables, board: Board, digit: int, one: int, two: int) -> bool:
    """Whether some house of both cells has no place for the digit outside them, and a place in them."""
    for k in range(tables.house_count[one]):
        house = tables.cell_houses[one, k]
        if (tables.members[house, two >> 6] >> (two & 63)) & 1 == 0:
            continue
        inside = int64(0)
        if (int64(board.candidates[one]) >> (digit - 1)) & 1:
            inside += 1
        if (int64(board.candidates[two]) >> (digit - 1)) & 1:
            inside += 1
        if inside and popcount(int64(board.places[house, digit])) == inside:
            return True
    return False


@inner
def _done(board: Board, rect: Array, digits: int) -> None:
    for i in range(4):
        note_cell(board, BASE, int64(rect[i]), digits)
        if board.digits[rect[i]] == 0:
            note_cell(board, FIN, int64(rect[i]), ~digits)
    done(board)


@inner
def _close(board: Board, scratch: Scratch, rect: Array, digits: int) -> None:
    if close(board, scratch, digits):
        _done(board, rect, digits)


@inner
def _crossed(tables: Tables, board: Board, scratch: Scratch, code: int, rect: Array, corner: int, digits: int) -> None:
    """Type 6: the two corners with extras are opposite, and two parallel lines confine a digit to the rectangle."""
    one, two = int64(rect[corner]), int64(rect[3 - corner])
    left, right = int64(rect[1 if corner == 0 else 0]), int64(rect[2 if corner == 0 else 3])
    rest = digits
    while rest:
        digit = lowest(rest) + 1
        rest &= rest - 1
        lines = _confined(tables, board, digit, one, left) and _confined(tables, board, digit, two, right)
        across = _confined(tables, board, digit, one, right) and _confined(tables, board, digit, two, left)
        if lines or across:
            start(board, scratch, code)
            take(board, scratch, one, digit)
            take(board, scratch, two, digit)
            if close(board, scratch, digits):
                # If rows and columns both prove it, one is reported.
                note_locks(tables, board, one, left if lines else right, digit)
                note_locks(tables, board, two, right if lines else left, digit)
                _done(board, rect, digits)


@inner
def _unique(tables: Tables, board: Board, scratch: Scratch, code: int, rect: Array, digits: int) -> None:
    """All types in which each corner has one of the two digits. ``extras``: the corners with other candidates too."""
    kind = code - FIRST + 1
    cells = scratch.lists[0]
    extras = 0
    which = 0
    for i in range(4):
        left = int64(board.candidates[rect[i]])
        if left & digits == 0:
            return
        if left & ~digits:
            cells[extras] = rect[i]
            scratch.lists[1, extras] = left & ~digits
            which |= 1 << i
            extras += 1
    opposite = which in (0b1001, 0b0110)
    if kind == 1:
        if extras == 1:
            start(board, scratch, code)
            take_digits(board, scratch, cells[0], digits)
            _close(board, scratch, rect, digits)
    elif kind in (2, 5):
        two_in_line = extras == 2 and not opposite
        if extras >= 2 and (kind == 2) == two_in_line and extra_digit(tables, board, scratch, code, extras):
            _close(board, scratch, rect, digits)
    elif extras != 2:
        return
    elif kind == 3 and not opposite:
        extra_subset(tables, board, scratch, code, extras, digits, rect, 4)
    elif kind == 4 and not opposite:
        for turn in range(2):
            if locked(tables, board, scratch, code, digits, turn):
                _done(board, rect, digits)
    elif kind == 6 and opposite:
        _crossed(tables, board, scratch, code, rect, 0 if which & 1 else 1, digits)


@inner
def _hidden(tables: Tables, board: Board, scratch: Scratch, rect: Array, digits: int) -> None:
    """A corner with only the two digits. Opposite, one digit is confined to the rectangle both ways, so the other one goes."""
    for corner in range(4):
        if int64(board.candidates[rect[corner]]) != digits:
            continue
        across = int64(rect[3 - corner])
        left, right = int64(rect[1 if corner in (0, 3) else 0]), int64(rect[2 if corner in (0, 3) else 3])
        for turn in range(2):
            digit = lowest(digits if turn == 0 else digits & (digits - 1)) + 1
            if locked_pair(tables, board, across, left, digit) and locked_pair(tables, board, across, right, digit):
                start(board, scratch, HIDDEN)
                take_digits(board, scratch, across, digits & ~base_of(digit))
                if close(board, scratch, digits):
                    note_locks(tables, board, across, left, digit)
                    note_locks(tables, board, across, right, digit)
                    _done(board, rect, digits)


@inner
def _avoidable_1(board: Board, scratch: Scratch, rect: Array) -> None:
    """Three corners hold placed digits that would complete the pattern with the fourth."""
    for corner in range(4):
        cell, across = int64(rect[corner]), int64(rect[3 - corner])
        left, right = int64(rect[1 if corner in (0, 3) else 0]), int64(rect[2 if corner in (0, 3) else 3])
        digit, other = int64(board.digits[across]), int64(board.digits[left])
        if board.digits[cell] == 0 and digit != 0 and other != 0 and int64(board.digits[right]) == other:
            start(board, scratch, AVOIDABLE_1)
            take(board, scratch, cell, digit)
            _close(board, scratch, rect, base_of(digit) | base_of(other))


@inner
def _avoidable_2(tables: Tables, board: Board, scratch: Scratch, rect: Array) -> None:
    """Two corners hold placed digits; the others have what completes the pattern, and one same digit besides."""
    for i in range(4):
        for j in range(i + 1, 4):
            one, two = int64(rect[i]), int64(rect[j])
            if board.digits[one] != 0 or board.digits[two] != 0:
                continue
            # The corner opposite each of the two; where they are opposite each other, the others are p and q.
            facing = i + j == 3
            p, q = (int64(rect[3 - i]), int64(rect[3 - j]))
            if facing:
                p, q = int64(rect[1 if i == 0 else 0]), int64(rect[2 if i == 0 else 3])
            first, second = int64(board.digits[p]), int64(board.digits[q])
            if first == 0 or second == 0 or (first == second) != facing:
                continue
            left, right = int64(board.candidates[one]), int64(board.candidates[two])
            common = left & right
            if popcount(left) != 2 or popcount(right) != 2:
                continue
            rest = common
            while rest:
                extra = rest & -rest
                rest &= rest - 1
                a, b = left & ~extra, right & ~extra
                if facing:
                    if a != b:
                        continue
                elif a != base_of(first) or b != base_of(second):
                    continue
                digit = lowest(extra) + 1
                if set_seen_by_both(tables, board, scratch, digit, one, two):
                    start(board, scratch, AVOIDABLE_2)
                    take_set(board, scratch, 0, digit)
                    _close(board, scratch, rect, a | b | base_of(first) | base_of(second))


@inner
def _list(board: Board, scratch: Scratch) -> None:
    """List in ``unclear`` the rectangles of four empty cells, one of them with two candidates, and those with two or three cells
    that are filled but not given. An entry is four times the rectangle's number, plus how many cells are filled.
    """
    worth = scratch.lists[0]
    for cell in range(board.candidates.size):
        worth[cell] = int64(popcount(int64(board.candidates[cell])) == 2)
        if board.digits[cell]:
            worth[cell] = 1 << 8 if scratch.given[cell] else 1 << 4
    count = int64(0)
    for r in range(scratch.rectangles.shape[0]):
        rect = scratch.rectangles[r]
        sum_ = worth[rect[0]] + worth[rect[1]] + worth[rect[2]] + worth[rect[3]]
        filled = sum_ >> 4
        # No branch: the processor could not predict it.
        scratch.unclear[count] = r << 2 | filled & 3
        count += int64(filled == 0) & int64(sum_ != 0) | int64(filled == 2) | int64(filled == 3)
    scratch.marks[UNCLEAR] = count


@inner
def find_rectangles(tables: Tables, board: Board, scratch: Scratch, code: int) -> None:
    """Write every rectangle of the kind ``code``."""
    if scratch.marks[UNCLEAR] < 0:
        _list(board, scratch)
    for k in range(scratch.marks[UNCLEAR]):
        rect, filled = scratch.rectangles[scratch.unclear[k] >> 2], scratch.unclear[k] & 3
        if code in (AVOIDABLE_1, AVOIDABLE_2):
            if code == AVOIDABLE_1 and filled == 3:
                _avoidable_1(board, scratch, rect)
            elif code == AVOIDABLE_2 and filled == 2:
                _avoidable_2(tables, board, scratch, rect)
            continue
        if filled:
            continue
        for i in range(4):
            digits = int64(board.candidates[rect[i]])
            pair = False
            for j in range(i):
                pair |= int64(board.candidates[rect[j]]) == digits
            if popcount(digits) != 2 or pair:
                continue
            if code == HIDDEN:
                _hidden(tables, board, scratch, rect, digits)
            else:
                _unique(tables, board, scratch, code, rect, digits)
