"""What a cover shows beside puzzles: shapes of a design, a picture on a disc, a border and a device made of an answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import ceil, cos, hypot, pi, radians, sin, sqrt

from bookmaker.printing.canvases.canvas import Box, Point
from bookmaker.printing.canvases.strokes import corners
from bookmaker.printing.covers.colour import Colour, contrast
from bookmaker.printing.covers.colour_canvas import ColourCanvas
from bookmaker.printing.covers.design import (
    Bands,
    Border,
    Design,
    Digits,
    Dots,
    Drawing,
    Giant,
    Palette,
    Paths,
    Picture,
)
from bookmaker.printing.covers.pictures import Content, draw_symbol, hand_foot, is_hidden, square_of
from bookmaker.printing.covers.size import Panel
from bookmaker.printing.grids.symbols import picture
from bookmaker.printing.styles import fonts
from bookmaker.printing.styles.fonts import Face

_STEPS = 8
"""Straight pieces of a curve between two of its points."""


def draw_drawing(
    canvas: ColourCanvas,
    element: Drawing,
    panel: Panel,
    content: Content,
    design: Design,
    tones: Palette,
    window: Box | None = None,
) -> None:
    """Shapes of the design, at its place or at each of its places, as far as they lie in a window; None is the element's box."""
    unit = element.unit * panel.short
    places = [(panel.at(place[:2]), place[2]) for place in element.places] or [(panel.at(element.centre), 1.0)]
    if element.at_hand:
        places = [(hand_foot(place, panel, content, design), size) for place, size in places]
    with canvas.clipped(window or panel.spread(element.box)):
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


# Patterns made of an answer: a field of its digits, one giant digit, woven bands, dots.


def draw_field(
    canvas: ColourCanvas, element: Digits, panel: Panel, content: Content, design: Design, tones: Palette
) -> None:
    """Digits of the answer, over the whole window."""
    box = panel.spread(element.box)
    face, count = design.face(element.face), content.puzzle.geometry.size
    frame, cells = panel.frame(element.box), square_of(content.puzzle.geometry)
    cell = (frame[2] - frame[0]) / element.columns
    middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
    reach = ceil(hypot(box[2] - box[0], box[3] - box[1]) / 2 / cell) + 1
    with canvas.clipped(box), canvas.placed(*middle, element.angle):
        for row in range(-reach, reach + 1):
            for column in range(-reach, reach + 1):
                x, y = column * cell, row * cell
                if not _near(box, middle, x, y, element.angle, cell):
                    continue
                index = cells[(-row % count) * count + column % count]
                digit = content.solution[index]
                tone = element.given if index in content.marked else element.colour
                with canvas.tones(tones.tone(f"tone {digit}" if element.by_tone else tone)):
                    draw_symbol(canvas, content, (x, y), digit, face, element.height * cell, cell)


def _near(box: Box, middle: tuple[float, float], x: float, y: float, angle: float, cell: float) -> bool:
    """Whether a cell that is turned about the middle of a box shows in it."""
    across, up = cos(radians(angle)), sin(radians(angle))
    at = middle[0] + x * across - y * up, middle[1] + x * up + y * across
    return box[0] - cell < at[0] < box[2] + cell and box[1] - cell < at[1] < box[3] + cell


def draw_giant(
    canvas: ColourCanvas, element: Giant, panel: Panel, content: Content, design: Design, tones: Palette
) -> None:
    """One digit cut by the edge; where it is a window, a grid is seen in it."""
    face, height = design.face(element.face), element.height * panel.height
    char = content.texts["giant"]
    size = height / face.digit_height()
    width = face.width(char, size)
    fit = min(1.0, element.widest * panel.width / width)
    size, width, height = size * fit, width * fit, height * fit
    x, y = panel.at(element.centre)
    window, page = panel.spread(element.box), panel.frame(element.box)
    if height < element.middle * (page[3] - page[1]):
        # No edge cuts it: beside the title of a wide front it is in the middle.
        y = (page[1] + page[3]) / 2
    along, over = cos(radians(element.angle)), sin(radians(element.angle))

    def within(place: Point) -> bool:
        across, up = x + place[0] * along - place[1] * over, y + place[0] * over + place[1] * along
        return page[0] <= across <= page[2] and page[1] <= up <= page[3]

    with canvas.clipped(window), canvas.placed(x, y, element.angle):
        left, foot = -width / 2, -height / 2
        with canvas.tones(tones.tone(element.colour)):
            canvas.text(left, foot, char, face, size)
        if not element.cells:
            return
        cell, digits = element.cells * panel.short, design.face("digit")
        with canvas.clipped_to_text(left, foot, char, face, size):
            seen = partial(_seen, face, char, size, (left, foot), element.seen, element.digits * cell, within)
            _window(canvas, element, content, tones, digits, cell, max(width, height) / 2 + height * 0.2, seen)


def _window(
    canvas: ColourCanvas,
    element: Giant,
    content: Content,
    tones: Palette,
    face: Face,
    cell: float,
    reach: float,
    seen: Callable[[Point], bool],
) -> None:
    geometry, cells = content.puzzle.geometry, ceil(reach / cell)
    high, wide = geometry.box
    look, square = content.look.grid, square_of(geometry)
    with canvas.tones(tones.tone(element.line)):
        for line in range(-cells, cells + 1):
            for upright, box in ((True, wide), (False, high)):
                width = max(look.box_share if line % box == 0 else look.thin_share, 0.02) * cell
                ends = [(line * cell, -reach), (line * cell, reach)]
                canvas.stroke(ends if upright else [(y, x) for x, y in ends], width)
    with canvas.tones(tones.tone(element.digit)):
        for row in range(-cells, cells):
            for column in range(-cells, cells):
                index = square[(-row % geometry.size) * geometry.size + column % geometry.size]
                digit = content.solution[index]
                middle = (column + 0.5) * cell, (row + 0.5) * cell
                if index in content.marked and seen(middle):
                    draw_symbol(canvas, content, middle, digit, face, element.digits * cell, cell)


def _seen(
    face: Face,
    text: str,
    size: float,
    start: Point,
    least: float,
    height: float,
    within: Callable[[Point], bool],
    middle: Point,
) -> bool:
    """Whether at least so much of a digit of this height lies in the letters of a text, and ``within`` the window."""
    steps = [(step - 2) / 4 * height for step in range(5)]
    all_places = [(middle[0] + 0.6 * across, middle[1] + up) for across in steps for up in steps]
    places, inside = [place for place in all_places if within(place)], 0
    for char in text:
        inside += fonts.covered(face, char, [((x - start[0]) / size, (y - start[1]) / size) for x, y in places])
        start = start[0] + face.width(char, size), start[1]
    return inside >= least * len(all_places)


def draw_bands(
    canvas: ColourCanvas, element: Bands, panel: Panel, content: Content, design: Design, tones: Palette
) -> None:
    """Bands as wide as the digits of the first row, and across them bands as wide as those of the first column."""
    box, count = panel.spread(element.box), content.puzzle.geometry.size
    cells = square_of(content.puzzle.geometry)
    rows = [content.solution[cell] for cell in cells[:count]]
    columns = [content.solution[cell] for cell in cells[::count]]
    first, across = (columns, rows) if element.upright else (rows, columns)
    gap = element.gap * panel.short
    with canvas.tones(tones.tone(element.ground)):
        canvas.fill(box)
    spans = _spans(first, (box[0], box[2]) if element.upright else (box[1], box[3]), gap)
    others = _spans(across, (box[1], box[3]) if element.upright else (box[0], box[2]), gap)
    if not element.woven:
        others = [(0, others[0][1], others[-1][2])]
    for place, (digit, low, high) in enumerate(spans):
        for turn, (other, start, end) in enumerate(others):
            over = element.woven and (place + turn) % 2
            tone = tones.tone(f"tone {other if over else digit}")
            crossing = (low, start, high, end) if element.upright else (start, low, end, high)
            with canvas.tones(tone):
                canvas.fill(crossing)
            row, column = (turn, place) if element.upright else (place, turn)
            index = cells[(count - 1 - row) * count + column]
            if element.digit and element.woven and index in content.marked:
                _crossed(
                    canvas,
                    element,
                    crossing,
                    content,
                    index,
                    design,
                    max(tones.paper, tones.ink, key=partial(contrast, tone)),
                )


def _crossed(
    canvas: ColourCanvas, element: Bands, box: Box, content: Content, index: int, design: Design, tone: Colour
) -> None:
    """A given in the middle of a crossing."""
    room = min(box[2] - box[0], box[3] - box[1])
    middle = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    if is_hidden(content, middle, element.digit * room):
        return
    with canvas.tones(tone):
        draw_symbol(canvas, content, middle, content.solution[index], design.face("digit"), element.digit * room, room)


def _spans(digits: list[int], ends: tuple[float, float], gap: float) -> list[tuple[int, float, float]]:
    unit = (ends[1] - ends[0] - gap * (len(digits) - 1)) / sum(digits)
    spans, at = [], ends[0]
    for digit in digits:
        spans.append((digit, at, at + digit * unit))
        at += digit * unit + gap
    return spans


def draw_dots(
    canvas: ColourCanvas, element: Dots, panel: Panel, content: Content, design: Design, tones: Palette
) -> None:
    """A dot for each cell; its area grows with its digit."""
    geometry = content.puzzle.geometry
    count, (high, wide) = geometry.size, geometry.box
    left, bottom, right, top = panel.frame(element.box)
    across = geometry.width + element.gap * (geometry.width // wide - 1)
    down = geometry.height + element.gap * (geometry.height // high - 1)
    cell = min((right - left) / across, (top - bottom) / down)
    x0, y0 = (left + right - across * cell) / 2, (bottom + top + down * cell) / 2
    for index, digit in enumerate(content.solution):
        row, column = geometry.place(index)
        x = x0 + (column + 0.5 + element.gap * (column // wide)) * cell
        y = y0 - (row + 0.5 + element.gap * (row // high)) * cell
        share = (digit - 1) / max(1, count - 1)
        area = element.least**2 + (element.most**2 - element.least**2) * share
        tone = element.given if index in content.marked else element.colour
        with canvas.tones(tones.tone(f"tone {digit}" if element.by_tone else tone)):
            canvas.circle(x, y, sqrt(area) * cell / 2)
