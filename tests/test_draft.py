"""How many puzzles a draft makes: as many as stand on its pages, found by planning again. Nothing is made or drawn here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from book_data import loaded

from bookmaker.base.errors import OutputError, SpecError
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.printing.pages.page_kinds import BlankPage
from bookmaker.printing.styles import style
from bookmaker.publishing.book.making import draft as drafts
from bookmaker.publishing.book.making.books import book_of
from bookmaker.publishing.book.making.stock import as_graded
from bookmaker.publishing.book.pages.assemble import Assembled, Place
from bookmaker.publishing.book.pages.page_fit import page_setup
from bookmaker.publishing.book.spec.puzzle_keys import Generated
from bookmaker.publishing.book.spec.spec_file import Lesson, Section, Spec
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n"
FRONT = 4


@dataclass
class Bench:
    """What a draft asks of the rooms that make puzzles and plan pages.

    ``pages``: where the puzzles stand, from their number and the last section whose lessons are made.
    """

    pages: Callable[[int, int | None], list[int]] = lambda count, until: [FRONT + 1 + at for at in range(count)]
    made: list[list[int | None]] = field(default_factory=list)
    until: list[int | None] = field(default_factory=list)
    planned: list[list[int]] = field(default_factory=list)
    of_files: int = 2
    total: int = 40

    def fill(
        self, sections: Sequence[Section], seed: int, jobs: int, progress: Any, *_: Any, **__: Any
    ) -> list[list[GradedPuzzle]]:
        counts: list[int | None] = []
        for section in sections:
            own = section.practice if isinstance(section, Lesson) else None
            counts.append(section.puzzles.count if isinstance(section.puzzles, Generated) and own is None else own)
        self.made.append(counts)
        progress(sum(count or 0 for count in counts), 99)
        one = as_graded(Puzzle(geometry(), bytes(81)))
        return [[one] * (self.of_files if count is None else count) for count in counts]

    def plan(
        self,
        spec: Spec,
        sections: Sequence[Sequence[GradedPuzzle]],
        jobs: int,
        memory: Any,
        until: int | None,
    ) -> Assembled:
        self.until.append(until)
        assert len(self.until) < 9, "it is planned again and again"
        self.planned.append([len(section) for section in sections])
        places = [Place(page - FRONT, 1, page) for page in self.pages(sum(map(len, sections)), until)]
        blank = BlankPage(look=style.find())
        return Assembled((blank,) * self.total, FRONT, (), (), (), tuple(places))


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Bench:
    found = Bench()
    monkeypatch.setattr(drafts.stock, "fill_sections", found.fill)
    monkeypatch.setattr(drafts, "plan", found.plan)
    return found


@pytest.fixture
def spec(tmp_path: Path) -> Spec:
    """Five puzzles, two of a file, a lesson with four, and three."""
    (tmp_path / "p.txt").write_text(PUZZLE)
    return loaded(
        tmp_path,
        f"book: {{title: T, author: A}}\noutput: {tmp_path}/out\n"
        "sections:\n- {title: A, puzzles: {count: 5}}\n- {title: B, puzzles: {from: p.txt}}\n"
        "- {title: C, lesson: x-wing, practice: 4}\n- {title: D, puzzles: {count: 3}}\n",
    )


@pytest.mark.parametrize(
    ("most", "made", "until"),
    [
        (FRONT - 1, [[0, None, 0, 0]], [0]),
        (FRONT, [[0, None, 0, 0]], [0]),
        (FRONT + 1, [[0, None, 0, 0], [1, None, 0, 0]], [0, 1]),
        (FRONT + 3, [[0, None, 0, 0], [3, None, 0, 0]], [0, 1]),
        (FRONT + 5, [[0, None, 0, 0], [5, None, 0, 0]], [0, 1]),
        (FRONT + 6, [[0, None, 0, 0], [5, None, 0, 0]], [0, 2]),
        (FRONT + 8, [[0, None, 0, 0], [5, None, 1, 0]], [0, 3]),
        (FRONT + 13, [[0, None, 0, 0], [5, None, 4, 2]], [0, 4]),
        (99, [[0, None, 0, 0], [5, None, 4, 3]], [0, 4]),
        (None, [[5, None, 4, 3]], [None]),
    ],
)
def test_only_puzzles_on_the_first_pages_are_made(
    most: int | None, made: list[list[int | None]], until: list[int | None], bench: Bench, spec: Spec
) -> None:
    found = drafts.draft(spec, most, 1, lambda *_: None)
    assert (bench.made, bench.until) == (made, until)
    # Stand-ins fill each section up.
    assert bench.planned == [[5, 2, 4, 3]] * len(made)
    assert found.made == sum(2 if count is None else count for count in made[-1])
    assert (found.puzzles, found.total, found.front) == (14, 40, FRONT)
    assert len(found.pages) == min(40 if most is None else most, 40)
    assert found.setup.gutter == page_setup(book_of(spec)).inside(40)
    assert found.setup.trim == page_setup(book_of(spec)).trim


def test_puzzles_that_are_made_are_kept_where_pages_move(bench: Bench, spec: Spec) -> None:
    """With their lessons planned, the puzzles stand a page later: three are made for what has room for two."""
    bench.pages = lambda count, until: [FRONT + 1 + bool(until) + at for at in range(count)]
    drafts.draft(spec, FRONT + 3, 1, lambda *_: None)
    assert bench.made == [[0, None, 0, 0], [3, None, 0, 0]]
    # And where they stand earlier, more are made, until it stays so.
    bench.made.clear()
    bench.until.clear()
    bench.pages = lambda count, until: [FRONT + 3 - min(until or 0, 2) + at for at in range(count)]
    drafts.draft(spec, FRONT + 4, 1, lambda *_: None)
    assert bench.made == [[0, None, 0, 0], [2, None, 0, 0], [3, None, 0, 0]]
    assert bench.until == [0, 1, 1]


def test_lessons_are_made_for_no_more_sections_than_the_pages_reach(bench: Bench, spec: Spec) -> None:
    """With the lessons of two sections the second begins too late: it is planned again with those of one."""
    bench.pages = lambda count, until: [FRONT + 1 + at + (3 if until and at >= 5 else 0) for at in range(count)]
    drafts.draft(spec, FRONT + 6, 1, lambda *_: None)
    assert bench.until == [0, 2, 1]
    assert bench.made[1:] == [[5, None, 0, 0]] * 2


def test_a_file_of_which_no_puzzle_is_left_has_no_page(bench: Bench, spec: Spec) -> None:
    bench.of_files = 0
    drafts.draft(spec, FRONT + 5, 1, lambda *_: None)
    assert bench.made[-1] == [5, None, 0, 0] and bench.until[-1] == 2


def test_the_progress_of_making_is_told(bench: Bench, spec: Spec) -> None:
    told: list[tuple[Any, ...]] = []
    drafts.draft(spec, FRONT + 2, 1, lambda *at: told.append(at))
    assert told == [("puzzles", 0, 99), ("puzzles", 2, 99)]


@pytest.mark.parametrize(("most", "pages", "front"), [(3, 3, 3), (FRONT, 4, 4), (9, 9, 4), (60, 40, 4)])
def test_a_draft_is_written_beside_the_book(
    most: int, pages: int, front: int, bench: Bench, spec: Spec, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[tuple[Any, ...]] = []

    def document(*arguments: Any) -> bytes:
        calls.append(arguments)
        return b"%PDF"

    monkeypatch.setattr(drafts, "pdf_document", document)
    told: list[tuple[Any, ...]] = []
    path, made = drafts.write_draft(spec, most, 1, lambda *at: told.append(at))
    assert path == spec.destination / "draft.pdf" and path.read_bytes() == b"%PDF"
    ((shown, setup, metadata, numbered, name),) = calls
    assert (len(shown), numbered, name) == (pages, front, "draft.pdf")
    assert (shown, setup) == (made.pages, made.setup)
    assert (metadata.title, metadata.author) == ("T", "A")
    assert told[-1] == ("pages", 0, 1)


def test_a_draft_is_not_written_into_the_folder_of_another_book(bench: Bench, spec: Spec) -> None:
    spec.destination.mkdir(parents=True)
    (spec.destination / "manifest.json").write_text('{"title": "Other"}')
    with pytest.raises(OutputError, match="another book"):
        drafts.write_draft(spec, 3, 1)
    assert bench.made == [] and not (spec.destination / "draft.pdf").exists()


def test_a_spec_that_cannot_be_printed_has_no_draft(bench: Bench, tmp_path: Path) -> None:
    page = "design: {style: classic}\npage: {trim: 4x6in}"
    wide = f"{page}\nsections: [{{title: A, puzzles: {{size: 16, count: 1}}, layout: four-up}}]\n"
    for text in ("sections: [{title: 本, puzzles: {count: 1}}]\n", wide):
        with pytest.raises(SpecError):
            drafts.draft(loaded(tmp_path, f"book: {{title: T}}\n{text}"), 5, 1, lambda *_: None)
    assert bench.made == []
