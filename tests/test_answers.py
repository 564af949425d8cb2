"""Where answers stand, what they show, and what puzzles and answers say of each other's pages; numbers and minutes of puzzles."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from book_data import loaded
from PIL import Image, ImageChops

from benchmarks import readback
from bookmaker.base import language
from bookmaker.base.errors import SpecError
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.logic.times import MEASURED, Time
from bookmaker.printing.canvases.canvas import Sheet
from bookmaker.printing.canvases.pdf import Metadata
from bookmaker.printing.canvases.raster import RasterCanvas
from bookmaker.printing.pages.columns import TablePage
from bookmaker.printing.pages.contents import ContentsPage
from bookmaker.printing.pages.document import pdf_document
from bookmaker.printing.pages.page_kinds import GridsPage, Page, content_area
from bookmaker.printing.styles.style import find
from bookmaker.publishing.book.making import stock
from bookmaker.publishing.book.making.books import book_of
from bookmaker.publishing.book.making.build import build
from bookmaker.publishing.book.making.checks import likely_parts, likely_runs, require_book_room
from bookmaker.publishing.book.making.estimate import expected
from bookmaker.publishing.book.pages.assemble import Assembled, Place, assemble
from bookmaker.publishing.book.pages.page_fit import page_setup
from bookmaker.publishing.book.pages.slots import time_text
from bookmaker.publishing.book.spec.spec_file import Spec
from bookmaker.puzzles.grid.geometry import SYMBOLS

BOOK = """
book: {title: Places}
number_from: 11
sections:
- {title: Foot, puzzles: {count: 3}, layout: two-up, answers: {place: foot}}
- {title: Line, puzzles: {count: 3}, layout: two-up, answers: {place: foot, show: row}}
- {title: Leaf, puzzles: {count: 3}, layout: two-up, answers: {place: overleaf}}
- {title: Own, puzzles: {count: 5, size: 6}, layout: two-up, answers: {place: section}}
- {title: Own lines, puzzles: {count: 3}, layout: two-up, answers: {place: section, show: row}}
- {title: Back, puzzles: {count: 3}, layout: two-up}
- {title: Back lines, puzzles: {count: 3, size: 4}, layout: two-up, answers: {show: row}}
- {title: Back again, puzzles: {count: 2}, layout: two-up, answers: {layout: six-up-answers}}
"""
FEET = [0, 1]


Made = tuple[Spec, list[list[GradedPuzzle]], Assembled]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    spec = loaded(tmp_path_factory.mktemp("answers"), BOOK)
    sections = stock.fill_sections(spec.sections, 3, 1, lambda *_: None)
    return spec, sections, assemble(book_of(spec), sections, sections[0][0])


def row_of(stocked: GradedPuzzle) -> str:
    size = stocked.puzzle.geometry.size
    return "".join(SYMBOLS[digit - 1] for digit in stocked.solution[-size:])


def holds(page: Page, stocked: GradedPuzzle, number: int) -> bool:
    """Whether a page has the answer of a puzzle, with its number: as a grid, in the foot, or as a check line."""
    if isinstance(page, TablePage):
        rows = [(lead, words.replace("\u00a0", "")) for column in page.columns for lead, words, _ in column]
        return (str(number), row_of(stocked)) in rows
    if not isinstance(page, GridsPage):
        return False
    lines = " ".join(page.foot.lines if page.foot else ()).replace("\u00a0", "")
    slots = [*page.slots, *(page.foot.slots if page.foot else ())]
    return f"{number}:{row_of(stocked)}" in lines or any(
        slot.picture.digits == stocked.solution and slot.short == str(number) for slot in slots
    )


@pytest.mark.parametrize("puzzles_on", ["any", "right"])
def test_pages_and_answers_stand_where_they_are_said_to_stand(made: Made, puzzles_on: str) -> None:
    spec, sections, book = made
    if puzzles_on == "right":
        spec = replace(spec, page=replace(spec.page, puzzles_on=puzzles_on))
        book = assemble(book_of(spec), sections, sections[0][0])
        assert all(place.page % 2 for place in book.places)
    folio = {page.folio: page for page in book.interior[book.front :] if page.folio}
    places, number = iter(book.places), 11
    starts: list[list[Place]] = []
    for section in sections:
        starts.append([])
        for stocked in section:
            place = next(places)
            starts[-1].append(place)
            page = folio[str(place.page)]
            assert isinstance(page, GridsPage)
            assert any(slot.picture.digits == stocked.puzzle.givens for slot in page.slots)
            assert book.interior[place.file_page - 1] is page
            found = [name for name, one in folio.items() if holds(one, stocked, number)]
            assert found == [str(place.answer_page)]
            number += 1
    for index in FEET:
        assert all(place.page == place.answer_page for place in starts[index])
    # Overleaf: on the back of the leaf whose front, a right-hand page, has the puzzle.
    assert all(place.page % 2 == 1 and place.answer_page == place.page + 1 for place in starts[2])
    for own, after in ((3, 4), (4, 5)):
        last, first = max(place.page for place in starts[own]), min(place.page for place in starts[after])
        assert all(last < place.answer_page < first for place in starts[own])
    end = max(place.page for section in starts for place in section)
    assert all(place.answer_page > end for section in starts[5:] for place in section)


def test_pages_are_named_where_a_reader_has_to_look_for_them(made: Made) -> None:
    _, sections, book = made
    notes: dict[str, set[str]] = {}
    asides: dict[str, set[str]] = {}
    for page in book.interior:
        if isinstance(page, GridsPage):
            told = notes if page.layout.use == "puzzles" else asides
            words = {slot.note if told is notes else slot.aside for slot in page.slots}
            told.setdefault(page.head.partition(" · ")[0] if told is notes else page.head, set()).update(words)
    assert notes["Foot"] == notes["Line"] == {""}
    assert notes["Leaf"] == {"Answer overleaf"}
    places = iter(book.places)
    by_section = [[next(places) for _ in section] for section in sections]
    for index, head in ((3, "Own"), (5, "Back")):
        assert notes[head] == {f"Answer on page\u00a0{place.answer_page}" for place in by_section[index]}
    assert asides["Answers · Own"] == {f"page\u00a0{place.page}" for place in by_section[3]}
    (contents,) = [page for page in book.interior if isinstance(page, ContentsPage)]
    titles = [entry.title for entry in contents.entries]
    assert titles.count("Answers") == 1 and titles[-1] == "Answers"


def test_a_spec_is_judged_by_the_layouts_that_its_book_prints(tmp_path: Path) -> None:
    """The large grids, which show check lines or have their answers on their leaf, do not make those of others larger."""
    more = "".join(
        f"- {{title: Large {number}, puzzles: {{size: 16, count: 2}}, layout: one-up, answers: {{{answers}}}}}\n"
        for number, answers in enumerate(("show: row", "place: overleaf"))
    )
    spec = loaded(
        tmp_path, BOOK.replace("{title: Back, puzzles: {count: 3}", "{title: Back, puzzles: {count: 30}") + more
    )
    require_book_room(book_of(spec))
    area = content_area(spec.look, page_setup(book_of(spec)).live(0, 0))
    judged = [*likely_runs(book_of(spec), likely_parts(book_of(spec)), area)]
    names = {part.section.title: run.layout.name for run, part in reversed(judged) if run.layout}
    printed = [layout.name for layout, _ in expected(spec).interiors[0].assembled.answer_layouts]
    assert [names[title] for title in ("Own", "Back", "Back again")] == printed[1:2] + printed[3:]
    assert names["Back"] == "twelve-up"
    # The key has all of them, on pages of its own; those whose layout is judged already are not judged again.
    in_key = {part.section.title for run, part in judged if len(run.parts) > 1}
    assert {section.title for section in spec.sections} - in_key == {"Back", "Back again"}
    # The large ones leave those before them their layout there, too.
    assert {run.layout.name for run, _ in judged if run.layout and len(run.parts) > 1} == {
        "twelve-up",
        "six-up-answers",
    }


def test_the_key_has_large_answers_in_the_layout_of_their_section(tmp_path: Path) -> None:
    """Where they are too large for that of the book; the others keep it."""
    text = """
book: {title: Large, author: A}
page: {trim: 8.5x11in}
sections:
- {title: Small, puzzles: {count: 6}, layout: two-up}
- {title: Smaller, puzzles: {count: 6, size: 6}, layout: two-up, answers: {layout: two-up}}
- {title: Large, puzzles: {kind: gattai-8, count: 1}, layout: whole-page}
answers: {layout: six-up-answers}
"""
    with pytest.raises(SpecError, match=r"`six-up-answers` leaves 2\.\d+mm for a cell of the kind gattai-8"):
        require_book_room(book_of(loaded(tmp_path, text)))
    spec = loaded(tmp_path, text.replace("layout: whole-page", "layout: whole-page, answers: {layout: whole-page}"))
    require_book_room(book_of(spec))
    key = expected(spec).interiors[0].assembled.key
    layouts = [page.layout.name for page in key if isinstance(page, GridsPage)]
    assert layouts == ["six-up-answers", "six-up-answers", "whole-page"]


def test_sections_of_one_title_are_judged_each_by_itself(tmp_path: Path) -> None:
    """One that has its answers at the foot is judged in the key, though another of its title has a layout judged already."""
    same = loaded(tmp_path, BOOK.replace("{title: Foot,", "{title: Back,"))
    book = book_of(same)
    area = content_area(book.look, page_setup(book).live(0, 0))
    judged = {id(part.section) for _, part in likely_runs(book, likely_parts(book), area)}
    assert judged == {id(section) for section in book.sections}


def test_the_key_has_every_grid_whatever_the_book_shows(made: Made) -> None:
    _, sections, book = made
    shown = [slot.picture.digits for page in book.key if isinstance(page, GridsPage) for slot in page.slots]
    assert shown == [stocked.solution for section in sections for stocked in section]


def test_answers_at_the_foot_are_upside_down_and_can_be_read(made: Made) -> None:
    spec, _, book = made
    content = pdf_document(book.interior, page_setup(book_of(spec)), Metadata("t"), book.front, "t.pdf")
    assert list(readback.faults(content, book, page_setup(book_of(spec)), spec.look)) == []
    for page, ink in zip(book.interior, readback.Reader(content).pages(), strict=True):
        if isinstance(page, GridsPage) and page.foot:
            # Of a figure that stands upright the baseline is below its middle.
            turned = [box for _, char, box, *_, y in ink.chars if char.isdigit() and y > (box[1] + box[3]) / 2]
            count = sum(81 + len(slot.short) for slot in page.foot.slots)
            count += sum(char.isdigit() for line in page.foot.lines for char in line)
            assert len(turned) == count
            assert max(box[3] for box in turned) < min(
                box[1] for _, _, box, *_, y in ink.chars if y < box[1] + 1 and box[1] > 80
            )


def test_a_turned_picture_is_the_picture_turned() -> None:
    face = find().face("title")
    pages = []
    for turned in (False, True):
        canvas = RasterCanvas(72)
        canvas.begin_page(Sheet(100, 60, (0, 0, 100, 60)))

        def draw(inner: object, canvas: RasterCanvas = canvas) -> None:
            canvas.text(20, 10, "F5", face, 30)
            canvas.fill((5, 5, 15, 9), 1.0)

        canvas.turned(100, 60, draw) if turned else draw(canvas)
        canvas.end_page()
        pages.append(canvas.pages[0])
    upright, over = pages
    assert ImageChops.difference(over, upright.transpose(Image.Transpose.ROTATE_180)).getextrema()[1] < 40
    assert ImageChops.difference(over, upright).getextrema()[1] > 200


def test_numbers_go_on_or_begin_anew(made: Made, tmp_path: Path) -> None:
    text = BOOK.split("sections:", maxsplit=1)[0] + (
        "numbering: section\nsections:\n"
        "- {title: One, puzzles: {count: 2}}\n- {title: Two, puzzles: {count: 3}, number_from: 501}\n"
        "- {title: Three, puzzles: {count: 2}}\n"
        f"output: {tmp_path}\n"
    )
    spec = loaded(tmp_path, text)
    built = build(spec, 1, proof=False)
    puzzles = json.loads((built.folder / "manifest.json").read_text())["puzzles"]
    assert [puzzle["number"] for puzzle in puzzles] == [11, 12, 501, 502, 503, 11, 12]
    sections = stock.in_order(
        spec.sections, spec.seed, stock.fill_sections(spec.sections, spec.seed, 1, lambda *_: None)
    )
    book = assemble(book_of(spec), sections, None)
    titles = [page.title for page in book.interior if isinstance(page, GridsPage) and page.layout.use == "answers"]
    assert titles == ["Answers · One", "Two", "Three"]
    through = replace(spec, numbering="book")
    book = assemble(book_of(through), sections, None)
    answers = [page for page in book.interior if isinstance(page, GridsPage) and page.layout.use == "answers"]
    assert [slot.short for page in answers for slot in page.slots] == ["11", "12", "501", "502", "503", "504", "505"]
    assert [page.title for page in answers] == ["Answers"]


def test_what_fits_no_page_is_refused(tmp_path: Path) -> None:
    for answers, puzzles, told in (
        ("{place: foot}", "{count: 1, size: 16}", "leaves"),
        ("{place: overleaf, layout: one-up}", "{count: 4}", "4 puzzles"),
    ):
        text = (
            f"book: {{title: T}}\nsections:\n- {{title: S, puzzles: {puzzles}, layout: four-up, answers: {answers}}}\n"
        )
        if "one-up" in answers:
            (tmp_path / "layouts").mkdir()
            (tmp_path / "layouts" / "one-up.yaml").write_text(
                "use: answers\ncolumns: 1\nrows: 1\nlabel: 12pt\nlabel_size: 8pt\ncell: {least: 3mm, most: 9mm}\n"
            )
        spec = loaded(tmp_path, text + f"output: {tmp_path}\n")
        with pytest.raises(SpecError, match=told):
            build(spec, 1)


def test_minutes_from_the_spec_to_the_label(tmp_path: Path) -> None:
    (tmp_path / "timed.yaml").write_text('base: classic\nlabels: {right: "{minutes}"}\n')
    wish = "{count: 6, difficulty: medium, minutes: {min: 6, max: 11}}"
    text = f"book: {{title: T}}\ndesign: {{style: timed.yaml}}\nsections:\n- {{title: S, puzzles: {wish}}}\n"
    spec = loaded(tmp_path, text)
    made = stock.fill_sections(spec.sections, spec.seed, 1, lambda *_: None)
    sections = stock.in_order(spec.sections, spec.seed, made)
    minutes = [stocked.grade.minutes for stocked in sections[0]]
    assert all(6 <= one <= 11 for one in minutes)
    assert all(one <= other for one, other in pairwise(minutes))
    for code, unit in (("en", "min"), ("es", "min"), ("ru", "мин")):
        book = assemble(replace(book_of(spec), words=language.load(code)), sections, None)
        shown = [s.aside for page in book.interior if isinstance(page, GridsPage) for s in page.slots if s.aside]
        assert shown[:6] == [f"{round(one)}\u00a0{unit}" for one in minutes]
    told = [time_text(Time(MEASURED, one), language.load("en")) for one in (0.2, 7.6, 19.4, 23.0, 58.1)]
    assert told == [f"{minutes}\u00a0min" for minutes in (1, 8, 19, 25, 60)]


@pytest.mark.parametrize(("trim", "layout"), [("5x8in", "two-up"), ("6x9in", "six-up")])
def test_only_whole_answers_at_the_foot_take_room_from_the_puzzles(trim: str, layout: str, tmp_path: Path) -> None:
    """A row to check by is one line; a whole grid leaves the puzzles too little."""
    text = (
        f"book: {{title: A}}\npage: {{trim: {trim}}}\nsections:\n- title: B\n  puzzles: {{count: 1}}\n"
        f"  layout: {layout}\n  answers: {{place: foot, show: SHOW}}\n"
    )
    require_book_room(book_of(loaded(tmp_path, text.replace("SHOW", "row"))))
    with pytest.raises(SpecError, match="for a cell of a 9x9 grid"):
        require_book_room(book_of(loaded(tmp_path, text.replace("SHOW", "grid"))))
