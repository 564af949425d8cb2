"""How many pages a book has, where the spec says it, and how they are numbered, from the puzzles or from the first page on."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from book_data import loaded, planned
from conftest import Run

from bookmaker.base.errors import SpecError
from bookmaker.formats import read_all
from bookmaker.printing.pages.contents import ContentsPage
from bookmaker.printing.pages.frontmatter import OpenerPage
from bookmaker.printing.pages.own_page import NotesPage, TimesPage
from bookmaker.printing.pages.page_kinds import BlankPage, GridsPage, Page
from bookmaker.printing.styles import style
from bookmaker.publishing.book.making.books import book_of
from bookmaker.publishing.book.making.build import build
from bookmaker.publishing.book.making.estimate import expected
from bookmaker.publishing.book.pages.matter import Body
from bookmaker.publishing.book.pages.page_fit import page_setup
from bookmaker.publishing.book.spec.spec_file import Spec

PAGE = "design: {openers: page}\n"
FRONT = {1: "[title-page]", 2: "[title-page, copyright]", 3: "[title-page, copyright, contents]"}


def book(folder: Path, page: str, more: str = "", *, front: int = 3, count: int = 4) -> Spec:
    sections = "".join(f"- {{title: {name}, puzzles: {{count: {count}}}, layout: two-up}}\n" for name in "AB")
    head = f"book: {{title: T}}\nfront_matter: {FRONT[front]}\npage: {{{page}}}\n"
    return loaded(folder, f"{head}{more}sections:\n{sections}")


def first_of(pages: tuple[Page, ...], kind: type[Page]) -> int:
    return next(at for at, page in enumerate(pages, 1) if isinstance(page, kind))


@pytest.mark.parametrize("openers", ["any", "right"])
@pytest.mark.parametrize("front", [1, 2, 3])
def test_numbers_from_the_first_page_are_those_of_the_file(tmp_path: Path, front: int, openers: str) -> None:
    made = planned(book(tmp_path, f"numbers: book, openers: {openers}", f"back_matter: [notes]\n{PAGE}", front=front))
    assert made.front == 0
    for at, page in enumerate(made.interior, 1):
        assert page.folio in ("", str(at))
        assert page.folio or not isinstance(page, GridsPage | NotesPage | ContentsPage)
    for place in made.places:
        assert place.page == place.file_page and isinstance(made.interior[place.page - 1], GridsPage)
        assert place.answer_page is not None
        answers = made.interior[place.answer_page - 1]
        assert isinstance(answers, GridsPage) and answers.layout.use == "answers"
    if front == 3:
        (contents,) = [page for page in made.interior if isinstance(page, ContentsPage)]
        opened = [str(at) for at, page in enumerate(made.interior, 1) if isinstance(page, OpenerPage)]
        assert [entry.page for entry in contents.entries[:2]] == opened[:2]


@pytest.mark.parametrize(
    ("style_name", "count", "logged"), [("classic", 10, 1), ("classic", 4, 0), ("children", 10, 0)]
)
def test_pages_that_fill_a_book_begin_with_a_log_of_times(
    tmp_path: Path, style_name: str, count: int, logged: int
) -> None:
    made = planned(book(tmp_path, "numbers: book, pages: 32", f"design: {{style: {style_name}}}\n", count=count))
    ends = [type(page) for page in made.interior if isinstance(page, TimesPage | NotesPage)]
    assert ends.count(TimesPage) == logged and ends[:logged] == [TimesPage] * logged
    assert len(made.interior) == 32 and made.filled == ends[logged:].count(NotesPage)
    assert made.interior[-1].folio == "32"


def test_a_first_section_on_any_side_leaves_no_blank_where_all_pages_count(tmp_path: Path) -> None:
    """Page 1 is a right-hand page wherever it stands: what follows three pages then has a blank before it."""
    first = {
        keys: first_of(planned(book(tmp_path, keys, PAGE)).interior, OpenerPage)
        for keys in (
            "numbers: book, openers: any",
            "numbers: book, openers: right",
            "numbers: puzzles, openers: any",
            "openers: any",
        )
    }
    assert list(first.values()) == [4, 5, 5, 5]


def test_pages_before_the_puzzles_show_their_numbers_where_the_style_has_any(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("base: classic\npage: {front_numbers: none}\n")
    shown = planned(book(tmp_path, "numbers: book")).interior[2]
    silent = planned(book(tmp_path, "numbers: book", "design: {style: mine.yaml}\n")).interior[2]
    apart = planned(book(tmp_path, "numbers: puzzles")).interior[2]
    assert [page.folio for page in (shown, silent, apart)] == ["3", "", "iii"]


def test_a_body_counts_the_pages_ahead_of_it() -> None:
    blank = BlankPage(look=style.find())
    page = NotesPage(look=style.find(), title="N", paper="lined")
    body = Body(page, 3)
    assert (body.add_pages([page], "any"), body.add_pages([page], "right")) == (4, 5)
    assert [one.folio for one in body.pages()] == ["4", "5"]
    body = Body(blank, 3)
    assert body.add_pages([page], "right") == 5 and [one.folio for one in body.pages()] == ["", "5"]


def test_a_built_book_of_so_many_pages_is_proven(tmp_path: Path) -> None:
    more = f"seed: 3\noutput: {tmp_path}\nprint: {{for: lulu, pictures: false}}\n"
    spec = book(tmp_path, "numbers: book, openers: any, pages: 32, margins: {outside: 0.6in}", more)
    built = build(spec, 1)
    assert not built.faults and built.pages == 32
    assert [note for note in built.notes if "make up the number" in note] == [
        "22 pages at the end make up the number of pages: there is room for more puzzles"
    ]
    told = json.loads((built.folder / "manifest.json").read_text(encoding="utf-8"))
    assert (told["pages"], told["front_pages"]) == (32, 0)
    assert [one["page"] - one["file_page"] for one in told["puzzles"]] == [0] * 8
    proof = json.loads((built.folder / "proof-lulu.json").read_text(encoding="utf-8"))
    assert [page["printed_page"] for page in proof["pages"][2:5]] == [3, 4, 5]
    screen = (built.folder / "screen.pdf").read_bytes()
    assert screen.startswith(b"%PDF")


@pytest.mark.sampled(4)
@pytest.mark.parametrize("numbers", ["book", "puzzles"])
@pytest.mark.parametrize("pages", [13, 14, 20, 33])
def test_pages_for_notes_make_up_the_number_of_pages(tmp_path: Path, pages: int, numbers: str) -> None:
    least = planned(book(tmp_path, f"numbers: {numbers}, openers: any"))
    pages += len(least.interior) % 2
    made = planned(book(tmp_path, f"numbers: {numbers}, openers: any, pages: {pages}, notes: squared"))
    spare = made.filled
    assert len(made.interior) == pages
    notes = made.interior[pages - spare :]
    assert all(isinstance(page, NotesPage) and page.paper == "squared" for page in notes)
    assert [page.folio for page in notes] == [str(at - made.front) for at in range(pages - spare + 1, pages + 1)]
    assert not any(isinstance(page, NotesPage) for page in made.interior[: pages - spare])
    assert made.places == least.places


def test_a_last_page_that_the_printer_wants_stays_blank(tmp_path: Path) -> None:
    more = "date: 2026-11-22\nprint: {for: ingramspark}\n"
    least = len(planned(book(tmp_path, "openers: any", more)).interior)
    made = planned(book(tmp_path, f"openers: any, pages: {least + 4}", more)).interior
    assert len(made) == least + 4 and isinstance(made[-1], BlankPage) and isinstance(made[-2], NotesPage)
    with pytest.raises(SpecError, match=f"for IngramSpark, the book needs {least} pages, 2 more than {least - 2}"):
        planned(book(tmp_path, f"openers: any, pages: {least - 2}", more))


def test_the_gutter_is_that_of_the_whole_book(tmp_path: Path) -> None:
    spec = book(tmp_path, "pages: 400")
    made, setup = planned(spec).interior, page_setup(book_of(spec))
    (grids,) = [page for page in made if isinstance(page, GridsPage) and page.head.startswith("A")][:1]
    assert len(made) == 400 and setup.inside(400) > setup.inside(20)
    assert grids.layout.use == "puzzles"


def test_a_book_that_needs_more_says_by_how_much(run: Run, tmp_path: Path) -> None:
    needed = len(planned(book(tmp_path, "openers: any")).interior)
    book(tmp_path, f"openers: any, pages: {needed - 4}")
    for command in ("check", "build"):
        ran = run(command, "book.yaml")
        assert ran.code == 3 and ran.faults == [
            f"book.yaml:3:29: the book needs {needed} pages, 4 more than {needed - 4} "
            "(take a denser layout, or leave out puzzles or pages)"
        ]
    book(tmp_path, f"openers: any, pages: {needed}")
    assert run("check", "book.yaml").out.startswith(
        "book.yaml: no faults\n  note: no printer is named: one that binds books may mind the number of pages; "
        "with `print: {for: ...}` it is said what it takes\n"
    )


def test_each_printer_says_what_its_book_needs(tmp_path: Path) -> None:
    more = "date: 2026-11-22\nprint: {for: [kdp, ingramspark]}\n"
    spec = book(tmp_path, "openers: any, pages: 24", more, count=24)
    with pytest.raises(SpecError) as caught:
        expected(spec)
    told = [fault.message for fault in caught.value.faults]
    assert [message.partition(", the book needs")[0] for message in told] == ["for Amazon KDP", "for IngramSpark"]
    assert {fault.place for fault in caught.value.faults} == {spec.page.place("pages")}


def test_a_number_that_the_printer_does_not_bind_is_a_fault_of_the_number(tmp_path: Path) -> None:
    spec = book(tmp_path, "pages: 35", "print: {for: office, binding: booklet}\n")
    with pytest.raises(SpecError) as caught:
        expected(spec)
    (fault,) = caught.value.faults
    assert fault.message.startswith("an office printer wants a multiple of 4 pages; this book has 35")
    assert fault.place == spec.page.place("pages")
    assert len(expected(replace(spec, page=replace(spec.page, pages=36))).interiors[0].assembled.interior) == 36


def test_check_knows_a_number_that_is_wanted_and_doubts_that_it_will_do(run: Run, tmp_path: Path) -> None:
    book(tmp_path, "pages: 40", "print: {for: kdp}\n")
    out = run("check", "book.yaml").out
    assert "Amazon KDP: 40 pages" in out and "make up the number of pages" in out
    # The chapter of techniques follows from the puzzles: it takes some pages, which are not known yet.
    book(tmp_path, "pages: 24", "print: {for: kdp}\ntechniques: {}\n", count=14)
    out = run("check", "book.yaml").out
    assert "Amazon KDP: 24 pages" in out and "make up" not in out
    assert "note: the book probably needs about" in out and "order no cover" not in out


def test_a_book_whose_puzzles_may_be_left_out_is_not_refused_before_it_is_made(tmp_path: Path) -> None:
    (tmp_path / "sent.txt").write_text(
        "\n".join(["53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..7."] * 3)
    )
    assert len(read_all([tmp_path / "sent.txt"])) == 3
    text = "book: {title: T}\npage: {pages: 2}\nsections:\n"
    text += "- {title: A, puzzles: {from: sent.txt, repair: add-givens}, layout: one-up}\n"
    assert not expected(loaded(tmp_path, text)).exact
    with pytest.raises(SpecError, match="more than 2"):
        expected(loaded(tmp_path, text.replace(", repair: add-givens", "")))
