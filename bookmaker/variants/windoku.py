"""Windoku: classic Sudoku with four more boxes, one cell in from the corners, printed shaded."""

from __future__ import annotations

from bookmaker.errors import UsageError
from bookmaker.grid.geometry import BOXES, Geometry, House, Mark, rows_columns_boxes

NAME = "windoku"

SIZE = 9
"""The one size whose windows are known in print."""


def geometry(size: int) -> Geometry:
    """The 9x9 windoku grid. Raises UsageError for another size."""
    if size != SIZE:
        raise UsageError(f"there is no windoku of size {size}, only of {SIZE}")
    corners = [(top, left) for top in (1, 5) for left in (1, 5)]
    windows = [tuple((top + i) * 9 + left + j for i in range(3) for j in range(3)) for top, left in corners]
    houses = tuple(House("window", number, cells) for number, cells in enumerate(windows, 1))
    shade = Mark("shade", tuple(sorted(cell for cells in windows for cell in cells)))
    return Geometry(NAME, size, BOXES[size], rows_columns_boxes(size, BOXES[size]) + houses, (shade,))
