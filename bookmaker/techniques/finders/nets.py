"""Nets: everything that follows from an assumption when singles are placed, layer by layer (see ``links.py``)."""

from __future__ import annotations

from bookmaker.jit.decorators import inner as part
from bookmaker.kernels.bits import lowest
from bookmaker.kernels.rules import Array
from bookmaker.techniques.finders.board import Board, Tables
from bookmaker.techniques.finders.decorators import inner, int64
from bookmaker.techniques.finders.links import CHECKS, COUNT, EMPTY, FAR, GONE, HOUSES, ON, Room


@part
def _off(tables: Tables, room: Room, cell: int, digit: int, row: Array, layer: int, wide: int, checks: int) -> int:
    """Turn off a candidate that is still there. Adds the holders to look at to ``checks`` and returns their number."""
    i = int64(room.node[cell, digit])
    row[room.cell.size + i] = layer
    room.gone[room.marks[GONE]] = i
    room.marks[GONE] += 1
    room.spots[digit, cell >> 6] &= ~(int64(1) << (cell & 63))
    if wide:
        left = room.live[cell] & ~(int64(1) << (digit - 1))
        room.live[cell] = left
        if left & (left - 1) == 0:
            room.checks[checks] = cell
            checks += 1
    for k in range(tables.house_count[cell]):
        house = int64(tables.cell_houses[cell, k])
        left = room.open[house, digit] & ~(int64(1) << tables.cell_place[cell, k])
        room.open[house, digit] = left
        if left & (left - 1) == 0:
            room.checks[checks] = HOUSES + (house << 8) + digit
            checks += 1
    return checks


@part
def _on(tables: Tables, room: Room, i: int, row: Array, layer: int, wide: int, checks: int) -> int:
    """Turn off the weak links of candidate ``i``, which is on. Returns as :func:`_off`."""
    cell, digit = int64(room.cell[i]), int64(room.digit[i])
    if wide:
        others = room.live[cell] & ~(int64(1) << (digit - 1))
        while others:
            checks = _off(tables, room, cell, lowest(others) + 1, row, layer, wide, checks)
            others &= others - 1
    for w in range(room.spots.shape[1]):
        seen = tables.seen[cell, w] & room.spots[digit, w]
        while seen:
            checks = _off(tables, room, w << 6 | lowest(seen), digit, row, layer, wide, checks)
            seen &= seen - 1
    for table in range(tables.allowed.shape[0] if wide else 0):
        gone = ((int64(1) << tables.size) - 1) & ~tables.allowed[table, digit - 1]
        while gone:
            other = lowest(gone) + 1
            gone &= gone - 1
            for w in range(room.spots.shape[1]):
                near = tables.related[table, cell, w] & room.spots[other, w]
                while near:
                    checks = _off(tables, room, w << 6 | lowest(near), other, row, layer, wide, checks)
                    near &= near - 1
    return checks


@part
def single_of(tables: Tables, room: Room, holder: int) -> int:
    """The candidate that the holder has left in the net, -1 for none."""
    if holder < HOUSES:
        left = room.live[holder]
        return -1 if left == 0 else int64(room.node[holder, lowest(left) + 1])
    house, digit = (holder - HOUSES) >> 8, holder & 255
    left = room.open[house, digit]
    return -1 if left == 0 else int64(room.node[tables.houses[house, lowest(left)], digit])


UNKNOWN = -1
"""The result of a net that has more layers than the limit."""


@inner
def net(tables: Tables, board: Board, room: Room, source: int, wide: int, layers: int) -> int:
    """Fill ``ways[source]`` with the layers of what follows from ``source`` on, after :func:`bookmaker...links.number`.

    ``wide``: 1 by cells and houses; 0 (Nishio) on the source's digit alone. Returns the layer that leaves a cell or house without
    candidates, which ends the net (EMPTY is the first such check); 0 if none does; UNKNOWN if the net has more ``layers``.
    """
    return int(_net(tables, board, room, source, room.ways[source], int64(1), wide, layers))


@inner
def net_without(tables: Tables, board: Board, room: Room, source: int, layers: int) -> int:
    """As :func:`net` (wide), from ``source`` off, into the last row of ``ways``."""
    return int(_net(tables, board, room, source, room.ways[room.cell.size], int64(0), int64(1), layers))


@inner
def _net(tables: Tables, board: Board, room: Room, source: int, row: Array, on: int, wide: int, layers: int) -> int:
    count = room.marks[COUNT]
    most = room.cell.size
    row[:count] = FAR
    row[most : most + count] = FAR
    digit = int64(room.digit[source])
    for k in range(room.now.size):
        room.now[k] = room.start[k]
    head, size, layer, checks = int64(0), int64(0), int64(0), int64(0)
    room.marks[GONE] = 0
    if on:
        row[source] = 0
        room.queue[0] = source
        size = 1
    else:
        checks = _off(tables, room, int64(room.cell[source]), digit, row, int64(0), wide, int64(0))
    while head < size or checks:
        if layer >= layers:
            return UNKNOWN
        if head < size:
            layer += 1
        while head < size:
            checks = int64(_on(tables, room, int64(room.queue[head]), row, layer, wide, checks))
            head += 1
        layer += 1
        for k in range(checks):
            i = single_of(tables, room, int64(room.checks[k]))
            if i < 0:
                room.marks[EMPTY] = room.checks[k]
                room.marks[CHECKS] = checks
                room.marks[ON] = size
                return int(layer)
            if row[i] == FAR:
                row[i] = layer
                room.queue[size] = i
                size += 1
        checks = int64(0)
    room.marks[ON] = size
    return 0
