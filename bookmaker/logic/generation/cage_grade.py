"""Whether a Killer is of the wanted level, by the path that its grade will have, without leaving the kernels."""

from __future__ import annotations

from typing import Any

import numpy as np

from bookmaker.logic.generation.attempts import UNREADY, path
from bookmaker.logic.jit.bundle import Bundle, array, field
from bookmaker.logic.jit.decorators import lean
from bookmaker.logic.kernels.rules import Array
from bookmaker.logic.solve.cage_arrays import as_words
from bookmaker.logic.techniques import engine, techniques_on
from bookmaker.logic.techniques.declare import Level
from bookmaker.logic.techniques.finders.board import SOLVED, Tables
from bookmaker.logic.techniques.finders.course import Course
from bookmaker.logic.techniques.finders.driver import ROUNDS
from bookmaker.logic.techniques.finders.innies import load_cages
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.grid.puzzle import Cage

LIGHTER, MEANT, HEAVIER = range(3)
"""A puzzle is easier than the wanted level, of this level, or harder."""

HARDEST_WEIGHED = Level.EXPERT
"""The techniques of harder levels take too long for every puzzle. A puzzle that those up to here do not finish counts as MEANT
for any harder level, and is graded afterwards.
"""


class Scale(Bundle):
    """A course of techniques, and the wanted level."""

    plain: Tables = field("of the geometry, without cages")
    course: Course = field("of n techniques")
    levels: Array = array("int64[n]", "of each technique")
    level: int = field("the wanted level")


def scale(geometry: Geometry, level: Level) -> Scale:
    """A scale for one level."""
    known = [t for t in techniques_on(geometry, cages=True) if t.level <= min(level, HARDEST_WEIGHED)]
    return Scale(
        plain=engine.tables(geometry),
        course=engine.Plan(t.code for t in known).course,
        levels=np.array([t.level for t in known], np.int64),
        level=int(level),
    )


def solver(geometry: Geometry) -> engine.Solver:
    """A solver whose tables and cages :func:`weigh` writes anew for each puzzle."""
    cells, plain = geometry.cell_count, engine.tables(geometry)
    rules = plain.replaced(
        peers=np.full((cells, cells), -1, np.int16),
        peer_count=np.zeros(cells, np.int16),
        seen=np.array([as_words((), plain.seen.shape[1])] * cells, np.int64),
        unlike=np.zeros(plain.seen.shape, np.int64),
        sights=plain.sights.copy(),
        most_seen=geometry.size,
    )
    # As many cages as cells: every way of cutting fits.
    made = engine.Solver(geometry, tuple(Cage((cell,), 1) for cell in range(cells)), rules)
    made.part("cages")
    return made


@lean
def weigh(work: Any, givens: Array) -> int:
    """LIGHTER, MEANT or HEAVIER, or UNREADY and a tier: a proper puzzle, ``givens`` uint8[cells], with the cages of the space.

    If techniques up to the wanted level do not finish it, writes ``space.loose`` int64[cells]: 1 for an empty cell.
    """
    scale, engine, loose = work.scale, work.engine, work.space.loose
    load_cages(scale.plain, engine.tables, work.space.cages, 0, engine.workspace.cages)
    status = path(work, scale.course, givens)
    if status >= UNREADY:
        return status
    if status != SOLVED:
        for cell in range(len(loose)):
            loose[cell] = 1 if engine.board.digits[cell] == 0 else 0
        return MEANT if scale.level > HARDEST_WEIGHED else HEAVIER
    hardest = 0
    for row in range(len(scale.levels)):
        if work.batch.tallies[0, row, ROUNDS]:
            hardest = max(hardest, scale.levels[row])
    return MEANT if hardest == scale.level else LIGHTER
