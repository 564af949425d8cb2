"""HTML and XML as plain lines: tables become rows of fields between bars, and all other text is unchanged.

The document is read by the parser of the standard library that never fails and knows no entities of a document's own. So a
document type is not a trap here. A row of tables of one shape becomes the rows of one table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from math import isqrt

from bookmaker.formats.base.patterns import expression

_TAG = expression(r"<(?:[A-Za-z!?][\w:.-]*+(?:[\s/?\[][^<>]*)?|/[A-Za-z][\w:.-]*\s*)>")
_ROWS = frozenset({"tr", "row"})
_CELLS = frozenset({"td", "th", "cell", "col"})
_SHORT = "r", "c"
"""A row, and a cell only in such a row: in the rows of a workbook, cells of this name are left out if empty.

An element of this name without cells is text as any other.
"""

_SPACE = expression(r"\s+")
_PLACES = (
    *(("row", "col"), ("row", "column"), ("r", "c"), ("y", "x"), ("line", "column"), ("ligne", "colonne")),
    *(("zeile", "spalte"), ("fila", "columna"), ("riga", "colonna"), ("linha", "coluna"), ("rij", "kolom")),
)
"""Attributes that say where a cell is."""

_PLACED = _CELLS | {"case", "zelle", "feld", "celda", "casilla", "cella", "casella", "cel", "square", "field", "entry"}
"""Elements that are cells where they have such attributes."""

_FIXED = (
    "fixed",
    "fixe",
    "given",
    "readonly",
    "locked",
    "initial",
    "preset",
    "prefilled",
    "clue",
    "fija",
    "fisso",
    "fest",
)
"""Attributes that tell a given from a digit of the answer."""

_VALUES = ("value", "data", "puzzle", "givens", "grid", "board")
"""Attributes that may hold digits."""

_HIDDEN = expression(r"data-[\w-]{1,20}")
"""Attributes that may hold the digit of a cell whose text a script writes."""

_BLOCKS = frozenset({"table", "pre", "p", "puzzle", "sudoku", "grid", "board", "game"})
_FEW_DIGITS = 3
_DEEPEST = 20
"""Tables within one another, of which the rows are put together."""

_BREAKS = frozenset({"br", "p", "div", "li", "pre"})
"""Elements that end a line of the text in a cell."""

_END = "\0"
"""Marks where such an element ends, and so does a block of lines."""


_Rows = list[tuple[int, Sequence[str]]]
"""The fields of each row, with the number of the line where it begins. A tuple is a line of text and no row."""


@dataclass(slots=True)
class _Outer:
    """A row that has begun and holds tables: its line, and for each of its cells the text and the rows of the tables in it."""

    at: int
    short: int | None
    texts: list[str]
    tables: list[list[_Rows]] = field(default_factory=list)


class _MarkupReader(HTMLParser):
    """Collects the lines of a document, each with the number of the line where it begins."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[tuple[int, str]] = []
        self._row: list[str] | None = None
        self._at = 0
        self._bare = ""
        self._short: int | None = None
        """The line where a row that began by the short name does; it has no fields before its first cell."""

        self._child: str | None = None
        """The name of the elements in a row that begins with one of no known name, without the number that may end it."""

        self._placed: dict[tuple[int, int], str] = {}
        self._place: tuple[int, int] | None = None
        self._fixed: set[tuple[int, int]] = set()
        self._hidden: dict[int, str] = {}
        """Of the cells of a row, the digits in their attributes."""

        self._outer: list[_Outer] = []
        self._tables: list[list[_Rows]] = []
        """The tables in each cell of the row that has begun."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table" and self._row and len(self._outer) < _DEEPEST:
            self._tables += [[] for _ in range(len(self._row) - len(self._tables))]
            self._tables[-1].append([])
            self._outer.append(_Outer(self._at, self._short, self._row, self._tables))
            self._row, self._short, self._tables = None, None, []
        elif tag in _ROWS:
            self._row, self._at, self._bare, self._short, self._tables = [], self.getpos()[0], "", None, []
            self._hidden = {}
            self._child = "" if tag == "row" else None
        elif tag == _SHORT[0] and (self._row is None or self._short is not None):
            self._row, self._short = None, self.getpos()[0]
        elif self._short is not None and tag == _SHORT[1]:
            if self._row is None:
                self._row, self._at = [], self._short
            self._row.append("")
        elif self._row is not None and tag in _CELLS:
            for name, value in attrs:
                if _HIDDEN.fullmatch(name) and value and len(value) < _FEW_DIGITS and value.isdecimal():
                    self._hidden.setdefault(len(self._row), value)
            self._row.append("")
            self._child = None
        elif self._row is not None and self._child is not None and all(name != _SHORT[0] for name, _ in attrs):
            self._child = tag.rstrip("0123456789") if not self._row and not self._bare.strip() else self._child
            if self._child == tag.rstrip("0123456789"):
                self._row.append("")
        elif tag in _PLACED and (place := _place_of(dict(attrs))) is not None and place not in self._placed:
            self._place, self._placed[place] = place, ""
            if any(name in _FIXED and (value or name).lower() in ("true", "1", "yes", name) for name, value in attrs):
                self._fixed.add(place)
            self._at = self._at if len(self._placed) > 1 else self.getpos()[0]
        if tag in _BREAKS and self._row:
            self._row[-1] += "\n"
        for name, value in attrs:
            if name in _VALUES:
                self._add((value or "").strip() or ("" if self._row else "."))

    def handle_endtag(self, tag: str) -> None:
        if tag in _BREAKS and self._row:
            self._row[-1] += "\n"
        if tag == "table" and self._outer:
            outer = self._outer.pop()
            self._row, self._at, self._short, self._tables = outer.texts, outer.at, outer.short, outer.tables
        elif tag == _SHORT[0] and self._row is None:
            self._short = None
        elif self._row is not None and (tag in _ROWS or (tag == _SHORT[0] and self._short is not None)):
            if tag == "row" and self._bare.strip() and (len(self._row) < 2 or not self._is_whole(self._row)):
                self.lines.append((self._at, self._bare.strip()))
            elif self._row:
                self._end_row(self._row)
            self._row = self._short = None
            self._tables = []
        elif tag in _PLACED and self._place is not None:
            self._place = None
        elif tag in _BLOCKS:
            self.end()
            self.lines.append((self.getpos()[0], _END))

    def _is_whole(self, row: Sequence[str]) -> bool:
        """Whether the cells of a row hold no text of other elements, as those of a table of names do."""
        return self._child is None or all(len(cell.split()) < 2 for cell in row)

    def handle_data(self, data: str) -> None:
        self._add(data)

    def _end_row(self, row: list[str]) -> None:
        """Write a row, or the rows of the tables in it; in a table that is in a cell, keep it for the row of that."""
        texts = [_SPACE.sub(" ", cell).strip() for cell in row]
        if self._hidden and not any(texts):
            # Many tables have such numbers of columns or identities beside their texts.
            texts = [self._hidden.get(at, "") for at in range(len(row))]
        lines = [line.strip("\r") for line in row[0].split("\n") if line.strip()] if len(row) == 1 else []
        rows: _Rows = [(self._at, (line,)) for line in lines] if len(lines) > 1 else [(self._at, texts)]
        rows = _of_tables(texts, self._tables) if any(self._tables) else rows
        if self._outer:
            self._outer[-1].tables[-1][-1] += rows
        else:
            self._write(rows)

    def _write(self, rows: Iterable[tuple[int, Sequence[str]]]) -> None:
        for at, texts in rows:
            line = texts[0] if isinstance(texts, tuple) else f"|{'|'.join(texts)}|" if texts else _END
            self.lines.append((at, line))

    def finish(self) -> None:
        """Write all that has begun when the document ends, with the tables in it."""
        self.close()
        while self._outer:
            outer = self._outer.pop()
            self._write(row for tables in outer.tables for table in tables for row in table)
        self.end()

    def end(self) -> None:
        """Write the cells that were outside rows, each with its place, as rows, if they fill a square and not all are empty."""
        size = isqrt(len(self._placed)) if any(map(str.strip, self._placed.values())) else 0
        low = min(self._placed, default=(0, 0))
        if size > 1 and set(self._placed) == {(low[0] + r, low[1] + c) for r in range(size) for c in range(size)}:
            for row in range(low[0], low[0] + size):
                cells = [_SPACE.sub(" ", self._shown((row, low[1] + c))).strip() for c in range(size)]
                self.lines.append((self._at, f"|{'|'.join(cell or '.' for cell in cells)}|"))
        else:
            self.lines += [(self._at, text) for text in self._placed.values() if text.strip()]
        self._placed, self._place, self._fixed = {}, None, set()

    def _shown(self, place: tuple[int, int]) -> str:
        """The text of a cell; where some cells of a grid are given, that of a given."""
        return self._placed[place] if not self._fixed or place in self._fixed else ""

    def _add(self, text: str) -> None:
        if self._place is not None:
            self._placed[self._place] += text
            return
        if self._row is not None:
            self._bare += text if self._child is not None else ""
            if self._row:
                self._row[-1] += text
            elif self._child is None:
                self._bare += text
            return
        for offset, line in enumerate(text.split("\n")):
            self.lines.append((self.getpos()[0] + offset, line))


def _of_tables(texts: Sequence[str], tables: Sequence[Sequence[_Rows]]) -> _Rows:
    """The rows of the tables in the cells of a row: one of each side by side where all have one shape and nothing is beside
    them, else one table below the other.
    """
    first = [inner[0] if len(inner) == 1 else [] for inner in tables]
    shapes = {tuple(len(row) for _, row in table) for table in first}
    if len(first) == len(texts) > 1 and not any(texts) and len(shapes) == 1 and len(set(*shapes)) == 1:
        return [(rows[0][0], [text for _, row in rows for text in row]) for rows in zip(*first, strict=True)]
    out: _Rows = []
    for at, text in enumerate(texts):
        inner = tables[at] if at < len(tables) else []
        line = inner[0][0][0] if inner and inner[0] else out[-1][0] if out else 0
        out += [(line, [text])] if text else []
        for table in inner:
            out += [(table[0][0] if table else line, []), *table]
    return out


def _place_of(attributes: Mapping[str, str | None]) -> tuple[int, int] | None:
    for row, column in _PLACES:
        place = attributes.get(row) or "", attributes.get(column) or ""
        if all(part.isascii() and part.isdecimal() and len(part) < 3 for part in place):
            return int(place[0]), int(place[1])
    return None


def is_markup(text: str) -> bool:
    """Whether a text holds tags enough to be HTML or XML."""
    return len(_TAG.findall(text, 0, 100_000)) > 1


def plain_rows(text: str, first: int) -> list[tuple[int, str]]:
    """The lines of a document whose first line has the number ``first``, each with its number, without markup."""
    reader = _MarkupReader()
    try:
        reader.feed(text)
        reader.finish()
    except AssertionError:  # The error of the standard library for a marked section that it does not know.
        return list(enumerate(text.split("\n"), first))
    kept = [(number, "" if line == _END else line) for number, line in reader.lines if line == _END or line.strip()]
    return [(number + first - 1, line) for number, line in kept]
