"""The bridge from the model (puzzles, geometries) to arrays and kernels, and the solver's public face."""

from __future__ import annotations

from functools import cache

import numpy as np

from bookmaker.grid.geometry import Geometry
from bookmaker.kernels.rules import BOX, COLUMN, OTHER, ROW, RuleArrays

_KINDS = {"row": ROW, "column": COLUMN, "box": BOX, "diagonal": OTHER}


def _padded(lists: list[list[int]]) -> np.ndarray[tuple[int, int], np.dtype[np.int16]]:
    out = np.full((len(lists), max(map(len, lists))), -1, dtype=np.int16)
    for row, items in enumerate(lists):
        out[row, : len(items)] = items
    return out


@cache
def rule_arrays(geometry: Geometry) -> RuleArrays:
    """The geometry as the kernels see it. Cached: the arrays are shared and must not be written to."""
    cells = range(geometry.cell_count)
    sees = np.zeros((geometry.cell_count, geometry.cell_count), dtype=np.uint8)
    for cell, peers in enumerate(geometry.peers):
        sees[cell, list(peers)] = 1
    return RuleArrays(
        size=geometry.size,
        houses=np.array([house.cells for house in geometry.houses], dtype=np.int16),
        house_kind=np.array([_KINDS[house.kind] for house in geometry.houses], dtype=np.int8),
        cell_houses=_padded([[h for h, house in enumerate(geometry.houses) if cell in house.cells] for cell in cells]),
        peers=_padded([list(peers) for peers in geometry.peers]),
        peer_count=np.array([len(peers) for peers in geometry.peers], dtype=np.int16),
        sees=sees,
    )
