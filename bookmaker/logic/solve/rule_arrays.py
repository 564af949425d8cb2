"""A geometry as the kernels see it: houses, peers and pairs of cells as arrays."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from itertools import chain, combinations
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bookmaker.logic.kernels.rules import BOX, COLUMN, OTHER, ROW, RuleArrays, WordRules
from bookmaker.puzzles.grid.geometry import Geometry

_KINDS = {"row": ROW, "column": COLUMN, "box": BOX, "region": BOX}
"""All other houses are OTHER."""


def padded(lists: Sequence[Sequence[int]]) -> np.ndarray[tuple[int, int], np.dtype[np.int16]]:
    """Lists of cells or houses as one array int16[lists, most], short ones filled up with -1."""
    out = np.full((len(lists), max(map(len, lists))), -1, dtype=np.int16)
    for row, items in enumerate(lists):
        out[row, : len(items)] = items
    return out


def _parts(lists: Iterable[Iterable[int]], width: int) -> tuple[npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any]]:
    """Lists of cells as words: where each list starts, the number of each word and its bits. See :class:`WordRules`."""
    starts = [0]
    words: list[int] = []
    masks: list[int] = []
    for cells in lists:
        found: dict[int, int] = {}
        for cell in sorted(cells):
            found[cell // width] = found.get(cell // width, 0) | 1 << cell % width
        words += found
        masks += found.values()
        starts.append(len(words))
    return np.array(starts, np.int64), np.array(words, np.int64), np.array(masks, np.uint32)


_Lists = list[list[tuple[int, ...]]]


def _pairs(geometry: Geometry, width: int) -> tuple[_Lists, _Lists, list[set[int]]]:
    """The pairs of houses with several cells in common as :class:`WordRules` has them."""
    words = -(-geometry.cell_count // width)
    near: _Lists = [[] for _ in range(words)]
    pointed: _Lists = [[] for _ in range(words)]
    rests: list[set[int]] = []

    def bits(cells: set[int], word: int) -> int:
        return sum(1 << cell % width for cell in cells if cell // width == word)

    known = set()
    held = [sum(1 << cell for cell in house.cells) for house in geometry.houses]
    for (one, here), (other, there) in combinations(zip(geometry.houses, held, strict=True), 2):
        both = here & there
        if both & (both - 1) == 0:
            continue
        if other.kind == "column":
            one, other = other, one
        first, second = set(one.cells) - set(other.cells), set(other.cells) - set(one.cells)
        # In a grid two boxes wide, a row and a box can leave the same cells as another row and box.
        same = frozenset(map(frozenset, (first, second)))
        if same in known:
            continue
        known.add(same)
        lie_in = [{cell // width for cell in house.cells} for house in (one, other)]
        word = min(lie_in[1])
        if lie_in == [{word}, {word}]:
            near[word].append((bits(first, word), bits(second, word)))
        elif one.kind == "column" and lie_in[1] == {word}:
            pointed[word].append((1 << one.number - 1, bits(first, word), bits(second, word)))
        else:
            rests += [first, second]
    return near, pointed, rests


def _flat(lists: _Lists, place: int) -> npt.NDArray[np.uint32]:
    return np.array([items[place] for items in chain.from_iterable(lists)], np.uint32)


def _word_rules(geometry: Geometry) -> WordRules:
    width = 32 // geometry.size * geometry.size
    words = -(-geometry.cell_count // width)

    def spread(cells: Iterable[int]) -> list[int]:
        places = list(cells)
        return [sum(1 << cell % width for cell in places if cell // width == word) for word in range(words)]

    rows = [house.cells for house in geometry.houses if house.kind == "row"]
    others = [house.cells for house in geometry.houses if house.kind not in ("row", "column")]
    within = [cells for cells in others if min(cells) // width == max(cells) // width]
    across = [cells for cells in others if cells not in within]
    columns = [house.cells for house in geometry.houses if house.kind == "column"]
    near, pointed, rests = _pairs(geometry, width)
    house_start, house_word, house_mask = _parts([*rows, *within, *across, *columns], width)
    rest_start, rest_word, rest_mask = _parts(rests, width)
    return WordRules(
        width=width,
        full=np.array(spread(range(geometry.cell_count)), np.uint32),
        may=_may_words(geometry, width, limits(geometry)),
        first=np.array(spread(range(0, geometry.cell_count, geometry.size)), np.uint32),
        near=packed(seen_cells(geometry), width, np.uint32),
        within=len(rows) + len(within),
        plain=len(rows) + len(others),
        house_start=house_start,
        house_word=house_word,
        house_mask=house_mask,
        near_start=np.cumsum([0, *map(len, near)]),
        near_one=_flat(near, 0),
        near_other=_flat(near, 1),
        column_start=np.cumsum([0, *map(len, pointed)]),
        column_bit=_flat(pointed, 0),
        column_rest=_flat(pointed, 1),
        column_other=_flat(pointed, 2),
        rest_start=rest_start,
        rest_word=rest_word,
        rest_mask=rest_mask,
        **_related_words(geometry, width),
    )


def _related_words(geometry: Geometry, width: int) -> dict[str, npt.NDArray[Any]]:
    """The fields of :class:`WordRules` that relations decide."""
    related = related_cells(geometry).packed(width)
    related = related.reshape(len(geometry.tables), geometry.cell_count, related.shape[1])
    return {"tables": relation_tables(geometry), "related": related, **_ring_arrays(geometry, width)}


def _no_words() -> WordRules:
    """The words of a geometry that has no whole rows: :mod:`bookmaker.logic.kernels.search` cannot search it."""
    lengths = ("words", "size", "cells", "houses", "parts", "pairs", "tables", "rings")
    return WordRules.blank(dict.fromkeys(lengths, 0), width=1, within=0, plain=0)


def packed(sets: npt.NDArray[np.bool_], width: int, word: type[np.integer[Any]]) -> npt.NDArray[Any]:
    """Sets of cells, bool[..., cells], as words of ``width`` bits each: word[..., words]."""
    *shape, cells = sets.shape
    words, bits = -(-cells // width), 8 * word().itemsize
    whole = np.zeros((*shape, words * width), np.uint8)
    whole[..., :cells] = sets
    spaced = np.zeros((*shape, words, bits), np.uint8)
    spaced[..., :width] = whole.reshape(*shape, words, width)
    return np.packbits(spaced, axis=-1, bitorder="little").view(word).reshape(*shape, words)


class Members(NamedTuple):
    """Sets of cells: the number of each set with each of its cells, int64[n] both, ascending. ``sets``, ``cells``: how many there
    are.
    """

    owner: npt.NDArray[np.int64]
    cell: npt.NDArray[np.int64]
    sets: int
    cells: int

    def packed(self, width: int) -> npt.NDArray[np.uint32]:
        """The sets as words of ``width`` cells, 32 at the most: uint32[sets, words]."""
        words = -(-self.cells // width)
        # The sums are exact: each bit is added once.
        sums = np.bincount(self.owner * words + self.cell // width, _BITS[self.cell % width], self.sets * words)
        return sums.astype(np.uint32).reshape(self.sets, words)

    def as_words(self) -> npt.NDArray[np.int64]:
        """The sets as words of 64 cells: int64[sets, words]."""
        halves = self.packed(32)
        even = np.zeros((self.sets, halves.shape[1] + halves.shape[1] % 2), np.uint32)
        even[:, : halves.shape[1]] = halves
        return even.view(np.int64)

    def listed(self) -> npt.NDArray[np.int16]:
        """The sets as lists, int16[sets, most], short ones filled up with -1."""
        counts = np.bincount(self.owner, minlength=self.sets)
        out = np.full((self.sets, max(1, counts.max(initial=0))), -1, np.int16)
        out[self.owner, np.arange(len(self.owner)) - (np.cumsum(counts) - counts)[self.owner]] = self.cell
        return out


_BITS = np.exp2(np.arange(32))


@lru_cache(maxsize=8)
def related_cells(geometry: Geometry) -> Members:
    """The cells that each of ``Geometry.tables`` holds for, seen from a cell: a set for each table and cell. Cached: do not write
    to it.
    """
    sets, cells = len(geometry.tables) * geometry.cell_count, geometry.cell_count
    related = geometry.related_pairs
    numbers = np.array([(there, back, len(pairs)) for there, back, pairs in related], np.int64).reshape(-1, 3)
    there, back = np.repeat(numbers[:, :2], numbers[:, 2], axis=0).T
    flat = chain.from_iterable(chain.from_iterable(pairs for *_, pairs in related))
    one, other = np.fromiter(flat, np.int64).reshape(-1, 2).T
    held = np.zeros(sets * cells, np.bool_)
    held[(there * cells + one) * cells + other] = True
    held[(back * cells + other) * cells + one] = True
    return Members(*np.divmod(np.flatnonzero(held), cells), sets, cells)


def related_words(geometry: Geometry) -> npt.NDArray[np.int64]:
    """:func:`related_cells` as words of 64 cells: int64[tables, cells, words]."""
    words = -(-geometry.cell_count // 64)
    return related_cells(geometry).as_words().reshape(len(geometry.tables), geometry.cell_count, words)


@lru_cache(maxsize=32)
def seen_cells(geometry: Geometry) -> npt.NDArray[np.bool_]:
    """The peers of each cell: bool[cells, cells]. Cached: do not write to it."""
    peers: list[tuple[int, Collection[int]]] = [*geometry.unhoused_peers.items()]
    if geometry.base is None:
        out = np.zeros((geometry.cell_count, geometry.cell_count), np.bool_)
        peers += enumerate(geometry.housed)
    else:
        out = seen_cells(geometry.base).copy()
    one, other = np.array([(cell, seen) for cell, others in peers for seen in others], np.intp).reshape(-1, 2).T
    out[one, other] = True
    return out


def listed(sets: npt.NDArray[np.bool_]) -> npt.NDArray[np.int16]:
    """Sets of cells, bool[..., cells], as ascending lists: int16[..., most], short ones filled up with -1."""
    *shape, cells = sets.shape
    lists, held = np.divmod(np.flatnonzero(sets), cells)
    counts = np.bincount(lists, minlength=sets.size // cells)
    out = np.full((len(counts), max(1, counts.max(initial=0))), -1, np.int16)
    out[lists, np.arange(len(lists)) - np.repeat(np.cumsum(counts) - counts, counts)] = held
    return out.reshape(*shape, out.shape[1])


def _may_words(geometry: Geometry, width: int, may: npt.NDArray[np.int64]) -> npt.NDArray[np.uint32]:
    """The cells that may hold each digit, uint32[size or 0, words]."""
    if not len(may):
        return np.zeros((0, -(-geometry.cell_count // width)), np.uint32)
    return packed((may >> np.arange(geometry.size)[:, None] & 1).astype(np.bool_), width, np.uint32)


class _Houses(NamedTuple):
    """The cells of each house, uint32[houses, words]; and the houses of each cell, int64[cells, most], short lists filled up with
    the number of houses.
    """

    members: npt.NDArray[np.uint32]
    of_cell: npt.NDArray[np.int64]


@lru_cache(maxsize=64)
def _houses(geometry: Geometry, width: int) -> _Houses:
    cells = [sorted(house.cells) for house in geometry.houses]
    owner = np.repeat(np.arange(len(cells)), [len(own) for own in cells])
    members = Members(owner, np.array([*chain.from_iterable(cells)]), len(cells), geometry.cell_count)
    of_cell = _cell_houses(geometry).astype(np.int64)
    return _Houses(members.packed(width), np.where(of_cell < 0, len(cells), of_cell))


def _ring_arrays(geometry: Geometry, width: int) -> dict[str, npt.NDArray[Any]]:
    """The fields ``ring_...`` of :class:`WordRules`: each table and cell with each house that has several of the cell and the
    cells related to it.
    """
    related, (members, houses_of) = related_cells(geometry), _houses(geometry.ground, width)
    cells, houses = geometry.cell_count, len(members)
    # The sets of cells that are not empty, each with its own cell.
    sets = np.flatnonzero(np.bincount(related.owner, minlength=related.sets))
    table, own = np.divmod(sets, cells)
    row = np.concatenate([np.searchsorted(sets, related.owner), np.arange(len(sets))])
    near = Members(row, np.concatenate([related.cell, own]), len(sets), cells)
    met = np.bincount((row[:, None] * (houses + 1) + houses_of[near.cell]).ravel(), minlength=len(sets) * (houses + 1))
    row, house = np.divmod(np.flatnonzero(met.reshape(len(sets), houses + 1)[:, :houses] > 1), houses)
    masks = members[house] & ~near.packed(width)[row]
    cell = own[row]
    ring, word = np.divmod(np.flatnonzero(masks), masks.shape[1])
    return {
        "ring_table": table[row],
        "ring_cell": cell,
        "ring_inside": (members[house, cell // width] >> (cell % width).astype(np.uint32) & 1).astype(np.int64),
        "ring_start": np.searchsorted(ring, np.arange(len(row) + 1)),
        "ring_word": word,
        "ring_mask": masks[ring, word],
    }


def relation_tables(geometry: Geometry) -> npt.NDArray[np.uint32]:
    """``Geometry.tables`` as uint32[tables, size]."""
    return np.array(geometry.tables, np.uint32).reshape(-1, geometry.size)


def limits(geometry: Geometry) -> npt.NDArray[np.int64]:
    """``Geometry.may`` as int64[cells or 0]."""
    return np.array(geometry.may, np.int64)


def _clued(geometry: Geometry, base: RuleArrays) -> RuleArrays:
    """The arrays of a geometry with clues: those of the same grid without clues, but for relations, limits and peers."""
    may, width = limits(geometry), base.words.width
    words = base.words.replaced(may=_may_words(geometry, width, may), **_related_words(geometry, width))
    arrays = base.replaced(may=may.astype(np.uint32), words=words, **_relations(geometry))
    changed = [*geometry.unhoused_peers]
    if not changed:
        return arrays
    seen, near = seen_cells(geometry), words.near.copy()
    near[changed] = packed(seen[changed], width, np.uint32)
    return arrays.replaced(words=words.replaced(near=near), **_peer_arrays(seen))


def _relations(geometry: Geometry) -> dict[str, npt.NDArray[Any]]:
    lists = related_cells(geometry).listed()
    return {
        "tables": relation_tables(geometry),
        "related": lists.reshape(len(geometry.tables), geometry.cell_count, lists.shape[1]),
    }


def _peer_arrays(seen: npt.NDArray[np.bool_]) -> dict[str, npt.NDArray[Any]]:
    return {"peers": listed(seen), "peer_count": seen.sum(axis=1).astype(np.int16), "sees": seen.astype(np.uint8)}


@lru_cache(maxsize=64)
def _cell_houses(geometry: Geometry) -> npt.NDArray[np.int16]:
    houses_of: list[list[int]] = [[] for _ in range(geometry.cell_count)]
    for number, house in enumerate(geometry.houses):
        for cell in house.cells:
            houses_of[cell].append(number)
    return padded(houses_of)


@lru_cache(maxsize=256)
def rule_arrays(geometry: Geometry) -> RuleArrays:
    """The geometry as the kernels see it. Cached: the arrays are shared and must not be written to."""
    if geometry.base is not None:
        return _clued(geometry, rule_arrays(geometry.base))
    return RuleArrays(
        size=geometry.size,
        houses=np.array([house.cells for house in geometry.houses], dtype=np.int16),
        house_kind=np.array([_KINDS.get(house.kind, OTHER) for house in geometry.houses], dtype=np.int8),
        cell_houses=_cell_houses(geometry),
        may=limits(geometry).astype(np.uint32),
        words=_no_words() if geometry.overlapping else _word_rules(geometry),
        **_relations(geometry),
        **_peer_arrays(seen_cells(geometry)),
    )
