"""A canvas that records its calls, one line each: layouts are compared as text, without pixels."""

from __future__ import annotations

from collections.abc import Callable, Sequence

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
