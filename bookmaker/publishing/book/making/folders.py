"""The folders of a build: whose book a folder holds, and builds of specs from others, which touch nothing outside of theirs.

Two specs that lead to one folder must not overwrite each other's files. The folder of all books, ``build``, records the spec of
each book in it. The record is apart from the book, whose bytes do not depend on where its spec lies.

Python names each file in an auditing event before it is opened, whoever opens it. Links are followed first, so that none leads
out of the folder. Files of this program and its libraries, files that builds keep, and temporary files stay open to it.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from bookmaker.base import output, schema
from bookmaker.base.errors import Fault, OutputError, Place, SpecError
from bookmaker.base.schema import tree
from bookmaker.publishing.book.making.unchanged import program_folders
from bookmaker.publishing.book.spec.spec_file import Spec

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


_RECORDS = ".bookmaker"
MANIFEST = "manifest.json"


def require_own(spec: Spec, replace: bool) -> None:
    """Check that the folder of a book holds no other book. Raises OutputError unless it is to be replaced."""
    if replace or not os.path.isfile(spec.destination / MANIFEST):  # noqa: PTH113 (no error for a name too long)
        return
    title, owner = _title(spec.destination), _owner(spec)
    own = title in (None, spec.book.title) if owner is None else _same(owner, spec.path)
    # A spec that is gone was most likely renamed, if its title is this one's.
    if own or (owner is not None and not owner.exists() and title == spec.book.title):
        return
    of = "" if owner is None else f" of {os.path.relpath(owner)}"
    message = f"this folder holds another book, {title!r}{of}"
    raise OutputError(
        Fault(
            message, Place(str(spec.destination)), "change `output` of this spec, or replace that book with --replace"
        )
    )


def record_owner(spec: Spec) -> None:
    """Keep that the folder of a book is this spec's."""
    record = record_of(spec)
    record.parent.mkdir(parents=True, exist_ok=True)
    output.commit({record: (_relative(spec.path, record.parent) + "\n").encode("utf-8", "surrogateescape")})


def built_seed(spec: Spec) -> int | None:
    """The seed of the book in the folder of a spec, if it is this spec's."""
    try:
        require_own(spec, replace=False)
        seed = json.loads((spec.destination / MANIFEST).read_bytes()).get("seed")
    except (OutputError, OSError, ValueError, AttributeError):
        return None
    return seed if isinstance(seed, int) else None


def record_of(spec: Spec) -> Path:
    """The file that says whose book the folder of a spec holds."""
    return spec.destination.parent / _RECORDS / spec.destination.name


def _owner(spec: Spec) -> Path | None:
    return owner_of(spec.destination)


def owner_of(folder: Path) -> Path | None:
    """The spec whose book a folder holds, if that is known; the spec may be gone."""
    record = folder.parent / _RECORDS / folder.name
    try:
        text = record.read_bytes().decode("utf-8", "surrogateescape").strip()
    except OSError:
        return None
    return Path(os.path.normpath(record.parent.resolve() / text)) if text else None


def _same(owner: Path, path: Path) -> bool:
    return owner.resolve() == path.resolve()


def _relative(path: Path, folder: Path) -> str:
    try:
        return os.path.relpath(path.resolve(), folder.resolve())
    except ValueError:  # On another drive of Windows.
        return str(path.resolve())


def _title(folder: Path) -> str | None:
    try:
        found = json.loads((folder / MANIFEST).read_bytes()).get("title")
    except (OSError, ValueError, AttributeError):
        return None
    return found if isinstance(found, str) else None


def lock(spec: Spec) -> int:
    """Write the seed of the last build of this spec into it, or one that is drawn if it was never built.

    Returns the seed of the spec; a spec that has one stays as it is. Raises OutputError, and SpecError for a file written in
    a way that leaves no place for a line.
    """
    if spec.own_seed is not None:
        return spec.own_seed
    built = built_seed(spec)
    seed = spec.drawn_seed if built is None else built
    name = str(spec.path)
    text = tree.decode(tree.read_bytes(spec.path), name)
    place = spec.node.pairs[0][0].place
    lines = text.splitlines(keepends=True)
    row, column = (place.line or 1) - 1, (place.column or 1) - 1
    before, after = lines[row][:column], lines[row][column:]
    end = "\r\n" if lines[row].endswith("\r\n") else "\n"
    own = f"seed: {seed}"
    lines[row] = f"{before}{own}{end}{before}{after}" if not before.strip() else f"{before}{own}, {after}"
    changed = "".join(lines)
    data = changed.encode()
    try:
        fine = schema.loads(Spec, data, name, spec.path.parent).own_seed == seed
    except SpecError:
        fine = False
    if not fine:
        raise SpecError(Fault("found no place for the seed", place, f"write it yourself: `{own}`"))
    output.commit({spec.path: data})
    return seed
