"""The Killer search: solutions of any grid that is houses and cages, with or without givens, sizes 4 to 25.

All state is one stack of nodes, each the candidates of all cells; :mod:`bookmaker.kernels.killer_propagation` draws the
consequences.

A guess is one candidate, and the other branch its removal: every solution has the candidate or has it not, so that
each is met once and none is missed. It is made in a cell with few candidates whose cages and sums are nearly decided:
there it has the most consequences. Each of them counts four times as much as one with a further open cell. (Found by
trying: half the guesses on the hardest published Killers that counting contradictions takes, as dom/wdeg does.)
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bookmaker.jit.decorators import bare, inner, kernel, lean
from bookmaker.kernels.bits import lowest, popcount
from bookmaker.kernels.derived_sums import UNTOLD, CageArrays, Room, SumRules, derive, take_cages
from bookmaker.kernels.killer_propagation import SETTLED, settle
from bookmaker.kernels.rules import Array
from bookmaker.kernels.vectors import peek

int64: Any = np.int64

UNDECIDED = -1
"""Returned when ``max_nodes`` guesses were not enough."""


_WIDER = 2
"""How many more candidates than the fewest a cell may have to be guessed in."""

_FAR = 12
"""A sum of more open cells tells nothing."""

_BASE = 1 << 16
"""What every cell has, a 256th of a sum with one open cell."""


@lean
def first_node(rules: SumRules, cages: int, constraints: int, room: Room, givens: Array) -> int:
    """Make the first node, with every constraint to look at. Returns the queue's tail, -1 if a digit is above the size."""
    cells, words = room.near.shape
    for cell in range(cells):
        for mark in range(len(room.dirty)):
            room.watch[cell, mark] = 0
    for mark in range(len(room.dirty)):
        room.dirty[mark] = room.stale[mark] = 0
    for number in range(constraints):
        bit = int64(1) << (number & 63)
        room.dirty[number >> 6] |= bit
        if cages <= number < cages + len(rules.houses):
            for place in range(rules.size):
                room.watch[rules.houses[number - cages, place], number >> 6] |= bit
        else:
            for place in range(room.start[number], room.start[number + 1]):
                room.watch[room.cells[place], number >> 6] |= bit
    tail = int64(0)
    for word in range(words):
        room.stack[cells + word] = 0
    for cell in range(cells):
        room.stack[cells + (cell >> 6)] |= int64(1) << (cell & 63)
        room.stack[cell] = (int64(1) << rules.size) - 1
        digit = int64(givens[cell])
        if digit > rules.size:
            return -1
        if digit:
            room.stack[cell] = int64(1) << (digit - 1)
            room.queue[tail] = cell
            tail += 1
    return int(tail)


@inner
def _weigh(room: Room, at: int) -> None:
    """Write into ``weight`` how much the cages and derived sums of each cell tell."""
    for cell in range(len(room.weight)):
        room.weight[cell] = _BASE
    for number in range(room.count[0]):
        begin, end = room.start[number], room.start[number + 1]
        open_ = int64(0)
        for place in range(begin, end):
            mine = peek(room.stack, at + peek(room.cells, place))
            open_ += mine & (mine - 1) != 0
        if 0 < open_ <= _FAR and room.kind[number] != UNTOLD:
            for place in range(begin, end):
                room.weight[peek(room.cells, place)] += int64(1) << 2 * (_FAR - open_)


@inner
def _choose(room: Room, at: int) -> int:
    """The cell to guess in, -1 if all are decided."""
    cells, words = room.near.shape
    fewest = int64(64)
    for word in range(words):
        left = room.stack[at + cells + word]
        while left:
            fewest = min(fewest, popcount(room.stack[at + (word << 6 | lowest(left))]))
            left &= left - 1
    if fewest == 64:
        return -1
    _weigh(room, at)
    best, ways, weight = int64(-1), int64(1), int64(0)
    for word in range(words):
        left = room.stack[at + cells + word]
        while left:
            cell = word << 6 | lowest(left)
            left &= left - 1
            mine = popcount(room.stack[at + cell])
            if mine <= fewest + _WIDER and mine * weight < ways * room.weight[cell]:
                best, ways, weight = cell, mine, room.weight[cell]
    return int(best)


@inner
def _touch(room: Room, at: int, cell: int) -> int:
    """Have the constraints of a cell, and nothing else, looked at. Returns the queue's tail."""
    for mark in range(len(room.dirty)):
        room.dirty[mark] = room.watch[cell, mark]
    mine = room.stack[at + cell]
    room.queue[0] = cell
    return 1 if mine & (mine - 1) == 0 else 0


@bare
def go_on(
    rules: SumRules,
    cages: int,
    room: Room,
    tail: int,
    limit: int,
    max_nodes: int,
    counts: Array,
    guesses: Array,
    out: Array,
) -> None:
    """Search on from the first node of the room, which has the constraints of a puzzle, so many of them cages.

    ``tail``: as :func:`settle` takes it, 0 where it has settled the node before; negative: the puzzle has no solution. The
    rest is as :func:`count_batch` has it, for one puzzle: ``counts`` and ``guesses`` int64[1 or more], ``out`` uint8[k, cells].
    """
    cells, words = room.near.shape
    row = cells + words + 1
    found = at = made = int64(0)
    open_ = tail >= 0
    while open_:
        clash = settle(rules, cages, room, at, tail)
        cell = int64(_choose(room, at)) if clash == SETTLED else int64(-1)
        if cell >= 0:
            if made == max_nodes and max_nodes > 0:
                found = int64(UNDECIDED)
                break
            made += 1
            for i in range(row):
                room.stack[at + row + i] = room.stack[at + i]
            bit = room.stack[at + cell] & -room.stack[at + cell]
            room.stack[at + row - 1] = cell
            room.stack[at + cell] ^= bit
            at += row
            room.stack[at + cell] = bit
            tail = int64(_touch(room, at, cell))
            continue
        if clash == SETTLED:
            if found < len(out):
                for place in range(cells):
                    out[found, place] = lowest(room.stack[at + place]) + 1
            found += 1
        open_ = at > 0 and found < limit
        if open_:
            at -= row
            tail = int64(_touch(room, at, room.stack[at + row - 1]))
    counts[0] = found
    guesses[0] = made


@kernel
def count_batch(
    rules: SumRules,
    cages: CageArrays,
    givens: Array,
    limit: int,
    max_nodes: int,
    room: Room,
    counts: Array,
    guesses: Array,
    out: Array,
) -> None:
    """Find solutions of each puzzle of ``cages``, up to a limit. Allocates nothing.

    ``givens`` uint8[n, cells], 0 = empty, is not written to. ``limit`` >= 1. ``max_nodes``: give up after so many
    guesses, 0 = never. ``room`` is large enough, and scratch. Writes ``counts`` int64[n], the number of solutions, at
    most ``limit``, or UNDECIDED (-1) if it gave up before; ``guesses`` int64[n], how many were made; ``out`` uint8[n,
    k, cells], k >= 0, the first k solutions, in an order that depends on rules, cages and givens only.
    """
    for puzzle in range(len(givens)):
        number = int64(take_cages(rules, cages, puzzle, room))
        constraints = derive(rules, number, room)
        tail = int64(first_node(rules, number, constraints, room, givens[puzzle])) if constraints >= 0 else int64(-1)
        go_on(rules, number, room, tail, limit, max_nodes, counts[puzzle:], guesses[puzzle:], out[puzzle])
