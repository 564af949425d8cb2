"""What the fast path concludes of a node, and how it lays it out and guesses in it, against plain definitions."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from conftest import scaled
from kernel_data import PEERS, RULES, full_grids, subgrids
from numba import njit

from bookmaker.logic.kernels import choice9, classic9, lanes, layout9, propagation9


@pytest.fixture(scope="module")
def grids() -> np.ndarray:
    return full_grids(200)


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
    return classic9.split(work, AT, AT + propagation9.NODE, classic9.MARKS, cell, np.uint64(first), np.uint64(second))


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
    for few in subgrids(grids[: scaled(60, 200)], 22, 27, np.random.default_rng(6)):
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
    assert changed > scaled(1, 5)


def test_two_digits_decided_in_one_cell_are_a_contradiction(grids):
    """They spare each other while the node is settled; a caller that wants to guess learns of it, and does not guess for ever."""
    for grid in grids[:100]:
        both = set(grid[:2].tolist())
        wrong = [set(both) if cell == 0 else set(range(1, 10)) - (both if cell < 9 else set()) for cell in range(81)]
        work = node(wrong)
        assert settled(work, AT) == propagation9.DEAD or laid_out(work, AT) == propagation9.DEAD
