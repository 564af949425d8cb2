"""What the engine runs, for its kernels: plans of techniques, batches of grids, and positions on their paths."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Any, NamedTuple, Self

import numpy as np
import numpy.typing as npt

from bookmaker.logic.techniques.families import TIER_OF, Tier
from bookmaker.logic.techniques.finders import course as loop
from bookmaker.logic.techniques.finders.course import Batch, Course
from bookmaker.logic.techniques.finders.driver import RESTART

_BASIC = Tier.BASIC.number

TIER_NUMBERS = {family.number: tier.number for family, tier in TIER_OF.items()} | {RESTART >> 4: _BASIC}
"""The tier of each family, both by number."""


class Plan:
    """Technique codes in order of trial: the first that finds anything makes the round. ``course`` is the same as arrays."""

    def __init__(self, codes: Iterable[int]) -> None:
        self.codes = tuple(codes)
        runs = [(tier, len(list(run))) for tier, run in groupby(TIER_NUMBERS[code >> 4] for code in self.codes)]
        if not runs or runs[0][0] != _BASIC:
            runs.insert(0, (_BASIC, 0))
        self.course = Course(
            codes=np.array(self.codes, dtype=np.int64),
            starts=np.cumsum([0, *(length for _, length in runs)], dtype=np.int64),
            tiers=np.array([tier for tier, _ in runs], dtype=np.int64),
        )


class Positions(NamedTuple):
    """The position of each grid where the basic tier of a plan is first stuck; zeros if it never is."""

    digits: npt.NDArray[np.uint8]
    """uint8[n, cells], 0 for an empty cell"""
    candidates: npt.NDArray[np.uint32]
    """uint32[n, cells], as those of a board"""

    @classmethod
    def empty(cls, count: int, cells: int) -> Self:
        """New positions for ``count`` grids."""
        return cls(np.zeros((count, cells), dtype=np.uint8), np.zeros((count, cells), dtype=np.uint32))

    def some(self, rows: Any) -> Positions:
        """The positions of some of the grids."""
        return Positions(self.digits[rows], self.candidates[rows])


class Parting(NamedTuple):
    """Where the path of each grid parts from that of another plan, which has the same techniques but for some."""

    unshared: npt.NDArray[np.int8]
    """int8[techniques]: 1 for each technique that the other plan lacks, none of them basic"""
    positions: Positions
    """zeros where the paths never part"""
    tallies: npt.NDArray[np.int64]
    """int64[n, techniques, 2]: the instances and rounds up to there"""

    @classmethod
    def empty(cls, count: int, cells: int, plan: Plan, other: Plan) -> Self:
        """A new record for ``count`` grids that run ``plan``."""
        unshared = np.array([code not in other.codes for code in plan.codes], np.int8)
        return cls(unshared, Positions.empty(count, cells), np.zeros((count, len(plan.codes), 2), np.int64))

    def some(self, rows: Any) -> Parting:
        """The same of some of the grids."""
        return Parting(self.unshared, self.positions.some(rows), self.tallies[rows])


_NO_TECHNIQUES, _NO_TALLIES = np.zeros(0, np.int8), np.zeros((0, 0, 2), np.int64)


def batch(
    grids: npt.NDArray[np.uint8],
    tallies: npt.NDArray[np.int64],
    pause: int = loop.NEVER,
    begin: int = loop.LOAD,
    positions: Positions | None = None,
    parting: Parting | None = None,
) -> Batch:
    """Grids uint8[n, cells] for a course, with tallies int64[n, techniques, 2 to 4]; see :class:`Batch`."""
    cells = grids.shape[1]
    kept = positions or Positions.empty(0, cells)
    unshared, parted, before = parting or Parting(_NO_TECHNIQUES, Positions.empty(0, cells), _NO_TALLIES)
    ends = np.zeros(len(grids), dtype=np.int64)
    return Batch(grids, tallies, ends, *kept, unshared, *parted, before, begin, pause)
