"""Readers and writers of puzzles. A new format is one module here and one line in
``FORMATS`` of :mod:`bookmaker.formats.registry`.

Reading is a stream (:func:`stream`) in constant memory: bytes are cut into lines (:mod:`rows`), lines into blocks
(:mod:`blocks`), and each block goes to the first format that recognises it (:mod:`one_text`), so that one file may hold several
formats. What no format recognises is read as lines, whose messages then say what is expected. A puzzle is taken as written or not
at all, and what is not taken comes as a fault in its place. :func:`read` and :func:`parse` raise all faults of a text together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from bookmaker.base.errors import Fault, InputError, Note, Place
from bookmaker.formats import archives, inputs, records
from bookmaker.formats.cells import SIZES, digits, fits
from bookmaker.formats.headings import LooseAnswer, paired
from bookmaker.formats.inputs import STDIN, Progress, expanded, name_of
from bookmaker.formats.one_text import Item, Reading, text_items
from bookmaker.formats.quoted_rows import cut
from bookmaker.formats.reflowed import in_one_line
from bookmaker.formats.registry import BY_ENDING, FORMATS, READ, render
from bookmaker.formats.rows import Batch
from bookmaker.formats.source import MOST_FAULTS
from bookmaker.formats.work_pieces import Piece, pieces
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import CLASSIC, geometry

__all__ = [
    "BY_ENDING",
    "FORMATS",
    "STDIN",
    "Argument",
    "Batch",
    "LooseAnswer",
    "Piece",
    "Puzzles",
    "Reading",
    "expanded",
    "named",
    "parse",
    "pieces",
    "read",
    "read_all",
    "read_text",
    "render",
    "stream",
]

ARGUMENT_NAME = "<argument>"

MOST_TEXT = 64 << 20
"""Bytes of a text that is wanted as a whole."""


@dataclass(frozen=True, slots=True)
class Argument:
    """A puzzle that was given itself, as a text, where the name of a file could stand."""

    text: str


def stream(
    path: Path | str | Argument, reading: Reading | None = None, progress: Progress | None = None
) -> Iterator[Puzzle | Fault | Batch]:
    """The puzzles of a file, or of standard input for ``"-"``, in any known format, and a Fault for all that is none.

    Many plain lines come as one Batch; :func:`items` makes puzzles of them. Memory does not grow with the file.
    """
    if isinstance(path, Argument):
        data = path.text.encode("utf-8", "surrogatepass")
        yield from text_items([data], (reading or Reading()), ARGUMENT_NAME, batches=False)
        return
    if path == STDIN or not archives.is_archive(path):
        yield from text_items(inputs.pieces(path, progress), (reading or Reading()), name_of(path), batches=True)
        return
    try:
        if archives.is_workbook(path):
            sheets = (
                _puzzles(text_items(inputs.unpacked(raw, name), (reading or Reading()), name, batches=False))
                for name, raw in archives.texts(path)
            )
            yield from paired(map(list, sheets))
            return
        for name, raw in archives.texts(path):
            yield from text_items(inputs.unpacked(raw, name), (reading or Reading()), name, batches=True)
    except InputError as error:
        yield from error.faults


def items(stream: Iterable[Puzzle | Fault | Batch], reading: Reading | None = None) -> Iterator[Item]:
    """The same stream without batches."""
    kind = (reading or Reading()).kind
    for item in stream:
        if isinstance(item, Batch):
            yield from item.puzzles(geometry(kind))
        else:
            yield item


class Puzzles(list[Puzzle]):
    """Puzzles that were read, with ``faults``, what could not be read, and ``notes``, text that was passed over and guesses."""

    def __init__(self, puzzles: Iterable[Puzzle] = ()) -> None:
        super().__init__(puzzles)
        self.faults: list[Fault] = []
        self.notes: list[Note] = []


def read(path: Path | str, kind: str = CLASSIC, format: str | None = None, *, strict: bool = False) -> Puzzles:
    """All puzzles of a file, a folder, or of standard input for ``"-"``, in any known format.

    ``kind`` is the kind of puzzle that the givens are meant for; ``format`` is detected if None. What cannot be read is listed in
    ``faults`` of the result. Raises InputError with every fault if nothing could be read, and if anything could not and
    ``strict``.
    """
    return read_all([path], kind, format, strict=strict)


def read_all(
    paths: Iterable[Path | str], kind: str = CLASSIC, format: str | None = None, *, strict: bool = False
) -> Puzzles:
    """The puzzles of several files, in their order. Raises InputError as :func:`read` does for one."""
    reading = Reading(kind, format)
    puzzles = Puzzles()
    for path in expanded(paths):
        if isinstance(path, Fault):
            puzzles.faults.append(path)
            continue
        found = _collected(items(stream(path, reading), reading))
        puzzles += found
        puzzles.faults += found.faults
        puzzles.notes += found.notes
    if puzzles.faults and (strict or not puzzles):
        raise InputError(puzzles.faults)
    return puzzles


def named(names: Iterable[str]) -> Iterator[Path | str | Argument | Fault]:
    """The files of several arguments, as :func:`expanded` gives them, and the arguments that are puzzles themselves."""
    for name in names:
        if _is_puzzle(name):
            yield Argument(name)
        else:
            yield from expanded([name])


def _is_puzzle(name: str) -> bool:
    if "\n" in name or cut(name):
        return True
    bare = "".join(name.split())
    long = len(bare) in SIZES and (bare == name or len(bare) >= _LONG)
    if (long and fits(digits(bare), SIZES[len(bare)])) or in_one_line([(1, name)]) is not None:
        return not inputs.exists(name)
    claimed = any(format.claims is not None and format.claims(name) for format in READ)
    return (claimed or records.opens(name) or _nearly(name)) and not inputs.exists(name)


def _nearly(name: str) -> bool:
    """Whether a text is hardly anything but a line of cells with a slip in it: a few too many or too few, or not cells."""
    cells = digits(name)
    return any(
        abs(len(cells) - count) * _SLIPS <= count and sum(cell > size for cell in cells) * _SLIPS <= count
        for count, size in SIZES.items()
        if count >= _LONG
    )


_LONG = 36
_SLIPS = 10
"""A tenth of the cells of a line that is not too short to be a name like any other."""


def parse(text: str, source_name: str = "<text>", kind: str = CLASSIC, format: str | None = None) -> list[Puzzle]:
    """All puzzles of a text; ``source_name`` stands in their sources. Raises InputError with every fault of the text."""
    data = text.encode("utf-8", "surrogatepass")
    found = _collected(_puzzles(text_items([data], Reading(kind, format), source_name, batches=False)))
    if found.faults:
        raise InputError(found.faults)
    return found


def read_text(path: Path | str) -> str:
    """The whole text of a file, or of standard input for ``"-"``; bytes that are not UTF-8 are kept as lone surrogates.

    Raises InputError for a file that cannot be read, is empty, too large, or no text.
    """
    parts: list[bytes] = []
    for piece in inputs.pieces(path):
        parts.append(piece)
        if sum(map(len, parts)) > MOST_TEXT:
            raise InputError(Fault(f"the file is larger than {MOST_TEXT >> 20} MB", Place(name_of(path))))
    return b"".join(parts).decode("utf-8", "surrogateescape")


def _puzzles(stream: Iterable[Puzzle | Fault | Batch]) -> Iterator[Item]:
    for item in stream:
        assert not isinstance(item, Batch)
        yield item


def _collected(stream: Iterable[Item]) -> Puzzles:
    """The puzzles, the faults and the notes of one text, which is not read any further after MOST_FAULTS."""
    found = Puzzles()
    for item in stream:
        if isinstance(item, Puzzle):
            found.append(item)
        elif isinstance(item, Note):
            found.notes.append(item)
        else:
            found.faults.append(item)
            if len(found.faults) == MOST_FAULTS:
                where = item.place and Place(item.place.path, item.place.line)
                found.faults.append(Fault("too many faults; the rest was not read", where))
                break
    return found
