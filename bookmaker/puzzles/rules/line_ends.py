"""Lines whose ends bound what stands between them."""

from __future__ import annotations

from collections.abc import Sequence

from bookmaker.puzzles.grid.automaton import Machine, State
from bookmaker.puzzles.rules.clues import ClueType, Value
from bookmaker.puzzles.rules.rule import Rule


def _between(size: int, length: int, value: Value) -> Machine:
    """Every digit inside lies between the two at the ends. States: the first digit, the least and the largest inside."""
    del value

    def step(state: State, digit: int) -> State | None:
        if state is None:
            return (1, digit, size + 1, 0)
        place, first, least, most = state
        if place == length - 1:
            low, high = sorted((first, digit))
            return "whole" if low < least and most < high else None
        return None if digit == first else (place + 1, first, min(least, digit), max(most, digit))

    return Machine(None, step)


def _one_sided(digits: Sequence[int], boxes: Sequence[int]) -> bool:
    """Whether all digits but the last are on one side of the first."""
    del boxes
    first, inside = digits[0], digits[1:-1]
    return all(digit > first for digit in inside) or all(digit < first for digit in inside)


BETWEEN_LINE = ClueType(
    name="between",
    shape="line",
    machine=_between,
    least=3,
    begins=_one_sided,
    fault="a digit on a line does not lie between those in the circles at its ends: {cells}",
    look="ends",
    foreign={"f-puzzles": "betweenline", "iss": "Between"},
)


_APART = 4
"""How far the ends of a lockout line differ at least."""


def _locked_out(size: int, length: int, value: Value) -> Machine:
    """No digit inside is one of those at the ends or between them. States: the first digit, and the nearest below and above."""
    del value

    def step(state: State, digit: int) -> State | None:
        if state is None:
            return (1, digit, 0, size + 1)
        place, first, below, above = state
        if place == length - 1:
            free = digit < above if digit > first else digit > below
            return "whole" if free and abs(digit - first) >= _APART else None
        if digit == first:
            return None
        return (
            (place + 1, first, max(below, digit), above)
            if digit < first
            else (place + 1, first, below, min(above, digit))
        )

    return Machine(None, step)


LOCKOUT_LINE = ClueType(
    name="lockout",
    shape="line",
    machine=_locked_out,
    least=3,
    whole=True,
    fault="a digit on a line lies within those in the diamonds at its ends, or these differ by less than four: {cells}",
    look="diamonds",
    foreign={"f-puzzles": "lockout", "iss": "Lockout=4"},
)
LOCKOUT = Rule(
    name="lockouts",
    clues=(LOCKOUT_LINE,),
    share=0.4,
    sizes=frozenset({6, 8, 9, 10, 12, 15, 16, 25}),
    why="the ends of a line differ by four or more, for which four digits are too few",
)
BETWEEN = Rule(name="between", clues=(BETWEEN_LINE,), share=0.45)
