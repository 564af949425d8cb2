"""Jigsaw: regions of any shape, which differ from puzzle to puzzle, take the place of boxes.

In a toroidal one regions go on beyond the edges of the grid, where they come in again from the opposite side: the first row lies
below the last, and the first column right of the last. It says no more than its map does.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from bookmaker.puzzles.grid.adjacency import connected
from bookmaker.puzzles.grid.marks import Mark
from bookmaker.puzzles.rules.rule import Rule

JIGSAW = Rule(name="jigsaw", regions=True, uniqueness=True)
TOROIDAL = Rule(name="toroidal", regions=True, wraps=True, uniqueness=True)


@lru_cache(maxsize=1024)
def rule_of_map(regions: tuple[int, ...], size: int) -> Rule:
    """The rule of a map: whether its regions hold together only across the edges of the grid."""
    parts = [[cell for cell, region in enumerate(regions) if region == number] for number in range(size)]
    if all(connected(part, size) for part in parts) or not all(connected(part, size, beyond=True) for part in parts):
        return JIGSAW
    return TOROIDAL


def open_edges(regions: tuple[int, ...], size: int) -> Iterator[Mark]:
    """A mark for each two cells at opposite edges in which a region goes on beyond the edge."""
    last = size - 1
    rows = ((row * size, row * size + last) for row in range(size))
    columns = ((column, last * size + column) for column in range(size))
    return (Mark("open", pair) for pair in (*rows, *columns) if regions[pair[0]] == regions[pair[1]])
