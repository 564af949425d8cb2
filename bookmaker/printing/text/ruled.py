"""Ruled lines in running text, for a reader's own words."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bookmaker.printing.canvases.canvas import Canvas
from bookmaker.printing.canvases.ornaments import ruled_box
from bookmaker.printing.styles.style import Style
from bookmaker.printing.text.text_blocks import Whole


@dataclass(frozen=True, slots=True)
class Ruled(Whole):
    """So many lines across the measure, as far apart as on pages for notes."""

    look: Style
    count: int
    scale: float = 1.0
    before: float = 0.0
    keep_with_next: bool = False

    @property
    def _line(self) -> float:
        return self.look.notes.lines * self.scale

    def height(self, width: float) -> float:
        """Height in points."""
        return self.count * self._line

    def scaled(self, scale: float) -> Ruled:
        """The same, larger or smaller."""
        return replace(self, scale=self.scale * scale)

    def draw(self, canvas: Canvas, left: float, top: float, width: float) -> None:
        """Draw with the upper left corner at (left, top); the last line is the foot."""
        notes, gap = self.look.notes, self._line
        ruled_box(canvas, (left, top - (self.count + 0.5) * gap, left + width, top), gap, notes.width, notes.ink)
