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


def connected(cells: Iterable[int], size: int) -> bool:
    """Whether the cells, at least one, are connected by their sides."""
    left = set(cells)
    waiting = [left.pop()]
    while waiting:
        near = left.intersection(beside(waiting.pop(), size))
        left -= near
        waiting += near
    return not left
