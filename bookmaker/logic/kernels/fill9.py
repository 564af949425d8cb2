"""Random full grids of 9x9 classic puzzles: the grids of :func:`bookmaker.logic.kernels.fill.fill`, by the same draws, in a
quarter of the time.

That fill works cell by cell, for any size and any houses. This one keeps nodes as :mod:`bookmaker.logic.kernels.propagation9`
has them, and counts the candidates of all cells at once.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bookmaker.logic.jit.decorators import bare, inner
from bookmaker.logic.jit.stack import words_on_stack
from bookmaker.logic.jit.views import halves
from bookmaker.logic.kernels import layout9, propagation9
from bookmaker.logic.kernels.bits import lowest, popcount
from bookmaker.logic.kernels.fill import ATTEMPTS, PATIENCE
from bookmaker.logic.kernels.givens9 import copy_solution
from bookmaker.logic.kernels.rng import below
from bookmaker.logic.kernels.rules import Array, RuleArrays
from bookmaker.logic.kernels.singles9 import place
from bookmaker.logic.kernels.vectors import peek

_LINE = 8
_CELLS = 81
_NODE, _PART, _LANES = propagation9.NODE, layout9.PART, propagation9.LANES
_LAID = -(-layout9.LAID // _LINE) * _LINE
_WORK = 2 * _LINE + _LAID + (_CELLS + 1) * _NODE
"""A node for each guess, at the beginnings of cache lines."""
_work, _guesses = words_on_stack(_WORK), words_on_stack(_CELLS + 1)

_ONE = np.uint64(1)


@inner
def _word(at: int, guess: int) -> Any:
    """The index, among words of 16 bits, of the row of a digit that has a candidate."""
    row = (guess >> 5) // 9
    return 4 * at + row % 3 * _LANES + peek(propagation9.LANE_OF, row // 3 * 9 + (guess & 31))


@inner
def _draw(work: Array, at: int, laid: int, state: Array) -> int:
    """A random candidate of a random cell among those with the fewest, two or more, as cell << 5 | digit-1."""
    layout9.lay_settled(work, at, laid)
    ones = twos = fours = eights = np.uint64(0)
    more_ones = more_twos = more_fours = more_eights = np.uint64(0)
    for digit in range(9):
        carry = peek(work, laid + digit)
        ones, carry = ones ^ carry, ones & carry
        twos, carry = twos ^ carry, twos & carry
        fours, carry = fours ^ carry, fours & carry
        eights |= carry
        carry = peek(work, laid + digit + _PART)
        more_ones, carry = more_ones ^ carry, more_ones & carry
        more_twos, carry = more_twos ^ carry, more_twos & carry
        more_fours, carry = more_fours ^ carry, more_fours & carry
        more_eights |= carry
    fewest = 1
    cells = more_cells = np.uint64(0)
    while not (cells | more_cells):
        fewest += 1
        cells = (ones if fewest & 1 else ~ones) & (twos if fewest & 2 else ~twos)
        cells &= (fours if fewest & 4 else ~fours) & (eights if fewest & 8 else ~eights)
        more_cells = (more_ones if fewest & 1 else ~more_ones) & (more_twos if fewest & 2 else ~more_twos)
        more_cells &= (more_fours if fewest & 4 else ~more_fours) & (more_eights if fewest & 8 else ~more_eights)
    near = popcount(cells)
    skip = below(state, near + popcount(more_cells))
    start = laid
    begin = 0
    if skip >= near:
        skip -= near
        cells = more_cells
        start += _PART
        begin = 54
    for _ in range(skip):
        cells &= cells - _ONE
    bit = lowest(cells)
    digits = layout9.digits_at(work, start, cells & -cells)
    for _ in range(below(state, fewest)):
        digits &= digits - _ONE
    return int((begin + (bit >> 5) * 27 + (bit & 31)) << 5 | lowest(digits))


@bare
def fill(rules: RuleArrays, state: Array, out: Array) -> bool:
    """As :func:`bookmaker.logic.kernels.fill.fill` for the rules of the classic 9x9 grid, which are not looked at."""
    work = _work()
    words = halves(work)
    guesses = _guesses()
    laid = _LINE + (-(work.ctypes.data >> 3) & _LINE - 1)
    bottom = laid + _LAID
    for _ in range(ATTEMPTS):
        for word in range(4 * _NODE):
            words[4 * bottom + word] = propagation9.ROW if word % _LANES < 27 else 0
        depth = wrong = 0
        at = bottom
        end = propagation9.OPEN
        while wrong <= PATIENCE * _CELLS:
            if end == propagation9.SOLVED:
                copy_solution(work, at, out)
                return True
            guess = _draw(work, at, laid, state)
            guesses[depth] = np.uint64(guess)
            for word in range(_NODE):
                work[at + _NODE + word] = work[at + word]
            depth += 1
            at += _NODE
            words[_word(at, guess)] = np.uint16(1 << (guess >> 5) % 9)
            end = place(work, at)
            while end == propagation9.DEAD:
                if depth == 0:
                    return False
                wrong += 1
                depth -= 1
                at -= _NODE
                guess = int(np.int64(guesses[depth]))
                words[_word(at, guess)] &= ~np.uint16(1 << (guess >> 5) % 9)
                end = place(work, at)
    return False
