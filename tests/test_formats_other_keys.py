"""Keys of JSON objects beside those that are read: taken for rules, refused, or passed over without a word."""

from __future__ import annotations

import json
from typing import Any

import pytest
from formats_data import NUMBERS, PUZZLE, found, refused

from bookmaker.puzzles.rules import KINDS

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
    {"region": {"country": "DE", "state": "BY"}},
    {"arrowKeys": ["up", "down"], "region": "EU", "layout": "wide"},
]
SAID: list[tuple[dict[str, Any], str]] = [
    ({"constraints": [{"type": "antiknight"}]}, "anti-knight"),
    ({"variants": ["x", "windoku"]}, "x+windoku"),
    ({"type": "anti-knight"}, "anti-knight"),
    ({"antiKnight": True}, "anti-knight"),
    ({"anti_king": True}, "anti-king"),
    ({"variant": "Sudoku X"}, "x"),
    ({"rules": "Normal sudoku rules apply. Anti-knight."}, "anti-knight"),
    ({"constraints": {"rows": True, "nonConsecutive": True, "antiKing": False}}, "non-consecutive"),
    ({"gameType": "Hyper Sudoku", "diagonal": True}, "x+windoku"),
]
UNKNOWN: list[dict[str, Any]] = [
    {"rules": "Cells a knight's move apart hold different digits."},
    {"rules": "Each row, column and diagonal contains the digits 1-9."},
    {"variant": "killer"},
    {"variant": "gobbledygook"},
    {"constraints": [{"type": "antiknight", "cells": [[1, 2]]}]},
    {"constraints": {"rows": True, "diagonals2": True}},
    {"evenSquares": ["r1c1"]},
    {"signs": [[1, 2]]},
    {"sums": [[1, 2]]},
    {"lines": [[1, 2, 3]]},
    {"boxes": [[1, 2, 3, 4, 5, 6, 7, 8, 10]]},
    {"xsums": [{"cell": "R1C0", "value": "20"}]},
    {"variant": "jigsaw"},
    {"variant": "thermo"},
    {"kropki": True},
]
REFUSED: list[dict[str, Any]] = [
    {"thermos": [["r1c1", "r1c2"], "and more"]},
    {"cagedCells": [[3, 0, 1]]},
    {"regionMap": ["111222333"] * 9},
    {"extraRegions": {"0": [1, 2, 3]}},
    {"arrows": [{"circle": "r1c3", "tip": "r1c5", "shaft": ["r1c4"]}]},
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


@pytest.mark.parametrize(("extra", "kind"), SAID, ids=str)
def test_a_key_that_names_rules_is_taken_for_them(extra: dict[str, Any], kind: str) -> None:
    for text in _texts(extra):
        (puzzle,) = puzzles = found(text)
        assert (str(puzzle), puzzle.geometry.kind) == (PUZZLE, kind) and not puzzles.faults
        assert any("is taken for" in note.message for note in puzzles.notes)


@pytest.mark.parametrize("extra", UNKNOWN, ids=str)
def test_what_may_change_the_puzzle_and_is_not_known_is_a_fault(extra: dict[str, Any]) -> None:
    for text in _texts(extra):
        puzzles = found(text)
        assert not puzzles and len(puzzles.faults) == 1


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "classic"])
def test_no_kind_that_is_named_is_read_as_classic(kind: str) -> None:
    for text in _texts({"variant": kind.replace("-", " ").title()}):
        assert all(puzzle.geometry.kind == kind for puzzle in found(text))


@pytest.mark.parametrize("extra", REFUSED, ids=str)
def test_cells_of_a_rule_are_refused(extra: dict[str, Any]) -> None:
    (key,) = extra
    for text in _texts(extra):
        assert f'it has "{key}", which is not known here' in refused(text)


def test_a_rule_is_noted_once_in_a_text() -> None:
    lines = [json.dumps({"puzzle": PUZZLE, "variant": "anti-knight"}) for _ in range(5)]
    puzzles = found("\n".join(lines) + "\n")
    assert len(puzzles) == 5 and len(puzzles.notes) == 1


def test_what_the_puzzle_is_need_not_be_noted() -> None:
    cages = [{"sum": 8, "cells": ["r1c1", "r1c2"]}]
    for extra in ({"killer": True}, {"variant": "killer"}, {"type": "Killer Sudoku"}):
        assert not found(json.dumps({"givens": PUZZLE, "cages": cages, **extra})).notes


def test_objects_within_objects() -> None:
    inner = {"values": NUMBERS}
    for rule, kind in (("knight", "anti-knight"), ("gobbledygook", "")):
        for item in (
            {"level": {"rules": rule, **inner}},
            {"rules": rule, "level": inner},
            {"rules": rule, "levels": [{"grid": inner}]},
            {"variant": rule, **inner},
            {"variant": rule, "puzzles": [inner]},
        ):
            puzzles = found(json.dumps(item))
            assert [puzzle.geometry.kind for puzzle in puzzles] == ([kind] if kind else [])
            assert len(puzzles.faults) == (not kind)
    several = {"diagonal 1": NUMBERS, "diagonal2": NUMBERS[::-1], "answers": [[1] * 9] * 9}
    assert len(found(json.dumps(several))) == 2
    # What is read as the puzzle is not a rule, whatever its name.
    for item in ({"layouts": [NUMBERS]}, {"layout": NUMBERS}, {"layout": {"cells": NUMBERS}}):
        assert not found(json.dumps(item)).faults


def test_an_object_around_several_puzzles() -> None:
    several = {"puzzles": [{"givens": PUZZLE}, {"givens": PUZZLE}]}
    assert not found(json.dumps({"title": "Two", **several})).notes
    for text in (
        json.dumps({"variant": "anti-knight", **several}),
        json.dumps({"kind": "anti-knight", **several}, indent=1),
    ):
        assert [puzzle.geometry.kind for puzzle in found(text)] == ["anti-knight"] * 2
    puzzles = found(json.dumps({"kind": "thermometers", **several}))
    assert not puzzles and puzzles.faults


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
    for extra in ({"operation": "x"}, {"op": ["+"] * 6 + ["*", "+"]}):
        (puzzle,) = found(_cages(**extra))
        assert puzzle.geometry.kind == "calcudoku" and len(puzzle.clues) == 6 and puzzle.given_count == 2
    for extra in ({"rule": "consecutive digits"}, {"op": "^"}):
        assert not found(_cages(**extra)) and len(found(_cages(**extra)).faults) == 1
    deep = '{"sum": 3, "cells": ' + "[" * 480 + "0, 1" + "]" * 480 + "}"
    refused(f"[{', '.join([deep] * 5)}]\n")
    (puzzle,) = found(json.dumps({"size": 4, "cages": json.loads(_cages(operator="*"))}))
    assert puzzle.geometry.kind == "calcudoku"
