"""The puzzles that a command works on. What cannot be read is reported and skipped."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bookmaker import formats
from bookmaker.base.errors import Fault, ImproperError, InputError, Note, UsageError
from bookmaker.base.parallel import Stop, cpu_count, ordered_map
from bookmaker.camera.pictures import PictureReader
from bookmaker.cli import messages
from bookmaker.formats.base.source import MOST_FAULTS
from bookmaker.formats.found.headings import ONLY_ANSWERS
from bookmaker.formats.stream.inputs import Progress, size_of
from bookmaker.publishing.submissions.printed_pages import PrintedPages
from bookmaker.puzzles.grid.geometry import parse_box
from bookmaker.puzzles.grid.puzzle import Puzzle

if TYPE_CHECKING:
    from bookmaker.publishing.submissions.loose_answers import LooseAnswers

_MOST_WAITING, _MOST_EACH = 100_000, 20
"""Notes that are kept to the end; light ones that have a line each, beyond which those of a file share one."""

Text = tuple[str, bool]
"""The text to print, and whether its puzzles are without a fault."""

Work = Callable[[list[Puzzle]], Iterable[Text]]


class Input:
    """The files that a command's arguments name, or the puzzles that are written there themselves. Read once, in constant memory.

    ``progress`` counts the bytes that are read, ``unreadable`` the faults, ``lost`` the puzzles that they cost. What was passed
    over or guessed changes no exit code; all of it is printed, what may change a puzzle first. A command that judges answers
    sets ``answers``, which takes separate ones.
    """

    def __init__(self, arguments: Namespace) -> None:
        box = None if arguments.boxes is None else parse_box(arguments.boxes)
        self.pictures = PictureReader(arguments.cells, arguments.guess)
        self.reading = formats.Reading(arguments.kind, arguments.format, box, PrintedPages(self.pictures))
        self.reading.source("")  # Report a kind or format that does not exist before anything is read.
        self.paths = list(formats.named(arguments.files))
        if arguments.cells and (len(self.paths) > 1 or isinstance(self.paths[0], formats.Argument)):
            raise UsageError("--cell: name one picture, whose grids it counts")
        self.progress = Progress(total=size_of(path for path in self.paths if not isinstance(path, formats.Argument)))
        self.unreadable = 0
        self._waiting: list[Note] = []
        self._printed: list[Note] = []
        self.lost = formats.Numbers()
        self.answers: LooseAnswers | None = None

    def stream(self) -> Iterator[Puzzle | Fault | formats.Batch]:
        """Everything in the files, in their order. Hand each fault to :meth:`report`."""
        for path in self.paths:
            for item in [path] if isinstance(path, Fault) else formats.read_stream(path, self.reading, self.progress):
                if self.answers is not None and isinstance(item, Fault) and item.code == ONLY_ANSWERS:
                    continue  # Whose they are is said at the end.
                self.lost.take(item)
                yield item

    def puzzles(self) -> Iterator[Puzzle]:
        """The puzzles, one after another. Faults are reported on the way."""
        for item in formats.items(self.stream(), self.reading):
            if isinstance(item, Fault):
                self.report(item)
            else:
                yield item

    def numbered(self) -> Iterator[tuple[int, Puzzle]]:
        """The puzzles with their numbers, by which a sheet and its key name them. Faults are reported on the way.

        A line that cannot be read has a number too, and a file of which nothing can be read, so that the others keep theirs.
        """
        number = 0
        for item in formats.items(self.stream(), self.reading):
            if isinstance(item, Fault):
                self.report(item)
                continue
            number += 1
            yield number + self.lost.total, item

    def worked(
        self, work: Work, jobs: int | None, plain: Callable[[formats.Batch], Text] | None = None
    ) -> Iterator[Text]:
        """What ``work`` makes of the puzzles, a few at a time, in their order, on several threads; None: one for each processor.

        ``plain`` makes one text of many plain lines, where that is faster. Faults are reported in their places.
        """

        def texts(piece: formats.Piece, _stop: Stop) -> list[Text | Fault]:
            if isinstance(piece, formats.Batch):
                assert plain is not None
                return [plain(piece)]
            found = iter(work([item for item in piece if not isinstance(item, Fault)]))
            return [item if isinstance(item, Fault) else next(found) for item in piece]

        stream = self.stream() if plain else formats.items(self.stream(), self.reading)
        for some in ordered_map(texts, formats.pieces(stream), jobs or cpu_count(), sys.stdout.flush):
            for one in some:
                if isinstance(one, Fault):
                    self.report(one)
                else:
                    yield one

    def require_other(self, output: Path) -> None:
        """Check that a file to write is not one that is read. Raises UsageError."""
        read = {Path(path).resolve() for path in self.paths if isinstance(path, str | Path) and path != formats.STDIN}
        if output.resolve() in read:
            raise UsageError(f"{output}: a file that is read is not written over; name another")

    def report(self, fault: Fault) -> None:
        """Print what could not be read, up to a number, and what may change a puzzle; :meth:`code` prints what else was noted."""
        if isinstance(fault, Note):
            if self.answers is not None and self.answers.take(fault):
                return
            if len(self._waiting) + len(self._printed) < _MOST_WAITING:
                (self._waiting if fault.light else self._printed).append(fault)
                if fault.light:
                    return
        else:
            self.unreadable += 1
            if self.unreadable > MOST_FAULTS:
                return
        # Both streams may lead to one file, where the results so far come first.
        sys.stdout.flush()
        messages.report(fault)

    def code(self, otherwise: int) -> int:
        """The exit code of the command: that of unreadable input if there was any, else ``otherwise``."""
        sys.stdout.flush()
        for line in _told(self._waiting):
            messages.note(line)
        if self.unreadable > MOST_FAULTS:
            messages.report(f"{self.unreadable - MOST_FAULTS} more faults are not listed")
        return InputError.exit_code if self.unreadable else otherwise

    @property
    def all_notes(self) -> list[Note]:
        """The notes so far, those first that may change a puzzle."""
        return [*self._printed, *self._waiting]

    def notes(self) -> Iterator[dict[str, Any]]:
        """All notes as ``--json`` prints them, those first that may change a puzzle."""
        for note in self.all_notes:
            fields: dict[str, Any] = {"source": None if note.place is None else note.place.to_line, "puzzle": None}
            yield {**fields, "status": "note", "weighty": not note.light, "message": str(note), "faults": []}


def _told(notes: Sequence[Note]) -> Iterator[str]:
    """A line for each note; where there are many, one for all notes of a file."""
    if len(notes) <= _MOST_EACH:
        yield from map(str, notes)
        return
    alike: dict[str, dict[str, list[Note]]] = {}
    for note in notes:
        said = "not puzzles, passed over" if note.message.endswith("a puzzle; passed over") else note.message
        alike.setdefault("" if note.place is None else note.place.path, {}).setdefault(said, []).append(note)
    for path, kinds in alike.items():
        parts = []
        for said, some in kinds.items():
            lines = [str(note.place.line) for note in some if note.place is not None and note.place.line is not None]
            parts.append(said + (f": line{'s' * (len(lines) > 1)} {', '.join(lines)}" if lines else ""))
        yield f"{path}: note: {'; '.join(parts)}"


def print_worked(arguments: Namespace, work: Work, plain: Callable[[formats.Batch], Text] | None = None) -> int:
    """Print the results of a command's puzzles (:meth:`Input.worked`). Returns the exit code: 5 if one is not fine."""
    read = Input(arguments)
    code = 0
    for text, fine in read.worked(work, arguments.jobs, plain):
        sys.stdout.write(text)
        if not fine:
            code = ImproperError.exit_code
    return read.code(code)
