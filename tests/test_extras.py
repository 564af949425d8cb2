"""What a book that names printers gets beside its interiors: links of the edition for screens, previews, the contact sheet."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from book_data import loaded
from PIL import Image
from typeset_data import LOOK, SETUPS, front_pages, grids_page, picture

from bookmaker.base.language import load
from bookmaker.printing.canvases.page_setup import PageSetup
from bookmaker.printing.canvases.pdf import Metadata
from bookmaker.printing.pages import layouts
from bookmaker.printing.pages.columns import ColumnsPage
from bookmaker.printing.pages.document import Jump, Jumps
from bookmaker.printing.pages.labels import Slot
from bookmaker.printing.pages.page_kinds import BlankPage, GridsPage, HalfPage, Page
from bookmaker.printing.text.text_blocks import heading_of, text_of
from bookmaker.publishing.book.making import editions
from bookmaker.publishing.book.making.books import book_of
from bookmaker.publishing.book.making.editions import Interior
from bookmaker.publishing.book.pages.assemble import Assembled, Place
from bookmaker.publishing.book.pages.hints import hint_lead

WORDS = load("en")
SMALL = PageSetup((216.0, 288.0), 18.0, 18.0, 18.0, bleed=True)
BLANK = BlankPage(look=LOOK)
GRIDS = grids_page("one-up", [9])


def interior(
    folder: Path, pages: Sequence[Page], places: Sequence[tuple[int, int]] = (), front: int = 2, numbering: str = "book"
) -> Interior:
    """``places``: the printed pages of each puzzle and of its answer; two sections have them."""
    spec = loaded(
        folder,
        f"book: {{title: A}}\nnumber_from: 7\nnumbering: {numbering}\n"
        "sections: [{title: B, puzzles: {count: 1}}, {title: C, puzzles: {count: 1}}]\n",
    )
    put = tuple(Place(page, answer, front + page) for page, answer in places)
    return Interior(book_of(spec), SMALL, Assembled(tuple(pages), front, (), (), (), put), ())


def hints_of(*columns: Sequence[tuple[int, int]]) -> ColumnsPage:
    """A page of hints in columns, to puzzles by number and page."""
    blocks = [
        (heading_of(LOOK, "B"), *(text_of(LOOK, "Look.", hint_lead(WORDS, *one)) for one in column))
        for column in columns
    ]
    return ColumnsPage(look=LOOK, title="", intro=(), columns=tuple(blocks), across=len(blocks), gap=9)


@pytest.fixture
def screened(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """What the edition for screens is made of; nothing is drawn."""
    calls: list[tuple[Any, ...]] = []

    def document(*arguments: Any) -> bytes:
        calls.append(arguments)
        return b"PDF"

    monkeypatch.setattr(editions, "screen_document", document)
    return calls


def feet(made: Interior, counts: Sequence[int], screened: list[tuple[Any, ...]]) -> dict[int, list[Jumps]]:
    assert editions.screen(made, Metadata("A", "", "en"), WORDS, counts) == b"PDF"
    found: dict[int, list[Jumps]] = screened[-1][4]
    return found


def jumps(label: str, *links: tuple[str, int]) -> Jumps:
    return Jumps(label, tuple(Jump(text, target) for text, target in links))


def test_the_edition_for_screens_has_neither_bleed_nor_blank_pages_at_its_end(
    tmp_path: Path, screened: list[tuple[Any, ...]]
) -> None:
    metadata = Metadata("A", "", "en")
    made = interior(tmp_path, [GRIDS, BLANK, GRIDS, BLANK, BLANK], front=3)
    editions.screen(made, metadata, WORDS, [0, 0])
    ((pages, setup, named, front, links, name),) = screened
    assert pages == [GRIDS, BLANK, GRIDS]
    assert (setup.trim, setup.bleed, named, front, dict(links), name) == (
        SMALL.trim,
        False,
        metadata,
        3,
        {},
        "screen.pdf",
    )
    assert made.setup.bleed and len(made.assembled.interior) == 5
    editions.screen(interior(tmp_path, [BLANK, GRIDS]), metadata, WORDS, [0, 0])
    assert screened[-1][0] == [BLANK, GRIDS]


def test_puzzles_hints_and_answers_lead_to_each_other(tmp_path: Path, screened: list[tuple[Any, ...]]) -> None:
    # Two pages in front; puzzles 7, 8 | 9 | 10 on pages 1 to 3; their hints on page 4, and those of 10 on 5; answers on 6 and 7.
    places = [(1, 6), (1, 6), (2, 6), (3, 7)]
    pages = [BLANK, BLANK, GRIDS, GRIDS, GRIDS, hints_of([(7, 1)], [(8, 1), (9, 2)]), hints_of([(10, 3)]), GRIDS, GRIDS]
    found = feet(interior(tmp_path, pages, places), [3, 1], screened)
    assert found == {
        2: [jumps("Hints", ("7–8", 5)), jumps("Answers", ("7–8", 7))],
        3: [jumps("Hints", ("9", 5)), jumps("Answers", ("9", 7))],
        4: [jumps("Hints", ("10", 6)), jumps("Answers", ("10", 8))],
        5: [jumps("Puzzles", ("7–8", 2), ("9", 3)), jumps("Answers", ("7–9", 7))],
        6: [jumps("Puzzles", ("10", 4)), jumps("Answers", ("10", 8))],
        7: [jumps("Puzzles", ("7–8", 2), ("9", 3)), jumps("Hints", ("7–9", 5))],
        8: [jumps("Puzzles", ("10", 4)), jumps("Hints", ("10", 6))],
    }


def test_hints_lead_from_where_they_begin_and_only_where_there_are_some(
    tmp_path: Path, screened: list[tuple[Any, ...]]
) -> None:
    """The hints to 7 go on over a page; 8 has none. What is no writing, and no page of columns, is passed over."""
    loose = ColumnsPage(look=LOOK, title="", intro=(), columns=(), across=1, gap=9)
    pages = [BLANK, BLANK, GRIDS, hints_of([(7, 1)]), hints_of([(7, 1)]), loose, GRIDS]
    found = feet(interior(tmp_path, pages, [(1, 5), (1, 5)]), [2, 0], screened)
    assert found[2] == [jumps("Hints", ("7", 3)), jumps("Answers", ("7–8", 6))]
    assert set(found) == {2, 3, 6}


def test_what_stands_on_one_page_needs_no_link(tmp_path: Path, screened: list[tuple[Any, ...]]) -> None:
    """Answers at the foot of the page of their puzzles; one stands overleaf."""
    pages = [BLANK, BLANK, GRIDS, GRIDS]
    assert feet(interior(tmp_path, pages, [(1, 1), (2, 2)]), [1, 1], screened) == {}
    found = feet(interior(tmp_path, pages, [(1, 1), (1, 2)]), [1, 1], screened)
    assert found == {2: [jumps("Answers", ("8", 3))], 3: [jumps("Puzzles", ("8", 2))]}
    assert feet(interior(tmp_path, [BLANK] * 399 + [GRIDS], [(1, 1), (1, 1)], front=399), [1, 1], screened) == {}


def test_only_puzzles_in_a_row_are_one_link(tmp_path: Path, screened: list[tuple[Any, ...]]) -> None:
    pages = [BLANK, BLANK, *[GRIDS] * 4]
    places = [(1, 3), (1, 4), (1, 3), (2, 3)]
    found = feet(interior(tmp_path, pages, places), [2, 2], screened)
    assert found[2] == [jumps("Answers", ("7", 4), ("8", 5), ("9", 4))]
    assert found[4] == [jumps("Puzzles", ("7", 2), ("9", 2), ("10", 3))]
    again = feet(interior(tmp_path, pages, places, numbering="section"), [3, 1], screened)
    assert again[4] == [jumps("Puzzles", ("7", 2), ("9", 2), ("7", 3))]


def test_all_files_of_an_earlier_build_are_found(tmp_path: Path) -> None:
    (tmp_path / "previews").mkdir()
    for name in ("page-001.png", "page-120.png", "mine.png", "page-1.jpg"):
        (tmp_path / "previews" / name).touch()
    found = {str(path.relative_to(tmp_path)) for path in editions.earlier(tmp_path)}
    assert found == {"screen.pdf", "contact-sheet.png", "previews/page-001.png", "previews/page-120.png"}


def halves(kind: str = "classic") -> list[Page]:
    layout = layouts.find("one-up", LOOK)
    slot = Slot(picture(False, kind), "1")
    return [HalfPage(look=LOOK, layout=layout, slot=slot, right=right) for right in (False, True)]


def test_previews_are_the_first_page_of_each_kind_and_layout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[type, int, bool]] = []
    monkeypatch.setattr(
        editions,
        "draw_document",
        lambda canvas, pages, setup, only: (
            drawn.append((type(canvas).__name__, only, setup.bleed)),
            canvas.begin_page(setup.sheet(only)),
            canvas.end_page(),
        ),
    )
    made = front_pages(SETUPS["6x9in"], 20)
    title, text, listed, opener = (made[name][0] for name in ("title", "how-to-play", "contents", "opener"))
    two, x, six = grids_page("two-up", [9]), grids_page("one-up", [9], kind="x"), grids_page("six-up", [6])
    pages: list[Page] = [
        BLANK,
        title,
        text,
        text,
        listed,
        opener,
        opener,
        GRIDS,
        GRIDS,
        x,
        two,
        six,
        six,
        *halves() * 2,
        BLANK,
    ]
    pages += [hints_of([(7, 1)]), BLANK]
    progress: list[tuple[int, int]] = []
    files = editions.pictures(interior(tmp_path, pages), lambda *at: progress.append(at))
    told = [1, 2, 4, 5, 7, 9, 10, 11, 13, 14]
    assert [*files] == [*(f"previews/page-{index + 1:03}.png" for index in told), "contact-sheet.png"]
    assert progress == [(done, len(pages)) for done in range(1, len(pages) + 1)]
    assert drawn == [("RasterCanvas", index, False) for index in told] + [
        ("ThumbnailCanvas", index, False) for index in range(len(pages))
    ]
    # Three by four inches.
    for index in told:
        assert Image.open(io.BytesIO(files[f"previews/page-{index + 1:03}.png"])).size == (330, 440)


@pytest.mark.parametrize(
    ("count", "across", "down"), [(1, 2, 1), (2, 2, 2), (3, 2, 2), (4, 4, 2), (10, 4, 3), (22, 8, 3), (61, 12, 6)]
)
def test_the_contact_sheet_has_even_rows_and_is_wide(
    count: int, across: int, down: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first page stands on the right of a pair, as it does in the book."""
    sheets: list[tuple[Any, int]] = []
    monkeypatch.setattr(editions, "contact_sheet", lambda rows, dpi: sheets.append((rows, dpi)) or b"PNG")
    monkeypatch.setattr(editions, "draw_document", lambda canvas, pages, setup, only: setattr(canvas, "shows", only))
    files = editions.pictures(interior(tmp_path, [BLANK] * count), lambda *_: None)
    assert files == {"contact-sheet.png": b"PNG"}
    ((rows, dpi),) = sheets
    assert (len(rows), {len(row) for row in rows[:-1]} <= {across}, dpi) == (down, True, 30)
    assert len(rows[0]) == min(across, count + 1)
    assert [canvas and canvas.shows for row in rows for canvas in row] == [None, *range(count)]


def test_pages_are_drawn_as_they_are_printed(tmp_path: Path) -> None:
    """A page with a grid has ink, a blank one none, and what is drawn is the page that is named."""
    pages = [BLANK, GridsPage(look=LOOK, layout=GRIDS.layout, slots=GRIDS.slots[:1])]
    files = editions.pictures(interior(tmp_path, pages), lambda *_: None)
    assert [*files] == ["previews/page-002.png", "contact-sheet.png"]
    shown = Image.open(io.BytesIO(files["previews/page-002.png"])).convert("L")
    assert shown.getextrema()[0] < 60
    sheet = Image.open(io.BytesIO(files["contact-sheet.png"])).convert("L")
    # Three inches at 30 dots, and four between and around them: an empty place, then the blank page; below it the grid.
    assert sheet.size == (2 * (90 + 4) + 4, 2 * (120 + 4) + 4)
    assert sheet.crop((102, 10, 180, 110)).getextrema() == (255, 255)
    assert sheet.crop((10, 10, 80, 110)).getextrema() == (170, 170)
    assert sheet.crop((10, 138, 80, 240)).getextrema()[0] < 100
