"""Sudoku as clauses, for a SAT solver that is not ours: a proof of uniqueness that shares no code with the package."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import combinations
from typing import Any

import naive
from pysat.solvers import Minisat22  # type: ignore[import-untyped]


class Prover:
    """Proves puzzles of one size and kind, one after another, in one solver that keeps what it learns.

    The variable of digit d in cell c is ``c * size + d``. Each cell holds exactly one digit, each house each digit, no pair
    of ``apart`` consecutive ones, no pair of ``barred`` (cell, digit) both. ``houses`` take the place of rows, columns and boxes,
    ``cells`` that of size * size.
    """

    def __init__(
        self,
        size: int,
        box: tuple[int, int],
        *,
        diagonals: bool = False,
        apart: Sequence[tuple[int, int]] = (),
        houses: Sequence[Sequence[int]] = (),
        barred: Iterable[tuple[tuple[int, int], tuple[int, int]]] = (),
        cells: int = 0,
    ) -> None:
        self.size, self.cells = size, cells or size * size
        self._solver = Minisat22()
        self._next = self.cells * size + 1
        for cell in range(self.cells):
            self._exactly_one([self._variable(cell, digit) for digit in range(1, size + 1)])
        for house in houses or naive.houses(size, *box, diagonals=diagonals):
            for digit in range(1, size + 1):
                self._exactly_one([self._variable(cell, digit) for cell in house])
        for one_held, other_held in barred:
            self._solver.add_clause([-self._variable(*one_held), -self._variable(*other_held)])
        for pair in apart:
            for one, other in (pair, pair[::-1]):
                for digit in range(1, size):
                    self._solver.add_clause([-self._variable(one, digit), -self._variable(other, digit + 1)])

    def line(
        self,
        cells: Sequence[int],
        start: Hashable,
        step: Callable[[int, Any, int], Any],
        accept: Callable[[Any], bool],
    ) -> None:
        """Cells whose digits lead from a state to one that is accepted. A variable for each state at each place is true there.

        ``step`` has the place in the line, the state and the digit, and returns None where the digit cannot stand there.
        """
        held = {start: self._new()}
        self._solver.add_clause([held[start]])
        for place, cell in enumerate(cells):
            after: dict[Any, int] = {}
            for state, variable in held.items():
                for digit in range(1, self.size + 1):
                    clause = [-variable, -self._variable(cell, digit)]
                    to = step(place, state, digit)
                    if to is not None:
                        if to not in after:
                            after[to] = self._new()
                        clause.append(after[to])
                    self._solver.add_clause(clause)
            held = after
        for state, variable in held.items():
            if not accept(state):
                self._solver.add_clause([-variable])

    def _new(self) -> int:
        self._next += 1
        return self._next - 1

    def _variable(self, cell: int, digit: int) -> int:
        return cell * self.size + digit

    def _exactly_one(self, variables: list[int]) -> None:
        self._solver.add_clause(variables)
        for one, other in combinations(variables, 2):
            self._solver.add_clause([-one, -other])

    def solutions(self, givens: Sequence[int], limit: int = 2) -> list[bytes]:
        """The solutions of a puzzle, so many at most."""
        assumed = [self._variable(cell, digit) for cell, digit in enumerate(givens) if digit]
        found: list[bytes] = []
        # Clauses can be added but not taken away: those that refuse a solution found count only while this is assumed.
        switch, self._next = self._next, self._next + 1
        while len(found) < limit and self._solver.solve(assumptions=[*assumed, switch]):
            true = [variable for variable in self._solver.get_model()[: self.cells * self.size] if variable > 0]
            found.append(bytes((variable - 1) % self.size + 1 for variable in true))
            self._solver.add_clause([-switch, *(-variable for variable in true)])
        self._solver.add_clause([-switch])
        return found
