"""Lines of cells: thermometers, German and Dutch whispers, renban, nabner, entropic, modular and parity lines, palindromes.

Each says something of pairs of its cells. The digits of a renban line follow each other in any order: no two are equal, and none
differ by as many as the line has cells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from bookmaker.puzzles.grid.automaton import Machine, State
from bookmaker.puzzles.rules.clues import ClueType, Holds, Value
from bookmaker.puzzles.rules.rule import Anchor, Convention, Lines, Rule

# Lines whose ends bound the digits between them.


def _between(size: int, length: int, value: Value) -> Machine:
    """Every digit inside lies between the two at the ends. States: the first digit, the least and the largest inside."""
    del value

    def step(state: State, digit: int) -> State | None:
        if state is None:
            return (1, digit, size + 1, 0)
        place, first, least, most = state
        if place == length - 1:
            low, high = sorted((first, digit))
            return "whole" if low < least and most < high else None
        return None if digit == first else (place + 1, first, min(least, digit), max(most, digit))

    return Machine(None, step)


def _one_sided(digits: Sequence[int], boxes: Sequence[int]) -> bool:
    """Whether all digits but the last are on one side of the first."""
    del boxes
    first, inside = digits[0], digits[1:-1]
    return all(digit > first for digit in inside) or all(digit < first for digit in inside)


BETWEEN_LINE = ClueType(
    name="between",
    shape="line",
    machine=_between,
    least=3,
    begins=_one_sided,
    fault="a digit on a line does not lie between those in the circles at its ends: {cells}",
    look="ends",
    foreign={"f-puzzles": "betweenline", "iss": "Between"},
)


_APART = 4
"""How far the ends of a lockout line differ at least."""


def _locked_out(size: int, length: int, value: Value) -> Machine:
    """No digit inside is one of those at the ends or between them. States: the first digit, and the nearest below and above."""
    del value

    def step(state: State, digit: int) -> State | None:
        if state is None:
            return (1, digit, 0, size + 1)
        place, first, below, above = state
        if place == length - 1:
            free = digit < above if digit > first else digit > below
            return "whole" if free and abs(digit - first) >= _APART else None
        if digit == first:
            return None
        return (
            (place + 1, first, max(below, digit), above)
            if digit < first
            else (place + 1, first, below, min(above, digit))
        )

    return Machine(None, step)


LOCKOUT_LINE = ClueType(
    name="lockout",
    shape="line",
    machine=_locked_out,
    least=3,
    whole=True,
    fault="a digit on a line lies within those in the diamonds at its ends, or these differ by less than four: {cells}",
    look="diamonds",
    foreign={"f-puzzles": "lockout", "iss": "Lockout=4"},
)
LOCKOUT = Rule(
    name="lockouts",
    clues=(LOCKOUT_LINE,),
    share=0.4,
    sizes=frozenset({6, 8, 9, 10, 12, 15, 16, 25}),
    why="the ends of a line differ by four or more, for which four digits are too few",
    convention=Convention(givens=((12, 16), (4, 10), (1, 4)), lines=Lines(4, 6, (36, 46))),
)
BETWEEN = Rule(
    name="between",
    clues=(BETWEEN_LINE,),
    share=0.45,
    convention=Convention(givens=((12, 16), (5, 10), (1, 4)), lines=Lines(4, 6, (40, 50), (-2, 41))),
)


_Pairs = Iterator[tuple[int, int, Holds]]


def _higher(least: int) -> Holds:
    return lambda low, high: high - low >= least


def _rising(cells: int) -> _Pairs:
    for one, other in combinations(range(cells), 2):
        yield one, other, _higher(other - one)


def _far(least: int) -> Callable[[int], _Pairs]:
    def pairs(cells: int) -> _Pairs:
        for place in range(cells - 1):
            yield place, place + 1, lambda one, other: abs(one - other) >= least

    return pairs


def _run(cells: int) -> _Pairs:
    for one, other in combinations(range(cells), 2):
        yield one, other, lambda a, b: 0 < abs(a - b) < cells


def _same(cells: int) -> _Pairs:
    for place in range(cells // 2):
        yield place, cells - 1 - place, lambda one, other: one == other


def _not_falling(cells: int) -> _Pairs:
    for place in range(cells - 1):
        yield place, place + 1, _higher(0)


def _in_turn(count: int, part: Callable[[int], int]) -> Callable[[int], _Pairs]:
    """Of ``count`` cells in a row each is in another part of all digits: so cells ``count`` apart are in the same."""

    def pairs(cells: int) -> _Pairs:
        for one, other in combinations(range(cells), 2):
            if (other - one) % count:
                yield one, other, lambda a, b: part(a) != part(b)
            else:
                yield one, other, lambda a, b: part(a) == part(b)

    return pairs


def _scattered(cells: int) -> _Pairs:
    for one, other in combinations(range(cells), 2):
        yield one, other, lambda a, b: abs(a - b) > 1


THERMOMETER = ClueType(
    name="thermometer",
    shape="line",
    ordered=True,
    pairs=_rising,
    fault="the digits {one} and {other} on a thermometer do not rise from the bulb on: {cells}",
    look="bulb",
    foreign={"f-puzzles": "thermometer", "iss": "Thermo", "penpa": "thermo"},
)
WHISPER = ClueType(
    name="whisper",
    shape="line",
    pairs=_far(5),
    fault="the digits {one} and {other} side by side on a whisper line differ by less than five: {cells}",
    look="wire",
    foreign={"f-puzzles": "whispers~5", "iss": "Whisper=5"},
)
RUN = ClueType(
    name="renban",
    shape="line",
    pairs=_run,
    fault="the digits {one} and {other} on a renban line are equal or too far apart: {cells}",
    look="tube",
    foreign={"f-puzzles": "renban", "iss": "Renban"},
)
PALINDROME = ClueType(
    name="palindrome",
    shape="line",
    pairs=_same,
    least=3,
    whole=True,
    fault="the digits {one} and {other} are at mirrored places of a palindrome and differ: {cells}",
    look="cord",
    foreign={"f-puzzles": "palindrome", "iss": "Palindrome"},
)
THERMO = Rule(
    name="thermometers",
    clues=(THERMOMETER,),
    share=0.4,
    anchor=Anchor(factor=1.7, power=0.55, sizes=frozenset({9})),
    convention=Convention(givens=((6, 10), (4, 10), (0, 4)), lines=Lines(3, 7, (44, 58), (3, 42))),
)
WHISPERS = Rule(
    name="whispers",
    clues=(WHISPER,),
    share=0.4,
    sizes=frozenset({8, 9}),
    why="the digits of a line differ by five or more, for which six digits are too few and large grids have another number",
    convention=Convention(givens=((10, 16), (3, 10), (1, 4)), lines=Lines(4, 8, (40, 50), (6, 34))),
)
RENBAN = Rule(
    name="renban",
    clues=(RUN,),
    share=0.45,
    convention=Convention(givens=((8, 18), (4, 8), (1, 4)), lines=Lines(3, 4, (42, 54), (13, 51))),
)
PALINDROMES = Rule(
    name="palindrome",
    clues=(PALINDROME,),
    share=0.45,
    convention=Convention(givens=((18, 20), (14, 16), (8, 12)), lines=Lines(4, 7, (28, 40))),
)
SLOW_THERMOMETER = ClueType(
    name="slow-thermometer",
    shape="line",
    ordered=True,
    pairs=_not_falling,
    fault="the digits {one} and {other} on a slow thermometer fall from the bulb on: {cells}",
    look="hollow-bulb",
    foreign={"f-puzzles": "slowthermometer"},
)
SLOW_THERMO = Rule(
    name="slow-thermometers",
    clues=(SLOW_THERMOMETER,),
    share=0.4,
    convention=Convention(givens=((12, 18), (6, 12), (0, 4)), lines=Lines(3, 6, (42, 54))),
)
SCATTER = ClueType(
    name="nabner",
    shape="line",
    pairs=_scattered,
    fault="the digits {one} and {other} on a nabner line are equal or follow each other: {cells}",
    look="pearls",
    foreign={"f-puzzles": "nabner"},
)
NABNER = Rule(
    name="nabners",
    clues=(SCATTER,),
    share=0.4,
    sizes=frozenset({6, 8, 9, 10, 12, 15, 16, 25}),
    why="the digits of a line differ by two or more, for which four digits are too few",
    convention=Convention(givens=((12, 16), (4, 10), (1, 4)), lines=Lines(4, 5, (38, 48))),
)
ENTROPY = ClueType(
    name="entropic",
    shape="line",
    pairs=_in_turn(3, lambda digit: (digit - 1) // 3),
    least=3,
    fault="the digits {one} and {other} on an entropic line are not low, middle and high in turn: {cells}",
    look="lozenges",
    foreign={"f-puzzles": "entropicline", "iss": "Entropic"},
)
ENTROPIC = Rule(
    name="entropic",
    clues=(ENTROPY,),
    share=0.4,
    sizes=frozenset({9}),
    why="its digits are low, middle and high, three each of nine",
    convention=Convention(givens=((12, 16), (4, 10), (1, 4)), lines=Lines(4, 7, (40, 52))),
)
DUTCH_WHISPER = ClueType(
    name="dutch-whisper",
    shape="line",
    pairs=_far(4),
    fault="the digits {one} and {other} side by side on a Dutch whisper line differ by less than four: {cells}",
    look="spikes",
    foreign={"f-puzzles": "whispers=4", "iss": "Whisper=4"},
)
DUTCH_WHISPERS = Rule(
    name="dutch-whispers",
    clues=(DUTCH_WHISPER,),
    share=0.4,
    sizes=frozenset({8, 9}),
    why="the digits of a line differ by four or more, for which six digits are too few and large grids have another number",
    convention=Convention(givens=((10, 16), (3, 10), (1, 4)), lines=Lines(4, 8, (40, 50))),
)
MODULAR_LINE = ClueType(
    name="modular-line",
    shape="line",
    pairs=_in_turn(3, lambda digit: digit % 3),
    least=3,
    fault="the digits {one} and {other} on a modular line are not of 147, 258 and 369 in turn: {cells}",
    look="triangles",
    foreign={"f-puzzles": "modularline", "iss": "Modular=3"},
)
MODULAR = Rule(
    name="modular",
    clues=(MODULAR_LINE,),
    share=0.4,
    sizes=frozenset({9}),
    why="its digits leave 1, 2 or 0 when divided by three, three each of nine",
    convention=Convention(givens=((12, 16), (4, 10), (1, 4)), lines=Lines(4, 7, (40, 52))),
)
PARITY_LINE = ClueType(
    name="parity-line",
    shape="line",
    pairs=_in_turn(2, lambda digit: digit % 2),
    least=3,
    fault="the digits {one} and {other} on a parity line are not odd and even in turn: {cells}",
    look="boxes",
    foreign={"iss": "Modular=2"},
)
PARITY_LINES = Rule(
    name="parity-lines",
    clues=(PARITY_LINE,),
    share=0.4,
    sentence="Along a line odd and even digits take turns.",
    convention=Convention(givens=((12, 16), (4, 10), (1, 4)), lines=Lines(4, 7, (40, 52))),
)
