"""The Killer search against published answers, a naive twin, and itself under other circumstances."""

from __future__ import annotations

from dataclasses import replace

import naive
import naive_killer
import numpy as np
import pytest
from killer_data import cut, published

from bookmaker.logic.solve.solver import UNDECIDED, count_solutions, solutions, solve
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.puzzles.rules import geometry

BOXES = {4: (2, 2), 6: (2, 3)}


def naive_count(puzzle: Puzzle, limit: int) -> int:
    ground = puzzle.geometry
    houses = naive.houses(ground.size, *ground.box, diagonals=ground.kind == "killer-x")
    cages = [(cage.sum, cage.cells) for cage in puzzle.cages]
    return naive_killer.count(puzzle.givens, ground.size, houses, cages, limit)


def test_published_puzzles_have_their_answer_and_no_other() -> None:
    puzzles = [(puzzle, answer) for puzzle, answer in published() if answer is not None]
    assert set(count_solutions([puzzle for puzzle, _ in puzzles]).tolist()) == {1}
    for puzzle, answer in puzzles:
        assert solve(puzzle).solution == answer, puzzle.name


def test_improper_ones_are_told_apart() -> None:
    improper = {puzzle.name: int(count_solutions(puzzle, 9)[0]) for puzzle, answer in published() if answer is None}
    # The last has overlapping cages, which all count.
    assert list(improper.values()) == [2, 4, 2, 2, 4, 2, 1]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("kind", "size", "rounds"), [("killer", 4, 300), ("killer-x", 4, 150), ("killer", 6, 150)])
def test_as_many_solutions_as_the_naive_twin(kind: str, size: int, rounds: int) -> None:
    generator = np.random.default_rng(size)
    ground = geometry(kind, size)
    grids = solutions(Puzzle(ground, bytes(ground.cell_count)), 300)
    met = set()
    for _ in range(rounds):
        grid = grids[int(generator.integers(len(grids)))]
        cages = cut(grid, size, int(generator.integers(1, size + 1)), generator, 0.9 if size == 4 else 1.0)
        if generator.random() < 0.3:  # A sum left out, or one that is wrong.
            place = int(generator.integers(len(cages)))
            cages[place] = replace(cages[place], sum=None if generator.random() < 0.5 else cages[place].sum + 1)
        givens = bytes(digit if generator.random() < (0.0 if size == 4 else 0.25) else 0 for digit in grid)
        puzzle = Puzzle(ground, givens, cages=tuple(cages))
        expected = naive_count(puzzle, 100)
        assert int(count_solutions(puzzle, 100)[0]) == expected, puzzle
        found = solutions(puzzle, 100)
        assert len(set(found)) == expected
        houses = naive.houses(size, *ground.box, diagonals=kind == "killer-x")
        for solution in found:
            assert naive.legal(solution, houses)
            assert naive_killer.fits(solution, [(cage.sum, cage.cells) for cage in puzzle.cages])
        met.add(min(expected, 3))
    assert met >= {0, 1, 2}


@pytest.mark.parametrize("name", ["KD_Killer", "janko"])
def test_parts_of_published_puzzles_as_the_naive_twin(name: str) -> None:
    """Cages taken away and givens put in their place: 9x9 grids that the naive twin can still count."""
    generator = np.random.default_rng(9)
    chosen = [(puzzle, answer) for puzzle, answer in published() if answer and puzzle.name.startswith(name)]
    for puzzle, answer in chosen[:12]:
        if puzzle.geometry.size != 9 or answer is None:
            continue
        kept = [cage for cage in puzzle.cages if generator.random() < 0.5]
        caged = {cell for cage in kept for cell in cage.cells}
        givens = bytes(d if c not in caged and generator.random() < 0.95 else 0 for c, d in enumerate(answer))
        part = replace(puzzle, cages=tuple(kept), givens=givens)
        assert int(count_solutions(part, 40)[0]) == naive_count(part, 40)


def test_every_4x4_grid_is_found() -> None:
    ground = geometry("killer", 4)
    whole = Puzzle(ground, bytes(16), cages=(Cage((0, 1, 2, 3), 10), Cage((5, 6), None)))
    assert int(count_solutions(whole, 1000)[0]) == 288
    assert len(set(solutions(whole, 1000))) == 288


def test_overlapping_cages_all_count() -> None:
    ground = geometry("killer", 4)
    puzzle = Puzzle(
        ground, bytes(16), cages=(Cage((0, 1), 3), Cage((1, 2), 5), Cage((1, 2, 5), 6), Cage((10, 11, 15), 9))
    )
    assert int(count_solutions(puzzle, 1000)[0]) == naive_count(puzzle, 1000)


@pytest.mark.parametrize(
    "cage",
    [
        Cage((0, 1), 2),
        Cage((0, 1), 1_000_000),
        Cage((0,), 0),
        Cage((0,), -5),
        Cage((0, 0), 4),
        Cage((0, 1), 5, ("r0c1",)),
        Cage(tuple(range(10)), 45),
        Cage((7,) * 10_000, 12),
    ],
)
def test_a_cage_that_nothing_fills_leaves_no_solution(cage: Cage) -> None:
    assert int(count_solutions(Puzzle(geometry("killer"), bytes(81), cages=(cage,)), 10**15)[0]) == 0


def test_a_clash_of_sums_is_no_search() -> None:
    # Two whole rows that make 91, and a house whose cages make 44.
    rows = tuple(Cage((r * 9 + c, r * 9 + c + 1, r * 9 + c + 2), 15) for r in range(9) for c in (0, 3, 6))
    ground = geometry("killer")
    assert int(count_solutions(Puzzle(ground, bytes(81), cages=rows), 1)[0]) == 1
    wrong = (replace(rows[0], sum=14), *rows[1:])
    assert int(count_solutions(Puzzle(ground, bytes(81), cages=wrong), 2, max_nodes=1)[0]) == 0


def test_giving_up_is_undecided() -> None:
    empty = Puzzle(geometry("killer"), bytes(81), cages=(Cage((0, 1), 10),))
    assert int(count_solutions(empty, 10**9, max_nodes=50)[0]) == UNDECIDED
    assert int(count_solutions(empty, 50, max_nodes=1000)[0]) == 50


def test_one_batch_is_as_one_by_one() -> None:
    puzzles = [puzzle for puzzle, _ in published()][::7]
    classic = Puzzle(geometry("classic"), bytes(81))
    batch = count_solutions([*puzzles, classic], 2).tolist()
    assert batch == [int(count_solutions(puzzle, 2)[0]) for puzzle in [*puzzles, classic]]


@pytest.mark.parametrize("size", [8, 10, 12, 16, 25])
def test_larger_grids(size: int) -> None:
    ground = geometry("killer", size)
    generator = np.random.default_rng(size)
    (grid,) = solutions(Puzzle(ground, bytes(ground.cell_count)), 1)
    cages = cut(grid, size, 4 if size < 25 else 2, generator)
    givens = bytes(digit if generator.random() < 0.5 else 0 for digit in grid)
    puzzle = Puzzle(ground, givens, cages=tuple(cages))
    found = solve(puzzle, 2, 20_000)
    assert found.solutions in (1, 2)
    assert found.first is not None
    assert naive.legal(found.first, naive.houses(size, *ground.box))
    assert naive_killer.fits(found.first, [(cage.sum, cage.cells) for cage in cages])
