"""The general kernel against the naive twin, known counts, and its own promises."""

from __future__ import annotations

from itertools import combinations, pairwise

import naive
import numpy as np
import pytest
from kernel_data import puzzles, subgrids

from bookmaker.logic.kernels import fill, search
from bookmaker.logic.solve.rule_arrays import rule_arrays
from bookmaker.puzzles.grid.geometry import Geometry, House
from bookmaker.puzzles.rules import geometry

KINDS = [("classic", 4), ("x", 4), ("classic", 6), ("x", 6), ("classic", 8), ("classic", 9), ("x", 9)]


def counts(kind: str, size: int, cells: np.ndarray, limit: int, max_nodes: int = 0) -> np.ndarray:
    found = np.zeros(len(cells), np.int64)
    search.count_batch(
        rule_arrays(geometry(kind, size)),
        cells,
        limit,
        max_nodes,
        found,
        np.zeros((len(cells), 0, size * size), np.uint8),
    )
    return found


def full_grids(kind: str, size: int, number: int, seed: int) -> np.ndarray:
    state = np.array([seed], np.uint64)
    out = np.zeros((number, size * size), np.uint8)
    for row in out:
        assert fill.fill(rule_arrays(geometry(kind, size)), state, row)
    return out


@pytest.mark.sampled(10)
@pytest.mark.parametrize(("kind", "size"), KINDS)
@pytest.mark.parametrize("limit", [2, 10, 1000])
def test_counts_are_the_naive_ones(kind, size, limit):
    ground = geometry(kind, size)
    rules = naive.houses(size, *ground.box, diagonals=kind == "x")
    cells = size * size
    grids = subgrids(full_grids(kind, size, 60, limit), cells * 2 // 5, cells * 3 // 5, np.random.default_rng(limit))
    # A quarter of them get a wrong digit, which most often leaves no solution and sometimes clashes at once.
    for row in grids[::4]:
        row[np.random.default_rng(size).integers(cells)] = 1 + row.sum() % size
    expected = [naive.count(grid, size, rules, limit) for grid in grids.tolist()]
    assert counts(kind, size, grids, limit).tolist() == expected


def test_empty_grids():
    assert counts("classic", 4, np.zeros((1, 16), np.uint8), 10**6) == [288]
    assert counts("classic", 4, np.zeros((1, 16), np.uint8), 287) == [287]
    for size in (6, 8, 9, 10, 12, 16, 25):
        assert counts("classic", size, np.zeros((1, size * size), np.uint8), 1000) == [1000]
    # 28,200,960 grids of size 6 with boxes 2x3 are fixed by their first row to 1/720 (OEIS A107739 and its references).
    first_row = np.zeros((1, 36), np.uint8)
    first_row[0, :6] = range(1, 7)
    assert counts("classic", 6, first_row, 10**6) == [28_200_960 // 720]


@pytest.mark.parametrize(("kind", "size"), KINDS)
def test_enumeration_is_the_naive_one(kind, size):
    ground = geometry(kind, size)
    rules = naive.houses(size, *ground.box, diagonals=kind == "x")
    arrays = rule_arrays(ground)
    cells = size * size
    for grid in subgrids(full_grids(kind, size, 10, 5), cells // 2, cells * 3 // 5, np.random.default_rng(5)):
        before = grid.copy()
        expected = sorted(naive.solutions(grid.tolist(), size, rules))
        out = np.zeros((len(expected) + 1, cells), np.uint8)
        assert search.search(arrays, grid, len(expected) + 1, 0, out) == len(expected)
        assert sorted(out[:-1].tolist()) == expected
        assert (grid == before).all()


def test_contradictory_givens_have_no_solution():
    row = np.zeros(81, np.uint8)
    row[[0, 8]] = 4
    column = np.zeros(81, np.uint8)
    column[[3, 75]] = 9
    box = np.zeros(81, np.uint8)
    box[[60, 80]] = 1
    starved = np.zeros(81, np.uint8)
    starved[[1, 2, 3, 4, 5, 6, 7, 8]] = range(1, 9)
    starved[9] = 9
    above = np.zeros(81, np.uint8)
    above[40] = 10
    diagonal = np.zeros((1, 81), np.uint8)
    diagonal[0, [0, 80]] = 5
    assert counts("classic", 9, np.stack([row, column, box, starved, above]), 5).tolist() == [0] * 5
    assert counts("x", 9, diagonal, 5).tolist() == [0]
    assert counts("classic", 9, diagonal, 5).tolist() == [5]


def test_a_search_gives_up_when_told():
    empty = np.zeros((1, 625), np.uint8)
    assert counts("classic", 25, empty, 2, max_nodes=3) == [search.UNDECIDED]
    assert counts("classic", 25, empty, 2, max_nodes=100_000) == [2]
    assert counts("classic", 4, np.zeros((1, 16), np.uint8), 288, max_nodes=10**6) == [288]
    full = full_grids("classic", 9, 1, 1)
    assert counts("classic", 9, full, 2, max_nodes=1) == [1]


def test_single_entries_agree_with_the_batch():
    arrays = rule_arrays(geometry("classic", 6))
    for grid in subgrids(full_grids("classic", 6, 5, 3), 10, 16, np.random.default_rng(3)):
        one = np.zeros((1, 36), np.uint8)
        found = counts("classic", 6, grid[None], 50)[0]
        assert search.search(arrays, grid, 50, 10**6, one) == found
        assert naive.legal(one[0].tolist(), naive.houses(6, 2, 3))
        assert ((grid == 0) | (grid == one[0])).all()


def jigsaw() -> Geometry:
    """7x7 with regions that wind down two columns, and rows that do not fill their words evenly."""
    kinds = ("row", "column")
    lines = [[[row * 7 + column for column in range(7)] for row in range(7)]]
    lines.append([list(column) for column in zip(*lines[0], strict=True)])
    houses = [
        House(kind, at + 1, tuple(cells)) for kind, of in zip(kinds, lines, strict=True) for at, cells in enumerate(of)
    ]
    winding = [row * 7 + column for left in (0, 2, 4) for row in range(7) for column in (left, left + 1)]
    winding += [row * 7 + 6 for row in range(7)]
    houses += [House("box", at + 1, tuple(winding[7 * at : 7 * at + 7])) for at in range(7)]
    return Geometry("jigsaw", 7, (1, 7), tuple(houses))


def test_regions_of_any_form_are_counted_right():
    ground = jigsaw()
    rules = rule_arrays(ground)
    state = np.array([1], np.uint64)
    full = np.zeros((40, 49), np.uint8)
    for row in full:
        assert fill.fill(rules, state, row)
    grids = subgrids(full, 8, 20, np.random.default_rng(1))
    found = np.zeros(len(grids), np.int64)
    search.count_batch(rules, grids, 100, 0, found, np.zeros((len(grids), 0, 49), np.uint8))
    assert found.tolist() == [
        naive.count(grid, 7, [list(house.cells) for house in ground.houses], 100) for grid in grids.tolist()
    ]
    assert len(set(found.tolist())) > 5


@pytest.mark.parametrize(("kind", "size"), [*KINDS, ("classic", 10), ("x", 16), ("classic", 25), ("jigsaw", 7)])
def test_words_are_the_rules(kind, size):
    """The masks of the search say what the lists of cells say."""
    ground = jigsaw() if kind == "jigsaw" else geometry(kind, size)
    words = rule_arrays(ground).words

    def cells(numbers: list[int], masks: list[int]) -> set[int]:
        bits = [
            (number, bit) for number, mask in zip(numbers, masks, strict=True) for bit in range(32) if mask >> bit & 1
        ]
        assert all(bit < words.width for _, bit in bits)
        return {number * words.width + bit for number, bit in bits}

    def lists(starts: np.ndarray, numbers: np.ndarray, masks: np.ndarray) -> list[set[int]]:
        ends = pairwise(starts.tolist())
        return [cells(numbers[start:end].tolist(), masks[start:end].tolist()) for start, end in ends]

    every = list(range(len(words.full)))
    assert words.width % size == 0
    assert cells(every, words.full.tolist()) == set(range(size * size))
    assert [cells(every, row) for row in words.near.tolist()] == [set(peers) for peers in ground.peers]
    houses = lists(words.house_start, words.house_word, words.house_mask)
    assert houses[words.plain :] == [set(range(column, size * size, size)) for column in range(size)]
    assert sorted(map(sorted, houses)) == sorted(sorted(house.cells) for house in ground.houses)
    assert cells(every, words.first.tolist()) == set(range(0, size * size, size))
    assert houses[:size] == [set(range(row * size, row * size + size)) for row in range(size)]
    for house in houses[: words.plain]:
        assert (len({cell // words.width for cell in house}) == 1) == (houses.index(house) < words.within)
    sets = [set(house.cells) for house in ground.houses]
    pairs = [(one, other) for one, other in combinations(sets, 2) if len(one & other) > 1]
    expected = {frozenset((frozenset(one - other), frozenset(other - one))) for one, other in pairs}
    found = []
    for word in every:
        for pair in range(words.near_start[word], words.near_start[word + 1]):
            found.append([cells([word], [masks[pair]]) for masks in (words.near_one, words.near_other)])
        for pair in range(words.column_start[word], words.column_start[word + 1]):
            column = set(range(int(words.column_bit[pair]).bit_length() - 1, size * size, size))
            beyond = {cell for cell in column if cell // words.width != word}
            rest, other = (cells([word], [masks[pair]]) for masks in (words.column_rest, words.column_other))
            assert rest <= column
            found.append([beyond | rest, other])
    rests = lists(words.rest_start, words.rest_word, words.rest_mask)
    found += [rests[at : at + 2] for at in range(0, len(rests), 2)]
    assert len(found) == len(expected)
    assert {frozenset(map(frozenset, pair)) for pair in found} == expected


def test_few_guesses_are_needed():
    """Pointing and claiming are what most puzzles of 17 givens need beyond singles: without them it is two thirds of these."""
    for name, most, share in (("17_clue_sample.txt.gz", 1, 0.92), ("top1465_sample.txt.gz", 9, 0.75)):
        found = counts("classic", 9, puzzles(name), 2, max_nodes=most)
        assert set(found.tolist()) == {1, search.UNDECIDED}
        assert (found == 1).mean() > share
