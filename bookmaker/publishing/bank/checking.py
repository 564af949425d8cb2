"""Every row of a bank proven again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path

from bookmaker.base.errors import Fault, ImproperError, Place
from bookmaker.base.parallel import Stop, ordered_map
from bookmaker.logic.grading import grade_many
from bookmaker.logic.verify.check import require_proper
from bookmaker.publishing.bank.bank import Bank
from bookmaker.publishing.bank.filters import Filter
from bookmaker.publishing.bank.records import identities
from bookmaker.publishing.bank.rows import Stored

_AT_ONCE = 512


def check(bank: Bank, version: str, jobs: int, progress: Callable[[int, int], None]) -> Iterator[Fault]:
    """Every fault of a bank: pages, and for each row its hash, its solution, and its grade if this version graded it.

    ``jobs``: threads to work on. ``progress`` is called with the rows that are proven, and all rows.
    """
    for found in bank.damage():
        yield Fault(found, Place(str(bank.path)), "restore it from a copy")
    total = bank.count(Filter())
    done = 0

    def pieces() -> Iterator[list[Stored]]:
        rows = bank.find(Filter())
        while some := list(islice(rows, _AT_ONCE)):
            yield some

    def wrong(rows: list[Stored], _: Stop) -> tuple[int, list[Fault]]:
        return len(rows), list(_wrong(bank.path, rows, version))

    for count, faults in ordered_map(wrong, pieces(), jobs):
        done += count
        yield from faults
        progress(done, total)


def _wrong(path: Path, rows: Sequence[Stored], version: str) -> Iterator[Fault]:
    place = Place(str(path))
    puzzles = [row.puzzle for row in rows]
    for row, identity in zip(rows, identities(puzzles), strict=True):
        if row.identity != identity:
            yield Fault(f"row {row.identity}: its hash is {identity}, so that its puzzle was changed", place)
    try:
        solutions = require_proper(puzzles)
    except ImproperError as error:
        for fault in error.faults:
            yield Fault(f"a puzzle is not proper: {fault.message}", place)
        return
    for row, solution in zip(rows, solutions, strict=True):
        if row.solution != solution:
            yield Fault(f"row {row.identity}: its solution is another one", place)
    own = [row for row in rows if row.version == version]
    for row, grade in zip(own, grade_many([row.puzzle for row in own]), strict=True):
        if (row.level, row.score, row.techniques) != (grade.level, grade.score, grade.techniques):
            message = f"it is graded {row.level} {row.score}, and is {grade.level} {grade.score}"
            yield Fault(f"row {row.identity}: {message}", place)
