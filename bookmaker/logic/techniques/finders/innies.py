"""Finders of the rule of 45: the sums that follow from a puzzle's cages, and their eliminations. One instance for each sum.

The cages of many puzzles can be loaded in turn into the same arrays: :mod:`bookmaker.logic.techniques.workspaces` as a kernel.
"""

from __future__ import annotations

from bookmaker.logic.kernels import sum_propagation
from bookmaker.logic.kernels.bits import lowest, mirrored, popcount
from bookmaker.logic.kernels.derived_sums import DISTINCT, FREE, MINUS, CageArrays
from bookmaker.logic.techniques.families import Family
from bookmaker.logic.techniques.finders import inner, int64, kernel
from bookmaker.logic.techniques.finders.board import BASE, FIN, HOUSE, Board, Tables, begin, finish, note, place
from bookmaker.logic.techniques.finders.scratch import mixed, note_cell
from bookmaker.logic.techniques.finders.single_cages import COUNT, SUMS, Cages, permute, restrict

INNIE, OUTIE = Family.INNIE.code, Family.OUTIE.code
LARGE_INNIES, SPLIT = Family.LARGE_INNIES.code, Family.SPLIT.code
DIFFERENCE, LARGE_DIFFERENCE = Family.DIFFERENCE.code, Family.LARGE_DIFFERENCE.code

MOST_CELLS = 5
"""Cells of a sum that a person works with."""

FEW_CELLS = 2
"""A sum of more empty cells is *large*."""


@inner
def _apart(cages: Cages) -> bool:
    """Whether no cell is in two cages."""
    held = int64(0)
    for w in range(cages.sets.shape[1]):
        union = int64(0)
        for cage in range(cages.marks[COUNT]):
            union |= cages.sets[cage, w]
        held += popcount(union)
    return bool(held == cages.start[cages.marks[COUNT]])


@inner
def _has_many(cages: Cages, region: int) -> bool:
    """Whether a region has too many innies and outies if cages lie apart: every cage that it cuts adds its own."""
    count = int64(0)
    for cage in range(cages.marks[COUNT]):
        within = int64(0)
        for w in range(cages.sets.shape[1]):
            within += popcount(cages.sets[cage, w] & cages.regions[region, w])
        count += min(within, cages.start[cage + 1] - cages.start[cage] - within)
        if count > MOST_CELLS:
            return True
    return False


@inner
def _draft(tables: Tables, cages: Cages, region: int) -> tuple[int, int]:
    """Fill ``draft`` with the innies and outies of a region. Returns their number and the sum."""
    words = cages.sets.shape[1]
    houses, total = cages.houses[region], int64(0)
    while houses:
        total += tables.size * (tables.size + 1) // 2
        houses &= houses - 1
    for w in range(words):
        cages.draft[w] = cages.regions[region, w]
        cages.draft[words + w] = 0
    for cage in range(cages.marks[COUNT]):
        within = int64(0)
        for w in range(words):
            within += popcount(cages.sets[cage, w] & cages.regions[region, w])
        size = cages.start[cage + 1] - cages.start[cage]
        if 2 * within > size:
            clash = int64(0)
            for w in range(words):
                clash |= cages.sets[cage, w] & cages.regions[region, w] & ~cages.draft[w]
                clash |= cages.sets[cage, w] & cages.draft[words + w]
            if clash == 0:
                total -= cages.sums[cage]
                for w in range(words):
                    cages.draft[w] &= ~cages.sets[cage, w]
                    cages.draft[words + w] |= cages.sets[cage, w] & ~cages.regions[region, w]
    count = int64(0)
    for w in range(2 * words):
        count += popcount(cages.draft[w])
    return count, total


@inner
def _is_new(cages: Cages) -> bool:
    """Add ``draft`` to the hash table. Returns whether it is new, with either sign. Two hashes in one make a wrong answer
    negligible.
    """
    words = cages.sets.shape[1]
    one = other = int64(0)
    for w in range(words):
        one += mixed(cages.draft[w] + 2 * w + 1) + 3 * mixed(cages.draft[words + w] + 2 * w + 2)
        other += mixed(cages.draft[words + w] + 2 * w + 1) + 3 * mixed(cages.draft[w] + 2 * w + 2)
    key = (mixed(one) + mixed(other)) | 1
    slots = len(cages.table)
    at = key & (slots - 1)
    while cages.table[at] != 0:
        if cages.table[at] == key:
            return False
        at = (at + 1) & (slots - 1)
    cages.table[at] = key
    return True


@inner
def _keep(tables: Tables, cages: Cages, region: int, total: int) -> None:
    """Append ``draft`` to the sums."""
    words, number = cages.sets.shape[1], cages.marks[SUMS]
    start = end = cages.sum_start[number]
    for sign in range(2):
        if sign == 1:
            cages.sum_minus[number] = end
        for w in range(words):
            left = cages.draft[sign * words + w]
            while left:
                cages.sum_cells[end] = w << 6 | lowest(left)
                end += 1
                left &= left - 1
    cages.sum_start[number + 1] = end
    cages.sum_region[number] = region
    free = cages.sum_minus[number] < end
    for i in range(start, end):
        for j in range(i + 1, end):
            other = cages.sum_cells[j]
            free |= (tables.seen[cages.sum_cells[i], other >> 6] >> (other & 63)) & 1 == 0
    # Only outies: store the sum with opposite signs.
    turned = cages.sum_minus[number] == start
    if turned:
        cages.sum_minus[number] = end
        free = False
        for i in range(start, end):
            for j in range(i + 1, end):
                other = cages.sum_cells[j]
                free |= (tables.seen[cages.sum_cells[i], other >> 6] >> (other & 63)) & 1 == 0
    cages.sum_target[number] = -total if turned else total
    cages.sum_kind[number] = FREE if free else DISTINCT
    cages.sum_cage[number] = -1
    if cages.sum_minus[number] == end:
        for cage in range(cages.marks[COUNT]):
            left = int64(0)
            for w in range(words):
                left |= (cages.draft[w] | cages.draft[words + w]) & ~cages.sets[cage, w]
            if left == 0 and cages.start[cage + 1] - cages.start[cage] > end - start:
                cages.sum_cage[number] = cage
    cages.marks[SUMS] = number + 1


@inner
def _derive(tables: Tables, cages: Cages) -> None:
    """Find the sums of a puzzle: of every region, each once. Regions of fewer houses come first."""
    cages.marks[SUMS] = 0
    cages.sum_start[0] = 0
    for slot in range(len(cages.table)):
        cages.table[slot] = 0
    words = cages.sets.shape[1]
    begin = int64(0)
    apart = _apart(cages)
    while begin < len(cages.regions):
        houses = popcount(cages.houses[begin])
        end = begin
        while end < len(cages.regions) and popcount(cages.houses[end]) == houses:
            end += 1
        # Innies first: whether a cell is reported as an innie or an outie must not depend on the order of the regions.
        for turn in range(2):
            for region in range(begin, end):
                if turn == 1 and cages.late[region] == 0:
                    continue
                if apart and turn == 0 and _has_many(cages, region):
                    cages.late[region] = 0
                    continue
                count, total = _draft(tables, cages, region)
                if turn == 0:
                    cages.late[region] = 0
                    outies = int64(0)
                    for w in range(words):
                        outies |= cages.draft[words + w]
                    if outies and count <= MOST_CELLS:
                        cages.late[region] = 1
                        continue
                if 0 < count <= MOST_CELLS and _is_new(cages):
                    _keep(tables, cages, region, total)
        begin = end


@inner
def _gather_sum(tables: Tables, board: Board, cages: Cages, number: int) -> tuple[int, int]:
    """Fill rows 0 and 1 of ``work`` with the empty cells of a sum, those with a minus counted from the other end."""
    total, count = cages.sum_target[number], int64(0)
    for at in range(cages.sum_start[number], cages.sum_start[number + 1]):
        cell = cages.sum_cells[at]
        digit = int64(board.digits[cell])
        outie = at >= cages.sum_minus[number]
        if digit:
            total += digit if outie else -digit
            continue
        mine = int64(board.candidates[cell])
        cages.work[0, count] = cell
        cages.work[1, count] = mine
        if outie:
            cages.work[0, count] |= MINUS
            cages.work[1, count] = mirrored(mine, tables.size + 1)
            total += tables.size + 1
        count += 1
    return count, total


@inner
def _are_peers(tables: Tables, cages: Cages, one: int, other: int) -> bool:
    """Whether cells ``one`` and ``other`` of row 0 of ``work`` have the same sign and see each other."""
    a, b = cages.work[0, one], cages.work[0, other]
    if (a ^ b) & MINUS:
        return False
    a, b = a & ~MINUS, b & ~MINUS
    return bool((tables.seen[a, b >> 6] >> (b & 63)) & 1)


@inner
def _pair_up(tables: Tables, cages: Cages, count: int) -> None:
    """Order peers side by side and mark them in row 4 of ``work``, unless a cell has two: then the order of the cells would
    decide which pair is known to differ.
    """
    pairs = True
    for i in range(count):
        cages.work[4, i] = 0
        peers = int64(0)
        for j in range(count):
            peers += int64(j != i and _are_peers(tables, cages, i, j))
        pairs &= peers <= 1
    i = int64(0)
    while pairs and i + 1 < count:
        for j in range(i + 1, count):
            if _are_peers(tables, cages, i, j):
                for row in range(2):
                    kept = cages.work[row, i + 1]
                    cages.work[row, i + 1] = cages.work[row, j]
                    cages.work[row, j] = kept
                cages.work[4, i] = 1
                i += 1
                break
        i += 1


@inner
def _add_up(tables: Tables, cages: Cages, number: int, count: int, total: int) -> None:
    """Fill row 2 of ``work`` with the candidates that the sum leaves."""
    if cages.sum_kind[number] == DISTINCT and count > 1:
        permute(cages, count, total)
        return
    _pair_up(tables, cages, count)
    sum_propagation.repeating(cages.work[1], cages.work[2], cages.work[3], cages.work[4], count, total)


@inner
def _turn_back(tables: Tables, cages: Cages, count: int) -> None:
    for i in range(count):
        if cages.work[0, i] & MINUS:
            cages.work[0, i] ^= MINUS
            cages.work[1, i] = mirrored(cages.work[1, i], tables.size + 1)
            cages.work[2, i] = mirrored(cages.work[2, i], tables.size + 1)


@inner
def _write(board: Board, cages: Cages, number: int) -> None:
    """Note the houses and cells of a sum, and close the instance."""
    houses = cages.houses[cages.sum_region[number]]
    while houses:
        note(board, HOUSE, BASE, lowest(houses), 0)
        houses &= houses - 1
    for at in range(cages.sum_start[number], cages.sum_start[number + 1]):
        role = FIN if at >= cages.sum_minus[number] else BASE
        note_cell(board, role, cages.sum_cells[at], int64(-1))
    finish(board)


@inner
def _split(tables: Tables, board: Board, cages: Cages, code: int, number: int) -> None:
    """Eliminate by the sum of the rest of the cage that holds all cells of this sum."""
    cage = cages.sum_cage[number]
    if cage < 0:
        return
    total, count = cages.sums[cage] - cages.sum_target[number], int64(0)
    for at in range(cages.start[cage], cages.start[cage + 1]):
        cell = cages.cells[at]
        part = False
        for i in range(cages.sum_start[number], cages.sum_start[number + 1]):
            part |= cages.sum_cells[i] == cell
        digit = int64(board.digits[cell])
        if part:
            continue
        if digit:
            total -= digit
            continue
        cages.work[0, count] = cell
        cages.work[1, count] = int64(board.candidates[cell])
        count += 1
    if count == 0:
        return
    if count == 1:
        cages.work[2, 0] = cages.work[1, 0] & (int64(1) << (total - 1)) if 1 <= total <= 32 else 0
    else:
        permute(cages, count, total)
    if restrict(cages, board, code, count):
        _write(board, cages, number)


@inner
def find_sums(tables: Tables, board: Board, cages: Cages, code: int) -> None:
    """Write all instances of a technique of the rule of 45: sums of regions of (code & 15) + 1 houses."""
    houses = (code & 15) + 1
    kind = code & ~15
    large = kind in (LARGE_INNIES, LARGE_DIFFERENCE)
    for number in range(cages.marks[SUMS]):
        if popcount(cages.houses[cages.sum_region[number]]) != houses:
            continue
        cells = cages.sum_start[number + 1] - cages.sum_start[number]
        difference = cages.sum_minus[number] < cages.sum_start[number + 1]
        if kind == SPLIT:
            _split(tables, board, cages, code, number)
            continue
        single = kind in (INNIE, OUTIE)
        if single != (cells == 1) or (kind in (DIFFERENCE, LARGE_DIFFERENCE)) != difference:
            continue
        if single:
            cell = cages.sum_cells[cages.sum_start[number]]
            inside = (cages.regions[cages.sum_region[number], cell >> 6] >> (cell & 63)) & 1
            if (kind == INNIE) != (inside == 1):
                continue
        count, total = _gather_sum(tables, board, cages, number)
        if count == 0 or (count > FEW_CELLS) != large:
            continue
        if single and 1 <= total <= 32 and (cages.work[1, 0] >> (total - 1)) & 1:
            if board.placing[cages.work[0, 0]] != total:
                begin(board, code)
                place(board, cages.work[0, 0], total)
                _write(board, cages, number)
            continue
        if single:
            cages.work[2, 0] = 0
        else:
            _add_up(tables, cages, number, count, total)
        _turn_back(tables, cages, count)
        if restrict(cages, board, code, count):
            _write(board, cages, number)


@kernel
def load_cages(plain: Tables, tables: Tables, arrays: CageArrays, puzzle: int, cages: Cages) -> None:
    """Fill ``cages``, large enough for them, with a puzzle's cages, and the peers of ``tables`` with those of ``plain`` and of
    the cages. ``most_seen`` becomes an upper bound. Some digits make the sum of every cage; 0: it shows none.
    """
    cells, words = plain.seen.shape
    for cell in range(cells):
        for w in range(words):
            tables.seen[cell, w] = plain.seen[cell, w]
        for house in range(len(plain.houses)):
            tables.sights[cell, house] = plain.sights[cell, house]
    number = end = int64(0)
    for cage in range(arrays.first[puzzle], arrays.first[puzzle + 1]):
        begin, stop = arrays.start[cage], arrays.start[cage + 1]
        cages.start[number] = end
        cages.sums[number] = arrays.sums[cage]
        for w in range(words):
            cages.sets[number, w] = 0
        for at in range(begin, stop):
            cell = arrays.cells[at]
            cages.sets[number, cell >> 6] |= int64(1) << (cell & 63)
        for at in range(begin, stop):
            cell = arrays.cells[at]
            for w in range(words):
                tables.seen[cell, w] |= cages.sets[number, w]
            tables.seen[cell, cell >> 6] &= ~(int64(1) << (cell & 63))
            for k in range(plain.house_count[cell]):
                house, place = plain.cell_houses[cell, k], int64(plain.cell_place[cell, k])
                for other in range(begin, stop):
                    tables.sights[arrays.cells[other], house] |= int64(1) << place
        if arrays.sums[cage] == 0:
            continue
        for at in range(begin, stop):
            cages.cells[end] = arrays.cells[at]
            end += 1
        number += 1
    cages.marks[COUNT] = number
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
    _derive(tables, cages)
