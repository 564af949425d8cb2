"""How long a person looks for the cells that singles fill, one after another.

The person looks at the empty cells in turn until a cue strikes. The next placement takes longer the more cells are empty, and
less long the more cues are open: (empty cells) / (sum over the open cues of 1 / seconds). The seconds of a cue say how long a
person looks at an empty cell to see that cue. Which open cue strikes first is chance: a race of independent exponential clocks.
Some orders leave fewer cues open than others, so the expected time is an average over orders.

**An average without dice.** In the race a cell is seen when its chances add up to a threshold from the exponential distribution.
Over ORDERS runs each cell takes each of ORDERS evenly spread quantiles once. Its label decides which quantile in which run. The
label depends only on how the cell lies among the givens, so a turned, mirrored or relabelled copy of the puzzle has the same
runs. Cells with the same label that are due at the same time are filled together. On published puzzles, three runs correlate at
0.988 with the average over 256 random orders, three random orders at 0.962.

A run follows the singles only and ends where they are stuck: see :mod:`bookmaker.logic.minutes`.
"""

from __future__ import annotations

import math

from bookmaker.logic.jit.bundle import Bundle, array
from bookmaker.logic.jit.decorators import inner as within
from bookmaker.logic.kernels.bits import lowest, popcount
from bookmaker.logic.kernels.rules import BOX as BOX_HOUSE
from bookmaker.logic.kernels.rules import Array
from bookmaker.logic.techniques.finders import inner, int64, kernel
from bookmaker.logic.techniques.finders.board import Tables
from bookmaker.logic.techniques.finders.scratch import mixed

BOX, LINE, NAKED = 1, 2, 4
"""Cues, as a mask: one place for a digit in a box, or a last empty cell; one place in another house; one candidate in a cell."""

CUES = 8
"""How many masks of cues there are."""

ORDERS = 3
"""Runs for each puzzle: a prime, so that ``a * run + b`` visits every quantile once for each a that is not 0."""

_QUANTILES = tuple(-math.log(1 - (index % ORDERS + 0.5) / ORDERS) for index in range(ORDERS * ORDERS))
"""Of the exponential distribution, repeated so that ``a * run + b`` needs no remainder."""

_LABELLINGS = 2
"""Rounds of refinement. More distinguish no further cells of published puzzles."""

EMPTY, LISTED, TOUCHED, TAKEN, RUN = range(5)
"""Places in ``Scan.marks``: empty cells; how many are in ``listed``, in ``touched``, in ``taken``; the number of the run."""

_DONE = 1 << 16

SECONDS, CELLS, STUCK_CELLS, STUCK_CANDIDATES = range(4)
RESULTS = 4
"""Columns of a result, and how many there are: see :func:`scan`."""


class Scan(Bundle):
    """The arrays of one thread, made by :func:`bookmaker.logic.minutes.scan_workspace`."""

    spots: Array = array("int64[size + 1, words]", "the cells with candidate d, as a set; row 0 is the empty cells")
    candidates: Array = array("int64[cells]", "bit d-1 is digit d; 0 for a cell that holds a digit")
    places: Array = array(
        "int64[houses, size + 1]", "how many of its cells are in ``spots[d]``; at least _DONE for a digit that it holds"
    )
    first_spots: Array = array("int64[size + 1, words]", "``spots`` at the beginning")
    first_candidates: Array = array("int64[cells]", "``candidates`` at the beginning")
    first_places: Array = array("int64[houses, size + 1]", "``places`` at the beginning")
    labels: Array = array("int64[3, most]", "of cells, of digits, of houses; most: the largest of these numbers")
    due: Array = array("float64[cells]", "when a listed cell will be seen")
    cues: Array = array("int64[cells]", "the open cues of a cell")
    fresh: Array = array("int64[cells]", "its new ones")
    listed: Array = array("int64[cells]", "the cells with open cues")
    touched: Array = array("int64[cells]", "the cells with fresh cues")
    taken: Array = array("int64[cells]", "the cells that are filled next")
    digits: Array = array("int64[cells]", "the digit that a cue shows, 0 for the cell's last candidate")
    gone: Array = array("int64[words]", "cells that have just lost a digit")
    counts: Array = array("int64[CUES]", "how many cells have exactly these cues")
    marks: Array = array("int64[5]", "see EMPTY .. RUN")


@inner
def _forbidden(tables: Tables, table: int, digit: int) -> int:
    """The digits that a cell must not hold beside a related cell with ``digit``, as candidates are."""
    return int(((int64(1) << tables.size) - 1) & ~tables.allowed[table, digit - 1])


@inner
def _load(tables: Tables, space: Scan, givens: Array) -> None:
    words = space.spots.shape[1]
    space.first_spots[:] = 0
    for cell in range(givens.size):
        for digit in range(1, tables.size + 1):
            if tables.may.size == 0 or (tables.may[cell] >> (digit - 1)) & 1:
                space.first_spots[digit, cell >> 6] |= int64(1) << (cell & 63)
    for cell in range(givens.size):
        digit = int64(givens[cell])
        if digit == 0:
            space.first_spots[0, cell >> 6] |= int64(1) << (cell & 63)
            continue
        for w in range(words):
            space.first_spots[digit, w] &= ~tables.seen[cell, w]
        for table in range(tables.allowed.shape[0]):
            left = _forbidden(tables, table, digit)
            while left:
                for w in range(words):
                    space.first_spots[lowest(left) + 1, w] &= ~tables.related[table, cell, w]
                left &= left - 1
    space.first_candidates[:] = 0
    for digit in range(1, tables.size + 1):
        for w in range(words):
            space.first_spots[digit, w] &= space.first_spots[0, w]
            left = space.first_spots[digit, w]
            while left:
                space.first_candidates[w << 6 | lowest(left)] |= int64(1) << (digit - 1)
                left &= left - 1
    for house in range(tables.houses.shape[0]):
        for digit in range(tables.size + 1):
            count = int64(0)
            for w in range(words):
                count += popcount(space.first_spots[digit, w] & tables.members[house, w])
            space.first_places[house, digit] = count


@inner
def _label(tables: Tables, space: Scan, givens: Array) -> None:
    """Label cells by how they lie among the givens: colour refinement of cells, digits and houses (Weisfeiler and Leman)."""
    cells, digits, houses = space.labels[0], space.labels[1], space.labels[2]
    cells[:] = 1
    digits[:] = 1
    for _ in range(_LABELLINGS):
        for house in range(tables.houses.shape[0]):
            total = int64(0)
            for place in range(tables.size):
                total += cells[tables.houses[house, place]]
            houses[house] = mixed(total + int64(tables.house_kind[house] >= BOX_HOUSE))
        for cell in range(givens.size):
            label = cells[cell]
            for k in range(tables.house_count[cell]):
                label += houses[tables.cell_houses[cell, k]]
            if givens[cell]:
                label += mixed(digits[givens[cell]])
            left = space.first_candidates[cell]
            while left:
                label += digits[lowest(left) + 1]
                left &= left - 1
            cells[cell] = mixed(label)
        for cell in range(givens.size):
            if givens[cell]:
                digits[givens[cell]] += cells[cell]
        for digit in range(1, tables.size + 1):
            digits[digit] = mixed(digits[digit])


@within
def _see(space: Scan, cell: int, cue: int) -> None:
    if space.cues[cell] & cue == 0:
        if space.fresh[cell] == 0:
            space.touched[space.marks[TOUCHED]] = cell
            space.marks[TOUCHED] += 1
        space.fresh[cell] |= cue


@inner
def _look_in_house(tables: Tables, space: Scan, house: int, digit: int) -> None:
    """Add the cue of the only place that a house has for the digit; for digit 0, of its only empty cell."""
    cell = int64(0)
    for w in range(space.spots.shape[1]):
        left = space.spots[digit, w] & tables.members[house, w]
        if left:
            cell = w << 6 | lowest(left)
    space.digits[cell] = max(space.digits[cell], digit)
    _see(space, cell, BOX if digit == 0 or tables.house_kind[house] == BOX_HOUSE else LINE)


@within
def _look_at_cell(space: Scan, cell: int) -> None:
    if space.candidates[cell] & (space.candidates[cell] - 1) == 0:
        _see(space, cell, NAKED)


@inner
def _begin(tables: Tables, space: Scan, run: int) -> None:
    """Set up run number ``run``: the first position with its cues."""
    space.cues[:] = 0
    space.digits[:] = 0
    space.counts[:] = 0
    space.marks[:] = 0
    for w in range(space.spots.shape[1]):
        for digit in range(space.spots.shape[0]):
            space.spots[digit, w] = space.first_spots[digit, w]
        space.marks[EMPTY] += popcount(space.spots[0, w])
    space.marks[RUN] = run
    for cell in range(space.candidates.size):
        space.candidates[cell] = space.first_candidates[cell]
        if space.candidates[cell]:
            _look_at_cell(space, cell)
    for house in range(tables.houses.shape[0]):
        for digit in range(tables.size + 1):
            space.places[house, digit] = space.first_places[house, digit]
            if space.places[house, digit] == 1:
                _look_in_house(tables, space, house, digit)


@within
def _count_down(tables: Tables, space: Scan, cell: int, digit: int) -> None:
    """Count one place less for the digit in the houses of the cell; for digit 0, one empty cell less."""
    for k in range(tables.house_count[cell]):
        house = int64(tables.cell_houses[cell, k])
        space.places[house, digit] -= 1
        if space.places[house, digit] == 1:
            _look_in_house(tables, space, house, digit)


@inner
def _strike(tables: Tables, space: Scan, cell: int, digit: int, table: int) -> None:
    """Take ``digit`` from the peers of ``cell``, or from the cells that ``table`` relates to it (-1: the peers)."""
    for w in range(space.spots.shape[1]):
        space.gone[w] = space.spots[digit, w] & (tables.seen[cell, w] if table < 0 else tables.related[table, cell, w])
        space.spots[digit, w] ^= space.gone[w]
    bit = int64(1) << (digit - 1)
    for w in range(space.spots.shape[1]):
        gone = space.gone[w]
        while gone:
            other = w << 6 | lowest(gone)
            gone &= gone - 1
            space.candidates[other] ^= bit
            _look_at_cell(space, other)
            _count_down(tables, space, other, digit)


@inner
def _fill(tables: Tables, space: Scan, cell: int) -> None:
    """Fill a cell, and add the cues that follow."""
    had, word, spot = space.candidates[cell], cell >> 6, int64(1) << (cell & 63)
    digit = space.digits[cell] if space.digits[cell] else lowest(had) + 1
    space.counts[space.cues[cell]] -= 1
    space.marks[EMPTY] -= 1
    space.candidates[cell] = 0
    space.spots[0, word] ^= spot
    space.spots[digit, word] &= ~spot
    for k in range(tables.house_count[cell]):
        space.places[tables.cell_houses[cell, k], digit] = _DONE
    _count_down(tables, space, cell, 0)
    other = had & ~(int64(1) << (digit - 1))
    while other:
        space.spots[lowest(other) + 1, word] ^= spot
        _count_down(tables, space, cell, lowest(other) + 1)
        other &= other - 1
    _strike(tables, space, cell, digit, -1)
    for table in range(tables.allowed.shape[0]):
        left = _forbidden(tables, table, digit)
        while left:
            _strike(tables, space, cell, lowest(left) + 1, table)
            left &= left - 1


@inner
def _threshold(space: Scan, cell: int) -> float:
    """The chances that must add up in this run until the cell is seen."""
    label = space.labels[0, cell]
    stride, first = 1 + (label & 0xFFFF) % (ORDERS - 1), (label >> 16 & 0xFFFF) % ORDERS
    # A tiny difference by label: cells with different labels are never due at once.
    hair = float((label >> 32) & 0xFFFFFF) / (0x1000000 * 1000.0)
    return float(_QUANTILES[stride * space.marks[RUN] + first] + hair)


@inner
def _list(space: Scan, rates: Array, now: float) -> None:
    """Compute when cells with fresh cues will be seen."""
    for i in range(space.marks[TOUCHED]):
        cell = space.touched[i]
        known, fresh = space.cues[cell], space.fresh[cell]
        space.fresh[cell] = 0
        if space.candidates[cell] == 0:
            continue
        if known == 0:
            space.listed[space.marks[LISTED]] = cell
            space.marks[LISTED] += 1
            space.due[cell] = now + _threshold(space, cell) / rates[fresh]
        else:
            space.counts[known] -= 1
            space.due[cell] = now + (space.due[cell] - now) * rates[known] / rates[known | fresh]
        space.cues[cell] = known | fresh
        space.counts[known | fresh] += 1
    space.marks[TOUCHED] = 0


@inner
def _take_next(space: Scan, rates: Array) -> float:
    """Move the cells that are due next from ``listed`` to ``taken``. Returns when they are."""
    now = space.due[space.listed[0]]
    for i in range(1, space.marks[LISTED]):
        now = min(now, space.due[space.listed[i]])
    kept = int64(0)
    space.marks[TAKEN] = 0
    for i in range(space.marks[LISTED]):
        cell = space.listed[i]
        if space.due[cell] == now:
            space.taken[space.marks[TAKEN]] = cell
            space.marks[TAKEN] += 1
        else:
            space.listed[kept] = cell
            kept += 1
    space.marks[LISTED] = kept
    return float(now)


@inner
def _run(tables: Tables, space: Scan, rates: Array) -> float:
    """One order in which singles fill the grid until they are stuck. Returns the seconds that it takes to see them."""
    seconds = 0.0
    _list(space, rates, 0.0)
    while space.marks[LISTED]:
        total = 0.0
        for cues in range(1, CUES):
            total += float(space.counts[cues]) * rates[cues]
        now = _take_next(space, rates)
        # Cells that are due at once have equal labels, so their order does not matter.
        for i in range(space.marks[TAKEN]):
            seconds += float(space.marks[EMPTY]) / total
            total -= rates[space.cues[space.taken[i]]]
            _fill(tables, space, space.taken[i])
        _list(space, rates, now)
    return seconds


@kernel
def scan(tables: Tables, space: Scan, grids: Array, rates: Array, results: Array) -> int:
    """Follow a person through the singles of ``grids`` uint8[n, cells], 0 for an empty cell, all of them proper.

    ``rates`` float64[CUES]: one over the seconds per empty cell of each mask of cues. Writes ``results`` float64[n, RESULTS]: the
    expected SECONDS of looking; how many CELLS are empty; how many of them, and of their candidates, are left where singles
    are stuck. Returns n. Allocates nothing.
    """
    for i in range(len(grids)):
        _load(tables, space, grids[i])
        _label(tables, space, grids[i])
        seconds = 0.0
        for run in range(ORDERS):
            _begin(tables, space, run)
            if run == 0:
                results[i, CELLS] = float(space.marks[EMPTY])
            seconds += _run(tables, space, rates)
        results[i, SECONDS] = seconds / ORDERS
        results[i, STUCK_CELLS] = float(space.marks[EMPTY])
        left = int64(0)
        for cell in range(space.candidates.size):
            left += popcount(space.candidates[cell])
        results[i, STUCK_CANDIDATES] = float(left)
    return len(grids)
