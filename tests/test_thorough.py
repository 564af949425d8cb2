"""The search that takes over from the usual one of cells: as many solutions, whatever its slices, and sums of peers."""

from __future__ import annotations

import numpy as np
import pytest
from killer_data import odd_killers

from bookmaker.logic.kernels import killer
from bookmaker.logic.solve import chosen_search, solver, thorough_count
from bookmaker.logic.solve.cage_sums import impossible
from bookmaker.logic.solve.clue_arrays import cage_arrays, cageless, sum_rules
from bookmaker.logic.solve.solver import UNDECIDED
from bookmaker.puzzles.grid.geometry import Clue
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry

DIAGONAL = tuple(range(0, 81, 10))


def counted(puzzle: Puzzle, limit: int, max_nodes: int = 0) -> tuple[int, list[bytes]]:
    """The number of solutions, and the first ones."""
    givens = np.frombuffer(puzzle.givens, np.uint8).copy()
    out = np.zeros((limit, givens.size), np.uint8)
    rules, cages = sum_rules(puzzle.geometry), cage_arrays([puzzle])
    found = thorough_count.thorough_count(rules, cages, 0, givens, limit, max_nodes, out)
    return found, [row.tobytes() for row in out[: max(found, 0)]]


def slanting(total: int, givens: bytes = bytes(81)) -> Puzzle:
    return Puzzle(geometry("little-killer", 9, None, [Clue("little-killer", DIAGONAL, (total,))]), givens)


@pytest.mark.parametrize("pieces", [1, 8_000])
def test_as_many_solutions_as_another_solver(pieces: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thorough_count, "_SLICE", pieces)
    compared = 0
    for puzzle, limit, number in odd_killers()[::4]:
        if (limit > 10 and pieces == 1) or any(impossible(cage, puzzle.geometry) for cage in puzzle.cages):
            continue
        found, solutions = counted(puzzle, limit)
        assert found == number
        assert len(set(solutions)) == number
        assert number == limit or set(solutions) == set(solver.solutions(puzzle, limit))
        compared += 1
    assert compared >= 10


def test_sums_and_lines_of_clues() -> None:
    ground = geometry("latin+skyscrapers", 4, None, [Clue("skyscraper", (0, 1, 2, 3), (2,))])
    usual = set(solver.solutions(Puzzle(ground, bytes(16)), 1000))
    found, solutions = counted(Puzzle(ground, bytes(16)), 1000)
    assert found == len(usual) > 100
    assert set(solutions) == usual


def test_cells_of_a_box_add_up_to_six_at_least() -> None:
    # Three cells in each of three boxes; the usual search bounds the sum by 9 cells that may all be 1.
    assert counted(slanting(17), 2, 1) == (0, [])
    out = np.zeros((0, 81), np.uint8)
    assert killer.search(cageless(slanting(17).geometry), np.zeros(81, np.uint8), 2, 1, out) == UNDECIDED
    found, solutions = counted(slanting(18), 2)
    assert found == 2
    assert all(sorted(row[cell] for cell in DIAGONAL) == [1, 1, 1, 2, 2, 2, 3, 3, 3] for row in solutions)


def test_it_takes_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chosen_search, "PATIENCE_OF_CELLS", 1 - 2 * 4)
    assert solver.solve(slanting(17)).solutions == 0
    assert solver.solve(slanting(17), 2, 1).solutions == UNDECIDED
    assert solver.solve(slanting(18)).solutions == 2


def test_it_gives_up_at_its_bound() -> None:
    assert counted(slanting(45), 1_000_000, 20)[0] == UNDECIDED
