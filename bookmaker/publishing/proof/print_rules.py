"""The figures of a printer that a proof holds pages and covers to, in points."""

from __future__ import annotations

from dataclasses import dataclass

from bookmaker.base.errors import UsageError
from bookmaker.printing import printers
from bookmaker.printing.printers import CoverParts, Printer, Template, cover_parts


@dataclass(frozen=True, slots=True)
class Bound:
    """How a book is bound, as far as it is known: paper, binding, and what the printer's template says, in points."""

    paper: str | None = None
    binding: str | None = None
    spine: float | None = None
    template: Template | None = None


ANY = Bound()
"""Nothing is known: any paper and binding of the printer will do."""


@dataclass(frozen=True, slots=True)
class KnownCover:
    """The parts of a cover in one binding, for the inside on one paper."""

    binding: str
    paper: str
    parts: CoverParts


@dataclass(frozen=True, slots=True)
class PrintRules:
    """What one printer requires, or the usual one where it says nothing."""

    printer: Printer

    @property
    def margin(self) -> float:
        """The least outside, top and bottom margin of a book without bleed."""
        return self.printer.margins.plain

    @property
    def margin_with_bleed(self) -> float:
        """The same of a book with bleed."""
        return self.printer.margins.with_bleed

    @property
    def type_least(self) -> float:
        """The smallest type."""
        return self._least[0]

    @property
    def line_least(self) -> float:
        """The thinnest line."""
        return self._least[1]

    @property
    def _least(self) -> tuple[float, float]:
        least = self.printer.least or printers.find(printers.USUAL).least
        return (least.text, least.line) if least is not None else (0.0, 0.0)

    def gutter(self, pages: int) -> float:
        """The least inside margin of a book of so many pages."""
        return self.printer.gutter.inside(pages)

    def covers(self, trim: tuple[float, float], pages: int, bound: Bound) -> list[KnownCover]:
        """The covers that such a book may have. Raises UsageError for a paper or binding that the printer does not have."""
        papers, bindings = [one.name for one in self.printer.papers], [one.name for one in self.printer.bindings]
        for what, name, names in (("paper", bound.paper, papers), ("binding", bound.binding, bindings)):
            if name is not None and name not in names:
                raise UsageError(f"{self.printer.title} has no {what} {name!r}; it has {', '.join(names)}")
        found = []
        for one in self.printer.bindings:
            for name in one.papers if bound.binding in (None, one.name) else ():
                parts = cover_parts(one, self.printer.paper(name), trim, pages, bound.template, bound.spine)
                if parts is not None and bound.paper in (None, name):
                    found.append(KnownCover(one.name, name, parts))
        return found


def rules_of(name: str | None) -> PrintRules:
    """The rules of a printer by its name, those of the usual one for None. Raises ResourceError if there is no such printer."""
    return PrintRules(printers.find(name or printers.USUAL))
