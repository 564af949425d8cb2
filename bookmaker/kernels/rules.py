"""The rules of a grid as flat arrays: all that a kernel knows of houses and peers.

Built in one place only, :func:`bookmaker.solving.rule_arrays`, from a geometry. Kernels take the whole tuple as one
argument, so that a kernel's signature says what it works on and not how the grid is stored.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

ROW, COLUMN, BOX, OTHER = 0, 1, 2, 3
"""Kinds of house in ``house_kind``. A jigsaw region counts as BOX; a diagonal or window as OTHER."""


class RuleArrays(NamedTuple):
    """Arrays for ``cells`` = size * size cells. Lists of unequal length are padded with -1.

    size            int, digits 1..size (bit d-1 of a candidate mask is digit d)
    houses          int16[houses, size]     the cells of each house
    house_kind      int8[houses]            ROW, COLUMN, BOX or OTHER
    cell_houses     int16[cells, most]      the houses of each cell, in the order of ``houses``
    peers           int16[cells, most]      the cells that may not hold the cell's digit, ascending
    peer_count      int16[cells]            how many of ``peers`` are real
    sees            uint8[cells, cells]     1 where two cells are peers
    shared, rest    int                     the widths of the parts of a row of ``crossings``
    crossings       int16[pairs, shared + 2 * rest]   for two houses with several cells in common: these cells, the others of
                                            the one house, the others of the other; a short part repeats its first cell
    """

    size: int
    houses: npt.NDArray[np.int16]
    house_kind: npt.NDArray[np.int8]
    cell_houses: npt.NDArray[np.int16]
    peers: npt.NDArray[np.int16]
    peer_count: npt.NDArray[np.int16]
    sees: npt.NDArray[np.uint8]
    shared: int
    rest: int
    crossings: npt.NDArray[np.int16]


Array = npt.NDArray[Any]
