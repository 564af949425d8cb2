"""Suppositions within suppositions: simple ones against a naive twin, and what no isomorphism changes."""

from __future__ import annotations

import random

import numpy as np
import pytest
from isomorphs import isomorph
from naive import houses
from techniques_data import read_line

from bookmaker.logic.kernels.nested9 import REFUTED, STATE, STUCK, WORK, refute
from bookmaker.puzzles.grid.puzzle import Puzzle

SIMPLE = "7.8...3.....6.1...5.........4.....263...8.......1...9..9.2....4....7.5..........."
NESTED = ".2.4.......6.8.1..7....2.......4..96...8.14....4......53.........8.1.9.....5...73"
HOUSES = [set(house) for house in houses(9, 3, 3)]
PEERS = [set().union(*(house for house in HOUSES if cell in house)) - {cell} for cell in range(81)]
MEETING = [[other for other in HOUSES if other != house and len(other & house) > 1] for house in HOUSES]
"""For each house, those in which a digit is locked if its places in the house are in both."""
Masks = list[set[int]]


def hardest(puzzle: Puzzle) -> int:
    candidates = np.array([1 << digit - 1 if digit else 511 for digit in puzzle.givens], np.uint32)
    return int(refute(candidates, np.zeros(WORK, np.uint64), np.zeros(STATE, np.int64)))


def settled(left: Masks) -> bool:
    """Draw all consequences of singles and locked candidates; whether every cell and house is left with something."""
    before = -1
    while before != (before := sum(map(len, left))):
        for cell, held in enumerate(left):
            for peer in PEERS[cell] if len(held) == 1 else ():
                left[peer] -= held
        for at, house in enumerate(HOUSES):
            for digit in range(1, 10):
                places = {cell for cell in house if digit in left[cell]}
                if not places:
                    return False
                for cell in places if len(places) == 1 else ():
                    left[cell] &= {digit}
                for other in MEETING[at]:
                    for cell in other - places if places <= other else ():
                        left[cell] -= {digit}
        if not all(left):
            return False
    return True


def simply_finished(puzzle: Puzzle) -> bool:
    """Whether suppositions followed so, each by itself, fill the grid."""
    left = [{digit} if digit else set(range(1, 10)) for digit in puzzle.givens]
    settled(left)
    gone = True
    while gone and any(len(held) > 1 for held in left):
        gone = [
            (cell, digit)
            for cell, held in enumerate(left)
            for digit in (held if len(held) > 1 else ())
            if not settled([{digit} if at == cell else set(other) for at, other in enumerate(left)])
        ]
        for cell, digit in gone:
            left[cell].discard(digit)
        settled(left)
    return all(len(held) == 1 for held in left)


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("line", "simple"), [(SIMPLE, True), (NESTED, False)])
def test_simple_suppositions_finish_what_a_twin_finishes(line: str, simple: bool) -> None:
    puzzle = read_line(line)
    assert simply_finished(puzzle) == simple
    assert (hardest(puzzle) == 0) == simple


def test_isomorphs_take_the_same() -> None:
    rng = random.Random(8)
    for line in (SIMPLE, NESTED):
        expected = hardest(read_line(line))
        assert [hardest(isomorph(read_line(line), rng)) for _ in range(3)] == [expected] * 3
    assert expected >> 16 == 1 and expected & REFUTED > 0


CLASH = ".2.4....9..7..9.....9..31.....6...5....2..8...9...4..2.6..4...37.....5....8....1."
"""Some suppositions within suppositions decide two digits in one cell here, and nothing else shows that they are wrong."""


def test_two_digits_in_one_cell_are_a_contradiction() -> None:
    # The number is that of a twin in plain Python, which takes two minutes; without these contradictions it is 33.
    assert [
        hardest(puzzle) & REFUTED for puzzle in (read_line(CLASH), isomorph(read_line(CLASH), random.Random(3)))
    ] == [34, 34]


def test_an_empty_grid_shows_nothing() -> None:
    assert hardest(read_line("." * 81)) == STUCK
