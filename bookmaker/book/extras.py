"""What a book that names printers gets beside its interiors: the edition for screens, and pictures of its pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import groupby

from bookmaker.book.editions import Interior
from bookmaker.language import Catalogue
from bookmaker.typeset.document import draw_document
from bookmaker.typeset.frontmatter import ContentsPage, OpenerPage, TitlePage
from bookmaker.typeset.pages import BlankPage, GridsPage, Page, TextPage
from bookmaker.typeset.pdf import Metadata
from bookmaker.typeset.raster import RasterCanvas, contact_sheet
from bookmaker.typeset.screen import Foot, Jump, screen_document
from bookmaker.typeset.setup import PageSetup

SCREEN, CONTACT = "screen.pdf", "contact-sheet.png"
PREVIEWS, PREVIEW = "previews", "page-{}.png"
"""The folder of the previews, and the name of one: by the number of the page in the file."""
PREVIEW_DPI, CONTACT_DPI = 110, 30
"""Pixels to the inch of a preview, and of a page of the contact sheet."""
ACROSS_TO_DOWN = 2.2
"""How many more pages stand in a row of the contact sheet than in a column: pages are narrow, and screens wide."""


def screen(interior: Interior, metadata: Metadata, words: Catalogue) -> bytes:
    """The edition for screens, from the pages of an interior, without bleed and without blank pages at the end."""
    assembled = interior.assembled
    pages = list(assembled.interior)
    while isinstance(pages[-1], BlankPage):
        pages.pop()
    setup = replace(interior.setup, bleed=False)
    return screen_document(pages, setup, metadata, assembled.front, _feet(interior, words), SCREEN)


def _feet(interior: Interior, words: Catalogue) -> dict[int, Foot]:
    """Links from the pages of puzzles to those of their answers, and back."""
    assembled, first = interior.assembled, interior.spec.number_from
    pairs = [
        (number, place.file_page - 1, assembled.front + place.answer_page - 1)
        for number, place in enumerate(assembled.places, first)
    ]
    there = _jumps([(page, target, number) for number, page, target in pairs])
    back = _jumps([(page, target, number) for number, target, page in pairs])
    feet = {page: Foot(words.text("screen.answers"), jumps) for page, jumps in there.items()}
    return {**feet, **{page: Foot(words.text("screen.puzzles"), jumps) for page, jumps in back.items()}}


def _jumps(links: Sequence[tuple[int, int, int]]) -> dict[int, tuple[Jump, ...]]:
    """The links of each page, from (page, target, number of the puzzle); those in a row to one page are one link."""
    found: dict[int, list[Jump]] = {}
    for (page, target), group in groupby(links, lambda link: link[:2]):
        numbers = [number for _, _, number in group]
        text = f"{numbers[0]}–{numbers[-1]}" if len(numbers) > 1 else str(numbers[0])
        found.setdefault(page, []).append(Jump(text, target))
    return {page: tuple(jumps) for page, jumps in found.items()}


def pictures(interior: Interior, progress: Callable[[int, int], None]) -> dict[str, bytes]:
    """PNG files by name: a preview of each kind of page, and all pages side by side."""
    pages, setup = interior.assembled.interior, replace(interior.setup, bleed=False)
    files = {}
    for index in _telling(pages):
        files[f"{PREVIEWS}/{PREVIEW.format(f'{index + 1:03}')}"] = _drawn(pages, setup, index, PREVIEW_DPI).png()
    # The first page is a right-hand one: with the place before it empty, and even rows, facing pages stand side by side.
    drawn: list[RasterCanvas | None] = [None]
    for index in range(len(pages)):
        drawn.append(_drawn(pages, setup, index, CONTACT_DPI))
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
        elif isinstance(page, TitlePage | ContentsPage | OpenerPage | TextPage):
            kinds.setdefault(type(page), index)
    return sorted(kinds.values())


def _drawn(pages: Sequence[Page], setup: PageSetup, index: int, dpi: int) -> RasterCanvas:
    canvas = RasterCanvas(dpi)
    draw_document(canvas, pages, setup, only=index)
    return canvas
