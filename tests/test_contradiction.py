"""Smallest sets of givens that contradict each other, held to trying all sets; and that large puzzles end too."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from conftest import scaled

from bookmaker.formats import parse
from bookmaker.logic.solve.solver import count_solutions
from bookmaker.logic.verify import contradiction as room
from bookmaker.logic.verify.check import check
from bookmaker.logic.verify.contradiction import contradicting_cages, contradiction
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.puzzles.rules import geometry

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def some(puzzle: Puzzle, cells: tuple[int, ...]) -> Puzzle:
    return replace(puzzle, givens=bytes(digit if cell in cells else 0 for cell, digit in enumerate(puzzle.givens)))


def smallest(puzzle: Puzzle) -> int:
    """By trying all sets of givens, small ones first."""
    given = [cell for cell, digit in enumerate(puzzle.givens) if digit]
    for size in range(len(given) + 1):
        sets = [some(puzzle, cells) for cells in combinations(given, size)]
        if (count_solutions(sets, 1) == 0).any():
            return size
    raise AssertionError("it has a solution")


def test_small_puzzles_against_all_sets_of_givens() -> None:
    dice = random.Random(4)
    sizes = []
    while len(sizes) < 60:
        cells = bytearray(16)
        for cell in dice.sample(range(16), dice.choice([5, 6, 7])):
            cells[cell] = dice.randint(1, 4)
        puzzle = Puzzle(geometry(dice.choice(["classic", "x"]), 4), bytes(cells))
        if check(puzzle).status != "none":
            continue
        found = contradiction(puzzle)
        assert found is not None
        assert found.smallest
        assert count_solutions(some(puzzle, found.cells), 1)[0] == 0
        assert len(found.cells) == smallest(puzzle)
        sizes.append(len(found.cells))
    assert {3, 4} <= set(sizes)


def test_a_typing_error_in_a_puzzle_of_nine() -> None:
    (puzzle,) = parse(PUZZLE.replace("53..7", "51..7"))
    found = contradiction(puzzle)
    assert found is not None
    assert found.smallest
    for cell in found.cells:
        assert count_solutions(some(puzzle, tuple(set(found.cells) - {cell})), 1)[0] == 1
    verdict = check(puzzle)
    (fault,) = verdict.faults
    assert (fault.code, fault.cells) == ("no-solution", found.cells)
    assert fault.message.startswith("it has no solution: 7 givens contradict each other (5 in r1c1, 1 in r1c2, ")
    assert fault.message.endswith(", and no fewer do")


def test_more_givens_than_the_kernel_holds_are_searched_otherwise() -> None:
    (puzzle,) = parse("5.467891.6721953.81.8342.6785.761.2342685379171.92.856961537.8.2874.96..3.5.8.174")
    assert puzzle.given_count == room.WORD
    found = contradiction(puzzle)
    assert found is not None
    assert (found.cells, found.smallest) == ((6, 43, 54, 68, 80), True)
    assert count_solutions(some(puzzle, found.cells), 1)[0] == 0


def test_the_kernel_finds_what_its_twin_finds() -> None:
    """The search for any grid, in Python, and the kernel for the classic one; on puzzles with one or two wrong givens."""
    dice = random.Random(5)
    sizes = set()
    while len(sizes) < scaled(6, 9):
        (puzzle,) = parse(PUZZLE)
        givens = bytearray(puzzle.givens)
        for cell in dice.sample([cell for cell, digit in enumerate(givens) if digit], dice.choice([1, 2])):
            givens[cell] = dice.randint(1, 9)
        for cell in dice.sample(range(81), 30):
            givens[cell] = 0
        wrong = replace(puzzle, givens=bytes(givens))
        if check(wrong).status == "none":
            found = contradiction(wrong)
            twin = room.searched(wrong)
            assert found is not None
            assert twin is not None
            # Of several smallest sets each may find another, since they know other solutions of the sets in between.
            assert (len(found.cells), found.smallest) == (len(twin.cells), twin.smallest)
            assert count_solutions(some(wrong, found.cells), 1)[0] == 0
            sizes.add(len(found.cells))


def test_contradictions_of_many_grids_are_those_of_each() -> None:
    """Grids with wrong givens and one without any, at once and one by one."""
    dice = random.Random(7)
    lines = []
    for _ in range(20):
        cells = [0 if sign == "." else int(sign) for sign in PUZZLE]
        for cell in dice.sample(range(81), 25):
            cells[cell] = 0
        for cell in dice.sample([cell for cell, digit in enumerate(cells) if not digit], 2):
            cells[cell] = dice.randint(1, 9)
        lines.append(cells)
    digits = np.array([*lines, [0] * 81], np.uint8)
    held, smallest = room.classic_contradictions(digits)
    found = [contradiction(Puzzle(geometry(), row.tobytes())) for row in digits]
    assert sum(one is not None for one in found) > 9
    assert found[-1] is None
    assert [tuple(np.flatnonzero(row).tolist()) for row in held] == [one.cells if one else () for one in found]
    assert smallest.tolist() == [one is not None and one.smallest for one in found]


def test_where_the_bound_is_met_none_can_be_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    (puzzle,) = parse(PUZZLE.replace("53..7", "51..7"))
    monkeypatch.setattr(room, "_MOST_SOLVED", 60)
    found = contradiction(puzzle)
    assert found is not None
    assert not found.smallest
    assert count_solutions(some(puzzle, found.cells), 1)[0] == 0
    for cell in found.cells:
        assert count_solutions(some(puzzle, tuple(set(found.cells) - {cell})), 1)[0] == 1
    assert check(puzzle).faults[0].message.endswith(", and none of them can be left out")
    monkeypatch.setattr(room, "_MOST_SOLVED", 3)
    assert contradiction(puzzle) is None
    assert check(puzzle).faults[0].message == "it has no solution"


def test_few_sets_of_givens_need_the_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two for each given, and a few: where all givens but one have a solution, nothing has to be added to them one by one."""
    (puzzle,) = parse(".......5......1..2..3....4...............51.6.27.4.......48..7..9.......61.....8.")
    monkeypatch.setattr(room, "_MOST_SOLVED", 40)
    found = contradiction(puzzle)
    assert found is not None
    assert found.smallest
    assert len(found.cells) == 8


def test_a_puzzle_with_a_solution_has_no_contradiction() -> None:
    (puzzle,) = parse(PUZZLE)
    assert contradiction(puzzle) is None


def test_cages_that_contradict_each_other_are_named() -> None:
    # No house has cages of a wrong sum: 1 and 2 stand in r1c1 and r1c2, so that neither is left for r2c1.
    cages = (Cage((0, 1), 3), Cage((10, 14), 5), Cage((4, 8), 3))
    verdict = check(Puzzle(geometry("killer", 4), bytes(16), cages=cages))
    (fault,) = verdict.faults
    assert (verdict.status, fault.cells) == ("none", (0, 1, 4, 8))
    assert fault.message == (
        "it has no solution: 2 cages contradict each other (the cage with sum 3 at r1c1 and r1c2 and "
        "the cage with sum 3 at r2c1 and r3c1), and none of them can be left out"
    )
    given = replace(verdict.puzzle, givens=bytes([0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]), cages=cages[:2])
    (fault,) = check(given).faults
    assert fault.cells == (0, 1, 4)
    assert fault.message == (
        "it has no solution: 1 given and 1 cage contradict each other (2 in r2c1; the cage with sum 3 at r1c1 and r1c2), "
        "and none of them can be left out"
    )


def test_the_fewer_cages_are_named_whatever_their_order() -> None:
    """One cage contradicts the grid alone, as four cells of a row never make 9; two others contradict each other only."""
    alone, one, other = Cage((0, 1, 2, 3), 9), Cage((8, 9), 3), Cage((10, 11), 3)
    for cages in ((alone, one, other), (one, other, alone), (one, alone, other)):
        assert contradicting_cages(Puzzle(geometry("killer", 4), bytes(16), cages=cages), ()) == ((alone,), True)


def test_no_cage_or_given_that_is_named_can_be_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    dice = random.Random(6)
    named = []
    while len(named) < 40:
        cells = dice.sample(range(16), 16)
        cages = []
        while cells:
            cages.append(Cage(tuple(cells[:2]), dice.randint(3, 7)))
            cells = cells[2:]
        givens = bytes(dice.randint(1, 4) if dice.random() < 0.1 else 0 for _ in range(16))
        puzzle = Puzzle(geometry(dice.choice(["killer", "killer-x"]), 4), givens, cages=tuple(cages[:5]))
        if check(puzzle).status != "none":
            continue
        found = contradiction(puzzle)
        assert found is not None
        kept, proven = contradicting_cages(puzzle, found.cells)
        assert proven
        least = replace(some(puzzle, found.cells), cages=kept)
        fewer = [replace(least, cages=tuple(cage for cage in kept if cage != one)) for one in kept]
        fewer += [some(least, tuple(set(found.cells) - {cell})) for cell in found.cells]
        assert count_solutions(least, 1)[0] == 0
        assert all(count_solutions(other, 1)[0] == 1 for other in fewer)
        named.append(len(kept))
    assert max(named) >= 3
    # A search that gives up proves nothing: the cage stays, and no more is said than is known.
    monkeypatch.setattr(room, "UNDECIDED", 1)
    (fault,) = [fault for fault in check(puzzle).faults if fault.code == "no-solution"]
    assert "contradict each other" in fault.message
    assert "left out" not in fault.message
