"""What parts of kernels compute, against the same functions in Python."""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
import numpy.typing as npt
import pytest

from bookmaker.logic.jit.decorators import index, inner, lean
from bookmaker.logic.jit.parts import KernelCompiler
from bookmaker.logic.kernels.rules import Array

THREE = 3


def _items(cube: Array, table: Array, small: Array, flags: Array, n: int) -> None:
    for i in range(cube.shape[0]):
        plane = cube[i]
        for j in range(len(plane)):
            row = plane[j]
            for k in range(row.size):
                row[k] += i * 100 + j * 10 + k
            cube[i, j, -1] -= n
            cube[i][j][0] ^= 7
            row[-2] = small[n]
    table[0, 0] = cube[1, -1, 2]
    table[-1] = n
    table[THREE, :] = 0
    table[1, 1:3] = 9
    small[n - 5] += 3
    flags[n] = small[n] > 2
    flags[0] = n
    flags[-1] = not flags[0]


def _numbers(cube: Array, table: Array, small: Array, flags: Array, n: int) -> None:
    word = np.uint64(small[2]) << np.uint64(63) | np.uint64(5)
    table[0, 0] = n // 2 - n % 3 + n * n
    table[0, 1] = (n << 3 | 1) & ~n ^ 12
    table[0, 2] = -n >> 1
    table[1, 0] = word > np.uint64(5)
    table[1, 1] = word >> np.uint64(62)
    table[1, 2] = (table[1, 1] == 1 and n != 3) or n <= 2
    table[2, 0] = min(n, 3) + max(n, 7) + abs(-n)
    table[2, 1] = np.int64(small[1]) - 200
    table[2, 2] = int(n > 3) + bool(n)
    value = n
    value += int(small[1])
    value <<= 2
    value -= 1
    table[3, 0] = value


def _ranges(cube: Array, table: Array, small: Array, flags: Array, n: int) -> None:
    total, last = 0, -1
    for i in range(n):
        for j in range(i, n):
            if j == 4:
                continue
            total += i * j
            last = j
            if total > 1000:
                break
        else:
            total += 1
    for i in range(n, 0):
        total += 1000 + i
    for i in range(10, n - 20, -3):
        total += i
        last = i
    for i in range(-3, 12, 5):
        total += i << 2
    for i in range(n if small[1] else 0):
        i += 3
        total += i
    while True:
        total += 1
        if total % 7 == 0:
            break
    table[0, 0], table[0, 1] = total, last
    for at in range(index(small.size)):
        small[at] += at


@inner
def _row(table: Array, i: int) -> int:
    table[i, 0] += 1
    return i


@lean
def _sum(table: Array, i: int, twice: bool) -> int:
    total = 0
    for k in range(table.shape[1]):
        total += table[_row(table, i), k]
    return 2 * total if twice else total


def _calls(cube: Array, table: Array, small: Array, flags: Array, n: int) -> None:
    table[1, 1] = _sum(table, 0, False) + _sum(table, n - 4, True)
    table[1, 2] = _row(table, 3)


BODIES: tuple[Callable[..., None], ...] = (_items, _numbers, _ranges, _calls)


def _arrays() -> tuple[npt.NDArray[Any], ...]:
    return (
        np.arange(24).reshape(2, 3, 4),
        np.arange(12).reshape(4, 3) * 5,
        np.arange(7, dtype=np.uint8) * 30,
        np.zeros(7, dtype=np.bool_),
    )


def _in_python(body: Callable[..., None]) -> Callable[..., None]:
    """The same function, calling parts that are not compiled."""
    names = dict(body.__globals__)
    for part in (_row, _sum):
        names[part.__name__] = types.FunctionType(part.__code__, names)
    return types.FunctionType(body.__code__, names)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("body", BODIES)
def test_a_kernel_computes_what_python_computes(body: Callable[..., None]) -> None:
    compiled, expected = _arrays(), _arrays()
    numba.njit(_nrt=False, pipeline_class=KernelCompiler)(body)(*compiled, 5)
    _in_python(body)(*expected, 5)
    for one, other in zip(compiled, expected, strict=True):
        assert one.tolist() == other.tolist()


def test_a_kernel_of_numbas_own_links_parts_once_for_all() -> None:
    """Two functions that call the same parts, compiled as numba does it."""
    one, two = _arrays(), _arrays()

    @numba.njit
    def both(table: Array, n: int) -> int:
        return _sum(table, 0, False) + _row(table, n)

    assert both(one[1], 1) == both(two[1], 1) == 17
    assert one[1].tolist() == two[1].tolist()


def test_what_a_part_cannot_be_is_told_with_its_place() -> None:
    @lean
    def broken(table: Array) -> int:
        return table.nothing  # type: ignore[no-any-return]

    @numba.njit
    def kernel(table: Array) -> int:
        return broken(table)

    with pytest.raises(numba.TypingError, match="nothing"):
        kernel(np.zeros((1, 1), np.int64))


def test_errors_of_a_part_reach_python() -> None:
    @lean
    def divided(n: int) -> int:
        return 7 // n

    @numba.njit(_nrt=False, pipeline_class=KernelCompiler)
    def kernel(n: int) -> int:
        return divided(n)

    assert kernel(2) == 3
    with pytest.raises(ZeroDivisionError):
        kernel(0)


@pytest.mark.parametrize("decorator", [inner, lean])
def test_a_part_that_python_calls_says_so(decorator: Callable[[Any], Any]) -> None:
    """The process would end without a message, whether the part has been compiled for a kernel or not."""

    @decorator
    def doubled(number: int) -> int:
        return 2 * number

    @numba.njit
    def kernel(number: int) -> int:
        return int(doubled(number) + 1)

    with pytest.raises(TypeError, match="doubled is a part of kernels"):
        doubled(3)
    assert kernel(3) == 7
    with pytest.raises(TypeError, match="doubled is a part of kernels"):
        doubled(3)
