"""The puzzles of a book, section by section: made to order, or read from files.

A book adds to :mod:`bookmaker.logic.generation.distinct_puzzles` that no puzzle occurs twice in it, whatever its section and
origin, and that a fault names the section it is in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import Any, cast

from bookmaker import formats
from bookmaker.base.errors import Fault, InputError, Note, Place, SpecError, UnmetError, said
from bookmaker.base.parallel import Stop, ordered_map
from bookmaker.base.seeds import seed_for
from bookmaker.logic.generation.distinct_puzzles import Attempts, GradedPuzzle, Memory, Seen, generated
from bookmaker.logic.generation.order import Order
from bookmaker.logic.generation.order_fields import ANY, DIFFICULTY, seeking_attempts
from bookmaker.logic.generation.region_maps import region_map
from bookmaker.logic.grading import Grade, grade
from bookmaker.logic.minutes import Clock
from bookmaker.logic.repair.fixes import fix
from bookmaker.logic.repair.record import Fix
from bookmaker.logic.solve.canonical_form import least_image, likeness
from bookmaker.logic.techniques import BY_NAME
from bookmaker.logic.techniques.declare import Level
from bookmaker.logic.techniques.families import Family
from bookmaker.logic.techniques.labels import PLUS, level_of
from bookmaker.logic.techniques.literals import Level as LevelName
from bookmaker.logic.times import NONE, Time
from bookmaker.logic.verify.check import Verdict, check, require_proper
from bookmaker.publishing.bank.records import identities
from bookmaker.publishing.bank.volumes import Volume
from bookmaker.publishing.book.making import choices
from bookmaker.publishing.book.spec.puzzle_keys import Generated, Imported, Repair, Share
from bookmaker.publishing.book.spec.section_keys import MIXED, parts
from bookmaker.publishing.book.spec.spec_file import Lesson, Section, Spec
from bookmaker.publishing.submissions.printed_pages import PrintedPages
from bookmaker.puzzles.grid.geometry import SYMBOLS, cell_name
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle, cells_text
from bookmaker.puzzles.rules import geometry

# Puzzles of files on their way into a book: one without exactly one solution is mended or left out.


@dataclass(frozen=True, slots=True)
class Repaired:
    """A puzzle that could not stay as it came. ``section`` is the title of its section.

    ``fixed`` is how it was mended; None where it was left out, and ``note`` says why it was not mended if that was tried.
    ``verdict`` is of the puzzle as it came.
    """

    section: str
    verdict: Verdict
    fixed: Fix | None
    note: str = ""

    @property
    def fault(self) -> Fault:
        """What was wrong and what was done, for people."""
        wrong = "; ".join(fault.message for fault in self.verdict.faults)
        done = "left out of the book" if self.fixed is None else f"mended: {_done(self.fixed)}"
        return Fault(f"{wrong}: {done}", self.verdict.puzzle.source, self.note)

    def as_dict(self) -> dict[str, Any]:
        """The fields of the manifest; ``result`` is null where the puzzle was left out."""
        puzzle = self.verdict.puzzle
        place = puzzle.source
        found: dict[str, Any] = {
            "section": self.section,
            "source": None if place is None else Place(Path(place.path).name, place.line).to_line,
            "name": puzzle.name,
            "givens": cells_text(puzzle.givens),
            "status": self.verdict.status,
            "faults": [fault.message for fault in self.verdict.faults],
        }
        if self.fixed is None:
            return {**found, "result": None}
        fields = self.fixed.as_dict()
        return {**found, **{key: fields[key] for key in ("result", "added", "sums", "cages", "proven_minimal")}}


def taken_in(
    puzzles: Sequence[Puzzle], how: Repair, section: str, most: int | None
) -> tuple[list[Puzzle], list[Repaired]]:
    """The first ``most`` puzzles (None: all) that can be in a book, mended where that is wanted; and those that were not proper.

    With ``how="none"`` all are taken as they are: that they are proper is proven later, and the build stops if not.
    """
    if how == "none":
        return list(puzzles[:most]), []
    taken: list[Puzzle] = []
    repaired: list[Repaired] = []
    for puzzle in puzzles:
        if len(taken) == most:
            break
        verdict = check(replace(puzzle, answer=None, candidates=None))
        if verdict.status == "proper":
            taken.append(puzzle)
            continue
        verdict = replace(verdict, puzzle=puzzle)
        # The sums of a Killer follow from its answer; givens that are wrong are nobody's to guess at.
        mendable = verdict.status == "several" or (puzzle.cages and puzzle.answer is not None)
        fixed = fix(puzzle) if how == "add-givens" and mendable else None
        if fixed is None or fixed.result is None:
            repaired.append(Repaired(section, verdict, None, fixed.note if fixed is not None else ""))
            continue
        repaired.append(Repaired(section, verdict, fixed))
        taken.append(replace(fixed.result, name=puzzle.name, source=puzzle.source))
    return taken, repaired


def _done(fixed: Fix) -> str:
    ground = fixed.puzzle.geometry

    def cage(total: int | None, cells: Sequence[int]) -> str:
        return f"{total} in {' '.join(cell_name(cell, ground) for cell in cells)}"

    done = []
    if fixed.added:
        done.append(
            f"added {', '.join(f'{cell_name(cell, ground)}={SYMBOLS[digit - 1]}' for cell, digit in fixed.added)}"
        )
    if fixed.sums:
        done.append(f"gave cages sums: {', '.join(cage(change.new, change.cells) for change in fixed.sums)}")
    if fixed.cage_mend is not None:
        cages = ", ".join(cage(part.sum, part.cells) for part in fixed.cage_mend.new) or "none"
        done.append(f"changed cages ({fixed.cage_mend.kind}): now {cages}")
    done.append("proven the fewest" if fixed.proven_minimal else fixed.note)
    return "; ".join(filter(None, done))


# Notes on the smallest grids of a book: there are so few of them that most puzzles may be copies.

_TINY = 4
"""Up to this size the puzzles of a book may be copies, turned or relabelled, but never cell by cell."""


def notes(sections: Sequence[Sequence[GradedPuzzle]]) -> Iterator[str]:
    """A note if most puzzles of the smallest grids are turned or relabelled copies of others in the book."""
    tiny = [item.puzzle for section in sections for item in section if item.puzzle.geometry.size <= _TINY]
    # Copies have one likeness: with many of these there are few copies, and nobody waits for the compiler of canonical forms.
    if not tiny or 2 * len(set(map(likeness, tiny))) > len(tiny):
        return
    different = len(set(map(least_image, tiny)))
    if 2 * different <= len(tiny):
        size = tiny[0].geometry.size
        note = f"the {len(tiny)} puzzles of {size}x{size} are copies of {different}, turned or relabelled"
        yield f"{note}: so small a grid has few others"


# Stand-ins for puzzles that are not made: empty grids of the same size, kind and level, so that pages can be planned.


class _NoClock(Clock):
    """The minutes of stand-ins: nobody solves them."""

    def __init__(self) -> None:
        self.times, self.splits = [Time(NONE)], True


def stand_ins(section: Section, made: int = 0) -> list[GradedPuzzle]:
    """Stand-ins for the puzzles of a section that are to be made, apart from so many that are."""
    wish = section.puzzles
    if not isinstance(wish, Generated) or wish.printed <= made:
        return []
    ground = wish.ground
    if ground.needs_regions or ground.needs_clues:
        # Rows for regions if they may be, and no clues: nobody looks at them.
        rows = tuple(cell // wish.size for cell in range(ground.cell_count)) if ground.needs_regions else None
        own = region_map(wish.size, 0, beyond=True) if ground.wraps else rows
        ground = geometry(wish.kind, wish.size, own or ground.areas, ())
    # The widest sum that there can be: layouts must have room for it.
    cages = (Cage((0, 1), sum(range(1, wish.size + 1))),) if ground.caged else ()
    hardest = BY_NAME.get(wish.hardest or "")
    puzzle = Puzzle(ground, bytes(ground.cell_count), cages=cages)
    if hardest:
        return [as_graded(puzzle, str(hardest.level))] * (wish.printed - made)
    named = [DIFFICULTY if level in (None, ANY) else str(level) for level in wish.levels]
    # As many of each level, as they are dealt, in rising order.
    levels = sorted(index % len(named) for index in range(wish.printed))
    graded = [as_graded(puzzle, name) for name in named]
    return [graded[level] for level in levels[made:]]


def as_graded(puzzle: Puzzle, label: str = DIFFICULTY) -> GradedPuzzle:
    """A puzzle with a label that nobody has proven, and digits for an answer that is none."""
    some = dict.fromkeys(Family.INTERSECTIONS.value, 1) if label == PLUS else {}
    grade = Grade(_level_name(label), 0, None, some, 0, 0, _NoClock(), 0)
    size = puzzle.geometry.size
    return GradedPuzzle(puzzle, bytes(cell % size + 1 for cell in range(puzzle.geometry.cell_count)), grade, None)


def _level_name(label: str) -> LevelName:
    return cast("LevelName", str(level_of(label)))


@dataclass(frozen=True, slots=True)
class At:
    """Where the work on a book is: the section with this title, ``ready`` of the ``count`` puzzles of which are made."""

    title: str
    ready: int
    count: int


Progress = Callable[[int, int, int, At], None]
"""Called with the puzzles that are ready, the puzzles of the book, the attempts so far, and where in the book that is; from any
thread, one at a time."""


@dataclass(frozen=True, slots=True)
class Findings:
    """The notes and faults of a build, in lists that its steps add to; :class:`Built` has them in the end.

    ``repaired``: puzzles from files that were mended or left out. ``unread``: faults and notes on the text of files.
    ``passed_over``: notes on puzzles of the bank that were not taken. ``notes``: for the user, in words.
    """

    repaired: list[Repaired] = field(default_factory=list)
    unread: list[Fault] = field(default_factory=list)
    passed_over: list[Note] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


class Held:
    """The puzzles of a book as it was filled last, before single ones were chosen: ``last`` has their wishes, the puzzles of each
    section, and all that were seen.
    """

    def __init__(self, last: tuple[object, list[list[GradedPuzzle]], Seen] | None = None) -> None:
        self.last = last


def fill_sections(
    sections: Sequence[Section],
    seed: int,
    jobs: int,
    progress: Progress,
    findings: Findings | None = None,
    memory: Memory | None = None,
    volume: Volume | None = None,
    *,
    estimates: bool = True,
    held: Held | None = None,
) -> list[list[GradedPuzzle]]:
    """The puzzles of each section, in order; the same for any number of ``jobs`` (threads).

    ``estimates``: whether their grades have those of other graders.

    Puzzles in ``memory`` are not made again; nor is a section filled again for a choice of single puzzles, where ``held`` was
    filled with the same wishes. No puzzle of another volume of the series occurs. Adds to ``findings``. Raises
    InputError, ImproperError, SpecError (too few puzzles in a file), UnmetError.
    """
    findings = Findings() if findings is None else findings
    choices.require_places(sections, seed)
    imported = _imported(sections, findings)
    counts = [
        len(imported[index]) if isinstance(section.puzzles, Imported) else section.puzzles.count
        for index, section in enumerate(sections)
    ]
    total, ready, at = sum(counts), 0, At("", 0, 0)
    attempts = Attempts(lambda made: progress(ready, total, made, at))
    barred = {} if volume is None else volume.barred()
    _require_new(imported, barred)
    own = parts(sections)
    kept = [choices.first_ones(section, part, seed) for section, part in zip(sections, own, strict=True)]
    _require_new({index: [(one.puzzle, one.solution) for one in first] for index, first in enumerate(kept)}, barred)
    wishes = estimates, barred, seed, _wishes(sections, own, seed, imported, kept)
    # A bank may give others than before.
    banked = any(isinstance(one.puzzles, Generated) and one.puzzles.stock for one in sections)
    known = None if held is None or banked else held.last
    if known is not None and known[0] == wishes:
        _, filled, seen = known
        return _chosen(sections, own, seed, filled, seen, attempts, memory)
    given = (puzzle for puzzles in imported.values() for puzzle, _ in puzzles)
    seen = Seen(
        chain(given, (one.puzzle for first in kept for one in first)),
        (lambda puzzle: identities([puzzle])[0] in barred) if barred else lambda _: False,
    )
    filled = list[list[GradedPuzzle]]()
    for index, section in enumerate(sections):
        filled.append([])
        at = At(section.title, 0, counts[index])
        if isinstance(section.puzzles, Imported):
            found = _graded(imported[index], jobs)
        elif isinstance(section, Lesson):
            found = lesson_puzzles(section, section.practice, seed, jobs, own[index], seen, attempts, memory)
        else:
            bank = volume if section.puzzles.stock else None
            made = chain.from_iterable(
                _share(section, share, seed, jobs, seen, attempts, memory, bank, findings)
                for share in choices.fewer(section, own[index], seed).shares(own[index])
                if share.count
            )
            found = chain(kept[index], choices.with_codes(section, own[index], seed, made))
        for item in of_section(section, found):
            filled[-1].append(item if estimates else item.without_estimates())
            ready, at = ready + 1, replace(at, ready=at.ready + 1)
            attempts(0)
    if held is not None:
        held.last = wishes, filled, seen
    return _chosen(sections, own, seed, filled, seen, attempts, memory)


def _wishes(
    sections: Sequence[Section],
    own: Sequence[int],
    seed: int,
    imported: Mapping[int, Sequence[tuple[Puzzle, bytes]]],
    kept: Sequence[Sequence[GradedPuzzle]],
) -> list[object]:
    """All that the puzzles of sections follow from, before single ones are chosen. ``own``: the parts of the sections."""
    return [
        (
            [(puzzle, puzzle.source, puzzle.name) for puzzle, _ in imported[index]]
            if isinstance(section.puzzles, Imported)
            else choices.fewer(section, part, seed).shares(part),
            section if isinstance(section, Lesson) else section.title,
            part,
            first,
        )
        for index, (section, part, first) in enumerate(zip(sections, own, kept, strict=True))
    ]


def _chosen(
    sections: Sequence[Section],
    own: Sequence[int],
    seed: int,
    filled: Sequence[Sequence[GradedPuzzle]],
    seen: Seen,
    attempts: Attempts,
    memory: Memory | None,
) -> list[list[GradedPuzzle]]:
    """The puzzles of each section with the choices of single ones made."""
    others = Seen(before=seen)
    return [
        list(of_section(section, choices.chosen(section, part, seed, puzzles, others, attempts, memory)))
        for section, part, puzzles in zip(sections, own, filled, strict=True)
    ]


def _share(
    section: Section,
    share: Share,
    seed: int,
    jobs: int,
    seen: Seen,
    attempts: Attempts,
    memory: Memory | None,
    bank: Volume | None,
    findings: Findings,
) -> Iterator[GradedPuzzle]:
    """The puzzles of one level of a section: from the bank, if it takes any from there, as far as that has them."""
    taken = [] if bank is None else bank.stock(share.order, share.count, section.named)
    taken = [item for item in taken if not seen.holds(item.puzzle)]
    if bank is not None and len(taken) < share.count:
        findings.passed_over.extend(
            _passed_over(section, bank, share.order, f"{share.count - len(taken)} of {share.count}")
        )
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


def _imported(sections: Sequence[Section], findings: Findings) -> dict[int, list[tuple[Puzzle, bytes]]]:
    """Puzzles and solutions of the sections that come from files, by the section's index."""
    read = {
        index: _read(section, section.puzzles, findings)
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
        _imported(plain, Findings())


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


def _read(section: Section, wanted: Imported, findings: Findings) -> list[Puzzle]:
    found = formats.read_all(wanted.files, strict=wanted.strict, pages=PrintedPages())
    findings.unread.extend([*found.notes, *found.faults])
    puzzles, mended = taken_in(found, wanted.repair, section.title, wanted.count)
    findings.repaired.extend(mended)
    if not puzzles:
        raise InputError([one.fault for one in mended])
    if wanted.count is not None and len(puzzles) < wanted.count:
        without = (
            f", {len(found) - len(puzzles)} not counted that cannot be mended" if len(found) > len(puzzles) else ""
        )
        message = said(
            "`count` is {count}, but `from` holds only {held}", count=wanted.count, held=f"{len(puzzles)}{without}"
        )
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
            ordered.append(_rising(puzzles, _several_levels(section), _first_givens(section)))
        elif order == "mixed":
            # A puzzle that is left out changes no other's turn.
            named = choices.codes_of(section, part, seed)
            turn = [named.index(one.code) if one.code else index for index, one in enumerate(puzzles)]
            drawn = sorted(range(len(puzzles)), key=lambda index: seed_for(seed, part, turn[index], MIXED))
            ordered.append([puzzles[index] for index in drawn])
        else:
            ordered.append(list(puzzles))
    return ordered


def _several_levels(section: Section) -> bool:
    """Whether a section orders puzzles of several levels."""
    return isinstance(section.puzzles, Generated) and len(section.puzzles.levels) > 1


def _first_givens(section: Section) -> int | None:
    """How many givens the first puzzle of a section has, where they change evenly from puzzle to puzzle."""
    return section.puzzles.givens.first if isinstance(section.puzzles, Generated) else None


def _rising(puzzles: Sequence[GradedPuzzle], by_level: bool, givens: int | None) -> list[GradedPuzzle]:
    """By the minutes where they are known of all; else by level and score. ``by_level``: by the level first.

    ``givens``: by how far their number is from that of the first, before all else.
    """
    middles = [stocked.grade.time.middle for stocked in puzzles]
    timed = None not in middles

    def key(stocked: GradedPuzzle) -> tuple[int, float, float, int]:
        away = 0 if givens is None else abs(sum(map(bool, stocked.puzzle.givens)) - givens)
        level = Level[stocked.grade.level.upper()] if by_level or not timed else 0
        return away, level, (stocked.grade.time.middle or 0.0) if timed else 0.0, stocked.grade.score

    return sorted(puzzles, key=key)
