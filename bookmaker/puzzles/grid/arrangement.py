"""Several grids that share cells, as one geometry; and some of them as a grid of their own, for a picture of one step."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import combinations

from bookmaker.puzzles.grid.geometry import BOXES, Geometry, House, Relation, rows_columns_boxes
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

        A set of cells is listed once: a box of two grids is that of the first. Rows and columns come first, as in one grid:
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


@dataclass(frozen=True, eq=False, slots=True)
class SomeGrids:
    """Grids of an arrangement without the others, compared by identity.

    ``whole`` is the geometry of the arrangement; ``ground`` that of the chosen grids, for pictures only: it has their houses and
    marks, and no relations. ``cells`` holds for each cell of ``ground`` the same cell of ``whole``, ``first`` the row and the
    column of ``whole``, from 0, at which ``ground`` begins.
    """

    whole: Geometry
    ground: Geometry
    cells: tuple[int, ...]
    first: Place


def fewest_grids(whole: Geometry, cells: Collection[int]) -> tuple[Place, ...]:
    """The corners of the fewest grids that hold all of these cells; where there is a choice, of those that take the least room.

    There are none for no cells.
    """
    wanted = frozenset(cells)
    held = {corner: wanted.intersection(cells_of(whole, corner)) for corner in whole.corners}
    near = [corner for corner, found in held.items() if found]
    for count in range(1, len(near) + 1):
        enough = [
            chosen
            for chosen in combinations(near, count)
            if wanted == frozenset().union(*(held[corner] for corner in chosen))
        ]
        if enough:
            return min(enough, key=lambda chosen: _room(chosen, whole.size))
    return ()


@lru_cache(maxsize=256)
def some_grids(whole: Geometry, corners: tuple[Place, ...]) -> SomeGrids:
    """The grids of an arrangement that have these corners, alone. ``corners``: some of ``whole.corners``, at least one."""
    cells = tuple(sorted({cell for corner in corners for cell in cells_of(whole, corner)}))
    number = {cell: index for index, cell in enumerate(cells)}
    top, left = (min(corner[way] for corner in corners) for way in (0, 1))
    houses = tuple(
        replace(house, cells=tuple(number[cell] for cell in house.cells))
        for house in whole.houses
        if number.keys() >= set(house.cells)
    )
    marks = tuple(
        replace(mark, cells=shown)
        for mark in whole.marks
        if (shown := tuple(number[cell] for cell in mark.cells if cell in number))
    )
    ground = Geometry(
        kind=whole.kind,
        size=whole.size,
        box=whole.box,
        houses=houses,
        marks=marks,
        rules=whole.rules,
        uniqueness=whole.uniqueness,
        places=tuple((row - top, column - left) for row, column in map(whole.place, cells)),
        corners=tuple((row - top, column - left) for row, column in corners),
    )
    return SomeGrids(whole, ground, cells, (top, left))


def widest(whole: Geometry, count: int) -> tuple[Place, ...]:
    """The corners of so many grids, joined by shared cells, of such that together are as wide or high as any.

    Where there are none, those of the first ones.
    """
    some = [chosen for chosen in combinations(whole.corners, count) if _joined(chosen, whole.size)]
    return max(some, key=lambda chosen: _room(chosen, whole.size), default=whole.corners[:count])


def _joined(corners: Sequence[Place], size: int) -> bool:
    """Whether one comes from each of these grids to each other by squares that lie on each other."""
    reached, left = list(corners[:1]), set(corners[1:])
    for row, column in reached:
        near = [one for one in left if abs(one[0] - row) < size and abs(one[1] - column) < size]
        reached += near
        left.difference_update(near)
    return not left


def cells_of(whole: Geometry, corner: Place) -> list[int]:
    """The cells of the grid whose first cell has this place."""
    (top, left), side = corner, range(whole.size)
    return [whole.cell_at[top + row, left + column] for row in side for column in side]


def _room(corners: Sequence[Place], size: int) -> tuple[int, int]:
    """The longer and the shorter side of the rectangle around grids."""
    rows, columns = [row for row, _ in corners], [column for _, column in corners]
    sides = max(rows) - min(rows) + size, max(columns) - min(columns) + size
    return max(sides), min(sides)
