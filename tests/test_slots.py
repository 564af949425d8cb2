"""Puzzles and answers as they stand on pages: the words around them, minutes as people read them, and bottom rows to check by."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from typeset_data import LOOK, filled, givens

from bookmaker.base import language
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.logic.grading import Grade
from bookmaker.logic.techniques.declare import Level
from bookmaker.logic.times import MEASURED, Time
from bookmaker.printing.pages import labels
from bookmaker.printing.pages.layouts import dealt
from bookmaker.printing.pages.ornament import first_motif
from bookmaker.publishing.book.pages.hints import hint_lead
from bookmaker.publishing.book.pages.slots import (
    Dressed,
    Slots,
    answer_of,
    check_words,
    motif_of,
    puzzle_of,
    time_text,
)
from bookmaker.publishing.book.spec.symbol_keys import SymbolWish
from bookmaker.publishing.documents import sheets
from bookmaker.publishing.proof.words import number_in
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.puzzles.rules import geometry

WORDS = language.load("en")


def stocked(level: str = "hard", minutes: float = 12.3, size: int = 9, **more: Any) -> GradedPuzzle:
    grid = geometry("killer" if "cages" in more else "classic", size)
    clock: Any = SimpleNamespace(times=[Time(MEASURED, minutes, middle=minutes)], splits=False)
    grade = Grade(level, 160, None, {}, 0, 0, clock, 0)  # type: ignore[arg-type]
    return GradedPuzzle(Puzzle(grid, givens(grid), name="Mine", **more), filled(grid), grade, None)


@pytest.mark.parametrize(
    ("minutes", "shown"),
    [(0.0, 1), (0.4, 1), (1.4, 1), (1.6, 2), (2.4, 2), (12.6, 13), (19.4, 19), (19.7, 20), (20.0, 20), (22.4, 20),
     (22.6, 25), (27.4, 25), (27.6, 30), (61.0, 60), (118.0, 120)],
)  # fmt: skip
def test_minutes_are_whole_ones_and_fives_from_twenty_on(minutes: float, shown: int) -> None:
    assert time_text(Time(MEASURED, minutes), WORDS) == WORDS.text("number.minutes", minutes=shown)


def test_pictures_show_givens_or_the_whole_answer() -> None:
    one = stocked()
    asked, answered = puzzle_of(one, "dashed"), answer_of(one)
    assert asked.digits == one.puzzle.givens and answered.digits == one.solution
    caged = stocked(cages=(Cage((0, 1), 7),))
    marks = puzzle_of(caged, "tinted").marks
    assert [(mark.cells, mark.text) for mark in marks] == [((0, 1), "7")] and puzzle_of(
        caged, "tinted"
    ).cages == "tinted"
    assert not answer_of(caged).marks
    assert motif_of([]) is None and motif_of([one]) == first_motif([asked])


def test_bottom_rows_name_letters_in_groups_and_pictures_one_by_one() -> None:
    one = stocked(size=6)
    row = one.solution[-6:]

    def told(name: str) -> str:
        symbols = SymbolWish(name).made(6, WORDS)
        return check_words(Dressed(one.puzzle, one.solution, one.grade, None, symbols))

    letters = [WORDS.text("symbols.letters")[digit - 1] for digit in row]
    assert told("letters") == "\u00a0".join(("".join(letters[:3]), "".join(letters[3:])))
    assert told("animals") == " ".join(SymbolWish("animals").made(6, WORDS).names[digit - 1] for digit in row)
    assert check_words(one) == told("digits") == "\u00a0".join(("".join(map(str, row[:3])), "".join(map(str, row[3:]))))
    # Numbers of two figures stand apart, too.
    large = stocked(size=16)
    wide = Dressed(large.puzzle, large.solution, large.grade, None, SymbolWish("1-16").made(16, WORDS))
    assert check_words(wide) == " ".join(map(str, large.solution[-16:]))


Call = tuple[Any, Any, dict[str, str], Level, bool]


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[Call]:
    """What the slots are made of."""
    made: list[Call] = []
    inner = labels.slot

    def slot(look: Any, picture: Any, fields: dict[str, str], rank: Level, *, answer: bool) -> Any:
        made.append((look, picture, fields, rank, answer))
        return inner(look, picture, fields, rank, answer=answer)

    monkeypatch.setattr(labels, "slot", slot)
    return made


ANSWERS: dict[str, tuple[str, str]] = {
    "back": ("Answer on page 31", "31"),
    "section": ("Answer on page 31", "31"),
    "overleaf": ("Answer overleaf", ""),
    "foot": ("", ""),
}


@pytest.mark.parametrize("place", ANSWERS)
@pytest.mark.parametrize("several", [True, False])
def test_a_puzzle_says_where_its_answer_is_if_it_has_to_be_looked_for(
    place: str, several: bool, calls: list[Call]
) -> None:
    one, answers = stocked(minutes=41.0), SimpleNamespace(place_name=place, note=None)
    picture = puzzle_of(one, "dashed")
    Slots(LOOK, WORDS).puzzle(picture, one, 17, answers, 31, several=several)  # type: ignore[arg-type]
    ((look, shown, fields, rank, answer),) = calls
    assert (look, shown, rank, answer) == (LOOK, picture, Level.HARD, False)
    note, number = ANSWERS[place]
    assert {key: value.replace("\u00a0", " ") for key, value in fields.items()} == {
        "name": "Mine",
        "answer": note,
        "answer_page": number,
        "page": "",
        "page_number": "",
        "puzzle": WORDS.text("number.puzzle", number=17).replace("\u00a0", " "),
        "number": WORDS.text("number.short", number=17).replace("\u00a0", " "),
        "level": "Hard",
        "minutes": WORDS.text("number.minutes", minutes=40).replace("\u00a0", " "),
        "several_levels": "yes" if several else "",
    }


@pytest.mark.parametrize(
    ("code", "sudoku", "other"),
    [
        ("de", "Sudoku", "Rätsel"),
        ("en", "Puzzle", "Puzzle"),
        ("es", "Sudoku", "Pasatiempo"),
        ("ru", "Судоку №", "Головоломка №"),
    ],
)
def test_a_kind_without_boxes_is_called_no_sudoku(code: str, sudoku: str, other: str, calls: list[Call]) -> None:
    words, one = language.load(code), stocked(size=4)
    row = "1234341221434321"
    square = Puzzle(geometry("latin", 4), bytes([0, *map(int, row[1:])]))
    for puzzle, name in ((replace(one.puzzle, name=""), sudoku), (square, other)):
        stock = replace(one, puzzle=puzzle)
        Slots(LOOK, words).puzzle(
            puzzle_of(stock, "dashed"), stock, 3, SimpleNamespace(place_name="foot", note=None), 0, several=False
        )  # type: ignore[arg-type]
        assert calls[-1][2]["puzzle"].replace("\u00a0", " ") == f"{name} 3"
    for answers in (False, True):
        layout = sheets.find_layout("two-up", [square], (595.0, 842.0), LOOK)
        (page,) = sheets.sheets([square], layout, code, "", answers)
        assert page.slots[0].label.replace("\u00a0", " ") == f"{other} 1"


@pytest.mark.parametrize(("code", "shown"), [("en", "1,234"), ("fr", "1\u00a0234"), ("es", "1234"), ("ru", "1234")])
def test_a_number_above_a_thousand_is_that_of_its_section_and_is_read_back(
    code: str, shown: str, calls: list[Call]
) -> None:
    words, one = language.load(code), stocked()
    answers = SimpleNamespace(place_name="foot", note=None)
    Slots(LOOK, words).puzzle(puzzle_of(one, "dashed"), one, 1234, answers, 0, several=False)  # type: ignore[arg-type]
    Slots(LOOK, words).answer(answer_of(one), one, 1234, 9)
    for _, _, fields, *_ in calls:
        for label in (fields["puzzle"], fields["number"]):
            assert label.endswith(shown)
            assert number_in(label) == 1234
    assert hint_lead(words, 1234, 9).startswith(words.text("number.short", number=shown))


@pytest.mark.parametrize("page", [None, 9])
def test_an_answer_names_the_page_of_its_puzzle_if_it_is_wanted(page: int | None, calls: list[Call]) -> None:
    one = stocked("beyond")
    Slots(LOOK, WORDS).answer(answer_of(one), one, 3, page)
    ((look, shown, fields, rank, answer),) = calls
    assert (look, shown, rank, answer) == (LOOK, answer_of(one), Level.BEYOND, True)
    assert (fields["page"], fields["page_number"]) == (
        ("", "") if page is None else (WORDS.text("number.page", page=9), "9")
    )
    assert (fields["name"], fields["answer"], fields["answer_page"], fields["several_levels"]) == ("", "", "", "yes")
    assert fields["number"] == WORDS.text("number.short", number=3) and fields["level"] == WORDS.text("level.beyond")


@pytest.mark.parametrize(
    ("count", "each", "pages"),
    [(0, 4, []), (1, 4, [(0, 1)]), (4, 4, [(0, 4)]), (5, 4, [(0, 4), (4, 5)]), (3, 1, [(0, 1), (1, 2), (2, 3)]),
     (9, 3, [(0, 3), (3, 6), (6, 9)])],
)  # fmt: skip
def test_so_many_puzzles_stand_on_each_page(count: int, each: int, pages: list[tuple[int, int]]) -> None:
    assert list(dealt(count, each)) == [range(*page) for page in pages]
