"""Singles of any grid that is houses, peers and relations, sizes 4 to 25, cell by cell: the propagation of a fill between
guesses.

State of a grid: ``cand`` uint32[cells], bit d-1: digit d is a candidate; bit 31 (FIXED): the cell is decided and its peers know.
``places`` uint8[houses * size]: at house * size + digit-1 the number of cells of a house that have a digit as a candidate, or
about FILLED if the digit is placed there.

Each candidate that goes is counted down in the houses of its cell. So a single, naked or hidden, is seen when it arises, and no
house is searched for one. Singles lead to the same grid in whatever order they are placed. A fill needs the candidates of each
cell at every guess, so this state holds them; the search (:mod:`bookmaker.logic.kernels.search`) needs the places of each
digit, and holds those.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bookmaker.logic.jit.decorators import index, inner, lean
from bookmaker.logic.kernels.bits import lowest
from bookmaker.logic.kernels.rules import Array, RuleArrays

FIXED = np.uint32(1 << 31)
DIGITS = np.uint32((1 << 31) - 1)
FILLED = np.uint8(255)
"""So many that one is not left after each cell of the house has lost the digit."""

_ONE = np.uint32(1)


@inner
def queue_room(rules: RuleArrays) -> int:
    """The length of a queue int32 that :func:`propagate` cannot overrun: each cell is queued at most once as a given and once as
    a naked single, and each digit of a house once as a hidden one.
    """
    return len(rules.houses) * rules.size + 2 * len(rules.peers) + 2


@inner
def _gone(
    houses: Array, cell_houses: Array, cand: Array, places: Array, queue: Array, tail: int, cell: Any, digit: Any
) -> int:
    """Count a digit down that a cell has lost, and queue the hidden singles. Returns the queue's tail, -1 on a contradiction."""
    for slot in range(index(cell_houses.shape[1])):
        at = cell_houses[index(cell), slot]
        if at >= 0:
            house = index(at)
            place = house * index(houses.shape[1]) + index(digit)
            left = places[place] - np.uint8(1)
            places[place] = left
            if left <= 1:
                if left == 0:
                    return -1
                for other in range(index(houses.shape[1])):
                    near = index(houses[house, other])
                    if cand[near] >> np.uint32(digit) & _ONE:
                        queue[tail] = (near << index(5)) | index(digit)
                        tail += 1
    return tail


@inner
def _left(cand: Array, queue: Array, tail: int, cell: Any, left: Any) -> int:
    """Let a cell have these candidates, and queue a naked single. Returns the queue's tail, -1 on a contradiction."""
    cand[index(cell)] = left
    if left & DIGITS == 0:
        return -1
    if left & (left - _ONE) == 0:
        queue[tail] = (index(cell) << index(5)) | index(lowest(left))
        tail += 1
    return tail


@lean
def _exclude(
    houses: Array,
    cell_houses: Array,
    related: Array,
    taken: Any,
    cand: Array,
    places: Array,
    queue: Array,
    tail: int,
    cell: Any,
) -> int:
    """Remove ``taken`` from the cells related to one. Returns the queue's tail, -1 on a contradiction."""
    for slot in range(related.shape[1]):
        if related[cell, slot] < 0:
            break
        near = index(related[cell, slot])
        gone = cand[near] & taken
        if gone:
            tail = _left(cand, queue, tail, near, cand[near] ^ gone)
            while gone and tail >= 0:
                tail = _gone(houses, cell_houses, cand, places, queue, tail, near, lowest(gone))
                gone &= gone - _ONE
            if tail < 0:
                return -1
    return tail


@lean
def propagate(rules: RuleArrays, cand: Array, places: Array, queue: Array, tail: int) -> bool:
    """Place everything queued and every single that follows. Mutates ``cand`` and ``places`` (see the module).

    ``queue`` int32[queue_room(rules)] holds ``tail`` placements as cell << 5 | digit-1, and is scratch afterwards. Returns False
    on a contradiction, with ``cand`` and ``places`` undefined.
    """
    houses, cell_houses, peers, peer_count = rules.houses, rules.cell_houses, rules.peers, rules.peer_count
    tables, related = rules.tables, rules.related
    every = (_ONE << np.uint32(houses.shape[1])) - _ONE
    head = 0
    while head < tail:
        cell = index(queue[head] >> 5)
        digit = index(queue[head] & 31)
        bit = _ONE << np.uint32(digit)
        head += 1
        mine = cand[cell]
        if not mine & bit:
            return False
        if mine & FIXED:
            continue
        cand[cell] = bit | FIXED
        for slot in range(index(cell_houses.shape[1])):
            house = cell_houses[cell, slot]
            if house >= 0:
                places[index(house) * index(houses.shape[1]) + digit] = FILLED
        others = mine ^ bit
        while others:
            tail = _gone(houses, cell_houses, cand, places, queue, tail, cell, lowest(others))
            if tail < 0:
                return False
            others &= others - _ONE
        for near in range(index(peer_count[cell])):
            peer = index(peers[cell, near])
            theirs = cand[peer]
            if theirs & bit:
                tail = _left(cand, queue, tail, peer, theirs ^ bit)
                if tail >= 0:
                    tail = _gone(houses, cell_houses, cand, places, queue, tail, peer, digit)
                if tail < 0:
                    return False
        for table in range(len(tables)):
            taken = every & ~tables[table, digit]
            tail = _exclude(houses, cell_houses, related[table], taken, cand, places, queue, tail, cell)
            if tail < 0:
                return False
    return True


@lean
def remove(rules: RuleArrays, cand: Array, places: Array, queue: Array, cell: int, digit: int) -> int:
    """Remove a candidate (digit 0..size-1) that the undecided cell has.

    Mutates ``cand`` and ``places``, and queues the singles that this makes. Returns the queue's tail, or -1 on a contradiction.
    """
    tail = _left(cand, queue, 0, cell, cand[cell] ^ (_ONE << np.uint32(digit)))
    if tail < 0:
        return -1
    return _gone(rules.houses, rules.cell_houses, cand, places, queue, tail, cell, digit)


@lean
def start(rules: RuleArrays, cells: Array, cand: Array, places: Array, queue: Array) -> int:
    """Set the state to an empty grid, and queue the givens of ``cells`` (uint8[cells], 0 = empty) and hidden singles of it.

    Returns the queue's tail, or -1 if a digit is above the size or has no place in a house.
    """
    size = rules.size
    every = (_ONE << np.uint32(size)) - _ONE
    for cell in range(len(cand)):
        cand[cell] = every
    for cell in range(len(rules.may)):
        cand[cell] = rules.may[cell]
    tail = 0
    for cell in range(len(cells)):
        given = np.int64(cells[cell])
        if given > size:
            return -1
        if given:
            queue[tail] = (cell << 5) | (given - 1)
            tail += 1
    for house in range(len(rules.houses)):
        for digit in range(size):
            number: Any = 0
            last: Any = 0
            for slot in range(rules.houses.shape[1]):
                held = rules.houses[house, slot]
                if cand[held] >> np.uint32(digit) & _ONE:
                    number += 1
                    last = np.int64(held)
            if number == 0:
                return -1
            if number == 1:
                queue[tail] = (last << 5) | digit
                tail += 1
            places[house * size + digit] = number
    return tail
