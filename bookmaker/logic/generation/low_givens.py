"""Puzzles with fewer givens than digging reaches: a walk from one minimal puzzle to the next.

A random grid is dug to a minimal puzzle. Then each step removes a given and adds others until the solution, perhaps another one,
is the only one. It then removes every given that has become superfluous. The walk goes on from the new puzzle if it has no more
givens than the one before.

Digging alone hardly ever reaches 20 givens on a 9x9 grid. By experiment a walk that removes one given a step leads there in half
the time of one that removes two. To give up a step that would add many givens saves another third.
"""

from __future__ import annotations

from bookmaker.logic.generation.attempts import MADE, NO_GRID, UNREADY, Run, full_grid
from bookmaker.logic.generation.targets import TOO_EASY, TOO_MANY, Work, judged, weighed
from bookmaker.logic.jit.decorators import bare, inner
from bookmaker.logic.kernels import dive9
from bookmaker.logic.kernels.rng import below, shuffle
from bookmaker.logic.kernels.rules import NOT, Array

_STEPS = 10_000
"""Steps of one walk."""

_MOST_ADDED = 3
"""The most givens that a step adds."""


@inner
def _minimise(work: Work, state: Array, givens: Array, needed: int) -> int:
    """Remove superfluous givens of a proper puzzle in random order, down to the aim's least. Returns how many givens are left.

    The first of the ``pair`` is its solution, and the given in the cell ``needed`` is known not to be superfluous.
    """
    order = work.order
    for place in range(len(order)):
        order[place] = place
    shuffle(state, order)
    count = 0
    for cell in order:
        count += givens[cell] != 0
    known = work.thinner.work
    dive9.know(known, work.pair[0])
    for cell in order:
        digit = givens[cell]
        if digit and cell != needed and count > work.aim.least:
            givens[cell] = 0
            dive9.load_open(known, givens)
            found = dive9.differs(known, int(cell), int(digit))
            if found == dive9.UNSEEN:
                # Another solution has another digit there.
                givens[cell] = digit | NOT
                found = work.count(work.ground, givens, 1, 0, work.none)
            if found == dive9.NONE:
                givens[cell] = 0
                count -= 1
            else:
                givens[cell] = digit
    return count


@inner
def _exchange(work: Work, state: Array, givens: Array) -> int:
    """Remove one given that is needed, and add random ones until the puzzle is proper.

    Returns the cell of the last one, and then the first of the ``pair`` is the solution; -1 if it fails.
    """
    order, pair = work.order, work.pair
    count = 0
    for cell in range(len(givens)):
        if givens[cell]:
            order[count] = cell
            count += 1
    givens[order[below(state, count)]] = 0
    found = work.count(work.ground, givens, 2, work.aim.nodes, pair)
    for _ in range(_MOST_ADDED):
        if found != 2:
            return -1
        # Two solutions differ in some cells. A given in one of these excludes at least one of the two.
        count = 0
        for cell in range(len(givens)):
            if pair[0, cell] != pair[1, cell]:
                order[count] = cell
                count += 1
        cell = order[below(state, count)]
        givens[cell] = pair[below(state, 2), cell]
        found = work.count(work.ground, givens, 2, work.aim.nodes, pair)
        if found == 1:
            return int(cell)
    return -1


@inner
def _verdict(work: Work, givens: Array) -> int:
    """Judge a proper puzzle by the whole aim. Returns MADE or why it is refused, or UNREADY and a tier."""
    aim = work.aim
    if aim.guesses and work.count(work.ground, givens, 2, aim.guesses, work.none) == 1:
        return TOO_EASY
    end = judged(work, givens, False)
    if end == MADE and aim.wish.course.codes.size:
        end = weighed(work, givens)
    return int(end)


@bare
def walk(work: Work, run: Run, index: int) -> int:
    """One walk for puzzle ``index``. Returns MADE or why the last puzzle was refused, or UNREADY and a tier.

    Its givens are proper in every case but NO_GRID, and have no symmetry.
    """
    aim, state, givens, solution = work.aim, run.states[index : index + 1], run.givens[index], run.solutions[index]
    if not full_grid(work.grids, state, solution, False):
        return NO_GRID
    for place in range(len(work.order)):
        work.order[place] = place
    shuffle(state, work.order)
    count = work.thin(work.thinner, givens, solution, work.order, aim.least)
    end = TOO_MANY if count > aim.most else _verdict(work, givens)
    for _ in range(_STEPS):
        if end == MADE or end >= UNREADY:
            break
        for cell in range(len(givens)):
            work.trial[cell] = givens[cell]
        last = _exchange(work, state, work.trial)
        if last < 0:
            continue
        now = _minimise(work, state, work.trial, last)
        if now > max(count, aim.most):
            continue
        count = now
        for cell in range(len(givens)):
            givens[cell] = work.trial[cell]
        if count <= aim.most:
            end = _verdict(work, givens)
    if end == MADE:
        work.count(work.ground, givens, 1, aim.nodes, work.pair)
        for cell in range(len(givens)):
            solution[cell] = work.pair[0, cell]
    return int(end)
