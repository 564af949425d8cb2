"""The body of a book: parts one after another, each of which knows its first page before its pages are made.

A puzzle names the page of its answer, which comes later, and an answer that of its puzzle. How many pages a part has depends on
neither, so that all parts find their places first, and their pages are made when all places are known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Literal

from bookmaker.printing.pages.page_kinds import BlankPage, Page

Side = Literal["left", "right", "any"]
"""The side of an open book on which a part begins."""


class Body:
    """Collects parts. Pages count from 1, on the right; odd pages are right-hand pages.

    ``filler`` stands where a part would begin on the wrong side, if the part brings none of its own. ``ahead``: so many pages
    before the first part are counted, too.
    """

    def __init__(self, filler: Page, ahead: int = 0) -> None:
        self._filler, self._ahead = filler, ahead
        self._parts: list[Callable[[], Sequence[Page]]] = []
        self.count = ahead

    def turn(self, side: Side, filler: Page | None = None) -> None:
        """Go on to a page on this side, if the next part must begin there."""
        if side != "any" and (self.count % 2 == 1) == (side == "right"):
            held = filler or self._filler
            self._parts.append(lambda: [held])
            self.count += 1

    def add(
        self, count: int, make: Callable[[], Sequence[Page]], side: Side = "any", filler: Page | None = None
    ) -> int:
        """Add a part of ``count`` pages, which begins on this side. Returns the number of its first page."""
        self.turn(side, filler)
        first = self.count + 1
        if count:
            self._parts.append(make)
        self.count += count
        return first

    def add_pages(self, pages: Sequence[Page], side: Side = "any") -> int:
        """Add pages that need to know no places, as :meth:`add` does."""
        return self.add(len(pages), lambda: pages, side)

    def pages(self) -> Iterator[Page]:
        """All pages with their numbers; blank ones show none."""
        for number, page in enumerate((page for make in self._parts for page in make()), self._ahead + 1):
            yield page if isinstance(page, BlankPage) else replace(page, folio=str(number))
