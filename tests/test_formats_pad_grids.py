"""Several grids that share cells in links of SudokuPad."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from conftest import every_kind

from bookmaker import formats
from bookmaker.base.errors import BookmakerError, UsageError
from bookmaker.formats.apps import sudokupad
from bookmaker.formats.base import lz
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import arrangements, geometry


def _puzzles() -> list[Puzzle]:
    found = every_kind()
    return [puzzle for puzzle in found if puzzle.geometry.overlapping]


def _samurai() -> Puzzle:
    return next(puzzle for puzzle in _puzzles() if puzzle.geometry.kind == "samurai")


def _read(made: dict[str, Any]) -> Puzzle:
    (puzzle,) = formats.parse(sudokupad.ADDRESS + lz.pack(json.dumps(made)))
    return puzzle


def test_every_arrangement_is_written_and_read_with_its_answer_and_its_name() -> None:
    assert {puzzle.geometry.kind for puzzle in _puzzles()} == set(arrangements())
    for puzzle in _puzzles():
        named = replace(puzzle, name="Five at a time")
        (again,) = formats.parse(formats.render([named], "sudokupad"))
        assert (again, again.answer, again.name) == (named, named.answer, named.name), puzzle.geometry.kind


def test_what_stands_in_a_link_of_a_samurai() -> None:
    made = sudokupad.fields_of(_samurai())
    assert [len(row) for row in made["cells"]] == [21] * 21
    assert len(made["regions"]) == 41
    # Five grids have nine rows and nine columns each.
    assert [cage["cells"] for cage in made["cages"]][:1] == [[[0, column] for column in range(9)]]
    assert len(made["cages"]) == 90
    assert all(cage["hidden"] and cage["unique"] and cage["type"] == "rowcol" for cage in made["cages"])
    # Four patches of three by six, two on each side at the edges.
    covered = sorted((patch["center"], patch["height"], patch["width"]) for patch in made["overlays"])
    assert covered == [([3.0, 10.5], 6, 3), ([10.5, 3.0], 3, 6), ([10.5, 18.0], 3, 6), ([18.0, 10.5], 6, 3)]
    assert made["metadata"]["norowcol"] is True


@pytest.mark.parametrize("kind", ["samurai+x", "samurai+anti-knight"])
def test_other_rules_on_several_grids_are_refused_by_name(kind: str) -> None:
    ground = geometry(kind)
    with pytest.raises(UsageError, match="sudokupad cannot hold puzzles of the kind"):
        formats.render([Puzzle(ground, bytes(ground.cell_count))], "sudokupad")
    with pytest.raises(UsageError, match="f-puzzles cannot hold grids that share cells"):
        formats.render([Puzzle(ground, bytes(ground.cell_count))], "f-puzzles")


def _without_a_row(made: dict[str, Any]) -> None:
    del made["cages"][0]


def _with_a_line(made: dict[str, Any]) -> None:
    made["lines"] = [{"wayPoints": [[0, 0], [9, 9]]}]


def _with_a_patch(made: dict[str, Any]) -> None:
    made["overlays"].append({"center": [1, 1], "width": 1, "height": 1})


def _with_a_given_beside(made: dict[str, Any]) -> None:
    made["cells"][0][10] = {"value": 4}


def _with_a_cage(made: dict[str, Any]) -> None:
    made["cages"].append({"cells": [[0, 7], [0, 8]], "unique": True, "value": "5"})


def _without_rows(made: dict[str, Any]) -> None:
    made["cells"] = 4


def _with_a_strange_cage(made: dict[str, Any]) -> None:
    made["cages"].append("x")


def _with_half_the_rows(made: dict[str, Any]) -> None:
    del made["cells"][10:]


def _with_a_short_row(made: dict[str, Any]) -> None:
    made["cells"][0].pop()


def _with_bare_numbers(made: dict[str, Any]) -> None:
    made["cells"][0] = [cell.get("value", 0) for cell in made["cells"][0]]


def _with_a_rule_as_a_text(made: dict[str, Any]) -> None:
    made["cages"].append({"value": "antiknight: true"})


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("change", "message"),
    [
        (_without_a_row, '"norowcol" with houses that are not known here'),
        (_with_a_line, 'it draws "lines"'),
        (_with_a_patch, 'it draws "overlays"'),
        (_with_a_given_beside, r"cells\[0\]\[10\]: a given where no cell is"),
        (_with_a_cage, r"cages\[90\]: a cage on several grids"),
        (_without_rows, "are not rows of cells"),
        (_with_a_strange_cage, "regions and cages that are not lists"),
        (_with_half_the_rows, "cells: 10 rows; the board has 21"),
        (_with_a_short_row, r"cells\[0\]: a row that has not 21 cells"),
        (_with_bare_numbers, r"cells\[0\]\[0\]: a cell that is not an object"),
        (_with_a_rule_as_a_text, 'the rule "antiknight", which is not known here on several grids'),
    ],
)
def test_another_board_is_refused(change: Callable[[dict[str, Any]], None], message: str) -> None:
    made = json.loads(json.dumps(sudokupad.fields_of(_samurai())))
    assert _read(made) == _samurai()
    change(made)
    with pytest.raises(BookmakerError, match=message):
        _read(made)


@pytest.mark.parametrize("word", ["antiknight", "antiking", "diagonal+", "fogofwar", "foglight"])
def test_a_rule_in_words_on_several_grids_is_refused(word: str) -> None:
    made = sudokupad.fields_of(_samurai())
    assert _read({**made, "metadata": {**made["metadata"], word: False}}) == _samurai()
    with pytest.raises(BookmakerError, match=f'it has the rule "{re.escape(word)}", which is not known here'):
        _read({**made, "metadata": {**made["metadata"], word: True}})


@pytest.mark.parametrize("key", ["thermos", "foo", "foglight", "arrows"])
def test_whatever_else_stands_in_the_link_of_several_grids_is_refused(key: str) -> None:
    with pytest.raises(BookmakerError, match=f'it (has|draws) "{key}", whose meaning'):
        _read({**sudokupad.fields_of(_samurai()), key: [[0, 0]]})


def test_a_solution_of_several_grids_is_whole_or_has_gaps_or_is_wrong() -> None:
    made = sudokupad.fields_of(_samurai())
    whole = made["metadata"]["solution"]

    def read(solution: object) -> Puzzle:
        return _read({**made, "metadata": {**made["metadata"], "solution": solution}})

    assert read(whole).answer == _samurai().answer
    assert [read(gaps).answer for gaps in ("." + whole[1:], "?" * 441, "")] == [None] * 3
    for wrong, message in (
        (whole[:-1], "a solution that has not 441 signs"),
        ("123", "a solution that has not 441 signs"),
        ([1, 2], "a solution that has not 441 signs"),
        ("0" + whole[1:], "solution: .0. is not a digit"),
    ):
        with pytest.raises(BookmakerError, match=message):
            read(wrong)
