"""Text above a puzzle is its name: "Grid 01" above nine rows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from bookmaker.errors import Fault, Note
from bookmaker.formats.rows import Batch
from bookmaker.grid.puzzle import Puzzle

_MOST = 20_000
"""Notes that wait for their puzzles: those of one block come before all of its puzzles."""

_LONGEST = 80
_FURTHEST = 4
"""Lines from a heading to its puzzle: two more lines of the heading and a blank one may stand between them."""

_KEY = re.compile(r"(?i)^(?:[-*#>%/]+\s*)*(?:name|title|id)\s*[:=]\s*|^(?:[-*#>%/]+\s*)+")


def headed(items: Iterable[Puzzle | Fault | Batch]) -> Iterator[Puzzle | Fault | Batch]:
    """The same items, where a note on text directly above a puzzle without a name has become its name."""
    held: dict[int, Note] = {}
    for item in items:
        line = item.place.line if isinstance(item, Note) and item.place is not None else None
        if isinstance(item, Note) and item.text and line is not None:
            held[line] = item
            if len(held) > _MOST:
                yield held.pop(next(iter(held)))
            continue
        if isinstance(item, Puzzle):
            item = _named(item, held)
            at = item.source.line if item.source is not None else None
            for number in sorted(number for number in held if at is None or number < at):
                yield held.pop(number)
        elif not isinstance(item, Note):
            yield from held.values()
            held.clear()
        yield item
    yield from held.values()


def _named(puzzle: Puzzle, held: dict[int, Note]) -> Puzzle:
    at = puzzle.source.line if puzzle.source is not None else None
    if puzzle.name or at is None:
        return puzzle
    last = next((at - gap for gap in range(1, _FURTHEST + 1) if at - gap in held), None)
    if last is None:
        return puzzle
    name = _KEY.sub("", held[last].text).strip(" :=-,;#*")
    if not any(map(str.isalpha, name)) or len(name) > _LONGEST:
        return puzzle
    del held[last]
    return replace(puzzle, name=name)
