"""The common part of the commands that make books: puzzles are kept as they come, and Ctrl-C says how far the work is."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from bookmaker.base.errors import Interrupted, Note
from bookmaker.cli.progress import Bar, Section
from bookmaker.publishing.bank.unfinished import Unfinished
from bookmaker.publishing.book.making.build import Built
from bookmaker.publishing.book.spec.spec_file import Spec


class Making:
    """The work on one book: ``spec`` with the seed that it goes on with, ``memory``, and ``progress`` for the build."""

    def __init__(self, spec: Spec, memory: Unfinished, bar: Bar) -> None:
        self.memory, self._bar = memory, bar
        self.spec = spec if spec.own_seed is not None else replace(spec, drawn_seed=memory.seed(spec.path, spec.seed))
        self._ready = self._total = 0

    def progress(
        self, stage: str, done: int, total: int, attempts: int = 0, at: Section | None = None, unit: str = ""
    ) -> None:
        """Show the progress, and remember how many puzzles are ready."""
        if stage == "puzzles":
            self._ready, self._total = done, total
        self._bar(stage, done, total, attempts, at, unit)

    @property
    def reached(self) -> str:
        """How far the work is, in words."""
        made = f"{self._ready} of {self._total} puzzles were ready" if self._total else "no puzzle was ready"
        kept = "they are kept, and the next build goes on from there" if self.memory.keeps else "none of them is kept"
        return f"interrupted: {made}; " + (kept if self._ready else "nothing is lost") + "; no file was left half done"


@contextmanager
def making(spec: Spec, arguments: Namespace) -> Iterator[Making]:
    """Work on a book. Ctrl-C becomes Interrupted, which says how far it is."""
    memory = Unfinished(fresh=arguments.fresh)
    try:
        with Bar() as bar:
            bar("starting", 0, 1)
            work = Making(spec, memory, bar)
            try:
                yield work
            except KeyboardInterrupt:
                sys.stderr.flush()
                raise Interrupted(work.reached) from None
    finally:
        memory.close()


_MOST_UNREAD = 50
"""Faults of files that are listed."""


def print_unread(built: Built) -> int:
    """Print the puzzles that a build passed over in its bank, could not read in files (notes last) or mended.

    Returns the number of faults.
    """
    for note in built.passed_over:
        print(f"bookmaker: {note}", file=sys.stderr)
    for fault in sorted(built.unread, key=lambda fault: isinstance(fault, Note))[:_MOST_UNREAD]:
        print(f"bookmaker: {fault}", file=sys.stderr)
    if len(built.unread) > _MOST_UNREAD:
        more = len(built.unread) - _MOST_UNREAD
        print(f"bookmaker: {more} more are not listed; see `bookmaker verify`", file=sys.stderr)
    for one in built.repaired:
        print(f"bookmaker: {one.fault}", file=sys.stderr)
    return sum(not isinstance(fault, Note) for fault in built.unread)


def print_findings(built: Built) -> None:
    """Print the notes of a build, and the faults that the proof found in its files."""
    for note in built.notes:
        print(f"  note: {note}")
    for wrong in built.faults:
        print(f"  fault: {wrong}")
