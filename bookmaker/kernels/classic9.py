"""The fast path: solutions of 9x9 classic puzzles, one word for each digit and band. Tables:
:mod:`bookmaker.kernels.bands`.

All state is one array ``work`` uint32[WORK], so that nothing is allocated. A node is its first NODE words,

    band * 9 + digit - 1    the 27 candidates of a digit in a band
    OPEN + band             the cells of a band that are not decided yet

and below DEPTHS lie copies of the nodes to go back to, NODE words each, with the guess (word, cell bit) at their end.
SEEN + word holds a candidate word as it was when its consequences were last drawn: equal words have nothing new to say.

A pass draws, digit by digit, what :mod:`bands` knows of a digit on its own: pointing, claiming, hidden singles of rows
and boxes; a decided cell leaves the other digits' words. When no word changes any more, cells with a single candidate
are looked for by counting in parallel: after adding nine words into "at least one, two, three", a bit is set where that
many digits are candidates. A guess is a candidate of a cell with two, its other branch the removal; each solution is
met once.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bookmaker.kernels.bands import ALL as _ALL
from bookmaker.kernels.bands import ALONE, ELSEWHERE, FORCED, KEEP, LINE, PLACE, ROWS, SHRINK
from bookmaker.kernels.bits import lowest
from bookmaker.kernels.jit import index, kernel
from bookmaker.kernels.rules import Array

OPEN = 27
SEEN = 32
STACK = 64
NODE = 32
WORK = STACK + 82 * NODE
ALL = np.uint32(_ALL)
_ROW = np.uint32(0x1FF)
_9, _18 = np.uint32(9), np.uint32(18)
_3, _6 = np.uint32(3), np.uint32(6)
_ONE = np.uint32(1)

UNDECIDED = -1
"""Returned when ``max_nodes`` guesses were not enough."""


@kernel
def _minirows(word: Any) -> Any:
    """The 9 minirow bits of a band's word."""
    return SHRINK[word & _ROW] | SHRINK[(word >> _9) & _ROW] << _3 | SHRINK[word >> _18] << _6


@kernel
def _settle(work: Array) -> bool:
    """Draw consequences until none is left. Mutates the node; returns False on a contradiction."""
    while True:
        changed = False
        for digit in range(index(9)):
            a, b, c = work[digit], work[digit + index(9)], work[digit + index(18)]
            seen_a, seen_b = work[digit + index(SEEN)], work[digit + index(SEEN + 9)]
            seen_c = work[digit + index(SEEN + 18)]
            if a == seen_a and b == seen_b and c == seen_c:
                continue
            changed = True
            while True:
                if a != seen_a:
                    mini = _minirows(a)
                    a &= KEEP[mini]
                    if a == 0:
                        return False
                    columns = (a | a >> _9 | a >> _18) & _ROW
                    keep = ELSEWHERE[columns]
                    b &= keep
                    c &= keep
                    new = a & ROWS[FORCED[mini] & ALONE[columns]] & work[OPEN]
                    if new:
                        work[OPEN] ^= new
                        for other in range(9):
                            work[other] &= ~new
                    seen_a = a
                if b != seen_b:
                    mini = _minirows(b)
                    b &= KEEP[mini]
                    if b == 0:
                        return False
                    columns = (b | b >> _9 | b >> _18) & _ROW
                    keep = ELSEWHERE[columns]
                    a &= keep
                    c &= keep
                    new = b & ROWS[FORCED[mini] & ALONE[columns]] & work[OPEN + 1]
                    if new:
                        work[OPEN + 1] ^= new
                        for other in range(9, 18):
                            work[other] &= ~new
                    seen_b = b
                if c != seen_c:
                    mini = _minirows(c)
                    c &= KEEP[mini]
                    if c == 0:
                        return False
                    columns = (c | c >> _9 | c >> _18) & _ROW
                    keep = ELSEWHERE[columns]
                    a &= keep
                    b &= keep
                    new = c & ROWS[FORCED[mini] & ALONE[columns]] & work[OPEN + 2]
                    if new:
                        work[OPEN + 2] ^= new
                        for other in range(18, 27):
                            work[other] &= ~new
                    seen_c = c
                if a == seen_a and b == seen_b:
                    break
            work[digit], work[digit + index(9)], work[digit + index(18)] = a, b, c
            work[digit + index(SEEN)], work[digit + index(SEEN + 9)] = a, b
            work[digit + index(SEEN + 18)] = c
        if not changed:
            return True


@kernel
def _place(work: Array, band: int, digit: int, cell: int) -> None:
    """Keep of a digit's words what a placement at cell 0..26 of a band allows."""
    line = LINE[cell % index(9)]
    for other in range(index(3)):
        if other == band:
            work[other * index(9) + digit] &= PLACE[cell]
        else:
            work[other * index(9) + digit] &= line


@kernel
def _singles(work: Array) -> int:
    """Place cells that have one candidate and are not decided. Returns -1 on a contradiction, else how many were
    placed, and if none then 0, and leaves in work[OPEN + 3] and work[OPEN + 4] the guess (word index, cell bit).
    """
    placed = 0
    work[OPEN + 4] = 0
    for band in range(index(3)):
        one = two = three = np.uint32(0)
        base = band * index(9)
        for digit in range(index(9)):
            word = work[base + digit]
            three |= two & word
            two |= one & word
            one |= word
        if one != ALL:
            return -1
        singles = one & ~two & work[index(OPEN) + band]
        if singles:
            placed += 1
            for digit in range(index(9)):
                here = work[base + digit] & singles
                while here:
                    _place(work, band, digit, index(lowest(here)))
                    here &= here - _ONE
        pairs = two & ~three
        if pairs:
            bit = pairs & (~pairs + _ONE)
            work[OPEN + 4] = bit
            for digit in range(index(9)):
                if work[base + digit] & bit:
                    work[OPEN + 3] = base + digit
                    break
    return placed


@kernel
def _fewest(work: Array) -> None:
    """Without a cell of two candidates: set the guess to the first candidate of a cell with the fewest."""
    best = 99
    for band in range(3):
        cells = work[OPEN + band]
        while cells:
            bit = cells & (~cells + _ONE)
            cells ^= bit
            ways = 0
            first = 0
            for word in range(band * 9 + 8, band * 9 - 1, -1):
                if work[word] & bit:
                    ways += 1
                    first = word
            if ways < best:
                best = ways
                work[OPEN + 3] = first
                work[OPEN + 4] = bit


@kernel
def _start(work: Array, cells: Array) -> bool:
    """Set the node to the givens ``cells`` uint8[81]. Returns False if they clash or a digit is above 9."""
    for word in range(27):
        work[word] = ALL
        work[SEEN + word] = 0
    for band in range(index(3)):
        work[index(OPEN) + band] = ALL
        for cell in range(index(27)):
            digit = index(cells[band * index(27) + cell])
            if digit:
                word = band * index(9) + digit - index(1)
                if digit > 9 or not work[word] >> np.uint32(cell) & _ONE:
                    return False
                for other in range(band * index(9), band * index(9) + index(9)):
                    if other != word:
                        work[other] &= ~(_ONE << np.uint32(cell))
                _place(work, band, digit - index(1), cell)
    return True


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
    depth = 0
    alive = _start(work, cells)
    while True:
        placed = 0
        if alive:
            alive = _settle(work)
            if alive:
                if not (work[OPEN] | work[OPEN + 1] | work[OPEN + 2]):
                    if found < len(out):
                        for word in range(27):
                            here = work[word]
                            while here:
                                out[found, word // 9 * 27 + lowest(here)] = word % 9 + 1
                                here &= here - _ONE
                    found += 1
                    if found == limit:
                        return found
                    alive = False
                else:
                    placed = _singles(work)
                    alive = placed >= 0
        if alive:
            if placed == 0:
                if nodes == max_nodes and max_nodes > 0:
                    return UNDECIDED
                nodes += 1
                if not work[OPEN + 4]:
                    _fewest(work)
                base = STACK + depth * NODE
                for word in range(NODE):
                    work[base + word] = work[word]
                depth += 1
                guess = index(work[OPEN + 3])
                _place(work, guess // index(9), guess % index(9), index(lowest(work[OPEN + 4])))
            continue
        if depth == 0:
            return found
        depth -= 1
        base = STACK + depth * NODE
        for word in range(NODE):
            work[word] = work[base + word]
        for word in range(27):
            work[SEEN + word] = work[word]
        work[work[OPEN + 3]] &= ~work[OPEN + 4]
        alive = True


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
