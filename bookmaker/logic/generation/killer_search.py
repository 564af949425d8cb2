"""Steering a grid that is cut into cages to a proper Killer of the wanted level.

Pairs of cages are changed (:mod:`bookmaker.logic.generation.cage_shapes`). A change that leaves more candidates undecided is
taken back. A puzzle that logic finishes is proper and needs no proof. If a search finds a second solution, only changes that
exclude it are considered. A proper puzzle is graded. If it is of another level, it is changed further: a similar proper puzzle
is of the level far more often than one from a new grid.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bookmaker.logic.generation.attempts import MADE, NO_GRID, UNREADY, Grids, Run, full_grid
from bookmaker.logic.generation.cage_cutting import CageWorkspace, Shape, copy, tile
from bookmaker.logic.generation.cage_shapes import ANEW, JOIN, SPLIT, merge, pack, recut
from bookmaker.logic.generation.targets import (
    ENDS,
    NO_CUT,
    NO_GIVENS,
    NOT_MINIMAL,
    NOT_UNIQUE,
    TOO_EASY,
    TOO_HARD,
    Wish,
)
from bookmaker.logic.generation.targets import weighed as path_weighed
from bookmaker.logic.jit.bundle import Bundle, array, field
from bookmaker.logic.jit.decorators import bare, inner, kernel, lean
from bookmaker.logic.kernels.bits import popcount
from bookmaker.logic.kernels.derived_sums import (
    MOST_CELLS,
    UNTOLD,
    CageArrays,
    KillerWorkspace,
    SumRules,
    derive,
    take_cages,
)
from bookmaker.logic.kernels.killer import SETTLED, first_node, settle
from bookmaker.logic.kernels.rng import below, shuffle
from bookmaker.logic.kernels.rules import Array
from bookmaker.logic.techniques.finders.board import Tables
from bookmaker.logic.techniques.finders.course import Batch, Course, Engine
from bookmaker.logic.techniques.finders.innies import load_cages

int64: Any = np.int64

SILENT = 1 << 20
"""Added to the number of a cage that shows no sum, for the maker."""

_PROPER = ENDS
"""Not an end: the puzzle is proper, by its stages neither TOO_EASY nor TOO_HARD, and ready for grading."""

_BROKEN = 1 << 20
"""How many candidates count as left in a puzzle without solution."""

_AGAIN = 8
"""Attempts at a puzzle before it gets other numbers of cages of each size: with some there may be no puzzle of the level."""


_JOINS = 3
"""The changes of a puzzle after which two cages become one, which says less, if it is too easy."""


class Stage(Bundle):
    """How far a person goes, in terms of the solver's propagation."""

    known: SumRules = field("the regions whose sums by the rule of 45 are used")
    drawn: SumRules = field("the rules by which consequences are drawn")
    cells: int = field("a sum by the rule of 45 has at most so many cells")
    asked: bool = field("whether this stage is used")


class Plan(Bundle):
    """What to make."""

    within: Stage = field("must finish the puzzle; if not used, a search must prove it proper")
    below: Stage = field("must not finish it")
    near: int = field("a search begins once ``below`` leaves at most so many candidates")
    fewest: int = field("as few cages as that are not joined further")
    most_cages: int = field("no cage is split in a puzzle of this many")
    moves: int = field("an attempt ends after so many changes without a puzzle to grade")
    splits: int = field("the changes of a puzzle that is too hard after which one cage becomes two")
    merges: int = field("how often at most two cages of a puzzle of the level are tried as one")
    weighings: int = field("an attempt ends after so many graded puzzles; 0: none is graded, every proper one will do")
    guesses: int = field("guesses for a proof")
    orbits: Array = array("int16[k, most]", "cells that hold givens together, padded with -1")
    least: int = field("the fewest givens")
    most: int = field("the most givens")
    minimal: bool = field("whether no given may be superfluous")
    wish: Wish = field("requirements on the path, and the level")
    open_end: bool = field(
        "whether a puzzle that the course of the wish does not finish is meant, and graded afterwards"
    )


class Work(Bundle):
    """What one thread needs for its attempts; pointers are to kernels."""

    aim: Plan = field("what to make")
    grids: Grids = field("from which full grids")
    shape: Shape = field("what cages may look like")
    plain: Tables = field("of the geometry, without cages")
    rest: Course = field("scratch: the course of the wish, with some techniques left out")
    rules: SumRules = field("of the solver")
    space: CageWorkspace = field("the workspace for the cages")
    search: KillerWorkspace = field("the workspace of the solver")
    count: Any = field("the solver: :func:`bookmaker.logic.kernels.killer.count_batch`")
    go_on: Any = field("its ``go_on``")
    reach: Any = field(":func:`reach`")
    engine: Engine = field("the kernels of the techniques")
    solve: Any = field("the loop over them: ``solve(engine, course, batch, first, stage) -> int``")
    batch: Batch = field("one grid, for the path")


@kernel
def reach(stage: Stage, cages: CageArrays, givens: Array, search: KillerWorkspace, loose: Array) -> int:
    """How many candidates beyond one for each cell are left where a stage is stuck; 0 if it finishes the puzzle.

    ``givens`` uint8[cells]. Writes ``loose`` int64[cells]: 1 where a cell is undecided. A puzzle without solution counts as
    having very many left.
    """
    number = int64(take_cages(stage.known, cages, 0, search))
    constraints = derive(stage.known, number, search, min(stage.cells, MOST_CELLS))
    if constraints < 0:
        return _BROKEN
    for derived in range(number + len(stage.known.houses), constraints):
        if search.start[derived + 1] - search.start[derived] > stage.cells:
            search.kind[derived] = UNTOLD
    tail = int64(first_node(stage.drawn, number, constraints, search, givens))
    if tail < 0 or settle(stage.drawn, number, search, int64(0), tail) != SETTLED:
        return _BROKEN
    left = int64(0)
    for cell in range(len(loose)):
        more = popcount(search.stack[cell]) - 1
        left += more
        loose[cell] = 1 if more else 0
    return int(left)


@inner
def _differing(space: CageWorkspace) -> Any:
    """Mark the cells in which the two solutions differ as loose. Returns their number."""
    found = int64(0)
    for cell in range(len(space.loose)):
        space.loose[cell] = 1 if space.rival[0, 0, cell] != space.rival[0, 1, cell] else 0
        found += space.loose[cell]
    return found


@inner
def _survives(space: CageWorkspace) -> bool:
    """Whether the two solutions found still fit all cages."""
    cages = space.cages
    for cage in range(cages.first[1]):
        for which in range(2):
            total = digits = int64(0)
            for place in range(cages.start[cage], cages.start[cage + 1]):
                digit = int64(space.rival[0, which, cages.cells[place]])
                total += digit
                if digits >> digit & 1:
                    return False
                digits |= int64(1) << digit
            if cages.sums[cage] and total != cages.sums[cage]:
                return False
    return True


@lean
def _plainness(work: Work) -> int:
    """How much the sums say: the fewer sets of digits the cages may have, the higher. An easy puzzle becomes harder by it."""
    rules, cages = work.rules, work.space.cages
    plain = int64(0)
    for cage in range(cages.first[1]):
        cells, total = cages.start[cage + 1] - cages.start[cage], cages.sums[cage]
        if total:
            sets = rules.combo_start[cells, total + 1] - rules.combo_start[cells, total]
            while sets > 0:
                sets >>= 1
                plain -= cells
    return int(plain)


@lean
def _judge(work: Work, givens: Array, before: int) -> tuple[int, int]:
    """The error of the puzzle: an end, and how far off it is; _PROPER and 0 if it is ready for grading. ``before``: the last end.

    ``givens`` uint8[1, cells]. The cells at fault are marked as loose. Of several ends the first to be mended is returned: a
    puzzle that is TOO_EASY is proper.
    """
    plan, space, search = work.aim, work.space, work.search
    first = before == TOO_EASY and plan.within.asked and plan.below.asked
    if first and work.reach(plan.below, space.cages, givens[0], search, space.loose) == 0:
        # What finishes with less finishes with more.
        space.loose[:] = 1
        return TOO_EASY, _plainness(work)
    if plan.within.asked:
        left = int64(work.reach(plan.within, space.cages, givens[0], search, space.loose))
        if left:
            return TOO_HARD, left
    elif plan.below.asked:
        left = int64(work.reach(plan.below, space.cages, givens[0], search, space.loose))
        if left == 0:
            space.loose[:] = 1
            return TOO_EASY, _plainness(work)
        if left > plan.near:
            return TOO_HARD, left
    if not plan.within.asked:
        if plan.below.asked:
            # The stage has left the workspace as the search needs it at its beginning.
            number = space.cages.first[1]
            work.go_on(work.rules, number, search, 0, 2, plan.guesses, space.counts, space.guesses, space.rival[0])
        else:
            work.count(
                work.rules, space.cages, givens, 2, plan.guesses, search, space.counts, space.guesses, space.rival
            )
        if space.counts[0] != 1:
            return NOT_UNIQUE, int64(_differing(space)) if space.counts[0] == 2 else int64(_BROKEN)
        return _PROPER, _plainness(work)
    if not first and plan.below.asked and work.reach(plan.below, space.cages, givens[0], search, space.loose) == 0:
        space.loose[:] = 1
        return TOO_EASY, _plainness(work)
    return _PROPER, _plainness(work)


@lean
def weigh(work: Work, givens: Array) -> int:
    """MADE, why a proper puzzle, ``givens`` uint8[cells] with the cages of the space, is refused, or UNREADY plus a tier.

    The cells at fault are marked as loose: those that the path left empty, or all.
    """
    engine, loose = work.engine, work.space.loose
    load_cages(work.plain, engine.tables, work.space.cages, 0, engine.workspace.cages)
    end = path_weighed(work, givens)
    if end >= UNREADY:
        return int(end)
    some = int64(0)
    for cell in range(len(loose)):
        loose[cell] = 1 if end == TOO_HARD and engine.board.digits[cell] == 0 else 0
        some |= loose[cell]
    if some == 0:
        loose[:] = 1
    return int(MADE if end == TOO_HARD and some and work.aim.open_end else end)


@lean
def _is_one(work: Work, givens: Array) -> bool:
    """Whether the puzzle is found to have one solution."""
    space = work.space
    work.count(
        work.rules, space.cages, givens, 2, work.aim.guesses, work.search, space.counts, space.guesses, space.rival
    )
    return bool(space.counts[0] == 1)


@lean
def _thin(work: Work, state: Array, givens: Array, solution: Array) -> bool:
    """Remove givens ``givens`` uint8[1, cells] that are superfluous. Returns whether all that stay are needed, and enough."""
    aim, space = work.aim, work.space
    orbits = len(aim.orbits)
    for orbit in range(orbits):
        space.ways[orbit] = orbit
    shuffle(state, space.ways[:orbits])
    count = int64(0)
    for turn in range(orbits):
        orbit = aim.orbits[space.ways[turn]]
        size = int64(0)
        for place in range(len(orbit)):
            size += orbit[place] >= 0 and givens[0, orbit[place]] != 0
        if size == 0:
            continue
        for place in range(size):
            givens[0, orbit[place]] = 0
        if _is_one(work, givens):
            continue
        for place in range(size):
            givens[0, orbit[place]] = solution[orbit[place]]
        count += size
        if size > 1:
            for place in range(size):
                givens[0, orbit[place]] = 0
                needed = not _is_one(work, givens)
                givens[0, orbit[place]] = solution[orbit[place]]
                if not needed:
                    return False
    return bool(aim.least <= count)


@lean
def _give(plan: Plan, space: CageWorkspace, state: Array, givens: Array, solution: Array) -> bool:
    """Write as many givens as are wanted, in random symmetric places. Returns False if there are fewer than the least number."""
    givens[:] = 0
    if plan.most == 0:
        return True
    orbits = len(plan.orbits)
    for orbit in range(orbits):
        space.ways[orbit] = orbit
    shuffle(state, space.ways[:orbits])
    wanted = plan.least + below(state, plan.most - plan.least + 1)
    count = int64(0)
    for turn in range(orbits):
        orbit = plan.orbits[space.ways[turn]]
        size = int64(0)
        for place in range(len(orbit)):
            size += orbit[place] >= 0
        if count + size > wanted:
            continue
        for place in range(size):
            givens[orbit[place]] = solution[orbit[place]]
        count += size
    return bool(plan.least <= count)


@bare
def cut(work: Work, run: Run, index: int) -> int:
    """One attempt at puzzle ``index``. Returns MADE or why it is refused, or UNREADY and a tier."""
    shape, space = work.shape, work.space
    state, givens, solution = run.states[index : index + 1], run.givens[index : index + 1], run.solutions[index]
    # Drawn for each attempt, most puzzles would have the numbers that give the level most easily.
    if run.tallies[index].sum() % _AGAIN == 0:
        run.deals[index] = below(state, len(shape.deals))
    if not full_grid(work.grids, state, solution, False):
        return NO_GRID
    end = _cut(work, state, givens, solution, shape.deals[run.deals[index]])
    for cell in range(len(space.owner)):
        owner = space.owner[cell]
        run.owners[index, cell] = owner + SILENT if owner >= 0 and space.silent[owner] else owner
    return end


@lean
def _merged(work: Work, state: Array, givens: Array, solution: Array) -> int:
    """Make cages of a puzzle of the level larger, as printed ones have them, where it stays of the level.

    ``givens`` uint8[1, cells]. Returns MADE, or UNREADY and a tier.
    """
    plan, space = work.aim, work.space
    for _ in range(below(state, plan.merges + 1)):
        if space.cages.first[1] <= plan.fewest:
            break
        end = int64(TOO_HARD)
        if merge(work.shape, space, state, solution):
            pack(space, solution)
            end, _off = _judge(work, givens, _PROPER)
            if end == _PROPER:
                end = int64(weigh(work, givens[0]))
        if end >= UNREADY:
            return int(end)
        if end != MADE:
            copy(space.best, space.owner)
    return MADE


@lean
def _cut(work: Work, state: Array, givens: Array, solution: Array, deal: Array) -> int:
    """Cut the full grid ``solution`` into cages, with these numbers of each size; ``givens`` uint8[1, cells] is written."""
    plan, shape, space = work.aim, work.shape, work.space
    if not _give(plan, space, state, givens[0], solution):
        return NO_GIVENS
    if not tile(shape, space, state, solution, deal):
        return NO_CUT
    pack(space, solution)
    end, off = _judge(work, givens, _PROPER)
    # ``end`` of a graded puzzle stays _PROPER; ``found`` is its grade.
    found, weighed, moves, same = int64(end), int64(0), int64(0), False
    while moves < plan.moves:
        moves += 1
        if end == _PROPER and not same:
            if weighed == plan.weighings and weighed:
                return int(found)
            same = True
            copy(givens[0], space.given)
            fit = not plan.minimal or _thin(work, state, givens, solution)
            if fit and plan.weighings == 0:
                return MADE
            found = int64(weigh(work, givens[0])) if fit else int64(NOT_MINIMAL)
            if found == MADE:
                return int(_merged(work, state, givens, solution))
            if found >= UNREADY:
                return int(found)
            if not fit:
                space.loose[:] = 1
                copy(space.given, givens[0])
            else:
                weighed += 1
                moves = int64(0)
        way = ANEW
        if found == TOO_EASY and moves % _JOINS == 0 and space.cages.first[1] > plan.fewest:
            way = JOIN
        elif found in (TOO_HARD, NOT_UNIQUE) and moves % plan.splits == 0 and space.cages.first[1] < plan.most_cages:
            way = SPLIT
        if not recut(shape, space, state, solution, way):
            continue
        pack(space, solution)
        if end == NOT_UNIQUE and space.counts[0] == 2 and _survives(space):
            copy(space.best, space.owner)
            continue
        copy(space.loose, space.kept)
        new, left = _judge(work, givens, int(end))
        worse = new == TOO_HARD and (end != TOO_HARD or left > off)
        worse |= new == NOT_UNIQUE and end in (TOO_EASY, _PROPER)
        worse |= new == TOO_EASY and (end == _PROPER or (end == TOO_EASY and left > off))
        if worse:
            copy(space.best, space.owner)
            copy(space.kept, space.loose)
            continue
        end, off, same = new, left, False
        if end != _PROPER:
            found = int64(end)
    return int(found)
