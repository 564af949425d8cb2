"""How much a search may do before it gives up: bounds of work, which end it in the same way everywhere, or of time.

Work is counted in guesses. On 25x25 a guess costs a hundred times as much as on 9x9, so that a bound of guesses alone is none;
:func:`guess_cost` weighs them. A bound of time (:class:`Seconds`) is for verdicts only: nothing that goes into a book may rest on
a clock.

Mending and explaining faults make thousands of searches. An :class:`Account` bounds them together: :func:`spending` opens it,
every search inside is charged to it (:mod:`bookmaker.logic.solve.chosen_search`), and :class:`Spent` is raised when nothing is
left.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from math import inf

from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.rules import geometry as geometry_of


class Seconds(float):
    """A bound of time for one puzzle."""


class Work(float):
    """A bound of work for one puzzle: what takes so many seconds on the machine that guesses were timed on."""


WORK = Work(20)
"""The usual bound for one puzzle."""

MOST_GUESSES = 5_000_000
"""Guesses for one puzzle, however cheap they are; the hardest known 9x9 puzzles take some ten thousand."""

EACH_SOLUTION = 20
"""Further guesses for each solution to count: each takes a few, however easy the puzzle is."""


Bound = int | Work | Seconds
"""Guesses (0: no bound), work or time."""

UNDECIDED = -1
"""The count of a puzzle that the search gave up on, at its bound (``max_nodes``)."""


def bound_of(seconds: float | None) -> Work | Seconds:
    """The usual bound, or one of so many seconds."""
    return WORK if seconds is None else Seconds(seconds)


def guess_cost(ground: Geometry, caged: bool = False) -> float:
    """Seconds that a guess takes: rounded up from searches on random givens of all densities."""
    if ground == geometry_of():
        return 0.5e-6
    times = 8 if ground.relations else 6 if ground.has_sums_or_lines else 1
    return ground.size * ground.cell_count * 3e-9 * (10 if caged or ground.overlapping else times)


def guesses_for(ground: Geometry, caged: bool = False, limit: int = 2, work: Work = WORK) -> int:
    """The guesses that ``work`` seconds are worth, to look for up to ``limit`` solutions of one puzzle."""
    return max(1, min(MOST_GUESSES + EACH_SOLUTION * limit, int(work / guess_cost(ground, caged))))


class Spent(Exception):  # noqa: N818 -- no error of anybody: it never leaves the rooms that open accounts
    """Raised by a search that has no work left."""


class Account:
    """What searches for one purpose may still take: seconds of work, or the time until ``end``, a reading of the clock."""

    def __init__(self, total: float, end: float | None, within: Account | None) -> None:
        self.total, self.end, self._within = total, end, within
        self._charged = 0.0
        self._looked = time.monotonic()
        self.took = 0.0

    def charge(self, seconds: float) -> None:
        """Note work that was done, and in ``took`` the time since the last note. Raises Spent if nothing is left."""
        self.took, self._looked = time.monotonic() - self._looked, time.monotonic()
        account: Account | None = self
        over = False
        while account is not None:
            account._charged += seconds
            over |= account.left() <= 0
            account = account._within
        if over:
            raise Spent

    def left(self) -> float:
        """The seconds that are left, of work or of time."""
        return self.total - self._charged if self.end is None else self.end - time.monotonic()

    def left_of_all(self) -> float:
        """The seconds of work that are left of the outermost account, of which this one is a part; without end under a clock."""
        account = self
        while account._within is not None:
            account = account._within
        return account.total - account._charged if account.end is None else inf


_ACCOUNT: ContextVar[Account | None] = ContextVar("account", default=None)


def account() -> Account | None:
    """The account that searches are charged to now, None if there is none."""
    return _ACCOUNT.get()


def charge(seconds: float) -> None:
    """Note work other than a search of the solver in the account that is open, if any. Raises Spent if nothing is left."""
    spent = _ACCOUNT.get()
    if spent is not None:
        spent.charge(seconds)


@contextmanager
def spending(work: float = WORK, seconds: float | None = None) -> Iterator[Account]:
    """Bound all searches inside together by ``work``; or by ``seconds`` of the clock, if not None.

    Inside another account it is a part of that one: under a clock, the same part of its time as ``work`` is of :data:`WORK`.
    """
    outer = _ACCOUNT.get()
    end = None
    if seconds is None and outer is not None and outer.end is not None:
        seconds = outer.total * work / WORK
    if seconds is not None:
        end = time.monotonic() + seconds
    mark = _ACCOUNT.set(Account(work if seconds is None else seconds, end, outer))
    opened = _ACCOUNT.get()
    assert opened is not None
    try:
        yield opened
    finally:
        _ACCOUNT.reset(mark)
