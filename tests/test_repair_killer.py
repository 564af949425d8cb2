"""Mending Killers: sums from the answer, sums that were mistyped, cages split. The puzzle is 6x6 Killer no. 802 of janko.at."""

from __future__ import annotations

from dataclasses import replace

from bookmaker.grid.puzzle import Cage, Puzzle
from bookmaker.repair.cage_sums import by_answer, other_sums, proper_splits, split
from bookmaker.repair.fixes import fix
from bookmaker.solve.solver import solutions, solve
from bookmaker.variants import geometry

ANSWER = bytes(map(int, "256431413526524163361254135642642315"))
CAGES = """11 21, 12 13 22 23, 14 24, 15 16, 25 35, 26 36, 31 32 33 41 51, 34 44, 42 43 53, 45 46, 52 61 62, 54 55, 56 66,
63 64 65"""
CELLS = [tuple((int(name[0]) - 1) * 6 + int(name[1]) - 1 for name in cage.split()) for cage in CAGES.split(",")]
WHOLE = Puzzle(
    geometry("killer", 6),
    bytes(36),
    cages=tuple(Cage(cells, sum(ANSWER[cell] for cell in cells)) for cells in CELLS),
)


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
            assert (cage.cells, cage.sum) in [(change.cells, change.new) for change in other_sums(typed)]
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
            splits = proper_splits(here, [ANSWER])
            # The cages as they were are one of the ways.
            assert WHOLE in [split(here, how) for how in splits]
            for how in splits:
                assert solve(split(here, how)).solution == ANSWER
            done = fix(here, ANSWER)
            assert done.split is not None
            assert done.result is not None
            assert solve(done.result).solution == ANSWER
            assert done.as_dict()["split"][0]["sum"]
    assert improper > 1


def test_a_given_is_added_where_no_split_is_enough() -> None:
    loose = replace(WHOLE, cages=WHOLE.cages[6:])
    done = fix(loose, ANSWER)
    assert done.added or done.split
    assert done.result is not None
    assert solve(done.result).solution == ANSWER


def test_an_answer_that_breaks_a_cage_is_refused() -> None:
    both = replace(WHOLE, cages=(Cage((0, 8), 4), *(cage for cage in WHOLE.cages if not {0, 8} & set(cage.cells))))
    assert ANSWER[0] != ANSWER[8] or "twice in a cage" in fix(both, ANSWER).note
    assert "breaks the rules" in fix(WHOLE, bytes([1] * 36)).note
