"""A path without the steps that lead nowhere still solves the puzzle, and the engine finds each of its steps at its place."""

from __future__ import annotations

from collections import Counter
from functools import cache

import numpy as np
import pytest
from conftest import scaled
from techniques_data import hard_puzzles

import bookmaker
from bookmaker.logic.grading import grade, steps
from bookmaker.logic.solve.solver import solve
from bookmaker.logic.techniques import BY_NAME, SINGLES, engine
from bookmaker.logic.techniques.finders.board import load
from bookmaker.publishing.explain.ideas.table import insight_of
from bookmaker.publishing.explain.position import Position
from bookmaker.publishing.explain.solution_path import TEACH, Explanation, explain
from bookmaker.puzzles.grid.puzzle import Puzzle

EASY = {technique.name for technique in SINGLES}


@cache
def ways() -> tuple[tuple[Explanation, Explanation], ...]:
    """Puzzles of many kinds: what is reported, and all that there is."""
    puzzles = [
        *hard_puzzles()[:: scaled(150, 25)],
        *(one.puzzle for one in bookmaker.generate(1, "hard", 5, kind="killer")),
        *(one.puzzle for one in bookmaker.generate(1, "hard", 5, kind="x")),
        *(one.puzzle for one in bookmaker.generate(1, "medium", 5, kind="greater-than")),
    ]
    return tuple((explain(puzzle), explain(puzzle, everything=True)) for puzzle in puzzles)


def found_there(puzzle: Puzzle, position: Position, technique: str) -> set[tuple[int, int]]:
    """All that the finder of a technique concludes in a position: (cell, digit) placed as (cell, -digit)."""
    board = engine.board(puzzle.geometry, 1 << 16)
    size = puzzle.geometry.size
    removed = np.array([(1 << size) - 1 & ~mask for mask in position.candidates], np.uint32)
    removed[np.frombuffer(position.digits, np.uint8) > 0] = 0
    load(engine.tables(puzzle.geometry), board, np.frombuffer(position.digits, np.uint8).copy(), removed)
    given = [digit > 0 for digit in puzzle.givens]
    found = engine.found(puzzle.geometry, board, BY_NAME[technique].code, given, puzzle.cages)
    placed = {(cell, -digit) for step in found for cell, digit in step.placements}
    return placed | {spot for step in found for spot in step.eliminations}


def test_the_steps_that_are_left_solve_the_puzzle() -> None:
    fewer: Counter[str] = Counter()
    for told, whole in ways():
        answer = solve(told.puzzle).solution or b""
        position = Position.of(told.puzzle)
        for number, here in enumerate(told.rounds, 1):
            for one in here:
                assert one.position == position and one.round == number
                assert all(answer[cell] != digit for cell, digit in one.step.eliminations)
                assert all(position.candidates[cell] >> digit - 1 & 1 for cell, digit in one.step.eliminations)
            position = position.after([one.step for one in here])
        assert position.digits == answer
        for way, name in ((told, "told"), (whole, "whole")):
            fewer[name] += sum(one.step.technique not in EASY for one in way.steps)
    assert fewer["told"] < 0.6 * fewer["whole"]


def test_each_step_is_found_at_its_place() -> None:
    for told, _ in ways():
        sought: dict[tuple[Position, str], set[tuple[int, int]]] = {}
        for one in told.steps:
            key = (one.position, one.step.technique)
            if one.step.technique == "brute-force" or insight_of(one.step, one.position):
                continue  # What a person sees in a clue is no finder's step.
            if key not in sought:
                sought[key] = found_there(told.puzzle, *key)
            effects = {*one.step.eliminations, *((cell, -digit) for cell, digit in one.step.placements)}
            assert effects <= sought[key], (str(told.puzzle), one.text)


def test_the_grade_counts_all_steps() -> None:
    for told, whole in ways()[::3]:
        assert Counter(one.step.technique for one in whole.steps) == grade(told.puzzle).techniques
        assert len(whole.rounds) == len(steps(told.puzzle))


@pytest.mark.parametrize("code", ["en", "ru"])
def test_all_kinds_have_reasons(code: str) -> None:
    for told, _ in ways()[-2:]:
        for one in explain(told.puzzle, code, register=TEACH).steps:
            assert "{" not in one.text and "  " not in one.text
