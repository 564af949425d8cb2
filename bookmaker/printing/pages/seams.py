"""Where a grid can be parted for two facing pages: between two boxes, so that no cell and no box is cut."""

from __future__ import annotations

from functools import cache

from bookmaker.puzzles.grid.geometry import Geometry


@cache
def seams(ground: Geometry) -> tuple[int, ...]:
    """The columns of the square of ``span`` cells before which an upright line cuts no box.

    There are none where each puzzle has marks of its own, which may lie across any line: cages, clues, regions.
    """
    if ground.caged or ground.clued or ground.mapped or not ground.boxed:
        return ()
    at = {ground.spot(cell): box for cell, box in enumerate(ground.box_of)}
    first = min(column for _, column in at)
    return tuple(
        seam
        for seam in range(first + 1, first + ground.width)
        if all(at.get((row, seam - 1)) != at.get((row, seam), -1) for row in range(ground.span))
    )


def part_columns(ground: Geometry, seam: int) -> tuple[int, int]:
    """How many columns of cells lie before a seam, and behind it."""
    first = min(column for _, column in ground.spots)
    return seam - first, first + ground.width - seam
