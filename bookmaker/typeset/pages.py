"""Pages as plain data, and how each is drawn: the page of grids, the page of text. Those of the front are in ``frontmatter``.

A page knows the words and pictures that stand on it, already worded, numbered and translated; it does not know where
in the book it comes or what a puzzle is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bookmaker.typeset.canvas import Align, Box, Canvas, write
from bookmaker.typeset.grids import GridPicture, draw_grid
from bookmaker.typeset.layouts import Layout
from bookmaker.typeset.lines import fitted_title, shorten
from bookmaker.typeset.setup import PageSetup
from bookmaker.typeset.style import Style
from bookmaker.typeset.text import Block, draw_blocks, flow


@dataclass(frozen=True, slots=True)
class Slot:
    """One grid on a page: a bold label on the left above it, a plain one on the right, a note below.

    ``short`` is the label for pages whose grids are too narrow for the full one.
    """

    picture: GridPicture
    label: str
    aside: str = ""
    note: str = ""
    short: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """An empty page. ``folio`` is the printed page number, ``head`` the running title; "" prints none."""

    look: Style
    folio: str = ""
    head: str = ""

    def draw(self, canvas: Canvas, area: Box) -> None:
        """Draw what stands between the running title and the page number."""


def _fitted_page_title(look: Style, title: str, width: float, height: float) -> tuple[float, list[str]]:
    size = look.writing.title * look.scale_for(width)
    return fitted_title(title, look, size, width, height * look.writing.title_room)


def title_height(look: Style, title: str, width: float, height: float) -> float:
    """Height in points that a page's title takes, with the space below it."""
    if not title:
        return 0.0
    size, lines = _fitted_page_title(look, title, width, height)
    return len(lines) * size * look.type.title_leading + look.writing.title_gap * look.scale_for(width)


def draw_title(canvas: Canvas, look: Style, title: str, area: Box) -> Box:
    """Draw a title on the left at the top of an area; what is left of the area."""
    left, bottom, right, top = area
    if not title:
        return area
    size, lines = _fitted_page_title(look, title, right - left, top - bottom)
    for index, line in enumerate(lines):
        canvas.text(left, top - size * (0.95 + index * look.type.title_leading), line, look.face("title"), size)
    return left, bottom, right, top - title_height(look, title, right - left, top - bottom)


@dataclass(frozen=True, slots=True, kw_only=True)
class TextPage(Page):
    """Running text under a title; ``title`` "" on the pages that carry it on."""

    title: str
    blocks: tuple[Block, ...]

    def draw(self, canvas: Canvas, area: Box) -> None:
        """Draw title and blocks."""
        draw_blocks(canvas, self.blocks, draw_title(canvas, self.look, self.title, area))


def text_pages(look: Style, title: str, blocks: Sequence[Block], area: Box) -> Iterator[TextPage]:
    """Running text on as many pages as it needs."""
    left, bottom, right, top = area
    width, height = right - left, top - bottom
    scaled = [block.scaled(look.scale_for(width)) for block in blocks]
    for index, part in enumerate(flow(scaled, width, height, height - title_height(look, title, width, height))):
        yield TextPage(look=look, title="" if index else title, blocks=tuple(part))


@dataclass(frozen=True, slots=True)
class _Labels:
    """How the strips above the grids of one page are set: the same on all of them, so that the page is of one piece."""

    look: Style
    size: float
    short: bool

    @property
    def aside_size(self) -> float:
        return max(self.look.type.least, self.size * self.look.labels.level)

    def text(self, slot: Slot) -> str:
        return slot.short if self.short and slot.short else slot.label

    def fit(self, slot: Slot, width: float) -> bool:
        used = self.look.face("number").width(self.text(slot), self.size)
        if slot.aside:
            used += self.size + self.look.face("level").width(slot.aside, self.aside_size)
        return used <= width


@dataclass(frozen=True, slots=True, kw_only=True)
class GridsPage(Page):
    """Grids in the frames of a layout."""

    layout: Layout
    slots: tuple[Slot, ...]

    def draw(self, canvas: Canvas, area: Box) -> None:
        """Draw each grid in its frame, as large as the frame allows, labels flush with its outline.

        The largest grid of the page says where rows and columns stand; smaller ones hang from the same line and start at the
        same edge.
        """
        layout = self.layout
        frames = layout.frames(area)[: len(self.slots)]
        sides = [layout.side(at, s.picture.geometry.size) for s, at in zip(self.slots, frames, strict=True)]
        outlines = [
            layout.style.fitted(side / slot.picture.geometry.size).box
            for slot, side in zip(self.slots, sides, strict=True)
        ]
        outers = [side + line for side, line in zip(sides, outlines, strict=True)]
        spare = frames[0][3] - frames[0][1] - layout.label - layout.note - max(outers)
        labels = self._labels(outers)
        for slot, frame, side, outer in zip(self.slots, frames, sides, outers, strict=True):
            left = (frame[0] + frame[2] - max(outers)) / 2
            top = frame[3] - max(spare, 0.0) * self.look.labels.above - layout.label
            inset = (outer - side) / 2
            draw_grid(canvas, slot.picture, left + inset, top - outer + inset, side, layout.style)
            self._draw_label(canvas, slot, labels, (left, top, left + outer), frame)
            self._draw_note(canvas, slot.note, (left, top - outer, left + outer), frame)

    def _labels(self, outers: Sequence[float]) -> _Labels:
        look, full = self.look, self.layout.label_size
        least = max(look.type.least, full * look.labels.shrink)
        steps = 1 + max(0, int((full - least) * 4))
        for short in (False, True):
            for size in (max(least, full - step / 4) for step in range(steps + 1)):
                labels = _Labels(look, size, short)
                if all(labels.fit(slot, outer) for slot, outer in zip(self.slots, outers, strict=True)):
                    return labels
            if not any(slot.short for slot in self.slots):
                break
        return _Labels(look, least, short)

    def _draw_label(
        self, canvas: Canvas, slot: Slot, labels: _Labels, edge: tuple[float, float, float], frame: Box
    ) -> None:
        left, top, right = edge
        bold, plain = self.look.face("number"), self.look.face("level")
        y, least = top + labels.size * self.look.labels.gap, self.look.labels.letters * labels.size
        text, aside = labels.text(slot), slot.aside
        if not labels.fit(slot, right - left):
            # A name too long is shortened; where not even a few letters would be left of it, the aside gives way.
            room = right - left - (plain.width(aside, labels.aside_size) + labels.size if aside else 0.0)
            if room < least:
                aside, room = "", right - left
            if bold.width(text, labels.size) > room and room < least:
                left, room = frame[0], frame[2] - frame[0]
            text = shorten(text, bold, labels.size, room)
        canvas.text(left, y, text, bold, labels.size)
        if aside:
            write(canvas, right, y, aside, plain, labels.aside_size, "right")

    def _draw_note(self, canvas: Canvas, note: str, edge: tuple[float, float, float], frame: Box) -> None:
        if not note or not self.layout.note:
            return
        left, bottom, right = edge
        size, font = self.layout.note_size, self.look.face("note")
        y = bottom - size * self.look.labels.drop
        if font.width(note, size) <= right - left:
            write(canvas, right, y, note, font, size, "right")
        else:
            text = shorten(note, font, size, frame[2] - frame[0])
            write(canvas, (frame[0] + frame[2]) / 2, y, text, font, size, "centre")


def grids_pages(slots: Sequence[Slot], layout: Layout, head: str) -> Iterator[GridsPage]:
    """Grids dealt to as many pages of a layout as they need."""
    for start in range(0, len(slots), layout.per_page):
        yield GridsPage(
            look=layout.style.look, layout=layout, slots=tuple(slots[start : start + layout.per_page]), head=head
        )


def outer_edge(live: Box, index: int) -> tuple[float, Align]:
    """The edge of the live area away from the binding, and how text stands against it."""
    return (live[2], "right") if index % 2 == 0 else (live[0], "left")


def content_area(look: Style, live: Box) -> Box:
    """What is left of the live area between the running title and the page number."""
    left, bottom, right, top = live
    return left, bottom + look.folio.strip, right, top - look.head.strip


def draw_page(canvas: Canvas, page: Page, setup: PageSetup, index: int, pages: int) -> None:
    """Draw page ``index`` (0-based) of ``pages``: running title outside, page number in the middle below."""
    canvas.begin_page(setup.sheet(index))
    live, look = setup.live(index, pages), page.look
    left, bottom, right, top = live
    if page.head:
        x, align = outer_edge(live, index)
        font = look.face("head")
        head = shorten(page.head, font, look.head.size, right - left)
        write(canvas, x, top - look.head.drop, head, font, look.head.size, align)
    page.draw(canvas, content_area(look, live))
    if page.folio:
        middle, y = (left + right) / 2, bottom + look.folio.drop
        write(canvas, middle, y, page.folio, look.face("folio"), look.folio.size, "centre")
    canvas.end_page()
