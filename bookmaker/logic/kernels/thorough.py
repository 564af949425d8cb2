"""The search for puzzles with cages, sums or lines that the usual one of :mod:`bookmaker.logic.kernels.killer` cannot decide
soon.

It draws the same consequences, and two things more.

**Sums of peers.** The cells of a sum are divided into *cliques*: cells of one sign that are all peers of each other. Digits of a
clique are different, so that its least and its largest sum are often far from those of single cells: three cells of a box make at
least 6. A sum near its least or largest one leaves few candidates, however many cells it has. Therefore sums by the rule of 45
of more cells than usual count here, too. With the usual order of guesses they count at the first node only.

**Cells of contradictions.** Where the usual order of guesses leads to a large tree, an order by past contradictions often leads
to a small one (as dom/wdeg does: Boussemart and others, "Boosting systematic search by weighting constraints", 2004): a cell
gains weight with each contradiction in it, and its peers gain some. For other puzzles it is the other way round. So a
search can stop and go on later. It knows how much of its tree is closed, so that the caller can go on with the order that gets
on faster.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bookmaker.logic.jit.bundle import Bundle, array
from bookmaker.logic.jit.decorators import kernel, lean
from bookmaker.logic.kernels.bits import lowest, mirrored, popcount
from bookmaker.logic.kernels.derived_sums import (
    FREE,
    MOST_CELLS,
    CageArrays,
    KillerWorkspace,
    SumRules,
    derive,
    draft_of,
    take_cages,
)
from bookmaker.logic.kernels.killer import SETTLED, first_node, keep, settle, touch, weigh
from bookmaker.logic.kernels.rules import Array
from bookmaker.logic.kernels.vectors import peek

int64: Any = np.int64

LARGEST = 12
"""Sums by the rule of 45 of more cells are not used here either."""

WHOLE = 1 << 60
"""The share of the first node in the tree. A guess gives its cell's candidates equal parts of the share of their node."""

_NEAR = 2
"""Sums that are not this many times the size near their least or their largest one at the first node are left out."""

_CLASH, _BESIDE = 1 << 10, 1 << 7
"""The increase of the weight of its cell, and of that cell's peers."""

_EACH = 256
"""After so many contradictions, all weights fall by a quarter."""

_LIGHT = 1 << 8
"""The weight of a cell without contradictions."""

CONFLICTS, NEARLY = 0, 1
"""The orders of guesses: by contradictions; by how nearly the sums of a cell are decided, as the usual search has it."""

BEGUN, FOUND, MADE, CLOSED, DEPTH, SUMS, CLASHES = range(7)
"""Places in ``state``: 1 once the search has begun; solutions; guesses; how much of the tree is closed; guesses that the node
rests on; sums; contradictions."""

STATE = 7


class ThoroughWorkspace(Bundle):
    """What :func:`search` needs besides the workspace of the usual search: the *sums* that are not of peers only, as cliques."""

    state: Array = array("int64[STATE]")
    target: Array = array("int64[sums]")
    start: Array = array("int64[sums + 1]", "where the cliques of a sum start")
    first: Array = array("int64[held + 1]", "where the cells of a clique start")
    sign: Array = array("int64[held + 1]", "1 for cells with a plus, -1 for cells with a minus")
    cells: Array = array("int64[held]")
    low: Array = array("int64[held]", "of the cells of one clique, the least digits in ascending order, counted from 0")
    end: Array = array("int64[2, held]", "the largest digit of a clique's least sum; the same from the other end")
    draft: Array = array("int64[2 * words + 2]", "a sum before it is divided, as in ``KillerWorkspace.drafts``")
    common: Array = array("int64[words]", "the common peers of the cells of a clique")
    weight: Array = array("int64[cells]", "by contradictions")
    share: Array = array("int64[cells + 1]", "of each node, how much of the tree it is")


@lean
def _divide(space: KillerWorkspace, deep: ThoroughWorkspace) -> None:
    """Add the draft as a sum, divided into cliques in a greedy order."""
    words = space.near.shape[1]
    number, draft = deep.state[SUMS], deep.draft
    clique = deep.start[number]
    end = deep.first[clique]
    deep.target[number] = draft[2 * words]
    for half in range(2):
        while True:
            begin = end
            for word in range(words):
                deep.common[word] = -1
            for word in range(words):
                left = draft[half * words + word]
                while left:
                    bit = left & -left
                    left ^= bit
                    if deep.common[word] & bit:
                        cell = word << 6 | lowest(bit)
                        deep.cells[end] = cell
                        end += 1
                        draft[half * words + word] &= ~bit
                        for other in range(words):
                            deep.common[other] &= space.near[cell, other]
            if end == begin:
                break
            deep.sign[clique] = 1 - 2 * half
            clique += 1
            deep.first[clique] = end
    deep.state[SUMS] = number + 1
    deep.start[number + 1] = clique


@lean
def _collect(rules: SumRules, cages: int, constraints: int, space: KillerWorkspace, deep: ThoroughWorkspace) -> None:
    """Make the sums: those of the search that have cells that are not peers, and longer ones by the rule of 45."""
    words = space.near.shape[1]
    deep.state[SUMS] = deep.start[0] = deep.first[0] = 0
    draft = deep.draft
    for one in range(constraints):
        begin, end = space.start[one], space.start[one + 1]
        if space.kind[one] == FREE and end - begin > 2:
            for word in range(2 * words):
                draft[word] = 0
            for place in range(begin, end):
                cell = space.cells[place]
                half = 0 if place < space.minus[one] else words
                draft[half + (cell >> 6)] |= int64(1) << (cell & 63)
            draft[2 * words] = space.target[one]
            _divide(space, deep)
    for region in range(len(rules.regions)):
        if MOST_CELLS < draft_of(rules, space, cages, region, draft) <= LARGEST:
            _divide(space, deep)


@lean
def _least(space: KillerWorkspace, deep: ThoroughWorkspace, at: int, clique: int, size: int, turned: int) -> int:
    """The least sum of a clique's cells, -1 if there is none; if ``turned``, with digits counted from the other end.

    It is exact if only the least candidate of a cell counts: each takes the least digit that any cell of the clique has, that is
    not below its own least and above that of the cell before. Writes the last digit to ``end``.
    """
    low, begin, stop = deep.low, deep.first[clique], deep.first[clique + 1]
    union = int64(0)
    for place in range(begin, stop):
        mine = peek(space.stack, at + peek(deep.cells, place))
        if turned:
            mine = mirrored(mine, size + 1)
        union |= mine
        value, back = int64(lowest(mine)), place
        while back > begin and low[back - 1] > value:
            low[back] = low[back - 1]
            back -= 1
        low[back] = value
    total, last = int64(0), int64(-1)
    for place in range(begin, stop):
        rest = union >> max(low[place], last + 1) << max(low[place], last + 1)
        if rest == 0:
            return -1
        last = int64(lowest(rest))
        total += last + 1
    deep.end[turned, clique] = last + 1
    return int(total)


@lean
def _bounds(space: KillerWorkspace, deep: ThoroughWorkspace, at: int, number: int, size: int) -> tuple[int, int]:
    """How far a sum is above its least one, and below its largest one; -1 and -1 on a contradiction."""
    least = most = int64(0)
    for clique in range(deep.start[number], deep.start[number + 1]):
        low = int64(_least(space, deep, at, clique, size, 0))
        high = int64(_least(space, deep, at, clique, size, 1))
        if low < 0 or high < 0:
            return -1, -1
        high = (deep.first[clique + 1] - deep.first[clique]) * (size + 1) - high
        if deep.sign[clique] > 0:
            least += low
            most += high
        else:
            least -= high
            most -= low
    if deep.target[number] < least or deep.target[number] > most:
        return -1, -1
    return int(deep.target[number] - least), int(most - deep.target[number])


@lean
def _leave_out(space: KillerWorkspace, deep: ThoroughWorkspace, size: int) -> None:
    """Keep only the sums that are near their least or largest one at the first node. The rest would cost time at each."""
    kept = clique = end = int64(0)
    for number in range(deep.state[SUMS]):
        down, up = _bounds(space, deep, int64(0), int64(number), size)
        if min(down, up) > _NEAR * size:
            continue
        deep.target[kept] = deep.target[number]
        for old in range(deep.start[number], deep.start[number + 1]):
            begin, stop = deep.first[old], deep.first[old + 1]
            deep.sign[clique] = deep.sign[old]
            deep.first[clique] = end
            for place in range(begin, stop):
                # Overwritten ones have been read: sums move towards the front.
                deep.cells[end] = deep.cells[place]
                end += 1
            clique += 1
        kept += 1
        deep.start[kept] = clique
    deep.first[clique] = end
    deep.state[SUMS] = kept


@lean
def _keep_sums(space: KillerWorkspace, deep: ThoroughWorkspace, at: int, size: int) -> int:
    """Take from cells the digits with which those of the cliques make no sum. Returns the queue's tail, -1 - cell on a
    contradiction.
    """
    tail = int64(0)
    for number in range(deep.state[SUMS]):
        down, up = _bounds(space, deep, at, int64(number), size)
        if down < 0:
            return int(-1 - deep.cells[deep.first[deep.start[number]]])
        if down >= size and up >= size:
            continue
        for clique in range(deep.start[number], deep.start[number + 1]):
            rise, fall = (down, up) if deep.sign[clique] > 0 else (up, down)
            high = min(deep.end[0, clique] + rise, size)
            low = max(size + 1 - deep.end[1, clique] - fall, 1)
            for place in range(deep.first[clique], deep.first[clique + 1]):
                cell = deep.cells[place]
                mine = space.stack[at + cell]
                kept = mine & (int64(1) << high) - 1 & -(int64(1) << (low - 1))
                if kept == 0:
                    return int(-1 - cell)
                if kept != mine:
                    tail = int64(keep(space, at, cell, kept, tail))
    return int(tail)


@lean
def _settle(rules: SumRules, cages: int, space: KillerWorkspace, deep: ThoroughWorkspace, at: int, tail: int) -> int:
    """As :func:`bookmaker.logic.kernels.killer.settle`, with the bounds of sums of cliques."""
    while True:
        clash = int64(settle(rules, cages, space, at, tail))
        if clash != SETTLED:
            return int(clash)
        tail = int64(_keep_sums(space, deep, at, rules.size))
        if tail < 0:
            return int(-1 - tail)
        changed = int64(tail)
        for mark in range(len(space.dirty)):
            changed |= space.dirty[mark]
        if changed == 0:
            return SETTLED


@lean
def _blame(space: KillerWorkspace, deep: ThoroughWorkspace, cell: int) -> None:
    """Give weight to the cell of a contradiction and its peers."""
    weight = deep.weight
    weight[cell] += _CLASH
    for word in range(space.near.shape[1]):
        left = space.near[cell, word]
        while left:
            weight[word << 6 | lowest(left)] += _BESIDE
            left &= left - 1
    deep.state[CLASHES] += 1
    if deep.state[CLASHES] % _EACH == 0:
        for other in range(len(weight)):
            weight[other] = (weight[other] * 3 >> 2) + (_LIGHT >> 2)


@lean
def _choose(space: KillerWorkspace, deep: ThoroughWorkspace, at: int, order: int) -> int:
    """The cell to guess in, -1 if all are decided."""
    cells, words = space.near.shape
    if order == NEARLY:
        weigh(space, at)
    best, cost, weight = int64(-1), int64(1), int64(0)
    for word in range(words):
        left = space.stack[at + cells + word]
        while left:
            cell = word << 6 | lowest(left)
            left &= left - 1
            mine = int64(popcount(space.stack[at + cell]))
            heavy = space.weight[cell]
            if order == CONFLICTS:
                mine, heavy = mine * mine, deep.weight[cell]
            if best < 0 or mine * weight < cost * heavy:
                best, cost, weight = int64(cell), mine, heavy
    return int(best)


@lean
def _begin(
    rules: SumRules,
    cages: CageArrays,
    puzzle: int,
    givens: Array,
    order: int,
    space: KillerWorkspace,
    deep: ThoroughWorkspace,
) -> bool:
    """Make the first node and settle it. Returns False if the puzzle has no solution."""
    cages_here = int64(take_cages(rules, cages, puzzle, space))
    constraints = int64(derive(rules, cages_here, space, MOST_CELLS))
    if constraints < 0:
        return False
    tail = int64(first_node(rules, cages_here, constraints, space, givens))
    if tail < 0:
        return False
    _collect(rules, cages_here, constraints, space, deep)
    if _settle(rules, cages_here, space, deep, int64(0), tail) != SETTLED:
        return False
    if order == CONFLICTS:
        _leave_out(space, deep, rules.size)
    else:
        # Where this order is the better one, the sums cost more time than they save.
        deep.state[SUMS] = 0
    for cell in range(len(deep.weight)):
        deep.weight[cell] = _LIGHT
    deep.share[0] = WHOLE
    deep.state[BEGUN] = 1
    return True


@kernel
def search(
    rules: SumRules,
    cages: CageArrays,
    puzzle: int,
    givens: Array,
    order: int,
    limit: int,
    more: int,
    space: KillerWorkspace,
    deep: ThoroughWorkspace,
    out: Array,
) -> bool:
    """Search for solutions of one puzzle of ``cages``, up to a limit, for ``more`` guesses. Returns whether that was enough.

    A workspace whose ``state`` is all 0 begins; otherwise the search goes on where it paused. ``givens`` uint8[cells]. Afterwards
    ``state`` says how many solutions were found, how many guesses were made, and how much of the tree is closed. Writes the
    first k solutions to ``out`` uint8[k, cells], in an order that follows from rules, cages, givens and the order of guesses.
    """
    if deep.state[BEGUN] == 0 and not _begin(rules, cages, puzzle, givens, order, space, deep):
        return True
    cells, words = space.near.shape
    row = cells + words + 1
    cages_here = int64(cages.first[puzzle + 1] - cages.first[puzzle])
    depth, end = int64(deep.state[DEPTH]), deep.state[MADE] + more
    at, clash = depth * row, int64(SETTLED)
    while True:
        cell = int64(_choose(space, deep, at, order)) if clash == SETTLED else int64(-1)
        if cell >= 0:
            if deep.state[MADE] == end:
                deep.state[DEPTH] = depth
                return False
            deep.state[MADE] += 1
            mine = space.stack[at + cell]
            part = deep.share[depth] // popcount(mine)
            deep.share[depth] -= part
            for i in range(row):
                space.stack[at + row + i] = space.stack[at + i]
            space.stack[at + row - 1] = cell
            space.stack[at + cell] = mine & (mine - 1)
            depth += 1
            at += row
            deep.share[depth] = part
            space.stack[at + cell] = mine & -mine
        else:
            if clash == SETTLED:
                if deep.state[FOUND] < len(out):
                    for place in range(cells):
                        out[deep.state[FOUND], place] = lowest(space.stack[at + place]) + 1
                deep.state[FOUND] += 1
            else:
                _blame(space, deep, int64(clash))
            deep.state[CLOSED] += deep.share[depth]
            if depth == 0 or deep.state[FOUND] == limit:
                return True
            depth -= 1
            at -= row
            cell = space.stack[at + row - 1]
        clash = int64(_settle(rules, cages_here, space, deep, at, int64(touch(space, at, cell))))
