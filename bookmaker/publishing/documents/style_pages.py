"""A style as one picture of the pages of an example book."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from bookmaker.base import language, resources
from bookmaker.base.errors import ResourceError, SpecError
from bookmaker.printing.canvases.raster import RasterCanvas, contact_sheet
from bookmaker.printing.pages.contents import ContentsPage
from bookmaker.printing.pages.document import draw_document
from bookmaker.printing.pages.frontmatter import OpenerPage, TitlePage
from bookmaker.printing.pages.page_kinds import GridsPage, HalfPage, Page, TextPage
from bookmaker.publishing.book.making import book_examples, stock
from bookmaker.publishing.book.making.books import book_of
from bookmaker.publishing.book.pages.assemble import assemble
from bookmaker.publishing.book.pages.book import Book
from bookmaker.publishing.book.pages.page_fit import page_setup
from bookmaker.publishing.book.spec import spec_file as specs


def style_pages(names: Sequence[str], folder: Path, trim: tuple[float, float], dpi: int) -> bytes:
    """A PNG with a row of pages for each style: a name, or a file in ``folder``. One style alone has all of its pages."""
    path = resources.find("examples", "styles.yaml")
    if path is None:
        raise ResourceError("examples/styles.yaml is missing from this installation")
    spec = specs.load(path)
    spec = replace(spec, page=replace(spec.page, trim=trim))
    sections = stock.fill_sections(spec.sections, spec.seed, 1, lambda *_: None)
    example = book_examples.rule_example(sections, spec.seed)
    words = language.load(spec.book.language)
    rows = []
    for name in names:
        styled = replace(spec, design=replace(spec.design, style=_style_file(name, folder)))
        # Its pages are to show how a section opens.
        book = replace(book_of(styled), words=words, openers_asked=True)
        try:
            pages = assemble(book, sections, example).interior
        except SpecError:
            # On this page the style's digits have no room in the layouts of the example: it has layouts of its own.
            own = tuple(replace(section, layout=None) for section in book.sections)
            pages = assemble(replace(book, sections=own), sections, example).interior
        shown = [*range(len(pages))] if len(names) == 1 else shown_pages(pages)
        drawn = _drawn(book, pages, shown, dpi)
        rows += [drawn[first : first + _ACROSS] for first in range(0, len(drawn), _ACROSS)]
    return contact_sheet(rows, dpi)


_ACROSS = 9
"""Pages in a row."""


def _style_file(name: str, folder: Path) -> str:
    # The example's own folder is another one than that in which a user's style lies.
    return str((folder / name).resolve()) if name.endswith((".yaml", ".yml")) else name


def shown_pages(pages: Sequence[Page]) -> list[int]:
    """The pages that show most of a style: one of each kind, and the first of each layout."""
    kinds: dict[object, int] = {}
    for index, page in enumerate(pages):
        if isinstance(page, GridsPage):
            kinds.setdefault((page.layout.use, page.layout.per_page, bool(page.slots[0].picture.caged)), index)
        elif isinstance(page, HalfPage):
            kinds.setdefault((HalfPage, page.right), index)
        elif isinstance(page, TitlePage | ContentsPage | OpenerPage | TextPage):
            kinds.setdefault(type(page), index)
    return sorted(kinds.values())


def _drawn(book: Book, pages: Sequence[Page], shown: Sequence[int], dpi: int) -> list[RasterCanvas]:
    drawn = []
    for index in shown:
        canvas = RasterCanvas(dpi)
        draw_document(canvas, pages, page_setup(book), only=index)
        drawn.append(canvas)
    return drawn
