"""The sums of a Killer as an answer has them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bookmaker.puzzles.grid.puzzle import Puzzle


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
