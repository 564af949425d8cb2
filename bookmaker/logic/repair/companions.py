"""The other puzzles of a source as evidence on one that is wrong: of which level they are, and how their givens lie.

Of a puzzle that could do without some of its givens many corrections are proper by accident. Typing errors alone do not decide
between them, but the puzzles beside it do: who collects medium puzzles meant a medium one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from math import log

import numpy as np

from bookmaker.logic.repair.added_givens import keeps_symmetry
from bookmaker.logic.solve.solver import count_solutions
from bookmaker.logic.solve.work import Spent, Work, spending
from bookmaker.logic.techniques.declare import Level
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.grid.symmetry import SYMMETRIES, orbits

_GUESSES = 1000
_LOOKED_AT = 100
_MOST = 20
"""Guesses for one search, as for a trial of a correction; puzzles to look at, and proper ones that are enough to judge by."""

_WORK = Work(1)

_UNSEEN = 0.1
_HALF = 0.5
"""What counts as seen of a level, and of a property that puzzles have or not, before any puzzle was looked at."""


@dataclass(frozen=True)
class Companions:
    """The puzzles of a source; those that have another grid or other rules than ``ground`` are passed over."""

    puzzles: Sequence[Puzzle]
    ground: Geometry

    @cached_property
    def proper(self) -> tuple[Puzzle, ...]:
        """The first few that are proper."""
        try:
            return _proper(tuple(self.puzzles[:_LOOKED_AT]), self.ground)
        except Spent:
            return ()

    @cached_property
    def levels(self) -> Counter[Level]:
        """How many there are of each level."""
        return _levels(self.proper)

    def level_odds(self, level: Level | None) -> float:
        """The logarithm of how likely a puzzle beside these has a level; None: one that takes long to grade."""
        return log(
            ((self.levels[level] if level is not None else 0) + _UNSEEN) / (self.levels.total() + _UNSEEN * len(Level))
        )

    @cached_property
    def symmetric_odds(self) -> float:
        """The logarithm of the odds that the givens of a puzzle beside these lie symmetrically."""
        return self._odds(map(symmetric, self.proper))

    @cached_property
    def minimal_odds(self) -> float:
        """The logarithm of the odds that a puzzle beside these needs all of its givens."""
        try:
            return self._odds(_minimal(self.proper))
        except Spent:
            return 0.0

    def _odds(self, has: Iterable[bool]) -> float:
        number = sum(has)
        return log((number + _HALF) / (len(self.proper) - number + _HALF))


# A file of many wrong puzzles asks the same of their companions again and again. What ran out of work is asked anew, since
# an exception is not kept.
@lru_cache(maxsize=8)
def _proper(puzzles: tuple[Puzzle, ...], ground: Geometry) -> tuple[Puzzle, ...]:
    alike = [
        replace(puzzle, answer=None)
        for puzzle in puzzles
        if puzzle.geometry.ground is ground.ground and not puzzle.cages
    ]
    with spending(_WORK):
        counts = count_solutions(alike, 2, max_nodes=_GUESSES) if alike else np.zeros(0)
    return tuple(puzzle for puzzle, count in zip(alike, counts.tolist(), strict=True) if count == 1)[:_MOST]


@lru_cache(maxsize=8)
def _levels(proper: tuple[Puzzle, ...]) -> Counter[Level]:
    if not proper:
        return Counter()
    from bookmaker.logic.grading import Grade, graded

    grades = graded(list(proper), bound=_WORK)
    return Counter(Level[one.level.upper()] for one in grades if isinstance(one, Grade))


@lru_cache(maxsize=8)
def _minimal(proper: tuple[Puzzle, ...]) -> tuple[bool, ...]:
    with spending(_WORK):
        return tuple(redundant(puzzle) == 0 for puzzle in proper)


def symmetric(puzzle: Puzzle) -> bool:
    """Whether the pattern of the givens has any symmetry."""
    size = puzzle.geometry.size
    return any(keeps_symmetry(puzzle, orbits(name, size)) for name in SYMMETRIES if name != "none")


def redundant(puzzle: Puzzle) -> int:
    """How many givens a proper puzzle without cages could do without, each alone."""
    givens = np.frombuffer(puzzle.givens, np.uint8)
    cells = np.flatnonzero(givens)
    without = np.tile(givens, (len(cells), 1))
    without[np.arange(len(cells)), cells] = 0
    return int((count_solutions(without, 2, puzzle.geometry, _GUESSES) == 1).sum())
