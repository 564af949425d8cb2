"""The fewest givens that leave a wanted answer as the only solution.

Added cells must meet every set of cells in which another solution differs from the answer. The solver supplies such sets, each
made as small as possible (an unavoidable set, as the field calls it): see :mod:`bookmaker.logic.solve.minimum_hitting_set`. If
any answer will do, see :mod:`bookmaker.logic.repair.ways`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from bookmaker.logic.solve.minimum_hitting_set import PATIENCE, smallest_sets
from bookmaker.logic.solve.solver import solution_array
from bookmaker.puzzles.grid.puzzle import Puzzle

MANY = 200_000
"""More solutions than this are not listed to find the best answer among them."""

NAMED = 1000
"""The most smallest mends to list; a note says if there are more."""

Candidates = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Additions:
    """What was found.

    mends: smallest sets of (cell, digit) to add, each ascending, at most NAMED. complete: whether these are all. least: a proven
    lower bound. proven: ``least`` is the size of these. any_answer: whether the proof is about every answer, not about one.
    """

    mends: tuple[Candidates, ...]
    complete: bool
    least: int
    proven: bool
    any_answer: bool


def with_givens(puzzle: Puzzle, added: Iterable[tuple[int, int]]) -> Puzzle:
    """The puzzle with further givens (cell, digit); digit 0 takes one away."""
    givens = bytearray(puzzle.givens)
    for cell, digit in added:
        givens[cell] = digit
    return replace(puzzle, givens=bytes(givens))


def _other(puzzle: Puzzle, answer: bytes, cells: Iterable[int]) -> bytes | None:
    """A solution other than the answer that agrees with it in these cells."""
    for row in solution_array(with_givens(puzzle, ((cell, answer[cell]) for cell in cells)), 2):
        if row.tobytes() != answer:
            return bytes(row)
    return None


def to_answer(puzzle: Puzzle, answer: bytes, enough: int = NAMED, patience: int = PATIENCE) -> Additions:
    """The smallest additions that leave ``answer``, one of the puzzle's solutions, as the only one."""
    everywhere = range(len(answer))

    def missed(chosen: tuple[int, ...]) -> list[int] | None:
        other = _other(puzzle, answer, chosen)
        if other is None:
            return None
        differing = [cell for cell in everywhere if other[cell] != answer[cell]]
        # Shrink the set while another solution differs only in some of its cells.
        for cell in tuple(differing):
            if cell not in differing:
                continue
            fixed = [at for at in everywhere if at not in differing or at == cell]
            closer = _other(puzzle, answer, fixed)
            if closer is not None:
                differing = [at for at in differing if closer[at] != answer[at]]
        return differing

    found = smallest_sets(len(answer), missed, len(answer), enough, patience)
    mends = tuple(tuple((cell, answer[cell]) for cell in cells) for cells in sorted(found.sets))
    if mends:
        return Additions(mends, found.complete, found.least, True, False)
    return Additions((_greedy_to(puzzle, answer),), False, found.least, False, False)


def _greedy_to(puzzle: Puzzle, answer: bytes) -> Candidates:
    """Additions, none superfluous, that leave the answer: not smallest, but fast."""
    added: list[int] = []
    while (other := _other(puzzle, answer, added)) is not None:
        # The cell that distinguishes the answer from most of the solutions found first.
        met = solution_array(with_givens(puzzle, ((cell, answer[cell]) for cell in added)), 1000)
        agree = (met == np.frombuffer(answer, np.uint8)).sum(axis=0)
        agree[[cell for cell in range(len(answer)) if other[cell] == answer[cell]]] = len(met) + 1
        added.append(int(agree.argmin()))
    for cell in tuple(added):
        fewer = [at for at in added if at != cell]
        if _other(puzzle, answer, fewer) is None:
            added = fewer
    return tuple((cell, answer[cell]) for cell in sorted(added))


def keeps_symmetry(puzzle: Puzzle, orbits: Sequence[tuple[int, ...]]) -> bool:
    """Whether the givens fill whole orbits."""
    return all(len({bool(puzzle.givens[cell]) for cell in orbit}) == 1 for orbit in orbits)
