"""Files in a zip file, the text of documents (.docx, .odt) and the sheets of workbooks (.xlsx, .ods), each as a text of its own.

A sheet becomes lines of fields with tabs between them: line 5 is row 5. The unpacked size is bounded.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal
from xml.parsers import expat

from bookmaker.base.errors import Fault, InputError, Place
from bookmaker.formats.stream import documents

Text = tuple[str, Iterable[bytes]]
"""What a text is called in messages, and its bytes."""

_MOST_FILES = 10_000
_MOST_UNPACKED = 256 << 20
_PIECE = 1 << 17
_DAMAGED = (zipfile.BadZipFile, EOFError, OSError, ValueError, LookupError, NotImplementedError, RuntimeError)
_WORKBOOK, _CONTENT, _TYPE = "xl/workbook.xml", "content.xml", "mimetype"
_BLANKS = 16
"""Bytes of blanks that may stand about the type of a document."""
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
                yield str(path), [documents.text_of(archive.read(documents.WORD), word=True)]
            elif nature == "writer":
                yield str(path), [documents.text_of(archive.read(_CONTENT), word=False)]
            elif nature == "sheets":
                yield from _sheets(path, documents.sheets_of(archive.read(_CONTENT)))
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
    """What a zip file is. One beyond the bound is not looked into, and of a type only as much is read as a known one has."""
    files = [one for one in archive.infolist() if not one.is_dir()]
    if len(files) > _MOST_FILES or sum(one.file_size for one in files) > _MOST_UNPACKED:
        return "too large"
    names = {one.filename for one in files}
    if _WORKBOOK in names:
        return "xlsx"
    if documents.WORD in names:
        return "word"
    if not {_CONTENT, _TYPE} <= names:
        return "files"
    with archive.open(_TYPE) as file:
        kind = file.read(len(documents.WRITER) + _BLANKS)
    return "writer" if kind.strip() == documents.WRITER else "sheets"


def _pieces(archive: zipfile.ZipFile, name: str, place: Place) -> Iterator[bytes]:
    try:
        with archive.open(name) as file:
            while piece := file.read(_PIECE):
                yield piece
    except _DAMAGED as error:
        raise InputError(Fault(f"{name!r} in it is damaged, or needs a password", place)) from error


def _sheets(path: Path | str, sheets: Iterable[tuple[str, documents.Rows]]) -> Iterator[Text]:
    filled = [(name, rows) for name, rows in sheets if any(any(row) for row in rows)]
    for name, rows in filled:
        yield (str(path) if len(filled) == 1 else f"{path}[{name}]"), [_lines(rows)]


def _lines(rows: Sequence[Sequence[str]]) -> bytes:
    """The rows in tabs. Empty columns before all cells are left out, and a grid of 9×9 in the corner keeps its empty edges."""
    # A title may stand beside the columns of the grid.
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


def _of_xlsx(path: Path | str) -> Iterator[tuple[str, documents.Rows]]:
    import openpyxl

    # As a file that is open: of a path openpyxl wants a name that ends in .xlsx.
    with Path(path).open("rb") as file:
        try:
            book = openpyxl.load_workbook(file, read_only=True, data_only=True)
            for sheet in book.worksheets:
                cells = sheet.iter_rows(max_row=documents.MOST_ROWS, max_col=documents.MOST_COLUMNS, values_only=True)
                yield sheet.title, [list(map(_field, row)) for row in cells]
        except (SyntaxError, TypeError, AttributeError, ArithmeticError) as error:
            # What openpyxl does not expect in a damaged workbook; it has no errors of its own for that.
            raise zipfile.BadZipFile(str(error)) from error
