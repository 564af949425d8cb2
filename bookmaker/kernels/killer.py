"""The Killer search: solutions of any grid that is houses and cages, with or without givens, sizes 4 to 25.

All state is one stack of nodes, each the candidates of all cells; :mod:`bookmaker.kernels.caged` draws the consequences.

A guess is one candidate, and the other branch its removal: every solution has the candidate or has it not, so that
each is met once and none is missed. It is made in a cell with the fewest candidates, of these one in which
contradictions have shown most often.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bookmaker.kernels.bits import lowest, popcount
from bookmaker.kernels.caged import SETTLED, settle
from bookmaker.kernels.jit import inner, kernel, lean
from bookmaker.kernels.rules import Array
from bookmaker.kernels.sums import CageArrays, Room, SumRules, derive, take_cages
from bookmaker.kernels.sums import room as make_room

int64: Any = np.int64

UNDECIDED = -1
"""Returned when ``max_nodes`` guesses were not enough."""


@lean
def _start(rules: SumRules, cages: int, constraints: int, room: Room, givens: Array) -> int:
    """Make the first node, with every constraint to look at. Returns the queue's tail, -1 if a digit is above the size."""
    cells, words = room.near.shape
    for cell in range(cells):
        room.weight[cell] = 0
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
def _choose(room: Room, at: int) -> int:
    """The cell to guess in, -1 if all are decided."""
    cells, words = room.near.shape
    best = fewest = heaviest = int64(-1)
    for word in range(words):
        left = room.stack[at + cells + word]
        while left:
            cell = word << 6 | lowest(left)
            left &= left - 1
            ways = popcount(room.stack[at + cell])
            weight = room.weight[cell]
            if best < 0 or ways < fewest or (ways == fewest and weight > heaviest):
                best, fewest, heaviest = cell, ways, weight
    return int(best)


@inner
def _touch(room: Room, at: int, cell: int) -> int:
    """Have the constraints of a cell, and nothing else, looked at. Returns the queue's tail."""
    for mark in range(len(room.dirty)):
        room.dirty[mark] = room.watch[cell, mark]
    mine = room.stack[at + cell]
    room.queue[0] = cell
    return 1 if mine & (mine - 1) == 0 else 0


@lean
def search(
    rules: SumRules, cages: CageArrays, puzzle: int, givens: Array, limit: int, max_nodes: int, room: Room, out: Array
) -> int:
    """Find solutions of puzzle number ``puzzle`` of ``cages``, up to a limit.

    ``givens`` uint8[cells], 0 = empty, is not written to. ``limit`` >= 1. ``max_nodes``: give up after so many
    guesses, 0 = never. ``room`` is large enough, and scratch. ``out`` uint8[k, cells], k >= 0: the first k solutions
    are written to it, in an order that depends on rules, cages and givens only. Returns the number of solutions, at
    most ``limit``; UNDECIDED (-1) if it gave up before. ``room.guesses`` tells how many guesses were made. Allocates
    nothing.
    """
    count = int64(take_cages(rules, cages, puzzle, room))
    cells, words = room.near.shape
    row = cells + words + 1
    found = at = int64(0)
    room.guesses[0] = 0
    constraints = derive(rules, count, room)
    if constraints < 0:
        return 0
    tail = int64(_start(rules, count, constraints, room, givens))
    if tail < 0:
        return 0
    while True:
        clash = settle(rules, count, room, at, tail)
        if clash == SETTLED:
            cell = int64(_choose(room, at))
            if cell >= 0:
                if room.guesses[0] == max_nodes and max_nodes > 0:
                    return UNDECIDED
                room.guesses[0] += 1
                for i in range(row):
                    room.stack[at + row + i] = room.stack[at + i]
                bit = room.stack[at + cell] & -room.stack[at + cell]
                room.stack[at + row - 1] = cell
                room.stack[at + cell] ^= bit
                at += row
                room.stack[at + cell] = bit
                tail = int64(_touch(room, at, cell))
                continue
            if found < len(out):
                for cell in range(cells):
                    out[found, cell] = lowest(room.stack[at + cell]) + 1
            found += 1
            if found == limit:
                return int(found)
        else:
            room.weight[clash] += 1
        if at == 0:
            return int(found)
        at -= row
        tail = int64(_touch(room, at, room.stack[at + row - 1]))


@lean
def _largest(cages: CageArrays) -> tuple[int, int]:
    """The most cages of a puzzle, and the most cells in all of them."""
    most = cells = int64(0)
    for puzzle in range(len(cages.first) - 1):
        first, last = cages.first[puzzle], cages.first[puzzle + 1]
        most = max(most, last - first)
        cells = max(cells, cages.start[last] - cages.start[first])
    return most, cells


@kernel
def count_batch(
    rules: SumRules,
    cages: CageArrays,
    givens: Array,
    limit: int,
    max_nodes: int,
    counts: Array,
    guesses: Array,
    out: Array,
) -> None:
    """:func:`search` for each puzzle; ``givens`` uint8[n, cells].

    Writes ``counts`` int64[n], ``guesses`` int64[n], how many were made, and ``out`` uint8[n, k, cells], k >= 0.
    """
    room = make_room(rules, *_largest(cages))
    for puzzle in range(len(givens)):
        counts[puzzle] = search(rules, cages, puzzle, givens[puzzle], limit, max_nodes, room, out[puzzle])
        guesses[puzzle] = room.guesses[0]
