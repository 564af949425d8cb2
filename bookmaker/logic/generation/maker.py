"""Making one puzzle to order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import typeof

from bookmaker.base.errors import UnmetError
from bookmaker.logic.generation import targets
from bookmaker.logic.generation.attempts import CELLS, CODES, GRIDS, MADE, NUMBER, YES, Attempts, Run, fixed, grids_of
from bookmaker.logic.generation.giving_up import FewGivens, is_watched, unmet
from bookmaker.logic.generation.low_givens import walk
from bookmaker.logic.generation.order import Made, Order, usual_givens
from bookmaker.logic.generation.order_fields import IN_ORDER, seeking_attempts
from bookmaker.logic.generation.path_search import seek
from bookmaker.logic.generation.proving import leading, prover
from bookmaker.logic.generation.removal import LARGE, dig, shape
from bookmaker.logic.generation.targets import FINNED, FISH, HIDDEN, NAKED, NOTHING, Wish
from bookmaker.logic.generation.themes import in_order
from bookmaker.logic.generation.thinning import DIGITS, Thinner, thin
from bookmaker.logic.jit.bundle import Absent, Opaque, Pointer
from bookmaker.logic.kernels import classic9, dive9, fill, killer, search
from bookmaker.logic.solve.clue_arrays import shared_cageless
from bookmaker.logic.solve.rule_arrays import padded, rule_arrays
from bookmaker.logic.techniques import BY_CODE, effort, engine, named, techniques_on, up_to
from bookmaker.logic.techniques.declare import BEGINNERS_SIZE, BEGINNERS_WAYS, Level, Technique
from bookmaker.logic.techniques.families import BEGINNERS
from bookmaker.logic.techniques.finders.course import LINKS
from bookmaker.logic.techniques.requirements import Path
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.grid.symmetry import Symmetry, orbits
from bookmaker.puzzles.rules import CLUES, RULES
from bookmaker.puzzles.rules import geometry as geometry_of
from bookmaker.puzzles.rules.places import borders

# Requirements on a solving path, as arrays for the kernels.

_NO_BOUND = 1 << 62


def _flags(codes: tuple[int, ...], techniques: Iterable[Technique]) -> list[bool]:
    wanted = {technique.code for technique in techniques}
    return [code in wanted for code in codes]


_STEERED = {
    "naked-quadruple": NAKED, "hidden-quadruple": HIDDEN, "jellyfish": FISH, "finned-jellyfish": FINNED,
    "sashimi-jellyfish": FINNED,
}  # fmt: skip
"""The techniques that are so rare that digging is steered to them."""


def wish_for(path: Path, level: Level | None, known: Sequence[Technique], steered: bool, caged: bool = False) -> Wish:
    """A path without fault, and a level, as arrays. ``known``: the techniques that the puzzles are graded by.

    ``steered``: whether the geometry has rows and columns of nine, to which digging can be steered. ``caged``: of Killers.
    """
    tops = path.tops(level, known)
    allowed = known[: 1 + max(map(known.index, tops))]
    plan = engine.Plan(technique.code for technique in allowed)
    codes = plan.codes
    low, high = path.score
    wanted = [_STEERED[name] for name in (path.hardest, *path.requires) if steered and name in _STEERED]
    return Wish(
        course=plan.course,
        top=np.array(_flags(codes, tops), np.uint8),
        barred=np.array(_flags(codes, (t for name in path.avoid for t in named(name))), np.uint8),
        needed=np.array([_flags(codes, named(name)) for name in path.requires], np.uint8).reshape(-1, len(codes)),
        costs=effort.costs([BY_CODE[code] for code in codes], caged=caged),
        # Scores are rounded: these are the lowest and highest sums of tenths that are rounded to the bounds.
        low=effort.UNIT * (low or 0) - effort.UNIT // 2,
        high=_NO_BOUND if high is None else effort.UNIT * high + effort.UNIT // 2 - 1,
        steer=wanted[0] if wanted else NOTHING,
    )


def no_wish() -> Wish:
    """The wish in the aim of an order that requires nothing of the path."""
    return Wish.blank({"n": 0, "m": 0}, course=engine.Plan(()).course, low=0, high=_NO_BOUND, steer=NOTHING)


_BATCH = 64 * 81**3
"""Attempts between two calls of ``stopped``, times the cube of the number of cells. A kernel cannot be interrupted, and Ctrl-C
must work soon; an attempt at a large grid takes several hundred times as long as one at a small grid.
"""

PATIENCE = 20_000
"""Attempts at one puzzle of 81 cells or fewer before its order counts as unmet."""

SEEKING_PATIENCE = 500_000
"""The same for orders that :func:`seek` meets: its attempts are short, and some techniques are rare."""

_DEAR = 200
"""How many attempts a failed attempt on a mask counts for: it takes as long, and a mask where a hundred fail is hopeless. A walk
to few givens takes as long, too.
"""

_FEW = 21
"""Of random minimal 9x9 puzzles about one in a thousand has so few givens."""

_SETS = 320
"""The most unavoidable sets that are remembered of a grid: there are some 80 of two lines or digits, and 20 more are met."""

_PROOF_NODES = 20_000
"""The guesses of a proof, except for classic 9x9 puzzles. A removal whose proof needs more is taken back: undecided is not
unique.
"""

_USUAL_GIVENS = {Level.BEGINNER: (0.46, 0.54), Level.EASY: (0.40, 0.46), Level.MEDIUM: (0.32, 0.40)}
"""The share of cells with givens, from and to, where the order does not name one: what readers of that level expect."""

_SOUGHT_GIVENS = {Level.HARD: 0.31, Level.EXPERT: 0.33, Level.DIABOLICAL: 0.32}
"""The same for harder levels. With fewer givens an attempt takes longer, and more puzzles come out too hard. For extreme puzzles,
and on grids smaller than 9x9, which have few patterns, as many givens as possible are removed."""


_RELATED = 0.6
"""A factor to these shares where cells are related, because each given says more there."""

_SUMMED = 0.75
"""The same for easy puzzles with sums or lines."""

_MANY = 0.7
"""Where sums hold more than this share of the cells, as those around the grid do, hard puzzles have as few givens as can be, and
expert and diabolical ones the factor ``_HARDEST``.
"""

_LONG = 4, 0.8
"""Where these sums have more cells than that, as those along slanting lines do, harder puzzles have this factor: with fewer
givens the proofs of large grids take a hundred times as long.
"""

_CAGED = 0.4
"""The same for easy puzzles in which every cell lies in a clue that looks like a cage; harder ones have as few as possible."""

_CAGED_LARGE = 0.62, 7
"""The same, first, on grids without boxes from a size on: there digits are found by their rows and columns alone."""

_RELATED_ALL = 0.25
"""The same for medium puzzles in which clues, or their absence, relate all neighbours."""

_HARDEST = 0.3
"""The same for hard to diabolical ones, which leaves a tenth of the cells, and fewer where most attempts are too easy. With the
fewest that can be, nearly all are too hard, and the way back is long.
"""

_CLIMBED = (Level.MEDIUM, Level.HARD, Level.EXPERT)
"""The levels for which random puzzles are too hard so often that a climb pays."""

_HIGH_SCORE = 1200
"""A score: three in four of the puzzles with a higher one need chains."""


def _guesses(order: Order) -> int:
    """A puzzle that the solver finishes with this many guesses or fewer is too easy; 0: none is.

    To count guesses takes microseconds, to grade milliseconds.
    """
    low = order.path.score[0] or 0
    if order.path.wanted or order.level not in (None, Level.DIABOLICAL, Level.EXTREME):
        return 0
    return 2 if order.level is Level.EXTREME else 1 if low >= _HIGH_SCORE else 0


def _says_everything(geometry: Geometry) -> bool:
    """Whether clues, or their absence, say something of all neighbours."""
    if not geometry.clued:
        return False
    related = {pair for relation in geometry.relations for pair in relation.pairs}
    return all(pair in related or pair[::-1] in related for pair in borders(geometry.size))


def _share(ground: Geometry, level: Level | None) -> float:
    """A factor to the usual shares of givens, below 1 where clues and relations say something, too."""
    easiest, medium = level in (Level.BEGINNER, Level.EASY), level is Level.MEDIUM
    if ground.cell_count == len({cell for mark in ground.marks if mark.kind == "cage" for cell in mark.cells}):
        share, large = _CAGED_LARGE
        return (_CAGED if ground.boxed or ground.size < large else share) if easiest else 0.0
    if _says_everything(ground) and level is not None and not easiest:
        return _RELATED_ALL if medium else _HARDEST
    # Of a sum or a line easy puzzles use what it says alone, and its last cells.
    if not easiest and len({cell for total in ground.totals for cell in total.cells}) > _MANY * ground.cell_count:
        long, share = _LONG
        if medium:
            return _RELATED
        if sum(len(total.cells) for total in ground.totals) > long * len(ground.totals):
            return share
        return 0.0 if level is None or level <= Level.HARD else _HARDEST
    if ground.overlapping and level is not None and level >= Level.HARD:
        return 0.0
    if ground.tables or (not easiest and ground.has_sums_or_lines):
        return _RELATED
    return _SUMMED if ground.has_sums_or_lines else 1.0


def _givens_range(order: Order) -> tuple[int, int, int]:
    least, most = order.bounds
    if order.minimal:
        return least, least, most
    cells, fewer = order.geometry.cell_count, _share(order.geometry, order.level)
    usual = usual_givens(order)
    if usual is not None:
        return *usual, most
    if order.least is None and order.most is None and order.level in _USUAL_GIVENS:
        low, high = _USUAL_GIVENS[order.level]
        return round(fewer * low * cells), round(fewer * high * cells), most
    level = order.path.level() if order.level is None else order.level
    if level is None and _guesses(order):
        level = Level.DIABOLICAL
    if order.least is None and order.most is None and cells >= 81 and level in _SOUGHT_GIVENS:
        low = round(fewer * _SOUGHT_GIVENS[level] * cells)
        return low, low, most
    # With only one bound, dig to that bound or as far as possible.
    middle = most if order.least is not None and order.most is not None else least
    return least, middle, most


@cache
def _up_to(level: Level) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """The techniques of the basic tier up to a level, and those below it. Cached: not to be written to."""
    own = up_to(level)
    return engine.order_of(own), engine.order_of([t for t in own if t.level < level])


@lru_cache(maxsize=64)
def _orbits(symmetry: Symmetry, ground: Geometry) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int16]]:
    """The fields ``orbits`` and ``orbit_of`` of :class:`targets.Aim`. Cached: not to be written to."""
    whole = orbits(symmetry, ground)
    orbit_of = {cell: index for index, orbit in enumerate(whole) for cell in orbit}
    return padded(whole), np.array([orbit_of[cell] for cell in range(ground.cell_count)], dtype=np.int16)


_MOST_ON_CLUES = 0.75
"""Where more of the cells are on clues, no cells are left for the givens alone."""


def cells_of_clues(geometry: Geometry, level: Level | None) -> frozenset[int]:
    """The cells that clues lie in; from medium on those beside a sign, too, unless all signs are shown: a given would spend it.

    None where nearly all cells are such.
    """
    hidden = level is not None and level >= Level.MEDIUM and not any(RULES[name].unmarked for name in geometry.rules)
    shapes = ("cell", "line", "areas", "border")[: 4 if hidden else 3]
    found = {cell for clue in geometry.clues or () if CLUES[clue.kind].shape in shapes for cell in clue.cells}
    return frozenset(found if len(found) <= _MOST_ON_CLUES * geometry.cell_count else ())


def _early(order: Order, whole: npt.NDArray[np.int16]) -> npt.NDArray[np.uint8]:
    """The field ``early`` of :class:`targets.Aim`, for its orbits."""
    cells = cells_of_clues(order.geometry, order.level) if not order.plain else frozenset()
    return np.array([any(cell in cells for cell in orbit) for orbit in whole.tolist()], np.uint8)


def _aim(order: Order) -> targets.Aim:
    least, mid, most = _givens_range(order)
    level = order.level
    within, below = engine.order_of(()), engine.order_of(())
    sound = level is not None and not any(technique.presumes_proper for technique in up_to(level))
    if level is Level.BEGINNER:
        within = np.array([BEGINNERS], np.int64)
    elif level is not None and not _seeking(order):
        within, below = _up_to(level)
    if level is Level.EASY and order.geometry.size >= BEGINNERS_SIZE:
        below = np.array([BEGINNERS], np.int64)
    whole, orbit_of = _orbits(order.symmetry, order.geometry.ground)
    return targets.Aim(
        within=within,
        below=below,
        within_ways=BEGINNERS_WAYS if level is Level.BEGINNER else 0,
        below_ways=BEGINNERS_WAYS if level is Level.EASY else 0,
        wish=_wish(order) if _seeking(order) else no_wish(),
        orbits=whole,
        orbit_of=orbit_of,
        early=_early(order, whole),
        mask=np.array(sorted(order.mask or (), key=lambda cell: bool(order.mask and order.mask[cell])), dtype=np.int64),
        held=_held(order),
        least=least,
        mid=mid,
        sinks=_sinks(order),
        most=most,
        guesses=_guesses(order),
        climbs=bool(order.path.wanted) or order.path.score[1] is not None or level in _CLIMBED,
        lessens=lessens(order),
        carries=order.geometry.clued,
        minimal=order.minimal,
        nodes=0 if order.geometry == geometry_of() else _PROOF_NODES,
        proves=sound and bool(order.geometry.tables),
    )


def _held(order: Order) -> npt.NDArray[np.uint8]:
    """The field ``held`` of :class:`targets.Aim`."""
    held = np.zeros(order.geometry.cell_count, np.uint8)
    for cell, digit in (order.mask or {}).items():
        held[cell] = digit
    return held


def lessens(order: Order) -> bool:
    """Whether the fewest givens of a level are sought, as in good sources, or where few are ordered."""
    known, level = techniques_on(order.geometry), order.level
    ordered = order.geometry.clued and order.most is not None and order.mask is None and not order.minimal
    if not (ordered or usual_givens(order)) or order.path != Path() or level is None or level > Level.EXPERT:
        return False
    return not any(technique.presumes_proper for technique in known if technique.level <= level)


def _sinks(order: Order) -> bool:
    """Whether the floor of givens sinks. Plain grids need no more than the usual shares, which were measured on them."""
    free = order.least is None and order.most is None and order.geometry.bands is None
    return free and order.level is not None and order.level >= Level.HARD


def _wish(order: Order) -> targets.Wish:
    ground = order.geometry
    return wish_for(order.path, order.level, techniques_on(ground), ground.size == 9 and not ground.overlapping)


def _seeking(order: Order) -> bool:
    """Whether the solving path decides. An order of the easiest levels without requirements needs no search for a path."""
    # The basic techniques alone, which digging uses at the easiest levels, would make no use of clues and relations.
    says_more = order.geometry.has_sums_or_lines or order.geometry.tables
    least = Level.EASY if says_more else Level.MEDIUM
    if order.geometry.cell_count > LARGE:
        least = Level.HARD
    return order.path != Path() or (order.level is not None and order.level >= least)


def _walking(order: Order) -> bool:
    """Whether so few givens are ordered, on a classic 9x9 grid, that digging hardly ever reaches them."""
    free = order.mask is None and order.solution is None and order.symmetry == "none"
    return order.geometry == geometry_of() and free and order.bounds[1] <= _FEW


# The search that counts the solutions of puzzles on a geometry, as the kernels of making call it.


def kernel_on(geometry: Geometry) -> Any:
    """The kernel that counts solutions."""
    if geometry == geometry_of():
        return classic9.search
    return killer.search if geometry.needs_cell_search else search.search


def ground_on(geometry: Geometry) -> Opaque:
    """Its workspace."""
    if geometry == geometry_of():
        return Opaque(classic9.ground())
    return Opaque(shared_cageless(geometry) if geometry.needs_cell_search else rule_arrays(geometry))


def counter(geometry: Geometry) -> tuple[Pointer, Opaque]:
    """The kernel that counts solutions, compiled, and its workspace. The kernels of making are the same for any of these."""
    kernel, ground = kernel_on(geometry), ground_on(geometry)
    rest = CELLS, NUMBER, NUMBER, GRIDS
    return Pointer(kernel, NUMBER(typeof(ground.value), *rest), NUMBER(typeof(ground), *rest)), ground


def _work(order: Order, solver: engine.Solver) -> targets.Work:
    geometry, aim, grids = order.geometry, _aim(order), grids_of(order.geometry, order.solution)
    refilled = YES(typeof(grids.rules), CELLS, typeof(np.empty(1, np.uint64)), NUMBER, CELLS)
    codes, cells = aim.wish.course.codes, geometry.cell_count
    count, ground = counter(geometry)
    thins = geometry == geometry_of() and _is_free(order)
    thinner = Thinner.blank(
        {"cells": cells, "orbits": len(aim.orbits), "sets": _SETS, "work": dive9.WORK, "DIGITS": DIGITS},
        count=count,
        ground=ground,
        orbits=aim.orbits,
    )
    thinned = NUMBER(typeof(thinner), CELLS, CELLS, CODES, NUMBER)
    return targets.Work.blank(
        {
            "cells": cells,
            "orbits": max(len(aim.mask), len(aim.orbits)),
            "size": geometry.size,
            "houses": len(geometry.houses),
        },
        aim=aim,
        grids=grids,
        count=count,
        ground=ground,
        prover=prover(geometry, count, ground, aim.nodes),
        thinner=thinner,
        thin=Pointer(thin, thinned) if thins else Absent(thinned),
        thins=thins,
        refill=(Pointer(fill.fill_from, refilled) if order.mask else Absent(refilled)),
        engine=solver.engine,
        solve=solver.loop(compiled=_seeking(order)),
        batch=engine.batch(np.zeros((1, cells), np.uint8), np.zeros((1, codes.size, LINKS + 1), np.int64)),
        rest=aim.wish.course.replaced(codes=codes.copy()),
        within=engine.tally_for(aim.within),
        below=engine.tally_for(aim.below),
    )


def _is_free(order: Order) -> bool:
    """Whether givens are removed without regard to the path, at least at first."""
    return order.mask is None and (order.minimal or order.level is None or _seeking(order) or _walking(order))


class Maker:
    """Makes puzzles of one order, on one thread: by ``attempts``, in the arrays of ``work``."""

    def __init__(self, order: Order) -> None:
        solver, seeking, cells = engine.Solver(order.geometry), _seeking(order), order.geometry.cell_count
        self._order = order
        walking = _walking(order)
        shorter = _DEAR if walking else 1
        self._patience = _patience(order.geometry, seeking) // shorter if order.attempts is None else order.attempts
        self._batch = max(1, _BATCH // cells**3 // shorter)
        themed = order.theme == IN_ORDER
        attempt = shape if order.mask else in_order if themed else walk if walking else seek if seeking else dig
        costs = [_DEAR if end == targets.NOT_UNIQUE else 1 for end in range(targets.ENDS)]
        self._solver, self.work = solver, _work(order, solver)
        self.attempts = Attempts(attempt, self.work, solver, costs, cells)

    def takes(self, order: Order) -> bool:
        """Go on with an order that differs from the one before in clues, solution and bound of attempts only.

        Returns whether it does: if not, it needs a maker of its own. To make the pointers and the working memory of an order
        takes longer than to make an easy puzzle.
        """
        geometry, before = order.geometry, self._order.geometry
        if geometry.ground is not before.ground or order.attempts is None:
            return False
        # The pointer to the search, and the wish, belong to the kernel and the techniques of the first order.
        if geometry.needs_cell_search != before.needs_cell_search or techniques_on(geometry) != techniques_on(before):
            return False
        self._order, self._patience = order, order.attempts
        self._solver.take(geometry, ())
        least, mid, most = _givens_range(order)
        work, ground = self.work, ground_on(geometry)
        self.work = work.replaced(
            aim=work.aim.replaced(least=least, mid=mid, most=most, early=_early(order, work.aim.orbits)),
            grids=work.grids.replaced(rules=rule_arrays(geometry), fixed=fixed(order.solution)),
            ground=ground,
            engine=self._solver.engine,
            prover=work.prover.replaced(ground=ground, **leading(geometry)),
        )
        self.attempts.take(self.work)
        return True

    def make(
        self,
        seeds: Sequence[int],
        stopped: Callable[[], bool] = lambda: False,
        tried: Callable[[int], None] = lambda _: None,
        few: FewGivens | None = None,
    ) -> list[Made | UnmetError]:
        """For each 64-bit seed the puzzle that order and seed determine, or how all attempts at it ended.

        Once ``stopped()`` is true the rest is unmet. ``tried`` is called now and then with the number of attempts since its last
        call. ``few`` watches over the attempts at a single seed.
        """
        watching = {} if few is None else {0: few}
        at = 0
        geometry = self._order.geometry

        def begun() -> None:
            # The thread's other searches count there, too.
            if geometry.needs_cell_search:
                self.work.ground.value.guesses[1] = 0

        def passed(run: Run, first: int) -> int:
            nonlocal at
            own = watching.setdefault(at, FewGivens(self._order))
            own.note(geometry, run, at, kernel_on(geometry), self.work.ground.value)
            at = at + 1 if own.hopeless else first
            return at

        if few is None and not is_watched(self._order):
            run = self.attempts.make(seeds, self._patience, self._batch, stopped, tried)
        else:
            run = self.attempts.make(seeds, self._patience, 1, stopped, tried, passed, begun)
        made: list[Made | UnmetError] = []
        for index, tally in enumerate(run.tallies.tolist()):
            if tally[MADE]:
                made.append(Made(run.givens[index].tobytes(), run.solutions[index].tobytes(), seeds[index], sum(tally)))
            else:
                made.append(UnmetError(unmet(self._order, tally, watching.get(index))))
        return made


def _patience(geometry: Geometry, seeking: bool) -> int:
    """The usual number of attempts, fewer on a large grid, where each takes much longer: about a minute at the most."""
    if seeking:
        return seeking_attempts(geometry.cell_count, SEEKING_PATIENCE, geometry.overlapping)
    return PATIENCE * 81**2 // max(81, geometry.cell_count) ** 2


def make(order: Order, seed: int) -> Made:
    """Make one puzzle. Raises UnmetError, saying how the attempts ended, after as many as the order allows."""
    (made,) = Maker(order.drawn(seed)).make([seed])
    if isinstance(made, UnmetError):
        raise made
    return made
