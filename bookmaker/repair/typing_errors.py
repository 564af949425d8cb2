"""Typing errors: every small slip whose correction makes a puzzle proper, the likeliest first.

Slips are single digits (mistyped, or typed where none belongs), two cells exchanged, two rows or columns exchanged, and symbols
moved by one place: in a row or column, or from one row into later ones, where a symbol was left out and another is too many.
How likely an error is comes from :mod:`bookmaker.repair.likelihood`, how likely the corrected puzzle is from its givens and, if
there are any, from the other puzzles of its source (:mod:`bookmaker.repair.companions`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from math import exp, log

import numpy as np

from bookmaker.grid.adjacency import beside
from bookmaker.grid.puzzle import Puzzle
from bookmaker.repair.added_givens import with_givens
from bookmaker.repair.companions import Companions, redundant, symmetric
from bookmaker.repair.likelihood import WAYS, digit_error
from bookmaker.solve.solver import count_solutions
from bookmaker.solve.work import Spent, Work, spending
from bookmaker.techniques.declare import Level

_GUESSES = 1000
"""Guesses for one trial: nearly all proper puzzles take under a hundred."""


@dataclass(frozen=True, slots=True)
class Slip:
    """A correction. ``kind``: one of :data:`bookmaker.repair.likelihood.WAYS`; ``changes``: (cell, old digit, new digit).

    ``share``: how likely it is the one that was meant, of all corrections found, 0 to 1; None where it is the only one.
    """

    kind: str
    changes: tuple[tuple[int, int, int], ...]
    share: float | None = field(default=None, compare=False)


def corrections(puzzle: Puzzle, difficulty: Level | None = None, others: Sequence[Puzzle] = ()) -> tuple[Slip, ...]:
    """Every correction that makes the puzzle proper, the likeliest first.

    ``difficulty``: the level that the puzzle was meant to have, if it is known. ``others``: puzzles of the same source. Of a
    puzzle that could do without some of its givens many corrections are proper by accident, and few of these are like the rest
    of a page.
    """
    proper = _proper(puzzle, list(_distinct(_all(puzzle))))
    if len(proper) < 2:
        return tuple(proper)
    beside = Companions(others, puzzle.geometry)
    spare = _redundant(puzzle, proper)
    # That none can go is hardly ever an accident; the level need not be found out then, unless it is known what it should be.
    known = difficulty is not None or bool(beside.levels)
    levels = _levels(puzzle, proper) if known or (spare and all(spare.values())) else {}

    def odds(slip: Slip) -> float:
        """Bayes' rule: how likely this error is, times how likely such a puzzle is; as a logarithm."""
        mended = _mended(puzzle, slip)
        likely = -log(_ways(slip, puzzle)) - _EACH_GIVEN * mended.given_count
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


_EACH_GIVEN = 1.0
_EACH_SPARE = 0.35
_MOST_SPARE = 12
_MINIMAL = 3.0
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
    Level.MEDIUM: 1.6,
    Level.HARD: 1.3,
}
_HARDER = 1.5
"""What the level of a corrected puzzle speaks for it, as logarithms: its share of the puzzles that people print, over its share
of the puzzles that come about by accident.

Of wrong corrections of easy, medium and hard puzzles, as many of each, 73 in a hundred are easy or for beginners, 10 medium, 11
hard. People order levels: puzzles of books and papers are counted as 35 easy or for beginners, 25 medium, 20 hard and 20 harder
ones, of which few are accidents. (The ratios of the hardest would be larger; nobody knows their share of print so well.)
"""


def _levels(puzzle: Puzzle, slips: Sequence[Slip]) -> dict[Slip, Level]:
    """The level of each corrected puzzle, for those that are graded soon; of none, where there are many."""
    if len(slips) > _COMPARED:
        return {}
    from bookmaker.grading import Grade, graded

    grades = graded([_mended(puzzle, slip) for slip in slips], bound=_TRIALS)
    return {slip: Level[one.level.upper()] for slip, one in zip(slips, grades, strict=True) if isinstance(one, Grade)}


def _redundant(puzzle: Puzzle, slips: Sequence[Slip]) -> dict[Slip, int]:
    """How many givens each corrected puzzle could do without, each alone. Of none, where that takes long."""
    if puzzle.cages or len(slips) > _COMPARED:
        return {}
    try:
        with spending(_TRIALS):
            return {slip: redundant(_mended(puzzle, slip)) for slip in slips}
    except Spent:
        return {}


_COMPARED = 100
"""The most corrections to compare by their level and their redundant givens."""


def _proper(puzzle: Puzzle, slips: Sequence[Slip]) -> list[Slip]:
    """The slips whose correction makes a puzzle proper: those that are found while there is work left."""
    found: list[Slip] = []
    try:
        with spending(_TRIALS):
            for begin in range(0, len(slips), _TOGETHER):
                some = slips[begin : begin + _TOGETHER]
                if puzzle.cages:
                    counts = count_solutions([_mended(puzzle, slip) for slip in some], 2, max_nodes=_GUESSES)
                else:
                    cells = np.tile(np.frombuffer(puzzle.givens, np.uint8), (len(some), 1))
                    for row, slip in enumerate(some):
                        for cell, _, new in slip.changes:
                            cells[row, cell] = new
                    counts = count_solutions(cells, 2, puzzle.geometry, _GUESSES)
                found += [slip for slip, count in zip(some, counts.tolist(), strict=True) if count == 1]
    except Spent:
        pass
    return found


_TRIALS = Work(6)
_TOGETHER = 512
"""Of the work for one puzzle, what may go into trying corrections; trials between looks at what is left of it."""


def _ways(slip: Slip, puzzle: Puzzle) -> int:
    """In how many ways a person can make an error such as this one: see :data:`bookmaker.repair.likelihood.WAYS`."""
    size = puzzle.geometry.size
    cells = [cell for cell, _, _ in slip.changes]
    step = cells[1] - cells[0] if len(cells) == 2 else 0
    if slip.kind in ("row-slip", "column-slip"):
        along = 1 if slip.kind == "row-slip" else size
        if step == along:
            return WAYS["pair-across" if along == 1 else "pair-down"]
        end = (cells[0] // size + 1) * size if along == 1 else len(puzzle.givens)
        beyond = range(cells[0], end, along)
        whole = all(cell in cells or not puzzle.givens[cell] for cell in beyond)
        return WAYS[slip.kind if whole else f"{slip.kind}-within"]
    if slip.kind == "swap" and step == size:
        return WAYS["swap-down" if 0 in {old for _, old, _ in slip.changes} else "exchange"]
    return WAYS[slip.kind]


def _mended(puzzle: Puzzle, slip: Slip) -> Puzzle:
    return with_givens(puzzle, ((cell, new) for cell, _, new in slip.changes))


def _distinct(slips: Iterable[Slip]) -> Iterator[Slip]:
    """Each change once, as the likeliest slip that makes it."""
    found: dict[tuple[tuple[int, int, int], ...], Slip] = {}
    for slip in slips:
        other = found.setdefault(slip.changes, slip)
        if WAYS[slip.kind] < WAYS[other.kind]:
            found[slip.changes] = slip
    yield from (slip for slip in found.values() if slip.changes)


def _all(puzzle: Puzzle) -> Iterator[Slip]:
    givens, size = puzzle.givens, puzzle.geometry.size
    rows = [[row * size + place for place in range(size)] for row in range(size)]
    columns = [list(column) for column in zip(*rows, strict=True)]
    for cell, digit in enumerate(givens):
        if digit:
            doubled = digit in [givens[near] for near in beside(cell, size)]
            yield Slip("doubled" if doubled else "extra", ((cell, digit, 0),))
            for other in range(1, size + 1):
                if other != digit:
                    yield Slip(digit_error(digit, other), ((cell, digit, other),))
    for kind, lines in (("row", rows), ("column", columns)):
        for (at, line), (place, beyond) in combinations(enumerate(lines), 2):
            apart = "" if place == at + 1 else "-apart"
            exchanged = [givens[cell] for cell in (*beyond, *line)]
            yield Slip(f"{kind}s{apart}", _changes(givens, [*line, *beyond], exchanged))
        for cells in lines:
            for one, other in combinations(range(size), 2):
                near = other == one + 1
                if near or (givens[cells[one]] and givens[cells[other]]):
                    pair = [cells[one], cells[other]]
                    moved = [givens[pair[1]], givens[pair[0]]]
                    yield Slip("swap" if near else "exchange", _changes(givens, pair, moved))
            yield from _line_slips(f"{kind}-slip", cells, givens)
    yield from _slips_over_rows(givens, size)


def _changes(givens: bytes, cells: Sequence[int], digits: Sequence[int]) -> tuple[tuple[int, int, int], ...]:
    changed = ((cell, givens[cell], new) for cell, new in zip(cells, digits, strict=True) if givens[cell] != new)
    return tuple(sorted(changed))


def _line_slips(kind: str, cells: list[int], givens: bytes) -> Iterator[Slip]:
    """From some cell on, all digits move by one place: an empty cell was left out or typed twice. No digit may fall off."""
    digits = [givens[cell] for cell in cells]
    for start in range(len(cells)):
        for end in range(len(cells)):
            if start != end and digits[end] == 0:
                # The empty cell at one end of the moved stretch goes to its other end.
                moved = digits[:end] + digits[end + 1 :]
                moved.insert(start, 0)
                changes = _changes(givens, cells, moved)
                # One digit that moves by one place is a swap, too, which is likelier.
                if len(changes) > 1:
                    yield Slip(kind, changes)


def _slips_over_rows(givens: bytes, size: int) -> Iterator[Slip]:
    """As a slip in one row, but the symbol too many stands in another row than the one left out."""
    cells = np.frombuffer(givens, np.uint8)
    for end in np.flatnonzero(cells == 0).tolist():
        rest = np.delete(cells, end)
        for start in range(len(cells)):
            if start // size != end // size:
                moved = np.insert(rest, start, 0)
                changed = np.flatnonzero(moved != cells).tolist()
                yield Slip("slip", tuple((cell, givens[cell], int(moved[cell])) for cell in changed))
