"""The chapter of techniques and the pages of lessons as they stand on paper: words and grids with their places.

Against stored files, as in ``test_typeset_goldens.py``, whose docstring says how to write them anew.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from techniques_data import example
from typeset_data import LOOK, SETUPS

from bookmaker.base import language
from bookmaker.base.units import INCH
from bookmaker.logic.techniques import BY_NAME
from bookmaker.printing.canvases.page_setup import PageSetup
from bookmaker.printing.canvases.recorder import RecordingCanvas
from bookmaker.printing.pages.page_kinds import Page, content_area
from bookmaker.printing.styles import style
from bookmaker.printing.text.text_blocks import text_of
from bookmaker.publishing.book.pages import openers
from bookmaker.publishing.book.pages.technique_chapter import Worked, chapter_pages

GOLDEN = Path(__file__).parent / "golden"
NAMES = ("naked-single", "hidden-single", "pointing", "naked-pair", "x-wing", "skyscraper", "xy-wing", "x-chain")
PAGES = {
    "6x9in": SETUPS["6x9in"],
    "letter": PageSetup((8.5 * INCH, 11 * INCH), 0.5 * INCH, 0.5 * INCH, 0.5 * INCH),
    "4x6in": PageSetup((4 * INCH, 6 * INCH), 0.4 * INCH, 0.4 * INCH, 0.4 * INCH),
}


@cache
def worked(name: str) -> Worked:
    return Worked(BY_NAME[name], example(BY_NAME[name]))


def compare(name: str, pages: list[Page], area: tuple[float, float, float, float]) -> None:
    """Compare where words and grids stand; what is drawn into and beside a grid would make the file long."""
    canvas = RecordingCanvas()
    for number, page in enumerate(pages, 1):
        canvas.lines.append(f"page {number}")
        page.draw(canvas, area)
    kept = [line for line in canvas.lines if line.split()[0] in ("page", "text", "stamp", "turned", "stroke")]
    # Neither the names of rows and columns, nor lines shorter than those to write on.
    lines = [line for line in kept if line[-3::2] != "''" and not (line.startswith("stroke") and line.count(",") != 2)]
    lines = [line for line in lines if not line.startswith("stroke") or line.split()[3] == f"{LOOK.notes.ink:g}"]
    path, text = GOLDEN / f"{name}.txt", "\n".join(lines) + "\n"
    if os.environ.get("BOOKMAKER_WRITE_GOLDENS") == "1":
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


@pytest.mark.sampled(1)
@pytest.mark.parametrize("page", PAGES)
def test_the_pages_of_the_chapter(page: str) -> None:
    area = content_area(LOOK, PAGES[page].live(0, 40))
    compare(f"chapter-{page}", [*chapter_pages(LOOK, [*map(worked, NAMES)], language.load("en"), area)], area)


@pytest.mark.parametrize("page", ["6x9in", "letter"])
@pytest.mark.parametrize("names", [("hidden-single", "naked-single"), ("x-wing", "x-chain")])
def test_the_pages_of_a_lesson(names: tuple[str, str], page: str) -> None:
    area = content_area(LOOK, PAGES[page].live(0, 40))
    lesson: Any = SimpleNamespace(title="A lesson", place=lambda *_: None)
    before, words = [worked("pointing"), worked("naked-pair")], language.load("en")
    made: list[Page] = []
    for earlier in ([], before):
        made += openers.lesson_pages(
            LOOK, lesson, "8 puzzles", [text_of(LOOK, "Our own words.")], [*map(worked, names)], words, area, earlier
        )
    compare(f"lesson-{names[0]}-{page}", made, area)


def test_the_pages_of_the_chapter_in_large_print() -> None:
    look = style.find("large-print")
    area = content_area(look, PAGES["letter"].live(0, 40))
    compare("chapter-large-print", [*chapter_pages(look, [*map(worked, NAMES[:4])], language.load("en"), area)], area)
