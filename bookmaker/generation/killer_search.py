"""Steering a cut grid to a proper Killer of the level that is wanted.

A puzzle is cut anew here and there (:mod:`bookmaker.generation.cage_moves`), and each change judged: one that leaves more
undecided is taken back. What logic finishes is proper, and needs no proof; where a search finds a second
solution, the changes are those that this one does not survive. A proper puzzle is weighed as its grade would be; from one
that is of another level the way goes on to other proper ones near by, which are far more often of the level than what
comes of a new grid.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bookmaker.generation.cage_cutting import Bench, Shape, copy, tile
from bookmaker.generation.cage_grade import LIGHTER, MEANT, Scale, weigh
from bookmaker.generation.cage_moves import pack, recut
from bookmaker.jit.bundle import Bundle
from bookmaker.jit.decorators import inner, kernel, lean
from bookmaker.kernels.bits import popcount
from bookmaker.kernels.derived_sums import UNTOLD, CageArrays, Room, SumRules, derive, take_cages
from bookmaker.kernels.killer import _start as begin
from bookmaker.kernels.killer_propagation import SETTLED, settle
from bookmaker.kernels.rng import below, shuffle
from bookmaker.kernels.rules import Array

int64: Any = np.int64

MADE, NO_GRID, NO_CUT, TOO_EASY, TOO_HARD, NOT_UNIQUE, NO_GIVENS = range(7)
"""How an attempt ends: a puzzle; no full grid found; no way to cut it into cages of the sizes wanted; the stage below suffices;
the stage allowed does not; several solutions, or none could be ruled out; no such number of givens."""

ENDS = 7

_PROPER = ENDS
"""Not an end: a proper puzzle that is neither of TOO_EASY nor TOO_HARD by the stages, and is to be weighed."""

_BROKEN = 1 << 20


class Stage(Bundle):
    """How far a person goes.

    known    SumRules    the regions whose sums by the rule of 45 are looked at
    drawn    SumRules    the same rules as the consequences are drawn by
    cells    int         a sum by the rule of 45 has at most so many cells
    asked    bool        False: this stage is not looked at
    """

    known: SumRules
    drawn: SumRules
    cells: int
    asked: bool


class Plan(Bundle):
    """What to make.

    within        Stage             finishes the puzzle; not asked: a search has to prove it proper
    below         Stage             does not finish it
    near          int               candidates that may be left by ``below`` before a search is worth while
    moves         int               changes that are judged without a puzzle to weigh before an attempt is given up
    weighings     int               puzzles that are weighed before that; 0: none is, every proper one will do
    guesses       int               guesses for a proof
    orbits        int16[k, 4]       cells that hold givens together, padded with -1
    least, most   int               bounds of the number of givens
    fixed         uint8[cells]      the solution; empty: any
    box_height, box_width  int      of a box
    plain         bool              rows, columns and boxes are all the houses
    """

    within: Stage
    below: Stage
    near: int
    moves: int
    weighings: int
    guesses: int
    orbits: npt.NDArray[np.int16]
    least: int
    most: int
    fixed: npt.NDArray[np.uint8]
    box_height: int
    box_width: int
    plain: bool


class Tools(NamedTuple):
    """Kernels that are called through pointers, each compiled once for itself."""

    fill: Any
    shuffle: Any
    count: Any
    go_on: Any
    reach: Any
    logic: Any
    searches: Any
    caged: Any


@kernel
def reach(stage: Stage, cages: CageArrays, givens: Array, room: Room, loose: Array) -> int:
    """How many candidates are left too many where a stage goes no further, 0 if it finishes the puzzle.

    ``givens`` uint8[cells]. Writes ``loose`` int64[cells]: 1 where a cell is undecided. A puzzle without solution counts as one
    with very many left.
    """
    number = int64(take_cages(stage.known, cages, 0, room))
    constraints = derive(stage.known, number, room)
    if constraints < 0:
        return _BROKEN
    for derived in range(number + len(stage.known.houses), constraints):
        if room.start[derived + 1] - room.start[derived] > stage.cells:
            room.kind[derived] = UNTOLD
    tail = int64(begin(stage.drawn, number, constraints, room, givens))
    if tail < 0 or settle(stage.drawn, number, room, int64(0), tail) != SETTLED:
        return _BROKEN
    left = int64(0)
    for cell in range(len(loose)):
        more = popcount(room.stack[cell]) - 1
        left += more
        loose[cell] = 1 if more else 0
    return int(left)


@inner
def _differing(bench: Bench) -> Any:
    """Mark the cells in which two solutions differ as loose. Returns how many."""
    found = int64(0)
    for cell in range(len(bench.loose)):
        bench.loose[cell] = 1 if bench.rival[0, 0, cell] != bench.rival[0, 1, cell] else 0
        found += bench.loose[cell]
    return found


@inner
def _survives(bench: Bench) -> bool:
    """Whether a second solution that was found still keeps to all cages."""
    cages = bench.cages
    for cage in range(cages.first[1]):
        for which in range(2):
            total = digits = int64(0)
            for place in range(cages.start[cage], cages.start[cage + 1]):
                digit = int64(bench.rival[0, which, cages.cells[place]])
                total += digit
                if digits >> digit & 1:
                    return False
                digits |= int64(1) << digit
            if total != cages.sums[cage]:
                return False
    return True


@lean
def _judge(tools: Any, rules: SumRules, plan: Plan, bench: Bench, room: Room, givens: Array) -> tuple[int, int]:
    """What is wrong with the puzzle as it is cut: its end, and how far off it is, _PROPER and 0 if it is to be weighed.

    The cells at fault are marked as loose. Ends come before one another as they are to be mended: a puzzle that is TOO_EASY is
    proper.
    """
    if plan.within.asked:
        left = int64(tools.reach(plan.within, bench.cages, givens[0], room, bench.loose))
        if left:
            return TOO_HARD, left
    elif plan.below.asked:
        left = int64(tools.reach(plan.below, bench.cages, givens[0], room, bench.loose))
        if left == 0:
            bench.loose[:] = 1
            return TOO_EASY, 0
        if left > plan.near:
            return TOO_HARD, left
    if not plan.within.asked:
        if plan.below.asked:
            # The stage has left the room where the search would begin.
            number = bench.cages.first[1]
            tools.go_on(rules, number, room, 0, 2, plan.guesses, bench.counts, bench.guesses, bench.rival[0])
        else:
            tools.count(rules, bench.cages, givens, 2, plan.guesses, room, bench.counts, bench.guesses, bench.rival)
        if bench.counts[0] != 1:
            return NOT_UNIQUE, int64(_differing(bench)) if bench.counts[0] == 2 else int64(_BROKEN)
        return _PROPER, int64(0)
    if plan.below.asked and tools.reach(plan.below, bench.cages, givens[0], room, bench.loose) == 0:
        bench.loose[:] = 1
        return TOO_EASY, int64(0)
    return _PROPER, int64(0)


@inner
def _weigh(tools: Any, scale: Scale, bench: Bench, givens: Array) -> int:
    found = weigh(tools.logic, tools.searches, tools.caged, scale, bench.cages, givens, bench.loose)
    if found == MEANT:
        return MADE
    some = int64(0)
    for cell in range(len(bench.loose)):
        some |= bench.loose[cell]
    if some == 0:
        bench.loose[:] = 1
    return TOO_EASY if found == LIGHTER else TOO_HARD


@lean
def _give(plan: Plan, bench: Bench, state: Array, givens: Array, solution: Array) -> bool:
    """Write givens, as many as are wanted, in random places that are symmetric."""
    givens[:] = 0
    if plan.most == 0:
        return True
    orbits = len(plan.orbits)
    for orbit in range(orbits):
        bench.ways[orbit] = orbit
    shuffle(state, bench.ways[:orbits])
    wanted = plan.least + below(state, plan.most - plan.least + 1)
    count = int64(0)
    for turn in range(orbits):
        orbit = plan.orbits[bench.ways[turn]]
        size = int64(0)
        for place in range(len(orbit)):
            size += orbit[place] >= 0
        if count + size > wanted:
            continue
        for place in range(size):
            givens[orbit[place]] = solution[orbit[place]]
        count += size
    return bool(plan.least <= count)


@lean
def cut(
    tools: Any, rules: SumRules, plan: Plan, scale: Scale, shape: Shape, bench: Bench, room: Room,
    state: Array, givens: Array, solution: Array, deal: int,
) -> int:  # fmt: skip
    """One attempt at a puzzle on the full grid ``solution``; ``givens`` uint8[1, cells] is written. Returns how it ended.

    ``deal`` is a row of the shape's deals.
    """
    if not _give(plan, bench, state, givens[0], solution):
        return NO_GIVENS
    if not tile(shape, bench, state, solution, shape.deals[deal]):
        return NO_CUT
    pack(bench, solution)
    end, off = _judge(tools, rules, plan, bench, room, givens)
    # A puzzle that was weighed stays _PROPER: what it was found to be is kept apart.
    found, weighed, moves, same = int64(end), int64(0), int64(0), False
    while moves < plan.moves:
        moves += 1
        if end == _PROPER and not same:
            if weighed == plan.weighings:
                return MADE if weighed == 0 else int(found)
            found = int64(_weigh(tools, scale, bench, givens))
            if found == MADE:
                return MADE
            weighed += 1
            same = True
            moves = int64(0)
        if not recut(shape, bench, state, solution):
            continue
        pack(bench, solution)
        if end == NOT_UNIQUE and bench.counts[0] == 2 and _survives(bench):
            copy(bench.best, bench.owner)
            continue
        copy(bench.loose, bench.cage)
        new, left = _judge(tools, rules, plan, bench, room, givens)
        worse = new == TOO_HARD and (end != TOO_HARD or left > off)
        worse |= new == NOT_UNIQUE and end in (TOO_EASY, _PROPER)
        worse |= new == TOO_EASY and end == _PROPER
        if worse:
            copy(bench.best, bench.owner)
            copy(bench.cage, bench.loose)
            continue
        end, off, same = new, left, False
        if end != _PROPER:
            found = int64(end)
    return int(found)
