"""Pictures of the user's own as symbols: SVG and PNG files become characters of a font, as those of the program are.

So they stand wherever a digit may stand, and a proof tells them apart by their characters. Each file is drawn in one ink, dark
where it is darker than half, and its edges are followed.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from math import hypot
from pathlib import Path
from typing import TYPE_CHECKING

from bookmaker.base.errors import Fault, ResourceError
from bookmaker.printing.canvases.canvas import Sheet
from bookmaker.printing.canvases.raster import RasterCanvas
from bookmaker.printing.styles import fonts
from bookmaker.printing.styles.fonts import Face
from bookmaker.printing.text import images

if TYPE_CHECKING:
    from PIL.Image import Image

SUFFIXES = (".svg", ".png")
LEAST_PIXELS = 600
"""The least width or height of an image, whichever is more: at 25 mm that is as fine as printers print."""

_SIDE = 800
"""Pixels along the longer side of a picture whose edges are followed."""
_SLACK = 0.7
"""Pixels by which an outline of straight pieces may be off."""
_EM = 2048
_COARSE = 44
"""Cells along the side of a picture that is compared with others: each is a fifth of a millimetre at 9 mm."""
_OUTLINES, _INKS = 0.12, 0.2
"""The least share of their common area by which the outlines of two pictures differ, and what is inked in them."""

Point = tuple[float, float]


def font_of(files: Sequence[Path]) -> Face:
    """The font whose characters from :data:`FIRST_OWN` on are the pictures of these files, in their order.

    Raises ResourceError with a fault for each file that cannot be printed and for each two that a child would take for one.
    """
    states = [path.stat() for path in files]
    return _font(tuple((path, state.st_mtime_ns, state.st_size) for path, state in zip(files, states, strict=True)))


@lru_cache(maxsize=32)
def _font(files: tuple[tuple[Path, int, int], ...]) -> Face:
    drawn: list[Image] = []
    faults: list[Fault] = []
    for path, *_ in files:
        try:
            drawn.append(_inked(path))
        except ResourceError as error:
            faults += [Fault(f"{path.name}: {fault.message}", advice=fault.advice) for fault in error.faults]
    faults = faults or [*_alike([path.name for path, *_ in files], drawn)]
    if faults:
        raise ResourceError(faults)
    glyphs = [_glyph(image) for image in drawn]
    return fonts.made(f"Own-{zlib.crc32(repr(glyphs).encode()):08x}", files[0][0], glyphs, _EM)


def _inked(path: Path) -> Image:
    """A picture without the paper around it: 255 where it has ink, else 0."""
    found = images.read(path)
    if isinstance(found, images.Picture) and max(found.width, found.height) < LEAST_PIXELS:
        message = f"the image has {found.width}x{found.height} pixels"
        raise ResourceError(Fault(message, advice=f"take one of {LEAST_PIXELS} pixels across, or an SVG file"))
    wide, high = (1.0, found.ratio) if found.ratio < 1 else (1 / found.ratio, 1.0)
    canvas = RasterCanvas(dpi=72)
    canvas.begin_page(Sheet(wide * _SIDE, high * _SIDE, (0, 0, wide * _SIDE, high * _SIDE)))
    found.draw(canvas, (0, 0, wide * _SIDE, high * _SIDE))
    canvas.end_page()
    dark = canvas.pages[0].point([255 if level < 128 else 0 for level in range(256)])
    box = dark.getbbox()
    if box is None:
        raise ResourceError(Fault("nothing in it is dark", advice="draw it in black, or in colours darker than half"))
    return dark.crop(box)


def _alike(names: Sequence[str], drawn: Sequence[Image]) -> Iterator[Fault]:
    """Faults of pictures that differ too little where they are printed 9 mm wide."""
    inks = [_cells(image) for image in drawn]
    solids = [_solid(ink) for ink in inks]
    for one, other in combinations(range(len(names)), 2):
        outline, ink = apart(solids[one], solids[other]), apart(inks[one], inks[other])
        if outline < _OUTLINES or ink < _INKS:
            what = "outlines" if outline < _OUTLINES else "shapes"
            message = (
                f"{names[one]} and {names[other]} have almost the same {what}: a child would take one for the other"
            )
            yield Fault(message, advice="change one of them, also for those who see no colours")


def apart(one: frozenset[int], other: frozenset[int]) -> float:
    """By what share of all that either of two sets of cells holds they differ."""
    return len(one ^ other) / max(len(one | other), 1)


def _cells(image: Image) -> frozenset[int]:
    """The cells of a coarse square that a picture inks by more than half, the picture in the middle."""
    scale = _COARSE / max(image.size)
    wide, high = (max(1, round(side * scale)) for side in image.size)
    left, top = (_COARSE - wide) // 2, (_COARSE - high) // 2
    data = image.resize((wide, high)).tobytes()
    return frozenset((top + at // wide) * _COARSE + left + at % wide for at, level in enumerate(data) if level >= 128)


def _solid(ink: frozenset[int]) -> frozenset[int]:
    """The cells inside the outline: all that paper around the picture does not reach."""
    edge = _COARSE + 2
    walls = {(cell // _COARSE + 1) * edge + cell % _COARSE + 1 for cell in ink}
    reached, waiting = {0}, [0]
    while waiting:
        at = waiting.pop()
        steps = [at - edge, at + edge, *([at - 1] if at % edge else []), *([at + 1] if at % edge < edge - 1 else [])]
        fresh = [step for step in steps if 0 <= step < edge * edge and step not in walls and step not in reached]
        reached.update(fresh)
        waiting += fresh
    inside = range(edge * edge)
    return frozenset((at // edge - 1) * _COARSE + at % edge - 1 for at in inside if at not in reached)


def _glyph(image: Image) -> list[list[tuple[int, int]]]:
    """The contours of a picture in the middle of a square of one em."""
    wide, high = image.size
    scale = _EM / max(wide, high)
    left, foot = (_EM - wide * scale) / 2, (_EM - high * scale) / 2
    return [
        [(round(left + x * scale), round(foot + (high - y) * scale)) for x, y in _simpler(contour)]
        for contour in contours(image.tobytes(), wide)
    ]


def contours(data: bytes, wide: int) -> list[list[Point]]:
    """The edges of what is inked in rows of pixels (0 or not), as closed lines through the middles of the pixels' sides.

    Ink lies on the right hand of each. y grows downwards.
    """
    onward: dict[tuple[int, int], list[tuple[int, int]]] = {}
    rows = [bytes(wide + 2)]
    rows += [b"\0" + data[start : start + wide] + b"\0" for start in range(0, len(data), wide)]
    rows.append(bytes(wide + 2))
    for y in range(1, len(rows)):
        above, row = rows[y - 1], rows[y]
        if above == row and not any(row):
            continue
        for x in range(1, wide + 2):
            here = row[x]
            if here != row[x - 1]:
                ends = ((x, y + 1), (x, y)) if here else ((x, y), (x, y + 1))
                onward.setdefault(ends[0], []).append(ends[1])
            if here != above[x]:
                ends = ((x, y), (x + 1, y)) if here else ((x + 1, y), (x, y))
                onward.setdefault(ends[0], []).append(ends[1])
    found = []
    for first in sorted(onward):
        while onward[first]:
            found.append(_followed(first, onward))
    return found


def _followed(first: tuple[int, int], onward: dict[tuple[int, int], list[tuple[int, int]]]) -> list[Point]:
    at, heading, points = first, (0, 0), list[Point]()
    while onward[at]:
        # Where two ways lead on, pixels touch by a corner; to the right the walk stays with the pixel that it is around.
        right = at[0] - heading[1], at[1] + heading[0]
        way = right if right in onward[at] else onward[at][0]
        onward[at].remove(way)
        points.append(((at[0] + way[0]) / 2 - 1, (at[1] + way[1]) / 2 - 1))
        heading, at = (way[0] - at[0], way[1] - at[1]), way
    return points


def _simpler(points: list[Point]) -> list[Point]:
    """A closed line with the fewest of its points that stays within the slack (Douglas and Peucker, 1973)."""
    far = max(range(len(points)), key=lambda at: hypot(points[at][0] - points[0][0], points[at][1] - points[0][1]))
    ring = [*points, points[0]]
    kept, waiting = {0, far}, [(0, far), (far, len(points))]
    while waiting:
        start, stop = waiting.pop()
        (x, y), (end_x, end_y) = ring[start], ring[stop]
        across, up = end_x - x, end_y - y
        length = hypot(across, up)
        worst, most = 0, _SLACK
        for at in range(start + 1, stop):
            dx, dy = ring[at][0] - x, ring[at][1] - y
            off = abs(across * dy - up * dx) / length if length else hypot(dx, dy)
            if off > most:
                worst, most = at, off
        if worst:
            kept.add(worst)
            waiting += [(start, worst), (worst, stop)]
    return [points[at] for at in sorted(kept)]
