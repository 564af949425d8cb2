"""The fast path against the general kernel, the naive twin and known puzzles."""

from __future__ import annotations

import naive
import numpy as np
import pytest
from conftest import scaled
from kernel_data import PEERS, RULES, full_grids, puzzles, subgrids

from bookmaker.logic.kernels import classic9, search
from bookmaker.logic.kernels.rules import NOT
from bookmaker.logic.solve.rule_arrays import rule_arrays
from bookmaker.puzzles.rules import geometry


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
    return full_grids(1000)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("limit", [2, 10, 1000])
def test_counts_are_the_general_ones(grids, limit):
    for least, most in ((17, 24), (22, 30), (28, 50), (0, 17)):
        chosen = grids[:200] if least == 0 or limit == 1000 else grids
        some = subgrids(chosen, least, most, np.random.default_rng(least * limit))
        found = fast(some, limit)[0]
        assert (found >= 1).all()
        assert found.tolist() == general(some, limit).tolist()
        wrong = some.copy()
        places = np.random.default_rng(limit).integers(81, size=len(some))
        wrong[np.arange(len(some)), places] = 1 + (some.sum(axis=1) + places) % 9
        assert fast(wrong, limit)[0].tolist() == general(wrong, limit).tolist()


@pytest.mark.sampled(1)
@pytest.mark.parametrize("limit", [2, 10, 1000])
def test_counts_are_the_naive_ones(grids, limit):
    some = subgrids(grids[: scaled(60, 150)], 32, 45, np.random.default_rng(limit))
    assert fast(some, limit)[0].tolist() == [naive.count(grid, 9, RULES, limit) for grid in some.tolist()]


def test_enumeration_is_the_naive_one(grids):
    for grid in subgrids(grids[: scaled(12, 40)], 30, 40, np.random.default_rng(1)):
        expected = sorted(naive.solutions(grid.tolist(), 9, RULES))
        out = np.zeros((len(expected) + 1, 81), np.uint8)
        assert classic9.search(classic9.ground(), grid, len(expected) + 1, 0, out) == len(expected)
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


def test_graves_are_counted_as_they_are_searched(grids):
    """A grid with all cells of two or four digits empty ends in nodes whose cells have two candidates, which are not searched."""
    dice = np.random.default_rng(8)
    powers = set()
    for grid in grids[:150]:
        chosen = dice.permutation(9)[:4] + 1
        for groups in (chosen[:2],), (chosen[:2], chosen[2:]):
            puzzle = grid.copy()
            puzzle[np.isin(grid, np.concatenate(groups))] = 0
            counts = [fast(puzzle[None], limit, keep=keep)[0][0] for limit, keep in ((10**6, 0), (10**6, 5), (3, 0))]
            expected = general(puzzle[None], 10**6)[0]
            assert counts == [expected, expected, min(expected, 3)]
            powers.add(int(expected))
    assert len(powers) > 3


THRASHING = """
........9...5..............7..6...4.....2.1...............9................8.6...
...........5........4......3......................8........1.65.................3
.........7........1....4...8.............3...6.........................1.1.34...7
....................3.....848.....9....48.............3....8...86......7....1....
...2...95...7..42.2...........1.....46.8...7..2....164.................66.......1
...........3.........93.......475..652....1.73..19.......2.8...7...49........6...
...........................................4..15.........3..1....4..6...8........
"""


def test_sparse_grids_are_done_soon():
    """Grids that took a thousand guesses to millions before the search began anew; what a turned one has is turned back."""
    work = classic9.ground()
    most = 0
    for line in THRASHING.split():
        grid = np.array([0 if symbol == "." else int(symbol) for symbol in line], np.uint8)
        for limit in (1, 2, 50):
            out = np.zeros((limit, 81), np.uint8)
            assert classic9.search(work, grid, limit, 0, out) == limit
            most = max(most, int(work.work[0]))
            assert len(np.unique(out, axis=0)) == limit
            for solution in out:
                assert ((grid == 0) | (grid == solution)).all()
                assert naive.legal(solution.tolist(), RULES)
    assert 200 < most < 1000


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


def test_a_cell_that_is_not_to_have_a_digit(grids):
    """Also where the search turns the grid: among so few givens some searches do."""
    some = subgrids(grids[:400], 8, 30, np.random.default_rng(5))
    out, none = np.zeros((3, 81), np.uint8), np.zeros((0, 81), np.uint8)
    work = classic9.ground()
    for puzzle, answer in zip(some, grids, strict=False):
        cell = int(np.flatnonzero(puzzle == 0)[0])
        row = puzzle[cell // 9 * 9 : cell // 9 * 9 + 9]
        assert answer[cell] not in row
        every = classic9.search(work, puzzle, 40, 0, none)
        puzzle[cell] = answer[cell]
        with_it = classic9.search(work, puzzle, 40, 0, none)
        puzzle[cell] |= NOT
        without = classic9.search(work, puzzle, 3, 0, out)
        assert without == min(3, every - with_it) if every < 40 else without <= 3
        for solution in out[:without]:
            assert solution[cell] != answer[cell]
            assert naive.legal(solution.tolist(), RULES)
            assert (solution == puzzle)[(puzzle > 0) & (puzzle < 10)].all()
    puzzle[cell] = NOT
    assert classic9.search(work, puzzle, 1, 0, none) == 0


def test_limits_and_giving_up():
    empty = np.zeros((1, 81), np.uint8)
    assert fast(empty, 1)[0] == [1]
    assert fast(empty, 12_345)[0] == [12_345]
    assert fast(empty, 2, keep=2, max_nodes=5)[0] == [classic9.UNDECIDED]
    assert fast(empty, 2, keep=2, max_nodes=500)[0] == [2]


def test_single_entries_agree_with_the_batch(grids):
    work = classic9.ground()
    for grid in subgrids(grids[:20], 22, 28, np.random.default_rng(9)):
        found, out = fast(grid[None], 100, keep=1)
        one = np.zeros((1, 81), np.uint8)
        assert classic9.search(work, grid, 100, 0, one) == found[0]
        assert one.tolist() == out[0].tolist()


def test_a_batch_counts_each_puzzle_as_if_alone(grids):
    """Two are begun together: whichever ends first, and whatever the givens that clash stand beside."""
    chance = np.random.default_rng(11)
    some = subgrids(grids[:120], 17, 40, chance)
    some[chance.random(len(some)) < 0.25, :2] = 5  # Twice in a row.
    work, none = classic9.ground(), np.zeros((0, 81), np.uint8)
    for batch in (
        some,
        some[::-1].copy(),
        *(some[start : start + size] for size in range(4) for start in range(0, 60, 5)),
    ):
        for limit in (1, 2, 30):
            alone = [classic9.search(work, grid, limit, 0, none) for grid in batch]
            assert fast(batch, limit)[0].tolist() == alone


def test_turning_is_a_symmetry():
    assert sorted(classic9.TURN.tolist()) == list(range(81))
    for cell in range(81):
        assert {int(classic9.TURN[peer]) for peer in PEERS[cell]} == PEERS[classic9.TURN[cell]]
