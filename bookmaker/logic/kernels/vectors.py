"""Vectors as values of a jitted function: sixteen 32-bit words, with the operators of Python.

This module declares the type and its operators to numba; :mod:`bookmaker.logic.kernels.lanes` writes the instructions, which LLVM
fits to any CPU. An operand that is a number means sixteen copies of it.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, lower_builtin, models, register_model, type_callable

from bookmaker.logic.kernels.lanes import WORD, Lanes
from bookmaker.logic.kernels.lanes import tally as tally_of

LANES = 16
_VECTOR = ir.VectorType(WORD, LANES)


class _Words(types.Type):  # type: ignore[misc]  # numba is untyped.
    def __init__(self) -> None:
        super().__init__(name="Words")


WORDS = _Words()


@register_model(_Words)
class _Model(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, _VECTOR)


def _lanes(context: Any, builder: Any, kind: Any, value: Any) -> Lanes:
    if kind == WORDS:
        return Lanes(builder, value)
    word = context.cast(builder, value, kind, types.uint32)
    first = builder.insert_element(ir.Constant(_VECTOR, ir.Undefined), word, ir.Constant(WORD, 0))
    return Lanes(builder, first).spread(LANES)


def _operators(operation: Callable[..., Any], right: tuple[Any, ...]) -> None:
    @type_callable(operation)
    def _(context: Any) -> Any:
        def typed(one: Any, other: Any) -> Any:
            vectors = one == WORDS and (other == WORDS or isinstance(other, types.Integer))
            return WORDS if vectors else None

        return typed

    def lowered(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        one, other = map(lambda kind, value: _lanes(context, builder, kind, value), signature.args, args)
        return operation(one, other).value

    for kind in right:
        lower_builtin(operation, _Words, kind)(lowered)


for _operation in (
    *(operator.and_, operator.or_, operator.xor, operator.add, operator.sub),
    *(operator.iand, operator.ior, operator.iadd),
):
    _operators(_operation, (_Words, types.Integer))
for _operation in (operator.lshift, operator.rshift):
    _operators(_operation, (types.Integer,))


@type_callable(operator.invert)
def _invert_type(context: Any) -> Any:
    def typed(one: Any) -> Any:
        return WORDS if one == WORDS else None

    return typed


@lower_builtin(operator.invert, _Words)
def _invert(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    return (~Lanes(builder, args[0])).value


def _address(context: Any, builder: Any, kind: Any, work: Any, at: Any) -> Any:
    return builder.gep(context.make_array(kind)(context, builder, work).data, [at])


@intrinsic
def load(typingctx: Any, work: Any, at: Any) -> Any:
    """The sixteen words of ``work`` uint32[...] at index ``at``, which is not checked."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return Lanes.load(builder, _address(context, builder, signature.args[0], *args), LANES).value

    return WORDS(work, types.int64), codegen


@intrinsic
def peek(typingctx: Any, words: Any, at: Any) -> Any:
    """Word ``at`` of an array in C order, of any shape. The index is not checked, not even for a sign: a test costs time."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.load(_address(context, builder, signature.args[0], *args))

    return words.dtype(words, types.int64), codegen


@intrinsic
def store(typingctx: Any, work: Any, at: Any, words: Any) -> Any:
    """Write the sixteen words at index ``at``, which is not checked."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        Lanes(builder, args[2]).store(_address(context, builder, signature.args[0], *args[:2]))
        return context.get_dummy_value()

    return types.void(work, types.int64, WORDS), codegen


@intrinsic
def copies(typingctx: Any, word: Any) -> Any:
    """Sixteen copies of a number."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return _lanes(context, builder, signature.args[0], args[0]).value

    return WORDS(word), codegen


@intrinsic
def nothing(typingctx: Any, words: Any) -> Any:
    """All bits set in the lanes that are 0, none in the others."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        zero = ir.Constant(_VECTOR, [0] * LANES)
        return builder.sext(builder.icmp_unsigned("==", args[0], zero), _VECTOR)

    return WORDS(WORDS), codegen


@intrinsic
def some(typingctx: Any, words: Any) -> Any:
    """Whether a word is not 0."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return Lanes(builder, args[0]).any()

    return types.boolean(WORDS), codegen


@intrinsic
def lanes_with(typingctx: Any, words: Any, bits: Any) -> Any:
    """A bit for each lane, the first lane's the lowest, that is set if its word has one of the bits: uint32."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        found = Lanes(builder, args[0]) & _lanes(context, builder, signature.args[1], args[1])
        zero = ir.Constant(_VECTOR, [0] * LANES)
        return builder.zext(builder.bitcast(builder.icmp_unsigned("!=", found.value, zero), ir.IntType(LANES)), WORD)

    return types.uint32(WORDS, bits), codegen


@intrinsic
def popcounts(typingctx: Any, words: Any) -> Any:
    """How many bits of each word are set."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        # llvmlite's ctpop is for single words, and few CPUs have one for vectors.
        kind = ir.FunctionType(_VECTOR, [_VECTOR])
        counting = cgutils.get_or_insert_function(builder.module, kind, f"llvm.ctpop.v{LANES}i32")
        return builder.call(counting, args)

    return WORDS(WORDS), codegen


@intrinsic
def tally(typingctx: Any, words: Any) -> Any:
    """The bits that are set in at least one word, in at least two, in at least three: three uint32."""
    answer = types.UniTuple(types.uint32, 3)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        found = tally_of(Lanes(builder, args[0]))
        return context.make_tuple(builder, answer, [lane.first() for lane in found])

    return answer(WORDS), codegen
