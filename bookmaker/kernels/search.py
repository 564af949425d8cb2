"""The general search: solutions of any grid that is houses and peers, sizes 4 to 25.

State of a node, all of it, so that going back is one copy:

cand    uint32[cells]           bit d-1: digit d is a candidate; bit 31 (FIXED): the cell is decided and its peers know
places  uint8[size * houses]    at (d-1) * houses + h: in how many cells of house h digit d is still a candidate;
                                DONE (100) is added once d is placed there, so that the count never falls to 1 or 0

Both kinds of single fall out of removals as they happen, without looking for them: a cell whose last but one candidate
goes is a naked single, a house where a digit's last but one place goes holds a hidden single, and the last one going is
a contradiction. Each fires once for a cell, or for a digit of a house, which bounds the queue.

A guess is one candidate, and the other branch is its removal: every solution has the candidate or has it not, so no
solution is met twice and none is missed. Guessed is a cell with two candidates, else a digit with two places in a
house, else a cell with the fewest: the fewer ways, the sooner the other branch is decided by a single.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bookmaker.kernels.bits import lowest, popcount
from bookmaker.kernels.jit import index, kernel
from bookmaker.kernels.rules import Array, RuleArrays

FIXED = np.uint32(1 << 31)
DIGITS = np.uint32((1 << 31) - 1)
DONE = np.uint8(100)
_ONE = np.uint32(1)

UNDECIDED = -1
"""Returned when ``max_nodes`` guesses were not enough."""


@kernel
def queue_room(rules: RuleArrays) -> int:
    """The length of a queue int32 that :func:`propagate` cannot overrun: each cell and each digit of a house fires
    once.
    """
    return len(rules.houses) * rules.size + 3 * len(rules.peers) + 2


@kernel
def _rare(houses: Array, cand: Array, house: int, digit: int, left: int, queue: Array, tail: int) -> int:
    """A house has ``left`` (0 or 1) places for a digit 0..size-1: queue the hidden single, or return -1 for a
    contradiction.
    """
    if left == 0:
        return -1
    bit = _ONE << np.uint32(digit)
    for slot in range(houses.shape[1]):
        cell = houses[house, slot]
        if cand[cell] & bit:
            queue[tail] = (cell << 5) | digit
            return tail + 1
    return -1


@kernel
def _propagate(
    houses: Array,
    cell_houses: Array,
    peers: Array,
    peer_count: Array,
    cand: Array,
    places: Array,
    queue: Array,
    tail: int,
) -> bool:
    """:func:`propagate` over bare arrays: a tuple of arrays is slow to hand on, and this is the inner loop."""
    head = 0
    house_count = index(len(houses))
    most = index(cell_houses.shape[1])
    while head < tail:
        cell = index(queue[head] >> 5)
        digit = index(queue[head] & 31)
        head += 1
        bit = _ONE << np.uint32(digit)
        mine = cand[cell]
        if not mine & bit:
            return False
        if mine & FIXED:
            continue
        cand[cell] = bit | FIXED
        others = mine ^ bit
        while others:
            other = index(lowest(others))
            others &= others - _ONE
            base = other * house_count
            for slot in range(most):
                house = cell_houses[cell, slot]
                if house < 0:
                    break
                at = base + index(house)
                left = places[at] - np.uint8(1)
                places[at] = left
                if left < 2:
                    tail = _rare(houses, cand, house, other, left, queue, tail)
                    if tail < 0:
                        return False
        base = digit * house_count
        for slot in range(most):
            house = cell_houses[cell, slot]
            if house < 0:
                break
            places[base + index(house)] += DONE
        for near in range(index(peer_count[cell])):
            peer = index(peers[cell, near])
            theirs = cand[peer]
            if theirs & bit:
                theirs ^= bit
                if not theirs & DIGITS:
                    return False
                cand[peer] = theirs
                if theirs & (theirs - _ONE) == 0:
                    queue[tail] = (peer << index(5)) | index(lowest(theirs))
                    tail += 1
                for slot in range(most):
                    house = cell_houses[peer, slot]
                    if house < 0:
                        break
                    at = base + index(house)
                    left = places[at] - np.uint8(1)
                    places[at] = left
                    if left < 2:
                        tail = _rare(houses, cand, house, digit, left, queue, tail)
                        if tail < 0:
                            return False
    return True


@kernel
def propagate(rules: RuleArrays, cand: Array, places: Array, queue: Array, tail: int) -> bool:
    """Place everything queued and every single that follows. Mutates ``cand`` and ``places`` (see the module).

    ``queue`` int32[queue_room(rules)] holds ``tail`` placements as cell << 5 | digit-1, and is scratch afterwards.
    Returns False on a contradiction, when ``cand`` and ``places`` are left half done.
    """
    return _propagate(rules.houses, rules.cell_houses, rules.peers, rules.peer_count, cand, places, queue, tail)


@kernel
def remove(rules: RuleArrays, cand: Array, places: Array, queue: Array, cell: int, digit: int) -> int:
    """Remove a candidate (digit 0..size-1) that the undecided cell has, and queue the singles that this makes.

    Mutates ``cand``, ``places`` and ``queue``, which is filled from its start. Returns the queue's tail, or -1 on a
    contradiction.
    """
    tail = 0
    left = cand[cell] ^ (_ONE << np.uint32(digit))
    if left == 0:
        return -1
    cand[cell] = left
    if left & (left - _ONE) == 0:
        queue[tail] = cell << 5 | lowest(left)
        tail += 1
    for slot in range(rules.cell_houses.shape[1]):
        house = rules.cell_houses[cell, slot]
        if house < 0:
            break
        at = digit * len(rules.houses) + house
        places[at] -= np.uint8(1)
        if places[at] < 2:
            tail = _rare(rules.houses, cand, house, digit, places[at], queue, tail)
            if tail < 0:
                return -1
    return tail


@kernel
def start(rules: RuleArrays, cells: Array, cand: Array, places: Array, queue: Array) -> int:
    """Set ``cand`` and ``places`` to an empty grid and queue the givens of ``cells`` (uint8[cells], 0 = empty).

    Returns the queue's tail, or -1 if a digit is above the size.
    """
    size = rules.size
    cand[:] = (_ONE << np.uint32(size)) - _ONE
    places[:] = size
    tail = 0
    for cell in range(len(cells)):
        digit = np.int64(cells[cell])
        if digit > size:
            return -1
        if digit:
            queue[tail] = (cell << 5) | (digit - 1)
            tail += 1
    return tail


@kernel
def choose(rules: RuleArrays, cand: Array, places: Array) -> Any:
    """The candidate to guess, as cell << 5 | digit-1, or -1 if every cell is decided. See the module for the rule."""
    best = -1
    fewest = 99
    for cell in range(len(cand)):
        mine = cand[cell]
        if not mine & FIXED:
            count = popcount(mine)
            if count < fewest:
                best, fewest = cell, count
                if count == 2:
                    break
    if best < 0:
        return -1
    if fewest > 2:
        for at in range(len(places)):
            if places[at] == 2:
                digit, house = divmod(at, len(rules.houses))
                for slot in range(rules.size):
                    cell = rules.houses[house, slot]
                    if cand[cell] >> np.uint32(digit) & _ONE:
                        return (cell << 5) | digit
    return (best << 5) | lowest(cand[best])


@kernel
def search(rules: RuleArrays, cells: Array, limit: int, max_nodes: int, out: Array) -> int:
    """Find solutions, up to a limit.

    ``cells`` uint8[cells], 0 = empty, is not written to. ``limit`` >= 1. ``max_nodes``: give up after so many guesses,
    0 = never. ``out`` uint8[k, cells], k >= 0: the first k solutions are written to it, in an order that depends on
    rules and givens only. Returns the number of solutions, at most ``limit``: 0 if givens clash or a digit is above the
    size; UNDECIDED (-1) if it gave up before.
    """
    count = len(cells)
    cand = np.empty((count + 1, count), np.uint32)
    places = np.empty((count + 1, len(rules.houses) * rules.size), np.uint8)
    guesses = np.empty(count + 1, np.int32)
    queue = np.empty(queue_room(rules), np.int32)
    found = 0
    nodes = 0
    depth = 0
    tail = start(rules, cells, cand[0], places[0], queue)
    alive = tail >= 0 and propagate(rules, cand[0], places[0], queue, tail)
    while True:
        if alive:
            guess = choose(rules, cand[depth], places[depth])
            if guess >= 0:
                if nodes == max_nodes and max_nodes > 0:
                    return UNDECIDED
                nodes += 1
                guesses[depth] = guess
                for cell in range(count):
                    cand[depth + 1, cell] = cand[depth, cell]
                for at in range(places.shape[1]):
                    places[depth + 1, at] = places[depth, at]
                depth += 1
                queue[0] = guess
                alive = propagate(rules, cand[depth], places[depth], queue, 1)
                continue
            if found < len(out):
                for cell in range(count):
                    out[found, cell] = lowest(cand[depth, cell]) + 1
            found += 1
            if found == limit:
                return found
        if depth == 0:
            return found
        depth -= 1
        guess = guesses[depth]
        tail = remove(rules, cand[depth], places[depth], queue, guess >> 5, guess & 31)
        alive = tail >= 0 and propagate(rules, cand[depth], places[depth], queue, tail)


@kernel
def count(rules: RuleArrays, cells: Array, limit: int, solution: Array) -> int:
    """The number of solutions, at most ``limit``; the first is written to ``solution`` uint8[cells]. See
    :func:`search`.
    """
    return search(rules, cells, limit, 0, solution.reshape(1, len(solution)))


@kernel
def count_within(rules: RuleArrays, cells: Array, limit: int, max_nodes: int, solution: Array) -> int:
    """:func:`count` that returns UNDECIDED (-1) when ``max_nodes`` guesses were not enough (0 = no bound)."""
    return search(rules, cells, limit, max_nodes, solution.reshape(1, len(solution)))


@kernel
def enumerate_solutions(rules: RuleArrays, cells: Array, limit: int, out: Array) -> int:
    """The number of solutions, at most ``limit``; as many as fit are written to ``out`` uint8[k, cells]. See
    :func:`search`.
    """
    return search(rules, cells, limit, 0, out)


@kernel
def count_batch(rules: RuleArrays, puzzles: Array, limit: int, max_nodes: int, counts: Array, out: Array) -> None:
    """:func:`search` for each row of ``puzzles`` uint8[n, cells]; writes ``counts`` int64[n] and ``out`` uint8[n, k,
    cells], k >= 0.
    """
    for row in range(len(puzzles)):
        counts[row] = search(rules, puzzles[row], limit, max_nodes, out[row])
