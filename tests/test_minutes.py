"""Minutes: against people's times, against an exact average over all orders, and the same for every copy of a puzzle."""

from __future__ import annotations

import csv
import random
from collections import Counter
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from conftest import every_kind, scaled
from isomorphs import isomorph, turned_x
from techniques_data import easy_puzzle, hard_puzzles

import bookmaker
from bookmaker.base import language
from bookmaker.base.errors import UnmetError, UsageError
from bookmaker.logic.generation import distinct_puzzles
from bookmaker.logic.generation.maker import Maker
from bookmaker.logic.generation.order import Order, order_for
from bookmaker.logic.grading import grade, grade_many
from bookmaker.logic.minutes import PACE, Work, scan_workspace, seconds
from bookmaker.logic.solve.solver import solve
from bookmaker.logic.techniques.declare import Level
from bookmaker.logic.techniques.finders.scanning import RESULTS, SECONDS, STUCK_CELLS, scan
from bookmaker.logic.techniques.workspaces import tables
from bookmaker.logic.times import ANCHORED, BOUND, LONGEST, MEASURED, NONE, SERIES, Time, anchor_of
from bookmaker.publishing.book.pages.slots import time_text
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry

TIMES = Path(__file__).parent / "data" / "human_times.csv"


@cache
def people() -> tuple[list[Puzzle], np.ndarray]:
    """Puzzles, and the mean seconds that people took for them."""
    with TIMES.open() as file:
        rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
    puzzles = [Puzzle(geometry(), bytes(0 if char == "." else int(char) for char in row["puzzle"])) for row in rows]
    return puzzles, np.array([float(row["mean_seconds"]) for row in rows])


def agreement(one: np.ndarray, other: np.ndarray) -> float:
    """Spearman's rank correlation, for numbers that hardly ever are equal."""
    return float(np.corrcoef(one.argsort().argsort(), other.argsort().argsort())[0, 1])


def test_minutes_rise_with_peoples_times():
    puzzles, took = people()
    known = [(one, time) for one, time in zip(grade_many(puzzles), took, strict=True) if one.basis == MEASURED]
    assert len(known) > 0.95 * len(puzzles)
    grades, took = [one for one, _ in known], np.array([time for _, time in known])
    told = np.array([one.minutes * 60 for one in grades])
    easy = np.array([one.level in ("beginner", "easy") for one in grades])
    assert easy.sum() > 100 and (~easy).sum() >= 20
    assert agreement(told, took) > 0.68
    assert agreement(told[easy], took[easy]) > 0.62
    assert agreement(told[~easy], took[~easy]) > 0.5
    assert np.median(np.abs(told / took - 1)) < 0.17
    # What the model is for: the score orders easy puzzles less well.
    score = np.array([one.score for one in grades])
    assert agreement(score[easy], took[easy]) < agreement(told[easy], took[easy]) - 0.05


def rate(puzzle: Puzzle, grid: bytes, cell: int, digit: int) -> float:
    """What the open cues of a cell add up to, looked up house by house; 0 where none is open. Any grid that is not full."""
    houses = [house for house in puzzle.geometry.houses if cell in house.cells]

    def bars(other: int) -> bool:
        peers = {peer for house in puzzle.geometry.houses if other in house.cells for peer in house.cells}
        return bool(grid[other]) or digit in {grid[peer] for peer in peers}

    found = 0.0
    others = [[other for other in house.cells if other != cell] for house in houses]
    only = {house.kind == "box" for house, rest in zip(houses, others, strict=True) if all(map(bars, rest))}
    if True in only or any(all(grid[other] for other in rest) for rest in others):
        found += 1 / PACE.box
    if False in only:
        found += 1 / PACE.line
    if len({grid[other] for rest in others for other in rest} - {0}) == puzzle.geometry.size - 1:
        found += 1 / PACE.naked
    return found


def exact(puzzle: Puzzle, answer: bytes) -> float:
    """The expected seconds of looking over all orders, by the sum over all positions that singles can lead to."""

    @cache
    def left(grid: bytes) -> float:
        empty = [cell for cell, digit in enumerate(grid) if digit == 0]
        rates = {cell: rate(puzzle, grid, cell, answer[cell]) for cell in empty}
        total = sum(rates.values())
        if not total:
            return 0.0
        after = {cell: grid[:cell] + answer[cell : cell + 1] + grid[cell + 1 :] for cell in empty if rates[cell]}
        return (len(empty) + sum(rates[cell] * left(grid) for cell, grid in after.items())) / total

    return left(puzzle.givens)


def looking(puzzles: list[Puzzle]) -> np.ndarray:
    """What the kernel finds of puzzles of one geometry."""
    ground = puzzles[0].geometry
    found = np.zeros((len(puzzles), RESULTS))
    grids = np.array([list(puzzle.givens) for puzzle in puzzles], dtype=np.uint8)
    scan(tables(ground), scan_workspace(ground), grids, PACE.rates(), found)
    return found


@pytest.mark.thorough("test_minutes.py::test_every_copy_has_the_same_minutes")
def test_few_runs_come_near_the_average_over_all_orders():
    # Of 6x6 puzzles the last eight to eleven cells: so many that orders differ, so few that all of them can be gone through.
    puzzles, expected = [], []
    for made in Maker(Order(geometry("classic", 6), Level.EASY)).make(range(16)):
        answer = solve(Puzzle(geometry("classic", 6), made.givens)).solution
        rng = random.Random(made.seed)
        empty = rng.sample([cell for cell in range(36) if made.givens[cell] == 0], rng.randrange(8, 12))
        given = bytes(0 if cell in empty else digit for cell, digit in enumerate(answer))
        puzzles.append(Puzzle(geometry("classic", 6), given))
        expected.append(exact(puzzles[-1], answer))
    found = looking(puzzles)
    assert not found[:, STUCK_CELLS].any()
    ratio = found[:, SECONDS] / np.array(expected)
    assert abs(np.log(ratio).mean()) < 0.06 and np.log(ratio).std() < 0.05
    assert np.corrcoef(np.log(found[:, SECONDS]), np.log(expected))[0, 1] > 0.97


def test_where_there_is_one_order_the_time_is_exact():
    answer = solve(easy_puzzle(3)).solution
    last = Puzzle(geometry(), bytes([0]) + answer[1:])
    every_cue = 1 / PACE.box + 1 / PACE.line + 1 / PACE.naked
    assert grade(last).minutes * 60 == pytest.approx(PACE.write + 1 / every_cue)
    full = grade(Puzzle(geometry(), answer))
    assert (full.minutes, full.minutes_80) == (0, 0)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("kind", "size"), [("classic", 9), ("classic", 6), ("x", 9)])
def test_every_copy_has_the_same_minutes(kind, size):
    rng = random.Random(5)
    if (kind, size) == ("classic", 9):
        puzzles = people()[0][::3] + list(hard_puzzles()[::10])
    else:
        made = Maker(Order(geometry(kind, size), Level.EASY)).make(range(30))
        puzzles = [Puzzle(geometry(kind, size), one.givens) for one in made]
    expected = [one.time for one in grade_many(puzzles)]
    turn = turned_x if kind == "x" else isomorph
    for _ in range(scaled(1, 3)):
        assert [one.time for one in grade_many(turn(puzzle, rng) for puzzle in puzzles)] == expected


def test_minutes_do_not_depend_on_what_is_graded_beside_a_puzzle():
    puzzles = people()[0][:20]
    assert [one.time for one in grade_many(puzzles)] == [grade(puzzle).time for puzzle in puzzles]


def test_bounds_hold_most_of_peoples_times() -> None:
    """Wider for longer puzzles: of all four in five, and of the harder ones as many."""
    puzzles, took = people()
    known = [(one, time / 60) for one, time in zip(grade_many(puzzles), took, strict=True) if one.basis == MEASURED]
    within = np.array([one.minutes_range[0] <= time <= one.minutes_range[1] for one, time in known])
    harder = np.array([one.level not in ("beginner", "easy") for one, _ in known])
    assert 0.74 <= within.mean() <= 0.9 and within[harder].mean() >= 0.72
    assert all(one.minutes < one.minutes_80 < 1.7 * one.minutes for one, _ in known)


def kinds() -> list[Puzzle]:
    """A puzzle of each kind."""
    return [*every_kind()]


def test_no_time_is_said_without_evidence() -> None:
    """Of every kind; of classic puzzles of every level."""
    bases = Counter[str]()
    for puzzle, found in zip(kinds(), grade_many(kinds()), strict=True):
        fields, rules = found.as_dict(), puzzle.geometry.rules
        anchor = anchor_of(puzzle.geometry, bool(puzzle.cages))
        bases[found.basis] += 1
        assert (found.basis in (MEASURED, ANCHORED)) == (
            anchor is not None and Level[found.level.upper()] <= anchor.most
        )
        assert (fields["minutes"] is None) == (fields["minutes_80"] is None) == (found.basis != MEASURED)
        assert (fields["minutes_range"] is None) == (found.basis == NONE)
        assert found.basis != MEASURED or not (rules or puzzle.cages)
        if found.basis == ANCHORED:
            low, high = fields["minutes_range"]
            assert low < high and {low, high} <= {0, *SERIES}
            assert low <= found.time.middle <= high
        if len(rules - {"latin"}) > 1:
            assert found.basis == NONE
    assert bases[MEASURED] and bases[ANCHORED] > 10 and bases[NONE] > 30
    hard = {one.level: one for one in grade_many(hard_puzzles()[::9])}
    assert {one.basis for level, one in hard.items() if level in ("medium", "hard")} == {MEASURED}
    assert {one.basis for level, one in hard.items() if level in ("expert", "diabolical")} == {BOUND}
    assert {one.basis for level, one in hard.items() if level in ("extreme", "beyond")} <= {NONE}
    assert hard["expert"].as_dict()["minutes_range"] == [LONGEST, None]


def test_minutes_that_nobody_knows_cannot_be_ordered() -> None:
    for kind, level, said in (
        ("sandwich", None, "nobody has measured how long sandwich puzzles take"),
        ("classic", "expert", "puzzles harder than hard take"),
        ("killer-x", "easy", "killer-x puzzles take"),
    ):
        with pytest.raises(UsageError, match=said):
            order_for(kind=kind, difficulty=level, minutes=(5, 10))
    assert order_for(kind="killer", difficulty="expert", minutes=(30, None)).minutes == (30, None)


def test_what_labels_say_of_a_time() -> None:
    words = language.load("en")
    said = [
        (Time(MEASURED, 12.3, 9.0, 16.0, 18.0, 12.3), "12 min"),
        (Time(ANCHORED, None, 15.0, 30.0, None, 22.0), "estimated 15–30 min"),
        (Time(ANCHORED, None, 0.0, 5.0, None, 2.0), "estimated under 5 min"),
        (Time(ANCHORED, None, 60.0, 120.0, None, 90.0), "estimated over 60 min"),
        (Time(BOUND, low=LONGEST), "more than 25 min"),
        (Time(NONE), ""),
    ]
    assert [time_text(time, words).replace("\u00a0", " ") for time, _ in said] == [text for _, text in said]


def test_every_round_and_every_guess_costs_time():
    puzzle = hard_puzzles()[0]
    assert looking([puzzle])[0, STUCK_CELLS]
    grids = np.array([list(puzzle.givens)] * 5, dtype=np.uint8)
    ones, scores = np.array([1, 1, 1, 2, 1]), np.full(5, 1500)
    work = Work(np.array([0, 1, 9, 9, 9]), np.array([False, False, False, False, True]), ones, scores, ones)
    took = seconds(tables(geometry()), scan_workspace(geometry()), grids, work)
    assert (np.diff(took) > 0).all()
    dear = Work(work.rounds, work.guessed, ones, np.array([1500, 1500, 1500, 3000, 1500]), ones)
    assert np.flatnonzero(
        seconds(tables(geometry()), scan_workspace(geometry()), grids, dear, by_score=True) > took
    ).size
    names, two = ["naked-single", "pointing", "brute-force"], np.array([3, 9])
    told = Work.of(names, np.array([[5, 2, 0], [5, 0, 1]]), two, two)
    assert told.rounds.tolist() == [2, 0] and told.kinds.tolist() == [1, 0]
    assert told.guessed.tolist() == [False, True]


def test_made_puzzles_take_the_minutes_of_the_order(monkeypatch):
    one, two = (bookmaker.generate(6, "easy", minutes=(4, 8), jobs=jobs) for jobs in (1, 2))
    assert [made.puzzle for made in one] == [made.puzzle for made in two]
    assert all(4 <= made.grade.minutes <= 8 and made.grade.level == "easy" for made in one)
    # Those that take so long anyhow are made as without the wish.
    anyhow = {made.puzzle for made in bookmaker.generate(6, "easy") if 4 <= made.grade.minutes <= 8}
    assert anyhow and anyhow < {made.puzzle for made in one}
    monkeypatch.setattr(distinct_puzzles, "_MOST_TURNS", 3)
    with pytest.raises(UnmetError, match=r"of 3 puzzles none takes at least 200 minutes; they take \d+ to \d+ minutes"):
        bookmaker.generate(1, "easy", minutes=(200, None))
