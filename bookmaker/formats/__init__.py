"""Readers and writers of puzzles. A new format is one module here and one line in ``FORMATS``.

A text is cut into blocks at its blank lines and each block goes to the first format that recognises it, so that one
file may hold several formats. What no format recognises is read as lines, whose messages then say what is expected.
Every fault of a text is collected into one InputError; a puzzle is taken as written or not at all.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path

from bookmaker.errors import Fault, InputError, Place, UsageError
from bookmaker.formats import (
    arrows,
    cagelist,
    fpuzzles,
    grid,
    krazydad,
    lines,
    perfect,
    records,
    sudokupad,
    sudokuwiki,
    sumocue,
    tatham,
)
from bookmaker.formats.source import Block, Format, Source, blocks
from bookmaker.grid.puzzle import Puzzle

FORMATS: dict[str, Format] = {
    module.FORMAT.name: module.FORMAT
    for module in (
        records,
        cagelist,
        perfect,
        sumocue,
        tatham,
        fpuzzles,
        sudokupad,
        sudokuwiki,
        krazydad,
        arrows,
        lines,
        grid,
    )
}
"""In the order in which a block is offered to them: those that nothing else looks like come first."""

MOST_BYTES = 64 * 2**20
"""A puzzle file may be this large: 800,000 puzzles, and no surprise for the memory."""

STDIN = "-"
STDIN_NAME = "<stdin>"
_BINARY = {
    b"\x1f\x8b": "a gzip file",
    b"PK\x03\x04": "a zip file, as spreadsheets are",
    b"%PDF": "a PDF",
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"\xff\xfe": "text in UTF-16",
    b"\xfe\xff": "text in UTF-16",
}


def read(path: Path | str, kind: str = "classic") -> list[Puzzle]:
    """All puzzles of a file, or of standard input for ``"-"``, in any known format.

    ``kind`` is the kind of puzzle that the givens are meant for. Raises InputError with every fault of the file.
    """
    return parse(read_text(path), STDIN_NAME if path == STDIN else str(path), kind)


def read_text(path: Path | str) -> str:
    """The text of a file, or of standard input for ``"-"``; bytes that are not UTF-8 are kept as lone surrogates.

    Raises InputError for a file that cannot be read, is empty, too large, or no text.
    """
    name = STDIN_NAME if path == STDIN else str(path)
    data = _bytes(path, name)
    if not data:
        raise InputError(Fault("it is empty", Place(name)))
    for start, what in _BINARY.items():
        if data.startswith(start):
            raise InputError(Fault(f"this is {what}, not a text of puzzles", Place(name), "UTF-8 text is expected"))
    return data.decode("utf-8", "surrogateescape")


def read_all(paths: Iterable[Path | str], kind: str = "classic") -> list[Puzzle]:
    """The puzzles of several files, in their order. Raises InputError with the faults of all of them."""
    puzzles: list[Puzzle] = []
    faults: list[Fault] = []
    for path in paths:
        try:
            puzzles += read(path, kind)
        except InputError as error:
            faults += error.faults
    if faults:
        raise InputError(faults)
    return puzzles


def parse(text: str, source_name: str = "<text>", kind: str = "classic") -> list[Puzzle]:
    """All puzzles of a text; ``source_name`` stands in their sources. Raises InputError with every fault of the text."""
    source = Source(source_name, kind)
    source.geometry(9)  # An unknown kind is the caller's fault and comes before any fault of the text.
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    rows = text.split("\n")
    if not _is_text(text, rows, source):
        source.finish()
    puzzles: list[Puzzle] = []
    for format, run in groupby(blocks(rows, tuple(FORMATS.values())), _recognise):
        puzzles += format.parse(list(run), source)
    source.finish()
    if not puzzles:
        raise InputError(Fault("there is no puzzle in it", Place(source_name)))
    return puzzles


def render(puzzles: Sequence[Puzzle], format: str = "lines") -> str:
    """Puzzles as text. Raises UsageError for a format that does not exist."""
    if format not in FORMATS:
        raise UsageError(f"there is no format {format!r}; there are {', '.join(FORMATS)}")
    if "cages" not in FORMATS[format].holds:
        caged = [puzzle for puzzle in puzzles if puzzle.cages]
        if caged:
            raise UsageError([Fault(f"the format {format} cannot hold cages", puzzle.source) for puzzle in caged])
    return FORMATS[format].render(puzzles)


def _recognise(block: Block) -> Format:
    return next((format for format in FORMATS.values() if format.detect(block)), lines.FORMAT)


def _bytes(path: Path | str, name: str) -> bytes:
    try:
        if path == STDIN:
            data = sys.stdin.buffer.read(MOST_BYTES + 1)
        else:
            with Path(path).open("rb") as file:
                data = file.read(MOST_BYTES + 1)
    except FileNotFoundError as error:
        raise InputError(Fault("there is no such file", Place(name))) from error
    except IsADirectoryError as error:
        raise InputError(Fault("this is a folder, not a file", Place(name))) from error
    except PermissionError as error:
        raise InputError(Fault("there is no permission to read it", Place(name))) from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(Fault(f"it cannot be read: {reason}", Place(name))) from error
    if len(data) > MOST_BYTES:
        raise InputError(
            Fault(f"the file is larger than {MOST_BYTES // 2**20} MB", Place(name), "split it into several files")
        )
    return data


def _is_text(text: str, rows: Sequence[str], source: Source) -> bool:
    """Whether the text is text; bytes that are not become faults of the source."""
    if "\0" in text:
        before = text[: text.index("\0")]
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        source.fault("a NUL byte; this is not a text file", line, column)
        return False
    if text.isascii() or text.encode("utf-8", "replace") == text.encode("utf-8", "surrogatepass"):
        return True
    for number, row in enumerate(rows, 1):
        for column, character in enumerate(row, 1):
            if "\ud800" <= character <= "\udfff":
                what = f"byte 0x{ord(character) - 0xDC00:02X}" if character >= "\udc80" else f"{character!a}"
                source.fault(f"{what} is not UTF-8 text", number, column, "save the file as UTF-8")
                break
    return False
