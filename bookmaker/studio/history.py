"""The memory of the studio between two runs, in one database of the user's state folder: the texts that each spec had, the text
that is not in its file yet, the books that were open, and ticks on a list of things to do.

A spec is a chain of texts with a cursor. The file is written after the chain, so that a process that is killed between the two
leaves a chain that the next one sets right: :meth:`History.meet` moves the cursor to the text that the file has.
"""

from __future__ import annotations

import sqlite3
import threading
from dataclasses import dataclass
from pathlib import Path

NAME = "studio.db"
MOST = 200
"""Changes that can be undone."""

_TABLES = """
CREATE TABLE IF NOT EXISTS texts (spec TEXT, place INTEGER, label TEXT, text BLOB, PRIMARY KEY (spec, place));
CREATE TABLE IF NOT EXISTS cursors (spec TEXT PRIMARY KEY, place INTEGER);
CREATE TABLE IF NOT EXISTS unsaved (spec TEXT PRIMARY KEY, text BLOB);
CREATE TABLE IF NOT EXISTS recent (spec TEXT PRIMARY KEY, title TEXT, turn INTEGER);
CREATE TABLE IF NOT EXISTS serving (root TEXT PRIMARY KEY, address TEXT);
CREATE TABLE IF NOT EXISTS built (spec TEXT PRIMARY KEY, digest TEXT);
CREATE TABLE IF NOT EXISTS ticks (spec TEXT, name TEXT, PRIMARY KEY (spec, name));
"""


@dataclass(frozen=True, slots=True)
class Labels:
    """The labels of the next undo and the next redo, None without one."""

    undo: str | None
    redo: str | None


class History:
    """The database. Its methods may be called from any thread. Raises sqlite3.Error where the disk cannot be written."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._lock = threading.Lock()
        # It has the tokens of studios that run.
        (folder / NAME).touch(mode=0o600)
        self._base = sqlite3.connect(folder / NAME, check_same_thread=False, timeout=10, isolation_level=None)
        self._base.execute("PRAGMA journal_mode = WAL")
        # A process that is killed loses nothing; after a failure of power the chain may be a change behind the file.
        self._base.execute("PRAGMA synchronous = NORMAL")
        self._base.executescript(_TABLES)

    def close(self) -> None:
        """Close the database."""
        with self._lock:
            self._base.close()

    def _cursor(self, spec: str) -> int:
        row = self._base.execute("SELECT place FROM cursors WHERE spec = ?", (spec,)).fetchone()
        return 0 if row is None else int(row[0])

    def _text(self, spec: str, place: int) -> tuple[str, bytes] | None:
        found = self._base.execute("SELECT label, text FROM texts WHERE spec = ? AND place = ?", (spec, place))
        row: tuple[str, bytes] | None = found.fetchone()
        return row

    def _set(self, spec: str, place: int) -> None:
        self._base.execute("INSERT OR REPLACE INTO cursors VALUES (?, ?)", (spec, place))

    def _add(self, spec: str, label: str, text: bytes) -> None:
        place = self._cursor(spec) + 1
        with self._base:
            self._base.execute("BEGIN IMMEDIATE")
            self._base.execute(
                "DELETE FROM texts WHERE spec = ? AND (place >= ? OR place < ?)", (spec, place, place - MOST)
            )
            self._base.execute("INSERT INTO texts VALUES (?, ?, ?, ?)", (spec, place, label, text))
            self._set(spec, place)

    def meet(self, spec: Path, text: bytes, label: str) -> bool:
        """Set the cursor to the text that the file has. One that no neighbour of the cursor has is added as a change; returns
        whether it was.
        """
        own = str(spec)
        with self._lock:
            at = self._cursor(own)
            for place in (at, at - 1, at + 1):
                known = self._text(own, place)
                if known is not None and known[1] == text:
                    self._set(own, place)
                    return False
            self._add(own, label, text)
            return True

    def add(self, spec: Path, label: str, text: bytes) -> None:
        """Add the text after a change. What was undone before it is forgotten."""
        with self._lock:
            self._add(str(spec), label, text)

    def labels(self, spec: Path) -> Labels:
        """The changes that can be undone and done again."""
        own = str(spec)
        with self._lock:
            at = self._cursor(own)
            here, before, after = (self._text(own, place) for place in (at, at - 1, at + 1))
        return Labels(here[0] if here and before else None, after[0] if after else None)

    def neighbour(self, spec: Path, step: int) -> tuple[str, bytes] | None:
        """The label of the change to undo (``step`` -1) or to do again (1), and the text that it leads to; None without one."""
        own = str(spec)
        with self._lock:
            at = self._cursor(own)
            there, here = self._text(own, at + step), self._text(own, at)
        if there is None or here is None:
            return None
        return (here if step < 0 else there)[0], there[1]

    def unsaved(self, spec: Path) -> bytes | None:
        """A text that is not in the file, None if there is none."""
        with self._lock:
            row = self._base.execute("SELECT text FROM unsaved WHERE spec = ?", (str(spec),)).fetchone()
        return None if row is None else bytes(row[0])

    def keep(self, spec: Path, text: bytes | None) -> None:
        """Keep a text that is not in the file; None: there is none any more."""
        with self._lock:
            if text is None:
                self._base.execute("DELETE FROM unsaved WHERE spec = ?", (str(spec),))
            else:
                self._base.execute("INSERT OR REPLACE INTO unsaved VALUES (?, ?)", (str(spec), text))

    def opened(self, spec: Path, title: str) -> None:
        """Put a book on top of the recent ones."""
        with self._lock:
            turn = "(SELECT coalesce(max(turn), 0) + 1 FROM recent)"
            self._base.execute(f"INSERT OR REPLACE INTO recent VALUES (?, ?, {turn})", (str(spec), title))

    def recent(self, most: int = 30) -> list[tuple[Path, str]]:
        """The books that were open, the last one first, each with its title."""
        with self._lock:
            rows = self._base.execute("SELECT spec, title FROM recent ORDER BY turn DESC LIMIT ?", (most,)).fetchall()
        return [(Path(spec), title) for spec, title in rows]

    def moved(self, before: Path, after: Path) -> None:
        """A spec has another path, and keeps all that is known of it."""
        with self._lock, self._base:
            self._base.execute("BEGIN IMMEDIATE")
            for table in ("texts", "cursors", "unsaved", "recent", "built", "ticks"):
                self._base.execute(f"DELETE FROM {table} WHERE spec = ?", (str(after),))
                self._base.execute(f"UPDATE {table} SET spec = ? WHERE spec = ?", (str(after), str(before)))

    def ticks(self, spec: Path) -> set[str]:
        """The names that are ticked."""
        with self._lock:
            return {row[0] for row in self._base.execute("SELECT name FROM ticks WHERE spec = ?", (str(spec),))}

    def tick(self, spec: Path, name: str, on: bool) -> None:
        """Tick a name, or take its tick away."""
        order = "INSERT OR REPLACE INTO ticks VALUES (?, ?)" if on else "DELETE FROM ticks WHERE spec = ? AND name = ?"
        with self._lock:
            self._base.execute(order, (str(spec), name))

    def built(self, spec: Path, digest: str | None = None) -> str | None:
        """The digest of the text that was built last; sets it, if one is named."""
        with self._lock:
            if digest is not None:
                self._base.execute("INSERT OR REPLACE INTO built VALUES (?, ?)", (str(spec), digest))
            row = self._base.execute("SELECT digest FROM built WHERE spec = ?", (str(spec),)).fetchone()
        return None if row is None else str(row[0])

    def served(self, root: Path, address: str | None) -> None:
        """Say at which address a folder is served, None: nowhere."""
        with self._lock:
            if address is None:
                self._base.execute("DELETE FROM serving WHERE root = ?", (str(root),))
            else:
                self._base.execute("INSERT OR REPLACE INTO serving VALUES (?, ?)", (str(root), address))

    def server_of(self, root: Path) -> str | None:
        """The address at which a folder was said to be served."""
        with self._lock:
            row = self._base.execute("SELECT address FROM serving WHERE root = ?", (str(root),)).fetchone()
        return None if row is None else str(row[0])
