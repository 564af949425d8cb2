"""The cells of one grid whose puzzle is known: a grid begun, or an answer.

The geometry of that puzzle says how many cells and digits to expect. So this module reads grids of every kind, also those whose
kind their text does not show (5x5, several grids).
"""

from __future__ import annotations

import re
from collections.abc import Callable

from bookmaker.base.errors import Fault, InputError, UsageError
from bookmaker.formats import parse
from bookmaker.formats.cells import BLANKS, SIZES, decoded
from bookmaker.formats.source import Source, is_comment
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.rules import CLASSIC

_Field = tuple[str, int, int]
"""What stands for a cell, with its line and column."""

_RULE = re.compile(r"(?=.*\+)[-=+|\s]+")
"""A line of a drawn frame. One without corners could be a row of empty cells."""

_WORD = re.compile(r"\S+")


def cells_on(text: str, ground: Geometry, name: str) -> bytes | None:
    """The cells of a grid of this geometry, a byte 0..size for each in reading order; None if the text has another shape.

    The cells stand in reading order, parted or not by blanks and line breaks, with or without a drawn frame; several grids also
    as they are drawn, with blanks or signs for empty cells where no cell is. Else the text is a puzzle in any known format, whose
    givens are meant. Raises InputError for a text that cannot be read; ``name`` is what its places call the text.
    """
    fields = _fields(text, ground)
    if fields is None:
        return _givens(text, ground, name)
    # Nothing depends on the kind of this source but readings of grids above 9 that two signs for empty cells make unsure.
    source = Source(name, CLASSIC)
    cells = decoded([field[0] for field in fields], ground.size, lambda at: fields[at][1:], source)
    if cells is None:
        raise InputError(source.faults)
    return cells


def full_grid(text: str, ground: Geometry, name: str) -> bytes:
    """The same of a grid without empty cells. Raises UsageError where it is none."""
    try:
        cells = cells_on(text, ground, name)
    except InputError:
        cells = None
    if cells is None or 0 in cells:
        raise UsageError(f"{name}: {ground.cell_count} digits 1 to {ground.size} are wanted")
    return cells


def solution_in(text: str | None) -> Callable[[Geometry], bytes] | None:
    """What reads ``text`` as the answer that an order of puzzles names, once their geometry is known; None for None."""

    def read(ground: Geometry) -> bytes:
        found = cells_on(text or "", ground, "solution")
        if found is None or 0 in found:
            message = f"`solution` must be one full {ground.size}x{ground.size} grid of {ground.cell_count} digits"
            raise UsageError(Fault(message, code="solution"))
        return found

    return None if text is None else read


def _givens(text: str, ground: Geometry, name: str) -> bytes | None:
    try:
        found = parse(text, name)
    except InputError:
        if ground.cell_count == ground.size**2 and ground.cell_count in SIZES:
            raise
        return None  # What is said of one square with boxes would mislead here.
    if len(found) != 1 or len(found[0].givens) != ground.cell_count or found[0].geometry.size != ground.size:
        return None
    return found[0].givens


def _fields(text: str, ground: Geometry) -> list[_Field] | None:
    rows = [
        (number, row.replace("|", " ").rstrip())
        for number, row in enumerate(text.splitlines(), 1)
        if not is_comment(row) and not _RULE.fullmatch(row) and row.strip()
    ]
    words = [(found[0], number, found.start() + 1) for number, row in rows for found in _WORD.finditer(row)]
    symbols = [(symbol, line, column + at) for word, line, column in words for at, symbol in enumerate(word)]
    for fields in (words, symbols):
        if len(fields) == ground.cell_count:
            return fields
        if ground.overlapping and len(fields) == ground.height * ground.width:
            return _within(fields, ground)
    return _drawn(rows, ground) if ground.overlapping and len(rows) == ground.height else None


def _within(fields: list[_Field], ground: Geometry) -> list[_Field] | None:
    """The cells of several grids out of all places of the rectangle around them, where the others are empty."""
    places = {row * ground.width + column for row, column in map(ground.place, range(ground.cell_count))}
    if any(field[0] not in BLANKS for at, field in enumerate(fields) if at not in places):
        return None
    return [fields[at] for at in sorted(places)]


def _drawn(rows: list[tuple[int, str]], ground: Geometry) -> list[_Field] | None:
    """The cells of several grids that are drawn with blanks where no cell is; a blank may part all symbols of a row."""
    places = set(map(ground.place, range(ground.cell_count)))
    for step in (1, 2):
        found = [
            ((at, column // step), (symbol, line, column + 1))
            for at, (line, row) in enumerate(rows)
            for column, symbol in enumerate(row)
            if not symbol.isspace()
        ]
        if {place for place, _ in found} == places and len(found) == len(places):
            return [field for _, field in sorted(found)]
    return None
