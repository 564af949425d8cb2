"""Answers apart from their puzzles, under a heading or at the end of a file: whose each is, and where it is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from bookmaker.base.errors import Place
from bookmaker.formats.found.headings import meant_for
from bookmaker.logic.solve.solver import first_solutions
from bookmaker.logic.solve.work import WORK
from bookmaker.logic.verify.check import answer_faults
from bookmaker.logic.verify.puzzle_fault import PuzzleFault, many
from bookmaker.publishing.submissions.stream import JudgedLines
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.grid.puzzle import Puzzle

_MOST = 20_000
"""Puzzles, and answers, that are kept: each answer may belong to any puzzle before or after it."""

_NEAR = 1 / 3
"""An answer that differs from a solution in no larger share of its cells has errors; grids agree in a ninth of them by chance."""


@dataclass(frozen=True)
class WrongAnswer:
    """The digits of an answer that does not fit, the puzzle that it comes with or is nearest to, and the fault.

    Where an answer is near no puzzle, ``puzzle`` is the answer itself, as it was read.
    """

    cells: bytes
    puzzle: Puzzle
    fault: PuzzleFault


class LooseAnswers:
    """The puzzles of files with their solutions, and the full grids that are answers of some of them."""

    def __init__(self) -> None:
        self._kept: list[_Known | _Lines] = []
        self._number = 0
        self._complete = True
        self._answers: list[Puzzle] = []
        self._full: list[Puzzle] = []
        self._foreign: list[Puzzle] = []
        self.unknown = 0
        """Answers that fit no puzzle that was kept, and may fit one that was not; counted by :meth:`wrong`."""
        self._left_out = 0

    @property
    def left_out(self) -> int:
        """Full grids that were compared with no puzzle, though there were puzzles: more than are kept."""
        return self._left_out if self._number else 0

    def add(self, puzzle: Puzzle, solution: bytes | None, count: int) -> None:
        """A puzzle with its only solution, None if it is not proper, and the number of its solutions, as far as known.

        A full grid counts as an answer where it is one.
        """
        if 0 not in puzzle.givens:
            able = len(self._full) < _MOST
            self._full += [puzzle] * able
            self._left_out += not able
        elif self._number < _MOST:
            self._kept.append(_Known(puzzle, solution, count))
            self._number += 1
            if puzzle.answer not in (None, solution):
                self._foreign.append(puzzle)
        else:
            self._complete = False

    def add_lines(self, lines: JudgedLines, ground: Geometry) -> None:
        """Lines that were judged together, on this geometry. They are solved again only where an answer asks for it."""
        puzzles = len(lines.cells) - len(lines.full)
        able = min(puzzles, _MOST - self._number)
        self._complete &= able == puzzles
        self._number += able
        if able:
            kept = np.delete(np.arange(len(lines.cells)), lines.full)[:able]
            self._kept.append(_Lines(lines.name, lines.first + kept, lines.cells[kept], lines.counts[kept], ground))
        grids = lines.full.tolist()
        able = _MOST - len(self._full)
        self._left_out += len(grids[able:])
        for row in grids[:able]:
            self._full.append(_puzzle(lines.name, lines.first + row, lines.cells[row], ground))

    def take(self, answer: Puzzle) -> bool:
        """Keep a full grid that is an answer and no puzzle. Returns False where there are too many."""
        able = self._number < _MOST and len(self._answers) < _MOST
        self._answers += [answer] * able
        return able

    def wrong(self) -> Iterator[WrongAnswer]:
        """The answers that are not the solution of their puzzle, in the order of the files."""
        if not (self._answers or self._full or self._foreign):
            return
        puzzles = [one for kept in self._kept for one in ([kept] if isinstance(kept, _Known) else kept.solved())]
        solved = {one.solution: one.puzzle for one in reversed(puzzles) if one.solution is not None}
        for puzzle in self._foreign:
            answer = puzzle.answer or b""
            # An answer that has nearly all givens is meant for this puzzle, which the other one is with its errors mended.
            its_own = meant_for(puzzle, replace(puzzle, givens=answer, answer=None))
            if (owner := solved.get(answer)) is not None and not its_own:
                said = f"its answer is the solution of {_named(owner)}"
                yield WrongAnswer(answer, puzzle, PuzzleFault("answer-foreign", (), said))
        grids = [*((full, True) for full in self._answers), *((full, False) for full in self._full)]
        grids = [(full, is_answer) for full, is_answer in grids if full.givens not in solved]
        found = self._beside(puzzles, grids)
        # An answer in another file is meant only for a puzzle that comes without an answer.
        taken = {id(one) for one in found.values()}
        without = [one for one in puzzles if one.puzzle.answer is None and id(one) not in taken]
        alike = _by_cells(without)
        every = alike if len(without) == len(puzzles) else _by_cells(puzzles)
        for at, (full, is_answer) in enumerate(grids):
            meant_one = found.get(at)
            if meant_one is None and (group := alike.get(len(full.givens))) is not None:
                near, meant = group.nearest(full)
                meant_one = near if meant else None
            if meant_one is not None:
                held, what = replace(meant_one.puzzle, answer=full.givens), _located("the answer", full)
                for fault in answer_faults(held, meant_one.solution, meant_one.count, what):
                    yield WrongAnswer(full.givens, meant_one.puzzle, fault)
            elif is_answer and self._complete:
                group = every.get(len(full.givens))
                said = _of_none(full, None if group is None else group.nearest(full)[0])
                yield WrongAnswer(full.givens, full, PuzzleFault("answer-wrong", (), said))
            else:
                self.unknown += is_answer

    @staticmethod
    def _beside(puzzles: Sequence[_Known], grids: Sequence[tuple[Puzzle, bool]]) -> dict[int, _Known]:
        """The puzzles of the same file that full grids are meant for, by the places of these in their list."""
        paths = {_path(full) for full, _ in grids}
        if len({_path(one.puzzle) for one in puzzles} | paths) < 2:
            return {}
        of_file: dict[str, list[_Known]] = {}
        for one in puzzles:
            if (path := _path(one.puzzle)) in paths:
                of_file.setdefault(path, []).append(one)
        alike = {path: _by_cells(some) for path, some in of_file.items()}
        found: dict[int, _Known] = {}
        for at, (full, _) in enumerate(grids):
            group = alike.get(_path(full), {}).get(len(full.givens))
            if group is not None:
                near, meant = group.nearest(full)
                found |= {at: near} if meant else {}
        return found

    def of_givens(self, puzzle: Puzzle) -> bytes | None:
        """The answer in the same file that has nearly all givens of a puzzle, not all; None if there is none, or more."""
        path = _path(puzzle)
        meant = {one.givens for one in self._answers if _path(one) == path and meant_for(puzzle, one)}
        return meant.pop() if len(meant) == 1 else None


def _by_cells(puzzles: Sequence[_Known]) -> dict[int, _Alike]:
    groups: dict[int, list[_Known]] = {}
    for one in puzzles:
        groups.setdefault(one.puzzle.geometry.cell_count, []).append(one)
    return {cells: _Alike(group) for cells, group in groups.items()}


def _path(puzzle: Puzzle) -> str:
    return "" if puzzle.source is None else puzzle.source.path


@dataclass(frozen=True, eq=False)
class _Known:
    """A puzzle, its only solution, if it is known, and the number of its solutions, 0 or less if it is not known."""

    puzzle: Puzzle
    solution: bytes | None
    count: int


@dataclass(frozen=True, eq=False)
class _Lines:
    """Lines of a batch that was judged: ``lines`` intp[n] their numbers, ``cells`` uint8[n, cells], ``counts`` int64[n] the
    numbers of solutions.
    """

    name: str
    lines: Any
    cells: Any
    counts: Any
    ground: Geometry

    def solved(self) -> Iterator[_Known]:
        """The puzzles, with the solutions of those that have one."""
        proper = np.flatnonzero(self.counts == 1)
        found, firsts = first_solutions(self.cells[proper], self.ground, 1, WORK)
        at = zip(proper.tolist(), found.tolist(), firsts, strict=True)
        solutions = {row: first.tobytes() for row, one, first in at if one == 1}
        of_lines = zip(self.lines.tolist(), self.cells, self.counts.tolist(), strict=True)
        for row, (line, cells, count) in enumerate(of_lines):
            yield _Known(_puzzle(self.name, line, cells, self.ground), solutions.get(row), count)


def _puzzle(name: str, line: int, cells: Any, ground: Geometry) -> Puzzle:
    return Puzzle(ground, cells.tobytes(), Place(name, line, 1))


class _Alike:
    """Puzzles of one number of cells, among which the owners of many answers are looked for."""

    def __init__(self, group: Sequence[_Known]) -> None:
        self._group = group
        known = np.frombuffer(b"".join(one.solution or one.puzzle.givens for one in group), np.uint8)
        # One row for each cell: so the rows of a comparison are added up many puzzles at a time.
        self._known = np.ascontiguousarray(known.reshape(len(group), -1).T)
        self._differ = np.empty(self._known.shape, np.bool_)
        self._sum = np.uint8 if len(self._known) <= np.iinfo(np.uint8).max else np.uint16
        self._empty = (self._known == 0).sum(0)
        self._number = len(self._known) - self._empty
        self._lines = np.array([_line(one.puzzle) for one in group])
        self._by_number = {_number(one.puzzle): one for one in group}

    def nearest(self, answer: Puzzle) -> tuple[_Known, bool]:
        """The puzzle that an answer is nearest to, and whether it is near enough to be meant."""
        np.not_equal(self._known, np.frombuffer(answer.givens, np.uint8)[:, None], out=self._differ)
        # An empty cell differs from every digit.
        differ = self._differ.view(np.uint8).sum(0, dtype=self._sum) - self._empty
        wrong = differ / np.maximum(self._number, 1)
        wrong[self._number == 0] = 1  # Nothing is known of a Killer without givens that is not proper.
        best = int(wrong.argmin())
        if wrong[best] <= _NEAR:
            return self._group[best], True
        number = _number(answer)
        if number is not None and number in self._by_number:
            return self._by_number[number], False
        above = np.flatnonzero(self._lines < _line(answer))
        return self._group[int(above[-1]) if len(above) else -1], False


def _of_none(answer: Puzzle, near: _Known | None) -> str:
    said = "it is the answer of none of these puzzles"
    if near is None or near.solution is None:
        return said
    cells = sum(one != other for one, other in zip(answer.givens, near.solution, strict=True))
    return f"{said}; from the solution of {_named(near.puzzle)} it differs in {many(cells, 'cell')}"


def _number(puzzle: Puzzle) -> str | None:
    found = re.findall(r"[0-9]+", puzzle.name)
    return found[-1].lstrip("0") if found else None


def _line(puzzle: Puzzle) -> int:
    return 0 if puzzle.source is None else puzzle.source.line or 0


def _located(what: str, puzzle: Puzzle) -> str:
    """``what`` with the file, and the line if it is known, that the puzzle is in."""
    return what if puzzle.source is None else f"{what} at {puzzle.source.to_line}"


def _named(puzzle: Puzzle) -> str:
    return _located(repr(puzzle.name) if puzzle.name else "the puzzle", puzzle)
