"""Proofs by one grid of several, against the search of the whole puzzle."""

from __future__ import annotations

import numpy as np
import pytest

import bookmaker
from bookmaker.logic.generation.proving import OPEN, OneGrid, by_one_grid, one_grid
from bookmaker.logic.jit.decorators import bare
from bookmaker.logic.kernels import killer
from bookmaker.logic.kernels.rules import NOT, Array
from bookmaker.logic.solve.clue_arrays import cageless
from bookmaker.puzzles.rules import geometry, one_of_its_grids


@bare
def decided(own: OneGrid, givens: Array, known: Array, cell: int, out: Array) -> int:
    return by_one_grid(own, givens, known, cell, out)


@pytest.mark.parametrize(
    ("kind", "most_left"), [("samurai", 0.4), ("butterfly", 1), ("clueless-2", 0.9), ("twin+x", 0.5), ("sohei", 0.5)]
)
def test_one_grid_decides_as_the_whole_puzzle_does(kind: str, most_left: float) -> None:
    (made,) = bookmaker.generate(1, "any", kind=kind, seed=8, jobs=1)
    ground, chance = made.puzzle.geometry, np.random.default_rng(5)
    known = np.frombuffer(bytearray(made.solution), np.uint8)
    own, whole = one_grid(ground, True), cageless(ground)
    givens, some, other = known.copy(), np.zeros((1, ground.cell_count), np.uint8), np.zeros((0, 0), np.uint8)
    answers = []
    for cell in chance.permutation(ground.cell_count).tolist():
        givens[cell] = NOT + known[cell]
        before = givens.copy()
        found = decided(own, givens, known, cell, some)
        answers.append(found)
        there = killer.search(whole, givens, 1, 500, other)
        assert there < 0 or found in (OPEN, there)
        assert (givens == before).all()
        if found == 1:
            assert ground.holds(some[0].tobytes())
            assert some[0, cell] != known[cell]
            assert (some[0][(givens > 0) & (givens < NOT)] == givens[(givens > 0) & (givens < NOT)]).all()
        givens[cell] = known[cell] if there else 0
    assert answers.count(0) > 0
    assert answers.count(OPEN) <= most_left * len(answers)


def test_the_grids_of_an_arrangement_hold_its_rules() -> None:
    for kind in ("samurai", "twin+x", "clueless-1", "flower+anti-knight"):
        ground = geometry(kind)
        one, grids = one_of_its_grids(ground)
        assert not one.overlapping
        assert one.rules == ground.rules - {kind.split("+")[0]}
        houses = {frozenset(house.cells) for house in ground.houses}
        held = {frozenset(cells[cell] for cell in house.cells) for house in one.houses for cells in grids}
        assert held == houses
        assert {cell for cells in grids for cell in cells} == set(range(ground.cell_count))


def test_a_single_grid_has_none() -> None:
    own = one_grid(geometry("anti-king"), False)
    assert own.cells.shape == (0, 0)
    givens = np.zeros(81, np.uint8)
    assert decided(own, givens, givens, 0, np.zeros((1, 81), np.uint8)) == OPEN
