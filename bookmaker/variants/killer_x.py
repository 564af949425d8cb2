"""Killer Sudoku X: cages on a grid whose two main diagonals also hold each digit once."""

from __future__ import annotations

from dataclasses import replace

from bookmaker.grid.geometry import Geometry
from bookmaker.variants import x

NAME = "killer-x"


def geometry(size: int) -> Geometry:
    """The Killer grid with diagonals of a size in :data:`bookmaker.grid.geometry.BOXES`."""
    return replace(x.geometry(size), kind=NAME, caged=True)
