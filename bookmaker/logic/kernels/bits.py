"""Bits of a word, by single instructions of every CPU that Python lacks, such as LLVM's ctpop and cttz."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import types
from numba.extending import intrinsic


def _counted(word: Any, count: Callable[[Any, Any, Any], Any]) -> Any:
    if not isinstance(word, types.Integer):
        return None

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        found = count(builder, args[0], context.get_constant(types.boolean, False))
        return context.cast(builder, found, types.Integer.from_bitwidth(word.bitwidth, False), types.int64)

    return types.int64(word), codegen


@intrinsic
def popcount(typingctx: Any, word: Any) -> Any:
    """How many bits of a word are set: uint32 or uint64 -> int64."""
    return _counted(word, lambda builder, bits, false: builder.ctpop(bits))


@intrinsic
def lowest(typingctx: Any, word: Any) -> Any:
    """The index of the lowest set bit of a word, its width if none is set: uint32 or uint64 -> int64."""
    return _counted(word, lambda builder, bits, false: builder.cttz(bits, false))


@intrinsic
def leading(typingctx: Any, word: Any) -> Any:
    """How many bits above the highest set bit of a word are not set: uint32 or uint64 -> int64."""
    return _counted(word, lambda builder, bits, false: builder.ctlz(bits, false))


@intrinsic
def mirrored(typingctx: Any, mask: Any, total: Any) -> Any:
    """The digits that make ``total``, 2 to 64, with a digit of a mask (bit d-1 is digit d): int64, int64 -> int64."""
    if not isinstance(mask, types.Integer):
        return None

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        # Reversal moves bit d-1 to 64-d; it belongs at total-d-1.
        turned = builder.bitreverse(args[0])
        return builder.lshr(turned, builder.sub(context.get_constant(types.int64, 65), args[1]))

    return types.int64(types.int64, types.int64), codegen


@intrinsic
def highest(typingctx: Any, word: Any) -> Any:
    """The number of the highest set bit of a word that is not 0, the lowest bit being number 1: int64 -> int64."""
    if not isinstance(word, types.Integer):
        return None

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        zeros = builder.ctlz(args[0], context.get_constant(types.boolean, False))
        return builder.sub(context.get_constant(types.int64, 64), zeros)

    return types.int64(types.int64), codegen
