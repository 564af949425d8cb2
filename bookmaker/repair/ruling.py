"""Adding a rule instead of givens: the rules that leave exactly one solution.

The rules are houses that are added (a diagonal, both, four windows), or that neighbours are never consecutive. The
idea of mending by a diagonal is from the Russian articles that :mod:`bookmaker.repair.frequency` follows.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from bookmaker.grid.puzzle import Puzzle
from bookmaker.repair.adding import MANY
from bookmaker.solving import solution_array
from bookmaker.variants import geometry
from bookmaker.variants.windoku import SIZE as WINDOKU_SIZE

NON_CONSECUTIVE = "non-consecutive"
"""No two cells side by side hold digits that differ by one."""

RULES = ("diagonal-falling", "diagonal-rising", "x", "windoku", NON_CONSECUTIVE)
"""Rules in the order in which they are preferred: the fewest more houses first. x: both diagonals."""


@dataclass(frozen=True)
class Ruling:
    """What a rule makes of a puzzle. ``result``: on the grid with that rule, None for one that is not made of houses.

    ``solutions``: at most MANY. ``undecided``: there were too many to look through.
    """

    rule: str
    solutions: int
    undecided: bool
    result: Puzzle | None
    answer: bytes | None


def rulings(puzzle: Puzzle, answer: bytes | None = None) -> tuple[Ruling, ...]:
    """What each rule makes of a classic puzzle. With an ``answer``, a rule that it breaks leaves no solution.

    Only classic puzzles take further rules: none are returned for others.
    """
    if puzzle.geometry.kind != "classic":
        return ()
    size = puzzle.geometry.size
    plain: npt.NDArray[np.uint8] | None = None
    found = []
    for rule in RULES:
        if rule == "windoku" and size != WINDOKU_SIZE:
            continue
        if rule == NON_CONSECUTIVE:
            plain = solution_array(puzzle, MANY)
            left, undecided, result = plain[apart(plain, size)], len(plain) == MANY, None
        else:
            result = replace(puzzle, geometry=geometry(rule, size), answer=None)
            left, undecided = solution_array(result, MANY), False
        only = left[0].tobytes() if len(left) == 1 and not undecided else None
        if only is None or (answer is not None and only != answer):
            result = None
        found.append(Ruling(rule, len(left), undecided, result, only if answer in (None, only) else None))
    return tuple(found)


def apart(solutions: npt.NDArray[np.uint8], size: int) -> npt.NDArray[np.bool_]:
    """Which of the solutions uint8[n, cells] have no consecutive digits side by side: bool[n]."""
    grids = solutions.reshape(-1, size, size).astype(np.int16)
    across = (np.abs(np.diff(grids, axis=2)) != 1).all(axis=(1, 2))
    down = (np.abs(np.diff(grids, axis=1)) != 1).all(axis=(1, 2))
    kept: npt.NDArray[np.bool_] = across & down
    return kept
