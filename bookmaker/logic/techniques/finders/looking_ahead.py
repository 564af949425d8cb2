"""Looking ahead: whether techniques of chains and of almost locked sets may find anything in a position.

:mod:`bookmaker.logic.techniques.finders.prospects` says why.

The nodes are those of ``nodes.py``. Only nodes of several cells that no cell sees are left out: no link turns them off, and they
turn nothing off. Strong links are cliques of nodes. Their sets come from ``almost_net.py``, which has every set of ``nodes.py``
where sets of all sizes fit there.
"""

from __future__ import annotations

from bookmaker.logic.kernels.bits import lowest, popcount
from bookmaker.logic.kernels.rules import Array
from bookmaker.logic.techniques.finders import inner, int64
from bookmaker.logic.techniques.finders.almost_net import (
    BY_DIGIT,
    COMPLETE,
    DIGIT,
    DIGIT_FROM,
    FIRST,
    IMPLIED,
    MASK,
    NODE_OF,
    SET_COUNT,
    Sets,
)
from bookmaker.logic.techniques.finders.board import Board, Tables
from bookmaker.logic.techniques.finders.implications import LANES, WORD
from bookmaker.logic.techniques.finders.prospects import (
    ALS,
    BLOSSOM,
    CANDIDATES,
    CELL,
    CELLS,
    CHAINED,
    CLIQUES,
    GROUPED,
    HOUSE,
    LOCKS,
    LONELY,
    LOOPS,
    MOST_WORDS,
    NODES,
    PLAIN,
    WORDS,
    Prospects,
    begin,
    empties_a_cell,
    empties_a_house,
    empties_a_stem,
    follow_chains,
    keep,
    loop_beside,
    settle,
    strong_links,
    weak_links,
)


@inner
def _new_node(tables: Tables, board: Board, space: Prospects, digit: int) -> int:
    """The number of a node of the cells in the next free row of ``cells``; -1 if it is a group that no cell sees."""
    node, words = space.marks[NODES], board.spots.shape[1]
    cells, seen = space.cells[node], space.seen[node]
    for w in range(words):
        seen[w] = board.spots[digit, w]
    for w in range(words):
        left = cells[w]
        while left:
            cell = w << 6 | lowest(left)
            left &= left - 1
            for v in range(words):
                seen[v] &= tables.seen[cell, v]
    some, count = int64(0), int64(0)
    for w in range(words):
        some |= seen[w]
        count += popcount(cells[w])
    if some == 0:
        space.marks[LONELY] += count == 1
        if count > 1:
            return -1
    space.digit[node] = digit
    space.marks[NODES] = node + 1
    return int(node)


@inner
def number_nodes(tables: Tables, board: Board, space: Prospects, sets: Sets, almost: bool) -> bool:
    """Number the nodes of each digit: candidates, then groups, then those of almost locked sets. False if they do not fit.

    Keeps the node of each of the sets' own in ``of_set``.
    """
    words, most = board.spots.shape[1], space.cells.shape[0]
    space.marks[NODES] = space.marks[CANDIDATES] = space.marks[LONELY] = 0
    widest = int64(0)
    for digit in range(1, tables.size + 1):
        space.first[digit] = space.marks[NODES]
        for w in range(words):
            left = board.spots[digit, w]
            while left:
                cell = w << 6 | lowest(left)
                left &= left - 1
                for v in range(words):
                    space.cells[space.marks[NODES], v] = int64(0)
                space.cells[space.marks[NODES], w] = int64(1) << (cell & 63)
                node = int64(_new_node(tables, board, space, digit))
                space.number[cell, digit] = node
                space.candidate[node] = space.marks[CANDIDATES]
                space.node[space.marks[CANDIDATES]] = node
                space.marks[CANDIDATES] += 1
        space.groups[digit] = space.marks[NODES]
        for i in range(space.segments.shape[0]):
            if space.marks[NODES] == most:
                return False
            count = int64(0)
            for w in range(words):
                both = space.segments[i, w] & board.spots[digit, w]
                space.cells[space.marks[NODES], w] = both
                count += popcount(both)
            if count > 1:
                _new_node(tables, board, space, digit)
        space.groups_end[digit] = space.marks[NODES]
        for k in range(
            sets.sets[DIGIT_FROM + digit] if almost else 0, sets.sets[DIGIT_FROM + digit + 1] if almost else 0
        ):
            own = sets.sets[BY_DIGIT + k]
            if space.marks[NODES] == most:
                return False
            count, last = int64(0), int64(0)
            for w in range(words):
                space.cells[space.marks[NODES], w] = sets.places[own, w]
                count += popcount(sets.places[own, w])
                if sets.places[own, w]:
                    last = w << 6 | lowest(sets.places[own, w])
            space.of_set[own] = _new_node(tables, board, space, digit) if count > 1 else space.number[last, digit]
        widest = max(widest, space.marks[NODES] - space.first[digit])
    space.first[tables.size + 1] = space.marks[NODES]
    space.marks[WORDS] = (widest + 63) >> 6
    return bool(space.marks[WORDS] <= MOST_WORDS)


@inner
def list_causes(tables: Tables, board: Board, space: Prospects) -> None:
    """Fill ``causes``: a node is turned off by those whose peers are all its cells, or more."""
    words, span = board.spots.shape[1], space.marks[WORDS]
    for digit in range(1, tables.size + 1):
        first = space.first[digit]
        for w in range(words):
            left = board.spots[digit, w]
            while left:
                row = (w << 6 | lowest(left)) * span
                left &= left - 1
                for v in range(span):
                    space.sees[row + v] = 0
        for node in range(first, space.first[digit + 1]):
            at = node - first
            for w in range(words):
                left = space.seen[node, w]
                while left:
                    space.sees[(w << 6 | lowest(left)) * span + (at >> 6)] |= int64(1) << (at & 63)
                    left &= left - 1
        for node in range(first, space.first[digit + 1]):
            row = node * span
            for v in range(span):
                space.causes[row + v] = -1
            for w in range(words):
                left = space.cells[node, w]
                while left:
                    other = (w << 6 | lowest(left)) * span
                    left &= left - 1
                    for v in range(span):
                        space.causes[row + v] &= space.sees[other + v]


@inner
def _close(space: Prospects, end: int) -> bool:
    """Keep a clique whose members end before ``end``. Returns False without room for another one."""
    count = space.marks[CLIQUES] + 1
    space.marks[CLIQUES] = count
    space.start[count] = end
    return bool(count + 1 < space.start.size and end + 64 < space.members.size)


@inner
def _pair(space: Prospects, one: int, two: int) -> bool:
    """Keep two nodes with a strong link. Returns as :func:`_close`."""
    at = space.start[space.marks[CLIQUES]]
    space.members[at] = one
    space.members[at + 1] = two
    space.stale[one] = space.stale[two] = 1
    return bool(_close(space, at + 2))


@inner
def _link_cells(board: Board, space: Prospects) -> bool:
    """Keep the cells with two candidates. Returns as :func:`_close`."""
    fits = True
    for cell in range(board.candidates.size):
        left = int64(board.candidates[cell])
        rest = left & (left - 1)
        if rest and rest & (rest - 1) == 0 and fits:
            fits = _pair(space, space.number[cell, lowest(left) + 1], space.number[cell, lowest(rest) + 1])
    return fits


@inner
def _link_houses(tables: Tables, board: Board, space: Prospects) -> bool:
    """Keep the houses with two places for a digit. Returns as :func:`_close`."""
    fits = True
    for house in range(tables.houses.shape[0]):
        for digit in range(1, tables.size + 1):
            left = int64(board.places[house, digit])
            rest = left & (left - 1)
            if rest and rest & (rest - 1) == 0 and fits:
                one, two = tables.houses[house, lowest(left)], tables.houses[house, lowest(rest)]
                fits = _pair(space, space.number[one, digit], space.number[two, digit])
    return fits


@inner
def link_groups(tables: Tables, board: Board, space: Prospects) -> bool:
    """Keep the groups that hold all places of a digit in a house with one more cell, or group. Returns as :func:`_close`."""
    words, fits = board.spots.shape[1], True
    for digit in range(1, tables.size + 1):
        listed = int64(0)
        space.groups_in[:] = -1
        for one in range(space.groups[digit], space.groups_end[digit]):
            first = int64(-1)
            for w in range(words):
                if space.cells[one, w] and first < 0:
                    first = w << 6 | lowest(space.cells[one, w])
            for k in range(tables.house_count[first]):
                house = int64(tables.cell_houses[first, k])
                outside, count, last = int64(0), int64(0), int64(0)
                for w in range(words):
                    outside |= space.cells[one, w] & ~tables.members[house, w]
                    rest = tables.members[house, w] & board.spots[digit, w] & ~space.cells[one, w]
                    count += popcount(rest)
                    if rest:
                        last = w << 6 | lowest(rest)
                if outside or count == 0 or not fits:
                    continue
                if count == 1:
                    fits = _pair(space, one, space.number[last, digit])
                entry = space.groups_in[house]
                space.listed[listed, 0], space.listed[listed, 1] = one, entry
                space.groups_in[house] = listed
                listed += 1
                while entry >= 0 and fits:
                    other = space.listed[entry, 0]
                    entry = space.listed[entry, 1]
                    missed = int64(0)
                    for w in range(words):
                        places = tables.members[house, w] & board.spots[digit, w]
                        missed |= places & ~space.cells[one, w] & ~space.cells[other, w]
                    if missed == 0:
                        fits = _pair(space, one, other)
    return fits


@inner
def link_sets(space: Prospects, sets: Sets) -> bool:
    """Keep the almost locked sets. Returns as :func:`_close`."""
    fits = True
    for one in range(sets.counts[SET_COUNT]):
        at = space.start[space.marks[CLIQUES]]
        for state in range(sets.sets[FIRST + one], sets.sets[FIRST + one + 1]):
            node = space.of_set[sets.sets[NODE_OF + state]]
            space.members[at] = node
            space.stale[node] = 1
            at += 1
        fits = fits and _close(space, at)
    return fits


@inner
def _node_around(tables: Tables, board: Board, space: Prospects, house: int, cell: int, digit: int) -> int:
    """The node of all places of a digit in a house but for the ``cell``."""
    left = int64(board.places[house, digit])
    others, last = int64(0), int64(-1)
    while left:
        place = int64(tables.houses[house, lowest(left)])
        left &= left - 1
        if place != cell:
            others += 1
            last = place
    if others == 1:
        return int(space.number[last, digit])
    for node in range(space.groups[digit], space.groups_end[digit]):
        differ = int64(0)
        for w in range(board.spots.shape[1]):
            places = tables.members[house, w] & board.spots[digit, w]
            if cell >> 6 == w:
                places &= ~(int64(1) << (cell & 63))
            differ |= places ^ space.cells[node, w]
        if differ == 0:
            return node
    return -1


@inner
def link_implied(tables: Tables, board: Board, space: Prospects, sets: Sets) -> None:
    """List in ``around`` the cells that sets leave out."""
    at = int64(0)
    space.around[0] = 0
    for k in range(sets.counts[IMPLIED]):
        house, cell = sets.implied[k, 0], sets.implied[k, 1]
        left = int64(board.candidates[cell])
        while left:
            digit = lowest(left) + 1
            left &= left - 1
            space.rest[at, 0], space.rest[at, 1] = space.number[cell, digit], int64(-1)
            if (sets.implied[k, 2] >> (digit - 1)) & 1:
                space.rest[at, 1] = _node_around(tables, board, space, house, cell, digit)
            at += 1
        space.around[k + 1] = at
    space.marks[CELLS] = sets.counts[IMPLIED]


@inner
def _share_a_house(tables: Tables, cells: Array, cell: int) -> bool:
    """Whether a house of the cell holds all the others: then they are an almost locked set together, and one that is listed."""
    for k in range(tables.house_count[cell]):
        house, outside = int64(tables.cell_houses[cell, k]), int64(0)
        for w in range(cells.size):
            outside |= cells[w] & ~tables.members[house, w]
        if outside == 0:
            return True
    return False


@inner
def link_beside(tables: Tables, board: Board, space: Prospects, sets: Sets) -> bool:
    """Keep the sets with a cell beside them, the node in the cell last. Returns as :func:`_close`."""
    words, fits = board.spots.shape[1], True
    once, twice = sets.scratch.sets[0], sets.scratch.sets[1]
    space.marks[LOCKS] = 0
    for one in range(sets.counts[SET_COUNT]):
        begin_, end = sets.sets[FIRST + one], sets.sets[FIRST + one + 1]
        for w in range(words):
            once[w] = twice[w] = 0
        for state in range(begin_, end):
            for w in range(words):
                seen = sets.seen[sets.sets[NODE_OF + state], w]
                twice[w] |= once[w] & seen
                once[w] |= seen
        for w in range(words):
            left = twice[w]
            while left and fits:
                cell = w << 6 | lowest(left)
                left &= left - 1
                mine = last = int64(board.candidates[cell])
                locked = int64(0)
                for state in range(begin_, end):
                    node = sets.sets[NODE_OF + state]
                    if (sets.seen[node, w] >> (cell & 63)) & 1:
                        last &= ~(int64(1) << (sets.sets[DIGIT + node] - 1))
                        for v in range(words):
                            locked |= sets.seen[node, v] & tables.seen[cell, v]
                if last == 0 or last & (last - 1) or sets.sets[MASK + one] & ~mine == 0:
                    continue
                if _share_a_house(tables, sets.cells[one], cell):
                    continue
                at = space.start[space.marks[CLIQUES]]
                for state in range(begin_, end):
                    node = sets.sets[NODE_OF + state]
                    if (mine >> (sets.sets[DIGIT + node] - 1)) & 1 == 0:
                        space.members[at] = space.of_set[node]
                        space.stale[space.of_set[node]] = 1
                        at += 1
                space.members[at] = space.number[cell, lowest(last) + 1]
                space.stale[space.members[at]] = 1
                if locked:
                    space.locks[space.marks[LOCKS]] = space.marks[CLIQUES]
                    space.marks[LOCKS] += 1
                fits = _close(space, at + 1)
    return fits


@inner
def link_plain(tables: Tables, board: Board, space: Prospects) -> bool:
    """Keep cells and houses. Returns as :func:`_close`."""
    return bool(_link_cells(board, space) and _link_houses(tables, board, space))


@inner
def _take_again(space: Prospects, first: int, count: int) -> None:
    """Follow the cliques from ``first`` on, ``count`` in all, as if they were new: for other candidates."""
    space.marks[CLIQUES] = count
    for i in range(space.start[first], space.start[count]):
        space.stale[space.members[i]] = 1


@inner
def look_at_chains(tables: Tables, board: Board, space: Prospects, sets: Sets) -> None:
    """Note whether there may be chains without almost locked sets, or cell and house forcing chains."""
    hopes, missing = int64(0), PLAIN | GROUPED | CELL | HOUSE
    space.marks[CELLS] = 0
    space.marks[CHAINED] = 1
    if not number_nodes(tables, board, space, sets, False):
        keep(board, space, missing)
        return
    list_causes(tables, board, space)
    space.marks[CLIQUES] = 0
    fits = bool(link_plain(tables, board, space))
    plain = space.marks[CLIQUES]
    grouped = int64(-1)
    for base in range(0, space.marks[CANDIDATES], LANES * WORD):
        begin(tables, space, base)
        _take_again(space, int64(0), plain)
        if not fits or settle(tables, board, space, base):
            hopes = missing
            break
        if space.marks[LONELY] or empties_a_cell(board, space):
            hopes |= CELL
        if space.marks[LONELY] or empties_a_house(tables, board, space):
            hopes |= HOUSE
        if grouped < 0:
            if not link_groups(tables, board, space):
                hopes |= GROUPED
            grouped = space.marks[CLIQUES]
        _take_again(space, plain, grouped)
        if hopes & GROUPED == 0 and settle(tables, board, space, base):
            hopes |= GROUPED
        if hopes == missing:
            break
    keep(board, space, hopes)


@inner
def look_at_sets(tables: Tables, board: Board, space: Prospects, sets: Sets) -> None:
    """Note whether techniques of almost locked sets may find anything, and chains with these, after lean sets are listed.

    Techniques of sets alone go from set to set by one digit.
    """
    hopes, missing = int64(0), ALS | BLOSSOM | LOOPS
    if not number_nodes(tables, board, space, sets, True):
        keep(board, space, missing)
        return
    list_causes(tables, board, space)
    link_implied(tables, board, space, sets)
    space.marks[CLIQUES] = 0
    fits = bool(link_sets(space, sets))
    own = space.marks[CLIQUES]
    every = int64(-1)
    for base in range(0, space.marks[CANDIDATES], LANES * WORD):
        begin(tables, space, base)
        space.marks[CHAINED] = 0
        _take_again(space, int64(0), own)
        if not fits:
            hopes = missing
            break
        weak_links(tables, board, space)
        strong_links(space)
        weak_links(tables, board, space)
        if empties_a_stem(tables, board, space, base):
            hopes |= BLOSSOM
        if settle(tables, board, space, base):
            hopes |= ALS | LOOPS
        elif hopes & LOOPS == 0:
            if every < 0:
                if (
                    not sets.counts[COMPLETE]
                    or space.marks[LONELY]
                    or not (link_plain(tables, board, space) and link_groups(tables, board, space))
                    or not link_beside(tables, board, space, sets)
                ):
                    hopes |= LOOPS
                every = space.marks[CLIQUES]
            _take_again(space, own, every)
            follow_chains(space)
            if hopes & LOOPS == 0 and (settle(tables, board, space, base) or loop_beside(space, base)):
                hopes |= LOOPS
        if hopes == missing:
            break
    keep(board, space, hopes)
