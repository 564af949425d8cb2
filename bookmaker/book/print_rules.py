"""The rules of a book's printers: which of them a spec breaks, where in it, and what becomes of a breach.

A breach of a rule that the printer insists on is an error, unless the user is lenient; advice is a note. So is everything in
a book that names no printer: it is compared with the usual printer's rules, as it may be sent there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Literal

from bookmaker.book.page_fit import page_setup
from bookmaker.book.spec import Spec
from bookmaker.errors import Fault, Place, SpecError
from bookmaker.grid.geometry import Geometry
from bookmaker.printers.breaches import Breach, blank_breaches, count_breaches, gutter_breaches
from bookmaker.typeset.layouts import Layout
from bookmaker.typeset.pages import BlankPage, Page
from bookmaker.typeset.printer_limits import layout_breaches, page_breaches

Used = Mapping[str, tuple[Layout, Collection[Geometry]]]
"""For each layout's name the layout and the grids set in it."""
Bound = Literal["exact", "least", "none"]
"""What is known of the number of pages: the number, a lower bound, or neither."""


def one_each(spec: Spec) -> list[Spec]:
    """The spec once for each of its printers, with that one alone; itself if it names none."""
    return [spec.for_printer(edition.printer.name) for edition in spec.editions] or [spec]


def before_pages(spec: Spec, lenient: bool = False) -> list[str]:
    """Check what a spec alone shows: sizes, margins, what the files need.

    Returns the notes of a book that names printers. Raises SpecError with every breach that is an error.
    """
    if not spec.editions:
        return []
    faults = [*_undated(spec)]
    found = [(one, breach) for one in one_each(spec) for breach in page_breaches(page_setup(one))]
    return sort_out(found, faults, lenient)


def breaches_of_pages(spec: Spec, pages: Sequence[Page], used: Used, bound: Bound = "exact") -> list[Breach]:
    """The rules that the planned pages of one printer's edition break."""
    setup, count = page_setup(spec), len(pages)
    # A spec that names printers has been checked for the rest before its pages were planned.
    found = [] if spec.editions else [*page_breaches(setup)]
    if bound == "exact" or (bound == "least" and count > setup.edition.page_range[1]):
        found += count_breaches(setup.edition, count)
    if bound != "none":
        # A thicker book wants no narrower gutter.
        found += gutter_breaches(setup.edition, setup.inside(count), count)
    found += layout_breaches(setup, count, used)
    return [*found, *blank_breaches(setup.edition, [isinstance(page, BlankPage) for page in pages])]


def _undated(spec: Spec) -> Iterator[Fault]:
    for edition in spec.editions:
        if edition.printer.file.standard == "pdf-x-1a" and spec.date is None:
            message = f"{edition.printer.title} takes PDF/X-1a:2001, which must bear a date, and the spec has none"
            advice = "add date: and a day such as 2026-11-22; it is never the clock's, so that the files stay the same"
            yield Fault(message, spec.place("print"), advice)


def sort_out(found: Iterable[tuple[Spec, Breach]], faults: list[Fault], lenient: bool) -> list[str]:
    """Notes of breaches, each with the spec of its printer. Raises SpecError if any is an error, or there are ``faults``."""
    notes = []
    for spec, breach in found:
        if breach.required and spec.editions and not lenient:
            faults.append(Fault(breach.message, _place(spec, breach.what), breach.advice))
        else:
            notes.append(breach.message)
    if faults:
        raise SpecError(list(dict.fromkeys(faults)))
    return list(dict.fromkeys(notes))


def _place(spec: Spec, what: str) -> Place:
    """Where the spec says what is at fault; the printers' place for what it does not say."""
    page, margins = spec.page, spec.page.margins
    if what in ("trim", "gutter"):
        place, whole = page.place(what), page.place()
    elif what in ("outside", "top", "bottom"):
        place, whole = margins.place(what), margins.place()
    else:
        return spec.place("print")
    # A key that is left out has the place of the whole.
    return spec.place("print") if place == whole else place
