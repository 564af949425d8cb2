"""The graph of a chain: nodes that are a digit in a cell or in several, and the strong and weak links between them.

Rows of the matrices are sets of nodes, one bit each, in as many words as the position needs, one row after another. A walk leaves
a node that is off by its strong links and one that is on by its weak links. The closure of the rows says which nodes a walk can
reach, so that a position without a chain costs only some ten thousand word operations. Each link is symmetric, and so is "this
off, therefore that on".

Every isomorphism keeps nodes, links, distances and their counts. It changes the numbering of the nodes, which only decides which
of several equally short chains is reported.

**Kinds of chains.** A chain is implications that lead from one candidate to another by strong and weak links in turn. Of two
candidates with a strong link one is true (a cell with two candidates, a house with two places for a digit); of two with a weak
link one is false (of a cell, or of a digit in a house). A chain that begins and ends with strong links says that one of its ends
is true. *X-chain*: all of one digit. *XY-chain*: through cells with two candidates. *AIC*: any links; both ends of one digit, or
in cells that see each other. *Discontinuous nice loop*: a chain that comes back to its start and shows that its first candidate
is false (type 2), or true (type 1, which clears the cell). *Continuous nice loop*: the ends themselves are weakly linked, so that
every weak link of the loop is strong as well. *Grouped*: a node may be all places of a digit that two houses share. *Almost
locked*: also a set of cells in a house with one digit more than cells links any two of its digits. A cell outside of that house
may follow the set, if the set takes all candidates but one from it (``nodes.py``). An AIC that eliminates one candidate only is
reported as the discontinuous loop which it also is.
"""

from __future__ import annotations

from bookmaker.logic.jit.bundle import Bundle, array, field
from bookmaker.logic.kernels.bits import lowest
from bookmaker.logic.kernels.rules import Array
from bookmaker.logic.techniques.finders import inner, int64
from bookmaker.logic.techniques.finders.prospects import Prospects
from bookmaker.logic.techniques.finders.scratch import Scratch

X, XY, PLAIN, GROUPED, ALMOST = range(5)
"""Which nodes and links a chain may have."""

CONTINUOUS, AIC, DISCONTINUOUS = range(3)
"""The conclusions of chains of the last three kinds, by their place in the family of the kind."""


KIND, NODES, SINGLES, GROUPED_NODES, WORDS, SETS = range(6)
"""Places in ``Graph.marks``: the kind built, -1 for none; its nodes; how many of them, the first, have one cell; how many are one
cell or a group; words of a row; almost locked sets.
"""

OFF, ON = int64(0), int64(1)
"""The states of a node."""

WEAK, STRONG, EASIER, STEP, REACH = range(5)
"""The matrices in ``Graph.rows``: the links; the strong links of the kind below, of chains without a group or an almost locked
set; the nodes that are on after any number of weak and strong links from a node that is on, and from one that is off.
"""

DIGIT, CELL, DEPTH, _, QUEUE, PATH, CHOICE, LINKED, SLOTS, BESIDE = range(10)
"""The lists: a node's digit; its cell, -1 where there are several; after a walk how many links from its start the node is when
OFF and, in the next list, when ON, -1 where it does not come; the walk's nodes, twice their number, plus 1 if on; the nodes of a
path, first to last; for each strong link of it the almost locked set, -1 for none; the set of the nodes with strong links, as
a row; a hash table of the nodes of several cells, -1 is empty; for each almost locked set the cell beside it, -1 for none."""

CLOSED, PENDING = DEPTH, DEPTH + 1
"""While the graph is closed, before any walk, these lists hold two sets of nodes, each as a row."""

CELLS, SEES, SET_CELLS = range(3)
"""The sets of cells in ``Graph.places``: a node's cells; the cells that see all of them; the cells of an almost locked set, and
the one beside it.
"""


class Graph(Bundle):
    """The graph of one thread, made by :func:`bookmaker.logic.techniques.workspaces.chain_graph`."""

    scratch: Scratch = field("see there")
    prospects: Prospects = field("which chains may be found")
    segments: Array = array("int64[n, words]", "the sets of two cells and more that two houses share. Read-only")
    rows: Array = array("int64[5, nodes * row]", "see WEAK .. REACH: rows of the words needed, one after another")
    lists: Array = array(
        "int64[10, length]", "see DIGIT .. BESIDE; the length is a power of two, twice the nodes or more"
    )
    places: Array = array("int64[3, nodes, words]", "see CELLS .. SET_CELLS")
    singles: Array = array("int64[cells, size + 1]", "the node of a candidate, -1 if it is none")
    set_nodes: Array = array(
        "int64[sets, size + 1]",
        "the digits of an almost locked set, as a mask, and for each the node of all its places; "
        "with a cell beside it also the digit left there, and that node",
    )
    marks: Array = array("int64[6]", "see KIND .. SETS")


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
def first_of(cells: Array) -> int:
    """The lowest of some cells."""
    for w in range(cells.size):
        if cells[w]:
            return int(w << 6 | lowest(cells[w]))
    return -1


@inner
def within(inside: Array, outside: Array) -> bool:
    """Whether one set of cells is a part of another."""
    left = int64(0)
    for w in range(inside.size):
        left |= inside[w] & ~outside[w]
    return bool(left == 0)


@inner
def _add_row(rows: Array, at: int, others: Array, other: int, words: int) -> None:
    for w in range(words):
        rows[at * words + w] |= others[other * words + w]


@inner
def close_row(rows: Array, first: int, node: int, words: int, closed: Array, pending: Array) -> None:
    """Add to the row of ``node`` in the matrix that begins at ``first`` all that is reached from it in more steps.

    A closed row is added as a whole; that is fast because most nodes reach each other. ``closed``: a row of the nodes with closed
    rows, to which the node is added. ``pending``: a scratch row.
    """
    base = first + node * words
    for w in range(words):
        pending[w] = rows[base + w]
    # The row of the node itself is in it from the beginning.
    pending[node >> 6] &= ~(int64(1) << (node & 63))
    more = True
    while more:
        more = False
        for w in range(words):
            while pending[w] & closed[w]:
                at = lowest(pending[w] & closed[w])
                other = first + (w << 6 | at) * words
                for v in range(words):
                    rows[base + v] |= rows[other + v]
                    pending[v] &= ~rows[other + v]
                # A node does not always reach itself.
                pending[w] &= ~(int64(1) << at)
        for w in range(words):
            if pending[w]:
                at = lowest(pending[w])
                other = first + (w << 6 | at) * words
                pending[w] &= ~(int64(1) << at)
                for v in range(words):
                    pending[v] |= rows[other + v] & ~rows[base + v]
                    rows[base + v] |= rows[other + v]
                pending[node >> 6] &= ~(int64(1) << (node & 63))
                more = True
                break
    closed[node >> 6] |= int64(1) << (node & 63)


@inner
def close(graph: Graph) -> None:
    """Fill ``linked``, ``step`` and ``reach``."""
    nodes, words = graph.marks[NODES], graph.marks[WORDS]
    wipe(graph.rows[STEP], nodes * words)
    wipe(graph.rows[REACH], nodes * words)
    wipe(graph.lists[LINKED], words)
    wipe(graph.lists[CLOSED], words)
    count = int64(0)
    for node in range(nodes):
        for w in range(words):
            if graph.rows[STRONG, node * words + w]:
                graph.lists[LINKED, node >> 6] |= int64(1) << (node & 63)
                graph.lists[QUEUE, count] = node
                count += 1
                break
    for i in range(count):
        node = graph.lists[QUEUE, i]
        for w in range(words):
            left = graph.rows[WEAK, node * words + w] & graph.lists[LINKED, w]
            while left:
                _add_row(graph.rows[STEP], node, graph.rows[STRONG], w << 6 | lowest(left), words)
                left &= left - 1
    for i in range(count):
        close_row(graph.rows[STEP], int64(0), graph.lists[QUEUE, i], words, graph.lists[CLOSED], graph.lists[PENDING])
    for i in range(count):
        node = graph.lists[QUEUE, i]
        for w in range(words):
            # A node that was reached before adds nothing to its first way.
            left = graph.rows[STRONG, node * words + w] & ~graph.rows[REACH, node * words + w]
            while left:
                _add_row(graph.rows[REACH], node, graph.rows[STEP], w << 6 | lowest(left), words)
                left &= (left - 1) & ~graph.rows[REACH, node * words + w]
        _add_row(graph.rows[REACH], node, graph.rows[STRONG], node, words)


@inner
def walk(graph: Graph, strong: Array, start: int, on: int) -> None:
    """Fill ``depth`` from node ``start``, ON or OFF, with ``strong`` or ``plain`` links, breadth first."""
    walk_near(graph, strong, start, on, int64(2 * graph.marks[NODES]))


@inner
def walk_near(graph: Graph, strong: Array, start: int, on: int, most: int) -> None:
    """As :func:`walk`, for nodes that are at most so many links away."""
    nodes, words = graph.marks[NODES], graph.marks[WORDS]
    for node in range(nodes):
        graph.lists[DEPTH, node] = -1
        graph.lists[DEPTH + 1, node] = -1
    graph.lists[DEPTH + on, start] = 0
    graph.lists[QUEUE, 0] = 2 * start + on
    head = int64(0)
    size = int64(1)
    while head < size:
        node, state = graph.lists[QUEUE, head] >> 1, graph.lists[QUEUE, head] & 1
        head += 1
        further = graph.lists[DEPTH + state, node] + 1
        if further > most:
            return
        rows = graph.rows[WEAK] if state == ON else strong
        for w in range(words):
            left = rows[node * words + w]
            while left:
                other = w << 6 | lowest(left)
                left &= left - 1
                if graph.lists[DEPTH + 1 - state, other] < 0:
                    graph.lists[DEPTH + 1 - state, other] = further
                    graph.lists[QUEUE, size] = 2 * other + 1 - state
                    size += 1


@inner
def before(graph: Graph, strong: Array, node: int, level: int, state: int, after: int) -> int:
    """The next node beyond number ``after`` that a walk has met at ``level`` in ``state`` and from which it came to ``node``.

    -1 if there is none.
    """
    words = graph.marks[WORDS]
    rows = strong if state == OFF else graph.rows[WEAK]
    first = (after + 1) >> 6
    for w in range(first, words):
        left = rows[node * words + w]
        if w == first:
            left &= -(int64(1) << ((after + 1) & 63))
        while left:
            other = w << 6 | lowest(left)
            left &= left - 1
            if graph.lists[DEPTH + state, other] == level:
                return int(other)
    return -1


@inner
def trace(graph: Graph, strong: Array, node: int, state: int) -> int:
    """Fill ``path`` with a shortest walk to ``node`` in ``state``, which the last one met. Returns its number of links."""
    length = graph.lists[DEPTH + state, node]
    graph.lists[PATH, length] = node
    for level in range(length - 1, -1, -1):
        state = 1 - state
        graph.lists[PATH, level] = before(graph, strong, graph.lists[PATH, level + 1], level, state, -1)
    return int(length)
