"""A search that learns from its contradictions, for the grids that the others cannot decide.

The other searches forget why a branch failed, and meet the same contradiction again in a million branches of a hard 25x25 grid.
This one notes what each consequence rests on. From a contradiction it derives a clause that rules out its cause. It returns to
the place where the clause would have decided something.

It is the conflict-driven search of SAT solvers: clauses from first unique implication points (Marques-Silva and Sakallah, GRASP,
1999), two watched literals and decaying weights (Moskewicz and others, Chaff, 2001), minimized clauses and kept signs (Eén and
Sörensson, MiniSat, 2003), clauses judged and restarts timed by the number of levels in a clause (Audemard and Simon, Glucose,
2009).

It knows variables (candidates, for a grid), pairs of them that are not both true, and sets of which at least one is true. Weights
are sums and products of floating point numbers in a fixed order: every processor searches in the same way.

It is not left to a SAT solver that users may install: books and banks must decide alike everywhere. Nor is it slower: of 12 grids
of 25x25 with 44 to 48 % of their cells given, the general search left three, which this one decides in 0.03 to 1.9 s (the first
with compiling), CaDiCaL in 0.06 to 0.15 s.

A *literal* is ``2 * variable`` (it is true) or ``2 * variable + 1`` (it is false), so that ``literal ^ 1`` is the opposite. A
*clause* is a set of literals of which one is true. Each clause of two or more has two watchers at two of its literals: nothing
follows from it before one of these is false. Pairs of variables that are not both true are lists of their own.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bookmaker.logic.jit.bundle import Bundle, array
from bookmaker.logic.jit.decorators import bare, inner, lean
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


UNDECIDED = -1
"""Returned when so many contradictions, or the memory for clauses, were not enough."""

_TRUE_IN_CLAUSE = 4
"""A mark in ``seen``: the new clause has it that this variable is true."""


@inner
def _note(work: Any, literal: int, marked: int) -> int:
    """Take a false literal into the analysis. Returns 1 if its variable was not known, else 0. The literal is written to the
    clause unless it is of the last level. ``marked`` is how many variables are known.
    """
    variable = literal >> 1
    if work.seen[variable] or work.level[variable] == 0:
        return 0
    work.seen[variable] = 1
    work.marked[marked] = variable
    weight = work.weight
    weight[variable] += weight[len(weight) - 1]
    if work.place[variable] >= 0:
        rise(work, work.place[variable])
    if work.level[variable] == work.state[LEVEL]:
        return 1
    work.learnt[work.state[LEARNT]] = literal
    work.state[LEARNT] += 1
    return 1


@lean
def _implied(work: Any, literal: int, marked: int) -> int:
    """Whether a literal of the new clause follows from the others. Returns how many variables are marked then, 0 if it does not.

    The variables that it follows through are marked 2.
    """
    pile, seen, arena = work.pile, work.seen, work.arena
    pile[0] = literal >> 1
    height = 1
    start = marked
    while height:
        height -= 1
        reason = work.reason[pile[height]]
        variable = whole(pile[height])
        at = whole(0)
        end = whole(1)
        if reason >= 0:
            at = reason + HEADER
            end = at + arena[reason]
        while at < end:
            other = -1 - reason >> 1
            if reason >= 0:
                other = whole(arena[at]) >> 1
            at += 1
            if other == variable or work.level[other] == 0 or seen[other]:
                continue
            if work.reason[other] == NOTHING or work.round[work.level[other]] != work.state[ROUND]:
                for back in range(start, marked):
                    seen[work.marked[back]] = 0
                return 0
            seen[other] = 2
            work.marked[marked] = other
            marked += 1
            pile[height] = other
            height += 1
    return int(marked)


@lean
def drop_apart(work: Any, number: int) -> int:
    """Drop from the first ``number`` literals of ``learnt`` each true variable that is apart from a false one of them.

    If such a variable were true, the other one would be false: the rest of the clause says that already. The first literal stays.
    Returns how many are left. Hard 25x25 grids take a seventh fewer contradictions. Leaves marks in ``seen``, which
    the analysis clears.
    """
    learnt, seen = work.learnt, work.seen
    for word in range(1, number):
        if not learnt[word] & 1:
            seen[learnt[word] >> 1] = _TRUE_IN_CLAUSE
    for word in range(number):
        if learnt[word] & 1:
            variable = learnt[word] >> 1
            for at in range(work.apart_start[variable], work.apart_start[variable + 1]):
                if seen[work.apart[at]] == _TRUE_IN_CLAUSE:
                    seen[work.apart[at]] = 1
    kept = whole(1)
    for word in range(1, number):
        if learnt[word] & 1 or seen[learnt[word] >> 1] == _TRUE_IN_CLAUSE:
            learnt[kept] = learnt[word]
            kept += 1
    return int(kept)


@lean
def _analyse(work: Any, conflict: int) -> int:
    """Derive the new clause from a contradiction. Its first literal is the one that it will make true, its second is of the
    highest level of the others. Returns that level, to go back to.
    """
    state, seen, learnt, arena, trail = work.state, work.seen, work.learnt, work.arena, work.trail
    state[LEARNT] = 1
    marked = whole(0)
    waiting = whole(0)
    at = state[TRAIL] - 1
    reason = conflict
    literal = whole(-1)
    if reason < 0:
        # A pair of true literals: the clause of their opposites is false.
        before = state[LEARNT]
        new = _note(work, state[OTHER] ^ 1, marked)
        marked += new
        waiting += new - (state[LEARNT] - before)
    while True:
        if reason >= 0:
            size = whole(arena[reason])
            if arena[reason + 1] > GOOD:
                levels = levels_of(work, arena, reason + HEADER, size)
                arena[reason + 1] = min(levels, arena[reason + 1])
            for word in range(reason + HEADER, reason + HEADER + size):
                if arena[word] != literal:
                    before = state[LEARNT]
                    new = _note(work, whole(arena[word]), marked)
                    marked += new
                    waiting += new - (state[LEARNT] - before)
        else:
            before = state[LEARNT]
            new = _note(work, (-1 - reason) ^ 1, marked)
            marked += new
            waiting += new - (state[LEARNT] - before)
        while not seen[trail[at] >> 1]:
            at -= 1
        literal = whole(trail[at])
        at -= 1
        reason = work.reason[literal >> 1]
        waiting -= 1
        if waiting == 0:
            break
    learnt[0] = literal ^ 1
    # Which levels the clause has: only literals of these can follow from the others.
    levels_of(work, learnt, 0, state[LEARNT])
    kept = whole(1)
    for word in range(1, state[LEARNT]):
        other = whole(learnt[word])
        now = whole(0)
        if work.reason[other >> 1] != NOTHING:
            now = _implied(work, other, marked)
        if now:
            marked = now
        else:
            learnt[kept] = other
            kept += 1
    state[LEARNT] = drop_apart(work, kept)
    kept = state[LEARNT]
    for word in range(marked):
        seen[work.marked[word]] = 0
    highest = whole(0)
    for word in range(1, kept):
        level = whole(work.level[learnt[word] >> 1])
        if level > highest:
            highest = level
            other = learnt[1]
            learnt[1] = learnt[word]
            learnt[word] = other
    return int(highest)


@lean
def _record(work: Any, model: Array) -> None:
    for variable in range(len(work.level)):
        model[variable] = 1 if work.value[2 * variable] == TRUE else 0


@bare
def search(work: LearningWorkspace, one_of: Array, start: Array, limit: int, most: int, models: Array) -> int:
    """Find assignments in which at least one variable of each set is true, and no two that are apart.

    Set i is ``one_of[start[i]:start[i + 1]]``: ``one_of`` int32[...], ``start`` int32[sets + 1]. ``limit`` >= 1. ``most``: give
    up after so many contradictions, 0 = never. ``models`` uint8[k, n], k >= 0: 1 for the true variables of the first k
    assignments. Returns how many there are, at most ``limit``; UNDECIDED if it gave up.
    """
    state, value, learnt = work.state, work.value, work.learnt
    variables = len(work.level)
    for at in range(STATE):
        state[at] = 0
    for variable in range(variables):
        value[2 * variable] = OPEN
        value[2 * variable + 1] = OPEN
        work.head[2 * variable] = -1
        work.head[2 * variable + 1] = -1
        work.sign[variable] = 1
        work.weight[variable] = 0.0
        work.place[variable] = -1
        work.seen[variable] = 0
        work.round[variable] = 0
    work.round[variables] = 0
    work.weight[variables] = 1.0
    for variable in range(variables):
        enter(work, variable)
    for group in range(len(start) - 1):
        number = whole(start[group + 1] - start[group])
        if number == 0:
            return 0
        first = 2 * whole(one_of[start[group]])
        if number == 1:
            if value[first] == FALSE:
                return 0
            if value[first] == OPEN:
                assign(work, first, NOTHING)
            continue
        for at in range(number):
            learnt[at] = 2 * one_of[start[group] + at]
        if not add(work, learnt, number, 0):
            return UNDECIDED
    found = whole(0)
    wait = whole(2000)
    forgotten = whole(0)
    restarted = whole(0)
    # Averages of the levels of new clauses, of few and of many, in units of 1/2^16.
    recent = whole(0)
    usual = whole(0)
    while True:
        conflict = propagate(work)
        if conflict != NOTHING:
            if state[LEVEL] == 0:
                return int(found)
            state[CONFLICTS] += 1
            if state[CONFLICTS] == most:
                return UNDECIDED
            back = _analyse(work, conflict)
            levels = levels_of(work, learnt, 0, state[LEARNT])
            retreat(work, back)
            if state[LEARNT] == 1:
                assign(work, int(learnt[0]), NOTHING)
            else:
                place = state[USED]
                if not add(work, learnt, state[LEARNT], levels):
                    return UNDECIDED
                assign(work, int(learnt[0]), place)
            weight = work.weight
            weight[variables] *= 1.0 / 0.95
            if weight[variables] > 1e100:
                for variable in range(variables + 1):
                    weight[variable] *= 1e-100
            recent += ((levels << 16) - recent) >> 5
            usual += (
                ((levels << 16) - usual) >> 12
                if state[CONFLICTS] > 4096
                else ((levels << 16) - usual) // state[CONFLICTS]
            )
            continue
        if (state[CONFLICTS] - restarted >= 10 and recent * 9 > usual * 10) or state[CONFLICTS] >= forgotten + wait:
            restarted = state[CONFLICTS]
            retreat(work, 0)
            if state[CONFLICTS] >= forgotten + wait:
                forgotten = state[CONFLICTS]
                wait += 300
                forget(work)
            continue
        literal = whole(-1)
        while literal < 0 and state[HEAP] > 0:
            variable = heaviest(work)
            if value[2 * variable] == OPEN:
                literal = 2 * variable + work.sign[variable]
        if literal >= 0:
            work.begin[state[LEVEL]] = state[TRAIL]
            state[LEVEL] += 1
            assign(work, literal, NOTHING)
            continue
        if found < len(models):
            _record(work, models[found])
        found += 1
        if found == limit or state[LEVEL] == 0:
            return int(found)
        # Rule this one out: not all of its guesses again.
        guesses = state[LEVEL]
        for level in range(guesses):
            learnt[guesses - 1 - level] = work.trail[work.begin[level]] ^ 1
        retreat(work, guesses - 1)
        if guesses == 1:
            assign(work, int(learnt[0]), NOTHING)
            continue
        place = state[USED]
        if not add(work, learnt, guesses, 0):
            return UNDECIDED
        assign(work, int(learnt[0]), place)
