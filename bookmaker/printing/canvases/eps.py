"""An EPS canvas: one page as Encapsulated PostScript 3.0, language level 2, for page layout programs.

Letters are outlines, so that the file asks for no font; each glyph is defined once. Ink is grey, which separates onto the black
plate alone. The file is ASCII and has no date.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil

from bookmaker.printing.canvases.canvas import Box, Canvas, Dash, Pixels, Point, Sheet, decimal, letters_of
from bookmaker.printing.canvases.svg import outline
from bookmaker.printing.styles.fonts import Face

_OPERATORS = {"M": "m", "L": "l", "C": "c", "Z": "h"}
_PROLOG = """\
/m{moveto}bind def/l{lineto}bind def/c{curveto}bind def/h{closepath}bind def/g{setgray}bind def
/t{gsave 4 2 roll translate exch dup scale exec fill grestore}bind def"""
"""``x y scale glyph t`` sets a glyph."""


def _n(value: float) -> str:
    return decimal(value, 3)


class EpsCanvas:
    """Draws one page; :meth:`finish` returns the file. The header has ``title``."""

    def __init__(self, title: str = "") -> None:
        self._title = title
        self._parts: list[str] = []
        self._glyphs: dict[tuple[str, str], str] = {}
        self._shapes: list[str] = []
        self._size = (0.0, 0.0)

    def begin_page(self, sheet: Sheet) -> None:
        """Start the picture."""
        self._size = (sheet.width, sheet.height)

    def end_page(self) -> None:
        """Finish the picture."""

    def text(
        self, x: float, y: float, text: str, face: Face, size: float, ink: float = 1.0, tracking: float = 0.0
    ) -> None:
        """Set a line of text, letter by letter."""
        placed = [(at, y, char) for at, char in letters_of(x, text, face, size, tracking)]
        self._grey(ink)
        self.glyphs(placed, face, size)
        self._grey(1.0 if ink != 1.0 else None)

    def glyphs(self, placed: Sequence[tuple[float, float, str]], face: Face, size: float) -> None:
        """Set single characters."""
        scale = decimal(size / face.units, 6)
        for x, y, char in placed:
            name = self._glyph(face, char)
            if name:
                self._parts.append(f"{_n(x)} {_n(y)} {scale} {name} t")

    def _glyph(self, face: Face, char: str) -> str:
        key = (face.name, char)
        if key not in self._glyphs:
            drawn = outline(face, char)
            self._glyphs[key] = f"G{len(self._shapes)}" if drawn else ""
            if drawn:
                lines = [
                    " ".join([*(f"{_n(x)} {_n(y)}" for x, y in points), _OPERATORS[name]]) for name, points in drawn
                ]
                self._shapes.append("/" + self._glyphs[key] + "{" + "\n".join(lines) + "}def")
        name = self._glyphs[key]
        return f"/{name} load" if name else ""

    def _grey(self, ink: float | None) -> None:
        if ink is not None and (ink != 1.0 or self._parts):
            self._parts.append(f"{_n(1 - ink)} g")

    def stroke(
        self,
        points: Sequence[Point],
        width: float,
        *,
        closed: bool = False,
        ink: float = 1.0,
        dash: Dash | None = None,
    ) -> None:
        """Stroke a path; mitre joins and butt caps are PostScript's own defaults."""
        path = " ".join(f"{_n(x)} {_n(y)} {'l' if index else 'm'}" for index, (x, y) in enumerate(points))
        line = f"{_n(width)} setlinewidth {path}{' h' if closed else ''} stroke"
        if dash is not None:
            on, off, phase = map(_n, dash)
            line = f"[{on} {off}] {phase} setdash {line} [] 0 setdash"
        self._parts.append(line if ink == 1.0 else f"{_n(1 - ink)} g {line} 0 g")

    def fill(self, box: Box, ink: float) -> None:
        """Fill a rectangle, and set the fill back to black."""
        left, bottom, right, top = box
        place = " ".join(map(_n, (left, bottom, right - left, top - bottom)))
        self._parts.append(f"{_n(1 - ink)} g {place} rectfill 0 g")

    def shape(self, points: Sequence[Point], ink: float) -> None:
        """Fill a shape."""
        self.area([points], ink, even_odd=False)

    def area(self, contours: Sequence[Sequence[Point]], ink: float, *, even_odd: bool) -> None:
        """Fill contours, and set the fill back to black."""
        path = "\n".join(
            " ".join(f"{_n(x)} {_n(y)} {'l' if index else 'm'}" for index, (x, y) in enumerate(contour)) + " h"
            for contour in contours
        )
        self._parts.append(f"{_n(1 - ink)} g {path} {'eofill' if even_odd else 'fill'} 0 g")

    def image(self, box: Box, pixels: Pixels) -> None:
        """Place an image of grey pixels, whose bytes the file holds as hexadecimal digits."""
        left, bottom, right, top = box
        wide, high = pixels.width, pixels.height
        place = f"{_n(left)} {_n(bottom)} translate {_n(right - left)} {_n(top - bottom)} scale"
        data = pixels.data.hex()
        rows = "\n".join(data[at : at + _HEX_LINE] for at in range(0, len(data), _HEX_LINE))
        self._parts.append(
            f"gsave {place} /row {wide} string def\n{wide} {high} 8 [{wide} 0 0 -{high} 0 {high}]\n"
            f"{{currentfile row readhexstring pop}} image\n{rows}\ngrestore"
        )

    def stamp(self, key: str, x: float, y: float, draw: Callable[[Canvas], None]) -> None:
        """Draw the picture in place."""
        self._parts.append(f"gsave {_n(x)} {_n(y)} translate")
        draw(self)
        self._parts.append("grestore")

    def turned(self, x: float, y: float, draw: Callable[[Canvas], None]) -> None:
        """Draw the picture on axes that are turned by half a circle."""
        self._parts.append(f"gsave {_n(x)} {_n(y)} translate 180 rotate")
        draw(self)
        self._parts.append("grestore")

    def finish(self) -> bytes:
        """The file."""
        width, height = self._size
        # Comments of the head are ASCII in parentheses, where those of the title itself would end it.
        title = self._title.encode("ascii", "replace").decode().translate(str.maketrans("()\\", "[]/"))
        head = [
            "%!PS-Adobe-3.0 EPSF-3.0",
            f"%%BoundingBox: 0 0 {ceil(width)} {ceil(height)}",
            f"%%HiResBoundingBox: 0 0 {_n(width)} {_n(height)}",
            f"%%Title: ({title})",
            "%%Creator: bookmaker",
            "%%LanguageLevel: 2",
            "%%DocumentData: Clean7Bit",
            "%%EndComments",
            "%%BeginProlog",
            f"{len(self._shapes) + _ROOM} dict begin",
            _PROLOG,
            *self._shapes,
            "%%EndProlog",
            "gsave 0 g",
        ]
        tail = ["grestore", "end", "%%EOF", ""]
        return "\n".join([*head, *self._parts, *tail]).encode("ascii")


_HEX_LINE = 128
_ROOM = 40
"""Names besides those of the glyphs."""
