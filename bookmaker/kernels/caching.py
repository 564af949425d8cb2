"""Where machine code is kept from one run to the next.

Numba's cache watches the file of a cached function but not the files of the functions that it calls, so an edit below
leaves stale machine code above (a limit that numba documents). Here each kernel's code lies in a folder named after the
state of its module and of every module of ours that this one imports, directly or not: what an edit cannot
have changed is not compiled again. It also makes a read-only installation work. ``NUMBA_CACHE_DIR``, if set, wins.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import numba

_KEPT = 8
"""Folders of machine code that are kept of one module: several checkouts and versions may take turns."""

_PACKAGE = Path(__file__).resolve().parent.parent
_IMPORT = re.compile(r"^[ \t]*from (bookmaker[\w.]*) import (\([^)]*\)|[^\n]*)|^[ \t]*import (bookmaker[\w.]*)", re.M)

first_run = False
"""Whether a module was met of whose present state nothing was compiled yet: its first calls will take their time."""


def _file_of(module: str) -> Path | None:
    place = _PACKAGE.joinpath(*module.split(".")[1:])
    return next((file for file in (place.with_suffix(".py"), place / "__init__.py") if file.is_file()), None)


@cache
def _source(module: str) -> tuple[bytes, tuple[str, ...]]:
    """The source of a module of ours and the modules of ours that it imports; empty for what is no module."""
    file = _file_of(module)
    if file is None:
        return b"", ()
    data = file.read_bytes()
    found = []
    for package, names, plain in _IMPORT.findall(data.decode()):
        found += [plain or package]
        found += [f"{package}.{name}" for name in re.findall(r"(\w+)(?: as \w+)?", names)]
    return data, tuple(name for name in dict.fromkeys(found) if _file_of(name) is not None)


def _closure(module: str) -> list[str]:
    met, waiting = {module}, [module]
    while waiting:
        for name in _source(waiting.pop())[1]:
            if name not in met:
                met.add(name)
                waiting.append(name)
    return sorted(met)


def _user_cache() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def place() -> Path:
    """The folder of all machine code, whether it exists or not."""
    own = os.environ.get("NUMBA_CACHE_DIR")
    return Path(own) if own else _user_cache() / "bookmaker" / "kernels"


@cache
def _folder(module: str) -> Path | None:
    """The folder for a module's machine code, made if need be. None where there is no place to write to."""
    global first_run  # noqa: PLW0603
    digest = hashlib.sha256(f"{numba.__version__} {sys.version}".encode())
    for name in _closure(module):
        digest.update(name.encode())
        digest.update(_source(name)[0])
    room = place() / module.removeprefix("bookmaker.")
    folder = room / digest.hexdigest()[:16]
    try:
        if not folder.is_dir():
            first_run = True
            folder.mkdir(parents=True, exist_ok=True)
        folder.touch()
        for stale in sorted(room.iterdir(), key=lambda path: path.stat().st_mtime)[:-_KEPT]:
            shutil.rmtree(stale, ignore_errors=True)
    except OSError:
        return None
    return folder


@contextmanager
def kept_for(module: str) -> Iterator[None]:
    """While a function of this module is decorated: numba notes at that moment where its cache will be."""
    folder = None if "NUMBA_CACHE_DIR" in os.environ else _folder(module)
    if folder is None:
        yield  # Numba falls back to its own places, or compiles anew each time.
        return
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before
