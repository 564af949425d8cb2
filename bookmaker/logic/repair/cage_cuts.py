"""The ways to cut a cage in two connected parts."""

from __future__ import annotations

from functools import cache

from bookmaker.puzzles.grid.adjacency import connected

_MOST_CELLS = 12
"""Cages of more cells are cut by no one: there would be thousands of ways."""


@cache
def cuts(cells: tuple[int, ...], size: int) -> tuple[tuple[int, ...], ...]:
    """The parts with the first cell that are connected and leave a connected rest, each ascending."""
    if not 1 < len(cells) <= _MOST_CELLS:
        return ()
    first, *others = cells
    found = []
    for mask in range((1 << len(others)) - 1):
        part = (first, *(cell for place, cell in enumerate(others) if mask >> place & 1))
        rest = tuple(cell for cell in cells if cell not in part)
        if connected(part, size) and connected(rest, size):
            found.append(part)
    return tuple(found)
