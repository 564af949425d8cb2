"""The candidates of a settled node laid out digit by digit, as words with a bit for each cell.

A node is as in :mod:`bookmaker.logic.kernels.propagation9`. Its rules need not know which cells have two candidates, what naked
pairs exclude, or which digits a cell has. Who chooses a guess asks that here, once for each guess.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from bookmaker.logic.kernels.lanes import HALF, WORD, Lanes
from bookmaker.logic.kernels.propagation9 import (
    DEAD,
    FIRST,
    LANE,
    LANES,
    NODE,
    OPEN,
    QUARTERS,
    ROW,
    clashing,
    further,
    load,
    nines,
    node_at,
    spread,
    store,
    tally,
)

GRAVE = 3
"""What :func:`lay_out` returns for a node whose open cells have two candidates each. Since no single is left, each digit then has
two places in each house where it is open: a bivalue universal grave.
"""

_DIGITS_PADDED = 16
_ORDERS = [
    [LANE[band][digit] if digit < 9 and band < 3 else LANES - 1 for digit in range(_DIGITS_PADDED) for band in bands]
    for bands in ((0, 1), (2, 3))
]

BY_DIGIT = 0
PAIRED = 2 * _DIGITS_PADDED
PAIRS = 2 * PAIRED
LAID = PAIRS + 2
"""Where :func:`lay_out` writes what, in words of 64 bits, and how many words it writes."""

PART = _DIGITS_PADDED
"""From a digit's word of bands 0 and 1 to its word of band 2."""


def _houses_with_two(rows: list[Lanes]) -> list[Lanes]:
    """All cells of the rows and boxes that have at least two of some cells, for each digit by itself."""
    one = rows[0] | rows[1] | rows[2]
    two = (rows[0] & rows[1]) | (rows[0] & rows[2]) | (rows[1] & rows[2])
    beside, last = one >> 1, one >> 2
    first = ((one & beside) | (one & last) | (beside & last) | two | two >> 1 | two >> 2) & FIRST
    box = (first << 3) - first
    return [(box | ROW).where((words & (words - 1)).differ(0), box) for words in rows]


def _strike_pairs(rows: list[Lanes], pairs: list[Lanes]) -> list[Lanes]:
    """The candidates that naked pairs exclude: no other cell of a row or box has the two candidates that two of its cells share.

    ``pairs`` are the cells with two candidates. Two digits are known by their distance round the nine, 1 to 4. Pairs in columns,
    whose cells are in three lanes, take longer to find than they save.
    """
    paired = [words & cells for words, cells in zip(rows, pairs, strict=True)]
    struck = [words ^ words for words in rows]
    for steps in range(1, 5):
        twins = [words & words.take(further(steps)) for words in paired]
        others = [house & ~words for house, words in zip(_houses_with_two(twins), twins, strict=True)]
        struck = [words | cells | cells.take(further(-steps)) for words, cells in zip(struck, others, strict=True)]
    return [words & cells for words, cells in zip(rows, struck, strict=True)]


def _laid(rows: list[Lanes]) -> Lanes:
    """Rows of 16 bits as words of 32 bits for whole bands: bit 9 * row + column."""
    builder = rows[0].builder
    wide = [Lanes(builder, builder.zext(words.value, ir.VectorType(WORD, len(words)))) for words in rows]
    return wide[0] | wide[1] << 9 | wide[2] << 18


def _write_by_digit(builder: Any, rows: list[Lanes], target: Any, start: int) -> None:
    """Write words of each digit's candidates in bands 0 and 1, and PART further of those in band 2, from word ``start`` on."""
    laid = _laid(rows)
    for part, order in enumerate(_ORDERS):
        laid.take(order).store(builder.gep(target, [ir.Constant(WORD, start + PART * part)]))


@intrinsic
def lay_out(typingctx: Any, work: Any, at: Any, to: Any) -> Any:
    """Remove what naked pairs exclude from the node at ``at`` and write its candidates by digit to ``to``, LAID words.

    The cells of bands 0 and 1 make a word of 64 bits, bit 32 * band + 9 * row + column, and so do those of band 2. At BY_DIGIT +
    digit - 1 are the candidates of a digit in bands 0 and 1, PART further its candidates in band 2. From PAIRED on are, in the
    same order, those in cells that had two candidates before; at PAIRS and PAIRS + 1 these cells. Returns DEAD if two digits are
    decided in one cell, GRAVE if no cell has more than two candidates, and OPEN otherwise.
    """

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kind = signature.args[0]
        node = node_at(context, builder, kind, args[0], args[1])
        target = node_at(context, builder, kind, args[0], args[2])
        rows = load(builder, node)
        _, two, three = tally(rows, nines(rows))
        pairs = spread(two & ~three)
        lost = _strike_pairs(rows, pairs)
        rows = [words ^ gone for words, gone in zip(rows, lost, strict=True)]
        store(rows, node)
        paired = [words & cells for words, cells in zip(rows, pairs, strict=True)]
        _write_by_digit(builder, rows, target, BY_DIGIT)
        _write_by_digit(builder, paired, target, PAIRED)
        bands = _laid([words.take([0, 8, 16, 0]) for words in pairs])
        bands.where(ir.Constant(ir.IntType(4), 0b0111), 0).store(builder.gep(target, [ir.Constant(WORD, PAIRS)]))
        clash, more = clashing(rows), three.some("!=", 0, QUARTERS)
        whole = ir.IntType(64)
        left = builder.select(more, ir.Constant(whole, OPEN), ir.Constant(whole, GRAVE))
        return builder.select(clash, ir.Constant(whole, DEAD), left)

    return types.int64(work, types.int64, types.int64), codegen


@intrinsic
def lay_settled(typingctx: Any, work: Any, at: Any, to: Any) -> Any:
    """Write the candidates by digit of the node at ``at`` to ``to`` + BY_DIGIT, as :func:`lay_out` does, and remove none."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        rows = load(builder, node_at(context, builder, signature.args[0], args[0], args[1]))
        _write_by_digit(builder, rows, node_at(context, builder, signature.args[0], args[0], args[2]), BY_DIGIT)
        return context.get_dummy_value()

    return types.void(work, types.int64, types.int64), codegen


@intrinsic
def lanes_with_two(typingctx: Any, work: Any, at: Any, row: Any) -> Any:
    """The digits of a row of the node at ``at`` that have two candidates in it: a bit for each lane, uint64."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        node = node_at(context, builder, signature.args[0], args[0], args[1])
        place = builder.mul(args[2], ir.Constant(args[2].type, NODE // 3))
        words = Lanes.load(builder, builder.gep(node, [place]), LANES, HALF)
        further = words & (words - 1)
        found = builder.and_(further.differ(0), (further & (further - 1)).equal(0))
        return builder.zext(found, ir.IntType(64))

    return types.uint64(work, types.int64, types.int64), codegen


@intrinsic
def digits_at(typingctx: Any, work: Any, at: Any, bit: Any) -> Any:
    """The digits whose words have a bit, of the PART words at ``at``: bit digit - 1, uint64."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        whole = ir.IntType(64)
        words = Lanes.load(builder, node_at(context, builder, signature.args[0], args[0], args[1]), PART, whole)
        lane = builder.insert_element(ir.Constant(words.value.type, ir.Undefined), args[2], ir.Constant(WORD, 0))
        found = (words & Lanes(builder, lane).take([0] * PART)).differ(0)
        return builder.zext(found, whole)

    return types.uint64(work, types.int64, types.uint64), codegen
