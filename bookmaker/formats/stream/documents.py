"""The XML of office files as rows of fields: documents of word processors (.docx, .odt), and sheets of OpenDocument (.ods).

A paragraph is a row of one field, and a row of a table one of all its cells. What repeats a cell or a row is followed so far only
as a grid of digits could have it, and remarks beside the text are left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from xml.parsers import expat

WORD, WRITER = "word/document.xml", b"application/vnd.oasis.opendocument.text"
"""The file in a .docx that holds its text, and the type of an .odt."""

Rows = list[list[str]]
"""The fields of each row."""

MOST_ROWS, MOST_COLUMNS = 100_000, 200
"""Of a sheet; what lies beyond is left out."""

_MOST_REPEATED, _MOST_BLANK = 1000, 9
"""Rows that one stands for, filled and empty ones: the rows below a sheet come as one that is repeated a million times."""


@dataclass(frozen=True, slots=True)
class _Names:
    """What a format calls its elements: paragraphs, tables with their rows and cells, what holds text (None: any paragraph), tabs
    and breaks, and what is no part of the text.
    """

    paragraphs: frozenset[str]
    table: str
    row: str
    cells: frozenset[str]
    text: str | None
    signs: Mapping[str, str]
    remarks: frozenset[str] = frozenset()


_WORD = _Names(
    frozenset({"w:p"}),
    "w:tbl",
    "w:tr",
    frozenset({"w:tc"}),
    "w:t",
    {"w:tab": "\t", "w:br": "\n", "w:cr": "\n"},
)
_OPEN = _Names(
    frozenset({"text:p", "text:h"}),
    "table:table",
    "table:table-row",
    frozenset({"table:table-cell", "table:covered-table-cell"}),
    None,
    {"text:tab": "\t", "text:line-break": "\n", "text:s": " "},
    frozenset({"office:annotation", "text:tracked-changes"}),
)


@dataclass(slots=True)
class _Row:
    """A row that has begun: its fields, how often the row and its last cell stand, and the value that this cell has."""

    times: int
    fields: list[str] = field(default_factory=list)
    cell_times: int = 0
    value: str | None = None
    paragraphs: list[str] = field(default_factory=list)


class _Reader:
    """Collects the tables, each with its name; with ``flow`` all rows as one table, with the paragraphs between them."""

    def __init__(self, names: _Names, flow: bool) -> None:
        self.tables: list[tuple[str, Rows]] = [("", [])] if flow else []
        self._names, self._flow = names, flow
        self._line: list[str] = []
        self._rows: list[_Row] = []
        self._inside = self._remarks = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        names = self._names
        self._remarks += name in names.remarks
        if self._remarks:
            return
        if name == names.table and not self._flow:
            self.tables.append((attributes.get("table:name", ""), []))
        elif name == names.row:
            self._rows.append(_Row(int(attributes.get("table:number-rows-repeated", "1"))))
        elif name in names.cells and self._rows:
            row = self._rows[-1]
            row.cell_times = int(attributes.get("table:number-columns-repeated", "1"))
            row.value, row.paragraphs = attributes.get("office:value"), []
        elif name in names.signs:
            self._line.append(names.signs[name] * min(int(attributes.get("text:c", "1")), MOST_COLUMNS))
        if name == names.text or (names.text is None and name in names.paragraphs):
            self._inside += 1

    def end(self, name: str) -> None:
        names = self._names
        if self._remarks:
            self._remarks -= name in names.remarks
            return
        if name in names.paragraphs:
            self._end_paragraph("".join(self._line))
        elif name in names.cells and self._rows:
            row = self._rows[-1]
            text = " ".join(row.paragraphs) if row.value is None else _number(row.value)
            row.fields += [" ".join(text.split())] * min(row.cell_times, MOST_COLUMNS - len(row.fields))
            row.cell_times = 0
        elif name == names.row and self._rows:
            self._end_row(self._rows.pop())
        if name == names.text or (names.text is None and name in names.paragraphs):
            self._inside -= 1

    def data(self, text: str) -> None:
        if self._inside and not self._remarks:
            self._line.append(text)

    def _end_paragraph(self, line: str) -> None:
        self._line = []
        if self._rows and self._rows[-1].cell_times:
            self._rows[-1].paragraphs.append(line)
        elif self._flow:
            self.tables[-1][1].append([line])

    def _end_row(self, row: _Row) -> None:
        if not self.tables:
            return
        rows = self.tables[-1][1]
        most = _MOST_REPEATED if any(row.fields) else _MOST_BLANK
        rows += [row.fields] * min(row.times, most, MOST_ROWS - len(rows))


def _number(value: str) -> str:
    number = float(value)
    return str(int(number)) if number.is_integer() else value


def _read(content: bytes, names: _Names, *, flow: bool) -> list[tuple[str, Rows]]:
    reader = _Reader(names, flow)
    parser = expat.ParserCreate()
    parser.StartElementHandler, parser.EndElementHandler = reader.start, reader.end
    parser.CharacterDataHandler = reader.data
    parser.Parse(content, True)
    return reader.tables


def text_of(content: bytes, *, word: bool) -> bytes:
    """The text of a document's main file, in UTF-8; ``word``: of a .docx, else of an .odt.

    Raises expat.ExpatError, and ValueError for a number that is none.
    """
    ((_, rows),) = _read(content, _WORD if word else _OPEN, flow=True)
    return "".join("\t".join(row) + "\n" for row in rows).encode("utf-8", "replace")


def sheets_of(content: bytes) -> list[tuple[str, Rows]]:
    """The sheets of an .ods file, each with its name. Raises as :func:`text_of` does."""
    return _read(content, _OPEN, flow=False)
