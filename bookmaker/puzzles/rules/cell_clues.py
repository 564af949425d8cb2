"""Clues on cells: shapes behind digits that are even or odd, low or high, or unlike all unmarked neighbours; and clones.

Clones are two areas of one form that hold the same digits, place by place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from bookmaker.base.seeds import seed_for
from bookmaker.puzzles.grid.geometry import Clue, Geometry, beside
from bookmaker.puzzles.rules.clues import ClueType, Contrast, Holds
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


_LARGEST_CLONE = 5
"""The most cells of one that is drawn."""


def _place_by_place(cells: int) -> Iterator[tuple[int, int, Holds]]:
    half = cells // 2
    for place in range(half):
        yield place, half + place, lambda one, other: one == other


AREAS = ClueType(
    name="clone",
    shape="areas",
    pairs=_place_by_place,
    fault="the digits {one} and {other} are at the same place of two clones and differ: {cells}",
    look="clone",
    lettered=True,
    foreign={"f-puzzles": "clone", "iss": "Pair:clone"},
)


def _drawn_clones(solution: bytes, ground: Geometry, seed: int, share: float) -> Iterator[Clue]:
    """The largest clones of the solution, none of which touch."""
    size, taken, count = ground.size, set[int](), 0
    found = [(area, step) for step in _steps(size) for area in _areas(solution, size, *step)]
    found.sort(key=lambda one: (-len(one[0]), seed_for(seed, *one[0], *one[1])))
    for area, (down, right) in found:
        both = area + [cell + down * size + right for cell in area]
        near = {other for cell in both for other in beside(cell, size)}
        if len(set(both)) < len(both) or taken & (near | set(both)) or count + len(both) > share * size * size:
            continue
        halves = area, both[len(area) :]
        if any(other in halves[1] for cell in area for other in beside(cell, size)):
            continue
        taken, count = taken | set(both), count + len(both)
        yield AREAS.clue(both)


def _steps(size: int) -> Iterator[tuple[int, int]]:
    """The ways from one clone to the other, each once: rows down and columns right."""
    for down in range(size):
        yield from ((down, right) for right in range(1 - size, size) if (down, right) > (0, 0))


def _areas(solution: bytes, size: int, down: int, right: int) -> Iterator[list[int]]:
    """The connected areas of two cells and more that hold the same digits as those so far away, cells ascending."""
    left = set()
    for row in range(size - down):
        for column in range(max(0, -right), size - max(0, right)):
            cell = row * size + column
            if solution[cell] == solution[cell + down * size + right]:
                left.add(cell)
    while left:
        area, waiting = set[int](), [left.pop()]
        while waiting and len(area) < _LARGEST_CLONE:
            cell = waiting.pop()
            area.add(cell)
            near = left.intersection(beside(cell, size))
            left -= near
            waiting += near
        if len(area) > 1:
            yield sorted(area)


CLONES = Rule(
    name="clones",
    clues=(AREAS,),
    draw=_drawn_clones,
    share=0.3,
    convention=Convention(givens=((18, 20), (12, 14), (6, 8)), placed=True),
)
