"""Clues outside the grid: numbers beside a row, a column or a slanting line, which say something of it as seen from there.

A clue lists the cells of its line from its edge on. Automata leave out states that different digits never lead to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from bookmaker.puzzles.grid.automaton import Machine, State
from bookmaker.puzzles.rules.clues import ClueType, Digits, Value
from bookmaker.puzzles.rules.rule import Anchor, Convention, Rule

# Little killer: a number outside the grid is the sum of the digits along the slanting line that its arrow points into.


def _wrong(value: Value, size: int, length: int) -> str:
    if len(value) == 1 and length <= value[0] <= size * length:
        return ""
    return f"needs a number from {length} to {size * length} as its value"


ARROW = ClueType(
    name="little-killer",
    shape="diagonal",
    ordered=True,
    sums=lambda boxes, value: ((range(len(boxes)), (), value[0]),),
    value=lambda digits, size: (sum(digits),),
    wrong=_wrong,
    fault="the digits along a slanting line do not add up to the sum outside the grid: {cells}",
    look="outside-arrow",
    foreign={"f-puzzles": "littlekillersum#", "iss": "LittleKiller#"},
)


LITTLE_KILLER = Rule(
    name="little-killer",
    clues=(ARROW,),
    share=0.6,
    convention=Convention(givens=((16, 20), (12, 16), (10, 14)), clues=((10, 15), (8, 12), (6, 12))),
)


_Sums = Iterator[tuple[Sequence[int], Sequence[int], int]]
_FIRST = 3
"""The cells that an outside sum adds up."""


def _number(low: int, high: Callable[[int], int]) -> Callable[[Value, int, int], str]:
    """The check of a value: one number from ``low`` to that of the size."""

    def wrong(value: Value, size: int, length: int) -> str:
        del length
        if len(value) == 1 and low <= value[0] <= high(size):
            return ""
        return f"needs a number from {low} to {high(size)} as its value"

    return wrong


def _all(size: int) -> int:
    return size * (size + 1) // 2


def _first_cells(boxes: Sequence[int], value: Value) -> _Sums:
    yield range(min(_FIRST, len(boxes))), (), value[0]


def _towers(size: int, length: int, value: Value) -> Machine:
    """States: the digits so far, the highest of them, how many were higher than all before."""
    (wanted,) = value

    def step(state: State, digit: int) -> State | None:
        place, highest, seen = state
        if digit == highest:
            return None
        highest, seen = max(digit, highest), seen + (digit > highest)
        # As many different digits have room below the highest, and as many more can still be seen as are higher.
        if place >= highest or seen > wanted or seen + min(size - highest, length - place - 1) < wanted:
            return None
        return place + 1, highest, seen

    return Machine((0, 0, 0), step, lambda state: state[2] == wanted)


def _seen(digits: Digits, size: int) -> Value | None:
    del size
    return (sum(digit > max(digits[:place], default=0) for place, digit in enumerate(digits)),)


def _filling(size: int, length: int, value: Value) -> Machine:
    """States: the sum behind the first of the two ends, None before it; the end that is still to come, 0 if none is."""
    del length
    (wanted,) = value

    def step(state: State, digit: int) -> State | None:
        total, end = state
        if total is None:
            return (0, size + 1 - digit) if digit in (1, size) else state
        if end == 0:
            return None if digit in (1, size) else state
        if digit == end:
            return (total, 0) if total == wanted else None
        return None if digit in (1, size) or total + digit > wanted else (total + digit, end)

    return Machine((None, 1), step, lambda state: state[1] == 0)


def _between(digits: Digits, size: int) -> Value | None:
    low, high = sorted((digits.index(1), digits.index(size)))
    return (sum(digits[low + 1 : high]),)


def _counted(size: int, length: int, value: Value) -> Machine:
    """States: how many cells are still to be added, None at the beginning; their sum so far."""
    del size, length
    (wanted,) = value

    def step(state: State, digit: int) -> State | None:
        left, total = (digit, 0) if state[0] is None else state
        if left == 0:
            return state
        left, total = left - 1, total + digit
        return (left, total) if (total < wanted if left else total == wanted) else None

    return Machine((None, 0), step, lambda state: state == (0, wanted))


def _rooms(size: int, length: int, value: Value) -> Machine:
    """States: how many cells on the wanted digit is, -1 at the beginning and 0 once it was passed."""
    del size, length
    (wanted,) = value

    def step(state: State, digit: int) -> State | None:
        if state == 0:
            return None if digit == wanted else state
        left = digit if state < 0 else state
        return None if (digit == wanted) != (left == 1) else left - 1

    return Machine(-1, step, lambda state: state == 0)


def _first(size: int, length: int, value: Value) -> Machine:
    """States: whether the digit that is seen first was passed."""
    del length
    (wanted,) = value

    def step(state: State, digit: int) -> State | None:
        if state or digit == size:
            return state
        return True if digit == wanted else None

    return Machine(False, step, bool)


def _seen_first(digits: Digits, size: int) -> Value | None:
    return (next(digit for digit in digits if digit != size),)


def _hidden(size: int, length: int, value: Value) -> Machine:
    """States: the digits so far and the highest of them, nothing once one was hidden."""
    del size, length
    (wanted,) = value

    def step(state: State, digit: int) -> State | None:
        if state == ():
            return state
        place, highest = state
        if digit < highest:
            return () if digit == wanted else None
        return None if digit == highest or place >= digit else (place + 1, digit)

    return Machine((0, 0), step, lambda state: state == ())


def _first_hidden(digits: Digits, size: int) -> Value | None:
    del size
    return next(((digit,) for place, digit in enumerate(digits) if digit < max(digits[:place], default=0)), None)


OUTSIDE_SUM = ClueType(
    name="outside-sum",
    shape="edge",
    ordered=True,
    sums=_first_cells,
    value=lambda digits, size: (sum(digits[:_FIRST]),),
    wrong=_number(_FIRST * (_FIRST + 1) // 2, lambda size: _FIRST * size - _FIRST),
    fault="the first three digits do not add up to the sum outside the grid: {cells}",
    look="outside",
)
TOWERS = ClueType(
    name="skyscraper",
    shape="edge",
    ordered=True,
    machine=_towers,
    value=_seen,
    wrong=_number(1, lambda size: size),
    fault="the number outside the grid is not that of the skyscrapers seen: {cells}",
    look="outside",
    foreign={"f-puzzles": "skyscraper#", "iss": "Skyscraper#"},
)
FILLING = ClueType(
    name="sandwich",
    shape="edge",
    ordered=True,
    machine=_filling,
    value=_between,
    wrong=_number(0, lambda size: _all(size) - size - 1),
    reckoned=True,
    fault="the digits between the lowest and the highest do not add up to the sum outside the grid: {cells}",
    look="outside",
    foreign={"f-puzzles": "sandwichsum#", "iss": "Sandwich#"},
)
X_SUM = ClueType(
    name="x-sum-outside",
    shape="edge",
    ordered=True,
    machine=_counted,
    value=lambda digits, size: (sum(digits[: digits[0]]),),
    wrong=_number(1, _all),
    reckoned=True,
    fault="as many digits as the first one says do not add up to the sum outside the grid: {cells}",
    look="outside",
    foreign={"f-puzzles": "xsum#", "iss": "XSum#"},
)
ROOM = ClueType(
    name="numbered-room",
    shape="edge",
    ordered=True,
    machine=_rooms,
    value=lambda digits, size: (digits[digits[0] - 1],),
    wrong=_number(1, lambda size: size),
    fault="the digit outside the grid is not where the first digit of its line says: {cells}",
    look="outside",
    foreign={"iss": "NumberedRoom#"},
)
FIRST_SEEN = ClueType(
    name="first-seen",
    shape="edge",
    ordered=True,
    machine=_first,
    value=_seen_first,
    wrong=_number(1, lambda size: size - 1),
    fault="the letter outside the grid is not the first one seen: {cells}",
    look="outside",
    named=True,
)
HIDDEN_TOWER = ClueType(
    name="hidden-skyscraper",
    shape="edge",
    ordered=True,
    machine=_hidden,
    value=_first_hidden,
    wrong=_number(1, lambda size: size - 1),
    fault="the number outside the grid is not the first skyscraper that is hidden: {cells}",
    look="outside",
    foreign={"iss": "HiddenSkyscraper#"},
)
_FROM_SIX = frozenset(range(6, 17))
_TEN = "letters from A to~I and a blank are enough for print"
_WHY = "of fewer digits three cells leave little to say"
OUTSIDE_SUMS = Rule(
    name="outside-sums",
    clues=(OUTSIDE_SUM,),
    sizes=_FROM_SIX,
    why=_WHY,
    sentence="A number outside the grid is the sum of the first three digits that are seen from there.",
    convention=Convention(givens=((10, 16), (6, 10), (4, 8))),
)
SKYSCRAPER = Rule(
    name="skyscrapers",
    clues=(TOWERS,),
    share=0.7,
    anchor=Anchor(factor=4.0, power=0.45, by_score=True),
    convention=Convention(
        givens=((10, 14), (12, 16), (10, 14)),
        clues=((36, 36), (14, 20), (12, 18)),
        square=Convention(of=6, size=6, givens=((0, 4), (0, 2), (0, 1)), clues=((14, 24), (12, 20), (12, 18))),
    ),
)
SANDWICH = Rule(
    name="sandwich",
    clues=(FILLING,),
    sides=2,
    convention=Convention(givens=((16, 22), (6, 10), (8, 12)), clues=((18, 18), (12, 16), (8, 12))),
)
X_SUMS = Rule(
    name="x-sums",
    clues=(X_SUM,),
    share=0.7,
    convention=Convention(givens=((12, 18), (8, 14), (6, 12)), clues=((16, 24), (14, 20), (12, 18))),
)
NUMBERED_ROOMS = Rule(
    name="numbered-rooms",
    clues=(ROOM,),
    share=0.8,
    sentence="A digit outside the grid stands in the nth cell of the line in front of it; n is the digit in its first cell.",
    convention=Convention(givens=((12, 18), (8, 14), (6, 12)), clues=((16, 24), (14, 20), (12, 18))),
)
HIDDEN_TOWERS = Rule(
    name="hidden-skyscrapers",
    clues=(HIDDEN_TOWER,),
    share=0.7,
    sentence="A digit outside the grid is the first one that a higher digit hides, seen from there.",
    convention=Convention(givens=((16, 22), (12, 16), (10, 14)), clues=((18, 24), (14, 20), (12, 18))),
)
LETTERS_SEEN = Rule(
    name="first-seen",
    clues=(FIRST_SEEN,),
    blank=True,
    share=0.7,
    sizes=frozenset(range(4, 11)),
    why=_TEN,
    sentence="A digit outside the grid is the first one that is seen from there; the highest digit is passed over, as if it were "
    "a blank cell.",
    convention=Convention(
        givens=((16, 22), (12, 16), (10, 14)),
        square=Convention(of=6, size=6, givens=((0, 4), (0, 2), (0, 1)), clues=((13, 18), (12, 15), (12, 15))),
    ),
)
