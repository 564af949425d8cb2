"""Adding a rule instead of givens: the rules that leave exactly one solution.

A rule adds houses (a diagonal, both, four windows), or forbids consecutive neighbours; each makes a puzzle of another kind.
Mending by a diagonal is from the Russian articles that :mod:`bookmaker.logic.repair.digit_frequency` follows.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from bookmaker.logic.repair.added_givens import MANY
from bookmaker.logic.solve.solver import UNDECIDED, solve
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import ADDED, exists, geometry

_GUESSES = 1_000_000
"""Guesses for one rule: some seconds."""


@dataclass(frozen=True)
class Ruling:
    """The effect of a rule on a puzzle. ``result``: the puzzle with that rule, None if the rule does not fit.

    ``solutions``: at most MANY. ``undecided``: they could not be counted within a bound of work; ``solutions`` is then 2 if there
    are several for certain, else 0.
    """

    rule: str
    solutions: int
    undecided: bool
    result: Puzzle | None
    answer: bytes | None

    @property
    def fits(self) -> bool:
        """Whether the rule leaves exactly one solution."""
        return self.answer is not None


def rulings(puzzle: Puzzle, answer: bytes | None = None) -> tuple[Ruling, ...]:
    """The effect of each rule on a classic puzzle. With an ``answer``, a rule that it breaks leaves no solution.

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
