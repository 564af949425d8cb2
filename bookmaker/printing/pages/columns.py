"""Pages set in columns: many short paragraphs such as hints, and tables as a dictionary is set."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from bookmaker.printing.canvases.canvas import Box, Canvas, write
from bookmaker.printing.pages.page_kinds import Page, draw_title, title_height
from bookmaker.printing.styles.style import Style
from bookmaker.printing.styles.style_parts import Tables
from bookmaker.printing.text.flow import Dealing, draw_blocks, flow
from bookmaker.printing.text.lines import break_lines
from bookmaker.printing.text.text_blocks import Block, text_of


@dataclass(frozen=True, slots=True)
class Heading:
    """The heading of the entries after it; ``large`` is one above smaller ones."""

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
        count = _column(rows, room / leading)
        pages[-1].append(rows[:count])
        rows = rows[count:]
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
            count = _column(left, room)
            dealt, left = [*dealt, left[:count]], left[count:]
        if not left:
            return dealt
    return columns


def _column(rows: Sequence[Row], room: float) -> int:
    """How many rows a column takes, at least one: its last row is never a heading, and the lines of an entry stay together."""
    used, count = 0.0, 0
    for index, (_, _, above) in enumerate(rows):
        used += 1 + (above if index else 0.0)
        if used > room + 1e-6:
            break
        count = index + 1
    # Neither a heading at the foot, nor the lines of one sum in two columns.
    while count > 1 and count < len(rows) and (rows[count - 1][2] or not rows[count][0]):
        count -= 1
    return max(count, 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnsPage(Page):
    """Columns of text under a title and an introduction as wide as the page, both on the first page only."""

    title: str
    intro: tuple[Block, ...]
    columns: tuple[tuple[Block, ...], ...]
    across: int
    gap: float

    def draw(self, canvas: Canvas, area: Box) -> None:
        """Draw the columns."""
        left, bottom, right, top = draw_title(canvas, self.look, self.title, area)
        draw_blocks(canvas, self.intro, (left, bottom, right, top))
        top -= intro_height(self.look, self.intro, right - left)
        width = column_width(right - left, self.across, self.gap)
        for index, blocks in enumerate(self.columns):
            x = left + index * (width + self.gap)
            draw_blocks(canvas, blocks, (x, bottom, x + width, top))


def column_width(width: float, across: int, gap: float) -> float:
    """The width of each of so many columns."""
    return (width - (across - 1) * gap) / across


def intro_height(look: Style, intro: Sequence[Block], width: float) -> float:
    """Height in points that an introduction takes, with the space below it."""
    if not intro:
        return 0.0
    text = sum(block.height(width) + (block.before if index else 0.0) for index, block in enumerate(intro))
    return text + look.writing.heading_before * look.scale_for(width)


def column_pages(
    look: Style, title: str, intro: Sequence[str], blocks: Sequence[Block], area: Box, least: float, gap: float
) -> Iterator[ColumnsPage]:
    """Blocks in as many columns, no narrower than ``least``, as the area has room for, on as many pages as they need.

    Blocks are as large as they are to be printed, or a little smaller where that spares a page of a few lines; the last
    page has columns of equal height.
    """
    left, bottom, right, top = area
    width, height = right - left, top - bottom
    across = max(1, int((width + gap) / (least + gap)))
    measure = column_width(width, across, gap)
    opening = tuple(text_of(look, text).scaled(look.scale_for(width)) for text in intro)
    first = height - title_height(look, title, width, height) - intro_height(look, opening, width)

    def dealt(blocks: Sequence[Block], less: float) -> list[list[list[Block]]]:
        columns = flow(blocks, measure, height - less, first - less, firsts=across)
        return [columns[start : start + across] for start in range(0, len(columns), across)]

    dealing = Dealing(look, dealt, lambda page: _filled(page, measure), height, across)
    # A few lines on a page of their own are worse than type a little smaller, or than all pages a little shorter.
    smaller = ([block.scaled(tighter) for block in blocks] for tighter in look.writing.tighter)
    whole = dealt(blocks, 0.0)
    blocks, pages = dealing.on_fewer(blocks, whole, smaller)
    if pages is whole and dealing.ends_short(pages):
        pages = dealing.evened(blocks, pages)
    for index, page in enumerate(pages):
        last = index == len(pages) - 1
        evened = _evened(page, measure, height if index else first, across) if last else page
        yield ColumnsPage(
            look=look,
            title="" if index else title,
            intro=() if index else opening,
            columns=tuple(map(tuple, evened)),
            across=across,
            gap=gap,
        )


def _filled(columns: Sequence[Sequence[Block]], measure: float) -> float:
    """The height of all text in columns, in points."""
    return sum(block.height(measure) + block.before for column in columns for block in column)


def _evened(columns: Sequence[Sequence[Block]], measure: float, most: float, across: int) -> Sequence[Sequence[Block]]:
    """The columns of the last page, so many as ``across``, as low as they can be."""
    blocks = [block for column in columns for block in column]
    height = sum(block.height(measure) + block.before for block in blocks) / across
    while height < most:
        tried = flow(blocks, measure, height)
        if len(tried) <= across:
            return tried
        height += _STEP
    return columns


_STEP = 6.0
"""Points by which columns are tried higher."""
