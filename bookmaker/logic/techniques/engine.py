"""The engine's Python face: tables and boards for the kernels, plans, and the rounds of a puzzle as decoded steps.

A kernel of another package calls ``run_logic(tables, givens, order, board, tally, ROUND_BY_ROUND) == 1`` from
:mod:`bookmaker.logic.techniques.finders.course` to see whether techniques of the basic tier finish a grid. Its Python caller
makes the arguments once, with :func:`tables`, :func:`order_of`, :func:`board` (one for each thread) and :func:`tally_for`. For
all techniques a :class:`Solver` runs a :class:`Plan`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import groupby
from typing import Any, ClassVar, NamedTuple, Self

import numba
import numpy as np
import numpy.typing as npt
from numba import types

from bookmaker.logic.jit.bundle import Absent, Pointer, is_noted, is_noting
from bookmaker.logic.jit.decorators import direct
from bookmaker.logic.solve.solver import solve
from bookmaker.logic.solve.work import WORK
from bookmaker.logic.techniques import BY_CODE, TECHNIQUES
from bookmaker.logic.techniques.declare import ROLES, HouseRef, PatternCandidate, Step, Technique
from bookmaker.logic.techniques.families import TIER_OF, Tier
from bookmaker.logic.techniques.finders import (
    aligned,
    almost_locked_sets,
    cage_pairs,
    fish_and_colours,
    forcing,
    franken,
    nice_loops,
    related_cells,
    wings,
)
from bookmaker.logic.techniques.finders import board as kernel
from bookmaker.logic.techniques.finders import course as loop
from bookmaker.logic.techniques.finders.board import Board, Tables, fill
from bookmaker.logic.techniques.finders.course import NARROWEST, ONCE, RESTART, ROUNDS, Batch, Course, Engine, run_logic
from bookmaker.logic.techniques.finders.innies import load_cages
from bookmaker.logic.techniques.finders.workspace import Workspace
from bookmaker.logic.techniques.workspaces import (
    almost_sets,
    board,
    cage_tables,
    cage_workspace,
    chain_graph,
    clue_workspace,
    implication_workspace,
    scratch,
    summed,
    tables,
)
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle

TIER_NUMBERS = {family.number: tier.number for family, tier in TIER_OF.items()} | {RESTART >> 4: Tier.BASIC.number}
"""The tier of each family, both by number."""


class Plan:
    """Technique codes in order of trial: the first that finds anything makes the round. ``course`` is the same as arrays."""

    def __init__(self, codes: Iterable[int]) -> None:
        self.codes = tuple(codes)
        runs = [(tier, len(list(run))) for tier, run in groupby(TIER_NUMBERS[code >> 4] for code in self.codes)]
        if not runs or runs[0][0] != Tier.BASIC.number:
            runs.insert(0, (Tier.BASIC.number, 0))
        self.course = Course(
            codes=np.array(self.codes, dtype=np.int64),
            starts=np.cumsum([0, *(length for _, length in runs)], dtype=np.int64),
            tiers=np.array([tier for tier, _ in runs], dtype=np.int64),
        )


class Positions(NamedTuple):
    """The position of each grid where the basic tier of a plan is first stuck; zeros if it never is."""

    digits: npt.NDArray[np.uint8]
    """uint8[n, cells], 0 for an empty cell"""
    candidates: npt.NDArray[np.uint32]
    """uint32[n, cells], as those of a board"""

    @classmethod
    def empty(cls, count: int, cells: int) -> Self:
        """New positions for ``count`` grids."""
        return cls(np.zeros((count, cells), dtype=np.uint8), np.zeros((count, cells), dtype=np.uint32))

    def some(self, rows: Any) -> Positions:
        """The positions of some of the grids."""
        return Positions(self.digits[rows], self.candidates[rows])


class Parting(NamedTuple):
    """Where the path of each grid parts from that of another plan, which has the same techniques but for some."""

    unshared: npt.NDArray[np.int8]
    """int8[techniques]: 1 for each technique that the other plan lacks, none of them basic"""
    positions: Positions
    """zeros where the paths never part"""
    tallies: npt.NDArray[np.int64]
    """int64[n, techniques, 2]: the instances and rounds up to there"""

    @classmethod
    def empty(cls, count: int, cells: int, plan: Plan, other: Plan) -> Self:
        """A new record for ``count`` grids that run ``plan``."""
        unshared = np.array([code not in other.codes for code in plan.codes], np.int8)
        return cls(unshared, Positions.empty(count, cells), np.zeros((count, len(plan.codes), 2), np.int64))

    def some(self, rows: Any) -> Parting:
        """The same of some of the grids."""
        return Parting(self.unshared, self.positions.some(rows), self.tallies[rows])


_NO_TECHNIQUES, _NO_TALLIES = np.zeros(0, np.int8), np.zeros((0, 0, 2), np.int64)


def batch(
    grids: npt.NDArray[np.uint8],
    tallies: npt.NDArray[np.int64],
    pause: int = loop.NEVER,
    begin: int = loop.LOAD,
    positions: Positions | None = None,
    parting: Parting | None = None,
) -> Batch:
    """Grids uint8[n, cells] for a course, with tallies int64[n, techniques, 2 to 4]; see :class:`Batch`."""
    cells = grids.shape[1]
    kept = positions or Positions.empty(0, cells)
    unshared, parted, before = parting or Parting(_NO_TECHNIQUES, Positions.empty(0, cells), _NO_TALLIES)
    ends = np.zeros(len(grids), dtype=np.int64)
    return Batch(grids, tallies, ends, *kept, unshared, *parted, before, begin, pause)


__all__ = [
    "Parting",
    "Plan",
    "Positions",
    "Solver",
    "batch",
    "board",
    "found",
    "harder",
    "order_of",
    "rounds",
    "tables",
    "tally_for",
]

_WORDS_CAPACITY = 1 << 14


def brute_force(position: Board, puzzle: Puzzle, code: int) -> bool:
    """As the kernels' searches: one instance, which places all digits that are left. It finds nothing in an improper grid.

    The givens are among the position's digits, and all steps keep the answer of a proper puzzle: so the only way to fill the grid
    that the solver proves is the answer. No isomorphism changes that, and it claims no more than it does. A search that would be
    endless is given up, and finds nothing either.
    """
    position.marks[kernel.FOUND] = 0
    answer = solve(replace(puzzle, givens=position.digits.tobytes()), 2, WORK).solution
    if answer is None:
        return False
    fill(position, np.array(list(answer), dtype=np.uint8), code)
    return True


_RUN: dict[Tier, tuple[Any, str]] = {
    Tier.BASIC: (run_logic, "scratch"),
    Tier.WINGS_AND_RECTANGLES: (wings.search, "scratch"),
    Tier.FISH_AND_COLOURS: (fish_and_colours.search, "scratch"),
    Tier.FRANKEN_FISH: (franken.search, "scratch"),
    Tier.ALIGNED_CELLS: (aligned.search, "scratch"),
    Tier.RELATIONS: (related_cells.search_relations, "scratch"),
    Tier.CLUES: (related_cells.search_clues, "clues"),
    Tier.CAGES: (cage_pairs.search, "cages"),
    Tier.CHAINS: (nice_loops.search, "graph"),
    Tier.ALMOST_LOCKED_SETS: (almost_locked_sets.search, "sets"),
    Tier.FORCING: (forcing.search, "links"),
    Tier.BRUTE_FORCE: (brute_force, "scratch"),
}
_TIERS = tuple(_RUN[tier] for tier in Tier)
"""For each tier its kernel (brute force has none), and the part of the workspace that it uses."""

_BASIC, _BRUTE = Tier.BASIC.number, Tier.BRUTE_FORCE.number

_MAKERS: dict[str, Callable[..., Any]] = {
    "scratch": scratch,
    "cages": cage_workspace,
    "graph": chain_graph,
    "sets": almost_sets,
    "links": implication_workspace,
    "clues": clue_workspace,
}
"""The function that makes each part of a workspace for a geometry."""


def order_of(techniques: Iterable[Technique] = TECHNIQUES) -> npt.NDArray[np.int64]:
    """The techniques of the basic tier among these, as its driver takes them: int64 codes in the order of trial."""
    return np.array([t.code for t in techniques if TIER_NUMBERS[t.code >> 4] == _BASIC], dtype=np.int64)


def tally_for(order: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """A new tally int64[n, 4]: instances, rounds, links and narrowest round of each technique of ``order``."""
    return np.zeros((order.size, NARROWEST + 1), dtype=np.int64)


def harder() -> dict[int, Any]:
    """The kernels of all tiers after the basic one, by tier: ``search(tables, board, workspace, order) -> index or -1``."""
    return {tier: search for tier, (search, _) in enumerate(_TIERS) if tier not in (_BASIC, _BRUTE)}


class _Kernels:
    """The function pointers of the tiers' kernels, for all solvers. A kernel is compiled when a grid first needs it."""

    def __init__(self, rules: Tables, position: Board, workspace: Workspace) -> None:
        number, numbers = types.int64, types.int64[::1]
        seen = [numba.typeof(each) for each in (rules, position, workspace)]
        searched = number(*seen, numbers)
        given = number(seen[0], types.uint8[::1], numbers, seen[1], types.int64[:, ::1], number)
        self.logic = Pointer(run_logic, given)
        self.searches: list[Absent] = [Absent(searched)] * (_BRUTE - 1)
        self.ready = 1 << _BASIC
        engine = Engine(rules, position, workspace, self.logic, tuple(self.searches), 0)
        work = batch(np.zeros((0, 1), np.uint8), np.zeros((0, 1, 2), np.int64))
        self.signature = number(*map(numba.typeof, (engine, Plan(()).course, work)), number, number)
        self.run = direct(loop.run, self.signature)

    def make_ready(self, tier: int) -> None:
        """Compile the kernel of a tier, or load it."""
        if not self.ready >> tier & 1:
            absent = self.searches[tier - 1]
            self.searches[tier - 1] = Pointer(_TIERS[tier][0], absent.signature())
            self.ready |= 1 << tier


class Solver:
    """Runs plans on grids of one geometry, for one thread.

    ``rules``: tables to use in place of those of the geometry and the cages. ``position``: a board to use in place of a new one.
    """

    _kernels: ClassVar[_Kernels | None] = None
    _unused: ClassVar[dict[str, Any]] = {}
    """Placeholders for the parts of a workspace that are not made yet."""

    def __init__(
        self,
        geometry: Geometry,
        cages: tuple[Cage, ...] = (),
        rules: Tables | None = None,
        position: Board | None = None,
    ) -> None:
        self.tables = rules or tables(geometry)
        self.board = position or board(geometry)
        self._puzzle = Puzzle.plain(geometry, bytes(geometry.cell_count))
        self._parts: dict[str, Any] = {"scratch": scratch(geometry)}
        self._caged: tuple[Tables, Tables] | None = None
        self._refresh()
        if cages:
            self.take(geometry, Puzzle(geometry, bytes(geometry.cell_count), cages=cages).cages)

    def _refresh(self) -> None:
        geometry = self._puzzle.geometry
        for name, make in _MAKERS.items():
            if name not in self._unused:
                self._unused[name] = make(geometry)
        self.workspace = Workspace(**(self._unused | self._parts))
        # Kernels that are only noted are nobody else's: their pointers lead nowhere.
        shared = None if is_noting() else Solver._kernels
        kernels = self.kernels = shared or _Kernels(self.tables, self.board, self.workspace)
        if not is_noting():
            Solver._kernels = kernels
        parts = sum(1 << tier for tier, (_, part) in enumerate(_TIERS) if part in self._parts)
        self.engine = Engine(
            self.tables, self.board, self.workspace, kernels.logic, tuple(kernels.searches), kernels.ready & parts
        )

    def part(self, name: str) -> Any:
        """A part of the workspace, made when first needed."""
        if name not in self._parts:
            self._parts[name] = _MAKERS[name](self._puzzle.geometry)
            self._refresh()
        return self._parts[name]

    @property
    def classic(self) -> bool:
        """Whether the grid is a classic one of 9x9."""
        return self._puzzle.geometry.plain and self._puzzle.geometry.size == 9

    def make_ready(self, tier: int) -> None:
        """Compile the kernel of a tier, and make the part of the workspace that it uses."""
        self.kernels.make_ready(tier)
        if _TIERS[tier][1] in self._parts:
            self._refresh()
        else:
            self.part(_TIERS[tier][1])

    def loop(self, compiled: bool) -> Absent:
        """The pointer to :func:`bookmaker.logic.techniques.finders.course.run` for kernels that may call it."""
        return Pointer(loop.run, self.kernels.signature) if compiled else Absent(self.kernels.signature)

    def take(self, geometry: Geometry, cages: tuple[Cage, ...]) -> None:
        """Work on puzzles of this geometry, which differs from the one before in its clues only, and with these cages."""
        before = self._puzzle
        if geometry == before.geometry and cages == before.cages:
            return
        self._puzzle = Puzzle.plain(geometry, bytes(geometry.cell_count), cages=cages)
        self.tables = self._with_cages(geometry, cages) if cages else tables(geometry)
        self._parts["scratch"].barren[:] = 0
        self._parts["scratch"].quiet[:] = 0
        for name in {"graph", "sets"} & self._parts.keys():
            self._parts[name].prospects.known[:] = 0
        if geometry.has_sums_or_lines or before.geometry.has_sums_or_lines:
            if "links" in self._parts:
                self._parts["links"] = self._parts["links"].replaced(clues=clue_workspace(geometry))
            if "clues" in self._parts:
                self._parts["clues"] = clue_workspace(geometry)
            self.workspace = self.workspace.replaced(**self._parts)
        if self.tables is not self.engine.tables or self.workspace is not self.engine.workspace:
            self.engine = self.engine.replaced(tables=self.tables, workspace=self.workspace)

    def _with_cages(self, geometry: Geometry, cages: tuple[Cage, ...]) -> Tables:
        """Load cages into the workspace. Returns tables of the geometry in which the cells of each see each other."""
        plain, arrays = tables(geometry), summed(geometry, cages)
        room = self._parts.get("cages")
        if room is None or len(room.sums) < len(arrays.sums) or len(room.cells) < len(arrays.cells):
            # As many cages as cells are enough for puzzles whose cages lie apart.
            most = (max(geometry.cell_count, length) for length in (len(arrays.sums), len(arrays.cells)))
            room = self._parts["cages"] = cage_workspace(geometry, *most)
            self._refresh()
        if self._caged is None or self._caged[0] is not plain:
            self._caged = plain, cage_tables(plain)
        caged = self._caged[1]
        if not (is_noting() and is_noted(load_cages, tuple(map(numba.typeof, (plain, caged, arrays, 0, room))))):
            load_cages(plain, caged, arrays, 0, room)
        return caged

    def _go_on(self, course: Course, work: Batch, index: int, stage: int) -> tuple[int, int]:
        """Run a course until it pauses, or all grids are done: the index of the grid, and the stretch.

        Makes kernels ready as the grids need them, and applies brute force, which is not a kernel.
        """
        stretches = len(course.tiers)
        while True:
            answer = int(self.kernels.run(self.engine, course, work, index, stage))
            index, stage = answer >> loop.STRETCH, answer & ((1 << loop.STRETCH) - 1)
            if index == len(work.grids) or stage == stretches:
                return index, stage
            tier, row = int(course.tiers[stage]), int(course.starts[stage])
            if tier == _BRUTE:
                if brute_force(self.board, self._puzzle, int(course.codes[row])):
                    work.tallies[index, row, : ROUNDS + 1] += 1
                    work.tallies[index, row, NARROWEST:] += 1
                    if work.pause == loop.EACH_ROUND:
                        return index, stage
                    stage = loop.GO_ON
                else:
                    stage += 1
            elif self.engine.ready >> tier & 1:
                return index, stage
            else:
                self.make_ready(tier)

    def run(self, givens: npt.NDArray[np.uint8], plan: Plan) -> tuple[int, npt.NDArray[np.int64]]:
        """Solve as far as the plan's techniques go: SOLVED, STUCK or CONTRADICTION, and a tally as ``run_logic`` has it.

        SOLVED proves that the puzzle is proper unless a technique was used that presumes it.
        """
        ends, tallies = self.run_many(givens.reshape(1, -1), plan)
        return int(ends[0]), tallies[0]

    def run_many(
        self,
        grids: npt.NDArray[np.uint8],
        plan: Plan,
        stuck: Callable[[int], bool] | None = None,
        tallies: npt.NDArray[np.int64] | None = None,
        keep: Positions | None = None,
        resume: Positions | None = None,
        parting: Parting | None = None,
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """:meth:`run` for each of ``grids`` uint8[n, cells]: how each ends, int64[n], and the tallies, int64[n, codes, 4].

        ``stuck`` is called with the index of a stuck grid and the board at its position. It returns True if it left pending
        effects, with which the grid continues. It may read ``tallies`` if the caller passed them. They are added to: zeros for a
        whole path, those so far with ``resume``; 2 columns if the ways are not needed. ``keep`` is filled with the positions of
        the grids, ``parting`` as it says. With ``resume`` they continue from such positions, where no
        technique of the plan's basic tier may find anything.
        """
        # A function pointer checks no types.
        grids = np.ascontiguousarray(grids, dtype=np.uint8)
        if tallies is None:
            tallies = np.zeros((len(grids), len(plan.codes), NARROWEST + 1), dtype=np.int64)
        begin = loop.RESUME if resume else loop.LOAD
        work = batch(grids, tallies, loop.WHERE_STUCK if stuck else loop.NEVER, begin, resume or keep, parting)
        index, _ = self._go_on(plan.course, work, 0, begin)
        while stuck and index < len(grids):
            gone_on = stuck(index)
            index, _ = self._go_on(plan.course, work, index + (not gone_on), loop.GO_ON if gone_on else begin)
        return work.ends, tallies

    def rounds(self, givens: npt.NDArray[np.uint8], position: Positions, plan: Plan) -> Iterator[list[Step]]:
        """The decoded rounds of one grid, uint8[1, cells], from a position on until it is solved, stuck or contradictory."""
        tallies = np.zeros((1, len(plan.codes), 2), np.int64)
        work = batch(givens, tallies, loop.EACH_ROUND, loop.RESUME, position)
        index, stage = self._go_on(plan.course, work, 0, loop.RESUME)
        while index == 0:
            if self._is_whole():
                yield self._steps()
                stage = loop.GO_ON
            index, stage = self._go_on(plan.course, work, 0, stage)

    def search(self, code: int) -> int:
        """Find all instances of one technique on the board, which holds them as pending effects. Returns their number."""
        tier, order = TIER_NUMBERS[code >> 4], np.array([code], dtype=np.int64)
        search, part = _TIERS[tier]
        self.part(part)
        if tier == _BASIC:
            run_logic(self.tables, self.board.digits[:0], order, self.board, tally_for(order), ONCE)
        elif tier == _BRUTE:
            brute_force(self.board, self._puzzle, code)
        else:
            search(self.tables, self.board, self.workspace, order)
        return int(self.board.marks[kernel.FOUND])

    def found(self, code: int) -> list[Step]:
        """As :meth:`search`; returns the instances, decoded."""
        self.search(code)
        while not self._is_whole():
            self.search(code)
        return self._steps()

    def _is_whole(self) -> bool:
        """Whether the records of all instances fitted. If not, makes a longer buffer; the caller searches again."""
        if not self.board.marks[kernel.OVERFLOW]:
            return True
        longer = np.zeros(max(_WORDS_CAPACITY, 2 * self.board.records.size), dtype=np.int32)
        self.board = self.board.replaced(records=longer)
        self._refresh()
        return False

    def _steps(self) -> list[Step]:
        steps, head, records = [], 0, self.board.records
        for _ in range(int(self.board.marks[kernel.FOUND])):
            length = int(records[head])
            steps.append(_decoded(records[head : head + length]))
            head += length
        return steps


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
    geometry: Geometry, position: Board, code: int, given: Iterable[bool] = (), cages: tuple[Cage, ...] = ()
) -> list[Step]:
    """:meth:`Solver.found` on this board. ``given`` tells for each cell whether it holds a given; without it none does."""
    solver = Solver(geometry, cages, position=position)
    for cell, is_given in enumerate(given):
        solver.workspace.scratch.given[cell] = is_given
    return solver.found(code)


def rounds(
    geometry: Geometry,
    digits: bytes,
    techniques: Iterable[Technique] = TECHNIQUES,
    givens: bytes | None = None,
    removed: Iterable[tuple[int, int]] = (),
    cages: tuple[Cage, ...] = (),
) -> Iterator[list[Step]]:
    """The rounds of a grid, one after another, until it is solved, stuck, or contradicts itself.

    To start from a position: ``digits`` are those in the grid, ``givens`` the given ones among them (None: all), ``removed`` the
    candidates (cell, digit) already eliminated.
    """
    solver = Solver(geometry, cages, position=board(geometry, _WORDS_CAPACITY))
    filled, given = (np.array([list(each)], np.uint8) for each in (digits, digits if givens is None else givens))
    candidates = ~np.zeros(filled.shape, np.uint32)
    for cell, digit in removed:
        candidates[0, cell] &= ~np.uint32(1 << (digit - 1))
    yield from solver.rounds(given, Positions(filled, candidates), Plan(technique.code for technique in techniques))
