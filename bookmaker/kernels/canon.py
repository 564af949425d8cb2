"""The canonical form of a classic puzzle or grid: the least of all its symmetric images.

The order. An image is what a cell symmetry (for square boxes: rows and columns exchanged; bands, rows in a band, stacks and
columns in a stack permuted; 3,359,232 for 9x9) and a relabelling of the digits make of a puzzle. Images are compared as
strings in reading order with empty < 1 < 2 < ...; the least is the canonical form, so that two puzzles have the same
one exactly if they are images of each other. This is the "min-lex" form that lists of puzzles and grids are kept in
(0 or . as the least symbol). Once the cells are arranged, the least relabelling numbers the digits as they first
appear. What remains is to find the least arrangement.

The search goes row by row and keeps, after each row, *every* arrangement of the rows above that gives the least string so
far, so that it is exact: the least string of k + 1 rows begins with the least string of k rows. Row-by-row searches that drop
whatever falls behind have been described on the New Sudoku Players' Forum since 2008 (gsf, dobrichev, blue); this one
keeps sets of arrangements as one state each, which is what bounds it on puzzles with few givens:

- Columns that look alike so far stay unordered. A state has an ordered partition of the columns within each stack, and one of the
  stacks; it stands for every arrangement that agrees with both. Given a row, its least string is found from left to
  right: at a place, the columns of the class there that show the least number come first, as a class of their own if
  that number is "empty" (or, where givens clash, one that is labelled already), for nothing tells them apart. So do the
  stacks of a class whose cells in the row are all empty or labelled. Tied stacks have equal strings in every row so
  far, hence classes of equal sizes.
- Only where digits get their first labels is the search split: one state for each digit that may be the next, because
  later rows tell them apart.
- Of equal rows of a band (empty ones, unless givens clash), and of equal bands, only the first is tried: exchanging the
  two is a symmetry that changes nothing.

In a solution grid nothing is empty and row 1 is 12...9 in every arrangement: 1296 ways for each of 18 rows. There rows 1
and 2 are placed together. Choose both, and the order of the first stack. The digits under 1, 2 and 3 stand in row 1 at columns
of other stacks, and the least number that each can show is had in one way only: its column is the first free one of its
stack, and that stack, if it has no slot yet, takes the next. Every least arrangement is made like this; the few columns
that stay free are tried in all orders.

The number of arrangements that give the canonical form is the number of symmetries of the puzzle. It falls out: each
final state counts the arrangements that it stands for.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bookmaker.kernels.jit import kernel
from bookmaker.kernels.rules import Array

# A state is a row of an array int64[states, _FIELDS]. Lists are packed into words by four bits, so that sizes go up to 9
# (and would up to 15); a word stays positive.
_COLUMNS = 0
"""Four bits p: the column of the puzzle at place p. Columns of a class, and stacks of a class, stand in any order."""
_LABELS = 1
"""Four bits d: the label of digit d, 0 if it has none yet; four bits 0 are 0, so that an empty cell reads as 0."""
_STARTS = 2
"""Bit p: a class of columns starts at place p; every stack starts one. Bit 16 + s: a class of stacks starts at slot s."""
_ROWS = 3
"""Bit r: row r of the puzzle has no place yet. From bit 16: the number of the band that was begun last."""
_KNOWN = 4
"""How many digits are labelled."""
_ACROSS = 5
"""1 if rows and columns are exchanged, else 0."""
_PLACE = 6
"""Within :func:`_place_row`, the next place to fill; and ..."""
_AHEAD = 7
"""... the first place whose stack is not chosen yet."""
_FIELDS = 8

_WORST = 99
_STACKS = 16


@kernel
def _blocks_to_front(columns: Any, slot: int, chosen: int, width: int, stop: int) -> Any:
    """Move the stacks whose slots are set in ``chosen`` to slot, slot + 1, ... Returns the new word of columns."""
    bits = 4 * width
    block = (1 << bits) - 1
    front = slot
    for other in range(slot, stop):
        if chosen >> other & 1:
            if other != front:
                swap = (columns >> (bits * other) ^ columns >> (bits * front)) & block
                columns ^= swap << (bits * other) | swap << (bits * front)
            front += 1
    return columns


@kernel
def _least_first(line: Array, columns: Any, labels: Any, starts: Any, known: int, first: int, width: int) -> Any:
    """What the stack at places first.. can show at least in row ``line``, up to its first digit without a label.

    Returns four bits for each place, the leftmost on top; after a digit without label (shown as known + 1) zeros.
    """
    word = 0
    place = first
    while place < first + width:
        stop = place + 1
        while stop < first + width and not starts >> stop & 1:
            stop += 1
        # Insertion of up to `width` numbers by repeatedly taking the least above the last.
        last = -1
        while place < stop:
            least = _WORST
            ties = 0
            for other in range(first, stop):
                if other < place and starts >> other & 1:
                    pass
            for other in range(place, stop):
                pass
            place = stop
        last = least + ties
    return word
