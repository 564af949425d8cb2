"""How hard a puzzle is for a person: level, score and hardest technique, from the rounds of the technique engine.

Beside our own scale stand named estimates of what two known graders would say. They are computed from rounds as well, so
that they too do not depend on which way up the grid lies.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from bookmaker.checking import MOST_GUESSES
from bookmaker.errors import Fault, ImproperError
from bookmaker.grid.geometry import Geometry
from bookmaker.grid.puzzle import Puzzle
from bookmaker.solving import UNDECIDED, solve
from bookmaker.techniques import BY_CODE, CAGED_TECHNIQUES, TECHNIQUES, engine, explainer
from bookmaker.techniques.chains import CHAINS
from bookmaker.techniques.declare import Level, Step, Technique
from bookmaker.techniques.finders.board import CONTRADICTION, SOLVED
from bookmaker.techniques.finders.driver import INSTANCES, NARROWEST, ROUNDS
from bookmaker.techniques.singles import BEGINNERS, BEGINNERS_SIZE, BEGINNERS_WAYS

LEVELS = tuple(str(level) for level in Level if level < Level.BEYOND)
"""Names of the levels that can be asked for, easiest first."""

_HODOKU_CEILINGS = (("EASY", 800), ("MEDIUM", 1000), ("HARD", 1600), ("UNFAIR", 1800), ("EXTREME", None))


@dataclass(frozen=True, slots=True)
class Estimates:
    """What other graders would say, as far as our rounds tell: HoDoKu's level and score, Sudoku Explainer's rating (ER).

    ``se_er`` is None for a grid with too many candidates for chains (none of 9x9 has).
    """

    hodoku_level: str | None
    hodoku_score: int | None
    se_er: float | None


@dataclass(frozen=True, slots=True)
class Grade:
    """A puzzle's grade.

    level: that of the hardest technique (``"beginner"``: see :class:`Level`); ``"beyond"`` where only brute force finishes.
    score: sum of the scores of all steps. hardest: name of the hardest technique. techniques: how many steps of each,
    easiest first. rounds: how often a person looks over the grid anew. narrowest: how many ways there were where there
    were fewest: instances of the easiest technique that found anything, or cells that singles of any kind fill. The round
    that fills all that is left does not count; 0 says that there was no other.
    """

    level: str
    score: int
    hardest: str | None
    techniques: dict[str, int]
    rounds: int
    narrowest: int
    estimates: Estimates

    def as_dict(self) -> dict[str, Any]:
        """The fields as ``bookmaker grade --json`` prints them."""
        return asdict(self)


def known(puzzle: Puzzle, uniqueness: bool = True) -> tuple[Technique, ...]:
    """The techniques that a puzzle is graded by, easiest first."""
    return CAGED_TECHNIQUES if puzzle.cages else _known(uniqueness)


@cache
def _caged_plan() -> engine.Plan:
    return engine.Plan(t.code for t in CAGED_TECHNIQUES)


def _known(uniqueness: bool) -> tuple[Technique, ...]:
    return tuple(t for t in TECHNIQUES if uniqueness or not t.presumes_proper)


@cache
def _plan(uniqueness: bool) -> engine.Plan:
    return engine.Plan(t.code for t in _known(uniqueness))


@cache
def _hodoku_plan(uniqueness: bool) -> engine.Plan:
    return engine.Plan(t.code for t in _known(uniqueness) if t.hodoku and t.hodoku.by_default)


def _improper(puzzle: Puzzle) -> ImproperError:
    count = solve(puzzle, 2, MOST_GUESSES).solutions
    what = "has no solution" if count == 0 else "has more than one solution"
    if count == UNDECIDED:
        what = f"could not be decided within {MOST_GUESSES} guesses"
    return ImproperError(Fault(f"the puzzle {what}, so it has no grade", puzzle.source))


def _hodoku(plan: engine.Plan, tally: npt.NDArray[np.int64]) -> tuple[str, int]:
    """HoDoKu's level is the highest of a step used, raised while the score is above the level's ceiling.

    It takes one step at a time and looks for easier ones after each, so that some of a round's instances are no longer needed
    when their turn comes. Singles all are; of the others beyond the first of a round, seven in ten came nearest to its scores;
    of chains, which come in swarms, none.
    """
    names = [level for level, _ in _HODOKU_CEILINGS]
    tenths = rank = 0
    for code, (instances, rounds, _) in zip(plan.codes, tally.tolist(), strict=True):
        technique = BY_CODE[code]
        if instances and technique.hodoku:
            needed = 3 * rounds + 7 * instances
            if technique.level <= Level.EASY:
                needed = 10 * instances
            elif technique in CHAINS:
                needed = 10 * rounds
            tenths += technique.hodoku.score * needed
            rank = max(rank, names.index(technique.hodoku.level))
    score = (tenths + 5) // 10
    while (ceiling := _HODOKU_CEILINGS[rank][1]) is not None and score > ceiling:
        rank += 1
    return names[rank], score


def _estimates(
    solver: engine.Solver, cells: npt.NDArray[np.uint8], tally: npt.NDArray[np.int64], uniqueness: bool
) -> Estimates:
    """Of a puzzle that our techniques finish with this ``tally``; each grader is asked with the techniques that it knows."""
    plan = _plan(uniqueness)
    if not all(technique.hodoku and technique.hodoku.by_default for technique in _counts(plan, tally)):
        plan = _hodoku_plan(uniqueness)
        _, tally = solver.run(cells, plan)
    level, score = _hodoku(plan, tally)
    return Estimates(level, score, explainer.rating(solver, cells, uniqueness))


def _counts(plan: engine.Plan, tally: npt.NDArray[np.int64]) -> dict[Technique, int]:
    """The techniques used and how many instances of each, in the plan's order."""
    return {BY_CODE[code]: int(count) for code, count in zip(plan.codes, tally[:, INSTANCES], strict=True) if count}


_BEGINNERS_PLAN = engine.Plan([BEGINNERS])


def _for_beginners(solver: engine.Solver, cells: npt.NDArray[np.uint8]) -> bool:
    status, tally = solver.run(cells, _BEGINNERS_PLAN)
    return status == SOLVED and not 0 < tally[0, NARROWEST] < BEGINNERS_WAYS


def _graded(puzzle: Puzzle, solver: engine.Solver, uniqueness: bool) -> Grade:
    # Writable, like every other array that the driver gets: it would be compiled anew for one that is not.
    cells = np.frombuffer(bytearray(puzzle.givens), dtype=np.uint8)
    plan = _caged_plan() if puzzle.cages else _plan(uniqueness)
    status, tally = solver.run(cells, plan)
    counts = _counts(plan, tally)
    # A grid that is solved without presuming it to be proper is proper, and only the others need the solver.
    proven = status == SOLVED and not any(t.presumes_proper for t in counts)
    if status == CONTRADICTION or (not proven and solve(puzzle, 2, MOST_GUESSES).solutions != 1):
        raise _improper(puzzle)
    hardest = list(counts)[-1] if counts else None
    level = hardest.level if hardest else Level.EASY
    if (
        level <= Level.EASY
        and not puzzle.cages
        and puzzle.geometry.size >= BEGINNERS_SIZE
        and _for_beginners(solver, cells)
    ):
        level = Level.BEGINNER
    return Grade(
        level=str(level),
        score=sum(t.score * count for t, count in counts.items()),
        hardest=hardest.name if hardest else None,
        techniques={t.name: count for t, count in counts.items()},
        rounds=int(tally[:, ROUNDS].sum()),
        narrowest=min((ways for ways in tally[:, NARROWEST].tolist() if ways), default=0),
        estimates=Estimates(None, None, None) if puzzle.cages else _estimates(solver, cells, tally, uniqueness),
    )


def grade(puzzle: Puzzle, uniqueness: bool = True) -> Grade:
    """The grade of a proper puzzle. Raises ImproperError for one that has no solution, or more than one.

    ``uniqueness``: whether a person may use that the puzzle is proper (unique rectangles and their kin).
    """
    return _graded(puzzle, engine.Solver(puzzle.geometry, puzzle.cages), uniqueness)


def grade_many(puzzles: Iterable[Puzzle], uniqueness: bool = True) -> list[Grade]:
    """The grades of many puzzles. Raises ImproperError with a fault for each that is not proper."""
    solvers: dict[Geometry, engine.Solver] = {}
    grades: list[Grade] = []
    faults: list[Fault] = []
    for puzzle in puzzles:
        if puzzle.geometry not in solvers:
            solvers[puzzle.geometry] = engine.Solver(puzzle.geometry)
        solvers[puzzle.geometry].cage(puzzle.cages)
        try:
            grades.append(_graded(puzzle, solvers[puzzle.geometry], uniqueness))
        except ImproperError as error:
            faults.extend(error.faults)
    if faults:
        raise ImproperError(faults)
    return grades


def steps(puzzle: Puzzle, uniqueness: bool = True) -> list[list[Step]]:
    """The rounds of a puzzle, each with all its steps: the same that :func:`grade` counts, decoded for words and pictures.

    Where the techniques do not finish, the rounds are those before the place where they are stuck.
    """
    return list(engine.rounds(puzzle.geometry, puzzle.givens, known(puzzle, uniqueness), cages=puzzle.cages))
