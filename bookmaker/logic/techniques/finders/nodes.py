"""The nodes and links that the graph of each kind of chains has.

*Almost locked sets with a cell beside them*: the set, once locked, leaves one candidate to a cell outside its houses. A set that
lacks one digit holds all its others. The cell loses each of these whose places in the set it sees, all of them. If that leaves
the cell one candidate and took two or more, lacking the digit implies that candidate. (A chain through the cell covers the case
of one lost candidate.) Conversely, if the cell does not hold that candidate, it holds a digit that it takes from the set, so the
set has the digit it might lack. In a loop the set and the cell together hold each of the other digits once, so each leaves the
cells that see its places in both.
"""

from __future__ import annotations

from bookmaker.logic.kernels.bits import lowest, popcount
from bookmaker.logic.kernels.rules import Array
from bookmaker.logic.techniques.families import CODES
from bookmaker.logic.techniques.finders import inner, int64
from bookmaker.logic.techniques.finders.board import Board, Tables, has_changed, shared
from bookmaker.logic.techniques.finders.graph import (
    ALMOST,
    BESIDE,
    CELL,
    CELLS,
    DEPTH,
    DIGIT,
    EASIER,
    GROUPED,
    GROUPED_NODES,
    KIND,
    NODES,
    SEES,
    SET_CELLS,
    SETS,
    SINGLES,
    SLOTS,
    STRONG,
    WEAK,
    WORDS,
    XY,
    Graph,
    X,
    close,
    first_of,
    link,
    wipe,
    within,
)


@inner
def _taken(board: Board, graph: Graph, at: int, cell: int) -> int:
    """The candidates of a cell that see all their digit's places in an almost locked set."""
    taken = int64(0)
    left = graph.set_nodes[at, 0] & int64(board.candidates[cell])
    while left:
        digit = lowest(left) + 1
        left &= left - 1
        if (graph.places[SEES, graph.set_nodes[at, digit], cell >> 6] >> (cell & 63)) & 1:
            taken |= int64(1) << (digit - 1)
    return int(taken)


@inner
def _new_pair(tables: Tables, board: Board, graph: Graph, at: int, cell: int) -> bool:
    """Keep the almost locked set with the cell beside it, if that links anything. Returns False if it does not fit."""
    taken = int64(_taken(board, graph, at, cell))
    last = int64(board.candidates[cell]) & ~taken
    if popcount(last) != 1 or graph.set_nodes[at, 0] & ~taken & ~last == 0:
        return True
    for k in range(tables.house_count[cell]):
        # In a shared house set and cell are an almost locked set themselves.
        if within(graph.places[SET_CELLS, at], tables.members[tables.cell_houses[cell, k]]):
            return True
    to = graph.marks[SETS]
    if to == graph.set_nodes.shape[0]:
        return False
    graph.marks[SETS] = to + 1
    graph.lists[BESIDE, to] = cell
    for digit in range(graph.set_nodes.shape[1]):
        graph.set_nodes[to, digit] = graph.set_nodes[at, digit]
    graph.set_nodes[to, 0] |= last
    graph.set_nodes[to, lowest(last) + 1] = graph.singles[cell, lowest(last) + 1]
    for w in range(graph.places.shape[2]):
        graph.places[SET_CELLS, to, w] = graph.places[SET_CELLS, at, w]
    graph.places[SET_CELLS, to, cell >> 6] |= int64(1) << (cell & 63)
    return True


@inner
def _pairs(tables: Tables, board: Board, graph: Graph) -> bool:
    """Keep each almost locked set with each cell that it leaves one candidate when locked, having taken two or more."""
    once, twice = graph.scratch.sets[0], graph.scratch.sets[1]
    for at in range(graph.marks[SETS]):
        for w in range(once.size):
            once[w] = twice[w] = 0
        left = graph.set_nodes[at, 0]
        while left:
            digit = lowest(left) + 1
            left &= left - 1
            for w in range(once.size):
                seen = graph.places[SEES, graph.set_nodes[at, digit], w] & board.spots[digit, w]
                twice[w] |= once[w] & seen
                once[w] |= seen
        for w in range(twice.size):
            left = twice[w]
            while left:
                cell = w << 6 | lowest(left)
                left &= left - 1
                if not _new_pair(tables, board, graph, at, cell):
                    return False
    return True


@inner
def links_beside(tables: Tables, board: Board, graph: Graph) -> None:
    """Link a digit of an almost locked set with the last candidate of the cell beside it: lacking the one, the set forces the
    other.

    Conversely, without the other the cell takes a digit from the set, which then has the one. If the pairs do not fit, none is
    kept.
    """
    words, first = graph.marks[WORDS], graph.marks[SETS]
    if not _pairs(tables, board, graph):
        graph.marks[SETS] = first
    for at in range(first, graph.marks[SETS]):
        candidates = int64(board.candidates[graph.lists[BESIDE, at]])
        last = int64(-1)
        left = graph.set_nodes[at, 0] & candidates
        while left:
            node = graph.set_nodes[at, lowest(left) + 1]
            left &= left - 1
            if graph.lists[CELL, node] == graph.lists[BESIDE, at]:
                last = node
        left = graph.set_nodes[at, 0] & ~candidates
        while left:
            link(graph.rows[STRONG], words, graph.set_nodes[at, lowest(left) + 1], int64(last))
            left &= left - 1


X_CHAIN = CODES["x-chain"]


LARGEST, LARGEST_OF_MANY = 8, 4
"""The most cells of an almost locked set, in grids of sizes up to 9 and beyond."""


@inner
def _new_node(tables: Tables, graph: Graph, digit: int, cells: Array) -> int:
    node = graph.marks[NODES]
    graph.marks[NODES] = node + 1
    graph.lists[DIGIT, node] = digit
    count = int64(0)
    for w in range(cells.size):
        graph.places[CELLS, node, w] = cells[w]
        graph.places[SEES, node, w] = -1
        count += popcount(cells[w])
    for w in range(cells.size):
        left = cells[w]
        while left:
            cell = w << 6 | lowest(left)
            left &= left - 1
            graph.lists[CELL, node] = cell if count == 1 else -1
            for v in range(cells.size):
                graph.places[SEES, node, v] &= tables.seen[cell, v]
    return int(node)


@inner
def _node_of(tables: Tables, graph: Graph, digit: int, cells: Array) -> int:
    """The node of this digit in these cells, made if it is new; -1 if it does not fit."""
    count = int64(0)
    single = int64(0)
    mixed = int64(digit) * int64(0x9E3779B97F4A7C)
    for w in range(cells.size):
        count += popcount(cells[w])
        mixed = (mixed ^ cells[w]) * int64(0x2545F4914F6CDD1D)
        mixed ^= mixed >> 29
        if count == 1 and cells[w]:
            single = w << 6 | lowest(cells[w])
    if count == 1:
        return int(graph.singles[single, digit])
    at = mixed & (graph.lists.shape[1] - 1)
    while graph.lists[SLOTS, at] >= 0:
        node = graph.lists[SLOTS, at]
        if graph.lists[DIGIT, node] == digit:
            same = True
            for w in range(cells.size):
                if graph.places[CELLS, node, w] != cells[w]:
                    same = False
                    break
            if same:
                return int(node)
        at = (at + 1) & (graph.lists.shape[1] - 1)
    if graph.marks[NODES] == graph.places.shape[1]:
        return -1
    node = _new_node(tables, graph, digit, cells)
    graph.lists[SLOTS, at] = node
    return int(node)


@inner
def _is_one_of_two(tables: Tables, board: Board, cell: int, digit: int) -> bool:
    """Whether a house has one more place for a digit of a cell, and no other."""
    for k in range(tables.house_count[cell]):
        places = int64(board.places[tables.cell_houses[cell, k], digit])
        rest = places & (places - 1)
        if rest and rest & (rest - 1) == 0:
            return True
    return False


@inner
def _singles(tables: Tables, board: Board, graph: Graph, kind: int) -> None:
    """A node for each candidate; for XY-chains, in cells with two of them; for X-chains, of digits that have changed, and one of
    two in some house: no others have a strong link there.
    """
    cells = graph.scratch.sets[0]
    for cell in range(board.candidates.size):
        left = int64(board.candidates[cell])
        if kind == XY and popcount(left) != 2:
            continue
        while left:
            digit = lowest(left) + 1
            left &= left - 1
            if kind == X and not (
                has_changed(board.digit_changed, digit, X_CHAIN) and _is_one_of_two(tables, board, cell, digit)
            ):
                continue
            for w in range(cells.size):
                cells[w] = 0
            cells[cell >> 6] = int64(1) << (cell & 63)
            graph.singles[cell, digit] = _new_node(tables, graph, digit, cells)
    graph.marks[SINGLES] = graph.marks[NODES]


@inner
def _groups(tables: Tables, board: Board, graph: Graph) -> None:
    """A node for all places of a digit in each segment with two of them or more."""
    cells = graph.scratch.sets[0]
    for i in range(graph.segments.shape[0]):
        for digit in range(1, tables.size + 1):
            count = int64(0)
            for w in range(cells.size):
                cells[w] = graph.segments[i, w] & board.spots[digit, w]
                count += popcount(cells[w])
            if count >= 2:
                _node_of(tables, graph, digit, cells)


@inner
def _new_set(tables: Tables, board: Board, graph: Graph, count: int, digits: int) -> bool:
    """Keep the almost locked set of ``picks[0, :count]``. Returns False if it does not fit."""
    at = graph.marks[SETS]
    if at == graph.set_nodes.shape[0]:
        return False
    graph.marks[SETS] = at + 1
    graph.lists[BESIDE, at] = -1
    graph.set_nodes[at, 0] = digits
    held, places = graph.scratch.sets[0], graph.scratch.sets[1]
    for w in range(held.size):
        held[w] = 0
    for i in range(count):
        cell = graph.scratch.groups[0, i]
        held[cell >> 6] |= int64(1) << (cell & 63)
    for w in range(held.size):
        graph.places[SET_CELLS, at, w] = held[w]
    for digit in range(1, tables.size + 1):
        graph.set_nodes[at, digit] = -1
        if (digits >> (digit - 1)) & 1:
            for w in range(held.size):
                places[w] = held[w] & board.spots[digit, w]
            node = _node_of(tables, graph, digit, places)
            if node < 0:
                return False
            graph.set_nodes[at, digit] = node
    return True


@inner
def _sets_of(tables: Tables, board: Board, graph: Graph, house: int, count: int) -> bool:
    """Keep each almost locked set of ``count`` cells of the house. Returns False if they do not fit."""
    cells, union, places = graph.scratch.groups[0], graph.scratch.groups[1], graph.scratch.groups[2]
    depth = int64(0)
    at = int64(0)
    while True:
        if at == tables.size:
            if depth == 0:
                return True
            depth -= 1
            at = places[depth] + 1
            continue
        cell = int64(tables.houses[house, at])
        candidates = int64(board.candidates[cell])
        both = candidates | union[depth - 1] if depth else candidates
        if candidates and popcount(both) <= count + 1:
            cells[depth], union[depth], places[depth] = cell, both, at
            if depth < count - 1:
                depth += 1
            # A set of two houses is kept once.
            elif (
                popcount(both) == count + 1
                and shared(tables, cells, count, 0) == house
                and not _new_set(tables, board, graph, count, both)
            ):
                return False
        at += 1


@inner
def _sets(tables: Tables, board: Board, graph: Graph, most: int) -> bool:
    for house in range(tables.houses.shape[0]):
        for count in range(2, most + 1):
            if not _sets_of(tables, board, graph, house, count):
                return False
    return True


@inner
def _nodes(tables: Tables, board: Board, graph: Graph, kind: int) -> None:
    """Make all nodes. If the almost locked sets do not fit, the largest size is left out whole, as in every isomorph."""
    most = min(tables.size - 1, LARGEST if tables.size <= 9 else LARGEST_OF_MANY)
    while True:
        graph.marks[NODES] = 0
        graph.marks[SETS] = 0
        _singles(tables, board, graph, kind)
        if kind >= GROUPED:
            graph.lists[SLOTS, :] = -1
            _groups(tables, board, graph)
        graph.marks[GROUPED_NODES] = graph.marks[NODES]
        if kind != ALMOST or _sets(tables, board, graph, most):
            return
        most -= 1


@inner
def _link_related(tables: Tables, board: Board, graph: Graph, node: int) -> None:
    """Link a candidate weakly to those that it forbids in related cells."""
    cell, digit = graph.lists[CELL, node], graph.lists[DIGIT, node]
    for table in range(tables.allowed.shape[0]):
        gone = ~tables.allowed[table, digit - 1]
        for w in range(tables.related.shape[2]):
            near = tables.related[table, cell, w]
            while near:
                other = w << 6 | lowest(near)
                near &= near - 1
                left = int64(board.candidates[other]) & gone
                while left:
                    link(graph.rows[WEAK], graph.marks[WORDS], node, graph.singles[other, lowest(left) + 1])
                    left &= left - 1


@inner
def _weak_links(tables: Tables, board: Board, graph: Graph, kind: int) -> None:
    words, singles = graph.marks[WORDS], graph.marks[SINGLES]
    # The nodes of several cells, a list for each digit: its last, and for each node the one before.
    last, earlier = graph.lists[DEPTH], graph.lists[DEPTH + 1]
    for digit in range(tables.size + 1):
        last[digit] = -1
    for node in range(graph.marks[NODES]):
        digit = graph.lists[DIGIT, node]
        for w in range(board.spots.shape[1]):
            left = graph.places[SEES, node, w] & board.spots[digit, w]
            while left:
                other = graph.singles[w << 6 | lowest(left), digit]
                left &= left - 1
                if other >= 0 and node < singles:
                    # The other one is met with this one, too.
                    graph.rows[WEAK, node * words + (other >> 6)] |= int64(1) << (other & 63)
                elif other >= 0:
                    link(graph.rows[WEAK], words, node, other)
        if node < singles and kind not in (X, XY):
            cell = graph.lists[CELL, node]
            left = int64(board.candidates[cell]) & ~(int64(1) << (digit - 1))
            while left:
                link(graph.rows[WEAK], words, node, graph.singles[cell, lowest(left) + 1])
                left &= left - 1
            _link_related(tables, board, graph, node)
        if node >= singles:
            other = last[digit]
            earlier[node] = other
            last[digit] = node
            while other >= 0:
                if within(graph.places[CELLS, other], graph.places[SEES, node]):
                    link(graph.rows[WEAK], words, node, other)
                other = earlier[other]


@inner
def _strong_links(tables: Tables, board: Board, graph: Graph, kind: int) -> None:
    """Cells with two candidates, houses with two places."""
    words = graph.marks[WORDS]
    if kind != X:
        for cell in range(board.candidates.size):
            left = int64(board.candidates[cell])
            if popcount(left) == 2:
                one = graph.singles[cell, lowest(left) + 1]
                link(graph.rows[STRONG], words, one, graph.singles[cell, lowest(left & (left - 1)) + 1])
    if kind != XY:
        for house in range(tables.houses.shape[0]):
            for digit in range(1, tables.size + 1):
                places = int64(board.places[house, digit])
                one = graph.singles[tables.houses[house, lowest(places)], digit] if popcount(places) == 2 else int64(-1)
                if one >= 0:
                    other = graph.singles[tables.houses[house, lowest(places & (places - 1))], digit]
                    link(graph.rows[STRONG], words, one, int64(other))


@inner
def _group_links(tables: Tables, board: Board, graph: Graph) -> None:
    """Two nodes, one at least a group, that hold all places of a digit in a house between them, though neither does."""
    words = graph.marks[WORDS]
    places, rest = graph.scratch.sets[0], graph.scratch.sets[1]
    # The groups so far, a list for each digit: its last, and for each group the one before.
    last_of, earlier = graph.lists[DEPTH], graph.lists[DEPTH + 1]
    for digit in range(tables.size + 1):
        last_of[digit] = -1
    for one in range(graph.marks[SINGLES], graph.marks[GROUPED_NODES]):
        digit, cell = graph.lists[DIGIT, one], int64(first_of(graph.places[CELLS, one]))
        earlier[one] = last_of[digit]
        last_of[digit] = one
        for k in range(tables.house_count[cell]):
            house = int64(tables.cell_houses[cell, k])
            if not within(graph.places[CELLS, one], tables.members[house]):
                continue
            count = int64(0)
            last = int64(0)
            for w in range(places.size):
                places[w] = tables.members[house, w] & board.spots[digit, w]
                rest[w] = places[w] & ~graph.places[CELLS, one, w]
                count += popcount(rest[w])
                if count == 1 and rest[w]:
                    last = w << 6 | lowest(rest[w])
            if count == 1:
                link(graph.rows[STRONG], words, one, graph.singles[last, digit])
            if count == 0:
                continue
            other = earlier[one]
            while other >= 0:
                if (
                    within(rest, graph.places[CELLS, other])
                    and within(graph.places[CELLS, other], places)
                    and not within(places, graph.places[CELLS, other])
                ):
                    link(graph.rows[STRONG], words, one, other)
                other = earlier[other]


@inner
def _set_links(graph: Graph) -> None:
    """Any two digits of an almost locked set: without one of them the set is locked and has the other."""
    words = graph.marks[WORDS]
    for at in range(graph.marks[SETS]):
        left = graph.set_nodes[at, 0]
        while left:
            one = graph.set_nodes[at, lowest(left) + 1]
            left &= left - 1
            others = left
            while others:
                link(graph.rows[STRONG], words, one, graph.set_nodes[at, lowest(others) + 1])
                others &= others - 1


@inner
def _keep_plain(graph: Graph, size: int) -> None:
    for i in range(size):
        graph.rows[EASIER, i] = graph.rows[STRONG, i]


@inner
def build(tables: Tables, board: Board, graph: Graph, kind: int) -> None:
    """Build the graph of a kind of chains for the board, and close it, unless that is done."""
    if graph.marks[KIND] == kind:
        return
    graph.marks[KIND] = kind
    graph.singles[:] = -1
    _nodes(tables, board, graph, kind)
    nodes = graph.marks[NODES]
    words = (nodes + 63) >> 6
    graph.marks[WORDS] = words
    size = nodes * words
    wipe(graph.rows[WEAK], size)
    wipe(graph.rows[STRONG], size)
    _weak_links(tables, board, graph, kind)
    _strong_links(tables, board, graph, kind)
    if kind == GROUPED:
        _keep_plain(graph, size)
    if kind >= GROUPED:
        _group_links(tables, board, graph)
    if kind == ALMOST:
        _keep_plain(graph, size)
        _set_links(graph)
        links_beside(tables, board, graph)
    close(graph)
