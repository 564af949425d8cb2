"""A smallest contradictory set of givens of a puzzle without a solution: the search of
:mod:`bookmaker.logic.verify.contradiction`, which tells how it works and names its source, in one kernel.

Sets of givens are masks: bit i is the i-th given. A set that must be met is a correction set.
"""

from __future__ import annotations

from typing import Any

import numba
from numba import int64, types

from bookmaker.logic.jit.bundle import Bundle, Pointer, array, field, halves
from bookmaker.logic.jit.decorators import bare, inner, lean
from bookmaker.logic.kernels import classic9, propagation9
from bookmaker.logic.kernels.bits import lowest, popcount
from bookmaker.logic.kernels.rules import Array

MOST = 63
"""Givens of a puzzle at the most, so that a mask is a word and -1 is none."""

CONSISTENT, UNPROVEN, SMALLEST = range(3)
SOLVED, NODES, SETS = range(3)
"""Places in ``Question.spent``."""

_SETS = 1 << 12

_NONE = -1
_SPENT = -2


class Question(Bundle):
    """A solver, and memory for one search after the other."""

    count: Any = field("the solver: ``count(ground, cells, limit, max_nodes, out) -> int``, UNDECIDED is -1")
    ground: Any = field("its first argument")
    guesses: int = field("its bound for one set of givens")
    most: Array = array("int64[2]", "bounds of the first two of ``spent``")
    spent: Array = array(
        "int64[3]", "sets of givens solved, steps in the search for sets that meet others, sets to meet"
    )
    trial: Array = array("uint8[cells]", "the givens of the set that was solved last,")
    loaded: Array = array("int64[1]", "and that set")
    first: Array = array("uint8[1, cells]", "scratch")
    cells: Array = array("int64[MOST]", "the cell of each given")
    words: Array = array("int64[MOST]", "where a node has its digit's row: a word of 16 bits,")
    columns: Array = array("int64[MOST]", "and the bit")
    sets: Array = array("int64[n]", "the sets to meet, those of fewer givens first; n > MOST")
    left: Array = array("int64[MOST + 1]", "scratch: at each depth of the search for sets the givens still to try,")
    banned: Array = array("int64[MOST + 1]", "those that may not be chosen,")
    chosen: Array = array("int64[MOST + 1]", "those that are")


def question(guesses: int) -> Question:
    """Working memory of one thread for classic 9x9 puzzles, with a bound of guesses for one set of givens."""
    ground = classic9.ground()
    counted = types.int64(numba.typeof(ground), types.uint8[::1], types.int64, types.int64, types.uint8[:, ::1])
    return Question.blank(
        {"cells": 81, "n": _SETS, "MOST": MOST},
        count=Pointer(classic9.search, counted),
        ground=ground,
        guesses=guesses,
    )


@inner
def _load(question: Question, givens: Array, chosen: int) -> bool:
    """Make ``trial`` the chosen givens. Returns False if the bound does not allow to solve one more set."""
    question.spent[SOLVED] += 1
    if question.spent[SOLVED] > question.most[SOLVED]:
        return False
    # One set after the other differs in a few givens.
    other = int64(question.loaded[0]) ^ int64(chosen)
    while other:
        i = int64(lowest(other))
        other &= other - 1
        cell = question.cells[i]
        question.trial[cell] = givens[cell] if chosen >> i & 1 else 0
    question.loaded[0] = chosen
    return True


@lean
def _contradicts(question: Question, givens: Array, chosen: int) -> int:
    """Whether the chosen givens contradict each other, 1 or 0; _SPENT at the bound. A set that could not be decided does not."""
    if not _load(question, givens, chosen):
        return _SPENT
    seen = int64(classic9.glance(question.ground.work, question.trial, 2))
    if seen == classic9.UNSEEN:
        seen = int64(question.count(question.ground, question.trial, 1, question.guesses, question.first[:0]))
    return 1 if seen == 0 else 0


@lean
def _agreeing(question: Question, givens: Array, number: int, chosen: int, doubtful: bool) -> int:
    """The givens that some solution of the chosen ones agrees with; _NONE if these contradict each other, _SPENT at the bound.

    A set that could not be decided agrees with itself only. ``doubtful``: they most likely contradict each other, which is proven
    sooner if solutions are looked for less.
    """
    if not _load(question, givens, chosen):
        return _SPENT
    trial, first = question.trial, question.first
    agreeing = int64(0)
    # Most sets have many solutions, and any will do.
    seen = int64(classic9.glance(question.ground.work, trial, 1 if doubtful else 2))
    if seen == classic9.UNSEEN:
        found = int64(question.count(question.ground, trial, 1, question.guesses, first))
        if found < 0:
            return chosen
        if found == 0:
            return _NONE
        for i in range(number):
            if first[0, question.cells[i]] == givens[question.cells[i]]:
                agreeing |= int64(1) << i
        return int(agreeing)
    if seen == classic9.NO_SOLUTION:
        return _NONE
    rows = halves(question.ground.work)
    for i in range(number):
        agreeing |= int64(rows[4 * seen + question.words[i]] >> question.columns[i] & 1) << i
    return int(agreeing)


@lean
def _corrected(question: Question, givens: Array, number: int, agreeing: int, core: int) -> int:
    """The givens outside a largest set without contradiction, beginning with givens that agree with one solution. ``core`` is a
    contradictory set.
    """
    every = (int64(1) << number) - 1
    held = int64(agreeing)
    left = every & ~held
    while left:
        bit = left & -left
        left ^= bit
        if held & bit == 0 and core & ~(held | bit) != 0:
            more = int64(_agreeing(question, givens, number, held | bit, False))
            if more == _SPENT:
                return _SPENT
            if more != _NONE:
                held |= more | bit
    return int(every & ~held)


@lean
def _learn(question: Question, found: int) -> None:
    """Add a set, unless it is known. Small sets come first: picked greedily, more of them are disjoint."""
    sets, count = question.sets, question.spent[SETS]
    for i in range(count):
        if sets[i] == found:
            return
    size, place = int64(popcount(found)), int64(count)
    while place > 0 and popcount(sets[place - 1]) > size:
        sets[place] = sets[place - 1]
        place -= 1
    sets[place] = found
    question.spent[SETS] += 1


@inner
def _needed(question: Question, givens: Array, number: int) -> int:
    """The givens without which all others have a solution: every contradictory set has them. _SPENT at the bound."""
    every, needed = (int64(1) << number) - 1, int64(0)
    for i in range(number):
        found = int64(_contradicts(question, givens, every & ~(int64(1) << i)))
        if found == _SPENT:
            return _SPENT
        if found == 0:
            needed |= int64(1) << i
    return int(needed)


@inner
def _irreducible(question: Question, givens: Array, number: int, needed: int) -> int:
    """A contradictory part of all givens of which nothing can be left out. For each given of it that is not ``needed`` a set
    without contradiction that has all others of it comes into ``left``.
    """
    every = (int64(1) << number) - 1
    chosen, count = every, int64(0)
    for back in range(number):
        bit = int64(1) << (number - 1 - back)
        if needed & bit:
            continue
        # The first one can go, or it would be needed.
        found = int64(_NONE)
        if chosen != every:
            found = int64(_agreeing(question, givens, number, chosen & ~bit, True))
        if found == _SPENT:
            return _SPENT
        if found == _NONE:
            chosen &= ~bit
        else:
            question.left[count] = found | chosen & ~bit
            count += 1
    return int(chosen)


@inner
def _branching_set(question: Question, depth: int, size: int) -> int:
    """The free givens of the set to branch on: the fewest, and the lowest mask of these. _NONE: all sets are met; 0: no ``size``
    givens meet them, since disjoint sets need one given each.
    """
    sets, taken, banned = question.sets, question.chosen[depth], question.banned[depth]
    best, fewest, apart, seen = int64(_NONE), int64(MOST + 1), int64(depth), int64(0)
    for i in range(question.spent[SETS]):
        if sets[i] & taken:
            continue
        free = sets[i] & ~banned
        if free & seen == 0:
            seen |= free
            apart += 1
            if free == 0 or apart > size:
                return 0
        here = int64(popcount(free))
        if here < fewest or (here == fewest and free < best):
            best, fewest = free, here
    return int(best)


@lean
def _hitting(question: Question, size: int) -> int:
    """The first mask of ``size`` givens that meets all sets; _NONE if there is none, _SPENT at the bound."""
    left, banned, chosen = question.left, question.banned, question.chosen
    depth = int64(0)
    banned[0] = chosen[0] = 0
    down = True
    while True:
        if down:
            question.spent[NODES] += 1
            if question.spent[NODES] > question.most[NODES]:
                return _SPENT
            best = int64(_branching_set(question, depth, size))
            if best == _NONE:
                return int(chosen[depth])
            left[depth] = best
        if left[depth]:
            bit = left[depth] & -left[depth]
            left[depth] ^= bit
            banned[depth + 1], chosen[depth + 1] = banned[depth], chosen[depth] | bit
            # Earlier choices need no second trial together with later ones.
            banned[depth] |= bit
            depth += 1
            down = True
        elif depth == 0:
            return _NONE
        else:
            depth -= 1
            down = False


@lean
def _smallest(question: Question, givens: Array, out: Array) -> int:
    """:func:`smallest` of one puzzle. Returns the state of knowledge about the set ``out`` int64[1]."""
    number = int64(0)
    for cell in range(len(givens)):
        if givens[cell]:
            question.cells[number] = cell
            lane = propagation9.LANE_OF[cell // 27, int64(givens[cell]) - 1]
            question.words[number] = cell // 9 % 3 * propagation9.LANES + lane
            question.columns[number] = cell % 9
            number += 1
    question.spent[:] = 0
    question.trial[:] = 0
    question.loaded[0] = 0
    out[0] = 0
    if _agreeing(question, givens, number, (int64(1) << number) - 1, True) != _NONE:
        return CONSISTENT
    needed = int64(_needed(question, givens, number))
    if needed == _SPENT:
        return UNPROVEN
    # Often these contradict each other already.
    found = int64(_contradicts(question, givens, needed))
    if found == 1:
        out[0] = needed
        return SMALLEST
    best = int64(_irreducible(question, givens, number, needed))
    if best == _SPENT:
        return UNPROVEN
    out[0] = best
    free = int64(popcount(best & ~needed))
    if free == 1 and found == 0:
        return SMALLEST
    # The complements of the first sets without contradiction are met, too. These searches were made already.
    left = needed
    while left:
        _learn(question, left & -left)
        left &= left - 1
    for place in range(free):
        found = int64(_corrected(question, givens, number, question.left[place], best))
        if found == _SPENT:
            return UNPROVEN
        _learn(question, found)
    size = int64(1)
    while True:
        # No fewer givens than before meet one set more.
        if size >= popcount(best):
            return SMALLEST
        chosen = int64(_hitting(question, size))
        if chosen == _SPENT or question.spent[SETS] == len(question.sets):
            return UNPROVEN
        if chosen == _NONE:
            size += 1
            continue
        found = int64(_agreeing(question, givens, number, chosen, False))
        if found == _NONE:
            out[0] = chosen
            return SMALLEST
        if found != _SPENT:
            found = int64(_corrected(question, givens, number, found | chosen, best))
        if found == _SPENT:
            return UNPROVEN
        _learn(question, found)


@bare
def smallest(question: Question, puzzles: Array, sets: Array, proofs: Array) -> None:
    """Find the set of each row of ``puzzles`` uint8[n, cells], 0 = empty, of which at most MOST cells are not 0.

    The sets are written to ``sets`` int64[n]. The knowledge of each comes into ``proofs`` int64[n]: SMALLEST; UNPROVEN if a bound
    came first: none can be left out of the set, which is empty if there was no time for one; or CONSISTENT if there is a
    solution or none was ruled out.
    """
    for row in range(len(puzzles)):
        proofs[row] = _smallest(question, puzzles[row], sets[row : row + 1])
