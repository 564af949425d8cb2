"""Pages of a child's book: how to play in four pictures, for those who cannot read yet."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bookmaker.printing.canvases.canvas import Box, Canvas, write
from bookmaker.printing.canvases.ornaments import rounded
from bookmaker.printing.canvases.strokes import circle
from bookmaker.printing.grids.grid_drawing import GridPicture, GridStyle, draw_grid
from bookmaker.printing.grids.symbols import Symbols
from bookmaker.printing.pages.page_kinds import Page, draw_title, title_height
from bookmaker.printing.styles.style import Style
from bookmaker.printing.text.flow import draw_blocks
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
