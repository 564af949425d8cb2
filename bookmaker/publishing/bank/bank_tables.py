"""The tables of a bank, their earlier versions brought up to date, and the puzzles that a filter wants.

Kinds, levels, techniques and versions are written once, and rows hold their numbers. The puzzles of a class are alike in all that
a pick usually asks for, so that one index serves every wish. A wish takes in some classes; within each, the index has the rows in
the order of their numbers (:class:`Filter`). Scores are part of a class by their octave, from one power of two to the next: a
range of scores takes in whole octaves and parts of at most two.

A filter reads rows in the order of their numbers, in the cheaper of two ways. A way leads along the table, or along the index of
the classes. Numbers of rows are hashes, so every stretch of the table is a fair sample of it. A sample says how many of the rows
are of the wanted classes: where many are, the table is read row by row; where few are, the index leads to those alone. Stretches
grow until each yields about as many rows as the caller wants. Both ways give the same rows.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from bookmaker.logic.techniques import named
from bookmaker.logic.techniques.labels import PLUS, label_of, level_of, splits
from bookmaker.publishing.bank import database
from bookmaker.publishing.bank.rows import Class
from bookmaker.puzzles.rules import rules_of


class Words(dict[str, int]):
    """The numbers of names; a name that is new is added to the bank."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        super().__init__()
        self._connection = connection

    def __missing__(self, word: str) -> int:
        self._connection.execute("INSERT OR IGNORE INTO words (word) VALUES (?)", (word,))
        known: int
        (known,) = self._connection.execute("SELECT id FROM words WHERE word = ?", (word,)).fetchone()
        self[word] = known
        return known


class Uses(dict[tuple[tuple[str, int], ...], bytes]):
    """Names of techniques with counts, as rows hold them. Most puzzles of a catalogue use those of some earlier one."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words

    def __missing__(self, used: tuple[tuple[str, int], ...]) -> bytes:
        if len(self) == _MOST_USES:
            self.clear()
        made = self[used] = b"".join(short(self._words[name]) + short(count) for name, count in used)
        return made


_MOST_USES = 1 << 15
"""The most that are remembered. Nearly every hard puzzle uses techniques in numbers of its own."""


def short(number: int) -> bytes:
    """A whole number in one byte, or in several from 128 on."""
    found = bytearray()
    while number > 127:
        found.append(number & 127 | 128)
        number >>= 7
    found.append(number)
    return bytes(found)


def techniques_of(data: object, names: Mapping[int, str]) -> dict[str, int]:
    """The names and counts of :class:`Uses`. Raises KeyError, ValueError for data that make no sense."""
    if not isinstance(data, bytes):
        return {}
    if data.isascii():
        # All numbers are of one byte, as in nearly every row.
        return {names[word]: count for word, count in zip(data[::2], data[1::2], strict=True)}
    numbers, number, shift = [], 0, 0
    for byte in data:
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            numbers.append(number)
            number = shift = 0
    return {names[word]: count for word, count in zip(numbers[::2], numbers[1::2], strict=True)}


class Classes(dict[Class, int]):
    """The numbers of classes; one that is new is added to the bank."""

    def __init__(self, connection: sqlite3.Connection, words: Words) -> None:
        super().__init__()
        self._connection, self._words = connection, words

    def __missing__(self, one: Class) -> int:
        word = self._words
        hardest = 0 if one.hardest is None else word[one.hardest]
        row = (word[one.kind], one.size, word[one.level], hardest, word[one.symmetry], one.octave)
        columns = ("kind", "size", "level", "hardest", "symmetry", "octave")
        self._connection.execute(f"INSERT OR IGNORE INTO classes ({', '.join(columns)}) VALUES (?, ?, ?, ?, ?, ?)", row)
        where = " AND ".join(f"{column} = ?" for column in columns)
        known: int
        (known,) = self._connection.execute(f"SELECT id FROM classes WHERE {where}", row).fetchone()
        self[one] = known
        return known


def known_classes(connection: sqlite3.Connection, names: dict[int, str]) -> dict[int, Class]:
    """The classes of a bank by their numbers. ``names``: its names by their numbers. Raises DatabaseError for unknown names."""
    found = {}
    for number, kind, size, level, hardest, symmetry, octave in connection.execute("SELECT * FROM classes"):
        used = [names.get(one) for one in (kind, level, symmetry, *([hardest] if hardest else []))]
        if not all(isinstance(one, str) for one in used) or not (isinstance(size, int) and octave in range(_OCTAVES)):
            raise sqlite3.DatabaseError(f"class {number} makes no sense")
        found[number] = Class(
            names[kind], size, names[level], names[hardest] if hardest else None, names[symmetry], octave
        )
    return found


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

_OCTAVES = 40
"""Scores of this many bits are known to the migration; the largest on record have 24."""

_OCTAVE = " ".join(f"WHEN score < {1 << bits} THEN {bits}" for bits in range(_OCTAVES))

_CLASSES = """
CREATE TABLE classes (
    id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, size INTEGER NOT NULL, level INTEGER NOT NULL, hardest INTEGER NOT NULL,
    symmetry INTEGER NOT NULL, octave INTEGER NOT NULL, UNIQUE (kind, size, level, hardest, symmetry, octave));
ALTER TABLE puzzles RENAME TO before;
CREATE TABLE puzzles (
    id INTEGER PRIMARY KEY, class INTEGER NOT NULL, score INTEGER NOT NULL, minutes INTEGER NOT NULL, given INTEGER NOT NULL,
    printed INTEGER NOT NULL DEFAULT 0, version INTEGER NOT NULL, seed INTEGER, givens BLOB NOT NULL, solution BLOB NOT NULL,
    techniques BLOB NOT NULL, extra TEXT);
INSERT INTO classes (kind, size, level, hardest, symmetry, octave)
    SELECT DISTINCT kind, size, level, ifnull(hardest, 0), symmetry, {octave} FROM before;
INSERT INTO puzzles
    SELECT before.id, classes.id, score, minutes, given, printed, version, seed, givens, solution, techniques, extra
    FROM before JOIN classes ON classes.kind = before.kind AND classes.size = before.size AND classes.level = before.level
    AND classes.hardest = ifnull(before.hardest, 0) AND classes.symmetry = before.symmetry AND classes.octave = {octave}
    ORDER BY before.id;
DROP TABLE before;
CREATE INDEX unused ON puzzles (class) WHERE printed = 0;
CREATE INDEX used ON puzzles (class) WHERE printed > 0
""".replace("{octave}", f"CASE {_OCTAVE} END")
"""From version 2 of the tables of a bank to version 3. ``hardest`` of a class is 0 where a puzzle needs no technique."""

_SEALS = "ALTER TABLE puzzles ADD COLUMN seal INTEGER"
"""From version 3 to version 4. Rows of an earlier version have a seal when they are graded anew."""

BANK = database.Form("bank of puzzles", 0x42504B42, (_TABLES, _CATALOGUES, _CLASSES, _SEALS))


LEAST, MOST = -(2**63), 2**63 - 1
"""The numbers of rows."""

AT_ONCE = 512
"""The most rows that one statement reads."""

_INDICES = {"unused": "printed = 0", "used": "printed > 0"}

_SAMPLE = 256
"""Rows that are looked at before a way is chosen."""

_SPARSE = 6
"""Where fewer than one row in so many is wanted, a row that the index finds costs less than those before it in the table."""

_MORE, _GROWTH = 1.2, 8.0
"""How many more rows a stretch should have than the caller wants, and how much longer than the one before it may be."""

Rows = list[tuple[object, ...]]


def one_of(column: str, numbers: Iterable[int]) -> str:
    """The condition that a column holds one of some numbers."""
    return f"{column} IN ({','.join(map(str, numbers))})"


def stretches(
    connection: sqlite3.Connection,
    columns: str,
    classes: Sequence[int],
    said: Sequence[str],
    unused: bool,
    first: int,
    last: int,
    each: int,
) -> Iterator[Rows]:
    """Rows of some classes that meet conditions, with numbers from ``first`` to ``last``, ascending, about ``each`` at a time.

    ``unused``: only those that no book has printed.
    """
    own = [one_of("class", classes), *said]
    end, looked, met = connection.execute(
        f"SELECT max(id), count(*), total({own[0]} AND {'printed = 0' if unused else '1'}) FROM "
        "(SELECT id, class, printed FROM puzzles NOT INDEXED WHERE id BETWEEN ? AND ? ORDER BY id LIMIT ?)",
        (first, last, _SAMPLE),
    ).fetchone()
    if not looked:
        return
    if looked < _SAMPLE or met * _SPARSE >= looked:
        sources = {"NOT INDEXED": own}
    else:
        names = ("unused",) if unused else tuple(_INDICES)
        sources = {f"INDEXED BY {name}": [_INDICES[name], *own] for name in names}
    width = (end - first + 1) * _MORE * each / max(met, 1.0)
    if looked < _SAMPLE:
        width = float(last - first + 1)
    while first <= last:
        end = min(last, first + int(width))
        rows: Rows = []
        for source, conditions in sources.items():
            where = " AND ".join(["id BETWEEN ? AND ?", *conditions])
            rows += connection.execute(
                f"SELECT {columns} FROM puzzles {source} WHERE {where} ORDER BY id", (first, end)
            ).fetchall()
        if len(sources) > 1:
            rows.sort(key=_number)
        yield rows
        first = end + 1
        width *= min(_GROWTH, max(1 / _GROWTH, _MORE * each / max(len(rows), 1)))


def _number(row: tuple[object, ...]) -> int:
    number = row[0]
    assert isinstance(number, int)
    return number


@dataclass(frozen=True, slots=True)
class Filter:
    """Which puzzles of a bank; None and empty take all.

    ``boxes``: the shape of boxes where it is not the usual one, "" for that. ``level``: or a label. ``uses`` and ``avoids`` are
    names of techniques, or of families, on the path of the grade. ``score``, ``minutes`` and ``givens`` are (least, most).
    ``unused``: only those that no book has printed.
    """

    kind: str | None = None
    size: int | None = None
    boxes: str | None = None
    level: str | None = None
    hardest: str | None = None
    uses: tuple[str, ...] = ()
    avoids: tuple[str, ...] = ()
    score: tuple[int | None, int | None] = (None, None)
    minutes: tuple[int | None, int | None] = (None, None)
    givens: tuple[int | None, int | None] = (None, None)
    symmetry: str | None = None
    unused: bool = False

    def classes(self, known: Mapping[int, Class]) -> list[int]:
        """The numbers of the classes that such puzzles may be of."""
        hardest = None if self.hardest is None else {one.name for one in named(self.hardest)}
        return [
            number
            for number, one in known.items()
            if (self.kind is None or one.kind_name == self.kind)
            and (self.boxes is None or one.boxes == self.boxes)
            and (self.size is None or one.size == self.size)
            and (self.level is None or one.level == str(level_of(self.level)))
            and (self.level != PLUS or splits(rules_of(one.kind_name), caged=False))
            and (self.symmetry is None or one.symmetry == self.symmetry)
            and (hardest is None or one.hardest in hardest)
            and one.scores_within(*self.score)
        ]

    def conditions(self, numbers: Mapping[str, int]) -> list[str]:
        """The conditions of SQL on a row of those classes; :meth:`follows` then decides on the path. ``numbers``: of names."""
        said = ["printed = 0"] if self.unused else []
        for column, (least, most), unit in (
            ("score", self.score, 1),
            ("minutes", self.minutes, 100),
            ("given", self.givens, 1),
        ):
            said += [] if least is None else [f"{column} >= {least * unit}"]
            said += [] if column != "minutes" or most is None else ["minutes > 0"]  # 0: nothing is known.
            said += [] if most is None else [f"{column} <= {most * unit}"]
        for name in self.uses:
            # The bytes of a name's number are among those of the path, though the same bytes may be a part of others.
            met = [numbers[one.name] for one in named(name) if one.name in numbers]
            found = " OR ".join(f"instr(techniques, x'{short(number).hex()}')" for number in met)
            said.append(f"({found or '0'})")
        return said

    @property
    def asks_for_path(self) -> bool:
        """Whether :meth:`follows` may say no."""
        return bool(self.uses or self.avoids) or self.level == PLUS

    def follows(self, used: Collection[str]) -> bool:
        """Whether a path of these techniques uses all of ``uses``, avoids all of ``avoids``, and has the label."""
        if self.level == PLUS and label_of(str(level_of(PLUS)), used, split=True) != PLUS:
            return False
        return all(any(one.name in used for one in named(name)) for name in self.uses) and not any(
            one.name in used for name in self.avoids for one in named(name)
        )
