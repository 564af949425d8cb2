"""Finders of singles. One instance for each cell, however many houses show it, so that a count is of digits placed."""

from __future__ import annotations

import numpy as np

from bookmaker.kernels.rules import BOX
from bookmaker.techniques import singles as family
from bookmaker.techniques.finders.board import BASE, HOUSE, Board, Tables, begin, finish, inner, lowest, note, place

FULL_HOUSE = family.FULL_HOUSE.code
NAKED_SINGLE = family.NAKED_SINGLE.code
HIDDEN_SINGLE = family.HIDDEN_SINGLE.code
HIDDEN_SINGLE_IN_BOX = family.HIDDEN_SINGLE_IN_BOX


@inner
def _in_house(tables: Tables, board: Board, code: int, house: int, digit: int) -> None:
    place_in_house = lowest(np.int64(board.places[house, digit]))
    cell = np.int64(tables.houses[house, place_in_house])
    if board.placing[cell] == digit:
        return
    begin(board, code)
    place(board, cell, digit)
    note(board, HOUSE, BASE, house, 0)
    finish(board)


@inner
def _full_houses(tables: Tables, board: Board) -> None:
    full = (np.int64(1) << tables.size) - 1
    for h in range(tables.houses.shape[0]):
        house = np.int64(tables.boxes_first[h])
        missing = full & ~np.int64(board.placed[house])
        if missing != 0 and missing & (missing - 1) == 0:
            digit = lowest(missing) + 1
            if board.places[house, digit]:
                _in_house(tables, board, FULL_HOUSE, house, digit)


@inner
def _naked(board: Board) -> None:
    for cell in range(board.candidates.size):
        left = np.int64(board.candidates[cell])
        if left != 0 and left & (left - 1) == 0:
            begin(board, NAKED_SINGLE)
            place(board, cell, lowest(left) + 1)
            finish(board)


@inner
def _hidden(tables: Tables, board: Board, boxes_only: bool) -> None:
    for h in range(tables.houses.shape[0]):
        house = np.int64(tables.boxes_first[h])
        if boxes_only and tables.house_kind[house] != BOX:
            break
        for digit in range(1, tables.size + 1):
            places = np.int64(board.places[house, digit])
            if places != 0 and places & (places - 1) == 0:
                _in_house(tables, board, HIDDEN_SINGLE, house, digit)


@inner
def find(tables: Tables, board: Board, code: int) -> None:
    """Write every single of the kind ``code``. Boxes come first, so that a hidden single is told by its box if it can."""
    if code == FULL_HOUSE:
        _full_houses(tables, board)
    elif code == NAKED_SINGLE:
        _naked(board)
    else:
        _hidden(tables, board, code == HIDDEN_SINGLE_IN_BOX)
