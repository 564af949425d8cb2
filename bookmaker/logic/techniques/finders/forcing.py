"""Finders of forcing chains and nets: what follows from every way to fill a cell or to place a digit, or from a false assumption.

A *chain* follows single implications: of two candidates that cannot both be true, one turns the other off; of two that cannot
both be false, one that is off turns the other on. A *net* also combines implications: it places every single that they leave, and
removes what relations, sums and lines exclude.
*Nishio* is a net on one digit.

An instance is one conclusion. It is a literal that follows from every candidate of a cell, or from every place of a digit in a
house. Or it is a false candidate, whose net leaves a cell or a house without candidates. Eliminations by a placement of the same
round do not count as instances. Nets prove dozens of conclusions, so a round takes only those of the lowest class of
:func:`longest_alike`. Short proofs are written first.
"""

from __future__ import annotations

from bookmaker.logic.kernels.bits import lowest
from bookmaker.logic.kernels.rules import Array
from bookmaker.logic.techniques.families import CODES
from bookmaker.logic.techniques.finders import inner, int64, kernel
from bookmaker.logic.techniques.finders.board import (
    BASE,
    CANDIDATE,
    COVER,
    FOUND,
    HEAD,
    HOUSE,
    IF_ON,
    OVERFLOW,
    PIVOT,
    THEN_OFF,
    THEN_ON,
    Board,
    Tables,
    begin,
    finish,
    measure,
    note,
    place,
    remove,
)
from bookmaker.logic.techniques.finders.implications import (
    COUNT,
    EMPTY,
    FAR,
    HOUSES,
    OFFS_NEEDED,
    ONS_NEEDED,
    ImplicationWorkspace,
    chain,
    has,
    holder_of,
    link,
    member,
    members,
    need,
    number,
)
from bookmaker.logic.techniques.finders.nets import (
    UNKNOWN,
    fail_together,
    keep_reached,
    longest_alike,
    need_causes,
    net,
)
from bookmaker.logic.techniques.finders.prospects import CELL, may_find
from bookmaker.logic.techniques.finders.prospects import HOUSE as BY_HOUSE
from bookmaker.logic.techniques.finders.workspace import Workspace


@inner
def how_many(tables: Tables, board: Board, cells: bool) -> int:
    """The number of cells, or of the other holders."""
    return int(board.candidates.size if cells else tables.houses.shape[0] * tables.size)


@inner
def nth(tables: Tables, cells: bool, n: int) -> int:
    """The n-th cell, or the n-th other holder."""
    return n if cells else HOUSES + (n // tables.size << 8) + n % tables.size + 1


@inner
def _need_cause_of_on(
    tables: Tables, board: Board, space: ImplicationWorkspace, row: Array, i: int, layer: int
) -> None:
    """Mark the offs that turned candidate ``i`` on: those of its cell or house with the fewest candidates."""
    fewest, chosen = int64(FAR), int64(-1)
    for k in range(-1, int64(tables.house_count[space.cell[i]])):
        holder = holder_of(tables, space, i, k)
        size, known, left = int64(0), True, members(tables, board, holder)
        while left:
            other = member(tables, space, holder, lowest(left))
            if other != i:
                known = known and row[space.cell.size + other] < layer
                size += 1
            left &= left - 1
        if known and 0 < size < fewest:
            fewest, chosen = size, int64(holder)
    _need_all(tables, board, space, chosen, i)


@inner
def _need_all(tables: Tables, board: Board, space: ImplicationWorkspace, holder: int, but: int) -> None:
    """Mark all candidates of the holder as needed off, but one."""
    left = members(tables, board, holder)
    while left:
        i = member(tables, space, holder, lowest(left))
        if i != but:
            need(space, OFFS_NEEDED, i)
        left &= left - 1


@inner
def _need_cause_of_off(
    tables: Tables, board: Board, space: ImplicationWorkspace, row: Array, i: int, layer: int
) -> None:
    """Mark what turned candidate ``i`` off: an on that is linked to it, or else what relations, sums or lines need."""
    for j in range(space.marks[COUNT]):
        if row[j] == layer - 1 and has(space.weak, i, j):
            need(space, ONS_NEEDED, j)
            return
    need_causes(tables, board, space, row, i, layer)


@inner
def _note_proof(tables: Tables, board: Board, space: ImplicationWorkspace, source: int) -> None:
    """Note how the literals marked in ``sets`` follow from ``source`` on, layer by layer."""
    count = int64(space.marks[COUNT])
    most = space.cell.size
    row = space.ways[source]
    deepest = int64(0)
    for i in range(count):
        if has(space.sets, ONS_NEEDED, i):
            deepest = max(deepest, int64(row[i]))
        if has(space.sets, OFFS_NEEDED, i):
            deepest = max(deepest, int64(row[most + i]))
    for layer in range(deepest, 0, -1):
        for i in range(count):
            if layer & 1 == 0 and row[i] == layer and has(space.sets, ONS_NEEDED, i):
                _need_cause_of_on(tables, board, space, row, i, layer)
            elif layer & 1 and row[most + i] == layer and has(space.sets, OFFS_NEEDED, i):
                _need_cause_of_off(tables, board, space, row, i, layer)
    note(board, CANDIDATE, IF_ON, int64(space.cell[source]), int64(space.digit[source]))
    for layer in range(1, deepest + 1):
        for i in range(count):
            cell, digit = int64(space.cell[i]), int64(space.digit[i])
            if layer & 1 == 0 and row[i] == layer and has(space.sets, ONS_NEEDED, i):
                note(board, CANDIDATE, THEN_ON, cell, digit)
            elif layer & 1 and row[most + i] == layer and has(space.sets, OFFS_NEEDED, i):
                note(board, CANDIDATE, THEN_OFF, cell, digit)


@inner
def _note_branch(tables: Tables, board: Board, space: ImplicationWorkspace, source: int, target: int) -> None:
    """Note how literal ``target`` (an index of ``best``) follows from ``source`` on."""
    space.sets[ONS_NEEDED] = 0
    space.sets[OFFS_NEEDED] = 0
    if target < space.cell.size:
        need(space, ONS_NEEDED, target)
    else:
        need(space, OFFS_NEEDED, target - space.cell.size)
    _note_proof(tables, board, space, source)


@inner
def note_verity(tables: Tables, board: Board, space: ImplicationWorkspace, target: int, cells: bool) -> None:
    """Note the first holder that proves the target with as few nodes as any, and its branches."""
    for n in range(how_many(tables, board, cells)):
        holder = nth(tables, cells, n)
        left, sources, nodes = members(tables, board, holder), int64(0), int64(0)
        while left:
            nodes += 1 + int64(space.ways[member(tables, space, holder, lowest(left)), target])
            sources += 1
            left &= left - 1
        if sources < 2 or nodes != space.best[target]:
            continue
        if holder >= HOUSES:
            note(board, HOUSE, BASE, (holder - HOUSES) >> 8, int64(0))
        left = members(tables, board, holder)
        while left:
            i = member(tables, space, holder, lowest(left))
            note(board, CANDIDATE, BASE, int64(space.cell[i]), int64(space.digit[i]))
            left &= left - 1
        left = members(tables, board, holder)
        while left:
            _note_branch(tables, board, space, member(tables, space, holder, lowest(left)), target)
            left &= left - 1
        return


@inner
def note_refutation(tables: Tables, board: Board, space: ImplicationWorkspace, source: int) -> None:
    """Note the cell (PIVOT) or house (COVER) that the net from ``source`` empties, and the net."""
    space.sets[ONS_NEEDED] = 0
    space.sets[OFFS_NEEDED] = 0
    empty = int64(space.marks[EMPTY])
    if empty >= HOUSES:
        note(board, HOUSE, COVER, (empty - HOUSES) >> 8, int64(0))
    else:
        left = members(tables, board, empty)
        while left:
            note(board, CANDIDATE, PIVOT, empty, lowest(left) + 1)
            left &= left - 1
    _need_all(tables, board, space, empty, int64(-1))
    _note_proof(tables, board, space, source)


NISHIO = CODES["nishio-forcing-chain"]
CELL_CHAIN = CODES["cell-forcing-chain"]
HOUSE_CHAIN = CODES["house-forcing-chain"]
NET = CODES["forcing-net"]
CELL_NET = CODES["cell-forcing-net"]
HOUSE_NET = CODES["house-forcing-net"]

COMMON, SEEN = int64(3), int64(5)
"""Rows of ``ImplicationWorkspace.sets``: the ons that follow from all candidates of a holder, and after it the offs; the
candidates that see a placement."""

SHORT, LONGER = 3, 7
"""Layers of the nets that are tried first: nets of no more than one layer beyond are whole classes of :func:`longest_alike`, and
most refutations are among them."""

NOTHING, CHAINS, NETS = range(3)
"""The contents of ``ImplicationWorkspace.ways``: nothing yet, chains, or nets."""


@inner
def _follow(tables: Tables, space: ImplicationWorkspace, holder: int, held: int, words: int) -> bool:
    """Fill COMMON with the ons, and with the offs, that follow from all candidates ``held`` of a holder. Whether any does."""
    ons, offs = space.sets[COMMON], space.sets[COMMON + 1]
    ons[:words] = -1
    offs[:words] = -1
    some = int64(0)
    while held:
        source = member(tables, space, holder, lowest(held))
        held &= held - 1
        some = int64(0)
        for w in range(words):
            ons[w] &= space.reached[0, source, w]
            offs[w] &= space.reached[1, source, w]
            some |= ons[w] | offs[w]
        if some == 0:
            return False
    return bool(some)


@inner
def _keep(tables: Tables, space: ImplicationWorkspace, holder: int, held: int, words: int) -> None:
    """Lower ``best`` of the literals in COMMON to the nodes by this holder, if those are fewer. Each source counts as a node."""
    for state in range(2):
        for w in range(words):
            left = space.sets[COMMON + state, w]
            while left:
                literal = (w << 6 | lowest(left)) + state * space.cell.size
                left &= left - 1
                nodes, sources = int64(0), held
                while sources:
                    nodes += 1 + int64(space.ways[member(tables, space, holder, lowest(sources)), literal])
                    sources &= sources - 1
                space.best[literal] = min(int64(space.best[literal]), nodes)


@inner
def by_holders(tables: Tables, board: Board, space: ImplicationWorkspace, cells: bool) -> None:
    """Lower ``best`` to the shortest proofs by cells, or by digits in houses."""
    words = (space.marks[COUNT] + 63) >> 6
    for n in range(how_many(tables, board, cells)):
        holder = nth(tables, cells, n)
        held = int64(members(tables, board, holder))
        if held & (held - 1) and _follow(tables, space, holder, held, words):
            _keep(tables, space, holder, held, words)


@inner
def _write(tables: Tables, board: Board, space: ImplicationWorkspace, code: int, target: int) -> None:
    """An instance that proves literal ``target``."""
    most = space.cell.size
    i = target if target < most else target - most
    begin(board, code)
    if target < most:
        place(board, int64(space.cell[i]), int64(space.digit[i]))
    else:
        remove(board, int64(space.cell[i]), int64(space.digit[i]))
    if board.records.size:
        note_verity(tables, board, space, target, code in (CELL_CHAIN, CELL_NET))
    finish(board)


@inner
def _verity(tables: Tables, board: Board, space: ImplicationWorkspace, code: int) -> None:
    """Take the conclusions that all candidates of a cell, or all places in a house, have in common by ``ways``."""
    count = int64(space.marks[COUNT])
    most = space.cell.size
    space.best[:] = FAR
    by_holders(tables, board, space, code in (CELL_CHAIN, CELL_NET))
    shortest = int64(FAR)
    for i in range(count):
        shortest = min(shortest, int64(space.best[i]), int64(space.best[most + i]))
    if shortest == FAR:
        return
    measure(board, shortest)
    longest = int64(longest_alike(shortest)) if code in (CELL_NET, HOUSE_NET) else int64(FAR - 1)
    words = (count + 63) >> 6
    seen = space.sets[SEEN]
    seen[:words] = 0
    for i in range(count):
        if space.best[i] <= longest:
            for w in range(words):
                seen[w] |= space.weak[i, w]
    while shortest <= longest:
        most_nodes = min(int64(longest_alike(shortest)), longest)
        for i in range(count):
            if shortest <= space.best[i] <= most_nodes:
                _write(tables, board, space, code, i)
        for i in range(count):
            if shortest <= space.best[most + i] <= most_nodes and not has(space.sets, SEEN, i):
                _write(tables, board, space, code, most + i)
        shortest = most_nodes + 1


@inner
def _fail_one_by_one(tables: Tables, board: Board, space: ImplicationWorkspace, code: int) -> int:
    """Write into ``total`` the layers of the nets that leave a cell or house empty, else 0 or less. Returns the fewest, or FAR.

    Sets the ``ways`` of candidates that fail to FAR, so that no other proof uses them. A search for nets ends with the first that
    it finds, and needs those of its class only: longer nets are left unfinished, and all are tried with few layers first.
    """
    count = int64(space.marks[COUNT])
    shortest, layers = int64(FAR), int64(SHORT if code == NET else FAR)
    space.total[:count] = UNKNOWN
    more = True
    while more and shortest == FAR:
        more = False
        for i in range(count):
            if space.total[i] != UNKNOWN:
                continue
            ended = int64(net(tables, board, space, i, int64(1), layers))
            space.total[i] = ended
            if ended > 0:
                shortest = min(shortest, ended)
                space.ways[i] = FAR
                if code == NET:
                    layers = min(layers, int64(longest_alike(2 * shortest)) // 2)
            more |= ended == UNKNOWN
            if ended != UNKNOWN:
                keep_reached(space, i, ended == 0)
        layers = int64(LONGER if layers < LONGER else FAR)
    return int(shortest)


@inner
def _refute(tables: Tables, board: Board, space: ImplicationWorkspace, code: int) -> bool:
    """Candidates whose net leaves a cell or house empty. Returns whether all ``ways`` are those of nets."""
    count, wide = int64(space.marks[COUNT]), int64(code != NISHIO)
    together = code in (NISHIO, NET) and (code == NISHIO or space.clues.watch.size == 0)
    if together:
        shortest = int64(fail_together(tables, board, space, wide))
    else:
        shortest = int64(_fail_one_by_one(tables, board, space, code))
    if code not in (NISHIO, NET) or shortest == FAR:
        return not together
    # A lower bound: a net of so many layers shows a candidate both on and off, by two branches of that length.
    longest = int64(longest_alike(2 * shortest)) if code == NET else int64(2 * FAR)
    measure(board, 2 * shortest)
    for i in range(count):
        if space.total[i] <= 0 or 2 * space.total[i] > longest:
            continue
        cell, digit = int64(space.cell[i]), int64(space.digit[i])
        begin(board, code)
        remove(board, cell, digit)
        note(board, CANDIDATE, BASE, cell, digit)
        if board.records.size:
            net(tables, board, space, i, wide, FAR)
            note_refutation(tables, board, space, i)
            space.ways[i] = FAR
        finish(board)
    return False


@kernel
def search(tables: Tables, board: Board, workspace: Workspace, order: Array) -> int:
    """As :func:`bookmaker.logic.techniques.finders.wings.search`, for forcing chains and nets."""
    space = workspace.links
    board.marks[HEAD] = 0
    board.marks[FOUND] = 0
    board.marks[OVERFLOW] = 0
    if not number(board, space):
        return -1
    link(tables, board, space)
    held = NOTHING
    for k in range(order.size):
        code = int64(order[k])
        if code < 0:
            continue
        if code in (NISHIO, NET):
            held = NETS if _refute(tables, board, space, code) else NOTHING
        elif code in (CELL_CHAIN, HOUSE_CHAIN):
            if not may_find(board, workspace.graph.prospects, CELL if code == CELL_CHAIN else BY_HOUSE):
                continue
            for i in range(space.marks[COUNT] if held != CHAINS else 0):
                chain(space, i)
            held = CHAINS
            _verity(tables, board, space, code)
        else:
            if held != NETS:
                _refute(tables, board, space, int64(0))
            held = NETS
            _verity(tables, board, space, code)
        if board.marks[FOUND]:
            return k
    return -1
