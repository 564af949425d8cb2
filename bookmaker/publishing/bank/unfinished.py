"""The store of builds: the puzzles of unfinished ones, and pages as the proof read them.

Each puzzle is kept as soon as it is made, so that the next build goes on from there.

A puzzle is kept under all that decides it: its order, its seed, and the source of this program. A digest of key and puzzle goes
with it, so that a changed row is not taken for the puzzle of another order. It is proven and graded anew when it is taken out.
Nothing is taken out of a file that another user can have written. Keeping is a convenience: where it fails, nothing is kept, and
the build goes on.
"""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
from collections.abc import Iterable, Mapping
from pathlib import Path
from threading import Lock

from bookmaker.base.errors import BookmakerError
from bookmaker.base.resources import kept, trusted
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.logic.grading import grade
from bookmaker.logic.verify.check import require_proper
from bookmaker.publishing.bank import database
from bookmaker.publishing.bank.records import given_masks, packed
from bookmaker.publishing.bank.rows import extra, program_digest, puzzle_of, signed, unsigned
from bookmaker.puzzles.grid.puzzle import Puzzle

_NAME = "unfinished"
_TABLES = """
CREATE TABLE made (
    number INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, kind TEXT NOT NULL, size INTEGER NOT NULL, givens BLOB NOT NULL,
    solution BLOB NOT NULL, extra TEXT);
CREATE TABLE drawn (spec TEXT PRIMARY KEY, seed INTEGER NOT NULL)
"""

_PAGES = "CREATE TABLE pages (number INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, page BLOB NOT NULL, size INTEGER NOT NULL)"
_SEALED = """
DROP TABLE made;
DROP TABLE drawn;
CREATE TABLE made (
    number INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, kind TEXT NOT NULL, size INTEGER NOT NULL, givens BLOB NOT NULL,
    solution BLOB NOT NULL, extra TEXT, seed INTEGER NOT NULL, digest BLOB NOT NULL);
CREATE TABLE drawn (spec TEXT PRIMARY KEY, seed INTEGER NOT NULL, digest BLOB NOT NULL)
"""
_FORM = database.Form("store of unfinished books", 0x42504B55, (_TABLES, _PAGES, _SEALED))

_MOST = 500_000
"""Puzzles that are kept, some 60 MB; the oldest go first."""
_MOST_OF_PAGES = 200_000_000
"""Bytes of pages that are kept, those of some 100,000; the oldest go first."""


class Unfinished:
    """A memory of puzzles (:class:`bookmaker.logic.generation.distinct_puzzles.Memory`) and of pages
    (:class:`bookmaker.publishing.proof.page_reading.PageMemory`) that outlives the process.

    ``folder`` None: as the environment says, else the user's cache folder. ``fresh``: all is made anew, and replaced.
    ``estimates``: whether grades that this process has met keep what the estimates of other graders follow from.
    """

    def __init__(self, folder: Path | None = None, *, fresh: bool = False, estimates: bool = True) -> None:
        # By a digest: the text of an order is longer than a puzzle with its grade.
        self._met: dict[bytes, GradedPuzzle] = {}
        self._fresh, self._estimates = fresh, estimates
        self._lock = Lock()
        folder = kept() if folder is None else folder
        self._store = _opened(folder) if folder is not None and trusted(folder / _NAME) else None

    @property
    def keeps(self) -> bool:
        """Whether anything is kept on disk."""
        return self._store is not None

    def get(self, key: tuple[str, int]) -> GradedPuzzle | None:
        """The puzzle of an order, written out, and a seed."""
        own = _digest(key)
        known = self._met.get(own)
        if known is not None or self._fresh:
            return known
        row = self._run("SELECT kind, size, givens, solution, extra, seed, digest FROM made WHERE key = ?", (own,))
        if row is None or row[-1] != _seal(own, *row[:-1]):
            return None
        try:
            *content, seed, _ = row
            puzzle = puzzle_of(*content)  # type: ignore[arg-type]
            (solution,) = require_proper([puzzle])
            found = GradedPuzzle(_bare(puzzle), solution, grade(puzzle), unsigned(seed))  # type: ignore[arg-type]
        except (ValueError, LookupError, TypeError, AttributeError, BookmakerError):
            return None  # It is damaged, and made again.
        self._meet(own, found)
        return found

    def update(self, made: Iterable[tuple[tuple[str, int], GradedPuzzle]]) -> None:
        """Keep puzzles that were made."""
        for key, item in made:
            own = _digest(key)
            self._meet(own, item)
            puzzle, size = item.puzzle, item.puzzle.geometry.size
            masks, solutions = given_masks([puzzle.givens]), packed([item.solution], size)
            row = (puzzle.geometry.kind, size, *masks, *solutions, extra(puzzle), signed(item.seed))
            self._run(
                "INSERT OR REPLACE INTO made (key, kind, size, givens, solution, extra, seed, digest)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (own, *row, _seal(own, *row)),
            )

    def _meet(self, own: bytes, item: GradedPuzzle) -> None:
        self._met[own] = item if self._estimates else item.without_estimates()

    def seed(self, spec: Path, drawn: int) -> int:
        """The seed that was drawn for a spec when a build of it stopped; otherwise ``drawn``, which is kept for the next one."""
        name = str(spec.resolve())
        row = None if self._fresh else self._run("SELECT seed, digest FROM drawn WHERE spec = ?", (name,))
        if row is not None and row[1] == _seal(name, row[0]):
            return int(row[0])  # type: ignore[call-overload, no-any-return]
        self._run("INSERT OR REPLACE INTO drawn VALUES (?, ?, ?)", (name, drawn, _seal(name, drawn)))
        return drawn

    def finished(self, spec: Path) -> None:
        """The book of a spec is written: its next build draws another seed, if it has none."""
        self._run("DELETE FROM drawn WHERE spec = ?", (str(spec.resolve()),))

    def pages(self, keys: Iterable[bytes]) -> dict[bytes, bytes]:
        """The pages that are known, by their keys, as they were kept."""
        if self._fresh:
            return {}
        found = ((key, self._run("SELECT page FROM pages WHERE key = ?", (key,))) for key in keys)
        return {key: row[0] for key, row in found if row is not None and isinstance(row[0], bytes)}

    def keep_pages(self, read: Mapping[bytes, bytes]) -> None:
        """Keep pages as they were read."""
        if not read:
            return
        self._run("BEGIN IMMEDIATE", ())
        for key, page in read.items():
            self._run("INSERT OR REPLACE INTO pages (key, page, size) VALUES (?, ?, ?)", (key, page, len(page)))
        self._run(
            "DELETE FROM pages WHERE number IN (SELECT number FROM ("
            "SELECT number, sum(size) OVER (ORDER BY number DESC) AS newer FROM pages) WHERE newer > ?)",
            (_MOST_OF_PAGES,),
        )
        self._run("COMMIT", ())

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            if self._store is not None:
                self._store.close()
                self._store = None

    def _run(self, statement: str, values: tuple[object, ...]) -> tuple[object, ...] | None:
        with self._lock:
            if self._store is None:
                return None
            try:
                row: tuple[object, ...] | None = self._store.execute(statement, values).fetchone()
            except sqlite3.Error:
                # The disk may be full, or another build may hold the file for long: then this build keeps nothing more.
                self._store.close()
                self._store = None
                return None
            return row


def _bare(puzzle: Puzzle) -> Puzzle:
    return Puzzle(puzzle.geometry, puzzle.givens, cages=puzzle.cages)


def _opened(folder: Path | None) -> sqlite3.Connection | None:
    if folder is None:
        return None
    path = folder / _NAME
    try:
        folder.mkdir(parents=True, exist_ok=True)
        try:
            store = database.opened(path, _FORM, write=True)
        except BookmakerError:
            if not path.is_file() or not os.access(path, os.W_OK):
                return None
            # Of another program, of another version, or damaged. Nothing in it is worth more than the time to make it again.
            for ending in ("", "-wal", "-shm"):
                Path(f"{path}{ending}").unlink(missing_ok=True)
            store = database.opened(path, _FORM, write=True)
        store.execute("DELETE FROM made WHERE number <= (SELECT max(number) FROM made) - ?", (_MOST,))
    except (OSError, sqlite3.Error, BookmakerError):
        return None
    return store


def _digest(key: tuple[str, int]) -> bytes:
    return hashlib.blake2b(json.dumps([program_digest(), *key]).encode(), digest_size=16).digest()


def _seal(*values: object) -> bytes:
    """A digest of the values of a row."""
    return hashlib.blake2b(repr(values).encode(), digest_size=16).digest()
