"""Marked cells that are greater than each of their unmarked neighbours (fortress), or smaller (minima)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from bookmaker.base.seeds import seed_for
from bookmaker.puzzles.grid.adjacency import beside
from bookmaker.puzzles.grid.geometry import Clue, Geometry
from bookmaker.puzzles.rules.clues import ClueType, Contrast
from bookmaker.puzzles.rules.rule import Rule

_LARGEST = 5
"""The most marked cells that are drawn together."""

WALL = ClueType(
    name="fortress",
    shape="cell",
    fault="",
    look="tile",
    foreign={"f-puzzles": "maximum", "iss": "Pair:fortress"},
)


HOLLOW = ClueType(
    name="minimum",
    shape="cell",
    fault="",
    look="frame",
    foreign={"f-puzzles": "minimum", "iss": "Pair:minimum"},
)


def _drawn(kind: ClueType, *, low: bool) -> Callable[[bytes, Geometry, int, float], Iterator[Clue]]:
    """Areas of digits from some number up. What lies beside one holds less than all of it, and two of them spoil nothing.

    ``low``: the same with all digits counted from the other end.
    """

    def drawn(solution: bytes, ground: Geometry, seed: int, share: float) -> Iterator[Clue]:
        size, marked = ground.size, set[int]()
        high = bytes(size + 1 - digit for digit in solution) if low else solution
        for attempt in range(20 * size):
            if len(marked) >= share * size * size:
                break
            chance = seed_for(seed, attempt)
            first = chance % (size * size)
            area = _area(high, size, first, max(1, high[first] - chance // 997 % 3))
            if len(area) <= _LARGEST:
                marked |= area
        yield from (kind.clue((cell,)) for cell in sorted(marked))

    return drawn


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
    draw=_drawn(WALL, low=False),
    share=0.3,
)
MINIMA = Rule(
    name="minima",
    clues=(HOLLOW,),
    contrast=Contrast(
        holds=lambda one, other: one < other,
        fault="the digit {one} in a framed cell is not smaller than the {other} in an unmarked one beside it: {cells}",
    ),
    draw=_drawn(HOLLOW, low=True),
    share=0.3,
)
