"""The puzzles that a command is to work on, told one after another; what cannot be read is told and passed over."""

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
    """The files of a command's arguments, or the puzzles that they are, read once, in constant memory.

    ``progress`` tells how far the reading has come, ``unreadable`` how many faults there were.
    """

    def __init__(self, arguments: Namespace) -> None:
        self.reading = formats.Reading(arguments.kind, arguments.format)
        self.reading.source("")  # A kind or format that does not exist is told before anything is read.
        self.paths = list(formats.named(arguments.files))
        self.progress = Progress(total=size_of(path for path in self.paths if not isinstance(path, formats.Argument)))
        self.unreadable = 0

    def stream(self) -> Iterator[Puzzle | Fault | formats.Batch]:
        """Everything in the files, in their order; faults have to be handed to :meth:`tell`."""
        for path in self.paths:
            if isinstance(path, Fault):
                yield path
            else:
                yield from formats.stream(path, self.reading, self.progress)

    def puzzles(self) -> Iterator[Puzzle]:
        """The puzzles; faults are told in passing."""
        for item in formats.items(self.stream(), self.reading):
            if isinstance(item, Fault):
                self.tell(item)
            else:
                yield item

    def batches(self, most: int = 256) -> Iterator[list[Puzzle]]:
        """The puzzles, up to ``most`` at a time, for work that is faster on many; faults are told in their places."""
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
                self.tell(item)
        if together:
            yield together

    def require_other(self, output: Path) -> None:
        """Refuse to write over a file that is read. Raises UsageError."""
        read = {Path(path).resolve() for path in self.paths if isinstance(path, str | Path) and path != formats.STDIN}
        if output.resolve() in read:
            raise UsageError(f"{output}: a file that is read is not written over; name another")

    def tell(self, fault: Fault) -> None:
        """Tell a person what could not be read; of very many, only how many."""
        self.unreadable += 1
        if self.unreadable <= MOST_FAULTS:
            # What was found out before comes before, whatever the two streams lead to.
            sys.stdout.flush()
            print(f"bookmaker: {fault}", file=sys.stderr)

    def code(self, otherwise: int) -> int:
        """The exit code of the command: that of unreadable input, which comes first, or ``otherwise``."""
        if self.unreadable > MOST_FAULTS:
            print(f"bookmaker: {self.unreadable - MOST_FAULTS} more faults are not told", file=sys.stderr)
        return InputError.exit_code if self.unreadable else otherwise
