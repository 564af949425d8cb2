"""Pictures opened, and the frames of grids in them: figures of ink with four corners, found under several thresholds.

The operations on pixels are OpenCV's. All figures are bounded by area and number before any is traced, since noise has a million.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image, ImageOps, UnidentifiedImageError

from bookmaker.base.errors import Fault, InputError, Place
from bookmaker.printing.text.images import DAMAGED

Grey = npt.NDArray[np.uint8]
"""A picture: rows of pixels, 0 for black."""

Points = npt.NDArray[np.float32]
"""Places ``(x, y)`` in the pixels of a picture along the last axis."""

SEEN = 1280
"""Pixels of the longer side at which frames are looked for: finer paper shows its grain."""

MOST_FRAMES = 60
"""Frames of a picture that are looked at."""

_MOST_FIGURES = 24
_LEAST_SIDE = 0.09
"""Figures of one threshold that are traced, and the share of the longer side that a frame has at least."""

_FLATTEST, _EMPTIEST = 0.35, 0.35
_ALIKE = 0.012
_WINDOWS, _OFFSETS = (20, 45), (4, 10)


def single_threaded() -> None:
    """Let OpenCV use one thread: the threads of a command are ours, and results come in the same order."""
    cv2.setNumThreads(1)


def scaled(grey: Grey, side: int) -> Grey:
    """A picture whose longer side has at most ``side`` pixels."""
    share = side / max(grey.shape)
    return grey if share >= 1 else resized(grey, share)


def resized(grey: Any, share: float) -> Any:
    """A picture made smaller, each pixel the mean of those that it covers."""
    height, width = (max(1, round(length * share)) for length in grey.shape)
    return cv2.resize(grey, (width, height), interpolation=cv2.INTER_AREA)


def frames(grey: Grey) -> list[Points]:
    """The corners of all figures that may be the frame of a grid, from the upper left clockwise, the largest first.

    float32 of shape ``(4, 2)`` each, in pixels of the picture.
    """
    small = scaled(grey, SEEN)
    share = max(grey.shape) / max(small.shape)
    found: list[Points] = []
    for corners in sorted(_figures(small), key=area, reverse=True):
        if all(np.abs(corners - other).max() > _ALIKE * np.sqrt(area(corners)) for other in found):
            found.append(corners)
    return [(corners + 0.5) * np.float32(share) - 0.5 for corners in found[:MOST_FRAMES]]


def area(corners: Points) -> float:
    """The area of a figure of four corners, in pixels."""
    return float(cv2.contourArea(corners))


def _figures(grey: Grey) -> list[Points]:
    side = max(grey.shape)
    blurred = cv2.GaussianBlur(grey, (3, 3), 0)
    found = []
    for window in _WINDOWS:
        block = max(11, side // window | 1)
        for offset in _OFFSETS:
            ink = cv2.adaptiveThreshold(blurred, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, block, offset)
            closed = cv2.morphologyEx(ink, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
            found += [corners for one in (ink, closed) for corners in _of_ink(one, _LEAST_SIDE * side)]
    return found


def _of_ink(ink: Grey, least: float) -> list[Points]:
    _, labels, boxes, _ = cv2.connectedComponentsWithStats(ink)
    boxes = boxes[1:].astype(np.int64)
    width, height = boxes[:, 2], boxes[:, 3]
    fit = (np.maximum(width, height) >= least) & (np.minimum(width, height) > _FLATTEST * np.maximum(width, height))
    order = np.argsort(-(width * height), kind="stable")
    found = []
    for at in [one for one in order if fit[one]][:_MOST_FIGURES]:
        left, top, wide, high = (int(length) for length in boxes[at][:4])
        held = labels[top : top + high, left : left + wide] == at + 1
        # The hull of the first and the last pixel of each row is that of all.
        ends = np.concatenate([held.argmax(1), wide - 1 - held[:, ::-1].argmax(1)]) + left
        corners = _corners(np.stack([ends, np.tile(np.arange(high) + top, 2)], 1).astype(np.int32))
        if area(corners) >= _EMPTIEST * wide * high:
            found.append(corners)
    return found


def _corners(points: npt.NDArray[np.int32]) -> Points:
    """The four corners of the hull of points, as the coarsest outline that has no more; of fewer, those of a box around it."""
    hull = cv2.convexHull(points)
    length = cv2.arcLength(hull, True)
    for tolerance in np.arange(0.01, 0.15, 0.005):
        outline = cv2.approxPolyDP(hull, float(tolerance) * length, True)
        if len(outline) <= 4:
            break
    return ordered(outline if len(outline) == 4 else cv2.boxPoints(cv2.minAreaRect(hull)))


def ordered(corners: Any) -> Points:
    """Four corners clockwise, that nearest to the upper left first."""
    four = np.asarray(corners, np.float32).reshape(4, 2)
    away = four - four.mean(0)
    four = four[np.argsort(np.arctan2(away[:, 1], away[:, 0]))]
    return np.roll(four, -int(np.argmin(four.sum(1))), 0)


_RED, _GREEN, _BOLD = (40, 40, 200), (60, 140, 40), 3


def outlined(grey: Grey, figures: Sequence[tuple[Points, str, bool]], side: int) -> bytes:
    """A picture as JPEG of at most ``side`` pixels, with figures of four corners and a word on each, red where it is doubtful."""
    small = scaled(grey, side)
    share = max(small.shape) / max(grey.shape)
    colour = cv2.cvtColor(small, cv2.COLOR_GRAY2BGR)
    for corners, word, doubtful in figures:
        shade = _RED if doubtful else _GREEN
        places = np.round(corners * share).astype(np.int32)
        cv2.polylines(colour, [places], True, shade, _BOLD, cv2.LINE_AA)
        if word:
            x, y = (int(part) for part in places.min(0))
            cv2.putText(colour, word, (x + 4, max(y - 6, 18)), cv2.FONT_HERSHEY_SIMPLEX, 0.8, shade, 2, cv2.LINE_AA)
    return bytes(cv2.imencode(".jpg", colour, [cv2.IMWRITE_JPEG_QUALITY, 80])[1])


# Files of pictures to grey pixels, within bounds: the header is looked at first, and formats are a closed list.

FORMATS = ("JPEG", "PNG", "WEBP", "TIFF", "GIF")
MOST_BYTES = 64 << 20
MOST_PIXELS = 50_000_000
MOST_PAGES = 4
"""Bytes and pixels of a picture that is read, and pictures in one file."""

LEAST_SIDE = 60
"""Pixels of the shorter side below which a grid is too small."""


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
