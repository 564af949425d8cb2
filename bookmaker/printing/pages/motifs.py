"""Decorations of title pages and openers: motifs, and friezes (small pictures in a row).

A motif is a puzzle of the book as a pattern of dots or squares, the larger the higher the digit. These are shapes, neither
lines nor type: nobody takes them for a puzzle to solve.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from bookmaker.printing.canvases.canvas import Box, Canvas, Point
from bookmaker.printing.canvases.strokes import circle, square
from bookmaker.printing.grids.grid_drawing import GridPicture
from bookmaker.printing.styles.fonts import Face
from bookmaker.printing.styles.style_pages import Motifs

MASCOT = "owl"
_APART = 1.3
"""From one picture to the next, as a multiple of their side."""


def draw_frieze(canvas: Canvas, texts: Sequence[str], face: Face, room: Box, side: float) -> None:
    """Draw pictures of ``side`` points, smaller where they have no room abreast; none if they would be half as large."""
    left, bottom, right, top = room
    size = min(side, (right - left) / (_APART * len(texts)), (top - bottom) / _APART)
    if size < side / 2:
        return
    first = (left + right) / 2 - (_APART * (len(texts) - 1) + 1) * size / 2
    foot = (bottom + top - size) / 2
    placed = [(first + _APART * size * index, foot, text) for index, text in enumerate(texts)]
    canvas.glyphs(placed, face, size)


_SIDES = 24
"""Straight sides of a dot: at its size their angles cannot be seen."""

_FEWEST = 0.08
"""The least share of cells with a shape: fewer do not make a pattern."""


@dataclass(frozen=True, slots=True)
class Motif:
    """Cells in a square of ``span`` cells a side, each as (row, column, weight): weight 0 is empty, 1 the heaviest."""

    span: int
    cells: tuple[tuple[int, int, float], ...]

    @staticmethod
    def of(picture: GridPicture) -> Motif | None:
        """The motif of a picture: its digits, else its cages, else its clues; None if it shows too little."""
        geometry = picture.geometry
        weights = {cell: digit / geometry.size for cell, digit in enumerate(picture.digits) if digit}
        if not weights:
            weights = {cell: (mark.tone + 1) / _TONES for mark in picture.caged for cell in mark.cells}
        if not weights:
            touched = Counter(cell for mark in geometry.marks if mark.kind not in _GROUND for cell in mark.cells)
            weights = {cell: count / max(touched.values()) for cell, count in touched.items()}
        if len(weights) < _FEWEST * geometry.cell_count:
            return None
        # Clues around a grid are not part of the pattern.
        edge = geometry.frame
        spots = [(row - edge, column - edge) for row, column in geometry.spots]
        return Motif(geometry.span - 2 * edge, tuple((*at, weights.get(cell, 0.0)) for cell, at in enumerate(spots)))


_TONES = 4
_GROUND = ("shade", "line", "cage")
"""Tones of cages; marks that belong to the kind and are the same in each of its puzzles."""


def first_motif(pictures: Iterable[GridPicture]) -> Motif | None:
    """The motif of the first picture that makes one."""
    return next((found for picture in pictures if (found := Motif.of(picture)) is not None), None)


def draw_motif(canvas: Canvas, motif: Motif, style: Motifs, x: float, y: float, side: float) -> None:
    """Draw a motif of ``side`` points with its lower left corner at (x, y)."""
    cell = side / motif.span
    shape = _SHAPES[style.look]
    shown: list[list[Point]] = []
    empty: list[list[Point]] = []
    for row, column, weight in motif.cells:
        place = x + (column + 0.5) * cell, y + side - (row + 0.5) * cell
        size = style.least + (style.most - style.least) * weight if weight else style.empty
        (shown if weight else empty).append(shape(*place, size * cell / 2))
    if empty and style.faint and style.empty:
        canvas.area(empty, style.faint, even_odd=False)
    canvas.area(shown, style.ink, even_odd=False)


def draw_shape(canvas: Canvas, style: Motifs, x: float, y: float, side: float) -> None:
    """Draw one shape of a style's motifs, its middle at (x, y)."""
    canvas.area([_SHAPES[style.look](x, y, side / 2)], style.ink, even_odd=False)


def _diamond(x: float, y: float, half: float) -> list[Point]:
    return [(x, y - half), (x + half, y), (x, y + half), (x - half, y)]


_SHAPES: dict[Literal["dots", "squares", "diamonds"], Callable[[float, float, float], list[Point]]] = {
    "dots": partial(circle, sides=_SIDES),
    "squares": square,
    "diamonds": _diamond,
}
