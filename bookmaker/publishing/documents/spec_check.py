"""A spec checked without its puzzles being made: its words, fonts and pages first, then its pages as printers want them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import zip_longest
from typing import Any

from bookmaker.base.errors import Fault, SpecError
from bookmaker.printing.printers.edition import size_of
from bookmaker.publishing.book.making.books import book_of
from bookmaker.publishing.book.making.checks import (
    before_pages,
    notes_on_colour,
    notes_on_cutting,
    notes_on_digits,
    notes_on_lessons,
    notes_on_levels,
    notes_on_reading,
    require_glyphs,
    require_room_for_all,
)
from bookmaker.publishing.book.making.choices import require_places
from bookmaker.publishing.book.pages.own_pages import require_pages
from bookmaker.publishing.book.spec.puzzle_keys import Imported
from bookmaker.publishing.book.spec.spec_file import Spec


@dataclass(frozen=True, slots=True)
class ExpectedEdition:
    """A book for one printer before its puzzles are made. ``pages`` and the ``spine`` in inches are ``exact``, or the least.

    ``likely`` is the number of pages that it will have, about; None where it is known.
    """

    printer: str
    trim: str
    binding: str
    paper: str
    pages: int
    exact: bool
    likely: int | None
    gutter: float
    spine: float | None
    covered: bool

    def __str__(self) -> str:
        least = "" if self.exact else "at least "
        probably = f", probably about {self.likely}" if self.likely else ""
        line = f"{self.printer[0].upper()}{self.printer[1:]}: {least}{self.pages} pages{probably}, {self.trim} {self.binding}"
        line = f"{line} on {self.paper} paper, gutter {self.gutter:g}in"
        spine = "the spine is that of its template" if self.spine is None else f"spine {least}{self.spine:g}in"
        return f"{line}, {spine}" if self.covered else line

    def as_dict(self) -> dict[str, Any]:
        """The fields that ``check --json`` prints."""
        return {name: getattr(self, name) for name in self.__slots__ if name != "covered"}


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check found: no fault, ``notes``, and the ``editions`` that are to be expected, one for each printer."""

    editions: tuple[ExpectedEdition, ...]
    notes: tuple[str, ...]


def check(spec: Spec, lenient: bool = False) -> Checked:
    """Check a spec whole. Raises the errors that a build would: SpecError, InputError, ImproperError."""
    contents = check_contents(spec, lenient)
    found = check_print(spec, lenient)
    return Checked(found.editions, (*found.notes, *contents))


def check_contents(spec: Spec, lenient: bool) -> list[str]:
    """Check texts, fonts, pages of the user's own, the rules of printers and the room on pages; report all faults at once.

    Returns notes.
    """
    faults: list[Fault] = []
    notes: list[str] = []
    for checked in (require_glyphs, lambda one: require_pages(book_of(one)), partial(before_pages, lenient=lenient)):
        try:
            notes += checked(spec)
        except SpecError as error:
            faults += error.faults
    for checking in (require_room_for_all, lambda one: require_places(one.sections, one.seed)):
        try:
            checking(spec)
        except SpecError as error:
            faults += error.faults
    if faults:
        raise SpecError(faults)
    room = [
        *notes_on_cutting(spec),
        *notes_on_digits(spec),
        *notes_on_reading(spec),
        *notes_on_lessons(spec),
        *notes_on_colour(spec),
    ]
    return [*notes, *room, *notes_on_levels(spec)]


def check_print(spec: Spec, lenient: bool) -> Checked:
    """Check files of puzzles, and the planned pages by the rules of each printer."""
    notes: list[str] = []
    if spec.series is not None:
        from bookmaker.publishing.book.making.series_checks import require_own_isbn

        require_own_isbn(spec)
    if any(isinstance(section.puzzles, Imported) for section in spec.sections):
        from bookmaker.publishing.book.making.stock import require_files

        require_files(spec.sections)
    if not spec.editions and spec.cover is None and spec.page.pages is None:
        return Checked((), ())
    # Planning loads the compiler, which a book without printers need not wait for.
    from bookmaker.publishing.book.making.estimate import expected
    from bookmaker.publishing.documents import technique_example

    found = expected(spec, lenient, technique_example.example)
    editions = []
    if spec.cover is not None:
        from bookmaker.publishing.book.making.cover import cover_files

        pages = {interior.setup.edition: len(interior.assembled.interior) for interior in found.interiors}
        covers = cover_files(
            spec, found.sections, pages, lenient=lenient, fronts=False, certain=found.exact, known_only=True
        )
        notes += covers.notes
    for interior, about in zip_longest(found.interiors, found.likely) if spec.editions else ():
        edition, made = interior.setup.edition, interior.as_dict(found.interiors[0])
        expectation = ExpectedEdition(
            edition.printer.title,
            size_of(interior.setup.trim),
            edition.binding.name,
            edition.paper.name,
            made["pages"],
            found.exact,
            about or None,
            made["gutter"],
            made["spine"],
            bool(edition.binding.cover),
        )
        editions.append(expectation)
    if spec.editions and not found.exact:
        notes.append("how many pages the book has is known when it is built: order no cover by the number above")
    return Checked(tuple(editions), tuple(dict.fromkeys([*notes, *found.notes])))
