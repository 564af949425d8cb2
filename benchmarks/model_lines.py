"""What the clues of a puzzle say, written apart from the package: each as lines of cells and what their digits keep.

Clues are those of puzzles in JSON, on 9x9 grids. A line carries a state from digit to digit.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

Place = tuple[int, int]
State = Any
Digits = Sequence[int]


class Line(NamedTuple):
    """Cells in an order, and the state after each digit: ``step`` of the state, the place in the line and the digit."""

    cells: Sequence[Place]
    start: Hashable
    step: Callable[[State, int, int], State]
    accept: Callable[[State], bool] = lambda state: True


LOST = object()
"""The state that no line may come to."""


def table(cells: Sequence[Place], keeps: Callable[[Digits], bool]) -> Line:
    """What the digits of all the cells keep together."""
    return Line(cells, (), lambda state, place, digit: (*state, digit), keeps)


def _pairs(cells: Sequence[Place], keeps: Callable[[int, int], bool]) -> Iterator[Line]:
    """What each two neighbours along a line keep."""
    for one, other in pairwise(cells):
        yield table((one, other), lambda digits: keeps(*digits))


def _box(place: Place) -> Place:
    return place[0] // 3, place[1] // 3


def _ends(cells: Sequence[Place], keeps: Callable[[int, int, Sequence[int]], bool]) -> Line:
    """By the lower and the upper end what is between keeps: as the state the first digit, the least and most on each side."""

    def step(state: State, place: int, digit: int) -> State:
        if place == 0:
            return digit, frozenset()
        first, inside = state
        if place == len(cells) - 1:
            return keeps(min(first, digit), max(first, digit), sorted(inside)) or LOST
        return first, inside | {digit}

    return Line(cells, None, step)


def _zipper(cells: Sequence[Place]) -> Iterator[Line]:
    last = len(cells) - 1
    middle = sorted({last // 2, (last + 1) // 2})
    for at in range(last // 2 if len(middle) == 1 else middle[0]):
        four = (cells[at], cells[last - at], *(cells[one] for one in middle))
        yield table(four, lambda digits: digits[0] + digits[1] == sum(digits[2:]))


def _by_boxes(cells: Sequence[Place]) -> Line:
    def step(state: State, place: int, digit: int) -> State:
        wanted, held = state
        if place and _box(cells[place]) != _box(cells[place - 1]):
            if wanted not in (None, held):
                return LOST
            wanted, held = held, 0
        return wanted, held + digit

    return Line(cells, (None, 0), step, lambda state: state[0] in (None, state[1]))


def sum_of(cells: Sequence[Place], wanted: int) -> Line:
    """The digits add up to this."""

    def step(held: State, place: int, digit: int) -> State:
        return held + digit if held + digit <= wanted else LOST

    return Line(cells, 0, step, lambda held: held == wanted)


def set_of(cells: Sequence[Place], keeps: Callable[[Sequence[int]], bool]) -> Line:
    """What different digits keep as a set."""

    def step(held: State, place: int, digit: int) -> State:
        return LOST if digit in held else held | {digit}

    return Line(cells, frozenset(), step, lambda held: keeps(sorted(held)))


def _spread(digits: Sequence[int]) -> bool:
    return all(other - one > 1 for one, other in pairwise(digits))


def _around(cells: Sequence[Place], value: Sequence[int]) -> Line:
    return table(cells, lambda digits: all(digits.count(digit) >= value.count(digit) for digit in value))


def _arrow(cells: Sequence[Place]) -> Line:
    def step(left: State, place: int, digit: int) -> State:
        if place == 0:
            return digit
        return left - digit if digit <= left else LOST

    return Line(cells, None, step, lambda left: left == 0)


def _seen(cells: Sequence[Place], wanted: int) -> Line:
    def step(state: State, place: int, digit: int) -> State:
        highest, seen = state
        return (digit, seen + 1) if digit > highest else state

    return Line(cells, (0, 0), step, lambda state: state[1] == wanted)


def _filling(cells: Sequence[Place], wanted: int) -> Line:
    def step(state: State, place: int, digit: int) -> State:
        ends, held = state
        if digit in (1, 9):
            return ends + 1, held
        return (ends, held + digit) if ends == 1 else state

    return Line(cells, (0, 0), step, lambda state: state[1] == wanted)


def _first_so_many(cells: Sequence[Place], wanted: int) -> Line:
    def step(state: State, place: int, digit: int) -> State:
        number, held = (digit, 0) if place == 0 else state
        return (number, held + digit) if place < number else (number, held)

    return Line(cells, None, step, lambda state: state[1] == wanted)


def _room(cells: Sequence[Place], wanted: int) -> Line:
    def step(number: State, place: int, digit: int) -> State:
        number = digit if place == 0 else number
        return LOST if place + 1 == number and digit != wanted else number

    return Line(cells, None, step)


def _first(cells: Sequence[Place], wanted: int) -> Line:
    def step(seen: State, place: int, digit: int) -> State:
        return seen or (digit if digit != 9 else 0)

    return Line(cells, 0, step, lambda seen: seen == wanted)


def _product(cells: Sequence[Place], wanted: int) -> Line:
    def step(held: State, place: int, digit: int) -> State:
        return held * digit if wanted % (held * digit) == 0 else LOST

    return Line(cells, 1, step, lambda held: held == wanted)


def _first_lower(cells: Sequence[Place], wanted: int) -> Line:
    def step(state: State, place: int, digit: int) -> State:
        highest, found = state
        if found or digit > highest:
            return max(highest, digit), found
        return (highest, True) if digit == wanted else LOST

    return Line(cells, (0, False), step, lambda state: state[1])


def _both_ends(cells: Sequence[Place]) -> Line:
    """The digits inside make the sum of the two at the ends."""

    def step(left: State, place: int, digit: int) -> State:
        if place == 0:
            return digit
        return left + digit if place == len(cells) - 1 else left - digit

    return Line(cells, None, step, lambda left: left == 0)


def _in_tens(cells: Sequence[Place]) -> Line:
    """The sums from the first cell on pass every multiple of ten that they reach."""

    def step(held: State, place: int, digit: int) -> State:
        return LOST if held // 10 < (held + digit) // 10 and (held + digit) % 10 else held + digit

    return Line(cells, 0, step, lambda held: held % 10 == 0)


def _remainders(cells: Sequence[Place]) -> Iterator[Line]:
    for at in range(len(cells) - 2):
        yield table(cells[at : at + 3], lambda digits: sorted(digit % 3 for digit in digits) == [0, 1, 2])


def _mixed(cells: Sequence[Place]) -> Iterator[Line]:
    """Of each three in a row one is up to 3, one up to 6 and one above."""
    for at in range(len(cells) - 2):
        yield table(cells[at : at + 3], lambda digits: {-(-digit // 3) for digit in digits} == {1, 2, 3})


_BORDERS: dict[str, Callable[[int, int, int], bool]] = {
    "bar": lambda one, other, value: abs(one - other) == 1,
    "white-dot": lambda one, other, value: abs(one - other) == 1,
    "black-dot": lambda one, other, value: one == 2 * other or other == 2 * one,
    "x-sum": lambda one, other, value: one + other == 10,
    "v-sum": lambda one, other, value: one + other == 5,
    "greater-than": lambda one, other, value: one > other,
    "difference": lambda one, other, value: one - other in (value, -value),
    "ratio": lambda one, other, value: one == value * other or other == value * one,
    "difference-cage": lambda one, other, value: one - other in (value, -value),
    "quotient-cage": lambda one, other, value: one == value * other or other == value * one,
}
_CELLS: dict[str, tuple[int, ...]] = {
    "even": (2, 4, 6, 8),
    "odd": (1, 3, 5, 7, 9),
    "low": (1, 2, 3, 4),
    "high": (6, 7, 8, 9),
}
_VALUED: dict[str, Callable[[Sequence[Place], int], Line]] = {
    "outside-sum": lambda cells, value: sum_of(cells[:3], value),
    "skyscraper": _seen,
    "sandwich": _filling,
    "x-sum-outside": _first_so_many,
    "numbered-room": _room,
    "hidden-skyscraper": _first_lower,
    "first-seen": _first,
    "little-killer": sum_of,
    "sum-cage": sum_of,
    "product-cage": _product,
}
_LINES: dict[str, Callable[[Sequence[Place]], Iterator[Line]]] = {
    "thermometer": lambda cells: _pairs(cells, lambda one, other: one < other),
    "slow-thermometer": lambda cells: _pairs(cells, lambda one, other: one <= other),
    "whisper": lambda cells: _pairs(cells, lambda one, other: abs(one - other) >= 5),
    "renban": lambda cells: iter([set_of(cells, lambda held: held[-1] - held[0] < len(cells))]),
    "nabner": lambda cells: iter([set_of(cells, _spread)]),
    "palindrome": lambda cells: (
        table((cells[at], cells[-1 - at]), lambda digits: digits[0] == digits[1]) for at in range(len(cells) // 2)
    ),
    "clone": lambda cells: (
        table((cells[at], cells[at + len(cells) // 2]), lambda digits: digits[0] == digits[1])
        for at in range(len(cells) // 2)
    ),
    "arrow": lambda cells: iter([_arrow(cells)]),
    "between": lambda cells: iter(
        [_ends(cells, lambda low, high, inside: not inside or (low < inside[0] and inside[-1] < high))]
    ),
    "lockout": lambda cells: iter(
        [_ends(cells, lambda low, high, inside: high - low >= 4 and not any(low <= one <= high for one in inside))]
    ),
    "zipper": _zipper,
    "entropic": _mixed,
    "dutch-whisper": lambda cells: _pairs(cells, lambda one, other: one - other >= 4 or other - one >= 4),
    "modular-line": _remainders,
    "parity-line": lambda cells: _pairs(cells, lambda one, other: (one + other) % 2 == 1),
    "double-arrow": lambda cells: iter([_both_ends(cells)]),
    "ten-line": lambda cells: iter([_in_tens(cells)]),
    "region-sum": lambda cells: iter([_by_boxes(cells)]),
}


def lines_of(clue: dict[str, Any]) -> Iterator[Line]:
    """What one clue says."""
    cells, kind = [place_of(name) for name in clue["cells"]], clue["kind"]
    value: Any = clue.get("value")
    if kind in _BORDERS:
        yield table(cells, lambda digits: _BORDERS[kind](digits[0], digits[1], value))
    elif kind in _CELLS:
        yield table(cells, lambda digits: digits[0] in _CELLS[kind])
    elif kind in _VALUED:
        yield _VALUED[kind](cells, value)
    elif kind == "quadruple":
        yield _around(cells, value if isinstance(value, list) else [value])
    elif kind not in ("fortress", "minimum"):
        yield from _LINES[kind](cells)


def place_of(name: str) -> Place:
    """The row and column, from 0, of a cell such as ``r1c3``."""
    return int(name[1]) - 1, int(name[3]) - 1
