"""Tables for 9x9 classic grids kept as 27-bit bands: what one digit may do within one band.

The word of a digit in a band has bit 9 * row + column (row 0..2 of the band) set where the digit is a candidate. The
idea of one word for each digit and band, and of looking up what follows in small tables, is that of the solvers that
people of the "New Sudoku Players' Forum" made from 2005 on (bb_sudoku, fsss2, JCZSolve); tables and code here are ours.

Two facts make the tables right. In a band a digit stands once in each row and once in each box, so the three minirows
(row, box) that hold it are a permutation of 3; a minirow that is in none of the permutations that the candidates still
allow cannot hold the digit. That is pointing and claiming between rows and boxes, all cases at once, by 9 bits of "this
minirow has candidates" (bit 3 * row + box). And where all candidates of a box lie in one column, that column's digit is
in this band, and the other two bands lose the column.
"""

from __future__ import annotations

from itertools import permutations

import numpy as np

from bookmaker.kernels.rules import Array

ALL = (1 << 27) - 1
_ROW = 0x1FF
_COLUMN = 1 | 1 << 9 | 1 << 18
_MINIROW = 7


def _bits(word: int) -> list[int]:
    return [bit for bit in range(9) if word >> bit & 1]


def _fits(minirows: int) -> list[int]:
    """The permutations (as 9 bits) that lie within the minirows with candidates."""
    every = [sum(1 << (3 * row + box) for row, box in enumerate(order)) for order in permutations(range(3))]
    return [fit for fit in every if fit & minirows == fit]


def _table(entry: object) -> Array:
    return np.array(entry, dtype=np.uint32)


_FITS = [_fits(minirows) for minirows in range(512)]
_UNION = [int(np.bitwise_or.reduce(fits)) if fits else 0 for fits in _FITS]
_FORCED = [int(np.bitwise_and.reduce(fits)) if fits else 0 for fits in _FITS]

SHRINK = _table([sum(1 << box for box in range(3) if row >> (3 * box) & 7) for row in range(512)])
"""[9 bits of one row] -> 3 bits: the boxes in which the row has candidates."""

KEEP = _table([sum(_MINIROW << 3 * minirow for minirow in _bits(union)) for union in _UNION])
"""[9 minirow bits] -> 27 cells: the minirows that lie in a permutation. 0 where there is none: a contradiction."""

FORCED = _table(_FORCED)
"""[9 minirow bits] -> 9 minirow bits: the minirows that lie in every permutation, and so hold the digit."""

_ALONE = [[box for box in range(3) if (columns >> (3 * box) & 7) in {1, 2, 4}] for columns in range(512)]

ALONE = _table([sum(1 << box for box in boxes) * 0b001001001 for boxes in _ALONE])
"""[9 column bits of a band] -> 9 minirow bits: every minirow of a box whose candidates lie in one column. A forced minirow
among them is a decided cell, for the other minirows of its box are empty then."""

ELSEWHERE = _table(
    [ALL & ~sum((columns & 7 << (3 * box)) * _COLUMN for box in _ALONE[columns]) for columns in range(512)]
)
"""[9 column bits of a band] -> 27 cells that the other two bands may keep: not the columns that this band is sure to use."""

ROWS = _table([sum(_ROW << 9 * row for row in range(3) if minirows >> 3 * row & 7) for minirows in range(512)])
"""[9 minirow bits] -> 27 cells: the rows that these minirows are in."""


def _place(cell: int) -> int:
    row, box = cell // 9, cell % 9 // 3
    peers = _ROW << 9 * row | (_MINIROW << 3 * box) * _COLUMN
    return ALL & ~peers | 1 << cell


PLACE = _table([_place(cell) for cell in range(27)])
"""[cell of a band] -> 27 cells that can still hold the digit placed there: itself and those that are not its peers."""

LINE = _table([ALL & ~(_COLUMN << column) for column in range(9)])
"""[column] -> 27 cells that the other bands may keep when a digit is placed in the column."""
