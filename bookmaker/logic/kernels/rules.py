"""The rules of a grid as flat arrays: houses, peers and relations as kernels see them.

Only :func:`bookmaker.logic.solve.rule_arrays.rule_arrays` builds them, from a geometry. Kernels take the whole tuple as one
argument.
"""

from __future__ import annotations

from typing import Any

import numpy.typing as npt

from bookmaker.logic.jit.bundle import Bundle, array, field

ROW, COLUMN, BOX, OTHER = 0, 1, 2, 3
"""Kinds of house in ``house_kind``. A jigsaw region counts as BOX; a diagonal or window as OTHER."""

NOT = 128
"""Added to a digit among the givens of a search: the cell holds any digit but this one."""


class WordRules(Bundle):
    """The rules for sets of cells as words: a word is as many whole rows as fit into 32 bits, its first cell bit 0.

    Lists of parts (a word's number and bits of it) are flat; list i is part start[i] to start[i + 1] - 1.

    Two houses with several common cells are stored as the cells of the one only and of the other only, in one of three lists:
    both lie in one word (near); a column, as its bit in the lowest row and its other cells in the word, and a house in one word
    (column); all others (rest).

    A ring is a table, a cell, and a house that holds several of the cell and the cells related to it.
    """

    width: int = field("cells of a full word")
    full: Array = array("uint32[words]", "the cells that there are")
    may: Array = array(
        "uint32[size or 0, words]", "the cells that may hold a digit; no rows where every cell may hold every digit"
    )
    first: Array = array("uint32[words]", "the first cells of rows")
    near: Array = array("uint32[cells, words]", "the peers of a cell")
    within: int = field("houses in parts that lie in one word: the rows, which come first, and others")
    plain: int = field("houses in parts before the columns")
    house_start: Array = array("int64[houses + 1]", "the houses, the columns last")
    house_word: Array = array("int64[parts]")
    house_mask: Array = array("uint32[parts]")
    near_start: Array = array("int64[words + 1]", "where the pairs of a word start")
    near_one: Array = array("uint32[pairs]")
    near_other: Array = array("uint32[pairs]")
    column_start: Array = array("int64[words + 1]")
    column_bit: Array = array("uint32[pairs]")
    column_rest: Array = array("uint32[pairs]")
    column_other: Array = array("uint32[pairs]")
    rest_start: Array = array(
        "int64[2 * pairs + 1]", "of the one only (list 2 * i) and of the other only (list 2 * i + 1)"
    )
    rest_word: Array = array("int64[parts]")
    rest_mask: Array = array("uint32[parts]")
    tables: Array = array("uint32[tables, size]", "as in :class:`RuleArrays`")
    related: Array = array("uint32[tables, cells, words]", "the cells that a table holds for, seen from a cell")
    ring_table: Array = array("int64[rings]")
    ring_cell: Array = array("int64[rings]")
    ring_inside: Array = array("int64[rings]", "whether the cell is one of the house")
    ring_start: Array = array("int64[rings + 1]", "where the parts of the rest of the house start")
    ring_word: Array = array("int64[parts]")
    ring_mask: Array = array("uint32[parts]")


class RuleArrays(Bundle):
    """Arrays for ``cells`` = size * size cells. Lists of unequal length are padded with -1."""

    size: int = field("digits 1..size (bit d-1 of a candidate mask is digit d)")
    houses: Array = array("int16[houses, size]", "the cells of each house")
    house_kind: Array = array("int8[houses]", "ROW, COLUMN, BOX or OTHER")
    cell_houses: Array = array("int16[cells, most]", "the houses of each cell, in the order of ``houses``")
    peers: Array = array("int16[cells, most]", "the cells that may not hold the cell's digit, ascending")
    peer_count: Array = array("int16[cells]", "how many of ``peers`` are real")
    sees: Array = array("uint8[cells, cells]", "1 where two cells are peers")
    tables: Array = array(
        "uint32[tables, size]",
        'relations that say more than "unlike": bit e-1 of [t, d-1] is set where a related cell may hold e beside a d',
    )
    related: Array = array("int16[tables, cells, most]", "the cells that a table holds for, seen from a cell")
    may: Array = array(
        "uint32[cells or 0]", "the digits that a cell may hold (bit d-1); empty where every cell may hold all"
    )
    words: WordRules = field("the same for sets of cells")


Array = npt.NDArray[Any]
