"""The command ``convert``: writes puzzles in another format, and reports what that format cannot hold."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

from bookmaker import formats
from bookmaker.base import output
from bookmaker.base.errors import InputError, OutputError, UsageError
from bookmaker.cli import messages
from bookmaker.cli.input import Input
from bookmaker.cli.messages import Bar
from bookmaker.formats.base.format import Format, barrier, losses
from bookmaker.puzzles.grid.puzzle import Puzzle

_TOGETHER = 500
_MOST_REPORTS = 20


def convert(arguments: Namespace) -> int:
    """Write the puzzles. Exit code 4 if a puzzle cannot be read, 7 if the format cannot hold one."""
    target, path = target_of(arguments)
    read = Input(arguments)
    if path is not None:
        read.require_other(path)
    with Bar() as bar:

        def step() -> None:
            bar("convert", read.progress.done >> 10, read.progress.total >> 10, unit="kB")

        refused = write(read.puzzles(), target, path, step, arguments.json)
    return read.code(OutputError.exit_code if refused else 0)


def target_of(arguments: Namespace) -> tuple[Format, Path | None]:
    """The format and the file that ``--to`` and ``--output`` name; None is standard output. Raises UsageError."""
    path = None if arguments.output in (None, "-") else Path(arguments.output)
    name = arguments.to or (formats.BY_ENDING.get(path.suffix.lower()) if path is not None else None)
    if name is None:
        raise UsageError(f"--to: name the format to write: {', '.join(formats.FORMATS)}")
    return formats.FORMATS[name], path


def write(
    puzzles: Iterator[Puzzle], target: Format, path: Path | None, step: Callable[[], None], as_json: bool = False
) -> int:
    """Write puzzles to a file, or to standard output; ``as_json``: print what was written as an object.

    Returns how many the format cannot hold.
    """
    loss = Losses(target)
    parts = _written(puzzles, target, loss, step)
    text = None
    if path is None and as_json:
        text = "".join(parts)
    elif path is None:
        for part in parts:
            sys.stdout.write(part)
    else:
        text = "".join(parts)
        if not loss.written:
            raise InputError("nothing was written: the input has no puzzle")
        output.commit({path: text.encode("utf-8", "backslashreplace")})
        if path.is_file() and not as_json:  # Standard output can have the name of a file, too.
            print(path)
    loss.finish()
    if as_json:
        where = {"format": target.name, "path": None if path is None else str(path), "text": text}
        print(json.dumps({**where, "written": loss.written, "refused": loss.refused, "losses": loss.counts}))
    return loss.refused


def _written(found: Iterator[Puzzle], target: Format, loss: Losses, step: Callable[[], None]) -> Iterator[str]:
    puzzles = filter(loss.look, found)
    before = target.head
    while some := list(islice(puzzles, _TOGETHER)):
        yield before
        yield target.render(some)
        before = target.between
        step()
    if loss.written:
        yield target.tail


class Losses:
    """Reports on standard error what puzzles lose in a format. A loss that is frequent is reported a few times, then counted."""

    def __init__(self, target: Format) -> None:
        """``target``: the format that the puzzles are written in."""
        self.written = self.refused = 0
        self._target = target
        self._counts: Counter[str] = Counter()

    @property
    def counts(self) -> dict[str, int]:
        """What is lost, and of how many puzzles."""
        return dict(self._counts)

    def look(self, puzzle: Puzzle) -> bool:
        """Report the losses of a puzzle. Returns whether the format can hold it at all."""
        why = barrier(puzzle, self._target)
        if why:
            self.refused += 1
            self._report(puzzle, f"not written: {why}")
            return False
        self.written += 1
        for what in losses(puzzle, self._target):
            self._report(puzzle, f"note: {what}")
        return True

    def _report(self, puzzle: Puzzle, message: str) -> None:
        self._counts[message] += 1
        if self._counts[message] <= _MOST_REPORTS:
            place = puzzle.source
            where = "" if place is None else f"{place.to_line}: "
            (messages.note if message.startswith("note: ") else messages.report)(f"{where}{message}")

    def finish(self) -> None:
        """Report how many losses were only counted."""
        for message, count in self._counts.items():
            if count > _MOST_REPORTS:
                more = f"{count - _MOST_REPORTS} more puzzles: {message}"
                (messages.note if message.startswith("note: ") else messages.report)(more)
