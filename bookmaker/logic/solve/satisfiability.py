"""Hard grids above 9x9 without cages, sums or lines, for the SAT solver CaDiCaL, if installed (the extra ``sat``).

Biere, Fazekas, Fleury and Heisinger: CaDiCaL at the SAT Competition 2020; Ignatiev, Morgado and Marques-Silva: PySAT, SAT 2018.
Its conflicts are counted, not its seconds, so that it gives up in the same way everywhere. What it decided is named in verdicts.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from bookmaker.logic.kernels.learning import UNDECIDED
from bookmaker.logic.solve.clauses import Clauses


@cache
def _solver() -> Any:
    """The class of the solver; None if there is none whose conflicts can be bounded."""
    try:
        from pysat.solvers import Cadical153  # type: ignore[import-untyped]

        with Cadical153(bootstrap_with=[[1]]) as tried:
            tried.conf_budget(1)
            tried.solve_limited()
    except (ImportError, NotImplementedError, AttributeError):
        return None
    return Cadical153


def available() -> bool:
    """Whether there is such a solver."""
    return _solver() is not None


def _ended(solver: Any) -> bool | None:
    """Whether there is a model; None at the bound."""
    from pysolvers import error as ended_from_outside  # type: ignore[import-not-found]

    try:
        ended: bool | None = solver.solve_limited()
    except ended_from_outside as error:
        # Python-sat has a handler of its own for Ctrl-C.
        raise KeyboardInterrupt from error
    return ended


def count(clauses: Clauses, limit: int, most: int, out: npt.NDArray[np.uint8]) -> int:
    """As :meth:`Clauses.count`, by CaDiCaL, within ``most`` of its conflicts (0: no bound)."""
    if clauses.impossible:
        return 0
    found = 0
    with _solver()(bootstrap_with=clauses.literals()) as solver:
        while found < limit:
            if most:
                left = most - solver.accum_stats()["conflicts"]
                if left <= 0:
                    return UNDECIDED
                solver.conf_budget(left)
            ended = _ended(solver)
            if ended is None:
                return UNDECIDED
            if not ended:
                break
            true = [literal for literal in solver.get_model() or () if literal > 0]
            if found < len(out):
                clauses.fill(out[found], np.array(true, np.intp) - 1)
            found += 1
            if not true:
                break  # No cell was open: there is no other solution.
            solver.add_clause([-literal for literal in true])
    return found
