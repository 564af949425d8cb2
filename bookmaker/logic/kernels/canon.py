"""The canonical form of a classic puzzle or grid: the least of all its symmetric images.

The order. A cell symmetry and a relabelling of the digits turn a puzzle into an image. Cell symmetries permute bands, rows in a
band, stacks and columns in a stack and, for square boxes, exchange rows and columns: 3,359,232 for 9x9. Images are compared as
strings in reading order with empty < 1 < 2 < ... The least is the canonical form, so that two puzzles have the same one exactly
if they are images of each other. This is the "min-lex" form of published lists of puzzles and grids (0 or . as the least symbol).
For a given arrangement of the cells, the least relabelling numbers the digits as they first appear. What remains is to find the
least arrangement.

The search goes row by row and keeps, after each row, *every* arrangement of the rows above that gives the least string so far, so
that it is exact: the least string of k + 1 rows begins with the least string of k rows. The New Sudoku Players' Forum has
described row-by-row searches that drop whatever falls behind since 2008 (gsf, dobrichev, blue). This one keeps whole sets of
arrangements as one state each, which bounds it on puzzles with few givens:

- Columns that are alike so far stay unordered. A state has an ordered partition of the columns within each stack, and one of the
  stacks; it represents every arrangement that agrees with both. The least string of a row is found from left to right. At each
  place, the columns of its class that show the least number come first. They form a class of their own if that number is "empty"
  (or, where givens clash, already labelled), because nothing distinguishes them. The same goes for stacks of a class whose cells
  in the row are all empty or labelled. Tied stacks have equal strings in every row so far, hence classes of equal sizes.
- The search splits only where digits get their first labels: one state for each digit that may be the next, because later rows
  distinguish them.
- Of equal rows of a band (empty ones, unless givens clash), and of equal bands, only the first is tried: exchanging the
  two is a symmetry that changes nothing.

In a solution grid nothing is empty and row 1 is 12...9 in every arrangement: 1296 ways for each of 18 rows. Rows 1 and 2 are
therefore placed together. Choose both, and the order of the first stack. In row 1 the digits under 1, 2 and 3 are in columns of
other stacks, and only one way gives each its least number: its column is the first free one of its stack, and a stack without a
slot takes the next one. Every least arrangement arises like this. The few columns that stay free are tried in all orders
(:mod:`bookmaker.logic.kernels.canon_grids`).

The number of arrangements that give the canonical form is the number of symmetries of the puzzle: each final state counts the
arrangements that it represents.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bookmaker.logic.jit.decorators import kernel
from bookmaker.logic.kernels.canon_rows import (
    ACROSS,
    AHEAD,
    COLUMNS,
    FIELDS,
    PLACE,
    ROOM,
    ROWS,
    STACKS,
    STARTS,
    WORST,
    copy_state,
    int64,
    lower,
    place_row,
)
from bookmaker.logic.kernels.rules import Array

_STATES = 64
"""States that fit at first; the array grows as needed."""


@kernel
def _twins(lines: Array, height: int, rows: Array, bands: Array) -> int:
    """Which rows of a band, and which bands, are equal.

    ``rows`` int64[size] gets, for each row of ``lines``, the bits of the equal rows of its band above it; ``bands``
    int64[size / height], for each band, the bits of the first rows of the equal bands above it. Returns how many
    symmetries exchange twins among each other.
    """
    ways = 1
    for row in range(len(lines)):
        rows[row] = 0
        many = 1
        for other in range(row // height * height, row):
            if lines[row] == lines[other]:
                rows[row] |= 1 << other
                many += 1
        ways *= many
    for band in range(len(bands)):
        bands[band] = 0
        many = 1
        for other in range(band):
            same = True
            for i in range(height):
                same = same and lines[band * height + i] == lines[other * height + i]
            if same:
                bands[band] |= 1 << (other * height)
                many += 1
        ways *= many
    return ways


@kernel
def _may_follow(left: int, row: int, height: int, begins: bool, rows: Array, bands: Array) -> bool:
    """Whether to try a row next: it has no place yet, its band is right, and no earlier twin would serve as well.

    ``left`` is a state's ROWS, ``begins`` whether a band begins, ``rows`` and ``bands`` are of :func:`_twins`.
    """
    band = row // height
    if not left >> row & 1 or rows[row] & left:
        return False
    if not begins:
        return band == left >> 16
    # Between bands, a band has all of its rows left or none, so its first row is enough to look at.
    twins_left: int = bands[band] & left
    return twins_left == 0


@kernel
def _arrangements(starts: Any, height: int, width: int) -> int:
    """How many orders of columns a state represents."""
    ways = 1
    run = 0
    for place in range(height * width):
        run = 1 if starts >> place & 1 else run + 1
        ways *= run
    for slot in range(height):
        run = 1 if starts >> (STACKS + slot) & 1 else run + 1
        ways *= run
    return ways


@kernel
def read_lines(cells: Array, lines: Array) -> None:
    """``cells`` uint8[size * size] as words (see :mod:`bookmaker.logic.kernels.canon_rows`): its rows in ``lines[0]``, its
    columns in ``lines[1]``; ``lines`` int64[2, size].
    """
    size = lines.shape[1]
    for row in range(size):
        lines[0, row] = lines[1, row] = 0
        for column in range(size):
            lines[0, row] |= np.int64(cells[row * size + column]) << 4 * column
            lines[1, row] |= np.int64(cells[column * size + row]) << 4 * column


@kernel
def place_rest(
    lines: Array, height: int, width: int, placed: int, best: Array, states: Array, found: Array, count: int, out: Array
) -> Any:
    """Place the rows from number ``placed`` on, and write the canonical form to ``out`` uint8[size * size].

    ``lines`` is of :func:`read_lines`; the first ``count`` states of ``states`` int64[states, FIELDS] are all ways to place the
    first rows so that they give ``best`` uint8[size, size], whose later rows are WORST; ``found`` is scratch of the same shape as
    ``states``. Returns ``states`` and ``found``, exchanged or moved to longer arrays, and the number of symmetries of the puzzle.
    """
    size = height * width
    row_twins = np.empty((2, size), np.int64)
    band_twins = np.empty((2, width), np.int64)
    twin_ways = np.empty(2, np.int64)
    work = np.empty((ROOM, FIELDS), np.int64)
    for across in range(2 if height == width else 1):
        twin_ways[across] = _twins(lines[across], height, row_twins[across], band_twins[across])
    for place in range(placed, size):
        found_count = int64(0)
        for i in range(count):
            across, left = states[i, ACROSS], states[i, ROWS]
            for row in range(size):
                if _may_follow(left, row, height, place % height == 0, row_twins[across], band_twins[across]):
                    copy_state(states, i, work, int64(0))
                    work[0, ROWS] = left & 0xFFFF & ~(1 << row) | row // height << 16
                    work[0, PLACE] = work[0, AHEAD] = 0
                    found, found_count = place_row(lines[across, row], width, place, best, work, found, found_count)
        states, found, count = found, states, found_count
    symmetries = 0
    for i in range(count):
        symmetries += twin_ways[states[i, ACROSS]] * _arrangements(states[i, STARTS], height, width)
    for row in range(size):
        for column in range(size):
            out[row * size + column] = best[row, column]
    return states, found, symmetries


@kernel
def canonical_batch(puzzles: Array, height: int, width: int, out: Array, symmetries: Array) -> None:
    """Write the canonical form of each row of ``puzzles`` uint8[n, cells] to ``out`` uint8[n, cells].

    0 = empty; cells = size * size, size = height * width <= 9, with boxes of ``height`` rows and ``width`` columns and
    at most 3 boxes in a row; digits up to size, but givens may clash. ``symmetries`` int64[n] gets the number of cell
    symmetries that, with a relabelling, map the puzzle to itself: 3359232 for the empty 9x9 grid, 1 for most puzzles.
    For solution grids :func:`bookmaker.logic.kernels.canon_grids.grids_batch` gives the same sooner.
    """
    size = height * width
    turns = 2 if height == width else 1
    lines = np.empty((2, size), np.int64)
    states = np.empty((_STATES, FIELDS), np.int64)
    found = np.empty((_STATES, FIELDS), np.int64)
    best = np.empty((size, size), np.uint8)
    starts = 1 << STACKS
    columns = 0
    for place in range(size):
        columns |= place << 4 * place
        if place % width == 0:
            starts |= 1 << place
    for at in range(len(puzzles)):
        read_lines(puzzles[at], lines)
        for row in range(size):
            lower(best, row, int64(0), int64(WORST))
        for across in range(turns):
            for field in range(FIELDS):
                states[across, field] = 0
            states[across, COLUMNS], states[across, STARTS] = columns, starts
            states[across, ROWS], states[across, ACROSS] = (1 << size) - 1, across
        states, found, symmetries[at] = place_rest(lines, height, width, int64(0), best, states, found, turns, out[at])
