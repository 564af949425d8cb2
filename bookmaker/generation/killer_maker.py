"""Making Killers to order: a full grid is cut into cages, and the cages steered to a proper puzzle of the level wanted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any

import numba
import numpy as np
import numpy.typing as npt
from numba import types

from bookmaker.errors import Fault, UnmetError
from bookmaker.generation import killer_search
from bookmaker.generation.cage_cutting import Shape, bench, copy
from bookmaker.generation.cage_grade import HARDEST_WEIGHED, scale
from bookmaker.generation.cage_size_quotas import deals
from bookmaker.generation.killer_search import ENDS, MADE, NO_GRID, Plan, Stage, Tools, cut, reach
from bookmaker.generation.order import Made, Order
from bookmaker.grading import grade_many
from bookmaker.grid.geometry import Geometry
from bookmaker.grid.puzzle import Cage, Puzzle
from bookmaker.grid.symmetry import maps, orbits
from bookmaker.jit.decorators import direct
from bookmaker.jit.pointers import Absent
from bookmaker.kernels import fill, killer
from bookmaker.kernels.derived_sums import CageArrays, SumRules
from bookmaker.kernels.rng import below
from bookmaker.kernels.rules import Array
from bookmaker.solve.cage_arrays import room as search_room
from bookmaker.solve.cage_arrays import sum_rules
from bookmaker.solve.rule_arrays import padded, rule_arrays
from bookmaker.techniques import engine
from bookmaker.techniques.declare import Level
from bookmaker.techniques.finders.cage_tier import search as search_cages
from bookmaker.techniques.finders.driver import run_logic
from bookmaker.variants.limits import CAGED_LEVELS

PATIENCE = 4000
"""Attempts for one puzzle before the wish is called unmet."""

_WEIGHINGS = 40
"""Puzzles of one full grid that are weighed. Among many that are near to one another some are all of one level."""

_AGAIN = 50
"""Attempts at a puzzle before it is dealt other numbers of cages of each size: with some there may be none of the level."""

_BATCH = 40
"""Attempts between two looks at ``stopped``."""

_GUESSES = 2000
"""Guesses for a proof. A puzzle that needs more is not taken: undecided is not unique."""

_REASONS = {
    killer_search.NO_GRID: "found no full grid",
    killer_search.NO_CUT: "could not be cut into such cages",
    killer_search.TOO_EASY: "came out easier",
    killer_search.TOO_HARD: "came out harder",
    killer_search.NOT_UNIQUE: "had several solutions",
    killer_search.NO_GIVENS: "could not have so many givens",
}

_MIXES: dict[Level | None, tuple[int, ...]] = {
    Level.EASY: (60, 34, 6),
    Level.MEDIUM: (38, 38, 18, 6),
    Level.HARD: (30, 38, 22, 10),
    Level.EXPERT: (24, 36, 26, 14),
    Level.DIABOLICAL: (24, 36, 26, 14),
    Level.EXTREME: (24, 36, 26, 14),
    None: (34, 38, 20, 8),
}
"""In a hundred cages, how many have 2, 3, 4 (and 5) cells: what a book of that level shows."""

_SINGLES, _LARGE = 4, 12
"""The same for cages of one cell, and for those of six cells (of seven half of it, and so on), where they are asked for."""


def usual_share(cells: int, level: Level | None) -> int:
    """How many in about a hundred cages have a size that is asked for without a share."""
    mix = _MIXES[level]
    if cells == 1:
        return _SINGLES
    return mix[cells - 2] if cells - 2 < len(mix) else max(1, _LARGE >> max(0, cells - 6))


def usual_mix(level: Level | None, size: int) -> dict[int, int]:
    """The sizes of cages where the user does not say. Small grids have no room for large cages.

    A 4x4 grid holds so few cages that their sizes can be named one by one, such that they cover it.
    """
    if size == 4:
        return {2: 5, 3: 2} if level in (None, Level.EASY) else {2: 3, 3: 2, 4: 1}
    return {cells: usual_share(cells, level) for cells in range(2, min(1 + len(_MIXES[level]), max(3, size - 2)) + 1)}


def cage_shares(order: Order) -> dict[int, int]:
    """For each size of cages its share of all cages, in a unit of their own."""
    usual = {cells: share or usual_share(cells, order.level) for cells, share in order.cage_sizes.items()}
    return usual or usual_mix(order.level, order.geometry.size)


@cache
def _rules_of_stage(geometry: Geometry, houses: int, confining: bool) -> tuple[SumRules, SumRules]:
    """The rules by which sums are derived for regions of at most so many houses, and those by which consequences are drawn."""
    rules = sum_rules(geometry)
    few = np.flatnonzero(rules.times <= houses)
    known = rules.replaced(regions=rules.regions[few].copy(), times=rules.times[few].copy())
    if confining:
        return known, rules
    # Without a list of combinations no digit that a cage needs is taken from the cells that see it.
    nothing = np.zeros(1, np.int64)
    none = nothing[:0].copy()
    crossing = rules.crossing[:0].copy()
    return known, rules.replaced(crossing=crossing, cross_start=nothing, cross_cells=none, combos=none)


_PROVEN = (None, (3, 4, True), 200)
_STAGES = {
    Level.EASY: ((1, 1, False), None, 0),
    Level.MEDIUM: ((3, 2, True), (1, 1, False), 0),
    Level.HARD: ((5, 5, True), (3, 4, True), 0),
    Level.EXPERT: _PROVEN,
    Level.DIABOLICAL: _PROVEN,
    Level.EXTREME: _PROVEN,
}
"""How cages are steered to a level: by what the propagation of the solver needs, which is quickly asked and near to what a person
needs. Whether the level is met, the grade decides.

The stage that finishes the puzzle (None: a search proves it), the one that does not, and how many candidates this one
may leave. A stage: sums by the rule of 45 over at most so many houses, of at most so many cells that stick out or in; and
whether digits are taken from the cells that see all their places in a house or cage."""


_SMALL_HARD = (None, (2, 2, True), 200)
"""Those of the level hard on a grid smaller than 9x9: hardly one that the hardest stage alone finishes is of this level there."""


def _stage(geometry: Geometry, how: tuple[int, int, bool] | None) -> Stage:
    houses, cells, confining = how or (1, 1, False)
    return Stage(*_rules_of_stage(geometry, houses, confining), cells, how is not None)


def _cut(
    fill: Any, shuffle: Any, count: Any, go_on: Any, reach: Any, logic: Any, searches: Any, caged: Any,
    rules: Any, sums: Any, plan: Any, scale: Any, shape: Any, bench: Any, room: Any,
    states: Array, first: int, budget: int, patience: int,
    drawn: Array, tallies: Array, givens: Array, solutions: Array, owners: Array,
) -> int:  # fmt: skip
    tools = Tools(fill, shuffle, count, go_on, reach, logic, searches, caged)
    for index in range(first, len(states)):
        state, tally, solution = states[index : index + 1], tallies[index], solutions[index]
        while tally[MADE] == 0 and tally.sum() < patience:
            if budget == 0:
                return index
            budget -= 1
            # Were it drawn for each attempt, those would be left over that come out at the level most often.
            if tally.sum() % _AGAIN == 0:
                drawn[index] = below(state, len(shape.deals))
            end = NO_GRID
            found = plan.fixed.size > 0
            if found:
                copy(plan.fixed, solution)
            else:
                found = tools.fill(rules, state, solution)
                if found and plan.plain:
                    tools.shuffle(state, plan.box_height, plan.box_width, solution)
            if found:
                grid = givens[index : index + 1]
                end = cut(tools, sums, plan, scale, shape, bench, room, state, grid, solution, drawn[index])
            copy(bench.owner, owners[index])
            tally[end] += 1
    return len(states)


@cache
def _compiled(tiers: frozenset[int], kinds: tuple[types.Type, ...]) -> tuple[Any, tuple[Any, ...]]:
    """The entry for the types of its arguments after the tools, and the kernels that it gets as pointers.

    See :func:`bookmaker.generation.entries._compiled`, which is built alike, for the reasons.
    """
    rules, sums, plan, scale, _, scratch, room, states = kinds[:8]
    cells, grids = types.Array(types.uint8, 1, "C"), types.Array(types.uint8, 2, "C")
    number, yes, words = types.int64, types.boolean, types.Array(types.int64, 1, "C")
    solutions = types.Array(types.uint8, 3, "C")
    stage, cages = plan.fields["within"], scratch.fields["cages"]
    tools: list[tuple[Any, Any]] = [
        (fill.fill, types.FunctionType(yes(rules, states, cells))),
        (fill.shuffle_grid, types.FunctionType(types.void(states, number, number, cells))),
        (
            killer.count_batch,
            types.FunctionType(types.void(sums, cages, grids, number, number, room, words, words, solutions)),
        ),
        (
            killer.go_on,
            types.FunctionType(types.void(sums, number, room, number, number, number, words, words, grids)),
        ),
        (reach, types.FunctionType(number(stage, cages, cells, room, words))),
    ]
    tables, board, desk, held = (scale.fields[name] for name in ("tables", "board", "desk", "cages"))
    tools.append((run_logic, types.FunctionType(number(tables, cells, words, board, types.int64[:, ::1]))))
    searched, caged = number(tables, board, desk, words), number(tables, board, held, words)
    kernels = tuple(one if tier in tiers else Absent(searched) for tier, one in enumerate(engine.searches(), 1))
    tools.append((kernels, types.UniTuple(types.FunctionType(searched), len(kernels))))
    tools.append((search_cages, types.FunctionType(caged)))
    signature = number(*(kind for _, kind in tools), *kinds)
    return direct(_cut, signature), tuple(tool for tool, _ in tools)


def _shape(order: Order) -> Shape:
    size = order.geometry.size
    mix = cage_shares(order)
    near = np.full((size * size, 4), -1, np.int64)
    for cell in range(size * size):
        row, column = divmod(cell, size)
        sides = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
        for side, (r, c) in enumerate(sides):
            if 0 <= r < size and 0 <= c < size:
                near[cell, side] = r * size + c
    shape = Shape(
        maps=np.array(maps(order.symmetry, size), np.int64),
        near=near,
        deals=np.zeros((1, size + 1), np.int64),
        least=min(mix),
        most=max(mix),
    )
    return shape.replaced(deals=deals(shape, bench(shape), order.geometry, mix))


def _plan(order: Order) -> Plan:
    geometry = order.geometry
    within, below, near = (None, None, 0) if order.level is None else _STAGES[order.level]
    if order.level is Level.HARD and geometry.size < 9:
        within, below, near = _SMALL_HARD
    height, width = geometry.box
    least, most = order.bounds
    return Plan(
        within=_stage(geometry, within),
        below=_stage(geometry, below),
        near=near * geometry.cell_count // 81,
        moves=200,
        weighings=0 if order.level is None else _WEIGHINGS,
        guesses=_GUESSES,
        orbits=padded(orbits(order.symmetry, geometry.size)),
        least=least,
        most=most,
        fixed=np.frombuffer(bytearray(order.solution or b""), np.uint8),
        box_height=height,
        box_width=width,
        plain=geometry.plain,
    )


class CageMaker:
    """Makes Killers of one order, on one thread."""

    def __init__(self, order: Order) -> None:
        geometry = order.geometry
        cells = geometry.cell_count
        rules, shape = sum_rules(geometry), _shape(order)
        # As many cages as cells: the room is for every way of cutting.
        singles = CageArrays(np.array([0, cells]), np.arange(cells + 1), np.arange(cells), np.ones(cells, np.int64))
        weighed = scale(geometry, order.level or Level.EASY)
        fixed = (rule_arrays(geometry), rules, _plan(order), weighed, shape, bench(shape), search_room(rules, singles))
        counts, words, grids = np.zeros((1, ENDS), np.int64), np.zeros(1, np.uint64), np.zeros((1, 1), np.uint8)
        numbers = np.zeros((1, 1), np.int64)
        row = np.zeros(1, np.int64)
        kinds = tuple(numba.typeof(each) for each in (*fixed, words, 0, 0, 0, row, counts, grids, grids, numbers))
        tiers = frozenset(weighed.tiers.tolist()) if order.level else frozenset[int]()
        compiled, tools = _compiled(tiers, kinds)
        self._order, self._cells = order, cells
        self._run: Callable[..., int] = partial(compiled, *tools, *fixed)

    def make(
        self,
        seeds: Sequence[int],
        stopped: Callable[[], bool] = lambda: False,
        tried: Callable[[int], None] = lambda _: None,
    ) -> list[Made | UnmetError]:
        """For each 64-bit seed the puzzle that order and seed determine, or how all attempts at it ended.

        When ``stopped()`` becomes true the rest comes out unmet. ``tried`` is told now and then of so many further attempts.
        """
        count, cells = len(seeds), self._cells
        patience = PATIENCE if self._order.attempts is None else self._order.attempts
        states, tallies = np.array(seeds, np.uint64), np.zeros((count, ENDS), np.int64)
        givens, solutions = np.zeros((count, cells), np.uint8), np.zeros((count, cells), np.uint8)
        owners = np.zeros((count, cells), np.int64)
        arrays: list[npt.NDArray[Any]] = [states, np.zeros(count, np.int64), tallies, givens, solutions, owners]
        todo = np.arange(count)
        attempts = 0
        while todo.size and not stopped():
            parts = [array[todo] for array in arrays]
            done = self._run(parts[0], 0, _BATCH * todo.size, patience, *parts[1:])
            for array, part in zip(arrays, parts, strict=True):
                array[todo] = part
            refused = self._refused(todo[:done], tallies, givens, solutions, owners, patience)
            todo = np.concatenate([np.array(refused, np.int64), todo[done:]])
            tried(int(tallies.sum()) - attempts)
            attempts = int(tallies.sum())
        made: list[Made | UnmetError] = []
        for index, tally in enumerate(tallies.tolist()):
            if tally[MADE]:
                solution = solutions[index].tobytes()
                cages = _cages(owners[index], solution)
                made.append(Made(givens[index].tobytes(), solution, seeds[index], sum(tally), cages))
            else:
                made.append(UnmetError(_unmet(tally)))
        return made

    def _refused(
        self, done: Array, tallies: Array, givens: Array, solutions: Array, owners: Array, patience: int
    ) -> list[int]:
        """Have those that are not of the level wanted count as failed. Returns those of them that may be tried again."""
        level = self._order.level
        found = [index for index in done.tolist() if tallies[index, MADE]]
        if level is None or level <= HARDEST_WEIGHED or not found:
            return []
        puzzles = [
            Puzzle(
                self._order.geometry, givens[index].tobytes(), cages=_cages(owners[index], solutions[index].tobytes())
            )
            for index in found
        ]
        again = []
        for index, graded in zip(found, grade_many(puzzles), strict=True):
            if graded.level != str(level):
                easier = graded.level in CAGED_LEVELS and Level[graded.level.upper()] < level
                tallies[index, MADE] = 0
                tallies[index, killer_search.TOO_EASY if easier else killer_search.TOO_HARD] += 1
                if tallies[index].sum() < patience:
                    again.append(index)
        return again


def _cages(owner: npt.NDArray[np.int64], solution: bytes) -> tuple[Cage, ...]:
    cells: dict[int, list[int]] = {}
    for cell, number in enumerate(owner.tolist()):
        cells.setdefault(number, []).append(cell)
    return tuple(Cage(tuple(held), sum(solution[cell] for cell in held)) for held in cells.values())


def _unmet(tally: list[int]) -> Fault:
    ends = sorted(((tally[end], reason) for end, reason in _REASONS.items() if tally[end]), reverse=True)
    told = ", ".join(f"{count} {reason}" for count, reason in ends)
    advice = "ask for other sizes of cages, symmetry or difficulty"
    return Fault(f"no such Killer was found in {sum(tally)} attempts: {told}", None, advice)
