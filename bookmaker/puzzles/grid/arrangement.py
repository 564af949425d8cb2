"""Several grids that share cells, as one geometry."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from bookmaker.puzzles.grid.geometry import BOXES, House, Relation, rows_columns_boxes
from bookmaker.puzzles.grid.marks import Mark

Place = tuple[int, int]
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""What people call the grids, from the first on."""


@dataclass(frozen=True)
class Arrangement:
    """Grids of one size that overlap: each is a whole puzzle by itself, and a cell of two grids has one digit.

    ``corners`` are the rows and columns, from 0, of the first cells of its grids. One more grid may have its cells apart, where
    the rows and columns ``lines`` cross; the printer shades it. All else follows, and is made when it is needed.
    """

    size: int
    corners: tuple[Place, ...]
    lines: tuple[int, ...] = ()

    @cached_property
    def grids(self) -> tuple[tuple[Place, ...], ...]:
        """For each grid the places of its cells in its own reading order."""
        side = range(self.size)
        squares = [tuple((row + r, column + c) for r in side for c in side) for row, column in self.corners]
        apart = tuple((row, column) for row in self.lines for column in self.lines)
        return (*squares, apart) if apart else tuple(squares)

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """The places of all cells, each once, in reading order."""
        return tuple(sorted({place for grid in self.grids for place in grid}))

    def cells(self) -> list[tuple[int, ...]]:
        """For each grid its cells: numbers of all places in reading order."""
        number = {place: cell for cell, place in enumerate(self.places)}
        return [tuple(number[place] for place in grid) for grid in self.grids]

    def houses(self, added: Callable[[int], tuple[House, ...]] | None = None) -> tuple[House, ...]:
        """The rows, columns and boxes of all grids, or the houses that a rule adds to each.

        A set of cells stands there once: a box of two grids is that of the first. Rows and columns come first, as in one grid:
        finders take the first house that cells share, which must not depend on the order of the grids.
        """
        own = rows_columns_boxes(self.size, BOXES[self.size]) if added is None else added(self.size)
        found: dict[frozenset[int], House] = {}
        for kind in dict.fromkeys(house.kind for house in own):
            for letter, cells in zip(_LETTERS, self.cells(), strict=False):
                for house in own:
                    if house.kind == kind:
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
        return (Mark("shade", tuple(sorted(self.cells()[-1]))),) if self.lines else ()
