"""Cutting a full grid into cages: of the shapes and sizes that a puzzle has, without a repeated digit, and symmetric.

A puzzle has few shapes, drawn beforehand. First come the cells that a map of the symmetry leaves in their places, then large
cages wherever they fit, then the cell with the fewest free neighbours, again and again. A cage is laid together with its images
under the maps. They are one cage, its own image, or have no cell in common. Where a cell is left over, the cut begins again.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bookmaker.logic.jit.bundle import Bundle, array, field
from bookmaker.logic.jit.decorators import inner, kernel, lean
from bookmaker.logic.kernels.derived_sums import CageArrays
from bookmaker.logic.kernels.rng import below
from bookmaker.logic.kernels.rules import Array
from bookmaker.logic.kernels.vectors import peek

int64: Any = np.int64

_EACH_FORMS = 8
"""So many of them have the same shapes."""

AMISS = 10_000
"""The distance of a cut that leaves a cell over, or comes no nearer to the wanted sizes than an earlier cut. Nothing uses it."""

FREE, GAP = -1, -2
"""In place of a cage's number: a cell that is to come into a cage; one that stays without."""

MOST_FORMS = 12
"""The most shapes of one size in a puzzle."""

_MORE_FORMS = 4
"""A puzzle has up to so many shapes but one more than the fewest; one of each of its sizes in any case."""

_LARGE, _TRIES = 4, 24
"""From this size on cages are laid wherever they fit; the places that are tried for each."""

_QUIET = 3
"""The most cells of a cage that shows no sum: a larger one would say nothing."""

_WHOLE = 64
"""The weights of an upright and of a lying straight cage together: each puzzle has a grain."""

NEAR = 2
WIDE = 2 * NEAR + 1
"""So many rows and columns around a cell are near it, and with its own."""

_WANTED = 4096
"""How much likelier a cage of a size that is missing is than one of a size that is not, times the number that are missing."""


class Shape(Bundle):
    """What cages may look like. A form is a shape in one position; its cells count from the first of them, row by row."""

    size: int = field("cells along a side of the grid")
    maps: Array = array("int64[maps, cells]", "where each map of the symmetry takes a cell; the first moves none")
    fixed: Array = array("uint8[cells]", "1: a cell that some other map leaves in its place")
    near: Array = array("int64[cells, 4]", "the cells above, below and beside one, -1 for none")
    deals: Array = array(
        "int64[k, size + 1]", "how many cages of each size a puzzle has; one row is drawn for each puzzle"
    )
    forms: Array = array(
        "int64[forms, size, 2]", "rows below and columns to the right of its first cell, for each cell"
    )
    views: Array = array(
        "int64[forms, size]",
        "those of its cells that are near each cell: bit WIDE * (NEAR + rows below) + NEAR + columns",
    )
    upright: Array = array("int64[forms]", "1: a straight line up and down, -1: one across, 0: any other")
    first: Array = array("int64[shapes + 1]", "the first form of each shape")
    of_size: Array = array("int64[size + 2]", "the first shape of each size")
    weights: Array = array("int64[shapes]", "how common each is among those of its size")
    whole: int = field("1: a puzzle has all shapes of three cells, without which hardly a cut has the symmetry")
    spare: Array = array("uint8[size + 1]", "1: a size that a cut may have more of than is wanted")
    fewest_forms: int = field("the fewest shapes of a puzzle")
    lonely: int = field("the distance that a cage of one cell adds which symmetry forces")
    tilings: int = field(
        "the most ways of cutting a grid to try for the wanted sizes; if none has them, the nearest is used"
    )
    near_enough: int = field("a cut that is no farther from the wanted sizes is taken at once")
    least: int = field("the fewest cells of a cage, unless symmetry forces fewer")
    gaps: Array = array("int64[2]", "the fewest and the most cells in no cage")
    silent: Array = array("int64[2]", "the fewest and the most cages that show no sum")


class CageWorkspace(Bundle):
    """The workspace of one thread for the cages of a puzzle, made by :func:`cage_workspace`."""

    owner: Array = array("int64[cells]", "the number of each cell's cage, FREE, or GAP")
    best: Array = array("int64[cells]", "the best cut so far, or the one before a change")
    cage: Array = array("int64[cells]", "cells of the cage that is looked at")
    ways: Array = array("int64[4 * cells]", "scratch for one function at a time")
    mark: Array = array("int64[cells]", "the number of the last look at a cage with this cell or an image of it")
    looks: Array = array("int64[1]", "how many looks there were")
    region: Array = array("int64[cells]", "the cells that are cut")
    names: Array = array("int64[2 * cells]", "numbers for the next cages")
    quota: Array = array("int64[size + 1]", "how many cages of each size are still missing")
    chosen: Array = array("int64[size + 1, MOST_FORMS]", "the shapes of the puzzle, by size")
    chosen_count: Array = array("int64[size + 1]", "how many")
    ways_of: Array = array("int64[size + 1]", "in how many ways a cell can lie in one of them")
    grain: Array = array("int64[1]", "of _WHOLE, the weight of straight cages up and down")
    silent: Array = array("uint8[2 * cells]", "1: the cage shows no sum")
    sizes: Array = array("int64[2 * cells]", "cells of each cage")
    number: Array = array("int64[2 * cells]", "the new number of each cage")
    loose: Array = array("int64[cells]", "1: a cell whose digit is not decided")
    kept: Array = array("int64[cells]", "the same before a change")
    given: Array = array("uint8[cells]", "the givens before superfluous ones went")
    rival: Array = array("uint8[1, 2, cells]", "two solutions")
    counts: Array = array("int64[1]", "how many")
    guesses: Array = array("int64[1]", "guesses made for them")
    cages: CageArrays = field("of one puzzle")


def cage_workspace(shape: Shape) -> CageWorkspace:
    """A new workspace for one thread."""
    cells, size = shape.maps.shape[1], shape.size
    cages = CageArrays.blank({"puzzles": 1, "cages": cells}, cells=np.zeros(cells, np.int64))
    return CageWorkspace.blank({"cells": cells, "size": size, "MOST_FORMS": MOST_FORMS}, cages=cages)


@inner
def copy(source: Array, target: Array) -> None:
    """Copy an array into the beginning of another."""
    for place in range(len(source)):
        target[place] = source[place]


@lean
def choose_forms(shape: Shape, space: CageWorkspace, state: Array, wanted: Array) -> None:
    """Draw the shapes of a puzzle, common ones more often, and its grain. ``wanted`` int64[size + 1]: cages of each size."""
    total = shape.fewest_forms + below(state, _MORE_FORMS)
    sizes = int64(0)
    for size in range(len(wanted)):
        space.chosen_count[size] = 0
        if shape.of_size[size] == shape.of_size[size + 1]:
            continue
        if wanted[size] > 0:
            for _ in range(2 if size == 3 and shape.whole else 1):
                choose(shape, space, state, size)
            total -= 1
        elif shape.spare[size]:
            choose(shape, space, state, size)
        if wanted[size] > 0 and size > 2:
            space.ways[sizes] = size
            sizes += 1
    while total > 0 and sizes > 0:
        # Half of the further ones are of three cells, if there are such: cages of three fill what others leave.
        size = int(space.ways[0 if below(state, 2) == 0 else below(state, sizes)])
        choose(shape, space, state, size)
        total -= 1
    for size in range(len(wanted)):
        forms = int64(0)
        for place in range(space.chosen_count[size]):
            one = space.chosen[size, place]
            forms += shape.first[one + 1] - shape.first[one]
        space.ways_of[size] = max(int64(1), forms * size)
    # About normal: 0.6 of the straight cages stand upright, with a deviation of 0.17, or so many lie.
    upright = int64(0)
    for _ in range(4):
        upright += below(state, 21)
    upright = min(max(upright - 2, int64(4)), int64(_WHOLE - 4))
    space.grain[0] = upright if below(state, 2) else _WHOLE - upright


@lean
def choose(shape: Shape, space: CageWorkspace, state: Array, size: int) -> None:
    """Draw a further shape of a size; none if all are chosen."""
    begin, end = shape.of_size[size], shape.of_size[size + 1]
    count = space.chosen_count[size]
    total = int64(0)
    for one in range(begin, end):
        total += shape.weights[one]
    for place in range(count):
        total -= shape.weights[space.chosen[size, place]]
    if total <= 0 or count == MOST_FORMS:
        return
    draw = int64(below(state, total))
    for one in range(begin, end):
        taken = False
        for place in range(count):
            taken |= space.chosen[size, place] == one
        if taken:
            continue
        draw -= shape.weights[one]
        if draw < 0:
            space.chosen[size, count] = one
            space.chosen_count[size] = count + 1
            return


@inner
def _is_free(space: CageWorkspace, cell: int) -> bool:
    return bool(cell >= 0 and peek(space.owner, cell) == FREE)


@inner
def _is_left(space: CageWorkspace, cell: int, look: int) -> bool:
    """Whether a cell is free, and not of the cage that is looked at."""
    return bool(_is_free(space, cell) and peek(space.mark, cell) != look)


@inner
def _seed(shape: Shape, space: CageWorkspace, state: Array, count: int) -> Any:
    """A random one of the free cells with the fewest free neighbours, of the first ``count`` of the region; -1 if none is free.

    Cells that a map leaves in their places come first: the ends of a line or diagonal before its middle.
    """
    fewest = int64(10)
    ties = int64(0)
    for place in range(count):
        cell = peek(space.region, place)
        if peek(space.owner, cell) == FREE:
            free = int64(0 if peek(shape.fixed, cell) else 5)
            for side in range(4):
                free += _is_free(space, peek(shape.near, 4 * cell + side))
            if free < fewest:
                fewest, ties = free, int64(0)
            if free == fewest:
                space.ways[ties] = cell
                ties += 1
    if ties == 0:
        return int64(-1)
    return space.ways[below(state, ties)]


@lean
def _leaves_room(shape: Shape, space: CageWorkspace, count: int, look: int) -> bool:
    """Whether the free cells beside the cage of ``count`` cells, each with its like, have room for a cage."""
    for place in range(count):
        beside = 4 * peek(space.cage, place)
        for side in range(4):
            other = peek(shape.near, beside + side)
            if not _is_left(space, other, look):
                continue
            # Cells that hang together with this one, until there are enough.
            space.ways[0] = other
            met, at = int64(1), int64(0)
            while at < met < shape.least:
                around = 4 * peek(space.ways, at)
                for way in range(4):
                    more = peek(shape.near, around + way)
                    if not _is_left(space, more, look):
                        continue
                    known = False
                    for earlier in range(met):
                        known |= peek(space.ways, earlier) == more
                    if not known:
                        space.ways[met] = more
                        met += 1
                        if met == shape.least:
                            break
                at += 1
            if met < shape.least:
                return False
    return True


@lean
def _look(shape: Shape, space: CageWorkspace, solution: Array, form: int, count: int, row: int, column: int) -> int:
    """How many cages there would be with a form of ``count`` cells whose first cell lies there; 0 if it does not fit.

    Writes its cells to ``cage``.
    """
    look = space.looks[0] + 1
    space.looks[0] = look
    size, (maps, cells) = int64(shape.size), shape.maps.shape
    digits, at = int64(0), form * 2 * size
    for each in range(count):
        r, c = row + peek(shape.forms, at), column + peek(shape.forms, at + 1)
        at += 2
        if r < 0 or c < 0 or r >= size or c >= size:
            return 0
        one = r * size + c
        if peek(space.owner, one) != FREE:
            return 0
        bit = int64(1) << int64(peek(solution, one))
        if digits & bit:
            return 0
        digits |= bit
        space.cage[each] = one
        space.mark[one] = look
    whole = int64(1)
    for image in range(1, maps):
        inside, digits = int64(0), int64(0)
        for each in range(count):
            one = peek(shape.maps, image * cells + peek(space.cage, each))
            inside += peek(space.mark, one) == look
            bit = int64(1) << int64(peek(solution, one))
            if digits & bit:
                return 0
            digits |= bit
        if inside == count:
            whole += 1
        elif inside:
            return 0
    for image in range(1, maps):
        for each in range(count):
            space.mark[peek(shape.maps, image * cells + peek(space.cage, each))] = look
    if shape.least > 1 and not _leaves_room(shape, space, count, look):
        return 0
    return int(maps // whole)


@inner
def _look_at(
    shape: Shape, space: CageWorkspace, solution: Array, form: int, count: int, place: int, row: int, column: int
) -> int:
    """The same for a form whose cell ``place`` lies there."""
    at = (form * int64(shape.size) + place) * 2
    row, column = row - peek(shape.forms, at), column - peek(shape.forms, at + 1)
    return int(_look(shape, space, solution, form, count, row, column))


@lean
def _lay(
    shape: Shape, space: CageWorkspace, solution: Array, form: int, count: int, place: int, cell: int, cages: int
) -> int:
    """Lay a form that fits, and its images, as the cages from the ``cages``th name on. Returns how many names are used."""
    made = int64(_look_at(shape, space, solution, form, count, place, cell // shape.size, cell % shape.size))
    for image in range(len(shape.maps)):
        if space.owner[shape.maps[image, space.cage[0]]] != FREE:
            continue
        for each in range(count):
            space.owner[shape.maps[image, space.cage[each]]] = space.names[cages]
        cages += 1
    space.quota[count] -= made
    return int(cages)


@inner
def _weight(shape: Shape, space: CageWorkspace, form: int, size: int, made: int) -> Any:
    """How likely a form is beside others: by the number that is missing of its size, and by the grain of the puzzle."""
    side = int64(_WHOLE // 2)
    if shape.upright[form]:
        side = space.grain[0] if shape.upright[form] > 0 else _WHOLE - space.grain[0]
    if space.quota[size] < made:
        return int64(1 if shape.spare[size] else 0)
    return max(int64(1), space.quota[size] * _WANTED * side // space.ways_of[size])


@inner
def _view(shape: Shape, space: CageWorkspace, row: int, column: int) -> int:
    """The cells near one that are not free, or outside, as bits of ``Shape.views``."""
    size, found, bit = int64(shape.size), int64(0), int64(1)
    for r in range(row - NEAR, row + NEAR + 1):
        for c in range(column - NEAR, column + NEAR + 1):
            if r < 0 or c < 0 or r >= size or c >= size or peek(space.owner, r * size + c) != FREE:
                found |= bit
            bit <<= 1
    return int(found)


@lean
def _cover(
    shape: Shape, space: CageWorkspace, state: Array, solution: Array, cell: int, cages: int, exact: bool
) -> int:
    """Lay a random form on a free cell. Returns how many names are used then, -1 if none fits.

    ``exact``: only of a size that is missing.
    """
    total = int64(0)
    form_of, place_of, size_of = int64(-1), int64(0), int64(0)
    row, column = int64(cell // shape.size), int64(cell % shape.size)
    shut, longest = int64(_view(shape, space, row, column)), int64(shape.size)
    for size in range(1, len(space.quota)):
        if space.quota[size] <= 0 and (exact or not shape.spare[size]):
            continue
        for chosen in range(space.chosen_count[size]):
            one = space.chosen[size, chosen]
            for form in range(shape.first[one], shape.first[one + 1]):
                for place in range(size):
                    if peek(shape.views, form * longest + place) & shut:
                        continue
                    made = int64(_look_at(shape, space, solution, form, size, place, row, column))
                    if made == 0 or (exact and made > space.quota[size]):
                        continue
                    weight = _weight(shape, space, form, size, made)
                    total += weight
                    if weight and below(state, total) < weight:
                        form_of, place_of, size_of = int64(form), int64(place), int64(size)
    if form_of < 0:
        return -1
    return int(_lay(shape, space, solution, form_of, size_of, place_of, cell, cages))


@lean
def _large(shape: Shape, space: CageWorkspace, state: Array, solution: Array, cages: int) -> int:
    """Lay large cages in random places, the largest first. Returns how many names are used then."""
    cells = len(space.owner)
    for size in range(len(space.quota) - 1, _LARGE - 1, -1):
        tries = _TRIES * space.quota[size]
        while tries > 0 and space.quota[size] > 0 and space.chosen_count[size] > 0:
            tries -= 1
            cell = below(state, cells)
            one = space.chosen[size, below(state, space.chosen_count[size])]
            form = shape.first[one] + below(state, shape.first[one + 1] - shape.first[one])
            place = below(state, size)
            if space.owner[cell] != FREE:
                continue
            row, column = int64(cell // shape.size), int64(cell % shape.size)
            made = int64(_look_at(shape, space, solution, form, size, place, row, column))
            if 0 < made <= space.quota[size]:
                cages = int64(_lay(shape, space, solution, form, size, place, cell, cages))
    return int(cages)


@lean
def fill(
    shape: Shape, space: CageWorkspace, state: Array, solution: Array, count: int, cages: int, nearest: int
) -> int:
    """Cut the free cells among the first ``count`` of the region. Returns the distance from the quota.

    ``cages``: how many of the names are used. ``nearest``: of the grid, where large cages are laid wherever they fit and other
    sizes than those of the quota may do, the distance that is too far; 0 for a part of it.
    """
    whole = nearest > 0
    large = whole
    while True:
        cell = _seed(shape, space, state, count)
        if cell < 0:
            break
        if large and not shape.fixed[cell]:
            large = False
            cages = int64(_large(shape, space, state, solution, cages))
            continue
        used = int64(_cover(shape, space, state, solution, cell, cages, not whole))
        if used < 0:
            if not shape.fixed[cell]:
                return AMISS
            # Symmetry may force it, for example on the diagonal of a 4x4 grid.
            space.owner[cell] = space.names[cages]
            space.quota[1] -= shape.lonely
            used = cages + 1
        cages = used
        if whole:
            over = int64(0)
            for size in range(1, len(space.quota)):
                over -= min(space.quota[size], int64(0))
            if over >= nearest:
                return AMISS
    off = int64(0)
    for size in range(1, len(space.quota)):
        off += abs(space.quota[size])
    return int(off)


@lean
def _gaps(shape: Shape, space: CageWorkspace, state: Array) -> None:
    """Free all cells but some random ones, with their images, that stay in no cage."""
    cells = len(space.owner)
    space.owner[:] = FREE
    if shape.gaps[1] == 0:
        return
    left = shape.gaps[0] + below(state, shape.gaps[1] - shape.gaps[0] + 1)
    for _ in range(8 * cells):
        cell = below(state, cells)
        orbit, new = int64(0), True
        for one in range(len(shape.maps)):
            image = shape.maps[one, cell]
            known = False
            for other in range(one):
                known |= shape.maps[other, cell] == image
            orbit += not known
            new &= space.owner[image] == FREE
        if new and orbit <= left:
            left -= orbit
            for one in range(len(shape.maps)):
                space.owner[shape.maps[one, cell]] = GAP
        if left == 0:
            return


@inner
def cells_of(space: CageWorkspace, cage: int) -> Any:
    """How many cells a cage has."""
    count = int64(0)
    for cell in range(len(space.owner)):
        count += space.owner[cell] == cage
    return count


@lean
def _quiet(shape: Shape, space: CageWorkspace, state: Array) -> bool:
    """Draw the cages that show no sum, with their images. Returns False if that leaves too few."""
    space.silent[:] = 0
    if shape.silent[1] == 0:
        return True
    left = shape.silent[0] + below(state, shape.silent[1] - shape.silent[0] + 1)
    cells = len(space.owner)
    for _ in range(8 * cells):
        cell = below(state, cells)
        if space.owner[cell] < 0 or space.silent[space.owner[cell]] or cells_of(space, space.owner[cell]) > _QUIET:
            continue
        orbit = int64(0)
        for one in range(len(shape.maps)):
            image = space.owner[shape.maps[one, cell]]
            orbit += 1 - space.silent[image]
            space.silent[image] = 1
        if orbit > left:
            for one in range(len(shape.maps)):
                space.silent[space.owner[shape.maps[one, cell]]] = 0
        else:
            left -= orbit
        if left == 0:
            break
    return bool(space.silent.sum() >= shape.silent[0])


@lean
def _tiling(shape: Shape, space: CageWorkspace, state: Array, solution: Array, wanted: Array, nearest: int) -> int:
    """Cut ``solution`` once, towards the sizes ``wanted`` int64[size + 1], nearer than ``nearest``. Returns the distance."""
    cells = len(space.owner)
    copy(wanted, space.quota)
    _gaps(shape, space, state)
    for cell in range(cells):
        space.region[cell] = cell
        space.names[cell] = cell
    return int(fill(shape, space, state, solution, cells, 0, nearest))


@lean
def tile(shape: Shape, space: CageWorkspace, state: Array, solution: Array, wanted: Array) -> bool:
    """Cut ``solution`` uint8[cells] into cages, numbered from 0, and write them to ``owner``. ``state`` is advanced.

    ``wanted`` int64[size + 1]: how many cages of each size there should be. The nearest of several ways is used. Returns False if
    every way leaves a cell over, or too few cages can be without a sum.
    """
    nearest = int64(AMISS)
    for turn in range(shape.tilings):
        if turn % _EACH_FORMS == 0:
            choose_forms(shape, space, state, wanted)
        off = int64(_tiling(shape, space, state, solution, wanted, nearest))
        if off < nearest:
            nearest = off
            copy(space.owner, space.best)
            if off <= shape.near_enough:
                break
    copy(space.best, space.owner)
    return bool(nearest < AMISS and _quiet(shape, space, state))


@kernel
def try_out(shape: Shape, space: CageWorkspace, state: Array, solutions: Array, wanted: Array, found: Array) -> None:
    """Cut each of ``solutions`` uint8[n, cells] once, and write to ``found`` how many cages of each size it then has.

    ``wanted`` and ``found`` int64[n, size + 1]. Where a cell is left over, the row of ``found`` is -1.
    """
    for row in range(len(solutions)):
        choose_forms(shape, space, state, wanted[row])
        off = int64(_tiling(shape, space, state, solutions[row], wanted[row], int64(AMISS)))
        for size in range(wanted.shape[1]):
            found[row, size] = wanted[row, size] - space.quota[size] if off < AMISS else int64(-1)
