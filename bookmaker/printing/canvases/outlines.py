"""Outlines of cages as geometry: the border of a set of cells, drawn inside of it, and dashes fitted to each straight run.

Everything here is in one unit of length, whichever the caller's, with x to the right and y down, as rows are counted.

The border is walked clockwise, the cage on the right hand. Moving each of its sides by the inset to the right moves a corner
by the inset along both normals: a convex corner is pulled in and a concave one pushed out towards the cage's inside by the
same formula. So two outlines are never nearer to each other than twice the inset, whatever their shapes; and where a
cage touches itself at a corner only, the walk turns right, around the one cell, and its two passes are kept apart alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

Point = tuple[float, float]
Corner = tuple[int, int]
"""(column, row) of a crossing of grid lines, from 0 to the grid's size."""

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


@dataclass(frozen=True, slots=True)
class Run:
    """A straight piece of an outline: a line with dashes of ``on`` and gaps of ``off`` (0: solid).

    It begins ``phase`` into this pattern. ``joined`` tells whether it begins, and whether it ends, at a corner where another
    run goes on.
    """

    start: Point
    end: Point
    on: float
    off: float
    phase: float
    joined: tuple[bool, bool]


def borders(cells: Iterable[int], size: int) -> list[list[Corner]]:
    """The corners of each closed border of a set of cells of a grid, in the order of their first corners, top left first.

    Outer borders run clockwise, those around a hole counter-clockwise: the cells lie on the right hand of both.
    """
    inside = {divmod(cell, size) for cell in cells}
    onward: dict[Corner, list[Corner]] = {}
    for row, column in sorted(inside):
        left, top, right, bottom = column, row, column + 1, row + 1
        if (row - 1, column) not in inside:
            onward.setdefault((left, top), []).append((right, top))
        if (row, column + 1) not in inside:
            onward.setdefault((right, top), []).append((right, bottom))
        if (row + 1, column) not in inside:
            onward.setdefault((right, bottom), []).append((left, bottom))
        if (row, column - 1) not in inside:
            onward.setdefault((left, bottom), []).append((left, top))
    found = []
    for first in sorted(onward, key=lambda corner: (corner[1], corner[0])):
        while onward[first]:
            found.append(_walk(first, onward))
    return found


def _walk(first: Corner, onward: dict[Corner, list[Corner]]) -> list[Corner]:
    corners: list[Corner] = []
    at, heading = first, (0, 0)
    while onward[at]:
        # Where two ways lead on, cells touch by a corner; to the right the walk stays with the cell that it is around.
        right = at[0] - heading[1], at[1] + heading[0]
        way = right if right in onward[at] else onward[at][0]
        onward[at].remove(way)
        turned = way[0] - at[0], way[1] - at[1]
        if turned != heading:
            corners.append(at)
        at, heading = way, turned
    if len(corners) > 1 and _heading(corners[-1], corners[0]) == _heading(corners[0], corners[1]):
        corners.pop(0)
    return corners


def _heading(start: Corner, end: Corner) -> Corner:
    across, down = end[0] - start[0], end[1] - start[1]
    return (across > 0) - (across < 0), (down > 0) - (down < 0)


def inset_border(corners: Sequence[Corner], cell: float, inset: float) -> list[Point]:
    """A border moved inwards by ``inset``, for cells of side ``cell``."""
    points = []
    for index, (column, row) in enumerate(corners):
        into = _heading(corners[index - 1], corners[index])
        away = _heading(corners[index], corners[(index + 1) % len(corners)])
        # The normal to the right of (x, y), where y grows downwards, is (-y, x).
        across, down = -into[1] - away[1], into[0] + away[0]
        points.append((column * cell + across * inset, row * cell + down * inset))
    return points


def corner_links(cells: Iterable[int], size: int, cell: float, inset: float) -> list[tuple[Point, Point]]:
    """Lines that tie pieces of one cage together where they touch by a corner only: from outline to outline, across it."""
    inside = {divmod(index, size) for index in cells}
    piece: dict[tuple[int, int], int] = {}
    for number, first in enumerate(sorted(inside)):
        waiting = [first]
        while waiting:
            row, column = at = waiting.pop()
            if at in inside and at not in piece:
                piece[at] = number
                waiting += [(row, column + 1), (row + 1, column), (row, column - 1), (row - 1, column)]
    links = []
    for row, column in sorted(inside):
        for side in (-1, 1):
            other = row + 1, column + side
            if other in inside and piece[other] != piece[row, column]:
                x, y = (column + (side > 0)) * cell, (row + 1) * cell
                links.append(((x - side * inset, y - inset), (x + side * inset, y + inset)))
    return links


def dashed(points: Sequence[Point], on: float, off: float, cut: Box | None = None) -> list[Run]:
    """The runs of a closed outline with dashes of about ``on`` and gaps of about ``off``, without the part in the box ``cut``.

    Half a dash lies on each side of every corner, so that each corner is a whole dash, bent; where the box cuts a run it
    goes on with a whole dash.
    """
    runs = []
    for index, start in enumerate(points):
        end = points[(index + 1) % len(points)]
        for a, b, joined in _left_over(start, end, cut):
            run = _fitted(a, b, on, off, joined)
            if run is not None:
                runs.append(run)
    return runs


def _left_over(start: Point, end: Point, cut: Box | None) -> list[tuple[Point, Point, tuple[bool, bool]]]:
    whole = [(start, end, (True, True))]
    if cut is None:
        return whole
    axis = 0 if start[1] == end[1] else 1
    if not cut[1 - axis] < start[1 - axis] < cut[3 - axis]:
        return whole
    low, high = cut[axis], cut[axis + 2]
    ahead = end[axis] > start[axis]
    first, last = (low, high) if ahead else (high, low)

    def before(one: float, other: float) -> bool:
        return one < other if ahead else one > other

    def at(place: float) -> Point:
        return (place, start[1]) if axis == 0 else (start[0], place)

    if not (before(start[axis], last) and before(first, end[axis])):
        return whole
    pieces = []
    if before(start[axis], first):
        pieces.append((start, at(first), (True, False)))
    if before(last, end[axis]):
        pieces.append((at(last), end, (False, True)))
    return pieces


_SHORTEST = 0.3
"""A rest of a run shorter than this share of a dash is left out: it would be a speck."""


def _fitted(start: Point, end: Point, on: float, off: float, joined: tuple[bool, bool]) -> Run | None:
    length = abs(end[0] - start[0]) + abs(end[1] - start[1])
    if length < on * _SHORTEST:
        return None
    # Dashes that the ends count for: half of one at a corner, a whole one at a cut.
    first, last = (0.5 if corner else 1.0 for corner in joined)
    gaps = round((length - (first + last - 1) * on) / (on + off))
    if gaps < 1:
        return Run(start, end, length, 0.0, 0.0, joined)
    scale = length / ((gaps - 1 + first + last) * on + gaps * off)
    return Run(start, end, on * scale, off * scale, (1 - first) * on * scale, joined)


def pieces(length: float, on: float, off: float, phase: float) -> list[tuple[float, float]]:
    """Where the dashes of a line lie, as (from, to) along it. ``off`` 0 is a solid line."""
    if off <= 0:
        return [(0.0, length)]
    found = []
    at = -(phase % (on + off))
    while at < length - 1e-9:
        if at + on > 1e-9:
            found.append((max(at, 0.0), min(at + on, length)))
        at += on + off
    return found
