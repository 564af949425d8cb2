"""The fast path against the general kernel, the naive twin and known puzzles; its tables against their definitions."""

from __future__ import annotations

import naive
import numpy as np
import pytest
from kernel_data import puzzles, subgrids

from bookmaker.kernels import bands, classic9, fill, search
from bookmaker.solving import rule_arrays
from bookmaker.variants import geometry

RULES = naive.houses(9, 3, 3)


def fast(cells: np.ndarray, limit: int, keep: int = 0, max_nodes: int = 0) -> tuple[np.ndarray, np.ndarray]:
    found = np.zeros(len(cells), np.int64)
    out = np.zeros((len(cells), keep, 81), np.uint8)
    classic9.count_batch(cells, limit, max_nodes, found, out)
    return found, out


def general(cells: np.ndarray, limit: int) -> np.ndarray:
    found = np.zeros(len(cells), np.int64)
    search.count_batch(rule_arrays(geometry()), cells, limit, 0, found, np.zeros((len(cells), 0, 81), np.uint8))
    return found


@pytest.fixture(scope="module")
def grids() -> np.ndarray:
    state = np.array([42], np.uint64)
    out = np.zeros((1000, 81), np.uint8)
    for row in out:
        assert fill.fill(rule_arrays(geometry()), state, row)
    return out


@pytest.mark.parametrize("limit", [2, 10, 1000])
def test_counts_are_the_general_ones(grids, limit):
    for least, most in ((17, 24), (22, 30), (28, 50), (0, 17)):
        chosen = grids[:200] if least == 0 else grids
        some = subgrids(chosen, least, most, np.random.default_rng(least * limit))
        found = fast(some, limit)[0]
        assert (found >= 1).all()
        assert found.tolist() == general(some, limit).tolist()
        wrong = some.copy()
        places = np.random.default_rng(limit).integers(81, size=len(some))
        wrong[np.arange(len(some)), places] = 1 + (some.sum(axis=1) + places) % 9
        assert fast(wrong, limit)[0].tolist() == general(wrong, limit).tolist()


@pytest.mark.parametrize("limit", [2, 10, 1000])
def test_counts_are_the_naive_ones(grids, limit):
    some = subgrids(grids[:150], 32, 45, np.random.default_rng(limit))
    assert fast(some, limit)[0].tolist() == [naive.count(grid, 9, RULES, limit) for grid in some.tolist()]


def test_enumeration_is_the_naive_one(grids):
    for grid in subgrids(grids[:40], 30, 40, np.random.default_rng(1)):
        expected = sorted(naive.solutions(grid.tolist(), 9, RULES))
        out = np.zeros((len(expected) + 1, 81), np.uint8)
        assert classic9.enumerate_solutions(grid, len(expected) + 1, out) == len(expected)
        assert sorted(out[:-1].tolist()) == expected


@pytest.mark.parametrize("name", ["top95.txt.gz", "top1465_sample.txt.gz", "17_clue_sample.txt.gz"])
def test_known_puzzles_are_proper_and_solved_right(name):
    cells = puzzles(name)
    found, out = fast(cells, 2, keep=1)
    assert (found == 1).all()
    for grid, solution in zip(cells, out[:, 0], strict=True):
        assert ((grid == 0) | (grid == solution)).all()
        assert solution.min() == 1
        assert solution.max() == 9
        assert naive.legal(solution.tolist(), RULES)
    # Without one of its givens a 17-given puzzle has several solutions: no puzzle of 16 givens is proper.
    if "17" in name:
        rows = np.arange(len(cells))
        fewer = cells.copy()
        fewer[rows, np.argmax(cells > 0, axis=1)] = 0
        assert (fast(fewer, 2)[0] == 2).all()


def test_a_solution_and_its_twin():
    """Four cells in two rows, two columns and two boxes that hold two digits crosswise can be exchanged: two solutions."""
    grid = puzzles("top95.txt.gz")[:1]
    full = fast(grid, 2, keep=1)[1][0, 0]
    found = 0
    for top in range(81):
        for right in range(top + 1, top // 9 * 9 + 9):
            for below in range(top + 9, 81, 9):
                corner = below + right - top
                crosswise = full[top] == full[corner] and full[right] == full[below]
                one_box = top // 27 == below // 27 or top % 9 // 3 == right % 9 // 3
                if crosswise and one_box:
                    puzzle = full.copy()
                    puzzle[[top, right, below, corner]] = 0
                    count, out = fast(puzzle[None], 5, keep=5)
                    assert count[0] == 2
                    assert full.tolist() in out[0, :2].tolist()
                    found += 1
    assert found


def test_contradictory_givens_have_no_solution():
    clashes = np.zeros((5, 81), np.uint8)
    clashes[0, [0, 8]] = 4
    clashes[1, [3, 75]] = 9
    clashes[2, [60, 80]] = 1
    clashes[3, 1:9] = range(1, 9)
    clashes[3, 9] = 9
    clashes[4, 40] = 10
    assert fast(clashes, 5)[0].tolist() == [0] * 5


def test_limits_and_giving_up():
    empty = np.zeros((1, 81), np.uint8)
    assert fast(empty, 1)[0] == [1]
    assert fast(empty, 12_345)[0] == [12_345]
    assert fast(empty, 2, max_nodes=5)[0] == [classic9.UNDECIDED]
    assert fast(empty, 2, max_nodes=500)[0] == [2]


def test_single_entries_agree_with_the_batch(grids):
    work = classic9.workspace()
    for grid in subgrids(grids[:20], 22, 28, np.random.default_rng(9)):
        found, out = fast(grid[None], 100, keep=1)
        one, other = np.zeros(81, np.uint8), np.zeros(81, np.uint8)
        assert classic9.count(grid, 100, one) == found[0]
        assert classic9.count_in(work, grid, 100, other) == found[0]
        assert one.tolist() == other.tolist() == out[0, 0].tolist()


def test_tables_say_what_a_digit_may_do_in_a_band():
    """From the definition: list the ways to put a digit once in each row and box of a band, for random candidates."""
    ways = [
        [c1, 9 + c2, 18 + c3]
        for c1 in range(9)
        for c2 in range(9)
        for c3 in range(9)
        if {c1 // 3, c2 // 3, c3 // 3} == {0, 1, 2}
    ]
    generator = np.random.default_rng(1)
    for _ in range(2000):
        word = int(generator.integers(1 << 27)) & int(generator.integers(1 << 27))
        possible = [way for way in ways if all(word >> cell & 1 for cell in way)]
        minirows = sum(int(bands.SHRINK[word >> 9 * row & 511]) << 3 * row for row in range(3))
        kept = word & int(bands.KEEP[minirows])
        assert kept == sum(1 << cell for cell in {cell for way in possible for cell in way})
        if not possible:
            continue
        columns = (kept | kept >> 9 | kept >> 18) & 511
        used = {column for column in range(9) if all(column in {cell % 9 for cell in way} for way in possible)}
        assert int(bands.ELSEWHERE[columns]) == sum(1 << cell for cell in range(27) if cell % 9 not in used)
        sure = {cell for cell in range(27) if all(cell in way for way in possible)}
        rows = int(bands.ROWS[bands.FORCED[minirows] & bands.ALONE[columns]])
        assert kept & rows == sum(1 << cell for cell in sure)
