"""What the general search could not decide: our search that learns, and another solver after it on large grids, if any."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from bookmaker.logic.kernels.learning import UNDECIDED
from bookmaker.logic.solve import satisfiability
from bookmaker.logic.solve.clauses import Clauses
from bookmaker.puzzles.grid.geometry import Geometry

SMALL = 9
"""Up to this size our own search decides sooner."""

OWN = 10_000
"""Contradictions of our search on a larger grid before another solver takes over: a second of work or two."""


def count(
    geometry: Geometry, cells: npt.NDArray[np.uint8], limit: int, most: int, out: npt.NDArray[np.uint8], others: bool
) -> tuple[int, bool]:
    """The number of solutions, at most ``limit``, or UNDECIDED after so many contradictions (0: never); whether another decided.

    ``others``: another solver may take over, with the contradictions that are left. The first solutions are written to ``out``
    uint8[k, cells], which is 0 before.
    """
    clauses = Clauses(geometry, cells)
    if not others or geometry.size <= SMALL or not satisfiability.available():
        return clauses.count(limit, most, out), False
    own = min(OWN, most or OWN)
    found = clauses.count(limit, own, out)
    if found != UNDECIDED or own == most:
        return found, False
    out[:] = 0
    found = satisfiability.count(clauses, limit, most and most - own, out)
    return found, found != UNDECIDED
