"""The solver's public face, and an outside oracle (python-sat's CaDiCaL)."""

from __future__ import annotations

from itertools import combinations

import naive
import numpy as np
import pytest
from conftest import scaled
from kernel_data import puzzles, subgrids
from pysat.solvers import Cadical153

from bookmaker.logic.kernels import classic9, fill
from bookmaker.logic.solve import solver
from bookmaker.logic.solve.rule_arrays import rule_arrays
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry


def sat_count(grid: list[int], size: int, rules: list[list[int]], limit: int) -> int:
    """How many solutions a SAT solver finds: one variable for each digit of each cell, each model forbidden once found."""

    def name(cell: int, digit: int) -> int:
        return cell * size + digit

    digits = range(1, size + 1)
    with Cadical153() as solver:
        for cell, given in enumerate(grid):
            solver.add_clause([name(cell, digit) for digit in digits])
            for one, other in combinations(digits, 2):
                solver.add_clause([-name(cell, one), -name(cell, other)])
            if given:
                solver.add_clause([name(cell, given)])
        for house in rules:
            for one, other in combinations(house, 2):
                for digit in digits:
                    solver.add_clause([-name(one, digit), -name(other, digit)])
        found = 0
        while found < limit and solver.solve():
            found += 1
            solver.add_clause([-literal for literal in solver.get_model() if literal > 0])
        return found


def random_grids(kind: str, size: int, number: int, least: int, most: int) -> np.ndarray:
    state = np.array([size], np.uint64)
    out = np.zeros((number, size * size), np.uint8)
    for row in out:
        assert fill.fill(rule_arrays(geometry(kind, size)), state, row)
    return subgrids(out, least, most, np.random.default_rng(size))


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("kind", "size", "number", "least", "most"),
    [
        ("classic", 9, scaled(40, 120), 22, 30),
        ("x", 9, 40, 16, 24),
        ("classic", 6, 40, 8, 14),
        ("classic", 12, 15, 65, 75),
        ("x", 16, scaled(2, 5), 130, 150),
    ],
)
def test_counts_are_those_of_a_sat_solver(kind, size, number, least, most):
    ground = geometry(kind, size)
    rules = naive.houses(size, *ground.box, diagonals=kind == "x")
    grids = random_grids(kind, size, number, least, most)
    expected = [sat_count(grid, size, rules, 10) for grid in grids.tolist()]
    assert solver.count_solutions(grids, limit=10, geometry=ground).tolist() == expected
    assert len(set(expected)) > 1


def puzzle(text: str, kind: str = "classic", size: int = 9) -> Puzzle:
    return Puzzle(geometry(kind, size), bytes(0 if symbol == "." else int(symbol) for symbol in text))


PROPER = puzzle("4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......")
ANSWER = "417369825632158947958724316825437169791586432346912758289643571573291684164875293"
CLASH = puzzle("44" + "." * 79)
EMPTY = puzzle("." * 81)
SMALL = puzzle("." * 16, size=4)


def test_solve():
    solved = solver.solve(PROPER)
    assert solved == solver.Solved(1, 2, bytes(map(int, ANSWER)), bytes(map(int, ANSWER)))
    assert solved.proper
    assert solver.solve(CLASH) == solver.Solved(0, 2, None, None)
    several = solver.solve(EMPTY, limit=7)
    assert (several.solutions, several.limit, several.solution, several.proper) == (7, 7, None, False)
    assert several.first is not None
    assert naive.legal(list(several.first), naive.houses(9, 3, 3))
    assert solver.solve(SMALL, limit=1000).solutions == 288


def test_limit_1_proves_nothing():
    solved = solver.solve(PROPER, limit=1)
    assert solved.solutions == 1
    assert solved.solution is None
    assert solved.first == bytes(map(int, ANSWER))


def test_solutions():
    assert solver.solutions(PROPER, 10) == [bytes(map(int, ANSWER))]
    assert solver.solutions(CLASH) == []
    every = solver.solutions(SMALL, 10**12)
    assert len(every) == len(set(every)) == 288
    assert every[:5] == solver.solutions(SMALL, 5)


def test_counts_of_puzzles_of_several_kinds():
    x = puzzle("." * 81, "x")
    found = solver.count_solutions([PROPER, SMALL, CLASH, x, EMPTY], limit=300)
    assert found.tolist() == [1, 288, 0, 300, 300]
    assert found.dtype == np.int64
    assert solver.count_solutions(PROPER).tolist() == [1]
    assert solver.count_solutions([]).tolist() == []


def test_counts_of_arrays():
    cells = puzzles("top95.txt.gz")
    assert solver.count_solutions(cells).tolist() == [1] * 95
    assert solver.count_solutions(cells.astype(np.int32)).tolist() == [1] * 95
    assert solver.count_solutions(np.asfortranarray(cells)).tolist() == [1] * 95
    assert solver.count_solutions(np.zeros((0, 81), np.uint8)).tolist() == []
    assert solver.count_solutions(np.zeros((2, 16), np.int64), 500, geometry("classic", 4)).tolist() == [288, 288]
    frozen = cells.copy()
    frozen.flags.writeable = False
    assert solver.count_solutions(frozen).tolist() == [1] * 95


def test_a_kernel_is_compiled_once_whatever_the_arrays_are_like():
    cells = puzzles("top95.txt.gz")
    frozen = cells.copy()
    frozen.flags.writeable = False
    for array in (cells, frozen, cells[::2], np.asfortranarray(cells), cells.astype(np.int64)):
        solver.count_solutions(array)
    solver.solve(PROPER)
    solver.solutions(EMPTY, 3)
    assert len(classic9.count_batch.signatures) == 1


def test_giving_up():
    assert solver.count_solutions(EMPTY, max_nodes=3).tolist() == [solver.UNDECIDED]
    assert solver.solve(EMPTY, max_nodes=3) == solver.Solved(solver.UNDECIDED, 2, None, None)
    assert solver.solve(puzzle("." * 625, size=25), max_nodes=3).solutions == solver.UNDECIDED


@pytest.mark.parametrize(
    ("cells", "words"),
    [
        (np.zeros(81, np.uint8), "shape"),
        (np.zeros((1, 80), np.uint8), "shape"),
        (np.zeros((1, 9, 9), np.uint8), "shape"),
        (np.full((1, 81), 10, np.uint8), "digit"),
        (np.full((1, 81), -1, np.int8), "digit"),
        (np.full((1, 81), 257, np.int64), "digit"),
        (np.zeros((1, 81), float), "type"),
        (np.zeros((1, 81), bool), "type"),
    ],
)
def test_bad_arrays_are_refused(cells, words):
    with pytest.raises(ValueError, match=words):
        solver.count_solutions(cells)


def test_bad_arguments_are_refused():
    for limit in (0, -1, 1 << 63):
        with pytest.raises(ValueError, match="limit"):
            solver.count_solutions(EMPTY, limit=limit)
        with pytest.raises(ValueError, match="limit"):
            solver.solve(EMPTY, limit=limit)
        with pytest.raises(ValueError, match="limit"):
            solver.solutions(EMPTY, limit=limit)
    with pytest.raises(ValueError, match="max_nodes"):
        solver.solve(EMPTY, max_nodes=-1)
    with pytest.raises(ValueError, match="geometry"):
        solver.count_solutions([EMPTY], geometry=geometry("x"))
    with pytest.raises(ValueError, match="neither"):
        solver.count_solutions(["..."])
