"""A small search for a few classic 9x9 puzzles, in plain Python.

It exists beside the compiled one (:mod:`bookmaker.logic.kernels.classic9`) for the sake of the start alone: to load the
compiler takes 0.2 seconds, more than all else that ``bookmaker solve`` does with one puzzle, and to solve it here half a
thousandth to ten. It decides nearly every puzzle that people make, and leaves the rest to the compiled search. Both count the
same solutions, but meet them in another order, so that a solution is shown only where it is the only one.

A position is one integer of 9 * 81 bits, 81 cells for each digit. Shifts and masks of the whole look at all cells, or at all
houses of a sort, at once.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import cache

from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry

MOST_PUZZLES = 15
"""More puzzles than these wait for the compiler: each further one takes longer here."""

MOST_GUESSES = 400
"""Guesses for all puzzles together: some 30 thousandths of a second, which are lost where they are not enough."""

_CELLS = 81
_GRID = (1 << _CELLS) - 1
_DIGITS = sum(1 << _CELLS * digit for digit in range(9))
"""The first cell of each digit."""


def _firsts(cells: Sequence[int]) -> int:
    return sum(1 << cell for cell in cells) * _DIGITS


_HOUSES = (
    (_firsts(range(0, 81, 9)), tuple(range(9))),
    (_firsts(range(9)), tuple(range(0, 81, 9))),
    (_firsts([27 * band + 3 * stack for band in range(3) for stack in range(3)]), (0, 1, 2, 9, 10, 11, 18, 19, 20)),
)
"""Of rows, columns and boxes: the first cell of each house for each digit, and how far its cells lie behind that."""


def starting() -> bool:
    """Whether the compiled search is not loaded. Where it is, it is faster."""
    return "bookmaker.logic.kernels.classic9" not in sys.modules


def few_decided(puzzles: Sequence[Puzzle], limit: int) -> list[tuple[int, bytes | None]] | None:
    """The number of solutions of each puzzle, at most ``limit``, and the only one, a digit 1..9 for each cell, if there is one.

    With limit 1 a search cannot know that there is one only. None if the compiled search has to decide: there are more than
    MOST_PUZZLES, one of them is no classic 9x9 puzzle, or they need more than MOST_GUESSES.
    """
    ground = geometry()
    if len(puzzles) > MOST_PUZZLES or any(puzzle.geometry != ground for puzzle in puzzles):
        return None
    found: list[tuple[int, bytes | None]] = []
    left = MOST_GUESSES
    for puzzle in puzzles:
        count, only, left = _search(puzzle.givens, limit, left)
        if left < 0:
            return None
        found.append((count, only))
    return found


left = MOST_PUZZLES
"""Puzzles that :func:`first_decided` may still decide here."""


def first_decided(puzzle: Puzzle, limit: int) -> tuple[int, bytes | None] | None:
    """As :func:`few_decided`, for one of the first MOST_PUZZLES puzzles where each is asked about by itself."""
    global left  # noqa: PLW0603
    if not (left and starting()):
        return None
    left -= 1
    few = few_decided([puzzle], limit)
    return None if few is None else few[0]


def _search(givens: bytes, limit: int, guesses: int) -> tuple[int, bytes | None, int]:
    """The number of solutions, the only one, and the rest of the ``guesses``: under 0 if they were too few."""
    kept = _kept()
    start = 0
    for cell, digit in enumerate(givens):
        start |= (1 << _CELLS * (digit - 1) if digit else _DIGITS) << cell
    count, only = 0, 0
    waiting = [(start, 0)]
    while waiting:
        position, placed = _settled(*waiting.pop(), kept)
        if not position:
            continue
        cell = _fewest(position)
        if cell < 0:
            count += 1
            only = position
            if count == limit:
                break
            continue
        guesses -= 1
        if guesses < 0:
            break
        column = position & _DIGITS << cell
        one = column & -column
        waiting += (position ^ one, placed), (position ^ column ^ one, placed)
    return count, _digits(only) if count == 1 < limit else None, guesses


def _settled(position: int, placed: int, kept: Sequence[int]) -> tuple[int, int]:
    """A position after all naked and hidden singles, and the candidates that are ``placed``: their peers have lost theirs.

    The position is 0 if a cell, or a digit in a house, has no place left.
    """
    while True:
        once = twice = 0
        for digit in range(0, 9 * _CELLS, _CELLS):
            cells = position >> digit & _GRID
            twice |= once & cells
            once |= cells
        if once != _GRID:
            return 0, 0
        singles = position & (_GRID ^ twice) * _DIGITS
        for firsts, behind in _HOUSES:
            once = twice = 0
            for step in behind:
                cells = position >> step & firsts
                twice |= once & cells
                once |= cells
            if once != firsts:
                return 0, 0
            alone = once ^ twice
            for step in behind:
                singles |= position & alone << step
        singles &= ~placed
        if not singles:
            return position, placed
        placed |= singles
        while singles:
            single = singles & -singles
            singles ^= single
            position &= kept[single.bit_length()]


def _fewest(position: int) -> int:
    """A cell with the fewest candidates, two or more; -1 if each cell has one."""
    layers = [position >> digit & _GRID for digit in range(0, 9 * _CELLS, _CELLS)]
    least = [_GRID] + [0] * 9
    for number, cells in enumerate(layers):
        for most in range(number + 1, 0, -1):
            least[most] |= least[most - 1] & cells
    for most in range(2, 10):
        some = least[most] & ~least[most + 1] if most < 9 else least[most]
        if some:
            return (some & -some).bit_length() - 1
    return -1


def _digits(position: int) -> bytes:
    cells = bytearray(_CELLS)
    for place in range(9 * _CELLS):
        if position >> place & 1:
            cells[place % _CELLS] = place // _CELLS + 1
    return bytes(cells)


@cache
def _kept() -> tuple[int, ...]:
    """The candidates that a digit in a cell leaves, by the number of the candidate, from 1 on; the first entry is for none."""
    whole = (1 << 9 * _CELLS) - 1
    houses = [
        [sum(1 << first + step for step in behind) for first in range(_CELLS) if firsts >> first & 1]
        for firsts, behind in _HOUSES
    ]
    kept = [whole] * (9 * _CELLS + 1)
    for cell in range(_CELLS):
        row, column = divmod(cell, 9)
        peers = houses[0][row] | houses[1][column] | houses[2][row // 3 * 3 + column // 3]
        own = 1 << cell
        for digit in range(9):
            lost = (_DIGITS << cell) | (peers << _CELLS * digit)
            kept[_CELLS * digit + cell + 1] = whole ^ lost | own << _CELLS * digit
    return tuple(kept)
