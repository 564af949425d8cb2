"""The volumes of a series: puzzles of the others are barred, and those of this one are recorded with its files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from bookmaker.base.errors import Fault, OutputError, Place
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle, suits
from bookmaker.logic.generation.order import Order
from bookmaker.logic.grading import grade_many
from bookmaker.logic.verify.check import require_proper
from bookmaker.publishing.bank.bank import Bank, Print
from bookmaker.publishing.bank.bank_tables import Filter
from bookmaker.publishing.bank.records import including, is_symmetric, require_unchanged
from bookmaker.publishing.bank.rows import Stored, changed
from bookmaker.puzzles.grid.geometry import box_text
from bookmaker.version import VERSION


@dataclass(frozen=True, slots=True)
class Volume:
    """One volume of a series. ``bank``: the file of the series, which need not exist yet."""

    series: str
    number: int
    bank: Path

    def barred(self) -> dict[int, int]:
        """The puzzles that the other volumes printed, by :func:`bookmaker.publishing.bank.records.identities`: in which
        volume.
        """
        if not self.bank.exists():
            return {}
        with Bank(self.bank) as bank:
            return bank.printed_elsewhere(self.series, [self.number])

    def editions(self) -> dict[int, str]:
        """The ISBN, or "", of each other volume that was printed, by its number."""
        if not self.bank.exists():
            return {}
        with Bank(self.bank) as bank:
            found = bank.editions(self.series)
        return {number: isbn for number, isbn in found.items() if number != self.number}

    def stock(self, order: Order, count: int, section: str) -> list[GradedPuzzle]:
        """Up to ``count`` puzzles of the bank that meet an order, proven and graded anew, in the order of their identities.

        What this section printed before comes first, so that the volume stays the same book; else no book has printed them.
        ``requires`` of the order means here that the path of the grade uses a technique.
        """
        if not self.bank.exists():
            return []
        found: dict[int, GradedPuzzle] = {}
        with Bank(self.bank) as bank:
            for batch in bank.candidates(filter_of(order), self.series, self.number, section):
                for identity, item in proven(order, batch):
                    if len(found) < count:
                        found.setdefault(identity, item)
                if len(found) == count:
                    break
        return [found[identity] for identity in sorted(found)]

    def unsymmetric(self, order: Order) -> int:
        """How many unprinted puzzles of the bank would meet an order but for their symmetry."""
        if not self.bank.exists():
            return 0
        with Bank(self.bank) as bank:
            return held(bank, order)[1]

    @contextmanager
    def recording(self, prints: Sequence[Print], book: str, edition: str) -> Iterator[None]:
        """Record the printed puzzles, in one transaction that ends when the files are written.

        Raises OutputError if another volume printed one of the puzzles meanwhile: then the files are not written either.
        """
        with (
            Bank(self.bank, write=True) as bank,
            bank.printing(self.series, {self.number: prints}, book, edition) as met,
        ):
            if met:
                message = f"another build has printed {len(met)} of these puzzles in volume {met[0]}"
                raise OutputError(Fault(message, Place(str(self.bank)), "build again: they will be replaced"))
            yield


def held(bank: Bank, order: Order) -> tuple[int, int]:
    """The unprinted puzzles of a bank that meet an order, by its filter, and those that would but for their symmetry."""
    wanted = replace(filter_of(order), minutes=order.minutes, unused=True)
    serving = including(order.symmetry, order.geometry)
    meeting = sum(bank.count(replace(wanted, symmetry=symmetry)) for symmetry in serving)
    return meeting, bank.count(wanted) - meeting


def filter_of(order: Order) -> Filter:
    """The filter that finds what may meet an order; :func:`proven` decides."""
    ground, path = order.geometry, order.path
    return Filter(
        kind=ground.kind,
        size=ground.size,
        boxes=box_text(ground.own_box) if ground.own_box else "",
        level=order.label,
        hardest=path.hardest,
        uses=path.requires,
        avoids=path.avoid,
        score=path.score,
        givens=(order.least, order.most),
    )


def proven(order: Order, batch: Sequence[Stored]) -> Iterator[tuple[int, GradedPuzzle]]:
    """Those rows of a bank that meet an order, by identity, proven and graded anew. Raises ImproperError."""
    for stored, item in zip(batch, graded(batch), strict=True):
        if _meets(order, item):
            yield stored.identity, item


def graded(batch: Sequence[Stored]) -> list[GradedPuzzle]:
    """Rows of a bank, proven and graded anew. Raises ImproperError, and InputError for a row that was changed on disk."""
    require_unchanged(batch)
    puzzles = [stored.puzzle for stored in batch]
    proof = list(zip(batch, require_proper(puzzles), grade_many(puzzles), strict=True))
    for stored, _, grade in proof:
        held, own = (stored.level, stored.score, stored.techniques), (grade.level, grade.score, grade.techniques)
        if stored.version == VERSION and held != own:
            raise changed(
                stored.identity, f"it is graded {stored.level} {stored.score}, and is {grade.level} {grade.score}"
            )
    return [GradedPuzzle(stored.puzzle, solution, grade, stored.seed) for stored, solution, grade in proof]


def _meets(order: Order, item: GradedPuzzle) -> bool:
    grade = item.grade
    return (
        (order.level is None or grade.level == str(order.level))
        and order.path.miss(grade.hardest, grade.techniques, grade.score) is None
        and suits(order, grade)
        and is_symmetric(item.puzzle, order.symmetry)
    )
