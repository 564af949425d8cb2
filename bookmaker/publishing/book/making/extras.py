"""The edition for screens and the pictures of pages that a book with printers gets beside its interiors."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby, permutations
from pathlib import Path

from bookmaker.base.language import Catalogue
from bookmaker.printing.canvases.page_setup import PageSetup
from bookmaker.printing.canvases.pdf import Metadata
from bookmaker.printing.canvases.raster import RasterCanvas, ThumbnailCanvas, contact_sheet
from bookmaker.printing.pages.contents import ContentsPage
from bookmaker.printing.pages.document import Feet, Jump, Jumps, draw_document, screen_document
from bookmaker.printing.pages.frontmatter import OpenerPage, TitlePage
from bookmaker.printing.pages.page_kinds import BlankPage, GridsPage, HalfPage, Page, TextPage
from bookmaker.publishing.book.making.editions import Interior
from bookmaker.publishing.book.pages.hints import hint_lead, hints_on

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
