"""HTML and XML as plain lines: tables become rows of fields between bars, and all other text stands as it is.

The document is read by the parser of the standard library that never fails and knows no entities of a document's own. So a
document type is no trap here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from html.parser import HTMLParser
from math import isqrt

_TAG = re.compile(r"<(?:[A-Za-z!?][^<>]*|/[A-Za-z][\w:.-]*\s*)>")
_ROWS = frozenset({"tr", "row"})
_CELLS = frozenset({"td", "th", "cell", "col"})
_SHORT = "r", "c"
"""A row, and a cell only where it stands in such a row: in the rows of a workbook, cells of this name are left out if empty.

An element of this name without cells is text as any other.
"""

_SPACE = re.compile(r"\s+")
_PLACES = (("row", "col"), ("row", "column"), ("r", "c"), ("y", "x"), ("line", "column"))
"""Attributes that say where a cell is."""

_VALUES = ("value", "data", "puzzle", "givens", "grid", "board")
"""Attributes that may hold digits."""

_BLOCKS = frozenset({"table", "pre", "p", "puzzle", "sudoku", "grid", "board", "game"})
_END = "\0"
"""Stands where such an element ends, and so does a block of lines."""


class _Reader(HTMLParser):
    """Collects the lines of a document, each with the number of the line where it begins."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[tuple[int, str]] = []
        self._row: list[str] | None = None
        self._at = 0
        self._bare = ""
        self._short: int | None = None
        """The line where a row that began by the short name does; it has no fields before its first cell."""

        self._placed: dict[tuple[int, int], str] = {}
        self._place: tuple[int, int] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _ROWS:
            self._row, self._at, self._bare, self._short = [], self.getpos()[0], "", None
        elif tag == _SHORT[0] and (self._row is None or self._short is not None):
            self._row, self._short = None, self.getpos()[0]
        elif self._short is not None and tag == _SHORT[1]:
            if self._row is None:
                self._row, self._at = [], self._short
            self._row.append("")
        elif self._row is not None and tag in _CELLS:
            self._row.append("")
        elif tag in _CELLS and (place := _place_of(dict(attrs))) is not None and place not in self._placed:
            self._place, self._placed[place] = place, ""
            self._at = self._at if len(self._placed) > 1 else self.getpos()[0]
        for name, value in attrs:
            if name in _VALUES:
                self._add((value or "").strip() or ("" if self._row else "."))

    def handle_endtag(self, tag: str) -> None:
        if tag == _SHORT[0] and self._row is None:
            self._short = None
        elif self._row is not None and (tag in _ROWS or (tag == _SHORT[0] and self._short is not None)):
            if not self._row and tag == "row" and self._bare.strip():
                self.lines.append((self._at, self._bare.strip()))
            elif self._row:
                self.lines.append((self._at, f"|{'|'.join(_SPACE.sub(' ', cell).strip() for cell in self._row)}|"))
            self._row = self._short = None
        elif tag in _CELLS:
            self._place = None
        elif tag in _BLOCKS:
            self.end()
            self.lines.append((self.getpos()[0], _END))

    def handle_data(self, data: str) -> None:
        self._add(data)

    def end(self) -> None:
        """Write the cells that stood by themselves, each with its place, as rows, if they fill a square."""
        size = isqrt(len(self._placed))
        low = min(self._placed, default=(0, 0))
        if size > 1 and set(self._placed) == {(low[0] + r, low[1] + c) for r in range(size) for c in range(size)}:
            for row in range(low[0], low[0] + size):
                cells = [_SPACE.sub(" ", self._placed[row, low[1] + c]).strip() for c in range(size)]
                self.lines.append((self._at, f"|{'|'.join(cell or '.' for cell in cells)}|"))
        else:
            self.lines += [(self._at, text) for text in self._placed.values() if text.strip()]
        self._placed, self._place = {}, None

    def _add(self, text: str) -> None:
        if self._place is not None:
            self._placed[self._place] += text
            return
        if self._row is not None:
            if self._row:
                self._row[-1] += text
            else:
                self._bare += text
            return
        for offset, line in enumerate(text.split("\n")):
            self.lines.append((self.getpos()[0] + offset, line))


def _place_of(attributes: Mapping[str, str | None]) -> tuple[int, int] | None:
    for row, column in _PLACES:
        place = attributes.get(row) or "", attributes.get(column) or ""
        if all(part.isascii() and part.isdigit() and len(part) < 3 for part in place):
            return int(place[0]), int(place[1])
    return None


def is_markup(text: str) -> bool:
    """Whether a text holds tags enough to be HTML or XML."""
    return len(_TAG.findall(text, 0, 100_000)) > 1


def plain(text: str, first: int) -> list[tuple[int, str]]:
    """The lines of a document whose first line has the number ``first``, each with its number, without markup."""
    reader = _Reader()
    try:
        reader.feed(text)
        reader.close()
        reader.end()
    except AssertionError:  # What the standard library raises for a marked section that it does not know.
        return list(enumerate(text.split("\n"), first))
    kept = [(number, "" if line == _END else line) for number, line in reader.lines if line == _END or line.strip()]
    return [(number + first - 1, line) for number, line in kept]
