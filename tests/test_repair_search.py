"""The searches of mending against brute force, on a few solutions or on grids of 4x4; and what they look at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import FrozenInstanceError, fields, is_dataclass, replace
from inspect import getmembers, isclass
from itertools import combinations
from math import log
from random import Random

import numpy as np
import pytest

from bookmaker.logic.repair import added_givens, cage_errors, record, typing_errors, ways
from bookmaker.logic.repair.added_givens import (
    LOOK,
    Discerned,
    discerned,
    frequencies,
    keeps_symmetry,
    rarest_first,
    to_answer,
    with_givens,
)
from bookmaker.logic.repair.companions import Companions, redundant, symmetric
from bookmaker.logic.solve.minimum_hitting_set import Choices, smallest_sets
from bookmaker.logic.solve.solver import UNDECIDED, Solved, solution_array, solve
from bookmaker.logic.solve.work import Work, spending
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.puzzles.rules import geometry

GROUND = geometry("classic", 4)
EMPTY = Puzzle(GROUND, bytes(16))
GRID = bytes(map(int, "1234341221434321"))


def four(cells: str) -> Puzzle:
    return Puzzle(GROUND, bytes(map(int, cells.replace(".", "0"))))


def found_of(puzzle: Puzzle) -> np.ndarray:
    return solution_array(puzzle, 500)


# Among listed solutions.


def by_hand(solutions: np.ndarray, number: int) -> list[tuple[tuple[int, int], ...]]:
    """Every set of candidates that one of the solutions only has; of different cells."""
    candidates = sorted({(cell, int(digit)) for row in solutions for cell, digit in enumerate(row)})
    return [
        chosen
        for chosen in combinations(candidates, number)
        if sum(all(row[cell] == digit for cell, digit in chosen) for row in solutions) == 1
    ]


@pytest.mark.parametrize(
    "cells", ["4.............2.", "1...2.1........2", "2..........41...", "42.........1....", "." * 16]
)
def test_the_fewest_candidates_that_one_solution_only_has(cells: str) -> None:
    solutions = found_of(four(cells))[:30]
    for number in (1, 2):
        found = discerned(solutions, 4, number, 10**9, 1000)
        expected = by_hand(solutions, number)
        assert list(found.mends) == expected
        assert (found.complete, found.tired) == (True, False)
        if expected:
            break
    # So many are enough: whether there are more is not known, but the search did not tire.
    for enough in (1, len(expected)):
        few = discerned(solutions, 4, number, 10**9, enough)
        assert len(few.mends) == enough and set(few.mends) <= set(expected)
        assert (few.complete, few.tired) == (False, False)
    assert discerned(solutions, 4, number, 10**9, len(expected) + 1).complete


def test_a_search_among_solutions_tires_after_what_it_may_examine_and_is_charged_for_it() -> None:
    solutions = found_of(EMPTY)
    whole = discerned(solutions, 4, 2, 10**9, 1000).looked
    for patience in (len(solutions) * 16, whole - 1):
        with spending(Work(1)) as account:
            found = discerned(solutions, 4, 2, patience, 1000)
            assert account.left() == pytest.approx(1 - found.looked * LOOK)
        assert found == Discerned((), False, True, found.looked)
        assert patience < found.looked <= patience + len(solutions) * 16
    assert discerned(solutions, 4, 2, whole, 1000) == Discerned((), True, False, whole)


def test_how_often_each_cell_holds_each_digit() -> None:
    solutions = found_of(four("4.............2."))
    counts = frequencies(solutions, 4)
    assert counts.shape == (16, 5)
    for cell in range(16):
        assert counts[cell].tolist() == [sum(row[cell] == digit for row in solutions) for digit in range(5)]


@pytest.mark.parametrize("cells", ["4.............2.", "1...2.1........2", "2..........41...", "." * 16])
def test_the_rarest_candidate_is_added_again_and_again(cells: str) -> None:
    solutions = found_of(four(cells))
    left, added = [bytes(row) for row in solutions], []
    while len(left) > 1:
        met = Counter((cell, digit) for row in left for cell, digit in enumerate(row))
        cell, digit = min(met, key=lambda one: (met[one], one))
        added.append((cell, digit))
        left = [row for row in left if row[cell] == digit]
    assert rarest_first(solutions, 4) == tuple(sorted(added))
    chosen, chain = added_givens.by_frequency(four(cells), None)
    assert chosen == tuple(added)
    assert [stage.solutions for stage in chain][:1] == [len(solutions)]
    assert chain[-1] == added_givens.Stage(1, False)


def test_more_solutions_than_are_listed_are_told_as_at_least_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(added_givens, "LISTED", 30)
    for answer in (None, GRID):
        added, chain = added_givens.by_frequency(EMPTY, answer)
        assert str(chain[0]).startswith(">30(") and chain[0].more
        assert solve(with_givens(EMPTY, added)).proper
        assert answer is None or solve(with_givens(EMPTY, added)).solution == answer
        # Those that are counted in full are told without the sign.
        assert not chain[-2].more and added_givens.chain_text(chain).endswith(", 1")
        # The answer may be none of those listed; it counts as one.
        assert all(min(stage.table) >= 1 for stage in chain[:-1])
    monkeypatch.setattr(added_givens, "LISTED", 288)
    assert added_givens.branches(EMPTY, None) is None
    monkeypatch.setattr(added_givens, "LISTED", 289)
    assert added_givens.branches(four("42.........1...."), None) is not None


def test_branches_that_are_not_followed_leave_the_chains_incomplete() -> None:
    puzzle = four("4.............2.")
    whole = added_givens.branches(puzzle, GRID_OF_18)
    assert whole is not None and whole.complete
    # The commonest come first, of equally common ones those of fewer solutions, and each says how many givens it adds.
    assert list(whole.chains) == sorted(whole.chains, key=lambda chain: (-chain.ways, chain.stages))
    assert [chain.added for chain in whole.chains] == [str(chain).count(", ") for chain in whole.chains]
    few = added_givens.branches(puzzle, GRID_OF_18, 1)
    assert few is not None and not few.complete
    assert 0 < sum(chain.ways for chain in few.chains) < sum(chain.ways for chain in whole.chains)
    assert added_givens.branches(puzzle, GRID_OF_18, 1000) == whole


GRID_OF_18 = bytes(found_of(four("4.............2."))[0])


# Towards an answer.


def test_each_set_that_is_learned_is_one_in_which_the_answer_can_change_and_no_smaller(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Cells in which another solution differs, while no solution differs in some of them only."""
    learned: list[list[int]] = []

    def watched(cells: int, oracle: Callable[[tuple[int, ...]], Iterable[int] | None], *others: int) -> Choices:
        def asked(chosen: tuple[int, ...]) -> Iterable[int] | None:
            missed = oracle(chosen)
            if missed is not None:
                learned.append(list(missed))
                assert not set(learned[-1]) & set(chosen)
            return missed

        return smallest_sets(cells, asked, *others)

    monkeypatch.setattr(added_givens, "smallest_sets", watched)
    found = to_answer(EMPTY, GRID)
    assert (found.least, found.proven, found.complete) == (4, True, True)
    differing = [frozenset(np.flatnonzero(row != np.frombuffer(GRID, np.uint8)).tolist()) for row in found_of(EMPTY)]
    for cells in map(frozenset, learned):
        assert cells in differing
        assert not any(other and other < cells for other in differing)


def test_without_patience_the_answer_gets_givens_of_which_none_can_be_spared() -> None:
    """The first is the digit that the fewest solutions share, in a cell that some other solution fills otherwise."""
    for puzzle, answer in ((EMPTY, GRID), (four("4.............2."), GRID_OF_18)):
        found = to_answer(puzzle, answer, patience=0)
        assert (found.complete, found.proven, found.any_answer, len(found.mends)) == (False, False, False, 1)
        (mend,) = found.mends
        assert mend == tuple(sorted(mend)) and all(answer[cell] == digit for cell, digit in mend)
        assert solve(with_givens(puzzle, mend)).solution == answer
        for one in mend:
            assert not solve(with_givens(puzzle, [other for other in mend if other != one])).proper
        solutions = found_of(puzzle)
        shared = [int((solutions[:, cell] == answer[cell]).sum()) for cell, _ in mend]
        assert min(shared) == min(int((solutions[:, cell] == answer[cell]).sum()) for cell in range(16))


def test_no_more_mends_are_named_than_are_enough() -> None:
    every = to_answer(EMPTY, GRID)
    some = to_answer(EMPTY, GRID, enough=3)
    assert len(every.mends) > 3 and len(some.mends) == 3
    assert (some.complete, some.proven, some.least) == (False, True, 4)


def test_cells_of_an_orbit_are_all_given_or_none() -> None:
    assert keeps_symmetry(four("12............34"), [(0, 15), (1, 14), (2, 13)])
    assert not keeps_symmetry(four("12............3."), [(1, 14), (0, 15)])


# Moves and drops.


def test_as_many_givens_go_as_can() -> None:
    choose = Random(5)
    numbers = set()
    for _ in range(12):
        kept = choose.sample(range(16), 7)
        puzzle = Puzzle(GROUND, bytes(GRID[cell] if cell in kept else 0 for cell in range(16)))
        mend = tuple((cell, GRID[cell]) for cell in sorted(set(range(16)) - set(kept)))[: choose.randint(1, 4)]
        mended = with_givens(puzzle, mend)
        if not solve(mended).proper:
            continue
        most = max(
            number
            for number in range(len(mend) + 1)
            for gone in combinations(kept, number)
            if solve(with_givens(mended, ((cell, 0) for cell in gone))).proper
        )
        move = ways.moves(puzzle, [mend])
        assert (move.added, len(move.dropped), move.even) == (mend, most, most == len(mend))
        assert all(puzzle.givens[cell] == digit for cell, digit in move.dropped)
        assert solve(with_givens(mended, ((cell, 0) for cell, _ in move.dropped))).proper
        numbers.add(most)
    assert len(numbers) > 1


def test_givens_that_contradict_one_another_in_two_ways_are_dropped_in_pairs() -> None:
    """Two pairs of equal digits in rows of their own: one of each must go, and what is left has a solution."""
    puzzle = four("1.1..........2.2")
    found = ways.smallest_drops(puzzle)
    assert replace(found, sets=tuple(sorted(found.sets))) == Choices(((0, 13), (0, 15), (2, 13), (2, 15)), True, 2)
    assert len(ways.smallest_drops(puzzle, 2).sets) == 2
    assert ways.keeping(puzzle, [2, 13]) == four("..1..........2..")


# Rules.


def test_a_rule_whose_solutions_are_too_many_to_count_has_two_at_least(monkeypatch: pytest.MonkeyPatch) -> None:
    def unsure(puzzle: Puzzle, limit: int, guesses: int) -> Solved:
        solved = solve(puzzle, 2)
        return solved if limit == 2 and known else replace(solved, solutions=UNDECIDED, first=None)

    monkeypatch.setattr(record, "solve", unsure)
    for known in (True, False):
        rulings = record.rulings(EMPTY)
        assert rulings
        assert {(one.undecided, one.solutions, one.fits, one.result) for one in rulings} == {
            (True, 2 * known, False, None)
        }


def test_a_rule_that_the_answer_breaks_does_not_fit() -> None:
    bare = four("12..34..........")
    fitting = {one.rule: one.answer for one in record.rulings(bare) if one.fits}
    for rule, answer in fitting.items():
        assert answer is not None
        assert {one.rule for one in record.rulings(bare, answer) if one.fits} >= {rule}
        other = bytes(answer[::-1])
        assert rule not in {one.rule for one in record.rulings(bare, other) if one.fits}


# The puzzles beside.


def test_givens_that_can_be_spared_are_counted_each_alone() -> None:
    for cells in ("1234341221434321", "12..34..2.4.4..1", "1234............"):
        puzzle = four(cells)
        expected = sum(solve(with_givens(puzzle, [(cell, 0)])).proper for cell in range(16) if puzzle.givens[cell])
        assert redundant(puzzle) == expected


def test_a_pattern_has_any_of_the_symmetries() -> None:
    assert symmetric(four("1..............1"))
    assert symmetric(four("1..1........1..1"))
    assert symmetric(four("12..............")) is False


def test_the_odds_of_a_property_count_half_a_puzzle_before_any() -> None:
    full = four("1234341221434321")
    page = [full, with_givens(full, [(1, 0)]), with_givens(full, [(2, 0)])]
    beside = Companions(page, GROUND)
    assert beside.proper == tuple(page)
    assert beside.minimal_odds == pytest.approx(log(0.5 / 3.5))
    assert beside.symmetric_odds == pytest.approx(
        log((sum(map(symmetric, page)) + 0.5) / (3.5 - sum(map(symmetric, page))))
    )
    # Killers say nothing of givens, nor do puzzles of another grid, and the first twenty are enough.
    killer = Puzzle(geometry("killer", 4), full.givens, cages=(Cage((0, 1), 3),))
    assert Companions([killer, Puzzle(geometry("x", 4), full.givens)], GROUND).proper == ()
    assert len(Companions([full] * 30, GROUND).proper) == 20
    assert Companions([EMPTY] * 100 + [full], GROUND).proper == ()
    assert Companions([EMPTY] * 99 + [full], GROUND).proper == (full,)


# Records.


@pytest.mark.parametrize(
    "module",
    [added_givens, cage_errors, added_givens, record, typing_errors, ways],
    ids=lambda module: module.__name__,
)
def test_what_was_found_cannot_be_changed(module: object) -> None:
    records = [one for _, one in getmembers(module, isclass) if is_dataclass(one) and one.__module__ == module.__name__]  # type: ignore[attr-defined]
    assert records
    for one in records:
        instance = object.__new__(one)
        with pytest.raises(FrozenInstanceError):
            setattr(instance, fields(one)[0].name, None)
