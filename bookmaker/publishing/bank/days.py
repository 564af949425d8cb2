"""A puzzle for each day of a calendar: made to the order of its weekday, none twice, and recorded in a bank.

A puzzle's seed hangs on its day, not on the first day of the run, so that runs that overlap have the same puzzles. A newspaper
may have several columns: in a bank each is a series of its own, whose volumes are days.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path

from bookmaker.base.dates import Day
from bookmaker.base.errors import Fault, Note, OutputError, Place
from bookmaker.base.seeds import text_seed
from bookmaker.logic.generation.distinct_puzzles import Attempts, GradedPuzzle, Memory, Seen, generated
from bookmaker.logic.generation.order import Order
from bookmaker.publishing.bank.bank import Bank, Print, Printed
from bookmaker.publishing.bank.bank_tables import Filter
from bookmaker.publishing.bank.records import identities, records
from bookmaker.publishing.bank.volumes import filter_of, graded, held, proven
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.version import VERSION

_PART = "daily"
_AT_ONCE = 512

COLUMN = "daily"
"""The column that has no name: the series of it in a bank, and the beginning of the series of the others."""

_SHOWN = 3
"""Days that a message lists."""

Progress = Callable[[int, int, int], None]
"""Called with the days that are ready, all days, and the attempts so far."""


@dataclass(frozen=True, slots=True)
class Calendar:
    """The days of a column in a bank. ``column``: its name, :data:`COLUMN` for the one that has none.

    ``stock``: days take puzzles of the bank that no book has printed, as far as there are some. ``held``: the puzzles of the
    files that this run replaces, by day: of these alone the record may change.
    """

    column: str
    bank: Path
    stock: bool = False
    held: Mapping[Day, Puzzle] = field(default_factory=dict)

    @property
    def series(self) -> str:
        """The series of the column in the bank."""
        return COLUMN if self.column == COLUMN else f"{COLUMN}: {self.column}"

    def barred(self, days: Sequence[Day]) -> dict[int, int]:
        """The puzzles that other days and all books printed, by identity."""
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

    def older(self) -> bool:
        """Whether the bank knows no day of this column, but days without a name of a column, as earlier versions recorded all."""
        if self.column == COLUMN or not self.bank.exists():
            return False
        with Bank(self.bank) as bank:
            return bool(bank.editions(COLUMN)) and not bank.editions(self.series)

    def unsymmetric(self, order: Order) -> int:
        """How many unprinted puzzles of the bank would meet an order but for their symmetry."""
        if not self.stock or not self.bank.exists():
            return 0
        with Bank(self.bank) as bank:
            return held(bank, order)[1]

    def from_bank(
        self, order: Order, days: Sequence[Day], seen: Seen
    ) -> tuple[dict[Day, GradedPuzzle], dict[Day, GradedPuzzle]]:
        """Puzzles of the bank for days of one order: those that days printed before, and those that no book has printed."""
        if not self.stock or not self.bank.exists():
            return {}, {}
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
            again, missing = dict(found), [day for day in reversed(days) if day not in found]
            unused = bank.find(replace(wanted, unused=True))
            while missing and (batch := list(islice(unused, _AT_ONCE))):
                for _, item in proven(order, batch):
                    if missing and not seen.holds(item.puzzle):
                        found[missing.pop()] = item
                        seen.add(item.puzzle)
        return again, {day: item for day, item in found.items() if day not in again}

    @contextmanager
    def recording(self, made: Mapping[Day, GradedPuzzle]) -> Iterator[list[Day]]:
        """Record the puzzles of days, in one transaction that ends when the files are written.

        Yields the days whose record changes: their old puzzles, whose files are replaced, count as unprinted. Raises
        OutputError for a day of which the bank knows another puzzle in another file, and for one that another run took.
        """
        rows = records(list(made.values()), VERSION)
        prints = {_number(day): [Print(row, 1, _PART, 1)] for day, row in zip(made, rows, strict=True)}
        with Bank(self.bank, write=True) as bank:
            old = bank.printed_in(self.series, prints)
            now = {day: prints[_number(day)][0].row[0] for day in made}
            changed = [day for day, identity in now.items() if old.get(_number(day), identity) != identity]
            own = dict(zip(self.held, identities(list(self.held.values())), strict=True))
            self._require_own([day for day in changed if own.get(day) != old[_number(day)]])
            with bank.printing(self.series, prints, self.series, ""):
                # Another run may have printed one of them meanwhile, also in another column.
                elsewhere = bank.printed_elsewhere(self.series, prints, everywhere=True)
                met = [day for day, identity in now.items() if identity in elsewhere]
                if met:
                    message = f"another run has printed {len(met)} of these puzzles, the first of them that of {met[0]}"
                    raise OutputError(Fault(message, Place(str(self.bank)), "run again: they will be replaced"))
                yield changed

    def _require_own(self, days: Sequence[Day]) -> None:
        """Raises OutputError for days whose puzzles are printed elsewhere: these stay printed."""
        if not days:
            return
        listed = ", ".join(map(str, days[:_SHOWN])) + (f" and {len(days) - _SHOWN} more" if len(days) > _SHOWN else "")
        column = "" if self.column == COLUMN else f" of the column {self.column!r}"
        message = f"other puzzles{column} are recorded for {listed}; they stay recorded, so nothing was written"
        advice = (
            "name another column with --column, take the seed that the days had, or replace the days with --replace in the "
            "folder that holds them"
        )
        raise OutputError(Fault(message, Place(str(self.bank)), advice))


def _number(day: Day) -> int:
    """A day as the number of a volume: 20270131."""
    return day.year * 10000 + day.month * 100 + day.day


def place_printed(printed: Printed) -> str:
    """Where a puzzle was printed, in words: the day of a column, or the volume of a series."""
    if printed.series != COLUMN and not printed.series.startswith(f"{COLUMN}: "):
        where = f"volume {printed.volume} of {printed.series}"
        return f"{where}, puzzle {printed.number} on page {printed.page}"
    year, rest = divmod(printed.volume, 10000)
    return f"{Day(year, *divmod(rest, 100))} in {printed.series}"


@dataclass
class Days:
    """A run: the order of each weekday from Monday on, the days, the seed, and what may not come.

    ``again``: the days that keep the puzzle that the bank has for them, ``stocked``: those that took another of its puzzles, both
    with a stock alone. ``passed_over``: notes on puzzles of the bank that were not taken.
    """

    orders: Sequence[Order]
    days: Sequence[Day]
    seed: int
    calendar: Calendar | None = None
    barred: set[int] = field(default_factory=set)
    again: list[Day] = field(default_factory=list)
    stocked: list[Day] = field(default_factory=list)
    passed_over: list[Note] = field(default_factory=list)

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
            again, new = ({}, {}) if self.calendar is None else self.calendar.from_bank(wanted, own, seen)
            found |= again | new
            rest = [day for day in own if day not in again and day not in new]
            self.again, self.stocked = sorted([*self.again, *again]), sorted([*self.stocked, *new])
            self._note_unsymmetric(wanted, len(own), len(rest))
            numbers = [day.toordinal() for day in rest]
            stream = generated(
                wanted, len(rest), self.seed, jobs, text_seed(_PART), seen, attempts, memory, numbers=numbers
            )
            for day, item in zip(rest, stream, strict=True):
                found[day] = item
                attempts(0)
        return {day: found[day] for day in self.days}

    def _note_unsymmetric(self, order: Order, days: int, made: int) -> None:
        others = 0 if self.calendar is None or not made else self.calendar.unsymmetric(order)
        if others and self.calendar is not None:
            what = " ".join(filter(None, (order.label or "", order.geometry.kind)))
            message = f"{what}: puzzles are made for {made} of {days} days, although the bank has {others} of another symmetry"
            self.passed_over.append(Note(message, Place(str(self.calendar.bank)), "--symmetry none takes those"))
