"""Pages read with PDFium: every character with the box of its ink, every path with its width and ink.

PDFium is the engine of a widely used browser. It shares no code with what writes our PDFs, so it sees the page as a reader does.
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from bookmaker.base.errors import Fault, InputError, Place
from bookmaker.base.units import INCH

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Box = tuple[float, float, float, float]
Point = tuple[float, float]

QUARTERS = (0, 1, 2, 3)
"""Directions of type, in quarter turns counter-clockwise."""
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


@dataclass(frozen=True)
class PageInk:
    """All ink of one page. ``boxes`` holds the page boxes that the file states; ``pictures`` the boxes of images."""

    glyphs: tuple[Glyph, ...]
    strokes: tuple[Stroke, ...]
    areas: tuple[Area, ...]
    pictures: tuple[Box, ...]
    boxes: dict[str, Box]
    turn: int = 0

    @property
    def trim(self) -> Box:
        """The trimmed page, as far as the file says: its trim box, else its crop box, else the sheet."""
        return next(self.boxes[name] for name in ("TrimBox", "CropBox", "MediaBox") if name in self.boxes)

    @cached_property
    def stroke_boxes(self) -> list[Box]:
        """The box of each stroke."""
        return [stroke_box(one) for one in self.strokes]

    def stretched(self, factor: float) -> PageInk:
        """The page with all heights multiplied by a factor; widths of strokes and sizes of type stay."""

        def points(held: tuple[Point, ...]) -> tuple[Point, ...]:
            return tuple((x, y * factor) for x, y in held)

        def box(held: Box) -> Box:
            return held[0], held[1] * factor, held[2], held[3] * factor

        return replace(
            self,
            glyphs=tuple(
                one._replace(bottom=one.bottom * factor, top=one.top * factor, baseline=one.baseline * factor)
                for one in self.glyphs
            ),
            strokes=tuple(one._replace(points=points(one.points)) for one in self.strokes),
            areas=tuple(one._replace(points=points(one.points), box=box(one.box)) for one in self.areas),
            pictures=tuple(map(box, self.pictures)),
            boxes={name: box(held) for name, held in self.boxes.items()},
        )

    def turned(self, quarter: int) -> PageInk:
        """The page turned so that type of these quarter turns is upright; without other type."""
        glyphs = [glyph for glyph in self.glyphs if glyph.quarter == quarter]
        if not quarter:
            return self if len(glyphs) == len(self.glyphs) else replace(self, glyphs=tuple(glyphs))
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
    half = stroke.width / 2
    if len(stroke.points) != 2:
        left, bottom, right, top = _around(stroke.points)
        return left - half, bottom - half, right + half, top + half
    (x1, y1), (x2, y2) = stroke.points
    wide = 0.0 if y1 == y2 and not stroke.closed else half
    high = 0.0 if x1 == x2 and not stroke.closed else half
    left, right = (x1, x2) if x1 <= x2 else (x2, x1)
    bottom, top = (y1, y2) if y1 <= y2 else (y2, y1)
    return left - wide, bottom - high, right + wide, top + high


class InkByPlace:
    """The ink of a page, found by place: a page of thirty grids is not searched thirty times from end to end."""

    def __init__(self, page: PageInk) -> None:
        import numpy as np  # A check of declarations reaches this module, and needs no arrays.

        self._page = page
        glyphs = [(one.left, one.bottom, one.right, one.top) for one in page.glyphs]
        kinds = (glyphs, page.stroke_boxes, [one.box for one in page.areas])
        self._boxes = [np.array(boxes, np.float64).reshape(-1, 4) for boxes in kinds]

    def near(self, box: Box, reach: float) -> PageInk:
        """The page with that ink alone whose box comes within ``reach`` points of a box."""
        left, bottom, right, top = box[0] - reach, box[1] - reach, box[2] + reach, box[3] + reach
        glyphs, strokes, areas = (
            ((held[:, 0] < right) & (held[:, 2] > left) & (held[:, 1] < top) & (held[:, 3] > bottom)).nonzero()[0]
            for held in self._boxes
        )
        page = self._page
        return replace(
            page,
            glyphs=tuple(page.glyphs[at] for at in glyphs),
            strokes=tuple(page.strokes[at] for at in strokes),
            areas=tuple(page.areas[at] for at in areas),
        )


_BOXES = ("MediaBox", "CropBox", "BleedBox", "TrimBox")
_CURVE = 6
"""Straight pieces in place of a curve: its course matters, not how smooth it is."""
_DEEPEST = 12
"""Forms within forms that are followed."""
_STRAIGHT = 0.02
"""Radians by which type may lean and still count as straight."""
_INVISIBLE = 3
"""The text render mode that sets no ink, as the layer of recognized words over a scan has it."""

Matrix = tuple[float, float, float, float, float, float]
_PLAIN: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


def engine() -> str:
    """The versions of PDFium and of its binding."""
    import pypdfium2

    return f"{pypdfium2.PDFIUM_INFO} {pypdfium2.PYPDFIUM_INFO}"


_AT_ONCE = 256
"""Pages after which a file is opened anew: of each, PDFium keeps six kilobytes as long as the file is open."""


_MOST_PIXELS = 50_000_000
_MOST_DRAWN = 50_000
"""Lines and areas of one page; a drawing on a cover may have tens of thousands."""


class _FullError(Exception):
    """A page has more of them."""


class _UnsoundError(Exception):
    """A length or a place on a page is not a number, or endless."""


class Pages:
    """The pages of one PDF, read one at a time. Raises InputError if PDFium cannot open it."""

    def __init__(self, content: bytes, name: str) -> None:
        import pypdfium2
        from pypdfium2 import raw

        self._raw: Any = raw
        self._name = name
        self._open: Callable[[], Any] = partial(pypdfium2.PdfDocument, content)
        self._read_so_far = 0
        try:
            self._pdf = self._open()
        except pypdfium2.PdfiumError as error:
            reason = "it is encrypted with a password" if "assword" in str(error) else "it is broken, or no PDF"
            raise InputError(Fault(f"cannot be read as a PDF: {reason}", Place(name))) from None

    def __len__(self) -> int:
        return len(self._pdf)

    def close(self) -> None:
        """Free the memory of PDFium."""
        self._pdf.close()

    def __iter__(self) -> Iterator[PageInk]:
        return map(self.__getitem__, range(len(self)))

    def __getitem__(self, index: int) -> PageInk:
        self._read_so_far += 1
        if self._read_so_far % _AT_ONCE == 0:
            self.close()
            self._pdf = self._open()
        with self._page(index) as page:
            text = page.get_textpage()
            try:
                return self._read(page, text)
            except _UnsoundError:
                raise InputError(Fault(f"page {index + 1} is broken", Place(self._name))) from None
            except _FullError:
                message = f"page {index + 1} has more than {_MOST_DRAWN:,} lines and areas"
                raise InputError(Fault(message, Place(self._name), "is it a book of puzzles?")) from None
            finally:
                text.close()

    @contextmanager
    def _page(self, index: int) -> Iterator[Any]:
        """A page of PDFium. Raises InputError for one that it cannot read."""
        import pypdfium2

        try:
            page = self._pdf[index]
            try:
                yield page
            finally:
                page.close()
        except pypdfium2.PdfiumError as error:
            raise InputError(Fault(f"page {index + 1} is broken", Place(self._name))) from error

    def drawn(self, index: int, dpi: int) -> npt.NDArray[np.uint8]:
        """A page as a picture in grey: uint8 ``(height, width)``. Raises InputError for a page that is too large."""
        with self._page(index) as page:
            width, height = page.get_size()
            pixels = width * height * (dpi / INCH) ** 2
            if pixels > _MOST_PIXELS:
                message = (
                    f"page {index + 1} has {pixels / 1e6:.0f} million pixels; at most {_MOST_PIXELS // 10**6} are read"
                )
                raise InputError(Fault(message, Place(self._name), "scan a smaller part"))
            grey: npt.NDArray[np.uint8] = page.render(scale=dpi / INCH, grayscale=True).to_numpy().copy()
        return grey.reshape(grey.shape[:2])

    def _read(self, page: Any, text: Any) -> PageInk:
        raw = self._raw
        drawn = _Drawn(raw)
        count = raw.FPDFPage_CountObjects(page.raw)
        drawn.follow(count, lambda at: raw.FPDFPage_GetObject(page.raw, at), _PLAIN, 0)
        boxes: dict[str, Box] = {}
        for name in _BOXES:
            sides = [ctypes.c_float() for _ in range(4)]
            if getattr(raw, f"FPDFPage_Get{name}")(page.raw, *sides):
                boxes[name] = (sides[0].value, sides[1].value, sides[2].value, sides[3].value)
        # A box that pages inherit from the tree above is not reported there, but decides which part of the sheet is shown.
        boxes.setdefault("MediaBox", tuple(page.get_mediabox()))
        glyphs = tuple(_glyphs(raw, text.raw))
        shapes = (*(one.points for one in drawn.strokes), *(one.points for one in drawn.areas))
        places = (*drawn.pictures, *boxes.values(), *(point for points in shapes for point in points))
        if not all(map(math.isfinite, (*(one.width for one in drawn.strokes), *chain.from_iterable(places)))):
            raise _UnsoundError
        return PageInk(
            glyphs, tuple(drawn.strokes), tuple(drawn.areas), tuple(drawn.pictures), boxes, page.get_rotation()
        )


def _glyphs(raw: Any, text: Any) -> Iterator[Glyph]:
    left, right, bottom, top, x, y = (ctypes.c_double() for _ in range(6))
    colour, matrix = [ctypes.c_uint() for _ in range(4)], raw.FS_MATRIX()
    # Each call takes longer than all that is reckoned with its result.
    unicode_of, object_of, mode_of = (
        raw.FPDFText_GetUnicode,
        raw.FPDFText_GetTextObject,
        raw.FPDFTextObj_GetTextRenderMode,
    )
    box_of, origin_of, matrix_of = raw.FPDFText_GetCharBox, raw.FPDFText_GetCharOrigin, raw.FPDFText_GetMatrix
    is_generated, colour_of, size_of = raw.FPDFText_IsGenerated, raw.FPDFText_GetFillColor, raw.FPDFText_GetFontSize
    # All characters of a text object are set alike: what says how is asked for once.
    known, visible, size, ink, quarter, slanted = b"", False, 0.0, 0.0, 0, False
    for at in range(raw.FPDFText_CountChars(text)):
        code = unicode_of(text, at)
        if code <= 32 or is_generated(text, at) == 1:
            continue
        box_of(text, at, left, right, bottom, top)
        box = left.value, bottom.value, right.value, top.value
        if box[2] <= box[0] or box[3] <= box[1] or chr(code).isspace():
            continue
        thing = object_of(text, at)
        name = bytes(thing)
        if name != known:
            known, visible = name, mode_of(thing) != _INVISIBLE
            matrix_of(text, at, matrix)
            if not math.isfinite(matrix.a + matrix.b + matrix.c + matrix.d):
                raise _UnsoundError
            colour_of(text, at, *colour)
            angle = math.atan2(matrix.b, matrix.a)
            quarter = round(angle / (math.pi / 2)) % 4
            size, ink = size_of(text, at) * math.hypot(matrix.c, matrix.d), _ink(colour)
            slanted = abs(math.remainder(angle - quarter * math.pi / 2, 2 * math.pi)) > _STRAIGHT
        if visible:
            origin_of(text, at, x, y)
            along, up = x.value, y.value
            if not math.isfinite(size + along + up + sum(box)):
                raise _UnsoundError
            baseline = (up, -along, -up, along)[quarter]
            start = (along, up, -along, -up)[quarter]
            yield Glyph(chr(code), *box, baseline, size, ink, SLANTED if slanted else quarter, start)


def _ink(colour: Sequence[Any]) -> float:
    red, green, blue, alpha = (float(part.value) for part in colour)
    return (1 - (0.3 * red + 0.59 * green + 0.11 * blue) / 255) * alpha / 255


class _Drawn:
    """The paths and pictures of a page, those of its forms too, in the coordinates of the page."""

    def __init__(self, raw: Any) -> None:
        self._raw = raw
        self.strokes: list[Stroke] = []
        self.areas: list[Area] = []
        self.pictures: list[Box] = []
        self._fill, self._stroked, self._x, self._y = ctypes.c_int(), ctypes.c_int(), ctypes.c_float(), ctypes.c_float()
        self._colour, self._width, self._matrix = [ctypes.c_uint() for _ in range(4)], ctypes.c_float(), raw.FS_MATRIX()

    def follow(self, count: int, get: Any, above: Matrix, depth: int) -> None:
        """Take up so many objects, which ``get`` returns by their place; ``above`` puts them on the page."""
        raw = self._raw
        for at in range(count):
            if len(self.strokes) + len(self.areas) > _MOST_DRAWN:
                raise _FullError
            thing = get(at)
            kind = raw.FPDFPageObj_GetType(thing)
            if kind == raw.FPDF_PAGEOBJ_PATH:
                self._path(thing, self._placed(thing, above))
            elif kind == raw.FPDF_PAGEOBJ_FORM and depth < _DEEPEST:
                inner = raw.FPDFFormObj_CountObjects(thing)
                self.follow(
                    inner,
                    lambda place, form=thing: raw.FPDFFormObj_GetObject(form, place),
                    self._placed(thing, above),
                    depth + 1,
                )
            elif kind in (raw.FPDF_PAGEOBJ_IMAGE, raw.FPDF_PAGEOBJ_SHADING):
                corners = [_at(self._placed(thing, above), corner) for corner in ((0, 0), (1, 0), (1, 1), (0, 1))]
                self.pictures.append(_around(corners))

    def _placed(self, thing: Any, above: Matrix) -> Matrix:
        matrix = self._matrix
        self._raw.FPDFPageObj_GetMatrix(thing, matrix)
        a, b, c, d, e, f = matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f
        p, q, r, s, t, u = above
        return a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u

    def _path(self, path: Any, matrix: Matrix) -> None:
        raw, fill, stroked, colour, width = self._raw, self._fill, self._stroked, self._colour, self._width
        raw.FPDFPath_GetDrawMode(path, fill, stroked)
        if not fill.value and not stroked.value:
            return
        pieces = list(self._pieces(path, matrix))
        if fill.value:
            raw.FPDFPageObj_GetFillColor(path, *colour)
            ink = _ink(colour)
            self.areas += [Area(tuple(points), _around(points), ink) for points, _ in pieces if len(points) > 2]
        if stroked.value:
            raw.FPDFPageObj_GetStrokeColor(path, *colour)
            raw.FPDFPageObj_GetStrokeWidth(path, width)
            scaled = width.value * math.sqrt(abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]))
            dashed, ink = raw.FPDFPageObj_GetDashCount(path) > 0, _ink(colour)
            self.strokes += [
                Stroke(tuple(points), scaled, ink, closed, dashed) for points, closed in pieces if len(points) > 1
            ]

    def _pieces(self, path: Any, matrix: Matrix) -> Iterator[tuple[list[Point], bool]]:
        raw, x, y = self._raw, self._x, self._y
        segment_of, point_of = raw.FPDFPath_GetPathSegment, raw.FPDFPathSegment_GetPoint
        kind_of, is_close = raw.FPDFPathSegment_GetType, raw.FPDFPathSegment_GetClose
        a, b, c, d, e, f = matrix
        points: list[Point] = []
        closed, bends = False, []
        for at in range(raw.FPDFPath_CountSegments(path)):
            segment = segment_of(path, at)
            point_of(segment, x, y)
            along, up = x.value, y.value
            place, kind = (a * along + c * up + e, b * along + d * up + f), kind_of(segment)
            if kind == raw.FPDF_SEGMENT_MOVETO:
                if points:
                    yield points, closed
                points, closed = [place], False
            elif kind == raw.FPDF_SEGMENT_BEZIERTO:
                bends.append(place)
                if len(bends) == 3:
                    points += _curve(points[-1], *bends)
                    bends = []
            else:
                points.append(place)
            closed = closed or bool(is_close(segment))
        if points:
            if len(points) > 2 and math.dist(points[0], points[-1]) < 1e-3:
                points, closed = points[:-1], True
            yield points, closed


def _at(matrix: Matrix, point: Point) -> Point:
    a, b, c, d, e, f = matrix
    return a * point[0] + c * point[1] + e, b * point[0] + d * point[1] + f


def _curve(start: Point, one: Point, other: Point, end: Point) -> list[Point]:
    found = []
    for step in range(1, _CURVE + 1):
        t = step / _CURVE
        u = 1 - t
        shares = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
        corners = start, one, other, end
        found.append(
            (
                sum(share * corner[0] for share, corner in zip(shares, corners, strict=True)),
                sum(share * corner[1] for share, corner in zip(shares, corners, strict=True)),
            )
        )
    return found


def _around(points: Sequence[Point]) -> Box:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)
