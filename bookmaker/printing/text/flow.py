"""Blocks of running text one under another, dealt onto pages.

Rules with examples are dealt without large gaps: pictures a little smaller, and blocks that fit before those that do not. Where
the last page would have a few lines only, smaller type may spare that page, and lower pages fill it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Generic, TypeVar

from bookmaker.printing.canvases.canvas import Box, Canvas
from bookmaker.printing.styles.style import Style
from bookmaker.printing.text.text_blocks import Block, Figures, Paragraph


@dataclass(slots=True)
class _Sheet:
    """The content of a page: ``lead`` points of a text that began on the page before, and blocks, the pictures at a share."""

    room: float
    lead: float = 0.0
    blocks: list[Block] = field(default_factory=list)
    share: float = 1.0
    units: int = 0


@dataclass(frozen=True, slots=True)
class Filling:
    """Blocks on pages of ``width`` x ``height`` points; ``first``: the height that a title leaves of the first."""

    look: Style
    width: float
    height: float
    first: float
    _measured: dict[int, tuple[Block, float]] = field(default_factory=dict, repr=False)
    _smaller: dict[tuple[int, float], tuple[Block, Block]] = field(default_factory=dict, repr=False)

    def has_gaps(self, pages: Sequence[Sequence[Block]]) -> bool:
        """Whether a rule is on another page than its example, a page has a gap, or the last page is short."""
        least = self.look.writing.least_page * self.height
        for index, (page, behind) in enumerate(pairwise(pages)):
            # The rule of an example, and a heading before, are above it.
            pictured = next((isinstance(block, Figures) for block in behind if not block.keep_with_next), False)
            blank = (self.height if index else self.first) - self._high(page)
            if pictured and (page[-1].keep_with_next or blank > least):
                return True
        return len(pages) > 1 and self._high(pages[-1]) <= least

    def compacted(self, blocks: Sequence[Block]) -> list[Block]:
        """The blocks in an order and with pictures of sizes that leave smaller gaps.

        Behind the first example and before the next heading, a rule that has room goes before one that has none.
        """
        waiting, out, sheet = [*_units(blocks)], list[Block](), _Sheet(self.first)
        movable = False
        while waiting:
            unit = waiting.pop(0)
            pictured = isinstance(unit[-1], Figures)
            share = self._share(sheet, unit)
            if not share and pictured and movable:
                ahead = self._ahead(sheet, waiting)
                if ahead is not None:
                    waiting.insert(0, unit)
                    unit = waiting.pop(ahead + 1)
                    share = self._share(sheet, unit)
                elif self._goes_before(unit, sheet, waiting):
                    # Text can fill the page below a smaller example, but not that of one that takes a page.
                    waiting.insert(0, sheet.blocks)
                    sheet = _Sheet(self.height)
                    share = self._share(sheet, unit)
            if share:
                sheet.share, sheet.blocks, sheet.units = share, [*sheet.blocks, *unit], sheet.units + 1
            elif self._too_high(unit):
                sheet = self._split(sheet, unit, out)
            elif pictured:
                out += self._made(sheet)
                sheet = _Sheet(self.height)
                sheet.share, sheet.blocks, sheet.units = self._share(sheet, unit) or 1.0, unit, 1
            else:
                sheet = self._run_on(sheet, unit, out)
            movable = (movable or pictured) and not self._headed(unit)
        return out + self._made(sheet)

    def _goes_before(self, unit: Sequence[Block], sheet: _Sheet, waiting: Sequence[list[Block]]) -> bool:
        """Whether a rule that needs most of a page goes before a smaller one, below which the text that follows has room."""
        if (
            sheet.lead
            or sheet.units != 1
            or any(isinstance(block, Figures) for other in waiting[:1] for block in other)
        ):
            return False
        own, other = self._high(unit), self._high(sheet.blocks)
        return isinstance(sheet.blocks[-1], Figures) and other < own > (1 - self.look.writing.least_page) * self.height

    def _ahead(self, sheet: _Sheet, waiting: Sequence[list[Block]]) -> int | None:
        """Which of the waiting rules has room on a page."""
        for index, unit in enumerate(waiting):
            if self._headed(unit):
                return None
            if self._share(sheet, unit):
                return index
        return None

    def _share(self, sheet: _Sheet, unit: Sequence[Block]) -> float:
        """The largest share of their size at which pictures leave space for blocks on a page, too; 0 if none does."""
        shares = (1.0, *self.look.figures.closer) if isinstance(unit[-1], Figures) else (sheet.share,)
        for share in shares:
            tried = self._made(_Sheet(sheet.room, sheet.lead, [*sheet.blocks, *unit], share))
            if share <= sheet.share and self._high(tried, sheet.lead) <= sheet.room + 1e-6:
                return share
        return 0.0

    def _too_high(self, unit: Sequence[Block]) -> bool:
        """Whether a page has no room for a rule and all of its grids one under another."""
        return isinstance(unit[-1], Figures) and not self._share(_Sheet(self.height), unit)

    def _split(self, sheet: _Sheet, unit: list[Block], out: list[Block]) -> _Sheet:
        """Deal a rule with its first grid, and the others to the next page; the sheet of that page."""
        figures = unit[-1]
        assert isinstance(figures, Figures)
        share = self._share(sheet, [*unit[:-1], figures.first(self.width)])
        if not share:
            out += self._made(sheet)
            sheet, share = _Sheet(self.height), 1.0
        sheet.share, sheet.blocks = share, [*sheet.blocks, *unit]
        *above, last = self._made(sheet)
        out += [*above, last]
        assert isinstance(last, Figures)
        return _Sheet(self.height, lead=last.height(self.width) - last.first(self.width).height(self.width))

    def _run_on(self, sheet: _Sheet, unit: Sequence[Block], out: list[Block]) -> _Sheet:
        """Deal text that is too long for a page; the sheet on which it ends."""
        for block in unit:
            if self._share(sheet, [block]):
                sheet.blocks.append(block)
                continue
            room = sheet.room - self._high(self._made(sheet), sheet.lead) - block.before
            parts = block.split(self.width, room, force=False)
            out += self._made(sheet)
            if parts is None:
                sheet = _Sheet(self.height, blocks=[block])
            else:
                out.append(block)
                sheet = _Sheet(self.height, lead=parts[1].height(self.width))
        return sheet

    def _made(self, sheet: _Sheet) -> list[Block]:
        return [self._shrunk(block, sheet.share) for block in sheet.blocks]

    def _shrunk(self, block: Block, share: float) -> Block:
        if not isinstance(block, Figures) or share == 1:
            return block
        # A remembered block is held, so that no other has its id.
        if (id(block), share) not in self._smaller:
            self._smaller[id(block), share] = block, block.shrunk(share, self.width)
        return self._smaller[id(block), share][1]

    def _block(self, block: Block) -> float:
        """The height of a block, computed once: its lines are broken for that."""
        if id(block) not in self._measured:
            self._measured[id(block)] = block, block.height(self.width)
        return self._measured[id(block)][1]

    def _high(self, blocks: Sequence[Block], lead: float = 0.0) -> float:
        high = sum(self._block(block) + block.before for block in blocks)
        return lead + high - (blocks[0].before if blocks and not lead else 0.0)

    def _headed(self, unit: Sequence[Block]) -> bool:
        return isinstance(unit[0], Paragraph) and unit[0].face is self.look.face("heading")


def _units(blocks: Sequence[Block]) -> Iterator[list[Block]]:
    """Each picture with the text that stays with it, and the texts between: a heading begins another."""
    texts: list[Block] = []
    chain: list[Block] = []
    for block in blocks:
        chain.append(block)
        if block.keep_with_next:
            continue
        if texts and (len(chain) > 1 or isinstance(block, Figures)):
            yield texts
            texts = []
        if isinstance(block, Figures):
            yield chain
        else:
            texts += chain
        chain = []
    if texts or chain:
        yield texts + chain


P = TypeVar("P")
"""A page as the text is dealt to it: blocks, or columns of blocks."""


@dataclass(frozen=True, slots=True)
class Dealing(Generic[P]):
    """How blocks are dealt to pages of ``height`` points.

    ``pages``: the pages of blocks, each so many points lower than it could be. ``filled``: the height of all text on a page, in
    points, ``across`` x ``height`` at most.
    """

    look: Style
    pages: Callable[[Sequence[Block], float], Sequence[P]]
    filled: Callable[[P], float]
    height: float
    across: int = 1

    def ends_short(self, pages: Sequence[P]) -> bool:
        """Whether the last of several pages holds a few lines only."""
        most = self.across * self.height * self.look.writing.least_page
        return len(pages) > 1 and self.filled(pages[-1]) <= most

    def on_fewer(
        self, blocks: Sequence[Block], pages: Sequence[P], sizes: Iterable[Sequence[Block]]
    ) -> tuple[Sequence[Block], Sequence[P]]:
        """The first of the ``sizes`` of the blocks that takes fewer pages, and these, where ``pages`` end short.

        If there is none, the blocks given.
        """
        for tried in sizes if self.ends_short(pages) else ():
            dealt = self.pages(tried, 0.0)
            if len(dealt) < len(pages):
                return tried, dealt
        return blocks, pages

    def evened(
        self,
        blocks: Sequence[Block],
        pages: Sequence[P],
        may_be_lower: Callable[[float], bool] = lambda less: True,
        begins_well: Callable[[P], bool] = lambda page: True,
    ) -> Sequence[P]:
        """The same blocks on as many pages, each with less on it where the last one would be nearly empty.

        ``may_be_lower``: whether pages may have so many points less. A last page that ``begins_well`` goes before one that is
        only full enough.
        """
        found = pages
        for share in self.look.writing.shorter if len(pages) > 1 else ():
            less = self.height * (1 - share)
            if not may_be_lower(less):
                break
            tried = self.pages(blocks, less)
            if len(tried) > len(pages):
                break
            if self.filled(tried[-1]) < self.look.writing.even * self.filled(tried[-2]):
                continue
            if share == 1 or begins_well(tried[-1]):
                return tried
            found = tried if found is pages else found
        return found


def flow(
    blocks: Sequence[Block], width: float, height: float, first: float | None = None, firsts: int = 1
) -> list[list[Block]]:
    """Deal blocks onto pages of ``height`` (so many as ``firsts`` of ``first``) points.

    A heading stays with the block after it; a paragraph is split so that no line of it is alone, or goes over whole.
    """
    pages: list[list[Block]] = [[]]
    room = height if first is None else first
    waiting = _fitted(blocks, width, height)
    while waiting:
        block = waiting.pop(0)
        empty = not pages[-1]
        before = 0.0 if empty else block.before
        need = before + block.height(width)
        # A heading goes over with the block after it, unless a page of their own cannot hold both either.
        behind = _followers(waiting, width) if block.keep_with_next else 0.0
        if behind > height - block.height(width):
            # Of grids one under another, the first stays with its text at least.
            behind = _followers(waiting, width, first=True)
        followed = 0 < behind <= height - block.height(width)
        together = need + behind * followed
        if together <= room + 1e-6 or (empty and need <= room + 1e-6 and room == height):
            pages[-1].append(block)
            room -= need
            continue
        parts = None if followed else block.split(width, room - before, force=False)
        if parts is None and empty and room == height:
            parts = block.split(width, room, force=True)
            if parts is None:
                pages[-1].append(block)
                room = 0.0
                continue
        if parts is not None:
            pages[-1].append(parts[0])
            waiting.insert(0, parts[1])
        else:
            waiting.insert(0, block)
        pages.append([])
        room = height if first is None or len(pages) > firsts else first
    return pages


def _fitted(blocks: Sequence[Block], width: float, height: float) -> list[Block]:
    """The blocks, those too high for a page made smaller, so that headings in front of them are on it, too."""
    fitted: list[Block] = []
    headings = 0.0
    for block in blocks:
        room = height - headings - block.before * bool(headings)
        made = block.fitted(width, room if room > height / 2 else height)
        # Whatever they have to leave, no picture leaves the page.
        fitted.append(made.fitted(width, height, force=True) if isinstance(made, Figures) else made)
        headings = headings + block.height(width) + block.before if block.keep_with_next else 0.0
    return fitted


def _followers(waiting: Sequence[Block], width: float, *, first: bool = False) -> float:
    """The least height that stays with a heading: further headings, and the first part of the block after them.

    ``first``: of grids one under another, the first of them.
    """
    height = 0.0
    for block in waiting:
        least = block.height(width)
        if isinstance(block, Paragraph) and not block.keep_with_next and len(block.lines(width)) >= 2 * block.together:
            least = min(least, block.together * block.line)
        elif first and isinstance(block, Figures):
            least = block.first(width).height(width)
        height += block.before + least
        if not block.keep_with_next:
            break
    return height


def draw_blocks(canvas: Canvas, blocks: Sequence[Block], area: Box) -> None:
    """Draw the blocks of one page downwards from the top of an area."""
    left, _, right, top = area
    for index, block in enumerate(blocks):
        top -= block.before if index else 0.0
        block.draw(canvas, left, top, right - left)
        top -= block.height(right - left)
