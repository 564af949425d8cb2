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

from bookmaker.errors import Fault, ImproperError
from bookmaker.grid.geometry import Geometry
from bookmaker.grid.puzzle import Puzzle
from bookmaker.solving import solve
from bookmaker.techniques import TECHNIQUES, engine, up_to
from bookmaker.techniques.declare import Level, Step
from bookmaker.techniques.finders.board import CONTRADICTION, SOLVED, Board
from bookmaker.techniques.finders.driver import run_logic
from bookmaker.techniques.intersections import CLAIMING, DIRECT, POINTING
from bookmaker.techniques.singles import HIDDEN_SINGLE_IN_BOX
from bookmaker.techniques.subsets import DIRECT_HIDDEN, LOCKED_PAIR, LOCKED_TRIPLE

LEVELS = tuple(str(level) for level in Level if level is not Level.BEYOND)
"""Names of the levels that a book can ask for, easiest first. ``"beyond"`` is not one: nothing is sold as that."""

_HODOKU_CEILINGS = (("EASY", 800), ("MEDIUM", 1000), ("HARD", 1600), ("UNFAIR", 1800), ("EXTREME", None))


@dataclass(frozen=True, slots=True)
class Estimates:
    """What other graders would say, as far as our rounds tell: HoDoKu's level and score, Sudoku Explainer's rating (ER)."""

    hodoku_level: str | None
    hodoku_score: int | None
    se_er: float | None


@dataclass(frozen=True, slots=True)
class Grade:
    """A puzzle's grade.

    level: one of :data:`LEVELS`, or ``"beyond"`` where the techniques do not finish. score: sum of the scores of all steps.
    hardest: name of the hardest technique. techniques: how many steps of each, easiest first. rounds: how often a person
    looks over the grid anew. Beyond: ``hardest`` and all estimates are None, the others tell of the path as far as it goes.
    """

    level: str
    score: int
    hardest: str | None
    techniques: dict[str, int]
    rounds: int
    estimates: Estimates

    def as_dict(self) -> dict[str, Any]:
        """The fields as ``bookmaker grade --json`` prints them."""
        return asdict(self)


@cache
def _order() -> npt.NDArray[np.int64]:
    return engine.order_of(TECHNIQUES)


@cache
def _explainer_order() -> tuple[npt.NDArray[np.int64], tuple[float, ...]]:
    """Sudoku Explainer's order: hidden singles come before naked ones, and what leads at once to a single comes early."""
    rated = [(t.code, t.se) for t in TECHNIQUES if t not in (LOCKED_PAIR, LOCKED_TRIPLE)]
    rated += [
        (HIDDEN_SINGLE_IN_BOX, 1.2),
        (POINTING.code | DIRECT, 1.7),
        (CLAIMING.code | DIRECT, 1.9),
        (DIRECT_HIDDEN, 2.0),
        (DIRECT_HIDDEN + 1, 2.5),
    ]
    rated.sort(key=lambda entry: entry[1])
    return np.array([code for code, _ in rated], dtype=np.int64), tuple(rating for _, rating in rated)


def _cells(puzzle: Puzzle) -> npt.NDArray[np.uint8]:
    # A writable copy: a read-only array is another type to numba, for which it would compile the engine again.
    return np.frombuffer(bytearray(puzzle.givens), dtype=np.uint8)


def _improper(puzzle: Puzzle) -> ImproperError:
    count = solve(puzzle).solutions
    what = "has no solution" if count == 0 else "has more than one solution"
    return ImproperError(Fault(f"the puzzle {what}, so it has no grade", puzzle.source))


def _hodoku(tally: npt.NDArray[np.int64]) -> tuple[str, int]:
    """HoDoKu's level is the highest of a step used, raised while the score is above the level's ceiling."""
    names = [level for level, _ in _HODOKU_CEILINGS]
    score = sum(int(count) * t.hodoku.score for t, count in zip(TECHNIQUES, tally[0], strict=True))
    rank = max((names.index(t.hodoku.level) for t, n in zip(TECHNIQUES, tally[0], strict=True) if n), default=0)
    while (ceiling := _HODOKU_CEILINGS[rank][1]) is not None and score > ceiling:
        rank += 1
    return names[rank], score


def _explainer(geometry: Geometry, cells: npt.NDArray[np.uint8], board: Board) -> float:
    order, ratings = _explainer_order()
    tally = engine.tally_for(order)
    run_logic(engine.tables(geometry), cells, order, board, tally)
    return max((rating for rating, count in zip(ratings, tally[0], strict=True) if count), default=0.0)


def _graded(puzzle: Puzzle, board: Board) -> Grade:
    cells, order = _cells(puzzle), _order()
    tally = engine.tally_for(order)
    status = run_logic(engine.tables(puzzle.geometry), cells, order, board, tally)
    # No technique here presumes uniqueness: a grid that they solve is proper, and only the others need the solver.
    if status == CONTRADICTION or (status != SOLVED and solve(puzzle).solutions != 1):
        raise _improper(puzzle)
    used = [(t, int(count)) for t, count in zip(TECHNIQUES, tally[0], strict=True) if count]
    finished = status == SOLVED
    estimates = Estimates(None, None, None)
    if finished:
        estimates = Estimates(*_hodoku(tally), _explainer(puzzle.geometry, cells, board))
    hardest = used[-1][0] if used and finished else None
    level = Level.BEYOND if not finished else hardest.level if hardest else Level.EASY
    return Grade(
        level=str(level),
        score=sum(t.score * count for t, count in used),
        hardest=hardest.name if hardest else None,
        techniques={t.name: count for t, count in used},
        rounds=int(tally[1].sum()),
        estimates=estimates,
    )


def grade(puzzle: Puzzle) -> Grade:
    """The grade of a proper puzzle. Raises ImproperError for one that has no solution, or more than one."""
    return _graded(puzzle, engine.board(puzzle.geometry))


def grade_many(puzzles: Iterable[Puzzle]) -> list[Grade]:
    """The grades of many puzzles. Raises ImproperError with a fault for each that is not proper."""
    boards: dict[Geometry, Board] = {}
    grades: list[Grade] = []
    faults: list[Fault] = []
    for puzzle in puzzles:
        if puzzle.geometry not in boards:
            boards[puzzle.geometry] = engine.board(puzzle.geometry)
        try:
            grades.append(_graded(puzzle, boards[puzzle.geometry]))
        except ImproperError as error:
            faults.extend(error.faults)
    if faults:
        raise ImproperError(faults)
    return grades


def steps(puzzle: Puzzle) -> list[list[Step]]:
    """The rounds of a puzzle, each with all its steps: the same that :func:`grade` counts, decoded for words and pictures.

    Where the techniques do not finish, the rounds are those before the place where they are stuck.
    """
    return list(engine.rounds(puzzle.geometry, puzzle.givens))


def order_for(level: str) -> npt.NDArray[np.int64]:
    """The technique order up to a level of :data:`LEVELS`, as ``run_logic`` takes it."""
    return engine.order_of(up_to(Level[level.upper()]))
