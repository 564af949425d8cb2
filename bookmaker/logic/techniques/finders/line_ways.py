"""What is left of a line whose cells all see each other, so that its digits differ.

A sweep carries, for each state of the line's automaton, the sets of digits by which it can be reached: bit u of its words is the
set u, whose bit d-1 is digit d. To add a digit is a shift.
"""

from __future__ import annotations

from bookmaker.logic.kernels.bits import lowest
from bookmaker.logic.kernels.lines import LineRules
from bookmaker.logic.kernels.rules import Array
from bookmaker.logic.techniques.finders.decorators import inner, int64

LARGEST = 9
"""The most digits of a grid: there are 2^LARGEST sets."""

_CELL, _BEFORE, _LEFT = range(3)

_HALVES = (
    0x5555555555555555,
    0x3333333333333333,
    0x0F0F0F0F0F0F0F0F,
    0x00FF00FF00FF00FF,
    0x0000FFFF0000FFFF,
    0x00000000FFFFFFFF,
)
"""The sets of a word that lack each of the first six digits."""


@inner
def _without(digit: int) -> int:
    mask = int64(_HALVES[0])
    for d in range(1, 6):
        if d == digit:
            mask = int64(_HALVES[d])
    return int(mask)


@inner
def _all_see(seen: Array, cells: Array, begin: int, end: int) -> bool:
    for i in range(begin, end):
        for j in range(begin, i):
            if (seen[cells[i], cells[j] >> 6] >> (cells[j] & 63)) & 1 == 0:
                return False
    return True


@inner
def _step(one: Array, other: Array, digit: int, back: bool) -> None:
    """Add to ``other`` the sets of ``one`` with ``digit`` (from 0) put in, or taken out if ``back``, where they can be."""
    if digit < 6:
        without, shift = int64(_without(digit)), int64(1) << digit
        for w in range(one.size):
            moved = (one[w] >> shift) & without if back else (one[w] & without) << shift
            other[w] |= moved
    else:
        bit = int64(1) << (digit - 6)
        for w in range(one.size):
            if (w & bit != 0) == back:
                other[w ^ bit] |= one[w]


@inner
def _joins(one: Array, other: Array, digit: int) -> bool:
    """Whether a set of ``one``, with ``digit`` put in, is a set of ``other``."""
    some = int64(0)
    if digit < 6:
        without, shift = int64(_without(digit)), int64(1) << digit
        for w in range(one.size):
            some |= (one[w] & without) << shift & other[w]
    else:
        bit = int64(1) << (digit - 6)
        for w in range(one.size):
            if w & bit == 0:
                some |= one[w] & other[w | bit]
    return some != 0  # type: ignore[no-any-return]


@inner
def look_at_ways(seen: Array, lines: LineRules, held: Array, line: int, work: Array, ways: Array) -> int:
    """As :func:`bookmaker.logic.kernels.lines.look_at_line`, for different digits. ``ways`` int64[2, states, words for 2^size
    sets].

    Returns 0 where the cells do not all see each other, or the grid has more than :data:`LARGEST` digits.
    """
    begin, end, layer = lines.line_start[line], lines.line_start[line + 1], lines.line_layer[line]
    if ways.shape[2] == 0 or not _all_see(seen, lines.line_cells, begin, end):
        return 0
    count, first = end - begin, lines.layers[layer]
    for state in range(first, lines.layers[layer + count + 1]):
        for w in range(ways.shape[2]):
            ways[0, state - first, w] = ways[1, state - first, w] = 0
    if first == lines.layers[layer + count + 1]:
        return 0
    ways[0, 0, 0] = 1
    for place in range(count):
        cell = lines.line_cells[begin + place]
        mine = held[cell]
        work[_CELL, place], work[_BEFORE, place], work[_LEFT, place] = cell, mine, 0
        for state in range(lines.layers[layer + place], lines.layers[layer + place + 1]):
            for edge in range(lines.edge_start[state], lines.edge_start[state + 1]):
                left = lines.edge_mask[edge] & mine
                while left:
                    _step(ways[0, state - first], ways[0, lines.edge_to[edge] - first], lowest(left), False)
                    left &= left - 1
    for state in range(lines.layers[layer + count], lines.layers[layer + count + 1]):
        for w in range(ways.shape[2]):
            ways[1, state - first, w] = ways[0, state - first, w]
    for place in range(count - 1, -1, -1):
        mine = work[_BEFORE, place]
        for state in range(lines.layers[layer + place], lines.layers[layer + place + 1]):
            for edge in range(lines.edge_start[state], lines.edge_start[state + 1]):
                left = lines.edge_mask[edge] & mine
                to = lines.edge_to[edge] - first
                while left:
                    digit = lowest(left)
                    left &= left - 1
                    if _joins(ways[0, state - first], ways[1, to], digit):
                        work[_LEFT, place] |= int64(1) << digit
                        _step(ways[1, to], ways[1, state - first], digit, True)
    return int(count)
