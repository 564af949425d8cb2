"""Grids as array languages write them, the size and then all cells: ``9 9 $ 5 3 0 0 7 ...`` (J), ``9 9⍴5 3 0 0 7 ...`` (APL);
and as programs with an object for each cell do: ``Cell(number: 5, given: true), Cell(number: 4, given: false), ...`` (Swift).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bookmaker.puzzles.grid.geometry import BOXES

# A blank behind each number but the last: a text that does not fit is given up at once.
_SHAPED = re.compile(
    r"(?<![\w.])([0-9]{1,2})[ \t]+\1\)?[ \t]*[$⍴][ \t]*,?[ \t]*((?:[0-9]{1,2}[ \t]+){15,}[0-9]{1,2})(?![\w.])"
)

_CELL = re.compile(
    r"\b(?:number|value|digit|num|val)[^\w\n]{1,4}([0-9])[^\w\n]{1,4}(?:is_?)?(?:given|fixed|locked|clue|original)"
    r"[^\w\n]{1,4}(true|false)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Shaped:
    """A grid that was found: a field for each cell, and where it begins and ends in the text."""

    fields: Sequence[str]
    start: int
    end: int


def found(text: str) -> Iterator[Shaped]:
    """The square arrays of a text that are as large as a grid, with as many numbers; 81 cells that say whether they are given."""
    if "$" in text or "⍴" in text:
        for array in _SHAPED.finditer(text):
            size, fields = int(array[1]), array[2].split()
            if size in BOXES and len(fields) == size * size:
                yield Shaped(fields, array.start(), array.end())
    cells = list(_CELL.finditer(text)) if "rue" in text else []
    if len(cells) == _NINE * _NINE:
        fields = [cell[1] if cell[2].lower() == "true" else "." for cell in cells]
        yield Shaped(fields, cells[0].start(), cells[-1].end())


_NINE = 9
