"""The parts of mending that need no search: words, orders and counts."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import exp, isclose

import pytest

from bookmaker.grid.puzzle import Cage, Puzzle
from bookmaker.repair import dropped_givens, killer_fixes
from bookmaker.repair.cage_changes import CageMend
from bookmaker.repair.companions import Companions
from bookmaker.repair.dropped_givens import LARGEST, smallest_drops
from bookmaker.repair.likelihood import sum_distance, sum_error
from bookmaker.repair.record import Fix
from bookmaker.repair.ways import advice
from bookmaker.solve.minimum_hitting_set import Choices
from bookmaker.techniques.declare import Level
from bookmaker.variants import geometry

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
    monkeypatch.setattr(dropped_givens, "count_solutions", lambda *_, **__: counts)
    puzzle = Puzzle(geometry(), bytes([1, 1, 1, *[0] * 78]))
    assert smallest_drops(puzzle) == Choices(((0,), (1,), (2,)), True, 1)
    assert smallest_drops(puzzle, 3) == Choices(((0,), (1,), (2,)), True, 1)
    assert smallest_drops(puzzle, 2) == Choices(((0,), (1,)), False, 1)
    counts = np.array([1, 0, dropped_givens.UNDECIDED])
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
