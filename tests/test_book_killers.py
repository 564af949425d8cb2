"""Killers in a book: rules, table of combinations, sums that can be read, and what is refused before it is printed."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import combinations as subsets
from pathlib import Path
from types import SimpleNamespace

import pytest

from bookmaker.base import language
from bookmaker.base.errors import SpecError
from bookmaker.base.units import INCH
from bookmaker.formats import parse
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.logic.grading import Grade
from bookmaker.logic.times import NONE, Time
from bookmaker.printing.canvases.page_setup import PageSetup
from bookmaker.printing.canvases.pdf import Metadata
from bookmaker.printing.canvases.recorder import RecordingCanvas
from bookmaker.printing.grids.clue_drawing import CAGE_STYLES
from bookmaker.printing.grids.grid_drawing import GridPicture
from bookmaker.printing.pages.columns import TablePage
from bookmaker.printing.pages.document import draw_document, pdf_document
from bookmaker.printing.pages.page_kinds import GridsPage, Page, TextPage
from bookmaker.printing.styles import style
from bookmaker.publishing.book.making.books import book_of
from bookmaker.publishing.book.making.build import manifest
from bookmaker.publishing.book.making.checks import require_book_room
from bookmaker.publishing.book.making.editions import planned
from bookmaker.publishing.book.pages import matter
from bookmaker.publishing.book.pages.assemble import Assembled, assemble
from bookmaker.publishing.book.spec import spec_file as specs
from bookmaker.publishing.documents import sheets
from bookmaker.puzzles.grid.puzzle import Puzzle
from tests.cage_data import ANSWER, EXAMPLES, killer

SPEC = """\
book: {title: Sums, author: A. Tester}
front_matter: [title-page, how-to-play, killer-combinations, contents]
sections:
  - {title: Nines, puzzles: {from: nines.txt}, layout: LAYOUT, cages: CAGES}
"""


def stocked(puzzle: Puzzle, solution: bytes = ANSWER, score: int = 10) -> GradedPuzzle:
    known = {
        "level": "easy",
        "score": score,
        "hardest": "hidden-single",
        "techniques": {"hidden-single": 3},
        "rounds": 3,
        "narrowest": 1,
        "clock": SimpleNamespace(times=[Time(NONE)], splits=False),
        "row": 0,
    }
    grade = Grade(**known)  # type: ignore[arg-type]
    return GradedPuzzle(puzzle, solution, grade, None)


def spec(folder: Path, layout: str = "two-up", cages: str = "dashed", more: str = "") -> specs.Spec:
    (folder / "nines.txt").write_text(EXAMPLES["ps"])
    (folder / "book.yaml").write_text(SPEC.replace("LAYOUT", layout).replace("CAGES", cages) + more)
    return specs.load(folder / "book.yaml")


def nines(count: int) -> list[GradedPuzzle]:
    (puzzle,) = parse(EXAMPLES["ps"])
    return [stocked(puzzle, score=10 + number) for number in range(count)]


def book(folder: Path, code: str = "en", cages: str = "dashed") -> Assembled:
    section = nines(5)
    return assemble(replace(book_of(spec(folder, cages=cages)), words=language.load(code)), [section], section[0])


def words_of(pages: list[Page]) -> str:
    canvas = RecordingCanvas()
    setup = PageSetup((6 * INCH, 9 * INCH), 0.5 * INCH, 0.5 * INCH, 0.5 * INCH)
    draw_document(canvas, pages, setup)
    texts = [line.partition(" '")[2] or line.partition(' "')[2] for line in canvas.lines if line.startswith("text")]
    return " ".join(text[:-1] for text in texts).replace("\\xa0", " ")


@pytest.mark.sampled(2)
@pytest.mark.parametrize("code", language.languages())
def test_the_front_of_a_book_of_killers(code: str, tmp_path: Path) -> None:
    made = book(tmp_path, code)
    words = language.load(code)
    front = list(made.interior[: made.front])
    told = words_of(front)
    (rules,) = [page for page in front if isinstance(page, TextPage) and page.title == words.text("how.title")]
    begins = words.paragraphs("how.killer")[0].replace("\u00a0", " ")[:20]
    assert begins in words_of([rules])
    tables = [page for page in front if isinstance(page, TablePage)]
    assert 1 <= len(tables) <= 2
    assert tables[0].title == words.text("combinations.title")
    # The contents name the table and its page.
    assert told.count(words.text("combinations.title")) >= 2


def test_classic_rules_are_not_told_where_all_is_killer(tmp_path: Path) -> None:
    told = words_of(list(book(tmp_path).interior))
    assert "nothing to add up" not in told
    assert "The small number in the corner of a cage is the sum of its digits." in told.replace("  ", " ")
    assert "add up to 45" in told
    assert "In a Killer the combinations of one cage" in told.replace("  ", " ")
    assert "without notes" not in told


def test_sums_ascend_and_their_sets_stand_in_order() -> None:
    assert matter.sums_of_sets(4, 2) == {3: ["12"], 4: ["13"], 5: ["14", "23"], 6: ["24"], 7: ["34"]}
    assert [*matter.sums_of_sets(4, 2)] == [3, 4, 5, 6, 7]
    assert matter.sums_of_sets(16, 3)[45] == ["EFG"] and matter.sums_of_sets(3, 3) == {6: ["123"]}
    assert matter.sums_of_sets(3, 4) == {}


@pytest.mark.parametrize(
    ("sizes", "cells", "ways", "headings", "entries"),
    [
        (
            [4],
            9,
            99,
            ["2 cells", "3 cells", "4 cells"],
            ["3 12", "4 13", "5 14 23", "6 24", "7 34", "6 123", "7 124", "8 134", "9 234", "10 1234"],
        ),
        ([4], 2, 1, ["2 cells"], ["3 12", "4 13", "6 24", "7 34"]),
        (
            [4],
            3,
            2,
            ["2 cells", "3 cells"],
            ["3 12", "4 13", "5 14 23", "6 24", "7 34", "6 123", "7 124", "8 134", "9 234"],
        ),
    ],
)
def test_the_table_has_as_many_cells_and_ways_as_the_style_wants(
    sizes: list[int], cells: int, ways: int, headings: list[str], entries: list[str]
) -> None:
    look = style.find()
    look = replace(look, combinations=replace(look.combinations, cells=cells, ways=ways, plus=False))
    rows = [*matter.combination_rows(look, language.load("en"), sizes)]
    assert [row.text.replace("\u00a0", " ") for row in rows if isinstance(row, matter.Heading)] == headings
    told = [f"{row.lead} {' '.join(row.words)}" for row in rows if isinstance(row, matter.TableEntry)]
    assert told == entries


def test_each_size_has_its_table_and_large_grids_end_with_three_cells() -> None:
    look = style.find()
    look = replace(look, combinations=replace(look.combinations, cells=9, ways=1, plus=True))
    rows = [*matter.combination_rows(look, language.load("en"), [9, 4, 10, 9])]
    headings = [(row.text.replace("\u00a0", " "), row.large) for row in rows if isinstance(row, matter.Heading)]
    assert headings == [
        ("9×9 grids", True),
        *((f"{cells} cells", False) for cells in range(2, 10)),
        ("4×4 grids", True),
        *((f"{cells} cells", False) for cells in range(2, 5)),
        ("10×10 grids", True),
        *((f"{cells} cells", False) for cells in (2, 3)),
    ]
    assert matter.TableEntry("45", ("1+2+3+4+5+6+7+8+9",)) in rows
    single = [*matter.combination_rows(look, language.load("en"), [9, 9])]
    assert not any(isinstance(row, matter.Heading) and row.large for row in single)


def test_every_combination_is_in_the_table_once() -> None:
    words = language.load("en")
    rows = list(matter.combination_rows(style.find(), words, [9]))
    sets = [word for row in rows if isinstance(row, matter.TableEntry) for word in row.words]
    every = ["".join(map(str, digits)) for cells in range(2, 10) for digits in subsets(range(1, 10), cells)]
    assert sorted(sets) == sorted(every)
    assert len(sets) == 502
    for row in rows:
        if isinstance(row, matter.TableEntry):
            assert all(sum(map(int, word)) == int(row.lead) for word in row.words)
    headings = [row.text.replace("\u00a0", " ") for row in rows if isinstance(row, matter.Heading)]
    assert headings == [f"{cells} cells" for cells in range(2, 10)]
    # Several sizes stand under headings of their own, and above 9 the long cages are left out.
    mixed = [
        row.text for row in matter.combination_rows(style.find(), words, [16, 6]) if isinstance(row, matter.Heading)
    ]
    assert [text.replace("\u00a0", " ") for text in mixed] == [
        *("16×16 grids", "2 cells", "3 cells"),
        *("6×6 grids", "2 cells", "3 cells", "4 cells", "5 cells", "6 cells"),
    ]
    assert matter.sums_of_sets(16, 2)[31] == ["FG"]
    # A child reads which cages have one way to be filled, as sums.
    kids = [*matter.combination_rows(style.find("children"), words, [9])]
    said = {row.lead: row.words for row in kids if isinstance(row, matter.TableEntry)}
    assert len(said) == 12 and said["3"] == ("1+2",) and said["30"] == ("6+7+8+9",)


@pytest.mark.parametrize("trim", [(5.0, 8.0), (6.0, 9.0), (8.27, 11.69), (3.5, 5.0)])
def test_the_table_keeps_within_its_page(trim: tuple[float, float]) -> None:
    from bookmaker.printing.pages.columns import table_pages
    from bookmaker.printing.pages.page_kinds import content_area
    from tests.typeset_data import LOOK, InkCanvas

    setup = PageSetup((trim[0] * INCH, trim[1] * INCH), 0.5 * INCH, 0.5 * INCH, 0.5 * INCH)
    area = content_area(LOOK, setup.live(0, 100))
    words = language.load("en")
    pages = list(
        table_pages(
            LOOK,
            "Title",
            words.text("combinations.intro"),
            list(matter.combination_rows(style.find(), words, [9])),
            area,
        )
    )
    assert len(pages) <= 2 or trim[0] < 5
    # A page of its own for a few lines is spared.
    assert (len(pages) == 1) == (trim[0] > 8)
    sets: list[str] = []
    for page in pages:
        canvas = InkCanvas()
        page.draw(canvas, area)
        for _, box, size in canvas.chars:
            assert size >= 7.0
            assert area[0] - 1 <= box[0] and box[2] <= area[2] + 1
            assert area[1] - 1 <= box[1] and box[3] <= area[3] + 1
        for x, _, text, font, size in canvas.strings:
            if font is LOOK.face("given"):
                sets += text.split()
                assert x + font.width(text, size) <= area[2] + 1
    assert len([word for word in sets if word.isdigit()]) >= 502


def test_the_table_needs_a_killer(tmp_path: Path) -> None:
    classic = stocked(parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")[0])
    with pytest.raises(SpecError, match=r"book.yaml:2:41.*no puzzle of the book is a Killer"):
        assemble(book_of(spec(tmp_path)), [[classic]], None)


def test_cages_in_puzzles_and_answers(tmp_path: Path) -> None:
    for look in ("dashed", "tinted"):
        pages = [page for page in book(tmp_path, cages=look).interior if isinstance(page, GridsPage)]
        pictures: list[GridPicture] = [slot.picture for page in pages for slot in page.slots]
        assert len(pictures) == 10
        for picture in pictures[:5]:
            assert (picture.cages, len(picture.caged)) == (look, 29)
            assert picture.caged[0].text == "3"
        for picture in pictures[5:]:
            assert not picture.caged


def test_the_same_book_is_the_same_bytes(tmp_path: Path) -> None:
    setup = PageSetup((6 * INCH, 9 * INCH), 0.5 * INCH, 0.5 * INCH, 0.5 * INCH)
    made = [pdf_document(book(tmp_path).interior, setup, Metadata("t"), 4, "t.pdf") for _ in range(2)]
    assert made[0] == made[1]


def test_sums_that_would_be_too_small_are_refused(tmp_path: Path) -> None:
    section = nines(2)
    small = "page: {trim: [6in, 8.2in]}\n"
    with pytest.raises(
        SpecError, match=r"leaves 4\.\d\dmm for a cell of a 9x9 grid .* the sums of its cages need 4\.\d\dmm"
    ):
        assemble(book_of(spec(tmp_path, "six-up", more=small)), [section], None)
    assert assemble(book_of(spec(tmp_path, "two-up", more=small)), [section], None)
    assert (
        sheets.usual_layout([item.puzzle for item in nines(5)], False, (4.2 * INCH, 6 * INCH), style.find()) == "one-up"
    )
    assert (
        sheets.usual_layout([item.puzzle for item in nines(5)], False, (8 * INCH, 10 * INCH), style.find()) == "four-up"
    )


def test_tints_go_with_shaded_diagonals(tmp_path: Path) -> None:
    (diagonal,) = parse(EXAMPLES["ps"].replace("::", ":d:"))
    assert assemble(book_of(spec(tmp_path, cages="tinted")), [[stocked(diagonal)]], stocked(diagonal))


def test_the_spec_knows_how_cages_look(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match=r"book.yaml:4:.*cages"):
        spec(tmp_path, cages="wavy")
    made = spec(tmp_path)
    assert made.sections[0].cages == "dashed"
    require_book_room(book_of(made))


def test_the_manifest_has_the_cages(tmp_path: Path) -> None:
    section = nines(2)
    made = spec(tmp_path)
    interiors = planned(made, [section], lambda one: assemble(one, [section], None))
    entries = json.loads(manifest(made, [section], interiors))
    first = entries["puzzles"][0]
    assert first["kind"] == "killer"
    assert first["cages"][0] == {"sum": 3, "cells": ["r1c1", "r1c2"]}
    (again,) = parse(json.dumps(first))
    assert again == section[0].puzzle


def test_loose_sheets(monkeypatch: pytest.MonkeyPatch) -> None:
    items = nines(3)
    monkeypatch.setattr(sheets, "require_proper", lambda puzzles: [ANSWER for _ in puzzles])
    monkeypatch.setattr(sheets, "grade_many", lambda puzzles: [item.grade for item in items])
    puzzles, trim = [item.puzzle for item in items], (6 * INCH, 9 * INCH)
    layout = sheets.find_layout(sheets.usual_layout(puzzles, False, trim, style.find()), puzzles, trim, style.find())
    for look in CAGE_STYLES:
        pages = sheets.sheets(puzzles, layout, "en", "Sums", False, look)
        pictures = [slot.picture for page in pages if isinstance(page, GridsPage) for slot in page.slots]
        assert [picture.cages for picture in pictures] == [look] * 3
        assert sheets.sheets_pdf(pages, trim, "Sums", "en", "sums.pdf").startswith(b"%PDF")
        (png,) = sheets.sheets_png(pages, trim, 60)
        assert png.startswith(b"\x89PNG")
    (diagonal,) = parse(EXAMPLES["ps"].replace("::", ":d:"))
    monkeypatch.setattr(sheets, "grade_many", lambda puzzles: [items[0].grade])
    assert sheets.sheets([diagonal], layout, "en", "", False, "tinted")


def test_killers_of_other_sizes_are_drawn_too(tmp_path: Path) -> None:
    for size in (4, 6, 16):
        puzzle = killer(size, sizes=(size,), kinds=("killer",))
        item = stocked(puzzle, bytes([1] * size * size))
        made = assemble(book_of(spec(tmp_path, "one-up", more="answers: {layout: six-up-answers}\n")), [[item]], item)
        setup = PageSetup((6 * INCH, 9 * INCH), 0.5 * INCH, 0.5 * INCH, 0.5 * INCH)
        assert pdf_document(made.interior, setup, Metadata("t"), made.front, "t.pdf").startswith(b"%PDF")
