"""Mending with as many givens as before: needed ones are added, and as many superfluous ones dropped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bookmaker.logic.repair.added_givens import Candidates, with_givens
from bookmaker.logic.solve.solver import count_solutions
from bookmaker.puzzles.grid.puzzle import Puzzle

_MENDS = 200
_TRIALS = 3000
"""The most puzzles to solve for one mend, in search of givens that can be dropped together."""


@dataclass(frozen=True, slots=True)
class Move:
    """Givens to add and to drop, each (cell, digit). ``even``: as many as were added could be dropped."""

    added: Candidates
    dropped: Candidates
    even: bool


def moves(puzzle: Puzzle, mends: Sequence[Candidates]) -> Move:
    """The first of the mends that allows dropping as many of the puzzle's own givens; else the one that allows most."""
    best: Move | None = None
    for mend in mends[:_MENDS]:
        dropped = _droppable(puzzle, with_givens(puzzle, mend), len(mend))
        move = Move(mend, tuple((cell, puzzle.givens[cell]) for cell in dropped), len(dropped) == len(mend))
        if move.even:
            return move
        if best is None or len(dropped) > len(best.dropped):
            best = move
    if best is None:
        raise ValueError("there is no mend to begin with")
    return best


def _droppable(puzzle: Puzzle, mended: Puzzle, wanted: int) -> tuple[int, ...]:
    """At most ``wanted`` cells of the puzzle's givens without which the mended one is still proper, as many as possible."""
    trials = 0
    best: tuple[int, ...] = ()

    def going(here: Puzzle, cells: list[int]) -> list[int]:
        counts = count_solutions([with_givens(here, [(cell, 0)]) for cell in cells], 2)
        return [cell for cell, count in zip(cells, counts.tolist(), strict=True) if count == 1]

    def look(here: Puzzle, cells: list[int], gone: tuple[int, ...]) -> bool:
        nonlocal best, trials
        if len(gone) > len(best):
            best = gone
        if len(gone) == wanted or not cells:
            return len(gone) == wanted
        trials += len(cells)
        # A given that is needed now is needed after others are dropped.
        free = going(here, cells)
        for at, cell in enumerate(free):
            if len(gone) + len(free) - at <= len(best):
                break
            if look(with_givens(here, [(cell, 0)]), free[at + 1 :], (*gone, cell)) or trials > _TRIALS:
                break
        return len(best) == wanted

    look(mended, [cell for cell, digit in enumerate(puzzle.givens) if digit], ())
    return best
