"""Puzzles whose givens stand in given cells: a heart, an initial, the same pattern on every page.

A random grid seldom has one solution for a given mask. So the digits are improved step by step: some givens, drawn at
random, are let go, the rest is filled up at random to another grid, and the mask's digits of that grid are kept if they have
no more solutions than before. Counting stops at a cap, far below which the climb is steep.
"""

from __future__ import annotations

from bookmaker.generation.path_judge import weighed
from bookmaker.generation.targets import MADE, NOT_UNIQUE, Aim, Room, Tools, judged
from bookmaker.kernels.rng import below
from bookmaker.kernels.rules import Array, RuleArrays
from bookmaker.techniques.finders.board import Tables
from bookmaker.techniques.finders.decorators import inner

_CAP = 300
_STEPS = 400


@inner
def shape(
    tools: Tools,
    rules: RuleArrays,
    tables: Tables,
    aim: Aim,
    room: Room,
    state: Array,
    givens: Array,
    solution: Array,
) -> int:
    """Look for a proper puzzle on the mask, beginning with the full grid ``solution`` uint8[cells], which is replaced.

    ``givens`` uint8[cells] is written, ``state`` uint64[1] is advanced. Returns MADE or why the puzzle is refused.
    """
    for cell in range(len(givens)):
        givens[cell] = 0
    for cell in aim.mask:
        givens[cell] = solution[cell]
    found = tools.count(room.ground, givens, _CAP, aim.nodes, room.none)
    steps = 0 if aim.fixed.size else _STEPS
    while found != 1 and steps:
        steps -= 1
        for cell in range(len(givens)):
            room.trial[cell] = givens[cell]
        # The room's order may be longer than the mask: what lies beyond is of no meaning here.
        given = len(aim.mask)
        for index in range(given):
            room.order[index] = aim.mask[index]
        for index in range(min(given, 2 + below(state, 5))):
            other = index + below(state, given - index)
            room.trial[room.order[other]] = 0
            room.order[other] = room.order[index]
        if not tools.refill(rules, room.trial, state, 1, room.other):
            continue
        for cell in aim.mask:
            room.trial[cell] = room.other[cell]
        now = tools.count(room.ground, room.trial, _CAP, aim.nodes, room.none)
        if 1 <= now <= found:
            found = now
            for cell in range(len(givens)):
                givens[cell] = room.trial[cell]
                solution[cell] = room.other[cell]
    if found != 1:
        return NOT_UNIQUE
    end = judged(tools, rules, tables, aim, room, givens, False)
    if end == MADE and aim.wish.course.codes.size:
        end = weighed(tools, tables, aim, room, givens)
    return end
