"""Clues on the border of two cells, and where four cells meet.

A rule may show all of its clues, so that neighbours without one keep its opposite (kropki, consecutive, XV); or all black dots,
and no others exist (doubles); or some, and nothing follows where there is none.
"""

from __future__ import annotations

from collections.abc import Callable

from bookmaker.puzzles.grid.automaton import Machine, State
from bookmaker.puzzles.rules.clues import ClueType, Digits, Holds, Unmarked, Value
from bookmaker.puzzles.rules.rule import Anchor, Convention, Rule

# Quadruples: digits in a circle where four cells meet; these cells hold all of them.


def _held(size: int, length: int, value: Value) -> Machine:
    """States: the digits that are still wanted."""
    del size, length

    def step(state: State, digit: int) -> State | None:
        place = state.index(digit) if digit in state else len(state)
        return (*state[:place], *state[place + 1 :])

    return Machine(value, step, lambda state: not state)


def _wrong(value: Value, size: int, length: int) -> str:
    if not 1 <= len(value) <= length:
        return f"has {len(value)} digits, not 1 to {length}"
    return "" if all(1 <= digit <= size for digit in value) else f"has a digit that is not 1 to {size}"


def _all_of_them(digits: Digits, size: int) -> Value:
    del size
    return tuple(sorted(digits))


CIRCLE = ClueType(
    name="quadruple",
    shape="corner",
    machine=_held,
    value=_all_of_them,
    wrong=_wrong,
    fault="the digits in a circle are not all in the cells around it: {cells}",
    look="quadruple-circle",
    foreign={"f-puzzles": "quadruple", "iss": "Quad"},
)
QUADRUPLES = Rule(
    name="quadruples",
    clues=(CIRCLE,),
    share=0.2,
    sizes=frozenset({4, 6, 8, 9}),
    why="the circles have no room for digits above 9",
    convention=Convention(givens=((4, 8), (0, 4), (0, 2)), clues=((14, 20), (12, 18), (10, 16))),
)


# Differences and ratios: a number in a dot says by how much two neighbours differ, or how many times one is the other.


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
DIFFERENCES = Rule(
    name="differences",
    clues=(DIFFERENCE,),
    share=0.14,
    convention=Convention(givens=((4, 10), (1, 6), (1, 4)), clues=((16, 22), (12, 18), (12, 18))),
)
RATIOS = Rule(
    name="ratios",
    clues=(RATIO,),
    share=0.35,
    convention=Convention(givens=((4, 10), (0, 6), (0, 4)), clues=((14, 20), (12, 18), (12, 18))),
)


# Greater than: a sign between neighbours in one box that opens towards the larger digit.

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
    convention=Convention(
        givens=((0, 4), (0, 2), (0, 0)),
        square=Convention(of=5, size=5, givens=((2, 3), (0, 2), (0, 1)), clues=((8, 12), (8, 12), (6, 11))),
    ),
)


# XV: an X between neighbours whose sum is ten, a V where it is five; all of them, or some.

_TEN_SIZES = frozenset({6, 8, 9})
_TEN_WHY = "sums of five and ten are usual with the digits up to 6, 8 or 9 only"

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
        fault="the digits {one} and {other} are side by side without an X or a V: {cells}",
        foreign={"f-puzzles": ("xv",), "iss": ("StrictXV",)},
    ),
    sizes=_TEN_SIZES,
    why=_TEN_WHY,
    convention=Convention(givens=((4, 9), (2, 6), (0, 4))),
)
SOME_XV = Rule(
    name="xv-partial",
    clues=(TEN, FIVE),
    sizes=_TEN_SIZES,
    why=_TEN_WHY,
    convention=Convention(givens=((4, 9), (2, 6), (0, 4)), clues=((18, 26), (18, 24), (20, 28)), placed=True),
)


# Consecutive: a bar between all neighbours whose digits are consecutive.

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
    anchor=Anchor(factor=2.5, power=0.35, sizes=frozenset({9})),
    clues=(BAR,),
    unmarked=Unmarked(
        holds=lambda one, other: abs(one - other) != 1,
        fault="the digits {one} and {other} are consecutive and side by side without a bar: {cells}",
        foreign={"f-puzzles": ("difference",), "iss": ("Pair:consecutive",)},
    ),
    convention=Convention(givens=((6, 10), (4, 6), (2, 4))),
)


# Kropki: a white dot between consecutive digits, a black dot where one digit is twice the other.


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
    anchor=Anchor(factor=2.5, power=0.35, sizes=frozenset({9})),
    clues=(BLACK_DOT, WHITE_DOT),
    unmarked=Unmarked(
        holds=lambda one, other: not (_consecutive(one, other) or _double(one, other)),
        fault="the digits {one} and {other} are side by side without a dot: {cells}",
        foreign={"f-puzzles": ("difference", "ratio"), "iss": ("StrictKropki",)},
    ),
    convention=Convention(givens=((4, 8), (0, 4), (0, 2))),
)
DOUBLES = Rule(
    name="doubles",
    clues=(BLACK_DOT,),
    unmarked=Unmarked(
        holds=lambda one, other: not _double(one, other),
        fault="of the digits {one} and {other} side by side without a black dot one is twice the other: {cells}",
        foreign={"f-puzzles": ("ratio",), "iss": ("Pair:doubles",)},
    ),
    convention=Convention(givens=((4, 10), (0, 6), (0, 4))),
)
SOME_DOTS = Rule(
    name="kropki-partial",
    clues=(BLACK_DOT, WHITE_DOT),
    share=0.6,
    convention=Convention(givens=((6, 12), (0, 6), (0, 4)), clues=((14, 24), (14, 24), (14, 24)), placed=True),
)
