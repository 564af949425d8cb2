"""Books that need not be built again: nothing that decides them, and nothing of them, has changed since they were built.

A build leaves a record in the folder of all that builds keep: digests of this program and its libraries, of each file that the
build opened, of the files that it wrote; each list of files that it looked through; and the lines that it printed. The next build
of the spec compares them. The files of a build are seen as Python opens them, by its auditing events: so none is forgotten,
whoever reads it.

Nothing is recorded of a build whose next one may make another book: one that draws its seed, that uses a bank, or that read
something other than ordinary files. A record that others can have written, or that is not as it was written, is not used.
"""

# Auditing events name files by strings, and come by the thousand.
# ruff: noqa: PTH100, PTH109, PTH112, PTH113, PTH116, PTH118, PTH120, PTH123, PTH207

from __future__ import annotations

import glob
import hashlib
import json
import os
import stat
import sys
import sysconfig
import tempfile
import threading
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from bookmaker.base import output
from bookmaker.base.errors import OutputError
from bookmaker.base.resources import LOOKED_FOR, PROGRAM, kept, package_digest, trusted, user_cache

LIBRARIES = (
    "brotli", "fonttools", "lxml", "markdown-it-py", "numba", "numpy", "pikepdf", "pillow", "pypdfium2", "pyphen", "pyyaml",
    "reportlab", "svglib", "uharfbuzz",
)  # fmt: skip
"""The distributions that a book is made with."""

_FOLDER = "built"
_MOST = 300
"""Records that are kept; the oldest go first."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a build printed: the lines of its result, those of its faults, and its exit code."""

    result: tuple[str, ...]
    faults: tuple[str, ...]
    code: int


def earlier(spec: Path, options: Mapping[str, object]) -> Report | None:
    """The lines of the last build of a spec with these options, if the same build would make the same files again."""
    path = _record(spec)
    try:
        if path is None or not path.is_file() or not trusted(path):
            return None
        held = json.loads(path.read_bytes())
        text = held["record"]
        record = json.loads(text) if held["digest"] == _digest(text.encode()) else {}
        if record.get("build") != _build(spec, options):
            return None
        inputs, outputs = record["inputs"], record["outputs"]
        lists = {(name, recursive): names for name, recursive, names in record["lists"]}
        same = (
            all(_digest_of(name) == digest for name, digest in (*outputs.items(), *inputs.items()))
            and not any(map(os.path.isfile, record["absent"]))
            and all(_others(_listed(name, recursive), outputs) == names for (name, recursive), names in lists.items())
        )
        return Report(tuple(record["result"]), tuple(record["faults"]), record["code"]) if same else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def keep(spec: Path, options: Mapping[str, object], outputs: Iterable[Path], report: Report) -> None:
    """Record a build that :func:`watch` saw from its beginning, with the files that it wrote."""
    path, _seen.listens = _record(spec), False
    if path is None:
        return
    with suppress(OSError):
        path.unlink(missing_ok=True)
    written = {os.path.abspath(one): _digest_of(one) for one in outputs}
    folders = {os.path.dirname(one) for one in written}
    # What processes of this build hand each other is gone by now.
    passed = os.path.join(os.path.abspath(tempfile.gettempdir()), "bookmaker-")
    inputs = {
        name: digest
        for name, (_, digest) in _seen.files.items()
        if name not in written and (os.path.isfile(name) or not name.startswith(passed))
    }
    if not _seen.sound or None in written.values() or any(os.path.dirname(name) in folders for name in inputs):
        return
    lists = [
        [name, recursive, _others(names, written)]
        for (name, recursive), names in _seen.lists.items()
        if name.removesuffix(f"{os.sep}*") not in folders
    ]
    absent = sorted(name for name in _seen.absent if not os.path.isfile(name))
    record = {
        "build": _build(spec, options), "inputs": inputs, "outputs": written, "lists": lists, "absent": absent,
        "result": report.result, "faults": report.faults, "code": report.code,
    }  # fmt: skip
    text = json.dumps(record)
    with suppress(OSError, OutputError):
        path.parent.mkdir(parents=True, exist_ok=True)
        for old in sorted(path.parent.iterdir(), key=lambda one: one.stat().st_mtime)[: -_MOST + 1]:
            old.unlink()
        if trusted(path.parent):
            output.commit({path: json.dumps({"digest": _digest(text.encode()), "record": text}).encode()})


def _record(spec: Path) -> Path | None:
    folder = kept()
    return None if folder is None else folder / _FOLDER / f"{_digest(os.fsencode(os.path.abspath(spec)))[:32]}.json"


def _build(spec: Path, options: Mapping[str, object]) -> str:
    """A digest of all that decides a build but for the files: how it was asked for, and what makes it."""
    about = [os.getcwd(), os.fspath(spec), sorted(options.items()), sys.version, sys.platform, package_digest()]
    return _digest(json.dumps([*about, *map(_version, LIBRARIES)]).encode())


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _digest_of(name: str | Path) -> str | None:
    """The digest of a file; None if it cannot be read."""
    try:
        with open(name, "rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return None


def _listed(pattern: str, recursive: bool) -> list[str]:
    """The names that a pattern finds, but for files that are being written."""
    return sorted(name for name in glob.glob(pattern, recursive=recursive) if ".bookmaker" not in name)


def _others(names: Iterable[str], outputs: Iterable[str]) -> list[str]:
    """Names but for those of files that a build writes, and of the folders that it writes them in."""
    return [name for name in names if not any(f"{one}{os.sep}".startswith(f"{name}{os.sep}") for one in outputs)]


def program_folders() -> list[str | Path]:
    """The folders of files that are no spec's: those of this program, its libraries, the system, and what builds keep."""
    own = user_cache() / "bookmaker"
    libraries = (sysconfig.get_paths()[name] for name in ("stdlib", "platstdlib", "purelib", "platlib"))
    return [*PROGRAM, *libraries, kept() or own, os.environ.get("NUMBA_CACHE_DIR") or own, "/proc", "/sys"]


class _Seen:
    """All that a process read: the digests of files by their names, ``lists`` of names by patterns, and missing files.

    Each file has the number of the build that opened it. What an earlier build of this process has read may still be in use.
    """

    def __init__(self) -> None:
        self.build, self.sound, self.listens = 0, True, False
        self.files: dict[str, tuple[int, str | None]] = {}
        self.lists: dict[tuple[str, bool], list[str]] = {}
        self.absent: set[str] = set()
        self._busy = threading.local()
        self._apart = tuple(f"{os.path.abspath(one)}{os.sep}" for one in program_folders())

    def hear(self, event: str, arguments: Sequence[Any]) -> None:
        """Take up an auditing event."""
        if not self.listens or event not in _EVENTS or getattr(self._busy, "at", False):
            return
        if event == "os.listdir" and "importlib" in sys._getframe(2).f_code.co_filename:
            return  # Modules are looked for. They are files of this program, and of its libraries.
        self._busy.at = True
        try:
            self._take(event, arguments)
        except (OSError, ValueError, TypeError):
            self.sound = False
        finally:
            self._busy.at = False

    def _take(self, event: str, arguments: Sequence[Any]) -> None:
        first = arguments[0]
        if event == "glob.glob/2":
            self._list(os.path.join(arguments[2] or "", os.fspath(first)), bool(arguments[1]))
            return
        if isinstance(first, int):
            return  # An open file, which was seen when it was opened.
        name = os.path.abspath(os.fsdecode(first if first is not None else "."))
        if event == "sqlite3.connect":
            # Files of SQLite are banks; that of what builds keep decides nothing.
            folder = kept()
            own = folder is not None and str(first).startswith(f"{folder.absolute().as_uri()}/unfinished?")
            own = own or first == ":memory:"
            self.sound = self.sound and own
        elif name.startswith(self._apart):
            return
        elif event == LOOKED_FOR:
            self.absent.add(name)
        elif event == "open":
            if not (arguments[2] & (os.O_WRONLY | os.O_RDWR) or name.endswith(_CODE) or name == os.devnull):
                self._open(name)
        else:
            self._list(os.path.join(glob.escape(name), "*"), False)

    def _open(self, name: str) -> None:
        try:
            ordinary = stat.S_ISREG(os.stat(name).st_mode)
        except OSError:
            self.absent.add(name)
            return
        if not ordinary and not os.path.isdir(name):
            self.sound = False
        elif ordinary:
            digest = _digest_of(name)
            build, before = self.files.get(name, (0, digest))
            # A file that changes while it is read may have been read in two states.
            self.sound = self.sound and (build != self.build or before == digest)
            self.files[name] = self.build, digest

    def _list(self, pattern: str, recursive: bool) -> None:
        pattern = os.path.abspath(pattern)
        self.lists[pattern, recursive] = _listed(pattern, recursive)


_EVENTS = frozenset(("open", "os.listdir", "os.scandir", "glob.glob/2", "sqlite3.connect", LOOKED_FOR))
_CODE = (".py", ".pyc", ".so", ".pyd", ".dll")
_seen = _Seen()
_hooked = False


def _hear(event: str, arguments: Sequence[Any]) -> None:
    _seen.hear(event, arguments)


def watch() -> None:
    """From now on take note of all that is read, until :func:`keep`."""
    global _hooked  # noqa: PLW0603
    if kept() is None:
        return
    if not _hooked:
        # It cannot be taken away again, and does nothing where nobody watches.
        sys.addaudithook(_hear)
        _hooked = True
    _seen.build += 1
    _seen.sound = _seen.listens = True
