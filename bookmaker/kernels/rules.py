"""The rules of a grid as flat arrays: houses, peers and relations as kernels see them.

Only :func:`bookmaker.solve.rule_arrays.rule_arrays` builds them, from a geometry. Kernels take the whole tuple as one argument.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from bookmaker.jit.bundle import Bundle

ROW, COLUMN, BOX, OTHER = 0, 1, 2, 3
"""Kinds of house in ``house_kind``. A jigsaw region counts as BOX; a diagonal or window as OTHER."""


class WordRules(Bundle):
    """The rules for sets of cells as words: a word is as many whole rows as fit into 32 bits, its first cell bit 0.

    Lists of parts (a word's number and bits of it) are flat; list i is part start[i] to start[i + 1] - 1.

    width           int, cells of a full word
    full            uint32[words]           the cells that there are
    may             uint32[size or 0, words]    the cells that may hold a digit; no rows where every cell may hold every digit
    first           uint32[words]           the first cells of rows
    near            uint32[cells, words]    the peers of a cell
    within          int, houses in parts that lie in one word: the rows, which come first, and others
    plain           int, houses in parts before the columns
    house_start     int64[houses + 1]       the houses, the columns last
    house_word      int64[parts]
    house_mask      uint32[parts]

    Two houses with several common cells are stored as the cells of the one only and of the other only, in one of three lists:
    both lie in one word (near); a column, as its bit in the lowest row and its other cells in the word, and a house in one word
    (column); all others (rest).

    near_start      int64[words + 1]        where the pairs of a word start
    near_one        uint32[pairs]
    near_other      uint32[pairs]
    column_start    int64[words + 1]
    column_bit      uint32[pairs]
    column_rest     uint32[pairs]
    column_other    uint32[pairs]
    rest_start      int64[2 * pairs + 1]    of the one only (list 2 * i) and of the other only (list 2 * i + 1)
    rest_word       int64[parts]
    rest_mask       uint32[parts]
    tables          uint32[tables, size]    as in :class:`RuleArrays`
    related         uint32[tables, cells, words]    the cells that a table holds for, seen from a cell

    A ring is a table, a cell, and a house that holds several of the cell and the cells related to it:

    ring_table      int64[rings]
    ring_cell       int64[rings]
    ring_inside     int64[rings]            whether the cell is one of the house
    ring_start      int64[rings + 1]        where the parts of the rest of the house start
    ring_word       int64[parts]
    ring_mask       uint32[parts]
    """

    width: int
    full: npt.NDArray[np.uint32]
    may: npt.NDArray[np.uint32]
    first: npt.NDArray[np.uint32]
    near: npt.NDArray[np.uint32]
    within: int
    plain: int
    house_start: npt.NDArray[np.int64]
    house_word: npt.NDArray[np.int64]
    house_mask: npt.NDArray[np.uint32]
    near_start: npt.NDArray[np.int64]
    near_one: npt.NDArray[np.uint32]
    near_other: npt.NDArray[np.uint32]
    column_start: npt.NDArray[np.int64]
    column_bit: npt.NDArray[np.uint32]
    column_rest: npt.NDArray[np.uint32]
    column_other: npt.NDArray[np.uint32]
    rest_start: npt.NDArray[np.int64]
    rest_word: npt.NDArray[np.int64]
    rest_mask: npt.NDArray[np.uint32]
    tables: npt.NDArray[np.uint32]
    related: npt.NDArray[np.uint32]
    ring_table: npt.NDArray[np.int64]
    ring_cell: npt.NDArray[np.int64]
    ring_inside: npt.NDArray[np.int64]
    ring_start: npt.NDArray[np.int64]
    ring_word: npt.NDArray[np.int64]
    ring_mask: npt.NDArray[np.uint32]


class RuleArrays(Bundle):
    """Arrays for ``cells`` = size * size cells. Lists of unequal length are padded with -1.

    size            int, digits 1..size (bit d-1 of a candidate mask is digit d)
    houses          int16[houses, size]     the cells of each house
    house_kind      int8[houses]            ROW, COLUMN, BOX or OTHER
    cell_houses     int16[cells, most]      the houses of each cell, in the order of ``houses``
    peers           int16[cells, most]      the cells that may not hold the cell's digit, ascending
    peer_count      int16[cells]            how many of ``peers`` are real
    sees            uint8[cells, cells]     1 where two cells are peers
    tables          uint32[tables, size]    relations that say more than "unlike": bit e-1 of [t, d-1] is set where a related cell
                                            may hold e beside a d
    related         int16[tables, cells, most]  the cells that a table holds for, seen from a cell
    may             uint32[cells or 0]      the digits that a cell may hold (bit d-1); empty where every cell may hold all
    words           the same for sets of cells
    """

    size: int
    houses: npt.NDArray[np.int16]
    house_kind: npt.NDArray[np.int8]
    cell_houses: npt.NDArray[np.int16]
    peers: npt.NDArray[np.int16]
    peer_count: npt.NDArray[np.int16]
    sees: npt.NDArray[np.uint8]
    tables: npt.NDArray[np.uint32]
    related: npt.NDArray[np.int16]
    may: npt.NDArray[np.uint32]
    words: WordRules


Array = npt.NDArray[Any]
