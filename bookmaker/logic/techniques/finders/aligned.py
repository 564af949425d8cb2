"""Finder of aligned pair and triplet exclusion, and the kernel of their tier.

*Aligned pair exclusion* looks at the pairs of digits that two cells can hold together. A pair is impossible if its digits are
equal and the cells see each other, or if the pair is all the candidates of a cell that sees both. A candidate without a possible
pair is eliminated. The cells need not share a line. Each two cells make one instance.

*Aligned triplet exclusion* does so with three cells. A triplet is impossible, too, if a cell that sees all three has no other
candidates than its digits. Only triplets of cells are tried that two such cells with two or three candidates see.
"""

from __future__ import annotations

from bookmaker.logic.kernels.bits import lowest, popcount
from bookmaker.logic.kernels.rules import Array
from bookmaker.logic.techniques.families import CODES
from bookmaker.logic.techniques.finders import inner, int64, kernel
from bookmaker.logic.techniques.finders.board import BASE, FOUND, LINK, Board, Tables
from bookmaker.logic.techniques.finders.scratch import (
    PAIRS,
    TRIPLETS,
    Scratch,
    base_of,
    clear,
    close,
    done,
    keep_quiet,
    note_cell,
    see_each_other,
    set_changed,
    start,
    take_digits,
)
from bookmaker.logic.techniques.finders.workspace import Workspace

PAIR, TRIPLET = CODES["aligned-pair-exclusion"], CODES["aligned-triplet-exclusion"]

BOTH, CHANGED, UNDECIDED, SECONDS, THIRDS, RECENT = range(2, 8)
"""Rows of ``Scratch.sets``: cells that exclude, and see both of two; cells that have changed since the last search, for only what
has to do with one can be new; open cells; cells to be the second of a pair or triplet; the third; of a pair, those that a changed
cell brings.
"""

EXCLUDERS, OTHERS = 0, 1
"""Rows of ``Scratch.lists``: the cells with two candidates that see both; for each digit, those that it cannot be paired with."""

SEEN_BY_ALL, BASES, HELD = range(3)
"""Rows of ``Scratch.lists`` for triplets: the cells with two or three candidates that see all of the three; the three, and how
many the former are; the candidates of these.
"""


@inner
def _excluded(board: Board, scratch: Scratch, one: int, two: int, same: bool) -> int:
    """The candidates of ``one`` that are in no pair with one of ``two``."""
    gone = int64(0)
    left = int64(board.candidates[one])
    while left:
        digit = lowest(left) + 1
        left &= left - 1
        barred = scratch.lists[OTHERS, digit] | (base_of(digit) if same else 0)
        if int64(board.candidates[two]) & ~barred == 0:
            gone |= base_of(digit)
    return int(gone)


@inner
def _pair(tables: Tables, board: Board, scratch: Scratch, one: int, two: int) -> None:
    excluders, others = scratch.lists[EXCLUDERS], scratch.lists[OTHERS]
    others[0 : tables.size + 1] = 0
    count = 0
    for w in range(board.spots.shape[1]):
        left = scratch.sets[0, w] & tables.seen[one, w] & tables.seen[two, w]
        while left:
            cell = w << 6 | lowest(left)
            left &= left - 1
            both = int64(board.candidates[cell])
            others[lowest(both) + 1] |= both & (both - 1)
            others[lowest(both & (both - 1)) + 1] |= both & -both
            excluders[count] = cell
            count += 1
    if count == 0:
        return
    same = see_each_other(tables, one, two)
    from_one, from_two = _excluded(board, scratch, one, two, same), _excluded(board, scratch, two, one, same)
    if from_one | from_two == 0:
        return
    start(board, scratch, PAIR)
    take_digits(board, scratch, one, from_one)
    take_digits(board, scratch, two, from_two)
    in_one, in_two = int64(board.candidates[one]), int64(board.candidates[two])
    if close(board, scratch, in_one | in_two):
        note_cell(board, BASE, one, in_one)
        note_cell(board, BASE, two, in_two)
        for i in range(count):
            both = int64(board.candidates[excluders[i]])
            low, high = both & -both, both & (both - 1)
            # Only the cells that rule out a pair with an eliminated digit.
            for first, second in ((low, high), (high, low)):
                if (first & from_one and second & in_two) or (first & from_two and second & in_one):
                    note_cell(board, LINK, excluders[i], both)
                    break
        done(board)


@inner
def _barring(held: Array, digits: int, count: int) -> int:
    """The place of the first of the masks that has no candidate beside these digits, -1 if each has one."""
    for i in range(count):
        if held[i] & ~digits == 0:
            return int(i)
    return -1


@inner
def _lost(tables: Tables, board: Board, scratch: Scratch, place: int, count: int, marking: int) -> int:
    """The candidates of the base cell at ``place`` that are in no possible triplet.

    ``marking``: only these, and the cells that rule out a triplet with one of them are added to ``sets[1]``; 0: all candidates.
    """
    bases, held = scratch.lists[BASES], scratch.lists[HELD]
    mine, one, two = bases[place], bases[(place + 1) % 3], bases[(place + 2) % 3]
    see_one, see_two = see_each_other(tables, mine, one), see_each_other(tables, mine, two)
    together = see_each_other(tables, one, two)
    some = int64(0)
    for i in range(count):
        some |= held[i]
    # A digit that none of the cells has is impossible only if a pair of the others is, which has been seen before.
    left = marking if marking else int64(board.candidates[mine]) & some
    gone = int64(0)
    # With digits that none of the cells has, in both others, every candidate is possible.
    first, second = int64(board.candidates[one]) & ~some, int64(board.candidates[two]) & ~some
    if marking == 0 and first and second and (first != second or first & (first - 1) or not together):
        return 0
    while left:
        bit = left & -left
        left &= left - 1
        firsts, others = int64(board.candidates[one]), int64(board.candidates[two])
        if see_one:
            firsts &= ~bit
        if see_two:
            others &= ~bit
        possible = False
        while firsts and not possible:
            first = firsts & -firsts
            firsts &= firsts - 1
            seconds = others & ~first if together else others
            while seconds and not possible:
                second = seconds & -seconds
                seconds &= seconds - 1
                at = int64(_barring(held, bit | first | second, count))
                possible = at < 0
                if marking and at >= 0:
                    cell = scratch.lists[SEEN_BY_ALL, at]
                    scratch.sets[1, cell >> 6] |= int64(1) << (cell & 63)
        if not possible:
            gone |= bit
    return int(gone)


@inner
def _triplet(tables: Tables, board: Board, scratch: Scratch, count: int) -> None:
    """Write the instance of the three cells in BASES, if there is one. ``count``: the cells in SEEN_BY_ALL."""
    first = int64(_lost(tables, board, scratch, 0, count, int64(0)))
    second = int64(_lost(tables, board, scratch, 1, count, int64(0)))
    third = int64(_lost(tables, board, scratch, 2, count, int64(0)))
    if first | second | third == 0:
        return
    bases, digits = scratch.lists[BASES], int64(0)
    start(board, scratch, TRIPLET)
    take_digits(board, scratch, bases[0], first)
    take_digits(board, scratch, bases[1], second)
    take_digits(board, scratch, bases[2], third)
    for place in range(3):
        digits |= int64(board.candidates[bases[place]])
    if close(board, scratch, digits):
        scratch.sets[1] = 0
        for place in range(3):
            lost = first if place == 0 else second if place == 1 else third
            if lost:
                _lost(tables, board, scratch, place, count, lost)
            note_cell(board, BASE, bases[place], digits)
        for i in range(count):
            cell = scratch.lists[SEEN_BY_ALL, i]
            if (scratch.sets[1, cell >> 6] >> (cell & 63)) & 1:
                note_cell(board, LINK, cell, digits)
        done(board)


@inner
def _has(cells: Array, cell: int) -> bool:
    return bool((cells[cell >> 6] >> (cell & 63)) & 1)


@inner
def _seen_from(tables: Tables, cells: Array, once: Array, twice: Array) -> None:
    """``once`` and ``twice`` = the cells that see one, and two, of a set of ``cells``, or more."""
    words = cells.size
    for w in range(words):
        once[w] = twice[w] = 0
    for w in range(words):
        left = cells[w]
        while left:
            cell = w << 6 | lowest(left)
            left &= left - 1
            for v in range(words):
                twice[v] |= once[v] & tables.seen[cell, v]
                once[v] |= tables.seen[cell, v]


@inner
def _beyond(cells: Array, scratch: Scratch, cell: int) -> None:
    """Keep of a set the open cells after this one."""
    for w in range(cells.size):
        cells[w] &= scratch.sets[UNDECIDED, w] if w >= cell >> 6 else 0
    cells[cell >> 6] &= int64(-2) << (cell & 63)


@inner
def _pairs(tables: Tables, board: Board, scratch: Scratch) -> None:
    """All pairs of cells that a cell of ``sets[0]`` sees, of which one has changed."""
    changed, seconds, recent, some = (
        scratch.sets[CHANGED],
        scratch.sets[SECONDS],
        scratch.sets[RECENT],
        scratch.sets[BOTH],
    )
    words = board.spots.shape[1]
    for one in range(board.candidates.size):
        if board.candidates[one] == 0:
            continue
        for w in range(words):
            some[w] = scratch.sets[0, w] & tables.seen[one, w]
        _seen_from(tables, some, seconds, scratch.sets[THIRDS])
        if not _has(changed, one):
            for w in range(words):
                some[w] &= changed[w]
            _seen_from(tables, some, recent, scratch.sets[THIRDS])
            for w in range(words):
                seconds[w] &= recent[w] | changed[w]
        _beyond(seconds, scratch, one)
        for w in range(words):
            while seconds[w]:
                two = w << 6 | lowest(seconds[w])
                seconds[w] &= seconds[w] - 1
                _pair(tables, board, scratch, one, two)


@inner
def _third(tables: Tables, board: Board, scratch: Scratch, three: int) -> bool:
    """List in SEEN_BY_ALL and HELD the cells of BOTH that see a third cell. Returns whether any of all these has changed."""
    both, cells, held = scratch.sets[BOTH], scratch.lists[SEEN_BY_ALL], scratch.lists[HELD]
    count, recent = int64(0), int64(0)
    for w in range(both.size):
        left = both[w] & tables.seen[three, w]
        recent |= left & scratch.sets[CHANGED, w]
        while left:
            cells[count] = w << 6 | lowest(left)
            held[count] = int64(board.candidates[cells[count]])
            count += 1
            left &= left - 1
    scratch.lists[BASES, 2] = three
    scratch.lists[BASES, 3] = count
    return bool(recent or _has(scratch.sets[CHANGED], three))


@inner
def _triplets(tables: Tables, board: Board, scratch: Scratch) -> None:
    """All triplets of cells that two cells of ``sets[0]`` see, of which one has changed."""
    bases, both = scratch.lists[BASES], scratch.sets[BOTH]
    changed, seconds, thirds = scratch.sets[CHANGED], scratch.sets[SECONDS], scratch.sets[THIRDS]
    words = board.spots.shape[1]
    for one in range(board.candidates.size):
        if board.candidates[one] == 0:
            continue
        for w in range(words):
            both[w] = scratch.sets[0, w] & tables.seen[one, w]
        _seen_from(tables, both, scratch.sets[RECENT], seconds)
        _beyond(seconds, scratch, one)
        for v in range(words):
            while seconds[v]:
                two = v << 6 | lowest(seconds[v])
                seconds[v] &= seconds[v] - 1
                near = int64(0)
                for w in range(words):
                    both[w] = scratch.sets[0, w] & tables.seen[one, w] & tables.seen[two, w]
                    near |= both[w] & changed[w]
                new = _has(changed, one) or _has(changed, two)
                _seen_from(tables, both, scratch.sets[RECENT], thirds)
                _beyond(thirds, scratch, two)
                bases[0], bases[1] = one, two
                for w in range(words):
                    left = thirds[w] if new or near else thirds[w] & changed[w]
                    while left:
                        three = w << 6 | lowest(left)
                        left &= left - 1
                        if _third(tables, board, scratch, three) or new:
                            _triplet(tables, board, scratch, int64(bases[3]))


@kernel
def search(tables: Tables, board: Board, workspace: Workspace, order: Array) -> int:
    """As :func:`bookmaker.logic.techniques.finders.wings.search`, for this tier's techniques."""
    scratch = workspace.scratch
    for i in range(order.size):
        clear(board, scratch)
        most = 3 if order[i] == TRIPLET else 2
        scratch.sets[0] = 0
        scratch.sets[UNDECIDED] = 0
        for cell in range(board.candidates.size):
            scratch.sets[UNDECIDED, cell >> 6] |= int64(board.candidates[cell] != 0) << (cell & 63)
            if 2 <= popcount(int64(board.candidates[cell])) <= most:
                scratch.sets[0, cell >> 6] |= int64(1) << (cell & 63)
        row = TRIPLETS if order[i] == TRIPLET else PAIRS
        set_changed(board, scratch, row, CHANGED)
        if order[i] == TRIPLET:
            _triplets(tables, board, scratch)
        elif order[i] == PAIR:
            _pairs(tables, board, scratch)
        keep_quiet(board, scratch, row)
        if board.marks[FOUND]:
            return i
    return -1
