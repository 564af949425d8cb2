"""Answers at the foot of a page of puzzles, small and upside down, as newspapers print them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bookmaker.printing.canvases.canvas import Box, Canvas, write
from bookmaker.printing.grids.grid_drawing import GridStyle, draw_grid
from bookmaker.printing.pages.labels import Slot
from bookmaker.printing.styles.style import Style
from bookmaker.printing.text.lines import break_lines


@dataclass(frozen=True, slots=True)
class Foot:
    """The answers of one page: grids with their numbers, or check lines.

    ``height`` in points is the same on all pages of a section, so that their puzzles have one size; ``cell`` is the side of a
    cell, and ``columns`` how many grids stand side by side.
    """

    look: Style
    height: float
    slots: tuple[Slot, ...] = ()
    lines: tuple[str, ...] = ()
    cell: float = 0.0
    columns: int = 1

    def above(self, area: Box) -> Box:
        """What is left of an area for the puzzles."""
        return area[0], area[1] + self.height, area[2], area[3]

    def draw(self, canvas: Canvas, area: Box) -> None:
        """Draw the answers at the foot of an area; whoever turns the book reads them from left to right."""
        left, bottom, right, _ = area
        look = self.look.foot
        top = bottom + self.height - look.above
        if look.rule:
            y = top + look.above / 2
            canvas.stroke([(left, y), (right, y)], look.rule)
        box = (left, bottom, right, top)
        canvas.turned(left + right, bottom + top, lambda turned: self._draw(turned, box))

    def _draw(self, canvas: Canvas, box: Box) -> None:
        look, size = self.look, label_size(self.look)
        left, _, right, top = box
        for index, line in enumerate(self.lines):
            y = top - size * (1 + index * look.foot.strip)
            write(canvas, (left + right) / 2, y, line, look.face("caption"), size, "centre")
        if not self.slots:
            return
        style = GridStyle.in_answers(look)
        side = self.cell * max(slot.picture.geometry.span for slot in self.slots)
        outer = side + style.fitted(self.cell).outline
        across = min(self.columns, len(self.slots))
        first = (left + right - across * outer - (across - 1) * look.foot.gap) / 2
        for index, slot in enumerate(self.slots):
            row, column = divmod(index, self.columns)
            x = first + column * (outer + look.foot.gap)
            y = top - row * (outer + size * look.foot.strip + look.foot.gap)
            canvas.text(x, y - size, slot.short, look.face("number"), size)
            own = self.cell * slot.picture.geometry.span
            inset = (outer - side) / 2
            below = y - size * look.foot.strip - inset - own
            draw_grid(canvas, slot.picture, x + inset, below, own, style)


def label_size(look: Style) -> float:
    """The type size of numbers and check lines."""
    return max(look.foot.label, look.type.least_word)


def grid_foot(look: Style, size: int, count: int, width: float) -> Foot:
    """The foot of pages with so many puzzles of ``size`` in an area of this width, without its answers.

    Cells are as large as the style's least digits of answers ask for. Where not one grid fits across, ``columns`` is 0.
    """
    style, foot = GridStyle.in_answers(look), look.foot
    needed = look.grid.least_answer_digit / style.digit_size(1.0)
    cell = max(foot.cell, needed)
    outer = cell * size + style.fitted(cell).outline
    columns = min(count, int((width + foot.gap) / (outer + foot.gap)))
    rows = -(-count // max(columns, 1))
    # Rows of one length look better than a full one above a short one.
    columns = -(-count // rows) if columns else 0
    height = rows * (outer + label_size(look) * foot.strip) + (rows - 1) * foot.gap + foot.above
    return Foot(look, height, cell=cell, columns=columns)


def line_feet(look: Style, pages: Sequence[Sequence[str]], width: float) -> list[Foot]:
    """The feet of pages with these check lines each, as many on a line as it has room for."""
    size, font = label_size(look), look.face("caption")
    broken = [tuple(break_lines(" ".join(lines), font, size, width)) for lines in pages]
    most = max(map(len, broken))
    height = size * (1 + (most - 1) * look.foot.strip) + size * (look.foot.strip - 1) + look.foot.above
    return [Foot(look, height, lines=lines) for lines in broken]


def with_answers(foot: Foot, slots: Sequence[Slot]) -> Foot:
    """A foot with the answers of a page."""
    return replace(foot, slots=tuple(slots))
