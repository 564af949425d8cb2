"""The canvas on which a page is drawn.

PDF, SVG, EPS and raster canvases have this protocol, and a recorder that writes each call as a line of text.
Units are points, the origin is the lower left corner of the sheet, y grows upwards, as in PDF. ``ink`` is the share of black: 1
is solid black on the black plate, 0.1 a light tint; it has no other colour.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Protocol

from bookmaker.printing.styles.fonts import Face
from bookmaker.printing.styles.style_parts import Align

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, bottom, right, top."""


Dash = tuple[float, float, float]
"""Length of a dash, length of a gap, and how far into this pattern a line begins."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The paper of one page: its size with bleed, and the box at which it is trimmed."""

    width: float
    height: float
    trim: Box


@dataclass(frozen=True, slots=True, eq=False)
class Pixels:
    """A grey image: a byte for each pixel, 0 for black, row by row from the top. ``name`` is the same for the same image."""

    name: str
    width: int
    height: int
    data: bytes


class Canvas(Protocol):
    """The few primitives that a puzzle book needs."""

    def begin_page(self, sheet: Sheet) -> None:
        """Start a page."""

    def end_page(self) -> None:
        """Finish the page."""

    def text(
        self, x: float, y: float, text: str, face: Face, size: float, ink: float = 1.0, tracking: float = 0.0
    ) -> None:
        """Set a line of text with its baseline starting at (x, y), its letters ``tracking`` em further apart than usual."""

    def glyphs(self, placed: Sequence[tuple[float, float, str]], face: Face, size: float) -> None:
        """Set single characters, each with its origin at (x, y): the digits of a grid in one call."""

    def stroke(
        self,
        points: Sequence[Point],
        width: float,
        *,
        closed: bool = False,
        ink: float = 1.0,
        dash: Dash | None = None,
    ) -> None:
        """Stroke a path with butt ends and mitred corners; a dashed one is a single straight line."""

    def fill(self, box: Box, ink: float) -> None:
        """Fill a rectangle with a tint."""

    def shape(self, points: Sequence[Point], ink: float) -> None:
        """Fill a shape with straight sides."""

    def area(self, contours: Sequence[Sequence[Point]], ink: float, *, even_odd: bool) -> None:
        """Fill the area that closed contours enclose together, by PDF's even-odd rule or by that of winding numbers."""

    def image(self, box: Box, pixels: Pixels) -> None:
        """Place a grey image so that it fills a box."""

    def stamp(self, key: str, x: float, y: float, draw: Callable[[Canvas], None]) -> None:
        """Draw a picture at (x, y). The same key is the same picture: a canvas may draw it once and reuse it."""

    def turned(self, x: float, y: float, draw: Callable[[Canvas], None]) -> None:
        """Draw a picture upside down: its point (a, b) comes to (x - a, y - b)."""


def inked(canvas: Canvas, colour: str) -> AbstractContextManager[None]:
    """While it lasts, black is a colour such as ``#1d3557``, on a canvas that prints colours; others stay black."""
    colours: Callable[[str], AbstractContextManager[None]] | None = getattr(canvas, "coloured", None)
    return nullcontext() if colours is None else colours(colour)


def note_grid(canvas: Canvas, box: Box) -> None:
    """Name the box of a grid of the page, in points, to a canvas that collects those in its ``grids``; others draw on."""
    grids: list[Box] | None = getattr(canvas, "grids", None)
    if grids is not None:
        grids.append(box)


def prints_colours(canvas: Canvas) -> bool:
    """Whether :func:`inked` changes a colour on it."""
    return hasattr(canvas, "coloured")


def decimal(value: float, places: int) -> str:
    """A number as files write it: rounded, without trailing zeros, and never "-0"."""
    text = f"{value:.{places}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def write(canvas: Canvas, x: float, y: float, text: str, face: Face, size: float, align: Align = "left") -> None:
    """Set a line of text that starts, is centred or ends at x."""
    if align != "left":
        x -= face.width(text, size) * (0.5 if align == "centre" else 1.0)
    canvas.text(x, y, text, face, size)


def spaced_width(text: str, face: Face, size: float, tracking: float) -> float:
    """Width of a line whose letters are ``tracking`` em further apart than usual."""
    return face.width(text, size) + max(0, len(text) - 1) * tracking * size


def letters_of(x: float, text: str, face: Face, size: float, tracking: float) -> Iterator[tuple[float, str]]:
    """Each character of a line that begins at x, with its own place: for canvases that set letters singly."""
    for char, kern in zip(text, face.kerns(text) or [0] * len(text), strict=True):
        yield x, char
        x += face.width(char, size) + (tracking + kern / face.units) * size


def spaced(
    canvas: Canvas,
    x: float,
    y: float,
    text: str,
    face: Face,
    size: float,
    tracking: float,
    align: Align,
    ink: float = 1.0,
) -> None:
    """Set a line whose letters are ``tracking`` em further apart than usual."""
    if align != "left":
        x -= spaced_width(text, face, size, tracking) * (0.5 if align == "centre" else 1.0)
    canvas.text(x, y, text, face, size, ink, tracking)
