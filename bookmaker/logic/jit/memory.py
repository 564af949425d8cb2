"""Arrays of words as arrays of halves and of bytes: the same memory, without counting references.

Numba's own ``view`` is a function that numba compiles for its first caller: with counted references if that caller counts them.
A kernel that does not (:func:`bookmaker.logic.jit.decorators.bare`) would then take over code that does, depending on what was
compiled before it, and its machine code would end the process that loads it from disk. These views cost no call, and compile
sooner.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

# Scratch on the stack, for kernels that count no references (:func:`bookmaker.logic.jit.decorators.bare`).


def words_on_stack(length: int) -> Any:
    """A function for kernels: it makes an array uint64[length] that lives until the kernel returns, filled with 0 at each call.

    ``length`` is a few thousand at most: a thread may have a small stack. The kernel may neither return the array nor store it.
    Do not call it in a loop for a new array: it is the same one.
    """
    made = types.Array(types.uint64, 1, "C")

    @intrinsic
    def words(typingctx: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            # Only compiling needs it, and it takes 30 ms to load.
            from numba.np.arrayobj import make_array, populate_array

            word, number = ir.IntType(64), context.get_value_type(types.intp)
            place = cgutils.alloca_once(builder, ir.ArrayType(word, length))
            array = make_array(made)(context, builder)
            populate_array(
                array,
                data=builder.bitcast(place, word.as_pointer()),
                shape=cgutils.pack_array(builder, [ir.Constant(number, length)]),
                strides=cgutils.pack_array(builder, [ir.Constant(number, word.width // 8)]),
                itemsize=ir.Constant(number, word.width // 8),
                meminfo=cgutils.get_null_value(array.meminfo.type),
                parent=None,
            )
            return array._getvalue()

        return made(), codegen

    return words


def _viewed(item: Any) -> Any:
    """What makes the view whose items have a type: the typing of a call, and its code."""

    def view(typingctx: Any, words: Any) -> Any:
        if not (isinstance(words, types.Array) and words.ndim == 1 and words.layout == "C" and words.mutable):
            return None
        target = types.Array(item, 1, "C")

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            # Only compiling needs it, and it takes 30 ms to load.
            from numba.np.arrayobj import make_array, populate_array

            source = make_array(signature.args[0])(context, builder, args[0])
            made = make_array(target)(context, builder)
            word, part = words.dtype.bitwidth // 8, item.bitwidth // 8
            number = context.get_value_type(types.intp)
            count = builder.mul(source.nitems, ir.Constant(number, word // part))
            populate_array(
                made,
                data=builder.bitcast(source.data, context.get_data_type(item).as_pointer()),
                shape=cgutils.pack_array(builder, [count]),
                strides=cgutils.pack_array(builder, [ir.Constant(number, part)]),
                itemsize=ir.Constant(number, part),
                meminfo=cgutils.get_null_value(made.meminfo.type),
                parent=None,
            )
            return made._getvalue()

        return target(words), codegen

    return view


@intrinsic
def halves(typingctx: Any, words: Any) -> Any:
    """The uint16 items of an array of words, which has to live as long as they are used."""
    return _viewed(types.uint16)(typingctx, words)


@intrinsic
def octets(typingctx: Any, words: Any) -> Any:
    """The bytes of an array of words, which has to live as long as they are used."""
    return _viewed(types.uint8)(typingctx, words)
