"""The rules of a grid as flat arrays: all that a kernel knows of houses and peers.

Built in one place only, :func:`bookmaker.solving.rule_arrays`, from a geometry. Kernels take the whole tuple as one
argument, so that a kernel's signature says what it works on and not how the grid is stored.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from bookmaker.kernels.bundle import Bundle

ROW, COLUMN, BOX, OTHER = 0, 1, 2, 3
"""Kinds of house in ``house_kind``. A jigsaw region counts as BOX; a diagonal or window as OTHER."""


class WordRules(Bundle):
    """The same for sets of cells as words: whole rows, as many as fit into 32 bits, make a word, its first cell bit 0.

    Lists of parts (a word's number and bits of it) are flat; list i is part start[i] to start[i + 1] - 1.

    width           int, cells of a full word
    full            uint32[words]           the cells that there are
    near            uint32[cells, words]    the peers of a cell
    plain           int, houses in parts before the columns
    house_start     int64[houses + 1]       the houses, the columns last
    house_word      int64[parts]
    house_mask      uint32[parts]
    rest_start      int64[2 * pairs + 1]    of two houses with several cells in common: those of the one only (list 2 * i) and
                                            those of the other only (list 2 * i + 1)
    rest_word       int64[parts]
    rest_mask       uint32[parts]
    """

    width: int
    full: npt.NDArray[np.uint32]
    near: npt.NDArray[np.uint32]
    plain: int
    house_start: npt.NDArray[np.int64]
    house_word: npt.NDArray[np.int64]
    house_mask: npt.NDArray[np.uint32]
    rest_start: npt.NDArray[np.int64]
    rest_word: npt.NDArray[np.int64]
    rest_mask: npt.NDArray[np.uint32]


class RuleArrays(Bundle):
    """Arrays for ``cells`` = size * size cells. Lists of unequal length are padded with -1.

    size            int, digits 1..size (bit d-1 of a candidate mask is digit d)
    houses          int16[houses, size]     the cells of each house
    house_kind      int8[houses]            ROW, COLUMN, BOX or OTHER
    cell_houses     int16[cells, most]      the houses of each cell, in the order of ``houses``
    peers           int16[cells, most]      the cells that may not hold the cell's digit, ascending
    peer_count      int16[cells]            how many of ``peers`` are real
    sees            uint8[cells, cells]     1 where two cells are peers
    words           the same for sets of cells
    """

    size: int
    houses: npt.NDArray[np.int16]
    house_kind: npt.NDArray[np.int8]
    cell_houses: npt.NDArray[np.int16]
    peers: npt.NDArray[np.int16]
    peer_count: npt.NDArray[np.int16]
    sees: npt.NDArray[np.uint8]
    words: WordRules


Array = npt.NDArray[Any]
