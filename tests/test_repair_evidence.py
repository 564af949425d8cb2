"""More evidence on a wrong puzzle never makes its mend worse: an answer, other files, candidates."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from conftest import PUZZLE, SOLUTION, Run

from bookmaker import formats, generate
from bookmaker.logic.repair.fixes import fix
from bookmaker.logic.repair.typing_errors import corrections, toward
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry

ANSWER = bytes(map(int, SOLUTION))


def meant(cells: str) -> Puzzle:
    return Puzzle(geometry(), bytes(map(int, cells.replace(".", "0"))))


def spoilt() -> Iterator[tuple[Puzzle, Puzzle]]:
    """A puzzle, and what is typed of it: rows or columns exchanged, a wrong digit, one too many, two exchanged, a row moved."""
    source = random.Random(3)
    right = meant(PUZZLE)
    for kind in ("rows", "columns", "digit", "extra", "exchange", "slip"):
        digits = list(right.givens)
        one, two = sorted(source.sample(range(9), 2))
        if kind in ("rows", "columns"):
            for at in range(9):
                a, b = (9 * one + at, 9 * two + at) if kind == "rows" else (9 * at + one, 9 * at + two)
                digits[a], digits[b] = digits[b], digits[a]
        elif kind == "slip":
            row = digits[9 * one : 9 * one + 9]
            row.insert(0, row.pop(max(at for at, digit in enumerate(row) if not digit)))
            digits[9 * one : 9 * one + 9] = row
        elif kind == "exchange":
            a, b = [at for at in range(9 * one, 9 * one + 9) if digits[at]][:2]
            digits[a], digits[b] = digits[b], digits[a]
        else:
            cell = source.choice([at for at, digit in enumerate(digits) if bool(digit) == (kind == "digit")])
            digits[cell] = ANSWER[cell] % 9 + 1
        if bytes(digits) != right.givens:
            yield right, replace(right, givens=bytes(digits))


@pytest.mark.parametrize(("right", "wrong"), list(spoilt()))
def test_with_its_answer_a_puzzle_is_mended_at_least_as_well(right: Puzzle, wrong: Puzzle) -> None:
    def place(slips: object) -> int:
        assert isinstance(slips, tuple)
        found = [bytes(digits_of(wrong, slip.changes)) for slip in slips]
        return found.index(right.givens) if right.givens in found else len(found) + 99

    alone, told = corrections(wrong), toward(wrong, ANSWER, None, ())
    assert place(told) <= place(alone) and len(told) <= len(alone)
    fixed = fix(wrong, answer=ANSWER, apply="edit")
    assert fixed.result is not None and fix(fixed.result).solution == ANSWER
    assert len(fixed.changed) <= len(next(slip for slip in told if slip.changes == fixed.changed).changes)


def digits_of(puzzle: Puzzle, changes: tuple[tuple[int, int, int], ...]) -> bytearray:
    digits = bytearray(puzzle.givens)
    for cell, _, new in changes:
        digits[cell] = new
    return digits


def test_rows_exchanged_are_found_with_the_answer_in_the_file(run: Run) -> None:
    rows = [PUZZLE[at : at + 9] for at in range(0, 81, 9)]
    rows[1], rows[2] = rows[2], rows[1]
    answer = "\n".join(SOLUTION[at : at + 9] for at in range(0, 81, 9))
    text = "\n".join(["Puzzle", *rows, "", "Answer", answer])
    found = json.loads(run("fix", "--json", "-", stdin=text).out.splitlines()[0])
    assert found["corrections"][0]["kind"] == "rows"
    assert all(one["kind"] != "answer" for one in found["corrections"])
    mended = json.loads(run("fix", "--json", "--apply", "edit", "-", stdin=text).out.splitlines()[0])
    assert mended["result"] == PUZZLE


def test_the_letters_of_others_say_nothing_of_a_puzzle(tmp_path: Path, run: Run) -> None:
    wrong = ".47.9..6......73.5..3.5.78.1.5.3......8........4..8.769..14...3.51.8.627.3....9.."
    (tmp_path / "anna.txt").write_text(f"{wrong}\n")
    others = [str(made.puzzle) for made in generate(2, "medium", 1)]
    alone = json.loads(run("fix", "--json", str(tmp_path)).out)
    (tmp_path / "boris.txt").write_text("".join(f"{one}\n\n" for one in others))
    together = json.loads(run("fix", "--json", str(tmp_path)).out.splitlines()[0])
    assert together["corrections"] == alone["corrections"]
    # In one file, they are the work of one author.
    (tmp_path / "anna.txt").write_text("".join(f"{one}\n\n" for one in (wrong, *others)))
    assert json.loads(run("fix", "--json", str(tmp_path)).out.splitlines()[0])["corrections"] != alone["corrections"]


def test_the_ways_that_are_counted_are_listed(run: Run) -> None:
    several = PUZZLE[:70] + "." * 11
    shown = run("fix", "-", stdin=several).out.splitlines()
    number = int(shown[0].split("proven the fewest; ")[1].split()[0])
    listed = [line for line in shown if line.startswith("  or add ")]
    assert number > 5 and len(listed) == 4
    assert f"  or one of {number - 5} other ways; see --json" in shown
    found = json.loads(run("fix", "--json", "-", stdin=several).out)
    assert len(found["ways"]) == number and found["added"] in found["ways"]


@pytest.mark.parametrize("format", ["candidates", "sdx", "jsonl"])
def test_a_cell_without_a_candidate_leaves_no_solution(run: Run, format: str) -> None:
    puzzle = meant(PUZZLE)
    masks = [1 << digit - 1 if digit else 511 for digit in puzzle.givens]
    for cell, digit in enumerate(puzzle.givens):
        for peer in puzzle.geometry.peers[cell]:
            masks[peer] &= 511 if puzzle.givens[peer] or not digit else ~(1 << digit - 1)
    emptied = PUZZLE.index(".")
    masks[emptied] = 0
    text = formats.render([replace(puzzle, candidates=tuple(masks))], format)
    done = run("verify", "--json", "-", stdin=text)
    found = json.loads(done.out)
    assert (found["status"], found["faults"][0]["cells"], done.code) == ("none", ["r1c3"], 5)
    told = run("fix", "-", stdin=text).out
    assert "its givens alone are proper; write its candidates anew" in told and "r1c3" in told
