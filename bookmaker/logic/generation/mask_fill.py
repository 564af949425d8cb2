"""Puzzles whose givens fill the cells of a mask: a heart, an initial, the same pattern on every page.

The digits of a random full grid in the cells of a mask seldom have one solution only. So they are improved step by step. A
few givens, drawn at random, are removed, but for those whose digits the mask asks for. The others are filled up at random to
another full grid. Its digits are kept if they have no more solutions than those before. Solutions are counted up to a cap.
"""

from __future__ import annotations

from bookmaker.logic.generation.attempts import MADE, NO_GRID, Run, full_grid
from bookmaker.logic.generation.path_judge import weighed
from bookmaker.logic.generation.targets import NOT_UNIQUE, Work, judged
from bookmaker.logic.jit.decorators import bare
from bookmaker.logic.kernels.rng import below

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
