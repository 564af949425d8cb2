"""Grids one below the other that are parts of one puzzle: the five grids of a Samurai, each drawn by itself.

Nothing says so but the boxes that they share: where all grids of a text, in the order in which their arrangement has them, agree
in every shared cell, and some of these are given, they are one puzzle.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from bookmaker.base.errors import Fault, Note
from bookmaker.formats.stream.rows import Batch
from bookmaker.puzzles.grid.arrangement import Arrangement
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import RULES, geometry

Item = Puzzle | Fault | Batch

_MOST_NOTES = 40
_FEWEST_SHARED = 4
"""Givens in shared cells: where there are fewer, two grids agree by chance."""


@cache
def _all() -> dict[str, Arrangement]:
    return {name: one for name, rule in RULES.items() if (one := rule.arrangement) is not None}


@cache
def _most() -> int:
    return max(len(one.grids) for one in _all().values())


def together(items: Iterable[Item]) -> Iterator[Item]:
    """The same items, where grids that are all of a text, and share cells as an arrangement has them, have become one puzzle."""
    most = _most()
    held: list[Item] = []
    grids: list[Puzzle] = []
    source = iter(items)
    for item in source:
        held.append(item)
        if isinstance(item, Puzzle) and _may_be_part(item) and len(grids) < most:
            grids.append(item)
        elif not isinstance(item, Note) or len(held) > _MOST_NOTES:
            yield from held
            yield from source
            return
    made = _joined(grids) if len(grids) > 1 else None
    if made is None:
        yield from held
        return
    yield made
    yield from (item for item in held if not isinstance(item, Puzzle))
    message = f"{len(grids)} grids that agree where they would overlap are taken for one puzzle; this is a guess"
    yield Note(message, made.source, "look at the puzzle")


def _may_be_part(puzzle: Puzzle) -> bool:
    ground = puzzle.geometry
    plain = not ground.rules and not puzzle.cages and puzzle.answer is None and puzzle.candidates is None
    return plain and 0 in puzzle.givens and any(puzzle.givens)


def _joined(grids: Sequence[Puzzle]) -> Puzzle | None:
    """The one puzzle of several grids; None where they are none of any arrangement, or of more than one."""
    made = [one for name in _all() if (one := _of(grids, name)) is not None]
    return made[0] if len(made) == 1 else None


def _of(grids: Sequence[Puzzle], name: str) -> Puzzle | None:
    arrangement = _all()[name]
    if len(arrangement.grids) != len(grids) or any(grid.geometry.size != arrangement.size for grid in grids):
        return None
    found: dict[tuple[int, int], int] = {}
    shared = 0
    for grid, places in zip(grids, arrangement.grids, strict=True):
        for place, digit in zip(places, grid.givens, strict=True):
            shared += place in found and digit > 0
            if found.setdefault(place, digit) != digit:
                return None
    if shared < _FEWEST_SHARED:
        return None
    cells = bytes(found[place] for place in arrangement.places)
    return Puzzle(geometry(name), cells, grids[0].source, grids[0].name)
