"""Standard error: messages through ``logging``, and a progress bar, shown only on a terminal.

Messages are faults, notes, and with ``--verbose`` the steps of the work. ``--quiet`` leaves only faults, and no progress bar.
Results go to standard output, whatever is said here.
"""

from __future__ import annotations

import argparse
import logging
import shutil
import sys
import time
from collections.abc import Callable
from types import TracebackType

from bookmaker.base.errors import Note
from bookmaker.base.pace import MANY, SOON, Pace, Section

_LOG = logging.getLogger("bookmaker.command")


class _Lines(logging.Handler):
    """Writes to standard error as it is at that moment: tests replace it."""

    def emit(self, record: logging.LogRecord) -> None:
        print(f"bookmaker: {record.getMessage()}", file=sys.stderr, flush=True)


def begin(quiet: bool = False, verbose: bool = False) -> None:
    """Choose which messages come."""
    if not _LOG.handlers:
        _LOG.addHandler(_Lines())
        _LOG.propagate = False
    _LOG.setLevel(logging.ERROR if quiet else logging.DEBUG if verbose else logging.INFO)


def report(message: object) -> None:
    """Say a note, or a fault that ends nothing."""
    _LOG.log(logging.INFO if isinstance(message, Note) else logging.ERROR, "%s", message)


def note(message: str) -> None:
    """Say something worth knowing."""
    _LOG.info("%s", message)


def step(message: str) -> None:
    """Say how far the work is, for those who want to hear."""
    _LOG.debug("%s", message)


def quiet() -> bool:
    """Whether nothing but faults is said."""
    return _LOG.level == logging.ERROR


def verbose() -> bool:
    """Whether steps are said."""
    return _LOG.level == logging.DEBUG


def add_messages(parser: argparse.ArgumentParser, default: object) -> None:
    """``--quiet`` and ``--verbose``."""
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--quiet", action="store_true", default=default, help="say faults only, and show no progress")
    how.add_argument("--verbose", action="store_true", default=default, help="say each step of the work")


_WIDTH = 24
_MANY_EACH = 50
"""The bar shows the attempts where there are this many for each puzzle that is ready, and from MANY on those at one puzzle."""


class Bar:
    """Shows one line on standard error, and removes it at the end. ``clock`` counts seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._shown = sys.stderr.isatty() and not quiet()
        self._stage = ""
        self._last = ""
        self._clock = clock
        self._pace = Pace()
        self._began: tuple[float, int] | None = None

    def steady(self, stage: str, done: int, total: int) -> None:
        """Show work that goes on at one rate: how much of it a second, and the time left."""
        now = self._clock()
        if self._began is None:
            self._began = (now, done)
        spent, made = now - self._began[0], done - self._began[1]
        unit = ""
        if spent >= SOON and made:
            rate = made / spent
            unit = f"puzzles, {rate:,.{0 if rate >= 10 else 1}f}/s, {_left((total - done) / rate)}"
        self(stage, done, total, unit=unit)

    def __call__(
        self, stage: str, done: int, total: int, attempts: int = 0, at: Section | None = None, unit: str = ""
    ) -> None:
        """Show that ``done`` of ``total`` units are ready, the number of attempts so far where it is large, and the section."""
        if stage != self._stage:
            self._stage = stage
            step(f"{stage}: {total} {unit}".rstrip())
        if not self._shown or total <= 0:
            return
        line = self.line(stage, done, total, attempts, at, unit)[: shutil.get_terminal_size().columns - 1]
        if line != self._last:
            # Spaces cover the rest of a longer line before.
            sys.stderr.write("\r" + line.ljust(len(self._last)))
            sys.stderr.flush()
            self._last = line

    def line(self, stage: str, done: int, total: int, attempts: int, at: Section | None, unit: str) -> str:
        """The line that is shown now."""
        filled = min(_WIDTH * done // total, _WIDTH)
        line = f"{stage:8} [{'#' * filled}{'.' * (_WIDTH - filled)}] {done}/{total}{unit and f' {unit}'}"
        tried, left = self._pace.at(self._clock(), done, total, attempts, at)
        line += f", {_left(left)}" if left is not None else ""
        if at is not None and at.ready < at.count:
            line += f", {at.title}"
            # One that many attempts have not met: the reader sees the reason of the delay.
            line += f": puzzle {at.ready + 1} of {at.count}, {tried:,} attempts" if tried >= MANY else ""
        elif attempts >= max(MANY, _MANY_EACH * done):
            line += f", {attempts // MANY * MANY:,} attempts"
        return line

    def __enter__(self) -> Bar:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._last:
            sys.stderr.write("\r" + " " * len(self._last) + "\r")
            sys.stderr.flush()


def _left(seconds: float) -> str:
    if seconds < 60:
        return f"about {max(5, round(seconds / 5) * 5)} s left"
    minutes = round(seconds / 60)
    return f"about {minutes} min left" if minutes < 100 else f"about {round(minutes / 60)} h left"
