"""Puzzles with all clues shown in the proof of a page: they have the name that the words of their section give them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import pytest

import bookmaker
from bookmaker.printing.styles import style
from bookmaker.publishing.documents.sheets import find_layout, sheets, sheets_pdf
from bookmaker.publishing.proof import pdf_reading
from bookmaker.publishing.proof.judging import Judge, with_all_shown
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry

TRIM = 595.0, 842.0


@cache
def made(kind: str, size: int = 9) -> list[Puzzle]:
    return [one.puzzle for one in bookmaker.generate(4, "easy", kind=kind, size=size, seed=3, jobs=1)]


def judged(puzzles: Sequence[Puzzle], title: str, code: str = "en") -> tuple[list[str], list[str]]:
    """The kinds that the proof of sheets under a title comes to, and what it assumes of clues."""
    layout = find_layout("four-up", puzzles, TRIM, style.find())
    content = sheets_pdf(sheets(puzzles, layout, code, title, False), TRIM, title, code, "t.pdf")
    judgement = Judge([pdf_reading.read(content, "t.pdf", 0)]).judgement()
    kinds = [one.puzzle.geometry.kind if one.puzzle is not None else "" for one in judgement.puzzles]
    return kinds, [text for text in judgement.assumed if text.startswith("all clues")]


@pytest.mark.parametrize(
    ("kind", "size", "title"),
    [("kropki", 9, "Kropki"), ("kropki-square", 5, "Kropki"), ("doubles", 9, "Doubles"), ("xv", 9, "XV Sudoku")],
)
def test_words_that_say_that_all_clues_are_shown_name_all_puzzles_of_their_pages(
    kind: str, size: int, title: str
) -> None:
    puzzles = made(kind, size)
    assert judged(puzzles, title)[0] == [kind] * len(puzzles)


@pytest.mark.parametrize(("kind", "title"), [("kropki-partial", "Kropki-partial"), ("xv-partial", "Xv-partial")])
def test_puzzles_keep_the_name_that_leaves_it_open_where_words_have_it(kind: str, title: str) -> None:
    """All of the clues of ``xv-partial`` may be shown, so that the clues themselves do not tell."""
    assert judged(made(kind), title) == ([kind] * 4, [])


def test_without_words_nothing_is_said_of_places_without_a_clue() -> None:
    assert judged(made("xv-partial"), "Evening") == (["xv-partial"] * 4, [])


def test_words_do_not_name_puzzles_of_which_some_clues_are_missing() -> None:
    assert judged(made("kropki-partial"), "Kropki")[0] == ["kropki-partial"] * 4


def test_one_rule_that_has_all_clues_of_a_grid_goes_before_two() -> None:
    dots = made("doubles")[0].clues
    ground = geometry("kropki-partial", 9, None, dots)
    assert [(names, other.kind) for names, other in with_all_shown(ground, ["kropki", "doubles", "xv"])] == [
        (["kropki"], "kropki"),
        (["doubles"], "doubles"),
        (["kropki", "doubles"], "kropki+doubles"),
    ]
    dots = made("kropki")[0].clues
    ground = geometry("kropki-partial", 9, None, dots)
    assert [names for names, _ in with_all_shown(ground, ["kropki", "doubles"])] == [["kropki"], ["kropki", "doubles"]]
