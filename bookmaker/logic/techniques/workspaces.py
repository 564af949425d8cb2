"""The arrays that finders work on: a geometry and its cages as tables, and for each thread a board and working memory."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import accumulate, combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from bookmaker.logic.kernels.derived_sums import CageArrays
from bookmaker.logic.solve.cage_sums import impossible
from bookmaker.logic.solve.clue_arrays import as_words, line_rules, sum_rules
from bookmaker.logic.solve.rule_arrays import limits, listed, packed, related_words, rule_arrays, seen_cells
from bookmaker.logic.techniques.finders import innies
from bookmaker.logic.techniques.finders.almost_net import LENGTHS, NODES, Sets
from bookmaker.logic.techniques.finders.board import Board, Tables
from bookmaker.logic.techniques.finders.graph import Graph
from bookmaker.logic.techniques.finders.implications import LANES, MOST, ImplicationWorkspace, NetRows
from bookmaker.logic.techniques.finders.prospects import MOST_WORDS, Prospects
from bookmaker.logic.techniques.finders.scratch import KEYS, Scratch
from bookmaker.logic.techniques.finders.single_cages import Cages
from bookmaker.logic.techniques.finders.sums_and_lines import LARGEST, MOST_WAYS, ROWS, ClueWorkspace
from bookmaker.puzzles.grid.automaton import Automaton
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.grid.puzzle import Cage


@lru_cache(maxsize=64)
def _watched(geometry: Geometry) -> npt.NDArray[np.int64]:
    """The field ``watch`` of :class:`ClueWorkspace`. Cached: not to be written to."""
    words = (geometry.cell_count + 63) // 64
    cells = [clue.cells for clue in geometry.totals] + [clue.cells for clue in geometry.lines]
    return np.array([as_words(own, words) for own in cells], np.int64).reshape(-1, words)


@lru_cache(maxsize=1 << 10)
def _left_alone(automaton: Automaton, length: int, size: int) -> tuple[int, ...]:
    return tuple(automaton.left_different([(1 << size) - 1] * length))


@lru_cache(maxsize=1 << 10)
def _added_alone(signs: tuple[int, ...], total: int, unlike: tuple[tuple[int, int], ...], size: int) -> tuple[int, ...]:
    """The digits of all ways to make a sum, as masks; by bounds where the finder bounds it, too."""
    if size ** len(signs) <= MOST_WAYS:
        ways = np.indices((size,) * len(signs), np.int64).reshape(len(signs), -1)
        kept = np.array(signs) @ (ways + 1) == total
        for one, other in unlike:
            kept &= ways[one] != ways[other]
        return tuple(int(np.bitwise_or.reduce(1 << own[kept])) for own in ways)
    ends = [(1, size) if sign > 0 else (-size, -1) for sign in signs]
    low, high = (sum(end[side] for end in ends) for side in (0, 1))
    fits = (
        [d for d in range(1, size + 1) if low - small <= total - sign * d <= high - large]
        for sign, (small, large) in zip(signs, ends, strict=True)
    )
    return tuple(sum(1 << d - 1 for d in digits) for digits in fits)


@lru_cache(maxsize=64)
def _alone(geometry: Geometry, most: int) -> npt.NDArray[np.int64]:
    """The field ``alone`` of :class:`ClueWorkspace`. All digits where the cells of a line do not see each other. Cached: not
    written to.
    """
    sums, lines, rules = geometry.totals, geometry.lines, line_rules(geometry)
    masks = np.full((len(sums) + len(lines), most), (1 << geometry.size) - 1, np.int64)
    for row, one in enumerate(sums):
        signs = (1,) * len(one.plus) + (-1,) * len(one.minus)
        # In the order of the finder, which has peers side by side.
        cells = rules.sum_cells[rules.sum_start[row] : rules.sum_start[row + 1]].tolist()
        pairs = combinations(range(len(signs)), 2)
        apart = tuple((i, j) for i, j in pairs if cells[j] in geometry.peers[cells[i]])
        masks[row, : len(signs)] = _added_alone(signs, one.total, apart, geometry.size)
    for row, line in enumerate(lines if geometry.size <= LARGEST else (), len(sums)):
        if all({*line.cells} - {cell} <= {*geometry.peers[cell]} for cell in line.cells):
            masks[row, : len(line.cells)] = _left_alone(line.automaton, len(line.cells), geometry.size)
    return masks


def clue_workspace(geometry: Geometry) -> ClueWorkspace:
    """New arrays for one thread, with the sums and lines of a puzzle's clues."""
    lines = line_rules(geometry)
    most = max((len(clue.cells) for clues in (geometry.totals, geometry.lines) for clue in clues), default=0)
    words = (geometry.cell_count + 63) // 64
    sets = (1 << geometry.size) + 63 >> 6 if lines.line_layer.size and geometry.size <= LARGEST else 0
    lengths = {
        "sets": sets,
        "cells": geometry.cell_count,
        "ROWS": ROWS,
        "most": most,
        "states": lines.edge_start.size,
        "words": words,
    }
    return ClueWorkspace.blank(lengths, lines=lines, watch=_watched(geometry), alone=_alone(geometry, most))


@lru_cache(maxsize=256)
def tables(geometry: Geometry) -> Tables:
    """The geometry as the finders see it. The result is cached and shared: do not write to it."""
    rules, ruled = rule_arrays(geometry), relations(geometry)
    if geometry.base is not None and not geometry.unhoused_peers:
        return tables(geometry.base).replaced(**ruled)
    if geometry.base is not None:
        base, peers = tables(geometry.base), {"peers": rules.peers, "peer_count": rules.peer_count}
        return base.replaced(**ruled, **peers, **sight(geometry, seen_cells(geometry), base))
    houses, kinds = rules.houses, rules.house_kind
    rank = {"box": 0, "region": 0, "row": 1, "column": 2}
    boxes_first = sorted(range(len(houses)), key=lambda h: (rank.get(geometry.houses[h].kind, 3), h))
    lines = line_sets(geometry)
    sets = np.zeros(len(houses), dtype=np.int64)
    for number, own in enumerate(lines):
        for at, house in enumerate(own):
            sets[house] |= 1 << number
            # Fish read place p of a row as "column p" and the other way round.
            if any(houses[house][p] != houses[line][at] for p, line in enumerate(lines[number ^ 1])):
                raise ValueError("rows and columns must list their cells in reading order")
    place = {(h, int(cell)): p for h in range(len(houses)) for p, cell in enumerate(houses[h])}
    cell_place = np.full(rules.cell_houses.shape, -1, dtype=np.int16)
    for cell, held in enumerate(rules.cell_houses):
        cell_place[cell] = [place.get((int(h), cell), -1) for h in held]
    return Tables(
        size=rules.size,
        houses=houses,
        house_kind=kinds,
        boxes_first=np.array(boxes_first, dtype=np.int16),
        lines=np.array(lines, dtype=np.int16),
        line_sets=sets,
        cell_houses=rules.cell_houses,
        cell_place=cell_place,
        house_count=(rules.cell_houses >= 0).sum(axis=1).astype(np.int16),
        peers=rules.peers,
        peer_count=rules.peer_count,
        members=packed(_held(geometry).T, 64, np.int64),
        **sight(geometry, seen_cells(geometry)),
        **ruled,
    )


def relations(geometry: Geometry) -> dict[str, Any]:
    """``allowed``, ``related`` and ``may`` of the tables."""
    return {
        "allowed": np.array(geometry.tables, np.int64).reshape(-1, geometry.size),
        "related": related_words(geometry),
        "may": limits(geometry),
    }


def line_sets(geometry: Geometry) -> list[list[int]]:
    """The rows of the first grid, its columns, the rows of the second grid, and so on: numbers of houses, in their order.

    Grids side by side have columns in common, of which the geometry has each once.
    """
    number = {frozenset(house.cells): at for at, house in enumerate(geometry.houses)}
    side, found = range(geometry.size), []
    for top, left in geometry.corners:
        rows = [[geometry.cell_at[top + r, left + c] for c in side] for r in side]
        found += [[number[frozenset(line)] for line in lines] for lines in (rows, zip(*rows, strict=True))]
    for grid in sorted({house.grid for house in geometry.houses})[len(geometry.corners) :]:
        of_grid = [(at, house.kind) for at, house in enumerate(geometry.houses) if house.grid == grid]
        found += [[at for at, kind in of_grid if kind == wanted] for wanted in ("row", "column")]
    return found


@lru_cache(maxsize=64)
def _held(geometry: Geometry) -> npt.NDArray[np.bool_]:
    """Whether a cell lies in a house: bool[cells, houses]."""
    out = np.zeros((geometry.cell_count, len(geometry.houses)), np.bool_)
    for number, house in enumerate(geometry.houses):
        out[list(house.cells), number] = True
    return out


@lru_cache(maxsize=64)
def _housed(geometry: Geometry) -> npt.NDArray[np.bool_]:
    """Whether two cells lie in one house: bool[cells, cells]."""
    held = _held(geometry).astype(np.int16)
    shared: npt.NDArray[np.bool_] = held @ held.T > 0
    return shared


def sight(geometry: Geometry, seen: npt.NDArray[np.bool_], known: Tables | None = None) -> dict[str, Any]:
    """``seen``, ``unlike``, ``sights`` and ``most_seen`` of the tables in which each cell sees others, bool[cells, cells].

    ``known``: tables in which cells see the same, but for those of ``Geometry.unhoused_peers``.
    """
    rows = np.arange(len(seen)) if known is None else np.array([*geometry.unhoused_peers])
    held, own = _held(geometry.ground)[rows], seen[rows]
    unlike = own & ~_housed(geometry.ground)[rows]
    own_or_is = own.copy()
    own_or_is[np.arange(len(rows)), rows] = True
    inside = own_or_is[:, rule_arrays(geometry.ground).houses]
    made = {
        "seen": packed(own, 64, np.int64),
        "unlike": packed(unlike, 64, np.int64),
        "sights": packed(inside, 32, np.int32)[..., 0].copy(),
    }
    most = int((np.count_nonzero(inside, axis=2) * ~held).max())
    if known is None:
        return {**made, "unlike": made["unlike"][: len(seen) if unlike.any() else 0], "most_seen": most}
    whole = {"seen": known.seen.copy(), "unlike": np.zeros_like(known.seen), "sights": known.sights.copy()}
    whole["unlike"][: len(known.unlike)] = known.unlike
    for name, array in made.items():
        whole[name][rows] = array
    return {**whole, "most_seen": max(most, known.most_seen)}


def _lengths(geometry: Geometry) -> dict[str, int]:
    """The lengths that most workspaces have."""
    cells = geometry.cell_count
    return {"cells": cells, "houses": len(geometry.houses), "size": geometry.size, "words": (cells + 63) // 64}


def board(geometry: Geometry, capacity: int = 0) -> Board:
    """A new board for one thread. ``capacity``: items of ``records``, which only words and pictures need."""
    return Board.blank({**_lengths(geometry), "capacity": capacity})


@cache
def rectangles(geometry: Geometry) -> npt.NDArray[np.int16]:
    """The rectangles in which two digits can change places without effect on any house: int16[n, 4], four cells each.

    The cells are in two rows and two columns, the first opposite the last. Each house holds none of them, or two that are not
    opposite.
    """
    if geometry.overlapping:
        return np.zeros((0, 4), np.int16)
    size, held = geometry.size, [frozenset(house.cells) for house in geometry.houses]
    touching: list[list[frozenset[int]]] = [[h for h in held if cell in h] for cell in range(geometry.cell_count)]

    def balanced(corners: tuple[int, int, int, int]) -> bool:
        a, b, c, d = corners
        return all(
            len(house & {a, d}) == 1 and len(house & {b, c}) == 1 for cell in corners for house in touching[cell]
        )

    found = [
        corners
        for one, two in combinations(range(size), 2)
        for left, right in combinations(range(size), 2)
        if balanced(corners := (one * size + left, one * size + right, two * size + left, two * size + right))
    ]
    return np.array(found, dtype=np.int16).reshape(-1, 4)


def scratch(geometry: Geometry) -> Scratch:
    """New working memory for one thread, shared by the harder tiers."""
    found, lengths = rectangles(geometry.ground), _lengths(geometry)
    most = max(geometry.cell_count, len(geometry.houses))
    return Scratch.blank({**lengths, "n": len(found), "most": most, "KEYS": KEYS}, rectangles=found)


@cache
def _segments(geometry: Geometry) -> npt.NDArray[np.int64]:
    """The sets of two cells or more that two houses share, each once: int64[n, words]."""
    words = (geometry.cell_count + 63) // 64
    pairs = combinations(geometry.houses, 2)
    shared = {frozenset(one.cells) & frozenset(two.cells) for one, two in pairs if one.cells != two.cells}
    found = sorted(sorted(cells) for cells in shared if len(cells) > 1)
    return np.array([as_words(cells, words) for cells in found], dtype=np.int64).reshape(-1, words)


def _prospects(geometry: Geometry, sets: int) -> Prospects:
    """New working memory for one thread. ``sets``: the most nodes of almost locked sets."""
    cells, size, segments = geometry.cell_count, geometry.size, _segments(geometry.ground)
    nodes = (cells + len(segments)) * size + sets + 1
    lengths = {"n": len(segments), "nodes": nodes, "sets": sets, "MOST_WORDS": MOST_WORDS, "LANES": LANES}
    cliques = {"cliques": 1 << 14, "members": 1 << 17}
    return Prospects.blank({**_lengths(geometry), **lengths, **cliques}, segments=segments)


def chain_graph(geometry: Geometry) -> Graph:
    """New working memory for one thread: the graph of chains. Most of it is never touched, and then takes no memory."""
    segments = _segments(geometry.ground)
    nodes, sets = (geometry.cell_count + len(segments)) * geometry.size + (1 << 10), 1 << 10
    lengths = {"nodes": nodes, "row": (nodes + 63) // 64, "length": 1 << (2 * nodes - 1).bit_length(), "sets": sets}
    return Graph.blank(
        {**_lengths(geometry), **lengths},
        scratch=scratch(geometry),
        prospects=_prospects(geometry, 0),
        segments=segments,
    )


def almost_sets(geometry: Geometry) -> Sets:
    """New working memory for one thread: the net of almost locked sets."""
    parts = {"scratch": scratch(geometry), "prospects": _prospects(geometry, NODES)}
    return Sets.blank({**_lengths(geometry), **LENGTHS}, **parts)


def implication_workspace(geometry: Geometry) -> ImplicationWorkspace:
    """New working memory for one thread: the links of forcing chains and nets. Parts that no position fills take no memory."""
    cells, houses, size = geometry.cell_count, len(geometry.houses), geometry.size
    most = min(cells * size, MOST)
    lengths = _lengths(geometry)
    parts = (cells, houses * (size + 1), (size + 1) * lengths["words"])
    now = np.zeros(sum(parts), dtype=np.int64)
    live, places, spots = np.split(now, np.cumsum(parts)[:-1])
    return ImplicationWorkspace.blank(
        {**lengths, "N": most, "W": (most + 63) // 64, "holders": max(most, cells, houses * (size + 1))},
        start=np.zeros_like(now),
        now=now,
        live=live,
        open=places.reshape(houses, size + 1),
        spots=spots.reshape(size + 1, lengths["words"]),
        rows=NetRows.blank({"cells": cells, "N": most, "LANES": LANES}),
        clues=clue_workspace(geometry),
    )


_MOST_HOUSES = 4
_LARGEST = 16
"""The largest size that is graded by its cages: larger grids have too many combinations to list."""


@lru_cache(maxsize=64)
def caged_tables(geometry: Geometry, cages: tuple[Cage, ...]) -> Tables:
    """The tables of a geometry in which the cells of a cage see each other. Cached: not to be written to."""
    plain = tables(geometry)
    if not cages:
        return plain
    seen = rule_arrays(geometry).sees.astype(np.bool_)
    for cage in cages:
        cells = np.array(cage.cells)
        seen[cells[:, None], cells] = True
    np.fill_diagonal(seen, False)
    peers = {"peers": listed(seen), "peer_count": seen.sum(axis=1).astype(np.int16)}
    return plain.replaced(**peers, **sight(geometry, seen))


def _unions(geometry: Geometry) -> Iterator[tuple[frozenset[int], int]]:
    """Every house, and every union of up to four rows, columns or boxes: its cells, and a mask of its houses; fewer houses first.

    The houses of a union may lie apart: a copy of the puzzle with its rows in another order must have the same sums.
    """
    kinds: dict[str, list[int]] = {}
    for number, house in enumerate(geometry.houses):
        kinds.setdefault(house.kind, []).append(number)
    for count in range(1, _MOST_HOUSES + 1):
        for kind, numbers in kinds.items():
            if count > 1 and kind not in ("row", "column", "box", "region"):
                continue
            for chosen in combinations(numbers, count):
                cells = frozenset(cell for number in chosen for cell in geometry.houses[number].cells)
                yield cells, sum(1 << number for number in chosen)


@cache
def _regions(geometry: Geometry) -> tuple[np.ndarray, np.ndarray]:
    words = (geometry.cell_count + 63) // 64
    regions = dict[frozenset[int], int]()
    for cells, houses in _unions(geometry):
        if len(cells) < geometry.cell_count:
            regions.setdefault(cells, houses)
    sets = np.array([as_words(cells, words) for cells in regions], np.int64)
    return sets, np.array(list(regions.values()), np.int64)


def cage_workspace(geometry: Geometry, most: int = 0, cells: int = 0) -> Cages:
    """New arrays for one thread, without cages: for puzzles of at most so many cages, and cells in cages."""
    words = (geometry.cell_count + 63) // 64
    regions, houses = np.zeros((0, words), np.int64), np.zeros(0, np.int64)
    combo_start, combos = np.zeros((0, 0), np.int64), np.zeros(0, np.int64)
    if most and geometry.size <= _LARGEST:
        regions, houses = _regions(geometry.ground)
        combo_start, combos = sum_rules(geometry).combo_start, sum_rules(geometry).combos
    sums = len(regions)
    lengths = {"regions": sums, "derived": sums * innies.MOST_CELLS, "slots": 1 << (2 * sums).bit_length()}
    return Cages.blank(
        {**lengths, "cages": most, "words": words},
        cells=np.zeros(cells, np.int64),
        combo_start=combo_start,
        combos=combos,
        regions=regions,
        houses=houses,
    )


def cage_tables(plain: Tables) -> Tables:
    """New tables for one thread, in which the cells of cages are to see each other."""
    cells = len(plain.seen)
    return plain.replaced(
        peers=np.full((cells, cells), -1, np.int16),
        peer_count=np.zeros(cells, np.int16),
        seen=plain.seen.copy(),
        unlike=np.zeros_like(plain.seen),
        sights=plain.sights.copy(),
        most_seen=plain.size,
    )


def summed(geometry: Geometry, cages: tuple[Cage, ...]) -> CageArrays:
    """The cages of a puzzle, with 0 for a sum that no digits make, and for each where there are too many sets of digits."""
    hidden = geometry.size > _LARGEST
    sums = [0 if hidden or impossible(cage, geometry) else cage.sum or 0 for cage in cages]
    starts = np.array([0, *accumulate(len(cage.cells) for cage in cages)], np.int64)
    cells = np.array([cell for cage in cages for cell in cage.cells], np.int64)
    return CageArrays(np.array([0, len(sums)], np.int64), starts, cells, np.array(sums, np.int64))
