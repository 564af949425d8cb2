"""Why an order is unmet, and when one of few givens is given up: where all attempts stay far from it, or take too long.

How many givens are left when none can go varies little from one attempt to the next, by a deviation of about one on 9x9 grids. So
some attempts show what thousands will not reach. Where relations, sums or lines make proofs dear, a bound of work ends the
attempts before that. Work is counted in guesses, never by a clock, so that a seed ends in the same way everywhere: the search of
sums and lines counts its own, for the other one the proofs of some attempts are made once more.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bookmaker.base.errors import Fault
from bookmaker.logic.generation import targets
from bookmaker.logic.generation.attempts import NO_GRID, Run
from bookmaker.logic.generation.order import Order
from bookmaker.logic.generation.targets import TOO_MANY
from bookmaker.logic.kernels.rules import NOT, Array
from bookmaker.logic.techniques.declare import Level
from bookmaker.logic.techniques.requirements import Path
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.grid.symmetry import orbits

_SHARE = 0.25
"""Of the cells: with more givens than that they are not few."""

_FAR = ((4, 30), (3, 200), (2, 2_000))
"""So many givens above the number after so many attempts, and no further one reaches it: five deviations and more."""

_PATHS = 150
"""So many attempts by the path, and none reached it: half a minute at most."""

_VARIED = 3
"""So many more givens above it, where each attempt or some of them have other clues, or another map of regions."""

_GUESSES = 2_000_000
"""The guesses for one puzzle, each as dear as on a 9x9 grid with relations: ten seconds to a minute."""

_DEARER = 4
"""How much dearer a guess is with sums or lines."""

_CANDIDATES = 81 * 9
"""Those of a 9x9 grid."""

_EACH_CELL = 4
"""The least cost of an attempt for each cell, in guesses: a search begins with all that follows from the givens."""

_UNLIKE = 1 / 16, 1 / 4
"""How much cheaper a guess, and the beginning of a search, are where related cells are no more than unlike."""

_FIRST, _GROWTH, _LAST = 10, 4, 20_000
"""Guesses of the first search that tells how many a proof takes, of each further one, and the most."""

_SAMPLE = 8
"""So many attempts tell what one takes."""

_REASONS = {
    NO_GRID: "{count} found no full grid",
    TOO_MANY: "{count} kept too many givens",
    targets.TOO_EASY: "{count} came out easier",
    targets.TOO_HARD: "{count} came out harder",
    targets.NOT_MINIMAL: "{count} were not minimal",
    targets.NOT_UNIQUE: "{count} had several solutions",
    targets.BARRED: "{count} used a technique to avoid",
    targets.NOT_NEEDED: "{count} could be solved without a technique required",
    targets.NO_CUT: "{count} could not be cut into such cages",
    targets.NO_GIVENS: "{count} could not have as many givens as asked",
}


class FewGivens:
    """The results of the attempts at one puzzle so far."""

    def __init__(self, order: Order, by_path: bool = False) -> None:
        """``order``: one of few givens (:func:`is_watched`). ``by_path``: its attempts make no proofs."""
        ground = order.geometry
        self._most, self._cells = order.bounds[1], ground.cell_count
        # Where several givens go at once, their numbers lie further apart.
        self._further = max(map(len, orbits(order.symmetry, ground))) - 1
        self._further += _VARIED if ground.clued or ground.needs_regions else 0
        self._proves, self._by_path = bool(ground.relations) and not ground.clued, by_path
        self._guess, self._begin = (1.0, 1.0) if ground.tables else _UNLIKE
        # At the easiest levels the techniques end the digging, and no proof takes long, but where cells are related.
        easiest = order.level is Level.BEGINNER or (order.level is Level.EASY and not ground.tables)
        self._digs_by_level = easiest and order.path == Path()
        self._bound = _GUESSES * _CANDIDATES / (ground.size * ground.cell_count)
        self._samples: list[float] = []
        self._failed, self._guesses = 0, 0.0
        self._run: Run | None = None
        self._too_many = 0
        self.fewest = ground.cell_count
        """The fewest givens that any attempt reached."""

    @property
    def reached(self) -> str:
        """The fewest givens that any attempt reached, in words; nothing where none kept too many."""
        return f"the fewest givens reached are {self.fewest}" if self._failed else ""

    @property
    def hopeless(self) -> bool:
        """Whether further attempts are of no use."""
        above = self.fewest - self._most - self._further
        if self._by_path and self._failed >= _PATHS:
            return True
        return self._guesses > self._bound or any(above >= far and self._failed >= after for far, after in _FAR)

    def note(self, geometry: Geometry, run: Run, index: int, search: Any, ground: Any) -> None:
        """Take account of the last attempt at a puzzle of a run.

        ``search``: the kernel that counts solutions; ``ground``: what it works on, with the guesses of that attempt.
        """
        givens = run.givens[index]
        left, before = int(np.count_nonzero(givens)), self._too_many if run is self._run else 0
        self._run, self._too_many = run, int(run.tallies[index, TOO_MANY])
        failed = self._too_many > before and left > self._most
        if failed:
            self._failed += 1
            self.fewest = min(self.fewest, left)
        if self._by_path:
            return
        if geometry.needs_cell_search:
            self._guesses += _DEARER * (int(ground.guesses[1]) + _EACH_CELL * self._cells)
        elif self._proves:
            if failed and not self._digs_by_level and len(self._samples) < _SAMPLE:
                self._samples.append(_guesses_to_prove(givens, run.solutions[index], search, ground))
            proofs = sum(self._samples) / max(1, len(self._samples))
            self._guesses += self._guess * proofs + self._begin * _EACH_CELL * self._cells


def is_watched(order: Order) -> bool:
    """Whether an order is of few givens, and leaves it open how many attempts are made."""
    ground, most = order.geometry, order.most
    free = order.mask is None and order.attempts is None and not (ground.overlapping or ground.caged)
    return free and most is not None and most < _SHARE * ground.cell_count


def _guesses_to_prove(givens: Array, solution: Array, search: Any, ground: Any) -> float:
    """About how many guesses it takes to find anew that no given can go."""
    puzzle, out, guesses = givens.copy(), np.zeros((1, len(givens)), np.uint8), 0.0
    for cell in np.flatnonzero(givens):
        puzzle[cell] = NOT + solution[cell]
        most = _FIRST
        while most < _LAST and search(ground, puzzle, 1, most, out) < 0:
            guesses += most
            most *= _GROWTH
        guesses += most / 2
        puzzle[cell] = givens[cell]
    return guesses


def unmet(order: Order, tally: list[int], few: FewGivens | None = None) -> Fault:
    """Why no puzzle was made, by how the attempts at it ended: int[ends]."""
    ends = sorted(((tally[end], reason) for end, reason in _REASONS.items() if tally[end]), reverse=True)
    reasons = ", ".join(reason.format(count=count) for count, reason in ends)
    if few is not None and few.reached:
        reasons += f"; {few.reached}"
    wish = f" ({order.path})" if order.path != Path() else ""
    advice = "choose other sizes of cages, symmetry or difficulty"
    if wish or not order.geometry.caged:
        others = "number of givens, symmetry or difficulty" if not wish else "technique or score, or for less besides"
        advice = f"choose another {others}"
    if tally[NO_GRID] == sum(tally):
        advice = "the rules may leave no full grid of this size: leave one out, or try another size"
    elif tally[targets.NOT_UNIQUE] == sum(tally) and order.mask is not None:
        advice = "draw more cells"
    return Fault(f"no such puzzle{wish} was found in {sum(tally)} attempts: {reasons}", None, advice)
