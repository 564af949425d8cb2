"""Answers that stand apart from their puzzles: whose each is, and where it is wrong."""

from __future__ import annotations

import json

import pytest
from conftest import PUZZLE, SOLUTION, Run

OTHER = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
OTHER_SOLUTION = "987654321246173985351928746128537694634892157795461832519286473472319568863745219"
WRONG = SOLUTION[:-1] + "8"


def grid(cells: str, heading: str = "") -> str:
    return "\n".join([*[heading] * bool(heading), *(cells[at : at + 9] for at in range(0, 81, 9)), "", ""])


@pytest.mark.parametrize("command", ["verify", "fix"])
def test_an_answer_with_an_error_is_named_with_its_puzzle_and_the_rest_goes_on(run: Run, command: str) -> None:
    text = grid(PUZZLE, "Puzzle 1") + grid(WRONG, "Solution 1") + grid(OTHER, "Puzzle 2")
    done = run(command, "-", stdin=text)
    assert "\n<stdin>:2: the answer at <stdin>:13 is not its solution: they differ in r9c9 (8 for 9)\n" in done.out
    assert "<stdin>:24: proper" in done.out and done.code == 5


def test_answers_at_the_end_belong_to_the_puzzles_that_they_solve(run: Run) -> None:
    puzzles = grid(PUZZLE, "Puzzle 1") + grid(OTHER, "Puzzle 2")
    right = run("verify", "-", stdin=puzzles + grid(SOLUTION, "Solution 1") + grid(OTHER_SOLUTION, "Solution 2"))
    assert right.code == 0 and "answer" not in right.out + right.err
    wrong = run("verify", "-", stdin=puzzles + grid(OTHER_SOLUTION, "Solution 2") + grid(WRONG, "Solution 1"))
    assert "<stdin>:2: the answer at <stdin>:35 is not its solution" in wrong.out
    assert wrong.out.endswith("2 puzzles: 2 proper; faults: 1 answer-wrong\n")


def test_an_answer_of_no_puzzle_is_compared_with_the_one_of_its_number(run: Run) -> None:
    stranger = SOLUTION.translate(str.maketrans("123456789", "234567891"))
    text = grid(PUZZLE, "Puzzle 1") + grid(OTHER, "Puzzle 2") + grid(stranger, "Solution 1")
    done = run("verify", "-", stdin=text)
    assert (
        "<stdin>:24: it is the answer of none of these puzzles; from the solution of 'Puzzle 1' at <stdin>:2 it"
        in done.out
    )
    assert "differs in 81 cells" in done.out and done.code == 5


def test_an_answer_without_a_heading_is_compared_too(run: Run) -> None:
    done = run("verify", "--json", "-", stdin=grid(PUZZLE) + grid(WRONG) + grid(OTHER))
    last = json.loads(done.out.splitlines()[-1])
    assert (last["source"], last["status"], last["answer"]) == ("<stdin>:1", "answer", WRONG)
    assert last["faults"][0]["code"] == "answer-wrong" and last["faults"][0]["cells"] == ["r9c9"]


def test_the_answer_of_another_puzzle_is_said_to_be_that(run: Run) -> None:
    done = run("verify", "-", stdin=f"{PUZZLE},{SOLUTION}\n{OTHER},{SOLUTION}\n")
    assert "<stdin>:2: its answer is the solution of the puzzle at <stdin>:1\n" in done.out


def test_an_answer_below_a_puzzle_with_several_solutions_keeps_its_givens_or_is_wrong(run: Run) -> None:
    several = PUZZLE.replace("9", ".").replace("6", ".")
    done = run(
        "verify", "-", stdin=grid(several, "Puzzle") + grid(SOLUTION.replace("5", "0", 1).replace("0", "6"), "Solution")
    )
    assert "the answer at <stdin>:13 is not a solution: see r1c1" in done.out
