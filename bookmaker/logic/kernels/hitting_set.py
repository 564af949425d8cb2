"""Smallest sets of cells that meet every set of a family, which the search learns on the way.

*Implicit hitting set* (Moreno-Centeno and Karp, "The implicit hitting set approach to solve combinatorial optimization problems",
Operations Research 61, 2013; for Sudoku it is how McGuire, Tugemann and Civario, 2012, look for 16 givens): the sets to meet are
found one by one. The search chooses cells that meet all known sets. An oracle (a solver) then either agrees, or names a further
set that they do not meet, and the search continues where it was.

The search is depth first over "which cell of this unmet set". A cell that was tried is banned in the branches after it, so that
each choice occurs exactly once. A branch ends where disjoint unmet sets outnumber the cells that may still be chosen, since each
needs one of its own.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bookmaker.logic.jit.decorators import kernel
from bookmaker.logic.kernels.bits import lowest, popcount
from bookmaker.logic.kernels.rules import Array

DONE, ASK, TIRED = range(3)
DEPTH, RESUME, SEEN = range(3)
"""Places in ``Trail.marks``: cells chosen; 1 if the caller has judged the node at that depth; sets examined."""


class Trail(NamedTuple):
    """The state of the search. Sets of cells are int64[words], bit c % 64 of word c // 64.

    chosen  int64[most]             the cell chosen at each depth
    left    int64[most + 1, words]  cells of the branching set still to try at each depth
    banned  int64[most + 1, words]  cells that may not be chosen from that depth on
    taken   int64[words]            the chosen cells
    spare   int64[words]            scratch
    marks   int64[3]                see DEPTH, RESUME, SEEN
    """

    chosen: npt.NDArray[np.int64]
    left: npt.NDArray[np.int64]
    banned: npt.NDArray[np.int64]
    taken: npt.NDArray[np.int64]
    spare: npt.NDArray[np.int64]
    marks: npt.NDArray[np.int64]


def trail(most: int, words: int) -> Trail:
    """A search for sets of at most ``most`` cells, at its start."""
    return Trail(
        np.zeros(most, np.int64),
        np.zeros((most + 1, words), np.int64),
        np.zeros((most + 1, words), np.int64),
        np.zeros(words, np.int64),
        np.zeros(words, np.int64),
        np.zeros(3, np.int64),
    )


@kernel
def _branching_set(sets: Array, count: int, way: Trail, depth: int) -> int:
    """The unmet set with the fewest free cells, -1 if all are met. ``spare`` becomes the cells of unmet sets apart."""
    best, fewest = -1, 1 << 30
    words = len(way.taken)
    for i in range(count):
        met = False
        free = 0
        for w in range(words):
            met |= (sets[i, w] & way.taken[w]) != 0
            free += popcount(sets[i, w] & ~way.banned[depth, w])
        if not met and free < fewest:
            best, fewest = i, free
            if free == 0:
                break
    return best


@kernel
def _apart(sets: Array, count: int, way: Trail, depth: int, enough: int) -> int:
    """How many unmet sets, picked greedily, share no free cell; counting ends above ``enough``."""
    words = len(way.taken)
    way.spare[:] = 0
    number = 0
    for i in range(count):
        free = True
        for w in range(words):
            free &= (sets[i, w] & (way.taken[w] | (way.spare[w] & ~way.banned[depth, w]))) == 0
        if free:
            number += 1
            if number > enough:
                break
            for w in range(words):
                way.spare[w] |= sets[i, w]
    return number


@kernel
def search(sets: Array, count: int, most: int, patience: int, way: Trail) -> int:
    """Search on until at most ``most`` cells meet the first ``count`` of ``sets`` int64[n, words], or all choices are tried.

    Returns ASK: ``way.taken`` meets them all; learn a set that it does not meet and call again, or call again without one to
    accept it and find the next. DONE: every choice was tried. TIRED: ``patience`` sets were examined before.
    """
    words = len(way.taken)
    depth = way.marks[DEPTH]
    down = way.marks[RESUME] == 0
    if way.marks[RESUME]:
        # Return to the node: with a new set it continues below, without one it was accepted and is left.
        way.marks[RESUME] = 0
        down = _branching_set(sets, count, way, depth) >= 0
    while True:
        if down:
            way.marks[SEEN] += count + 1
            if way.marks[SEEN] > patience:
                return TIRED
            best = _branching_set(sets, count, way, depth)
            if best < 0:
                way.marks[DEPTH] = depth
                way.marks[RESUME] = 1
                return ASK
            for w in range(words):
                way.left[depth, w] = sets[best, w] & ~way.banned[depth, w]
            if _apart(sets, count, way, depth, most - depth) > most - depth:
                way.left[depth, :] = 0
        cell = -1
        for w in range(words):
            if cell < 0 and way.left[depth, w]:
                cell = w << 6 | lowest(way.left[depth, w])
        if cell >= 0:
            bit = np.int64(1) << (cell & 63)
            way.left[depth, cell >> 6] &= ~bit
            for w in range(words):
                way.banned[depth + 1, w] = way.banned[depth, w]
            way.banned[depth, cell >> 6] |= bit
            way.taken[cell >> 6] |= bit
            way.chosen[depth] = cell
            depth += 1
            down = True
            continue
        if depth == 0:
            return DONE
        depth -= 1
        cell = way.chosen[depth]
        way.taken[cell >> 6] &= ~(np.int64(1) << (cell & 63))
        down = False
