"""Singles of a 9x9 classic grid, for all nine digits and all bands at once, in vectors: what a random fill rests on.

A node is laid out as in :mod:`bookmaker.logic.kernels.propagation9`, whose rules draw more consequences. A fill must not know
them: its grids would come out with other frequencies than those of :mod:`bookmaker.logic.kernels.singles`, which are the same
for every size. A single is a candidate that is alone in its cell, row, column or box. Singles lead to the same grid in whatever
order they are placed, so that one round places all of them.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from bookmaker.logic.kernels.lanes import WORD, Lanes
from bookmaker.logic.kernels.propagation9 import (
    DEAD,
    DIGITS,
    FIRST,
    LAST_BAND,
    NEXT,
    OPEN,
    QUARTERS,
    ROW,
    SOLVED,
    load,
    nines,
    node_at,
    row_address,
    spread,
    tally,
)


def _placed(rows: list[Lanes], two: Lanes) -> list[Lanes]:
    """The candidates that are alone in their cell or in one of their houses. ``two``: the cells with two candidates or more."""
    one = rows[0] | rows[1] | rows[2]
    twice = (rows[0] & rows[1]) | ((rows[0] | rows[1]) & rows[2])
    beside, last = one >> 1, one >> 2
    first = ((one & (beside | last)) | (beside & last) | twice | twice >> 1 | twice >> 2) & FIRST
    box = (first << 3) - first
    pair = twice | (one & one.take(NEXT))
    crowded = box & (pair | pair.take(NEXT) | pair.take(LAST_BAND))
    return [
        (words & ~(crowded & several)).where((words & (words - 1)).differ(0), words)
        for words, several in zip(rows, spread(two), strict=True)
    ]


def _step(rows: list[Lanes]) -> tuple[list[Lanes], tuple[Lanes, Lanes, Lanes]]:
    """Place all singles of a node. Two singles of a digit in one house exclude each other, and leave a row without it.

    With the new rows come the cells, as tallied, that had a candidate before, that had two, and in which two singles are.
    """
    one, two, _ = tally(rows, nines(rows))
    placed = _placed(rows, two)
    taken, clashing, _ = tally(placed, nines(placed))
    boxes = []
    for words in placed:
        first = (words | words >> 1 | words >> 2) & FIRST
        boxes.append((first << 3) - first)
    column = placed[0] | placed[1] | placed[2]
    beyond = column.take(NEXT) | column.take(LAST_BAND)
    after = []
    for row, (words, alone, gone) in enumerate(zip(rows, placed, spread(taken), strict=True)):
        lost = boxes[(row + 1) % 3] | boxes[(row + 2) % 3] | beyond
        here = alone.where((alone & (alone - 1)).equal(0), 0).where(alone.differ(0), words)
        after.append(here & ~lost & (alone | ~gone))
    return after, (one, two, clashing)


def _end(rows: list[Lanes], one: Lanes, two: Lanes, clashing: Lanes) -> Any:
    """How a node ends that a step leaves as it is, by what that step has tallied."""
    builder = rows[0].builder
    every = rows[0] | rows[1] | rows[2]
    minirows = (every | every >> 1 | every >> 2) & FIRST
    columns = every | every.take(NEXT) | every.take(LAST_BAND)
    houses = builder.or_(minirows.differ(FIRST), columns.differ(ROW))
    for words in rows:
        houses = builder.or_(houses, words.equal(0))
    none = ir.Constant(WORD, 0)
    cells = builder.or_(one.differ(ROW), clashing.differ(0))
    lost = builder.or_(
        builder.and_(houses, ir.Constant(WORD, DIGITS)), builder.and_(cells, ir.Constant(WORD, QUARTERS))
    )
    left = builder.and_(two.differ(0), ir.Constant(WORD, QUARTERS))
    answer = ir.IntType(64)
    some = builder.icmp_unsigned("!=", left, none)
    alive = builder.select(some, ir.Constant(answer, OPEN), ir.Constant(answer, SOLVED))
    return builder.select(builder.icmp_unsigned("!=", lost, none), ir.Constant(answer, DEAD), alive)


@intrinsic
def place(typingctx: Any, work: Any, at: Any) -> Any:
    """Place every single of the node at index ``at`` of ``work`` uint64[...], which is not checked, and every one that follows.

    The node is mutated. Returns DEAD, SOLVED or OPEN.
    """
    if not (isinstance(work, types.Array) and work.dtype == types.uint64 and isinstance(at, types.Integer)):
        return None

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        node = node_at(context, builder, signature.args[0], *args)
        rows, before = load(builder, node), builder.basic_block
        loop, done = builder.append_basic_block("loop"), builder.append_basic_block("done")
        builder.branch(loop)
        builder.position_at_end(loop)
        phis = [builder.phi(words.value.type) for words in rows]
        old = [Lanes(builder, phi) for phi in phis]
        new, tallied = _step(old)
        for phi, first, later in zip(phis, rows, new, strict=True):
            phi.add_incoming(first.value, before)
            phi.add_incoming(later.value, loop)
        changed = (old[0] ^ new[0]) | (old[1] ^ new[1]) | (old[2] ^ new[2])
        builder.cbranch(builder.icmp_unsigned("!=", changed.differ(0), ir.Constant(WORD, 0)), loop, done)
        builder.position_at_end(done)
        for row, words in enumerate(new):
            words.store(row_address(builder, node, row))
        return _end(new, *tallied)

    return types.int64(work, types.int64), codegen
