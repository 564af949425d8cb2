"""The puzzles that a command works on. What cannot be read is reported and skipped."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

from bookmaker import formats
from bookmaker.errors import Fault, InputError, UsageError
from bookmaker.formats.inputs import Progress, size_of
from bookmaker.formats.source import MOST_FAULTS
from bookmaker.grid.puzzle import Puzzle


class Input:
    """The files that a command's arguments name, or the puzzles that stand there themselves. Read once, in constant memory.

    ``progress`` counts the bytes that are read, ``unreadable`` the faults.
    """

    def __init__(self, arguments: Namespace) -> None:
        self.reading = formats.Reading(arguments.kind, arguments.format)
        self.reading.source("")  # Report a kind or format that does not exist before anything is read.
        self.paths = list(formats.named(arguments.files))
        self.progress = Progress(total=size_of(path for path in self.paths if not isinstance(path, formats.Argument)))
        self.unreadable = 0

    def stream(self) -> Iterator[Puzzle | Fault | formats.Batch]:
        """Everything in the files, in their order. Hand each fault to :meth:`report`."""
        for path in self.paths:
            if isinstance(path, Fault):
                yield path
            else:
                yield from formats.stream(path, self.reading, self.progress)

    def puzzles(self) -> Iterator[Puzzle]:
        """The puzzles, one after another. Faults are reported on the way."""
        for item in formats.items(self.stream(), self.reading):
            if isinstance(item, Fault):
                self.report(item)
            else:
                yield item

    def batches(self, most: int = 256) -> Iterator[list[Puzzle]]:
        """The puzzles, up to ``most`` at a time, for work that is faster on many. Faults are reported in their places."""
        together: list[Puzzle] = []
        for item in formats.items(self.stream(), self.reading):
            if isinstance(item, Puzzle):
                together.append(item)
                if len(together) < most:
                    continue
            if together:
                yield together
                together = []
            if isinstance(item, Fault):
                self.report(item)
        if together:
            yield together

    def require_other(self, output: Path) -> None:
        """Check that a file to write is not one that is read. Raises UsageError."""
        read = {Path(path).resolve() for path in self.paths if isinstance(path, str | Path) and path != formats.STDIN}
        if output.resolve() in read:
            raise UsageError(f"{output}: a file that is read is not written over; name another")

    def report(self, fault: Fault) -> None:
        """Print what could not be read; beyond the first faults, only count."""
        self.unreadable += 1
        if self.unreadable <= MOST_FAULTS:
            # Both streams may lead to one file, where the results so far come first.
            sys.stdout.flush()
            print(f"bookmaker: {fault}", file=sys.stderr)

    def code(self, otherwise: int) -> int:
        """The exit code of the command: that of unreadable input if there was any, else ``otherwise``."""
        if self.unreadable > MOST_FAULTS:
            print(f"bookmaker: {self.unreadable - MOST_FAULTS} more faults are not listed", file=sys.stderr)
        return InputError.exit_code if self.unreadable else otherwise
