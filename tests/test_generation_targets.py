"""Puzzles made to a path: what the order requires is needed, by runs of the engine with the technique in question struck off."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from pace import in_time

import bookmaker
from bookmaker.base.errors import UnmetError, UsageError
from bookmaker.base.seeds import seed_for
from bookmaker.logic import techniques
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle, generated
from bookmaker.logic.generation.maker import Maker, make
from bookmaker.logic.generation.order import Made, Order
from bookmaker.logic.techniques import BY_NAME, TECHNIQUES, engine
from bookmaker.logic.techniques.declare import Level
from bookmaker.logic.techniques.finders.board import SOLVED
from bookmaker.logic.techniques.finders.course import ROUND_BY_ROUND, run_logic
from bookmaker.logic.techniques.requirements import COVERED, Path
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.grid.symmetry import orbits
from bookmaker.puzzles.rules import geometry

NINE = geometry()
SEED = 41

ORDERS: list[tuple[Order, int]] = [
    (Order(NINE, path=Path(hardest="x-wing")), 12),
    (Order(NINE, path=Path(hardest="xy-wing"), symmetry="rotational"), 12),
    (Order(NINE, path=Path(hardest="swordfish")), 2),
    (Order(NINE, path=Path(hardest="unique-rectangle")), 12),
    (Order(NINE, path=Path(hardest="hidden-pair", avoid=("pointing",))), 4),
    (Order(NINE, path=Path(requires=("x-wing",))), 8),
    (Order(NINE, path=Path(requires=("naked-pair", "pointing"))), 6),
    (Order(NINE, Level.EXPERT, path=Path(requires=("swordfish",))), 2),
    (Order(NINE, Level.EXPERT, path=Path(requires=("unique-rectangle",), avoid=("bug", "hidden-rectangle"))), 6),
    (Order(NINE, Level.EXPERT, path=Path(avoid=("unique-rectangle", "bug", "hidden-rectangle"))), 12),
    (Order(NINE, Level.EASY, path=Path(requires=("hidden-single",))), 12),
    (Order(NINE, Level.BEGINNER, path=Path(score=(None, 250))), 8),
    (Order(NINE, path=Path(score=(700, 800))), 12),
    (Order(NINE, Level.MEDIUM, "mirror", 28, 34, path=Path(score=(500, None))), 8),
    (Order(NINE, minimal=True, path=Path(hardest="skyscraper")), 6),
    (Order(geometry("x", 9), path=Path(hardest="x-wing")), 3),
    (Order(NINE, Level.DIABOLICAL, "rotational", path=Path(avoid=("xy-chain",))), 6),
    (Order(NINE, Level.EXTREME), 3),
    (Order(NINE, path=Path(score=(1800, None))), 12),
    (Order(NINE, path=Path(requires=("swordfish",), hardest="xy-wing")), 2),
    (Order(NINE, path=Path(hardest="jellyfish")), 1),
    (Order(NINE, path=Path(hardest="naked-quadruple"), symmetry="rotational"), 1),
]

FOUND_SOON = {7: 43}
"""Seeds by index, for an order that the usual one takes ten times as long for."""


@cache
def made(index: int) -> list[GradedPuzzle]:
    order, count = ORDERS[index]
    return list(generated(order, count, FOUND_SOON.get(index, SEED), 1, index))


each_order = pytest.mark.parametrize("index", range(len(ORDERS)), ids=lambda index: str(ORDERS[index][0].path))


def finishes(puzzle: Puzzle, names: set[str]) -> bool:
    plan = engine.Plan(technique.code for technique in TECHNIQUES if technique.name in names)
    cells = np.frombuffer(bytearray(puzzle.givens), np.uint8)
    return engine.Solver(puzzle.geometry).run(cells, plan)[0] == SOLVED


def up_to(name: str) -> set[str]:
    return {technique.name for technique in TECHNIQUES[: 1 + TECHNIQUES.index(BY_NAME[name])]}


@pytest.mark.sampled(4)
@each_order
def test_what_is_asked_for_is_needed(index: int) -> None:
    order, count = ORDERS[index]
    assert len(made(index)) == count
    for stocked in made(index):
        puzzle, grade = stocked.puzzle, stocked.grade
        assert grade.hardest is not None
        allowed = up_to(grade.hardest)
        assert finishes(puzzle, allowed)
        assert not finishes(puzzle, allowed - {grade.hardest})
        if order.path.hardest:
            assert grade.hardest in {technique.name for technique in techniques.named(order.path.hardest)}
        for name in order.path.requires:
            without = allowed - {technique.name for technique in techniques.named(name)}
            assert not finishes(puzzle, without), name
        for name in order.path.avoid:
            avoided = {technique.name for technique in techniques.named(name)}
            assert not avoided & grade.techniques.keys()
            assert finishes(puzzle, allowed - avoided)
        low, high = order.path.score
        assert (low or 0) <= grade.score <= (high or grade.score)
        expected = order.level if order.level is not None else order.path.level()
        assert expected in (None, Level[grade.level.upper()]) or (expected, grade.level) == (Level.EASY, "beginner")


@pytest.mark.sampled(9)
@each_order
def test_the_pattern_of_givens_is_as_asked(index: int) -> None:
    order, _ = ORDERS[index]
    for stocked in made(index):
        for cells in orbits(order.symmetry, order.geometry.size):
            assert len({stocked.puzzle.givens[cell] == 0 for cell in cells}) == 1
        assert (order.least or 0) <= stocked.puzzle.given_count <= (order.most or 80)
        if order.minimal:
            assert bookmaker.count_solutions(
                [Puzzle(NINE, bytes(0 if at == cell else d for at, d in enumerate(stocked.puzzle.givens)))
                 for cell, digit in enumerate(stocked.puzzle.givens) if digit]
            ).tolist() == [2] * stocked.puzzle.given_count  # fmt: skip


@pytest.mark.sampled(2)
@pytest.mark.parametrize("index", [0, 3, 5, 9])
def test_threads_and_numbers_do_not_change_what_is_made(index: int) -> None:
    order, count = ORDERS[index]
    assert list(generated(order, count, SEED, 3, index)) == made(index)
    assert list(generated(order, 1, SEED, 1, index)) == made(index)[:1]


def test_a_wish_that_is_not_met_says_what_was_asked_and_tried() -> None:
    order = Order(NINE, path=Path(hardest="jellyfish", avoid=("x-wing",)), attempts=40)
    told: list[int] = []
    with pytest.raises(UnmetError) as raised:
        list(generated(order, 1, 1, 1, tried=told.append))
    assert sum(told) == 40
    message = str(raised.value)
    assert "no such puzzle (hardest jellyfish; avoid x-wing) was found in 40 attempts: " in message
    assert "came out easier" in message and "choose another technique or score" in message
    assert raised.value.exit_code == 6
    # Fewer attempts are a beginning of more: what they find is the same.
    least = replace(ORDERS[0][0], attempts=make(ORDERS[0][0], 3).attempts)
    assert make(least, 3) == make(ORDERS[0][0], 3)


@pytest.mark.parametrize(
    ("level", "path", "message"),
    [
        (None, Path(hardest="x-ray"), "there is no technique `x-ray`"),
        (None, Path(avoid=("naked",)), "there is no technique `naked`"),
        (None, Path(hardest="x-wing", avoid=("x-wing",)), "cannot be both wanted and avoided"),
        (None, Path(hardest="bug-1", avoid=("bug",)), "cannot be both wanted and avoided"),
        (Level.EASY, Path(hardest="x-wing"), "with `x-wing` as its hardest step is hard, not easy"),
        (Level.MEDIUM, Path(requires=("x-wing",)), "`x-wing` is harder than any technique of the level medium"),
        (None, Path(requires=("swordfish",), hardest="x-wing"), "`swordfish` is harder than `x-wing`"),
        (None, Path(requires=("x-wing",), hardest="xy-wing"), "`x-wing` is never needed .* `skyscraper` does the same"),
        (Level.EXPERT, Path(requires=("x-wing",)), "`skyscraper` does the same, and is no harder"),
        (Level.DIABOLICAL, Path(requires=("skyscraper",)), "`turbot-fish` does the same, and is no harder"),
        (None, Path(requires=("x-wing", "xy-wing")), "`x-wing` is never needed .* `skyscraper` does the same"),
        (None, Path(hardest="brute-force"), "`brute-force` is what is left where no technique goes on"),
        (None, Path(score=(5, 4)), "no score is at least 5 and at most 4"),
        (Level.EASY, Path(avoid=("full-house", "naked-single", "hidden-single")), "every technique that could be"),
    ],
)
def test_a_path_that_no_puzzle_has(level: Level | None, path: Path, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        Order(NINE, level, path=path)


def test_what_is_covered_is_done_by_what_covers_it() -> None:
    grids = [stocked.puzzle.givens for index in (0, 1, 5, 9) for stocked in made(index)]
    asked = [technique for technique in TECHNIQUES if technique.level < Level.HARD]
    seen = 0
    for grid in grids:
        board = engine.board(NINE, 1 << 14)
        order = engine.order_of(asked)
        cells, tally = np.frombuffer(bytearray(grid), np.uint8), engine.tally_for(order)
        run_logic(engine.tables(NINE), cells, order, board, tally, ROUND_BY_ROUND)
        for technique, cover in COVERED.items():
            told = {gone for step in engine.found(NINE, board, technique.code) for gone in step.eliminations}
            seen += len(told)
            assert told <= {gone for step in engine.found(NINE, board, cover.code) for gone in step.eliminations}
    assert seen > 20


def test_family_names() -> None:
    assert [technique.name for technique in techniques.named("x-wing")] == ["x-wing"]
    assert {technique.name for technique in techniques.named("unique-rectangle")} == {
        f"unique-rectangle-{kind}" for kind in range(1, 7)
    }
    assert len(techniques.named("bug")) == 4 and not techniques.named("hidden") and not techniques.named("")
    assert set(techniques.names()) > BY_NAME.keys() and len(set(techniques.names())) == len(techniques.names())


def test_every_level_that_has_techniques_can_be_asked_for() -> None:
    for level in Level:
        if level is Level.BEYOND or (level > Level.EASY and not any(t.level is level for t in TECHNIQUES)):
            with pytest.raises(UsageError):
                Order(NINE, level)
        else:
            assert bookmaker.generate(1, str(level), seed=5)[0].grade.level == str(level)


def test_the_python_face() -> None:
    (needs,) = bookmaker.generate(1, requires=["x-wing"], seed=2)
    assert "x-wing" in needs.grade.techniques and needs.grade.level == "hard"
    (ends,) = bookmaker.generate(1, hardest="xy-wing", avoid=["unique-rectangle"], seed=2)
    assert ends.grade.hardest == "xy-wing"
    (scored,) = bookmaker.generate(1, score=(900, None), seed=2)
    assert scored.grade.score >= 900
    with pytest.raises(UsageError):
        bookmaker.generate(1, "easy", hardest="xy-wing")


@pytest.mark.sampled(2)
@pytest.mark.parametrize("index", [0, 16, 17, 18])
def test_a_kernel_that_has_to_be_made_ready_first_changes_nothing(index: int) -> None:
    order, _ = ORDERS[index]
    seeds = list(range(4))
    one = Maker(order)
    assert [Maker(order).make([seed])[0] for seed in seeds] == one.make(seeds) == one.make(seeds)


def test_hodoku_would_call_most_puzzles_of_a_high_score_extreme() -> None:
    levels = Counter(stocked.grade.estimates.hodoku_level for stocked in made(18))
    assert levels["EXTREME"] >= 4 and not levels.keys() & {"EASY", "MEDIUM"}


@pytest.mark.parametrize(("technique", "most"), [("jellyfish", 800), ("naked-quadruple", 1200)])
def test_patterns_of_four_are_made_rather_than_met(technique: str, most: int) -> None:
    """By chance one attempt in two thousand has one; where givens are kept for it, one in two or three hundred."""
    made = Maker(Order(NINE, path=Path(hardest=technique))).make([seed_for(7, number) for number in range(3)])
    tried = [one.attempts for one in made if isinstance(one, Made)]
    assert len(tried) == len(made) and sum(tried) <= most * len(made)


def test_an_attempt_at_a_finned_jellyfish_is_given_up_where_the_path_has_none() -> None:
    """A climb hardly ever brings one, and takes ten times as long as a new attempt."""
    maker = Maker(Order(NINE, path=Path(hardest="finned-jellyfish")))
    maker.make([1])
    began = time.process_time()
    made = maker.make([seed_for(7, number) for number in range(12)])
    assert all(isinstance(one, Made) for one in made)
    assert in_time(time.process_time() - began, 0.8)
