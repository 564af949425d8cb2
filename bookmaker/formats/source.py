"""What every format shares: a text cut into blocks of lines, a collector of faults, and what a format declares."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain

from bookmaker.errors import Fault, InputError, Place
from bookmaker.grid.geometry import BOXES, SYMBOLS, Geometry
from bookmaker.grid.puzzle import Puzzle
from bookmaker.variants import geometry

MOST_FAULTS = 1000
"""Faults after which a text is not read any further: nobody mends more in one go, and junk could go on for hours."""


@dataclass(frozen=True, slots=True)
class Block:
    """Lines without a blank line among them. ``first`` is the number of the first, from 1 on, in its file."""

    first: int
    lines: Sequence[str]

    def content(self) -> Iterator[tuple[int, str]]:
        """Number and text of each line that is not a comment."""
        for number, line in enumerate(self.lines, self.first):
            if not line.lstrip().startswith("#"):
                yield number, line


@dataclass
class Source:
    """A text being read as puzzles of one kind: where it came from and the faults found so far."""

    name: str
    kind: str
    faults: list[Fault] = field(default_factory=list)

    def geometry(self, size: int) -> Geometry:
        """The geometry of a puzzle of this size in this text."""
        return geometry(self.kind, size)

    def place(self, line: int | None = None, column: int | None = None) -> Place:
        """A place in this text."""
        return Place(self.name, line, column)

    def fault(self, message: str, line: int | None = None, column: int | None = None, advice: str = "") -> None:
        """Record one fault and go on: a person mending the file wants them all. Raises InputError if they are too many."""
        self.faults.append(Fault(message, self.place(line, column), advice))
        if len(self.faults) == MOST_FAULTS:
            self.faults.append(Fault("too many faults; the rest was not read", self.place(line)))
            self.finish()

    def finish(self) -> None:
        """Raise one InputError with all faults, if there were any."""
        if self.faults:
            raise InputError(self.faults)


@dataclass(frozen=True, slots=True)
class Format:
    """One way to write puzzles as text.

    name    as named on the command line
    holds   the fields of :class:`bookmaker.grid.puzzle.Puzzle` that survive writing and reading back
    detect  whether a block looks written this way; looks at its beginning only
    parse   consecutive blocks of this format -> puzzles; records every fault in the source instead of raising
    render  puzzles -> text that ``parse`` reads back
    claims  whether one line, whatever stands around it, is a whole puzzle of this format
    lacks   what of a puzzle the format cannot hold, in words; ``render`` refuses such a puzzle. None: ``holds`` says it all
    """

    name: str
    holds: frozenset[str]
    detect: Callable[[Block], bool]
    parse: Callable[[Sequence[Block], Source], Iterator[Puzzle]]
    render: Callable[[Sequence[Puzzle]], str]
    claims: Callable[[str], bool] | None = None
    lacks: Callable[[Puzzle], Iterator[str]] | None = None


def blocks(lines: Sequence[str], formats: Sequence[Format] = ()) -> Iterator[Block]:
    """The blocks of a text, in order; blocks of comments only are left out.

    A blank line ends a block, and so does the change from lines that hold a puzzle each to lines that do not, or back: a
    drawn grid may follow a line without a blank line between them. A line that one of ``formats`` claims is of another sort
    than one that none or another claims.
    """
    start = 0
    claims = [format.claims for format in formats if format.claims is not None]
    for end in chain((index for index, line in enumerate(lines) if not line or line.isspace()), (len(lines),)):
        for first, last in _runs(lines, start, end, claims):
            block = Block(first + 1, lines[first:last])
            if next(block.content(), None) is not None:
                yield block
        start = end + 1


_WHOLE = frozenset(size * size for size in BOXES if size > 5)
"""Lengths that only a puzzle in one line has: no row of a grid is so long."""


_NO_SYMBOLS = str.maketrans("", "", SYMBOLS + SYMBOLS.lower() + ".0Xx*_-")


def _runs(
    lines: Sequence[str], start: int, end: int, claims: Sequence[Callable[[str], bool]]
) -> Iterator[tuple[int, int]]:
    first = start
    was: object = None
    for index in range(start, end):
        words = lines[index].split(None, 1)
        if not words or words[0][0] == "#":
            continue
        plain = len(words[0]) in _WHOLE and not words[0].startswith(("+", "|"))
        whole: object = plain
        # A word of nothing but digits and blanks is plainly a puzzle, and nobody else need be asked.
        if not (plain and not words[0].translate(_NO_SYMBOLS)):
            whole = next((claim for claim in claims if claim(lines[index])), plain)
        if was is not None and whole != was:
            yield first, index
            first = index
        was = whole
    if end > first:
        yield first, end
