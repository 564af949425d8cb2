"""The puzzles of a book, section by section: made to order, or read from files.

A book adds to :mod:`bookmaker.logic.generation.distinct_puzzles` that no puzzle occurs twice in it, whatever its section and
origin, and that a fault names the section it is in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from bookmaker import formats
from bookmaker.base.errors import Fault, InputError, Note, SpecError, UnmetError
from bookmaker.base.parallel import Stop, ordered_map
from bookmaker.base.seeds import seed_for
from bookmaker.logic.generation.defaults import seeking_attempts
from bookmaker.logic.generation.distinct_puzzles import Attempts, GradedPuzzle, Memory, Seen, generated
from bookmaker.logic.generation.order import Order
from bookmaker.logic.grading import grade
from bookmaker.logic.techniques.declare import Level
from bookmaker.logic.verify.check import require_proper
from bookmaker.publishing.bank.records import identities
from bookmaker.publishing.bank.volumes import Volume
from bookmaker.publishing.book.making.repairs import Repaired, taken_in
from bookmaker.publishing.book.spec.generated import Generated, Share
from bookmaker.publishing.book.spec.puzzle_keys import Imported
from bookmaker.publishing.book.spec.section_seeds import MIXED, parts
from bookmaker.publishing.book.spec.spec_file import Lesson, Section, Spec
from bookmaker.puzzles.grid.puzzle import Puzzle


@dataclass(frozen=True, slots=True)
class At:
    """Where the work on a book is: the section with this title, ``ready`` of the ``count`` puzzles of which are made."""

    title: str
    ready: int
    count: int


Progress = Callable[[int, int, int, At], None]
"""Called with the puzzles that are ready, the puzzles of the book, the attempts so far, and where in the book that is; from any
thread, one at a time."""


def fill_sections(
    sections: Sequence[Section],
    seed: int,
    jobs: int,
    progress: Progress,
    repaired: list[Repaired] | None = None,
    memory: Memory | None = None,
    unread: list[Fault] | None = None,
    volume: Volume | None = None,
    passed_over: list[Note] | None = None,
) -> list[list[GradedPuzzle]]:
    """The puzzles of each section, in order; the same for any number of ``jobs`` (threads).

    Puzzles in ``memory`` are not made again. No puzzle of another volume of the series occurs. Adds to ``repaired`` the puzzles
    of files that were mended or left out, as the spec wishes, to ``unread`` what of the files could not be read, and to
    ``passed_over`` notes on puzzles of the bank that were not taken. Raises InputError, ImproperError, SpecError (too few puzzles
    in a file), UnmetError.
    """
    unread = [] if unread is None else unread
    imported = _imported(sections, [] if repaired is None else repaired, unread)
    counts = [
        len(imported[index]) if isinstance(section.puzzles, Imported) else section.puzzles.count
        for index, section in enumerate(sections)
    ]
    total, ready, at = sum(counts), 0, At("", 0, 0)
    attempts = Attempts(lambda made: progress(ready, total, made, at))
    barred = {} if volume is None else volume.barred()
    _require_new(imported, barred)
    seen = Seen(
        (puzzle for puzzles in imported.values() for puzzle, _ in puzzles),
        (lambda puzzle: identities([puzzle])[0] in barred) if barred else lambda _: False,
    )
    filled: list[list[GradedPuzzle]] = []
    own = parts(sections)
    for index, section in enumerate(sections):
        filled.append([])
        at = At(section.title, 0, counts[index])
        if isinstance(section.puzzles, Imported):
            found = _graded(imported[index], jobs)
        elif isinstance(section, Lesson):
            found = lesson_puzzles(section, section.practice, seed, jobs, own[index], seen, attempts, memory)
        else:
            bank = volume if section.puzzles.stock else None
            found = chain.from_iterable(
                _share(section, share, seed, jobs, seen, attempts, memory, bank, passed_over)
                for share in section.puzzles.shares(own[index])
            )
        for item in of_section(section, found):
            filled[-1].append(item)
            ready, at = ready + 1, replace(at, ready=at.ready + 1)
            attempts(0)
    return filled


def _share(
    section: Section,
    share: Share,
    seed: int,
    jobs: int,
    seen: Seen,
    attempts: Attempts,
    memory: Memory | None,
    bank: Volume | None,
    passed_over: list[Note] | None,
) -> Iterator[GradedPuzzle]:
    """The puzzles of one level of a section: from the bank, if it takes any from there, as far as that has them."""
    taken = [] if bank is None else bank.stock(share.order, share.count, section.named)
    taken = [item for item in taken if not seen.holds(item.puzzle)]
    if passed_over is not None and bank is not None and len(taken) < share.count:
        passed_over += _passed_over(section, bank, share.order, f"{share.count - len(taken)} of {share.count}")
    for item in taken:
        seen.add(item.puzzle)
    yield from taken
    yield from generated(share.order, share.count - len(taken), seed, jobs, share.part, seen, attempts, memory)


def volume_of(spec: Spec) -> Volume | None:
    """The volume of its series that a book is."""
    if spec.series is None:
        return None
    return Volume(spec.series.name, spec.series.volume, spec.path.parent / spec.series.bank)


def _require_new(imported: Mapping[int, Sequence[tuple[Puzzle, bytes]]], barred: Mapping[int, int]) -> None:
    """Check that no other volume printed a puzzle of the files. Raises InputError."""
    if not barred:
        return
    puzzles = [puzzle for own in imported.values() for puzzle, _ in own]
    faults = [
        Fault(f"volume {barred[identity]} has printed this puzzle already", puzzle.source, "take it out")
        for puzzle, identity in zip(puzzles, identities(puzzles), strict=True)
        if identity in barred
    ]
    if faults:
        raise InputError(faults)


def _passed_over(section: Section, volume: Volume, order: Order, which: str) -> list[Note]:
    """A note where puzzles are made although the bank has some that differ from the wish in their symmetry alone."""
    others = volume.unsymmetric(order)
    if not others:
        return []
    message = f"section {section.title!r}: {which} puzzles are made, although the bank has {others} of another symmetry"
    return [Note(message, section.place("puzzles"), "`symmetry: none` takes those")]


def of_section(section: Section, found: Iterator[GradedPuzzle]) -> Iterator[GradedPuzzle]:
    """Puzzles that are made for a section; a fault names it."""
    try:
        yield from found
    except UnmetError as error:
        fault = error.faults[0]
        if isinstance(section, Lesson):
            message, place = f"the lesson `{section.lesson}`: {fault.message}", section.place("lesson")
            raise UnmetError(Fault(message, place, fault.advice)) from error
        message = f"section {section.title!r}: {fault.message}"
        raise UnmetError(Fault(message, section.place("puzzles"), fault.advice)) from error


def lesson_puzzles(
    lesson: Lesson,
    count: int,
    seed: int,
    jobs: int,
    part: int,
    seen: Seen,
    tried: Callable[[int], None] = lambda _: None,
    memory: Memory | None = None,
) -> Iterator[GradedPuzzle]:
    """Puzzles that need the technique of a lesson and nothing harder; the arguments are those of :func:`generated`.

    Such a puzzle needs no easier technique than those taught before. Where too few of these exist, the rest may need any easier
    technique.
    """
    order = lesson.puzzles.order()
    usual = seeking_attempts(order.geometry.cell_count, _STRICT_ATTEMPTS, order.geometry.overlapping)
    strict = replace(order, attempts=lesson.attempts or usual)
    made = 0
    if lesson.untaught:
        try:
            for item in generated(strict, count, seed, jobs, part, seen, tried, memory):
                yield item
                made += 1
        except UnmetError:
            order = replace(order, path=replace(order.path, avoid=()))
    yield from generated(order, count - made, seed, jobs, part, seen, tried, memory)


_STRICT_ATTEMPTS = 40_000
"""Attempts at a 9x9 puzzle that needs nothing untaught: some four seconds."""


def _imported(
    sections: Sequence[Section], repaired: list[Repaired], unread: list[Fault]
) -> dict[int, list[tuple[Puzzle, bytes]]]:
    """Puzzles and solutions of the sections that come from files, by the section's index."""
    read = {
        index: _read(section, section.puzzles, repaired, unread)
        for index, section in enumerate(sections)
        if isinstance(section.puzzles, Imported)
    }
    _require_distinct(sections, read)
    solutions = iter(require_proper([puzzle for puzzles in read.values() for puzzle in puzzles]))
    return {index: [(puzzle, next(solutions)) for puzzle in puzzles] for index, puzzles in read.items()}


def require_files(sections: Sequence[Section]) -> None:
    """Check the puzzles that come from files as a build does; those that are to be repaired are left to it, for that takes long.

    Raises InputError, ImproperError, SpecError.
    """
    plain = [
        section for section in sections if isinstance(section.puzzles, Imported) and section.puzzles.repair == "none"
    ]
    if plain:
        _imported(plain, [], [])


def _require_distinct(sections: Sequence[Section], read: Mapping[int, Sequence[Puzzle]]) -> None:
    """Check that no puzzle of the files occurs twice. ``read``: puzzles by the section's index. Raises InputError."""
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
                    (index, file), Fault(message, puzzle.source, f"change `from` of {sections[index].title!r}")
                )
            else:
                how = "" if original == puzzle else ", turned or relabelled"
                message = f"the same puzzle as {original.source}{how}"
                repeats[id(puzzle)] = Fault(message, puzzle.source, "take one of them out")
    if repeats:
        raise InputError(repeats.values())


def _read(section: Section, wanted: Imported, repaired: list[Repaired], unread: list[Fault]) -> list[Puzzle]:
    found = formats.read_all(wanted.files, strict=wanted.strict)
    unread += [*found.notes, *found.faults]
    puzzles, mended = taken_in(found, wanted.repair, section.title, wanted.count)
    repaired += mended
    if not puzzles:
        raise InputError([one.fault for one in mended])
    if wanted.count is not None and len(puzzles) < wanted.count:
        without = (
            f", {len(found) - len(puzzles)} not counted that cannot be mended" if len(found) > len(puzzles) else ""
        )
        message = f"`count` is {wanted.count}, but `from` holds only {len(puzzles)}{without}"
        raise SpecError(Fault(message, section.place("puzzles", "count"), "lower it, or leave it out to take all"))
    return puzzles


def _graded(puzzles: list[tuple[Puzzle, bytes]], jobs: int) -> Iterator[GradedPuzzle]:
    def work(item: tuple[Puzzle, bytes], _stop: Stop) -> GradedPuzzle:
        puzzle, solution = item
        return GradedPuzzle(puzzle, solution, grade(puzzle), None)

    return ordered_map(work, puzzles, jobs)


def in_order(
    wanted: Sequence[Section], seed: int, sections: Sequence[Sequence[GradedPuzzle]]
) -> list[list[GradedPuzzle]]:
    """The puzzles of each section in the order in which they are printed. ``seed`` is the book's."""
    ordered = []
    for part, section, puzzles in zip(parts(wanted), wanted, sections, strict=True):
        order = section.order or ("as-made" if isinstance(section.puzzles, Imported) else "rising")
        if order == "rising":
            ordered.append(sorted(puzzles, key=_rising_by_level if _several_levels(section) else _rising))
        elif order == "mixed":
            drawn = sorted(range(len(puzzles)), key=lambda index: seed_for(seed, part, index, MIXED))
            ordered.append([puzzles[index] for index in drawn])
        else:
            ordered.append(list(puzzles))
    return ordered


def _several_levels(section: Section) -> bool:
    """Whether a section orders puzzles of several levels."""
    return isinstance(section.puzzles, Generated) and len(section.puzzles.levels) > 1


def _rising(stocked: GradedPuzzle) -> tuple[float, float]:
    return stocked.grade.minutes, stocked.grade.score


def _rising_by_level(stocked: GradedPuzzle) -> tuple[float, ...]:
    return Level[stocked.grade.level.upper()], *_rising(stocked)
