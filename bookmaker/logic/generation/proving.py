"""Proofs that a puzzle stays proper when givens go, led by its solution.

A puzzle is proper, and some givens go. Another solution then differs from the known one in a cell that has just lost its given.
So the search begins with such a cell, and with any digit in it but the known one. The known solution is then not found and proven
once more.

Each other solution that is found is a *witness*: as long as no given is in a cell where the two differ, the puzzle is not proper,
and no search is needed. The rules give some witnesses for nothing. If they say the same of the digits d and 10 - d, as dots
between consecutive digits do, every grid has an image; so it has if two digits may be exchanged everywhere.

On several grids one of them nearly always decides (:mod:`bookmaker.logic.generation.proving`); else the search stays
near the cell (:mod:`bookmaker.logic.kernels.another`).
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import typeof

from bookmaker.logic.generation.attempts import CELLS, GRIDS, NUMBER
from bookmaker.logic.generation.thinning import set_orbit
from bookmaker.logic.jit.bundle import Absent, Bundle, Opaque, Pointer, array, field
from bookmaker.logic.jit.decorators import inner, lean
from bookmaker.logic.kernels import search
from bookmaker.logic.kernels.another import another
from bookmaker.logic.kernels.rules import NOT, Array, RuleArrays
from bookmaker.logic.solve.rule_arrays import rule_arrays
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.rules import geometry as geometry_of
from bookmaker.puzzles.rules import one_of_its_grids

# Proofs about a puzzle of several grids that one of its grids decides.
#
# A cell of a grid has lost its given; does another solution of the puzzle differ there? Each grid is a whole puzzle by itself.
# So what its own givens exclude, with the cells that it shares left open, the whole puzzle excludes. And another solution of one
# grid that keeps the digits of all shared cells is another solution of the whole puzzle, since nobody else knows of its other
# cells. One grid is searched in a tenth of the time. By experiment: of the proofs of a minimal Samurai four in five end there.

OPEN = -1
"""No single grid decides."""

_GUESSES = 30
"""The most guesses in one grid: a grid that needs its neighbours may take any number, and so may they."""


class OneGrid(Bundle):
    """The grids of an arrangement, each by itself; none of a single grid. Not shared by threads."""

    rules: RuleArrays = field("the rules of each")
    search: Any = field("``search(rules, cells, limit, max_nodes, out) -> int``")
    cells: Array = array("int64[grids, n]", "the cells of each in its own reading order")
    place: Array = array("int64[grids, cells]", "the place of a cell in a grid, or -1")
    shared: Array = array("uint8[grids, n]", "1 for a cell that another grid has, too")
    givens: Array = array("uint8[n]", "scratch")
    out: Array = array("uint8[1, n]", "scratch")


@lru_cache(maxsize=64)
def _grids(ground: Geometry) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.uint8]]:
    """The fields ``cells``, ``place`` and ``shared``. Cached: not to be written to."""
    _, grids = one_of_its_grids(ground)
    cells = np.array(grids, np.int64)
    place = np.full((len(grids), ground.cell_count), -1, np.int64)
    for grid, own in enumerate(grids):
        place[grid, list(own)] = np.arange(len(own))
    return cells, place, (np.bincount(cells.ravel())[cells] > 1).astype(np.uint8)


def one_grid(geometry: Geometry, stays: bool) -> OneGrid:
    """The grids of a geometry without clues if ``stays``; else none."""
    rules = rule_arrays(one_of_its_grids(geometry)[0] if stays else geometry_of())
    signature = NUMBER(typeof(rules), CELLS, NUMBER, NUMBER, GRIDS)
    if not stays:
        return OneGrid.blank({"grids": 0, "n": 0, "cells": 0}, rules=rules, search=Absent(signature))
    cells, place, shared = _grids(geometry)
    lengths = {"n": cells.shape[1]}
    kernel = Pointer(search.search, signature)
    return OneGrid.blank(lengths, rules=rules, search=kernel, cells=cells, place=place, shared=shared)


@inner
def _keep(own: OneGrid, grid: int, known: Array, out: Array) -> None:
    """Write the known solution with the cells of one grid as they were found."""
    for cell in range(len(known)):
        out[0, cell] = known[cell]
    for at in range(len(own.givens)):
        out[0, own.cells[grid, at]] = own.out[0, at]


@lean
def by_one_grid(own: OneGrid, givens: Array, known: Array, cell: int, out: Array) -> int:
    """Whether the puzzle has a solution that its givens allow and ``known`` is not, if one grid with the ``cell`` decides that.

    ``givens`` uint8[cells]: NOT plus its known digit for this cell. ``known`` uint8[cells] keeps the others. Returns 1 and writes
    the solution to ``out`` uint8[1 or more, cells], 0 if there is none, or OPEN.
    """
    for grid in range(len(own.cells)):
        place = own.place[grid, cell]
        if place < 0:
            continue
        for at in range(len(own.givens)):
            own.givens[at] = givens[own.cells[grid, at]]
        found = own.search(own.rules, own.givens, 1, _GUESSES, own.out)
        if found == 0:
            return 0
        if own.shared[grid, place]:
            continue
        differs = found < 0
        for at in range(len(own.givens)):
            if own.shared[grid, at]:
                own.givens[at] = known[own.cells[grid, at]]
                differs |= own.out[0, at] != own.givens[at]
        if differs:
            found = own.search(own.rules, own.givens, 1, _GUESSES, own.out)
        if found > 0:
            _keep(own, grid, known, out)
            return 1
    return OPEN


WITNESSES = 128
"""The most witnesses that are remembered of a grid: a dozen are met."""

_BY_RULES = WITNESSES // 2
"""The most of them that come from the rules. Of size 9 there are 37 at the most, of size 25 there may be 301."""

_QUICK = 10
"""Guesses of a search that decides for several cells at once. Where it does not, they are looked at one by one."""


class Prover(Bundle):
    """The input of a proof besides the grid."""

    count: Any = field("the solver, as in :class:`bookmaker.logic.generation.targets.Work`")
    ground: Any = field("its first argument")
    none: Array = array("uint8[0, cells]", "its last argument where no solution is kept")
    pair: Array = array("uint8[2, cells]", "its last argument where two solutions are kept, scratch")
    nodes: int = field("guesses that a search may take, 0: any number")
    leads: bool = field("whether the solution leads the search; else all solutions are counted, up to two")
    stays: bool = field("whether the search stays near the cell")
    another: Any = field("then it is this: ``another(ground, cells, known, max_nodes, out) -> int``")
    one: OneGrid = field("the grids of several, each by itself")
    known: Array = array("uint8[cells]", "the known solution")
    images: Array = array("uint8[k, size + 1]", "exchanges of digits that the rules allow: image by digit")
    masks: Array = array("uint64[witnesses, words]", "the cells in which each witness differs")
    held: Array = array("uint64[words]", "scratch: the cells with givens")
    number: Array = array("int64[1]", "how many witnesses there are")


def prover(geometry: Geometry, count: Any, ground: Opaque, nodes: int) -> Prover:
    """What proofs on a geometry need. ``count``, ``ground``: see :class:`Prover`."""
    stays = geometry.overlapping and not geometry.has_sums_or_lines
    lengths = {"cells": geometry.cell_count, "witnesses": WITNESSES, "words": (geometry.cell_count + 63) // 64}
    own, shown = (NUMBER(typeof(one), CELLS, CELLS, NUMBER, GRIDS) for one in (ground.value, ground))
    return Prover.blank(
        lengths,
        count=count,
        ground=ground,
        nodes=nodes,
        stays=stays,
        another=Pointer(another, own, shown) if stays else Absent(shown),
        one=one_grid(geometry, stays),
        **leading(geometry),
    )


def leading(geometry: Geometry) -> dict[str, Any]:
    """The fields ``leads`` and ``images`` of a geometry.

    The solution leads where cells are related, and on several grids: there a search that only counts takes long.
    """
    leads = bool(geometry.relations) or (geometry.overlapping and not geometry.has_sums_or_lines)
    if leads and not (geometry.has_sums_or_lines or geometry.may):
        return {"leads": leads, "images": _images_of(geometry.size, geometry.tables)}
    return {"leads": leads, "images": np.zeros((0, geometry.size + 1), np.uint8)}


@lru_cache(maxsize=256)
def _images_of(size: int, tables: tuple[tuple[int, ...], ...]) -> npt.NDArray[np.uint8]:
    """The exchanges of two digits, and of each with the one as far from the other end, that keep relations by these tables;
    not all of them where there are very many. Cached: not to be written to.
    """
    digits = range(size)
    orders = [[size - 1 - digit for digit in digits]]
    for one, other in combinations(digits, 2):
        order = list(digits)
        order[one], order[other] = other, one
        orders.append(order)

    def keeps(order: list[int]) -> bool:
        return all(
            table[order[one]] >> order[other] & 1 == table[one] >> other & 1
            for table in tables
            for one in digits
            for other in digits
        )

    kept = [[0, *(digit + 1 for digit in order)] for order in orders if keeps(order)]
    return np.array(kept[:_BY_RULES], np.uint8).reshape(-1, size + 1)


@inner
def _add_witness(prover: Prover, solution: Array, other: Array) -> None:
    """Remember another solution."""
    number = prover.number[0]
    if number == len(prover.masks):
        return
    mask = prover.masks[number]
    some = np.uint64(0)
    for word in range(len(mask)):
        mask[word] = 0
    for cell in range(len(solution)):
        if other[cell] != solution[cell]:
            mask[cell >> 6] |= np.uint64(1) << np.uint64(cell & 63)
    for word in range(len(mask)):
        some |= mask[word]
    # A search that counts finds the known solution, too.
    prover.number[0] = number + 1 if some else number


@lean
def know(prover: Prover, solution: Array) -> None:
    """Begin with a full grid: what was found of another one is forgotten."""
    prover.number[0] = 0
    for cell in range(len(solution)):
        prover.known[cell] = solution[cell]
    for image in range(len(prover.images)):
        for cell in range(len(solution)):
            prover.pair[0, cell] = prover.images[image, solution[cell]]
        _add_witness(prover, solution, prover.pair[0])


@inner
def _is_forbidden(prover: Prover, givens: Array) -> bool:
    """Whether a witness has no given where it differs."""
    held = prover.held
    for word in range(len(held)):
        held[word] = 0
    for cell in range(len(givens)):
        held[cell >> 6] |= np.uint64(givens[cell] != 0) << np.uint64(cell & 63)
    for witness in range(prover.number[0]):
        some = np.uint64(0)
        for word in range(len(held)):
            some |= held[word] & prover.masks[witness, word]
        if some == 0:
            return True
    return False


@inner
def _others(prover: Prover, givens: Array, cell: int, digit: int) -> int:
    """How many solutions, at most one, have another digit in an open cell; -1 if the search gave up. The cell is given after."""
    givens[cell] = NOT + digit
    if prover.stays:
        found = by_one_grid(prover.one, givens, prover.known, cell, prover.pair)
        if found == OPEN:
            found = int(prover.another(prover.ground, givens, prover.known, prover.nodes, prover.pair))
    else:
        found = int(prover.count(prover.ground, givens, 1, prover.nodes, prover.pair))
    givens[cell] = digit
    return found


@lean
def stays_proper(
    prover: Prover, givens: Array, solution: Array, orbits: Array, order: Array, first: int, width: int
) -> bool:
    """Whether it is proven that a puzzle is proper without the givens of some orbits, with which it was.

    ``givens`` uint8[cells] lacks them. The orbits are those that int64[...] ``order`` names from place ``first`` on; ``solution``
    is the known one.
    """
    if not prover.leads:
        return bool(prover.count(prover.ground, givens, 2, prover.nodes, prover.none) == 1)
    if _is_forbidden(prover, givens):
        return False
    if width > 1:
        found = prover.count(prover.ground, givens, 2, _QUICK, prover.pair)
        if found > 1:
            _add_witness(prover, solution, prover.pair[0])
            _add_witness(prover, solution, prover.pair[1])
        if found > 0:
            return bool(found == 1)
    found = 0
    for place in range(first, first + width):
        for cell in orbits[order[place]]:
            if cell >= 0 and givens[cell] == 0 and found == 0:
                found = _others(prover, givens, cell, int(solution[cell]))
    for place in range(first, first + width):
        set_orbit(orbits, order[place], solution, givens, False)
    if found > 0:
        _add_witness(prover, solution, prover.pair[0])
    return bool(found == 0)


@lean
def is_needed(prover: Prover, givens: Array, cell: int) -> bool:
    """Whether a proper puzzle is not proven to stay so without the given of a cell. Its solution is the one last made known."""
    digit = int(givens[cell])
    if prover.leads:
        return _others(prover, givens, cell, digit) != 0
    givens[cell] = 0
    found = prover.count(prover.ground, givens, 2, prover.nodes, prover.none)
    givens[cell] = digit
    return bool(found != 1)
