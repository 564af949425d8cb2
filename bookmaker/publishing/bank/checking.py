"""Every row of a bank proven again, or graded again: a row keeps the grade of the version that added it until then."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from bookmaker.base.errors import Fault, ImproperError, Place
from bookmaker.base.parallel import Stop, ordered_map
from bookmaker.logic.grading import Grade, grade_many
from bookmaker.logic.times import Time
from bookmaker.logic.verify.check import require_proper
from bookmaker.publishing.bank.bank import Bank
from bookmaker.publishing.bank.bank_tables import Filter
from bookmaker.publishing.bank.records import identities, require_unchanged
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
        rows = bank.find(Filter(), broken=True)
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
    for row in rows:
        if row.sealed is False:
            yield Fault(f"row {row.identity}: it is not as this program wrote it", place)
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


_IN_TRANSACTION = 2048
"""Rows of one transaction."""


@dataclass(slots=True)
class Moves:
    """The changes by new grades.

    rows: how many were graded. scores: how many of them have another score. levels: how many went from a level to another.
    """

    rows: int = 0
    scores: int = 0
    levels: dict[tuple[str, str], int] = field(default_factory=dict)

    def count(self, before: Stored, now: Grade) -> None:
        """Count one row."""
        self.rows += 1
        self.scores += before.score != now.score
        if before.level != now.level:
            key = before.level, now.level
            self.levels[key] = self.levels.get(key, 0) + 1

    def as_dict(self) -> dict[str, object]:
        """The fields of JSON."""
        levels = [{"from": old, "to": new, "puzzles": count} for (old, new), count in sorted(self.levels.items())]
        return {"graded": self.rows, "scores": self.scores, "levels": levels}


def regrade(bank: Bank, version: str, jobs: int, progress: Callable[[int, int], None], moves: Moves) -> None:
    """Grade all rows anew that another version graded; ``moves`` is counted up with each transaction.

    A run that is stopped keeps the rows it has done, and the next one does the others. Raises ImproperError or InputError
    for a damaged row.
    """
    total = bank.outdated(version)

    def pieces() -> Iterator[list[Stored]]:
        above = -(2**63) - 1
        while rows := bank.graded_otherwise(version, above, _IN_TRANSACTION):
            yield rows
            above = rows[-1].identity

    def graded(rows: list[Stored], _: Stop) -> list[tuple[Stored, Grade, Time]]:
        require_unchanged(rows)
        try:
            grades = grade_many([row.puzzle for row in rows])
        except ImproperError as error:
            place = Place(str(bank.path))
            raise ImproperError(
                [Fault(fault.message, place, "look with `bank check`") for fault in error.faults]
            ) from error
        # Minutes are computed when they are read: here, on the thread.
        return [(row, grade, grade.time) for row, grade in zip(rows, grades, strict=True)]

    progress(0, total)
    for done in ordered_map(graded, pieces(), jobs):
        bank.keep_grades([(row, grade) for row, grade, _ in done], version)
        for row, grade, _ in done:
            moves.count(row, grade)
        progress(moves.rows, total)
