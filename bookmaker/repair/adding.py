"""The fewest givens that leave one solution: the wanted answer, or whichever needs the fewest.

*To a wanted answer*: added cells must meet every set of cells in which another solution differs from the answer. Such
sets are learned from the solver, each made as small as it can be (in the language of the field, an unavoidable set),
see :mod:`bookmaker.choosing`. *To any answer*: all solutions are listed, and sets of candidates are tried until one
leaves a single solution, rarest first (:mod:`bookmaker.kernels.discerning`). Too many to list: an answer is chosen by
the greedy rule, and what is proven is proven for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from bookmaker.choosing import PATIENCE, smallest_sets
from bookmaker.grid.puzzle import Puzzle
from bookmaker.solving import count_solutions, random_solutions, solution_array

MANY = 200_000
"""More solutions than this are not listed to find the best answer among them."""

NAMED = 1000
"""Smallest mends that are named; of more it is said that there are more."""

_LOOKED_AT = 1_500_000_000
"""Solutions times cells looked at for one number of additions, some seconds, after which it is not proven."""

Candidates = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Additions:
    """What was found.

    mends: smallest sets of (cell, digit) to add, each ascending, at most NAMED. complete: whether these are all.
    least: it is proven that no fewer will do. proven: ``least`` is the size of these. any_answer: whether the proof
    is about every answer, not about one.
    """

    mends: tuple[Candidates, ...]
    complete: bool
    least: int
    proven: bool
    any_answer: bool


def with_givens(puzzle: Puzzle, added: Iterable[tuple[int, int]]) -> Puzzle:
    """The puzzle with further givens (cell, digit); digit 0 takes one away."""
    givens = bytearray(puzzle.givens)
    for cell, digit in added:
        givens[cell] = digit
    return replace(puzzle, givens=bytes(givens))


def _other(puzzle: Puzzle, answer: bytes, cells: Iterable[int]) -> bytes | None:
    """A solution other than the answer that agrees with it in these cells."""
    for row in solution_array(with_givens(puzzle, ((cell, answer[cell]) for cell in cells)), 2):
        if row.tobytes() != answer:
            return bytes(row)
    return None


def to_answer(puzzle: Puzzle, answer: bytes, enough: int = NAMED, patience: int = PATIENCE) -> Additions:
    """The smallest additions that leave ``answer``, one of the puzzle's solutions, as the only one."""
    everywhere = range(len(answer))

    def missed(chosen: tuple[int, ...]) -> list[int] | None:
        other = _other(puzzle, answer, chosen)
        if other is None:
            return None
        differing = [cell for cell in everywhere if other[cell] != answer[cell]]
        # Made smaller while another solution differs in some of these cells only.
        for cell in tuple(differing):
            if cell not in differing:
                continue
            fixed = [at for at in everywhere if at not in differing or at == cell]
            closer = _other(puzzle, answer, fixed)
            if closer is not None:
                differing = [at for at in differing if closer[at] != answer[at]]
        return differing

    empty = puzzle.geometry.cell_count - puzzle.given_count
    found = smallest_sets(puzzle.geometry.cell_count, missed, empty, enough, patience)
    mends = tuple(tuple((cell, answer[cell]) for cell in cells) for cells in sorted(found.sets))
    if mends:
        return Additions(mends, found.complete, found.least, True, False)
    return Additions((_greedy_to(puzzle, answer),), False, found.least, False, False)


def _greedy_to(puzzle: Puzzle, answer: bytes) -> Candidates:
    """Additions without a superfluous one that leave the answer: not smallest, but soon found."""
    added: list[int] = []
    while (other := _other(puzzle, answer, added)) is not None:
        # The cell that tells the answer from most of the solutions met first.
        met = solution_array(with_givens(puzzle, ((cell, answer[cell]) for cell in added)), 1000)
        agree = (met == np.frombuffer(answer, np.uint8)).sum(axis=0)
        agree[[cell for cell in range(len(answer)) if other[cell] == answer[cell]]] = len(met) + 1
        added.append(int(agree.argmin()))
    for cell in tuple(added):
        fewer = [at for at in added if at != cell]
        if _other(puzzle, answer, fewer) is None:
            added = fewer
    return tuple((cell, answer[cell]) for cell in sorted(added))


def frequencies(solutions: npt.NDArray[np.uint8], size: int) -> npt.NDArray[np.int64]:
    """How often each digit stands in each cell: uint8[n, cells] -> int64[cells, size + 1]."""
    from bookmaker.kernels import discerning

    counts = np.zeros((solutions.shape[1], size + 1), np.int64)
    discerning.frequencies(solutions, counts)
    return counts


def to_any(puzzle: Puzzle, enough: int = NAMED, patience: int = PATIENCE) -> Additions:
    """The smallest additions that leave one solution, whichever. The puzzle must have several."""
    solutions = solution_array(puzzle, MANY)
    if len(solutions) == MANY:
        return _too_many(puzzle, enough, patience)
    found = _discerned(puzzle, enough, patience, puzzle.geometry.cell_count)
    if found is None:
        raise ValueError("a single solution needs no additions")
    return found


def _discerned(puzzle: Puzzle, enough: int, patience: int, largest: int) -> Additions | None:
    """Smallest additions of at most ``largest`` candidates to a puzzle of less than MANY solutions."""
    from bookmaker.kernels import discerning

    solutions = solution_array(puzzle, MANY)
    counts = frequencies(solutions, puzzle.geometry.size)
    order = sorted(
        (int(counts[cell, digit]), cell, digit)
        for cell, digit in np.argwhere(counts).tolist()
        if counts[cell, digit] < len(solutions)
    )
    candidates = np.array([(cell, digit) for _, cell, digit in order], np.int64).reshape(-1, 2)
    cells = np.unique(candidates[:, 0])
    for size in range(1, largest + 1):
        room, found = np.zeros((enough, size), np.int64), np.zeros(2, np.int64)
        status = discerning.smallest(solutions, cells, candidates, size, _LOOKED_AT, enough, room, found)
        if found[0]:
            mends = sorted(
                tuple(sorted((int(cell), int(digit)) for cell, digit in candidates[chosen]))
                for chosen in room[: int(found[0])]
            )
            return Additions(tuple(mends), status == discerning.DONE, size, True, True)
        if status == discerning.TIRED:
            known = to_answer(puzzle, greedy_answer(puzzle, solutions), enough, patience)
            proven = len(known.mends[0]) == size
            return replace(known, least=size, proven=proven, complete=False, any_answer=True)
    return None


def _too_many(puzzle: Puzzle, enough: int, patience: int) -> Additions:
    """Rare candidates are added until the solutions can be listed; then the fewest for the rest, and for the answer so found.

    Where one candidate makes the list short enough, the next rarest are tried as well.
    """
    first: list[tuple[int, int]] = []
    here = puzzle
    while len(solutions := solution_array(here, MANY)) == MANY:
        rare = _rare(here, solutions)
        first.append(rare[0])
        here = with_givens(puzzle, first)
    rest = to_any(here, 1, patience).mends[0] if len(solutions) > 1 else ()
    mend = tuple(sorted([*first, *rest]))
    if len(first) == 1:
        for option in rare[1:_TRIED]:
            shorter = _discerned(with_givens(puzzle, [option]), 1, patience, len(mend) - 2)
            if shorter is not None:
                mend = tuple(sorted([option, *shorter.mends[0]]))
    answer = solution_array(with_givens(puzzle, mend), 1)[0].tobytes()
    found = to_answer(puzzle, answer, enough, patience)
    if len(found.mends[0]) > len(mend):
        found = replace(found, mends=(mend,))
    least = 2 if found.least > 1 and not _one_will_do(puzzle) else 1
    return replace(found, least=least, proven=least == len(found.mends[0]), complete=False, any_answer=True)


_SAMPLE = 3000
_RAREST = 60
_TRIED = 12
_CEILINGS = (1_000, 10_000, 100_000)


def _rare(puzzle: Puzzle, met: npt.NDArray[np.uint8]) -> list[tuple[int, int]]:
    """Candidates that few solutions have, the rarest first. ``met``: the solutions met first, too many to be all, and
    much alike.
    """
    sample = met if puzzle.cages else random_solutions(puzzle, _SAMPLE, 1)
    if not len(sample):
        sample = met
    counts = frequencies(sample, puzzle.geometry.size)[:, 1:]
    counts[np.frombuffer(puzzle.givens, np.uint8) > 0] = len(sample) + 1
    order = np.argsort(counts.ravel(), kind="stable").tolist()
    options = [(at // puzzle.geometry.size, at % puzzle.geometry.size + 1) for at in order]
    possible = count_solutions([with_givens(puzzle, [option]) for option in options], 1)
    rarest = [option for option, count in zip(options, possible.tolist(), strict=True) if count][:_RAREST]
    for ceiling in _CEILINGS:
        # Far above the first ceiling the order of the sample has to do.
        rarest = rarest if ceiling == _CEILINGS[0] else rarest[:_TRIED]
        found = count_solutions([with_givens(puzzle, [option]) for option in rarest], ceiling)
        if found.min() < ceiling:
            return [rarest[at] for at in np.argsort(found, kind="stable").tolist() if found[at] < ceiling]
    return rarest[:1]


def greedy_answer(puzzle: Puzzle, solutions: npt.NDArray[np.uint8]) -> bytes:
    """The solution that is left by adding the rarest candidate again and again; ``solutions`` are all of the puzzle's."""
    while len(solutions) > 1:
        counts = frequencies(solutions, puzzle.geometry.size)
        counts[counts == 0] = len(solutions) + 1
        cell, digit = divmod(int(counts.argmin()), counts.shape[1])
        solutions = solutions[solutions[:, cell] == digit]
    return bytes(solutions[0])


def _one_will_do(puzzle: Puzzle) -> bool:
    """Whether one further given somewhere leaves one solution."""
    size = puzzle.geometry.size
    empty = [cell for cell, digit in enumerate(puzzle.givens) if digit == 0]
    trials = [with_givens(puzzle, [(cell, digit)]) for cell in empty for digit in range(1, size + 1)]
    return bool((count_solutions(trials, 2) == 1).any())


def keeps_symmetry(puzzle: Puzzle, orbits: Sequence[tuple[int, ...]]) -> bool:
    """Whether the givens stand in whole orbits."""
    return all(len({bool(puzzle.givens[cell]) for cell in orbit}) == 1 for orbit in orbits)
