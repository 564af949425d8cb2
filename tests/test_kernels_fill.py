"""Random full grids: legal, all reachable, spread sanely, never hanging."""

from __future__ import annotations

from itertools import combinations

import naive
import numpy as np
import pytest

from bookmaker.logic.kernels import fill, fill9
from bookmaker.logic.kernels.rules import RuleArrays
from bookmaker.logic.solve.rule_arrays import rule_arrays
from bookmaker.puzzles.rules import geometry


def grids(rules: RuleArrays, number: int, seed: int, box: tuple[int, int] | None = None) -> np.ndarray:
    state = np.array([seed], np.uint64)
    out = np.zeros((number, len(rules.peers)), np.uint8)
    for row in out:
        assert fill.fill(rules, state, row)
        if box is not None:
            fill.shuffle_grid(state, *box, row)
    return out


@pytest.mark.parametrize(
    ("kind", "size"),
    [*(("classic", size) for size in (4, 6, 8, 9, 10, 12, 15, 16, 25)), ("x", 6), ("x", 9), ("x", 16)],
)
def test_grids_are_legal(kind, size):
    ground = geometry(kind, size)
    rules = naive.houses(size, *ground.box, diagonals=kind == "x")
    for grid in grids(rule_arrays(ground), 5, size):
        assert set(grid.tolist()) == set(range(1, size + 1))
        assert naive.legal(grid.tolist(), rules)


def crossings(grid: np.ndarray) -> int:
    """How many pairs of rows and columns of a 4x4 grid cross in two digits: the same for all symmetric images of a grid."""
    square = grid.reshape(4, 4)
    pairs = list(combinations(range(4), 2))
    return sum(
        square[r, c] == square[s, d] and square[r, d] == square[s, c] for r, s in pairs for c, d in pairs
    )  # fmt: skip


def test_all_grids_of_size_4_are_reached():
    """Of the 288 grids all come out; shuffled, those that are images of one another equally often."""
    found = grids(rule_arrays(geometry("classic", 4)), 14_400, 3, (2, 2))
    _, first, times = np.unique(found, axis=0, return_index=True, return_counts=True)
    assert len(times) == 288
    kinds = np.array([crossings(found[row]) for row in first])
    assert sorted(np.unique(kinds, return_counts=True)[1].tolist()) == [96, 192]
    for kind in np.unique(kinds):
        members = times[kinds == kind]
        expected = members.mean()
        chi = ((members - expected) ** 2 / expected).sum()
        assert chi < len(members) + 5 * np.sqrt(2 * len(members))
        assert 30 < expected < 80  # 50 if the two classes came out evenly


def test_each_digit_is_in_each_cell_equally_often():
    found = grids(rule_arrays(geometry()), 9000, 1)
    for digit in range(1, 10):
        share = (found == digit).mean(axis=0) * 9
        assert share.min() > 0.85
        assert share.max() < 1.15
    assert len(np.unique(found, axis=0)) == 9000


def test_same_seed_same_grids_and_other_seed_other_grids():
    rules = rule_arrays(geometry())
    assert (grids(rules, 20, 5) == grids(rules, 20, 5)).all()
    assert (grids(rules, 20, 5) != grids(rules, 20, 6)).any(axis=1).all()


def test_the_fill_in_vectors_is_the_one_cell_by_cell():
    rules = rule_arrays(geometry())
    states, outs = np.array([[11], [11]], np.uint64), np.zeros((2, 81), np.uint8)
    for _ in range(2000):
        assert fill.fill(rules, states[0], outs[0])
        assert fill9.fill(rules, states[1], outs[1])
        assert (outs[0] == outs[1]).all()
        assert states[0] == states[1]


@pytest.mark.parametrize("size", [4, 6, 8, 9, 10, 12, 16])
def test_shuffled_grids_stay_legal_and_move(size):
    ground = geometry("classic", size)
    rules = naive.houses(size, *ground.box)
    (grid,) = grids(rule_arrays(ground), 1, 1)
    state = np.array([1], np.uint64)
    images = set()
    for _ in range(50):
        image = grid.copy()
        fill.shuffle_grid(state, *ground.box, image)
        assert naive.legal(image.tolist(), rules)
        assert np.bincount(image).tolist() == np.bincount(grid).tolist()
        images.add(image.tobytes())
    assert len(images) > 40


def test_shuffle_keeps_a_puzzle_a_puzzle():
    grid = np.zeros(81, np.uint8)
    grid[[0, 1, 13, 80]] = [1, 2, 2, 1]
    fill.shuffle_grid(np.array([4], np.uint64), 3, 3, grid)
    assert (grid > 0).sum() == 4
    assert sorted(np.bincount(grid)[1:].tolist())[-2:] == [2, 2]


def test_fill_from_keeps_givens_and_knows_the_impossible():
    rules = rule_arrays(geometry())
    state = np.array([8], np.uint64)
    givens = np.zeros(81, np.uint8)
    givens[[0, 40, 80]] = [9, 9, 9]
    out = np.zeros(81, np.uint8)
    assert fill.fill_from(rules, givens, state, 100, out)
    assert (out[[0, 40, 80]] == 9).all()
    assert naive.legal(out.tolist(), naive.houses(9, 3, 3))
    givens[8] = 9
    assert not fill.fill_from(rules, givens, state, 100, out)


def test_a_grid_that_cannot_be_filled_is_known():
    """Sixteen cells that all see each other, and four digits."""
    rules = rule_arrays(geometry("classic", 4))
    sees = np.ones_like(rules.sees) - np.eye(16, dtype=np.uint8)
    impossible = rules.replaced(
        peers=np.array([[p for p in range(16) if p != cell] for cell in range(16)], np.int16),
        peer_count=np.full(16, 15, np.int16),
        sees=sees,
    )
    assert not fill.fill(impossible, np.array([1], np.uint64), np.zeros(16, np.uint8))
