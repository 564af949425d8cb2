"""Pages of a child's book, and pages with a reward: the certificate for who has solved the book, and a prize puzzle.

A child's book says how to play in four pictures, for those who cannot read yet.

The certificate is filled in, with a mascot or the motif of the book. A prize puzzle has its title in white on black, the prize
beside the grid, and a coupon to cut out below it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from bookmaker.base.units import MM
from bookmaker.printing.canvases.canvas import Box, Canvas, Point, write
from bookmaker.printing.canvases.recorder import RecordingCanvas
from bookmaker.printing.canvases.strokes import circle, corners, dashes, rounded
from bookmaker.printing.grids.grid_drawing import GridPicture, GridStyle, draw_grid
from bookmaker.printing.grids.symbols import Symbols, picture
from bookmaker.printing.pages.labels import Labels
from bookmaker.printing.pages.ornament import MASCOT, Motif, bordered, draw_pattern, draw_shape
from bookmaker.printing.pages.page_kinds import GridsPage, Page, draw_title, title_height
from bookmaker.printing.styles.fonts import Face, Role, pictures
from bookmaker.printing.styles.style import Style
from bookmaker.printing.text.flow import draw_blocks
from bookmaker.printing.text.lines import balance_lines, capitals, fitted_title, shorten
from bookmaker.printing.text.text_blocks import Block
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.grid.marks import Mark

_ACROSS = 2
"""Cards side by side: four of them fill a page."""


@dataclass(frozen=True, slots=True)
class Card:
    """A grid with a caption; ``asked``, ``right`` and ``wrong`` are cells: with a question mark, with a ring, barred."""

    picture: GridPicture
    caption: str
    asked: int | None = None
    right: int | None = None
    wrong: int | None = None


def cards_of(ground: Geometry, symbols: Symbols, captions: tuple[str, str, str, str]) -> tuple[Card, ...]:
    """The four cards of a square grid with boxes: who is missing in a row, who it is, a column, a box.

    The grid is made here, by shifting each row: it is nobody's puzzle.
    """
    size, (high, wide) = ground.size, ground.box
    full = [(wide * (row % high) + row // high + column) % size + 1 for row in range(size) for column in range(size)]
    top, side = [*range(size)], [*range(0, size * size, size)]
    box = [row * size + column for row in range(high) for column in range(size - wide, size)]
    symbols = replace(symbols, row="none", word="")

    def shown(cells: list[int], lit: list[int], changed: dict[int, int] | None = None) -> GridPicture:
        digits = bytes((changed or {}).get(cell, full[cell] if cell in cells else 0) for cell in range(size * size))
        return GridPicture(ground, digits, marks=(Mark("shade", tuple(lit)),), symbols=symbols)

    others, last = [cell for cell in side if cell != side[1]], size * size - 1
    gap, right = box[0] - 1 if wide < size else 1, box[-1]
    wrong = box[-2]
    row, column, boxed, closed = captions
    return (
        Card(shown([*top[:gap], *top[gap + 1 :], *others[1:], last], top), row, asked=gap),
        Card(shown([*top, *others[1:], last], top), column, right=gap),
        Card(shown([*top, *side, last], side), boxed, right=side[1]),
        Card(shown([*top, *box, *others[1:], last], box, {wrong: full[box[0]]}), closed, right=right, wrong=wrong),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsPage(Page):
    """How to play on one page: a title, four cards in the order in which they are read, ``blocks`` for who reads aloud."""

    title: str
    cards: tuple[Card, ...]
    blocks: tuple[Block, ...] = ()

    def cell(self, area: Box) -> float:
        """The side in points of the cells of the cards in an area; too little room makes it small, or negative."""
        return self._side(area) / max(card.picture.geometry.span for card in self.cards)

    def draw(self, canvas: Canvas, area: Box) -> None:
        """Draw the cards in rows of two, and the words below them."""
        look, cards = self.look, self.look.cards
        left, bottom, right, top = draw_title(canvas, look, self.title, area)
        side = self._side(area)
        wide, high = (right - left - cards.gap) / _ACROSS, side + 2 * cards.pad + self._caption
        for index, card in enumerate(self.cards):
            row, column = divmod(index, _ACROSS)
            x, y = left + column * (wide + cards.gap), top - row * (high + cards.gap)
            half = cards.line / 2
            edges = (x + half, y - high + half, x + wide - half, y - half)
            canvas.stroke(rounded(edges, cards.corner), cards.line, closed=True)
            for dot in range(index + 1):
                place = x + cards.pad / 2 + cards.dot, y - cards.pad - (2 * dot + 1) * 1.6 * cards.dot
                canvas.shape(circle(*place, cards.dot), 1.0)
            self._draw_card(canvas, card, x + wide / 2, y - cards.pad, side)
        rows = -(-len(self.cards) // _ACROSS)
        draw_blocks(canvas, self.blocks, (left, bottom, right, top - rows * (high + cards.gap)))

    def _draw_card(self, canvas: Canvas, card: Card, middle: float, top: float, side: float) -> None:
        look, cards = self.look, self.look.cards
        style, ground = GridStyle.in_text(look), card.picture.geometry
        cell, left = side / ground.span, middle - side / 2
        draw_grid(canvas, card.picture, left, top - side, side, style)
        for index, ringed in ((card.right, True), (card.wrong, True), (card.asked, False)):
            if index is None:
                continue
            row, column = ground.spot(index)
            x, y = left + (column + 0.5) * cell, top - (row + 0.5) * cell
            reach, line = cards.ring * cell, cards.ring_line * cell
            if ringed:
                canvas.stroke(circle(x, y, reach), line, closed=True)
            else:
                face, size = look.face("title"), cards.asked * cell
                write(canvas, x, y - face.cap_height / face.units * size / 2, "?", face, size, "centre")
            if index == card.wrong:
                # White paper beside the bar: a picture may be as black as it.
                slant = (reach - line / 2) * 0.5**0.5
                for width, ink in ((3 * line, 0.0), (line, 1.0)):
                    canvas.stroke([(x - slant, y - slant), (x + slant, y + slant)], width, ink=ink)
        size, face = cards.caption, look.face("text_bold")
        size *= min(1.0, (side + 2 * cards.pad) / face.width(card.caption, size))
        write(canvas, middle, top - side - cards.pad - 0.75 * size, card.caption, face, size, "centre")

    @property
    def _caption(self) -> float:
        """The height that captions take, with the space around them."""
        return self.look.cards.pad + self.look.cards.caption * self.look.type.title_leading

    def _side(self, area: Box) -> float:
        look, cards = self.look, self.look.cards
        width, height = area[2] - area[0], area[3] - area[1]
        rows = -(-len(self.cards) // _ACROSS)
        words = sum(block.height(width) + block.before for block in self.blocks)
        left = height - title_height(look, self.title, width, height) - words - rows * cards.gap
        across = (width - cards.gap) / _ACROSS - 2 * cards.pad - 4 * cards.dot
        return min(across, left / rows - 2 * cards.pad - self._caption)


def readable(look: Style, page: CardsPage, area: Box) -> bool:
    """Whether the cells of a page of cards are large enough for its symbols."""
    least = look.symbols.least_picture if page.cards[0].picture.symbols.drawn else look.grid.least_digit
    return page.cell(area) >= max(least / min(look.symbols.picture, look.grid.digit), look.cards.cell)


_SHRINKS = tuple(0.94**step for step in range(20))
"""Scales that are tried, the first of them at which all has room above the pictures in the lower corners."""

CORNERS = ("big-star", "balloon", "rocket", "cup")
"""The pictures in the corners: top left, top right, bottom left, bottom right."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RewardPage(Page):
    """A framed page: mascot, ``title``, a line for the name, the achievement, the book, and lines for date and signature.

    A style without such pictures has ``motif`` in place of the mascot. ``hero`` is a picture, with its font, beside the mascot.
    """

    title: str
    name: str
    words: str
    book: str
    date: str
    signed: str
    motif: Motif | None = None
    hero: tuple[str, Face] | None = None

    def draw(self, canvas: Canvas, area: Box) -> None:
        """Draw the page, all of it smaller where the page is small."""
        page = self.look.reward
        if self.look.ornament.border and self.motif is not None:
            area = bordered(canvas, self.motif, self.look, area)
        else:
            self._frame(canvas, area)
        lowest = area[1] + 3 * page.inside + page.frame + page.ornament * (area[3] - area[1])
        shrink = next((s for s in _SHRINKS if self._body(RecordingCanvas(), area, s) >= lowest), _SHRINKS[-1])
        self._body(canvas, area, shrink)

    def _body(self, canvas: Canvas, area: Box, shrink: float) -> float:
        """Draw the content of the frame; the foot of the words under the last line."""
        look, page = self.look, self.look.reward
        left, bottom, right, top = area
        width, height = right - left, top - bottom
        middle, scale = (left + right) / 2, look.scale_for(width) * shrink

        def sized(size: float) -> float:
            return max(look.type.least_word, size * scale)

        measure, gap = page.measure * (width - 2 * page.inside), page.gap * height * shrink
        side = page.mascot * height * shrink
        y = top - page.top * height - side
        if page.pictures:
            shown = [(picture(MASCOT), pictures()), *([self.hero] if self.hero else [])]
            for index, (text, face) in enumerate(shown):
                canvas.glyphs([(middle + (index - len(shown) / 2) * side, y, text)], face, side)
        elif self.motif is not None:
            draw_pattern(canvas, self.motif, look, middle - side / 2, y, side)
        size, lines = fitted_title(self.title, look, sized(page.title), measure, height * page.mascot)
        y = self._lines(canvas, lines, "title", size, middle, y - gap)
        y = self._blank(canvas, self.name, (middle - measure / 2, middle + measure / 2), y - 2 * gap, sized(page.label))
        size = sized(page.text)
        y = self._lines(
            canvas, balance_lines(self.words, look.face("text"), size, measure), "text", size, middle, y - gap
        )
        size, lines = fitted_title(self.book, look, size, measure, height * page.mascot)
        y = self._lines(canvas, lines, "title", size, middle, y - gap / 3)
        half, label = measure / 2 - gap / 2, sized(page.label)
        foot = min(
            bottom + 3 * page.inside + page.frame + (page.ornament + page.gap) * height + 1.5 * label, y - 2 * gap
        )
        self._blank(canvas, self.date, (middle - measure / 2, middle - measure / 2 + half), foot, label)
        return self._blank(canvas, self.signed, (middle + measure / 2 - half, middle + measure / 2), foot, label)

    def _frame(self, canvas: Canvas, area: Box) -> None:
        page = self.look.reward
        left, bottom, right, top = area
        for inset, width in ((page.frame / 2, page.frame), (page.inside + page.frame, page.frame / 3)):
            box = (left + inset, bottom + inset, right - inset, top - inset)
            outline = rounded(box, max(page.corner - inset, 0.0))
            canvas.stroke(outline, max(width, self.look.grid.thin), closed=True)
        side, inset = page.ornament * (top - bottom), 3 * page.inside + page.frame
        places = [
            (left + inset, top - inset - side),
            (right - inset - side, top - inset - side),
            (left + inset, bottom + inset),
            (right - inset - side, bottom + inset),
        ]
        if page.pictures:
            placed = [(x, y, picture(name)) for (x, y), name in zip(places, CORNERS, strict=True)]
            canvas.glyphs(placed, pictures(), side)
        elif page.corner_shape:
            high = page.corner_shape * (top - bottom)
            for x in (left + inset + high / 2, right - inset - high / 2):
                for y in (bottom + inset + high / 2, top - inset - high / 2):
                    draw_shape(canvas, self.look.motifs, x, y, high)

    def _lines(self, canvas: Canvas, lines: list[str], role: Role, size: float, x: float, y: float) -> float:
        """Centred lines under ``y``; where the last of them ends."""
        look = self.look
        leading = look.type.title_leading if role == "title" else look.type.leading
        for line in lines:
            y -= size * leading
            write(canvas, x, y + size * (leading - 1) / 2, line, look.face(role), size, "centre")
        return y

    def _blank(self, canvas: Canvas, label: str, ends: tuple[float, float], y: float, size: float) -> float:
        """A line to write on at ``y`` with its label below; where that ends."""
        page = self.look.reward
        canvas.stroke([(ends[0], y), (ends[1], y)], page.line)
        face = self.look.face("caption")
        write(canvas, sum(ends) / 2, y - 1.3 * size, label, face, size, "centre")
        return y - 1.5 * size


_BAND, _GAP = 0.075, 14.0
"""Height of the band at the head, as a share of the page's; points between the parts of the page."""
_BOX, _LINE = 9 * MM, 8 * MM
"""The side of a box of the coupon, and the distance of its lines."""
_APART = 3.0
"""Points between two boxes: if they touched they would be read as a grid."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizePage(GridsPage):
    """A puzzle with its prize. ``heading`` is in the band at the head, ``blocks`` are beside the grid.

    ``closing``: the words above the closing date, and the date. ``coupon``: the words above its boxes, and the names of its
    lines; empty for none.
    """

    heading: str
    blocks: tuple[Block, ...]
    closing: tuple[str, str] | None = None
    coupon: tuple[str, ...] = ()

    def _parts(self, area: Box) -> tuple[Box, float, float]:
        """The part of an area below the band and above the coupon, the side of the grid, and the width beside it."""
        left, bottom, right, top = area
        top -= (top - bottom) * _BAND + _GAP
        bottom += self._coupon_height + _GAP if self.coupon else 0.0
        ground, layout = self.slots[0].picture.geometry, self.layout
        beside = max((right - left) * 0.3, 34 * MM)
        high = top - bottom - layout.label - layout.note
        side = min(right - left - beside - _GAP, high) // ground.span * ground.span
        return (left, bottom, right, top), side, right - left - side - _GAP

    @property
    def _coupon_height(self) -> float:
        return 3.2 * _LINE + 2 * _GAP

    def fits(self, area: Box) -> bool:
        """Whether the words beside the grid have room there, and the grid as much as the style's least digits need."""
        (_, bottom, _, top), side, wide = self._parts(area)
        span = self.slots[0].picture.geometry.span
        used = sum(block.height(wide) + block.before for block in self.blocks) + (self._date if self.closing else 0.0)
        return used <= top - bottom and self.layout.style.digit_size(side / span) >= self.look.grid.least_digit

    @property
    def _date(self) -> float:
        """The height of the closing date with its heading."""
        return 4.2 * self.look.writing.heading

    def draw(self, canvas: Canvas, area: Box) -> None:
        """Draw the band, the grid with its words, the prize beside it, and the coupon."""
        look, layout, slot = self.look, self.layout, self.slots[0]
        self._draw_band(canvas, area)
        (left, bottom, right, top), side, wide = self._parts(area)
        ground = slot.picture.geometry
        line = layout.style.fitted(side / ground.span).outline
        edge = side * ground.frame / ground.span
        labels = Labels.of(look, layout, self.slots, [side - 2 * edge])
        head = top - layout.label
        labels.draw(canvas, slot, (left + edge, head, left + side - edge), (left, bottom, left + side, top))
        draw_grid(canvas, slot.picture, left + line / 2, head - side + line / 2, side - line, layout.style)
        labels.draw_note(canvas, slot, (left + edge, head - side, left + side - edge), (left, bottom, left + side, top))
        beside = (right - wide, bottom, right, top)
        draw_blocks(canvas, self.blocks, beside)
        if self.closing is not None:
            unit, face = look.writing.heading, look.face("heading")
            y = top - sum(block.height(wide) + block.before for block in self.blocks) - 2.4 * unit
            name, date = self.closing
            canvas.text(beside[0], y, shorten(name, face, unit, wide), face, unit)
            size, lines = fitted_title(date, look, 1.6 * unit, wide, 2 * unit)
            canvas.text(beside[0], y - 1.8 * unit, " ".join(lines), look.face("title"), size)
        if self.coupon:
            self._draw_coupon(canvas, (left, bottom - _GAP - self._coupon_height, right, bottom - _GAP), ground.size)

    def _draw_band(self, canvas: Canvas, area: Box) -> None:
        left, bottom, right, top = area
        high = (top - bottom) * _BAND
        canvas.fill((left, top - high, right, top), 1.0)
        face = self.look.face("title")
        size = min(high * 0.5, (right - left - high) / max(face.width(self.heading, 1.0), 1e-6))
        y = top - high / 2 - face.cap_height / face.units * size / 2
        canvas.text(left + high / 2, y, self.heading, face, size, 0.0)

    def _draw_coupon(self, canvas: Canvas, box: Box, size: int) -> None:
        """Draw a dashed frame with boxes for the digits of a row and lines for a name and a place."""
        look, (left, _, right, top) = self.look, box
        cut = look.cut_lines
        path: list[Point] = corners(box)
        for side in zip(path, [*path[1:], path[0]], strict=True):
            for one in dashes([*side], cut.dash, cut.dash):
                canvas.stroke(one, cut.width, ink=cut.ink)
        canvas.glyphs([(left + _GAP, top - cut.scissors * 0.4, picture("scissors"))], pictures(), cut.scissors)
        head, *names = self.coupon
        face, bold = look.face("caption"), look.face("caption_bold")
        points = max(look.type.least_word, look.puzzle_foot.size)
        middle = left + (right - left) * 0.55
        x, y = left + _GAP, top - _GAP - points
        canvas.text(x, y, capitals(head), bold, points)
        wide = min(_BOX, (middle - 2 * _GAP - left) / size - _APART)
        for index in range(size):
            at = x + index * (wide + _APART)
            canvas.stroke(corners((at, y - points - wide, at + wide, y - points)), look.grid.thin, closed=True)
        start = middle + max((face.width(name, points) for name in names), default=0.0) + points
        for index, name in enumerate(names):
            y = top - _GAP - (index + 0.9) * _LINE
            canvas.text(middle, y, name, face, points)
            canvas.stroke([(start, y - 1.5), (right - _GAP, y - 1.5)], look.name_line.width, ink=look.name_line.ink)
