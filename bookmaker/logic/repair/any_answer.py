"""The fewest givens that leave one solution, no matter which.

If all solutions can be listed, sets of candidates are tried on the list, the rarest first. If not, sampling finds few givens and
proves a lower bound (:mod:`bookmaker.logic.repair.sampled_answers`); then the fewest for the answer so found follow.
"""

from __future__ import annotations

from dataclasses import replace

from bookmaker.logic.repair.added_givens import MANY, NAMED, Additions, to_answer, with_givens
from bookmaker.logic.repair.distinguishing_givens import discerned, rarest_first
from bookmaker.logic.repair.sampled_answers import LOOKS, few_givens, least_number
from bookmaker.logic.solve.minimum_hitting_set import PATIENCE
from bookmaker.logic.solve.solver import solution_array
from bookmaker.puzzles.grid.puzzle import Puzzle

_LOOKED_AT = 1_500_000_000
"""Solutions times cells to examine for one number of additions, some seconds; beyond that nothing is proven."""

_LISTED_EFFORT = 0.3
"""The least effort where all solutions can be listed, which takes no second then."""


def to_any(puzzle: Puzzle, effort: float = 1.0) -> Additions:
    """The smallest additions that leave one solution, no matter which. The puzzle must have several.

    ``effort``: the part of the usual work after which nothing more is proven.
    """
    patience, looked_at = int(PATIENCE * effort), int(_LOOKED_AT * max(effort, _LISTED_EFFORT))
    solutions = solution_array(puzzle, MANY)
    if len(solutions) == MANY:
        return _too_many(puzzle, patience, effort)
    for number in range(1, puzzle.geometry.cell_count + 1):
        found = discerned(solutions, puzzle.geometry.size, number, looked_at, NAMED)
        if found.mends:
            return Additions(found.mends, found.complete, number, True, True)
        if found.tired:
            few = with_givens(puzzle, rarest_first(solutions, puzzle.geometry.size))
            known = to_answer(puzzle, solution_array(few, 1)[0].tobytes(), patience=patience)
            proven = len(known.mends[0]) == number
            return replace(known, least=number, proven=proven, complete=False, any_answer=True)
    raise ValueError("a single solution needs no additions")


def _too_many(puzzle: Puzzle, patience: int, effort: float) -> Additions:
    least, mend = least_number(puzzle, looks=int(LOOKS * effort))
    if mend is None:
        mend = few_givens(puzzle, least)
    answer = solution_array(with_givens(puzzle, mend), 1)[0].tobytes()
    found = to_answer(puzzle, answer, patience=patience)
    mends = found.mends if len(found.mends[0]) <= len(mend) else (mend,)
    return Additions(mends, False, least, len(mends[0]) == least, True)
