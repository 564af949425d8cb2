"""One puzzle on two facing pages: where it is parted, what each page shows, how the proof reads it; right-hand pages only."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from book_data import loaded
from conftest import every_kind

from bookmaker.base.errors import SpecError
from bookmaker.base.units import INCH
from bookmaker.logic.verify.check import require_proper
from bookmaker.printing.canvases.canvas import Point
from bookmaker.printing.canvases.page_setup import PageSetup
from bookmaker.printing.canvases.pdf import Metadata
from bookmaker.printing.canvases.recorder import ClippedCanvas, RecordingCanvas
from bookmaker.printing.grids.grid_drawing import answer_picture, puzzle_picture
from bookmaker.printing.pages import layouts
from bookmaker.printing.pages.document import pdf_document
from bookmaker.printing.pages.frontmatter import OpenerPage
from bookmaker.printing.pages.labels import Slot
from bookmaker.printing.pages.layouts import part_columns, seams
from bookmaker.printing.pages.own_page import NotesPage
from bookmaker.printing.pages.page_kinds import (
    BlankPage,
    GridsPage,
    HalfPage,
    Page,
    TextPage,
    content_area,
    draw_page,
    grids_pages,
    half_pages,
)
from bookmaker.printing.styles import style
from bookmaker.printing.text.text_blocks import Figures
from bookmaker.publishing.book.making import editions, estimate
from bookmaker.publishing.book.making.books import book_of
from bookmaker.publishing.book.making.checks import require_book_room
from bookmaker.publishing.documents import style_pages
from bookmaker.publishing.proof.claims import section_counts
from bookmaker.publishing.proof.kinds import marks
from bookmaker.publishing.proof.pdf_reading import read
from bookmaker.publishing.proof.proof import Source, prove
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import arrangements, geometry

LOOK = style.find()
SETUP = PageSetup((6 * INCH, 9 * INCH), INCH / 2, INCH / 2, INCH / 2)
AREA = content_area(LOOK, SETUP.live(0, 100))
BOOK = "book: {title: T}\nMORE\nsections:\n- {title: A, SECTION}\n"


@pytest.fixture(scope="module")
def samurai() -> Puzzle:
    return next(one for one in every_kind() if one.geometry.kind == "samurai")


@pytest.mark.parametrize("name", arrangements())
def test_a_seam_cuts_no_box(name: str) -> None:
    ground = geometry(name)
    assert seams(ground)
    for seam in seams(ground):
        sides: dict[int, set[bool]] = {}
        for cell, box in enumerate(ground.box_of):
            sides.setdefault(box, set()).add(ground.spot(cell)[1] < seam)
        assert all(len(one) == 1 for one in sides.values())
        assert sum(part_columns(ground, seam)) == ground.width


def test_what_has_marks_of_its_own_is_not_parted() -> None:
    assert seams(geometry("classic", 16)) == (4, 8, 12)
    assert not seams(geometry("killer")) and not seams(geometry("jigsaw")) and not seams(geometry("latin", 7))


def test_cells_are_larger_on_two_pages_and_stay_out_of_the_gutter() -> None:
    spread, area = layouts.find("spread", LOOK), content_area(LOOK, SETUP.live(0, 100))
    for name in arrangements():
        ground = geometry(name)
        cell = spread.cell_in(area, ground)
        assert cell >= layouts.find("whole-page", LOOK).cell_in(area, ground)
        assert spread.spread is not None
        assert max(part_columns(ground, spread.seam(area, ground))) * cell < area[2] - area[0] - spread.spread.reach


def test_each_part_has_its_own_side_of_every_line() -> None:
    class Drawn:
        def __init__(self) -> None:
            self.lines: list[list[Point]] = []

        def stroke(self, points: list[Point], width: float, **_: object) -> None:
            self.lines.append([*points])

    def drawn(points: list[Point], *, right: bool, closed: bool = False) -> list[list[Point]]:
        canvas = Drawn()
        ClippedCanvas(canvas, "right" if right else "left", 10.0, 2.0, "").stroke(points, 1.0, closed=closed)  # type: ignore[arg-type]
        return canvas.lines

    across = [(0.0, 5.0), (30.0, 5.0)]
    assert drawn(across, right=False) == [[(0.0, 5.0), (11.5, 5.0)]]
    assert drawn(across, right=True) == [[(8.5, 5.0), (30.0, 5.0)]]
    # A line that ends at the edge, half the width of another beyond it, does not go on.
    assert drawn([(0.0, 5.0), (10.5, 5.0)], right=True) == []
    border = [(10.0, 0.0), (10.0, 9.0)]
    assert drawn(border, right=False) == drawn(border, right=True) == [border]
    left = [(0.0, 0.0), (10.0, 0.0), (10.0, 9.0), (0.0, 9.0)]
    assert drawn(left, right=False, closed=True) == [left] and drawn(left, right=True, closed=True) == []
    cut = [(5.0, 0.0), (20.0, 0.0), (20.0, 9.0), (5.0, 9.0)]
    assert drawn(cut, right=False, closed=True) == [[(11.5, 9.0), (5.0, 9.0), (5.0, 0.0), (11.5, 0.0)]]
    assert drawn(cut, right=True, closed=True) == [[(8.5, 0.0), (20.0, 0.0), (20.0, 9.0), (8.5, 9.0)]]
    # A level edge, too; the dashes of a line that is cut stay where they are in the whole one.
    canvas = RecordingCanvas()
    ClippedCanvas(canvas, "above", 10.0, 2.0, "").stroke([(5.0, 0.0), (5.0, 30.0)], 1.0, dash=(4.0, 3.0, 1.0))
    ClippedCanvas(canvas, "below", 10.0, 2.0, "").fill((0.0, 5.0, 4.0, 20.0), 0.5)
    assert canvas.lines == ["stroke 1 open 1 5,8.5 5,30 dash 4 3 2.5", "fill 0.5 0 5 4 10"]


@pytest.mark.parametrize("layout", ["whole-page", "spread"])
def test_the_proof_reads_both_pages_of_an_answer(samurai: Puzzle, layout: str) -> None:
    (solution,) = require_proper([samurai])
    slot = Slot(puzzle_picture(samurai.geometry, samurai.givens), "1", "Easy", "Answer on page 4")
    answer = Slot(answer_picture(samurai.geometry, samurai.givens, solution), "1", short="1")
    found = layouts.find(layout, LOOK).for_answers()
    behind = [*half_pages([answer], found, "", "Answers")] if found.spread else [*grids_pages([answer], found, "")]
    pages: list[Page] = [BlankPage(look=LOOK), *half_pages([slot], layouts.find("spread", LOOK), ""), *behind]
    made = [replace(page, folio=str(number)) for number, page in enumerate(pages, 1)]
    proof = prove(Source("t.pdf", pdf_document(made, SETUP, Metadata("T"), 0, "t.pdf")), intended=True)
    assert not proof.of("answers") and not proof.of("marks")
    assert [held["answer_pages"] for held in proof.puzzles] == [[["t.pdf", 4]]]


def test_answers_too_large_for_a_page_lie_over_two(tmp_path: Path) -> None:
    """Those of other sections are as large as each other."""
    more = "- {title: B, puzzles: {kind: shogun, count: 2}}\n- {title: C, puzzles: {kind: jigsaw, count: 3}}\n"
    spec = loaded(tmp_path, BOOK.replace("MORE", "").replace("SECTION", "puzzles: {count: 7}") + more)
    require_book_room(book_of(spec))
    plan = estimate.expected(spec).interiors[0].assembled
    halves = [
        index for index, page in enumerate(plan.interior) if isinstance(page, HalfPage) and not page.has_side_column
    ]
    assert [index % 2 for index in halves] == [1, 0, 1, 0]
    assert [place.answer_page for place in plan.places[7:9]] == [int(plan.interior[at].folio) for at in halves[::2]]
    assert [layout.name for layout, _ in plan.answer_layouts] == ["twelve-up", "spread", "twelve-up"]
    assert [isinstance(page, HalfPage) for page in plan.key] == [False, *[True] * 4, False]


def test_the_proof_reads_both_pages_as_one_puzzle(samurai: Puzzle) -> None:
    (solution,) = require_proper([samurai])
    layout = layouts.find("spread", LOOK)
    slot = Slot(puzzle_picture(samurai.geometry, samurai.givens), "1", "Easy", "Answer on page 4")
    answers = layouts.find("whole-page", LOOK).for_answers()
    answer = Slot(answer_picture(samurai.geometry, samurai.givens, solution), "1", short="1")
    pages: list[Page] = [
        BlankPage(look=LOOK),
        *half_pages([slot], layout, ""),
        GridsPage(look=LOOK, layout=answers, slots=(answer,)),
    ]
    made = [replace(page, folio=str(number)) for number, page in enumerate(pages, 1)]
    content = pdf_document(made, SETUP, Metadata("T"), 0, "t.pdf")
    proof = prove(Source("t.pdf", content), intended=True)
    assert not proof.of("unique") and not proof.of("answers") and not proof.of("marks")
    (held,) = proof.puzzles
    assert (held["kind"], held["status"], held["page"], held["number"], held["level"]) == (
        "samurai 21×21",
        "proper",
        2,
        1,
        "easy",
    )
    assert held["answer_pages"] == [["t.pdf", 4]]
    (entry,) = read(content, "t.pdf").puzzles
    assert [*entry.pages] == [1, 2]
    # On two pages that do not face each other there is no such puzzle, and what is read is said to be at fault.
    apart = [replace(page, folio=str(number)) for number, page in enumerate([BlankPage(look=LOOK), *pages[:-1]], 1)]
    (half,) = read(pdf_document(apart, SETUP, Metadata("T"), 0, "t.pdf"), "t.pdf").puzzles
    assert marks(half.grid).faults


def test_both_pages_of_a_puzzle_count_as_its_own() -> None:
    def page(index: int, text: str = "") -> Any:
        return SimpleNamespace(index=index, text=[SimpleNamespace(text=text, bare=text)] if text else [])

    entries = [SimpleNamespace(page=at, pages=range(at, at + 2)) for at in (1, 3)]
    book: Any = SimpleNamespace(
        name="b.pdf", pages=[page(0, "2 puzzles"), *map(page, range(1, 5))], answers=[], pictures=[]
    )
    puzzles: Any = [SimpleNamespace(entry=entry) for entry in entries]
    assert not list(section_counts(book, puzzles))


def test_it_begins_on_the_left_with_its_other_page_beside_it(tmp_path: Path) -> None:
    text = BOOK.replace("MORE", "page: {openers: any}")
    spec = loaded(tmp_path, text.replace("SECTION", "layout: spread, puzzles: {kind: samurai, count: 2}"))
    pages = estimate.expected(spec).interiors[0].assembled
    halves = [index for index, page in enumerate(pages.interior) if isinstance(page, HalfPage)]
    assert [index % 2 for index in halves] == [1, 0, 1, 0] and halves[3] - halves[0] == 3
    assert [place.file_page - 1 for place in pages.places] == halves[::2]
    # The style takes it where one page is too small.
    small = loaded(
        tmp_path, BOOK.replace("MORE", "page: {trim: a5}").replace("SECTION", "puzzles: {kind: sumo, count: 1}")
    )
    assert any(isinstance(page, HalfPage) for page in estimate.expected(small).interiors[0].assembled.interior)


@pytest.mark.parametrize(
    ("more", "section", "said"),
    [
        ("", "layout: spread, puzzles: {kind: killer, count: 1}", "cannot be parted"),
        ("page: {puzzles_on: right}", "layout: spread, puzzles: {kind: samurai, count: 1}", "right-hand pages only"),
        (
            "",
            "layout: spread, puzzles: {kind: samurai, count: 1}, answers: {place: overleaf}",
            "no answer at `overleaf`",
        ),
        ("answers: {place: section, layout: spread}", "puzzles: {kind: killer, count: 1}", "cannot be parted"),
    ],
)
def test_what_it_does_not_go_with_is_refused(tmp_path: Path, more: str, section: str, said: str) -> None:
    spec = loaded(tmp_path, BOOK.replace("MORE", more).replace("SECTION", section))
    with pytest.raises(SpecError, match=said):
        require_book_room(book_of(spec))


OWN = "base: classic\npuzzle_layouts: [spread]\n"


@pytest.mark.parametrize(
    ("more", "section", "said"),
    [
        ("", "puzzles: {kind: killer, count: 1}", "cannot be parted"),
        ("page: {puzzles_on: right}", "puzzles: {count: 1}", "right-hand pages only"),
    ],
)
def test_a_style_with_no_other_layout_is_refused_with_the_reason(
    tmp_path: Path, more: str, section: str, said: str
) -> None:
    (tmp_path / "mine.yaml").write_text(OWN)
    spec = loaded(tmp_path, BOOK.replace("MORE", f"design: {{style: mine.yaml}}\n{more}").replace("SECTION", section))
    with pytest.raises(SpecError, match=said):
        require_book_room(book_of(spec))


def test_a_section_on_the_right_without_an_opener_does_not_begin_on_the_left(tmp_path: Path) -> None:
    section = "start: right, SPREADpuzzles: {kind: samurai, count: 1}"
    text = BOOK.replace("MORE", "design: {openers: none}").replace("SECTION", section)
    with pytest.raises(SpecError, match="on the right"):
        require_book_room(book_of(loaded(tmp_path, text.replace("SPREAD", "layout: spread, "))))
    require_book_room(book_of(loaded(tmp_path, text.replace("SPREAD", ""))))
    require_book_room(
        book_of(loaded(tmp_path, text.replace("SPREAD", "layout: spread, ").replace("openers: none", "openers: page")))
    )


def test_a_title_that_no_running_head_tells_has_a_page(tmp_path: Path) -> None:
    text = BOOK.replace("MORE", "design: {style: large-print, openers: none}\npage: {trim: 8.5x11in}")
    spec = loaded(tmp_path, text.replace("SECTION", "layout: spread, puzzles: {kind: samurai, count: 1}"))
    pages = estimate.expected(spec).interiors[0].assembled.interior
    assert [page.title for page in pages if isinstance(page, OpenerPage)][:1] == ["A"]
    assert [page.right for page in pages if isinstance(page, HalfPage)] == [False, True]


def test_parts_of_another_reach_are_other_stamps(samurai: Puzzle) -> None:
    layout, keys = layouts.find("spread", LOOK), []
    slot = Slot(puzzle_picture(samurai.geometry, samurai.givens), "1")
    for reach in (0.0, 3.0):
        canvas = RecordingCanvas()
        for page in half_pages([slot], replace(layout, spread=replace(layout.spread, reach=reach)), ""):
            page.draw(canvas, AREA)
        keys.append({line.split()[-1] for line in canvas.lines if line.startswith("stamp")})
    assert keys[0] and not keys[0] & keys[1]


def test_the_column_for_notes_stands_beside_both_parts(samurai: Puzzle) -> None:
    look = replace(LOOK, page=replace(LOOK.page, side_ink=0.77))
    slot = Slot(puzzle_picture(samurai.geometry, samurai.givens), "1")
    layout = layouts.find("spread", look)
    for index, page in enumerate(half_pages([slot], layout, ""), 1):
        canvas = RecordingCanvas()
        draw_page(canvas, page, replace(SETUP, side=INCH), index, 4)
        assert any(" 0.77 " in line for line in canvas.lines if line.startswith("stroke"))


def test_a_style_is_shown_with_both_pages_of_a_puzzle(samurai: Puzzle) -> None:
    slot = Slot(puzzle_picture(samurai.geometry, samurai.givens), "1")
    assert style_pages.shown_pages([*half_pages([slot, slot], layouts.find("spread", LOOK), "")]) == [0, 1]


def test_each_grid_over_two_pages_says_what_room_it_has() -> None:
    grounds = [geometry(name) for name in ("samurai", "windmill", "samurai")]
    sections: Any = [[SimpleNamespace(puzzle=SimpleNamespace(geometry=ground)) for ground in grounds]]
    spread, page = layouts.find("spread", LOOK), layouts.find("whole-page", LOOK)
    assembled: Any = SimpleNamespace(layouts=[spread], answer_layouts=[(page, grounds)])
    used = editions.used_layouts(sections, assembled)
    assert used["spread"][1] == grounds[:2] and len(used["whole-page"][1]) == 1


def test_puzzles_of_one_section_stand_on_right_hand_pages(tmp_path: Path) -> None:
    sections = "- {title: B, puzzles: {count: 3, size: 4}, layout: one-up, puzzles_on: right, notes: drawing}\n"
    text = BOOK.replace("MORE", "page: {openers: any}").replace("SECTION", "layout: one-up, puzzles: {count: 3}")
    spec = loaded(tmp_path, f"{text}{sections}- {{title: C, puzzles: {{count: 2}}, layout: one-up}}\n")
    plan = estimate.expected(spec).interiors[0].assembled
    notes = [index for index, page in enumerate(plan.interior) if isinstance(page, NotesPage)]
    first, *_, last = (place.file_page - 1 for place in plan.places[3:6])
    assert [place.file_page % 2 for place in plan.places[3:6]] == [1, 1, 1]
    # Behind each of them there is such a page, and none elsewhere but before the first, which begins on the right.
    assert set(range(first + 1, last + 2, 2)) <= set(notes) <= set(range(first - 1, last + 2, 2))
    assert {plan.interior[index].title for index in notes} == {"Can you draw this?"}  # type: ignore[attr-defined]
    assert {plan.interior[index].paper for index in notes} == {"drawing"}  # type: ignore[attr-defined]


def test_rules_show_no_grid_of_more_cells_than_the_page_can_hold(tmp_path: Path) -> None:
    """Two pages hold a puzzle that no picture within a text does."""
    text = BOOK.replace("MORE", "page: {trim: 4.25x7in, gutter: 0.5in}").replace(
        "SECTION", "puzzles: {kind: KIND, count: 1}"
    )
    for kind, drawn in (("samurai", True), ("clueless-1", False)):
        plan = estimate.expected(loaded(tmp_path, text.replace("KIND", kind))).interiors[0].assembled
        texts = [page for page in plan.interior if isinstance(page, TextPage)]
        assert texts and any(isinstance(block, Figures) for page in texts for block in page.blocks) is drawn
