"""Every kind of page in every style, to look at: ``python -m benchmarks.page_kinds [STYLE ...]``.

``examples/every-page.yaml`` is made in each style; sections whose grids have no room in it are left out, and named. Beside each
PDF stand sheets of six of its pages, rendered from the PDF, at the size of print if a screen has as many dots an inch.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pypdfium2
from PIL import Image

from benchmarks.readback import fitting
from bookmaker.base import output, resources
from bookmaker.base.units import parse_size
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.printing.pages.document import pdf_document
from bookmaker.printing.styles import style
from bookmaker.publishing.book.making import stock
from bookmaker.publishing.book.making.books import book_of
from bookmaker.publishing.book.making.build import metadata_of, plan
from bookmaker.publishing.book.making.dressing import dressed
from bookmaker.publishing.book.pages.page_fit import page_setup
from bookmaker.publishing.book.spec import spec_file as specs
from bookmaker.publishing.book.spec.spec_file import Spec

ACROSS, DOWN, GAP, PAPER = 3, 2, 12, 170
"""Pages of a sheet, the pixels between them, and the grey behind them."""


def book() -> Spec:
    """The book that has every kind of page."""
    path = resources.find("examples", "every-page.yaml")
    assert path is not None
    return specs.load(path)


def in_style(plain: Spec, name: str) -> Spec:
    """The book in a style, with the layouts of the spec."""
    return replace(plain, design=replace(plain.design, style=name))


def drawn(spec: Spec, made: list[list[GradedPuzzle]]) -> tuple[bytes, int, list[str]]:
    """A book as a PDF, its number of pages, and the titles of the sections that have no room in it."""
    fits, puzzles = fitting(spec, made)
    assembled = plan(fits, dressed(fits, puzzles))
    content = pdf_document(
        assembled.interior, page_setup(book_of(fits)), metadata_of(fits), assembled.front, f"{spec.design.style}.pdf"
    )
    left_out = [one.title for one in spec.sections if one.title not in {kept.title for kept in fits.sections}]
    return content, len(assembled.interior), left_out


def sheets(content: bytes, dpi: int) -> Iterator[Image.Image]:
    """The pages of a PDF, some on each sheet."""
    pages = [page.render(scale=dpi / 72, grayscale=True).to_pil() for page in pypdfium2.PdfDocument(content)]
    wide, high = pages[0].width + GAP, pages[0].height + GAP
    for first in range(0, len(pages), ACROSS * DOWN):
        sheet = Image.new("L", (ACROSS * wide + GAP, DOWN * high + GAP), PAPER)
        for index, page in enumerate(pages[first : first + ACROSS * DOWN]):
            sheet.paste(page, (GAP + index % ACROSS * wide, GAP + index // ACROSS * high))
        yield sheet


def main() -> None:
    """Draw the styles that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("styles", nargs="*", metavar="STYLE", default=[])
    parser.add_argument("--dpi", type=int, default=110)
    parser.add_argument("--trim", type=parse_size, default=None)
    parser.add_argument("--to", type=Path, default=Path("build/page-kinds"), metavar="FOLDER")
    arguments = parser.parse_args()
    plain = book()
    if arguments.trim:
        plain = replace(plain, page=replace(plain.page, trim=arguments.trim))
    made = stock.fill_sections(plain.sections, plain.seed, 1, lambda *_: None)
    arguments.to.mkdir(parents=True, exist_ok=True)
    for name in arguments.styles or style.names():
        content, pages, left_out = drawn(in_style(plain, name), made)
        output.commit({arguments.to / f"{name}.pdf": content})
        for number, sheet in enumerate(sheets(content, arguments.dpi), 1):
            sheet.save(arguments.to / f"{name}-{number:02}.png")
        print(json.dumps({"style": name, "pages": pages, "no room for": left_out}), flush=True)


if __name__ == "__main__":
    main()
