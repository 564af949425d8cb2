"""Non-consecutive puzzles: no two cells side by side hold consecutive digits. Solver, formats, techniques, making, mending."""

from __future__ import annotations

from collections.abc import Sequence

import kernel_data
import naive
import numpy as np
import pytest
import sat

from bookmaker import probing, solving
from bookmaker.errors import UsageError
from bookmaker.grid.geometry import BOXES, Geometry
from bookmaker.grid.puzzle import Puzzle
from bookmaker.kernels import fill
from bookmaker.variants import geometry

NC6, NC9 = geometry("non-consecutive", 6), geometry("non-consecutive", 9)


def full_grids(ground: Geometry, count: int, seed: int = 1) -> np.ndarray:
    """Random full grids uint8[count, cells]."""
    grids, state = np.zeros((count, ground.cell_count), np.uint8), np.array([seed], np.uint64)
    for grid in grids:
        assert fill.fill(solving.rule_arrays(ground), state, grid)
    return grids


def keeps_rules(grid: Sequence[int], size: int) -> bool:
    rules = naive.houses(size, *BOXES[size])
    return naive.legal(grid, rules) and all(abs(int(grid[a]) - int(grid[b])) != 1 for a, b in naive.sides(size))


def test_geometry() -> None:
    assert sorted(NC9.apart) == sorted(naive.sides(9))
    assert NC9.apart_from[0] == (1, 9)
    assert NC9.apart_from[40] == (31, 39, 41, 49)
    # The kernels rest on that: a digit takes itself from the cells that it is apart from, too.
    assert all(set(near) <= set(peers) for near, peers in zip(NC9.apart_from, NC9.peers, strict=True))
    assert not NC9.plain and geometry("classic", 9).plain
    with pytest.raises(UsageError, match="no 4x4 grid keeps consecutive digits apart"):
        geometry("non-consecutive", 4)


def test_no_grid_of_four() -> None:
    assert not list(naive.solutions([0] * 16, 4, naive.houses(4, 2, 2), naive.sides(4)))


def test_all_grids_of_six_are_found() -> None:
    expected = {bytes(grid) for grid in naive.solutions([0] * 36, 6, naive.houses(6, 2, 3), naive.sides(6))}
    found = solving.solutions(Puzzle(NC6, bytes(36)), 1000)
    assert len(found) == len(expected) == 48
    assert set(found) == expected


@pytest.mark.parametrize("size", [6, 8, 9, 10, 12, 16])
def test_fills_keep_the_rules(size: int) -> None:
    for grid in full_grids(geometry("non-consecutive", size), 3):
        assert keeps_rules(grid, size)


def test_counts_of_six_agree_with_the_naive_twin() -> None:
    generator = np.random.default_rng(5)
    # Some of other grids: those have solutions only by chance.
    classic = np.zeros((40, 36), np.uint8)
    for grid in classic:
        fill.fill(
            solving.rule_arrays(geometry("classic", 6)), generator.integers(1 << 60, size=1, dtype=np.uint64), grid
        )
    puzzles = np.concatenate(
        [kernel_data.subgrids(full_grids(NC6, 60), 0, 8, generator), kernel_data.subgrids(classic, 1, 4, generator)]
    )
    rules = naive.houses(6, 2, 3)
    expected = [len(list(naive.solutions(puzzle.tolist(), 6, rules, naive.sides(6)))) for puzzle in puzzles]
    assert solving.count_solutions(puzzles, 1000, NC6).tolist() == expected
    assert min(expected) == 0 and 1 in expected and max(expected) > 10


@pytest.mark.parametrize(("size", "least", "most"), [(8, 5, 14), (9, 8, 18), (10, 18, 30), (12, 36, 60), (16, 88, 130)])
def test_counts_agree_with_sat(size: int, least: int, most: int) -> None:
    ground = geometry("non-consecutive", size)
    generator = np.random.default_rng(size)
    puzzles = kernel_data.subgrids(full_grids(ground, 30), least, most, generator)
    # A wrong given in every third: most of those have no solution.
    for puzzle in puzzles[::3]:
        cell = generator.choice(np.flatnonzero(puzzle))
        puzzle[cell] = puzzle[cell] % size + 1
    prover = sat.Prover(size, BOXES[size], apart=naive.sides(size))
    limit = 12
    counts = []
    for puzzle in puzzles:
        expected = prover.solutions(puzzle.tolist(), limit)
        found = solving.solutions(Puzzle(ground, puzzle.tobytes()), limit)
        assert len(set(found)) == len(found) == len(expected)
        if len(found) < limit:
            assert set(found) == set(expected)
        assert all(keeps_rules(grid, size) for grid in found)
        counts.append(len(found))
    assert 0 in counts and 1 in counts and max(counts) > 1


def test_consecutive_givens_side_by_side_leave_nothing() -> None:
    givens = bytearray(81)
    givens[0], givens[1] = 4, 5
    assert solving.solve(Puzzle(NC9, bytes(givens))).solutions == 0
    givens[1] = 6
    assert solving.solve(Puzzle(NC9, bytes(givens))).solutions == 2


def test_search_gives_up_as_asked() -> None:
    assert solving.count_solutions(np.zeros((1, 81), np.uint8), 10, NC9, max_nodes=1).tolist() == [solving.UNDECIDED]


def test_no_given_is_never_proper_and_the_middle_digit_tells_nothing() -> None:
    # Digits can be counted from the other end: every solution has a mirror image, and 5 is its own.
    middle = bytearray(81)
    middle[40] = 5
    first, *_ = solving.solutions(Puzzle(NC9, bytes(middle)), 2)
    assert solving.solve(Puzzle(NC9, bytes(10 - digit for digit in first))).solutions == 1


def test_plain_search_finds_the_same_solution() -> None:
    generator = np.random.default_rng(3)
    for puzzle in kernel_data.subgrids(full_grids(NC6, 8), 2, 6, generator):
        (searched,) = probing.search([Puzzle(NC6, puzzle.tobytes())])
        assert searched.solved
    givens = bytearray(36)
    givens[0], givens[1] = 2, 3
    (searched,) = probing.search([Puzzle(NC6, bytes(givens))])
    assert searched.solved is False


def test_samples_are_solutions_and_estimate_their_number() -> None:
    found, weights = solving.sampled_solutions(Puzzle(NC6, bytes(36)), 4000, 1)
    assert all(keeps_rules(grid, 6) for grid in np.unique(found, axis=0))
    assert 40 < weights.sum() < 56
