"""The fast path: solutions of 9x9 classic puzzles. A node of the search is settled by :mod:`bookmaker.kernels.propagation9`.

All state is one array ``work`` uint64[WORK], so that nothing is allocated. It holds the output of
:func:`bookmaker.kernels.propagation9.lay_out` and a stack of nodes.

A guess is in one cell, chosen by :mod:`bookmaker.kernels.choice9`. Each branch assumes what the other excludes, so each solution
is found exactly once. Both branches are settled together; the search continues with one, the other waits on the stack. If
solutions are only counted, :func:`bookmaker.kernels.choice9.ways_out` replaces the search of a node whose open cells all have two
candidates, and :mod:`bookmaker.kernels.templates9` that of a node with few candidates, once the puzzle is known to have several
solutions.

In a grid with few givens the search may get lost: below a contradiction it tries every way to fill cells that do not matter. Many
nodes wait then, while a hard puzzle has few. So a search that finds no solution for long and has many nodes waiting restarts. It
guesses by blame, whatever the number of candidates, and in a turned grid, alternately. Either way alone leaves grids that take
thousands of guesses (``benchmarks/tail.py``).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bookmaker.jit.decorators import inner, kernel, lean
from bookmaker.kernels import choice9, propagation9, templates9
from bookmaker.kernels.bits import lowest
from bookmaker.kernels.rules import Array
from bookmaker.kernels.vectors import peek

NODE = propagation9.NODE
_LINE = 8
_LAID = -(-propagation9.LAID // _LINE) * _LINE
_TURNED = 2 * _LINE + _LAID + 83 * NODE
_BLAMED = _TURNED + 11
_TEMPLATES = _BLAMED + choice9.PLACES
WORK = _TEMPLATES + templates9.SCRATCH
"""Each guess that leaves another node on the stack decides one of the 81 digits of rows. The first words align the nodes to cache
lines and leave a word before them. The last hold a turned grid, the blame of each place, and what
:mod:`bookmaker.kernels.templates9` needs.
"""

UNDECIDED = -1
"""Returned when ``max_nodes`` guesses were not enough."""

_PATIENCE = 100
"""Guesses without a solution before the search restarts, if they are also more than a quarter of all: repeated work stays in
proportion even when many solutions are counted.
"""

_DEEP = 6 * NODE
"""The fewest waiting nodes for a restart."""

_BARREN = -2
"""Returned by :func:`_explore` when the search should restart."""

_FURTHER = 4
"""How many digits further each digit is when a grid is turned."""

NOT = 128
"""Added to a digit of a cell without a given: the cell is not to have that digit."""

_LANES = propagation9.LANES
_ROW = propagation9.ROW
_NO_DIGIT = 27
"""The first lane that is no digit's."""

_PLACED = np.array([[_LANES - 1, *lanes, *[_LANES - 1] * 6] for lanes in propagation9.LANE], dtype=np.int64)
"""[band][low four bits of the digit] -> its lane; for 0 and numbers above 9 a lane without a digit."""

_BAND = np.array([sum(1 << lane for lane in lanes) for lanes in propagation9.LANE], dtype=np.uint64)
"""[band] -> the lanes of its digits."""


def _mark(cell: int) -> list[list[int]]:
    bits = [1 << cell % 9 if row == cell // 9 else 0 for row in range(3)]
    return [[bit or 0xFFFF for bit in bits], [0xFFFF ^ bit for bit in bits]]


MARKS = np.array([_mark(cell) for cell in range(27)], dtype=np.uint16)
"""[cell of a band][0 or 1][row of the band] -> the columns of a row if the cell is to be all, or if it is not to be."""


def _turned() -> list[int]:
    rows, columns = [4, 5, 3, 8, 6, 7, 0, 1, 2], [7, 6, 8, 0, 2, 1, 5, 3, 4]
    return [9 * rows[cell % 9] + columns[cell // 9] for cell in range(81)]


TURN = np.array(_turned(), dtype=np.uint8)
"""[cell] -> the cell that a turn brings there: rows become columns, and all lines change places."""


@inner
def _start(work: Array, at: int, cells: Array) -> bool:
    """Set the node at ``at`` to the givens ``cells`` uint8[81]. Returns False if two are alike in a row or a digit is above 9 and
    not beside NOT.
    """
    rows = work.view(np.uint16)
    begin = 4 * at
    for place in range(NODE):
        work[at + place] = 0
    large: Any = False
    for row in range(9):
        start = begin + row % 3 * _LANES
        for column in range(9):
            digit = np.int64(cells[9 * row + column])
            large |= digit > 9
            # Empty cells are written too, into a lane without a digit: a test for them would cost more.
            rows[start + _PLACED[row // 3, digit & 15]] |= np.uint16(1 << column)
    clash: Any = False
    for row in range(3):
        for lane in range(_LANES):
            word: Any = np.int64(rows[begin + row * _LANES + lane])
            if lane >= _NO_DIGIT:
                word = 0
            else:
                clash |= word & (word - 1) != 0
                if word == 0:
                    word = _ROW
            rows[begin + row * _LANES + lane] = np.uint16(word)
    if large:
        for cell in range(81):
            digit = np.int64(cells[cell])
            if digit > 9:
                if digit <= NOT or digit > NOT + 9:
                    return False
                # So far the cell has the digit, and no other cell of its row.
                row = cell // 9
                rows[begin + row % 3 * _LANES + _PLACED[row // 3, digit & 15]] ^= np.uint16(_ROW)
    return not clash


@inner
def _copy_solution(work: Array, at: int, out: Array) -> None:
    """Write the digits of a solved node to ``out`` uint8[81]."""
    rows = work.view(np.uint16)
    for band in range(3):
        for row in range(3):
            for digit in range(1, 10):
                word = np.uint32(rows[4 * at + row * _LANES + _PLACED[band, digit]])
                out[27 * band + 9 * row + lowest(word)] = digit


@inner
def _turn(cells: Array, turns: int, turned: Array) -> None:
    """Write the grid ``cells``, turned by TURN several times and with other digits, to ``turned`` uint8[81]."""
    for cell in range(81):
        source: Any = np.int64(cell)
        for _ in range(turns):
            source = np.int64(TURN[source])
        digit = np.int64(cells[source])
        turned[cell] = (digit & NOT) + ((digit & ~NOT) + _FURTHER * turns - 1) % 9 + 1 if digit else 0


@lean
def _turn_back(work: Array, turns: int, out: Array) -> None:
    """Turn the grids ``out`` uint8[k, 81] back, each through ``work``."""
    room = work.view(np.uint8)[8 * _TURNED : 8 * _TURNED + 81]
    for grid in range(len(out)):
        for cell in range(81):
            source: Any = np.int64(cell)
            for _ in range(turns):
                source = np.int64(TURN[source])
            room[source] = (np.int64(out[grid, cell]) + (9 - _FURTHER) * turns - 1) % 9 + 1
        for cell in range(81):
            out[grid, cell] = room[cell]


def _explorer(count_leaf: Any) -> Any:
    """The search below a node. ``count_leaf`` is :func:`templates9.count`, or :func:`templates9.none` where solutions are hardly
    ever counted, and a user waits for the kernel to be compiled.
    """

    @inner
    def explore(work: Array, laid: int, blamed: bool, limit: int, max_nodes: int, out: Array) -> int:
        """Search from the settled node at the bottom of the stack. ``blamed``: guess by :func:`choice9.choose_blamed`. Returns as
        :func:`search` does, or _BARREN.
        """
        bottom = laid + _LAID
        found: Any = np.int64(0)
        nodes = np.int64(work[0])
        barren: Any = np.int64(0)
        top = at = bottom
        fresh: Any = True
        while True:
            chosen = choice9.choose(work, at, laid, _BLAMED, found >= len(out))
            ends = np.int64(0)
            ways: Any = np.int64(templates9.UNKNOWN)
            if chosen == choice9.GRAVE:
                ways = np.int64(choice9.ways_out(work, laid))
            elif fresh and found > 1 and found >= len(out) and chosen != choice9.CLASH:
                ways = np.int64(count_leaf(work, at, laid, _TEMPLATES, limit - found))
                if ways == templates9.GIVEN_UP:
                    fresh = False
                    continue
            fresh = True
            if ways >= 0:
                found += ways
                if found >= limit:
                    return int(limit)
                if ways:
                    barren = np.int64(0)
            elif chosen != choice9.CLASH:
                if nodes == max_nodes and max_nodes > 0:
                    return UNDECIDED
                if barren >= _PATIENCE and top - bottom > _DEEP and barren > nodes >> 2:
                    return _BARREN
                nodes += 1
                barren += 1
                work[0] = nodes
                many = chosen < 0
                if blamed:
                    chosen = choice9.choose_blamed(work, laid, _BLAMED)
                    many = chosen >> 16 != 0
                    chosen &= 0xFFFF
                elif many:
                    chosen = choice9.choose_any(work, at, laid)
                band, cell = chosen >> 13, chosen >> 8 & 31
                here = peek(_BAND, band)
                one = np.uint64(1) << np.uint64(peek(_PLACED, 16 * band + 1 + (chosen >> 4 & 15)))
                two = np.uint64(1) << np.uint64(peek(_PLACED, 16 * band + 1 + (chosen & 15)))
                # The other branch excludes the digit of the first. If the cell has only one more, that is its digit.
                first = one | (here ^ one) << np.uint64(32)
                second = one << np.uint64(32) if many else two | (here ^ two) << np.uint64(32)
                ends = propagation9.split(work, at, top, MARKS, cell, second, first)
                work[_BLAMED + (chosen >> 8)] += np.uint64(ends & 3 == 0) + np.uint64(ends >> 2 == 0)
            if ends & 5:
                for branch in range(2):
                    if ends >> 2 * branch & 3 == propagation9.SOLVED:
                        if found < len(out):
                            _copy_solution(work, top + branch * NODE, out[found])
                        found += 1
                        if found == limit:
                            return int(found)
                barren = np.int64(0)
            if ends >> 2 == propagation9.OPEN:
                at = top + NODE
                if ends & 3 == propagation9.OPEN:
                    top += NODE
            elif ends & 3 == propagation9.OPEN:
                at = top
            elif top == bottom:
                return int(found)
            else:
                top -= NODE
                at = top

    return explore


def _searcher(count_leaf: Any) -> Any:
    """:func:`search` for other kernels. ``count_leaf`` is as for :func:`_explorer`."""
    explore = _explorer(count_leaf)

    @lean
    def find(work: Array, cells: Array, limit: int, max_nodes: int, out: Array) -> int:
        work[0] = 0
        laid = _LINE + (-(work.ctypes.data >> 3) & _LINE - 1)
        bottom = laid + _LAID
        given = cells
        starts: Any = np.int64(0)
        while True:
            if not _start(work, bottom, given):
                return 0
            status = propagation9.settle(work, bottom)
            if status != propagation9.OPEN:
                if status == propagation9.SOLVED and len(out):
                    _copy_solution(work, bottom, out[0])
                return 1 if status == propagation9.SOLVED else 0
            blamed = starts & 1 != 0
            if not blamed:
                for place in range(choice9.PLACES):
                    work[_BLAMED + place] = 0
            found = explore(work, laid, blamed, limit, max_nodes, out)
            if found != _BARREN:
                break
            starts += 1
            if starts & 1 == 0:
                given = work.view(np.uint8)[8 * _TURNED : 8 * _TURNED + 81]
                _turn(cells, starts >> 1, given)
        if starts > 1 and found > 0:
            _turn_back(work, starts >> 1, out[:found])
        return int(found)

    return find


_search: Any = _searcher(templates9.none)
_search_many: Any = _searcher(templates9.count)


@kernel
def search(work: Array, cells: Array, limit: int, max_nodes: int, out: Array) -> int:
    """Find solutions of a 9x9 classic puzzle, up to a limit, without allocating.

    ``work`` uint64[WORK] is scratch; its first word is the number of guesses made when the search ends. ``cells`` uint8[81], 0 =
    empty, is not written to; NOT + a digit is an empty cell without that digit, where no other cell of its row has it. ``limit``
    >= 1. ``max_nodes``: give up after so many guesses, 0 = never. ``out`` uint8[k, 81], k >= 0: the first k solutions are written
    to it, always in the same order. Returns the number of solutions, at most ``limit``: 0 if givens clash or a digit is above 9;
    UNDECIDED (-1) if it gave up before.
    """
    return int(_search(work, cells, limit, max_nodes, out))


@kernel
def workspace() -> Array:
    """A new uint64[WORK], all the memory that :func:`search` needs. Pass one array to every call."""
    return np.empty(WORK, np.uint64)


@kernel
def count_batch(puzzles: Array, limit: int, max_nodes: int, counts: Array, out: Array) -> None:
    """:func:`search` for each row of ``puzzles`` uint8[n, 81]; writes ``counts`` int64[n] and ``out`` uint8[n, k, 81], k >= 0."""
    work = workspace()
    for row in range(len(puzzles)):
        counts[row] = _search_many(work, puzzles[row], limit, max_nodes, out[row])
