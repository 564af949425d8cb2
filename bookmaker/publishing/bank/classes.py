"""The classes of a bank's puzzles: those alike in all that a pick usually asks for, so that one index serves every wish.

A wish takes in some classes; within each, the index has the rows in the order of their numbers
(:mod:`bookmaker.publishing.bank.reading`). Scores are part of a class by their octave, from one power of two to the next: a
range of scores takes in whole octaves and parts of at most two.
"""

from __future__ import annotations

import sqlite3

from bookmaker.publishing.bank.names import Words
from bookmaker.publishing.bank.rows import Class


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
    try:
        return {
            number: Class(names[kind], size, names[level], names[hardest] if hardest else None, names[symmetry], octave)
            for number, kind, size, level, hardest, symmetry, octave in connection.execute("SELECT * FROM classes")
        }
    except KeyError as error:
        raise sqlite3.DatabaseError(f"a class has a name that is missing: {error}") from error
