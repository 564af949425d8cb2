"""Digging: givens are removed from a random full grid, one orbit after another, until a puzzle of the level is left.

The orbits come in random order. A removal stays only if the solver proves that the solution is still the only one, and, if the
order names a level, only if the techniques of that level still finish the grid. So the grid is always proper and not too hard. At
the end it is tested whether it is hard *enough* to need the techniques of its level. Digging without regard to the level and
filtering afterwards would reject most puzzles.

Givens that fill the cells of a mask (a heart, an initial, the same pattern on every page) are made the other way round. The
digits of a random full grid in the cells of a mask seldom have one solution only. So they are improved step by step. A few
givens, drawn at random, are removed, but for those whose digits the mask asks for. The others are filled up at random to another
full grid. Its digits are kept if they have no more solutions than those before. Solutions are counted up to a cap.
"""

from __future__ import annotations

from bookmaker.logic.generation.attempts import MADE, NO_GRID, Run, full_grid
from bookmaker.logic.generation.proving import know, stays_proper
from bookmaker.logic.generation.targets import NOT_UNIQUE, TOO_MANY, Work, early_first, finishes, judged, weighed
from bookmaker.logic.generation.thinning import FIRST_BITE, set_orbit
from bookmaker.logic.jit.decorators import bare, inner
from bookmaker.logic.kernels.rng import below, shuffle
from bookmaker.logic.kernels.rules import Array

LARGE = 256
_AT_ONCE = 32
"""At first this fraction (1 / n) of the orbits, and no more than that many, are removed at once; after each failure half as many.
The first removals nearly always succeed, and a proof that fails takes long on a large grid. What is left is the same as one by
one: a grid that can be solved can be solved with more givens.
"""

_FAILURES = 40
"""They are left as they are after so many single removals that failed, unless no given may be superfluous."""


@inner
def _set_orbits(
    orbits: Array, order: Array, first: int, width: int, solution: Array, givens: Array, given: bool
) -> int:
    """Give or remove the cells of some orbits. Returns how many cells they have."""
    cells = 0
    for place in range(first, first + width):
        cells += set_orbit(orbits, order[place], solution, givens, given)
    return cells


@bare
def dig(work: Work, run: Run, index: int) -> int:
    """One attempt at puzzle ``index``. Returns MADE or why it is refused; its givens are proper in every case but NO_GRID."""
    aim, state, givens, solution = work.aim, run.states[index : index + 1], run.givens[index], run.solutions[index]
    if not full_grid(work.grids, state, solution, False):
        return NO_GRID
    steering = aim.within.size > 0 and not aim.minimal
    floor = aim.least + below(state, aim.mid - aim.least + 1)
    order = work.order
    for place in range(len(order)):
        order[place] = place
    shuffle(state, order)
    early_first(aim, order)
    if work.thins and not steering:
        count = work.thin(work.thinner, givens, solution, order, floor)
        # None could be removed, unless the floor forbade it.
        return TOO_MANY if count > aim.most else judged(work, givens, floor <= 1 and aim.orbits.shape[1] == 1)
    count = len(givens)
    spared = False
    for cell in range(count):
        givens[cell] = solution[cell]
    know(work.prover, solution)
    large = count > LARGE
    # More givens may leave fewer ways at the narrowest point.
    width = 1 if aim.within_ways else max(1, min(_AT_ONCE, len(order) // FIRST_BITE))
    place = 0
    failures = 0
    while place < len(order) and (failures < _FAILURES or aim.minimal):
        width = min(width, len(order) - place)
        taken = _set_orbits(aim.orbits, order, place, width, solution, givens, False)
        spared |= width == 1 and count - taken < floor
        keep = count - taken >= floor
        if keep and not (steering and aim.proves):
            keep = stays_proper(work.prover, givens, solution, aim.orbits, order, place, width)
        if keep and steering:
            keep = finishes(work, aim.within, aim.within_ways, work.within, givens)
        if keep:
            count -= taken
            place += width
            continue
        _set_orbits(aim.orbits, order, place, width, solution, givens, True)
        if width == 1:
            place += 1
            failures += large
        else:
            width //= 2
    if count > aim.most:
        return TOO_MANY
    # Each given was needed when its removal was tried. There were more givens then, so it is needed now.
    tried = len(aim.orbits) == len(givens) and not spared and place == len(order)
    return judged(work, givens, tried)


_CAP = 300
"""The most solutions that are counted."""

_FILLS = 20
"""Attempts at a full grid that holds the digits of the mask."""

_STEPS = 400
"""Steps of one attempt."""


@bare
def shape(work: Work, run: Run, index: int) -> int:
    """One attempt at puzzle ``index``. Returns MADE or why it is refused, or UNREADY and a tier."""
    aim, state, givens, solution = work.aim, run.states[index : index + 1], run.givens[index], run.solutions[index]
    free = 0
    while free < len(aim.mask) and aim.held[aim.mask[free]] == 0:
        free += 1
    if free == len(aim.mask) or work.grids.fixed.size:
        if not full_grid(work.grids, state, solution, False):
            return NO_GRID
    elif not work.refill(work.grids.rules, aim.held, state, _FILLS, solution):
        return NO_GRID
    for cell in range(len(givens)):
        givens[cell] = 0
    for cell in aim.mask:
        givens[cell] = solution[cell]
    found = work.count(work.ground, givens, _CAP, aim.nodes, work.none)
    steps = 0 if work.grids.fixed.size else _STEPS
    while found != 1 and steps:
        steps -= 1
        for cell in range(len(givens)):
            work.trial[cell] = givens[cell]
        # ``order`` may be longer than the mask: only its beginning is used, for the givens that may change.
        for place in range(free):
            work.order[place] = aim.mask[place]
        for place in range(min(free, 2 + below(state, 5))):
            other = place + below(state, free - place)
            work.trial[work.order[other]] = 0
            work.order[other] = work.order[place]
        if not work.refill(work.grids.rules, work.trial, state, 1, work.other):
            continue
        for cell in aim.mask:
            work.trial[cell] = work.other[cell]
        now = work.count(work.ground, work.trial, _CAP, aim.nodes, work.none)
        if 1 <= now <= found:
            found = now
            for cell in range(len(givens)):
                givens[cell] = work.trial[cell]
                solution[cell] = work.other[cell]
    if found != 1:
        return NOT_UNIQUE
    end = judged(work, givens, False)
    if end == MADE and aim.wish.course.codes.size:
        end = weighed(work, givens)
    return end
