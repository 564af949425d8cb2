"""Symmetries of the pattern of givens: which cells come and go together."""

from __future__ import annotations

from typing import Literal, get_args

from bookmaker.errors import UsageError

Symmetry = Literal["none", "rotational", "mirror", "diagonal", "quarter-turn"]
"""none; half turn; left-right; across the diagonal from r1c1; quarter turns."""

SYMMETRIES: tuple[Symmetry, ...] = get_args(Symmetry)


def orbits(symmetry: Symmetry, size: int) -> list[tuple[int, ...]]:
    """The sets of cells that a symmetry maps onto each other, each ascending, in the order of their first cells.

    Raises UsageError for a symmetry that does not exist.
    """
    if symmetry not in SYMMETRIES:
        raise UsageError(f"there is no symmetry {symmetry!r}; there are {', '.join(SYMMETRIES)}")
    return sorted({tuple(sorted(_images(symmetry, cell, size))) for cell in range(size * size)})


def _images(symmetry: Symmetry, cell: int, size: int) -> set[int]:
    row, column = divmod(cell, size)
    last = size - 1
    match symmetry:
        case "none":
            places = {(row, column)}
        case "rotational":
            places = {(row, column), (last - row, last - column)}
        case "mirror":
            places = {(row, column), (row, last - column)}
        case "diagonal":
            places = {(row, column), (column, row)}
        case "quarter-turn":
            places = {(row, column), (column, last - row), (last - row, last - column), (last - column, row)}
    return {r * size + c for r, c in places}
