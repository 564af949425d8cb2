"""Almost locked sets as a net of nodes, gathered once for each round.

A *node* is a digit and all cells of a set that have it; sets that agree in both share the node. If a set lacks one digit, its
other nodes are true: each digit is in its node's cells. A true node takes its digit from the cells that see all its cells. If
those include all cells of another node of the digit (a *link*), the sets with that node lack the digit. A chain of sets is
therefore a path over nodes; :data:`NEXT` lists the nodes that become true over one set. Nodes that no cell sees are left out.

**The one limit.** The arrays hold a fixed number of sets and nodes. Sets are gathered by size; if those of one size do not all
fit, neither they nor larger ones are used. The selection therefore does not depend on the order of houses and digits. No 9x9
position met the limit after the basic techniques.

**Implied sets.** Most sets are all open cells of a house but one, and need no nodes of their own: links of the cell that is left
out say the same. Such a set lacks the digit of that cell. So a digit is gone from the set where the cell holds it, or where
something else sees all its places in the set; and the digits that the set then holds are gone from the cell. Something else sees
the places only if they are a candidate or a group, and then they have a node without the set. A cell beside the set that sees the
places of two digits loses both at once: a set with such a cell is not implied.
"""

from __future__ import annotations

from bookmaker.logic.jit.bundle import Bundle, array, field
from bookmaker.logic.kernels.bits import lowest, popcount
from bookmaker.logic.kernels.rules import Array
from bookmaker.logic.techniques.finders import inner, int64
from bookmaker.logic.techniques.finders.board import Board, Tables, next_group, shared
from bookmaker.logic.techniques.finders.prospects import Prospects
from bookmaker.logic.techniques.finders.scratch import Scratch


@inner
def left_out(tables: Tables, board: Board, scratch: Scratch, house: int, size: int) -> int:
    """The one open cell of a house without the ``size`` cells picked in ``groups``; -1 if there are more such cells."""
    cells, picked, found, at = scratch.groups[4], scratch.groups[2], int64(-1), int64(1)
    for p in range(tables.size):
        cell = int64(tables.houses[house, p])
        if board.candidates[cell] == 0:
            continue
        if at <= size and cells[picked[at]] == cell:
            at += 1
        elif found >= 0:
            return -1
        else:
            found = cell
    return int(found)


@inner
def _is_group(tables: Tables, board: Board, house: int, digit: int, cell: int) -> bool:
    """Whether another house has all places of the digit in a house, but for the ``cell``."""
    first, words = int64(-1), board.spots.shape[1]
    left = int64(board.places[house, digit])
    while left and (first < 0 or first == cell):
        first = tables.houses[house, lowest(left)]
        left &= left - 1
    for k in range(tables.house_count[first]):
        other = int64(tables.cell_houses[first, k])
        outside = int64(0)
        for w in range(words):
            places = tables.members[house, w] & board.spots[digit, w]
            if cell >> 6 == w:
                places &= ~(int64(1) << (cell & 63))
            outside |= places & ~tables.members[other, w]
        if outside == 0 and (tables.members[other, cell >> 6] >> (cell & 63)) & 1 == 0:
            return True
    return False


@inner
def implied(tables: Tables, board: Board, scratch: Scratch, house: int, cell: int, digits: int) -> int:
    """Whether candidates and groups imply all links of the set of the open cells of a house but ``cell``, with the ``digits``.

    Returns -1 if not, else the digits, as a mask, whose places in the set are one cell, or are seen from elsewhere.
    """
    noded = int64(0)
    words, once, sees = board.spots.shape[1], scratch.sets[0], scratch.sets[1]
    for w in range(words):
        once[w] = int64(0)
    while digits:
        digit = lowest(digits) + 1
        digits &= digits - 1
        for w in range(words):
            sees[w] = board.spots[digit, w]
        sees[cell >> 6] &= ~(int64(1) << (cell & 63))
        count, left, some = int64(0), int64(board.places[house, digit]), int64(1)
        while left and (some or count < 2):
            place = int64(tables.houses[house, lowest(left)])
            left &= left - 1
            if place != cell:
                count += 1
                some = int64(0)
                for w in range(words):
                    sees[w] &= tables.seen[place, w]
                    some |= sees[w]
        for w in range(words if some else 0):
            if sees[w] & once[w]:
                return -1
            once[w] |= sees[w]
        held = (int64(board.candidates[cell]) >> (digit - 1)) & 1 != 0
        if not held and (some or count == 1):
            return -1
        if some and count > 1 and not _is_group(tables, board, house, digit, cell):
            return -1
        if some or count == 1:
            noded |= int64(1) << (digit - 1)
    return int(noded)


SETS, STATES, NODES = 2048, 8192, 2048
_SLOTS = 2 * NODES

SET_COUNT, STATE_COUNT, NODE_COUNT, ROW_WORDS, COMPLETE, IMPLIED = range(6)
"""Places in ``Sets.counts``: sets; states (pairs of a set and one of its nodes); nodes; words of a row of a matrix; 1 if all
sizes of sets fit; sets that were left out because links without them imply theirs."""

MASK = 0
"""From here in ``Sets.sets``: the digits of each set, as a mask."""
FIRST = MASK + SETS
"""From here: the first of each set's states, which end where the next set's begin. They ascend by digit."""
NODE_OF = FIRST + SETS + 1
"""From here: the node of each state."""
OWNERS_FROM = NODE_OF + STATES
"""From here: where each node's owners begin, which end where the next node's begin."""
OWNERS = OWNERS_FROM + NODES + 1
"""From here: the sets that have a node, ascending."""
DIGIT = OWNERS + STATES
"""From here: the digit of each node."""
BY_DIGIT = DIGIT + NODES
"""From here: the nodes, those of a digit together."""
DIGIT_FROM = BY_DIGIT + NODES
"""From here: where the nodes of each digit begin in the list above, with an end after the last."""
SLOTS = DIGIT_FROM + 40
"""From here: a hash table of the nodes, each plus one."""

LENGTHS = {"SETS": SETS, "NODES": NODES, "STATES": STATES, "LENGTH": SLOTS + _SLOTS}
"""The lengths that :class:`Sets` names."""

LINK, NEXT, MEET, ONE, TWO = (int64(matrix) for matrix in range(5))
"""The matrices of ``Sets.rows``, bits by node: links; nodes true over one set; nodes of the same digit with a common peer; and
two for the current search.
"""


class Sets(Bundle):
    """The arrays of one thread, made by :func:`bookmaker.logic.techniques.workspaces.almost_sets`."""

    scratch: Scratch = field("see there")
    prospects: Prospects = field("what may be found")
    counts: Array = array("int64[8]", "see SET_COUNT .. IMPLIED")
    implied: Array = array(
        "int64[houses * size, 3]",
        "sets that were left out: the house; its open cell without the set; the digits that have a node there",
    )
    sets: Array = array("int64[LENGTH]", "see MASK .. SLOTS")
    cells: Array = array("int64[SETS, words]", "the cells of each set")
    places: Array = array("int64[NODES + 1, words]", "the cells of each node")
    seen: Array = array("int64[NODES + 1, words]", "the cells that have the node's digit and see all its cells")
    rows: Array = array(
        "int64[5 * NODES * NODES // 64]",
        "matrices of NODE_COUNT rows of ROW_WORDS words, one after another: see LINK .. TWO",
    )
    lists: Array = array("int64[8, STATES]", "for the current search")


@inner
def row_of(space: Sets, matrix: int, node: int) -> int:
    """Where the row of a node begins in ``rows``."""
    return int((matrix * space.counts[NODE_COUNT] + node) * space.counts[ROW_WORDS])


@inner
def add_row(rows: Array, to: int, of: int, words: int) -> None:
    """Unite a row with another."""
    for w in range(words):
        rows[to + w] |= rows[of + w]


@inner
def set_bit(rows: Array, row: int, node: int) -> None:
    """Put a node into a row."""
    rows[row + (node >> 6)] |= int64(1) << (node & 63)


@inner
def has_bit(rows: Array, row: int, node: int) -> bool:
    """Whether a node is in a row."""
    return bool((rows[row + (node >> 6)] >> (node & 63)) & 1)


@inner
def node_of(space: Sets, one: int, digit: int) -> int:
    """The node of a set with this digit, -1 if it plays no part."""
    for state in range(space.sets[FIRST + one], space.sets[FIRST + one + 1]):
        node = space.sets[NODE_OF + state]
        if space.sets[DIGIT + node] == digit:
            return int(node)
    return -1


@inner
def _node(tables: Tables, board: Board, space: Sets, one: int, digit: int) -> int:
    """The node of the cells ``cells[one]`` with this digit, made if it is new. -1: no cell sees it. -2: the arrays are full."""
    count = space.counts[NODE_COUNT]
    words = board.spots.shape[1]
    places, seen = space.places[count], space.seen[count]
    key = digit
    for w in range(words):
        places[w] = space.cells[one, w] & board.spots[digit, w]
        key = (key ^ places[w]) * int64(-7046029254386353131)
        key ^= key >> 29
        seen[w] = board.spots[digit, w]
    for w in range(words):
        left = places[w]
        while left:
            cell = w << 6 | lowest(left)
            left &= left - 1
            for v in range(words):
                seen[v] &= tables.seen[cell, v]
    some = int64(0)
    for w in range(words):
        some |= seen[w]
    if some == 0:
        return -1
    slot = key & (_SLOTS - 1)
    while space.sets[SLOTS + slot]:
        node = space.sets[SLOTS + slot] - 1
        same = space.sets[DIGIT + node] == digit
        for w in range(words):
            same &= space.places[node, w] == places[w]
        if same:
            return int(node)
        slot = (slot + 1) & (_SLOTS - 1)
    if count == NODES:
        return -2
    space.sets[SLOTS + slot] = count + 1
    space.sets[DIGIT + count] = digit
    space.counts[NODE_COUNT] = count + 1
    return int(count)


@inner
def _add(tables: Tables, board: Board, space: Sets, size: int, digits: int) -> bool:
    """Add the set of the cells picked in ``scratch.groups``. Returns whether it fitted."""
    one, states = space.counts[SET_COUNT], space.counts[STATE_COUNT]
    if one == SETS or states + size + 1 > STATES:
        return False
    space.cells[one, :] = 0
    for i in range(size):
        cell = space.scratch.groups[4, space.scratch.groups[2, i + 1]]
        space.cells[one, cell >> 6] |= int64(1) << (cell & 63)
    live = int64(0)
    rest = digits
    while rest:
        node = _node(tables, board, space, one, lowest(rest) + 1)
        rest &= rest - 1
        if node == -2:
            return False
        if node >= 0:
            space.sets[NODE_OF + states + live] = node
            live += 1
    if live > 1:
        space.sets[MASK + one] = digits
        space.sets[FIRST + one + 1] = states + live
        space.counts[SET_COUNT] = one + 1
        space.counts[STATE_COUNT] = states + live
    return True


@inner
def _take_sizes(tables: Tables, board: Board, space: Sets, lean: bool) -> None:
    """Add all sets, the smaller first, as long as all of one size fit. ``lean``: but list in ``implied`` what goes there."""
    groups, cells = space.scratch.groups, space.scratch.lists[0]
    space.counts[:] = 0
    space.sets[SLOTS : SLOTS + _SLOTS] = 0
    space.sets[FIRST] = 0
    for size in range(1, tables.size):
        sets, states, nodes = space.counts[SET_COUNT], space.counts[STATE_COUNT], space.counts[NODE_COUNT]
        for house in range(tables.houses.shape[0]):
            count = 0
            for p in range(tables.size):
                cell = int64(tables.houses[house, p])
                if board.candidates[cell] and popcount(int64(board.candidates[cell])) <= size + 1:
                    groups[0, count] = board.candidates[cell]
                    groups[4, count] = cell
                    count += 1
            groups[2, 0] = 0
            while count >= size:
                union = next_group(groups, count, size, 0, size + 1)
                if union == 0:
                    break
                if popcount(union) != size + 1:
                    continue
                for i in range(size):
                    cells[i] = groups[4, groups[2, i + 1]]
                if shared(tables, cells, size, 0) != house:
                    continue
                other = int64(left_out(tables, board, space.scratch, house, size)) if lean else int64(-1)
                noded = int64(-1)
                if other >= 0:
                    noded = int64(implied(tables, board, space.scratch, house, other, union))
                if noded > 0:
                    at = space.counts[IMPLIED]
                    space.implied[at, 0], space.implied[at, 1], space.implied[at, 2] = house, other, noded
                    space.counts[IMPLIED] = at + 1
                elif noded < 0 and not _add(tables, board, space, size, union):
                    space.counts[SET_COUNT], space.counts[STATE_COUNT] = sets, states
                    space.counts[NODE_COUNT] = nodes
                    return
    space.counts[COMPLETE] = 1


@inner
def _list(tables: Tables, space: Sets) -> None:
    """List the nodes by digit, and the owners of each node."""
    sets, nodes, all_sets = space.sets, space.counts[NODE_COUNT], space.counts[SET_COUNT]
    for digit in range(tables.size + 3):
        sets[DIGIT_FROM + digit] = 0
    for node in range(nodes):
        sets[DIGIT_FROM + sets[DIGIT + node] + 1] += 1
    for digit in range(tables.size + 2):
        sets[DIGIT_FROM + digit + 1] += sets[DIGIT_FROM + digit]
    next_free = space.lists[0]
    for digit in range(tables.size + 2):
        next_free[digit] = sets[DIGIT_FROM + digit]
    for node in range(nodes):
        digit = sets[DIGIT + node]
        sets[BY_DIGIT + next_free[digit]] = node
        next_free[digit] += 1
    for node in range(nodes + 1):
        sets[OWNERS_FROM + node] = 0
    for state in range(space.counts[STATE_COUNT]):
        sets[OWNERS_FROM + sets[NODE_OF + state] + 1] += 1
    for node in range(nodes):
        sets[OWNERS_FROM + node + 1] += sets[OWNERS_FROM + node]
        next_free[node] = sets[OWNERS_FROM + node]
    for one in range(all_sets):
        for state in range(sets[FIRST + one], sets[FIRST + one + 1]):
            node = sets[NODE_OF + state]
            sets[OWNERS + next_free[node]] = one
            next_free[node] += 1


@inner
def _join(tables: Tables, board: Board, space: Sets) -> None:
    """Fill the matrices LINK and MEET.

    For each cell there are two rows of nodes of the digit, in the place of the matrix TWO: those that have the cell, and those
    whose cells it sees. The nodes that meet one are in the rows of the nodes that it sees; those linked with it have no cell
    elsewhere.
    """
    sets, rows, span = space.sets, space.rows, space.counts[ROW_WORDS]
    words, cells, has = board.spots.shape[1], board.candidates.size, row_of(space, TWO, 0)
    sees = has + cells * span
    for digit in range(1, tables.size + 1):
        start, end = sets[DIGIT_FROM + digit], sets[DIGIT_FROM + digit + 1]
        for w in range(words):
            left = board.spots[digit, w]
            while left:
                cell = w << 6 | lowest(left)
                left &= left - 1
                for v in range(span):
                    rows[has + cell * span + v] = rows[sees + cell * span + v] = 0
        for i in range(start, end):
            one = sets[BY_DIGIT + i]
            for w in range(words):
                left = space.places[one, w]
                while left:
                    set_bit(rows, has + (w << 6 | lowest(left)) * span, one)
                    left &= left - 1
                left = space.seen[one, w]
                while left:
                    set_bit(rows, sees + (w << 6 | lowest(left)) * span, one)
                    left &= left - 1
        for i in range(start, end):
            one = sets[BY_DIGIT + i]
            links, meets = row_of(space, LINK, one), row_of(space, MEET, one)
            for w in range(words):
                left = space.seen[one, w]
                while left:
                    cell = w << 6 | lowest(left)
                    left &= left - 1
                    for v in range(span):
                        rows[links + v] |= rows[has + cell * span + v]
                        rows[meets + v] |= rows[sees + cell * span + v]
            for v in range(span):
                left = rows[links + v]
                while left:
                    two = v << 6 | lowest(left)
                    loose = int64(0)
                    for w in range(words):
                        loose |= space.places[two, w] & ~space.seen[one, w]
                    if loose:
                        rows[links + v] &= ~(left & -left)
                    left &= left - 1


@inner
def gather(tables: Tables, board: Board, space: Sets, lean: bool) -> None:
    """Find all sets of the position, and list them and their nodes. ``lean``: list apart those whose links others imply."""
    _take_sizes(tables, board, space, lean)
    _list(tables, space)


@inner
def join(tables: Tables, board: Board, space: Sets) -> None:
    """Fill the matrices but ONE and TWO, after :func:`gather`."""
    sets, rows = space.sets, space.rows
    nodes = space.counts[NODE_COUNT]
    words = (nodes + 63) >> 6
    space.counts[ROW_WORDS] = words
    rows[0 : 4 * nodes * words] = 0
    _join(tables, board, space)
    for node in range(nodes):
        over = row_of(space, ONE, node)
        for k in range(sets[OWNERS_FROM + node], sets[OWNERS_FROM + node + 1]):
            one = sets[OWNERS + k]
            for state in range(sets[FIRST + one], sets[FIRST + one + 1]):
                if sets[NODE_OF + state] != node:
                    set_bit(rows, over, sets[NODE_OF + state])
    for node in range(nodes):
        onward, links = row_of(space, NEXT, node), row_of(space, LINK, node)
        for w in range(words):
            left = rows[links + w]
            while left:
                add_row(rows, onward, row_of(space, ONE, w << 6 | lowest(left)), words)
                left &= left - 1
