"""``convert``: puzzles of any format in another, and what that one cannot hold."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from bookmaker import formats, output
from bookmaker.cli.input import Input
from bookmaker.cli.progress import Bar
from bookmaker.errors import InputError, OutputError, UsageError
from bookmaker.formats.losses import barrier, losses
from bookmaker.formats.source import Format
from bookmaker.grid.puzzle import Puzzle

SUFFIXES = {
    ".txt": "lines",
    ".json": "jsonl",
    **{f".{name}": name for name in ("sdk", "sdm", "ss", "sdx", "csv", "jsonl", "opensudoku")},
}
"""Formats that the end of a file's name tells."""

_TOGETHER = 500
_TOLD = 20


def convert(arguments: Namespace) -> int:
    """Write the puzzles. Exit code 4 if some could not be read, 7 if some cannot be written in the format."""
    path = None if arguments.output in (None, "-") else Path(arguments.output)
    name = arguments.to or (SUFFIXES.get(path.suffix.lower()) if path is not None else None)
    if name is None:
        raise UsageError(f"--to: name the format to write: {', '.join(formats.FORMATS)}")
    target = formats.FORMATS[name]
    read = Input(arguments)
    if path is not None:
        read.require_other(path)
    loss = Losses(target)
    with Bar() as bar:
        parts = _written(read, target, loss, bar)
        if path is None:
            for part in parts:
                sys.stdout.write(part)
        else:
            text = "".join(parts)
            if not loss.written:
                raise InputError("nothing was written: there is no puzzle to write")
            output.commit({path: text.encode("utf-8", "backslashreplace")})
            if path.is_file():  # Otherwise it may be standard output by another name.
                print(path)
    loss.finish()
    return read.code(OutputError.exit_code if loss.refused else 0)


def _written(read: Input, target: Format, loss: Losses, bar: Bar) -> Iterator[str]:
    puzzles = filter(loss.look, read.puzzles())
    before = target.head
    while some := list(islice(puzzles, _TOGETHER)):
        yield before
        yield target.render(some)
        before = target.between
        bar("convert", read.progress.done >> 10, read.progress.total >> 10, unit="kB")
    if loss.written:
        yield target.tail


class Losses:
    """Tells on standard error what puzzles lose; of very many that lose the same, how many."""

    def __init__(self, target: Format) -> None:
        """``target``: the format that they are written in."""
        self.written = self.refused = 0
        self._target = target
        self._counts: Counter[str] = Counter()

    def look(self, puzzle: Puzzle) -> bool:
        """Whether a puzzle can be written; what it loses is told."""
        why = barrier(puzzle, self._target)
        if why:
            self.refused += 1
            self._tell(puzzle, f"not written: {why}")
            return False
        self.written += 1
        for what in losses(puzzle, self._target):
            self._tell(puzzle, f"note: {what}")
        return True

    def _tell(self, puzzle: Puzzle, message: str) -> None:
        self._counts[message] += 1
        if self._counts[message] <= _TOLD:
            place = puzzle.source
            where = "" if place is None else f"{place.path}:{place.line}: "
            print(f"bookmaker: {where}{message}", file=sys.stderr)

    def finish(self) -> None:
        """Tell how much was not told one by one."""
        for message, count in self._counts.items():
            if count > _TOLD:
                print(f"bookmaker: {count - _TOLD} more puzzles: {message}", file=sys.stderr)
