"""What all attempts at a puzzle share: the aim, the workspace of one thread, and judging a puzzle by its solving path.

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

from bookmaker.logic.generation.attempts import MADE, UNREADY, Grids, path
from bookmaker.logic.generation.proving import Prover, is_needed
from bookmaker.logic.generation.thinning import Thinner
from bookmaker.logic.jit.bundle import Bundle, array, field
from bookmaker.logic.kernels.rules import Array
from bookmaker.logic.techniques.finders import inner
from bookmaker.logic.techniques.finders.board import SOLVED
from bookmaker.logic.techniques.finders.course import (
    INSTANCES,
    LINKS,
    NARROWEST,
    ROUND_BY_ROUND,
    ROUNDS,
    Batch,
    Course,
    Engine,
)

TOO_MANY, TOO_EASY, TOO_HARD, NOT_MINIMAL, NOT_UNIQUE, BARRED, NOT_NEEDED, NO_CUT, NO_GIVENS = range(2, 11)
"""The ends of an attempt besides MADE and NO_GRID: more givens than allowed; easier techniques suffice, or the score is too low;
the allowed techniques do not suffice, or the score is too high; a given is superfluous; several solutions; the path uses a
technique to avoid; a required technique is not needed; the grid cannot be cut into cages of the wanted sizes; there is no such
number of givens.
"""

ENDS = 11
"""How many ends there are."""

NOTHING, FISH, FINNED, NAKED, HIDDEN = range(5)
"""What digging is steered to (:mod:`bookmaker.logic.generation.steering`): nothing, a fish of four, one with fins, or a subset
of four. Fish come before subsets.
"""

OPEN, GIVEN = 1, 2
"""The conditions of a rare pattern on a cell."""

STRICKEN = -256
"""A code in place of a technique to leave out: every tier passes over codes below 0."""


class Wish(Bundle):
    """Requirements on the path of a puzzle."""

    course: Course = field("the n techniques that it may use; none: nothing is required of the path")
    top: Array = array("uint8[n]", "1: the hardest technique used may be this one")
    barred: Array = array("uint8[n]", "1: the technique may not be used")
    needed: Array = array(
        "uint8[m, n]",
        "a row for each requirement: the path uses one of its techniques (1), and the techniques up to the hardest do not "
        "finish without them",
    )
    costs: Array = array(
        "int64[n, 3]",
        "what an instance, a round and a link of the technique add to the score, in tenths (techniques/effort.py)",
    )
    low: int = field("the least score, in tenths")
    high: int = field("the highest score, in tenths")
    steer: int = field("NOTHING, or the rare pattern to dig for")


class Aim(Bundle):
    """What to make, as arrays and numbers."""

    within: Array = array("int64[n]", "techniques of the basic tier that must finish the puzzle, in order; empty: any")
    below: Array = array("int64[n]", "techniques that must not finish it; empty: there are none")
    within_ways: int = field("``within`` counts as finishing only with so many ways at the narrowest point; 0: any")
    below_ways: int = field("the same of ``below``")
    wish: Wish = field("requirements on the path")
    orbits: Array = array("int16[orbits, most]", "cells that are removed together, padded with -1")
    orbit_of: Array = array("int16[cells]", "the orbit of each cell")
    early: Array = array("uint8[orbits]", "1: it has a cell on a clue, so that it is removed before the others")
    mask: Array = array(
        "int64[m]", "the cells that hold givens, no more and no fewer, last those of ``held``; empty: any"
    )
    held: Array = array("uint8[cells]", "the digits that the mask asks for, 0 for any")
    least: int = field("givens are removed down to a number that is drawn from this")
    mid: int = field("up to this")
    sinks: bool = field("whether fewer givens are left after attempts that were too easy")
    most: int = field("a puzzle with more givens is refused")
    guesses: int = field("a puzzle that the solver finishes with so many guesses is refused as too easy; 0: none is")
    climbs: bool = field("whether givens are added to a puzzle that is too hard")
    lessens: bool = field("whether few givens off the clues are sought, by the techniques alone: these presume nothing")
    carries: bool = field(
        "whether few digits are wanted that can be placed at once without a clue, where it ``lessens``"
    )
    minimal: bool = field("remove givens until none is superfluous (the level is then checked at the end only)")
    nodes: int = field("guesses that a proof may take, 0: any number")
    proves: bool = field(
        "whether ``within`` presumes nothing, so that a puzzle that it finishes is proper, and the proof by search takes longer"
    )


class Work(Bundle):
    """What one thread needs for its attempts; pointers are to kernels."""

    aim: Aim = field("what to make")
    grids: Grids = field("from which full grids")
    count: Any = field("the solver: ``count(ground, cells, limit, max_nodes, out) -> int``")
    ground: Any = field("its first argument: memory, or the rules")
    none: Array = array("uint8[0, cells]", "its last argument: no solution is kept")
    pair: Array = array("uint8[2, cells]", "its last argument where two solutions are kept, scratch")
    prover: Prover = field("what proofs need that a puzzle stays proper without some givens")
    refill: Any = field("``refill(rules, cells, state, attempts, out) -> bool``, for masks")
    thinner: Thinner = field("what ``thin`` needs")
    thin: Any = field("the removal of givens without regard to the path (:mod:`bookmaker.logic.generation.thinning`)")
    thins: bool = field("whether it is there: on classic 9x9 grids")
    engine: Engine = field("the kernels of the techniques")
    solve: Any = field("the loop over them: ``solve(engine, course, batch, first, stage) -> int``")
    batch: Batch = field("one grid, for the path")
    rest: Course = field("scratch: the course of the wish, with some techniques STRICKEN")
    within: Array = array("int64[n, 4]", "tallies for the aim's list ``within``")
    below: Array = array("int64[n, 4]", "tallies for ``below``")
    order: Array = array("int64[orbits]", "scratch, for the cells of the mask, too")
    trial: Array = array("uint8[cells]", "scratch")
    other: Array = array("uint8[cells]", "scratch")
    held: Array = array("int64[houses]", "scratch, the digits that a house holds")
    may: Array = array("int64[cells]", "scratch, the digits that a cell may hold")
    kept: Array = array(
        "uint8[cells]",
        "OPEN for cells that get no given, because the rare pattern needs them, GIVEN for givens that make it",
    )
    lines: Array = array("int64[2 * size]", "scratch")


@inner
def is_minimal(work: Work, givens: Array) -> bool:
    """Whether no given of a proper puzzle, whose solution the prover knows, is superfluous."""
    for cell in range(len(givens)):
        if givens[cell]:
            needed = is_needed(work.prover, givens, cell)
            if not needed:
                return False
    return True


@inner
def finishes(work: Work, order: Array, ways: int, tally: Array, givens: Array) -> bool:
    """Whether the techniques ``order`` finish the grid, with at least so many ``ways`` to continue at every point."""
    if ways:
        for row in range(len(tally)):
            tally[row, NARROWEST] = 0
    engine = work.engine
    if engine.logic(engine.tables, givens, order, engine.board, tally, ROUND_BY_ROUND) != SOLVED:
        return False
    if ways:
        for row in range(len(tally)):
            if 0 < tally[row, NARROWEST] < ways:
                return False
    return True


@inner
def early_first(aim: Aim, order: Array) -> None:
    """Move the orbits on clues to the front of an order int64[orbits], so that givens are left off the clues."""
    front = 0
    for at in range(len(order)):
        if aim.early[order[at]]:
            order[front], order[at] = order[at], order[front]
            front += 1


@inner
def judged(work: Work, givens: Array, minimal: bool) -> int:
    """Judge a proper puzzle ``givens`` uint8[cells] by the aim. Returns MADE or why it is refused.

    ``minimal``: the puzzle is known to be minimal.
    """
    aim = work.aim
    if aim.minimal and not minimal and not is_minimal(work, givens):
        return NOT_MINIMAL
    if aim.within.size and not finishes(work, aim.within, aim.within_ways, work.within, givens):
        return TOO_HARD
    if aim.below.size and finishes(work, aim.below, aim.below_ways, work.below, givens):
        return TOO_EASY
    return MADE


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
