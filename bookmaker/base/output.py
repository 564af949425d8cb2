"""Writing results: a file appears whole or not at all.

Everything is written to a temporary file beside its place and renamed, which replaces atomically on one file system. A build of
several files is committed together at its end, so that an interrupted build leaves the last one whole. Temporary files of a
process that was killed are swept away by the next one that writes there. Special files, such as ``/dev/stdout`` or a pipe, are
written to and never replaced.
"""

from __future__ import annotations

import errno
import hashlib
import io
import json
import os
import platform
import re
import stat
import tempfile
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from itertools import count
from pathlib import Path

from bookmaker.base.errors import Fault, OutputError, Place


def json_file(record: object) -> bytes:
    """The bytes of a JSON file, written piece by piece: the pieces of a large book in one list take tens of megabytes.

    The name of a source may not be text: bytes that UTF-8 cannot hold are escaped as JSON does it.
    """
    held = io.BytesIO()
    with io.TextIOWrapper(held, encoding="utf-8", errors="backslashreplace", newline="\n") as text:
        text.writelines(json.JSONEncoder(ensure_ascii=False, indent=1).iterencode(record))
        text.write("\n")
        text.flush()
        return held.getvalue()


@cache
def machine() -> str:
    """The machine, and the container on it, whose process numbers these are, as eight hexadecimal digits."""
    space = Path("/proc/self/ns/pid")
    place = platform.node() + (str(space.readlink()) if space.is_symlink() else "")
    return hashlib.blake2b(place.encode(), digest_size=4).hexdigest()


def _sweep(folder: Path) -> None:
    """Remove temporary files of processes of this machine that have ended. All others stay: their owner may be at work."""
    with suppress(OSError):
        for path in folder.glob(".bookmaker-*"):
            found = re.match(r"\.bookmaker-([0-9a-f]{8})-(\d+)-", path.name)
            with suppress(OSError):
                if found is not None and found[1] == machine() and _is_gone(int(found[2])):
                    path.unlink()


def _is_gone(process: int) -> bool:
    if os.name != "posix":
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    except (OSError, OverflowError):
        return False
    return False


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        raise OutputError(
            Fault(f"cannot write: {reason}", Place(str(path)), "choose another output or free the place")
        ) from error


@contextmanager
def prepared(folder: Path) -> Iterator[None]:
    """Make sure a folder exists and can be written to, before the long work begins; remove it if the work fails and leaves it
    empty. Raises OutputError.
    """
    new = done = False
    # The folder is made inside the block that removes it: Ctrl-C may come at once.
    try:
        with _explained(folder):
            new = not folder.exists()
            folder.mkdir(parents=True, exist_ok=True)
            _sweep(folder)
            with tempfile.TemporaryFile(dir=folder):
                pass
        yield
        done = True
    finally:
        if new and not done:
            with suppress(OSError):
                folder.rmdir()


def commit(files: Mapping[Path, bytes]) -> None:
    """Write all files, or none: each goes to a temporary file first, and only when all are on disk are they renamed.

    A link is followed; devices and pipes are written into, before anything is renamed.
    """
    staged: list[tuple[Path, Path]] = []
    special = {path: content for path, content in files.items() if is_special(path)}
    for folder in dict.fromkeys(Path(os.path.realpath(path)).parent for path in files if path not in special):
        _sweep(folder)
    try:
        for name, content in files.items():
            if name in special:
                continue
            with _explained(name):
                path = Path(os.path.realpath(name))
                path.parent.mkdir(parents=True, exist_ok=True)
                if path.is_dir():
                    raise IsADirectoryError(0, "there is a folder of this name")
                handle, beside = tempfile.mkstemp(prefix=f".bookmaker-{machine()}-{os.getpid()}-", dir=path.parent)
                staged.append((Path(beside), path))
                with os.fdopen(handle, "wb") as stream:
                    stream.write(content)
                    stream.flush()
                    os.fsync(stream.fileno())
                Path(beside).chmod(0o666 & ~_umask())
        for path, content in special.items():
            with _explained(path), path.open("wb") as stream:
                stream.write(content)
        _rename(staged)
    finally:
        for temporary, _ in staged:
            with suppress(OSError):
                temporary.unlink(missing_ok=True)


def stem(title: str, usual: str = "book") -> str:
    """A name for a file or folder after a title: ``Long Rides!`` -> ``long-rides``."""
    letters = unicodedata.normalize("NFKC", title).casefold()
    return re.sub(r"[\W_]+", "-", letters).strip("-")[:40].rstrip("-") or usual


def free(folder: Path, title: str, ending: str = "", usual: str = "book") -> Path:
    """The first path after a title that nothing in the folder has: ``long-rides.md``, ``long-rides-2.md``, ..."""
    name = stem(title, usual)
    return next(path for turn in count(1) if not (path := folder / f"{name}{f'-{turn}' * (turn > 1)}{ending}").exists())


def discard(old: Iterable[Path], current: Collection[Path]) -> None:
    """Delete files, such as those of an earlier build, apart from those of the current one; missing ones are passed over."""
    for path in sorted(set(old) - set(current)):
        with _explained(path):
            path.unlink(missing_ok=True)


_LARGEST = 2 << 30
"""Bytes of a finished book, at the most."""


def finished(path: Path, most: int = _LARGEST) -> bytes:
    """The content of a finished file. Raises OSError, also for a device or a pipe, which may be endless, and for a huge file."""
    if is_special(path):
        raise OSError(errno.EINVAL, "this is a pipe or a device, and not a file")
    if path.stat().st_size > most:
        raise OSError(errno.EFBIG, f"it is larger than {most >> 20} MB")
    return path.read_bytes()


def is_special(path: Path) -> bool:
    """Whether a file of this name is there and is neither an ordinary one nor a folder: renaming would take its place."""
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


def _rename(staged: Sequence[tuple[Path, Path]]) -> None:
    # Ctrl-C or a fault between two renames must not leave old and new files mixed: an exit stack calls all of its callbacks, and
    # raises the first error afterwards.
    with ExitStack() as stack:
        for temporary, path in reversed(staged):
            stack.callback(_replace, temporary, path)


def _replace(temporary: Path, path: Path) -> None:
    with _explained(path):
        temporary.replace(path)


def _umask() -> int:
    # The only way to read the mask is to set it; mkstemp makes files that only their owner can read.
    mask = os.umask(0)
    os.umask(mask)
    return mask
