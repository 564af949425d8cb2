"""Steering by cages: two neighbouring cages are joined, and split anew into cages of the same sizes.

So the mix of sizes stays what it was, and with symmetry the images of the two are cut in the same way.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bookmaker.generation.cage_cutting import Bench, Shape, bit_of, copy
from bookmaker.jit.decorators import inner, lean
from bookmaker.kernels.rng import below
from bookmaker.kernels.rules import Array

int64: Any = np.int64

_TRIES = 4
"""Ways of splitting that are tried before two cages are left as they are."""

ELSEWHERE, FIRST, SECOND, SPARE = 0, 1, 2, 3
"""Marks of cells: not of the two cages; of the one; of the other; not yet known of which."""


@lean
def pack(bench: Bench, solution: Array) -> int:
    """Write the cages of ``owner`` into ``cages`` as puzzle 0, in the order of their first cells, as a puzzle has them.

    Returns how many there are.
    """
    bench.sizes[:] = 0
    for cell in range(len(bench.owner)):
        bench.sizes[bench.owner[cell]] += 1
    cages = bench.cages
    count = end = int64(0)
    bench.number[:] = -1
    for cell in range(len(bench.owner)):
        owner = bench.owner[cell]
        if bench.number[owner] < 0:
            bench.number[owner] = count
            cages.sums[count] = 0
            cages.start[count] = end
            end += bench.sizes[owner]
            count += 1
    cages.start[count] = end
    cages.first[0], cages.first[1] = 0, count
    bench.sizes[:] = 0
    for cell in range(len(bench.owner)):
        cage = bench.number[bench.owner[cell]]
        cages.cells[cages.start[cage] + bench.sizes[cage]] = cell
        cages.sums[cage] += int64(solution[cell])
        bench.sizes[cage] += 1
    return int(count)


@inner
def _pair(shape: Shape, bench: Bench, state: Array) -> bool:
    """Write a random loose cell's cage, a cage next to it, and their images into ``pair``, if they can be cut anew."""
    cells = len(bench.owner)
    loose = int64(0)
    for cell in range(cells):
        loose += bench.loose[cell]
    if loose == 0:
        return False
    skip = below(state, loose)
    chosen = int64(-1)
    for cell in range(cells):
        skip -= bench.loose[cell]
        if skip < 0:
            chosen = int64(cell)
            break
    other = shape.near[chosen, below(state, 4)]
    if other < 0 or bench.owner[other] == bench.owner[chosen]:
        return False
    one, two = bench.owner[chosen], bench.owner[other]
    for image in range(len(shape.maps)):
        first, second = bench.owner[shape.maps[image, chosen]], bench.owner[shape.maps[image, other]]
        if image > 0 and (first in (one, two) or second in (one, two)):
            return False
        bench.pair[0, image], bench.pair[1, image] = first, second
    return True


@inner
def _grow_in(shape: Shape, bench: Bench, state: Array, solution: Array, wanted: int) -> bool:
    """Mark ``wanted`` connected spare cells as FIRST. Returns False if their digits, under any map, would repeat."""
    maps, cells = shape.maps.shape
    bench.seen[:] = 0
    count = int64(0)
    while count < wanted:
        found = int64(0)
        for place in range(cells):
            if bench.mark[place] != SPARE:
                continue
            fit = count == 0
            for side in range(4):
                other = shape.near[place, side]
                fit |= other >= 0 and bench.mark[other] == FIRST
            for image in range(maps):
                fit &= bench.seen[image] & bit_of(solution, shape.maps[image, place]) == 0
            if fit:
                bench.ways[found] = place
                found += 1
        if found == 0:
            return False
        chosen = bench.ways[below(state, found)]
        bench.mark[chosen] = FIRST
        for image in range(maps):
            bench.seen[image] |= bit_of(solution, shape.maps[image, chosen])
        count += 1
    return True


@inner
def _rest_is_cage(shape: Shape, bench: Bench, solution: Array, wanted: int) -> bool:
    """Mark the spare cells as SECOND, and tell whether they are connected and have different digits under every map."""
    maps, cells = shape.maps.shape
    bench.seen[:] = 0
    count = int64(0)
    again = True
    while again:
        again = False
        for place in range(cells):
            if bench.mark[place] != SPARE:
                continue
            fit = count == 0
            for side in range(4):
                other = shape.near[place, side]
                fit |= other >= 0 and bench.mark[other] == SECOND
            if not fit:
                continue
            for image in range(maps):
                bit = bit_of(solution, shape.maps[image, place])
                if bench.seen[image] & bit:
                    return False
                bench.seen[image] |= bit
            bench.mark[place] = SECOND
            count += 1
            again = True
    return bool(count == wanted)


@lean
def apply(shape: Shape, bench: Bench) -> None:
    """Give the cells that are marked FIRST and SECOND, and their images, to the cages of ``pair``."""
    for cell in range(len(bench.owner)):
        mark = bench.mark[cell]
        if mark in (FIRST, SECOND):
            for image in range(len(shape.maps)):
                bench.owner[shape.maps[image, cell]] = bench.pair[mark - FIRST, image]


@lean
def recut(shape: Shape, bench: Bench, state: Array, solution: Array) -> bool:
    """Join two neighbouring cages, one of which has a loose cell, and split them anew; ``best`` keeps the cut as it was.

    Returns False, and changes nothing, if that was not possible with those that were drawn.
    """
    if not _pair(shape, bench, state):
        return False
    cells = len(bench.owner)
    one, two = bench.pair[0, 0], bench.pair[1, 0]
    first = second = int64(0)
    for cell in range(cells):
        first += bench.owner[cell] == one
        second += bench.owner[cell] == two
    for _ in range(_TRIES):
        for cell in range(cells):
            mine = bench.owner[cell] == one or bench.owner[cell] == two
            bench.mark[cell] = SPARE if mine else ELSEWHERE
        swapped = below(state, 2) == 1
        wanted, rest = (second, first) if swapped else (first, second)
        if not _grow_in(shape, bench, state, solution, wanted) or not _rest_is_cage(shape, bench, solution, rest):
            continue
        same = crossed = True
        for cell in range(cells):
            if bench.mark[cell] == FIRST:
                same &= bench.owner[cell] == one
                crossed &= bench.owner[cell] == two
        if same or crossed:
            continue
        copy(bench.owner, bench.best)
        apply(shape, bench)
        return True
    return False
