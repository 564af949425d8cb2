"""Pictures of printed puzzles: frames found, straightened and cut into cells, the cells read, and the readings proved."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SaidCell:
    """The digit of a cell as a person reads it: the number of its grid, its row and column from 0, its digit, 0 for none."""

    grid: int
    row: int
    column: int
    digit: int
