"""The candidates that a sum leaves in its cells.

Each function reads ``old`` int64[n], the candidates of the undecided cells (bit d-1 is digit d), and writes what is
left to ``new`` int64[n]; a cell with nothing left shows a contradiction. Up to four cells with different digits are
exact: a candidate stays if and only if the other cells have candidates that make the sum with it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bookmaker.logic.jit.decorators import inner
from bookmaker.logic.kernels.bits import highest, lowest, mirrored
from bookmaker.logic.kernels.rules import Array

int64: Any = np.int64


@inner
def with_sum(mask: int, total: int) -> int:
    """The digits that make ``total`` with another digit, which is of the mask."""
    if total < 3 or total > 63:
        return int(int64(0))
    found = mirrored(mask, total)
    if total & 1 == 0:
        found &= ~(int64(1) << ((total >> 1) - 1))
    return int(found)


@inner
def two(old: Array, new: Array, total: int) -> None:
    """Two cells with different digits."""
    new[0] = old[0] & with_sum(old[1], total)
    new[1] = old[1] & with_sum(old[0], total)


@inner
def three(old: Array, new: Array, total: int) -> None:
    """Three cells with different digits."""
    b, c = old[1], old[2]
    first = second = third = int64(0)
    left = old[0]
    while left:
        bit = left & -left
        left ^= bit
        rest = total - lowest(bit) - 1
        some = b & ~bit & with_sum(c & ~bit, rest)
        if some:
            first |= bit
            second |= some
            third |= c & ~bit & with_sum(some, rest)
    new[0], new[1], new[2] = first, second, third


@inner
def four(old: Array, new: Array, total: int) -> None:
    """Four cells with different digits."""
    b, c, d = old[1], old[2], old[3]
    first = second = third = fourth = int64(0)
    left = old[0]
    while left:
        bit = left & -left
        left ^= bit
        less = total - lowest(bit) - 1
        more = b & ~bit
        while more:
            other = more & -more
            more ^= other
            out = ~(bit | other)
            rest = less - lowest(other) - 1
            some = c & out & with_sum(d & out, rest)
            if some:
                first |= bit
                second |= other
                third |= some
                fourth |= d & out & with_sum(some, rest)
    new[0], new[1], new[2], new[3] = first, second, third, fourth


@inner
def several(old: Array, new: Array, count: int, combos: Array, begin: int, end: int) -> None:
    """Cells with different digits, which are one of ``combos[begin:end]``.

    A combination counts only if every cell has a digit of it and every digit a cell; a digit with one cell takes it.
    """
    union = int64(0)
    for i in range(count):
        union |= old[i]
        new[i] = 0
    for place in range(begin, end):
        combo = combos[place]
        if combo & ~union:
            continue
        once = twice = int64(0)
        dead = False
        for i in range(count):
            mine = old[i] & combo
            dead |= mine == 0
            twice |= once & mine
            once |= mine
        hidden = once & ~twice
        if hidden and not dead:
            for i in range(count):
                mine = old[i] & hidden
                dead |= mine & (mine - 1) != 0
        if not dead:
            for i in range(count):
                mine = old[i] & combo
                new[i] |= mine & hidden if mine & hidden else mine


@inner
def bounded(old: Array, new: Array, count: int, total: int) -> None:
    """Any number of cells that may repeat, by the smallest and the largest digit of each."""
    least = most = int64(0)
    for i in range(count):
        least += lowest(old[i]) + 1
        most += highest(old[i])
    for i in range(count):
        low = max(total - (most - highest(old[i])), 1)
        high = min(total - (least - lowest(old[i]) - 1), 32)
        new[i] = old[i] & ((int64(1) << high) - (int64(1) << (low - 1))) if low <= high else 0


@inner
def _pair_sums(one: int, other: int) -> int:
    """The sums of two different digits, bit s-2 is sum s."""
    sums = int64(0)
    while one:
        bit = one & -one
        one ^= bit
        sums |= (other & ~bit) << lowest(bit)
    return int(sums)


@inner
def repeating(old: Array, new: Array, ways: Array, paired: Array, count: int, total: int) -> None:
    """Cells that may repeat, so few that ``count * (size - 1)`` < 63; cells i and i + 1 do not where ``paired[i]`` is 1.

    ``ways`` int64[n + 1] and ``paired`` int64[n] are scratch afterwards. Digits are counted from 0, so that sums fit into a word;
    bit s of ``ways[i]`` is a sum s that the cells before i can make. Exact but for repeats that ``paired`` does not exclude.
    """
    total -= count
    ways[0] = 1
    i = 0
    while i < count:
        begin = i
        if paired[i]:
            i += 1
            paired[i] = 2
            new[i] = _pair_sums(old[begin], old[i])
        else:
            new[i] = old[i]
        left, sums = new[i], int64(0)
        while left:
            sums |= ways[begin] << lowest(left)
            left &= left - 1
        i += 1
        ways[i] = sums
    back = int64(1) << total if 0 <= total < 63 else int64(0)
    last = count - 1
    while last >= 0:
        begin = last - 1 if paired[last] == 2 else last
        left = new[last]
        kept = before = int64(0)
        while left:
            bit = left & -left
            left ^= bit
            source = back >> lowest(bit)
            before |= source
            if source & ways[begin]:
                kept |= bit
        back = before
        new[last] = kept
        if begin < last:
            new[begin] = new[last] = 0
            left = old[begin]
            while left:
                bit = left & -left
                left ^= bit
                some = old[last] & ~bit & (kept >> lowest(bit))
                if some:
                    new[begin] |= bit
                    new[last] |= some
        last = begin - 1
