"""Where machine code is kept from one run to the next.

Numba's cache watches the file of a cached function but not the files of the functions that it calls, so an edit below
leaves stale machine code above (a limit that numba documents). Here each kernel's code lies in a folder named after the
state of its module and of every module of ours that this one imports, directly or not: what an edit cannot
have changed is not compiled again. ``NUMBA_CACHE_DIR``, if set, is the folder of all these folders.

A folder that can be read but not written to, such as one prepared for an image, is read. Where there is none, or the disk
is full, everything works all the same, and is compiled anew by each run.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import re
import shutil
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import numba
from numba.core.caching import FunctionCache
from numba.core.runtime import rtsys

_KEPT = 8
"""Folders of machine code that are kept of one module: several checkouts and versions may take turns."""

_PACKAGE = Path(__file__).resolve().parent.parent
_IMPORT = re.compile(r"^[ \t]*from (bookmaker[\w.]*) import (\([^)]*\)|[^\n]*)|^[ \t]*import (bookmaker[\w.]*)", re.M)

_BROKEN = (pickle.UnpicklingError, EOFError, ValueError, TypeError, AttributeError, ImportError, IndexError, KeyError)
"""What reading a file raises that was not written to its end, or is no cache at all."""

first_run = False
"""Whether a module was met of whose present state nothing was compiled yet: its first calls will take their time."""

unkept = False
"""Whether something was compiled in this run and could not be kept."""


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
    """The folder for a module's machine code, made if need be. None where there is none, and none can be made."""
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
        return folder if folder.is_dir() else None
    return folder


def check_place() -> None:
    """Raises OSError if machine code cannot be kept."""
    place().mkdir(parents=True, exist_ok=True)
    tempfile.TemporaryFile(dir=place()).close()


class _Locator:
    """Tells numba where the machine code of a function is kept."""

    def __init__(self, function: Any, file: str, folder: Path) -> None:
        self._line, self._py_file, self._folder = function.__code__.co_firstlineno, file, folder

    @classmethod
    def from_function(cls, function: Any, file: str) -> _Locator | None:
        folder = _folder(function.__module__)
        return None if folder is None else cls(function, file, folder)

    def get_cache_path(self) -> str:
        return str(self._folder)

    def get_source_stamp(self) -> str:
        return ""  # The name of the folder is one.

    def get_disambiguator(self) -> str:
        return str(self._line)

    def ensure_cache_path(self) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)


class _Impl(FunctionCache._impl_class):  # type: ignore[misc]
    _locator_classes = (_Locator,)


class Kept(FunctionCache):  # type: ignore[misc]  # numba is untyped.
    """Numba's cache, which makes ready for compiling before it loads: it imports all that a jitted function could use, and
    that takes four times as long as to load the code. A compiler makes ready itself.
    """

    _impl_class = _Impl

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The compiled function of a signature, or None if there is none."""
        rtsys.initialize(target_context)
        try:
            return self._load_overload(sig, target_context)
        except OSError:
            return None
        except _BROKEN:
            shutil.rmtree(self.cache_path, ignore_errors=True)
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep a compiled function, if that can be."""
        try:
            super().save_overload(sig, data)
        except OSError:
            global unkept  # noqa: PLW0603
            unkept = True


def keep(compiled: Any) -> None:
    """Keep the machine code of a jitted function on disk, if there is a place for it."""
    if _folder(compiled.py_func.__module__) is not None:
        compiled._cache = Kept(compiled.py_func)
