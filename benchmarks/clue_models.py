"""Made 9x9 puzzles with clues, proven proper by a SAT solver: ``python -m benchmarks.clue_models [--count N] [KIND ...]``.

The model is written apart from the package: it reads puzzles in JSON, and says of each clue what its digits keep one after
another. Prints after each kind and level how many puzzles were made a second of processor time, and how many are improper; the
last line counts all. A kind that the model does not know is named and left out. Without kinds: all that it knows.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import combinations, count, pairwise
from typing import Any, NamedTuple

from pysat.solvers import Cadical153  # type: ignore[import-untyped]

import bookmaker
from bookmaker.errors import BookmakerError

_LEVELS = ("easy", "medium", "hard", "expert")

KINDS = (
    *("kropki", "kropki-partial", "consecutive", "xv", "xv-partial", "greater-than", "even-odd"),
    *("differences", "ratios", "low-high", "fortress", "clones"),
    *("thermometers", "slow-thermometers", "whispers", "renban", "nabners", "palindrome"),
    *("arrow", "between", "lockouts", "quadruples", "region-sums", "zippers"),
    *("outside-sums", "skyscrapers", "sandwich", "x-sums", "numbered-rooms", "little-killer"),
    *("entropic", "operations", "futoshiki", "skyscraper-square", "calcudoku"),
)
_WITHOUT_BOXES = ("futoshiki", "skyscraper-square", "calcudoku")

Place = tuple[int, int]
State = Any
Digits = Sequence[int]


class Line(NamedTuple):
    """Cells in an order, and the state after each digit: ``step`` of the state, the place in the line and the digit."""

    cells: Sequence[Place]
    start: Hashable
    step: Callable[[State, int, int], State]
    accept: Callable[[State], bool] = lambda state: True


_LOST = object()
"""The state that no line may come to."""


def _table(cells: Sequence[Place], keeps: Callable[[Digits], bool]) -> Line:
    return Line(cells, (), lambda state, place, digit: (*state, digit), keeps)


def _pairs(cells: Sequence[Place], keeps: Callable[[int, int], bool]) -> Iterator[Line]:
    """What each two neighbours along a line keep."""
    for one, other in pairwise(cells):
        yield _table((one, other), lambda digits: keeps(*digits))


def _box(place: Place) -> Place:
    return place[0] // 3, place[1] // 3


def _ends(cells: Sequence[Place], keeps: Callable[[int, int, Sequence[int]], bool]) -> Line:
    """By the lower and the upper end what is between keeps: as the state the first digit, the least and most on each side."""

    def step(state: State, place: int, digit: int) -> State:
        if place == 0:
            return digit, frozenset()
        first, inside = state
        if place == len(cells) - 1:
            return keeps(min(first, digit), max(first, digit), sorted(inside)) or _LOST
        return first, inside | {digit}

    return Line(cells, None, step)


def _zipper(cells: Sequence[Place]) -> Iterator[Line]:
    last = len(cells) - 1
    middle = sorted({last // 2, (last + 1) // 2})
    for at in range(last // 2 if len(middle) == 1 else middle[0]):
        four = (cells[at], cells[last - at], *(cells[one] for one in middle))
        yield _table(four, lambda digits: digits[0] + digits[1] == sum(digits[2:]))


def _by_boxes(cells: Sequence[Place]) -> Line:
    def step(state: State, place: int, digit: int) -> State:
        wanted, held = state
        if place and _box(cells[place]) != _box(cells[place - 1]):
            if wanted not in (None, held):
                return _LOST
            wanted, held = held, 0
        return wanted, held + digit

    return Line(cells, (None, 0), step, lambda state: state[0] in (None, state[1]))


def _sum(cells: Sequence[Place], wanted: int) -> Line:
    def step(held: State, place: int, digit: int) -> State:
        return held + digit if held + digit <= wanted else _LOST

    return Line(cells, 0, step, lambda held: held == wanted)


def _set(cells: Sequence[Place], keeps: Callable[[Sequence[int]], bool]) -> Line:
    """What different digits keep as a set."""

    def step(held: State, place: int, digit: int) -> State:
        return _LOST if digit in held else held | {digit}

    return Line(cells, frozenset(), step, lambda held: keeps(sorted(held)))


def _spread(digits: Sequence[int]) -> bool:
    return all(other - one > 1 for one, other in pairwise(digits))


def _around(cells: Sequence[Place], value: Sequence[int]) -> Line:
    return _table(cells, lambda digits: all(digits.count(digit) >= value.count(digit) for digit in value))


def _arrow(cells: Sequence[Place]) -> Line:
    def step(left: State, place: int, digit: int) -> State:
        if place == 0:
            return digit
        return left - digit if digit <= left else _LOST

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
        return _LOST if place + 1 == number and digit != wanted else number

    return Line(cells, None, step)


def _product(cells: Sequence[Place], wanted: int) -> Line:
    def step(held: State, place: int, digit: int) -> State:
        return held * digit if wanted % (held * digit) == 0 else _LOST

    return Line(cells, 1, step, lambda held: held == wanted)


def _mixed(cells: Sequence[Place]) -> Iterator[Line]:
    """Of each three in a row one is up to 3, one up to 6 and one above."""
    for at in range(len(cells) - 2):
        yield _table(cells[at : at + 3], lambda digits: {-(-digit // 3) for digit in digits} == {1, 2, 3})


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
    "outside-sum": lambda cells, value: _sum(cells[:3], value),
    "skyscraper": _seen,
    "sandwich": _filling,
    "x-sum-outside": _first_so_many,
    "numbered-room": _room,
    "little-killer": _sum,
    "sum-cage": _sum,
    "product-cage": _product,
}
_LINES: dict[str, Callable[[Sequence[Place]], Iterator[Line]]] = {
    "thermometer": lambda cells: _pairs(cells, lambda one, other: one < other),
    "slow-thermometer": lambda cells: _pairs(cells, lambda one, other: one <= other),
    "whisper": lambda cells: _pairs(cells, lambda one, other: abs(one - other) >= 5),
    "renban": lambda cells: iter([_set(cells, lambda held: held[-1] - held[0] < len(cells))]),
    "nabner": lambda cells: iter([_set(cells, _spread)]),
    "palindrome": lambda cells: (
        _table((cells[at], cells[-1 - at]), lambda digits: digits[0] == digits[1]) for at in range(len(cells) // 2)
    ),
    "clone": lambda cells: (
        _table((cells[at], cells[at + len(cells) // 2]), lambda digits: digits[0] == digits[1])
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
    "region-sum": lambda cells: iter([_by_boxes(cells)]),
}
_ALL_SHOWN: dict[str, Callable[[int, int], bool]] = {
    "kropki": lambda one, other: abs(one - other) != 1 and one != 2 * other and other != 2 * one,
    "consecutive": lambda one, other: abs(one - other) != 1,
    "xv": lambda one, other: one + other not in (5, 10),
}
"""For kinds of which all clues are shown what two neighbours without one keep."""


def _of_clue(clue: dict[str, Any]) -> Iterator[Line]:
    cells, kind = [_place(name) for name in clue["cells"]], clue["kind"]
    value = clue.get("value")
    if kind in _BORDERS:
        yield _table(cells, lambda digits: _BORDERS[kind](digits[0], digits[1], value))
    elif kind in _CELLS:
        yield _table(cells, lambda digits: digits[0] in _CELLS[kind])
    elif kind in _VALUED:
        yield _VALUED[kind](cells, value)
    elif kind == "quadruple":
        yield _around(cells, value if isinstance(value, list) else [value])
    elif kind != "fortress":
        yield from _LINES[kind](cells)


def _place(name: str) -> Place:
    return int(name[1]) - 1, int(name[3]) - 1


def _neighbours() -> Iterator[tuple[Place, Place]]:
    for row in range(9):
        for column in range(9):
            if column < 8:
                yield (row, column), (row, column + 1)
            if row < 8:
                yield (row, column), (row + 1, column)


def _lines(puzzle: dict[str, Any]) -> Iterator[Line]:
    """What the clues of a puzzle say, and what their absence does."""
    for clue in puzzle["clues"]:
        yield from _of_clue(clue)
    shown = {frozenset(map(_place, clue["cells"])) for clue in puzzle["clues"]}
    keeps = _ALL_SHOWN.get(puzzle["kind"])
    for one, other in _neighbours():
        if keeps is not None and frozenset((one, other)) not in shown:
            yield _table((one, other), lambda digits: keeps(*digits))
    grey = {_place(clue["cells"][0]) for clue in puzzle["clues"] if clue["kind"] == "fortress"}
    for pair in _neighbours():
        for one, other in (pair, pair[::-1]):
            if one in grey and other not in grey:
                yield _table((one, other), lambda digits: digits[0] > digits[1])


def _apart(one: Place, other: Place, boxes: bool) -> bool:
    return one[0] == other[0] or one[1] == other[1] or (boxes and _box(one) == _box(other))


def _clauses(puzzle: dict[str, Any]) -> Iterator[list[int]]:
    """A 9x9 puzzle as clauses. Variable 81 * (digit - 1) + cell + 1: the digit stands in the cell; others are states of lines."""
    places = [divmod(cell, 9) for cell in range(81)]
    for cell in range(81):
        yield [81 * digit + cell + 1 for digit in range(9)]
        for one, other in combinations(range(9), 2):
            yield [-(81 * one + cell + 1), -(81 * other + cell + 1)]
    for one, other in combinations(range(81), 2):
        if _apart(places[one], places[other], puzzle["kind"] not in _WITHOUT_BOXES):
            yield from ([-(81 * digit + one + 1), -(81 * digit + other + 1)] for digit in range(9))
    for cell, symbol in enumerate(puzzle["givens"]):
        if symbol not in ".0":
            yield [81 * (int(symbol) - 1) + cell + 1]
    fresh = count(730)
    for line in _lines(puzzle):
        yield from _of_line(line, fresh)


def _of_line(line: Line, fresh: Iterator[int]) -> Iterator[list[int]]:
    """A line as clauses: each state and digit lead to the next state, and none may be lost or not accepted."""
    layer = {line.start: next(fresh)}
    yield [layer[line.start]]
    last = len(line.cells) - 1
    for at, (row, column) in enumerate(line.cells):
        after: dict[Hashable, int] = {}
        for state, variable in layer.items():
            for digit in range(1, 10):
                to = line.step(state, at, digit)
                stands = 81 * (digit - 1) + 9 * row + column + 1
                if to is _LOST or (at == last and not line.accept(to)):
                    yield [-variable, -stands]
                elif at < last:
                    if to not in after:
                        after[to] = next(fresh)
                    yield [-variable, -stands, after[to]]
        layer = after


def is_proper(puzzle: dict[str, Any]) -> bool:
    """Whether a puzzle in JSON has its solution and no other."""
    with Cadical153(bootstrap_with=list(_clauses(puzzle))) as solver:
        answer = [81 * (int(symbol) - 1) + cell + 1 for cell, symbol in enumerate(puzzle["solution"])]
        if not solver.solve(assumptions=answer):
            return False
        solver.add_clause([-variable for variable in answer])
        return not solver.solve()


def _tried(kind: str, level: str, number: int, seed: int) -> tuple[int, int]:
    """How many puzzles of a kind and level were made, and how many of them are improper."""
    begun = time.process_time()
    try:
        made = bookmaker.generate(number, difficulty=level, seed=seed, kind=kind, jobs=1)
    except BookmakerError as error:
        print(f"{kind} {level}: {str(error).splitlines()[0]}", flush=True)
        return 0, 0
    took = time.process_time() - begun
    texts = bookmaker.formats.render([item.puzzle for item in made], "json").splitlines()
    read = [json.loads(text) for text in texts]
    wrong = sum(not is_proper({**one, "solution": _text(item.solution)}) for one, item in zip(read, made, strict=True))
    proven = time.process_time() - begun - took
    print(
        f"{kind} {level}: {len(made)} made, {len(made) / took:.1f} a second, {wrong} improper"
        f" ({proven / len(made):.2f} s a proof)",
        flush=True,
    )
    return len(made), wrong


def main(arguments: Sequence[str]) -> int:
    """Make so many puzzles of each kind, dealt to the levels, and prove them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=500, help="puzzles of each kind (500)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("kinds", nargs="*", default=KINDS, metavar="KIND")
    options = parser.parse_args(arguments)
    total = improper = 0
    for kind in options.kinds or KINDS:
        if kind not in KINDS:
            print(f"{kind}: the model does not know it", flush=True)
            continue
        for place, level in enumerate(_LEVELS):
            number = options.count * (place + 1) // len(_LEVELS) - options.count * place // len(_LEVELS)
            made, wrong = _tried(kind, level, number, options.seed) if number else (0, 0)
            total, improper = total + made, improper + wrong
    print(f"{total} made, {improper} improper", flush=True)
    return min(improper, 1)


def _text(solution: Any) -> str:
    return "".join(map(str, solution)) if isinstance(solution, bytes) else str(solution)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
