"""Digging: from a random full grid to a puzzle, each removal under proof.

Givens are taken away orbit by orbit in random order. A removal stays only if the solver proves that the solution is
still the only one and, where a level is aimed at, if the techniques of that level still finish the grid. So the grid is
proper and within the level at every moment, and what is left to ask at the end is whether it is hard *enough*: that it
needs the level's own techniques. This steers towards the level; digging blindly and filtering would throw most puzzles
away.
"""

from __future__ import annotations

from bookmaker.generation.targets import TOO_MANY, Aim, Room, Tools, finishes, judged
from bookmaker.kernels.rng import below, shuffle
from bookmaker.kernels.rules import Array, RuleArrays
from bookmaker.techniques.finders.board import Tables
from bookmaker.techniques.finders.decorators import inner


@inner
def dig(
    tools: Tools,
    rules: RuleArrays,
    tables: Tables,
    aim: Aim,
    room: Room,
    state: Array,
    givens: Array,
    solution: Array,
) -> int:
    """Dig ``solution`` uint8[cells], a full grid, into ``givens`` uint8[cells], which is overwritten.

    ``state`` uint64[1] is advanced. Returns MADE or why the puzzle is refused; ``givens`` is proper in every case.
    """
    steering = aim.within.size > 0 and not aim.minimal
    floor = aim.least + below(state, aim.mid - aim.least + 1)
    order = room.order
    for index in range(len(order)):
        order[index] = index
    shuffle(state, order)
    count = len(givens)
    spared = False
    for cell in range(count):
        givens[cell] = solution[cell]
    for index in order:
        orbit = aim.orbits[index]
        taken = 0
        for cell in orbit:
            if cell >= 0:
                givens[cell] = 0
                taken += 1
        spared |= count - taken < floor
        keep = count - taken >= floor and tools.count(room.ground, givens, 2, aim.nodes, room.none) == 1
        if keep and steering:
            keep = finishes(tools, tables, aim.within, aim.within_ways, room, room.within, givens)
        if keep:
            count -= taken
        else:
            for cell in orbit:
                if cell >= 0:
                    givens[cell] = solution[cell]
    if count > aim.most:
        return TOO_MANY
    # Each given was tried alone, and was needed with more givens about than are left: it is needed now.
    tried = len(aim.orbits) == len(givens) and not spared
    return judged(tools, rules, tables, aim, room, givens, tried)
