"""The one loop over attempts: puzzles made from seeds, each with a generator of its own, until each is made or given up.

An attempt is a kernel, ``attempt(work, run, index) -> end``. It turns a full grid into a puzzle, or says why it could not. It
reads and writes two bundles: its ``work``, which belongs to one thread, and the ``run``, the puzzles that are being made.

A kernel that calls another one is compiled together with all of it. The loop therefore calls attempts, and attempts call the
solver, the fill and the engine, through function pointers: each is compiled once, for itself, and the engine's harder tiers only
when a puzzle first needs them. An attempt that needs a tier which is not ready is made again from its beginning.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numba
import numpy as np
import numpy.typing as npt
from numba import types

from bookmaker.logic.jit.bundle import Bundle, Pointer, array, field
from bookmaker.logic.jit.decorators import bare, direct, inner
from bookmaker.logic.kernels import fill, fill9
from bookmaker.logic.kernels.rules import Array, RuleArrays
from bookmaker.logic.solve.rule_arrays import rule_arrays
from bookmaker.logic.techniques import engine
from bookmaker.logic.techniques.finders.course import LOAD, STRETCH, Course
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.rules import geometry as geometry_of

MADE, NO_GRID = range(2)
"""The ends that all kinds of attempts share: a puzzle; no full grid was found."""

_FILLS = 3
"""Attempts without a full grid until a puzzle is given up. Each makes a thousand tries: such rules have hardly any grid."""

UNREADY = 32
"""From here on not an end: the attempt needs tier ``end - UNREADY`` of the engine, which is not ready."""

_INDEX = 32
"""The lowest bits of the loop's answer hold the puzzle at which it stopped, those above the tier that is not ready."""

_STRETCHES = (1 << STRETCH) - 1

NUMBER, YES = types.int64, types.boolean
CELLS, GRIDS, CODES = types.uint8[::1], types.uint8[:, ::1], types.int64[::1]


class Grids(Bundle):
    """Where full grids come from."""

    fixed: Array = array("uint8[cells]", "the only full grid; empty: any")
    rules: RuleArrays = field("the rules of random ones")
    fill: Any = field("a kernel of :mod:`bookmaker.logic.kernels.fill` that makes them from nothing")
    shuffle: Any = field("one of its kernels that makes them from each other")
    room: Array = array("int64[...]", "scratch of ``shuffle``")
    box_height: int = field("rows of a box")
    box_width: int = field("columns of a box")
    plain: bool = field("whether rows, columns and boxes are the only rules, so that grids may be shuffled")


class Run(Bundle):
    """The puzzles in the making. All arrays except ``costs`` are written."""

    states: Array = array("uint64[n]", "the generator of each")
    tallies: Array = array("int64[n, ends]", "how the attempts at each ended so far")
    givens: Array = array("uint8[n, cells]", "its givens")
    solutions: Array = array("uint8[n, cells]", "its full grid")
    owners: Array = array("int64[n, cells]", "of a Killer: the number of each cell's cage")
    deals: Array = array("int64[n]", "of a Killer: the index of its numbers of cages of each size")
    costs: Array = array("int64[ends]", "how many attempts an end counts for")
    patience: int = field("attempts before a puzzle is given up")
    before: Array = array("uint8[cells]", "scratch")


@inner
def full_grid(grids: Grids, state: Array, solution: Array, again: bool) -> bool:
    """Write a full grid to ``solution`` uint8[cells]; with ``again`` shuffle the one that it holds.

    Returns False if none is found.
    """
    if grids.fixed.size:
        for cell in range(len(solution)):
            solution[cell] = grids.fixed[cell]
        return True
    if not again and not grids.fill(grids.rules, state, solution):
        return False
    if grids.plain:
        grids.shuffle(state, grids.box_height, grids.box_width, solution, grids.room)
    return True


@inner
def path(work: Any, course: Course, givens: Array) -> int:
    """Solve ``givens`` uint8[cells] by a course.

    ``work`` has an ``engine``, the pointer ``solve`` to its loop, and a ``batch`` of one grid. Afterwards the tally of the batch
    counts the steps of the path, and the engine's board is at its end. Returns SOLVED, STUCK or CONTRADICTION; or UNREADY
    plus the tier that is not ready.
    """
    batch = work.batch
    for row in range(batch.tallies.shape[1]):
        for column in range(batch.tallies.shape[2]):
            batch.tallies[0, row, column] = 0
    for cell in range(len(givens)):
        batch.grids[0, cell] = givens[cell]
    stopped = work.solve(work.engine, course, batch, 0, LOAD)
    if stopped >> STRETCH == 0:
        return int(UNREADY + course.tiers[stopped & _STRETCHES])
    return int(batch.ends[0])


@inner
def _is_open(run: Run, index: int) -> bool:
    cost = 0
    for end in range(len(run.costs)):
        cost += run.costs[end] * run.tallies[index, end]
    return bool(run.tallies[index, MADE] == 0 and cost < run.patience)


@inner
def _copy(source: Array, target: Array) -> None:
    for place in range(len(target)):
        target[place] = source[place]


@bare
def _attempts(attempt: Any, work: Any, run: Run, first: int, budget: int) -> int:
    """Make attempts at each puzzle from index ``first`` on, ``budget`` at most. Returns the first that is not done."""
    for index in range(first, len(run.states)):
        while _is_open(run, index):
            if budget == 0:
                return index
            budget -= 1
            state = run.states[index]
            _copy(run.solutions[index], run.before)
            end = attempt(work, run, index)
            if end >= UNREADY:
                run.states[index] = state
                _copy(run.before, run.solutions[index])
                return int(index | (end - UNREADY) << _INDEX)
            run.tallies[index, end] += 1
    return len(run.states)


def fixed(solution: bytes | None) -> npt.NDArray[np.uint8]:
    """The field ``fixed`` of :class:`Grids`: the one full grid, or none."""
    return np.frombuffer(bytearray(solution or b""), dtype=np.uint8)


def grids_of(geometry: Geometry, solution: bytes | None) -> Grids:
    """Full grids of a geometry, or the one ``solution``."""
    rules = rule_arrays(geometry)
    kind = numba.typeof(rules)
    height, width = geometry.box
    return Grids(
        fixed=fixed(solution),
        rules=rules,
        fill=Pointer(fill9.fill if geometry == geometry_of() else fill.fill, YES(kind, types.uint64[::1], CELLS)),
        shuffle=Pointer(fill.shuffle_in, types.void(types.uint64[::1], NUMBER, NUMBER, CELLS, CODES)),
        room=fill.room_for(geometry.size),
        box_height=height,
        box_width=width,
        plain=geometry.bands is not None,
    )


class Attempts:
    """Makes attempts of one kind, on one thread, in the arrays of ``work``."""

    def __init__(self, attempt: Any, work: Any, solver: engine.Solver, costs: Sequence[int], cells: int) -> None:
        """``work``, a bundle, has the solver's ``engine``. ``costs``: how many attempts each end counts for."""
        self.work, self._solver, self._costs, self._cells = work, solver, np.array(costs, np.int64), cells
        kinds = numba.typeof(work), numba.typeof(self.run((), 0)), NUMBER
        self._attempt = Pointer(attempt, NUMBER(*kinds))
        self._entry = direct(_attempts, NUMBER(types.FunctionType(self._attempt.signature()), *kinds, NUMBER))

    def take(self, work: Any) -> None:
        """Go on with another ``work`` of the same type, for the same solver."""
        self.work = work

    def run(self, seeds: Sequence[int], patience: int) -> Run:
        """The arrays of a run of attempts at a puzzle for each seed, of which nothing is made yet."""
        return Run.blank(
            {"n": len(seeds), "cells": self._cells, "ends": len(self._costs)},
            states=np.array(seeds, np.uint64),
            costs=np.where(np.arange(len(self._costs)) == NO_GRID, -(-patience // _FILLS), self._costs),
            patience=patience,
        )

    def make(
        self,
        seeds: Sequence[int],
        patience: int,
        batch: int,
        stopped: Callable[[], bool],
        tried: Callable[[int], None],
        refused: Callable[[Run, int], int] = lambda run, done: done,
        begun: Callable[[], None] = lambda: None,
    ) -> Run:
        """A puzzle for each 64-bit seed, as far as attempts succeed; see :class:`Run`.

        After each ``batch`` of attempts, ``stopped`` may end the loop and ``tried`` gets the number of further attempts. Then
        ``refused`` may reject puzzles in the tallies: it takes the run and the first puzzle that is not done, and returns the new
        first one. ``begun`` is called before each batch, and again before one that is made anew because a kernel was not ready.
        The puzzles depend neither on ``batch`` nor on the other seeds.
        """
        run = self.run(seeds, patience)
        first = attempts = 0
        while first < len(seeds) and not stopped():
            begun()
            answer = int(self._entry(self._attempt, self.work, run, first, batch))
            tier, first = answer >> _INDEX, answer & ((1 << _INDEX) - 1)
            if tier:
                self._solver.make_ready(tier)
                self.work = self.work.replaced(engine=self._solver.engine)
                continue
            first = refused(run, first)
            total = int(run.tallies.sum())
            tried(total - attempts)
            attempts = total
        return run
