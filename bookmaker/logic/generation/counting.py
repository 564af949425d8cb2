"""The search that counts the solutions of puzzles on a geometry, as the kernels of making call it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import typeof

from bookmaker.logic.generation.attempts import CELLS, GRIDS, NUMBER
from bookmaker.logic.jit.bundle import Pointer
from bookmaker.logic.kernels import classic9, killer, search
from bookmaker.logic.solve.cage_arrays import shared_cageless
from bookmaker.logic.solve.rule_arrays import rule_arrays
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.rules import geometry as geometry_of


def kernel_on(geometry: Geometry) -> Any:
    """The kernel that counts solutions."""
    if geometry == geometry_of():
        return classic9.search
    return killer.search if geometry.needs_cell_search else search.search


def ground_on(geometry: Geometry) -> Any:
    """Its workspace."""
    if geometry == geometry_of():
        return np.empty(classic9.WORK, np.uint64)
    return shared_cageless(geometry) if geometry.needs_cell_search else rule_arrays(geometry)


def counter(geometry: Geometry) -> tuple[Pointer, Any]:
    """The kernel that counts solutions, compiled, and its workspace."""
    kernel, ground = kernel_on(geometry), ground_on(geometry)
    return Pointer(kernel, NUMBER(typeof(ground), CELLS, NUMBER, NUMBER, GRIDS)), ground
