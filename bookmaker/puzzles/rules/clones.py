"""Clones: two areas of one form hold the same digits, place by place."""

from __future__ import annotations

from collections.abc import Iterator

from bookmaker.base.seeds import seed_for
from bookmaker.puzzles.grid.adjacency import beside
from bookmaker.puzzles.grid.geometry import Clue, Geometry
from bookmaker.puzzles.rules.clues import ClueType, Holds
from bookmaker.puzzles.rules.rule import Convention, Rule

_LARGEST = 5
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


def _drawn(solution: bytes, ground: Geometry, seed: int, share: float) -> Iterator[Clue]:
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
        while waiting and len(area) < _LARGEST:
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
    draw=_drawn,
    share=0.3,
    convention=Convention(givens=((18, 20), (12, 14), (6, 8)), placed=True),
)
