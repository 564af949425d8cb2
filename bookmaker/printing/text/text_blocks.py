"""Blocks of running text: paragraphs, grids in the text, text upside down, ruled lines for a reader's own words."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Protocol, Self

from bookmaker.printing.canvases.canvas import Canvas, write
from bookmaker.printing.canvases.strokes import ruled_box
from bookmaker.printing.grids.grid_drawing import GridPicture, GridStyle, draw_grid, legible_in_text
from bookmaker.printing.styles.fonts import Face
from bookmaker.printing.styles.style import Style
from bookmaker.printing.text.lines import Word, clean, even_lines, hyphens_for, shorten
from bookmaker.puzzles.grid.geometry import Geometry


class UnsplitBlock:
    """The base of blocks that are never split; one that can be made smaller for a low page overrides :meth:`fitted`."""

    __slots__ = ()

    def split(self, width: float, room: float, *, force: bool) -> None:
        """It is not split."""

    def fitted(self, width: float, height: float) -> Self:
        """Itself."""
        return self


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph or heading; ``before`` is the space above it in points, dropped at the top of a page.

    ``lead`` is set bold before the text, as the subject of the paragraph. ``skip`` and ``take`` are the lines of
    it that are here, where it is split over pages.
    """

    style: Style
    text: str
    face: Face
    size: float
    before: float
    keep_with_next: bool = False
    lead: str = ""
    skip: int = 0
    take: int | None = None
    _broken: dict[float, list[list[Word]]] = field(default_factory=dict, init=False, repr=False, compare=False)

    def lines(self, width: float) -> list[list[Word]]:
        """The words of each line, broken to a width in points."""
        if width not in self._broken:
            self._broken[width] = self._lines(width)
        return self._broken[width][self.skip : None if self.take is None else self.skip + self.take]

    def _lines(self, width: float) -> list[list[Word]]:
        lines: list[list[Word]] = []
        hyphens = None if self.keep_with_next else hyphens_for(self.style, self.size, width)
        lead = [(word, self.style.face("text_bold")) for word in clean(self.lead).split(" ") if word]
        for paragraph in clean(self.text).split("\n"):
            plain = [(word, self.face) for word in paragraph.split(" ") if word]
            lines += even_lines([*lead, *plain], self.size, width, self.style.type.scrap, hyphens)
            lead = []
        return lines

    @property
    def line(self) -> float:
        """Line distance in points."""
        return self.size * self.style.type.leading

    @property
    def together(self) -> int:
        """Lines that stay together at the foot and at the head of a page."""
        return self.style.type.together

    def height(self, width: float) -> float:
        """Height in points, without the space before."""
        return len(self.lines(width)) * self.line

    def split(self, width: float, room: float, *, force: bool) -> tuple[Paragraph, Paragraph] | None:
        """The part that fits into ``room`` points and the rest, if both are long enough; if ``force``, whatever their length."""
        count = len(self.lines(width))
        fitting = int(room / self.line + 1e-6)
        most = count - 1 if force else count - self.together
        fitted = min(fitting, most)
        if fitted < (1 if force else self.together):
            return None
        return replace(self, take=fitted), replace(self, skip=self.skip + fitted, before=0.0)

    def scaled(self, scale: float) -> Paragraph:
        """The same in larger or smaller type, none of it below the style's floor."""
        return replace(self, size=max(self.style.type.least_word, self.size * scale), before=self.before * scale)

    def fitted(self, width: float, height: float) -> Paragraph:
        """Itself: a paragraph too long for a page is split."""
        return self

    def draw(self, canvas: Canvas, left: float, top: float, width: float) -> None:
        """Draw with the upper left corner at (left, top)."""
        y = top - self.size * (self.style.type.leading + 1) / 2 + self.size * 0.15
        for line in self.lines(width):
            x = left
            for font, run in groupby(line, key=lambda word: word[1]):
                text = " ".join(word for word, _ in run)
                canvas.text(x, y, text, font, self.size)
                x += font.width(f"{text} ", self.size)
            y -= self.line


def text_of(style: Style, text: str, lead: str = "") -> Paragraph:
    """A paragraph of running text, as a style sets it."""
    return Paragraph(style, text, style.face("text"), style.writing.size, style.writing.before, lead=lead)


def heading_of(style: Style, text: str) -> Paragraph:
    """A heading inside a text, which stays with the block after it."""
    sizes = style.writing
    return Paragraph(style, text, style.face("heading"), sizes.heading, sizes.heading_before, keep_with_next=True)


_SLACK = 1.0
"""Points by which grids may be larger than they need."""


@dataclass(frozen=True, slots=True)
class Figures:
    """Grids side by side, or one under another where side by side their digits would be too small to print.

    Each has a caption below. ``most`` is the largest side of a grid in points, ``less`` is taken off it; where it is too
    small to read, grids are as large as they need. ``same``: the side of those that were with these before a page ended, 0 if
    none did. Where they are ``forced`` into a page they may be too small to read.
    """

    style: Style
    pictures: tuple[tuple[GridPicture, str], ...]
    scale: float = 1.0
    less: float = 0.0
    same: float = 0.0
    forced: bool = False
    keep_with_next: bool = False
    _plans: dict[float, tuple[int, float]] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def before(self) -> float:
        """Space above in points."""
        return self.style.figures.before * self.scale

    @property
    def most(self) -> float:
        """Largest side of a grid in points."""
        measures = self.style.figures
        fine = any(ground.caged or ground.clued or ground.span > ground.size for ground in self._grounds)
        return (measures.fine if fine else measures.most) * self.scale - self.less

    @property
    def _caption(self) -> float:
        return max(self.style.type.least_word, self.style.figures.caption * self.scale)

    def _plan(self, width: float) -> tuple[int, float]:
        """The number of grids side by side, and the side of a grid."""
        if width not in self._plans:
            self._plans[width] = self._planned(width)
        return self._plans[width]

    def _planned(self, width: float) -> tuple[int, float]:
        # The outline's outer half lies outside the side.
        if self.same:
            return 1, self.same
        style, gap = GridStyle.in_text(self.style), self.style.figures.gap
        count = len(self.pictures)
        beside = (width - (count - 1) * gap) / count
        sides = {across: self._side(style, room, self.most) for across, room in ((count, beside), (1, width))}
        # Side by side at their usual size, else as large as they need, else one under another.
        large = self._needed(sides[count], self._side(style, beside, width - self.less))
        if self.legible(sides[count]) or large:
            return count, large or sides[count]
        if self.legible(sides[1]):
            return 1, sides[1]
        large = 0.0 if self.forced else self._needed(sides[1], self._side(style, width, width - self.less))
        if large:
            return 1, large
        return count, self._side(style, beside, self.most)

    def _needed(self, too_small: float, most: float) -> float:
        """The least side with which grids can be read, 0 if ``most`` is none, or they are ``forced``, or it is not needed."""
        if self.forced or self.legible(too_small) or not self.legible(most):
            return 0.0
        side = most
        while side - too_small > _SLACK:
            half = (side + too_small) / 2
            too_small, side = (too_small, half) if self.legible(half) else (half, side)
        return side

    def readable(self, width: float) -> bool:
        """Whether its grids can be read in this width at all, each on a page of its own."""
        return self.legible(self._side(GridStyle.in_text(self.style), width, width))

    def legible(self, side: float) -> bool:
        """Whether its grids can be read at this side."""
        style = GridStyle.in_text(self.style)
        return all(legible_in_text(picture, side / picture.geometry.span, style) for picture, _ in self.pictures)

    def _side(self, style: GridStyle, room: float, most: float) -> float:
        """The side of a grid, whose outline grows with it, in so much room."""
        side = min(most, room - style.outline)
        span = max(picture.geometry.span for picture, _ in self.pictures)
        return min(side, room - style.fitted(side / span).outline)

    def _strip(self) -> float:
        return self.style.figures.strip * self._caption

    def _unused(self, side: float) -> float:
        """Points of a side that stay empty above grids that are wider than high, and as many below."""
        return side * min(
            (ground.span - 2 * ground.frame - ground.height) / (2 * ground.span) for ground in self._grounds
        )

    @property
    def _grounds(self) -> list[Geometry]:
        return [picture.geometry for picture, _ in self.pictures]

    def height(self, width: float) -> float:
        """Height in points, without the space before."""
        across, side = self._plan(width)
        rows = -(-len(self.pictures) // across)
        return rows * (side - 2 * self._unused(side) + self.style.grid.outline + self._strip())

    def split(self, width: float, room: float, *, force: bool) -> tuple[Figures, Figures] | None:
        """The first of grids one under another and the rest, if it has room; grids side by side are not split."""
        if not self._stacked(width):
            return None
        same = self._plan(width)[1]
        first, rest = (replace(self, pictures=some, same=same) for some in (self.pictures[:1], self.pictures[1:]))
        return (first, rest) if first.height(width) <= room else None

    def first(self, width: float) -> Figures:
        """The part that needs one page: the first of grids one under another, all of those side by side."""
        return replace(self, pictures=self.pictures[:1]) if self._stacked(width) else self

    def _stacked(self, width: float) -> bool:
        return len(self.pictures) > 1 and self._plan(width)[0] == 1

    def scaled(self, scale: float) -> Figures:
        """The same, larger or smaller."""
        return replace(self, scale=self.scale * scale)

    def fitted(self, width: float, height: float, *, force: bool = False) -> Figures:
        """Smaller, if they are higher than this, but not too small to read, unless ``force`` says that they must fit."""
        figures = self.first(width)
        if figures.height(width) > height:
            figures = replace(figures, same=0.0)
        if force and figures.height(width) > height:
            figures = replace(figures, forced=True)
        while figures.height(width) > height and figures.most > 20:
            smaller = replace(figures, less=figures.less + 2)
            # An answer's bold digits need more than those of its puzzle, which the page is to have room for.
            if not force and not self.legible(smaller._plan(width)[1]):
                break
            figures = smaller
        return replace(figures, pictures=self.pictures)

    def smaller(self, share: float, width: float) -> Figures:
        """The same at a share of their size, where their places stay and they can be read; else themselves."""
        found = replace(self, less=self.less + (1 - share) * self.most)
        (before, _), (across, side) = self._plan(width), found._plan(width)
        return found if across == before and found.legible(side) else self

    def shrunk(self, share: float, width: float) -> Figures:
        """The same at a share of the size that they have in this width, or as near to it as can be read in their places."""
        across, side = self._plan(width)
        least = share * side
        found = replace(self, less=self.less + self.most - (self._needed(least, side) or least))
        return found if found._plan(width)[0] == across and found.legible(found.most) else self

    def draw(self, canvas: Canvas, left: float, top: float, width: float) -> None:
        """Draw with the upper left corner at (left, top), centred in the width."""
        across, side = self._plan(width)
        style, measures, font = GridStyle.in_text(self.style), self.style.figures, self.style.face("caption")
        first = left + (width - across * side - (across - 1) * measures.gap) / 2
        unused = self._unused(side)
        high = side - 2 * unused
        for index, (picture, caption) in enumerate(self.pictures):
            x = first + index % across * (side + measures.gap)
            y = top - index // across * (high + style.outline + self._strip()) - style.outline / 2 - high
            draw_grid(canvas, picture, x, y - unused, side, style)
            text = shorten(caption, font, self._caption, side + style.outline)
            baseline = y - style.outline / 2 - measures.drop * self._caption
            write(canvas, x + side / 2, baseline, text, font, self._caption, "centre")


@dataclass(frozen=True, slots=True)
class UpsideDown(UnsplitBlock):
    """A paragraph upside down, such as the answer to a question above it."""

    writing: Paragraph
    keep_with_next: bool = False

    @property
    def before(self) -> float:
        """Space above in points."""
        return self.writing.before

    def height(self, width: float) -> float:
        """Height in points, without the space before."""
        return self.writing.height(width)

    def scaled(self, scale: float) -> UpsideDown:
        """The same in larger or smaller type."""
        return replace(self, writing=self.writing.scaled(scale))

    def draw(self, canvas: Canvas, left: float, top: float, width: float) -> None:
        """Draw with the upper left corner at (left, top), in the same place as if it were upright."""
        ends = 2 * left + width, 2 * top - self.height(width)
        canvas.turned(*ends, lambda turned: self.writing.draw(turned, left, top, width))


class Block(Protocol):
    """A part of running text, one under another. Lengths are points."""

    @property
    def before(self) -> float:
        """Space above it."""

    @property
    def keep_with_next(self) -> bool:
        """Whether it stays on a page with the block that follows."""

    def height(self, width: float) -> float:
        """Height without the space before, in an area of this width."""

    def split(self, width: float, room: float, *, force: bool) -> tuple[Block, Block] | None:
        """The part that fits into ``room`` and the rest, None if it stays whole."""

    def scaled(self, scale: float) -> Block:
        """The same in larger or smaller type."""

    def fitted(self, width: float, height: float) -> Block:
        """The same, smaller if it is too high for a page."""

    def draw(self, canvas: Canvas, left: float, top: float, width: float) -> None:
        """Draw it with the upper left corner at (left, top)."""


@dataclass(frozen=True, slots=True)
class RuledLines(UnsplitBlock):
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

    def scaled(self, scale: float) -> RuledLines:
        """The same, larger or smaller."""
        return replace(self, scale=self.scale * scale)

    def draw(self, canvas: Canvas, left: float, top: float, width: float) -> None:
        """Draw with the upper left corner at (left, top); the last line is the foot."""
        notes, gap = self.look.notes, self._line
        ruled_box(canvas, (left, top - (self.count + 0.5) * gap, left + width, top), gap, notes.width, notes.ink)
