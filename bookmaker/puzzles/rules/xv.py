"""XV: an X between neighbours whose sum is ten, a V where it is five; all of them, or some."""

from __future__ import annotations

from bookmaker.puzzles.rules.clues import ClueType, Unmarked
from bookmaker.puzzles.rules.rule import Rule

SIZES = frozenset({6, 8, 9})
WHY = "sums of five and ten are usual with the digits up to 6, 8 or 9 only"

TEN = ClueType(
    name="x-sum",
    shape="border",
    holds=lambda one, other: one + other == 10,
    reckoned=True,
    fault="the digits {one} and {other} on both sides of an X have not the sum ten: {cells}",
    look="letter",
    text="X",
    foreign={"f-puzzles": "xv=X", "iss": "X"},
)
FIVE = ClueType(
    name="v-sum",
    shape="border",
    holds=lambda one, other: one + other == 5,
    reckoned=True,
    fault="the digits {one} and {other} on both sides of a V have not the sum five: {cells}",
    look="letter",
    text="V",
    foreign={"f-puzzles": "xv=V", "iss": "V"},
)
XV = Rule(
    name="xv",
    clues=(TEN, FIVE),
    unmarked=Unmarked(
        holds=lambda one, other: one + other not in (5, 10),
        fault="the digits {one} and {other} stand side by side without an X or a V: {cells}",
        foreign={"f-puzzles": ("xv",), "iss": ("StrictXV",)},
    ),
    sizes=SIZES,
    why=WHY,
)
SOME_XV = Rule(
    name="xv-partial",
    clues=(TEN, FIVE),
    sizes=SIZES,
    why=WHY,
)
