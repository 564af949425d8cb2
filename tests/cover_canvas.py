"""A canvas for covers that notes what is drawn in points of the page: turned, scaled and moved places are worked out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import cos, hypot, radians, sin
from typing import Any

from bookmaker.printing.canvases.canvas import Box, Dash, Point, Sheet
from bookmaker.printing.canvases.strokes import corners
from bookmaker.printing.covers.colour import BLACK, WHITE, Colour
from bookmaker.printing.styles.fonts import Face

Move = tuple[float, float, float, float]
"""Degrees, scale, and where the origin lies."""


@dataclass(frozen=True)
class Drawn:
    """One call: its points on the page, its colour, what it is clipped to, and its text.

    ``size``: the radius of a circle, the width of a line, the size of type, on the page. A text has its start and its end.
    """

    kind: str
    points: tuple[Point, ...]
    colour: Colour
    clips: tuple[Box, ...] = ()
    size: float = 0.0
    text: str = ""
    face: Face | None = None
    turn: float = 0.0

    @property
    def box(self) -> Box:
        xs, ys = zip(*self.points, strict=True)
        return min(xs), min(ys), max(xs), max(ys)

    @property
    def digit_place(self) -> Point:
        """Of a digit: its optical centre at half the height of figures, which is the middle of the cell that it stands in."""
        assert self.face is not None
        (x, y), along = self.points[0], radians(self.turn)
        across = self.face.optical_centre(self.text) * self.size
        up = self.face.digit_height() * self.size / 2
        return x + across * cos(along) - up * sin(along), y + across * sin(along) + up * cos(along)

    @property
    def middle(self) -> Point:
        """Of a text: the middle of its width at half the height of its figures, on the page."""
        (x1, y1), (x2, y2) = self.points
        assert self.face is not None
        up = self.face.digit_height() * self.size / 2
        along = radians(self.turn)
        return (x1 + x2) / 2 - up * sin(along), (y1 + y2) / 2 + up * cos(along)


@dataclass
class CoverCanvas:
    """Collects ``drawn``."""

    space: str = "rgb"
    ink: Colour = BLACK
    paper: Colour = WHITE
    drawn: list[Drawn] = field(default_factory=list)
    sheet: Sheet | None = None
    _moves: list[Move] = field(default_factory=list)
    _clips: list[Box] = field(default_factory=list)

    def begin_page(self, sheet: Sheet) -> None:
        self.sheet = sheet

    def end_page(self) -> None:
        pass

    @contextmanager
    def tones(self, ink: Colour, paper: Colour = WHITE) -> Iterator[None]:
        before = self.ink, self.paper
        self.ink, self.paper = ink, paper
        yield
        self.ink, self.paper = before

    @contextmanager
    def placed(self, x: float, y: float, degrees: float = 0.0, scale: float = 1.0) -> Iterator[None]:
        self._moves.append((degrees, scale, x, y))
        yield
        self._moves.pop()

    @contextmanager
    def clipped(self, box: Box) -> Iterator[None]:
        self._clips.append(box)
        yield
        self._clips.pop()

    @contextmanager
    def clipped_to_text(self, x: float, y: float, text: str, face: Face, size: float) -> Iterator[None]:
        self._note("clip", [(x, y), (x + face.width(text, size), y)], 1.0, size, text, face)
        yield

    def _at(self, point: Point) -> Point:
        x, y = point
        for degrees, scale, left, bottom in reversed(self._moves):
            across, up = cos(radians(degrees)) * scale, sin(radians(degrees)) * scale
            x, y = left + across * x - up * y, bottom + up * x + across * y
        return x, y

    def _note(
        self, kind: str, points: Sequence[Point], share: float, size: float = 0.0, text: str = "", face: Any = None
    ) -> None:
        for _, scale, _, _ in self._moves:
            size *= scale
        turn = sum(degrees for degrees, *_ in self._moves)
        colour = self.ink.over(self.paper, share)
        self.drawn.append(Drawn(kind, tuple(map(self._at, points)), colour, tuple(self._clips), size, text, face, turn))

    def circle(self, x: float, y: float, radius: float, share: float = 1.0) -> None:
        self._note("circle", [(x, y)], share, radius)

    def ring(self, x: float, y: float, radius: float, width: float, share: float = 1.0) -> None:
        self._note("ring", [(x, y), (x + radius, y)], share, width)

    def picture(self, image: Any, box: Box) -> None:
        self._note("picture", corners(box), 1.0, text=f"{image.width}x{image.height}")

    def text(
        self, x: float, y: float, text: str, face: Face, size: float, ink: float = 1.0, tracking: float = 0.0
    ) -> None:
        width = face.width(text, size) + max(0, len(text) - 1) * tracking * size
        self._note("text", [(x, y), (x + width, y)], ink, size, text, face)

    def glyphs(self, placed: Sequence[tuple[float, float, str]], face: Face, size: float) -> None:
        for x, y, char in placed:
            self._note("glyph", [(x, y), (x + face.width(char, size), y)], 1.0, size, char, face)

    def stroke(
        self,
        points: Sequence[Point],
        width: float,
        *,
        closed: bool = False,
        ink: float = 1.0,
        dash: Dash | None = None,
    ) -> None:
        self._note("outline" if closed else "stroke", points, ink, width)

    def fill(self, box: Box, ink: float = 1.0) -> None:
        self._note("fill", corners(box), ink)

    def shape(self, points: Sequence[Point], ink: float = 1.0) -> None:
        self._note("shape", points, ink)

    def stamp(self, key: str, x: float, y: float, draw: Callable[[Any], None]) -> None:
        with self.placed(x, y):
            draw(self)


def reach(point: Point, other: Point) -> float:
    """How far two points lie apart."""
    return hypot(point[0] - other[0], point[1] - other[1])
