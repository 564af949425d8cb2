"""Image files in, grey pixels out, and the block that places them in running text.

An interior is printed with black ink only: colours become greys, and transparent parts become the white of the paper.
"""

from __future__ import annotations

import hashlib
import io
import struct
import warnings
import zlib
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from bookmaker.base.errors import Fault, ResourceError
from bookmaker.base.units import INCH
from bookmaker.printing.canvases.canvas import Box, Canvas, Pixels
from bookmaker.printing.canvases.page_setup import image_dots
from bookmaker.printing.styles.style import Style
from bookmaker.printing.styles.style_parts import Align
from bookmaker.printing.text import svg_drawings
from bookmaker.printing.text.diagrams import RichText
from bookmaker.printing.text.text_blocks import UnsplitBlock

if TYPE_CHECKING:
    from PIL.Image import Image

SUFFIXES = (".png", ".jpg", ".jpeg", ".svg")
DAMAGED = (
    OSError, SyntaxError, ValueError, TypeError, EOFError, struct.error, zlib.error, ArithmeticError, LookupError, RuntimeError,
    AttributeError,
)  # fmt: skip
"""Errors of Pillow for unsound images; all of them were met with damaged files."""
MOST_PIXELS = 60_000_000
MOST_BYTES = 200 << 20
"""Larger ones are refused: a page of 8.5x11in has 34 million pixels at twice the resolution that printers want."""
_FINEST = 600
"""Dots per inch above which no printer shows a difference: finer images are scaled down to this."""


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """An image that was read and found sound: its size in pixels, and the ``version`` of its file, time and bytes.

    Its pixels are read again where it is drawn, so that a book of many images never holds all of them.
    """

    path: Path
    version: tuple[int, int]
    width: int
    height: int

    @property
    def ratio(self) -> float:
        """Height as a share of the width."""
        return self.height / self.width

    @property
    def natural(self) -> float:
        """Width in points at the resolution that printers want."""
        return self.width / image_dots()[0] * INCH

    def resolution(self, width: float) -> float:
        """Dots per inch at a width in points."""
        return self.width / width * INCH

    def concern(self, width: float) -> tuple[Fault | None, str]:
        """A fault without a place if the image is too coarse at a width in points; else a note if it is not fine enough."""
        (good, least), dots = image_dots(), round(self.resolution(width))
        name, wide = self.path.name, f"{width / INCH:.2f}in"
        if dots < least:
            narrow, pixels = f"{self.width / good:.2f}in", round(width / INCH * good)
            message = f"{name} has {dots} dots per inch at a width of {wide}; {least} are the least"
            advice = f"print it at most {narrow} wide, or take one of {pixels} pixels across"
            return Fault(message, advice=advice), ""
        if dots < good:
            return None, f"{name} has {dots} dots per inch at a width of {wide}: printers want {good}"
        return None, ""

    def draw(self, canvas: Canvas, box: Box) -> None:
        """Draw it so that it fills a box."""
        canvas.image(box, _fine_enough(_pixels(self.path, *self.version), box[2] - box[0]))


Placeable = Picture | svg_drawings.Drawing
"""An image or a drawing that was read."""


def read(path: Path) -> Placeable:
    """Read an image or a drawing. Raises ResourceError, its faults without a place, for one that is damaged, huge or unfit."""
    try:
        state = path.stat()
        if state.st_size > MOST_BYTES:
            raise ResourceError(
                Fault(f"the file has {state.st_size >> 20} MB", advice=f"at most {MOST_BYTES >> 20} MB are read")
            )
        reader = _drawing if path.suffix.lower() == ".svg" else _picture
        return reader(path, state.st_mtime_ns, state.st_size)
    except OSError as error:
        raise ResourceError(Fault(f"the file cannot be read: {error.strerror or error}")) from error


# The time and size of a file are part of the key: a picture that changes while a program runs is read anew.
@lru_cache(maxsize=32)
def _drawing(path: Path, _changed: int, _size: int) -> svg_drawings.Drawing:
    return svg_drawings.read(path)


@lru_cache(maxsize=1000)
def _picture(path: Path, changed: int, size: int) -> Picture:
    pixels = _pixels(path, changed, size)
    return Picture(path, (changed, size), pixels.width, pixels.height)


@lru_cache(maxsize=2)
def _pixels(path: Path, _changed: int, _size: int) -> Pixels:
    from PIL import Image, ImageOps, UnidentifiedImageError

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            # Of bytes in memory Pillow takes no more than there are, of a file as many as a damaged length says: gigabytes.
            with Image.open(io.BytesIO(path.read_bytes()), formats=("PNG", "JPEG")) as opened:
                width, height = opened.size
                if width * height > MOST_PIXELS:
                    raise _too_large(f"{width}x{height}")
                # A JPEG holds its greys apart from its colours.
                opened.draft("L", opened.size)
                opened.load()
                grey = _grey(ImageOps.exif_transpose(opened))
    except Image.DecompressionBombError as error:
        raise _too_large("far too many") from error
    except UnidentifiedImageError as error:
        raise ResourceError(Fault("this is not a PNG or JPEG image", advice="save it as one of these")) from error
    except DAMAGED as error:
        raise ResourceError(Fault(f"the image is damaged: {error}", advice="save it again")) from error
    data = grey.tobytes()
    name = hashlib.sha256(b"%d %d " % grey.size + data).hexdigest()[:16]
    return Pixels(f"image-{name}", grey.width, grey.height, data)


def _too_large(pixels: str) -> ResourceError:
    advice = f"scale it down: at most {MOST_PIXELS // 1_000_000} million are read"
    return ResourceError(Fault(f"the image has {pixels} pixels", advice=advice))


def _grey(image: Image) -> Image:
    """The image in 8 bits of grey on white paper."""
    from PIL import Image as Images

    if image.mode.startswith("I"):
        # Sixteen bits: Pillow would cut off the bits above eight.
        return image.convert("I").point(lambda level: level / 256).convert("L")
    if image.has_transparency_data:
        clear = image.convert("RGBA")
        return Images.alpha_composite(Images.new("RGBA", clear.size, "white"), clear).convert("L")
    return image.convert("L")


@lru_cache(maxsize=2)
def _scaled_down(pixels: Pixels, width: int) -> Pixels:
    from PIL import Image as Images

    height = max(1, round(pixels.height * width / pixels.width))
    small = Images.frombytes("L", (pixels.width, pixels.height), pixels.data)
    data = small.resize((width, height), Images.Resampling.LANCZOS).tobytes()
    return Pixels(f"{pixels.name}-{width}", width, height, data)


def _fine_enough(pixels: Pixels, width: float) -> Pixels:
    most = max(1, round(width / INCH * _FINEST))
    return pixels if pixels.width <= most else _scaled_down(pixels, most)


@dataclass(frozen=True, slots=True)
class ImageBlock(UnsplitBlock):
    """An image in running text, its caption below.

    ``wanted`` is the width to place it at in points, with ``share`` a share of the measure, None for that at which it has the
    resolution that printers want, up to the share ``widest`` of the measure. It is never wider than the measure. ``most`` is its
    greatest height in points; ``shrink`` makes it smaller than wanted, by this share.
    """

    style: Style
    picture: Placeable
    caption: RichText | None = None
    wanted: float | None = None
    share: bool = False
    widest: float = 1.0
    most: float | None = None
    align: Align = "centre"
    shrink: float = 1.0
    scale: float = 1.0
    keep_with_next: bool = False

    @property
    def before(self) -> float:
        """Space above in points."""
        return self.style.own_pages.image_before * self.scale

    def width(self, measure: float) -> float:
        """Width in points in an area of this width."""
        if self.wanted is None:
            wide = min(self.picture.natural, self.widest * measure)
        else:
            wide = self.wanted * measure if self.share else self.wanted
        most = measure if self.most is None else self.most / self.picture.ratio
        return min(min(wide, measure) * self.shrink, most)

    def _words(self, width: float) -> float:
        own = self.style.own_pages
        words = 0.0 if self.caption is None else own.caption_gap + self.caption.height(width) / self.scale
        return (words + own.image_after) * self.scale

    def height(self, width: float) -> float:
        """Height in points, with the caption and the space below, without the space before."""
        return self.width(width) * self.picture.ratio + self._words(width)

    def scaled(self, scale: float) -> ImageBlock:
        """The same with larger or smaller words; the image keeps its width."""
        return replace(self, scale=self.scale * scale, caption=self.caption and self.caption.scaled(scale))

    def fitted(self, width: float, height: float) -> ImageBlock:
        """Smaller, if it is too high for a page."""
        if self.height(width) <= height:
            return self
        return replace(self, most=max(height - self._words(width), 1.0))

    def draw(self, canvas: Canvas, left: float, top: float, width: float) -> None:
        """Draw with the upper left corner at (left, top)."""
        wide = self.width(width)
        high = wide * self.picture.ratio
        x = left + {"left": 0.0, "centre": (width - wide) / 2, "right": width - wide}[self.align]
        self.picture.draw(canvas, (x, top - high, x + wide, top))
        if self.caption is not None:
            self.caption.draw(canvas, left, top - high - self.style.own_pages.caption_gap * self.scale, width)
