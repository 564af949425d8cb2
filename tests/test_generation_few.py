"""Orders of few givens: what was reached is named, soon, and the same for a seed however many puzzles are made beside it."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from bookmaker.base.errors import UnmetError
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle, made_puzzles
from bookmaker.logic.generation.giving_up import FewGivens, is_watched
from bookmaker.logic.generation.order import Order, order_for
from bookmaker.logic.generation.targets import ENDS
from bookmaker.logic.solve.clue_arrays import shared_cageless
from bookmaker.puzzles.rules import geometry


def _few(kind: str, givens: int, difficulty: str = "any", **other: int) -> Order:
    return order_for(kind=kind, givens=(givens, givens), difficulty=difficulty, **other)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("kind", "difficulty"), [("one-five-nine", "beginner"), ("anti-diagonal", "any"), ("jigsaw", "any"), ("x", "any")]
)
def test_an_order_of_far_too_few_givens_ends_soon(kind: str, difficulty: str) -> None:
    """It went on for minutes, with thousands of attempts, of which thirty or two hundred show that none comes near."""
    (made,) = made_puzzles(_few(kind, 8, difficulty), [3])
    assert isinstance(made, UnmetError)
    said = re.search(r"in (\d+) attempts: .*; the fewest givens reached are (\d+)", str(made))
    assert said is not None
    assert int(said[1]) <= 250
    assert int(said[2]) >= 10


def test_dear_attempts_are_fewer() -> None:
    """One given too many, attempt after attempt: it ends by the guesses that proofs took, not by the number of attempts."""
    order = _few("anti-diagonal", 12)
    run: Any = SimpleNamespace(
        givens=np.array([[1] * 13 + [0] * 68], np.uint8),
        solutions=np.ones((1, 81), np.uint8),
        tallies=np.ones((1, ENDS), np.int64),
    )
    tries = []
    for guesses in (100_000, 1_000):
        few, ground = FewGivens(order), SimpleNamespace(guesses=np.zeros(2, np.int64))
        tries.append(0)
        while not few.hopeless:
            ground.guesses[1] = guesses
            few.note(order.geometry, run, 0, None, ground)
            tries[-1] += 1
        assert few.fewest == 13
    assert tries[0] < 10
    assert 100 < tries[1] < 2_000


def test_what_a_seed_reaches_depends_on_no_other_seed() -> None:
    order = _few("x", 13)
    together, apart = made_puzzles(order, [1, 2, 3]), [made_puzzles(order, [seed])[0] for seed in (1, 2, 3)]
    assert list(map(str, together)) == list(map(str, apart))


def test_what_a_seed_reaches_depends_on_no_search_before() -> None:
    """All searches of a thread on a grid count their guesses in one place."""
    order = _few("anti-diagonal", 13)
    shared_cageless(order.geometry).guesses[1] = 10**9
    (made,) = made_puzzles(order, [4])
    assert isinstance(made, GradedPuzzle)


@pytest.mark.thorough("test_generation_few.py::test_an_order_of_far_too_few_givens_ends_soon")
def test_clues_that_are_too_easy_are_not_said_to_be_too_few() -> None:
    order = order_for(kind="x-sums", size=6, givens=(0, 0), difficulty="extreme")
    (made,) = made_puzzles(order, [2])
    assert "came out easier" in str(made)
    assert "several solutions" not in str(made) and "36 givens" not in str(made)


def test_few_givens_that_can_be_had_are_had() -> None:
    order = order_for(kind="x", givens=(None, 17), difficulty="any")
    made = made_puzzles(order, [1, 2])
    assert all(isinstance(one, GradedPuzzle) and one.puzzle.given_count <= 17 for one in made)


def test_an_order_that_says_how_many_attempts_are_made_is_left_alone() -> None:
    assert is_watched(_few("x", 8))
    assert not is_watched(_few("x", 8, attempts=500))
    assert not is_watched(order_for(kind="x"))
    (made,) = made_puzzles(_few("x", 8, attempts=250), [1])
    assert "in 250 attempts: 250 kept too many givens (" in str(made)


@pytest.mark.thorough("test_generation_few.py::test_an_order_of_far_too_few_givens_ends_soon")
def test_clues_that_are_not_enough_say_how_many_givens_they_need() -> None:
    (made,) = made_puzzles(order_for(kind="between", size=6, givens=(0, 0), difficulty="any"), [1])
    assert isinstance(made, UnmetError)
    assert "its clues alone had several solutions; the last ones need " in str(made)


def test_nothing_is_hopeless_before_it_was_tried() -> None:
    few = FewGivens(_few("x", 8))
    assert not few.hopeless
    assert few.fewest == geometry("x").cell_count
