"""Among listed solutions: how often each cell holds each digit, and the fewest candidates that only one of them has."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from bookmaker.logic.repair.added_givens import Candidates
from bookmaker.logic.solve.work import charge

LOOK = 1e-9
"""Seconds of work of looking at one cell of one solution."""


@dataclass(frozen=True, slots=True)
class Discerned:
    """Sets of candidates of one size that exactly one solution has. ``mends``: the sets, or the first of them; ``complete``:
    whether these are all; ``tired``: whether the search reached its bound; ``looked``: its work, solutions times cells.
    """

    mends: tuple[Candidates, ...]
    complete: bool
    tired: bool
    looked: int


def frequencies(solutions: npt.NDArray[np.uint8], size: int) -> npt.NDArray[np.int64]:
    """How often each cell holds each digit: uint8[n, cells] -> int64[cells, size + 1]."""
    from bookmaker.logic.kernels import distinguishing_digits

    counts = np.zeros((solutions.shape[1], size + 1), np.int64)
    distinguishing_digits.frequencies(solutions, counts)
    return counts


def discerned(solutions: npt.NDArray[np.uint8], size: int, number: int, patience: int, enough: int) -> Discerned:
    """Sets of ``number`` candidates that exactly one of the solutions uint8[n, cells], n >= 2, has; no fewer may suffice."""
    from bookmaker.logic.kernels import distinguishing_digits

    counts = frequencies(solutions, size)
    order = sorted(
        (int(counts[cell, digit]), cell, digit)
        for cell, digit in np.argwhere(counts).tolist()
        if counts[cell, digit] < len(solutions)
    )
    candidates = np.array([(cell, digit) for _, cell, digit in order], np.int64).reshape(-1, 2)
    room, found = np.zeros((enough, number), np.int64), np.zeros(2, np.int64)
    status = distinguishing_digits.smallest(
        solutions, np.unique(candidates[:, 0]), candidates, number, patience, enough, room, found
    )
    charge(int(found[1]) * LOOK)
    mends = sorted(
        tuple(sorted((int(cell), int(digit)) for cell, digit in candidates[chosen])) for chosen in room[: int(found[0])]
    )
    done = status == distinguishing_digits.DONE
    return Discerned(tuple(mends), done, not done and not mends, int(found[1]))


def rarest_first(solutions: npt.NDArray[np.uint8], size: int) -> Candidates:
    """Candidates that leave one of the solutions uint8[n, cells], n >= 1: repeatedly the rarest among those left."""
    added: list[tuple[int, int]] = []
    while len(solutions) > 1:
        counts = frequencies(solutions, size)
        counts[counts == 0] = len(solutions) + 1
        cell, digit = divmod(int(counts.argmin()), counts.shape[1])
        added.append((cell, digit))
        solutions = solutions[solutions[:, cell] == digit]
    return tuple(sorted(added))
