"""Symmetries of the pattern of givens: which cells come and go together."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

SYMMETRIES = ("none", "rotational", "mirror", "diagonal", "quarter-turn")
"""none; half turn; left-right; across the diagonal from r1c1; quarter turns."""


def _images(name: str, row: int, column: int, last: int) -> set[tuple[int, int]]:
    match name:
        case "none":
            return {(row, column)}
        case "rotational":
            return {(row, column), (last - row, last - column)}
        case "mirror":
            return {(row, column), (row, last - column)}
        case "diagonal":
            return {(row, column), (column, row)}
        case "quarter-turn":
            return {(row, column), (column, last - row), (last - row, last - column), (last - column, row)}
        case _:
            raise ValueError(f"there is no symmetry {name!r}; there are {', '.join(SYMMETRIES)}")


def orbits(symmetry: str, size: int) -> npt.NDArray[np.int16]:
    """The sets of cells that a symmetry maps onto each other: int16[orbits, 4], ascending, padded with -1.

    Raises ValueError for a name that is not in ``SYMMETRIES``.
    """
    found = {
        tuple(sorted(r * size + c for r, c in _images(symmetry, row, column, size - 1)))
        for row in range(size)
        for column in range(size)
    }
    out = np.full((len(found), 4), -1, dtype=np.int16)
    for index, orbit in enumerate(sorted(found)):
        out[index, : len(orbit)] = orbit
    return out
