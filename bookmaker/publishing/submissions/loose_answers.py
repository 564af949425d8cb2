"""Answers apart from their puzzles, under a heading or at the end of a file: whose each is, and where it is wrong."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from typing import Any

import numpy as np

from bookmaker.base.errors import Note, Place
from bookmaker.formats.found.headings import BESIDE_ALIKE, LooseAnswer, label_of, meant_for
from bookmaker.logic.solve.solver import first_solutions
from bookmaker.logic.solve.work import WORK
from bookmaker.logic.verify.check import answer_faults
from bookmaker.logic.verify.faults import PuzzleFault, many
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

    Where an answer is near no puzzle, ``puzzle`` is the answer itself, as it was read, and ``owner`` the puzzle that its
    heading or its place says, if any; else both are the same. ``belongs``: the puzzle that it is the solution of.
    """

    cells: bytes
    puzzle: Puzzle
    fault: PuzzleFault
    owner: Puzzle | None = None
    belongs: Puzzle | None = None


class LooseAnswers:
    """The puzzles of files with their solutions, and the full grids that are answers of some of them.

    Headings, numbers, places and files decide whose answer a grid is (:func:`_claims`); its digits decide only where these say
    nothing.
    """

    def __init__(self) -> None:
        self._kept: list[_Known | _Lines] = []
        self._number = 0
        self._complete = True
        self._answers: list[LooseAnswer] = []
        self._full: list[LooseAnswer] = []
        self._foreign: list[Puzzle] = []
        self._headings: dict[tuple[str, int], str] = {}
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
            self._full += [LooseAnswer("", grid=puzzle)] * able
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
            self._full.append(LooseAnswer("", grid=_puzzle(lines.name, lines.first + row, lines.cells[row], ground)))

    def take(self, note: Note) -> bool:
        """Keep the answer or the heading of a note: a full grid that is one and no puzzle, or the number above a grid.

        Returns whether nothing is left to say of it; False for an answer where there are too many.
        """
        if isinstance(note, LooseAnswer):
            able = self._number < _MOST and len(self._answers) < _MOST
            self._answers += [note] * able
            return able and not note.taken
        place = note.place
        if place is not None and place.line is not None and _NUMBERED.fullmatch(note.text):
            self._headings[place.path, place.line] = note.text
            if len(self._headings) > _MOST:
                del self._headings[next(iter(self._headings))]
        return False

    def wrong(self) -> Iterator[WrongAnswer]:
        """The answers that are not the solution of their puzzle, in the order of the files."""
        if not (self._answers or self._full or self._foreign):
            return
        puzzles = [one for kept in self._kept for one in ([kept] if isinstance(kept, _Known) else kept.solved())]
        solved = _Solved(puzzles)
        for puzzle in self._foreign:
            answer = puzzle.answer or b""
            # An answer that has nearly all givens is meant for this puzzle, which the other one is with its errors mended.
            its_own = _is_likely(puzzle, answer)
            if (owner := solved.owner(answer, puzzle)) is not None and not its_own:
                said = f"its answer is the solution of {_named(owner)}"
                yield WrongAnswer(answer, puzzle, PuzzleFault("answer-foreign", (), said), puzzle, owner)
        loose = [*self._answers, *self._full]
        claimed = _claims(puzzles, loose, self._headings)
        grids = {
            at: note.grid
            for at, note in enumerate(loose)
            if not note.taken and at not in claimed and solved.owner(note.grid.givens) is None
        }
        found = self._beside(puzzles, grids)
        # An answer in another file is meant only for a puzzle that comes without an answer.
        taken = {id(one) for one in (*found.values(), *claimed.values())}
        without = [one for one in puzzles if one.puzzle.answer is None and id(one) not in taken]
        alike = _by_cells(without)
        every = alike if len(without) == len(puzzles) else _by_cells(puzzles)
        for at, note in enumerate(loose):
            full, is_answer = note.grid, at < len(self._answers)
            if at in claimed:
                yield from self._of_claimed(note, claimed[at], solved, is_answer)
            if at not in grids:
                continue
            meant_one = found.get(at)
            if meant_one is None and (group := alike.get(len(full.givens))) is not None:
                near, meant = group.nearest(full)
                meant_one = near if meant else None
            if meant_one is not None:
                yield from _compared(full, meant_one)
            elif is_answer and self._complete:
                group = every.get(len(full.givens))
                near_one = None if group is None else group.nearest(full)[0]
                yield WrongAnswer(full.givens, full, PuzzleFault("answer-wrong", (), _of_none(full, near_one)))
            else:
                self.unknown += is_answer

    def _of_claimed(self, note: LooseAnswer, owner: _Known, solved: _Solved, is_answer: bool) -> Iterator[WrongAnswer]:
        """The faults of an answer whose heading or place says whose it is."""
        full, puzzle = note.grid, owner.puzzle
        other = solved.owner(full.givens, puzzle)
        if full.givens == owner.solution:
            return
        near = _by_cells([owner])[len(puzzle.givens)].nearest(full)[1]
        if other is not None and other is not puzzle and not _is_likely(puzzle, full.givens):
            said = f"{_located('the answer', full)} is the solution of {_named(other)}"
            yield WrongAnswer(full.givens, puzzle, PuzzleFault("answer-foreign", (), said), puzzle, other)
        elif puzzle.answer == full.givens:
            return  # The verdict on the puzzle has its faults.
        elif near or (is_answer and owner.solution is None):
            yield from _compared(full, owner)
        elif is_answer and self._complete:
            yield WrongAnswer(full.givens, full, PuzzleFault("answer-wrong", (), _of_none(full, owner)), puzzle)
        else:
            self.unknown += is_answer

    @staticmethod
    def _beside(puzzles: Sequence[_Known], grids: Mapping[int, Puzzle]) -> dict[int, _Known]:
        """The puzzles of the same file that full grids are meant for, by the places of these."""
        paths = set(map(_path, grids.values()))
        if len({_path(one.puzzle) for one in puzzles} | paths) < 2:
            return {}
        of_file: dict[str, list[_Known]] = {}
        for one in puzzles:
            if (path := _path(one.puzzle)) in paths:
                of_file.setdefault(path, []).append(one)
        alike = {path: _by_cells(some) for path, some in of_file.items()}
        found: dict[int, _Known] = {}
        for at, full in grids.items():
            group = alike.get(_path(full), {}).get(len(full.givens))
            if group is not None:
                near, meant = group.nearest(full)
                found |= {at: near} if meant else {}
        return found

    def improper(self, puzzles: Sequence[Puzzle]) -> ImproperAnswers:
        """The answers of those of ``puzzles``, all of the input, that are not proper."""
        known = [_Known(one, None, 0) for one in puzzles if 0 in one.givens]
        loose = [*self._answers, *self._full]
        owned: dict[int, set[bytes]] = {}
        for at, one in _claims(known, loose, self._headings).items():
            owned.setdefault(id(one.puzzle), set()).add(loose[at].grid.givens)
        grids: dict[tuple[str, Geometry], list[Puzzle]] = {}
        for note in self._answers:
            grids.setdefault((_path(note.grid), note.grid.geometry), []).append(note.grid)
        return ImproperAnswers(owned, {key: (some, _stacked(some)) for key, some in grids.items()})


@dataclass(frozen=True, eq=False)
class ImproperAnswers:
    """``owned``: the grids that headings and places give to puzzles, by the identity of these. ``grids``: those of each file and
    geometry, and their digits uint8[n, cells].
    """

    owned: Mapping[int, Collection[bytes]]
    grids: Mapping[tuple[str, Geometry], tuple[Sequence[Puzzle], Any]]

    def of(self, puzzle: Puzzle) -> bytes | None:
        """The answer of a puzzle that is not proper; None if there is none.

        It is the one that its heading or its place gives to it, if it has half of the givens; else the only one in the same file
        that has nearly all of them, not all.
        """
        own = {cells for cells in self.owned.get(id(puzzle), ()) if _is_likely(puzzle, cells)}
        if len(own) != 1:
            grids, digits = self.grids.get((_path(puzzle), puzzle.geometry), ((), None))
            alike = np.count_nonzero(digits == np.frombuffer(puzzle.givens, np.uint8), axis=1) if grids else np.zeros(0)
            likely = np.flatnonzero(alike >= puzzle.given_count * BESIDE_ALIKE).tolist()
            own = {grids[at].givens for at in likely if meant_for(puzzle, grids[at])}
        return own.pop() if len(own) == 1 else None


class _Solved:
    """The puzzles by their solutions."""

    def __init__(self, puzzles: Sequence[_Known]) -> None:
        self._of_file = {(_path(one.puzzle), one.solution): one.puzzle for one in reversed(puzzles) if one.solution}
        self._of_all = {one.solution: one.puzzle for one in reversed(puzzles) if one.solution}

    def owner(self, answer: bytes, beside: Puzzle | None = None) -> Puzzle | None:
        """The first puzzle with this solution, in the file of another puzzle if there is one."""
        own = None if beside is None else self._of_file.get((_path(beside), answer))
        return own or self._of_all.get(answer)


def _stacked(grids: Sequence[Puzzle]) -> Any:
    return np.frombuffer(b"".join(one.givens for one in grids), np.uint8).reshape(len(grids), -1)


def _is_likely(puzzle: Puzzle, cells: bytes) -> bool:
    full = replace(puzzle, givens=cells, answer=None)
    return meant_for(puzzle, full, BESIDE_ALIKE) or _keeps(puzzle, full)


def _keeps(puzzle: Puzzle, full: Puzzle) -> bool:
    """Whether a grid has all givens of a puzzle."""
    same_size = len(puzzle.givens) == len(full.givens)
    return same_size and all(given in (0, digit) for given, digit in zip(puzzle.givens, full.givens, strict=True))


def _compared(full: Puzzle, owner: _Known) -> Iterator[WrongAnswer]:
    """The faults of a grid as the answer of a puzzle."""
    held = replace(owner.puzzle, answer=full.givens)
    for fault in answer_faults(held, owner.solution, owner.count, _located("the answer", full)):
        yield WrongAnswer(full.givens, owner.puzzle, fault, owner.puzzle)


_NUMBERED = re.compile(r"(?i)\W{0,9}(?:(?:no|nr|n[°º]|№|#)\.?\W{0,2})?[0-9]{1,4}\W{0,9}")
"""A line above a grid that is its number and nothing else; it is too little for a name."""

_FURTHEST = 4
"""Lines from such a number to its grid."""


def _claims(
    puzzles: Sequence[_Known], answers: Sequence[LooseAnswer], headings: Mapping[tuple[str, int], str]
) -> dict[int, _Known]:
    """Whose answers grids are by their headings, numbers, places and files, by the places of the grids in their list.

    In one file the name or the number in a heading decides; then the order, where as many answers follow as many puzzles; then
    the place directly below a puzzle, for the answer under a heading for one. The answers of a file without puzzles may have
    their numbers in another file. What was taken for the answer of a puzzle because it solves it has its place there, too.
    """
    files: dict[str, list[tuple[int, int, _Known | int]]] = {}
    for number, one in enumerate(puzzles):
        files.setdefault(_path(one.puzzle), []).append((_line(one.puzzle), number, one))
    of_all: _Labels | None = None
    found: dict[int, _Known] = {}
    beside: dict[str, list[tuple[int, int, _Known | int]]] = {}
    for at, note in enumerate(answers):
        beside.setdefault(_path(note.grid), []).append((_line(note.grid), len(puzzles) + at, at))
    for path, grids in beside.items():
        own = files.get(path, [])
        labels = _Labels([one for _, _, one in own if isinstance(one, _Known)], headings)
        for number in (at for _, _, at in grids if isinstance(at, int)):
            note = answers[number]
            owner = labels.owner(note)
            if owner is None and note.label and not note.taken and (not own or labels.numbered):
                of_all = of_all or _Labels(puzzles, headings, by_order=False)
                owner = of_all.owner(note)
            if owner is not None:
                found[number] = owner
        found.update(_by_place(sorted([*own, *grids], key=lambda entry: entry[:2]), answers, dict(found)))
    return {at: found[at] for at in sorted(found)}


class _Labels:
    """The puzzles of one file, or of all, by the words of their headings."""

    def __init__(
        self, puzzles: Sequence[_Known], headings: Mapping[tuple[str, int], str], by_order: bool = True
    ) -> None:
        self._whole: dict[tuple[str, ...], list[_Known]] = {}
        self._numbers: dict[str, list[_Known]] = {}
        for one in puzzles:
            label = _label(one.puzzle, headings)
            self._whole.setdefault(label, []).append(one)
            for word in filter(str.isdigit, dict.fromkeys(label)):
                self._numbers.setdefault(word, []).append(one)
        self.numbered = bool(self._numbers)
        if not self.numbered and by_order:
            self._numbers = {str(number): [one] for number, one in enumerate(puzzles, 1)}

    def owner(self, note: LooseAnswer) -> _Known | None:
        """The only puzzle that the heading of an answer names."""
        if not note.label:
            return None
        # A number among other words may be that of a page, where the answer is right as it is.
        words = note.label if not note.taken or len(note.label) == 1 else ()
        ways = [self._whole.get(note.label, []), *(self._numbers.get(word, []) for word in words)]
        shaped = ([one for one in way if _same_shape(one.puzzle, note.grid)] for way in ways)
        return next((way[0] for way in shaped if len(way) == 1), None)


def _label(puzzle: Puzzle, headings: Mapping[tuple[str, int], str]) -> tuple[str, ...]:
    if puzzle.name or puzzle.source is None or puzzle.source.line is None:
        return label_of(puzzle.name)
    path, line = puzzle.source.path, puzzle.source.line
    above = (headings.get((path, line - gap)) for gap in range(1, _FURTHEST + 1))
    return label_of(next(filter(None, above), ""))


def _same_shape(puzzle: Puzzle, full: Puzzle) -> bool:
    return len(puzzle.givens) == len(full.givens)


def _by_place(
    entries: Sequence[tuple[int, int, _Known | int]], answers: Sequence[LooseAnswer], named: Mapping[int, _Known]
) -> Iterator[tuple[int, _Known]]:
    """The answers of one file that follow puzzles in their order, or an answer directly below one, but for those in ``named``."""
    owned = {id(one) for one in named.values()}
    runs = [[entry for _, _, entry in run] for _, run in groupby(entries, lambda entry: isinstance(entry[2], int))]
    if runs and isinstance(runs[0][0], int):
        return  # Answers come before their puzzles, or lie anywhere.
    for above, below in pairwise(runs):
        grids = [at for at in below if isinstance(at, int) and at not in named]
        theirs = {answers[at].grid.givens for at in grids if answers[at].taken}
        puzzles = [
            one
            for one in above
            if isinstance(one, _Known)
            and id(one) not in owned
            and (one.puzzle.answer is None or one.puzzle.answer in theirs)
        ]
        if len(puzzles) == len(grids):
            pairs = zip(grids, puzzles, strict=True)
            yield from ((at, one) for at, one in pairs if _same_shape(one.puzzle, answers[at].grid))
        elif grids and puzzles and answers[grids[0]].alone and _same_shape(puzzles[-1].puzzle, answers[grids[0]].grid):
            yield grids[0], puzzles[-1]


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
