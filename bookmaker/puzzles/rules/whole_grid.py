"""Rules without clues that hold in every puzzle: for neighbours, along lines, at corners and in columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations

from bookmaker.puzzles.grid.automaton import Machine, State, automaton
from bookmaker.puzzles.grid.geometry import Line, Relation, unlike
from bookmaker.puzzles.grid.marks import Mark
from bookmaker.puzzles.rules.clues import table_of
from bookmaker.puzzles.rules.places import corners
from bookmaker.puzzles.rules.rule import Anchor, Rule

# Global entropy: every four cells that meet at a corner hold a low digit, a middle one and a high one.

_PARTS = 3


def _mixed() -> Machine:
    """States: the thirds of all digits so far."""

    def step(state: State, digit: int) -> State | None:
        return state | {(digit - 1) // _PARTS}

    return Machine(frozenset(), step, lambda state: len(state) == _PARTS)


@cache
def _areas(size: int) -> tuple[Line, ...]:
    held = automaton(_mixed(), size, 4)
    fault = "four cells that meet hold no low, no middle or no high digit: {cells}"
    return tuple(Line(cells, held, fault) for cells in corners(size))


GLOBAL_ENTROPY = Rule(
    name="global-entropy",
    lines=_areas,
    sizes=frozenset({9}),
    why="its digits are low, middle and high, three each of nine",
    sentence="Every 2×2 square holds a low digit (1 to 3), a middle one (4 to 6) and a high one (7 to 9).",
    foreign={"f-puzzles": ("rule:global-entropy",), "iss": ("GlobalEntropy",)},
)


# One-five-nine: the digits in columns 1, 5 and 9 say in which column of their row 1, 5 and 9 are.

_COLUMNS = (1, 5, 9)

_CELLS = "~".join(("Indexing", "C", *(f"R{row}C{column}" for column in _COLUMNS for row in range(1, 10))))
"""The rule of the Interactive Sudoku Solver: which cells say in which column a digit is."""


@cache
def _indexing(size: int) -> tuple[Relation, ...]:
    """A cell of such a column holds the number of the column in which the column's own number is."""
    fault = "the digit {one} of column 1, 5 or 9 does not say where that number is in its row: {cells}"

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


# Argyle: no digit comes twice on any of eight diagonals, which make a pattern of diamonds.

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


# Anti-diagonal: each of the two diagonals from corner to corner holds three different digits only.

_DIGITS = 3
"""How many there are on a diagonal. In a box it has as many cells, which differ, so that there can be no fewer."""


def _few() -> Machine:
    """States: the digits so far."""

    def step(state: State, digit: int) -> State | None:
        held = state | {digit}
        return held if len(held) <= _DIGITS else None

    return Machine(frozenset(), step, lambda state: len(state) == _DIGITS)


@cache
def _lines(size: int) -> tuple[Line, ...]:
    held = automaton(_few(), size, size)
    fault = f"a diagonal holds more than {_DIGITS} different digits: {{cells}}"
    falling = tuple(place * size + place for place in range(size))
    rising = tuple((size - 1 - place) * size + place for place in range(size))
    return Line(falling, held, fault), Line(rising, held, fault)


ANTI_DIAGONAL = Rule(
    name="anti-diagonal",
    lines=_lines,
    marks=lambda size: tuple(Mark("line", line.cells) for line in _lines(size)),
    sizes=frozenset({9}),
    why="three digits to a diagonal are as many as it has cells in a box of 3×3",
    # Diagonals hold nine digits there; with argyle a SAT solver finds no grid, as for anti-knight.
    sentence="Each of the two diagonals from corner to corner holds three different digits only.",
    foreign={"f-puzzles": ("line:anti-diagonal",), "iss": ("SameValues:anti-diagonal",)},
    bars=frozenset({"diagonal-falling", "diagonal-rising", "x", "argyle"}),
)


# Rules for neighbours: no consecutive digits side by side, and no equal digits a knight's or a king's move apart.


def moves(size: int, steps: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """The pairs of cells that such a step (rows down, columns right) leads from one to the other, ascending."""
    found = set()
    for cell in range(size * size):
        for down, right in steps:
            row, column = cell // size + down, cell % size + right
            if 0 <= row < size and 0 <= column < size:
                found.add((cell, row * size + column))
    return tuple(sorted(found))


def _consecutive(size: int) -> tuple[Relation, ...]:
    full = (1 << size) - 1
    allowed = tuple(full & ~(1 << digit + 1 | (1 << digit) >> 1) for digit in range(size))
    fault = "the digits {one} and {other} are consecutive and side by side: {cells}"
    return (Relation(moves(size, ((0, 1), (1, 0))), allowed, fault),)


def _knight(size: int) -> tuple[Relation, ...]:
    steps = ((1, 2), (2, 1), (1, -2), (2, -1))
    fault = "the digit {one} stands twice a knight's move apart: {cells}"
    return (Relation(moves(size, steps), unlike(size), fault),)


def _king(size: int) -> tuple[Relation, ...]:
    fault = "the digit {one} stands twice in cells that touch by a corner: {cells}"
    return (Relation(moves(size, ((1, 1), (1, -1))), unlike(size), fault),)


NON_CONSECUTIVE = Rule(
    name="non-consecutive",
    relations=_consecutive,
    sizes=frozenset({6, 8, 9, 10, 12, 15, 16, 25}),
    why="of four digits, only 2413 and 3142 can be a row, and they cannot be four rows",
    foreign={"f-puzzles": ("nonconsecutive",), "iss": ("AntiConsecutive",)},
)
ANTI_KNIGHT = Rule(
    name="anti-knight",
    anchor=Anchor(),
    relations=_knight,
    # A SAT solver finds no grid (benchmarks.model_grids, with 1 to 9 in the first row, since digits may be exchanged).
    bars=frozenset({"argyle"}),
    foreign={"f-puzzles": ("antiknight",), "iss": ("AntiKnight",)},
)
ANTI_KING = Rule(
    name="anti-king",
    relations=_king,
    foreign={"f-puzzles": ("antiking",), "iss": ("AntiKing",)},
    sizes=frozenset({6, 8, 9, 10, 12, 15, 16, 25}),
    why="four digits are too few, as a search shows",
)
