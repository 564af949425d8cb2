"""The Python face of bookmaker: the functions of ``import bookmaker``.

Wherever a function takes a puzzle, it takes a :class:`~bookmaker.puzzles.grid.puzzle.Puzzle`, what :func:`generate` returns, the
text of one in any known format, such as a line of 81 characters, or its cells as bytes, a list or an array. :func:`grade`,
:func:`solve` and :func:`verify` take many at once, too, as :func:`count_solutions` does: a list, a column of a table, an array
[n, cells]. They return a list then. With ``on_error="return"`` the error of a puzzle takes its place and stops no other; else
the errors of all puzzles are raised together. A fault in a user's file or wish raises an error of
:mod:`bookmaker.base.errors`; an argument with an unfit value raises UsageError, which names it. All of them are a
BookmakerError, whose ``faults`` name the fault, its place and its cure.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterable
from typing import IO, TYPE_CHECKING, Any, Literal, TypeVar, overload

import numpy as np
import numpy.typing as npt

from bookmaker import formats
from bookmaker.api import arguments
from bookmaker.api.puzzles import AnyPuzzle, OnError, grid_text, puzzle_of, puzzles_of, rows_of, sound
from bookmaker.base import parallel
from bookmaker.base.errors import BookmakerError, UsageError
from bookmaker.base.language import PLURALS
from bookmaker.formats.reading import full_grid
from bookmaker.logic.generation.order import level_named
from bookmaker.logic.generation.order_fields import KIND
from bookmaker.logic.solve import few_puzzles, solver
from bookmaker.logic.solve.solver import Solved
from bookmaker.logic.solve.work import Bound, Seconds, Work, bound_of
from bookmaker.logic.verify import check
from bookmaker.logic.verify.check import Verdict
from bookmaker.publishing.submissions.printed_pages import PrintedPages
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry as geometry_of

if TYPE_CHECKING:
    from bookmaker.api.puzzles import Several

    # Books, banks and steps in words load the whole printer, or much of it; whoever makes, grades or mends loads the compiler.
    from bookmaker.logic.grading import Grade
    from bookmaker.logic.repair.record import Application, Fix, Method
    from bookmaker.publishing.bank.filling import Report
    from bookmaker.publishing.book.making.build import Built
    from bookmaker.publishing.explain.solution_path import ExplainedStep, Explanation, Register, Way

__all__ = ["build", "catalogue", "count_solutions", "explain", "fix", "grade", "hint", "read", "solve", "verify"]


_MOST = 10**9
"""The most solutions that are counted, guesses and attempts."""


def read(
    path: str | os.PathLike[str] | IO[str] | IO[bytes],
    kind: str = KIND,
    format: str | None = None,
    *,
    boxes: str | None = None,
    strict: bool = False,
) -> formats.Puzzles:
    """Read all puzzles of a file, also a PDF, of a folder, standard input (``"-"``), a file that is open, or a text.

    ``kind``: the kind of puzzle where the file does not say. ``format``: the name of the format; None detects it. ``boxes``: rows
    by columns of a box, ``"3x2"``, in grids of that size; None: as they are drawn. The result
    is a list; its ``faults`` are what could not be read, of which a warning is issued, and its ``notes`` text that was passed
    over and readings that are guesses. Raises InputError with every fault of the file if nothing could be read, or if
    ``strict`` and anything could not.

    >>> [str(one) for one in read("...4.3....2..2.3\\n1.....2..3.....4")]
    ['...4.3....2..2.3', '1.....2..3.....4']
    """
    source: Any = formats.Opened(path) if hasattr(path, "read") else path
    if isinstance(path, str) and path != formats.STDIN:
        source = formats.Argument(path, "<text>") if formats.is_text(path) else arguments.path("path", path)
    elif not isinstance(source, formats.Opened | str):
        source = arguments.path("path", path)
    found = formats.read(
        source,
        arguments.kind(kind),
        arguments.text("format", format, "sdk"),
        arguments.box("boxes", boxes),
        strict=arguments.flag("strict", strict),
        pages=PrintedPages(),
    )
    if found.faults:
        more = f"; and {len(found.faults) - 1} more, see `faults`" if len(found.faults) > 1 else ""
        warnings.warn(f"not everything could be read: {found.faults[0]}{more}", stacklevel=2)
    return found


R = TypeVar("R")


def _each(
    puzzles: Any, work: Callable[[list[Puzzle]], Iterable[R | BookmakerError]], on_error: OnError, jobs: int | None = 1
) -> Any:
    """What ``work`` makes of one or several puzzles, on ``jobs`` threads: a result or an error for each."""
    returned = arguments.one_of("on_error", on_error, ("raise", "return")) == "return"
    threads: int = arguments.whole("jobs", jobs, 0, optional=True) or parallel.cpu_count()
    try:
        rows = rows_of(puzzles)
        several = [puzzle_of(puzzles)] if rows is None else rows
    except BookmakerError as error:
        if returned:
            return error
        raise
    fit = [one for one in several if isinstance(one, Puzzle)]
    pieces = [fit[at : at + _PIECE] for at in range(0, len(fit), _PIECE)]
    done = (one for piece in parallel.ordered_map(lambda some, _: [*work(some)], pieces, threads) for one in piece)
    results = [next(done) if isinstance(one, Puzzle) else one for one in several]
    if rows is not None:
        return results if returned else sound(results)
    (result,) = results
    if isinstance(result, BookmakerError) and not returned:
        raise result
    return result


_PIECE = 2048
"""Puzzles that a thread works on before it asks for more."""


@overload
def solve(  # type: ignore[overload-overlap]  # A text is a puzzle, though it iterates over texts.
    puzzle: AnyPuzzle, limit: int = 2, max_guesses: int | None = None, *, seconds: float | None = None
) -> Solved: ...


@overload
def solve(
    puzzle: Several, limit: int = 2, max_guesses: int | None = None, *, seconds: float | None = None
) -> list[Solved]: ...


@overload
def solve(  # type: ignore[overload-overlap]
    puzzle: AnyPuzzle,
    limit: int = 2,
    max_guesses: int | None = None,
    *,
    seconds: float | None = None,
    on_error: Literal["return"],
) -> Solved | BookmakerError: ...


@overload
def solve(
    puzzle: Several,
    limit: int = 2,
    max_guesses: int | None = None,
    *,
    seconds: float | None = None,
    on_error: Literal["return"],
) -> list[Solved | BookmakerError]: ...


def solve(
    puzzle: AnyPuzzle | Several,
    limit: int = 2,
    max_guesses: int | None = None,
    *,
    seconds: float | None = None,
    on_error: OnError = "raise",
) -> Any:
    """Look for at most ``limit`` solutions, within ``max_guesses`` guesses (0: without bound; None: work of some 20 seconds).

    ``seconds``, if not None, bounds the time instead. The result has ``solutions``, their number, and ``solution``, a byte for
    each cell, None unless there is exactly one. ``solutions`` is -1 if the search gave up.

    >>> solve("...4.3....2..2.3").solution
    b'\\x02\\x01\\x03\\x04\\x04\\x03\\x01\\x02\\x03\\x04\\x02\\x01\\x01\\x02\\x04\\x03'
    """
    guesses: int | None = arguments.whole("max_guesses", max_guesses, 0, _MOST, optional=True)
    bound = bound_of(arguments.seconds(seconds)) if guesses is None or seconds is not None else guesses
    most: int = arguments.whole("limit", limit, 1, _MOST)

    def solved(puzzles: list[Puzzle]) -> list[Solved]:
        # The answer to a single easy puzzle is found before a compiler is loaded.
        few = few_puzzles.first_decided(puzzles[0], most) if guesses is None and len(puzzles) == 1 else None
        if few is not None and few[0] < min(most, 2):
            return [Solved(few[0], most, few[1], few[1])]
        return solver.solve_many(puzzles, most, bound)

    return _each(puzzle, solved, on_error)


def count_solutions(
    puzzles: AnyPuzzle | Several, limit: int = 2, geometry: Geometry | None = None, max_nodes: Bound = 0
) -> npt.NDArray[np.int64]:
    """How many solutions each puzzle has: int64[n], each capped at ``limit``; 0 if its givens clash.

    ``puzzles`` is an array of any integer type of shape [n, cells] (0 = empty) on ``geometry`` (9x9 classic if None), or one or
    several puzzles, which bring their own geometries. ``max_nodes``, if not 0, bounds the guesses for each puzzle; one that needs
    more counts -1. Raises UsageError for a wrong shape or type, a digit out of range, or a limit under 1.
    """
    most: int = arguments.whole("limit", limit, 1, _MOST)
    bound = max_nodes if isinstance(max_nodes, Work | Seconds) else arguments.whole("max_nodes", max_nodes, 0, _MOST)
    if not isinstance(geometry, Geometry | None):
        raise UsageError(f"`geometry` must be that of a puzzle, or None, not {arguments.shown(geometry)}")
    if not isinstance(puzzles, np.ndarray) or puzzles.dtype.kind in "OU":
        several = puzzles_of(puzzles)
        if geometry is not None and any(one.geometry is not geometry for one in several):
            raise UsageError("`geometry` is that of an array; puzzles bring their own: leave it out")
        return solver.count_solutions(several, most, None, bound)
    try:
        cells = solver.as_cells(puzzles, geometry or geometry_of())
    except ValueError as error:
        raise UsageError(str(error)) from None
    return solver.count_solutions(cells, most, geometry, bound)


@overload
def grade(  # type: ignore[overload-overlap]  # A text is a puzzle, though it iterates over texts.
    puzzle: AnyPuzzle, *, uniqueness: bool = True, seconds: float | None = None, jobs: int | None = None
) -> Grade: ...


@overload
def grade(
    puzzle: Several, *, uniqueness: bool = True, seconds: float | None = None, jobs: int | None = None
) -> list[Grade]: ...


@overload
def grade(  # type: ignore[overload-overlap]
    puzzle: AnyPuzzle,
    *,
    uniqueness: bool = True,
    seconds: float | None = None,
    on_error: Literal["return"],
    jobs: int | None = None,
) -> Grade | BookmakerError: ...


@overload
def grade(
    puzzle: Several,
    *,
    uniqueness: bool = True,
    seconds: float | None = None,
    on_error: Literal["return"],
    jobs: int | None = None,
) -> list[Grade | BookmakerError]: ...


def grade(
    puzzle: AnyPuzzle | Several,
    *,
    uniqueness: bool = True,
    seconds: float | None = None,
    on_error: OnError = "raise",
    jobs: int | None = None,
) -> Any:
    """Grade proper puzzles by the techniques that they need.

    ``uniqueness``: whether steps may rest on there being one solution. ``seconds`` bounds the time in which a puzzle is proven
    proper (None: work of some 20 seconds). Many are graded on ``jobs`` threads (None: one for each processor). Raises
    ImproperError for a puzzle that has no solution, or several, or was not decided.

    >>> found = grade("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    >>> found.level, found.hardest, found.techniques
    ('beginner', 'naked-single', {'full-house': 14, 'naked-single': 37})
    >>> several = grade(["...4.3....2..2.3", "1..............4"], on_error="return")
    >>> several[0].level, type(several[1]).__name__
    ('easy', 'ImproperError')
    """
    from bookmaker.logic import grading

    sure, bound = arguments.flag("uniqueness", uniqueness), bound_of(arguments.seconds(seconds))
    return _each(puzzle, lambda puzzles: grading.graded(puzzles, sure, bound), on_error, jobs)


def explain(
    puzzle: AnyPuzzle,
    language: str = "en",
    *,
    uniqueness: bool = True,
    path: Way = "reader",
    everything: bool = False,
    register: Register = "teach",
) -> Explanation:
    """Solve a proper puzzle step by step, as a person does, and put each step into words.

    ``language`` is a code such as ``"es"``. ``uniqueness``: whether steps may rest on there being one solution. ``path``: steps
    in the order in which a reader meets them, or (``"grade"``) in the rounds that the grade counts; ``everything``: these with
    the steps that no later step needs. ``register``: ``"notation"`` writes steps as the literature does.
    Raises ImproperError for a puzzle that has no solution, or several.

    >>> print(explain("...4.3....2..2.3").steps[0].text)
    In box 2, the 3 can only go into r1c3: row 2 has one already
    >>> print(explain("...4.3....2..2.3", register="notation").steps[0].text)
    hidden-single: r1c3=3
    """
    from bookmaker.publishing.explain import solution_path

    arguments.one_of("path", path, solution_path.WAYS)
    arguments.one_of("register", register, solution_path.REGISTERS)
    arguments.one_of("language", language, tuple(PLURALS))
    return solution_path.explain(
        puzzle_of(puzzle),
        language,
        uniqueness=arguments.flag("uniqueness", uniqueness),
        path=path,
        everything=arguments.flag("everything", everything),
        register=register,
    )


def hint(
    puzzle: AnyPuzzle,
    language: str = "en",
    *,
    so_far: AnyPuzzle | bytes | None = None,
    removed: str = "",
    uniqueness: bool = True,
    register: Register = "teach",
) -> ExplainedStep | None:
    """Find the next step of the reader's path of a proper puzzle; None if the grid is full or no technique finds a step.

    ``so_far`` is the grid with the digits found by now: a text of its cells in reading order, a byte 0..size for each cell, or a
    Puzzle. ``removed`` lists the candidates already eliminated, such as ``"r5c3<>4,
    r6c3<>4"``. ``register`` as for :func:`explain`.

    Raises ImproperError for a puzzle that has no solution, or several; InputError for a digit that is not the
    answer's; UsageError for a grid of another size and for a text that names no candidate.

    >>> print(hint("...4.3....2..2.3", so_far="21.4.3....2..2.3").text)
    r2c1 is the last empty cell of box 1: it is 4
    """
    from bookmaker.publishing.explain import solution_path

    arguments.one_of("register", register, solution_path.REGISTERS)
    arguments.one_of("language", language, tuple(PLURALS))
    sound = arguments.flag("uniqueness", uniqueness)
    taken = puzzle_of(puzzle)
    digits, gone = solution_path.read_begun(
        taken, grid_text("so_far", so_far), arguments.text("removed", removed, "r5c3<>4") or ""
    )
    return solution_path.hint(taken, language, so_far=digits, removed=gone, uniqueness=sound, register=register)


@overload
def verify(puzzle: AnyPuzzle, limit: int = 2, *, seconds: float | None = None) -> Verdict: ...  # type: ignore[overload-overlap]


@overload
def verify(puzzle: Several, limit: int = 2, *, seconds: float | None = None) -> list[Verdict]: ...


@overload
def verify(  # type: ignore[overload-overlap]
    puzzle: AnyPuzzle, limit: int = 2, *, seconds: float | None = None, on_error: Literal["return"]
) -> Verdict | BookmakerError: ...


@overload
def verify(
    puzzle: Several, limit: int = 2, *, seconds: float | None = None, on_error: Literal["return"]
) -> list[Verdict | BookmakerError]: ...


def verify(
    puzzle: AnyPuzzle | Several, limit: int = 2, *, seconds: float | None = None, on_error: OnError = "raise"
) -> Any:
    """Find every fault of a puzzle, and how many solutions it has, up to ``limit``, 2 or more. A verdict is true if it is proper.

    ``seconds`` bounds the time of the search (None: work of some 20 seconds); a puzzle that needs more is ``"undecided"``.

    >>> verdict = verify("1..1............")
    >>> bool(verdict), verdict.status
    (False, 'broken')
    >>> print(verdict.faults[0].message)
    the digit 1 stands twice in row 1: r1c1 and r1c4
    """
    most, bound = arguments.whole("limit", limit, 2, _MOST), bound_of(arguments.seconds(seconds))
    return _each(puzzle, lambda puzzles: check.check_many(puzzles, most, bound, others=True), on_error)


def fix(
    puzzle: AnyPuzzle,
    answer: AnyPuzzle | bytes | None = None,
    method: Method = "minimal",
    *,
    difficulty: str | None = None,
    apply: Application | None = None,
    seconds: float | None = None,
    others: AnyPuzzle | Several = (),
    deep: bool = False,
) -> Fix:
    """Mend a puzzle that is not proper.

    ``answer`` is the solution that the puzzle is meant to have, as a text or as a byte 1..size for each cell.
    ``difficulty`` is preferred among mends that are equally small. ``apply`` mends a puzzle that has no solution: ``"edit"``
    makes the likeliest correction, if its share is 0.8 or more or the answer shows it, a number the correction of that number
    from 1 on, ``"drop"`` leaves out the fewest givens. ``others`` are puzzles of the same source, which
    help to rank corrections: a puzzle among medium ones is meant to be medium. ``seconds`` bounds the time (None: work of some 20
    seconds). A puzzle with hundreds of thousands of solutions gets the givens that are found at once, or ``least`` says how many
    it lacks; ``deep=True`` searches long for a smallest mend. Raises UsageError for a method or difficulty that does not exist,
    and for an answer that is not a full grid.

    >>> mended = fix("...4.3..........")
    >>> print(mended.added, mended.result, mended.proven_minimal)
    ((9, 1), (15, 1)) ...4.3...1.....1 True
    """
    from bookmaker.logic.repair import fixes
    from bookmaker.logic.repair.record import APPLICATIONS, METHODS

    arguments.one_of("method", method, METHODS)
    if isinstance(apply, str):
        arguments.one_of("apply", apply, APPLICATIONS)
    else:
        arguments.whole("apply", apply, 1, 1_000_000, optional=True)
    taken = puzzle_of(puzzle)
    text = grid_text("answer", answer)
    right = None if text is None else full_grid(text, taken.geometry, "answer")
    level = None if difficulty is None else level_named(arguments.text("difficulty", difficulty, "easy"))
    return fixes.fix(taken, right, method, level, apply, arguments.seconds(seconds), puzzles_of(others), deep)


def build(path: str | os.PathLike[str], jobs: int | None = None, *, lenient: bool = False) -> Built:
    """Build the book of a spec, with ``jobs`` threads (None: one for each processor).

    ``lenient``: a broken rule of one of its printers is a note of the result, not an error.

    Raises SpecError with every fault of the spec, and the other errors of :mod:`bookmaker.base.errors` for what building meets.
    """
    where, threads_asked = arguments.path("path", path), arguments.whole("jobs", jobs, 0, optional=True)
    flag = arguments.flag("lenient", lenient)
    from bookmaker.publishing.book.making import build as building
    from bookmaker.publishing.book.spec import spec_file as specs

    return building.build(specs.load(where), threads_asked or parallel.cpu_count(), lenient=flag)


def catalogue(
    path: str | os.PathLike[str],
    count: int,
    bank: str | os.PathLike[str],
    *,
    jobs: int | None = None,
    client: Any = None,
) -> Report:
    """Make the puzzles of a spec into a bank, ``count`` in all, or those that are missing from an earlier call.

    ``jobs`` threads make them (None: one for each processor), or the workers of ``client``, one of Dask's ``distributed.Client``.
    The rows are the same in any case. Raises SpecError for a spec without a seed or with sections that are not made to order,
    UnmetError where puzzles run out, OutputError; what was added before stays.
    """
    many: int = arguments.whole("count", count, 0, _MOST)
    threads_asked: int | None = arguments.whole("jobs", jobs, 0, optional=True)
    spec, kept = arguments.path("path", path), arguments.path("bank", bank)
    if client is not None and not (hasattr(client, "submit") and hasattr(client, "nthreads")):
        raise UsageError(f"`client` must be one of Dask's `distributed.Client`, or None, not {arguments.shown(client)}")
    from bookmaker.publishing.bank.bank import Bank
    from bookmaker.publishing.bank.cluster import on
    from bookmaker.publishing.bank.filling import fill
    from bookmaker.publishing.bank.records import threads
    from bookmaker.publishing.book.making.catalogue_parts import catalogue_parts
    from bookmaker.publishing.book.spec import spec_file as specs

    parts = catalogue_parts(specs.load(spec), many)
    with Bank(kept, write=True) as opened:
        return fill(opened, parts, on(client) if client is not None else threads(threads_asked or parallel.cpu_count()))
