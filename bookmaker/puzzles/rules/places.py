"""The places of clues of each shape on a square of cells: borders, corners, lines from an edge on, and other forms."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import Literal

from bookmaker.puzzles.grid.adjacency import connected
from bookmaker.puzzles.grid.geometry import cell_name

Shape = Literal["cell", "border", "corner", "line", "areas", "edge", "diagonal", "group"]
OUTSIDE = ("edge", "diagonal")
"""The shapes of clues outside the grid."""


@cache
def borders(size: int) -> tuple[tuple[int, int], ...]:
    """The pairs of cells that share a side, ascending."""
    beside = ((cell, cell + 1) for cell in range(size * size) if (cell + 1) % size)
    below = ((cell, cell + size) for cell in range(size * size - size))
    return tuple(sorted((*beside, *below)))


def corners(size: int) -> Iterator[tuple[int, ...]]:
    """The cells around each inner corner, ascending."""
    for cell in range(size * (size - 1)):
        if (cell + 1) % size:
            yield cell, cell + 1, cell + size, cell + size + 1


def _touching(cells: Sequence[int], size: int) -> str:
    """The fault of a line of cells, as :meth:`ClueType.fault_of`."""
    for one, other in pairwise(cells):
        if max(abs(one // size - other // size), abs(one % size - other % size)) != 1:
            return f"joins {cell_name(one, size)} and {cell_name(other, size)}, which are not neighbours"
    return ""


def _side_by_side(cells: Sequence[int], size: int) -> str:
    one, other = cells
    if abs(one // size - other // size) + abs(one % size - other % size) != 1:
        return f"joins {cell_name(one, size)} and {cell_name(other, size)}, which are not neighbours"
    return ""


def _meeting(cells: Sequence[int], size: int) -> str:
    first = min(cells)
    square = [first, first + 1, first + size, first + size + 1]
    return "" if sorted(cells) == square and (first + 1) % size else "has cells that do not meet at a corner"


def _of_one_form(cells: Sequence[int], size: int) -> str:
    if len(cells) % 2 or not cells:
        return "has two areas of different forms"
    half = len(cells) // 2
    ways = {(b // size - a // size, b % size - a % size) for a, b in zip(cells[:half], cells[half:], strict=True)}
    return "" if len(ways) == 1 else "has two areas of different forms"


def views(size: int) -> Iterator[tuple[int, ...]]:
    """The lines of clues outside the grid, each from its edge on: rows, columns, and both from their other ends."""
    rows = [tuple(range(start, start + size)) for start in range(0, size * size, size)]
    columns = [tuple(range(start, size * size, size)) for start in range(size)]
    yield from (*rows, *columns, *(line[::-1] for line in rows), *(line[::-1] for line in columns))


def _straight(cells: Sequence[int], size: int) -> str:
    known = set(views(size))
    return "" if tuple(cells) in known else "has cells that are not a whole row or column from its edge on"


def _together(cells: Sequence[int], size: int) -> str:
    return "" if len(cells) > 1 and connected(cells, size) else "has cells that are not connected by their sides"


def usual_slants(size: int) -> Iterator[tuple[int, ...]]:
    """Each slanting line of two cells and more, once: from the left side downwards, and so on around the grid by quarter turns.

    The Interactive Sudoku Solver has these only.
    """
    last = size - 1
    starts = [(row, 0, 1, 1) for row in range(last)] + [(0, column, 1, -1) for column in range(1, size)]
    starts += [(row, last, -1, -1) for row in range(1, last)] + [(last, column, -1, 1) for column in range(1, last)]
    for row, column, down, right in starts:
        steps = min(last - row if down > 0 else row, last - column if right > 0 else column)
        yield tuple((row + step * down) * size + column + step * right for step in range(steps + 1))


def slants(size: int) -> Iterator[tuple[int, ...]]:
    """The slanting lines of clues outside the grid, each from its edge on, from both ends."""
    for line in usual_slants(size):
        yield from (line, line[::-1])


def _slanting(cells: Sequence[int], size: int) -> str:
    return "" if tuple(cells) in set(slants(size)) else "has cells that are not a whole slanting line from its edge on"


def _any(cells: Sequence[int], size: int) -> str:
    del cells, size
    return ""


_FORMS = {"cell": _any, "border": _side_by_side, "corner": _meeting, "line": _touching, "areas": _of_one_form}
_FORMS |= {"edge": _straight, "diagonal": _slanting, "group": _together}


def fault_of_form(shape: Shape, cells: Sequence[int], size: int) -> str:
    """The fault of the places of a clue's cells as the end of a sentence, "" if they suit its shape."""
    return _FORMS[shape](cells, size)
