"""Where texts come from: files, folders, patterns, standard input, gzip. Bytes in pieces, never a whole file at once.

The budget of an input says how much taking it apart may cost. It is charged as the work is done, so that an input ends at the
same place on every machine.
"""

from __future__ import annotations

import codecs
import glob
import os
import stat
import sys
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from bookmaker.base.errors import Fault, InputError, Place, shown_name

Cost = Literal["bytes unpacked", "elements", "cells", "characters", "tables", "files", "parts of mail"]

_MOST: dict[Cost, int] = {
    "bytes unpacked": 256 << 20,
    "elements": 1_000_000,
    "cells": 1_000_000,
    "characters": 32_000_000,
    "tables": 1_000,
    "files": 10_000,
    "parts of mail": 20_000,
}
"""Cells, and the characters in them, count as often as a document repeats them. A sheet is a table."""

_DEEPEST = 6
"""Containers within one another: a workbook in a mail that was forwarded in a mail, in a zip file, takes four."""


class Budget:
    """The costs so far of one input, whatever it holds. ``spent``: it was exceeded, and nothing more of the input is read."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.spent = False
        self._left = dict(_MOST)

    def charge(self, what: Cost, many: int = 1) -> None:
        """Take so much from the rest. Raises InputError where there is less."""
        self._left[what] = left = self._left[what] - many
        if left < 0:
            raise self.refused(f"it holds more than {_MOST[what]:,} {what}", "split it, or save the puzzles as text")

    def enter(self, depth: int) -> None:
        """Check how deep a container is in others. Raises InputError."""
        if depth > _DEEPEST:
            raise self.refused(f"more than {_DEEPEST} files are packed into one another", "unpack it")

    def refused(self, message: str, advice: str) -> InputError:
        """The error of an input that is not read any further."""
        self.spent = True
        return InputError(Fault(message, Place(self.name), advice))


STDIN = "-"
STDIN_NAME = "<stdin>"

PIECE = 1 << 17
"""Bytes read at once: some sixteen hundred puzzles."""

MOST_LINE = 4 << 20
"""Bytes of the longest line that is read; links and small documents in one line are far below it."""

UNPACKED_FREELY, MOST_UNPACKED = 1 << 19, 50
"""Packed data may unpack to this number of bytes in any case, and beyond that to this many times their own size."""
_GZIP = b"\x1f\x8b"
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_PICTURES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"II*\x00", b"MM\x00*")
_BOXED = b"ftyp"
"""In the fifth place of pictures of telephones (HEIC, AVIF), and of films."""

_UNPACK = "unpack it"
_BINARY = {
    b"%PDF": ("a PDF", "copy the text of its puzzles into a file"),
    **dict.fromkeys(_PICTURES, ("a picture", "ask for the puzzle as text")),
    b"BZh": ("a bzip2 file", _UNPACK),
    b"\xfd7zXZ": ("an xz file", _UNPACK),
    b"7z\xbc\xaf": ("a 7z file", _UNPACK),
    b"Rar!": ("a RAR file", _UNPACK),
}


@dataclass
class Progress:
    """How far reading has come: ``done`` of ``total`` bytes as they lie on the disk; ``total`` is 0 if it is not known."""

    done: int = 0
    total: int = 0


@dataclass(frozen=True)
class Opened:
    """A file that the caller has open, for bytes or for text; it stays open."""

    stream: Any

    def __str__(self) -> str:
        name = getattr(self.stream, "name", "")
        return name if isinstance(name, str) and name else "<stream>"


def name_of(path: Path | str | Opened) -> str:
    """The name of a file in messages."""
    return STDIN_NAME if path == STDIN else shown_name(str(path))


def expanded(paths: Iterable[Path | str]) -> Iterator[Path | str | Fault]:
    """The files of several arguments, in their order: a folder gives all files below it and a pattern all that match, sorted.

    Hidden files are left out of both. A folder without files is a Fault.
    """
    for path in paths:
        if path == STDIN:
            yield path
        elif _is_folder(path):
            yield from _below(path)
        elif any(mark in str(path) for mark in "*?[") and not exists(path):
            found = sorted(glob.glob(str(path), recursive=True))  # noqa: PTH207 -- a pattern may be absolute
            if not found:
                yield Fault("no file matches this pattern", Place(str(path)))
            for match in found:
                if _is_folder(match):
                    yield from _below(match)
                else:
                    yield match
        else:
            yield path


def size_of(paths: Iterable[Path | str | Fault]) -> int:
    """Bytes of several files together; 0 if that is not known, as of standard input."""
    total = 0
    for path in paths:
        if path == STDIN:
            return 0
        if not isinstance(path, Fault):
            try:
                total += Path(path).stat().st_size
            except (OSError, ValueError):
                continue  # Reading it reports the error.
    return total


def _is_folder(path: Path | str) -> bool:
    try:
        return Path(path).is_dir()
    except (OSError, ValueError):
        return False


def exists(path: Path | str) -> bool:
    """Whether there is a file or folder of this name; no text that could never be a name is refused."""
    try:
        return Path(path).exists()
    except (OSError, ValueError):
        return False


def _waits(path: Path) -> bool:
    """Whether it is not a file but a pipe, a socket or a device: reading it may never end."""
    try:
        mode = path.stat().st_mode
    except OSError:
        return False  # Reading it reports the error.
    return not stat.S_ISREG(mode)


def _below(folder: Path | str) -> Iterator[Path | str | Fault]:
    found = []
    # os.walk does not follow links to folders, which may form a circle.
    for parent, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        if {"cur", "new", "tmp"} <= {*folders}:
            folders.remove("tmp")  # Of a folder of mail: mails that are being written.
        found += [Path(parent, name) for name in files if not name.startswith(".") and not _waits(Path(parent, name))]
    if not found:
        yield Fault("there is no file in this folder", Place(str(folder)))
    yield from sorted(found)


def pieces(path: Path | str, progress: Progress | None = None) -> Iterator[bytes]:
    """The bytes of a file, or of standard input for ``"-"``, as UTF-8 text, unpacked if it is gzip. Raises InputError.

    A file that is empty, or plainly no text, is refused before its first piece.
    """
    name = name_of(path)
    with opened(path, progress) as raw:
        yield from as_text(unzipped(raw, name), name)


@contextmanager
def opened(path: Path | str | Opened, progress: Progress | None = None) -> Iterator[Iterator[bytes]]:
    """The bytes of a file, or of standard input for ``"-"``, in pieces. Raises InputError, then and while they are read."""
    with _explained(name_of(path)):
        if isinstance(path, Opened):
            yield _raw(path.stream, progress or Progress())
            return
        source = sys.stdin.buffer if path == STDIN else Path(path).open("rb")  # noqa: SIM115 -- standard input is not ours to close
        try:
            yield _raw(source, progress or Progress())
        finally:
            if path != STDIN:
                source.close()


def unzipped(raw: Iterable[bytes], name: str) -> Iterator[bytes]:
    """Pieces of bytes, unpacked if they are gzip. Raises InputError."""
    raw = iter(raw)
    first = next(raw, b"")
    yield from _gunzipped(first, raw, name) if first.startswith(_GZIP) else chained(first, raw)


def is_picture(head: bytes) -> bool:
    """Whether a file that begins so is a picture."""
    return head.startswith(_PICTURES) or (head[:4] == b"RIFF" and head[8:12] == b"WEBP") or head[4:8] == _BOXED


def as_text(pieces: Iterator[bytes], name: str) -> Iterator[bytes]:
    """Pieces of bytes as UTF-8 text, recoded if they are UTF-16. Raises InputError.

    A file that is empty, or plainly not text, is refused before the first piece.
    """
    head = next(pieces, b"")
    if not head:
        raise InputError(Fault("it is empty", Place(name)))
    for start, (what, advice) in _BINARY.items():
        if head.startswith(start) or (start in _PICTURES and is_picture(head)):
            raise InputError(Fault(f"this is {what}, not a text of puzzles", Place(name), advice))
    whole = chained(head, pieces)
    yield from _recoded(whole, name) if head.startswith(_UTF_16) else whole


def _recoded(pieces: Iterable[bytes], name: str) -> Iterator[bytes]:
    decoder = codecs.getincrementaldecoder("utf-16")()
    try:
        for piece in pieces:
            yield decoder.decode(piece).encode("utf-8", "replace")
        decoder.decode(b"", True)
    except UnicodeDecodeError as error:
        raise InputError(Fault("the text in UTF-16 is damaged", Place(name), "save the file as UTF-8")) from error


@contextmanager
def _explained(name: str) -> Iterator[None]:
    try:
        yield
    except FileNotFoundError as error:
        raise InputError(Fault("there is no such file", Place(name))) from error
    except IsADirectoryError as error:
        raise InputError(Fault("this is a folder, not a file", Place(name))) from error
    except PermissionError as error:
        raise InputError(Fault("there is no permission to read it", Place(name))) from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(Fault(f"it cannot be read: {reason}", Place(name))) from error


def _raw(stream: Any, progress: Progress) -> Iterator[bytes]:
    # A pipe gives all that it has: a program that writes one puzzle and waits gets its answer.
    take = getattr(stream, "read1", stream.read)
    while piece := take(PIECE):
        if isinstance(piece, str):
            piece = piece.encode("utf-8", "surrogatepass")
        progress.done += len(piece)
        yield piece


def chained(first: bytes, rest: Iterator[bytes]) -> Iterator[bytes]:
    """A piece, if it has any bytes, and those behind it."""
    if first:
        yield first
    yield from rest


def _gunzipped(first: bytes, rest: Iterator[bytes], name: str) -> Iterator[bytes]:
    """The members of a gzip file, unpacked piece by piece. A bomb (a few kilobytes that unpack to terabytes) is refused."""
    packed = unpacked = 0
    inflate = zlib.decompressobj(31)
    for piece in chained(first, rest):
        packed += len(piece)
        while piece:
            if inflate.eof:
                if not piece.startswith(_GZIP[: len(piece)]):
                    return  # Padding after the last member, as tapes have it; gzip itself ignores it.
                inflate = zlib.decompressobj(31)
            try:
                out = inflate.decompress(piece, PIECE)
            except zlib.error as error:
                raise InputError(Fault("the gzip file is damaged", Place(name))) from error
            piece = inflate.unused_data if inflate.eof else inflate.unconsumed_tail
            unpacked += len(out)
            if unpacked > UNPACKED_FREELY and unpacked > packed * MOST_UNPACKED:
                message = f"the gzip file unpacks to more than {MOST_UNPACKED} times its size; no text of puzzles does"
                raise InputError(Fault(message, Place(name)))
            if out:
                yield out
    if not inflate.eof:
        raise InputError(Fault("the gzip file is cut short", Place(name)))
