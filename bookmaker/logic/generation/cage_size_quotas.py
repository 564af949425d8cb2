"""How many cages of each size each puzzle of an order has, so that many puzzles together have the wanted mix.

A grid holds few cages, and symmetry makes most of them come in pairs. In a 6x6 grid with quarter-turn symmetry, for example, the
number of cages of three cells is a multiple of four. So one rounding of the mix does not suit every puzzle. Some full
grids are cut to find out which numbers a symmetry allows. From these, rows of numbers are chosen that together have the mix.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from bookmaker.logic.generation.cage_cutting import CageWorkspace, Shape, try_out
from bookmaker.logic.kernels import fill
from bookmaker.logic.kernels.rng import below
from bookmaker.logic.solve.rule_arrays import rule_arrays
from bookmaker.puzzles.grid.geometry import Geometry

_GRIDS = 64
"""Full grids that are cut to find out."""

_ROUNDS = 8
"""How often each of them is cut towards a random rounding of the mix."""

_NEAREST = 40
"""How many rows of numbers are examined: those nearest to the mix."""

_HITS = 2
"""Each grid is cut once towards a row of numbers; at least this many cuts must have exactly these numbers. With fewer, hardly any
way tried for a puzzle would.
"""

_DEALS = 64
"""Rows that are returned."""

_SEED = 45
"""The same for all orders: the rows depend on the order only."""


def deals(shape: Shape, space: CageWorkspace, geometry: Geometry, mix: Mapping[int, int]) -> npt.NDArray[np.int64]:
    """How many cages of each size puzzles have: int64[k, size + 1], a row for a puzzle.

    All rows together have the shares of ``mix`` as nearly as possible. ``shape`` is that of the order; its deals are not read.
    """
    size, cells = geometry.size, geometry.cell_count
    shares = np.array([mix.get(each, 0) for each in range(size + 1)], np.int64)
    state = np.array([_SEED], np.uint64)
    solutions = np.zeros((_GRIDS, cells), np.uint8)
    for solution in solutions:
        fill.fill(rule_arrays(geometry), state, solution)
    found: Counter[tuple[int, ...]] = Counter()
    for _ in range(_ROUNDS):
        wanted = np.array([_rounded(shares, cells, state) for _ in solutions])
        found.update(_cut(shape, space, state, solutions, wanted))
    near = sorted(found, key=lambda numbers: (int((_off(np.array([numbers]), shares) ** 2).sum()), numbers))
    hits: dict[tuple[int, ...], int] = {}
    for numbers in near[:_NEAREST]:
        wanted = np.tile(np.array(numbers, np.int64), (_GRIDS, 1))
        hits[numbers] = _cut(shape, space, state, solutions, wanted)[numbers]
    kept = [numbers for numbers in hits if hits[numbers] >= _HITS]
    if not kept:
        return np.array([_rounded(shares, cells, state)])
    return _dealt(np.array(sorted(kept, key=lambda numbers: -hits[numbers])), shares)


def _rounded(shares: npt.NDArray[np.int64], cells: int, state: npt.NDArray[np.uint64]) -> list[int]:
    """How many cages of each size a grid has by the mix, rounded up or down at random."""
    whole = int((shares * np.arange(len(shares))).sum())
    return [cells * share // whole + (below(state, whole) < cells * share % whole) for share in shares.tolist()]


def _cut(
    shape: Shape,
    space: CageWorkspace,
    state: npt.NDArray[np.uint64],
    solutions: npt.NDArray[np.uint8],
    wanted: npt.NDArray[np.int64],
) -> Counter[tuple[int, ...]]:
    """How often each row of numbers came out."""
    found = np.zeros_like(wanted)
    try_out(shape, space, state, solutions, wanted, found)
    return Counter(tuple(numbers) for numbers in found.tolist() if numbers[0] >= 0)


def _off(numbers: npt.NDArray[np.int64], shares: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """For each row of ``numbers`` int64[n, size + 1], how many cages it has too many of each size, in units of a share."""
    off: npt.NDArray[np.int64] = numbers * shares.sum() - numbers.sum(axis=1, keepdims=True) * shares
    return off


def _dealt(kept: npt.NDArray[np.int64], shares: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Choose rows one after another: each time the one with which the sum of all so far is nearest to the mix.

    All numbers are whole, so that the result is the same on every machine.
    """
    off = _off(kept, shares)
    total = np.zeros_like(shares)
    rows = []
    for _ in range(_DEALS):
        best = int(((total + off) ** 2).sum(axis=1).argmin())
        total += off[best]
        rows.append(kept[best])
    return np.array(rows)
