"""Proofs that the known solution leads, against counts of all solutions."""

from __future__ import annotations

import numba
import numpy as np
import pytest

import bookmaker
from bookmaker.logic.generation.attempts import CELLS, GRIDS, NUMBER
from bookmaker.logic.generation.maker import counter
from bookmaker.logic.generation.proving import Prover, is_needed, know, prover, stays_proper
from bookmaker.logic.jit.bundle import Bundle, Opaque, Pointer, array
from bookmaker.logic.jit.decorators import bare
from bookmaker.logic.kernels import killer, search
from bookmaker.logic.kernels.rules import NOT, Array
from bookmaker.logic.solve.clue_arrays import cageless
from bookmaker.logic.solve.rule_arrays import rule_arrays
from bookmaker.logic.solve.solver import count_solutions, solutions
from bookmaker.puzzles.grid.geometry import Clue, Geometry
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry, with_clues


@bare
def begun(proofs: Prover, solution: Array) -> int:
    know(proofs, solution)
    return int(proofs.number[0])


@bare
def stays(proofs: Prover, givens: Array, solution: Array, orbits: Array, order: Array, first: int, width: int) -> bool:
    return stays_proper(proofs, givens, solution, orbits, order, first, width)


@bare
def needed(proofs: Prover, givens: Array, cell: int) -> bool:
    return is_needed(proofs, givens, cell)


class Tally(Bundle):
    calls: Array = array("int64[1]")


@bare
def tallied(ground: Tally, cells: Array, limit: int, max_nodes: int, out: Array) -> int:
    ground.calls[0] += 1
    return 0


ORBITS = np.arange(81, dtype=np.int16).reshape(-1, 1)


def made(kind: str, count: int = 2) -> list[tuple[Geometry, np.ndarray]]:
    found = bookmaker.generate(count, "any", kind=kind, seed=8, jobs=1)
    return [(one.puzzle.geometry, np.frombuffer(bytearray(one.solution), np.uint8)) for one in found]


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    "kind", ["anti-knight", "consecutive", "whispers", "even-odd", "greater-than", "jigsaw", "butterfly"]
)
def test_a_proof_says_what_a_count_says(kind: str) -> None:
    chance = np.random.default_rng(5)
    for ground, solution in made(kind):
        proofs = prover(ground, *counter(ground), 0)
        assert proofs.leads == (kind not in ("jigsaw", "even-odd"))
        assert proofs.stays == (kind == "butterfly")
        begun(proofs, solution)
        cells = ground.cell_count
        orbits = np.arange(cells, dtype=np.int16).reshape(-1, 1)
        givens, order = solution.copy(), chance.permutation(cells)
        first, width, failed = 0, 20, 0
        while first < cells:
            width = min(width, cells - first)
            gone = order[first : first + width]
            givens[gone] = 0
            before = givens.copy()
            proper = count_solutions(givens.reshape(1, -1), 2, ground)[0] == 1
            assert stays(proofs, givens, solution, orbits, order, first, width) == proper
            assert givens.tolist() == before.tolist()
            if proper:
                first += width
                continue
            failed += 1
            givens[gone] = solution[gone]
            first += width == 1
            width = max(1, width // 2)
        # It has met others, unless all follow from the rules.
        assert not proofs.leads or 0 < proofs.number[0] <= failed * 2 + len(proofs.images)
        # One by one each given was needed when it was tried, and is needed now.
        left = np.flatnonzero(givens)
        assert all(needed(proofs, givens, int(cell)) for cell in left)
        (cell,) = order[givens[order] == 0][:1]
        givens[cell] = solution[cell]
        assert not needed(proofs, givens, int(cell))
        assert (givens > NOT).sum() == 0


@pytest.mark.parametrize(
    ("kind", "count"),
    [("consecutive", 1), ("whispers", 1), ("anti-king", 37), ("kropki", 0), ("thermometers", 0), ("even-odd", 0)],
)
def test_exchanges_of_digits_that_the_rules_allow_are_witnesses(kind: str, count: int) -> None:
    for ground, solution in made(kind, 1):
        proofs = prover(ground, *counter(ground), 0)
        assert len(proofs.images) == count
        assert begun(proofs, solution) == count
        for image in proofs.images:
            assert ground.holds(image[solution].tobytes())


@pytest.mark.parametrize("size", [9, 16])
def test_witnesses_that_are_met_have_a_place_beside_those_of_the_rules(size: int) -> None:
    ground = geometry("anti-king", size)
    proofs = prover(ground, *counter(ground), 0)
    assert 37 <= len(proofs.images) <= len(proofs.masks) // 2


def test_no_search_is_needed_where_a_witness_has_no_given() -> None:
    ((ground, solution),) = made("consecutive", 1)
    calls = np.zeros(1, np.int64)
    tally = Opaque(Tally(calls))
    own, shown = (NUMBER(numba.typeof(one), CELLS, NUMBER, NUMBER, GRIDS) for one in (tally.value, tally))
    proofs = prover(ground, Pointer(tallied, own, shown), tally, 0)
    begun(proofs, solution)
    order = np.concatenate([np.flatnonzero(solution == 5), np.flatnonzero(solution != 5)])
    givens = np.where(solution == 5, solution, 0).astype(np.uint8)
    # Fives are their own image: the image of the grid has the same.
    assert not stays(proofs, givens, solution, ORBITS, order, 9, 72)
    assert calls[0] == 0
    givens[order[9]] = solution[order[9]]
    assert stays(proofs, givens, solution, ORBITS, order, 10, 71)
    # The search finds none here: it ran once for all cells together and once for each.
    assert calls[0] == 72


@pytest.mark.parametrize("kind", ["classic", "arrow", "whispers"])
def test_a_search_leaves_out_what_a_cell_may_not_hold(kind: str) -> None:
    ((ground, solution),) = made(kind, 1)
    chance, out = np.random.default_rng(3), np.zeros((0, 81), np.uint8)
    run, work = (killer.search, cageless(ground)) if kind == "arrow" else (search.search, rule_arrays(ground))
    # Fewer and fewer givens, until there are several solutions.
    known, givens = [solution], solution.copy()
    for cell in chance.permutation(81).tolist():
        if len(known) < 4:
            givens[cell] = 0
            known = [np.frombuffer(one, np.uint8) for one in solutions(Puzzle(ground, givens.tobytes()), 1000)]
    assert 4 <= len(known) < 1000
    for cell in np.flatnonzero(givens == 0).tolist():
        for digit in (int(solution[cell]), 1):
            asked = givens.copy()
            asked[cell] = NOT + digit
            assert run(work, asked, 1000, 0, out) == sum(one[cell] != digit for one in known)
            assert asked[cell] == NOT + digit


@pytest.mark.parametrize(("kind", "size"), [("classic", 6), ("classic", 25), ("samurai", 9)])
def test_a_number_that_is_no_digit_has_no_solution(kind: str, size: int) -> None:
    ground = geometry(kind, size)
    cells, out = np.zeros(ground.cell_count, np.uint8), np.zeros((0, ground.cell_count), np.uint8)
    run, work = (killer.search, cageless(ground)) if kind == "samurai" else (search.search, rule_arrays(ground))
    assert run(work, cells, 1, 0, out) == 1
    for number in (size + 1, 100, NOT - 1, NOT, NOT + size + 1, NOT + 64, NOT + 65, NOT + 72, 255):
        cells[7] = number
        assert run(work, cells, 1, 0, out) == 0
        with pytest.raises(ValueError, match="outside"):
            count_solutions(cells.reshape(1, -1), 1, ground)
    cells[7] = NOT + size
    assert run(work, cells, 1, 0, out) == 1
    with pytest.raises(ValueError, match="outside"):
        count_solutions(cells.reshape(1, -1), 1, ground)


LINES = (
    *((0, 9, 10), (14, 15, 24), (16, 25, 26, 17), (18, 27, 28, 37, 29), (32, 42, 52), (38, 30, 40)),
    *((45, 55, 63, 73), (47, 48, 39, 49, 59), (57, 58, 66), (60, 70, 61)),
)
GIVENS = "000000500000000000000000000000000007000003000000000003000000000009000000000009000"


def test_a_search_stays_where_the_contradictions_are() -> None:
    ground = with_clues(geometry("whispers"), [Clue("whisper", line) for line in LINES])
    givens = np.array(list(map(int, GIVENS)), np.uint8)
    givens[8] = NOT + 4
    # Without weights 20,000 guesses were not enough.
    assert search.search(rule_arrays(ground), givens, 1, 2000, np.zeros((0, 81), np.uint8)) == 0
