"""The bank: graded puzzles in one file, none twice up to symmetry, and where each was printed.

A row's number is a hash of the puzzle's canonical form (:func:`bookmaker.bank.rows.identities`), so that a copy cannot be
added and the rows of each kind and level stand in an order that is as good as chance. Names of kinds, levels, techniques and
versions are kept once and named by numbers.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import islice
from operator import itemgetter
from pathlib import Path
from types import TracebackType

from bookmaker.bank import database
from bookmaker.bank.names import Uses, Words, techniques_of
from bookmaker.bank.rows import Record, Stored, identities, puzzle_of, records, unsigned
from bookmaker.bank.tally import Position, tallied, tally_of
from bookmaker.errors import BookmakerError
from bookmaker.generation.distinct_puzzles import GradedPuzzle
from bookmaker.grading import Grade, grade_many
from bookmaker.techniques.names import named
from bookmaker.verify.check import require_proper

_TABLES = """
CREATE TABLE words (id INTEGER PRIMARY KEY, word TEXT NOT NULL UNIQUE);
CREATE TABLE puzzles (
    id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, size INTEGER NOT NULL, level INTEGER NOT NULL, score INTEGER NOT NULL,
    hardest INTEGER, minutes INTEGER NOT NULL, symmetry INTEGER NOT NULL, given INTEGER NOT NULL,
    printed INTEGER NOT NULL DEFAULT 0, version INTEGER NOT NULL, seed INTEGER, givens BLOB NOT NULL, solution BLOB NOT NULL,
    techniques BLOB NOT NULL, extra TEXT);
CREATE INDEX by_level ON puzzles (kind, size, level) WHERE printed = 0;
CREATE INDEX by_hardest ON puzzles (hardest, kind, size) WHERE printed = 0;
CREATE INDEX by_score ON puzzles (kind, size, score) WHERE printed = 0;
CREATE INDEX used ON puzzles (printed) WHERE printed > 0;
CREATE TABLE prints (
    series TEXT NOT NULL, volume INTEGER NOT NULL, place INTEGER NOT NULL, puzzle INTEGER NOT NULL, number INTEGER NOT NULL,
    page INTEGER NOT NULL, section TEXT NOT NULL, book TEXT NOT NULL, edition TEXT NOT NULL,
    PRIMARY KEY (series, volume, place)
) WITHOUT ROWID;
CREATE INDEX printed_puzzle ON prints (puzzle)
"""

_CATALOGUES = """
CREATE TABLE catalogues (
    name TEXT PRIMARY KEY, next INTEGER NOT NULL, rows INTEGER NOT NULL, repeats INTEGER NOT NULL, unmade INTEGER NOT NULL,
    tally TEXT NOT NULL) WITHOUT ROWID
"""

BANK = database.Form("bank of puzzles", 0x42504B42, (_TABLES, _CATALOGUES))


@dataclass(frozen=True, slots=True)
class Filter:
    """Which puzzles of a bank; None and empty take all.

    ``uses`` and ``avoids`` are names of techniques, or of families, on the path of the grade. ``score``, ``minutes`` and
    ``givens`` are (least, most). ``unused``: only what no book has printed.
    """

    kind: str | None = None
    size: int | None = None
    level: str | None = None
    hardest: str | None = None
    uses: tuple[str, ...] = ()
    avoids: tuple[str, ...] = ()
    score: tuple[int | None, int | None] = (None, None)
    minutes: tuple[int | None, int | None] = (None, None)
    givens: tuple[int | None, int | None] = (None, None)
    symmetry: str | None = None
    unused: bool = False


@dataclass(frozen=True, slots=True)
class Print:
    """Where a puzzle is printed: the number and page of a volume. ``section``: the name that its puzzles follow from."""

    puzzle: GradedPuzzle
    number: int
    section: str
    page: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """What a bank holds: numbers of puzzles by kind, size and level, how many of them were printed, and the volumes."""

    puzzles: int
    printed: int
    rows: list[tuple[str, int, str, int, int]]
    volumes: list[tuple[str, int, str, int]]


@dataclass
class Bank:
    """An open bank; close it with :meth:`close`, or use it in a ``with``. ``write``: make the file if there is none."""

    path: Path
    write: bool = False
    _connection: sqlite3.Connection = field(init=False, repr=False)
    _words: Words = field(init=False, repr=False)
    _uses: Uses = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._connection = database.opened(self.path, BANK, write=self.write)
        self._words = Words(self._connection)
        self._uses = Uses(self._words)

    def __enter__(self) -> Bank:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        with database.explained(self.path, BANK):
            self._connection.close()

    def add(self, puzzles: Sequence[GradedPuzzle], version: str) -> int:
        """Add puzzles, each proven and graded; returns how many are new. All or none. ``version``: who graded them."""
        with self._writing():
            return self._insert(puzzles, version)

    def _insert(self, puzzles: Sequence[GradedPuzzle], version: str) -> int:
        return self._insert_records(records(puzzles, version))

    def _insert_records(self, rows: Sequence[Record]) -> int:
        # In the order of their numbers, so that pages of the file that are touched lie together.
        made = sorted(map(self._row, rows), key=itemgetter(0))
        before = self._connection.total_changes  # New words count as changes, too.
        self._connection.executemany(
            f"INSERT OR IGNORE INTO puzzles ({_COLUMNS}) VALUES ({','.join('?' * len(_COLUMNS.split(',')))})", made
        )
        return self._connection.total_changes - before

    def _row(self, record: Record) -> tuple[object, ...]:
        word = self._words
        (
            identity, kind, size, level, score, hardest, minutes, symmetry, given, version, seed, givens, solution, techniques,
            more,
        ) = record  # fmt: skip
        return (
            identity, word[kind], size, word[level], score, None if hardest is None else word[hardest], minutes,
            word[symmetry], given, word[version], seed, givens, solution, self._packed(techniques), more,
        )  # fmt: skip

    def _packed(self, techniques: Sequence[tuple[str, int]]) -> bytes:
        return b"".join(map(self._uses.__getitem__, techniques))

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """All or nothing; what went wrong is explained."""
        done = False
        try:
            with database.explained(self.path, BANK), database.transaction(self._connection):
                yield
            done = True
        finally:
            if not done:
                # Names that were new are not in the file.
                self._words.clear()
                self._uses.clear()

    def position(self, name: str) -> Position:
        """How far the part ``name`` of a catalogue is; at its beginning if the bank knows nothing of it."""
        with database.explained(self.path, BANK):
            row = self._connection.execute(
                "SELECT next, rows, repeats, unmade, tally FROM catalogues WHERE name = ?", (name,)
            ).fetchone()
        return Position() if row is None else Position(row[0], row[1], row[2], row[3], tally_of(row[4]))

    def keep(self, name: str, first: int, made: Sequence[Record | None], wanted: int) -> Position:
        """Add what the numbers from ``first`` on of a part made, None for none, until it has ``wanted`` rows: all or nothing.

        What another process kept meanwhile is not added again. Returns how far the part is now.
        """
        with self._writing():
            at = self.position(name)
            new: list[Record] = []
            met = self._known([record[0] for record in made if record is not None])
            number, repeats, unmade = at.next, at.repeats, at.unmade
            for record in made[max(0, at.next - first) :] if at.next >= first else ():
                if at.rows + len(new) == wanted:
                    break
                number += 1
                if record is None:
                    unmade += 1
                elif record[0] in met:
                    repeats += 1
                else:
                    met.add(record[0])
                    new.append(record)
            self._insert_records(new)
            at = Position(number, at.rows + len(new), repeats, unmade, tallied(at.tally, new))
            self._connection.execute(
                "INSERT OR REPLACE INTO catalogues VALUES (?, ?, ?, ?, ?, ?)",
                (name, at.next, at.rows, at.repeats, at.unmade, json.dumps(at.tally)),
            )
        return at

    def _known(self, ids: Sequence[int]) -> set[int]:
        listed = ",".join(map(str, ids))
        return {one for (one,) in self._connection.execute(f"SELECT id FROM puzzles WHERE id IN ({listed})")}

    def find(
        self, wanted: Filter, most: int | None = None, start: int = 0, among: Collection[int] | None = None
    ) -> Iterator[Stored]:
        """The puzzles that meet a filter, from the row ``start`` on and then from the first; ``most``: no more than so many.

        ``among``: only rows of these identities.

        The order is as good as chance, and the same each time. Raises InputError for a damaged bank.
        """
        with database.explained(self.path, BANK):
            names = dict(self._connection.execute("SELECT id, word FROM words"))
            where, values = self._where(wanted, {word: number for number, word in names.items()})
            uses = [frozenset(one.name for one in named(name)) for name in wanted.uses]
            avoids = frozenset(one.name for name in wanted.avoids for one in named(name))
            if among is not None:
                where += f" AND id IN ({','.join(map(str, sorted(among)))})"
            left = most
            for side in (">=", "<"):
                rows = self._connection.execute(
                    f"SELECT {_COLUMNS}, printed FROM puzzles WHERE {where} AND id {side} ? ORDER BY id",
                    (*values, start),
                )
                for row in rows:
                    if left is not None and left <= 0:
                        return
                    used = techniques_of(row[13], names)
                    if not all(any(name in used for name in one) for one in uses) or avoids & used.keys():
                        continue
                    left = None if left is None else left - 1
                    yield self._stored(row, names)

    def _stored(self, row: tuple[object, ...], names: dict[int, str]) -> Stored:
        (identity, kind, size, level, score, hardest, minutes, symmetry, _given, version, seed, givens, solution, used, more,
         printed) = row  # fmt: skip
        try:
            puzzle = puzzle_of(names[kind], size, givens, solution, more)  # type: ignore[arg-type, index]
        except (ValueError, KeyError, TypeError, BookmakerError) as error:
            raise sqlite3.DatabaseError(f"row {identity} makes no sense: {error}") from error
        return Stored(
            identity, puzzle, puzzle.answer or b"", names[level], score, None if hardest is None else names[hardest],  # type: ignore[arg-type, index]
            techniques_of(used, names), minutes / 100, names[symmetry], unsigned(seed), names[version], printed,  # type: ignore[arg-type, index, operator]
        )  # fmt: skip

    def _where(self, wanted: Filter, numbers: dict[str, int]) -> tuple[str, list[object]]:
        said: list[str] = ["printed = 0"] if wanted.unused else ["1"]
        values: list[object] = []
        for column, word in (("kind", wanted.kind), ("level", wanted.level), ("symmetry", wanted.symmetry)):
            if word is not None:
                said.append(f"{column} = ?")
                values.append(numbers.get(word, -1))
        if wanted.size is not None:
            said.append("size = ?")
            values.append(wanted.size)
        if wanted.hardest is not None:
            known = [numbers.get(one.name, -1) for one in named(wanted.hardest)]
            said.append(f"hardest IN ({','.join('?' * len(known))})")
            values += known
        for column, (least, most), unit in (
            ("score", wanted.score, 1),
            ("minutes", wanted.minutes, 100),
            ("given", wanted.givens, 1),
        ):
            for sign, bound in ((">=", least), ("<=", most)):
                if bound is not None:
                    said.append(f"{column} {sign} ?")
                    values.append(bound * unit)
        return " AND ".join(said), values

    def count(self, wanted: Filter) -> int:
        """How many puzzles meet a filter."""
        with database.explained(self.path, BANK):
            if not wanted.uses and not wanted.avoids:
                names = dict(self._connection.execute("SELECT word, id FROM words"))
                where, values = self._where(wanted, names)
                (found,) = self._connection.execute(f"SELECT count(*) FROM puzzles WHERE {where}", values).fetchone()
                return int(found)
        return sum(1 for _ in self.find(wanted))

    def printed_elsewhere(self, series: str, volumes: Collection[int], *, everywhere: bool = False) -> dict[int, int]:
        """The puzzles that other volumes of a series printed than these, by identity, and in which volume.

        ``everywhere``: also those of other series.
        """
        with database.explained(self.path, BANK):
            own = f"volume IN ({','.join(map(str, sorted(volumes)))})"
            said = f"NOT (series = ? AND {own})" if everywhere else f"series = ? AND NOT {own}"
            return dict(self._connection.execute(f"SELECT puzzle, volume FROM prints WHERE {said}", (series,)))

    def printed_in(self, series: str, volumes: Collection[int]) -> dict[int, int]:
        """The puzzle that each of these volumes of a series printed first, by its identity."""
        with database.explained(self.path, BANK):
            said = f"SELECT volume, puzzle FROM prints WHERE series = ? AND volume IN ({','.join(map(str, sorted(volumes)))})"
            return dict(self._connection.execute(f"{said} ORDER BY volume, place DESC", (series,)))

    def candidates(self, wanted: Filter, series: str, volume: int, section: str) -> Iterator[list[Stored]]:
        """Puzzles for a section of a volume, a few at a time: those that it printed before, then those that no book printed."""
        with database.explained(self.path, BANK):
            said = "SELECT puzzle FROM prints WHERE series = ? AND volume = ? AND section = ?"
            own = {identity for (identity,) in self._connection.execute(said, (series, volume, section))}
        before = list(self.find(wanted, among=own)) if own else []
        if before:
            yield before
        unused = self.find(replace(wanted, unused=True))
        while some := list(islice(unused, _AT_ONCE)):
            yield some

    def items(self, ids: Collection[int]) -> list[GradedPuzzle]:
        """Rows by their identities, proven and graded anew. Raises ImproperError."""
        rows = list(self.find(Filter(), among=ids))
        puzzles = [row.puzzle for row in rows]
        proof = zip(rows, require_proper(puzzles), grade_many(puzzles), strict=True)
        return [GradedPuzzle(row.puzzle, solution, grade, row.seed) for row, solution, grade in proof]

    @contextmanager
    def printing(
        self, series: str, prints: Mapping[int, Sequence[Print]], book: str, edition: str, version: str
    ) -> Iterator[list[int]]:
        """Record what volumes print instead of what they printed before, while their files are written: all or nothing.

        ``prints``: by volume. Yields the other volumes of this series that hold some of the puzzles already.
        """
        with self._writing():
            elsewhere = self.printed_elsewhere(series, prints)
            ids = iter(identities([one.puzzle.puzzle for own in prints.values() for one in own]))
            changed: set[int] = set()
            met: list[int] = []
            for volume, own in prints.items():
                now = [next(ids) for _ in own]
                self._insert([one.puzzle for one in own], version)
                where = (series, volume)
                old = self._connection.execute(
                    "SELECT puzzle FROM prints WHERE series = ? AND volume = ?", where
                ).fetchall()
                self._connection.execute("DELETE FROM prints WHERE series = ? AND volume = ?", where)
                self._connection.executemany(
                    "INSERT INTO prints VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    [
                        (series, volume, place, identity, one.number, one.page, one.section, book, edition)
                        for place, (identity, one) in enumerate(zip(now, own, strict=True))
                    ],
                )
                changed.update(now, (one for (one,) in old))
                met += [elsewhere[identity] for identity in now if identity in elsewhere]
            self._connection.executemany(
                "UPDATE puzzles SET printed = (SELECT count(*) FROM prints WHERE puzzle = id) WHERE id = ?",
                [(identity,) for identity in sorted(changed)],
            )
            yield sorted(met)

    def statistics(self) -> Statistics:
        """What the bank holds."""
        with database.explained(self.path, BANK):
            rows = self._connection.execute(
                "SELECT k.word, size, l.word, count(*), sum(printed > 0) FROM puzzles JOIN words k ON k.id = kind "
                "JOIN words l ON l.id = level GROUP BY 1, 2, 3 ORDER BY 1, 2, 3"
            ).fetchall()
            volumes = self._connection.execute(
                "SELECT series, volume, max(book), count(*) FROM prints GROUP BY 1, 2 ORDER BY 1, 2"
            ).fetchall()
        return Statistics(sum(row[3] for row in rows), sum(row[4] for row in rows), rows, volumes)

    def outdated(self, version: str) -> int:
        """How many rows another version graded than this one."""
        with database.explained(self.path, BANK):
            (found,) = self._connection.execute(
                f"SELECT count(*) FROM puzzles WHERE {_OTHERWISE}", (version,)
            ).fetchone()
        return int(found)

    def graded_otherwise(self, version: str, above: int, most: int) -> list[Stored]:
        """Rows that another version graded than this one: up to ``most``, ascending, with identities above ``above``."""
        with database.explained(self.path, BANK):
            names = dict(self._connection.execute("SELECT id, word FROM words"))
            rows = self._connection.execute(
                f"SELECT {_COLUMNS}, printed FROM puzzles WHERE {_OTHERWISE} AND id >= ? ORDER BY id LIMIT ?",
                (version, above + 1, most),
            ).fetchall()
            return [self._stored(row, names) for row in rows]

    def keep_grades(self, grades: Sequence[tuple[int, Grade]], version: str) -> None:
        """Replace the grades of rows by new ones: all or none. ``version``: who graded them."""
        with self._writing():
            word = self._words
            self._connection.executemany(
                "UPDATE puzzles SET level = ?, score = ?, hardest = ?, minutes = ?, techniques = ?, version = ? WHERE id = ?",
                [
                    (
                        word[grade.level], grade.score, None if grade.hardest is None else word[grade.hardest],
                        round(grade.minutes * 100), self._packed(tuple(grade.techniques.items())), word[version], identity,
                    )
                    for identity, grade in grades
                ],
            )  # fmt: skip

    def damage(self) -> list[str]:
        """What SQLite finds wrong with the pages of the file."""
        with database.explained(self.path, BANK):
            return [told for (told,) in self._connection.execute("PRAGMA integrity_check") if told != "ok"]


_COLUMNS = "id,kind,size,level,score,hardest,minutes,symmetry,given,version,seed,givens,solution,techniques,extra"
_OTHERWISE = "version IS NOT (SELECT id FROM words WHERE word = ?)"
_AT_ONCE = 512
