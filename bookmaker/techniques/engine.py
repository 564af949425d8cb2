"""The engine's Python face: tables and boards for the kernels, plans, and the rounds of a puzzle as decoded steps.

A kernel of another room that wants to know whether techniques of the basic tier finish a grid calls
``run_logic(tables, givens, order, board, tally) == 1`` from :mod:`bookmaker.techniques.finders.driver`, with
:func:`tables`, :func:`order_of`, :func:`board` (one for each thread) and :func:`tally_for`, all made once by its
Python caller. Whoever wants all techniques has a :class:`Solver` run a :class:`Plan`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import accumulate, groupby
from typing import Any, NamedTuple, Self

import numba
import numpy as np
import numpy.typing as npt
from numba import types

from bookmaker.grid.geometry import Geometry
from bookmaker.grid.puzzle import Cage, Puzzle
from bookmaker.jit.decorators import direct
from bookmaker.jit.pointers import Absent, Pointer
from bookmaker.solve.solver import MOST_GUESSES, solve
from bookmaker.techniques import BY_CODE, TECHNIQUES
from bookmaker.techniques.cage_tables import cage_room, caged_tables
from bookmaker.techniques.declare import ROLES, HouseRef, PatternCandidate, Step, Technique
from bookmaker.techniques.families import TIER_OF, Tier
from bookmaker.techniques.finders import (
    aligned,
    almost_locked_sets,
    cage_tier,
    chain_tier,
    course,
    fish_and_colours,
    forcing,
    franken,
    relations,
    wings_and_rectangles,
)
from bookmaker.techniques.finders import board as kernel
from bookmaker.techniques.finders.board import Board, Tables
from bookmaker.techniques.finders.brute import fill
from bookmaker.techniques.finders.driver import ANEW, INSTANCES, NARROWEST, ONCE, ROUNDS, find, run_logic
from bookmaker.techniques.workspaces import almost_room, board, chain_room, desk, forcing_room, tables

__all__ = ["Plan", "Solver", "board", "desk", "forcing_room", "found", "order_of", "rounds", "tables", "tally_for"]

_WORDS_CAPACITY = 1 << 14

_BASIC = 0


def brute_force(tables: Tables, position: Board, puzzle: Puzzle, order: npt.NDArray[np.int64]) -> int:
    """As the kernels' searches: one instance, which places all digits that are left. It finds nothing in an improper grid.

    The givens are among the position's digits, and all steps keep the answer of a proper puzzle: so what the solver
    proves to be the only way to fill it is the answer. No isomorphism changes that, and it claims no more than it
    does. A search that would be endless is given up, and finds nothing either.
    """
    del tables
    position.marks[kernel.FOUND] = 0
    answer = solve(replace(puzzle, givens=position.digits.tobytes()), 2, MOST_GUESSES).solution
    if answer is None:
        return -1
    fill(position, np.array(list(answer), dtype=np.uint8), int(order[0]))
    return 0


def _grid(geometry: Geometry, cages: tuple[Cage, ...] = ()) -> Puzzle:
    return Puzzle(geometry, bytes(geometry.cell_count), cages=cages)


_OF_CAGES: tuple[Callable[..., Any], ...] = (cage_room, _grid)
"""What makes a room that knows the cages."""


_RUN: dict[Tier, tuple[Any, Callable[..., Any]]] = {
    Tier.BASIC: (find, desk),
    Tier.WINGS_AND_RECTANGLES: (wings_and_rectangles.search, desk),
    Tier.FISH_AND_COLOURS: (fish_and_colours.search, desk),
    Tier.FRANKEN_FISH: (franken.search, desk),
    Tier.ALIGNED_PAIRS: (aligned.search, desk),
    Tier.RELATIONS: (relations.search, desk),
    Tier.CAGES: (cage_tier.search, cage_room),
    Tier.CHAINS: (chain_tier.search, chain_room),
    Tier.ALMOST_LOCKED_SETS: (almost_locked_sets.search, almost_room),
    Tier.FORCING: (forcing.search, forcing_room),
    Tier.BRUTE_FORCE: (brute_force, _grid),
}
_TIERS = tuple(_RUN[tier] for tier in Tier)
"""For each tier its search and what makes the room for it. The search of the basic tier is ``find``; that of the others is
for one round, and takes tables, board, room and codes.
"""

_TIER_OF = {family.number: tier.number for family, tier in TIER_OF.items()}
_TIER_OF[ANEW >> 4] = _BASIC


def order_of(techniques: Iterable[Technique] = TECHNIQUES) -> npt.NDArray[np.int64]:
    """The techniques of the basic tier among these as its driver takes them: int64 codes, to be tried in this order."""
    return np.array([t.code for t in techniques if _TIER_OF[t.code >> 4] == _BASIC], dtype=np.int64)


def tally_for(order: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Room for what a run counts: int64[n, 3], instances, rounds and narrowest round of each technique of ``order``."""
    return np.zeros((order.size, 3), dtype=np.int64)


def searches() -> tuple[Any, ...]:
    """The kernels of the tiers that work at the desk, from tier 1 on: ``search(tables, board, desk, order) -> index or -1``."""
    return tuple(search for search, room in _TIERS[1:] if room is desk)


def harder() -> tuple[tuple[Any, Callable[[Geometry], Any]], ...]:
    """The kernels of all tiers after the basic one, each with what makes its room: ``search(tables, board, room, order)``."""
    return tuple((search, make) for search, make in _TIERS[1:] if search is not brute_force)


CHAINS, ALMOST, FORCING = (tier.number for tier in (Tier.CHAINS, Tier.ALMOST_LOCKED_SETS, Tier.FORCING))
"""The tiers that have rooms of their own, but for cages."""


def roomy() -> dict[int, tuple[Any, Callable[[Geometry], Any]]]:
    """The kernels of CHAINS, ALMOST and FORCING, each with what makes its room, which it takes for the desk."""
    return {tier: _TIERS[tier] for tier in (CHAINS, ALMOST, FORCING)}


class Plan:
    """An order of technique codes, cut into stretches of one tier: each round is of the first code that finds anything."""

    def __init__(self, codes: Iterable[int]) -> None:
        self.codes = tuple(codes)
        self.stretches: list[tuple[int, slice, npt.NDArray[np.int64]]] = []
        start = 0
        for tier, run in groupby(self.codes, key=lambda code: _TIER_OF[code >> 4]):
            part = list(run)
            codes_and_end = [*part, ONCE] if tier == _BASIC and start else part
            self.stretches.append((tier, slice(start, start + len(part)), np.array(codes_and_end, dtype=np.int64)))
            start += len(part)
        if self.stretches[0][0] != _BASIC:
            raise ValueError("a plan begins with the basic tier")
        parts = [codes.tolist() for _, _, codes in self.stretches]
        self.arrays = (
            np.array([tier for tier, _, _ in self.stretches], dtype=np.int64),
            np.array([0, *accumulate(map(len, parts))], dtype=np.int64),
            np.array([0, *(part.stop for _, part, _ in self.stretches)], dtype=np.int64),
            np.array([code for part in parts for code in part], dtype=np.int64),
        )


_AT_DESK = tuple(tier for tier, (_, room) in enumerate(_TIERS) if room is desk and tier != _BASIC)
_CAGES = len(_AT_DESK) + 1


class _Course:
    """The compiled course, and of the kernels that it calls those that any grid has needed."""

    def __init__(self, rules: types.Type, position: types.Type, table: types.Type, cages: types.Type) -> None:
        number, numbers = types.int64, types.int64[::1]
        self._logic = types.FunctionType(number(rules, types.uint8[::1], numbers, position, types.int64[:, ::1]))
        self._search = types.FunctionType(number(rules, position, table, numbers))
        self._caged = types.FunctionType(number(rules, position, cages, numbers))
        self._tools: list[Any] = [Absent(self._search.signature) for _ in _AT_DESK]
        self._of_cages: Any = Absent(self._caged.signature)
        searches = types.UniTuple(self._search, len(_AT_DESK))
        kinds = (self._logic, searches, self._caged, rules, position, table, cages, number)
        plan = (numbers, numbers, numbers, numbers)
        work = (types.int64[:, ::1], types.uint8[:, ::1], number, number, types.int64[:, :, ::1], numbers)
        kept = (types.uint8[:, ::1], types.uint32[:, ::1], number)
        self._entry = direct(course.course, number(*kinds, *plan, *work, *kept))
        self._run_logic = Pointer(run_logic, self._logic.signature)
        self._first = (self._run_logic, tuple(self._tools), self._of_cages)
        self._mask = 0

    def make_ready(self, tier: int) -> None:
        """Compile a tier's kernel, or load it."""
        if tier == _CAGES:
            self._of_cages = Pointer(_TIERS[tier][0], self._caged.signature)
        else:
            self._tools[_AT_DESK.index(tier)] = Pointer(_TIERS[tier][0], self._search.signature)
        self._first = (self._run_logic, tuple(self._tools), self._of_cages)
        self._mask |= 1 << tier

    def __call__(
        self, rules: Tables, position: Board, table: Any, cages: Any, plan: Plan, alone: bool, *work: Any
    ) -> int:
        mask = self._mask | course.ALONE * alone
        return int(self._entry(*self._first, rules, position, table, cages, mask, *plan.arrays, *work))


_course = cache(_Course)


def _room(make: Callable[..., Any], geometry: Geometry, cages: tuple[Cage, ...]) -> Any:
    return make(geometry, cages) if make in _OF_CAGES else make(geometry)


class Positions(NamedTuple):
    """Where grids are when the basic tier of a plan finds nothing for the first time; zeros where that never is."""

    digits: npt.NDArray[np.uint8]
    """uint8[n, cells], 0 for an empty cell"""
    candidates: npt.NDArray[np.uint32]
    """uint32[n, cells], as those of a board"""

    @classmethod
    def room(cls, count: int, cells: int) -> Self:
        """For so many grids."""
        return cls(np.zeros((count, cells), dtype=np.uint8), np.zeros((count, cells), dtype=np.uint32))

    def some(self, rows: Any) -> Positions:
        """Those of some of the grids."""
        return Positions(self.digits[rows], self.candidates[rows])


class Solver:
    """Runs plans on grids of one geometry, for one thread: it owns a board and a desk."""

    def __init__(self, geometry: Geometry, cages: tuple[Cage, ...] = ()) -> None:
        self.tables, self.board, self.desk = tables(geometry), board(geometry), desk(geometry)
        self._geometry = geometry
        self._cages: tuple[Cage, ...] = ()
        self._rooms: dict[Callable[..., Any], Any] = {desk: self.desk}
        self._nothing = np.zeros((1, 0), dtype=np.uint8)
        self._course = _course(*map(numba.typeof, (self.tables, self.board, self.desk, self.room(cage_room))))
        if cages:
            self.cage(cages)

    def run(self, givens: npt.NDArray[np.uint8], plan: Plan) -> tuple[int, npt.NDArray[np.int64]]:
        """Solve as far as the plan's techniques go: SOLVED, STUCK or CONTRADICTION, and a tally as ``run_logic`` has it.

        SOLVED proves that the puzzle is proper unless a technique was used that presumes it.
        """
        ends, tallies = self.run_many(givens.reshape(1, -1), plan)
        return int(ends[0]), tallies[0]

    def go_on(self, plan: Plan) -> tuple[int, npt.NDArray[np.int64]]:
        """Apply the pending effects and go on as :meth:`run` does. The tally is of what follows."""
        ends, tallies = self.run_many(self._nothing, plan, stage=course.GO_ON)
        return int(ends[0]), tallies[0]

    def run_many(
        self,
        grids: npt.NDArray[np.uint8],
        plan: Plan,
        stuck: Callable[[int], bool] | None = None,
        stage: int = course.LOAD,
        tallies: npt.NDArray[np.int64] | None = None,
        keep: Positions | None = None,
        resume: Positions | None = None,
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """:meth:`run` for each of ``grids`` uint8[n, cells]: how each ends, int64[n], and the tallies, int64[n, codes, 3].

        ``stuck`` is called with the index of a grid where the plan is, and the board at its position; True tells that there
        are pending effects, with which the grid goes on. It may read ``tallies``, if they were handed in: zeros, with
        2 columns where the ways are not asked for. ``keep`` is filled with the positions of the grids; with ``resume`` they go on
        from such positions, where no technique of the plan's basic tier may find anything.
        """
        # The compiled entry takes what it is handed for what it was compiled for.
        grids = np.ascontiguousarray(grids, dtype=np.uint8)
        if tallies is None:
            tallies = np.zeros((len(grids), len(plan.codes), 3), dtype=np.int64)
        ends = np.zeros(len(grids), dtype=np.int64)
        counts = np.zeros((len(plan.codes) + 1, tallies.shape[2]), dtype=np.int64)
        index, stretches = 0, len(plan.stretches)
        kept, begin = resume or keep or Positions.room(0, grids.shape[1]), course.RESUME if resume else course.LOAD
        stage = begin if stage == course.LOAD else stage
        while index < len(grids):
            work = (counts, grids, index, stage, tallies, ends, *kept, begin)
            alone = stuck is None
            answer = self._course(self.tables, self.board, self.desk, self.room(cage_room), plan, alone, *work)
            index, stage = answer >> course.STAGE, answer & ((1 << course.STAGE) - 1)
            if index == len(grids):
                break
            if stage == stretches:
                gone_on = stuck is not None and stuck(index)
                stage = course.GO_ON if gone_on else begin
                index += not gone_on
                continue
            tier, part, codes = plan.stretches[stage]
            search, make = _TIERS[tier]
            if tier <= _CAGES:
                self._course.make_ready(tier)
                continue
            found = search(self.tables, self.board, self.room(make), codes)
            stage += 1
            if found >= 0:
                row, stage = part.start + found, course.GO_ON
                self._count(tallies[index], row, int(self.board.marks[kernel.FOUND]))
        return ends, tallies

    def room(self, make: Callable[..., Any]) -> Any:
        """What ``make`` makes of the geometry, made once."""
        if make not in self._rooms:
            self._rooms[make] = _room(make, self._geometry, self._cages)
        return self._rooms[make]

    def cage(self, cages: tuple[Cage, ...]) -> None:
        """Work on puzzles with these cages from now on."""
        if cages == self._cages:
            return
        self._cages, self.tables = cages, caged_tables(self._geometry, cages)
        for make in _OF_CAGES:
            self._rooms.pop(make, None)

    @staticmethod
    def _count(tally: npt.NDArray[np.int64], row: int, found: int) -> None:
        tally[row, INSTANCES] += found
        tally[row, ROUNDS] += 1
        if len(tally[row]) > NARROWEST:
            tally[row, NARROWEST] = min(found, int(tally[row, NARROWEST]) or found)


def _decoded(record: npt.NDArray[np.int32]) -> Step:
    parts: tuple[list[tuple[int, int, int]], ...] = ([], [], [], [])
    for item in record[2:].tolist():
        parts[item >> 28 & 7].append((item >> 20 & 0xFF, item >> 5 & 0x7FFF, item & 31))
    return Step(
        technique=BY_CODE[int(record[1])].name,
        placements=tuple((cell, digit) for _, cell, digit in parts[kernel.PLACED]),
        eliminations=tuple((cell, digit) for _, cell, digit in parts[kernel.REMOVED]),
        pattern=tuple(PatternCandidate(ROLES[role], cell, digit) for role, cell, digit in parts[kernel.CANDIDATE]),
        houses=tuple(HouseRef(ROLES[role], house) for role, house, _ in parts[kernel.HOUSE]),
    )


def found(
    geometry: Geometry,
    position: Board,
    code: int,
    given: Iterable[bool] = (),
    cages: tuple[Cage, ...] = (),
    rooms: dict[Callable[..., Any], Any] | None = None,
) -> list[Step]:
    """All instances of one technique on the board, decoded. The board afterwards holds them as pending effects.

    ``given`` tells for each cell whether it holds a given; without it, no filled cell does. ``rooms`` keeps the rooms
    from one call to the next with the same geometry and cages.
    """
    rules = caged_tables(geometry, cages)
    tier = _TIER_OF[code >> 4]
    search, make = _TIERS[tier]
    arguments: tuple[Any, ...] = (code,)
    if tier != _BASIC:
        kept = {} if rooms is None else rooms
        if make not in kept:
            kept[make] = _room(make, geometry, cages)
        room = kept[make]
        if make is desk:
            for cell, is_given in enumerate(given):
                room.given[cell] = is_given
        arguments = (room, np.array([code], dtype=np.int64))
    trial = position
    while True:
        search(rules, trial, *arguments)
        if not trial.marks[kernel.OVERFLOW]:
            break
        trial = position.replaced(records=np.zeros(max(_WORDS_CAPACITY, 2 * trial.records.size), dtype=np.int32))
    steps, head = [], 0
    for _ in range(int(trial.marks[kernel.FOUND])):
        length = int(trial.records[head])
        steps.append(_decoded(trial.records[head : head + length]))
        head += length
    return steps


def rounds(
    geometry: Geometry,
    digits: bytes,
    techniques: Iterable[Technique] = TECHNIQUES,
    givens: bytes | None = None,
    removed: Iterable[tuple[int, int]] = (),
    cages: tuple[Cage, ...] = (),
) -> Iterator[list[Step]]:
    """The rounds of a grid, one after another, until it is solved, stuck, or contradicts itself.

    Where the way has begun: ``digits`` are those that stand in the grid, ``givens`` those of them that were given
    (all, if None), ``removed`` the candidates (cell, digit) that are gone already.
    """
    rules, position = caged_tables(geometry, cages), board(geometry, _WORDS_CAPACITY)
    gone = np.zeros(geometry.cell_count, dtype=np.uint32)
    for cell, digit in removed:
        gone[cell] |= np.uint32(1 << (digit - 1))
    kernel.load(rules, position, np.frombuffer(digits, dtype=np.uint8), gone)
    codes = [technique.code for technique in techniques]
    given = [digit > 0 for digit in (digits if givens is None else givens)]
    rooms: dict[Callable[..., Any], Any] = {}
    while not position.marks[kernel.CLASH] and position.marks[kernel.FILLED] < geometry.cell_count:
        for code in codes:
            steps = found(geometry, position, code, given, cages, rooms)
            if steps:
                yield steps
                kernel.apply(rules, position)
                break
        else:
            return
