"""The lattice of lines in a frame: straightened, its crossings measured on bent paper, its cells cut out, its borders weighed.

A frame gives a first perspective. Each crossing is then looked for near its place, and a cubic surface is fitted to their
shifts, so that a crossing that is not seen lies where its neighbours say.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from bookmaker.camera.frames import Grey, Points, area, resized
from bookmaker.puzzles.grid.geometry import BOXES

Values = npt.NDArray[np.float32]

SIZES = (9, 16, 12, 8, 10, 6, 4)
"""Cells across a grid, the usual first."""

USUAL = SIZES[0]

CELL = 48
"""Pixels of a cell of the straightened grid."""

MARGIN = 24
CUT = 32
"""Pixels of a cell that is cut out, of which a tenth lies beyond each of its borders."""

LEAST_CELL = 12
"""Pixels of a cell in the picture below which no digit can be read."""

GOOD, WELL_SEEN, FAIR, FAIR_OTHERWISE = 0.75, 0.93, 0.5, 0.62
"""The worth of a lattice, and the share of its crossings that are seen, at which no other is tried; the least worth of the
usual size, and of others.
"""

_CORNERS, _CROSSED, _MOST_CORNERS = (0.1, 0.8), 0.15, 0.6
"""Where corners of a cell lie on its diagonal; the ink of a line there, against that of borders; the share of corners with it."""

_LONGEST = 1.8
"""How much longer two sides of a square grid may be than the others."""

_BEYOND = 0.1
_THIRD = 1 / 3


@dataclass(frozen=True, eq=False)
class Lattice:
    """A straightened grid of ``size`` cells across.

    ``corners``: of its frame, float32 ``(4, 2)``, in pixels of the picture. ``grey``: the grid straightened by its frame, uint8;
    ``ink``: how much darker than the paper each of its pixels is, 0 to 1. ``points``: the crossings of its lines there, float32
    ``(size + 1, size + 1, 2)``. ``on_it``: which of them were seen where the surface says; ``worth``: how much it looks
    like a grid, 0 to 1. ``strength``: the ink of its lines. ``cell``: pixels of a cell in the picture.
    """

    size: int
    corners: Points
    grey: Grey
    ink: Values
    points: Points
    on_it: npt.NDArray[np.bool_]
    worth: float
    strength: float
    cell: float

    @property
    def seen(self) -> float:
        """The share of crossings that lie where the surface says."""
        return float(self.on_it.mean())

    @property
    def square(self) -> bool:
        """Whether its cells are as wide as high, but for perspective; a part of a grid has all lines, but seldom this shape."""
        sides = np.linalg.norm(self.corners - np.roll(self.corners, -1, 0), axis=1)
        across, down = sides[0] + sides[2], sides[1] + sides[3]
        return bool(max(across, down) <= _LONGEST * min(across, down))

    @property
    def well_seen(self) -> bool:
        """Whether nearly all crossings were seen where the surface says: of another size than that of the grid some are not."""
        return self.seen > WELL_SEEN

    @property
    def good(self) -> bool:
        """Whether it is so clear that no other needs to be tried."""
        return self.worth > GOOD and self.well_seen

    def turned(self, quarters: int) -> Lattice:
        """The same after quarter turns counter-clockwise, but for its corners in the picture."""
        points = np.rot90(self.points, quarters)
        side = self.ink.shape[0] - 1
        for _ in range(quarters):
            points = np.stack([points[..., 1], side - points[..., 0]], -1)
        grey: Grey = np.ascontiguousarray(np.rot90(self.grey, quarters))
        ink: Values = np.ascontiguousarray(np.rot90(self.ink, quarters))
        return replace(self, grey=grey, ink=ink, points=np.ascontiguousarray(points))

    @cached_property
    def cells(self) -> Values:
        """The ink of each cell, 0 to 1.5, float32 of shape ``(size * size, CUT, CUT)``; 1 is the ink of its digits."""
        low = _BEYOND * CUT / (1 + 2 * _BEYOND)
        high = CUT - low
        square = np.array([[low, low], [high, low], [high, high], [low, high]], np.float32)
        points, size = self.points, self.size
        out = np.empty((size * size, CUT, CUT), np.float32)
        for cell in range(size * size):
            row, column = divmod(cell, size)
            around = points[[row, row, row + 1, row + 1], [column, column + 1, column + 1, column]]
            turn = cv2.getPerspectiveTransform(around, square)
            out[cell] = cv2.warpPerspective(self.ink, turn, (CUT, CUT), borderMode=cv2.BORDER_REPLICATE)
        darkest = out[:, 8:24, 8:24].reshape(size * size, -1).max(1)
        scale = max(float(np.percentile(darkest, 85)), 0.6 * self.strength, 0.06)
        ready: Values = np.clip(out / np.float32(scale), 0, 1.5)
        return ready

    @cached_property
    def crossed(self) -> bool:
        """Whether a line runs along one of its diagonals, through the corners of the cells, where no digit reaches."""
        cells = np.arange(self.size)
        for columns in (cells, cells[::-1]):
            # A tint of whole boxes is beside the diagonal, too.
            more = self._corners(columns, columns[1] > columns[0]) - self._corners(
                (columns + 1) % self.size, columns[1] > columns[0]
            )
            if float((more > _CROSSED * self.strength).mean()) > _MOST_CORNERS:
                return True
        return False

    def _corners(self, columns: npt.NDArray[np.int64], falling: bool) -> Values:
        """The ink near two corners of a cell of each row, along its diagonal that falls or rises."""
        rows, points = np.arange(self.size), self.points
        start = points[rows, columns if falling else columns + 1]
        end = points[rows + 1, columns + 1 if falling else columns]
        seen = [_along(self.ink, start + (end - start) * low, start + (end - start) * (low + 0.1)) for low in _CORNERS]
        return np.concatenate(seen).astype(np.float32)

    @cached_property
    def borders(self) -> tuple[Values, Values]:
        """The width of each border in pixels of the straightened grid: ``(size + 1, size)`` of those that lie across, from the
        top, and ``(size, size + 1)`` of those upright.
        """
        points = self.points
        down = np.array([0, 1], np.float32)
        across = self._widths(points[:, :-1], points[:, 1:], down)
        upright = self._widths(points[:-1], points[1:], down[::-1])
        return across, upright

    def _widths(self, start: Points, end: Points, normal: Values) -> Values:
        along = np.linspace(0.15, 0.85, 15, dtype=np.float32)
        beside = np.arange(-9, 9.5, 0.5, dtype=np.float32)
        middle = start[..., None, :] + (end - start)[..., None, :] * along[:, None]
        places = middle[..., None, :] + normal * beside[:, None]
        flat = np.ascontiguousarray(places.reshape(-1, along.size * beside.size, 2))
        ink = cv2.remap(self.ink, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        ink = ink.reshape(*start.shape[:2], along.size, beside.size)
        # The lightest place across the border is paper, and a digit that touches it is seen in few of the places.
        widths: Values = np.median(np.maximum(ink - ink.min(-1, keepdims=True), 0), axis=-2).sum(-1) * np.float32(0.5)
        return widths


def looks_of(cells: Values) -> npt.NDArray[np.float64]:
    """Of each cell the height of its print, the middle of it down and across, its ink and the width of its strokes.

    Lengths are in pixels of the cell, ink and strokes are logarithms: float64 ``(cells, 5)``; NaN where it is not clear.
    """
    looks = np.full((len(cells), 5), np.nan)
    for at, cell in enumerate(cells):
        fine = cv2.resize(cell, None, fx=_FINER, fy=_FINER, interpolation=cv2.INTER_CUBIC)
        middle = fine[_FINER * _MIDDLE : -_FINER * _MIDDLE, _FINER * _MIDDLE : -_FINER * _MIDDLE]
        paper = float(np.median(middle))
        peak = float(np.percentile(middle, 97)) - paper
        if peak < _LEAST_PEAK:
            continue
        edge = _FINER * _WITHIN
        dark = (fine - paper > peak / 2).astype(np.uint8)[edge:-edge, edge:-edge]
        side = len(dark)
        _, labels, boxes, _ = cv2.connectedComponentsWithStats(dark)
        parts = [
            (int(area), number)
            for number, (x, y, wide, high, area) in enumerate(boxes.tolist())
            if number and min(x, y) > 0 and max(x + wide, y + high) < side
        ]
        if not parts:
            continue
        least = max(parts)[0] / _PART
        mark = np.isin(labels, [number for part, number in parts if part >= least])
        down, across = (np.flatnonzero(mark.any(axis)) for axis in (1, 0))
        rim = np.count_nonzero(mark[1:] != mark[:-1]) + np.count_nonzero(mark[:, 1:] != mark[:, :-1])
        places = [down[-1] - down[0], (down[-1] + down[0]) / 2, (across[-1] + across[0]) / 2]
        looks[at] = [*(place / _FINER for place in places), math.log(peak), math.log(2 * mark.sum() / rim)]
    return looks


_FINER, _WITHIN, _MIDDLE, _LEAST_PEAK, _PART = 3, 4, 7, 0.25, 8
"""How many pixels are measured for one of a cell; its edges that are left out, of print and of paper; the least ink of a
digit; and how much smaller than the largest a part of it may be."""


def darkness(grey: Grey) -> Values:
    """How much darker than the paper around it each pixel is, 0 to 1."""
    values = grey.astype(np.float32)
    quarter = cv2.resize(values, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    reach = max(3, (int(max(grey.shape) / 12) // 4) | 1)
    paper = cv2.dilate(quarter, np.ones((reach, reach), np.uint8))
    paper = cv2.GaussianBlur(paper, (0, 0), reach / 2)
    paper = cv2.resize(paper, (grey.shape[1], grey.shape[0]))
    ink: Values = np.clip((paper - values) / np.maximum(paper, 16), 0, 1)
    return ink


class Levels:
    """A picture at full size, at half, at a quarter and so on, so that a grid is taken from the one that has its size."""

    def __init__(self, grey: Grey) -> None:
        self._levels = [grey]

    def warped(self, corners: Points, size: int) -> tuple[Grey, float]:
        """The picture straightened so that four corners become those of a grid of this size, and pixels of its cell before."""
        side = float(np.sqrt(max(area(corners), 1.0)))
        level = max(0, int(np.log2(max(side / (size * CELL), 1e-6)) + 0.25))
        while len(self._levels) <= level and min(self._levels[-1].shape) > 2:
            self._levels.append(resized(self._levels[-1], 0.5))
        level = min(level, len(self._levels) - 1)
        grey = self._levels[level]
        there = ((corners + 0.5) / 2**level - 0.5).astype(np.float32)
        low, high = MARGIN, MARGIN + size * CELL
        wanted = np.array([[low, low], [high, low], [high, high], [low, high]], np.float32)
        turn = cv2.getPerspectiveTransform(there, wanted)
        full = size * CELL + 2 * MARGIN
        straight = cv2.warpPerspective(
            grey, turn, (full, full), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        return straight, side / size


@dataclass(frozen=True, eq=False)
class _Straight:
    """A frame made square for a grid of some size: its pixels, their ink, its long thin marks, and pixels of a cell before."""

    grey: Grey
    ink: Values
    lines: tuple[Values, Values]
    cell: float

    @classmethod
    def of(cls, levels: Levels, corners: Points, size: int) -> _Straight:
        grey, cell = levels.warped(corners, size)
        ink = darkness(grey)
        return cls(grey, ink, _lines(ink), cell)


def fitted(levels: Levels, corners: Points, size: int) -> Lattice:
    """The lattice of this size that fits a frame best."""
    return _fit(_Straight.of(levels, corners, size), corners, size)


def _fit(straight: _Straight, corners: Points, size: int) -> Lattice:
    grey, ink, lines = straight.grey, straight.ink, straight.lines
    places = _even(size)
    crossing = _crossing(lines)
    points, _ = _refined(crossing, places, size, 18)
    points, on_it = _refined(crossing, points, size, 9)
    score, strength = _score(ink, points, size)
    seen = float(on_it.mean())
    return Lattice(size, corners, grey, ink, points, on_it, score / 2 + seen / 2, strength, straight.cell)


def best_lattice(levels: Levels, corners: Points) -> Lattice | None:
    """The lattice of the size that fits a frame best; None where its lines make none."""
    straight = _Straight.of(levels, corners, USUAL)
    likeness = _likeness(straight.lines)
    most = max(likeness.values())
    if most < _NO_GRID:
        return None
    best: Lattice | None = None
    for size in sorted(SIZES, key=lambda one: -likeness[one])[:_MOST_SIZES]:
        if likeness[size] < max(_NO_GRID, most - _NEARLY):
            break
        if best is not None and best.good and size % best.size:
            continue
        other = _fit(straight, corners, size) if size == USUAL else fitted(levels, corners, size)
        # A grid of eight cells has the heavy lines of four; the thin lines between them show that it has eight.
        clearer = 0.0 if best is None else other.worth - best.worth + _WHOLE * (other.well_seen - best.well_seen)
        if best is None or clearer > 0.01 or (other.good and size % best.size == 0):
            best = other
    if best is not None and best.seen < _ALL_SEEN:
        other = fitted(levels, _by_crossings(best), best.size)
        if other.worth > best.worth:
            best = other
    return None if best is None else _followed(best)


def _by_crossings(lattice: Lattice) -> Points:
    """The corners of a frame as most crossings have them: a title that touches the frame makes one of its own corners false."""
    even = _even(lattice.size).reshape(-1, 2)
    turn, _ = cv2.findHomography(even, lattice.points.reshape(-1, 2), cv2.RANSAC, 3.0)
    if turn is None:
        return lattice.corners
    low, high = MARGIN, MARGIN + lattice.size * CELL
    square = np.array([[low, low], [high, low], [high, high], [low, high]], np.float32)
    back = cv2.getPerspectiveTransform(square, lattice.corners)
    found: Points = cv2.perspectiveTransform(square[None], back @ turn)[0].astype(np.float32)
    return found


_ALL_SEEN, _WHOLE = 0.985, 0.1
"""The share of crossings that are seen, below which the frame is looked for once more; and how much more a size is worth of which
nearly all are seen."""

_NO_GRID, _NEARLY, _MOST_SIZES = 0.15, 0.35, 3
"""How much the lines of a frame are like those of a grid, at least; how much less like it another size may be to be fitted, too;
and how many sizes are fitted."""

_BANDS, _QUARTER, _FARTHEST = 18, 0.25, 14
"""Bands of a frame in which lines are looked for; how far from its even place a line may lie, in cells and in pixels."""


def _likeness(lines: tuple[Values, Values]) -> dict[int, float]:
    """For each size the share of its lines that are there, less the share of lines between them, before crossings are fitted.

    Words and pictures have both or neither, so that most frames of a page cost only this.
    """
    side = USUAL * CELL
    seen = []
    for across in (True, False):
        lying = np.ascontiguousarray((lines[0].T if across else lines[1])[MARGIN : MARGIN + side])
        seen.append(cv2.resize(lying, (lying.shape[1], _BANDS), interpolation=cv2.INTER_AREA))
    bands = np.concatenate(seen)
    found = {}
    for size in SIZES:
        reach = int(min(_QUARTER * side / size, _FARTHEST))
        near = cv2.dilate(bands, np.ones((1, 2 * reach + 1), np.uint8))
        at = np.arange(2 * size + 1) / (2 * size)
        ink = near[:, np.round(MARGIN + side * at).astype(np.int64)]
        least = 0.35 * max(float(np.median(ink[:, ::2])), 0.02)
        found[size] = float((ink[:, ::2] > least).mean() - (ink[:, 1::2] > least).mean())
    return found


def _even(size: int) -> Points:
    columns, rows = np.meshgrid(np.arange(size + 1), np.arange(size + 1))
    return (np.stack([columns, rows], -1) * CELL + MARGIN).astype(np.float32)


_THICKEST = 13
"""Pixels of a cell that no line of a grid is thick: a band beside the frame is none, and a tint is the ground of its lines."""


def _lines(ink: Values) -> tuple[Values, Values]:
    """The ink of long thin marks across, and of upright ones."""
    ink = ink - cv2.morphologyEx(ink, cv2.MORPH_OPEN, np.ones((_THICKEST, _THICKEST), np.uint8))
    length = CELL // 2
    across = cv2.morphologyEx(cv2.GaussianBlur(ink, (1, 3), 0), cv2.MORPH_OPEN, np.ones((1, length), np.uint8))
    upright = cv2.morphologyEx(cv2.GaussianBlur(ink, (3, 1), 0), cv2.MORPH_OPEN, np.ones((length, 1), np.uint8))
    return cv2.GaussianBlur(across, (9, 5), 0), cv2.GaussianBlur(upright, (5, 9), 0)


_ROOM = 40


def _crossing(lines: tuple[Values, Values]) -> Values:
    """Where long thin ink lies both ways, with room around it."""
    across, upright = (
        cv2.copyMakeBorder(one, _ROOM, _ROOM, _ROOM, _ROOM, cv2.BORDER_CONSTANT, value=0) for one in lines
    )
    found: Values = np.sqrt(across * upright)
    return found


def _nearest(crossing: Values, start: Points, reach: int) -> tuple[npt.NDArray[np.float64], Values]:
    """The best crossing near each of these places ``(n, 2)``, and how much it is one."""
    away = np.arange(-reach, reach + 1)
    near = np.exp(-(away[:, None] ** 2 + away[None] ** 2) / np.float32(2 * (reach * 0.7) ** 2))
    most = np.array(crossing.shape[::-1]) - reach - 1
    middle = np.clip(np.round(start).astype(np.int64) + _ROOM, reach, most)
    windows = crossing[middle[:, 1, None, None] + away[:, None], middle[:, 0, None, None] + away[None, :]]
    windows = (windows * near).reshape(len(middle), -1)
    best, weight = windows.argmax(1), windows.max(1)
    shift = np.stack([best % (2 * reach + 1), best // (2 * reach + 1)], 1) - reach
    found = np.where(weight[:, None] >= _LEAST_CROSSING, middle - _ROOM + shift, start)
    return found.astype(np.float64), weight


_LEAST_CROSSING = 0.02


def _refined(crossing: Values, start: Points, size: int, reach: int) -> tuple[Points, npt.NDArray[np.bool_]]:
    """The crossings near these places, smoothed by a cubic surface, and which of them lie on it."""
    found, weight = _nearest(crossing, start.reshape(-1, 2), reach)
    seen = weight >= _LEAST_CROSSING
    even = _even(size).reshape(-1, 2).astype(np.float64)
    surface = _surface(size)
    if seen.sum() < surface.shape[1] + 6:
        return start, np.zeros(start.shape[:2], np.bool_)
    shifts = found - even
    weights = np.where(seen, np.minimum(weight, np.median(weight[seen])), 0)
    full = weights
    for _ in range(6):
        root = np.sqrt(weights)[:, None]
        terms, *_ = np.linalg.lstsq(surface * root, shifts * root, rcond=None)
        error = np.hypot(*(shifts - surface @ terms).T)
        weights = full / (1 + (error / 2.5) ** 2)
    smooth = surface @ terms + even
    on_it = (error < 4) & seen
    points = np.where(on_it[:, None], (found + smooth) / 2, smooth)
    return points.reshape(size + 1, size + 1, 2).astype(np.float32), on_it.reshape(size + 1, size + 1)


def _followed(lattice: Lattice) -> Lattice:
    """A lattice whose crossings beside the surface are looked for where the steps of their neighbours lead: a corner that
    curls, or a crease, leaves the smooth surface, but its lines go on.
    """
    if lattice.on_it.all() or not lattice.on_it.any():
        return lattice
    points, sure, side = lattice.points.copy(), lattice.on_it.copy(), lattice.size + 1
    crossing = _crossing(_lines(lattice.ink))
    least = _AS_CLEAR * float(np.median(_nearest(crossing, points[sure], 2)[1]))
    while True:
        leads: dict[tuple[int, int], list[Points]] = {}
        for row, column in np.argwhere(~sure).tolist():
            for down, over in ((0, 1), (0, -1), (1, 0), (-1, 0)):
                near, far = (row + down, column + over), (row + 2 * down, column + 2 * over)
                if all(0 <= at < side for at in far) and sure[near] and sure[far]:
                    leads.setdefault((row, column), []).append(2 * points[near] - points[far])
        if not leads:
            break
        where, weight = _nearest(crossing, np.array([np.mean(some, 0) for some in leads.values()]), _REACH)
        clear = [(place, *at) for place, at, one in zip(leads, where, weight, strict=True) if one >= least]
        if not clear:
            break
        for row, column, x, y in ((*place, *at) for place, *at in clear):
            points[row, column], sure[row, column] = (x, y), True
    return replace(lattice, points=points)


_AS_CLEAR, _REACH = 0.35, 10
"""How clear a crossing is against most, and how many pixels from where its neighbours lead, to be followed."""


def _surface(size: int) -> npt.NDArray[np.float64]:
    columns, rows = np.meshgrid(np.arange(size + 1), np.arange(size + 1))
    x, y = columns.ravel() / size * 2 - 1, rows.ravel() / size * 2 - 1
    degree = 3 if size >= 6 else 2
    return np.stack([x**a * y**b for a in range(degree + 1) for b in range(degree + 1 - a)], -1)


def _score(ink: Values, points: Points, size: int) -> tuple[float, float]:
    """The share of borders with ink less the largest share of lines between them with ink; and the ink of the borders."""
    on = np.concatenate([_along(ink, points[:, :-1], points[:, 1:]), _along(ink, points[:-1], points[1:])], None)
    # Half of the lines at least are the thin ones.
    strength = max(float(np.percentile(on, 50)), 0.05)
    between = []
    for share in (0.5, _THIRD):
        lower = points[:-1] * (1 - share) + points[1:] * share
        right = points[:, :-1] * (1 - share) + points[:, 1:] * share
        between.append(
            np.concatenate([_along(ink, lower[:, :-1], lower[:, 1:]), _along(ink, right[:-1], right[1:])], None)
        )
    # Grain of the paper has ink, too, and faint lines have not much more.
    level = max(0.35 * strength, _GRAIN * float(np.median(between)))
    off = max(float((one > level).mean()) for one in between)
    return float((on > level).mean()) - off, strength


_GRAIN = 1.3
"""How much darker than the paper between them lines are, at least."""


def _along(ink: Values, start: Points, end: Points) -> Any:
    """The median ink between two places each, a pixel to either side of the line between them."""
    steps = np.linspace(0.2, 0.8, 15, dtype=np.float32)[:, None]
    places = np.round(start[..., None, :] + (end - start)[..., None, :] * steps).astype(np.int64)
    x = np.clip(places[..., 0], 1, ink.shape[1] - 2)
    y = np.clip(places[..., 1], 1, ink.shape[0] - 2)
    wide = cv2.dilate(ink, np.ones((3, 3), np.uint8))
    return np.median(wide[y, x], axis=-1)


# The regions of a grid, from the widths of its lines: boxes of the usual shape or another, or those of a jigsaw.

Map = tuple[int, ...]
"""The region of each cell in reading order, from 0."""

_CLEAR = 1.35
"""How much wider the lines of regions are than the others, at least, where they are meant."""

_FITS = 0.8
"""The chance at which a line between boxes is wider than one within, from which the lines show these boxes."""


def regions_of(lattice: Lattice) -> tuple[Map | None, str]:
    """The regions that the heavy lines of a grid enclose, and why there are none, "" if there are or all lines are alike.

    None without a reason: no line is heavier than the others, and the boxes are the usual ones.
    """
    size = lattice.size
    across, upright = lattice.borders
    widths = np.concatenate([across[1:-1].ravel(), upright[:, 1:-1].ravel()])
    found = _enclosed(across, upright, size, widths)
    if found is not None:
        return found, ""
    boxes = box_map(size, BOXES[size])
    within, between = _parted(across, upright, boxes, size)
    if float(np.median(between)) < _CLEAR * float(np.median(within)):
        spread = float(np.percentile(widths, 90) / max(np.percentile(widths, 40), 0.1))
        return (None, "") if spread < _UNEVEN else (None, "its heavy lines enclose no regions of equal size")
    wider = float((between[:, None] > within[None]).mean())
    return (boxes, "") if wider >= _FITS else (None, "its heavy lines enclose no regions of equal size")


_UNEVEN = 1.8


def box_map(size: int, box: tuple[int, int]) -> Map:
    """The boxes of a grid, of a height and a width in cells."""
    height, width = box
    return tuple(row // height * (size // width) + column // width for row in range(size) for column in range(size))


def _parted(across: Values, upright: Values, regions: Map, size: int) -> tuple[Values, Values]:
    """The widths of lines within regions, and of those between them."""
    held = np.array(regions).reshape(size, size)
    widths = np.concatenate([across[1:-1].ravel(), upright[:, 1:-1].ravel()])
    apart = np.concatenate([(held[1:] != held[:-1]).ravel(), (held[:, 1:] != held[:, :-1]).ravel()])
    return widths[~apart], widths[apart]


def _enclosed(across: Values, upright: Values, size: int, widths: Values) -> Map | None:
    """The regions of equal size that lines above some width enclose, where the heavy ones are clearly wider."""
    # The widest step first: where it parts thin lines from heavy ones, the regions are of equal size.
    levels = np.sort(widths)
    steps = np.argsort(-(levels[1:] / np.maximum(levels[:-1], 0.25)), kind="stable")
    for step in steps[:_MOST_LEVELS]:
        least = (levels[step] + levels[step + 1]) / 2
        regions = filled(across[1:-1] > least, upright[:, 1:-1] > least, size)
        if np.bincount(regions).tolist() != [size] * size:
            continue
        within, between = _parted(across, upright, tuple(regions), size)
        if float(np.median(between)) >= _CLEAR * float(np.median(within)):
            return tuple(regions)
    return None


_MOST_LEVELS = 12


def filled(below: npt.NDArray[np.bool_], right: npt.NDArray[np.bool_], size: int) -> list[int]:
    """The region of each cell, where borders below cells and to their right are walls."""
    regions = [-1] * (size * size)
    number = 0
    for start in range(size * size):
        if regions[start] >= 0:
            continue
        todo = [start]
        regions[start] = number
        while todo:
            row, column = divmod(todo.pop(), size)
            for down, over, wall in (
                (row + 1, column, row + 1 < size and below[row, column]),
                (row - 1, column, row > 0 and below[row - 1, column]),
                (row, column + 1, column + 1 < size and right[row, column]),
                (row, column - 1, column > 0 and right[row, column - 1]),
            ):
                if 0 <= down < size and 0 <= over < size and not wall and regions[down * size + over] < 0:
                    regions[down * size + over] = number
                    todo.append(down * size + over)
        number += 1
    return regions
