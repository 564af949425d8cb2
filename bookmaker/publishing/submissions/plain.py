"""Plain lines judged by the thousand: what :func:`bookmaker.logic.verify.check.check` says of each, without a Puzzle for each.

Arrays judge proper puzzles, puzzles with several solutions and puzzles whose givens clash. On the classic grid a kernel finds
why another puzzle has no solution. The few remaining ones are judged one by one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import numpy as np

from bookmaker.base.errors import Place
from bookmaker.formats import Batch
from bookmaker.logic.solve.solver import count_solutions, two_solutions
from bookmaker.logic.solve.work import EACH_SOLUTION, WORK, Bound
from bookmaker.logic.verify.check import (
    SEVERAL_SOLUTIONS,
    Status,
    check,
    clash_fault,
    full_fault,
    several_messages,
    too_few_fault,
)
from bookmaker.logic.verify.contradiction import WORD, classic_contradictions
from bookmaker.logic.verify.no_solution import NO_SOLUTION, no_solution_messages
from bookmaker.logic.verify.puzzle_fault import PuzzleFault
from bookmaker.logic.verify.text_arrays import Part
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry

_REMEMBERED = 1 << 15
_SAMPLE = 100
_OFTEN = 0.2

FEW_GUESSES = 20_000
"""Nearly every puzzle is decided by these; the few others are searched one by one."""


Faulty = tuple[Status, tuple[PuzzleFault, ...], tuple[bytes, ...]]
"""What is said of one row: its status, its faults, and two solutions if there are several."""


@dataclass(frozen=True, eq=False)
class Alike:
    """What is said of k rows of one ``status``, without an object for each.

    ``rows`` intp[k], ascending. The last fault of each has this ``code``, the cells that are ``held`` bool[k, 81], and the text
    of ``messages``; before it come those of ``before[sort[i]]``. ``pairs`` uint8[k, 2, 81] are the first two solutions where
    there are several.
    """

    status: Status
    code: str
    rows: Any
    held: Any
    messages: Part
    before: Sequence[tuple[PuzzleFault, ...]]
    sort: Any
    pairs: Any = None


@dataclass(frozen=True, eq=False)
class Plain:
    """Consecutive lines that hold a puzzle each, without an answer, and what is wrong with them.

    ``first`` is the number of the first line; ``cells`` uint8[n, 81]; ``counts`` int64[n] the numbers of solutions, capped at
    ``limit``. Each row that is not proper is either one of those ``alike`` or in ``faulty``. ``full`` intp[k] are the rows
    without an empty cell. ``text`` is what a command says of the lines, if it has been made.
    """

    name: str
    first: int
    cells: Any
    limit: int
    counts: Any
    alike: tuple[Alike, ...]
    faulty: dict[int, Faulty]
    full: Any
    text: str = ""

    @property
    def statuses(self) -> Counter[str]:
        """How many rows have each status."""
        found = Counter[str](status for status, _, _ in self.faulty.values())
        for some in self.alike:
            found[some.status] += len(some.rows)
        found["proper"] += len(self.cells) - found.total()
        return found

    @property
    def codes(self) -> Counter[str]:
        """How many rows have each code of a fault."""
        found = Counter[str](code for _, faults, _ in self.faulty.values() for code in {fault.code for fault in faults})
        for some in self.alike:
            found[some.code] += len(some.rows)
            for faults, number in zip(some.before, np.bincount(some.sort).tolist(), strict=True):
                found.update({fault.code: number for fault in faults})
        return found


def judged_lines(batch: Batch, ground: Geometry, limit: int, bound: Bound = WORK) -> Plain:
    """The verdicts of a batch of lines. ``bound`` is for each puzzle."""
    counts, several, pairs = _counted(batch.cells, ground, limit)
    faulty: dict[int, Faulty] = {}
    alike: list[Alike] = []
    rest = counts != 1
    # Cages and relations have faults of their own, which only the slow check knows.
    if not ground.caged and not ground.relations and not ground.limits:
        none = np.flatnonzero(counts == 0)
        if len(none):
            faulty.update(_clashing(batch.cells, ground, none))
            if ground == geometry():
                alike += _contradicting(
                    batch.cells, np.array([row for row in none.tolist() if row not in faulty], np.intp)
                )
    else:
        several, pairs = several[:0], pairs[:0]
    for some in alike:
        rest[some.rows] = False
    rest[several] = False
    for row in np.flatnonzero(rest).tolist():
        if row not in faulty:
            place = Place(batch.name, batch.first + row, 1)
            verdict = check(Puzzle(ground, batch.cells[row].tobytes(), place), limit, bound)
            counts[row] = verdict.solutions
            # The search within a larger bound may find it proper.
            if verdict.faults:
                faulty[row] = verdict.status, verdict.faults, verdict.examples
    alike += _several(batch.cells, ground, limit, counts, several, pairs)
    full = np.flatnonzero(batch.cells.all(axis=1))
    said: Faulty = ("proper", (full_fault(),), ())
    faulty.update((row, said) for row in full.tolist() if counts[row] == 1)
    return Plain(batch.name, batch.first, batch.cells, limit, counts, tuple(alike), faulty, full)


def _counted(cells: Any, ground: Geometry, limit: int) -> tuple[Any, Any, Any]:
    """The numbers of solutions, the rows with several, and the first two solutions of each of these.

    Writing solutions takes a fifth of the time of proving a puzzle proper, so a second search finds them if few puzzles have
    several.
    """
    most = FEW_GUESSES + EACH_SOLUTION * limit
    counts, pairs = two_solutions(cells[:_SAMPLE], ground, most, limit)
    several = np.flatnonzero(counts > 1)
    rest, rows = cells[_SAMPLE:], np.arange(_SAMPLE, len(cells))
    if len(several) > _OFTEN * _SAMPLE:
        more, others = two_solutions(rest, ground, most, limit)
        others = others[more > 1]
    else:
        more = count_solutions(rest, limit, ground, most)
        others = two_solutions(rest[more > 1], ground, most, limit)[1]
    several = np.concatenate([several, rows[more > 1]])
    return np.concatenate([counts, more]), several, np.concatenate([pairs[counts > 1], others])


def _several(cells: Any, ground: Geometry, limit: int, counts: Any, rows: Any, pairs: Any) -> Iterator[Alike]:
    if len(rows):
        differ = pairs[:, 0] != pairs[:, 1]
        messages = several_messages(counts[rows], limit, differ, ground)
        yield Alike("several", SEVERAL_SOLUTIONS, rows, differ, messages, *_sparse(cells, ground, rows), pairs)


def _sparse(cells: Any, ground: Geometry, rows: Any) -> tuple[list[tuple[PuzzleFault, ...]], Any]:
    """The faults of too few givens: those of each number of givens, and which of these each row has."""
    givens, which = np.unique(np.count_nonzero(cells[rows], axis=1), return_inverse=True)
    return [_too_few(ground, given) for given in givens.tolist()], which


@cache
def _too_few(ground: Geometry, given: int) -> tuple[PuzzleFault, ...]:
    fault = too_few_fault(ground, given)
    return () if fault is None else (fault,)


def _clashing(cells: Any, ground: Geometry, rows: Any) -> dict[int, Faulty]:
    """The faults of the rows whose givens clash."""
    held = cells[rows]
    of_cells = np.left_shift(1, held.T, dtype=np.uint16)
    cells_of = _cells_of_houses(ground)
    once = twice = np.zeros((len(cells_of), len(rows)), np.uint16)
    for place in cells_of.T:
        digits = of_cells[place]
        twice, once = twice | once & digits, once | digits
    more = twice.T >> 1
    which, houses = np.nonzero(more)
    places, lower = np.nonzero(more[which, houses, None] >> np.arange(ground.size, dtype=np.uint16) & 1)
    which, houses, digit = which[places], houses[places], lower + 1
    masks = (held[which[:, None], cells_of[houses]] == digit[:, None]) @ (1 << np.arange(ground.size))
    givens = np.count_nonzero(held, axis=1).tolist()
    faults: dict[int, list[PuzzleFault]] = {}
    for row, *clash in zip(which.tolist(), houses.tolist(), digit.tolist(), masks.tolist(), strict=True):
        faults.setdefault(row, []).append(_clash(ground, *clash))
    lines = rows.tolist()
    return {lines[row]: ("broken", (*found, *_too_few(ground, givens[row])), ()) for row, found in faults.items()}


def _contradicting(cells: Any, rows: Any) -> Iterator[Alike]:
    """Why the rows have no solution, of which no givens clash. Those with too many givens for the kernel are left out."""
    rows = rows[np.count_nonzero(cells[rows], axis=1) < WORD]
    if len(rows):
        digits = cells[rows]
        held, smallest = classic_contradictions(digits)
        messages = no_solution_messages(digits, held, smallest)
        yield Alike("none", NO_SOLUTION, rows, held, messages, *_sparse(cells, geometry(), rows))


@cache
def _cells_of_houses(ground: Geometry) -> Any:
    """The cells of each house, ascending: intp[houses, size]."""
    return np.array([sorted(house.cells) for house in ground.houses])


@lru_cache(_REMEMBERED)
def _clash(ground: Geometry, house: int, digit: int, mask: int) -> PuzzleFault:
    """The fault of a digit in the cells of a house, ascending, whose bits are set."""
    cells = sorted(ground.houses[house].cells)
    where = tuple(cell for place, cell in enumerate(cells) if mask >> place & 1)
    return clash_fault(ground, ground.houses[house], digit, where)
