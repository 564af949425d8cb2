"""Several grids that share cells, as one geometry."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from bookmaker.grid.geometry import BOXES, House, Mark, Relation, rows_columns_boxes

Place = tuple[int, int]
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""What people call the grids, from the first on."""


@dataclass(frozen=True)
class Arrangement:
    """Grids of one size that overlap: each is a whole puzzle by itself, and a cell of two grids has one digit.

    ``grids`` holds for each the places (row and column, from 0) of its cells in its own reading order. ``shaded``: the printer
    shades the last grid, whose cells lie apart.
    """

    size: int
    grids: tuple[tuple[Place, ...], ...]
    shaded: bool = False
    places: tuple[Place, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "places", tuple(sorted({place for grid in self.grids for place in grid})))

    @property
    def corners(self) -> tuple[Place, ...]:
        """The first cells of the grids whose cells lie side by side."""
        reach = self.size - 1
        return tuple(grid[0] for grid in self.grids if grid[-1] == (grid[0][0] + reach, grid[0][1] + reach))

    def cells(self) -> list[tuple[int, ...]]:
        """For each grid its cells: numbers of all places in reading order."""
        number = {place: cell for cell, place in enumerate(self.places)}
        return [tuple(number[place] for place in grid) for grid in self.grids]

    def houses(self, added: Callable[[int], tuple[House, ...]] | None = None) -> tuple[House, ...]:
        """The rows, columns and boxes of all grids, or the houses that a rule adds to each.

        A set of cells stands there once: a box of two grids is that of the first.
        """
        own = rows_columns_boxes(self.size, BOXES[self.size]) if added is None else added(self.size)
        found: dict[frozenset[int], House] = {}
        for letter, cells in zip(_LETTERS, self.cells(), strict=False):
            for house in own:
                held = tuple(cells[cell] for cell in house.cells)
                found.setdefault(frozenset(held), House(house.kind, house.number, held, letter))
        return tuple(found.values())

    def relations(self, own: tuple[Relation, ...]) -> tuple[Relation, ...]:
        """The relations of one grid, between the cells of each."""
        grids = self.cells()
        return tuple(
            Relation(
                tuple(dict.fromkeys((cells[one], cells[other]) for cells in grids for one, other in relation.pairs)),
                relation.allowed,
                relation.fault,
            )
            for relation in own
        )

    def marks(self) -> tuple[Mark, ...]:
        """The shade of a grid whose cells lie apart."""
        return (Mark("shade", tuple(sorted(self.cells()[-1]))),) if self.shaded else ()
