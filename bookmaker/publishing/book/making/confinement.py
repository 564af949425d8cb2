"""Builds of specs from others, which read and write nothing outside of the folder of their spec.

Python names each file in an auditing event before it is opened, whoever opens it. Links are followed first, so that none leads
out of the folder. Files of this program and its libraries, files that builds keep, and temporary files stay open to it.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from bookmaker.base.errors import Fault, Place, SpecError
from bookmaker.publishing.book.making.unchanged import program_folders

_EVENTS = {
    "open": 1, "sqlite3.connect": 1, "os.truncate": 1, "os.mkdir": 1, "os.remove": 1,
    "os.rmdir": 1, "os.chmod": 1, "os.rename": 2, "os.link": 2, "os.symlink": 2,
}  # fmt: skip
"""Events of files, and how many of their arguments are paths. Folders may be listed, as libraries do to look for fonts."""

_IN_OPEN_FOLDERS = frozenset(("os.mkdir", "os.remove", "os.rmdir", "os.chmod", "os.rename", "os.link", "os.symlink"))
"""Their last argument is an open folder, which was named when it was opened; -1 for none."""

_allowed: tuple[str, ...] | None = None
_hooked = False


@contextmanager
def confined(spec: Path) -> Iterator[None]:
    """While it lasts, any path outside of the folder of a spec, and of ``build`` in the working folder, raises SpecError."""
    global _allowed, _hooked  # noqa: PLW0603
    if not _hooked:
        # It cannot be taken away again, and does nothing where nothing is confined.
        sys.addaudithook(_hear)
        _hooked = True
    own = (spec.resolve().parent, Path("build").resolve(), Path(tempfile.gettempdir(), "bookmaker-"))
    settings = os.path.expanduser("~/.reportlab_mods")  # noqa: PTH111 - a user may have no home.
    folders = [*map(str, own[:2]), *map(os.path.realpath, [*program_folders(), settings, os.devnull])]
    _allowed = (*(f"{one.rstrip(os.sep)}{os.sep}" for one in folders), os.path.realpath(own[2]))
    try:
        yield
    finally:
        _allowed = None


def _hear(event: str, arguments: Sequence[Any]) -> None:
    if _allowed is None or event not in _EVENTS or (event in _IN_OPEN_FOLDERS and arguments[-1] != -1):
        return
    for path in arguments[: _EVENTS[event]]:
        if isinstance(path, str | bytes | os.PathLike):
            name = os.fsdecode(path)
            if name == ":memory:":
                continue
            if event == "sqlite3.connect":
                name = unquote(name.removeprefix("file://").partition("?")[0])
            reads = event == "open" and not arguments[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
            # A file that is not there has nothing to tell.
            if not (reads and not os.path.lexists(name)):
                _require(name)


def _require(name: str) -> None:
    real = f"{os.path.realpath(name)}{os.sep}"
    if not real.startswith(_allowed or ()):
        advice = "copy it into the folder, or build without --inside if you trust the spec"
        raise SpecError(Fault("it lies outside of the folder of the spec", Place(name), advice, code="inside"))
