"""Differences and ratios: a number in a dot says by how much two neighbours differ, or how many times one is the other."""

from __future__ import annotations

from collections.abc import Callable

from bookmaker.puzzles.rules.clues import ClueType, Digits, Holds, Value
from bookmaker.puzzles.rules.rule import Rule


def _apart(value: Value) -> Holds:
    return lambda one, other: abs(one - other) == value[0]


def _times(value: Value) -> Holds:
    return lambda one, other: max(one, other) == value[0] * min(one, other)


def _quotient(digits: Digits, size: int) -> Value | None:
    del size
    low, high = sorted(digits)
    return None if high % low or low == high else (high // low,)


def _number(least: int, less: int) -> Callable[[Value, int, int], str]:
    def wrong(value: Value, size: int, length: int) -> str:
        del length
        if len(value) == 1 and least <= value[0] <= size - less:
            return ""
        return f"needs a number from {least} to {size - less} as its value"

    return wrong


DIFFERENCE = ClueType(
    name="difference",
    shape="border",
    relates=_apart,
    value=lambda digits, size: (abs(digits[0] - digits[1]),),
    wrong=_number(1, 1),
    reckoned=True,
    fault="the digits {one} and {other} do not differ by the number between them: {cells}",
    look="white-number",
    foreign={"f-puzzles": "difference#"},
)
RATIO = ClueType(
    name="ratio",
    shape="border",
    relates=_times,
    value=_quotient,
    wrong=_number(2, 0),
    reckoned=True,
    fault="of the digits {one} and {other} neither is as many times the other as the number between them says: {cells}",
    look="black-number",
    foreign={"f-puzzles": "ratio#"},
)
DIFFERENCES = Rule(name="differences", clues=(DIFFERENCE,), share=0.14)
RATIOS = Rule(name="ratios", clues=(RATIO,), share=0.35)
