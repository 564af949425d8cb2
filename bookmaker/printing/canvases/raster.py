"""A canvas of grey pixels, for previews: ``render --png``. Drawn at several times the size and scaled down for smooth edges."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise
from math import ceil, floor, hypot
from typing import TYPE_CHECKING

from bookmaker.printing.canvases.canvas import Box, Canvas, Dash, Pixels, Point, Sheet, letters_of
from bookmaker.printing.canvases.outlines import pieces
from bookmaker.printing.styles.fonts import Face

if TYPE_CHECKING:
    from PIL import Image, ImageFont

_OVERSAMPLING = 4


@cache
def _font(face: Face, pixels: float) -> ImageFont.FreeTypeFont:
    from PIL import ImageFont

    file = io.BytesIO(face.file()) if face.packed else str(face.path)
    return ImageFont.truetype(file, pixels, layout_engine=ImageFont.Layout.BASIC)


def _between(ends: Sequence[Point], share: float) -> Point:
    (x1, y1), (x2, y2) = ends
    return x1 + (x2 - x1) * share, y1 + (y2 - y1) * share


class RasterCanvas:
    """Draws each page as an image of ``dpi`` pixels an inch; :attr:`pages` holds the finished ones."""

    def __init__(self, dpi: int = 150) -> None:
        self.pages: list[Image.Image] = []
        self.dpi = dpi
        self._scale = dpi * _OVERSAMPLING / 72
        self._offset = (0.0, 0.0)

    def begin_page(self, sheet: Sheet) -> None:
        """Start a white page."""
        from PIL import Image, ImageDraw

        self._size = tuple(max(1, round(side * self.dpi / 72)) for side in (sheet.width, sheet.height))
        self._height = self._size[1] * _OVERSAMPLING
        self._image = Image.new("L", (self._size[0] * _OVERSAMPLING, self._height), "white")
        self._draw = ImageDraw.Draw(self._image)

    def end_page(self) -> None:
        """Scale the page down to its size."""
        from PIL import Image

        self.pages.append(self._image.resize((self._size[0], self._size[1]), Image.Resampling.BOX))
        del self._image, self._draw  # Sixteen times as large as the page: a contact sheet is of all pages of a book.

    def _at(self, x: float, y: float) -> Point:
        return (x + self._offset[0]) * self._scale, self._height - (y + self._offset[1]) * self._scale

    def text(
        self, x: float, y: float, text: str, face: Face, size: float, ink: float = 1.0, tracking: float = 0.0
    ) -> None:
        """Set a line of text."""
        font = _font(face, size * self._scale)
        if len(text) > 1 and (tracking or face.kerns(text)):
            for at, char in letters_of(x, text, face, size, tracking):
                self.text(at, y, char, face, size, ink)
            return
        self._draw.text(self._at(x, y), text, fill=round(255 * (1 - ink)), font=font, anchor="ls")

    def glyphs(self, placed: Sequence[tuple[float, float, str]], face: Face, size: float) -> None:
        """Set single characters."""
        for x, y, char in placed:
            self.text(x, y, char, face, size)

    def stroke(
        self,
        points: Sequence[Point],
        width: float,
        *,
        closed: bool = False,
        ink: float = 1.0,
        dash: Dash | None = None,
    ) -> None:
        """Stroke a path. Each straight piece is a rectangle; at a mitred corner it reaches half a width further."""
        if dash is not None:
            (x1, y1), (x2, y2) = points
            length = max(abs(x2 - x1) + abs(y2 - y1), 1e-9)
            for on, off in pieces(length, *dash):
                self.stroke([_between(points, on / length), _between(points, off / length)], width, ink=ink)
            return
        ends = [*points, points[0]] if closed else list(points)
        last = len(ends) - 2
        for index, ((x1, y1), (x2, y2)) in enumerate(pairwise(ends)):
            length = max(hypot(x2 - x1, y2 - y1), 1e-9)
            along_x, along_y = (x2 - x1) / length * width / 2, (y2 - y1) / length * width / 2
            start = 1.0 if closed or index else 0.0
            stop = 1.0 if closed or index < last else 0.0
            a = (x1 - along_x * start, y1 - along_y * start)
            b = (x2 + along_x * stop, y2 + along_y * stop)
            across = (-along_y, along_x)
            corners = [
                self._at(a[0] + across[0], a[1] + across[1]),
                self._at(b[0] + across[0], b[1] + across[1]),
                self._at(b[0] - across[0], b[1] - across[1]),
                self._at(a[0] - across[0], a[1] - across[1]),
            ]
            self._draw.polygon(corners, fill=round(255 * (1 - ink)))

    def fill(self, box: Box, ink: float) -> None:
        """Fill a rectangle."""
        (left, bottom), (right, top) = self._at(box[0], box[1]), self._at(box[2], box[3])
        self._draw.rectangle((left, top, right, bottom), fill=round(255 * (1 - ink)))

    def shape(self, points: Sequence[Point], ink: float) -> None:
        """Fill a shape."""
        self._draw.polygon([self._at(x, y) for x, y in points], fill=round(255 * (1 - ink)))

    def area(self, contours: Sequence[Sequence[Point]], ink: float, *, even_odd: bool) -> None:
        """Fill contours, by the even-odd rule either way: contours that wind alike hardly ever overlap in drawings."""
        from PIL import Image, ImageChops, ImageDraw

        wide, high = self._image.size
        whole = Image.new("1", (wide, high))
        for contour in filter(None, contours):
            # A contour is drawn on as much of the page as it covers: a pattern has a hundred.
            points = [self._at(x, y) for x, y in contour]
            left, top = (max(0, floor(min(one[axis] for one in points)) - 1) for axis in (0, 1))
            right = min(wide, ceil(max(x for x, _ in points)) + 2)
            bottom = min(high, ceil(max(y for _, y in points)) + 2)
            if left < right and top < bottom:
                own = Image.new("1", (right - left, bottom - top))
                ImageDraw.Draw(own).polygon([(x - left, y - top) for x, y in points], fill=1)
                place = left, top, right, bottom
                whole.paste(ImageChops.logical_xor(whole.crop(place), own), place)
        self._image.paste(round(255 * (1 - ink)), mask=whole)

    def image(self, box: Box, pixels: Pixels) -> None:
        """Place an image, scaled to the pixels of the page."""
        from PIL import Image

        (left, bottom), (right, top) = self._at(box[0], box[1]), self._at(box[2], box[3])
        size = max(1, round(right - left)), max(1, round(bottom - top))
        picture = Image.frombytes("L", (pixels.width, pixels.height), pixels.data)
        self._image.paste(picture.resize(size, Image.Resampling.BOX), (round(left), round(top)))

    def stamp(self, key: str, x: float, y: float, draw: Callable[[Canvas], None]) -> None:
        """Draw the picture in place."""
        before = self._offset
        self._offset = (before[0] + x, before[1] + y)
        draw(self)
        self._offset = before

    def turned(self, x: float, y: float, draw: Callable[[Canvas], None]) -> None:
        """Draw the picture on a page of its own, which is then turned and laid over this one."""
        from PIL import Image, ImageChops, ImageDraw

        page, before, (width, height) = self._image, self._offset, self._image.size
        self._image = Image.new("L", (width, height), "white")
        self._draw, self._offset = ImageDraw.Draw(self._image), (0.0, 0.0)
        draw(self)
        over = Image.new("L", (width, height), "white")
        shift = (x + before[0]) * self._scale - width, height - (y + before[1]) * self._scale
        over.paste(self._image.transpose(Image.Transpose.ROTATE_180), (round(shift[0]), round(shift[1])))
        self._image, self._offset = ImageChops.darker(page, over), before
        self._draw = ImageDraw.Draw(self._image)

    def png(self, page: int = 0) -> bytes:
        """One finished page as a PNG file."""
        buffer = io.BytesIO()
        self.pages[page].save(buffer, "PNG", dpi=(self.dpi, self.dpi))
        return buffer.getvalue()


def png_of(pixels: Pixels) -> bytes:
    """Grey pixels as a PNG file."""
    from PIL import Image

    buffer = io.BytesIO()
    Image.frombytes("L", (pixels.width, pixels.height), pixels.data).save(buffer, "PNG")
    return buffer.getvalue()


@cache
def _mask(face: Face, pixels: float, char: str) -> tuple[Image.Image, int, int]:
    """A character in white on black, and where its upper left corner lies from its origin."""
    from PIL import Image, ImageDraw

    font = _font(face, pixels)
    left, top, right, bottom = font.getbbox(char, anchor="ls")
    x, y = floor(left), floor(top)
    mask = Image.new("L", (max(1, ceil(right) - x), max(1, ceil(bottom) - y)), 0)
    ImageDraw.Draw(mask).text((-x, -y), char, fill=255, font=font, anchor="ls")
    return mask, x, y


class ThumbnailCanvas(RasterCanvas):
    """Draws small pages quickly: each character is drawn once, and then put on whole pixels of the larger picture."""

    def text(
        self, x: float, y: float, text: str, face: Face, size: float, ink: float = 1.0, tracking: float = 0.0
    ) -> None:
        """Set a line of text."""
        for at, char in letters_of(x, text, face, size, tracking):
            mask, left, top = _mask(face, size * self._scale, char)
            at_x, at_y = self._at(at, y)
            self._image.paste(round(255 * (1 - ink)), (round(at_x) + left, round(at_y) + top), mask)


def contact_sheet(rows: Sequence[Sequence[RasterCanvas | None]], dpi: int) -> bytes:
    """The first page of each canvas, in rows on grey, as a PNG file; None leaves a place empty."""
    from PIL import Image

    pages = [[canvas and canvas.pages[0] for canvas in row] for row in rows]
    gap = max(4, dpi // 10)
    wide = max(page.width for row in pages for page in row if page) + gap
    high = max(page.height for row in pages for page in row if page) + gap
    sheet = Image.new("L", (max(map(len, rows)) * wide + gap, len(rows) * high + gap), 170)
    for down, row in enumerate(pages):
        for across, page in enumerate(row):
            if page:
                sheet.paste(page, (gap + across * wide, gap + down * high))
    buffer = io.BytesIO()
    sheet.save(buffer, "PNG", dpi=(dpi, dpi))
    return buffer.getvalue()
