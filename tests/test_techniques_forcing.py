"""Forcing chains and nets against naive twins; their proofs read node by node; their effects against answers."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import scaled
from techniques_data import CLASSIC_9, X_9, hard_puzzles, proper_position, random_position
from techniques_naive_forcing import conclusions, proves, twin

from bookmaker.logic.solve.solver import solve
from bookmaker.logic.techniques import BY_NAME, TECHNIQUES, engine
from bookmaker.logic.techniques.declare import Level
from bookmaker.logic.techniques.families import Tier
from bookmaker.logic.techniques.finders.board import SOLVED, load
from bookmaker.puzzles.rules import geometry

BRUTE_FORCE = BY_NAME["brute-force"]
FORCING = [technique for technique in TECHNIQUES if technique.tier is Tier.FORCING]
NAMES = [technique.name for technique in FORCING]


@pytest.mark.parametrize(
    "ground",
    [CLASSIC_9, X_9, ("classic", 6), ("x", 6), ("classic", 4)],
    ids=str,
)
def test_finders_agree_with_their_twins_and_tell_proofs(ground):
    counts = dict.fromkeys(NAMES, 0)
    for seed in range(2 if ground[1] == 9 else scaled(2, 8)):
        for shares in ((0.3, 0.6), (0.35, 0.45), (0.25, 0.75)):
            at = random_position(seed, geometry(*ground), shares)
            for name in NAMES:
                steps = engine.found(at.ground, at.board(), BY_NAME[name].code)
                assert conclusions(steps) == twin(at, name), (name, seed, shares)
                assert all(proves(at, step) for step in steps), (name, seed, shares)
                counts[name] += len(steps)
    assert ground != ("classic", 9) or all(counts.values()), counts


@pytest.mark.parametrize(
    "ground",
    [("classic", 9), X_9, ("classic", 6), ("classic", 16)],
    ids=str,
)
def test_no_conclusion_contradicts_the_answer(ground):
    size = ground[1]
    for seed in range(scaled(8, 24) if size == 9 else scaled(20, 80) if size < 9 else scaled(1, 2)):
        at = (
            random_position(seed, geometry(*ground))
            if seed % 2 or size > 9
            else proper_position(seed, geometry(*ground))[0]
        )
        for name in NAMES:
            for cell, digit, on in conclusions(engine.found(at.ground, at.board(1 << 16), BY_NAME[name].code)):
                assert (at.answer[cell] == digit) == on, (name, seed)


def test_a_short_buffer_loses_words_and_nothing_else():
    for seed in range(scaled(4, 10)):
        for technique in FORCING:
            boards = [random_position(seed, geometry(), (0.3, 0.5)).board(capacity) for capacity in (0, 100, 1 << 18)]
            for board in boards:
                engine.Solver(geometry(), position=board).search(technique.code)
                assert np.array_equal(board.removing, boards[0].removing)
                assert np.array_equal(board.placing, boards[0].placing)


def positions_when_stuck(last: Level):
    """Hard puzzles and how far the techniques up to a level take them."""
    solver = engine.Solver(geometry())
    plan = engine.Plan(technique.code for technique in TECHNIQUES if technique.level <= last)
    for puzzle in hard_puzzles():
        if solver.run(np.array(list(puzzle.givens), np.uint8), plan)[0] != SOLVED:
            yield puzzle, solver.board


@pytest.mark.sampled(3)
@pytest.mark.parametrize("technique", FORCING, ids=lambda technique: technique.name)
def test_hard_puzzles_are_solved_with_each_alone(technique):
    solver, order = engine.Solver(geometry()), engine.order_of()
    rules, board, tally = solver.tables, solver.board, engine.tally_for(order)
    seen = rounds = 0
    for puzzle in hard_puzzles()[:: scaled(8, 2)]:
        answer = np.frombuffer(solve(puzzle).solution, dtype=np.uint8)
        load(rules, board, np.array(list(puzzle.givens), np.uint8), board.removing[:0])
        while engine.run_logic(rules, board.digits[:0], order, board, tally, 0) == 0 and solver.search(technique.code):
            placed, wrong = board.placing > 0, (board.removing >> (answer - 1)) & 1
            assert np.array_equal(board.placing[placed], answer[placed]) and not wrong.any()
            rounds += 1
        seen += 1
    assert rounds > seen // 10


def test_brute_force_places_the_answer_and_is_the_last_resort():
    assert TECHNIQUES[-1] is BRUTE_FORCE and BRUTE_FORCE.level is Level.BEYOND
    stuck = 0
    for puzzle, board in positions_when_stuck(Level.EXPERT):
        (step,) = engine.found(geometry(), board, BRUTE_FORCE.code)
        answer = solve(puzzle).solution
        assert dict(step.placements) == {cell: answer[cell] for cell in range(81) if not board.digits[cell]}
        board.placing[:] = 0
        stuck += 1
    assert stuck > 50
    empty = engine.board(geometry())
    load(engine.tables(geometry()), empty, np.zeros(81, np.uint8), empty.removing[:0])
    assert engine.found(geometry(), empty, BRUTE_FORCE.code) == []
