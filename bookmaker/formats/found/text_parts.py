"""A text in parts, between blank lines: rows and bands that stand by themselves are put together, running text stands apart."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from bookmaker.formats.base.cells import digits, fits, is_text
from bookmaker.formats.found import running_text
from bookmaker.formats.found.frames import BORDER, Numbered
from bookmaker.formats.found.holed import with_holes
from bookmaker.formats.found.rewritten_rows import unbraced, with_sums
from bookmaker.puzzles.grid.geometry import BOXES

_NO_BARS = str.maketrans("", "", "|│┃║┆┊")
_LONGEST_ROW = 1000
_MOST_ABOVE = 5
"""Lines of text above a band, from the first to the band itself."""


def apart(parts: list[list[Numbered]]) -> Iterator[tuple[list[Numbered], bool]]:
    """The parts of a text as they are read, and whether each is running text, which has nothing to do with those around it."""
    some: list[list[Numbered]] = []
    for part in parts:
        for first, end, running in running_text.parted([line for _, line in part]):
            if not running:
                some.append(part[first:end])
                continue
            yield from ((one, False) for one in _respaced(with_sums(list(with_holes(map(unbraced, some))))))
            some = []
            yield part[first:end], True
    yield from ((one, False) for one in _respaced(with_sums(list(with_holes(map(unbraced, some))))))


def _respaced(parts: list[list[Numbered]]) -> list[list[Numbered]]:
    """The parts of a text, where the rows of a grid that stand by themselves are put together."""
    out: list[list[Numbered]] = []
    run: list[list[Numbered]] = []
    for part in [*_joined(parts), []]:
        width = len(symbols_of(part[0][1])) if len(part) == 1 else 0
        if run and (width != len(symbols_of(run[0][0][1])) or len(run) == width):
            out += [[line for one in run for line in one]] if len(run) == len(symbols_of(run[0][0][1])) else run
            run = []
        if width in BOXES and not is_text(part[0][1] + "." * 6):
            run.append(part)
        elif part:
            out.append(part)
    return out


def _joined(parts: list[list[Numbered]]) -> list[list[Numbered]]:
    """The parts of a text, where the bands of a grid, which blank lines part, are put together."""
    out: list[list[Numbered]] = []
    bands: list[list[Numbered]] = []
    for part in [*map(_split, parts), []]:
        for some in part:
            size = _size_of_band(some)
            if bands and size != _size_of_band(bands[0]):
                out += bands
                bands = []
            if not size:
                out.append(some)
                continue
            bands.append(some)
            if sum(map(len, bands)) == size:
                out.append([line for band in bands for line in band])
                bands = []
    return out + bands


def _split(part: list[Numbered]) -> list[list[Numbered]]:
    """A part in two where text stands above a band."""
    above = next((at for at in range(min(len(part), _MOST_ABOVE)) if _size_of_band(part[at:])), 0)
    return [part[:above], part[above:]] if above > 0 and all(is_text(line) for _, line in part[:above]) else [part]


def _size_of_band(part: list[Numbered]) -> int:
    """The size of the grid of which lines are one band or several, but not all, 0 if they are none."""
    if len(part) >= max(BOXES):
        return 0
    rows = [symbols_of(line) for _, line in part]
    size = len(rows[0]) if rows else 0
    sound = size in BOXES and len(rows) < size and len(rows) % BOXES[size][0] == 0 and BOXES[size][0] > 1
    return size if sound and all(len(row) == size and fits(digits(row), size) for row in rows) else 0


@lru_cache(1 << 12)
def symbols_of(line: str) -> str:
    """The symbols of a line that may be a row; of a line too long for that, the line."""
    if len(line) > _LONGEST_ROW:
        return line
    return "" if BORDER.fullmatch(line) and line.strip(" _") else "".join(line.translate(_NO_BARS).split())
