"""Furniture of pages of puzzles: name line, row of symbols, answers at the foot, lines along which a page is cut into cards."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import ceil, floor, pi, sin

from bookmaker.printing.canvases.canvas import Box, Canvas, Point, inked, prints_colours, write
from bookmaker.printing.canvases.strokes import circle, corners, dashes, rounded
from bookmaker.printing.grids.grid_drawing import GridPicture, GridStyle, draw_grid, picture_colour, set_symbols
from bookmaker.printing.grids.symbols import picture as picture_of
from bookmaker.printing.pages.labels import Slot
from bookmaker.printing.pages.layouts import Layout
from bookmaker.printing.styles.fonts import Face, Role, pictures
from bookmaker.printing.styles.style import Style
from bookmaker.printing.styles.style_parts import Frame
from bookmaker.printing.text.lines import break_lines

BLACK = "#000000"


@dataclass(frozen=True, slots=True)
class Foot:
    """The answers of one page: grids with their numbers, or check lines.

    ``height`` in points is the same on all pages of a section, so that their puzzles have one size; ``cell`` is the side of a
    cell, and ``columns`` how many grids are side by side. ``heading`` is upright above them.
    """

    look: Style
    height: float
    slots: tuple[Slot, ...] = ()
    lines: tuple[str, ...] = ()
    cell: float = 0.0
    columns: int = 1
    heading: str = ""

    def above(self, area: Box) -> Box:
        """The rest of an area, for the puzzles."""
        return area[0], area[1] + self.height, area[2], area[3]

    def draw(self, canvas: Canvas, area: Box) -> None:
        """Draw the answers at the foot of an area; whoever turns the book reads them from left to right."""
        left, bottom, right, _ = area
        look = self.look.foot
        top = bottom + self.height - look.above
        if look.rule:
            y = top + look.above / 2
            canvas.stroke([(left, y), (right, y)], look.rule)
        if self.heading and self.slots:
            size = label_size(self.look)
            canvas.text(left, top - size, self.heading, self.look.face("caption_bold"), size)
            top -= size * _HEADING
        box = (left, bottom, right, top)
        canvas.turned(left + right, bottom + top, lambda turned: self._draw(turned, box))

    def _draw(self, canvas: Canvas, box: Box) -> None:
        look, size = self.look, label_size(self.look)
        left, _, right, top = box
        for index, line in enumerate(self.lines):
            y = top - size * (1 + index * look.foot.strip)
            write(canvas, (left + right) / 2, y, line, look.face("caption"), size, "centre")
        if not self.slots:
            return
        style = GridStyle.in_answers(look)
        side = self.cell * max(slot.picture.geometry.span for slot in self.slots)
        outer = side + style.fitted(self.cell).outline
        across = min(self.columns, len(self.slots))
        first = (left + right - across * outer - (across - 1) * look.foot.gap) / 2
        for index, slot in enumerate(self.slots):
            row, column = divmod(index, self.columns)
            x = first + column * (outer + look.foot.gap)
            y = top - row * (outer + size * look.foot.strip + look.foot.gap)
            canvas.text(x, y - size, slot.short, look.face("number"), size)
            own = self.cell * slot.picture.geometry.span
            inset = (outer - side) / 2
            below = y - size * look.foot.strip - inset - own
            draw_grid(canvas, slot.picture, x + inset, below, own, style)


def label_size(look: Style) -> float:
    """The type size of numbers and check lines."""
    return max(look.foot.label, look.type.least_word)


_HEADING = 1.8
"""Height of the heading of a foot, with the space below it, as a share of its size."""


def grid_foot(look: Style, size: int, count: int, width: float, heading: str = "") -> Foot:
    """The foot of pages with so many puzzles of ``size`` in an area of this width, without its answers.

    Cells are as large as the style's least digits of answers ask for. Where not one grid fits across, ``columns`` is 0.
    """
    style, foot = GridStyle.in_answers(look), look.foot
    needed = look.grid.least_answer_digit / style.digit_size(1.0)
    cell = max(foot.cell, needed)
    outer = cell * size + style.fitted(cell).outline
    columns = min(count, int((width + foot.gap) / (outer + foot.gap)))
    rows = -(-count // max(columns, 1))
    # Rows of one length look better than a full one above a short one.
    columns = -(-count // rows) if columns else 0
    height = rows * (outer + label_size(look) * foot.strip) + (rows - 1) * foot.gap + foot.above
    height += label_size(look) * _HEADING if heading else 0.0
    return Foot(look, height, cell=cell, columns=columns, heading=heading)


def line_feet(look: Style, pages: Sequence[Sequence[str]], width: float) -> list[Foot]:
    """The feet of pages with these check lines each, as many on a line as it has room for."""
    size, font = label_size(look), look.face("caption")
    broken = [tuple(break_lines(" ".join(lines), font, size, width)) for lines in pages]
    most = max(map(len, broken))
    height = size * (1 + (most - 1) * look.foot.strip) + size * (look.foot.strip - 1) + look.foot.above
    return [Foot(look, height, lines=lines) for lines in broken]


def with_answers(foot: Foot, slots: Sequence[Slot]) -> Foot:
    """A foot with the answers of a page."""
    return replace(foot, slots=tuple(slots))


def missing(picture: GridPicture) -> list[int]:
    """The digits that are still to be filled in, each as often as it is."""
    size = picture.geometry.span
    return [digit for digit in range(1, size + 1) for _ in range(size - picture.digits.count(digit))]


def cells_high(look: Style, shown: Iterable[GridPicture]) -> float:
    """The height that the highest row above these puzzles takes, with the space below it, in cells; 0 without any."""
    return max((_high(look, picture) for picture in shown), default=0.0)


def _high(look: Style, picture: GridPicture) -> float:
    sizes = look.symbols
    if picture.symbols.row == "none":
        return 0.0
    if picture.symbols.row == "models":
        return sizes.model + sizes.row_gap
    return _rows(look, picture) * sizes.piece + sizes.row_gap


def _rows(look: Style, picture: GridPicture) -> int:
    return ceil(len(missing(picture)) / floor(picture.geometry.span / look.symbols.piece + 1e-6))


def draw_row(canvas: Canvas, picture: GridPicture, left: float, foot: float, side: float, look: Style) -> None:
    """Draw the row above a grid of ``side`` points whose outline begins on top at ``foot``."""
    cell = side / picture.geometry.span
    if picture.symbols.row == "models":
        _draw_models(canvas, picture, left, foot + look.symbols.row_gap * cell, cell, look)
    elif picture.symbols.row == "pieces":
        _draw_pieces(canvas, picture, left, foot + look.symbols.row_gap * cell, cell, look)


def _draw_models(canvas: Canvas, picture: GridPicture, left: float, foot: float, cell: float, look: Style) -> None:
    sizes, box = look.symbols, look.symbols.model * cell
    for place, digit in enumerate(picture.symbols.order()):
        x = left + (place + 0.5) * cell - box / 2
        canvas.stroke(corners((x, foot, x + box, foot + box)), sizes.row_line, closed=True, ink=sizes.row_ink)
        _symbol(canvas, picture, digit, x + box / 2, foot + box / 2, box, look)


def _draw_pieces(canvas: Canvas, picture: GridPicture, left: float, foot: float, cell: float, look: Style) -> None:
    sizes, piece, digits = look.symbols, look.symbols.piece * cell, missing(picture)
    # As even as can be: no row has a single piece.
    rows = _rows(look, picture)
    across = ceil(len(digits) / rows)
    rows = ceil(len(digits) / across)
    top = foot + rows * piece
    for place, digit in enumerate(digits):
        row, column = divmod(place, across)
        _symbol(canvas, picture, digit, left + (column + 0.5) * piece, top - (row + 0.5) * piece, piece, look)

    def cut(x1: float, y1: float, x2: float, y2: float) -> None:
        for one in dashes([(x1, y1), (x2, y2)], sizes.dash, sizes.dash):
            canvas.stroke(one, sizes.row_line, ink=sizes.row_ink)

    last = len(digits) - (rows - 1) * across
    for row in range(rows + 1):
        cut(left, top - row * piece, left + (last if row == rows else across) * piece, top - row * piece)
    for column in range(across + 1):
        cut(left + column * piece, top, left + column * piece, top - (rows if column <= last else rows - 1) * piece)
    face, size = pictures(), min(piece, sizes.row_gap * cell) * sizes.picture
    # In the space below, pointing at the cut.
    canvas.glyphs([(left, foot - (sizes.row_gap * cell + size) / 2, picture_of("scissors"))], face, size)


def _symbol(canvas: Canvas, picture: GridPicture, digit: int, x: float, y: float, room: float, look: Style) -> None:
    role: Role = "given"
    symbols, face = picture.symbols, picture.symbols.face(look, role)
    points = symbols.points(look, face, look.grid.digit * room, room)
    across, up = symbols.shift(digit, face)
    foot = y - face.digit_height() * points / 2
    text = symbols.texts[digit - 1]
    with inked(canvas, picture_colour(symbols, text, look) if symbols.drawn and look.colours.pictures else BLACK):
        set_symbols(canvas, [(x - across * points, foot + up * points, text)], face, points)


@dataclass(frozen=True, slots=True)
class Story:
    """The thread through a child's book: a row of stones, the animal on stone ``at`` of ``count`` (from 1), and its words.

    ``hero`` and ``goal`` are pictures with their fonts. ``line`` is the line for a name above it, if there is one.
    """

    look: Style
    line: NameLine | None
    hero: tuple[str, Face]
    goal: tuple[str, Face]
    at: int = 1
    count: int = 1
    words: str = ""

    @property
    def height(self) -> float:
        """Its height in points, with the space below it."""
        thread = self.look.thread
        stones = thread.hero + 2 * (thread.stone + thread.wave)
        return stones + thread.pad + self._box + thread.after + (self.line.height if self.line else 0.0)

    @property
    def _box(self) -> float:
        return self.look.thread.text + 2 * self.look.thread.pad

    def below(self, area: Box) -> Box:
        """The rest of an area."""
        return area[0], area[1], area[2], area[3] - self.height

    def fits(self, width: float) -> bool:
        """Whether a line for a name, if there is one, has room across the page."""
        return self.line is None or self.line.fits(width)

    def draw(self, canvas: Canvas, area: Box) -> Box:
        """Draw it at the top of an area; the rest of the area."""
        look, rest = self.look.thread, self.below(area)
        left, _, right, top = area if self.line is None else self.line.draw(canvas, area)
        row = top - look.hero - look.stone - look.wave
        start, stop = left + look.hero / 2, right - 1.6 * look.hero
        spots = [
            (start + (stop - start) * place / max(self.count - 1, 1), row + look.wave * sin(2 * pi * place / _WAVE))
            for place in range(self.count)
        ]
        for number, (x, y) in enumerate(spots, 1):
            radius = look.stone * (1.3 if number == self.at else 1.0) - look.line / 2
            if number <= self.at:
                with inked(canvas, self.look.colours.stones):
                    canvas.shape(circle(x, y, radius + look.line / 2), 1.0)
            else:
                canvas.stroke(circle(x, y, radius), look.line, closed=True)
        x, y = spots[self.at - 1]
        with inked(canvas, self.look.colours.stones):
            canvas.glyphs([(x - look.hero / 2, y + 1.3 * look.stone, self.hero[0])], self.hero[1], look.hero)
        canvas.glyphs([(right - look.hero, row - look.stone, self.goal[0])], self.goal[1], look.hero)
        if self.words:
            self._speak(canvas, x, (left, right, row - look.stone - look.wave - look.pad))
        return rest

    def _speak(self, canvas: Canvas, mouth: float, edges: tuple[float, float, float]) -> None:
        """A box of words whose tip points at the animal above it; as near to it as the page's edges allow."""
        look, (left, right, top) = self.look.thread, edges
        face = self.look.face("text_bold")
        size = look.text * min(1.0, (right - left - 4 * look.pad) / face.width(self.words, look.text))
        wide, half = face.width(self.words, size) + 4 * look.pad, look.line / 2
        start = min(max(mouth - wide / 2, left), right - wide)
        box = (start + half, top - self._box + half, start + wide - half, top - half)
        outline = rounded(box, min(look.corner, self._box / 2 - half))
        canvas.stroke(outline, look.line, closed=True)
        tip = min(max(mouth, start + look.corner + look.pad), start + wide - look.corner - look.pad)
        ends = [(tip - look.pad / 2, top - half), (mouth, top + 0.8 * look.pad), (tip + look.pad / 2, top - half)]
        # Paper in place of the line that the tip opens.
        canvas.shape([(x, y - 1.2 * look.line if y < top else y) for x, y in ends], 0.0)
        canvas.stroke(ends, look.line)
        middle = (box[1] + box[3] - face.cap_height / face.units * size) / 2
        write(canvas, start + wide / 2, middle, self.words, face, size, "centre")


_WAVE = 5
"""Stones from one crest of their row to the next."""


def draw_frame(canvas: Canvas, kind: Frame, box: Box, look: Style) -> None:
    """Draw a frame of the style's width around a box: shapes that are neither lines nor clues of a puzzle."""
    size = box[2] - box[0], box[3] - box[1]
    key = f"frame-{kind}-{size[0]:.3f}-{size[1]:.3f}"
    canvas.stamp(key, box[0], box[1], lambda inner: _frame(inner, kind, size, look))


def _frame(canvas: Canvas, kind: Frame, size: tuple[float, float], look: Style) -> None:
    kinds, colours = look.grid.frames, look.colours.frames
    own = colours[kinds.index(kind) % len(colours)] if kind in kinds else BLACK
    with inked(canvas, own):
        # A colour is pale enough by itself.
        ink = 1.0 if own != BLACK and prints_colours(canvas) else look.grid.frame_ink
        _frame_of(canvas, kind, size, look, ink)


def _frame_of(canvas: Canvas, kind: Frame, size: tuple[float, float], look: Style, ink: float) -> None:
    pad = look.grid.frame_pad
    left, bottom, (right, top) = 0.0, 0.0, size
    if kind == "band":
        corner, wide = look.grid.corner * (right - left) / 9, pad * 0.7
        middle = pad - wide / 2
        edges = (left - middle, bottom - middle, right + middle, top + middle)
        canvas.stroke(rounded(edges, corner + middle), wide, closed=True, ink=ink)
        return
    step = {"dots": 1.6, "waves": 2.0, "leaves": 2.4}[kind] * pad
    sides = [((left, top + pad / 2), (right, top + pad / 2)), ((right, bottom - pad / 2), (left, bottom - pad / 2))]
    if kind == "dots":
        sides += [
            ((right + pad / 2, top), (right + pad / 2, bottom)),
            ((left - pad / 2, bottom), (left - pad / 2, top)),
        ]
    for (x1, y1), (x2, y2) in sides:
        length = abs(x2 - x1) + abs(y2 - y1)
        across, up = (x2 - x1) / length, (y2 - y1) / length
        count = max(round(length / step), 1)
        if kind == "waves":
            points = [
                (x1 + across * length * turn / (count * _TURNS), y1 + 0.22 * pad * sin(2 * pi * turn / _TURNS))
                for turn in range(count * _TURNS + 1)
            ]
            canvas.stroke(points, 0.2 * pad, ink=ink)
            continue
        for place in range(count):
            x, y = (start + way * length * (place + 0.5) / count for start, way in ((x1, across), (y1, up)))
            if kind == "dots":
                canvas.shape(circle(x, y, 0.3 * pad), ink)
            else:
                canvas.shape(_leaf(x, y, 0.9 * pad, 0.25 * pad * (-1) ** place), ink)


_TURNS = 12
"""Straight pieces of one wave."""


def _leaf(x: float, y: float, reach: float, lean: float) -> list[Point]:
    """A leaf as long as twice its reach, its tips raised and lowered by its lean."""
    steps = [(place / 8 - 1) * reach for place in range(17)]
    upper = [(x + step, y + lean * step / reach + 0.28 * reach * (1 - (step / reach) ** 2)) for step in steps]
    lower = [(x + step, y + lean * step / reach - 0.28 * reach * (1 - (step / reach) ** 2)) for step in steps]
    return [*upper, *reversed(lower[1:-1])]


def draw_cuts(canvas: Canvas, look: Style, layout: Layout, area: Box, count: int, *, above: bool) -> None:
    """Draw the lines between ``count`` grids in the frames of a layout; ``above``: one also below the content above them.

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


@dataclass(frozen=True, slots=True)
class NameLine:
    """Words with lines to write on: each run of three underscores or more in ``text`` is a line.

    The lines share the width that the words leave, in the proportion of their underscores.
    """

    look: Style
    text: str

    @property
    def size(self) -> float:
        """The type size."""
        return max(self.look.type.least_word, self.look.name_line.size)

    @property
    def height(self) -> float:
        """Its height in points, with the space below it."""
        return self.size + self.look.name_line.after

    def below(self, area: Box) -> Box:
        """The rest of an area."""
        return area[0], area[1], area[2], area[3] - self.height

    def _parts(self, width: float) -> list[tuple[str, float, float]]:
        """Words, and the lines as "", each with its left edge and its width, in an area of ``width`` points."""
        face, gap = self.look.face("text"), self.look.name_line.gap * self.size
        parts = [part for part in re.split("(_{3,})", self.text) if part.strip()]
        words = {index: part.strip() for index, part in enumerate(parts) if not part.startswith("___")}
        shares = sum(len(part) for index, part in enumerate(parts) if index not in words)
        # Less space before a line, which belongs to the words, than behind it.
        spaces = [gap if at in words else 2 * gap for at, _ in pairwise(range(len(parts)))]
        room = width - sum(spaces) - sum(face.width(word, self.size) for word in words.values())
        found, left = list[tuple[str, float, float]](), 0.0
        for index, (part, space) in enumerate(zip(parts, [*spaces, 0.0], strict=True)):
            word = words.get(index, "")
            wide = face.width(word, self.size) if word else room * len(part) / shares
            found.append((word, left, wide))
            left += wide + space
        return found

    def fits(self, width: float) -> bool:
        """Whether the words have room beside each other, and each line is long enough to write on."""
        least = self.look.name_line.least
        parts = self._parts(width)
        return all(word or wide >= least for word, _, wide in parts) and sum(parts[-1][1:]) <= width + 1e-6

    def draw(self, canvas: Canvas, area: Box) -> Box:
        """Draw it at the top of an area; the rest of the area."""
        left, _, right, top = area
        sizes, y = self.look.name_line, top - self.size
        for word, at, wide in self._parts(right - left):
            if word:
                canvas.text(left + at, y, word, self.look.face("text"), self.size)
            else:
                foot = y - sizes.drop * self.size
                canvas.stroke([(left + at, foot), (left + at + wide, foot)], sizes.width, ink=sizes.ink)
        return self.below(area)
