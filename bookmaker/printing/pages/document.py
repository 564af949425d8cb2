"""Pages in, a file out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bookmaker.printing.canvases.canvas import Canvas
from bookmaker.printing.canvases.page_setup import PageSetup
from bookmaker.printing.canvases.pdf import Metadata, PdfCanvas
from bookmaker.printing.canvases.prepress import finish, print_file
from bookmaker.printing.pages.page_kinds import Page, draw_page
from bookmaker.printing.styles.style import Style


def draw_document(canvas: Canvas, pages: Sequence[Page], setup: PageSetup, only: int | None = None) -> None:
    """Draw all pages of a book, or the page of one index ``only``."""
    for index, page in enumerate(pages):
        if only in (None, index):
            draw_page(canvas, page, setup, index, len(pages))


def pdf_document(pages: Sequence[Page], setup: PageSetup, metadata: Metadata, front: int, name: str) -> bytes:
    """A print-ready PDF. Behind the first ``front`` pages, pages are numbered anew from 1. ``name`` is for messages."""
    canvas = PdfCanvas(metadata, pages[0].look)
    canvas.label_pages([page.folio for page in pages], front)
    draw_document(canvas, pages, setup)
    return finish(canvas.finish(), name)


def print_document(pages: Sequence[Page], setup: PageSetup, metadata: Metadata, name: str, date: str | None) -> bytes:
    """The PDF that the printer of ``setup`` takes: see :func:`bookmaker.printing.canvases.prepress.print_file`."""
    canvas = PdfCanvas(metadata, pages[0].look)
    draw_document(canvas, pages, setup)
    return print_file(canvas.finish(), name, setup.edition, metadata.title, date)


def missing_glyphs(look: Style, texts: Iterable[str]) -> list[str]:
    """The characters that one of the style's fonts cannot print, sorted."""
    wanted = list(texts)
    return sorted({char for face in look.all_faces() for char in face.missing(wanted)})
