"""Bundles: arrays, numbers and kernels under names, which a kernel gets as one pointer.

To numba a tuple of arrays is all their fields side by side. A finder that takes a board and its tables would have some two
hundred arguments, and most of the compile time went into passing them. A bundle is instead the address of a block of memory. For
each array the block holds the address of its items and its shape. ``bundle.name`` in a kernel reads these and yields the array. A
block never changes, so the reads are marked ``invariant.load``: LLVM then moves them out of loops, whatever the loop writes (LLVM
Language Reference, "invariant.load" metadata).

A kernel in a bundle is a function pointer (:class:`Pointer`), a tuple of them is indexed by a number. A kernel can neither make
nor return a bundle.

Views of words as halves and bytes are ours as well. Numba's own ``view`` is a function that numba compiles for its first caller:
with counted references if that caller counts them. A kernel that does not (:func:`bookmaker.logic.jit.decorators.bare`) would
then take over code that does, depending on what was compiled before it, and its machine code would end the process that loads it
from disk. These views cost no call, and compile sooner.
"""

from __future__ import annotations

import ctypes
import hashlib
import re
from array import array as int_array
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Self, dataclass_transform

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.imputils import lower_getattr_generic
from numba.core.typing.templates import AttributeTemplate
from numba.extending import NativeValue, infer_getattr, intrinsic, models, register_model, typeof_impl, unbox

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


# Kernels as function pointers for other kernels.
#
# A kernel that calls another kernel is compiled together with all of it. If it gets the other as a value of a function type, it
# calls it through a pointer, which costs some nanoseconds, and each of the two is compiled once, for itself.


class Absent(types.WrapperAddressProtocol):  # type: ignore[misc]
    """In place of a kernel of this signature that will not be called. Nothing is compiled for it."""

    def __init__(self, signature: Any) -> None:
        self._signature = signature

    def __wrapper_address__(self) -> int:
        return 1

    def signature(self) -> Any:
        """The types of a call."""
        return self._signature


_noted: list[tuple[Any, Any]] | None = None


@contextmanager
def noting() -> Iterator[list[tuple[Any, Any]]]:
    """Kernels that are asked for inside are noted with their signatures, and not compiled. What is made inside must not run."""
    global _noted  # noqa: PLW0603
    before, _noted = _noted, []
    try:
        yield _noted
    finally:
        _noted = before


def is_noting() -> bool:
    """Whether kernels are noted."""
    return _noted is not None


def is_noted(kernel: Any, signature: Any) -> bool:
    """Whether kernels are noted, as this one then is."""
    if _noted is not None:
        _noted.append((kernel, signature))
    return _noted is not None


class Pointer(Absent):
    """A kernel compiled for this signature, and its address, which numba would otherwise look up at each call."""

    def __init__(self, kernel: Any, signature: Any, shown: Any = None) -> None:
        """``shown``: the signature by which it is called, if that one has an :class:`Opaque` in place of a bundle."""
        super().__init__(shown or signature)
        self._kernel, self._address = kernel, super().__wrapper_address__()
        if not is_noted(kernel, signature):
            compiled = kernel.get_compile_result(signature)
            self._address = compiled.library.get_pointer_to_function(compiled.fndesc.llvm_cfunc_wrapper_name)

    def __wrapper_address__(self) -> int:
        return int(self._address)


_ITEM = 8
"""Bytes of an item of a block. All are 64-bit words."""

_NOTHING = ctypes.c_char * 0
"""The type behind the address of any array, also of one without items."""


class BundleType(types.Type):  # type: ignore[misc]  # numba is untyped.
    """The type of the bundles of one class whose fields have these types, in this order."""

    def __init__(self, bundle: str, fields: tuple[tuple[str, types.Type], ...]) -> None:
        self.fields = dict(fields)
        self.places: dict[str, int] = {}
        place = 0
        for name, kind in fields:
            self.places[name] = place
            place += (
                1 + kind.ndim if isinstance(kind, types.Array) else len(kind) if isinstance(kind, types.UniTuple) else 1
            )
        # The name is part of the name of every function that takes a bundle. A digest keeps those names short.
        described = " ".join(f"{name}:{kind}" for name, kind in fields)
        super().__init__(name=f"{bundle}_{hashlib.sha256(described.encode()).hexdigest()[:12]}")


@dataclass(frozen=True, slots=True)
class Field:
    """The declaration of a field: its content, and for an array the type of its items and its shape, else ""."""

    doc: str
    kind: str = ""


def field(doc: str = "") -> Any:
    """Declare a field that is not an array."""
    return Field(doc)


def array(kind: str, doc: str = "") -> Any:
    """Declare an array: ``int64[cells, size + 1]`` for its items and shape, in lengths that have names; ... is any length."""
    return Field(doc, kind)


@dataclass_transform(frozen_default=True, field_specifiers=(field, array))
class Bundle:
    """Base class of bundles. Their fields are contiguous arrays, numbers, bundles, function pointers and tuples of those, each
    declared by :func:`array` or :func:`field`.

    A bundle is made like a named tuple. Raises ValueError for an array that is not contiguous, TypeError for a wrong set of
    fields.
    """

    _names: ClassVar[tuple[str, ...]] = ()
    fields: ClassVar[Mapping[str, Field]] = {}

    def __init_subclass__(cls) -> None:
        cls._names = tuple(cls.__annotations__)
        cls.fields = {name: cls.__dict__[name] for name in cls._names if name in cls.__dict__}

    @classmethod
    def blank(cls, lengths: Mapping[str, int], **named: Any) -> Self:
        """A bundle of zeros, with the shapes that the fields declare for these lengths, but for the fields ``named``."""
        items, shapes = _declared(cls, tuple(named))  # type: ignore[arg-type]  # a class is hashable
        made = zip(items, eval(shapes, {}, lengths), items.values(), strict=True)
        return cls(**named, **{name: np.zeros(shape, item) for name, shape, item in made})

    def __init__(self, *values: Any, **named: Any) -> None:
        named.update(zip(self._names, values, strict=False))
        if named.keys() != set(self._names) or len(values) > len(self._names):
            raise TypeError(f"{type(self).__name__} is made of {', '.join(self._names)}")
        words = [word for name in self._names for word in self._words_of(name, named[name])]
        self._hold(named, int_array("q", words))

    def _hold(self, values: Mapping[str, Any], block: int_array[int]) -> None:
        self.__dict__.update(values, _block=block, address=block.buffer_info()[0])

    @classmethod
    def _words_of(cls, name: str, value: Any) -> Sequence[int]:
        """The words of a block that hold a field of this value."""
        if isinstance(value, np.ndarray):
            if not value.flags.carray:
                raise ValueError(f"{name} of {cls.__name__} is not a contiguous array that may be written to")
            # Numpy's own words for the address take thrice as long, and a puzzle with clues has a hundred arrays.
            return (ctypes.addressof(_NOTHING.from_buffer(value.data)), *value.shape)
        if isinstance(value, Bundle):
            return (value.address,)
        if isinstance(value, tuple):
            return [kernel.__wrapper_address__() for kernel in value]
        if isinstance(value, types.WrapperAddressProtocol):
            return (value.__wrapper_address__(),)
        return (int(value),)

    _block: ClassVar[int_array[int]]
    address: ClassVar[int]
    """The address of the block. The caller of a kernel must keep the bundle alive during the call."""

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"{type(self).__name__} cannot be changed: the kernels would not see it")

    def replaced(self, **named: Any) -> Self:
        """A copy with other values in these fields."""
        kind = self._numba_type_
        if not named.keys() <= kind.fields.keys():
            raise TypeError(f"{type(self).__name__} is made of {', '.join(self._names)}")
        made, block = type(self).__new__(type(self)), self._block[:]
        for name, value in named.items():
            if _kind_of(value) is not kind.fields[name]:
                # The block would be laid out otherwise.
                return type(self)(**{name: getattr(self, name) for name in self._names} | named)
            for place, word in enumerate(self._words_of(name, value), kind.places[name]):
                block[place] = word
        made._hold(self.__dict__ | named, block)
        return made

    @property
    def _numba_type_(self) -> BundleType:
        known: BundleType | None = self.__dict__.get("_kind")
        if known is None:
            known = self.__dict__["_kind"] = _bundle_type(type(self), [_kind_of(getattr(self, n)) for n in self._names])
        return known


class Opaque(Bundle):
    """Any bundle, for kernels that only hand it on: of whatever kind it is, they are compiled once."""

    def __init__(self, value: Any) -> None:
        self.__dict__.update(held=value, address=value.address)

    @property
    def value(self) -> Any:
        """The bundle."""
        return self.__dict__["held"]


# Numba compares types by name, and to make a type takes longer than to solve a puzzle. Each is therefore made once.
_bundle_types: dict[tuple[Any, ...], BundleType] = {}
_function_type = cache(types.FunctionType)
_tuple_type = cache(types.UniTuple)


def _bundle_type(bundle: type[Bundle], kinds: list[types.Type]) -> BundleType:
    # Numba takes long to hash a type. These are made once, and live as long as the bundle type that has them.
    key = bundle, *map(id, kinds)
    if key not in _bundle_types:
        _bundle_types.setdefault(key, BundleType(bundle.__name__, tuple(zip(bundle._names, kinds, strict=True))))
    return _bundle_types[key]


@cache
def _declared(bundle: type[Bundle], named: tuple[str, ...]) -> tuple[dict[str, np.dtype[Any]], Any]:
    """The items of the arrays of a bundle that are not ``named``, and code for their shapes."""
    kinds = {
        name: re.split(r"[\[\]]", one.kind) for name, one in bundle.fields.items() if one.kind and name not in named
    }
    shapes = "".join(f"({shape},)," for _, shape, _ in kinds.values())
    return {name: np.dtype(items) for name, (items, *_) in kinds.items()}, compile(f"({shapes})", "shapes", "eval")


@cache
def _array_type(items: np.dtype[Any], axes: int) -> types.Type:
    return types.Array(typeof_impl(np.zeros((0,) * axes, items), None).dtype, axes, "C")


def _kind_of(value: Any) -> types.Type:
    if isinstance(value, Bundle):
        return value._numba_type_
    if isinstance(value, np.ndarray):
        return _array_type(value.dtype, value.ndim)
    if isinstance(value, tuple):
        return _tuple_type(_kind_of(value[0]), len(value))
    if isinstance(value, types.WrapperAddressProtocol):
        return _function_type(value.signature())
    return types.boolean if isinstance(value, bool) else types.int64


@register_model(BundleType)
class _Model(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, cgutils.voidptr_t)


@infer_getattr
class _Attributes(AttributeTemplate):  # type: ignore[misc]
    key = BundleType

    def generic_resolve(self, bundle: Any, name: str) -> Any:
        return bundle.fields.get(name)


@unbox(BundleType)
def _unboxed(kind: Any, value: Any, c: Any) -> Any:
    address = c.pyapi.object_getattr_string(value, "address")
    pointer = c.pyapi.long_as_voidptr(address)
    c.pyapi.decref(address)
    return NativeValue(pointer, is_error=c.pyapi.c_api_error())


_sizes: dict[Any, int] = {}


def _size(context: Any, kind: Any) -> int:
    """Bytes of an item of an array. Remembered, since numba has LLVM parse a module to find out."""
    if kind not in _sizes:
        _sizes[kind] = context.get_abi_sizeof(context.get_data_type(kind))
    return _sizes[kind]


@lower_getattr_generic(BundleType)
def _field(context: Any, builder: Any, kind: Any, pointer: Any, name: str) -> Any:
    words = builder.bitcast(pointer, ir.IntType(64).as_pointer())
    constant = builder.module.add_metadata([])

    def word(offset: int, as_kind: Any) -> Any:
        place = builder.gep(words, [ir.Constant(ir.IntType(64), kind.places[name] + offset)], inbounds=True)
        read = builder.load(builder.bitcast(place, as_kind.as_pointer()), align=_ITEM)
        read.set_metadata("invariant.load", constant)
        return read

    field = kind.fields[name]
    if isinstance(field, BundleType):
        return word(0, cgutils.voidptr_t)
    if isinstance(field, types.UniTuple):
        return cgutils.pack_array(
            builder, [_function(builder, context, field.dtype, word(at, cgutils.voidptr_t)) for at in range(len(field))]
        )
    if isinstance(field, types.FunctionType):
        return _function(builder, context, field, word(0, cgutils.voidptr_t))
    if not isinstance(field, types.Array):
        return context.cast(builder, word(0, ir.IntType(64)), types.int64, field)
    word_type = ir.IntType(64)
    shape = [word(1 + axis, word_type) for axis in range(field.ndim)]
    item = ir.Constant(word_type, _size(context, field.dtype))
    strides = [item]
    for length in reversed(shape[1:]):
        strides.insert(0, builder.mul(strides[0], length, flags=["nsw"]))
    items = shape[0]
    for length in shape[1:]:
        items = builder.mul(items, length, flags=["nsw"])
    model = context.data_model_manager[field]
    structure = model.get_value_type()
    value = ir.Constant(structure, None)  # References are not counted: no owner, no parent.
    for part, content in (
        ("nitems", items),
        ("itemsize", item),
        ("data", word(0, structure.elements[model.get_field_position("data")])),
        ("shape", cgutils.pack_array(builder, shape, word_type)),
        ("strides", cgutils.pack_array(builder, strides, word_type)),
    ):
        value = builder.insert_value(value, content, model.get_field_position(part))
    return value


def _function(builder: Any, context: Any, kind: Any, address: Any) -> Any:
    """The kernel at an address, as a value for calls by :mod:`bookmaker.logic.jit.lowering`, which read nothing but the
    address.
    """
    return builder.insert_value(ir.Constant(context.get_value_type(kind), None), address, 0)
