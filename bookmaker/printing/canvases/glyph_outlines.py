"""The outlines of letters, for files that carry no fonts: what a page layout program places must not ask for any."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import cache
from typing import Any

from bookmaker.printing.canvases.canvas import Point
from bookmaker.printing.styles.fonts import Face

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
