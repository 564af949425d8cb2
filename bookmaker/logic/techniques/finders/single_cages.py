"""Finders of single cages: their last cells, combinations, and digits that they need or that a house leaves to them.

One instance for each cage (for pointing and claiming, for each cage and digit). A combination is *live* if all its
digits are candidates somewhere in the cage and every cell has a candidate of it.
"""

from __future__ import annotations

from bookmaker.logic.jit.bundle import Bundle, array
from bookmaker.logic.kernels import sum_propagation
from bookmaker.logic.kernels.bits import lowest, popcount
from bookmaker.logic.kernels.rules import Array
from bookmaker.logic.techniques.families import CODES
from bookmaker.logic.techniques.finders import inner, int64
from bookmaker.logic.techniques.finders.board import BASE, HOUSE, Board, Tables, begin, finish, note, place, remove
from bookmaker.logic.techniques.finders.scratch import note_cell

LAST_CELL = CODES["cage-last-cell"]
SINGLE_COMBINATION = CODES["cage-single-combination"]
FEW_COMBINATIONS = CODES["cage-few-combinations"]
COMBINATIONS = CODES["cage-combinations"]
PERMUTATIONS = CODES["cage-permutations"]
POINTING = CODES["cage-pointing"]
CLAIMING = CODES["cage-claiming"]

SUMS, COUNT = range(2)
"""Places in ``Cages.marks``: how many sums there are, and how many cages."""


FEW = 3
"""A person sees so many sets of digits at a glance."""


class Cages(Bundle):
    """The cages of one puzzle and the workspace for them (:func:`bookmaker.logic.techniques.workspaces.cage_workspace`). All
    int64.

    The length ``cages`` is the most cages that fit; ``marks`` holds how many there are.
    """

    start: Array = array("int64[cages + 1]", "where a cage's cells start in ``cells``; only cages with a sum")
    cells: Array = array("int64[...]")
    sums: Array = array("int64[cages]")
    sets: Array = array("int64[cages, words]", "its cells as a set, as in ``Tables.seen``")
    combo_start: Array = array(
        "int64[size + 1, most]", "where the combinations of n digits with sum s start in ``combos``: [n, s]"
    )
    combos: Array = array("int64[2 ** size]", "sets of digits, bit d-1 is digit d")
    regions: Array = array("int64[regions, words]", "unions of up to four rows, columns or boxes, and every house")
    houses: Array = array("int64[regions]", "bit h where house h is of the region")
    sum_start: Array = array(
        "int64[regions + 1]", "the sums that follow, each once: where the cells start in ``sum_cells``"
    )
    sum_cells: Array = array("int64[derived]", "innies, then outies")
    sum_minus: Array = array("int64[regions]", "where the outies start")
    sum_target: Array = array("int64[regions]")
    sum_kind: Array = array("int64[regions]", "DISTINCT or FREE (kernels.sums)")
    sum_region: Array = array("int64[regions]", "the first region, of the fewest houses, that shows it")
    sum_cage: Array = array("int64[regions]", "the cage that holds all cells of the sum and more, -1 if there is none")
    table: Array = array("int64[slots]", "a hash table of the sums")
    late: Array = array("int64[regions]", "1: its sum has outies, and comes after the sums without")
    draft: Array = array("int64[2 * words]", "a sum before it is known to be new")
    work: Array = array(
        "int64[8, 64]", "rows: cells, candidates before and after, sums that can be made, pairs of peers; free"
    )
    marks: Array = array("int64[2]", "see SUMS, COUNT")


@inner
def gather(cages: Cages, board: Board, cage: int) -> tuple[int, int]:
    """Write a cage's empty cells and their candidates into rows 0 and 1 of ``work``. Returns their number and their sum."""
    total, count = cages.sums[cage], int64(0)
    for at in range(cages.start[cage], cages.start[cage + 1]):
        cell = cages.cells[at]
        digit = int64(board.digits[cell])
        if digit:
            total -= digit
        else:
            cages.work[0, count] = cell
            cages.work[1, count] = int64(board.candidates[cell])
            count += 1
    return count, total


@inner
def combos_of(cages: Cages, count: int, total: int) -> tuple[int, int]:
    """Where the combinations of ``count`` digits with this sum begin and end in ``combos``."""
    if total < 0 or total > cages.combo_start.shape[1] - 2:
        return int64(0), int64(0)
    return cages.combo_start[count, total], cages.combo_start[count, total + 1]


@inner
def live(old: Array, count: int, union: int, combo: int) -> bool:
    """Whether a combination is live: see the module."""
    if combo & ~union:
        return False
    empty = False
    for i in range(count):
        empty |= old[i] & combo == 0
    return not empty


@inner
def union_of(old: Array, count: int) -> int:
    """All candidates of the first ``count`` cells."""
    union = int64(0)
    for i in range(count):
        union |= old[i]
    return int(union)


@inner
def needed_and_allowed(cages: Cages, count: int, total: int, must: int) -> tuple[int, int]:
    """Of the live combinations that have all of ``must``: the digits that all of them have, and those that some have."""
    old = cages.work[1]
    union = int64(union_of(old, count))
    needed, allowed = union, int64(0)
    first, last = combos_of(cages, count, total)
    for at in range(first, last):
        combo = cages.combos[at]
        if combo & must == must and live(old, count, union, combo):
            needed &= combo
            allowed |= combo
    return needed, allowed


@inner
def note_cage(cages: Cages, board: Board, cage: int, role: int) -> None:
    """Note all cells of a cage, with their candidates."""
    for at in range(cages.start[cage], cages.start[cage + 1]):
        note_cell(board, role, cages.cells[at], int64(-1))


@inner
def restrict(cages: Cages, board: Board, code: int, count: int) -> bool:
    """Open an instance where row 2 of ``work`` leaves out candidates of row 1. Returns whether there are any."""
    open_ = False
    for i in range(count):
        gone = cages.work[1, i] & ~cages.work[2, i]
        if gone and not open_:
            begin(board, code)
            open_ = True
        while gone:
            remove(board, cages.work[0, i], lowest(gone) + 1)
            gone &= gone - 1
    return open_


@inner
def allow(cages: Cages, count: int, digits: int) -> None:
    """Fill row 2 of ``work``: the candidates that are among ``digits``."""
    for i in range(count):
        cages.work[2, i] = cages.work[1, i] & digits


@inner
def _last_cell(cages: Cages, board: Board, cage: int) -> None:
    count, total = gather(cages, board, cage)
    if count != 1:
        return
    cell, mine = cages.work[0, 0], cages.work[1, 0]
    if 1 <= total <= 32 and (mine >> (total - 1)) & 1:
        if board.placing[cell] != total:
            begin(board, LAST_CELL)
            place(board, cell, total)
            note_cage(cages, board, cage, BASE)
            finish(board)
    else:
        cages.work[2, 0] = 0
        if restrict(cages, board, LAST_CELL, count):
            note_cage(cages, board, cage, BASE)
            finish(board)


@inner
def permute(cages: Cages, count: int, total: int) -> None:
    """Fill row 2 of ``work``: the candidates that the ways to place a combination leave (up to four cells exactly)."""
    old, new = cages.work[1], cages.work[2]
    if count == 2:
        sum_propagation.two(old, new, total)
    elif count == 3:
        sum_propagation.three(old, new, total)
    elif count == 4:
        sum_propagation.four(old, new, total)
    else:
        first, last = combos_of(cages, count, total)
        sum_propagation.several(old, new, count, cages.combos, first, last)


@inner
def _pointing(tables: Tables, board: Board, cages: Cages, cage: int) -> None:
    count, total = gather(cages, board, cage)
    needed, _ = needed_and_allowed(cages, count, total, int64(0))
    while needed and count > 1:
        bit = needed & -needed
        needed ^= bit
        digit = lowest(bit) + 1
        open_ = False
        for w in range(board.spots.shape[1]):
            seen = board.spots[digit, w] & ~cages.sets[cage, w]
            for i in range(count):
                if cages.work[1, i] & bit:
                    seen &= tables.seen[cages.work[0, i], w]
            while seen:
                if not open_:
                    begin(board, POINTING)
                    open_ = True
                remove(board, w << 6 | lowest(seen), digit)
                seen &= seen - 1
        if open_:
            for i in range(count):
                if cages.work[1, i] & bit:
                    note_cell(board, BASE, cages.work[0, i], bit)
            finish(board)


@inner
def _claimed_by(tables: Tables, board: Board, cages: Cages, cage: int, digit: int) -> int:
    """The first house with two places or more for the digit, all of them in the cage; -1 if there is none."""
    for h in range(tables.houses.shape[0]):
        house = int64(tables.boxes_first[h])
        if popcount(int64(board.places[house, digit])) < 2:
            continue
        outside = int64(0)
        for w in range(board.spots.shape[1]):
            outside |= board.spots[digit, w] & tables.members[house, w] & ~cages.sets[cage, w]
        if outside == 0:
            return int(house)
    return -1


@inner
def _claiming(tables: Tables, board: Board, cages: Cages, cage: int) -> None:
    count, total = gather(cages, board, cage)
    needed, allowed = needed_and_allowed(cages, count, total, int64(0))
    left = allowed & ~needed
    while left and count > 1:
        bit = left & -left
        left ^= bit
        _, allowed = needed_and_allowed(cages, count, total, bit)
        allow(cages, count, allowed)
        some = False
        for i in range(count):
            some |= cages.work[1, i] != cages.work[2, i]
        if not some:
            continue
        house = _claimed_by(tables, board, cages, cage, lowest(bit) + 1)
        if house >= 0 and restrict(cages, board, CLAIMING, count):
            note(board, HOUSE, BASE, house, 0)
            for i in range(count):
                note_cell(board, BASE, cages.work[0, i], bit)
            finish(board)


@inner
def find_in_cages(tables: Tables, board: Board, cages: Cages, code: int) -> None:
    """Write all instances of a technique of single cages."""
    for cage in range(cages.marks[COUNT]):
        if code == LAST_CELL:
            _last_cell(cages, board, cage)
        elif code == POINTING:
            _pointing(tables, board, cages, cage)
        elif code == CLAIMING:
            _claiming(tables, board, cages, cage)
        else:
            count, total = gather(cages, board, cage)
            if count < 2:
                continue
            if code == SINGLE_COMBINATION:
                size = cages.start[cage + 1] - cages.start[cage]
                first, last = combos_of(cages, size, cages.sums[cage])
                if last != first + 1:
                    continue
                allow(cages, count, cages.combos[first])
            elif code in (COMBINATIONS, FEW_COMBINATIONS):
                first, last = combos_of(cages, count, total)
                if code == FEW_COMBINATIONS and last - first > FEW:
                    continue
                _, allowed = needed_and_allowed(cages, count, total, int64(0))
                allow(cages, count, allowed)
            else:
                permute(cages, count, total)
            if restrict(cages, board, code, count):
                note_cage(cages, board, cage, BASE)
                finish(board)
