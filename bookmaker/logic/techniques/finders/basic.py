"""Finders of singles, and of pointing and claiming.

*Singles*: one instance for each cell, however many houses show it, so that instances count placed digits.

*Pointing and claiming*: one instance for each house and digit. All places of a digit in one house see a cell outside it, which
therefore cannot hold the digit. On the classic grid this is exactly box against line. On grids with more houses the cell may see
two places through two houses (both ends of a diagonal and a corner); a person uses the same argument.
"""

from __future__ import annotations

from bookmaker.logic.kernels.bits import lowest, popcount
from bookmaker.logic.kernels.rules import BOX
from bookmaker.logic.techniques.families import BEGINNERS, CODES, DIRECT
from bookmaker.logic.techniques.finders import inner, int64
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
    shared,
)

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
def find_intersections(tables: Tables, board: Board, code: int) -> None:
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


FULL_HOUSE = CODES["full-house"]
NAKED_SINGLE = CODES["naked-single"]
HIDDEN_SINGLE = CODES["hidden-single"]


@inner
def _in_house(tables: Tables, board: Board, code: int, house: int, digit: int) -> None:
    place_in_house = lowest(int64(board.places[house, digit]))
    cell = int64(tables.houses[house, place_in_house])
    if board.placing[cell] == digit:
        return
    begin(board, code)
    place(board, cell, digit)
    note(board, HOUSE, BASE, house, 0)
    finish(board)


@inner
def _full_houses(tables: Tables, board: Board, code: int) -> None:
    full = (int64(1) << tables.size) - 1
    for h in range(tables.houses.shape[0]):
        house = int64(tables.boxes_first[h])
        missing = full & ~int64(board.placed[house])
        if missing != 0 and missing & (missing - 1) == 0:
            digit = lowest(missing) + 1
            if board.places[house, digit]:
                _in_house(tables, board, code, house, digit)


@inner
def _naked_single(board: Board, code: int) -> None:
    for w in range(board.spots.shape[1]):
        once, more = int64(0), int64(0)
        for digit in range(1, board.spots.shape[0]):
            more |= once & board.spots[digit, w]
            once |= board.spots[digit, w]
        left = once & ~more
        while left:
            cell = w << 6 | lowest(left)
            left &= left - 1
            begin(board, code)
            place(board, cell, lowest(int64(board.candidates[cell])) + 1)
            finish(board)


@inner
def _with_one_place(board: Board, house: int) -> int:
    """The digits that have one place in the house, or none, as a mask."""
    return int(int64(board.one_place[house]) & ~int64(board.placed[house]))


@inner
def _hidden_single(tables: Tables, board: Board, code: int) -> None:
    technique = int64(HIDDEN_SINGLE)
    for h in range(tables.houses.shape[0]):
        house = int64(tables.boxes_first[h])
        if code != HIDDEN_SINGLE and tables.house_kind[house] != BOX:
            break
        left = int64(_with_one_place(board, house))
        while left:
            digit = lowest(left) + 1
            left &= left - 1
            if board.places[house, digit]:
                _in_house(tables, board, technique, house, digit)


@inner
def find_singles(tables: Tables, board: Board, code: int) -> None:
    """Write every single of the kind ``code``. Boxes come first, so that a hidden single names its box if it can."""
    if code == FULL_HOUSE:
        _full_houses(tables, board, code)
    elif code == NAKED_SINGLE:
        _naked_single(board, code)
    else:
        if code == BEGINNERS:
            _full_houses(tables, board, FULL_HOUSE)
        _hidden_single(tables, board, code)


@inner
def ways(tables: Tables, board: Board, most: int) -> int:
    """How many cells singles of any kind fill, ``most`` if there are more. Uses ``scratch[4]``."""
    filled = board.group[4]
    found = int64(0)
    for w in range(board.spots.shape[1]):
        once, more = int64(0), int64(0)
        for digit in range(1, board.spots.shape[0]):
            more |= once & board.spots[digit, w]
            once |= board.spots[digit, w]
        filled[w] = once & ~more
        found += popcount(filled[w])
    for house in range(tables.houses.shape[0]):
        if found >= most:
            break
        one_place = int64(_with_one_place(board, house))
        while one_place:
            places = int64(board.places[house, lowest(one_place) + 1])
            one_place &= one_place - 1
            if places:
                cell = int64(tables.houses[house, lowest(places)])
                spot = int64(1) << (cell & 63)
                if filled[cell >> 6] & spot == 0:
                    filled[cell >> 6] |= spot
                    found += 1
    return int(min(found, most))
