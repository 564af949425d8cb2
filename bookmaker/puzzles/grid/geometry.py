"""The grid: its size, its houses, the relations between its cells, and the marks that the printer draws for them.

A cell is an index in reading order, shown to people as ``r1c1``. Most grids are squares of size times size cells; a grid of
several that overlap, as in a Samurai, has the cells of all of them, each once.

Cells side by side, whether cells are connected by their sides, and colours that tell regions apart are geometry as well.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any

from bookmaker.puzzles.grid.marks import Mark
from bookmaker.puzzles.grid.relations import Clue, Limit, Line, Relation, Table, Total, differing, unlike

# At most four colours if each region is connected.
COLOURS = 4


def neighbours(labels: Sequence[int], size: int) -> dict[int, set[int]]:
    """For each region the others that share a side with it; ``labels`` holds one label for each cell."""
    near: dict[int, set[int]] = {label: set() for label in labels}
    for cell, label in enumerate(labels):
        for other in ([cell + 1] if (cell + 1) % size else []) + ([cell + size] if cell + size < len(labels) else []):
            if labels[other] != label:
                near[label].add(labels[other])
                near[labels[other]].add(label)
    return near


def coloured(labels: Sequence[int], size: int) -> list[int]:
    """A colour 0..3 for each cell: one for each region, others across every side between two regions.

    The regions must be connected, as the four-colour theorem requires. Raises ValueError if four colours do not suffice. The same
    labels give the same colours.
    """
    near = neighbours(labels, size)
    # A region with three neighbours or fewer can be coloured last, whatever their colours. Backtracking is needed only for the
    # few regions that remain without these.
    order: list[int] = []
    left = {label: set(others) for label, others in near.items()}
    while left:
        label = min(left, key=lambda label: len(left[label]))
        for other in left.pop(label):
            left[other].discard(label)
        order.append(label)
    order.reverse()
    colours: dict[int, int] = {}
    tried = [-1] * len(order)
    at = 0
    while at < len(order):
        label = order[at]
        colours.pop(label, None)
        taken = {colours[other] for other in near[label] if other in colours}
        free = next((colour for colour in range(tried[at] + 1, COLOURS) if colour not in taken), None)
        if free is None:
            tried[at] = -1
            at -= 1
            if at < 0:
                raise ValueError("regions that do not hang together may need more than four colours")
            continue
        tried[at] = colours[label] = free
        at += 1
    return [colours[label] for label in labels]


@cache
def beside(cell: int, size: int) -> tuple[int, ...]:
    """The cells above, below, left and right of one, in this order."""
    row, column = divmod(cell, size)
    sides = ((row > 0, -size), (row < size - 1, size), (column > 0, -1), (column < size - 1, 1))
    return tuple(cell + step for inside, step in sides if inside)


@cache
def beside_around(cell: int, size: int) -> tuple[int, ...]:
    """The same where each edge of the grid meets the opposite one: four cells for every cell."""
    row, column = divmod(cell, size)
    rows, columns = (row - 1) % size, (column - 1) % size
    return (
        rows * size + column,
        (row + 1) % size * size + column,
        row * size + columns,
        row * size + (column + 1) % size,
    )


def connected(cells: Iterable[int], size: int, beyond: bool = False) -> bool:
    """Whether the cells, at least one, are connected by their sides; ``beyond``: or across the edges of the grid."""
    left, near_to = set(cells), beside_around if beyond else beside
    waiting = [left.pop()]
    while waiting:
        near = left.intersection(near_to(waiting.pop(), size))
        left -= near
        waiting += near
    return not left


@dataclass(frozen=True, slots=True)
class House:
    """Cells that hold each digit once.

    ``kind`` is ``"row"``, ``"column"``, ``"box"`` or ``"region"``, or the name that the rule gives it; the catalogues have its
    words under ``house.<kind>``. ``number`` counts from 1 within its kind, as people say "row 3". ``grid`` is the letter of the
    grid that it belongs to where there are several, else "".
    """

    kind: str
    number: int
    cells: tuple[int, ...]
    grid: str = ""

    @property
    def label(self) -> str:
        """Its number, after the letter of its grid if there are several: ``"3"``, ``"B3"``."""
        return f"{self.grid}{self.number}"


def rows_columns(size: int) -> tuple[House, ...]:
    """Rows, then columns, each from the first cell to the last: finders of fish read place p of a row as column p."""
    rows = [House("row", r + 1, tuple(r * size + c for c in range(size))) for r in range(size)]
    return (*rows, *(House("column", c + 1, tuple(r * size + c for r in range(size))) for c in range(size)))


def rows_columns_boxes(size: int, box: tuple[int, int]) -> tuple[House, ...]:
    """The houses that every grid with boxes has: rows, then columns, then boxes in reading order."""
    height, width = box
    across = size // width
    boxes = []
    for b in range(size):
        top, left = b // across * height, b % across * width
        cells = tuple((top + i) * size + left + j for i in range(height) for j in range(width))
        boxes.append(House("box", b + 1, cells))
    return (*rows_columns(size), *boxes)


def rows_columns_regions(size: int, regions: tuple[int, ...]) -> tuple[House, ...]:
    """Rows, columns, and the regions of a map (for each cell its region 0..size-1, each of ``size`` cells)."""
    found = (tuple(cell for cell, region in enumerate(regions) if region == number) for number in range(size))
    return (*rows_columns(size), *(House("region", number, cells) for number, cells in enumerate(found, 1)))


def box_text(box: tuple[int, int]) -> str:
    """Rows by columns, as specs and options have it: ``(3, 2)`` -> ``"3x2"``."""
    return f"{box[0]}x{box[1]}"


_BOX = re.compile(r" *([0-9]{1,2}) *[x×X] *([0-9]{1,2}) *")


def parse_box(text: str) -> tuple[int, int]:
    """The (height, width) of a box from rows by columns: ``"3x2"`` -> ``(3, 2)``. Raises ValueError, whose message ends a
    sentence that begins with the name of the key.
    """
    found = _BOX.fullmatch(text)
    if found is None:
        raise ValueError(f"must be rows by columns of a box, such as 3x2, not {text[:40]!r}")
    return int(found[1]), int(found[2])


def boxes_of_map(regions: Sequence[Hashable], size: int) -> tuple[int, int] | None:
    """The (height, width) of the boxes that a map of regions is, None if it is another. ``regions``: any label for each cell."""
    for height, width in SHAPES.get(size, ()):
        if all(
            regions[cell] == regions[cell // size // height * height * size + cell % size // width * width]
            for cell in range(size * size)
        ):
            return (height, width) if len(set(regions)) == size else None
    return None


__all__ = [
    "BLANK",
    "BOXES",
    "HEIGHTS",
    "SHAPES",
    "SIZES",
    "SYMBOLS",
    "Clue",
    "Geometry",
    "House",
    "Limit",
    "Line",
    "Relation",
    "Total",
    "box_text",
    "boxes_of_map",
    "cell_name",
    "clue_as_dict",
    "parse_box",
    "place_of",
    "rows_columns",
    "rows_columns_boxes",
    "rows_columns_regions",
    "unlike",
]

BOXES = {4: (2, 2), 6: (2, 3), 8: (2, 4), 9: (3, 3), 10: (2, 5), 12: (3, 4), 15: (3, 5), 16: (4, 4), 25: (5, 5)}
"""Box (height, width) for each grid size that has an accepted one in print: the usual one."""

SHAPES = {
    size: (
        usual,
        *(
            box
            for high in range(2, size)
            if (box := (high, size // high)) != usual and high * box[1] == size and box[1] > 1
        ),
    )
    for size, usual in BOXES.items()
}
"""All boxes (height, width) that a grid of each size can be divided into, the usual one first. A box of one row or one column
would be a row or a column.
"""

HEIGHTS = {size: frozenset(height for height, _ in shapes) for size, shapes in SHAPES.items()}
"""How many rows a box may have, for each size: the lines of a band between two blank ones."""

SIZES = (*range(4, 17), 25)
"""The grid sizes. Those that have no box are for rules that do without: Latin squares and maps of regions."""

SYMBOLS = "123456789ABCDEFGHIJKLMNOP"
"""The printed symbol of digit d is ``SYMBOLS[d - 1]``: letters above 9."""


BLANK = "X"
"""The printed symbol of the highest digit where it means a blank cell and the others mean letters from A on."""


@dataclass(frozen=True, eq=False)
class Geometry:
    """A grid with all rules that do not depend on a puzzle's cages, compared by identity.

    :func:`bookmaker.puzzles.rules.geometry` makes the one object for a set of rules, a size, a map of regions and clues. ``kind``
    is the name of the set of rules, ``rules`` their names. ``box`` is (height, width) of a box, (1, size) where there are none;
    see :attr:`own_box`. ``caged``: puzzles on it may have cages. ``mapped``: each puzzle has a map of regions in place of boxes;
    ``regions`` is that, the region 0..size-1 of each cell, None if it is still to come, or if there are boxes, or neither.
    ``wraps``: regions go on beyond the edges, and come in again from the opposite side. ``uniqueness``: techniques that presume a
    proper puzzle are sound. ``clued``: the rules have clues, which each puzzle has of its own; ``clues`` are those, sorted, None
    if they are still to come. Their relations and limits are among ``relations`` and ``limits``, their marks among ``marks``;
    ``totals`` are their sums, ``lines`` their lines and those of the rules. ``base`` is the same grid without clues, None if it
    is this one. ``places`` holds the row and column of each cell, from 0, where several grids share cells; () for a square.
    ``corners`` are the places of the first cells of all grids that are squares of cells. ``frame``: how many cells wide the room
    outside the grid is, for clues and for the lines of regions that go on beyond the edges. ``blank``: the highest digit means a
    blank cell, the others letters.
    """

    kind: str
    size: int
    box: tuple[int, int]
    houses: tuple[House, ...] = field(repr=False)
    marks: tuple[Mark, ...] = field(default=(), repr=False)
    caged: bool = False
    relations: tuple[Relation, ...] = field(default=(), repr=False)
    mapped: bool = False
    wraps: bool = False
    regions: tuple[int, ...] | None = field(default=None, repr=False)
    rules: frozenset[str] = field(default=frozenset(), repr=False)
    uniqueness: bool = True
    places: tuple[tuple[int, int], ...] = field(default=(), repr=False)
    corners: tuple[tuple[int, int], ...] = field(default=((0, 0),), repr=False)
    clued: bool = False
    clues: tuple[Clue, ...] | None = field(default=None, repr=False)
    limits: tuple[Limit, ...] = field(default=(), repr=False)
    totals: tuple[Total, ...] = field(default=(), repr=False)
    lines: tuple[Line, ...] = field(default=(), repr=False)
    base: Geometry | None = field(default=None, repr=False)
    frame: int = 0
    blank: bool = False

    @property
    def ground(self) -> Geometry:
        """The same grid without clues: what depends on houses alone is the same for both, and made once."""
        return self.base or self

    @property
    def cell_count(self) -> int:
        """The number of cells: size squared, or those of several grids."""
        return len(self.places) or self.size * self.size

    @property
    def overlapping(self) -> bool:
        """Whether it consists of several grids that share cells."""
        return bool(self.places)

    @cached_property
    def height(self) -> int:
        """Rows from the uppermost cell to the lowest."""
        return max(row for row, _ in self.places) + 1 if self.places else self.size

    @cached_property
    def width(self) -> int:
        """Columns from the leftmost cell to the rightmost."""
        return max(column for _, column in self.places) + 1 if self.places else self.size

    @cached_property
    def span(self) -> int:
        """The cells along each side of the square in which it is drawn: those of its longer side, and the frame."""
        return max(self.height, self.width) + 2 * self.frame

    @property
    def needs_cell_search(self) -> bool:
        """Whether only the search of candidates cell by cell takes it, which knows sums, lines, and any graph of cells."""
        return bool(self.places) or self.has_sums_or_lines

    @property
    def has_sums_or_lines(self) -> bool:
        """Whether its rules or clues have some."""
        return bool(self.totals or self.lines)

    def spot(self, cell: int) -> tuple[int, int]:
        """The row and the column of a cell in the square of ``span`` cells, which has the grids in its middle."""
        return self.spots[cell]

    @cached_property
    def spots(self) -> tuple[tuple[int, int], ...]:
        """:meth:`spot` of every cell."""
        down, over = (self.span - self.height) // 2, (self.span - self.width) // 2
        places = map(self.place, range(self.cell_count))
        return tuple((row + down, column + over) for row, column in places)

    def place(self, cell: int) -> tuple[int, int]:
        """The row and the column of a cell, from 0."""
        return self.places[cell] if self.places else divmod(cell, self.size)

    @cached_property
    def cell_at(self) -> dict[tuple[int, int], int]:
        """The cell at a row and a column, for those that there are."""
        return {self.place(cell): cell for cell in range(self.cell_count)}

    @cached_property
    def plain(self) -> bool:
        """Whether rows, columns and rectangular boxes are the only rules, so that rows of a band, and any two digits, may change
        places.
        """
        return not (self.relations or self.lines or self.clued) and self.houses == rows_columns_boxes(
            self.size, self.box
        )

    @cached_property
    def bands(self) -> tuple[int, int] | None:
        """How many neighbouring rows, and columns, may change places among each other: those of a box on a plain grid, all of a
        Latin square without further rules; None: no two rows can be exchanged without a look at the rules.
        """
        bare = not (self.relations or self.lines or self.clued or self.mapped) and self.houses == rows_columns(
            self.size
        )
        return (self.size, self.size) if bare else self.box if self.plain else None

    @property
    def boxed(self) -> bool:
        """Whether its grids are divided into boxes of ``box``."""
        return self.box[0] > 1

    @property
    def own_box(self) -> tuple[int, int] | None:
        """The (height, width) of its boxes where it is not what the size says; None: it is, or there are none."""
        return self.box if self.boxed and self.box != BOXES.get(self.size) else None

    @property
    def areas(self) -> tuple[int, ...] | None:
        """For each cell its region 0..size-1 where the size does not say it: ``regions``, or boxes of an unusual shape.

        The function that makes geometries takes it for a map of regions, and finds the shape of the boxes in it.
        """
        return tuple(box - 1 for box in self.box_of) if self.own_box else self.regions

    @property
    def needs_regions(self) -> bool:
        """Whether its rules have a map of regions and it has none yet: no puzzle can have such a geometry."""
        return self.mapped and self.regions is None

    @property
    def needs_clues(self) -> bool:
        """Whether its rules have clues and it has none yet: no puzzle can have such a geometry."""
        return self.clued and self.clues is None

    def holds(self, grid: bytes) -> bool:
        """Whether a digit for each cell keeps all rules."""
        digits = set(range(1, self.size + 1))
        if any({grid[cell] for cell in house.cells} != digits for house in self.houses):
            return False
        return not any(next(found, None) for found in (self.broken(grid), self.beyond(grid), self.failing(grid)))

    def broken(self, cells: bytes) -> Iterator[tuple[Relation, int, int]]:
        """Each relation with each of its pairs of filled cells whose digits it forbids. ``cells``: 0 is empty."""
        for relation in self.relations:
            for one, other in relation.pairs:
                if cells[one] and cells[other] and not relation.allowed[cells[one] - 1] >> cells[other] - 1 & 1:
                    yield relation, one, other

    def beyond(self, cells: bytes) -> Iterator[tuple[Limit, int]]:
        """Each limit with each of its filled cells whose digit it forbids. ``cells``: 0 is empty."""
        for limit in self.limits:
            for cell in limit.cells:
                if cells[cell] and not limit.allowed >> cells[cell] - 1 & 1:
                    yield limit, cell

    def failing(self, cells: bytes) -> Iterator[Total | Line]:
        """Each sum and each line that the digits do not leave possible. ``cells``: 0 is empty."""
        clues: tuple[Total | Line, ...] = (*self.totals, *self.lines)
        for clue in clues:
            if any(cells[cell] for cell in clue.cells) and not clue.can_be(cells, self.size):
                yield clue

    @cached_property
    def may(self) -> tuple[int, ...]:
        """For each cell the mask of the digits that it may hold; empty where every cell may hold all."""
        if not self.limits:
            return ()
        found = [(1 << self.size) - 1] * self.cell_count
        for limit in self.limits:
            for cell in limit.cells:
                found[cell] &= limit.allowed
        return tuple(found)

    @cached_property
    def _linked(self) -> tuple[dict[Table, int], list[tuple[int, int, list[tuple[int, int]]]]]:
        """:attr:`tables` with their numbers, and :attr:`related_pairs`."""
        peers = self.housed
        numbers: dict[Table, int] = {}
        found = []
        for relation in self.relations:
            if relation.only_unlike:
                continue
            ways = relation.allowed, relation.reverse
            inside = [pair for pair in relation.pairs if pair[1] in peers[pair[0]]]
            whole = len(inside) == len(relation.pairs)
            apart = [] if whole else [pair for pair in relation.pairs if pair[1] not in peers[pair[0]]]
            # Pairs in a house are unlike, too.
            for pairs, tables in ((inside, map(differing, ways)), (apart, ways)):
                if pairs:
                    there, back = (numbers.setdefault(table, len(numbers)) for table in tables)
                    found.append((there, back, pairs))
        return numbers, found

    @property
    def tables(self) -> tuple[Table, ...]:
        """The different tables of relations that say more than that two cells are unlike, each as ``Relation.allowed``."""
        return tuple(self._linked[0])

    @property
    def related_pairs(self) -> list[tuple[int, int, list[tuple[int, int]]]]:
        """Pairs of cells, maybe repeated, with the numbers of the :attr:`tables` that hold for them, seen from the first and from
        the second cell.
        """
        return self._linked[1]

    @cached_property
    def related(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """For each of :attr:`tables` and each cell the other cells that the table holds for, ascending."""
        near: list[list[set[int]]] = [[set() for _ in range(self.cell_count)] for _ in self.tables]
        for there, back, pairs in self.related_pairs:
            for one, other in pairs:
                near[there][one].add(other)
                near[back][other].add(one)
        return tuple(tuple(tuple(sorted(others)) for others in cells) for cells in near)

    @cached_property
    def housed(self) -> tuple[frozenset[int], ...]:
        """For each cell the other cells of its houses."""
        if self.base is not None:
            return self.base.housed
        sees: list[set[int]] = [set() for _ in range(self.cell_count)]
        for house in self.houses:
            for cell in house.cells:
                sees[cell].update(house.cells)
        return tuple(frozenset(seen - {cell}) for cell, seen in enumerate(sees))

    @cached_property
    def unhoused_peers(self) -> dict[int, set[int]]:
        """For each cell that has some the cells that a relation keeps unlike and that share no house with it."""
        found: dict[int, set[int]] = {}
        housed = self.housed
        for relation in self.relations:
            for one, other in relation.pairs if relation.unlike else ():
                if other not in housed[one]:
                    found.setdefault(one, set()).add(other)
                    found.setdefault(other, set()).add(one)
        return found

    @cached_property
    def peers(self) -> tuple[tuple[int, ...], ...]:
        """For each cell the other cells that never hold its digit, ascending: those of its houses, and unlike ones."""
        more = self.unhoused_peers
        if self.base is None:
            return tuple(tuple(sorted(seen.union(more.get(cell, ())))) for cell, seen in enumerate(self.housed))
        if not more:
            return self.base.peers
        return tuple(
            tuple(sorted(self.housed[cell] | more[cell])) if cell in more else known
            for cell, known in enumerate(self.base.peers)
        )

    @cached_property
    def box_of(self) -> tuple[int, ...]:
        """For each cell the number of its box or region; the printer draws a heavy line between cells whose numbers differ."""
        if self.base is not None:
            return self.base.box_of
        found = [0] * self.cell_count
        areas = [house for house in self.houses if house.kind in ("box", "region")]
        for number, house in enumerate(areas, 1):
            for cell in house.cells:
                # Of several grids, a tenth may have boxes whose cells lie apart: those of the others are drawn.
                found[cell] = found[cell] or number
        return tuple(found)


def place_of(cell: int, ground: Geometry | int) -> tuple[int, int]:
    """The row and the column of a cell, from 0, on a geometry or on a square of this size."""
    return divmod(cell, ground) if isinstance(ground, int) else ground.place(cell)


def cell_name(cell: int, ground: Geometry | int) -> str:
    """What people call a cell of a geometry, or of a square of this size: ``0, 9`` -> ``"r1c1"``."""
    row, column = place_of(cell, ground)
    return f"r{row + 1}c{column + 1}"


def clue_as_dict(clue: Clue, ground: Geometry) -> dict[str, Any]:
    """A clue as our JSON has it: ``{"kind": "white-dot", "cells": ["r1c1", "r1c2"]}``, with ``value`` if it has one."""
    one: dict[str, Any] = {"kind": clue.kind, "cells": [cell_name(cell, ground) for cell in clue.cells]}
    if clue.value:
        one["value"] = list(clue.value) if len(clue.value) > 1 else clue.value[0]
    return one
