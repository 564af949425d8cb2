"""Canonical forms in the plainest way: all arrangements of the cells side by side, cell after cell the least ones kept."""

from __future__ import annotations

from functools import cache
from itertools import permutations, product

import numpy as np


@cache
def line_orders(group: int, groups: int) -> np.ndarray:
    """All orders of group * groups lines that keep groups together: int[orders, lines]."""
    return np.array(
        [
            [g * group + line for g, inside in zip(outside, insides, strict=True) for line in inside]
            for outside in permutations(range(groups))
            for insides in product(permutations(range(group)), repeat=groups)
        ]
    )


@cache
def arrangements(height: int, width: int, diagonals: bool = False) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Every cell symmetry as three numbers: 1 if rows and columns are exchanged, the order of rows, that of columns.

    With ``diagonals`` only those that move each main diagonal onto a main diagonal.
    """
    rows, columns = line_orders(height, width), line_orders(width, height)
    turns = range(2 if height == width else 1)
    parts = np.meshgrid(turns, range(len(rows)), range(len(columns)), indexing="ij")
    turn, row, column = (part.ravel().astype(np.int32) for part in parts)
    if diagonals:
        last = height * width - 1
        for falling in (True, False):
            on_falling = np.ones(len(turn), bool)
            on_rising = np.ones(len(turn), bool)
            for i in range(last + 1):
                r, c = rows[row, i], columns[column, i if falling else last - i]
                on_falling &= r == c
                on_rising &= r + c == last
            kept = on_falling | on_rising
            turn, row, column = turn[kept], row[kept], column[kept]
    return turn, row, column


def canonical(cells: bytes, height: int, width: int, diagonals: bool = False) -> tuple[bytes, int]:
    """The least image, and how many arrangements give it."""
    size = height * width
    grid = np.frombuffer(cells, np.uint8).reshape(size, size)
    turned = np.array([grid, grid.T])
    rows, columns = line_orders(height, width), line_orders(width, height)
    turn, row, column = arrangements(height, width, diagonals)
    labels = np.zeros((len(turn), size + 1), np.uint8)
    known = np.zeros(len(turn), np.uint8)
    out = []
    for r in range(size):
        for c in range(size):
            digit = turned[turn, rows[row, r], columns[column, c]]
            fresh = np.flatnonzero((digit > 0) & (labels[np.arange(len(turn)), digit] == 0))
            known[fresh] += 1
            labels[fresh, digit[fresh]] = known[fresh]
            shown = labels[np.arange(len(turn)), digit]
            least = shown.min()
            kept = shown == least
            if not kept.all():
                turn, row, column, labels, known = turn[kept], row[kept], column[kept], labels[kept], known[kept]
            out.append(int(least))
    return bytes(out), len(turn)


def image(cells: np.ndarray, height: int, width: int, generator: np.random.Generator) -> np.ndarray:
    """A random image of a puzzle or grid, each symmetry equally likely."""
    size = height * width
    grid = cells.reshape(size, size)
    if height == width and generator.integers(2):
        grid = grid.T
    rows, columns = line_orders(height, width), line_orders(width, height)
    grid = grid[rows[generator.integers(len(rows))]][:, columns[generator.integers(len(columns))]]
    labels = np.concatenate([[0], 1 + generator.permutation(size)]).astype(np.uint8)
    return labels[grid].ravel()
