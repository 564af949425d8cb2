"""The parts of mending that need no search: words, orders and counts."""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from math import exp, isclose
from types import SimpleNamespace

import pytest

from bookmaker.logic.repair import killer_fixes, ways
from bookmaker.logic.repair.added_givens import to_answer, with_givens
from bookmaker.logic.repair.cage_errors import CageMend, Resum, cuts
from bookmaker.logic.repair.companions import Companions
from bookmaker.logic.repair.likelihood import digit_error, keys_touch, sum_distance, sum_error
from bookmaker.logic.repair.record import Fix
from bookmaker.logic.repair.typing_errors import Slip
from bookmaker.logic.repair.ways import (
    LARGEST,
    advice,
    counted,
    finished,
    is_solution,
    moves,
    preferred,
    smallest_drops,
)
from bookmaker.logic.solve.minimum_hitting_set import Choices
from bookmaker.logic.solve.solver import solve
from bookmaker.logic.solve.work import Spent
from bookmaker.logic.techniques.declare import Level
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.puzzles.rules import geometry

ANSWER = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def blank(puzzle: Puzzle) -> Fix:
    return Fix(puzzle, "minimal", "none", 0, None)


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        (7, 9, "sum-digit"),
        (15, 16, "sum-digit"),
        (15, 51, "sum-transposed"),
        (121, 123, "sum-digit"),
        (5, 15, "sum-digit"),
        (15, 1, "sum-digit"),
        (15, 26, "sum"),
        (5, 115, "sum"),
        (121, 213, "sum"),
    ],
)
def test_errors_of_sums(old: int, new: int, kind: str) -> None:
    assert sum_error(old, new) == kind


def test_sums_like_the_right_one_are_nearer() -> None:
    """1 is like 7, and 5 is beside 6 on the keys."""
    assert [sum_distance(*pair) for pair in ((11, 17), (15, 16), (15, 19), (15, 115))] == [0, 0, 1, 1]


def test_advice_says_what_was_asked_for_and_found() -> None:
    none = Choices((), complete=False, least=LARGEST)
    many = Choices((), complete=False, least=LARGEST + 1)
    some = Choices(((3,),), complete=True, least=1)
    assert advice(False, some, "edit") == "no correction of one slip makes it proper"
    assert "no givens to drop were found" in advice(False, none, None)
    assert advice(False, many, None) == "too many of its givens contradict one another"
    assert advice(True, many, "drop").startswith("nothing was applied")
    assert advice(False, some, None) == "see the givens to drop"
    likely = [Slip("keypad", (), share) for share in (0.79, 0.21)]
    assert ways.advice(likely, none, "edit") == (
        "nothing was applied: the likeliest correction has 79 %; name one by its number"
    )


def test_levels_beside_are_a_distribution() -> None:
    beside = Companions((), geometry())
    beside.__dict__["levels"] = Counter({Level.EASY: 5, Level.HARD: 2})
    odds = {level: exp(beside.level_odds(level)) for level in Level}
    assert isclose(sum(odds.values()), 1)
    assert odds[Level.EASY] > odds[Level.HARD] > odds[Level.MEDIUM] == exp(beside.level_odds(None))


def test_a_record_has_its_note() -> None:
    fixed = blank(Puzzle(geometry(), bytes(81)))
    assert fixed.as_dict()["note"] is None
    assert replace(fixed, note="why").as_dict()["note"] == "why"


def test_dropping_one_given_is_complete_where_all_were_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three givens of which any can go: all are named, unless fewer are enough or one trial was not decided."""
    import numpy as np

    counts = np.array([1, 1, 1])
    monkeypatch.setattr(ways, "count_solutions", lambda *_, **__: counts)
    puzzle = Puzzle(geometry(), bytes([1, 1, 1, *[0] * 78]))
    assert smallest_drops(puzzle) == Choices(((0,), (1,), (2,)), True, 1)
    assert smallest_drops(puzzle, 3) == Choices(((0,), (1,), (2,)), True, 1)
    assert smallest_drops(puzzle, 2) == Choices(((0,), (1,)), False, 1)
    counts = np.array([1, 0, ways.UNDECIDED])
    assert smallest_drops(puzzle) == Choices(((0,),), False, 1)


def test_the_likeliest_change_of_cages_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = bytes(map(int, ANSWER))
    old = Cage((0, 1, 2), 9)
    new = [(Cage((0, 1), 8), Cage((2,), 4)), (Cage((0, 1, 2), 12),)]
    mends = tuple(CageMend(kind, (old,), cages) for kind, cages in zip(("cage-joined", "sum"), new, strict=True))
    monkeypatch.setattr(killer_fixes, "cage_mends", lambda *_: (mends, True))
    puzzle = Puzzle(geometry("killer"), bytes(81), cages=(old,))
    fixed = killer_fixes.fix_killer(blank(puzzle), puzzle, answer, None, None)
    assert fixed.cage_mend == mends[0]
    assert fixed.cage_mends == mends
    assert fixed.result is not None and fixed.result.cages == new[0]


def four(cells: str) -> Puzzle:
    """A puzzle of 4x4."""
    return Puzzle(geometry("classic", 4), bytes(map(int, cells.replace(".", "0"))))


FOUR = "1234341221434321"


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [(1, 7, "lookalike"), (5, 2, "keypad"), (5, 8, "keypad"), (7, 8, "keypad"), (3, 4, "keypad"), (1, 9, "digit")],
)
def test_errors_of_digits(old: int, new: int, kind: str) -> None:
    assert digit_error(old, new) == digit_error(new, old) == kind


def test_digits_that_are_taken_for_each_other_are_these() -> None:
    pairs = {
        f"{one}{other}"
        for one in range(1, 10)
        for other in range(one + 1, 10)
        if digit_error(one, other) == "lookalike"
    }
    assert pairs == {"17", "27", "35", "38", "49", "56", "68", "69", "89"}


def test_keys_touch_on_a_keypad_and_in_a_row_of_keys_and_digits_above_9_have_none() -> None:
    touching = {other for other in range(1, 17) if keys_touch(5, other)}
    assert touching == {2, 4, 6, 8}
    assert {other for other in range(1, 17) if keys_touch(3, other)} == {2, 4, 6}
    assert not keys_touch(9, 10) and not keys_touch(10, 9)
    rows = ("123", "456", "789", "123456789", *map("".join, zip("123", "456", "789", strict=True)))
    sides = {pair for row in rows for pair in (*pairwise(row), *pairwise(row[::-1]))}
    digits = range(1, 10)
    assert {(a, b) for a in digits for b in digits if keys_touch(a, b)} == {(int(a), int(b)) for a, b in sides}


def test_a_solution_has_all_cells_the_givens_and_no_repeat() -> None:
    puzzle, full = four("12.............."), bytes(map(int, FOUR))
    assert is_solution(puzzle, full)
    assert not is_solution(puzzle, full[:-1])
    assert not is_solution(puzzle, full[:-1] + b"\0")
    assert not is_solution(puzzle, full[:-1] + b"\5")
    assert not is_solution(puzzle, full[:-1] + b"\2")
    assert not is_solution(four("13.............."), full)


def test_the_fewest_givens_for_an_answer_are_proven_on_small_grids_too() -> None:
    puzzle, answer = four("12.............."), bytes(map(int, FOUR))
    found = to_answer(puzzle, answer)
    assert found.proven and found.complete and not found.any_answer
    assert {len(mend) for mend in found.mends} == {found.least}
    assert all(solve(with_givens(puzzle, mend)).solution == answer for mend in found.mends)


def test_what_cannot_be_counted_has_two_solutions_at_least(monkeypatch: pytest.MonkeyPatch) -> None:
    assert counted(four("." * 16), 1000) == (288, 1000)

    def spent(*_: object, **_bound: object) -> None:
        raise Spent

    monkeypatch.setattr(ways, "count_solutions", spent)
    assert counted(four("." * 16), 1000) == (2, 2)


def test_a_cage_is_cut_in_two_parts_that_hang_together() -> None:
    """Of a square of four cells: the first alone, with its row, its column, or all but one other; not with the one across."""
    assert set(cuts((0, 1, 9, 10), 9)) == {(0,), (0, 1), (0, 9), (0, 1, 9), (0, 1, 10), (0, 9, 10)}
    assert cuts((0,), 9) == cuts((), 9) == ()
    row = tuple(range(12))
    assert len(cuts(row, 16)) == 11
    assert cuts((*row, 12), 16) == ()


def test_the_first_mend_that_lets_as_many_go_is_taken_and_else_the_one_that_lets_most() -> None:
    full = four(FOUR)
    bare = with_givens(full, [(cell, 0) for cell in (0, 1, 2, 4)])
    some = tuple((cell, full.givens[cell]) for cell in (0, 1, 2))
    move = moves(bare, [some])
    assert move.even and len(move.dropped) == 3
    few = four("1...............")
    every = tuple((cell, full.givens[cell]) for cell in range(1, 16))
    one = moves(few, [every[2:], every])
    assert not one.even and one.dropped == ((0, 1),) and one.added == every[2:]
    with pytest.raises(ValueError, match="no mend to begin with"):
        moves(few, [])


def test_mends_that_keep_the_pattern_come_first() -> None:
    """Two givens across the middle from each other; a third cell has its partner in one of the mends."""
    puzzle = four("1..............1")
    odd, even = ((1, 2),), ((1, 2), (14, 2))
    assert list(preferred(puzzle, [odd, even], None)) == [even, odd]
    assert list(preferred(four("12.4...........1"), [odd, even], None)) == [odd, even]


def test_the_mend_of_the_wanted_level_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    levels = {1: "hard", 2: "easy", 3: "medium"}

    class Graded:
        def __init__(self, puzzle: Puzzle) -> None:
            self.level = levels[next(filter(None, puzzle.givens))]

    monkeypatch.setitem(sys.modules, "bookmaker.logic.grading", SimpleNamespace(grade=Graded))
    mends = [((5, digit),) for digit in (1, 2, 3)]
    assert [mend[0][1] for mend in preferred(four("." * 16), mends, Level.MEDIUM)] == [3, 1, 2]
    assert [mend[0][1] for mend in preferred(four("." * 16), mends, Level.BEGINNER)] == [2, 3, 1]


def test_a_correction_that_leaves_several_solutions_gets_givens_besides() -> None:
    several = four("12..............")
    fixed = finished(replace(blank(several), proven_minimal=True), several, None)
    assert fixed.result is not None and solve(fixed.result).solutions == 1
    assert fixed.result == with_givens(several, fixed.added) and len(fixed.added) == 2 and fixed.proven_minimal


def test_a_record_of_sums_has_the_old_and_the_new() -> None:
    fixed = replace(blank(four("." * 16)), sums=(Resum((0, 1), None, 3), Resum((4, 5), 8, 7)))
    assert fixed.as_dict()["sums"] == [
        {"cells": ["r1c1", "r1c2"], "from": None, "to": 3},
        {"cells": ["r2c1", "r2c2"], "from": 8, "to": 7},
    ]
    assert not fixed.mended and replace(fixed, result=fixed.puzzle).mended


def test_an_answer_that_no_cage_can_hold_is_said() -> None:
    answer = bytes(map(int, FOUR))
    twice = Puzzle(geometry("killer", 4), bytes(16), cages=(Cage((0, 1, 5, 7), 10),))
    broken = bytes([2, *answer[1:]])
    assert (
        killer_fixes.fix_killer(blank(twice), twice, broken, None, None).note
        == "its answer breaks the rules or the givens"
    )
