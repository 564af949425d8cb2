"""Finders of ALS-XZ, ALS-XY-Wing and ALS chains, on the net of :mod:`bookmaker.techniques.finders.almost_net`.

An *almost locked set* is n cells of one house with n+1 candidates between them. Once it lacks one of its digits, it holds all the
others. A digit is *restricted* between two sets if each of its cells in one set sees each of its cells in the other. At most one
of the sets holds it; the other lacks it and so holds its other digits. Sets may share cells in which the restricted digit is no
candidate.

*ALS-XZ*: two sets with a restricted digit X. One of them lacks X, so one of them holds each other digit Z that they share; Z
leaves the cells that see all its cells. With two restricted digits each set lacks one of the two: every other digit is locked in
its set, and the restricted ones in both sets together. *ALS-XY-Wing*: two sets, each tied to a third by a restricted digit of its
own. *ALS chain*: three links or more; consecutive links have different digits, and a set may occur again. One step eliminates all
digits that the two ends share, except those of the first and the last link.

Two ends, with the restricted digits of the first and the last link, make one instance for all digits. Instances with equal
eliminations are one. A step shows one of the shortest chains.
"""

from __future__ import annotations

from bookmaker.kernels.bits import lowest, popcount
from bookmaker.techniques.families import CODES
from bookmaker.techniques.finders.almost_net import (
    DIGIT,
    FIRST,
    LINK,
    MASK,
    MEET,
    NEXT,
    NODE_COUNT,
    NODE_OF,
    ONE,
    OWNERS,
    OWNERS_FROM,
    ROW_WORDS,
    SET_COUNT,
    TWO,
    Sets,
    add_row,
    has_bit,
    node_of,
    row_of,
)
from bookmaker.techniques.finders.board import CANDIDATE, MEMBER, SET, Board, note
from bookmaker.techniques.finders.board import LINK as LINK_ROLE
from bookmaker.techniques.finders.decorators import inner, int64
from bookmaker.techniques.finders.desk import close, done, start, take_set
from bookmaker.techniques.finders.graph import close_row

ALS_XZ = CODES["als-xz"]
ALS_XY_WING = CODES["als-xy-wing"]
ALS_CHAIN = CODES["als-chain"]


@inner
def note_set(board: Board, room: Sets, one: int) -> None:
    """Note all candidates of a set."""
    role = SET
    for w in range(board.spots.shape[1]):
        left = room.cells[one, w]
        while left:
            cell = w << 6 | lowest(left)
            left &= left - 1
            digits = int64(board.candidates[cell])
            while digits:
                note(board, CANDIDATE, role, cell, lowest(digits) + 1)
                digits &= digits - 1
                role = MEMBER


@inner
def note_node(board: Board, room: Sets, node: int) -> None:
    """Note the cells of a node as a link."""
    for w in range(board.spots.shape[1]):
        left = room.places[node, w]
        while left:
            note(board, CANDIDATE, LINK_ROLE, w << 6 | lowest(left), room.sets[DIGIT + node])
            left &= left - 1


@inner
def _restricted(room: Sets, one: int, two: int) -> int:
    """The restricted digits of two sets, as a mask."""
    found = int64(0)
    for state in range(room.sets[FIRST + one], room.sets[FIRST + one + 1]):
        node = room.sets[NODE_OF + state]
        digit = room.sets[DIGIT + node]
        if (room.sets[MASK + two] >> (digit - 1)) & 1:
            other = node_of(room, two, digit)
            if other >= 0 and has_bit(room.rows, row_of(room, LINK, node), other):
                found |= int64(1) << (digit - 1)
    return int(found)


@inner
def _take_common(board: Board, room: Sets, one: int, two: int, but: int) -> int:
    """Take each shared digit, ``but`` these, from the cells that see all its cells in both sets. Returns what digits go."""
    gone = int64(0)
    seen = room.desk.sets[0]
    for state in range(room.sets[FIRST + one], room.sets[FIRST + one + 1]):
        node = room.sets[NODE_OF + state]
        digit = room.sets[DIGIT + node]
        bit = int64(1) << (digit - 1)
        if bit & but == 0 and room.sets[MASK + two] & bit:
            other = node_of(room, two, digit)
            if other >= 0:
                some = int64(0)
                for w in range(board.spots.shape[1]):
                    seen[w] = room.seen[node, w] & room.seen[other, w]
                    some |= seen[w]
                if some:
                    take_set(board, room.desk, 0, digit)
                    gone |= bit
    return int(gone)


@inner
def _take_locked(board: Board, room: Sets, one: int, two: int, restricted: int) -> int:
    """Eliminate what two sets with two restricted digits lock. Returns the eliminated digits."""
    gone = int64(0)
    seen = room.desk.sets[0]
    rest = room.sets[MASK + one] | room.sets[MASK + two]
    while rest:
        digit = lowest(rest) + 1
        bit = rest & -rest
        rest &= rest - 1
        a, b = node_of(room, one, digit), node_of(room, two, digit)
        both = bit & restricted != 0
        some = int64(0)
        for w in range(board.spots.shape[1]):
            in_one = room.seen[a, w] if a >= 0 else int64(0)
            in_two = room.seen[b, w] if b >= 0 else int64(0)
            seen[w] = (in_one & in_two if both else in_one | in_two) & ~room.cells[one, w] & ~room.cells[two, w]
            some |= seen[w]
        if some:
            take_set(board, room.desk, 0, digit)
            gone |= bit
    return int(gone)


@inner
def _pair(board: Board, room: Sets, one: int, two: int, restricted: int) -> None:
    desk = room.desk
    start(board, desk, ALS_XZ)
    if restricted & (restricted - 1):
        gone = _take_locked(board, room, one, two, restricted)
    else:
        gone = _take_common(board, room, one, two, restricted)
    if close(board, desk, gone):
        note_set(board, room, one)
        note_set(board, room, two)
        while restricted:
            note_node(board, room, node_of(room, one, lowest(restricted) + 1))
            note_node(board, room, node_of(room, two, lowest(restricted) + 1))
            restricted &= restricted - 1
        done(board)


@inner
def find_pairs(board: Board, room: Sets) -> None:
    """Write every ALS-XZ: each two sets with a restricted digit, met at the lowest such digit."""
    sets, rows = room.sets, room.rows
    for one in range(room.counts[SET_COUNT]):
        for state in range(sets[FIRST + one], sets[FIRST + one + 1]):
            node = sets[NODE_OF + state]
            links = row_of(room, LINK, node)
            for w in range(room.counts[ROW_WORDS]):
                left = rows[links + w]
                while left:
                    other = w << 6 | lowest(left)
                    left &= left - 1
                    for k in range(sets[OWNERS_FROM + other], sets[OWNERS_FROM + other + 1]):
                        two = sets[OWNERS + k]
                        if two > one and popcount(sets[MASK + one] & sets[MASK + two]) > 1:
                            restricted = _restricted(room, one, two)
                            if lowest(restricted) + 1 == sets[DIGIT + node]:
                                _pair(board, room, one, two, restricted)


@inner
def _spread(room: Sets, to: int, of: int) -> None:
    """Add to each row of the matrix ``to`` the rows of ``of`` for the nodes in its row of NEXT."""
    rows, words = room.rows, room.counts[ROW_WORDS]
    for node in range(room.counts[NODE_COUNT]):
        onward, target = row_of(room, NEXT, node), row_of(room, to, node)
        for w in range(words):
            left = rows[onward + w]
            while left:
                add_row(rows, target, row_of(room, of, w << 6 | lowest(left)), words)
                left &= left - 1


@inner
def _empty(room: Sets, matrix: int) -> None:
    length = room.counts[NODE_COUNT] * room.counts[ROW_WORDS]
    room.rows[matrix * length : (matrix + 1) * length] = 0


@inner
def _reach(room: Sets, chains: bool) -> None:
    """Fill the matrix ONE with what each node makes true over two sets, or ``chains``: over three or more.

    What it makes true over one set less is then in NEXT, or for chains in TWO.
    """
    _empty(room, ONE)
    if not chains:
        _spread(room, ONE, NEXT)
        return
    words = room.counts[ROW_WORDS]
    length = room.counts[NODE_COUNT] * words
    for i in range(length):
        room.rows[ONE * length + i] = room.rows[NEXT * length + i]
    closed = room.lists[0]
    closed[0:words] = 0
    for node in range(room.counts[NODE_COUNT]):
        close_row(room.rows, ONE * length, node, words, closed, room.lists[1])
    _empty(room, TWO)
    _spread(room, TWO, ONE)
    _empty(room, ONE)
    _spread(room, ONE, TWO)


@inner
def _way(room: Sets, begin: int, end: int, least: int) -> int:
    """A shortest way from a node that is true to one that it makes lack its digit, over ``least`` nodes or more after the first.

    Breadth first, over nodes with how many were passed (up to ``least``). Writes the nodes, last first, into ``lists[0]``
    and returns their number.
    """
    rows, words, nodes = room.rows, room.counts[ROW_WORDS], room.counts[NODE_COUNT]
    way, queue, before = room.lists[0], room.lists[1], room.lists[2]
    before[0 : 3 * nodes] = -1
    links = row_of(room, LINK, end)
    queue[0] = begin
    before[begin] = begin
    head, tail = 0, 1
    while head < tail:
        at = queue[head]
        head += 1
        passed, node = at // nodes, at % nodes
        if passed == least and has_bit(rows, links, node):
            count = 0
            while at != begin:
                way[count] = at % nodes
                count += 1
                at = before[at]
            way[count] = begin
            return count + 1
        onward = row_of(room, NEXT, node)
        base = min(passed + 1, least) * nodes
        for w in range(words):
            left = rows[onward + w]
            while left:
                other = base + (w << 6 | lowest(left))
                left &= left - 1
                if before[other] < 0:
                    before[other] = at
                    queue[tail] = other
                    tail += 1
    return 0


@inner
def _between(room: Sets, one: int, two: int) -> int:
    """A set that makes node ``two`` true when ``one`` is, as ``set * NODES + its node`` linked with ``one``."""
    sets, nodes = room.sets, room.counts[NODE_COUNT]
    for k in range(sets[OWNERS_FROM + two], sets[OWNERS_FROM + two + 1]):
        owner = sets[OWNERS + k]
        for state in range(sets[FIRST + owner], sets[FIRST + owner + 1]):
            node = sets[NODE_OF + state]
            if node != two and has_bit(room.rows, row_of(room, LINK, one), node):
                return int(owner * nodes + node)
    return -1


@inner
def _tell(board: Board, room: Sets, one: int, begin: int, two: int, end: int, least: int) -> None:
    way, nodes = room.lists[0], room.counts[NODE_COUNT]
    count = _way(room, begin, end, least)
    note_set(board, room, one)
    for i in range(count - 1, 0, -1):
        note_set(board, room, _between(room, way[i], way[i - 1]) // nodes)
    note_set(board, room, two)
    for i in range(count - 1, 0, -1):
        note_node(board, room, way[i])
        note_node(board, room, _between(room, way[i], way[i - 1]) % nodes)
    note_node(board, room, way[0])
    note_node(board, room, end)


@inner
def _ends(board: Board, room: Sets, code: int, one: int, begin: int, before: int) -> None:
    """All instances of set ``one`` whose first link is from node ``begin``.

    ``before``: the matrix of what is true one link before the last. ``lists[4]``: nodes that are reached, such that something
    sees all their cells and those of a node of the set.
    """
    sets, rows, words, desk = room.sets, room.rows, room.counts[ROW_WORDS], room.desk
    last = room.lists[3]
    last[0:words] = 0
    reached = row_of(room, before, begin)
    for w in range(words):
        left = rows[reached + w]
        while left:
            links = row_of(room, LINK, w << 6 | lowest(left))
            left &= left - 1
            for v in range(words):
                last[v] |= rows[links + v]
    found = room.lists[4]
    for w in range(words):
        left = last[w]
        while left:
            end = w << 6 | lowest(left)
            left &= left - 1
            for k in range(sets[OWNERS_FROM + end], sets[OWNERS_FROM + end + 1]):
                two = sets[OWNERS + k]
                if two <= one:
                    continue
                some = False
                for state in range(sets[FIRST + two], sets[FIRST + two + 1]):
                    node = sets[NODE_OF + state]
                    some |= node != end and (found[node >> 6] >> (node & 63)) & 1 != 0
                if some:
                    start(board, desk, code)
                    but = int64(1) << (sets[DIGIT + begin] - 1) | int64(1) << (sets[DIGIT + end] - 1)
                    gone = _take_common(board, room, one, two, but)
                    if close(board, desk, gone):
                        if board.records.size:
                            _tell(board, room, one, begin, two, end, 2 if code == ALS_CHAIN else 1)
                        done(board)


@inner
def find_joined(board: Board, room: Sets, code: int) -> None:
    """Write every ALS-XY-Wing or chain.

    For each set and first node: whether a node can be reached that shares cells seen with another node of the set.
    """
    sets, rows, words = room.sets, room.rows, room.counts[ROW_WORDS]
    _reach(room, code == ALS_CHAIN)
    before = TWO if code == ALS_CHAIN else NEXT
    hits = room.lists[4]
    for one in range(room.counts[SET_COUNT]):
        for begin_state in range(sets[FIRST + one], sets[FIRST + one + 1]):
            begin = sets[NODE_OF + begin_state]
            reached = row_of(room, ONE, begin)
            hits[0:words] = 0
            some = int64(0)
            for state in range(sets[FIRST + one], sets[FIRST + one + 1]):
                node = sets[NODE_OF + state]
                if node != begin:
                    meets = row_of(room, MEET, node)
                    for w in range(words):
                        hits[w] |= rows[meets + w] & rows[reached + w]
            for w in range(words):
                some |= hits[w]
            if some:
                _ends(board, room, code, one, begin, before)
