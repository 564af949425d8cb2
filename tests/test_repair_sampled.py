"""Puzzles of more solutions than are listed: few givens, what is proven, and the bounds of work; by brute force on 4x4."""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np
import pytest

from bookmaker.logic.repair import sampled_answers, ways
from bookmaker.logic.repair.added_givens import LOOK, Additions, Candidates, Discerned, with_givens
from bookmaker.logic.solve.minimum_hitting_set import PATIENCE
from bookmaker.logic.solve.solver import UNDECIDED, sampled_solutions, solution_array, solve, two_solutions
from bookmaker.logic.solve.work import Spent, Work, spending
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.puzzles.rules import geometry

EMPTY = Puzzle(geometry("classic", 4), bytes(16))
GRID = bytes(map(int, "1234341221434321"))
EIGHT: Candidates = tuple((cell, GRID[cell]) for cell in range(8, 16))[::-1]
"""Half a grid; what is left of the other half is one of 12."""

EVERY: Candidates = tuple(enumerate(GRID))
SIX: Candidates = ((6, 1), (7, 2), (8, 2), (10, 4), (12, 4), (15, 1))


LOOSE = [
    Puzzle(EMPTY.geometry, bytes(map(int, cells.replace(".", "0"))))
    for cells in ("4.............2.", "...1...2...4....", "1...2.1........2", "2..........41...", "42.........1....")
]
"""Two candidates leave one solution of the first three, one candidate of the others."""


def smallest(puzzle: Puzzle) -> list[Candidates]:
    """All smallest sets of candidates that one solution only has, by brute force, ascending."""
    found = [row.tobytes() for row in solution_array(puzzle, 500)]
    candidates = sorted({(cell, digit) for one in found for cell, digit in enumerate(one) if not puzzle.givens[cell]})
    for size in range(1, 5):
        mends = [
            chosen
            for chosen in combinations(candidates, size)
            if sum(all(one[cell] == digit for cell, digit in chosen) for one in found) == 1
        ]
        if mends:
            return mends
    raise AssertionError


# Swaps.


@pytest.mark.parametrize("listed", [30, 300])
def test_swaps_find_fewer_givens_and_end_at_the_least(listed: int) -> None:
    """None of the six can be spared, and yet four others are enough."""
    for least in (4, 5, 6):
        found = sampled_answers.swapped(EMPTY, SIX, least, listed, 20_000)
        assert solve(with_givens(EMPTY, found)).proper
        assert len(found) == least
        assert found == tuple(sorted(found))
    assert sampled_answers.swapped(EMPTY, SIX[::-1], 4, listed, 0) == SIX


def test_swaps_examine_what_they_may_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of four givens none can be spared, so that the search ends where its work does."""
    turns: list[int] = []

    def listing(puzzle: Puzzle, limit: int) -> np.ndarray:
        found = solution_array(puzzle, limit)
        turns.append(found.size + limit)
        return found

    real = sampled_answers.discerned

    def discerning(*asked: object) -> Discerned:
        found = real(*asked)  # type: ignore[arg-type]
        turns[-1] += found.looked
        return found

    monkeypatch.setattr(sampled_answers, "solution_array", listing)
    monkeypatch.setattr(sampled_answers, "discerned", discerning)
    four = ((0, 1), (1, 3), (9, 1), (14, 4))
    for listed in (10, 300):
        turns.clear()
        assert len(sampled_answers.swapped(EMPTY, four, 1, listed, 20_000)) == 4
        assert sum(turns[:-1]) < 20_000 <= sum(turns)


def test_swaps_that_have_no_work_left_keep_what_they_found() -> None:
    with spending(Work(0)):
        assert sampled_answers.swapped(EMPTY, SIX[::-1], 1, 300, 20_000) == SIX


# Few givens.


@pytest.mark.parametrize("listed", [20, 100, 1000])
def test_an_empty_grid_of_4x4_gets_four_givens_however_few_solutions_are_listed(listed: int) -> None:
    found = sampled_answers.few_givens(EMPTY, 4, listed)
    assert len(found) == 4
    assert solve(with_givens(EMPTY, found)).proper


def test_the_same_puzzle_gets_the_same_givens_as_in_books_that_were_made_before() -> None:
    made = {20: ((0, 1), (1, 3), (9, 1), (14, 4)), 100: ((0, 2), (1, 4), (9, 1), (14, 4))}
    assert {listed: sampled_answers.few_givens(EMPTY, 4, listed) for listed in made} == made


def test_givens_are_not_added_where_some_stand() -> None:
    for puzzle in LOOSE[:3]:
        found = sampled_answers.few_givens(puzzle, 1, 4, 2000)
        assert not any(puzzle.givens[cell] for cell, _ in found)
        assert solve(with_givens(puzzle, found)).proper


def test_killers_get_few_givens_too() -> None:
    killer = Puzzle(geometry("killer", 4), bytes(16), cages=(Cage((0, 1), 3), Cage((14, 15), 7)))
    found = sampled_answers.few_givens(killer, 1, 20)
    assert solve(with_givens(killer, found)).proper
    assert len(found) <= 4


def test_descents_without_work_find_nothing_and_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    with spending(Work(0)), pytest.raises(Spent):
        sampled_answers.few_givens(EMPTY)
    # What one descent found is kept when the next one has no work left.
    begun: list[int] = []

    def sampling(puzzle: Puzzle, number: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
        begun.append(puzzle.given_count)
        if begun.count(0) == 2:
            raise Spent
        return sampled_solutions(puzzle, number, seed)

    monkeypatch.setattr(sampled_answers, "sampled_solutions", sampling)
    assert solve(with_givens(EMPTY, sampled_answers.few_givens(EMPTY, 4, 20))).proper
    assert begun.count(0) == 2


def test_descents_do_without_a_sample_where_none_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Random choices may all end in contradictions: then the first solutions stand for a sample."""
    none = np.zeros((0, 16), np.uint8), np.zeros(0)
    monkeypatch.setattr(sampled_answers, "sampled_solutions", lambda *_: none)
    found = sampled_answers.few_givens(EMPTY, 4, 20)
    assert solve(with_givens(EMPTY, found)).proper


# The proof.


def knowing(monkeypatch: pytest.MonkeyPatch, number: int) -> list[int]:
    """Let a proof begin with so many of the sampled solutions only. Returns how many sets it asks about, each time."""
    asked: list[int] = []

    def sampling(puzzle: Puzzle, many: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
        found, weights = sampled_solutions(puzzle, many, seed)
        return found[:number], weights[:number]

    def asking(trials: np.ndarray, *others: object) -> tuple[np.ndarray, np.ndarray]:
        asked.append(len(trials))
        return two_solutions(trials, *others)  # type: ignore[arg-type]

    monkeypatch.setattr(sampled_answers, "sampled_solutions", sampling)
    monkeypatch.setattr(sampled_answers, "two_solutions", asking)
    return asked


@pytest.mark.sampled(2)
@pytest.mark.parametrize("known", [0, 1, 3, 10_000])
def test_the_least_number_is_proven_whatever_is_known_at_first(monkeypatch: pytest.MonkeyPatch, known: int) -> None:
    asked = knowing(monkeypatch, known)
    for puzzle in LOOSE:
        asked.clear()
        mends = smallest(puzzle)
        number, mend = sampled_answers.least_number(puzzle, 4)
        assert (number, mend) == (len(mends[0]), mends[0])
        # Solutions that are met rule out most sets, so that the solver is not asked about them.
        open_cells = 16 - puzzle.given_count
        if number > 1:
            assert sum(asked) < 4 * open_cells + comb(4 * open_cells, number) / 4


def test_a_proof_ends_after_so_many_sets(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = knowing(monkeypatch, 3)
    for puzzle in LOOSE:
        asked.clear()
        number, mend = sampled_answers.least_number(puzzle, 4)
        whole, first = sum(asked), asked[0]
        assert first == 4 * (16 - puzzle.given_count)
        assert sampled_answers.least_number(puzzle, 4, asked=whole) == (number, mend)
        if number == 1:
            continue
        # All single candidates were tried, or all but one were not.
        assert sampled_answers.least_number(puzzle, 4, asked=first)[0] == 2
        assert sampled_answers.least_number(puzzle, 4, asked=first - 1) == (max(1, 4 - puzzle.given_count), None)
        assert sampled_answers.least_number(puzzle, 1) == (2, None)


def test_a_proof_ends_after_so_many_looks_and_they_are_charged(monkeypatch: pytest.MonkeyPatch) -> None:
    charged: list[float] = []
    monkeypatch.setattr(sampled_answers, "charge", charged.append)
    puzzle = Puzzle(EMPTY.geometry, b"\1\2" + bytes(14))
    assert sampled_answers.least_number(puzzle, 4)[0] == 2
    (whole,) = charged
    assert whole > 0
    charged.clear()
    assert sampled_answers.least_number(puzzle, 4, looks=round(whole / LOOK)) != (2, None)
    charged.clear()
    assert sampled_answers.least_number(puzzle, 4, looks=1) == (2, None)
    assert LOOK < sum(charged) < whole


def test_sets_too_hard_for_a_first_look_get_a_longer_one(monkeypatch: pytest.MonkeyPatch) -> None:
    guesses: list[int] = []
    decided = True

    def asking(trials: np.ndarray, ground: object, most: int) -> tuple[np.ndarray, np.ndarray]:
        guesses.append(most)
        counts, met = two_solutions(trials, ground, 10_000)  # type: ignore[arg-type]
        if most == guesses[0] or not decided:
            counts[::2] = UNDECIDED
        return counts, met

    monkeypatch.setattr(sampled_answers, "two_solutions", asking)
    for puzzle in LOOSE[2:4]:
        guesses.clear()
        decided = True
        assert sampled_answers.least_number(puzzle, 4)[1] == smallest(puzzle)[0]
        assert guesses[1] > guesses[0] and set(guesses) == set(guesses[:2])
        decided = False
        assert sampled_answers.least_number(puzzle, 4)[0] == 1


def test_what_is_known_of_a_kind_is_the_least() -> None:
    """Nobody has ever made a proper classic puzzle with 16 givens."""
    assert sampled_answers.least_number(Puzzle(geometry(), bytes(81))) == (17, None)
    assert sampled_answers.least_number(Puzzle(geometry(), b"\1\2\3" + bytes(78))) == (14, None)
    killer = Puzzle(geometry("killer", 4), bytes(16), cages=(Cage((0, 1), 3),))
    assert sampled_answers.least_number(killer) == (1, None)
    # A bound that is as large as what is tried is tried, and one that is larger is not.
    assert sampled_answers.least_number(EMPTY, 3) == (4, None)
    number, mend = sampled_answers.least_number(EMPTY, 4)
    assert number == 4 and mend is not None and solve(with_givens(EMPTY, mend)).proper
    with spending(Work(0)):
        assert sampled_answers.least_number(EMPTY, 4) == (4, None)
        assert sampled_answers.least_number(LOOSE[2], 4) == (1, None)


# Any answer.


def test_more_solutions_than_are_listed_get_what_sampling_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ways, "MANY", 20)
    found = ways.to_any(EMPTY)
    assert (found.least, found.proven, found.complete, found.any_answer) == (4, True, False, True)
    assert all(len(mend) == 4 and solve(with_givens(EMPTY, mend)).proper for mend in found.mends)
    assert len(found.mends) > 1


def test_the_shorter_of_what_sampling_and_the_answer_name_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ways, "MANY", 20)
    monkeypatch.setattr(ways, "least_number", lambda *_, **__: (3, None))
    monkeypatch.setattr(ways, "few_givens", lambda *_: EIGHT)
    for named, taken in (((EVERY,), (EIGHT,)), ((EIGHT[:7], EVERY[:7]), (EIGHT[:7], EVERY[:7]))):
        found = Additions(named, True, 1, True, False)
        monkeypatch.setattr(ways, "to_answer", lambda *_, found=found, **__: found)
        assert ways.to_any(EMPTY) == Additions(taken, False, 3, False, True)


@pytest.mark.parametrize("effort", [1.0, 0.5, 0.3, 0.01])
def test_a_part_of_the_effort_is_that_part_of_the_work(monkeypatch: pytest.MonkeyPatch, effort: float) -> None:
    """Where all solutions are listed it is never less than three tenths."""
    given: dict[str, int] = {}

    def tired(solutions: object, size: int, number: int, patience: int, enough: int) -> Discerned:
        given["listed"] = patience
        return Discerned((), False, number == 2, 0)

    def answered(puzzle: Puzzle, answer: bytes, patience: int) -> Additions:
        given["answer"] = patience
        return Additions((EVERY[: len(lengths)],), True, 1, True, False)

    def least(puzzle: Puzzle, looks: int) -> tuple[int, Candidates]:
        given["proof"] = looks
        return 4, EIGHT

    monkeypatch.setattr(ways, "discerned", tired)
    monkeypatch.setattr(ways, "to_answer", answered)
    monkeypatch.setattr(ways, "least_number", least)
    # A search that tires of sets of two has proven that one is not enough.
    lengths: list[int] = []
    for length, proven in enumerate((False, True, False)):
        lengths.append(length)
        found = ways.to_any(EMPTY, effort)
        assert (found.least, found.proven, found.complete, found.any_answer) == (2, proven, False, True)
    monkeypatch.setattr(ways, "MANY", 20)
    ways.to_any(EMPTY, effort)
    assert given["answer"] == int(PATIENCE * effort)
    assert given["proof"] == int(sampled_answers.LOOKS * effort)
    assert given["listed"] == round(1_500_000_000 * max(effort, 0.3))


def test_a_proper_puzzle_needs_nothing() -> None:
    with pytest.raises(ValueError, match="single solution"):
        ways.to_any(with_givens(EMPTY, EVERY))
