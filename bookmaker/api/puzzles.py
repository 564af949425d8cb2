"""Puzzles as the Python functions take them: a Puzzle, an item of ``generate``, or the text of one in any known format."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from bookmaker import formats
from bookmaker.api import arguments
from bookmaker.base.errors import Fault, InputError, UsageError
from bookmaker.puzzles.grid.geometry import SYMBOLS
from bookmaker.puzzles.grid.puzzle import Puzzle, cells_text


class Made(Protocol):
    """An item of ``generate``."""

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle itself."""


AnyPuzzle = Puzzle | Made | str
"""A puzzle as an argument."""


def _bare(puzzle: object) -> object:
    """The puzzle of an item of ``generate``, else what was passed. To name the classes of the items loads the compiler."""
    held = getattr(puzzle, "puzzle", None)
    return held if isinstance(held, Puzzle) else puzzle


def puzzle_of(puzzle: AnyPuzzle) -> Puzzle:
    """The puzzle itself. Raises InputError for a text that does not hold one puzzle, UsageError for another object."""
    bare = _bare(puzzle)
    if isinstance(bare, Puzzle):
        return bare
    if not isinstance(puzzle, str):
        raise UsageError(f"a Puzzle or a text of one is wanted, not {arguments.shown(puzzle)}")
    found = formats.parse(puzzle)
    if len(found) != 1:
        message = f"one puzzle is wanted, and the text holds {len(found)}"
        raise InputError(Fault(message, None, "pass them one at a time"))
    return found[0]


def puzzles_of(puzzles: AnyPuzzle | Iterable[AnyPuzzle]) -> list[Puzzle]:
    """One puzzle or several; a text may hold several. Raises InputError for a text that is none, UsageError for anything else."""
    if isinstance(puzzles, str):
        return formats.parse(puzzles)
    bare = _bare(puzzles)
    if isinstance(bare, Puzzle):
        return [bare]
    if not isinstance(puzzles, Iterable):
        raise UsageError(f"puzzles or texts of some are wanted, not {arguments.shown(puzzles)}")
    return [puzzle_of(one) for one in puzzles]


def grid_text(name: str, grid: object) -> str | None:
    """The text of a grid that was passed in any form; None for None. Raises UsageError."""
    grid = _bare(grid)
    if isinstance(grid, bytes | bytearray) and max(grid, default=0) <= len(SYMBOLS):
        return cells_text(bytes(grid))
    return str(grid) if isinstance(grid, Puzzle) else arguments.grid(name, grid)
