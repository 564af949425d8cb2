"""Pages that look finished: no line alone on a page, nothing small on an empty one, nothing that sticks out."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from book_data import loaded, planned
from typeset_data import SETUPS, filled

from benchmarks import page_kinds, readback
from bookmaker.base import language
from bookmaker.base.errors import Place
from bookmaker.base.schema import Node
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.printing.canvases.canvas import Box
from bookmaker.printing.canvases.pdf import Metadata
from bookmaker.printing.canvases.recorder import RecordingCanvas
from bookmaker.printing.grids.grid_drawing import GridPicture, GridStyle, answer_picture, draw_grid
from bookmaker.printing.pages import layouts
from bookmaker.printing.pages.columns import Entry as Line
from bookmaker.printing.pages.columns import Heading, table_pages
from bookmaker.printing.pages.contents import ContentsPage, Entry, PicturedPage, contents_pages
from bookmaker.printing.pages.document import pdf_document
from bookmaker.printing.pages.labels import Slot
from bookmaker.printing.pages.layouts import COLUMN_GAP
from bookmaker.printing.pages.ornament import Motif
from bookmaker.printing.pages.own_page import NotesPage
from bookmaker.printing.pages.page_furniture import draw_row, missing
from bookmaker.printing.pages.page_kinds import GridsPage, SharedPage, content_area, grids_pages
from bookmaker.printing.styles import style
from bookmaker.publishing.book.making.books import book_of
from bookmaker.publishing.book.making.estimate import expected
from bookmaker.publishing.book.pages.answer_runs import back_runs
from bookmaker.publishing.book.pages.answers import Answered
from bookmaker.publishing.book.pages.front_matter import section_rules
from bookmaker.publishing.book.pages.openers import MOST_OPENED, bare_and_blank
from bookmaker.publishing.book.pages.page_fit import answer_layout, grid_name, page_setup
from bookmaker.publishing.book.spec import spec_file as specs
from bookmaker.publishing.book.spec.section_keys import Answers
from bookmaker.puzzles.grid.marks import Mark
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import KINDS, geometry

ROOT = Path(__file__).parent.parent
LOOK = style.find()
AREA = content_area(LOOK, SETUPS["6x9in"].live(0, 100))


def points(line: str) -> list[tuple[float, float]]:
    """The points of a stroke that was written down."""
    path = [word.split(",") for word in line.split() if "," in word]
    return [(float(x), float(y)) for x, y in path]


def test_contents_move_together_rather_than_leave_a_line_alone() -> None:
    entries = [Entry(f"Section {number}", "2 puzzles", str(number)) for number in range(17)]
    for fewer in range(17):
        pages = contents_pages(LOOK, "Contents", entries[: 17 - fewer], AREA)
        if len(pages) == 1:
            break
    assert 17 - fewer >= 16  # without moving together no more than fifteen
    wide = replace(LOOK, contents=replace(LOOK.contents, closer=()))
    assert len(contents_pages(wide, "Contents", entries[: 17 - fewer], AREA)) == 2


def test_few_entries_of_the_contents_are_further_apart() -> None:
    entries = [Entry(f"Section {number}", "2 puzzles", str(number)) for number in range(4)]
    (page,) = contents_pages(LOOK, "Contents", entries, AREA)
    width, height = AREA[2] - AREA[0], AREA[3] - AREA[1]
    used = sum(entry.height(LOOK, width) for entry in page.entries)
    close = replace(LOOK, contents=replace(LOOK.contents, apart=1.0))
    (other,) = contents_pages(close, "Contents", entries, AREA)
    assert 1.4 * sum(entry.height(LOOK, width) for entry in other.entries) < used <= LOOK.contents.full * height


@pytest.mark.parametrize(("trim", "columns"), [("8.5x11in", 2), ("6x9in", 1)])
def test_the_contents_of_several_kinds_show_their_grids(trim: str, columns: int, tmp_path: Path) -> None:
    kinds = ("classic", "x", "killer", "jigsaw", "sandwich", "futoshiki")
    sections = "".join(f"- {{title: S {kind}, puzzles: {{kind: {kind}, count: 1}}}}\n" for kind in kinds)
    text = f"book: {{title: A}}\npage: {{trim: {trim}}}\nfront_matter: [contents]\nsections:\n{sections}"
    spec = loaded(tmp_path, text)
    book = planned(spec)
    made, setup = book.interior, page_setup(book_of(spec))
    (page,) = (page for page in made if isinstance(page, ContentsPage))
    # No ink is outside the margins, and no line or letter is too fine.
    content = pdf_document([page], setup, Metadata("A", "", "en"), 1, "")
    assert [*readback.faults(content, replace(book, interior=(page,), front=1), setup, spec.look)] == []
    assert isinstance(page, PicturedPage)
    area = content_area(spec.look, setup.live(0, len(made)))
    assert page.fits(area) and page.across(area[2] - area[0]) == columns
    canvas = RecordingCanvas()
    page.draw(canvas, area)
    digits = [line for line in canvas.lines if line.startswith("glyph")]
    assert not digits and page.title == "Contents" and len(page.entries) == len(kinds) + 1
    # Sections of one kind have none.
    alike = loaded(tmp_path, text.replace("kind: ", "kind: classic, count: 1}}\n# "))
    assert not any(isinstance(page, PicturedPage) for page in planned(alike).interior)


def test_few_answers_stand_large() -> None:
    spec = page_kinds.book()
    pictures = [answer_picture(geometry(), bytes(81), filled(geometry()))] * 13
    assert answer_layout(book_of(spec), None, pictures[:4], AREA).name == "six-up-answers"
    assert answer_layout(book_of(spec), None, pictures[:12], AREA).name == "twelve-up"
    # Nine to a page are no larger there, only further apart.
    assert answer_layout(book_of(spec), None, pictures, AREA).name == "twelve-up"
    assert answer_layout(book_of(spec), "nine-up", pictures[:2], AREA).name == "nine-up"


@pytest.mark.parametrize("entries", [5, 12, 40])
def test_the_columns_of_a_last_page_are_even(entries: int) -> None:
    items = [Heading("Sums"), *(Line(str(number), ("123",)) for number in range(entries))]
    *_, last = table_pages(LOOK, "Table", "", items, AREA)
    assert len(last.columns) == last.across
    assert max(map(len, last.columns)) - min(map(len, last.columns)) <= last.across - 1
    assert [row[0] for column in last.columns for row in column][-1] == str(entries - 1)


def test_squares_to_write_on_reach_from_edge_to_edge() -> None:
    canvas = RecordingCanvas()
    NotesPage(look=LOOK, title="Notes", paper="squared").draw(canvas, AREA)
    xs = [x for line in canvas.lines if line.startswith("stroke") for x, _ in points(line)]
    assert (min(xs), max(xs)) == pytest.approx((AREA[0], AREA[2]), abs=0.5)


def test_pages_for_drawing_show_one_picture_each_and_no_lines() -> None:
    look, shown = style.find("children"), []
    for model in (0, 1):
        canvas = RecordingCanvas()
        NotesPage(look=look, title="Draw", paper="drawing", model=model).draw(canvas, AREA)
        assert sum(line.startswith("stroke") for line in canvas.lines) == 1
        narrow = RecordingCanvas()
        NotesPage(look=look, title="Can you draw this?", paper="drawing", model=model).draw(narrow, (0, 0, 180, 300))
        words = [line for line in narrow.lines if line.startswith("text")]
        [model] = [float(line.split()[1]) for line in narrow.lines if line.startswith("glyph")]
        room = look.face("heading").width("Can you draw", look.notes.title)
        assert len(words) > 1 and model + look.notes.gap >= 180 * (1 - look.notes.model_most) and room < 180
        shown += [line for line in canvas.lines if line.startswith("glyph")]
    assert len(set(shown)) == 2


@pytest.mark.parametrize("note", ["", "Answer on page 9"])
def test_a_frame_has_no_strip_for_notes_that_nobody_has(note: str) -> None:
    look = style.find("newspaper")
    layout = layouts.find("four-up", look)
    slots = [Slot(GridPicture(geometry(), bytes(81)), str(number), note=note) for number in range(4)]
    canvas = RecordingCanvas()
    [page] = grids_pages(slots, layout, "")
    page.draw(canvas, AREA)
    outlines = [points(line) for line in canvas.lines if line.startswith("stroke") and " closed " in line]
    heights = [max(y for _, y in path) - min(y for _, y in path) for path in outlines]
    frame, grid = max(heights), min(heights)
    assert frame - grid - layout.label - 2 * look.labels.frame_pad == pytest.approx(layout.note if note else 0, abs=3)


@pytest.mark.parametrize("name", ["two-up", "four-up"])
def test_a_bar_above_an_answer_touches_its_grid_and_is_as_wide(name: str) -> None:
    look = style.find("newspaper")
    layout = layouts.find(name, look).for_answers()
    slots = [Slot(answer_picture(geometry(), bytes(81), filled(geometry())), "1")] * 2
    canvas = RecordingCanvas()
    [page] = grids_pages(slots, layout, "")
    page.draw(canvas, (0, 0, 600, 400))
    drawn = [line.split() for line in canvas.lines]
    bars = [[*map(float, line[2:6])] for line in drawn if line[0] == "fill"]
    # A grid is a stamp whose name says its side. A frame, and a column that is left of the grid, would be beyond it.
    grids = [(float(line[1]), float(line[2]), float(line[3].split("-")[3])) for line in drawn if line[0] == "stamp"]
    for (left, bottom, right, _), (x, y, side) in zip(bars, grids, strict=True):
        assert 0 < bottom - y - side < layout.label
        assert (left, right) == pytest.approx((x, x + side), abs=2.0)
    places = [float(line[1]) for line in drawn if line[0] == "text"]
    assert places == pytest.approx([x for x, *_ in grids], abs=look.labels.plate_pad * 20)


def test_pieces_to_cut_out_stand_in_even_rows() -> None:
    spec = page_kinds.book()
    wish = next(one.symbols for one in spec.sections if one.symbols is not None and one.symbols.row)
    symbols = wish.made(6, spec.catalogue)
    ground = geometry(size=6)
    full = filled(ground)
    picture = GridPicture(ground, bytes(digit if cell < 14 else 0 for cell, digit in enumerate(full)), symbols=symbols)
    assert len(missing(picture)) == 22
    canvas = RecordingCanvas()
    draw_row(canvas, picture, 0.0, 0.0, 120.0, LOOK)
    pieces = [line.split() for line in canvas.lines if line.startswith("glyph")][:22]
    rows = Counter(round(float(piece[2]) / 16) for piece in pieces)
    assert min(rows.values()) >= 4, rows


def test_a_round_outline_covers_what_stands_in_its_corners() -> None:
    look = style.find("children")
    usual = GridStyle(look, look.grid.thin, look.grid.box, look.grid.outline, look.grid.digit)

    def radius(kind: str, marks: tuple[Mark, ...] = ()) -> float:
        canvas = RecordingCanvas()
        draw_grid(canvas, GridPicture(geometry(kind), bytes(81), marks=marks), 0, 0, 270, usual)
        [outline] = [line for line in canvas.lines if line.startswith("stroke") and " closed " in line]
        return min(y for x, y in points(outline) if x < 0.01)

    covered = usual.fitted(30).outline / 2 / (2**0.5 - 1)
    assert radius("classic") == pytest.approx(look.grid.corner * 30, abs=0.01)
    assert radius("killer", (Mark("cage", (0, 1), "3"),)) == pytest.approx(covered, abs=0.01)
    assert radius("x") == pytest.approx(covered, abs=0.01)


def test_check_lines_stand_behind_all_whole_grids() -> None:
    def part(show: str) -> Answered:
        answers = Answers(node=Node("mapping", Place("book.yaml", 1, 1)), show=show)  # type: ignore[arg-type]
        return Answered.of(None, (), range(0), answers)  # type: ignore[arg-type]

    book: Any = SimpleNamespace(look=LOOK, words=language.load("en"), layout=lambda name: layouts.find(name, LOOK))
    runs = back_runs(book, [part("grid"), part("row"), part("grid")], (0, 0, 432, 648), apart=False)
    found = [[one.answers.show for one in run.parts] for run in runs]
    assert found == [["grid", "grid"], ["row"]]


def test_messages_name_a_grid_by_its_own_size() -> None:
    named = {stocked.puzzle.geometry.kind: grid_name(stocked.puzzle.geometry) for stocked in readback.one_of_each()}
    assert set(named) == set(KINDS)
    assert named["classic"] == "a 9x9 grid"
    assert named["sandwich"] == "a 9x9 grid with numbers around it"
    assert named["samurai"] == "the kind samurai, which is 21 cells wide or high,"
    assert layouts.find("one-up", LOOK).per_page == 1


def test_styles_emphasize_in_italics() -> None:
    for name in style.names():
        look = style.find(name)
        assert look.face("text_italic") is not look.face("text"), name


def test_the_opener_of_a_section_gives_the_rule_of_its_kind() -> None:
    words = language.load("en")

    def ruled(*kinds: str) -> list[str]:
        grounds = [geometry(kind) for kind in kinds]
        puzzles = [Puzzle(ground, bytes(ground.cell_count)) for ground in grounds]
        graded = [GradedPuzzle(one, bytes(one.geometry.cell_count), None, None) for one in puzzles]  # type: ignore[arg-type]
        return section_rules(words, graded)

    assert ruled("anti-king", "anti-king") == words.paragraphs("how.anti-king")
    assert ruled("x+anti-king") == words.paragraphs("how.x") + words.paragraphs("how.anti-king")
    assert ruled("classic") == ruled("x", "anti-king") == []


def test_a_motif_fills_its_square_whatever_stands_around_the_grid() -> None:
    for kind in ("classic", "sandwich", "little-killer"):
        motif = Motif.of(GridPicture(geometry(kind), filled(geometry())))
        assert motif is not None and motif.span == 9
        assert {row for row, _, _ in motif.cells} == {column for _, column, _ in motif.cells} == set(range(9))


FILLED = """
book: {title: A, author: B}
page: {trim: TRIM}
design: {style: STYLE, openers: OPENERS}
sections:
"""
AREAS = ("6x9in", "8.5x11in", "210x280mm")


def used_of(page: GridsPage, area: Box) -> float:
    """The share of an area in the blocks of its puzzles with their words and feet, and its band."""
    layout, (left, bottom, right, top) = page.layout, area
    whole, used = (right - left) * (top - bottom), 0.0
    if isinstance(page, SharedPage):
        for block, box, words in page.blocks:
            wide = box[2] - box[0]
            used += used_of(block, box) * wide * (box[3] - box[1])
            used += wide * sum(one.height(wide) + one.before for one in words)
        return used / whole
    if page.band is not None:
        used += page.band.height(area) * (right - left)
        area = page.band.below(area)
    frame = layout.inner(layout.frames(area)[0])
    pad = 2 * (page.look.labels.frame + page.look.labels.frame_pad) if page.look.labels.frame else 0.0
    for slot in page.slots:
        side = layout.side_of(frame, slot.picture.geometry) + pad
        spare = 0.0 if layout.beside else frame[3] - frame[1] - layout.label - layout.note - side
        sizes, lines = page.foot_in(spare, side)
        row = layout.row * side / slot.picture.geometry.span
        used += (row + side + layout.label + layout.note + sizes.height(lines)) * (
            side + (layout.aside + COLUMN_GAP if layout.beside else 0.0)
        )
    # Lines to write on are as wide and high as a grid with its label.
    used += page.free * side * (side + layout.label)
    return used / whole


@pytest.mark.parametrize("trim", AREAS)
@pytest.mark.parametrize("name", ["classic", "modern", "newspaper"])
@pytest.mark.parametrize("openers", ["page", "band"])
def test_no_page_of_puzzles_is_half_empty_whatever_their_number(
    trim: str, name: str, openers: str, tmp_path: Path
) -> None:
    size = trim if trim[-1] == "n" else "[210mm, 280mm]"
    text = FILLED.replace("TRIM", size).replace("STYLE", name).replace("OPENERS", openers)
    for layout in ("", ", layout: two-up", ", layout: four-up", ", layout: six-up"):
        for count in (1, 2, 3, 5, 6):
            text += f"  - {{title: S, puzzles: {{count: {count}, difficulty: medium}}{layout}}}\n"
    spec = loaded(tmp_path, text)
    made = planned(spec).interior
    setup = page_setup(book_of(spec))
    for index, page in enumerate(made):
        if isinstance(page, GridsPage) and page.layout.use == "puzzles":
            area = content_area(spec.look, setup.live(index, len(made), side=True))
            assert used_of(page, area) >= 0.55, (index, page.layout.name, len(page.slots))
            # A place that no puzzle has is for notes.
            assert page.free == page.layout.per_page - len(page.slots)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("*.yaml")), ids=lambda path: path.stem)
def test_no_page_of_puzzles_of_an_example_is_half_empty_and_few_pages_open_sections(path: Path) -> None:
    spec = specs.load(path)
    for interior in expected(spec).interiors:
        made = interior.assembled.interior
        assert sum(bare_and_blank(made)) <= MOST_OPENED * len(made)
        for index, page in enumerate(made):
            # Puzzles that are not made yet have no givens: all of their pieces would be there to cut out.
            puzzles = isinstance(page, GridsPage) and page.layout.use == "puzzles" and not page.layout.row
            if isinstance(page, GridsPage) and puzzles and page.slots[0].label:
                area = content_area(page.look, interior.setup.live(index, len(made), side=True))
                area = area if page.name_line is None else page.name_line.below(area)
                area = area if page.foot is None else page.foot.above(area)
                assert used_of(page, area) >= 0.55, (index, page.layout.name, len(page.slots))
