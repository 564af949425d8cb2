"""Running text in columns: many short paragraphs in small type, such as hints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bookmaker.printing.canvases.canvas import Box, Canvas
from bookmaker.printing.pages.page_kinds import Page, draw_title, title_height
from bookmaker.printing.styles.style import Style
from bookmaker.printing.text.flow import draw_blocks, flow
from bookmaker.printing.text.short_end import Dealing
from bookmaker.printing.text.text_blocks import Block, text_of


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
