"""Text whose last page would hold a few lines only: smaller type may spare that page, lower pages fill it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from bookmaker.printing.styles.style import Style
from bookmaker.printing.text.text_blocks import Block

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

        If there is none, what was given.
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
