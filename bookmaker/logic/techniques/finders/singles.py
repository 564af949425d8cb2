"""Finders of singles. One instance for each cell, however many houses show it, so that instances count placed digits."""

from __future__ import annotations

from bookmaker.logic.kernels.bits import lowest, popcount
from bookmaker.logic.kernels.rules import BOX
from bookmaker.logic.techniques.families import BEGINNERS, CODES
from bookmaker.logic.techniques.finders.board import BASE, HOUSE, Board, Tables, begin, finish, note, place
from bookmaker.logic.techniques.finders.decorators import inner, int64

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
def _naked(board: Board, code: int) -> None:
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
def _hidden(tables: Tables, board: Board, code: int) -> None:
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
def find(tables: Tables, board: Board, code: int) -> None:
    """Write every single of the kind ``code``. Boxes come first, so that a hidden single names its box if it can."""
    if code == FULL_HOUSE:
        _full_houses(tables, board, code)
    elif code == NAKED_SINGLE:
        _naked(board, code)
    else:
        if code == BEGINNERS:
            _full_houses(tables, board, FULL_HOUSE)
        _hidden(tables, board, code)


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
