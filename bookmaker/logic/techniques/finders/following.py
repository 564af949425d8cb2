"""The consequences of every candidate at once, on the rows of :class:`bookmaker.logic.techniques.finders.prospects.Prospects`."""

from __future__ import annotations

from bookmaker.logic.kernels.bits import lowest
from bookmaker.logic.kernels.rules import Array
from bookmaker.logic.kernels.vectors import copies, load, some, store
from bookmaker.logic.techniques.finders import inner, int64
from bookmaker.logic.techniques.finders.board import Board, Tables
from bookmaker.logic.techniques.finders.implications import LANES, WORD
from bookmaker.logic.techniques.finders.prospects import (
    CANDIDATES,
    CELLS,
    CHAINED,
    CLIQUES,
    LOCKS,
    NODES,
    WORDS,
    Prospects,
)


@inner
def _turn_on(space: Prospects, node: int) -> None:
    digit = space.digit[node]
    at = node - space.first[digit]
    space.fresh[digit * space.marks[WORDS] + (at >> 6)] |= int64(1) << (at & 63)


@inner
def begin(tables: Tables, space: Prospects, base: int) -> None:
    """Assume candidate ``base`` and those after it, one for each bit of a row."""
    nodes = space.marks[NODES]
    for i in range(nodes * LANES):
        space.off[i] = 0
        space.on[i] = 0
    space.stale[:nodes] = 0
    space.fresh[: (tables.size + 1) * space.marks[WORDS]] = 0
    for i in range(base, min(base + LANES * WORD, space.marks[CANDIDATES])):
        node, at = space.node[i], i - base
        space.on[node * LANES + at // WORD] |= int64(1) << at % WORD
        _turn_on(space, node)


@inner
def _has(row: Array, node: int, at: int) -> bool:
    """Whether the row of a node has a bit."""
    return bool((int64(row[node * LANES + at // WORD]) >> at % WORD) & 1)


@inner
def _strong_links_around(space: Prospects, start: int, end: int) -> int:
    """The open cells of a house but one lack the digit of that cell, so they hold the others, and it does not.

    Which digit: one that is on in the cell, or off in them. Returns 1 if that turns anything on, plus 2 if anything off.
    """
    stale = int64(0)
    for i in range(start, end):
        stale |= space.stale[space.rest[i, 0]]
        if space.rest[i, 1] >= 0:
            stale |= space.stale[space.rest[i, 1]]
    if stale == 0:
        return 0
    turned = int64(0)
    once, twice = copies(0), copies(0)
    for i in range(start, end):
        row = load(space.on, space.rest[i, 0] * LANES)
        if space.rest[i, 1] >= 0:
            row |= load(space.off, space.rest[i, 1] * LANES)
        twice |= once & row
        once |= row
    for i in range(start, end):
        own, node = space.rest[i, 0], space.rest[i, 1]
        row = load(space.on, own * LANES)
        if node >= 0:
            row |= load(space.off, node * LANES)
            old = load(space.on, node * LANES)
            new = old | twice | once & ~row
            if some(new ^ old):
                store(space.on, node * LANES, new)
                _turn_on(space, node)
                turned |= 1
        else:
            old = load(space.off, own * LANES)
            new = old | twice | once & ~row
            if some(new ^ old):
                store(space.off, own * LANES, new)
                space.stale[own] = 1
                turned |= 2
    return int(turned)


@inner
def _turn_on_by(space: Prospects, node: int, by: int) -> bool:
    """The assumptions that have newly turned off ``by`` turn on ``node``. Returns whether these are more."""
    if space.stale[by] == 0:
        return False
    old = load(space.on, node * LANES)
    new = old | load(space.off, by * LANES)
    if not some(new ^ old):
        return False
    store(space.on, node * LANES, new)
    _turn_on(space, node)
    return True


@inner
def strong_links(space: Prospects) -> bool:
    """Follow the strong links from the nodes that are newly off. Returns whether that turns anything on."""
    more, again = False, True
    while again:
        again = False
        for k in range(space.marks[CELLS]):
            turned = int64(_strong_links_around(space, space.around[k], space.around[k + 1]))
            more |= turned & 1 != 0
            again |= turned & 2 != 0
    for k in range(space.marks[CLIQUES]):
        begin_, end = space.start[k], space.start[k + 1]
        stale = int64(0)
        for i in range(begin_, end):
            stale |= space.stale[space.members[i]]
        if stale == 0:
            continue
        if end - begin_ == 2:
            one, two = space.members[begin_], space.members[begin_ + 1]
            more |= bool(_turn_on_by(space, one, two))
            more |= bool(_turn_on_by(space, two, one))
            continue
        # Assumptions that are off at members that are not stale have been followed before.
        once, twice = copies(0), copies(0)
        for i in range(begin_, end):
            if space.stale[space.members[i]]:
                row = load(space.off, space.members[i] * LANES)
                twice |= once & row
                once |= row
        for i in range(begin_, end):
            at = space.members[i] * LANES
            old = load(space.on, at)
            others = twice | once & ~load(space.off, at) if space.stale[space.members[i]] else once
            new = old | others
            if some(new ^ old):
                store(space.on, at, new)
                _turn_on(space, space.members[i])
                more = True
    space.stale[: space.marks[NODES]] = 0
    return more


@inner
def _turn_off(space: Prospects, node: int, by: int) -> None:
    """The assumptions that turn on ``by`` turn off ``node``."""
    old = load(space.off, node * LANES)
    new = old | load(space.on, by * LANES)
    if some(new ^ old):
        store(space.off, node * LANES, new)
        space.stale[node] = 1


@inner
def _other_digits(tables: Tables, board: Board, space: Prospects, cell: int, digit: int) -> None:
    """Turn off the other candidates of a cell, and those that the candidate forbids in related cells, if CHAINED."""
    by = space.number[cell, digit]
    # Where it is on, its entry in ``around`` follows from that.
    space.stale[by] = 1
    if space.marks[CHAINED] == 0:
        return
    left = int64(board.candidates[cell]) & ~(int64(1) << (digit - 1))
    while left:
        _turn_off(space, space.number[cell, lowest(left) + 1], by)
        left &= left - 1
    for table in range(tables.allowed.shape[0] if space.marks[CHAINED] else 0):
        gone = ~tables.allowed[table, digit - 1]
        for w in range(tables.related.shape[2]):
            near = tables.related[table, cell, w]
            while near:
                other = w << 6 | lowest(near)
                near &= near - 1
                left = int64(board.candidates[other]) & gone
                while left:
                    _turn_off(space, space.number[other, lowest(left) + 1], by)
                    left &= left - 1


@inner
def follow_chains(space: Prospects) -> None:
    """Follow links in a cell and of related cells from now on, and from all candidates that are on."""
    space.marks[CHAINED] = 1
    for i in range(space.marks[CANDIDATES]):
        node = space.node[i]
        if some(load(space.on, node * LANES)):
            _turn_on(space, node)


@inner
def weak_links(tables: Tables, board: Board, space: Prospects) -> None:
    """Follow the weak links from the nodes that are newly on."""
    words = space.marks[WORDS]
    for digit in range(1, tables.size + 1):
        first, fresh = space.first[digit], digit * words
        some_fresh = int64(0)
        for w in range(words):
            some_fresh |= space.fresh[fresh + w]
        if some_fresh == 0:
            continue
        for node in range(first, space.first[digit + 1]):
            newly = int64(0)
            for w in range(words):
                newly |= space.causes[node * words + w] & space.fresh[fresh + w]
            if newly == 0:
                continue
            old = load(space.off, node * LANES)
            new = old
            for w in range(words):
                left = space.causes[node * words + w] & space.fresh[fresh + w]
                while left:
                    new |= load(space.on, (first + (w << 6 | lowest(left))) * LANES)
                    left &= left - 1
            if some(new ^ old):
                store(space.off, node * LANES, new)
                space.stale[node] = 1
        for w in range(board.spots.shape[1]):
            left = board.spots[digit, w]
            while left:
                cell = w << 6 | lowest(left)
                left &= left - 1
                at = space.number[cell, digit] - first
                if (space.fresh[fresh + (at >> 6)] >> (at & 63)) & 1:
                    _other_digits(tables, board, space, cell, digit)
        for w in range(words):
            space.fresh[fresh + w] = 0


@inner
def any_fails(space: Prospects, base: int) -> bool:
    """Whether one of the candidates from ``base`` on is off in the end."""
    for i in range(base, min(base + LANES * WORD, space.marks[CANDIDATES])):
        if _has(space.off, space.node[i], i - base):
            return True
    return False


@inner
def loop_beside(space: Prospects, base: int) -> bool:
    """Whether the last candidate of a cell beside a set turns off a digit by which it is linked to the set, in ``locks``."""
    for n in range(space.marks[LOCKS]):
        k = space.locks[n]
        last = space.start[k + 1] - 1
        at = space.candidate[space.members[last]] - base
        for i in range(space.start[k], last if 0 <= at < LANES * WORD else 0):
            if _has(space.off, space.members[i], at):
                return True
    return False


@inner
def settle(tables: Tables, board: Board, space: Prospects, base: int) -> bool:
    """Follow all links until nothing changes, or until a candidate fails. Returns whether one does."""
    weak_links(tables, board, space)
    while strong_links(space):
        weak_links(tables, board, space)
        if any_fails(space, base):
            return True
    return bool(any_fails(space, base))


@inner
def empties_a_cell(board: Board, space: Prospects) -> bool:
    """Whether a candidate turns off all the two candidates or more of some cell."""
    for cell in range(board.candidates.size):
        left = int64(board.candidates[cell])
        if left & (left - 1):
            all_of = load(space.off, space.number[cell, lowest(left) + 1] * LANES)
            left &= left - 1
            while left:
                all_of &= load(space.off, space.number[cell, lowest(left) + 1] * LANES)
                left &= left - 1
            if some(all_of):
                return True
    return False


@inner
def empties_a_house(tables: Tables, board: Board, space: Prospects) -> bool:
    """Whether a candidate turns off all the two places or more of a digit in some house."""
    for house in range(tables.houses.shape[0]):
        for digit in range(1, tables.size + 1):
            left = int64(board.places[house, digit])
            if left & (left - 1):
                all_of = load(space.off, space.number[tables.houses[house, lowest(left)], digit] * LANES)
                left &= left - 1
                while left:
                    all_of &= load(space.off, space.number[tables.houses[house, lowest(left)], digit] * LANES)
                    left &= left - 1
                if some(all_of):
                    return True
    return False


@inner
def empties_a_stem(tables: Tables, board: Board, space: Prospects, base: int) -> bool:
    """Whether a candidate of a digit that a cell lacks turns off all its two candidates or more."""
    for cell in range(board.candidates.size):
        mine = int64(board.candidates[cell])
        if mine & (mine - 1) == 0:
            continue
        left = mine & (mine - 1)
        all_of = load(space.off, space.number[cell, lowest(mine) + 1] * LANES)
        while left:
            all_of &= load(space.off, space.number[cell, lowest(left) + 1] * LANES)
            left &= left - 1
        if some(all_of):
            store(space.empty, int64(0), all_of)
            for i in range(base, min(base + LANES * WORD, space.marks[CANDIDATES])):
                outside = (mine >> (space.digit[space.node[i]] - 1)) & 1 == 0
                if outside and _has(space.empty, int64(0), i - base):
                    return True
    return False
