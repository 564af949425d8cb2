"""A printer with the paper, the binding and the bleed that a book chose: what the book's pages must be like."""

from __future__ import annotations

from dataclasses import dataclass
from math import lcm

from bookmaker.base.units import INCH
from bookmaker.printing.printers.rules import Binding, Custom, Paper, Printer, Side, find

SLACK = 0.01 * INCH
"""A trim that misses a listed one by less is that one: printers round millimetres to hundredths of an inch."""


@dataclass(frozen=True)
class Edition:
    """One printer's edition of a book. ``trim`` is the width and the height of the page in points."""

    printer: Printer
    binding: Binding
    paper: Paper
    trim: tuple[float, float]
    bleed: bool = False

    @property
    def bleeds(self) -> dict[Side, float]:
        """How far the sheet reaches beyond the trimmed page, in points, on the sides that have bleed."""
        rule = self.printer.bleed
        return dict.fromkeys(rule.sides, rule.amount) if self.bleed and rule.amount else {}

    @property
    def least_margin(self) -> float:
        """The least outside, top and bottom margin in points."""
        margins = self.printer.margins
        return margins.with_bleed if self.bleed else margins.plain

    def least_inside(self, pages: int) -> float:
        """The least inside margin in points of a book of so many pages."""
        own = self.binding.inside
        return self.printer.gutter.inside(pages) if own is None else own

    @property
    def multiple(self) -> int:
        """Of what number the pages must be a multiple."""
        return lcm(self.printer.count.multiple, self.binding.multiple)

    @property
    def offers_trim(self) -> bool:
        """Whether the printer makes books of this size on this paper, listed or between its bounds."""
        for trim in self.binding.trims:
            if all(abs(side - listed) <= SLACK for side, listed in zip(self.trim, trim.size, strict=True)):
                return self.paper.name not in trim.not_on
        return any(self._between(custom) for custom in self.binding.custom)

    def _between(self, custom: Custom) -> bool:
        bounds = zip(self.trim, custom.least, custom.most, strict=True)
        fits = all(low - SLACK <= side <= high + SLACK for side, low, high in bounds)
        return fits and (not custom.papers or self.paper.name in custom.papers)

    @property
    def page_range(self) -> tuple[int, int]:
        """The fewest and the most pages that the printer binds of this size on this paper."""
        width, height = self.trim
        for row in self.binding.pages:
            start = row.start or (0.0, 0.0)
            large = width >= start[0] - SLACK and height >= start[1] - SLACK
            if self.paper.name in row.papers and large and (not row.landscape or width > height + SLACK):
                return row.least, row.most
        return 0, 0

    def spine_width(self, pages: int) -> float | None:
        """The width of the spine in points; None where only the printer's template names it."""
        cover = self.binding.cover
        return None if cover is None else cover.spine.width(pages, self.paper)

    def cited(self, source: str) -> str:
        """A source in a few words, for messages: what it is, when it was read, and whether the printer says so itself."""
        found = self.printer.source(source)
        return f"{found.what}, {found.read}" + ("" if found.confirmed else "; not confirmed by the printer")


USUAL = "kdp"
"""The printer whose rules hold for a book that names none."""


def usual(trim: tuple[float, float], bleed: bool = False) -> Edition:
    """The edition of a book that names no printer: the usual one's paperback on its usual paper."""
    printer = find(USUAL)
    binding = printer.bindings[0]
    return Edition(printer, binding, printer.paper(binding.papers[0]), trim, bleed)
