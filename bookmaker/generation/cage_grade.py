"""Whether a Killer is of the level that is wanted, by the path that its grade would have, without leaving the kernels."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from bookmaker.grid.geometry import Geometry
from bookmaker.grid.puzzle import Cage
from bookmaker.jit.bundle import Bundle
from bookmaker.jit.decorators import lean
from bookmaker.kernels.derived_sums import CageArrays
from bookmaker.kernels.rules import Array
from bookmaker.solve.cage_arrays import as_words
from bookmaker.techniques import engine, techniques_on
from bookmaker.techniques.cage_tables import cage_room
from bookmaker.techniques.declare import Level
from bookmaker.techniques.finders import course
from bookmaker.techniques.finders.board import SOLVED, Board, Tables
from bookmaker.techniques.finders.cage_loading import take
from bookmaker.techniques.finders.cages import Cages
from bookmaker.techniques.finders.desk import Desk
from bookmaker.techniques.finders.driver import INSTANCES, ROUNDS

_run = lean(course.course)

LIGHTER, MEANT, HEAVIER = range(3)
"""What a puzzle is found to be beside the level that is wanted."""

HARDEST_WEIGHED = Level.EXPERT
"""The techniques of harder levels have rooms of their own, which a kernel for one puzzle after another does not: a puzzle that
those up to here do not finish counts as MEANT for any harder level, and whoever wants to know more has it graded."""


class Scale(Bundle):
    """A course of techniques, and what one thread needs to run it on one puzzle after another.

    plain      Tables         of the geometry
    tables     Tables         the same with the peers of the puzzle, which are written
    board, desk, cages        rooms of the finders
    ready      int            a mask of the tiers in the course
    tiers, starts, rows, codes  a plan as ``course`` takes it
    counts     int64[n + 1, 2], tally int64[1, n, 2], ends int64[1]   scratch of ``course``
    digits     uint8[0, cells], candidates uint32[0, cells]   no position is kept
    levels     int64[n]       of each technique
    level      int            the one wanted
    """

    plain: Tables
    tables: Tables
    board: Board
    desk: Desk
    cages: Cages
    ready: int
    tiers: npt.NDArray[np.int64]
    starts: npt.NDArray[np.int64]
    rows: npt.NDArray[np.int64]
    codes: npt.NDArray[np.int64]
    counts: npt.NDArray[np.int64]
    tally: npt.NDArray[np.int64]
    ends: npt.NDArray[np.int64]
    digits: npt.NDArray[np.uint8]
    candidates: npt.NDArray[np.uint32]
    levels: npt.NDArray[np.int64]
    level: int


def scale(geometry: Geometry, level: Level) -> Scale:
    """A scale for one thread."""
    cells, plain = geometry.cell_count, engine.tables(geometry)
    known = [t for t in techniques_on(geometry, cages=True) if t.level <= min(level, HARDEST_WEIGHED)]
    plan = engine.Plan(t.code for t in known)
    tiers, starts, rows, codes = plan.arrays
    return Scale(
        plain=plain,
        tables=plain.replaced(
            peers=np.full((cells, cells), -1, np.int16),
            peer_count=np.zeros(cells, np.int16),
            seen=np.array([as_words((), plain.seen.shape[1])] * cells, np.int64),
            sights=plain.sights.copy(),
            most_seen=geometry.size,
        ),
        board=engine.board(geometry),
        desk=engine.desk(geometry),
        # As many cages as cells: there is room for every way of cutting.
        cages=cage_room(geometry, tuple(Cage((cell,), 1) for cell in range(cells))),
        ready=course.ALONE | sum(1 << tier for tier in set(tiers.tolist())),
        tiers=tiers,
        starts=starts,
        rows=rows,
        codes=codes,
        counts=np.zeros((len(known) + 1, 2), np.int64),
        tally=np.zeros((1, len(known), 2), np.int64),
        ends=np.zeros(1, np.int64),
        digits=np.zeros((0, cells), np.uint8),
        candidates=np.zeros((0, cells), np.uint32),
        levels=np.array([t.level for t in known], np.int64),
        level=int(level),
    )


@lean
def weigh(logic: Any, searches: Any, caged: Any, scale: Scale, cages: CageArrays, givens: Array, loose: Array) -> int:
    """LIGHTER, MEANT or HEAVIER: a proper puzzle, ``givens`` uint8[1, cells], with the cages of puzzle 0.

    Where techniques up to the level wanted do not finish it, ``loose`` int64[cells] is written: 1 for an empty cell.
    """
    take(scale.plain, scale.tables, cages, 0, scale.cages)
    for row in range(len(scale.levels)):
        scale.tally[0, row, INSTANCES] = 0
        scale.tally[0, row, ROUNDS] = 0
    _run(
        logic, searches, caged, scale.tables, scale.board, scale.desk, scale.cages,
        scale.ready, scale.tiers, scale.starts, scale.rows, scale.codes, scale.counts,
        givens, 0, course.LOAD, scale.tally, scale.ends, scale.digits, scale.candidates, course.LOAD,
    )  # fmt: skip
    if scale.ends[0] != SOLVED:
        for cell in range(len(loose)):
            loose[cell] = 1 if scale.board.digits[cell] == 0 else 0
        return MEANT if scale.level > HARDEST_WEIGHED else HEAVIER
    hardest = 0
    for row in range(len(scale.levels)):
        if scale.tally[0, row, ROUNDS]:
            hardest = max(hardest, scale.levels[row])
    return MEANT if hardest == scale.level else LIGHTER
