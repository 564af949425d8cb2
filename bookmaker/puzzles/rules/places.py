"""The places of clues of each shape on a square of cells, and patterns, by which users say where lines lie.

Places are borders, corners, lines from an edge on, and other forms. A pattern is a drawing of where the lines of a puzzle lie,
and of the cells that no line may take.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Literal

from bookmaker.puzzles.grid.geometry import cell_name, connected

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


FREE, BARRED = ".", "#"
DRAWN = re.compile(r"drawn-([1-9][0-9]{0,5})")
"""The name of a layout that is drawn by chance, with its number."""

_NAMED = re.compile(r"([A-Za-z])([0-9]{1,2})")


class PatternError(ValueError):
    """A fault of a drawing, at a line and a column of its text, from 1."""

    def __init__(self, message: str, line: int, column: int = 1) -> None:
        super().__init__(message)
        self.line, self.column = line, column


@dataclass(frozen=True, slots=True)
class Pattern:
    """``lines``: the cells of each line in their order. ``barred``: cells that are on none; where there are lines, all others.

    ``number``: that of a layout which is drawn by chance, the same for all puzzles of a kind; 0 for a drawing.
    """

    lines: tuple[tuple[int, ...], ...]
    barred: frozenset[int]
    number: int = 0


def parse_pattern(text: str, size: int) -> Pattern:
    """A drawing: a line of text for each row, and for each cell ``.``, ``#`` (barred) or the letter of its line.

    A capital is the first cell of its line. Where that leaves the order open, cells are numbered, with blanks between them:
    ``a1 a2``. Or the name of a layout drawn by chance, ``drawn-1``. Raises :class:`PatternError`.
    """
    if numbered := DRAWN.fullmatch(text):
        return Pattern((), frozenset(), int(numbered[1]))
    rows = [row.rstrip() for row in text.replace("\r\n", "\n").rstrip("\n").split("\n")]
    if len(rows) != size:
        raise PatternError(
            f"a pattern of a {size}x{size} grid has {size} lines, not {len(rows)}", min(len(rows), size + 1)
        )
    held: dict[str, list[tuple[int, int, str]]] = {}
    barred = set[int]()
    for number, row in enumerate(rows):
        found = list(re.finditer(r"\S+" if " " in row.strip() else r"\S", row))
        if len(found) != size:
            raise PatternError(f"the row has {len(found)} cells, not {size}", number + 1, len(row) + 1)
        for column, word in enumerate(found):
            cell, name = number * size + column, _NAMED.fullmatch(word[0])
            if word[0] == BARRED:
                barred.add(cell)
            elif name or (len(word[0]) == 1 and word[0].isascii() and word[0].isalpha()):
                place = int(name[2]) if name else 1 if word[0].isupper() else 0
                held.setdefault(word[0][0].lower(), []).append((place, cell, f"{number + 1}:{word.start() + 1}"))
            elif word[0] != FREE:
                message = f"{word[0]!r} is not a cell: write {FREE}, {BARRED}, a letter, or a letter with a number"
                raise PatternError(message, number + 1, word.start() + 1)
    return Pattern(tuple(_line(letter, cells, size) for letter, cells in sorted(held.items())), frozenset(barred))


def _line(letter: str, cells: Sequence[tuple[int, int, str]], size: int) -> tuple[int, ...]:
    line, column = map(int, cells[0][2].split(":"))
    numbers = sorted(place for place, *_ in cells)
    if numbers == list(range(1, len(cells) + 1)) and len(cells) > 1:
        return tuple(cell for _, cell, _ in sorted(cells))
    if numbers[-1] > 1 or numbers.count(1) > 1:
        message = f"the cells of line {letter} are not numbered 1 to {len(cells)}, nor is one of them its only capital"
        raise PatternError(message, line, column)
    first = next((cell for place, cell, _ in cells if place == 1), None)
    ways = list(_ways(frozenset(cell for _, cell, _ in cells), first, size))
    if first is None:
        ways = [way for way in ways if way[0] < way[-1]]
    if len(ways) != 1:
        said = (
            "are not connected to one way"
            if not ways
            else f"could run in several ways from {cell_name(ways[0][0], size)}"
        )
        raise PatternError(f"the cells of line {letter} {said}: write {letter}1 {letter}2 ...", line, column)
    return ways[0]


_MOST_WAYS = 2


def _ways(cells: frozenset[int], first: int | None, size: int) -> Iterator[tuple[int, ...]]:
    """Ways through all cells, each beside the next or touching it by a corner: some, and all if there are no more than two."""
    found = 0
    waiting: list[tuple[int, ...]] = [(cell,) for cell in sorted(cells) if first in (None, cell)]
    while waiting and found < 2 * _MOST_WAYS:
        way = waiting.pop()
        if len(way) == len(cells):
            found += len(way) > 1
            yield from [way] * (len(way) > 1)
            continue
        row, column = divmod(way[-1], size)
        near = (cell for cell in sorted(cells) if max(abs(cell // size - row), abs(cell % size - column)) == 1)
        waiting += [(*way, cell) for cell in near if cell not in way]
