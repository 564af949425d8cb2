"""Puzzles whose grounds are their own: a map of regions, clues, or the full grid that lines need."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from bookmaker.base.errors import Fault, UnmetError, UsageError
from bookmaker.base.parallel import Stop
from bookmaker.base.seeds import seed_for, text_seed
from bookmaker.logic.generation.clue_drawing import (
    are_enough,
    clued,
    is_plain,
    values_outside,
    without_idle,
    without_superfluous,
    without_unnamed,
)
from bookmaker.logic.generation.giving_up import FewGivens, is_watched
from bookmaker.logic.generation.interest import clues_at_work, layout_points
from bookmaker.logic.generation.layouts import drawn, is_placed, lined, twin_of
from bookmaker.logic.generation.maker import Maker, cells_of_clues, lessens
from bookmaker.logic.generation.order import Made, Order, usual_clues, usual_givens
from bookmaker.logic.generation.order_fields import EQUAL
from bookmaker.logic.generation.region_maps import region_map
from bookmaker.logic.generation.themes import alike
from bookmaker.logic.solve.per_thread import PerThread
from bookmaker.logic.solve.solver import solve
from bookmaker.logic.solve.work import Spent, Work, charge, spending
from bookmaker.logic.techniques.declare import Level
from bookmaker.logic.verify.faults import many
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry as geometry_of
from bookmaker.puzzles.rules import unclued
from bookmaker.puzzles.rules.limits import convention_of
from bookmaker.puzzles.rules.places import Pattern
from bookmaker.puzzles.rules.shown_clues import USUAL, Shown

if TYPE_CHECKING:
    from bookmaker.logic.generation.killer_maker import CageMaker


from functools import lru_cache

import numpy as np

from bookmaker.logic.jit.bundle import is_noting
from bookmaker.logic.kernels import fill
from bookmaker.logic.solve.chosen_search import attempts
from bookmaker.logic.solve.rule_arrays import rule_arrays
from bookmaker.puzzles.grid.geometry import Clue, Geometry
from bookmaker.puzzles.grid.symmetry import Symmetry
from bookmaker.puzzles.rules import CLUES, RULES, geometry, with_clues

# Random full grids of any rules, for puzzles that need one before they are dug.
#
# The fill knows houses and relations, but no lines. Where rules have some, these are filled first, cell by cell with a digit
# drawn among those that their automata and the cells so far leave; then the fill goes on from there. Where their lines cross,
# that hardly ever succeeds: there the solver finds a grid for random digits in a few random cells.

_STARTS = 100
"""Ways to fill the lines until a grid counts as not found."""

_FILLS = 20
"""Attempts of the fill to go on from one of them."""

_GUIDES = 8
"""The random cells of a search: with more of them it takes long, and these leave few grids."""

_FIRST_GUESSES, _FILL_GUESSES = 300_000, 2_000
"""Guesses of the search for any grid, until there counts as none, and of one for a grid with a digit."""


def full_grid(ground: Geometry, seed: int) -> bytes | None:
    """A random full grid of the rules without their clues, None if none was found."""
    bare = geometry(unclued(ground.rules), ground.size, ground.areas)
    state, out = np.array([seed], np.uint64), np.zeros(bare.cell_count, np.uint8)
    if bare.lines:
        crossing = sum(len(line.cells) for line in bare.lines) > bare.cell_count
        return (None if crossing else _along_lines(bare, seed)) or _by_search(bare, seed)
    if not fill.fill(rule_arrays(bare), state, out):
        return None
    if bare.bands is not None:
        fill.shuffle_grid(state, *bare.box, out)
    return out.tobytes()


def filled(ground: Geometry, seed: int) -> bytes | None:
    """A random full grid that keeps the clues of a geometry, None if none is found soon."""
    return _by_fill(ground, seed) or _by_search(ground, seed, _laid_guesses(ground))


def is_fillable(ground: Geometry, seed: int) -> bool:
    """Whether a full grid that keeps the clues of a geometry is soon found: random fills alone miss most of them."""
    return (_by_fill(ground, seed) or _first(ground, _laid_guesses(ground))) is not None


def _by_fill(ground: Geometry, seed: int) -> bytes | None:
    """As :func:`filled`, where neither sums nor automata take part."""
    if ground.needs_cell_search:
        return None
    state, out = np.array([seed], np.uint64), np.zeros(ground.cell_count, np.uint8)
    found = fill.fill_from(rule_arrays(ground), out.copy(), state, _LAID_FILLS, out)
    return out.tobytes() if found else None


def _laid_guesses(ground: Geometry) -> int:
    return 500 if ground.needs_cell_search else 100


_LAID_FILLS = 2


@lru_cache(maxsize=64)
def _first(bare: Geometry, guesses: int) -> bytes | None:
    return solve(Puzzle(bare, bytes(bare.cell_count)), 1, guesses).first


def _by_search(bare: Geometry, seed: int, guesses: int = _FIRST_GUESSES) -> bytes | None:
    solution = _first(bare, guesses)
    if solution is None:
        return None
    bare_puzzle = Puzzle(bare, bytes(bare.cell_count))
    givens, search = np.zeros(bare.cell_count, np.uint8), attempts(bare_puzzle, min(guesses, _FILL_GUESSES))
    for cell in sorted(range(bare.cell_count), key=lambda cell: seed_for(seed, cell))[:_GUIDES]:
        for digit in sorted(range(1, bare.size + 1), key=lambda digit: seed_for(seed, cell, digit)):
            givens[cell] = digit
            if digit == solution[cell]:
                break
            count, found = search(givens)
            if count > 0:
                solution = found.tobytes()
                break
    return solution


def _along_lines(bare: Geometry, seed: int) -> bytes | None:
    for start in range(_STARTS):
        own = seed_for(seed, start)
        begun = _lines_filled(bare, own)
        if begun is None:
            continue
        state, out = np.array([own], np.uint64), np.zeros(bare.cell_count, np.uint8)
        if fill.fill_from(rule_arrays(bare), np.frombuffer(begun, np.uint8).copy(), state, _FILLS, out):
            return out.tobytes()
    return None


def _lines_filled(bare: Geometry, seed: int) -> bytes | None:
    """A grid with digits on the lines of its rules only, None where they contradict each other."""
    held = [(1 << bare.size) - 1] * bare.cell_count
    cells = bytearray(bare.cell_count)
    for line in bare.lines:
        for place, cell in enumerate(line.cells):
            left = line.automaton.left([held[other] for other in line.cells])[place]
            digits = [digit for digit in range(1, bare.size + 1) if left >> digit - 1 & 1]
            if not digits:
                return None
            cells[cell] = digits[seed_for(seed, cell) % len(digits)]
            held[cell] = 1 << cells[cell] - 1
            for other in bare.peers[cell]:
                held[other] &= ~held[cell]
    return bytes(cells)


def maker_for(order: Order) -> Maker | CageMaker:
    """What makes puzzles of an order on its geometry."""
    if not order.geometry.caged:
        return Maker(order)
    # Its kernels are many, and only puzzles with cages need them.
    from bookmaker.logic.generation.killer_maker import CageMaker

    # A maker whose kernels were only noted must not run.
    if is_noting():
        return CageMaker(order)
    # The text of an order says nothing of regions and clues, which its geometry has.
    maker: CageMaker = _MAKERS.of((repr(order), order.geometry), lambda: CageMaker(order))
    return maker


_MAKERS: PerThread = PerThread(8)
"""Makers of Killers: each puzzle of an order has a symmetry of its own, of which there are few, and a maker for each."""

_IDLE: PerThread = PerThread(1)
"""The order that a thread had last, in which each puzzle has a map or clues of its own, and a maker for such puzzles."""

_GROUNDS = 40
"""Maps of regions, or sets of clues, to try for one puzzle: some have no full grid, and some no puzzle of the level."""

_FEW, _FEWER = 0.12, 40
"""A share of the cells: with fewer givens clues are drawn as densely as they go, and so many times as many sets of them are
tried, for most leave more givens than that.
"""

_RARE, _RARER = 4, 10
"""How many times as many sets of clues for medium puzzles, and for harder ones, of which few sets have one, if an order leaves
the attempts open.
"""


_SMALL, _SMALLER = range(25, 37), 10
"""Cells of a grid on which a set of clues is tried in no time, so that so many times as many are: most are too easy."""


def on_own_grounds(
    order: Order, seeds: Sequence[int], stop: Stop, tried: Callable[[int], None]
) -> Iterator[Made | UnmetError]:
    """A puzzle for each seed, with a map of regions, clues, or a full grid of its own; maps have the symmetry of the givens."""
    if order.pattern is not None and order.pattern.number:
        order = replace(order, pattern=_numbered(order.geometry, order.symmetry, order.pattern.number))
    few = _wants_few(order)
    grounds = _GROUNDS * (_FEWER if few else 1)
    # A map or a set of clues that does not suit a wish is given up soon.
    bounded = replace(order, attempts=max(1, (order.attempts or _ATTEMPTS) // grounds))
    if order.attempts is None and order.geometry.clued and (order.level or 0) >= Level.MEDIUM:
        grounds *= _RARE if order.level is Level.MEDIUM else _RARER
        grounds *= _SMALLER if order.geometry.cell_count in _SMALL else 1
    tries = _Tries(order, bounded, grounds, stop, tried)
    for seed in seeds:
        made, number = tries.made(seed)
        advised = few and order.level is not None and tries.dug
        yield made if isinstance(made, Made) else _unmet_on_all(order, made, number, advised)
    tries.end()


class _Tries:
    """Tries with one ground after another."""

    def __init__(self, order: Order, bounded: Order, grounds: int, stop: Stop, tried: Callable[[int], None]) -> None:
        """``bounded``: the order for one ground."""
        self._order, self._bounded, self._grounds = order, bounded, grounds
        self._stop, self._tried = stop, tried
        last, maker = _IDLE.release("maker") or (None, None)
        self._maker: Maker | CageMaker | None = maker if last == order else None
        self._number = 0
        self._own: Order | None = None
        self._last: UnmetError | None = None
        self._without_givens = order.most == 0 and order.geometry.clued and not (order.geometry.caged or lessens(order))
        easiest = order.level in (Level.BEGINNER, Level.EASY)
        slow = order.geometry.needs_cell_search or _has_sums(order.geometry)
        self._drafts = (_SLOW_DRAFTS if slow else _DRAFTS) // _DEARER.get(order.level or Level.EXTREME, 1)
        # Where no draft was made, the level may want givens on clues, and more of them.
        self._plain_order = bounded.plainly()
        self._by_path = order.most is not None and lessens(order)
        tries = _PATH_ATTEMPTS if self._by_path else _SLOW_ATTEMPTS if slow else _DRAFT_ATTEMPTS
        self._draft_order = replace(bounded, attempts=min(bounded.attempts or 1, tries))
        self._needs_clues = easiest and order.geometry.clued and not order.geometry.caged

    @property
    def dug(self) -> bool:
        """Whether the last puzzle that was not made failed in digging."""
        return self._last is not None

    def end(self) -> None:
        """Keep the maker for the next puzzles of the order."""
        if isinstance(self._maker, Maker):
            _IDLE.keep("maker", (self._order, self._maker))

    def made(self, seed: int) -> tuple[Made | UnmetError, int]:
        """The puzzle of a seed, or why the last ground had none; and the number of grounds before that one."""
        if self._without_givens:
            try:
                with spending(_BARE):
                    return self._of_grounds(seed)
            except Spent:
                return self._last or self._needs_givens(seed), self._number
        return self._of_grounds(seed)

    def _needs_givens(self, seed: int) -> UnmetError:
        """Why no clues were enough, and how few givens the last ones leave."""
        said, own, few = "its clues alone had several solutions", self._own, FewGivens(self._order)
        if own is not None:
            self._dug(own.on(own.geometry, own.solution, 1), seed, few)
        if few.reached:
            said += f"; the last ones need {many(few.fewest, 'given')}"
        return UnmetError(Fault(said, None, "order some givens"))

    def _of_grounds(self, seed: int) -> tuple[Made | UnmetError, int]:
        order = self._order
        few = FewGivens(order, self._by_path) if is_watched(order) else None
        self._own = self._last = None
        made: Made | UnmetError
        usual, best, cost = usual_givens(order), None, 0
        for number in range(self._grounds):
            self._number = number
            if best is not None and number >= self._drafts:
                break
            try:
                bounded = self._plain_order if number >= self._drafts and not self._by_path else self._draft_order
                own = _own_order(bounded, seed, number, 1.0 if _wants_few(order) else 0.0)
            except UnmetError as error:
                # A symmetry that maps hardly have: another seed would look as long.
                made = error
                break
            if isinstance(own, UnmetError):
                made = own
                if self._stop() or _is_hopeless(own):
                    break
                continue
            if self._without_givens:
                large = own.geometry.cell_count / 81
                charge(_DRAWING * large + _ALONG * bool(own.geometry.lines) * large**3)
                drawing = order.pattern is not None and order.pattern.lines
                twins = twin_of(own.geometry) if drawing else ""
                if twins:
                    said = (
                        f"each answer of this pattern has a twin, its image by the symmetry `{twins}`, without givens"
                    )
                    made = UnmetError(Fault(said, None, "order some givens, or let a line run the other way"))
                    break
                if not are_enough(own.geometry):
                    self._own = own
                    made = self._needs_givens(seed) if number + 1 == self._grounds else UnmetError("it was stopped")
                    if self._stop():
                        break
                    continue
            slow = order.attempts is None and order.minimal and own.geometry.needs_cell_search
            if slow:
                own = own.on(own.geometry, own.solution, _SLOW)
            made = self._dug(own, seed, few)
            self._last = made if isinstance(made, UnmetError) else None
            if isinstance(made, Made):
                # An ordered number of clues is kept, with those on cells that are given.
                whole = order.clues.numbered or order.clues.every
                made = replace(made, geometry=own.geometry if whole else without_idle(own.geometry, made.givens))
                made = without_superfluous(order, made) if order.clues.needed else made
                # Harder puzzles are dug until they need what their clues say.
                plain = self._needs_clues and number + 1 < self._grounds and is_plain(own.geometry, made.givens)
                if plain and not self._stop():
                    continue
                own_cost = 0 if usual is None else _cost(made, usual[1], order.level)
                if usual is not None and (best is None or own_cost < cost):
                    own_cost += _idleness(made.puzzle(order.geometry))
                if best is None or own_cost < cost:
                    best, cost = made, own_cost
                if cost and number + 1 < self._drafts and not self._stop():
                    continue
            if isinstance(made, Made) or slow or self._stop() or (few is not None and few.hopeless):
                break
        if best is not None and usual is not None and order.clues == USUAL and not order.geometry.caged:
            least = _fewest_clues(order, best)
            best = best if least is None else without_unnamed(order, best, least)
        return best or made, number

    def _dug(self, own: Order, seed: int, few: FewGivens | None) -> Made | UnmetError:
        if not (isinstance(self._maker, Maker) and self._maker.takes(own)):
            self._maker = maker_for(own)
        maker = self._maker
        if isinstance(maker, Maker):
            (made,) = maker.make([seed], self._stop, self._tried, few)
        else:
            (made,) = maker.make([seed], self._stop, self._tried)
        return made


_DRAFTS = 24
"""Puzzles of which the best is taken, until one is as good sources have it: with as few givens as is usual, and none on clues."""

_DRAFT_ATTEMPTS, _PATH_ATTEMPTS = 12, 2
"""Attempts at one of them, and where few givens are ordered, for which other clues do more."""

_SLOW_DRAFTS, _SLOW_ATTEMPTS = 12, 8
"""The same with sums or automata, whose steps take long."""

_DEARER = {Level.HARD: 2, Level.EXPERT: 4, Level.DIABOLICAL: 4, Level.EXTREME: 4}
"""How many times fewer drafts are made of levels whose steps take longer to find."""


def _has_sums(ground: Geometry) -> bool:
    kinds = [kind for name in ground.rules for kind in RULES[name].clues]
    return any(kind.sums is not None or kind.machine is not None for kind in kinds)


_ON_CLUE = 2
"""What a given on the cells of a line, or of another clue that fills its cells, counts for."""


_PLAIN_START, _IDLE_SHARE = 8, 0.1
"""The cost of a puzzle that begins without a clue, and the share of clues that may be idle: each further one counts."""


def _idleness(puzzle: Puzzle) -> int:
    """The cost of a puzzle whose clues do not carry it."""
    begins, idle = clues_at_work(puzzle)
    # Marked cells are a picture as well.
    idle *= any(CLUES[clue.kind].shape != "cell" for clue in puzzle.geometry.clues or ())
    return (not begins) * _PLAIN_START + max(0, idle - int(_IDLE_SHARE * len(puzzle.geometry.clues or ())))


def _fewest_clues(order: Order, made: Made) -> int | None:
    """How many clues stay where idle ones may go: as many as are usual, or nine in ten at work of lines; None: all stay."""
    shown, clues = usual_clues(order), (made.geometry or order.geometry).clues or ()
    if shown is not None:
        return shown[0]
    if order.pattern is not None or not any(CLUES[clue.kind].shape == "line" for clue in clues):
        return None
    idle = clues_at_work(made.puzzle(order.geometry))[1]
    return len(clues) - idle if idle > _IDLE_SHARE * len(clues) else None


def _cost(made: Made, most: int, level: Level | None) -> int:
    on_clues = cells_of_clues(made.geometry, level) if made.geometry is not None else ()
    given = [cell for cell, digit in enumerate(made.givens) if digit]
    return max(0, len(given) - most) + _ON_CLUE * sum(cell in on_clues for cell in given)


def _unmet_on_all(order: Order, last: UnmetError, number: int, levelled: bool) -> UnmetError:
    """Why no puzzle was made, by the fault of the last map or set of clues and how many of them came before.

    ``levelled``: a level was ordered with so few givens that nearly all puzzles are harder.
    """
    other = "map or other clues" if order.geometry.clued or order.geometry.needs_regions else "full grid"
    (fault,) = last.faults
    tries = "try" if number == 1 else "tries"
    before = f"after {number} other {tries} with another {other}: " if number else ""
    advice = "with so few givens nearly all puzzles are hard: choose the difficulty `any`" if levelled else fault.advice
    return UnmetError(Fault(f"{before}{fault.message}", None, advice))


def _wants_few(order: Order) -> bool:
    """Whether so few givens are ordered that only many clues make up for them, and these are free to be many."""
    ground, free = order.geometry, order.clues == USUAL and not order.geometry.caged
    return ground.clued and free and order.most is not None and order.most < _FEW * ground.cell_count


def _own_order(order: Order, seed: int, number: int, fuller: float) -> Order | UnmetError:
    """The order with regions and clues where its rules have some, and with the solution that clues are drawn from.

    ``number``: that of the draft of a puzzle.

    Where the rules have lines, which the fill does not know, it has its solution, too.
    """
    ground, solution, first = order.geometry, order.solution, seed
    seed = seed_for(seed, number)
    if ground.needs_regions:
        ground = geometry_of(ground.rules, ground.size, region_map(ground.size, seed, order.symmetry, ground.wraps))
        bare = geometry_of(unclued(ground.rules), ground.size, ground.areas)
        if solve(Puzzle(bare, bytes(ground.cell_count)), 1, _GUESSES).solutions != 1:
            return UnmetError(f"no map of regions was found that has a {ground.kind} grid")
    lines: tuple[Clue, ...] | None = None
    if solution is None and _has_layout(order, dense=fuller > 0):
        if not _holds_pattern(ground, order):
            advice = "choose another kind, shorter lines, or lines that run the other way"
            return UnmetError(Fault(f"no {ground.kind} grid holds the lines of the pattern", None, advice, code=_NEVER))
        dense = fuller or float((order.level or 0) >= Level.HARD)
        found = _laid_out(ground, order, first, number, 1 + _DENSER * dense)
        if found is None:
            said = (
                "no layout of lines was found that has"
                if order.pattern is None
                else "the lines of the pattern were not found in"
            )
            return UnmetError(f"{said} a {ground.kind} grid")
        lines, solution = found
    if ground.clued or ground.lines:
        solution = solution or (_alike if order.theme == EQUAL else full_grid)(ground, seed)
        if solution is None:
            return UnmetError(f"no full grid of the kind {ground.kind} was found")
    if ground.clued:
        assert solution is not None
        easy = order.level in (Level.BEGINNER, Level.EASY)
        shown = clued(
            ground,
            solution,
            order.symmetry,
            seed,
            order.clues,
            fuller,
            easy=easy,
            usual=usual_clues(order),
            lines=lines,
            equal=order.theme == EQUAL,
        )
        if shown is None:
            return UnmetError(Fault("a full grid held fewer clues than are wanted", None, "order fewer `clues`"))
        ground = shown
    return order.on(ground, solution, order.attempts)


_CHOICE = 8
"""Full grids of which the one with the most clues alike is taken."""


def _alike(ground: Geometry, seed: int) -> bytes | None:
    """A random full grid in which many of the clues outside it, where it may have them, have the same value."""
    grids = [grid for at in range(_CHOICE) if (grid := full_grid(ground, seed_for(seed, at))) is not None]
    if not grids:
        return None
    bare = geometry_of(unclued(ground.rules), ground.size, ground.areas)
    plain = bare.bands is not None and not bare.tables

    def values(grid: bytes) -> list[object]:
        found = [value for name in ground.rules for value in values_outside(RULES[name], ground.size, grid)]
        return [value for value in found if value is not None]

    return alike(bare if plain else None, grids, values, seed)


def _has_layout(order: Order, dense: bool = False) -> bool:
    """Whether clues are placed before the digits. They are not where an order wants all clues, or many (``dense``)."""
    free = order.pattern is not None or not (order.clues.every or order.plain)
    rules = [RULES[name] for name in order.geometry.rules]
    return free and any(lined(rule.clues) or (not dense and is_placed(rule, order.symmetry)) for rule in rules)


_NEVER = "never"
"""The code of a fault that every ground has."""


def _is_hopeless(error: UnmetError) -> bool:
    return any(fault.code == _NEVER for fault in error.faults)


def _holds_pattern(ground: Geometry, order: Order) -> bool:
    """Whether a full grid may hold the lines of an order's pattern: False is proven."""
    if order.pattern is None or not order.pattern.lines or ground.needs_regions:
        return True
    return _found_on(_bare_of(ground, order.symmetry), order.pattern) != 0


@lru_cache(maxsize=16)
def _found_on(bare: Geometry, pattern: Pattern) -> int | None:
    """How many full grids with the lines of a pattern were found, one at most; None: the search was given up."""
    (kind,) = (kind for name in bare.rules for kind in lined(RULES[name].clues))
    laid = with_clues(bare, [kind.clue(line) for line in pattern.lines])
    return solve(Puzzle(laid, bytes(laid.cell_count)), 1, _FIRST_GUESSES).solutions


def _bare_of(ground: Geometry, symmetry: Symmetry) -> Geometry:
    """The geometry without its clues, but for the rules of those that are placed before the digits."""
    along = frozenset(name for name in ground.rules if is_placed(RULES[name], symmetry))
    return geometry_of(unclued(ground.rules) | along, ground.size, ground.areas)


_LAYOUTS, _DENSER = 4, 0.3
"""Layouts to draw until one has a full grid and is like hand-made ones, and how much denser those of few givens and of hard
puzzles are."""

_FULL = 0.75
"""The share of the usual cells that lines take at least, or another layout is drawn."""

_SOLUTIONS, _FITS = 4, 3
"""Drafts that share a layout, each with digits of its own; attempts to find some."""


def _laid_out(
    ground: Geometry, order: Order, seed: int, number: int, cover: float
) -> tuple[tuple[Clue, ...], bytes] | None:
    """The clues of a layout, and a random full grid that keeps them; None if none was found. Some numbers share a layout."""
    bare, usual = _bare_of(ground, order.symmetry), usual_clues(order)
    bounded = order.clues.numbered or order.clues.every
    shown = order.clues if bounded or usual is None else Shown(*usual)
    best: tuple[tuple[Clue, ...], bytes] | None = None
    off = 0.0
    for attempt in range(_LAYOUTS):
        own = seed_for(seed, number // _SOLUTIONS, attempt)
        lines = _layout(bare, order.symmetry, own, cover, shown, order.pattern)
        laid = with_clues(bare, lines or ())
        for one in range(_FITS if lines else 0):
            solution = filled(laid, seed_for(own, number, one))
            if solution is not None:
                far = _off_band(laid)
                if best is None or far < off:
                    best, off = (lines or (), solution), far
                break
        if best is not None and off == 0:
            break
    return best


@lru_cache(maxsize=16)
def _numbered(ground: Geometry, symmetry: Symmetry, number: int) -> Pattern:
    """The layout of a number, the same for all levels. Raises UnmetError."""
    usual, seed = Order(ground, Level.MEDIUM, symmetry), seed_for(number, text_seed(ground.kind))
    for attempt in range(_GROUNDS):
        found = _laid_out(ground, usual, seed, attempt * _SOLUTIONS, 1.0)
        if found is not None:
            return Pattern(tuple(clue.cells for clue in found[0]), frozenset())
    raise UnmetError(Fault(f"no layout was found that has a {ground.kind} grid", None, "take another number"))


def _off_band(laid: Geometry) -> float:
    """How many points a layout has beyond those of hand-made ones, or below, and how many cells it is short of the usual ones."""
    convention = convention_of(laid.rules)
    lines = [clue.cells for clue in laid.clues or () if CLUES[clue.kind].shape == "line"]
    if convention is None or not lines:
        return 0.0
    short = _FULL * convention.lines.cover[0] / 100 * laid.cell_count - sum(map(len, lines))
    points = layout_points(Puzzle(laid, bytes(laid.cell_count)))
    low, high = convention.lines.band or (points, points)
    return max(low - points, points - high, 0.0) + max(short, 0.0)


@lru_cache(maxsize=16)
def _layout(
    bare: Geometry, symmetry: Symmetry, seed: int, cover: float, shown: Shown, pattern: Pattern | None
) -> tuple[Clue, ...] | None:
    def fits(lines: Sequence[Clue]) -> bool:
        return is_fillable(with_clues(bare, lines), seed)

    return drawn(bare, symmetry, seed, cover, shown, pattern, fits=fits)


def refusals(order: Order, seed: int, count: int) -> list[tuple[str, int]]:
    """Of so many layouts, why lines and layouts were refused, the commonest reason first; "drawn" are the lines that were not.

    Raises UsageError for an order whose lines are not drawn before the digits.
    """
    if not _has_layout(order) or order.geometry.needs_regions:
        raise UsageError(Fault("there is no layout to explain", None, "choose a kind with lines, such as thermometers"))
    found, ground = Counter[str](), order.geometry
    bare = _bare_of(ground, order.symmetry)
    for number in range(count):
        own = seed_for(seed, number)
        lines = drawn(bare, order.symmetry, own, 1.0, order.clues, order.pattern, found) or ()
        laid = with_clues(bare, lines)
        found["drawn"] += len(lines)
        found["layouts in which each solution has a twin, unless there are givens"] += bool(twin_of(laid))
        found["layouts without a full grid"] += filled(laid, own) is None
    return found.most_common()


_ATTEMPTS = 10_000

_SLOW = 50
"""Attempts at a minimal puzzle with sums or lines, on its first map or clues, if an order says nothing of attempts: each may take
seconds of proofs."""

_BARE, _DRAWING, _ALONG = Work(15), 0.003, 0.1
"""The work for finding clues that need no givens; on a 9x9 grid, what drawing some takes of it, and what automata take besides
guesses. Where such sets of clues were found at all, they were one in sixty or more.
"""

_GUESSES = 1000
"""Guesses before a map counts as having no full grid."""
