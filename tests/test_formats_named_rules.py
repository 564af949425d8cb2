"""Rules that words beside a grid name: taken where they make it proper, a fault where it is not proper without them."""

from __future__ import annotations

from pathlib import Path

import pytest
from formats_data import PUZZLE, found

from bookmaker import formats
from bookmaker.puzzles.grid.puzzle import Puzzle

DATA = Path(__file__).parent / "data"
_ALL = [one for line in (DATA / "every_kind.jsonl").read_text("utf-8").splitlines() for one in formats.parse(line)]
BARE = {
    one.geometry.kind: one
    for one in _ALL
    if one.geometry.kind in ("x", "anti-knight", "non-consecutive", "windoku") and one.geometry.size == 9
}


def rows(puzzle: Puzzle | str) -> str:
    return "".join(str(puzzle)[at : at + 9] + "\n" for at in range(0, 81, 9))


@pytest.mark.parametrize("kind", BARE)
@pytest.mark.parametrize("words", ["{} Sudoku\n\n", "# {} sudoku 12\n", "Dear editor,\n\nmy {} Sudoku:\n\n"])
def test_a_rule_that_is_named_above_a_grid_is_taken(kind: str, words: str) -> None:
    puzzle = BARE[kind]
    said = words.format(kind.title() if kind != "x" else "X")
    assert found(said + rows(puzzle)) == [puzzle]
    both = found(f"{said}{rows(puzzle)}\n\nClassic\n\n{rows(PUZZLE)}")
    assert [one.geometry.kind for one in both] == [kind, "classic"]


@pytest.mark.parametrize("name", ["Killer Sudoku", "Jigsaw", "Kropki", "Thermometers", "Samurai"])
def test_a_rule_whose_cages_or_clues_are_not_there_is_a_fault(name: str) -> None:
    text = f"{name} 3\n\n{rows(BARE['windoku'])}"
    puzzles = found(text)
    assert not puzzles and "whose rule was not read" in puzzles.faults[0].message


def test_a_grid_that_is_proper_without_the_rule_is_taken_as_it_is() -> None:
    for name in ("Killer of the week", "X Sudoku", "Jigsaw"):
        (one,) = found(f"{name}\n\n{rows(PUZZLE)}")
        assert str(one) == PUZZLE and one.geometry.kind == "classic"
