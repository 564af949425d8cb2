"""A guess in a node of :mod:`bookmaker.logic.kernels.propagation9`: the two nodes that follow."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from bookmaker.logic.kernels import propagation9
from bookmaker.logic.kernels.lanes import HALF, WORD, Lanes, many_registers
from bookmaker.logic.kernels.propagation9 import LANES, NODE


def _branches(context: Any, builder: Any, signature: Any, args: Any) -> tuple[list[Lanes], list[Any]]:
    """The rows and the addresses of the two nodes that :func:`split` settles."""
    kind = signature.args[0]
    node = propagation9.node_at(context, builder, kind, args[0], args[1])
    target = propagation9.node_at(context, builder, kind, args[0], args[2])
    other = builder.gep(target, [ir.Constant(WORD, NODE)])
    mark = propagation9.node_at(
        context, builder, signature.args[3], args[3], builder.mul(args[4], ir.Constant(ir.IntType(64), 6))
    )

    def copies(place: int) -> Lanes:
        vector = ir.Constant(ir.VectorType(HALF, LANES), ir.Undefined)
        word = builder.load(builder.gep(mark, [ir.Constant(WORD, place)]))
        return Lanes(builder, builder.insert_element(vector, word, ir.Constant(WORD, 0))).take([0] * LANES)

    rows: list[Lanes] = []
    here = propagation9.load(builder, node)
    for lanes in args[5:]:
        keeping = builder.trunc(lanes, WORD)
        losing = builder.trunc(builder.lshr(lanes, ir.Constant(lanes.type, LANES)), WORD)
        for row, words in enumerate(here):
            rows.append(words & copies(row).where(keeping, copies(3 + row).where(losing, -1)))
    return rows, [target, other]


@intrinsic
def split(typingctx: Any, work: Any, at: Any, to: Any, marks: Any, cell: Any, first: Any, second: Any) -> Any:
    """Guess in a cell of the node at ``at``: settle the two nodes that follow, and write them to ``to`` and ``to`` + NODE.

    ``marks`` is MARKS, ``cell`` is 9 * row + column within the band. ``first`` and ``second`` are what each branch assumes, as
    lanes (bit i is lane i): lanes in the lower half keep the cell and lose the rest of their row, lanes in the upper half lose
    the cell. ``at`` may be ``to`` or ``to`` + NODE. Returns how they ended: the first + 4 x the second.
    """

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        rows, (target, other) = _branches(context, builder, signature, args)
        if many_registers():
            one, two = propagation9.emit(builder, rows, [target, other])
        else:
            (one,), (two,) = (
                propagation9.emit(builder, rows[:3], [target]),
                propagation9.emit(builder, rows[3:], [other]),
            )
        return builder.or_(one, builder.shl(two, ir.Constant(two.type, 2)))

    whole = types.int64
    return whole(work, whole, whole, marks, whole, types.uint64, types.uint64), codegen


@intrinsic
def split_later(typingctx: Any, work: Any, at: Any, to: Any, marks: Any, cell: Any, first: Any, second: Any) -> Any:
    """As :func:`split`, but the first node, which may never be needed, is not settled. Returns how the second ended."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        rows, (target, other) = _branches(context, builder, signature, args)
        propagation9.store(rows[:3], target)
        return propagation9.emit(builder, rows[3:], [other])[0]

    whole = types.int64
    return whole(work, whole, whole, marks, whole, types.uint64, types.uint64), codegen
