"""Killer Sudoku: a classic grid whose puzzles have cages: different digits with a sum."""

from __future__ import annotations

from dataclasses import replace

from bookmaker.grid.geometry import Geometry
from bookmaker.variants import classic

NAME = "killer"


def geometry(size: int) -> Geometry:
    """The Killer grid of a size in :data:`bookmaker.grid.geometry.BOXES`."""
    return replace(classic.geometry(size), kind=NAME, caged=True)
