"""What the generation kernels share: the aim, the scratch room, the kernels of other rooms, and how an attempt is judged."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bookmaker.kernels.rules import Array, RuleArrays
from bookmaker.techniques.finders.board import SOLVED, Board, Tables
from bookmaker.techniques.finders.compiled import inner

MADE, NO_GRID, TOO_MANY, TOO_EASY, TOO_HARD, NOT_MINIMAL, NOT_UNIQUE = range(7)
"""How an attempt ends: a puzzle; no full grid found; more givens than allowed; easier techniques suffice; those of the
level do not; a given can be removed alone; the wanted givens leave several solutions."""

ENDS = 7


class Aim(NamedTuple):
    """What to make, as arrays and numbers.

    within      int64[n]            techniques that must finish the puzzle, in order; empty: no level is aimed at
    below       int64[n]            techniques that must not finish it; empty: any puzzle within will do
    orbits      int16[orbits, 4]    cells that are removed together, padded with -1
    mask        int64[m]            the cells that hold givens, no more and no fewer; empty: any
    fixed       uint8[cells]        the solution; empty: any
    least, mid  int                 the number of givens to dig down to is drawn from least..mid
    most        int                 a puzzle with more givens is refused
    minimal     bool                dig on until no given can be removed alone (the level is then only checked at the end)
    box_height, box_width, plain    box shape; plain: rows, columns and boxes are all there is, so that grids may be shuffled
    """

    within: npt.NDArray[np.int64]
    below: npt.NDArray[np.int64]
    orbits: npt.NDArray[np.int16]
    mask: npt.NDArray[np.int64]
    fixed: npt.NDArray[np.uint8]
    least: int
    mid: int
    most: int
    minimal: bool
    box_height: int
    box_width: int
    plain: bool


class Room(NamedTuple):
    """Scratch for one thread.

    board, within, below    the engine's board, and its tallies for the two lists of techniques
    work                    the 9x9 solver's workspace
    order                   int64[orbits or mask cells]
    trial, other            uint8[cells]
    """

    board: Board
    within: npt.NDArray[np.int64]
    below: npt.NDArray[np.int64]
    work: npt.NDArray[np.uint32]
    order: npt.NDArray[np.int64]
    trial: npt.NDArray[np.uint8]
    other: npt.NDArray[np.uint8]


class Tools(NamedTuple):
    """The kernels of other rooms, as function pointers: see :func:`bookmaker.generation.running.runner`.

    count(rules, work, cells, limit) -> int; fill(rules, state, out) -> bool; refill(rules, cells, state, attempts, out) -> bool;
    shuffle(state, box_height, box_width, cells); logic(tables, cells, order, board, tally) -> int
    """

    count: Any
    fill: Any
    refill: Any
    shuffle: Any
    logic: Any


@inner
def _is_minimal(tools: Tools, rules: RuleArrays, room: Room, givens: Array) -> bool:
    for cell in range(len(givens)):
        digit = givens[cell]
        if digit:
            givens[cell] = 0
            needed = tools.count(rules, room.work, givens, 2) != 1
            givens[cell] = digit
            if not needed:
                return False
    return True


@inner
def judged(tools: Tools, rules: RuleArrays, tables: Tables, aim: Aim, room: Room, givens: Array, minimal: bool) -> int:
    """What a proper puzzle ``givens`` uint8[cells] is worth to the aim: MADE, or why it is refused. ``minimal``: known to be."""
    if aim.minimal and not minimal and not _is_minimal(tools, rules, room, givens):
        return NOT_MINIMAL
    if aim.within.size and tools.logic(tables, givens, aim.within, room.board, room.within) != SOLVED:
        return TOO_HARD
    if aim.below.size and tools.logic(tables, givens, aim.below, room.board, room.below) == SOLVED:
        return TOO_EASY
    return MADE
