"""What the engine needs for a puzzle with cages: tables with the cells of each cage as peers, and arrays of the cages."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import combinations

import numpy as np

from bookmaker.logic.solve.cage_arrays import as_words, sum_rules
from bookmaker.logic.solve.cage_sums import impossible
from bookmaker.logic.solve.rule_arrays import listed, rule_arrays
from bookmaker.logic.techniques.finders import innies
from bookmaker.logic.techniques.finders.board import Tables
from bookmaker.logic.techniques.finders.cages import Cages
from bookmaker.logic.techniques.workspaces import sight, tables
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.grid.puzzle import Cage

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


def cage_workspace(geometry: Geometry, cages: tuple[Cage, ...] = ()) -> Cages:
    """New arrays for one thread: the cages of a puzzle, and the sums that follow from them."""
    words = (geometry.cell_count + 63) // 64
    summed = [cage for cage in cages if cage.sum and cage.cells and not impossible(cage, geometry)]
    if geometry.size > _LARGEST:
        summed = []
    regions, houses = np.zeros((0, words), np.int64), np.zeros(0, np.int64)
    combo_start, combos = np.zeros((0, 0), np.int64), np.zeros(0, np.int64)
    if summed:
        regions, houses = _regions(geometry.ground)
        combo_start, combos = sum_rules(geometry).combo_start, sum_rules(geometry).combos
    most = len(regions)
    made = Cages.blank(
        {"regions": most, "derived": most * innies.MOST_CELLS, "slots": 1 << (2 * most).bit_length(), "words": words},
        start=np.cumsum([0, *(len(cage.cells) for cage in summed)]).astype(np.int64),
        cells=np.array([cell for cage in summed for cell in cage.cells], np.int64),
        sums=np.array([cage.sum for cage in summed], np.int64),
        sets=np.array([as_words(cage.cells, words) for cage in summed], np.int64).reshape(-1, words),
        combo_start=combo_start,
        combos=combos,
        regions=regions,
        houses=houses,
        marks=np.array([0, len(summed)]),
    )
    if summed:
        innies.derive(caged_tables(geometry, cages), made)
    return made
