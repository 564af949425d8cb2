"""Pictures of a deduction: a grid with its candidates, and marks on them.

The marks are named by their look, not by their meaning. Black and grey are the only colours, so marks differ in shape
(rings, squares, diamonds), in texture (tint, hatching), and in the kind of line (whole, dashed).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from bookmaker.printing.canvases import strokes
from bookmaker.printing.canvases.canvas import Box, Canvas, Point, write
from bookmaker.printing.canvases.clipping import Side
from bookmaker.printing.grids.cage_drawing import CageMeasures, measures, outline_cages, write_sums
from bookmaker.printing.grids.clue_drawing import FILLED, reach_into_cell
from bookmaker.printing.grids.grid_drawing import (
    GridPicture,
    GridStyle,
    Layer,
    digit_place,
    draw_digits,
    draw_ground,
    in_corner,
    set_symbols,
    whiten_sums,
)
from bookmaker.printing.grids.partial_grid import OutgoingLine, Part, lines_beyond
from bookmaker.printing.grids.symbols import DIGITS, Symbols
from bookmaker.printing.styles.style import Style
from bookmaker.puzzles.grid.arrangement import SomeGrids
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.grid.marks import Mark

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
    candidates of the digits that the marks are about are drawn, larger than they would be among others. ``part``: the part drawn
    of the grid, if not all. ``among``: all grids of the puzzle, where these are some of several.
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
    part: Part | None = None
    among: SomeGrids | None = None

    @property
    def shown(self) -> Part:
        """The part of the grid that is drawn."""
        return self.part or Part.whole(self.geometry)

    @property
    def outgoing_lines(self) -> tuple[OutgoingLine, ...]:
        """The lines of other grids that begin at the edge of that part."""
        (top, bottom), (left, right) = self.shown.rows, self.shown.columns
        lines = lines_beyond(self.among) if self.among else ()
        return tuple(line for line in lines if top <= line.start[0] <= bottom and left <= line.start[1] <= right)

    @property
    def open_sides(self) -> tuple[Side, ...]:
        """The sides on which lines run on."""
        (top, bottom), (left, right) = self.shown.rows, self.shown.columns
        edges: dict[Side, int] = {"left": left, "right": right, "above": top, "below": bottom}
        beyond = {
            line.side for line in self.outgoing_lines if line.start[line.side in ("left", "right")] == edges[line.side]
        }
        return tuple(side for side in edges if side in beyond or side in self.shown.open_sides)

    def cells(self, reach: float) -> tuple[float, float]:
        """Width and height of that part in cells, with the lines that run on for ``reach`` cells over open edges."""
        on = self.open_sides
        return (
            self.shown.wide + reach * sum(side in on for side in ("left", "right")),
            self.shown.high + reach * sum(side in on for side in ("above", "below")),
        )

    def least(self, look: Style) -> float:
        """The least type size of a candidate, in points."""
        return look.symbols.least_candidate if self.symbols.drawn else look.type.least

    def free(self, look: Style, cell: float) -> tuple[float, float, float]:
        """Width and height of the free space in a cell of this side, and how far its middle lies under that of the cell."""
        if not self.cages:
            return cell, cell, 0.0
        fitted = cage_measures(look, cell)
        side = fitted.edge + 0.5 * fitted.clear
        top = fitted.sum_box("0")[3] if any(mark.text for mark in self.cages) else side
        return cell - 2 * side, cell - side - top, (top - side) / 2

    def inner(self, look: Style, cell: float) -> float:
        """The share of a cell of this side for candidates, clear of dots and signs on its borders."""
        reach = reach_into_cell(look, {mark.kind for mark in self.geometry.marks}, cell) if self.geometry.clued else 0.0
        return min(look.candidates.inner, 1 - 2 * reach)

    @property
    def digits_meant(self) -> list[int]:
        """The digits that the marks are about, ascending; and all possible digits of cages that lose some."""
        digits = {digit for _, digit in (*(spot for spot, _ in self.marks), *self.struck, *self.placed)}
        tinted = {cell for cell, _ in self.tiles}
        if self.cages and not tinted.isdisjoint(cell for cell, _ in self.struck):
            # Without the digits that a cage keeps, all of them would seem struck out.
            masks = [self.candidates[cell] for cell in tinted]
            digits |= {digit for mask in masks for digit in range(1, self.geometry.size + 1) if mask >> (digit - 1) & 1}
        return sorted(digits)


def cage_measures(look: Style, cell: float) -> CageMeasures:
    """The lengths of cages in cells of this side, in points."""
    style = GridStyle.in_text(look).fitted(cell)
    return measures(look, cell, style.thin, max(style.box, style.outline))


def label_size(look: Style, cell: float) -> float:
    """Type size of the numbers beside the grid."""
    return max(look.type.least, min(look.candidates.coordinate * cell, look.candidates.coordinate_most))


def label_room(look: Style, cell: float) -> float:
    """Width in points of the strips on the left and above for the numbers of rows and columns."""
    return label_size(look, cell) * (1 + look.candidates.coordinate_gap)


@dataclass(frozen=True)
class Places:
    """The places of candidates, and their type."""

    look: Style
    left: float
    bottom: float
    cell: float
    ground: Geometry
    shown: tuple[int, ...]
    across: int
    down: int
    free: tuple[float, float, float]
    inner: float
    symbols: Symbols
    least: float

    @staticmethod
    def of(look: Style, picture: CandidatePicture, x: float, y: float, cell: float) -> Places:
        """The places in a whole grid whose lower left corner is at (x, y)."""
        size = picture.geometry.size
        height, width = _arranged(picture.geometry)
        free = picture.free(look, cell)
        own = picture.inner(look, cell), picture.symbols, picture.least(look)
        whole = Places(look, x, y, cell, picture.geometry, tuple(range(1, size + 1)), width, height, free, *own)
        meant = tuple(picture.digits_meant)
        if not meant or (whole.type_size >= whole.least - 1e-6 and not picture.alone):
            return whole
        # In large grids all candidates would be too small to print: those that the picture is about have more room.
        across = _side_of(len(meant))
        return Places(look, x, y, cell, picture.geometry, meant, across, max(1, -(-len(meant) // across)), free, *own)

    @property
    def pitch(self) -> Point:
        """The distances of the candidates of a cell, across and down."""
        # Between outlines of cages all that is free can be used: they keep clear of the lines already.
        if self.free[0] != self.cell:
            return self.free[0] / self.across, self.free[1] / self.down
        # In small cells candidates would rather touch a dot than be too small to print.
        font, most = self.symbols.face(self.look, "candidate"), self.look.candidates.inner
        tight = self.least / self.look.candidates.tight / self.cell
        wide = min(most, max(self.inner, tight * self.symbols.usual_width(font) * self.across))
        high = min(most, max(self.inner, tight * font.digit_height() * self.down))
        return wide * self.cell / self.across, high * self.cell / self.down

    @property
    def half(self) -> float:
        """Half of the free space in a cell, across or down, whichever is less."""
        return min(self.free[:2]) / 2

    @property
    def radius(self) -> float:
        """The radius of the ring around a candidate."""
        marks = self.look.candidates
        return marks.radius * min(*self.pitch, marks.radius_most * self.cell)

    @property
    def type_size(self) -> float:
        """The type size of the candidates."""
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
        """The centre of a cell."""
        row, column = self.ground.spot(cell)
        return self.left + (column + 0.5) * self.cell, self.bottom + (self.ground.span - row - 0.5) * self.cell

    def middle(self, cell: int) -> Point:
        """The centre of the free space in a cell."""
        x, y = self.centre(cell)
        return x, y - self.free[2]

    def tile(self, cell: int, inset: float) -> Box:
        """A cell, but for a strip of ``inset`` points along its sides."""
        x, y = self.centre(cell)
        half = self.cell / 2 - inset
        return x - half, y - half, x + half, y + half


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
    across, _ = picture.cells(look.candidates.open_edge)
    cell = (width - label_room(look, width / across) - look.grid.outline) / across
    places, least = Places.of(look, picture, 0.0, 0.0, cell), picture.least(look) - 1e-6
    placed = look.candidates.placed * places.half / picture.symbols.face(look, "answer_given").digit_height()
    return (not any(picture.candidates) or places.type_size >= least) and (not picture.placed or placed >= least)


def readable(look: Style, picture: CandidatePicture, cell: float) -> bool:
    """Whether the candidates of a picture have at least the style's least type in cells of this side, in points."""
    if not any(picture.candidates):
        return True
    return Places.of(look, picture, 0.0, 0.0, cell).type_size >= picture.least(look) - 1e-6


def full_cell(look: Style, picture: CandidatePicture) -> float:
    """The smallest cell in points in which all candidates look well."""
    height, width = _arranged(picture.geometry)
    return _for_cages(look, picture, _cell_for(look, picture, width, height), width, height)


def _for_cages(look: Style, picture: CandidatePicture, cell: float, across: int = 1, down: int = 1) -> float:
    """The cell, or a larger one that has room for the cages of a picture and so many candidates beside and above each other."""
    if not picture.cages:
        return cell
    font, least, shares = look.face("candidate"), look.type.least, look.candidates
    # As far apart as without cages, so that rings go round figures and not through them.
    wide = shares.slack * least * font.width("0", 1.0) / shares.width * across
    high = shares.slack * least * font.digit_height() / shares.height * down
    placed = least * look.face("answer_given").digit_height()
    grid = GridPicture(picture.geometry, picture.digits, picture.bold, picture.cages)
    while cell < look.candidates.most_cell:
        width, height, _ = picture.free(look, cell)
        shown = not picture.placed or look.candidates.placed * min(width, height) / 2 >= placed
        if shown and width >= wide and height >= high and grid.least_cell(GridStyle.in_text(look), cell) <= cell:
            break
        cell += 0.5
    return cell


def _cell_for(look: Style, picture: CandidatePicture, across: int, down: int) -> float:
    font, least, shares = picture.symbols.face(look, "candidate"), picture.least(look), look.candidates
    high = least * font.digit_height() / shares.height * down
    inner = shares.slack * max(high, least * picture.symbols.usual_width(font) / shares.width * across)
    cell = inner / shares.inner
    for _ in range(_ROUNDS):
        # What dots take of a cell depends on its side where they are at their least.
        cell = inner / max(picture.inner(look, cell), _LEAST_INNER)
    return cell


_ROUNDS = 8

_LEAST_INNER = 0.4
"""Candidates have this share of a cell at the least."""


def _arranged(geometry: Geometry) -> tuple[int, int]:
    """How many rows and columns of candidates a cell has: as the cells of a box, or in a square without boxes."""
    height, width = geometry.box
    if height > 1:
        return height, width
    across = _side_of(geometry.size)
    return -(-geometry.size // across), across


def _side_of(count: int) -> int:
    # Of the smallest square that holds so many.
    return next(side for side in range(1, count + 2) if side * side >= count)


def draw_candidates(
    canvas: Canvas, picture: CandidatePicture, x: float, y: float, side: float, style: GridStyle
) -> None:
    """Draw a grid of ``side`` points, or a part of it, the numbers of rows and columns outside of it.

    The lower left corner of the cells that are drawn is at (x, y); over an open edge lines run on.
    """
    geometry, look = picture.geometry, style.look
    cell = side / geometry.span
    fitted, part, paper = style.fitted(cell), picture.shown, canvas
    x, y = x - part.columns[0] * cell, y - (part.size - part.rows[1]) * cell
    canvas = part.canvas(canvas, (x, y), cell, look.candidates.open_edge * cell)
    places = Places.of(look, picture, x, y, cell)
    filled = {index for index, _ in picture.tiles}.union(*(outline.cells for outline in picture.outlines))
    corner = in_corner(geometry, filled)
    layers: tuple[Layer, ...] = ("below", "above") if geometry.marks else ("whole",)
    draw_ground(canvas, geometry, x, y, side, style, picture.symbols, sharp=corner, layer=layers[0])
    # No shaded cell may look like one of the pattern.
    shaded = any(mark.kind == "shade" or mark.kind in FILLED for mark in geometry.marks)
    light, dark = look.candidates.tints_beside_shade if shaded else look.candidates.tints
    for index, texture in picture.tiles:
        box = places.tile(index, 0.5 * fitted.box + look.candidates.tile_gap)
        _tile(canvas, look, box, texture, {"light": light, "dark": dark})
    if len(layers) > 1:
        # Above the tints, which would hide the dots, circles and lines of the very clue that a step is about.
        draw_ground(canvas, geometry, x, y, side, style, picture.symbols, sharp=corner, layer=layers[1])
    _outgoing_lines(paper, picture, x, y, cell, fitted)
    fitted_cages = cage_measures(look, cell)
    whiten_sums(canvas, geometry, picture.cages, cell, (x, y), fitted_cages)
    if picture.cages:
        outline_cages(canvas, picture.cages, geometry.size, cell, (x, y), fitted_cages)
        write_sums(canvas, picture.cages, geometry.size, cell, (x, y), fitted_cages)
    digits = GridPicture(geometry, picture.digits, picture.bold, picture.cages, symbols=picture.symbols)
    draw_digits(canvas, digits, x, y, side, style)
    _labels(paper, look, picture, x, y, cell, fitted.outline)
    for outline in picture.outlines:
        _outline(canvas, outline, places, fitted.box)
    _links(canvas, picture, places)
    for spot, shape in picture.marks:
        if spot[1] in places.shown and not picture.digits[spot[0]]:
            _mark(canvas, look, places.at(spot), shape, places.radius)
        elif picture.digits[spot[0]]:
            # Around the digit, which sums and outlines of cages make smaller and move.
            height, drop = digit_place(digits, fitted, cell)
            (across, up), share = places.centre(spot[0]), height / (style.digit * cell)
            radius, width = look.candidates.digit_mark * share * cell / 2, _ring_width(look, cell)
            _mark(canvas, look, (across, up - drop), shape, radius, width)
    _figures(canvas, picture, places)
    for spot in picture.struck:
        if spot[1] in places.shown:
            _strike(canvas, look, places.at(spot), places.radius)
    _placed(canvas, picture, places)
    _notes(canvas, picture, places)


def _notes(canvas: Canvas, picture: CandidatePicture, places: Places) -> None:
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


def _outgoing_lines(
    canvas: Canvas, picture: CandidatePicture, x: float, y: float, cell: float, style: GridStyle
) -> None:
    """Draw where the grids go on from which these were taken."""
    grid, half = style.look.grid, style.outline / 2
    widths = {"thin": style.thin, "box": style.box, "outline": style.outline}
    for line in picture.outgoing_lines:
        row, column = line.start
        level, sign = line.side in ("left", "right"), 1 if line.side in ("right", "above") else -1
        across, up = x + column * cell, y + (picture.geometry.span - row) * cell
        ends = [
            (across + sign * far, up) if level else (across, up + sign * far)
            for far in (half, style.look.candidates.open_edge * cell)
        ]
        canvas.stroke(ends, widths[line.weight], ink=grid.thin_ink if line.weight == "thin" else 1.0)


def _labels(
    canvas: Canvas, look: Style, picture: CandidatePicture, x: float, y: float, cell: float, outline: float
) -> None:
    geometry, part = picture.geometry, picture.shown
    size, font = label_size(look, cell), look.face("caption")
    gap, half = outline / 2 + look.candidates.coordinate_gap * size, font.digit_height() * size / 2
    side = geometry.span * cell
    (top, bottom), (first, last), cut = part.rows, part.columns, picture.open_sides
    beyond = look.candidates.open_edge * cell
    left = x + first * cell - gap - beyond * ("left" in cut)
    above = y + side - top * cell + gap + beyond * ("above" in cut)
    # A frame for clues belongs to no row or column: the numbers begin at the grid, as in the names of cells.
    down, over = (geometry.span - geometry.height) // 2, (geometry.span - geometry.width) // 2
    rows, columns = picture.among.first if picture.among else (0, 0)
    for number in range(max(geometry.height, geometry.width)):
        if number < geometry.width and first <= over + number < last:
            write(canvas, x + (over + number + 0.5) * cell, above, str(columns + number + 1), font, size, "centre")
        if number < geometry.height and top <= down + number < bottom:
            middle = (down + number + 0.5) * cell
            write(canvas, left, y + side - middle - half, str(rows + number + 1), font, size, "right")


def _tile(canvas: Canvas, look: Style, box: Box, texture: Texture, tints: dict[str, float]) -> None:
    if texture in tints:
        canvas.fill(box, tints[texture])
    else:
        marks = look.candidates
        gap = max(marks.hatch_gap, (box[2] - box[0]) * marks.hatch_share)
        strokes.hatch(canvas, box, gap, marks.hatch, marks.hatch_ink, crossed=texture == "cross")


def _outline(canvas: Canvas, outline: Outline, places: Places, line: float) -> None:
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


def _links(canvas: Canvas, picture: CandidatePicture, places: Places) -> None:
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
    (top, bottom), (first, last), side = picture.shown.rows, picture.shown.columns, places.cell
    high = places.bottom + places.ground.span * side
    grid = places.left + first * side, high - bottom * side, places.left + last * side, high - top * side
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


def _ring_width(look: Style, cell: float) -> float:
    """The width of a line around a digit."""
    return max(look.candidates.placed_line, look.candidates.placed_share * cell)


def _mark(canvas: Canvas, look: Style, at: Point, shape: Shape, radius: float, width: float = 0.0) -> None:
    x, y = at
    marks = look.candidates
    width = width or max(marks.mark, radius * marks.mark_share)
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


def _figures(canvas: Canvas, picture: CandidatePicture, places: Places) -> None:
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


def _placed(canvas: Canvas, picture: CandidatePicture, places: Places) -> None:
    symbols, marks = places.symbols, places.look.candidates
    font = symbols.face(places.look, "answer_given")
    height = marks.placed * places.half
    points = min(height / font.digit_height(), 2 * marks.placed_ring * places.half / symbols.widest(font))
    width = _ring_width(places.look, places.cell)
    for cell, digit in picture.placed:
        x, y = places.middle(cell)
        canvas.stroke(strokes.circle(x, y, marks.placed_ring * places.half), width, closed=True)
        across, up = symbols.shift(digit, font)
        foot = y - font.digit_height() * points / 2
        set_symbols(canvas, [(x - across * points, foot + up * points, symbols.texts[digit - 1])], font, points)
