"""Givens removed with the help of unavoidable sets, against removal one by one, each time with a proof."""

from __future__ import annotations

import numpy as np
import pytest

from bookmaker.logic.generation.maker import Maker
from bookmaker.logic.generation.order import Order
from bookmaker.logic.generation.thinning import Thinner, thin
from bookmaker.logic.kernels import classic9
from bookmaker.puzzles.grid.symmetry import Symmetry
from bookmaker.puzzles.rules import geometry


def one_by_one(orbits: np.ndarray, order: np.ndarray, solution: np.ndarray, floor: int) -> np.ndarray:
    givens, work, none = solution.copy(), classic9.ground(), np.zeros((0, 81), np.uint8)
    for orbit in order:
        cells = orbits[orbit][orbits[orbit] >= 0]
        if (givens > 0).sum() - len(cells) < floor:
            continue
        givens[cells] = 0
        if classic9.search(work, givens, 2, 0, none) != 1:
            givens[cells] = solution[cells]
    return givens


@pytest.mark.parametrize("symmetry", ["none", "rotational", "quarter-turn"])
@pytest.mark.parametrize("floor", [0, 30])
def test_what_is_left_is_the_same(symmetry: Symmetry, floor: int):
    maker = Maker(Order(geometry(), symmetry=symmetry))
    thinner: Thinner = maker.work.thinner
    chance = np.random.default_rng(floor)
    for made in maker.make(range(25)):
        solution = np.frombuffer(bytearray(made.solution), np.uint8)
        order = chance.permutation(len(thinner.orbits))
        expected = one_by_one(thinner.orbits, order, solution, floor)
        givens = np.zeros(81, np.uint8)
        assert thin(thinner, givens, solution, order, floor) == (expected > 0).sum()
        assert givens.tolist() == expected.tolist()
