"""The page before anything stands on it: trim, bleed, margins, gutter, and where they fall on left and right pages."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from bookmaker.typeset.canvas import Box, Sheet
from bookmaker.units import INCH


@cache
def printer_rules() -> dict[str, Any]:
    """The figures of ``printers.yaml`` for the printer whose rules the build keeps."""
    import yaml

    text = Path(__file__).with_name("printers.yaml").read_text(encoding="utf-8")
    rules: dict[str, Any] = yaml.safe_load(text)["kdp-paperback"]
    return rules


@dataclass(frozen=True, slots=True)
class PageSetup:
    """Lengths in points. ``gutter`` None means automatic, from the number of pages.

    ``side`` is the width of a column for notes, outside of all else.
    """

    trim: tuple[float, float]
    outside: float
    top: float
    bottom: float
    gutter: float | None = None
    bleed: bool = False
    side: float = 0.0

    def inside(self, pages: int) -> float:
        """The inside margin of a book of so many pages.

        The printer asks for an inside margin that exceeds its least outside margin, by more the thicker the book is. The
        automatic gutter keeps that excess over the outside margin of this book.
        """
        if self.gutter is not None:
            return self.gutter
        least = self.least_inside(pages)
        margin: float = printer_rules()["margin"]
        return max(least, self.outside + least - margin * INCH)

    @staticmethod
    def least_inside(pages: int) -> float:
        """The printer's least inside margin in points for a book of so many pages."""
        steps = printer_rules()["gutter"]
        inches: float = next((inches for most, inches in steps if pages <= most), steps[-1][1])
        return inches * INCH

    def sheet(self, index: int) -> Sheet:
        """The sheet of page ``index`` (0-based; even ones are right-hand pages). The bound edge has no bleed."""
        width, height = self.trim
        if not self.bleed:
            return Sheet(width, height, (0.0, 0.0, width, height))
        extra = printer_rules()["bleed"] * INCH
        left = 0.0 if index % 2 == 0 else extra
        return Sheet(width + extra, height + 2 * extra, (left, extra, left + width, extra + height))

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
