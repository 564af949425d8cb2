"""Paper under the sums of cages that lines and shapes of clues would strike through."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from bookmaker.printing.canvases.canvas import Canvas, Point
from bookmaker.printing.grids.cage_drawing import CageMeasures
from bookmaker.printing.grids.clue_drawing import UNDER
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.grid.marks import Look, Mark

_STRIKING: frozenset[Look] = UNDER - {"tile", "clone", "tube", "bulb"} | {"line"}
"""What crosses a sum out. The others are so light and so wide that a sum is read on them as it is."""


def ground_sums(
    canvas: Canvas,
    geometry: Geometry,
    cages: Sequence[Mark],
    cell: float,
    at: Point,
    fitted: CageMeasures,
    tints: Sequence[float] = (),
) -> None:
    """Fill what is kept free for each sum that a clue crosses, in a grid whose lower left corner is ``at``.

    It has the ink of its cell; ``tints``: those of the tones of cages, none where they have outlines.
    """
    struck, look = crossed(geometry), fitted.look
    shaded = {cell for mark in geometry.marks if mark.kind == "shade" for cell in mark.cells}
    size = geometry.span - 2 * geometry.frame
    # No line of the grid is covered.
    edge = fitted.sum_inset - max(look.cages.sum_inset, look.cages.sum_inset_share * cell)
    for mark in cages:
        if not mark.text or mark.cells[0] not in struck:
            continue
        row, column = divmod(mark.cells[0], size)
        left, top = at[0] + column * cell, at[1] + (size - row) * cell
        _, _, wide, high = fitted.sum_box(mark.text)
        ink = tints[mark.tone] if tints else look.grid.shade if mark.cells[0] in shaded else 0.0
        canvas.fill((left + edge, top - high, left + wide, top - edge), ink)


def crossed(geometry: Geometry) -> set[int]:
    """The cells in whose upper left part a line or a shape of a clue may lie."""
    places = {geometry.place(cell): cell for cell in range(geometry.cell_count)}
    return {cell for mark in geometry.marks if mark.kind in _STRIKING for cell in _touched(mark, geometry, places)}


def _touched(mark: Mark, geometry: Geometry, places: dict[tuple[int, int], int]) -> Iterator[int]:
    """The cells of a mark, and those whose upper left corner its line crosses between two of them."""
    yield from mark.cells
    for one, other in pairwise(mark.cells):
        (up, left), (down, right) = sorted(map(geometry.place, (one, other)))
        if down == up + 1 and right == left - 1 and (down, left) in places:
            yield places[down, left]


def shade_cells(
    canvas: Canvas, geometry: Geometry, cells: Sequence[int], cell: float, corner: Point, ink: float
) -> None:
    """Shade cells of a grid whose square has its lower left corner there."""
    for index in cells:
        row, column = geometry.spot(index)
        left, bottom = corner[0] + column * cell, corner[1] + (geometry.span - row - 1) * cell
        canvas.fill((left, bottom, left + cell, bottom + cell), ink)
