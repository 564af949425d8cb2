"""How hard a puzzle is for a person: level, score and hardest technique, from the rounds of the technique engine.

Besides our own scale there are estimates of two known graders. They are computed from rounds as well, so that they do not depend
on the orientation of the grid either.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import InitVar, asdict, dataclass, fields, replace
from functools import cache, cached_property
from itertools import groupby, islice
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from bookmaker.base.errors import Fault, ImproperError
from bookmaker.logic import minutes
from bookmaker.logic.solve.per_thread import PerThread
from bookmaker.logic.solve.solver import UNDECIDED, solve, solve_many
from bookmaker.logic.solve.work import WORK, Bound
from bookmaker.logic.techniques import BY_CODE, TECHNIQUES, effort, engine, explainer_rating, techniques_on
from bookmaker.logic.techniques.declare import BEGINNERS_SIZE, BEGINNERS_WAYS, Level, Step, Technique
from bookmaker.logic.techniques.families import BEGINNERS, Tier
from bookmaker.logic.techniques.finders.board import CONTRADICTION, SOLVED
from bookmaker.logic.techniques.finders.course import INSTANCES, LINKS, NARROWEST, ROUNDS
from bookmaker.logic.techniques.labels import label_of
from bookmaker.logic.techniques.literals import Level as LevelName
from bookmaker.logic.techniques.literals import Technique as TechniqueName
from bookmaker.logic.times import Time
from bookmaker.logic.verify.check import undecided
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.puzzles.rules import geometry as classic

_AT_ONCE = 256
"""Puzzles of a geometry that are graded together: their tallies take some kilobytes each."""

_OWN_AT_ONCE = 16
"""Puzzles with clues or cages of their own that are graded together: of hard ones so many take a second."""

_IDLE = PerThread(4)
"""The solvers that a thread had last, by the grids without clues that they are for."""

_QUICK = 12
"""The largest grids on which grading a puzzle that is not proper takes no long."""

_FOREIGN_SIZE = 9
"""HoDoKu and Sudoku Explainer grade classic puzzles of this size only."""

_HODOKU_CEILINGS = (("EASY", 800), ("MEDIUM", 1000), ("HARD", 1600), ("UNFAIR", 1800), ("EXTREME", None))


@dataclass(frozen=True, slots=True)
class Estimates:
    """Estimates of other graders from our rounds: HoDoKu's level and score, Sudoku Explainer's rating (ER).

    All are None but for classic puzzles of 9x9: neither program grades any other.
    """

    hodoku_level: str | None
    hodoku_score: int | None
    se_er: float | None


_NO_ESTIMATES = Estimates(None, None, None)


class _Evidence:
    """What the minutes and the estimates of a grade follow from, which are computed when they are read."""

    __slots__ = ("_clock", "_foreign", "_row")
    _clock: minutes.Clock | minutes.Reckoned
    _row: int
    _foreign: _Foreign | None


@dataclass(frozen=True, slots=True)
class Grade(_Evidence):
    """A puzzle's grade.

    level: that of the hardest technique (``"beginner"``: see :class:`Level`); ``"beyond"`` where only brute force finishes.
    score: the effort of the path (:mod:`bookmaker.logic.techniques.effort`). hardest: name of the hardest technique.
    techniques: how many steps of each, easiest first. rounds: how often a person goes over the grid. narrowest: the fewest ways
    to continue at any point, which are instances of the easiest technique that finds anything, or cells that singles of any
    kind fill. The round that fills the last cells does not count; 0 if there was no other.
    """

    level: LevelName
    score: int
    hardest: TechniqueName | None
    techniques: dict[str, int]
    rounds: int
    narrowest: int
    clock: InitVar[minutes.Clock | minutes.Reckoned]
    row: InitVar[int]
    foreign: InitVar[_Foreign | None] = None

    def __post_init__(self, clock: minutes.Clock | minutes.Reckoned, row: int, foreign: _Foreign | None) -> None:
        object.__setattr__(self, "_clock", clock)
        object.__setattr__(self, "_row", row)
        object.__setattr__(self, "_foreign", foreign)

    def __getstate__(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in (*(one.name for one in fields(self)), *_Evidence.__slots__)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        for name, value in state.items():
            object.__setattr__(self, name, value)

    @property
    def label(self) -> str:
        """The level as readers are told it: ``"medium+"`` for some medium ones (:mod:`bookmaker.logic.techniques.labels`)."""
        return label_of(self.level, self.techniques, self._clock.splits)

    @property
    def estimates(self) -> Estimates:
        """What other graders would say."""
        return _NO_ESTIMATES if self._foreign is None else self._foreign.estimates[self._row]

    def without_estimates(self) -> Grade:
        """The same with its time, and with none of other graders: what these follow from takes six kilobytes a puzzle."""
        if isinstance(self._clock, minutes.Reckoned):
            return self
        return self.replaced(clock=self._clock.reckoned(self._row), row=0, foreign=None)

    def replaced(self, **fields: Any) -> Grade:
        """A copy with other values of some fields, and the same minutes; ``dataclasses.replace`` does not know these."""
        held: dict[str, Any] = {"clock": self._clock, "row": self._row, "foreign": self._foreign, **fields}
        return replace(self, **held)

    @property
    def time(self) -> Time:
        """The time of an average solver, as far as there is evidence (see :mod:`bookmaker.logic.times`)."""
        return self._clock.times[self._row]

    @property
    def minutes(self) -> float | None:
        """The expected minutes of an average solver where times of many such puzzles are known; None elsewhere."""
        return self.time.mean

    @property
    def minutes_80(self) -> float | None:
        """The minutes after which four of five solvers are done, where they are known."""
        return self.time.late

    @property
    def minutes_range(self) -> tuple[float | None, float | None]:
        """The least and the most minutes that such puzzles take; None where nothing is known."""
        return self.time.low, self.time.high

    @property
    def basis(self) -> str:
        """``"measured"``: times of many such puzzles are known; ``"anchored"``: a few, so that only a range is said;
        ``"bound"``: only that it takes longer than ``minutes_range[0]``; ``"none"``: nothing is known.
        """
        return self.time.basis

    def as_dict(self, estimates: bool = True) -> dict[str, Any]:
        """The fields as ``bookmaker grade --json`` prints them; without ``estimates`` those are left out."""
        plain = {name: getattr(self, name) for name in _PLAIN}
        foreign = {"estimates": asdict(self.estimates)} if estimates else {}
        return {**plain, **self.time.as_dict(), **foreign}


_PLAIN = ("level", "label", "score", "hardest", "techniques", "rounds", "narrowest")


def known(puzzle: Puzzle, uniqueness: bool = True) -> tuple[Technique, ...]:
    """The techniques that a puzzle is graded by, easiest first."""
    found = techniques_on(puzzle.geometry, bool(puzzle.cages))
    return found if uniqueness else tuple(t for t in found if not t.presumes_proper)


def _known(uniqueness: bool) -> tuple[Technique, ...]:
    return tuple(t for t in TECHNIQUES if uniqueness or not t.presumes_proper)


@cache
def _plan(known: tuple[Technique, ...]) -> engine.Plan:
    return engine.Plan(t.code for t in known)


@cache
def _hodoku_plan(uniqueness: bool) -> engine.Plan:
    return engine.Plan(t.code for t in _known(uniqueness) if t.hodoku and t.hodoku.by_default)


def _improper(puzzle: Puzzle, count: int, bound: Bound) -> ImproperError:
    if count == UNDECIDED:
        return ImproperError(Fault(f"the puzzle was {undecided(puzzle, 2, bound)}", puzzle.source))
    what = "has no solution" if count == 0 else "has more than one solution"
    advice = "`verify` says what is wrong with it, `fix` how it can be mended"
    return ImproperError(Fault(f"the puzzle {what}, so it has no grade", puzzle.source, advice))


@dataclass(frozen=True, slots=True, eq=False)
class _Scale:
    """A plan's techniques as arrays, a row for each, from which grades are computed."""

    plan: engine.Plan
    techniques: tuple[Technique, ...]
    costs: npt.NDArray[np.int64]
    presuming: npt.NDArray[np.bool_]
    tenths: npt.NDArray[np.int64]
    ranks: npt.NDArray[np.int64]


@cache
def _scale(plan: engine.Plan, caged: bool = False) -> _Scale:
    names = [level for level, _ in _HODOKU_CEILINGS]
    techniques = tuple(BY_CODE[code] for code in plan.codes)
    tenths = np.zeros((len(techniques), 2), dtype=np.int64)
    for row, technique in enumerate(techniques):
        if technique.hodoku:
            needed = (7, 3)
            if technique.level <= Level.EASY:
                needed = (10, 0)
            elif technique.tier is Tier.CHAINS:
                needed = (0, 10)
            tenths[row] = technique.hodoku.score * np.array(needed)
    return _Scale(
        plan=plan,
        techniques=techniques,
        costs=effort.costs(techniques, caged),
        presuming=np.array([t.presumes_proper for t in techniques]),
        tenths=tenths,
        ranks=np.array([names.index(t.hodoku.level) if t.hodoku else 0 for t in techniques], dtype=np.int64),
    )


def _hodoku(plan: engine.Plan, tallies: npt.NDArray[np.int64]) -> list[tuple[str, int]]:
    """HoDoKu's level is the highest of a step used, raised while the score is above the level's ceiling.

    It takes one step at a time and looks for easier ones after each, so that some instances of a round are never needed. The best
    fit to its scores counts all singles, of other techniques the first instance of a round and seven in ten of the rest, and of
    chains, which come in swarms, only the first.
    """
    scale = _scale(plan)
    instances, rounds = tallies[:, :, INSTANCES], tallies[:, :, ROUNDS]
    scores = (instances @ scale.tenths[:, 0] + rounds @ scale.tenths[:, 1] + 5) // 10
    ranks = (scale.ranks * (instances > 0)).max(axis=1)
    found = []
    for rank, score in zip(ranks.tolist(), scores.tolist(), strict=True):
        while (ceiling := _HODOKU_CEILINGS[rank][1]) is not None and score > ceiling:
            rank += 1
        found.append((_HODOKU_CEILINGS[rank][0], score))
    return found


class _Foreign:
    """The estimates for puzzles that were graded together, computed when the first of them is read: few callers show them, and
    the chains of Sudoku Explainer need a kernel of their own, which a first run would compile.
    """

    def __init__(
        self,
        grids: npt.NDArray[np.uint8],
        tallies: npt.NDArray[np.int64],
        uniqueness: bool,
        parting: engine.Parting,
        path: explainer_rating.Path,
    ) -> None:
        """``grids`` that our techniques finish with these ``tallies``. ``parting``: where our path uses the first technique that
        HoDoKu does not have. Its own path goes on from there.
        """
        self._grids, self._tallies, self._uniqueness = grids, tallies, uniqueness
        self._parting, self._path = parting, path

    @cached_property
    def estimates(self) -> list[Estimates]:
        """The estimates for each puzzle, each with the techniques that the grader knows."""
        grids, tallies, parting, uniqueness = self._grids, self._tallies, self._parting, self._uniqueness
        ground = classic()
        solver = _IDLE.release(ground) or engine.Solver(ground)
        plan, asked = _plan(_known(uniqueness)), _hodoku_plan(uniqueness)
        found = _hodoku(plan, tallies)
        (foreign,) = np.nonzero(parting.positions.candidates.any(axis=1))
        if foreign.size:
            anew = np.ascontiguousarray(parting.tallies[foreign][:, parting.unshared == 0])
            solver.run_many(grids[foreign], asked, tallies=anew, resume=parting.positions.some(foreign))
            for index, own in zip(foreign.tolist(), _hodoku(asked, anew), strict=True):
                found[index] = own
        ratings = explainer_rating.ratings(solver, grids, uniqueness, self._path)
        _IDLE.keep(ground, solver)
        return [Estimates(level, score, rating) for (level, score), rating in zip(found, ratings, strict=True)]


_BEGINNERS_PLAN = engine.Plan([BEGINNERS])


def _for_beginners(ends: npt.NDArray[np.int64], tallies: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    """Whether what a beginner sees, the first row of a plan that was run, finishes each grid and is never short."""
    ways, more = tallies[:, 0, NARROWEST], tallies[:, 1:, ROUNDS].any(axis=1)
    finished: npt.NDArray[np.bool_] = (ends == SOLVED) & ~more & ((ways == 0) | (ways >= BEGINNERS_WAYS))
    return finished


def _alike(puzzles: Iterable[Puzzle]) -> Iterator[tuple[Geometry, tuple[Cage, ...], slice]]:
    """The runs of puzzles with the same clues and cages: these, and the places of the puzzles."""
    first = 0
    for (geometry, cages), run in groupby(puzzles, lambda puzzle: (puzzle.geometry, puzzle.cages)):
        end = first + len(list(run))
        yield geometry, cages, slice(first, end)
        first = end


def _run(
    solver: engine.Solver,
    puzzles: Iterable[Puzzle],
    grids: npt.NDArray[np.uint8],
    plan: engine.Plan,
    positions: engine.Positions | None = None,
    parting: engine.Parting | None = None,
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """As ``Solver.run_many`` for the ``grids`` of puzzles that differ in clues and cages."""
    ends, tallies = np.zeros(len(grids), np.int64), np.zeros((len(grids), len(plan.codes), NARROWEST + 1), np.int64)
    for geometry, cages, rows in _alike(puzzles):
        kept = None if positions is None else positions.some(rows)
        parted = None if parting is None else parting.some(rows)
        solver.take(geometry, cages)
        ends[rows], _ = solver.run_many(grids[rows], plan, tallies=tallies[rows], keep=kept, parting=parted)
    return ends, tallies


def _graded(
    puzzles: list[Puzzle], solver: engine.Solver, uniqueness: bool, bound: Bound
) -> list[Grade | ImproperError]:
    """The grade of each puzzle, or what is wrong with it. They differ in clues and cages only, and have the same techniques."""
    caged = bool(puzzles[0].cages)
    geometry = puzzles[0].geometry
    plan = _plan(known(puzzles[0], uniqueness))
    scale, foreign = _scale(plan, caged), geometry.caged or not geometry.plain or geometry.size != _FOREIGN_SIZE
    # Writable, like every other array for the kernels: numba would compile them again for a read-only one.
    grids = np.frombuffer(bytearray(b"".join(puzzle.givens for puzzle in puzzles)), dtype=np.uint8)
    grids = grids.reshape(len(puzzles), geometry.cell_count)
    positions = engine.Positions.empty(len(puzzles), geometry.cell_count)
    parting = None if foreign else engine.Parting.empty(*grids.shape, plan, _hodoku_plan(uniqueness))
    ends, tallies = _run(solver, puzzles, grids, plan, positions, parting)
    # A grid solved without presuming that it is proper is proper. Only the others need the solver.
    counts = tallies[:, :, INSTANCES].copy()
    used = counts > 0
    proven = (ends == SOLVED) & ~used[:, scale.presuming].any(axis=1)
    answers: list[Any] = [None] * len(puzzles)
    unproven = np.nonzero(~proven)[0].tolist()
    for index, solved in zip(unproven, solve_many([puzzles[index] for index in unproven], 2, bound), strict=True):
        puzzle, count = puzzles[index], solved.solutions
        if ends[index] == CONTRADICTION or count != 1:
            answers[index] = _improper(puzzle, count, bound)
    kept = [index for index, answer in enumerate(answers) if answer is None]
    if not kept:
        return answers
    if len(kept) < len(puzzles):
        puzzles = [puzzles[index] for index in kept]
        grids, tallies, counts, used = grids[kept], tallies[kept], counts[kept], used[kept]
        positions, parting = positions.some(kept), parting and parting.some(kept)
    last = np.where(used.any(axis=1), used.shape[1] - 1 - used[:, ::-1].argmax(axis=1), -1)
    levels = [scale.techniques[row].level if row >= 0 else Level.EASY for row in last.tolist()]
    easy = [index for index, level in enumerate(levels) if level <= Level.EASY]
    direct = np.zeros(len(kept), dtype=np.int64)
    if easy and not caged and geometry.size >= BEGINNERS_SIZE:
        beginners = _BEGINNERS_PLAN if foreign else explainer_rating.WITHOUT_NAKED_SINGLES
        easier = _run(solver, [puzzles[index] for index in easy], grids[easy], beginners)
        for index, beginner in zip(easy, _for_beginners(*easier).tolist(), strict=True):
            levels[index] = Level.BEGINNER if beginner else levels[index]
        if not foreign:
            direct[easy] = explainer_rating.direct_ratings(*easier)
    # Unsigned, 0 - 1 is the largest number: this gives the smallest nonzero number, or 0 if there is none.
    narrowest = (tallies[:, :, NARROWEST].astype(np.uint64) - np.uint64(1)).min(axis=1) + np.uint64(1)
    scores = effort.score(np.dstack((counts, tallies[:, :, ROUNDS], tallies[:, :, LINKS])), scale.costs)
    names = (technique.name for technique in scale.techniques)
    work = minutes.Work.of(names, tallies[:, :, ROUNDS], scores, np.array(levels, np.int64))
    clocks: list[tuple[minutes.Clock, int]] = []
    for own, cages, rows in _alike(puzzles):
        clock = minutes.Clock(own, cages, grids[rows], work.some(rows))
        clocks += [(clock, row) for row in range(rows.stop - rows.start)]
    others = None
    if parting:
        # These have one geometry, and so one clock and the same rows.
        others = _Foreign(grids, tallies, uniqueness, parting, explainer_rating.Path(plan, used, positions, direct))
    columns = zip(
        kept,
        levels,
        scores.tolist(),
        last.tolist(),
        tallies[:, :, ROUNDS].sum(axis=1).tolist(),
        narrowest.tolist(),
        clocks,
        strict=True,
    )
    counted: list[dict[str, int]] = [{} for _ in kept]
    indices, codes = np.nonzero(used)
    for index, row, count in zip(indices.tolist(), codes.tolist(), counts[used].tolist(), strict=True):
        counted[index][scale.techniques[row].name] = count
    for (index, level, score, hardest, rounds, fewest, (clock, row)), techniques in zip(columns, counted, strict=True):
        name = cast("TechniqueName", scale.techniques[hardest].name) if hardest >= 0 else None
        answers[index] = Grade(_LEVEL_NAMES[level], score, name, techniques, rounds, fewest, clock, row, others)
    return answers


_LEVEL_NAMES = cast("tuple[LevelName, ...]", tuple(map(str, Level)))


def grade(puzzle: Puzzle, uniqueness: bool = True, bound: Bound = WORK) -> Grade:
    """The grade of a proper puzzle. Raises ImproperError for one that has no solution, or more than one.

    ``uniqueness``: whether techniques may presume that the puzzle is proper (unique rectangles and the like). ``bound``: of the
    search that proves it proper.
    """
    (answer,) = graded([puzzle], uniqueness, bound)
    if isinstance(answer, ImproperError):
        raise answer
    return answer


def grade_many(puzzles: Iterable[Puzzle], uniqueness: bool = True) -> list[Grade]:
    """The grades of many puzzles. Raises ImproperError with a fault for each that is not proper, naming its index (from 0)."""
    grades: list[Grade] = []
    faults: list[Fault] = []
    for index, answer in enumerate(graded(puzzles, uniqueness)):
        if isinstance(answer, Grade):
            grades.append(answer)
        else:
            faults += [replace(fault, message=f"puzzles[{index}]: {fault.message}") for fault in answer.faults]
    if faults:
        raise ImproperError(faults)
    return grades


def graded(puzzles: Iterable[Puzzle], uniqueness: bool = True, bound: Bound = WORK) -> Iterator[Grade | ImproperError]:
    """The grade of each puzzle in turn, or what is wrong with it. Consecutive puzzles of one kind are graded some together."""

    def kind(puzzle: Puzzle) -> tuple[Geometry, bool, tuple[Technique, ...]]:
        # Only clues make techniques of a geometry differ from those of its ground.
        ground = puzzle.geometry.ground
        return ground, bool(puzzle.cages), known(puzzle, uniqueness) if ground.clued else ()

    for (ground, caged, _), alike in groupby(puzzles, kind):
        most = 1 if ground.size > _QUICK else _OWN_AT_ONCE if ground.clued or caged else _AT_ONCE
        solver: engine.Solver | None = _IDLE.release(ground)
        while some := list(islice(alike, most)):
            # Techniques take long on a large grid, and nothing comes of them if the puzzle is not proper.
            count = solve(some[0], 2, bound).solutions if ground.size > _QUICK else 1
            if count != 1:
                yield _improper(some[0], count, bound)
                continue
            solver = solver or engine.Solver(some[0].geometry)
            yield from _graded(some, solver, uniqueness, bound)
        if solver is not None:
            _IDLE.keep(ground, solver)


def steps(puzzle: Puzzle, uniqueness: bool = True) -> list[list[Step]]:
    """The rounds of a puzzle, each with all its steps: the same that :func:`grade` counts.

    If the techniques do not finish, the rounds end where they are stuck.
    """
    return list(engine.rounds(puzzle.geometry, puzzle.givens, known(puzzle, uniqueness), cages=puzzle.cages))
