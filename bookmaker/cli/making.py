"""The common part of the commands that make books: puzzles are kept as they come, and Ctrl-C says how far the work is."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from bookmaker.base.errors import Interrupted, Note
from bookmaker.base.pace import Section
from bookmaker.cli.loading import compile_first
from bookmaker.cli.messages import Bar
from bookmaker.publishing.bank.unfinished import Unfinished
from bookmaker.publishing.book.making.build import Built
from bookmaker.publishing.book.spec.puzzle_keys import Imported
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
    made = (section.puzzles for section in spec.sections if not isinstance(section.puzzles, Imported))
    compile_first((share.order for wish in made for share in wish.shares(0)), timed=True)
    memory = Unfinished(fresh=arguments.fresh, estimates=spec.estimates)
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


def unread(built: Built) -> tuple[list[str], int]:
    """Lines on the puzzles that a build passed over in its bank, could not read in files (notes last) or mended; and the number
    of faults.
    """
    lines = [f"bookmaker: {note}" for note in built.passed_over]
    faults = sorted(built.unread, key=lambda fault: isinstance(fault, Note))
    lines += [f"bookmaker: {fault}" for fault in faults[:_MOST_UNREAD]]
    if len(faults) > _MOST_UNREAD:
        lines.append(f"bookmaker: {len(faults) - _MOST_UNREAD} more are not listed; see `bookmaker verify`")
    lines += [f"bookmaker: {one.fault}" for one in built.repaired]
    return lines, sum(not isinstance(fault, Note) for fault in faults)


def findings(built: Built) -> list[str]:
    """Lines on the notes of a build, and on the faults that the proof found in its files."""
    return [*(f"  note: {note}" for note in built.notes), *(f"  fault: {wrong}" for wrong in built.faults)]
