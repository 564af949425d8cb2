"""The finders of wings and rectangles against their naive twins, and every technique of the harder tiers against the answer."""

from __future__ import annotations

import random

import pytest
from conftest import scaled
from techniques_data import (
    case_position,
    fewest_first,
    hard_puzzles,
    instances,
    parameters,
    proper_position,
    random_position,
)
from techniques_naive_wings_and_rectangles import TWINS, avoidable_rectangles, kept

from bookmaker.base.errors import ImproperError
from bookmaker.logic.grading import grade
from bookmaker.logic.solve.solver import solve
from bookmaker.logic.techniques import BY_NAME, TECHNIQUES, engine, workspaces
from bookmaker.logic.techniques.declare import Level
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry

GROUNDS = [("classic", 6), ("classic", 9), ("x", 9), ("x", 6), ("jigsaw", 9), ("jigsaw", 6), ("classic", 12)]
HARDER = [technique for technique in TECHNIQUES if technique.level > Level.HARD]
SWARMS = ("als-xz", "als-xy-wing", "als-chain", "death-blossom")
"""With a thousand instances in a rich position, of which fewer positions tell enough; they have a test of their own."""


def times(ground, many: int) -> int:
    return many if ground.size == 9 else max(1, many // 3) if ground.size < 9 else max(1, many // 16)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("ground", parameters(GROUNDS))
def test_finders_agree_with_their_twins(ground):
    found = dict.fromkeys(TWINS, 0)
    for seed in range(times(ground, scaled(1, 4))):
        for position in (random_position(seed, ground), thinned(seed, ground))[scaled(ground.size > 9, 0) :]:
            for name, twin in TWINS.items():
                if ground.size > 9 and name in ("empty-rectangle", "wxyz-wing", "unique-rectangle-3"):
                    continue
                ours = instances(engine.found(ground, position.board(), BY_NAME[name].code))
                assert ours == kept(twin(position)), (name, seed)
                found[name] += len(ours)
    if ground.size == 9 and scaled(0, 1):
        assert sum(not count for count in found.values()) <= 4, "positions too poor"


def test_finders_agree_with_their_twins_on_the_cases():
    twins = {**TWINS, "avoidable-rectangle-1": avoidable_rectangles, "avoidable-rectangle-2": avoidable_rectangles}
    compared = dict.fromkeys(twins, 0)
    for case in fewest_first():
        name = case.technique.name
        if name in twins and compared[name] < scaled(3, 1000):
            position = case_position(case)
            avoidable = (list(case.given), int(name[-1])) if name.startswith("avoidable") else ()
            ours = instances(engine.found(position.ground, position.board(), case.technique.code, case.given))
            assert ours == kept(twins[name](position, *avoidable)), case.line
            compared[name] += len(ours)
    assert all(compared.values())


def thinned(seed: int, ground):
    """A random position of which most cells keep two or three candidates: rich in rectangles, wings and remote pairs."""
    return random_position(seed, ground, (0.3, 0.85))


@pytest.mark.parametrize("kind", [1, 2])
def test_avoidable_rectangles_agree_with_their_twin(kind):
    total = 0
    for seed in range(scaled(3, 20)):
        rng, ground = random.Random(seed), geometry()
        position = random_position(seed, ground, (0.6, 0.6))
        given = [digit > 0 and rng.random() < 0.1 for digit in position.givens]
        code = BY_NAME[f"avoidable-rectangle-{kind}"].code
        ours = instances(engine.found(ground, position.board(), code, given))
        assert ours == kept(avoidable_rectangles(position, given, kind)), seed
        total += len(ours)
    assert total >= scaled(0, 1)


@pytest.mark.parametrize("ground", parameters(GROUNDS[:6]))
def test_no_step_contradicts_the_answer_of_a_proper_puzzle(ground):
    for seed in range(times(ground, scaled(6, 20))):
        position, given = proper_position(seed, ground)
        for technique in HARDER:
            if technique.name in SWARMS and seed % 10:
                continue
            for step in engine.found(ground, position.board(), technique.code, given):
                assert all(position.answer[cell] != digit for cell, digit in step.eliminations), (technique.name, seed)


def test_logic_that_presumes_a_proper_puzzle_is_not_taken_for_proof():
    """Two solutions, and unique rectangles that lead straight to one of them."""
    refused = 0
    for puzzle in hard_puzzles()[: scaled(40, 120)]:
        answer = solve(puzzle).solution
        for rect in workspaces.rectangles(puzzle.geometry):
            if {answer[cell] for cell in rect} == {answer[rect[0]], answer[rect[1]]}:
                givens = bytes(0 if cell in rect else digit for cell, digit in enumerate(answer))
                with pytest.raises(ImproperError, match="more than one"):
                    grade(Puzzle(puzzle.geometry, givens))
                refused += 1
    assert refused > scaled(2, 10)


def test_uniqueness_can_be_switched_off():
    presumed = 0
    for puzzle in hard_puzzles()[:: scaled(24, 8)]:
        with_it, without = grade(puzzle), grade(puzzle, uniqueness=False)
        used = [name for name in with_it.techniques if BY_NAME[name].presumes_proper]
        assert not any(BY_NAME[name].presumes_proper for name in without.techniques)
        assert used or (with_it.score, with_it.techniques) == (without.score, without.techniques)
        presumed += bool(used)
    assert presumed > scaled(1, 2)
