"""Typing errors: every small slip whose correction makes a puzzle without a solution proper.

Slips are single digits (mistyped, or typed where none belongs), two neighbours exchanged, and a row or a column moved by one
place from some cell on. Each correction that leaves exactly one solution is listed, the likeliest first.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bookmaker.grid.puzzle import Puzzle
from bookmaker.repair.added_givens import with_givens
from bookmaker.solve.solver import count_solutions, solve

_LOOKALIKES = frozenset(map(frozenset, ((1, 7), (6, 8), (3, 8), (5, 6), (6, 9), (8, 9), (4, 9), (2, 7), (3, 5))))
"""Digits that people confuse in handwriting and poor print."""

_GUESSES = 100_000


@dataclass(frozen=True, slots=True)
class Slip:
    """A correction. ``kind``: "digit", "extra", "swap", "row-slip", "column-slip"; ``changes``: (cell, old digit, new digit)."""

    kind: str
    changes: tuple[tuple[int, int, int], ...]

    @property
    def likelihood(self) -> tuple[int, int, tuple[tuple[int, int, int], ...]]:
        """The sort key, the likeliest first: misread digits, mistyped ones, exchanged, extra ones, slips of a line."""
        alike = self.kind == "digit" and frozenset(self.changes[0][1:]) in _LOOKALIKES
        rank = 0 if alike else ("digit", "swap", "extra", "row-slip", "column-slip").index(self.kind) + 1
        return rank, len(self.changes), self.changes


def corrections(puzzle: Puzzle) -> tuple[Slip, ...]:
    """Every correction that makes the puzzle proper, the likeliest first."""
    slips = list(dict.fromkeys(_all(puzzle)))
    mended = [with_givens(puzzle, ((cell, new) for cell, _, new in slip.changes)) for slip in slips]
    counts = count_solutions(mended, 2, max_nodes=_GUESSES)
    proper = [slip for slip, count in zip(slips, counts.tolist(), strict=True) if count == 1]
    if puzzle.answer is not None:
        # An answer that came with the puzzle shows which correction was meant.
        meant = [slip for slip in proper if solve(_mended(puzzle, slip)).solution == puzzle.answer]
        proper = meant or proper
    return tuple(sorted(proper, key=lambda slip: slip.likelihood))


def _mended(puzzle: Puzzle, slip: Slip) -> Puzzle:
    return with_givens(puzzle, ((cell, new) for cell, _, new in slip.changes))


def _all(puzzle: Puzzle) -> Iterator[Slip]:
    givens, size = puzzle.givens, puzzle.geometry.size
    for cell, digit in enumerate(givens):
        if digit:
            yield Slip("extra", ((cell, digit, 0),))
            for other in range(1, size + 1):
                if other != digit:
                    yield Slip("digit", ((cell, digit, other),))
        for near in ([cell + 1] if cell % size < size - 1 else []) + (
            [cell + size] if cell + size < size * size else []
        ):
            if digit != givens[near]:
                yield Slip("swap", ((cell, digit, givens[near]), (near, givens[near], digit)))
    for line in range(size):
        row = [line * size + place for place in range(size)]
        column = [place * size + line for place in range(size)]
        for kind, cells in (("row-slip", row), ("column-slip", column)):
            yield from _line_slips(kind, cells, givens)


def _line_slips(kind: str, cells: list[int], givens: bytes) -> Iterator[Slip]:
    """From some cell on, all digits move by one place: an empty cell was left out or typed twice. No digit may fall off."""
    digits = [givens[cell] for cell in cells]
    for start in range(len(cells)):
        for end in range(len(cells)):
            if start != end and digits[end] == 0:
                # The empty cell at one end of the moved stretch goes to its other end.
                moved = digits[:end] + digits[end + 1 :]
                moved.insert(start, 0)
                changes = tuple(
                    (cell, old, new) for cell, old, new in zip(cells, digits, moved, strict=True) if old != new
                )
                if len(changes) > 2 or (len(changes) == 2 and abs(start - end) > 1):
                    yield Slip(kind, changes)
