"""Changing cages: two neighbouring cages are joined, and split in another way into cages of the same sizes.

So the mix of sizes stays the same. With symmetry the images of the two cages are split in the same way.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bookmaker.logic.generation.cage_cutting import CageWorkspace, Shape, bit_of, copy
from bookmaker.logic.jit.decorators import inner, lean
from bookmaker.logic.kernels.rng import below
from bookmaker.logic.kernels.rules import Array

int64: Any = np.int64

_TRIES = 4
"""The ways of splitting two cages to try before they stay as they are."""

ELSEWHERE, FIRST, SECOND, SPARE = 0, 1, 2, 3
"""Marks of cells: in neither cage; in the first; in the second; in one of them, but not yet decided in which."""


@lean
def pack(space: CageWorkspace, solution: Array) -> int:
    """Write the cages of ``owner`` to ``cages`` as puzzle 0, in the order of their first cells. Returns their number."""
    space.sizes[:] = 0
    for cell in range(len(space.owner)):
        space.sizes[space.owner[cell]] += 1
    cages = space.cages
    count = end = int64(0)
    space.number[:] = -1
    for cell in range(len(space.owner)):
        owner = space.owner[cell]
        if space.number[owner] < 0:
            space.number[owner] = count
            cages.sums[count] = 0
            cages.start[count] = end
            end += space.sizes[owner]
            count += 1
    cages.start[count] = end
    cages.first[0], cages.first[1] = 0, count
    space.sizes[:] = 0
    for cell in range(len(space.owner)):
        cage = space.number[space.owner[cell]]
        cages.cells[cages.start[cage] + space.sizes[cage]] = cell
        cages.sums[cage] += int64(solution[cell])
        space.sizes[cage] += 1
    return int(count)


@inner
def _pair(shape: Shape, space: CageWorkspace, state: Array) -> bool:
    """Write to ``pair`` the cage of a random loose cell, one next to it, and their images, if another split is possible."""
    cells = len(space.owner)
    loose = int64(0)
    for cell in range(cells):
        loose += space.loose[cell]
    if loose == 0:
        return False
    skip = below(state, loose)
    chosen = int64(-1)
    for cell in range(cells):
        skip -= space.loose[cell]
        if skip < 0:
            chosen = int64(cell)
            break
    other = shape.near[chosen, below(state, 4)]
    if other < 0 or space.owner[other] == space.owner[chosen]:
        return False
    one, two = space.owner[chosen], space.owner[other]
    for image in range(len(shape.maps)):
        first, second = space.owner[shape.maps[image, chosen]], space.owner[shape.maps[image, other]]
        if image > 0 and (first in (one, two) or second in (one, two)):
            return False
        space.pair[0, image], space.pair[1, image] = first, second
    return True


@inner
def _grow_in(shape: Shape, space: CageWorkspace, state: Array, solution: Array, wanted: int) -> bool:
    """Mark ``wanted`` connected SPARE cells as FIRST. Returns False if a digit would repeat, under some map."""
    maps, cells = shape.maps.shape
    space.seen[:] = 0
    count = int64(0)
    while count < wanted:
        found = int64(0)
        for place in range(cells):
            if space.mark[place] != SPARE:
                continue
            fit = count == 0
            for side in range(4):
                other = shape.near[place, side]
                fit |= other >= 0 and space.mark[other] == FIRST
            for image in range(maps):
                fit &= space.seen[image] & bit_of(solution, shape.maps[image, place]) == 0
            if fit:
                space.ways[found] = place
                found += 1
        if found == 0:
            return False
        chosen = space.ways[below(state, found)]
        space.mark[chosen] = FIRST
        for image in range(maps):
            space.seen[image] |= bit_of(solution, shape.maps[image, chosen])
        count += 1
    return True


@inner
def _rest_is_cage(shape: Shape, space: CageWorkspace, solution: Array, wanted: int) -> bool:
    """Mark the SPARE cells as SECOND. Returns whether they are connected and their digits differ, under every map."""
    maps, cells = shape.maps.shape
    space.seen[:] = 0
    count = int64(0)
    again = True
    while again:
        again = False
        for place in range(cells):
            if space.mark[place] != SPARE:
                continue
            fit = count == 0
            for side in range(4):
                other = shape.near[place, side]
                fit |= other >= 0 and space.mark[other] == SECOND
            if not fit:
                continue
            for image in range(maps):
                bit = bit_of(solution, shape.maps[image, place])
                if space.seen[image] & bit:
                    return False
                space.seen[image] |= bit
            space.mark[place] = SECOND
            count += 1
            again = True
    return bool(count == wanted)


@lean
def apply(shape: Shape, space: CageWorkspace) -> None:
    """Give the cells that are marked FIRST and SECOND, and their images, to the cages of ``pair``."""
    for cell in range(len(space.owner)):
        mark = space.mark[cell]
        if mark in (FIRST, SECOND):
            for image in range(len(shape.maps)):
                space.owner[shape.maps[image, cell]] = space.pair[mark - FIRST, image]


@lean
def recut(shape: Shape, space: CageWorkspace, state: Array, solution: Array) -> bool:
    """Join two random neighbouring cages, one with a loose cell, and split them in another way. ``best`` keeps the old cages.

    Returns False, and changes nothing, if these two cannot be split in another way.
    """
    if not _pair(shape, space, state):
        return False
    cells = len(space.owner)
    one, two = space.pair[0, 0], space.pair[1, 0]
    first = second = int64(0)
    for cell in range(cells):
        first += space.owner[cell] == one
        second += space.owner[cell] == two
    for _ in range(_TRIES):
        for cell in range(cells):
            mine = space.owner[cell] == one or space.owner[cell] == two
            space.mark[cell] = SPARE if mine else ELSEWHERE
        swapped = below(state, 2) == 1
        wanted, rest = (second, first) if swapped else (first, second)
        if not _grow_in(shape, space, state, solution, wanted) or not _rest_is_cage(shape, space, solution, rest):
            continue
        same = crossed = True
        for cell in range(cells):
            if space.mark[cell] == FIRST:
                same &= space.owner[cell] == one
                crossed &= space.owner[cell] == two
        if same or crossed:
            continue
        copy(space.owner, space.best)
        apply(shape, space)
        return True
    return False
