"""The bridge from clues to arrays as the kernels see them: cages with their combinations, sums and lines.

An automaton of a line becomes arrays once; the cages, sums and lines of a puzzle are put together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import accumulate, combinations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bookmaker.logic.kernels.derived_sums import (
    MOST_CELLS,
    MOST_DERIVED,
    CageArrays,
    Cageless,
    KillerWorkspace,
    SumRules,
)
from bookmaker.logic.kernels.sum_propagation import WORK_ROWS, LineRules
from bookmaker.logic.solve.per_thread import PerThread
from bookmaker.logic.solve.rule_arrays import limits, packed, related_words, seen_cells
from bookmaker.puzzles.grid.automaton import Automaton
from bookmaker.puzzles.grid.geometry import Geometry, connected
from bookmaker.puzzles.grid.puzzle import Puzzle

_Numbers = npt.NDArray[np.int64]


class _Flat(NamedTuple):
    """An automaton: its layers, how many edges each state has, and the edges."""

    layers: _Numbers
    degrees: _Numbers
    masks: _Numbers
    targets: _Numbers


@lru_cache(maxsize=4096)
def _flat(automaton: Automaton) -> _Flat:
    edges = [edge for row in automaton.edges for edge in row]
    return _Flat(
        np.array(automaton.layers, np.int64),
        np.array([len(row) for row in automaton.edges], np.int64),
        np.array([mask for mask, _ in edges], np.int64),
        np.array([to for _, to in edges], np.int64),
    )


def _side_by_side(cells: Sequence[int], peers: Sequence[Sequence[int]]) -> list[int]:
    """The cells, peers in pairs side by side where a greedy order allows."""
    left, found = list(cells), []
    while left:
        cell = left.pop(0)
        found.append(cell)
        near = next((other for other in left if other in peers[cell]), None)
        if near is not None:
            left.remove(near)
            found.append(near)
    return found


def _starts(lengths: Iterable[int]) -> _Numbers:
    return np.array([0, *accumulate(lengths)], np.int64)


def _joined(parts: Sequence[_Numbers]) -> _Numbers:
    return np.concatenate([np.zeros(0, np.int64), *parts])


@lru_cache(maxsize=64)
def line_rules(geometry: Geometry) -> LineRules:
    """The sums and lines of a geometry's clues as the kernels see them. Cached: not to be written to."""
    totals, lines = geometry.totals, geometry.lines
    sides = [[_side_by_side(part, geometry.peers) for part in (total.plus, total.minus)] for total in totals]
    whole = dict.fromkeys(line.automaton for line in lines)
    flats = [_flat(automaton) for automaton in whole]
    first_layer = dict(zip(whole, _starts([len(flat.layers) for flat in flats]).tolist(), strict=False))
    first_state = _starts([len(flat.degrees) for flat in flats])
    return LineRules(
        sum_start=_starts([len(total.cells) for total in totals]),
        sum_cells=np.array([cell for plus, minus in sides for cell in (*plus, *minus)], np.int64),
        sum_minus=np.array([len(total.plus) for total in totals], np.int64),
        sum_total=np.array([total.total for total in totals], np.int64),
        line_start=_starts([len(line.cells) for line in lines]),
        line_cells=np.array([cell for line in lines for cell in line.cells], np.int64),
        line_layer=np.array([first_layer[line.automaton] for line in lines], np.int64),
        layers=_joined([flat.layers + first for flat, first in zip(flats, first_state.tolist(), strict=False)]),
        edge_start=_joined([np.zeros(1, np.int64), np.cumsum(_joined([flat.degrees for flat in flats]))]),
        edge_mask=_joined([flat.masks for flat in flats]),
        edge_to=_joined([flat.targets + first for flat, first in zip(flats, first_state.tolist(), strict=False)]),
    )


@lru_cache(maxsize=4096)
def _targets(automaton: Automaton, size: int) -> _Numbers:
    """The state after each digit 1..size in each state, int64[states + 1, size + 1]; the last one is that of all other lines."""
    lost = automaton.layers[-1]
    found = np.full((lost + 1, size + 1), lost, np.int64)
    for state, edges in enumerate(automaton.edges):
        for mask, to in edges:
            for digit in range(1, size + 1):
                if mask >> digit - 1 & 1:
                    found[state, digit] = to
    return found


def keeping(geometry: Geometry, grids: npt.NDArray[np.uint8]) -> npt.NDArray[np.bool_]:
    """Which of full grids uint8[n, cells] keep the sums and lines of a geometry: bool[n]."""
    kept = np.ones(len(grids), np.bool_)
    for total in geometry.totals:
        plus, minus = (grids[:, list(part)].sum(axis=1, dtype=np.int64) for part in (total.plus, total.minus))
        kept &= plus - minus == total.total
    for line in geometry.lines:
        table = _targets(line.automaton, geometry.size)
        state = np.zeros(len(grids), np.int64)
        for cell in line.cells:
            state = table[state, grids[:, cell]]
        kept &= state < len(table) - 1
    return kept


_MOST_LINES = 5
"""The most rows side by side in a region. If cages cover the grid, more rows give the same sums as the remaining ones."""

_MOST_BOXES = 4

_LARGEST_WITH_COMBINATIONS = 16
"""The largest size for which all sets of digits are listed (65,536 sets). On larger grids sums only have bounds."""


def as_words(cells: Iterable[int], words: int) -> list[int]:
    """Cells as int64 words, bit c % 64 of word c // 64; the top bit makes a word negative."""
    out = [0] * words
    for cell in cells:
        out[cell >> 6] |= 1 << (cell & 63)
    return [word - (1 << 64) if word >> 63 else word for word in out]


def _regions(geometry: Geometry) -> Iterator[tuple[int, frozenset[int]]]:
    """Unions of disjoint houses, with the number of houses: single houses, and lines or boxes side by side."""
    of_kind: dict[str, list[frozenset[int]]] = {}
    for house in geometry.houses:
        of_kind.setdefault(house.kind, []).append(frozenset(house.cells))
        yield 1, of_kind[house.kind][-1]
    if geometry.overlapping:
        return
    most = min((geometry.size + 1) // 2, _MOST_LINES)
    for kind in ("row", "column"):
        lines = of_kind[kind]
        for count in range(2, most + 1):
            for first in range(len(lines) - count + 1):
                yield count, frozenset().union(*lines[first : first + count])
    if "box" not in of_kind:
        return
    height, width = geometry.box
    across, down = geometry.size // width, geometry.size // height
    places = [(row, column) for row in range(down) for column in range(across)]
    # On large grids there are too many shapes of three boxes and more.
    for count in range(2, (_MOST_BOXES if geometry.size <= 9 else 2) + 1):
        for chosen in combinations(places, count):
            if connected((row * geometry.size + column for row, column in chosen), geometry.size):
                yield count, frozenset().union(*(of_kind["box"][row * across + column] for row, column in chosen))


@lru_cache(maxsize=64)
def sum_rules(geometry: Geometry) -> SumRules:
    """The geometry as the Killer kernels see it. Cached: the arrays are shared and must not be written to."""
    if geometry.base is not None:
        return sum_rules(geometry.base).replaced(
            tables=np.array(geometry.tables, np.int64).reshape(-1, geometry.size),
            related=related_words(geometry),
            may=limits(geometry),
            near=packed(seen_cells(geometry), 64, np.int64),
            lines=line_rules(geometry),
        )
    size, words = geometry.size, (geometry.cell_count + 63) // 64
    times: dict[frozenset[int], int] = {}
    for count, cells in _regions(geometry):
        times.setdefault(cells, count)
    held = [frozenset(house.cells) for house in geometry.houses]
    crossing = [(a, b) for a, b in combinations(range(len(held)), 2) if len(held[a] & held[b]) > 1]
    parts = [part for a, b in crossing for part in (held[a] & held[b], held[a] - held[b], held[b] - held[a])]
    most = size * (size + 1) // 2 + 2
    combos = np.zeros(0, np.int64)
    start = np.zeros((size + 1, most), np.int64)
    if size <= _LARGEST_WITH_COMBINATIONS:
        masks = np.arange(1 << size)
        digits = np.array([masks >> digit & 1 for digit in range(size)])
        keys = digits.sum(axis=0) * most + np.arange(1, size + 1) @ digits
        combos = np.argsort(keys, kind="stable").astype(np.int64)
        start = np.searchsorted(keys[combos], np.arange((size + 1) * most)).reshape(size + 1, most).astype(np.int64)
    return SumRules(
        size=size,
        houses=np.array([house.cells for house in geometry.houses], np.int64),
        near=packed(seen_cells(geometry), 64, np.int64),
        tables=np.array(geometry.tables, np.int64).reshape(-1, size),
        related=related_words(geometry),
        may=limits(geometry),
        regions=np.array([as_words(cells, words) for cells in times], np.int64),
        times=np.array(list(times.values()), np.int64),
        crossing=np.array(crossing, np.int64).reshape(-1, 2),
        cross_start=np.cumsum([0, *map(len, parts)]).astype(np.int64),
        cross_cells=np.array([cell for part in parts for cell in sorted(part)], np.int64),
        combo_start=start,
        combos=combos,
        lines=line_rules(geometry),
    )


def cage_arrays(puzzles: Iterable[Puzzle]) -> CageArrays:
    """The cages of puzzles as the kernels see them. Empty cages are left out.

    None may be :func:`~bookmaker.logic.solve.cage_sums.impossible`.
    """
    first, start = [0], [0]
    cells: list[int] = []
    sums: list[int] = []
    for puzzle in puzzles:
        for cage in puzzle.cages:
            if cage.cells:
                cells += cage.cells
                start.append(len(cells))
                sums.append(cage.sum or 0)
        first.append(len(sums))
    return CageArrays(
        np.array(first, np.int64), np.array(start, np.int64), np.array(cells, np.int64), np.array(sums, np.int64)
    )


@cache
def _no_cages() -> CageArrays:
    """One puzzle without cages. Cached: not to be written to."""
    return cage_arrays(()).replaced(first=np.zeros(2, np.int64))


def cageless(geometry: Geometry) -> Cageless:
    """What :func:`bookmaker.logic.kernels.killer.search` needs of a geometry, with working memory for one thread."""
    rules, cages = sum_rules(geometry), _no_cages()
    return Cageless.blank({}, rules=rules, cages=cages, space=killer_workspace(rules, cages))


_KEPT = 4
"""For so many geometries a thread keeps its workspace."""


_kept = PerThread(_KEPT)


def shared_cageless(geometry: Geometry) -> Cageless:
    """As :func:`cageless`, but the same for all calls of a thread: only for a search that ends before the next begins."""
    ground: Cageless = _kept.of(geometry, lambda: cageless(geometry))
    return ground


def shared_workspace(geometry: Geometry, cages: CageArrays) -> KillerWorkspace:
    """As :func:`killer_workspace`, but the same for all calls of a thread, as far as it is large enough."""
    key = geometry, "cages"
    wanted = _lengths(cages)
    kept: tuple[tuple[int, int], KillerWorkspace] | None = _kept.take(key)
    if kept is None or kept[0][0] < wanted[0] or kept[0][1] < wanted[1]:
        if kept is not None:
            wanted = max(kept[0][0], wanted[0]), max(kept[0][1], wanted[1])
        kept = wanted, _workspace(sum_rules(geometry), *wanted)
        _kept.keep(key, kept)
    return kept[1]


def _lengths(cages: CageArrays) -> tuple[int, int]:
    """The most cages of a puzzle, and the most cells in them."""
    if len(cages.first) == 2:
        return len(cages.sums), len(cages.cells)
    return int(np.diff(cages.first).max(initial=0)), int(np.diff(cages.start[cages.first]).max(initial=0))


def killer_workspace(rules: SumRules, cages: CageArrays) -> KillerWorkspace:
    """The workspace of one thread, large enough for each puzzle of ``cages``."""
    return _workspace(rules, *_lengths(cages))


def _workspace(rules: SumRules, most_cages: int, most_cells: int) -> KillerWorkspace:
    cells, words = rules.near.shape
    lines = rules.lines
    constraints = most_cages + len(rules.houses) + MOST_DERIVED + len(lines.sum_total) + len(lines.line_layer)
    in_clues, longest = len(lines.sum_cells) + len(lines.line_cells), int(np.diff(lines.line_start).max(initial=0))
    marks = (constraints + 63) // 64
    lengths = {
        "row": cells + words + 1,
        "held": most_cells + MOST_DERIVED * MOST_CELLS + in_clues,
        "limit": MOST_DERIVED + 1,
        "ROWS": WORK_ROWS,
        "longest": max(64, longest + 1),
        "states": lines.edge_start.size,
    }
    cages_of = {"cells": cells, "words": words, "cages": most_cages, "constraints": constraints, "marks": marks}
    return KillerWorkspace.blank(lengths | cages_of)
