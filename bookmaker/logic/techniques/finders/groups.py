"""Groups of cells or lines: those with few digits or places together, and the houses that cells share."""

from __future__ import annotations

from bookmaker.logic.kernels.bits import popcount
from bookmaker.logic.kernels.rules import Array
from bookmaker.logic.techniques.finders.board import Tables
from bookmaker.logic.techniques.finders.decorators import inner


@inner
def next_group(group: Array, count: int, size: int, start: int, most: int) -> int:
    """The next ``size`` of the first ``count`` masks in ``group[0]`` whose union with ``start`` has at most ``most`` bits.

    Returns the union, or 0 when there is no further group; the members' indices are ``group[2, 1..size]``. Begin with ``group[2,
    0] = 0``. The search is depth first and leaves a branch as soon as its union is too large.
    """
    masks, picked, union = group[0], group[2], group[3]
    depth = picked[0]
    at = 0
    if depth:
        at = picked[depth] + 1
        depth -= 1
    union[0] = start
    while True:
        if at > count - (size - depth):
            if depth == 0:
                picked[0] = 0
                return 0
            at = picked[depth] + 1
            depth -= 1
            continue
        both = union[depth] | masks[at]
        if popcount(both) <= most:
            depth += 1
            picked[depth] = at
            union[depth] = both
            if depth == size:
                picked[0] = depth
                return int(both)
        at += 1


@inner
def shared(tables: Tables, cells: Array, count: int, rank: int) -> int:
    """The ``rank``-th (from 0, ascending) house that holds all of the first ``count`` of ``cells``, -1 if none."""
    first = cells[0]
    for k in range(tables.house_count[first]):
        house = tables.cell_houses[first, k]
        held = True
        for i in range(1, count):
            cell = cells[i]
            if (tables.members[house, cell >> 6] >> (cell & 63)) & 1 == 0:
                held = False
                break
        if held:
            if rank == 0:
                return int(house)
            rank -= 1
    return -1
