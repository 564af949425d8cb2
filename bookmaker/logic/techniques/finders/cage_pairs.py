"""Finders of cages that work on each other or on cells of a house, and the kernel of the tier of cages.

These are killer subsets, blocked combinations and the comparison of cages.
"""

from __future__ import annotations

from bookmaker.logic.kernels.bits import lowest, popcount
from bookmaker.logic.kernels.rules import Array
from bookmaker.logic.techniques.families import CODES, RULE_OF_45, Family
from bookmaker.logic.techniques.finders import inner, int64, kernel
from bookmaker.logic.techniques.finders.board import (
    BASE,
    FIN,
    FOUND,
    HEAD,
    HOUSE,
    OVERFLOW,
    Board,
    Tables,
    begin,
    finish,
    note,
    remove,
)
from bookmaker.logic.techniques.finders.innies import find_sums
from bookmaker.logic.techniques.finders.scratch import note_cell
from bookmaker.logic.techniques.finders.single_cages import (
    COUNT,
    Cages,
    allow,
    combos_of,
    find_in_cages,
    gather,
    live,
    note_cage,
    restrict,
    union_of,
)
from bookmaker.logic.techniques.finders.workspace import Workspace

KILLER_PAIR, KILLER_TRIPLE = CODES["killer-pair"], CODES["killer-triple"]
BLOCKED, COMPARISON = CODES["blocked-combinations"], CODES["cage-comparison"]

MOST_COMPARED = 6
"""The most empty cells of two cages to compare: all ways to fill them are tried."""


@inner
def _inside(tables: Tables, cages: Cages, cage: int, house: int) -> bool:
    outside = int64(0)
    for w in range(cages.sets.shape[1]):
        outside |= cages.sets[cage, w] & ~tables.members[house, w]
    return bool(outside == 0)


@inner
def _least(cages: Cages, board: Board, cage: int, digits: int) -> int:
    """How many of the digits every live combination of a cage's empty cells has."""
    count, total = gather(cages, board, cage)
    if count == 0:
        return 0
    old = cages.work[1]
    union = int64(union_of(old, count))
    least = int64(99)
    first, last = combos_of(cages, count, total)
    for at in range(first, last):
        combo = cages.combos[at]
        here = popcount(combo & digits)
        if here < least and live(old, count, union, combo):
            least = here
            if least == 0:
                break
    return int(least)


@inner
def _killer_subset(tables: Tables, board: Board, cages: Cages, code: int, house: int, digits: int) -> None:
    """Cells and whole cages of a house that take all of the digits: they leave the other cells."""
    size = popcount(digits)
    used, shares = int64(0), int64(0)
    for cage in range(cages.marks[COUNT]):
        if _inside(tables, cages, cage, house):
            least = _least(cages, board, cage, digits)
            if 0 < least < 99:
                shares += least
                used += 1
                for at in range(cages.start[cage], cages.start[cage + 1]):
                    cages.work[5, _place_in(tables, house, cages.cells[at])] = cage + 1
    if used:
        for p in range(tables.size):
            cell = int64(tables.houses[house, p])
            mine = int64(board.candidates[cell])
            if cages.work[5, p] == 0 and mine and mine & ~digits == 0:
                cages.work[5, p] = -1
                shares += 1
    open_ = False
    if used and shares == size:
        for p in range(tables.size):
            cell = int64(tables.houses[house, p])
            gone = int64(board.candidates[cell]) & digits
            if cages.work[5, p] == 0 and gone:
                if not open_:
                    begin(board, code)
                    open_ = True
                while gone:
                    remove(board, cell, lowest(gone) + 1)
                    gone &= gone - 1
    if open_:
        note(board, HOUSE, BASE, house, 0)
        for p in range(tables.size):
            cell = int64(tables.houses[house, p])
            if cages.work[5, p] and board.digits[cell] == 0:
                note_cell(board, BASE if cages.work[5, p] < 0 else FIN, cell, digits)
        finish(board)
    for p in range(tables.size):
        cages.work[5, p] = 0


@inner
def _place_in(tables: Tables, house: int, cell: int) -> int:
    for p in range(tables.size):
        if tables.houses[house, p] == cell:
            return p
    return -1


@inner
def _killer_subsets(tables: Tables, board: Board, cages: Cages, code: int) -> None:
    for house in range(tables.houses.shape[0]):
        some = False
        for cage in range(cages.marks[COUNT]):
            some |= _inside(tables, cages, cage, house)
        left = ((int64(1) << tables.size) - 1) & ~int64(board.placed[house])
        if not some:
            continue
        one = left
        while one:
            a = one & -one
            one ^= a
            two = one
            while two:
                b = two & -two
                two ^= b
                if code == KILLER_PAIR:
                    _killer_subset(tables, board, cages, code, house, a | b)
                    continue
                three = two
                while three:
                    c = three & -three
                    three ^= c
                    _killer_subset(tables, board, cages, code, house, a | b | c)


@inner
def _all_see(tables: Tables, cages: Cages, one: int, other: int) -> bool:
    """Whether every cell of a cage sees every cell of another."""
    for at in range(cages.start[one], cages.start[one + 1]):
        for w in range(cages.sets.shape[1]):
            if cages.sets[other, w] & ~tables.seen[cages.cells[at], w]:
                return False
    return True


@inner
def _starved(tables: Tables, board: Board, cages: Cages, count: int, combo: int) -> int:
    """The first cell that sees all the gathered cells and has no candidate outside ``combo``, -1 if there is none."""
    for w in range(board.spots.shape[1]):
        seen = int64(-1)
        for i in range(count):
            seen &= tables.seen[cages.work[0, i], w]
        while seen:
            cell = w << 6 | lowest(seen)
            seen &= seen - 1
            mine = int64(board.candidates[cell])
            if mine and mine & ~combo == 0:
                return int(cell)
    return -1


@inner
def _leaves_none(cages: Cages, board: Board, other: int, combo: int) -> bool:
    """Whether every live combination of a cage shares a digit with this one. Uses rows 6 and 7 of ``work``."""
    total, count, union = cages.sums[other], int64(0), int64(0)
    for at in range(cages.start[other], cages.start[other + 1]):
        digit = int64(board.digits[cages.cells[at]])
        if digit:
            total -= digit
        else:
            cages.work[7, count] = int64(board.candidates[cages.cells[at]])
            union |= cages.work[7, count]
            count += 1
    if count == 0:
        return False
    first, last = combos_of(cages, count, total)
    for at in range(first, last):
        if cages.combos[at] & combo == 0 and live(cages.work[7], count, union, cages.combos[at]):
            return False
    return True


@inner
def _blocked(tables: Tables, board: Board, cages: Cages, cage: int) -> None:
    count, total = gather(cages, board, cage)
    if count < 2:
        return
    union = int64(union_of(cages.work[1], count))
    first, last = combos_of(cages, count, total)
    allowed = int64(0)
    blocked = False
    blocker = starving = int64(-1)
    for at in range(first, last):
        combo = cages.combos[at]
        if not live(cages.work[1], count, union, combo):
            continue
        starved = int64(_starved(tables, board, cages, count, combo))
        dead = starved >= 0
        if dead:
            starving = starved
        for other in range(cages.marks[COUNT]):
            apart = not dead and other != cage and _all_see(tables, cages, cage, other)
            if apart and _leaves_none(cages, board, other, combo):
                dead = True
                blocker = int64(other)
        if dead:
            blocked = True
        else:
            allowed |= combo
    if blocked:
        allow(cages, count, allowed)
        if restrict(cages, board, BLOCKED, count):
            note_cage(cages, board, cage, BASE)
            if blocker >= 0:
                note_cage(cages, board, blocker, FIN)
            else:
                note_cell(board, FIN, starving, int64(-1))
            finish(board)


@inner
def _fill_both(tables: Tables, cages: Cages, first: int, count: int, one: int, two: int) -> None:
    """Fill row 2 of ``work`` with the candidates of rows 0 and 1 that some way to fill ``count`` cells uses.

    The first ``first`` cells make ``one``, the others ``two``; cells that see each other differ. Rows 3 to 6 are scratch.
    """
    picked, left, sums = cages.work[3], cages.work[4], cages.work[6]
    for i in range(count):
        cages.work[2, i] = 0
    depth = int64(0)
    left[0] = cages.work[1, 0]
    sums[0] = one
    while depth >= 0:
        if left[depth] == 0:
            depth -= 1
            continue
        bit = left[depth] & -left[depth]
        left[depth] ^= bit
        rest = sums[depth] - lowest(bit) - 1
        last = depth + 1 == first or depth + 1 == count
        if rest < 0 or (last and rest != 0):
            continue
        fits = True
        for i in range(depth):
            if picked[i] == bit:
                cell = cages.work[0, i]
                fits &= (tables.seen[cages.work[0, depth], cell >> 6] >> (cell & 63)) & 1 == 0
        if not fits:
            continue
        picked[depth] = bit
        if depth + 1 < count:
            depth += 1
            left[depth] = cages.work[1, depth]
            sums[depth] = two if depth == first else rest
            continue
        for i in range(count):
            cages.work[2, i] |= picked[i]


@inner
def _compare(tables: Tables, board: Board, cages: Cages, one: int, other: int) -> None:
    touching = False
    for at in range(cages.start[one], cages.start[one + 1]):
        for w in range(cages.sets.shape[1]):
            touching |= cages.sets[other, w] & tables.seen[cages.cells[at], w] != 0
    if not touching:
        return
    more, two = gather(cages, board, other)
    if more < 2 or more > MOST_COMPARED - 2:
        return
    for i in range(more):
        cages.work[6, i] = cages.work[0, i]
        cages.work[7, i] = cages.work[1, i]
    count, total = gather(cages, board, one)
    if count < 2 or count + more > MOST_COMPARED:
        return
    for i in range(more):
        cages.work[0, count + i] = cages.work[6, i]
        cages.work[1, count + i] = cages.work[7, i]
    _fill_both(tables, cages, count, count + more, total, two)
    if restrict(cages, board, COMPARISON, count + more):
        note_cage(cages, board, one, BASE)
        note_cage(cages, board, other, FIN)
        finish(board)


@inner
def find_between_cages(tables: Tables, board: Board, cages: Cages, code: int) -> None:
    """Write all: subsets for each house and set of digits, blocking for each cage, comparison for each pair of cages."""
    if code in (KILLER_PAIR, KILLER_TRIPLE):
        _killer_subsets(tables, board, cages, code)
    elif code == BLOCKED:
        for cage in range(cages.marks[COUNT]):
            _blocked(tables, board, cages, cage)
    else:
        for one in range(cages.marks[COUNT]):
            for other in range(one + 1, cages.marks[COUNT]):
                _compare(tables, board, cages, one, other)


_TOGETHER = Family.CAGES_TOGETHER.number
_SUMS = tuple(family.number for family in RULE_OF_45)


@kernel
def search(tables: Tables, board: Board, workspace: Workspace, order: Array) -> int:
    """As :func:`bookmaker.logic.techniques.finders.wings.search`, for cages."""
    space = workspace.cages
    for i in range(order.size):
        if order[i] < 0:
            continue
        board.marks[HEAD] = 0
        board.marks[FOUND] = 0
        board.marks[OVERFLOW] = 0
        family = order[i] >> 4
        if family in _SUMS:
            find_sums(tables, board, space, order[i])
        elif family == _TOGETHER:
            find_between_cages(tables, board, space, order[i])
        else:
            find_in_cages(tables, board, space, order[i])
        if board.marks[FOUND]:
            return i
    return -1
