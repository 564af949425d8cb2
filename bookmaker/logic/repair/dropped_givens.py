"""Puzzles without a solution: the fewest givens to drop so that there is one.

Dropping givens leaves a solution if and only if they meet every contradictory set of givens (Reiter, "A theory of diagnosis from
first principles", Artificial Intelligence 32, 1987). Such sets are learned one by one, see
:mod:`bookmaker.logic.solve.minimum_hitting_set`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bookmaker.logic.repair.added_givens import with_givens
from bookmaker.logic.solve.minimum_hitting_set import Choices, smallest_sets
from bookmaker.logic.solve.solver import UNDECIDED, count_solutions
from bookmaker.puzzles.grid.puzzle import Puzzle

_GUESSES = 200_000
_ALONE = 5000
"""Guesses to prove that givens contradict each other; to see whether one of them is the cause."""

LARGEST = 12
"""Nobody mends a puzzle by dropping more givens than this."""


def keeping(puzzle: Puzzle, cells: Iterable[int]) -> Puzzle:
    """The puzzle with the givens of these cells only."""
    givens = bytearray(len(puzzle.givens))
    for cell in cells:
        givens[cell] = puzzle.givens[cell]
    return replace(puzzle, givens=bytes(givens), answer=None)


def _contradicts(puzzle: Puzzle, cells: Iterable[int]) -> bool:
    """Whether it is proven that no solution has the givens of these cells."""
    return int(count_solutions(keeping(puzzle, cells), 1, max_nodes=_GUESSES)[0]) == 0


def _given_cells(puzzle: Puzzle) -> list[int]:
    return [cell for cell, digit in enumerate(puzzle.givens) if digit]


def smallest_drops(puzzle: Puzzle, enough: int = 1000) -> Choices:
    """The smallest sets of givens without which there is a solution. The puzzle must have none."""
    cells = _given_cells(puzzle)
    # Most often one given is wrong, and the trials are fewer than the proofs that lead to it.
    trials = [with_givens(puzzle, [(cell, 0)]) for cell in cells]
    counts = count_solutions(trials, 1, max_nodes=_ALONE)
    single = tuple((cell,) for cell, count in zip(cells, counts.tolist(), strict=True) if count > 0)
    if single:
        return Choices(single[:enough], len(single) <= enough and bool((counts != UNDECIDED).all()), 1)

    def missed(chosen: tuple[int, ...]) -> list[int] | None:
        kept = [cell for cell in cells if cell not in chosen]
        if not _contradicts(puzzle, kept):
            return None
        for cell in tuple(kept):
            fewer = [other for other in kept if other != cell]
            if _contradicts(puzzle, fewer):
                kept = fewer
        return kept

    return smallest_sets(puzzle.geometry.cell_count, missed, min(len(cells), LARGEST), enough)
