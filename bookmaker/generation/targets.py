"""What the generation kernels share: the aim, the scratch room, the kernels of other rooms, and how an attempt is judged."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bookmaker.jit.bundle import Bundle
from bookmaker.kernels.rules import Array, RuleArrays
from bookmaker.techniques.finders.almost_net import Sets
from bookmaker.techniques.finders.board import SOLVED, Board, Tables
from bookmaker.techniques.finders.decorators import inner
from bookmaker.techniques.finders.desk import Desk
from bookmaker.techniques.finders.driver import NARROWEST
from bookmaker.techniques.finders.graph import Graph
from bookmaker.techniques.finders.links import Room as Links

MADE, NO_GRID, TOO_MANY, TOO_EASY, TOO_HARD, NOT_MINIMAL, NOT_UNIQUE, BARRED, NOT_NEEDED = range(9)
"""How an attempt ends: a puzzle; no full grid found; more givens than allowed; easier techniques suffice, or the score is too
low; the techniques allowed do not, or the score is too high; a given can be removed alone; the wanted givens leave
several solutions; a technique to avoid is used; a required one can be done without."""

ENDS = 9
"""An end from here on says that a kernel is not ready yet: ``ENDS`` and its tier."""

STRICKEN = -256
"""A code in place of a technique that is not to be used: no tier has a finder for it."""


class Course(Bundle):
    """A plan of the engine (:class:`bookmaker.techniques.engine.Plan`) as arrays.

    codes       int64[n]        technique codes, easiest first, cut into stretches of one tier; one of the basic tier that is not
                                the first ends with ONCE
    starts      int64[k + 1]    where each stretch begins, and n
    tiers       int64[k]        its tier, the first 0
    """

    codes: npt.NDArray[np.int64]
    starts: npt.NDArray[np.int64]
    tiers: npt.NDArray[np.int64]


class Wish(Bundle):
    """What the path of a puzzle has to be like, by the ``course`` of all techniques that it may use.

    top         uint8[n]        1: the hardest technique used may be this one
    barred      uint8[n]        1: may not be used
    needed      uint8[m, n]     of each row's techniques one is used, and those up to the hardest do not finish without the row's
    scores      int64[n]        what a step of the technique adds to the score
    low, high   int             bounds of the score

    Without a course nothing is asked here: whoever ordered it weighs what is dug.
    """

    course: Course
    top: npt.NDArray[np.uint8]
    barred: npt.NDArray[np.uint8]
    needed: npt.NDArray[np.uint8]
    scores: npt.NDArray[np.int64]
    low: int
    high: int


class Aim(Bundle):
    """What to make, as arrays and numbers.

    within      int64[n]            techniques that must finish the puzzle, in order; empty: no level is aimed at
    below       int64[n]            techniques that must not finish it; empty: any puzzle within will do
    within_ways, below_ways  int    so many ways there must be at the narrowest point for it to count as finished; 0: any
    wish        Wish                what its path must be like, for puzzles that are sought
    orbits      int16[orbits, 4]    cells that are removed together, padded with -1
    orbit_of    int16[cells]        the orbit of each cell
    mask        int64[m]            the cells that hold givens, no more and no fewer; empty: any
    fixed       uint8[cells]        the solution; empty: any
    least, mid  int                 the number of givens to dig down to is drawn from least..mid
    most        int                 a puzzle with more givens is refused
    guesses     int                 a puzzle that the solver finishes with so many guesses is not weighed; 0: any is
    climbs      bool                whether a climb begins at what is too hard
    minimal     bool                dig on until no given can be removed alone (the level is then only checked at the end)
    nodes       int                 guesses that a proof may take, 0 = any number
    box_height, box_width, plain    box shape; plain: rows, columns and boxes are all there is, so that grids may be shuffled
    """

    within: npt.NDArray[np.int64]
    below: npt.NDArray[np.int64]
    within_ways: int
    below_ways: int
    wish: Wish
    orbits: npt.NDArray[np.int16]
    orbit_of: npt.NDArray[np.int16]
    mask: npt.NDArray[np.int64]
    fixed: npt.NDArray[np.uint8]
    least: int
    mid: int
    most: int
    guesses: int
    climbs: bool
    minimal: bool
    nodes: int
    box_height: int
    box_width: int
    plain: bool


class Room(Bundle):
    """Scratch for one thread.

    board, within, below    the engine's board, and its tallies for the two lists of techniques
    desk                    the engine's, for the harder tiers
    graph, sets, links      the rooms of the tiers after those (:func:`bookmaker.techniques.engine.roomy`)
    codes, tally            int64[n], int64[n, 2]: the wish's course with some stricken, and what was counted on it
    ground                  what the solver's kernel begins with: on classic 9x9 its workspace, else the RuleArrays
    none                    uint8[0, cells], for the solutions, of which none is kept
    order                   int64[orbits or mask cells]
    trial, other            uint8[cells]
    """

    board: Board
    within: npt.NDArray[np.int64]
    below: npt.NDArray[np.int64]
    desk: Desk
    graph: Graph
    sets: Sets
    links: Links
    codes: npt.NDArray[np.int64]
    tally: npt.NDArray[np.int64]
    ground: Any
    none: npt.NDArray[np.uint8]
    order: npt.NDArray[np.int64]
    trial: npt.NDArray[np.uint8]
    other: npt.NDArray[np.uint8]


class Tools(NamedTuple):
    """The kernels of other rooms, as function pointers: see :mod:`bookmaker.generation.entries`. None for those not used.

    count(ground, cells, limit, max_nodes, out) -> int; fill(rules, state, out) -> bool;
    refill(rules, cells, state, attempts, out) -> bool; shuffle(state, box_height, box_width, cells);
    logic(tables, cells, order, board, tally) -> int; searches[tier - 1](tables, board, desk, order) -> int;
    chains, almost, forcing: the same of the tiers after those, each with a room of its own for the desk.
    ready: a mask of the tiers whose kernels are there.
    """

    count: Any
    fill: Any
    refill: Any
    shuffle: Any
    logic: Any
    searches: Any
    chains: Any
    almost: Any
    forcing: Any
    ready: int


@inner
def is_minimal(tools: Tools, aim: Aim, room: Room, givens: Array) -> bool:
    """Whether each given of a proper puzzle is needed for it to be proper."""
    for cell in range(len(givens)):
        digit = givens[cell]
        if digit:
            givens[cell] = 0
            needed = tools.count(room.ground, givens, 2, aim.nodes, room.none) != 1
            givens[cell] = digit
            if not needed:
                return False
    return True


@inner
def finishes(tools: Tools, tables: Tables, order: Array, ways: int, room: Room, tally: Array, givens: Array) -> bool:
    """Whether the techniques ``order`` finish the grid, with at least so many ``ways`` at every point."""
    if ways:
        for row in range(len(tally)):
            tally[row, NARROWEST] = 0
    if tools.logic(tables, givens, order, room.board, tally) != SOLVED:
        return False
    if ways:
        for row in range(len(tally)):
            if 0 < tally[row, NARROWEST] < ways:
                return False
    return True


@inner
def judged(tools: Tools, rules: RuleArrays, tables: Tables, aim: Aim, room: Room, givens: Array, minimal: bool) -> int:
    """What a proper puzzle ``givens`` uint8[cells] is worth to the aim: MADE, or why it is refused. ``minimal``: known to be."""
    if aim.minimal and not minimal and not is_minimal(tools, aim, room, givens):
        return NOT_MINIMAL
    if aim.within.size and not finishes(tools, tables, aim.within, aim.within_ways, room, room.within, givens):
        return TOO_HARD
    if aim.below.size and finishes(tools, tables, aim.below, aim.below_ways, room, room.below, givens):
        return TOO_EASY
    return MADE
