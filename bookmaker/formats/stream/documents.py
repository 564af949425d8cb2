"""Zip files, office documents, workbooks and web pages as texts: a table becomes rows of fields.

Each file of a zip file and each sheet of a workbook (.xlsx, .ods) is a text of its own. A sheet becomes lines of fields with
tabs between them: line 5 is row 5. The unpacked size is bounded.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from math import isqrt
from pathlib import Path
from typing import Any, Literal
from xml.parsers import expat

from bookmaker.base.errors import Fault, InputError, Place
from bookmaker.formats.base.patterns import expression

# HTML and XML as plain lines: tables become rows of fields between bars, and all other text is unchanged.
#
# The document is read by the parser of the standard library that never fails and knows no entities of a document's own. So a
# document type is not a trap here.

_TAG = expression(r"<(?:[A-Za-z!?][^<>]*|/[A-Za-z][\w:.-]*\s*)>")
_ROWS = frozenset({"tr", "row"})
_CELLS = frozenset({"td", "th", "cell", "col"})
_SHORT = "r", "c"
"""A row, and a cell only in such a row: in the rows of a workbook, cells of this name are left out if empty.

An element of this name without cells is text as any other.
"""

_SPACE = expression(r"\s+")
_PLACES = (("row", "col"), ("row", "column"), ("r", "c"), ("y", "x"), ("line", "column"))
"""Attributes that say where a cell is."""

_VALUES = ("value", "data", "puzzle", "givens", "grid", "board")
"""Attributes that may hold digits."""

_BLOCKS = frozenset({"table", "pre", "p", "puzzle", "sudoku", "grid", "board", "game"})
_END = "\0"
"""Marks where such an element ends, and so does a block of lines."""


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
        """Write the cells that were outside rows, each with its place, as rows, if they fill a square."""
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


def plain_rows(text: str, first: int) -> list[tuple[int, str]]:
    """The lines of a document whose first line has the number ``first``, each with its number, without markup."""
    reader = _MarkupReader()
    try:
        reader.feed(text)
        reader.close()
        reader.end()
    except AssertionError:  # The error of the standard library for a marked section that it does not know.
        return list(enumerate(text.split("\n"), first))
    kept = [(number, "" if line == _END else line) for number, line in reader.lines if line == _END or line.strip()]
    return [(number + first - 1, line) for number, line in kept]


# The XML of office files as rows of fields: documents of word processors (.docx, .odt), and sheets of OpenDocument (.ods).
#
# A paragraph is a row of one field, and a row of a table one of all its cells. What repeats a cell or a row is followed so far
# only as a grid of digits could have it, and remarks beside the text are left out.

WORD, WRITER = "word/document.xml", b"application/vnd.oasis.opendocument.text"
"""The file in a .docx that holds its text, and the type of an .odt."""

Rows = list[list[str]]
"""The fields of each row."""

MOST_ROWS, MOST_COLUMNS = 100_000, 200
"""Of a sheet; what lies beyond is left out."""

_MOST_REPEATED, _MOST_BLANK = 1000, 9
"""Rows that one means, filled and empty ones: the rows below a sheet come as one that is repeated a million times."""


@dataclass(frozen=True, slots=True)
class _Names:
    """The names of a format for its elements: paragraphs, tables with their rows and cells, what holds text (None: any
    paragraph), tabs and breaks, and all that is not part of the text.
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
    """A row that has begun: its fields, how often the row and its last cell come, and the value that this cell has."""

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


Text = tuple[str, Iterable[bytes]]
"""The name of a text in messages, and its bytes."""

_MOST_FILES = 10_000
_MOST_UNPACKED = 256 << 20
_PIECE = 1 << 17
_DAMAGED = (zipfile.BadZipFile, EOFError, OSError, ValueError, LookupError, NotImplementedError, RuntimeError)
_WORKBOOK, _CONTENT, _TYPE = "xl/workbook.xml", "content.xml", "mimetype"
_BLANKS = 16
"""Bytes of blanks that may be around the type of a document."""
_USUAL = 9


def is_archive(path: Path | str) -> bool:
    """Whether a file is a zip file, as workbooks are."""
    try:
        with Path(path).open("rb") as file:
            return Path(path).is_file() and file.read(4) == b"PK\x03\x04"
    except (OSError, ValueError):
        return False


def is_workbook(path: Path | str) -> bool:
    """Whether a zip file is a workbook, whose texts are sheets that belong together."""
    try:
        with zipfile.ZipFile(path) as archive:
            return _nature(archive) in ("xlsx", "sheets")
    except _DAMAGED:
        return False


def texts(path: Path | str) -> Iterator[Text]:
    """The texts in a zip file, in the order of their names, or the sheets of a workbook. Raises InputError."""
    place = Place(str(path))
    try:
        with zipfile.ZipFile(path) as archive:
            nature = _nature(archive)
            if nature == "too large":
                raise InputError(Fault(f"it unpacks to more than {_MOST_UNPACKED >> 20} MB", place))
            if nature == "xlsx":
                yield from _sheets(path, _of_xlsx(path))
            elif nature == "word":
                yield str(path), [text_of(archive.read(WORD), word=True)]
            elif nature == "writer":
                yield str(path), [text_of(archive.read(_CONTENT), word=False)]
            elif nature == "sheets":
                yield from _sheets(path, sheets_of(archive.read(_CONTENT)))
            else:
                for name in sorted({one.filename for one in archive.infolist() if not one.is_dir()}):
                    hidden = any(part.startswith((".", "__MACOSX")) for part in name.split("/"))
                    if not hidden:
                        yield f"{path}/{name}", _pieces(archive, name, place)
    except InputError:
        raise
    except ImportError as error:
        advice = "install it with: pip install 'bookmaker[xlsx]', or save the sheet as CSV"
        raise InputError(Fault("reading .xlsx needs the package openpyxl", place, advice)) from error
    except (*_DAMAGED, expat.ExpatError) as error:
        raise InputError(Fault("the zip file is damaged", place, "unpack it, or save the sheet as CSV")) from error


_Nature = Literal["too large", "xlsx", "word", "writer", "sheets", "files"]


def _nature(archive: zipfile.ZipFile) -> _Nature:
    """The kind of a zip file. One beyond the bound is not looked into, and of a type only as much is read as a known one has."""
    files = [one for one in archive.infolist() if not one.is_dir()]
    if len(files) > _MOST_FILES or sum(one.file_size for one in files) > _MOST_UNPACKED:
        return "too large"
    names = {one.filename for one in files}
    if _WORKBOOK in names:
        return "xlsx"
    if WORD in names:
        return "word"
    if not {_CONTENT, _TYPE} <= names:
        return "files"
    with archive.open(_TYPE) as file:
        kind = file.read(len(WRITER) + _BLANKS)
    return "writer" if kind.strip() == WRITER else "sheets"


def _pieces(archive: zipfile.ZipFile, name: str, place: Place) -> Iterator[bytes]:
    try:
        with archive.open(name) as file:
            while piece := file.read(_PIECE):
                yield piece
    except _DAMAGED as error:
        raise InputError(Fault(f"{name!r} in it is damaged, or needs a password", place)) from error


def _sheets(path: Path | str, sheets: Iterable[tuple[str, Rows]]) -> Iterator[Text]:
    filled = [(name, rows) for name, rows in sheets if any(any(row) for row in rows)]
    for name, rows in filled:
        yield (str(path) if len(filled) == 1 else f"{path}[{name}]"), [_lines(rows)]


def _lines(rows: Sequence[Sequence[str]]) -> bytes:
    """The rows in tabs. Empty columns before all cells are left out, and a grid of 9×9 in the corner keeps its empty edges."""
    # A title may be beside the columns of the grid.
    grid = [row for row in rows if any(row) and not _is_title(row)] or [row for row in rows if any(row)]
    left = min((next(at for at, field in enumerate(row) if field) for row in grid), default=0)
    right = max((len(row) - next(at for at, field in enumerate(reversed(row)) if field) for row in grid), default=0)
    last = max(at for at, row in enumerate(rows) if any(row)) + 1
    if (
        right <= _USUAL
        and last <= _USUAL
        and (right, last) != (_USUAL - 1, _USUAL - 1)
        and max(right, last) > _USUAL - 2
    ):
        left, right, last = 0, _USUAL, _USUAL
    cut = [
        [*filter(None, row)] if _is_title(row) else [*row, *[""] * right][left:right]
        for row in [*rows, *[[]] * _USUAL][:last]
    ]
    first = next(at for at, row in enumerate(cut) if any(row)) if left or right != _USUAL else 0
    return "".join("\n" if at < first else "\t".join(row) + "\n" for at, row in enumerate(cut)).encode(
        "utf-8", "replace"
    )


def _is_title(row: Sequence[str]) -> bool:
    """Whether a row holds one text and nothing else."""
    filled = [field for field in row if field]
    return len(filled) == 1 and len(filled[0]) > 2 and filled[0][0].isalpha()


def _field(value: Any) -> str:
    whole = isinstance(value, float) and value.is_integer()
    return "" if value is None else " ".join(str(int(value) if whole else value).split())


def _of_xlsx(path: Path | str) -> Iterator[tuple[str, Rows]]:
    import openpyxl

    # As a file that is open: of a path openpyxl wants a name that ends in .xlsx.
    with Path(path).open("rb") as file:
        try:
            book = openpyxl.load_workbook(file, read_only=True, data_only=True)
            for sheet in book.worksheets:
                cells = sheet.iter_rows(max_row=MOST_ROWS, max_col=MOST_COLUMNS, values_only=True)
                yield sheet.title, [list(map(_field, row)) for row in cells]
        except (SyntaxError, TypeError, AttributeError, ArithmeticError) as error:
            # What openpyxl does not expect in a damaged workbook; it has no errors of its own for that.
            raise zipfile.BadZipFile(str(error)) from error
