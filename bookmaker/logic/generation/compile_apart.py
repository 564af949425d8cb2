"""Which kernels the puzzles of an order need, and how long they take to compile: a first run compiles them before it begins."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from numba import typeof, types

from bookmaker.base.errors import BookmakerError
from bookmaker.base.parallel import cpu_count
from bookmaker.logic.generation.order import Order
from bookmaker.logic.generation.own_grounds import maker_for
from bookmaker.logic.jit.bundle import is_noted, noting
from bookmaker.logic.jit.cache import is_kept
from bookmaker.logic.jit.workers import Wanted, able, compile_apart, name_of
from bookmaker.logic.minutes import scan_workspace
from bookmaker.logic.techniques import engine, techniques_on
from bookmaker.logic.techniques.families import Tier
from bookmaker.logic.techniques.finders.scanning import scan
from bookmaker.puzzles.rules import RULES, geometry

_SECONDS: dict[str, float] = {
    "bookmaker.logic.generation.attempts._attempts": 0.2,
    "bookmaker.logic.generation.cage_cutting.try_out": 1.8,
    "bookmaker.logic.generation.killer_search.cut": 3.5,
    "bookmaker.logic.generation.killer_search.reach": 2.8,
    "bookmaker.logic.generation.path_search.seek": 3.4,
    "bookmaker.logic.generation.removal.dig": 1.1,
    "bookmaker.logic.generation.thinning.thin": 1.8,
    "bookmaker.logic.kernels.classic9.search": 2.4,
    "bookmaker.logic.kernels.fill.fill": 2.1,
    "bookmaker.logic.kernels.fill.shuffle_in": 0.5,
    "bookmaker.logic.kernels.fill9.fill": 1.5,
    "bookmaker.logic.kernels.killer.count_batch": 4.9,
    "bookmaker.logic.kernels.killer.go_on": 2.3,
    "bookmaker.logic.kernels.search.search": 2.8,
    "bookmaker.logic.techniques.finders.cage_pairs.search": 2.7,
    "bookmaker.logic.techniques.finders.course.run": 0.7,
    "bookmaker.logic.techniques.finders.course.run_logic": 3.7,
    "bookmaker.logic.techniques.finders.fish_and_colours.search": 3.3,
    "bookmaker.logic.techniques.finders.innies.load_cages": 1.0,
    "bookmaker.logic.techniques.finders.nice_loops.search": 9.6,
    "bookmaker.logic.techniques.finders.scanning.scan": 1.6,
    "bookmaker.logic.techniques.finders.wings.search": 6.8,
}
"""Seconds that each kernel takes on the machine of the speed table: ``python -m benchmarks.cold --table`` measures them anew."""

_USUAL = 1.5
"""The same for a kernel that is not in the table."""

_START = 1.0
"""Seconds that another process takes to start."""

_SMALL = 8
_LINED = next(name for name, rule in RULES.items() if rule.lines(9))


def plain(order: Order) -> Order:
    """An order on a grid that needs no regions and clues, whose puzzles need about the same kernels."""
    ground = order.geometry
    order = order.drawn(0)
    if not (ground.needs_regions or ground.needs_clues or ground.lines):
        return order
    bare = geometry(_LINED) if ground.needs_cell_search else geometry(size=_SMALL)
    return replace(order, geometry=bare, solution=None, mask=None)


def _note(order: Order, timed: bool) -> None:
    bare = plain(order)
    maker_for(bare)
    solver = engine.Solver(bare.geometry)
    level = order.level if order.level is not None or not order.path.wanted else order.path.level()
    if level is not None:
        known = techniques_on(order.geometry, order.geometry.caged)
        for tier in {one.tier for one in known if one.level <= level} - {Tier.BASIC, Tier.BRUTE_FORCE}:
            solver.kernels.make_ready(tier.number)
    if timed:
        rows, seconds = types.uint8[:, ::1], types.float64[::1]
        is_noted(
            scan, (typeof(solver.tables), typeof(scan_workspace(bare.geometry)), rows, seconds, types.float64[:, ::1])
        )


def missing(orders: Iterable[Order], timed: bool = False) -> list[Wanted]:
    """The kernels for puzzles of these orders that are not kept on disk. ``timed``: the minutes of the puzzles are read, too."""
    with noting() as noted:
        for order in orders:
            try:
                _note(order, timed)
            except BookmakerError:
                continue  # Who makes the puzzles says why they cannot be made.
    found = {(name_of(kernel), str(signature)): (kernel, signature) for kernel, signature in noted}
    return sorted((one for one in found.values() if not is_kept(one[0])), key=_place)


def cost(wanted: Wanted) -> float:
    """The seconds that a kernel takes to compile, in a process that has compiled nothing like it."""
    return _SECONDS.get(name_of(wanted[0]), _USUAL)


def _place(wanted: Wanted) -> tuple[bool, float]:
    """Techniques first, and the costly kernels at both ends: what is left when two processes meet is soon done."""
    technique = ".techniques." in name_of(wanted[0])
    return not technique, -cost(wanted) if technique else cost(wanted)


def processes(wanted: list[Wanted]) -> int:
    """How many processes compile these kernels soonest."""
    total, most = sum(map(cost, wanted)), max(map(cost, wanted), default=0)
    return max(1, min(cpu_count(), round(total / (most + _START)) + 1)) if total > 2 * _START and able() else 1


def seconds(wanted: list[Wanted]) -> float:
    """About how long they take to compile."""
    return max(sum(map(cost, wanted)) / processes(wanted), max(map(cost, wanted), default=0))


def compile_missing(wanted: list[Wanted]) -> None:
    """Compile them in several processes."""
    compile_apart(wanted, processes(wanted))
