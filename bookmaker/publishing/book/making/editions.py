"""The interiors of a book: one for each of its printers, each planned with that printer's gutter and closing pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from bookmaker.base.errors import Fault, SpecError
from bookmaker.base.units import INCH
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.printing import printers
from bookmaker.printing.canvases.page_setup import PageSetup
from bookmaker.printing.canvases.pdf import Metadata, PdfCanvas
from bookmaker.printing.covers.colour import Space
from bookmaker.printing.covers.colour_canvas import InteriorCanvas
from bookmaker.printing.pages.document import pdf_document, print_document
from bookmaker.printing.pages.layouts import Layout
from bookmaker.printing.printers.edition import file_breaches
from bookmaker.printing.styles.style import Style
from bookmaker.publishing.book.making import checks
from bookmaker.publishing.book.making.books import one_each
from bookmaker.publishing.book.pages.assemble import Assembled
from bookmaker.publishing.book.pages.book import Book
from bookmaker.publishing.book.pages.openers import bare_and_blank
from bookmaker.publishing.book.pages.page_fit import page_setup
from bookmaker.publishing.book.spec.spec_file import Spec
from bookmaker.puzzles.grid.geometry import Geometry

INTERIOR = "interior.pdf"
"""The interior of a book that names no printer."""
INTERIORS = (INTERIOR, *(f"interior-{name}.pdf" for name in printers.names()))
"""The names of all interiors that there can be."""


@dataclass(frozen=True, slots=True)
class Interior:
    """The planned interior for one printer, or for none. ``book`` is in the edition of that printer; ``notes`` are its advice."""

    book: Book
    setup: PageSetup
    assembled: Assembled
    notes: tuple[str, ...]

    @property
    def name(self) -> str:
        """The name of its file."""
        return f"interior-{self.setup.chosen.printer.name}.pdf" if self.setup.chosen else INTERIOR

    def pdf(self, metadata: Metadata) -> bytes:
        """The file. Raises ProofError if it is not fit for print."""
        pages, front = self.assembled.interior, self.assembled.front
        if self.setup.chosen is None:
            return pdf_document(pages, self.setup, metadata, front, self.name)
        return print_document(pages, self.setup, metadata, self.name, self.book.date, self.coloured)

    @property
    def coloured(self) -> tuple[Space, Callable[[Metadata, Style], PdfCanvas]] | None:
        """The colours of its file, and the canvas that draws them; None where paper or style are black."""
        edition = self.setup.edition
        cover = edition.binding.cover
        if edition.paper.ink != "color" or cover is None or not self.book.look.colours.pictures:
            return None
        return cover.color, lambda metadata, look: InteriorCanvas(metadata, look, cover.color)

    def file_notes(self, spec: Spec, content: bytes, lenient: bool) -> list[str]:
        """Notes on the file. Raises SpecError if it is too large for the printer, unless the user is lenient."""
        found = file_breaches(self.setup.edition, self.name, len(content))
        return checks.sort_out(spec, found, [], lenient)

    def as_dict(self, first: Interior) -> dict[str, Any]:
        """Its entry in the manifest; lengths are inches.

        ``places`` are the pages of each puzzle, of its answer, and of the puzzle in the file, where they are not those of
        the ``first`` interior.
        """
        pages, edition = len(self.assembled.interior), self.setup.edition
        sheet = self.setup.sheet(0)
        spine = edition.spine_width(pages)
        found = {
            "file": self.name,
            "pages": pages,
            "binding": edition.binding.name,
            "paper": edition.paper.name,
            "trim": [round(side / INCH, 4) for side in self.setup.trim],
            "sheet": [round(side / INCH, 4) for side in (sheet.width, sheet.height)],
            "gutter": round(self.setup.inside(pages) / INCH, 4),
            "spine": None if spine is None else round(spine / INCH, 4),
        }
        places = self.assembled.places
        if places != first.assembled.places:
            found["places"] = [[place.page, place.answer_page, place.file_page] for place in places]
        return found


def planned(
    spec: Spec,
    sections: Sequence[Sequence[GradedPuzzle]],
    plan: Callable[[Book], Assembled],
    lenient: bool = False,
    bound: checks.Bound = "exact",
) -> list[Interior]:
    """The interiors of a book, one for each printer. ``plan`` makes the pages for one of them.

    ``bound``: what these pages say of the number of pages of the book. Raises SpecError with every rule of every printer
    that the pages break.
    """
    made, faults = [], list[Fault]()
    for one in one_each(spec):
        try:
            assembled = plan(one)
        except SpecError as error:
            faults += error.faults
            continue
        broken = checks.breaches_of_pages(one, assembled.interior, used_layouts(sections, assembled), bound)
        made.append((one, assembled, broken))
    if faults:
        raise SpecError(list(dict.fromkeys(faults)))
    checks.sort_out(spec, [breach for *_, broken in made for breach in broken], [], lenient)
    return [
        Interior(one, page_setup(one), assembled, tuple(checks.sort_out(spec, broken, [], lenient=True)))
        for one, assembled, broken in made
    ]


def filled_notes(interiors: Sequence[Interior]) -> list[str]:
    """Notes on the pages that make up the number of pages that the spec wants."""
    found = [one.assembled.filled for one in interiors if one.assembled.filled]
    if not found:
        return []
    most = f"{min(found)} to {max(found)}" if min(found) < max(found) else str(found[0])
    pages = f"{most} page{'' if most == '1' else 's'}"
    return [f"{pages} at the end make up the number of pages: there is room for more puzzles"]


_OPENED = 0.15
"""So much of a book may open sections without teaching anything, or be blank, before a note says what would save pages."""


def opener_notes(interiors: Sequence[Interior]) -> list[str]:
    """Notes on books of which much opens sections and teaches nothing, or is blank."""
    found = dict[str, None]()
    for one in interiors:
        pages = one.assembled.interior
        bare, blank = bare_and_blank(pages)
        if bare and blank + bare > _OPENED * len(pages):
            share = round(100 * (blank + bare) / len(pages))
            openers = f"{bare} opener{'' if bare == 1 else 's'} without an example"
            blanks = f" and {blank} blank page{'' if blank == 1 else 's'}" if blank else ""
            found[f"{share} % of the pages are {openers}{blanks}: `design: {{openers: band}}` saves up to {bare}"] = (
                None
            )
    return [*found]


def used_layouts(sections: Sequence[Sequence[GradedPuzzle]], assembled: Assembled) -> checks.Used:
    """Each layout of the book by its name, with a geometry for each room that its grids take on a page."""
    used: dict[str, tuple[Layout, dict[int | Geometry, Geometry]]] = {}
    puzzles = [
        (layout, [stocked.puzzle.geometry for stocked in section])
        for layout, section in zip(assembled.layouts, sections, strict=True)
    ]
    for one, drawn in (*puzzles, *assembled.answer_layouts):
        # The width says what room a grid has on a page; over two pages, so do its height and where it can be parted.
        grounds: dict[int | Geometry, Geometry] = {
            ground.span if one.spread is None else ground.ground: ground for ground in drawn
        }
        used.setdefault(one.name, (one, {}))[1].update(grounds)
    return {name: (layout, [*grounds.values()]) for name, (layout, grounds) in used.items()}
