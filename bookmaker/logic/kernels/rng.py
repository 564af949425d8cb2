"""Random choices that are a function of a seed alone: splitmix64, a counter run through a scrambler.

The state is an array uint64[1], made from a seed (:func:`bookmaker.base.seeds.seed_for`) and passed by the caller. Each draw
adds a constant to it and scrambles the sum. A counter with a good scrambler has no bad seeds, and two states that differ in one
bit give unrelated draws (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014; the scrambler's
constants are David Stafford's variant 13).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bookmaker.logic.jit.decorators import bare
from bookmaker.logic.kernels.rules import Array

_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_LOW = np.uint64(0xFFFFFFFF)
_S27, _S30, _S31, _S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)


@bare
def _scramble(word: Any) -> Any:
    word = (word ^ (word >> _S30)) * _FIRST
    word = (word ^ (word >> _S27)) * _SECOND
    return word ^ (word >> _S31)


@bare
def next_u64(state: Array) -> Any:
    """The next random word uint64. ``state`` uint64[1] is advanced."""
    state[0] += _GAMMA
    return _scramble(state[0])


@bare
def below(state: Array, n: int) -> Any:
    """A random integer 0..n-1, each equally likely, for 1 <= n < 2**32. ``state`` uint64[1] is advanced.

    Lemire, "Fast random integer generation in an interval", 2019: the answer is the high half of the product of n and a 32-bit
    draw. Products with a low half below 2**32 mod n would favour some answers and are drawn again.
    """
    width = np.uint64(n)
    product = (next_u64(state) >> _S32) * width
    if (product & _LOW) < width:
        short = ((_LOW - width) + np.uint64(1)) % width
        while (product & _LOW) < short:
            product = (next_u64(state) >> _S32) * width
    return np.int64(product >> _S32)


@bare
def shuffle(state: Array, items: Array) -> None:
    """Put a 1-d array into a random order in place (Fisher-Yates), each order equally likely. ``state`` is advanced."""
    for last in range(len(items) - 1, 0, -1):
        other = below(state, last + 1)
        items[last], items[other] = items[other], items[last]
