"""Cells side by side, and whether cells are connected by their sides."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache


@cache
def beside(cell: int, size: int) -> tuple[int, ...]:
    """The cells above, below, left and right of one, in this order."""
    row, column = divmod(cell, size)
    sides = ((row > 0, -size), (row < size - 1, size), (column > 0, -1), (column < size - 1, 1))
    return tuple(cell + step for inside, step in sides if inside)


@cache
def beside_around(cell: int, size: int) -> tuple[int, ...]:
    """The same where each edge of the grid meets the opposite one: four cells for every cell."""
    row, column = divmod(cell, size)
    rows, columns = (row - 1) % size, (column - 1) % size
    return (
        rows * size + column,
        (row + 1) % size * size + column,
        row * size + columns,
        row * size + (column + 1) % size,
    )


def connected(cells: Iterable[int], size: int, beyond: bool = False) -> bool:
    """Whether the cells, at least one, are connected by their sides; ``beyond``: or across the edges of the grid."""
    left, near_to = set(cells), beside_around if beyond else beside
    waiting = [left.pop()]
    while waiting:
        near = left.intersection(near_to(waiting.pop(), size))
        left -= near
        waiting += near
    return not left
