"""How hard puzzles are to search: the statistics of a plain backtracking solver under several rules."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from bookmaker.base.errors import Fault, UsageError
from bookmaker.logic.kernels import backtracking as kernel
from bookmaker.logic.solve.rule_arrays import rule_arrays
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry

MOST_GUESSES = 2_000_000
"""Guesses for one puzzle before its search is given up."""


@dataclass(frozen=True, slots=True)
class Way:
    """A search: guess in the first open cell or in one with the fewest candidates; eliminate ``passes`` times (0: to the end)."""

    name: str
    fewest_first: bool
    passes: int


WAYS = (
    Way("first cell, all eliminations", False, 0),
    Way("first cell, one elimination", False, 1),
    Way("fewest candidates, all eliminations", True, 0),
    Way("fewest candidates, one elimination", True, 1),
)
"""The four methods of the experiment; the third is the usual one."""

USUAL = WAYS[2]


@dataclass(frozen=True, slots=True)
class Search:
    """One search. ``solved`` is None where it gave up, and ``depth`` 0 where no solution was found. ``seconds`` is the time of
    the search alone.
    """

    solved: bool | None
    guesses: int
    depth: int
    deepest: int
    seconds: float


def search(puzzles: Sequence[Puzzle], way: Way = USUAL, most: int = MOST_GUESSES) -> list[Search]:
    """Search for each puzzle's first solution and return the statistics. Raises UsageError for a puzzle with cages."""
    _compile()
    numbers = np.zeros(3, np.int64)
    searches = []
    for puzzle in puzzles:
        if puzzle.cages:
            raise UsageError(Fault("the search statistics do not cover puzzles with cages", puzzle.source))
        cells = np.frombuffer(bytearray(puzzle.givens), np.uint8)
        rules = rule_arrays(puzzle.geometry)
        start = time.perf_counter()
        found = kernel.probe(rules, cells, way.fewest_first, way.passes, most, numbers)
        took = time.perf_counter() - start
        guesses, depth, deepest = numbers.tolist()
        searches.append(Search(None if found < 0 else bool(found), guesses, depth, deepest, took))
    return searches


@cache
def _compile() -> None:
    """Compile the kernel on a trivial grid, so that no timed search includes compiling."""
    tiny = geometry(size=4)
    kernel.probe(rule_arrays(tiny), np.zeros(tiny.cell_count, np.uint8), True, 0, 1, np.zeros(3, np.int64))
