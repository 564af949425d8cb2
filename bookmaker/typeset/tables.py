"""A table in columns, as a dictionary is set: bold headings, and under them a bold lead and its words for each entry."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bookmaker.typeset.canvas import Box, Canvas, write
from bookmaker.typeset.fonts import face
from bookmaker.typeset.lines import LEAST_SIZE, break_lines
from bookmaker.typeset.pages import Page, draw_title, title_height

_SIZES = (9.0, 8.5, 8.0, 7.5, LEAST_SIZE)
_WANTED_PAGES = 2
_LEADING = 1.28
_COLUMN, _GAP, _INDENT = 15.5, 1.6, 2.0
"""Least width of a column, space between columns, and where the words begin, as multiples of the type size."""
_ABOVE_HEADING = 0.6
"""Lines left free above a heading."""


@dataclass(frozen=True, slots=True)
class Heading:
    """What the entries after it have in common; ``large`` stands above smaller ones."""

    text: str
    large: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """A lead, such as a sum, and its words, which are broken between each other only."""

    lead: str
    words: tuple[str, ...]


Row = tuple[str, str, float]
"""The lead and the words of a line, and the lines left free above it; a heading is a lead without words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePage(Page):
    """Columns of rows under a title and an introduction; both "" on the pages that carry on."""

    title: str
    intro: tuple[str, ...]
    columns: tuple[tuple[Row, ...], ...]
    size: float
    across: int

    def draw(self, canvas: Canvas, area: Box) -> None:
        """Draw the columns."""
        left, _, right, top = draw_title(canvas, self.title, area)
        size = self.size
        for line in self.intro:
            canvas.text(left, top - size, line, face("text"), size)
            top -= size * _LEADING
        top -= size * 0.8 if self.intro else 0.0
        pitch = _pitch(right - left, size, self.across)
        for index, column in enumerate(self.columns):
            x, y = left + index * pitch, top
            for place, (lead, words, above) in enumerate(column):
                y -= size * _LEADING * (1 + (above if place else 0.0))
                if words or not above:
                    write(canvas, x + size * (_INDENT - 0.6), y, lead, face("label-bold"), size, "right")
                    canvas.text(x + size * _INDENT, y, words, face("digit"), size)
                else:
                    canvas.text(x, y, lead, face("label-bold"), size)


def _pitch(width: float, size: float, across: int) -> float:
    return (width + size * _GAP) / across


def table_pages(title: str, intro: str, items: Sequence[Heading | Entry], area: Box) -> Iterator[TablePage]:
    """The table on as many pages as it needs: in the largest type in which two do, else in the smallest that is printed."""
    made: list[TablePage] = []
    for size in _SIZES:
        made = list(_set(title, intro, items, area, size))
        if len(made) <= _WANTED_PAGES:
            break
    yield from made


def _set(title: str, intro: str, items: Sequence[Heading | Entry], area: Box, size: float) -> Iterator[TablePage]:
    width, height = area[2] - area[0], area[3] - area[1]
    across = max(1, int((width + size * _GAP) / (size * (_COLUMN + _GAP))))
    measure = _pitch(width, size, across) - size * (_GAP + _INDENT)
    rows = list(_rows(items, size, measure))
    lines = tuple(break_lines(intro, face("text"), size, width)) if intro else ()
    first = height - title_height(title, width, height) - (len(lines) * size * _LEADING + size * 0.8 if lines else 0.0)
    pages: list[list[list[Row]]] = [[]]
    room = first
    while rows:
        if len(pages[-1]) == across:
            pages.append([])
            room = height
        taken = _column(rows, room / (size * _LEADING))
        pages[-1].append(rows[:taken])
        rows = rows[taken:]
    for number, columns in enumerate(pages):
        yield TablePage(
            title="" if number else title,
            intro=() if number else lines,
            columns=tuple(map(tuple, columns)),
            size=size,
            across=across,
        )


def _rows(items: Sequence[Heading | Entry], size: float, measure: float) -> Iterator[Row]:
    font = face("digit")
    for item in items:
        if isinstance(item, Heading):
            yield item.text, "", _ABOVE_HEADING * (2 if item.large else 1)
            continue
        lead, line = item.lead, ""
        for word in item.words:
            longer = f"{line} {word}" if line else word
            if line and font.width(longer, size) > measure:
                yield lead, line, 0.0
                lead, line = "", word
            else:
                line = longer
        yield lead, line, 0.0


def _column(rows: Sequence[Row], room: float) -> int:
    """How many rows a column takes; a heading does not stand at its foot, and one row is taken whatever the room."""
    used, taken = 0.0, 0
    for index, (_, _, above) in enumerate(rows):
        used += 1 + (above if index else 0.0)
        if used > room + 1e-6:
            break
        taken = index + 1
    while taken > 1 and taken < len(rows) and rows[taken - 1][2]:
        taken -= 1
    return max(taken, 1)
