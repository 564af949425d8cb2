"""Running text: lines of words, blocks one under another, pages of blocks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bookmaker.typeset.canvas import Box, Canvas, write
from bookmaker.typeset.fonts import Face, Role, face
from bookmaker.typeset.grids import GridPicture, GridStyle, draw_grid

LEADING = 1.4
"""Line distance as a multiple of the type size."""


def break_lines(text: str, font: Face, size: float, width: float) -> list[str]:
    """Break at spaces, first fit; a word wider than the measure stands alone. No-break spaces hold words together."""
    lines: list[str] = []
    current = ""
    for word in text.split(" "):
        wider = f"{current} {word}" if current else word
        if current and font.width(wider, size) > width:
            lines.append(current)
            current = word
        else:
            current = wider
    return [*lines, current] if current else lines


@dataclass(frozen=True, slots=True)
class Writing:
    """A paragraph or heading; ``before`` is the space above it in points, dropped at the top of a page."""

    text: str
    role: Role = "text"
    size: float = 10.0
    before: float = 6.0
    keep_with_next: bool = False

    def lines(self, width: float) -> list[str]:
        """The text broken to a width in points."""
        return break_lines(self.text, face(self.role), self.size, width)

    def height(self, width: float) -> float:
        """Height in points, without the space before."""
        return len(self.lines(width)) * self.size * LEADING

    def draw(self, canvas: Canvas, left: float, top: float, width: float) -> None:
        """Draw with the upper left corner at (left, top)."""
        y = top - self.size * (LEADING + 1) / 2 + self.size * 0.15
        for line in self.lines(width):
            canvas.text(left, y, line, face(self.role), self.size)
            y -= self.size * LEADING


@dataclass(frozen=True, slots=True)
class Figures:
    """Grids side by side, each with a caption below."""

    pictures: tuple[tuple[GridPicture, str], ...]
    before: float = 10.0
    gap: float = 18.0
    caption_size: float = 8.5
    most: float = 150.0
    keep_with_next: bool = False

    def _side(self, width: float) -> float:
        count = len(self.pictures)
        return min(self.most, (width - (count - 1) * self.gap) / count)

    def height(self, width: float) -> float:
        """Height in points, without the space before."""
        return self._side(width) + 2.2 * self.caption_size

    def draw(self, canvas: Canvas, left: float, top: float, width: float) -> None:
        """Draw with the upper left corner at (left, top), centred in the width."""
        side = self._side(width)
        count = len(self.pictures)
        x = left + (width - count * side - (count - 1) * self.gap) / 2
        for picture, caption in self.pictures:
            draw_grid(canvas, picture, x, top - side, side, GridStyle())
            y = top - side - 1.7 * self.caption_size
            write(canvas, x + side / 2, y, caption, face("label"), self.caption_size, "centre")
            x += side + self.gap


Block = Writing | Figures


def flow(blocks: Sequence[Block], width: float, height: float) -> list[list[Block]]:
    """Deal blocks onto pages of this size; a heading stays with the block after it. Long paragraphs are not split."""
    pages: list[list[Block]] = [[]]
    used = 0.0
    for index, block in enumerate(blocks):
        need = block.height(width) + (block.before if pages[-1] else 0.0)
        if block.keep_with_next and index + 1 < len(blocks):
            need += blocks[index + 1].before + blocks[index + 1].height(width)
        if pages[-1] and used + need > height:
            pages.append([])
            used = 0.0
        used += block.height(width) + (block.before if pages[-1] else 0.0)
        pages[-1].append(block)
    return pages


def draw_blocks(canvas: Canvas, blocks: Sequence[Block], area: Box) -> None:
    """Draw the blocks of one page downwards from the top of an area."""
    left, _, right, top = area
    for index, block in enumerate(blocks):
        top -= block.before if index else 0.0
        block.draw(canvas, left, top, right - left)
        top -= block.height(right - left)
