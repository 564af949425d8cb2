"""Consecutive: a bar between all neighbours whose digits are consecutive."""

from __future__ import annotations

from bookmaker.puzzles.rules.clues import ClueType, Unmarked
from bookmaker.puzzles.rules.rule import Rule

BAR = ClueType(
    name="bar",
    shape="border",
    holds=lambda one, other: abs(one - other) == 1,
    fault="the digits {one} and {other} on both sides of a bar are not consecutive: {cells}",
    look="bar",
    foreign={"f-puzzles": "difference~1", "iss": "WhiteDot"},
)
CONSECUTIVE = Rule(
    name="consecutive",
    clues=(BAR,),
    unmarked=Unmarked(
        holds=lambda one, other: abs(one - other) != 1,
        fault="the digits {one} and {other} are consecutive and stand side by side without a bar: {cells}",
        foreign={"f-puzzles": ("difference",), "iss": ("Pair:consecutive",)},
    ),
)
