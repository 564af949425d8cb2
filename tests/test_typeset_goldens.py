"""Layouts without pixels: every call of a page, as text, against a stored file.

After a change that is meant, write the files anew with ``BOOKMAKER_WRITE_GOLDENS=1 pytest tests/test_typeset_goldens.py``
and read the difference.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Literal

import pytest
from typeset_data import LAYOUTS, LOOK, SETUPS, front_pages, grids_page, picture

from bookmaker.base.language import load
from bookmaker.printing.canvases.recorder import RecordingCanvas
from bookmaker.printing.grids.grid_drawing import puzzle_picture
from bookmaker.printing.grids.step_picture import CandidatePicture, Link, Outline
from bookmaker.printing.grids.symbols import PICTURE_SETS, Symbols
from bookmaker.printing.grids.symbols import picture as picture_of
from bookmaker.printing.pages import layouts, page_furniture
from bookmaker.printing.pages.charts import Cumulative, Histogram, Series, draw_charts
from bookmaker.printing.pages.columns import table_pages
from bookmaker.printing.pages.days import DayBlock, MonthSheet, SmallDay
from bookmaker.printing.pages.document import draw_document
from bookmaker.printing.pages.frontmatter import opener_pages
from bookmaker.printing.pages.labels import Slot, slot
from bookmaker.printing.pages.page_furniture import cells_high, draw_row
from bookmaker.printing.pages.page_kinds import (
    Band,
    BlankPage,
    GridsPage,
    Page,
    SharedPage,
    content_area,
    draw_page,
    grids_pages,
    half_pages,
    text_pages,
)
from bookmaker.printing.pages.reward_pages import RewardPage
from bookmaker.printing.styles import style
from bookmaker.printing.text.diagrams import Diagram, diagram_rows
from bookmaker.printing.text.text_blocks import Paragraph, RuledLines
from bookmaker.publishing.book.pages import matter
from bookmaker.puzzles.rules import geometry

GOLDEN = Path(__file__).parent / "golden"
SIZES = {
    1: [9],
    2: [9, 6],
    4: [9, 6, 4],
    6: [9, 4, 6, 4, 4, 4],
    9: [9, 6, *[4] * 7],
    12: [9, 6, *[4] * 10],
    20: [9, 6, *[4] * 18],
}
"""Grids of a golden page: few cells, so that the files stay small, and several sizes, so that their rows must agree."""


def compare(name: str, lines: list[str]) -> None:
    path = GOLDEN / f"{name}.txt"
    text = "\n".join(lines) + "\n"
    if os.environ.get("BOOKMAKER_WRITE_GOLDENS") == "1":
        path.write_text(text, encoding="utf-8")
    assert path.is_file(), f"{path.name} is missing; BOOKMAKER_WRITE_GOLDENS=1 writes it"
    assert text == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("setup", SETUPS)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_page_of_each_layout(layout: str, setup: str) -> None:
    canvas = RecordingCanvas()
    page = grids_page(layout, SIZES[grids_page(layout, [4]).layout.per_page])
    draw_page(canvas, page, SETUPS[setup], index=13, pages=40)
    compare(f"{layout}-{setup}", canvas.lines)


def test_a_puzzle_on_two_facing_pages() -> None:
    """The same grid through both halves: what one draws of a line that goes on, the other goes on with."""
    ground, layout = geometry("twin"), layouts.find("spread", LOOK)
    shown = Slot(puzzle_picture(ground, bytes([1, 2, *[0] * (ground.cell_count - 4), 3, 4])), "7", "Hard", "Page 9")
    canvas = RecordingCanvas()
    draw_document(canvas, [BlankPage(look=LOOK), *half_pages([shown], layout, "Rolling Country")], SETUPS["6x9in"])
    compare("spread-6x9in", canvas.lines)


@pytest.mark.parametrize("setup", SETUPS)
@pytest.mark.parametrize("kind", ["title", "copyright", "how-to-play", "contents", "opener"])
def test_each_kind_of_page_without_grids(kind: str, setup: str) -> None:
    canvas = RecordingCanvas()
    made: list[Page] = front_pages(SETUPS[setup], 40)[kind]
    draw_document(canvas, made, SETUPS[setup])
    # The example's grids are drawn as in any layout; their digits would only make the file long.
    compare(f"{kind}-{setup}", [line for line in canvas.lines if not line.startswith("glyph") or line.endswith(".")])


def test_a_picture_of_a_deduction() -> None:
    grid = geometry("classic", 4)
    marked = CandidatePicture(
        grid,
        bytes([1, 0, 0, 0, 0, 2, 0, 0] + [0] * 8),
        (0, 12, 14, 6, 15, 0, 9, 5, 7, 9, 3, 10, 15, 5, 12, 6),
        frozenset({0}),
        tiles=((1, "light"), (2, "frame"), (8, "dark"), (9, "framed")),
        marks=(((1, 3), "ring"), ((2, 2), "square"), ((4, 1), "dashed"), ((8, 2), "disc"), ((9, 4), "heavy")),
        struck=((15, 3),),
        placed=((7, 3),),
        links=(Link((1, 3), (8, 2)), Link((8, 2), (11, 4), dashed=True)),
        outlines=(Outline(tuple(range(4))), Outline((0, 4, 8, 12), dashed=True)),
    )
    diagrams = [Diagram(marked, "7. Heading", "A sentence below that is too long for a line of its own. " * 2)] * 2
    area = content_area(LOOK, SETUPS["a4"].live(0, 1))
    canvas = RecordingCanvas()
    rows = [*diagram_rows(LOOK, diagrams, area[2] - area[0], 120.0)]
    draw_document(canvas, [*text_pages(LOOK, "", rows, area)], SETUPS["a4"])
    # The second is the first beside itself; hatching and rings would make the file long.
    lines = [line for line in canvas.lines if not line.startswith("stroke") or line.count(",") < 12]
    compare("diagrams-a4", lines[: len(lines) // 2])


@pytest.mark.parametrize("name", style.names())
def test_pages_of_each_style(name: str) -> None:
    """An opener, two puzzles with their labels, and the answers: what tells one style from another."""
    look, setup = style.find(name), SETUPS["6x9in"]
    area = content_area(look, setup.live(0, 40))
    fields = {"puzzle": "Puzzle 7", "number": "7", "level": "Hard", "answer": "Answer on page 9", "answer_page": "9"}
    fields |= {"name": "", "page": "page 3", "page_number": "3", "several_levels": "yes"}
    made: list[Page] = [*opener_pages(look, "Rolling Country", "2 puzzles", "A gentle ride.", area, "2")]
    for layout_name, answers in (("two-up", False), ("six-up-answers", True)):
        slots = [slot(look, picture(answers, size=4), fields, 3, answer=answers)] * 2
        made.append(replace(next(grids_pages(slots, layouts.find(layout_name, look), "Rolling Country")), folio="12"))
    canvas = RecordingCanvas()
    draw_document(canvas, made, replace(setup, side=look.page.side * setup.trim[0]))
    compare(f"style-{name}", canvas.lines)


@pytest.mark.parametrize("trim", [(432.0, 648.0), (252.0, 324.0)])
def test_a_reward_page_and_a_smaller_one_of_which_all_is_smaller(trim: tuple[float, float]) -> None:
    words = {"title": "Well done", "name": "Name", "words": "for solving all puzzles of", "book": "My First Sudoku"}
    page = RewardPage(look=style.find("children"), **words, date="Date", signed="Signature")
    canvas = RecordingCanvas()
    page.draw(canvas, (36.0, 36.0, trim[0] - 36, trim[1] - 36))
    compare(f"reward-{trim[0]:.0f}", canvas.lines)


def test_charts_of_whole_numbers_of_fractions_and_of_shares() -> None:
    few = Series("few", (3.0, 5.0, 5.0, 6.0, 41.0))
    small = Series("small", (0.011, 0.019, 0.02, 0.047))
    charts = [
        Histogram("Whole", "guesses", few),
        Histogram("Fine", "guesses", Series("fine", (1.0, 2.0, 2.0, 2.0, 4.0))),
        Histogram("Parts", "seconds", small, bins=10),
        Cumulative("Shares", "seconds", (few, small, Series("one", (1.0,)))),
    ]
    canvas = RecordingCanvas()
    draw_charts(canvas, LOOK, charts)
    compare("charts", canvas.lines)


def test_answers_at_the_foot_as_grids_and_as_lines() -> None:
    area = (36.0, 36.0, 252.0, 400.0)
    empty = page_furniture.grid_foot(LOOK, 9, 5, area[2] - area[0])
    slots = [Slot(picture(True, size=4), f"Puzzle {at}", "", "", str(at)) for at in range(1, 6)]
    lines = [["1: 534 678 912", "2: 123 456 789", "3: 246 813 579"], ["4: 999 999 999"]]
    canvas = RecordingCanvas()
    for index, one in enumerate(
        [page_furniture.with_answers(empty, slots), *page_furniture.line_feet(LOOK, lines, 150.0)]
    ):
        canvas.lines.append(f"{index}: {one.height:.2f} {one.cell:.2f} {one.columns} {one.above(area)[1]:.2f}")
        one.draw(canvas, area)
    compare("foot", canvas.lines)


def test_a_table_in_columns_and_on_the_pages_that_carry_on() -> None:
    words, area = load("en"), (36.0, 36.0, 250.0, 260.0)
    pages = [
        *table_pages(LOOK, "Sums", "What some digits make.", [*matter.combination_rows(LOOK, words, [5, 6, 9])], area)
    ]
    canvas = RecordingCanvas()
    for page in pages[:2] + pages[-1:]:
        canvas.lines.append(f"page of {len(pages)}")
        page.draw(canvas, area)
    compare("table", canvas.lines)


@pytest.mark.parametrize("row", ["models", "pieces"])
def test_the_row_of_symbols_above_a_puzzle(row: Literal["models", "pieces"]) -> None:
    look, names = style.find("children"), PICTURE_SETS["animals"][:4]
    symbols = Symbols("picture", tuple(map(picture_of, names)), names, row)
    shown = puzzle_picture(geometry("classic", 4), bytes([1, 2, 0, 0, 0, 3, *[0] * 10]), symbols=symbols)
    canvas = RecordingCanvas()
    canvas.lines.append(f"{cells_high(look, [shown]):.3f}")
    draw_row(canvas, shown, 50.0, 300.0, 200.0, look)
    compare(f"symbols-{row}", canvas.lines)


@pytest.mark.parametrize("width", [180.0, 320.0])
def test_the_block_of_a_day(width: float) -> None:
    canvas = RecordingCanvas()
    for title, answer in (("Daily sudoku", picture(True, size=4)), ("", None)):
        block = DayBlock(
            look=LOOK,
            date="Wednesday, 25 November 2026",
            level="Medium",
            picture=picture(False, size=4),
            title=title,
            answer=answer,
            caption="The answer of yesterday's puzzle",
        )
        block.draw(canvas, width, 1.6 * width)
    canvas.lines += [block.fault(*size) for size in ((180.0, 290.0), (60.0, 100.0), (50.0, 40.0))]
    compare(f"day-{width:.0f}", canvas.lines)


def test_the_sheet_of_a_month() -> None:
    days = tuple(SmallDay(day, "Hard", picture(False, size=4)) for day in (1, 5, 6, 31))
    week = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
    canvas = RecordingCanvas()
    MonthSheet(look=LOOK, title="October 2026", weekdays=week, first=3, days=days).draw(canvas, 595.0, 842.0)
    compare("month", canvas.lines)


def test_a_page_that_sections_share() -> None:
    look = style.find("newspaper")
    layout, words = (
        layouts.find("four-up", look).of_few(1, 1),
        (Paragraph(look, "A rule.", look.face("text"), 8.5, 4.0),),
    )
    blocks = [
        GridsPage(
            look=look,
            layout=layout,
            slots=(Slot(picture(False, size=4), f"Puzzle {at}", "Easy"),),
            band=Band(look, f"Section {at}", ""),
        )
        for at in (1, 2)
    ]
    boxes = ((0.0, -200.0, 160.0, 0.0), (174.0, -180.0, 334.0, 0.0))
    canvas = RecordingCanvas()
    SharedPage(
        look=look,
        layout=layout,
        slots=tuple(block.slots[0] for block in blocks),
        blocks=tuple(zip(blocks, boxes, ((), words), strict=True)),
    ).draw(canvas, (40.0, 50.0, 374.0, 500.0))
    compare("shared", canvas.lines)


def test_ruled_lines_in_a_text() -> None:
    canvas, lines = RecordingCanvas(), RuledLines(LOOK, 3)
    for one in (lines, lines.scaled(0.5)):
        canvas.lines.append(f"{one.height(200.0):.2f}")
        one.draw(canvas, 40.0, 500.0, 200.0)
    compare("ruled", canvas.lines)


def test_every_shipped_layout_has_a_golden_page() -> None:
    from bookmaker.base import resources

    assert sorted([*LAYOUTS, "spread"]) == resources.names("layouts", ".yaml")
