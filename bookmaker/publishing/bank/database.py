"""Files of SQLite: opened with one message for each way in which that can fail.

``application_id`` identifies the sort of file, ``user_version`` the version of its tables. Tables of an older version are
brought up to date in one transaction; a newer version is refused.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from bookmaker.base.errors import BookmakerError, Fault, InputError, OutputError, Place, shown_name

PATIENCE = 10.0
"""Seconds to wait for another process that writes into the file."""

_HEADER = 100
_CACHE, _CHECKPOINT = 64 << 10, 8000
"""KiB of the file in memory, and pages of the journal after which they go into the file."""


@dataclass(frozen=True, slots=True)
class Form:
    """A sort of file. ``migrations``: statements from an empty file to version 1, from 1 to 2, and so on."""

    name: str
    application_id: int
    migrations: Sequence[str]


@contextmanager
def explained(path: Path, form: Form) -> Iterator[None]:
    """Turn the errors of SQLite into ours. Raises InputError for a spoilt file, OutputError for one that cannot be written."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        raise _explanation(error, path, form) from error
    except UnicodeDecodeError as error:
        raise InputError(Fault(f"this {form.name} is damaged: {error}", Place(str(path)), _RESTORE)) from error


_RESTORE = "restore it from a copy, or save what is left with `sqlite3 FILE .recover`"


def _explanation(error: sqlite3.DatabaseError, path: Path, form: Form) -> BookmakerError:
    place = Place(str(path))
    name = getattr(error, "sqlite_errorname", "")
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return OutputError(Fault("another process is writing into this file", place, "try again when it is done"))
    if name.startswith("SQLITE_READONLY"):
        return OutputError(
            Fault("cannot write: the file or its folder can only be read", place, "change its permissions")
        )
    if name.startswith("SQLITE_FULL"):
        return OutputError(Fault("cannot write: the disk is full", place, "what was there before stays; make space"))
    if name.startswith("SQLITE_IOERR"):
        advice = "what was there before stays; look whether the disk is full or failing"
        return OutputError(Fault(f"cannot be read or written: {error}", place, advice))
    if name.startswith(("SQLITE_CANTOPEN", "SQLITE_PERM")):
        return OutputError(Fault(f"cannot be opened: {error}", place, "check its folder and permissions"))
    if name.startswith("SQLITE_NOTADB"):
        return InputError(Fault(f"this is no {form.name}", place, "name another file"))
    if name.startswith("SQLITE_CORRUPT"):
        return InputError(Fault(f"this {form.name} is damaged: {error}", place, _RESTORE))
    return InputError(Fault(f"this {form.name} cannot be used: {error}", place))


def opened(path: Path, form: Form, *, write: bool) -> sqlite3.Connection:
    """Open a file; with ``write`` it is made if there is none. One of an older version is brought up to date where it can be.

    Transactions are begun by hand. Raises InputError for a file that is not of this form, is newer than this program or is
    cut off, OutputError for one that cannot be written.
    """
    place = Place(str(path))
    if not path.exists() and not write:
        raise InputError(Fault("there is no such file", place))
    if path.is_dir():
        raise InputError(Fault(f"this is a folder, no {form.name}", place, "name a file"))
    if not path.absolute().parent.is_dir():
        raise OutputError(Fault(f"cannot write: there is no folder {path.parent}", place, "make it, or name another"))
    if path.exists() and path.stat().st_size:
        _check_whole(path, form)
        if write and not os.access(path, os.W_OK):
            raise OutputError(Fault("cannot write: the file can only be read", place, "change its permissions"))
        if not write and _is_older(path, form) and _mode(path, write=False) == "mode=rw":
            opened(path, form, write=True).close()
    elif not write and not Path(f"{path}-wal").exists():
        raise InputError(Fault(f"this file is empty, no {form.name}", place, "name another file"))
    with explained(path, form):
        connection = sqlite3.connect(
            f"{path.absolute().as_uri()}?{_mode(path, write)}", uri=True, timeout=PATIENCE, isolation_level=None,
            check_same_thread=False,
        )  # fmt: skip
        try:
            _prepare(connection, path, form, write=write)
        except (sqlite3.Error, BookmakerError):
            connection.close()
            raise
    return connection


def _is_older(path: Path, form: Form) -> bool:
    with path.open("rb") as stream:
        header = stream.read(_HEADER)
    version, identity = (int.from_bytes(header[at : at + 4], "big") for at in (60, 68))
    return identity == form.application_id and version < len(form.migrations)


def _mode(path: Path, write: bool) -> str:
    if write:
        return "mode=rwc"
    if os.access(path, os.W_OK) and os.access(path.absolute().parent, os.W_OK):
        # Readers in this mode leave none of SQLite's files behind.
        return "mode=rw"
    return "mode=ro" if Path(f"{path}-wal").exists() else "mode=ro&immutable=1"


def _check_whole(path: Path, form: Form) -> None:
    with path.open("rb") as stream:
        header = stream.read(_HEADER)
    if not header.startswith(b"SQLite format 3\0") or len(header) < _HEADER:
        raise InputError(Fault(f"this is no {form.name}", Place(str(path)), "name another file"))
    page = int.from_bytes(header[16:18], "big")
    pages = int.from_bytes(header[28:32], "big")
    wanted, size = (65536 if page == 1 else page) * pages, path.stat().st_size
    # The header counts its pages only if the last program that wrote it did so. One that was killed, or found the disk full,
    # while pages went from the journal into the file left the others in the journal.
    journal = Path(f"{path}-wal")
    if journal.exists() and journal.stat().st_size:
        return
    if header[24:28] == header[92:96] and size < wanted:
        message = f"this {form.name} is cut off: {size} bytes of {wanted}"
        raise InputError(Fault(message, Place(str(path)), "copy it anew"))


def _prepare(connection: sqlite3.Connection, path: Path, form: Form, *, write: bool) -> None:
    place = Place(str(path))
    (identity,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if identity != form.application_id and (tables or identity):
        raise InputError(Fault(f"this is no {form.name}", place, "name another file"))
    connection.execute("PRAGMA trusted_schema = OFF")
    newest = len(form.migrations)
    if version > newest:
        message = f"this {form.name} has tables of version {version}; this program knows those up to {newest}"
        raise InputError(Fault(message, place, "update bookmaker"))
    if not write:
        if version < newest:
            message = f"this {form.name} has tables of an older version, {version}"
            raise InputError(Fault(message, place, "copy it to a folder that can be written to"))
        _check_schema(connection, path, form, version)
        connection.execute("PRAGMA query_only = ON")
        return
    _check_schema(connection, path, form, version)
    if version < newest:
        connection.execute("PRAGMA journal_mode = WAL")
        before = version
        with transaction(connection):
            # Another process may have done it meanwhile.
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            for number in range(version, newest):
                for statement in form.migrations[number].split(";"):
                    connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {form.application_id}")
            connection.execute(f"PRAGMA user_version = {newest}")
        if before and any("DROP TABLE" in made for made in form.migrations[before:]):
            # Tables that were written anew leave room in the file, which can do with it where the disk is full.
            with suppress(sqlite3.Error):
                connection.execute("VACUUM")
    connection.execute("PRAGMA synchronous = NORMAL")
    # A catalogue writes into random pages of a large file: what was just read stays at hand, and goes back less often.
    connection.execute(f"PRAGMA cache_size = -{_CACHE}")
    connection.execute(f"PRAGMA wal_autocheckpoint = {_CHECKPOINT}")


def _check_schema(connection: sqlite3.Connection, path: Path, form: Form, version: int) -> None:
    """Raise InputError where a file has other tables, views, triggers or indexes than its version: these would run with each
    statement of this program.
    """
    found, known = _schema(connection), known_schema(form, version)
    strange = sorted(found.keys() ^ known.keys()) or sorted(key for key in known if found[key] != known[key])
    if strange:
        what, name = strange[0]
        wrong = "lacks" if strange[0] not in found else "has another" if strange[0] in known else "has a strange"
        message = f"this {form.name} {wrong} {what} {shown_name(name)!r}"
        raise InputError(Fault(message, Place(str(path)), "nothing was read or changed; restore it from a copy"))


@cache
def known_schema(form: Form, version: int) -> dict[tuple[str, str], str]:
    """The tables and indexes of a version of a form: the statements that made them by their sorts and names."""
    memory = sqlite3.connect(":memory:", isolation_level=None)
    try:
        for statement in ";".join(form.migrations[:version]).split(";"):
            memory.execute(statement)
        return _schema(memory)
    finally:
        memory.close()


def _schema(connection: sqlite3.Connection) -> dict[tuple[str, str], str]:
    rows = connection.execute("SELECT type, name, sql FROM sqlite_master ORDER BY rowid").fetchall()
    # SQLite keeps indexes and statistics of its own, which have no statement or a reserved name.
    return {(str(what), str(name)): str(text) for what, name, text in rows if not str(name).startswith("sqlite_")}


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All or nothing: one writer at a time, and undone if the work fails."""
    connection.execute("BEGIN IMMEDIATE")
    done = False
    try:
        yield
        connection.execute("COMMIT")
        done = True
    finally:
        if not done and connection.in_transaction:
            connection.execute("ROLLBACK")
