"""A change of the cages of a Killer, and the puzzle that it makes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bookmaker.puzzles.grid.puzzle import Cage, Puzzle

# The sums of a Killer as an answer has them.


@dataclass(frozen=True, slots=True)
class Resum:
    """The cage with these cells gets the sum ``new``; ``old`` is None if it had none."""

    cells: tuple[int, ...]
    old: int | None
    new: int


def resummed(puzzle: Puzzle, changes: Sequence[Resum]) -> Puzzle:
    """The puzzle with other sums."""
    new = {change.cells: change.new for change in changes}
    cages = tuple(replace(cage, sum=new.get(cage.cells, cage.sum)) for cage in puzzle.cages)
    return replace(puzzle, cages=cages)


def by_answer(puzzle: Puzzle, answer: bytes) -> tuple[Resum, ...]:
    """The sums that are missing, or differ from the answer's."""
    pairs = ((cage, sum(answer[cell] for cell in cage.cells)) for cage in puzzle.cages)
    return tuple(Resum(cage.cells, cage.sum, new) for cage, new in pairs if cage.sum != new)


@dataclass(frozen=True, slots=True)
class CageMend:
    """The cages ``new`` take the place of the cages ``old``, each of which is there once more than it should be.

    ``kind``: the error that is mended, one of :data:`bookmaker.logic.repair.likelihood.CAGES`.
    """

    kind: str
    old: tuple[Cage, ...]
    new: tuple[Cage, ...]

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells of all its cages, ascending."""
        return tuple(sorted({cell for cage in (*self.old, *self.new) for cell in cage.cells}))


def recaged(puzzle: Puzzle, mend: CageMend) -> Puzzle:
    """The puzzle with a change of its cages."""
    cages = list(puzzle.cages)
    for cage in mend.old:
        cages.remove(cage)
    return replace(puzzle, cages=(*cages, *mend.new))
