"""Checking: every fault at once, with its cells. The puzzles are small enough to follow by eye, or well known."""

from __future__ import annotations

import pytest

from bookmaker.base.errors import ImproperError, Place
from bookmaker.formats import parse
from bookmaker.logic.solve.solver import UNDECIDED
from bookmaker.logic.solve.work import Seconds, Work, guesses_for
from bookmaker.logic.verify.check import answer_faults, check, require_proper, undecided
from bookmaker.puzzles.grid.geometry import Clue
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.puzzles.rules import geometry

# The example of Wikipedia's article "Sudoku", and its solution.
PROPER = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ANSWER = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def puzzle(text: str, kind: str = "classic", answer: str | None = None) -> Puzzle:
    (found,) = parse(text, kind=kind)
    return Puzzle(found.geometry, found.givens, found.source, found.name, bytes(map(int, answer)) if answer else None)


def codes(text: str, kind: str = "classic", answer: str | None = None) -> list[str]:
    return [fault.code for fault in check(puzzle(text, kind, answer)).faults]


def test_a_proper_puzzle_has_no_fault() -> None:
    verdict = check(puzzle(PROPER, answer=ANSWER))
    assert verdict.sound
    assert (verdict.status, verdict.solutions, verdict.faults) == ("proper", 1, ())
    assert verdict.solution == bytes(map(int, ANSWER))
    assert verdict.as_dict() == {"status": "proper", "solutions": 1, "faults": []}


def test_clashing_givens_are_named_with_every_house_they_share() -> None:
    verdict = check(puzzle("99" + PROPER[2:]))
    assert (verdict.status, verdict.solutions) == ("broken", 0)
    assert [(fault.code, fault.cells, fault.message) for fault in verdict.faults] == [
        ("clash", (0, 1), "the digit 9 stands twice in row 1: r1c1 and r1c2"),
        ("clash", (1, 19), "the digit 9 stands twice in column 2: r1c2 and r3c2"),
        ("clash", (0, 1, 19), "the digit 9 stands 3 times in box 1: r1c1, r1c2 and r3c2"),
    ]
    assert verdict.as_dict()["faults"] == [
        {"code": fault.code, "cells": cells, "message": fault.message}
        for fault, cells in zip(
            verdict.faults, (["r1c1", "r1c2"], ["r1c2", "r3c2"], ["r1c1", "r1c2", "r3c2"]), strict=True
        )
    ]


def test_all_faults_are_told_at_once() -> None:
    assert codes("11" + "." * 79, answer="1" * 81) == ["clash", "clash", "too-few-givens", "answer-wrong"]


def test_an_x_puzzle_clashes_on_its_diagonals() -> None:
    text = "1..............1"
    assert codes(text) == ["several-solutions"]
    verdict = check(puzzle(text, "x"))
    assert [fault.message for fault in verdict.faults] == ["the digit 1 stands twice in diagonal 1: r1c1 and r4c4"]


def test_digits_above_nine_are_told_as_printed() -> None:
    verdict = check(puzzle("CC" + "." * 142))
    assert verdict.faults[0].message == "the digit C stands twice in row 1: r1c1 and r1c2"


def test_several_solutions_name_the_cells_that_differ() -> None:
    # The full 4x4 grid 1234 3412 2143 4321 without its rectangle of 1 and 2 in rows 1 and 3.
    verdict = check(puzzle("..343412..434321"), limit=10)
    assert (verdict.status, verdict.solutions, verdict.solution) == ("several", 2, None)
    (fault,) = verdict.faults
    assert fault.cells == (0, 1, 8, 9)
    assert fault.message == "it has 2 solutions; two of them differ in r1c1, r1c2, r3c1 and r3c2"


def test_the_number_of_solutions_is_exact_up_to_the_limit() -> None:
    empty = puzzle("." * 16)
    assert [check(empty, limit).solutions for limit in (2, 287, 288, 1000)] == [2, 287, 288, 288]
    assert check(empty, 288).faults[0].message.startswith("it has 288 or more solutions")
    assert check(empty, 1000).faults[0].message.startswith("it has 288 solutions")


def test_no_solution() -> None:
    # r1c1 sees 1, 2 and 3 in its row and 4 in its column, and no given clashes.
    verdict = check(puzzle(".123 ....  4... ....".replace(" ", "")))
    assert (verdict.status, verdict.solutions) == ("none", 0)
    assert [fault.code for fault in verdict.faults] == ["no-solution"]


def test_fewer_than_seventeen_givens_is_said_of_classic_nine_by_nine_only() -> None:
    text = (PROPER[:40] + "." * 41)[:81]
    assert codes(text)[0] == "too-few-givens"
    assert codes(text, "x")[0] != "too-few-givens"
    assert "too-few-givens" not in codes("." * 36)


def test_a_search_that_gives_up_says_so() -> None:
    verdict = check(puzzle("." * 81), limit=1_000_000, bound=1)
    assert (verdict.status, verdict.solutions) == ("undecided", 0)
    assert [fault.code for fault in verdict.faults] == ["too-few-givens", "undecided"]


def test_what_to_look_at_where_a_search_gave_up() -> None:
    """Cages may be missing only where there are some; a bound of time says seconds, any other guesses."""
    plain, killer = puzzle("." * 81), Puzzle(geometry("killer"), bytes(81), cages=(Cage((0, 1), 3),))
    assert undecided(plain, 2, 1500) == (
        "not decided within 1,500 guesses, the work for one puzzle; are all of its givens there? "
        "Or let --seconds decide how long"
    )
    assert undecided(killer, 2, Seconds(2.5)) == (
        "not decided within 2.5 seconds; are all of its givens and cages there? Or allow more --seconds"
    )
    for one in (plain, killer):
        guesses = guesses_for(one.geometry, one is killer, 2, Work(0.01))
        assert f"within {guesses:,} guesses" in undecided(one, 2, Work(0.01))


def test_a_limit_of_one_cannot_tell_a_proper_puzzle() -> None:
    with pytest.raises(ValueError, match="limit 1"):
        check(puzzle(PROPER), limit=1)


@pytest.mark.parametrize(
    ("text", "answer", "code", "cells"),
    [
        (PROPER, ANSWER[:-1] + "8", "answer-wrong", (80,)),
        (PROPER, ANSWER[:-1], "answer-wrong", ()),
        (PROPER, ANSWER[:79] + "97", "answer-wrong", (79, 80)),
        (PROPER, "0" + ANSWER[1:], "answer-wrong", (0,)),
        ("..343412..434321", "2134341212434321", "answer-not-only", ()),
        ("..343412..434321", "1234341221434322", "answer-wrong", (7, 14, 15)),
        ("..343412..434321", "1234341221434301", "answer-wrong", (14,)),
        ("..343412..434321", "1234341221434391", "answer-wrong", (14,)),
    ],
)
def test_an_answer_that_is_not_the_solution_is_a_fault(
    text: str, answer: str, code: str, cells: tuple[int, ...]
) -> None:
    faults = [fault for fault in check(puzzle(text, answer=answer)).faults if fault.code.startswith("answer")]
    assert [(fault.code, fault.cells) for fault in faults] == [(code, cells)]


def test_an_answer_is_checked_against_clashing_givens_too() -> None:
    assert codes("11.." + "." * 12, answer="1" * 16)[-1] == "answer-wrong"


def test_require_proper_gives_every_solution() -> None:
    again = Puzzle(geometry("classic", 4), bytes(map(int, "1234341221434300")))
    assert require_proper([puzzle(PROPER), again]) == [
        bytes(map(int, ANSWER)),
        bytes(map(int, "1234341221434321")),
    ]
    assert require_proper([]) == []


def test_require_proper_tells_each_faulty_puzzle_at_its_place() -> None:
    text = f"{PROPER}\n99{PROPER[2:]}\n..343412..434321 # Seven\n{PROPER} {ANSWER[:-2]}97\n"
    with pytest.raises(ImproperError) as raised:
        require_proper(parse(text, "folder.txt"))
    assert [fault.place for fault in raised.value.faults] == [Place("folder.txt", line, 1) for line in (2, 3, 4)]
    first, second, third = (fault.message for fault in raised.value.faults)
    assert "stands twice in row 1: r1c1 and r1c2; " in first
    assert second.startswith("the puzzle 'Seven' cannot be used: it has 2 or more solutions")
    assert third.endswith("its answer is not its solution: they differ in r9c8 (9 for 7) and r9c9 (7 for 9)")


def test_long_lists_of_cells_are_cut_short() -> None:
    with_answer = Puzzle(geometry("classic", 4), bytes(16), answer=bytes([1] * 16))
    assert check(with_answer).faults[-1].cells == tuple(range(16))
    assert check(with_answer).faults[-1].message.endswith("r2c3, r2c4 and 8 more cells")


@pytest.mark.parametrize(("count", "expected"), [(UNDECIDED, []), (0, []), (2, ["answer-not-only"])])
def test_an_answer_that_fits_is_one_of_several_only_where_several_were_found(count: int, expected: list[str]) -> None:
    fitting = puzzle("." * 16, answer="1234341221434321")
    assert [fault.code for fault in answer_faults(fitting, None, count)] == expected


def test_an_answer_with_a_gap_or_of_another_length_is_said_to_be_that() -> None:
    solution = b"\1\2\3\4\3\4\1\2\2\1\4\3\4\3\2\1"
    whole = puzzle("1234341221434321")
    gap = Puzzle(whole.geometry, whole.givens, answer=solution[:-1] + b"\0")
    assert [fault.message for fault in answer_faults(gap, solution, 1)] == [
        "its answer is not its solution: they differ in r4c4 (nothing for 1)"
    ]
    short = Puzzle(whole.geometry, whole.givens, answer=solution[:-1])
    assert [fault.message for fault in answer_faults(short, solution, 1)] == ["its answer has 15 cells, not 16"]
    half = Puzzle(whole.geometry, whole.givens, answer=solution[:11] + bytes(5))
    (fault,) = answer_faults(half, solution, 1)
    assert fault.message.endswith("they differ in r3c4, r4c1, r4c2, r4c3 and r4c4")


def test_a_given_that_its_clue_forbids_is_named() -> None:
    ground = geometry("even-odd", 4, clues=(Clue("even", (0,)), Clue("odd", (5,))))
    found = check(Puzzle(ground, bytes([3, 0, 0, 0, 0, 1, *[0] * 10])))
    assert (found.status, found.faults[0].code, found.faults[0].cells) == ("broken", "clash", (0,))
    assert found.faults[0].message == "the digit 3 is on a square and is not even: r1c1"
    assert [fault.cells for fault in found.faults if fault.code == "clash"] == [(0,)]
