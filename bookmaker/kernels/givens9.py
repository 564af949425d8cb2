"""The givens of a classic 9x9 puzzle as a node of :mod:`bookmaker.kernels.propagation9`, and a solved node as digits.

Each digit is compared with all cells of a band at once, which gives a bit for each cell. To set a bit for each given takes five
times as long.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from bookmaker.kernels.lanes import HALF, WORD, Lanes
from bookmaker.kernels.propagation9 import LANE, LANES, NODE, ROW

_BYTE = ir.IntType(8)
_WIDE = 32
_BEGINS = 0, 27, 81 - _WIDE
"""Where 32 cells begin that have all of a band, and do not go beyond the grid."""


@intrinsic
def load_givens(typingctx: Any, work: Any, at: Any, cells: Any) -> Any:
    """Set the node at index ``at`` of ``work`` uint64[...] to the givens ``cells`` uint8[81], 0 = empty: all other digits can be
    anywhere. Returns whether no digit is above 9 or twice in a row.
    """

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        source = context.make_array(signature.args[2])(context, builder, args[2]).data
        target = builder.gep(context.make_array(signature.args[0])(context, builder, args[0]).data, [args[1]])
        room = cgutils.alloca_once(builder, ir.ArrayType(WORD, LANES))
        words = builder.bitcast(room, WORD.as_pointer())
        wrong = ir.Constant(ir.IntType(1), 0)
        for lane in range(27, LANES):
            builder.store(ir.Constant(WORD, 0), builder.gep(words, [ir.Constant(WORD, lane)]))
        for band, begin in enumerate(_BEGINS):
            held = Lanes.load(builder, builder.gep(source, [ir.Constant(WORD, begin)]), _WIDE, _BYTE)
            too_large = builder.icmp_unsigned(">", held.value, ir.Constant(held.value.type, [9] * _WIDE))
            large = builder.bitcast(too_large, WORD)
            wrong = builder.or_(wrong, builder.icmp_unsigned("!=", large, ir.Constant(WORD, 0)))
            for digit, lane in enumerate(LANE[band], 1):
                found = builder.lshr(held.equal(digit), ir.Constant(WORD, 27 * band - begin))
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
        return builder.not_(wrong)

    return types.boolean(work, types.int64, cells), codegen
