"""Sudoku X: classic Sudoku whose two main diagonals also hold each digit once; they are printed shaded."""

from __future__ import annotations

from bookmaker.grid.geometry import BOXES, Geometry, House, Mark, rows_columns_boxes

NAME = "x"


def geometry(size: int) -> Geometry:
    """The X grid of a size in :data:`bookmaker.grid.geometry.BOXES`."""
    falling = tuple(i * size + i for i in range(size))
    rising = tuple((size - 1 - i) * size + i for i in range(size))
    diagonals = (House("diagonal", 1, falling), House("diagonal", 2, rising))
    shade = Mark("shade", tuple(sorted({*falling, *rising})))
    return Geometry(NAME, size, BOXES[size], rows_columns_boxes(size, BOXES[size]) + diagonals, (shade,))
