"""Sums along lines: arrows, region sum lines and zippers. Digits may repeat where houses allow it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise

from bookmaker.variants.clues import ClueType, Value
from bookmaker.variants.rule import Rule

_Sums = Iterator[tuple[Sequence[int], Sequence[int], int]]


def _along(boxes: Sequence[int], value: Value) -> _Sums:
    """The cells after the first sum to its digit."""
    del value
    yield range(1, len(boxes)), (0,), 0


def _by_boxes(boxes: Sequence[int], value: Value) -> _Sums:
    """The parts of a line in different boxes have the same sum."""
    del value
    parts = [list(part) for _, part in groupby(range(len(boxes)), key=boxes.__getitem__)]
    for one, other in pairwise(parts):
        yield one, other, 0


def _to_the_middle(boxes: Sequence[int], value: Value) -> _Sums:
    """Cells as far from either end sum to the digit in the middle, or to the same where two cells are in the middle."""
    del value
    last, half = len(boxes) - 1, (len(boxes) - 1) // 2
    middle = (half,) if last % 2 == 0 else (half, half + 1)
    for place in range(half):
        yield (place, last - place), middle, 0


def _equal_so_far(digits: Sequence[int], boxes: Sequence[int]) -> bool:
    """Whether all parts but the last sum to what the first does, and the last to no more."""
    sums = [sum(digits[place] for place in part) for _, part in groupby(range(len(boxes)), key=boxes.__getitem__)]
    return len(sums) == 1 or (len(set(sums[:-1])) == 1 and sums[-1] <= sums[0])


SHAFT = ClueType(
    name="arrow",
    shape="line",
    ordered=True,
    sums=_along,
    begins=lambda digits, boxes: sum(digits[1:]) <= digits[0],
    fault="the digits along an arrow do not sum to the digit in its circle: {cells}",
    look="shaft",
    circled=True,
    foreign={"f-puzzles": "arrow", "iss": "Arrow", "penpa": "arrows"},
)
ARROWS = Rule(name="arrow", clues=(SHAFT,), share=0.4, foreign={"f-puzzles": (), "iss": (), "penpa": ()})
REGION_SUM = ClueType(
    name="region-sum",
    shape="line",
    sums=_by_boxes,
    begins=_equal_so_far,
    fault="the parts of a line in different boxes do not have the same sum: {cells}",
    look="beads",
    foreign={"f-puzzles": "regionsumline", "iss": "RegionSumLine"},
)
REGION_SUMS = Rule(name="region-sums", clues=(REGION_SUM,), share=0.4, foreign={"f-puzzles": (), "iss": ()})
ZIP = ClueType(
    name="zipper",
    shape="line",
    sums=_to_the_middle,
    least=3,
    whole=True,
    fault="the digits as far from the middle of a zipper line do not sum to what is in the middle: {cells}",
    look="rhombs",
    foreign={"f-puzzles": "zipperline", "iss": "Zipper"},
)
ZIPPERS = Rule(name="zippers", clues=(ZIP,), share=0.4, foreign={"f-puzzles": (), "iss": ()})
