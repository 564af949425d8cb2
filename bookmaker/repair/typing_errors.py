"""Typing errors: every small slip whose correction makes a puzzle proper, the likeliest first.

Slips are single digits (mistyped, or typed where none belongs), two cells exchanged, two rows or columns exchanged, and symbols
moved by one place: in a row or column, or from one row into later ones, where a symbol was left out and another is too many.
The order is that of :mod:`bookmaker.repair.likelihood`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import log

import numpy as np

from bookmaker.grid.adjacency import beside
from bookmaker.grid.puzzle import Puzzle
from bookmaker.grid.symmetry import SYMMETRIES, orbits
from bookmaker.repair.added_givens import keeps_symmetry, with_givens
from bookmaker.repair.likelihood import TYPING, WAYS, digit_error
from bookmaker.solve.solver import count_solutions, solve
from bookmaker.solve.work import WORK, Spent, Work, spending
from bookmaker.techniques.declare import Level

_GUESSES = 1000
"""Guesses for one trial: nearly all proper puzzles take under a hundred."""


@dataclass(frozen=True, slots=True)
class Slip:
    """A correction. ``kind``: one of :data:`bookmaker.repair.likelihood.TYPING`; ``changes``: (cell, old digit, new digit)."""

    kind: str
    changes: tuple[tuple[int, int, int], ...]


def corrections(puzzle: Puzzle, difficulty: Level | None = None) -> tuple[Slip, ...]:
    """Every correction that makes the puzzle proper, the likeliest first.

    ``difficulty``: the level that the puzzle was meant to have, if it is known. Of a puzzle that could do without some of its
    givens many corrections are proper by accident, and few of these have its level.
    """
    proper = _proper(puzzle, list(_distinct(_all(puzzle))))
    if puzzle.answer is not None:
        # An answer that came with the puzzle shows which correction was meant.
        meant = [slip for slip in proper if solve(_mended(puzzle, slip), 2, WORK).solution == puzzle.answer]
        proper = meant or proper
    symmetric = [orbits(name, puzzle.geometry.size) for name in SYMMETRIES if name != "none"]
    even = {slip for slip in proper if any(keeps_symmetry(_mended(puzzle, slip), orbit) for orbit in symmetric)}
    spare = _redundant(puzzle, proper)
    other = _of_other_levels(puzzle, proper, difficulty)
    # Neither a symmetric pattern nor a puzzle that needs all of its givens is an accident. Where no correction makes such a one
    # the puzzle was none, and what is left is how many ways each error has.
    plain = not even and bool(spare) and all(spare.values())

    def order(slip: Slip) -> tuple[object, ...]:
        if plain:
            return slip in other, log(_ways(slip, puzzle)) + _EACH_SPARE * spare[slip], len(slip.changes), slip.changes
        return _likelihood(slip, slip in even, min(spare.get(slip, 0), _COUNTED), slip in other)

    return tuple(sorted(proper, key=order))


def _of_other_levels(puzzle: Puzzle, slips: Sequence[Slip], difficulty: Level | None) -> frozenset[Slip]:
    """The slips whose correction makes a puzzle of another level than the wanted one."""
    if difficulty is None or not 1 < len(slips) <= _COMPARED:
        return frozenset()
    from bookmaker.grading import Grade, graded

    grades = graded([_mended(puzzle, slip) for slip in slips], bound=_TRIALS)
    pairs = zip(slips, grades, strict=True)
    return frozenset(
        slip for slip, one in pairs if not isinstance(one, Grade) or Level[one.level.upper()] != difficulty
    )


def _redundant(puzzle: Puzzle, slips: Sequence[Slip]) -> dict[Slip, int]:
    """How many givens each corrected puzzle could do without, each alone, up to ``_SPARE``. Of none, where that takes long."""
    if puzzle.cages or not 1 < len(slips) <= _COMPARED:
        return {}
    found: dict[Slip, int] = {}
    try:
        with spending(_TRIALS):
            for slip in slips:
                givens = np.frombuffer(_mended(puzzle, slip).givens, np.uint8)
                cells = np.flatnonzero(givens)
                without = np.tile(givens, (len(cells), 1))
                without[np.arange(len(cells)), cells] = 0
                counts = count_solutions(without, 2, puzzle.geometry, _GUESSES)
                found[slip] = min(int((counts == 1).sum()), _SPARE)
    except Spent:
        return {}
    return found


_COMPARED = 100
_SPARE = 12
_COUNTED = 3
"""The most corrections to compare by their redundant givens, and the most redundant givens to count; of a puzzle that may have
been minimal, how many count."""

_EACH_SPARE = 0.3
"""What a given that the puzzle could do without weighs, as a logarithm: people make puzzles by taking givens away."""


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


def _likelihood(slip: Slip, even: bool, redundant: int, other_level: bool) -> tuple[object, ...]:
    """The sort key, the likeliest first.

    A pattern of givens that is symmetric is hardly ever an accident, and neither is the wanted level, nor a puzzle that needs
    all of its givens: a correction that makes it so comes before one that does not. A small change comes before a large one of
    its kind.
    """
    return not even, other_level, redundant, TYPING.index(slip.kind), len(slip.changes), slip.changes


def _mended(puzzle: Puzzle, slip: Slip) -> Puzzle:
    return with_givens(puzzle, ((cell, new) for cell, _, new in slip.changes))


def _distinct(slips: Iterable[Slip]) -> Iterator[Slip]:
    """Each change once, as the likeliest slip that makes it."""
    found: dict[tuple[tuple[int, int, int], ...], Slip] = {}
    for slip in slips:
        other = found.setdefault(slip.changes, slip)
        if TYPING.index(slip.kind) < TYPING.index(other.kind):
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
                if len(changes) > 2 or (len(changes) == 2 and abs(start - end) > 1):
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
