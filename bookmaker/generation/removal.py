"""Digging: givens are removed from a random full grid, one orbit after another, until a puzzle of the level is left.

The orbits come in random order. A removal stays only if the solver proves that the solution is still the only one, and, if the
order names a level, only if the techniques of that level still finish the grid. So the grid is always proper and not too hard. At
the end it is tested whether it is hard *enough* to need the techniques of its level. Digging without regard to the level and
filtering afterwards would reject most puzzles.
"""

from __future__ import annotations

from bookmaker.generation.attempts import NO_GRID, Run, full_grid
from bookmaker.generation.targets import TOO_MANY, Work, finishes, judged
from bookmaker.jit.decorators import bare
from bookmaker.kernels.rng import below, shuffle


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
    count = len(givens)
    spared = False
    for cell in range(count):
        givens[cell] = solution[cell]
    for number in order:
        orbit = aim.orbits[number]
        taken = 0
        for cell in orbit:
            if cell >= 0:
                givens[cell] = 0
                taken += 1
        spared |= count - taken < floor
        keep = count - taken >= floor and work.count(work.ground, givens, 2, aim.nodes, work.none) == 1
        if keep and steering:
            keep = finishes(work, aim.within, aim.within_ways, work.within, givens)
        if keep:
            count -= taken
        else:
            for cell in orbit:
                if cell >= 0:
                    givens[cell] = solution[cell]
    if count > aim.most:
        return TOO_MANY
    # Each given was needed when its removal was tried. There were more givens then, so it is needed now.
    tried = len(aim.orbits) == len(givens) and not spared
    return judged(work, givens, tried)
