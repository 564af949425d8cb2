"""Making one puzzle to order."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from bookmaker.errors import Fault, UnmetError
from bookmaker.generation import targets
from bookmaker.generation.entries import Runner
from bookmaker.generation.order import Made, Order
from bookmaker.generation.path_wish import no_wish, wish_for
from bookmaker.grid.geometry import Geometry
from bookmaker.grid.symmetry import orbits
from bookmaker.kernels.classic9 import WORK
from bookmaker.solve.rule_arrays import padded, rule_arrays
from bookmaker.techniques import engine, techniques_on, up_to
from bookmaker.techniques.declare import BEGINNERS_SIZE, BEGINNERS_WAYS, Level
from bookmaker.techniques.families import BEGINNERS
from bookmaker.techniques.requirements import Path
from bookmaker.variants import geometry as geometry_of

_BATCH = 64 * 81**3
"""Attempts between two looks at ``stopped``, times the cube of the cells: a kernel cannot be interrupted, nobody waits long
for Ctrl-C, and an attempt at a large grid takes several hundred times as long as one at a small grid."""

PATIENCE = 20_000
"""Attempts for one puzzle of 81 cells or fewer before the wish is called unmet."""

SEEKING_PATIENCE = 500_000
"""The same where a path is sought: such an attempt is short, and some techniques are rare."""

_PROOF_NODES = 20_000
"""Guesses that a proof on another grid than 9x9 may take. A removal whose proof takes longer is taken back: undecided is not
unique."""

_REASONS = {
    targets.NO_GRID: "found no full grid",
    targets.TOO_MANY: "kept too many givens",
    targets.TOO_EASY: "came out easier",
    targets.TOO_HARD: "came out harder",
    targets.NOT_MINIMAL: "were not minimal",
    targets.NOT_UNIQUE: "had several solutions",
    targets.BARRED: "used a technique to avoid",
    targets.NOT_NEEDED: "could be solved without a technique required",
}


_USUAL_GIVENS = {Level.BEGINNER: (0.46, 0.54), Level.EASY: (0.40, 0.46), Level.MEDIUM: (0.32, 0.40)}
"""Share of the cells that are given where the user does not say: what a reader of that level expects to see."""

_SOUGHT_GIVENS = {Level.HARD: 0.31, Level.EXPERT: 0.33, Level.DIABOLICAL: 0.32}
"""The same for levels that are sought: digging further costs time, and more puzzles come out too hard than just right. A
smaller grid is dug as far as it goes, since it has little room for patterns, and so is an extreme one."""


_RELATED = 0.6
"""What these shares are multiplied by where cells are related: each given tells more."""

_CLIMBED = (Level.MEDIUM, Level.HARD, Level.EXPERT)
"""Levels from which puzzles that are dug at random come out too hard often enough for a climb to be worth its time."""

_HIGH_SCORE = 1800
"""Half of the puzzles with a higher score need chains."""


def _guesses(order: Order) -> int:
    """For what is looked for among hard puzzles: guesses cost the solver microseconds, grading milliseconds."""
    low = order.path.score[0] or 0
    if order.path.wanted or order.level not in (None, Level.DIABOLICAL, Level.EXTREME):
        return 0
    return 2 if order.level is Level.EXTREME else 1 if low >= _HIGH_SCORE else 0


def _givens_range(order: Order) -> tuple[int, int, int]:
    cells = order.geometry.cell_count
    least, most = order.bounds
    fewer = _RELATED if order.geometry.tables else 1.0
    if order.minimal:
        return least, least, most
    if order.least is None and order.most is None and order.level in _USUAL_GIVENS:
        low, high = _USUAL_GIVENS[order.level]
        return round(fewer * low * cells), round(fewer * high * cells), most
    level = order.path.level() if order.level is None else order.level
    if level is None and _guesses(order):
        level = Level.DIABOLICAL
    if order.least is None and order.most is None and cells >= 81 and level in _SOUGHT_GIVENS:
        low = round(fewer * _SOUGHT_GIVENS[level] * cells)
        return low, low, most
    # With only one bound, dig to that bound or as far as it goes.
    middle = most if order.least is not None and order.most is not None else least
    return least, middle, most


def _aim(order: Order) -> targets.Aim:
    least, mid, most = _givens_range(order)
    height, width = order.geometry.box
    level, cells = order.level, order.geometry.cell_count
    within, below = engine.order_of(()), engine.order_of(())
    if level is Level.BEGINNER:
        within = np.array([BEGINNERS], np.int64)
    elif level is not None and not _seeking(order):
        within = engine.order_of(up_to(level))
        below = engine.order_of([t for t in up_to(level) if t.level < level])
    if level is Level.EASY and order.geometry.size >= BEGINNERS_SIZE:
        below = np.array([BEGINNERS], np.int64)
    whole = orbits(order.symmetry, order.geometry.size)
    orbit_of = {cell: index for index, orbit in enumerate(whole) for cell in orbit}
    return targets.Aim(
        within=within,
        below=below,
        within_ways=BEGINNERS_WAYS if level is Level.BEGINNER else 0,
        below_ways=BEGINNERS_WAYS if level is Level.EASY else 0,
        wish=wish_for(order.path, level, techniques_on(order.geometry)) if _seeking(order) else no_wish(),
        orbits=padded(whole),
        orbit_of=np.array([orbit_of[cell] for cell in range(cells)], dtype=np.int16),
        mask=np.array(sorted(order.mask or ()), dtype=np.int64),
        fixed=np.frombuffer(bytearray(order.solution or b""), dtype=np.uint8),
        least=least,
        mid=mid,
        most=most,
        guesses=_guesses(order),
        climbs=bool(order.path.wanted) or order.path.score[1] is not None or level in _CLIMBED,
        minimal=order.minimal,
        nodes=0 if order.geometry == geometry_of() else _PROOF_NODES,
        box_height=height,
        box_width=width,
        plain=order.geometry.plain,
    )


def _seeking(order: Order) -> bool:
    """Whether paths are looked at: those of the easiest levels need no search."""
    return order.path != Path() or (order.level is not None and order.level >= Level.MEDIUM)


def _room(geometry: Geometry, aim: targets.Aim) -> targets.Room:
    graph, sets, links = (make(geometry) for _, make in engine.roomy().values())
    return targets.Room(
        board=engine.board(geometry),
        within=engine.tally_for(aim.within),
        below=engine.tally_for(aim.below),
        desk=engine.desk(geometry),
        graph=graph,
        sets=sets,
        links=links,
        codes=np.zeros_like(aim.wish.course.codes),
        tally=np.zeros((aim.wish.course.codes.size, 2), np.int64),
        ground=np.empty(WORK, np.uint64) if geometry == geometry_of() else rule_arrays(geometry),
        none=np.empty((0, geometry.cell_count), np.uint8),
        order=np.empty(max(len(aim.mask), len(aim.orbits)), np.int64),
        trial=np.empty(geometry.cell_count, np.uint8),
        other=np.empty(geometry.cell_count, np.uint8),
    )


class Maker:
    """Makes puzzles of one order, on one thread."""

    def __init__(self, order: Order) -> None:
        geometry, aim, seeking = order.geometry, _aim(order), _seeking(order)
        self._order, self._cells = order, geometry.cell_count
        self._patience = _patience(geometry, seeking) if order.attempts is None else order.attempts
        self._batch = max(1, _BATCH // self._cells**3)
        self._run = Runner(rule_arrays(geometry), engine.tables(geometry), aim, _room(geometry, aim), seeking)

    def make(
        self,
        seeds: Sequence[int],
        stopped: Callable[[], bool] = lambda: False,
        tried: Callable[[int], None] = lambda _: None,
    ) -> list[Made | UnmetError]:
        """For each 64-bit seed the puzzle that order and seed determine, or how all attempts at it ended.

        When ``stopped()`` becomes true the rest comes out unmet. ``tried`` is told now and then of so many further attempts.
        """
        states = np.array(seeds, dtype=np.uint64)
        tallies = np.zeros((len(seeds), targets.ENDS), np.int64)
        givens = np.zeros((len(seeds), self._cells), np.uint8)
        solutions = np.zeros((len(seeds), self._cells), np.uint8)
        first = attempts = 0
        while first < len(seeds) and not stopped():
            first = self._run(states, first, self._batch, self._patience, tallies, givens, solutions)
            tried(int(tallies.sum()) - attempts)
            attempts = int(tallies.sum())
        made: list[Made | UnmetError] = []
        for index, tally in enumerate(tallies.tolist()):
            if tally[targets.MADE]:
                made.append(Made(givens[index].tobytes(), solutions[index].tobytes(), seeds[index], sum(tally)))
            else:
                made.append(UnmetError(_unmet(self._order, tally)))
        return made


def _patience(geometry: Geometry, seeking: bool) -> int:
    """Attempts on a large grid take much longer: fewer of them."""
    return (SEEKING_PATIENCE if seeking else PATIENCE) * 81 * 81 // max(81, geometry.cell_count) ** 2


def make(order: Order, seed: int) -> Made:
    """Make one puzzle. Raises UnmetError, saying how the attempts ended, after as many as the order allows."""
    (made,) = Maker(order).make([seed])
    if isinstance(made, UnmetError):
        raise made
    return made


def _unmet(order: Order, tally: list[int]) -> Fault:
    ends = sorted(((tally[end], reason) for end, reason in _REASONS.items() if tally[end]), reverse=True)
    told = ", ".join(f"{count} {reason}" for count, reason in ends)
    wish = f" ({order.path})" if order.path != Path() else ""
    hopeless = 0 < tally[targets.NOT_UNIQUE] == sum(tally)
    others = "number of givens, symmetry or difficulty" if not wish else "technique or score, or for less besides"
    advice = "draw more cells" if hopeless else f"ask for another {others}"
    return Fault(f"no such puzzle{wish} was found in {sum(tally)} attempts: {told}", None, advice)
