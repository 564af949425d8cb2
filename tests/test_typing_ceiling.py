"""The chances of planted errors, by which the best ranking is measured."""

from __future__ import annotations

import random

import pytest

from benchmarks.planted_errors import TYPING, row_slipped, stray_digit
from benchmarks.typing_ceiling import likelihood, outcomes
from bookmaker.formats import parse

(PUZZLE,) = parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")


@pytest.mark.parametrize("error", TYPING, ids=lambda error: error.__name__)
def test_all_throws_of_the_dice_are_what_single_throws_show(error) -> None:  # type: ignore[no-untyped-def]
    found = outcomes(error, PUZZLE)
    # What has no place, and what changes nothing, is left out.
    assert 0.2 < sum(found.values()) <= 1 + 1e-9
    thrown = [error(random.Random(seed), PUZZLE) for seed in range(200)]
    assert {one.givens for one in thrown if one is not None} - {PUZZLE.givens} <= found.keys()


def test_how_likely_an_error_is_planted() -> None:
    """51 empty cells and 9 digits; of the givens that would be wrong some are noticed by nobody, so that others are tried."""
    (wrong,) = parse("532.7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    assert 1 / 51 / 9 <= likelihood(PUZZLE, wrong, [stray_digit]) < 1.2 / 51 / 9
    assert likelihood(PUZZLE, wrong, [stray_digit, row_slipped]) == likelihood(PUZZLE, wrong, [stray_digit]) / 2
