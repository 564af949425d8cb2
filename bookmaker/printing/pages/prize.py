"""The page of a prize puzzle: its title in white on black, the prize beside the grid, a coupon to cut out below it."""

from __future__ import annotations

from dataclasses import dataclass

from bookmaker.base.units import MM
from bookmaker.printing.canvases.canvas import Box, Canvas, Point
from bookmaker.printing.canvases.strokes import corners, dashes
from bookmaker.printing.grids.grid_drawing import draw_grid
from bookmaker.printing.grids.symbols import picture as picture_of
from bookmaker.printing.pages.labels import Labels
from bookmaker.printing.pages.page_kinds import GridsPage
from bookmaker.printing.styles.fonts import pictures
from bookmaker.printing.text.flow import draw_blocks
from bookmaker.printing.text.lines import capitals, fitted_title, shorten
from bookmaker.printing.text.text_blocks import Block

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
        canvas.glyphs([(left + _GAP, top - cut.scissors * 0.4, picture_of("scissors"))], pictures(), cut.scissors)
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
