"""Two questions about a word that every CPU answers in an instruction and Python cannot ask: LLVM's ctpop and cttz."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic


@intrinsic  # type: ignore[untyped-decorator]
def popcount(typingctx: Any, word: Any) -> Any:
    """How many bits are set in an unsigned word: popcount(uint32 | uint64) -> int64."""
    if not isinstance(word, types.Integer):
        return None

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        found = builder.ctpop(args[0])
        return context.cast(builder, found, types.Integer.from_bitwidth(word.bitwidth, False), types.int64)

    return types.int64(word), codegen


@intrinsic  # type: ignore[untyped-decorator]
def lowest(typingctx: Any, word: Any) -> Any:
    """The index of the lowest set bit, the word's width if none is set: lowest(uint32 | uint64) -> int64."""
    if not isinstance(word, types.Integer):
        return None

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        found = builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))
        return context.cast(builder, found, types.Integer.from_bitwidth(word.bitwidth, False), types.int64)

    return types.int64(word), codegen
