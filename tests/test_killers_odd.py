"""Killers such as no generator makes, beside what another solver counted: bare cells, no or wrong sums, pieces, overlaps."""

from __future__ import annotations

from collections import Counter

from conftest import scaled
from killer_data import odd_killers

from bookmaker.logic.grading import grade
from bookmaker.logic.solve.solver import count_solutions, solutions
from bookmaker.logic.verify.check import check
from bookmaker.logic.verify.faults import BLOCKING
from bookmaker.publishing.explain import solution_path

UNPROVEN = {"cage-twice"}
"""Codes of broken cages that a grid may fit all the same."""


def test_as_many_solutions_as_another_solver() -> None:
    met: Counter[tuple[int, str]] = Counter()
    for puzzle, most, counted in odd_killers():
        for limit in (limit for limit in (2, 10, 1000) if limit <= most):
            assert int(count_solutions(puzzle, limit)[0]) == min(limit, counted), puzzle
        assert len(set(solutions(puzzle, most))) == counted
        met[puzzle.geometry.size, "none" if not counted else "one" if counted == 1 else "several"] += 1
    assert all(met[size, many] >= 4 for size in (4, 6, 9) for many in ("none", "one", "several"))


def test_what_is_said_of_them_agrees() -> None:
    codes: Counter[str] = Counter()
    for puzzle, limit, counted in odd_killers():
        verdict = check(puzzle, limit)
        met = {fault.code for fault in verdict.faults}
        codes.update(met)
        if verdict.status == "broken":
            assert counted == 0 or met & BLOCKING <= UNPROVEN, puzzle
        else:
            assert verdict.status == ("none" if not counted else "proper" if counted == 1 else "several")
            assert verdict.solutions == counted
    assert codes.keys() >= {
        "cage-overlap",
        "cage-in-pieces",
        "cage-without-sum",
        "cage-sum",
        "cage-house",
        "cage-givens",
    }


def test_no_step_contradicts_the_answer() -> None:
    steps: Counter[str] = Counter()
    proper = [puzzle for puzzle, _, counted in odd_killers() if counted == 1 and check(puzzle).status == "proper"]
    for puzzle in proper[:: scaled(12, 3)]:
        (answer,) = solutions(puzzle, 2)
        told = [told.step for told in solution_path.explain(puzzle, everything=True).steps]
        for step in told:
            assert all(answer[cell] == digit for cell, digit in step.placements), (step, puzzle)
            assert all(answer[cell] != digit for cell, digit in step.eliminations), (step, puzzle)
        assert Counter(step.technique for step in told) == grade(puzzle).techniques
        steps.update(step.technique for step in told)
    assert len(steps) >= 12
