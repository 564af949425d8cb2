"""Formats that write a puzzle as one long word: a line each, its name after ``#``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from bookmaker.base.errors import Place
from bookmaker.formats.base.cage_labels import Capacity, require
from bookmaker.formats.base.source import Block, Format, Source
from bookmaker.puzzles.grid.puzzle import Puzzle

_NAME = re.compile(r"\s#(.*)$")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_SHOWN = 30
LONGEST = 200_000
"""Characters of a line: a hundred times the longest puzzle of 25×25 cells in any of these formats."""


@dataclass(frozen=True, slots=True)
class Line:
    """What a format reads: the text of one line without its name, and where it stands."""

    text: str
    name: str
    number: int
    column: int
    source: Source

    def fault(self, message: str, offset: int = 0, advice: str = "") -> None:
        """Record a fault at the character ``offset`` of the text."""
        self.source.fault(message, self.number, self.column + offset, advice)

    @property
    def place(self) -> Place:
        """Where it begins."""
        return self.source.place(self.number, self.column)


def shown(text: str) -> str:
    """A text as a message quotes it: not all of a long one."""
    return repr(text if len(text) <= _SHOWN else text[:_SHOWN] + "…")


def one_line(
    name: str,
    starts: str,
    capacity: Capacity,
    read: Callable[[Line], Puzzle | None],
    write: Callable[[Puzzle], str],
    holds: frozenset[str] = frozenset({"kind", "cages", "name"}),
    also: Callable[[Puzzle], Iterable[str]] = lambda _: (),
    *,
    titled: bool = False,
) -> Format:
    """A format of one puzzle to a line.

    ``starts`` is the regular expression of how such a line begins. ``read`` gives the puzzle, or None once it has recorded
    what is wrong; ``write`` is called for puzzles within the format's capacity only, and gives a line without its name.
    ``also`` lists what else cannot be held. ``titled``: ``write`` puts the name into what it writes.
    """
    begins = re.compile(starts)

    indented = re.compile(rf"\s*(?:{starts})")

    def claims(line: str) -> bool:
        return indented.match(line) is not None

    def detect(block: Block) -> bool:
        first = next(block.content(), None)
        return first is not None and claims(first[1])

    def parse(blocks: Iterable[Block], source: Source) -> Iterator[Puzzle]:
        for block in blocks:
            for number, line in block.content():
                puzzle = _read(line, number, source)
                if puzzle is not None:
                    yield puzzle

    def _read(line: str, number: int, source: Source) -> Puzzle | None:
        column = len(line) - len(line.lstrip()) + 1
        if len(line) > LONGEST:
            source.fault(f"a line of {len(line)} characters is no puzzle", number, column)
            return None
        if begins.match(line, column - 1) is None:
            source.fault(f"{shown(line.strip())} is no puzzle in the format {name}", number, column)
            return None
        found = _NAME.search(line)
        title = "" if found is None else " ".join(found[1].split())
        control = _CONTROL.search(line)
        if control is not None:
            source.fault(f"the control character {control[0]!r}", number, control.start() + 1)
            return None
        text = (line if found is None else line[: found.start()]).strip()
        return read(Line(text, title, number, column, source))

    def lacks(puzzle: Puzzle) -> Iterator[str]:
        yield from capacity.lacking(puzzle)
        yield from also(puzzle)

    def render(puzzles: Sequence[Puzzle]) -> str:
        require(name, lacks, puzzles)
        return "".join(f"{write(puzzle)}{'' if titled else _trailing(puzzle.name)}\n" for puzzle in puzzles)

    return Format(name, holds, detect, parse, render, claims=claims, lacks=lacks)


def _trailing(name: str) -> str:
    name = " ".join(name.split())
    return f" # {name}" if name else ""
