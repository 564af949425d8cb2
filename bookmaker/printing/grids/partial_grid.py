"""A part of a grid: whole boxes side by side, drawn alone, with an open edge where the grid goes on.

A grid of an arrangement that is drawn alone has such edges too, with lines that run on into its neighbours.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from bookmaker.printing.canvases.canvas import Canvas, Point
from bookmaker.printing.canvases.clipping import ClippedCanvas, Side
from bookmaker.printing.grids.grid_drawing import grid_lines
from bookmaker.puzzles.grid.arrangement import SomeGrids
from bookmaker.puzzles.grid.geometry import Geometry

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
