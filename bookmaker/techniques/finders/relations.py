"""Finders for grids whose cells are related, and the kernel of their tier."""

from __future__ import annotations

from bookmaker.kernels.bits import lowest
from bookmaker.kernels.rules import Array
from bookmaker.techniques.families import CODES
from bookmaker.techniques.finders.board import BASE, CANDIDATE, FOUND, HOUSE, Board, Tables, begin, finish, note, remove
from bookmaker.techniques.finders.decorators import inner, int64, kernel
from bookmaker.techniques.finders.scratch import clear
from bookmaker.techniques.finders.workspace import Workspace

CELL = CODES["relation-cell"]
IN_HOUSE = CODES["relation-house"]


@inner
def _allows(tables: Tables, table: int, held: int, digit: int) -> bool:
    """Whether one of the candidates ``held`` lets a related cell hold ``digit``."""
    while held:
        if (tables.allowed[table, lowest(held)] >> (digit - 1)) & 1:
            return True
        held &= held - 1
    return False


@inner
def _forbids(tables: Tables, digit: int, other: int) -> bool:
    """Whether a relation forbids the two digits beside each other."""
    for table in range(tables.allowed.shape[0]):
        if (tables.allowed[table, digit - 1] >> (other - 1)) & 1 == 0:
            return True
    return False


@inner
def _cells(tables: Tables, board: Board) -> None:
    """One instance for each cell that keeps digits from related cells, whichever of its candidates is true."""
    for cell in range(board.digits.size):
        held = int64(board.candidates[cell])
        if held == 0:
            continue
        begin(board, CELL)
        for digit in range(1, tables.size + 1):
            for w in range(board.spots.shape[1]):
                left = int64(0)
                for table in range(tables.allowed.shape[0]):
                    if not _allows(tables, table, held, digit):
                        left |= tables.related[table, cell, w]
                left &= board.spots[digit, w]
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
            for other in range(1, tables.size + 1):
                # A place of the digit loses its other candidates like a cell that forbids the digit to every other place.
                for w in range(board.spots.shape[1] if other != digit and _forbids(tables, digit, other) else 0):
                    left, rest = board.spots[other, w], places
                    while rest and left:
                        place = int64(tables.houses[house, lowest(rest)])
                        rest &= rest - 1
                        near = int64(1) << (place & 63) if place >> 6 == w else int64(0)
                        for table in range(tables.allowed.shape[0]):
                            if (tables.allowed[table, digit - 1] >> (other - 1)) & 1 == 0:
                                near |= tables.related[table, place, w]
                        left &= near
                    while left:
                        remove(board, w << 6 | lowest(left), other)
                        left &= left - 1
            note(board, HOUSE, BASE, house, 0)
            while places:
                note(board, CANDIDATE, BASE, int64(tables.houses[house, lowest(places)]), digit)
                places &= places - 1
            finish(board)


@kernel
def search(tables: Tables, board: Board, workspace: Workspace, order: Array) -> int:
    """As :func:`bookmaker.techniques.finders.wings_and_rectangles.search`, for relations; finds nothing where there are none."""
    scratch = workspace.scratch
    for i in range(order.size if tables.allowed.shape[0] else 0):
        clear(board, scratch)
        if order[i] == CELL:
            _cells(tables, board)
        elif order[i] == IN_HOUSE:
            _houses(tables, board)
        if board.marks[FOUND]:
            return i
    return -1
