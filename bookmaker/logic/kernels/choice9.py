"""Where the search of 9x9 classic grids guesses, and what needs no guess.

The choice of the cell decides how many nodes there are. The search guesses in a cell with two candidates, the one whose guess
removes most: each candidate removed counts 1, and 3 more in a cell with two candidates, which it decides. (By experiment: the
first such cell takes 1.6 guesses for a puzzle of 17 givens and 19 for one of the magictour list, this rule 0.6 and 8.9.) What
naked pairs exclude is removed before the guess: 0.6 and 7.8 guesses. A cell counts 4 more for each dead branch of an earlier
guess in it, its *blame*: the conflict weights of Boussemart and others (ECAI 2004), which save a quarter of the guesses on the
hardest puzzles.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bookmaker.logic.jit.bundle import halves
from bookmaker.logic.jit.decorators import inner, lean
from bookmaker.logic.kernels import layout9, propagation9
from bookmaker.logic.kernels.bits import leading, lowest, popcount
from bookmaker.logic.kernels.rules import Array
from bookmaker.logic.kernels.vectors import peek

PLACES = 96
"""A cell is known by its place, 32 * band + 9 * row + column; places between the bands belong to no cell."""

ANY, CLASH, GRAVE = -1, -2, -3
"""What :func:`choose` returns instead of a cell: none has two candidates; one would have two digits; :func:`ways_out` can count.
"""


def _seen(place: int) -> list[int]:
    words = [0, 0]
    band, bit = divmod(place, 32)
    if band > 2 or bit > 26:
        return words
    row, column = 3 * band + bit // 9, bit % 9
    box = [(3 * band + i // 3, column // 3 * 3 + i % 3) for i in range(9)]
    for r, c in [(row, i) for i in range(9)] + [(i, column) for i in range(9)] + box:
        if (r, c) != (row, column):
            words[r // 6] |= 1 << r // 3 % 2 * 32 + r % 3 * 9 + c
    return words


SEEN = np.array([_seen(place) for place in range(PLACES)], dtype=np.uint64)
"""[32 * band + 9 * row + column][word] -> the cells that see the cell, laid out as by :func:`layout9.lay_out`."""


@inner
def choose(work: Array, at: int, laid: int, blame: int, counting: bool) -> int:
    """The cell to guess in, of two candidates, and its digits: place << 8 | digit - 1 << 4 | digit - 1; or ANY, or CLASH.

    Strikes what naked pairs exclude. ``blame`` is where ``work`` has the blame of each place. ``counting``: GRAVE where
    :func:`ways_out` can count.
    """
    left = layout9.lay_out(work, at, laid)
    if left == propagation9.DEAD:
        return CLASH
    if left == layout9.GRAVE and counting:
        return GRAVE
    paired, part = laid + layout9.PAIRED, layout9.PART
    best = 0
    for half in range(2):
        cells = peek(work, laid + layout9.PAIRS + half)
        while cells:
            bit = lowest(cells)
            cell = cells & -cells
            cells ^= cell
            place = 64 * half + bit
            digits = layout9.digits_at(work, paired + half * part, cell)
            low, high = lowest(digits), 63 - leading(digits)
            near, far = peek(SEEN, 2 * place), peek(SEEN, 2 * place + 1)
            one, two = laid + low, laid + high
            loss = popcount(peek(work, one) & near) + popcount(peek(work, one + part) & far)
            loss += popcount(peek(work, two) & near) + popcount(peek(work, two + part) & far)
            one, two = paired + low, paired + high
            loss += 3 * (popcount(peek(work, one) & near) + popcount(peek(work, one + part) & far))
            loss += 3 * (popcount(peek(work, two) & near) + popcount(peek(work, two + part) & far))
            # Without a branch. A cell that has just lost a candidate to a naked pair is not a choice. If it has lost both, low
            # is 64 and high is -1: that reads a meaningless word of ``work`` beside the laid out ones.
            loss += 4 * np.int64(peek(work, blame + place))
            two_left = np.int64(digits & (digits - np.uint64(1)) != 0)
            best = max(best, two_left * ((loss << 8 | place) << 8 | low << 4 | high))
    return best & 0xFFFF if best else ANY


@lean
def choose_any(work: Array, at: int, laid: int) -> int:
    """As :func:`choose`, if no cell has two candidates: one of two places of a digit in a row, else a cell with the fewest."""
    rows = halves(work)
    for row in range(3):
        lanes = layout9.lanes_with_two(work, at, row)
        if lanes:
            lane = lowest(lanes)
            columns = np.uint32(rows[4 * at + row * propagation9.LANES + lane])
            band, digit = (lane - 24, 8) if lane >= 24 else (lane >> 3, lane & 7)
            return int((32 * band + 9 * row + lowest(columns)) << 8 | digit << 4)
    # Of each cell, in bit-sliced form, the number of its candidates: by digit, added to four words of a bit each.
    for number in range(2, 10):
        for half in range(2):
            start = laid + half * layout9.PART
            ones, twos, fours, eights = np.uint64(0), np.uint64(0), np.uint64(0), np.uint64(0)
            for digit in range(9):
                carry = peek(work, start + digit)
                ones, carry = ones ^ carry, ones & carry
                twos, carry = twos ^ carry, twos & carry
                fours, carry = fours ^ carry, fours & carry
                eights |= carry
            cells = (ones if number & 1 else ~ones) & (twos if number & 2 else ~twos)
            cells &= (fours if number & 4 else ~fours) & (eights if number & 8 else ~eights)
            if cells:
                digits = layout9.digits_at(work, start, cells & -cells)
                return int((64 * half + lowest(cells)) << 8 | lowest(digits) << 4)
    return 0


@lean
def choose_blamed(work: Array, laid: int, blame: int) -> int:
    """As :func:`choose_any`, but the cell with the most blame for each of its candidates, and 1 << 16 if these are not two."""
    best, ways = 0, 1
    most: Any = np.int64(0)
    for place in range(PLACES):
        digits = layout9.digits_at(work, laid + (place >> 6) * layout9.PART, np.uint64(1) << np.uint64(place & 63))
        mine = popcount(digits)
        theirs = 1 + np.int64(work[blame + place])
        if mine > 1 and theirs * ways > most * mine:
            best, most, ways = place << 8 | lowest(digits) << 4 | (63 - leading(digits)), theirs, mine
    # If naked pairs have just decided the last cell, any guess will do, as in _choose_any: one branch is dead.
    return best | (ways != 2) << 16


@lean
def ways_out(work: Array, laid: int) -> int:
    """The number of solutions of a node whose open cells have two candidates each, and each digit two places in each house.

    Cells of a house with a common candidate decide each other. Each connected set of cells therefore has two solutions, or none
    if it contradicts itself, and the sets are independent.
    """
    paired, part, lows = laid + layout9.PAIRED, layout9.PART, laid
    open_: Any = peek(work, laid + layout9.PAIRS)
    open_too: Any = peek(work, laid + layout9.PAIRS + 1)
    left, left_too = open_, open_too
    # The words by digit are free now: they become the cells whose lower candidate is the digit.
    for digit in range(9):
        work[lows + digit] = left & peek(work, paired + digit)
        work[lows + digit + part] = left_too & peek(work, paired + digit + part)
        left &= ~peek(work, lows + digit)
        left_too &= ~peek(work, lows + digit + part)
    ways = 1
    none = np.uint64(0)
    while open_ | open_too:
        # Cells that are decided once one is; those of them that take their lower candidate; those still to be followed.
        met = open_ & -open_
        met_too = none if open_ else open_too & -open_too
        lower, lower_too, next_, next_too = met, met_too, met, met_too
        while next_ | next_too:
            half = np.int64(next_ == none)
            bit = next_too if half else next_
            place = 64 * half + lowest(bit)
            bit &= -bit
            if half:
                next_too ^= bit
            else:
                next_ ^= bit
            digits = layout9.digits_at(work, paired + half * part, bit)
            takes, leaves = lowest(digits), 63 - leading(digits)
            if not (lower_too if half else lower) & bit:
                takes, leaves = leaves, takes
            for word in range(2):
                seen = peek(SEEN, 2 * place + word)
                lose = peek(work, paired + takes + word * part) & seen
                take = peek(work, paired + leaves + word * part) & seen
                low, low_too = peek(work, lows + takes + word * part), peek(work, lows + leaves + word * part)
                down = (lose & ~low) | (take & low_too)
                up = (lose & low) | (take & ~low_too)
                here = met_too if word else met
                theirs = lower_too if word else lower
                if (down & up) | (here & ((down & ~theirs) | (up & theirs))):
                    return 0
                fresh = (down | up) & ~here
                if word:
                    met_too |= fresh
                    lower_too |= down
                    next_too |= fresh
                else:
                    met |= fresh
                    lower |= down
                    next_ |= fresh
        open_ &= ~met
        open_too &= ~met_too
        ways *= 2
    return int(ways)
