"""Smallest sets of cells that meet every set of a family that is only known through an oracle.

Two problems are of this kind: the fewest cells to fill so that one solution is left (they meet every set of cells in which
another solution differs), and the fewest givens to drop so that there is a solution (they meet every contradictory set of
givens). :mod:`bookmaker.logic.kernels.hitting_set` describes the search and names its source.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from bookmaker.logic.solve.work import Spent, charge

Oracle = Callable[[tuple[int, ...]], Iterable[int] | None]
"""Takes the chosen cells, ascending. Returns None if they suffice, else a set of the family that they do not meet."""

PATIENCE = 600_000_000
"""How many sets are examined for one number of cells, a few seconds; beyond that the answer is not proven."""

_MOST_SETS = 30_000

_EXAMINED, _WORD = 4e-9, 1e-9
"""Seconds of work of examining one set, and more for each word of it."""


@dataclass(frozen=True, slots=True)
class Choices:
    """The result. ``sets``: smallest sets of cells, each ascending, always in the same order, at most as many as requested;
    empty if none was found within the patience, the work that is left, or the largest size allowed. ``complete``: whether these
    are all. ``least``: the proven lower bound of the number of cells.
    """

    sets: tuple[tuple[int, ...], ...]
    complete: bool
    least: int


def smallest_sets(cells: int, oracle: Oracle, largest: int, enough: int = 1000, patience: int = PATIENCE) -> Choices:
    """The smallest sets among ``cells`` cells, of at most ``largest``, that meet the oracle's family; at most ``enough`` of them.

    The oracle first judges the empty set.
    """
    from bookmaker.logic.kernels import hitting_set

    words = (cells + 63) // 64
    sets = np.zeros((64, words), np.int64)
    count = 0
    for size in range(largest + 1):
        way = hitting_set.trail(size, words)
        found: list[tuple[int, ...]] = []
        while True:
            before = int(way.marks[hitting_set.SEEN])
            status = hitting_set.search(sets, count, size, patience, way)
            try:
                charge((int(way.marks[hitting_set.SEEN]) - before) * (_EXAMINED + words * _WORD))
            except Spent:
                return Choices(tuple(found), False, size)
            if status == hitting_set.DONE:
                break
            if status == hitting_set.TIRED:
                return Choices(tuple(found), False, size)
            chosen = _cells_of(way.taken)
            missed = oracle(chosen)
            if missed is None:
                found.append(chosen)
                if len(found) == enough:
                    return Choices(tuple(found), False, size)
                continue
            if count == _MOST_SETS:
                return Choices(tuple(found), False, size)
            if count == len(sets):
                sets = np.concatenate([sets, np.zeros_like(sets)])
            for cell in missed:
                sets[count, cell >> 6] |= np.int64((1 << (cell & 63)) - (1 << 64 if cell & 63 == 63 else 0))
            count += 1
        if found:
            return Choices(tuple(found), True, size)
    return Choices((), False, largest + 1)


def _cells_of(taken: npt.NDArray[np.int64]) -> tuple[int, ...]:
    return tuple(word << 6 | bit for word, mask in enumerate(taken.tolist()) for bit in range(64) if mask >> bit & 1)
