"""Almost locked sets with a cell beside them: a cell, outside of the set's houses, that a locked set leaves one candidate.

A set that has lost one digit holds each of its others. A cell loses those of which it sees all places in the set. Where these
are two candidates or more, and all but one, the set without the one digit makes the cell what is left; of a single
such candidate the chain through the cell says as much. Conversely, the cell without what is left holds a digit that it
takes from the set, which hence has the one. In a loop the set and the cell hold each digit but the two once, so that
each goes from all that sees its places in both.
"""

from __future__ import annotations

from bookmaker.kernels.bits import lowest, popcount
from bookmaker.techniques.finders.board import Board, Tables
from bookmaker.techniques.finders.decorators import inner, int64
from bookmaker.techniques.finders.graph import BESIDE, CELL, SEES, SET_CELLS, SETS, STRONG, WORDS, Graph, link, within


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
    """Keep the almost locked set with the cell beside it, if that links anything. Returns False where there is no room for it."""
    taken = int64(_taken(board, graph, at, cell))
    last = int64(board.candidates[cell]) & ~taken
    if popcount(last) != 1 or graph.set_nodes[at, 0] & ~taken & ~last == 0:
        return True
    for k in range(tables.house_count[cell]):
        # There the two are an almost locked set themselves.
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
    """Keep each almost locked set with each cell that it takes two candidates from, and leaves one, when it is locked."""
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
def links(tables: Tables, board: Board, graph: Graph) -> None:
    """A digit of an almost locked set and what the cell beside it is left with: without the one it has all its others.

    And without the other the cell holds one that it takes from the set, which hence has the one. Where these find no room, all
    are left out.
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
