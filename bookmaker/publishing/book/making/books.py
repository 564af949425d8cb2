"""The book that a spec describes, as its pages see it, and one for each of its printers."""

from __future__ import annotations

import json
from dataclasses import replace

from bookmaker.base.errors import Fault, InputError, SpecError
from bookmaker.formats import reading
from bookmaker.printing.grids.grid_drawing import GridPicture, answer_picture
from bookmaker.publishing.book.pages.book import Book
from bookmaker.publishing.book.spec.section_keys import SectionAnswers
from bookmaker.publishing.book.spec.spec_file import Spec


def book_of(spec: Spec) -> Book:
    """The book of a spec with its texts as they are printed, in the edition of its first printer, if it names one."""
    printed, wanted = spec.as_printed(), spec.page.name_line
    line = spec.catalogue.text("worksheet.name_line") if wanted is True else wanted or ""
    others = printed.series.books if printed.series else ()
    return Book(
        details=printed.book,
        look=spec.look,
        words=spec.catalogue,
        edition=next(iter(spec.editions), None),
        page=printed.page,
        sections=printed.sections,
        symbols=spec.design.symbols,
        name_line=spec.printed(line),
        story=story_of(spec),
        number_from=spec.number_from,
        numbering=spec.numbering,
        answers=printed.answers,
        techniques=printed.techniques,
        front=printed.front_parts,
        back=printed.back_parts,
        path=spec.path,
        date=spec.date,
        earlier={
            index: _earlier(section.answers)
            for index, section in enumerate(spec.sections)
            if section.answers.of is not None
        },
        others=tuple(one for one in others if spec.series is None or one.volume != spec.series.volume),
        openers_asked=spec.design.openers is not None,
    )


def story_of(spec: Spec) -> tuple[str, ...]:
    """The sentences of the thread through a book, as they are printed; () for none."""
    if spec.design.story is None and spec.look.thread.use:
        return tuple(spec.catalogue.paragraphs("child.story"))
    return tuple(map(spec.printed, spec.design.story or ()))


def _earlier(answers: SectionAnswers) -> list[tuple[int, GridPicture]]:
    """The answers of an earlier issue with their numbers, by its manifest. Raises SpecError where it has none of them."""
    assert answers.of is not None
    try:
        puzzles = reading.read(answers.of, strict=True)
        numbers = [one["number"] for one in json.loads(answers.of.read_bytes())["puzzles"]]
        found = [
            (number, answer_picture(puzzle.geometry, puzzle.givens, puzzle.answer))
            for number, puzzle in zip(numbers, puzzles, strict=True)
            if puzzle.answer is not None and (answers.puzzles is None or number in answers.puzzles)
        ]
    except (InputError, ValueError, KeyError, TypeError, OSError) as error:
        message = f"`{answers.of.name}` cannot be read as a manifest"
        raise SpecError(Fault(message, answers.place("of"), "take that of a build of this program")) from error
    if not found:
        raise SpecError(Fault("the earlier issue has no such answers", answers.place("of"), "name other `puzzles`"))
    return found


def one_each(spec: Spec) -> list[Book]:
    """The book in the edition of each of its printers; once, without an edition, if it names none."""
    book = book_of(spec)
    return [replace(book, edition=edition) for edition in spec.editions] or [book]
