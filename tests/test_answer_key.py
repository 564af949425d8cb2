"""The printed answer key: whose answer each is, and the steps to it in their numbers."""

from __future__ import annotations

from dataclasses import replace

from conftest import PUZZLE

from bookmaker import language
from bookmaker.documents.answer_key import Answer, pages
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
    grids, text = pages(answers, layout, language.load("en"), "", trim)
    assert isinstance(grids, GridsPage) and isinstance(text, TextPage)
    assert [slot.label for slot in grids.slots] == ["Ann", "Puzzle\u00a03"]
    assert [slot.short for slot in grids.slots] == ["Ann", "3"]
    steps = [(block.lead, block.text) for block in text.blocks if isinstance(block, Writing)]
    assert steps == [
        ("", "Ann"),
        ("1–2.", "Naked single: r1c1 is 1; r1c2 is 2."),
        ("3.", "X-wing."),
        ("4.", "Naked single: r2c1 is 3."),
        ("", "Puzzle\u00a03"),
        ("1.", "Naked single: r2c1 is 3."),
    ]
