"""The kinds of page of a book, as plain data, and how each is drawn.

A page knows the words and pictures that stand on it, already worded, numbered and translated; it does not know where
in the book it comes or what a puzzle is.
"""

from __future__ import annotations

from dataclasses import dataclass

from bookmaker.typeset.canvas import Align, Box, Canvas, write
from bookmaker.typeset.fonts import Role, face
from bookmaker.typeset.grids import GridPicture, draw_grid
from bookmaker.typeset.layouts import Layout
from bookmaker.typeset.setup import PageSetup
from bookmaker.typeset.text import LEADING, Block, break_lines, draw_blocks

HEAD_SIZE, FOLIO_SIZE = 8.5, 9.0
HEAD, FOOT = 20.0, 20.0
"""Heights in points of the strips for the running title and the page number, inside the margins."""


@dataclass(frozen=True, slots=True)
class Slot:
    """One grid on a page: a bold label on the left above it, a plain one on the right, a note below."""

    picture: GridPicture
    label: str
    aside: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """An empty page. ``folio`` is the printed page number, ``head`` the running title; "" prints none."""

    folio: str = ""
    head: str = ""

    def draw(self, canvas: Canvas, area: Box) -> None:
        """Draw what stands between the running title and the page number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TitlePage(Page):
    """Title in the upper third, author below it, publisher at the foot."""

    title: str
    subtitle: str = ""
    author: str = ""
    summary: str = ""
    publisher: str = ""

    def draw(self, canvas: Canvas, area: Box) -> None:
        """Draw the title page."""
        left, bottom, right, top = area
        width, middle = right - left, (left + right) / 2
        y = top - (top - bottom) * 0.22
        lines: tuple[tuple[str, Role, float, float], ...] = (
            (self.title, "title", 34.0, 14.0),
            (self.subtitle, "text-italic", 15.0, 34.0),
            (self.author, "text", 14.0, 0.0),
        )
        for text, role, most, gap in lines:
            if not text:
                continue
            font = face(role)
            size = _fitting_size(text, role, most, width)
            for line in break_lines(text, font, size, width):
                write(canvas, middle, y - size * 0.8, line, font, size, "centre")
                y -= size * 1.25
            y -= gap
        if self.summary:
            write(canvas, middle, bottom + 40, self.summary, face("text-italic"), 11, "centre")
        if self.publisher:
            write(canvas, middle, bottom + 12, self.publisher, face("text"), 10.5, "centre")


def _fitting_size(text: str, role: Role, most: float, width: float) -> float:
    # The longest word decides: a title may break between words, never inside one.
    widest = max(face(role).width(word, 1.0) for word in text.split(" "))
    return min(most, width / widest)


@dataclass(frozen=True, slots=True, kw_only=True)
class SmallPrintPage(Page):
    """Paragraphs in small type at the foot of the page: the copyright page."""

    paragraphs: tuple[str, ...]
    size: float = 8.5

    def draw(self, canvas: Canvas, area: Box) -> None:
        """Draw the paragraphs so that the last line stands at the foot."""
        left, bottom, right, _ = area
        font = face("text")
        lines: list[str] = []
        for paragraph in self.paragraphs:
            lines += [*break_lines(paragraph, font, self.size, (right - left) * 0.85), ""]
        y = bottom + len(lines[:-1]) * self.size * LEADING
        for line in lines[:-1]:
            y -= self.size * LEADING
            canvas.text(left, y, line, font, self.size)


TITLE_SIZE, TITLE_HEIGHT = 20.0, 46.0


def _draw_title(canvas: Canvas, title: str, area: Box) -> Box:
    left, bottom, right, top = area
    if not title:
        return area
    size = _fitting_size(title, "title", TITLE_SIZE, right - left)
    canvas.text(left, top - TITLE_SIZE, title, face("title"), size)
    return left, bottom, right, top - TITLE_HEIGHT


@dataclass(frozen=True, slots=True, kw_only=True)
class TextPage(Page):
    """Running text under a title; ``title`` "" on the pages that carry it on."""

    title: str
    blocks: tuple[Block, ...]

    def draw(self, canvas: Canvas, area: Box) -> None:
        """Draw title and blocks."""
        draw_blocks(canvas, self.blocks, _draw_title(canvas, self.title, area))


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the contents: a title, what stands under it in small type, the page."""

    title: str
    detail: str
    page: str


ENTRY_HEIGHT = 30.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ContentsPage(Page):
    """Entries with dot leaders."""

    title: str
    entries: tuple[Entry, ...]

    def draw(self, canvas: Canvas, area: Box) -> None:
        """Draw the entries."""
        left, _, right, top = _draw_title(canvas, self.title, area)
        font, small, size = face("text"), face("label"), 11.0
        for entry in self.entries:
            y = top - size
            page_left = right - font.width(entry.page, size)
            first, *rest = break_lines(entry.title, font, size, (right - left) * 0.82)
            title = f"{first} …" if rest else first
            canvas.text(left, y, title, font, size)
            start = left + font.width(title, size) + 5
            # Dots stand on a common grid counted from the right, so that those of all lines are in columns.
            leaders = [right - 22 - i * 5.0 for i in range(int((right - left) // 5))]
            canvas.glyphs([(x, y, ".") for x in leaders if start < x < page_left - 4], font, size)
            canvas.text(page_left, y, entry.page, font, size)
            if entry.detail:
                canvas.text(left, y - 11.5, entry.detail, small, 8)
            top -= ENTRY_HEIGHT


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenerPage(Page):
    """The page that opens a section: its title, what it holds, an introduction."""

    title: str
    summary: str
    intro: str = ""

    def draw(self, canvas: Canvas, area: Box) -> None:
        """Draw the opener, its title at the optical middle of the page."""
        left, bottom, right, top = area
        width, middle = right - left, (left + right) / 2
        y = top - (top - bottom) * 0.34
        size = _fitting_size(self.title, "title", 28.0, width)
        for line in break_lines(self.title, face("title"), size, width):
            write(canvas, middle, y, line, face("title"), size, "centre")
            y -= size * 1.25
        canvas.stroke([(middle - 22, y + size * 0.55), (middle + 22, y + size * 0.55)], 0.75)
        y -= 4
        write(canvas, middle, y, self.summary, face("label"), 10.5, "centre")
        y -= 34
        for line in break_lines(self.intro, face("text"), 10.5, width * 0.8):
            write(canvas, middle, y, line, face("text"), 10.5, "centre")
            y -= 10.5 * LEADING


@dataclass(frozen=True, slots=True, kw_only=True)
class GridsPage(Page):
    """Grids in the frames of a layout."""

    layout: Layout
    slots: tuple[Slot, ...]

    def draw(self, canvas: Canvas, area: Box) -> None:
        """Draw each grid in its frame, as large as the frame allows, labels aligned with its edges."""
        layout = self.layout
        for slot, (left, bottom, right, top) in zip(self.slots, layout.frames(area), strict=False):
            side = layout.side((left, bottom, right, top), slot.picture.geometry.size)
            block = side + layout.label + layout.note
            x = (left + right - side) / 2
            y = (bottom + top - block) / 2 + layout.note
            draw_grid(canvas, slot.picture, x, y, side, layout.style)
            above = y + side + layout.box + layout.label_size * 0.55
            canvas.text(x, above, slot.label, face("label-bold"), layout.label_size)
            write(canvas, x + side, above, slot.aside, face("label"), layout.label_size * 0.9, "right")
            if slot.note:
                below = y - layout.box - layout.note_size * 1.35
                write(canvas, x + side, below, slot.note, face("label"), layout.note_size, "right")


def outer_edge(live: Box, index: int) -> tuple[float, Align]:
    """The edge of the live area away from the binding, and how text stands against it."""
    return (live[2], "right") if index % 2 == 0 else (live[0], "left")


def content_area(live: Box) -> Box:
    """What is left of the live area between the running title and the page number."""
    left, bottom, right, top = live
    return left, bottom + FOOT, right, top - HEAD


def draw_page(canvas: Canvas, page: Page, setup: PageSetup, index: int, pages: int) -> None:
    """Draw page ``index`` (0-based) of ``pages``: running title outside, page number in the middle below."""
    canvas.begin_page(setup.sheet(index))
    live = setup.live(index, pages)
    left, bottom, right, top = live
    if page.head:
        x, align = outer_edge(live, index)
        write(canvas, x, top - HEAD_SIZE, page.head, face("label"), HEAD_SIZE, align)
    page.draw(canvas, content_area(live))
    if page.folio:
        write(canvas, (left + right) / 2, bottom + 2, page.folio, face("label"), FOLIO_SIZE, "centre")
    canvas.end_page()
