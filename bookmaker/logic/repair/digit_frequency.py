"""The published method of adding givens: repeatedly the digit of the wanted answer that the fewest solutions share.

It was published for newspaper puzzles in Russian ("How to mend improper Sudoku and keep their classic structure", 2025): count
over all solutions how often each cell holds the answer's digit, add the rarest as a given, keep the solutions that have it, and
repeat until only the answer is left. The chain 27(2), 3(1), 1 lists how many solutions there were at each stage, and how many
cells were equally good choices. The first of them in reading order is used, as the publication suggests.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from bookmaker.logic.repair.added_givens import Candidates, with_givens
from bookmaker.logic.repair.distinguishing_givens import frequencies
from bookmaker.logic.solve.solver import solution_array
from bookmaker.puzzles.grid.puzzle import Puzzle

LISTED = 1_000_000
"""The most solutions listed at once. Only these are counted, and the chain says that there are more."""


@dataclass(frozen=True)
class Stage:
    """One stage: how many solutions (``more``: at least), how many choices are equally good, and the table of frequencies.

    ``table``: for each cell how many of the solutions have the answer's digit there; without a wanted answer, the rarest digit
    there. The last stage has one solution, no choices and no table.
    """

    solutions: int
    more: bool
    choices: int = 0
    table: tuple[int, ...] = ()

    def __str__(self) -> str:
        number = f"{'>' if self.more else ''}{self.solutions}"
        return f"{number}({self.choices})" if self.choices else number


def by_frequency(puzzle: Puzzle, answer: bytes | None) -> tuple[Candidates, tuple[Stage, ...]]:
    """The additions in order, and the chain. ``answer``: one of the solutions, or None for any."""
    added: list[tuple[int, int]] = []
    stages: list[Stage] = []
    found = solution_array(puzzle, LISTED)
    while True:
        more = len(found) == LISTED
        if len(found) == 1:
            return tuple(added), (*stages, Stage(1, False))
        table, digits = digit_table(found, puzzle.geometry.size, answer)
        rarest = int(table.min())
        cell = int(table.argmin())
        stages.append(Stage(len(found), more, int((table == rarest).sum()), tuple(table.tolist())))
        added.append((cell, int(digits[cell])))
        if more:
            found = solution_array(with_givens(puzzle, added), LISTED)
        else:
            found = found[found[:, cell] == digits[cell]]


def digit_table(
    found: npt.NDArray[np.uint8], size: int, answer: bytes | None
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """For each cell a digit and its frequency. A cell with the same digit in all solutions counts all of them."""
    counts = frequencies(found, size)
    if answer is not None:
        digits = np.frombuffer(answer, np.uint8).astype(np.int64)
        # The answer may be missing among the solutions listed; count its own digits once.
        return np.maximum(counts[np.arange(len(digits)), digits], 1), digits
    counts[counts == 0] = len(found) + 1
    digits = counts.argmin(axis=1)
    return counts[np.arange(len(digits)), digits], digits


def chain_text(stages: tuple[Stage, ...]) -> str:
    """The chain as published: ``27(2), 3(1), 1``."""
    return ", ".join(map(str, stages))
