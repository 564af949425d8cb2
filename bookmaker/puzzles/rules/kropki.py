"""Kropki: a white dot between consecutive digits, a black dot where one digit is twice the other.

All dots are shown, so that neighbours without a dot are neither; or all black ones, and there are no others; or some, and nothing
follows where there is none.
"""

from __future__ import annotations

from bookmaker.puzzles.rules.clues import ClueType, Unmarked
from bookmaker.puzzles.rules.rule import Rule


def _double(one: int, other: int) -> bool:
    return other in (2 * one, one / 2)


def _consecutive(one: int, other: int) -> bool:
    return abs(one - other) == 1


BLACK_DOT = ClueType(
    name="black-dot",
    shape="border",
    holds=_double,
    fault="of the digits {one} and {other} on both sides of a black dot neither is twice the other: {cells}",
    look="black-dot",
    foreign={"f-puzzles": "ratio~2", "iss": "BlackDot"},
)
WHITE_DOT = ClueType(
    name="white-dot",
    shape="border",
    holds=_consecutive,
    fault="the digits {one} and {other} on both sides of a white dot are not consecutive: {cells}",
    look="white-dot",
    foreign={"f-puzzles": "difference~1", "iss": "WhiteDot"},
)
KROPKI = Rule(
    name="kropki",
    clues=(BLACK_DOT, WHITE_DOT),
    unmarked=Unmarked(
        holds=lambda one, other: not (_consecutive(one, other) or _double(one, other)),
        fault="the digits {one} and {other} stand side by side without a dot: {cells}",
        foreign={"f-puzzles": ("difference", "ratio"), "iss": ("StrictKropki",)},
    ),
)
DOUBLES = Rule(
    name="doubles",
    clues=(BLACK_DOT,),
    unmarked=Unmarked(
        holds=lambda one, other: not _double(one, other),
        fault="of the digits {one} and {other} side by side without a black dot one is twice the other: {cells}",
        foreign={"f-puzzles": ("ratio",), "iss": ("Pair:doubles",)},
    ),
)
SOME_DOTS = Rule(name="kropki-partial", clues=(BLACK_DOT, WHITE_DOT), share=0.6)
