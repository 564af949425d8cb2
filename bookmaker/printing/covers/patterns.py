"""Patterns made of an answer: a field of its digits, one giant digit, woven bands, dots."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import ceil, cos, hypot, radians, sin, sqrt

from bookmaker.printing.canvases.canvas import Box, Point
from bookmaker.printing.covers.colour import Colour, contrast
from bookmaker.printing.covers.colour_canvas import ColourCanvas
from bookmaker.printing.covers.design import Bands, Design, Digits, Dots, Giant, Palette
from bookmaker.printing.covers.pictures import Content, draw_symbol, is_hidden, square_of
from bookmaker.printing.covers.size import Panel
from bookmaker.printing.styles import fonts
from bookmaker.printing.styles.fonts import Face


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
