"""``docs/json.md`` is what is read and written: each example there is read, proper, and written back as it stands."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from conftest import Run

import bookmaker
from bookmaker.formats import FORMATS, parse
from bookmaker.puzzles.rules import CLUES, RULES

PAGE = (Path(__file__).parent.parent / "docs" / "json.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```json\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("text", EXAMPLES)
def test_every_example_is_read_and_written_back(text: str) -> None:
    (puzzle,) = parse(text)
    assert bookmaker.verify(puzzle).status == "proper"
    shown: dict[str, Any] = json.loads(text)
    written = "jsonl" if "puzzle" in shown else "json"
    assert json.loads(bookmaker.write(puzzle, written)) == shown
    assert all(key == "givens" or f"| `{key}` |" in PAGE for key in shown)
    for name in FORMATS["jsonl"].name, FORMATS["json"].name:
        assert parse(bookmaker.write(puzzle, name)) == [puzzle]


def test_an_example_of_each_sort() -> None:
    shown = [parse(text)[0] for text in EXAMPLES]
    assert {CLUES[clue.kind].shape for one in shown for clue in one.clues} == {kind.shape for kind in CLUES.values()}
    assert any(one.cages for one in shown) and any(one.geometry.overlapping for one in shown)
    assert any(one.geometry.regions for one in shown)


def test_the_table_has_every_clue() -> None:
    rows = re.findall(r"^\| (`.*?) \| (`.*?) \| (.*?) \| ?(.*?) ?\|$", PAGE.partition("## All clues")[2], re.MULTILINE)
    listed = {kind: (rules, bool(value)) for kinds, rules, _, value in rows for kind in re.findall(r"`(.*?)`", kinds)}
    known = {
        name: (
            ", ".join(f"`{rule.name}`" for rule in RULES.values() if name in {one.name for one in rule.clues}),
            kind.value is not None,
        )
        for name, kind in CLUES.items()
    }
    assert {name: (set(rules.split(", ")), value) for name, (rules, value) in listed.items()} == {
        name: (set(rules.split(", ")), value) for name, (rules, value) in known.items()
    }


def test_rows_of_several_grids_in_a_list() -> None:
    (puzzle,) = (one for text in EXAMPLES if (one := parse(text)[0]).geometry.overlapping)
    wide = 1 + max(column for _, column in puzzle.geometry.places)
    rows = [[" "] * wide for _ in range(1 + max(row for row, _ in puzzle.geometry.places))]
    for (row, column), digit in zip(puzzle.geometry.places, puzzle.givens, strict=True):
        rows[row][column] = str(digit) if digit else "."
    assert parse(json.dumps({"kind": puzzle.geometry.kind, "puzzle": list(map("".join, rows))})) == [puzzle]


def test_what_commands_print_has_these_fields(run: Run) -> None:
    for kind in ("x", "killer", "even-odd", "jigsaw"):
        made = json.loads(run("generate", "--kind", kind, "--size", "5" if kind == "jigsaw" else "4", "--json").out)
        (puzzle,) = parse(json.dumps(made))
        assert {**made, **json.loads(bookmaker.write(puzzle))} == made
