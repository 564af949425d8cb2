"""Files of pictures to grey pixels, within bounds: the header is looked at first, and formats are a closed list."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from io import BytesIO

import numpy as np
from PIL import Image, ImageOps, UnidentifiedImageError

from bookmaker.base.errors import Fault, InputError, Place
from bookmaker.camera.frames import Grey
from bookmaker.printing.text.images import DAMAGED

FORMATS = ("JPEG", "PNG", "WEBP", "TIFF", "GIF")
MOST_BYTES = 64 << 20
MOST_PIXELS = 50_000_000
MOST_PAGES = 4
"""Bytes and pixels of a picture that is read, and pictures in one file."""

LEAST_SIDE = 60
"""Pixels of the shorter side below which there is no grid."""


def pages(content: bytes, name: str) -> Iterator[Grey]:
    """The pictures in a file in grey, turned as a camera says, on white paper: uint8 ``(height, width)`` each.

    Raises InputError for a file that is damaged, too large, or of another format.
    """
    if len(content) > MOST_BYTES:
        raise _refused(name, f"the picture has {len(content) >> 20} MB; at most {MOST_BYTES >> 20} are read")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(BytesIO(content), formats=FORMATS) as picture:
                count = getattr(picture, "n_frames", 1)
                if count > MOST_PAGES:
                    raise _refused(name, f"the file has {count} pictures; at most {MOST_PAGES} are read")
                for at in range(count):
                    picture.seek(at)
                    yield _grey(picture, name)
    except Image.DecompressionBombError as error:
        raise _refused(name, f"the picture is larger than {MOST_PIXELS // 10**6} million pixels") from error
    except UnidentifiedImageError as error:
        known = ", ".join(FORMATS[:-1])
        message = f"this is a picture of no known format; {known} and {FORMATS[-1]} are read"
        raise InputError(Fault(message, Place(name), "save it as JPEG")) from error
    except DAMAGED as error:
        raise InputError(Fault("the picture is damaged or cut short", Place(name), "save or send it again")) from error


def _refused(name: str, message: str) -> InputError:
    return InputError(Fault(message, Place(name), "make it smaller"))


def _grey(picture: Image.Image, name: str) -> Grey:
    width, height = picture.size
    if width * height > MOST_PIXELS:
        raise _refused(
            name, f"the picture has {width} × {height} pixels; at most {MOST_PIXELS // 10**6} million are read"
        )
    if min(width, height) < LEAST_SIDE:
        raise InputError(Fault(f"the picture has {width} × {height} pixels, too few for a grid", Place(name)))
    upright = ImageOps.exif_transpose(picture)
    if upright.mode in ("RGBA", "LA", "PA") or "transparency" in upright.info:
        whole = upright.convert("RGBA")
        paper = Image.new("RGBA", whole.size, "white")
        upright = Image.alpha_composite(paper, whole)
    if upright.mode.startswith("I") or upright.mode == "F":
        values = np.asarray(upright, np.float64)
        return (values / max(float(values.max()), 1.0) * 255).astype(np.uint8)
    return np.asarray(upright.convert("L"), np.uint8).copy()
