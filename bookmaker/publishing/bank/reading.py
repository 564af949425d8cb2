"""Rows of a bank in the order of their numbers, read the cheaper way: along the table, or along the index of their classes.

Numbers of rows are hashes, so every stretch of the table is a fair sample of it. A sample says how many of the rows are of the
wanted classes: where many are, the table is read as it stands; where few are, the index leads to those alone. Stretches grow
until each yields about as many rows as the caller wants. Both ways give the same rows.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence

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

    ``unused``: only what no book has printed.
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
