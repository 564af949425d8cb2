"""Answers that stand apart from their puzzles, under a heading or at the end of a file: whose each is, and where it is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from bookmaker.grid.puzzle import Puzzle
from bookmaker.verify.check import answer_faults
from bookmaker.verify.puzzle_fault import PuzzleFault, many

_MOST = 20_000
"""Puzzles, and answers, that are kept: each answer may belong to any puzzle before or after it."""

_NEAR = 1 / 3
"""An answer that differs from a solution in no larger share of its cells has errors; grids agree in a ninth of them by chance."""


@dataclass(frozen=True)
class WrongAnswer:
    """The digits of an answer that does not fit, the puzzle that it comes with or is nearest to, and what is wrong.

    Where an answer is near no puzzle, ``puzzle`` is the answer itself, as it was read.
    """

    cells: bytes
    puzzle: Puzzle
    fault: PuzzleFault


class LooseAnswers:
    """The puzzles of files with their solutions, and the full grids that are answers of some of them."""

    def __init__(self) -> None:
        self._puzzles: list[tuple[Puzzle, bytes | None]] = []
        self._answers: list[Puzzle] = []
        self._full: list[Puzzle] = []
        self._foreign: list[Puzzle] = []

    def add(self, puzzle: Puzzle, solution: bytes | None) -> None:
        """A puzzle with its only solution, None if it is not proper. A full grid counts as an answer where it is one."""
        if 0 not in puzzle.givens:
            self._full += [puzzle] * (len(self._full) < _MOST)
        elif len(self._puzzles) < _MOST:
            self._puzzles.append((puzzle, solution))
            if puzzle.answer not in (None, solution):
                self._foreign.append(puzzle)

    def take(self, answer: Puzzle) -> bool:
        """Keep a full grid that is an answer and no puzzle. Returns False where there are too many."""
        able = len(self._puzzles) < _MOST and len(self._answers) < _MOST
        self._answers += [answer] * able
        return able

    def wrong(self) -> Iterator[WrongAnswer]:
        """The answers that are not the solution of their puzzle, in the order of the files."""
        solved = {solution: puzzle for puzzle, solution in reversed(self._puzzles) if solution is not None}
        for puzzle in self._foreign:
            answer = puzzle.answer or b""
            if (owner := solved.get(answer)) is not None:
                said = f"its answer is the solution of {_named(owner)}"
                yield WrongAnswer(answer, puzzle, PuzzleFault("answer-foreign", (), said))
        for full in (*self._answers, *self._full):
            if full.givens in solved:
                continue
            owner, solution, near = self._owner(full)
            if owner is not None and near:
                held, what = replace(owner, answer=full.givens), f"the answer at {_at(full)}"
                for fault in answer_faults(held, solution, 2 if solution is None else 1, what):
                    yield WrongAnswer(full.givens, owner, fault)
            elif full not in self._full:
                yield WrongAnswer(full.givens, full, PuzzleFault("answer-wrong", (), _of_none(full, owner, solution)))

    def _owner(self, answer: Puzzle) -> tuple[Puzzle | None, bytes | None, bool]:
        """The puzzle that an answer is nearest to, its solution, and whether it is near enough to be meant."""
        alike = [pair for pair in self._puzzles if pair[0].geometry.cell_count == len(answer.givens)]
        if not alike:
            return None, None, False
        known = np.frombuffer(b"".join(solution or puzzle.givens for puzzle, solution in alike), np.uint8)
        known = known.reshape(len(alike), -1)
        wrong = ((known != 0) & (known != np.frombuffer(answer.givens, np.uint8))).mean(1, where=known != 0)
        best = int(wrong.argmin())
        if wrong[best] <= _NEAR:
            return *alike[best], True
        named = [pair for pair in alike if _number(answer) is not None and _number(pair[0]) == _number(answer)]
        above = [pair for pair in alike if _line(pair[0]) < _line(answer)]
        return *(named or above or alike)[-1], False


def _of_none(answer: Puzzle, owner: Puzzle | None, solution: bytes | None) -> str:
    said = "it is the answer of none of these puzzles"
    if owner is None or solution is None:
        return said
    cells = sum(one != other for one, other in zip(answer.givens, solution, strict=True))
    return f"{said}; from the solution of {_named(owner)} it differs in {many(cells, 'cell')}"


def _number(puzzle: Puzzle) -> str | None:
    found = re.findall(r"[0-9]+", puzzle.name)
    return found[-1].lstrip("0") if found else None


def _line(puzzle: Puzzle) -> int:
    return 0 if puzzle.source is None else puzzle.source.line or 0


def _at(puzzle: Puzzle) -> str:
    return "" if puzzle.source is None else f"{puzzle.source.path}:{puzzle.source.line}"


def _named(puzzle: Puzzle) -> str:
    return f"{puzzle.name!r} at {_at(puzzle)}" if puzzle.name else f"the puzzle at {_at(puzzle)}"
