"""Grids that share cells as rows of fields, with a sign of their own where no cell is: ``Q,5,8,2,...,X,X,X,...``.

They are drawn with blanks there, as :mod:`grids` knows them. Text may stand directly above each, as a table of many has it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bookmaker.formats.apps import grids
from bookmaker.formats.found.frames import Numbered

_SEPARATORS = ",;\t"
_FEWEST = 8
_MOST = 40
"""Separators in a row of the narrowest and the widest arrangement."""


def with_holes(parts: Iterable[list[Numbered]]) -> Iterator[list[Numbered]]:
    """The parts of a text, where such rows stand apart, and are drawn."""
    for part in parts:
        separator = next((sign for sign in _SEPARATORS if any(_is_wide(line, sign) for _, line in part)), "")
        yield from _drawn(part, separator) if separator else [part]


def _is_wide(line: str, separator: str) -> bool:
    return _FEWEST <= line.count(separator) <= _MOST


def _drawn(part: list[Numbered], separator: str) -> Iterator[list[Numbered]]:
    held: list[Numbered] = []
    run: list[tuple[Numbered, list[str]]] = []
    for number, line in [*part, (0, "")]:
        fields = [field.strip() for field in line.split(separator)] if _is_wide(line, separator) else []
        if run and len(fields) != len(run[0][1]):
            held += [row for row, _ in run]
            run = []
        if not fields:
            held += [(number, line)] if number else []
            continue
        run.append(((number, line), fields))
        rows = grids.drawn([one for _, one in run]) if len(run) in grids.heights(len(fields)) else None
        if rows is not None:
            if held:
                yield held
            yield [(row[0], text) for (row, _), text in zip(run, rows, strict=True)]
            held, run = [], []
    if held:
        yield held
