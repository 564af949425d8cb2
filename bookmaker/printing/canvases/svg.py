"""An SVG canvas. In charts for screens text stays text; for page layout programs letters are outlines, and need no font."""

from __future__ import annotations

import io
from base64 import b64encode
from collections.abc import Callable, Sequence
from functools import cache
from html import escape
from typing import Any

from bookmaker.printing.canvases.canvas import Box, Canvas, Dash, Pixels, Point, Sheet, decimal, letters_of
from bookmaker.printing.canvases.raster import png_of
from bookmaker.printing.styles.fonts import Face

# The outlines of letters: a file that a page layout program places must not ask for a font.

Command = tuple[str, tuple[Point, ...]]
"""``M`` and ``L`` with a point, ``C`` with two control points and an end, ``Z`` with none."""


def outline(face: Face, char: str) -> tuple[Command, ...]:
    """The contours of a glyph in units of the font, y upwards, to be filled by winding number; empty for a space."""
    return _outlines(face)(char)


@cache
def _outlines(face: Face) -> Callable[[str], tuple[Command, ...]]:
    from fontTools.pens.basePen import BasePen
    from fontTools.ttLib import TTFont

    font = TTFont(io.BytesIO(face.file()), recalcTimestamp=False)
    glyphs, names = font.getGlyphSet(), font.getBestCmap()

    class Pen(BasePen):  # type: ignore[misc]
        """Collects the contours; curves of the second degree come as ones of the third."""

        def __init__(self) -> None:
            super().__init__(glyphs)
            self.found: list[Command] = []

        def _moveTo(self, point: Any) -> None:  # noqa: N802
            self.found.append(("M", (point,)))

        def _lineTo(self, point: Any) -> None:  # noqa: N802
            self.found.append(("L", (point,)))

        def _curveToOne(self, first: Any, second: Any, end: Any) -> None:  # noqa: N802
            self.found.append(("C", (first, second, end)))

        def _closePath(self) -> None:  # noqa: N802
            self.found.append(("Z", ()))

    @cache
    def found(char: str) -> tuple[Command, ...]:
        name = names.get(ord(char))
        if name is None:
            return ()
        pen = Pen()
        glyphs[name].draw(pen)
        return tuple(pen.found)

    return found


def _n(value: float) -> str:
    return decimal(value, 2)


class SvgCanvas:
    """Draws one page; :meth:`finish` returns the file. SVG counts y downwards, so heights are turned over here.

    ``outlined``: letters are shapes, and the page has no ground of its own, as page layout programs want it.
    """

    def __init__(self, *, outlined: bool = False) -> None:
        self._outlined = outlined
        self._parts: list[str] = []
        self._height = 0.0
        self._offset = (0.0, 0.0)

    def begin_page(self, sheet: Sheet) -> None:
        """Start the picture, white."""
        self._height = sheet.height
        size = f'width="{_n(sheet.width)}pt" height="{_n(sheet.height)}pt" viewBox="0 0 {_n(sheet.width)} {_n(sheet.height)}"'
        self._parts.append(f'<svg xmlns="http://www.w3.org/2000/svg" {size}>')
        if not self._outlined:
            self._parts.append('<rect width="100%" height="100%" fill="white"/>')

    def end_page(self) -> None:
        """Finish the picture."""
        self._parts.append("</svg>")

    def _at(self, x: float, y: float) -> str:
        return f"{_n(x + self._offset[0])},{_n(self._height - y - self._offset[1])}"

    def text(
        self, x: float, y: float, text: str, face: Face, size: float, ink: float = 1.0, tracking: float = 0.0
    ) -> None:
        """Set a line of text."""
        if self._outlined:
            self._letters([(at, y, char) for at, char in letters_of(x, text, face, size, tracking)], face, size, ink)
            return
        left, top = self._at(x, y).split(",")
        weight = ' font-weight="bold"' if "Bold" in face.name else ""
        width = f'textLength="{_n(face.width(text, size) + len(text) * tracking * size)}"'
        style = f'font-family="Noto Sans, Helvetica, Arial, sans-serif" font-size="{_n(size)}"{weight} {width}'
        self._parts.append(f'<text x="{left}" y="{top}" fill="{_grey(ink)}" {style}>{escape(text)}</text>')

    def glyphs(self, placed: Sequence[tuple[float, float, str]], face: Face, size: float) -> None:
        """Set single characters."""
        if self._outlined:
            self._letters(placed, face, size, 1.0)
            return
        for x, y, char in placed:
            self.text(x, y, char, face, size)

    def _letters(self, placed: Sequence[tuple[float, float, str]], face: Face, size: float, ink: float) -> None:
        scale = size / face.units
        parts = [
            name + " ".join(self._at(x + scale * across, y + scale * up) for across, up in points)
            for x, y, char in placed
            for name, points in outline(face, char)
        ]
        if parts:
            self._parts.append(f'<path d="{"".join(parts)}" fill="{_grey(ink)}"/>')

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
        shape = "polygon" if closed else "polyline"
        path = " ".join(self._at(x, y) for x, y in points)
        look = f'fill="none" stroke="{_grey(ink)}" stroke-width="{_n(width)}"'
        if dash is not None:
            on, off, phase = map(_n, dash)
            look += f' stroke-dasharray="{on} {off}" stroke-dashoffset="{phase}"'
        self._parts.append(f'<{shape} points="{path}" {look}/>')

    def fill(self, box: Box, ink: float) -> None:
        """Fill a rectangle."""
        left, top = self._at(box[0], box[3]).split(",")
        size = f'width="{_n(box[2] - box[0])}" height="{_n(box[3] - box[1])}"'
        self._parts.append(f'<rect x="{left}" y="{top}" {size} fill="{_grey(ink)}"/>')

    def shape(self, points: Sequence[Point], ink: float) -> None:
        """Fill a shape."""
        path = " ".join(self._at(x, y) for x, y in points)
        self._parts.append(f'<polygon points="{path}" fill="{_grey(ink)}"/>')

    def area(self, contours: Sequence[Sequence[Point]], ink: float, *, even_odd: bool) -> None:
        """Fill contours."""
        path = " ".join(f"M{' '.join(self._at(x, y) for x, y in contour)}Z" for contour in contours)
        rule = ' fill-rule="evenodd"' if even_odd else ""
        self._parts.append(f'<path d="{path}" fill="{_grey(ink)}"{rule}/>')

    def image(self, box: Box, pixels: Pixels) -> None:
        """Place an image, whose bytes are in the file."""
        left, top = self._at(box[0], box[3]).split(",")
        size = f'width="{_n(box[2] - box[0])}" height="{_n(box[3] - box[1])}" preserveAspectRatio="none"'
        data = b64encode(png_of(pixels)).decode("ascii")
        self._parts.append(f'<image x="{left}" y="{top}" {size} href="data:image/png;base64,{data}"/>')

    def stamp(self, key: str, x: float, y: float, draw: Callable[[Canvas], None]) -> None:
        """Draw the picture in place."""
        before = self._offset
        self._offset = (before[0] + x, before[1] + y)
        draw(self)
        self._offset = before

    def turned(self, x: float, y: float, draw: Callable[[Canvas], None]) -> None:
        """Draw the picture in a group that is turned by half a circle."""
        before = self._offset
        middle = _n((x + before[0]) / 2), _n(self._height - (y + before[1]) / 2)
        self._parts.append(f'<g transform="rotate(180 {middle[0]} {middle[1]})">')
        self._offset = (0.0, 0.0)
        draw(self)
        self._offset = before
        self._parts.append("</g>")

    def finish(self) -> bytes:
        """The file."""
        return ("\n".join(self._parts) + "\n").encode()


def _grey(ink: float) -> str:
    level = round(255 * (1 - ink))
    return f"#{level:02x}{level:02x}{level:02x}"
