"""The book that a spec describes, as its pages see it, and one for each of its printers."""

from __future__ import annotations

from dataclasses import replace

from bookmaker.publishing.book.pages.book import Book
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
        others=tuple(one for one in others if spec.series is None or one.volume != spec.series.volume),
    )


def story_of(spec: Spec) -> tuple[str, ...]:
    """The sentences of the thread through a book, as they are printed; () for none."""
    if spec.design.story is None and spec.look.thread.use:
        return tuple(spec.catalogue.paragraphs("child.story"))
    return tuple(map(spec.printed, spec.design.story or ()))


def one_each(spec: Spec) -> list[Book]:
    """The book in the edition of each of its printers; once, without an edition, if it names none."""
    book = book_of(spec)
    return [replace(book, edition=edition) for edition in spec.editions] or [book]
