"""The board that finders read and write, and the few operations on it.

**One writer, two faces.** A finder reports an instance with :func:`begin`, then :func:`place`, :func:`remove` and :func:`note`,
then :func:`finish`. Each effect is added to ``placing`` or ``removing`` at once, and each instance is counted. The record in
``records`` is for words and pictures only, so a full buffer (grading passes one of length 0) never changes the position.
:data:`OVERFLOW` reports a full buffer; the explaining face then repeats the search with a longer one, on the unchanged board.
"""

from __future__ import annotations

from bookmaker.logic.jit.bundle import Bundle, array, field
from bookmaker.logic.kernels.bits import lowest, popcount
from bookmaker.logic.kernels.rules import Array
from bookmaker.logic.techniques.finders import inner, int64, kernel

HEAD, START, FOUND, EFFECTS, OVERFLOW, FILLED, CLASH, SHORTEST = range(8)
"""Places in ``Board.marks``: next free item of ``records``; first item of the open record; instances found by the last
search; effects of the open record; 1 if ``records`` was too short; cells that hold a digit; 1 after a contradiction; the links
of the shortest chain that the last search found, 0 for none."""

PLACED, REMOVED, HOUSE, CANDIDATE = (int64(kind) for kind in range(4))
"""The kinds of an item of a record: a placement, an elimination, a house, a candidate of the pattern.

These and the roles are not plain ints, because numba would compile :func:`note` once for each of those.
"""

BASE, COVER, FIN, LINK, PIVOT, IF_ON, IF_OFF, THEN_ON, THEN_OFF, MORE, SET, MEMBER = (int64(role) for role in range(12))
SECOND_BASE, SECOND_LINK = int64(12), int64(13)
"""Roles of a house or a pattern candidate. A finder adds roles at the end; the names are in ``declare.ROLES``.

A chain is a list of nodes. IF_ON or IF_OFF is the first, assumed true or false; THEN_ON and THEN_OFF follow from the node before;
MORE is a further cell of a grouped node. A step may hold several chains, each from an IF onwards. SET opens a set of cells with
its first candidate, and MEMBER is each further one. SECOND_BASE and SECOND_LINK are the BASE and LINK of a second pattern in the
same step.
"""

SOLVED, STUCK, CONTRADICTION = 1, 0, -1
"""How a run of the driver ends."""


EASY_LINKS = 3
"""The links of the shortest chain. A tally counts, for each round, those that the round's shortest chain has beyond these."""

CHANGE_BITS = 59
"""A finder's code modulo this is its bit in ``house_changed`` and ``digit_changed``: a prime that gives the finders that use them
different bits.
"""


class Tables(Bundle):
    """Read-only arrays of a geometry, made by :func:`bookmaker.logic.techniques.workspaces.tables`."""

    size: int = field("digits 1..size")
    houses: Array = array("int16[houses, size]", "the cells of each house")
    house_kind: Array = array("int8[houses]", "ROW, COLUMN, BOX or OTHER (kernels.rules)")
    boxes_first: Array = array("int16[houses]", "all houses, boxes before the others")
    lines: Array = array(
        "int16[2 * grids, size]", "the rows of grid g (2 * g) and its columns (2 * g + 1); line p crosses place p"
    )
    line_sets: Array = array("int64[houses]", "in which of these sets the house is: bit s for ``lines[s]``")
    cell_houses: Array = array("int16[cells, most]", "the houses of each cell, ascending, padded with -1")
    cell_place: Array = array("int16[cells, most]", "the place of the cell in each of these houses")
    house_count: Array = array("int16[cells]", "how many of ``cell_houses`` are real")
    peers: Array = array("int16[cells, most]", "ascending, padded with -1")
    peer_count: Array = array("int16[cells]")
    seen: Array = array("int64[cells, words]", "the peers as a set: bit c % 64 of word c // 64 is cell c")
    members: Array = array("int64[houses, words]", "the cells of a house as such a set")
    sights: Array = array("int32[cells, houses]", "the places of a house that the cell sees or is: bit p for place p")
    most_seen: int = field("the most such places in a house without the cell")
    unlike: Array = array(
        "int64[cells or 0, words]", "the peers that share no house with the cell; without rows if all share one"
    )
    allowed: Array = array(
        "int64[tables, size]", "relations: bit e-1 of [t, d-1] is set where a related cell may hold e beside a d"
    )
    related: Array = array("int64[tables, cells, words]", "the cells that a table holds for, seen from a cell")
    may: Array = array(
        "int64[cells or 0]", "the digits that a cell may hold (bit d-1); empty where every cell may hold all"
    )


class Board(Bundle):
    """A position and its working arrays, for one thread, made by :func:`bookmaker.logic.techniques.workspaces.board`."""

    candidates: Array = array("uint32[cells]", "bit d-1 is digit d; 0 for a cell that holds a digit")
    digits: Array = array("uint8[cells]", "0 for an empty cell")
    places: Array = array(
        "uint32[houses, size + 1]", "[h, d]: bit p where digit d is a candidate at place p of house h"
    )
    placed: Array = array("uint32[houses]", "bit d-1 where the house holds digit d")
    one_place: Array = array(
        "uint32[houses]", "bit d-1 where digit d has one place left, or none; it stays when the digit is placed"
    )
    spots: Array = array("int64[size + 1, words]", "the cells with candidate d, as a set")
    house_changed: Array = array(
        "int64[houses]", "bit c (CHANGE_BITS): it lost candidates since finder c found nothing there"
    )
    digit_changed: Array = array("int64[size + 1]", "the same of a digit's candidates")
    removing: Array = array("uint32[cells]", "candidates that the instances found so far eliminate")
    placing: Array = array("uint8[cells]", "digits that they place, 0 for none")
    records: Array = array("int32[capacity]", "records, one after another: length, technique's code, items")
    marks: Array = array("int64[8]", "see HEAD .. SHORTEST")
    group: Array = array(
        "int64[6, 32]", "rows: masks of :func:`next_group`; cells; its two; their meaning; a set of cells"
    )


@inner
def has_changed(changed: Array, at: int, code: int) -> bool:
    """Whether a house or a digit has lost candidates since the finder ``code`` found nothing there.

    ``changed`` is ``house_changed`` or ``digit_changed``, ``at`` the house or digit.

    Candidates are only ever removed. A pattern without effect stays without effect until one of its candidates goes. This serves
    finders whose pattern lies in one house, or consists of one digit.
    """
    return bool((changed[at] >> code % CHANGE_BITS) & 1)


@inner
def mark_unchanged(changed: Array, at: int, code: int) -> None:
    """Note that the finder ``code`` found nothing in the house, or of the digit, not even an effect that is pending already."""
    changed[at] &= ~(int64(1) << code % CHANGE_BITS)


@inner
def eliminate(tables: Tables, board: Board, cell: int, digit: int) -> None:
    """Remove candidate ``digit`` from ``cell`` if it is there. Sets CLASH if a cell or a house loses its last one."""
    bit = int64(1) << (digit - 1)
    left = int64(board.candidates[cell])
    if left & bit == 0:
        return
    left ^= bit
    board.candidates[cell] = left
    if left == 0:
        board.marks[CLASH] = 1
    board.spots[digit, cell >> 6] &= ~(int64(1) << (cell & 63))
    board.digit_changed[digit] = -1
    for k in range(tables.house_count[cell]):
        house = tables.cell_houses[cell, k]
        board.house_changed[house] = -1
        rest = int64(board.places[house, digit]) & ~(int64(1) << tables.cell_place[cell, k])
        board.places[house, digit] = rest
        board.one_place[house] |= bit if rest & (rest - 1) == 0 else int64(0)
        if rest == 0 and int64(board.placed[house]) & bit == 0:
            board.marks[CLASH] = 1


@inner
def settle(tables: Tables, board: Board, cell: int, digit: int) -> None:
    """Write ``digit`` into ``cell``; it leaves the peers. Sets CLASH if it was not a candidate, or starves another."""
    bit = int64(1) << (digit - 1)
    had = int64(board.candidates[cell])
    if had & bit == 0:
        board.marks[CLASH] = 1
        return
    for k in range(tables.house_count[cell]):
        board.placed[tables.cell_houses[cell, k]] |= bit
    other = had ^ bit
    while other:
        eliminate(tables, board, cell, lowest(other) + 1)
        other &= other - 1
    board.digits[cell] = digit
    board.candidates[cell] = 0
    board.marks[FILLED] += 1
    board.spots[digit, cell >> 6] &= ~(int64(1) << (cell & 63))
    board.digit_changed[digit] = -1
    for k in range(tables.house_count[cell]):
        board.places[tables.cell_houses[cell, k], digit] = 0
        board.house_changed[tables.cell_houses[cell, k]] = -1
    for w in range(board.spots.shape[1]):
        left = tables.seen[cell, w] & board.spots[digit, w]
        while left:
            eliminate(tables, board, w << 6 | lowest(left), digit)
            left &= left - 1
    if tables.allowed.shape[0]:
        _exclude(tables, board, cell, digit)


@inner
def _exclude(tables: Tables, board: Board, cell: int, digit: int) -> None:
    """Remove the candidates that a digit forbids from the cells related to its cell."""
    for table in range(tables.allowed.shape[0]):
        gone = ((int64(1) << tables.size) - 1) & ~tables.allowed[table, digit - 1]
        while gone:
            other = lowest(gone) + 1
            gone &= gone - 1
            for w in range(board.spots.shape[1]):
                left = tables.related[table, cell, w] & board.spots[other, w]
                while left:
                    eliminate(tables, board, w << 6 | lowest(left), other)
                    left &= left - 1


@inner
def _forbidden(tables: Tables, givens: Array, cell: int) -> int:
    """The digits that a cell may not hold, or that givens take from it beyond those of its houses, as candidates are."""
    digits = int64(0)
    if tables.may.size:
        digits = ((int64(1) << tables.size) - 1) & ~tables.may[cell]
    for w in range(tables.unlike.shape[1] if tables.unlike.shape[0] else 0):
        left = tables.unlike[cell, w]
        while left:
            digits |= (int64(1) << int64(givens[w << 6 | lowest(left)])) >> 1
            left &= left - 1
    for table in range(tables.allowed.shape[0]):
        for w in range(tables.related.shape[2]):
            left = tables.related[table, cell, w]
            while left:
                digit = int64(givens[w << 6 | lowest(left)])
                left &= left - 1
                if digit:
                    digits |= ~_allowing(tables, table, digit) & ((int64(1) << tables.size) - 1)
    return int(digits)


@inner
def _allowing(tables: Tables, table: int, digit: int) -> int:
    """The digits beside which a related cell may hold ``digit``."""
    digits = int64(0)
    for other in range(tables.size):
        digits |= ((tables.allowed[table, other] >> (digit - 1)) & 1) << other
    return int(digits)


@inner
def set_up(tables: Tables, board: Board, givens: Array, removed: Array) -> None:
    """Set up the board from ``givens`` uint8[cells], with the candidates of ``removed`` uint32[cells or 0] eliminated.

    CLASH is set where givens clash, a cell has no candidate, or a house has no place for a digit.
    """
    size = tables.size
    board.marks[:] = 0
    board.placed[:] = 0
    board.places[:] = 0
    board.spots[:] = 0
    board.house_changed[:] = -1
    board.digit_changed[:] = -1
    board.removing[:] = 0
    board.placing[:] = 0
    for cell in range(givens.size):
        digit = int64(givens[cell])
        board.digits[cell] = digit
        if digit:
            board.marks[FILLED] += 1
            bit = int64(1) << (digit - 1)
            for k in range(tables.house_count[cell]):
                house = tables.cell_houses[cell, k]
                if int64(board.placed[house]) & bit:
                    board.marks[CLASH] = 1
                board.placed[house] |= bit
    full = (int64(1) << size) - 1
    for cell in range(givens.size):
        left = int64(0)
        forbidden = int64(0)
        if tables.allowed.shape[0] or tables.unlike.shape[0] or tables.may.size:
            forbidden = _forbidden(tables, givens, cell)
            if forbidden & ((int64(1) << int64(board.digits[cell])) >> 1):
                board.marks[CLASH] = 1
        if board.digits[cell] == 0:
            left = full
            for k in range(tables.house_count[cell]):
                left &= ~int64(board.placed[tables.cell_houses[cell, k]])
            left &= ~forbidden
            if removed.size:
                left &= ~int64(removed[cell])
            if left == 0:
                board.marks[CLASH] = 1
        board.candidates[cell] = left
        spot = int64(1) << (cell & 63)
        while left:
            digit = lowest(left) + 1
            left &= left - 1
            board.spots[digit, cell >> 6] |= spot
            for k in range(tables.house_count[cell]):
                board.places[tables.cell_houses[cell, k], digit] |= int64(1) << tables.cell_place[cell, k]
    for house in range(tables.houses.shape[0]):
        missing = full & ~int64(board.placed[house])
        one_place = int64(0)
        while missing:
            bit = missing & -missing
            places = int64(board.places[house, lowest(missing) + 1])
            if places == 0:
                board.marks[CLASH] = 1
            one_place |= bit if places & (places - 1) == 0 else int64(0)
            missing ^= bit
        board.one_place[house] = one_place


@kernel
def load(tables: Tables, board: Board, givens: Array, removed: Array) -> None:
    """:func:`set_up` as a kernel, which would be compiled twice as part of another one."""
    set_up(tables, board, givens, removed)


@inner
def take_up(tables: Tables, board: Board) -> int:
    """Apply and clear ``placing`` and ``removing``. Returns SOLVED, STUCK (more to do) or CONTRADICTION."""
    cells = board.digits.size
    # Most rounds only place or only remove. A loop over all cells finds out; it is cheap because it runs in vectors.
    removing, placing = int64(0), int64(0)
    for cell in range(cells):
        removing |= board.removing[cell]
        placing |= board.placing[cell]
    for cell in range(cells if removing else 0):
        if board.removing[cell]:
            gone = int64(board.removing[cell])
            board.removing[cell] = 0
            while gone:
                eliminate(tables, board, cell, lowest(gone) + 1)
                gone &= gone - 1
    for cell in range(cells if placing else 0):
        if board.placing[cell]:
            settle(tables, board, cell, int64(board.placing[cell]))
            board.placing[cell] = 0
    if board.marks[CLASH]:
        return CONTRADICTION
    return SOLVED if board.marks[FILLED] == cells else STUCK


@inner
def note(board: Board, kind: int, role: int, what: int, digit: int) -> None:
    """Add an item to the open record: kind (bits 28..30), role (20..27), cell or house (5..19), digit (0..4)."""
    head = board.marks[HEAD]
    if head < board.records.size:
        board.records[head] = kind << 28 | role << 20 | what << 5 | digit
        board.marks[HEAD] = head + 1
    else:
        board.marks[OVERFLOW] = 1


@inner
def begin(board: Board, technique: int) -> None:
    """Open a record of the technique with this code."""
    board.marks[START] = board.marks[HEAD]
    board.marks[EFFECTS] = 0
    note(board, 0, 0, 0, 0)
    note(board, 0, 0, technique >> 5, technique & 31)


@inner
def place(board: Board, cell: int, digit: int) -> None:
    """The open instance places ``digit``. Sets CLASH if another instance of the round places another digit there."""
    if board.placing[cell] != 0 and board.placing[cell] != digit:
        board.marks[CLASH] = 1
    board.placing[cell] = digit
    board.marks[EFFECTS] += 1
    note(board, PLACED, 0, cell, digit)


@inner
def remove(board: Board, cell: int, digit: int) -> None:
    """The open instance eliminates candidate ``digit``, which must be there."""
    board.removing[cell] |= int64(1) << (digit - 1)
    board.marks[EFFECTS] += 1
    note(board, REMOVED, 0, cell, digit)


@inner
def measure(board: Board, links: int) -> None:
    """Note that the search has found a chain of so many links."""
    if board.marks[SHORTEST] == 0 or links < board.marks[SHORTEST]:
        board.marks[SHORTEST] = links


@inner
def finish(board: Board) -> None:
    """Close the open record; drop it if it has no effect."""
    if board.marks[EFFECTS] == 0:
        board.marks[HEAD] = board.marks[START]
        return
    board.marks[FOUND] += 1
    if board.marks[START] < board.records.size:
        board.records[board.marks[START]] = board.marks[HEAD] - board.marks[START]


@kernel
def fill(board: Board, answer: Array, code: int) -> None:
    """Place all digits of ``answer`` uint8[cells] that the board does not hold yet."""
    board.marks[HEAD] = 0
    board.marks[FOUND] = 0
    board.marks[OVERFLOW] = 0
    begin(board, code)
    for cell in range(board.digits.size):
        if board.digits[cell] == 0:
            place(board, cell, int64(answer[cell]))
    finish(board)


@inner
def next_group(group: Array, count: int, size: int, start: int, most: int) -> int:
    """The next ``size`` of the first ``count`` masks in ``group[0]`` whose union with ``start`` has at most ``most`` bits.

    Returns the union, or 0 after the last group; the members' indices are ``group[2, 1..size]``. Begin with ``group[2,
    0] = 0``. The search is depth first and leaves a branch as soon as its union is too large.
    """
    masks, picked, union = group[0], group[2], group[3]
    depth = picked[0]
    at = 0
    if depth:
        at = picked[depth] + 1
        depth -= 1
    union[0] = start
    while True:
        if at > count - (size - depth):
            if depth == 0:
                picked[0] = 0
                return 0
            at = picked[depth] + 1
            depth -= 1
            continue
        both = union[depth] | masks[at]
        if popcount(both) <= most:
            depth += 1
            picked[depth] = at
            union[depth] = both
            if depth == size:
                picked[0] = depth
                return int(both)
        at += 1


@inner
def shared(tables: Tables, cells: Array, count: int, rank: int) -> int:
    """The ``rank``-th (from 0, ascending) house that holds all of the first ``count`` of ``cells``, -1 if none."""
    first = cells[0]
    for k in range(tables.house_count[first]):
        house = tables.cell_houses[first, k]
        held = True
        for i in range(1, count):
            cell = cells[i]
            if (tables.members[house, cell >> 6] >> (cell & 63)) & 1 == 0:
                held = False
                break
        if held:
            if rank == 0:
                return int(house)
            rank -= 1
    return -1
