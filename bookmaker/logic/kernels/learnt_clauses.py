"""Clauses: what follows from values of variables, and the memory of a search that learns
(:mod:`bookmaker.logic.kernels.learning`).

A *literal* is ``2 * variable`` (it is true) or ``2 * variable + 1`` (it is false), so that ``literal ^ 1`` is the opposite.
A *clause* is a set of literals of which one is true. Each clause of two or more has two watchers at two of its literals:
nothing follows from it before one of these is false. Pairs of variables that are not both true are lists of their own.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bookmaker.logic.jit.bundle import Bundle, array
from bookmaker.logic.jit.decorators import inner, lean
from bookmaker.logic.kernels.rules import Array

whole: Any = np.int64
"""A signed integer, also of an unsigned or a small one. To the type checker it is Any, so that it passes as an int."""

OPEN, TRUE, FALSE = 0, 1, 2
"""Values of a literal."""

TRAIL, NEXT, LEVEL, HEAP, USED, CLAUSES, LEARNT, ROUND, OTHER, CONFLICTS = range(10)
"""Places in ``state``: variables with a value; the first of them whose consequences are not drawn; guesses; variables in the
heap; words of ``arena``; clauses; literals of the new clause; how often levels were counted; the second literal of a
contradicting pair; contradictions so far."""

STATE = 10

HEADER = 2
"""Words of a clause before its literals: how many they are; the levels it joined when it was learnt (0: never forgotten)."""

NOTHING = -(1 << 40)
"""The reason of a guess, and the answer of a propagation without contradiction. Other reasons are the place of a clause in
``arena``, 0 or more, or ``-1 - literal`` for a pair that is not both true."""

GOOD = 2
"""Clauses of so few levels are never forgotten."""


class LearningWorkspace(Bundle):
    """What :func:`search` works on, for n variables; see ``bookmaker.logic.solve.hard_grids``."""

    apart_start: Array = array("int32[n + 1]", "where the variables start that are false if one is true")
    apart: Array = array("int32[...]")
    state: Array = array("int64[STATE]")
    value: Array = array("int8[2 * n]", "OPEN, TRUE or FALSE")
    level: Array = array("int32[n]", "guesses before the variable got its value")
    reason: Array = array("int64[n]", "what its value follows from")
    trail: Array = array("int32[n]", "the literals that are true, in the order in which they became true")
    begin: Array = array("int32[n + 1]", "the place of each guess on the trail")
    sign: Array = array("uint8[n]", "0 if the variable was true when it last had a value, else 1")
    weight: Array = array(
        "float64[n + 1]", "how much a variable took part in contradictions; the last is the present step"
    )
    heap: Array = array("int32[n]", "open variables (and others), the heaviest first")
    place: Array = array("int32[n]", "the place of a variable in the heap, -1 if it has none")
    seen: Array = array("uint8[n]", "scratch of the analysis: 1 known, 2 follows from the clause")
    learnt: Array = array("int32[n + 1]", "the new clause")
    marked: Array = array("int32[n + 1]", "variables to clear in ``seen``")
    pile: Array = array("int32[n + 1]", "scratch")
    round: Array = array("int64[n + 1]", "the last count of levels that met this level")
    head: Array = array("int32[2 * n]", "the first watcher of a literal, -1 if none")
    after: Array = array("int32[2 * m]", "the next watcher")
    block: Array = array(
        "int32[2 * m]", "a literal of the watcher's clause: while it is true, nothing follows from the clause"
    )
    clause: Array = array("int64[m]", "the places of the clauses; watchers 2 * i and 2 * i + 1 belong to clause i")
    arena: Array = array("int32[words]", "the clauses")


@inner
def rise(work: Any, at: int) -> None:
    """Move an entry of the heap towards its front."""
    heap, place, weight = work.heap, work.place, work.weight
    variable = whole(heap[at])
    heavy = weight[variable]
    while at > 0:
        above = (at - 1) >> 1
        other = whole(heap[above])
        if not weight[other] < heavy:
            break
        heap[at] = other
        place[other] = at
        at = above
    heap[at] = variable
    place[variable] = at


@inner
def heaviest(work: Any) -> int:
    """Take the first variable from the heap."""
    heap, place, weight, state = work.heap, work.place, work.weight, work.state
    first = whole(heap[0])
    place[first] = -1
    size = state[HEAP] - 1
    state[HEAP] = size
    if size > 0:
        variable = whole(heap[size])
        heavy = weight[variable]
        at = whole(0)
        while 2 * at + 1 < size:
            below = 2 * at + 1
            if below + 1 < size and weight[heap[below]] < weight[heap[below + 1]]:
                below += 1
            other = whole(heap[below])
            if not heavy < weight[other]:
                break
            heap[at] = other
            place[other] = at
            at = below
        heap[at] = variable
        place[variable] = at
    return int(first)


@inner
def enter(work: Any, variable: int) -> None:
    """Put a variable into the heap if it is not there."""
    if work.place[variable] < 0:
        at = work.state[HEAP]
        work.state[HEAP] = at + 1
        work.heap[at] = variable
        rise(work, at)


@inner
def assign(work: Any, literal: int, reason: int) -> None:
    """Make an open literal true."""
    state = work.state
    variable = literal >> 1
    work.value[literal] = TRUE
    work.value[literal ^ 1] = FALSE
    work.level[variable] = state[LEVEL]
    work.reason[variable] = reason
    work.trail[state[TRAIL]] = literal
    state[TRAIL] += 1


@lean
def retreat(work: Any, level: int) -> None:
    """Take back all guesses but the first ``level``."""
    state = work.state
    if state[LEVEL] > level:
        start = whole(work.begin[level])
        for at in range(state[TRAIL] - 1, start - 1, -1):
            literal = whole(work.trail[at])
            work.value[literal] = OPEN
            work.value[literal ^ 1] = OPEN
            work.sign[literal >> 1] = literal & 1
            enter(work, literal >> 1)
        state[TRAIL] = start
        state[NEXT] = start
        state[LEVEL] = level


@lean
def _watch(work: Any, number: int) -> None:
    """Hang the two watchers of a clause to its first two literals."""
    place = work.clause[number] + HEADER
    one, other = whole(work.arena[place]), whole(work.arena[place + 1])
    work.after[2 * number] = work.head[one]
    work.block[2 * number] = other
    work.head[one] = 2 * number
    work.after[2 * number + 1] = work.head[other]
    work.block[2 * number + 1] = one
    work.head[other] = 2 * number + 1


@lean
def propagate(work: Any) -> int:
    """Draw the consequences of the literals on the trail. Returns NOTHING, or what contradicts: the place of a clause of false
    literals, or ``-1 - literal`` for a pair of true ones, of which OTHER is the second.
    """
    state, value, trail, apart, arena = work.state, work.value, work.trail, work.apart, work.arena
    after, block, head = work.after, work.block, work.head
    while state[NEXT] < state[TRAIL]:
        literal = whole(trail[state[NEXT]])
        state[NEXT] += 1
        if not literal & 1:
            variable = literal >> 1
            for at in range(work.apart_start[variable], work.apart_start[variable + 1]):
                other = 2 * whole(apart[at])
                if value[other] != FALSE:
                    if value[other] == TRUE:
                        state[OTHER] = other
                        return int(-1 - literal)
                    assign(work, other + 1, -1 - literal)
        false = literal ^ 1
        before = whole(-1)
        watcher = whole(head[false])
        while watcher >= 0:
            following = whole(after[watcher])
            if value[block[watcher]] != TRUE:
                place = work.clause[watcher >> 1]
                first = whole(arena[place + HEADER])
                if first == false:
                    first = whole(arena[place + HEADER + 1])
                    arena[place + HEADER] = first
                    arena[place + HEADER + 1] = false
                block[watcher] = first
                if value[first] != TRUE:
                    end = place + HEADER + arena[place]
                    at = place + HEADER + 2
                    while at < end and value[arena[at]] == FALSE:
                        at += 1
                    if at < end:
                        new = whole(arena[at])
                        arena[place + HEADER + 1] = new
                        arena[at] = false
                        if before < 0:
                            head[false] = following
                        else:
                            after[before] = following
                        after[watcher] = head[new]
                        head[new] = watcher
                        watcher = following
                        continue
                    if value[first] == FALSE:
                        return int(place)
                    assign(work, first, place)
            before = watcher
            watcher = following
    return NOTHING


@inner
def levels_of(work: Any, literals: Array, start: int, number: int) -> int:
    """How many levels some literals belong to."""
    state = work.state
    state[ROUND] += 1
    found = whole(0)
    for at in range(start, start + number):
        level = work.level[literals[at] >> 1]
        if work.round[level] != state[ROUND]:
            work.round[level] = state[ROUND]
            found += 1
    return int(found)


@lean
def add(work: Any, literals: Array, number: int, levels: int) -> bool:
    """Keep a clause of two literals or more. Returns False if there is no room."""
    state, arena = work.state, work.arena
    place = state[USED]
    if place + HEADER + number > len(arena) or state[CLAUSES] == len(work.clause):
        return False
    arena[place] = number
    arena[place + 1] = levels
    for at in range(number):
        arena[place + HEADER + at] = literals[at]
    work.clause[state[CLAUSES]] = place
    _watch(work, state[CLAUSES])
    state[CLAUSES] += 1
    state[USED] = place + HEADER + number
    return True


@lean
def forget(work: Any) -> None:
    """Drop the worse half of the learnt clauses, true clauses and false literals, when there are no guesses.

    The clauses that join the most levels go first, of equals the oldest.
    """
    state, arena, value, count = work.state, work.arena, work.value, work.round
    most = len(count) - 1
    for level in range(most + 1):
        count[level] = 0
    learnt = whole(0)
    for number in range(state[CLAUSES]):
        levels = whole(arena[work.clause[number] + 1])
        if levels > GOOD:
            count[min(levels, most)] += 1
            learnt += 1
    bound = whole(most + 1)
    left = learnt // 2
    while left > 0:
        bound -= 1
        if count[bound] >= left:
            break
        left -= count[bound]
    for level in range(most + 1):
        count[level] = 0
    state[ROUND] = 0
    for literal in range(len(value)):
        work.head[literal] = -1
    kept = whole(0)
    used = whole(0)
    for number in range(state[CLAUSES]):
        place = work.clause[number]
        size = whole(arena[place])
        levels = whole(arena[place + 1])
        if levels > GOOD:
            worth = min(levels, most)
            if worth > bound:
                continue
            if worth == bound and left > 0:
                left -= 1
                continue
        end = used + HEADER
        for at in range(place + HEADER, place + HEADER + size):
            literal = whole(arena[at])
            if value[literal] == TRUE:
                end = -1
                break
            if value[literal] == OPEN:
                # Clauses move towards the front, literals too: overwritten ones have been read.
                arena[end] = literal
                end += 1
        if end < 0:
            continue
        arena[used] = end - used - HEADER
        arena[used + 1] = levels
        work.clause[kept] = used
        _watch(work, kept)
        kept += 1
        used = end
    state[CLAUSES] = kept
    state[USED] = used
