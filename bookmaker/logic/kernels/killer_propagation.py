"""All consequences that the Killer search draws at a node: digits decided, cages, houses, derived sums, digits confined.

A constraint is processed again when one of its cells has lost a candidate. When none is left, the search looks for confined
digits: all their places in a house, or in a cage that needs them, see a cell outside. That costs more, so only changed houses and
cages are examined.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bookmaker.logic.jit.decorators import inner, lean
from bookmaker.logic.kernels import sum_propagation
from bookmaker.logic.kernels.bits import highest, lowest, mirrored
from bookmaker.logic.kernels.derived_sums import DISTINCT, FREE, MINUS, UNTOLD, KillerWorkspace, SumRules
from bookmaker.logic.kernels.lines import LINE, look_at_line
from bookmaker.logic.kernels.rules import Array
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
