"""How many pages a book will have, before its puzzles are made: its pages are planned with stand-ins for them.

The number of pages follows from the numbers of puzzles, their sizes and the texts. What else it depends on is not known
before the puzzles are: the chapter of techniques, hints, lessons, and the levels that the rules explain. Then the number is a
lower bound, with the shortest hints that there can be; ``likely_parts.py`` says what they are likely to be.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from bookmaker import formats
from bookmaker.base.errors import InputError, SpecError
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.publishing.book.making.editions import Interior, filled_notes, planned
from bookmaker.publishing.book.making.likely_parts import Example, likely_parts, shortest_nudges
from bookmaker.publishing.book.making.stand_ins import as_graded, stand_ins
from bookmaker.publishing.book.pages.assemble import Assembled, assemble
from bookmaker.publishing.book.pages.dressing import dressed
from bookmaker.publishing.book.pages.technique_words import Worked
from bookmaker.publishing.book.spec.generated import Generated
from bookmaker.publishing.book.spec.spec_file import Lesson, Section, Spec


@dataclass(frozen=True, slots=True)
class Expected:
    """The interiors as far as they can be planned, with stand-ins for the puzzles of each section.

    ``exact``: the book will have just so many pages, or is refused; otherwise at least these, and ``likely`` says how many each
    interior is likely to have, where ``example`` was given.
    """

    interiors: tuple[Interior, ...]
    sections: tuple[tuple[GradedPuzzle, ...], ...]
    exact: bool
    notes: tuple[str, ...]
    likely: tuple[int, ...] = ()


def expected(spec: Spec, lenient: bool = False, example: Example | None = None) -> Expected:
    """Plan the interiors of a book that names printers, or its number of pages, and check the rules of each.

    ``example`` has a step of a technique to show, from no puzzle of the book: with it the likely pages are planned, too. Raises
    SpecError with every rule that the book is sure to break, and with what is wrong in files of puzzles.
    """
    try:
        sections = dressed(spec, [_stand_ins(section) for section in spec.sections], spec.catalogue)
    except InputError as error:
        raise SpecError(error.faults) from error
    everything = [stocked for section in sections for stocked in section]
    kinds = [(stocked.puzzle.geometry.rules, stocked.puzzle.geometry.size) for stocked in everything]
    rules = everything[kinds.index(max(dict.fromkeys(kinds), key=kinds.count))]
    shown = rules if spec.prints("how-to-play") else None
    hints = shortest_nudges(everything, spec.catalogue) if spec.nudges else []
    taught: dict[int, list[Worked]] = {
        index: [] for index, section in enumerate(spec.sections) if isinstance(section, Lesson)
    }

    certain = not spec.teaches and not spec.nudges and all(_is_certain(spec, section) for section in spec.sections)
    shrinks = any(_may_shrink(section) for section in spec.sections)
    # Where puzzles of files may be left out, it is not known whether all have room.
    wanted = None if shrinks else spec.page.pages

    def plan(one: Spec) -> Assembled:
        return assemble(_of_pages(one, wanted), sections, shown, spec.catalogue, (), hints, taught)

    exact = certain or wanted is not None
    interiors = planned(spec, sections, plan, lenient, "exact" if exact else "none" if shrinks else "least")
    notes = [note for interior in interiors for note in interior.notes]
    notes += filled_notes(interiors) if certain else []
    likely: tuple[int, ...] = ()
    if example is not None and not certain:
        more = likely_parts(spec, everything, example)
        plans = [assemble(_of_pages(one.spec, None), sections, shown, spec.catalogue, *more) for one in interiors]
        counts = [len(one.interior) for one in plans]
        if wanted is None:
            leasts = [len(one.assembled.interior) for one in interiors]
            likely = tuple(map(max, leasts, counts))
        elif max(counts) > wanted:
            notes.append(f"the book probably needs about {max(counts)} pages, and {wanted} are wanted")
    return Expected(tuple(interiors), tuple(map(tuple, sections)), exact, tuple(dict.fromkeys(notes)), likely)


def _of_pages(spec: Spec, wanted: int | None) -> Spec:
    """The spec with this number of pages, or without one."""
    return replace(spec, page=replace(spec.page, pages=wanted))


def _is_certain(spec: Spec, section: Section) -> bool:
    """Whether the texts and the number of the puzzles follow from the spec alone: the rules explain the levels that occur."""
    wanted = section.puzzles
    levels = not spec.prints("how-to-play")
    if isinstance(section, Lesson):
        return False
    if isinstance(wanted, Generated):
        return levels or all(share.order.level is not None for share in wanted.shares(0))
    return levels and wanted.repair == "none"


def _may_shrink(section: Section) -> bool:
    """Whether puzzles of its files may be left out."""
    wanted = section.puzzles
    return not isinstance(wanted, Generated) and wanted.repair != "none" and wanted.count is None


def _stand_ins(section: Section) -> list[GradedPuzzle]:
    wanted = section.puzzles
    if isinstance(wanted, Generated):
        return stand_ins(section)
    return [as_graded(puzzle) for puzzle in formats.read_all(wanted.files)[: wanted.count]]
