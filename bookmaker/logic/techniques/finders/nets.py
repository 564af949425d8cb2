"""Nets: everything that follows from an assumption when singles are placed, layer by layer (see ``implications.py``)."""

from __future__ import annotations

from bookmaker.logic.jit.decorators import inner as part
from bookmaker.logic.kernels.bits import lowest
from bookmaker.logic.kernels.rules import Array
from bookmaker.logic.techniques.finders.board import Board, Tables
from bookmaker.logic.techniques.finders.decorators import inner, int64
from bookmaker.logic.techniques.finders.implications import (
    CHECKS,
    COUNT,
    EMPTY,
    FAR,
    GONE,
    HOUSES,
    ON,
    ImplicationWorkspace,
)
from bookmaker.logic.techniques.finders.net_rules import excluded, has_rules


@part
def _off(
    tables: Tables, space: ImplicationWorkspace, cell: int, digit: int, row: Array, layer: int, wide: int, checks: int
) -> int:
    """Turn off a candidate that is still there. Adds the holders to look at to ``checks`` and returns their number."""
    i = int64(space.node[cell, digit])
    row[space.cell.size + i] = layer
    space.gone[space.marks[GONE]] = i
    space.marks[GONE] += 1
    space.spots[digit, cell >> 6] &= ~(int64(1) << (cell & 63))
    if wide:
        left = space.live[cell] & ~(int64(1) << (digit - 1))
        space.live[cell] = left
        if left & (left - 1) == 0:
            space.checks[checks] = cell
            checks += 1
    for k in range(tables.house_count[cell]):
        house = int64(tables.cell_houses[cell, k])
        left = space.open[house, digit] & ~(int64(1) << tables.cell_place[cell, k])
        space.open[house, digit] = left
        if left & (left - 1) == 0:
            space.checks[checks] = HOUSES + (house << 8) + digit
            checks += 1
    return checks


@part
def _on(tables: Tables, space: ImplicationWorkspace, i: int, row: Array, layer: int, wide: int, checks: int) -> int:
    """Turn off the weak links of candidate ``i``, which is on. Returns as :func:`_off`."""
    cell, digit = int64(space.cell[i]), int64(space.digit[i])
    if wide:
        others = space.live[cell] & ~(int64(1) << (digit - 1))
        while others:
            checks = _off(tables, space, cell, lowest(others) + 1, row, layer, wide, checks)
            others &= others - 1
    for w in range(space.spots.shape[1]):
        seen = tables.seen[cell, w] & space.spots[digit, w]
        while seen:
            checks = _off(tables, space, w << 6 | lowest(seen), digit, row, layer, wide, checks)
            seen &= seen - 1
    for table in range(tables.allowed.shape[0] if wide else 0):
        gone = ((int64(1) << tables.size) - 1) & ~tables.allowed[table, digit - 1]
        while gone:
            other = lowest(gone) + 1
            gone &= gone - 1
            for w in range(space.spots.shape[1]):
                near = tables.related[table, cell, w] & space.spots[other, w]
                while near:
                    checks = _off(tables, space, w << 6 | lowest(near), other, row, layer, wide, checks)
                    near &= near - 1
    return checks


@part
def single_of(tables: Tables, space: ImplicationWorkspace, holder: int) -> int:
    """The candidate that the holder has left in the net, -1 for none."""
    if holder < HOUSES:
        left = space.live[holder]
        return -1 if left == 0 else int64(space.node[holder, lowest(left) + 1])
    house, digit = (holder - HOUSES) >> 8, holder & 255
    left = space.open[house, digit]
    return -1 if left == 0 else int64(space.node[tables.houses[house, lowest(left)], digit])


@part
def _exclude(tables: Tables, space: ImplicationWorkspace, row: Array, layer: int, checks: int) -> int:
    """Turn off what :func:`bookmaker...net_rules.excluded` wrote and is still there. Returns as :func:`_off`."""
    for cell in range(space.live.size):
        left = space.clues.excluded[cell] & space.live[cell]
        while left:
            checks = _off(tables, space, cell, lowest(left) + 1, row, layer, int64(1), checks)
            left &= left - 1
    return checks


UNKNOWN = -1
"""The result of a net that has more layers than the limit."""


@inner
def net(tables: Tables, board: Board, space: ImplicationWorkspace, source: int, wide: int, layers: int) -> int:
    """Fill ``ways[source]`` with the layers of what follows from ``source`` on, after :func:`bookmaker...links.number`.

    ``wide``: 1 by cells and houses; 0 (Nishio) on the source's digit alone. Returns the layer that leaves a cell or house without
    candidates, which ends the net (EMPTY is the first such check); 0 if none does; UNKNOWN if the net has more ``layers``.
    """
    return int(_net(tables, board, space, source, space.ways[source], int64(1), wide, layers))


@inner
def net_without(tables: Tables, board: Board, space: ImplicationWorkspace, source: int, layers: int) -> int:
    """As :func:`net` (wide), from ``source`` off, into the last row of ``ways``: ons are in odd layers, offs in even ones."""
    return int(_net(tables, board, space, source, space.ways[space.cell.size], int64(0), int64(1), layers))


@inner
def keep_reached(space: ImplicationWorkspace, source: int, holds: bool) -> None:
    """Fill ``reached`` with what follows from ``source`` on by the last net: nothing if that does not hold."""
    for state in range(2):
        row = space.reached[state, source]
        for w in range((space.marks[COUNT] + 63) >> 6):
            row[w] = 0
        for k in range(space.marks[GONE if state else ON] if holds else 0):
            i = int64(space.gone[k] if state else space.queue[k])
            row[i >> 6] |= int64(1) << (i & 63)


@inner
def _begin_on(space: ImplicationWorkspace, digit: int) -> None:
    """Copy what a net on one digit reads of the position: the places and the cells of the digit."""
    houses, across = space.open.shape
    at = space.live.size + digit
    for house in range(houses):
        space.open[house, digit] = space.start[at]
        at += across
    at = space.live.size + houses * across + digit * space.spots.shape[1]
    for w in range(space.spots.shape[1]):
        space.spots[digit, w] = space.start[at + w]


@inner
def _net(
    tables: Tables, board: Board, space: ImplicationWorkspace, source: int, row: Array, on: int, wide: int, layers: int
) -> int:
    count = space.marks[COUNT]
    most = space.cell.size
    row[:count] = FAR
    row[most : most + count] = FAR
    digit = int64(space.digit[source])
    if wide:
        for k in range(space.now.size):
            space.now[k] = space.start[k]
    else:
        _begin_on(space, digit)
    head, size, layer, checks = int64(0), int64(0), int64(0), int64(0)
    space.marks[GONE] = 0
    if on:
        row[source] = 0
        space.queue[0] = source
        size = 1
    else:
        checks = _off(tables, space, int64(space.cell[source]), digit, row, int64(0), wide, int64(0))
    looked, ruled, first_off = int64(0), bool(wide and has_rules(tables, space)), not on
    while head < size or checks or (ruled and looked < space.marks[GONE]):
        if layer >= layers:
            return UNKNOWN
        lost = int64(0)
        # What a first off excludes waits for the singles that it leaves: so no clue moves the layers of what needs none.
        if ruled and not first_off:
            lost = int64(excluded(tables, board, space, looked, int64(space.marks[GONE])))
            looked = int64(space.marks[GONE])
            if lost == 0 and head == size and checks == 0:
                break
        first_off = False
        if head < size or lost:
            layer += 1
        while head < size:
            checks = int64(_on(tables, space, int64(space.queue[head]), row, layer, wide, checks))
            head += 1
        if lost:
            checks = int64(_exclude(tables, space, row, layer, checks))
        layer += 1
        for k in range(checks):
            i = single_of(tables, space, int64(space.checks[k]))
            if i < 0:
                space.marks[EMPTY] = space.checks[k]
                space.marks[CHECKS] = checks
                space.marks[ON] = size
                return int(layer)
            if row[i] == FAR:
                row[i] = layer
                space.queue[size] = i
                size += 1
        checks = int64(0)
    space.marks[ON] = size
    return 0
