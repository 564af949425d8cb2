"""Removing givens from a classic 9x9 grid as long as the puzzle stays proper, with few calls of the solver.

If the digits in some cells of a grid can be exchanged for others, and all other cells stay, then a proper puzzle has a given in
one of these cells: they are an *unavoidable set* (the word is that of McGuire, Tugemann and Civario, "There is no 16-clue
Sudoku", 2012). Cells are tried in a random order, and a given stays exactly if an unavoidable set has no other given at that
time. So a known set spares a call of the solver, and what is left is the same.

Sets of two digits, and of two rows of a band or columns of a stack, are read off the grid: they show of nine of the 24
givens that they stay. Each further solution that is found differs from the grid in an unavoidable set, which is remembered. All
removals that no known set forbids are tried some at a time, fewer after each failure. That takes 26 searches instead of 51, and
the grid leads nearly all of them (:mod:`bookmaker.logic.kernels.dive9`): the solver is called for the few that it leaves open.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bookmaker.logic.jit.bundle import Bundle, array, field
from bookmaker.logic.jit.decorators import bare, inner
from bookmaker.logic.kernels import dive9, propagation9
from bookmaker.logic.kernels.bits import leading, lowest, popcount
from bookmaker.logic.kernels.rules import Array

FIRST_BITE = 3
"""The first removal takes this fraction (1 / n) of the orbits at once. If it fails, half as many are tried, and so on."""

_MOST_LINES = 5
"""A known set has no more rows or columns than that: the rest of two rows, or of two digits, is another one."""

DIGITS = 16
"""Digits in the rows of tables: more than there are, so that each row is a vector."""

_ONE = np.uint64(1)


class Thinner(Bundle):
    """What :func:`thin` needs besides the grid. A set is kept as the places, in the order of trial, of the orbits that it meets,
    but for the last of them.
    """

    count: Any = field("the solver, as in :class:`bookmaker.logic.generation.targets.Work`")
    ground: Any = field("its first argument")
    none: Array = array("uint8[0, cells]", "its last argument: no solution is kept")
    work: Array = array("uint64[work]", "the workspace of :mod:`bookmaker.logic.kernels.dive9`")
    orbits: Array = array("int16[orbits, most]", "cells that are removed together, padded with -1")
    bits: Array = array("uint64[cells, 2]", "scratch: the bit of each cell's orbit in the two words of a set")
    heads: Array = array("int64[orbits]", "scratch: the newest set whose last orbit has a place, or -1")
    links: Array = array("int64[sets]", "scratch: the set before with the same last orbit, or -1")
    sets: Array = array("uint64[sets, 2]", "scratch: the sets")
    spot: Array = array("int64[10]", "scratch: where each digit is in a line")
    spots: Array = array("int64[10, 9]", "scratch: the cell of each digit in each row")
    rows: Array = array(
        "uint16[2, 9, DIGITS]", "scratch: the row of each digit in each column, and in each box, as a bit,"
    )
    joins: Array = array("uint16[cells, DIGITS]", "and both for the column and the box of each cell")


@inner
def _learn(thinner: Thinner, number: int, low: Any, high: Any) -> int:
    """Remember a set of places. Returns the number of sets."""
    if number == len(thinner.sets):
        return number
    last = 127 - leading(high) if high else 63 - leading(low)
    bit = _ONE << np.uint64(last & 63)
    thinner.sets[number, 0] = low if last > 63 else low ^ bit
    thinner.sets[number, 1] = high ^ bit if last > 63 else high
    thinner.links[number] = thinner.heads[last]
    thinner.heads[last] = number
    return number + 1


@inner
def _bit(place: int, half: int) -> Any:
    """The bit of a place in one of the two words of a set."""
    return _ONE << np.uint64(place & 63) if place >> 6 == half else np.uint64(0)


@inner
def _lines(thinner: Thinner, solution: Array, number: int) -> int:
    """Learn the sets in two rows of a band or two columns of a stack. Returns the number of sets."""
    bits, spot = thinner.bits, thinner.spot
    for turned in range(2):
        along = 9 if turned else 1
        for one in range(9):
            first = one * (10 - along)
            for other in range(one + 1, one // 3 * 3 + 3):
                second = other * (10 - along)
                for at in range(9):
                    spot[solution[first + at * along]] = at
                left = 511
                while left:
                    at = lowest(np.uint64(left))
                    low, high = np.uint64(0), np.uint64(0)
                    length = 0
                    while left >> at & 1:
                        left ^= 1 << at
                        length += 1
                        cell, beside = first + at * along, second + at * along
                        low |= bits[cell, 0] | bits[beside, 0]
                        high |= bits[cell, 1] | bits[beside, 1]
                        at = spot[solution[second + at * along]]
                    if length <= _MOST_LINES:
                        number = _learn(thinner, number, low, high)
    return number


@inner
def _spots(thinner: Thinner, solution: Array) -> None:
    """Fill the tables ``spots``, ``rows`` and ``joins``."""
    spots, rows, joins = thinner.spots, thinner.rows, thinner.joins
    for cell in range(len(solution)):
        row, column, digit = cell // 9, cell % 9, solution[cell]
        spots[digit, row] = cell
        rows[0, column, digit] = rows[1, row // 3 * 3 + column // 3, digit] = np.uint16(1 << row)
    for cell in range(len(solution)):
        row, column = cell // 9, cell % 9
        for digit in range(DIGITS):
            joins[cell, digit] = rows[0, column, digit] | rows[1, row // 3 * 3 + column // 3, digit]


@inner
def _digits(thinner: Thinner, solution: Array, number: int) -> int:
    """Learn the sets of two digits. Returns the number of sets."""
    _spots(thinner, solution)
    spots, joins, bits = thinner.spots, thinner.joins, thinner.bits
    for one in range(1, 10):
        for other in range(one + 1, 10):
            left = 511
            while left:
                # Rows that exchange the two digits together, since the digits share columns or boxes.
                rows = waiting = left & -left
                low, high = np.uint64(0), np.uint64(0)
                while waiting:
                    row = lowest(np.uint64(waiting))
                    waiting &= waiting - 1
                    cell, beside = spots[one, row], spots[other, row]
                    low |= bits[cell, 0] | bits[beside, 0]
                    high |= bits[cell, 1] | bits[beside, 1]
                    joined: Any = np.int64(joins[cell, other]) | np.int64(joins[beside, one])
                    waiting |= joined & ~rows
                    rows |= joined
                left &= ~rows
                if popcount(np.uint64(rows)) <= _MOST_LINES:
                    number = _learn(thinner, number, low, high)
    return number


@inner
def _stays(thinner: Thinner, place: int, low: Any, high: Any) -> bool:
    """Whether a known set has no given but in the orbit at a place, if the orbits at the places ``low``, ``high`` are gone."""
    at = thinner.heads[place]
    while at >= 0:
        if not (thinner.sets[at, 0] & ~low | thinner.sets[at, 1] & ~high):
            return True
        at = thinner.links[at]
    return False


@inner
def set_orbit(orbits: Array, orbit: int, source: Array, givens: Array, given: bool) -> int:
    """Give or remove the cells of an orbit. Returns how many there are."""
    count = 0
    for cell in orbits[orbit]:
        if cell >= 0:
            givens[cell] = source[cell] if given else 0
            count += 1
    return count


@inner
def _seen(thinner: Thinner, givens: Array, solution: Array, order: Array, first: int, last: int) -> int:
    """Whether another solution differs in a cell whose orbit, at a place from the first to the last, has just been removed.

    Returns as :func:`bookmaker.logic.kernels.dive9.differs`. With the givens that were there the puzzle was proper.
    """
    alone = first == last and thinner.orbits.shape[1] == 1
    if alone:
        dive9.load_open(thinner.work, givens)
    elif dive9.load(thinner.work, givens) == propagation9.SOLVED:
        return dive9.NONE
    answer = dive9.NONE
    for place in range(last, first - 1, -1):
        for cell in thinner.orbits[order[place]]:
            if cell >= 0 and givens[cell] == 0:
                found = dive9.differs(thinner.work, int(cell), int(solution[cell]))
                if found == dive9.SOME:
                    return int(found)
                if found == dive9.UNSEEN:
                    answer = dive9.UNSEEN
    return int(answer)


@inner
def _differing(thinner: Thinner) -> tuple[Any, Any]:
    """The places of the orbits in which another solution that was found differs from the grid."""
    low, high = np.uint64(0), np.uint64(0)
    for row in range(9):
        for digit in range(9):
            column = dive9.difference(thinner.work, row // 3, row % 3, digit)
            if column >= 0:
                low |= thinner.bits[9 * row + column, 0]
                high |= thinner.bits[9 * row + column, 1]
    return low, high


@bare
def thin(thinner: Thinner, givens: Array, solution: Array, order: Array, floor: int) -> int:
    """Remove orbits in the order int64[orbits] from the full grid ``solution`` uint8[81], each as long as the puzzle stays proper
    and has ``floor`` givens. Writes ``givens`` uint8[81] and returns how many there are.
    """
    orbits, bits = thinner.orbits, thinner.bits
    for place in range(len(order)):
        thinner.heads[place] = -1
        for cell in orbits[order[place]]:
            if cell >= 0:
                bits[cell, 0], bits[cell, 1] = _bit(place, 0), _bit(place, 1)
    for cell in range(len(givens)):
        givens[cell] = solution[cell]
    dive9.know(thinner.work, solution)
    number = _digits(thinner, solution, _lines(thinner, solution, 0))
    count = len(givens)
    low, high = np.uint64(0), np.uint64(0)
    bite = max(1, len(order) // FIRST_BITE)
    place = 0
    while place < len(order):
        end, left, bitten, last = place, count, 0, 0
        gone, gone_too = low, high
        while end < len(order) and bitten < bite:
            if not _stays(thinner, end, gone, gone_too):
                size = set_orbit(orbits, order[end], solution, givens, False)
                if left - size < floor:
                    set_orbit(orbits, order[end], solution, givens, True)
                else:
                    left -= size
                    bitten += 1
                    last = end
                    gone |= _bit(end, 0)
                    gone_too |= _bit(end, 1)
            end += 1
        if bitten == 0:
            break
        first = last if bitten == 1 else place
        found = _seen(thinner, givens, solution, order, first, last)
        proven = found != dive9.UNSEEN
        if not proven:
            found = thinner.count(thinner.ground, givens, 2, 0, thinner.none) != 1
        if found == dive9.NONE:
            count, place, low, high = left, end, gone, gone_too
            continue
        for back in range(place, last + 1):
            if (gone & ~low & _bit(back, 0)) | (gone_too & ~high & _bit(back, 1)):
                set_orbit(orbits, order[back], solution, givens, True)
        if bitten == 1:
            place = last + 1
            continue
        if proven:
            gone, gone_too = _differing(thinner)
            number = _learn(thinner, number, gone, gone_too)
        bite = max(1, bite // 2)
    return count
