"""Two questions about a word that every CPU answers in an instruction and Python cannot ask: LLVM's ctpop and cttz."""

from __future__ import annotations

from typing import Any

from numba import types
from numba.extending import intrinsic


@intrinsic
def popcount(typingctx: Any, word: Any) -> Any:
    """How many bits of a word are set: uint32 or uint64 -> int64."""
    if not isinstance(word, types.Integer):
        return None

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        found = builder.ctpop(args[0])
        return context.cast(builder, found, types.Integer.from_bitwidth(word.bitwidth, False), types.int64)

    return types.int64(word), codegen


@intrinsic
def lowest(typingctx: Any, word: Any) -> Any:
    """The index of the lowest set bit of a word, its width if none is set: uint32 or uint64 -> int64."""
    if not isinstance(word, types.Integer):
        return None

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        found = builder.cttz(args[0], context.get_constant(types.boolean, False))
        return context.cast(builder, found, types.Integer.from_bitwidth(word.bitwidth, False), types.int64)

    return types.int64(word), codegen
