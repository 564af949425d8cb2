"""Classic Sudoku of any size with rectangular boxes: rows, columns and boxes hold each digit once."""

from __future__ import annotations

from bookmaker.grid.geometry import BOXES, Geometry, rows_columns_boxes

NAME = "classic"


def geometry(size: int) -> Geometry:
    """The classic grid of a size in :data:`bookmaker.grid.geometry.BOXES`."""
    return Geometry(NAME, size, BOXES[size], rows_columns_boxes(size, BOXES[size]))
