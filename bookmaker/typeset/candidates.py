"""A grid with its candidates, and marks on them: what a picture of a deduction is made of.

The marks are named by their look, not by what they stand for; black and grey are all there is, so that they differ in shape
(rings, squares, diamonds), in texture (tint, hatching), and in the kind of line (whole, dashed).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from bookmaker.grid.geometry import Geometry
from bookmaker.grid.marks import Mark
from bookmaker.typeset import strokes
from bookmaker.typeset.cage_drawing import CageMeasures, measures, outline_cages, write_sums
from bookmaker.typeset.canvas import Box, Canvas, Point, write
from bookmaker.typeset.grids import GridPicture, GridStyle, draw_digits, draw_ground, in_corner, set_symbols
from bookmaker.typeset.style import Style
from bookmaker.typeset.symbols import DIGITS, Symbols

Spot = tuple[int, int]
"""A candidate: its cell and its digit."""

Texture = Literal["light", "hatch", "dark", "cross"]
Shape = Literal["ring", "square", "diamond", "disc", "double"]


@dataclass(frozen=True, slots=True)
class Link:
    """A line from one candidate to another; ``dashed`` or whole."""

    start: Spot
    end: Spot
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class Outline:
    """A line around cells: one around all of them where they fill a rectangle, else one around each."""

    cells: tuple[int, ...]
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class CandidatePicture:
    """What to draw. ``candidates`` is a mask for each cell (bit d-1 is digit d), 0 to draw none; ``bold`` as in ``GridPicture``.

    ``tiles`` give a cell a texture, ``marks`` a candidate a shape. ``struck`` candidates are crossed out. ``placed`` digits are
    drawn large, in a ring, in cells that are empty otherwise. ``notes`` are short texts in cells, all of one size.
    ``cages`` are outlined and have their sums; everything else in a cell then keeps clear of both. ``alone``: only the
    candidates of the digits that the marks are about are drawn, larger than they would be among others.
    """

    geometry: Geometry
    digits: bytes
    candidates: tuple[int, ...]
    bold: frozenset[int] = frozenset()
    tiles: tuple[tuple[int, Texture], ...] = ()
    marks: tuple[tuple[Spot, Shape], ...] = ()
    struck: tuple[Spot, ...] = ()
    placed: tuple[Spot, ...] = ()
    links: tuple[Link, ...] = ()
    outlines: tuple[Outline, ...] = ()
    notes: tuple[tuple[int, str], ...] = ()
    cages: tuple[Mark, ...] = ()
    alone: bool = False
    symbols: Symbols = DIGITS

    def least(self, look: Style) -> float:
        """The least type size of a candidate, in points."""
        return look.symbols.least_candidate if self.symbols.drawn else look.type.least

    def free(self, look: Style, cell: float) -> tuple[float, float, float]:
        """Width and height of what is free in a cell of this side, and how far its middle lies under that of the cell."""
        if not self.cages:
            return cell, cell, 0.0
        fitted = _measures(look, cell)
        side = fitted.edge + 0.5 * fitted.clear
        top = fitted.sum_box("0")[3] if any(mark.text for mark in self.cages) else side
        return cell - 2 * side, cell - side - top, (top - side) / 2

    @property
    def digits_meant(self) -> list[int]:
        """The digits that the marks are about, ascending."""
        spots = [*(spot for spot, _ in self.marks), *self.struck, *self.placed]
        return sorted({digit for _, digit in spots})


def _measures(look: Style, cell: float) -> CageMeasures:
    style = GridStyle.in_text(look).fitted(cell)
    return measures(look, cell, style.thin, max(style.box, style.outline))


def label_size(look: Style, cell: float) -> float:
    """Type size of the numbers beside the grid."""
    return max(look.type.least, min(look.candidates.coordinate * cell, look.candidates.coordinate_most))


def label_room(look: Style, cell: float) -> float:
    """Width in points of the strips on the left and above for the numbers of rows and columns."""
    return label_size(look, cell) * (1 + look.candidates.coordinate_gap)


@dataclass(frozen=True)
class _Places:
    """Where candidates stand, and in which type."""

    look: Style
    left: float
    bottom: float
    cell: float
    ground: Geometry
    shown: tuple[int, ...]
    across: int
    down: int
    free: tuple[float, float, float]
    symbols: Symbols
    least: float

    @staticmethod
    def of(look: Style, picture: CandidatePicture, x: float, y: float, cell: float) -> _Places:
        size = picture.geometry.size
        height, width = picture.geometry.box
        free = picture.free(look, cell)
        own = picture.symbols, picture.least(look)
        whole = _Places(look, x, y, cell, picture.geometry, tuple(range(1, size + 1)), width, height, free, *own)
        meant = tuple(picture.digits_meant)
        if not meant or (whole.type_size >= whole.least - 1e-6 and not picture.alone):
            return whole
        # In large grids all candidates would be too small to print: those that the picture is about have more room.
        across = _side_of(len(meant))
        return _Places(look, x, y, cell, picture.geometry, meant, across, max(1, -(-len(meant) // across)), free, *own)

    @property
    def pitch(self) -> Point:
        # Between outlines of cages all that is free can be used: they keep clear of the lines already.
        share = self.look.candidates.inner if self.free[0] == self.cell else 1.0
        return share * self.free[0] / self.across, share * self.free[1] / self.down

    @property
    def half(self) -> float:
        """Half of what is free in a cell, across or down, whichever is less."""
        return min(self.free[:2]) / 2

    @property
    def radius(self) -> float:
        marks = self.look.candidates
        return marks.radius * min(*self.pitch, marks.radius_most * self.cell)

    @property
    def type_size(self) -> float:
        font, shares, least = self.symbols.face(self.look, "candidate"), self.look.candidates, self.least
        letter = self.symbols.usual_width(font)
        wide, high = self.pitch
        height = min(shares.height * high, shares.most * self.cell) / font.digit_height()
        points = min(height, shares.width * wide / letter)
        # A little tighter is better than too small to print.
        tight = min(shares.tight * high / font.digit_height(), shares.tight * wide / letter)
        return least if points < least <= tight else points

    def at(self, spot: Spot) -> Point:
        """The centre of a candidate."""
        row, column = self.ground.spot(spot[0])
        line, place = divmod(self.shown.index(spot[1]), self.across)
        wide, high = self.pitch
        x = self.left + (column + 0.5) * self.cell + (place - (self.across - 1) / 2) * wide
        y = (
            self.bottom
            + (self.ground.span - row - 0.5) * self.cell
            - self.free[2]
            - (line - (self.down - 1) / 2) * high
        )
        return x, y

    def centre(self, cell: int) -> Point:
        row, column = self.ground.spot(cell)
        return self.left + (column + 0.5) * self.cell, self.bottom + (self.ground.span - row - 0.5) * self.cell

    def middle(self, cell: int) -> Point:
        """The centre of what is free in a cell."""
        x, y = self.centre(cell)
        return x, y - self.free[2]

    def tile(self, cell: int, inset: float) -> Box:
        x, y = self.centre(cell)
        half = self.cell / 2 - inset
        return x - half, y - half, x + half, y + half


def draw_candidates(
    canvas: Canvas, picture: CandidatePicture, x: float, y: float, side: float, style: GridStyle
) -> None:
    """Draw a grid of ``side`` points whose lower left corner is at (x, y), the numbers of rows and columns outside of it."""
    geometry, look = picture.geometry, style.look
    cell = side / geometry.span
    fitted = style.fitted(cell)
    places = _Places.of(look, picture, x, y, cell)
    filled = {index for index, _ in picture.tiles}.union(*(outline.cells for outline in picture.outlines))
    draw_ground(canvas, geometry, x, y, side, style, picture.symbols, sharp=in_corner(geometry, filled))
    # No shaded cell may look like one of the pattern.
    shaded = any(mark.kind == "shade" for mark in geometry.marks)
    light, dark = look.candidates.tints_beside_shade if shaded else look.candidates.tints
    for index, texture in picture.tiles:
        box = places.tile(index, 0.5 * fitted.box + look.candidates.tile_gap)
        _tile(canvas, look, box, texture, {"light": light, "dark": dark})
    if picture.cages:
        fitted_cages = _measures(look, cell)
        outline_cages(canvas, picture.cages, geometry.size, cell, (x, y), fitted_cages)
        write_sums(canvas, picture.cages, geometry.size, cell, (x, y), fitted_cages)
    draw_digits(
        canvas,
        GridPicture(geometry, picture.digits, picture.bold, picture.cages, symbols=picture.symbols),
        x,
        y,
        side,
        style,
    )
    _labels(canvas, look, geometry, x, y, cell, fitted.outline)
    for outline in picture.outlines:
        _outline(canvas, outline, places, fitted.box)
    _links(canvas, picture, places)
    for spot, shape in picture.marks:
        if spot[1] in places.shown and not picture.digits[spot[0]]:
            _mark(canvas, look, places.at(spot), shape, places.radius)
        elif picture.digits[spot[0]]:
            _mark(canvas, look, places.middle(spot[0]), shape, look.candidates.digit_mark * places.half)
    _figures(canvas, picture, places)
    for spot in picture.struck:
        if spot[1] in places.shown:
            _strike(canvas, look, places.at(spot), places.radius)
    _placed(canvas, picture, places)
    _notes(canvas, picture, places)


def _notes(canvas: Canvas, picture: CandidatePicture, places: _Places) -> None:
    if not picture.notes:
        return
    look = places.look
    font, most = look.face("caption"), look.candidates.note_most
    widest = max(font.width(text, 1.0) for _, text in picture.notes)
    size = min(
        look.candidates.note * places.cell,
        most * places.free[0] / widest,
        most * places.free[1] / font.digit_height(),
    )
    for cell, text in picture.notes:
        x, y = places.middle(cell)
        write(canvas, x, y - font.digit_height() * size / 2, text, font, size, "centre")


def _labels(canvas: Canvas, look: Style, geometry: Geometry, x: float, y: float, cell: float, outline: float) -> None:
    size, font = label_size(look, cell), look.face("caption")
    gap, half = outline / 2 + look.candidates.coordinate_gap * size, font.digit_height() * size / 2
    side = geometry.span * cell
    # A frame for clues belongs to no row or column: the numbers begin at the grid, as in the names of cells.
    down, over = (geometry.span - geometry.height) // 2, (geometry.span - geometry.width) // 2
    for number in range(max(geometry.height, geometry.width)):
        if number < geometry.width:
            write(canvas, x + (over + number + 0.5) * cell, y + side + gap, str(number + 1), font, size, "centre")
        if number < geometry.height:
            middle = (down + number + 0.5) * cell
            write(canvas, x - gap, y + side - middle - half, str(number + 1), font, size, "right")


def _tile(canvas: Canvas, look: Style, box: Box, texture: Texture, tints: dict[str, float]) -> None:
    if texture in tints:
        canvas.fill(box, tints[texture])
    else:
        marks = look.candidates
        gap = max(marks.hatch_gap, (box[2] - box[0]) * marks.hatch_share)
        strokes.hatch(canvas, box, gap, marks.hatch, marks.hatch_ink, crossed=texture == "cross")


def _outline(canvas: Canvas, outline: Outline, places: _Places, line: float) -> None:
    marks, spots = places.look.candidates, [places.ground.spot(cell) for cell in outline.cells]
    rows, columns = sorted({row for row, _ in spots}), sorted({column for _, column in spots})
    whole = len(rows) * len(columns) == len(outline.cells)
    whole = whole and rows[-1] - rows[0] + 1 == len(rows) and columns[-1] - columns[0] + 1 == len(columns)
    groups = [outline.cells] if whole else [(cell,) for cell in outline.cells]
    for group in groups:
        boxes = [places.tile(cell, 0.5 * line + marks.outline_gap) for cell in group]
        left, bottom = min(box[0] for box in boxes), min(box[1] for box in boxes)
        right, top = max(box[2] for box in boxes), max(box[3] for box in boxes)
        corners = strokes.corners((left, bottom, right, top))
        if outline.dashed:
            for start, end in pairwise([*corners, corners[0]]):
                strokes.stroke(canvas, [start, end], marks.outline_dashed, (marks.dash, marks.dash_space))
        else:
            canvas.stroke(corners, marks.outline, closed=True)


def _links(canvas: Canvas, picture: CandidatePicture, places: _Places) -> None:
    size, marks = len(picture.digits), places.look.candidates
    things = [
        places.at((cell, digit))
        for cell in range(size)
        for digit in places.shown
        if picture.candidates[cell] >> (digit - 1) & 1
    ]
    # A large digit is as wide and high as a few candidates.
    for cell in (cell for cell in range(size) if picture.digits[cell]):
        x, y = places.middle(cell)
        reach = marks.clear_digit * places.cell
        things += [
            (x, y),
            (x - reach, y + reach),
            (x + reach, y + reach),
            (x - reach, y - reach),
            (x + reach, y - reach),
        ]
    side = places.ground.span * places.cell
    grid = places.left, places.bottom, places.left + side, places.bottom + side
    drawn: list[Point] = []
    for link in picture.links:
        if link.start[1] not in places.shown or link.end[1] not in places.shown:
            continue
        start, end = places.at(link.start), places.at(link.end)
        others = [thing for thing in things if thing not in (start, end)]
        curve = strokes.clear_bow(start, end, others, marks.clear * places.radius, drawn, 2.5 * places.radius, grid)
        drawn += curve[3:-3]
        reach = places.radius * 1.02
        # Two candidates side by side leave no room between their rings: the line then goes round.
        path = strokes.trimmed(curve, reach, reach)
        path = path or strokes.trimmed(strokes.bow(start, end, 1.4 * places.radius), reach, reach)
        if path:
            width = marks.link_dashed if link.dashed else marks.link
            strokes.stroke(canvas, path, width, (marks.dash, marks.dash_space) if link.dashed else None)


def _mark(canvas: Canvas, look: Style, at: Point, shape: Shape, radius: float) -> None:
    x, y = at
    marks = look.candidates
    width = max(marks.mark, radius * marks.mark_share)
    if shape == "square":
        canvas.stroke(strokes.square(x, y, marks.square * radius), width, closed=True)
    elif shape == "diamond":
        canvas.stroke(strokes.diamond(x, y, marks.diamond * radius), width, closed=True)
    else:
        if shape == "disc":
            strokes.disc(canvas, x, y, radius, marks.tints[1])
        canvas.stroke(strokes.circle(x, y, radius), width, closed=True)
        if shape == "double":
            canvas.stroke(strokes.circle(x, y, radius + marks.double_gap * width), marks.double * width, closed=True)


def _figures(canvas: Canvas, picture: CandidatePicture, places: _Places) -> None:
    symbols, font, points = places.symbols, places.symbols.face(places.look, "candidate"), places.type_size
    half = font.digit_height() * points / 2
    filled = {cell for cell, _ in picture.placed}
    placed = []
    for cell, mask in enumerate(picture.candidates):
        if picture.digits[cell] or cell in filled:
            continue
        for digit in places.shown:
            if mask >> (digit - 1) & 1:
                x, y = places.at((cell, digit))
                across, up = symbols.shift(digit, font)
                placed.append((x - across * points, y - half + up * points, symbols.texts[digit - 1]))
    set_symbols(canvas, placed, font, points)


def _strike(canvas: Canvas, look: Style, at: Point, radius: float) -> None:
    x, y = at
    marks = look.candidates
    reach = marks.strike_reach * radius
    aside = marks.strike_slant * reach
    canvas.stroke([(x - aside, y + reach), (x + aside, y - reach)], max(marks.strike, radius * marks.strike_share))


def _placed(canvas: Canvas, picture: CandidatePicture, places: _Places) -> None:
    symbols, marks = places.symbols, places.look.candidates
    font = symbols.face(places.look, "answer_given")
    height = marks.placed * places.half
    points = min(height / font.digit_height(), 2 * marks.placed_ring * places.half / symbols.widest(font))
    width = max(marks.placed_line, marks.placed_share * places.cell)
    for cell, digit in picture.placed:
        x, y = places.middle(cell)
        canvas.stroke(strokes.circle(x, y, marks.placed_ring * places.half), width, closed=True)
        across, up = symbols.shift(digit, font)
        foot = y - font.digit_height() * points / 2
        set_symbols(canvas, [(x - across * points, foot + up * points, symbols.texts[digit - 1])], font, points)


def least_cell(look: Style, picture: CandidatePicture) -> float:
    """The smallest cell in points in which a picture can be read.

    In grids above 9 it is enough that those candidates can be read that the picture is about; the others are then left out.
    """
    if not any(picture.candidates):
        least = look.candidates.least_caged_cell if picture.cages else look.candidates.least_cell
        return _for_cages(look, picture, least)
    if picture.geometry.size <= 9:
        return full_cell(look, picture)
    across = _side_of(len(picture.digits_meant))
    down = max(1, -(-len(picture.digits_meant) // across))
    return _for_cages(
        look, picture, max(look.candidates.least_cell, _cell_for(look, picture, across, down)), across, down
    )


def legible(look: Style, picture: CandidatePicture, width: float) -> bool:
    """Whether the digits that a picture is about can be as large as the style's least type in an area of this width."""
    size = picture.geometry.span
    cell = (width - label_room(look, width / size) - look.grid.outline) / size
    places, least = _Places.of(look, picture, 0.0, 0.0, cell), picture.least(look) - 1e-6
    placed = look.candidates.placed * places.half / picture.symbols.face(look, "answer_given").digit_height()
    return (not any(picture.candidates) or places.type_size >= least) and (not picture.placed or placed >= least)


def readable(look: Style, picture: CandidatePicture, cell: float) -> bool:
    """Whether the candidates of a picture are no smaller than the style's least type in cells of this side, in points."""
    if not any(picture.candidates):
        return True
    return _Places.of(look, picture, 0.0, 0.0, cell).type_size >= picture.least(look) - 1e-6


def full_cell(look: Style, picture: CandidatePicture) -> float:
    """The smallest cell in points in which all candidates look well."""
    height, width = picture.geometry.box
    return _for_cages(look, picture, _cell_for(look, picture, width, height), width, height)


def _for_cages(look: Style, picture: CandidatePicture, cell: float, across: int = 1, down: int = 1) -> float:
    """The cell, or a larger one that has room for the cages of a picture and so many candidates beside and above each other."""
    if not picture.cages:
        return cell
    font, least, tight = look.face("candidate"), look.type.least, look.candidates.tight
    placed = least * look.face("answer_given").digit_height()
    grid = GridPicture(picture.geometry, picture.digits, picture.bold, picture.cages)
    while cell < look.candidates.most_cell:
        width, height, _ = picture.free(look, cell)
        wide, high = least * font.width("0", 1.0) / tight * across, least * font.digit_height() / tight * down
        shown = not picture.placed or look.candidates.placed * min(width, height) / 2 >= placed
        if shown and width >= wide and height >= high and grid.least_cell(GridStyle.in_text(look), cell) <= cell:
            break
        cell += 0.5
    return cell


def _cell_for(look: Style, picture: CandidatePicture, across: int, down: int) -> float:
    font, least, shares = picture.symbols.face(look, "candidate"), picture.least(look), look.candidates
    high = least * font.digit_height() / shares.height * down
    return shares.slack * max(high, least * picture.symbols.usual_width(font) / shares.width * across) / shares.inner


def _side_of(count: int) -> int:
    # Of the smallest square that holds so many.
    return next(side for side in range(1, count + 2) if side * side >= count)
