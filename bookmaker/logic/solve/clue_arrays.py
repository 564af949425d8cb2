"""The bridge from sums and lines of clues to arrays. An automaton becomes arrays once; those of a puzzle are put together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bookmaker.logic.kernels.lines import LineRules
from bookmaker.puzzles.grid.automaton import Automaton
from bookmaker.puzzles.grid.geometry import Geometry

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
