"""The contents: a line for each part of the book, on pages of their own or among a text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bookmaker.printing.canvases.canvas import Box, Canvas, Point, write
from bookmaker.printing.grids.grid_drawing import GridPicture, GridStyle, draw_grid
from bookmaker.printing.pages.own_page import PlacedPage
from bookmaker.printing.pages.page_kinds import Page, TextPage, draw_title, title_height
from bookmaker.printing.styles.fonts import Face
from bookmaker.printing.styles.style import Style
from bookmaker.printing.text.lines import break_lines, shorten
from bookmaker.printing.text.text_blocks import UnsplitBlock


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the contents: a title, small type under it, the page.

    ``grown``: how much larger it is set; ``apart``: the share of the space below it that is left. ``picture``: the grid of its
    section's kind, empty, for contents of few entries.
    """

    title: str
    detail: str
    page: str
    grown: float = 1.0
    apart: float = 1.0
    picture: GridPicture | None = None

    def _scale(self, look: Style, width: float) -> float:
        return look.scale_for(width) * self.grown

    def lines(self, look: Style, width: float) -> tuple[list[str], list[str]]:
        """The lines of the title and of the detail in an area of this width."""
        scale, page = self._scale(look, width), look.contents
        measure = width - (page.column + 3 * page.dots) * scale
        title = break_lines(self.title, look.face("text"), page.size * scale, measure)
        return title, break_lines(self.detail, look.face("caption"), page.detail * scale, measure)

    def height(self, look: Style, width: float) -> float:
        """Height in points, with the space below."""
        title, detail = self.lines(look, width)
        page = look.contents
        words = len(title) * page.size * page.leading + len(detail) * page.detail * page.detail_leading
        return self._scale(look, width) * (words + page.gap * self.grown * self.apart)

    def draw(self, canvas: Canvas, look: Style, left: float, top: float, width: float) -> None:
        """Draw it with the upper left corner at (left, top)."""
        page, right = look.contents, left + width
        font, small, scale = look.face("text"), look.face("caption"), self._scale(look, width)
        size, detail_size, dot, column = (scale * x for x in (page.size, page.detail, page.dots, page.column))
        title, detail = self.lines(look, width)
        y = top - size
        for index, line in enumerate(title):
            y -= size * page.leading if index else 0.0
            canvas.text(left, y, line, font, size)
        start = left + font.width(title[-1], size) + dot
        # Dots lie on a common grid counted from the right, so that those of all lines are in columns.
        dots = [right - column - i * dot for i in range(int(width // dot))]
        number = shorten(self.page, font, size, column + 2 * dot)
        end = right - font.width(number, size) - dot
        canvas.glyphs([(x, y, ".") for x in dots if start < x < end], font, detail_size)
        write(canvas, right, y, number, font, size, "right")
        for index, line in enumerate(detail):
            y -= detail_size * (page.detail_leading if index else page.detail_drop)
            canvas.text(left, y, line, small, detail_size)


@dataclass(frozen=True, slots=True, kw_only=True)
class ContentsPage(Page):
    """Entries with dot leaders."""

    title: str
    entries: tuple[Entry, ...]

    def draw(self, canvas: Canvas, area: Box) -> None:
        """Draw the entries."""
        left, _, right, top = draw_title(canvas, self.look, self.title, area)
        for entry in self.entries:
            entry.draw(canvas, self.look, left, top, right - left)
            top -= entry.height(self.look, right - left)


@dataclass(frozen=True, slots=True, kw_only=True)
class PicturedPage(ContentsPage):
    """Entries with the grids of their kinds, in two columns on a wide page; the other entries are below them.

    ``share``: the side of a grid as a share of the most that it may be.
    """

    share: float = 1.0

    def draw(self, canvas: Canvas, area: Box) -> None:
        """Draw the entries."""
        look, placed = self.look, self._placed(area)
        rest, (left, _, _, top) = draw_title(canvas, look, self.title, area), placed.cells[0]
        measures, scale = look.contents, look.scale_for(rest[2] - rest[0])
        font, small, style = look.face("text"), look.face("caption"), GridStyle.in_text(look)
        size, detail_size = measures.size * scale * measures.pictured, measures.detail * scale
        for entry, (left, _, right, top) in zip(placed.pictured, placed.cells, strict=True):
            canvas.stroke([(left, top), (right, top)], measures.rule)
            text, y = left + placed.side + measures.column * scale / 2, top - placed.gap
            if entry.picture is not None:
                drawn = _wordless(entry.picture)
                # The outer half of its outline lies outside the grid.
                half = style.fitted(placed.side / drawn.geometry.span).outline / 2
                draw_grid(canvas, drawn, left + half, y - placed.side - half, placed.side, style)
            y -= size
            write(canvas, right, y, entry.page, font, size, "right")
            for index, line in enumerate(self._lines(entry, text, right, size, font)):
                y -= size * measures.leading if index else 0.0
                canvas.text(text, y, line, font, size)
            for line in break_lines(entry.detail, small, detail_size, right - text):
                y -= detail_size * measures.detail_drop
                canvas.text(text, y, line, small, detail_size)
        for entry, (x, top) in zip(placed.others, placed.below, strict=True):
            canvas.text(x, top - measures.size * scale, entry.title, font, measures.size * scale)
            write(
                canvas, x + placed.wide, top - measures.size * scale, entry.page, font, measures.size * scale, "right"
            )

    def fits(self, area: Box) -> bool:
        """Whether pictures are large enough, and have room for the words beside them."""
        look, placed = self.look, self._placed(area)
        measures, scale = look.contents, look.scale_for(area[2] - area[0])
        font, size = look.face("text"), measures.size * scale
        if placed.side < measures.least_picture:
            return False
        for entry, (left, _, right, _) in zip(placed.pictured, placed.cells, strict=True):
            text = left + placed.side + measures.column * scale / 2
            titles = self._lines(entry, text, right, size * measures.pictured, font)
            details = break_lines(entry.detail, look.face("caption"), measures.detail * scale, right - text)
            high = len(titles) * size * measures.pictured * measures.leading
            high += len(details) * measures.detail * scale * measures.detail_drop
            longest = max(font.width(line, size * measures.pictured) for line in titles)
            if high > placed.side or longest > right - text - measures.column * scale:
                return False
        return all(font.width(f"{one.title}000", size) < placed.wide for one in placed.others)

    def across(self, width: float) -> int:
        """How many columns its entries have on a page of this width."""
        pictured = sum(entry.picture is not None for entry in self.entries)
        return 2 if width >= self.look.contents.two and pictured > _FEW else 1

    def _lines(self, entry: Entry, left: float, right: float, size: float, font: Face) -> list[str]:
        column = self.look.contents.column * self.look.scale_for(right - left)
        return break_lines(entry.title, font, size, right - left - column)

    def _placed(self, area: Box) -> _Placed:
        look, measures = self.look, self.look.contents
        left, bottom, right, top = area
        top -= title_height(look, self.title, right - left, top - bottom)
        width, scale = right - left, look.scale_for(right - left)
        pictured = [entry for entry in self.entries if entry.picture is not None]
        others = [entry for entry in self.entries if entry.picture is None]
        across = self.across(width)
        rows, gap = -(-len(pictured) // across), measures.gap * scale
        line, wide = measures.size * scale * measures.leading * 1.2, (width - (across - 1) * 2 * gap) / across
        foot = -(-len(others) // across) * line + gap
        high = (top - bottom - foot) / rows
        side = min(measures.picture * scale * self.share, high - 2 * gap)
        high = min(high, side + 5 * gap)
        cells = []
        for index in range(len(pictured)):
            row, column = divmod(index, across)
            x, y = left + column * (wide + 2 * gap), top - row * high
            cells.append((x, y - high, x + wide, y))
        end = top - rows * high - gap
        lines = [divmod(index, across) for index in range(len(others))]
        below = [(left + column * (wide + 2 * gap), end - row * line) for row, column in lines]
        return _Placed(pictured, others, cells, below, side, wide, gap)


def _wordless(picture: GridPicture) -> GridPicture:
    """A picture without clues that have figures or letters: these could not be read in it."""
    ground = picture.geometry
    worded = ground.frame or any(mark.text for mark in ground.marks)
    return replace(picture, geometry=ground.ground) if worded else picture


_SHARES = (1.0, 0.85, 0.7, 0.6, 0.5)
"""Sizes of pictures that are tried, until words have room beside them."""

_FEW = 4
"""So many entries are one below another on a wide page, too."""


@dataclass(frozen=True, slots=True)
class _Placed:
    """The entries of a page with pictures, the boxes of those that have one, where the others begin, and lengths in points."""

    pictured: Sequence[Entry]
    others: Sequence[Entry]
    cells: Sequence[Box]
    below: Sequence[Point]
    side: float
    wide: float
    gap: float


@dataclass(frozen=True, slots=True)
class EntryBlock(UnsplitBlock):
    """A line of the contents among the text of a page."""

    look: Style
    entry: Entry
    before: float = 0.0
    keep_with_next: bool = False

    def height(self, width: float) -> float:
        """Height in points, with the space below."""
        return self.entry.height(self.look, width)

    def scaled(self, scale: float) -> EntryBlock:
        """Itself: its type goes by the width of the page."""
        return self

    def draw(self, canvas: Canvas, left: float, top: float, width: float) -> None:
        """Draw it with the upper left corner at (left, top)."""
        self.entry.draw(canvas, self.look, left, top, width)


def entries_on(page: Page) -> tuple[Entry, ...]:
    """The lines of the contents that a page has: one of ours, or one of the user's own."""
    if isinstance(page, ContentsPage):
        return page.entries
    blocks = page.blocks if isinstance(page, TextPage | PlacedPage) else ()
    return tuple(block.entry for block in blocks if isinstance(block, EntryBlock))


def contents_pages(look: Style, title: str, entries: Sequence[Entry], area: Box) -> list[ContentsPage]:
    """The contents, on as many pages as they need; closer together where that saves a page."""
    if look.contents.picture and any(entry.picture is not None for entry in entries):
        for share in _SHARES:
            shown = PicturedPage(look=look, title=title, entries=tuple(entries), share=share)
            if shown.fits(area):
                return [shown]
    left, bottom, right, top = area
    width, height = right - left, top - bottom
    first = height - title_height(look, title, width, height)
    entries = _apart(look, _grown(look, entries, width, first * look.contents.full), width, first * look.contents.full)
    dealt = _dealt(look, entries, width, first, height)
    for factor in look.contents.closer if len(dealt) > 1 else ():
        tried = _dealt(look, [replace(entry, apart=factor) for entry in entries], width, first, height)
        if len(tried) < len(dealt):
            dealt = tried
            break
    return [
        ContentsPage(look=look, title="" if index else title, entries=tuple(part)) for index, part in enumerate(dealt)
    ]


def _apart(look: Style, entries: Sequence[Entry], width: float, room: float) -> Sequence[Entry]:
    """Few entries further apart, up to the most of the style, so that they fill this much of their page."""
    used = sum(entry.height(look, width) for entry in entries)
    gaps = used - sum(replace(entry, apart=0.0).height(look, width) for entry in entries)
    more = min((room - used) / gaps if gaps else 0.0, look.contents.apart - 1.0)
    return [replace(entry, apart=entry.apart + more) for entry in entries] if more > 0 else entries


def _dealt(look: Style, entries: Sequence[Entry], width: float, first: float, height: float) -> list[list[Entry]]:
    """The entries page by page: the first page has ``first`` points of height, the others ``height``."""
    dealt: list[list[Entry]] = [[]]
    room = first
    for entry in entries:
        # The space below the last entry may fall off the page.
        gap = entry.height(look, width) - replace(entry, apart=0.0).height(look, width)
        if dealt[-1] and entry.height(look, width) - gap > room:
            dealt.append([])
            room = height
        # A title that fills a whole small page is cut: it is whole where its section begins.
        words = entry.title.split()
        while entry.height(look, width) - gap > room and len(words) > 1:
            words.pop()
            entry = replace(entry, title=f"{' '.join(words)} …")
        dealt[-1].append(entry)
        room -= entry.height(look, width)
    return dealt


def _grown(look: Style, entries: Sequence[Entry], width: float, room: float) -> Sequence[Entry]:
    """Few entries, set larger and further apart, so that they fill this much of their page."""
    for factor in look.contents.grow:
        larger = [replace(entry, grown=factor) for entry in entries]
        if sum(entry.height(look, width) for entry in larger) <= room:
            return larger
    return entries
