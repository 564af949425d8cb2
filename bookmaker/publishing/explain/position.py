"""A grid on the way to its answer, and what its cells see."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from bookmaker.logic.techniques.declare import Step
from bookmaker.puzzles.grid.geometry import Geometry, House
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle


@dataclass(frozen=True, slots=True)
class Position:
    """A grid on the path: its digits, 0 for an empty cell, and the candidates of each cell as a mask (bit d-1 is digit d)."""

    geometry: Geometry
    givens: bytes
    digits: bytes
    candidates: tuple[int, ...]
    cages: tuple[Cage, ...] = ()

    @staticmethod
    def of(puzzle: Puzzle, digits: bytes | None = None, removed: Iterable[tuple[int, int]] = ()) -> Position:
        """The position of a puzzle at its start; or with ``digits`` filled in and the candidates ``removed`` eliminated."""
        geometry, held = puzzle.geometry, digits or puzzle.givens
        full = (1 << geometry.size) - 1
        may = geometry.may or (full,) * len(held)
        masks = [0 if digit else may[cell] for cell, digit in enumerate(held)]
        for cell, digit in enumerate(held):
            for peer in _peers(geometry, puzzle.cages)[cell] if digit else ():
                masks[peer] &= ~(1 << (digit - 1))
            _exclude(geometry, masks, cell, digit)
        for cell, digit in removed:
            masks[cell] &= ~(1 << (digit - 1))
        return Position(geometry, puzzle.givens, held, tuple(masks), puzzle.cages)

    def after(self, steps: Iterable[Step]) -> Position:
        """The position after these steps, which were all found in this one."""
        digits, masks = bytearray(self.digits), list(self.candidates)
        for step in steps:
            for cell, digit in step.eliminations:
                masks[cell] &= ~(1 << (digit - 1))
            for cell, digit in step.placements:
                digits[cell] = digit
                masks[cell] = 0
                for peer in _peers(self.geometry, self.cages)[cell]:
                    masks[peer] &= ~(1 << (digit - 1))
                _exclude(self.geometry, masks, cell, digit)
        return Position(self.geometry, self.givens, bytes(digits), tuple(masks), self.cages)

    def removed(self) -> list[tuple[int, int]]:
        """The digits that empty cells have lost as candidates: (cell, digit)."""
        digits = range(1, self.geometry.size + 1)
        return [
            (cell, digit)
            for cell, mask in enumerate(self.candidates)
            for digit in digits
            if not self.digits[cell] and not mask >> (digit - 1) & 1
        ]

    def seen(self, cell: int) -> frozenset[int]:
        """The cells that cannot hold the same digit as a cell: its peers, and the other cells of its cages."""
        return _peers(self.geometry, self.cages)[cell]

    def bars(self, by: int, digit: int, cell: int) -> bool:
        """Whether the digit that the cell ``by`` holds keeps ``digit`` out of another cell."""
        held = self.digits[by]
        return bool(held) and by != cell and self.excludes(by, held, cell, digit)

    def excludes(self, by: int, held: int, cell: int, digit: int) -> bool:
        """Whether the digit ``held`` in the cell ``by`` would keep ``digit`` out of a cell."""
        if by == cell:
            return held != digit
        if held == digit and cell in self.seen(by):
            return True
        related = zip(self.geometry.tables, self.geometry.related, strict=True)
        return any(cell in cells[by] and not table[held - 1] >> (digit - 1) & 1 for table, cells in related)

    def places(self, house: House, digit: int) -> tuple[int, ...]:
        """The empty cells of a house where a digit is a candidate."""
        return tuple(cell for cell in house.cells if self.candidates[cell] >> (digit - 1) & 1)

    def candidates_of(self, cell: int) -> tuple[int, ...]:
        """The candidates of a cell, ascending; none for a filled cell."""
        return tuple(digit for digit in range(1, self.geometry.size + 1) if self.candidates[cell] >> (digit - 1) & 1)


def filled_by_singles(position: Position) -> set[int]:
    """The cells that have one candidate left, or are the one place left for a digit in a house."""
    found = {cell for cell, mask in enumerate(position.candidates) if mask and not mask & (mask - 1)}
    for house in position.geometry.houses:
        once = more = 0
        for cell in house.cells:
            once, more = once | position.candidates[cell], more | once & position.candidates[cell]
        if len(house.cells) == position.geometry.size:
            found.update(cell for cell in house.cells if position.candidates[cell] & once & ~more)
    return found


def _exclude(geometry: Geometry, masks: list[int] | bytearray, cell: int, digit: int) -> None:
    """Remove the digits that a digit (0: none) forbids from the candidates of the cells related to its cell."""
    for table, cells in zip(geometry.tables, geometry.related, strict=True):
        for near in cells[cell] if digit else ():
            masks[near] &= table[digit - 1]


@lru_cache(maxsize=256)
def _peers(geometry: Geometry, cages: tuple[Cage, ...]) -> tuple[frozenset[int], ...]:
    peers = [set(seen) for seen in geometry.peers]
    for cage in cages:
        for cell in cage.cells:
            peers[cell] |= set(cage.cells) - {cell}
    return tuple(map(frozenset, peers))
