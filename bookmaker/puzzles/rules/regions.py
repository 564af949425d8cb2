"""What takes the place of boxes, or lies over them: regions (jigsaw), nothing (Latin squares), cages (Killer).

The regions of a jigsaw may have any shape and differ from puzzle to puzzle. In a toroidal one they go on beyond the edges of the
grid and come in again from the opposite side: the first row lies below the last, the first column right of the last. A toroidal
puzzle says no more than its map does.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from bookmaker.puzzles.grid.adjacency import connected
from bookmaker.puzzles.grid.marks import Mark
from bookmaker.puzzles.rules.rule import Anchor, Rule

LATIN = Rule(
    name="latin",
    boxes=False,
    uniqueness=True,
    foreign={"f-puzzles": (), "ipuz": (), "iss": ("NoBoxes",)},
)
KILLER = Rule(
    name="killer",
    cages=True,
    made=frozenset({4, 6, 8, 9, 10, 12, 16}),
    # The Times gives 55 minutes for its hardest, where the model without this says 137 (expert).
    anchor=Anchor(factor=0.3, power=1.0, by_score=True, spread=1.5, sizes=frozenset({9}), most=4),
)
JIGSAW = Rule(name="jigsaw", regions=True, uniqueness=True, anchor=Anchor())
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
