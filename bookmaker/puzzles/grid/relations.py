"""What rules and clues say of cells beyond houses: relations of two cells, limits, sums, and lines; and the clues themselves."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from bookmaker.puzzles.grid.automaton import Automaton

Table = tuple[int, ...]
"""As ``Relation.allowed``: for each digit of the first cell the mask of the digits that the second may hold."""


@dataclass(frozen=True, slots=True)
class Relation:
    """Pairs of cells, and which digits the two may hold together.

    ``allowed`` has for each digit 1..size of the first cell the mask of the digits that the second may hold (bit d - 1 is digit
    d). ``fault`` is the sentence about two cells that break it, with the fields ``one``, ``other`` (digits) and ``cells``.
    """

    pairs: tuple[tuple[int, int], ...]
    allowed: Table
    fault: str

    @property
    def reverse(self) -> Table:
        """``allowed`` seen from the second cell."""
        return reversed_table(self.allowed)

    @property
    def unlike(self) -> bool:
        """Whether the two cells never hold the same digit, so that they are peers."""
        return self.allowed == differing(self.allowed)

    @property
    def only_unlike(self) -> bool:
        """Whether that is all the relation says."""
        return self.allowed == unlike(len(self.allowed))


@lru_cache(maxsize=4096)
def reversed_table(allowed: Table) -> Table:
    """A table seen from the second cell."""
    digits = range(len(allowed))
    return tuple(sum((allowed[d] >> e & 1) << d for d in digits) for e in digits)


@lru_cache(maxsize=4096)
def differing(allowed: Table) -> Table:
    """A table without the pairs that two cells of one house cannot hold."""
    return tuple(mask & ~(1 << digit) for digit, mask in enumerate(allowed))


@dataclass(frozen=True, slots=True)
class Limit:
    """Cells that may hold some digits only.

    ``allowed`` is the mask of these digits. ``fault`` is the sentence about a cell that breaks it, with the fields ``digit`` and
    ``cell``.
    """

    cells: tuple[int, ...]
    allowed: int
    fault: str


@dataclass(frozen=True, slots=True)
class Total:
    """A sum: the digits of ``plus`` less those of ``minus`` make ``total``. Digits may repeat unless the cells are peers.

    ``fault`` is the sentence about cells that break it, with the field ``cells``, all of them in the order of the clue.
    """

    plus: tuple[int, ...]
    minus: tuple[int, ...]
    total: int
    fault: str

    @property
    def cells(self) -> tuple[int, ...]:
        """All its cells, those with a plus first."""
        return self.plus + self.minus

    def can_be(self, cells: bytes, size: int) -> bool:
        """Whether digits in the empty cells (0) of a grid could make the sum, each taken for itself."""
        low, high = -self.total, -self.total
        for cell in self.plus:
            low, high = low + (cells[cell] or 1), high + (cells[cell] or size)
        for cell in self.minus:
            low, high = low - (cells[cell] or size), high - (cells[cell] or 1)
        return low <= 0 <= high


@dataclass(frozen=True, slots=True)
class Line:
    """Cells in an order, none twice, whose digits an automaton accepts. ``fault`` is as that of :class:`Total`."""

    cells: tuple[int, ...]
    automaton: Automaton
    fault: str

    def can_be(self, cells: bytes, size: int) -> bool:
        """Whether digits in the empty cells (0) of a grid could keep it, each taken for itself."""
        every = (1 << size) - 1
        held = [1 << cells[cell] - 1 if cells[cell] else every for cell in self.cells]
        return all(self.automaton.left(held))


class Clue(NamedTuple):
    """A sign of a rule in a puzzle besides givens and cages, such as a dot between two cells.

    ``kind`` is the name of its :class:`bookmaker.puzzles.rules.clues.ClueType`. ``cells`` are in the order that the kind says.
    ``value`` holds the numbers that are written on it, () for most kinds.
    """

    kind: str
    cells: tuple[int, ...]
    value: tuple[int, ...] = ()


@cache
def unlike(size: int) -> Table:
    """The table ``Relation.allowed`` of two cells that may hold any two different digits."""
    return tuple((1 << size) - 1 & ~(1 << digit) for digit in range(size))
