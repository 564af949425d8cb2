"""The Killer search: solutions of any grid that is houses and cages, with or without givens, sizes 4 to 25.

All state is one stack of nodes, each the candidates of all cells; :mod:`bookmaker.logic.kernels.killer_propagation` draws the
consequences.

A guess is one candidate; the other branch removes it. Every solution either has the candidate or lacks it, so each is found
exactly once. The search guesses in a cell with few candidates whose cages and sums are nearly decided, where a guess has the most
consequences. Each of them counts four times as much as one with a further open cell. (By experiment: on the hardest published
Killers this takes half the guesses of counting contradictions, as dom/wdeg does.)
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bookmaker.logic.jit.decorators import bare, inner, kernel, lean
from bookmaker.logic.kernels.bits import lowest, popcount
from bookmaker.logic.kernels.derived_sums import (
    MOST_CELLS,
    UNTOLD,
    CageArrays,
    Cageless,
    KillerWorkspace,
    SumRules,
    constraints_of,
    derive,
    take_cages,
)
from bookmaker.logic.kernels.killer_propagation import SETTLED, settle
from bookmaker.logic.kernels.rules import NOT, Array
from bookmaker.logic.kernels.vectors import peek

int64: Any = np.int64

UNDECIDED = -1
"""Returned when ``max_nodes`` guesses were not enough."""


_WIDER = 2
"""How many candidates more than the fewest the guessed cell may have."""

_FAR = 12
"""A sum of more open cells counts nothing."""

_BASE = 1 << 16
"""The least weight of a cell, a 256th of a sum with one open cell."""


@lean
def first_node(rules: SumRules, cages: int, constraints: int, space: KillerWorkspace, givens: Array) -> int:
    """Make the first node, with every constraint to look at. ``givens``: digits, 0, or NOT plus a digit that a cell may not hold.

    Returns the queue's tail, -1 if a cell may not hold its given, or a number is neither a digit of the size nor NOT plus one.
    """
    cells, words = space.near.shape
    for cell in range(cells):
        for mark in range(len(space.dirty)):
            space.watch[cell, mark] = 0
    for mark in range(len(space.dirty)):
        space.dirty[mark] = space.stale[mark] = 0
    for number in range(constraints):
        bit = int64(1) << (number & 63)
        space.dirty[number >> 6] |= bit
        if cages <= number < cages + len(rules.houses):
            for place in range(rules.size):
                space.watch[rules.houses[number - cages, place], number >> 6] |= bit
        else:
            for place in range(space.start[number], space.start[number + 1]):
                space.watch[space.cells[place], number >> 6] |= bit
    tail = int64(0)
    for word in range(words):
        space.stack[cells + word] = 0
    for cell in range(cells):
        space.stack[cells + (cell >> 6)] |= int64(1) << (cell & 63)
        may = rules.may[cell] if len(rules.may) else (int64(1) << rules.size) - 1
        space.stack[cell] = may
        digit = int64(givens[cell])
        if digit > NOT + rules.size:
            return -1
        if digit > NOT:
            may &= ~(int64(1) << (digit - NOT - 1))
            space.stack[cell] = may
            if may & (may - 1) == 0:
                # The digit that is left, if any: as if it were given.
                digit = lowest(may) + 1 if may else rules.size + 1
            else:
                digit = int64(0)
        if digit > rules.size:
            return -1
        if digit:
            if not may >> (digit - 1) & 1:
                return -1
            space.stack[cell] = int64(1) << (digit - 1)
            space.queue[tail] = cell
            tail += 1
    return int(tail)


@inner
def weigh(space: KillerWorkspace, at: int) -> None:
    """Write into ``weight`` how nearly the cages and derived sums of each cell are decided."""
    for cell in range(len(space.weight)):
        space.weight[cell] = _BASE
    for number in range(space.count[0]):
        begin, end = space.start[number], space.start[number + 1]
        open_ = int64(0)
        for place in range(begin, end):
            mine = peek(space.stack, at + peek(space.cells, place))
            open_ += mine & (mine - 1) != 0
        if 0 < open_ <= _FAR and space.kind[number] != UNTOLD:
            for place in range(begin, end):
                space.weight[peek(space.cells, place)] += int64(1) << 2 * (_FAR - open_)


@inner
def _choose(space: KillerWorkspace, at: int) -> int:
    """The cell to guess in, -1 if all are decided."""
    cells, words = space.near.shape
    fewest = int64(64)
    for word in range(words):
        left = space.stack[at + cells + word]
        while left:
            fewest = min(fewest, popcount(space.stack[at + (word << 6 | lowest(left))]))
            left &= left - 1
    if fewest == 64:
        return -1
    weigh(space, at)
    best, ways, weight = int64(-1), int64(1), int64(0)
    for word in range(words):
        left = space.stack[at + cells + word]
        while left:
            cell = word << 6 | lowest(left)
            left &= left - 1
            mine = popcount(space.stack[at + cell])
            if mine <= fewest + _WIDER and mine * weight < ways * space.weight[cell]:
                best, ways, weight = cell, mine, space.weight[cell]
    return int(best)


@inner
def touch(space: KillerWorkspace, at: int, cell: int) -> int:
    """Mark only the constraints of a cell as dirty. Returns the queue's tail."""
    for mark in range(len(space.dirty)):
        space.dirty[mark] = space.watch[cell, mark]
    mine = space.stack[at + cell]
    space.queue[0] = cell
    return 1 if mine & (mine - 1) == 0 else 0


@inner
def branch(space: KillerWorkspace, at: int, row: int, cell: int) -> int:
    """Make the next node, in which a cell of the node at ``at`` has its lowest candidate, which this one loses.

    ``row``: the length of a node. Returns the queue's tail for the next node.
    """
    for i in range(row):
        space.stack[at + row + i] = space.stack[at + i]
    bit = space.stack[at + cell] & -space.stack[at + cell]
    space.stack[at + row - 1] = cell
    space.stack[at + cell] ^= bit
    space.stack[at + row + cell] = bit
    return int(touch(space, at + row, cell))


@bare
def go_on(
    rules: SumRules,
    cages: int,
    space: KillerWorkspace,
    tail: int,
    limit: int,
    max_nodes: int,
    counts: Array,
    guesses: Array,
    out: Array,
) -> None:
    """Search from the first node of the workspace, which has the constraints of a puzzle, the first ``cages`` of them cages.

    ``tail``: as for :func:`settle`, 0 if the node is settled already; negative: the puzzle has no solution. The rest is as for
    :func:`count_batch`, with one puzzle: ``counts`` and ``guesses`` int64[1 or more], ``out`` uint8[k, cells].
    """
    cells, words = space.near.shape
    row = cells + words + 1
    found = at = made = int64(0)
    open_ = tail >= 0
    while open_:
        clash = settle(rules, cages, space, at, tail)
        cell = int64(_choose(space, at)) if clash == SETTLED else int64(-1)
        if cell >= 0:
            if made == max_nodes and max_nodes > 0:
                found = int64(UNDECIDED)
                break
            made += 1
            tail = int64(branch(space, at, row, cell))
            at += row
            continue
        if clash == SETTLED:
            if found < len(out):
                for place in range(cells):
                    out[found, place] = lowest(space.stack[at + place]) + 1
            found += 1
        open_ = at > 0 and found < limit
        if open_:
            at -= row
            tail = int64(touch(space, at, space.stack[at + row - 1]))
    counts[0] = found
    guesses[0] = made


@kernel
def count_batch(
    rules: SumRules,
    cages: CageArrays,
    givens: Array,
    limit: int,
    max_nodes: int,
    space: KillerWorkspace,
    counts: Array,
    guesses: Array,
    out: Array,
) -> None:
    """Find solutions of each puzzle of ``cages``, up to a limit. Allocates nothing.

    ``givens`` uint8[n, cells], 0 = empty, or NOT plus a digit that the cell may not hold, is not written to; a puzzle with any
    other number has no solution. ``limit`` >= 1. ``max_nodes``: give up after so many guesses, 0 = never. ``space`` is large
    enough, and scratch. Writes ``counts`` int64[n], the number of solutions, at most ``limit``, or UNDECIDED (-1) if it gave up
    before; ``guesses`` int64[n], how many were made; ``out`` uint8[n, k, cells], k >= 0, the first k solutions, in an order that
    depends on rules, cages and givens only.
    """
    for puzzle in range(len(givens)):
        number = int64(take_cages(rules, cages, puzzle, space))
        constraints = derive(rules, number, space, MOST_CELLS)
        tail = int64(first_node(rules, number, constraints, space, givens[puzzle])) if constraints >= 0 else int64(-1)
        go_on(rules, number, space, tail, limit, max_nodes, counts[puzzle:], guesses[puzzle:], out[puzzle])


@kernel
def search(ground: Cageless, cells: Array, limit: int, max_nodes: int, out: Array) -> int:
    """Find solutions of a grid without cages, up to a limit: :func:`bookmaker.logic.kernels.search.search` for any graph of
    cells.
    """
    rules, space = ground.rules, ground.space
    constraints = constraints_of(ground)
    tail = int64(first_node(rules, 0, constraints, space, cells)) if constraints >= 0 else int64(-1)
    go_on(rules, 0, space, tail, limit, max_nodes, ground.count, ground.guesses, out)
    ground.guesses[1] += ground.guesses[0]
    return int(ground.count[0])
