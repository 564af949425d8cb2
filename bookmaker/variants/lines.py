"""Lines of cells: thermometers, German whispers, renban and nabner lines, and palindromes.

Each says something of pairs of its cells. The digits of a renban line follow each other in any order: no two are equal, and none
differ by as many as the line has cells.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from bookmaker.variants.clues import ClueType, Holds
from bookmaker.variants.rule import Rule

_Pairs = Iterator[tuple[int, int, Holds]]


def _higher(least: int) -> Holds:
    return lambda low, high: high - low >= least


def _rising(cells: int) -> _Pairs:
    for one, other in combinations(range(cells), 2):
        yield one, other, _higher(other - one)


def _far(cells: int) -> _Pairs:
    for place in range(cells - 1):
        yield place, place + 1, lambda one, other: abs(one - other) >= 5


def _run(cells: int) -> _Pairs:
    for one, other in combinations(range(cells), 2):
        yield one, other, lambda a, b: 0 < abs(a - b) < cells


def _same(cells: int) -> _Pairs:
    for place in range(cells // 2):
        yield place, cells - 1 - place, lambda one, other: one == other


def _not_falling(cells: int) -> _Pairs:
    for place in range(cells - 1):
        yield place, place + 1, _higher(0)


def _third(digit: int) -> int:
    return (digit - 1) // 3


def _in_turn(cells: int) -> _Pairs:
    """Of three cells in a row one is low, one middle, one high: so each third cell is of the same third of all digits."""
    for one, other in combinations(range(cells), 2):
        if (other - one) % 3:
            yield one, other, lambda a, b: _third(a) != _third(b)
        else:
            yield one, other, lambda a, b: _third(a) == _third(b)


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
    pairs=_far,
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
    fault="the digits {one} and {other} stand at mirrored places of a palindrome and differ: {cells}",
    look="cord",
    foreign={"f-puzzles": "palindrome", "iss": "Palindrome"},
)
THERMO = Rule(name="thermometers", clues=(THERMOMETER,), share=0.4, foreign={"f-puzzles": (), "iss": (), "penpa": ()})
WHISPERS = Rule(
    name="whispers",
    clues=(WHISPER,),
    share=0.4,
    sizes=frozenset({8, 9}),
    why="the digits of a line differ by five or more, for which six digits are too few and large grids have another number",
    foreign={"f-puzzles": (), "iss": ()},
)
RENBAN = Rule(name="renban", clues=(RUN,), share=0.45, foreign={"f-puzzles": (), "iss": ()})
PALINDROMES = Rule(name="palindrome", clues=(PALINDROME,), share=0.45, foreign={"f-puzzles": (), "iss": ()})
SLOW_THERMOMETER = ClueType(
    name="slow-thermometer",
    shape="line",
    ordered=True,
    pairs=_not_falling,
    fault="the digits {one} and {other} on a slow thermometer fall from the bulb on: {cells}",
    look="hollow-bulb",
    foreign={"f-puzzles": "slowthermometer", "iss": "Pair:slow-thermometer"},
)
SLOW_THERMO = Rule(name="slow-thermometers", clues=(SLOW_THERMOMETER,), share=0.4, foreign={"f-puzzles": (), "iss": ()})
SCATTER = ClueType(
    name="nabner",
    shape="line",
    pairs=_scattered,
    fault="the digits {one} and {other} on a nabner line are equal or follow each other: {cells}",
    look="pearls",
    foreign={"f-puzzles": "nabner", "iss": "PairX:nabner"},
)
NABNER = Rule(
    name="nabners",
    clues=(SCATTER,),
    share=0.4,
    sizes=frozenset({6, 8, 9, 10, 12, 15, 16, 25}),
    why="the digits of a line differ by two or more, for which four digits are too few",
    foreign={"f-puzzles": (), "iss": ()},
)
ENTROPY = ClueType(
    name="entropic",
    shape="line",
    pairs=_in_turn,
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
    foreign={"f-puzzles": (), "iss": ()},
)
