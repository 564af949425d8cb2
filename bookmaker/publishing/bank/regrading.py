"""Grades made anew: a row keeps the level, score and minutes of the version that added it until it is graded again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from bookmaker.base.errors import Fault, ImproperError, Place
from bookmaker.base.parallel import Stop, ordered_map
from bookmaker.logic.grading import Grade, grade_many
from bookmaker.publishing.bank.bank import Bank
from bookmaker.publishing.bank.rows import Stored

_TOGETHER = 2048
"""Rows of one transaction."""


@dataclass(slots=True)
class Moves:
    """What new grades changed.

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

    A run that is stopped has done so many rows, and the next one does the others. Raises ImproperError for a damaged row.
    """
    total = bank.outdated(version)

    def pieces() -> Iterator[list[Stored]]:
        above = -(2**63) - 1
        while rows := bank.graded_otherwise(version, above, _TOGETHER):
            yield rows
            above = rows[-1].identity

    def graded(rows: list[Stored], _: Stop) -> list[tuple[Stored, Grade, float]]:
        try:
            grades = grade_many([row.puzzle for row in rows])
        except ImproperError as error:
            place = Place(str(bank.path))
            raise ImproperError(
                [Fault(fault.message, place, "look with `bank check`") for fault in error.faults]
            ) from error
        # Minutes are computed when they are read: here, on the thread.
        return [(row, grade, grade.minutes) for row, grade in zip(rows, grades, strict=True)]

    progress(0, total)
    for done in ordered_map(graded, pieces(), jobs):
        bank.keep_grades([(row, grade) for row, grade, _ in done], version)
        for row, grade, _ in done:
            moves.count(row, grade)
        progress(moves.rows, total)
