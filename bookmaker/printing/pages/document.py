"""Pages in, a file out: for print, checked against a printer's limits, and for screens.

The edition for screens has the pages of the print edition with an outline, and links between puzzles and answers. The links are
at the foot, below the page number: whoever writes on the grid with a pen must not set them off.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate

from bookmaker.printing.canvases.canvas import Canvas, Sheet
from bookmaker.printing.canvases.page_setup import PageSetup
from bookmaker.printing.canvases.pdf import Metadata, PdfCanvas
from bookmaker.printing.canvases.prepress import Link, finish, inspect, print_file, screen_file
from bookmaker.printing.pages.contents import PicturedPage, entries_on
from bookmaker.printing.pages.layouts import Layout
from bookmaker.printing.pages.page_kinds import Page, content_area, draw_page
from bookmaker.printing.printers.edition import SLACK, Breach, margin_breaches, trim_breaches
from bookmaker.printing.styles.fonts import Face
from bookmaker.printing.styles.style import Style
from bookmaker.puzzles.grid.geometry import Geometry


def draw_document(canvas: Canvas, pages: Sequence[Page], setup: PageSetup, only: int | None = None) -> None:
    """Draw all pages of a book, or the page of one index ``only``."""
    for index, page in enumerate(pages):
        if only in (None, index):
            draw_page(canvas, page, setup, index, len(pages))


def pdf_document(pages: Sequence[Page], setup: PageSetup, metadata: Metadata, front: int, name: str) -> bytes:
    """A print-ready PDF. Behind the first ``front`` pages, pages are numbered anew from 1. ``name`` is for messages."""
    return finish(_content(PdfCanvas(metadata, pages[0].look), pages, setup, front), name)


def _content(canvas: PdfCanvas, pages: Sequence[Page], setup: PageSetup, front: int | None = None) -> bytes:
    """The file as a canvas makes it. No caller holds the canvas, which is as large as the file."""
    if front is not None:
        canvas.label_pages([page.folio for page in pages], front)
    draw_document(canvas, pages, setup)
    return canvas.finish()


def print_document(
    pages: Sequence[Page],
    setup: PageSetup,
    metadata: Metadata,
    name: str,
    date: str | None,
    coloured: tuple[str, Callable[[Metadata, Style], PdfCanvas]] | None = None,
) -> bytes:
    """The PDF that the printer of ``setup`` takes: see :func:`bookmaker.printing.canvases.prepress.print_file`.

    ``coloured``: the space of its colours and the canvas that draws them, None for black ink alone.
    """
    edition = setup.edition
    space, make = coloured or ("", PdfCanvas)
    inspected = partial(inspect, space=space, most=edition.printer.file.most_ink) if space else None
    content = _content(make(metadata, pages[0].look), pages, setup)
    return print_file(content, name, edition, metadata.title, date, inspected)


def missing_glyphs(look: Style, texts: Iterable[str]) -> list[str]:
    """The characters that one of the style's fonts cannot print, sorted."""
    wanted = list(texts)
    return sorted({char for face in look.all_faces() for char in face.missing(wanted)})


def page_breaches(setup: PageSetup) -> Iterator[Breach]:
    """The rules that a page of this size breaks, whatever its content."""
    edition = setup.edition
    yield from trim_breaches(edition)
    margins = {"outside": setup.outside, "top": setup.top, "bottom": setup.bottom}
    yield from margin_breaches(edition, margins)


def layout_breaches(
    setup: PageSetup, pages: int, used: Mapping[str, tuple[Layout, Collection[Geometry]]]
) -> Iterator[Breach]:
    """Type and lines that are too small. ``used`` has for each layout's name the layout and the grids set in it."""
    rule, edition = setup.edition.printer.least, setup.edition
    if rule is None:
        return
    source = edition.cited(rule.source)
    wants = f"{edition.printer.title} wants"
    for name, (layout, grounds) in used.items():
        area = content_area(layout.style.look, setup.live(0, pages, side=layout.use == "puzzles"))
        digits = min((layout.style.digit_size(layout.cell_in(area, one)) for one in grounds), default=rule.text)
        types = [("labels", layout.label_size), ("digits", digits)]
        if layout.note:
            types.insert(1, ("notes", layout.note_size))
        for what, size in types:
            if size < rule.text - SLACK:
                message = f"the layout `{name}` sets {what} in {size:.1f}pt; {wants} {rule.text:g}pt or more ({source})"
                yield Breach(what, message, rule.required)
        for what, width in (("thin", layout.style.thin), ("box", layout.style.box)):
            if width < rule.line - SLACK:
                message = f"the layout `{name}` draws `{what}` lines of {width:g}pt; {wants} {rule.line:g}pt or more ({source})"
                yield Breach(what, message, rule.required)


@dataclass(frozen=True, slots=True)
class Jump:
    """A link at the foot: its words, and the page it leads to, from 0."""

    text: str
    target: int


@dataclass(frozen=True, slots=True)
class Jumps:
    """Links to pages of one sort, after a word that says where they lead."""

    label: str
    jumps: tuple[Jump, ...]


Feet = Mapping[int, Sequence[Jumps]]
"""The links at the foot of each page, from 0."""


class _ScreenCanvas(PdfCanvas):
    """Draws the pages of a book, and adds to each its foot before it ends."""

    def __init__(self, metadata: Metadata, pages: Sequence[Page], setup: PageSetup, feet: Feet) -> None:
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
        if text in self._numbered and face is page.look.face("text") and any(e.page == text for e in entries_on(page)):
            left, _, right, _ = self._setup.live(self._index, len(self._pages))
            column = (left + right) / 2
            # The same text further left is a title, or the page's own number, but where entries have two columns.
            if x > column or (isinstance(page, PicturedPage) and page.across(right - left) > 1):
                left = left if x < column else column
                right = x + face.width(text, size)
                low, high = self._touched(y, face, size)
                self.links.append(Link(self._index, (left, low, right, high), self._numbered[text]))

    def end_page(self) -> None:
        """Draw the links at the foot, and close the page."""
        words = [
            (word, target)
            for part in self._feet.get(self._index, ())
            for word, target in [(part.label, None), *((jump.text, jump.target) for jump in part.jumps)]
        ]
        if words:
            self._draw_foot(words)
        super().end_page()

    def _draw_foot(self, words: Sequence[tuple[str, int | None]]) -> None:
        """Draw words and links in a line, or in two where they would be too small in one."""
        look, index = self._pages[self._index].look, self._index
        face, rule = look.face("caption"), look.jumps
        left, bottom, right, _ = self._setup.live(index, len(self._pages))
        ends = list(accumulate(face.width(word, 1.0) + rule.gap for word, _ in words))
        room = (right - left) / (ends[-1] - rule.gap)
        half = len(words) if room >= rule.size * rule.small else bisect(ends, ends[-1] / 2)
        rows = [row for row in (words[:half], words[half:]) if row]
        widest = max(sum(face.width(word, 1.0) + rule.gap for word, _ in row) - rule.gap for row in rows)
        size = min(rule.size, (right - left) / widest)
        y = max(bottom - rule.drop, self._setup.sheet(index).trim[1] + rule.least_drop)
        for row in rows:
            x = (left + right - size * (sum(face.width(word, 1.0) + rule.gap for word, _ in row) - rule.gap)) / 2
            low, high = self._touched(y, face, size)
            for word, target in row:
                long, gap = face.width(word, size), rule.gap * size / 2
                self.text(x, y, word, face, size, rule.ink)
                if target is not None:
                    # Half of the gap on either side belongs to the link: small words are hard to touch.
                    self.links.append(Link(index, (x - gap, low, x + long + gap, high), target))
                x += long + 2 * gap
            y -= high - low

    def _touched(self, y: float, face: Face, size: float) -> tuple[float, float]:
        """The lower and upper end of a link whose words have the baseline ``y``."""
        middle, reach = y + face.digit_height() * size / 2, self._pages[self._index].look.jumps.touch * size / 2
        return middle - reach, middle + reach


def screen_document(
    pages: Sequence[Page], setup: PageSetup, metadata: Metadata, front: int, feet: Feet, name: str
) -> bytes:
    """A PDF for readers on screens. Behind the first ``front`` pages, pages are numbered anew from 1."""
    canvas = _ScreenCanvas(metadata, pages, setup, feet)
    canvas.label_pages([page.folio for page in pages], front)
    for index, page in enumerate(pages):
        draw_page(canvas, page, setup, index, len(pages))
    titles = ((getattr(page, "title", ""), index) for index, page in enumerate(pages))
    outline = [(title, index) for title, index in titles if title]
    return screen_file(canvas.finish(), name, outline, canvas.links)
