"""Images of covers: the user's, cut to its box, and the front that the shop shows, drawn from the finished PDF."""

from __future__ import annotations

import io
from collections.abc import Sequence
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bookmaker.base.errors import Fault, Place, SpecError
from bookmaker.printing.canvases.canvas import Box
from bookmaker.printing.covers.colour import MOST_INK, Space
from bookmaker.printing.text.images import DAMAGED

if TYPE_CHECKING:
    from PIL import Image

_MOST_PIXELS = 200_000_000
RESOLUTION = 300
"""Pixels an inch that all printers want of images."""


def cut(path: Path, place: Place, width: float, height: float, space: Space) -> Image.Image:
    """The middle of an image in the proportions of a box of so many points, in the colours of ``space``.

    Raises SpecError if it cannot be read.
    """
    from PIL import Image, ImageOps

    try:
        with Image.open(path) as opened:
            if opened.width * opened.height > _MOST_PIXELS:
                raise SpecError(Fault(f"{path.name} has more than {_MOST_PIXELS:,} pixels", place, "make it smaller"))
            image = ImageOps.exif_transpose(opened).convert("RGB")
    except (*DAMAGED, Image.DecompressionBombError) as error:
        raise SpecError(
            Fault(f"{path.name} cannot be read as an image: {error}", place, "give a JPEG or PNG")
        ) from error
    scale = max(width / image.width, height / image.height)
    across, down = max(1, round(width / scale)), max(1, round(height / scale))
    left, top = (image.width - across) // 2, (image.height - down) // 2
    image = image.crop((left, top, left + across, top + down))
    if 72 / scale > 2 * RESOLUTION:
        fitting = round(width / 72 * RESOLUTION), round(height / 72 * RESOLUTION)
        image = image.resize(fitting, Image.Resampling.LANCZOS)
    return image if space == "rgb" else separated(image)


def coarse(image: Image.Image, name: str, width: float, height: float) -> Fault | None:
    """The fault of an image that has too few pixels for a box of so many points, or None."""
    resolution = image.width * 72 / width
    if resolution >= RESOLUTION - 1:
        return None
    wide, high = (ceil(side / 72 * RESOLUTION) for side in (width, height))
    message = f"{name} would be printed with {resolution:.0f} pixels an inch; printers want {RESOLUTION}"
    return Fault(message, None, f"give an image of at least {wide} x {high} pixels")


def separated(image: Image.Image) -> Image.Image:
    """An RGB image in four inks, by the formula of :func:`bookmaker.printing.covers.colour.inks`."""
    import numpy as np
    from PIL import Image

    shares = np.asarray(image, dtype=np.float32) / 255
    light = shares.max(axis=2, keepdims=True)
    black = 1 - light
    coloured = np.where(light > 0, (light - shares) / np.maximum(light, 1e-6), 0)
    total = coloured.sum(axis=2, keepdims=True)
    coloured *= np.minimum(1, (MOST_INK - black) / np.maximum(total, 1e-6))
    inked = np.concatenate([coloured, black], axis=2)
    # Rounded down, so that no place has more ink than allowed.
    return Image.fromarray((inked * 255).astype(np.uint8), mode="CMYK")


def pictured(pdf: bytes, box: Box, height: int) -> Image.Image:
    """What a box of the first page of a PDF looks like, ``height`` pixels high."""
    import pypdfium2

    document: Any = pypdfium2.PdfDocument(io.BytesIO(pdf))
    page = document[0]
    wide, high = page.get_size()
    left, bottom, right, top = box
    scale = height / (top - bottom)
    image: Image.Image = page.render(scale=scale, crop=(left, bottom, wide - right, high - top)).to_pil().convert("RGB")
    document.close()
    return image


def encoded(image: Image.Image, form: str) -> bytes:
    """An image as a file: ``PNG`` or ``JPEG``."""
    out = io.BytesIO()
    if form == "JPEG":
        image.save(out, form, quality=92, subsampling=0)
    else:
        image.save(out, form, optimize=True)
    return out.getvalue()


_GAP, _GREY, _ROW = 12, (176, 176, 176), 4
"""Pixels between pictures side by side, the colour between them, and how many stand in a row."""


def side_by_side(images: Sequence[Image.Image]) -> bytes:
    """Images in rows on grey, as a PNG file of 256 colours."""
    from PIL import Image

    wide, high = max(image.width for image in images) + _GAP, max(image.height for image in images) + _GAP
    across = min(_ROW, len(images))
    sheet = Image.new("RGB", (across * wide + _GAP, -(-len(images) // across) * high + _GAP), _GREY)
    for index, image in enumerate(images):
        sheet.paste(image, (_GAP + index % across * wide, _GAP + index // across * high))
    return encoded(sheet.quantize(256, dither=Image.Dither.NONE), "PNG")
