"""How many pages a book will have, before its puzzles are made: its pages are planned with stand-ins for them.

The number of pages follows from the numbers of puzzles, their sizes and the texts. What else it depends on is not known
before the puzzles are: the chapter of techniques, hints, lessons, and the levels that the rules explain. Then the number is a
lower bound.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bookmaker import formats
from bookmaker.book import print_rules
from bookmaker.book.assemble import Assembled, assemble
from bookmaker.book.editions import Interior, planned
from bookmaker.book.spec import Generated, Lesson, Section, Spec
from bookmaker.errors import InputError, SpecError
from bookmaker.generation.defaults import DIFFICULTY
from bookmaker.generation.distinct_puzzles import GradedPuzzle
from bookmaker.grading import Estimates, Grade
from bookmaker.grid.puzzle import Cage, Puzzle
from bookmaker.minutes import EXTENDED, Clock
from bookmaker.variants import geometry


@dataclass(frozen=True, slots=True)
class Expected:
    """The interiors as far as they can be planned, with stand-ins for the puzzles of each section.

    ``exact``: the book will have just these pages; otherwise at least these.
    """

    interiors: tuple[Interior, ...]
    sections: tuple[tuple[GradedPuzzle, ...], ...]
    exact: bool
    notes: tuple[str, ...]


class _NoClock(Clock):
    """The minutes of stand-ins: nobody solves them."""

    def __init__(self) -> None:
        self.basis = EXTENDED
        self.minutes = [1.0]


def expected(spec: Spec, lenient: bool = False) -> Expected:
    """Plan the interiors of a book that names printers, and check the rules of each.

    Raises SpecError with every rule that the book is sure to break, and with what is wrong in files of puzzles.
    """
    try:
        sections = [list(_stand_ins(section)) for section in spec.sections]
    except InputError as error:
        raise SpecError(error.faults) from error
    everything = [stocked for section in sections for stocked in section]
    kinds = [(stocked.puzzle.geometry.rules, stocked.puzzle.geometry.size) for stocked in everything]
    example = everything[kinds.index(max(dict.fromkeys(kinds), key=kinds.count))]

    def plan(one: Spec) -> Assembled:
        return assemble(one, sections, example if spec.prints("how-to-play") else None, spec.catalogue)

    exact = not spec.teaches and spec.hints is None and all(_is_certain(spec, section) for section in spec.sections)
    interiors = planned(spec, sections, plan, lenient or not exact)
    notes = tuple(dict.fromkeys(note for interior in interiors for note in interior.notes))
    if not exact and not lenient and not any(_may_shrink(section) for section in spec.sections):
        # The book can only grow: too many pages are too many for certain.
        found = [
            (interior.spec, breach)
            for interior in interiors
            for breach in print_rules.too_many(interior.spec, len(interior.assembled.interior))
        ]
        print_rules.sort_out(found, [], lenient)
    return Expected(tuple(interiors), tuple(map(tuple, sections)), exact, notes)


def _is_certain(spec: Spec, section: Section) -> bool:
    """Whether the texts and the number of the puzzles follow from the spec alone: the rules explain the levels that occur."""
    wanted = section.puzzles
    levels = not spec.prints("how-to-play")
    if isinstance(section, Lesson):
        return False
    if isinstance(wanted, Generated):
        return levels or wanted.order().level is not None
    return levels and wanted.repair == "none"


def _may_shrink(section: Section) -> bool:
    """Whether puzzles of its files may be left out."""
    wanted = section.puzzles
    return not isinstance(wanted, Generated) and wanted.repair != "none" and wanted.count is None


def _stand_ins(section: Section) -> Iterator[GradedPuzzle]:
    wanted = section.puzzles
    if isinstance(wanted, Generated):
        ground = geometry(wanted.kind, wanted.size)
        if ground.needs_regions:
            ground = geometry(wanted.kind, wanted.size, tuple(cell // wanted.size for cell in range(wanted.size**2)))
        # The widest sum that there can be: layouts must have room for it.
        cages = (Cage((0, 1), sum(range(1, wanted.size + 1))),) if ground.caged else ()
        puzzle = Puzzle(ground, bytes(ground.cell_count), cages=cages)
        level = wanted.order().level
        yield from [_graded(puzzle, DIFFICULTY if level is None else str(level))] * wanted.count
    else:
        yield from (_graded(puzzle, DIFFICULTY) for puzzle in formats.read_all(wanted.files)[: wanted.count])


def _graded(puzzle: Puzzle, level: str) -> GradedPuzzle:
    grade = Grade(level, 0, None, {}, 0, 0, Estimates(None, None, None), _NoClock(), 0)
    return GradedPuzzle(puzzle, bytes([1]) * puzzle.geometry.cell_count, grade, None)
