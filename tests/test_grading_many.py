"""Puzzles graded together have the grades that they have alone, and the course counts what the explained rounds show."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from conftest import scaled
from techniques_data import easy_puzzle, full_grid, ground_of, hard_puzzles, read_line

from bookmaker.api.generating import generate
from bookmaker.base.errors import ImproperError
from bookmaker.logic.grading import grade, grade_many, graded
from bookmaker.logic.techniques import BY_CODE, SINGLES, TECHNIQUES, engine
from bookmaker.logic.techniques.finders.board import SOLVED, STUCK
from bookmaker.logic.techniques.finders.course import INSTANCES, ROUNDS
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry


def mixed() -> list[Puzzle]:
    small = geometry("classic", 6)
    answer = bytes((c + 3 * (r % 2) + r // 2) % 6 + 1 for r in range(6) for c in range(6))
    few = [Puzzle(small, bytes(0 if i in gone else d for i, d in enumerate(answer))) for gone in ({0}, {3, 9}, {5, 35})]
    puzzles = [*hard_puzzles()[:: scaled(18, 9)], *(easy_puzzle(seed, extra=seed % 6) for seed in range(12)), *few]
    random.Random(3).shuffle(puzzles)
    return puzzles


@pytest.mark.parametrize("uniqueness", [True, False])
def test_together_as_alone(uniqueness):
    puzzles = mixed()
    assert grade_many(puzzles, uniqueness) == [grade(puzzle, uniqueness) for puzzle in puzzles]
    assert grade_many([]) == []


@pytest.mark.thorough("test_grading_many.py::test_together_as_alone")
def test_more_than_are_graded_at_once():
    puzzles = [easy_puzzle(seed % 7, extra=seed % 3) for seed in range(600)]
    alone = {puzzle.givens: grade(puzzle) for puzzle in puzzles[:21]}
    assert grade_many(iter(puzzles)) == [alone[puzzle.givens] for puzzle in puzzles]


def test_every_fault_among_good_puzzles():
    good = easy_puzzle(1)
    bad = [read_line("11" + "." * 79), read_line("." * 81)]
    with pytest.raises(ImproperError) as caught:
        grade_many([good, bad[0], good, bad[1]])
    assert [fault.message[:11] for fault in caught.value.faults] == ["puzzles[1]:", "puzzles[3]:"]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("kind", ["kropki", "arrow", "killer"])
def test_puzzles_with_clues_or_cages_of_their_own_together_as_alone(kind):
    made, middle = generate(scaled(6, 18), "any", kind=kind, seed=3), scaled(3, 9)
    puzzles, givens = [item.puzzle for item in made], bytearray(made[1].puzzle.givens)
    givens[0] = made[1].solution[0] % 9 + 1
    puzzles[middle:middle] = [puzzles[1], replace(puzzles[1], givens=bytes(givens)), puzzles[1]]
    together, alone = list(graded(puzzles)), [next(iter(graded([puzzle]))) for puzzle in puzzles]
    assert isinstance(together[middle + 1], ImproperError)
    assert isinstance(alone.pop(middle + 1), ImproperError)
    del together[middle + 1]
    assert together == alone
    assert [found.minutes for found in together] == [found.minutes for found in alone]


def test_two_that_grade_in_turns_do_not_disturb_each_other():
    puzzles = [item.puzzle for item in generate(6, "easy", kind="kropki", seed=4)]
    expected = [grade(puzzle) for puzzle in puzzles]
    pairs = list(zip(graded(puzzles), graded(puzzles[::-1]), strict=True))
    assert pairs == list(zip(expected, expected[::-1], strict=True))


def test_estimates_of_graders_only_where_those_grade():
    for kind, size, is_graded in (("classic", 9, True), ("x", 9, False), ("classic", 6, False), ("jigsaw", 9, False)):
        ground = ground_of(kind, size)
        answer = full_grid(random.Random(2), ground)
        found = grade(Puzzle(ground, bytes(0 if cell % 7 == 0 else d for cell, d in enumerate(answer)))).estimates
        assert {found.hodoku_level is None, found.hodoku_score is None, found.se_er is None} == {not is_graded}


def test_the_course_counts_the_rounds_that_are_told():
    puzzles = hard_puzzles()[:: scaled(30, 12)]
    solver, plan = engine.Solver(geometry()), engine.Plan(technique.code for technique in TECHNIQUES)
    grids = np.array([list(puzzle.givens) for puzzle in puzzles], dtype=np.uint8)
    _, tallies = solver.run_many(grids, plan)
    for puzzle, tally in zip(puzzles, tallies, strict=True):
        instances, rounds = Counter(), Counter()
        for steps in engine.rounds(puzzle.geometry, puzzle.givens):
            instances[steps[0].technique] += len(steps)
            rounds[steps[0].technique] += 1
        for code, row in zip(plan.codes, tally, strict=True):
            name = BY_CODE[code].name
            assert (row[INSTANCES], row[ROUNDS]) == (instances[name], rounds[name]), (str(puzzle), name)


def test_stuck_grids_go_on_with_what_is_handed_in():
    puzzles = hard_puzzles()[:40]
    solver = engine.Solver(geometry())
    plan = engine.Plan(technique.code for technique in SINGLES)
    grids = np.array([list(puzzle.givens) for puzzle in puzzles], dtype=np.uint8)
    alone = [solver.run(grid, plan)[0] for grid in grids]
    asked: list[int] = []

    def brute(index: int) -> bool:
        asked.append(index)
        return engine.brute_force(solver.board, puzzles[index], TECHNIQUES[-1].code)

    ends, tallies = solver.run_many(grids, plan, brute, tallies=np.zeros((len(grids), 3, 2), dtype=np.int64))
    assert (ends == SOLVED).all()
    assert asked == [index for index, end in enumerate(alone) if end == STUCK]
    assert asked
    assert tallies.shape[2] == 2
