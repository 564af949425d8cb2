"""A change of the cages of a Killer, and the puzzle that it makes."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bookmaker.puzzles.grid.puzzle import Cage, Puzzle


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
