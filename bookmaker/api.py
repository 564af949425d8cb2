"""The Python face of bookmaker: what ``import bookmaker`` offers.

Where a puzzle is wanted, a :class:`~bookmaker.grid.puzzle.Puzzle` or a text of one in any known format will do, such as a line of
81 characters. What a user's file or wish has wrong is raised as an error of :mod:`bookmaker.errors`; an argument that no program
should pass (a limit of 0, an array of another shape) as ValueError.
"""

from __future__ import annotations

import os
import pathlib
from collections.abc import Iterable
from enum import Enum

from bookmaker import checking, formats, grading, parallel, solving
from bookmaker.book import build as building
from bookmaker.book import spec as specs
from bookmaker.book.build import Built
from bookmaker.book.stock import Stocked, generated
from bookmaker.checking import Verdict
from bookmaker.errors import InputError, UsageError
from bookmaker.generation.making import Order
from bookmaker.grading import Grade
from bookmaker.grid.puzzle import Puzzle
from bookmaker.grid.symmetry import Symmetry
from bookmaker.solving import Solved, count_solutions
from bookmaker.techniques.asking import Path
from bookmaker.techniques.declare import Level
from bookmaker.variants import geometry

__all__ = ["build", "count_solutions", "generate", "grade", "read", "solve", "verify"]


def _puzzle(puzzle: Puzzle | str) -> Puzzle:
    if isinstance(puzzle, Puzzle):
        return puzzle
    found = formats.parse(puzzle)
    if len(found) != 1:
        raise InputError(f"one puzzle is wanted, and the text holds {len(found)}")
    return found[0]


def read(path: str | os.PathLike[str], kind: str = "classic") -> list[Puzzle]:
    """All puzzles of a file in any known format. Raises InputError with every fault of the file."""
    return formats.read(pathlib.Path(path), kind)


def solve(puzzle: Puzzle | str, limit: int = 2) -> Solved:
    """Look for at most ``limit`` solutions. Raises ValueError for a limit under 1."""
    return solving.solve(_puzzle(puzzle), limit)


def grade(puzzle: Puzzle | str) -> Grade:
    """The grade of a proper puzzle. Raises ImproperError for one that has no solution, or several."""
    return grading.grade(_puzzle(puzzle))


def verify(puzzle: Puzzle | str, limit: int = 2) -> Verdict:
    """Every fault of a puzzle, and how many solutions it has, up to ``limit``. Raises ValueError for a limit under 2."""
    return checking.check(_puzzle(puzzle), limit)


class Unsaid(Enum):
    """What an argument is that was left out where None means something else."""

    UNSAID = "left out"


UNSAID = Unsaid.UNSAID


def generate(
    count: int,
    difficulty: str | Unsaid | None = UNSAID,
    seed: int = 1,
    *,
    kind: str = "classic",
    size: int = 9,
    symmetry: Symmetry = "none",
    givens: tuple[int | None, int | None] = (None, None),
    minimal: bool = False,
    requires: Iterable[str] = (),
    hardest: str | None = None,
    avoid: Iterable[str] = (),
    score: tuple[int | None, int | None] = (None, None),
    attempts: int | None = None,
    jobs: int | None = None,
) -> list[Stocked]:
    """Make puzzles; the same arguments (but ``jobs``) give the same puzzles.

    ``difficulty`` None takes any level; left out, it is medium, or whatever suits the techniques or score asked for.
    ``givens`` is (least, most), None for no bound, and so is ``score``. ``requires``, ``hardest`` and ``avoid`` name techniques
    or families: see :class:`bookmaker.techniques.asking.Path`. ``attempts`` bounds the search for each puzzle. Raises UnmetError
    if one could not be made, UsageError for a kind, size, symmetry, difficulty or technique that does not exist or does not go
    with the others.
    """
    if count < 0:
        raise UsageError(f"{count} puzzles cannot be made")
    path = Path(tuple(requires), hardest, tuple(avoid), score)
    if isinstance(difficulty, Unsaid):
        difficulty = "medium" if path == Path(avoid=path.avoid) else None
    order = Order(
        geometry(kind, size), level_named(difficulty), symmetry, *givens, minimal, path=path, attempts=attempts
    )
    return list(generated(order, count, seed, jobs or parallel.cpu_count()))


def level_named(difficulty: str | None) -> Level | None:
    """``"easy"`` -> the level. Raises UsageError for a name that a puzzle cannot be asked for by."""
    if difficulty is None:
        return None
    if difficulty not in grading.LEVELS:
        raise UsageError(f"there is no difficulty {difficulty!r}; there are {', '.join(grading.LEVELS)}")
    return Level[difficulty.upper()]


def build(path: str | os.PathLike[str], jobs: int | None = None) -> Built:
    """Build the book of a spec. Raises SpecError and whatever building meets."""
    return building.build(specs.load(pathlib.Path(path)), jobs or parallel.cpu_count())
