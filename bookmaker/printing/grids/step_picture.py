"""Pictures of a deduction: a grid with its candidates, and marks on them.

The marks are named by their look, not by their meaning. Black and grey are the only colours, so marks differ in shape (rings,
squares, discs), in texture (tint, rim), and in the kind of line (whole, dashed).

A picture may show a part of its grid: whole boxes side by side, drawn alone, with an open edge.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import hypot
from typing import Literal

from bookmaker.printing.canvases.canvas import Box, Canvas, Point
from bookmaker.printing.canvases.recorder import ClippedCanvas, Side
from bookmaker.printing.grids.clue_drawing import CageMeasures, measures, reach_into_cell
from bookmaker.printing.grids.grid_drawing import (
    GridPicture,
    GridStyle,
    grid_lines,
)
from bookmaker.printing.grids.symbols import DIGITS, Symbols
from bookmaker.printing.styles.style import Style
from bookmaker.puzzles.grid.arrangement import SomeGrids
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.grid.marks import Mark

Weight = Literal["thin", "box", "outline"]
_Corner = tuple[int, int]
"""Where lines cross: so many rows above it, so many columns before it."""

_AHEAD: dict[Side, _Corner] = {"left": (0, -1), "right": (0, 1), "above": (-1, 0), "below": (1, 0)}


@dataclass(frozen=True, slots=True)
class OutgoingLine:
    """A line that runs on. ``start``: the rows above and the columns before it, in the square of the grids that are drawn."""

    start: _Corner
    side: Side
    weight: Weight


@lru_cache(maxsize=256)
def lines_beyond(some: SomeGrids) -> tuple[OutgoingLine, ...]:
    """The lines of other grids that begin at the edge of these."""
    whole, ground, (top, left) = some.whole, some.ground, some.first
    shown = {whole.place(cell) for cell in some.cells}
    down, over = (ground.span - ground.height) // 2 - top, (ground.span - ground.width) // 2 - left
    found = []
    for (start, side), weight in _pieces(whole).items():
        (row, column), level = start, side in ("left", "right")
        (by, along) = _AHEAD[side]
        # The cells on both sides of the piece, and on both sides of where it would have come from.
        ahead = {(row + min(by, 0) - level, column + min(along, 0) - (not level))}
        ahead.add((row + min(by, 0), column + min(along, 0)))
        behind = {(place[0] - by, place[1] - along) for place in ahead}
        if shown.isdisjoint(ahead) and not shown.isdisjoint(behind):
            found.append(OutgoingLine((row + down, column + over), side, weight))
    return tuple(sorted(found, key=lambda one: (one.side, one.start)))


@lru_cache(maxsize=16)
def _pieces(whole: Geometry) -> dict[tuple[_Corner, Side], Weight]:
    """All lines of an arrangement, cell by cell, each from both of its ends, by places in the arrangement."""
    thin, heavy = grid_lines(whole)
    down, over = (whole.span - whole.height) // 2, (whole.span - whole.width) // 2
    found: dict[tuple[_Corner, Side], Weight] = {}
    weighed: list[tuple[Weight, list[tuple[float, float, float, float]]]] = [("thin", thin), ("box", heavy)]
    for weight, runs in weighed:
        for x1, y1, x2, y2 in runs:
            ends = (int(y1) - down, int(x1) - over), (int(y2) - down, int(x2) - over)
            found.update(dict.fromkeys(_cell_by_cell(*ends), weight))
    for row, column in whole.corners:
        bottom, right = row + whole.size, column + whole.size
        for start, end in (
            ((row, column), (row, right)),
            ((bottom, column), (bottom, right)),
            ((row, column), (bottom, column)),
            ((row, right), (bottom, right)),
        ):
            found.update(dict.fromkeys(_cell_by_cell(start, end), "outline"))
    return found


def _cell_by_cell(start: _Corner, end: _Corner) -> Iterator[tuple[_Corner, Side]]:
    """Each piece of a line as long as a cell, from both of its ends. ``start`` lies above ``end``, or on its left."""
    level = start[0] == end[0]
    for step in range(end[level] - start[level]):
        row, column = (start[0], start[1] + step) if level else (start[0] + step, start[1])
        yield (row, column), "right" if level else "below"
        yield (row + (not level), column + level), "left" if level else "above"


_LONGEST = 3
"""How many times as long as wide a part may be. A longer one would hardly look like a part of a grid, and the proof would take
it for none."""
_Span = tuple[int, int]
"""The first row or column, and the one after the last, from 0."""


@dataclass(frozen=True, slots=True)
class Part:
    """The rows and the columns that are shown of a grid in a square with ``size`` of each.

    ``within``: those of the grid, where it does not fill the square.
    """

    rows: _Span
    columns: _Span
    size: int
    within: tuple[_Span, _Span] | None = None

    @staticmethod
    def whole(ground: Geometry) -> Part:
        """All of a grid, with its frame. Several together may be wider than high, or the other way round."""
        rows, columns = (
            (before, before + long + 2 * ground.frame)
            for long in (ground.height, ground.width)
            for before in [(ground.span - long) // 2 - ground.frame]
        )
        square = rows == columns
        return Part(rows, columns, ground.span, None if square else (rows, columns))

    @property
    def high(self) -> int:
        """How many rows it has."""
        return self.rows[1] - self.rows[0]

    @property
    def wide(self) -> int:
        """How many columns it has."""
        return self.columns[1] - self.columns[0]

    @property
    def open_sides(self) -> tuple[Side, ...]:
        """The sides on which the grid goes on."""
        (top, bottom), (left, right) = self.rows, self.columns
        (first, last), (start, end) = self.within or ((0, self.size), (0, self.size))
        cut = {"left": left > start, "right": right < end, "above": top > first, "below": bottom < last}
        names: tuple[Side, ...] = ("left", "right", "above", "below")
        return tuple(name for name in names if cut[name])

    def canvas(self, canvas: Canvas, corner: Point, cell: float, reach: float) -> Canvas:
        """A canvas that draws this part alone. ``corner`` is the lower left one of the whole grid, ``reach`` in points."""
        (x, y), (top, bottom), (left, right) = corner, self.rows, self.columns
        # Each open side draws the inner side of its edge.
        edges: dict[Side, tuple[Side, int, float]] = {
            "left": ("right", left, x + left * cell),
            "right": ("left", right, x + right * cell),
            "above": ("below", top, y + (self.size - top) * cell),
            "below": ("above", bottom, y + (self.size - bottom) * cell),
        }
        for side in self.open_sides:
            kept, line, edge = edges[side]
            canvas = ClippedCanvas(canvas, kept, edge, reach, f"{kept}{line}")
        return canvas


def parts_around(ground: Geometry, cells: Collection[int]) -> Iterator[Part]:
    """The parts that may be shown of a grid if only these cells matter, the largest first: the whole grid, then whole rows, then
    the least part. None is given twice.
    """
    found = [Part.whole(ground)]
    lines = box_lines(ground) if cells else ((), ())
    if all(lines):
        places = [ground.spot(cell) for cell in cells]
        rows, columns = (_around(ends, [at[way] for at in places]) for way, ends in enumerate(lines))
        for width in (found[0].columns, columns):
            found.append(_grown(Part(rows, width, ground.span), *lines))
    yield from dict.fromkeys(found)


@lru_cache(maxsize=64)
def box_lines(ground: Geometry) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The level and the upright lines that cut no box, by the number of rows above and of columns before, the outer ones too.

    There are none for a grid with regions or without boxes, one with a frame, and several that share cells.
    """
    if ground.frame or len(ground.corners) > 1 or ground.mapped or not ground.boxed:
        return (), ()
    box = {ground.spot(cell): box for cell, box in enumerate(ground.box_of)}
    size = range(ground.span + 1)
    level = tuple(at for at in size if all(box.get((at - 1, i), -1) != box.get((at, i), -2) for i in size[:-1]))
    upright = tuple(at for at in size if all(box.get((i, at - 1), -1) != box.get((i, at), -2) for i in size[:-1]))
    return level, upright


def _around(ends: Collection[int], places: Collection[int]) -> _Span:
    return max(end for end in ends if end <= min(places)), min(end for end in ends if end > max(places))


def _grown(part: Part, level: tuple[int, ...], upright: tuple[int, ...]) -> Part:
    """A part, or a larger one around it that is wider than a strip, and more than one box."""
    while True:
        box = part.high <= level[1] and part.wide <= upright[1]
        if not box and max(part.wide, part.high) <= _LONGEST * min(part.wide, part.high):
            return part
        # A box is made wider; a strip broader.
        if box or part.wide <= part.high:
            part = Part(part.rows, _more(part.columns, upright), part.size)
        else:
            part = Part(_more(part.rows, level), part.columns, part.size)


def _more(span: _Span, ends: tuple[int, ...]) -> _Span:
    """The rows or columns, and the boxes behind them; those before them where there are none."""
    behind = next((end for end in ends if end > span[1]), None)
    return (span[0], behind) if behind is not None else (max(end for end in ends if end < span[0]), span[1])


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
