"""Writing results: a file appears whole or not at all.

Everything is written to a temporary file beside its place and renamed, which replaces atomically on one
file system. A build of several files is committed together at its end, so that an interrupted build leaves the last one whole.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from bookmaker.errors import Fault, OutputError, Place


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        raise OutputError(
            Fault(f"cannot write: {reason}", Place(str(path)), "choose another output or free the place")
        ) from error


def prepare(folder: Path) -> None:
    """Make sure a folder exists and can be written to, before the long work begins. Raises OutputError."""
    with _explained(folder):
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass


def commit(files: Mapping[Path, bytes]) -> None:
    """Write all files, or none: each goes to a temporary file first, and only when all are on disk are they renamed."""
    staged: list[tuple[Path, Path]] = []
    try:
        for path, content in files.items():
            with _explained(path):
                path.parent.mkdir(parents=True, exist_ok=True)
                if path.is_dir():
                    raise IsADirectoryError(0, "there is a folder of this name")
                handle, name = tempfile.mkstemp(prefix=".bookmaker-", dir=path.parent)
                staged.append((Path(name), path))
                with os.fdopen(handle, "wb") as stream:
                    stream.write(content)
                    stream.flush()
                    os.fsync(stream.fileno())
                Path(name).chmod(0o666 & ~_umask())
        for temporary, path in staged:
            with _explained(path):
                temporary.replace(path)
    finally:
        for temporary, _ in staged:
            with suppress(OSError):
                temporary.unlink(missing_ok=True)


def _umask() -> int:
    # The only way to read the mask is to set it; mkstemp makes files that only their owner can read.
    mask = os.umask(0)
    os.umask(mask)
    return mask
