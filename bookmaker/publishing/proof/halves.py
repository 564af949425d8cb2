"""One puzzle on two facing pages: the two parts that were read, put together where they make a grid that neither is alone."""

from __future__ import annotations

from collections.abc import Iterator

from bookmaker.publishing.proof.grids import Grid
from bookmaker.publishing.proof.kinds import marks
from bookmaker.publishing.proof.lattices import Lattice
from bookmaker.publishing.proof.words import Label

_OFF = 0.1
"""How far the rows of the two parts may lie from each other, as a share of a cell."""

_Spot = tuple[int, int]


def joined(left: Grid, right: Grid) -> Grid | None:
    """The grid whose parts stand on a left-hand page and on the one that faces it; None if they are no such parts."""
    if (
        abs(left.lattice.cell - right.lattice.cell) > _OFF * left.lattice.cell / left.size
        or left.quarter != right.quarter
    ):
        return None
    if _sound(left) or _sound(right):
        return None
    made = _made(left, right)
    return made if made is not None and _sound(made) else None


def together(left: Label, right: Label) -> Label:
    """What stands around both parts."""
    return Label(
        left.number,
        left.reference or right.reference,
        left.level or right.level,
        left.drawn or right.drawn,
        left.overleaf or right.overleaf,
        (*left.unread, *right.unread),
    )


def _sound(grid: Grid) -> bool:
    found = marks(grid)
    return found.ground is not None and not found.faults


def _made(left: Grid, right: Grid) -> Grid | None:
    cell, parts = left.lattice.cell, (left, right)
    spots = [dict(_spots(grid)) for grid in parts]
    if not all(spots):
        return None
    # Rows are counted from the uppermost cell of both, columns from the first of each part.
    tops = [grid.lattice.box[3] for grid in parts]
    shift = (tops[0] - tops[1]) / cell
    if abs(shift - round(shift)) > _OFF:
        return None
    downs = [0, round(shift)]
    rows = [row + down for held, down in zip(spots, downs, strict=True) for row, _ in held.values()]
    firsts = [min(column for _, column in held.values()) for held in spots]
    widths = [max(column for _, column in held.values()) - first + 1 for held, first in zip(spots, firsts, strict=True)]
    high, wide = max(rows) - min(rows) + 1, sum(widths)
    size = max(high, wide)
    down, over = (size - high) // 2 - min(rows), (size - wide) // 2
    starts = [over - firsts[0], over + widths[0] - firsts[1]]
    digits, tints = [""] * size**2, [0.0] * size**2
    across = [[0.0] * (size - 1) for _ in range(size)]
    downward = [[0.0] * size for _ in range(size - 1)]
    signs: dict[int, tuple[object, ...]] = {}
    for grid, held, own, start in zip(parts, spots, downs, starts, strict=True):
        for place, (row, column) in held.items():
            new_row, new_column = row + own + down, column + start
            new = new_row * size + new_column
            digits[new], tints[new] = grid.digits[place], grid.tints[place]
            if place in grid.signs:
                signs[new] = grid.signs[place]
            for to_row, to_column, width in _sides(grid.lattice, row, column):
                if to_column:
                    at = new_column - (to_column < 0)
                    if 0 <= at < size - 1:
                        across[new_row][at] = max(across[new_row][at], width)
                else:
                    at = new_row - (to_row < 0)
                    if 0 <= at < size - 1:
                        downward[at][new_column] = max(downward[at][new_column], width)
    x, y = left.lattice.box[0], left.lattice.box[3]
    box = x, y - size * cell, x + size * cell, y
    lattice = Lattice(box, size, tuple(map(tuple, across)), tuple(map(tuple, downward)), left.lattice.outline, box)
    return Grid(
        left.page,
        left.quarter,
        lattice,
        tuple(digits),
        {},
        tuple(tints),
        frozenset(),
        frozenset(),
        (),
        left.type_size or right.type_size,
        left.notes + right.notes,
        signs,
        sheets=2,
    )


def _spots(grid: Grid) -> Iterator[tuple[int, _Spot]]:
    """Each place that holds a cell, with its row and column."""
    for place in grid.there:
        yield place, divmod(place, grid.size)


def _sides(lattice: Lattice, row: int, column: int) -> Iterator[tuple[int, int, float]]:
    """The four sides of a cell, as the step to its neighbour, with the width of the line there."""
    last = lattice.size - 1
    yield 0, -1, lattice.across[row][column - 1] if column else lattice.outline
    yield 0, 1, lattice.across[row][column] if column < last else lattice.outline
    yield -1, 0, lattice.down[row - 1][column] if row else lattice.outline
    yield 1, 0, lattice.down[row][column] if row < last else lattice.outline
