"""The givens of a classic 9x9 puzzle as a node of :mod:`bookmaker.logic.kernels.propagation9`, and a solved node as digits.

Each digit is compared with all cells of a band at once, which gives a bit for each cell. To set a bit for each given takes five
times as long.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from bookmaker.logic.jit.decorators import inner, lean
from bookmaker.logic.jit.memory import halves
from bookmaker.logic.kernels.bits import lowest
from bookmaker.logic.kernels.lanes import HALF, WORD, Lanes
from bookmaker.logic.kernels.propagation9 import LANE, LANE_OF, LANES, NODE, ROW
from bookmaker.logic.kernels.rules import NOT, Array

FINE, CLASH, OTHERS = 0, -1, 1 << 16
"""What :func:`load_givens` returns."""

_BYTE = ir.IntType(8)
_WIDE = 32
_BEGINS = 0, 27, 81 - _WIDE
"""Where 32 cells begin that have all of a band, and do not go beyond the grid."""


@intrinsic
def load_givens(typingctx: Any, work: Any, at: Any, cells: Any) -> Any:
    """Set the node at index ``at`` of ``work`` uint64[...] to the givens ``cells`` uint8[81], 0 = empty: all other digits can be
    anywhere. Returns FINE, or CLASH if a digit is twice in a row, or, if cells with numbers above 9 were taken for empty ones,
    OTHERS + 256 x the last + the first of these.
    """

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        source = context.make_array(signature.args[2])(context, builder, args[2]).data
        target = builder.gep(context.make_array(signature.args[0])(context, builder, args[0]).data, [args[1]])
        room = cgutils.alloca_once(builder, ir.ArrayType(WORD, LANES))
        words = builder.bitcast(room, WORD.as_pointer())
        whole = ir.IntType(64)
        wrong = ir.Constant(ir.IntType(1), 0)
        others = []
        for lane in range(27, LANES):
            builder.store(ir.Constant(WORD, 0), builder.gep(words, [ir.Constant(WORD, lane)]))
        for band, begin in enumerate(_BEGINS):
            held = Lanes.load(builder, builder.gep(source, [ir.Constant(WORD, begin)]), _WIDE, _BYTE)
            too_large = builder.icmp_unsigned(">", held.value, ir.Constant(held.value.type, [9] * _WIDE))
            skipped = ir.Constant(WORD, 27 * band - begin)
            large = builder.and_(
                builder.lshr(builder.bitcast(too_large, WORD), skipped), ir.Constant(WORD, (1 << 27) - 1)
            )
            others.append(builder.zext(large, whole))
            for digit, lane in enumerate(LANE[band], 1):
                found = builder.lshr(held.equal(digit), skipped)
                builder.store(found, builder.gep(words, [ir.Constant(WORD, lane)]))
        bands = Lanes.load(builder, words, LANES)
        digits = ir.Constant(WORD, (1 << 27) - 1)
        for row in range(3):
            wide = bands >> 9 * row & ROW
            here = Lanes(builder, builder.trunc(wide.value, ir.VectorType(HALF, LANES)))
            twice = (here & (here - 1)).differ(0)
            wrong = builder.or_(wrong, builder.icmp_unsigned("!=", twice, ir.Constant(WORD, 0)))
            empty = builder.and_(here.equal(0), digits)
            full = Lanes(builder, ir.Constant(here.value.type, [ROW] * LANES))
            full.where(empty, here).store(builder.gep(target, [ir.Constant(WORD, row * NODE // 3)]))
        low, high = builder.or_(others[0], builder.shl(others[1], ir.Constant(whole, 27))), others[2]
        no, top, beyond = ir.Constant(ir.IntType(1), 0), ir.Constant(whole, 63), ir.Constant(whole, 54)
        is_low, is_high = (builder.icmp_unsigned("!=", part, ir.Constant(whole, 0)) for part in (low, high))
        first = builder.select(is_low, builder.cttz(low, no), builder.add(builder.cttz(high, no), beyond))
        ends = [builder.sub(top, builder.ctlz(part, no)) for part in (low, high)]
        last = builder.select(is_high, builder.add(ends[1], beyond), ends[0])
        held = builder.or_(builder.or_(first, builder.shl(last, ir.Constant(whole, 8))), ir.Constant(whole, OTHERS))
        fine = builder.select(builder.or_(is_low, is_high), held, ir.Constant(whole, FINE))
        return builder.select(wrong, ir.Constant(whole, CLASH), fine)

    return types.int64(work, types.int64, cells), codegen


@lean
def begin(work: Array, at: int, cells: Array) -> bool:
    """As :func:`load_givens`; a cell of NOT + a digit is not to have that digit. Returns False if givens clash or a number is
    neither a digit nor that.
    """
    loaded = load_givens(work, at, cells)
    if loaded >= OTHERS:
        rows = halves(work)
        for cell in range(loaded & 255, (loaded >> 8 & 255) + 1):
            digit = np.int64(cells[cell])
            if digit > 9:
                digit -= NOT
                if digit < 1 or digit > 9:
                    return False
                place = 4 * at + cell // 9 % 3 * LANES + LANE_OF[cell // 27, digit - 1]
                rows[place] = np.uint16(np.int64(rows[place]) & ~(np.int64(1) << cell % 9))
    return bool(loaded != CLASH)


@inner
def copy_solution(work: Array, at: int, out: Array) -> None:
    """Write the digits of the solved node at ``at`` of ``work`` to ``out`` uint8[81]."""
    rows = halves(work)
    for band in range(3):
        for row in range(3):
            for digit in range(9):
                word = np.uint32(rows[4 * at + row * LANES + LANE_OF[band, digit]])
                out[27 * band + 9 * row + lowest(word)] = digit + 1
