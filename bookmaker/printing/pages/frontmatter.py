"""The pages without grids: title page, copyright page, and the opener of a section."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bookmaker.printing.canvases.canvas import Box, Canvas, write
from bookmaker.printing.canvases.strokes import draw_rules
from bookmaker.printing.grids.symbols import Symbols, picture
from bookmaker.printing.pages.ornament import MASCOT, Motif, bordered, cornered, draw_frieze, draw_pattern
from bookmaker.printing.pages.page_kinds import Page, text_pages
from bookmaker.printing.styles.fonts import Role, pictures
from bookmaker.printing.styles.style import Style
from bookmaker.printing.styles.style_pages import Openers, TitlePages
from bookmaker.printing.text.flow import draw_blocks, flow
from bookmaker.printing.text.images import ImageBlock
from bookmaker.printing.text.lines import balance_lines, break_lines, fitted_title
from bookmaker.printing.text.text_blocks import Block, Figures, Paragraph


def _beside(part: TitlePages | Openers, area: Box, side: float) -> float:
    """The left end of something of this width that is aligned as the lines of a page."""
    left, _, right, _ = area
    return {"left": left, "centre": (left + right - side) / 2, "right": right - side}[part.side]


@dataclass(frozen=True, slots=True)
class _Stack:
    """Lines one under another: (text, role, size, space above) each; an empty text is the rule of ``part``."""

    look: Style
    lines: tuple[tuple[str, Role, float, float], ...]
    part: TitlePages | Openers

    @property
    def height(self) -> float:
        return sum(
            above + (size * _leading(self.look, role) if text else 0.0) for text, role, size, above in self.lines
        )

    def draw(self, canvas: Canvas, area: Box, top: float) -> None:
        """Draw with the first line's top at ``top``."""
        look, part, (left, _, right, _) = self.look, self.part, area
        x = {"left": left, "centre": (left + right) / 2, "right": right}[part.side]
        shift = {"left": 0.0, "centre": part.rule / 2, "right": part.rule}[part.side]
        for text, role, size, above in self.lines:
            top -= above
            if text:
                leading = _leading(look, role)
                write(canvas, x, top - size * (leading + 0.6) / 2, text, look.face(role), size, part.side)
                top -= size * leading
            elif part.rule:
                start = x - shift
                draw_rules(canvas, start, start + part.rule, top, part.rule_width, part.rules, look.page.rule_gap)


def _leading(look: Style, role: Role) -> float:
    return look.type.title_leading if role == "title" else look.type.leading


def _centred(
    look: Style, text: str, role: Role, size: float, width: float, above: float
) -> Iterator[tuple[str, Role, float, float]]:
    for index, line in enumerate(balance_lines(text, look.face(role), size, width) if text else []):
        yield line, role, size, 0.0 if index else above


@dataclass(frozen=True, slots=True, kw_only=True)
class TitlePage(Page):
    """Title in the upper third, subtitle and author below it, the contents of the book and the publisher at the foot."""

    title: str
    subtitle: str = ""
    author: str = ""
    summary: str = ""
    publisher: str = ""
    image: ImageBlock | None = None
    motif: Motif | None = None

    def draw(self, canvas: Canvas, area: Box) -> None:
        """Draw the title page, all of it smaller where the page is small."""
        area = bordered(canvas, self.motif, self.look, area)
        left, bottom, right, top = area
        height = top - bottom
        for step in range(30):
            upper, lower = self._stacks(right - left, height, self.look.scale_for(right - left) * 0.93**step)
            if upper.height + lower.height <= height * self.look.title_page.full:
                break
        start = max(min(height * self.look.title_page.top, (height - upper.height - lower.height) / 2), 0.0)
        if self.image is not None or self.look.symbols.title or (self.motif is not None and self.look.motifs.title):
            start *= self.look.title_page.image_top
        room = (left, bottom + lower.height, right, top - start - upper.height)
        upper.draw(canvas, area, top - start)
        lower.draw(canvas, area, bottom + lower.height)
        if self.image is not None:
            self._draw_image(canvas, self.image, room)
        elif self.look.symbols.title:
            draw_frieze(canvas, [picture(MASCOT)], pictures(), room, self.look.symbols.title * height)
        elif self.motif is not None and self.look.motifs.title:
            side = min(self.look.motifs.title * height, right - left, (room[3] - room[1]) / self.look.motifs.free)
            spare = room[3] - room[1] - side
            place = _beside(self.look.title_page, area, side), room[1] + spare / 2
            draw_pattern(canvas, self.motif, self.look, *place, side)

    def _draw_image(self, canvas: Canvas, image: ImageBlock, room: Box) -> None:
        """Draw the image between author and publisher, as large as it is wanted or fits."""
        left, bottom, right, top = room
        gap = self.look.title_page.image_gap
        image = image.fitted(right - left, max(top - bottom - 2 * gap, gap))
        spare = top - bottom - image.height(right - left)
        image.draw(canvas, left, top - spare / 2, right - left)

    def _stacks(self, width: float, height: float, scale: float) -> tuple[_Stack, _Stack]:
        look, page = self.look, self.look.title_page

        def size(points: float) -> float:
            return max(look.type.least_word, points * scale)

        title_size, title = fitted_title(self.title, look, size(page.title), width, height * page.title_room)
        upper: list[tuple[str, Role, float, float]] = [(line, "title", title_size, 0.0) for line in title]
        upper += _centred(look, self.subtitle, "text_italic", size(page.subtitle), width, page.subtitle_before * scale)
        if self.author:
            upper.append(("", "text", 0.0, page.rule_before * scale))
            upper += _centred(look, self.author, "text", size(page.author), width, page.author_before * scale)
        above = page.publisher_before * scale if self.summary else 0.0
        lower = [
            *_centred(look, self.summary, "text_italic", size(page.summary), width, 0.0),
            *_centred(look, self.publisher, "text", size(page.publisher), width, above),
        ]
        return _Stack(look, tuple(upper), page), _Stack(look, tuple(lower), page)


@dataclass(frozen=True, slots=True, kw_only=True)
class SmallPrintPage(Page):
    """Paragraphs in small type at the foot of the page: the copyright page."""

    blocks: tuple[Block, ...]

    def draw(self, canvas: Canvas, area: Box) -> None:
        """Draw the paragraphs with the last line at the foot."""
        left, bottom, right, _ = area
        width = small_print_width(self.look, right - left)
        height = sum(block.height(width) + (block.before if index else 0.0) for index, block in enumerate(self.blocks))
        draw_blocks(canvas, self.blocks, (left, bottom, left + width, bottom + height))


def small_print_width(look: Style, width: float) -> float:
    """The measure of small print on an area of this width: no longer a line than the eye finds its way back from."""
    page = look.small_print
    return min(width, max(page.measure * width, page.least_measure), page.most_measure)


def small_print_pages(look: Style, paragraphs: Sequence[str], area: Box) -> Iterator[SmallPrintPage]:
    """The copyright page, or pages, where one is too small."""
    left, bottom, right, top = area
    width, height = small_print_width(look, right - left), top - bottom
    for size in look.small_print.sizes:
        before = size * look.small_print.before
        blocks = [Paragraph(look, text, look.face("text"), size, before) for text in paragraphs]
        pages = flow(blocks, width, height)
        if len(pages) == 1:
            break
    for page in pages:
        yield SmallPrintPage(look=look, blocks=tuple(page))


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenerPage(Page):
    """The page that opens a section: its title, its contents, an introduction (``intro``, or ``blocks``), ``pictures`` below."""

    title: str
    summary: str
    intro: str = ""
    number: str = ""
    blocks: tuple[Block, ...] = ()
    pictures: Symbols | None = None
    motif: Motif | None = None

    def height(self, area: Box) -> float:
        """Height in points of all content of the page."""
        width = area[2] - area[0]
        blocks, measure = self._paragraphs(width), intro_measure(self.look, width)
        intro = sum(
            block.height(measure) + (block.before if i else self._lead(width)) for i, block in enumerate(blocks)
        )
        return self._stack(area).height + intro

    def _lead(self, width: float) -> float:
        return self.look.opener.intro_before * self.look.scale_for(width)

    def draw(self, canvas: Canvas, area: Box) -> None:
        """Draw the opener, its title above the middle of the page."""
        cornered(canvas, self.motif, self.look, area)
        left, bottom, right, top = area
        stack, words, numeral = self._stack(area), self.height(area), self._numeral(area)
        above = self._motif_above(area, words) if not numeral else 0.0
        spare = top - bottom - words - above * (1 + self.look.motifs.gap)
        top -= max(min((top - bottom) * self.look.opener.top, spare * self.look.opener.above), 0.0)
        if above and self.motif is not None:
            draw_pattern(canvas, self.motif, self.look, _beside(self.look.opener, area, above), top - above, above)
            top -= above * (1 + self.look.motifs.gap)
        if numeral:
            size, high = numeral
            font, page = self.look.face("number"), self.look.opener
            x = {"left": left, "centre": (left + right) / 2, "right": right}[page.numeral_side]
            if page.numeral_side != "left":
                x -= font.width(self.number, size) * (0.5 if page.numeral_side == "centre" else 1.0)
            canvas.text(x, area[3] - high, self.number, font, size, page.numeral_ink)
            # The title begins below the number.
            top = min(top, area[3] - page.numeral_below * high)
        stack.draw(canvas, area, top)
        paragraphs, measure = self._paragraphs(right - left), intro_measure(self.look, right - left)
        if paragraphs:
            spare = right - left - measure
            edge = left + {"left": 0.0, "centre": spare / 2, "right": spare}[self.look.opener.side]
            below = top - stack.height - self._lead(right - left)
            draw_blocks(canvas, paragraphs, (edge, bottom, edge + measure, below))
        if self.pictures and self.look.symbols.opener:
            room = (left, bottom, right, top - self.height(area))
            face, high = self.pictures.face(self.look, "given"), self.look.symbols.opener * (area[3] - area[1])
            draw_frieze(canvas, self.pictures.texts, face, room, high)
        elif numeral and self.motif is not None:
            # The number is above the words, so the motif ends the page; in the middle of its space where lines are centred.
            usual, spare = self.look.motifs.opener * (area[3] - area[1]), top - words - bottom
            side = min(usual, spare / (1 + self.look.motifs.gap))
            # A rule of a few lines more must not be the only opener without one.
            if usual and side > self.look.motifs.opener_least * usual:
                foot = bottom + ((spare - side) / 2 if self.look.opener.side == "centre" else 0.0)
                draw_pattern(canvas, self.motif, self.look, _beside(self.look.opener, area, side), foot, side)

    def _motif_above(self, area: Box, words: float) -> float:
        """The side of the motif above the words, 0 where there is none or no room for one."""
        height = area[3] - area[1]
        side = min(self.look.motifs.opener * height, area[2] - area[0])
        room = height * self.look.opener.full - words
        return (
            side if self.motif is not None and not self.pictures and side * (1 + self.look.motifs.gap) <= room else 0.0
        )

    def _numeral(self, area: Box) -> tuple[float, float] | None:
        """Type size and height of the section's number, if the style has one."""
        page, font = self.look.opener, self.look.face("number")
        if not page.numeral or not self.number:
            return None
        width, height = area[2] - area[0], area[3] - area[1]
        usual = min(page.numeral * height / font.digit_height(), width / font.width(self.number, 1.0))
        # A long introduction leaves it less; a number no larger than the title would be read as part of it.
        size = min(usual, (height - self.height(area)) / (page.numeral_below * font.digit_height()))
        return (size, font.digit_height() * size) if size > page.title * self.look.scale_for(width) else None

    def _stack(self, area: Box) -> _Stack:
        left, bottom, right, top = area
        width, look, page = right - left, self.look, self.look.opener
        scale = look.scale_for(width)
        size, title = fitted_title(self.title, look, page.title * scale, width, (top - bottom) * page.title_room)
        lines: list[tuple[str, Role, float, float]] = [(line, "title", size, 0.0) for line in title]
        lines.append(("", "caption", 0.0, page.rule_before * scale))
        lines += _centred(look, self.summary, "caption", page.summary * scale, width, page.summary_before * scale)
        if not self._paragraphs(width):
            for index, paragraph in enumerate(self.intro.split("\n") if self.intro else []):
                above = 0.0 if index else page.intro_before * scale
                lines += _centred(look, paragraph, "text", page.intro * scale, intro_measure(look, width), above)
        return _Stack(look, tuple(lines), page)

    def _paragraphs(self, width: float) -> list[Block]:
        # The introduction, if it is too long to be centred.
        look, scale = self.look, self.look.scale_for(width)
        if not self.intro:
            return [block.scaled(scale) for block in self.blocks]
        lines = break_lines(self.intro, look.face("text"), look.opener.intro * scale, intro_measure(look, width))
        blocks = _writings(look, self.intro)
        return [block.scaled(scale) for block in blocks] if len(lines) > look.opener.centred else []


@dataclass(frozen=True, slots=True, kw_only=True)
class TeachingPage(OpenerPage):
    """The page that opens a section and teaches its kind: an example as wide as the page, and below it the rule and how to begin.

    ``lead`` is above the example. ``columns`` are beside each other where the page is wide enough for lines of both.
    """

    lead: tuple[Block, ...] = ()
    pair: Figures | None = None
    columns: tuple[tuple[Block, ...], ...] = ()

    def draw(self, canvas: Canvas, area: Box) -> None:
        """Draw the page, with the room that it leaves between its parts."""
        left, bottom, right, top = area
        width, stack = right - left, self._stack(area)
        above, below, needed = self._fitted(area)
        spare = max(top - bottom - needed, 0.0) * self.look.opener.spread
        top -= spare
        stack.draw(canvas, area, top)
        top -= stack.height + spare
        draw_blocks(canvas, above, (left, bottom, right, top))
        top -= _height_of(above, width) + spare
        for blocks, at, wide in below:
            draw_blocks(canvas, blocks, (left + at, bottom, left + at + wide, top))

    def fits(self, area: Box) -> bool:
        """Whether all of its words have room, if need be without the example."""
        return self._fitted(area)[2] <= area[3] - area[1]

    def _fitted(self, area: Box) -> tuple[list[Block], list[tuple[list[Block], float, float]], float]:
        """Its parts with the example as large as there is room for, if it can be read; and their height with the title."""
        width, height, stack = area[2] - area[0], area[3] - area[1], self._stack(area)
        shares = [
            share for share in self.look.opener.pair if self.pair is not None and self.pair.legible(share * width)
        ]
        for share in (*shares, 0.0):
            above, below = self._parts(width, share)
            needed = stack.height + _height_of(above, width) + max(_height_of(one, wide) for one, _, wide in below)
            if needed <= height:
                break
        return above, below, needed

    def _parts(self, width: float, share: float) -> tuple[list[Block], list[tuple[list[Block], float, float]]]:
        """The blocks above, their pictures of this share of the width, and the columns, each with its left edge and width."""
        look, scale = self.look, self.look.scale_for(width)
        above = [block.scaled(scale) for block in self.lead]
        if self.pair is not None and share:
            above.append(replace(self.pair, less=self.pair.most - share * width))
        columns = [[block.scaled(scale) for block in column] for column in self.columns]
        if width < look.opener.beside:
            return above, [([block for column in columns for block in column], 0.0, width)]
        gap = look.opener.gap * width
        wide = (width - gap * (len(columns) - 1)) / len(columns)
        return above, [(column, index * (wide + gap), wide) for index, column in enumerate(columns)]


def _height_of(blocks: Sequence[Block], width: float) -> float:
    return sum(block.height(width) + (block.before if index else 0.0) for index, block in enumerate(blocks))


def intro_measure(look: Style, width: float) -> float:
    """Length in points of the lines of an introduction in an area of this width."""
    page = look.opener
    least = min(width, page.least_measure)
    return min(max(page.measure * width, least), page.most_measure * look.scale_for(width))


def _writings(look: Style, text: str) -> list[Block]:
    parts, page = [part for part in text.split("\n") if part.strip()], look.opener
    return [
        Paragraph(look, part, look.face("text"), page.intro, page.intro_paragraph if index else page.intro_before)
        for index, part in enumerate(parts)
    ]


def opener_pages(
    look: Style,
    title: str,
    summary: str,
    intro: str,
    area: Box,
    number: str = "",
    leaves: Sequence[Sequence[Block]] = (),
    pictures: Symbols | None = None,
    motif: Motif | None = None,
) -> list[Page]:
    """The opener of a section; an introduction that would crowd it has pages of its own.

    ``leaves`` are an introduction of blocks, page by page: the first of them is on the opener. ``pictures`` are the names of
    those below, where there is space; without them, ``motif`` is above the words or at the foot.
    """
    room = (area[3] - area[1]) * look.opener.full
    further = [page for leaf in leaves[1:] for page in text_pages(look, "", leaf, area)]
    opener = OpenerPage(
        look=look, title=title, summary=summary, intro=intro, number=number, pictures=pictures, motif=motif
    )
    for smaller in look.opener.image if leaves else ():
        opener = replace(opener, blocks=tuple(_shrunk(block, room * smaller) for block in leaves[0]))
        if opener.height(area) <= room:
            break
    if (not intro and not leaves) or opener.height(area) <= room:
        return [opener, *further]
    bare = replace(opener, intro="", blocks=())
    return [bare, *text_pages(look, "", leaves[0] if leaves else _writings(look, intro), area), *further]


def _shrunk(block: Block, most: float) -> Block:
    return replace(block, most=most) if isinstance(block, ImageBlock) else block
