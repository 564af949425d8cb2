"""Mending Killers: sums from the answer, sums that were mistyped, cages split. The puzzle is 6x6 Killer no. 802 of janko.at."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from bookmaker.logic.repair import cage_errors, likelihood
from bookmaker.logic.repair.cage_errors import by_answer, cage_mends, recaged, resolutions
from bookmaker.logic.repair.fixes import fix
from bookmaker.logic.solve.solver import solutions, solve
from bookmaker.logic.verify.check import check
from bookmaker.puzzles.grid.geometry import connected
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.puzzles.rules import geometry

ANSWER = bytes(map(int, "256431413526524163361254135642642315"))
CAGES = """11 21, 12 13 22 23, 14 24, 15 16, 25 35, 26 36, 31 32 33 41 51, 34 44, 42 43 53, 45 46, 52 61 62, 54 55, 56 66,
63 64 65"""
CELLS = [tuple((int(name[0]) - 1) * 6 + int(name[1]) - 1 for name in cage.split()) for cage in CAGES.split(",")]
WHOLE = Puzzle(
    geometry("killer", 6),
    bytes(36),
    cages=tuple(Cage(cells, sum(ANSWER[cell] for cell in cells)) for cells in CELLS),
)


SAID = [(tuple(sorted(cage.cells)), cage.sum) for cage in WHOLE.cages]


def joined(one: int, other: int) -> Puzzle:
    """With two neighbouring cages made one."""
    first, second = WHOLE.cages[one], WHOLE.cages[other]
    both = Cage(first.cells + second.cells, (first.sum or 0) + (second.sum or 0))
    return replace(WHOLE, cages=(*(cage for cage in WHOLE.cages if cage not in (first, second)), both))


def test_the_whole_puzzle_is_left_alone() -> None:
    assert solve(WHOLE).solution == ANSWER
    assert fix(WHOLE).result == WHOLE


def test_a_wrong_sum_is_mended_by_the_answer_or_told() -> None:
    for at, cage in enumerate(WHOLE.cages):
        wrong = replace(cage, sum=(cage.sum or 0) + 1)
        typed = replace(WHOLE, cages=tuple(wrong if i == at else other for i, other in enumerate(WHOLE.cages)))
        done = fix(typed, ANSWER)
        assert done.result == WHOLE
        assert [(change.cells, change.old, change.new) for change in done.sums] == [(cage.cells, wrong.sum, cage.sum)]
        if solve(typed).solutions == 0:
            assert recaged(typed, cage_mends(typed)[0][0]) == WHOLE
            assert not fix(typed).mended
            assert fix(typed, apply="edit").mended


def test_missing_sums_come_from_a_solution() -> None:
    bare = replace(WHOLE, cages=tuple(replace(cage, sum=None) for cage in WHOLE.cages))
    assert fix(bare, ANSWER).result == WHOLE
    done = fix(bare)
    assert done.result is not None
    assert solve(done.result).solutions == 1
    assert len(done.sums) == len(WHOLE.cages)
    assert by_answer(done.result, solutions(done.result)[0]) == ()


def test_a_cage_is_split_where_that_is_enough() -> None:
    improper = 0
    for one in range(len(WHOLE.cages)):
        for other in range(one):
            cells = {*WHOLE.cages[one].cells, *WHOLE.cages[other].cells}
            digits = [ANSWER[cell] for cell in cells]
            touching = any(abs(a - b) == 6 or (abs(a - b) == 1 and a // 6 == b // 6) for a in WHOLE.cages[one].cells
                           for b in WHOLE.cages[other].cells)  # fmt: skip
            if not touching or len(set(digits)) < len(digits):
                continue
            here = joined(one, other)
            if solve(here).solutions == 1:
                continue
            improper += 1
            done = fix(here, ANSWER)
            assert done.result is not None
            assert WHOLE in [recaged(here, mend) for mend in done.cage_mends]
            assert {solve(recaged(here, mend)).solution for mend in done.cage_mends} == {ANSWER}
            assert {mend.kind for mend in done.cage_mends} == {"cages-joined"}
            assert done.as_dict()["cages"]["to"][0]["sum"]
    assert improper > 1


def test_a_given_is_added_where_no_split_is_enough() -> None:
    loose = replace(WHOLE, cages=WHOLE.cages[6:])
    done = fix(loose, ANSWER)
    assert done.added or done.cage_mend
    assert done.result is not None
    assert solve(done.result).solution == ANSWER


def test_an_answer_that_breaks_the_rules_is_refused() -> None:
    assert "breaks the rules" in fix(WHOLE, bytes([1] * 36)).note


def without(*gone: Cage) -> list[Cage]:
    return [cage for cage in WHOLE.cages if cage not in gone]


def every(kind: str) -> Iterator[Puzzle]:
    """Every error of a kind: what a person gets wrong, written without the code that mends it."""
    for one in WHOLE.cages:
        if kind == "cage-twice":
            yield replace(WHOLE, cages=(*WHOLE.cages, one))
        if kind == "cell-forgotten" and len(one.cells) > 1:
            for cell in one.cells:
                less = Cage(tuple(other for other in one.cells if other != cell), one.sum)
                yield replace(WHOLE, cages=(*without(one), less))
        if kind == "cage-split" and len(one.cells) == 2:
            parts = Cage(one.cells[:1], one.sum), Cage(one.cells[1:], None)
            yield replace(WHOLE, cages=(*without(one), *parts))
        for other in without(one):
            if not any(
                abs(a - b) == 6 or (abs(a - b) == 1 and a // 6 == b // 6) for a in one.cells for b in other.cells
            ):
                continue
            if kind == "sums-exchanged" and one.sum != other.sum:
                yield replace(
                    WHOLE, cages=(*without(one, other), Cage(one.cells, other.sum), Cage(other.cells, one.sum))
                )
            if kind == "cell-twice":
                yield replace(WHOLE, cages=(*without(other), Cage((*other.cells, one.cells[0]), other.sum)))


@pytest.mark.parametrize("kind", ["cage-twice", "cell-forgotten", "cage-split", "sums-exchanged", "cell-twice"])
def test_the_cause_is_named_first_and_an_answer_decides(kind: str) -> None:
    first = wrong = 0
    for puzzle in every(kind):
        if check(puzzle).sound:
            continue
        wrong += 1
        mends, complete = cage_mends(puzzle)
        assert complete
        assert all(solve(recaged(puzzle, mend)).proper for mend in mends)
        ranks = [likelihood.CAGES.index(cage_errors.error_of(mend)) for mend in mends]
        assert ranks == sorted(ranks)
        first += bool(mends) and recaged(puzzle, mends[0]) == WHOLE
        assert fix(puzzle, ANSWER).result == WHOLE
    assert wrong >= 3
    assert first >= 0.8 * wrong


def test_two_cages_read_as_one_with_the_sum_of_the_first_are_cut_where_the_answer_says() -> None:
    found = joined = 0
    for one in WHOLE.cages:
        for other in without(one):
            cells = (*one.cells, *other.cells)
            digits = {ANSWER[cell] for cell in cells}
            if len(digits) < len(cells) or not connected(cells, 6) or one.sum == other.sum:
                continue
            wrong = replace(WHOLE, cages=(*without(one, other), Cage(tuple(sorted(cells)), one.sum)))
            done = fix(wrong, ANSWER)
            ways = [done.result, *(recaged(wrong, mend) for mend in done.cage_mends)]
            joined += 1
            found += any(way is not None and set(way.cages) == set(WHOLE.cages) for way in ways[:4])
    assert joined >= 5
    assert found >= 0.95 * joined


def test_a_forgotten_cage_has_the_cells_and_the_sum_that_are_lacking() -> None:
    for one in WHOLE.cages:
        forgotten = [
            mend for mend in resolutions(replace(WHOLE, cages=tuple(without(one)))) if mend.kind == "cage-forgotten"
        ]
        assert [(mend.old, mend.new) for mend in forgotten] == [((), (one,))]
        # Where another sum is missing, too, nobody knows what is lacking.
        unsaid = [replace(other, sum=None) if at == 0 else other for at, other in enumerate(without(one))]
        kinds = {mend.kind for mend in resolutions(replace(WHOLE, cages=tuple(unsaid)))}
        assert "cage-forgotten" not in kinds
    # Cells that do not hang together were no cage.
    apart = replace(WHOLE, cages=tuple(without(WHOLE.cages[0], WHOLE.cages[3])))
    kinds = {mend.kind for mend in resolutions(apart)}
    assert "cage-forgotten" not in kinds


def test_two_cages_that_have_a_cell_of_each_other_each_lose_it() -> None:
    for one, other in ((0, 1), (2, 7), (11, 12)):
        first, second = WHOLE.cages[one], WHOLE.cages[other]
        both = Cage((*first.cells, second.cells[0]), first.sum), Cage((*second.cells, first.cells[-1]), second.sum)
        wrong = replace(WHOLE, cages=(*without(first, second), *both))
        ways = [recaged(wrong, mend).cages for mend in resolutions(wrong)]
        assert any({(tuple(sorted(cage.cells)), cage.sum) for cage in way} == set(SAID) for way in ways)
        # Every way out leaves each cell in one cage.
        assert all(sorted(cell for cage in way for cell in cage.cells) == list(range(36)) for way in ways)


@pytest.mark.parametrize(
    ("part", "sums"), [((1, 2), (7, 8)), ((1, 7), (10, 5)), ((1, 7), (2, 13)), ((1, 2, 7), (8, 7))]
)
def test_a_cage_cut_in_two_with_sums_of_no_cage_is_joined_again(part: tuple[int, ...], sums: tuple[int, int]) -> None:
    """The sums of the parts make the sum of the whole, and no likelier error explains them."""
    (cage,) = (cage for cage in WHOLE.cages if cage.cells == (1, 2, 7, 8))
    rest = tuple(cell for cell in cage.cells if cell not in part)
    wrong = replace(WHOLE, cages=(*without(cage), Cage(part, sums[0]), Cage(rest, sums[1])))
    mends, complete = cage_mends(wrong)
    assert complete and [mend.kind for mend in mends] == ["cage-split"]
    assert set(recaged(wrong, mends[0]).cages) == set(WHOLE.cages)


def test_without_an_answer_what_the_sums_lack_is_that_of_the_cage_that_was_joined() -> None:
    """Two cages read as one with the sum of the first: the sum of the second is all that is lacking, which is no accident."""
    for one, other in ((0, 1), (1, 0), (2, 7), (7, 9), (11, 12), (13, 11)):
        first, second = WHOLE.cages[one], WHOLE.cages[other]
        both = Cage(tuple(sorted(first.cells + second.cells)), first.sum)
        wrong = replace(WHOLE, cages=(*without(first, second), both))
        mends, complete = cage_mends(wrong)
        assert complete
        assert cage_errors.error_of(mends[0]) == "joined-with-one-sum"
        assert any(set(recaged(wrong, mend).cages) == set(WHOLE.cages) for mend in mends[:3]), (one, other)


def test_a_grid_with_hardly_a_cage_ends_soon() -> None:
    ground = geometry("killer", 9)
    for cages in ((), (Cage((0, 1), 3),), (Cage((0, 1), 3), Cage((1, 2), 9))):
        done = fix(Puzzle(ground, bytes(81), cages=cages))
        assert not done.mended
        assert done.solutions == done.limit == 10_000
        assert ("too few of its cages" if cages else "it has no cages") in done.note


def test_two_sums_that_were_added_up_one_too_large_are_mended() -> None:
    """Of 9 and 10 no digit is mistyped for another."""
    nines = [cage for cage in WHOLE.cages if cage.sum == 9]
    assert nines
    others = [cage for cage in WHOLE.cages if cage not in nines]
    wrong = {cage: replace(cage, sum=(cage.sum or 0) + 1) for cage in (nines[0], others[0])}
    mends, _ = cage_mends(replace(WHOLE, cages=tuple(wrong.get(cage, cage) for cage in WHOLE.cages)))
    assert recaged(replace(WHOLE, cages=tuple(wrong.get(cage, cage) for cage in WHOLE.cages)), mends[0]) == WHOLE
    for mend in mends:
        pairs = [(old.sum or 0, new.sum or 0) for old, new in zip(mend.old, mend.new, strict=True)]
        assert mend.kind == "two-sums"
        assert all(abs(old - new) == 1 or likelihood.sum_error(old, new) != "sum" for old, new in pairs)
