"""The two lists that every solver is tried on: each puzzle proper, each solution right."""

import gzip
from pathlib import Path

import numpy as np
import pytest
from sat import Prover

from bookmaker.logic.solve.solver import count_solutions, solve
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry

DATA = Path(__file__).parent / "data"


@pytest.mark.parametrize(("name", "count"), [("top95.txt.gz", 95), ("top1465.txt.gz", 1465)])
def test_every_puzzle_is_proper_and_its_solution_keeps_givens_and_rules(name, count):
    lines = [line for line in gzip.decompress((DATA / name).read_bytes()).decode().splitlines() if line[0] != "#"]
    givens = np.array([[0 if char in ".0" else int(char) for char in line] for line in lines], np.uint8)
    assert len(givens) == count
    assert (count_solutions(givens, limit=2) == 1).all()
    ground = geometry()
    every = set(range(1, 10))
    prover = Prover(9, (3, 3))
    for place, row in enumerate(givens):
        solution = solve(Puzzle(ground, row.tobytes())).solution
        assert solution is not None
        if place % 7 == 0:
            assert prover.solutions(row.tolist()) == [solution]
        assert all(digit in (0, answer) for digit, answer in zip(row.tolist(), solution, strict=True))
        assert all({solution[cell] for cell in house.cells} == every for house in ground.houses)
