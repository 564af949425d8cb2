"""The puzzles of a bank that a filter wants, and the cheaper way to read their rows in the order of their numbers.

A way leads along the table, or along the index of the classes. Numbers of rows are hashes, so every stretch of the table is a
fair sample of it. A sample says how many of the rows are of the wanted classes: where many are, the table is read row by row;
where few are, the index leads to those alone. Stretches grow until each yields about as many rows as the caller wants. Both ways
give the same rows.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from bookmaker.logic.techniques import named
from bookmaker.logic.techniques.labels import PLUS, label_of, level_of, splits
from bookmaker.publishing.bank.bank_tables import short
from bookmaker.publishing.bank.rows import Class
from bookmaker.puzzles.rules import rules_of

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
