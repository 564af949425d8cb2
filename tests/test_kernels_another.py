"""Another solution of a puzzle of several grids, of which one is known, against the search that counts."""

from __future__ import annotations

import numpy as np
import pytest

from bookmaker.logic.kernels import fill, killer
from bookmaker.logic.kernels.another import another
from bookmaker.logic.kernels.rules import NOT
from bookmaker.logic.solve.clue_arrays import cageless
from bookmaker.logic.solve.rule_arrays import rule_arrays
from bookmaker.puzzles.rules import geometry


@pytest.mark.parametrize(("kind", "seed", "failures"), [("butterfly", 11, 0), ("windmill", 10, 80)])
def test_it_is_found_where_a_count_finds_one(kind: str, seed: int, failures: int) -> None:
    ground, chance = geometry(kind), np.random.default_rng(4)
    cells = ground.cell_count
    known, state = np.zeros(cells, np.uint8), np.array([seed], np.uint64)
    assert fill.fill(rule_arrays(ground), state, known)
    led, counts = cageless(ground), cageless(ground)
    other, none = np.zeros((1, cells), np.uint8), np.zeros((0, cells), np.uint8)
    givens = known.copy()
    ends = [0, 0]
    most = [0, 0]
    for cell in chance.permutation(cells).tolist():
        digit = int(givens[cell])
        givens[cell] = NOT + digit
        before = givens.copy()
        found = another(led, givens, known, 0, other)
        assert givens.tolist() == before.tolist()
        assert found == killer.search(counts, givens, 1, 0, none)
        ends[found] += 1
        # A cell weighs more by each failure.
        most[found] = max(most[found], int(led.space.weight.sum()) - cells)
        if found:
            assert ground.holds(other[0].tobytes())
            assert other[0, cell] != digit
            given = (givens != 0) & (givens < NOT)
            assert (other[0] == known)[given].all()
        givens[cell] = digit if found else 0
    assert min(ends) > 25
    # After the first twenty failures it begins anew: some of the windmill did so several times.
    assert min(most) >= failures


def test_it_gives_up_after_so_many_guesses() -> None:
    ground = geometry("butterfly")
    cells = ground.cell_count
    known, out = np.zeros(cells, np.uint8), np.zeros((1, cells), np.uint8)
    assert fill.fill(rule_arrays(ground), np.array([2], np.uint64), known)
    led, chance = cageless(ground), np.random.default_rng(1)
    undecided = 0
    for _ in range(30):
        givens = np.zeros(cells, np.uint8)
        given = chance.choice(cells, 30, replace=False)
        givens[given] = known[given]
        cell = int(np.flatnonzero(givens == 0)[0])
        givens[cell] = NOT + known[cell]
        bounded = another(led, givens, known, 1, out)
        assert bounded in (another(led, givens, known, 0, out), killer.UNDECIDED)
        undecided += bounded == killer.UNDECIDED
    assert undecided > 10


def test_givens_that_clash_have_none() -> None:
    ground = geometry("butterfly")
    givens, known = np.zeros(ground.cell_count, np.uint8), np.zeros(ground.cell_count, np.uint8)
    assert fill.fill(rule_arrays(ground), np.array([2], np.uint64), known)
    givens[0], givens[1] = known[1], known[1]
    assert another(cageless(ground), givens, known, 0, np.zeros((1, ground.cell_count), np.uint8)) == 0
    givens[0], givens[1] = 10, 0
    assert another(cageless(ground), givens, known, 0, np.zeros((1, ground.cell_count), np.uint8)) == 0
