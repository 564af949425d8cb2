"""The sums that the digits of a cage can make, without arrays: checks of cages must not load the compiler."""

from __future__ import annotations

from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.grid.puzzle import Cage


def sum_bounds(count: int, size: int) -> tuple[int, int]:
    """The smallest and the largest sum of ``count`` different digits of 1..size, 0 <= count <= size."""
    return count * (count + 1) // 2, count * (2 * size - count + 1) // 2


def impossible(cage: Cage, geometry: Geometry) -> bool:
    """Whether no digits can fill a cage, whatever the grid.

    :class:`~bookmaker.logic.kernels.derived_sums.CageArrays` cannot hold such a cage.
    """
    cells, total, size = cage.cells, cage.sum, geometry.size
    count = len(cells)
    if cage.strays or count > size or len(set(cells)) < count:
        return True
    return total is not None and not count * (count + 1) <= 2 * total <= count * (2 * size - count + 1)
