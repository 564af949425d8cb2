"""Ornament of pages, drawn from the data of puzzles: motifs, friezes (small pictures in a row), devices, borders. Nothing is a
picture.

A motif is a puzzle of the book as a pattern of dots or squares, the larger the higher the digit. These are shapes, neither lines
nor type: nobody takes them for a puzzle to solve.

A device is made of how often each digit is given, never of an answer: six arms of a snowflake with a branch for each digit, a
leaf with its veins, a rosette with its petals, an egg with its bands, a pumpkin with its ribs, a sun with its rays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from math import cos, pi, sin, sqrt
from typing import Literal

from bookmaker.printing.canvases.canvas import Box, Canvas, Point
from bookmaker.printing.canvases.strokes import circle, corners, square
from bookmaker.printing.grids.grid_drawing import GridPicture
from bookmaker.printing.pages.page_furniture import NameLine
from bookmaker.printing.styles.fonts import Face
from bookmaker.printing.styles.style import Style
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


_BOWS = (0.36, 0.64)
"""Radii of the arcs of a tile, as shares of its side: 1 together, so that lines meet from tile to tile."""
_ARC = 10
"""Straight pieces of a quarter of a circle."""
_RAYS = 12
"""The fewest rays of a sun."""
_LOZENGES = 3
"""A rule has so many, and one more is filled every two levels."""

Draw = Callable[[Canvas, Sequence[float], Point, float, float], None]
"""Draws a device of these shares, from 0 to 1, around a point, with its radius and the width of its lines."""


def shares(motif: Motif) -> list[float]:
    """How often each digit of a puzzle is given, as a share of the one that comes most often."""
    counts = Counter(weight for _, _, weight in motif.cells if weight)
    return [counts[weight] / max(counts.values()) for weight in sorted(counts)]


def _snowflake(canvas: Canvas, counts: Sequence[float], at: Point, radius: float, line: float) -> None:
    x, y = at
    for arm in range(6):
        turn = pi / 2 + arm * pi / 3
        canvas.stroke([at, (x + radius * cos(turn), y + radius * sin(turn))], line)
        for index, count in enumerate(counts):
            away = radius * (0.24 + 0.66 * index / max(len(counts) - 1, 1))
            # Near the middle arms are close to each other, and near the tip a branch must not be longer than the arm goes on.
            reach = count * min(0.5 * away, 0.42 * radius, 1.1 * (radius - away) + 0.08 * radius)
            root = x + away * cos(turn), y + away * sin(turn)
            ends = [(root[0] + reach * cos(turn + lean), root[1] + reach * sin(turn + lean)) for lean in (1.05, -1.05)]
            canvas.stroke([ends[0], root, ends[1]], line)


def _leaf(canvas: Canvas, counts: Sequence[float], at: Point, radius: float, line: float) -> None:
    x, y = at
    foot, tip = y - 0.72 * radius, y + radius

    def half(height: float) -> float:
        return 0.62 * radius * sin(pi * height**0.8) * (1 - 0.25 * height)

    steps = [step / 24 for step in range(25)]
    sides = [[(x + side * half(step), foot + (tip - foot) * step) for step in steps] for side in (1, -1)]
    canvas.stroke([*sides[0], *reversed(sides[1][1:-1])], line, closed=True)
    canvas.stroke([(x, y - radius), (x, foot + 0.92 * (tip - foot))], line)
    for index, count in enumerate(counts):
        height = 0.06 + 0.7 * index / max(len(counts) - 1, 1)
        root = foot + (tip - foot) * height
        reach = (0.35 + 0.5 * count) * half(min(height + 0.1, 1.0))
        canvas.stroke([(x - reach, root + 0.75 * reach), (x, root), (x + reach, root + 0.75 * reach)], line)


def _rosette(canvas: Canvas, counts: Sequence[float], at: Point, radius: float, line: float) -> None:
    x, y = at
    inner, turn = 0.16 * radius, 2 * pi / max(len(counts), 1)
    for index, count in enumerate(counts):
        reach, middle = radius * (0.5 + 0.5 * count), pi / 2 - index * turn
        wide = min(0.36 * turn * reach, 0.3 * radius)
        steps = [step / 12 for step in range(13)]
        edge = [(inner + (reach - inner) * step, wide * sin(pi * step**1.4)) for step in steps]
        petal = [*edge, *((along, -off) for along, off in reversed(edge[1:-1]))]
        canvas.stroke(
            [(x + a * cos(middle) - o * sin(middle), y + a * sin(middle) + o * cos(middle)) for a, o in petal],
            line,
            closed=True,
        )
    canvas.shape(circle(x, y, 0.6 * inner), 1.0)


def _egg(canvas: Canvas, counts: Sequence[float], at: Point, radius: float, line: float) -> None:
    x, y = at

    def half(height: float) -> float:
        return 0.7 * radius * sqrt(max(1 - height * height, 0.0)) * (1 - 0.2 * height)

    turns = [2 * pi * step / 48 for step in range(48)]
    outline = [(x + 0.7 * radius * sin(turn) * (1 - 0.2 * cos(turn)), y + radius * cos(turn)) for turn in turns]
    canvas.stroke(outline, line, closed=True)
    for index, count in enumerate(counts):
        height = 0.8 - 1.6 * index / max(len(counts) - 1, 1)
        wide, teeth = half(height), 2 * max(round(5 * half(height) / radius), 1)
        high = 0.11 * radius * count if index % 2 else 0.0
        points = [(2 * step / teeth - 1, high * (step % 2)) for step in range(teeth + 1)]
        canvas.stroke([(x + wide * across, y + height * radius + up) for across, up in points], line)


def _pumpkin(canvas: Canvas, counts: Sequence[float], at: Point, radius: float, line: float) -> None:
    x, y = at[0], at[1] - 0.12 * radius
    middle = (len(counts) - 1) / 2
    stalk = [(-0.08, 0.5), (-0.05, 0.86), (0.12, 1.1), (0.22, 1.04), (0.09, 0.82), (0.1, 0.5)]
    canvas.stroke([(x + across * radius, y + up * radius) for across, up in stalk], line, closed=True)
    # The outer ribs lie behind the inner ones.
    for index in sorted(range(len(counts)), key=lambda index: -abs(index - middle)):
        away = 0.76 * (index - middle) / max(middle, 1)
        high = (0.62 + 0.14 * counts[index]) * radius * (1 - 0.3 * away * away)
        turns = [2 * pi * step / 32 for step in range(32)]
        rib = [(x + (away + 0.24 * sin(turn)) * radius, y + high * cos(turn)) for turn in turns]
        canvas.shape(rib, 0.0)
        canvas.stroke(rib, line, closed=True)


def _sun(canvas: Canvas, counts: Sequence[float], at: Point, radius: float, line: float) -> None:
    x, y = at
    rays = [*counts] * -(-_RAYS // max(len(counts), 1))
    disc, turn = 0.42 * radius, 2 * pi / len(rays)
    canvas.stroke(circle(x, y, disc), line, closed=True)
    for index, count in enumerate(rays):
        middle, foot = pi / 2 - index * turn, disc + max(0.07 * radius, 2 * line)
        tip = foot + (radius - foot) * (0.45 + 0.55 * count)
        ends = [(foot, middle - 0.3 * turn), (tip, middle), (foot, middle + 0.3 * turn)]
        canvas.stroke([(x + away * cos(to), y + away * sin(to)) for away, to in ends], line, closed=True)


DEVICES: dict[str, Draw] = {
    "snowflake": _snowflake,
    "leaf": _leaf,
    "rosette": _rosette,
    "egg": _egg,
    "pumpkin": _pumpkin,
    "sun": _sun,
}


def draw_pattern(canvas: Canvas, motif: Motif, look: Style, x: float, y: float, side: float) -> None:
    """Draw a puzzle as its style does: as the style's device, or as a motif."""
    if look.ornament.device == "none":
        draw_motif(canvas, motif, look.motifs, x, y, side)
    else:
        draw_device(canvas, motif, look, x, y, side)


def draw_device(canvas: Canvas, motif: Motif, look: Style, x: float, y: float, side: float) -> None:
    """Draw the device of a style for a puzzle, in a square of ``side`` points with its lower left corner at (x, y)."""
    line = max(look.ornament.line, look.ornament.device_line * side)
    half = side / 2
    DEVICES[look.ornament.device](canvas, shares(motif), (x + half, y + half), half - line / 2, line)


def bordered(canvas: Canvas, motif: Motif | None, look: Style, area: Box) -> Box:
    """Draw the border of a style around an area, if it has one; the rest of the area.

    Each tile has two arcs, turned one way where a cell of the puzzle has a given and the other way where it has none. Sides are
    mirrored, so that the border looks drawn and not random.
    """
    wanted = look.ornament
    if not wanted.border or motif is None:
        return area
    left, bottom, right, top = area
    line, gap = wanted.line, wanted.gap
    _ruled(canvas, area, line)
    tile = wanted.tile * (right - left)
    inner = left + gap, bottom + gap, right - gap, top - gap
    wide, high = inner[2] - inner[0], inner[3] - inner[1]
    across, down = (2 * max(round(length / tile / 2), 2) for length in (wide, high))
    side, up = wide / across, high / down
    given = [weight > 0 for _, _, weight in motif.cells]
    for column in range(across):
        for row in range(down):
            edge = row in (0, down - 1) or column in (0, across - 1)
            if not edge:
                continue
            mirrored = min(column, across - 1 - column), min(row, down - 1 - row)
            turned = given[(mirrored[0] + 7 * mirrored[1]) % len(given)]
            turned ^= (column >= across / 2) ^ (row >= down / 2)
            _tile(canvas, (inner[0] + column * side, inner[1] + row * up), (side, up), line, turned)
    rest = inner[0] + side + gap, inner[1] + up + gap, inner[2] - side - gap, inner[3] - up - gap
    _ruled(canvas, (rest[0] - line, rest[1] - line, rest[2] + line, rest[3] + line), line)
    free = 3 * gap
    return rest[0] + free, rest[1] + free, rest[2] - free, rest[3] - free


def cornered(canvas: Canvas, motif: Motif | None, look: Style, area: Box) -> None:
    """Draw the corners of a style inside an area, if it has any: four tiles of its border in each, mirrored as that is."""
    wanted = look.ornament
    if not wanted.corners or motif is None:
        return
    left, bottom, right, top = (edge + side * wanted.line for edge, side in zip(area, (1, 1, -1, -1), strict=True))
    tile = wanted.tile * (right - left)
    given = [weight > 0 for _, _, weight in motif.cells]
    for across in (False, True):
        for up in (False, True):
            for column, row in ((0, 0), (1, 0), (0, 1), (1, 1)):
                x = right - (column + 1) * tile if across else left + column * tile
                y = top - (row + 1) * tile if up else bottom + row * tile
                turned = given[(column + 7 * row) % len(given)] ^ across ^ up
                _tile(canvas, (x, y), (tile, tile), wanted.line, turned)


def _ruled(canvas: Canvas, box: Box, line: float) -> None:
    half = line / 2
    canvas.stroke(corners((box[0] + half, box[1] + half, box[2] - half, box[3] - half)), line, closed=True)


def _tile(canvas: Canvas, at: Point, size: tuple[float, float], line: float, turned: bool) -> None:
    (left, foot), (wide, high) = at, size
    for far in (0, 1):
        # Around the lower left and the upper right corner, or around the other two.
        x = left + wide * (far if not turned else 1 - far)
        y, start = (
            foot + high * far,
            {(0, False): 0.0, (1, False): pi, (0, True): pi / 2, (1, True): -pi / 2}[far, turned],
        )
        for radius in _BOWS:
            turns = [start + pi / 2 * step / _ARC for step in range(_ARC + 1)]
            canvas.stroke([(x + radius * wide * cos(turn), y + radius * high * sin(turn)) for turn in turns], line)


@dataclass(frozen=True, slots=True)
class Emblem:
    """The head of a page of puzzles: the device of its first puzzle, and a rule with as many filled lozenges as its level asks.

    ``line`` is the line for a name above it, if there is one.
    """

    look: Style
    line: NameLine | None
    motif: Motif | None = None
    rank: int = 0

    @property
    def height(self) -> float:
        """Its height in points, with the space below it."""
        wanted = self.look.ornament
        return wanted.head + 3 * wanted.gap + 2 * wanted.lozenge + (self.line.height if self.line else 0.0)

    def below(self, area: Box) -> Box:
        """The rest of an area."""
        return area[0], area[1], area[2], area[3] - self.height

    def fits(self, width: float) -> bool:
        """Whether a line for a name, if there is one, has room across the page."""
        return self.line is None or self.line.fits(width)

    def draw(self, canvas: Canvas, area: Box) -> Box:
        """Draw it at the top of an area; the rest of the area."""
        rest, wanted = self.below(area), self.look.ornament
        left, _, right, top = area if self.line is None else self.line.draw(canvas, area)
        middle = (left + right) / 2
        if self.motif is not None:
            draw_device(canvas, self.motif, self.look, middle - wanted.head / 2, top - wanted.head, wanted.head)
        y, reach, line = top - wanted.head - wanted.gap - wanted.lozenge, wanted.lozenge, wanted.line
        filled = min(max((self.rank + 1) // 2, 1), _LOZENGES)
        for index in range(_LOZENGES):
            x = middle + (index - (_LOZENGES - 1) / 2) * 2.6 * reach
            shape = [(x - reach, y), (x, y - 0.8 * reach), (x + reach, y), (x, y + 0.8 * reach)]
            canvas.stroke(shape, line, closed=True)
            if index < filled:
                canvas.shape(shape, 1.0)
        away = (_LOZENGES * 2.6 * reach) / 2 + reach
        for start, stop in ((left, middle - away), (middle + away, right)):
            canvas.stroke([(start, y), (stop, y)], line)
        return rest
