"""Consecutive digits kept apart: what pairs of cells that must not hold d and d + 1 leave of the candidates.

On the nodes of :mod:`bookmaker.kernels.propagation`, for the general search. Two cells of a pair are peers, so that a digit
in the one takes itself and the digits next to it from the other. Beside that, what every way on takes is taken:

- a cell all of whose candidates are e - 1, e or e + 1 takes e from the cells that it is apart from;
- a house all of whose places for e are in a cell, or in cells that it is apart from, takes e - 1 and e + 1 from that cell.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bookmaker.jit.decorators import inner
from bookmaker.kernels.bits import lowest
from bookmaker.kernels.rules import Array
from bookmaker.kernels.vectors import LANES, copies, lanes_with, load, nothing, peek

_ONE = np.uint32(1)
_NONE = np.uint32(0)


@inner
def _place(shape: Any, at: int, digit: int, word: int) -> int:
    return int(at + (digit // LANES * shape.words + word) * LANES + digit % LANES)


@inner
def exclude(shape: Any, apart: Array, work: Array, at: int) -> None:
    """Take the digits next to those of the cells noted as fresh from the cells that they are apart from."""
    for word in range(shape.words):
        cells = work[shape.fresh + word]
        while cells:
            bit = cells & (~cells + _ONE)
            cell = word * shape.width + lowest(cells)
            cells ^= bit
            for block in range(shape.blocks):
                lanes = lanes_with(load(work, at + (block * shape.words + word) * LANES), bit)
                if lanes:
                    digit = block * LANES + lowest(lanes)
                    for near in (digit - 1, digit + 1):
                        if 0 <= near < shape.size:
                            for other in range(shape.words):
                                work[_place(shape, at, near, other)] &= ~peek(apart, cell * shape.words + other)


@inner
def _by_cells(shape: Any, full: Array, apart: Array, work: Array, at: int) -> bool:
    """Take what all candidates of a cell keep from its neighbours. Returns whether something was taken."""
    taken = _NONE
    for word in range(shape.words):
        # The cells with a candidate below e - 1, and then those with one above e + 1, for all digits e in two passes.
        far = _NONE
        for digit in range(shape.size):
            work[_place(shape, shape.spare, digit, word)] = far
            if digit:
                far |= work[_place(shape, at, digit - 1, word)]
        far = _NONE
        for digit in range(shape.size - 1, -1, -1):
            cells = full[word] & ~(work[_place(shape, shape.spare, digit, word)] | far | work[at + shape.done + word])
            if digit < shape.size - 1:
                far |= work[_place(shape, at, digit + 1, word)]
            while cells:
                cell = word * shape.width + lowest(cells)
                cells &= cells - _ONE
                for other in range(shape.words):
                    place = _place(shape, at, digit, other)
                    gone = work[place] & peek(apart, cell * shape.words + other)
                    work[place] ^= gone
                    taken |= gone
    return bool(taken)


@inner
def _by_houses(shape: Any, cells: Array, starts: Array, parts: Array, masks: Array, work: Array, at: int) -> bool:
    """Take what all places of a digit in a house keep from a cell. Returns whether something was taken."""
    taken = _NONE
    for index in range(len(cells)):
        confined = near = mine = _NONE
        cell = peek(cells, index)
        word, bit = cell // shape.width, _ONE << np.uint32(cell % shape.width)
        for block in range(shape.blocks):
            base = at + block * shape.words * LANES
            outside = copies(_NONE)
            for item in range(starts[index], starts[index + 1]):
                outside |= load(work, base + peek(parts, item) * LANES) & peek(masks, item)
            shift = np.uint32(block * LANES)
            confined |= lanes_with(nothing(outside) & load(work, block * LANES), _ONE) << shift
            mine |= lanes_with(load(work, base + word * LANES), bit) << shift
        near = (confined << _ONE) | (confined >> _ONE)
        gone = near & mine
        taken |= gone
        while gone:
            work[_place(shape, at, lowest(gone), word)] &= ~bit
            gone &= gone - _ONE
    return bool(taken)


@inner
def keep_apart(shape: Any, rules: Any, work: Array, at: int) -> bool:
    """Take what every way on takes, from a node in which no cell is fresh. Returns whether something was taken."""
    if _by_cells(shape, rules.full, rules.apart, work, at):
        return True
    return bool(_by_houses(shape, rules.ring_cell, rules.ring_start, rules.ring_word, rules.ring_mask, work, at))
