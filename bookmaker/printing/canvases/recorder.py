"""Canvases that draw no file: one records its calls, one draws a side of a line on another canvas.

The recorder writes a line for each call: layouts are compared as text, without pixels. The clipping canvas is for a part of a
picture, with an open edge.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import dist
from typing import Literal

from bookmaker.printing.canvases.canvas import Box, Canvas, Dash, Pixels, Point, Sheet, decimal
from bookmaker.printing.styles.fonts import Face


def _n(value: float) -> str:
    return decimal(value, 2)


class RecordingCanvas:
    """Collects ``lines``; numbers are in points with two decimals. ``grids``: the boxes of those of a page."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.grids: list[Box] = []
        self._pages = 0
        self._stamped: set[str] = set()

    def _add(self, *words: object) -> None:
        self.lines.append(" ".join(_n(word) if isinstance(word, float) else str(word) for word in words))

    def begin_page(self, sheet: Sheet) -> None:
        """Write the sheet and its trim box."""
        self._pages += 1
        self._add("page", self._pages, "sheet", float(sheet.width), float(sheet.height), "trim", *sheet.trim)

    def end_page(self) -> None:
        """Nothing to write: the next page says that this one ended."""

    def text(
        self, x: float, y: float, text: str, face: Face, size: float, ink: float = 1.0, tracking: float = 0.0
    ) -> None:
        """Write place, face, size and text; ink and tracking where they are not the usual ones."""
        grey = () if ink == 1.0 else ("ink", float(ink))
        apart = ("tracking", float(tracking)) if tracking else ()
        self._add("text", float(x), float(y), face.name, float(size), repr(text), *grey, *apart)

    def glyphs(self, placed: Sequence[tuple[float, float, str]], face: Face, size: float) -> None:
        """Write each character with its place."""
        for x, y, char in placed:
            self._add("glyph", float(x), float(y), face.name, float(size), char)

    def stroke(
        self,
        points: Sequence[Point],
        width: float,
        *,
        closed: bool = False,
        ink: float = 1.0,
        dash: Dash | None = None,
    ) -> None:
        """Write the path."""
        path = " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
        dashes = () if dash is None else ("dash", *map(float, dash))
        self._add("stroke", float(width), "closed" if closed else "open", float(ink), path, *dashes)

    def fill(self, box: Box, ink: float) -> None:
        """Write the rectangle."""
        self._add("fill", float(ink), *map(float, box))

    def shape(self, points: Sequence[Point], ink: float) -> None:
        """Write the shape."""
        self._add("shape", float(ink), " ".join(f"{_n(x)},{_n(y)}" for x, y in points))

    def area(self, contours: Sequence[Sequence[Point]], ink: float, *, even_odd: bool) -> None:
        """Write the contours."""
        paths = " / ".join(" ".join(f"{_n(x)},{_n(y)}" for x, y in contour) for contour in contours)
        self._add("area", float(ink), "even-odd" if even_odd else "winding", paths)

    def image(self, box: Box, pixels: Pixels) -> None:
        """Write the place and the size of the image."""
        self._add("image", *map(float, box), pixels.width, pixels.height)

    def stamp(self, key: str, x: float, y: float, draw: Callable[[Canvas], None]) -> None:
        """Write the picture's lines the first time, its key every time."""
        self._add("stamp", float(x), float(y), key)
        if key not in self._stamped:
            self._stamped.add(key)
            draw(self)
            self._add("end-stamp", key)

    def turned(self, x: float, y: float, draw: Callable[[Canvas], None]) -> None:
        """Write the picture's lines, as if it were upright, between two of its own."""
        self._add("turned", float(x), float(y))
        draw(self)
        self._add("end-turned")


Side = Literal["left", "right", "above", "below"]

_SLACK = 1e-6


@dataclass(frozen=True, slots=True)
class ClippedCanvas:
    """A canvas that draws one side of an upright or level line at ``edge``; lines across it run on for ``reach``.

    ``name`` tells this part of a picture from others in the keys of stamps.
    """

    canvas: Canvas
    side: Side
    edge: float
    reach: float
    name: str

    @property
    def _axis(self) -> int:
        """The coordinate that tells the sides apart: 0 for x, 1 for y."""
        return 0 if self.side in ("left", "right") else 1

    def _within(self, place: Point) -> float:
        """How far a place lies on this side."""
        depth = place[self._axis] - self.edge
        return depth if self.side in ("right", "above") else -depth

    def begin_page(self, sheet: Sheet) -> None:
        """Start a page."""
        self.canvas.begin_page(sheet)

    def end_page(self) -> None:
        """Finish the page."""
        self.canvas.end_page()

    def text(
        self, x: float, y: float, text: str, face: Face, size: float, ink: float = 1.0, tracking: float = 0.0
    ) -> None:
        """Set a line that begins on this side."""
        if self._within((x, y)) > 0:
            self.canvas.text(x, y, text, face, size, ink, tracking)

    def glyphs(self, placed: Sequence[tuple[float, float, str]], face: Face, size: float) -> None:
        """Set those characters that lie on this side."""
        self.canvas.glyphs([one for one in placed if self._within(one[:2]) > 0], face, size)

    def stroke(
        self,
        points: Sequence[Point],
        width: float,
        *,
        closed: bool = False,
        ink: float = 1.0,
        dash: Dash | None = None,
    ) -> None:
        """Stroke the part of a path on this side; a line along the edge belongs to both sides, an outline to its own."""
        depths = [self._within(point) for point in points]
        if min(depths) >= -_SLACK and (not closed or max(depths) > _SLACK):
            self.canvas.stroke(points, width, closed=closed, ink=ink, dash=dash)
            return
        if max(depths) <= _SLACK:
            return
        run: list[Point] = []
        ring = [*points, points[0]] if closed else [*points]
        start = next((i for i, point in enumerate(ring) if self._within(point) < -_SLACK), 0) if closed else 0
        ring = [*ring[start:-1], *ring[:start], ring[start]] if closed else ring
        for one, other in pairwise(ring):
            inside = self._inside(one, other, width)
            if not inside:
                continue
            if dash and inside[0] != one:
                # The dashes stay where they are in the whole line, so that one fills the corner at its end.
                on, off, phase = dash
                dash = on, off, (phase + dist(one, inside[0])) % (on + off)
            if run and run[-1] != inside[0]:
                self.canvas.stroke(run, width, ink=ink, dash=dash)
                run = []
            run = [*run, inside[1]] if run else [*inside]
        if run:
            self.canvas.stroke(run, width, ink=ink, dash=dash)

    def _inside(self, one: Point, other: Point, width: float) -> tuple[Point, Point] | None:
        """The part of a piece on this side. A line that ends on the edge reaches half the width of the other one beyond it."""
        a, b = self._within(one), self._within(other)
        if max(a, b) <= (width if min(a, b) < -_SLACK else _SLACK):
            return None
        if min(a, b) >= -width:
            return one, other
        # So wide a line has its corner, where it turns, no further out than its end.
        along = 1 - self._axis
        beyond = self.reach - width / 2 if one[along] == other[along] else 0.0
        share = min(1.0, (max(a, b) + beyond) / abs(a - b))
        inner, outer = (one, other) if a > b else (other, one)
        cut = inner[0] + share * (outer[0] - inner[0]), inner[1] + share * (outer[1] - inner[1])
        return (one, cut) if a > b else (cut, other)

    def fill(self, box: Box, ink: float) -> None:
        """Fill the part of a rectangle on this side."""
        cut = [*box]
        low, high = self._axis, self._axis + 2
        if self.side in ("right", "above"):
            cut[low] = max(cut[low], self.edge)
        else:
            cut[high] = min(cut[high], self.edge)
        if cut[low] < cut[high]:
            self.canvas.fill((cut[0], cut[1], cut[2], cut[3]), ink)

    def shape(self, points: Sequence[Point], ink: float) -> None:
        """Fill a shape whose middle lies on this side."""
        if self._within(_middle(points)) > 0:
            self.canvas.shape(points, ink)

    def area(self, contours: Sequence[Sequence[Point]], ink: float, *, even_odd: bool) -> None:
        """Fill contours, as shapes, by the middle of the first."""
        if self._within(_middle(contours[0])) > 0:
            self.canvas.area(contours, ink, even_odd=even_odd)

    def image(self, box: Box, pixels: Pixels) -> None:
        """Place an image by its middle."""
        if self._within(((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)) > 0:
            self.canvas.image(box, pixels)

    def stamp(self, key: str, x: float, y: float, draw: Callable[[Canvas], None]) -> None:
        """Draw the part of a picture on this side."""
        edge = self.edge - (x, y)[self._axis]
        self.canvas.stamp(f"{key}-{self.name}", x, y, lambda inner: draw(replace(self, canvas=inner, edge=edge)))

    def turned(self, x: float, y: float, draw: Callable[[Canvas], None]) -> None:
        """Draw a picture upside down, by its corner: none of a grid's is turned."""
        if self._within((x, y)) > 0:
            self.canvas.turned(x, y, draw)


def _middle(points: Sequence[Point]) -> Point:
    count = len(points)
    return sum(x for x, _ in points) / count, sum(y for _, y in points) / count
