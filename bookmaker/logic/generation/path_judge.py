"""Judging a puzzle by its solving path: which techniques the path uses, and whether the puzzle needs them.

The course of a wish has every technique up to the hardest allowed, in the engine's order, so that a run of it is the path of the
grade. A wish can require three things of the path:

- *hardest*: the last technique of the course that the path uses is one of those wanted. The easier ones do not finish the
  puzzle: up to the first use of the last technique the path consists of them, and there they found nothing.
- *needed*: without the technique, the course up to the hardest one used does not finish.
- *avoided*: the path does not use the technique. Then a person can do without it, on the same path and at the same level:
  a technique that is never used changes nothing when it is removed from the course.
"""

from __future__ import annotations

from typing import Any

from bookmaker.logic.generation.attempts import MADE, UNREADY, path
from bookmaker.logic.generation.targets import BARRED, NOT_NEEDED, STRICKEN, TOO_EASY, TOO_HARD, Work
from bookmaker.logic.kernels.rules import Array
from bookmaker.logic.techniques.finders import inner
from bookmaker.logic.techniques.finders.board import SOLVED
from bookmaker.logic.techniques.finders.driver import INSTANCES, LINKS, ROUNDS


@inner
def _used(tally: Array, flags: Array) -> bool:
    used = False
    for row in range(len(flags)):
        used |= flags[row] != 0 and tally[row, ROUNDS] != 0
    return used


@inner
def near(work: Work) -> bool:
    """Whether the last path, finished or not, used the wanted techniques."""
    wish, tally = work.aim.wish, work.batch.tallies[0]
    used = _used(tally, wish.top)
    for row in range(len(wish.needed)):
        used = used and _used(tally, wish.needed[row])
    return used


@inner
def weighed(work: Any, givens: Array) -> int:
    """Judge a proper puzzle ``givens`` uint8[cells] by the wish. Returns MADE, why it is refused, or UNREADY plus a tier.

    ``work``: that of givens or of cages, with an ``aim`` that has a wish.

    Unless it is MADE or NOT_NEEDED, the batch's tally and the engine's board afterwards hold its path.
    """
    wish, tally = work.aim.wish, work.batch.tallies[0]
    status = path(work, wish.course, givens)
    if status != SOLVED:
        return TOO_HARD if status < UNREADY else int(status)
    hardest = -1
    score = 0
    for row in range(len(tally)):
        if tally[row, ROUNDS]:
            hardest = row
            score += wish.costs[row, INSTANCES] * tally[row, INSTANCES]
            score += wish.costs[row, ROUNDS] * tally[row, ROUNDS]
            score += wish.costs[row, LINKS] * tally[row, LINKS]
    if hardest < 0 or not wish.top[hardest] or score < wish.low:
        return TOO_EASY
    if score > wish.high:
        return TOO_HARD
    if _used(tally, wish.barred):
        return BARRED
    for row in range(len(wish.needed)):
        if not _used(tally, wish.needed[row]):
            return NOT_NEEDED
    for row in range(len(wish.needed)):
        # The hardest technique is needed because it was used. Equally hard ones might replace any other.
        if not wish.needed[row, hardest]:
            for place in range(len(wish.course.codes)):
                out = place > hardest or wish.needed[row, place]
                work.rest.codes[place] = STRICKEN if out else wish.course.codes[place]
            status = path(work, work.rest, givens)
            if status >= UNREADY:
                return status
            if status == SOLVED:
                return NOT_NEEDED
    return MADE
