"""Changes of cages: all of each kind by brute force on a grid of 4x4, how many are tried, and in which order they are named."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import combinations, permutations

import pytest

from bookmaker.logic.repair import cage_errors
from bookmaker.logic.repair.cage_errors import (
    CageMend,
    Resum,
    by_answer,
    cage_mends,
    error_of,
    holds,
    recaged,
    resummed,
)
from bookmaker.logic.repair.likelihood import sum_error
from bookmaker.logic.solve.solver import UNDECIDED, Solved
from bookmaker.puzzles.grid.geometry import beside, connected
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.puzzles.rules import geometry

GRID = bytes(map(int, "1234341221434321"))
SHAPES = "AABBCCDDCEEDFFEG"
WHOLE = Puzzle(
    geometry("killer", 4),
    bytes(16),
    cages=tuple(
        Cage(cells, sum(GRID[cell] for cell in cells))
        for name in "ABCDEFG"
        for cells in [tuple(cell for cell, one in enumerate(SHAPES) if one == name)]
    ),
)
PROPER = Solved(1, 2, GRID, GRID)
NONE = Solved(0, 2, None, None)
HARD = Solved(UNDECIDED, 2, None, None)

Tried = list[tuple[Sequence[Puzzle], int]]


def trying(monkeypatch: pytest.MonkeyPatch, solved: Callable[[Puzzle, int], Solved]) -> Tried:
    """Let each change be judged so, by the puzzle that it makes and the guesses that it may take. Returns what is tried."""
    tried: Tried = []

    def many(puzzles: Sequence[Puzzle], limit: int, guesses: int) -> list[Solved]:
        assert limit == 2
        tried.append((puzzles, guesses))
        return [solved(puzzle, guesses) for puzzle in puzzles]

    monkeypatch.setattr(cage_errors, "solve_many", many)
    monkeypatch.setattr(cage_errors, "solve", lambda *_: NONE)
    return tried


def possible(number: int, total: int) -> bool:
    return any(sum(digits) == total for digits in combinations(range(1, 5), number))


def changed(puzzle: Puzzle, *changes: tuple[Cage, Iterable[Cage]]) -> frozenset[Cage]:
    """The cages with some cages in place of each of these."""
    gone = dict(changes)
    return frozenset(new for cage in puzzle.cages for new in gone.get(cage, (cage,)))


def ways(mends: Iterable[CageMend], puzzle: Puzzle, *kinds: str) -> set[frozenset[Cage]]:
    return {frozenset(recaged(puzzle, mend).cages) for mend in mends if mend.kind in kinds}


def touching(one: Cage, other: Cage) -> bool:
    return any(near in other.cells for cell in one.cells for near in beside(cell, 4))


SUMS = ("sum", "sum-digit", "sum-transposed")


def test_cages_that_cover_the_grid_and_lack_nothing_have_sums_exchanged_or_a_cell_of_one_beside(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    trying(monkeypatch, lambda *_: PROPER)
    mends, complete = cage_mends(WHOLE)
    assert complete
    assert ways(mends, WHOLE, *SUMS) == set()
    assert ways(mends, WHOLE, "sums-exchanged") == {
        changed(WHOLE, (one, [replace(one, sum=other.sum)]), (other, [replace(other, sum=one.sum)]))
        for one, other in combinations(WHOLE.cages, 2)
        if one.sum != other.sum
        and possible(len(one.cells), other.sum or 0)
        and possible(len(other.cells), one.sum or 0)
    }
    moved = set()
    for one, other in permutations(WHOLE.cages, 2):
        for cell in one.cells:
            less, more = tuple(at for at in one.cells if at != cell), tuple(sorted((*other.cells, cell)))
            near = set(beside(cell, 4)) & set(other.cells)
            whole = bool(near and less) and connected(less, 4)
            if whole and possible(len(less), one.sum or 0) and possible(len(more), other.sum or 0):
                moved.add(changed(WHOLE, (one, [Cage(less, one.sum)]), (other, [Cage(more, other.sum)])))
    assert ways(mends, WHOLE, "cell-moved") == moved
    assert moved
    # Of two cages with the same sum both may be a part of one that had it.
    assert {mend.kind for mend in mends} <= {"sums-exchanged", "cell-moved", "cage-split"}


@pytest.mark.parametrize("off", [1, -1, 3])
def test_what_the_sums_lack_is_what_one_of_them_lacks(monkeypatch: pytest.MonkeyPatch, off: int) -> None:
    """Then no two sums are exchanged and no cell is moved."""
    trying(monkeypatch, lambda *_: PROPER)
    cage = WHOLE.cages[3]
    wrong = replace(
        WHOLE, cages=tuple(replace(one, sum=(one.sum or 0) - off) if one == cage else one for one in WHOLE.cages)
    )
    mends, _ = cage_mends(wrong)
    expected = {
        changed(wrong, (one, [replace(one, sum=(one.sum or 0) + off)]))
        for one in wrong.cages
        if possible(len(one.cells), (one.sum or 0) + off)
    }
    assert ways(mends, wrong, *SUMS) == expected
    assert all(
        mend.kind == sum_error(mend.old[0].sum or 0, mend.new[0].sum or 0) for mend in mends if mend.kind in SUMS
    )
    assert {mend.kind for mend in mends} <= {*SUMS, "cages-joined", "cage-split"}
    halves = {
        changed(wrong, (one, [Cage(part, first), Cage(rest, second)]))
        for one in wrong.cages
        for number in range(1, len(one.cells))
        for part in combinations(one.cells, number)
        for rest in [tuple(cell for cell in one.cells if cell not in part)]
        if connected(part, 4) and connected(rest, 4)
        for first, second in ((one.sum, off), (off, one.sum))
        if off > 0 and possible(len(part), first or 0) and possible(len(rest), second or 0)
    }
    assert ways(mends, wrong, "cages-joined") == halves


def test_a_missing_sum_is_what_is_lacking_or_anything_where_cages_do_not_cover_the_grid(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    trying(monkeypatch, lambda *_: PROPER)
    cage = WHOLE.cages[3]
    bare = replace(WHOLE, cages=tuple(replace(one, sum=None) if one == cage else one for one in WHOLE.cages))
    mends, _ = cage_mends(bare)
    assert ways(mends, bare, "sum-missing") == {frozenset(WHOLE.cages)}
    assert not ways(mends, bare, *SUMS, "sums-exchanged", "cell-moved", "cages-joined")
    # A cage and one beside it without a sum may be one; two cages with the same sum may have been one with it.
    joined = {
        changed(bare, (one, [Cage(tuple(sorted(one.cells + other.cells)), one.sum)]), (other, []))
        for one, other in permutations(bare.cages, 2)
        if other.sum is None and touching(one, other) and possible(len(one.cells + other.cells), one.sum or 0)
    }
    assert ways(mends, bare, "cage-split") == joined
    few = replace(bare, cages=bare.cages[3:5])
    mends, _ = cage_mends(few)
    assert {mend.new[0].sum for mend in mends if mend.kind == "sum-missing"} == {6, 7, 8, 9}
    # Two missing sums are no one's slip.
    none = replace(bare, cages=tuple(replace(one, sum=None) for one in bare.cages))
    assert not {mend.kind for mend in cage_mends(none)[0]} & {"sum-missing", *SUMS}


def test_a_sum_may_be_any_other_where_cages_do_not_cover_the_grid(monkeypatch: pytest.MonkeyPatch) -> None:
    trying(monkeypatch, lambda *_: PROPER)
    few = replace(WHOLE, cages=(WHOLE.cages[0], WHOLE.cages[2], WHOLE.cages[6]))
    mends, _ = cage_mends(few)
    assert ways(mends, few, *SUMS) == {
        changed(few, (one, [replace(one, sum=total)]))
        for one in few.cages
        for total in range(1, 11)
        if total != one.sum and possible(len(one.cells), total)
    }
    assert not ways(mends, few, "cages-joined")


def test_cages_with_one_sum_for_both_may_be_one(monkeypatch: pytest.MonkeyPatch) -> None:
    trying(monkeypatch, lambda *_: PROPER)
    one, other = Cage((0, 1), 7), Cage((4,), 7)
    apart = Cage((10, 11), 7)
    mends, _ = cage_mends(replace(WHOLE, cages=(one, other, apart)))
    assert [mend.new for mend in mends if mend.kind == "cage-split"] == [(Cage((0, 1, 4), 7),)]


def test_if_nothing_likelier_helps_cages_are_cut_two_sums_are_wrong_or_any_two_cages_are_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each only where none of those before it makes the puzzle proper."""
    monkeypatch.setattr(cage_errors, "solutions", lambda *_: [])
    more = trying(monkeypatch, lambda puzzle, _: PROPER if len(puzzle.cages) > 7 else NONE)
    mends, complete = cage_mends(WHOLE)
    assert complete and more
    assert {frozenset(recaged(WHOLE, mend).cages) for mend in mends} == {
        changed(WHOLE, (one, [Cage(part, total), Cage(rest, (one.sum or 0) - total)]))
        for one in WHOLE.cages
        for number in range(1, len(one.cells))
        for part in combinations(one.cells, number)
        for rest in [tuple(cell for cell in one.cells if cell not in part)]
        if connected(part, 4) and connected(rest, 4)
        for total in range(1, 11)
        if possible(len(part), total) and possible(len(rest), (one.sum or 0) - total)
    }
    before = {cage.cells: cage.sum or 0 for cage in WHOLE.cages}

    def resummed_twice(puzzle: Puzzle, _: int) -> Solved:
        sums = {cage.cells: cage.sum or 0 for cage in puzzle.cages}
        if sums.keys() != before.keys():
            return NONE
        new = sorted(sums[cells] for cells in before if sums[cells] != before[cells])
        old = sorted(before[cells] for cells in before if sums[cells] != before[cells])
        return PROPER if new != old else NONE

    trying(monkeypatch, resummed_twice)
    mends, _ = cage_mends(WHOLE)

    def slip(old: int, new: int) -> bool:
        return abs(old - new) == 1 or sum_error(old, new) != "sum"

    assert {mend.kind for mend in mends} == {"two-sums"}
    expected = {
        changed(
            WHOLE,
            (one, [replace(one, sum=(one.sum or 0) + more)]),
            (other, [replace(other, sum=(other.sum or 0) - more)]),
        )
        for one, other in combinations(WHOLE.cages, 2)
        for more in range(-9, 10)
        if more
        and possible(len(one.cells), (one.sum or 0) + more)
        and possible(len(other.cells), (other.sum or 0) - more)
        and slip(one.sum or 0, (one.sum or 0) + more)
        and slip(other.sum or 0, (other.sum or 0) - more)
        and sorted(((one.sum or 0) + more, (other.sum or 0) - more)) != sorted((one.sum or 0, other.sum or 0))
    }
    assert {frozenset(recaged(WHOLE, mend).cages) for mend in mends} == expected
    trying(monkeypatch, lambda puzzle, _: PROPER if len(puzzle.cages) < 7 else NONE)
    mends, _ = cage_mends(WHOLE)
    assert {frozenset(recaged(WHOLE, mend).cages) for mend in mends} == {
        changed(WHOLE, (one, [Cage(tuple(sorted(one.cells + other.cells)), total)]), (other, []))
        for one, other in combinations(WHOLE.cages, 2)
        for total in [(one.sum or 0) + (other.sum or 0)]
        if touching(one, other) and possible(len(one.cells + other.cells), total)
    }


def test_of_a_cage_that_is_cut_the_answers_say_the_sums(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of them if they are few; the wanted one alone if there is one."""
    trying(monkeypatch, lambda puzzle, _: PROPER if len(puzzle.cages) > 7 else NONE)
    other = bytes(5 - digit for digit in GRID)
    monkeypatch.setattr(cage_errors, "solutions", lambda *_: [GRID, other])
    pairs = [(cage, mend) for mend in cage_mends(WHOLE)[0] for cage in mend.new]
    assert all(any(cage.sum == sum(one[cell] for cell in cage.cells) for one in (GRID, other)) for cage, _ in pairs)
    assert any(cage.sum != sum(GRID[cell] for cell in cage.cells) for cage, _ in pairs)
    wanted = [cage for mend in cage_mends(WHOLE, GRID)[0] for cage in mend.new]
    assert wanted and all(holds(cage, GRID) for cage in wanted)


# What is tried.


def found_first(monkeypatch: pytest.MonkeyPatch, number: int) -> list[CageMend]:
    """Let so many changes be seen without a search, and nothing else be thought of."""
    mends = [CageMend("sum", (WHOLE.cages[0],), (Cage((0, 1), total),)) for total in range(100, 100 + number)]
    monkeypatch.setattr(cage_errors, "resolutions", lambda _: iter(mends + mends))
    return mends


def test_a_few_changes_that_take_long_are_given_more_guesses(monkeypatch: pytest.MonkeyPatch) -> None:
    few: list[int] = []
    tried = trying(monkeypatch, lambda _, guesses: HARD if guesses == few[0] else PROPER)
    for number, again in ((1, True), (4, True), (5, False)):
        tried.clear()
        mends = found_first(monkeypatch, number)
        few[:] = [3000]
        found, complete = cage_mends(WHOLE)
        first = [(len(puzzles), guesses) for puzzles, guesses in tried]
        assert first[0] == (number, 3000)
        if again:
            assert first[1][0] == number and first[1][1] > 3000
            assert (list(found), complete) == (mends, True)
        else:
            assert not complete and mends[0] not in found
    # If others are proper these are not waited for.
    mends = found_first(monkeypatch, 2)
    tried = trying(monkeypatch, lambda puzzle, _: PROPER if mends[0].new[0] in puzzle.cages else HARD)
    assert cage_mends(WHOLE) == ((mends[0],), False)
    assert len(tried) == 1


def test_changes_that_take_long_end_the_trials(monkeypatch: pytest.MonkeyPatch) -> None:
    found_first(monkeypatch, 600)
    tried = trying(monkeypatch, lambda *_: NONE)
    assert cage_mends(WHOLE, GRID)[1]
    monkeypatch.setattr(cage_errors, "holds", lambda *_: True)
    tried.clear()
    assert cage_mends(WHOLE, GRID) == ((), True)
    assert sum(len(puzzles) for puzzles, _ in tried) >= 600
    tried = trying(monkeypatch, lambda *_: HARD)
    found, complete = cage_mends(WHOLE, GRID)
    assert (found, complete) == ((), False)
    assert sum(len(puzzles) for puzzles, _ in tried) < 600


def test_only_changes_that_leave_the_answer_count(monkeypatch: pytest.MonkeyPatch) -> None:
    cage = WHOLE.cages[0]
    mends = [CageMend("sum", (cage,), (replace(cage, sum=total),)) for total in (3, 4)]
    monkeypatch.setattr(cage_errors, "resolutions", lambda _: iter(mends))
    tried = trying(monkeypatch, lambda *_: PROPER)
    assert cage_mends(WHOLE, GRID) == ((mends[0],), True)
    assert [len(puzzles) for puzzles, _ in tried] == [1]
    assert set(cage_mends(WHOLE)[0]) == set(mends)
    inverse = bytes(5 - digit for digit in GRID)
    other = Solved(1, 2, inverse, inverse)
    trying(monkeypatch, lambda *_: other)
    assert cage_mends(WHOLE, GRID)[0] == ()


def test_a_cage_holds_digits_that_differ_and_make_its_sum() -> None:
    assert holds(Cage((0, 1), 3), GRID) and holds(Cage((0, 1), None), GRID)
    assert not holds(Cage((0, 1), 4), GRID)
    assert not holds(Cage((0, 6), 2), GRID) and not holds(Cage((0, 6), None), GRID)
    assert not holds(Cage((0, 1), 3, ("r9c9",)), GRID)


# The order.


def test_changes_are_named_by_their_kind_then_whole_cages_then_sums_like_them_then_usual_sizes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    two, eight = Cage((0, 1), 3), Cage((14, 15), 7)
    ordered = [
        CageMend("cage-twice", (two,), ()),
        # In one piece that touches; in one piece each, apart; in two pieces.
        CageMend("cell-twice", (two,), (Cage((0, 1, 2), 3),)),
        CageMend("cell-twice", (two, eight), (Cage((0,), 1), Cage((15,), 1))),
        CageMend("cell-twice", (two,), (Cage((0, 2), 3),)),
        CageMend("sum-digit", (Cage((0, 1), 11),), (Cage((0, 1), 17),)),
        CageMend("sum-digit", (Cage((0, 1), 13),), (Cage((0, 1), 11),)),
        CageMend("sum-digit", (Cage((0, 1), 12),), (Cage((0, 1), 18),)),
        CageMend("sum-digit", (Cage((0, 1), 12),), (Cage((0, 1), 19),)),
        CageMend("sum", (two,), (Cage((0, 1), 33),)),
        CageMend("two-sums", (two, eight), (Cage((0, 1), 2), Cage((14, 15), 8))),
        CageMend("two-sums", (two, eight), (Cage((0, 1), 1), Cage((14, 15), 9))),
    ]
    assert [error_of(mend) for mend in ordered[4:8]] == ["sum-digit", *["sum-digit-unlike"] * 3]
    monkeypatch.setattr(cage_errors, "recaged", lambda puzzle, _: puzzle)
    trying(monkeypatch, lambda *_: PROPER)
    monkeypatch.setattr(cage_errors, "resolutions", lambda _: iter(ordered[::-1]))
    assert list(cage_mends(WHOLE)[0]) == ordered


def test_cages_of_usual_sizes_come_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three of seven cages have three cells, three have two, one has one, none has four."""
    whole = WHOLE.cages[2]
    cut = [
        CageMend("cages-joined", (whole,), (Cage((4, 5), 1), Cage((8,), 2))),
        CageMend("cages-joined", (whole,), (Cage((4,), 1), Cage((5,), 2), Cage((8,), 3))),
    ]
    joined = [
        CageMend("cage-split", (WHOLE.cages[6],), (Cage((14, 15), 5),)),
        CageMend("cage-split", (WHOLE.cages[6],), (Cage((10, 11, 14, 15), 5),)),
    ]
    trying(monkeypatch, lambda *_: PROPER)
    for ordered in (cut, joined):
        monkeypatch.setattr(cage_errors, "resolutions", lambda _, ordered=ordered: iter(ordered[::-1]))
        assert list(cage_mends(WHOLE)[0]) == ordered


def test_a_cage_joined_of_two_of_which_one_had_its_sum_is_called_that() -> None:
    (one, two) = Cage((0,), 3), Cage((1,), 2)
    assert error_of(CageMend("cages-joined", (Cage((0, 1), 3),), (one, two))) == "joined-with-one-sum"
    assert error_of(CageMend("cages-joined", (Cage((0, 1), 2),), (one, two))) == "joined-with-one-sum"
    assert error_of(CageMend("cages-joined", (Cage((0, 1), 5),), (one, two))) == "cages-joined"
    assert error_of(CageMend("sum", (Cage((0, 1), 3),), (Cage((0, 1), 9),))) == "sum"


def test_sums_of_an_answer_are_those_that_differ_or_are_missing() -> None:
    odd = tuple(replace(cage, sum=new) for cage, new in zip(WHOLE.cages, (3, None, 9, 7, 7, 1, 1), strict=True))
    puzzle = replace(WHOLE, cages=odd)
    changes = by_answer(puzzle, GRID)
    assert [(change.old, change.new) for change in changes] == [
        (cage.sum, one.sum) for cage, one in zip(odd, WHOLE.cages, strict=True) if cage.sum != one.sum
    ]
    assert Resum((2, 3), None, 7) in changes
    assert resummed(puzzle, changes) == WHOLE
