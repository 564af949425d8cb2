"""Whose book a folder holds: two specs that lead to one folder must not overwrite each other's files.

The folder of all books, ``build``, keeps for each book in it which spec it was made of. This is no file of the book itself, whose
bytes do not depend on where its spec lies.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

from bookmaker.base import output
from bookmaker.base.errors import Fault, OutputError, Place
from bookmaker.publishing.book.spec.spec_file import Spec

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
    record = _record(spec)
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


def _record(spec: Spec) -> Path:
    return spec.destination.parent / _RECORDS / spec.destination.name


def _owner(spec: Spec) -> Path | None:
    record = _record(spec)
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
