"""Cages as mere numbers, a cage to a line, as one line of JSON in place of the first of them, whatever stands directly above or
below. So a grid of their givens beside them is read as any other. Only short texts that may hold such a grid are looked at.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from bookmaker.base.errors import Fault
from bookmaker.formats.base import coded_cages
from bookmaker.formats.base.source import Source
from bookmaker.formats.stream.rows import Batch, Row
from bookmaker.puzzles.grid.geometry import cell_name

_ROW = re.compile("(?=[^A-Za-z0-9]*+[0-9])[^A-Za-z]{4,}")
"""A line that may be a row of a grid, or a grid."""

_MOST_LINES = 1000
_MOST_SIGNS = 1 << 16
"""A text of more is not held, and not looked at."""


def caged(items: Iterable[Row | Batch | Fault], source: Source) -> Iterator[Row | Batch | Fault]:
    """The lines of a text, where cages have become one line; the source has them as listed."""
    rest = iter(items)
    lines: list[Row] = []
    held = 0
    for item in rest:
        held += len(item[1]) if type(item) is tuple else 0
        if type(item) is not tuple or len(lines) == _MOST_LINES or held > _MOST_SIGNS:
            yield from chain(lines, [item], rest)
            return
        lines.append(item)
    numbers = [line if coded_cages.NUMBERS.fullmatch(line) else "" for _, line in lines]
    text = "\n".join(numbers)
    at = 0
    for found in coded_cages.in_lines(text) if any(numbers) else ():
        first, last = text.count("\n", 0, found.start), text.count("\n", 0, found.end)
        if not found.beside and not _has_grid(lines, numbers, first, last):
            continue
        yield from lines[at:first]
        cages = [
            {"sum": cage.sum, "cells": [cell_name(cell, found.size) for cell in cage.cells]} for cage in found.cages
        ]
        yield lines[first][0], json.dumps({"size": found.size, "cages": cages})
        source.listed.add(source.place(lines[first][0], 1))
        yield from ((number, "") for number, _ in lines[first + 1 : last + 1])
        at = last + 1
    yield from lines[at:]


def _has_grid(lines: Sequence[Row], numbers: Sequence[str], first: int, last: int) -> bool:
    """Whether a row of a grid may stand anywhere but among the lines of numbers around cages, from one line to another."""
    while first > 0 and numbers[first - 1]:
        first -= 1
    while last + 1 < len(numbers) and numbers[last + 1]:
        last += 1
    return any(_ROW.fullmatch(line) for _, line in (*lines[:first], *lines[last + 1 :]))
