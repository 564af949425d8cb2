"""Rules for neighbours: no consecutive digits side by side, and no equal digits a knight's or a king's move apart."""

from __future__ import annotations

from collections.abc import Sequence

from bookmaker.puzzles.grid.geometry import Relation, unlike
from bookmaker.puzzles.rules.rule import Anchor, Rule


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
