"""Killers as clauses, for a SAT solver that is not ours: a proof of uniqueness that shares no code with the package."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import naive
from pysat.solvers import Cadical153  # type: ignore[import-untyped]

Cages = Sequence[tuple[int | None, Sequence[int]]]
"""Sums, None for no sum, and cells."""


def solutions(size: int, box: tuple[int, int], cages: Cages, givens: Sequence[int], *, diagonals: bool) -> list[bytes]:
    """The solutions of a Killer, two at most. ``cages``: sums and cells. The variable of digit d in cell c is c * size + d."""

    def variable(cell: int, digit: int) -> int:
        return cell * size + digit

    digits = range(1, size + 1)
    clauses = [[variable(cell, digit) for digit in digits] for cell in range(size * size)]
    for cell in range(size * size):
        clauses += [[-variable(cell, one), -variable(cell, other)] for one, other in combinations(digits, 2)]
    houses = naive.houses(size, *box, diagonals=diagonals)
    clauses += [[variable(cell, digit) for cell in house] for house in houses for digit in digits]
    for cells in [*houses, *(cells for _, cells in cages)]:
        for one, other in combinations(cells, 2):
            clauses += [[-variable(one, digit), -variable(other, digit)] for digit in digits]
    clauses += [[variable(cell, digit)] for cell, digit in enumerate(givens) if digit]
    fresh = size**3 + 1
    for total, cells in cages:
        if total is None:
            continue
        sets = [chosen for chosen in combinations(digits, len(cells)) if sum(chosen) == total]
        names = range(fresh, fresh + len(sets))
        fresh += len(sets)
        clauses.append(list(names))
        # A cell has a digit of the set that is chosen; since the cells differ, the cage has all of that set.
        for name, chosen in zip(names, sets, strict=True):
            clauses += [[-name, -variable(cell, digit)] for cell in cells for digit in digits if digit not in chosen]
    found: list[bytes] = []
    with Cadical153(bootstrap_with=clauses) as solver:
        while len(found) < 2 and solver.solve():
            true = [name for name in solver.get_model()[: size**3] if name > 0]
            found.append(bytes((name - 1) % size + 1 for name in true))
            solver.add_clause([-name for name in true])
    return found
