"""Almost locked sets with a cell beside them: a cell outside the set's houses that the set, once locked, leaves one candidate.

A set that lacks one digit holds all its others. The cell loses each of these whose places in the set it sees, all of them. If
that leaves the cell one candidate and took two or more, lacking the digit implies that candidate. (A chain through the cell
covers the case of one lost candidate.) Conversely, if the cell does not hold that candidate, it holds a digit that it takes from
the set, so the set has the digit it might lack. In a loop the set and the cell together hold each of the other digits once, so
each leaves the cells that see its places in both.
"""

from __future__ import annotations

from bookmaker.logic.kernels.bits import lowest, popcount
from bookmaker.logic.techniques.finders.board import Board, Tables
from bookmaker.logic.techniques.finders.decorators import inner, int64
from bookmaker.logic.techniques.finders.graph import (
    BESIDE,
    CELL,
    SEES,
    SET_CELLS,
    SETS,
    STRONG,
    WORDS,
    Graph,
    link,
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
def links(tables: Tables, board: Board, graph: Graph) -> None:
    """Link a digit of an almost locked set with what the cell beside it is left with: lacking the one, the set forces the other.

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
