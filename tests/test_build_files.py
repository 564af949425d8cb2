"""Books of puzzles from files: what is mended, left out, refused, and what stands beside a number."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from conftest import PUZZLE, SOLUTION, Run

import bookmaker
from bookmaker.base.errors import InputError
from bookmaker.cli import main
from bookmaker.printing.pages.page_kinds import GridsPage
from bookmaker.publishing.book.making import book_examples, stock
from bookmaker.publishing.book.making.books import book_of
from bookmaker.publishing.book.making.build import MANIFEST, build
from bookmaker.publishing.book.pages.assemble import assemble
from bookmaker.publishing.book.spec import spec_file as specs


def test_puzzles_that_are_made_differ_from_those_that_were_sent_in(run: Run) -> None:
    # Of 4x4 puzzles with four givens so few are symmetric that a repeat would be certain.
    wish = "{size: 4, count: 12, symmetry: quarter-turn, givens: {max: 8}}"
    Path("a.yaml").write_text(f"book: {{title: A}}\nsections: [{{title: B, puzzles: {wish}}}]\n")
    assert run("build", "--no-proof", "a.yaml").code == 0
    first = [puzzle["givens"] for puzzle in json.loads(Path("build/a", MANIFEST).read_bytes())["puzzles"]]
    Path("sent.txt").write_text("\n".join(first))
    for order in ((wish, "{from: sent.txt}"), ("{from: sent.txt}", wish)):
        sections = "".join(f"- {{title: B, puzzles: {puzzles}}}\n" for puzzles in order)
        Path("b.yaml").write_text(f"book: {{title: A}}\nsections:\n{sections}")
        assert run("build", "--no-proof", "b.yaml").code == 0
        both = [puzzle["givens"] for puzzle in json.loads(Path("build/b", MANIFEST).read_bytes())["puzzles"]]
        assert len(set(both)) == 24


def test_names_from_files_stand_beside_the_number(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    (tmp_path / "letters.txt").write_text(f"{line} # Ann\n")
    (tmp_path / "book.yaml").write_text(
        "book: {title: T}\nsections:\n  - {title: S, puzzles: {from: letters.txt}, layout: one-up}\n"
    )
    spec = specs.load(tmp_path / "book.yaml")
    sections = stock.fill_sections(spec.sections, spec.seed, 1, lambda *_: None)
    pages = assemble(book_of(spec), sections, book_examples.rule_example(sections, spec.seed)).interior
    labels = [slot.label for page in pages if isinstance(page, GridsPage) for slot in page.slots]
    assert labels == ["1 · Ann", "1"]
    (tmp_path / "letters.txt").write_text(f"{line} # 安\n")
    with pytest.raises(InputError, match=r"letters.txt:1:1: the fonts have no glyph for '安'"):
        build(spec, 1)


TEN = "59.....486.8...3.7...2.1.......4.....753.698.....9.......8.3...2.6...7.934.....65"


CLASH = "..9.7...5..21..9..1...28....7...5..1..851.....5....3.......3..68........21.....87"


LOOSE = (
    '{"name": "Cut", "cages": [{"sum": 10, "cells": ["r1c1", "r1c2", "r1c3", "r1c4"]}], "size": 4, '
    '"givens": "............3421"}'
)


SENT = f"{PUZZLE}\n{TEN} # Ann\n{CLASH}\n{LOOSE}\n"


def sent(repair: str, text: str = SENT, more: str = "") -> str:
    Path("sent.txt").write_text(text)
    Path("b.yaml").write_text(
        f"book: {{title: B}}\nsections: [{{title: S, layout: one-up, puzzles: {{from: sent.txt{repair}{more}}}}}]\n"
        "front_matter: []\n"
    )
    return "b.yaml"


def test_improper_puzzles_of_files_stop_the_build_unless_told_otherwise(run: Run) -> None:
    for repair in ("", ", repair: none"):
        assert run("build", sent(repair)).code == 5
        assert not Path("build/b").exists()
    told = run("check", sent(", repair: perhaps"))
    assert told.code == 3
    assert "`repair` must be" in told.err


def test_what_cannot_be_read_is_left_out_and_changes_the_exit_code(run: Run) -> None:
    told = run("build", sent("", f"A note that is not a puzzle.\n\n{PUZZLE}\n{PUZZLE[:70]}\n"))
    assert told.code == 4
    assert "sent.txt:4" in told.faults[0]
    assert "what could not be read is left out" in told.out
    assert len(json.loads(Path("build/b", MANIFEST).read_text())["puzzles"]) == 1
    told = run("build", sent("", f"A note that is not a puzzle.\n\n{PUZZLE}\n"))
    assert told.code == 0


def test_improper_puzzles_are_mended_or_left_out_and_listed(run: Run) -> None:
    told = run("build", sent(", repair: add-givens"))
    assert told.code == 0
    assert "2 mended, 1 left out" in told.out
    assert [fault.partition(": ")[0] for fault in told.faults] == ["sent.txt:2:1", "sent.txt:3:1", "sent.txt:4:1"]
    assert told.faults[0].endswith("mended: added r4c1=1, r6c9=2; proven the fewest")
    assert told.faults[1].endswith("left out of the book")
    made = json.loads(Path("build/b", MANIFEST).read_text())
    assert [one["source"] for one in made["puzzles"]] == ["sent.txt:1", "sent.txt:2", "sent.txt:4"]
    mended, rejected, cut = made["repairs"]
    assert (mended["section"], mended["name"], mended["givens"], mended["status"]) == ("S", "Ann", TEN, "several")
    assert mended["result"] == made["puzzles"][1]["givens"] != TEN
    assert [one["cell"] for one in mended["added"]] == ["r4c1", "r6c9"]
    assert rejected["result"] is None
    assert rejected["status"] == "broken"
    assert cut["cages"] or cut["added"]
    assert sorted(cell for cage in made["puzzles"][2]["cages"] for cell in cage["cells"]) == [
        "r1c1",
        "r1c2",
        "r1c3",
        "r1c4",
    ]
    assert all(verdict.status == "proper" for verdict in map(bookmaker.verify, stocked_puzzles(made)))


def test_a_puzzle_without_a_given_is_left_out_and_none_is_made_of_it(run: Run) -> None:
    empty = json.dumps({"kind": "classic", "givens": "." * 81})
    told = run("build", sent(", repair: add-givens", f'{{"kind": "classic", "givens": "{PUZZLE}"}}\n{empty}\n'))
    assert "0 mended, 1 left out" in told.out and "has no given" in told.faults[0]
    made = json.loads(Path("build/b", MANIFEST).read_text())
    assert [one["givens"] for one in made["puzzles"]] == [PUZZLE]
    assert run("build", sent(", repair: add-givens", f"{empty}\n")).code != 0


def stocked_puzzles(made: dict[str, Any]) -> list[bookmaker.Puzzle]:
    lines = [
        json.dumps({key: one[key] for key in ("kind", "size", "givens", "cages") if key in one})
        for one in made["puzzles"]
    ]
    Path("made.json").write_text("\n".join(lines))
    return bookmaker.read("made.json")


def test_a_puzzle_that_was_not_mended_tells_why(run: Run) -> None:
    wrong = SOLUTION[1:] + SOLUTION[0]
    told = run("build", sent(", repair: add-givens", f"{PUZZLE}\n{TEN},{wrong}\n"))
    assert told.code == 0
    assert told.faults[0].startswith("sent.txt:2:1: ")
    assert "left out of the book (its answer is not a solution" in told.faults[0]


def test_wrong_sums_of_a_killer_are_mended_from_its_answer(run: Run) -> None:
    wrong = LOOSE.replace('"sum": 10', '"sum": 4').replace("Cut", "Sum")
    told = run(
        "build", sent(", repair: add-givens", f'{PUZZLE}\n{wrong[:-1]}, "answer": "1234431221433421"}}\n{wrong}\n')
    )
    assert told.code == 0
    assert "gave cages sums: 10 in r1c1 r1c2 r1c3 r1c4" in told.faults[0]
    assert told.faults[1].endswith("left out of the book")
    mended, left = json.loads(Path("build/b", MANIFEST).read_text())["repairs"]
    assert mended["sums"] == [{"cells": ["r1c1", "r1c2", "r1c3", "r1c4"], "from": 4, "to": 10}]
    assert left["result"] is None


def test_rejected_puzzles_are_left_out(run: Run) -> None:
    told = run("build", sent(", repair: reject"))
    assert told.code == 0
    assert "0 mended, 3 left out" in told.out
    made = json.loads(Path("build/b", MANIFEST).read_text())
    assert [one["givens"] for one in made["puzzles"]] == [PUZZLE]
    assert [one["result"] for one in made["repairs"]] == [None] * 3
    assert run("build", sent(", repair: reject", f"{CLASH}\n")).code == 4
    told = run("build", sent(", repair: reject", more=", count: 2"))
    assert told.code == 3
    assert "`count` is 2, but `from` holds only 1, 3 not counted that cannot be mended" in told.err
    # No further than is needed.
    told = run("build", sent(", repair: reject", more=", count: 1"))
    assert (told.code, told.faults) == (0, [])


def test_check_reads_the_files_of_puzzles_as_a_build_does(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    good = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    (tmp_path / "one.txt").write_text(f"{good}\n")
    (tmp_path / "several.txt").write_text(f"{'.' * 80}1\n")
    spec = "book: {title: T}\nsections:\n- {title: A, puzzles: {from: one.txt}}\n- {title: B, puzzles: {from: FILE}}\n"
    for name, code, fault in (("one.txt", 4, "would be printed twice"), ("several.txt", 5, "cannot be used")):
        (tmp_path / "book.yaml").write_text(spec.replace("FILE", name))
        assert main(["check", "book.yaml"]) == code
        assert fault in capsys.readouterr().err
    (tmp_path / "book.yaml").write_text(spec.replace("from: FILE", "from: several.txt, repair: reject"))
    assert main(["check", "book.yaml"]) == 0
