"""Running text: blocks one under another, dealt onto pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from bookmaker.typeset.canvas import Box, Canvas, write
from bookmaker.typeset.diagrams import Diagrams
from bookmaker.typeset.fonts import Role, face
from bookmaker.typeset.grids import GridPicture, GridStyle, draw_grid
from bookmaker.typeset.lines import LEADING, LEAST_SIZE, Word, clean, even_lines, shorten

_TOGETHER = 2
"""Lines of a paragraph that stay together at the foot and at the head of a page."""


@dataclass(frozen=True, slots=True)
class Writing:
    """A paragraph or heading; ``before`` is the space above it in points, dropped at the top of a page.

    ``lead`` is set bold before the text, as the name of what the paragraph is about. ``skip`` and ``take`` are the lines of
    it that stand here, where it is split over pages.
    """

    text: str
    role: Role = "text"
    size: float = 10.0
    before: float = 6.0
    keep_with_next: bool = False
    lead: str = ""
    skip: int = 0
    take: int | None = None

    def lines(self, width: float) -> list[list[Word]]:
        """The words of each line, broken to a width in points."""
        lines: list[list[Word]] = []
        lead = [(word, face("text-bold")) for word in clean(self.lead).split(" ") if word]
        for paragraph in clean(self.text).split("\n"):
            plain = [(word, face(self.role)) for word in paragraph.split(" ") if word]
            lines += even_lines([*lead, *plain], self.size, width)
            lead = []
        return lines[self.skip : None if self.take is None else self.skip + self.take]

    def height(self, width: float) -> float:
        """Height in points, without the space before."""
        return len(self.lines(width)) * self.size * LEADING

    def split(self, width: float, room: float, *, force: bool) -> tuple[Writing, Writing] | None:
        """The part that fits into ``room`` points and the rest, if both are long enough; if ``force``, whatever their length."""
        count = len(self.lines(width))
        fitting = int(room / (self.size * LEADING) + 1e-6)
        most = count - 1 if force else count - _TOGETHER
        taken = min(fitting, most)
        if taken < (1 if force else _TOGETHER):
            return None
        return replace(self, take=taken), replace(self, skip=self.skip + taken, before=0.0)

    def scaled(self, scale: float) -> Writing:
        """The same in larger or smaller type."""
        return replace(self, size=self.size * scale, before=self.before * scale)

    def fitted(self, width: float, height: float) -> Writing:
        """Itself: a paragraph too long for a page is split."""
        return self

    def draw(self, canvas: Canvas, left: float, top: float, width: float) -> None:
        """Draw with the upper left corner at (left, top)."""
        y = top - self.size * (LEADING + 1) / 2 + self.size * 0.15
        for line in self.lines(width):
            x = left
            for font, run in groupby(line, key=lambda word: word[1]):
                text = " ".join(word for word, _ in run)
                canvas.text(x, y, text, font, self.size)
                x += font.width(f"{text} ", self.size)
            y -= self.size * LEADING


def _legible(picture: GridPicture, cell: float, style: GridStyle) -> bool:
    return style.digit_size(cell) >= LEAST_SIZE and cell >= picture.least_cell(style, cell)


@dataclass(frozen=True, slots=True)
class Figures:
    """Grids side by side, or one under another where side by side their digits would be too small to print.

    Each has a caption below. ``most`` is the largest side of a grid in points.
    """

    pictures: tuple[tuple[GridPicture, str], ...]
    before: float = 13.0
    gap: float = 18.0
    caption_size: float = 8.5
    most: float = 150.0
    keep_with_next: bool = False

    def _plan(self, width: float) -> tuple[int, float]:
        # (Grids side by side, side of a grid.) The outline's outer half lies outside the side.
        style = GridStyle()
        count = len(self.pictures)
        for across in (count, 1):
            side = min(self.most, (width - (across - 1) * self.gap) / across - style.box)
            if all(_legible(picture, side / picture.geometry.size, style) for picture, _ in self.pictures):
                return across, side
        return count, min(self.most, (width - (count - 1) * self.gap) / count - style.box)

    def _strip(self) -> float:
        return 2.4 * self.caption_size

    def height(self, width: float) -> float:
        """Height in points, without the space before."""
        across, side = self._plan(width)
        rows = -(-len(self.pictures) // across)
        return rows * (side + GridStyle().box + self._strip())

    def split(self, width: float, room: float, *, force: bool) -> None:
        """Figures are not split."""

    def scaled(self, scale: float) -> Figures:
        """The same, larger or smaller."""
        return replace(self, before=self.before * scale, caption_size=self.caption_size * scale, most=self.most * scale)

    def fitted(self, width: float, height: float) -> Figures:
        """Smaller, if they are too high for a page."""
        figures = self
        while figures.height(width) > height and figures.most > 20:
            figures = replace(figures, most=figures.most - 2)
        return figures

    def draw(self, canvas: Canvas, left: float, top: float, width: float) -> None:
        """Draw with the upper left corner at (left, top), centred in the width."""
        across, side = self._plan(width)
        style = GridStyle()
        first = left + (width - across * side - (across - 1) * self.gap) / 2
        for index, (picture, caption) in enumerate(self.pictures):
            x = first + index % across * (side + self.gap)
            y = top - index // across * (side + style.box + self._strip()) - style.box / 2 - side
            draw_grid(canvas, picture, x, y, side, style)
            text = shorten(caption, face("label"), self.caption_size, side + style.box)
            baseline = y - style.box / 2 - 1.55 * self.caption_size
            write(canvas, x + side / 2, baseline, text, face("label"), self.caption_size, "centre")


Block = Writing | Figures | Diagrams


def flow(blocks: Sequence[Block], width: float, height: float, first: float | None = None) -> list[list[Block]]:
    """Deal blocks onto pages of ``height`` (the first one of ``first``) points.

    A heading stays with the block after it; a paragraph is split so that no line of it stands alone, or goes over whole.
    """
    pages: list[list[Block]] = [[]]
    room = height if first is None else first
    waiting: list[Block] = [block.fitted(width, height) for block in blocks]
    while waiting:
        block = waiting.pop(0)
        empty = not pages[-1]
        before = 0.0 if empty else block.before
        need = before + block.height(width)
        # A heading goes over with the block after it, unless a page of their own cannot hold both either.
        follower = waiting[0] if block.keep_with_next and waiting else None
        together = need
        if follower is not None:
            least = follower.height(width)
            if isinstance(follower, Writing):
                least = min(least, _TOGETHER * follower.size * LEADING)
            together += follower.before + least
        if together <= room + 1e-6 or (empty and need <= room + 1e-6 and room == height):
            pages[-1].append(block)
            room -= need
            continue
        parts = None if follower is not None else block.split(width, room - before, force=False)
        if parts is None and empty and room == height:
            parts = block.split(width, room, force=True)
            if parts is None:
                pages[-1].append(block)
                room = 0.0
                continue
        if parts is not None:
            pages[-1].append(parts[0])
            waiting.insert(0, parts[1])
        else:
            waiting.insert(0, block)
        pages.append([])
        room = height
    return pages


def draw_blocks(canvas: Canvas, blocks: Sequence[Block], area: Box) -> None:
    """Draw the blocks of one page downwards from the top of an area."""
    left, _, right, top = area
    for index, block in enumerate(blocks):
        top -= block.before if index else 0.0
        block.draw(canvas, left, top, right - left)
        top -= block.height(right - left)
