"""Finders for grids on which cells must not hold consecutive digits, and the kernel of their tier."""

from __future__ import annotations

from bookmaker.kernels.bits import lowest
from bookmaker.kernels.rules import Array
from bookmaker.techniques.families import CODES
from bookmaker.techniques.finders.board import BASE, CANDIDATE, FOUND, HOUSE, Board, Tables, begin, finish, note, remove
from bookmaker.techniques.finders.decorators import inner, int64, kernel
from bookmaker.techniques.finders.desk import Desk, clear

CELL = CODES["non-consecutive-cell"]
IN_HOUSE = CODES["non-consecutive-house"]


@inner
def _cells(tables: Tables, board: Board) -> None:
    """One instance for each cell that keeps something from its neighbours, whichever of its candidates it holds."""
    for cell in range(board.digits.size):
        held = int64(board.candidates[cell])
        if held == 0:
            continue
        begin(board, CELL)
        for digit in range(1, tables.size + 1):
            # Digit d is bit d - 1, so that 7 << d - 2 are d - 1, d and d + 1.
            if held & ~((int64(7) << digit) >> 2):
                continue
            for w in range(board.spots.shape[1]):
                left = tables.apart[cell, w] & board.spots[digit, w]
                while left:
                    remove(board, w << 6 | lowest(left), digit)
                    left &= left - 1
        while held:
            note(board, CANDIDATE, BASE, cell, lowest(held) + 1)
            held &= held - 1
        finish(board)


@inner
def _houses(tables: Tables, board: Board) -> None:
    """One instance for each house and digit."""
    for house in range(tables.houses.shape[0]):
        for digit in range(1, tables.size + 1):
            places = int64(board.places[house, digit])
            if places == 0:
                continue
            begin(board, IN_HOUSE)
            # Cells that are a place, or beside it, for each of the places.
            for w in range(board.spots.shape[1]):
                near, rest = int64(-1), places
                while rest:
                    place = int64(tables.houses[house, lowest(rest)])
                    own = int64(1) << (place & 63) if place >> 6 == w else int64(0)
                    near &= tables.apart[place, w] | own
                    rest &= rest - 1
                for other in (digit - 1, digit + 1):
                    if 1 <= other <= tables.size:
                        left = near & board.spots[other, w]
                        while left:
                            remove(board, w << 6 | lowest(left), other)
                            left &= left - 1
            note(board, HOUSE, BASE, house, 0)
            while places:
                note(board, CANDIDATE, BASE, int64(tables.houses[house, lowest(places)]), digit)
                places &= places - 1
            finish(board)


@kernel
def search(tables: Tables, board: Board, desk: Desk, order: Array) -> int:
    """As :func:`bookmaker.techniques.finders.wings_and_rectangles.search`, for these. Finds nothing where no cells are apart."""
    for i in range(order.size if tables.apart.shape[0] else 0):
        clear(board, desk)
        if order[i] == CELL:
            _cells(tables, board)
        elif order[i] == IN_HOUSE:
            _houses(tables, board)
        if board.marks[FOUND]:
            return i
    return -1
