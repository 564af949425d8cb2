"""A path without the steps that lead nowhere still solves the puzzle, and the engine finds each of its steps at its place."""

from __future__ import annotations

from collections import Counter
from functools import cache

import numpy as np
import pytest
from conftest import scaled
from techniques_data import hard_puzzles

import bookmaker
from bookmaker.logic.grading import grade, known, steps
from bookmaker.logic.solve.solver import solve
from bookmaker.logic.techniques import BY_NAME, SINGLES, engine
from bookmaker.logic.techniques.finders.board import load
from bookmaker.publishing.explain.fewest_steps import fewest
from bookmaker.publishing.explain.ideas.table import insight_of
from bookmaker.publishing.explain.position import Position
from bookmaker.publishing.explain.readers_path import readers_path
from bookmaker.publishing.explain.solution_path import TEACH, Explanation, explain
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry

GROUND = geometry()
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


def without(told: Explanation, left_out: int) -> bytes:
    """The digits that singles and all steps of a path but one fill in, each step as soon as the candidates let it hold."""
    position, waiting = Position.of(told.puzzle), [one for at, one in enumerate(told.steps) if at != left_out]
    waiting = [one for one in waiting if one.step.technique not in EASY]
    moved = True
    while moved:
        found = list(engine.rounds(GROUND, position.digits, SINGLES, told.puzzle.givens, position.removed()))
        for steps_ in found:
            position = position.after(steps_)
        moved = bool(found)
        for one in list(waiting):
            back = any(
                mask & ~before for mask, before in zip(position.candidates, one.position.candidates, strict=True)
            )
            if not back:
                position, moved = position.after([one.step]), True
                waiting.remove(one)
    return position.digits


def test_no_step_of_a_path_can_be_left_out() -> None:
    """Without it the answer is not reached, whatever else the path says."""
    tried = 0
    for told, _ in ways():
        if told.puzzle.geometry != GROUND or told.puzzle.cages:
            continue
        for at, one in enumerate(told.steps):
            if one.step.technique not in EASY:
                assert without(told, at).count(0), one.text
                tried += 1
    assert tried > 20


@pytest.mark.parametrize(
    ("kind", "seed", "first"),
    [*((kind, 5, 0) for kind in ("kropki", "thermometers", "greater-than", "arrow", "killer")), ("sandwich", 11, 7)],
)
def test_what_a_person_sees_makes_no_step_needless(kind: str, seed: int, first: int) -> None:
    """The steps in place of a finder's do more than these, so that a path of them is made shorter once more. The steps that are
    left may again do a little more when they are taken alone, as those of the sandwich do.
    """
    for one in bookmaker.generate(max(2, first + 1), "medium", seed, kind=kind)[first:]:
        techniques = known(one.puzzle)
        path = list(readers_path(one.puzzle, techniques))
        beyond = [read.step for read in path if read.step.technique not in EASY]
        fewer = fewest(one.puzzle, techniques, [[read.step] for read in path])
        assert sum(step.technique not in EASY for found in fewer for step in found.steps) == len(beyond) > 0
        assert path[-1].position.after([path[-1].step]).digits == one.solution


def test_the_grade_counts_all_steps() -> None:
    for told, whole in ways()[::3]:
        assert Counter(one.step.technique for one in whole.steps) == grade(told.puzzle).techniques
        assert len(whole.rounds) == len(steps(told.puzzle))


@pytest.mark.parametrize("code", ["en", "ru"])
def test_all_kinds_have_reasons(code: str) -> None:
    for told, _ in ways()[-2:]:
        for one in explain(told.puzzle, code, register=TEACH).steps:
            assert "{" not in one.text and "  " not in one.text
