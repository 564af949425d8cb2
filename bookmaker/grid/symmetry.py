"""Symmetries of the pattern of givens, and of cages: which cells are added and removed together."""

from __future__ import annotations

from typing import Literal, get_args

from bookmaker.errors import UsageError

Symmetry = Literal["none", "rotational", "mirror", "top-bottom", "diagonal", "quarter-turn"]
"""none; half turn; left-right; top-bottom; across the diagonal from r1c1; quarter turns."""

SYMMETRIES: tuple[Symmetry, ...] = get_args(Symmetry)


def orbits(symmetry: Symmetry, size: int) -> list[tuple[int, ...]]:
    """The sets of cells that a symmetry maps onto each other, each ascending, in the order of their first cells.

    Raises UsageError for a symmetry that does not exist.
    """
    if symmetry not in SYMMETRIES:
        raise UsageError(f"there is no symmetry {symmetry!r}; there are {', '.join(SYMMETRIES)}")
    return sorted({tuple(sorted(set(_images(symmetry, cell, size)))) for cell in range(size * size)})


def maps(symmetry: Symmetry, size: int) -> list[tuple[int, ...]]:
    """Where each map of the symmetry takes each cell; the first map is the identity.

    Raises UsageError for a symmetry that does not exist.
    """
    if symmetry not in SYMMETRIES:
        raise UsageError(f"there is no symmetry {symmetry!r}; there are {', '.join(SYMMETRIES)}")
    return list(zip(*(_images(symmetry, cell, size) for cell in range(size * size)), strict=True))


def _images(symmetry: Symmetry, cell: int, size: int) -> tuple[int, ...]:
    row, column = divmod(cell, size)
    last = size - 1
    places = [(row, column)]
    match symmetry:
        case "rotational":
            places += [(last - row, last - column)]
        case "mirror":
            places += [(row, last - column)]
        case "top-bottom":
            places += [(last - row, column)]
        case "diagonal":
            places += [(column, row)]
        case "quarter-turn":
            places += [(column, last - row), (last - row, last - column), (last - column, row)]
    return tuple(r * size + c for r, c in places)
