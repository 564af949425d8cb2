"""Puzzles in YAML: what they say is read as the same data in JSON is, and other texts as before."""

from __future__ import annotations

import json

import pytest
import yaml
from conftest import PUZZLE
from formats_data import found

from bookmaker.base.errors import InputError
from bookmaker.formats import FORMATS, parse, render
from bookmaker.puzzles.grid.puzzle import Puzzle, cells_text

ROWS = [PUZZLE[at : at + 9] for at in range(0, 81, 9)]
THERMO = {"kind": "thermometer", "cells": ["r1c3", "r1c4"]}
CAGES = [{"sum": 3, "cells": ["r1c3", "r1c4"]}, {"sum": 15, "cells": [[8, 0], [8, 1]]}]
REGIONS = "".join(str(row // 3 * 3 + column // 3 + 1) for row in range(9) for column in range(9))

DATA = [
    {"kind": "thermometers", "givens": PUZZLE, "clues": [THERMO]},
    {"givens": PUZZLE, "kind": "thermometers", "clues": [THERMO], "name": "Seven", "author": "Jo"},
    {"kind": "windoku", "grid": ROWS},
    {"kind": "classic", "grid": [[int(cell) if cell != "." else 0 for cell in row] for row in ROWS]},
    {"name": "Nine", "kind": "killer", "cages": CAGES},
    {"kind": "jigsaw", "givens": PUZZLE, "regions": REGIONS},
    {"diagonals": True, "givens": PUZZLE.replace(".", "0")},
    [{"kind": "windoku", "givens": PUZZLE}, {"givens": PUZZLE}],
    {"title": "Two", "puzzles": [{"kind": "windoku", "givens": PUZZLE}, {"kind": "killer", "cages": CAGES}]},
]


def said(found: list[Puzzle]) -> list[object]:
    """All of puzzles but their places."""
    return [(one.geometry.kind, one.givens, one.clues, one.cages, one.geometry.regions, one.name) for one in found]


@pytest.mark.parametrize("data", DATA)
@pytest.mark.parametrize("flow", [None, False])
def test_yaml_is_read_as_the_same_data_in_json(data: object, flow: bool | None) -> None:
    text = yaml.safe_dump(data, default_flow_style=flow, sort_keys=False)
    assert said(parse(text)) == said(parse(json.dumps(data)))


def test_rows_in_a_block_blank_lines_comments_and_several_documents() -> None:
    rows = "".join(f"  {row}\n" for row in ROWS)
    text = f"# mine\n---\nkind: windoku\n\ngrid: |\n{rows}\n---\nkind: x\ngivens: {PUZZLE}\n"
    first, second = parse(text, "f")
    assert (first.geometry.kind, second.geometry.kind) == ("windoku", "x")
    assert cells_text(first.givens) == cells_text(second.givens) == PUZZLE
    assert str(second.source) == "f:17:1"


WRONG = {
    f"kind: thermometers\ngivens: {PUZZLE}\nclues:\n- {{kind: white, cells: [r1c1, r1c2]}}\n": "did you mean `white-dot`",
    f"kind: thermometers\ngivens: {PUZZLE}\nclues:\n- {{kind: thermometer, cells: [r1c3, r1c4]\n": "f:5:1: broken YAML",
    f"kind: thermo\ngivens: {PUZZLE}\n": "f:1:1: kind: there is no kind of puzzle 'thermo'",
    f"kind: x\nkind: windoku\ngivens: {PUZZLE}\n": 'the key "kind" comes twice',
    f"givens: {PUZZLE}\nextraregions:\n- [r1c3, r1c4]\n": '"extraregions", which is not known here',
    f"a: &a [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\nb: &b [{'*a, ' * 99}]\nc: &c [{'*b, ' * 99}]\nd: [{'*c, ' * 99}]\n"
    f"kind: x\ngivens: {PUZZLE}\n": "with its aliases this file has more than",
}


@pytest.mark.parametrize("text", WRONG)
def test_what_is_wrong_in_yaml_is_told(text: str) -> None:
    with pytest.raises(InputError) as raised:
        parse(text, "f")
    assert WRONG[text] in str(raised.value)
    assert len(raised.value.faults) == 1


def test_cages_in_lines_and_plain_grids_under_keys_are_read_as_before() -> None:
    [killer] = parse(json.dumps({"kind": "killer", "size": 9, "cages": CAGES, "givens": PUZZLE}))
    assert said(parse(render([killer], "cages"))) == said([killer])
    last = parse("kind: killer-x\ncages:\n- r1c1 r1c2: 3\n- r1c3 r1c4: 4\n- r2c1 r2c2: 5\n- r2c3 r2c4: 6\n")
    assert [len(puzzle.cages) for puzzle in last] == [4]
    none = parse("kind: killer\nsize: 9\ncages: []\n")
    assert said(none) == said(parse("kind: killer\nsize: 9\ncages: []\n", format="cages"))
    for text in (
        f"name: N\ngrid:\n{''.join(f'- {row}' + chr(10) for row in ROWS)}",
        f"puzzle: {PUZZLE}\npuzzle: {PUZZLE}\n",
    ):
        assert {cells_text(puzzle.givens) for puzzle in parse(text)} == {PUZZLE}
    # Parts of a file that are written one after another are documents, too.
    cages = FORMATS["cages"]
    assert len(parse(cages.between.join([cages.render([killer]), cages.render([killer])]))) == 2


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("variant: anti-knight", "anti-knight"),
        ("antiKnight: true", "anti-knight"),
        ("anti-knight: true", "anti-knight"),
        ("nonconsecutive: true", "non-consecutive"),
        ("constraints: [antiknight]", "anti-knight"),
        ("rules: no knight's move", ""),
        ("type: killer", ""),
        ("xv: [[r1c1, r1c2, V]]", ""),
        ("even: [r1c1]", "even-odd"),
    ],
)
def test_keys_that_may_change_the_puzzle_are_rules_or_faults(said: str, kind: str) -> None:
    for text in (f"{said}\ngivens: {PUZZLE}\n", f"givens: {PUZZLE}\n{said}\n"):
        puzzles = found(text)
        assert [(str(puzzle), puzzle.geometry.kind) for puzzle in puzzles] == ([(PUZZLE, kind)] if kind else [])
        assert len(puzzles.faults) == (not kind)


@pytest.mark.parametrize("strange", ["\x03", "\x08", "\x7f"])
def test_a_control_character_in_yaml_is_a_fault_where_it_stands(strange: str) -> None:
    """Both loaders end in an error of their own at such a character."""
    with pytest.raises(InputError, match="control character"):
        parse(f"kind: even-odd\nname: a{strange}b\ngivens: {PUZZLE}\nclues: []\n")
    # What need not be YAML is left to other readers, and what these say.
    with pytest.raises(InputError):
        parse(f'{{"kind": "x", "cages": [{strange}: "between"}}, {{"givens": 4\nend\n')


def _toml(cages: list[dict[str, object]]) -> str:
    return "".join(f"[[area]]\nfields = {cage['cells']}\nvalue = {cage['sum']}\n\n" for cage in cages)


def test_toml_is_read_as_the_same_data_in_json() -> None:
    killer = [{"cells": [[0, 0], [1, 0]], "sum": 9}, {"cells": [[8, 7], [8, 8]], "sum": 4}]
    # Nothing in such a file is the name of a rule.
    rows = "".join(f"[[sudoku]]\nrow = {['' if cell == '.' else cell for cell in row]}\n" for row in ROWS)
    (puzzle,) = found(rows + _toml(killer))
    assert cells_text(puzzle.givens) == PUZZLE and [cage.sum for cage in puzzle.cages] == [9, 4]
    lines = "\n".join(ROWS)
    (puzzle,) = found(f'[puzzle]\nvariant = "windoku"  # in a table\ngrid = """\n{lines}\n"""\n')
    assert (puzzle.geometry.kind, cells_text(puzzle.givens)) == ("windoku", PUZZLE)
    refused = found(f'[puzzle]\nconstraints = ["miracle"]\ngrid = """\n{lines}\n"""\n')
    assert not refused and refused.faults
    # What only begins like TOML is any other text.
    (puzzle,) = found(f"[Puzzle]\n{lines}\n[State]\n")
    assert cells_text(puzzle.givens) == PUZZLE
