"""One-five-nine: the digits in columns 1, 5 and 9 say in which column of their row 1, 5 and 9 stand."""

from __future__ import annotations

from functools import cache

from bookmaker.puzzles.grid.geometry import Relation
from bookmaker.puzzles.grid.marks import Mark
from bookmaker.puzzles.rules.clues import table_of
from bookmaker.puzzles.rules.rule import Rule

_COLUMNS = (1, 5, 9)


_CELLS = "~".join(("Indexing", "C", *(f"R{row}C{column}" for column in _COLUMNS for row in range(1, 10))))
"""The rule of the Interactive Sudoku Solver: which cells say in which column something stands."""


@cache
def _indexing(size: int) -> tuple[Relation, ...]:
    """A cell of such a column holds the number of the column in which the column's own number stands."""
    fault = "the digit {one} of column 1, 5 or 9 does not say where that number stands in its row: {cells}"

    def relation(column: int, other: int) -> Relation:
        pairs = tuple((row * size + column - 1, row * size + other - 1) for row in range(size))
        return Relation(pairs, table_of(size, lambda one, digit: (one == other) == (digit == column)), fault)

    return tuple(relation(column, other) for column in _COLUMNS for other in range(1, size + 1) if other != column)


def _marks(size: int) -> tuple[Mark, ...]:
    return tuple(Mark("shade", tuple(range(column - 1, size * size, size))) for column in _COLUMNS)


ONE_FIVE_NINE = Rule(
    name="one-five-nine",
    relations=_indexing,
    marks=_marks,
    sizes=frozenset({9}),
    why="it is about the first, the middle and the last of nine columns",
    # A SAT solver finds no grid.
    bars=frozenset({"non-consecutive", "global-entropy", "argyle"}),
    sentence="A digit in column 1, 5 or 9 is the number of the column in which 1, 5 or 9 stands in that row.",
    foreign={"f-puzzles": ("rule:one-five-nine",), "iss": (_CELLS,)},
)
