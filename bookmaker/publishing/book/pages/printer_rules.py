"""The rules of a book's printers: which of them a spec breaks, where in it, and what becomes of a breach.

A breach of a rule that the printer insists on is an error, unless the user is lenient; advice is a note. A book that names no
printer may never be sent to one: it is compared with the usual one's rules, and where it breaks any, one note says what of.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Literal

from bookmaker.base.errors import Fault, Place, SpecError
from bookmaker.printing.pages.document import layout_breaches, page_breaches
from bookmaker.printing.pages.layouts import Layout
from bookmaker.printing.pages.page_kinds import BlankPage, Page
from bookmaker.printing.printers.edition import Breach, blank_breaches, count_breaches, gutter_breaches
from bookmaker.publishing.book.pages.page_fit import page_setup
from bookmaker.publishing.book.spec.spec_file import Spec
from bookmaker.puzzles.grid.geometry import Geometry

Used = Mapping[str, tuple[Layout, Collection[Geometry]]]
"""For each layout's name the layout and the grids set in it."""
Bound = Literal["exact", "least", "none"]
"""What is known of the number of pages: the number, a lower bound, or neither."""


def one_each(spec: Spec) -> list[Spec]:
    """The spec once for each of its printers, with that one alone; itself if it names none."""
    return [spec.for_printer(edition.printer.name) for edition in spec.editions] or [spec]


def before_pages(spec: Spec, lenient: bool = False) -> list[str]:
    """Check what a spec alone shows: sizes, margins, what the files need.

    Returns notes. Raises SpecError with every breach that is an error.
    """
    if not spec.editions:
        return [*_usual_cover(spec)]
    faults = [*_undated(spec)]
    found = [(one, breach) for one in one_each(spec) for breach in page_breaches(page_setup(one))]
    return sort_out(found, faults, lenient)


def breaches_of_pages(spec: Spec, pages: Sequence[Page], used: Used, bound: Bound = "exact") -> list[Breach]:
    """The rules that the planned pages of one printer's edition break."""
    setup, count = page_setup(spec), len(pages)
    # A spec that names printers has been checked for the rest before its pages were planned.
    found = [] if spec.editions else [*page_breaches(setup)]
    if bound == "exact" or (bound == "least" and count > setup.edition.page_range[1]):
        found += count_breaches(setup.edition, count, certain=bound == "exact")
    if bound != "none":
        # A thicker book wants no narrower gutter.
        found += gutter_breaches(setup.edition, setup.inside(count), count, certain=bound == "exact")
    found += layout_breaches(setup, count, used)
    return [*found, *blank_breaches(setup.edition, [isinstance(page, BlankPage) for page in pages])]


def _usual_cover(spec: Spec) -> Iterator[str]:
    """A note on the cover of a book that names no printer: its size is always some printer's."""
    if spec.cover is not None:
        one = page_setup(spec).edition
        yield (
            f"no printer is named: the cover is that of a {one.binding.name} on {one.paper.name} paper at {one.printer.title}; "
            "`print: {for: ...}` names another"
        )


def _undated(spec: Spec) -> Iterator[Fault]:
    for edition in spec.editions:
        if edition.printer.file.standard == "pdf-x-1a" and spec.date is None:
            message = f"{edition.printer.title} takes PDF/X-1a:2001, which must bear a date, and the spec has none"
            advice = "add date: and a day such as 2026-11-22; it is never the clock's, so that the files stay the same"
            yield Fault(message, spec.place("print"), advice)


def sort_out(found: Iterable[tuple[Spec, Breach]], faults: list[Fault], lenient: bool) -> list[str]:
    """Notes of breaches, each with the spec of its printer. Raises SpecError if any is an error, or there are ``faults``."""
    notes = []
    minded: list[str] = []
    for spec, breach in found:
        if not spec.editions:
            minded.append(_SUBJECTS.get(breach.what, "other things"))
        elif breach.required and not lenient:
            faults.append(Fault(breach.message, _place(spec, breach.what), breach.advice))
        else:
            notes.append(breach.message)
    if faults:
        raise SpecError(list(dict.fromkeys(faults)))
    if minded:
        *some, last = dict.fromkeys(minded)
        subjects = f"{', '.join(some)} and {last}" if some else last
        notes.append(
            f"no printer is named: one that binds books may mind {subjects}; with `print: {{for: ...}}` it is said what it takes"
        )
    return list(dict.fromkeys(notes))


_SUBJECTS = {
    "trim": "the trim",
    "pages": "the number of pages",
    **dict.fromkeys(("outside", "top", "bottom"), "the margins"),
    "gutter": "the gutter",
    **dict.fromkeys(("labels", "notes", "digits"), "small type"),
    **dict.fromkeys(("thin", "box"), "fine lines"),
    "blanks": "blank pages",
    "file": "the size of the file",
}
"""What a breach is about, for a reader who did not ask for the figures of a printer."""


def _place(spec: Spec, what: str) -> Place:
    """Where the spec says what is at fault; the printers' place for what it does not say."""
    page, margins = spec.page, spec.page.margins
    if what in ("trim", "gutter", "pages"):
        place, whole = page.place(what), page.place()
    elif what in ("outside", "top", "bottom"):
        place, whole = margins.place(what), margins.place()
    else:
        return spec.place("print")
    # A key that is left out has the place of the whole.
    return spec.place("print") if place == whole else place
