"""The pages before the puzzles and after the answers, in the order of the spec: their numbers and sides, and the contents."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from book_data import loaded, refusal, section
from own_page_data import picture
from typeset_data import LOOK, filled, givens

from bookmaker.base.errors import SpecError
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.printing.canvases.recorder import RecordingCanvas
from bookmaker.printing.pages import layouts
from bookmaker.printing.pages.columns import ColumnsPage
from bookmaker.printing.pages.contents import ContentsPage, Entry
from bookmaker.printing.pages.frontmatter import SmallPrintPage, TitlePage
from bookmaker.printing.pages.own_page import Kept, NotesPage, PlacedPage, TimesPage, times_pages
from bookmaker.printing.pages.page_kinds import BlankPage, GridsPage, Page, TextPage
from bookmaker.printing.pages.reward_pages import RewardPage
from bookmaker.printing.text.text_blocks import Paragraph
from bookmaker.publishing.book.making.books import book_of
from bookmaker.publishing.book.making.stock import as_graded
from bookmaker.publishing.book.pages.matter import Matter, Said, notes_page
from bookmaker.publishing.book.spec.spec_file import Spec
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.puzzles.rules import geometry

AREA = (40.0, 52.0, 372.0, 592.0)


def stocked(kind: str = "classic", size: int = 9) -> GradedPuzzle:
    grid = geometry(kind, size)
    cages = (Cage((0, 1), 5),) if kind == "killer" else ()
    return replace(as_graded(Puzzle(grid, givens(grid), cages=cages)), solution=filled(grid))


def matter(
    folder: Path, more: str, puzzles: Sequence[GradedPuzzle] = (), book: str = "title: My book", **said: Any
) -> Matter:
    text = f"book: {{{book}}}\nsections: [{{title: A, puzzles: {{count: 1}}}}]\n{more}"
    spec: Spec = loaded(folder, text)
    puzzles = list(puzzles) or [stocked()] * 3
    usual: dict[str, Any] = {"example": None, "shown": (), "worked": (), "parts": (), "hints": ()}
    return Matter(book_of(spec), Said(puzzles, **{**usual, **said}), AREA, layouts.find("two-up", spec.look))


def roman(number: int) -> str:
    return f"({number})"


def titles(pages: Sequence[Page]) -> list[str]:
    """What each page is, with its number."""
    names = {TitlePage: "title", SmallPrintPage: "rights", NotesPage: "notes", BlankPage: "blank", GridsPage: "grids",
             RewardPage: "reward", ContentsPage: "contents", PlacedPage: "placed"}  # fmt: skip
    return [f"{names.get(type(page), getattr(page, 'title', ''))}{page.folio}" for page in pages]


def test_pages_stand_in_the_order_of_the_spec_with_their_numbers(tmp_path: Path) -> None:
    (tmp_path / "o.md").write_text("# Own\n\nWords.")
    (tmp_path / "mid.md").write_text("Words.")
    made = matter(
        tmp_path,
        "front_matter: [title-page, copyright, {page: mid.md, at: middle}, contents, {page: o.md, start: right}]\n"
        "back_matter: [{page: notes, count: 2}, {page: blank-grids, start: right}, reward]\n",
    )
    front, back = made.assembled([Entry("A", "1 puzzle", "1")], 12, roman)
    # Titles, rights, what stands in the middle, the reward and blank pages are counted and have no number.
    assert titles(front) == ["title", "rights", "placed", "contents(4)", "Own(5)"]
    assert titles(back) == ["notes12", "notes13", "blank", "grids15", "reward"]
    assert listed(front) == [("Own", "(5)"), ("A", "1")]


@pytest.mark.parametrize(
    ("first", "front"),
    [("title-page", ["title", "blank", "Own(3)"]), ("title-page, copyright", ["title", "rights", "Own(3)"])],
)
def test_a_page_that_begins_on_the_right_has_a_blank_one_before_it(
    tmp_path: Path, first: str, front: list[str]
) -> None:
    (tmp_path / "o.md").write_text("# Own\n\nWords.")
    made = matter(
        tmp_path,
        f"front_matter: [{first}, {{page: o.md, start: right}}]\nback_matter: [{{page: notes, start: right}}]\n",
    )
    assert titles(made.assembled([], 8, roman)[0]) == front
    assert titles(made.assembled([], 8, roman)[1]) == ["blank", "notes9"]
    assert titles(made.assembled([], 9, roman)[1]) == ["notes9"]


def test_contents_list_titled_pages_that_have_numbers(tmp_path: Path) -> None:
    (tmp_path / "o.md").write_text("# Own\n\nWords.")
    (tmp_path / "n.md").write_text("Words without a title.")
    (tmp_path / "r.md").write_text("# The rules\n\nWords.")
    caged = [stocked("killer"), stocked("killer")]
    more = (
        "front_matter: [title-page, contents, {page: how-to-play, file: r.md}, killer-combinations]\n"
        "back_matter: [hints, o.md, n.md, {page: techniques, file: n.md}, notes]\n"
    )
    made = matter(tmp_path, more, caged, hints=[TextPage(look=LOOK, title="Hints", blocks=())])
    front, back = made.assembled([Entry("A", "", "1")], 20, roman)
    words = made.words
    assert listed(front) == [
        ("The rules", "(3)"),
        (words.text("combinations.title"), "(4)"),
        ("A", "1"),
        (words.text("hints.title"), "20"),
        ("Own", "21"),
        ("Techniques", "23"),
    ]
    assert titles(back)[0] == "Hints20"
    # What has no number is not to be looked for.
    front, _ = made.assembled([Entry("A", "", "1")], 20, lambda _: "")
    assert [title for title, _ in listed(front)] == ["A", words.text("hints.title"), "Own", "Techniques"]


def listed(pages: Sequence[Page]) -> list[tuple[str, str]]:
    (contents,) = [page for page in pages if isinstance(page, ContentsPage)]
    return [(entry.title, entry.page) for entry in contents.entries]


def test_the_title_page_says_what_the_book_says(tmp_path: Path) -> None:
    (tmp_path / "i.png").write_bytes(picture(300, 200))
    made = matter(
        tmp_path, "front_matter: [{page: title-page, image: i.png, width: 1in}]\n",
        book="title: T, subtitle: S, author: A, publisher: P",
    )  # fmt: skip
    (page,), _ = made.assembled([], 2, roman)
    assert isinstance(page, TitlePage)
    assert (page.title, page.subtitle, page.author, page.publisher) == ("T", "S", "A", "P")
    assert page.summary == made.words.plural("title_page.count", 3)
    assert page.image is not None
    assert (page.image.wanted, page.image.widest, page.image.align) == (
        72.0,
        LOOK.title_page.image,
        LOOK.title_page.side,
    )
    (bare,), _ = matter(tmp_path, "front_matter: [title-page]\n").assembled([], 2, roman)
    assert isinstance(bare, TitlePage)
    assert (bare.subtitle, bare.author, bare.publisher, bare.image) == ("", "", "", None)
    assert bare.motif is not None


def test_notes_have_the_paper_of_the_page_or_of_the_style(tmp_path: Path) -> None:
    made = matter(tmp_path, "back_matter: [{page: notes, paper: drawing}, {page: notes, paper: dotted}, notes]\n")
    _, back = made.assembled([], 2, roman)
    words = made.words
    assert [(page.paper, page.title) for page in back if isinstance(page, NotesPage)] == [
        ("drawing", words.text("notes.drawing")),
        ("dotted", words.text("notes.title")),
        (LOOK.notes.paper, words.text("notes.title")),
    ]
    drawing = replace(LOOK, notes=replace(LOOK.notes, paper="drawing"))
    assert notes_page(drawing, words).title == words.text("notes.drawing")
    assert notes_page(drawing, words, "lined").paper == "lined"


def test_blank_grids_have_the_size_that_most_puzzles_have(tmp_path: Path) -> None:
    def grounds(puzzles: Sequence[GradedPuzzle], count: int = 1) -> list[tuple[str, int]]:
        _, back = matter(tmp_path, f"back_matter: [{{page: blank-grids, count: {count}}}]\n", puzzles).assembled(
            [], 2, roman
        )
        pages = [page for page in back if isinstance(page, GridsPage)]
        assert len(pages) == count and {len(page.slots) for page in pages} == {2}
        assert not any(any(slot.picture.digits) for page in pages for slot in page.slots)
        return list(
            dict.fromkeys(
                (slot.picture.geometry.kind, slot.picture.geometry.size) for page in pages for slot in page.slots
            )
        )

    assert grounds([stocked(size=6), stocked(), stocked(size=6)]) == [("classic", 6)]
    # Other kinds of a size count as plain grids, and of two sizes alike the first is taken.
    assert grounds([stocked("killer"), stocked("x"), stocked(size=6), stocked(size=6), stocked()], 3) == [
        ("classic", 9)
    ]
    assert grounds([stocked(size=4), stocked()]) == [("classic", 4)]
    samurai = as_graded(Puzzle(geometry("samurai"), bytes(geometry("samurai").cell_count)))
    assert grounds([samurai, samurai, stocked()]) == [("samurai", 9)]
    # No box divides grids of these sizes.
    for size in (5, 7):
        futoshiki = as_graded(Puzzle(geometry("futoshiki", size, None, ()), bytes(size * size)))
        assert grounds([futoshiki, stocked(), futoshiki], 2) == [("latin", size)]
    assert grounds([as_graded(Puzzle(geometry("futoshiki", 6, None, ()), bytes(36)))]) == [("classic", 6)]


def test_combinations_are_those_of_the_killers_and_only_there(tmp_path: Path) -> None:
    with pytest.raises(SpecError) as caught:
        matter(tmp_path, "front_matter: [contents, killer-combinations]\n")
    (fault,) = caught.value.faults
    assert (fault.message, fault.advice) == (
        "`killer-combinations` is listed, but no puzzle of the book is a Killer",
        "leave it out",
    )
    assert fault.place is not None and (fault.place.line, fault.place.column) == (3, 26)

    def first(*sizes: int) -> Any:
        made = matter(tmp_path, "front_matter: [killer-combinations]\n", [stocked("killer", size) for size in sizes])
        return made.assembled([], 2, roman)[0]

    # The size of most of the Killers comes first.
    assert first(6, 9, 9) == first(9, 6, 9) != first(6, 6, 9)
    assert first(6, 9) == first(9, 6)
    assert len(first(4)) == 1


def test_a_reward_names_the_book_and_its_puzzles(tmp_path: Path) -> None:
    made = matter(tmp_path, "back_matter: [reward]\n")
    ((page,), words) = made.assembled([], 2, roman)[1], made.words
    assert isinstance(page, RewardPage)
    assert (page.title, page.name, page.book) == (words.text("reward.title"), words.text("reward.name"), "My book")
    assert (page.words, page.date, page.signed) == (
        words.plural("reward.words", 3), words.text("reward.date"), words.text("reward.signed")
    )  # fmt: skip


def test_rules_are_told_only_with_an_example(tmp_path: Path) -> None:
    assert matter(tmp_path, "front_matter: [how-to-play]\n").assembled([], 2, roman)[0] == []


def test_the_table_of_combinations_ends_where_the_spec_says(tmp_path: Path) -> None:
    def counts(entry: str) -> list[str]:
        made = matter(tmp_path, f"front_matter: [{entry}]\n", [stocked("killer", 9)])
        pages = made.assembled([], 2, roman)[0]
        return re.findall(r"(\d)\\xa0cells", str(pages))

    assert max(counts("killer-combinations")) == "9"
    assert max(counts("{page: killer-combinations, cells: 5}")) == "5"
    said, _ = refusal(tmp_path, "front_matter: [{page: contents, cells: 5}]\n" + section("puzzles: {count: 1}"))
    assert "`contents` has no `cells`" in said


def test_the_log_and_the_index_have_every_puzzle_under_its_level(tmp_path: Path) -> None:
    levels = ("easy", "easy", "easy", "hard")
    puzzles = [as_graded(stocked().puzzle, level) for level in levels]
    part: Any = SimpleNamespace(puzzles=puzzles, numbers=range(7, 11))
    made = matter(tmp_path, "front_matter: []\nback_matter: [times, index]\n", puzzles, parts=[part])
    _, (log, index) = made.assembled([], 1, roman)
    assert isinstance(log, TimesPage) and isinstance(index, ColumnsPage)
    assert [(box.number, box.level) for box in log.boxes] == [("7", 0), ("8", 0), ("9", 0), ("10", 1)]
    assert [name for name, _ in log.legend] == ["Easy", "Hard"]
    texts = [block.text for column in index.columns for block in column if isinstance(block, Paragraph)]
    assert texts[0] == "Easy" and texts[-2:] == ["Hard", "10"] and ", ".join(texts[1:-2]).count("7–9") <= 1


@pytest.mark.parametrize("count", [1, 60, 1000])
def test_the_log_keeps_its_boxes_on_its_pages(count: int) -> None:
    boxes = [Kept(str(number), 0) for number in range(1, count + 1)]
    pages = times_pages(LOOK, "My times", boxes, [("Easy", "")], AREA)
    assert [box for page in pages for box in page.boxes] == boxes
    for page in pages:
        canvas = RecordingCanvas()
        page.draw(canvas, AREA)
        assert min(float(line.split()[2]) for line in canvas.lines if line.startswith("text")) >= AREA[1]


def test_other_books_leave_out_the_volume_itself(tmp_path: Path) -> None:
    books = "books: [{title: One, volume: 1}, {title: Two, about: Soon., volume: 2}, {title: Beside}]"
    more = f"series: {{name: S, volume: 1, {books}}}\nfront_matter: []\nback_matter: [other-books]\n"
    _, (page,) = matter(tmp_path, more).assembled([], 1, roman)
    assert isinstance(page, TextPage)
    assert [block.text for block in page.blocks if isinstance(block, Paragraph)] == ["Two", "Soon.", "Beside"]
    with pytest.raises(SpecError, match="the series names no other book"):
        matter(tmp_path, "back_matter: [other-books]\n")
