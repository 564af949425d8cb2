"""Shapes made of straight strokes, so that every canvas draws them: rings, dashes, curves and heads of arrows.

A curve is flattened so finely that no eye and no printer sees its corners; a dash is a stroke of its own. So the canvases need no
more primitives, and the recorder shows each stroke.

The small drawings beside words are made of them: bars and stars that show a level, plates, boxes to tick, rounded boxes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import ceil, cos, hypot, pi, sin

from bookmaker.printing.canvases.canvas import Box, Canvas, Point
from bookmaker.printing.styles.style_parts import Labels

_SIDES = 28
"""Of a ring: at the size of a candidate its flats are a fiftieth of a point from the circle."""
_PIECES = 22
"""Of a curve."""


def corners(box: Box) -> list[Point]:
    """The corners of a box, counter-clockwise from the lower left one."""
    left, bottom, right, top = box
    return [(left, bottom), (right, bottom), (right, top), (left, top)]


def circle(x: float, y: float, radius: float, sides: int = _SIDES) -> list[Point]:
    """The corners of a ring."""
    turns = [2 * pi * side / sides for side in range(sides)]
    return [(x + radius * cos(turn), y + radius * sin(turn)) for turn in turns]


def square(x: float, y: float, radius: float) -> list[Point]:
    """The corners of an upright square as wide as the ring of this radius."""
    return corners((x - radius, y - radius, x + radius, y + radius))


def diamond(x: float, y: float, radius: float) -> list[Point]:
    """The corners of a square on its tip, of the same area as that of :func:`square`."""
    reach = 1.25 * radius
    return [(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)]


def triangle(x: float, y: float, radius: float, up: int) -> list[Point]:
    """The corners of a triangle as wide and as high as the square of this radius, upright (1) or on its tip (-1)."""
    return [(x - radius, y - up * radius), (x + radius, y - up * radius), (x, y + up * radius)]


def plus(x: float, y: float, radius: float) -> list[Point]:
    """The corners of a plus as wide and as high as the square of this radius."""
    arm = radius / 3
    turns = ((1, 1), (-1, 1), (-1, -1), (1, -1))
    found = []
    for number, (across, up) in enumerate(turns):
        side, top, inner = (across * radius, up * arm), (across * arm, up * radius), (across * arm, up * arm)
        found += [side, inner, top] if number % 2 == 0 else [top, inner, side]
    return [(x + right, y + high) for right, high in found]


def disc(canvas: Canvas, x: float, y: float, radius: float, ink: float) -> None:
    """A tinted disc: a ring of half the radius, stroked as wide as the radius."""
    canvas.stroke(circle(x, y, radius / 2), radius, closed=True, ink=ink)


def dashes(points: Sequence[Point], on: float, off: float) -> Iterator[list[Point]]:
    """A path cut into dashes of ``on`` points with gaps of ``off``, both fitted so that it begins and ends with a whole dash."""
    total = sum(hypot(x2 - x1, y2 - y1) for (x1, y1), (x2, y2) in pairwise(points))
    count = max(1, round((total + off) / (on + off)))
    scale = total / (count * (on + off) - off)
    on, off = on * scale, off * scale
    inside, left, dash = True, on, [points[0]]
    for (x1, y1), (x2, y2) in pairwise(points):
        length = hypot(x2 - x1, y2 - y1)
        at = 0.0
        while length - at > left:
            at += left
            place = (x1 + (x2 - x1) * at / length, y1 + (y2 - y1) * at / length)
            if inside:
                yield [*dash, place]
            inside, left, dash = not inside, off if inside else on, [place]
        left -= length - at
        dash.append((x2, y2))
    if inside and len(dash) > 1 and left < on * 0.99:
        yield dash


def stroke(canvas: Canvas, points: Sequence[Point], width: float, dash: tuple[float, float] | None) -> None:
    """Stroke an open path, whole or with dashes and gaps of these multiples of its width."""
    if dash is None:
        canvas.stroke(points, width)
        return
    for piece in dashes(points, dash[0] * width, dash[1] * width):
        canvas.stroke(piece, width)


def bow(start: Point, end: Point, bulge: float) -> list[Point]:
    """A curve from start to end that leaves the straight line by ``bulge`` points at its middle, to the left if positive."""
    (x1, y1), (x2, y2) = start, end
    length = hypot(x2 - x1, y2 - y1) or 1.0
    across = (-(y2 - y1) / length, (x2 - x1) / length)
    mid = ((x1 + x2) / 2 + 2 * bulge * across[0], (y1 + y2) / 2 + 2 * bulge * across[1])
    points = []
    for piece in range(_PIECES + 1):
        t = piece / _PIECES
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
        points.append((a * x1 + b * mid[0] + c * x2, a * y1 + b * mid[1] + c * y2))
    return points


def trimmed(points: Sequence[Point], start: float, end: float) -> list[Point]:
    """A path without its first ``start`` points and its last ``end`` points of length; empty if nothing is left."""
    (x1, y1), (x2, y2) = points[0], points[-1]
    first = next((i for i, (x, y) in enumerate(points) if hypot(x - x1, y - y1) > start), None)
    last = next((i for i, (x, y) in reversed([*enumerate(points)]) if hypot(x - x2, y - y2) > end), None)
    if first is None or last is None or first > last or not first or last == len(points) - 1:
        return []
    head = _crossing(points[first - 1], points[first], (x1, y1), start)
    tail = _crossing(points[last + 1], points[last], (x2, y2), end)
    return [head, *points[first : last + 1], tail]


def _crossing(inner: Point, outer: Point, centre: Point, radius: float) -> Point:
    # Where the piece from inner to outer leaves the ring around the centre.
    low, high = 0.0, 1.0
    for _ in range(20):
        t = (low + high) / 2
        x, y = inner[0] + (outer[0] - inner[0]) * t, inner[1] + (outer[1] - inner[1]) * t
        low, high = (t, high) if hypot(x - centre[0], y - centre[1]) < radius else (low, t)
    return inner[0] + (outer[0] - inner[0]) * high, inner[1] + (outer[1] - inner[1]) * high


def resampled(points: Sequence[Point], piece: float) -> list[Point]:
    """The same path in pieces of no more than this length."""
    out = [points[0]]
    for (x1, y1), (x2, y2) in pairwise(points):
        count = max(1, ceil(hypot(x2 - x1, y2 - y1) / piece))
        out += [(x1 + (x2 - x1) * part / count, y1 + (y2 - y1) * part / count) for part in range(1, count + 1)]
    return out


def arrow_head(base: Point, tip: Point, wide: float) -> tuple[Point, ...]:
    """The corners of the head of an arrow as wide as this at its base."""
    (x1, y1), (x2, y2) = base, tip
    length = hypot(x2 - x1, y2 - y1) or 1.0
    across = -(y2 - y1) / length * wide / 2, (x2 - x1) / length * wide / 2
    return (x1 + across[0], y1 + across[1]), tip, (x1 - across[0], y1 - across[1])


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
