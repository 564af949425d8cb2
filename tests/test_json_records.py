"""What commands print with ``--json`` is one object a thing, as its schema says: every field is named there, none is missing."""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path

import jsonschema
import pytest
from conftest import PUZZLE, Run, check_records

from bookmaker.api.record_schemas import RECORDS, VERSION, json_schema
from bookmaker.cli.arguments import whole_parser

SMALL = "...4.3....2..2.3"
KILLER = (
    '{"puzzle": "................", "kind": "killer", "cages": [{"sum": 7, "cells": ["r1c1", "r1c2", "r2c1"]}, '
    '{"sum": 8, "cells": ["r1c3", "r1c4", "r2c4"]}, {"sum": 7, "cells": ["r2c2", "r3c2"]}, {"sum": 3, "cells": ["r2c3", '
    '"r3c3"]}, {"sum": 4, "cells": ["r3c1", "r4c1"]}, {"sum": 5, "cells": ["r3c4", "r4c4"]}, '
    '{"sum": 6, "cells": ["r4c2", "r4c3"]}]}'
)
SPEC = (
    "book: {title: T}\nseed: 1\ncover: {design: pencil}\nprint: {for: [kdp]}\n"
    "sections: [{title: A, puzzles: {count: 30, size: 4}}]\n"
)
INPUTS = ("small.txt", "killer.jsonl", "broken.txt")


def _declared() -> dict[str, set[str]]:
    """The commands that print each record."""
    found: dict[str, set[str]] = {}

    def look(made: argparse.ArgumentParser, name: str) -> None:
        for record in made.get_default("records") or ():
            found.setdefault(record, set()).add(name)
        for action in made._actions:
            for word, inner in action.choices.items() if isinstance(action, argparse._SubParsersAction) else ():
                look(inner, f"{name} {word}".strip())

    look(whole_parser(), "")
    return found


def test_the_page_lists_every_record_with_the_commands_that_print_it() -> None:
    page = (Path(__file__).parent.parent / "docs" / "json.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `([a-z-]+)` \| (.*?) \|", page.partition("## What commands print")[2], re.MULTILINE))
    assert {name for name in RECORDS if name not in rows and f"`{name}`" not in page} == set()
    for record, commands in _declared().items():
        assert record in RECORDS
        missing = {name for name in commands if not re.search(rf"`{name}\b", rows[record])}
        assert record == "verify" or not missing, (record, missing)


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "small.txt").write_text(f"{SMALL}\n")
    (tmp_path / "killer.jsonl").write_text(f"{KILLER}\n")
    (tmp_path / "broken.txt").write_text(f"1..1............\n{SMALL[:-1]}x\n................\n")
    (tmp_path / "book.yaml").write_text(SPEC)
    (tmp_path / "volume.yaml").write_text(f"{SPEC}series: {{name: S, volume: 1}}\n")
    (tmp_path / "wrong.yaml").write_text(SPEC.replace("size: 4", "size: 5, colour: red"))
    return tmp_path


@pytest.mark.parametrize("name", RECORDS)
def test_every_schema_is_one_and_has_a_version(name: str, run: Run) -> None:
    schema = json.loads(run("schema", "--record", name).out)
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema == json_schema(name) and schema["$id"] == f"bookmaker/{name}/{VERSION}"
    assert all(field["description"].endswith(".") for field in schema["properties"].values())


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("solve", ["solve", *INPUTS]),
        ("solve", ["solve", "--stats", "small.txt"]),
        ("grade", ["grade", *INPUTS]),
        ("grade", ["grade", "--publish", PUZZLE]),
        ("verify", ["verify", *INPUTS]),
        ("fix", ["fix", "small.txt", "broken.txt"]),
        ("fix", ["fix", "--method", "frequency", "--all-chains", "...4.3.........."]),
        ("generate", ["generate", "--count", "2", "--size", "4"]),
        ("generate", ["generate", "--count", "1", "--size", "4", "--no-grade", "-d", "any"]),
        ("explain", ["explain", "small.txt", "broken.txt"]),
        ("hint", ["hint", "small.txt"]),
        ("canon", ["canon", *INPUTS]),
        ("technique", ["techniques"]),
        ("technique", ["techniques", "x-wing"]),
        ("kind", ["kinds"]),
        ("style", ["styles"]),
        ("written", ["init", "new"]),
        ("bench", ["bench", "small.txt"]),
        ("design", ["cover"]),
        ("convert", ["convert", "--to", "ipuz", *INPUTS]),
        ("convert", ["convert", "small.txt", "-o", "small.ipuz"]),
        ("answer", ["answers", *INPUTS]),
        ("render", ["render", "small.txt", "-o", "small.pdf"]),
        ("check", ["check", "book.yaml", "wrong.yaml"]),
        ("edited", ["set", "book.yaml", "book.title=Other", "--unset", "design"]),
        ("edited", ["move", "book.yaml", "sections[0]", "0"]),
        ("completions", ["complete", "book.yaml:1:1"]),
        ("meaning", ["complete", "book.yaml:1:2", "--explain"]),
        ("daily", ["daily", "--from", "2027-01-01", "--days", "2", "--size", "4", "--week", "easy", "-o", "days"]),
    ],
)
def test_what_is_printed_is_as_its_schema_says(name: str, words: list[str], files: Path, run: Run) -> None:
    done = run(*words, "--json")
    assert name in check_records(words, done.out)


def test_puzzles_are_as_their_schema_says(files: Path, run: Run) -> None:
    for line in run("convert", "--to", "jsonl", *INPUTS[:2]).out.splitlines():
        jsonschema.validate(json.loads(line), json_schema("puzzle"))


def test_books_and_banks(files: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bookmaker.publishing.book.making.cover.FRONT_HEIGHT", 60)
    code = json.loads(run("puzzles", "book.yaml", "--json").out.splitlines()[0])["code"]
    for name, words in (
        ("other-puzzle", ["another", "book.yaml", code, "--show", "1"]),
        ("build", ["build", "book.yaml"]),
        ("build", ["build", "book.yaml"]),  # Nothing has changed.
        ("locked", ["lock", "book.yaml"]),
        ("series", ["series", "volume.yaml", "--volumes", "1-1"]),
        ("proof", ["proof", "build/book/interior-kdp.pdf"]),
        ("booklet", ["booklet", "build/book/interior-kdp.pdf"]),
        ("book-puzzle", ["puzzles", "book.yaml"]),
        ("cover", ["cover", "book.yaml"]),
        ("bank-add", ["bank", "add", "b.bank", *INPUTS]),
        ("bank-where", ["bank", "where", "b.bank", "small.txt"]),
        ("bank-find", ["bank", "find", "b.bank"]),
        ("bank-export", ["bank", "export", "b.bank", "-o", "all.csv.zst"]),
        ("convert", ["bank", "export", "b.bank", "-o", "all.jsonl"]),
        ("bank-stats", ["bank", "stats", "b.bank"]),
        ("bank-check", ["bank", "check", "b.bank"]),
        ("bank-regrade", ["bank", "regrade", "b.bank"]),
        ("catalogue", ["catalogue", "book.yaml", "--bank", "c.bank"]),
        ("stock", ["stock", "--bank", "c.bank", "--count", "1", "--size", "4"]),
    ):
        done = run(*words, "--json")
        assert name in check_records(words, done.out)
