"""Several 9x9 grids that share cells: the Samurai family.

The names are those of the collections that print them. Corners are rows and columns from 0.
"""

from __future__ import annotations

from collections.abc import Iterable

from bookmaker.grid.arrangement import Arrangement, Place
from bookmaker.variants.rule import Rule

_SIZE = 9


def _square(row: int, column: int) -> tuple[Place, ...]:
    return tuple((row + r, column + c) for r in range(_SIZE) for c in range(_SIZE))


def _at(corners: Iterable[Place]) -> Arrangement:
    return Arrangement(_SIZE, tuple(_square(*corner) for corner in corners))


def _every(step: int, first: int) -> Arrangement:
    """Nine grids side by side, and a tenth of the cells at every ``step``-th place from ``first`` on."""
    tenth = [(first + step * r, first + step * c) for r in range(_SIZE) for c in range(_SIZE)]
    return Arrangement(_SIZE, (*_nine(), tuple(tenth)), shaded=True)


def _nine() -> list[tuple[Place, ...]]:
    return [_square(row, column) for row in (0, 9, 18) for column in (0, 9, 18)]


def _middles() -> Arrangement:
    """Nine grids side by side, and a tenth of their middle boxes."""
    lines = [start + offset for start in (3, 12, 21) for offset in range(3)]
    return Arrangement(_SIZE, (*_nine(), tuple((row, column) for row in lines for column in lines)), shaded=True)


_ARRANGEMENTS = {
    "twin": _at([(0, 0), (6, 6)]),
    "butterfly": _at([(0, 0), (0, 3), (3, 0), (3, 3)]),
    "flower": _at([(0, 3), (3, 0), (3, 3), (3, 6), (6, 3)]),
    "samurai": _at([(0, 0), (0, 12), (6, 6), (12, 0), (12, 12)]),
    "windmill": _at([(0, 3), (3, 12), (6, 6), (9, 0), (12, 9)]),
    "sohei": _at([(0, 6), (6, 0), (6, 12), (12, 6)]),
    "gattai-8": _at([(0, 0), (0, 12), (0, 24), (6, 6), (6, 18), (12, 0), (12, 12), (12, 24)]),
    "shogun": _at(
        [*((0, 12 * i) for i in range(4)), *((6, 6 + 12 * i) for i in range(3)), *((12, 12 * i) for i in range(4))]
    ),
    "sumo": _at(
        [
            *((12 * i, 12 * j) for i in range(2) for j in range(3)),
            *((6 + 12 * i, 6 + 12 * j) for i in range(2) for j in range(2)),
            *((24, 12 * j) for j in range(3)),
        ]
    ),
    "clueless-1": _every(3, 1),
    "clueless-2": _middles(),
}
SEVERAL_GRIDS = tuple(
    Rule(name=name, arrangement=arrangement, sizes=frozenset({_SIZE}), why="its grids are known in print as 9x9 only")
    for name, arrangement in _ARRANGEMENTS.items()
)
