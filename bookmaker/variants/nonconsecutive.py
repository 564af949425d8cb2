"""Non-consecutive Sudoku: a classic grid in which no two cells that share a side hold consecutive digits."""

from __future__ import annotations

from bookmaker.errors import UsageError
from bookmaker.grid.geometry import BOXES, Geometry, rows_columns_boxes

NAME = "non-consecutive"

TOO_SMALL = 4
"""The one size of :data:`bookmaker.grid.geometry.BOXES` without a full grid: of four digits, only 2413 and 3142 can be a row."""


def geometry(size: int) -> Geometry:
    """The non-consecutive grid of a size in :data:`bookmaker.grid.geometry.BOXES`. Raises UsageError for 4, which has none."""
    if size == TOO_SMALL:
        raise UsageError(f"no {size}x{size} grid keeps consecutive digits apart: ask for a larger size")
    pairs = [(cell, cell + 1) for cell in range(size * size) if (cell + 1) % size]
    pairs += [(cell, cell + size) for cell in range(size * size - size)]
    return Geometry(NAME, size, BOXES[size], rows_columns_boxes(size, BOXES[size]), apart=tuple(sorted(pairs)))
