"""The sums that the digits of a cage can make, without arrays: checks of cages must not load the compiler."""

from __future__ import annotations

from functools import cache

from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.grid.puzzle import Cage


def sum_bounds(count: int, size: int) -> tuple[int, int]:
    """The smallest and the largest sum of ``count`` different digits of 1..size, 0 <= count <= size."""
    return count * (count + 1) // 2, count * (2 * size - count + 1) // 2


@cache
def _sums_of(size: int) -> list[range]:
    """The sums that n different digits of 1..size can make, for each n."""
    bounds = (sum_bounds(count, size) for count in range(size + 1))
    return [range(low, high + 1) for low, high in bounds]


def impossible(cage: Cage, geometry: Geometry) -> bool:
    """Whether no digits can fill a cage, whatever the grid.

    :class:`~bookmaker.logic.kernels.derived_sums.CageArrays` cannot hold such a cage.
    """
    count, total = len(cage.cells), cage.sum
    if cage.strays or count > geometry.size or len(set(cage.cells)) < count:
        return True
    return total is not None and total not in _sums_of(geometry.size)[count]
