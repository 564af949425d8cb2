"""Implications between candidates, and how far each follows from another.

Candidates of a position are numbered 0..n-1. A *literal* is a candidate assumed true ("on") or false ("off"). Weak links: a
candidate that is on turns off the others of its cell, its digit in the peers, and what it forbids in related cells. Strong links:
a candidate that is off turns on the other one of a cell or a house with two.

**Layers.** A *chain* follows single links; its distances are those of a breadth-first search. A *net* follows all links at once.
In each odd layer the new ons turn off all their weak links. In each even layer the last candidate of a cell, or of a digit in a
house, turns on. Sets and numbers of links alone define both, never the order of candidates, so an isomorphism of the grid keeps
every distance and every layer. It therefore also keeps what the finders find; the numbering only decides which of several equally
long proofs is reported.

A position with more than :data:`MOST` candidates is skipped (isomorphs have equally many).
"""

from __future__ import annotations

from bookmaker.jit.bundle import Bundle, array
from bookmaker.jit.decorators import inner as part
from bookmaker.kernels.bits import lowest
from bookmaker.kernels.rules import Array
from bookmaker.techniques.finders.board import Board, Tables
from bookmaker.techniques.finders.decorators import inner, int64

MOST = 2048
"""The most candidates of a position for forcing: a 16x16 grid has about a thousand when singles are stuck."""

ONS, ONS_REACHED, OFFS_REACHED, OFFS = map(int64, range(4))
"""Rows of ``ImplicationWorkspace.sets`` of a search: the ons and offs of the last step, and of all steps."""

MASK, NEW, LOOPED = int64(4), int64(5), int64(6)
"""Rows for chains from all candidates at once: those that they may use, and what one more step leads to."""

ALL_DIGITS, IN_CELLS = int64(0), int64(-1)
"""Instead of a digit: see :func:`set_out`."""

STEP, FRONT, REACHED = map(int64, range(3))
"""Parts of ``ImplicationWorkspace.onward``: what is on two links after a candidate is on; what a chain's last step has led to,
and all steps."""

HOUSES = 1 << 20
"""A *holder* has exactly one true candidate: a cell, by its index, or a digit in a house, HOUSES + (house << 8) + digit."""

FAR = 1000
"""A distance that means "does not follow". Twenty-five of them still fit into 16 bits."""

COUNT, EMPTY, ON, GONE, CHECKS = range(5)
"""Places in ``ImplicationWorkspace.marks``: candidates of the position; of the last net, the first holder that it left empty,
the candidates in ``queue``, those in ``gone``, and the last layer's ``checks``."""


class ImplicationWorkspace(Bundle):
    """The workspace of one thread for implications, made by :func:`bookmaker.techniques.workspaces.implication_workspace`.

    N is the most candidates, W = N / 64 rounded up. A set of candidates is a row of W words.
    """

    node: Array = array("int16[cells, size + 1]", "a candidate's number, -1 where there is none")
    cell: Array = array("int16[N]", "and back")
    digit: Array = array("int16[N]")
    weak: Array = array("int64[N, W]", "what is off when a candidate is on")
    strong: Array = array("int64[N, W]", "what is on when it is off, by two-candidate cells and two-place houses")
    onward: Array = array("int64[3, N, W]", "chains from each candidate on: see STEP .. REACHED")
    ways: Array = array(
        "int16[N + 1, 2 * N]", "[s, i]: distance or layer of i on, [s, N + i] of i off, from s on; [N] is for others"
    )
    best: Array = array("int16[2 * N]", "the least number of nodes that proves a literal")
    total: Array = array("int16[2 * N]", "such numbers of one cell or house")
    sets: Array = array("int64[8, W]")
    start: Array = array(
        "int64[...]", "the position: digits of each cell, places of each house and digit, cells of each digit"
    )
    now: Array = array("int64[...]", "what a net has left of it, in these three parts:")
    live: Array = array("int64[cells]", "candidates left in a net, bit d-1 is digit d")
    open: Array = array("int64[houses, size + 1]", "places left in a net")
    spots: Array = array("int64[size + 1, words]", "cells left for a digit in a net")
    queue: Array = array("int32[N]", "candidates that are on in a net, layer by layer")
    gone: Array = array("int32[N]", "candidates that are off")
    weight: Array = array(
        "int64[2 * N]", "how much of a literal a proof needs, in parts of :data:`bookmaker...weights.ONE`"
    )
    checks: Array = array("int32[4 * holders]", "holders with one candidate left or none")
    marks: Array = array("int64[5]", "see COUNT .. CHECKS")


@inner
def number(board: Board, space: ImplicationWorkspace) -> bool:
    """Number the candidates of the board and copy the position. Returns whether there are few enough."""
    count = 0
    space.node[:] = -1
    for cell in range(board.candidates.size):
        left = int64(board.candidates[cell])
        while left:
            if count == space.cell.size:
                return False
            digit = lowest(left) + 1
            left &= left - 1
            space.node[cell, digit] = count
            space.cell[count] = cell
            space.digit[count] = digit
            count += 1
    space.marks[COUNT] = count
    at = 0
    for cell in range(board.candidates.size):
        space.start[at] = int64(board.candidates[cell])
        at += 1
    for house in range(board.places.shape[0]):
        for digit in range(board.places.shape[1]):
            space.start[at] = int64(board.places[house, digit])
            at += 1
    for digit in range(board.spots.shape[0]):
        for w in range(board.spots.shape[1]):
            space.start[at] = board.spots[digit, w]
            at += 1
    return True


@part
def members(tables: Tables, board: Board, holder: int) -> int:
    """The candidates of a holder on the board, as a mask: digits of a cell, places in a house."""
    if holder < HOUSES:
        return int64(board.candidates[holder])  # type: ignore[no-any-return]
    return int64(board.places[(holder - HOUSES) >> 8, holder & 255])  # type: ignore[no-any-return]


@part
def member(tables: Tables, space: ImplicationWorkspace, holder: int, at: int) -> int:
    """The candidate at bit ``at`` of :func:`members`."""
    if holder < HOUSES:
        return int64(space.node[holder, at + 1])  # type: ignore[no-any-return]
    return int64(space.node[tables.houses[(holder - HOUSES) >> 8, at], holder & 255])  # type: ignore[no-any-return]


@part
def holder_of(tables: Tables, space: ImplicationWorkspace, i: int, k: int) -> int:
    """The cell (k = -1) or the k-th house of candidate ``i``, as a holder."""
    cell = int64(space.cell[i])
    if k < 0:
        return cell  # type: ignore[no-any-return]
    return HOUSES + (int64(tables.cell_houses[cell, k]) << 8) + int64(space.digit[i])  # type: ignore[no-any-return]


@inner
def _add(sets: Array, row: int, item: int) -> None:
    sets[row, item >> 6] |= int64(1) << (item & 63)


@inner
def _join(space: ImplicationWorkspace, one: int, two: int) -> None:
    _add(space.strong, one, two)
    _add(space.strong, two, one)


@inner
def link(tables: Tables, board: Board, space: ImplicationWorkspace) -> None:
    """Fill ``weak`` and ``strong``, after :func:`number`."""
    count = space.marks[COUNT]
    words = (count + 63) >> 6
    for i in range(count):
        space.weak[i, :words] = 0
        space.strong[i, :words] = 0
    for i in range(count):
        cell, digit = int64(space.cell[i]), int64(space.digit[i])
        left = int64(board.candidates[cell]) & ~(int64(1) << (digit - 1))
        while left:
            _add(space.weak, i, int64(space.node[cell, lowest(left) + 1]))
            left &= left - 1
        for w in range(board.spots.shape[1]):
            seen = tables.seen[cell, w] & board.spots[digit, w]
            while seen:
                _add(space.weak, i, int64(space.node[w << 6 | lowest(seen), digit]))
                seen &= seen - 1
        for table in range(tables.allowed.shape[0]):
            gone = ((int64(1) << tables.size) - 1) & ~tables.allowed[table, digit - 1]
            while gone:
                other = lowest(gone) + 1
                gone &= gone - 1
                for w in range(board.spots.shape[1]):
                    near = tables.related[table, cell, w] & board.spots[other, w]
                    while near:
                        _add(space.weak, i, int64(space.node[w << 6 | lowest(near), other]))
                        near &= near - 1
    for cell in range(board.candidates.size):
        left = int64(board.candidates[cell])
        rest = left & (left - 1)
        if rest != 0 and rest & (rest - 1) == 0:
            _join(space, int64(space.node[cell, lowest(left) + 1]), int64(space.node[cell, lowest(rest) + 1]))
    for house in range(tables.houses.shape[0]):
        for digit in range(1, tables.size + 1):
            left = int64(board.places[house, digit])
            rest = left & (left - 1)
            if rest != 0 and rest & (rest - 1) == 0:
                one = int64(tables.houses[house, lowest(left)])
                two = int64(tables.houses[house, lowest(rest)])
                _join(space, int64(space.node[one, digit]), int64(space.node[two, digit]))


@inner
def _spread(links: Array, sets: Array, front: int, reached: int, new: int, words: int) -> bool:
    """``sets[new]`` = the candidates linked to those of ``sets[front]``, except ``sets[reached]``, to which it is added."""
    for w in range(words):
        sets[new, w] = 0
    for v in range(words):
        left = sets[front, v]
        while left:
            i = v << 6 | lowest(left)
            left &= left - 1
            for w in range(words):
                sets[new, w] |= links[i, w]
    some = int64(0)
    for w in range(words):
        sets[new, w] &= ~sets[reached, w]
        sets[reached, w] |= sets[new, w]
        some |= sets[new, w]
    return bool(some)


@inner
def _measure(row: Array, sets: Array, new: int, words: int, start: int, depth: int) -> None:
    for w in range(words):
        left = sets[new, w]
        while left:
            row[start + (w << 6 | lowest(left))] = depth
            left &= left - 1


@inner
def chain(space: ImplicationWorkspace, source: int) -> None:
    """Fill ``ways[source]`` with the lengths of the shortest chains, after :func:`link`."""
    count = space.marks[COUNT]
    words = (count + 63) >> 6
    most = space.cell.size
    row = space.ways[source]
    row[:count] = FAR
    row[most : most + count] = FAR
    sets = space.sets
    sets[:4, :words] = 0
    _add(sets, ONS, source)
    _add(sets, ONS_REACHED, source)
    row[source] = 0
    depth = int64(1)
    while _spread(space.weak, sets, ONS, OFFS_REACHED, OFFS, words) and depth < FAR:
        _measure(row, sets, OFFS, words, most, depth)
        if not _spread(space.strong, sets, OFFS, ONS_REACHED, ONS, words):
            break
        _measure(row, sets, ONS, words, int64(0), depth + 1)
        depth += 2


@inner
def _twin(space: ImplicationWorkspace, i: int) -> int:
    """The other candidate of a cell with two; -1 for a cell with more."""
    for w in range((space.marks[COUNT] + 63) >> 6):
        left = space.strong[i, w]
        while left:
            j = w << 6 | lowest(left)
            left &= left - 1
            if space.cell[j] == space.cell[i]:
                return int(j)
    return -1


@inner
def takes_part(space: ImplicationWorkspace, i: int, digit: int) -> bool:
    """Whether chains from candidate ``i`` are of use, for ``digit`` as for :func:`set_out`: loops in cells come back by the other
    candidate of the cell.
    """
    if digit > 0:
        return bool(space.digit[i] == digit)
    return bool(digit != IN_CELLS or space.total[i] >= 0)


@inner
def set_out(space: ImplicationWorkspace, digit: int) -> None:
    """Begin chains from every candidate of a digit, on, after :func:`link`.

    ``digit``: ALL_DIGITS for chains of all candidates; IN_CELLS for those whose strong links lie in cells with two candidates.
    A step is two links, from one literal that is on to the next. Fills STEP of ``onward``, and the other parts with the chains of
    one step. Overwrites ``total``.
    """
    count = space.marks[COUNT]
    words = (count + 63) >> 6
    mask = space.sets[MASK]
    for w in range(words):
        mask[w] = 0 if digit > 0 else -1
    # Many candidates ask for the twin of one: the search for it would take longer than all else.
    for i in range(count if digit == IN_CELLS else 0):
        space.total[i] = _twin(space, i)
    for i in range(count if digit > 0 else 0):
        mask[i >> 6] |= int64(space.digit[i] == digit) << (i & 63)
    for i in range(count):
        if not takes_part(space, i, digit):
            continue
        step, front, reached = space.onward[STEP, i], space.onward[FRONT, i], space.onward[REACHED, i]
        step[:words] = 0
        for w in range(words):
            left = space.weak[i, w] & mask[w]
            while left:
                j = w << 6 | lowest(left)
                left &= left - 1
                if digit == IN_CELLS:
                    twin = int64(space.total[j])
                    if twin >= 0:
                        step[twin >> 6] |= int64(1) << (twin & 63)
                    continue
                for v in range(words):
                    step[v] |= space.strong[j, v] & mask[v]
        step[i >> 6] &= ~(int64(1) << (i & 63))
        for w in range(words):
            front[w] = step[w]
            reached[w] = step[w]
        reached[i >> 6] |= int64(1) << (i & 63)


@inner
def go_further(space: ImplicationWorkspace, digit: int) -> bool:
    """Lengthen all chains by a step: to the literals in FRONT that no shorter one has reached. Returns whether there are any.

    ``digit``: as for :func:`set_out`; ALL_DIGITS also goes further with chains that were set out digit by digit.
    """
    count = space.marks[COUNT]
    words = (count + 63) >> 6
    new = space.sets[NEW]
    more = False
    for i in range(count):
        if not takes_part(space, i, digit):
            continue
        front, reached = space.onward[FRONT, i], space.onward[REACHED, i]
        new[:words] = 0
        for w in range(words):
            left = front[w]
            while left:
                j = w << 6 | lowest(left)
                left &= left - 1
                for v in range(words):
                    new[v] |= space.onward[STEP, j, v]
        for w in range(words):
            front[w] = new[w] & ~reached[w]
            reached[w] |= new[w]
            more |= front[w] != 0
    return more


@inner
def is_refuted(space: ImplicationWorkspace, i: int) -> bool:
    """Whether a chain of this many steps and a weak link leads from candidate ``i`` on to ``i`` off."""
    some = int64(0)
    for w in range((space.marks[COUNT] + 63) >> 6):
        some |= space.onward[FRONT, i, w] & space.weak[i, w]
    return bool(some)


@inner
def close_loops(space: ImplicationWorkspace, i: int, digit: int) -> bool:
    """Find the loops through candidate ``i``: a strong link from ``i`` off, a chain of this many steps, and a weak link back.

    Fills LOOPED of ``sets`` with the candidates that a weak link joins to both ends of a last link, and returns whether there are
    any. ``digit``: as for :func:`set_out`.
    """
    words = (space.marks[COUNT] + 63) >> 6
    looped, some = space.sets[LOOPED], int64(0)
    looped[:words] = 0
    for w in range(words):
        left = space.strong[i, w]
        while left:
            j = w << 6 | lowest(left)
            left &= left - 1
            if (digit > 0 and space.digit[j] != digit) or (digit == IN_CELLS and space.cell[j] != space.cell[i]):
                continue
            for v in range(words):
                ends = space.onward[FRONT, j, v] & space.weak[i, v]
                if digit != IN_CELLS:
                    # A strong link back makes a loop of two nodes, which locked candidates and pairs have shown before.
                    ends &= ~space.strong[i, v]
                while ends:
                    end = v << 6 | lowest(ends)
                    ends &= ends - 1
                    for u in range(words):
                        looped[u] |= space.weak[i, u] & space.weak[end, u]
                        some |= looped[u]
    return bool(some)


@inner
def is_proven(space: ImplicationWorkspace, i: int) -> bool:
    """Whether a strong link and a chain of this many steps lead from candidate ``i`` off to ``i`` on."""
    some = int64(0)
    for w in range((space.marks[COUNT] + 63) >> 6):
        left = space.strong[i, w]
        while left:
            some |= space.onward[FRONT, w << 6 | lowest(left), i >> 6] >> (i & 63)
            left &= left - 1
    return bool(some & 1)
