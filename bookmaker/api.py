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

from bookmaker import formats, grading, parallel
from bookmaker.book import build as building
from bookmaker.book import spec as specs
from bookmaker.book.build import Built
from bookmaker.book.stock import Stocked, generated
from bookmaker.errors import InputError, UsageError
from bookmaker.explain import solution_path
from bookmaker.explain.solution_path import Explanation, Told
from bookmaker.generation.killer_maker import CageOrder
from bookmaker.generation.maker import Order
from bookmaker.grading import Grade
from bookmaker.grid.puzzle import Puzzle
from bookmaker.grid.symmetry import Symmetry
from bookmaker.repair import fixes
from bookmaker.repair.fixes import Application, Fix, Method
from bookmaker.solve import solver
from bookmaker.solve.solver import Solved, count_solutions
from bookmaker.techniques.declare import Level
from bookmaker.techniques.requirements import Path
from bookmaker.variants import CLASSIC, geometry
from bookmaker.variants.cage_sizes import parse_sizes
from bookmaker.verify import check
from bookmaker.verify.check import Verdict

__all__ = ["build", "count_solutions", "explain", "generate", "grade", "hint", "read", "solve", "verify"]


def _puzzle(puzzle: Puzzle | str) -> Puzzle:
    if isinstance(puzzle, Puzzle):
        return puzzle
    if not isinstance(puzzle, str):
        raise ValueError(f"a Puzzle or a text of one is wanted, not {type(puzzle).__name__}")
    found = formats.parse(puzzle)
    if len(found) != 1:
        raise InputError(f"one puzzle is wanted, and the text holds {len(found)}")
    return found[0]


def read(path: str | os.PathLike[str], kind: str = CLASSIC, format: str | None = None) -> list[Puzzle]:
    """All puzzles of a file or folder, in any known format unless one is named. Raises InputError with every fault."""
    return formats.read(path if path == formats.STDIN else pathlib.Path(path), kind, format)


def solve(puzzle: Puzzle | str, limit: int = 2, max_guesses: int | None = None) -> Solved:
    """Look for at most ``limit`` solutions, within ``max_guesses`` guesses (0: without bound; None: millions).

    A search that gives up has -1 ``solutions``. Raises ValueError for a limit under 1.
    """
    return solver.solve(_puzzle(puzzle), limit, check.most_guesses(limit) if max_guesses is None else max_guesses)


def grade(puzzle: Puzzle | str, *, uniqueness: bool = True) -> Grade:
    """The grade of a proper puzzle. Raises ImproperError for one that has no solution, or several.

    ``uniqueness``: whether steps may rest on there being one solution.
    """
    return grading.grade(_puzzle(puzzle), uniqueness)


def explain(
    puzzle: Puzzle | str, language: str = "en", *, uniqueness: bool = True, everything: bool = False
) -> Explanation:
    """The way to the answer of a proper puzzle, step by step, in words: ``explain(puzzle).steps[0].text``.

    ``uniqueness``: whether steps may rest on there being one solution. ``everything``: also the steps of a round that come to
    what others of it have told. Raises ImproperError for a puzzle that has no solution, or several.
    """
    return solution_path.explain(_puzzle(puzzle), language, uniqueness=uniqueness, everything=everything)


def hint(
    puzzle: Puzzle | str,
    language: str = "en",
    *,
    so_far: str | None = None,
    removed: str = "",
    uniqueness: bool = True,
) -> Told | None:
    """The next step of a proper puzzle, None where the grid is full or the techniques go no further.

    ``so_far`` is the grid with the digits found by now, ``removed`` the candidates that are gone already, such as
    ``"r5c3<>4, r6c3<>4"``. Raises ImproperError for a puzzle that has no solution, or several; InputError where a digit so far is
    not that of the answer; UsageError for a grid of another size and for what is no candidate.
    """
    taken = _puzzle(puzzle)
    digits, gone = solution_path.read_begun(taken, so_far, removed)
    return solution_path.hint(taken, language, so_far=digits, removed=gone, uniqueness=uniqueness)


def verify(puzzle: Puzzle | str, limit: int = 2) -> Verdict:
    """Every fault of a puzzle, and how many solutions it has, up to ``limit``. Raises ValueError for a limit under 2."""
    return check.check(_puzzle(puzzle), limit)


def fix(
    puzzle: Puzzle | str,
    answer: str | bytes | None = None,
    method: Method = "minimal",
    *,
    difficulty: str | None = None,
    apply: Application | None = None,
) -> Fix:
    """Mend a puzzle that is not proper. ``answer``: the solution that it is meant to have, as text or digits 1..size.

    ``difficulty`` is preferred among mends that are equally small; ``apply`` ("edit" or "drop") mends one without a
    solution. Raises UsageError for a method that does not exist, InputError for an answer that is no full grid.
    """
    asked = _puzzle(puzzle)
    if isinstance(answer, str):
        answer = _puzzle(answer).givens
    return fixes.fix(asked, answer, method, level_named(difficulty), apply)


class Unsaid(Enum):
    """What an argument is that was left out where None means something else."""

    UNSAID = "left out"


UNSAID = Unsaid.UNSAID


def generate(
    count: int,
    difficulty: str | Unsaid | None = UNSAID,
    seed: int = 1,
    *,
    kind: str = CLASSIC,
    size: int = 9,
    symmetry: Symmetry = "none",
    cage_sizes: str | None = None,
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

    ``difficulty`` None takes any level; left out, it is medium, or whatever suits the techniques or score asked for. The
    ``kind`` "killer" or "killer-x" has cages, of ``cage_sizes`` such as ``"2-5"`` or, with shares, ``"2:40 3:40 4:20"``; they
    are what is symmetric, and there are no givens if none are asked for. ``givens`` is (least, most), None for no bound, and
    so is ``score``. ``requires``, ``hardest`` and ``avoid`` name techniques or families: see
    :class:`bookmaker.techniques.requirements.Path`. ``attempts`` bounds the search for each puzzle. Raises UnmetError if one
    could not be made, UsageError for a kind, size, symmetry, difficulty or technique that does not exist or does not go with
    the others.
    """
    if count < 0:
        raise UsageError(f"{count} puzzles cannot be made")
    path = Path(tuple(requires), hardest, tuple(avoid), score)
    if isinstance(difficulty, Unsaid):
        difficulty = "medium" if path == Path(avoid=path.avoid) else None
    ground, level = geometry(kind, size), level_named(difficulty)
    order: Order | CageOrder
    if ground.caged:
        require_plain(path, minimal)
        order = CageOrder(ground, level, symmetry, cage_mix(cage_sizes), *givens, attempts=attempts)
    elif cage_sizes is not None:
        raise UsageError(f"sizes of cages go with Killers only, not with the kind {kind}")
    else:
        order = Order(ground, level, symmetry, *givens, minimal, path=path, attempts=attempts)
    return list(generated(order, count, seed, jobs or parallel.cpu_count()))


def cage_mix(text: str | None) -> dict[int, int]:
    """Sizes of cages as an order has them. Raises UsageError for a text that names none."""
    try:
        return {} if text is None else parse_sizes(text)
    except ValueError as error:
        raise UsageError(f"the wish for sizes of cages {error}") from error


def require_plain(path: Path, minimal: bool) -> None:
    """Raise UsageError for what cannot be asked of Killers."""
    if path != Path() or minimal:
        raise UsageError("of Killers no techniques, no score and no minimal givens can be asked for")


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
