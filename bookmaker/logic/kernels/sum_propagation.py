"""Sums and lines of clues in the Killer search: the candidates that they leave in their cells.

For sums, each function reads ``old`` int64[n], the candidates of the undecided cells (bit d-1 is digit d), and writes what is
left to ``new`` int64[n]; a cell with nothing left shows a contradiction. Up to four cells with different digits are exact: a
candidate stays if and only if the other cells have candidates that make the sum with it.

A sum becomes a constraint like one that follows from the rule of 45. A line is swept forward, from the states that its first
layer can have to all that its candidates lead to, and back from those that a full line may end in. A candidate stays if and only
if a step with it joins two states that both sweeps reach: then the other cells have candidates, taken each for itself, that make
a line with it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bookmaker.logic.jit.bundle import Bundle, array
from bookmaker.logic.jit.decorators import inner, lean
from bookmaker.logic.kernels.bits import highest, lowest, mirrored
from bookmaker.logic.kernels.rules import Array
from bookmaker.logic.kernels.vectors import peek

int64: Any = np.int64


@inner
def with_sum(mask: int, total: int) -> int:
    """The digits that make ``total`` with another digit, which is of the mask."""
    if total < 3 or total > 63:
        return int(int64(0))
    found = mirrored(mask, total)
    if total & 1 == 0:
        found &= ~(int64(1) << ((total >> 1) - 1))
    return int(found)


@inner
def two(old: Array, new: Array, total: int) -> None:
    """Two cells with different digits."""
    new[0] = old[0] & with_sum(old[1], total)
    new[1] = old[1] & with_sum(old[0], total)


@inner
def three(old: Array, new: Array, total: int) -> None:
    """Three cells with different digits."""
    b, c = old[1], old[2]
    first = second = third = int64(0)
    left = old[0]
    while left:
        bit = left & -left
        left ^= bit
        rest = total - lowest(bit) - 1
        some = b & ~bit & with_sum(c & ~bit, rest)
        if some:
            first |= bit
            second |= some
            third |= c & ~bit & with_sum(some, rest)
    new[0], new[1], new[2] = first, second, third


@inner
def four(old: Array, new: Array, total: int) -> None:
    """Four cells with different digits."""
    b, c, d = old[1], old[2], old[3]
    first = second = third = fourth = int64(0)
    left = old[0]
    while left:
        bit = left & -left
        left ^= bit
        less = total - lowest(bit) - 1
        more = b & ~bit
        while more:
            other = more & -more
            more ^= other
            out = ~(bit | other)
            rest = less - lowest(other) - 1
            some = c & out & with_sum(d & out, rest)
            if some:
                first |= bit
                second |= other
                third |= some
                fourth |= d & out & with_sum(some, rest)
    new[0], new[1], new[2], new[3] = first, second, third, fourth


@inner
def several(old: Array, new: Array, count: int, combos: Array, begin: int, end: int) -> None:
    """Cells with different digits, which are one of ``combos[begin:end]``.

    A combination counts only if every cell has a digit of it and every digit a cell; a digit with one cell takes it.
    """
    union = int64(0)
    for i in range(count):
        union |= old[i]
        new[i] = 0
    for place in range(begin, end):
        combo = combos[place]
        if combo & ~union:
            continue
        once = twice = int64(0)
        dead = False
        for i in range(count):
            mine = old[i] & combo
            dead |= mine == 0
            twice |= once & mine
            once |= mine
        hidden = once & ~twice
        if hidden and not dead:
            for i in range(count):
                mine = old[i] & hidden
                dead |= mine & (mine - 1) != 0
        if not dead:
            for i in range(count):
                mine = old[i] & combo
                new[i] |= mine & hidden if mine & hidden else mine


@inner
def bounded(old: Array, new: Array, count: int, total: int) -> None:
    """Any number of cells that may repeat, by the smallest and the largest digit of each."""
    least = most = int64(0)
    for i in range(count):
        least += lowest(old[i]) + 1
        most += highest(old[i])
    for i in range(count):
        low = max(total - (most - highest(old[i])), 1)
        high = min(total - (least - lowest(old[i]) - 1), 32)
        new[i] = old[i] & ((int64(1) << high) - (int64(1) << (low - 1))) if low <= high else 0


@inner
def _pair_sums(one: int, other: int) -> int:
    """The sums of two different digits, bit s-2 is sum s."""
    sums = int64(0)
    while one:
        bit = one & -one
        one ^= bit
        sums |= (other & ~bit) << lowest(bit)
    return int(sums)


@inner
def repeating(old: Array, new: Array, ways: Array, paired: Array, count: int, total: int) -> None:
    """Cells that may repeat, so few that ``count * (size - 1)`` < 63; cells i and i + 1 do not where ``paired[i]`` is 1.

    ``ways`` int64[n + 1] and ``paired`` int64[n] are scratch afterwards. Digits are counted from 0, so that sums fit into a word;
    bit s of ``ways[i]`` is a sum s that the cells before i can make. Exact but for repeats that ``paired`` does not exclude.
    """
    total -= count
    ways[0] = 1
    i = 0
    while i < count:
        begin = i
        if paired[i]:
            i += 1
            paired[i] = 2
            new[i] = _pair_sums(old[begin], old[i])
        else:
            new[i] = old[i]
        left, sums = new[i], int64(0)
        while left:
            sums |= ways[begin] << lowest(left)
            left &= left - 1
        i += 1
        ways[i] = sums
    back = int64(1) << total if 0 <= total < 63 else int64(0)
    last = count - 1
    while last >= 0:
        begin = last - 1 if paired[last] == 2 else last
        left = new[last]
        kept = before = int64(0)
        while left:
            bit = left & -left
            left ^= bit
            source = back >> lowest(bit)
            before |= source
            if source & ways[begin]:
                kept |= bit
        back = before
        new[last] = kept
        if begin < last:
            new[begin] = new[last] = 0
            left = old[begin]
            while left:
                bit = left & -left
                left ^= bit
                some = old[last] & ~bit & (kept >> lowest(bit))
                if some:
                    new[begin] |= bit
                    new[last] |= some
        last = begin - 1


LINE = 3
"""A kind of constraint, beside those of sums in :mod:`bookmaker.logic.kernels.derived_sums`."""

LAYER_ROW, WORK_ROWS = 4, 5
"""The row of ``work`` that holds where the states of each layer begin in ``reached``; how many rows there are."""


class LineRules(Bundle):
    """The sums and lines of a geometry's clues.

    A list of cells, layers or edges is flat; list i is start[i] to start[i + 1] - 1.
    """

    sum_start: Array = array("int64[sums + 1]")
    sum_cells: Array = array(
        "int64[...]", "those with a plus, then those with a minus; peers of one sign side by side where possible"
    )
    sum_minus: Array = array("int64[sums]", "how many cells have a plus")
    sum_total: Array = array("int64[sums]")
    line_start: Array = array("int64[lines + 1]")
    line_cells: Array = array("int64[...]")
    line_layer: Array = array("int64[lines]", "where the layers of the line's automaton begin in ``layers``")
    layers: Array = array("int64[...]", "the first state of each layer, and the number after the last state")
    edge_start: Array = array("int64[states + 1]")
    edge_mask: Array = array("int64[edges]", "the digits of a step (bit d-1)")
    edge_to: Array = array("int64[edges]", "the state that it leads to")


@inner
def look_at_line(lines: LineRules, stack: Array, at: int, cells: Array, line: int, work: Array, reached: Array) -> int:
    """Write into ``work`` the cells of a line, their candidates (those at ``stack[at + cell]``), and those left of them.

    ``work`` int64[5, length + 1 or more], ``reached`` int64[2, states or more], whose first row is 0 before and after: marks of
    the states, and the states that are reached in the order of their layers. Returns how many cells there are, -1 on a
    contradiction.
    """
    begin = lines.line_start[line]
    count = lines.line_start[line + 1] - begin
    layer = lines.line_layer[line]
    marks, states, starts = reached[0], reached[1], work[LAYER_ROW]
    states[0] = lines.layers[layer]
    tail = int64(lines.layers[layer] < lines.layers[layer + count + 1])
    starts[0] = 0
    for place in range(count):
        cell = peek(cells, begin + place)
        mine = peek(stack, at + cell)
        work[0, place], work[1, place], work[2, place] = cell, mine, 0
        end = tail
        starts[place + 1] = end
        for index in range(starts[place], end):
            state = peek(states, index)
            for edge in range(lines.edge_start[state], lines.edge_start[state + 1]):
                to = peek(lines.edge_to, edge)
                if peek(lines.edge_mask, edge) & mine and marks[to - lines.layers[layer]] == 0:
                    marks[to - lines.layers[layer]] = 1
                    states[tail] = to
                    tail += 1
    whole = tail > starts[count]
    for place in range(count - 1, -1, -1):
        mine, kept = work[1, place], int64(0)
        for index in range(starts[place], starts[place + 1]):
            state, alive = peek(states, index), int64(0)
            for edge in range(lines.edge_start[state], lines.edge_start[state + 1]):
                if marks[peek(lines.edge_to, edge) - lines.layers[layer]]:
                    alive |= peek(lines.edge_mask, edge) & mine
            marks[state - lines.layers[layer]] = alive != 0
            kept |= alive
        work[2, place] = kept
    for index in range(tail):
        marks[peek(states, index) - lines.layers[layer]] = 0
    return int(count) if whole else -1


@lean
def add_clues(lines: LineRules, number: int, space: Any, free: int, distinct: int) -> int:
    """Add the sums and lines after ``number`` constraints. Returns how many there are now.

    ``free`` and ``distinct`` are the kinds of a sum whose digits may repeat, and of one whose cells are all peers.
    """
    end = space.start[number]
    for one in range(len(lines.sum_total)):
        begin = end
        for place in range(lines.sum_start[one], lines.sum_start[one + 1]):
            space.cells[end] = lines.sum_cells[place]
            end += 1
        space.target[number] = lines.sum_total[one]
        space.minus[number] = begin + lines.sum_minus[one]
        apart = space.minus[number] == end
        for first in range(begin, end):
            for second in range(first + 1, end):
                cell = space.cells[second]
                apart &= (space.near[space.cells[first], cell >> 6] >> (cell & 63)) & 1 == 1
        space.kind[number] = distinct if apart else free
        number += 1
        space.start[number] = end
    for one in range(len(lines.line_layer)):
        for place in range(lines.line_start[one], lines.line_start[one + 1]):
            space.cells[end] = lines.line_cells[place]
            end += 1
        space.target[number] = one
        space.minus[number] = end
        space.kind[number] = LINE
        number += 1
        space.start[number] = end
    return int(number)
