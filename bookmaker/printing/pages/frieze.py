"""Pictures in a row in the middle of a space: the mascot of a title page, the pictures of a section on its opener."""

from __future__ import annotations

from collections.abc import Sequence

from bookmaker.printing.canvases.canvas import Box, Canvas
from bookmaker.printing.grids.symbols import picture
from bookmaker.printing.styles.fonts import pictures

MASCOT = "owl"
_APART = 1.3
"""From one picture to the next, as a multiple of their side."""


def draw_frieze(canvas: Canvas, names: Sequence[str], room: Box, side: float) -> None:
    """Draw pictures of ``side`` points, smaller where they have no room side by side; none if they would be half as large."""
    left, bottom, right, top = room
    size = min(side, (right - left) / (_APART * len(names)), (top - bottom) / _APART)
    if size < side / 2:
        return
    first = (left + right) / 2 - (_APART * (len(names) - 1) + 1) * size / 2
    foot = (bottom + top - size) / 2
    placed = [(first + _APART * size * index, foot, picture(name)) for index, name in enumerate(names)]
    canvas.glyphs(placed, pictures(), size)
