"""What other programs' formats hold of every kind of puzzle: the table of docs/formats.md, kind by kind."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from conftest import every_kind, scaled

from bookmaker import formats
from bookmaker.formats.base.format import barrier, losses
from bookmaker.formats.found.unknown_text import RECOGNISERS
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import arrangements

_SEVERAL = set(arrangements())


def _puzzles() -> dict[str, Puzzle]:
    found = every_kind()
    return {puzzle.geometry.kind: puzzle for puzzle in found}


_REFUSED = {
    "sudokupad": set(),
    "f-puzzles": _SEVERAL,
    "iss": _SEVERAL,
    "grid": _SEVERAL,
}
_HELD = {
    "sgt": {
        *("classic", "killer", "jigsaw", "x", "killer-x"),
        # Not the calcudoku of the list: it has givens inside cages, and Keen has none.
        *("skyscraper-square", "futoshiki", "consecutive-square"),
    },
    "penpa": {"classic", "killer", "thermometers", "arrow"},
    "sudokuwiki": {"classic", "killer", "jigsaw", "x", "toroidal"},
}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", [*_REFUSED, *_HELD])
def test_each_kind_is_written_and_read_or_refused(name: str) -> None:
    puzzles, format = _puzzles(), formats.FORMATS[name]
    held = {
        kind
        for kind, puzzle in puzzles.items()
        if not barrier(puzzle, format) and "kind" not in "".join(losses(puzzle, format))
    }
    assert held == _HELD.get(name, set(puzzles) - _REFUSED.get(name, set()))
    for kind in sorted(held):
        assert formats.parse(formats.render([puzzles[kind]], name)) == [puzzles[kind]], kind


def test_penpa_loses_the_kind_of_a_grid_and_says_so() -> None:
    format = formats.FORMATS["penpa"]
    lost = {kind: list(losses(puzzle, format)) for kind, puzzle in _puzzles().items() if not barrier(puzzle, format)}
    grids = {kind for kind, said in lost.items() if any(f"has to be read with --kind {kind}" in one for one in said)}
    assert {"x", "windoku", "anti-knight", "non-consecutive", "anti-diagonal", "argyle"} <= grids
    assert not grids & _HELD["penpa"]
    for kind in sorted(grids - {"killer-x"})[:: scaled(5, 1)]:
        (again,) = formats.parse(formats.render([_puzzles()[kind]], "penpa"), kind=kind)
        assert again == _puzzles()[kind]


def test_clues_that_are_not_there_tell_no_kind() -> None:
    """Without any arrow nothing in penpa's link says that arrows are the rule; a format with a word for the kind can hold it."""
    puzzle = formats.parse(
        '{"kind": "arrow", "size": 6, "clues": [], "givens": "1...3...2...4...1...1...5...2...6..."}'
    )[0]
    assert barrier(puzzle, formats.FORMATS["penpa"]) == "penpa knows arrow by clues, and this puzzle has none"
    assert not barrier(puzzle, formats.FORMATS["json"])


def test_the_page_lists_the_order_of_trial() -> None:
    page = (Path(__file__).parent.parent / "docs/formats.md").read_text("utf-8")
    listed = page.partition("\n## The order of trial\n")[2].partition("\n## ")[0]
    assert re.findall("(?m)^- (.*)$", listed) == [one.name for one in RECOGNISERS]
