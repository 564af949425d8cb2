"""Rules with examples dealt to pages without large gaps: pictures a little smaller, and what has room before what has none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from bookmaker.printing.styles.style import Style
from bookmaker.printing.text.text_blocks import Block, Figures, Writing


@dataclass(slots=True)
class _Sheet:
    """What stands on a page: ``lead`` points of a text that began on the page before, and blocks, the pictures at a share."""

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

    def gapes(self, pages: Sequence[Sequence[Block]]) -> bool:
        """Whether a rule stands on another page than its example, what went over with one leaves a gap, or the end is short."""
        least = self.look.writing.least_page * self.height
        for index, (page, behind) in enumerate(pairwise(pages)):
            # The rule of an example, and a heading before, stand above it.
            pictured = next((isinstance(block, Figures) for block in behind if not block.keep_with_next), False)
            blank = (self.height if index else self.first) - self._high(page)
            if pictured and (page[-1].keep_with_next or blank > least):
                return True
        return len(pages) > 1 and self._high(pages[-1]) <= least

    def closer(self, blocks: Sequence[Block]) -> list[Block]:
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
        """The largest share of their size at which pictures let blocks stand on a page, too; 0 if none does."""
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
        # What is remembered of a block holds it, so that no other has its id.
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
        return isinstance(unit[0], Writing) and unit[0].face is self.look.face("heading")


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
