"""Relations between two cells: what tables of allowed pairs of digits leave of the candidates.

On the nodes of :mod:`bookmaker.logic.kernels.propagation`, for the general search. A digit in a cell removes from the related
cells what its row of the table forbids. The effects that all alternatives share follow, too:

- what no candidate of a cell allows leaves the related cells;
- where all places of a digit in a house are a cell or related to it, the cell loses every digit that forbids this one there.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bookmaker.logic.jit.decorators import inner
from bookmaker.logic.kernels.bits import lowest
from bookmaker.logic.kernels.rules import Array
from bookmaker.logic.kernels.vectors import LANES, copies, lanes_with, load, nothing, peek

_ONE = np.uint32(1)
_NONE = np.uint32(0)


@inner
def _place(shape: Any, at: int, digit: int, word: int) -> int:
    return int(at + (digit // LANES * shape.words + word) * LANES + digit % LANES)


@inner
def exclude(shape: Any, tables: Array, related: Array, work: Array, at: int) -> None:
    """Remove what the digits of fresh cells forbid from the cells related to them."""
    every = (_ONE << np.uint32(shape.size)) - _ONE
    cells_of = shape.size * shape.size
    for word in range(shape.words):
        cells = work[shape.fresh + word]
        while cells:
            bit = cells & (~cells + _ONE)
            cell = word * shape.width + lowest(cells)
            cells ^= bit
            for block in range(shape.blocks):
                lanes = lanes_with(load(work, at + (block * shape.words + word) * LANES), bit)
                if not lanes:
                    continue
                digit = block * LANES + lowest(lanes)
                for table in range(len(tables)):
                    gone = every & ~tables[table, digit]
                    while gone:
                        other = lowest(gone)
                        gone &= gone - _ONE
                        for near in range(shape.words):
                            mask = peek(related, (table * cells_of + cell) * shape.words + near)
                            work[_place(shape, at, other, near)] &= ~mask


@inner
def _by_cells(shape: Any, full: Array, tables: Array, related: Array, work: Array, at: int) -> bool:
    """Remove from related cells what no candidate of a cell allows. Returns whether anything was removed."""
    taken = _NONE
    cells_of = shape.size * shape.size
    for table in range(len(tables)):
        for digit in range(shape.size):
            for word in range(shape.words):
                allowing = _NONE
                for held in range(shape.size):
                    if (tables[table, held] >> np.uint32(digit)) & _ONE:
                        allowing |= work[_place(shape, at, held, word)]
                cells = full[word] & ~(allowing | work[at + shape.done + word])
                while cells:
                    cell = word * shape.width + lowest(cells)
                    cells &= cells - _ONE
                    for near in range(shape.words):
                        place = _place(shape, at, digit, near)
                        gone = work[place] & peek(related, (table * cells_of + cell) * shape.words + near)
                        work[place] ^= gone
                        taken |= gone
    return bool(taken)


@inner
def _by_houses(shape: Any, rules: Any, work: Array, at: int) -> bool:
    """Remove what all places of a digit in a house forbid in a cell. Returns whether anything was removed."""
    taken = _NONE
    for ring in range(len(rules.ring_cell)):
        confined = mine = _NONE
        cell = peek(rules.ring_cell, ring)
        word, bit = cell // shape.width, _ONE << np.uint32(cell % shape.width)
        for block in range(shape.blocks):
            base = at + block * shape.words * LANES
            outside = copies(_NONE)
            for item in range(rules.ring_start[ring], rules.ring_start[ring + 1]):
                outside |= load(work, base + peek(rules.ring_word, item) * LANES) & peek(rules.ring_mask, item)
            shift = np.uint32(block * LANES)
            confined |= lanes_with(nothing(outside) & load(work, block * LANES), _ONE) << shift
            mine |= lanes_with(load(work, base + word * LANES), bit) << shift
        if confined == 0:
            continue
        left = mine
        while left:
            held = lowest(left)
            own = left & (~left + _ONE)
            left ^= own
            if not rules.ring_inside[ring]:
                own = _NONE
            # A cell of the house may itself hold the confined digit.
            if confined & ~(rules.tables[rules.ring_table[ring], held] | own):
                work[_place(shape, at, held, word)] &= ~bit
                taken |= bit
    return bool(taken)


@inner
def keep_related(shape: Any, rules: Any, work: Array, at: int) -> bool:
    """Remove what all alternatives exclude, in a node without fresh cells. Returns whether anything was removed."""
    if _by_cells(shape, rules.full, rules.tables, rules.related, work, at):
        return True
    return bool(_by_houses(shape, rules, work, at))
