"""The workspace of the finders of the harder tiers: sets of cells, in which each instance counts once.

Many patterns can prove the same eliminations (three links join the same two cells; fish come in swarms). A person who sees one
does not look for the others. In these tiers an instance is therefore *its eliminations, with the digits of its pattern*:
patterns of one technique that agree in both are one instance, and the step shows the first found. Every isomorphism keeps the
set of those pairs, and so their number.
"""

from __future__ import annotations

from bookmaker.logic.jit.bundle import Bundle, array
from bookmaker.logic.kernels.bits import lowest, popcount
from bookmaker.logic.kernels.rules import Array
from bookmaker.logic.techniques.finders import inner, int64
from bookmaker.logic.techniques.finders.board import (
    CANDIDATE,
    EFFECTS,
    FOUND,
    HEAD,
    OVERFLOW,
    START,
    Board,
    Tables,
    begin,
    finish,
    note,
    remove,
)

KEYS = 1 << 12
"""Slots for the keys of the instances of one round. Beyond three quarters of them, instances are applied but neither counted nor
reported: the count is then the smaller of two numbers that every isomorphism keeps.
"""

OPEN, TAKEN, UNCLEAR, LOOPS, BARREN = range(5)
"""Places in ``Scratch.marks``: key of the open instance; keys in ``keys``; how many of ``unclear`` are listed, -1 if they are
not; which unique loops there are; the Franken fish that ``barren`` is about, bit by bit."""


BENT, PAIRS, TRIPLETS = 0, 3, 4
"""Rows of ``Scratch.quiet``: those of three kinds of bent sets begin at BENT; aligned pairs; aligned triplets."""


class Scratch(Bundle):
    """The workspace of one thread, made by :func:`bookmaker.logic.techniques.workspaces.scratch`."""

    given: Array = array("uint8[cells]", "1 for a cell that holds a given")
    rectangles: Array = array(
        "int16[n, 4]",
        "cells of two rows and two columns, the first opposite the last, such that each house of the grid "
        "that holds one of the cells holds two that are not opposite. Read-only",
    )
    unclear: Array = array("int64[n]", "which of them may still be a pattern (see ``rectangles.py``)")
    sets: Array = array("int64[12, words]", "sets of cells")
    lists: Array = array("int64[8, most]", "lists, of up to ``most`` = the larger of cells and houses")
    groups: Array = array("int64[5, 32]", "as ``Board.group``, for a group inside a group")
    keys: Array = array("int64[KEYS]", "a hash table of the round's instances, 0 is empty")
    slots: Array = array("int64[KEYS]", "the places of these in the table")
    targets: Array = array("int64[size + 1, words]", "for each digit the places that a Franken fish may eliminate")
    barren: Array = array(
        "int64[size + 1, words]",
        "for each digit the places in which a search for Franken fish found none; zeros for new tables",
    )
    quiet: Array = array(
        "uint32[5, cells]",
        "the candidates among which a search found nothing; zeros for new tables. See BENT .. TRIPLETS",
    )
    marks: Array = array("int64[5]", "see OPEN .. BARREN")


@inner
def clear(board: Board, scratch: Scratch) -> None:
    """Make ready for the search of one technique."""
    board.marks[HEAD] = 0
    board.marks[FOUND] = 0
    board.marks[OVERFLOW] = 0
    for k in range(scratch.marks[TAKEN]):
        scratch.keys[scratch.slots[k]] = 0
    scratch.marks[TAKEN] = 0


@inner
def set_changed(board: Board, scratch: Scratch, search: int, row: int) -> None:
    """``sets[row]`` = the open cells that have lost candidates since the ``search``, a row of ``quiet``, found nothing.

    A pattern whose cells have not changed has no effect still: its eliminations have only become fewer. All open cells if
    the position does not follow from that one. All, too, where words are wanted: they name the first of many patterns alike.
    """
    quiet, known = scratch.quiet[search], board.records.size == 0
    more = int64(0)
    for cell in range(board.candidates.size):
        more |= int64(board.candidates[cell]) & ~int64(quiet[cell])
    known = known and more == 0
    for w in range(board.spots.shape[1]):
        scratch.sets[row, w] = int64(0)
    for cell in range(board.candidates.size):
        held = board.candidates[cell]
        changed = int64(held != 0 and (not known or held != quiet[cell]))
        scratch.sets[row, cell >> 6] |= changed << (cell & 63)


@inner
def keep_quiet(board: Board, scratch: Scratch, search: int) -> None:
    """Note that the ``search`` has found nothing, if it has not."""
    if board.marks[FOUND] == 0:
        for cell in range(board.candidates.size):
            scratch.quiet[search, cell] = board.candidates[cell]


@inner
def mixed(word: int) -> int:
    """A bijection of 64-bit words that leaves no pattern (the finalizer of splitmix64, with signed shifts)."""
    word = (word ^ (word >> 30)) * int64(-4658895280553007687)
    word = (word ^ (word >> 27)) * int64(-7723592293110705685)
    return word ^ (word >> 31)


@inner
def start(board: Board, scratch: Scratch, technique: int) -> None:
    """Open an instance of the technique ``code``."""
    begin(board, technique)
    scratch.marks[OPEN] = 0


@inner
def take(board: Board, scratch: Scratch, cell: int, digit: int) -> None:
    """The open instance eliminates the candidate, if it is there. No candidate may be named twice."""
    if (int64(board.candidates[cell]) >> (digit - 1)) & 1:
        remove(board, cell, digit)
        scratch.marks[OPEN] += mixed(int64(cell) << 8 | digit)


@inner
def take_set(board: Board, scratch: Scratch, row: int, digit: int) -> None:
    """The open instance eliminates ``digit`` from all cells of ``sets[row]`` that have it."""
    for w in range(board.spots.shape[1]):
        left = scratch.sets[row, w] & board.spots[digit, w]
        while left:
            take(board, scratch, w << 6 | lowest(left), digit)
            left &= left - 1


@inner
def take_digits(board: Board, scratch: Scratch, cell: int, digits: int) -> None:
    """The open instance eliminates the candidates ``digits`` (a mask) of ``cell``, those that are there."""
    digits &= int64(board.candidates[cell])
    while digits:
        take(board, scratch, cell, lowest(digits) + 1)
        digits &= digits - 1


@inner
def close(board: Board, scratch: Scratch, digits: int) -> bool:
    """Close the open instance, on the digits of this mask. Returns whether it is new: else it is taken back.

    To be called before the pattern is noted; the notes follow where it is new, and :func:`finish` after them.
    """
    if board.marks[EFFECTS] == 0:
        board.marks[HEAD] = board.marks[START]
        return False
    key = mixed(scratch.marks[OPEN] + digits) | 1
    at = key & (KEYS - 1)
    while scratch.keys[at] != 0 and scratch.keys[at] != key:
        at = (at + 1) & (KEYS - 1)
    if scratch.keys[at] == key or scratch.marks[TAKEN] > KEYS // 4 * 3:
        board.marks[HEAD] = board.marks[START]
        return False
    scratch.keys[at] = key
    scratch.slots[scratch.marks[TAKEN]] = at
    scratch.marks[TAKEN] += 1
    return True


@inner
def done(board: Board) -> None:
    """After :func:`close` and the notes."""
    finish(board)


@inner
def see_each_other(tables: Tables, one: int, two: int) -> bool:
    """Whether the cells are peers."""
    return bool((tables.seen[one, two >> 6] >> (two & 63)) & 1)


@inner
def share_a(tables: Tables, one: int, two: int, kind: int) -> bool:
    """Whether a house of this kind holds both cells."""
    for k in range(tables.house_count[one]):
        house = tables.cell_houses[one, k]
        if tables.house_kind[house] == kind and (tables.members[house, two >> 6] >> (two & 63)) & 1:
            return True
    return False


@inner
def set_seen_by_both(tables: Tables, board: Board, scratch: Scratch, digit: int, one: int, two: int) -> bool:
    """``sets[0]`` = the cells with candidate ``digit`` that see both cells. Returns whether there is one."""
    some = int64(0)
    for w in range(board.spots.shape[1]):
        seen = tables.seen[one, w] & tables.seen[two, w] & board.spots[digit, w]
        scratch.sets[0, w] = seen
        some |= seen
    return bool(some)


@inner
def set_seen_by_holders(tables: Tables, board: Board, scratch: Scratch, digit: int, cells: Array, count: int) -> bool:
    """``sets[0]`` = the cells with candidate ``digit`` that see all of ``cells`` that have it, of which there is one.

    Returns whether there is such a cell.
    """
    some = int64(0)
    for w in range(board.spots.shape[1]):
        seen = board.spots[digit, w]
        for i in range(count):
            if (int64(board.candidates[cells[i]]) >> (digit - 1)) & 1:
                seen &= tables.seen[cells[i], w]
        scratch.sets[0, w] = seen
        some |= seen
    return bool(some)


@inner
def set_with_two(tables: Tables, board: Board, scratch: Scratch) -> None:
    """``sets[0]`` = the cells with two candidates: all cells are counted at once, in three words of bits."""
    for w in range(board.spots.shape[1]):
        once, twice, more = int64(0), int64(0), int64(0)
        for digit in range(1, tables.size + 1):
            spots = board.spots[digit, w]
            more |= twice & spots
            twice |= once & spots
            once |= spots
        scratch.sets[0, w] = twice & ~more


@inner
def note_cell(board: Board, role: int, cell: int, digits: int) -> None:
    """Note the candidates ``digits`` (a mask) that ``cell`` has; of a filled cell, its digit."""
    if board.digits[cell]:
        note(board, CANDIDATE, role, cell, int64(board.digits[cell]))
        return
    digits &= int64(board.candidates[cell])
    while digits:
        note(board, CANDIDATE, role, cell, lowest(digits) + 1)
        digits &= digits - 1


@inner
def note_places(tables: Tables, board: Board, house: int, digit: int, role: int) -> None:
    """Note the places of ``digit`` in ``house``."""
    places = int64(board.places[house, digit])
    while places:
        note(board, CANDIDATE, role, int64(tables.houses[house, lowest(places)]), digit)
        places &= places - 1


@inner
def two_places(board: Board, house: int, digit: int) -> bool:
    """Whether the house has two places left for the digit."""
    return bool(popcount(int64(board.places[house, digit])) == 2)


@inner
def base_of(digit: int) -> int:
    """The mask of one digit."""
    return int(int64(1) << (digit - 1))
