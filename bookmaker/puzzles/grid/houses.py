"""Houses: what one is, and those that grids have without further rules."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class House:
    """Cells that hold each digit once.

    ``kind`` is ``"row"``, ``"column"``, ``"box"`` or ``"region"``, or the name that the rule gives it; the catalogues have its
    words under ``house.<kind>``. ``number`` counts from 1 within its kind, as people say "row 3". ``grid`` is the letter of the
    grid that it belongs to where there are several, else "".
    """

    kind: str
    number: int
    cells: tuple[int, ...]
    grid: str = ""

    @property
    def label(self) -> str:
        """Its number, after the letter of its grid if there are several: ``"3"``, ``"B3"``."""
        return f"{self.grid}{self.number}"


def rows_columns(size: int) -> tuple[House, ...]:
    """Rows, then columns, each from the first cell to the last: finders of fish read place p of a row as column p."""
    rows = [House("row", r + 1, tuple(r * size + c for c in range(size))) for r in range(size)]
    return (*rows, *(House("column", c + 1, tuple(r * size + c for r in range(size))) for c in range(size)))


def rows_columns_boxes(size: int, box: tuple[int, int]) -> tuple[House, ...]:
    """The houses that every grid with boxes has: rows, then columns, then boxes in reading order."""
    height, width = box
    across = size // width
    boxes = []
    for b in range(size):
        top, left = b // across * height, b % across * width
        cells = tuple((top + i) * size + left + j for i in range(height) for j in range(width))
        boxes.append(House("box", b + 1, cells))
    return (*rows_columns(size), *boxes)


def rows_columns_regions(size: int, regions: tuple[int, ...]) -> tuple[House, ...]:
    """Rows, columns, and the regions of a map (for each cell its region 0..size-1, each of ``size`` cells)."""
    found = (tuple(cell for cell, region in enumerate(regions) if region == number) for number in range(size))
    return (*rows_columns(size), *(House("region", number, cells) for number, cells in enumerate(found, 1)))
