"""Low and high: a triangle behind a digit of the lower half of all digits, on its tip, or of the upper half, upright.

Where there is a digit in the middle, such as 5 of 9, it is neither.
"""

from __future__ import annotations

from bookmaker.puzzles.rules.clues import ClueType
from bookmaker.puzzles.rules.rule import Rule

LOW = ClueType(
    name="low",
    shape="cell",
    may=lambda digit, size: 2 * digit <= size,
    fault="the digit {digit} stands on a triangle that points down and is not low: {cell}",
    look="down-triangle",
)
HIGH = ClueType(
    name="high",
    shape="cell",
    may=lambda digit, size: 2 * digit > size + 1,
    fault="the digit {digit} stands on a triangle that points up and is not high: {cell}",
    look="up-triangle",
)
LOW_HIGH = Rule(
    name="low-high",
    clues=(LOW, HIGH),
    share=0.4,
    sentence="A triangle that points down holds a digit of the lower half, one that points up a digit of the upper half; "
    "a digit in the middle, such as 5 of 9, is neither.",
)
