"""The interiors of a book: one for each of its printers, each planned with that printer's gutter and closing pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, permutations
from pathlib import Path
from typing import Any

from bookmaker.base.errors import Fault, SpecError
from bookmaker.base.language import Catalogue
from bookmaker.base.units import INCH
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.printing import printers
from bookmaker.printing.canvases.page_setup import PageSetup
from bookmaker.printing.canvases.pdf import Metadata, PdfCanvas
from bookmaker.printing.canvases.raster import RasterCanvas, ThumbnailCanvas, contact_sheet
from bookmaker.printing.covers.colour import Space
from bookmaker.printing.covers.colour_canvas import InteriorCanvas
from bookmaker.printing.pages.contents import ContentsPage
from bookmaker.printing.pages.document import (
    Feet,
    Jump,
    Jumps,
    draw_document,
    pdf_document,
    print_document,
    screen_document,
)
from bookmaker.printing.pages.frontmatter import OpenerPage, TitlePage
from bookmaker.printing.pages.layouts import Layout
from bookmaker.printing.pages.page_kinds import BlankPage, GridsPage, HalfPage, Page, TextPage
from bookmaker.printing.printers.edition import file_breaches
from bookmaker.printing.styles.style import Style
from bookmaker.publishing.book.making import checks
from bookmaker.publishing.book.making.books import one_each
from bookmaker.publishing.book.pages.assemble import Assembled
from bookmaker.publishing.book.pages.book import Book
from bookmaker.publishing.book.pages.hints import hint_lead, hints_on
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


# The edition for screens and the pictures of pages that a book with printers gets beside its interiors.

SCREEN, CONTACT = "screen.pdf", "contact-sheet.png"
PREVIEWS, PREVIEW = "previews", "page-{}.png"
"""The folder of the previews, and the name of one: by the number of the page in the file."""
PREVIEW_DPI, CONTACT_DPI = 110, 30
"""Pixels to the inch of a preview, and of a page of the contact sheet."""
LABELS = {"puzzles": "screen.puzzles", "hints": "hints.title", "answers": "answers.title"}
"""Keys of the words in front of links to pages of each sort."""
ACROSS_TO_DOWN = 2.2
"""How many more pages a row of the contact sheet has than a column: pages are narrow, and screens wide."""


def screen(interior: Interior, metadata: Metadata, words: Catalogue, counts: Sequence[int]) -> bytes:
    """The edition for screens, from the pages of an interior, without bleed and without blank pages at the end.

    ``counts``: the number of puzzles in each section.
    """
    assembled = interior.assembled
    pages = list(assembled.interior)
    while isinstance(pages[-1], BlankPage):
        pages.pop()
    setup = replace(interior.setup, bleed=False)
    return screen_document(pages, setup, metadata, assembled.front, _feet(interior, words, counts), SCREEN)


def earlier(folder: Path) -> Iterator[Path]:
    """All files of this module that an earlier build left in a book's folder."""
    yield folder / SCREEN
    yield folder / CONTACT
    yield from (folder / PREVIEWS).glob(PREVIEW.format("*"))


def _feet(interior: Interior, words: Catalogue, counts: Sequence[int]) -> Feet:
    """Links between the pages of puzzles, of their hints and of their answers, each to the others."""
    assembled = interior.assembled
    numbered = [number for own in interior.book.numbers(counts) for number in own]
    on: dict[str, Sequence[int | None]] = {
        "puzzles": [place.file_page - 1 for place in assembled.places],
        "hints": _hint_pages(interior, words, numbered),
        "answers": [
            None if place.answer_page is None else assembled.front + place.answer_page - 1 for place in assembled.places
        ],
    }
    feet: dict[int, list[Jumps]] = {}
    for here, there in permutations(on, 2):
        links = [
            (page, target, number)
            for page, target, number in zip(on[here], on[there], numbered, strict=True)
            if page is not None and target is not None and page != target
        ]
        for page, jumps in _jumps(links).items():
            feet.setdefault(page, []).append(Jumps(words.text(LABELS[there]), jumps))
    return feet


def _hint_pages(interior: Interior, words: Catalogue, numbered: Sequence[int]) -> list[int | None]:
    """The page of the file, from 0, on which the hints of each puzzle begin; None for a puzzle without."""
    leads = [
        hint_lead(words, number, place.page) for number, place in zip(numbered, interior.assembled.places, strict=True)
    ]
    return hints_on(interior.assembled.interior, leads)


def _jumps(links: Sequence[tuple[int, int, int]]) -> dict[int, tuple[Jump, ...]]:
    """The links of each page, from (page, target, number of the puzzle); those in a row to one page are one link."""
    found: dict[int, list[Jump]] = {}
    for (page, target), group in groupby(links, lambda link: link[:2]):
        own = [number for _, _, number in group]
        text = f"{own[0]}–{own[-1]}" if len(own) > 1 else str(own[0])
        found.setdefault(page, []).append(Jump(text, target))
    return {page: tuple(jumps) for page, jumps in found.items()}


def pictures(interior: Interior, progress: Callable[[int, int], None]) -> dict[str, bytes]:
    """PNG files by name: a preview of each kind of page, and all pages side by side."""
    pages, setup = interior.assembled.interior, replace(interior.setup, bleed=False)
    files = {}
    for index in _telling(pages):
        files[f"{PREVIEWS}/{PREVIEW.format(f'{index + 1:03}')}"] = _drawn(
            RasterCanvas(PREVIEW_DPI), pages, setup, index
        ).png()
    # The first page is a right-hand one: with the place before it empty, and even rows, facing pages are side by side.
    drawn: list[RasterCanvas | None] = [None]
    for index in range(len(pages)):
        drawn.append(_drawn(ThumbnailCanvas(CONTACT_DPI), pages, setup, index))
        progress(index + 1, len(pages))
    across = 2 * max(1, round((len(drawn) * ACROSS_TO_DOWN) ** 0.5 / 2))
    rows = [drawn[start : start + across] for start in range(0, len(drawn), across)]
    files[CONTACT] = contact_sheet(rows, CONTACT_DPI)
    return files


def _telling(pages: Sequence[Page]) -> list[int]:
    """The pages that a shop would show: the first of each kind and of each layout."""
    kinds: dict[object, int] = {}
    for index, page in enumerate(pages):
        if isinstance(page, GridsPage):
            kinds.setdefault((page.layout.name, page.slots[0].picture.geometry.kind), index)
        elif isinstance(page, HalfPage):
            kinds.setdefault((page.layout.name, page.right), index)
        elif isinstance(page, TitlePage | ContentsPage | OpenerPage | TextPage):
            kinds.setdefault(type(page), index)
    return sorted(kinds.values())


def _drawn(canvas: RasterCanvas, pages: Sequence[Page], setup: PageSetup, index: int) -> RasterCanvas:
    draw_document(canvas, pages, setup, only=index)
    return canvas
