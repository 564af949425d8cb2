"""The printed answer key: whose answer each is, and the steps to it in their numbers."""

from __future__ import annotations

import json
from dataclasses import replace

from conftest import PUZZLE, SOLUTION

from bookmaker import language
from bookmaker.documents.answer_key import Answer, json_lines, json_list, pages, table, text
from bookmaker.documents.sheets import find_layout
from bookmaker.formats import parse
from bookmaker.typeset.pages import GridsPage, TextPage
from bookmaker.typeset.style import find
from bookmaker.typeset.text import Writing
from bookmaker.verify.check import check


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
    steps = [(block.lead, block.text) for block in ways.blocks if isinstance(block, Writing)]
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
