"""Pages for the classroom: a line for a name above the puzzles, grids of one size, cards to cut out."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from book_data import loaded, planned, section
from typeset_data import filled

from bookmaker.base import language
from bookmaker.base.errors import SpecError
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.printing.canvases.canvas import Box
from bookmaker.printing.canvases.recorder import RecordingCanvas
from bookmaker.printing.grids.grid_drawing import GridPicture, GridStyle, draw_grid
from bookmaker.printing.grids.symbols import PICTURE_SETS, Symbols, picture
from bookmaker.printing.pages import layouts
from bookmaker.printing.pages.columns import ColumnsPage
from bookmaker.printing.pages.labels import Slot
from bookmaker.printing.pages.layouts import dealt
from bookmaker.printing.pages.own_page import NotesPage
from bookmaker.printing.pages.page_furniture import NameLine
from bookmaker.printing.pages.page_kinds import GridsPage, grids_pages
from bookmaker.printing.styles import style
from bookmaker.printing.text.text_blocks import Paragraph
from bookmaker.publishing.book.making import stock
from bookmaker.publishing.book.making.books import book_of
from bookmaker.publishing.book.making.checks import require_book_room
from bookmaker.publishing.book.making.dressing import dressed
from bookmaker.publishing.book.making.stock import stand_ins
from bookmaker.publishing.book.pages.front_matter import how_to_play
from bookmaker.publishing.book.pages.hints import Nudges
from bookmaker.publishing.book.pages.page_fit import fits, section_layout
from bookmaker.publishing.book.pages.slots import answer_of
from bookmaker.puzzles.rules import geometry

LOOK = style.find()
AREA: Box = (36, 36, 540, 800)


def grid_pages(folder: Path, text: str) -> list[GridsPage]:
    """The pages of puzzles of a book."""
    pages = planned(loaded(folder, text)).interior
    return [page for page in pages if isinstance(page, GridsPage) and page.layout.use == "puzzles"]


def written(page: GridsPage) -> str:
    canvas = RecordingCanvas()
    page.draw(canvas, AREA)
    return "\n".join(canvas.lines)


def numbers(page: GridsPage) -> int:
    return len(page.slots)


@pytest.mark.parametrize(
    ("code", "word"), [("de", "Datum:"), ("en", "Name:"), ("es", "Nombre:"), ("fr", "Nom\\xa0:"), ("ru", "Имя:")]
)
def test_each_page_of_puzzles_has_a_line_for_a_name(tmp_path: Path, code: str, word: str) -> None:
    text = f"book: {{title: A, language: {code}}}\npage: {{trim: a4, name_line: true}}\n"
    text += "sections: [{title: B, puzzles: {size: 6, count: 10}, layout: four-up}]\n"
    pages = grid_pages(tmp_path, text)
    assert len(pages) == 3
    assert all(word in written(page) for page in pages)
    plain = grid_pages(tmp_path, text.replace(", name_line: true", ""))
    assert not any(word in written(page) for page in plain)


def test_underscores_are_lines_that_fill_the_width() -> None:
    canvas = RecordingCanvas()
    left = NameLine(LOOK, "Name: ______ Class: ___").draw(canvas, AREA)
    strokes = [line.split() for line in canvas.lines if line.startswith("stroke")]
    ends = [[float(word.split(",")[0]) for word in line if "," in word] for line in strokes]
    (first, second) = [max(xs) - min(xs) for xs in ends]
    assert first == pytest.approx(2 * second, abs=0.1)
    assert max(ends[1]) == pytest.approx(AREA[2], abs=0.1)
    assert left[3] < AREA[3] and "___" not in "".join(canvas.lines)


def test_words_without_room_for_their_lines_are_refused(tmp_path: Path) -> None:
    words = "Name of the pupil who solves this: ___ Class and school: ___ Date: ___"
    spec = loaded(tmp_path, f'page: {{trim: 4x6in, name_line: "{words}"}}\n' + section("puzzles: {size: 4, count: 1}"))
    with pytest.raises(SpecError, match="the words of `name_line` leave its lines too little"):
        require_book_room(book_of(spec))
    assert NameLine(LOOK, language.load("en").text("worksheet.name_line")).fits(200)


def test_neither_goes_with_two_facing_pages(tmp_path: Path) -> None:
    for key in ("name_line", "cut_lines"):
        text = f"page: {{{key}: true}}\n" + section("puzzles: {kind: samurai, count: 1}, layout: spread")
        with pytest.raises(SpecError, match="lays a puzzle over two pages"):
            require_book_room(book_of(loaded(tmp_path, text)))


@pytest.mark.parametrize(
    ("count", "each", "pages"),
    [(10, 6, [5, 5]), (6, 4, [3, 3]), (12, 6, [6, 6]), (11, 6, [6, 5]), (25, 6, [6, 6, 6, 4, 3]), (7, 2, [2, 2, 2, 1])],
)
def test_the_last_two_pages_share_their_puzzles(count: int, each: int, pages: list[int]) -> None:
    assert [len(page) for page in dealt(count, each, least=each - 1)] == pages
    assert [index for page in dealt(count, each, least=each - 1) for index in page] == list(range(count))
    assert len(list(dealt(count, each))) == len(pages)


def test_a_last_page_has_the_rest_and_answers_name_their_pages(tmp_path: Path) -> None:
    text = "page: {trim: a4}\n" + section("puzzles: {size: 6, count: 10}, layout: six-up")
    made = planned(loaded(tmp_path, text))
    pages = [page for page in made.interior if isinstance(page, GridsPage) and page.layout.use == "puzzles"]
    assert [numbers(page) for page in pages] == [6, 4]
    first = made.places[0].page
    assert [place.page for place in made.places] == [first] * 6 + [first + 1] * 4


def test_cards_are_parted_by_dashed_lines(tmp_path: Path) -> None:
    text = "page: {trim: a4}\ndesign: {openers: page}\n"
    text += section("puzzles: {size: 6, count: 4}, layout: four-up, cut_lines: true")
    [page] = grid_pages(tmp_path, text)
    [plain] = grid_pages(tmp_path, text.replace(", cut_lines: true", ""))
    more = [line for line in written(page).split("\n") if line not in written(plain).split("\n")]
    dashes = [[word.split(",") for word in line.split() if "," in word] for line in more if line.startswith("stroke")]
    upright = {x1 for (x1, _), (x2, _) in dashes if x1 == x2}
    level = {y1 for (_, y1), (_, y2) in dashes if y1 == y2}
    assert len(upright) == len(level) == 1
    assert page.cut and not plain.cut
    [alike] = grid_pages(
        tmp_path, text.replace(", cut_lines: true", "").replace("{trim: a4}", "{trim: a4, cut_lines: true}")
    )
    assert written(alike) == written(page)


def test_numbers_stand_at_the_pieces_of_their_puzzle() -> None:
    look, ground = style.find("children"), geometry(size=6)
    shapes = Symbols("digit", tuple("123456"), tuple("123456"), row="pieces")
    full = filled(ground)
    # Thirty pieces and eight: some rows of them, and few.
    many, few = (bytes(digit if cell < filled_in else 0 for cell, digit in enumerate(full)) for filled_in in (6, 28))
    layout = replace(layouts.find("two-up", look), row=5.0)
    slots = [
        Slot(GridPicture(ground, digits, symbols=shapes), str(number)) for number, digits in enumerate((many, few), 1)
    ]
    [page] = grids_pages(slots, layout, "")
    canvas = RecordingCanvas()
    page.draw(canvas, AREA)
    labels = [float(line.split()[2]) for line in canvas.lines if line.startswith("text")][:2]
    strokes = [line for line in canvas.lines if line.startswith("stroke") and " closed " not in line]
    heights = [float(word.split(",")[1]) for line in strokes for word in line.split() if "," in word]
    gaps = [min(label - y for y in heights if y < label) for label in labels]
    assert gaps[0] == pytest.approx(gaps[1], abs=0.5)


def test_pages_of_hints_have_a_running_head_below_the_first(tmp_path: Path) -> None:
    spec = loaded(tmp_path, "hints: {count: 1}\n" + section("puzzles: {count: 200}, layout: two-up"))
    said = [Nudges(("First: row 5 – hidden single, and more words than that.",), ())] * 200
    pages = [page for page in planned(spec, hints=said).interior if isinstance(page, ColumnsPage)]
    assert len(pages) > 1
    assert [page.head for page in pages] == ["", *["Hints"] * (len(pages) - 1)]


def test_words_around_puzzles_grow_on_wide_pages(tmp_path: Path) -> None:
    spec = loaded(tmp_path, section("puzzles: {count: 4}, layout: four-up"))
    pictures = [GridPicture(geometry(), bytes(81))] * 4
    named, letter = layouts.find("four-up", LOOK), (0.0, 0.0, 540.0, 700.0)
    wide = section_layout(book_of(spec), spec.sections[0], pictures, lambda _: letter)
    assert wide.note / named.note == pytest.approx(LOOK.scale_for(540)) and wide.note_size == 0.85 * LOOK.writing.size
    assert wide.label / named.label == pytest.approx(LOOK.scale_for(540)) and LOOK.scale_for(540) > 1
    assert section_layout(book_of(spec), spec.sections[0], pictures, lambda _: (0.0, 0.0, 370.0, 560.0)) == named
    # Not where the grids would be too small for it.
    low = next(area for high in range(300, 700) if fits(named, pictures, area := (0.0, 0.0, 540.0, float(high))))
    assert section_layout(book_of(spec), spec.sections[0], pictures, lambda _: low) == named
    large = layouts.find("one-up", style.find("large-print"))
    assert large.grown(540) == large


def test_numbers_that_stand_alone_have_figures_as_high_as_capitals() -> None:
    for name in style.names():
        look = style.find(name)
        for role in ("number", "folio"):
            face = look.face(role)  # type: ignore[arg-type]
            high = {face.inks[figure][3] for figure in "0123456789"}
            assert min(high) >= 0.95 * face.cap_height, (name, role)


def test_grids_stand_side_by_side_on_a_square_page(tmp_path: Path) -> None:
    spec = loaded(tmp_path, section("puzzles: {size: 6, count: 4}, layout: two-up"))
    pictures = [GridPicture(geometry(size=6), bytes(36))] * 4

    def chosen(width: float, height: float) -> tuple[int, int]:
        layout = section_layout(book_of(spec), spec.sections[0], pictures, lambda _: (0.0, 0.0, width, height))
        return layout.columns, layout.rows

    assert chosen(520, 420) == (2, 1)
    assert chosen(360, 560) == (1, 2)
    four = layouts.find("four-up", LOOK)
    assert four.turned((0, 0, 900, 400), geometry()) == four


def test_the_hidden_word_is_shaded_in_its_answer(tmp_path: Path) -> None:
    text = "seed: 3\n" + section("puzzles: {size: 6, count: 2}, symbols: {word: PENCIL}")
    spec = loaded(tmp_path, text)
    made = dressed(spec, stock.fill_sections(spec.sections, spec.seed, 1, lambda *_: None))
    for stocked in made[0]:
        [mark] = answer_of(stocked).marks
        assert [stocked.solution[cell] for cell in mark.cells] == [1, 2, 3, 4, 5, 6]
        canvas = RecordingCanvas()
        draw_grid(canvas, answer_of(stocked), 0, 0, 120, GridStyle.in_answers(LOOK))
        assert sum(line.startswith("fill") for line in canvas.lines) == 6
    assert answer_of(planned_stand_in(tmp_path)).marks == ()


def planned_stand_in(folder: Path) -> GradedPuzzle:
    return stand_ins(loaded(folder, section("puzzles: {count: 1}")).sections[0])[0]


def test_rules_name_all_that_cells_of_a_size_take(tmp_path: Path) -> None:
    text = "seed: 3\nbook: {title: A}\ndesign: {style: children}\nsections:\n"
    text += "- {title: B, puzzles: {size: 4, count: 3}, symbols: animals}\n"
    text += "- {title: C, puzzles: {size: 6, count: 1}, symbols: shapes}\n- {title: D, puzzles: {size: 6, count: 1}}\n"
    spec = loaded(tmp_path, text)
    sections = dressed(spec, [stand_ins(one) for one in spec.sections])
    puzzles = [stocked for part in sections for stocked in part]
    blocks = how_to_play(spec.look, spec.catalogue, puzzles, puzzles[0], [])
    said = (
        " ".join(block.text for block in blocks if isinstance(block, Paragraph))
        .replace("\u00a0", " ")
        .replace("~", " ")
    )
    assert (
        "The 6×6 puzzles are the same game: fill every cell with one of the 6 pictures or a digit from 1 to 6." in said
    )
    assert said.count("Some puzzles of this book") == 1


def test_what_is_to_be_drawn_belongs_to_the_pictures_of_the_section(tmp_path: Path) -> None:
    text = "design: {style: children}\n"
    text += section("puzzles: {size: 4, count: 2}, puzzles_on: right, symbols: {set: fruit, row: cut-out}")
    spec = loaded(tmp_path, text)
    made = planned(spec, dressed(spec, [stand_ins(one) for one in spec.sections])).interior
    notes = [page for page in made if isinstance(page, NotesPage) and page.among]
    assert notes and all(page.among == tuple(map(picture, PICTURE_SETS["fruit"])) for page in notes)


@pytest.mark.parametrize(
    ("foot", "timed"), [("", True), ("foot: none", False), ("foot: [time]", True), ("foot: [facts]", False)]
)
@pytest.mark.parametrize("layout", ["six-up", "four-up", "two-up"])
def test_a_foot_holds_in_a_column_beside_the_grid_too(layout: str, foot: str, timed: bool, tmp_path: Path) -> None:
    """The last page has fewer puzzles, which are larger, with their words beside them."""
    count = {"six-up": 8, "four-up": 6, "two-up": 2}[layout]
    text = f"page: {{trim: a4{', ' * bool(foot)}{foot}}}\n" + section(
        f"puzzles: {{size: 6, count: {count}}}, layout: {layout}"
    )
    last = [one for one in planned(loaded(tmp_path, text)).interior if isinstance(one, GridsPage)]
    last = [page for page in last if page.layout.use == "puzzles"][-1:]
    assert last and last[0].layout.beside
    word = language.load("en").text("number.time")
    assert (word in written(last[0])) is timed


def test_grids_of_a_handout_are_alike_on_each_sheet_and_notes_can_be_read(tmp_path: Path) -> None:
    """Below its title the first sheet had smaller grids than the second, and notes of 7 points on a page of A4."""

    def sizes(count: int) -> tuple[list[float], float]:
        text = "book: {title: A, language: en}\npage: {trim: a4, openers: any}\ndesign: {openers: band}\n"
        text += f"sections: [{{title: B, puzzles: {{size: 6, count: {count}}}, layout: six-up}}]\n"
        pages = grid_pages(tmp_path, text)
        drawn = [[line.split() for line in written(page).splitlines()] for page in pages]
        sides = [float(next(line for line in page if line[0] == "stamp")[3].split("-")[3]) for page in drawn]
        return sides, next(float(line[4]) for line in drawn[0] if line[0] == "text" and line[5].startswith("'Answer"))

    sides, note = sizes(12)
    assert len(sides) == 2 and sides[0] == sides[1] and note >= 0.85 * LOOK.writing.size
    # In a long section none is smaller for the sake of the first page.
    long, _ = sizes(30)
    assert long[0] == sides[0] < long[1] == long[4]
