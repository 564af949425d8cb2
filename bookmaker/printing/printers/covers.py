"""How large the parts of a cover are: by the printer's figures, or by the template that it made for one book."""

from __future__ import annotations

from dataclasses import dataclass

from bookmaker.base.units import INCH
from bookmaker.printing.printers.rules import Binding, Paper

Size = tuple[float, float]
_UNDER, _OVER = -0.01 * INCH, 0.75 * INCH
"""How much larger than the page, at least and at most, a front may be."""


@dataclass(frozen=True, slots=True)
class Template:
    """What a printer's template says: its whole sheet, the spine, what wraps around the edges and the hinge, in points."""

    sheet: Size
    spine: float
    wrap: float
    hinge: float


@dataclass(frozen=True, slots=True)
class CoverParts:
    """The parts of a cover in points.

    ``panel``: width and height of the front, and of the back, without bleed; of a hardcover with the hinge.
    ``bleed``: beyond them on all four sides, of a hardcover what wraps around the boards. ``hinge``: the strip of
    each panel beside the spine that bends, 0 for a paperback.
    """

    panel: Size
    spine: float
    bleed: float
    hinge: float = 0.0

    @property
    def sheet(self) -> Size:
        """Width and height of the whole page."""
        width, height = self.panel
        return 2 * (width + self.bleed) + self.spine, height + 2 * self.bleed

    def fits(self, trim: Size) -> bool:
        """Whether the front may be that of such a page: boards overhang the page on three sides."""
        return all(_UNDER <= panel - page <= _OVER for panel, page in zip(self.panel, trim, strict=True))


def cover_parts(
    binding: Binding, paper: Paper, trim: Size, pages: int, template: Template | None = None, spine: float | None = None
) -> CoverParts | None:
    """The parts of the cover of a book of so many pages; None where its sizes are not known.

    ``template`` goes before the printer's figures; ``spine`` is its width in points where they have none. A computed spine is
    rounded to the thousandth of an inch, as printers' calculators do.
    """
    cover = binding.cover
    if cover is None:
        return None
    if template is not None:
        wide = (template.sheet[0] - template.spine) / 2 - template.wrap
        return CoverParts((wide, template.sheet[1] - 2 * template.wrap), template.spine, template.wrap, template.hinge)
    width = cover.spine.width(pages, paper)
    width = spine if width is None else width
    if width is None or (binding.name == "hardcover" and cover.case is None):
        return None
    wider, higher, hinge = (cover.case.wider, cover.case.higher, cover.case.hinge) if cover.case else (0.0, 0.0, 0.0)
    rounded = round(width / INCH + 1e-9, 3) * INCH
    return CoverParts((trim[0] + wider, trim[1] + higher), rounded, cover.bleed, hinge)
