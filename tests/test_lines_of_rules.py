"""Lines that a rule has in every puzzle, such as the diagonals of anti-diagonal puzzles."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest

import bookmaker
from bookmaker.logic.generation.own_grounds import full_grid
from bookmaker.logic.solve.canonical_form import canonical_of, same_up_to_symmetry
from bookmaker.logic.solve.clue_arrays import keeping
from bookmaker.logic.solve.solver import sampled_solutions, solve
from bookmaker.logic.verify.check import check
from bookmaker.printing.styles import style
from bookmaker.publishing.documents.sheets import find_layout, sheets, sheets_pdf
from bookmaker.publishing.explain.solution_path import TEACH, explain
from bookmaker.publishing.proof import kinds, pdf_reading
from bookmaker.puzzles.grid.automaton import Machine, automaton
from bookmaker.puzzles.grid.automorphisms import automorphisms, relabellings
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry

GROUND = geometry("anti-diagonal")


def _diagonals(solution: bytes) -> list[set[int]]:
    digits = np.frombuffer(bytes(solution), np.uint8).reshape(9, 9)
    return [set(np.diagonal(way).tolist()) for way in (digits, digits[:, ::-1])]


@pytest.mark.parametrize("kind", ["anti-diagonal", "killer+anti-diagonal", "anti-diagonal+kropki"])
def test_each_diagonal_of_a_made_puzzle_holds_three_digits(kind: str) -> None:
    (made,) = bookmaker.generate(1, difficulty="easy", seed=1, kind=kind, jobs=1)
    assert [len(held) for held in _diagonals(made.solution)] == [3, 3]
    assert check(made.puzzle).status == "proper"


def test_full_grids_follow_from_their_seeds_and_differ() -> None:
    grids = [full_grid(GROUND, seed) for seed in (1, 1, 2, 3)]
    assert grids[0] == grids[1]
    assert len(set(grids)) == 3
    assert all(grid is not None and GROUND.holds(grid) for grid in grids)


def test_a_fourth_digit_on_a_diagonal_is_a_fault() -> None:
    givens = bytearray(81)
    for place, digit in ((0, 1), (10, 2), (20, 3), (30, 4)):
        givens[place] = digit
    report = check(Puzzle(GROUND, bytes(givens)))
    assert report.status == "broken"
    assert any("more than 3 different digits" in fault.message for fault in report.faults)


def test_the_rule_says_what_a_step_along_a_diagonal_rests_on() -> None:
    (made,) = bookmaker.generate(1, difficulty="medium", seed=1, kind="anti-diagonal", jobs=1)
    steps = [found for found in explain(made.puzzle, "en", register=TEACH).steps if "clue" in found.step.technique]
    assert steps
    assert all(found.text.startswith("Each long diagonal holds three different digits only. ") for found in steps)


def test_digits_may_be_renamed_and_the_grid_turned() -> None:
    (made,) = bookmaker.generate(1, difficulty="easy", seed=2, kind="anti-diagonal", jobs=1)
    puzzle = replace(made.puzzle, answer=None)
    assert relabellings(GROUND) is None
    assert len(automorphisms(GROUND)) == 8
    names = np.array([0, 4, 9, 1, 3, 2, 8, 7, 5, 6], np.uint8)
    turned = np.rot90(names[np.frombuffer(puzzle.givens, np.uint8)].reshape(9, 9)).tobytes()
    image = Puzzle(GROUND, turned)
    assert solve(image).solutions == 1
    assert same_up_to_symmetry(image, puzzle)
    assert canonical_of(image) == canonical_of(puzzle)


def test_an_automaton_knows_which_digits_may_be_renamed() -> None:
    different = automaton(Machine(frozenset(), lambda held, digit: None if digit in held else held | {digit}), 3, 3)
    rising = automaton(Machine(0, lambda last, digit: digit if digit > last else None), 3, 2)
    assert all(different.keeps_names(names) for names in permutations((1, 2, 3)))
    assert [names for names in permutations((1, 2, 3)) if rising.keeps_names(names)] == [(1, 2, 3)]


def test_the_diagonals_are_read_back_from_the_page() -> None:
    kinds_there = ("anti-diagonal", "x")
    grids = [bookmaker.generate(1, difficulty="easy", seed=1, kind=kind, jobs=1)[0].puzzle for kind in kinds_there]
    trim = 432.0, 648.0
    layout = find_layout("two-up", grids, trim, style.find())
    content = sheets_pdf(sheets(grids, layout, "en", "", False), trim, "", "en", "t.pdf")
    read = [kinds.marks(entry.grid) for entry in pdf_reading.read(content, "t.pdf", 0).puzzles]
    assert [found.ground.kind for found in read if found.ground is not None] == ["anti-diagonal", "x"]
    assert not any(found.faults or found.assumed for found in read)


@pytest.mark.parametrize("kind", ["anti-diagonal", "skyscrapers", "outside-sums"])
def test_sampled_solutions_keep_sums_and_lines(kind: str) -> None:
    """Mends are proven smallest by these: a grid that is no solution would prove a wrong bound."""
    (made,) = bookmaker.generate(1, difficulty="easy", seed=3, kind=kind, jobs=1)
    filled = [cell for cell, digit in enumerate(made.puzzle.givens) if digit]
    few = bytearray(made.solution)
    for cell in range(81):
        few[cell] *= cell not in filled[:4] and cell % 9 not in (0, 1)
    puzzle = replace(made.puzzle, givens=bytes(few))
    samples, weights = sampled_solutions(puzzle, 300, 1)
    assert len(samples) == len(weights)
    assert all(puzzle.geometry.holds(row.tobytes()) for row in samples)
    full = np.frombuffer(bytes(made.solution) + full_grid(geometry("classic"), 5), np.uint8).reshape(2, 81)
    assert keeping(puzzle.geometry, full).tolist() == [True, False]
