"""Pages of the user's own, set from the parts of a Markdown text, and pages to write on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Literal

from bookmaker.printing.canvases.canvas import Box, Canvas, write
from bookmaker.printing.canvases.strokes import rounded, ruled_box
from bookmaker.printing.grids.symbols import PICTURE_SETS, picture
from bookmaker.printing.pages.frontmatter import small_print_width
from bookmaker.printing.pages.page_kinds import Page, draw_title, text_pages, title_height
from bookmaker.printing.styles.fonts import Face, Role, pictures
from bookmaker.printing.styles.style import Style
from bookmaker.printing.styles.style_pages import Paper
from bookmaker.printing.styles.style_parts import Align
from bookmaker.printing.text.diagrams import RichText, RuleBlock
from bookmaker.printing.text.flow import draw_blocks, flow
from bookmaker.printing.text.images import ImageBlock, Placeable
from bookmaker.printing.text.lines import Word, break_lines, clean, shorten
from bookmaker.printing.text.markdown import BULLET, Part, Run
from bookmaker.printing.text.text_blocks import Block

Standing = Literal["middle", "foot"]

MODELS = (*PICTURE_SETS["animals"], *PICTURE_SETS["fruit"], "owl", "rocket", "balloon", "cup")
"""The pictures of pages for drawing, one after another."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """The content from one page break to the next: a title, "" for none, and blocks.

    ``soft`` are the words of the title that are set in italics, counted from 0.
    """

    title: str
    blocks: tuple[Block, ...]
    soft: tuple[int, ...] = ()


def leaves(
    look: Style,
    parts: Sequence[Part],
    picture: Callable[[Part], Placeable],
    align: Align = "left",
    *,
    titled: bool = True,
    listed: Sequence[Block] = (),
) -> list[Leaf]:
    """The parts of a text as blocks, cut at page breaks.

    ``titled``: a heading of the first level begins a page and is its title; otherwise it is part of the text.
    ``listed`` is where the text has a place for the contents.
    """
    cut: list[tuple[str, tuple[int, ...], list[Block]]] = [("", (), [])]
    for part in parts:
        title, _, blocks = cut[-1]
        if part.kind == "page":
            cut.append(("", (), []))
        elif part.kind == "contents":
            blocks += listed
        elif titled and part.kind == "heading" and part.level == 1:
            if blocks or title:
                cut.append((part.text, _soft_words(part), []))
            else:
                cut[-1] = (part.text, _soft_words(part), blocks)
        else:
            blocks.append(_block(look, part, picture, align))
    return [Leaf(title, tuple(blocks), soft) for title, soft, blocks in cut if title or blocks]


def _soft_words(part: Part) -> tuple[int, ...]:
    """The words of a title that are in italics as a whole, counted from 0."""
    marked = [run.italic for run in part.runs for char in run.text if char.isalnum()]
    soft, at = [], 0
    for index, word in enumerate(clean(part.text).split(" ")):
        letters = sum(map(str.isalnum, word))
        if letters and all(marked[at : at + letters]):
            soft.append(index)
        at += letters
    return tuple(soft)


def _block(look: Style, part: Part, picture: Callable[[Part], Placeable], align: Align) -> Block:
    if part.kind == "rule":
        return RuleBlock(look)
    if part.kind == "image":
        caption = None
        if part.runs:
            caption = RichText(
                look, "", look.face("caption"), look.figures.caption, 0.0, runs=_words(look, part), align="centre"
            )
        return ImageBlock(look, picture(part), caption, part.width, part.share)
    if part.kind == "heading":
        return _heading(look, part, align)
    own, size = look.own_pages, look.writing.size
    inset = part.quotes * own.quote * size
    return RichText(
        look,
        "",
        look.face("text"),
        size,
        own.item_before if part.close else look.writing.before,
        runs=_words(look, part),
        left=inset + part.lists * own.indent * size,
        right=inset,
        marker=own.bullet if part.marker == BULLET else part.marker,
        # The items of a list begin at their bullets.
        align="left" if part.lists else align,
    )


def _heading(look: Style, part: Part, align: Align) -> RichText:
    own, sizes = look.own_pages, look.writing
    role: Role = "heading"
    size, before = sizes.heading, sizes.heading_before
    if part.level == 1:
        role, size, before = "title", sizes.title, sizes.title_gap
    elif part.level > 2:
        role, size, before = "text_bold", own.subheading, own.subheading_before
    face, soft = look.face(role), look.face("text_italic")
    runs = tuple((run.text, soft if run.italic else face) for run in part.runs)
    return RichText(look, "", face, size, before, keep_with_next=True, runs=runs, align=align)


def _words(look: Style, part: Part) -> tuple[Word, ...]:
    if part.kind == "image":
        return tuple((run.text, look.face("caption")) for run in part.runs)
    return tuple((run.text, look.face(_role(run, quoted=part.quotes > 0))) for run in part.runs)


def _role(run: Run, *, quoted: bool) -> Role:
    # A quote is set in italics, and emphasized words in it are upright.
    if run.bold:
        return "text_bold"
    return "text_italic" if run.italic != quoted else "text"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedPage(Page):
    """A text in the middle of a page, such as a dedication, or at its foot; ``width`` is the length of its lines in points."""

    blocks: tuple[Block, ...]
    at: Standing
    width: float

    def draw(self, canvas: Canvas, area: Box) -> None:
        """Draw the text."""
        left, bottom, right, top = area
        height = sum(block.height(self.width) + (block.before if i else 0.0) for i, block in enumerate(self.blocks))
        spare = max(top - bottom - height, 0.0)
        if self.at == "middle":
            left += (right - left - self.width) / 2
            top -= spare * self.look.own_pages.middle
        else:
            top -= spare
        draw_blocks(canvas, self.blocks, (left, bottom, left + self.width, top))


def own_pages(look: Style, text: Sequence[Leaf], area: Box, at: Standing | None, *, small: bool = False) -> list[Page]:
    """The pages of a text: running from the top, or placed ``at`` the middle or the foot.

    ``small``: in the type of the copyright page.
    """
    width, height = area[2] - area[0], area[3] - area[1]
    if at is None:
        return [page for leaf in text for page in _running(look, leaf, area)]
    sizes = [size / look.writing.size for size in look.small_print.sizes] if small else [look.scale_for(width)]
    measure = small_print_width(look, width) if small else width * (look.own_pages.measure if at == "middle" else 1.0)
    pages: list[Page] = []
    for leaf in text:
        for scale in sizes:
            parts = flow([block.scaled(scale) for block in leaf.blocks], measure, height)
            if len(parts) == 1:
                break
        pages += [PlacedPage(look=look, blocks=tuple(part), at=at, width=measure) for part in parts]
    return pages


def _running(look: Style, leaf: Leaf, area: Box) -> list[Page]:
    """The pages of a running text; its images are smaller where that saves a page that would hold a few lines only."""
    pages: list[Page] = []
    width, height = area[2] - area[0], area[3] - area[1]
    blocks = list(leaf.blocks)
    if blocks and isinstance(blocks[0], ImageBlock):
        # A title is not alone above an image that is too high for the rest of its page.
        room = height - title_height(look, leaf.title, width, height)
        blocks[0] = blocks[0].scaled(look.scale_for(width)).fitted(width, room).scaled(1 / look.scale_for(width))
    for shrink in (1.0, *look.own_pages.shrink):
        smaller = [replace(block, shrink=shrink) if isinstance(block, ImageBlock) else block for block in blocks]
        first, *others = text_pages(look, leaf.title, smaller, area)
        tried = [replace(first, soft=leaf.soft), *others]
        if not pages or len(tried) < len(pages):
            pages = [*tried]
        last = tried[-1].blocks
        used = sum(block.height(width) + block.before for block in last)
        # An image that begins a page has left free the rest of the page before.
        pushed = any(isinstance(page.blocks[0], ImageBlock) for page in tried[1:])
        if len(tried) == 1 or (used > height * look.writing.least_page and not pushed):
            break
    return pages


@dataclass(frozen=True, slots=True, kw_only=True)
class NotesPage(Page):
    """A page to write on: a title, so that no printer takes it for a blank by mistake, and lines, squares, dots, or a frame.

    In a frame a picture is to be drawn beside the title: number ``model`` of the pictures, which begin again.
    ``among``: the characters of the pictures, if not the usual ones; ``font``: that of pictures of the user's own.
    """

    title: str
    paper: Paper = "lined"
    model: int = 0
    among: tuple[str, ...] = ()
    font: Face | None = None

    def draw(self, canvas: Canvas, area: Box) -> None:
        """Draw the title and the paper."""
        if self.paper == "drawing":
            self._frame(canvas, area)
            return
        notes, face = self.look.notes, self.look.face("heading")
        left, bottom, right, top = area
        canvas.text(left, top - notes.title * 0.8, self.title, face, notes.title)
        box = (left, bottom, right, top - notes.title - notes.gap)
        if self.paper == "lined":
            ruled_box(canvas, box, notes.lines, notes.width, notes.ink)
        elif self.paper == "squared":
            self._squares(canvas, box)
        else:
            self._dots(canvas, box)

    def _frame(self, canvas: Canvas, area: Box) -> None:
        notes = self.look.notes
        left, bottom, right, top = area
        side, face, size = min(notes.model, notes.model_most * (right - left)), self.look.face("heading"), notes.title
        models = self.among or tuple(map(picture, MODELS))
        shown = right - side, top - side, models[self.model % len(models)]
        canvas.glyphs([shown], self.font or pictures(), side)
        lines = break_lines(self.title, face, size, right - left - side - notes.gap)
        line = size * self.look.type.title_leading
        y = top - side / 2 + (len(lines) - 1) * line / 2 - face.cap_height / face.units * size / 2
        for index, words in enumerate(lines):
            canvas.text(left, y - index * line, words, face, size)
        half = notes.frame / 2
        box = (left + half, bottom + half, right - half, top - side - notes.gap - half)
        canvas.stroke(rounded(box, notes.corner), notes.frame, closed=True)

    def _squares(self, canvas: Canvas, box: Box) -> None:
        notes = self.look.notes
        xs, ys = _lattice(box, notes.squares, notes.width)
        half = notes.width / 2
        for x in xs:
            canvas.stroke([(x, ys[-1] - half), (x, ys[0] + half)], notes.width, ink=notes.ink)
        for y in ys:
            canvas.stroke([(xs[0] - half, y), (xs[-1] + half, y)], notes.width, ink=notes.ink)

    def _dots(self, canvas: Canvas, box: Box) -> None:
        notes = self.look.notes
        half = notes.dot / 2
        xs, ys = _lattice(box, notes.dots, notes.dot)
        for y in ys:
            for x in xs:
                canvas.fill((x - half, y - half, x + half, y + half), notes.ink)


@dataclass(frozen=True, slots=True)
class Kept:
    """A puzzle in the log: its number, and which of the levels in the legend it has."""

    number: str
    level: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TimesPage(Page):
    """A log of the reader's times: a box for each puzzle, toned by its level, and what the tones mean below the last of them."""

    title: str
    boxes: tuple[Kept, ...]
    legend: tuple[tuple[str, str], ...]
    across: int
    high: float

    def draw(self, canvas: Canvas, area: Box) -> None:
        """Draw the boxes in rows, and the legend below them."""
        look = self.look
        left, _, right, top = draw_title(canvas, look, self.title, area)
        size, face = _number_size(look), look.face("number")
        wide = (right - left + _BETWEEN) / self.across
        for index, box in enumerate(self.boxes):
            row, column = divmod(index, self.across)
            x, y = left + column * wide, top - row * self.high
            canvas.fill((x, y - self.high + _BETWEEN, x + wide - _BETWEEN, y), self._tone(box.level))
            canvas.text(x + size * 0.3, y - size * 1.05, box.number, face, size)
        foot = top - -(-len(self.boxes) // self.across) * self.high - size * 1.4
        apart, small = (right - left) / max(len(self.legend), 1), look.face("caption")
        for level, (name, ends) in enumerate(self.legend):
            x, y = left + level * apart, foot
            canvas.fill((x, y, x + size, y + size), self._tone(level))
            room = apart - size * 2
            canvas.text(x + size * 1.5, y + size * 0.15, shorten(name, small, size, room), small, size)
            write(canvas, x + size * 1.5, y - size * 1.25, shorten(ends, small, size, room), small, size)

    def _tone(self, level: int) -> float:
        lowest, highest = self.look.notes.tones
        return lowest + (highest - lowest) * level / max(len(self.legend) - 1, 1)


def _number_size(look: Style) -> float:
    """The type size of numbers and words of a log."""
    return max(look.notes.number, look.type.least_word)


_BETWEEN = 3.0
"""Points between two boxes: with lines between them they would be read as a grid."""


def times_pages(
    look: Style, title: str, boxes: Sequence[Kept], legend: Sequence[tuple[str, str]], area: Box
) -> list[TimesPage]:
    """The log on as many pages as it needs, its boxes as high as their number and the page allow."""
    width, height = area[2] - area[0], area[3] - area[1]
    size = _number_size(look)
    least = look.face("number").width(max((box.number for box in boxes), key=len, default=""), size) + size
    across = min(10, max(1, int((width + _BETWEEN) / (max(least, look.notes.box) + _BETWEEN))))
    wide = (width + _BETWEEN) / across
    room = height - title_height(look, title, width, height) - 3.4 * size
    rows = -(-len(boxes) // across)
    most = max(1, int(room / (wide * _FLAT)))
    pages = -(-rows // most)
    each = -(-rows // max(pages, 1)) * across
    high = min(room / max(-(-each // across), 1), wide * _HIGH)
    parts = [boxes[start : start + each] for start in range(0, len(boxes), max(each, 1))]
    return [
        TimesPage(
            look=look,
            title="" if index else title,
            boxes=tuple(part),
            legend=tuple(legend),
            across=across,
            high=high,
        )
        for index, part in enumerate(parts)
    ]


_FLAT, _HIGH = 0.55, 1.5
"""The least and the most height of a box, as a share of its width."""


def with_models(pages: Iterable[Page]) -> list[Page]:
    """The pages of a book, those for drawing each with the next picture."""
    models = count()
    return [
        replace(page, model=next(models)) if isinstance(page, NotesPage) and page.paper == "drawing" else page
        for page in pages
    ]


def _lattice(box: Box, step: float, width: float) -> tuple[list[float], list[float]]:
    """Places of lines of a width across and up, about ``step`` apart: from edge to edge, and from the top on."""
    left, bottom, right, top = box
    across = max(1, round((right - left - width) / step))
    step = (right - left - width) / across
    down = int((top - bottom - width) / step)
    xs = [left + width / 2 + step * index for index in range(across + 1)]
    return xs, [top - width / 2 - step * index for index in range(down + 1)]
