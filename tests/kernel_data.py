"""What the kernel tests share: puzzles of ``tests/data``, random sub-grids, and how each kernel is called to count."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np

DATA = Path(__file__).parent / "data"


def puzzles(name: str) -> np.ndarray:
    """uint8[n, 81] of a file of one puzzle a line; lines that start with # name its source."""
    with gzip.open(DATA / name, "rt") as lines:
        rows = [line.strip() for line in lines if not line.startswith("#")]
    return np.array([[0 if symbol in ".0" else int(symbol) for symbol in row] for row in rows], np.uint8)


def subgrids(grids: np.ndarray, least: int, most: int, generator: np.random.Generator) -> np.ndarray:
    """The grids with all but least..most of their digits taken away at random: puzzles with at least one solution."""
    out = np.zeros_like(grids)
    for row, grid in enumerate(grids):
        kept = generator.permutation(grids.shape[1])[: generator.integers(least, most + 1)]
        out[row, kept] = grid[kept]
    return out
