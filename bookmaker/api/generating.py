"""Functions of ``import bookmaker`` that make puzzles to an order: ``generate``, and ``generate_iter``, one by one."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Literal, TypedDict, Unpack, overload

from bookmaker.api import arguments
from bookmaker.api.puzzles import AnyPuzzle, grid_text
from bookmaker.base import parallel
from bookmaker.formats.reading import solution_in
from bookmaker.logic.generation.order import order_for
from bookmaker.logic.generation.order_fields import ORDER_FIELDS, SEED
from bookmaker.logic.techniques.literals import Difficulty, Kind, Technique
from bookmaker.puzzles.grid.symmetry import Symmetry

if TYPE_CHECKING:
    # Whoever makes puzzles loads the compiler.
    from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle, ProvenPuzzle

__all__ = ["generate", "generate_iter"]

Range = int | str | tuple[int | None, int | None] | None
"""A number for both ends, a text such as ``"24-30"``, ``"24-"`` or ``"-30"``, or (least, most), None for no bound."""


class OrderFields(TypedDict, total=False):
    """The fields of an order that :func:`generate` takes by name."""

    kind: Kind | str
    size: int | None
    boxes: str | None
    symmetry: Symmetry | None
    cage_sizes: str | None
    gaps: Range
    sumless: Range
    break_in: Literal["any", "clue", "idea"]
    theme: Literal["none", "digits-in-order", "equal-clues"]
    effort: Literal["draft", "print", "gift"]
    clues: int | str | None
    givens: Range
    minimal: bool
    mask: str | Iterable[int] | None
    pattern: str | None
    solution: AnyPuzzle | None
    requires: Technique | str | Iterable[str]
    hardest: Technique | str | None
    avoid: Technique | str | Iterable[str]
    score: Range
    minutes: Range
    attempts: int | None


@overload
def generate(
    count: int,
    difficulty: Difficulty | None = None,
    seed: int = SEED,
    *,
    grade: Literal[True] = True,
    jobs: int | None = None,
    **fields: Unpack[OrderFields],
) -> list[GradedPuzzle]: ...


@overload
def generate(
    count: int,
    difficulty: Difficulty | None = None,
    seed: int = SEED,
    *,
    grade: Literal[False],
    jobs: int | None = None,
    **fields: Unpack[OrderFields],
) -> list[ProvenPuzzle]: ...


def generate(
    count: int,
    difficulty: Difficulty | None = None,
    seed: int = SEED,
    *,
    grade: bool = True,
    jobs: int | None = None,
    **fields: Unpack[OrderFields],
) -> list[GradedPuzzle] | list[ProvenPuzzle]:
    """Make ``count`` puzzles, no two of them alike; the same arguments (but ``jobs``) make the same puzzles.

    Each item has ``puzzle``, ``solution`` (a byte for each cell), ``grade`` and ``seed``. Kinds and levels of one ``seed`` have
    nothing in common.

    ``difficulty`` is a level from ``"beginner"`` to ``"extreme"``, or ``"any"``. None, as in a book spec and on the command
    line, means easy, or whatever suits ``requires``, ``hardest``, ``score`` or ``minutes``.

    ``kind``, ``size`` and ``symmetry`` have the names that they have in a book spec; None: as is usual for the kind.
    ``boxes`` are rows by columns of a box, ``"3x2"``; None: the usual ones. ``givens``, ``score`` and ``minutes`` are
    ranges: ``"24-30"``, ``"24-"``, ``"-30"``, ``26`` or (least, most), None for no bound. ``minimal``: none is superfluous.
    ``mask`` says which cells hold givens: a drawing for :func:`~bookmaker.puzzles.grid.symmetry.parse_mask`, or indices of cells.
    ``pattern`` draws where the lines of a puzzle lie: see :func:`~bookmaker.puzzles.rules.places.parse_pattern`.
    ``solution`` is the full grid that each puzzle must have as its answer. Killers have cages of ``cage_sizes``, as
    ``"2-5"`` or, with shares, ``"2:40 3:40 4:20"``, and no givens unless ``givens`` says so; ``gaps`` of their cells lie in no
    cage, and ``sumless`` of the cages show no sum, none if nothing is said. ``clues``, of kinds that have some
    besides givens, is how many a puzzle shows (``12``, ``"8-12"``), ``"all"``, or ``"needed"``: none that can go while the
    puzzle stays proper and meets the order. ``break_in`` ``"clue"`` or ``"idea"`` is the step to the first digit, and ``effort``
    ``"print"`` or ``"gift"`` takes the most interesting of 8 or 40 candidates, unlike the few before it. ``theme``
    ``"digits-in-order"``: all 1s can be placed from the start, then all 2s, and so on; ``"equal-clues"``: the numbers outside
    the grid are all alike.

    ``requires``, ``hardest`` and ``avoid`` name techniques or families (the first and the last one or several), ``score`` is that
    of the path: see :class:`bookmaker.logic.techniques.requirements.Path`. ``minutes`` is the expected time of an average solver.
    ``attempts`` bounds the search for each puzzle, and with ``minutes`` how many puzzles are timed; ``jobs`` bounds the threads.
    Without ``grade`` the same puzzles of the difficulty ``"any"`` are proven only, several times as fast, and have no ``grade``.

    Raises UnmetError if a puzzle could not be made; UsageError for an order that no puzzle can meet, with all its faults.

    >>> made = generate(2, "hard", seed=7)
    >>> [one.grade.level for one in made]
    ['hard', 'hard']
    >>> print(generate(1, size=4, mask="X..X.XX..XX.X..X")[0].puzzle)
    4..2.24..12.2..1
    """
    made: list[GradedPuzzle] = list(_made(count, difficulty, seed, grade, jobs, fields))
    return made


@overload
def generate_iter(
    count: int,
    difficulty: Difficulty | None = None,
    seed: int = SEED,
    *,
    progress: MakingProgress | None = None,
    cancel: Callable[[], bool] | None = None,
    grade: Literal[True] = True,
    jobs: int | None = None,
    **fields: Unpack[OrderFields],
) -> Generator[GradedPuzzle, None, None]: ...


@overload
def generate_iter(
    count: int,
    difficulty: Difficulty | None = None,
    seed: int = SEED,
    *,
    progress: MakingProgress | None = None,
    cancel: Callable[[], bool] | None = None,
    grade: Literal[False],
    jobs: int | None = None,
    **fields: Unpack[OrderFields],
) -> Generator[ProvenPuzzle, None, None]: ...


def generate_iter(
    count: int,
    difficulty: Difficulty | None = None,
    seed: int = SEED,
    *,
    progress: MakingProgress | None = None,
    cancel: Callable[[], bool] | None = None,
    grade: bool = True,
    jobs: int | None = None,
    **fields: Unpack[OrderFields],
) -> Any:
    """The puzzles of :func:`generate`, each as soon as it is ready: a loop that is left makes no more of them.

    ``progress(ready, count, attempts)`` is called as work goes on, from any thread, one at a time. ``cancel``, such as the
    ``is_set`` of a ``threading.Event``, is asked during the work: once it is true, the puzzles end. An order that no puzzle can
    meet is refused at the call.

    >>> from itertools import islice
    >>> [str(one.puzzle) for one in islice(generate_iter(1_000_000, size=4), 1)]
    ['..3.1..23.......']
    """
    return _made(count, difficulty, seed, grade, jobs, fields, progress, cancel)


MakingProgress = Callable[[int, int, int], None]
"""Called with the puzzles that are ready, those that are wanted, and the attempts so far."""


class _CancelledError(Exception):
    """Nobody wants further puzzles."""


def _made(
    count: int,
    difficulty: Any,
    seed: int,
    grade: bool,
    jobs: int | None,
    fields: OrderFields,
    progress: MakingProgress | None = None,
    cancel: Callable[[], bool] | None = None,
) -> Iterator[Any]:
    """The puzzles of an order, whose arguments are checked at once."""
    from bookmaker.logic.generation.distinct_puzzles import Attempts, generated, ungraded
    from bookmaker.logic.generation.order_fields import MOST

    many: int = arguments.whole("count", count, 0, MOST)
    begun: int = arguments.whole("seed", seed)
    threads: int = arguments.whole("jobs", jobs, 0, optional=True) or parallel.cpu_count()
    report, stops = arguments.function("progress", progress), arguments.function("cancel", cancel)
    words: dict[str, Any] = {**fields, "difficulty": difficulty}
    if strange := sorted(words.keys() - ORDER_FIELDS.keys()):
        raise TypeError(f"generate() got an unexpected keyword argument {strange[0]!r}")
    if "solution" in words and not isinstance(words["solution"], bytes):
        words["solution"] = solution_in(grid_text("solution", words["solution"]))
    order = order_for(**{name: arguments.order_field(name, value) for name, value in words.items()})
    make = generated if arguments.flag("grade", grade) else ungraded
    ready = 0

    def tried(attempts: int) -> None:
        if stops is not None and stops():
            raise _CancelledError
        if report is not None:
            report(ready, many, attempts)

    def each() -> Iterator[Any]:
        nonlocal ready
        counted = Attempts(tried)
        with suppress(_CancelledError):
            for one in make(order, many, begun, threads, tried=counted):
                yield one
                ready += 1
                counted(0)

    return each()


def _with_fields(function: Any) -> None:
    """Let help and notebooks name every field of an order with its default, where the code says ``fields``."""
    own = inspect.signature(function)
    (fields,) = (one for one in own.parameters.values() if one.kind is one.VAR_KEYWORD)
    named = [
        inspect.Parameter(name, fields.KEYWORD_ONLY, default=field.default)
        for name, field in ORDER_FIELDS.items()
        if name not in own.parameters
    ]
    kept = [one for one in own.parameters.values() if one is not fields]
    function.__signature__ = own.replace(parameters=[*kept, *named])


_with_fields(generate)
_with_fields(generate_iter)
