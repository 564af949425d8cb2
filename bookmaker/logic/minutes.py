"""How many minutes a puzzle takes, as far as there is evidence: the time of an average solver, from a model of a person at work.

The person writes digits and looks for the next cell that singles fill. Where singles are stuck, the person writes down candidates
and searches those. The times of the parts add up; :class:`Pace` holds them:

- writing the digit of each empty cell: ``write``;
- seeing the cells that singles fill: :mod:`bookmaker.logic.techniques.finders.scanning`, with ``box``, ``line`` and ``naked``;
- r rounds of deductions where singles are stuck with c candidates: ``deduction`` * c * sqrt(r), since the first round includes
  writing the candidates, and later rounds have fewer; times a weight (:func:`weights`);
- then finding each remaining cell by going over the empty cells: ``marked`` for each of these.

These predict no better: how far the next cell is from the last, how many lines exclude the others of a house, how many of a digit
are placed, which technique a round uses, and a last empty cell as a cue of its own.

``python -m benchmarks.minutes FILE`` fits the pace to measured times and prints how well it predicts those of other puzzles. The
shipped pace was fitted to the mean times of 755 published 9x9 puzzles with 10 to 43 solvers each (CC0; see IEEE Access 2024, doi
10.1109/ACCESS.2024.3434632). Pelanek found that the open cues decide the time ("Difficulty rating of sudoku puzzles", FLAIRS
2011, and the overview arXiv:1403.7373, 2014).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations
from typing import Any, NamedTuple, Self

import numpy as np
import numpy.typing as npt

from bookmaker.logic.techniques.families import Family
from bookmaker.logic.techniques.finders.board import Tables
from bookmaker.logic.techniques.finders.scanning import (
    BOX,
    CELLS,
    CUES,
    LINE,
    NAKED,
    RESULTS,
    SECONDS,
    STUCK_CANDIDATES,
    STUCK_CELLS,
    Scan,
    scan,
)
from bookmaker.logic.techniques.labels import splits
from bookmaker.logic.techniques.workspaces import caged_tables
from bookmaker.logic.times import NONE, Time, anchor_of, is_classic, middle_of, time_of
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.grid.puzzle import Cage

GUESSING = "brute-force"
"""The last resort, which is no technique of a person."""


@dataclass(frozen=True, slots=True)
class Pace:
    """What an average solver needs, in seconds.

    write: to write a digit. box, line, naked: to look at an empty cell in search of the only place in a box (or the last empty
    cell of a house), the only place in another house, a cell with one candidate. marked: the same once candidates are written
    down. deduction: for each candidate left where singles are stuck, in the first round of deductions.
    """

    write: float = 3.0
    box: float = 0.67
    line: float = 1.34
    naked: float = 5.2
    marked: float = 0.2
    deduction: float = 1.45

    def rates(self) -> npt.NDArray[np.float64]:
        """One over the seconds of each mask of cues: float64[CUES], for the kernel."""
        single = {BOX: 1 / self.box, LINE: 1 / self.line, NAKED: 1 / self.naked}
        return np.array([sum(rate for cue, rate in single.items() if cues & cue) for cues in range(CUES)])


PACE = Pace()


def weights(kinds: npt.NDArray[np.int64], scores: npt.NDArray[np.int64], by_score: bool) -> npt.NDArray[np.float64]:
    """How much longer deductions take than the model of one technique says, float64[n].

    ``kinds``: how many different techniques beyond singles a path has. Many different ones take longer than one that is needed
    often: the New York Times' own medium and hard tell apart by their number (AUC 0.84 in place of 0.76). All Killers need as
    many; of these the ``scores`` order a publisher's books (rank correlation 0.51 in place of 0.45).
    """
    return np.sqrt(scores / 1500.0) if by_score else np.maximum(1, kinds) ** 0.3


def scan_workspace(geometry: Geometry) -> Scan:
    """New arrays for one thread."""
    cells, houses, size = geometry.cell_count, len(geometry.houses), geometry.size
    lengths = {"cells": cells, "houses": houses, "size": size, "words": (cells + 63) // 64}
    return Scan.blank({**lengths, "most": max(cells, houses, size + 1), "CUES": CUES})


class Work(NamedTuple):
    """The work beyond singles on some puzzles, by their techniques."""

    rounds: npt.NDArray[np.int64]
    """int64[n]: rounds of techniques other than singles and brute force"""
    guessed: npt.NDArray[np.bool_]
    """bool[n]: whether only brute force finishes the puzzle"""
    kinds: npt.NDArray[np.int64]
    """int64[n]: different techniques among them"""
    scores: npt.NDArray[np.int64]
    """int64[n]: the scores of the grades"""
    levels: npt.NDArray[np.int64]
    """int64[n]: their levels, by number"""

    @classmethod
    def of(
        cls,
        names: Iterable[str],
        rounds: npt.NDArray[np.int64],
        scores: npt.NDArray[np.int64],
        levels: npt.NDArray[np.int64],
    ) -> Self:
        """From ``rounds`` int64[n, techniques], a column for each of the technique ``names``."""
        listed = list(names)
        deductions = np.array([name not in Family.SINGLES.value and name != GUESSING for name in listed])
        guesses = np.array([name == GUESSING for name in listed])
        kinds: npt.NDArray[np.int64] = (rounds > 0).astype(np.int64) @ deductions.astype(np.int64)
        return cls(rounds @ deductions, rounds @ guesses > 0, kinds, scores, levels)

    def some(self, rows: Any) -> Work:
        """The work on some of the puzzles."""
        return Work(self.rounds[rows], self.guessed[rows], self.kinds[rows], self.scores[rows], self.levels[rows])


def seconds(
    tables: Tables,
    space: Scan,
    grids: npt.NDArray[np.uint8],
    work: Work,
    pace: Pace = PACE,
    share: float = 1.0,
    by_score: bool = False,
) -> npt.NDArray[np.float64]:
    """The expected seconds of an average solver, float64[n], for ``grids`` uint8[n, cells], proper puzzles of one geometry.

    ``space`` has the geometry of ``tables``. ``share``: the share of candidates that the sums of cages leave. ``by_score``: as
    for :func:`weights`. Each cell that brute force fills counts as a round of deductions.
    """
    found = np.zeros((len(grids), RESULTS))
    scan(tables, space, grids, pace.rates(), found)
    left = found[:, STUCK_CELLS]
    return (
        found[:, SECONDS]
        + pace.write * found[:, CELLS]
        + pace.marked * left * (left + 1) / 2
        + pace.deduction
        * share
        * found[:, STUCK_CANDIDATES]
        * np.sqrt(work.rounds + work.guessed * left)
        * weights(work.kinds, work.scores, by_score)
    )


class Reckoned(NamedTuple):
    """The time of one puzzle, without the arrays that it follows from, which take a kilobyte."""

    splits: bool
    times: tuple[Time]


class Clock:
    """The minutes of puzzles that are graded together, computed when the first of them is read: they take half the time of
    grading easy puzzles, and most callers only want the level.
    """

    def __init__(self, geometry: Geometry, cages: tuple[Cage, ...], grids: npt.NDArray[np.uint8], work: Work) -> None:
        self._geometry, self._cages, self._grids, self._work = geometry, cages, grids, work
        self._anchor = anchor_of(geometry, bool(cages))
        self._classic = is_classic(geometry, bool(cages))
        self.splits = splits(geometry.rules, bool(cages))

    @cached_property
    def model(self) -> list[float]:
        """The minutes of the model for each puzzle, also where nobody has measured any."""
        space, share = scan_workspace(self._geometry), _share_of_sums(self._geometry, self._cages)
        tables, by_score = caged_tables(self._geometry, self._cages), self._anchor is not None and self._anchor.by_score
        found: list[float] = (
            seconds(tables, space, self._grids, self._work, share=share, by_score=by_score) / 60
        ).tolist()
        return found

    @cached_property
    def times(self) -> list[Time]:
        """The time of each puzzle, as far as there is evidence."""
        levels, anchor = self._work.levels.tolist(), self._anchor
        if anchor is None:
            return [Time(NONE)] * len(levels)
        return [
            time_of(middle_of(minutes, anchor, self._classic), anchor, level, self._classic)
            for minutes, level in zip(self.model, levels, strict=True)
        ]

    def reckoned(self, row: int) -> Reckoned:
        """The time of the puzzle of a row."""
        return Reckoned(self.splits, (self.times[row],))


def _share_of_sums(geometry: Geometry, cages: tuple[Cage, ...]) -> float:
    """The share of an empty grid's candidates that the sums of single cages leave: 1 without cages."""
    left = geometry.size * geometry.cell_count
    for cage in cages:
        if cage.sum:
            left -= len(cage.cells) * (geometry.size - _digits_in_sum(geometry.size, len(cage.cells), cage.sum))
    return left / (geometry.size * geometry.cell_count)


@cache
def _digits_in_sum(size: int, cells: int, total: int) -> int:
    """How many digits are in some set of ``cells`` different ones with this sum."""
    return len(
        {digit for digits in combinations(range(1, size + 1), cells) if sum(digits) == total for digit in digits}
    )
