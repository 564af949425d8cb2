"""Mending Killers by their cages: sums that are wrong or missing, and cages to split so that one solution is left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from bookmaker.grid.adjacency import connected
from bookmaker.grid.puzzle import Cage, Puzzle
from bookmaker.solve.solver import count_solutions

_GUESSES = 200_000
_MOST_SPLITS = 5_000


@dataclass(frozen=True, slots=True)
class Resum:
    """The cage with these cells gets the sum ``new``; ``old`` is None if it had none."""

    cells: tuple[int, ...]
    old: int | None
    new: int


@dataclass(frozen=True, slots=True)
class Split:
    """A cage is cut in two: each part with its sum."""

    one: Cage
    other: Cage


def resummed(puzzle: Puzzle, changes: Sequence[Resum]) -> Puzzle:
    """The puzzle with other sums."""
    new = {change.cells: change.new for change in changes}
    cages = tuple(replace(cage, sum=new.get(cage.cells, cage.sum)) for cage in puzzle.cages)
    return replace(puzzle, cages=cages)


def split(puzzle: Puzzle, how: Split) -> Puzzle:
    """The puzzle with a cage in two."""
    whole = tuple(sorted(how.one.cells + how.other.cells))
    kept = tuple(cage for cage in puzzle.cages if cage.cells != whole)
    return replace(puzzle, cages=(*kept, how.one, how.other))


def by_answer(puzzle: Puzzle, answer: bytes) -> tuple[Resum, ...]:
    """The sums that are missing, or differ from the answer's."""
    told = ((cage, sum(answer[cell] for cell in cage.cells)) for cage in puzzle.cages)
    return tuple(Resum(cage.cells, cage.sum, new) for cage, new in told if cage.sum != new)


def other_sums(puzzle: Puzzle) -> tuple[Resum, ...]:
    """Every change of one sum that makes a puzzle without a solution proper, the smallest change first."""
    size = puzzle.geometry.size
    trials = []
    for cage in puzzle.cages:
        count = len(cage.cells)
        if cage.sum is None or not 0 < count <= size:
            continue
        least, most = count * (count + 1) // 2, count * (2 * size + 1 - count) // 2
        trials += [Resum(cage.cells, cage.sum, new) for new in range(least, most + 1) if new != cage.sum]
    counts = count_solutions([resummed(puzzle, [trial]) for trial in trials], 2, max_nodes=_GUESSES)
    proper = [trial for trial, count in zip(trials, counts.tolist(), strict=True) if count == 1]
    return tuple(sorted(proper, key=lambda trial: (abs(trial.new - (trial.old or 0)), trial.cells)))


def proper_splits(puzzle: Puzzle, answers: Sequence[bytes]) -> tuple[Split, ...]:
    """Every cut of one cage in two connected parts that leaves one solution, one of the answers.

    Cages of single cells, which are givens in disguise, come last.
    """
    trials = list(dict.fromkeys(_splits(puzzle, answers)))[:_MOST_SPLITS]
    counts = count_solutions([split(puzzle, trial) for trial in trials], 2, max_nodes=_GUESSES)
    proper = [trial for trial, count in zip(trials, counts.tolist(), strict=True) if count == 1]
    return tuple(sorted(proper, key=lambda how: (min(len(how.one.cells), len(how.other.cells)) == 1, how.one.cells)))


def _splits(puzzle: Puzzle, answers: Sequence[bytes]) -> Iterator[Split]:
    for cage in puzzle.cages:
        for part in _cuts(cage.cells, puzzle.geometry.size):
            rest = tuple(cell for cell in cage.cells if cell not in part)
            for answer in answers:
                sums = (sum(answer[cell] for cell in cells) for cells in (part, rest))
                one, other = (Cage(cells, total) for cells, total in zip((part, rest), sums, strict=True))
                yield Split(one, other)


@cache
def _cuts(cells: tuple[int, ...], size: int) -> tuple[tuple[int, ...], ...]:
    """The parts with the first cell that are connected and leave a connected rest."""
    first, *others = cells
    found = []
    for mask in range((1 << len(others)) - 1):
        part = (first, *(cell for place, cell in enumerate(others) if mask >> place & 1))
        rest = tuple(cell for cell in cells if cell not in part)
        if connected(part, size) and connected(rest, size):
            found.append(part)
    return tuple(found)
