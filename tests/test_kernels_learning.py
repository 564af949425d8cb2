"""The search that learns, against the general search: it takes over where that one would take too long."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import scaled

from bookmaker.logic.kernels import fill, search
from bookmaker.logic.kernels.learning import STATE, LearningWorkspace, drop_apart
from bookmaker.logic.solve import chosen_search, solver
from bookmaker.logic.solve.hard_grids import Clauses
from bookmaker.logic.solve.rule_arrays import rule_arrays
from bookmaker.puzzles.grid.geometry import Clue
from bookmaker.puzzles.rules import geometry


def sparse(kind: str, size: int, least: int, most: int, number: int) -> np.ndarray:
    """Grids with few givens, a third of which have a wrong one."""
    rng = np.random.default_rng(size)
    arrays = rule_arrays(geometry(kind, size))
    grids = np.zeros((number, size * size), np.uint8)
    for row in grids:
        full = np.zeros(size * size, np.uint8)
        assert fill.fill(arrays, np.array([rng.integers(1 << 40)], np.uint64), full)
        kept = rng.choice(size * size, rng.integers(least, most), replace=False)
        row[kept] = full[kept]
    for row in grids[::3]:
        row[rng.integers(size * size)] = 1 + row.sum() % size
    return grids


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("kind", "size", "givens"),
    [
        ("classic", 4, (0, 8)),
        ("x", 6, (3, 14)),
        ("classic", 9, (17, 32)),
        ("anti-knight", 9, (8, 24)),
        ("classic", 25, (400, 480)),
    ],
)
def test_it_counts_and_lists_as_the_general_search_does(kind, size, givens):
    ground = geometry(kind, size)
    for grid in sparse(kind, size, *givens, scaled(6, 12)):
        for limit in (1, 2, 50):
            wanted = np.zeros((limit, size * size), np.uint8)
            count = search.search(rule_arrays(ground), grid, limit, 0, wanted)
            out = np.zeros_like(wanted)
            assert Clauses(ground, grid).count(limit, 0, out) == count
            found = {row.tobytes() for row in out[:count]}
            assert len(found) == count
            if count < limit:
                assert found == {row.tobytes() for row in wanted[:count]}
            for row in out[:count]:
                assert ((grid == 0) | (grid == row)).all()
                assert search.search(rule_arrays(ground), row, 2, 0, np.zeros((0, size * size), np.uint8)) == 1


def test_it_knows_clues():
    full = np.zeros(36, np.uint8)
    assert fill.fill(rule_arrays(geometry(size=6)), np.array([3], np.uint64), full)
    clues = [Clue("odd" if full[cell] % 2 else "even", (cell,)) for cell in range(0, 36, 3)]
    ground = geometry("even-odd", 6, clues=clues)
    grid = np.where(np.arange(36) % 7 == 1, full, 0).astype(np.uint8)
    usual = search.search(rule_arrays(ground), grid, 1000, 0, np.zeros((0, 36), np.uint8))
    assert usual > 1
    assert Clauses(ground, grid).count(1000, 0, np.zeros((0, 36), np.uint8)) == usual
    grid[clues[0].cells[0]] = full[clues[0].cells[0]] % 6 + 1
    assert Clauses(ground, grid).count(2, 0, np.zeros((0, 36), np.uint8)) == 0


def test_it_takes_over_and_gives_up(monkeypatch):
    ground = geometry("x", 9)
    grids = sparse("x", 9, 14, 22, 9)
    usual = solver.count_solutions(grids, 5, ground)
    # A patience of 0 guesses would be without end.
    monkeypatch.setattr(chosen_search, "PATIENCE", 1)
    monkeypatch.setattr(chosen_search, "EACH_SOLUTION", 0)
    assert solver.count_solutions(grids, 5, ground).tolist() == usual.tolist()
    hard = np.zeros((1, 625), np.uint8)
    assert solver.count_solutions(hard, 10, geometry(size=25), max_nodes=2).tolist() == [solver.UNDECIDED]


def test_contradictory_givens_have_no_solution():
    ground = geometry("x", 9)
    for cells in ([0, 8], [0, 80], [2, 74]):
        grid = np.zeros(81, np.uint8)
        grid[cells] = 4
        assert Clauses(ground, grid).count(2, 0, np.zeros((2, 81), np.uint8)) == 0
    grid = np.zeros(81, np.uint8)
    grid[40] = 10
    assert Clauses(ground, grid).count(2, 0, np.zeros((2, 81), np.uint8)) == 0


def test_a_clause_loses_what_its_false_variables_say():
    lengths = {"n": 4, "m": 1, "words": 1, "STATE": STATE}
    start, apart = np.array([0, 2, 3, 4, 4], np.int32), np.array([1, 2, 0, 0], np.int32)
    for clause, wanted in (
        ([6, 1, 2], [6, 1]),  # 0 and 1 are apart: "0 is false" covers "1 is true".
        ([1, 2, 4, 6], [1, 6]),  # The first literal is the false variable.
        ([2, 1], [2, 1]),  # The first literal stays.
        ([7, 3, 4], [7, 3, 4]),  # 1 and 2 may both be true.
    ):
        work = LearningWorkspace.blank(lengths, apart_start=start, apart=apart)
        work.learnt[: len(clause)] = clause
        assert work.learnt[: drop_apart.py_func(work, len(clause))].tolist() == wanted
