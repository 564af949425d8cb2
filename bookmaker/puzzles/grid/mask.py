"""Masks: which cells of a grid hold givens, as a drawing in a text file."""

from __future__ import annotations

from itertools import combinations

from bookmaker.puzzles.grid.geometry import Geometry

EMPTY = ".0-_ "
"""The characters for a cell without a given; any other is a given."""


def parse(text: str, size: int) -> frozenset[int]:
    """The cells of a drawing: ``size`` lines of ``size`` characters. Lines may end early; the rest is empty.

    Raises ValueError with a message for people.
    """
    lines = [line.rstrip() for line in text.replace("\r\n", "\n").rstrip("\n").split("\n")]
    if len(lines) == 1 and len(lines[0]) == size * size:
        lines = [lines[0][start : start + size] for start in range(0, size * size, size)]
    if len(lines) != size:
        raise ValueError(f"a mask of a {size}x{size} grid has {size} lines, not {len(lines)}")
    for number, line in enumerate(lines, 1):
        if len(line) > size:
            raise ValueError(f"line {number} of the mask has {len(line)} characters; a row has {size} cells")
    return frozenset(r * size + c for r, line in enumerate(lines) for c, char in enumerate(line) if char not in EMPTY)


def exchangeable(geometry: Geometry, mask: frozenset[int]) -> str:
    """Two rows of one band, or columns of one stack, that hold no given, in words; "" if there are none.

    In a grid of rows, columns and boxes, or of rows and columns alone, the two can change places in any solution, which makes a
    second one.
    """
    if geometry.bands is None:
        return ""
    size, (height, width) = geometry.size, geometry.bands
    for kind, group, cells in (
        ("rows", height, [range(r * size, (r + 1) * size) for r in range(size)]),
        ("columns", width, [range(c, size * size, size) for c in range(size)]),
    ):
        bare = [line for line in range(size) if mask.isdisjoint(cells[line])]
        for one, other in combinations(bare, 2):
            if one // group == other // group:
                return f"{kind} {one + 1} and {other + 1}"
    return ""
