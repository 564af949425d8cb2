"""How many pages a book will have, before its puzzles are made: its pages are planned with stand-ins for them.

The number of pages follows from the numbers of puzzles, their sizes and the texts. What else it depends on is not known
before the puzzles are: the chapter of techniques, hints, lessons, and the levels that the rules explain. Then the number is a
lower bound, with the shortest hints that there can be; :func:`likely_parts` makes those that are likely.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from math import sqrt

from bookmaker import formats
from bookmaker.base.errors import InputError, SpecError
from bookmaker.base.language import Catalogue
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.logic.techniques import BY_NAME, SINGLES, TECHNIQUES, named
from bookmaker.logic.techniques.declare import Level, Technique
from bookmaker.publishing.book.making.dressing import dressed
from bookmaker.publishing.book.making.editions import Interior, filled_notes, planned
from bookmaker.publishing.book.making.stock import as_graded, stand_ins
from bookmaker.publishing.book.pages.assemble import Assembled, assemble
from bookmaker.publishing.book.pages.book import Book
from bookmaker.publishing.book.pages.hints import LEADS, Nudges
from bookmaker.publishing.book.pages.technique_chapter import Worked
from bookmaker.publishing.book.spec.design_keys import Techniques
from bookmaker.publishing.book.spec.puzzle_keys import Generated
from bookmaker.publishing.book.spec.spec_file import Lesson, Section, Spec
from bookmaker.publishing.explain.solution_path import ExplainedStep
from bookmaker.publishing.explain.step_words import Speaker
from bookmaker.publishing.submissions.printed_pages import PrintedPages
from bookmaker.puzzles.grid.geometry import Geometry

# The parts of a book that follow from its puzzles, as they are likely to be: hints, lessons, the chapter of techniques.
#
# Pages are planned with it to say how many a book will have, about; and with the shortest hints to say how many at least.

Example = Callable[[Technique, Catalogue], ExplainedStep | None]
"""A step of a technique with its reasons, in the words of a book; None where none is known."""


def shortest_nudges(puzzles: Sequence[GradedPuzzle], words: Catalogue) -> list[Nudges]:
    """For each puzzle a hint that is as short as any of it can be."""
    grounds = [stocked.puzzle.geometry.ground for stocked in puzzles]
    texts = {ground: _shortest(ground, words) for ground in dict.fromkeys(grounds)}
    return [Nudges((texts[ground],), ()) for ground in grounds]


def _shortest(ground: Geometry, words: Catalogue) -> str:
    speaker = Speaker(words, ground)
    where = min((speaker.cells([0]), *(speaker.houses([house]) for house in ground.houses)), key=len)
    name = min((speaker.within(technique) for technique in BY_NAME), key=len)
    step = speaker.words.text("hint.step", where=where, name=name)
    return min((speaker.words.text(f"hint.{key}", step=step) for key in LEADS), key=len)


def likely_parts(
    spec: Spec, puzzles: Sequence[GradedPuzzle], example: Example
) -> tuple[list[Worked], list[Nudges], dict[int, list[Worked]]]:
    """The chapter's examples, the hints of all puzzles, and the examples of each lesson.

    A step that is kept of each technique stands for one of a puzzle that is still to be made: words and pictures are of the same
    kind.
    """
    words = spec.catalogue

    def shown(technique: Technique) -> list[Worked]:
        step = example(technique, words)
        return [] if step is None else [Worked(technique, step)]

    taught: dict[int, list[Worked]] = {}
    for index, section in enumerate(spec.sections):
        if isinstance(section, Lesson):
            taught[index] = shown(BY_NAME[section.lesson]) * 2
    worked: list[Worked] = []
    if spec.teaches:
        wish = spec.techniques or Techniques()
        least = Level.EASY if wish.least is None else Level[wish.least.upper()]
        met = (one for level in Level if level >= least for one in _met(level, puzzles))
        if wish.only:
            met = (technique for name in wish.only for technique in named(name))
        most = None if wish.only else wish.most
        worked = [*islice((one for technique in met for one in shown(technique)), most)]
    hints: list[Nudges] = []
    if spec.nudges:
        levels = {level: _met(level, puzzles) for level in {_level(one) for one in puzzles}}
        hints = [
            _likely_nudges(one, levels[_level(one)], spec.nudges, words, number) for number, one in enumerate(puzzles)
        ]
    return worked, hints, taught


def _met(level: Level, puzzles: Sequence[GradedPuzzle]) -> list[Technique]:
    """The techniques of a level that puzzles are likely to need, in the order of trial.

    Few are needed often, and many seldom: in books as built, about as many of a level as the square root of the number of puzzles
    that may need it, and one more.
    """
    count = sum(_level(one) >= level for one in puzzles)
    found = [one for one in TECHNIQUES if one.level == level]
    return found[: 1 + round(sqrt(count))] if count else []


def _level(stocked: GradedPuzzle) -> Level:
    return Level[stocked.grade.level.upper()]


def _likely_nudges(
    stocked: GradedPuzzle, met: Sequence[Technique], count: int, words: Catalogue, number: int
) -> Nudges:
    """Hints of the usual length: at a house and at two cells, with the techniques of its level one after another."""
    speaker, ground = Speaker(words, stocked.puzzle.geometry.ground), stocked.puzzle.geometry.ground
    own = met or list(SINGLES)
    name = own[number % len(own)].name
    places = speaker.houses(ground.houses[:1]), speaker.cells([0, 1])
    keys = ("first", "hardest") if _level(stocked) > Level.EASY else ("first", "tight")
    said = [
        speaker.words.text(f"hint.{key}", step=speaker.words.text("hint.step", where=where, name=speaker.within(name)))
        for key, where in zip(keys, places, strict=True)
    ]
    return Nudges(tuple(said[:count]), (name,))


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
        sections = dressed(spec, [_stand_ins(section) for section in spec.sections])
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

    explained = spec.teaches or bool(spec.nudges) or spec.prints("worked-answers")
    certain = not explained and all(_is_certain(spec, section) for section in spec.sections)
    shrinks = any(_may_shrink(section) for section in spec.sections)
    # Where puzzles of files may be left out, it is not known whether all have room.
    wanted = None if shrinks else spec.page.pages

    def plan(book: Book) -> Assembled:
        return assemble(_of_pages(book, wanted), sections, shown, (), hints, taught)

    exact = certain or wanted is not None
    interiors = planned(spec, sections, plan, lenient, "exact" if exact else "none" if shrinks else "least")
    notes = [note for interior in interiors for note in interior.notes]
    notes += filled_notes(interiors) if certain else []
    likely: tuple[int, ...] = ()
    if example is not None and not certain:
        more = likely_parts(spec, everything, example)
        plans = [assemble(_of_pages(one.book, None), sections, shown, *more) for one in interiors]
        counts = [len(one.interior) for one in plans]
        if wanted is None:
            leasts = [len(one.assembled.interior) for one in interiors]
            likely = tuple(map(max, leasts, counts))
        elif max(counts) > wanted:
            notes.append(f"the book probably needs about {max(counts)} pages, and {wanted} are wanted")
    return Expected(tuple(interiors), tuple(map(tuple, sections)), exact, tuple(dict.fromkeys(notes)), likely)


def _of_pages(book: Book, wanted: int | None) -> Book:
    """The book with this number of pages, or without one."""
    return replace(book, page=replace(book.page, pages=wanted))


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
    return [as_graded(puzzle) for puzzle in formats.read_all(wanted.files, pages=PrintedPages())[: wanted.count]]
