"""Puzzles as made: proven by programs that are not ours, exactly of the level of the order, and as it says."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections import Counter
from dataclasses import replace
from functools import cache
from typing import Any

import naive
import pytest
from conftest import scaled
from sat import Prover

import bookmaker
from bookmaker.base.errors import UnmetError, UsageError
from bookmaker.logic.generation import own_grounds
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle, generated, made_puzzles
from bookmaker.logic.generation.maker import make
from bookmaker.logic.generation.order import Order
from bookmaker.logic.grading import grade
from bookmaker.logic.solve import canonical_form
from bookmaker.logic.solve.solver import count_solutions
from bookmaker.logic.techniques.declare import Level
from bookmaker.puzzles.grid.geometry import BOXES
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.grid.symmetry import SYMMETRIES, orbits
from bookmaker.puzzles.rules import RULES, geometry
from bookmaker.puzzles.rules.limits import made_sizes

NINE, CROSS = geometry("classic", 9), geometry("x", 9)

ORDERS: list[tuple[Order, int]] = [
    (Order(NINE, Level.EASY, "rotational"), 330),
    (Order(NINE, Level.MEDIUM, "none"), 120),
    (Order(NINE, Level.MEDIUM, "diagonal", 24, 30), 60),
    (Order(NINE, Level.HARD, "none"), 40),
    (Order(NINE, Level.HARD, "mirror"), 20),
    (Order(NINE, Level.HARD, "none", minimal=True), 12),
    (Order(NINE, Level.BEGINNER, "rotational"), 30),
    (Order(NINE, Level.EXPERT, "rotational"), 12),
    (Order(NINE, Level.DIABOLICAL, "none"), 5),
    (Order(CROSS, Level.HARD, "none"), 3),
    (Order(geometry("classic", 6), Level.BEGINNER, "rotational"), 10),
    (Order(NINE, Level.EASY, "none", minimal=True), 30),
    (Order(NINE, None, "quarter-turn"), 60),
    (Order(NINE, None, "none", None, 24), 60),
    (Order(NINE, None, "none", 60, None), 20),
    (Order(CROSS, Level.EASY, "rotational"), 60),
    (Order(CROSS, Level.MEDIUM, "none"), 40),
    (Order(geometry("classic", 4), Level.EASY, "none"), 60),
    (Order(geometry("x", 4), None, "rotational"), 10),
    (Order(geometry("classic", 6), Level.EASY, "mirror"), 70),
    (Order(geometry("classic", 6), Level.MEDIUM, "none"), 5),
    (Order(geometry("classic", 8), Level.EASY, "diagonal"), 20),
    (Order(geometry("classic", 10), Level.EASY, "rotational"), 10),
    (Order(geometry("classic", 12), Level.EASY, "rotational"), 10),
    (Order(geometry("classic", 16), Level.EASY, "rotational"), 3),
    (Order(NINE, None, "none", 17, 20), 20),
    (Order(NINE, Level.EASY, "none", 20, 20, minimal=True), 3),
    (Order(NINE, None, "none", None, 19), 3),
    (Order(NINE, Level.EASY, "none", 17, 21), 3),
]
"""Orders, and how many puzzles of each: a thousand puzzles, most of them classic 9x9."""

SEED = 20261121


@cache
def made(index: int) -> list[GradedPuzzle]:
    order, count = ORDERS[index]
    return list(generated(order, count, SEED, 1, index))


each_order = pytest.mark.parametrize("index", range(len(ORDERS)), ids=str)


def test_there_are_a_thousand() -> None:
    assert sum(count for _, count in ORDERS) >= 1000


@pytest.mark.sampled(9)
@each_order
def test_each_has_one_solution_and_it_is_the_answer(index: int) -> None:
    order, count = ORDERS[index]
    ground = order.geometry
    prover = Prover(ground.size, BOXES[ground.size], diagonals=ground.kind == "x")
    puzzles = made(index)
    assert len(puzzles) == count
    # Of many, every third: qqwing takes all of them below.
    for stocked in puzzles[:: 3 if count >= 40 else 1]:
        assert prover.solutions(stocked.puzzle.givens) == [stocked.solution]


def test_the_prover_knows_several_and_none() -> None:
    prover = Prover(4, (2, 2))
    grids = list(naive.solutions([0] * 16, 4, naive.houses(4, 2, 2)))
    for grid in grids[::7]:
        assert prover.solutions(grid) == [bytes(grid)]
        for removed in (range(16), range(4, 16), range(8, 16)):
            givens = [0 if cell in removed else digit for cell, digit in enumerate(grid)]
            expected = naive.count(givens, 4, naive.houses(4, 2, 2), 2)
            assert len(prover.solutions(givens)) == expected
        wrong = [grid[0] % 4 + 1, *grid[1:]]
        assert prover.solutions(wrong) == []


@pytest.mark.skipif(shutil.which("qqwing") is None, reason="qqwing is not installed")
def test_qqwing_agrees() -> None:
    puzzles = [stocked for index, (order, _) in enumerate(ORDERS) if order.geometry is NINE for stocked in made(index)]
    assert len(puzzles) >= 700
    told = subprocess.run(
        ["qqwing", "--solve", "--count-solutions", "--one-line"],
        input="".join(f"{stocked.puzzle}\n" for stocked in puzzles), capture_output=True, text=True, check=True,
    ).stdout.split("\n")  # fmt: skip
    assert told.count("The solution to the puzzle is unique.") == len(puzzles)
    answers = [line for line in told if len(line) == 81 and line.isdigit()]
    assert answers == ["".join(map(str, stocked.solution)) for stocked in puzzles]


@pytest.mark.sampled(9)
@each_order
def test_the_level_is_the_one_asked_for(index: int) -> None:
    order, _ = ORDERS[index]
    for stocked in made(index):
        fresh = Puzzle(order.geometry, stocked.puzzle.givens)
        assert grade(fresh) == stocked.grade
        assert order.level is None or stocked.grade.level == str(order.level)


@each_order
def test_the_pattern_is_as_asked(index: int) -> None:
    order, _ = ORDERS[index]
    whole = orbits(order.symmetry, order.geometry.size)
    for stocked in made(index):
        givens = stocked.puzzle.givens
        for cells in whole:
            assert len({givens[cell] == 0 for cell in cells}) == 1
        assert (order.least or 0) <= stocked.puzzle.given_count <= (order.most or order.geometry.cell_count - 1)
        if order.minimal:
            fewer = [bytes(0 if at == cell else d for at, d in enumerate(givens)) for cell in range(81) if givens[cell]]
            assert set(count_solutions([Puzzle(order.geometry, cells) for cells in fewer]).tolist()) == {2}


@pytest.mark.sampled(10)
@pytest.mark.parametrize("symmetry", SYMMETRIES)
@pytest.mark.parametrize("size", [4, 6, 9])
def test_every_symmetry_on_every_size(symmetry: str, size: int) -> None:
    order = Order(geometry("classic", size), Level.EASY, symmetry)  # type: ignore[arg-type]
    for stocked in generated(order, 5, 1, 1):
        pattern = [digit != 0 for digit in stocked.puzzle.givens]
        rows = [pattern[start : start + size] for start in range(0, size * size, size)]
        turned = [list(column) for column in zip(*rows[::-1], strict=True)]
        images = {
            "none": rows, "rotational": [row[::-1] for row in rows[::-1]], "mirror": [row[::-1] for row in rows],
            "top-bottom": rows[::-1],
            "diagonal": [list(column) for column in zip(*rows, strict=True)], "quarter-turn": turned,
        }  # fmt: skip
        assert rows == images[symmetry]


def test_no_two_are_the_same_and_none_has_been_seen() -> None:
    # So few 4x4 puzzles are symmetric by quarter turns that blind making repeats itself at once.
    order = Order(geometry("classic", 4), None, "quarter-turn")
    puzzles = [stocked.puzzle for stocked in generated(order, 60, 1, 1)]
    assert len(set(puzzles)) == 60
    assert [stocked.puzzle for stocked in generated(order, 60, 1, 3)] == puzzles
    blind = [Puzzle(order.geometry, make(order, seed).givens) for seed in range(200)]
    assert len(set(blind)) < 200


def test_order_and_seed_determine_the_puzzle() -> None:
    order = Order(NINE, Level.MEDIUM, "rotational")
    first = make(order, 7)
    assert make(order, 7) == first
    assert make(order, 8).givens != first.givens
    assert make(order, 2**64 - 1).seed == 2**64 - 1


@pytest.mark.parametrize(
    ("least", "most", "message"),
    [
        (81, None, "81 givens: a 9x9 grid with an empty cell has at most 80"),
        (30, 20, "no number of givens is"),
        (None, 16, "fewer than 17 givens"),
    ],
)
def test_an_order_that_makes_no_sense(least: int | None, most: int | None, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        Order(NINE, None, "none", least, most)


@pytest.mark.parametrize(
    ("order", "message"),
    [
        (Order(NINE, None, "none", None, 17, attempts=2), "2 attempts: 2 kept too many givens"),
        (Order(NINE, Level.HARD, "none", 79, 80), "30 attempts: 30 came out easier"),
        (Order(NINE, Level.EASY, "rotational", None, 19), "30 kept too many givens"),
    ],
)
def test_a_wish_that_is_not_met_says_how_it_ended(order: Order, message: str) -> None:
    with pytest.raises(UnmetError) as raised:
        make(replace(order, attempts=order.attempts or 30), 1)
    assert message in str(raised.value)
    assert "(choose another number of givens, symmetry or difficulty)" in str(raised.value)


def test_the_bounds_of_givens_are_both_used() -> None:
    counts = Counter(stocked.puzzle.given_count for stocked in generated(Order(NINE, None, "none", 28, 36), 150, 5, 1))
    assert set(counts) <= set(range(28, 37))
    assert len(counts) >= 8


def test_every_4x4_grid_comes_up_as_an_answer() -> None:
    order = Order(geometry("classic", 4), None, "none")
    counts = Counter(stocked.solution for stocked in generated(order, 2500, 11, 1))
    assert len(counts) == 288
    # Unique ways to dig differ a little between the two kinds of grid; a fill with a leaning differs a lot.
    assert max(counts.values()) < 6 * 2500 / 288


def test_9x9_answers_lean_to_no_side() -> None:
    solutions = [stocked.solution for index in (0, 1, 3) for stocked in made(index)]
    assert len(set(solutions)) == len(solutions)
    total = len(solutions)
    expected, spread = total / 9, (total * 8 / 81) ** 0.5
    for cell in range(81):
        for digit, count in Counter(solution[cell] for solution in solutions).items():
            assert abs(count - expected) < 5 * spread, (cell, digit)
    # Nor do the cells that are given, where the order has no symmetry.
    patterns = [stocked.puzzle.givens for index in (1, 3) for stocked in made(index)]
    given = [sum(givens[cell] != 0 for givens in patterns) / len(patterns) for cell in range(81)]
    mean = sum(given) / 81
    assert all(abs(share - mean) < 5 * (mean * (1 - mean) / len(patterns)) ** 0.5 for share in given)


def test_seeds_are_numbers_that_json_holds() -> None:
    for stocked in made(0)[:20]:
        assert stocked.seed is not None
        assert 0 <= stocked.seed < 2**64
        assert json.loads(json.dumps(stocked.seed)) == stocked.seed
    assert len({stocked.seed for stocked in made(0)}) == ORDERS[0][1]


def test_the_largest_grids_are_made_easy_to_medium() -> None:
    level = Level.MEDIUM if scaled(0, 1) else Level.EASY  # A medium one takes four times as long.
    one = make(Order(geometry(size=25), level), 1)
    # In a usual run other sizes are proven so.
    if scaled(0, 1):
        assert Prover(25, (5, 5)).solutions(one.givens) == [one.solution]
    assert grade(one.puzzle(geometry(size=25))).level == str(level)
    for refused in ({"level": Level.HARD}, {}, {"level": Level.EASY, "minimal": True}):
        with pytest.raises(UsageError, match="25x25"):
            Order(geometry(size=25), **refused)


def test_a_map_that_is_not_found_costs_its_own_puzzle_only(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def none(size: int, seed: int, *more: object) -> None:
        asked.append(seed)
        raise UnmetError("no map of regions was found")

    monkeypatch.setattr(own_grounds, "region_map", none)
    made = made_puzzles(Order(geometry("jigsaw", 6), Level.EASY, "none"), [1, 2])
    assert [type(one) for one in made] == [UnmetError, UnmetError]
    assert len(asked) == 2


@pytest.mark.sampled(20)
@pytest.mark.parametrize("kind", [name for name, rule in RULES.items() if rule.clues])
def test_an_order_with_clues_of_its_own_has_a_solution_that_keeps_them(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such an order is not examined anew."""
    asked, own = Order.on, []

    def on(order: Order, *changed: Any) -> Order:
        own.append(asked(order, *changed))
        return own[-1]

    monkeypatch.setattr(Order, "on", on)
    size = next(size for size in (6, 9) if size in made_sizes(kind))
    list(made_puzzles(Order(geometry(kind, size), attempts=1), [1, 2]))
    assert len(own) > 1
    for order in own:
        assert order.geometry.clues and order.attempts == 1
        assert order.solution is not None and order.geometry.holds(order.solution)


def test_fewer_givens_are_left_where_many_attempts_are_too_easy() -> None:
    made = [make(Order(geometry("windoku+x"), Level.EXPERT), seed) for seed in range(3)]
    assert all(str(grade(item.puzzle(geometry("windoku+x"))).level) == "expert" for item in made)
    # With a third of the cells, as classic ones have, two thousand attempts make one.
    assert all(item.attempts < 400 for item in made)
    assert max(sum(map(bool, item.givens)) for item in made) < 27
    bounded = make(Order(geometry("windoku+x"), Level.HARD, "none", 26, 28), 1)
    assert 26 <= sum(map(bool, bounded.givens)) <= 28


@pytest.mark.sampled(3)
@pytest.mark.parametrize("fields", [{}, {"minimal": True}, {"kind": "killer"}, {"kind": "kropki", "size": 6}])
def test_puzzles_without_a_grade_are_the_same(fields: dict[str, object]) -> None:
    graded = bookmaker.generate(6, "any", seed=3, **fields)  # type: ignore[arg-type]
    plain = bookmaker.generate(6, "any", seed=3, grade=False, **fields)
    assert [(one.puzzle, one.solution, one.seed) for one in plain] == [
        (one.puzzle, one.solution, one.seed) for one in graded
    ]
    assert not hasattr(plain[0], "grade")


def test_a_grade_that_an_order_needs_is_not_left_out() -> None:
    for fields in (
        {"difficulty": "easy"},
        {"difficulty": "any", "hardest": "x-wing"},
        {"difficulty": "any", "minutes": 5},
    ):
        with pytest.raises(UsageError, match="need the grade"):
            bookmaker.generate(1, grade=False, **fields)  # type: ignore[call-overload]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("kind", ["killer", "killer-x", "calcudoku", "skyscrapers", "classic"])
def test_puzzles_are_compared_with_hardly_any_other(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A comparison takes milliseconds: were each puzzle compared with all, four times as many would take 16 times as long."""
    compared: list[Puzzle] = []
    monkeypatch.setattr(canonical_form, "least_image", lambda puzzle: compared.append(puzzle) or puzzle)
    made = bookmaker.generate(24, "any", kind=kind, size=6, seed=1, grade=False)
    assert len(made) == 24
    assert len(compared) <= 24
