"""Even and odd: a square behind a digit that is even, a circle behind one that is odd."""

from __future__ import annotations

from bookmaker.puzzles.rules.clues import ClueType
from bookmaker.puzzles.rules.rule import Rule

EVEN = ClueType(
    name="even",
    shape="cell",
    may=lambda digit, size: digit % 2 == 0,
    fault="the digit {digit} stands on a square and is not even: {cell}",
    look="block",
    foreign={"f-puzzles": "even"},
)
ODD = ClueType(
    name="odd",
    shape="cell",
    may=lambda digit, size: digit % 2 == 1,
    fault="the digit {digit} stands on a circle and is not odd: {cell}",
    look="disc",
    foreign={"f-puzzles": "odd"},
)
EVEN_ODD = Rule(name="even-odd", clues=(EVEN, ODD), share=0.4)
