"""Finder of aligned pair exclusion, and the kernel of its tier.

*Aligned pair exclusion* looks at the pairs of digits that two cells can hold together. A pair is impossible if its digits are
equal and the cells see each other, or if the pair is all the candidates of a cell that sees both. A candidate without a possible
pair is eliminated. The cells need not share a line. Each two cells make one instance.
"""

from __future__ import annotations

from bookmaker.kernels.bits import lowest, popcount
from bookmaker.kernels.rules import Array
from bookmaker.techniques.families import CODES
from bookmaker.techniques.finders.board import BASE, FOUND, LINK, Board, Tables
from bookmaker.techniques.finders.decorators import inner, int64, kernel
from bookmaker.techniques.finders.scratch import (
    Scratch,
    base_of,
    clear,
    close,
    done,
    note_cell,
    see_each_other,
    start,
    take_digits,
)
from bookmaker.techniques.finders.workspace import Workspace

CODE = CODES["aligned-pair-exclusion"]

EXCLUDERS, OTHERS = 0, 1
"""Rows of ``Scratch.lists``: the cells with two candidates that see both; for each digit, those that it cannot be paired with."""


@inner
def _excluded(board: Board, scratch: Scratch, one: int, two: int, same: bool) -> int:
    """The candidates of ``one`` that are in no pair with one of ``two``."""
    gone = int64(0)
    left = int64(board.candidates[one])
    while left:
        digit = lowest(left) + 1
        left &= left - 1
        barred = scratch.lists[OTHERS, digit] | (base_of(digit) if same else 0)
        if int64(board.candidates[two]) & ~barred == 0:
            gone |= base_of(digit)
    return int(gone)


@inner
def _pair(tables: Tables, board: Board, scratch: Scratch, one: int, two: int) -> None:
    excluders, others = scratch.lists[EXCLUDERS], scratch.lists[OTHERS]
    others[0 : tables.size + 1] = 0
    count = 0
    for w in range(board.spots.shape[1]):
        left = scratch.sets[0, w] & tables.seen[one, w] & tables.seen[two, w]
        while left:
            cell = w << 6 | lowest(left)
            left &= left - 1
            both = int64(board.candidates[cell])
            others[lowest(both) + 1] |= both & (both - 1)
            others[lowest(both & (both - 1)) + 1] |= both & -both
            excluders[count] = cell
            count += 1
    if count == 0:
        return
    same = see_each_other(tables, one, two)
    from_one, from_two = _excluded(board, scratch, one, two, same), _excluded(board, scratch, two, one, same)
    if from_one | from_two == 0:
        return
    start(board, scratch, CODE)
    take_digits(board, scratch, one, from_one)
    take_digits(board, scratch, two, from_two)
    in_one, in_two = int64(board.candidates[one]), int64(board.candidates[two])
    if close(board, scratch, in_one | in_two):
        note_cell(board, BASE, one, in_one)
        note_cell(board, BASE, two, in_two)
        for i in range(count):
            both = int64(board.candidates[excluders[i]])
            low, high = both & -both, both & (both - 1)
            # Only the cells that rule out a pair with an eliminated digit.
            for first, second in ((low, high), (high, low)):
                if (first & from_one and second & in_two) or (first & from_two and second & in_one):
                    note_cell(board, LINK, excluders[i], both)
                    break
        done(board)


@kernel
def search(tables: Tables, board: Board, workspace: Workspace, order: Array) -> int:
    """As :func:`bookmaker.techniques.finders.wings_and_rectangles.search`, for this tier's technique."""
    scratch = workspace.scratch
    for i in range(order.size):
        clear(board, scratch)
        scratch.sets[0] = 0
        for cell in range(board.candidates.size):
            if popcount(int64(board.candidates[cell])) == 2:
                scratch.sets[0, cell >> 6] |= int64(1) << (cell & 63)
        for one in range(board.candidates.size):
            for two in range(one + 1, board.candidates.size):
                if board.candidates[one] and board.candidates[two]:
                    _pair(tables, board, scratch, one, two)
        if board.marks[FOUND]:
            return i
    return -1
