"""Argyle: no digit stands twice on any of eight diagonals, which make a pattern of diamonds."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations

from bookmaker.puzzles.grid.geometry import Relation, unlike
from bookmaker.puzzles.grid.marks import Mark
from bookmaker.puzzles.rules.rule import Rule

_OFF = (1, 4)
"""How many cells the diagonals lie beside those from corner to corner."""


@cache
def _diagonals(size: int) -> tuple[tuple[int, ...], ...]:
    def found() -> Iterator[tuple[int, ...]]:
        for off in _OFF:
            places = range(size - off)
            for rows, columns in (([p + off for p in places], list(places)), (list(places), [p + off for p in places])):
                yield tuple(row * size + column for row, column in zip(rows, columns, strict=True))
                yield tuple(row * size + size - 1 - column for row, column in zip(rows, columns, strict=True))

    return tuple(sorted(found()))


def _apart(size: int) -> tuple[Relation, ...]:
    pairs = tuple(sorted({pair for line in _diagonals(size) for pair in combinations(line, 2)}))
    return (Relation(pairs, unlike(size), "the digit {one} stands twice on a marked diagonal: {cells}"),)


ARGYLE = Rule(
    name="argyle",
    relations=_apart,
    groups=_diagonals,
    marks=lambda size: tuple(Mark("line", line) for line in _diagonals(size)),
    sizes=frozenset({9}),
    why="its diagonals are known in print for 9x9 only",
)
