"""Lines that keep clear of things: flat curves where they are free, else ways round that a search finds on a lattice.

A plan is a raster over a picture on which every thing has blocked what it covers, with room around it. A line may pass where its
own two ends are, and nowhere else where something stands. It prefers places where no other line runs.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import pairwise
from math import ceil, floor, hypot

from bookmaker.printing.canvases.canvas import Box, Point
from bookmaker.printing.canvases.strokes import bow

_FINE = 30
"""Places of the raster along the side of a cell."""
_STEPS = 3, 2
"""Places of the raster from one knot of the lattice to the next, and of one for narrow ways."""
_MANY = -1

_BULGES = (0.0, 0.1, -0.1, 0.16, -0.16, 0.22, -0.22, 0.3, -0.3)
"""Shares of the length that are tried, the flattest first."""

_CROWDED = 6.0
"""How many times as long as it is a way counts where another line runs."""
_RIM = 1
"""So many places of the raster on both sides of a border of cells."""
_ROUNDINGS = (0.5, 0.35, 0.2, 0.1, 0.0)
"""How much of the pieces of a way its rounded corners take, the roundest first."""

_ROUND = 0.3
"""A place of the raster so near to a box counts as covered."""

_Move = tuple[int, int, float, tuple[tuple[int, int], ...]]


def _moves(step: int) -> Iterator[_Move]:
    """Steps on the lattice to the sixteen nearest directions: across, down, length, and the places of the raster on the way."""
    for across in (-2, -1, 0, 1, 2):
        for down in (-2, -1, 0, 1, 2):
            if (across, down) == (0, 0) or (max(abs(across), abs(down)) == 2 and 1 not in (abs(across), abs(down))):
                continue
            pieces = step * max(abs(across), abs(down))
            way = (
                (round(across * step * part / pieces), round(down * step * part / pieces))
                for part in range(1, pieces + 1)
            )
            yield across, down, hypot(across, down), tuple(way)


_MOVES = {step: tuple(_moves(step)) for step in _STEPS}


class Plan:
    """What stands where in a box with cells of one side, in points. Things have numbers from 1."""

    def __init__(self, box: Box, cell: float) -> None:
        self.box, self._unit = box, cell / _FINE
        self._wide = ceil((box[2] - box[0]) / self._unit) + 1
        self._high = ceil((box[3] - box[1]) / self._unit) + 1
        self._held = array("i", bytes(4 * self._wide * self._high))
        self._lined = bytearray(self._wide * self._high)

    def _place(self, at: Point) -> tuple[int, int]:
        return round((at[0] - self.box[0]) / self._unit), round((at[1] - self.box[1]) / self._unit)

    def avoid_grid(self) -> None:
        """Lines do not run along the borders of cells, on which they could not be seen; they cross them."""
        for up in range(self._high):
            for across in range(self._wide):
                if min(up % _FINE, -up % _FINE) <= _RIM or min(across % _FINE, -across % _FINE) <= _RIM:
                    self._lined[up * self._wide + across] = 1

    def block(self, thing: int, box: Box) -> None:
        """A thing covers a box."""
        left, bottom = (ceil((box[way] - self.box[way]) / self._unit - _ROUND) for way in (0, 1))
        right, top = (floor((box[way + 2] - self.box[way]) / self._unit + _ROUND) for way in (0, 1))
        for up in range(max(0, bottom), min(self._high, top + 1)):
            for across in range(max(0, left), min(self._wide, right + 1)):
                self._hold(thing, across, up)

    def block_grid(self, thing: int) -> None:
        """A thing covers the borders of cells."""
        for at, lined in enumerate(self._lined):
            if lined:
                self._held[at] = thing if self._held[at] in (0, thing) else _MANY

    def block_disc(self, thing: int, at: Point, radius: float) -> None:
        """A thing covers a disc."""
        x, y = (at[0] - self.box[0]) / self._unit, (at[1] - self.box[1]) / self._unit
        reach = radius / self._unit
        for up in range(max(0, floor(y - reach)), min(self._high, ceil(y + reach) + 1)):
            for across in range(max(0, floor(x - reach)), min(self._wide, ceil(x + reach) + 1)):
                if hypot(across - x, up - y) <= reach:
                    self._hold(thing, across, up)

    def _hold(self, thing: int, across: int, up: int) -> None:
        at = up * self._wide + across
        self._held[at] = thing if self._held[at] in (0, thing) else _MANY

    def open(self, box: Box) -> bool:
        """Whether a box lies inside and nothing covers any of it."""
        (left, bottom), (right, top) = self._place(box[:2]), self._place(box[2:])
        if left < 0 or bottom < 0 or right >= self._wide or top >= self._high:
            return False
        return not any(
            self._held[up * self._wide + across] for up in range(bottom, top + 1) for across in range(left, right + 1)
        )

    def line(self, points: Sequence[Point], beside: int) -> None:
        """A line runs here; others keep as many places of the raster from it if they can."""
        for across, up in self._along(points):
            for row in range(max(0, up - beside), min(self._high, up + beside + 1)):
                start = row * self._wide
                left, right = max(0, across - beside), min(self._wide, across + beside + 1)
                self._lined[start + left : start + right] = b"\1" * max(0, right - left)

    def _along(self, points: Sequence[Point]) -> Iterator[tuple[int, int]]:
        for (x1, y1), (x2, y2) in pairwise(points):
            pieces = max(1, ceil(hypot(x2 - x1, y2 - y1) / self._unit))
            for piece in range(pieces + 1):
                yield self._place((x1 + (x2 - x1) * piece / pieces, y1 + (y2 - y1) * piece / pieces))

    def free(self, points: Sequence[Point], own: tuple[int, int]) -> bool:
        """Whether a path covers nothing but these things, and stays inside."""
        for across, up in self._along(points):
            if not (0 <= across < self._wide and 0 <= up < self._high):
                return False
            if self._held[up * self._wide + across] not in (0, *own):
                return False
        return True

    def _run_along(self, points: Sequence[Point]) -> float:
        """The share of a path on which another line runs."""
        places = [up * self._wide + across for across, up in self._along(points)]
        return sum(self._lined[at] for at in places) / max(1, len(places))

    def bowed(self, start: Point, end: Point, own: tuple[int, int], least: float) -> list[Point] | None:
        """The flattest free curve that runs along no other line; None without one. ``least``: as long as the length counts."""
        length = max(hypot(end[0] - start[0], end[1] - start[1]), least)
        for bulge in _BULGES:
            curve = bow(start, end, bulge * length)
            if self.free(curve, own) and self._run_along(curve) < 1 / 3:
                return curve
        return None

    def way(self, start: Point, end: Point, own: tuple[int, int], tight: Plan) -> list[Point] | None:
        """The shortest free way, its corners rounded as far as ``tight`` allows; None without one."""
        knots = self._search(start, end, own, _STEPS[self is tight])
        if knots is None:
            return None
        knots = self._pulled([start, *knots[1:-1], end], own)
        for rounding in _ROUNDINGS:
            path = _rounded(knots, rounding)
            if tight.free(path, own):
                return path
        return None

    def _search(self, start: Point, end: Point, own: tuple[int, int], step: int) -> list[Point] | None:
        first, last = (tuple(round(at / step) for at in self._place(point)) for point in (start, end))
        allowed, held, wide, high = (0, *own), self._held, self._wide, self._high
        best: dict[tuple[int, ...], float] = {first: 0.0}
        came: dict[tuple[int, ...], tuple[int, ...]] = {}
        heap = [(hypot(first[0] - last[0], first[1] - last[1]), first)]
        done: set[tuple[int, ...]] = set()
        while heap:
            _, at = heappop(heap)
            if at == last:
                path = [at]
                while at in came:
                    at = came[at]
                    path.append(at)
                unit = self._unit * step
                return [(self.box[0] + x * unit, self.box[1] + y * unit) for x, y in reversed(path)]
            if at in done:
                continue
            done.add(at)
            x, y = at[0] * step, at[1] * step
            for across, up, length, way in _MOVES[step]:
                to = at[0] + across, at[1] + up
                if to in done or not (0 <= to[0] * step < wide and 0 <= to[1] * step < high):
                    continue
                places = [(y + b) * wide + x + a for a, b in way]
                if any(held[place] not in allowed for place in places):
                    continue
                crowd = sum(self._lined[place] for place in places) / len(places)
                cost = best[at] + length * (1 + _CROWDED * crowd)
                if cost < best.get(to, 1e9) - 1e-9:
                    best[to], came[to] = cost, at
                    heappush(heap, (cost + hypot(to[0] - last[0], to[1] - last[1]), to))
        return None

    def _pulled(self, knots: Sequence[Point], own: tuple[int, int]) -> list[Point]:
        """A way without the knots that it does not need."""
        out, at = [knots[0]], 0
        while at < len(knots) - 1:
            crowd = self._run_along(knots[at:])
            to = next(
                one
                for one in range(len(knots) - 1, at, -1)
                if one == at + 1
                or (self.free([knots[at], knots[one]], own) and self._run_along([knots[at], knots[one]]) <= crowd + 0.1)
            )
            out.append(knots[to])
            at = to
        return out


def _rounded(knots: Sequence[Point], share: float) -> list[Point]:
    """A path whose corners are curves that take a share of the pieces on both sides of them."""
    if not share or len(knots) < 3:
        return list(knots)
    out = [knots[0]]
    for before, corner, after in zip(knots, knots[1:], knots[2:], strict=False):
        (x0, y0), (x1, y1), (x2, y2) = (
            _between(corner, before, share),
            corner,
            _between(corner, after, share),
        )
        for piece in range(_PIECES + 1):
            t = piece / _PIECES
            a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
            out.append((a * x0 + b * x1 + c * x2, a * y0 + b * y1 + c * y2))
    return [*out, knots[-1]]


_PIECES = 8
"""Of a rounded corner."""


def _between(one: Point, other: Point, share: float) -> Point:
    return one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share
