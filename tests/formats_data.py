"""A puzzle in the forms that tests of formats write, and what is read of a text."""

from __future__ import annotations

import pytest

from bookmaker.base.errors import InputError, Note
from bookmaker.formats import Argument, Puzzles, items, parse, read_stream
from bookmaker.puzzles.grid.puzzle import Puzzle

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ANSWER = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
ROWS = [PUZZLE[at : at + 9] for at in range(0, 81, 9)]
NUMBERS = [[int(cell) if cell != "." else 0 for cell in row] for row in ROWS]
ZEROS = PUZZLE.replace(".", "0")
LATIN = "1234341221434321"
"""A solution of 4x4."""


def rows(cells: str, size: int) -> list[list[int]]:
    """The digits of a square grid, 0 for a point."""
    return [[0 if cell == "." else int(cell) for cell in cells[at : at + size]] for at in range(0, size * size, size)]


def cages_of(labels: str, size: int) -> list[list[tuple[int, int]]]:
    """Row and column of the cells of each label, labels in their order."""
    return [[divmod(at, size) for at, one in enumerate(labels) if one == label] for label in sorted(set(labels))]


def found(text: str) -> Puzzles:
    """The puzzles of a text, with its faults and notes, none of which is raised."""
    out = Puzzles()
    for item in items(read_stream(Argument(text))):
        if isinstance(item, Puzzle):
            out.append(item)
        else:
            (out.notes if isinstance(item, Note) else out.faults).append(item)
    return out


def one(text: str, kind: str = "classic", format: str | None = None) -> Puzzle:
    """The only puzzle of a text."""
    (puzzle,) = parse(text, "f", kind, format)
    return puzzle


def refused(text: str) -> str:
    """The faults of a text that is refused, one below the other."""
    with pytest.raises(InputError) as raised:
        parse(text, "f")
    return str(raised.value)
