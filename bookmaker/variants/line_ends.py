"""Lines whose ends bound what stands between them."""

from __future__ import annotations

from collections.abc import Sequence

from bookmaker.grid.automaton import Machine, State
from bookmaker.variants.clues import ClueType, Value
from bookmaker.variants.rule import Rule


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
BETWEEN = Rule(name="between", clues=(BETWEEN_LINE,), share=0.45, foreign={"f-puzzles": (), "iss": ()})
