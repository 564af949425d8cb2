"""Puzzles that are the same up to a symmetry of their grid."""

from __future__ import annotations

import random

from bookmaker.puzzles.grid.puzzle import Puzzle


def isomorph(puzzle: Puzzle, rng: random.Random) -> Puzzle:
    """Rows within bands, bands, columns within stacks, stacks and digits permuted; transposed or not. Classic grids."""
    size, (height, width) = puzzle.geometry.size, puzzle.geometry.box

    def lines(step: int) -> list[int]:
        groups = [rng.sample(range(start, start + step), step) for start in range(0, size, step)]
        rng.shuffle(groups)
        return [line for group in groups for line in group]

    rows, columns = lines(height), lines(width)
    digits = [0, *rng.sample(range(1, size + 1), size)]
    cells = [[digits[puzzle.givens[r * size + c]] for c in columns] for r in rows]
    if height == width and rng.random() < 0.5:
        cells = [list(column) for column in zip(*cells, strict=True)]
    return Puzzle(puzzle.geometry, bytes(digit for row in cells for digit in row))


def turned_x(puzzle: Puzzle, rng: random.Random) -> Puzzle:
    """An isomorph of an X grid: turned, mirrored, outer lines of outer bands swapped, digits permuted."""
    size = puzzle.geometry.size
    cells = [list(puzzle.givens[r * size : r * size + size]) for r in range(size)]
    digits = [0, *rng.sample(range(1, size + 1), size)]
    cells = [[digits[digit] for digit in row] for row in cells]
    for _ in range(rng.randrange(4) if size == 9 else 0):  # Boxes of 6x6 do not stand a quarter turn.
        cells = [list(row) for row in zip(*cells[::-1], strict=True)]
    if rng.random() < 0.5:
        cells = [row[::-1] for row in cells]
    if rng.random() < 0.5:
        cells = cells[::-1]
    if size == 9 and rng.random() < 0.5:  # Lines 1 and 3 of the outer bands, both ways: the diagonals stay.
        swap = [2, 1, 0, 3, 4, 5, 8, 7, 6]
        cells = [[cells[r][c] for c in swap] for r in swap]
    return Puzzle(puzzle.geometry, bytes(digit for row in cells for digit in row))
