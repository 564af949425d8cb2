"""Answers that stand apart from their puzzles: whose each is, and where it is wrong."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest
from conftest import PUZZLE, SOLUTION, Run

from bookmaker.base.errors import Note, Place
from bookmaker.cli.puzzles import source_of
from bookmaker.formats.found.headings import LooseAnswer, headed
from bookmaker.publishing.submissions import loose_answers
from bookmaker.publishing.submissions.loose_answers import LooseAnswers
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.puzzles.rules import geometry

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


TYPO = PUZZLE.replace(PUZZLE[0], "9" if PUZZLE[0] != "9" else "8", 1)


def test_an_answer_below_a_puzzle_with_typing_errors_says_what_was_meant(run: Run) -> None:
    slips = [at for at, digit in enumerate(PUZZLE) if digit != "."][:6:3]
    wrong = "".join("123456789"[int(one) % 9] if at in slips else one for at, one in enumerate(PUZZLE))
    text = grid(wrong, "Puzzle") + grid(SOLUTION, "Solution")
    assert "; its answer is not " in run("verify", "-", stdin=text).out
    mended = run("fix", "--json", "--apply", "edit", "-", stdin=text)
    assert json.loads(mended.out.splitlines()[0])["result"] == PUZZLE
    # An answer that is no solution grid says nothing.
    spoilt = run("fix", "--json", "--apply", "edit", "-", stdin=grid(wrong, "Puzzle") + grid(WRONG, "Solution"))
    assert json.loads(spoilt.out.splitlines()[0])["result"] != PUZZLE


def test_an_answer_at_the_end_of_the_file_mends_its_puzzle(run: Run) -> None:
    at = next(at for at, digit in enumerate(PUZZLE) if digit == ".")
    wrong = (
        PUZZLE[:at] + next(one for one in "123456789" if one in PUZZLE[:9] and one != SOLUTION[at]) + PUZZLE[at + 1 :]
    )
    text = grid(wrong, "One") + grid(OTHER, "Two") + grid(SOLUTION, "Solution 1") + grid(OTHER_SOLUTION, "Solution 2")
    fixed = json.loads(run("fix", "--json", "-", stdin=text).out.splitlines()[0])
    cell = f"r{at // 9 + 1}c{at % 9 + 1}"
    changes = [[(change["cell"], change["to"]) for change in one["changes"]] for one in fixed["corrections"]]
    assert sorted(changes) == [[(cell, 0)], [(cell, int(SOLUTION[at]))]]


def test_an_answer_belongs_to_the_puzzle_of_its_own_file(tmp_path: Path, run: Run) -> None:
    slips = [at for at, digit in enumerate(PUZZLE) if digit != "."]
    changed = [PUZZLE[:at] + ("." if at % 2 else PUZZLE[at]) + PUZZLE[at + 1 :] for at in slips[:2]]
    wrong = [SOLUTION[:at] + "123456789"[int(SOLUTION[at]) % 9] + SOLUTION[at + 1 :] for at in (5, 70)]
    for at in (0, 1):
        (tmp_path / f"{at}.txt").write_text(grid(changed[at], "Puzzle") + grid(wrong[at], "Solution"))
    lines = [line for line in run("verify", str(tmp_path)).out.splitlines() if "the answer at" in line]
    for at in (0, 1):
        assert any(f"{at}.txt:2: the answer at " in line and f"{at}.txt:13 is not" in line for line in lines)


def test_the_answer_of_a_corrected_copy_is_not_called_foreign(tmp_path: Path, run: Run) -> None:
    (tmp_path / "a.txt").write_text(grid(TYPO, "Monday") + grid(SOLUTION, "Solution"))
    (tmp_path / "b.txt").write_text(grid(PUZZLE, "Tuesday") + grid(SOLUTION, "Solution"))
    done = run("verify", str(tmp_path)).out
    assert "a.txt:2: its answer is the solution of" not in done and "its answer is not" in done


def many_puzzles(number: int) -> list[tuple[str, str]]:
    """One puzzle with its digits exchanged in so many ways, and the solution of each."""
    source = random.Random(5)
    tables = [str.maketrans("123456789", "".join(source.sample("123456789", 9))) for _ in range(number)]
    return [(PUZZLE.translate(table), SOLUTION.translate(table)) for table in tables]


def wrong_in_one(solution: str) -> str:
    return solution[:-1] + ("8" if solution[-1] != "8" else "7")


def test_an_answer_of_a_plain_line_among_many_is_found(run: Run) -> None:
    pairs = many_puzzles(60)
    lines = "".join(f"{puzzle}\n" for puzzle, _ in pairs) + "\n"
    right = run("verify", "-", stdin=lines + grid(pairs[7][1], "Solutions"))
    assert right.code == 0 and "answer" not in right.out + right.err
    wrong = run("verify", "-", stdin=lines + grid(wrong_in_one(pairs[7][1]), "Solutions"))
    assert wrong.code == 5 and "<stdin>:8: the answer at <stdin>:63 is not its solution" in wrong.out


def test_no_answer_is_said_to_be_of_none_where_not_all_puzzles_were_kept(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    pairs = many_puzzles(60)
    monkeypatch.setattr(loose_answers, "_MOST", 20)
    before = grid(pairs[50][1], "Solutions") + "\n"
    lines = "".join(f"{puzzle}\n" for puzzle, _ in pairs)
    done = run("verify", "-", stdin=before + lines)
    assert done.code == 0 and "none of these" not in done.out
    assert "an answer fits none of the first puzzles" in done.err


def test_an_answer_beside_a_killer_of_which_nothing_is_known(recwarn: pytest.WarningsRecorder) -> None:
    answers = LooseAnswers()
    killer = Puzzle(geometry("killer", 9), bytes(81), cages=(Cage((0, 1), 3),))
    answers.add(killer, None, 2)
    answers.take(LooseAnswer("", grid=Puzzle(geometry(), bytes(map(int, SOLUTION)))))
    (wrong,) = answers.wrong()
    assert wrong.fault.message == "the answer is not a solution: see r1c1 and r1c2" and not recwarn.list


@pytest.mark.parametrize(("count", "said"), [(-1, []), (2, ["the answer is one of several solutions"])])
def test_an_answer_is_one_of_several_only_where_several_are_known(count: int, said: list[str]) -> None:
    answers = LooseAnswers()
    answers.add(Puzzle(geometry(), bytes(map(int, PUZZLE.replace(".", "0")))), None, count)
    answers.take(LooseAnswer("", grid=Puzzle(geometry(), bytes(map(int, SOLUTION)))))
    assert [wrong.fault.message for wrong in answers.wrong()] == said


def test_an_answer_of_a_file_without_lines_is_named_by_its_file() -> None:
    answers = LooseAnswers()
    answers.add(Puzzle(geometry(), bytes(map(int, PUZZLE.replace(".", "0")))), bytes(map(int, SOLUTION)), 1)
    answers.take(LooseAnswer("", grid=Puzzle(geometry(), bytes(map(int, WRONG)), Place("sheet"))))
    assert [wrong.fault.message.partition(" is ")[0] for wrong in answers.wrong()] == ["the answer at sheet"]


def test_a_puzzle_of_a_file_without_lines_is_named_by_the_file_alone() -> None:
    assert [Place("a", *more).to_line for more in ((), (3,), (3, 4))] == ["a", "a:3", "a:3"]
    lineless = Puzzle(geometry(), bytes(map(int, PUZZLE.replace(".", "0"))), Place("sheet"))
    assert source_of(lineless) == "sheet"
    assert source_of(replace(lineless, source=None)) is None


def test_headings_that_came_in_no_order_are_in_order_from_then_on() -> None:
    notes = [Note("a text", Place("a", line), text=f"Text {line}") for line in (30, 10, 12)]
    cells = bytes(map(int, PUZZLE.replace(".", "0")))
    first, second = (Puzzle(geometry(), cells, Place("a", line)) for line in (11, 20))
    items: list[Puzzle | Note] = [*notes[:2], first, notes[2], second]
    out = [item for item in headed(items) if isinstance(item, Puzzle | Note)]
    places = [item.source if isinstance(item, Puzzle) else item.place for item in out]
    assert [place.line for place in places if place is not None] == [11, 12, 20, 30]


@pytest.mark.parametrize("place", ["with", "after"])
def test_a_wrong_answer_in_a_plain_line_among_many_is_found(run: Run, place: str) -> None:
    """Lines without a blank one between them are judged together, answers and puzzles."""
    pairs = many_puzzles(60)
    lines = [puzzle for puzzle, _ in pairs]
    answers = [solution for _, solution in pairs]
    answers[7] = wrong_in_one(answers[7])
    text = "\n".join([*lines, *[""] * (place == "after"), *answers, ""])
    done = run("verify", "-", stdin=text)
    line = 68 + (place == "after")
    assert f"<stdin>:8: the answer at <stdin>:{line} is not its solution: they differ in r9c9" in done.out
    assert done.out.count("is not its solution") == 1 and done.code == 5


def among_strangers(number: int) -> list[str]:
    """Thirty puzzles, full grids of none of them, and the answer of the eighth with an error."""
    pairs = many_puzzles(30 + number)
    strangers = [solution for _, solution in pairs[30:]]
    return [*(puzzle for puzzle, _ in pairs[:30]), *strangers, wrong_in_one(pairs[7][1])]


def test_full_grids_of_other_puzzles_are_puzzles_of_their_own(run: Run) -> None:
    done = run("verify", "-", stdin="\n".join(among_strangers(20)[:-1]))
    assert done.code == 0 and "answer" not in done.out + done.err


@pytest.mark.parametrize("form", ["{}", '{{"puzzle": "{}"}}'])
def test_an_answer_behind_many_full_grids_of_other_puzzles_is_found(run: Run, form: str) -> None:
    lines = among_strangers(600)
    done = run("verify", "-", stdin="\n".join(map(form.format, lines)))
    assert f"<stdin>:8: the answer at <stdin>:{len(lines)} is not its solution" in done.out
    assert not done.err


@pytest.mark.parametrize("form", ["{}", '{{"puzzle": "{}"}}'])
def test_full_grids_that_were_not_compared_are_counted(run: Run, monkeypatch: pytest.MonkeyPatch, form: str) -> None:
    for most, left_out in ((40, 0), (39, 1), (31, 9)):
        monkeypatch.setattr(loose_answers, "_MOST", most)
        done = run("verify", "-", stdin="\n".join(map(form.format, among_strangers(39))))
        said = {0: "", 1: "1 full grid was", 9: "9 full grids were"}[left_out]
        note = f"bookmaker: note: {said} not compared with the puzzles; there are too many to try all\n"
        assert done.err == (note if said else "")
        assert ("is not its solution" in done.out) == (not said)
    assert not run("verify", "-", stdin="\n".join(map(form.format, among_strangers(39)[30:]))).err


def test_the_nearest_of_puzzles_with_unknown_cells_is_found() -> None:
    answers = LooseAnswers()
    for line, (puzzle, _) in enumerate(many_puzzles(3)):
        answers.add(Puzzle(geometry(), bytes(map(int, puzzle.replace(".", "0"))), Place("a", line)), None, 2)
    answers.take(LooseAnswer("", grid=Puzzle(geometry(), bytes(map(int, wrong_in_one(many_puzzles(3)[1][1]))))))
    assert [wrong.puzzle.source for wrong in answers.wrong()] == [Place("a", 1)]
