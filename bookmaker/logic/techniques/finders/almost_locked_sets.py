"""Finders of ALS-XZ, ALS-XY-Wing, ALS chains and death blossoms, and the kernel of their tier.

All work on the net of :mod:`bookmaker.logic.techniques.finders.almost_net`. An *almost locked set* is n cells of one house with
n+1 candidates between them. Once it lacks one of its digits, it holds all the others. A digit is *restricted* between two sets if
each of its cells in one set sees each of its cells in the other. At most one of the sets holds it; the other lacks it and so
holds its other digits. Sets may share cells in which the restricted digit is not a candidate.

*ALS-XZ*: two sets with a restricted digit X. One of them lacks X, so one of them holds each other digit Z that they share; Z
leaves the cells that see all its cells. With two restricted digits each set lacks one of the two: every other digit is locked in
its set, and the restricted ones in both sets together. *ALS-XY-Wing*: two sets, each tied to a third by a restricted digit of its
own. *ALS chain*: three links or more; consecutive links have different digits, and a set may occur again. One step eliminates all
digits that the two ends share, except those of the first and the last link.

Two ends, with the restricted digits of the first and the last link, make one instance for all digits. Instances with equal
eliminations are one. A step shows one of the shortest chains.

A *death blossom* is a cell, the stem, with an almost locked set, a petal, for each of its candidates; the stem sees all the
petal's cells with that candidate. One petal lacks its candidate and so holds all its other digits. A digit common to all petals
therefore leaves the cells that see all its places in all of them.
"""

from __future__ import annotations

from bookmaker.logic.kernels.bits import lowest, popcount
from bookmaker.logic.kernels.rules import Array
from bookmaker.logic.techniques.families import CODES
from bookmaker.logic.techniques.finders import inner, int64, kernel
from bookmaker.logic.techniques.finders.almost_net import (
    BY_DIGIT,
    DIGIT,
    DIGIT_FROM,
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
    gather,
    has_bit,
    join,
    node_of,
    row_of,
)
from bookmaker.logic.techniques.finders.board import CANDIDATE, FOUND, MEMBER, PIVOT, SET, Board, Tables, note
from bookmaker.logic.techniques.finders.board import LINK as LINK_ROLE
from bookmaker.logic.techniques.finders.graph import close_row
from bookmaker.logic.techniques.finders.looking_ahead import look_at_sets
from bookmaker.logic.techniques.finders.prospects import ALS, BLOSSOM, is_known, may_find
from bookmaker.logic.techniques.finders.scratch import clear, close, done, mixed, note_cell, start, take_set
from bookmaker.logic.techniques.finders.workspace import Workspace

ALS_XZ = CODES["als-xz"]
ALS_XY_WING = CODES["als-xy-wing"]
ALS_CHAIN = CODES["als-chain"]


@inner
def note_set(board: Board, space: Sets, one: int) -> None:
    """Note all candidates of a set."""
    role = SET
    for w in range(board.spots.shape[1]):
        left = space.cells[one, w]
        while left:
            cell = w << 6 | lowest(left)
            left &= left - 1
            digits = int64(board.candidates[cell])
            while digits:
                note(board, CANDIDATE, role, cell, lowest(digits) + 1)
                digits &= digits - 1
                role = MEMBER


@inner
def note_node(board: Board, space: Sets, node: int) -> None:
    """Note the cells of a node as a link."""
    for w in range(board.spots.shape[1]):
        left = space.places[node, w]
        while left:
            note(board, CANDIDATE, LINK_ROLE, w << 6 | lowest(left), space.sets[DIGIT + node])
            left &= left - 1


@inner
def _restricted(space: Sets, one: int, two: int) -> int:
    """The restricted digits of two sets, as a mask."""
    found = int64(0)
    for state in range(space.sets[FIRST + one], space.sets[FIRST + one + 1]):
        node = space.sets[NODE_OF + state]
        digit = space.sets[DIGIT + node]
        if (space.sets[MASK + two] >> (digit - 1)) & 1:
            other = node_of(space, two, digit)
            if other >= 0 and has_bit(space.rows, row_of(space, LINK, node), other):
                found |= int64(1) << (digit - 1)
    return int(found)


@inner
def _take_common(board: Board, space: Sets, one: int, two: int, but: int) -> int:
    """Take each shared digit, ``but`` these, from the cells that see all its cells in both sets. Returns what digits go."""
    gone = int64(0)
    seen = space.scratch.sets[0]
    for state in range(space.sets[FIRST + one], space.sets[FIRST + one + 1]):
        node = space.sets[NODE_OF + state]
        digit = space.sets[DIGIT + node]
        bit = int64(1) << (digit - 1)
        if bit & but == 0 and space.sets[MASK + two] & bit:
            other = node_of(space, two, digit)
            if other >= 0:
                some = int64(0)
                for w in range(board.spots.shape[1]):
                    seen[w] = space.seen[node, w] & space.seen[other, w]
                    some |= seen[w]
                if some:
                    take_set(board, space.scratch, 0, digit)
                    gone |= bit
    return int(gone)


@inner
def _take_locked(board: Board, space: Sets, one: int, two: int, restricted: int) -> int:
    """Eliminate what two sets with two restricted digits lock. Returns the eliminated digits."""
    gone = int64(0)
    seen = space.scratch.sets[0]
    rest = space.sets[MASK + one] | space.sets[MASK + two]
    while rest:
        digit = lowest(rest) + 1
        bit = rest & -rest
        rest &= rest - 1
        a, b = node_of(space, one, digit), node_of(space, two, digit)
        both = bit & restricted != 0
        some = int64(0)
        for w in range(board.spots.shape[1]):
            in_one = space.seen[a, w] if a >= 0 else int64(0)
            in_two = space.seen[b, w] if b >= 0 else int64(0)
            seen[w] = (in_one & in_two if both else in_one | in_two) & ~space.cells[one, w] & ~space.cells[two, w]
            some |= seen[w]
        if some:
            take_set(board, space.scratch, 0, digit)
            gone |= bit
    return int(gone)


@inner
def _pair(board: Board, space: Sets, one: int, two: int, restricted: int) -> None:
    scratch = space.scratch
    start(board, scratch, ALS_XZ)
    if restricted & (restricted - 1):
        gone = _take_locked(board, space, one, two, restricted)
    else:
        gone = _take_common(board, space, one, two, restricted)
    if close(board, scratch, gone):
        note_set(board, space, one)
        note_set(board, space, two)
        while restricted:
            note_node(board, space, node_of(space, one, lowest(restricted) + 1))
            note_node(board, space, node_of(space, two, lowest(restricted) + 1))
            restricted &= restricted - 1
        done(board)


@inner
def find_pairs(board: Board, space: Sets) -> None:
    """Write every ALS-XZ: each two sets with a restricted digit, met at the lowest such digit."""
    sets, rows = space.sets, space.rows
    for one in range(space.counts[SET_COUNT]):
        for state in range(sets[FIRST + one], sets[FIRST + one + 1]):
            node = sets[NODE_OF + state]
            links = row_of(space, LINK, node)
            for w in range(space.counts[ROW_WORDS]):
                left = rows[links + w]
                while left:
                    other = w << 6 | lowest(left)
                    left &= left - 1
                    for k in range(sets[OWNERS_FROM + other], sets[OWNERS_FROM + other + 1]):
                        two = sets[OWNERS + k]
                        if two > one and popcount(sets[MASK + one] & sets[MASK + two]) > 1:
                            restricted = _restricted(space, one, two)
                            if lowest(restricted) + 1 == sets[DIGIT + node]:
                                _pair(board, space, one, two, restricted)


@inner
def _spread(space: Sets, to: int, of: int) -> None:
    """Add to each row of the matrix ``to`` the rows of ``of`` for the nodes in its row of NEXT."""
    rows, words = space.rows, space.counts[ROW_WORDS]
    for node in range(space.counts[NODE_COUNT]):
        onward, target = row_of(space, NEXT, node), row_of(space, to, node)
        for w in range(words):
            left = rows[onward + w]
            while left:
                add_row(rows, target, row_of(space, of, w << 6 | lowest(left)), words)
                left &= left - 1


@inner
def _empty(space: Sets, matrix: int) -> None:
    length = space.counts[NODE_COUNT] * space.counts[ROW_WORDS]
    space.rows[matrix * length : (matrix + 1) * length] = 0


@inner
def _reach(space: Sets, chains: bool) -> None:
    """Fill the matrix ONE with what each node makes true over two sets, or ``chains``: over three or more.

    The nodes that it makes true over one set less are then in NEXT, or for chains in TWO.
    """
    _empty(space, ONE)
    if not chains:
        _spread(space, ONE, NEXT)
        return
    words = space.counts[ROW_WORDS]
    length = space.counts[NODE_COUNT] * words
    for i in range(length):
        space.rows[ONE * length + i] = space.rows[NEXT * length + i]
    closed = space.lists[0]
    closed[0:words] = 0
    for node in range(space.counts[NODE_COUNT]):
        close_row(space.rows, ONE * length, node, words, closed, space.lists[1])
    _empty(space, TWO)
    _spread(space, TWO, ONE)
    _empty(space, ONE)
    _spread(space, ONE, TWO)


@inner
def _way(space: Sets, begin: int, end: int, least: int) -> int:
    """A shortest way from a node that is true to one that it makes lack its digit, over ``least`` nodes or more after the first.

    Breadth first, over nodes with how many were passed (up to ``least``). Writes the nodes, last first, into ``lists[0]``
    and returns their number.
    """
    rows, words, nodes = space.rows, space.counts[ROW_WORDS], space.counts[NODE_COUNT]
    way, queue, before = space.lists[0], space.lists[1], space.lists[2]
    before[0 : 3 * nodes] = -1
    links = row_of(space, LINK, end)
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
        onward = row_of(space, NEXT, node)
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
def _between(space: Sets, one: int, two: int) -> int:
    """A set that makes node ``two`` true when ``one`` is, as ``set * NODES + its node`` linked with ``one``."""
    sets, nodes = space.sets, space.counts[NODE_COUNT]
    for k in range(sets[OWNERS_FROM + two], sets[OWNERS_FROM + two + 1]):
        owner = sets[OWNERS + k]
        for state in range(sets[FIRST + owner], sets[FIRST + owner + 1]):
            node = sets[NODE_OF + state]
            if node != two and has_bit(space.rows, row_of(space, LINK, one), node):
                return int(owner * nodes + node)
    return -1


@inner
def _tell(board: Board, space: Sets, one: int, begin: int, two: int, end: int, least: int) -> None:
    way, nodes = space.lists[0], space.counts[NODE_COUNT]
    count = _way(space, begin, end, least)
    note_set(board, space, one)
    for i in range(count - 1, 0, -1):
        note_set(board, space, _between(space, way[i], way[i - 1]) // nodes)
    note_set(board, space, two)
    for i in range(count - 1, 0, -1):
        note_node(board, space, way[i])
        note_node(board, space, _between(space, way[i], way[i - 1]) % nodes)
    note_node(board, space, way[0])
    note_node(board, space, end)


@inner
def _ends(board: Board, space: Sets, code: int, one: int, begin: int, before: int) -> None:
    """All instances of set ``one`` whose first link is from node ``begin``.

    ``before``: the matrix of the nodes that are true one link before the last. ``lists[4]``: nodes that are reached, such that
    something sees all their cells and those of a node of the set.
    """
    sets, rows, words, scratch = space.sets, space.rows, space.counts[ROW_WORDS], space.scratch
    last = space.lists[3]
    last[0:words] = 0
    reached = row_of(space, before, begin)
    for w in range(words):
        left = rows[reached + w]
        while left:
            links = row_of(space, LINK, w << 6 | lowest(left))
            left &= left - 1
            for v in range(words):
                last[v] |= rows[links + v]
    found = space.lists[4]
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
                    start(board, scratch, code)
                    but = int64(1) << (sets[DIGIT + begin] - 1) | int64(1) << (sets[DIGIT + end] - 1)
                    gone = _take_common(board, space, one, two, but)
                    if close(board, scratch, gone):
                        if board.records.size:
                            _tell(board, space, one, begin, two, end, 2 if code == ALS_CHAIN else 1)
                        done(board)


@inner
def _list_by_digit(space: Sets, digits: int) -> None:
    """Fill ``lists[5]`` with a row for each digit: its nodes."""
    words, of_digit = space.counts[ROW_WORDS], space.lists[5]
    of_digit[0 : digits * words] = 0
    for node in range(space.counts[NODE_COUNT]):
        of_digit[space.sets[DIGIT + node] * words + (node >> 6)] |= int64(1) << (node & 63)


@inner
def find_joined(board: Board, space: Sets, code: int) -> None:
    """Write every ALS-XY-Wing or chain.

    For each set and first node: whether a node can be reached that shares cells seen with another node of the set. The nodes of a
    set are of different digits, so those of the others are what all of them share cells with, but for the first node's digit.
    """
    sets, rows, words = space.sets, space.rows, space.counts[ROW_WORDS]
    _reach(space, code == ALS_CHAIN)
    _list_by_digit(space, board.spots.shape[0])
    before = TWO if code == ALS_CHAIN else NEXT
    hits, of_digit, all_met = space.lists[4], space.lists[5], space.lists[6]
    for one in range(space.counts[SET_COUNT]):
        all_met[0:words] = 0
        for state in range(sets[FIRST + one], sets[FIRST + one + 1]):
            meets = row_of(space, MEET, sets[NODE_OF + state])
            for w in range(words):
                all_met[w] |= rows[meets + w]
        for state in range(sets[FIRST + one], sets[FIRST + one + 1]):
            begin = sets[NODE_OF + state]
            reached, own = row_of(space, ONE, begin), sets[DIGIT + begin] * words
            some = int64(0)
            for w in range(words):
                hits[w] = all_met[w] & rows[reached + w] & ~of_digit[own + w]
                some |= hits[w]
            if some:
                _ends(board, space, code, one, begin, before)


CODE = CODES["death-blossom"]
AIMS, FROM, COVERS, NODE, OWNER, MARK, PICKED, SEEN = range(8)
"""Rows of ``Sets.lists``: the aims, for each digit the cells that it may leave; where the petals of each of the stem's candidates
begin; at each depth the aims that the chosen petals cover; of each petal its node, its set, and a hash of its share of the aims;
the petal chosen at each depth; for each cell the digits that have a petal.
"""


@inner
def _share(board: Board, space: Sets, aims: Array, base: int, one: int, node: int, to: Array, at: int) -> bool:
    """``to[at ...]`` = the part of ``aims[base ...]`` that sees all cells of a set with the digit. Returns whether there is any.

    ``node`` is the node that the stem sees; it is left out.
    """
    words = board.spots.shape[1]
    digits = board.spots.shape[0]
    for i in range(digits * words):
        to[at + i] = 0
    some = int64(0)
    for state in range(space.sets[FIRST + one], space.sets[FIRST + one + 1]):
        other = space.sets[NODE_OF + state]
        if other != node:
            for w in range(words):
                i = space.sets[DIGIT + other] * words + w
                to[at + i] = aims[base + i] & space.seen[other, w]
                some |= to[at + i]
    return bool(some)


@inner
def _aims(board: Board, space: Sets, stem: int) -> bool:
    """Fill the aims: cells that see, for each candidate of the stem, all cells of a digit in some petal of the candidate.

    Returns whether there is any.
    """
    sets, words, digits = space.sets, board.spots.shape[1], board.spots.shape[0]
    aims, union = space.lists[AIMS], space.lists[COVERS]
    aims[0 : digits * words] = -1
    rest = int64(board.candidates[stem])
    if rest & ~space.lists[SEEN, stem]:
        return False
    while rest:
        digit = lowest(rest) + 1
        rest &= rest - 1
        union[0 : digits * words] = 0
        for i in range(sets[DIGIT_FROM + digit], sets[DIGIT_FROM + digit + 1]):
            node = sets[BY_DIGIT + i]
            if (space.seen[node, stem >> 6] >> (stem & 63)) & 1 == 0:
                continue
            for k in range(sets[OWNERS_FROM + node], sets[OWNERS_FROM + node + 1]):
                one = sets[OWNERS + k]
                for state in range(sets[FIRST + one], sets[FIRST + one + 1]):
                    other = sets[NODE_OF + state]
                    if other != node:
                        for w in range(words):
                            union[sets[DIGIT + other] * words + w] |= space.seen[other, w]
        some = int64(0)
        for i in range(digits * words):
            aims[i] &= union[i]
            some |= aims[i]
        if some == 0:
            return False
    return True


@inner
def _petals(board: Board, space: Sets, stem: int) -> int:
    """List the petals of each candidate, one of those with the same share of the aims. Returns the number of candidates."""
    sets, words = space.sets, board.spots.shape[1]
    digits = board.spots.shape[0]
    first, marks, share = space.lists[FROM], space.lists[MARK], space.lists[COVERS]
    count = int64(0)
    depth = 0
    rest = int64(board.candidates[stem])
    while rest:
        digit = lowest(rest) + 1
        rest &= rest - 1
        first[depth] = count
        for i in range(sets[DIGIT_FROM + digit], sets[DIGIT_FROM + digit + 1]):
            node = sets[BY_DIGIT + i]
            if (space.seen[node, stem >> 6] >> (stem & 63)) & 1 == 0:
                continue
            for k in range(sets[OWNERS_FROM + node], sets[OWNERS_FROM + node + 1]):
                one = sets[OWNERS + k]
                if not _share(board, space, space.lists[AIMS], 0, one, node, share, 0):
                    continue
                mark = int64(0)
                for j in range(digits * words):
                    left = share[j]
                    while left:
                        mark += mixed(int64(j) << 8 | lowest(left))
                        left &= left - 1
                known = False
                for j in range(first[depth], count):
                    known |= marks[j] == mark
                if not known:
                    marks[count] = mark
                    space.lists[NODE, count] = node
                    space.lists[OWNER, count] = one
                    count += 1
        depth += 1
    first[depth] = count
    return depth


@inner
def _write_blossom(board: Board, space: Sets, stem: int, depth: int) -> None:
    scratch, covers, words, digits = space.scratch, space.lists[COVERS], board.spots.shape[1], board.spots.shape[0]
    gone = int64(0)
    start(board, scratch, CODE)
    for digit in range(1, digits):
        some = int64(0)
        for w in range(words):
            scratch.sets[0, w] = covers[(depth * digits + digit) * words + w]
            some |= scratch.sets[0, w]
        if some:
            take_set(board, scratch, 0, digit)
            gone |= int64(1) << (digit - 1)
    if close(board, scratch, gone):
        note_cell(board, PIVOT, stem, int64(board.candidates[stem]))
        for i in range(depth):
            note_set(board, space, space.lists[OWNER, space.lists[PICKED, i]])
        for i in range(depth):
            note_node(board, space, space.lists[NODE, space.lists[PICKED, i]])
        done(board)


@inner
def _list_petals(board: Board, space: Sets) -> None:
    """List for each cell, as a mask, the digits that some set has only in cells that it sees."""
    sets, seen = space.sets, space.lists[SEEN]
    for cell in range(board.candidates.size):
        seen[cell] = 0
    for node in range(space.counts[NODE_COUNT]):
        for w in range(board.spots.shape[1]):
            left = space.seen[node, w]
            while left:
                seen[w << 6 | lowest(left)] |= int64(1) << (sets[DIGIT + node] - 1)
                left &= left - 1


@inner
def find_blossoms(board: Board, space: Sets) -> None:
    """Write every death blossom: each stem, each choice of a petal for each of its candidates that cover an aim together."""
    words, digits = board.spots.shape[1], board.spots.shape[0]
    first, picked, covers = space.lists[FROM], space.lists[PICKED], space.lists[COVERS]
    _list_petals(board, space)
    for stem in range(board.candidates.size):
        if popcount(int64(board.candidates[stem])) < 2 or not _aims(board, space, stem):
            continue
        depths = _petals(board, space, stem)
        for i in range(digits * words):
            covers[i] = space.lists[AIMS, i]
        depth = 0
        picked[0] = first[0]
        while depth >= 0:
            petal = picked[depth]
            if petal == first[depth + 1]:
                depth -= 1
                if depth >= 0:
                    picked[depth] += 1
                continue
            base = depth * digits * words
            one, node = space.lists[OWNER, petal], space.lists[NODE, petal]
            if _share(board, space, covers, base, one, node, covers, base + digits * words):
                if depth + 1 < depths:
                    depth += 1
                    picked[depth] = first[depth]
                    continue
                _write_blossom(board, space, stem, depths)
            picked[depth] += 1


DEATH_BLOSSOM = CODES["death-blossom"]


@kernel
def search(tables: Tables, board: Board, workspace: Workspace, order: Array) -> int:
    """As :func:`bookmaker.logic.techniques.finders.wings.search`, for this tier's techniques."""
    space = workspace.sets
    if not is_known(board, space.prospects):
        gather(tables, board, space, True)
        look_at_sets(tables, board, space.prospects, space)
    gathered = joined = False
    for i in range(order.size):
        if order[i] < 0:
            continue
        clear(board, space.scratch)
        code = int64(order[i])
        if not may_find(board, space.prospects, BLOSSOM if code == DEATH_BLOSSOM else ALS):
            continue
        if not gathered:
            gather(tables, board, space, False)
            gathered = True
        if code != DEATH_BLOSSOM and not joined:
            join(tables, board, space)
            joined = True
        if code == ALS_XZ:
            find_pairs(board, space)
        elif code == DEATH_BLOSSOM:
            find_blossoms(board, space)
        else:
            find_joined(board, space, code)
        if board.marks[FOUND]:
            return i
    return -1
