"""The general search: solutions of any grid that is houses and peers, sizes 4 to 25.

State of a node, all of it, so that going back is one copy: ``cand`` uint32[cells], bit d-1: digit d is a candidate; bit 31
(FIXED): the cell is decided and its peers know.

Naked singles fall out of removals as they happen. Hidden ones are looked for, once no naked one is left, in the houses that
lost a candidate: after adding a house's cells into "at least one, at least two", a bit is set in the first and not in the second
where a digit has one place. So a house is one pass over its cells for all digits together, and nothing is counted. When there is
no single left, crossings of two houses are looked through in the same manner: where the places of a digit in one house all
lie in the other, the rest of the other loses it (pointing and claiming). That is cheap beside the guesses that it saves.

A guess is one candidate, and the other branch is its removal: every solution has the candidate or has it not, so no
solution is met twice and none is missed. Guessed is a cell with two candidates, of these the one whose digits have most to
lose (see :mod:`bookmaker.kernels.classic9`); else a digit with two places in a house, else a cell with the fewest: the
fewer ways, the sooner the other branch is decided by a single.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bookmaker.kernels.bits import lowest, popcount
from bookmaker.kernels.jit import index, kernel
from bookmaker.kernels.rules import Array, RuleArrays

FIXED = np.uint32(1 << 31)
DIGITS = np.uint32((1 << 31) - 1)
_ONE = np.uint32(1)
_CLEAN, _TOUCHED = np.uint8(0), np.uint8(1)

UNDECIDED = -1
"""Returned when ``max_nodes`` guesses were not enough."""


@kernel
def queue_room(rules: RuleArrays) -> int:
    """The length of a queue int32 that :func:`propagate` cannot overrun: between two looks for hidden singles, each cell
    is queued once for being a naked one, and each digit of a house once.
    """
    return len(rules.houses) * rules.size + 3 * len(rules.peers) + 2


@kernel
def _hidden(houses: Array, every: Any, cand: Array, touched: Array, queue: Array) -> int:
    """Queue the hidden singles of the touched houses, which are touched no more. Returns how many, -1 on a contradiction."""
    tail = 0
    for house in range(index(len(houses))):
        if touched[house] == _CLEAN:
            continue
        touched[house] = _CLEAN
        one = two = done = np.uint32(0)
        for slot in range(index(houses.shape[1])):
            mine = cand[index(houses[house, slot])]
            two |= one & mine
            one |= mine
            if mine & FIXED:
                done |= mine
        if one & DIGITS != every:
            return -1
        hidden = one & ~two & ~done & DIGITS
        if hidden:
            for slot in range(index(houses.shape[1])):
                cell = index(houses[house, slot])
                mine = cand[cell] & hidden
                if mine:
                    if mine & (mine - _ONE):
                        return -1
                    queue[tail] = (cell << index(5)) | index(lowest(mine))
                    tail += 1
    return tail


@kernel
def _propagate(
    houses: Array,
    cell_houses: Array,
    peers: Array,
    peer_count: Array,
    cand: Array,
    touched: Array,
    queue: Array,
    tail: int,
) -> bool:
    """:func:`propagate` over bare arrays: a tuple of arrays is slow to hand on, and this is the inner loop."""
    every = (_ONE << np.uint32(houses.shape[1])) - _ONE
    most = index(cell_houses.shape[1])
    while True:
        head = 0
        while head < tail:
            cell = index(queue[head] >> 5)
            bit = _ONE << np.uint32(queue[head] & 31)
            head += 1
            mine = cand[cell]
            if not mine & bit:
                return False
            if mine & FIXED:
                continue
            cand[cell] = bit | FIXED
            if mine != bit:
                for slot in range(most):
                    house = cell_houses[cell, slot]
                    if house >= 0:
                        touched[index(house)] = _TOUCHED
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
                        if house >= 0:
                            touched[index(house)] = _TOUCHED
        tail = _hidden(houses, every, cand, touched, queue)
        if tail <= 0:
            return tail == 0


@kernel
def propagate(rules: RuleArrays, cand: Array, touched: Array, queue: Array, tail: int) -> bool:
    """Place everything queued and every single that follows. Mutates ``cand`` (see the module).

    ``queue`` int32[queue_room(rules)] holds ``tail`` placements as cell << 5 | digit-1, and is scratch afterwards.
    ``touched`` uint8[houses] is 1 for the houses to look for hidden singles in, beside those that are touched on the way.
    Returns False on a contradiction, when ``cand`` is left half done and ``touched`` is worth nothing; else it is all 0.
    """
    return _propagate(rules.houses, rules.cell_houses, rules.peers, rules.peer_count, cand, touched, queue, tail)


@kernel
def remove(rules: RuleArrays, cand: Array, touched: Array, queue: Array, cell: int, digit: int) -> int:
    """Remove a candidate (digit 0..size-1) that the undecided cell has.

    Mutates ``cand``, sets ``touched`` anew, and queues the cell if it has one candidate left. Returns the queue's tail, or
    -1 on a contradiction.
    """
    touched[:] = _CLEAN
    left = cand[cell] ^ (_ONE << np.uint32(digit))
    if left == 0:
        return -1
    cand[cell] = left
    for slot in range(rules.cell_houses.shape[1]):
        house = rules.cell_houses[cell, slot]
        if house >= 0:
            touched[house] = _TOUCHED
    if left & (left - _ONE):
        return 0
    queue[0] = cell << 5 | lowest(left)
    return 1


@kernel
def start(rules: RuleArrays, cells: Array, cand: Array, touched: Array, queue: Array) -> int:
    """Set ``cand`` to an empty grid and queue the givens of ``cells`` (uint8[cells], 0 = empty); touch every house.

    Returns the queue's tail, or -1 if a digit is above the size.
    """
    size = rules.size
    cand[:] = (_ONE << np.uint32(size)) - _ONE
    touched[:] = _TOUCHED
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
def _locked(rules: RuleArrays, cand: Array, touched: Array, queue: Array) -> int:
    """Where all places of a digit in one house lie in a crossing with another, remove it from the rest of the other.

    ``touched`` is all 0 before. Returns -1 on a contradiction, 0 if nothing was removed, else 1 and the queue's tail.
    """
    crossings, cell_houses = rules.crossings, rules.cell_houses
    shared = index(rules.shared)
    half = shared + index(rules.rest)
    whole = half + index(rules.rest)
    tail = 0
    removed = 0
    for row in range(index(len(crossings))):
        both = one = other = np.uint32(0)
        # The rests tell: what only one of them has is confined to the crossing in the other's house.
        for slot in range(shared):
            both |= cand[index(crossings[row, slot])]
        for slot in range(shared, half):
            one |= cand[index(crossings[row, slot])]
        for slot in range(half, whole):
            other |= cand[index(crossings[row, slot])]
        gone = both & (one ^ other) & DIGITS
        if gone:
            for slot in range(shared, whole):
                cell = index(crossings[row, slot])
                theirs = cand[cell]
                if theirs & gone:
                    theirs &= ~gone
                    if not theirs & DIGITS:
                        return -1
                    cand[cell] = theirs
                    removed = 1
                    if theirs & (theirs - _ONE) == 0:
                        queue[tail] = (cell << index(5)) | index(lowest(theirs))
                        tail += 1
                    for at in range(index(cell_houses.shape[1])):
                        house = cell_houses[cell, at]
                        if house >= 0:
                            touched[index(house)] = _TOUCHED
    return removed + tail


@kernel
def _two_places(houses: Array, cand: Array) -> Any:
    """A digit with two places in a house, as one of them and it, cell << 5 | digit-1; -1 if there is none."""
    for house in range(len(houses)):
        one = two = three = np.uint32(0)
        for slot in range(houses.shape[1]):
            mine = cand[houses[house, slot]] & DIGITS
            three |= two & mine
            two |= one & mine
            one |= mine
        twice = two & ~three
        if twice:
            digit = lowest(twice)
            for slot in range(houses.shape[1]):
                cell = houses[house, slot]
                if cand[cell] >> np.uint32(digit) & _ONE:
                    return (cell << 5) | digit
    return -1


@kernel
def choose(rules: RuleArrays, cand: Array) -> Any:
    """The candidate to guess, as cell << 5 | digit-1, or -1 if every cell is decided. See the module for the rule."""
    peers, peer_count = rules.peers, rules.peer_count
    best: Any = -1
    fewest = 99
    most = -1
    for cell in range(index(len(cand))):
        mine = cand[cell]
        if mine & FIXED:
            continue
        ways = popcount(mine)
        if ways == 2:
            loss = 0
            for near in range(index(peer_count[cell])):
                theirs = cand[index(peers[cell, near])]
                lost = popcount(theirs & mine)
                if lost:
                    rest = theirs & (theirs - _ONE)
                    loss += lost if rest & (rest - _ONE) else 4 * lost
            if loss > most:
                best, fewest, most = np.int64(cell), 2, loss
        elif ways < fewest:
            best, fewest = np.int64(cell), ways
    if best < 0:
        return -1
    if fewest > 2:
        guess = _two_places(rules.houses, cand)
        if guess >= 0:
            return guess
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
    touched = np.empty(len(rules.houses), np.uint8)
    guesses = np.empty(count + 1, np.int32)
    queue = np.empty(queue_room(rules), np.int32)
    found = 0
    nodes = 0
    depth = 0
    tail = start(rules, cells, cand[0], touched, queue)
    alive = tail >= 0 and propagate(rules, cand[0], touched, queue, tail)
    while True:
        while alive:
            tail = _locked(rules, cand[depth], touched, queue)
            if tail == 0:
                break
            alive = tail > 0 and propagate(rules, cand[depth], touched, queue, tail - 1)
        if alive:
            guess = choose(rules, cand[depth])
            if guess >= 0:
                if nodes == max_nodes and max_nodes > 0:
                    return UNDECIDED
                nodes += 1
                guesses[depth] = guess
                for cell in range(count):
                    cand[depth + 1, cell] = cand[depth, cell]
                depth += 1
                queue[0] = guess
                alive = propagate(rules, cand[depth], touched, queue, 1)
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
        tail = remove(rules, cand[depth], touched, queue, guess >> 5, guess & 31)
        alive = tail >= 0 and propagate(rules, cand[depth], touched, queue, tail)


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
