"""Puzzles as the Python functions take them: a Puzzle, an item of ``generate``, or the text of one in any known format."""

from __future__ import annotations

from collections.abc import Iterable

from bookmaker import formats
from bookmaker.api import arguments
from bookmaker.base.errors import Fault, InputError, UsageError
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.puzzles.grid.geometry import SYMBOLS
from bookmaker.puzzles.grid.puzzle import Puzzle, cells_text

AnyPuzzle = Puzzle | GradedPuzzle | str
"""A puzzle as an argument."""


def puzzle_of(puzzle: AnyPuzzle) -> Puzzle:
    """The puzzle itself. Raises InputError for a text that does not hold one puzzle, UsageError for another object."""
    if isinstance(puzzle, GradedPuzzle):
        return puzzle.puzzle
    if isinstance(puzzle, Puzzle):
        return puzzle
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
    if isinstance(puzzles, Puzzle | GradedPuzzle):
        return [puzzle_of(puzzles)]
    if not isinstance(puzzles, Iterable):
        raise UsageError(f"puzzles or texts of some are wanted, not {arguments.shown(puzzles)}")
    return [puzzle_of(one) for one in puzzles]


def grid_text(name: str, grid: object) -> str | None:
    """The text of a grid that was passed in any form; None for None. Raises UsageError."""
    if isinstance(grid, GradedPuzzle):
        grid = grid.puzzle
    if isinstance(grid, bytes | bytearray) and max(grid, default=0) <= len(SYMBOLS):
        return cells_text(bytes(grid))
    return str(grid) if isinstance(grid, Puzzle) else arguments.grid(name, grid)
