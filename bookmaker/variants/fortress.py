"""Fortress: a grey cell is greater than each of its neighbours that is not grey itself."""

from __future__ import annotations

from collections.abc import Iterator

from bookmaker.grid.adjacency import beside
from bookmaker.grid.geometry import Clue, Geometry
from bookmaker.seeds import seed_for
from bookmaker.variants.clues import ClueType, Contrast
from bookmaker.variants.rule import Rule

_LARGEST = 5
"""The most grey cells that are drawn together."""

WALL = ClueType(
    name="fortress",
    shape="cell",
    fault="",
    look="tile",
    foreign={"f-puzzles": "maximum", "iss": "Pair:fortress"},
)


def _drawn(solution: bytes, ground: Geometry, seed: int, share: float) -> Iterator[Clue]:
    """Areas of digits from some number up. What lies beside one holds less than all of it, and two of them spoil nothing."""
    size, grey = ground.size, set[int]()
    for attempt in range(20 * size):
        if len(grey) >= share * size * size:
            break
        chance = seed_for(seed, attempt)
        first = chance % (size * size)
        area = _area(solution, size, first, max(1, solution[first] - chance // 997 % 3))
        if len(area) <= _LARGEST:
            grey |= area
    yield from (WALL.clue((cell,)) for cell in sorted(grey))


def _area(solution: bytes, size: int, first: int, least: int) -> set[int]:
    """The cells connected with the first one that hold this number or more."""
    found, waiting = {first}, [first]
    while waiting:
        near = {cell for cell in beside(waiting.pop(), size) if solution[cell] >= least} - found
        found |= near
        waiting += near
    return found


FORTRESS = Rule(
    name="fortress",
    clues=(WALL,),
    contrast=Contrast(
        holds=lambda one, other: one > other,
        fault="the digit {one} in a grey cell is not greater than the {other} in a white one beside it: {cells}",
    ),
    draw=_drawn,
    share=0.3,
    foreign={"f-puzzles": (), "iss": ()},
)
