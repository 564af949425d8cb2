"""Cutting a full grid into cages: connected, without a repeated digit, symmetric as asked, in sizes by a mix.

Cages grow one after another from the cell that is hemmed in most. Symmetry is a group of maps of the grid onto itself: a
cage and its images are made together, so that they are either one cage, or have no cell in common. A cage whose cells the
maps move is grown as the former; one that holds a cell which a map leaves where it is can only be the latter.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from bookmaker.jit.bundle import Bundle
from bookmaker.jit.decorators import inner, kernel, lean
from bookmaker.kernels.derived_sums import CageArrays
from bookmaker.kernels.rng import below
from bookmaker.kernels.rules import Array

int64: Any = np.int64

_TILINGS = 48
"""Ways of cutting a grid that are tried until one has the sizes wanted; if none has, the nearest is taken."""

AMISS = 1000
"""How far from the sizes wanted a cage counts that is too small, can be joined to no other, and is not its own image: such a
way of cutting is not taken. One that is its own image symmetry may force (on a diagonal of a 4x4 grid, say)."""


class Shape(Bundle):
    """What cages may look like.

    maps     int64[maps, cells]    where each map of the symmetry takes a cell; the first leaves all where they are
    near     int64[cells, 4]       the cells above, below and beside one, -1 for none
    deals    int64[k, size + 1]    how many cages of each size a puzzle has: one row is drawn for each
    least    int                   the fewest cells of a cage, except where symmetry leaves no other way
    most     int                   the most cells of a cage
    """

    maps: npt.NDArray[np.int64]
    near: npt.NDArray[np.int64]
    deals: npt.NDArray[np.int64]
    least: int
    most: int


class Bench(Bundle):
    """Scratch for one puzzle after another, made by :func:`bench`.

    owner    int64[cells]          the number of each cell's cage, -1 for none
    best     int64[cells]          the best cut so far
    cage     int64[cells]          cells of the cage in hand
    ways     int64[4 * cells]      cells that it can be given
    mark     int64[cells]          what stands for a cell while one kernel runs
    seen     int64[maps]           the digits of the cage in hand, under each map: bit d-1 is digit d
    quota    int64[size + 1]       cages of each size that are still wanted
    sizes    int64[cells]          cells of each cage
    number   int64[cells]          new numbers of cages
    loose    int64[cells]          1: a cell whose digit is not decided
    pair     int64[2, maps]        two neighbouring cages and their images
    rival    uint8[1, 2, cells]    two solutions
    counts   int64[1]              how many
    guesses  int64[1]              guesses made for them
    cages    CageArrays            of one puzzle
    """

    owner: npt.NDArray[np.int64]
    best: npt.NDArray[np.int64]
    cage: npt.NDArray[np.int64]
    ways: npt.NDArray[np.int64]
    mark: npt.NDArray[np.int64]
    seen: npt.NDArray[np.int64]
    quota: npt.NDArray[np.int64]
    sizes: npt.NDArray[np.int64]
    number: npt.NDArray[np.int64]
    loose: npt.NDArray[np.int64]
    pair: npt.NDArray[np.int64]
    rival: npt.NDArray[np.uint8]
    counts: npt.NDArray[np.int64]
    guesses: npt.NDArray[np.int64]
    cages: CageArrays


def bench(shape: Shape) -> Bench:
    """Scratch for one thread."""
    (maps, cells), size = shape.maps.shape, shape.deals.shape[1] - 1
    many = [np.zeros(cells, np.int64) for _ in range(8)]
    owner, best, cage, mark, sizes, number, loose, held = many
    return Bench(
        owner, best, cage, np.zeros(4 * cells, np.int64), mark, np.zeros(maps, np.int64), np.zeros(size + 1, np.int64),
        sizes, number, loose, np.zeros((2, maps), np.int64), np.zeros((1, 2, cells), np.uint8),
        np.zeros(1, np.int64), np.zeros(1, np.int64),
        CageArrays(np.zeros(2, np.int64), np.zeros(cells + 1, np.int64), held, np.zeros(cells, np.int64)),
    )  # fmt: skip


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
def _hemmed(shape: Shape, bench: Bench, cell: int) -> Any:
    """How many free cells are next to a cell."""
    free = int64(0)
    for side in range(4):
        other = shape.near[cell, side]
        if other >= 0 and bench.owner[other] < 0:
            free += 1
    return free


@inner
def _seed(shape: Shape, bench: Bench, state: Array) -> Any:
    """A random one of the free cells with the fewest free cells next to them, -1 if none is free.

    Those that a map leaves where they are come first, as long as there is room around them for a cage that is its own image,
    and they too in the order in which they are hemmed in: from the ends of a diagonal.
    """
    fewest = int64(5)
    ties = int64(0)
    for cell in range(len(bench.owner)):
        if bench.owner[cell] < 0:
            free = _hemmed(shape, bench, cell)
            for one in range(1, len(shape.maps)):
                if shape.maps[one, cell] == cell and free >= 0:
                    free -= 5
            if free < fewest:
                fewest, ties = free, int64(0)
            if free == fewest:
                bench.ways[ties] = cell
                ties += 1
    if ties == 0:
        return int64(-1)
    return bench.ways[below(state, ties)]


@inner
def _target(bench: Bench, state: Array) -> Any:
    """A size that is still wanted, the more of them the likelier; the commonest if none is."""
    total = int64(0)
    for size in range(len(bench.quota)):
        total += max(bench.quota[size], int64(0))
    if total == 0:
        return int64(2)
    draw = below(state, total)
    for size in range(len(bench.quota)):
        draw -= max(bench.quota[size], int64(0))
        if draw < 0:
            return int64(size)
    return int64(2)


@inner
def _fits(shape: Shape, bench: Bench, solution: Array, cell: int, whole: bool, room: int) -> Any:
    """How many cells the cage in hand gets with a cell, 0 if it cannot have it.

    ``whole``: the cage is its own image, so that the cell comes with its images. The cells of the cage have a mark of 1.
    """
    maps = len(shape.maps)
    if whole:
        digits = bench.seen[0]
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
        if one > 0 and (image == cell or bench.mark[image] == 1):
            return int64(0)
        if bench.seen[one] & bit_of(solution, image):
            return int64(0)
    return int64(1)


@inner
def _give(shape: Shape, bench: Bench, solution: Array, cell: int, whole: bool, count: int) -> Any:
    """Add a cell to the cage in hand, which has ``count``. Returns how many it has then."""
    for one in range(len(shape.maps)):
        image = shape.maps[one, cell]
        bench.seen[one] |= bit_of(solution, image)
        if whole and bench.mark[image] == 0:
            bench.mark[image] = 1
            bench.cage[count] = image
            bench.seen[0] |= bit_of(solution, image)
            count += 1
    if not whole:
        bench.mark[cell] = 1
        bench.cage[count] = cell
        count += 1
    return count


@lean
def _grow(shape: Shape, bench: Bench, state: Array, solution: Array, seed: int, target: int) -> int:
    """Grow a cage of about ``target`` cells from a free cell, into ``cage``. Returns its size, negative if it is its
    own image.
    """
    bench.seen[:] = 0
    bench.mark[:] = 0
    whole = False
    for one in range(1, len(shape.maps)):
        image = shape.maps[one, seed]
        whole |= image == seed
        for side in range(4):
            # Next to its own image a cell may well share a cage with it.
            whole |= shape.near[seed, side] == image and image >= 0 and below(state, 2) == 0
    if whole and _fits(shape, bench, solution, seed, True, target) == 0:
        whole = False
        for one in range(1, len(shape.maps)):
            whole |= shape.maps[one, seed] == seed
    count = int64(_give(shape, bench, solution, seed, whole, int64(0)))
    while count < target:
        found = int64(0)
        for place in range(count):
            for side in range(4):
                other = shape.near[bench.cage[place], side]
                if other < 0 or bench.owner[other] >= 0 or bench.mark[other] != 0:
                    continue
                if _fits(shape, bench, solution, other, whole, target - count):
                    bench.ways[found] = other
                    found += 1
        if found == 0:
            if whole and count < shape.least and target < shape.most:
                # It gets cells by twos or fours: a cell of a diagonal cannot have one neighbour only.
                target += 1
                continue
            break
        chosen = bench.ways[below(state, found)]
        other = bench.ways[below(state, found)]
        # Of two, the one that would be cut off sooner: fewer cells are left alone.
        if _hemmed(shape, bench, other) < _hemmed(shape, bench, chosen):
            chosen = other
        count = int64(_give(shape, bench, solution, chosen, whole, count))
    return int(-count if whole else count)


@inner
def _own(shape: Shape, bench: Bench, count: int, whole: bool, cages: int) -> Any:
    """Number the cage in hand and its images. Returns the next number."""
    maps = 1 if whole else len(shape.maps)
    for place in range(count):
        for one in range(maps):
            bench.owner[shape.maps[one, bench.cage[place]]] = cages + one
    return cages + maps


@lean
def _join(shape: Shape, bench: Bench, state: Array, solution: Array, cage: int) -> bool:
    """Join a cage that is too small, and its images, to a cage next to it. Returns False if that cannot be."""
    found = int64(0)
    for cell in range(len(bench.owner)):
        if bench.owner[cell] == cage:
            for side in range(4):
                other = shape.near[cell, side]
                if other >= 0 and bench.owner[other] != cage:
                    bench.ways[found] = bench.owner[other]
                    found += 1
    while found > 0:
        pick = below(state, found)
        mate = bench.ways[pick]
        found -= 1
        bench.ways[pick] = bench.ways[found]
        if bench.sizes[mate] + bench.sizes[cage] > shape.most:
            continue
        good = True
        first = second = int64(-1)
        for cell in range(len(bench.owner)):
            if bench.owner[cell] == cage:
                first = int64(cell)
            if bench.owner[cell] == mate:
                second = int64(cell)
        for one in range(len(shape.maps)):
            mine, its = bench.owner[shape.maps[one, first]], bench.owner[shape.maps[one, second]]
            kept = (mine == cage and its == mate) or (mine == mate and its == cage)
            moved = mine not in (cage, mate) and its not in (cage, mate)
            good &= kept or moved
            digits = int64(0)
            for cell in range(len(bench.owner)):
                if bench.owner[cell] == cage or bench.owner[cell] == mate:
                    bit = bit_of(solution, shape.maps[one, cell])
                    good &= digits & bit == 0
                    digits |= bit
        if not good:
            continue
        for cell in range(len(bench.owner)):
            bench.mark[cell] = bench.owner[cell] == cage
        for one in range(len(shape.maps)):
            mine, its = bench.owner[shape.maps[one, first]], bench.owner[shape.maps[one, second]]
            bench.pair[0, one], bench.pair[1, one] = mine, its
        for one in range(len(shape.maps)):
            mine, its = bench.pair[0, one], bench.pair[1, one]
            if one > 0 and mine in (cage, mate):
                continue
            bench.sizes[its] += bench.sizes[mine]
            bench.sizes[mine] = 0
            for cell in range(len(bench.owner)):
                if bench.owner[cell] == mine:
                    bench.owner[cell] = its
        return True
    return False


@inner
def _is_own_image(shape: Shape, bench: Bench, cage: int) -> bool:
    for cell in range(len(bench.owner)):
        if bench.owner[cell] == cage:
            for one in range(1, len(shape.maps)):
                if bench.owner[shape.maps[one, cell]] != cage:
                    return False
    return len(shape.maps) > 1


@lean
def _tiling(shape: Shape, bench: Bench, state: Array, solution: Array, wanted: Array) -> int:
    """Cut ``solution`` once, with the sizes ``wanted`` int64[size + 1] in mind. Returns how far from these it is."""
    copy(wanted, bench.quota)
    bench.owner[:] = -1
    bench.sizes[:] = 0
    cages = int64(0)
    while True:
        seed = _seed(shape, bench, state)
        if seed < 0:
            break
        grown = int64(_grow(shape, bench, state, solution, seed, _target(bench, state)))
        last = int64(_own(shape, bench, abs(grown), grown < 0, cages))
        for cage in range(cages, last):
            bench.sizes[cage] = abs(grown)
            bench.quota[abs(grown)] -= 1
        cages = last
    off = int64(0)
    for cage in range(cages):
        if 0 < bench.sizes[cage] < shape.least and not _join(shape, bench, state, solution, cage):
            off += int64(0) if _is_own_image(shape, bench, cage) else int64(AMISS)
    copy(wanted, bench.quota)
    for cage in range(cages):
        bench.quota[bench.sizes[cage]] -= 1
    bench.quota[0] = 0  # Cages that were joined to others.
    for size in range(len(bench.quota)):
        off += abs(bench.quota[size])
    return int(off)


@lean
def tile(shape: Shape, bench: Bench, state: Array, solution: Array, wanted: Array) -> bool:
    """Cut ``solution`` uint8[cells] into cages, written to ``owner``, numbered from 0. ``state`` is advanced.

    ``wanted`` int64[size + 1] is how many cages of each size there should be: of several ways the nearest is taken. Returns
    False if none was found that leaves no cage too small.
    """
    nearest = int64(1 << 30)
    for _ in range(_TILINGS):
        off = int64(_tiling(shape, bench, state, solution, wanted))
        if off < nearest:
            nearest = off
            copy(bench.owner, bench.best)
            if off == 0:
                break
    copy(bench.best, bench.owner)
    return bool(nearest < AMISS)


@kernel
def try_out(shape: Shape, bench: Bench, state: Array, solutions: Array, wanted: Array, found: Array) -> None:
    """Cut each of ``solutions`` uint8[n, cells] once, and write how many cages of each size came of it.

    ``wanted`` and ``found`` int64[n, size + 1]. Of a way of cutting that is not taken, nothing but -1 is written.
    """
    for row in range(len(solutions)):
        off = int64(_tiling(shape, bench, state, solutions[row], wanted[row]))
        for size in range(wanted.shape[1]):
            found[row, size] = wanted[row, size] - bench.quota[size] if off < AMISS else int64(-1)
