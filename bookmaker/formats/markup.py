"""HTML and XML as plain lines: tables become rows of fields between bars, and all other text stands as it is.

The document is read by the parser of the standard library that never fails and knows no entities of a document's own. So a
document type is no trap here.
"""

from __future__ import annotations

import re
from html.parser import HTMLParser

_TAG = re.compile(r"<(?:[A-Za-z!?][^<>]*|/[A-Za-z][\w:.-]*\s*)>")
_ROWS = frozenset({"tr", "row"})
_CELLS = frozenset({"td", "th", "cell", "col"})
_SPACE = re.compile(r"\s+")
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

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _ROWS:
            self._row, self._at, self._bare = [], self.getpos()[0], ""
        elif tag in _CELLS and self._row is not None:
            self._row.append("")
        for name, value in attrs:
            if name in _VALUES:
                self._add((value or "").strip() or ("" if self._row else "."))

    def handle_endtag(self, tag: str) -> None:
        if tag in _ROWS and self._row is not None:
            if not self._row and tag == "row" and self._bare.strip():
                self.lines.append((self._at, self._bare.strip()))
            elif self._row:
                self.lines.append((self._at, f"|{'|'.join(_SPACE.sub(' ', cell).strip() for cell in self._row)}|"))
            self._row = None
        elif tag in _BLOCKS:
            self.lines.append((self.getpos()[0], _END))

    def handle_data(self, data: str) -> None:
        self._add(data)

    def _add(self, text: str) -> None:
        if self._row is not None:
            if self._row:
                self._row[-1] += text
            else:
                self._bare += text
            return
        for offset, line in enumerate(text.split("\n")):
            self.lines.append((self.getpos()[0] + offset, line))


def is_markup(text: str) -> bool:
    """Whether a text holds tags enough to be HTML or XML."""
    return len(_TAG.findall(text, 0, 100_000)) > 1


def plain(text: str, first: int) -> list[tuple[int, str]]:
    """The lines of a document whose first line has the number ``first``, each with its number, without markup."""
    reader = _Reader()
    try:
        reader.feed(text)
        reader.close()
    except AssertionError:  # What the standard library raises for a marked section that it does not know.
        return list(enumerate(text.split("\n"), first))
    kept = [(number, "" if line == _END else line) for number, line in reader.lines if line == _END or line.strip()]
    return [(number + first - 1, line) for number, line in kept]
