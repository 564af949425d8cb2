"""SVG files in, lines and areas out: a drawing stays a drawing, sharp at every size.

svglib reads the file and works out styles, units and nested coordinates; its shapes are drawn in black ink. Whatever black ink on
paper cannot show as it is meant (gradients, transparency), and type, for which a file names fonts that may not be there, is a
fault with its line.
"""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil, hypot, sqrt
from pathlib import Path
from typing import Any

from bookmaker.base.errors import Fault, ResourceError
from bookmaker.printing.canvases.canvas import Box, Canvas, Point
from bookmaker.printing.canvases.page_setup import least_line

Matrix = tuple[float, float, float, float, float, float]
Curve = tuple[Point, ...]
"""The points after the first of one piece: one for a straight line, three for a cubic Bézier curve."""

_REFUSED = {
    "text": ("text", "turn it into paths in the program that drew it"),
    "image": ("an image inside a drawing", "place it by itself"),
    "foreignObject": ("foreign content", "leave it out"),
    "linearGradient": ("a gradient", "give the shape one tone"),
    "radialGradient": ("a gradient", "give the shape one tone"),
    "pattern": ("a pattern", "give the shape one tone"),
    "filter": ("a filter", "leave it out"),
    "mask": ("a mask", "cut the shapes themselves"),
    "clipPath": ("a clipping path", "cut the shapes themselves"),
}
_REFERENCE = re.compile(r"url\(\s*['\"]?#([^'\")]+)")
_OPACITY = re.compile(r"(?:^|[;{\s])(?:fill-|stroke-)?opacity\s*:\s*([0-9.]+%?)")
_ROUND = 0.5523
"""How long the handles of a quarter circle are, as a share of its radius (Bézier's usual approximation)."""


@dataclass(frozen=True, slots=True)
class Contour:
    """A line of straight and curved pieces from a first point on."""

    start: Point
    pieces: tuple[Curve, ...]
    closed: bool

    def points(self, scale: float, place: Point) -> list[Point]:
        """The contour as straight pieces, at a size and a place, fine enough that no corner is seen."""
        at = self._placed(self.start, scale, place)
        points = [at]
        for piece in self.pieces:
            ends = [self._placed(point, scale, place) for point in piece]
            if len(ends) == 3:
                length = sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in zip([at, *ends], ends, strict=False))
                points += _flat(at, ends, min(max(4, 2 * ceil(sqrt(length))), 200))
            else:
                points += ends
            at = points[-1]
        return points

    @staticmethod
    def _placed(point: Point, scale: float, place: Point) -> Point:
        return place[0] + point[0] * scale, place[1] + point[1] * scale


def _flat(start: Point, ends: Sequence[Point], count: int) -> Iterator[Point]:
    a, b, c = ends
    for step in range(1, count + 1):
        t = step / count
        u = 1 - t
        yield (
            u**3 * start[0] + 3 * u * u * t * a[0] + 3 * u * t * t * b[0] + t**3 * c[0],
            u**3 * start[1] + 3 * u * u * t * a[1] + 3 * u * t * t * b[1] + t**3 * c[1],
        )


@dataclass(frozen=True, slots=True)
class Figure:
    """Contours that are filled or stroked together; ink None for neither."""

    contours: tuple[Contour, ...]
    fill: float | None
    even_odd: bool
    stroke: float | None
    width: float


@dataclass(frozen=True, slots=True, eq=False)
class Drawing:
    """A drawing that was read. Lengths are points at its natural size."""

    path: Path
    natural: float
    height: float
    figures: tuple[Figure, ...]

    @property
    def ratio(self) -> float:
        """Height as a share of the width."""
        return self.height / self.natural

    def draw(self, canvas: Canvas, box: Box) -> None:
        """Draw it so that it fills a box; lines are at least as wide as printers take."""
        scale, place = (box[2] - box[0]) / self.natural, (box[0], box[1])
        least = least_line()
        for figure in self.figures:
            contours = [contour.points(scale, place) for contour in figure.contours]
            if figure.fill is not None:
                canvas.area(contours, figure.fill, even_odd=figure.even_odd)
            if figure.stroke is not None:
                width = max(figure.width * scale, least)
                for contour, points in zip(figure.contours, contours, strict=True):
                    canvas.stroke(points, width, closed=contour.closed, ink=figure.stroke)

    def concern(self, width: float) -> tuple[Fault | None, str]:
        """No fault, and a note where lines are drawn heavier than in the file."""
        least, scale = least_line(), width / self.natural
        thin = min((figure.width * scale for figure in self.figures if figure.stroke is not None), default=least)
        if thin > least - 0.005:
            return None, ""
        return None, f"{self.path.name} has lines of {thin:.2f}pt at this width: they are printed {least:g}pt wide"


def read(path: Path) -> Drawing:
    """Read a drawing. Raises ResourceError, with faults without a place, for a file that is none or cannot be printed."""
    from lxml import etree

    data = path.read_bytes()
    try:
        root = etree.fromstring(data, etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False))
    except etree.XMLSyntaxError as error:
        raise ResourceError(Fault(f"this is not an SVG drawing: {error.msg}", advice="save it again")) from error
    if etree.QName(root).localname != "svg":
        raise ResourceError(Fault("this is not an SVG drawing", advice="its root must be `svg`"))
    if _parts(root) > _MOST_PARTS or len(data) > _MOST_BYTES:
        message = f"the drawing has more than {_MOST_PARTS:,} parts, or {_MOST_BYTES >> 20} MB"
        raise ResourceError(Fault(message, advice="simplify its paths, or save it as a picture"))
    faults = list(dict.fromkeys(_refused(root)))
    if faults:
        raise ResourceError(faults)
    return _converted(path, data)


_MOST_PARTS, _MOST_BYTES = 10_000, 8 << 20
"""Each part takes half a millisecond, and a path a second for each megabyte."""


def _parts(root: Any) -> int:
    """The elements of a drawing, with those that another uses counted as often as it does; at most one more than is allowed."""
    named = {element.get("id"): element for element in root.iter("*") if element.get("id")}
    counted: dict[Any, int] = {}
    # An element is counted after its children. One that uses itself is drawn by nobody.
    for element in _from_leaves(root, named):
        many = 1 + sum(counted.get(child, 0) for child in element.iterchildren("*"))
        many += counted.get(_used(element, named), 0)
        counted[element] = min(many, _MOST_PARTS + 1)
    return counted[root]


_LINK = "{http://www.w3.org/1999/xlink}href"


def _used(element: Any, named: dict[str, Any]) -> Any:
    name = element.get("href") or element.get(_LINK) or ""
    return named.get(name.removeprefix("#")) if name.startswith("#") else None


def _from_leaves(root: Any, named: dict[str, Any]) -> Iterator[Any]:
    """All elements, each after its children and after the one that it uses."""
    seen: set[Any] = set()
    waiting = [(False, root)]
    while waiting:
        done, element = waiting.pop()
        if done:
            yield element
        elif element not in seen:
            seen.add(element)
            used = _used(element, named)
            inner = [*element.iterchildren("*"), *([] if used is None else [used])]
            waiting += [(True, element), *((False, one) for one in inner)]


def _refused(root: Any) -> Iterator[Fault]:
    """A fault for each thing in a drawing that cannot be printed as it is meant."""
    from lxml import etree

    named = {element.get("id"): element for element in root.iter("*") if element.get("id")}
    for element in root.iter("*"):
        tag, line = etree.QName(element).localname, element.sourceline
        if tag in ("text", "image", "foreignObject") and not any(
            etree.QName(above).localname in ("defs", "metadata") for above in element.iterancestors()
        ):
            what, advice = _REFUSED[tag]
            yield Fault(f"line {line}: {what} is not printed", advice=advice)
        values = [*element.attrib.values(), element.text or ""] if tag == "style" else element.attrib.values()
        for value in values:
            for found in _REFERENCE.finditer(value):
                target = named.get(found[1])
                kind = "" if target is None else etree.QName(target).localname
                if kind in _REFUSED:
                    what, advice = _REFUSED[kind]
                    yield Fault(f"line {line}: {what} is not printed", advice=advice)
        if any(_is_clear(value) for value in _opacities(element, tag)):
            yield Fault(f"line {line}: transparency is not printed", advice="give it a lighter tone")


def _opacities(element: Any, tag: str) -> Iterator[str]:
    for name in ("opacity", "fill-opacity", "stroke-opacity"):
        if element.get(name) is not None:
            yield element.get(name)
    for text in (element.get("style") or "", (element.text or "") if tag == "style" else ""):
        yield from _OPACITY.findall(text)


def _is_clear(value: str) -> bool:
    """Whether an opacity is between nothing, which is not drawn, and all."""
    try:
        share = float(value.strip().rstrip("%")) / (100 if value.strip().endswith("%") else 1)
    except ValueError:
        return False
    return 0 < share < 1


def _converted(path: Path, data: bytes) -> Drawing:
    from svglib.svglib import svg2rlg

    # Its log repeats the faults above in worse words.
    logging.getLogger("svglib").setLevel(logging.CRITICAL)
    try:
        # From memory: nothing outside of the file is looked for.
        whole: Any = svg2rlg(io.BytesIO(data))
        figures = tuple(_figures(whole, (1.0, 0.0, 0.0, 1.0, 0.0, 0.0))) if whole is not None else ()
        width, height = (float(whole.width), float(whole.height)) if whole is not None else (0.0, 0.0)
        if not all(map(_sensible, (width, height, *(one for figure in figures for one in _numbers(figure))))):
            raise ValueError("a number in it is too large")
    except (
        ValueError,
        TypeError,
        AttributeError,
        LookupError,
        ArithmeticError,
        AssertionError,
        OSError,
        RecursionError,
    ) as error:
        # Its errors where numbers, colours or references of a file make no sense.
        raise ResourceError(Fault(f"the drawing cannot be read: {error}", advice="save it as plain SVG")) from error
    if not figures or width <= 0 or height <= 0:
        raise ResourceError(Fault("the drawing has nothing to print", advice="give it a viewBox, and shapes"))
    return _framed(Drawing(path, width, height, figures))


_FARTHEST = 1e9
"""No length or place of a drawing is greater, in points."""


def _sensible(number: float) -> bool:
    return abs(number) < _FARTHEST  # Not so what is not a number.


def _numbers(figure: Figure) -> Iterator[float]:
    yield figure.width
    for contour in figure.contours:
        yield from contour.start
        for piece in contour.pieces:
            for point in piece:
                yield from point


_OVER = 0.02
"""How far shapes may leave a drawing's page, as a share of its size: half a line at its edge, not shapes beside it."""


def _framed(drawing: Drawing) -> Drawing:
    """The drawing with all of its shapes inside its page. Raises ResourceError where they are far outside."""
    width, height = drawing.natural, drawing.height
    left, bottom, right, top = 0.0, 0.0, width, height
    for figure in drawing.figures:
        half = figure.width / 2 if figure.stroke is not None else 0.0
        for contour in figure.contours:
            xs, ys = zip(*contour.points(1.0, (0.0, 0.0)), strict=True)
            left, right = min(left, min(xs) - half), max(right, max(xs) + half)
            bottom, top = min(bottom, min(ys) - half), max(top, max(ys) + half)
    if max(-left, right - width) > width * _OVER or max(-bottom, top - height) > height * _OVER:
        raise ResourceError(Fault("shapes lie outside of the drawing's page", advice="move them in, or delete them"))
    matrix = (1.0, 0.0, 0.0, 1.0, -left, -bottom)
    moved = tuple(
        replace(figure, contours=tuple(_moved(contour, matrix) for contour in figure.contours))
        for figure in drawing.figures
    )
    return Drawing(drawing.path, right - left, top - bottom, moved)


def _figures(shape: Any, matrix: Matrix) -> Iterator[Figure]:
    """The figures of a tree of shapes, in page coordinates."""
    if hasattr(shape, "contents"):
        inner = _times(matrix, tuple(shape.transform))
        for held in shape.contents:
            yield from _figures(held, inner)
        return
    contours = tuple(_moved(contour, matrix) for contour in _contours(shape))
    if not contours:
        return
    name = type(shape).__name__
    fill = None if name in ("Line", "PolyLine") else _ink(getattr(shape, "fillColor", None))
    stroke = None if name == "NoStrokePath" else _ink(getattr(shape, "strokeColor", None))
    width = float(getattr(shape, "strokeWidth", 1.0) or 0.0) * sqrt(abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]))
    stroke = stroke if width > 0 else None
    if fill is not None or stroke is not None:
        yield Figure(contours, fill, getattr(shape, "fillMode", 1) == 0, stroke, width)


def _contours(shape: Any) -> Iterator[Contour]:
    match type(shape).__name__:
        case "Path" | "NoStrokePath":
            yield from _path(shape)
        case "Line":
            yield Contour((shape.x1, shape.y1), (((shape.x2, shape.y2),),), False)
        case "PolyLine" | "Polygon":
            points = list(zip(shape.points[::2], shape.points[1::2], strict=True))
            yield Contour(points[0], tuple((point,) for point in points[1:]), type(shape).__name__ == "Polygon")
        case "Rect":
            yield _rectangle(shape.x, shape.y, shape.width, shape.height, shape.rx or 0.0, shape.ry or 0.0)
        case "Circle":
            yield _rectangle(shape.cx - shape.r, shape.cy - shape.r, 2 * shape.r, 2 * shape.r, shape.r, shape.r)
        case "Ellipse":
            yield _rectangle(shape.cx - shape.rx, shape.cy - shape.ry, 2 * shape.rx, 2 * shape.ry, shape.rx, shape.ry)


def _path(shape: Any) -> Iterator[Contour]:
    # Operators are 0 to move (one point), 1 for a line (one), 2 for a curve (three), 3 to close (none).
    points = iter(list(zip(shape.points[::2], shape.points[1::2], strict=True)))
    start: Point | None = None
    pieces: list[Curve] = []
    for operator in shape.operators:
        if operator == 0:
            if start is not None and pieces:
                yield Contour(start, tuple(pieces), False)
            start, pieces = next(points), []
        elif operator == 3:
            if start is not None and pieces:
                yield Contour(start, tuple(pieces), True)
            # What follows without a move begins where this contour began.
            pieces = []
        else:
            pieces.append(tuple(next(points) for _ in range(1 if operator == 1 else 3)))
    if start is not None and pieces:
        yield Contour(start, tuple(pieces), False)


def _rectangle(x: float, y: float, width: float, height: float, rx: float, ry: float) -> Contour:
    rx, ry = min(rx or ry, width / 2), min(ry or rx, height / 2)
    right, top = x + width, y + height
    if not rx or not ry:
        return Contour((x, y), (((right, y),), ((right, top),), ((x, top),)), True)
    fx, fy = rx * (1 - _ROUND), ry * (1 - _ROUND)
    pieces: tuple[Curve, ...] = (
        ((right - rx, y),),
        ((right - fx, y), (right, y + fy), (right, y + ry)),
        ((right, top - ry),),
        ((right, top - fy), (right - fx, top), (right - rx, top)),
        ((x + rx, top),),
        ((x + fx, top), (x, top - fy), (x, top - ry)),
        ((x, y + ry),),
        ((x, y + fy), (x + fx, y), (x + rx, y)),
    )
    return Contour((x + rx, y), pieces, True)


def _ink(colour: Any) -> float | None:
    """The share of black of a colour, by how light it looks (ITU-R BT.601); None for no colour."""
    if colour is None:
        return None
    return float(1 - (0.299 * colour.red + 0.587 * colour.green + 0.114 * colour.blue))


def _times(outer: Matrix, inner: Matrix) -> Matrix:
    a, b, c, d, e, f = outer
    g, h, i, j, k, m = inner
    return a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f


def _moved(contour: Contour, matrix: Matrix) -> Contour:
    a, b, c, d, e, f = matrix

    def at(point: Point) -> Point:
        return a * point[0] + c * point[1] + e, b * point[0] + d * point[1] + f

    pieces = tuple(tuple(at(point) for point in piece) for piece in contour.pieces)
    return Contour(at(contour.start), pieces, contour.closed)
