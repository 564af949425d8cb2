"""The nodes by which :mod:`bookmaker.logic.techniques.finders.looking_ahead` looks ahead, and what turns them off.

They are the nodes of ``nodes.py``. Only nodes of several cells that no cell sees are left out: no link turns them off, and they
turn nothing off.
"""

from __future__ import annotations

from bookmaker.logic.kernels.bits import lowest, popcount
from bookmaker.logic.techniques.finders.almost_net import BY_DIGIT, DIGIT_FROM, Sets
from bookmaker.logic.techniques.finders.board import Board, Tables
from bookmaker.logic.techniques.finders.decorators import inner, int64
from bookmaker.logic.techniques.finders.prospects import CANDIDATES, LONELY, MOST_WORDS, NODES, WORDS, Prospects


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
