"""Keys of JSON objects beside those that are read: refused, noted, or passed over without a word."""

from __future__ import annotations

import json
from typing import Any

import pytest
from formats_data import NUMBERS, PUZZLE, found, refused

SILENT: list[dict[str, Any]] = [
    {"title": "Monday", "author": "A. N. Other", "difficulty": "hard", "id": 12, "time": 300, "date": "2026-01-01"},
    {"event": "final", "timeline": [1, 2, 3], "ranking": [[1, 2]], "making": "of", "barcode": "978"},
    {"rules": "Normal Sudoku rules apply."},
    {"rules": ["row", "column", "box"]},
    {"constraints": []},
    {"variant": "classic"},
    {"variant": None},
    {"type": "daily"},
    {"antiKnight": False},
    {"box": [3, 3]},
    {"boxes": {"height": 3, "width": 3}},
    {"box_height": 3, "lines": 9},
    {"box breaker": [[1, 2], [3, 4]]},
    {"arrow": ""},
    {"kind": "classic"},
    {"deadline": [[1, 2, 3]], "kindness": "all"},
    {"variant": "9x9", "shape": "9 x 9", "boxSize": "3x3", "clueSource": "web"},
    {"constraints": {"rows": True, "cols": True, "boxes": True}},
    {"constraints": [{"type": "row"}, {"type": "column"}, {"type": "box"}]},
    {"rules": "Each row, column and 3x3 box contains the digits 1-9 exactly once."},
    {"rules": {"antiKnight": False}},
]
NOTED: list[dict[str, Any]] = [
    {"rules": "Cells a knight's move apart hold different digits."},
    {"constraints": [{"type": "antiknight"}]},
    {"variant": "killer"},
    {"variants": ["x", "windoku"]},
    {"type": "anti-knight"},
    {"antiKnight": True},
    {"anti_king": True},
    {"evenCells": ["r1c1"]},
    {"signs": [[1, 2]]},
    {"sums": [[1, 2]]},
    {"rules": "Each row, column and diagonal contains the digits 1-9."},
    {"constraints": {"rows": True, "diagonals2": True}},
    {"lines": [[1, 2, 3]]},
    {"boxes": [[1, 2, 3, 4, 5, 6, 7, 8, 10]]},
    {"xsums": [{"cell": "R1C0", "value": "20"}]},
]
REFUSED: list[dict[str, Any]] = [
    {"thermos": [["r1c1", "r1c2"]]},
    {"Cages": [{"sum": 3, "cells": ["r1c1", "r1c2"]}]},
    {"killer_cages": [[3, 0, 1]]},
    {"regionMap": ["111222333"] * 9},
    {"extraRegions": {"0": [1, 2, 3]}},
    {"arrows": [{"circle": "r1c3", "shaft": ["r1c4"]}]},
    {"sandwichsums": [{"cell": "R1C0", "value": "20"}]},
    {"germanwhispers": [[1, 2]]},
    {"Clues": [[1]]},
    {"inequalities": [["r1c1", "r1c2"]]},
    {"greaterThan": [[[0, 0], [0, 1]]]},
    {"rowClues": [1, 2, 3]},
    {"littlekillersum": [{"cell": "R1C0", "value": "20"}]},
]


def _texts(extra: dict[str, Any]) -> list[str]:
    """As a puzzle under a usual name and under another one, as a line of its own and in a list."""
    objects = [{"givens": PUZZLE, **extra}, {"values": NUMBERS, **extra}]
    return [json.dumps(one) + "\n" for item in objects for one in (item, [item])]


@pytest.mark.parametrize("extra", SILENT, ids=str)
def test_keys_that_say_nothing_of_the_puzzle_make_no_noise(extra: dict[str, Any]) -> None:
    for text in _texts(extra):
        puzzles = found(text)
        assert [str(puzzle) for puzzle in puzzles] == [PUZZLE]
        assert not puzzles.faults
        assert not [note for note in puzzles.notes if "may change" in note.message]


@pytest.mark.parametrize("extra", NOTED, ids=str)
def test_keys_that_may_change_the_puzzle_are_noted(extra: dict[str, Any]) -> None:
    (key,) = extra
    for text in _texts(extra):
        puzzles = found(text)
        assert [str(puzzle) for puzzle in puzzles] == [PUZZLE]
        (note,) = [note for note in puzzles.notes if "may change" in note.message]
        assert f'"{key}"' in note.message


@pytest.mark.parametrize("extra", REFUSED, ids=str)
def test_cells_of_a_rule_are_refused(extra: dict[str, Any]) -> None:
    (key,) = extra
    for text in _texts(extra):
        assert f'it has "{key}", which is not known here' in refused(text)


@pytest.mark.parametrize(
    "extra", [{"region": {"country": "DE", "state": "BY"}}, {"arrowKeys": ["up", "down"]}], ids=str
)
def test_lists_without_cells_are_no_cells_of_a_rule(extra: dict[str, Any]) -> None:
    assert [str(puzzle) for puzzle in found(json.dumps({"givens": PUZZLE, **extra}))] == [PUZZLE]


def test_a_key_is_noted_once_in_a_text() -> None:
    lines = [json.dumps({"puzzle": PUZZLE, "variant": f"knight {at}"}) for at in range(5)]
    puzzles = found("\n".join(lines) + "\n")
    assert len(puzzles) == 5 and len(puzzles.notes) == 1


def test_what_the_puzzle_is_need_not_be_noted() -> None:
    cages = [{"sum": 8, "cells": ["r1c1", "r1c2"]}]
    for extra in ({"killer": True}, {"variant": "killer"}, {"type": "Killer Sudoku"}):
        assert not found(json.dumps({"givens": PUZZLE, "cages": cages, **extra})).notes


def test_objects_within_objects() -> None:
    inner = {"values": NUMBERS}
    for item in (
        {"level": {"rules": "knight", **inner}},
        {"rules": "knight", "level": inner},
        {"variant": "knight", **inner},
    ):
        (note,) = [note for note in found(json.dumps(item)).notes if "may change" in note.message]
        assert "knight" in note.message
    several = {"diagonal 1": NUMBERS, "diagonal2": NUMBERS[::-1], "answers": [[1] * 9] * 9}
    assert len(found(json.dumps(several))) == 2
    assert not [note for note in found(json.dumps({"layouts": [NUMBERS]})).notes if "may change" in note.message]
    # What is read as the puzzle need not be noted, whatever its name.
    assert not [note for note in found(json.dumps({"layout": NUMBERS})).notes if "may change" in note.message]
    assert not [
        note for note in found(json.dumps({"layout": {"cells": NUMBERS}})).notes if "may change" in note.message
    ]


def test_an_object_around_several_puzzles() -> None:
    several = {"puzzles": [{"givens": PUZZLE}, {"givens": PUZZLE}]}
    assert not found(json.dumps({"title": "Two", **several})).notes
    (note,) = found(json.dumps({"rules": "No knight's moves.", **several})).notes
    assert '"rules"' in note.message


# A Killer of 4×4.
CAGES = [(3, [0, 1]), (7, [2, 3]), (10, [4, 5, 8, 9]), (3, [6, 7]), (4, [12]), (3, [13]), (7, [10, 11]), (3, [14, 15])]


def _cages(**extra: Any) -> str:
    """A list of cages, each with other keys; of a list there, each cage has one value."""
    items = [
        {key: value[at] if isinstance(value, list) else value for key, value in extra.items()}
        | {"sum": total, "cells": cells}
        for at, (total, cells) in enumerate(CAGES)
    ]
    return json.dumps(items) + "\n"


def test_keys_of_cages() -> None:
    plain = found(_cages())
    for extra in (
        {"id": list(range(8))},
        {"name": [f"cage {at}" for at in range(8)], "color": "#ff0000"},
        {"id": list(range(90000, 90008))},
        {"type": "killer"},
        {"operation": "+"},
        {"unique": True},
    ):
        puzzles = found(_cages(**extra))
        assert list(puzzles) == list(plain) and not puzzles.notes and not puzzles.faults
    for extra in ({"operation": "x"}, {"op": ["+"] * 6 + ["*", "+"]}, {"rule": "consecutive digits"}):
        puzzles = found(_cages(**extra))
        assert list(puzzles) == list(plain)
        (note,) = puzzles.notes
        assert f'"{next(iter(extra))}"' in note.message
    deep = '{"sum": 3, "cells": ' + "[" * 480 + "0, 1" + "]" * 480 + "}"
    refused(f"[{', '.join([deep] * 5)}]\n")
    (note,) = found(json.dumps({"size": 4, "cages": json.loads(_cages(operator="-"))})).notes
    assert '"operator"' in note.message


def test_a_kind_above_a_list_of_puzzles_is_noted_in_every_layout() -> None:
    made = {"kind": "thermometers", "puzzles": [{"givens": PUZZLE}, {"givens": PUZZLE}]}
    for text in (json.dumps(made), json.dumps(made, indent=1)):
        puzzles = found(text)
        assert len(puzzles) == 2
        (note,) = [note for note in puzzles.notes if "may change" in note.message]
        assert '"kind"' in note.message
