"""Making Killers to order: cut a full grid into cages, and change these until the puzzle is proper and of its level."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache

import numpy as np
import numpy.typing as npt
from numba import typeof, types

from bookmaker.base.errors import UnmetError
from bookmaker.logic.generation.attempts import CELLS, CODES, GRIDS, MADE, NUMBER, Attempts, Run, grids_of
from bookmaker.logic.generation.cage_cutting import AMISS, CageWorkspace, Shape, cage_workspace, try_out
from bookmaker.logic.generation.cage_shapes import catalogue, profiles
from bookmaker.logic.generation.giving_up import unmet
from bookmaker.logic.generation.killer_search import SILENT, Plan, Stage, Work, cut, reach
from bookmaker.logic.generation.maker import no_wish, wish_for
from bookmaker.logic.generation.order import Made, Order
from bookmaker.logic.generation.targets import ENDS, TOO_EASY, TOO_HARD, Wish
from bookmaker.logic.grading import grade_many
from bookmaker.logic.jit.bundle import Pointer, is_noted
from bookmaker.logic.kernels import fill, killer
from bookmaker.logic.kernels.derived_sums import CageArrays, SumRules
from bookmaker.logic.kernels.rng import below
from bookmaker.logic.solve.clue_arrays import killer_workspace, sum_rules
from bookmaker.logic.solve.rule_arrays import padded, rule_arrays
from bookmaker.logic.techniques import engine, techniques_on
from bookmaker.logic.techniques.declare import Level
from bookmaker.logic.techniques.finders.course import LINKS
from bookmaker.logic.techniques.requirements import Path
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.puzzles.grid.symmetry import maps, orbits
from bookmaker.puzzles.rules.limits import CAGED_LEVELS

# How many cages of each size each puzzle of an order has, so that many puzzles together have the wanted mix.
#
# A grid holds few cages, and symmetry makes most of them come in pairs. In a 6x6 grid with quarter-turn symmetry, for example,
# the number of cages of three cells is a multiple of four. So one rounding of the mix does not suit every puzzle. Some full
# grids are cut to find out which numbers a symmetry allows. From these, rows of numbers are chosen that together have the mix.

_GRIDS = 64
"""Full grids that are cut to find out."""

_ROUNDS = 8
"""How often each of them is cut towards a random rounding of the mix."""

_NEAREST = 40
"""How many rows of numbers are examined: those nearest to the mix."""

_HITS = 2
"""Each grid is cut once towards a row of numbers; at least this many cuts must have exactly these numbers. With fewer, hardly any
way tried for a puzzle would.
"""

_DEALS = 64
"""Rows that are returned."""

_SEED = 45
"""The same for all orders: the rows depend on the order only."""


def deals(shape: Shape, space: CageWorkspace, geometry: Geometry, mix: Mapping[int, int]) -> npt.NDArray[np.int64]:
    """How many cages of each size puzzles have: int64[k, size + 1], a row for a puzzle.

    All rows together have the shares of ``mix`` as nearly as possible. ``shape`` is that of the order; its deals are not read.
    """
    size, cells = geometry.size, geometry.cell_count
    shares = np.array([mix.get(each, 0) for each in range(size + 1)], np.int64)
    state = np.array([_SEED], np.uint64)
    solutions = np.zeros((_GRIDS, cells), np.uint8)
    for solution in solutions:
        fill.fill(rule_arrays(geometry), state, solution)
    found: Counter[tuple[int, ...]] = Counter()
    for _ in range(_ROUNDS):
        wanted = np.array([_rounded(shares, cells, state) for _ in solutions])
        found.update(_cut(shape, space, state, solutions, wanted))
    near = sorted(found, key=lambda numbers: (int((_off(np.array([numbers]), shares) ** 2).sum()), numbers))
    hits: dict[tuple[int, ...], int] = {}
    for numbers in near[:_NEAREST]:
        wanted = np.tile(np.array(numbers, np.int64), (_GRIDS, 1))
        hits[numbers] = _cut(shape, space, state, solutions, wanted)[numbers]
    kept = [numbers for numbers in hits if hits[numbers] >= _HITS]
    if not kept:
        return np.array([_rounded(shares, cells, state)])
    return _dealt(np.array(sorted(kept, key=lambda numbers: -hits[numbers])), shares)


def _rounded(shares: npt.NDArray[np.int64], cells: int, state: npt.NDArray[np.uint64]) -> list[int]:
    """How many cages of each size a grid has by the mix, rounded up or down at random."""
    whole = int((shares * np.arange(len(shares))).sum())
    return [cells * share // whole + (below(state, whole) < cells * share % whole) for share in shares.tolist()]


def _cut(
    shape: Shape,
    space: CageWorkspace,
    state: npt.NDArray[np.uint64],
    solutions: npt.NDArray[np.uint8],
    wanted: npt.NDArray[np.int64],
) -> Counter[tuple[int, ...]]:
    """How often each row of numbers came out."""
    found = np.zeros_like(wanted)
    try_out(shape, space, state, solutions, wanted, found)
    return Counter(tuple(numbers) for numbers in found.tolist() if numbers[0] >= 0)


def _off(numbers: npt.NDArray[np.int64], shares: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """For each row of ``numbers`` int64[n, size + 1], how many cages it has too many of each size, in units of a share."""
    off: npt.NDArray[np.int64] = numbers * shares.sum() - numbers.sum(axis=1, keepdims=True) * shares
    return off


def _dealt(kept: npt.NDArray[np.int64], shares: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Choose rows one after another: each time the one with which the sum of all so far is nearest to the mix.

    All numbers are whole, so that the result is the same on every machine.
    """
    off = _off(kept, shares)
    total = np.zeros_like(shares)
    rows = []
    for _ in range(_DEALS):
        best = int(((total + off) ** 2).sum(axis=1).argmin())
        total += off[best]
        rows.append(kept[best])
    return np.array(rows)


PATIENCE = 4000
"""Attempts at one puzzle before its order counts as unmet."""

_WEIGHINGS = 16, 40
"""The most puzzles of one full grid to grade, and of a level above hard. On some grids all puzzles are of another level."""

_CHANGES, _SPLITS = (120, 80), (60, 30)
"""Changes of a puzzle before another one is begun, and those after which a cage of one that is too hard is split; then the same
of a gentle level, whose puzzles are finished soon or seldom.
"""

_MERGES = 40
"""The most pairs of cages of a gentle puzzle that are tried as one: some puzzles have many large cages, some none."""

_FEWEST, _MOST = 22, 38
"""The fewest and the most cages of a 9x9 grid that joined or split cages lead to."""

_TILINGS = 24, 48
"""Ways of cutting a grid; and where an order names the sizes of cages."""

_FORMS = 4, 6
"""The fewest shapes of a puzzle; and of a level above hard: printed ones have 4 to 7, Tarek's extreme ones 6.6."""

_NEAR = 0, 9
"""How far a cut may be from the profile that was drawn: a cage of five is then one of three and one of two; and on 4x4 grids."""

_GENTLE = (Level.BEGINNER, Level.EASY, Level.MEDIUM)
"""Levels whose puzzles have both shapes of three cells: more cuts of a grid have the wanted sizes."""

_LONELY = 20
"""How far a cage of one cell puts a cut from its sizes, where it may be: with a quarter turn hardly another fits the middle."""

HARDEST_WEIGHED = Level.EXPERT
"""The techniques of harder levels take too long for every puzzle. A puzzle that those up to here do not finish is graded
afterwards, unless the order says more of its path than the level.
"""

_BATCH = 40
"""Attempts for each puzzle between two calls of ``stopped``."""

_GUESSES = 2000
"""Guesses for a proof. A puzzle whose proof needs more is refused: undecided is not unique."""

_MIXES: dict[Level | None, tuple[int, ...]] = {
    Level.EASY: (60, 34, 6),
    Level.MEDIUM: (38, 38, 18, 6),
    Level.HARD: (30, 38, 22, 10),
    Level.EXPERT: (24, 36, 26, 14),
    Level.DIABOLICAL: (24, 36, 26, 14),
    Level.EXTREME: (24, 36, 26, 14),
    None: (34, 38, 20, 8),
}
"""Of a hundred cages, how many have 2, 3, 4 (and 5) cells, by level."""

_SINGLES, _LARGE = 4, 12
"""The same for cages of one cell and of six cells (seven: half of it, and so on), if requested."""


def usual_share(cells: int, level: Level | None) -> int:
    """How many of about a hundred cages have a size that is requested without a share."""
    mix = _MIXES[level]
    if cells == 1:
        return _SINGLES
    return mix[cells - 2] if cells - 2 < len(mix) else max(1, _LARGE >> max(0, cells - 6))


def cage_shares(order: Order) -> dict[int, int]:
    """For each size of cages that the order names its share of all cages, in a unit of their own."""
    return {cells: share or usual_share(cells, order.level) for cells, share in order.cage_sizes.items()}


@cache
def _rules_of_stage(geometry: Geometry, houses: int, confining: bool) -> tuple[SumRules, SumRules]:
    """Rules for a stage: one for sums of regions of at most so many houses, one for drawing consequences."""
    rules = sum_rules(geometry)
    few = np.flatnonzero(rules.times <= houses)
    known = rules.replaced(regions=rules.regions[few].copy(), times=rules.times[few].copy())
    if confining:
        return known, rules
    # Without a list of combinations, digits that a cage needs stay in the cells that see it.
    nothing = np.zeros(1, np.int64)
    none = nothing[:0].copy()
    crossing = rules.crossing[:0].copy()
    return known, rules.replaced(crossing=crossing, cross_start=nothing, cross_cells=none, combos=none)


_PROVEN = (None, (3, 4, True), 200)
_STAGES = {
    Level.EASY: ((1, 1, False), None, 0),
    Level.MEDIUM: ((3, 2, True), (1, 1, False), 0),
    Level.HARD: ((5, 5, True), (3, 2, True), 0),
    Level.EXPERT: _PROVEN,
    Level.DIABOLICAL: _PROVEN,
    Level.EXTREME: _PROVEN,
}
"""How cages are steered to a level: by how far the solver's propagation goes, which is fast and close to how far a person goes.
The grade then decides whether the level is met.

For each level: the stage that must finish the puzzle (None: a search proves it proper); the stage that must not; and how
many candidates the latter may leave. A stage: the most houses of a region for the rule of 45; the most cells of an innie
or outie; and whether a digit is removed from cells that see all its places in a house or cage."""


_SMALL_HARD = (None, (2, 2, True), 200)
"""The stages for the level hard on grids smaller than 9x9, where a puzzle that only the hardest stage finishes is rarely hard."""


def _stage(geometry: Geometry, how: tuple[int, int, bool] | None) -> Stage:
    houses, cells, confining = how or (1, 1, False)
    return Stage(*_rules_of_stage(geometry, houses, confining), cells, how is not None)


def _bounds(wanted: tuple[int | None, int | None]) -> npt.NDArray[np.int64]:
    """The least and the most of a number that is 0 unless the order says more: a bound that is left open is the other one."""
    least, most = wanted
    return np.array([least or 0, (least or 0) if most is None else most], np.int64)


def shape_of(order: Order) -> Shape:
    """The limits that an order sets to cages, as the kernels see them."""
    size, cells = order.geometry.size, order.geometry.cell_count
    mix = cage_shares(order)
    # Above, below, left, right, with -1 in the place of a side that lies outside: a side is drawn by its place.
    grid = np.pad(np.arange(cells).reshape(size, size), 1, constant_values=-1)
    near = np.stack([grid[:-2, 1:-1], grid[2:, 1:-1], grid[1:-1, :-2], grid[1:-1, 2:]], axis=2).reshape(-1, 4)
    spare = sorted(mix)[:2] or [2, 3]
    least, most = _bounds(order.gaps).tolist()
    above = order.level is not None and order.level > Level.HARD
    moved = np.array(maps(order.symmetry, size), np.int64)
    shape = Shape(
        size=size,
        maps=moved,
        fixed=(moved[1:] == np.arange(cells)).any(axis=0).astype(np.uint8),
        near=near,
        deals=np.zeros((1, size + 1), np.int64),
        **catalogue(size, above or not mix),
        spare=np.array([each in spare for each in range(size + 1)], np.uint8),
        whole=int(order.level in _GENTLE or order.symmetry in ("diagonal", "quarter-turn")),
        fewest_forms=_FORMS[above],
        # Of the few ways to cut a 4x4 grid symmetrically hardly any is proper without such cages.
        lonely=1 if size == 4 else AMISS if not mix and order.symmetry != "quarter-turn" else _LONELY,
        tilings=_TILINGS[bool(mix)],
        near_enough=0 if mix else _NEAR[size == 4],
        least=min(spare),
        gaps=np.array([least, most], np.int64),
        silent=_bounds(order.sumless),
    )
    if not mix:
        turned = order.symmetry == "rotational"
        return shape.replaced(deals=profiles(size, order.level, cells - (least + most) // 2, turned))
    space = cage_workspace(shape)
    numbers = types.int64[:, ::1]
    if is_noted(try_out, (typeof(shape), typeof(space), types.uint64[::1], GRIDS, numbers, numbers)):
        return shape
    return shape.replaced(deals=deals(shape, space, order.geometry, mix))


def _plan(order: Order) -> Plan:
    geometry = order.geometry
    level = order.path.level() if order.level is None else order.level
    within, below, near = (None, None, 0) if level is None else _STAGES[max(level, Level.EASY)]
    if level is Level.HARD and geometry.size < 9:
        within, below, near = _SMALL_HARD
    least, most = order.bounds
    graded = order.level is not None or order.path != Path()
    gentle = level is not None and level < Level.HARD
    return Plan(
        within=_stage(geometry, within),
        below=_stage(geometry, below),
        near=near * geometry.cell_count // 81,
        fewest=geometry.cell_count if order.cage_sizes else _FEWEST * geometry.cell_count // 81,
        most_cages=0 if order.cage_sizes else _MOST * geometry.cell_count // 81,
        moves=_CHANGES[gentle],
        splits=_SPLITS[gentle],
        merges=_MERGES if gentle else 0,
        weighings=_WEIGHINGS[level is not None and level > Level.HARD] if graded else 0,
        guesses=_GUESSES,
        orbits=padded(orbits(order.symmetry, geometry.size)),
        least=least,
        most=most,
        minimal=order.minimal,
        wish=_wish(order),
        open_end=_ends_open(order),
    )


def _ends_open(order: Order) -> bool:
    """Whether puzzles are of a level whose techniques take too long for every one, and are graded afterwards."""
    return order.path == Path() and order.level is not None and order.level > HARDEST_WEIGHED


def _wish(order: Order) -> Wish:
    """The requirements on the path. Where the end is open, no technique of the course may be the last."""
    known = techniques_on(order.geometry, cages=True)
    if _ends_open(order):
        some = wish_for(Path(), None, [t for t in known if t.level <= HARDEST_WEIGHED], steered=False, caged=True)
        return some.replaced(top=np.zeros_like(some.top))
    if order.path == Path() and order.level is None:
        return no_wish()
    return wish_for(order.path, order.level, known, steered=False, caged=True)


def _solver(geometry: Geometry) -> engine.Solver:
    """A solver whose tables and cages :func:`bookmaker.logic.generation.killer_search.weigh` writes anew for each puzzle."""
    return engine.Solver(geometry, tuple(Cage((cell,), 1) for cell in range(geometry.cell_count)))


def _work(order: Order, solver: engine.Solver) -> Work:
    geometry, shape, rules, plan = order.geometry, shape_of(order), sum_rules(order.geometry), _plan(order)
    cells = geometry.cell_count
    codes, held = plan.wish.course.codes, cage_workspace(shape)
    # With as many cages as cells the workspace is large enough for every way of cutting.
    singles = CageArrays(np.array([0, cells]), np.arange(cells + 1), np.arange(cells), np.ones(cells, np.int64))
    search = killer_workspace(rules, singles)
    sums, scratch, cages = typeof(rules), typeof(search), typeof(held.cages)
    counted = types.void(sums, cages, GRIDS, NUMBER, NUMBER, scratch, CODES, CODES, types.uint8[:, :, ::1])
    gone_on = types.void(sums, NUMBER, scratch, NUMBER, NUMBER, NUMBER, CODES, CODES, GRIDS)
    return Work(
        aim=plan,
        grids=grids_of(geometry, order.solution),
        shape=shape,
        plain=engine.tables(geometry),
        rest=plan.wish.course.replaced(codes=codes.copy()),
        rules=rules,
        space=held,
        search=search,
        count=Pointer(killer.count_batch, counted),
        go_on=Pointer(killer.go_on, gone_on),
        reach=Pointer(reach, NUMBER(typeof(plan.within), cages, CELLS, scratch, CODES)),
        engine=solver.engine,
        solve=solver.loop(compiled=plan.weighings > 0),
        batch=engine.batch(np.zeros((1, cells), np.uint8), np.zeros((1, codes.size, LINKS + 1), np.int64)),
    )


class CageMaker:
    """Makes Killers of one order, on one thread, by ``attempts``."""

    def __init__(self, order: Order) -> None:
        self._order, graded = order, _solver(order.geometry)
        self.attempts = Attempts(cut, _work(order, graded), graded, [1] * ENDS, order.geometry.cell_count)

    def make(
        self,
        seeds: Sequence[int],
        stopped: Callable[[], bool] = lambda: False,
        tried: Callable[[int], None] = lambda _: None,
    ) -> list[Made | UnmetError]:
        """For each 64-bit seed the puzzle that order and seed determine, or how all attempts at it ended.

        Once ``stopped()`` is true the rest is unmet. ``tried`` is called now and then with the number of attempts since its last
        call.
        """
        patience = PATIENCE if self._order.attempts is None else self._order.attempts
        accepted = np.zeros(len(seeds), np.bool_)

        def refused(run: Run, done: int) -> int:
            return self._refused(run, done, accepted)

        run = self.attempts.make(seeds, patience, _BATCH * len(seeds), stopped, tried, refused)
        made: list[Made | UnmetError] = []
        for index, tally in enumerate(run.tallies.tolist()):
            if tally[MADE]:
                solution = run.solutions[index].tobytes()
                cages = _cages(run.owners[index], solution)
                made.append(Made(run.givens[index].tobytes(), solution, seeds[index], sum(tally), cages))
            else:
                made.append(UnmetError(unmet(self._order, tally)))
        return made

    def _refused(self, run: Run, done: int, accepted: npt.NDArray[np.bool_]) -> int:
        """Grade the new puzzles, and count those as failed that are not of the level. Returns the first puzzle that is not done.

        ``accepted`` bool[n] is written: 1 for a puzzle that was graded and is of the level.
        """
        level, geometry = self._order.level, self._order.geometry
        found = [index for index in range(done) if run.tallies[index, MADE] and not accepted[index]]
        accepted[found] = True
        if level is None or not _ends_open(self._order) or not found:
            return done
        puzzles = [
            Puzzle(
                geometry, run.givens[index].tobytes(), cages=_cages(run.owners[index], run.solutions[index].tobytes())
            )
            for index in found
        ]
        for index, graded in zip(found, grade_many(puzzles), strict=True):
            if graded.level != str(level):
                easier = graded.level in CAGED_LEVELS and Level[graded.level.upper()] < level
                run.tallies[index, MADE] = 0
                run.tallies[index, TOO_EASY if easier else TOO_HARD] += 1
                accepted[index] = False
                done = min(done, index)
        return done


def _cages(owner: npt.NDArray[np.int64], solution: bytes) -> tuple[Cage, ...]:
    cells: dict[int, list[int]] = {}
    for cell, number in enumerate(owner.tolist()):
        if number in cells:
            cells[number].append(cell)
        elif number >= 0:
            cells[number] = [cell]
    digit = solution.__getitem__
    return tuple(
        Cage(tuple(held), None if number >= SILENT else sum(map(digit, held))) for number, held in cells.items()
    )
