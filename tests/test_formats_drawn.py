"""Links of f-puzzles and SudokuPad with rules that these can only draw, and drawings that belong to a constraint."""

from __future__ import annotations

import json
from typing import Any

import pytest
from conftest import every_kind

from bookmaker import formats
from bookmaker.base.errors import BookmakerError, UsageError
from bookmaker.formats.apps import fpuzzles
from bookmaker.formats.base import lz
from bookmaker.puzzles.grid.geometry import Clue
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import CLUES, RULES, geometry

_DRAWN = [name for name, rule in RULES.items() if rule.sentence]


def _puzzles() -> dict[str, Puzzle]:
    found = every_kind()
    return {puzzle.geometry.kind: puzzle for puzzle in found}


def _object(puzzle: Puzzle) -> dict[str, Any]:
    made = json.loads(fpuzzles.unpack(fpuzzles.packed(puzzle)))
    assert isinstance(made, dict)
    return made


def _read(made: dict[str, Any]) -> Puzzle:
    (puzzle,) = formats.parse(fpuzzles.ADDRESS + lz.pack(json.dumps(made)))
    return puzzle


def _blank(**more: Any) -> dict[str, Any]:
    grid: list[list[dict[str, Any]]] = [[{} for _ in range(9)] for _ in range(9)]
    grid[0][0] = {"value": 4, "given": True}
    return {"size": 9, "grid": grid, **more}


def test_a_sign_opens_towards_the_greater_digit() -> None:
    ground = geometry(
        "greater-than", 9, None, [Clue("greater-than", pair) for pair in ((0, 1), (2, 1), (0, 9), (19, 10))]
    )
    made = _object(Puzzle(ground, bytes(81)))
    signs = {tuple(item["cells"]): item["value"] for item in made["text"]}
    assert signs == {("R1C1", "R1C2"): ">", ("R1C2", "R1C3"): "<", ("R1C1", "R2C1"): "∨", ("R2C2", "R3C2"): "∧"}
    assert made["ruleset"] == f"Normal sudoku rules apply.\n{RULES['greater-than'].sentence}"


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    "name", [name for name in _DRAWN if RULES[name].clues or (RULES[name].lines(9) and RULES[name].draws)]
)
def test_without_its_sentence_a_drawing_has_no_meaning(name: str) -> None:
    puzzle = next(puzzle for puzzle in _puzzles().values() if name in puzzle.geometry.rules)
    made = _object(puzzle)
    assert _read(made) == puzzle
    with pytest.raises(BookmakerError, match=r"not known here|drawn only"):
        _read({**made, "ruleset": "Normal sudoku rules apply."})


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", _DRAWN)
def test_a_drawing_that_none_of_the_rules_has_is_refused(name: str) -> None:
    made = _object(next(puzzle for puzzle in _puzzles().values() if name in puzzle.geometry.rules))
    for key, item in (
        ("text", {"cells": ["R1C1"], "value": "?"}),
        ("line", {"lines": [["R1C1", "R1C2"]]}),
        ("cage", {"cells": ["R1C1"]}),
    ):
        with pytest.raises(BookmakerError, match=r"not known here|drawn only"):
            _read({**made, key: [*made.get(key, []), item]})


@pytest.mark.parametrize(("total", "digit", "alike"), [(15, 3, False), (8, 3, True), (15, 7, True)])
def test_numbers_outside_that_may_be_of_two_rules_are_refused(total: int, digit: int, alike: bool) -> None:
    row = tuple(range(9))
    held = [Clue("outside-sum", row, (total,)), Clue("numbered-room", row[::-1], (digit,))]
    puzzle = Puzzle(geometry("outside-sums+numbered-rooms", 9, None, held), bytes(81))
    if not alike:
        assert formats.parse(formats.render([puzzle], "f-puzzles")) == [puzzle]
        return
    with pytest.raises(UsageError, match="whose drawings look alike"):
        formats.render([puzzle], "f-puzzles")


def test_drawings_of_a_constraint_are_passed_over_and_written() -> None:
    line = [["R1C1", "R1C2", "R1C3"]]
    owned = {"fromConstraint": "Slow Thermometer"}
    made = _blank(
        slowthermometer=[{"lines": line}],
        line=[{"lines": line, "outlineC": "#6495ED", "width": 0.3, **owned}],
        circle=[{"cells": ["R1C1"], "baseC": "#6495ED", "outlineC": "#6495ED", "width": 0.8, "height": 0.8, **owned}],
    )
    puzzle = _read(made)
    assert puzzle.clues == (Clue("slow-thermometer", (0, 1, 2)),)
    again = _object(puzzle)
    assert again.pop("ruleset").startswith("Normal sudoku rules apply.\nOn each hollow thermometer")
    assert again == made
    with pytest.raises(BookmakerError, match='"circle", which is not known here'):
        _read({**made, "circle": [{"cells": ["R5C5"]}]})


def test_each_constraint_of_the_extension_is_drawn_for_others() -> None:
    puzzles = _puzzles()
    for kind, key, count in (
        ("nabners", "line", 1),
        ("renban", "line", 1),
        ("x-sums", "text", 2),
        ("skyscrapers", "text", 2),
    ):
        made, puzzle = _object(puzzles[kind]), puzzles[kind]
        assert len(made[key]) == count * len(puzzle.clues)
        word = CLUES[puzzle.clues[0].kind].foreign["f-puzzles"].rstrip("#")
        assert {item["fromConstraint"].lower().replace(" ", "") for item in made[key]} == {word}


@pytest.mark.parametrize(
    ("key", "owned"),
    [
        ("line", {"lines": [["R1C1", "R1C2"]], "fromConstraint": "Whatever"}),
        ("line", {"lines": [["R5C1", "R5C2"]], "fromConstraint": "Renban"}),
        ("line", {"lines": [["R1C1", "R1C2", "R1C3"]], "fromConstraint": "German Whispers"}),
        ("line", {"lines": [], "fromConstraint": "Renban"}),
        ("circle", {"cells": ["R1C1"], "fromConstraint": "Renban"}),
        ("cage", {"cells": ["R1C1", "R1C2"], "value": "12", "fromConstraint": "Row Indexer"}),
        ("text", {"cells": ["R0C2"], "value": "12", "fromConstraint": "X Sum"}),
    ],
)
def test_a_drawing_of_a_constraint_that_is_not_in_the_link_is_refused(key: str, owned: dict[str, Any]) -> None:
    made = _blank(renban=[{"lines": [["R1C1", "R1C2", "R1C3"]]}], xsum=[{"cell": "R0C1", "value": "12"}])
    for whole in (made, _object(_read(made))):
        assert len(_read(whole).clues) == 2
        with pytest.raises(BookmakerError, match=r"not known here|drawn only"):
            _read({**whole, key: [*whole.get(key, []), owned]})


@pytest.mark.parametrize("field", ["angle", "fromConstraint", "opacity"])
def test_a_sign_with_another_field_has_no_meaning(field: str) -> None:
    made = _object(_puzzles()["greater-than"])
    first, *others = made["text"]
    assert _read({**made, "text": [{**first, field: 0}, *others]}) == _puzzles()["greater-than"]
    with pytest.raises(BookmakerError, match='"text", which is not known here'):
        _read({**made, "text": [{**first, field: 180}, *others]})


def test_the_sentence_of_a_rule_with_lines_stands_for_it_without_them() -> None:
    made = _object(_puzzles()["anti-diagonal"])
    del made["line"]
    assert _read(made) == _puzzles()["anti-diagonal"]


@pytest.mark.parametrize(
    ("kind", "more", "message"),
    [
        ("low-high", {"cells": ["r2c3"], "value": "△"}, r"text\[1\]: a second drawing at r2c3"),
        ("outside-sums", {"cells": ["R0C3"], "value": "9"}, r"text\[1\]: a second drawing at R0C3"),
        ("operations", {"cells": ["R1C2", "R1C1"], "value": "9+"}, r"cage\[1\]: a second drawing at R1C2 and R1C1"),
        ("greater-than", {"cells": ["R1C2", "R1C1"], "value": "<"}, r"text\[1\]: a second drawing at R1C2 and R1C1"),
    ],
)
def test_two_drawings_in_one_place_are_a_fault(kind: str, more: dict[str, Any], message: str) -> None:
    first = {
        "low-high": {"cells": ["R2C3"], "value": "▽"},
        "outside-sums": {"cells": ["R0C3"], "value": "8"},
        "operations": {"cells": ["R1C1", "R1C2"], "value": "8×"},
        "greater-than": {"cells": ["R1C1", "R1C2"], "value": ">"},
    }[kind]
    key = "cage" if kind == "operations" else "text"
    made = _blank(**{key: [first], "ruleset": RULES[kind].sentence})
    assert len(_read(made).clues) == 1
    with pytest.raises(BookmakerError, match=message):
        _read({**made, key: [first, more]})


def test_numbers_at_both_ends_of_a_row_are_two_clues() -> None:
    ends = [{"cells": [cell], "value": "8"} for cell in ("R3C0", "R3C10")]
    assert len(_read(_blank(text=ends, ruleset=RULES["outside-sums"].sentence)).clues) == 2


_NO_GRIDS = [{}, {"grid": None}, {"grid": []}, {"grid": [[{}]]}, {"grid": [[{}] * 9] * 8}]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("grid", _NO_GRIDS)
@pytest.mark.parametrize("name", _DRAWN)
def test_drawings_without_a_grid_are_a_fault(name: str, grid: dict[str, Any]) -> None:
    made = _object(next(puzzle for puzzle in _puzzles().values() if name in puzzle.geometry.rules))
    del made["grid"]
    with pytest.raises(BookmakerError, match=r"no grid has that size|no rows|a row that has not 8 cells"):
        _read({**made, **grid})


@pytest.mark.parametrize(
    "around",
    [
        "{}",
        "Normal sudoku rules apply. {}",
        "Digits may not repeat on the diagonals. {} Enjoy!",
        "1. Normal rules.\n2. {}\n- Do not guess.",
        "{} Can you solve it without guessing?",
        "{} It can be solved without guessing, and needs no rule that is not used elsewhere.",
        "Normal sudoku rules apply, except that there are letters. {}",
        "{} Digits repeat on no line, except that diagonals are free.",
        "Not all dots are given. {} Do not use a pencil.",
        "Rules: {}",
        "Normal rules apply:\n{}",
        '"{}"',
        "**{}**",
        "<p>Normal rules</p><p><b>{}</b></p>",
        "(2) {}",
    ],
)
def test_a_rule_is_said_where_its_sentence_stands_as_a_whole(around: str) -> None:
    made = _blank(text=[{"cells": ["R1C1", "R1C2"], "value": ">"}])
    sentence = RULES["greater-than"].sentence
    assert _read({**made, "ruleset": around.format(sentence)}).geometry.kind == "greater-than"


@pytest.mark.parametrize(
    "around",
    [
        "It is not so that: {}",
        "NOT: {}",
        "{} This does NOT apply.",
        "{} (This rule doesn't hold here.)",
        "The following rule is never used. {}",
        "Ignore this: {}",
        "Without the rule. {}",
        "{} That is wrong.",
        "{}!",
        "He said {}",
        "That is the opposite: {}",
        "Ignore this:\n{}",
        "**Without this rule.** {}",
        "{} Except in box 5.",
        "{} NOT.",
        "~~{}~~",
        "<s><p>{}</p></s>",
    ],
)
def test_a_sentence_that_is_denied_says_no_rule(around: str) -> None:
    made = _blank(text=[{"cells": ["R1C1", "R1C2"], "value": ">"}])
    with pytest.raises(BookmakerError, match="not known here"):
        _read({**made, "ruleset": around.format(RULES["greater-than"].sentence)})


def test_the_fault_says_which_sentence_is_expected() -> None:
    sentence = RULES["greater-than"].sentence
    made = _blank(text=[{"cells": ["R1C1", "R1C2"], "value": ">"}])
    for said in ("", "Normal rules.", f"Never: {sentence}", sentence.rstrip(".")):
        with pytest.raises(BookmakerError) as caught:
            _read({**made, "ruleset": said})
        assert f'must have this sentence by itself: "{sentence}"' in str(caught.value)


@pytest.mark.parametrize(
    "junk", ["x", 3, {"lines": []}, [3], [["R1C1"]], [{}], [{"lines": "R1C1"}], [{"lines": [[1]]}]]
)
def test_lines_that_are_none_are_not_passed_over(junk: Any) -> None:
    with pytest.raises(BookmakerError, match='it has "line", which is not known here'):
        _read(_blank(line=junk))
    assert _read(_blank(line=[{"lines": []}])).given_count == 1


@pytest.mark.sampled(10)
@pytest.mark.parametrize(
    "strange",
    [
        *(None, 3, "x", [None], [[]], [{"cells": 3}], [{"cells": ["R1C1"], "value": 3}]),
        *(
            [{"cells": [3], "value": "<"}],
            [{"cells": ["R0C1"], "value": "17"}],
            [{"cells": [[]], "fromConstraint": []}],
        ),
    ],
)
@pytest.mark.parametrize("key", ["text", "line", "cage", "circle"])
def test_strange_drawings_are_faults_unless_they_say_nothing(key: str, strange: Any) -> None:
    # Rules that no grid keeps together cannot all be said.
    said = "\n".join(RULES[name].sentence for name in _DRAWN if not RULES[name].bars & set(_DRAWN))
    made = _blank(**{key: strange, "ruleset": said})
    sound = not strange or (key == "text" and strange == [{"cells": ["R0C1"], "value": "17"}])
    for grid in ({}, *_NO_GRIDS):
        if grid or not sound:
            with pytest.raises(BookmakerError):
                _read({**made, **grid})
            continue
        puzzle = _read(made)
        assert _read(_object(puzzle)) == puzzle and puzzle.given_count == 1
