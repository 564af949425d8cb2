"""What is read in pieces to work on: plain lines by the thousand, puzzles that are soon judged together, others alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bookmaker.base.errors import Fault
from bookmaker.formats.rows import Batch
from bookmaker.puzzles.grid.puzzle import Puzzle

_TOGETHER = 256

Piece = Batch | list[Puzzle | Fault]


def _long(puzzle: Puzzle) -> bool:
    """Whether it may take long to search a puzzle, so that no other should wait for it."""
    return puzzle.geometry.size > _QUICK or bool(puzzle.cages or puzzle.geometry.relations)


_QUICK = 12


def pieces(stream: Iterable[Puzzle | Fault | Batch]) -> Iterator[Piece]:
    """The same stream in pieces to work on: batches, and what is between them a few at a time."""
    together: list[Puzzle | Fault] = []
    for item in stream:
        if isinstance(item, Batch):
            if together:
                yield together
            yield item
            together = []
            continue
        together.append(item)
        if len(together) == _TOGETHER or (isinstance(item, Puzzle) and _long(item)):
            yield together
            together = []
    if together:
        yield together
