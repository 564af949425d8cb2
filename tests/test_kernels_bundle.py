"""Bundles against the arrays that they are made of, and functions that are parts of kernels."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numba
import numpy as np
import numpy.typing as npt
import pytest
from numba import types

from bookmaker.logic.generation.killer_maker import CageMaker
from bookmaker.logic.generation.maker import Maker
from bookmaker.logic.generation.order import order_for
from bookmaker.logic.jit.bundle import Absent, Bundle, Pointer, array, field
from bookmaker.logic.jit.decorators import bare, inner, lean
from bookmaker.logic.kernels import contradiction9
from bookmaker.logic.kernels.rules import Array
from bookmaker.logic.kernels.thorough import CONFLICTS
from bookmaker.logic.minutes import scan_workspace
from bookmaker.logic.solve import hard_grids
from bookmaker.logic.solve.clue_arrays import cage_arrays, cageless, sum_rules
from bookmaker.logic.solve.rule_arrays import rule_arrays
from bookmaker.logic.solve.thorough_count import OneOrder
from bookmaker.puzzles.rules import geometry


class Pair(Bundle):
    number: int
    yes: bool
    flat: npt.NDArray[np.uint8]
    table: npt.NDArray[np.int32]
    empty: npt.NDArray[np.int64]


class Nest(Bundle):
    pair: Pair
    cube: npt.NDArray[np.int64]


def made() -> Nest:
    pair = Pair(
        7, True, np.arange(5, dtype=np.uint8), np.arange(12, dtype=np.int32).reshape(3, 4), np.zeros(0, np.int64)
    )
    return Nest(pair=pair, cube=np.arange(24).reshape(2, 3, 4))


@lean
def _of_pair(pair: Pair, factor: int) -> int:
    total = pair.number * factor if pair.yes else 0
    for row in range(len(pair.table)):
        total += pair.table[row, 1]
        pair.flat[row] = total
    return total + pair.table.size + pair.table.shape[1] + pair.empty.size


@inner
def _twice(pair: Pair) -> int:
    return _of_pair(pair, 2) + _of_pair(pair, 3)


@numba.njit
def _kernel(nest: Nest) -> int:
    nest.cube[1, 2, 3] += nest.cube[1].sum()
    return _twice(nest.pair) + nest.cube[1, 2, 3]


def test_a_kernel_reads_and_writes_the_arrays_of_a_bundle() -> None:
    nest = made()
    table, cube = nest.pair.table, nest.cube.copy()
    columns = int(table[:, 1].sum())
    expected = (7 * 2 + columns + 12 + 4) + (7 * 3 + columns + 12 + 4) + int(cube[1, 2, 3] + cube[1].sum())
    assert _kernel(nest) == expected
    assert nest.cube[1, 2, 3] == cube[1, 2, 3] + cube[1].sum()
    assert nest.pair.flat.tolist()[:3] == [22, 27, 36]


def test_a_function_is_compiled_once_for_all_numbers_of_the_source() -> None:
    _kernel(made())
    assert len(_of_pair.overloads) == 1  # type: ignore[attr-defined]


def test_bundles_with_the_same_kinds_of_fields_share_a_type_and_others_do_not() -> None:
    one, other = made(), made()
    assert numba.typeof(one) == numba.typeof(other)
    wider = other.pair.replaced(flat=np.zeros(5, np.int64))
    assert numba.typeof(wider) != numba.typeof(one.pair)
    assert wider.table is other.pair.table


def test_what_a_kernel_could_not_read_is_refused() -> None:
    pair = made().pair
    with pytest.raises(ValueError, match="not a contiguous array"):
        pair.replaced(table=pair.table[:, ::2])
    with pytest.raises(TypeError, match="is made of number, yes"):
        Pair(number=1)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        pair.replaced(other=1)
    with pytest.raises(AttributeError, match="cannot be changed"):
        pair.number = 3  # type: ignore[misc]


class Kernels(Bundle):
    alone: Any
    several: Any
    low: int


@bare
def _add(flat: Any, more: int) -> int:
    return int(flat.sum()) + more


@bare
def _multiply(flat: Any, factor: int) -> int:
    return int(flat.sum()) * factor


@bare
def _call(kernels: Kernels, flat: Any, which: int) -> int:
    return int(kernels.alone(flat, which) * 100 + kernels.several[which](flat, which) + kernels.low)


def test_a_kernel_calls_those_of_a_bundle_and_a_number_may_be_negative() -> None:
    signature = types.int64(types.int64[::1], types.int64)
    add, multiply = Pointer(_add, signature), Pointer(_multiply, signature)
    kernels, flat = Kernels(add, (Absent(signature), multiply, add), -3), np.arange(5)
    assert [_call(kernels, flat, which) for which in (1, 2)] == [11 * 100 + 10 - 3, 12 * 100 + 12 - 3]
    assert numba.typeof(kernels.replaced(alone=multiply)) == numba.typeof(kernels)
    assert _call(kernels.replaced(several=(add, add, multiply)), flat, 1) == 11 * 100 + 11 - 3


class Lengths(Bundle):
    flags: Array = array("uint8[cells]", "a flag for each cell")
    table: Array = array("int32[2, cells + 1]")
    number: int = field("any")


def test_blank_arrays_are_as_long_as_they_are_declared() -> None:
    made = Lengths.blank({"cells": 3}, number=7)
    assert (made.flags.dtype, made.flags.shape) == (np.uint8, (3,))
    assert (made.table.dtype, made.table.shape, made.number) == (np.int32, (2, 4), 7)
    with pytest.raises(NameError, match="cells"):
        Lengths.blank({}, number=7)
    with pytest.raises(TypeError, match="is made of"):
        Lengths.blank({"cells": 3})


def _within(value: object) -> Iterator[Bundle]:
    if isinstance(value, Bundle):
        yield value
        for name in value.fields:
            yield from _within(getattr(value, name))


def test_arrays_are_what_their_bundles_declare() -> None:
    ground = geometry(size=4)
    attempts = Maker(order_for(size=4, difficulty="easy")).attempts
    caged = CageMaker(order_for(kind="killer", size=4, difficulty="easy", symmetry="none")).attempts
    made = [attempts.work, attempts.run((1,), 1), caged.work, rule_arrays(ground), cageless(ground)]
    made += [scan_workspace(ground), hard_grids.workspace([[1], [0]]), contradiction9.question(10)]
    made += [OneOrder(sum_rules(ground), cage_arrays(()), CONFLICTS, 1).deep]
    seen = {type(bundle): bundle for one in made for bundle in _within(one)}
    known = {kind for kind in Bundle.__subclasses__() if kind.__module__.startswith("bookmaker.")}
    assert known - seen.keys() == set()
    for kind, bundle in seen.items():
        for name, declared in kind.fields.items():
            value = getattr(bundle, name)
            if declared.kind:
                items, shape = declared.kind.rstrip("]").split("[")
                lengths = shape.split(", ")
                assert (value.dtype.name, value.ndim) == (items, len(lengths)), (kind, name)
                fixed = [one for one in zip(lengths, map(str, value.shape), strict=True) if one[0].isdigit()]
                assert all(one == length for one, length in fixed), (kind, name, value.shape)
