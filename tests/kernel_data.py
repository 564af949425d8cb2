"""What the kernel tests share: puzzles of ``tests/data``, random sub-grids, and how each kernel is called to count."""

from __future__ import annotations

import gzip
from pathlib import Path

import naive
import numpy as np

from bookmaker.logic.kernels import fill
from bookmaker.logic.solve.rule_arrays import rule_arrays
from bookmaker.puzzles.rules import geometry

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


RULES = naive.houses(9, 3, 3)
"""The houses of the classic 9x9 grid, each a list of cells."""

PEERS = [{other for house in RULES if cell in house for other in house} - {cell} for cell in range(81)]


def full_grids(number: int) -> np.ndarray:
    """Random full grids, uint8[number, 81], always the same."""
    state = np.array([42], np.uint64)
    out = np.zeros((number, 81), np.uint8)
    for row in out:
        assert fill.fill(rule_arrays(geometry()), state, row)
    return out
