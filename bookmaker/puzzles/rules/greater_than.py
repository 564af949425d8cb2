"""Greater than: a sign between neighbours in one box that opens towards the larger digit."""

from __future__ import annotations

from bookmaker.puzzles.rules.clues import ClueType
from bookmaker.puzzles.rules.rule import Rule

SIGN = ClueType(
    name="greater-than",
    shape="border",
    ordered=True,
    holds=lambda one, other: one > other,
    fault="the digit {one} is not greater than {other}, as the sign between them says: {cells}",
    look="sign",
    foreign={"iss": "GreaterThan"},
)
GREATER_THAN = Rule(
    name="greater-than",
    clues=(SIGN,),
    within=True,
    sentence="A sign between two cells opens towards the larger digit.",
)
