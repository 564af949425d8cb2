"""A grade is a property of the puzzle: the same for every isomorph, and made of the steps that the path reports."""

from __future__ import annotations

import json
import pickle
import random
from collections import Counter

import pytest
from conftest import scaled
from isomorphs import isomorph, turned_x
from techniques_data import easy_puzzle, hard_puzzles, read_line

from bookmaker.base.errors import ImproperError
from bookmaker.logic.grading import grade, grade_many, steps
from bookmaker.logic.techniques import BY_NAME, SINGLES, TECHNIQUES, engine, explainer_rating
from bookmaker.logic.techniques.declare import Level, Step
from bookmaker.logic.techniques.families import Tier
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.puzzles.rules import geometry


def test_isomorphs_have_the_same_grade():
    rng = random.Random(7)
    puzzles = list(hard_puzzles()[:: scaled(20, 10)]) + [easy_puzzle(seed, extra=seed % 6) for seed in range(30)]
    grades = grade_many(puzzles)
    for puzzle, expected in zip(puzzles, grades, strict=True):
        others = grade_many(isomorph(puzzle, rng) for _ in range(scaled(1, 3)))
        assert others == [expected] * scaled(1, 3), str(puzzle)
        assert [one.estimates for one in others] == [expected.estimates] * scaled(1, 3), str(puzzle)
    assert {"beginner", "easy", "medium", "hard", "expert", "diabolical", "extreme"} <= {
        grade.level for grade in grades
    }


@pytest.mark.parametrize(("kind", "size"), [("classic", 4), ("classic", 6), ("x", 6), ("x", 9), ("classic", 12)])
def test_isomorphs_of_other_grids_have_the_same_grade(kind, size):
    rng = random.Random(11)
    for seed in range(scaled(4, 12) if size < 12 else scaled(1, 2)):
        puzzle = easy_puzzle(seed, kind, size, extra=size * size // 8 if size > 9 else 0)
        turn = turned_x if kind == "x" else isomorph
        assert grade(turn(puzzle, rng)) == grade(puzzle), str(puzzle)


def naive_score(path: list[list[Step]]) -> int:
    """The score of a puzzle without cages, added up round by round as its definition says."""
    tenths = 0
    for found in path:
        technique = BY_NAME[found[0].technique]
        if technique in SINGLES:
            tenths += 40 * len(found) + (0 if technique.name == "full-house" else 10 * technique.score)
        elif technique.level >= Level.DIABOLICAL or technique.name.endswith("-chain"):
            tenths += 10 * technique.score
            if technique.tier is Tier.CHAINS:
                shortest = min(sum(part.role[:2] in ("if", "th") for part in step.pattern) - 1 for step in found)
                tenths += 100 * (shortest - 3)
        else:
            tenths += technique.score * (3 + 7 * len(found))
    return (tenths + 5) // 10


def test_a_grade_counts_the_steps_that_are_told():
    for puzzle in hard_puzzles()[:: scaled(40, 20)] + tuple(easy_puzzle(seed) for seed in range(5)):
        path, graded = steps(puzzle), grade(puzzle)
        assert graded.rounds == len(path)
        assert graded.techniques == dict(Counter(step.technique for round_ in path for step in round_))
        # Proofs by supposition cost by their length, too, where branches that meet count twice. Of loops that prove the same, the
        # shortest is measured and the first is told.
        unsure = any(BY_NAME[name].tier is Tier.FORCING or "continuous-nice" in name for name in graded.techniques)
        assert unsure or graded.score == naive_score(path)
        assert (graded.score >= 30_000) == (graded.level == "beyond")
        assert all(len({step.technique for step in round_}) == 1 for round_ in path)
        assert list(graded.techniques) == [t.name for t in TECHNIQUES if t.name in graded.techniques]


def test_fields():
    easy = grade(read_line("..7.8..6......187.........9.............63..1...74..8.8...59..65.6..41..7...1.39."))
    assert easy.level == "easy" and easy.hardest in ("naked-single", "hidden-single")
    fields = json.loads(json.dumps(easy.as_dict()))
    assert list(fields) == [
        "level",
        "label",
        "score",
        "hardest",
        "techniques",
        "rounds",
        "narrowest",
        "minutes",
        "minutes_80",
        "minutes_range",
        "basis",
        "estimates",
    ]
    assert fields["estimates"].keys() == {"hodoku_level", "hodoku_score", "se_er"}
    assert fields["estimates"]["hodoku_level"] == "EASY" and 1.0 <= fields["estimates"]["se_er"] <= 2.3
    beyond = grade(read_line("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."))
    assert (beyond.level, beyond.hardest, beyond.techniques["brute-force"]) == ("beyond", "brute-force", 1)
    assert beyond.estimates.hodoku_level == "EXTREME" and beyond.score >= 30_000 > beyond.estimates.hodoku_score
    full = Puzzle(geometry("classic", 4), bytes([1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]))
    assert (grade(full).level, grade(full).score, grade(full).hardest, grade(full).rounds) == ("easy", 0, None, 0)


def test_estimates_of_other_graders_cost_nothing_until_they_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    ratings = explainer_rating.ratings
    monkeypatch.setattr(explainer_rating, "ratings", lambda *args: asked.append(len(args[1])) or ratings(*args))
    grades = grade_many(hard_puzzles()[:3])
    assert "estimates" not in grades[0].as_dict(estimates=False) and not asked
    assert [one.as_dict()["estimates"]["se_er"] for one in grades] == [one.estimates.se_er for one in grades]
    assert asked == [3]


def test_level_is_that_of_the_hardest_technique():
    for graded in grade_many(hard_puzzles()[:: scaled(15, 5)]):
        if graded.hardest is not None:
            assert graded.level == str(BY_NAME[graded.hardest].level)
            assert graded.hardest == list(graded.techniques)[-1]


def test_improper_puzzles_have_no_grade():
    empty = read_line("." * 81)
    clash = read_line("11" + "." * 79)
    two = bytearray(easy_puzzle(3).givens)
    two[next(cell for cell, digit in enumerate(two) if digit)] = 0  # The puzzle is minimal.
    with pytest.raises(ImproperError, match="more than one solution"):
        grade(empty)
    with pytest.raises(ImproperError, match="no solution"):
        grade(clash)
    with pytest.raises(ImproperError) as caught:
        grade_many([empty, easy_puzzle(1), clash, Puzzle(geometry(), bytes(two))])
    assert len(caught.value.faults) == 3


def singles_of(candidates, houses):
    """The cells that a single of any kind fills: cell -> digit. ``candidates``: cell -> set, of empty cells."""
    found = {cell: min(digits) for cell, digits in candidates.items() if len(digits) == 1}
    for house in houses:
        for digit in range(1, len(house) + 1):
            places = [cell for cell in house if digit in candidates.get(cell, ())]
            if len(places) == 1:
                found[places[0]] = digit
    return found


def candidates_of(givens, ground, removed=frozenset()):
    return {
        cell: {d for d in range(1, ground.size + 1) if d not in {givens[peer] for peer in ground.peers[cell]}}
        - {d for at, d in removed if at == cell}
        for cell, digit in enumerate(givens) if not digit
    }  # fmt: skip


def test_the_narrowest_point_by_a_naive_count():
    narrowest = Counter()
    for puzzle in hard_puzzles()[:: scaled(75, 25)] + tuple(
        easy_puzzle(seed, extra=seed % 9) for seed in range(scaled(8, 20))
    ):
        graded, givens, removed, ways = grade(puzzle), bytearray(puzzle.givens), set(), []
        houses = [house.cells for house in puzzle.geometry.houses]
        for round_ in steps(puzzle):
            filled = singles_of(candidates_of(givens, puzzle.geometry, removed), houses)
            ways.append(len(filled) or len(round_))
            for step in round_:
                removed.update(step.eliminations)
                for cell, digit in step.placements:
                    givens[cell] = digit
            if 0 not in givens:
                ways.pop()
        assert graded.narrowest == min(ways, default=0), str(puzzle)
        narrowest[graded.narrowest] += 1
    assert len(narrowest) > 4


def suits_beginners(puzzle):
    """By cell and by eye: the last empty cell of a house, or the last place in a box, and three of them at every point."""
    ground, givens = puzzle.geometry, bytearray(puzzle.givens)
    boxes = [house.cells for house in ground.houses if house.kind == "box"]
    while 0 in givens:
        candidates, seen = candidates_of(givens, ground), {}
        for house in (house.cells for house in ground.houses):
            empty = [cell for cell in house if not givens[cell]]
            if len(empty) == 1:
                seen[empty[0]] = min(candidates[empty[0]])
        for box in boxes:
            for digit in range(1, ground.size + 1):
                places = [cell for cell in box if digit in candidates.get(cell, ())]
                if len(places) == 1:
                    seen[places[0]] = digit
        if len(seen) < min(3, givens.count(0)):
            return False
        for cell, digit in seen.items():
            givens[cell] = digit
    return True


def test_what_suits_beginners():
    levels = Counter()
    for seed in range(scaled(60, 120)):
        puzzle = easy_puzzle(seed, *(("classic", 9), ("classic", 6), ("x", 9))[seed % 3], extra=4 + seed % 13)
        graded = grade(puzzle)
        assert (graded.level == "beginner") == suits_beginners(puzzle), str(puzzle)
        levels[graded.level] += 1
    assert min(levels["beginner"], levels["easy"]) > scaled(4, 10)


def test_a_grade_is_given_up_where_the_solver_would_not_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "WORK", 1)
    puzzle = Puzzle(geometry("killer"), bytes(81), cages=(Cage((0, 1), 10),))
    with pytest.raises(ImproperError, match="was not decided within 1 guesses"):
        grade(puzzle, bound=1)


def test_a_grade_of_a_book_holds_its_time_and_not_what_it_follows_from() -> None:
    """A book holds thousands of them; the clock of each has six arrays."""
    for whole in grade_many([easy_puzzle(3), *hard_puzzles()[:2]]):
        bare = whole.without_estimates()
        assert (bare, bare.time, bare.label) == (whole, whole.time, whole.label)
        assert bare.without_estimates() is bare
        assert len(pickle.dumps(bare)) < 2_000 < len(pickle.dumps(whole))
