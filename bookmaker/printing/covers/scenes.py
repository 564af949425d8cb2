"""What a cover shows beside puzzles: shapes of a design, a picture on a disc, a border and a device made of an answer."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

from bookmaker.printing.canvases.canvas import Box, Point
from bookmaker.printing.canvases.strokes import corners
from bookmaker.printing.covers.colour_canvas import ColourCanvas
from bookmaker.printing.covers.design import Border, Design, Drawing, Palette, Paths, Picture
from bookmaker.printing.covers.pictures import Content, hand_foot
from bookmaker.printing.covers.size import Panel
from bookmaker.printing.grids.symbols import picture
from bookmaker.printing.styles import fonts

_STEPS = 8
"""Straight pieces of a curve between two of its points."""


def draw_drawing(
    canvas: ColourCanvas, element: Drawing, panel: Panel, content: Content, design: Design, tones: Palette
) -> None:
    """Shapes of the design, at its place or at each of its places."""
    unit = element.unit * panel.short
    places = [(panel.at(place[:2]), place[2]) for place in element.places] or [(panel.at(element.centre), 1.0)]
    if element.at_hand:
        places = [(hand_foot(place, panel, content, design), size) for place, size in places]
    with canvas.clipped(panel.spread(element.box)):
        for (x, y), size in places:
            for turn in range(element.turns):
                with canvas.placed(x, y, element.angle + 360 / element.turns * turn):
                    for path in element.paths:
                        points = [(across * unit * size, up * unit * size) for across, up in path.points]
                        with canvas.tones(tones.tone(path.colour)):
                            canvas.shape(smooth(points) if path.smooth else points)


def smooth(points: Sequence[Point]) -> list[Point]:
    """A closed curve through points (Catmull and Rom)."""
    made = []
    for place in range(len(points)):
        before, start, end, after = (points[(place + step) % len(points)] for step in (-1, 0, 1, 2))
        for step in range(_STEPS):
            at = step / _STEPS
            made.append(
                (
                    _between(before[0], start[0], end[0], after[0], at),
                    _between(before[1], start[1], end[1], after[1], at),
                )
            )
    return made


def _between(before: float, start: float, end: float, after: float, at: float) -> float:
    slope, bend = end - before, 2 * before - 5 * start + 4 * end - after
    return start + at / 2 * (slope + at * (bend + at * (3 * (start - end) + after - before)))


def draw_picture(canvas: ColourCanvas, element: Picture, panel: Panel, content: Content, tones: Palette) -> None:
    """A picture on its disc."""
    (x, y), height = panel.at(element.centre), element.size * panel.short
    y += element.above * panel.short
    if element.disc:
        with canvas.tones(tones.tone(element.paper)):
            canvas.circle(x, y, element.disc * height / 2)
    with canvas.tones(tones.tone(element.colour)):
        canvas.text(x - height / 2, y - height / 2, picture(element.what), fonts.pictures(), height)


def draw_border(canvas: ColourCanvas, element: Border, panel: Panel, content: Content, tones: Palette) -> None:
    """A ring of tiles with two pairs of arcs each, in one of two turns by the digits of the answer."""
    left, bottom, right, top = panel.box
    box = left + element.inset, bottom + element.inset, right - element.inset, top - element.inset
    tile = panel.short / element.tiles
    columns, rows = (round(side / tile - 2 * element.apart) for side in (box[2] - box[0], box[3] - box[1]))
    tile = (box[2] - box[0]) / (columns + 2 * element.apart)
    high = (box[3] - box[1] - 2 * element.apart * tile) / rows
    x0, y0 = box[0] + element.apart * tile, box[1] + element.apart * tile
    with canvas.tones(tones.tone(element.colour)):
        for row in range(rows):
            for column in range(columns):
                if 0 < row < rows - 1 and 0 < column < columns - 1:
                    continue
                # The four quarters are one, mirrored.
                across, up = min(column, columns - 1 - column), min(row, rows - 1 - row)
                turn = content.solution[(across + up) % len(content.solution)] + (across < column) + (up < row)
                _arcs(
                    canvas,
                    (x0 + column * tile, y0 + row * high, x0 + (column + 1) * tile, y0 + (row + 1) * high),
                    turn,
                    element,
                )
        width = element.line * tile
        canvas.stroke(corners(box), width, closed=True)
        deep = (1 + 2 * element.apart) * tile, high + 2 * element.apart * tile
        canvas.stroke(
            corners((box[0] + deep[0], box[1] + deep[1], box[2] - deep[0], box[3] - deep[1])), width, closed=True
        )


def _arcs(canvas: ColourCanvas, box: Box, turn: int, element: Border) -> None:
    """Two arcs around each of two opposite corners of a tile."""
    left, bottom, right, top = box
    wide, high = right - left, top - bottom
    ends = ((left, bottom, 0), (right, top, 2)) if turn % 2 else ((right, bottom, 1), (left, top, 3))
    for x, y, quarter in ends:
        for radius in (element.near, 1 - element.near):
            turns = [(quarter + step / _STEPS) * pi / 2 for step in range(_STEPS + 1)]
            canvas.stroke(
                [(x + radius * wide * cos(at), y + radius * high * sin(at)) for at in turns], element.line * wide
            )


def draw_paths(canvas: ColourCanvas, element: Paths, panel: Panel, content: Content, tones: Palette) -> None:
    """The digits of each box of a grid in their order, joined by a line."""
    ground = content.puzzle.geometry
    areas: dict[int, list[int]] = {}
    for index, number in enumerate(ground.box_of):
        areas.setdefault(number, []).append(index)
    left, bottom, right, top = panel.frame(element.box)
    high, wide = ground.box
    across, down = ground.width // max(1, wide), ground.height // max(1, high)
    spans = ground.width + element.gap * (across + 1), ground.height + element.gap * (down + 1)
    side = min(right - left, top - bottom, element.size * panel.short)
    cell = side / max(spans)
    x0, y0 = (left + right - spans[0] * cell) / 2, (bottom + top + spans[1] * cell) / 2
    line, dot = element.line * cell, element.dot * cell / 2

    def place(index: int) -> Point:
        row, column = ground.place(index)
        return (
            x0 + (column + 0.5 + element.gap * (column // max(1, wide) + 1)) * cell,
            y0 - (row + 0.5 + element.gap * (row // max(1, high) + 1)) * cell,
        )

    with canvas.tones(tones.tone(element.colour), tones.tone(element.ground)):
        if element.outline:
            box = (x0, y0 - spans[1] * cell, x0 + spans[0] * cell, y0)
            canvas.stroke(corners(box), element.outline * cell, closed=True)
        for cells in areas.values():
            way = [place(index) for index in sorted(cells, key=lambda index: content.solution[index])]
            canvas.stroke(way, line)
            for x, y in way[1:-1]:
                canvas.circle(x, y, line / 2)
            canvas.circle(*way[0], dot)
            canvas.circle(*way[-1], dot, 0.0)
            canvas.ring(*way[-1], dot - line / 2, line)
