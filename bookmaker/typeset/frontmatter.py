"""The pages without grids: title page, copyright page, contents, and the opener of a section."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bookmaker.typeset.canvas import Box, Canvas, write
from bookmaker.typeset.fonts import Role, face
from bookmaker.typeset.lines import (
    LEADING,
    LEAST_SIZE,
    TITLE_LEADING,
    balance_lines,
    break_lines,
    fitted_title,
    scale_for,
    shorten,
)
from bookmaker.typeset.pages import Page, draw_title, text_pages, title_height
from bookmaker.typeset.text import Block, Writing, draw_blocks, flow

_RULE = 22.0
"""Half the length of the short rule under a title."""


@dataclass(frozen=True, slots=True)
class _Stack:
    """Centred lines one under another: (text, role, size, space above) each."""

    lines: tuple[tuple[str, Role, float, float], ...]

    @property
    def height(self) -> float:
        return sum(above + (size * _leading(role) if text else 0.0) for text, role, size, above in self.lines)

    def draw(self, canvas: Canvas, middle: float, top: float) -> None:
        """Draw with the first line's top at ``top``. An empty text is the short rule."""
        for text, role, size, above in self.lines:
            top -= above
            if text:
                write(canvas, middle, top - size * (_leading(role) + 0.6) / 2, text, face(role), size, "centre")
                top -= size * _leading(role)
            else:
                canvas.stroke([(middle - _RULE, top), (middle + _RULE, top)], 0.75)


def _leading(role: Role) -> float:
    return TITLE_LEADING if role == "title" else LEADING


def _centred(
    text: str, role: Role, size: float, width: float, above: float
) -> Iterator[tuple[str, Role, float, float]]:
    for index, line in enumerate(balance_lines(text, face(role), size, width) if text else []):
        yield line, role, size, 0.0 if index else above


@dataclass(frozen=True, slots=True, kw_only=True)
class TitlePage(Page):
    """Title in the upper third, subtitle and author below it, what the book holds and the publisher at the foot."""

    title: str
    subtitle: str = ""
    author: str = ""
    summary: str = ""
    publisher: str = ""

    def draw(self, canvas: Canvas, area: Box) -> None:
        """Draw the title page, all of it smaller where the page is small."""
        left, bottom, right, top = area
        height, middle = top - bottom, (left + right) / 2
        for step in range(30):
            upper, lower = self._stacks(right - left, height, scale_for(right - left) * 0.93**step)
            if upper.height + lower.height <= height * 0.9:
                break
        start = min(height * 0.2, (height - upper.height - lower.height) / 2)
        upper.draw(canvas, middle, top - max(start, 0.0))
        lower.draw(canvas, middle, bottom + lower.height)

    def _stacks(self, width: float, height: float, scale: float) -> tuple[_Stack, _Stack]:
        def size(points: float) -> float:
            return max(LEAST_SIZE, points * scale)

        title_size, title = fitted_title(self.title, "title", size(34.0), width, height * 0.45)
        upper: list[tuple[str, Role, float, float]] = [(line, "title", title_size, 0.0) for line in title]
        upper += _centred(self.subtitle, "text-italic", size(15.0), width, 14 * scale)
        if self.author:
            upper.append(("", "text", 0.0, 26 * scale))
            upper += _centred(self.author, "text", size(14.0), width, 22 * scale)
        lower = [
            *_centred(self.summary, "text-italic", size(11.0), width, 0.0),
            *_centred(self.publisher, "text", size(10.5), width, 14 * scale if self.summary else 0.0),
        ]
        return _Stack(tuple(upper)), _Stack(tuple(lower))


@dataclass(frozen=True, slots=True, kw_only=True)
class SmallPrintPage(Page):
    """Paragraphs in small type at the foot of the page: the copyright page."""

    blocks: tuple[Block, ...]

    def draw(self, canvas: Canvas, area: Box) -> None:
        """Draw the paragraphs so that the last line stands at the foot."""
        left, bottom, right, _ = area
        width = small_print_width(right - left)
        height = sum(block.height(width) + (block.before if index else 0.0) for index, block in enumerate(self.blocks))
        draw_blocks(canvas, self.blocks, (left, bottom, left + width, bottom + height))


def small_print_width(width: float) -> float:
    """The measure of small print on an area of this width: no longer a line than the eye finds its way back from."""
    return min(width, max(0.85 * width, 260.0), 340.0)


def small_print_pages(paragraphs: Sequence[str], area: Box) -> Iterator[SmallPrintPage]:
    """The copyright page, or pages, where one is too small."""
    left, bottom, right, top = area
    width, height = small_print_width(right - left), top - bottom
    for size in (8.5, 8.0, 7.5, LEAST_SIZE):
        blocks = [Writing(text, size=size, before=size * 0.75) for text in paragraphs]
        pages = flow(blocks, width, height)
        if len(pages) == 1:
            break
    for page in pages:
        yield SmallPrintPage(blocks=tuple(page))


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the contents: a title, what stands under it in small type, the page."""

    title: str
    detail: str
    page: str

    def lines(self, width: float) -> tuple[list[str], list[str]]:
        """The lines of the title and of the detail in an area of this width."""
        scale = scale_for(width)
        measure = width - (_PAGE_COLUMN + 3 * _DOTS) * scale
        title = break_lines(self.title, face("text"), _ENTRY_SIZE * scale, measure)
        return title, break_lines(self.detail, face("label"), _DETAIL_SIZE * scale, measure)

    def height(self, width: float) -> float:
        """Height in points, with the space below."""
        title, detail = self.lines(width)
        return scale_for(width) * (len(title) * _ENTRY_SIZE * 1.3 + len(detail) * _DETAIL_SIZE * 1.35 + _ENTRY_GAP)


_ENTRY_SIZE, _DETAIL_SIZE, _ENTRY_GAP = 11.0, 8.0, 9.0
_PAGE_COLUMN, _DOTS = 26.0, 6.0
"""Width of the column of page numbers; distance of the dots that lead to it. All of these grow on wide pages."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ContentsPage(Page):
    """Entries with dot leaders."""

    title: str
    entries: tuple[Entry, ...]

    def draw(self, canvas: Canvas, area: Box) -> None:
        """Draw the entries."""
        left, _, right, top = draw_title(canvas, self.title, area)
        font, small, scale = face("text"), face("label"), scale_for(right - left)
        size, detail_size, dot, column = (scale * x for x in (_ENTRY_SIZE, _DETAIL_SIZE, _DOTS, _PAGE_COLUMN))
        for entry in self.entries:
            title, detail = entry.lines(right - left)
            y = top - size
            for index, line in enumerate(title):
                y -= size * 1.3 if index else 0.0
                canvas.text(left, y, line, font, size)
            start = left + font.width(title[-1], size) + dot
            # Dots stand on a common grid counted from the right, so that those of all lines are in columns.
            dots = [right - column - i * dot for i in range(int((right - left) // dot))]
            canvas.glyphs([(x, y, ".") for x in dots if x > start], font, detail_size)
            page = shorten(entry.page, font, size, column + 2 * dot)
            write(canvas, right, y, page, font, size, "right")
            for index, line in enumerate(detail):
                y -= detail_size * (1.35 if index else 1.5)
                canvas.text(left, y, line, small, detail_size)
            top -= entry.height(right - left)


def contents_pages(title: str, entries: Sequence[Entry], area: Box) -> list[ContentsPage]:
    """The contents, on as many pages as they need."""
    left, bottom, right, top = area
    width, height = right - left, top - bottom
    dealt: list[list[Entry]] = [[]]
    room = height - title_height(title, width, height)
    # The space below the last entry may fall off the page.
    gap = _ENTRY_GAP * scale_for(width)
    for entry in entries:
        if dealt[-1] and entry.height(width) - gap > room:
            dealt.append([])
            room = height
        # A title that fills a whole small page is cut: it stands in full where its section begins.
        words = entry.title.split()
        while entry.height(width) - gap > room and len(words) > 1:
            words.pop()
            entry = replace(entry, title=f"{' '.join(words)} …")
        dealt[-1].append(entry)
        room -= entry.height(width)
    return [ContentsPage(title="" if index else title, entries=tuple(part)) for index, part in enumerate(dealt)]


_INTRO_SIZE, _INTRO_GAP = 10.5, 26.0
_MOST_CENTRED = 5
"""Lines of an introduction that may be centred; more of them are easier to read flush left."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenerPage(Page):
    """The page that opens a section: its title, what it holds, an introduction."""

    title: str
    summary: str
    intro: str = ""

    def height(self, area: Box) -> float:
        """Height in points of all that stands on the page."""
        width = area[2] - area[0]
        intro = sum(block.height(_intro_measure(width)) + block.before for block in self._paragraphs(width))
        return self._stack(area).height + intro

    def draw(self, canvas: Canvas, area: Box) -> None:
        """Draw the opener, its title above the middle of the page."""
        left, bottom, right, top = area
        stack, spare = self._stack(area), top - bottom - self.height(area)
        top -= max(min((top - bottom) * 0.3, spare * 0.45), 0.0)
        stack.draw(canvas, (left + right) / 2, top)
        paragraphs, measure = self._paragraphs(right - left), _intro_measure(right - left)
        if paragraphs:
            edge = (left + right - measure) / 2
            below = top - stack.height - paragraphs[0].before
            draw_blocks(canvas, paragraphs, (edge, bottom, edge + measure, below))

    def _stack(self, area: Box) -> _Stack:
        left, bottom, right, top = area
        width = right - left
        scale = scale_for(width)
        size, title = fitted_title(self.title, "title", 28.0 * scale, width, (top - bottom) * 0.5)
        lines: list[tuple[str, Role, float, float]] = [(line, "title", size, 0.0) for line in title]
        lines.append(("", "label", 0.0, 12.0 * scale))
        lines += _centred(self.summary, "label", 10.0 * scale, width, 10.0 * scale)
        if not self._paragraphs(width):
            for index, paragraph in enumerate(self.intro.split("\n") if self.intro else []):
                above = 0.0 if index else _INTRO_GAP * scale
                lines += _centred(paragraph, "text", _INTRO_SIZE * scale, _intro_measure(width), above)
        return _Stack(tuple(lines))

    def _paragraphs(self, width: float) -> list[Block]:
        # The introduction, if it is too long to be centred.
        if not self.intro:
            return []
        scale = scale_for(width)
        lines = break_lines(self.intro, face("text"), _INTRO_SIZE * scale, _intro_measure(width))
        return [block.scaled(scale) for block in _writings(self.intro)] if len(lines) > _MOST_CENTRED else []


def _intro_measure(width: float) -> float:
    return min(max(0.78 * width, min(width, 220.0)), 340.0 * scale_for(width))


def _writings(text: str) -> list[Block]:
    parts = [part for part in text.split("\n") if part.strip()]
    return [Writing(part, size=_INTRO_SIZE, before=5.0 if index else _INTRO_GAP) for index, part in enumerate(parts)]


def opener_pages(title: str, summary: str, intro: str, area: Box) -> list[Page]:
    """The opener of a section; an introduction that would crowd it stands on pages of its own."""
    _, bottom, _, top = area
    opener = OpenerPage(title=title, summary=summary, intro=intro)
    if not intro or opener.height(area) <= (top - bottom) * 0.8:
        return [opener]
    return [OpenerPage(title=title, summary=summary), *text_pages("", _writings(intro), area)]
