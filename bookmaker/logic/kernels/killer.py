"""The Killer search: solutions of any grid that is houses and cages, with or without givens, sizes 4 to 25.

All state is one stack of nodes, each the candidates of all cells, and :func:`settle` draws the consequences at a node: digits
decided, cages, houses, derived sums, digits confined.

A constraint is processed again when one of its cells has lost a candidate. When none is left, the search looks for confined
digits: all their places in a house, or in a cage that needs them, see a cell outside. That costs more, so only changed houses and
cages are examined.

A guess is one candidate; the other branch removes it. Every solution either has the candidate or lacks it, so each is found
exactly once. The search guesses in a cell with few candidates whose cages and sums are nearly decided, where a guess has the most
consequences. Each of them counts four times as much as one with a further open cell. (By experiment: on the hardest published
Killers this takes half the guesses of counting contradictions, as dom/wdeg does.)
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bookmaker.logic.jit.decorators import bare, inner, kernel, lean
from bookmaker.logic.kernels import sum_propagation
from bookmaker.logic.kernels.bits import highest, lowest, mirrored, popcount
from bookmaker.logic.kernels.derived_sums import (
    DISTINCT,
    FREE,
    MINUS,
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
from bookmaker.logic.kernels.rules import NOT, Array
from bookmaker.logic.kernels.sum_propagation import LINE, look_at_line
from bookmaker.logic.kernels.vectors import peek

int64: Any = np.int64

SETTLED = -1
"""Returned by :func:`settle` where there is no contradiction."""


@inner
def keep(space: KillerWorkspace, at: int, cell: int, kept: int, tail: int) -> int:
    """Reduce a cell to the candidates ``kept``, fewer than it has. Returns the queue's tail."""
    space.stack[at + cell] = kept
    for mark in range(len(space.dirty)):
        space.dirty[mark] |= space.watch[cell, mark]
    if kept & (kept - 1) == 0:
        space.queue[tail] = cell
        tail += 1
    return tail


@inner
def _look_at_house(rules: SumRules, space: KillerWorkspace, at: int, house: int) -> int:
    """Write into ``work`` the cells that have hidden singles, and their candidates. Returns how many, -1 on a contradiction."""
    once = twice = done = int64(0)
    begin = house * rules.size
    for place in range(begin, begin + rules.size):
        mine = peek(space.stack, at + peek(rules.houses, place))
        twice |= once & mine
        once |= mine
        if mine & (mine - 1) == 0:
            done |= mine
    if once != (int64(1) << rules.size) - 1:
        return -1
    hidden = once & ~twice & ~done
    count = int64(0)
    if hidden:
        for place in range(begin, begin + rules.size):
            cell = peek(rules.houses, place)
            mine = peek(space.stack, at + cell)
            if mine & hidden:
                space.work[0, count] = cell
                space.work[1, count] = mine
                mine &= hidden
                space.work[2, count] = mine if mine & (mine - 1) == 0 else 0
                count += 1
    return int(count)


@inner
def _pair_up(space: KillerWorkspace, count: int) -> None:
    """Mark cells of ``work`` that are neighbours, with one sign, and are peers."""
    i = int64(0)
    while i < count:
        one = space.work[0, i]
        space.work[4, i] = 0
        i += 1
        if i < count and (space.work[0, i] ^ one) & MINUS == 0:
            one, other = one & ~MINUS, space.work[0, i] & ~MINUS
            if (space.near[one, other >> 6] >> (other & 63)) & 1:
                space.work[4, i - 1] = 1
                space.work[4, i] = 0
                i += 1


@inner
def _look_at_sum(rules: SumRules, space: KillerWorkspace, at: int, number: int) -> int:
    """Write into ``work`` the undecided cells of a cage or derived sum, their candidates, and those left of them.

    A cell with a minus counts as one with a plus whose digits are counted from the other end. Returns how many, 0 if
    there is nothing to do, -1 on a contradiction.
    """
    cells, old, new, ways = space.work[0], space.work[1], space.work[2], space.work[3]
    total, kind, minus = space.target[number], space.kind[number], space.minus[number]
    count = int64(0)
    least = most = widest = int64(0)
    for place in range(space.start[number], space.start[number + 1]):
        cell = peek(space.cells, place)
        mine = peek(space.stack, at + cell)
        low, high = lowest(mine) + 1, int64(highest(mine))
        sign = int64(0)
        if place >= minus:
            low, high = -high, -low
            sign = int64(MINUS)
        if low == high:
            total -= low
            continue
        cells[count] = cell | sign
        old[count] = mine
        least += low
        most += high
        widest = max(widest, high - low)
        count += 1
    if kind == UNTOLD:
        return 0
    if total < least or total > most:
        return -1
    if kind == FREE and count > 3 and total - least >= widest and most - total >= widest:
        return 0  # Every cell keeps its smallest and its largest digit; only shorter sums exclude digits between them.
    if kind == FREE:
        for i in range(count):
            if cells[i] & MINUS:
                old[i] = mirrored(old[i], rules.size + 1)
                total += rules.size + 1
    if count == 1:
        new[0] = old[0] & int64(1) << (total - 1)
    elif kind == DISTINCT and count == 2:
        sum_propagation.two(old, new, total)
    elif kind == DISTINCT and count == 3:
        sum_propagation.three(old, new, total)
    elif kind == DISTINCT and count == 4:
        sum_propagation.four(old, new, total)
    elif kind == DISTINCT and len(rules.combos) and count:
        if total > rules.combo_start.shape[1] - 2:
            return -1
        begin, end = rules.combo_start[count, total], rules.combo_start[count, total + 1]
        sum_propagation.several(old, new, count, rules.combos, begin, end)
    elif count * (rules.size - 1) < 63:
        _pair_up(space, count)
        sum_propagation.repeating(old, new, ways, space.work[4], count, total)
    else:
        sum_propagation.bounded(old, new, count, total)
    return int(count)


@inner
def _needed(rules: SumRules, space: KillerWorkspace, at: int, cage: int) -> int:
    """The digits that all combinations of the undecided cells of a cage have."""
    total = space.target[cage]
    needed = count = int64(0)
    for place in range(space.start[cage], space.start[cage + 1]):
        mine = peek(space.stack, at + peek(space.cells, place))
        if mine & (mine - 1) == 0:
            total -= lowest(mine) + 1
        else:
            needed |= mine
            space.work[1, count] = mine
            count += 1
    if count < 2 or total < 0 or total > rules.combo_start.shape[1] - 2:
        return 0
    union = needed
    for place in range(rules.combo_start[count, total], rules.combo_start[count, total + 1]):
        combo = rules.combos[place]
        if combo & ~union or combo & needed == needed:
            continue
        dead = False
        for i in range(count):
            dead |= space.work[1, i] & combo == 0
        if not dead:
            needed &= combo
            if needed == 0:
                break
    return int(needed)


@inner
def _stale(space: KillerWorkspace, number: int) -> bool:
    return bool((space.stale[number >> 6] >> (number & 63)) & 1)


@inner
def _digits_of(rules: SumRules, space: KillerWorkspace, at: int, part: int) -> int:
    """The candidates of the cells of a list of ``crossing``."""
    found = int64(0)
    for place in range(rules.cross_start[part], rules.cross_start[part + 1]):
        found |= peek(space.stack, at + peek(rules.cross_cells, place))
    return int(found)


@inner
def _confine(rules: SumRules, cages: int, space: KillerWorkspace, at: int) -> int:
    """Take digits from cells that see all their places in a stale house, or in a stale cage that needs them.

    Returns the queue's tail.
    """
    cells, words = space.near.shape
    tail = int64(0)
    for pair in range(len(rules.crossing)):
        one, other = rules.crossing[pair]
        if not (_stale(space, cages + one) or _stale(space, cages + other)):
            continue
        both = int64(_digits_of(rules, space, at, 3 * pair))
        if both & (both - 1) == 0:
            continue
        here, there = (
            int64(_digits_of(rules, space, at, 3 * pair + 1)),
            int64(_digits_of(rules, space, at, 3 * pair + 2)),
        )
        gone = both & (here ^ there)
        if gone == 0:
            continue
        for part in range(3 * pair + 1, 3 * pair + 3):
            for place in range(rules.cross_start[part], rules.cross_start[part + 1]):
                cell = rules.cross_cells[place]
                mine = space.stack[at + cell]
                if mine & gone and mine & ~gone:
                    tail = int64(keep(space, at, cell, mine & ~gone, tail))
    for cage in range(cages if len(rules.combos) else 0):
        needed = int64(0)
        if space.kind[cage] == DISTINCT and _stale(space, cage):
            needed = int64(_needed(rules, space, at, cage))
        while needed:
            bit = needed & -needed
            needed ^= bit
            for word in range(words):
                common = space.stack[at + cells + word] & ~space.cages[cage, word]
                for place in range(space.start[cage], space.start[cage + 1]):
                    cell = peek(space.cells, place)
                    if peek(space.stack, at + cell) & bit:
                        common &= peek(space.near, cell * words + word)
                        if common == 0:
                            break
                while common:
                    cell = word << 6 | lowest(common)
                    common &= common - 1
                    mine = peek(space.stack, at + cell)
                    if mine & bit and mine != bit:
                        tail = int64(keep(space, at, cell, mine ^ bit, tail))
    for mark in range(len(space.stale)):
        space.stale[mark] = 0
    for table in range(len(rules.tables)):
        tail = int64(_keep_related(rules, space, at, table, tail))
    return int(tail)


@inner
def _keep_related(rules: SumRules, space: KillerWorkspace, at: int, table: int, tail: int) -> int:
    """Take from related cells the candidates that no candidate of a cell allows. Returns the queue's tail.

    A cell that would lose all its candidates is left alone: the search finds the contradiction when the cell is decided.
    """
    cells, words = space.near.shape
    for cell in range(cells):
        allowed = int64(0)
        mine = peek(space.stack, at + cell)
        while mine:
            allowed |= rules.tables[table, lowest(mine)]
            mine &= mine - 1
        if allowed == (int64(1) << rules.size) - 1:
            continue
        for word in range(words):
            left = rules.related[table, cell, word] & space.stack[at + cells + word]
            while left:
                near = word << 6 | lowest(left)
                left &= left - 1
                theirs = peek(space.stack, at + near)
                if theirs & ~allowed and theirs & allowed:
                    tail = int64(keep(space, at, near, theirs & allowed, tail))
    return int(tail)


@inner
def _any(words: Array) -> bool:
    some = int64(0)
    for word in words:
        some |= word
    return bool(some)


@lean
def settle(rules: SumRules, cages: int, space: KillerWorkspace, at: int, tail: int) -> int:
    """Draw all consequences for the node at index ``at`` of the stack, whose puzzle has ``cages`` cages.

    ``queue`` holds ``tail`` decided cells, and ``dirty`` the constraints to look at. Returns SETTLED, or the cell of a
    contradiction; then the node's contents are undefined.
    """
    cells, words = space.near.shape
    houses = len(rules.houses)
    while True:
        head = 0
        while head < tail:
            cell = space.queue[head]
            head += 1
            bit = space.stack[at + cell]
            space.stack[at + cells + (cell >> 6)] &= ~(int64(1) << (cell & 63))
            for word in range(words):
                left = space.near[cell, word] & space.stack[at + cells + word]
                while left:
                    peer = word << 6 | lowest(left)
                    left &= left - 1
                    mine = peek(space.stack, at + peer)
                    if mine & bit:
                        if mine == bit:
                            return int(peer)
                        tail = keep(space, at, peer, mine ^ bit, tail)
            for table in range(len(rules.tables)):
                allowed = rules.tables[table, lowest(bit)]
                for word in range(words):
                    left = rules.related[table, cell, word] & space.stack[at + cells + word]
                    while left:
                        near = word << 6 | lowest(left)
                        left &= left - 1
                        mine = peek(space.stack, at + near)
                        if mine & ~allowed:
                            if mine & allowed == 0:
                                return int(near)
                            tail = keep(space, at, near, mine & allowed, tail)
        tail = int64(0)
        number = int64(-1)
        for mark in range(len(space.dirty)):
            marked = space.dirty[mark]
            if marked:
                number = mark << 6 | lowest(marked)
                space.dirty[mark] = marked & (marked - 1)
                space.stale[mark] |= marked & -marked
                break
        if number < 0:
            tail = int64(_confine(rules, cages, space, at))
            if tail == 0 and not _any(space.dirty):
                return SETTLED
            continue
        if cages <= number < cages + houses:
            count = _look_at_house(rules, space, at, number - cages)
            if count < 0:
                return int(rules.houses[number - cages, 0])
        elif space.kind[number] == LINE:
            line = space.target[number]
            count = look_at_line(rules.lines, space.stack, at, rules.lines.line_cells, line, space.work, space.reached)
            if count < 0:
                return int(space.cells[space.start[number]])
        else:
            count = _look_at_sum(rules, space, at, number)
            if count < 0:
                return int(space.cells[space.start[number]])
        for i in range(count):
            kept = space.work[2, i]
            if kept == space.work[1, i]:
                continue
            cell = space.work[0, i]
            if cell & MINUS:
                cell ^= MINUS
                kept = mirrored(kept, rules.size + 1)
            if kept == 0:
                return int(cell)
            tail = int64(keep(space, at, cell, kept, tail))


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
