"""Making one puzzle to order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from bookmaker.errors import Fault, UnmetError
from bookmaker.generation import digging
from bookmaker.grid.geometry import Geometry
from bookmaker.grid.symmetry import Symmetry, orbits
from bookmaker.kernels.classic9 import WORK
from bookmaker.solving import padded, rule_arrays
from bookmaker.techniques import TECHNIQUES, engine
from bookmaker.techniques.declare import Level

_BATCH = 64
"""Attempts between two looks at ``stopped``: a kernel cannot be interrupted."""

PATIENCE = 20_000
"""Attempts for one puzzle before the wish is called unmet."""

_REASONS = {
    digging.NO_GRID: "found no full grid",
    digging.TOO_MANY: "kept too many givens",
    digging.TOO_EASY: "came out easier",
    digging.TOO_HARD: "came out harder",
    digging.NOT_MINIMAL: "were not minimal",
}


@dataclass(frozen=True, slots=True)
class Order:
    """What is asked for. ``level`` None takes any; ``least`` and ``most`` bound the givens, None leaves them to the level."""

    geometry: Geometry
    level: Level | None = None
    symmetry: Symmetry = "none"
    least: int | None = None
    most: int | None = None
    minimal: bool = False


@dataclass(frozen=True, slots=True)
class Made:
    """A proper puzzle with its solution; the same order and seed make the same puzzle. ``attempts`` is how many it took."""

    givens: bytes
    solution: bytes
    seed: int
    attempts: int


_USUAL_GIVENS = {Level.EASY: (0.40, 0.46), Level.MEDIUM: (0.32, 0.40)}
"""Share of the cells that are given where the user does not say: what a reader of that level expects to see. A hard puzzle is
dug as far as it goes."""


def _givens_range(order: Order) -> tuple[int, int, int]:
    cells = order.geometry.cell_count
    if order.least is None and order.most is None:
        if order.minimal or order.level not in _USUAL_GIVENS:
            return 0, 0, cells
        low, high = _USUAL_GIVENS[order.level]
        return round(low * cells), round(high * cells), cells
    if order.minimal:
        return order.least or 0, order.least or 0, order.most or cells
    least = order.least if order.least is not None else 0
    most = order.most if order.most is not None else cells
    # With only one bound, dig to that bound or as far as it goes.
    middle = most if order.least is not None and order.most is not None else least
    return least, middle, most


def _aim(order: Order) -> digging.Aim:
    within = [] if order.level is None else [t for t in TECHNIQUES if t.level <= order.level]
    easier = [] if order.level is None else [t for t in TECHNIQUES if t.level < order.level]
    least, mid, most = _givens_range(order)
    height, width = order.geometry.box
    return digging.Aim(
        within=engine.order_of(within),
        below=engine.order_of(easier),
        orbits=padded(orbits(order.symmetry, order.geometry.size)),
        least=least,
        mid=mid,
        most=most,
        minimal=order.minimal,
        box_height=height,
        box_width=width,
        plain=len(order.geometry.houses) == 3 * order.geometry.size,
    )


def make(order: Order, seed: int, patience: int = PATIENCE, stopped: Callable[[], bool] = lambda: False) -> Made:
    """Make the puzzle that an order and a 64-bit seed determine.

    Raises UnmetError, saying how the attempts ended, after ``patience`` attempts or when ``stopped()`` becomes true.
    """
    geometry = order.geometry
    rules, tables, aim = rule_arrays(geometry), engine.tables(geometry), _aim(order)
    room = digging.Room(
        board=engine.board(geometry),
        within=engine.tally_for(aim.within),
        below=engine.tally_for(aim.below),
        work=np.empty(WORK, np.uint32),
    )
    state = np.array([seed], dtype=np.uint64)
    tally = np.zeros(len(_REASONS) + 1, np.int64)
    givens, solution = np.zeros(geometry.cell_count, np.uint8), np.zeros(geometry.cell_count, np.uint8)
    while tally.sum() < patience and not stopped():
        batch = min(_BATCH, patience - int(tally.sum()))
        if digging.attempt(rules, tables, aim, room, state, batch, tally, givens, solution) == digging.MADE:
            return Made(givens.tobytes(), solution.tobytes(), seed, int(tally.sum()))
    raise UnmetError(_unmet(tally.tolist()))


def _unmet(tally: list[int]) -> Fault:
    ends = sorted(((tally[end], reason) for end, reason in _REASONS.items() if tally[end]), reverse=True)
    told = ", ".join(f"{count} {reason}" for count, reason in ends)
    advice = "ask for another number of givens, symmetry or difficulty"
    return Fault(f"no such puzzle was found in {sum(tally)} attempts: {told}", None, advice)
