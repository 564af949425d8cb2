"""A table in columns, as a dictionary is set: bold headings, and under them a bold lead and its words for each entry."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from bookmaker.printing.canvases.canvas import Box, Canvas, write
from bookmaker.printing.pages.page_kinds import Page, draw_title, title_height
from bookmaker.printing.styles.style import Style
from bookmaker.printing.styles.style_parts import Tables
from bookmaker.printing.text.lines import break_lines


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
    indent: float

    def draw(self, canvas: Canvas, area: Box) -> None:
        """Draw the columns."""
        left, _, right, top = draw_title(canvas, self.look, self.title, area)
        size, measures, bold = self.size, self.look.tables, self.look.face("caption_bold")
        leading = size * measures.leading
        for line in self.intro:
            canvas.text(left, top - size, line, self.look.face("text"), size)
            top -= leading
        top -= size * measures.intro_gap if self.intro else 0.0
        pitch = _pitch(measures, right - left, size, self.across)
        for index, column in enumerate(self.columns):
            x, y = left + index * pitch, top
            for place, (lead, words, above) in enumerate(column):
                y -= leading * (1 + (above if place else 0.0))
                if words or not above:
                    write(canvas, x + self.indent - size * measures.lead_gap, y, lead, bold, size, "right")
                    canvas.text(x + self.indent, y, words, self.look.face("answer"), size)
                else:
                    canvas.text(x, y, lead, bold, size)


def _pitch(measures: Tables, width: float, size: float, across: int) -> float:
    return (width + size * measures.gap) / across


def table_pages(
    look: Style, title: str, intro: str, items: Sequence[Heading | Entry], area: Box, head: str = ""
) -> Iterator[TablePage]:
    """The table on as many pages as it needs: in the largest type in which few do, else in the smallest that is printed.

    Smaller type is better than a few lines on a page of their own, if it spares the page.
    """
    made: list[TablePage] = []
    for size in look.tables.sizes:
        tried = list(_set(look, title, intro, items, area, size, head))
        if not look.tables.pages >= len(made) > 0 or len(tried) < len(made):
            made = tried
        lines = max(map(len, made[-1].columns)) * size * look.tables.leading
        if len(made) == 1 or (len(made) <= look.tables.pages and lines > look.writing.least_page * (area[3] - area[1])):
            break
    yield from made


def _set(
    look: Style, title: str, intro: str, items: Sequence[Heading | Entry], area: Box, size: float, head: str
) -> Iterator[TablePage]:
    measures = look.tables
    width, height = area[2] - area[0], area[3] - area[1]
    bold = look.face("caption_bold")
    widest = max((bold.width(item.lead, size) for item in items if isinstance(item, Entry)), default=0.0)
    indent = max(size * measures.indent, widest + size * measures.lead_gap)
    # Words are broken between each other only: a column has room for the longest.
    entries, font = (item for item in items if isinstance(item, Entry)), look.face("answer")
    longest = max((font.width(word, size) for item in entries for word in item.words), default=0.0)
    column = max(size * measures.column, indent + longest)
    across = max(1, int((width + size * measures.gap) / (column + size * measures.gap)))
    measure = _pitch(measures, width, size, across) - size * measures.gap - indent
    rows = list(_rows(look, items, size, measure))
    lines = tuple(break_lines(intro, look.face("text"), size, width)) if intro else ()
    leading = size * measures.leading
    first = height - title_height(look, title, width, height)
    first -= len(lines) * leading + size * measures.intro_gap if lines else 0.0
    pages: list[list[list[Row]]] = [[]]
    room = first
    while rows:
        if len(pages[-1]) == across:
            pages.append([])
            room = height
        taken = _column(rows, room / leading)
        pages[-1].append(rows[:taken])
        rows = rows[taken:]
    pages[-1] = _even(pages[-1], across)
    for number, columns in enumerate(pages):
        yield TablePage(
            look=look,
            head=head,
            title="" if number else title,
            intro=() if number else lines,
            columns=tuple(map(tuple, columns)),
            size=size,
            across=across,
            indent=indent,
        )


def _rows(look: Style, items: Sequence[Heading | Entry], size: float, measure: float) -> Iterator[Row]:
    font = look.face("answer")
    for item in items:
        if isinstance(item, Heading):
            yield item.text, "", look.tables.above * (2 if item.large else 1)
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


def _even(columns: list[list[Row]], across: int) -> list[list[Row]]:
    """The columns of the last page, as even as the lines of an entry that stay together let them be."""
    rows = [row for column in columns for row in column]
    for room in range(ceil(len(rows) / across), len(columns[0])):
        left, dealt = rows, list[list[Row]]()
        while left and len(dealt) < across:
            taken = _column(left, room)
            dealt, left = [*dealt, left[:taken]], left[taken:]
        if not left:
            return dealt
    return columns


def _column(rows: Sequence[Row], room: float) -> int:
    """How many rows a column takes, at least one: no heading stands at its foot, and the lines of an entry stay together."""
    used, taken = 0.0, 0
    for index, (_, _, above) in enumerate(rows):
        used += 1 + (above if index else 0.0)
        if used > room + 1e-6:
            break
        taken = index + 1
    # Neither a heading at the foot, nor the lines of one sum in two columns.
    while taken > 1 and taken < len(rows) and (rows[taken - 1][2] or not rows[taken][0]):
        taken -= 1
    return max(taken, 1)
