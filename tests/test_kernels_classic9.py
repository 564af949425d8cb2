"""The fast path against the general kernel, the naive twin and known puzzles; its rules against their definitions."""

from __future__ import annotations

from functools import reduce
from itertools import permutations
from operator import or_

import naive
import numpy as np
import pytest
from kernel_data import puzzles, subgrids
from numba import njit

from bookmaker.kernels import classic9, fill, search, settle9
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


def test_few_guesses_are_needed():
    """What makes the search fast on hard puzzles is the choice of the guess: with a worse one fewer get by with so many."""
    for name, most, share in (("17_clue_sample.txt.gz", 1, 0.9), ("top1465_sample.txt.gz", 9, 0.75)):
        found = fast(puzzles(name), 2, max_nodes=most)[0]
        assert set(found.tolist()) == {1, classic9.UNDECIDED}
        assert (found == 1).mean() > share


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


def place(row: int, column: int) -> int:
    return 1 << (10 * row + column)


WAYS = [
    place(0, one) | place(1, two) | place(2, three)
    for one in range(9)
    for two in range(9)
    for three in range(9)
    if {one // 3, two // 3, three // 3} == {0, 1, 2}
]
"""All ways to put a digit once in each row and each box of a band."""


def random_words(number: int) -> np.ndarray:
    generator = np.random.default_rng(number)
    masks = generator.integers(1 << 30, size=(number, 2))
    return (masks[:, 0] & np.where(np.arange(number) % 3, masks[:, 1], -1) & settle9.ALL).astype(np.uint32)


def test_rows_of_a_band_keep_what_lies_in_a_way_to_place_the_digit():
    bands = [random_words(number) for number in (700, 699, 701)]
    bands = [words[:699] for words in bands]
    words = np.concatenate(bands)
    kept = np.concatenate(settle9.fit_rows(bands))
    for word, found in zip(words.tolist(), kept.tolist(), strict=True):
        assert found == reduce(or_, (way for way in WAYS if way & word == way), 0)
    assert 0 in kept
    assert (kept == words).any()
    assert (kept != words).any()


def test_columns_keep_what_lies_in_a_way_to_share_them_among_the_bands():
    words = random_words(2001)
    for word, found in zip(words.tolist(), settle9.fit_columns(words).tolist(), strict=True):
        ways = [
            sum(place(band, 3 * stack + column) for band, column in enumerate(order))
            for stack in range(3)
            for order in permutations(range(3))
        ]
        assert found == reduce(or_, (way for way in ways if way & word == way), 0)


def test_rows_with_a_candidate_and_rows_with_one():
    words = random_words(2002)
    fields = [0x1FF << 10 * row for row in range(3)]
    masks = [sum(field for field in fields if word & field) for word in words.tolist()]
    assert settle9.row_mask(words).tolist() == masks
    whole = words[np.array([bin(mask).count("1") == 27 for mask in masks])]
    assert len(whole) > 500
    alone = [sum(word & field for field in fields if bin(word & field).count("1") == 1) for word in whole.tolist()]
    assert settle9.decided(whole).tolist() == alone
    assert any(alone)


def test_cells_that_see_each_other():
    for cell in range(81):
        band, row, column = cell // 27, cell // 9 % 3, cell % 9
        seen = [0, 0, 0]
        for house in RULES:
            for other in house if cell in house else ():
                seen[other // 27] |= place(other // 9 % 3, other % 9)
        bit = 10 * row + column
        assert int(classic9.NEAR[bit]) == seen[band] & ~place(row, column)
        assert {int(classic9.FAR[bit])} == {seen[other] for other in range(3) if other != band}


@njit
def settled(work: np.ndarray, at: int) -> int:
    return settle9.settle(work, at)


def node(cells: np.ndarray) -> np.ndarray:
    """A node whose candidates are those that the givens leave in their rows, columns and boxes, in word 64 on."""
    work = np.zeros(128, np.uint32)
    for cell in range(81):
        for digit in range(1, 10):
            seen = {cells[other] for house in RULES if cell in house for other in house if other != cell}
            if cells[cell] == digit or (cells[cell] == 0 and digit not in seen):
                work[64 + 16 * (cell // 27) + digit - 1] |= place(cell // 9 % 3, cell % 9)
    return work


def test_settling_keeps_solutions_and_says_how_it_ended(grids):
    ends = set()
    for grid, few in zip(grids[:150], subgrids(grids[:150], 20, 40, np.random.default_rng(3)), strict=True):
        work, full = node(few), node(grid)
        before = work.copy()
        end = settled(work, 64)
        ends.add(end)
        candidates, solution = work[64:112], full[64:112]
        assert (candidates & solution == solution).all()
        assert (candidates & ~before[64:112] == 0).all()
        assert end == (settle9.SOLVED if (candidates == solution).all() else settle9.OPEN)
        assert (work[:64] == 0).all()
        if end == settle9.OPEN:
            for band in range(3):
                words = candidates[16 * band : 16 * band + 9]
                pairs = sum(1 << bit for bit in range(29) if (words >> bit & 1).sum() == 2)
                assert work[64 + settle9.PAIRS + band] == pairs
    assert ends == {settle9.SOLVED, settle9.OPEN}


def test_two_digits_decided_in_one_cell_are_a_contradiction(grids):
    """Each in a row of its own choice otherwise legal; the search must not guess that cell for ever."""
    for grid in grids[:100]:
        wrong = node(np.zeros(81, np.uint8))
        top = 64
        for digit in grid[:2]:
            wrong[top + digit - 1] = wrong[top + digit - 1] & ~np.uint32(0x1FF) | 1
        assert settled(wrong, 64) == settle9.DEAD
