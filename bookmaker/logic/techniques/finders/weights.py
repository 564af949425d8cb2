"""How many nodes a proof by a net needs, without choosing among equally good ways.

A literal of a net often follows in several ways. Which way a program takes first depends on how it numbers cells, so that the
length of *its* proof is not a property of the puzzle. Here a literal passes its weight on to everything that it may follow
from. An off passes it in equal parts to the ons of the layer before that see it; one by a sum, a line or a relation of several
candidates passes it nowhere, so that its proof weighs less than it is long. An on passes it to all offs of its smallest holder
(cell or house) that leave it alone, in equal parts if several are smallest. No literal weighs more than one. The sum is nearly
the expected number of nodes if each tie is decided by lot, and an isomorphism keeps it. Weights are integers, so the order of
sums does not matter either.
"""

from __future__ import annotations

from bookmaker.logic.kernels.bits import lowest, popcount
from bookmaker.logic.kernels.rules import Array
from bookmaker.logic.techniques.finders import inner, int64
from bookmaker.logic.techniques.finders.board import Board, Tables
from bookmaker.logic.techniques.finders.implications import (
    CHECKS,
    GONE,
    ON,
    ImplicationWorkspace,
    has,
    holder_of,
    member,
    members,
)
from bookmaker.logic.techniques.finders.nets import single_of

ONE = 1 << 20
"""The weight of a literal that every proof needs."""

_NONE = 1 << 40


@inner
def _others(
    tables: Tables, board: Board, space: ImplicationWorkspace, row: Array, i: int, holder: int, layer: int
) -> int:
    """How many others candidate ``i`` had in a holder that the net had emptied before ``layer``; 0 if one was still there."""
    most = space.cell.size
    left = members(tables, board, holder)
    count = popcount(left) - 1
    while left:
        j = member(tables, space, holder, lowest(left))
        if j != i and row[most + j] >= layer:
            return 0
        left &= left - 1
    return int(count)


@inner
def _pass_on(tables: Tables, board: Board, space: ImplicationWorkspace, row: Array, i: int, weight: int) -> None:
    """Candidate ``i``, on, needs the offs that left it alone."""
    most = space.cell.size
    layer = int64(row[i])
    fewest, ties = int64(_NONE), int64(0)
    houses = tables.house_count[space.cell[i]]
    for k in range(int64(-1), int64(houses)):
        count = _others(tables, board, space, row, i, holder_of(tables, space, i, k), layer)
        if count and count < fewest:
            fewest, ties = int64(count), int64(1)
        elif count == fewest:
            ties += 1
    for k in range(int64(-1), int64(houses)):
        holder = holder_of(tables, space, i, k)
        if _others(tables, board, space, row, i, holder, layer) != fewest:
            continue
        left = members(tables, board, holder)
        while left:
            j = member(tables, space, holder, lowest(left))
            if j != i:
                space.weight[most + j] += weight // ties
            left &= left - 1


@inner
def weigh(tables: Tables, board: Board, space: ImplicationWorkspace, row: Array) -> int:
    """The nodes that the literals with a weight need, themselves too, in parts of ONE. Clears ``weight``.

    For the last net, whose layers are in ``row``; after :func:`bookmaker...links.link`.
    """
    most = space.cell.size
    ons, offs = int64(space.marks[ON]) - 1, int64(space.marks[GONE]) - 1
    sum_ = int64(0)
    while ons >= 0 or offs >= 0:
        layer_on = int64(row[space.queue[ons]]) if ons >= 0 else int64(-1)
        layer_off = int64(row[most + space.gone[offs]]) if offs >= 0 else int64(-1)
        if layer_off > layer_on:
            i = int64(space.gone[offs])
            offs -= 1
            weight = min(space.weight[most + i], int64(ONE))
            space.weight[most + i] = 0
            if weight == 0:
                continue
            sum_ += weight
            ties = int64(0)
            k = ons
            while k >= 0 and row[space.queue[k]] == layer_off - 1:
                ties += has(space.weak, i, int64(space.queue[k]))
                k -= 1
            k = ons
            while k >= 0 and row[space.queue[k]] == layer_off - 1:
                if has(space.weak, i, int64(space.queue[k])):
                    space.weight[space.queue[k]] += weight // ties
                k -= 1
        else:
            i = int64(space.queue[ons])
            ons -= 1
            weight = min(space.weight[i], int64(ONE))
            space.weight[i] = 0
            if weight:
                sum_ += weight
                if layer_on > 0:
                    _pass_on(tables, board, space, row, i, weight)
    return int(sum_)


@inner
def refutation(tables: Tables, board: Board, space: ImplicationWorkspace, row: Array) -> int:
    """The nodes of the shortest contradiction in the last net, which ended with one, rounded.

    Of the emptied cells and houses it takes one that had the fewest candidates. There a candidate removed last is both on (all
    others are off) and off. Of two such, either serves.
    """
    most = space.cell.size
    best, fewest = int64(_NONE), int64(_NONE)
    for k in range(space.marks[CHECKS]):
        holder = int64(space.checks[k])
        if single_of(tables, space, holder) < 0:
            fewest = min(fewest, popcount(members(tables, board, holder)))
    for k in range(space.marks[CHECKS]):
        holder = int64(space.checks[k])
        held = members(tables, board, holder)
        if popcount(held) != fewest or single_of(tables, space, holder) >= 0:
            continue
        last, left = int64(-1), held
        while left:
            last = max(last, int64(row[most + member(tables, space, holder, lowest(left))]))
            left &= left - 1
        left = held
        while left:
            y = int64(member(tables, space, holder, lowest(left)))
            left &= left - 1
            if row[most + y] != last:
                continue
            others = held
            while others:
                j = int64(member(tables, space, holder, lowest(others)))
                if j != y:
                    space.weight[most + j] = ONE
                others &= others - 1
            nodes = int64(ONE) + weigh(tables, board, space, row)
            space.weight[most + y] = ONE
            nodes += weigh(tables, board, space, row)
            best = min(best, nodes)
            if fewest == 2:
                break
    return int((best + ONE // 2) // ONE)
