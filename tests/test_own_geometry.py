"""Grids begun, and answers, are read on the geometry of their puzzle: cells in reading order, whatever its rules are."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest
from conftest import every_kind

import bookmaker
from bookmaker import UsageError
from bookmaker.cli import main
from bookmaker.formats.reading import cells_on
from bookmaker.puzzles.grid.puzzle import Puzzle, cells_text

KINDS = Path(__file__).parent / "data" / "every_kind.jsonl"


@cache
def puzzles() -> list[Puzzle]:
    return [*every_kind()]


def of_kind(kind: str) -> Puzzle:
    return next(puzzle for puzzle in puzzles() if puzzle.geometry.kind == kind)


def drawn(cells: bytes, puzzle: Puzzle, outside: str) -> str:
    """Several grids as a text with this sign where no cell is."""
    ground = puzzle.geometry
    rows = [[outside] * ground.width for _ in range(ground.height)]
    for cell, symbol in enumerate(cells_text(cells)):
        row, column = ground.place(cell)
        rows[row][column] = symbol
    return "\n".join("".join(row).rstrip() for row in rows)


def test_the_cells_of_every_kind_are_read_in_reading_order() -> None:
    for puzzle in puzzles():
        assert puzzle.answer is not None
        for cells in (puzzle.givens, puzzle.answer):
            text = cells_text(cells)
            assert cells_on(text, puzzle.geometry, "grid") == cells
            assert cells_on(" ".join(text), puzzle.geometry, "grid") == cells


def test_several_grids_are_read_as_they_are_drawn() -> None:
    found = [puzzle for puzzle in puzzles() if puzzle.geometry.overlapping]
    assert len(found) > 5
    for puzzle in found:
        assert puzzle.answer is not None
        for outside in ". ":
            text = drawn(puzzle.answer, puzzle, outside)
            assert cells_on(text, puzzle.geometry, "grid") == puzzle.answer
            spaced = "\n".join(" ".join(row) for row in text.splitlines())
            assert cells_on(spaced, puzzle.geometry, "grid") == puzzle.answer
        if puzzle.geometry.cell_count < puzzle.geometry.width * puzzle.geometry.height:
            assert cells_on(drawn(puzzle.answer, puzzle, "1"), puzzle.geometry, "grid") is None


def test_frames_are_no_cells() -> None:
    puzzle = of_kind("jigsaw")
    text = cells_text(puzzle.givens)
    rows = ["|" + "|".join(text[at + part : at + part + 3] for part in (0, 3, 6)) + "|" for at in range(0, 81, 9)]
    line = "+---+---+---+"
    framed = "\n".join([line, *rows[:3], line, *rows[3:6], line, *rows[6:], line])
    assert cells_on(framed, puzzle.geometry, "grid") == puzzle.givens


@pytest.mark.parametrize("kind", ["jigsaw", "arrow", "kropki", "samurai", "calcudoku", "sandwich"])
def test_hints_go_on_from_a_grid_of_any_kind(kind: str) -> None:
    puzzle = of_kind(kind)
    told = bookmaker.hint(puzzle)
    assert told is not None
    again = bookmaker.hint(puzzle, so_far=cells_text(puzzle.givens))
    assert again is not None and again.text == told.text
    assert puzzle.answer is not None
    assert bookmaker.hint(puzzle, so_far=cells_text(puzzle.answer)) is None
    with pytest.raises(UsageError, match=f"of {len(puzzle.givens)} cells in reading order"):
        bookmaker.hint(puzzle, so_far="1...............")


def test_the_command_hint_reads_them_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number, line in enumerate(KINDS.read_text(encoding="utf-8").splitlines()):
        if json.loads(line).get("kind") in ("kropki", "samurai"):
            path = tmp_path / f"{number}.json"
            path.write_text(line, encoding="utf-8")
            assert main(["hint", str(path), "--so-far", json.loads(line)["puzzle"]]) == 0
            assert capsys.readouterr().out


def test_answers_of_any_kind_are_read() -> None:
    puzzle = of_kind("kropki")
    assert puzzle.answer is not None
    fixed = bookmaker.fix(puzzle, answer=cells_text(puzzle.answer))
    assert fixed.status == "proper"
    with pytest.raises(UsageError, match="81 digits 1 to 9 are wanted"):
        bookmaker.fix(puzzle, answer=cells_text(puzzle.givens))
    arrow = of_kind("arrow")
    assert arrow.answer is not None
    (made,) = bookmaker.generate(1, kind="arrow", solution=cells_text(arrow.answer))
    assert made.solution == arrow.answer
    answer = "1234523451345124512351234"
    (made,) = bookmaker.generate(1, "any", kind="latin", size=5, solution=answer)
    assert cells_text(made.solution) == answer
    told = bookmaker.hint(made.puzzle, so_far=str(made.puzzle))
    assert told is not None
