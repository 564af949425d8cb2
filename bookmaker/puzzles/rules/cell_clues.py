"""Clues on single cells: shapes behind digits that are even or odd, low or high, or that differ from all unmarked neighbours."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from bookmaker.base.seeds import seed_for
from bookmaker.puzzles.grid.adjacency import beside
from bookmaker.puzzles.grid.geometry import Clue, Geometry
from bookmaker.puzzles.rules.clues import ClueType, Contrast
from bookmaker.puzzles.rules.rule import Anchor, Convention, Rule

# Marked cells that are greater than each of their unmarked neighbours (fortress), or smaller (minima).

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
    convention=Convention(givens=((18, 20), (12, 14), (6, 10)), placed=True),
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
    convention=Convention(givens=((18, 20), (12, 14), (6, 10)), placed=True),
)


# Low and high: a triangle behind a digit of the lower half of all digits, on its tip, or of the upper half, upright.
#
# Where there is a digit in the middle, such as 5 of 9, it is neither.

LOW = ClueType(
    name="low",
    shape="cell",
    may=lambda digit, size: 2 * digit <= size,
    fault="the digit {digit} is on a triangle that points down and is not low: {cell}",
    look="down-triangle",
)
HIGH = ClueType(
    name="high",
    shape="cell",
    may=lambda digit, size: 2 * digit > size + 1,
    fault="the digit {digit} is on a triangle that points up and is not high: {cell}",
    look="up-triangle",
)
LOW_HIGH = Rule(
    name="low-high",
    clues=(LOW, HIGH),
    share=0.4,
    sentence="A triangle that points down holds a digit of the lower half, one that points up a digit of the upper half; "
    "a digit in the middle, such as 5 of 9, is neither.",
    convention=Convention(givens=((18, 20), (12, 14), (6, 10)), placed=True),
)


# Even and odd: a square behind an even digit, a circle behind an odd one.

EVEN = ClueType(
    name="even",
    shape="cell",
    may=lambda digit, size: digit % 2 == 0,
    fault="the digit {digit} is on a square and is not even: {cell}",
    look="block",
    foreign={"f-puzzles": "even"},
)
ODD = ClueType(
    name="odd",
    shape="cell",
    may=lambda digit, size: digit % 2 == 1,
    fault="the digit {digit} is on a circle and is not odd: {cell}",
    look="disc",
    foreign={"f-puzzles": "odd"},
)
EVEN_ODD = Rule(
    name="even-odd",
    clues=(EVEN, ODD),
    share=0.4,
    anchor=Anchor(factor=1.8, power=0.65),
    convention=Convention(givens=((20, 24), (16, 20), (10, 14)), placed=True),
)
