"""Patterns: a drawing of where the lines of a puzzle lie, and of the cells that no line may take."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bookmaker.puzzles.grid.geometry import cell_name

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
