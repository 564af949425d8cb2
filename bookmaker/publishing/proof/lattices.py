"""Grids found by their lines: lines that touch and lie evenly apart, whoever drew them and in whatever pieces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import sqrt
from typing import NamedTuple

from bookmaker.publishing.proof.ink import Box, PageInk, Point

LEAST, MOST = 4, 45
"""Cells across a grid, or across several that share cells."""
_FAR = 1 << 20
"""More than twice any border's number: a border and a number of cells are one number to this base."""
_FLATTEST = 0.3
"""The least ratio of the sides of several grids that share cells, or of one of the two parts of such on facing pages."""
_SQUARE = 0.98
"""The ratio of the sides from which a lattice is a square."""
_LEAST_SIDE = 24.0
"""The least side of a grid, in points: nobody could read the cells of a smaller one."""
_TOUCH = 0.3
"""Points that lines may miss each other by and still be joined."""
_FLAT = 0.05
"""Points that a level line may rise."""
_THIN_AREA = 4.0
"""The most points across a filled bar that is taken for a line."""
_OFF = 0.08
"""How far from its place a line may lie, as a share of a cell."""
_MIDDLE = 0.2
"""The part of a cell's side, from its middle either way, that a line has to run along to count as being there."""
_ROWS = 256
"""Lines that are compared with all others at a time."""
_ROUND = 8
"""A small shape with more corners is a ring."""
_HEAVIER = 1.2
"""How many times as wide as the thin lines a heavy line is at least."""
_BROAD = 0.1
"""The least width of a broad line, as a share of a cell."""


class Line(NamedTuple):
    """A level or upright straight line: its two ends (left or lower one first), its width, how dark it is."""

    level: bool
    at: float
    start: float
    stop: float
    width: float
    ink: float


@dataclass(frozen=True)
class Lattice:
    """A square grid of lines on a page: its box along the middle of the outline, and the cells across it.

    Grids that share cells make one lattice. It has places without a cell; where it is wider than high, or higher than wide, the
    box is the square with the same middle, or half a cell beside it, so that cells stay cells. ``bounds`` are those of the lines.

    ``across[row][column]`` is the width of the line between a cell and the one to its right, ``down[row][column]`` that of the
    line below it, 0 where there is none. ``edges`` are the widths along the outline, at the top, the bottom, the left and the
    right; () for one put together of halves.
    """

    box: Box
    size: int
    across: tuple[tuple[float, ...], ...]
    down: tuple[tuple[float, ...], ...]
    outline: float
    bounds: Box
    edges: tuple[tuple[float, ...], ...] = ()

    @cached_property
    def cell(self) -> float:
        """The side of a cell in points."""
        return (self.box[2] - self.box[0]) / self.size

    def at(self, x: float, y: float) -> int | None:
        """The cell at a place, in reading order from the top, or None outside the grid."""
        column = (x - self.box[0]) / (self.box[2] - self.box[0]) * self.size
        row = (self.box[3] - y) / (self.box[3] - self.box[1]) * self.size
        if not (0 <= column < self.size and 0 <= row < self.size):
            return None
        return int(row) * self.size + int(column)

    def corner(self, cell: int) -> Point:
        """The upper left corner of a cell."""
        row, column = divmod(cell, self.size)
        return self.box[0] + column * self.cell, self.box[3] - row * self.cell

    def heavy(self) -> tuple[float, float] | None:
        """The widths of its thin and of its heavy lines, as means; None if all lines inside it have one width."""
        widths = sorted(width for rows in (self.across, self.down) for row in rows for width in row if width)
        if not widths or widths[-1] < _HEAVIER * widths[0]:
            return None
        # Where two widths next to each other are furthest apart: a single line of a wrong width moves that little.
        between = sqrt(_usual(widths[: len(widths) // 4 + 1]) * _usual(widths[-(len(widths) // 8 + 1) :]))
        thin, thick = [w for w in widths if w < between], [w for w in widths if w >= between]
        if not thin or not thick:
            return None
        return _usual(thin), _usual(thick)

    def missing(self) -> list[tuple[int, int]]:
        """Pairs of cells side by side that no line parts."""
        size, found = self.size, []
        for row in range(size):
            for column in range(size):
                cell = row * size + column
                if column + 1 < size and not self.across[row][column]:
                    found.append((cell, cell + 1))
                if row + 1 < size and not self.down[row][column]:
                    found.append((cell, cell + size))
        return found

    @cached_property
    def occupied(self) -> tuple[int, ...]:
        """The places that hold a cell, which lines part from every neighbour: all, but for several grids that share cells."""
        without = {cell for pair in self.missing() for cell in pair}
        # A single line that is missing parts two cells; it does not make them none.
        return tuple(cell for cell in range(self.size**2) if len(without) <= 2 or cell not in without)

    @cached_property
    def regions(self) -> tuple[int, ...] | None:
        """For each cell the number of the part that heavy lines enclose it in; None if no line is heavier than others."""
        widths = self.heavy()
        if widths is None:
            return None
        size, between = self.size, sqrt(widths[0] * widths[1])
        joined = Sets(size * size)
        for row in range(size):
            for column in range(size):
                cell = row * size + column
                if column + 1 < size and self.across[row][column] < between:
                    joined.join(cell, cell + 1)
                if row + 1 < size and self.down[row][column] < between:
                    joined.join(cell, cell + size)
        for one, other in self._across_edges(between):
            joined.join(one, other)
        numbers: dict[int, int] = {}
        return tuple(numbers.setdefault(joined.root(cell), len(numbers)) for cell in range(size * size))

    def _across_edges(self, between: float) -> Iterator[tuple[int, int]]:
        """The cells at opposite edges where the outline is as thin as the lines between cells, though not everywhere."""
        size, last = self.size, self.size - 1
        if not any(width >= between for edge in self.edges for width in edge):
            return
        top, bottom, left, right = self.edges
        for place in range(size):
            if min(top[place], bottom[place]) > 0 and max(top[place], bottom[place]) < between:
                yield place, last * size + place
            if min(left[place], right[place]) > 0 and max(left[place], right[place]) < between:
                yield place * size, place * size + last


def _usual(widths: Sequence[float]) -> float:
    return sorted(widths)[len(widths) // 2]


class Sets:
    """Numbers from 0 in sets that are joined."""

    def __init__(self, count: int) -> None:
        self._above = list(range(count))

    def root(self, one: int) -> int:
        """The number that names the whole set of a number."""
        above = self._above
        while above[one] != one:
            above[one] = above[above[one]]
            one = above[one]
        return one

    def join(self, one: int, other: int) -> None:
        """Make one set of two."""
        self._above[self.root(one)] = self.root(other)


def lines(page: PageInk) -> tuple[list[Line], list[Line]]:
    """The straight level and upright lines of a page: those drawn whole, and those drawn with dashes."""
    whole: list[Line] = []
    dashed: list[Line] = []
    for stroke, box in zip(page.strokes, page.stroke_boxes, strict=True):
        if len(stroke.points) > _ROUND and max(box[2] - box[0], box[3] - box[1]) < _LEAST_SIDE:
            continue  # The flats of a ring are not lines of a grid.
        points = (*stroke.points, stroke.points[0]) if stroke.closed else stroke.points
        found = dashed if stroke.dashed else whole
        for (x1, y1), (x2, y2) in pairwise(points):
            if abs(y1 - y2) <= _FLAT < abs(x1 - x2):
                found.append(Line(True, (y1 + y2) / 2, min(x1, x2), max(x1, x2), stroke.width, stroke.ink))
            elif abs(x1 - x2) <= _FLAT < abs(y1 - y2):
                found.append(Line(False, (x1 + x2) / 2, min(y1, y2), max(y1, y2), stroke.width, stroke.ink))
    for area in page.areas:
        left, bottom, right, top = area.box
        wide, high = right - left, top - bottom
        if len(area.points) == 4 and 0 < min(wide, high) <= _THIN_AREA and max(wide, high) >= 4 * min(wide, high):
            if wide > high:
                whole.append(Line(True, (top + bottom) / 2, left, right, high, area.ink))
            else:
                whole.append(Line(False, (left + right) / 2, bottom, top, wide, area.ink))
    return whole, dashed


def _inked(line: Line) -> Box:
    half = line.width / 2
    if line.level:
        return line.start, line.at - half, line.stop, line.at + half
    return line.at - half, line.start, line.at + half, line.stop


def _clusters(found: Sequence[Line]) -> list[list[Line]]:
    """The lines in groups that touch."""
    import numpy as np  # A check of declarations reaches this module, and needs no arrays.

    boxes = np.array([_inked(line) for line in found]).reshape(-1, 4)
    order = np.argsort(boxes[:, 0], kind="stable")
    left, bottom, right, top = boxes[order].T
    places = np.arange(len(found))
    names = places.copy()
    for start in range(0, len(found), _ROWS):
        some = slice(start, start + _ROWS)
        later = slice(start, np.searchsorted(left, right[some].max() + _TOUCH, side="right"))
        touching = (names[some, None] != names[later]) & (places[some, None] < places[later])
        touching &= right[some, None] >= left[later] - _TOUCH
        touching &= (bottom[some, None] <= top[later] + _TOUCH) & (top[some, None] >= bottom[later] - _TOUCH)
        one, other = (place + start for place in touching.nonzero())
        # Each group has the least name of its lines: of two groups that touch, one takes the name of the other. The pairs of all
        # lines of a drawing together would take gigabytes.
        while len(one):
            np.minimum.at(names, np.maximum(names[one], names[other]), np.minimum(names[one], names[other]))
            while not np.array_equal(names, names[names]):
                names = names[names]
            apart = names[one] != names[other]
            one, other = one[apart], other[apart]
    named = np.empty_like(names)
    named[order] = names
    groups: dict[int, list[Line]] = {}
    for name, line in zip(named.tolist(), found, strict=True):
        groups.setdefault(name, []).append(line)
    return list(groups.values())


_MOST_LINES = 20_000
"""A page with more has a drawing; the largest puzzles have a fifth of that."""


def lattices(found: Sequence[Line]) -> Iterator[tuple[Lattice, list[Line]]]:
    """Each grid among whole lines, and the lines that make it, from the top of the page down and from left to right."""
    grids = []
    for group in _clusters(found) if len(found) <= _MOST_LINES else ():
        if len(group) >= 4:
            lattice = _lattice(group)
            if lattice is not None:
                grids.append((lattice, group))
    grids.sort(key=lambda one: (-round(one[0].box[3] / 12), one[0].box[0]))
    yield from grids


def squared(page: PageInk) -> PageInk:
    """The page stretched so that the cells of its grids are squares, as tables of browsers and word processors have none.

    A page that has a square grid, or none of as many rows as columns, stays as it is.
    """
    found, _ = lines(page)
    if len(found) > _MOST_LINES or next(lattices(found), None) is not None:
        return page
    for group in _clusters(found):
        level, upright = (_places([line.at for line in group if line.level is flat]) for flat in (True, False))
        if len(level) == len(upright) and LEAST < len(level) <= MOST + 1:
            factor = (upright[-1] - upright[0]) / (level[-1] - level[0])
            if _FLATTEST < factor < 1 / _FLATTEST:
                return page.stretched(factor)
    return page


def _places(places: Sequence[float]) -> list[float]:
    """Places of lines, ascending, each once: a thin and a heavy part of one line lie a little apart."""
    found: list[float] = []
    for place in sorted(places):
        if not found or place - found[-1] > _THIN_AREA:
            found.append(place)
    return found


def _lattice(group: Sequence[Line]) -> Lattice | None:
    level, upright = [line for line in group if line.level], [line for line in group if not line.level]
    if len(level) < 2 or len(upright) < 2:
        return None
    left, right = min(line.at for line in upright), max(line.at for line in upright)
    bottom, top = min(line.at for line in level), max(line.at for line in level)
    edges = left, bottom, right, top
    side = max(right - left, top - bottom)
    if side < _LEAST_SIDE or min(right - left, top - bottom) < _FLATTEST * side:
        return None
    size = None
    for box in _squares(edges, side):
        left, bottom, right, top = box
        columns = [((line.at - left) / side, line.width / side) for line in upright]
        rows = [((line.at - bottom) / side, line.width / side) for line in level]
        size = _cells_across(columns, rows, ((edges[2] - edges[0]) / side, (edges[3] - edges[1]) / side))
        if size is not None:
            break
    if size is None:
        return None
    cell = side / size
    across = _widths([(line.at - left, line) for line in upright], cell, size, top, down=True)
    down = _widths([(top - line.at, line) for line in level], cell, size, left, down=False)
    outline = max(line.width for line in group if min(abs(line.at - edge) for edge in _edges(line, *edges)) < 0.5)
    turned = tuple(tuple(across[line][row] for line in range(1, size)) for row in range(size))
    along = tuple(map(tuple, (down[0], down[size], across[0], across[size])))
    return Lattice((left, bottom, right, top), size, turned, tuple(map(tuple, down[1:size])), outline, edges, along)


def _squares(edges: Box, side: float) -> Iterator[Box]:
    """The squares in which a lattice may lie: itself, or with the same middle, or from its upper left corner on."""
    left, bottom, right, top = edges
    if abs((top - bottom) - (right - left)) <= (1 - _SQUARE) * side:
        yield edges
        return
    across, up = (left + right) / 2, (bottom + top) / 2
    yield across - side / 2, up - side / 2, across + side / 2, up + side / 2
    yield left, top - side, left + side, top


def _edges(line: Line, left: float, bottom: float, right: float, top: float) -> tuple[float, float]:
    return (bottom, top) if line.level else (left, right)


def _cells_across(
    columns: Sequence[tuple[float, float]], rows: Sequence[tuple[float, float]], shares: tuple[float, float]
) -> int | None:
    """The number of cells for which lines at these shares of the side lie on borders of cells, nearly all of which have one.

    Each line comes with its width; ``shares`` are those of the side that the lines reach across and up. Broad lines through the
    middles of cells are marks.
    """
    import numpy as np  # A check of declarations reaches this module, and needs no arrays.

    sizes = np.arange(LEAST, MOST + 1)
    off, count, borders = (np.zeros(len(sizes), np.int64) for _ in range(3))
    for places in (columns, rows):
        place, width = np.array(places).T[..., None] * sizes
        nearest = np.rint(place)
        mark = (width >= _BROAD) & (abs(place % 1 - 0.5) <= _OFF)
        on = abs(place - nearest) <= _OFF
        off += (~mark & ~on).sum(axis=0)
        count += (~mark).sum(axis=0)
        # Each border once, for each number of cells; the two edges are none.
        _, at = held = (~mark & on & (nearest != 0) & (nearest != sizes)).nonzero()
        once = np.unique(at * _FAR + nearest[held].astype(np.int64))
        borders += np.bincount((once + _FAR // 2) // _FAR, minlength=len(sizes))
    best: tuple[float, int] | None = None
    for size, bordered, beside, of in zip(sizes.tolist(), borders.tolist(), off.tolist(), count.tolist(), strict=True):
        # Of a lattice that is not square, the lines at its two edges may lie inside, too.
        most = sum(round(share * size) + (1 if share < _SQUARE else -1) for share in shares)
        share = bordered / max(most, 1)
        if share >= 0.7 and beside <= 0.1 * of:
            quality = share - beside / of
            if best is None or quality > best[0] + 1e-9:
                best = quality, size
    return None if best is None else best[1]


def _widths(
    placed: Sequence[tuple[float, Line]], cell: float, size: int, origin: float, *, down: bool
) -> list[list[float]]:
    """For each line of the grid, the outer ones too, the width of what runs along each cell's side there."""
    found = [[0.0] * size for _ in range(size + 1)]
    for place, line in placed:
        number = round(place / cell)
        if not 0 <= number <= size or abs(place / cell - number) > _OFF:
            continue
        start, stop = (origin - line.stop, origin - line.start) if down else (line.start - origin, line.stop - origin)
        first = max(0, int((start / cell) + 0.5 + _MIDDLE))
        for along in range(first, size):
            if (along + 0.5 + _MIDDLE) * cell > stop + _TOUCH:
                break
            if (along + 0.5 - _MIDDLE) * cell >= start - _TOUCH:
                found[number][along] = max(found[number][along], line.width)
    return found
