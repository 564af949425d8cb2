"""Finders of bivalue universal graves (BUG): every empty cell would have two candidates and every house two places.

Such a grid has two solutions or none, so a proper puzzle never reaches it: one of the *extra* candidates is true. Type 1 (BUG+1):
all extras are in one cell. Type 2: they are one digit. Type 3: they make a naked subset with other cells. Type 4: two cells, one
of which must hold a digit of the grave, so that the other holds an extra.
"""

from __future__ import annotations

from bookmaker.logic.kernels.bits import lowest, popcount
from bookmaker.logic.techniques.families import CODES
from bookmaker.logic.techniques.finders.board import BASE, FIN, Board, Tables
from bookmaker.logic.techniques.finders.deadly import all_in, extra_digit, extra_subset
from bookmaker.logic.techniques.finders.decorators import inner, int64
from bookmaker.logic.techniques.finders.scratch import Scratch, close, done, note_cell, start, take_digits

BUG_1, BUG_2, BUG_3, BUG_4 = (CODES[f"bug-{number}"] for number in range(1, 5))


@inner
def _extra_cells(tables: Tables, board: Board, scratch: Scratch) -> int:
    """Lists the cells with extras in ``lists[0]`` and these in ``lists[1]``.

    Extras are candidates with three places or more in every house of the cell. Returns how many cells have extras, or 0 if the
    grid without them is no BUG.
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
def _close(board: Board, scratch: Scratch, count: int) -> None:
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
def find(tables: Tables, board: Board, scratch: Scratch, code: int) -> None:
    """Write the BUG of the kind ``code``."""
    count = _extra_cells(tables, board, scratch)
    cells, extras = scratch.lists[0], scratch.lists[1]
    if count == 0:
        return
    if code == BUG_1:
        if count == 1:
            start(board, scratch, code)
            take_digits(board, scratch, cells[0], ~extras[0])
            _close(board, scratch, 1)
    elif count < 2:
        return
    elif code == BUG_2:
        if extra_digit(tables, board, scratch, code, count):
            _close(board, scratch, count)
    elif code == BUG_3:
        extra_subset(tables, board, scratch, code, count, 0, cells, 0)
    elif count == 2:
        for k in range(tables.house_count[cells[0]]):
            house = int64(tables.cell_houses[cells[0], k])
            if all_in(tables, house, cells, 2):
                _locked(tables, board, scratch, house)
