"""Changing cages: two or three that lie side by side, and their images, are cut in another way into cages of the same sizes.

So the profile and the shapes of a puzzle stay, and its symmetry. Two become one where a puzzle is too easy, and one becomes two
where it is too hard: more sums leave an only solution the only one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bookmaker.logic.generation.cage_cutting import FREE, CageWorkspace, Shape, cells_of, choose, copy, fill
from bookmaker.logic.jit.decorators import inner, lean
from bookmaker.logic.kernels.bits import popcount
from bookmaker.logic.kernels.rng import below
from bookmaker.logic.kernels.rules import Array

int64: Any = np.int64

_TRIES = 4
"""The ways of cutting some cages to try before they stay as they are."""

_LEAST = 2
"""The fewest cells of each of two cages that one becomes."""

_MOST = 6
"""The most cells of a cage that two make as they are."""

ANEW, JOIN, SPLIT = range(3)
"""What becomes of some cages: as many of the same sizes; one of two; two of one."""


@lean
def pack(space: CageWorkspace, solution: Array) -> int:
    """Write the cages of ``owner`` to ``cages`` as puzzle 0, in the order of their first cells. Returns their number."""
    space.sizes[:] = 0
    for cell in range(len(space.owner)):
        if space.owner[cell] >= 0:
            space.sizes[space.owner[cell]] += 1
    cages = space.cages
    count = end = int64(0)
    space.number[:] = -1
    for cell in range(len(space.owner)):
        owner = space.owner[cell]
        if owner >= 0 and space.number[owner] < 0:
            space.number[owner] = count
            cages.sums[count] = 0
            cages.start[count] = end
            end += space.sizes[owner]
            count += 1
    cages.start[count] = end
    cages.first[0], cages.first[1] = 0, count
    space.sizes[:] = 0
    for cell in range(len(space.owner)):
        owner = space.owner[cell]
        if owner < 0:
            continue
        cage = space.number[owner]
        cages.cells[cages.start[cage] + space.sizes[cage]] = cell
        if not space.silent[owner]:
            cages.sums[cage] += int64(solution[cell])
        space.sizes[cage] += 1
    return int(count)


@inner
def _take(shape: Shape, space: CageWorkspace, cell: int, count: int, cages: int) -> Any:
    """Free the cage of a cell and its images. ``count``: cells in the region so far; ``cages``: names so far.

    Returns both numbers anew; the names are the first so many of ``names``.
    """
    for one in range(len(shape.maps)):
        name = space.owner[shape.maps[one, cell]]
        if name < 0:
            continue
        size = int64(0)
        for other in range(len(space.owner)):
            if space.owner[other] == name:
                space.owner[other] = FREE
                space.region[count] = other
                count += 1
                size += 1
        space.quota[size] += 1
        space.names[cages] = name
        cages += 1
    return count, cages


@inner
def _neighbour(shape: Shape, space: CageWorkspace, state: Array, count: int) -> Any:
    """A random cell beside the region whose cage shows a sum; -1 if a few tries find none."""
    for _ in range(6):
        other = shape.near[space.region[below(state, count)], below(state, 4)]
        if other >= 0 and space.owner[other] >= 0 and not space.silent[space.owner[other]]:
            return int64(other)
    return int64(-1)


@inner
def _differs(shape: Shape, space: CageWorkspace, count: int) -> bool:
    """Whether two cells side by side in the region that were in one cage are not now, or the other way round."""
    differs = False
    for place in range(count):
        cell = space.region[place]
        for side in range(4):
            other = shape.near[cell, side]
            if other >= 0:
                now, before = space.owner[cell] == space.owner[other], space.best[cell] == space.best[other]
                differs |= now != before
    return differs


@lean
def _ask_for_two(shape: Shape, space: CageWorkspace, state: Array) -> None:
    """Let the quota, of a cage and its images, be of cages that have a part of its cells each."""
    for whole in range(2 * _LEAST, len(space.quota)):
        number = space.quota[whole]
        if number:
            part = _LEAST + below(state, whole - 2 * _LEAST + 1)
            space.quota[whole] = 0
            for size in (part, whole - part):
                if space.chosen_count[size] == 0:
                    choose(shape, space, state, size)
                space.quota[size] += number


@lean
def _ask_for_one(shape: Shape, space: CageWorkspace, state: Array) -> None:
    """Let the quota, of two cages and their images, be of cages that have the cells of both."""
    small, large, number = int64(0), int64(0), int64(0)
    for size in range(len(space.quota)):
        if space.quota[size]:
            small, large = (small or int64(size)), int64(size)
            number += space.quota[size]
    whole = small + large
    if whole < len(space.quota) and number % 2 == 0 and (small == large or 2 * space.quota[small] == number):
        if space.chosen_count[whole] == 0:
            choose(shape, space, state, whole)
        space.quota[small] = space.quota[large] = 0
        space.quota[whole] = number // 2


@inner
def _is_named(space: CageWorkspace, cages: int, name: int) -> bool:
    found = False
    for place in range(cages):
        found |= space.names[place] == name
    return found


@lean
def recut(shape: Shape, space: CageWorkspace, state: Array, solution: Array, way: int) -> bool:
    """Cut two or three random neighbouring cages, one with a loose cell, in another way. ``best`` keeps the old cages.

    ``way``: ANEW, JOIN to make one of two, SPLIT to make two of one. Returns False, and changes nothing, if these cannot be
    cut so.
    """
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
        if skip < 0 and (way != SPLIT or cells_of(space, space.owner[cell]) >= 2 * _LEAST):
            chosen = int64(cell)
            break
    if chosen < 0:
        return False
    if space.owner[chosen] < 0 or space.silent[space.owner[chosen]]:
        return False
    copy(space.owner, space.best)
    space.quota[:] = 0
    count, cages = _take(shape, space, chosen, int64(0), int64(0))
    for _ in range(0 if way == SPLIT else 1 if way == JOIN else 1 + below(state, 2)):
        other = _neighbour(shape, space, state, count)
        if other >= 0:
            count, cages = _take(shape, space, other, count, cages)
    # Beyond the names of these cages there are others, for a cut into too many: it is taken back. Parts of cages stay.
    name = int64(cells if way != SPLIT else 0)
    for spare in range(count):
        while way == SPLIT and (cells_of(space, name) or _is_named(space, cages, name)):
            name += 1
        space.names[cages + spare] = name
        name += 1
    if way == JOIN:
        _ask_for_one(shape, space, state)
    elif way == SPLIT:
        _ask_for_two(shape, space, state)
    copy(space.quota, space.sizes)
    for _ in range(_TRIES):
        if fill(shape, space, state, solution, count, 0, int64(0)) == 0 and _differs(shape, space, count):
            return True
        for place in range(count):
            space.owner[space.region[place]] = FREE
        for size in range(len(space.quota)):
            space.quota[size] = space.sizes[size]
    copy(space.best, space.owner)
    return False


@lean
def merge(shape: Shape, space: CageWorkspace, state: Array, solution: Array) -> bool:
    """Make one cage of two random neighbouring ones, whatever its shape, and so of their images. ``best`` keeps the old cages.

    Returns False if it would hold a digit twice, be too large, or have a part of another image; ``owner`` may then be changed.
    """
    owner, cell = space.owner, below(state, len(space.owner))
    other = shape.near[cell, below(state, 4)]
    copy(owner, space.best)
    if other < 0 or owner[cell] < 0 or owner[other] < 0 or owner[cell] == owner[other]:
        return False
    if space.silent[owner[cell]] or space.silent[owner[other]]:
        return False
    wanted = int64(cells_of(space, owner[cell]) + cells_of(space, owner[other]))
    if wanted > min(_MOST, int64(shape.size)):
        return False
    for image in range(len(shape.maps)):
        mine, theirs = owner[shape.maps[image, cell]], owner[shape.maps[image, other]]
        for one in range(len(owner)):
            if owner[one] == theirs:
                owner[one] = mine
    for image in range(len(shape.maps)):
        size, digits = int64(0), int64(0)
        for one in range(len(owner)):
            if owner[one] == owner[shape.maps[image, cell]]:
                size += 1
                digits |= int64(1) << int64(solution[one])
        if size != wanted or popcount(digits) != wanted:
            return False
    return True
