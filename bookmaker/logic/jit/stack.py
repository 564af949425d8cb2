"""Scratch on the stack, for kernels that count no references (:func:`bookmaker.logic.jit.decorators.bare`)."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic


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
