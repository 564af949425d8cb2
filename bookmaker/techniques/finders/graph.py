"""The graph of a chain: nodes that are a digit in a cell or in several, and the strong and weak links between them.

Rows of the matrices are sets of nodes, one bit each, in as many words as the position needs, one row after another.
A walk leaves a node that is off by its strong links and one that is on by its weak links. What a walk can reach is closed by
Warshall's algorithm on these rows, so that a position without a chain is left after some ten thousand word operations.
Each link is symmetric, hence so is "this off, therefore that on".

Nodes, links, distances and their numbers are kept by every isomorphism; only the numbering of the nodes is not, and it
decides nothing but which of several equally short chains is told.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bookmaker.kernels.bits import lowest
from bookmaker.kernels.rules import Array
from bookmaker.techniques.finders.compiled import inner, int64
from bookmaker.techniques.finders.desk import Desk

KIND, NODES, SINGLES, GROUPED_NODES, WORDS, SETS = range(6)
"""Places in ``Graph.marks``: the kind built, -1 for none; its nodes; how many of them, the first ones, have one cell; how many
are one cell or a group; words of a row; almost locked sets."""

OFF, ON = int64(0), int64(1)
"""Rows of ``Graph.depth``."""


class Graph(NamedTuple):
    """Room for the graph of one thread, made by :func:`bookmaker.techniques.engine.chain_room`.

    desk         see there
    segments     int64[n, words]          the sets of two cells and more that two houses share. Read-only
    digit        int16[nodes]             of each node
    cell         int16[nodes]             its cell, -1 where there are several
    cells        int64[nodes, words]      its cells, as a set
    sees         int64[nodes, words]      what sees all of them
    singles      int16[cells, size + 1]   the node of a candidate
    slots        int16[power of two]      a hash table of the nodes of several cells, -1 is empty
    set_cells    int64[sets, words]       the cells of each almost locked set
    set_digits   int64[sets]              its digits, as a mask
    set_nodes    int16[sets, size + 1]    for each of these the node of all its places in the set
    weak, strong int64[nodes * row]       the links
    plain        int64[nodes * row]       the strong links of the kind below: of chains that need no group, or no such set
    step         int64[nodes * row]       node on: what is on after any number of weak and strong links
    reach        int64[nodes * row]       node off: what is on therefore
    linked       int64[row]               the nodes that have strong links
    depth        int16[2, nodes]          after a walk: links from its start to the node OFF and ON, -1 where it does not come
    queue        int32[2 * nodes]         the walk's nodes, twice their number, plus 1 if on
    path         int16[2 * nodes]         the nodes of a path, first to last
    choice       int16[2 * nodes]         for each strong link of it the almost locked set, -1 for none
    work         int64[4, words]          sets of cells
    picks        int64[3, 32]             a group of cells, the union of their candidates so far, their places in the house
    marks        int64[6]                 see KIND .. SETS
    """

    desk: Desk
    segments: npt.NDArray[np.int64]
    digit: npt.NDArray[np.int16]
    cell: npt.NDArray[np.int16]
    cells: npt.NDArray[np.int64]
    sees: npt.NDArray[np.int64]
    singles: npt.NDArray[np.int16]
    slots: npt.NDArray[np.int16]
    set_cells: npt.NDArray[np.int64]
    set_digits: npt.NDArray[np.int64]
    set_nodes: npt.NDArray[np.int16]
    weak: npt.NDArray[np.int64]
    strong: npt.NDArray[np.int64]
    plain: npt.NDArray[np.int64]
    step: npt.NDArray[np.int64]
    reach: npt.NDArray[np.int64]
    linked: npt.NDArray[np.int64]
    depth: npt.NDArray[np.int16]
    queue: npt.NDArray[np.int32]
    path: npt.NDArray[np.int16]
    choice: npt.NDArray[np.int16]
    work: npt.NDArray[np.int64]
    picks: npt.NDArray[np.int64]
    marks: npt.NDArray[np.int64]


@inner
def has(rows: Array, words: int, row: int, node: int) -> bool:
    """Whether ``node`` is in this row of a matrix."""
    return bool((rows[row * words + (node >> 6)] >> (node & 63)) & 1)


@inner
def link(rows: Array, words: int, one: int, two: int) -> None:
    """Link the two nodes, both ways."""
    rows[one * words + (two >> 6)] |= int64(1) << (two & 63)
    rows[two * words + (one >> 6)] |= int64(1) << (one & 63)


@inner
def wipe(rows: Array, size: int) -> None:
    """Set the first ``size`` words to zero."""
    for i in range(size):
        rows[i] = 0


@inner
def _add_row(rows: Array, at: int, others: Array, other: int, words: int) -> None:
    for w in range(words):
        rows[at * words + w] |= others[other * words + w]


@inner
def close(graph: Graph) -> None:
    """Fill ``linked``, ``step`` and ``reach``."""
    nodes, words = graph.marks[NODES], graph.marks[WORDS]
    wipe(graph.step, nodes * words)
    wipe(graph.reach, nodes * words)
    wipe(graph.linked, words)
    count = int64(0)
    for node in range(nodes):
        for w in range(words):
            if graph.strong[node * words + w]:
                graph.linked[node >> 6] |= int64(1) << (node & 63)
                graph.queue[count] = node
                count += 1
                break
    for i in range(count):
        node = graph.queue[i]
        for w in range(words):
            left = graph.weak[node * words + w] & graph.linked[w]
            while left:
                _add_row(graph.step, node, graph.strong, w << 6 | lowest(left), words)
                left &= left - 1
    for k in range(count):
        over = int64(graph.queue[k])
        for i in range(count):
            if has(graph.step, words, graph.queue[i], over):
                _add_row(graph.step, graph.queue[i], graph.step, over, words)
    for i in range(count):
        node = int64(graph.queue[i])
        _add_row(graph.reach, node, graph.strong, node, words)
        for w in range(words):
            left = graph.strong[node * words + w]
            while left:
                _add_row(graph.reach, node, graph.step, w << 6 | lowest(left), words)
                left &= left - 1


@inner
def walk(graph: Graph, strong: Array, start: int, on: int) -> None:
    """Fill ``depth`` from node ``start``, ON or OFF, with ``strong`` or ``plain`` links, breadth first."""
    nodes, words = graph.marks[NODES], graph.marks[WORDS]
    for node in range(nodes):
        graph.depth[OFF, node] = -1
        graph.depth[ON, node] = -1
    graph.depth[on, start] = 0
    graph.queue[0] = 2 * start + on
    head = int64(0)
    size = int64(1)
    while head < size:
        node, state = int64(graph.queue[head]) >> 1, int64(graph.queue[head]) & 1
        head += 1
        further = graph.depth[state, node] + 1
        rows = graph.weak if state == ON else strong
        for w in range(words):
            left = rows[node * words + w]
            while left:
                other = w << 6 | lowest(left)
                left &= left - 1
                if graph.depth[1 - state, other] < 0:
                    graph.depth[1 - state, other] = further
                    graph.queue[size] = 2 * other + 1 - state
                    size += 1


@inner
def before(graph: Graph, strong: Array, node: int, level: int, state: int, after: int) -> int:
    """The next node beyond number ``after`` that a walk has met at ``level`` in ``state`` and from which it came to ``node``.

    -1 if there is none.
    """
    words = graph.marks[WORDS]
    rows = strong if state == OFF else graph.weak
    for other in range(after + 1, graph.marks[NODES]):
        if graph.depth[state, other] == level and has(rows, words, node, other):
            return int(other)
    return -1


@inner
def trace(graph: Graph, strong: Array, node: int, state: int) -> int:
    """Fill ``path`` with a shortest walk to ``node`` in ``state``, which the last one met. Returns its number of links."""
    length = int64(graph.depth[state, node])
    graph.path[length] = node
    for level in range(length - 1, -1, -1):
        state = 1 - state
        graph.path[level] = before(graph, strong, int64(graph.path[level + 1]), level, state, -1)
    return int(length)
