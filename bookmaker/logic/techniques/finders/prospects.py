"""Whether chains can find anything in a position: what follows from every candidate at once, a bit for each.

*Candidates that fail.* Let c be on, turn off what weak links join to it, turn on what strong links join to that, and so on, each
link by itself. If c is off in the end, say that c *fails*. The nodes and links are those of ``nodes.py``: candidates, groups, the
digits of almost locked sets. Every link holds in both directions. So whatever one of these techniques eliminates fails:

- two ends of which one is on: c is linked to both, and turns one off, therefore the other one on, therefore itself off;
- on implies off: that is what failing means; off implies on: the other candidates of the cell turn this one off and so on, and
  themselves off;
- a loop: its weak links are pairs of ends of which one is on. Of a digit that a set of the loop locks: c turns it off in the
  set, which turns on the digits by which the set is linked. By the loop one of them turns off the other, and that turns on the
  digit, which turns off c;
- ALS-XZ, ALS-XY-Wings and ALS chains are such chains through sets, two restricted digits make such a loop. Their weak links join
  places of one digit only. Implied sets (``almost_net.py``) are followed without nodes of their own.

A set with a cell beside it (``nodes.py``) is linked by the digits that the cell lacks, and by the last candidate of the cell. A
loop through the two may eliminate a digit that both have, which need not fail. So such loops are looked for: the last candidate
turns off one of those digits.

*Death blossoms.* An aim turns off its digit in each petal, which turns on the digits that the stem sees, and so turns off all
candidates of the stem, in four links.

*Cell and house forcing chains.* A literal follows from all candidates of a cell or house. If it is off, its candidate, on, turns
all of them off. If it is on, so does every candidate that is linked to it, and that there is none is what hidden singles mean.

Where no candidate fails, the techniques need not be tried. More links than they have do no harm, fewer would. Words of 512
candidates run side by side; a position with more takes several runs.
"""

from __future__ import annotations

from bookmaker.logic.jit.bundle import Bundle, array
from bookmaker.logic.kernels.bits import lowest
from bookmaker.logic.kernels.rules import Array
from bookmaker.logic.kernels.vectors import copies, load, some, store
from bookmaker.logic.techniques.finders import inner, int64
from bookmaker.logic.techniques.finders.board import Board, Tables
from bookmaker.logic.techniques.finders.implications import LANES, WORD

MOST_WORDS = 16
"""The most words of a row with a bit for each node of a digit."""

NODES, CANDIDATES, LONELY, CLIQUES, LOCKS, WORDS, HOPES, CELLS, CHAINED = range(9)
"""Places in ``Prospects.marks``: nodes; candidates; those without peers of their digit; cliques; those in ``locks``; words of
a row of the nodes of a digit; what may be found; cells in ``around``; 1 if links in a cell and of related cells
are followed, which only chains do."""

PLAIN, GROUPED, CELL, HOUSE, ALS, BLOSSOM, LOOPS = (1 << bit for bit in range(7))
"""The techniques that may be found: chains without groups; with groups; cell and house forcing chains; the techniques of almost
locked sets but death blossoms; these; chains with almost locked sets."""


class Prospects(Bundle):
    """The arrays of one thread.

    A *node* is a digit in some cells; the nodes of a digit have numbers one after another. A *clique* is a list of nodes of which
    any two have a strong link.
    """

    segments: Array = array("int64[n, words]", "the sets of two cells and more that two houses share. Read-only")
    known: Array = array(
        "int64[cells]", "the candidates of the position that HOPES is about; zeros if it is about none"
    )
    number: Array = array("int64[cells, size + 1]", "the node of a candidate")
    node: Array = array("int64[cells * size]", "the node of the n-th candidate")
    candidate: Array = array("int64[nodes]", "and back")
    first: Array = array("int64[size + 2]", "for each digit the first of its nodes")
    groups: Array = array("int64[size + 2]", "for each digit the first of its groups")
    groups_end: Array = array("int64[size + 2]", "and where they end")
    of_set: Array = array("int64[sets]", "the node of each of ``almost_net.py``")
    digit: Array = array("int64[nodes]", "the digit of a node")
    cells: Array = array("int64[nodes, words]", "its cells")
    seen: Array = array("int64[nodes, words]", "the cells with the digit that see all its cells")
    causes: Array = array("int64[nodes * MOST_WORDS]", "the nodes of its digit that turn it off, a row for each node")
    sees: Array = array("int64[cells * MOST_WORDS]", "of one digit: for each cell the nodes that it sees")
    fresh: Array = array(
        "int64[(size + 1) * MOST_WORDS]", "for each digit the nodes that more candidates have turned on"
    )
    stale: Array = array("int8[nodes]", "1 where more candidates have turned a node off")
    off: Array = array("uint32[nodes * LANES]", "for each node the candidates that turn it off")
    on: Array = array("uint32[nodes * LANES]", "and those that turn it on")
    empty: Array = array("uint32[LANES]", "scratch: the candidates that leave a cell none")
    locks: Array = array(
        "int64[cliques]", "cliques of a set with a cell beside it that may lock a digit which both have"
    )
    groups_in: Array = array("int64[houses]", "scratch: for each house the last of ``listed``, -1 for none")
    listed: Array = array(
        "int64[nodes, 2]", "scratch: a group of the digit in a house, and the entry of the one before it"
    )
    start: Array = array("int64[cliques + 1]", "where each clique begins in ``members``")
    members: Array = array("int64[members]", "the nodes of the cliques")
    around: Array = array("int64[houses * size + 1]", "where the digits of each cell begin in ``rest``")
    rest: Array = array(
        "int64[houses * size * size, 2]",
        "for a cell of a house, and each digit: the node in the cell, and the node of all other places in the house; -1: none",
    )
    marks: Array = array("int64[9]", "see NODES .. CHAINED")


@inner
def is_known(board: Board, space: Prospects) -> bool:
    """Whether HOPES is about the position of the board."""
    if space.known.size != board.candidates.size:
        return False
    other = int64(0)
    for cell in range(space.known.size):
        other |= space.known[cell] ^ int64(board.candidates[cell])
    return bool(other == 0)


@inner
def may_find(board: Board, space: Prospects, what: int) -> bool:
    """Whether there is hope to find the techniques of the bits: always, if nothing is known of the position."""
    return bool(not is_known(board, space) or space.marks[HOPES] & what)


@inner
def keep(board: Board, space: Prospects, hopes: int) -> None:
    """Note what may be found in the position of the board."""
    for cell in range(space.known.size):
        space.known[cell] = int64(board.candidates[cell])
    space.marks[HOPES] = hopes


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
