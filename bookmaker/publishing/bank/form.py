"""The tables of a bank, and how those of earlier versions are brought up to date."""

from __future__ import annotations

from bookmaker.publishing.bank import database

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

BANK = database.Form("bank of puzzles", 0x42504B42, (_TABLES, _CATALOGUES, _CLASSES))
