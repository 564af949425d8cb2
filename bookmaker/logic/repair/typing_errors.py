"""Typing errors: every small slip whose correction makes a puzzle proper, the likeliest first.

Slips are single digits (mistyped, or typed where none belongs), two cells exchanged, two rows or columns exchanged, and symbols
moved by one place: in a row or column, or from one row into later ones, where a symbol was left out and another is too many.
How likely an error is comes from :mod:`bookmaker.logic.repair.likelihood`, how likely the corrected puzzle is from its
givens and, if there are any, from the other puzzles of its source (:mod:`bookmaker.logic.repair.companions`).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from math import exp, log
from typing import Protocol, TypeVar

import numpy as np

from bookmaker.logic.repair.added_givens import with_givens
from bookmaker.logic.repair.companions import Companions, redundant, symmetric
from bookmaker.logic.repair.likelihood import SHOWN, Copying, lines_of_grids
from bookmaker.logic.solve.solver import count_solutions
from bookmaker.logic.solve.work import Spent, Work, spending
from bookmaker.logic.techniques.declare import Level
from bookmaker.puzzles.grid.puzzle import Puzzle

_GUESSES = 1000
"""Guesses for one trial: nearly all proper puzzles take under a hundred."""


Changes = tuple[tuple[int, int, int], ...]
"""Cell, old digit and new digit of each."""


@dataclass(frozen=True, slots=True)
class Slip:
    """A correction: ``changes`` of the kind of error ``kind`` (:data:`bookmaker.logic.repair.likelihood.SHARES`), the likeliest
    one.

    ``share``: how likely it is the one that was meant, of all corrections found, 0 to 1; None where it is the only one.
    """

    kind: str
    changes: Changes
    share: float | None = field(default=None, compare=False)


SURE = 0.8
"""The least share of a correction that is made though nobody named it."""


def chosen(slips: Sequence[Slip], apply: str | int | None) -> Slip | None:
    """The correction to make: that of a number, from 1 on, or for ``"edit"`` the likeliest, if it is likely enough."""
    if isinstance(apply, int):
        return slips[apply - 1] if 0 < apply <= len(slips) else None
    share = slips[0].share if slips else None
    return slips[0] if apply == "edit" and slips and (share is None or share >= SURE) else None


def chosen_mend(mends: Sequence[_Mend], apply: str | int | None) -> _Mend | None:
    """The same of changes of cages or clues, which have no shares: the first is likely enough where no other is of its kind."""
    if isinstance(apply, int):
        return mends[apply - 1] if 0 < apply <= len(mends) else None
    alone = bool(mends) and all(one.kind != mends[0].kind for one in mends[1:])
    return mends[0] if apply == "edit" and alone else None


class _Kinded(Protocol):
    @property
    def kind(self) -> str: ...


_Mend = TypeVar("_Mend", bound=_Kinded)


def corrections(puzzle: Puzzle, difficulty: Level | None = None, others: Sequence[Puzzle] = ()) -> tuple[Slip, ...]:
    """Every correction that makes the puzzle proper, the likeliest first.

    ``difficulty``: the level that the puzzle was meant to have, if it is known. ``others``: puzzles of the same source. Of a
    puzzle that could do without some of its givens many corrections are proper by accident, and few of these are like the rest
    of a page.
    """
    ways = _all(puzzle)
    # An answer that came with the puzzle shows which correction was meant.
    meant = (
        [] if puzzle.answer is None else _proper(puzzle, [way for way in ways if _agrees(puzzle, puzzle.answer, way)])
    )
    found = meant or _proper(puzzle, ways)
    proper = {slip: chance for changes in found for slip, chance in [_named(puzzle, changes)]}
    if len(proper) < 2:
        return tuple(proper)
    beside = Companions(others, puzzle.geometry)
    slips = list(proper)
    spare = _redundant(puzzle, slips)
    levels = _levels(puzzle, slips)

    def odds(slip: Slip) -> float:
        """Bayes' rule: how likely this error is, times how likely such a puzzle is; as a logarithm."""
        mended = _mended(puzzle, slip.changes)
        likely = log(proper[slip]) - _EACH_GIVEN * mended.given_count
        if slip in spare:
            likely -= _EACH_SPARE * min(spare[slip], _MOST_SPARE)
            likely += (_MINIMAL + beside.minimal_odds) * (not spare[slip])
        likely += (_SYMMETRIC + beside.symmetric_odds) * symmetric(mended)
        if levels:
            level = levels.get(slip)
            likely -= _OTHER_LEVEL * (difficulty not in (None, level))
            likely += beside.level_odds(level) + _UNLIKE_ACCIDENTS.get(level, _HARDER)
        return round(likely, 9)

    ranks = {slip: odds(slip) for slip in proper}
    most = max(ranks.values())
    whole = sum(exp(rank - most) for rank in ranks.values())
    ordered = sorted(proper, key=lambda slip: (-ranks[slip], len(slip.changes), slip.changes))
    return tuple(replace(slip, share=round(exp(ranks[slip] - most) / whole, 3)) for slip in ordered)


_EACH_GIVEN = 0.85
_EACH_SPARE = 0.25
_MOST_SPARE = 12
_MINIMAL = 2.4
_SYMMETRIC = 8.0
_OTHER_LEVEL = 5.0
"""What speaks for a corrected puzzle, as logarithms; fitted to errors planted in puzzles of other seeds than those of any report.

There are more proper puzzles of n + 1 givens than of n, so that each of them is the less likely to be the one that was meant.
People make puzzles by taking givens away: each given that could go speaks against it, up to so many, and that none can go is
hardly ever an accident. A symmetric pattern of givens is none either, and the level that somebody named is that of the puzzle.
"""

_UNLIKE_ACCIDENTS: dict[Level | None, float] = {
    Level.BEGINNER: 0.0,
    Level.EASY: 0.0,
    Level.MEDIUM: 2.2,
    Level.HARD: 1.9,
}
_HARDER = 1.7
"""The evidence of its level for a corrected puzzle, as logarithms, besides that of its givens.

Three of four wrong corrections are easy or for beginners: an accident that is proper has givens to spare. People order levels.
These were fitted together with the weights above, where puzzles of books and papers are counted as 35 in a hundred easy or for
beginners, 25 medium, 20 hard and 20 harder or without any given to spare, and then lowered by half a unit: the results change
little over a wide range, and nobody knows those shares so well. Some newspapers print nine easy puzzles of ten.
"""


def _levels(puzzle: Puzzle, slips: Sequence[Slip]) -> dict[Slip, Level]:
    """The level of each corrected puzzle, for those that are graded soon; of none, where there are many."""
    if len(slips) > _COMPARED:
        return {}
    from bookmaker.logic.grading import Grade, graded

    grades = graded([_mended(puzzle, slip.changes) for slip in slips], bound=_TRIALS)
    return {slip: Level[one.level.upper()] for slip, one in zip(slips, grades, strict=True) if isinstance(one, Grade)}


def _redundant(puzzle: Puzzle, slips: Sequence[Slip]) -> dict[Slip, int]:
    """How many givens each corrected puzzle could do without, each alone. Of none, where that takes long."""
    if puzzle.cages or len(slips) > _COMPARED:
        return {}
    try:
        with spending(_TRIALS):
            return {slip: redundant(_mended(puzzle, slip.changes)) for slip in slips}
    except Spent:
        return {}


_COMPARED = 100
"""The most corrections to compare by their level and their redundant givens."""


def _proper(puzzle: Puzzle, ways: Sequence[Changes]) -> list[Changes]:
    """The changes that make a puzzle proper: those that are found while there is work left."""
    found: list[Changes] = []
    try:
        with spending(_TRIALS):
            for begin in range(0, len(ways), _TOGETHER):
                some = ways[begin : begin + _TOGETHER]
                if puzzle.cages:
                    counts = count_solutions([_mended(puzzle, changes) for changes in some], 2, max_nodes=_GUESSES)
                else:
                    cells = np.tile(np.frombuffer(puzzle.givens, np.uint8), (len(some), 1))
                    for row, changes in enumerate(some):
                        for cell, _, new in changes:
                            cells[row, cell] = new
                    counts = count_solutions(cells, 2, puzzle.geometry, _GUESSES)
                found += [changes for changes, count in zip(some, counts.tolist(), strict=True) if count == 1]
    except Spent:
        pass
    return found


_TRIALS = Work(6)
_TOGETHER = 512
"""The share of the work for one puzzle that may go into trying corrections; trials between looks at the rest of it."""


def _named(puzzle: Puzzle, changes: Changes) -> tuple[Slip, float]:
    """The correction by the kind of error that likeliest makes it necessary, and how likely errors of any kind do.

    Two cells side by side that are exchanged are called that, though another error that does the same may be the likelier.
    """
    meant = _mended(puzzle, changes)
    chances = Copying(meant.givens, puzzle.geometry).chances(puzzle.givens)
    if len(changes) == 1 and (misread := _misread(puzzle, changes)):
        chances[MISREAD] = misread
    kind = next((name for name in ("swap", "swap-down") if name in chances), max(chances, key=chances.__getitem__))
    return Slip(SHOWN.get(kind, kind), changes), sum(chances.values())


MISREAD = "misread"
"""The kind of an error of the reader of pictures, not of who printed the puzzle: its chance is that of the picture."""


def _misread(puzzle: Puzzle, changes: Changes) -> float:
    ((cell, _, new),) = changes
    return next((odds for doubted, digit, odds in puzzle.doubts if (doubted, digit) == (cell, new)), 0.0)


def toward(puzzle: Puzzle, answer: bytes, difficulty: Level | None, others: Sequence[Puzzle]) -> tuple[Slip, ...]:
    """The corrections that give a puzzle this answer, the likeliest first; none where no single slip explains the difference."""
    found = corrections(replace(puzzle, answer=answer), difficulty, others)
    return tuple(slip for slip in found if _agrees(puzzle, answer, slip.changes))


def _agrees(puzzle: Puzzle, answer: bytes, changes: Changes) -> bool:
    """Whether a changed puzzle has no given unlike this answer."""
    if len(answer) != len(puzzle.givens):
        return False
    digits = bytearray(puzzle.givens)
    for cell, _, new in changes:
        digits[cell] = new
    return all(digit in (0, right) for digit, right in zip(digits, answer, strict=True))


def _mended(puzzle: Puzzle, changes: Changes) -> Puzzle:
    return with_givens(puzzle, ((cell, new) for cell, _, new in changes))


def _all(puzzle: Puzzle) -> list[Changes]:
    """All that may have to be changed, each once."""
    return list(dict.fromkeys(changes for changes in _suspected(puzzle) if changes))


def _suspected(puzzle: Puzzle) -> Iterator[Changes]:
    givens, size = puzzle.givens, puzzle.geometry.size
    for cell, digit in enumerate(givens):
        if digit:
            yield from (((cell, digit, other),) for other in range(size + 1) if other != digit)
    for lines in (lines for grid in lines_of_grids(puzzle.geometry) for lines in grid):
        for line, beyond in combinations(lines, 2):
            exchanged = [givens[cell] for cell in (*beyond, *line)]
            yield _changes(givens, [*line, *beyond], exchanged)
        for cells in lines:
            for one, other in combinations(range(size), 2):
                if other == one + 1 or (givens[cells[one]] and givens[cells[other]]):
                    pair = [cells[one], cells[other]]
                    yield _changes(givens, pair, [givens[pair[1]], givens[pair[0]]])
            yield from _line_slips(cells, givens)
    far = _FAR if puzzle.geometry.overlapping else size
    yield from _slips_over_rows(givens, [puzzle.geometry.place(cell)[0] for cell in range(len(givens))], far)


def _changes(givens: bytes, cells: Sequence[int], digits: Sequence[int]) -> Changes:
    changed = ((cell, givens[cell], new) for cell, new in zip(cells, digits, strict=True) if givens[cell] != new)
    return tuple(sorted(changed))


def _line_slips(cells: list[int], givens: bytes) -> Iterator[Changes]:
    """From some cell on, all digits move by one place: an empty cell was left out or typed twice. No digit may fall off."""
    digits = [givens[cell] for cell in cells]
    for start in range(len(cells)):
        for end in range(len(cells)):
            if start != end and digits[end] == 0:
                # The empty cell at one end of the moved stretch goes to its other end.
                moved = digits[:end] + digits[end + 1 :]
                moved.insert(start, 0)
                yield _changes(givens, cells, moved)


_FAR = 2
"""Rows between the two halves of a slip in several grids: of hundreds of cells there would be hundreds of thousands of slips, and
each row further it is half as likely that nobody notices.
"""


def _slips_over_rows(givens: bytes, row_of: Sequence[int], far: int) -> Iterator[Changes]:
    """As a slip in one row, but the symbol too many is in another row than the one left out, ``far`` rows away at most.

    ``row_of`` each cell, which rises.
    """
    cells = np.frombuffer(givens, np.uint8)
    for end in np.flatnonzero(cells == 0).tolist():
        rest = np.delete(cells, end)
        first, last = bisect_left(row_of, row_of[end] - far), bisect_right(row_of, row_of[end] + far)
        for start in range(first, last):
            if row_of[start] != row_of[end]:
                moved = np.insert(rest, start, 0)
                changed = np.flatnonzero(moved != cells).tolist()
                yield tuple((cell, givens[cell], int(moved[cell])) for cell in changed)
