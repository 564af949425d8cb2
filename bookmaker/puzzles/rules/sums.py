"""Sums along lines: arrows, double arrows, region sum lines, zippers and ten lines. Digits may repeat where houses allow it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise

from bookmaker.puzzles.grid.automaton import Machine, State
from bookmaker.puzzles.rules.clues import ClueType, Value
from bookmaker.puzzles.rules.rule import Anchor, Convention, Lines, Rule

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
    """Whether all parts but the last have the sum of the first, and the last has no larger one."""
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
ARROWS = Rule(
    name="arrow",
    clues=(SHAFT,),
    share=0.4,
    anchor=Anchor(factor=2.3, power=0.45, sizes=frozenset({6, 9})),
    convention=Convention(givens=((8, 12), (4, 10), (0, 4)), lines=Lines(3, 4, (42, 50), (15, 45))),
)
REGION_SUM = ClueType(
    name="region-sum",
    shape="line",
    sums=_by_boxes,
    begins=_equal_so_far,
    fault="the parts of a line in different boxes do not have the same sum: {cells}",
    look="beads",
    foreign={"f-puzzles": "regionsumline", "iss": "RegionSumLine"},
)
REGION_SUMS = Rule(
    name="region-sums",
    clues=(REGION_SUM,),
    share=0.4,
    convention=Convention(givens=((10, 16), (3, 8), (0, 2)), lines=Lines(4, 8, (44, 56), (-1, 22))),
)
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
ZIPPERS = Rule(
    name="zippers",
    clues=(ZIP,),
    share=0.4,
    convention=Convention(givens=((12, 16), (4, 10), (0, 4)), lines=Lines(3, 7, (38, 48))),
)


def _inside(boxes: Sequence[int], value: Value) -> _Sums:
    """The cells between the two ends sum to the digits of these."""
    del value
    last = len(boxes) - 1
    yield range(1, last), (0, last), 0


DOUBLE_ARROW = ClueType(
    name="double-arrow",
    shape="line",
    sums=_inside,
    least=3,
    whole=True,
    fault="the digits between the circles of a double arrow do not sum to those in the circles: {cells}",
    look="double-ends",
    foreign={"f-puzzles": "doublearrow", "iss": "DoubleArrow"},
)
DOUBLE_ARROWS = Rule(
    name="double-arrows",
    clues=(DOUBLE_ARROW,),
    share=0.4,
    convention=Convention(givens=((12, 16), (4, 10), (0, 4)), lines=Lines(4, 6, (38, 48))),
)

_TEN = 10


def _by_tens(size: int, length: int, value: Value) -> Machine:
    """States: the sum of the part that is not yet whole."""
    del size, length, value

    def step(state: State, digit: int) -> State | None:
        total = state + digit
        return total % _TEN if total <= _TEN else None

    return Machine(0, step, lambda state: state == 0)


def _tens_so_far(digits: Sequence[int], boxes: Sequence[int]) -> bool:
    del boxes
    total = 0
    for digit in digits:
        total += digit
        if total > _TEN:
            return False
        total %= _TEN
    return True


TEN_LINE = ClueType(
    name="ten-line",
    shape="line",
    machine=_by_tens,
    begins=_tens_so_far,
    reckoned=True,
    fault="a line does not fall into parts that each sum to ten: {cells}",
    look="pluses",
    foreign={"iss": "SumLine=10"},
)
TEN_LINES = Rule(
    name="ten-lines",
    clues=(TEN_LINE,),
    share=0.4,
    sizes=frozenset({6, 8, 9}),
    why="parts of a line sum to ten, which is usual with the digits up to 6, 8 or 9 only",
    sentence="Each line falls into parts of neighbouring cells that each sum to ten.",
    convention=Convention(givens=((12, 16), (4, 10), (0, 4)), lines=Lines(2, 5, (44, 54))),
)
