"""Finders for grids whose cells are related, and the kernels of two tiers: relations, and clues with sums and lines."""

from __future__ import annotations

from bookmaker.logic.kernels.bits import lowest
from bookmaker.logic.kernels.rules import Array
from bookmaker.logic.techniques.families import CODES
from bookmaker.logic.techniques.finders import inner, int64, kernel
from bookmaker.logic.techniques.finders.board import (
    BASE,
    CANDIDATE,
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
from bookmaker.logic.techniques.finders.scratch import clear
from bookmaker.logic.techniques.finders.sums_and_lines import find_clues
from bookmaker.logic.techniques.finders.workspace import Workspace

CELL = CODES["relation-cell"]
IN_HOUSE = CODES["relation-house"]


@inner
def _excluded(tables: Tables, table: int, held: int) -> int:
    """The digits that none of the candidates ``held`` lets a related cell hold."""
    allowed, every = int64(0), (int64(1) << tables.size) - 1
    while held and allowed != every:
        allowed |= tables.allowed[table, lowest(held)]
        held &= held - 1
    return int(every & ~allowed)


@inner
def _forbidden(tables: Tables, digit: int) -> int:
    """The digits that a relation forbids beside a digit."""
    digits = int64(0)
    for table in range(tables.allowed.shape[0]):
        digits |= ~tables.allowed[table, digit - 1]
    return int(digits & ((int64(1) << tables.size) - 1))


@inner
def _cells(tables: Tables, board: Board, excluded: Array) -> None:
    """One instance for each cell that keeps digits from related cells, whichever of its candidates is true.

    ``excluded`` int64[...] is scratch, for the digits that the cell excludes by each table. Instances of this tier have no
    keys. A cell that has no effect has none until it loses a candidate.
    """
    for cell in range(board.digits.size):
        held = int64(board.candidates[cell])
        if held == 0 or not has_changed(board.house_changed, int64(tables.cell_houses[cell, 0]), CELL):
            continue
        digits = int64(0)
        for table in range(tables.allowed.shape[0]):
            excluded[table] = _excluded(tables, table, held)
            digits |= excluded[table]
        if digits == 0:
            continue
        begin(board, CELL)
        while digits:
            digit = lowest(digits) + 1
            digits &= digits - 1
            for w in range(board.spots.shape[1]):
                left = int64(0)
                for table in range(tables.allowed.shape[0]):
                    if (excluded[table] >> (digit - 1)) & 1:
                        left |= tables.related[table, cell, w]
                left &= board.spots[digit, w]
                while left:
                    remove(board, w << 6 | lowest(left), digit)
                    left &= left - 1
        while held:
            note(board, CANDIDATE, BASE, cell, lowest(held) + 1)
            held &= held - 1
        finish(board)
    for house in range(tables.houses.shape[0] if board.marks[FOUND] == 0 else 0):
        mark_unchanged(board.house_changed, house, CELL)


@inner
def _near_all(tables: Tables, board: Board, house: int, places: int) -> bool:
    """Whether some cell is related to all these places of a house, or is one of them and related to the others."""
    for w in range(board.spots.shape[1]):
        left, rest = int64(-1), places
        while rest and left:
            place = int64(tables.houses[house, lowest(rest)])
            rest &= rest - 1
            near = int64(1) << (place & 63) if place >> 6 == w else int64(0)
            for table in range(tables.allowed.shape[0]):
                near |= tables.related[table, place, w]
            left &= near
        if left:
            return True
    return False


@inner
def _houses(tables: Tables, board: Board) -> None:
    """One instance for each house and digit. Where it has no effect, it has none until a candidate of the house goes."""
    for house in range(tables.houses.shape[0]):
        if not has_changed(board.house_changed, house, IN_HOUSE):
            continue
        found = board.marks[FOUND]
        for digit in range(1, tables.size + 1):
            places = int64(board.places[house, digit])
            if places == 0 or not _near_all(tables, board, house, places):
                continue
            begin(board, IN_HOUSE)
            others = int64(_forbidden(tables, digit)) & ~(int64(1) << (digit - 1))
            while others:
                other = lowest(others) + 1
                others &= others - 1
                # A place of the digit loses its other candidates like a cell that forbids the digit to every other place.
                for w in range(board.spots.shape[1]):
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
        if board.marks[FOUND] == found:
            mark_unchanged(board.house_changed, house, IN_HOUSE)


@kernel
def search_relations(tables: Tables, board: Board, workspace: Workspace, order: Array) -> int:
    """As :func:`bookmaker.logic.techniques.finders.wings.search`, for relations; finds nothing where there are
    none.
    """
    scratch = workspace.scratch
    for i in range(order.size if tables.allowed.shape[0] else 0):
        clear(board, scratch)
        if order[i] == CELL:
            _cells(tables, board, scratch.slots)
        elif order[i] == IN_HOUSE:
            _houses(tables, board)
        if board.marks[FOUND]:
            return i
    return -1


@kernel
def search_clues(tables: Tables, board: Board, workspace: Workspace, order: Array) -> int:
    """As :func:`bookmaker.logic.techniques.finders.wings.search`, for sums and lines of clues."""
    for i in range(order.size):
        if order[i] < 0:
            continue
        clear(board, workspace.scratch)
        find_clues(tables, board, workspace.clues, order[i])
        if board.marks[FOUND]:
            return i
    return -1
