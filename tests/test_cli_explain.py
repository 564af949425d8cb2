"""``explain`` and ``hint`` on the command line: what they take, what they print, and the pages that they draw."""

from __future__ import annotations

import json
from pathlib import Path

import pikepdf
import pytest
from conftest import PUZZLE, SOLUTION, Run
from PIL import Image


def test_a_puzzle_may_be_an_argument_a_file_or_standard_input(run: Run, tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_text(PUZZLE + "\n", encoding="utf-8")
    told = [run("explain", PUZZLE), run("explain", "one.txt"), run("explain", stdin=PUZZLE)]
    assert [one.code for one in told] == [0, 0, 0]
    assert len({one.out.partition(": ")[2] for one in told}) == 1
    lines = told[0].out.splitlines()
    assert lines[:3] == [f"<argument>:1: {PUZZLE}", "Round 1", "  Naked single: r5c5 is 5"]
    assert lines[-1].startswith("Solved in ")


def test_a_name_that_is_no_file_is_no_puzzle(run: Run) -> None:
    assert "there is no such file" in run("explain", "nothing.txt").err


def test_other_languages_and_notation(run: Run) -> None:
    assert "Ronda 1\n  Único desnudo: r5c5 es 5\n" in run("explain", PUZZLE, "--language", "es").out
    assert "Round 1\n  naked-single: r5c5=5\n" in run("explain", PUZZLE, "--notation").out
    assert "Naked single: r5c5 can only be 5, because row 5 has " in run("explain", PUZZLE, "--register", "teach").out
    assert ", потому что " in run("hint", PUZZLE, "--register", "teach", "--language", "ru").out


def test_json(run: Run) -> None:
    told = json.loads(run("explain", PUZZLE, "--json").out)
    assert told["puzzle"] == PUZZLE and told["solved"] and told["hardest"] == "naked-single"
    filled = list(PUZZLE)
    for step in told["steps"]:
        assert set(step) >= {
            "round",
            "technique",
            "placements",
            "eliminations",
            "pattern",
            "houses",
            "text",
            "notation",
        }
        for placed in step["placements"]:
            row, column = placed["cell"][1:].split("c")
            filled[(int(row) - 1) * 9 + int(column) - 1] = str(placed["digit"])
    assert "".join(filled) == SOLUTION


def test_an_improper_puzzle_among_others_ends_in_code_5(run: Run) -> None:
    ran = run("explain", stdin="." * 81 + "\n" + PUZZLE)
    assert ran.code == 5
    assert "Solved in" in ran.out
    (first, second) = run("explain", "--json", stdin="." * 81 + "\n" + PUZZLE).out.splitlines()
    assert json.loads(first)["steps"] is None and json.loads(first)["error"]
    assert json.loads(second)["solved"]


def test_hints_by_degrees(run: Run) -> None:
    assert run("hint", PUZZLE, "--tell", "where").out == "Look at r5c5.\n"
    assert run("hint", PUZZLE, "--tell", "what").out == "The next step: Naked single.\n"
    assert run("hint", PUZZLE).out == "Naked single: r5c5 is 5\n"
    assert json.loads(run("hint", PUZZLE, "--json").out)["step"]["technique"] == "naked-single"
    assert json.loads(run("hint", PUZZLE, "--json", "--tell", "where").out)["step"] is None


def test_a_hint_for_a_grid_begun(run: Run) -> None:
    assert run("hint", PUZZLE, "--so-far", SOLUTION).out == "Every cell holds a digit.\n"
    ran = run("hint", PUZZLE, "--so-far", PUZZLE[:2] + "1" + PUZZLE[3:])
    assert ran.code == 4
    assert "r1c3 cannot be 1 (take it out)" in ran.err
    assert run("hint", PUZZLE, "--removed", "r1c3").code == 2
    assert run("hint", stdin=f"{PUZZLE}\n{PUZZLE}").code == 2


def test_pages(run: Run, tmp_path: Path) -> None:
    ran = run("explain", PUZZLE, "--pdf", "way.pdf", "--png", "way.png", "--dpi", "40", "--trim", "a4")
    assert ran.code == 0
    with pikepdf.open(tmp_path / "way.pdf") as pdf:
        pages = len(pdf.pages)
    assert pages == 2
    assert ran.out.splitlines() == ["way.pdf", "way-1.png", "way-2.png"]
    with Image.open(tmp_path / "way-1.png") as image:
        assert image.size == (331, 468)
    first = (tmp_path / "way.pdf").read_bytes()
    run("explain", PUZZLE, "--pdf", "way.pdf")
    assert (tmp_path / "way.pdf").read_bytes() == first
    assert run("hint", PUZZLE, "--pdf", "hint.pdf").code == 0
    assert (tmp_path / "hint.pdf").is_file()


@pytest.mark.parametrize("option", ["--pdf", "--png"])
def test_a_picture_has_the_right_ending(run: Run, option: str) -> None:
    assert run("explain", PUZZLE, option, "way.txt").code == 2
