"""Classic Sudoku with one diagonal as a further house, printed shaded: the falling one from r1c1, or the rising one."""

from __future__ import annotations

from bookmaker.grid.geometry import BOXES, Geometry, House, Mark, rows_columns_boxes


class OneDiagonal:
    """A variant by its diagonal."""

    def __init__(self, name: str, rising: bool) -> None:
        self.NAME, self._rising = name, rising

    def geometry(self, size: int) -> Geometry:
        """The grid of a size in :data:`bookmaker.grid.geometry.BOXES`."""
        cells = tuple((size - 1 - i if self._rising else i) * size + i for i in range(size))
        houses = (*rows_columns_boxes(size, BOXES[size]), House("diagonal", 1, cells))
        return Geometry(self.NAME, size, BOXES[size], houses, (Mark("shade", tuple(sorted(cells))),))


FALLING = OneDiagonal("diagonal-falling", rising=False)
RISING = OneDiagonal("diagonal-rising", rising=True)
