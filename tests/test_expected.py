"""What is known of a book before its puzzles are made: whether its pages are sure, and what they are planned with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from book_data import loaded

from bookmaker.base.errors import SpecError
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.printing.pages.page_kinds import BlankPage
from bookmaker.printing.styles import style
from bookmaker.publishing.book.making import estimate
from bookmaker.publishing.book.making.books import book_of
from bookmaker.publishing.book.making.editions import Interior
from bookmaker.publishing.book.making.estimate import Expected, expected
from bookmaker.publishing.book.pages.assemble import Assembled
from bookmaker.publishing.book.pages.book import Book
from bookmaker.publishing.book.pages.page_fit import page_setup
from bookmaker.publishing.book.spec.spec_file import Spec

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n"
MADE = "puzzles: {count: 2, difficulty: easy}"
ANY = "puzzles: {count: 2, difficulty: any}"
FILE = "puzzles: {from: p.txt}"
MENDED = "puzzles: {from: p.txt, repair: reject}"
FEWER = "puzzles: {from: p.txt, repair: reject, count: 1}"
LESSON = "lesson: x-wing, practice: 3"
BARE = "front_matter: [title-page]\n"


def spec_of(folder: Path, *sections: str, more: str = "") -> Spec:
    (folder / "p.txt").write_text(PUZZLE * 3)
    listed = "".join(f"- {{title: S{at}, {keys}}}\n" for at, keys in enumerate(sections))
    return loaded(folder, f"book: {{title: T}}\nprint: {{for: [kdp, lulu]}}\n{more}sections:\n{listed}")


class Planned:
    """What the pages are planned with. Each plan has so many pages as there are hints and examples, and ten."""

    def __init__(self) -> None:
        self.bounds: list[tuple[bool, str]] = []
        self.plans: list[tuple[Any, ...]] = []

    def assemble(self, book: Book, sections: Sequence[Sequence[GradedPuzzle]], shown: Any, *more: Any) -> Any:
        self.plans.append((book, sections, shown, *more))
        worked, hints, taught = more
        count = 10 + len(worked) + len(hints) + sum(map(len, taught.values()))
        return Assembled((BlankPage(look=style.find()),) * count, 2, (), (), (), ())

    def interiors(self, spec: Spec, sections: Any, plan: Any, lenient: bool, bound: str) -> list[Interior]:
        self.bounds.append((lenient, bound))
        book = book_of(spec)
        return [Interior(book, page_setup(book), plan(book), (f"note {number // 2}",)) for number in range(3)]


@pytest.fixture
def planned(monkeypatch: pytest.MonkeyPatch) -> Planned:
    found = Planned()
    monkeypatch.setattr(estimate, "assemble", found.assemble)
    monkeypatch.setattr(estimate, "planned", found.interiors)
    return found


@pytest.mark.parametrize(
    ("sections", "more", "exact", "bound"),
    [
        ((MADE,), "", True, "exact"),
        ((MADE, MADE), "", True, "exact"),
        # The rules explain the levels that occur.
        ((ANY,), "", False, "least"),
        ((MADE, ANY), "", False, "least"),
        ((ANY,), BARE, True, "exact"),
        ((FILE,), "", False, "least"),
        ((FILE,), BARE, True, "exact"),
        # Puzzles that cannot be mended are left out, unless the spec says how many there are.
        ((MENDED,), BARE, False, "none"),
        ((MENDED,), "", False, "none"),
        ((FEWER,), BARE, False, "least"),
        ((MADE, MENDED), "", False, "none"),
        ((MENDED.replace("reject", "add-givens"),), BARE, False, "none"),
        ((FEWER.replace("reject", "add-givens"),), BARE, False, "least"),
        ((LESSON,), BARE, False, "least"),
        ((MADE,), "hints: {}\n", False, "least"),
        ((MADE,), "techniques: {place: back}\n", False, "least"),
    ],
)
def test_pages_are_sure_only_where_nothing_depends_on_the_puzzles(
    sections: tuple[str, ...], more: str, exact: bool, bound: str, planned: Planned, tmp_path: Path
) -> None:
    found = expected(spec_of(tmp_path, *sections, more=more), lenient=bool(more))
    assert found.exact is exact
    assert planned.bounds == [(bool(more), bound)]
    assert found.notes == ("note 0", "note 1")
    assert len(found.interiors) == 3 and found.likely == ()


def test_stand_ins_are_as_many_as_the_spec_says_and_those_of_files_are_their_puzzles(
    planned: Planned, tmp_path: Path
) -> None:
    found = expected(spec_of(tmp_path, MADE, FILE, "puzzles: {from: p.txt, count: 2}", LESSON, more=BARE))
    assert [len(section) for section in found.sections] == [2, 3, 2, 3]
    assert [bool(any(section[0].puzzle.givens)) for section in found.sections] == [False, True, True, False]
    (_, sections, shown, worked, hints, taught), *_ = planned.plans
    assert [tuple(section) for section in sections] == [*found.sections]
    assert (shown, worked, hints, taught) == (None, (), [], {3: []})


def test_the_rules_show_a_puzzle_of_the_most_frequent_kind(planned: Planned, tmp_path: Path) -> None:
    six = "puzzles: {count: 2, size: 6, difficulty: easy}"
    for sections, kind in (
        ((six, MADE), ("classic", 6)),
        ((MADE, six), ("classic", 9)),
        ((MADE, six, six), ("classic", 6)),
        ((MADE, "puzzles: {count: 3, kind: x, difficulty: easy}"), ("x", 9)),
    ):
        planned.plans.clear()
        expected(spec_of(tmp_path, *sections))
        ground = planned.plans[0][2].puzzle.geometry
        assert (ground.kind, ground.size) == kind


def test_hints_are_planned_as_short_as_they_can_be(planned: Planned, tmp_path: Path) -> None:
    found = expected(spec_of(tmp_path, MADE, ANY, more="hints: {}\n"))
    hints = planned.plans[0][4]
    assert len(hints) == 4 and all(len(one.said) == 1 for one in hints)
    assert len(found.interiors[0].assembled.interior) == 14


def test_likely_pages_are_no_fewer_than_those_that_are_sure(
    planned: Planned, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[int] = []

    def parts(
        spec: Spec, puzzles: Sequence[GradedPuzzle], example: Any
    ) -> tuple[list[Any], list[Any], Mapping[int, Any]]:
        calls.append(len(puzzles))
        return example()

    monkeypatch.setattr(estimate, "likely_parts", parts)
    spec = spec_of(tmp_path, MADE, LESSON, more="hints: {}\n")

    def more(*_: Any) -> Any:
        return ["w"] * 3, ["h"] * 5, {1: ["t"] * 2}

    def fewer(*_: Any) -> Any:
        return [], ["h"], {}

    assert expected(spec, example=more).likely == (20, 20, 20)
    assert expected(spec, example=fewer).likely == (15, 15, 15)
    assert calls == [5, 5]
    assert expected(spec).likely == ()
    # Where all is sure nothing is likely.
    assert expected(spec_of(tmp_path, MADE), example=more).likely == ()
    assert calls == [5, 5]


def test_files_that_cannot_be_read_are_faults_of_the_spec(planned: Planned, tmp_path: Path) -> None:
    spec = spec_of(tmp_path, FILE)
    (tmp_path / "p.txt").write_text("53..7")
    with pytest.raises(SpecError) as caught:
        expected(spec)
    assert str(caught.value.faults[0].place).endswith("p.txt:1:1")
    assert planned.plans == []


def test_what_is_expected_is_what_is_planned(tmp_path: Path) -> None:
    """Without anything put in its place: each printer has its interior, with the pages of the book."""
    found: Expected = expected(spec_of(tmp_path, "puzzles: {count: 30, size: 4, difficulty: easy}, layout: one-up"))
    assert [one.name for one in found.interiors] == ["interior-kdp.pdf", "interior-lulu.pdf"]
    assert found.exact
    assert all(len(one.assembled.places) == 30 for one in found.interiors)
