"""The regions of a grid, from the widths of its lines: boxes of the usual shape or another, or those of a jigsaw."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from bookmaker.camera.lattice import Lattice
from bookmaker.puzzles.grid.geometry import BOXES

Values = npt.NDArray[np.float32]

Map = tuple[int, ...]
"""The region of each cell in reading order, from 0."""

_CLEAR = 1.35
"""How much wider the lines of regions are than the others, at least, where they are meant."""

_FITS = 0.8
"""The chance at which a line between boxes is wider than one within, from which the lines show these boxes."""


def regions_of(lattice: Lattice) -> tuple[Map | None, str]:
    """The regions that the heavy lines of a grid enclose, and why there are none, "" if there are or all lines are alike.

    None without a reason: no line is heavier than the others, and the boxes are the usual ones.
    """
    size = lattice.size
    across, upright = lattice.borders
    widths = np.concatenate([across[1:-1].ravel(), upright[:, 1:-1].ravel()])
    found = _enclosed(across, upright, size, widths)
    if found is not None:
        return found, ""
    boxes = box_map(size, BOXES[size])
    within, between = _parted(across, upright, boxes, size)
    if float(np.median(between)) < _CLEAR * float(np.median(within)):
        spread = float(np.percentile(widths, 90) / max(np.percentile(widths, 40), 0.1))
        return (None, "") if spread < _UNEVEN else (None, "its heavy lines enclose no regions of equal size")
    wider = float((between[:, None] > within[None]).mean())
    return (boxes, "") if wider >= _FITS else (None, "its heavy lines enclose no regions of equal size")


_UNEVEN = 1.8


def box_map(size: int, box: tuple[int, int]) -> Map:
    """The boxes of a grid, of a height and a width in cells."""
    height, width = box
    return tuple(row // height * (size // width) + column // width for row in range(size) for column in range(size))


def _parted(across: Values, upright: Values, regions: Map, size: int) -> tuple[Values, Values]:
    """The widths of lines within regions, and of those between them."""
    held = np.array(regions).reshape(size, size)
    widths = np.concatenate([across[1:-1].ravel(), upright[:, 1:-1].ravel()])
    apart = np.concatenate([(held[1:] != held[:-1]).ravel(), (held[:, 1:] != held[:, :-1]).ravel()])
    return widths[~apart], widths[apart]


def _enclosed(across: Values, upright: Values, size: int, widths: Values) -> Map | None:
    """The regions of equal size that lines above some width enclose, where the heavy ones are clearly wider."""
    # The widest step first: where it parts thin lines from heavy ones, the regions are of equal size.
    levels = np.sort(widths)
    steps = np.argsort(-(levels[1:] / np.maximum(levels[:-1], 0.25)), kind="stable")
    for step in steps[:_MOST_LEVELS]:
        least = (levels[step] + levels[step + 1]) / 2
        regions = _filled(across[1:-1] > least, upright[:, 1:-1] > least, size)
        if np.bincount(regions).tolist() != [size] * size:
            continue
        within, between = _parted(across, upright, tuple(regions), size)
        if float(np.median(between)) >= _CLEAR * float(np.median(within)):
            return tuple(regions)
    return None


_MOST_LEVELS = 12


def _filled(below: npt.NDArray[np.bool_], right: npt.NDArray[np.bool_], size: int) -> list[int]:
    regions = [-1] * (size * size)
    number = 0
    for start in range(size * size):
        if regions[start] >= 0:
            continue
        todo = [start]
        regions[start] = number
        while todo:
            row, column = divmod(todo.pop(), size)
            for down, over, wall in (
                (row + 1, column, row + 1 < size and below[row, column]),
                (row - 1, column, row > 0 and below[row - 1, column]),
                (row, column + 1, column + 1 < size and right[row, column]),
                (row, column - 1, column > 0 and right[row, column - 1]),
            ):
                if 0 <= down < size and 0 <= over < size and not wall and regions[down * size + over] < 0:
                    regions[down * size + over] = number
                    todo.append(down * size + over)
        number += 1
    return regions
