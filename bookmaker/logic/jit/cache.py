"""The folders that keep machine code from one run to the next.

Numba's cache watches the file of a cached function, but not the files of the functions that it calls, as numba documents. An
edit of such a file would leave old machine code in use. Here the code of each kernel is in a folder whose name is a
digest of its module and of all modules of this package that this one imports, directly or not. So only kernels that an
edit can change are compiled again. If ``NUMBA_CACHE_DIR`` is set, it is the folder of all these folders.

Machine code that a failing disk has changed would end the process. Every file therefore begins with a digest of what follows,
and one that does not agree is compiled anew.

A wheel ships the code of all kernels for a usual processor (:data:`SHIPPED`, made by ``make wheel``). It is read where there
is no code for this very processor, and only where this one can run it; ``bookmaker prepare`` compiles for this very one.

A folder that can be read but not written to, such as one that was prepared for a container image, is read. Without any folder, or
on a full disk, everything works, but each run compiles again.
"""

from __future__ import annotations

import hashlib
import io
import os
import pickle
import re
import shutil
import sys
import tempfile
from functools import cache
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from typing import Any

import numba
from numba.core import config, sigutils, types
from numba.core.caching import FunctionCache, IndexDataCacheFile
from numba.core.codegen import get_host_cpu_features
from numba.core.environment import Environment, _rebuild_env, lookup_environment
from numba.core.runtime import rtsys

from bookmaker.base.resources import trusted, user_cache
from bookmaker.logic import jit

_KEPT = 8
"""The most folders that are kept for one module, because several checkouts and versions may be used in turn."""

_PACKAGE = Path(__file__).resolve().parents[2]
_IMPORT = re.compile(r"^[ \t]*from (bookmaker[\w.]*) import (\([^)]*\)|[^\n]*)|^[ \t]*import (bookmaker[\w.]*)", re.M)

_BROKEN = (pickle.UnpicklingError, EOFError, ValueError, TypeError, AttributeError, ImportError, IndexError, KeyError)
"""The errors of reading a truncated file, or one that is not a cache."""

SHIPPED = _PACKAGE / "compiled"
"""The folders of machine code that the package brings, one for each target, named as the target."""

TARGETS = {
    "x86-64-v3": ["avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "popcnt", "sse4.2"],
    "generic": ["neon"],
}
"""Processors that code is shipped for, by LLVM's name, and the features that a processor needs to run it: nearly all PCs since
2015, and all ARM processors with 64 bits. Code for x86-64-v3 is 2 % slower than code for the very processor.
"""

use_shipped = True
"""Whether code that the package brings is read. Compiling ahead does not: it is to fit this very processor."""

first_run = False
"""Whether some module has no machine code for its present state, so that its first calls take long."""

unkept = False
"""Whether machine code of this run could not be kept."""


@cache
def _file_of(module: str) -> Path | None:
    place = _PACKAGE.joinpath(*module.split(".")[1:])
    return next((file for file in (place.with_suffix(".py"), place / "__init__.py") if file.is_file()), None)


@cache
def _source(module: str) -> tuple[bytes, tuple[str, ...]]:
    """The source of a module of this package, and those that it imports of this package; empty if there is no such module."""
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


def place() -> Path:
    """The folder of all machine code. It need not exist."""
    own = os.environ.get("NUMBA_CACHE_DIR")
    return Path(own) if own else user_cache() / "bookmaker" / "kernels"


@cache
def _own_name(module: str) -> Path:
    """The folder of a module's machine code below the folder of all: a digest of all that the code depends on.

    Those are numba, the bytecode of this Python, and the sources of the module and of all that it imports of this package.
    """
    digest = hashlib.sha256(f"{numba.__version__} {sys.implementation.cache_tag}".encode() + MAGIC_NUMBER)
    for name in _closure(module):
        digest.update(name.encode())
        digest.update(_source(name)[0])
    return Path(module.removeprefix("bookmaker.")) / digest.hexdigest()[:16]


@cache
def _target() -> str | None:
    """The shipped target that this processor can run; None if there is none."""
    if not use_shipped or not SHIPPED.is_dir() or config.CPU_NAME:
        return None
    features = get_host_cpu_features().split(",")
    able = (name for name, needed in TARGETS.items() if all(f"+{one}" in features for one in needed))
    return next((name for name in able if (SHIPPED / name).is_dir()), None)


@cache
def _shipped_folder(module: str) -> Path | None:
    """The folder that the package brings for a module in its present state, for this processor."""
    target = _target()
    folder = None if target is None else SHIPPED / target / _own_name(module)
    return folder if folder is not None and folder.is_dir() else None


@cache
def _folder(module: str) -> Path | None:
    """The folder for the machine code of a module, made if necessary. None if it cannot be made."""
    global first_run  # noqa: PLW0603
    own = _own_name(module)
    folder = place() / own
    room = folder.parent
    if not trusted(folder):
        return None
    try:
        if not folder.is_dir():
            first_run = first_run or _shipped_folder(module) is None
            folder.mkdir(parents=True, exist_ok=True)
        folder.touch()
        for stale in sorted(room.iterdir(), key=lambda path: path.stat().st_mtime)[:-_KEPT]:
            shutil.rmtree(stale, ignore_errors=True)
    except OSError:
        return folder if folder.is_dir() else None
    return folder


def check_place() -> None:
    """Raise OSError if machine code cannot be kept."""
    place().mkdir(parents=True, exist_ok=True)
    tempfile.TemporaryFile(dir=place()).close()


class _Locator:
    """Gives numba the place where the machine code of a function is kept."""

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


_DIGEST_SIZE = 16


def _digest(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=_DIGEST_SIZE).digest()


def _environment(module: str, constants: list[Any], name: str) -> Any:
    """The environment of a function that is part of a kernel, without the globals of its module.

    Only code that works on Python objects reads globals. Numba would import the modules of all functions for them, its own among
    them, which takes longer than loading the code.
    """
    known = lookup_environment(name)
    if known is None:
        known = Environment({"__name__": module})
        known.consts[:] = constants
        known.env_name = name
        Environment._memo[name] = known
    return known


_REBUILT = {
    ("builtins", "object"),
    ("copyreg", "_reconstructor"),
    ("numba.core.funcdesc", "PythonFunctionDescriptor"),
    ("numba.core.types.abstract", "_type_reconstructor"),
    ("numba.core.typing.templates", "Signature"),
    ("numpy", "dtype"),
}
"""What numba's descriptions of a function are rebuilt by, besides its types and those of this package."""


class _Unpickler(pickle.Unpickler):
    """A reader of machine code that knows the classes that numba writes with it, and calls nothing else."""

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) == (_rebuild_env.__module__, _rebuild_env.__name__):
            return _environment
        if (module, name) in _REBUILT:
            return super().find_class(module, name)
        if "." not in name and module.startswith(("numba.core.types.", f"{_PACKAGE.name}.")):
            found = super().find_class(module, name)
            if isinstance(found, type) and issubclass(found, (types.Type, tuple)):
                return found
        raise pickle.UnpicklingError(f"{module}.{name} is no type of a kernel")


def loaded(data: bytes) -> Any:
    """What numba pickled with a function. Raises UnpicklingError for anything that calls more than its types."""
    return _Unpickler(io.BytesIO(data)).load()


class _Files(IndexDataCacheFile):  # type: ignore[misc]
    """Numba's index and data files, each beginning with a digest of what follows."""

    def _load_index(self) -> Any:
        try:
            data = self._checked(self._index_path)
        except FileNotFoundError:
            return {}
        return loaded(data)

    def _save_index(self, overloads: Any) -> None:
        self._write(self._index_path, self._dump(overloads))

    def _load_data(self, name: str) -> Any:
        return loaded(self._checked(self._data_path(name)))

    def _save_data(self, name: str, data: Any) -> None:
        self._write(self._data_path(name), self._dump(data))

    def _checked(self, path: str) -> bytes:
        """The content of a file after its digest. Raises ValueError if it is not as it was written, OSError if it cannot be
        read.
        """
        held = Path(path).read_bytes()
        if held[:_DIGEST_SIZE] != _digest(held[_DIGEST_SIZE:]):
            raise ValueError(path)
        return held[_DIGEST_SIZE:]

    def _write(self, path: str, data: bytes) -> None:
        with self._open_for_write(path) as file:
            file.write(_digest(data) + data)


class Kept(FunctionCache):  # type: ignore[misc]  # numba is untyped.
    """Numba's cache without its preparation for compiling before each load.

    Numba imports everything that a jitted function could use, which takes four times as long as loading the code. The compiler
    prepares itself when it is needed.
    """

    _impl_class = _Impl

    def __init__(self, function: Any) -> None:
        super().__init__(function)
        self._cache_file = _Files(self._cache_path, self._impl.filename_base, "")
        shipped = _shipped_folder(function.__module__)
        self._shipped = None if shipped is None else _Files(str(shipped), self._impl.filename_base, "")

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        """The key of a signature: its arguments alone.

        A call does not name the type of the result, a pointer does (:class:`bookmaker.logic.jit.bundle.Pointer`). Under
        numba's own keys a kernel that is used in both ways would be compiled and kept twice.
        """
        arguments, _ = sigutils.normalize_signature(sig)
        return super()._index_key(tuple(arguments), codegen)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The compiled function of a signature, or None if there is none."""
        # The wrapper through which Python calls a kernel counts references, even if the kernel does not.
        rtsys.initialize(target_context)
        found = self._found(sig, target_context)
        if found is None and first_run and jit.listener is not None:
            jit.listener()
            jit.listener = None
        return found

    def _found(self, sig: Any, target_context: Any) -> Any:
        try:
            found = self._load_overload(sig, target_context)
            return self._brought(sig, target_context) if found is None else found
        except OSError:
            return None
        except _BROKEN:
            shutil.rmtree(self.cache_path, ignore_errors=True)
            return None

    def _brought(self, sig: Any, target_context: Any) -> Any:
        """The code that the package brings for a signature, or None."""
        if self._shipped is None or not use_shipped:
            return None
        arguments, (triple, _, _), code = self._index_key(sig, target_context.codegen())
        try:
            data = self._shipped.load((arguments, (triple, _target(), ""), code))
        except (OSError, *_BROKEN):
            return None  # A damaged file of the package: nobody but its installer may mend it.
        return None if data is None else self._impl.rebuild(target_context, data)

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep a compiled function, if possible."""
        try:
            super().save_overload(sig, data)
        except (OSError, RuntimeError, *_BROKEN):
            # Numba's RuntimeError: it has no object code to keep, as once in a thousand runs where threads compile.
            global unkept  # noqa: PLW0603
            unkept = True


def is_kept(compiled: Any) -> bool:
    """Whether there is machine code of a jitted function on disk, for some signature and processor."""
    kept = compiled._cache
    return isinstance(kept, Kept) and (kept._shipped is not None or Path(kept._cache_file._index_path).is_file())


def keep(compiled: Any) -> None:
    """Keep the machine code of a jitted function on disk, if there is a place for it."""
    if _folder(compiled.py_func.__module__) is not None:
        compiled._cache = Kept(compiled.py_func)
