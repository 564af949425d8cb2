"""Small drawings beside words: bars and stars that show a level, plates, boxes to tick, rules, rounded boxes."""

from __future__ import annotations

from math import cos, pi, sin

from bookmaker.printing.canvases.canvas import Box, Canvas, Point
from bookmaker.printing.canvases.strokes import corners
from bookmaker.printing.styles.style_parts import Labels

_TURN = 8
"""Straight pieces of a rounded corner: at the size of a grid's corner their angles cannot be seen."""
_POINTS = 5
_INNER = 0.42
"""Points of a star, and its inner radius as a share of the outer one."""
_REACH, _CENTRE = 0.52, 0.47
"""Its outer radius, and how far its middle is above its foot, as shares of its height: five points reach higher than low."""


def rounded(box: Box, radius: float) -> list[Point]:
    """The corners of a box whose corners are rounded, counter-clockwise; those of the box itself for a radius of 0."""
    if not radius:
        return corners(box)
    left, bottom, right, top = box
    centres = [
        (right - radius, bottom + radius, -pi / 2),
        (right - radius, top - radius, 0.0),
        (left + radius, top - radius, pi / 2),
        (left + radius, bottom + radius, pi),
    ]
    return [
        (x + radius * cos(start + turn * pi / 2 / _TURN), y + radius * sin(start + turn * pi / 2 / _TURN))
        for x, y, start in centres
        for turn in range(_TURN + 1)
    ]


def bars_width(height: float, labels: Labels) -> float:
    """Width of the bars of a style in this height."""
    return height * ((labels.bar + labels.bar_gap) * labels.bars - labels.bar_gap)


def draw_bars(
    canvas: Canvas, x: float, y: float, height: float, rank: int, labels: Labels, empty: float, ink: float = 1.0
) -> None:
    """Bars of a style that rise to the right from (x, y), the first ``rank`` of ``ink`` and the others of ink ``empty``."""
    for index in range(labels.bars):
        left = x + (labels.bar + labels.bar_gap) * height * index
        top = y + height * (labels.bar_least + (1 - labels.bar_least) * index / (labels.bars - 1))
        canvas.fill((left, y, left + labels.bar * height, top), ink if index < rank else empty)


def stars_width(height: float, count: int, labels: Labels) -> float:
    """Width of so many stars of a style beside capitals of this height."""
    return labels.star * height * (count + labels.star_gap * (count - 1))


def draw_stars(
    canvas: Canvas,
    x: float,
    y: float,
    height: float,
    count: int,
    labels: Labels,
    ink: float = 1.0,
    beyond: tuple[int, float] = (0, 0.0),
) -> None:
    """Stars of ``ink`` in a row whose lower left corner is (x, y), beside capitals of this height.

    ``beyond``: how many follow that are still to come, and their ink.
    """
    high = labels.star * height
    radius = _REACH * high
    for index in range(count + beyond[0]):
        middle, centre = x + high * (0.5 + (1 + labels.star_gap) * index), y + _CENTRE * high
        canvas.shape(
            [
                (
                    middle + radius * (_INNER if turn % 2 else 1.0) * sin(pi * turn / _POINTS),
                    centre + radius * (_INNER if turn % 2 else 1.0) * cos(pi * turn / _POINTS),
                )
                for turn in range(2 * _POINTS)
            ],
            ink if index < count else beyond[1],
        )


def draw_tick(canvas: Canvas, x: float, y: float, side: float, width: float) -> None:
    """An empty box to tick off, its lower left corner at (x, y)."""
    half = width / 2
    canvas.stroke(corners((x + half, y + half, x + side - half, y + side - half)), width, closed=True)


def draw_rules(canvas: Canvas, left: float, right: float, y: float, width: float, count: int, gap: float) -> None:
    """One rule or two, the upper one at ``y``."""
    for index in range(count):
        canvas.stroke([(left, y - index * gap), (right, y - index * gap)], width)


def ruled_box(canvas: Canvas, box: Box, gap: float, width: float, ink: float) -> None:
    """Lines to write on, from the top of a box down."""
    left, bottom, right, top = box
    for line in range(1, int((top - bottom) / gap) + 1):
        canvas.stroke([(left, top - line * gap), (right, top - line * gap)], width, ink=ink)
