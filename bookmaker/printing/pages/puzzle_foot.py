"""The foot of a puzzle: facts of this one, where to look, a line for the time, in fields on one rule below its grid.

Where a page has less room there are fewer lines; where it has none the first field that fits stands beside the note below it.
Grids never give way to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bookmaker.printing.canvases.canvas import Box, Canvas, spaced
from bookmaker.printing.styles.style import Style
from bookmaker.printing.text.lines import break_lines, capitals, shorten


@dataclass(frozen=True, slots=True)
class Field:
    """A field: its heading and its lines. ``written``: below the heading is a line to write on."""

    heading: str
    lines: tuple[str, ...] = ()
    written: bool = False


@dataclass(frozen=True, slots=True)
class FootSizes:
    """The measures of the feet of one page in points: those of the style, larger where words around grids are."""

    look: Style
    scale: float = 1.0

    @property
    def text(self) -> float:
        """The type size of lines."""
        return max(self.look.type.least_word, self.look.puzzle_foot.size * self.scale)

    @property
    def heading(self) -> float:
        """The type size of headings."""
        return max(self.look.type.least_word, self.look.puzzle_foot.heading * self.scale)

    @property
    def line(self) -> float:
        """The line distance."""
        return self.text * self.look.puzzle_foot.leading

    def height(self, lines: int) -> float:
        """The height of a foot with so many lines under its headings, with the space above it; 0 without any."""
        return self.look.puzzle_foot.gap + self.heading * 2.4 + lines * self.line if lines else 0.0

    def lines_in(self, room: float) -> int:
        """How many lines a foot has in so much room: 0 where it has none for two."""
        foot = self.look.puzzle_foot
        return next((lines for lines in range(foot.lines, 1, -1) if self.height(lines) <= room), 0)

    def columns(self, fields: Sequence[Field], width: float) -> tuple[Field, ...]:
        """The fields that have room side by side, the first ones first."""
        return tuple(fields[: max(1, int(width / (self.look.puzzle_foot.column * self.text)))])

    def draw(self, canvas: Canvas, fields: Sequence[Field], box: Box, lines: int) -> None:
        """Draw the fields at the top of a box."""
        foot = self.look.puzzle_foot
        left, _, right, top = box
        shown = self.columns(fields, right - left)
        if not shown:
            return
        y = top - foot.gap
        if foot.rule:
            canvas.stroke([(left, y), (right, y)], foot.rule)
        gap = 1.6 * self.text
        wide = (right - left + gap) / len(shown)
        end = y - self.heading * 2.4 - (lines - 0.7) * self.line
        for index, field in enumerate(shown):
            x = left + index * wide
            if index and foot.rule:
                canvas.stroke([(x - gap / 2, y - self.heading * 0.7), (x - gap / 2, end)], foot.rule, ink=0.5)
            self.draw_field(canvas, field, (x, end, x + wide - gap, y - self.heading * 0.6), lines)

    def draw_field(self, canvas: Canvas, field: Field, box: Box, most: int) -> float:
        """Draw a field of at most so many lines at the top of a box; where its last line ends."""
        look = self.look
        left, _, right, top = box
        face, y = look.face("caption_bold"), top - self.heading
        head = capitals(field.heading) if look.puzzle_foot.caps else field.heading
        head = shorten(head, face, self.heading * (1 + look.puzzle_foot.tracking), right - left)
        spaced(canvas, left, y, head, face, self.heading, look.puzzle_foot.tracking, "left")
        if field.written:
            most -= 1
            y -= self.line * 1.15
            canvas.stroke([(left, y), (right, y)], look.name_line.width, ink=look.name_line.ink)
        for text in self.broken(field, right - left)[:most]:
            y -= self.line
            canvas.text(left, y, text, look.face("caption"), self.text)
        return y

    def broken(self, field: Field, width: float) -> list[str]:
        """The lines of a field as it is set in columns of a width."""
        face = self.look.face("caption")
        return [part for line in field.lines for part in break_lines(line, face, self.text, width)]

    def draw_one(self, canvas: Canvas, fields: Sequence[Field], edge: tuple[float, float, float], size: float) -> None:
        """Draw the first field that has room on one line of type of a size, which starts at ``edge``: left, baseline, right."""
        left, y, right = edge
        look = self.look
        bold, face, gap = look.face("caption_bold"), look.face("caption"), size / 3
        for field in fields:
            start = left + bold.width(field.heading, size) + gap
            line = max((x for x in field.lines if start + face.width(x, size) <= right), key=len, default="")
            if field.written and start + _LEAST_LINE * size <= right:
                stop = min(right, start + 2 * _LEAST_LINE * size)
                canvas.stroke([(start, y - size * 0.2), (stop, y - size * 0.2)], look.name_line.width, ink=0.5)
            elif field.written or not line:
                continue
            canvas.text(left, y, field.heading, bold, size)
            if not field.written:
                canvas.text(start, y, line, face, size)
            return


_LEAST_LINE = 4.0
"""The shortest line to write a time on, in em."""
