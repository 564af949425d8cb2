"""Adding a rule instead of givens: the rules that leave exactly one solution.

The rules are houses that are added (a diagonal, both, four windows), or that neighbours are never consecutive; each makes a
puzzle of another kind. The idea of mending by a diagonal is from the Russian articles that
:mod:`bookmaker.repair.digit_frequency` follows.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from bookmaker.grid.puzzle import Puzzle
from bookmaker.repair.added_givens import MANY
from bookmaker.solve.solver import UNDECIDED, solve
from bookmaker.variants import ADDED, exists, geometry

_GUESSES = 1_000_000
"""Guesses for one rule: some seconds."""


@dataclass(frozen=True)
class Ruling:
    """What a rule makes of a puzzle. ``result``: on the grid with that rule, None where it does not fit.

    ``solutions``: at most MANY. ``undecided``: they could not be counted within a bound of work; ``solutions`` is then 2 if there
    are several for certain, else 0.
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
    if puzzle.geometry.rules:
        return ()
    return tuple(_ruling(puzzle, rule, answer) for rule in ADDED if exists(rule, puzzle.geometry.size))


def _ruling(puzzle: Puzzle, rule: str, answer: bytes | None) -> Ruling:
    ruled = replace(puzzle, geometry=geometry(rule, puzzle.geometry.size), answer=None)
    solved = solve(ruled, MANY, _GUESSES)
    undecided = solved.solutions == UNDECIDED
    if undecided:
        solved = solve(ruled, 2, _GUESSES)
    only = solved.solution if answer in (None, solved.solution) else None
    return Ruling(rule, max(solved.solutions, 0), undecided, ruled if only is not None else None, only)
