"""A puzzle for each day of a calendar: made to the order of its weekday, none twice, and recorded in a bank.

A puzzle's seed hangs on its day, not on the first day of the run, so that runs that overlap have the same puzzles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path

from bookmaker.bank.bank import Bank, Print
from bookmaker.bank.filters import Filter
from bookmaker.bank.records import identities, records
from bookmaker.bank.volumes import filter_of, graded, proven
from bookmaker.dates import Day
from bookmaker.errors import Fault, OutputError, Place
from bookmaker.generation.distinct_puzzles import Attempts, GradedPuzzle, Memory, Seen, generated
from bookmaker.generation.order import Order
from bookmaker.seeds import text_seed
from bookmaker.version import VERSION

_PART = "daily"
_AT_ONCE = 512

Progress = Callable[[int, int, int], None]
"""Called with the days that are ready, all days, and the attempts so far."""


@dataclass(frozen=True, slots=True)
class Calendar:
    """The puzzles of the days in a bank, under the name of a series whose volumes are days.

    ``stock``: days take puzzles of the bank that no book has printed, as far as there are some.
    """

    series: str
    bank: Path
    stock: bool = False

    def barred(self, days: Sequence[Day]) -> dict[int, int]:
        """What other days and all books printed, by identity."""
        if not self.bank.exists():
            return {}
        with Bank(self.bank) as bank:
            return bank.printed_elsewhere(self.series, [_number(day) for day in days], everywhere=True)

    def of_day(self, day: Day) -> GradedPuzzle | None:
        """The puzzle that a day printed, None if the bank knows none."""
        if not self.bank.exists():
            return None
        with Bank(self.bank) as bank:
            known = bank.printed_in(self.series, [_number(day)])
            found = graded(list(bank.find(Filter(), among=known.values())))
        return found[0] if found else None

    def taken(self, order: Order, days: Sequence[Day], seen: Seen) -> dict[Day, GradedPuzzle]:
        """Puzzles of the bank for days of one order: what a day printed before, then what no book has printed."""
        if not self.stock or not self.bank.exists():
            return {}
        wanted = filter_of(order)
        found: dict[Day, GradedPuzzle] = {}
        with Bank(self.bank) as bank:
            own = bank.printed_in(self.series, [_number(day) for day in days])
            known = dict(proven(order, list(bank.find(wanted, among=own.values())))) if own else {}
            for day in days:
                item = known.get(own.get(_number(day), 0))
                if item is not None and not seen.holds(item.puzzle):
                    found[day] = item
                    seen.add(item.puzzle)
            missing = [day for day in reversed(days) if day not in found]
            unused = bank.find(replace(wanted, unused=True))
            while missing and (batch := list(islice(unused, _AT_ONCE))):
                for _, item in proven(order, batch):
                    if missing and not seen.holds(item.puzzle):
                        found[missing.pop()] = item
                        seen.add(item.puzzle)
        return found

    @contextmanager
    def recording(self, made: Mapping[Day, GradedPuzzle]) -> Iterator[None]:
        """Record the puzzles of days, in one transaction that ends when the files are written. Raises OutputError."""
        rows = records(list(made.values()), VERSION)
        prints = {_number(day): [Print(row, 1, _PART, 1)] for day, row in zip(made, rows, strict=True)}
        with (
            Bank(self.bank, write=True) as bank,
            bank.printing(self.series, prints, self.series, "") as met,
        ):
            if met:
                message = f"another run has printed {len(met)} of these puzzles, the first of them on {met[0]}"
                raise OutputError(Fault(message, Place(str(self.bank)), "run again: they will be replaced"))
            yield


def _number(day: Day) -> int:
    """A day as the number of a volume: 20270131."""
    return day.year * 10000 + day.month * 100 + day.day


@dataclass
class Days:
    """A run: the order of each weekday from Monday on, the days, the seed, and what may not come."""

    orders: Sequence[Order]
    days: Sequence[Day]
    seed: int
    calendar: Calendar | None = None
    barred: set[int] = field(default_factory=set)

    def made(
        self, jobs: int, progress: Progress = lambda *_: None, memory: Memory | None = None
    ) -> dict[Day, GradedPuzzle]:
        """The puzzle of each day; the same for any number of ``jobs`` (threads). Raises UnmetError."""
        barred = self.barred | set({} if self.calendar is None else self.calendar.barred(self.days))
        seen = Seen(barred=(lambda puzzle: identities([puzzle])[0] in barred) if barred else lambda _: False)
        found: dict[Day, GradedPuzzle] = {}
        attempts = Attempts(lambda made: progress(len(found), len(self.days), made))
        for order in dict.fromkeys(map(repr, self.orders)):
            own = [day for day in self.days if repr(self.orders[day.weekday()]) == order]
            wanted = next(one for one in self.orders if repr(one) == order)
            taken = {} if self.calendar is None else self.calendar.taken(wanted, own, seen)
            found |= taken
            rest = [day for day in own if day not in taken]
            numbers = [day.toordinal() for day in rest]
            stream = generated(
                wanted, len(rest), self.seed, jobs, text_seed(_PART), seen, attempts, memory, numbers=numbers
            )
            for day, item in zip(rest, stream, strict=True):
                found[day] = item
                attempts(0)
        return {day: found[day] for day in self.days}
