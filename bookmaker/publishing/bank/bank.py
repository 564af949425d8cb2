"""The bank: graded puzzles in one file, none twice up to symmetry, and where each was printed.

A row's number is a hash of the puzzle's canonical form (:func:`bookmaker.publishing.bank.records.identities`), so that a copy
cannot be added and the order of the rows of each kind and level is as good as chance. Names of kinds, levels,
techniques and versions are kept once and named by numbers.
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
from typing import TYPE_CHECKING, Any

from bookmaker.base.errors import BookmakerError
from bookmaker.logic.techniques.labels import level_of
from bookmaker.publishing.bank import database
from bookmaker.publishing.bank.bank_tables import (
    AT_ONCE,
    BANK,
    LEAST,
    MOST,
    Classes,
    Filter,
    Uses,
    Words,
    known_classes,
    one_of,
    stretches,
    techniques_of,
)
from bookmaker.publishing.bank.rows import (
    Class,
    Record,
    Stored,
    changed,
    class_of,
    hundredths,
    puzzle_of,
    seal_of,
    unsigned,
)

if TYPE_CHECKING:
    from bookmaker.logic.grading import Grade


from collections import Counter
from collections.abc import Iterable

from bookmaker.publishing.bank.rows import CLASS, GIVEN

Tally = dict[str, dict[str, int]]
"""``levels``, ``hardest`` and ``givens``: for each name or number how many puzzles."""

_NAMES = ("levels", "hardest", "givens")


@dataclass(frozen=True, slots=True)
class Position:
    """``next``: the number that comes next. So far there are ``rows`` new rows; ``repeats`` were in the bank already, turned or
    relabelled or as they are, and ``unmade`` could not be made.
    """

    next: int = 0
    rows: int = 0
    repeats: int = 0
    unmade: int = 0
    tally: Tally = field(default_factory=dict)


def tallied(tally: Mapping[str, Mapping[str, int]], rows: Sequence[Record]) -> Tally:
    """A tally with further rows."""
    new: Tally = {name: {} for name in _NAMES}
    # A counter keeps the order in which keys first come, which is that of the rows.
    for own, count in Counter(map(itemgetter(CLASS), rows)).items():
        for name, key in (("levels", own.level), ("hardest", str(own.hardest))):
            new[name][key] = new[name].get(key, 0) + count
    new["givens"] = {str(number): count for number, count in Counter(map(itemgetter(GIVEN), rows)).items()}
    return added((tally, new))


def added(tallies: Iterable[Mapping[str, Mapping[str, int]]]) -> Tally:
    """The sum of tallies."""
    made: Tally = {name: {} for name in _NAMES}
    for tally in tallies:
        for name, counts in tally.items():
            for key, count in counts.items():
                made[name][key] = made[name].get(key, 0) + count
    return made


def tally_of(text: str) -> Tally:
    """A tally from its JSON. Raises DatabaseError for another one."""
    try:
        found: Tally = json.loads(text)
        return added([found])
    except (ValueError, TypeError, AttributeError) as error:
        raise sqlite3.DatabaseError(f"the tally of a catalogue makes no sense: {error}") from error


@dataclass(frozen=True, slots=True)
class Print:
    """Where a puzzle is printed: the number and page of a volume. ``section``: the name that its puzzles follow from."""

    row: Record
    number: int
    section: str
    page: int


@dataclass(frozen=True, slots=True)
class Printed:
    """Where a bank says that a puzzle was printed. ``number`` and ``page``: its number in the volume, and its page."""

    series: str
    volume: int
    number: int
    page: int
    book: str


@dataclass(frozen=True, slots=True)
class Statistics:
    """Counts of a bank: its puzzles by kind, size and level, how many of them were printed, and the volumes."""

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
    _classes: Classes = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._connection = database.opened(self.path, BANK, write=self.write)
        self._words = Words(self._connection)
        self._uses = Uses(self._words)
        self._classes = Classes(self._connection, self._words)

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

    def add_records(self, rows: Sequence[Record]) -> int:
        """Add the rows of proven and graded puzzles; returns how many are new. All or none."""
        with self._writing():
            return self._insert(rows)

    def _insert(self, rows: Sequence[Record]) -> int:
        # In the order of their numbers, so that pages of the file that are touched lie together.
        made = sorted(map(self._row, rows), key=itemgetter(0))
        before = self._connection.total_changes  # New words count as changes, too.
        self._connection.executemany(_INSERT, made)
        return self._connection.total_changes - before

    def _row(self, record: Record) -> tuple[object, ...]:
        identity, own, score, minutes, given, version, seed, givens, solution, techniques, more = record
        return (
            identity, self._classes[own], score, minutes, given, self._words[version], seed, givens, solution,
            self._uses[techniques], more, seal_of(record),
        )  # fmt: skip

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
                self._classes.clear()

    def position(self, name: str) -> Position:
        """How far the part ``name`` of a catalogue is; at its beginning if the bank knows nothing of it."""
        with database.explained(self.path, BANK):
            row = self._connection.execute(
                "SELECT next, rows, repeats, unmade, tally FROM catalogues WHERE name = ?", (name,)
            ).fetchone()
        return Position() if row is None else Position(row[0], row[1], row[2], row[3], tally_of(row[4]))

    def keep(self, name: str, first: int, made: Sequence[Record | None], wanted: int) -> Position:
        """Add the rows that the numbers from ``first`` on of a part made, None for none, until it has ``wanted``: all or nothing.

        Rows that another process kept meanwhile are not added again. Returns how far the part is now.
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
            self._insert(new)
            at = Position(number, at.rows + len(new), repeats, unmade, tallied(at.tally, new))
            self._connection.execute(
                "INSERT OR REPLACE INTO catalogues VALUES (?, ?, ?, ?, ?, ?)",
                (name, at.next, at.rows, at.repeats, at.unmade, json.dumps(at.tally)),
            )
        return at

    def _known(self, ids: Sequence[int]) -> set[int]:
        return {one for (one,) in self._connection.execute(f"SELECT id FROM puzzles WHERE {one_of('id', ids)}")}

    def find(
        self,
        wanted: Filter,
        most: int | None = None,
        start: int = 0,
        among: Collection[int] | None = None,
        *,
        broken: bool = False,
    ) -> Iterator[Stored]:
        """The puzzles that meet a filter, from the row ``start`` on and then from the first; ``most``: no more than so many.

        ``among``: only rows of these identities. ``broken``: also rows that are not as they were written, which say so.

        The order is as good as chance, and the same each time. Raises InputError for a damaged bank.
        """
        with database.explained(self.path, BANK):
            names = self._names()
            classes = known_classes(self._connection, names)
            left = MOST if most is None else most
            for rows in self._wanted(wanted, names, classes, start, among, max(_FEWEST, min(left, AT_ONCE))):
                for row in rows:
                    if left <= 0:
                        return
                    if wanted.asks_for_path and not wanted.follows(techniques_of(row[_PATH], names)):
                        continue
                    left -= 1
                    yield self._stored(row, names, classes, broken=broken)
                if left <= 0:
                    return

    def _names(self) -> dict[int, str]:
        names = dict(self._connection.execute("SELECT id, word FROM words"))
        if not all(isinstance(word, str) for word in names.values()):
            raise sqlite3.DatabaseError("one of its words is no text")
        return names

    def _wanted(
        self,
        wanted: Filter,
        names: Mapping[int, str],
        classes: Mapping[int, Class],
        start: int,
        among: Collection[int] | None,
        each: int,
    ) -> Iterator[list[tuple[object, ...]]]:
        """Rows that meet a filter as far as SQL knows, up to ``each`` at a time."""
        own = wanted.classes(classes)
        said = wanted.conditions({word: number for number, word in names.items()})
        for first, last in ((start, MOST), (LEAST, start - 1)):
            if first > last:
                continue
            if among is None:
                yield from stretches(self._connection, _READ, own, said, wanted.unused, first, last, each)
            else:
                ids = sorted(one for one in among if first <= one <= last)
                for at in range(0, len(ids), each):
                    where = " AND ".join([one_of("id", ids[at : at + each]), one_of("class", own), *said])
                    yield self._connection.execute(f"SELECT {_READ} FROM puzzles WHERE {where} ORDER BY id").fetchall()

    def _stored(
        self, row: tuple[Any, ...], names: Mapping[int, str], classes: Mapping[int, Class], *, broken: bool = False
    ) -> Stored:
        *_, seal, printed = row
        identity = row[0]
        try:
            record = _record(row, names, classes)
            _, own, score, minutes, _, version, seed, givens, solution, path, more = record
            level_of(own.level)
            if not all(isinstance(one, int) for one in (score, minutes, printed, seed or 0)):
                raise ValueError("a value of another type")
            puzzle = puzzle_of(own.kind, own.size, givens, solution, more)
            found = Stored(
                identity, puzzle, puzzle.answer or b"", own.level, score, own.hardest, dict(path),
                minutes / 100 if minutes else None, own.symmetry, unsigned(seed), version, printed,
                None if seal is None else seal == seal_of(record),
            )  # fmt: skip
        except (ValueError, LookupError, TypeError, AttributeError, OverflowError, BookmakerError) as error:
            raise sqlite3.DatabaseError(f"row {identity} makes no sense: {error}") from error
        if found.sealed is False and not broken:
            raise changed(identity, "it is not as this program wrote it")
        return found

    def count(self, wanted: Filter) -> int:
        """How many puzzles meet a filter."""
        if wanted.asks_for_path:
            return sum(1 for _ in self.find(wanted))
        with database.explained(self.path, BANK):
            names = self._names()
            own = wanted.classes(known_classes(self._connection, names))
            where = " AND ".join([one_of("class", own), *wanted.conditions({})])
            (found,) = self._connection.execute(f"SELECT count(*) FROM puzzles WHERE {where}").fetchone()
        return int(found)

    def printed_elsewhere(self, series: str, volumes: Collection[int], *, everywhere: bool = False) -> dict[int, int]:
        """The puzzles that other volumes of a series printed than these, by identity, and in which volume.

        ``everywhere``: also those of other series.
        """
        with database.explained(self.path, BANK):
            own = f"volume IN ({','.join(map(str, sorted(volumes)))})"
            said = f"NOT (series = ? AND {own})" if everywhere else f"series = ? AND NOT {own}"
            return dict(self._connection.execute(f"SELECT puzzle, volume FROM prints WHERE {said}", (series,)))

    def known(self, ids: Sequence[int]) -> dict[int, list[Printed]]:
        """Those of these identities that the bank holds, and where each was printed, in the order of volumes."""
        with database.explained(self.path, BANK):
            found: dict[int, list[Printed]] = {one: [] for one in sorted(self._known(ids))}
            said = f"SELECT puzzle, series, volume, number, page, book FROM prints WHERE {one_of('puzzle', ids)}"
            for identity, *place in self._connection.execute(f"{said} ORDER BY series, volume, place"):
                found.setdefault(identity, []).append(Printed(*place))
        return found

    def printed_in(self, series: str, volumes: Collection[int]) -> dict[int, int]:
        """The puzzle that each of these volumes of a series printed first, by its identity."""
        with database.explained(self.path, BANK):
            said = f"SELECT volume, puzzle FROM prints WHERE series = ? AND volume IN ({','.join(map(str, sorted(volumes)))})"
            return dict(self._connection.execute(f"{said} ORDER BY volume, place DESC", (series,)))

    def editions(self, series: str) -> dict[int, str]:
        """The ISBN of each volume of a series, or "", by its number."""
        with database.explained(self.path, BANK):
            said = "SELECT volume, max(edition) FROM prints WHERE series = ? GROUP BY 1"
            return dict(self._connection.execute(said, (series,)))

    def candidates(self, wanted: Filter, series: str, volume: int, section: str) -> Iterator[list[Stored]]:
        """Puzzles for a section of a volume, a few at a time: those that it printed before, then those that no book printed."""
        with database.explained(self.path, BANK):
            said = "SELECT puzzle FROM prints WHERE series = ? AND volume = ? AND section = ?"
            own = {identity for (identity,) in self._connection.execute(said, (series, volume, section))}
        before = list(self.find(wanted, among=own)) if own else []
        if before:
            yield before
        unused = self.find(replace(wanted, unused=True))
        while some := list(islice(unused, AT_ONCE)):
            yield some

    @contextmanager
    def printing(
        self, series: str, prints: Mapping[int, Sequence[Print]], book: str, edition: str
    ) -> Iterator[list[int]]:
        """Record the puzzles that volumes print, in place of their earlier ones, while their files are written: all or nothing.

        ``prints``: by volume. Yields the other volumes of this series that hold some of the puzzles already.
        """
        with self._writing():
            elsewhere = self.printed_elsewhere(series, prints)
            touched: set[int] = set()
            met: list[int] = []
            for volume, own in prints.items():
                now = [one.row[0] for one in own]
                self._insert([one.row for one in own])
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
                touched.update(now, (one for (one,) in old))
                met += [elsewhere[identity] for identity in now if identity in elsewhere]
            self._connection.executemany(
                "UPDATE puzzles SET printed = (SELECT count(*) FROM prints WHERE puzzle = id) WHERE id = ?",
                [(identity,) for identity in sorted(touched)],
            )
            yield sorted(met)

    def statistics(self) -> Statistics:
        """Count the puzzles of the bank."""
        rows: dict[tuple[str, int, str], list[int]] = {}
        with database.explained(self.path, BANK):
            classes = known_classes(self._connection, self._names())
            for place, where in enumerate(("printed = 0", "printed > 0")):
                # Each is answered by an index alone.
                said = f"SELECT class, count(*) FROM puzzles WHERE {where} GROUP BY class"
                for number, count in self._connection.execute(said):
                    if number not in classes:
                        raise sqlite3.DatabaseError(f"there is no class {number!r}, which puzzles have")
                    one = classes[number]
                    rows.setdefault((one.kind, one.size, one.level), [0, 0])[place] += count
            volumes = self._connection.execute(
                "SELECT series, volume, max(book), count(*) FROM prints GROUP BY 1, 2 ORDER BY 1, 2"
            ).fetchall()
        listed = [(*own, unused + printed, printed) for own, (unused, printed) in sorted(rows.items())]
        return Statistics(sum(row[3] for row in listed), sum(row[4] for row in listed), listed, volumes)

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
            names = self._names()
            classes = known_classes(self._connection, names)
            rows = self._connection.execute(
                f"SELECT {_READ} FROM puzzles WHERE {_OTHERWISE} AND id >= ? ORDER BY id LIMIT ?",
                (version, above + 1, most),
            ).fetchall()
            return [self._stored(row, names, classes) for row in rows]

    def keep_grades(self, grades: Sequence[tuple[Stored, Grade]], version: str) -> None:
        """Replace the grades of rows by new ones: all or none. ``version``: who graded them."""
        with self._writing():
            self._connection.executemany(
                "UPDATE puzzles SET class = ?, score = ?, minutes = ?, techniques = ?, version = ? WHERE id = ?",
                [
                    (
                        self._classes[class_of(row.puzzle.geometry, grade, row.symmetry)], grade.score,
                        hundredths(grade), self._uses[tuple(grade.techniques.items())], self._words[version],
                        row.identity,
                    )
                    for row, grade in grades
                ],
            )  # fmt: skip
            self._seal([row.identity for row, _ in grades])

    def _seal(self, identities: Sequence[int]) -> None:
        """Seal rows as they are now."""
        names = self._names()
        classes = known_classes(self._connection, names)
        rows = self._connection.execute(f"SELECT {_COLUMNS} FROM puzzles WHERE {one_of('id', identities)}").fetchall()
        seals = [(seal_of(_record(row, names, classes)), row[0]) for row in rows]
        self._connection.executemany("UPDATE puzzles SET seal = ? WHERE id = ?", seals)

    def damage(self) -> list[str]:
        """The faults that SQLite finds in the pages of the file."""
        with database.explained(self.path, BANK):
            return [line for (line,) in self._connection.execute("PRAGMA integrity_check") if line != "ok"]


_KEPT = ("id", "class", "score", "minutes", "given", "version", "seed", "givens", "solution", "techniques", "extra")
"""The columns of a :data:`bookmaker.publishing.bank.rows.Record`."""

_COLUMNS = ",".join((*_KEPT, "seal"))
_READ = f"{_COLUMNS},printed"
_PATH = _READ.split(",").index("techniques")
_INSERT = f"INSERT OR IGNORE INTO puzzles ({_COLUMNS}) VALUES ({','.join('?' * len(_COLUMNS.split(',')))})"
_FEWEST = 32
"""Rows that are read at once for a pick of a few, some of which may not be wanted."""

_OTHERWISE = "version IS NOT (SELECT id FROM words WHERE word = ?)"


def _record(row: Sequence[Any], names: Mapping[int, str], classes: Mapping[int, Class]) -> Record:
    """The columns of a row, their numbers made names again. Raises LookupError, ValueError for numbers that name nothing."""
    identity, number, score, minutes, given, version, seed, givens, solution, used, more = row[: len(_KEPT)]
    path = tuple(techniques_of(used, names).items())
    return identity, classes[number], score, minutes, given, names[version], seed, givens, solution, path, more
