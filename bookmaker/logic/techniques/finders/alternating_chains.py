"""Finder of chains with two ends, and of loops that come back to their first candidate.

The closed graph says whether a chain joins two nodes; a chain is walked only if it eliminates something. As everywhere in the
harder tiers, the eliminations make the instance. Of the chains that prove it, a shortest one is reported.
"""

from __future__ import annotations

from bookmaker.logic.kernels.bits import lowest, popcount
from bookmaker.logic.techniques.finders import inner, int64
from bookmaker.logic.techniques.finders.board import (
    CANDIDATE,
    EASY_LINKS,
    IF_OFF,
    IF_ON,
    MEMBER,
    MORE,
    SET,
    SHORTEST,
    THEN_OFF,
    THEN_ON,
    Board,
    Tables,
    measure,
    note,
)
from bookmaker.logic.techniques.finders.graph import (
    AIC,
    ALMOST,
    BESIDE,
    CELL,
    CELLS,
    CHOICE,
    DEPTH,
    DIGIT,
    EASIER,
    KIND,
    LINKED,
    NODES,
    OFF,
    ON,
    PATH,
    PLAIN,
    REACH,
    SEES,
    SET_CELLS,
    SETS,
    SINGLES,
    STRONG,
    WEAK,
    WORDS,
    XY,
    Graph,
    has,
    trace,
    walk,
    walk_near,
)
from bookmaker.logic.techniques.finders.scratch import close, done, see_each_other, start, take, take_digits


@inner
def _through(graph: Graph, one: int, last: int, beside: int) -> bool:
    """Whether a node of a set is linked with the last candidate of the cell beside it: the cell lacks the node's digit."""
    return bool(graph.lists[CELL, last] == beside and graph.singles[beside, graph.lists[DIGIT, one]] < 0)


@inner
def next_set(graph: Graph, one: int, two: int, after: int) -> int:
    """The next almost locked set beyond number ``after`` that links the two nodes, -1 if none. None is named for a plain link."""
    if graph.marks[KIND] != ALMOST or has(graph.rows[EASIER], graph.marks[WORDS], one, two):
        return -1
    for at in range(after + 1, graph.marks[SETS]):
        if graph.set_nodes[at, graph.lists[DIGIT, one]] == one and graph.set_nodes[at, graph.lists[DIGIT, two]] == two:
            beside = graph.lists[BESIDE, at]
            if beside < 0 or _through(graph, one, two, beside) or _through(graph, two, one, beside):
                return int(at)
    return -1


@inner
def note_node(board: Board, graph: Graph, node: int, role: int) -> None:
    """Note a node of a chain."""
    for w in range(graph.places.shape[2]):
        left = graph.places[CELLS, node, w]
        while left:
            note(board, CANDIDATE, role, w << 6 | lowest(left), graph.lists[DIGIT, node])
            role = MORE
            left &= left - 1


@inner
def note_sets(board: Board, graph: Graph, links: int) -> None:
    """Note the almost locked sets of ``choice``, for a chain of this many strong links."""
    for i in range(links):
        at = graph.lists[CHOICE, i]
        role = SET
        if at >= 0:
            for w in range(graph.places.shape[2]):
                left = graph.places[SET_CELLS, at, w]
                while left:
                    cell = w << 6 | lowest(left)
                    left &= left - 1
                    digits = int64(board.candidates[cell])
                    while digits:
                        note(board, CANDIDATE, role, cell, lowest(digits) + 1)
                        role = MEMBER
                        digits &= digits - 1


@inner
def _tell(board: Board, graph: Graph, first: int, first_state: int, last: int, last_state: int) -> None:
    """Note a shortest chain between the two."""
    if board.records.size == 0:
        return
    walk(graph, graph.rows[STRONG], first, first_state)
    length = trace(graph, graph.rows[STRONG], last, last_state)
    sets = int64(0)
    state = int64(first_state)
    for i in range(length + 1):
        node = graph.lists[PATH, i]
        if i == 0:
            note_node(board, graph, node, IF_ON if state == ON else IF_OFF)
        else:
            note_node(board, graph, node, THEN_ON if state == ON else THEN_OFF)
            if state == ON:
                graph.lists[CHOICE, sets] = next_set(graph, graph.lists[PATH, i - 1], node, -1)
                sets += 1
        state = 1 - state
    note_sets(board, graph, sets)


@inner
def common(board: Board, graph: Graph, one: int, two: int) -> int:
    """How many places of their digit see both nodes, which are of one digit."""
    count = int64(0)
    for w in range(board.spots.shape[1]):
        count += popcount(
            graph.places[SEES, one, w] & graph.places[SEES, two, w] & board.spots[graph.lists[DIGIT, one], w]
        )
    return int(count)


@inner
def take_common(board: Board, graph: Graph, one: int, two: int) -> None:
    """The open instance eliminates what :func:`common` counts."""
    digit = graph.lists[DIGIT, one]
    for w in range(board.spots.shape[1]):
        left = graph.places[SEES, one, w] & graph.places[SEES, two, w] & board.spots[digit, w]
        while left:
            take(board, graph.scratch, w << 6 | lowest(left), digit)
            left &= left - 1


@inner
def _crossed(tables: Tables, board: Board, graph: Graph, one: int, two: int) -> int:
    """How many candidates two ends of different digits eliminate in cells that see each other: each loses the other's digit."""
    a, z = graph.lists[CELL, one], graph.lists[CELL, two]
    if a < 0 or z < 0 or not see_each_other(tables, a, z):
        return 0
    p, q = graph.lists[DIGIT, one], graph.lists[DIGIT, two]
    return int(((int64(board.candidates[a]) >> (q - 1)) & 1) + ((int64(board.candidates[z]) >> (p - 1)) & 1))


@inner
def _measure(board: Board, graph: Graph, start: int, state: int, count: int) -> None:
    """Measure the chains from a node to each of the first ``count`` in PATH, in the other state, unless a shorter is known."""
    if board.marks[SHORTEST] == EASY_LINKS:
        return
    most = board.marks[SHORTEST] - 1 if board.marks[SHORTEST] else 2 * graph.marks[NODES]
    walk_near(graph, graph.rows[STRONG], start, state, most)
    for i in range(count):
        links = graph.lists[DEPTH + 1 - state, graph.lists[PATH, i]]
        if links > 0:
            measure(board, links)


@inner
def _returns(graph: Graph, node: int) -> bool:
    """Whether the node, when on, is off by a chain.

    A single strong link between places of a digit, or in a cell, leaves nothing for chains. One in an almost locked set does,
    where cells are related: the candidate takes a digit from the set, which then has one that forbids the candidate.
    """
    words = graph.marks[WORDS]
    for w in range(words):
        left = graph.rows[WEAK, node * words + w] & graph.lists[LINKED, w]
        while left:
            other = w << 6 | lowest(left)
            left &= left - 1
            for v in range(words):
                far = graph.rows[REACH, other * words + v]
                if graph.marks[KIND] != ALMOST:
                    far &= ~graph.rows[STRONG, other * words + v]
                if far & graph.rows[WEAK, node * words + v]:
                    return True
    return False


@inner
def _turns(graph: Graph) -> bool:
    """Whether some candidate, when on, is off by a chain, as all those are that two ends of a chain eliminate."""
    for node in range(graph.marks[SINGLES]):
        if _returns(graph, node):
            return True
    return False


@inner
def _ends(tables: Tables, board: Board, graph: Graph, code: int, kind: int) -> None:
    """Chains between two ends of which one is true: all that sees both goes.

    Two cells with the same two candidates that see each other are not an XY-chain but a naked pair. An AIC takes two candidates
    or more, and none of a harder kind joins the ends of an easier one. All chains are measured, those too that prove a
    conclusion that another has proved: which of them is found first depends on the numbering.
    """
    words = graph.marks[WORDS]
    if kind >= PLAIN and not _turns(graph):
        return
    needed = 1 if kind <= XY else 2
    for one in range(graph.marks[NODES]):
        walked = False
        found = int64(0)
        for w in range(one >> 6, words):
            left = graph.rows[REACH, one * words + w] & ~graph.rows[STRONG, one * words + w]
            while left:
                two = w << 6 | lowest(left)
                left &= left - 1
                if two <= one:
                    continue
                same = graph.lists[DIGIT, one] == graph.lists[DIGIT, two]
                if same:
                    if common(board, graph, one, two) < needed:
                        continue
                    pair = kind == XY and has(graph.rows[WEAK], words, one, two)
                    if pair and board.candidates[graph.lists[CELL, one]] == board.candidates[graph.lists[CELL, two]]:
                        continue
                elif kind < PLAIN or _crossed(tables, board, graph, one, two) < needed:
                    continue
                if kind > PLAIN:
                    if not walked:
                        walk(graph, graph.rows[EASIER], one, OFF)
                        walked = True
                    if graph.lists[DEPTH + ON, two] >= 0:
                        continue
                if board.records.size == 0:
                    graph.lists[PATH, found] = two
                    found += 1
                start(board, graph.scratch, code)
                if same:
                    take_common(board, graph, one, two)
                else:
                    take(board, graph.scratch, graph.lists[CELL, one], graph.lists[DIGIT, two])
                    take(board, graph.scratch, graph.lists[CELL, two], graph.lists[DIGIT, one])
                if close(board, graph.scratch, 0):
                    _tell(board, graph, one, OFF, two, ON)
                    walked = False
                    done(board)
        if found:
            _measure(board, graph, one, OFF, found)


@inner
def _back(board: Board, graph: Graph, code: int, kind: int) -> None:
    """Candidates that are false because on implies off, or true because off implies on."""
    words = graph.marks[WORDS]
    for node in range(graph.marks[SINGLES]):
        cell, digit = graph.lists[CELL, node], graph.lists[DIGIT, node]
        for state in (OFF, ON):
            if state == OFF and (
                popcount(int64(board.candidates[cell])) < 2 or not has(graph.rows[REACH], words, node, node)
            ):
                continue
            if state == ON and not _returns(graph, node):
                continue
            if kind > PLAIN:
                walk(graph, graph.rows[EASIER], node, state)
                if graph.lists[DEPTH + 1 - state, node] >= 0:
                    continue
            if board.records.size == 0:
                graph.lists[PATH, 0] = node
                _measure(board, graph, node, state, 1)
            start(board, graph.scratch, code)
            if state == ON:
                take(board, graph.scratch, cell, digit)
            else:
                take_digits(board, graph.scratch, cell, ~(int64(1) << (digit - 1)))
            if close(board, graph.scratch, 0):
                _tell(board, graph, node, state, node, 1 - state)
                done(board)


@inner
def find_chains(tables: Tables, board: Board, graph: Graph, code: int, kind: int, shape: int) -> None:
    """Write every instance of a kind whose graph is built: of X- and XY-chains, and of AIC and discontinuous loops."""
    if shape == AIC:
        _ends(tables, board, graph, code, kind)
    else:
        _back(board, graph, code, kind)
