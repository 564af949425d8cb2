"""Finder of continuous nice loops, and the kernel of the tier of chains.

The implications of such a loop lead in a circle. All are true or all are false together, so that every weak link is strong too.

A loop is a weak link and a shortest chain from one of its ends to the other. Every such chain makes a loop of its own, because
each eliminates something else. A loop eliminates: the digit of a weak link from cells outside the loop that see both ends; the
other candidates of a cell that is a link; the other digits of an almost locked set. If one link closes more than MOST loops, only
the eliminations of the link itself are reported. Isomorphs have the same number, and no elimination is lost: each link of a loop
closes one.
"""

from __future__ import annotations

from bookmaker.logic.kernels.bits import lowest
from bookmaker.logic.kernels.rules import Array
from bookmaker.logic.techniques.families import CODES, Family
from bookmaker.logic.techniques.finders import inner, int64, kernel
from bookmaker.logic.techniques.finders.alternating_chains import (
    find_chains,
    next_set,
    note_node,
    note_sets,
    take_common,
)
from bookmaker.logic.techniques.finders.board import (
    EFFECTS,
    FOUND,
    IF_OFF,
    THEN_OFF,
    THEN_ON,
    Board,
    Tables,
    mark_unchanged,
    measure,
)
from bookmaker.logic.techniques.finders.graph import (
    AIC,
    ALMOST,
    BESIDE,
    CELL,
    CELLS,
    CHOICE,
    CONTINUOUS,
    DEPTH,
    DIGIT,
    EASIER,
    GROUPED,
    KIND,
    NODES,
    OFF,
    ON,
    PATH,
    PLAIN,
    REACH,
    SEES,
    SET_CELLS,
    STRONG,
    WEAK,
    WORDS,
    Graph,
    before,
    has,
    trace,
    walk,
    wipe,
)
from bookmaker.logic.techniques.finders.looking_ahead import look_at_chains
from bookmaker.logic.techniques.finders.nodes import build
from bookmaker.logic.techniques.finders.prospects import GROUPED as BY_GROUPS
from bookmaker.logic.techniques.finders.prospects import LOOPS, is_known, may_find
from bookmaker.logic.techniques.finders.prospects import PLAIN as BY_CANDIDATES
from bookmaker.logic.techniques.finders.scratch import clear, close, done, start, take_digits
from bookmaker.logic.techniques.finders.workspace import Workspace

MOST = 64
"""The most loops reported for one closing link."""


@inner
def _next_path(graph: Graph, length: int) -> bool:
    """Turn ``path`` into the next chain of this length with the same last node. Returns False after the last one."""
    for level in range(length):
        state = level & 1
        node = before(graph, graph.rows[STRONG], graph.lists[PATH, level + 1], level, state, graph.lists[PATH, level])
        if node >= 0:
            graph.lists[PATH, level] = node
            for lower in range(level - 1, -1, -1):
                upper = graph.lists[PATH, lower + 1]
                graph.lists[PATH, lower] = before(graph, graph.rows[STRONG], upper, lower, lower & 1, -1)
            return True
    return False


@inner
def _set_choices(graph: Graph, length: int) -> int:
    """Fill ``choice`` with the first almost locked set of each strong link. Returns how many such choices there are."""
    ways = int64(1)
    for i in range(0, length, 2):
        one, two = graph.lists[PATH, i], graph.lists[PATH, i + 1]
        first = int64(next_set(graph, one, two, -1))
        graph.lists[CHOICE, i >> 1] = first
        if first >= 0 and ways <= MOST:
            count = int64(0)
            while first >= 0:
                count += 1
                first = int64(next_set(graph, one, two, first))
            ways *= count
    return int(ways)


@inner
def _next_choice(graph: Graph, length: int) -> bool:
    for i in range(0, length, 2):
        at = graph.lists[CHOICE, i >> 1]
        if at >= 0:
            one, two = graph.lists[PATH, i], graph.lists[PATH, i + 1]
            further = int64(next_set(graph, one, two, at))
            graph.lists[CHOICE, i >> 1] = further if further >= 0 else int64(next_set(graph, one, two, -1))
            if further >= 0:
                return True
    return False


@inner
def _loops(graph: Graph, last: int) -> int:
    """The number of loops; any number above MOST means more than MOST."""
    count = int64(0)
    length = trace(graph, graph.rows[STRONG], last, ON)
    while True:
        count += _set_choices(graph, length)
        if count > MOST or not _next_path(graph, length):
            return int(count)


@inner
def _gather(board: Board, graph: Graph, gone: Array, sees: Array, digit: int) -> None:
    for w in range(board.spots.shape[1]):
        left = sees[w] & board.spots[digit, w]
        while left:
            gone[w << 6 | lowest(left)] |= int64(1) << (digit - 1)
            left &= left - 1


@inner
def _effects(board: Board, graph: Graph, length: int) -> None:
    """Fill ``lists[0]`` with the candidates of each cell that the loop in ``path`` and ``choice`` eliminates."""
    gone, seen, cells = graph.scratch.lists[0], graph.scratch.sets[0], graph.scratch.sets[1]
    wipe(gone, board.candidates.size)
    wipe(cells, cells.size)
    for i in range(length + 1):
        node = graph.lists[PATH, i]
        for w in range(cells.size):
            cells[w] |= graph.places[CELLS, node, w]
        at = graph.lists[CHOICE, i >> 1]
        if i & 1 == 0 and at >= 0:
            for w in range(cells.size):
                cells[w] |= graph.places[SET_CELLS, at, w]
            linked = int64(1) << (graph.lists[DIGIT, node] - 1) | int64(1) << (
                graph.lists[DIGIT, graph.lists[PATH, i + 1]] - 1
            )
            others = graph.set_nodes[at, 0] & ~linked
            while others:
                digit = lowest(others) + 1
                others &= others - 1
                for w in range(seen.size):
                    seen[w] = graph.places[SEES, graph.set_nodes[at, digit], w]
                beside = graph.lists[BESIDE, at]
                if beside >= 0 and graph.singles[beside, digit] >= 0:
                    for w in range(seen.size):
                        seen[w] &= graph.places[SEES, graph.singles[beside, digit], w]
                _gather(board, graph, gone, seen, digit)
    for i in range(1, length + 1, 2):
        one, two = graph.lists[PATH, i], graph.lists[PATH, i + 1 if i < length else 0]
        if graph.lists[DIGIT, one] == graph.lists[DIGIT, two]:
            for w in range(seen.size):
                seen[w] = graph.places[SEES, one, w] & graph.places[SEES, two, w]
            _gather(board, graph, gone, seen, graph.lists[DIGIT, one])
    for w in range(cells.size):
        left = cells[w]
        while left:
            gone[w << 6 | lowest(left)] = 0
            left &= left - 1
    for i in range(1, length + 1, 2):
        one, two = graph.lists[PATH, i], graph.lists[PATH, i + 1 if i < length else 0]
        # A link between different digits of related cells rules out no third candidate.
        if graph.lists[DIGIT, one] != graph.lists[DIGIT, two] and graph.lists[CELL, one] == graph.lists[CELL, two]:
            linked = int64(1) << (graph.lists[DIGIT, one] - 1) | int64(1) << (graph.lists[DIGIT, two] - 1)
            gone[graph.lists[CELL, one]] |= int64(board.candidates[graph.lists[CELL, one]]) & ~linked


@inner
def _plain(graph: Graph, length: int) -> bool:
    """Whether the loop belongs to an easier kind."""
    easy = True
    for i in range(0, length, 2):
        easy &= has(graph.rows[EASIER], graph.marks[WORDS], graph.lists[PATH, i], graph.lists[PATH, i + 1])
    return easy


@inner
def _finish(board: Board, graph: Graph, length: int) -> None:
    if close(board, graph.scratch, 0):
        if board.records.size:
            note_node(board, graph, graph.lists[PATH, 0], IF_OFF)
            for i in range(1, length + 1):
                note_node(board, graph, graph.lists[PATH, i], THEN_ON if i & 1 else THEN_OFF)
            note_node(board, graph, graph.lists[PATH, 0], THEN_OFF)
            note_sets(board, graph, (length + 1) >> 1)
        done(board)


@inner
def _write(board: Board, graph: Graph, code: int, kind: int, last: int) -> None:
    """Write the loops that the link from ``last`` to the start of the walk closes."""
    many = _loops(graph, last) > MOST
    if many and kind > PLAIN:
        # An easier kind that closes the link has reported it.
        first = graph.lists[PATH, 0]
        walk(graph, graph.rows[EASIER], first, OFF)
        easier = graph.lists[DEPTH + ON, last] >= 0
        walk(graph, graph.rows[STRONG], first, OFF)
        if easier:
            return
    length = trace(graph, graph.rows[STRONG], last, ON)
    more = True
    while more:
        if kind == PLAIN or not _plain(graph, length):
            _set_choices(graph, length)
            chosen = True
            while chosen:
                start(board, graph.scratch, code)
                if many:
                    first = graph.lists[PATH, 0]
                    if graph.lists[DIGIT, last] == graph.lists[DIGIT, first]:
                        take_common(board, graph, last, first)
                    elif graph.lists[CELL, last] == graph.lists[CELL, first]:
                        linked = int64(1) << (graph.lists[DIGIT, last] - 1) | int64(1) << (
                            graph.lists[DIGIT, first] - 1
                        )
                        take_digits(board, graph.scratch, graph.lists[CELL, last], ~linked)
                else:
                    _effects(board, graph, length)
                    for cell in range(board.candidates.size):
                        if graph.scratch.lists[0, cell]:
                            take_digits(board, graph.scratch, cell, graph.scratch.lists[0, cell])
                if board.marks[EFFECTS]:
                    measure(board, length + 1)
                _finish(board, graph, length)
                chosen = not many and _next_choice(graph, length)
            if many:
                return
        more = _next_path(graph, length)


@inner
def find_loops(board: Board, graph: Graph, code: int, kind: int) -> None:
    """Write every continuous loop of a kind whose graph is built."""
    words = graph.marks[WORDS]
    for node in range(graph.marks[NODES]):
        walked = False
        for w in range(words):
            left = (
                graph.rows[REACH, node * words + w]
                & graph.rows[WEAK, node * words + w]
                & ~graph.rows[STRONG, node * words + w]
            )
            while left:
                last = w << 6 | lowest(left)
                left &= left - 1
                # Both ends find a loop, with the same effects.
                if last > node:
                    if not walked:
                        walk(graph, graph.rows[STRONG], node, OFF)
                        walked = True
                    _write(board, graph, code, kind, last)


X_CHAIN = CODES["x-chain"]
NICE_LOOPS = Family.NICE_LOOPS.number


@kernel
def search(tables: Tables, board: Board, workspace: Workspace, order: Array) -> int:
    """As :func:`bookmaker.logic.techniques.finders.wings.search`, for this tier's techniques."""
    graph = workspace.graph
    graph.marks[KIND] = -1
    for i in range(order.size):
        if order[i] < 0:
            continue
        clear(board, graph.scratch)
        code = int64(order[i])
        shape = int64(AIC)
        kind = code & 15
        if code >> 4 >= NICE_LOOPS:
            kind = PLAIN + (code >> 4) - NICE_LOOPS
            shape = code & 15
        if kind == ALMOST:
            hope = bool(may_find(board, workspace.sets.prospects, LOOPS))
        else:
            if not is_known(board, graph.prospects):
                look_at_chains(tables, board, graph.prospects, workspace.sets)
            hope = bool(may_find(board, graph.prospects, BY_GROUPS if kind == GROUPED else BY_CANDIDATES))
        if not hope:
            continue
        build(tables, board, graph, kind)
        if shape == CONTINUOUS:
            find_loops(board, graph, code, kind)
        else:
            find_chains(tables, board, graph, code, kind, shape)
        if board.marks[FOUND]:
            return i
        for digit in range(1, tables.size + 1 if code == X_CHAIN else 1):
            mark_unchanged(board.digit_changed, digit, code)
    return -1
