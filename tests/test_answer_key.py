"""The printed answer key: whose answer each is, and the steps to it in their numbers."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from conftest import PUZZLE, SOLUTION, Run

from bookmaker.base import language
from bookmaker.formats import parse
from bookmaker.logic.verify.check import check
from bookmaker.printing.pages.page_kinds import GridsPage, TextPage
from bookmaker.printing.styles.style import find, names
from bookmaker.printing.text.text_blocks import Paragraph
from bookmaker.publishing.documents.answer_key import Answer, json_lines, json_list, pages, table, text
from bookmaker.publishing.documents.sheets import find_layout


def test_names_and_numbered_steps_are_printed() -> None:
    (puzzle,) = parse(PUZZLE)
    way = ("Naked single: r1c1 is 1", "Naked single: r1c2 is 2", "X-wing", "Naked single: r2c1 is 3")
    verdict = check(puzzle)
    answers = [
        Answer(1, replace(verdict, puzzle=replace(puzzle, name="Ann")), way),
        Answer(3, verdict, way[3:]),
    ]
    trim = (432.0, 648.0)
    layout = find_layout("nine-up", [puzzle], trim, find("classic"), answers=True)
    grids, ways = pages(answers, layout, language.load("en"), "", trim)
    assert isinstance(grids, GridsPage) and isinstance(ways, TextPage)
    assert [slot.label for slot in grids.slots] == ["Ann", "Puzzle\u00a03"]
    assert [slot.short for slot in grids.slots] == ["Ann", "3"]
    steps = [(block.lead, block.text) for block in ways.blocks if isinstance(block, Paragraph)]
    assert steps == [
        ("", "Ann"),
        ("1–2.", "Naked single: r1c1 is 1; r1c2 is 2."),
        ("3.", "X-wing."),
        ("4.", "Naked single: r2c1 is 3."),
        ("", "Puzzle\u00a03"),
        ("1.", "Naked single: r2c1 is 3."),
    ]


def test_a_key_as_text_as_a_table_and_as_json_names_and_numbers_alike() -> None:
    (puzzle,) = parse(PUZZLE, "club.txt")
    verdict = check(puzzle)
    answers = [
        Answer(1, replace(verdict, puzzle=replace(puzzle, name="=Ann")), ("r1c1\u00a0is 1", "r1c2 is 2")),
        Answer(4, replace(verdict, status="several", solution=None)),
    ]
    assert text(answers) == f"=Ann: {SOLUTION}\n  1. r1c1 is 1\n  2. r1c2 is 2\n4: several\n"
    head, first, second, last = table(answers).splitlines()
    assert head == "number,name,source,puzzle,status,solution,way"
    assert first + second == f'1,\'=Ann,club.txt:1,{PUZZLE},proper,{SOLUTION},"r1c1 is 1r1c2 is 2"'
    assert last == f"4,,club.txt:1,{PUZZLE},several,,"
    assert table(answers[1:]).splitlines()[0] == "number,name,source,puzzle,status,solution"
    objects = json.loads(json_list(answers))
    assert [one["number"] for one in objects] == [1, 4] and objects[0]["way"] == ["r1c1 is 1", "r1c2 is 2"]
    assert objects[1]["solution"] is None and "way" not in objects[1]
    assert list(map(json.loads, json_lines(answers).splitlines())) == objects
    assert json_list([]) == "[]\n"


def test_a_sheet_and_its_key_name_a_puzzle_alike(run: Run) -> None:
    """The key named puzzles of several files by these alone, and the sheet by numbers alone."""
    Path("a.txt").write_text(f"{PUZZLE[:-1]}\n{PUZZLE}\n")
    Path("b.txt").write_text(f"{PUZZLE[::-1]}\n")
    Path("c.txt").write_text(f"{PUZZLE} # Ann\n")
    for command in (["render", "a.txt", "b.txt", "c.txt", "-o", "sheet.pdf"], ["answers", "a.txt", "b.txt", "c.txt"]):
        told = run(*command, "--title", "Class 4b", "--style", "children")
        assert told.code == 4 and "a.txt:1:1" in told.faults[0]
    # The line that cannot be read has a number, too.
    assert told.out == f"2 (a.txt): {SOLUTION}\n3 (b.txt): {SOLUTION[::-1]}\n4 (c.txt, Ann): {SOLUTION}\n"
    assert (
        run("answers", "a.txt", "b.txt", "c.txt", "-o", "key.pdf", "--title", "Class 4b", "--style", "children").code
        == 4
    )
    words = {name: " ".join(line for page in words_of(name) for line in page) for name in ("sheet.pdf", "key.pdf")}
    for number, file in ((2, "a"), (3, "b")):
        assert f"Puzzle {number}" in words["sheet.pdf"] and f"{number} ({file}.txt)" in words["key.pdf"]
    assert all("Ann" in text and "Puzzle 1" not in text for text in words.values())
    objects = json.loads(run("answers", "a.txt", "b.txt", "c.txt", "--to", "json").out)
    assert [(one["number"], one["name"]) for one in objects] == [(2, ""), (3, ""), (4, "Ann")]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", names())
def test_a_title_stands_on_sheets_and_keys_of_every_style(name: str, run: Run) -> None:
    """Books of some styles have no running heads, and so sheets had no title."""
    for titled in ("", "Class 4b"):
        assert run("render", "-", "-o", "a.pdf", "--style", name, "--title", titled, stdin=f"{PUZZLE}\n" * 5).code == 0
        shown = ["class 4b" in " ".join(page).casefold() for page in words_of("a.pdf")]
        assert len(shown) > 1 and set(shown) == {bool(titled)}
        assert run("answers", "-", "-o", "k.pdf", "--style", name, "--title", titled, stdin=PUZZLE).code == 0
        (page,) = words_of("k.pdf")
        assert ("class 4b" in " ".join(page).casefold()) == bool(titled)


def words_of(path: str) -> list[list[str]]:
    """The lines of text of each page of a PDF."""
    document: Any = pypdfium2.PdfDocument(path)
    try:
        return [page.get_textpage().get_text_range().replace("\u00a0", " ").splitlines() for page in document]
    finally:
        document.close()


def test_a_key_numbers_all_puzzles_where_one_has_no_name(run: Run) -> None:
    lines = run("generate", "-n", "3", "--seed", "1").out.splitlines()
    Path("some.txt").write_text(f"Winter\n{lines[0]}\n\n{lines[1]}\n\nSummer\n{lines[2]}\n")
    told = run("answers", "some.txt").out.splitlines()
    assert [line.partition(":")[0] for line in told] == ["1 (Winter)", "2", "3 (Summer)"]
    Path("all.txt").write_text(f"Winter\n{lines[0]}\n\nSpring\n{lines[1]}\n")
    told = run("answers", "all.txt").out.splitlines()
    assert [line.partition(":")[0] for line in told] == ["Winter", "Spring"]


def test_a_key_says_at_its_end_what_it_leaves_out(run: Run) -> None:
    """Two of a folder's puzzles had no place in the key, which did not say so."""
    Path("in").mkdir()
    texts = {"a": PUZZLE, "b": PUZZLE[:70] + "." * 11, "c": f"{PUZZLE[::-1]} # Cup", "d": PUZZLE[:-1]}
    for name, cells in texts.items():
        (Path("in") / f"{name}.txt").write_text(cells)
    done = run("answers", "in", "-o", "key.pdf")
    assert "note: 1 of 3 puzzles are left out; the last lines of the key name them" in done.faults
    grids, left = words_of("key.pdf")
    assert "1 (a.txt)" in " ".join(grids) and "3 (c.txt, Cup)" in " ".join(grids)
    assert "Puzzle 2 (b.txt): several solutions." in " ".join(left)
    # The report has the same numbers.
    run("verify", "in", "--report", "desk.csv")
    with Path("desk.csv").open(encoding="utf-8-sig") as file:
        found = {Path(row["File"]).name: row["Puzzle"] for row in csv.DictReader(file)}
    assert found == {"a.txt": "Puzzle 1", "b.txt": "Puzzle 2", "c.txt": "Puzzle 3 (Cup)", "d.txt": ""}
