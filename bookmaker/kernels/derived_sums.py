"""The inputs of the Killer kernels, and the sums that follow from the rule of 45 before any search.

The houses of a region (rows side by side, boxes side by side, ...) share no cell and sum to 45 each. The sums of the cages inside
are subtracted. A cage across the border leaves either its cells inside (innies) or, if it is subtracted whole, its cells outside
with a minus (outies), whichever are fewer. What remains is a sum of few cells, some of them with a minus. It serves like another
cage, except that digits may repeat in cells that are no peers.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from bookmaker.jit.bundle import Bundle
from bookmaker.jit.decorators import lean
from bookmaker.kernels.bits import lowest, popcount
from bookmaker.kernels.lines import LineRules, add_clues
from bookmaker.kernels.rules import Array

int64: Any = np.int64
"""All scalars of the Killer kernels are of this type: numba turns uint64 mixed with a literal into a float."""

MOST_CELLS = 7
"""Derived sums of more cells are dropped: they exclude nothing until most are decided, and then others do so too."""

MOST_DERIVED = 128
"""The most derived sums kept for one puzzle, those of the fewest cells first."""

DISTINCT, FREE, UNTOLD = 0, 1, 2
"""Kinds of sum: all cells are peers and none has a minus; anything else; a cage without a sum."""

MINUS = 1 << 32
"""Added to a cell in ``KillerWorkspace.work`` that has a minus in the current sum."""


class SumRules(Bundle):
    """A geometry as the Killer kernels see it; ``words`` of 64 cells, bit c % 64 of word c // 64 is cell c.

    size         int, digits 1..size
    houses       int64[houses, size]      the cells of each house
    near         int64[cells, words]      the peers of a cell by houses and relations, not by cages
    tables       int64[tables, size]      relations: bit e-1 of [t, d-1] is set where a related cell may hold e beside a d
    related      int64[tables, cells, words]    the cells that a table holds for, seen from a cell
    may          int64[cells or 0]        the digits that a cell may hold (bit d-1); empty where every cell may hold all
    regions      int64[regions, words]    unions of houses without a cell in common; the first are the houses themselves
    times        int64[regions]           of how many houses
    crossing     int64[pairs, 2]          two houses with several cells in common
    cross_start  int64[3 * pairs + 1]     where lists of cells start in ``cross_cells``: those of both (list 3 * i), of the
                                          one only (list 3 * i + 1), of the other only (list 3 * i + 2)
    cross_cells  int64[...]
    combo_start  int64[size + 1, most]    where the combinations of n digits with sum s start in ``combos``: [n, s]
    combos       int64[2 ** size]         sets of digits, bit d-1 is digit d; none for sizes above 16
    lines        LineRules                the sums and lines of clues
    """

    size: int
    houses: npt.NDArray[np.int64]
    near: npt.NDArray[np.int64]
    tables: npt.NDArray[np.int64]
    related: npt.NDArray[np.int64]
    may: npt.NDArray[np.int64]
    regions: npt.NDArray[np.int64]
    times: npt.NDArray[np.int64]
    crossing: npt.NDArray[np.int64]
    cross_start: npt.NDArray[np.int64]
    cross_cells: npt.NDArray[np.int64]
    combo_start: npt.NDArray[np.int64]
    combos: npt.NDArray[np.int64]
    lines: LineRules


class CageArrays(Bundle):
    """The cages of several puzzles of one geometry.

    first   int64[puzzles + 1]   puzzle p has the cages first[p] to first[p + 1] - 1
    start   int64[cages + 1]     cage i has the cells cells[start[i]] to cells[start[i + 1] - 1]
    cells   int64[...]           different cells in a cage, 1 to ``size``; a cell may be in several cages, or in none
    sums    int64[cages]         1 to size * (size + 1) / 2; 0 where there is none
    """

    first: npt.NDArray[np.int64]
    start: npt.NDArray[np.int64]
    cells: npt.NDArray[np.int64]
    sums: npt.NDArray[np.int64]


class KillerWorkspace(Bundle):
    """The arrays of a search, for many puzzles in turn, made by :func:`bookmaker.solve.cage_arrays.space`. All int64.

    A *constraint* is a cage, then a house, then a derived sum, then a clue's sum or line; ``marks`` words hold a bit for each.

    stack    [nodes * row]         nodes of ``row`` = cells + words + 1: candidates, undecided cells, the cell guessed
    near     [cells, words]        the peers of a cell, cages included
    cages    [cages, words]        the cells of each cage
    inside   [cages]               how many cells a cage has
    start    [constraints + 1]     where a constraint's cells start in ``cells`` (a house has none there)
    cells    [...]                 those with a plus, then those with a minus
    minus    [constraints]         where those with a minus start
    target   [constraints]         the sum; the number of a line
    kind     [constraints]         DISTINCT, FREE, UNTOLD or LINE
    watch    [cells, marks]        the constraints that a cell is in
    dirty    [marks]               the constraints to look at
    stale    [marks]               those to look at for confined digits
    queue    [cells]               decided cells whose digit their peers still have
    weight   [cells]               how nearly the sums of a cell are decided
    drafts   [limit, 2 * words + 2]  derived sums before they are sorted
    work     [5, 64 or more]       of one constraint: cells, candidates before and after, sums that can be made, pairs of peers
    reached  [2, states]           of a line's automaton, as for :func:`bookmaker.kernels.lines.look_at_line`
    count    [1]                   how many constraints there are
    """

    stack: npt.NDArray[np.int64]
    near: npt.NDArray[np.int64]
    cages: npt.NDArray[np.int64]
    inside: npt.NDArray[np.int64]
    start: npt.NDArray[np.int64]
    cells: npt.NDArray[np.int64]
    minus: npt.NDArray[np.int64]
    target: npt.NDArray[np.int64]
    kind: npt.NDArray[np.int64]
    watch: npt.NDArray[np.int64]
    dirty: npt.NDArray[np.int64]
    stale: npt.NDArray[np.int64]
    queue: npt.NDArray[np.int64]
    weight: npt.NDArray[np.int64]
    drafts: npt.NDArray[np.int64]
    work: npt.NDArray[np.int64]
    reached: npt.NDArray[np.int64]
    count: npt.NDArray[np.int64]


class Cageless(Bundle):
    """A search without cages: of one grid that is houses, peers and relations on any graph of cells.

    cages     CageArrays       those of one puzzle: none
    count     int64[1]         the number of solutions found
    guesses   int64[1]
    """

    rules: SumRules
    cages: CageArrays
    space: KillerWorkspace
    count: npt.NDArray[np.int64]
    guesses: npt.NDArray[np.int64]


@lean
def take_cages(rules: SumRules, cages: CageArrays, puzzle: int, space: KillerWorkspace) -> int:
    """Make the cages of a puzzle the first constraints, and the cells of each cage peers. Returns the number of cages."""
    cells, words = rules.near.shape
    first = cages.first[puzzle]
    number = int64(cages.first[puzzle + 1] - first)
    for cell in range(cells):
        for word in range(words):
            space.near[cell, word] = rules.near[cell, word]
    end = int64(0)
    for cage in range(number):
        begin, stop = cages.start[first + cage], cages.start[first + cage + 1]
        space.start[cage] = end
        space.target[cage] = cages.sums[first + cage]
        space.kind[cage] = DISTINCT if cages.sums[first + cage] else UNTOLD
        space.inside[cage] = stop - begin
        for word in range(words):
            space.cages[cage, word] = 0
        for place in range(begin, stop):
            cell = cages.cells[place]
            space.cages[cage, cell >> 6] |= int64(1) << (cell & 63)
            space.cells[end] = cell
            end += 1
        space.minus[cage] = end
        for place in range(begin, stop):
            cell = cages.cells[place]
            for word in range(words):
                space.near[cell, word] |= space.cages[cage, word]
            space.near[cell, cell >> 6] &= ~(int64(1) << (cell & 63))
    for house in range(len(rules.houses) + 1):
        space.start[number + house] = end
    return int(number)


@lean
def _draft(rules: SumRules, space: KillerWorkspace, cages: int, region: int, draft: Array) -> int:
    """Write the sum that the rule of 45 gives for a region: cells with a plus, with a minus, the sum, the number of cells.

    Returns the number of cells, -1 if there are none and the sum is not 0.
    """
    words = rules.near.shape[1]
    total = rules.times[region] * (rules.size * (rules.size + 1) // 2)
    for word in range(words):
        draft[word] = rules.regions[region, word]
        draft[words + word] = 0
    for cage in range(cages):
        within = int64(0)
        for word in range(words):
            within += popcount(space.cages[cage, word] & rules.regions[region, word])
        if 2 * within <= space.inside[cage] or space.kind[cage] == UNTOLD:
            continue
        # Where cages overlap, a cell can be subtracted only once.
        clash = int64(0)
        for word in range(words):
            clash |= space.cages[cage, word] & rules.regions[region, word] & ~draft[word]
            clash |= space.cages[cage, word] & draft[words + word]
        if clash == 0:
            total -= space.target[cage]
            for word in range(words):
                draft[word] &= ~space.cages[cage, word]
                draft[words + word] |= space.cages[cage, word] & ~rules.regions[region, word]
    count = int64(0)
    for word in range(words):
        count += popcount(draft[word]) + popcount(draft[words + word])
    draft[2 * words] = total
    draft[2 * words + 1] = count
    return -1 if count == 0 and total != 0 else int(count)


@lean
def _all_drafts(rules: SumRules, space: KillerWorkspace, cages: int) -> int:
    """Draft the sums of all regions, each once. Returns how many, -1 if two contradict each other."""
    words = rules.near.shape[1]
    drafts = int64(0)
    for region in range(len(rules.regions)):
        draft = space.drafts[drafts]
        count = _draft(rules, space, cages, region, draft)
        if count < 0:
            return -1
        if count == 0 or count > MOST_CELLS or drafts == len(space.drafts) - 1:
            continue
        new = True
        for other in range(drafts):
            same = opposite = True
            for word in range(words):
                plus, minus = space.drafts[other, word], space.drafts[other, words + word]
                same &= draft[word] == plus and draft[words + word] == minus
                opposite &= draft[word] == minus and draft[words + word] == plus
            if same or opposite:
                total = space.drafts[other, 2 * words]
                if draft[2 * words] != (total if same else -total):
                    return -1
                new = False
                break
        drafts += new
    return int(drafts)


@lean
def _list_cells(space: KillerWorkspace, draft: Array, sign: int, end: int) -> int:
    """Append a draft's cells of one sign to ``cells``, peers side by side where a greedy order allows. Returns the new end."""
    words = space.near.shape[1]
    for word in range(words):
        while draft[sign * words + word]:
            cell = word << 6 | lowest(draft[sign * words + word])
            draft[sign * words + word] &= draft[sign * words + word] - 1
            space.cells[end] = cell
            end += 1
            for other in range(words):
                left = draft[sign * words + other] & space.near[cell, other]
                if left:
                    draft[sign * words + other] ^= left & -left
                    space.cells[end] = other << 6 | lowest(left)
                    end += 1
                    break
    return int(end)


@lean
def derive(rules: SumRules, cages: int, space: KillerWorkspace) -> int:
    """Add derived sums after ``cages`` cages and the houses, then clues. Returns how many constraints, -1 on a contradiction."""
    words = rules.near.shape[1]
    drafts = _all_drafts(rules, space, cages)
    if drafts < 0:
        return -1
    number = int64(cages + len(rules.houses))
    end = space.start[number]
    for size in range(1, MOST_CELLS + 1):
        for place in range(drafts):
            draft = space.drafts[place]
            if draft[2 * words + 1] != size:
                continue
            space.target[number] = draft[2 * words]
            begin = end
            end = int64(_list_cells(space, draft, int64(0), begin))
            space.minus[number] = end
            end = int64(_list_cells(space, draft, int64(1), end))
            free = space.minus[number] < end
            for one in range(begin, end):
                for two in range(one + 1, end):
                    cell = space.cells[two]
                    free |= (space.near[space.cells[one], cell >> 6] >> (cell & 63)) & 1 == 0
            space.kind[number] = FREE if free else DISTINCT
            number += 1
            space.start[number] = end
    number = int64(add_clues(rules.lines, number, space, FREE, DISTINCT))
    space.count[0] = number
    return int(number)
