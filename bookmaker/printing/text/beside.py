"""Words beside a picture: how a technique is shown where the page is wide enough for both."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bookmaker.printing.canvases.canvas import Canvas
from bookmaker.printing.styles.style import Style
from bookmaker.printing.text.diagrams import Diagrams
from bookmaker.printing.text.text_blocks import Whole, Writing


@dataclass(frozen=True, slots=True)
class Beside(Whole):
    """Paragraphs on the left, and a row of one diagram on the right of them, their tops level.

    Where this is too high for a page, the words stand above the picture instead.
    """

    look: Style
    words: tuple[Writing, ...]
    picture: Diagrams
    before: float
    keep_with_next: bool = False

    def _side(self, width: float) -> float:
        return self.picture.across_room(width)

    def _measure(self, width: float) -> float:
        return width - self._side(width) - self.look.diagrams.gap

    def _words_height(self, width: float) -> float:
        measure = self._measure(width)
        return sum(one.height(measure) + (one.before if index else 0.0) for index, one in enumerate(self.words))

    def height(self, width: float) -> float:
        """Height in points, without the space before."""
        return max(self._words_height(width), self.picture.height(self._side(width)))

    def scaled(self, scale: float) -> Beside:
        """The same, larger or smaller."""
        words = tuple(one.scaled(scale) for one in self.words)
        return replace(self, words=words, picture=self.picture.scaled(scale), before=self.before * scale)

    def draw(self, canvas: Canvas, left: float, top: float, width: float) -> None:
        """Draw with the upper left corner at (left, top)."""
        side, measure, y = self._side(width), self._measure(width), top
        self.picture.draw(canvas, left + width - side, top, side)
        for index, one in enumerate(self.words):
            y -= one.before if index else 0.0
            one.draw(canvas, left, y, measure)
            y -= one.height(measure)
