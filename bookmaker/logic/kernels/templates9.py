"""Solutions of a 9x9 classic grid with few candidates left, counted without a guess: digit by digit, by templates.

A *template* of a digit is a set of open cells that could hold it together, one in each row, column and box where it is missing. A
solution takes one template of each digit, no two of which share a cell. Where few candidates are left, each digit has few
templates. All are listed once, and put together in words with a bit for each open cell. That takes a third of the time that
guessing takes for each solution.

The digits come in a fixed order, the one with the fewest templates first. A cell that no later digit can hold must be in the
template of this one, so that few templates are tried in vain.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from bookmaker.logic.jit.decorators import inner, lean
from bookmaker.logic.kernels import layout9, propagation9
from bookmaker.logic.kernels.bits import lowest, popcount
from bookmaker.logic.kernels.choice9 import SEEN
from bookmaker.logic.kernels.lanes import WORD, Lanes
from bookmaker.logic.kernels.rules import Array
from bookmaker.logic.kernels.vectors import peek

_MOST_CANDIDATES = 165
"""In more it takes longer to list and to try templates than to guess once more. (By experiment, with limits of 50 and 1000.)"""

_MOST_CELLS = 63
_MOST_TEMPLATES = 1000

_PLACES = 128
_BITS = 0
_LATER = _BITS + _PLACES
_ORDER = _LATER + 10
_LEFT = _ORDER + 10
_NEXT = _LEFT + 10
_FITS = _NEXT + 10
_FRAMES = _FITS + 10
_FRAME = 6
_FOUND = _FRAMES + 10 * _FRAME
_TOGETHER = 16
SCRATCH = _FOUND + _MOST_TEMPLATES + 10 * _TOGETHER
"""Words of scratch memory: the bit of each open cell; by level, one digit each: the cells of all later digits, where the list is,
the cells that are left, the templates that are looked at and those of them still to be tried; a frame for each row; the lists.
"""

_HALF, _LOW_HALF = np.uint64(32), np.uint64(0xFFFFFFFF)
_ALL = np.uint64(0xFFFFFFFFFFFFFFFF)

UNKNOWN, GIVEN_UP = -1, -2
"""Returned for a node with too many candidates, and for one with too many open cells or templates, which has been settled again.
"""


def _row_cells(row: int) -> list[int]:
    words = [0, 0]
    words[row // 6] = 0x1FF << 32 * (row // 3 % 2) + 9 * (row % 3)
    return words


ROW_CELLS = np.array([_row_cells(row) for row in range(9)], dtype=np.uint64)
"""[row][word] -> the cells of a row, laid out as by :func:`layout9.lay_out`."""


@intrinsic
def fitting(typingctx: Any, work: Any, at: Any, left: Any, must: Any) -> Any:
    """The templates at ``at``, of _TOGETHER, that lie within the cells ``left`` and have all of ``must``: bit i is template i."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        whole = ir.IntType(64)
        pointer = builder.gep(context.make_array(signature.args[0])(context, builder, args[0]).data, [args[1]])
        templates = Lanes.load(builder, pointer, _TOGETHER, whole)

        def copies(word: Any) -> Lanes:
            lane = builder.insert_element(ir.Constant(templates.value.type, ir.Undefined), word, ir.Constant(WORD, 0))
            return Lanes(builder, lane).spread(_TOGETHER)

        wrong = (templates & ~copies(args[2])) | (copies(args[3]) & ~templates)
        return builder.zext(wrong.equal(0), whole)

    return types.uint64(work, types.int64, types.uint64, types.uint64), codegen


@lean
def _list_templates(work: Array, at: int, low: int, high: int, end: int) -> int:
    """Write the templates of the candidates ``low`` and ``high`` to the word ``end`` of ``work`` and on.

    Returns where they end, or GIVEN_UP if there are too many. A row without a candidate takes none.
    """
    zero = np.uint64(0)
    most = at + _FOUND + _MOST_TEMPLATES
    rows: Any = np.uint64(0)
    for row in range(9):
        held = (low & peek(ROW_CELLS, 2 * row)) | (high & peek(ROW_CELLS, 2 * row + 1))
        rows |= np.uint64(held != zero) << np.uint64(row)
    bottom = at + _FRAMES
    frame: Any = np.int64(bottom)
    template: Any = zero
    row = lowest(rows)
    rows &= rows - np.uint64(1)
    tries, tries_too = low & peek(ROW_CELLS, 2 * row), high & peek(ROW_CELLS, 2 * row + 1)
    while True:
        if not tries | tries_too:
            if frame == bottom:
                return end
            frame -= _FRAME
            tries, tries_too = work[frame], work[frame + 1]
            low, high = work[frame + 2], work[frame + 3]
            template, rows = work[frame + 4], work[frame + 5]
            continue
        if tries:
            place = lowest(tries)
            tries &= tries - np.uint64(1)
        else:
            place = 64 + lowest(tries_too)
            tries_too &= tries_too - np.uint64(1)
        if tries | tries_too:
            work[frame] = tries
            work[frame + 1] = tries_too
            work[frame + 2] = low
            work[frame + 3] = high
            work[frame + 4] = template
            work[frame + 5] = rows
            frame += _FRAME
        template |= peek(work, at + _BITS + place)
        if rows:
            low &= ~peek(SEEN, 2 * place)
            high &= ~peek(SEEN, 2 * place + 1)
            row = lowest(rows)
            rows &= rows - np.uint64(1)
            tries, tries_too = low & peek(ROW_CELLS, 2 * row), high & peek(ROW_CELLS, 2 * row + 1)
        else:
            if end == most:
                return GIVEN_UP
            work[end] = template
            end += 1
            tries, tries_too = zero, zero


@lean
def count(work: Array, node: int, laid: int, at: int, limit: int) -> int:
    """Count the solutions of a node that :func:`choice9.choose` has laid out, up to ``limit``, UNKNOWN or GIVEN_UP.

    ``node`` and ``laid`` are where ``work`` has the node and what is laid out; ``at`` is where it has SCRATCH words. The node is
    settled again, because naked pairs may have left singles; its layout is lost.
    """
    candidates = 0
    for digit in range(9):
        candidates += popcount(peek(work, laid + digit)) + popcount(peek(work, laid + layout9.PART + digit))
    if candidates > _MOST_CANDIDATES:
        return UNKNOWN
    ended = propagation9.settle(work, node)
    if ended != propagation9.OPEN:
        return 1 if ended == propagation9.SOLVED else 0
    layout9.lay_settled(work, node, laid)
    return int(_count_laid(work, laid, at, limit))


@inner
def none(work: Array, node: int, laid: int, at: int, limit: int) -> int:
    """UNKNOWN, in place of :func:`count` where a kernel is to be compiled sooner."""
    return UNKNOWN


@lean
def _count_laid(work: Array, laid: int, at: int, limit: int) -> int:
    """As :func:`count`, of a settled node that is laid out, with a look at the number of cells and templates only."""
    part = layout9.PART
    zero = np.uint64(0)
    once, twice, once_too, twice_too = zero, zero, zero, zero
    for digit in range(9):
        low, high = peek(work, laid + digit), peek(work, laid + part + digit)
        twice |= once & low
        once |= low
        twice_too |= once_too & high
        once_too |= high
    if popcount(twice) + popcount(twice_too) > _MOST_CELLS:
        return GIVEN_UP
    bit: Any = np.uint64(1)
    for half in range(2):
        cells = twice_too if half else twice
        while cells:
            work[at + _BITS + 64 * half + lowest(cells)] = bit
            bit <<= np.uint64(1)
            cells &= cells - np.uint64(1)
    every = bit - np.uint64(1)
    # The open digits, those with few templates first. The list of each is where it was found.
    levels = 0
    end: Any = np.int64(at + _FOUND)
    for digit in range(9):
        low, high = peek(work, laid + digit) & twice, peek(work, laid + part + digit) & twice_too
        if not low | high:
            continue
        begin = end
        end = np.int64(_list_templates(work, at, low, high, begin))
        if end < 0:
            return GIVEN_UP
        if end == begin:
            return 0
        # No padding fits: it has a bit that belongs to no cell.
        for padding in range(end, end + _TOGETHER):
            work[padding] = _ALL
        # Begin and end of a list are one word, the length first, so that the words sort by it.
        packed = np.uint64((end - begin) << 32 | begin)
        level: Any = np.int64(levels)
        while level > 0 and work[at + _ORDER + level - 1] > packed:
            work[at + _ORDER + level] = work[at + _ORDER + level - 1]
            level -= 1
        work[at + _ORDER + level] = packed
        levels += 1
        end = begin + (end - begin + _TOGETHER - 1) // _TOGETHER * _TOGETHER
    later: Any = zero
    for last in range(levels - 1, -1, -1):
        work[at + _LATER + last] = later
        packed = work[at + _ORDER + last]
        begin = np.int64(packed & _LOW_HALF)
        for place in range(begin, begin + np.int64(packed >> _HALF)):
            later |= work[place]
    return int(_put_together(work, at, levels, every, limit)) if later == every else 0


@lean
def _put_together(work: Array, at: int, levels: int, every: int, limit: int) -> int:
    """How many ways there are, up to ``limit``, to make the open cells ``every`` of one template of each list."""
    zero = np.uint64(0)
    found = 0
    level: Any = np.int64(0)
    left: Any = every
    must: Any = left & ~work[at + _LATER]
    place: Any = np.int64(work[at + _ORDER] & _LOW_HALF)
    end: Any = place + np.int64(work[at + _ORDER] >> _HALF)
    fits = np.uint64(fitting(work, place, left, must))
    while True:
        while not fits:
            place += _TOGETHER
            if place < end:
                fits = np.uint64(fitting(work, place, left, must))
                continue
            if level == 0:
                return found
            level -= 1
            left, fits = work[at + _LEFT + level], work[at + _FITS + level]
            must = left & ~work[at + _LATER + level]
            place = np.int64(work[at + _NEXT + level] & _LOW_HALF)
            end = np.int64(work[at + _NEXT + level] >> _HALF)
        if level == levels - 1:
            # All cells that are left have to be in the template: at most one fits.
            found += 1
            if found == limit:
                return found
            fits = zero
            place = end
            continue
        work[at + _LEFT + level] = left
        work[at + _FITS + level] = fits & (fits - np.uint64(1))
        work[at + _NEXT + level] = np.uint64(end << 32 | place)
        left ^= peek(work, place + lowest(fits))
        level += 1
        must = left & ~work[at + _LATER + level]
        place = np.int64(work[at + _ORDER + level] & _LOW_HALF)
        end = place + np.int64(work[at + _ORDER + level] >> _HALF)
        fits = np.uint64(fitting(work, place, left, must))
