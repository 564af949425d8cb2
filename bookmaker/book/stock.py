"""Where the puzzles of a book come from: generated to order, or read from files. All of them are proven and graded alike."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from threading import Lock

from bookmaker import formats
from bookmaker.book.spec import Generated, Imported, Section, Spec
from bookmaker.book.submissions import Repaired, taken_in
from bookmaker.errors import Fault, InputError, SpecError, UnmetError
from bookmaker.generation.killer_maker import CageMaker, CageOrder, MadeKiller
from bookmaker.generation.maker import Made, Maker, Order
from bookmaker.grading import Grade, grade, grade_many
from bookmaker.grid.geometry import Geometry
from bookmaker.grid.puzzle import Puzzle
from bookmaker.parallel import Stop, ordered_map
from bookmaker.seeds import seed_for
from bookmaker.solve.canonical_form import has_canonical, likeness, same_up_to_symmetry
from bookmaker.techniques.declare import Level
from bookmaker.techniques.requirements import Path
from bookmaker.variants import geometry
from bookmaker.variants.limits import CAGED_SIZES, MADE_KINDS, MADE_SIZES
from bookmaker.verify.check import require_proper

EXAMPLE, MIXED = -1, -2
"""Where a section's index stands in a seed, the seed of the example on the how-to-play page has this."""

Progress = Callable[[int, int, int], None]
"""Called with how many puzzles are ready, of how many, and the attempts made so far; from any thread, one at a time."""


@dataclass(frozen=True, slots=True)
class Stocked:
    """A puzzle ready to print: proper, solved, graded. ``seed`` is None for one that came from a file."""

    puzzle: Puzzle
    solution: bytes
    grade: Grade
    seed: int | None


def order_for(wanted: Generated) -> Order | CageOrder:
    """A section's wish as the generator takes it."""
    ground, cells = geometry(wanted.kind, wanted.size), wanted.mask_cells
    if ground.caged:
        bounds = wanted.givens.min, wanted.givens.max
        return CageOrder(ground, wanted.level, wanted.symmetry, wanted.cage_mix, *bounds, attempts=wanted.attempts)
    order = Order(ground, wanted.level, mask=cells, path=wanted.path, attempts=wanted.attempts)
    if cells is not None:
        return order
    least, most = wanted.givens.min, wanted.givens.max
    return replace(order, symmetry=wanted.symmetry, least=least, most=most, minimal=wanted.minimal)


def made_puzzles(
    order: Order | CageOrder, seeds: Sequence[int], stop: Stop, tried: Callable[[int], None] = lambda _: None
) -> list[Stocked | UnmetError]:
    """Make a puzzle for each seed; then prove and grade the finished ones anew, on the way that puzzles from files take."""
    made: Sequence[Made | MadeKiller | UnmetError]
    made = (CageMaker(order) if isinstance(order, CageOrder) else Maker(order)).make(seeds, stop, tried)
    puzzles = [_puzzle(order.geometry, item) for item in made if not isinstance(item, UnmetError)]
    proven = iter(zip(puzzles, require_proper(puzzles), grade_many(puzzles), strict=True))
    ready: list[Stocked | UnmetError] = []
    for item in made:
        if isinstance(item, UnmetError):
            ready.append(item)
            continue
        puzzle, solution, graded = next(proven)
        wrong: str | None = None
        if isinstance(order, Order):
            wrong = order.path.miss(graded.hardest, graded.techniques, graded.score)
        if order.level is not None and graded.level != str(order.level):
            wrong = f"it is {graded.level}, not {order.level}"
        if wrong:
            ready.append(UnmetError(f"the puzzle of seed {item.seed} is not as asked for: {wrong}; please report this"))
        else:
            ready.append(Stocked(puzzle, solution, graded, item.seed))
    return ready


def _puzzle(ground: Geometry, made: Made | MadeKiller) -> Puzzle:
    return Puzzle(ground, made.givens, cages=made.cages if isinstance(made, MadeKiller) else ())


def made_puzzle(order: Order | CageOrder, seed: int, stop: Stop = lambda: False) -> Stocked:
    """Make one puzzle, proven and graded. Raises UnmetError."""
    (made,) = made_puzzles(order, [seed], stop)
    if isinstance(made, UnmetError):
        raise made
    return made


def fill_sections(
    spec: Spec, jobs: int, progress: Progress, repaired: list[Repaired] | None = None
) -> list[list[Stocked]]:
    """The puzzles of each section, in order; the same for any number of ``jobs``.

    Puzzles of files that were mended or left out, as the spec wishes, are added to ``repaired``.

    Raises InputError, ImproperError, SpecError (too few puzzles in a file), UnmetError.
    """
    imported = _imported(spec, [] if repaired is None else repaired)
    sizes = [
        len(imported[index]) if isinstance(section.puzzles, Imported) else section.puzzles.count
        for index, section in enumerate(spec.sections)
    ]
    total = sum(sizes)
    ready = 0
    attempts = Attempts(lambda made: progress(ready, total, made))
    seen = Seen(puzzle for puzzles in imported.values() for puzzle, _ in puzzles)
    filled: list[list[Stocked]] = []
    for index, section in enumerate(spec.sections):
        ready_before = ready
        stocked: list[Stocked] = []
        found = (
            _graded(imported[index], jobs)
            if isinstance(section.puzzles, Imported)
            else _generated(spec, index, section, section.puzzles, jobs, seen, attempts)
        )
        for item in found:
            stocked.append(item)
            ready = ready_before + len(stocked)
            attempts(0)
        filled.append(stocked)
    return filled


def _generated(
    spec: Spec,
    index: int,
    section: Section,
    wanted: Generated,
    jobs: int,
    seen: Seen,
    tried: Callable[[int], None],
) -> Iterator[Stocked]:
    try:
        yield from generated(order_for(wanted), wanted.count, spec.seed, jobs, index, seen, tried)
    except UnmetError as error:
        fault = error.faults[0]
        message = f"section {section.title!r}: {fault.message}"
        raise UnmetError(Fault(message, section.place("puzzles"), fault.advice)) from error


class Seen:
    """The puzzles of a book so far. Two are the same to a reader if they are copies, turned or relabelled.

    Not in 4x4 grids: a thousand puzzles made there are copies of three dozen, so that a section would run dry. These, and
    those without canonical form, are compared as they are. Canonical forms are only made of puzzles that look alike, which
    are few: their compiler is not for those who never need it.
    """

    def __init__(self, puzzles: Iterable[Puzzle] = ()) -> None:
        self._alike: dict[object, list[Puzzle]] = {}
        for puzzle in puzzles:
            self.add(puzzle)

    def like(self, puzzle: Puzzle) -> Puzzle | None:
        """The puzzle seen that this one is a copy of, if any."""
        same = same_up_to_symmetry if _turns(puzzle) else operator.eq
        return next((other for other in self._alike.get(_looks(puzzle), []) if same(other, puzzle)), None)

    def add(self, puzzle: Puzzle) -> None:
        """It has been seen now."""
        self._alike.setdefault(_looks(puzzle), []).append(puzzle)


def _turns(puzzle: Puzzle) -> bool:
    return puzzle.geometry.size > _TINY and has_canonical(puzzle.geometry)


def _looks(puzzle: Puzzle) -> object:
    return likeness(puzzle) if _turns(puzzle) else puzzle


class Attempts:
    """Counts the attempts that threads make, and hands on their number, to one listener at a time."""

    def __init__(self, tell: Callable[[int], None]) -> None:
        self._tell, self._made, self._lock = tell, 0, Lock()

    def __call__(self, more: int) -> None:
        """So many further attempts were made."""
        with self._lock:
            self._made += more
            self._tell(self._made)


def generated(
    order: Order | CageOrder,
    count: int,
    seed: int,
    jobs: int,
    part: int = 0,
    seen: Seen | None = None,
    tried: Callable[[int], None] = lambda _: None,
) -> Iterator[Stocked]:
    """So many different puzzles, none of them like one in ``seen``; the same for any number of ``jobs``.

    ``seen`` holds the puzzles made before, and is added to. ``part`` tells sections of
    one book apart: each puzzle's seed is made from ``seed``, ``part`` and its index. ``tried`` is told of attempts, from any
    thread. Raises UnmetError, naming the
    puzzle that could not be made.
    """

    def work(numbers: range, stop: Stop) -> list[Stocked | UnmetError]:
        return made_puzzles(order, [seed_for(seed, part, number) for number in numbers], stop, tried)

    def met(item: Stocked | UnmetError, number: int) -> Stocked:
        if isinstance(item, Stocked):
            return item
        fault = item.faults[0]
        message = f"puzzle {number + 1} of {count} could not be made: {fault.message}"
        raise UnmetError(Fault(message, None, fault.advice))

    # Several puzzles a piece: calling a kernel costs as much as making a few easy puzzles.
    each = min(_MOST_AT_ONCE, max(1, count // (8 * jobs)))
    if isinstance(order, Order) and (order.path != Path() or (order.level or 0) >= Level.HARD):
        each = min(each, _MOST_SOUGHT_AT_ONCE)
    pieces = [range(start, min(start + each, count)) for start in range(0, count, each)]
    seen = Seen() if seen is None else seen
    for number, item in enumerate(item for piece in ordered_map(work, pieces, jobs) for item in piece):
        stocked = met(item, number)
        # A repeat is rare but for tiny grids. It is replaced here, in the order of the book, so that the replacement does
        # not depend on which thread was first.
        again = 0
        while seen.like(stocked.puzzle):
            again += 1
            if again > _MOST_REPEATS:
                message = (
                    f"puzzle {number + 1} of {count} could not be made: all that were found are in the book already"
                )
                raise UnmetError(Fault(message, None, "ask for fewer"))
            (item,) = made_puzzles(order, [seed_for(seed, part, number, again)], lambda: False)
            stocked = met(item, number)
        seen.add(stocked.puzzle)
        yield stocked


_TINY = 4
"""Up to this size puzzles are compared as they are."""

_MOST_REPEATS = 1000
_MOST_AT_ONCE = 32
_MOST_SOUGHT_AT_ONCE = 4
"""Puzzles that take long are handed over sooner."""


def _imported(spec: Spec, repaired: list[Repaired]) -> dict[int, list[tuple[Puzzle, bytes]]]:
    """Puzzles and solutions of the sections that come from files, by the section's index."""
    read = {
        index: _read(section, section.puzzles, repaired)
        for index, section in enumerate(spec.sections)
        if isinstance(section.puzzles, Imported)
    }
    first = Seen()
    section_of: dict[int, int] = {}
    repeats: dict[object, Fault] = {}
    for index, puzzles in read.items():
        for puzzle in puzzles:
            original = first.like(puzzle)
            if original is None:
                first.add(puzzle)
                section_of[id(puzzle)] = index
            elif original.source == puzzle.source and section_of[id(original)] != index:
                # One fault for the file, not one for each of its puzzles.
                file = puzzle.source.path if puzzle.source else None
                message = "a puzzle of this file would be printed twice: another section takes it, too"
                repeats.setdefault(
                    (index, file), Fault(message, puzzle.source, f"change `from` of {spec.sections[index].title!r}")
                )
            else:
                how = "" if original == puzzle else ", turned or relabelled"
                message = f"the same puzzle as {original.source}{how}"
                repeats[id(puzzle)] = Fault(message, puzzle.source, "take one of them out")
    if repeats:
        raise InputError(repeats.values())
    solutions = iter(require_proper([puzzle for puzzles in read.values() for puzzle in puzzles]))
    return {index: [(puzzle, next(solutions)) for puzzle in puzzles] for index, puzzles in read.items()}


def _read(section: Section, wanted: Imported, repaired: list[Repaired]) -> list[Puzzle]:
    found = formats.read_all(wanted.files)
    puzzles, mended = taken_in(found, wanted.repair, section.title, wanted.count)
    repaired += mended
    if not puzzles:
        raise InputError([one.told for one in mended])
    if wanted.count is not None and len(puzzles) < wanted.count:
        without = (
            f", {len(found) - len(puzzles)} not counted that cannot be mended" if len(found) > len(puzzles) else ""
        )
        message = f"`count` is {wanted.count}, but `from` holds only {len(puzzles)}{without}"
        raise SpecError(Fault(message, section.place("puzzles", "count"), "lower it, or leave it out to take all"))
    return puzzles


def _graded(puzzles: list[tuple[Puzzle, bytes]], jobs: int) -> Iterator[Stocked]:
    def work(item: tuple[Puzzle, bytes], _stop: Stop) -> Stocked:
        puzzle, solution = item
        return Stocked(puzzle, solution, grade(puzzle), None)

    return ordered_map(work, puzzles, jobs)


def in_order(spec: Spec, sections: Sequence[Sequence[Stocked]]) -> list[list[Stocked]]:
    """The puzzles of each section in the order in which they are printed."""
    ordered = []
    for number, (section, puzzles) in enumerate(zip(spec.sections, sections, strict=True)):
        order = section.order or ("as-made" if isinstance(section.puzzles, Imported) else "rising")
        if order == "rising":
            ordered.append(sorted(puzzles, key=lambda stocked: stocked.grade.score))
        elif order == "mixed":
            drawn = sorted(range(len(puzzles)), key=lambda index: seed_for(spec.seed, number, index, MIXED))
            ordered.append([puzzles[index] for index in drawn])
        else:
            ordered.append(list(puzzles))
    return ordered


def example(spec: Spec, sections: list[list[Stocked]]) -> Stocked:
    """An easy puzzle of the book's most frequent kind of grid, for the how-to-play page.

    Where such puzzles are not made here, the easiest of the book that has some: a book's own puzzle is better than none.
    """
    grids = [stocked.puzzle.geometry for section in sections for stocked in section]
    ground = max(dict.fromkeys(grids), key=grids.count)
    if ground.kind not in MADE_KINDS or ground.size not in (CAGED_SIZES if ground.caged else MADE_SIZES):
        own = [stocked for section in sections for stocked in section if stocked.puzzle.geometry is ground]
        return min(own, key=lambda stocked: stocked.grade.score)
    return made_puzzle(_easy(ground), seed_for(spec.seed, EXAMPLE))


def _easy(ground: Geometry) -> Order | CageOrder:
    if ground.caged:
        return CageOrder(ground, Level.EASY, "rotational")
    return Order(ground, Level.EASY, "rotational")
