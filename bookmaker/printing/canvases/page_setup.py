"""The empty page: trim, bleed, margins, gutter, and where they fall on left and right pages."""

from __future__ import annotations

from dataclasses import dataclass

from bookmaker.printing import printers
from bookmaker.printing.canvases.canvas import Box, Sheet
from bookmaker.printing.printers import Edition
from bookmaker.printing.printers.rules import Least


def _least() -> Least:
    least = printers.find(printers.USUAL).least
    assert least is not None
    return least


def image_dots() -> tuple[int, int]:
    """The dots per inch that the usual printer wants of images, and those below which they are seen to be coarse."""
    return _least().image, _least().coarse


def least_line() -> float:
    """The width in points of the thinnest line that the usual printer prints well."""
    return _least().line


@dataclass(frozen=True, slots=True)
class PageSetup:
    """Lengths in points. ``gutter`` None means automatic, from the number of pages.

    ``side`` is the width of a column for notes, outside of all else. ``chosen`` is the edition that the book is printed in.
    """

    trim: tuple[float, float]
    outside: float
    top: float
    bottom: float
    gutter: float | None = None
    bleed: bool = False
    side: float = 0.0
    chosen: Edition | None = None

    @property
    def edition(self) -> Edition:
        """The chosen edition, or the usual printer's."""
        return self.chosen if self.chosen is not None else printers.usual(self.trim, self.bleed)

    def inside(self, pages: int) -> float:
        """The inside margin of a book of so many pages.

        A printer wants an inside margin that exceeds its least outside margin, by more the thicker the book is. The
        automatic gutter keeps that excess over the outside margin of this book; at the printer's least outside margin it is
        the printer's least inside margin.
        """
        if self.gutter is not None:
            return self.gutter
        edition = self.edition
        least = edition.least_inside(pages)
        outside = edition.least_margin if self.chosen is not None else edition.printer.margins.plain
        return max(least, self.outside + least - outside)

    def sheet(self, index: int) -> Sheet:
        """The sheet of page ``index`` (0-based; even ones are right-hand pages), with bleed on the sides that have it."""
        width, height = self.trim
        if not self.bleed:
            return Sheet(width, height, (0.0, 0.0, width, height))
        extra = self.edition.bleeds
        inside, outside = extra.get("inside", 0.0), extra.get("outside", 0.0)
        left, right = (inside, outside) if index % 2 == 0 else (outside, inside)
        bottom, top = extra.get("bottom", 0.0), extra.get("top", 0.0)
        trim = (left, bottom, left + width, bottom + height)
        return Sheet(width + left + right, height + bottom + top, trim)

    def live(self, index: int, pages: int, *, side: bool = False) -> Box:
        """The area inside the margins of page ``index``, on its sheet; ``side``: without the column for notes."""
        left, bottom, right, top = self.sheet(index).trim
        inside, outside = self.inside(pages), self.outside + self.side * side
        if index % 2 == 0:
            left, right = left + inside, right - outside
        else:
            left, right = left + outside, right - inside
        return left, bottom + self.bottom, right, top - self.top

    def side_column(self, index: int, pages: int) -> Box:
        """The column for notes of page ``index``, on its sheet: a gap of a seventh of it lies between it and the page."""
        left, bottom, right, top = self.live(index, pages, side=True)
        gap, trim = self.side / 7, self.sheet(index).trim
        if index % 2 == 0:
            return right + gap, bottom, trim[2] - self.outside, top
        return trim[0] + self.outside, bottom, left - gap, top
