"""``explain`` and ``hint`` on the command line: what they take, what they print, and the pages that they draw."""

from __future__ import annotations

import json
import re
from itertools import chain
from pathlib import Path

import pikepdf
import pytest
from conftest import PUZZLE, SOLUTION, Run
from PIL import Image

from bookmaker import formats
from bookmaker.publishing.explain.solution_path import explain
from bookmaker.publishing.explain.step_words import complements


def test_a_puzzle_may_be_an_argument_a_file_or_standard_input(run: Run, tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_text(PUZZLE + "\n", encoding="utf-8")
    told = [run("explain", PUZZLE), run("explain", "one.txt"), run("explain", stdin=PUZZLE)]
    assert [one.code for one in told] == [0, 0, 0]
    assert len({one.out.partition(": ")[2] for one in told}) == 1
    lines = told[0].out.splitlines()
    first = "1. In box 4, the 6 can only go into r5c3: rows 4 and 6 and column 2 have one already"
    assert lines[:2] == [f"<argument>:1: {PUZZLE}", first]
    assert lines[-1].startswith("Solved in ")


def test_a_name_that_is_no_file_is_no_puzzle(run: Run) -> None:
    assert "there is no such file" in run("explain", "nothing.txt").err


def test_other_languages_and_notation(run: Run) -> None:
    by_grade = "--path", "grade"
    assert "Ronda 1\n  f5c5 solo puede ser 5: " in run("explain", PUZZLE, "--language", "es", *by_grade).out
    assert "Round 1\n  naked-single: r5c5=5\n" in run("explain", PUZZLE, "--register", "notation", *by_grade).out
    assert "\n1. hidden-single: r5c3=6\n" in run("explain", PUZZLE, "--register", "notation").out
    assert " такая цифра уже есть" in run("hint", PUZZLE, "--language", "ru").out


def test_json(run: Run) -> None:
    told = json.loads(run("explain", PUZZLE, "--json").out)
    assert told["puzzle"] == PUZZLE and told["solved"] and told["hardest"] == "hidden-single"
    assert told["path"] == "reader"
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
    ran = run("explain", stdin="1" + "." * 80 + "\n" + PUZZLE)
    assert ran.code == 5
    assert "Solved in" in ran.out
    (first, second) = run("explain", "--json", stdin="1" + "." * 80 + "\n" + PUZZLE).out.splitlines()
    assert json.loads(first)["steps"] is None and json.loads(first)["error"]
    assert json.loads(second)["solved"]


def test_hints_by_degrees(run: Run) -> None:
    assert run("hint", PUZZLE, "--tell", "where").out == "Look at box 4.\n"
    assert run("hint", PUZZLE, "--tell", "what").out == "Where can the 6 go in box 4?\n"
    assert run("hint", PUZZLE).out.startswith("In box 4, the 6 can only go into r5c3: ")
    assert json.loads(run("hint", PUZZLE, "--json").out)["step"]["technique"] == "hidden-single"
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


GROUPED = "....4.3...7.3...4.53.6.........1...8..14.379.3..8.6.217.6..8.....376...9.25......"
HIDDEN = "..357...2..5.....872..846.39..6..1..2.....38..3...5...8.2..9.3....12.....79......"


def test_groups_of_five_and_more_by_name(run: Run) -> None:
    said = run("explain", GROUPED, "--groups", "--path", "grade").out
    group = "naked sextuple 1, 2, 5, 6, 7 and 8 in r7c7, r7c8, r8c7, r8c8, r9c7 and r9c8"
    assert re.search(rf"r9c9. So .* \(the same step: {group}\)", said)
    assert "открытая шестёрка" in run("explain", GROUPED, "--groups", "--path", "grade", "--language", "ru").out
    assert "sexteto desnudo" in run("explain", GROUPED, "--groups", "--path", "grade", "--language", "es").out
    assert "sextuple" not in run("explain", GROUPED).out
    steps = json.loads(run("explain", GROUPED, "--groups", "--path", "grade", "--json").out)["steps"]
    (told,) = [each for step in steps for each in step["groups"]]
    assert told["kind"] == "naked-sextuple" and told["digits"] == [1, 2, 5, 6, 7, 8] and len(told["cells"]) == 6
    assert "groups" not in json.loads(run("explain", GROUPED, "--json").out)["steps"][0]


def test_groups_hold_in_their_positions() -> None:
    """Each group by its definition: naked cells hold no other digits, and hidden digits have no other places in a house."""
    kinds = set()
    for step in chain.from_iterable(
        explain(formats.parse(text)[0], everything=True).steps for text in (GROUPED, HIDDEN)
    ):
        at = step.position
        for group in complements(step.step, at):
            kinds.add(group.kind)
            together = [house for house in at.geometry.houses if set(group.cells) <= set(house.cells)]
            assert together and len(group.cells) == len(group.digits) >= 5
            if group.hidden:
                assert any(
                    all(set(at.places(house, digit)) <= set(group.cells) for digit in group.digits)
                    for house in together
                )
            else:
                assert all(set(at.candidates_of(cell)) <= set(group.digits) for cell in group.cells)
    assert {kind.partition("-")[0] for kind in kinds} == {"hidden", "naked"}


FORCED = "...6....9....12.8..3....2...29..5..17.1.3.........8...2.6..7.5.......97..5.4....."
"""It needs forcing nets."""


def test_a_net_that_gives_a_cell_two_digits_is_told_no_further(run: Run) -> None:
    """It went on for three layers, to a row without a place for a digit."""
    told = run("explain", FORCED, "--path", "grade").out.splitlines()
    (net,) = (line for line in told if line.startswith("  Forcing net. (a) Suppose r5c6 is 9. "))
    *_, one, other, end, last = net.split(". ")
    assert one.endswith(") Then r1c1 is 1, the only place left in box 1")
    assert other.endswith(") Then r1c1 is 8, the only place left in row 1")
    assert (end, last) == ("r1c1 would be both 1 and 8", "That cannot be: remove 9 from r5c6")


def test_rounds_of_several_steps_say_once_that_these_start_from_one_position(run: Run) -> None:
    """Reasons of one step name candidates that the step before it, of the same round, has struck out."""
    said = "  (Steps that are found at once all start from the same position: none of them relies on another.)"
    lines = run("explain", FORCED, "--path", "grade").out.splitlines()
    assert lines.count(said) == 1
    (at,) = (index for index, line in enumerate(lines) if line == said)
    ends = [index for index, line in enumerate(lines) if index > at and line.startswith("Round")]
    assert lines[at - 1].startswith("Round") and ends[0] - at > 2
    assert said not in run("explain", PUZZLE).out.splitlines()
