"""The page that rewards who has solved the book: a certificate to fill in, with a mascot or the motif of the book."""

from __future__ import annotations

from dataclasses import dataclass

from bookmaker.printing.canvases.canvas import Box, Canvas, write
from bookmaker.printing.canvases.ornaments import rounded
from bookmaker.printing.canvases.recorder import RecordingCanvas
from bookmaker.printing.grids.symbols import picture
from bookmaker.printing.pages.motifs import MASCOT, Motif, draw_shape
from bookmaker.printing.pages.ornament import bordered, draw_pattern
from bookmaker.printing.pages.page_kinds import Page
from bookmaker.printing.styles.fonts import Face, Role, pictures
from bookmaker.printing.text.lines import balance_lines, fitted_title

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
