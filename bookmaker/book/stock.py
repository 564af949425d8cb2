"""Where the puzzles of a book come from: generated to order, or read from files. All of them are proven and graded alike."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

from bookmaker import formats
from bookmaker.book.spec import Generated, Imported, Section, Spec
from bookmaker.checking import require_proper
from bookmaker.errors import Fault, InputError, SpecError, UnmetError
from bookmaker.generation.making import Made, Order, make
from bookmaker.grading import Grade, grade
from bookmaker.grid.puzzle import Puzzle
from bookmaker.parallel import Stop, ordered_map
from bookmaker.seeds import seed_for
from bookmaker.techniques.declare import Level
from bookmaker.variants import geometry

EXAMPLE = -1
"""Where a section's index stands in a seed, the seed of the example on the how-to-play page has this."""

Progress = Callable[[int, int], None]
"""Called with how many puzzles are ready, of how many."""


@dataclass(frozen=True, slots=True)
class Stocked:
    """A puzzle ready to print: proper, solved, graded. ``seed`` is None for one that came from a file."""

    puzzle: Puzzle
    solution: bytes
    grade: Grade
    seed: int | None


def order_for(wanted: Generated) -> Order:
    """A section's wish as the generator takes it."""
    return Order(
        geometry=geometry(wanted.kind, wanted.size),
        level=Level[wanted.difficulty.upper()],
        symmetry=wanted.symmetry,
        least=wanted.givens.min,
        most=wanted.givens.max,
        minimal=wanted.minimal,
    )


def made_puzzle(order: Order, seed: int, stop: Stop) -> Stocked:
    """Make one puzzle; then prove and grade the finished one anew, on the way that puzzles from files take."""
    made: Made = make(order, seed, stopped=stop)
    puzzle = Puzzle(order.geometry, made.givens)
    (solution,) = require_proper([puzzle])
    graded = grade(puzzle)
    if order.level is not None and graded.level != str(order.level):
        raise UnmetError(f"the puzzle of seed {seed} is {graded.level}, not {order.level}: please report this")
    return Stocked(puzzle, solution, graded, seed)


def fill_sections(spec: Spec, jobs: int, progress: Progress) -> list[list[Stocked]]:
    """The puzzles of each section, in order; the same for any number of ``jobs``.

    Raises InputError, ImproperError, SpecError (too few puzzles in a file), UnmetError.
    """
    imported = {index: _imported(section) for index, section in enumerate(spec.sections) if _from_files(section)}
    sizes = [
        len(imported[index]) if isinstance(section.puzzles, Imported) else section.puzzles.count
        for index, section in enumerate(spec.sections)
    ]
    total = sum(sizes)
    ready = 0
    seen: set[Puzzle] = set()
    filled: list[list[Stocked]] = []
    for index, section in enumerate(spec.sections):
        ready_before = ready
        stocked: list[Stocked] = []
        found = (
            _graded(imported[index], jobs)
            if isinstance(section.puzzles, Imported)
            else _generated(spec, index, section, section.puzzles, jobs, seen)
        )
        for item in found:
            seen.add(item.puzzle)
            stocked.append(item)
            ready = ready_before + len(stocked)
            progress(ready, total)
        filled.append(stocked)
    return filled


def _from_files(section: Section) -> bool:
    return isinstance(section.puzzles, Imported)


def _generated(
    spec: Spec, index: int, section: Section, wanted: Generated, jobs: int, seen: set[Puzzle]
) -> Iterator[Stocked]:
    try:
        yield from generated(order_for(wanted), wanted.count, spec.seed, jobs, index, seen)
    except UnmetError as error:
        fault = error.faults[0]
        message = f"section {section.title!r}: {fault.message}"
        raise UnmetError(Fault(message, section.place("puzzles"), fault.advice)) from error


def generated(
    order: Order, count: int, seed: int, jobs: int, part: int = 0, seen: Collection[Puzzle] = ()
) -> Iterator[Stocked]:
    """So many different puzzles, none of them in ``seen``; the same for any number of ``jobs``.

    ``part`` tells sections of one book apart: each puzzle's seed is made from ``seed``, ``part`` and its index. Raises
    UnmetError, naming the puzzle that could not be made.
    """

    def work(number: int, stop: Stop, *again: int) -> Stocked:
        try:
            return made_puzzle(order, seed_for(seed, part, number, *again), stop)
        except UnmetError as error:
            fault = error.faults[0]
            message = f"puzzle {number + 1} of {count} could not be made: {fault.message}"
            raise UnmetError(Fault(message, None, fault.advice)) from error

    made: set[Puzzle] = set()
    for number, stocked in enumerate(ordered_map(work, range(count), jobs)):
        # A repeat is rare but for tiny grids. It is replaced here, in the order of the book, so that the replacement does
        # not depend on which thread was first.
        again = 0
        while stocked.puzzle in made or stocked.puzzle in seen:
            again += 1
            if again > _MOST_REPEATS:
                message = (
                    f"puzzle {number + 1} of {count} could not be made: all that were found are in the book already"
                )
                raise UnmetError(Fault(message, None, "ask for fewer"))
            stocked = work(number, _never, again)
        made.add(stocked.puzzle)
        yield stocked


_MOST_REPEATS = 1000


def _never() -> bool:
    return False


def _imported(section: Section) -> list[tuple[Puzzle, bytes]]:
    wanted = section.puzzles
    assert isinstance(wanted, Imported)
    puzzles = formats.read_all(wanted.files)
    if wanted.count is not None:
        if len(puzzles) < wanted.count:
            message = f"`count` is {wanted.count}, but `from` holds only {len(puzzles)}"
            raise SpecError(Fault(message, section.place("puzzles", "count"), "lower it, or leave it out to take all"))
        puzzles = puzzles[: wanted.count]
    first: dict[Puzzle, Puzzle] = {}
    repeats = [
        Fault(f"the same puzzle as {first[puzzle].source}", puzzle.source, "take one of them out")
        for puzzle in puzzles
        if first.setdefault(puzzle, puzzle) is not puzzle
    ]
    if repeats:
        raise InputError(repeats)
    return list(zip(puzzles, require_proper(puzzles), strict=True))


def _graded(puzzles: list[tuple[Puzzle, bytes]], jobs: int) -> Iterator[Stocked]:
    def work(item: tuple[Puzzle, bytes], _stop: Stop) -> Stocked:
        puzzle, solution = item
        return Stocked(puzzle, solution, grade(puzzle), None)

    return ordered_map(work, puzzles, jobs)


def example(spec: Spec, sections: list[list[Stocked]]) -> Stocked:
    """An easy puzzle of the book's most frequent kind of grid, for the how-to-play page."""
    grids = [stocked.puzzle.geometry for section in sections for stocked in section]
    ground = max(dict.fromkeys(grids), key=grids.count)
    return made_puzzle(Order(ground, Level.EASY, "rotational"), seed_for(spec.seed, EXAMPLE), _never)
