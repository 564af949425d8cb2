"""The inputs of the Killer kernels, and the sums that follow from the rule of 45 before any search.

The houses of a region (rows side by side, boxes side by side, ...) share no cell and sum to 45 each. The sums of the cages inside
are subtracted. A cage across the border leaves either its cells inside (innies) or, if it is subtracted whole, its cells outside
with a minus (outies), whichever are fewer. What remains is a sum of few cells, some of them with a minus. It serves like another
cage, except that digits may repeat in cells that are no peers.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bookmaker.logic.jit.bundle import Bundle, array, field
from bookmaker.logic.jit.decorators import lean
from bookmaker.logic.kernels.bits import lowest, popcount
from bookmaker.logic.kernels.rules import Array
from bookmaker.logic.kernels.sum_propagation import LineRules, add_clues

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
    """A geometry as the Killer kernels see it; ``words`` of 64 cells, bit c % 64 of word c // 64 is cell c."""

    size: int = field("digits 1..size")
    houses: Array = array("int64[houses, size]", "the cells of each house")
    near: Array = array("int64[cells, words]", "the peers of a cell by houses and relations, not by cages")
    tables: Array = array(
        "int64[tables, size]", "relations: bit e-1 of [t, d-1] is set where a related cell may hold e beside a d"
    )
    related: Array = array("int64[tables, cells, words]", "the cells that a table holds for, seen from a cell")
    may: Array = array(
        "int64[cells or 0]", "the digits that a cell may hold (bit d-1); empty where every cell may hold all"
    )
    regions: Array = array(
        "int64[regions, words]", "unions of houses without a cell in common; the first are the houses themselves"
    )
    times: Array = array("int64[regions]", "of how many houses")
    crossing: Array = array("int64[pairs, 2]", "two houses with several cells in common")
    cross_start: Array = array(
        "int64[3 * pairs + 1]",
        "where lists of cells start in ``cross_cells``: those of both (list 3 * i), of the one "
        "only (list 3 * i + 1), of the other only (list 3 * i + 2)",
    )
    cross_cells: Array = array("int64[...]")
    combo_start: Array = array(
        "int64[size + 1, most]", "where the combinations of n digits with sum s start in ``combos``: [n, s]"
    )
    combos: Array = array("int64[2 ** size]", "sets of digits, bit d-1 is digit d; none for sizes above 16")
    lines: LineRules = field("the sums and lines of clues")


class CageArrays(Bundle):
    """The cages of several puzzles of one geometry."""

    first: Array = array("int64[puzzles + 1]", "puzzle p has the cages first[p] to first[p + 1] - 1")
    start: Array = array("int64[cages + 1]", "cage i has the cells cells[start[i]] to cells[start[i + 1] - 1]")
    cells: Array = array(
        "int64[...]", "different cells in a cage, 1 to ``size``; a cell may be in several cages, or in none"
    )
    sums: Array = array("int64[cages]", "1 to size * (size + 1) / 2; 0 where there is none")


class KillerWorkspace(Bundle):
    """The arrays of a search, for many puzzles in turn, made by :func:`bookmaker.logic.solve.clue_arrays.killer_workspace`.

    A *constraint* is a cage, then a house, then a derived sum, then a clue's sum or line; ``marks`` words hold a bit for each.
    """

    stack: Array = array(
        "int64[(cells + 2) * row]",
        "nodes of ``row`` = cells + words + 1: candidates, undecided cells, the cell guessed; and one more",
    )
    near: Array = array("int64[cells, words]", "the peers of a cell, cages included")
    cages: Array = array("int64[cages, words]", "the cells of each cage")
    inside: Array = array("int64[cages]", "how many cells a cage has")
    start: Array = array(
        "int64[constraints + 1]", "where a constraint's cells start in ``cells`` (a house has none there)"
    )
    cells: Array = array("int64[held]", "those with a plus, then those with a minus")
    minus: Array = array("int64[constraints]", "where those with a minus start")
    target: Array = array("int64[constraints]", "the sum; the number of a line")
    kind: Array = array("int64[constraints]", "DISTINCT, FREE, UNTOLD or LINE")
    watch: Array = array("int64[cells, marks]", "the constraints that a cell is in")
    dirty: Array = array("int64[marks]", "the constraints to look at")
    stale: Array = array("int64[marks]", "those to look at for confined digits")
    queue: Array = array("int64[cells + 1]", "decided cells whose digit their peers still have")
    weight: Array = array(
        "int64[cells]",
        "how nearly the sums of a cell are decided; in a search for another solution, 1 more than the guesses in it that failed",
    )
    drafts: Array = array("int64[limit, 2 * words + 2]", "derived sums before they are sorted")
    work: Array = array(
        "int64[ROWS, longest]",
        "of one constraint: cells, candidates before and after, sums that can be made, pairs of peers",
    )
    reached: Array = array(
        "int64[2, states]", "of a line's automaton, as for :func:`bookmaker.logic.kernels.sum_propagation.look_at_line`"
    )
    count: Array = array("int64[1]", "how many constraints there are")


class Cageless(Bundle):
    """A search without cages: of one grid that is houses, peers and relations on any graph of cells."""

    rules: SumRules = field()
    cages: CageArrays = field("those of one puzzle: none")
    space: KillerWorkspace = field()
    count: Array = array("int64[1]", "the number of solutions found")
    guesses: Array = array("int64[2]", "those of the last search, and of all since somebody set this to 0")
    ready: Array = array("int64[1]", "0 until :func:`constraints_of` has filled the workspace, then its answer plus 2")


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
def draft_of(rules: SumRules, space: KillerWorkspace, cages: int, region: int, draft: Array) -> int:
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
def _all_drafts(rules: SumRules, space: KillerWorkspace, cages: int, most: int) -> int:
    """Draft the sums of at most ``most`` cells of all regions, each once. Returns how many, -1 if two contradict each other."""
    words = rules.near.shape[1]
    drafts = int64(0)
    for region in range(len(rules.regions)):
        draft = space.drafts[drafts]
        count = draft_of(rules, space, cages, region, draft)
        if count < 0:
            return -1
        if count == 0 or count > most or drafts == len(space.drafts) - 1:
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
def derive(rules: SumRules, cages: int, space: KillerWorkspace, most: int) -> int:
    """Add derived sums of up to ``most`` cells (MOST_CELLS or fewer) after ``cages`` cages and the houses, then clues.

    Returns how many constraints, -1 on a contradiction.
    """
    words = rules.near.shape[1]
    drafts = _all_drafts(rules, space, cages, most)
    if drafts < 0:
        return -1
    number = int64(cages + len(rules.houses))
    end = space.start[number]
    for size in range(1, most + 1):
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


@lean
def constraints_of(ground: Cageless) -> int:
    """Fill the workspace with all that does not depend on givens, at the first call. Returns as :func:`derive`."""
    if ground.ready[0] == 0:
        number = int64(take_cages(ground.rules, ground.cages, 0, ground.space))
        ground.ready[0] = 2 + int64(derive(ground.rules, number, ground.space, MOST_CELLS))
    return int(ground.ready[0] - 2)
