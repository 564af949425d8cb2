"""The outline of a grid whose regions go on beyond its edges: open there, with lines that run on outwards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from bookmaker.printing.canvases.canvas import Canvas, Point
from bookmaker.printing.styles.style import Style
from bookmaker.puzzles.grid.geometry import Geometry


class Widths(NamedTuple):
    """The widths of lines in points."""

    outline: float
    box: float
    thin: float


class _Side(NamedTuple):
    """One side of the grid, along which cells are counted: where it begins, the way along it and the way outwards, per cell.

    ``inner`` are the cells along it, ``outer`` those at the opposite side, which come next beyond it.
    """

    start: Point
    along: Point
    out: Point
    inner: Sequence[int]
    outer: Sequence[int]


def draw_open_outline(canvas: Canvas, geometry: Geometry, cell: float, widths: Widths, look: Style) -> None:
    """Draw the outline of a geometry with marks ``"open"``, whose square of ``span`` cells has its lower left corner at (0, 0).

    Where a region goes on, the outline is a thin line, and the lines between cells run on beyond it, heavy between regions.
    """
    opened = {frozenset(mark.cells) for mark in geometry.marks if mark.kind == "open"}
    for side in _sides(geometry, cell):
        goes_on = [frozenset(pair) in opened for pair in zip(side.inner, side.outer, strict=True)]
        for is_open, run in groupby(range(geometry.size), goes_on.__getitem__):
            places = list(run)
            # Heavy ends reach half a width further, which squares the corners.
            more = -0.5 * widths.outline / cell if is_open else 0.5 * widths.outline / cell
            ends = [_at(side, cell, places[0] - more), _at(side, cell, places[-1] + 1 + more)]
            canvas.stroke(ends, widths.thin if is_open else widths.outline, ink=look.grid.thin_ink if is_open else 1.0)
        for place, heavy in _running_on(geometry, side, goes_on):
            # A heavy one begins where that within the grid ends.
            start = -0.5 * widths.box / cell if heavy else 0.5 * widths.thin / cell
            ends = [_at(side, cell, place, start), _at(side, cell, place, look.clues.beyond)]
            canvas.stroke(ends, widths.box if heavy else widths.thin, ink=1.0 if heavy else look.grid.thin_ink)


def _sides(geometry: Geometry, cell: float) -> Iterator[_Side]:
    size, last = geometry.size, geometry.size - 1
    row, column = geometry.spot(0)
    left, top = column * cell, (geometry.span - row) * cell
    right, bottom = left + size * cell, top - size * cell
    rows = [[line * size + place for place in range(size)] for line in (0, last)]
    columns = [[place * size + line for place in range(size)] for line in (0, last)]
    yield _Side((left, top), (1, 0), (0, 1), rows[0], rows[1])
    yield _Side((left, bottom), (1, 0), (0, -1), rows[1], rows[0])
    yield _Side((left, top), (0, -1), (-1, 0), columns[0], columns[1])
    yield _Side((right, top), (0, -1), (1, 0), columns[1], columns[0])


def _at(side: _Side, cell: float, place: float, out: float = 0.0) -> Point:
    return (
        side.start[0] + (side.along[0] * place + side.out[0] * out) * cell,
        side.start[1] + (side.along[1] * place + side.out[1] * out) * cell,
    )


def _running_on(geometry: Geometry, side: _Side, goes_on: Sequence[bool]) -> Iterator[tuple[int, bool]]:
    """The lines that run on beyond a side: each by the cells before it, and whether it is heavy."""
    size, box_of = geometry.size, geometry.box_of
    for place in range(size + 1):
        if any(goes_on[max(0, place - 1) : place + 1]):
            yield place, box_of[side.outer[place - 1]] != box_of[side.outer[place % size]]
