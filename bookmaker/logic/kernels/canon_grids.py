"""The canonical form of a solution grid: rows 1 and 2 are placed at once.

:mod:`bookmaker.logic.kernels.canon` proves that this finds every least arrangement; :mod:`bookmaker.logic.kernels.canon_rows`
defines a state. Rows of the grid are words, bits 4c.. the digit of column c.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bookmaker.logic.jit.decorators import kernel
from bookmaker.logic.kernels.canon import place_rest, read_lines
from bookmaker.logic.kernels.canon_rows import (
    ACROSS,
    COLUMNS,
    FIELDS,
    KNOWN,
    LABELS,
    ROWS,
    STACKS,
    STARTS,
    WORST,
    copy_state,
    int64,
    lower,
    with_room,
)
from bookmaker.logic.kernels.rules import Array


@kernel
def _is_solution(lines: Array, height: int, width: int) -> bool:
    """Whether every row, column and box of the grid with rows ``lines`` int64[size] holds each digit."""
    size = height * width
    every = (1 << (size + 1)) - 2
    for line in range(size):
        row, column, box = 0, 0, 0
        top, left = line // height * height, line % height * width
        for i in range(size):
            row |= 1 << (lines[line] >> 4 * i & 15)
            column |= 1 << (lines[i] >> 4 * line & 15)
            box |= 1 << (lines[top + i // width] >> 4 * (left + i % width) & 15)
        if row != every or column != every or box != every:
            return False
    return True


@kernel
def _set_order(code: int, items: Array, first: int, count: int) -> None:
    """Put ``count`` items from ``first`` on into order number ``code`` of count! orders, in place."""
    for place in range(first, first + count - 1):
        left = first + count - place
        other = place + code % left
        code //= left
        items[place], items[other] = items[other], items[place]


@kernel
def _finish_pair(
    one: Any, two: Any, width: int, row: Array, filled: Array, start: Array, best: Array, found: Array, count: int
) -> Any:
    """Try the free columns of each stack in every order.

    ``one`` and ``two`` are the rows that come first; ``row`` int64[size] holds the column at each place, the first
    ``filled`` int64[slots] of each stack as they must be; ``start`` int64[1, FIELDS] is the state but for COLUMNS and
    LABELS. ``best``, ``found``, ``count`` and the result as in :func:`_place_two`.
    """
    size = best.shape[1]
    order = np.empty(size, np.int64)
    orders = 1
    for slot in range(size // width):
        for free in range(2, width - filled[slot] + 1):
            orders *= free
    for number in range(orders):
        rest = number
        for place in range(size):
            order[place] = row[place]
        for slot in range(size // width):
            free = width - filled[slot]
            ways = 1
            for i in range(2, free + 1):
                ways *= i
            _set_order(rest % ways, order, slot * width + filled[slot], free)
            rest //= ways
        columns, labels = 0, 0
        for place in range(size):
            columns |= order[place] << 4 * place
            labels |= (place + 1) << 4 * (one >> 4 * order[place] & 15)
        alive = True
        for place in range(size):
            shown = labels >> 4 * (two >> 4 * order[place] & 15) & 15
            if shown != best[1, place]:
                alive = shown < best[1, place]
                if not alive:
                    break
                lower(best, 1, place, shown)
                count = 0
        if alive:
            found = with_room(found, count)
            copy_state(start, int64(0), found, count)
            found[count, COLUMNS], found[count, LABELS] = columns, labels
            count += 1
    return found, count


@kernel
def _pair_up(
    one: Any, two: Any, height: int, width: int, lead: int, number: int, row: Array, filled: Array, best: Array
) -> int:
    """Order the columns so that row ``two`` shows the least that it can in a first stack ``lead`` of order ``number``.

    ``row`` int64[size] gets the column at each place, ``filled`` int64[slots] how many of each slot's are forced.
    Returns -1 if ``best``'s row 1 is less than that, 0 if equal, 1 if more, lowered then.
    """
    # Until its slot is known, a stack stays in the slot where it is, so that `row` is an order of columns in slots throughout.
    size = height * width
    for place in range(size):
        row[place] = place
    for slot in range(height):
        filled[slot] = 0
    for i in range(width):
        row[i], row[lead * width + i] = row[lead * width + i], row[i]
    _set_order(number, row, int64(0), width)
    filled[0] = width
    slots = 1
    verdict = 0
    for i in range(width):
        digit = two >> 4 * row[i] & 15
        place = width
        while one >> 4 * row[place] & 15 != digit:
            place += 1
        slot = place // width
        if slot >= slots:
            for j in range(width):
                here, there = slot * width + j, slots * width + j
                row[here], row[there] = row[there], row[here]
            place += (slots - slot) * width
            slot = slots
            slots += 1
        target = slot * width + filled[slot]
        row[place], row[target] = row[target], row[place]
        filled[slot] += 1
        if target + 1 > best[1, i]:
            return -1
        if target + 1 < best[1, i]:
            lower(best, 1, i, target + 1)
            verdict = 1
    return verdict


@kernel
def _place_two(lines: Array, height: int, width: int, across: int, best: Array, found: Array, count: int) -> Any:
    """Place rows 1 and 2 of a solution grid in every way that makes row 2 least; row 1 is 12...size in all.

    ``lines`` int64[size] are its rows. ``best`` uint8[size, size], its row 1 (counted from 0), is lowered if there is a
    way to show less, and then the ``count`` states of ``found`` int64[states, FIELDS] are dropped. States that reach the
    least string are appended. Returns ``found``, moved if it was too short, and its count.
    """
    size = height * width
    row = np.empty(size, np.int64)
    filled = np.empty(height, np.int64)
    start = np.zeros((1, FIELDS), np.int64)
    start[0, STARTS] = (1 << (STACKS + height)) - 1
    start[0, KNOWN], start[0, ACROSS] = size, across
    orders = 1
    for i in range(2, width + 1):
        orders *= i
    for one in range(size):
        band = one // height
        for two in range(band * height, (band + 1) * height):
            if two != one:
                start[0, ROWS] = ((1 << size) - 1) & ~(1 << one | 1 << two) | band << 16
                for choice in range(height * orders):
                    lead, number = choice // orders, choice % orders
                    verdict = _pair_up(lines[one], lines[two], height, width, lead, number, row, filled, best)
                    if verdict > 0:
                        count = 0
                    if verdict >= 0:
                        found, count = _finish_pair(
                            lines[one], lines[two], width, row, filled, start, best, found, count
                        )
    return found, count


@kernel
def grids_batch(grids: Array, height: int, width: int, out: Array, symmetries: Array) -> None:
    """Write the canonical form of each solution grid in ``grids`` uint8[n, cells] to ``out`` uint8[n, cells].

    Sizes, and the counts in ``symmetries`` int64[n], as in :func:`bookmaker.logic.kernels.canon.canonical_batch`; the count is
    0, and ``out`` untouched, where the cells are no solution grid.
    """
    size = height * width
    lines = np.empty((2, size), np.int64)
    states = np.empty((64, FIELDS), np.int64)
    found = np.empty((64, FIELDS), np.int64)
    best = np.empty((size, size), np.uint8)
    for at in range(len(grids)):
        symmetries[at] = 0
        read_lines(grids[at], lines)
        if _is_solution(lines[0], height, width):
            for place in range(size):
                best[0, place] = place + 1
            for row in range(1, size):
                lower(best, row, int64(0), int64(WORST))
            count = int64(0)
            for across in range(2 if height == width else 1):
                states, count = _place_two(lines[across], height, width, across, best, states, count)
            states, found, symmetries[at] = place_rest(
                lines, height, width, int64(2), best, states, found, count, out[at]
            )
