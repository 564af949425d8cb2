"""A geometry as the kernels see it: houses, peers and pairs of cells as arrays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain, combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from bookmaker.grid.geometry import Geometry
from bookmaker.kernels.rules import BOX, COLUMN, OTHER, ROW, RuleArrays, WordRules

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
    related = packed(related_cells(geometry), width, np.uint32)
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
        tables=relation_tables(geometry),
        related=related,
        **_ring_arrays(geometry, width, related),
    )


def _no_words() -> WordRules:
    """The words of a geometry that has no whole rows: :mod:`bookmaker.kernels.search` cannot search it."""
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


@lru_cache(maxsize=8)
def related_cells(geometry: Geometry) -> npt.NDArray[np.bool_]:
    """The cells that each of ``Geometry.tables`` holds for, seen from a cell: bool[tables, cells, cells]. Cached: do not write to
    it.
    """
    out = np.zeros((len(geometry.tables), geometry.cell_count, geometry.cell_count), np.bool_)
    for table, pairs in zip(out, geometry.related_pairs, strict=True):
        one, other = np.array(pairs).T
        table[one, other] = True
    return out


@lru_cache(maxsize=8)
def seen_cells(geometry: Geometry) -> npt.NDArray[np.bool_]:
    """The peers of each cell: bool[cells, cells]. Cached: do not write to it."""
    out = np.zeros((geometry.cell_count, geometry.cell_count), np.bool_)
    numbers = [len(peers) for peers in geometry.peers]
    cells = np.repeat(np.arange(geometry.cell_count), numbers)
    out[cells, np.fromiter(chain.from_iterable(geometry.peers), np.intp, sum(numbers))] = True
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
    held = may[None, :] >> np.arange(geometry.size)[:, None] & 1
    held = np.pad(held, ((0, 0), (0, -len(may) % width))).reshape(geometry.size, -1, width)
    return np.ascontiguousarray((held << np.arange(width)).sum(axis=2), np.uint32)


@lru_cache(maxsize=64)
def _members(geometry: Geometry, width: int) -> npt.NDArray[np.uint32]:
    """The cells of each house, uint32[houses, words]."""
    held = np.zeros((len(geometry.houses), -(-geometry.cell_count // width)), np.uint32)
    for number, house in enumerate(geometry.houses):
        for cell in house.cells:
            held[number, cell // width] |= np.uint32(1 << cell % width)
    return held


def _ring_arrays(geometry: Geometry, width: int, related: npt.NDArray[np.uint32]) -> dict[str, npt.NDArray[Any]]:
    """The fields ``ring_...`` of :class:`WordRules`: each table and cell with each house that has several of the cell and the
    cells related to it.
    """
    if not len(related):
        none = np.zeros(0, np.int64)
        rings = dict.fromkeys(("ring_table", "ring_cell", "ring_inside", "ring_word"), none)
        return {**rings, "ring_start": np.zeros(1, np.int64), "ring_mask": np.zeros(0, np.uint32)}
    members, (_, count, words) = _members(geometry.ground, width), related.shape
    near = related.reshape(-1, words)
    # Word by word: a reduction over so short an axis takes longer than all the rest.
    cells = np.flatnonzero(np.logical_or.reduce([near[:, at] for at in range(words)]))
    near, rows = near[cells].copy(), np.arange(len(cells))
    near[rows, cells % count // width] |= np.uint32(1) << (cells % count % width).astype(np.uint32)
    some = several = np.zeros((len(cells), len(members)), np.bool_)
    for at in range(words):
        held = near[:, at, None] & members[:, at]
        here = held != 0
        several = several | (here & some) | (held & (held - np.uint32(1)) != 0)
        some = some | here
    row, house = np.nonzero(several)
    masks = members[house] & ~near[row]
    table, cell = cells[row] // count, cells[row] % count
    inside = members[house, cell // width] >> (cell % width).astype(np.uint32) & 1
    ring, word = np.nonzero(masks)
    return {
        "ring_table": table.astype(np.int64),
        "ring_cell": cell.astype(np.int64),
        "ring_inside": inside.astype(np.int64),
        "ring_start": np.searchsorted(ring, np.arange(len(row) + 1)).astype(np.int64),
        "ring_word": word.astype(np.int64),
        "ring_mask": masks[ring, word].astype(np.uint32),
    }


def relation_tables(geometry: Geometry) -> npt.NDArray[np.uint32]:
    """``Geometry.tables`` as uint32[tables, size]."""
    return np.array(geometry.tables, np.uint32).reshape(-1, geometry.size)


def limits(geometry: Geometry) -> npt.NDArray[np.int64]:
    """``Geometry.may`` as int64[cells or 0]."""
    return np.array(geometry.may, np.int64)


def _clued(geometry: Geometry, base: RuleArrays) -> RuleArrays:
    """The arrays of a geometry with clues: those of the same grid without clues, but for relations, limits and peers."""
    words, may = base.words, limits(geometry)
    tables, cells = relation_tables(geometry), related_cells(geometry)
    related = packed(cells, words.width, np.uint32)
    words = words.replaced(
        tables=tables,
        related=related,
        may=_may_words(geometry, words.width, may),
        **_ring_arrays(geometry, words.width, related),
    )
    arrays = base.replaced(tables=tables, related=listed(cells), may=may.astype(np.uint32), words=words)
    if geometry.base is not None and geometry.peers is geometry.base.peers:
        return arrays
    seen = seen_cells(geometry)
    return arrays.replaced(words=words.replaced(near=packed(seen, words.width, np.uint32)), **_peer_arrays(seen))


def _peer_arrays(seen: npt.NDArray[np.bool_]) -> dict[str, npt.NDArray[Any]]:
    return {"peers": listed(seen), "peer_count": seen.sum(axis=1).astype(np.int16), "sees": seen.astype(np.uint8)}


@lru_cache(maxsize=256)
def rule_arrays(geometry: Geometry) -> RuleArrays:
    """The geometry as the kernels see it. Cached: the arrays are shared and must not be written to."""
    if geometry.base is not None:
        return _clued(geometry, rule_arrays(geometry.base))
    houses_of: list[list[int]] = [[] for _ in range(geometry.cell_count)]
    for number, house in enumerate(geometry.houses):
        for cell in house.cells:
            houses_of[cell].append(number)
    return RuleArrays(
        size=geometry.size,
        houses=np.array([house.cells for house in geometry.houses], dtype=np.int16),
        house_kind=np.array([_KINDS.get(house.kind, OTHER) for house in geometry.houses], dtype=np.int8),
        cell_houses=padded(houses_of),
        tables=relation_tables(geometry),
        related=listed(related_cells(geometry)),
        may=limits(geometry).astype(np.uint32),
        words=_no_words() if geometry.overlapping else _word_rules(geometry),
        **_peer_arrays(seen_cells(geometry)),
    )
