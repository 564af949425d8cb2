"""Cages from labels of cells, and cages as programs list them in mere numbers.

A cage to a line or to an object of JSON: ``12;2,6;2,5``, ``3,17,1.1,1.2,2.2`` (how many cells, their sum, the cells), ``0,9,15``
(the sum last), ``{"total": 10, "boxes": [[0, 0], [1, 0]]}``. Numbers may mean anything, so a list is taken for cages only where
these cover a grid, each cell once, and their sums add up to those of a full grid. Numbered boxes or regions cover one, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isqrt

from bookmaker.formats.base.patterns import expression
from bookmaker.puzzles.grid.geometry import BOXES
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle


def linked(cells: Sequence[int], size: int, *, corners: bool = False) -> bool:
    """Whether cells hang together side by side, or also by their corners."""
    return not cells or len(tree(cells, size, corners=corners)) == len(set(cells))


def tree(cells: Sequence[int], size: int, *, corners: bool = False) -> dict[int, int]:
    """For each cell that hangs together with the first one the next cell on its way there; the first one has itself."""
    inside = set(cells)
    steps = [(0, -1), (-1, 0), (0, 1), (1, 0)]
    if corners:
        steps += [(-1, -1), (-1, 1), (1, -1), (1, 1)]
    toward = {cells[0]: cells[0]}
    for sides in (steps[:4], steps):
        # Sides before corners: a corner is crossed only to where no side leads.
        queue = list(toward)
        for cell in queue:
            row, column = divmod(cell, size)
            for down, right in sides:
                r, c = row + down, column + right
                near = r * size + c
                if 0 <= r < size and 0 <= c < size and near in inside and near not in toward:
                    toward[near] = cell
                    queue.append(near)
    return toward


def owners(puzzle: Puzzle) -> list[int]:
    """For each cell the index of its cage, -1 for none."""
    found = [-1] * puzzle.geometry.cell_count
    for index, cage in enumerate(puzzle.cages):
        for cell in cage.cells:
            found[cell] = index
    return found


def labelled(labels: Sequence[object], sums: Sequence[int | None]) -> Iterator[Cage]:
    """Cages from one label for each cell (None: in no cage) and the sum at each cell (None: no sum).

    A lone cell without a sum is not a cage. The first sum among the cells of one label is taken.
    """
    cells: dict[object, list[int]] = {}
    for cell, label in enumerate(labels):
        if label is not None:
            cells.setdefault(label, []).append(cell)
    for members in cells.values():
        total = next((sums[cell] for cell in members if sums[cell] is not None), None)
        if total is not None or len(members) > 1:
            yield Cage(tuple(members), total)


def flooded(size: int, joined: Sequence[tuple[int, int]]) -> list[int]:
    """For each cell the first cell of its region, where pairs of joined cells make the regions."""
    root = list(range(size * size))

    def find(cell: int) -> int:
        while root[cell] != cell:
            root[cell] = root[root[cell]]
            cell = root[cell]
        return cell

    for one, other in joined:
        a, b = find(one), find(other)
        root[max(a, b)] = min(a, b)
    return [find(cell) for cell in range(size * size)]


_BETWEEN = expression(r"(?:[\s,;]|#[^\n]*|//[^\n]*)*")
_NUMBER = expression("[0-9]+")
_FEWEST = 4
_MOST = 625
"""Cages of the largest grid."""

NUMBERS = expression(r"[ \t]*+[0-9]{1,3}(?:(?:[ \t]*+[,;:.|/][ \t]*+|[ \t]++)[0-9]{1,3}){0,60}[ \t,;]*+", re.ASCII)
"""A line of nothing but numbers."""

_MOST_ABOVE = 2
"""Lines of numbers above the cages, such as how many there are."""


@dataclass(frozen=True)
class Listed:
    """A list of cages that was found: the size of the grid that they cover, and where it begins and ends in the text.

    ``has_grid``: the rows of a grid of that size, in numbers, are directly above or below.
    """

    size: int
    cages: tuple[Cage, ...]
    start: int
    end: int
    has_grid: bool = False


def in_lines(text: str, *_: object) -> Iterator[Listed]:
    """The cages of lines that hold nothing but numbers, and cover a grid."""
    run: list[tuple[int, str]] = []
    at = 0
    for line in [*text.split("\n"), ""]:
        if NUMBERS.fullmatch(line) is not None:
            run.append((at, line))
        elif run:
            if _FEWEST <= len(run) <= _MOST + _MOST_ABOVE:
                yield from _first_of(run, at - 1)
            run = []
        at += len(line) + 1


def _first_of(run: list[tuple[int, str]], end: int) -> Iterator[Listed]:
    records = [[int(number) for number in _NUMBER.findall(line)] for _, line in run]
    ends = [at for at, _ in run[1:]] + [end + 1]
    for above, below in _around(records):
        made = of_records(records[above : len(records) - below])
        if made is not None:
            last = ends[len(records) - below - 1] - 1
            yield Listed(made[0], made[1], run[above][0], last, max(above, below) == made[0])
            return


def _around(records: list[list[int]]) -> Iterator[tuple[int, int]]:
    """How many lines of numbers above and below may be no cages: a few with their number, and the rows of a grid of givens."""
    most = len(records) - _FEWEST
    yield from ((above, 0) for above in range(min(_MOST_ABOVE, most) + 1))
    for size, below in ((len(records[0]), False), (len(records[-1]), True)):
        rows = records[-size:] if below else records[:size]
        if size in BOXES and size <= most and all(len(row) == size and max(row) <= size for row in rows):
            yield (0, size) if below else (size, 0)


def of_records(records: list[list[int]]) -> tuple[int, tuple[Cage, ...]] | None:
    """The size of a grid and its cages, where each record has the numbers of one: its sum first or last, or beside how many cells
    it has; and its cells by index, by row and column, or by both as two digits. None unless just one of these readings covers
    a grid.
    """
    readings = [[(one[0], one[1:]) for one in records], [(one[-1], one[:-1]) for one in records]]
    counted = [
        [(one[1 - at], one[2:]) for one in records]
        for at in (0, 1)
        if all(len(one) > 2 and len(one) - 2 in (one[at], 2 * one[at]) for one in records)
    ]
    readings = counted or readings
    made = []
    for reading in readings:
        for paired in (True, False):
            if paired and any(len(numbers) % 2 for _, numbers in reading):
                continue
            cells: list[list[tuple[int, ...]]] = [
                list(zip(numbers[::2], numbers[1::2], strict=True)) if paired else [(number,) for number in numbers]
                for _, numbers in reading
            ]
            one = _cover(cells, [total for total, _ in reading], paired)
            made += [] if one is None or max(map(len, cells)) == 1 else [one]
        one = _cover([list(map(_split, numbers)) for _, numbers in reading], [total for total, _ in reading], True)
        made += [] if one is None else [one]
    return made[0] if len(made) == 1 else None


def _split(number: int) -> tuple[int, ...]:
    """The row and the column that are the two digits of a number."""
    return divmod(number, 10)


def _cover(cells: list[list[tuple[int, ...]]], sums: list[int], paired: bool) -> tuple[int, tuple[Cage, ...]] | None:
    """The size of the grid that lists of cells cover, counted from 0 or 1, and the cages with these sums; None without one."""
    many = [cell for some in cells for cell in some]
    size = isqrt(len(many))
    if size not in BOXES or size * size != len(many) or not possible(list(map(len, cells)), sums, size):
        return None
    for first in (0, 1):
        at: dict[tuple[int, ...], int]
        if paired:
            at = {(cell // size + first, cell % size + first): cell for cell in range(size * size)}
        else:
            at = {(cell + first,): cell for cell in range(size * size)}
        if set(many) == at.keys():
            cages = (Cage(tuple(at[cell] for cell in some), total) for some, total in zip(cells, sums, strict=True))
            return size, tuple(cages)
    return None


def possible(counts: list[int], sums: list[int], size: int) -> bool:
    """Whether cages of so many cells each, which cover a grid, may have these sums."""
    return sum(sums) == size * size * (size + 1) // 2 and all(
        count <= size and count * (count + 1) // 2 <= total <= count * (2 * size + 1 - count) // 2
        for count, total in zip(counts, sums, strict=True)
    )
