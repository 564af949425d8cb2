"""How large a cover is, where its panels lie, and whether a finished file meets the rules of its printer.

Back, spine and front lie side by side, from left to right, with bleed around.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from bookmaker.base.errors import Fault, Place, SpecError
from bookmaker.base.units import INCH
from bookmaker.printing.canvases.canvas import Box, Point, Sheet
from bookmaker.printing.covers.design import Frame
from bookmaker.printing.printers import CoverParts, Edition, Template, cover_parts

_SLACK = 0.005
_WRONG = {"rgb": {"k", "K"}, "cmyk": {"rg", "RG"}}
"""Operators that set a colour of the other space."""


def inspect_cover(pdf: Any, edition: Edition) -> Iterator[str]:
    """Pages, colours, total ink, fonts and images that the printer of an edition would refuse."""
    import pikepdf

    if len(pdf.pages) != 1:
        yield f"has {len(pdf.pages)} pages"
    page, rule, most = pdf.pages[0], edition.binding.cover, edition.printer.file.most_ink
    space = rule.color if rule is not None else "rgb"
    for step in pikepdf.parse_content_stream(page):
        operands: Any = step.operands
        operator = str(step.operator)
        if operator in _WRONG[space]:
            yield f"sets a colour that is not {space.upper()}"
        total = sum(float(share) for share in operands) if operator in ("k", "K") else 0.0
        if most is not None and total > most / 100 + _SLACK:
            yield f"has {total * 100:.0f} % of ink in places; the printer takes {most} %"
    if "/TrimBox" not in page:
        yield "has no trim box"
    resources = page.obj.get("/Resources", {})
    for font in resources.get("/Font", {}).values():
        if "/FontFile2" not in font.get("/FontDescriptor", {}):
            yield f"uses the font {font.get('/BaseFont')}, which is not embedded"
    for picture in resources.get("/XObject", {}).values():
        if picture.get("/ColorSpace") not in ("/DeviceGray", f"/Device{space.upper()}") or "/SMask" in picture:
            yield f"holds an image that is not plain {space.upper()}"
    if "/ExtGState" in resources:
        yield "may be transparent in places"


@dataclass(frozen=True, slots=True)
class CoverSize:
    """The parts of a cover, and in points the least distance of words from the edges of a panel (``safe``) and of the spine
    (``clear``).
    """

    parts: CoverParts
    safe: float
    clear: float

    @property
    def spine(self) -> float:
        """The width of the spine in points."""
        return self.parts.spine

    @property
    def sheet(self) -> Sheet:
        """The whole page; its trimmed box is the finished cover, without the parts that are cut off or wrapped around."""
        edge, (width, height) = self.parts.bleed, self.parts.sheet
        return Sheet(width, height, (edge, edge, width - edge, height - edge))

    @property
    def front(self) -> Box:
        """The visible part of the front, with the hinge of a hardcover."""
        panel = self.panel("front")
        return panel.box[0] - panel.bleed[0], *panel.box[1:]

    def panel(self, name: str) -> Panel:
        """``whole``, ``back``, ``spine`` or ``front``; back and front lie beside their hinges, over which fills run on."""
        left, bottom, right, top = self.sheet.trim
        first, second = left + self.parts.panel[0], right - self.parts.panel[0]
        edge, hinge = self.parts.bleed, self.parts.hinge
        across = {
            "whole": (left, right),
            "back": (left, first - hinge),
            "spine": (first, second),
            "front": (second + hinge, right),
        }
        outer = {"whole": (edge, edge), "back": (edge, hinge), "spine": (0.0, 0.0), "front": (hinge, edge)}
        sides = outer[name]
        beside = self.clear if name == "spine" else self.safe
        return Panel(
            name,
            (across[name][0], bottom, across[name][1], top),
            (sides[0], edge, sides[1], edge),
            (beside, self.safe),
        )


@dataclass(frozen=True, slots=True)
class Panel:
    """One panel: its trimmed box in points, how far ink runs on beyond each of its sides, and how far words stay inside.

    ``whole``: the panel that it is a part of.
    """

    name: str
    box: Box
    bleed: Box
    inset: tuple[float, float]
    whole: Panel | None = None

    @property
    def width(self) -> float:
        """Its trimmed width in points."""
        return self.box[2] - self.box[0]

    @property
    def height(self) -> float:
        """Its trimmed height in points."""
        return self.box[3] - self.box[1]

    @property
    def short(self) -> float:
        """Its shorter side in points."""
        return min(self.width, self.height)

    @property
    def unit(self) -> float:
        """The height in points that sizes of words are shares of: that of the whole panel."""
        return (self.whole or self).height

    @property
    def safe(self) -> Box:
        """The area for words."""
        if self.whole is not None:
            return meet(self.box, self.whole.safe)
        across, down = self.inset
        return self.box[0] + across, self.box[1] + down, self.box[2] - across, self.box[3] - down

    def part(self, box: Box) -> Panel:
        """A part of the panel, in points: it bleeds where it reaches the edge of the panel."""
        pairs = zip(box, self.box, self.bleed, strict=True)
        left, bottom, right, top = (edge if abs(own - mine) < _SLACK else 0.0 for own, mine, edge in pairs)
        return replace(self, box=box, bleed=(left, bottom, right, top), whole=self)

    def at(self, place: Frame) -> Point:
        """A point given in shares from the upper left corner."""
        return self.box[0] + place[0] * self.width, self.box[3] - place[1] * self.height

    def frame(self, box: Frame) -> Box:
        """A box given in shares, in points."""
        (left, top), (right, bottom) = self.at(box[:2]), self.at(box[2:])
        return left, bottom, right, top

    def spread(self, box: Frame) -> Box:
        """The same with bleed: a side at the edge of the panel goes on beyond it."""
        left, bottom, right, top = self.frame(box)
        if box[0] <= 0:
            left -= self.bleed[0]
        if box[3] >= 1:
            bottom -= self.bleed[1]
        if box[2] >= 1:
            right += self.bleed[2]
        if box[1] <= 0:
            top += self.bleed[3]
        return left, bottom, right, top

    def words(self, box: Frame) -> Box:
        """The part of a box that may have words."""
        return meet(self.frame(box), self.safe)


def meet(one: Box, other: Box) -> Box:
    """What two boxes have in common."""
    return max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3])


def cover_size(
    edition: Edition,
    pages: int,
    safe: float,
    place: Place,
    template: Template | None = None,
    spine: float | None = None,
    *,
    certain: bool = True,
) -> CoverSize:
    """The size of the cover of a book of so many pages. ``safe`` is the distance from the edges that the design wants for words.

    ``certain``: the book has just these pages; otherwise they are an estimate, which no template is requested by.

    ``template`` and ``spine``, of which the latter is a width in points, are the user's, from the printer's template.
    Raises SpecError where sizes are not known, and for a template that does not fit the pages.
    """
    rule = edition.binding.cover
    assert rule is not None, "only editions that have covers"
    parts = cover_parts(edition.binding, edition.paper, edition.trim, pages, template, spine)
    if parts is None:
        raise SpecError(_unknown(edition, pages, place, certain=certain))
    if not parts.fits(edition.trim):
        found, page = (f"{width / INCH:.3f}x{height / INCH:.3f}in" for width, height in (parts.panel, edition.trim))
        message = f"this template leaves {found} for the front of a book of {page}"
        raise SpecError(Fault(message, place, "compare `sheet`, `spine` and `wrap` with the printer's template"))
    return CoverSize(parts, max(safe, rule.text_inset), rule.spine_text.clear)


def template_wanted(
    edition: Edition,
    pages: int,
    place: Place,
    template: Template | None = None,
    spine: float | None = None,
    *,
    certain: bool = True,
) -> Fault | None:
    """What the size of a cover needs and does not have, None for nothing; otherwise as :func:`cover_size`."""
    if cover_parts(edition.binding, edition.paper, edition.trim, pages, template, spine) is not None:
        return None
    return _unknown(edition, pages, place, certain=certain)


def _unknown(edition: Edition, pages: int, place: Place, *, certain: bool) -> Fault:
    title = edition.printer.title
    request = (
        f"its cover template for {pages} pages" if certain else "its cover template once the build has said the pages"
    )
    if edition.binding.name == "hardcover":
        message = f"{title} publishes no sizes for the case of a hardcover: its template has them"
        wanted = (
            f"template: {{for: {edition.printer.name}, sheet: 14.1x10.5in, spine: 0.5in, wrap: 0.625in, hinge: 0.4in}}"
        )
        return Fault(message, place, f"request {request} and write its figures, such as `{wanted}`")
    message = f"{title} publishes no formula for the width of the spine"
    return Fault(message, place, f"request {request} and write the width, such as `spine: 0.52in`")


def spine_words(edition: Edition, pages: int, width: float, *, certain: bool = True) -> str:
    """Why the spine bears no words, as a sentence; "" if it may. ``width`` is that of the spine in points.

    ``certain``: the book has just these pages; otherwise so many at least, and the spine may yet become wide enough.
    """
    rule = edition.binding.cover
    if rule is None:
        return ""
    text, title = rule.spine_text, edition.printer.title
    without, number = ("the spine has no words", "") if certain else ("the spine may have no words", "at least ")
    if text.pages is not None and pages < text.pages:
        return f"{without}: {title} takes them from {text.pages} pages on, and the book has {number}{pages}"
    if text.width is not None and width < text.width - 1e-6:
        least = f"{text.width / INCH:g}in"
        return f"{without}: {title} takes them from a width of {least} on, and it is {number}{width / INCH:.3f}in wide"
    return ""
