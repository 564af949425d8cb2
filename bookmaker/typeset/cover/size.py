"""How large a cover is and where its panels lie: back, spine and front side by side, from left to right, with bleed around."""

from __future__ import annotations

from dataclasses import dataclass

from bookmaker.errors import Fault, Place, SpecError
from bookmaker.printers import Edition
from bookmaker.typeset.canvas import Box, Point, Sheet
from bookmaker.typeset.cover.elements import Frame
from bookmaker.units import INCH


@dataclass(frozen=True, slots=True)
class CoverSize:
    """Lengths in points. ``safe`` is the least distance of words from the edges of a panel, ``clear`` from the folds."""

    trim: tuple[float, float]
    spine: float
    bleed: float
    safe: float
    clear: float

    @property
    def sheet(self) -> Sheet:
        """The whole page."""
        width, height = 2 * self.trim[0] + self.spine, self.trim[1]
        edge = self.bleed
        return Sheet(width + 2 * edge, height + 2 * edge, (edge, edge, edge + width, edge + height))

    def panel(self, name: str) -> Panel:
        """``whole``, ``back``, ``spine`` or ``front``."""
        left, bottom, right, top = self.sheet.trim
        first, second = left + self.trim[0], left + self.trim[0] + self.spine
        edge = self.bleed
        across = {"whole": (left, right), "back": (left, first), "spine": (first, second), "front": (second, right)}
        outer = {"whole": (edge, edge), "back": (edge, 0.0), "spine": (0.0, 0.0), "front": (0.0, edge)}
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
    """One panel: its trimmed box in points, how far ink runs on beyond each of its sides, and how far words stay inside."""

    name: str
    box: Box
    bleed: Box
    inset: tuple[float, float]

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
    def safe(self) -> Box:
        """Where words may stand."""
        across, down = self.inset
        return self.box[0] + across, self.box[1] + down, self.box[2] - across, self.box[3] - down

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
        """The part of a box in which words may stand."""
        left, bottom, right, top = self.frame(box)
        safe = self.safe
        return max(left, safe[0]), max(bottom, safe[1]), min(right, safe[2]), min(top, safe[3])


def cover_size(edition: Edition, pages: int, given: float | None, safe: float, place: Place) -> CoverSize:
    """The size of the cover of a book of so many pages. ``safe`` is what the design wants words to keep from the edges.

    ``given`` is the width of the spine in points where only the printer's template says it. The spine is rounded to the
    thousandth of an inch, as printers' calculators do. Raises SpecError where the width is not known, or no cover is made.
    """
    rule, title = edition.binding.cover, edition.printer.title
    assert rule is not None, "only editions that have covers"
    if edition.binding.name != "paperback":
        message = (
            f"covers are made for paperbacks; that of a {edition.binding.name} is drawn on the template of {title}"
        )
        raise SpecError(Fault(message, place, "leave `cover` out, or write `binding: paperback`"))
    spine = edition.spine_width(pages)
    if spine is None:
        if given is None:
            message = f"{title} publishes no formula for the width of the spine"
            advice = f"request its cover template for {pages} pages and write the width, such as `spine: 0.52in`"
            raise SpecError(Fault(message, place, advice))
        spine = given
    rounded = round(spine / INCH + 1e-9, 3) * INCH
    return CoverSize(edition.trim, rounded, rule.bleed, max(safe, rule.text_inset), rule.spine_text.clear)


def spine_words(edition: Edition, pages: int, width: float) -> str:
    """Why the spine bears no words, as a sentence; "" if it may. ``width`` is that of the spine in points."""
    rule = edition.binding.cover
    if rule is None:
        return ""
    text, title = rule.spine_text, edition.printer.title
    if text.pages is not None and pages < text.pages:
        return f"the spine has no words: {title} takes them from {text.pages} pages on, and the book has {pages}"
    if text.width is not None and width < text.width - 1e-6:
        least = f"{text.width / INCH:g}in"
        return f"the spine has no words: {title} takes them from a width of {least} on, and it is {width / INCH:.3f}in wide"
    return ""
