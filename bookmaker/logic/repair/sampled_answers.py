"""More solutions than can be listed: few givens that leave one of them, and a lower bound of their number.

*Few givens* come from descents and swaps. A descent adds the candidate that the fewest solutions have, by an unbiased sample of
them, until they can be listed. It then finds the fewest candidates that distinguish one of those from the others. Descents start
from several rare candidates. Swaps remove a few of the givens so found, look for fewer that suffice, and continue from equally
few (a local search with large neighbourhoods: Shaw, "Using constraint programming and local search methods to solve vehicle
routing problems", CP 1998). The work is bounded and the seed fixed, so that the same puzzle always gets the same givens.

Known solutions prove *the lower bound*: a set of candidates that two of them share does not suffice. The solver checks each other
set, and its solutions become known.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from bookmaker.base.seeds import seed_for
from bookmaker.logic.kernels import distinguishing_digits
from bookmaker.logic.repair.added_givens import LOOK, Candidates, discerned, rarest_first, with_givens
from bookmaker.logic.solve.solver import UNDECIDED, sampled_solutions, solution_array, two_solutions
from bookmaker.logic.solve.work import Bound, Spent, Work, charge, spending
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules.limits import fewest_givens

_SEED = 1
_SAMPLE = 2000
_STARTS = 8
_LISTED = 20_000
"""The most solutions listed to distinguish them; a list takes some hundredths of a second."""

_LOOKED_AT = 40_000_000
"""Solutions times cells to examine for one number of candidates among listed solutions."""

_SWAPPING = 400_000_000
"""The same for all swaps: some seconds."""

_GONE = (2, 3, 3, 4)
"""How many givens are removed at once."""

_OTHERS = 200

MOST_PROVEN = 3
"""Of more candidates it is not tried to prove that all of them are needed."""

_POOL = 30_000
_LARGEST_POOL = 100_000
_SETS = 20_000
LOOKS = 5_000_000_000
_ASKED = 2_000_000
"""The most sets of candidates for the solver, a few microseconds each."""

_GUESSES = 20_000
_MORE_GUESSES = 2_000_000


def few_givens(
    puzzle: Puzzle,
    least: int = 1,
    listed: int = _LISTED,
    looks: int = _SWAPPING,
    starts: int = _STARTS,
    bound: Bound = 0,
) -> Candidates:
    """Candidates that leave one solution of a puzzle that has several: not always the fewest, but few.

    Fewer than ``least`` do not suffice and are not tried. ``listed``: the most solutions to list at once, to distinguish
    them. ``looks`` bounds the solutions times cells to examine for swaps. ``starts``: how many descents, at most 8.
    ``bound`` is for each search of a descent. Raises Spent if no descent came to an end.
    """
    found: list[Candidates] = []
    try:
        with spending(_DESCENDING):
            found += (_descent(puzzle, start, listed, bound) for start in range(starts))
    except Spent:
        if not found:
            raise
    best = min(found, key=len)
    return best if puzzle.cages else swapped(puzzle, best, least, listed, looks)


_PROVING, _DESCENDING, _SWAPS = Work(8), Work(6), Work(2)
"""Of the work for one puzzle, what may go into the lower bound, into descents, and into swaps."""


def _sample(puzzle: Puzzle, most: int) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.float64]]:
    """Solutions and their weights, which sum to the number of solutions; of a Killer the first ``most``, which are much alike."""
    if not puzzle.cages:
        found, weights = sampled_solutions(puzzle, _SAMPLE, _SEED)
        if len(found):
            return found, weights
    found = solution_array(puzzle, most)
    return found, np.ones(len(found))


def _descent(puzzle: Puzzle, start: int, most: int, bound: Bound = 0) -> Candidates:
    """A mend that begins with the candidate of the ``start``-th fewest solutions, ``start`` < 8.

    There are as many: two solutions differ in at least two cells of two rows.
    """
    size = puzzle.geometry.size
    added: list[tuple[int, int]] = []
    here = puzzle
    while True:
        found, weights = _sample(here, most)
        if weights.sum() < most / 2:
            listed = solution_array(here, most, bound)
            if not len(listed):
                raise Spent
            if len(listed) < most:
                return tuple(sorted((*added, *_distinguished(listed, size))))
        places = np.arange(len(here.givens)) * (size + 1) + found
        shares = np.bincount(places.ravel(), np.repeat(weights, len(here.givens)), len(here.givens) * (size + 1))
        given = np.frombuffer(here.givens, np.uint8) > 0
        shares[(shares == 0) | given.repeat(size + 1)] = np.inf
        order = np.argsort(shares, kind="stable")
        added.append(divmod(int(order[0 if added else start]), size + 1))
        here = with_givens(puzzle, added)


def _distinguished(listed: npt.NDArray[np.uint8], size: int) -> Candidates:
    """The fewest candidates that only one of the listed solutions has, or few if a proof takes too long."""
    greedy = rarest_first(listed, size)
    for number in range(1, len(greedy)):
        found = discerned(listed, size, number, _LOOKED_AT, 1)
        if found.mends:
            return found.mends[0]
        if found.tired:
            break
    return greedy


def swapped(puzzle: Puzzle, mend: Candidates, least: int, listed: int, looks: int) -> Candidates:
    """Fewer candidates than the mend's, by replacing some of them; the mend itself if none are found.

    The bounds are those of :func:`few_givens`.
    """
    best = mend
    try:
        with spending(_SWAPS):
            for fewer in _swaps(puzzle, mend, least, listed, looks):
                best = fewer
    except Spent:
        pass
    return tuple(sorted(best))


def _swaps(puzzle: Puzzle, mend: Candidates, least: int, most: int, looks: int) -> Iterator[Candidates]:
    """Mends of fewer and fewer candidates."""
    size, left, turn = puzzle.geometry.size, looks, 0
    best = here = mend
    while left > 0 and len(best) > least:
        turn += 1
        draw = seed_for(_SEED, turn)
        order = sorted(range(len(here)), key=lambda place: seed_for(_SEED, turn, place))
        gone = order[: _GONE[draw % len(_GONE)]]
        kept = tuple(one for place, one in enumerate(here) if place not in gone)
        listed = solution_array(with_givens(puzzle, kept), most)
        left -= listed.size + most
        if len(listed) == most:
            continue
        for number in range(1, len(gone) + 1):
            fewer = number < len(gone)
            found = discerned(listed, size, number, _LOOKED_AT, 1 if fewer else _OTHERS)
            left -= found.looked
            if found.mends:
                here = (*kept, *found.mends[draw % len(found.mends)])
                if fewer:
                    best = here
                    yield best
            if found.mends or found.tired:
                break


def least_number(
    puzzle: Puzzle, most: int = MOST_PROVEN, asked: int = _ASKED, looks: int = LOOKS
) -> tuple[int, Candidates | None]:
    """A lower bound of the candidates that leave one solution, and a mend of that size, thus a smallest one, if one was found.

    Tries sets of at most ``most`` candidates. The solver checks at most ``asked`` sets; ``looks`` bounds the known solutions
    times cells to examine. The puzzle must have several solutions.
    """
    known = least_missing(puzzle)
    if puzzle.cages or known > most:
        return known, None
    number = 1
    try:
        with spending(_PROVING):
            search = _Proof(puzzle, asked, looks)
            for number in range(1, most + 1):
                mend = search.mend_of(number)
                if mend is not None:
                    return number, mend
                if search.tired:
                    return max(known, number), None
    except Spent:
        return max(known, number), None
    return max(known, most + 1), None


def least_missing(puzzle: Puzzle) -> int:
    """A lower bound of the givens that a puzzle with several solutions lacks, known of its kind without a search."""
    ground = puzzle.geometry
    return max(1, fewest_givens(ground.kind, ground.size)[0] - puzzle.given_count)


class _Proof:
    """The known solutions of a puzzle, and which pairs of its candidates no solution has."""

    def __init__(self, puzzle: Puzzle, asked: int, looks: int) -> None:
        self._ground, self._left, self._looks = puzzle.geometry, asked, np.array([looks])
        self.tired = False
        self._givens = np.frombuffer(puzzle.givens, np.uint8)
        met = np.unique(sampled_solutions(puzzle, _POOL, _SEED)[0], axis=0)
        self._pool = np.zeros((_LARGEST_POOL, len(self._givens)), np.uint8)
        self._count = len(met)
        self._pool[: len(met)] = met
        self._met = {solution.tobytes() for solution in met}
        cells = np.flatnonzero(self._givens == 0)
        digits = np.arange(1, self._ground.size + 1)
        self._candidates = np.array([(cell, digit) for cell in cells for digit in digits], np.int64)
        self._apart = np.zeros((len(self._candidates),) * 2, np.uint8)
        self._apart[self._candidates[:, None, 0] == self._candidates[None, :, 0]] = 1

    def mend_of(self, number: int) -> Candidates | None:
        """A set of ``number`` candidates that leaves one solution if no fewer do. ``tired``: not decided."""
        if number == 1:
            only, none = self._ask(np.arange(len(self._candidates))[:, None])
            self._candidates = np.delete(self._candidates, none, axis=0)
            self._apart = np.delete(np.delete(self._apart, none, axis=0), none, axis=1)
            return only
        sets = np.zeros((max(_SETS, len(self._candidates)), number), np.int64)
        place = np.arange(number - 1)
        cells = np.unique(self._candidates[:, 0])
        while place[0] < len(self._candidates) and not self.tired:
            before = self._looks.item()
            found = distinguishing_digits.uncovered(
                self._pool, self._count, cells, self._candidates, self._apart, number, sets, place, self._looks
            )
            charge((before - self._looks.item()) * LOOK)
            only, none = self._ask(sets[:found])
            if only is not None:
                return only
            if number == 2:
                self._apart[sets[none, 0], sets[none, 1]] = self._apart[sets[none, 1], sets[none, 0]] = 1
            self.tired |= self._looks.item() < 0
        return None

    def _ask(self, sets: npt.NDArray[np.int64]) -> tuple[Candidates | None, npt.NDArray[np.int64]]:
        """The first of the sets that leaves one solution, and which leave none. Solutions found join the pool."""
        self._left -= len(sets)
        self.tired = self._left < 0
        if not len(sets):
            return None, np.zeros(0, np.int64)
        trials = np.repeat(self._givens[None], len(sets), axis=0)
        for column in range(sets.shape[1]):
            chosen = self._candidates[sets[:, column]]
            trials[np.arange(len(sets)), chosen[:, 0]] = chosen[:, 1]
        counts, met = two_solutions(trials, self._ground, _GUESSES)
        hard = np.flatnonzero(counts == UNDECIDED)
        if len(hard):
            counts[hard], met[hard] = two_solutions(trials[hard], self._ground, _MORE_GUESSES)
            self.tired |= bool((counts == UNDECIDED).any())
        for solution in met[counts == 2].reshape(-1, met.shape[2]):
            # A duplicate in the pool would look like two solutions that share all candidates.
            if self._count < _LARGEST_POOL and solution.tobytes() not in self._met:
                self._met.add(solution.tobytes())
                self._pool[self._count] = solution
                self._count += 1
        single = np.flatnonzero(counts == 1)
        only = self._candidates[sets[single[0]]].tolist() if len(single) else None
        return None if only is None else tuple(sorted(map(tuple, only))), np.flatnonzero(counts == 0)
