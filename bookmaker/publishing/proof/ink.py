"""What one page shows: glyphs, strokes and areas, in points of the page's own space."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

Box = tuple[float, float, float, float]
Point = tuple[float, float]

QUARTERS = (0, 1, 2, 3)
"""Ways up that type may stand, in quarter turns counter-clockwise."""
SLANTED = 4
"""In place of quarter turns: type at a slant, which nobody reads on a line with other type."""


class Glyph(NamedTuple):
    """One character: the box of its ink, its baseline, its type size, how dark it is (0 to 1), its quarter turns, and where it
    starts on its baseline, left of its ink.
    """

    char: str
    left: float
    bottom: float
    right: float
    top: float
    baseline: float
    size: float
    ink: float
    quarter: int
    start: float


class Stroke(NamedTuple):
    """A path that is stroked: its corners, its width in points, how dark it is, and whether it closes or is dashed."""

    points: tuple[Point, ...]
    width: float
    ink: float
    closed: bool
    dashed: bool


class Area(NamedTuple):
    """A shape that is filled: its corners, the box around it, and how dark it is."""

    points: tuple[Point, ...]
    box: Box
    ink: float


@dataclass(frozen=True, slots=True)
class PageInk:
    """All that one page shows. ``boxes`` holds the page boxes that the file states; ``pictures`` the boxes of images."""

    glyphs: tuple[Glyph, ...]
    strokes: tuple[Stroke, ...]
    areas: tuple[Area, ...]
    pictures: tuple[Box, ...]
    boxes: dict[str, Box]
    turn: int = 0

    @property
    def trim(self) -> Box:
        """The trimmed page, as far as the file says: its trim box, else what is shown, else the sheet."""
        return next(self.boxes[name] for name in ("TrimBox", "CropBox", "MediaBox") if name in self.boxes)

    def turned(self, quarter: int) -> PageInk:
        """The page as seen by somebody who turns it so that type of these quarter turns stands upright; without other type."""
        glyphs = [glyph for glyph in self.glyphs if glyph.quarter == quarter]
        if not quarter:
            return replace(self, glyphs=tuple(glyphs))
        return PageInk(
            tuple(_turned_glyph(glyph, quarter) for glyph in glyphs),
            tuple(one._replace(points=_turned_points(one.points, quarter)) for one in self.strokes),
            tuple(
                Area(_turned_points(one.points, quarter), turned_box(one.box, quarter), one.ink) for one in self.areas
            ),
            tuple(turned_box(box, quarter) for box in self.pictures),
            {name: turned_box(box, quarter) for name, box in self.boxes.items()},
        )


def _turned_point(point: Point, quarter: int) -> Point:
    x, y = point
    return ((x, y), (y, -x), (-x, -y), (-y, x))[quarter]


def _turned_points(points: tuple[Point, ...], quarter: int) -> tuple[Point, ...]:
    return tuple(_turned_point(point, quarter) for point in points)


def turned_box(box: Box, quarter: int) -> Box:
    """A box after so many quarter turns clockwise around the origin."""
    one, other = _turned_point(box[:2], quarter), _turned_point(box[2:], quarter)
    return min(one[0], other[0]), min(one[1], other[1]), max(one[0], other[0]), max(one[1], other[1])


def _turned_glyph(glyph: Glyph, quarter: int) -> Glyph:
    box = turned_box((glyph.left, glyph.bottom, glyph.right, glyph.top), quarter)
    return Glyph(glyph.char, *box, glyph.baseline, glyph.size, glyph.ink, glyph.quarter, glyph.start)


def stroke_box(stroke: Stroke) -> Box:
    """The box around the ink of a stroke. Butt ends: a straight line has ink beside it, not beyond its ends."""
    xs, ys = [x for x, _ in stroke.points], [y for _, y in stroke.points]
    half = stroke.width / 2
    straight = len(stroke.points) == 2 and not stroke.closed
    wide = 0.0 if straight and ys[0] == ys[-1] else half
    high = 0.0 if straight and xs[0] == xs[-1] else half
    return min(xs) - wide, min(ys) - high, max(xs) + wide, max(ys) + high
