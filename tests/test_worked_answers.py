"""Answers worked out step by step in a book: those that a spec names, and those that fill its last pages."""

from __future__ import annotations

from pathlib import Path

import pytest
from book_data import loaded, planned, refusal

from bookmaker.base.errors import SpecError
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.printing.pages.own_page import NotesPage, TimesPage
from bookmaker.printing.pages.page_kinds import Page, TextPage
from bookmaker.publishing.book.making.build import plan
from bookmaker.publishing.book.making.stock import Findings, fill_sections
from bookmaker.publishing.book.pages.assemble import Assembled
from bookmaker.publishing.book.spec.spec_file import Spec

BOOK = """book: {title: A, language: LANGUAGE}
page: {trim: 6x9in, openers: anyPAGES}
sections:
- {title: One, puzzles: {count: 3, difficulty: easy}}
- {title: Two, puzzles: {count: 1, difficulty: medium}, symbols: letters, answers: {place: NONE}}
back_matter: [BACK]
"""


def spec_of(folder: Path, *, back: str = "", pages: str = "", place: str = "back", language: str = "en") -> Spec:
    text = BOOK.replace("LANGUAGE", language).replace("PAGES", pages).replace("BACK", back).replace("NONE", place)
    return loaded(folder, text)


def made(spec: Spec) -> tuple[list[list[GradedPuzzle]], Assembled]:
    sections = fill_sections(spec.sections, spec.seed, 1, lambda *_: None, Findings(), None, None)
    return sections, plan(spec, sections)


def ways(pages: tuple[Page, ...]) -> list[TextPage]:
    return [
        page for page in pages if isinstance(page, TextPage) and ("step by step" in page.title or page.head == HEAD)
    ]


HEAD, FOUR = "Worked answers", "Puzzle\u00a04"


def test_the_answers_that_a_spec_names_are_worked_out(tmp_path: Path) -> None:
    spec = spec_of(tmp_path, back="{page: worked-answers, puzzles: [4, 2]}")
    _, book = made(spec)
    found = ways(book.interior)
    assert [page.title for page in found if page.title] == [f"{FOUR}, step by step", "Puzzle\u00a02, step by step"]
    assert all(page.blocks and page.folio for page in found)
    # Without numbers it is the hardest one.
    _, book = made(spec_of(tmp_path, back="worked-answers"))
    assert [page.title for page in ways(book.interior) if page.title] == [f"{FOUR}, step by step"]


@pytest.mark.parametrize(
    ("number", "place", "message"),
    [(9, "back", "the book has no puzzle 9"), (4, "none", "the book has no answer of puzzle 4")],
)
def test_no_answer_is_worked_out_that_the_book_does_not_have(
    number: int, place: str, message: str, tmp_path: Path
) -> None:
    spec = spec_of(tmp_path, back=f"{{page: worked-answers, puzzles: [{number}]}}", place=place)
    with pytest.raises(SpecError, match=message):
        planned(spec)


def test_only_worked_answers_name_puzzles(tmp_path: Path) -> None:
    text = "book: {title: A}\nsections: [{title: B, puzzles: {count: 1}}]\nback_matter: [{page: index, puzzles: [1]}]\n"
    assert refusal(tmp_path, text)[0].endswith("`index` has no `puzzles`")


@pytest.mark.parametrize("place", ["back", "none"])
def test_spare_pages_show_how_hard_puzzles_are_solved(place: str, tmp_path: Path) -> None:
    spec = spec_of(tmp_path, pages=", pages: 24", place=place)
    _, book = made(spec)
    found = ways(book.interior)
    assert len(book.interior) == 24 and 0 < len(found) < book.filled
    # The answer of a prize puzzle is shown nowhere.
    assert any("4" in page.title for page in found) == (place == "back")
    notes = [page for page in book.interior if isinstance(page, NotesPage)]
    assert len(found) + len(notes) == book.filled and book.interior[-1] is notes[-1]
    assert not any(isinstance(page, TimesPage) for page in book.interior)
    # Those that are named elsewhere are not here again.
    other = spec_of(tmp_path, pages=", pages: 24", place=place, back="worked-answers")
    _, named = made(other)
    assert len({page.title for page in ways(named.interior) if page.title}) == 1


def test_a_childs_book_has_pages_to_draw_on_instead(tmp_path: Path) -> None:
    text = "book: {title: A}\npage: {pages: 24}\ndesign: {style: children}\n"
    text += "sections: [{title: B, puzzles: {size: 4, count: 2}}]\n"
    _, book = made(loaded(tmp_path, text))
    assert book.filled and not ways(book.interior)


@pytest.mark.parametrize("language", ["es", "ru"])
def test_they_are_in_the_language_of_the_book(language: str, tmp_path: Path) -> None:
    _, book = made(spec_of(tmp_path, back="worked-answers", language=language))
    title = {"es": "paso a paso", "ru": "шаг за шагом"}[language]
    assert any(title in getattr(page, "title", "") for page in book.interior)
