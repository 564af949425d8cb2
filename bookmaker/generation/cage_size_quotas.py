"""How many cages of each size the puzzles of an order have, so that the mix over many puzzles is the one that is wanted.

A grid holds few cages, and symmetry makes most of them come in pairs: of a 6x6 grid that looks the same when it is turned,
the number of those of three cells is a multiple of four. So one rounding of the mix will not do for every puzzle. What a
symmetry lets be cut is found by cutting some full grids; of the numbers found, those that make up the mix are dealt out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from bookmaker.generation.cage_cutting import Bench, Shape, try_out
from bookmaker.grid.geometry import Geometry
from bookmaker.kernels import fill
from bookmaker.kernels.rng import below
from bookmaker.solve.rule_arrays import rule_arrays

_GRIDS = 64
"""Full grids that are cut to find out."""

_ROUNDS = 8
"""How often each is cut with a random rounding of the mix in mind."""

_NEAREST = 40
"""The numbers of cages that are looked at: those nearest to the mix of all that came out."""

_HITS = 2
"""Of as many cuts as there are grids with certain numbers in mind, how many must come out so. With fewer, hardly one of the
ways that are tried for a puzzle does."""

_DEALS = 64

_SEED = 45
"""The same for all: what is dealt belongs to the order."""


def deals(shape: Shape, bench: Bench, geometry: Geometry, mix: Mapping[int, int]) -> npt.NDArray[np.int64]:
    """int64[k, size + 1]: how many cages of each size puzzles have, such that all rows together have the shares of ``mix``
    as nearly as can be. ``shape`` is that of the order but for its own deals.
    """
    size, cells = geometry.size, geometry.cell_count
    shares = np.array([mix.get(each, 0) for each in range(size + 1)], np.int64)
    state = np.array([_SEED], np.uint64)
    solutions = np.zeros((_GRIDS, cells), np.uint8)
    for solution in solutions:
        fill.fill(rule_arrays(geometry), state, solution)
    found: Counter[tuple[int, ...]] = Counter()
    for _ in range(_ROUNDS):
        asked = np.array([_rounded(shares, cells, state) for _ in solutions])
        found.update(_cut(shape, bench, state, solutions, asked))
    near = sorted(found, key=lambda numbers: (int((_off(np.array([numbers]), shares) ** 2).sum()), numbers))
    hits: dict[tuple[int, ...], int] = {}
    for numbers in near[:_NEAREST]:
        asked = np.tile(np.array(numbers, np.int64), (_GRIDS, 1))
        hits[numbers] = _cut(shape, bench, state, solutions, asked)[numbers]
    kept = [numbers for numbers in hits if hits[numbers] >= _HITS]
    if not kept:
        return np.array([_rounded(shares, cells, state)])
    return _dealt(np.array(sorted(kept, key=lambda numbers: -hits[numbers])), shares)


def _rounded(shares: npt.NDArray[np.int64], cells: int, state: npt.NDArray[np.uint64]) -> list[int]:
    """So many cages of each size as the mix has in a grid, rounded up or down at random."""
    whole = int((shares * np.arange(len(shares))).sum())
    return [cells * share // whole + (below(state, whole) < cells * share % whole) for share in shares.tolist()]


def _cut(
    shape: Shape,
    bench: Bench,
    state: npt.NDArray[np.uint64],
    solutions: npt.NDArray[np.uint8],
    asked: npt.NDArray[np.int64],
) -> Counter[tuple[int, ...]]:
    """How often which numbers of cages of each size came out."""
    found = np.zeros_like(asked)
    try_out(shape, bench, state, solutions, asked, found)
    return Counter(tuple(numbers) for numbers in found.tolist() if numbers[0] >= 0)


def _off(numbers: npt.NDArray[np.int64], shares: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """For each row of numbers int64[n, size + 1] how many cages too many it has of each size, in units of a share."""
    off: npt.NDArray[np.int64] = numbers * shares.sum() - numbers.sum(axis=1, keepdims=True) * shares
    return off


def _dealt(kept: npt.NDArray[np.int64], shares: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """One row after another, each the one with which the sum of all so far is nearest to the mix; of several the first.

    Whole numbers, so that the same comes of it on every machine.
    """
    off = _off(kept, shares)
    total = np.zeros_like(shares)
    rows = []
    for _ in range(_DEALS):
        best = int(((total + off) ** 2).sum(axis=1).argmin())
        total += off[best]
        rows.append(kept[best])
    return np.array(rows)
