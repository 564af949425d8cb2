"""The foot of a puzzle: true of this one, in the room that its grid leaves, and read back as what it is."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from book_data import loaded, planned
from typeset_data import filled

from bookmaker.base import language
from bookmaker.base.errors import SpecError
from bookmaker.printing.canvases.recorder import RecordingCanvas
from bookmaker.printing.pages.labels import Field, FootSizes
from bookmaker.printing.pages.page_kinds import GridsPage, content_area
from bookmaker.printing.styles import style
from bookmaker.publishing.book.making.books import book_of
from bookmaker.publishing.book.pages.foot_words import clues, easy_sums, facts
from bookmaker.publishing.book.pages.page_fit import page_setup
from bookmaker.puzzles.grid.geometry import Clue
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.puzzles.rules import geometry

SPEC = """
book: {title: A, author: B}
page: {trim: 6x9in%s}
hints: {count: 1}
sections:
  - {title: S, puzzles: {count: 9, difficulty: easy}, layout: one-up}
"""
WORDS = language.load("en")


def feet(tmp_path: Path, keys: str = "") -> list[tuple[Field, ...]]:
    pages = planned(loaded(tmp_path, SPEC % keys)).interior
    return [
        slot.foot
        for page in pages
        if isinstance(page, GridsPage) and page.layout.use == "puzzles"
        for slot in page.slots
    ]


def test_no_two_feet_of_eight_pages_running_are_alike_and_grids_keep_their_size(tmp_path: Path) -> None:
    shown = feet(tmp_path)
    assert all(len(set(shown[at : at + 8])) == 8 for at in range(len(shown) - 7))
    assert feet(tmp_path, ", foot: none") == [()] * 9
    sides = []
    for keys in ("", ", foot: none"):
        spec = loaded(tmp_path, SPEC % keys)
        made = planned(spec).interior
        index, page = next((index, page) for index, page in enumerate(made) if isinstance(page, GridsPage))
        canvas = RecordingCanvas()
        area = content_area(spec.look, page_setup(book_of(spec)).live(index, len(made)))
        page.draw(canvas, area)
        sides.append(
            next(line for line in canvas.lines if line.startswith("stroke") and " closed " in line).split()[-1]
        )
        assert min(float(line.split()[2]) for line in canvas.lines if line.startswith("text")) >= area[1]
    assert sides[0] == sides[1]


def test_clues_have_the_sets_that_fit_them_fewest_first() -> None:
    ground = geometry("killer")
    cages = tuple(
        Cage(tuple(range(start, start + length)), total) for total, start, length in ((6, 0, 3), (14, 3, 2), (11, 9, 2))
    )
    stocked: Any = SimpleNamespace(puzzle=Puzzle(ground, bytes(81), cages=cages))
    assert list(clues(WORDS, stocked)) == ["6 in 3\u00a0cells: 1+2+3", "14 in 2\u00a0cells: 5+9 or 6+8"]
    around = geometry(
        "sandwich", clues=(Clue("sandwich", tuple(range(9)), (5,)), Clue("sandwich", tuple(range(9, 18)), (0,)))
    )
    stocked = SimpleNamespace(puzzle=Puzzle(around, bytes(81)))
    assert list(clues(WORDS, stocked)) == ["5: 5 or 2+3"]


@pytest.mark.parametrize("code", sorted(language.PLURALS))
@pytest.mark.parametrize(("keys", "kind"), [("", "killer"), (", foot: [time]", "killer"), ("", "classic")])
def test_how_to_play_says_what_the_sums_of_feet_mean(tmp_path: Path, code: str, keys: str, kind: str) -> None:
    text = (SPEC % keys).replace("author: B", f"author: B, language: {code}")
    spec = loaded(tmp_path, text)
    ground = geometry(kind)
    cages = (Cage((0, 1), 3),) if kind == "killer" else ()
    stocked: Any = SimpleNamespace(puzzle=Puzzle(ground, bytes(81), cages=cages))
    words = language.load(code)
    said = easy_sums(book_of(spec), [stocked])
    assert bool(said) is (kind == "killer" and not keys)
    # The line that it explains is one of those that feet have.
    (line,) = clues(words, stocked) if cages else ("",)
    assert not said or (line in said and words.text("foot.clues") in said)


def test_facts_count_what_stands_in_the_grid() -> None:
    full = filled(geometry())
    givens = bytes(digit if digit != 4 and cell < 20 else 0 for cell, digit in enumerate(full))
    stocked: Any = SimpleNamespace(puzzle=Puzzle(geometry(), givens))
    said = list(facts(WORDS, stocked))
    count = sum(digit > 0 for digit in givens)
    assert said[0] == f"Given: {count}. To fill: {81 - count}."
    assert "Not given at all: 4." in said


@pytest.mark.parametrize("code", language.PLURALS)
def test_no_givens_are_said_without_a_nought(code: str) -> None:
    ground = geometry("kropki", clues=(Clue("white-dot", (0, 1)),))
    stocked: Any = SimpleNamespace(puzzle=Puzzle(ground, bytes(81)))
    said = list(facts(language.load(code), stocked))
    assert len(said) == 2 and not any("0" in line for line in said)


def test_spanish_has_one_word_for_a_digit_and_one_for_a_cell() -> None:
    foreign = ("celda", "dígito", "dados")
    assert not [text for _, text in language.load("es").texts() if any(word in text.casefold() for word in foreign)]


def test_a_foot_has_as_many_lines_as_the_room_holds() -> None:
    sizes = FootSizes(style.find())
    assert [sizes.lines_in(sizes.height(lines)) for lines in (2, 3, 4)] == [2, 3, 4]
    assert sizes.lines_in(sizes.height(2) - 1) == sizes.height(0) == 0


def test_without_room_the_first_field_that_fits_stands_beside_the_note() -> None:
    canvas = RecordingCanvas()
    fields = (Field("Stuck?", ("Look at all of this very long place.",)), Field("My time", written=True))
    FootSizes(style.find()).draw_one(canvas, fields, (0, 0, 90), 8)
    assert sum(line.startswith("text") for line in canvas.lines) == 1 and any(
        "My time" in line for line in canvas.lines
    )


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("Short.\n" + "word " * 23, "facts.txt:2:1: the line has more than 22 words"),
        ("\n", "the file `facts.txt` has no text"),
    ],
)
def test_facts_of_a_file_are_read_with_the_spec(tmp_path: Path, text: str, wrong: str) -> None:
    (tmp_path / "facts.txt").write_text('He said "so" | A. Nonymous\nTwo.\n', encoding="utf-8")
    shown = feet(tmp_path, ", facts: facts.txt")
    assert [foot[0].lines for foot in shown[:3]] == [
        ("He said “so” – A. Nonymous",),
        ("Two.",),
        ("He said “so” – A. Nonymous",),
    ]
    (tmp_path / "facts.txt").write_text(text, encoding="utf-8")
    with pytest.raises(SpecError) as caught:
        loaded(tmp_path, SPEC % ", facts: facts.txt")
    assert wrong in str(caught.value)


def test_a_line_of_a_foot_is_whole_or_left_out() -> None:
    sizes = FootSizes(style.find())
    field = Field("Easy sums", ("3 in 2 cells: 1+2", "5 in 2 cells: 1+4 or 2+3", "17 in 2 cells: 8+9"))
    wide = style.find().face("caption").width("17 in 2 cells: 8+9", sizes.text) + 1
    assert sizes.broken(field, wide) == ["3 in 2 cells: 1+2", "5 in 2 cells: 1+4", "or 2+3", "17 in 2 cells: 8+9"]
    assert sizes.broken(field, wide, 2) == ["3 in 2 cells: 1+2", "17 in 2 cells: 8+9"]
    assert sizes.broken(Field("Easy sums", field.lines[1:2]), wide, 1) == ["5 in 2 cells: 1+4"]
