"""Dashed lines between the puzzles of a page, along which it is cut into cards."""

from __future__ import annotations

from bookmaker.printing.canvases.canvas import Box, Canvas, Point
from bookmaker.printing.canvases.strokes import dashes
from bookmaker.printing.grids.symbols import picture as picture_of
from bookmaker.printing.pages.layouts import Layout
from bookmaker.printing.styles.fonts import pictures
from bookmaker.printing.styles.style import Style


def draw_cuts(canvas: Canvas, look: Style, layout: Layout, area: Box, count: int, *, above: bool) -> None:
    """Draw the lines between ``count`` grids in the frames of a layout; ``above``: one also below what stands above them.

    A line lies in the middle of the gap; one beside an empty frame ends the card before it.
    """
    sizes, (left, bottom, right, top) = look.cut_lines, area
    frames = layout.frames(area)[:count]
    rows, across = -(-count // layout.columns), min(count, layout.columns)
    last = count - (rows - 1) * layout.columns
    half = layout.row_gap / 2

    def edge(row: int) -> float:
        """The height of the line below a row; below no row, of that at the top."""
        if row < 0:
            return top
        return bottom if row == layout.rows - 1 else frames[row * layout.columns][1] - half

    def line(start: Point, end: Point) -> None:
        for one in dashes([start, end], sizes.dash, sizes.dash):
            canvas.stroke(one, sizes.width, ink=sizes.ink)

    for row in range(0 if above else 1, rows + (rows < layout.rows)):
        y = edge(row - 1)
        line((left, y), (right, y))
        if sizes.scissors:
            face, size = pictures(), sizes.scissors
            canvas.glyphs([(left, y + size * 0.15, picture_of("scissors"))], face, size)
    for column in range(1, across + (across < layout.columns)):
        x = left + column * (frames[0][2] - frames[0][0] + layout.column_gap) - layout.column_gap / 2
        line((x, top), (x, edge(rows - 1 if column <= last else rows - 2)))
