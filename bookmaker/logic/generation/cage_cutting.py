"""Cutting a full grid into cages: connected, without a repeated digit, symmetric, and of the sizes of a mix.

Cages grow one after another, each from a cell with as few free neighbours as possible. A symmetry is a group of maps of the grid
onto itself. A cage and its images under the maps are made together. They are one cage, its own image, or have no cell in common.
A cage with a fixed cell of some map can only be its own image.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bookmaker.logic.jit.bundle import Bundle, array, field
from bookmaker.logic.jit.decorators import inner, kernel, lean
from bookmaker.logic.kernels.derived_sums import CageArrays
from bookmaker.logic.kernels.rng import below
from bookmaker.logic.kernels.rules import Array

int64: Any = np.int64

_TILINGS = 48
"""The most ways of cutting a grid to try for the wanted sizes. If none has them, the nearest is used."""

AMISS = 1000
"""How much a cage adds to the distance from the wanted sizes if it is too small, can be joined to no other, and is not its own
image. A way of cutting with such a cage is never used. Small cages that are their own images are allowed, because symmetry may
force them, for example on the diagonal of a 4x4 grid.
"""


class Shape(Bundle):
    """What cages may look like."""

    maps: Array = array("int64[maps, cells]", "where each map of the symmetry takes a cell; the first moves none")
    near: Array = array("int64[cells, 4]", "the cells above, below and beside one, -1 for none")
    deals: Array = array(
        "int64[k, size + 1]", "how many cages of each size a puzzle has; one row is drawn for each puzzle"
    )
    least: int = field("the fewest cells of a cage, unless symmetry forces fewer")
    most: int = field("the most cells of a cage")


class CageWorkspace(Bundle):
    """The workspace of one thread for the cages of a puzzle, made by :func:`cage_workspace`."""

    owner: Array = array("int64[cells]", "the number of each cell's cage, -1 for none")
    best: Array = array("int64[cells]", "the best cut so far")
    cage: Array = array("int64[cells]", "cells of the open cage, the one that is growing")
    ways: Array = array("int64[4 * cells]", "cells that can be added to it")
    mark: Array = array("int64[cells]", "a mark for each cell, for one function at a time")
    seen: Array = array("int64[maps]", "the digits of the open cage, under each map: bit d-1 is digit d")
    quota: Array = array("int64[size + 1]", "how many cages of each size are still missing")
    sizes: Array = array("int64[cells]", "cells of each cage")
    number: Array = array("int64[cells]", "the new number of each cage")
    loose: Array = array("int64[cells]", "1: a cell whose digit is not decided")
    pair: Array = array("int64[2, maps]", "two neighbouring cages and their images")
    rival: Array = array("uint8[1, 2, cells]", "two solutions")
    counts: Array = array("int64[1]", "how many")
    guesses: Array = array("int64[1]", "guesses made for them")
    cages: CageArrays = field("of one puzzle")


def cage_workspace(shape: Shape) -> CageWorkspace:
    """A new workspace for one thread."""
    (maps, cells), size = shape.maps.shape, shape.deals.shape[1] - 1
    cages = CageArrays.blank({"puzzles": 1, "cages": cells}, cells=np.zeros(cells, np.int64))
    return CageWorkspace.blank({"maps": maps, "cells": cells, "size": size}, cages=cages)


@inner
def copy(source: Array, target: Array) -> None:
    """Copy an array into the beginning of another."""
    for place in range(len(source)):
        target[place] = source[place]


@inner
def bit_of(solution: Array, cell: int) -> Any:
    """The digit of a cell as a bit."""
    return int64(1) << (int64(solution[cell]) - 1)


@inner
def _hemmed(shape: Shape, space: CageWorkspace, cell: int) -> Any:
    """How many of the neighbours of a cell are free."""
    free = int64(0)
    for side in range(4):
        other = shape.near[cell, side]
        if other >= 0 and space.owner[other] < 0:
            free += 1
    return free


@inner
def _seed(shape: Shape, space: CageWorkspace, state: Array) -> Any:
    """A random one of the free cells with the fewest free neighbours; -1 if no cell is free.

    Cells that a map leaves in their places come first, as long as they have free neighbours for a cage that is its own image.
    Among these, too, cells with fewer free neighbours come before others: the ends of a diagonal before its middle.
    """
    fewest = int64(5)
    ties = int64(0)
    for cell in range(len(space.owner)):
        if space.owner[cell] < 0:
            free = _hemmed(shape, space, cell)
            for one in range(1, len(shape.maps)):
                if shape.maps[one, cell] == cell and free >= 0:
                    free -= 5
            if free < fewest:
                fewest, ties = free, int64(0)
            if free == fewest:
                space.ways[ties] = cell
                ties += 1
    if ties == 0:
        return int64(-1)
    return space.ways[below(state, ties)]


@inner
def _target(space: CageWorkspace, state: Array) -> Any:
    """A random size by the quota: a size with more cages missing is more likely. 2 if none is missing."""
    total = int64(0)
    for size in range(len(space.quota)):
        total += max(space.quota[size], int64(0))
    if total == 0:
        return int64(2)
    draw = below(state, total)
    for size in range(len(space.quota)):
        draw -= max(space.quota[size], int64(0))
        if draw < 0:
            return int64(size)
    return int64(2)


@inner
def _fits(shape: Shape, space: CageWorkspace, solution: Array, cell: int, whole: bool, room: int) -> Any:
    """How many cells would be added to the open cage with a cell; 0 if it cannot be added. ``room``: the most that may be.

    ``whole``: the cage is its own image, so that the cell comes with its images. The cells of the cage have a mark of 1.
    """
    maps = len(shape.maps)
    if whole:
        digits = space.seen[0]
        added = int64(0)
        for one in range(maps):
            image = shape.maps[one, cell]
            again = False
            for other in range(one):
                again |= shape.maps[other, cell] == image
            if not again:
                bit = bit_of(solution, image)
                if digits & bit:
                    return int64(0)
                digits |= bit
                added += 1
        return added if added <= room else int64(0)
    for one in range(maps):
        image = shape.maps[one, cell]
        if one > 0 and (image == cell or space.mark[image] == 1):
            return int64(0)
        if space.seen[one] & bit_of(solution, image):
            return int64(0)
    return int64(1)


@inner
def _give(shape: Shape, space: CageWorkspace, solution: Array, cell: int, whole: bool, count: int) -> Any:
    """Add a cell to the open cage of ``count`` cells. Returns how many it then has."""
    for one in range(len(shape.maps)):
        image = shape.maps[one, cell]
        space.seen[one] |= bit_of(solution, image)
        if whole and space.mark[image] == 0:
            space.mark[image] = 1
            space.cage[count] = image
            space.seen[0] |= bit_of(solution, image)
            count += 1
    if not whole:
        space.mark[cell] = 1
        space.cage[count] = cell
        count += 1
    return count


@lean
def _grow(shape: Shape, space: CageWorkspace, state: Array, solution: Array, seed: int, target: int) -> int:
    """Grow a cage of about ``target`` cells from the free cell ``seed``, and write it to ``cage``.

    Returns its size, as a negative number if the cage is its own image.
    """
    space.seen[:] = 0
    space.mark[:] = 0
    whole = False
    for one in range(1, len(shape.maps)):
        image = shape.maps[one, seed]
        whole |= image == seed
        for side in range(4):
            # A cell that is next to its own image may share a cage with it.
            whole |= shape.near[seed, side] == image and image >= 0 and below(state, 2) == 0
    if whole and _fits(shape, space, solution, seed, True, target) == 0:
        whole = False
        for one in range(1, len(shape.maps)):
            whole |= shape.maps[one, seed] == seed
    count = int64(_give(shape, space, solution, seed, whole, int64(0)))
    while count < target:
        found = int64(0)
        for place in range(count):
            for side in range(4):
                other = shape.near[space.cage[place], side]
                if other < 0 or space.owner[other] >= 0 or space.mark[other] != 0:
                    continue
                if _fits(shape, space, solution, other, whole, target - count):
                    space.ways[found] = other
                    found += 1
        if found == 0:
            if whole and count < shape.least and target < shape.most:
                # Its cells come in twos or fours: one neighbour alone cannot be added to a cell on a diagonal.
                target += 1
                continue
            break
        chosen = space.ways[below(state, found)]
        other = space.ways[below(state, found)]
        # Of two, the one with fewer free neighbours, so that fewer cells are left alone.
        if _hemmed(shape, space, other) < _hemmed(shape, space, chosen):
            chosen = other
        count = int64(_give(shape, space, solution, chosen, whole, count))
    return int(-count if whole else count)


@inner
def _own(shape: Shape, space: CageWorkspace, count: int, whole: bool, cages: int) -> Any:
    """Give numbers to the open cage and its images, from ``cages`` on. Returns the next number."""
    maps = 1 if whole else len(shape.maps)
    for place in range(count):
        for one in range(maps):
            space.owner[shape.maps[one, space.cage[place]]] = cages + one
    return cages + maps


@lean
def _join(shape: Shape, space: CageWorkspace, state: Array, solution: Array, cage: int) -> bool:
    """Join a cage that is too small to one next to it, and so their images. Returns False if that is impossible."""
    found = int64(0)
    for cell in range(len(space.owner)):
        if space.owner[cell] == cage:
            for side in range(4):
                other = shape.near[cell, side]
                if other >= 0 and space.owner[other] != cage:
                    space.ways[found] = space.owner[other]
                    found += 1
    while found > 0:
        pick = below(state, found)
        mate = space.ways[pick]
        found -= 1
        space.ways[pick] = space.ways[found]
        if space.sizes[mate] + space.sizes[cage] > shape.most:
            continue
        good = True
        first = second = int64(-1)
        for cell in range(len(space.owner)):
            if space.owner[cell] == cage:
                first = int64(cell)
            if space.owner[cell] == mate:
                second = int64(cell)
        for one in range(len(shape.maps)):
            mine, its = space.owner[shape.maps[one, first]], space.owner[shape.maps[one, second]]
            kept = (mine == cage and its == mate) or (mine == mate and its == cage)
            moved = mine not in (cage, mate) and its not in (cage, mate)
            good &= kept or moved
            digits = int64(0)
            for cell in range(len(space.owner)):
                if space.owner[cell] == cage or space.owner[cell] == mate:
                    bit = bit_of(solution, shape.maps[one, cell])
                    good &= digits & bit == 0
                    digits |= bit
        if not good:
            continue
        for cell in range(len(space.owner)):
            space.mark[cell] = space.owner[cell] == cage
        for one in range(len(shape.maps)):
            mine, its = space.owner[shape.maps[one, first]], space.owner[shape.maps[one, second]]
            space.pair[0, one], space.pair[1, one] = mine, its
        for one in range(len(shape.maps)):
            mine, its = space.pair[0, one], space.pair[1, one]
            if one > 0 and mine in (cage, mate):
                continue
            space.sizes[its] += space.sizes[mine]
            space.sizes[mine] = 0
            for cell in range(len(space.owner)):
                if space.owner[cell] == mine:
                    space.owner[cell] = its
        return True
    return False


@inner
def _is_own_image(shape: Shape, space: CageWorkspace, cage: int) -> bool:
    for cell in range(len(space.owner)):
        if space.owner[cell] == cage:
            for one in range(1, len(shape.maps)):
                if space.owner[shape.maps[one, cell]] != cage:
                    return False
    return len(shape.maps) > 1


@lean
def _tiling(shape: Shape, space: CageWorkspace, state: Array, solution: Array, wanted: Array) -> int:
    """Cut ``solution`` once, towards the sizes ``wanted`` int64[size + 1]. Returns the distance from them."""
    copy(wanted, space.quota)
    space.owner[:] = -1
    space.sizes[:] = 0
    cages = int64(0)
    while True:
        seed = _seed(shape, space, state)
        if seed < 0:
            break
        grown = int64(_grow(shape, space, state, solution, seed, _target(space, state)))
        last = int64(_own(shape, space, abs(grown), grown < 0, cages))
        for cage in range(cages, last):
            space.sizes[cage] = abs(grown)
            space.quota[abs(grown)] -= 1
        cages = last
    off = int64(0)
    for cage in range(cages):
        if 0 < space.sizes[cage] < shape.least and not _join(shape, space, state, solution, cage):
            off += int64(0) if _is_own_image(shape, space, cage) else int64(AMISS)
    copy(wanted, space.quota)
    for cage in range(cages):
        space.quota[space.sizes[cage]] -= 1
    space.quota[0] = 0  # Of cages that were joined to others.
    for size in range(len(space.quota)):
        off += abs(space.quota[size])
    return int(off)


@lean
def tile(shape: Shape, space: CageWorkspace, state: Array, solution: Array, wanted: Array) -> bool:
    """Cut ``solution`` uint8[cells] into cages, numbered from 0, and write them to ``owner``. ``state`` is advanced.

    ``wanted`` int64[size + 1]: how many cages of each size there should be. The nearest of several ways is used. Returns False if
    every way leaves a cage too small.
    """
    nearest = int64(1 << 30)
    for _ in range(_TILINGS):
        off = int64(_tiling(shape, space, state, solution, wanted))
        if off < nearest:
            nearest = off
            copy(space.owner, space.best)
            if off == 0:
                break
    copy(space.best, space.owner)
    return bool(nearest < AMISS)


@kernel
def try_out(shape: Shape, space: CageWorkspace, state: Array, solutions: Array, wanted: Array, found: Array) -> None:
    """Cut each of ``solutions`` uint8[n, cells] once, and write to ``found`` how many cages of each size it then has.

    ``wanted`` and ``found`` int64[n, size + 1]. If a cage is too small, the row of ``found`` is -1.
    """
    for row in range(len(solutions)):
        off = int64(_tiling(shape, space, state, solutions[row], wanted[row]))
        for size in range(wanted.shape[1]):
            found[row, size] = wanted[row, size] - space.quota[size] if off < AMISS else int64(-1)
