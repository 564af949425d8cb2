"""Sections whose puzzles rise through several levels."""

from __future__ import annotations

from pathlib import Path

import pytest
from book_data import loaded, planned, properties, refusal, section

from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.publishing.book.making import stock
from bookmaker.publishing.book.making.catalogue_parts import catalogue_parts
from bookmaker.publishing.book.spec.puzzle_keys import Generated
from bookmaker.publishing.book.spec.spec_file import Spec


def spec_of(folder: Path, count: int, difficulty: str) -> Spec:
    return loaded(folder, "seed: 7\n" + section(f"puzzles: {{size: 6, count: {count}, difficulty: {difficulty}}}"))


def printed(spec: Spec) -> list[GradedPuzzle]:
    made = stock.fill_sections(spec.sections, spec.seed, 1, lambda *_: None)
    return stock.in_order(spec.sections, spec.seed, made)[0]


def levels(spec: Spec) -> object:
    wish = spec.sections[0].puzzles
    assert isinstance(wish, Generated)
    return wish.difficulty


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("easy", "easy"),
        ("any", "any"),
        ("easy-hard", ("easy", "medium", "hard")),
        ("hard - medium", ("medium", "hard")),
        ("easy-easy", "easy"),
        ("[hard, easy]", ("easy", "hard")),
        ("[medium]", "medium"),
    ],
)
def test_levels_are_a_word_a_range_or_a_list(tmp_path: Path, written: str, read: object) -> None:
    assert levels(spec_of(tmp_path, 6, written)) == read


def test_puzzles_rise_through_the_levels_as_many_of_each(tmp_path: Path) -> None:
    puzzles = printed(spec_of(tmp_path, 7, "easy-medium"))
    assert [item.grade.level for item in puzzles] == ["easy"] * 4 + ["medium"] * 3
    easy = [item.grade.time.middle or 0 for item in puzzles[:4]]
    assert easy == sorted(easy)


def test_more_puzzles_and_further_levels_leave_the_others(tmp_path: Path) -> None:
    few = {str(item.puzzle) for item in printed(spec_of(tmp_path, 4, "easy-medium"))}
    more = {str(item.puzzle) for item in printed(spec_of(tmp_path, 7, "[easy, medium]"))}
    assert few < more
    one = {str(item.puzzle) for item in printed(spec_of(tmp_path, 2, "easy"))}
    assert {str(item.puzzle) for item in printed(spec_of(tmp_path, 2, "[easy]"))} == one


def test_the_plan_of_a_book_knows_the_levels(tmp_path: Path) -> None:
    spec = spec_of(tmp_path, 5, "easy-medium")
    shown = [slot.aside for page in planned(spec).interior for slot in getattr(page, "slots", ()) if slot.aside]
    assert [word.lower() for word in shown[:5]] == ["easy"] * 3 + ["medium"] * 2


def test_a_catalogue_has_a_part_for_each_level(tmp_path: Path) -> None:
    parts = catalogue_parts(spec_of(tmp_path, 5, "easy-medium"), None)
    assert [(str(part.order.level), part.count) for part in parts] == [("easy", 3), ("medium", 2)]


def test_levels_that_cannot_be_are_refused(tmp_path: Path) -> None:
    message, advice = refusal(tmp_path, section("puzzles: {count: 2, difficulty: easy-hard}"))
    assert "a count of 2 is too small for 3 levels" in message and "count" in advice
    assert "no 4x4 puzzle" in refusal(tmp_path, section("puzzles: {size: 4, count: 4, difficulty: easy-medium}"))[0]
    assert "not the text 'easy-tricky'" in refusal(tmp_path, section("puzzles: {count: 4, difficulty: easy-tricky}"))[0]
    assert "twice" in refusal(tmp_path, section("puzzles: {count: 4, difficulty: [easy, easy]}"))[0]


def test_editors_know_the_levels() -> None:
    written = str(properties("sections"))
    assert "diabolical" in written and "easy|medium" in written
