"""Messages on standard error, through ``logging``: faults, notes, and with ``--verbose`` the steps of the work.

``--quiet`` leaves only faults, and no progress bar. Results go to standard output, whatever is said here.
"""

from __future__ import annotations

import argparse
import logging
import sys

from bookmaker.base.errors import Note

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
