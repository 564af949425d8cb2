"""Several 9x9 grids that share cells: the Samurai family.

Public collections print them under these names. Corners are rows and columns from 0.
"""

from __future__ import annotations

from collections.abc import Iterable

from bookmaker.puzzles.grid.arrangement import Arrangement, Place
from bookmaker.puzzles.rules.rule import Anchor, Rule

_SIZE = 9


def _at(corners: Iterable[Place], lines: Iterable[int] = ()) -> Arrangement:
    return Arrangement(_SIZE, tuple(corners), tuple(lines))


_NINE = [(row, column) for row in (0, 9, 18) for column in (0, 9, 18)]
"""Nine grids side by side."""

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
    "clueless-1": _at(_NINE, range(1, 27, 3)),
    "clueless-2": _at(_NINE, [*range(3, 6), *range(12, 15), *range(21, 24)]),
}
SEVERAL_GRIDS = tuple(
    Rule(
        name=name,
        arrangement=arrangement,
        sizes=frozenset({_SIZE}),
        why="its grids are known in print as 9x9 only",
        # A newspaper allows 30 minutes for its Samurai, a publisher 45; a first one takes readers over an hour.
        anchor=Anchor(factor=9.0, power=0.45) if name == "samurai" else None,
    )
    for name, arrangement in _ARRANGEMENTS.items()
)
