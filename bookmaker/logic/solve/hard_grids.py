"""Grids that the general search could not decide, as clauses: our search that learns, and another solver after it on large
grids, if any.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from bookmaker.logic.kernels.learning import STATE, UNDECIDED, LearningWorkspace, search
from bookmaker.puzzles.grid.geometry import Geometry

# Puzzles as clauses over their candidates, for the search that learns (:mod:`bookmaker.logic.kernels.learning`).
#
# A variable is a candidate of an open cell. An open cell has at least one digit, and a digit at least one place in each house.
# Candidates that exclude each other are apart. Houses, peers and relations are all that a geometry says, so that this serves
# every rule without cages.

_MOST_CLAUSES = 1 << 19
_MOST_WORDS = 1 << 24
"""Room for clauses. The pages that a search does not use cost nothing."""


def _candidates(geometry: Geometry, cells: Sequence[int]) -> list[int] | None:
    """The candidates of each cell as bits, after the givens and all naked singles; None if a cell has none."""
    every = (1 << geometry.size) - 1
    found = [1 << digit - 1 if digit else every for digit in cells]
    if geometry.may:
        found = [mask & may for mask, may in zip(found, geometry.may, strict=True)]
    if not all(found):
        return None
    waiting = [cell for cell, mask in enumerate(found) if mask & (mask - 1) == 0]
    known = set(waiting)
    while waiting:
        cell = waiting.pop()
        digit = found[cell].bit_length() - 1
        forbidden = [(other, 1 << digit) for other in geometry.peers[cell]]
        for table, related in zip(geometry.tables, geometry.related, strict=True):
            forbidden += [(other, every & ~table[digit]) for other in related[cell]]
        for other, gone in forbidden:
            if found[other] & gone:
                found[other] &= ~gone
                if not found[other]:
                    return None
                if other not in known and found[other] & (found[other] - 1) == 0:
                    known.add(other)
                    waiting.append(other)
    return found


def _bits(mask: int) -> Iterator[int]:
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


def _flat(lists: Sequence[Sequence[int]]) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """Where each list starts, and the items of all."""
    starts = np.cumsum([0, *map(len, lists)]).astype(np.int32)
    return starts, np.array([item for items in lists for item in items], np.int32)


class Clauses:
    """The clauses of one puzzle, uint8[cells], 0 = empty. It is ``impossible`` if its givens leave a cell or a digit no place."""

    def __init__(self, geometry: Geometry, cells: npt.NDArray[np.uint8]) -> None:
        size = geometry.size
        found = None if cells.max() > size else _candidates(geometry, cells.tolist())
        self.impossible = found is None
        if found is None:
            return
        self._decided = np.zeros(len(cells), np.uint8)
        number: dict[tuple[int, int], int] = {}
        one_of: list[list[int]] = []
        for cell, mask in enumerate(found):
            if mask & (mask - 1):
                one_of.append([number.setdefault((cell, digit), len(number)) for digit in _bits(mask)])
            else:
                self._decided[cell] = mask.bit_length()
        apart: list[set[int]] = [set() for _ in number]
        for variables in one_of:
            for one, other in combinations(variables, 2):
                apart[one].add(other)
                apart[other].add(one)
        for (cell, digit), variable in number.items():
            apart[variable].update(number[other, digit] for other in geometry.peers[cell] if (other, digit) in number)
            for table, related in zip(geometry.tables, geometry.related, strict=True):
                for other in related[cell]:
                    for gone in _bits(found[other] & ~table[digit]):
                        if (other, gone) in number:
                            apart[variable].add(number[other, gone])
                            apart[number[other, gone]].add(variable)
        for house in geometry.houses:
            for digit in range(size):
                if not any(self._decided[cell] == digit + 1 for cell in house.cells):
                    places = [number[cell, digit] for cell in house.cells if (cell, digit) in number]
                    self.impossible |= not places
                    one_of.append(places)
        self._cells = np.array([cell for cell, _ in number], np.int64)
        self._digits = np.array([digit + 1 for _, digit in number], np.uint8)
        self._apart = [sorted(others) for others in apart]
        self._one_of = one_of

    def count(self, limit: int, most: int, out: npt.NDArray[np.uint8]) -> int:
        """The number of solutions, at most ``limit``, or UNDECIDED after ``most`` contradictions (0 = never).

        The first ones are written to ``out`` uint8[k, cells].
        """
        if self.impossible:
            return 0
        models = np.zeros((len(out), len(self._cells)), np.uint8)
        start, one_of = _flat(self._one_of)
        found = search(workspace(self._apart), one_of, start, limit, most, models)
        for row, model in zip(out[: max(found, 0)], models, strict=False):
            self.fill(row, np.flatnonzero(model))
        return int(found)

    def literals(self) -> Iterator[list[int]]:
        """The clauses as SAT solvers take them: variable i is the number i + 1, its opposite is negative."""
        for variables in self._one_of:
            yield [variable + 1 for variable in variables]
        for variable, others in enumerate(self._apart):
            for other in others:
                if other > variable:
                    yield [-variable - 1, -other - 1]

    def fill(self, row: npt.NDArray[np.uint8], true: npt.NDArray[np.intp]) -> None:
        """Write the grid uint8[cells] in which these variables are true."""
        row[:] = self._decided
        row[self._cells[true]] = self._digits[true]


def workspace(apart: Sequence[Sequence[int]]) -> LearningWorkspace:
    """The working memory of one search: for each variable, the later and earlier ones that cannot be true with it."""
    start, others = _flat(apart)
    lengths = {"n": len(apart), "m": _MOST_CLAUSES, "words": _MOST_WORDS, "STATE": STATE}
    return LearningWorkspace.blank(lengths, apart_start=start, apart=others)


# Hard grids above 9x9 without cages, sums or lines, for the SAT solver CaDiCaL, if installed (the extra ``sat``).
#
# Biere, Fazekas, Fleury and Heisinger: CaDiCaL at the SAT Competition 2020; Ignatiev, Morgado and Marques-Silva: PySAT, SAT 2018.
# Its conflicts are counted, not its seconds, so that it gives up in the same way everywhere. Verdicts name it.


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


def count_by_cadical(clauses: Clauses, limit: int, most: int, out: npt.NDArray[np.uint8]) -> int:
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
    if not others or geometry.size <= SMALL or not available():
        return clauses.count(limit, most, out), False
    own = min(OWN, most or OWN)
    found = clauses.count(limit, own, out)
    if found != UNDECIDED or own == most:
        return found, False
    out[:] = 0
    found = count_by_cadical(clauses, limit, most and most - own, out)
    return found, found != UNDECIDED
