"""Pictures of a deduction: a grid with its candidates, and marks on them.

The marks are named by their look, not by their meaning. Black and grey are the only colours, so marks differ in shape
(rings, squares, discs), in texture (tint, rim), and in the kind of line (whole, dashed).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot
from typing import Literal

from bookmaker.printing.canvases.canvas import Box, Point
from bookmaker.printing.canvases.clipping import Side
from bookmaker.printing.grids.cage_drawing import CageMeasures, measures
from bookmaker.printing.grids.clue_drawing import reach_into_cell
from bookmaker.printing.grids.grid_drawing import (
    GridPicture,
    GridStyle,
)
from bookmaker.printing.grids.partial_grid import OutgoingLine, Part, lines_beyond
from bookmaker.printing.grids.symbols import DIGITS, Symbols
from bookmaker.printing.styles.style import Style
from bookmaker.puzzles.grid.arrangement import SomeGrids
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.grid.marks import Mark

Spot = tuple[int, int]
"""A candidate: its cell and its digit."""

Texture = Literal["light", "frame", "dark", "framed"]
Shape = Literal["ring", "square", "dashed", "disc", "heavy"]


@dataclass(frozen=True, slots=True)
class Link:
    """A line from one candidate to another; ``dashed`` or whole; ``directed``: with the head of an arrow at the end."""

    start: Spot
    end: Spot
    dashed: bool = False
    directed: bool = False


@dataclass(frozen=True, slots=True)
class Ray:
    """A straight line from a digit in the grid to another cell, in which it cannot stand."""

    cell: int
    to: int


@dataclass(frozen=True, slots=True)
class Outline:
    """A line around cells: one around all of them where they fill a rectangle, else one around each."""

    cells: tuple[int, ...]
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class CandidatePicture:
    """What to draw. ``candidates`` is a mask for each cell (bit d-1 is digit d), 0 to draw none; ``bold`` as in ``GridPicture``.

    ``tiles`` give a cell a texture, ``marks`` a candidate a shape. ``struck`` candidates are crossed out. ``placed`` digits are
    drawn large, in a ring, in cells that are empty otherwise. ``notes`` are short texts in cells, all of one size, ``letters``
    short texts beside candidates or digits. ``rays`` run from digits; ``barred`` cells have a cross. ``lit``: the cells of clues
    to show. ``cages`` are outlined and have their sums; everything else in a cell then keeps clear of both. ``alone``: only the
    candidates of the digits that the marks are about are drawn, larger than they would be among others. ``part``: the part
    drawn of the grid, if not all. ``among``: all grids of the puzzle, where these are some of several.
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
    letters: tuple[tuple[Spot, str], ...] = ()
    rays: tuple[Ray, ...] = ()
    barred: tuple[int, ...] = ()
    lit: tuple[tuple[int, ...], ...] = ()
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
        marks, font = self.look.candidates, self.symbols.face(self.look, "candidate")
        room = min(*self.pitch, marks.radius_most * self.cell)
        # Where type is as large as it must be, rings rather touch each other than their figures.
        around = hypot(self.symbols.usual_width(font), font.digit_height()) * self.type_size / 2 + marks.mark * 0.6
        return max(marks.radius * room, min(around, marks.radius_touching * room))

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
