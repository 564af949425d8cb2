"""The fast path against the general kernel, the naive twin and known puzzles; its rules against their definitions."""

from __future__ import annotations

from itertools import permutations

import naive
import numpy as np
import pytest
from kernel_data import puzzles, subgrids
from numba import njit

from bookmaker.kernels import choice9, classic9, fill, lanes, layout9, propagation9, search, split9
from bookmaker.kernels.rules import NOT
from bookmaker.solve.rule_arrays import rule_arrays
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
        chosen = grids[:200] if least == 0 or limit == 1000 else grids
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
        assert classic9.search(classic9.workspace(), grid, len(expected) + 1, 0, out) == len(expected)
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
    work = classic9.workspace()
    most = 0
    for line in THRASHING.split():
        grid = np.array([0 if symbol == "." else int(symbol) for symbol in line], np.uint8)
        for limit in (1, 2, 50):
            out = np.zeros((limit, 81), np.uint8)
            assert classic9.search(work, grid, limit, 0, out) == limit
            most = max(most, int(work[0]))
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
    work = classic9.workspace()
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
    work = classic9.workspace()
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
    work, none = classic9.workspace(), np.zeros((0, 81), np.uint8)
    for batch in (
        some,
        some[::-1].copy(),
        *(some[start : start + size] for size in range(4) for start in range(0, 60, 5)),
    ):
        for limit in (1, 2, 30):
            alone = [classic9.search(work, grid, limit, 0, none) for grid in batch]
            assert fast(batch, limit)[0].tolist() == alone


def marked(rows: tuple[int, ...] | list[int]) -> set[tuple[int, int]]:
    """The cells of three words, one for each row, as row and column."""
    return {(row, column) for row, word in enumerate(rows) for column in range(9) if word >> column & 1}


def random_rows(number: int, seed: int) -> list[np.ndarray]:
    """Three rows of vectors, some with many candidates and some with few; nothing in the lanes of no digit."""
    generator = np.random.default_rng(seed)
    masks = generator.integers(1 << 9, size=(3, 2, number, propagation9.LANES))
    few = generator.random(propagation9.LANES) < 0.5
    rows = masks[:, 0] & np.where(few, masks[:, 1], propagation9.ROW)
    rows[:, :, 27:] = 0
    return list(rows.astype(np.uint16))


WAYS = [
    {(0, one), (1, two), (2, three)}
    for one in range(9)
    for two in range(9)
    for three in range(9)
    if {one // 3, two // 3, three // 3} == {0, 1, 2}
]
"""All ways to put a digit once in each row and each box of a band."""


def test_rows_of_a_band_keep_what_lies_in_a_way_to_place_the_digit():
    changes = set()
    for rows in zip(*random_rows(40, 1), strict=True):
        kept = propagation9.fit_rows(list(rows))
        for lane in range(27):
            before = marked([int(words[lane]) for words in rows])
            after = marked([int(words[lane]) for words in kept])
            assert after == set().union(*(way for way in WAYS if way <= before))
            changes.add((before == after, bool(after)))
        assert not any(words[27:].any() for words in kept)
    assert changes >= {(True, True), (False, True), (False, False)}


def test_columns_keep_what_lies_in_a_way_to_share_them_among_the_bands():
    changes = set()
    for rows in zip(*random_rows(200, 2), strict=True):
        kept = propagation9.fit_columns(list(rows))
        for digit in range(9):
            lanes = [propagation9.LANE[band][digit] for band in range(3)]
            used = [{column for _, column in marked([int(words[lane]) for words in rows])} for lane in lanes]
            ways = [[3 * stack + column for column in order] for stack in range(3) for order in permutations(range(3))]
            ways = [way for way in ways if all(column in used[band] for band, column in enumerate(way))]
            for band, lane in enumerate(lanes):
                fit = {way[band] for way in ways}
                for words, found in zip(rows, kept, strict=True):
                    before = {column for column in range(9) if int(words[lane]) >> column & 1}
                    after = {column for column in range(9) if int(found[lane]) >> column & 1}
                    assert after == before & fit
                    changes.add((before == after, bool(after)))
        assert not any(words[27:].any() for words in kept)
    assert changes >= {(True, True), (False, True), (False, False)}


def test_several_nodes_abreast_are_each_as_if_alone():
    one, other = ([words[0] for words in random_rows(1, seed)] for seed in (3, 4))
    for rule in (propagation9.fit_rows, propagation9.fit_columns):
        both = rule(one + other)
        assert all((a == b).all() for a, b in zip(both, rule(one) + rule(other), strict=True))


PEERS = [{other for house in RULES if cell in house for other in house} - {cell} for cell in range(81)]


def test_turning_is_a_symmetry():
    assert sorted(classic9.TURN.tolist()) == list(range(81))
    for cell in range(81):
        assert {int(classic9.TURN[peer]) for peer in PEERS[cell]} == PEERS[classic9.TURN[cell]]


def words_of(cells: set[int]) -> list[int]:
    words = [0, 0]
    for cell in cells:
        words[cell // 54] |= 1 << 32 * (cell // 27 % 2) + cell % 27
    return words


def test_cells_that_see_each_other():
    for cell in range(81):
        assert choice9.SEEN[32 * (cell // 27) + cell % 27].tolist() == words_of(PEERS[cell])
    assert not choice9.SEEN[[27, 31, 59, 63, 91, 95]].any()


AT = 72
SHAPE = (3, propagation9.LANES)


@njit
def settled(work: np.ndarray, at: int) -> int:
    return propagation9.settle(work, at)


@njit
def branches(work: np.ndarray, cell: int, first: int, second: int) -> int:
    return split9.split(work, AT, AT + propagation9.NODE, classic9.MARKS, cell, np.uint64(first), np.uint64(second))


@njit
def laid_out(work: np.ndarray, at: int) -> int:
    return layout9.lay_out(work, at, 0)


def cells_of(work: np.ndarray, at: int = AT) -> list[set[int]]:
    """The candidates of each cell of a node."""
    rows = work[at : at + propagation9.NODE].view(np.uint16).reshape(SHAPE)
    return [
        {
            digit
            for digit in range(1, 10)
            if rows[cell // 9 % 3, propagation9.LANE[cell // 27][digit - 1]] >> np.uint16(cell % 9) & 1
        }
        for cell in range(81)
    ]


def node(cells: list[set[int]]) -> np.ndarray:
    """Work whose node at AT has these candidates."""
    work = np.zeros(AT + 3 * propagation9.NODE, np.uint64)
    rows = work[AT : AT + propagation9.NODE].view(np.uint16).reshape(SHAPE)
    for cell, digits in enumerate(cells):
        for digit in digits:
            rows[cell // 9 % 3, propagation9.LANE[cell // 27][digit - 1]] |= np.uint16(1 << cell % 9)
    return work


def left(cells: np.ndarray) -> list[set[int]]:
    """What the givens leave in their houses."""
    free = [set(range(1, 10)) - {cells[other] for other in PEERS[cell]} for cell in range(81)]
    return [{digit} if digit else free[cell] for cell, digit in enumerate(cells.tolist())]


def test_settling_keeps_solutions_and_says_how_it_ended(grids):
    ends = set()
    for grid, few in zip(grids[:150], subgrids(grids[:150], 20, 40, np.random.default_rng(3)), strict=True):
        before = left(few)
        work = node(before)
        end = settled(work, AT)
        ends.add(end)
        after = cells_of(work)
        assert all(digit in now <= then for digit, now, then in zip(grid, after, before, strict=True))
        assert end == (propagation9.SOLVED if all(len(digits) == 1 for digits in after) else propagation9.OPEN)
        assert not work[:AT].any()
    assert ends == {propagation9.SOLVED, propagation9.OPEN}


def test_nodes_are_settled_alike_where_comparing_gives_no_bits(grids, monkeypatch):
    """As on ARM (``benchmarks/neon.py`` runs it there)."""
    monkeypatch.setattr(lanes, "compares_to_bits", lambda _module: False)

    @njit
    def settled_by_lanes(work: np.ndarray, at: int) -> int:
        return propagation9.settle(work, at)

    chance, ends = np.random.default_rng(4), set()
    for few in subgrids(grids[:100], 20, 40, chance):
        if chance.random() < 0.5:
            few[np.flatnonzero(few)[0]] = chance.integers(1, 10)
        one, other = node(left(few)), node(left(few))
        end = settled(one, AT)
        assert settled_by_lanes(other, AT) == end
        assert end == propagation9.DEAD or (one == other).all()
        ends.add(end)
    assert ends == {propagation9.DEAD, propagation9.SOLVED, propagation9.OPEN}


def test_a_guess_settles_both_branches_as_if_alone(grids):
    """What one branch ends with does not depend on how long the other goes on, except that it may go on with it."""
    ends = set()
    for few in subgrids(grids[:200], 24, 30, np.random.default_rng(5)):
        work = node(left(few))
        if settled(work, AT) != propagation9.OPEN:
            continue
        cells = cells_of(work)
        cell = next((cell for cell in range(80, -1, -1) if len(cells[cell]) == 2), None)
        if cell is None:
            continue
        digits = sorted(cells[cell])
        lanes = [1 << propagation9.LANE[cell // 27][digit - 1] for digit in digits]
        band = sum(1 << lane for lane in propagation9.LANE[cell // 27])
        args = [lane | (band - lane) << 32 for lane in lanes]
        end = branches(work, cell % 27, *args)
        for branch, digit in enumerate(digits):
            alone = [set(candidates) for candidates in cells]
            alone[cell] = {digit}
            other = node(alone)
            assert settled(other, AT) == end >> 2 * branch & 3
            ends.add(end >> 2 * branch & 3)
            if end >> 2 * branch & 3 != propagation9.DEAD:
                found = cells_of(work, AT + (1 + branch) * propagation9.NODE)
                assert found[cell] == {digit}
                assert all(a <= b for a, b in zip(found, cells, strict=True))
    assert ends == {propagation9.DEAD, propagation9.SOLVED, propagation9.OPEN}


def struck(cells: list[set[int]]) -> list[set[int]]:
    """What naked pairs of rows and boxes leave."""
    after = [set(digits) for digits in cells]
    for house in RULES:
        if len({cell % 9 for cell in house}) == 1:
            continue
        for cell in house:
            if len(cells[cell]) == 2 and sum(cells[other] == cells[cell] for other in house) > 1:
                for other in house:
                    if cells[other] != cells[cell]:
                        after[other] -= cells[cell]
    return after


def test_laying_out_strikes_naked_pairs_and_tells_pairs_by_digit(grids):
    changed = 0
    for few in subgrids(grids[:200], 22, 27, np.random.default_rng(6)):
        work = node(left(few))
        if settled(work, AT) != propagation9.OPEN:
            continue
        before = cells_of(work)
        grave = all(len(digits) < 3 for digits in before)
        assert laid_out(work, AT) == (layout9.GRAVE if grave else propagation9.OPEN)
        after = cells_of(work)
        assert after == struck(before)
        changed += after != before
        pairs = {cell for cell in range(81) if len(before[cell]) == 2}
        assert work[[layout9.PAIRS, layout9.PAIRS + 1]].tolist() == words_of(pairs)
        for digit in range(1, 10):
            cells = {cell for cell in range(81) if digit in after[cell]}
            for at, expected in (layout9.BY_DIGIT, cells), (layout9.PAIRED, cells & pairs):
                assert work[[at + digit - 1, at + digit - 1 + layout9.PART]].tolist() == words_of(expected)
    assert changed > 5


def test_two_digits_decided_in_one_cell_are_a_contradiction(grids):
    """They spare each other while the node is settled; a caller that wants to guess learns of it, and does not guess for ever."""
    for grid in grids[:100]:
        both = set(grid[:2].tolist())
        wrong = [set(both) if cell == 0 else set(range(1, 10)) - (both if cell < 9 else set()) for cell in range(81)]
        work = node(wrong)
        assert settled(work, AT) == propagation9.DEAD or laid_out(work, AT) == propagation9.DEAD
