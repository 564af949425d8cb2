"""A PDF canvas in colour: shares of one colour on another in place of shares of black."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from math import cos, radians, sin
from typing import Any

from bookmaker.printing.canvases.canvas import Box, Canvas, Dash, Point, decimal
from bookmaker.printing.canvases.pdf import Metadata, PdfCanvas
from bookmaker.printing.covers.colour import BLACK, WHITE, Colour, Space, parse
from bookmaker.printing.styles.fonts import Face
from bookmaker.printing.styles.style import Style

_ARC = 0.5522847498
"""Distance of the handles of a quarter of a circle, in radii."""


def _n(value: float) -> str:
    return decimal(value, 4)


class ColourCanvas(PdfCanvas):
    """Draws in colours of one ``space``. ``ink`` and ``paper`` are the colours of a share of 1 and of 0."""

    def __init__(self, metadata: Metadata, look: Style, space: Space) -> None:
        super().__init__(metadata, look)
        self.space = space
        self.ink, self.paper = BLACK, WHITE

    def _operands(self, colour: Colour) -> tuple[str, str, str]:
        """The operands that set a colour, and the operators for filling and for strokes."""
        if colour == BLACK:
            return "0", "g", "G"
        if colour == WHITE:
            return "1", "g", "G"
        if self.space == "rgb":
            return " ".join(map(_n, colour.rgb)), "rg", "RG"
        return " ".join(map(_n, colour.cmyk)), "k", "K"

    def _write(self, operators: str) -> None:
        self._pdf._code.append(operators)

    def _fill_with(self, share: float) -> None:
        operands, fill, _ = self._operands(self.ink.over(self.paper, share))
        self._write(f"{operands} {fill}")

    @contextmanager
    def tones(self, ink: Colour, paper: Colour = WHITE) -> Iterator[None]:
        """Draw in other colours for a while."""
        before = self.ink, self.paper
        self.ink, self.paper = ink, paper
        yield
        self.ink, self.paper = before

    @contextmanager
    def placed(self, x: float, y: float, degrees: float = 0.0, scale: float = 1.0) -> Iterator[None]:
        """Put the origin at (x, y), turn counter-clockwise, then scale, for a while."""
        across, up = cos(radians(degrees)) * scale, sin(radians(degrees)) * scale
        self._write(f"q {' '.join(decimal(v, 6) for v in (across, up, -up, across))} {_n(x)} {_n(y)} cm")
        yield
        self._write("Q")

    @contextmanager
    def clipped(self, box: Box) -> Iterator[None]:
        """Draw inside a box only, for a while."""
        left, bottom, right, top = box
        self._write(f"q {_n(left)} {_n(bottom)} {_n(right - left)} {_n(top - bottom)} re W n")
        yield
        self._write("Q")

    @contextmanager
    def clipped_to_text(self, x: float, y: float, text: str, face: Face, size: float) -> Iterator[None]:
        """Draw inside the letters of a text only, for a while."""
        shows = self._shows(text, face, size)
        self._write(f"q BT 7 Tr {_n(x)} {_n(y)} Td {shows} 0 Tr ET")
        yield
        self._write("Q")

    def circle(self, x: float, y: float, radius: float, share: float = 1.0) -> None:
        """Fill a circle."""
        self._fill_with(share)
        self._write(f"{self._circle(x, y, radius)} f")

    def ring(self, x: float, y: float, radius: float, width: float, share: float = 1.0) -> None:
        """Stroke a circle."""
        operands, _, stroke = self._operands(self.ink.over(self.paper, share))
        self._write(f"{operands} {stroke} {_n(width)} w {self._circle(x, y, radius)} s")

    @staticmethod
    def _circle(x: float, y: float, radius: float) -> str:
        reach = _ARC * radius
        parts = [f"{_n(x + radius)} {_n(y)} m"]
        for (ax, ay), (bx, by) in (((1, 0), (0, 1)), ((0, 1), (-1, 0)), ((-1, 0), (0, -1)), ((0, -1), (1, 0))):
            near = x + ax * radius + bx * reach, y + ay * radius + by * reach
            far = x + bx * radius + ax * reach, y + by * radius + ay * reach
            end = x + bx * radius, y + by * radius
            parts.append(f"{' '.join(map(_n, (*near, *far, *end)))} c")
        return " ".join(parts)

    def picture(self, image: Any, box: Box) -> None:
        """Put an image of the space's mode (RGB, CMYK or L) into a box."""
        from bookmaker.printing.canvases.pdf import embeddable_image

        left, bottom, right, top = box
        self._pdf.drawImage(embeddable_image(image), left, bottom, right - left, top - bottom)

    # What every canvas can do, in shares of the one colour on the other.

    def text(
        self, x: float, y: float, text: str, face: Face, size: float, ink: float = 1.0, tracking: float = 0.0
    ) -> None:
        """Set a line of text."""
        self._fill_with(ink)
        super().text(x, y, text, face, size, 1.0, tracking)

    def glyphs(self, placed: Sequence[tuple[float, float, str]], face: Face, size: float) -> None:
        """Set single characters."""
        self._fill_with(1.0)
        super().glyphs(placed, face, size)

    def stroke(
        self,
        points: Sequence[Point],
        width: float,
        *,
        closed: bool = False,
        ink: float = 1.0,
        dash: Dash | None = None,
    ) -> None:
        """Stroke a path."""
        operands, _, stroke = self._operands(self.ink.over(self.paper, ink))
        line = f"{operands} {stroke} {_n(width)} w {self._path(points)} {'s' if closed else 'S'}"
        if dash is not None:
            on, off, phase = map(_n, dash)
            line = f"[{on} {off}] {phase} d {line} [] 0 d"
        self._write(line)

    def fill(self, box: Box, ink: float = 1.0) -> None:
        """Fill a rectangle."""
        left, bottom, right, top = box
        self._fill_with(ink)
        self._write(f"{_n(left)} {_n(bottom)} {_n(right - left)} {_n(top - bottom)} re f")

    def shape(self, points: Sequence[Point], ink: float = 1.0) -> None:
        """Fill a shape with straight sides."""
        self._fill_with(ink)
        self._write(f"{self._path(points)} f")

    @staticmethod
    def _path(points: Sequence[Point]) -> str:
        return " ".join(f"{_n(x)} {_n(y)} {'l' if index else 'm'}" for index, (x, y) in enumerate(points))

    def stamp(self, key: str, x: float, y: float, draw: Callable[[Canvas], None]) -> None:
        """Draw the picture in place: its colours may differ from one to the next."""
        with self.placed(x, y):
            draw(self)


class InteriorCanvas(ColourCanvas):
    """Draws the pages of a book on paper that is printed in colour: text and lines stay in black ink alone."""

    def _operands(self, colour: Colour) -> tuple[str, str, str]:
        """Greys are shares of black ink in any space: text of four inks would need them to lie exactly on each other."""
        *coloured, black = colour.cmyk
        if any(coloured):
            return super()._operands(colour)
        return _n(1 - black), "g", "G"

    def coloured(self, colour: str) -> AbstractContextManager[None]:
        """Draw in a colour in place of black, for a while."""
        return self.tones(parse(colour))

    def area(self, contours: Sequence[Sequence[Point]], ink: float, *, even_odd: bool) -> None:
        """Fill the area within contours."""
        self._fill_with(ink)
        for contour in contours:
            self._write(f"{self._path(contour)} h")
        self._write("f*" if even_odd else "f")
