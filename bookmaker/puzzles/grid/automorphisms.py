"""Symmetries of a geometry: the maps of cells that keep all of its rules, and the ways to rename digits that do.

A map lists for each place the cell that comes there. Rows go to rows and columns to columns, or rows to columns and columns to
rows; everything else (boxes, regions, further houses, relations) must stay the same. A search finds the maps.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import permutations, product

import numpy as np
import numpy.typing as npt

from bookmaker.base.seeds import seed_for
from bookmaker.puzzles.grid.automaton import Automaton
from bookmaker.puzzles.grid.geometry import Geometry, Relation

LARGEST = 9
"""Sizes up to this one are searched for all symmetries; larger grids have too many orders of lines, and are turned only."""

Maps = npt.NDArray[np.intp]


@lru_cache(maxsize=64)
def automorphisms(geometry: Geometry) -> Maps:
    """Every map of cells that keeps the geometry, intp[maps, cells].

    For sizes above LARGEST, for several grids that share cells, with lines, and without boxes, only turns and reflections: rows
    of a Latin square have too many orders.

    Raises ValueError for a plain geometry up to LARGEST, which has millions: its canonical form has kernels of its own.
    """
    if geometry.plain and geometry.size <= LARGEST:
        raise ValueError("a plain grid has too many symmetries to list")
    if geometry.size > LARGEST or not geometry.boxed or geometry.overlapping or geometry.lines:
        return turns(geometry)
    return np.array(list(_searched(geometry)), np.intp)


def turns(geometry: Geometry) -> Maps:
    """The turns and reflections of the square, or of the rectangle around several grids, that keep the geometry."""
    images = _turned(geometry) if geometry.overlapping else dihedral(geometry.size)
    return np.array([image for image in images if _keeps(geometry, image)], np.intp)


def _turned(geometry: Geometry) -> Iterator[npt.NDArray[np.intp]]:
    """The turns and reflections that map the cells of several grids onto cells."""
    cells = np.full((geometry.height, geometry.width), -1, np.intp)
    for cell in range(geometry.cell_count):
        cells[geometry.place(cell)] = cell
    for side in (cells, cells.T):
        for turn in range(4):
            image = np.rot90(side, turn)
            if image.shape == cells.shape and ((image < 0) == (cells < 0)).all():
                yield image[cells >= 0]


def dihedral(size: int) -> Maps:
    """The eight turns and reflections of a square, intp[8, cells]; the first leaves all where it is."""
    cells = np.arange(size * size).reshape(size, size)
    found = [np.rot90(side, turn) for side in (cells, cells.T) for turn in range(4)]
    return np.array([image.ravel() for image in found], np.intp)


def relabellings(geometry: Geometry) -> Maps | None:
    """The ways to rename digits that keep the relations, intp[ways, size + 1] with 0 for 0; None: all of them.

    Tables of relations order the digits, and limits distinguish some from others, so that only counting from the other end may
    remain; where there are sums, or lines that do not take all digits alike, no other names are looked for.
    """
    named = [line for line in geometry.lines if not _calls_alike(line.automaton, geometry.size)]
    if not (geometry.tables or geometry.limits or geometry.totals or named):
        return None
    plain, mirrored = both_ends(geometry.size)
    if geometry.totals or named:
        return np.array([plain])
    swapped = all(
        limit.allowed
        == sum((limit.allowed >> digit & 1) << geometry.size - 1 - digit for digit in range(geometry.size))
        for limit in geometry.limits
    )
    both = swapped and {frozenset(pairs) for pairs in _related(geometry, plain)} == {
        frozenset(pairs) for pairs in _related(geometry, mirrored)
    }
    return np.array([plain, mirrored] if both else [plain])


@lru_cache(maxsize=256)
def _calls_alike(held: Automaton, size: int) -> bool:
    """Whether digits may be renamed in any way: two may change places, and each become the next."""
    digits = list(range(1, size + 1))
    return held.keeps_names([2, 1, *digits[2:]]) and held.keeps_names([*digits[1:], 1])


def both_ends(size: int) -> Maps:
    """Digits as they are, and counted from the other end: intp[2, size + 1] with 0 for 0."""
    plain = np.arange(size + 1)
    return np.array([plain, np.concatenate([[0], plain[:0:-1]])])


def _related(geometry: Geometry, labels: npt.NDArray[np.intp]) -> Iterator[list[tuple[int, int, int, int]]]:
    """Each pair of related cells with each pair of digits that it allows, renamed."""
    size = geometry.size
    for table, cells in zip(geometry.tables, geometry.related, strict=True):
        digits = [(d, e) for d in range(size) for e in range(size) if table[d] >> e & 1]
        for one, others in enumerate(cells):
            for other in others:
                yield [(one, other, int(labels[d + 1]), int(labels[e + 1])) for d, e in digits]


@lru_cache(maxsize=64)
def _colours(geometry: Geometry) -> npt.NDArray[np.int64]:
    """A colour for each two cells, by all that they share but lines, int64[cells, cells]; equal numbers mean the same."""
    names: dict[tuple[object, ...], int] = {}
    count, size = geometry.cell_count, geometry.size
    held: list[list[list[str]]] = [[[] for _ in range(count)] for _ in range(count)]
    for house in geometry.houses[2 * size :]:
        for one in house.cells:
            for other in house.cells:
                held[one][other].append("area" if house.kind in ("box", "region") else house.kind)
    peers = [set(seen) for seen in geometry.peers]
    related = [[set(near) for near in cells] for cells in geometry.related]
    out = np.zeros((count, count), np.int64)
    for one in range(count):
        for other in range(count):
            key = (
                tuple(sorted(held[one][other])),
                other in peers[one],
                (geometry.may[one], geometry.may[other]) if geometry.may else (),
                tuple(table for table, cells in enumerate(related) if other in cells[one]),
            )
            out[one, other] = names.setdefault(key, len(names))
    return out


def _keeps(geometry: Geometry, image: npt.NDArray[np.intp]) -> bool:
    if geometry.overlapping:
        # Rows may become columns: only which cells are in a house together counts.
        kept = {frozenset(house.cells) for house in geometry.houses}
        moved = {frozenset(int(image[cell]) for cell in house.cells) for house in geometry.houses}
        return kept == moved and all(_related_alike(relation, image) for relation in geometry.relations)
    # A line reads the same from its other end: see Rule.lines. Those of clues belong to the clues.
    lines = {(line.automaton, min(line.cells, line.cells[::-1])) for line in geometry.lines}
    moved_lines = {
        (held, min(cells, cells[::-1]))
        for held, cells in ((line.automaton, tuple(int(image[cell]) for cell in line.cells)) for line in geometry.lines)
    }
    if lines != moved_lines:
        return False
    colours = _colours(geometry)
    return bool((colours[np.ix_(image, image)] == colours).all())


def _related_alike(relation: Relation, image: npt.NDArray[np.intp]) -> bool:
    ways = {*relation.pairs, *(pair[::-1] for pair in relation.pairs if relation.allowed == relation.reverse)}
    return {(int(image[one]), int(image[other])) for one, other in ways} == ways


def _line_orders(group: int, groups: int) -> Iterator[tuple[int, ...]]:
    """All orders of group * groups lines that keep groups of ``group`` neighbours together."""
    for outside in permutations(range(groups)):
        for insides in product(permutations(range(group)), repeat=groups):
            yield tuple(g * group + line for g, inside in zip(outside, insides, strict=True) for line in inside)


def _searched(geometry: Geometry) -> Iterator[npt.NDArray[np.intp]]:
    """For each order of the rows choose the columns one by one, as long as the colours of all chosen cells stay the same.

    The colours between two columns are compared as one number, a weighted sum, for all orders of the rows at once. Different
    colours may have equal sums, so each map that is found is checked cell by cell.
    """
    colours, (height, width), size = _colours(geometry), geometry.box, geometry.size
    cells = np.arange(size * size).reshape(size, size)
    orders = np.array(list(_line_orders(height, size // height)))
    places = np.argsort(orders, axis=1)
    weights = np.array([[seed_for(row, other) >> 2 for other in range(size)] for row in range(size)])
    weighed = weights[places[:, :, None], places[:, None, :]].reshape(len(orders), -1)
    wanted = _sums(weights.reshape(1, -1), colours, cells)[0]
    for across in (False, True) if height == width else (False,):
        ground = cells.T if across else cells
        sums = _sums(weighed, colours, ground)
        within = np.sort(np.diagonal(sums, axis1=1, axis2=2))
        for at in np.flatnonzero((within == np.sort(np.diagonal(wanted))).all(axis=1)):
            for columns in _columns(sums[at].tolist(), wanted.tolist(), []):
                image = ground[orders[at]][:, columns].ravel()
                if _keeps(geometry, image):
                    yield image


def _sums(weighed: npt.NDArray[np.int64], colours: npt.NDArray[np.int64], ground: Maps) -> npt.NDArray[np.int64]:
    """For each row of weights int64[n, rows * rows] the sums of the colours between two columns, int64[n, columns, columns]."""
    size = len(ground)
    between = colours[ground[:, None, :, None], ground[None, :, None, :]]
    return (weighed @ between.reshape(size * size, -1)).reshape(-1, size, size)


def _columns(sums: list[list[int]], wanted: list[list[int]], chosen: list[int]) -> Iterator[list[int]]:
    if len(chosen) == len(wanted):
        yield chosen
        return
    new = wanted[len(chosen)]
    for column in range(len(wanted)):
        after = [*chosen, column]
        if column not in chosen and all(sums[column][old] == new[place] for place, old in enumerate(after)):
            yield from _columns(sums, wanted, after)
