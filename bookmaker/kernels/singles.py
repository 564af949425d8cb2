"""Singles of any grid that is houses, peers and relations, sizes 4 to 25, cell by cell: the propagation of a fill between
guesses.

State of a grid: ``cand`` uint32[cells], bit d-1: digit d is a candidate; bit 31 (FIXED): the cell is decided and its peers know.

Removals show naked singles at once. When none is left, the houses that lost a candidate are searched for hidden ones: adding a
house's cells into "at least one, at least two" gives the digits with exactly one place. That is one pass over the cells for all
digits together. A fill needs the candidates of each cell at every guess, so this state holds them; the search
(:mod:`bookmaker.kernels.search`) needs the places of each digit, and holds those.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bookmaker.jit.decorators import index, kernel
from bookmaker.kernels.bits import lowest
from bookmaker.kernels.rules import Array, RuleArrays

FIXED = np.uint32(1 << 31)
DIGITS = np.uint32((1 << 31) - 1)
_ONE = np.uint32(1)
_CLEAN, _TOUCHED = np.uint8(0), np.uint8(1)


@kernel
def queue_room(rules: RuleArrays) -> int:
    """The length of a queue int32 that :func:`propagate` cannot overrun: between two searches for hidden singles, each cell is
    queued at most once as a naked single, and each digit of a house once.
    """
    return len(rules.houses) * rules.size + 3 * len(rules.peers) + 2


@kernel
def _hidden(houses: Array, every: Any, cand: Array, touched: Array, queue: Array) -> int:
    """Queue the hidden singles of the touched houses, and clear ``touched``. Returns how many, -1 on a contradiction."""
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
def _exclude(
    related: Array,
    cell_houses: Array,
    taken: Any,
    cand: Array,
    touched: Array,
    queue: Array,
    tail: int,
    cell: Any,
) -> int:
    """Remove ``taken`` from the cells related to one. Returns the queue's tail, -1 on a contradiction."""
    for slot in range(related.shape[1]):
        if related[cell, slot] < 0:
            break
        near = index(related[cell, slot])
        theirs = cand[near]
        if theirs & taken:
            theirs &= ~taken
            if not theirs & DIGITS:
                return -1
            cand[near] = theirs
            if theirs & (theirs - _ONE) == 0:
                queue[tail] = (near << index(5)) | index(lowest(theirs))
                tail += 1
            for place in range(cell_houses.shape[1]):
                house = cell_houses[near, place]
                if house >= 0:
                    touched[index(house)] = _TOUCHED
    return tail


@kernel
def _propagate(
    houses: Array,
    cell_houses: Array,
    peers: Array,
    peer_count: Array,
    tables: Array,
    related: Array,
    cand: Array,
    touched: Array,
    queue: Array,
    tail: int,
) -> bool:
    """:func:`propagate` over bare arrays: a tuple of arrays is slow to pass, and this is the inner loop."""
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
            for table in range(len(tables)):
                taken = every & ~tables[table, lowest(bit)]
                tail = _exclude(related[table], cell_houses, taken, cand, touched, queue, tail, cell)
                if tail < 0:
                    return False
        tail = _hidden(houses, every, cand, touched, queue)
        if tail <= 0:
            return tail == 0


@kernel
def propagate(rules: RuleArrays, cand: Array, touched: Array, queue: Array, tail: int) -> bool:
    """Place everything queued and every single that follows. Mutates ``cand`` (see the module).

    ``queue`` int32[queue_room(rules)] holds ``tail`` placements as cell << 5 | digit-1, and is scratch afterwards. ``touched``
    uint8[houses] is 1 for houses to search for hidden singles, besides those touched on the way. Returns False on a
    contradiction, with ``cand`` and ``touched`` undefined; otherwise ``touched`` is all 0.
    """
    return _propagate(
        rules.houses,
        rules.cell_houses,
        rules.peers,
        rules.peer_count,
        rules.tables,
        rules.related,
        cand,
        touched,
        queue,
        tail,
    )


@kernel
def remove(rules: RuleArrays, cand: Array, touched: Array, queue: Array, cell: int, digit: int) -> int:
    """Remove a candidate (digit 0..size-1) that the undecided cell has.

    Mutates ``cand``, marks ``touched``, and queues the cell if it has one candidate left. Returns the queue's tail, or -1 on a
    contradiction.
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
    for cell in range(len(rules.may)):
        cand[cell] = rules.may[cell]
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
