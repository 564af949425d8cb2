"""What a grid is: its size, its houses and further rules, and the marks that the printer draws for them.

A cell is an index 0..size*size-1 in reading order, shown to people as ``r1c1``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

HouseKind = Literal["row", "column", "box", "diagonal", "window"]
BOXES = {4: (2, 2), 6: (2, 3), 8: (2, 4), 9: (3, 3), 10: (2, 5), 12: (3, 4), 15: (3, 5), 16: (4, 4), 25: (5, 5)}
"""Box (height, width) for each grid size that has an accepted one in print."""

SYMBOLS = "123456789ABCDEFGHIJKLMNOP"
"""The printed symbol of digit d is ``SYMBOLS[d - 1]``: letters above 9."""


@dataclass(frozen=True, slots=True)
class House:
    """Cells that hold each digit once. ``number`` counts from 1 within its kind, as people say "row 3"."""

    kind: HouseKind
    number: int
    cells: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Mark:
    """Something to draw under the digits, named by its look and not by the rule it stands for.

    kind: ``"shade"`` tints ``cells``; ``"line"`` draws one straight line through the centres of the first and last cell;
    ``"cage"`` sets ``cells`` apart from the others, by a dashed outline or by the tint ``tone`` (0..3; no two cages side by side
    have the same), with ``text`` in the upper left corner of the first cell.
    """

    kind: Literal["shade", "line", "cage"]
    cells: tuple[int, ...]
    text: str = ""
    tone: int = 0


@dataclass(frozen=True, eq=False)
class Geometry:
    """A kind of grid. There is one object for each kind and size (see :mod:`bookmaker.variants`), compared by identity.

    ``kind`` names the variant; ``box`` is (height, width) of a box; ``caged`` tells whether puzzles on it may have cages.
    ``apart`` is a rule that is no house: pairs of cells that must not hold consecutive digits (d and d + 1).
    """

    kind: str
    size: int
    box: tuple[int, int]
    houses: tuple[House, ...] = field(repr=False)
    marks: tuple[Mark, ...] = field(default=(), repr=False)
    caged: bool = False
    apart: tuple[tuple[int, int], ...] = field(default=(), repr=False)

    @property
    def cell_count(self) -> int:
        """Cells of the grid, size squared."""
        return self.size * self.size

    @property
    def plain(self) -> bool:
        """Whether rows, columns and boxes are all the rules, so that rows of a band may change places, and any two digits."""
        return len(self.houses) == 3 * self.size and not self.apart

    def holds(self, grid: bytes) -> bool:
        """Whether a digit for each cell keeps all rules."""
        digits = set(range(1, self.size + 1))
        if any({grid[cell] for cell in house.cells} != digits for house in self.houses):
            return False
        return all(abs(grid[one] - grid[other]) != 1 for one, other in self.apart)

    @cached_property
    def apart_from(self) -> tuple[tuple[int, ...], ...]:
        """For each cell the cells that must not hold a digit next to its own, ascending."""
        others: list[set[int]] = [set() for _ in range(self.cell_count)]
        for one, other in self.apart:
            others[one].add(other)
            others[other].add(one)
        return tuple(tuple(sorted(near)) for near in others)

    @cached_property
    def peers(self) -> tuple[tuple[int, ...], ...]:
        """For each cell the other cells that share a house with it, ascending."""
        sees: list[set[int]] = [set() for _ in range(self.cell_count)]
        for house in self.houses:
            for cell in house.cells:
                sees[cell].update(house.cells)
        return tuple(tuple(sorted(seen - {cell})) for cell, seen in enumerate(sees))

    @cached_property
    def box_of(self) -> tuple[int, ...]:
        """For each cell the number of its box: where two cells side by side differ, the printer draws a heavy line."""
        found = [0] * self.cell_count
        for house in self.houses:
            if house.kind == "box":
                for cell in house.cells:
                    found[cell] = house.number
        return tuple(found)


def cell_name(cell: int, size: int) -> str:
    """``0, 9`` -> ``"r1c1"``."""
    return f"r{cell // size + 1}c{cell % size + 1}"


def rows_columns_boxes(size: int, box: tuple[int, int]) -> tuple[House, ...]:
    """The houses that every grid with boxes has: rows, then columns, then boxes in reading order."""
    height, width = box
    across = size // width
    houses = [House("row", r + 1, tuple(r * size + c for c in range(size))) for r in range(size)]
    houses += [House("column", c + 1, tuple(r * size + c for r in range(size))) for c in range(size)]
    for b in range(size):
        top, left = b // across * height, b % across * width
        cells = tuple((top + i) * size + left + j for i in range(height) for j in range(width))
        houses.append(House("box", b + 1, cells))
    return tuple(houses)
