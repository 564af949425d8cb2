"""The edition for screens: the pages of the print edition with an outline, and links between puzzles and answers.

The links stand at the foot, below the page number: whoever writes on the grid with a pen must not set them off.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bookmaker.typeset.canvas import Sheet
from bookmaker.typeset.fonts import Face
from bookmaker.typeset.frontmatter import ContentsPage
from bookmaker.typeset.pages import Page, draw_page
from bookmaker.typeset.pdf import Metadata, PdfCanvas
from bookmaker.typeset.prepress import Link, screen_file
from bookmaker.typeset.setup import PageSetup


@dataclass(frozen=True, slots=True)
class Jump:
    """A link at the foot: its words, and the page it leads to, from 0."""

    text: str
    target: int


@dataclass(frozen=True, slots=True)
class Foot:
    """The links at the foot of a page, after a word that says where they lead."""

    label: str
    jumps: tuple[Jump, ...]


class _ScreenCanvas(PdfCanvas):
    """Draws the pages of a book, and adds to each its foot before it ends."""

    def __init__(self, metadata: Metadata, pages: Sequence[Page], setup: PageSetup, feet: Mapping[int, Foot]) -> None:
        super().__init__(metadata, pages[0].look)
        self._pages, self._setup, self._feet, self._index = pages, setup, feet, -1
        self._numbered = {page.folio: index for index, page in enumerate(pages) if page.folio}
        self.links: list[Link] = []

    def begin_page(self, sheet: Sheet) -> None:
        """Start the next page."""
        self._index += 1
        super().begin_page(sheet)

    def text(
        self, x: float, y: float, text: str, face: Face, size: float, ink: float = 1.0, tracking: float = 0.0
    ) -> None:
        """Set a line of text; a page number of the contents leads to its page."""
        super().text(x, y, text, face, size, ink, tracking)
        page = self._pages[self._index]
        if isinstance(page, ContentsPage) and text in self._numbered and face is page.look.face("text"):
            left, _, right, _ = self._setup.live(self._index, len(self._pages))
            end = x + face.width(text, size)
            # The same text further left is a title, or the page's own number.
            if abs(end - right) < size and any(entry.page == text for entry in page.entries):
                low, high = self._touched(y, face, size)
                self.links.append(Link(self._index, (left, low, right, high), self._numbered[text]))

    def end_page(self) -> None:
        """Draw the links at the foot, and close the page."""
        foot = self._feet.get(self._index)
        if foot is not None:
            self._draw_foot(foot)
        super().end_page()

    def _touched(self, y: float, face: Face, size: float) -> tuple[float, float]:
        """From where to where a link reaches whose words stand on ``y``."""
        middle, reach = y + face.digit_height() * size / 2, self._pages[self._index].look.jumps.touch * size / 2
        return middle - reach, middle + reach

    def _draw_foot(self, foot: Foot) -> None:
        look = self._pages[self._index].look
        face, rule = look.face("caption"), look.jumps
        left, bottom, right, _ = self._setup.live(self._index, len(self._pages))
        words = [foot.label, *(jump.text for jump in foot.jumps)]
        wanted = sum(face.width(word, rule.size) for word in words) + rule.gap * rule.size * len(foot.jumps)
        size = rule.size * min((right - left) / wanted, 1.0)
        width = wanted * size / rule.size
        x, y = (
            (left + right - width) / 2,
            max(bottom - rule.drop, self._setup.sheet(self._index).trim[1] + rule.least_drop),
        )
        self.text(x, y, foot.label, face, size, rule.ink)
        x += face.width(foot.label, size)
        for jump in foot.jumps:
            # Half of the gap on either side belongs to the link: small words are hard to touch.
            half, long = rule.gap * size / 2, face.width(jump.text, size)
            self.text(x + 2 * half, y, jump.text, face, size, rule.ink)
            low, high = self._touched(y, face, size)
            self.links.append(Link(self._index, (x + half, low, x + 3 * half + long, high), jump.target))
            x += 2 * half + long


def screen_document(
    pages: Sequence[Page], setup: PageSetup, metadata: Metadata, front: int, feet: Mapping[int, Foot], name: str
) -> bytes:
    """A PDF for readers on screens. ``feet``: by page from 0. The first ``front`` pages are numbered i, ii, iii."""
    canvas = _ScreenCanvas(metadata, pages, setup, feet)
    if front:
        canvas.label_pages(0, "roman", 1)
    if front < len(pages):
        canvas.label_pages(front, "arabic", 1)
    for index, page in enumerate(pages):
        draw_page(canvas, page, setup, index, len(pages))
    titles = ((getattr(page, "title", ""), index) for index, page in enumerate(pages))
    outline = [(title, index) for title, index in titles if title]
    return screen_file(canvas.finish(), name, outline, canvas.links)
