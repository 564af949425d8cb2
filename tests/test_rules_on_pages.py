"""The rule of a kind stands above its puzzles: on loose sheets and in the block of a day, in the language of the page."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pypdfium2
import pytest
from conftest import Run

KINDS = Path(__file__).parent / "data" / "every_kind.jsonl"
KNIGHT = {
    "de": "Im Anti-Springer-Sudoku",
    "en": "In an Anti-Knight Sudoku",
    "es": "En el sudoku anticaballo",
    "ru": "В судоку «Без хода коня»",
}


def only(path: Path, *kinds: str) -> None:
    lines = KINDS.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join(line for kind in kinds for line in lines if json.loads(line).get("kind") == kind))


def pages(path: str) -> list[str]:
    with pypdfium2.PdfDocument(path) as document:
        texts = [page.get_textpage().get_text_bounded() for page in document]
    return [re.sub(r"\s+", " ", text.replace("\ufffe", "-")) for text in texts]


@pytest.mark.parametrize("code", KNIGHT)
def test_a_sheet_has_the_rule_of_its_kind(run: Run, code: str) -> None:
    only(Path("one.jsonl"), "anti-knight")
    assert run("render", "one.jsonl", "-o", "one.pdf", "--language", code).code == 0
    (text,) = pages("one.pdf")
    assert KNIGHT[code] in text
    # Answers need no rule, and who prints it elsewhere leaves it out.
    assert run("render", "one.jsonl", "-o", "two.pdf", "--language", code, "--answers").code == 0
    assert run("render", "one.jsonl", "-o", "three.pdf", "--language", code, "--no-rules").code == 0
    assert KNIGHT[code] not in " ".join([*pages("two.pdf"), *pages("three.pdf")])


def test_rules_of_several_kinds_name_their_puzzles(run: Run) -> None:
    only(Path("some.jsonl"), "anti-knight", "kropki", "x")
    assert run("render", "some.jsonl", "-o", "some.pdf").code == 0
    (text,) = pages("some.pdf")
    assert "Puzzle 1: In an Anti-Knight Sudoku" in text and "Puzzle 2: In a Kropki" in text
    # A page that has no room for them has them on a page before it.
    assert run("render", "some.jsonl", "-o", "small.pdf", "--trim", "105x120mm", "--layout", "one-up").code == 0
    found = pages("small.pdf")
    assert found[0].startswith("How to play") and "Puzzle 2: In a Kropki" in " ".join(found[:-3])
    assert "Sudoku" not in " ".join(found[-3:])


@pytest.mark.sampled(2)
@pytest.mark.parametrize("code", KNIGHT)
def test_a_day_has_the_rule_of_its_kind(run: Run, code: str) -> None:
    words = ("daily", "--from", "2027-02-01", "--days", "1", "--week", "anti-knight:easy", "--seed", "1", "--jobs", "1")
    made = run(*words, "--formats", "pdf,json", "--language", code, "-o", "one")
    assert made.code == 0, made.err
    (text,) = pages("one/2027-02-01.pdf")
    assert KNIGHT[code] in text
    assert KNIGHT[code] in json.loads(Path("one/2027-02-01.json").read_bytes())["rules"][0]
    assert run(*words, "--language", code, "--no-rules", "-o", "two").code == 0
    assert KNIGHT[code] not in pages("two/2027-02-01.pdf")[0]


def test_a_block_without_room_for_its_rule_is_refused(run: Run) -> None:
    words = ("daily", "--from", "2027-02-01", "--days", "1", "--week", "anti-knight:easy", "--seed", "1", "--jobs", "1")
    told = run(*words, "--trim", "60x90mm", "-o", "one")
    assert told.code == 2 and "or leave out the rules with --no-rules" in told.err
    assert run(*words, "--trim", "60x90mm", "--no-rules", "-o", "one").code == 0
