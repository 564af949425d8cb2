"""Many puzzles' cages in turn in the same arrays: :mod:`bookmaker.logic.techniques.workspaces` as a kernel."""

from __future__ import annotations

from bookmaker.logic.kernels.bits import lowest
from bookmaker.logic.kernels.derived_sums import CageArrays
from bookmaker.logic.techniques.finders import inner, int64
from bookmaker.logic.techniques.finders.board import Tables
from bookmaker.logic.techniques.finders.innies import derive
from bookmaker.logic.techniques.finders.single_cages import COUNT, Cages


@inner
def take(plain: Tables, tables: Tables, arrays: CageArrays, puzzle: int, cages: Cages) -> None:
    """Fill ``cages``, large enough for them, with a puzzle's cages, and the peers of ``tables`` with those of ``plain`` and of
    the cages. ``most_seen`` becomes an upper bound. Some digits make the sum of every cage.
    """
    first = arrays.first[puzzle]
    number = arrays.first[puzzle + 1] - first
    cells, words = plain.seen.shape
    for cell in range(cells):
        for w in range(words):
            tables.seen[cell, w] = plain.seen[cell, w]
        for house in range(len(plain.houses)):
            tables.sights[cell, house] = plain.sights[cell, house]
    cages.marks[COUNT] = number
    end = int64(0)
    for cage in range(number):
        begin, stop = arrays.start[first + cage], arrays.start[first + cage + 1]
        cages.start[cage] = end
        cages.sums[cage] = arrays.sums[first + cage]
        for w in range(words):
            cages.sets[cage, w] = 0
        for at in range(begin, stop):
            cell = arrays.cells[at]
            cages.cells[end] = cell
            cages.sets[cage, cell >> 6] |= int64(1) << (cell & 63)
            end += 1
        for at in range(begin, stop):
            cell = arrays.cells[at]
            for w in range(words):
                tables.seen[cell, w] |= cages.sets[cage, w]
            tables.seen[cell, cell >> 6] &= ~(int64(1) << (cell & 63))
            for k in range(plain.house_count[cell]):
                house, place = plain.cell_houses[cell, k], int64(plain.cell_place[cell, k])
                for other in range(begin, stop):
                    tables.sights[arrays.cells[other], house] |= int64(1) << place
    cages.start[number] = end
    for cell in range(cells):
        count = int64(0)
        for w in range(words):
            left = tables.seen[cell, w]
            # A given takes its digit from peers beyond its houses, too.
            housed = plain.seen[cell, w]
            if plain.unlike.shape[0]:
                housed &= ~plain.unlike[cell, w]
            tables.unlike[cell, w] = left & ~housed
            while left:
                tables.peers[cell, count] = w << 6 | lowest(left)
                left &= left - 1
                count += 1
        tables.peer_count[cell] = count
    derive(tables, cages)
