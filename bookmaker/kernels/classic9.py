"""The fast path: solutions of 9x9 classic puzzles. A node of the search is settled by :mod:`bookmaker.kernels.settle9`.

All state is one array ``work`` uint32[WORK], so that nothing is allocated: a stack of nodes of NODE words each,

    16 * band + digit - 1   the candidates of a digit in a band, bit 10 * row + column (row 0..2 of the band)
    PAIRS + band            the cells of a band with two candidates
    GUESS, GUESS + 1        the guess made here: which of the words above, and its bit

A guess is one candidate, and the other branch its removal: every solution has the candidate or has it not, so that each is
met once and none is missed. Which candidate is guessed decides how many nodes there are. It is one of a cell with two, and
among those cells the one whose digits have most to lose: a candidate that the guess removes counts 1, and 3 more in a
cell with two candidates, where it decides the cell. (Found by trying: first cell 1.6 guesses for a puzzle of 17 givens and 19
for one of the magictour list, this rule 0.4 and 8.7.) Looking through these cells finds naked pairs on the way: two that see each
other and have the same two candidates. What they remove is removed before anything is guessed: 0.26 and 6.2 guesses.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bookmaker.kernels import settle9
from bookmaker.kernels.bits import lowest, popcount
from bookmaker.kernels.jit import index, kernel
from bookmaker.kernels.rules import Array
from bookmaker.kernels.vectors import lanes_with, load

PAIRS = settle9.PAIRS
GUESS = PAIRS + 3
NODE = 64
WORK = 82 * NODE
"""82 nodes: each guess decides a digit of a row that was not decided, of which there are 81."""

_WORDS = 3 * settle9.LANES
_ALL = np.uint32(settle9.ALL)
_ONE = np.uint32(1)
_BAND = index(settle9.LANES)

UNDECIDED = -1
"""Returned when ``max_nodes`` guesses were not enough."""


def _cells_that_see(place: int, one_band: bool) -> int:
    row, column = divmod(place, 10)
    return sum(
        1 << 10 * other_row + other
        for other_row in range(3)
        for other in range(9)
        if other == column or (one_band and (other_row == row or other // 3 == column // 3))
        if not (one_band and other_row == row and other == column)
    )


ROWS = np.array([0x1FF << place // 10 * 10 for place in range(29)], dtype=np.uint32)
"""[bit of a word] -> the cells of its row."""

NEAR = np.array([_cells_that_see(place, True) for place in range(29)], dtype=np.uint32)
"""[bit of a word] -> the cells of the same band that see the bit's cell."""

FAR = np.array([_cells_that_see(place, False) for place in range(29)], dtype=np.uint32)
"""[bit of a word] -> the cells of another band that see the bit's cell."""


@kernel
def _place(work: Array, word: Any, bit: Any) -> None:
    """Let a digit have one place in a row. The rest follows when the node is settled."""
    work[word] = work[word] & ~ROWS[lowest(bit)] | bit


@kernel
def _start(work: Array, cells: Array) -> bool:
    """Set node 0 to the givens ``cells`` uint8[81]. Returns False if two are alike in a row or a digit is above 9."""
    for word in range(_WORDS):
        work[word] = _ALL if word % settle9.LANES < 9 else 0
    cell = index(0)
    for band in range(index(3)):
        for row in range(index(3)):
            for column in range(index(9)):
                digit = index(cells[cell])
                cell += index(1)
                if digit:
                    word = band * _BAND + digit - index(1)
                    bit = _ONE << np.uint32(index(10) * row + column)
                    if digit > 9 or not work[word] & bit:
                        return False
                    _place(work, word, bit)
    return True


@kernel
def _strike(work: Array, at: int, one: Any, two: Any, band: Any, place: Any, other_band: Any, other: Any) -> bool:
    """Take two digits from the cells that see both of two cells. Returns whether there was something to take."""
    taken = np.uint32(0)
    for third in range(index(3)):
        seen = NEAR[place] if third == band else FAR[place]
        seen &= NEAR[other] if third == other_band else FAR[other]
        for digit in (one, two):
            word = at + third * _BAND + digit
            lost = work[word] & seen
            work[word] ^= lost
            taken |= lost
    return bool(taken)


@kernel
def _choose(work: Array, at: int) -> bool:
    """Of the node at index ``at``, where some cell has two candidates, set the guess; or, if two cells that see each other
    have the same two candidates, take these from the cells that see both, and return True: then it is not settled any more.
    """
    most = -1
    removed = False
    for band in range(index(3)):
        cells = work[at + index(PAIRS) + band]
        while cells:
            place = index(lowest(cells))
            bit = cells & (~cells + _ONE)
            cells ^= bit
            digits = lanes_with(load(work, np.int64(at + band * _BAND)), bit)
            more = digits & (digits - _ONE)
            if not more:
                continue  # It has lost one here.
            one, two = index(lowest(digits)), index(lowest(more))
            loss = 0
            for other in range(index(3)):
                seen = NEAR[place] if other == band else FAR[place]
                pairs = work[at + index(PAIRS) + other]
                lost = work[at + other * _BAND + one] & seen
                lost_too = work[at + other * _BAND + two] & seen
                loss += popcount(lost) + popcount(lost_too) + 3 * (popcount(lost & pairs) + popcount(lost_too & pairs))
                twins = lost & lost_too & pairs
                while twins:
                    twin = index(lowest(twins))
                    twins &= twins - _ONE
                    removed |= _strike(work, at, one, two, band, place, other, twin)
            if loss > most:
                most = loss
                work[at + index(GUESS)] = band * _BAND + one
                work[at + index(GUESS + 1)] = bit
    return removed


@kernel
def _choose_any(work: Array, at: int) -> None:
    """Set the guess of a node without a cell of two candidates: the first candidate of a cell with the fewest."""
    fewest = 99
    for band in range(index(3)):
        for place in range(index(29)):
            ways = 0
            first = index(0)
            for digit in range(index(9)):
                if work[at + band * _BAND + digit] >> np.uint32(place) & _ONE:
                    if ways == 0:
                        first = band * _BAND + digit
                    ways += 1
            if 1 < ways < fewest:
                fewest = ways
                work[at + index(GUESS)] = first
                work[at + index(GUESS + 1)] = _ONE << np.uint32(place)


@kernel
def search(work: Array, cells: Array, limit: int, max_nodes: int, out: Array) -> int:
    """Find solutions of a 9x9 classic puzzle, up to a limit, without allocating.

    ``work`` uint32[WORK] is scratch. ``cells`` uint8[81], 0 = empty, is not written to. ``limit`` >= 1. ``max_nodes``:
    give up after so many guesses, 0 = never. ``out`` uint8[k, 81], k >= 0: the first k solutions are written to it,
    always in the same order. Returns the number of solutions, at most ``limit``: 0 if givens clash or a digit is above
    9; UNDECIDED (-1) if it gave up before.
    """
    found = 0
    nodes = 0
    at = index(0)
    if not _start(work, cells):
        return 0
    while True:
        status = settle9.settle(work, np.int64(at))
        if status == settle9.OPEN:
            pairs = work[at + index(PAIRS)] | work[at + index(PAIRS + 1)] | work[at + index(PAIRS + 2)]
            if pairs and _choose(work, at):
                continue
            if nodes == max_nodes and max_nodes > 0:
                return UNDECIDED
            nodes += 1
            if not pairs:
                _choose_any(work, at)
            for word in range(index(_WORDS)):
                work[at + index(NODE) + word] = work[at + word]
            guess = at + index(work[at + index(GUESS)])
            bit = work[at + index(GUESS + 1)]
            work[guess] ^= bit
            _place(work, guess + index(NODE), bit)
            at += index(NODE)
            continue
        if status == settle9.SOLVED:
            if found < len(out):
                for word in range(_WORDS):
                    here = work[at + index(word)]
                    while here:
                        row, column = divmod(lowest(here), 10)
                        cell = word // settle9.LANES * 27 + row * 9 + column
                        out[found, cell] = word % settle9.LANES + 1
                        here &= here - _ONE
            found += 1
            if found == limit:
                return found
        if at == 0:
            return found
        at -= index(NODE)


@kernel
def workspace() -> Array:
    """A fresh uint32[WORK]. Make one and hand it to every call: that is all the memory that :func:`search` needs."""
    return np.empty(WORK, np.uint32)


@kernel
def count_in(work: Array, cells: Array, limit: int, solution: Array) -> int:
    """The number of solutions, at most ``limit``; the first is written to ``solution`` uint8[81]. ``work``:
    :func:`workspace`.
    """
    return search(work, cells, limit, 0, solution.reshape(1, 81))


@kernel
def count(cells: Array, limit: int, solution: Array) -> int:
    """:func:`count_in` with a workspace of its own."""
    return count_in(workspace(), cells, limit, solution)


@kernel
def enumerate_solutions(cells: Array, limit: int, out: Array) -> int:
    """The number of solutions, at most ``limit``; as many as fit are written to ``out`` uint8[k, 81]. See
    :func:`search`.
    """
    return search(workspace(), cells, limit, 0, out)


@kernel
def count_batch(puzzles: Array, limit: int, max_nodes: int, counts: Array, out: Array) -> None:
    """:func:`search` for each row of ``puzzles`` uint8[n, 81]; writes ``counts`` int64[n] and ``out`` uint8[n, k,
    81], k >= 0.
    """
    work = workspace()
    for row in range(len(puzzles)):
        counts[row] = search(work, puzzles[row], limit, max_nodes, out[row])
