"""Books that rise like a stair: givens that change evenly in a section, and stars that count the steps of the whole book."""

from __future__ import annotations

from pathlib import Path

import pytest
from book_data import loaded, refusal, section

from bookmaker.printing.canvases.canvas import Sheet
from bookmaker.printing.canvases.pdf import Metadata, PdfCanvas
from bookmaker.printing.grids.grid_drawing import puzzle_picture
from bookmaker.printing.pages import layouts
from bookmaker.printing.pages.labels import Labels, Slot
from bookmaker.printing.styles import style
from bookmaker.publishing.book.making import stock
from bookmaker.publishing.book.pages.slots import stair
from bookmaker.publishing.proof.ink import Pages
from bookmaker.publishing.proof.words import level_marks
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry


def test_givens_change_evenly_from_the_first_puzzle_to_the_last(tmp_path: Path) -> None:
    spec = loaded(tmp_path, "seed: 7\n" + section("puzzles: {size: 4, count: 7, givens: {from: 9, to: 7}}"))
    made = stock.in_order(spec.sections, spec.seed, stock.fill_sections(spec.sections, spec.seed, 1, lambda *_: None))
    assert [sum(map(bool, item.puzzle.givens)) for item in made[0]] == [9, 9, 8, 8, 8, 7, 7]


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("{from: 9}", "`from` needs `to` beside it"),
        ("{from: 9, to: 7, max: 9}", "`from` and `to` say all that `min` and `max` would"),
        ("{from: 9, to: 3}", "3 givens: no proper classic 4x4 puzzle has fewer than 4"),
    ],
)
def test_ends_that_no_puzzles_have_are_refused(tmp_path: Path, written: str, said: str) -> None:
    assert said in refusal(tmp_path, section(f"puzzles: {{size: 4, count: 7, givens: {written}}}"))[0]


def test_several_levels_leave_no_room_for_even_givens(tmp_path: Path) -> None:
    written = "puzzles: {count: 4, difficulty: easy-medium, givens: {from: 36, to: 30}}"
    assert "do not go with several levels" in refusal(tmp_path, section(written))[0]


def puzzles(size: int, givens: int, label: str = "easy") -> list[stock.GradedPuzzle]:
    ground = geometry("classic", size)
    return [stock.as_graded(Puzzle(ground, bytes(index < givens for index in range(ground.cell_count))), label)] * 2


def test_stars_count_the_steps_of_the_book() -> None:
    book = [puzzles(4, 12), puzzles(4, 9), puzzles(6, 18), puzzles(4, 9), puzzles(6, 14), puzzles(9, 36)]
    assert [section[0] for section in stair(book, 5)] == [(1, 5), (2, 5), (3, 5), (2, 5), (4, 5), (5, 5)]
    assert [section[0][0] for section in stair(book, 3)] == [1, 1, 2, 1, 2, 3]
    mixed = [[*puzzles(9, 30, "hard"), *puzzles(9, 30)]]
    assert [step for step, _ in stair(mixed, 4)[0]] == [2, 2, 1, 1]
    assert stair([puzzles(4, 12), puzzles(4, 12)], 4) == []


@pytest.mark.parametrize(("rank", "steps", "levels"), [(2, 4, False), (4, 4, True), (2, 0, True)])
def test_the_proof_takes_pale_stars_for_steps_and_not_for_levels(rank: int, steps: int, levels: bool) -> None:
    look = style.find("children")
    canvas = PdfCanvas(Metadata("t"), look)
    canvas.begin_page(Sheet(300, 100, (0, 0, 300, 100)))
    slot = Slot(puzzle_picture(geometry("classic", 9), bytes(81)), "1", marks=("stars",), rank=rank, steps=steps)
    labels = Labels.of(look, layouts.find("one-up", look), [slot], [260])
    labels.draw(canvas, slot, (20, 40, 280), (20, 0, 280, 100))
    canvas.end_page()
    (page,) = pages = Pages(canvas.finish(), "t.pdf")
    (mark,) = level_marks(page.areas)
    pages.close()
    assert (mark.rank, mark.stair, bool(mark.levels)) == (rank, not levels, levels)
