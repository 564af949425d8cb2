"""Whole books page by page, planned with puzzles that nobody made: what stands where, its number, and what the contents say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from book_data import lettered, loaded, planned

from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.printing.pages.columns import ColumnsPage, TablePage
from bookmaker.printing.pages.contents import ContentsPage
from bookmaker.printing.pages.frontmatter import OpenerPage, SmallPrintPage, TitlePage
from bookmaker.printing.pages.own_page import NotesPage
from bookmaker.printing.pages.page_kinds import BlankPage, GridsPage, HalfPage, Page, TextPage
from bookmaker.publishing.book.making.stock import as_graded, stand_ins
from bookmaker.publishing.book.pages import assemble as assembling
from bookmaker.publishing.book.pages.assemble import Assembled
from bookmaker.publishing.book.pages.hints import Nudges
from bookmaker.publishing.book.spec.spec_file import Spec

NAMES: dict[type[Page], str] = {
    TitlePage: "title",
    SmallPrintPage: "small",
    ContentsPage: "contents",
    BlankPage: "-",
    NotesPage: "notes",
    OpenerPage: "open",
    TextPage: "text",
    TablePage: "lines",
    ColumnsPage: "hints",
}


def _named(page: Page) -> str:
    """The running head of a page, without the numbers of the section that stand beside its title."""
    title, _, numbers = page.head.partition(" · ")
    return title if "–" in numbers else page.head


def shown(page: Page) -> str:
    """A page in a word: what it is, its title and its numbers, its running head, and its own number."""
    if isinstance(page, GridsPage | HalfPage):
        slots = page.slots if isinstance(page, GridsPage) else (page.slot,)
        name = f"{page.layout.use[:-1]} {','.join(slot.short for slot in slots)}"
        if isinstance(page, GridsPage):
            name += " foot" if page.foot else ""
            name += " band" if page.band else ""
    else:
        name = NAMES[type(page)]
    words = [name, getattr(page, "title", ""), f"<{_named(page)}>" if page.head else "", page.folio]
    return " ".join(word for word in words if word)


def book(
    folder: Path, sections: Sequence[str], more: str = "", count: int = 3
) -> tuple[Spec, list[list[GradedPuzzle]]]:
    """Sections of 4x4 puzzles, two to a page unless they say so."""
    listed = lettered(f"size: 4, count: {count}", (keys or ", layout: two-up" for keys in sections))
    spec = loaded(folder, f"book: {{title: T}}\nfront_matter: [title-page, contents]\n{more}{listed}")
    return spec, [stand_ins(section) for section in spec.sections]


def under_band(folder: Path, keys: str, page: str = "") -> Assembled:
    """A book of one section, which a band opens on the first page."""
    front = f"book: {{title: T}}\nfront_matter: []\n{page}design: {{openers: band}}\n"
    return planned(loaded(folder, f"{front}sections:\n- {{title: A, {keys}}}\n"))


def pages(made: Assembled) -> list[str]:
    return [shown(page) for page in made.interior]


def contents(made: Assembled) -> Iterator[tuple[str, str]]:
    for page in made.interior:
        if isinstance(page, ContentsPage):
            yield from ((entry.title, entry.page) for entry in page.entries)


FRONT = ["title T", "contents Contents ii"]
NONE, PAGE = "design: {openers: none}\n", "design: {openers: page}\n"
TWO = ["puzzle 1,2 <A> 1", "puzzle 3 <A> 2", "puzzle 4,5 <B> 3", "puzzle 6 <B> 4"]
PLACES = {"A": "1", "B": "3", "Answers": "5"}


@pytest.mark.sampled(6)
@pytest.mark.parametrize(
    ("sections", "more", "body", "listed"),
    [
        (
            ["", ""],
            f"page: {{openers: right}}\n{PAGE}",
            [
                *("open A 1", "puzzle 1,2 <A> 2", "puzzle 3 <A> 3", "-"),
                *("open B 5", "puzzle 4,5 <B> 6", "puzzle 6 <B> 7", "-"),
                *("answer 1,2,3,4,5,6 Answers <Answers> 9", "notes Notes 10"),
            ],
            {"A": "1", "B": "5", "Answers": "9"},
        ),
        (
            ["", ""],
            f"page: {{openers: any}}\n{PAGE}",
            [
                *("open A 1", "puzzle 1,2 <A> 2", "puzzle 3 <A> 3"),
                *("open B 4", "puzzle 4,5 <B> 5", "puzzle 6 <B> 6"),
                *("answer 1,2,3,4,5,6 Answers <Answers> 7", "notes Notes 8"),
            ],
            {"A": "1", "B": "4", "Answers": "7"},
        ),
        # What begins a section says itself where.
        (
            ["", ", layout: two-up, start: any"],
            PAGE,
            [
                *("open A 1", "puzzle 1,2 <A> 2", "puzzle 3 <A> 3"),
                *("open B 4", "puzzle 4,5 <B> 5", "puzzle 6 <B> 6"),
                *("answer 1,2,3,4,5,6 Answers <Answers> 7", "notes Notes 8"),
            ],
            {"A": "1", "B": "4", "Answers": "7"},
        ),
        (
            [", layout: one-up", ", layout: two-up, start: right"],
            NONE,
            [
                *("puzzle 1 <A> 1", "puzzle 2 <A> 2", "puzzle 3 <A> 3", "-", "puzzle 4,5 <B> 5", "puzzle 6 <B> 6"),
                *("answer 1,2,3,4,5,6 Answers <Answers> 7", "notes Notes 8"),
            ],
            {"A": "1", "B": "5", "Answers": "7"},
        ),
        (["", ""], NONE, [*TWO, "answer 1,2,3,4,5,6 Answers <Answers> 5", "notes Notes 6"], PLACES),
        # The band shows the title, so that the running head of its page need not.
        (
            ["", ""],
            "design: {openers: band}\n",
            [
                *("puzzle 1,2 band 1", TWO[1], "puzzle 4,5 band 3", TWO[3]),
                *("answer 1,2,3,4,5,6 Answers <Answers> 5", "notes Notes 6"),
            ],
            PLACES,
        ),
        (
            ["", ""],
            f"page: {{puzzles_on: right}}\n{NONE}",
            [
                *("puzzle 1,2 <A> 1", "notes Notes 2", "puzzle 3 <A> 3", "notes Notes 4"),
                *("puzzle 4,5 <B> 5", "notes Notes 6", "puzzle 6 <B> 7", "notes Notes 8"),
                *("answer 1,2,3,4,5,6 Answers <Answers> 9", "notes Notes 10"),
            ],
            {"A": "1", "B": "5", "Answers": "9"},
        ),
        (
            [", layout: two-up, answers: {place: section}", ""],
            NONE,
            [
                *(*TWO[:2], "answer 1,2,3 Answers <Answers · A> 3", "puzzle 4,5 <B> 4", "puzzle 6 <B> 5"),
                "answer 4,5,6 Answers <Answers> 6",
            ],
            {"A": "1", "B": "4", "Answers": "6"},
        ),
        (
            ["", ", layout: two-up, answers: {place: overleaf}"],
            f"page: {{openers: any}}\n{PAGE}",
            [
                *("open A 1", "puzzle 1,2 <A> 2", "puzzle 3 <A> 3", "open B 4"),
                *("puzzle 4,5 <B> 5", "answer 4,5 <Answers> 6", "puzzle 6 <B> 7", "answer 6 <Answers> 8"),
                *("answer 1,2,3 Answers <Answers> 9", "notes Notes 10"),
            ],
            {"A": "1", "B": "4", "Answers": "9"},
        ),
        (
            [", layout: one-up", ", layout: two-up, answers: {place: overleaf, show: row}"],
            NONE,
            [
                *("puzzle 1 <A> 1", "puzzle 2 <A> 2", "puzzle 3 <A> 3", "-"),
                *("puzzle 4,5 <B> 5", "lines <Answers> 6", "puzzle 6 <B> 7", "lines <Answers> 8"),
                *("answer 1,2,3 Answers <Answers> 9", "notes Notes 10"),
            ],
            {"A": "1", "B": "5", "Answers": "9"},
        ),
        (
            [", layout: two-up, answers: {place: foot}", ""],
            NONE,
            [
                *("puzzle 1,2 foot <A> 1", "puzzle 3 foot <A> 2", *TWO[2:]),
                *("answer 4,5,6 Answers <Answers> 5", "notes Notes 6"),
            ],
            PLACES,
        ),
        # Where no answers are at the back, nothing opens them.
        (
            [", layout: two-up, answers: {place: foot}"],
            NONE,
            ["puzzle 1,2 foot <A> 1", "puzzle 3 foot <A> 2"],
            {"A": "1"},
        ),
        # Numbers that come again part the answers, and the last leaf is whole.
        (
            ["", ""],
            f"numbering: section\n{NONE}",
            [
                *(*TWO[:2], "puzzle 1,2 <B> 3", "puzzle 3 <B> 4"),
                *("answer 1,2,3 Answers · A <Answers · A> 5", "answer 1,2,3 B <Answers · B> 6"),
            ],
            PLACES,
        ),
    ],
)
def test_pages_follow_one_another(
    sections: list[str], more: str, body: list[str], listed: dict[str, str], tmp_path: Path
) -> None:
    made = planned(*book(tmp_path, sections, more))
    assert pages(made) == [*FRONT, *body]
    assert made.front == 2
    assert dict(contents(made)) == listed
    # Each puzzle and its answer stand where they are said to stand.
    numbered = iter(made.places)
    for page in made.interior:
        if isinstance(page, GridsPage) and page.layout.use == "puzzles":
            for slot in page.slots:
                place = next(numbered)
                assert made.interior[place.file_page - 1] is page
                assert place.page == int(page.folio) == place.file_page - made.front
                answer = made.interior[made.front + place.answer_page - 1]
                names = shown(answer).replace(",", " ").split()
                assert slot.short in names or isinstance(answer, TablePage) or "foot" in names
    assert next(numbered, None) is None


def test_answers_on_several_pages_are_named_by_their_own(tmp_path: Path) -> None:
    """Seven of them, six to a page, which the two pages share."""
    keys = ", layout: two-up, answers: {place: section, layout: six-up-answers}"
    made = planned(*book(tmp_path, [keys], NONE, count=7))
    assert pages(made)[-2:] == ["answer 1,2,3,4 Answers <Answers · A> 5", "answer 5,6,7 <Answers · A> 6"]
    assert [place.answer_page for place in made.places] == [5] * 4 + [6] * 3


def test_hints_need_not_explain_what_lessons_or_the_chapter_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They name the chapter and the lesson that do, each with its page if that is known."""
    asked: list[dict[str, str]] = []
    monkeypatch.setattr(assembling.Openers, "pages", lambda *_, **__: [])
    monkeypatch.setattr(assembling, "shown_names", lambda *_: frozenset({"x-wing", "naked-pair"}))
    monkeypatch.setattr(assembling, "hint_pages", lambda *arguments: asked.append(dict(arguments[6])) or [])
    spec, sections = book(tmp_path, [""], NONE)
    taught: Any = {0: [SimpleNamespace(technique=SimpleNamespace(name=name)) for name in ("naked-pair", "skyscraper")]}
    planned(spec, sections, hints=[Nudges(("x",), ())] * 3, taught=taught)
    lesson = f"{spec.sections[0].title} (page\u00a01)"
    assert asked and all(
        one == {"x-wing": "Techniques", "naked-pair": lesson, "skyscraper": lesson} for one in asked
    ), asked


def test_blank_grids_stand_as_the_first_section_does(tmp_path: Path) -> None:
    more = f"back_matter: [blank-grids]\n{NONE}"
    made = planned(*book(tmp_path, [", layout: one-up", ", layout: two-up"], more))
    last = [page for page in made.interior if isinstance(page, GridsPage)][-1]
    assert last.layout.name == "one-up" and not any(last.slots[0].picture.digits)


@pytest.mark.parametrize(
    ("sections", "more", "key"),
    [
        (["", ""], "", ["answer 1,2,3,4,5,6 <Answer key · T> 1"]),
        (
            ["", ""],
            "numbering: section\n",
            ["answer 1,2,3 <Answer key · T · A> 1", "answer 1,2,3 <Answer key · T · B> 2"],
        ),
        ([", layout: two-up, answers: {show: row}", ""], "", ["answer 1,2,3,4,5,6 <Answer key · T> 1"]),
        (["", ""], "answers: {place: overleaf, show: row}\n", ["answer 1,2,3,4,5,6 <Answer key · T> 1"]),
    ],
)
def test_the_key_has_whole_grids_from_page_one(sections: list[str], more: str, key: list[str], tmp_path: Path) -> None:
    made = planned(*book(tmp_path, sections, more))
    assert [shown(page) for page in made.key] == key
    # It may lie beside any edition, and names no pages.
    assert {slot.aside for page in made.key if isinstance(page, GridsPage) for slot in page.slots} == {""}


def test_every_layout_is_written_down_with_what_it_draws(tmp_path: Path) -> None:
    """In the order of the pages, but for answers overleaf, whose layout is known first."""
    wishes = ("section", "overleaf", "foot", "back")
    sections = [f", layout: two-up, answers: {{place: {place}}}" for place in wishes]
    made = planned(*book(tmp_path, [*sections, ", layout: one-up, answers: {show: row}"]))
    assert [layout.name for layout in made.layouts] == ["two-up"] * 4 + ["one-up"]
    assert [(layout.name, len(drawn)) for layout, drawn in made.answer_layouts] == [
        ("four-up", 3),
        ("two-up", 3),
        ("six-up-answers", 3),
    ]
    assert all(layout.use == "answers" for layout, _ in made.answer_layouts)


@pytest.mark.parametrize(
    ("printer", "sections", "blanks"),
    [
        # So many pages of puzzles, and that of their answers.
        ("kdp", [", layout: one-up"], 0),
        ("kdp", [""], 0),
        ("lulu", [", layout: one-up"], 0),
        ("ingramspark", [", layout: one-up"], 1),
        ("ingramspark", [""], 1),
        ("office", [", layout: one-up"], 0),
    ],
)
def test_a_book_closes_as_its_printer_wants(
    printer: str, sections: list[str], blanks: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    real = assembling.closing_blanks

    def recorded(edition: Any, pages: int) -> int:
        asked.append(pages)
        return real(edition, pages)

    monkeypatch.setattr(assembling, "closing_blanks", recorded)
    more = f"print: {{for: {printer}}}\ndate: 2026-01-01\npage: {{openers: any}}\n{NONE}"
    made = planned(*book(tmp_path, sections, more))
    found = pages(made)
    assert found[len(found) - blanks :] == ["-"] * blanks and found[-blanks - 1] != "-"
    assert asked[-1] == len(found) - blanks
    # Of two, the first is for notes.
    assert found[len(found) - blanks - 1].startswith("notes") == (asked[0] != asked[-1])


def test_hints_stand_before_the_answers_or_where_the_back_names_them(tmp_path: Path) -> None:
    hints = [Nudges(("x",), ())] * 6
    body = ["hints Hints 5", "answer 1,2,3,4,5,6 Answers <Answers> 6"]
    made = planned(*book(tmp_path, ["", ""], f"hints: {{}}\n{NONE}"), hints=hints)
    assert pages(made) == [*FRONT, *TWO, *body]
    assert [*contents(made)] == [("A", "1"), ("B", "3"), ("Hints", "5"), ("Answers", "6")]
    made = planned(*book(tmp_path, ["", ""], f"hints: {{}}\nback_matter: [hints]\n{NONE}"), hints=hints)
    assert pages(made) == [*FRONT, *TWO, body[1].replace("> 6", "> 5"), "hints Hints 6"]
    assert [*contents(made)] == [("A", "1"), ("B", "3"), ("Answers", "5"), ("Hints", "6")]


@pytest.mark.parametrize(("numbers", "folio"), [("roman", "ii"), ("none", "")])
def test_pages_before_the_puzzles_are_numbered_as_the_style_says(numbers: str, folio: str, tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(f"base: classic\npage: {{front_numbers: {numbers}}}\n")
    made = planned(*book(tmp_path, [""], "design: {style: mine.yaml, openers: none}\n"))
    assert [page.folio for page in made.interior[:2]] == ["", folio]
    # The front fills whole leaves, so that the puzzles begin on the right.
    spec, sections = book(tmp_path, [""], NONE)
    odd = planned(replace(spec, front_matter=spec.front_matter[:1]), sections)
    assert pages(odd)[:3] == ["title T", "-", "puzzle 1,2 <A> 1"] and odd.front == 2


def test_levels_are_named_where_a_section_has_several(tmp_path: Path) -> None:
    spec, (same, _) = book(tmp_path, ["", ""])
    mixed = [as_graded(one.puzzle, level) for one, level in zip(same, ("easy", "easy", "hard"), strict=True)]
    found: dict[str, set[str]] = {}
    for page in planned(spec, [same, mixed]).interior:
        if isinstance(page, GridsPage) and page.layout.use == "puzzles":
            found.setdefault(_named(page), set()).update(slot.aside for slot in page.slots)
    assert found == {"A": {""}, "B": {"Easy", "Hard"}}


@pytest.mark.parametrize(
    ("words", "layout", "first"),
    [
        (4, "two-up", "puzzle 1,2 band 1"),
        (30, "two-up", "open A 1"),
        (14, "four-up", "puzzle 1,2 band 1"),
        (30, "four-up", "open A 1"),
        (4, "six-up", "open A 1"),
    ],
)
def test_a_band_that_leaves_too_little_room_becomes_a_page(words: int, layout: str, first: str, tmp_path: Path) -> None:
    keys = f"puzzles: {{count: 2}}, layout: {layout}, intro: {'Words and words. ' * words}"
    made = under_band(tmp_path, keys, "page: {trim: 6x9in}\n")
    assert shown(made.interior[0]) == first
    assert made.layouts[0].name == layout


def test_no_band_stands_above_one_of_two_pages(tmp_path: Path) -> None:
    made = under_band(tmp_path, "puzzles: {kind: samurai, count: 1}, layout: spread")
    assert pages(made)[:3] == ["open A 1", "puzzle 1 <A> 2", "puzzle 1 <A> 3"]
    assert [(place.page, place.file_page) for place in made.places] == [(2, 2)]
