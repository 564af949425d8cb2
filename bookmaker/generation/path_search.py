"""Seeking: puzzles whose path is to be of a rare kind, such as one whose hardest step is a swordfish.

Digging under a level's logic asks at each removal whether the level's techniques still finish the grid, and comes out too
easy nearly always when the wish is rare. Here the grid is dug under proof alone, as far as it goes, which is fast, and the
path is looked at once. Most puzzles dug so far are too hard. From such a one a *climb* gives back givens in cells where
the path was stuck: each that does not yet let it finish is kept, and each that finishes it in another way than wished
is taken away again for another. So the climb walks along the border between what the techniques finish and what they
do not, where the hardest of them is what decides; and where the wished technique has shown itself, only steps that keep
it are taken.
"""

from __future__ import annotations

from bookmaker.generation.path_judge import near, weighed
from bookmaker.generation.targets import (
    ENDS,
    MADE,
    TOO_EASY,
    TOO_HARD,
    TOO_MANY,
    Aim,
    Room,
    Tools,
    judged,
)
from bookmaker.kernels.rng import below, shuffle
from bookmaker.kernels.rules import Array, RuleArrays
from bookmaker.techniques.finders.board import Tables
from bookmaker.techniques.finders.decorators import inner

TRIES = 60
"""Givens that a climb gives back, at most, counting those that it takes away again."""

LOSSES, LOSSES_NEAR = 6, 20
"""Givens that it takes away again at most: it is worth more where the path uses what is wished for."""

_FIRST_BITE = 3
"""The first bite takes one orbit in so many; a bite that fails is halved."""


@inner
def _put(aim: Aim, index: int, source: Array, givens: Array) -> int:
    """Copy the cells of an orbit. Returns how many there are."""
    count = 0
    for cell in aim.orbits[index]:
        if cell >= 0:
            givens[cell] = source[cell]
            count += 1
    return count


@inner
def _clear(aim: Aim, index: int, givens: Array) -> int:
    count = 0
    for cell in aim.orbits[index]:
        if cell >= 0:
            givens[cell] = 0
            count += 1
    return count


@inner
def dig_freely(
    tools: Tools, rules: RuleArrays, aim: Aim, room: Room, state: Array, floor: int, givens: Array, solution: Array
) -> int:
    """Dig a full grid to a proper puzzle of at least ``floor`` givens. Returns how many it has.

    Orbits go in random order, several in one bite while there is plenty: since a puzzle stays proper with more givens, the end is
    the same as that of taking them one by one.
    """
    order = room.order
    for index in range(len(order)):
        order[index] = index
    shuffle(state, order)
    count = len(givens)
    for cell in range(count):
        givens[cell] = solution[cell]
    at = 0
    bite = max(1, len(order) // _FIRST_BITE)
    while at < len(order):
        bite = min(bite, len(order) - at)
        taken = 0
        for index in order[at : at + bite]:
            taken += _clear(aim, index, givens)
        if count - taken >= floor and tools.count(room.ground, givens, 2, aim.nodes, room.none) == 1:
            count -= taken
            at += bite
            continue
        for index in order[at : at + bite]:
            _put(aim, index, solution, givens)
        if bite == 1:
            at += 1
        else:
            bite = bite // 2
    return count


@inner
def _choices(aim: Aim, room: Room, givens: Array) -> int:
    """Write to ``order`` the orbits without givens that hold a cell which the path left empty. Returns how many."""
    n = 0
    for index in range(len(aim.orbits)):
        for cell in aim.orbits[index]:
            if cell >= 0 and givens[cell] == 0 and room.board.digits[cell] == 0:
                room.order[n] = index
                n += 1
                break
    return n


@inner
def climb(tools: Tools, tables: Tables, aim: Aim, room: Room, state: Array, givens: Array, solution: Array) -> int:
    """Give back givens to a puzzle that was weighed and found too hard. Returns MADE or how the last try ended."""
    end = TOO_HARD
    tries = TRIES
    held = near(aim, room)
    lost = 0
    n = _choices(aim, room, givens)
    while n > 0 and tries > 0:
        tries -= 1
        pick = below(state, n)
        index = room.order[pick]
        n -= 1
        room.order[pick] = room.order[n]
        _put(aim, index, solution, givens)
        end = weighed(tools, tables, aim, room, givens)
        if end == MADE or end >= ENDS:
            return end
        seen = near(aim, room)
        if end == TOO_HARD and seen >= held:
            held = seen
            n = _choices(aim, room, givens)
        else:
            _clear(aim, index, givens)
            lost += 1
            if lost == (LOSSES_NEAR if held else LOSSES):
                break
    return end


@inner
def seek(
    tools: Tools,
    rules: RuleArrays,
    tables: Tables,
    aim: Aim,
    room: Room,
    state: Array,
    givens: Array,
    solution: Array,
) -> int:
    """Turn ``solution`` uint8[cells], a full grid, into ``givens`` uint8[cells], which is overwritten, by the wish.

    ``state`` uint64[1] is advanced. Returns MADE or why the puzzle is refused; ``givens`` is proper in every case.
    """
    floor = aim.least + below(state, aim.mid - aim.least + 1)
    count = dig_freely(tools, rules, aim, room, state, floor, givens, solution)
    if count > aim.most:
        return TOO_MANY
    # Only hard puzzles make the solver guess: of those of a high score some are lost, of the others nearly all are.
    if aim.guesses and tools.count(room.ground, givens, 2, aim.guesses, room.none) == 1:
        return TOO_EASY
    if aim.wish.course.codes.size == 0:
        return MADE
    end = weighed(tools, tables, aim, room, givens)
    # What is given back to a puzzle without a superfluous given is one.
    if end == TOO_HARD and aim.climbs and not aim.minimal and count < aim.most:
        end = climb(tools, tables, aim, room, state, givens, solution)
    if end != MADE:
        return end
    count = 0
    for cell in range(len(givens)):
        count += givens[cell] != 0
    if count > aim.most:
        return TOO_MANY
    return judged(tools, rules, tables, aim, room, givens, False)
