"""Many puzzles judged: in their order, on several threads, in constant memory.

Plain lines without cages are counted by the thousand, and only those that are not proper become a Puzzle each. Other proper
puzzles without cages are counted together, too. :func:`bookmaker.logic.verify.check.check_many` judges the rest. ``deep``
inspects every puzzle, and remembers all to find duplicates.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from bookmaker.base.errors import Fault, Place
from bookmaker.base.parallel import Stop, Waiting, at_once, ordered_map
from bookmaker.formats import Batch, Piece, pieces
from bookmaker.logic.solve.few_puzzles import few_decided, starting
from bookmaker.logic.solve.solver import count_solutions, first_solutions, two_solutions
from bookmaker.logic.solve.work import EACH_SOLUTION, WORK, Bound, Work
from bookmaker.logic.verify.check import Status, Verdict, check_many, several_fault, too_few_fault
from bookmaker.logic.verify.puzzle_fault import PuzzleFault
from bookmaker.publishing.submissions.inspection import Duplicates, Print, print_of, remarks
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry

FEW_GUESSES = 20_000
"""Nearly every line is decided by these; the few others are searched one by one."""

Faulty = tuple[Status, tuple[PuzzleFault, ...], tuple[bytes, ...]]
"""The status of a line, its faults, and two solutions if there are several."""


@dataclass(frozen=True, eq=False)
class JudgedLines:
    """Consecutive lines that hold a puzzle each, without an answer, and their verdicts.

    ``first`` is the number of the first line; ``cells`` uint8[n, 81]; ``counts`` int64[n] the numbers of solutions, capped at
    the limit. The rows that are not ``faulty`` are proper. ``full`` intp[k] are the rows without an empty cell. ``text`` is the
    output of a command about the lines, if it has been made.
    """

    name: str
    first: int
    cells: Any
    counts: Any
    faulty: dict[int, Faulty]
    full: Any
    text: str = ""

    @property
    def statuses(self) -> Counter[str]:
        """How many rows have each status."""
        found = Counter[str](status for status, _, _ in self.faulty.values())
        found["proper"] += len(self.cells) - len(self.faulty)
        return found

    @property
    def codes(self) -> Counter[str]:
        """How many rows have each code of a fault."""
        return Counter(code for _, faults, _ in self.faulty.values() for code in {fault.code for fault in faults})


Judged = JudgedLines | Verdict | Fault

_LITTLE = Work(0.1)
"""Nearly every proper puzzle is decided by this; the few others are searched one by one."""


def judged(
    stream: Iterable[Puzzle | Fault | Batch],
    kind: str,
    limit: int,
    jobs: int,
    deep: bool = False,
    bound: Bound = WORK,
    waiting: Waiting = at_once,
    others: bool = False,
    words: Callable[[JudgedLines], str] | None = None,
) -> Iterator[Judged]:
    """A judgement of every puzzle of a stream, in its order, with reading faults in their places.

    ``kind`` is that of the puzzles in batches; the rest is as for :func:`bookmaker.logic.verify.check.check`, but that
    ``waiting`` is called before work that may take long, and ``words`` makes the text of each batch on the thread that judged it.
    """
    ground = geometry(kind, 9)

    def work(piece: Piece, _stop: Stop) -> list[tuple[Judged, Print | None]]:
        if isinstance(piece, Batch) and not deep:
            lines = _judged_lines(piece, ground, limit, bound)
            return [(lines if words is None else replace(lines, text=words(lines)), None)]
        items = [*piece.puzzles(ground)] if isinstance(piece, Batch) else piece
        return list(_of_items(items, limit, deep, bound, others))

    seen = Duplicates()
    for results in ordered_map(work, pieces(stream), jobs, waiting):
        for one, known in results:
            if isinstance(one, Verdict) and known is not None:
                again = seen.repeat(one.puzzle, known)
                yield one if again is None else replace(one, faults=(*one.faults, again))
            else:
                yield one


def _judged_lines(batch: Batch, ground: Geometry, limit: int, bound: Bound) -> JudgedLines:
    """The verdicts of a batch of lines. ``bound`` is for each puzzle."""
    most = FEW_GUESSES + EACH_SOLUTION * limit
    counts = count_solutions(batch.cells, limit, ground, most)
    full = np.flatnonzero(batch.cells.all(axis=1))
    rest = counts != 1
    rest[full] = True
    faulty: dict[int, Faulty] = {}
    # A grid that has solutions is at fault in nothing else, unless its rules want cages.
    several = np.flatnonzero(counts > 1) if not ground.caged else counts[:0]
    again, pairs = two_solutions(batch.cells[several], ground, most, limit)
    several, pairs = several[again > 1], pairs[again > 1]
    rest[several] = False
    given = np.count_nonzero(batch.cells[several], axis=1).tolist()
    for row, givens, pair in zip(several.tolist(), given, pairs, strict=True):
        few = too_few_fault(ground, givens)
        fault = several_fault(int(counts[row]), limit, np.flatnonzero(pair[0] != pair[1]).tolist(), ground)
        faulty[row] = "several", (fault,) if few is None else (few, fault), (pair[0].tobytes(), pair[1].tobytes())
    rows = np.flatnonzero(rest).tolist()
    puzzles = [Puzzle(ground, batch.cells[row].tobytes(), Place(batch.name, batch.first + row, 1)) for row in rows]
    for row, verdict in zip(rows, check_many(puzzles, limit, bound), strict=True):
        counts[row] = verdict.solutions
        # The search within a larger bound may find it proper.
        if verdict.faults:
            faulty[row] = verdict.status, verdict.faults, verdict.examples
    return JudgedLines(batch.name, batch.first, batch.cells, counts, faulty, full)


def _of_items(
    items: Sequence[Puzzle | Fault], limit: int, deep: bool, bound: Bound, others: bool
) -> Iterator[tuple[Judged, Print | None]]:
    known = {} if deep else _proper_ones(items, limit)
    rest = [item for place, item in enumerate(items) if isinstance(item, Puzzle) and place not in known]
    checked = iter(check_many(rest, limit, bound, others))
    for place, item in enumerate(items):
        if isinstance(item, Fault):
            yield item, None
        elif place in known:
            yield known[place], None
        elif deep:
            verdict = next(checked)
            yield replace(verdict, faults=(*verdict.faults, *remarks(verdict))), print_of(item)
        else:
            yield next(checked), None


def _proper_ones(items: Sequence[Puzzle | Fault], limit: int) -> dict[int, Verdict]:
    """The verdicts of the puzzles, by their places, that our own search finds proper at once, if their answers are true."""
    places: dict[Geometry, list[int]] = {}
    for place, item in enumerate(items):
        if isinstance(item, Puzzle) and not item.geometry.caged and item.candidates is None and 0 in item.givens:
            places.setdefault(item.geometry, []).append(place)
    found: dict[int, Verdict] = {}
    for ground, chosen in places.items():
        puzzles = [item for place in chosen if isinstance(item := items[place], Puzzle)]
        for place, puzzle, solution in zip(chosen, puzzles, _only_solutions(puzzles, ground), strict=True):
            if solution is not None and puzzle.answer in (None, solution):
                found[place] = Verdict(puzzle, "proper", 1, limit, (), solution)
    return found


def _only_solutions(puzzles: Sequence[Puzzle], ground: Geometry) -> list[bytes | None]:
    """The solutions of the puzzles on one geometry that a short search finds proper."""
    few = few_decided(puzzles, 2) if starting() else None
    if few is not None:
        return [solution for _, solution in few]
    cells = np.frombuffer(b"".join(puzzle.givens for puzzle in puzzles), np.uint8).reshape(len(puzzles), -1)
    counts, firsts = first_solutions(cells, ground, 2, _LITTLE)
    return [first.tobytes() if count == 1 else None for count, first in zip(counts.tolist(), firsts, strict=True)]
