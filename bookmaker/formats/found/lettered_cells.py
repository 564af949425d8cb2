"""Cages whose cells are named as in spreadsheets, ``16: A1 A2 A3``: the letter is the column, the number the row."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from bookmaker.base.errors import Fault
from bookmaker.formats.base.source import Source
from bookmaker.formats.stream.rows import Batch, Row

_CAGE = re.compile(r"\s*+(?:[-*•]\s++)?(?:[0-9]{1,3}|\?)\s*+[:=]?\s*+(?:[A-Pa-p][1-9][0-6]?(?![A-Za-z0-9])[\s,;+]*+)++")
_CELL = re.compile(r"(?<![A-Za-z0-9])([A-Pa-p])([1-9][0-6]?)(?![A-Za-z0-9])")


def renamed(rows: Iterable[Row | Batch | Fault], source: Source) -> Iterator[Row | Batch | Fault]:
    """The lines of a text, with the cells of such cages by row and column; a note says so once."""
    noted = False
    for row in rows:
        if type(row) is tuple and _CAGE.fullmatch(row[1]) is not None:
            number, text = row
            if not noted:
                source.guess("letters before numbers are taken for columns, as in a spreadsheet: B1 is r1c2", number, 1)
                noted = True
            yield number, _CELL.sub(lambda cell: f"r{cell[2]}c{ord(cell[1].upper()) - 64}", text)
        else:
            yield row
