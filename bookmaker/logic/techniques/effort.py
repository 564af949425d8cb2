"""A puzzle's score: the effort of its path, in the unit of the techniques' scores.

A round shows all instances of a technique at once. A person does not need them all, and looks for the next one anyhow:

- each digit written costs 4, as a full house does;
- a round of naked or hidden singles costs their score once, however many cells it fills. Few cells a round mean much searching;
- a round of what one clue says (its digits with nothing filled in, or beside one related cell) costs its score once as well: a
  person goes over the clues one by one, and sees all of a clue's cells in one look;
- chains, and whatever else is diabolical or harder, come in swarms of which one leads on: a round costs the score once;
- a chain is followed link by link: each link beyond three costs 10 more, of the shortest chain of a round. A proof by supposition
  is a chain of as many links as it has literals;
- of the techniques between, people need the first instance of a round and about seven in ten of the others, as HoDoKu does, which
  takes one step at a time;
- a guess costs more than any path of techniques does. Of 2,407 published puzzles that logic finishes, the hardest known among
  them, none scores above 15,000.

On puzzles with known times of people the rank correlation of this sum with the time is 0.50, that of the sum over all instances
0.27; among puzzles that singles finish it is 0.40 and 0.12 (``python -m benchmarks.effort``).

Steps count that the answer could do without. A person meets and takes them, too: of 67 puzzles with times that need more than
singles, the score of the path that :mod:`bookmaker.publishing.explain.fewest_steps` leaves has a correlation of 0.19, that of
the whole path 0.36. Which steps are left out depends on the order of trial, besides, and a score must not.

With cages every instance counts: the scores of cage techniques were fitted so (:mod:`bookmaker.logic.techniques.table`).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from bookmaker.logic.techniques import BY_NAME
from bookmaker.logic.techniques.declare import Level, Technique
from bookmaker.logic.techniques.families import Family, Tier

UNIT = 10
"""Costs are in tenths of the score."""

_WRITING = BY_NAME["full-house"].score


def costs(techniques: Sequence[Technique], caged: bool) -> npt.NDArray[np.int64]:
    """The costs of an instance, a round and a link of each technique, in tenths of the score: int64[techniques, 3].

    The columns are the first three of a tally (``finders/course.py``).
    """
    return np.array([_cost(technique, caged) for technique in techniques], np.int64).reshape(-1, 3)


def score(tallies: npt.NDArray[np.int64], cost: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """The scores of puzzles with these instances, rounds and links of each technique, int64[n, techniques, 3]: int64[n]."""
    total: npt.NDArray[np.int64] = tallies.reshape(len(tallies), -1) @ cost.ravel()
    return (total + UNIT // 2) // UNIT


_ONE_LOOK = ("relation-cell", "clue-alone")
"""What follows from one clue, or one relation, and the candidates of one cell at most."""

_LINK = 10
"""The cost of a link of a chain beyond the shortest chain's."""


def _cost(technique: Technique, caged: bool) -> tuple[int, int, int]:
    if caged:
        return UNIT * technique.score, 0, 0
    if technique.family is Family.SINGLES:
        return UNIT * _WRITING, 0 if technique.name == "full-house" else UNIT * technique.score, 0
    if technique.name in _ONE_LOOK:
        return 0, UNIT * technique.score, 0
    if technique.tier is Tier.CHAINS or technique.level >= Level.DIABOLICAL:
        return 0, UNIT * technique.score, UNIT * _LINK
    return 7 * technique.score, 3 * technique.score, 0
