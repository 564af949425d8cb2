"""Lines that run on over the edge of grids drawn alone, where other grids of their arrangement go on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from bookmaker.printing.canvases.clipping import Side
from bookmaker.printing.grids.grid_drawing import grid_lines
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.grid.some_grids import SomeGrids

Weight = Literal["thin", "box", "outline"]
_Corner = tuple[int, int]
"""Where lines cross: so many rows above it, so many columns before it."""

_AHEAD: dict[Side, _Corner] = {"left": (0, -1), "right": (0, 1), "above": (-1, 0), "below": (1, 0)}


@dataclass(frozen=True, slots=True)
class RunOn:
    """A line that runs on. ``start``: the rows above and the columns before it, in the square of the grids that are drawn."""

    start: _Corner
    side: Side
    weight: Weight


@lru_cache(maxsize=256)
def lines_beyond(some: SomeGrids) -> tuple[RunOn, ...]:
    """The lines of other grids that begin at the edge of these."""
    whole, ground, (top, left) = some.whole, some.ground, some.first
    shown = {whole.place(cell) for cell in some.cells}
    down, over = (ground.span - ground.height) // 2 - top, (ground.span - ground.width) // 2 - left
    found = []
    for (start, side), weight in _pieces(whole).items():
        (row, column), level = start, side in ("left", "right")
        (by, along) = _AHEAD[side]
        # The cells on both sides of the piece, and on both sides of where it would have come from.
        ahead = {(row + min(by, 0) - level, column + min(along, 0) - (not level))}
        ahead.add((row + min(by, 0), column + min(along, 0)))
        behind = {(place[0] - by, place[1] - along) for place in ahead}
        if shown.isdisjoint(ahead) and not shown.isdisjoint(behind):
            found.append(RunOn((row + down, column + over), side, weight))
    return tuple(sorted(found, key=lambda one: (one.side, one.start)))


@lru_cache(maxsize=16)
def _pieces(whole: Geometry) -> dict[tuple[_Corner, Side], Weight]:
    """All lines of an arrangement, cell by cell, each from both of its ends, by places in the arrangement."""
    thin, heavy = grid_lines(whole)
    down, over = (whole.span - whole.height) // 2, (whole.span - whole.width) // 2
    found: dict[tuple[_Corner, Side], Weight] = {}
    weighed: list[tuple[Weight, list[tuple[float, float, float, float]]]] = [("thin", thin), ("box", heavy)]
    for weight, runs in weighed:
        for x1, y1, x2, y2 in runs:
            ends = (int(y1) - down, int(x1) - over), (int(y2) - down, int(x2) - over)
            found.update(dict.fromkeys(_cell_by_cell(*ends), weight))
    for row, column in whole.corners:
        bottom, right = row + whole.size, column + whole.size
        for start, end in (
            ((row, column), (row, right)),
            ((bottom, column), (bottom, right)),
            ((row, column), (bottom, column)),
            ((row, right), (bottom, right)),
        ):
            found.update(dict.fromkeys(_cell_by_cell(start, end), "outline"))
    return found


def _cell_by_cell(start: _Corner, end: _Corner) -> Iterator[tuple[_Corner, Side]]:
    """Each piece of a line as long as a cell, from both of its ends. ``start`` lies above ``end``, or on its left."""
    level = start[0] == end[0]
    for step in range(end[level] - start[level]):
        row, column = (start[0], start[1] + step) if level else (start[0] + step, start[1])
        yield (row, column), "right" if level else "below"
        yield (row + (not level), column + level), "left" if level else "above"
