"""Pages as plain data, and how each is drawn: grids, text, one puzzle on two facing pages.

A page has its words and pictures, already worded, numbered and translated; it does not know its place in the book or the rules of
a puzzle. The pages of the front are in ``frontmatter``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from bookmaker.printing.canvases import strokes
from bookmaker.printing.canvases.canvas import Box, Canvas, Point, inked, note_grid, prints_colours, spaced, write
from bookmaker.printing.canvases.page_setup import PageSetup
from bookmaker.printing.canvases.recorder import ClippedCanvas
from bookmaker.printing.canvases.strokes import corners
from bookmaker.printing.grids.clue_drawing import free_below
from bookmaker.printing.grids.grid_drawing import draw_grid
from bookmaker.printing.pages import page_furniture
from bookmaker.printing.pages.labels import FootSizes, Labels, Slot
from bookmaker.printing.pages.layouts import Layout, dealt, part_columns
from bookmaker.printing.pages.ornament import Emblem
from bookmaker.printing.pages.page_furniture import Foot, NameLine, Story, draw_cuts
from bookmaker.printing.styles.fonts import Role
from bookmaker.printing.styles.style import Style
from bookmaker.printing.styles.style_parts import Align, Frame, Running
from bookmaker.printing.text.flow import Dealing, Filling, draw_blocks, flow
from bookmaker.printing.text.lines import capitals, clean, fitted_title, shorten
from bookmaker.printing.text.text_blocks import Block, Figures


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """An empty page. ``folio`` is the printed page number, ``head`` the running title; "" prints none."""

    look: Style
    folio: str = ""
    head: str = ""

    @property
    def has_side_column(self) -> bool:
        """Whether the column for notes is beside it, if pages have one: it goes with puzzles."""
        return False

    @property
    def ground(self) -> str:
        """The colour that it has up to its edge, where pages have a bleed; "" for that of the paper."""
        return ""

    def draw(self, canvas: Canvas, area: Box) -> None:
        """Draw the content between the running title and the page number."""


def _fitted_page_title(look: Style, title: str, width: float, height: float) -> tuple[float, list[str]]:
    size = look.writing.title * look.scale_for(width)
    return fitted_title(title, look, size, width, height * look.writing.title_room)


def title_height(look: Style, title: str, width: float, height: float) -> float:
    """Height in points that a page's title takes, with the space below it."""
    if not title:
        return 0.0
    size, lines = _fitted_page_title(look, title, width, height)
    rule = look.page.title_rule_drop if look.page.title_rule else 0.0
    return len(lines) * size * look.type.title_leading + (rule + look.writing.title_gap) * look.scale_for(width)


def draw_title(canvas: Canvas, look: Style, title: str, area: Box, soft: Sequence[int] = ()) -> Box:
    """Draw a title, and the rule under it, at the top of an area; the rest of the area.

    ``soft`` are the words that are set in italics, counted from 0.
    """
    left, bottom, right, top = area
    if not title:
        return area
    size, lines = _fitted_page_title(look, title, right - left, top - bottom)
    font, page = look.face("title"), look.page
    x = {"left": left, "centre": (left + right) / 2, "right": right}[page.title_side]
    words = " ".join(lines).split(" ")
    for index, line in enumerate(lines):
        y = top - size * (0.95 + index * look.type.title_leading)
        if soft and len(words) == len(clean(title).split(" ")):
            first = sum(len(before.split(" ")) for before in lines[:index])
            _write_mixed(canvas, look, (x, y), line.split(" "), size, {at - first for at in soft})
            continue
        write(canvas, x, y, line, font, size, page.title_side)
    if page.title_rule:
        y = top - len(lines) * size * look.type.title_leading
        y -= page.title_rule_drop * look.scale_for(right - left) / 2
        strokes.draw_rules(canvas, left, right, y, page.title_rule, page.title_rules, page.rule_gap)
    return left, bottom, right, top - title_height(look, title, right - left, top - bottom)


def _write_mixed(
    canvas: Canvas, look: Style, at: Point, words: Sequence[str], size: float, soft: Collection[int]
) -> None:
    """A line of a title, some words of which are in italics."""
    title, italic = look.face("title"), look.face("text_italic")
    faces = [italic if index in soft else title for index in range(len(words))]
    gap = title.width(" ", size)
    widths = [face.width(word, size) for word, face in zip(words, faces, strict=True)]
    x, y = at
    x -= (sum(widths) + gap * (len(words) - 1)) * {"left": 0.0, "centre": 0.5, "right": 1.0}[look.page.title_side]
    for word, face, width in zip(words, faces, widths, strict=True):
        canvas.text(x, y, word, face, size)
        x += width + gap


@dataclass(frozen=True, slots=True, kw_only=True)
class BlankPage(Page):
    """A page that is left empty, so that the next one is on the right."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TextPage(Page):
    """Running text under a title; ``title`` "" on the pages that carry it on, ``soft`` its words in italics."""

    title: str
    blocks: tuple[Block, ...]
    soft: tuple[int, ...] = ()

    def draw(self, canvas: Canvas, area: Box) -> None:
        """Draw title and blocks."""
        draw_blocks(canvas, self.blocks, draw_title(canvas, self.look, self.title, area, self.soft))


def text_pages(
    look: Style, title: str, blocks: Sequence[Block], area: Box, *, compact: bool = False
) -> Iterator[TextPage]:
    """Running text on as many pages as it needs; ``compact``: of rules with examples, which change places to fill the pages."""
    left, bottom, right, top = area
    width, height = right - left, top - bottom
    scaled: Sequence[Block] = [block.scaled(look.scale_for(width)) for block in blocks]
    first = height - title_height(look, title, width, height)

    def dealt(blocks: Sequence[Block], less: float) -> list[list[Block]]:
        return flow(blocks, width, height - less, first - less)

    def pictures_stay(less: float) -> bool:
        return all(block.fitted(width, height - less) == block.fitted(width, height) for block in scaled)

    dealing = Dealing(look, dealt, lambda part: _height(part, width), height)
    filling, natural, usual = Filling(look, width, height, first), dealt(scaled, 0.0), scaled
    compact = compact and filling.has_gaps(natural) and len(dealt(filling.compacted(scaled), 0.0)) <= len(natural)
    scaled = filling.compacted(scaled) if compact else scaled
    # A few lines on a page of their own are worse than type a little smaller.
    smaller = ([block.scaled(tighter) for block in usual] for tighter in look.writing.tighter)
    smaller = (filling.compacted(blocks) for blocks in smaller) if compact else smaller
    scaled, parts = dealing.on_fewer(scaled, dealt(scaled, 0.0), smaller)
    # So are pictures a little smaller.
    shrunk = (
        [block.smaller(share, width) if isinstance(block, Figures) else block for block in scaled]
        for share in look.figures.smaller
    )
    scaled, parts = dealing.on_fewer(scaled, parts, shrunk)
    # The last page begins with a heading, if it can.
    parts = dealing.evened(scaled, parts, pictures_stay, lambda part: part[0].keep_with_next)
    for index, part in enumerate(parts):
        yield TextPage(look=look, title="" if index else title, blocks=tuple(part))


def _height(blocks: Sequence[Block], width: float) -> float:
    return sum(block.height(width) + block.before for block in blocks)


@dataclass(frozen=True, slots=True)
class Band:
    """The opening of a section above its first puzzles: its title, if it has one, its contents, an introduction."""

    look: Style
    title: str
    summary: str
    blocks: tuple[Block, ...] = ()

    def height(self, area: Box) -> float:
        """Its height in points on an area, with the space below it."""
        width = area[2] - area[0]
        own = title_height(self.look, self.title, width, area[3] - area[1]) - self._closer(width) + self._summary(width)
        return own + _height(self.blocks, width) + self.look.opener.band_gap

    def below(self, area: Box) -> Box:
        """The rest of an area."""
        return area[0], area[1], area[2], area[3] - self.height(area)

    def draw(self, canvas: Canvas, area: Box) -> Box:
        """Draw it at the top of an area; the rest of the area."""
        left, bottom, right, top = draw_title(canvas, self.look, self.title, area)
        top += self._closer(right - left)
        if self.summary:
            look, size = self.look, self._size(right - left)
            x = {"left": left, "centre": (left + right) / 2, "right": right}[look.page.title_side]
            text = shorten(self.summary, look.face("caption"), size, right - left)
            write(canvas, x, top - size, text, look.face("caption"), size, look.page.title_side)
        top -= self._summary(right - left) + (self.blocks[0].before if self.blocks else 0.0)
        draw_blocks(canvas, self.blocks, (left, bottom, right, top))
        return self.below(area)

    def _closer(self, width: float) -> float:
        """How much less space than above a text is below the title."""
        look = self.look
        gap = max(look.writing.title_gap - look.opener.summary_before, 0.0) if self.title else 0.0
        return gap * look.scale_for(width)

    def _size(self, width: float) -> float:
        return self.look.opener.summary * self.look.scale_for(width)

    def _summary(self, width: float) -> float:
        return self._size(width) * self.look.type.leading if self.summary else 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class GridsPage(Page):
    """Grids in the frames of a layout, under a title or a band if there is one, above answers at the foot if there are any.

    ``name_line`` is above all. ``less``: height in points that a title or band takes of another page of these grids, which
    are not larger here. ``cut``: with lines to cut the page into cards. ``frame`` is around each puzzle. ``notes``: what is
    above lines to write on, which take the places that no puzzle has; "" for none.
    """

    layout: Layout
    slots: tuple[Slot, ...]
    title: str = ""
    foot: Foot | None = None
    band: Band | None = None
    name_line: NameLine | Story | Emblem | None = None
    frame: Frame | None = None
    less: float = 0.0
    cut: bool = False
    notes: str = ""

    @property
    def has_side_column(self) -> bool:
        """The column for notes goes with puzzles, not with answers."""
        return self.layout.use == "puzzles"

    @property
    def ground(self) -> str:
        """The colour of the style that goes with its frame."""
        kinds, grounds = self.look.grid.frames, self.look.colours.grounds
        return grounds[kinds.index(self.frame) % len(grounds)] if grounds and self.frame in kinds else ""

    @property
    def free(self) -> int:
        """The places that take lines to write on."""
        return self.layout.per_page - len(self.slots) if self.notes and not self.layout.beside else 0

    def draw(self, canvas: Canvas, area: Box) -> None:
        """Draw each grid in its frame, as large as the frame allows, labels flush with its outline.

        The largest grid of the page places the rows and columns; smaller ones hang from the same line and start at the
        same edge.
        """
        layout, look = self.layout, self.look
        if self.name_line is not None:
            area = self.name_line.draw(canvas, area)
        area = draw_title(canvas, look, self.title, area)
        if self.band is not None:
            area = self.band.draw(canvas, area)
        if self.foot is not None:
            self.foot.draw(canvas, area)
            area = self.foot.above(area)
        if self.cut:
            draw_cuts(
                canvas, look, layout, area, len(self.slots), above=bool(self.title or self.band or self.name_line)
            )
        if layout.beside:
            self._draw_beside(canvas, area)
            return
        frames = [layout.inner(frame) for frame in layout.frames(area)[: len(self.slots) + self.free]]
        least = layout.inner(layout.frames((area[0], area[1], area[2], area[3] - self.less))[0])
        grounds = [slot.picture.geometry for slot in self.slots]
        sides = [layout.side_of(least, ground) for ground in grounds]
        outlines = [
            layout.style.fitted(side / ground.span).outline for ground, side in zip(grounds, sides, strict=True)
        ]
        around = layout.around if self.frame is not None else 0.0
        outers = [side + line + around for side, line in zip(sides, outlines, strict=True)]
        widest = max(outers)
        rows = [layout.row * side / ground.span for ground, side in zip(grounds, sides, strict=True)]
        owns = [
            min(row, page_furniture.cells_high(look, [slot.picture]) * side / slot.picture.geometry.span)
            for slot, side, row in zip(self.slots, sides, rows, strict=True)
        ]
        highest = max(outer + row for outer, row in zip(outers, rows, strict=True))
        spare = frames[0][3] - frames[0][1] - layout.label - layout.note - highest
        framed = bool(look.labels.frame) and layout.use == "puzzles"
        if framed:
            # A framed grid fills its frame, without space for notes that no puzzle has.
            noted = look.labels.tick or any(slot.note for slot in self.slots)
            high = frames[0][3] - frames[0][1] - max(spare, 0.0) - (0.0 if noted else layout.note)
            frames, spare = self._hugging(area, widest, high), 0.0
            self._draw_frames(canvas, frames)
        sizes, lines = self.foot_in(spare, widest)
        spare -= sizes.height(lines)
        # A bar is as wide as its frame. Else labels are flush with the grid itself, not with numbers around it.
        bar = framed and look.labels.plate == "bar"
        edges = [side * ground.frame / ground.span for ground, side in zip(grounds, sides, strict=True)]
        rooms = [outer - 2 * edge for outer, edge in zip(outers, edges, strict=True)]
        # Notes are below the grid itself where no puzzle of the page has a number there.
        free = all(map(free_below, grounds))
        labels = Labels.of(look, layout, self.slots, [frames[0][2] - frames[0][0] if bar else o for o in rooms])
        for frame in frames[len(self.slots) :]:
            self._draw_notes(canvas, labels, frame, widest, max(spare, 0.0) * look.labels.above)
        for slot, frame, side, outer, row, edge in zip(self.slots, frames, sides, outers, rows, edges, strict=False):
            left = (frame[0] + frame[2] - widest) / 2
            # Where a puzzle has fewer pieces to cut out than others, its number comes down to them.
            shorter = row - max(own for own, at in zip(owns, frames, strict=False) if at[3] == frame[3])
            top = frame[3] - max(spare, 0.0) * look.labels.above - layout.label - shorter
            inset = (outer - side) / 2
            above = (frame[0], top, frame[2]) if bar else (left + edge, top, left + outer - edge)
            top -= row - shorter
            if row and layout.use == "puzzles":
                page_furniture.draw_row(canvas, slot.picture, left + inset, top, side, look)
            if self.frame is not None:
                pad = look.grid.frame_pad
                inner = (left + pad, top - outer + pad, left + outer - pad, top - pad)
                page_furniture.draw_frame(canvas, self.frame, inner, look)
            if self.ground and prints_colours(canvas):
                # A pencil writes on paper.
                grid = left + inset, top - outer + inset
                canvas.fill((*grid, grid[0] + side, grid[1] + side), 0.0)
            draw_grid(canvas, slot.picture, left + inset, top - outer + inset, side, layout.style)
            note_grid(canvas, (left, top - outer, left + outer, top + row + layout.label))
            labels.draw(canvas, slot, above, frame)
            below = left + edge, top - outer + free * edge, left + outer - edge
            labels.draw_note(canvas, slot, below, frame, footed=lines > 0)
            if lines:
                sizes.draw(canvas, slot.foot, (below[0], frame[1], below[2], below[1] - layout.note), lines)

    def _draw_notes(self, canvas: Canvas, labels: Labels, frame: Box, wide: float, above: float) -> None:
        """Lines to write on in place of a grid, as wide as the widest, with its label above them."""
        look, left = self.look, (frame[0] + frame[2] - wide) / 2
        top = frame[3] - above - self.layout.label
        edge = (frame[0], top, frame[2]) if look.labels.plate == "bar" else (left, top, left + wide)
        labels.draw(canvas, replace(self.slots[0], label=self.notes, short="", aside="", marks=()), edge, frame)
        box = (left, max(frame[1], top - wide), left + wide, top)
        strokes.ruled_box(canvas, box, look.notes.lines, look.notes.width, look.notes.ink)

    def foot_in(self, spare: float, width: float) -> tuple[FootSizes, int]:
        """The sizes of the feet of its puzzles and their lines, 0 for none: those that each has in ``spare`` points of height."""
        sizes = FootSizes(self.look, self.look.scale_for(width))
        footed = any(slot.foot for slot in self.slots) and not self.look.labels.frame
        return sizes, sizes.lines_in(spare) if footed else 0

    def _hugging(self, area: Box, wide: float, high: float) -> list[Box]:
        """Boxes as wide and high as the grids with their words, in the layout's rows and columns, in the middle of the area.

        Of the room between them, rows get as much as half a gap more; what is left over is below all of them.
        """
        layout, labels = self.layout, self.look.labels
        left, bottom, right, top = area
        pad = labels.frame + labels.frame_pad
        count = len(self.slots) + self.free
        across = layout.columns if count > 1 else 1
        down = -(-count // across)
        rest = top - bottom - down * (high + 2 * pad) - (down - 1) * layout.row_gap
        gap = layout.row_gap + min(layout.row_gap / 2, max(rest, 0.0) / down)
        aside = right - left - across * (wide + 2 * pad)
        apart = max(layout.column_gap, min(1.5 * layout.column_gap, aside / across)) if across > 1 else 0.0
        start = left + (aside - (across - 1) * apart) / 2 + pad
        found = []
        for index in range(count):
            row, column = divmod(index, across)
            x, y = start + column * (wide + 2 * pad + apart), top - pad - row * (high + 2 * pad + gap)
            found.append((x, y - high, x + wide, y))
        return found

    def _draw_beside(self, canvas: Canvas, area: Box) -> None:
        """Draw each grid beside a column with its words, which begins and ends on the lines of its outline."""
        layout, look = self.layout, self.look
        labels = Labels.of(look, layout, self.slots, [layout.aside] * len(self.slots))
        frames = [layout.inner(frame) for frame in layout.frames(area)[: len(self.slots)]]
        if look.labels.frame:
            self._draw_frames(canvas, frames)
        for slot, frame in zip(self.slots, frames, strict=True):
            ground = slot.picture.geometry
            side = layout.side_of(frame, ground)
            cell = side / ground.span
            line, row = layout.style.fitted(cell).outline, layout.row * cell
            spare = frame[3] - frame[1] - side - line - row
            # The grid is as near to the outer edge as it may be: numbers outside it have their own room.
            left, top = frame[2] - side - line / 2, frame[3] - spare * look.labels.above - line / 2
            if row:
                page_furniture.draw_row(canvas, slot.picture, left, top - row, side, look)
            draw_grid(canvas, slot.picture, left, top - row - side, side, layout.style)
            note_grid(canvas, (frame[0], top - row - side, left + side, top))
            own = ground.frame * cell
            labels.draw_column(
                canvas, slot, (frame[0], top - row - side + own, frame[0] + layout.aside, top - row - own)
            )

    def _draw_frames(self, canvas: Canvas, inner: Sequence[Box]) -> None:
        width, pad = self.look.labels.frame, self.look.labels.frame_pad
        away = pad + width / 2
        for left, bottom, right, top in inner:
            canvas.stroke(corners((left - away, bottom - away, right + away, top + away)), width, closed=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedPage(GridsPage):
    """A page that several sections share, each with its band above its grids, and its words below them.

    ``blocks``: each with its box, which is measured from the left edge and the top of the area, and the words under it.
    """

    blocks: tuple[tuple[GridsPage, Box, tuple[Block, ...]], ...]

    def draw(self, canvas: Canvas, area: Box) -> None:
        """Draw each block in its box, and the answers at the foot if there are any."""
        left, _, _, top = area if self.name_line is None else self.name_line.draw(canvas, area)
        if self.foot is not None:
            self.foot.draw(canvas, area)
        for page, box, words in self.blocks:
            own = left + box[0], top + box[1], left + box[2], top + box[3]
            page.draw(canvas, own)
            if words:
                draw_blocks(
                    canvas, words, (own[0], own[1] - _height(words, own[2] - own[0]), own[2], own[1] - words[0].before)
                )


def grids_pages(
    slots: Sequence[Slot], layout: Layout, head: str, title: str = "", *, least: int = 0
) -> Iterator[GridsPage]:
    """Grids dealt to as many pages of a layout as they need; the title is on the first. ``least``: as of :func:`dealt`."""
    for page in dealt(len(slots), layout.per_page, least=least):
        yield GridsPage(
            look=layout.style.look,
            layout=layout,
            slots=tuple(slots[page.start : page.stop]),
            head=head,
            title="" if page.start else title,
        )


def outer_edge(live: Box, index: int) -> tuple[float, Align]:
    """The edge of the live area away from the binding, and how text is aligned with it."""
    return (live[2], "right") if index % 2 == 0 else (live[0], "left")


def content_area(look: Style, live: Box) -> Box:
    """The part of the live area between the running title and the page number."""
    left, bottom, right, top = live
    return left, bottom + look.folio.strip, right, top - look.head.strip


def draw_page(canvas: Canvas, page: Page, setup: PageSetup, index: int, pages: int) -> None:
    """Draw page ``index`` (0-based) of ``pages``, with the running head and the page number where the style has them."""
    sheet = setup.sheet(index)
    canvas.begin_page(sheet)
    live, look = setup.live(index, pages), page.look
    if page.ground and setup.bleed and prints_colours(canvas):
        with inked(canvas, page.ground):
            canvas.fill((0.0, 0.0, sheet.width, sheet.height), 1.0)
    side_column = bool(setup.side) and page.has_side_column
    if side_column:
        box = content_area(look, setup.side_column(index, pages))
        strokes.ruled_box(canvas, box, look.page.side_line, look.grid.thin, look.page.side_ink)
    _running(canvas, look, look.head, "head", page.head, live, index)
    page.draw(canvas, content_area(look, setup.live(index, pages, side=side_column)))
    _running(canvas, look, look.folio, "folio", page.folio, live, index)
    canvas.end_page()


def _running(canvas: Canvas, look: Style, run: Running, role: Role, text: str, live: Box, index: int) -> None:
    """Draw the running head or the page number, which is as wide as six figures at least where the head is beside it."""
    left, bottom, right, top = live
    if not text or run.where == "none":
        return
    font, at_top = look.face(role), role == "head" and run.where != "foot"
    y = top - run.drop if at_top else bottom + look.folio.drop
    x, align = outer_edge(live, index) if run.where != "centre" else ((left + right) / 2, "centre")
    room = right - left
    if run.where == "foot":
        beside = look.face("folio").width("000", look.folio.size) + run.size
        x, room = (x - beside, room - beside) if align == "right" else (x + beside, room - beside)
    words = shorten(capitals(text) if run.caps else text, font, run.size * (1 + run.tracking), room)
    spaced(canvas, x, y, words, font, run.size, run.tracking, align)
    if run.rule:
        edge = top - look.head.strip * 0.7 if at_top else bottom + look.folio.strip * 0.8
        canvas.stroke([(left, edge), (right, edge)], run.rule)


@dataclass(frozen=True, slots=True, kw_only=True)
class HalfPage(Page):
    """One of the two pages of a puzzle or of its answer: that on the left, or that on the ``right``.

    A title is on the left-hand page, and the right-hand one leaves its room free.
    """

    layout: Layout
    slot: Slot
    right: bool
    title: str = ""

    @property
    def has_side_column(self) -> bool:
        """A puzzle has the column for notes on both sides, an answer on none."""
        return self.layout.use == "puzzles"

    def draw(self, canvas: Canvas, area: Box) -> None:
        """Draw the part of the grid that lies on this page, and its share of the words around it."""
        layout, look, ground = self.layout, self.look, self.slot.picture.geometry
        if self.right:
            left, bottom, right, top = area
            area = left, bottom, right, top - title_height(look, self.title, right - left, top - bottom)
        else:
            area = draw_title(canvas, look, self.title, area)
        spread = layout.spread
        assert spread is not None
        cell, seam = layout.cell_in(area, ground), layout.seam(area, ground)
        outline = layout.style.fitted(cell).outline
        before, behind = part_columns(ground, seam)
        high = ground.height * cell + outline
        spare = max(area[3] - area[1] - layout.label - layout.note - high, 0.0)
        top = area[3] - spare * look.labels.above - layout.label
        edge = area[0] + spread.reach if self.right else area[2] - spread.reach
        # The square of ``span`` cells, in whose middle the grids lie.
        down, side = (ground.span - ground.height) // 2, ground.span * cell
        corner = edge - seam * cell, top - outline / 2 + down * cell - side
        # A picture that is stamped is one of those with the same name: a part depends on its reach, too.
        name = f"part{seam}{'r' if self.right else 'l'}{spread.reach:g}"
        part = ClippedCanvas(canvas, "right" if self.right else "left", edge, spread.reach, name)
        draw_grid(part, self.slot.picture, *corner, side, layout.style)
        outer = edge + behind * cell + outline / 2 if self.right else edge - before * cell - outline / 2
        start, stop = min(edge, outer), max(edge, outer)
        labels = Labels.of(look, layout, (self.slot,), (min(before, behind) * cell,))
        own = self._words()
        labels.draw(canvas, own, (start, top, stop), area)
        if self.right:
            labels.draw_note(canvas, own, (start, top - high, stop), area)

    def _words(self) -> Slot:
        """The number is on the left-hand page, the level and where the answer is on the other, as if on one line."""
        slot = self.slot
        barred = self.look.labels.plate == "bar"
        if self.right:
            aside, marks = ("", ()) if barred else (slot.aside, slot.marks)
            return replace(slot, label="", short="", aside=aside, marks=marks)
        return slot if barred else replace(slot, aside="", marks=())


def half_pages(slots: Sequence[Slot], layout: Layout, head: str, title: str = "") -> Iterator[HalfPage]:
    """The pages of puzzles or answers that lie over two each: the left-hand one first. The title is on the first."""
    for index, slot in enumerate(slots):
        own = "" if index else title
        for right in (False, True):
            yield HalfPage(look=layout.style.look, layout=layout, slot=slot, right=right, head=head, title=own)
