"""The figures of a printer that a proof holds pages and covers to, in points."""

from __future__ import annotations

from dataclasses import dataclass

from bookmaker import printers
from bookmaker.errors import UsageError
from bookmaker.printers.rules import Paper, Printer, Spine


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
        steps = self.printer.gutter.steps
        return next((step.inside for step in steps if step.pages is None or pages <= step.pages), steps[-1].inside)

    @property
    def cover_bleed(self) -> float:
        """How far a paperback's cover reaches beyond the trimmed page."""
        binding = self.printer.binding("paperback")
        return binding.cover.bleed if binding is not None and binding.cover is not None else 0.0

    def spines(self, pages: int, paper: str | None) -> dict[str, float]:
        """The width of a paperback's spine by paper; none where the printer's template decides. Raises UsageError."""
        names = [one.name for one in self.printer.papers]
        if paper is not None and paper not in names:
            raise UsageError(f"{self.printer.title} has no paper {paper!r}; it has {', '.join(names)}")
        binding = self.printer.binding("paperback")
        if binding is None or binding.cover is None:
            return {}
        found = {}
        for name in binding.papers if paper is None else [paper]:
            width = _spine(binding.cover.spine, self.printer.paper(name), pages)
            if width is not None:
                found[name] = width
        return found


def _spine(spine: Spine, paper: Paper, pages: int) -> float | None:
    if spine.rule == "thickness" and paper.thickness is not None:
        return pages * paper.thickness + spine.plus
    if spine.rule == "per_inch" and spine.per_inch:
        return pages / spine.per_inch * 72 + spine.plus
    if spine.rule == "steps":
        return next((step.width for step in spine.steps if pages <= step.pages), None)
    return None


def rules_of(name: str | None) -> PrintRules:
    """The rules of a printer by its name, those of the usual one for None. Raises ResourceError if there is no such printer."""
    return PrintRules(printers.find(name or printers.USUAL))
