"""When the net of each candidate fails, for all candidates at once: a bit for each, layer by layer.

This says of each candidate what :func:`bookmaker.logic.techniques.finders.nets.net` returns. In a round all that has been
turned on turns off its weak links, and relations turn off the candidates that they excluded before the round; then the last
candidates of cells and houses turn on. A round is two layers. For each candidate there is a row of bits, those of the
assumptions that have turned it off or on. An operation on a row is one on 512 assumptions, which do not mix. What a failed
assumption still turns on or off is not read.

Sums and lines are not known here: puzzles with these need the nets one by one.
"""

from __future__ import annotations

from bookmaker.logic.kernels.bits import lowest
from bookmaker.logic.kernels.rules import Array
from bookmaker.logic.kernels.vectors import copies, load, some, store
from bookmaker.logic.techniques.finders import inner, int64
from bookmaker.logic.techniques.finders.board import Board, Tables
from bookmaker.logic.techniques.finders.implications import COUNT, FAR, LANES, WORD, ImplicationWorkspace, NetRows


@inner
def longest_alike(nodes: int) -> int:
    """The most nodes of a proof in the class of one with ``nodes``: 6, 8, 10, 14, 18, 26, 34, ...

    These are the classes of Sudoku Explainer's length term.
    """
    most, odd = int64(4), False
    while nodes - 2 > most:
        most = most * 4 // 3 if odd else most * 3 // 2
        odd = not odd
    return int(most + 2)


@inner
def _assume(space: ImplicationWorkspace, base: int) -> None:
    """Begin the nets of candidate ``base`` and those after it, 512 at most. After :func:`bookmaker...implications.link`."""
    rows, count = space.rows, int64(space.marks[COUNT])
    for i in range(count * LANES):
        rows.off[i] = rows.on[i] = rows.excluded[i] = 0
    rows.failed[:] = 0
    rows.fresh[:count] = 0
    rows.lost[:] = 0
    for i in range(base, min(base + LANES * WORD, count)):
        at = i - base
        rows.on[i * LANES + at // WORD] |= int64(1) << at % WORD
        rows.fresh[i] = 1


@inner
def _turn_off(rows: NetRows, i: int, more: Array, at: int, cell: int) -> None:
    """Candidate ``i`` of a cell is off where the row at ``at`` says so."""
    old = load(rows.off, i * LANES)
    new = old | load(more, at)
    if some(old ^ new):
        store(rows.off, i * LANES, new)
        rows.stale[i] = 1
        rows.lost[cell] = 1


@inner
def _follow_weak_links(rows: NetRows, weak: Array, cells: Array, digits: Array, count: int, wide: int) -> None:
    """Turn off the candidates linked to those that are newly on: not ``wide``, those of their digit only."""
    words = (count + 63) >> 6
    for i in range(count):
        if rows.fresh[i] == 0:
            continue
        rows.fresh[i] = 0
        for w in range(words):
            left = weak[i, w]
            while left:
                j = w << 6 | lowest(left)
                left &= left - 1
                if wide or digits[j] == digits[i]:
                    _turn_off(rows, j, rows.on, i * LANES, int64(cells[j]))


@inner
def _exclude(tables: Tables, board: Board, rows: NetRows, node: Array) -> bool:
    """Fill ``excluded`` with the candidates of related cells that have no partner left in the cells of ``lost``. Returns
    whether there is any.

    A digit goes where all candidates that allow it are off. If there was none before, any loss in the cell shows that.
    """
    more = False
    for cell in range(board.candidates.size):
        if rows.lost[cell] == 0:
            continue
        rows.lost[cell] = 0
        for table in range(tables.allowed.shape[0]):
            digits = int64(0)
            for w in range(tables.related.shape[2]):
                near = tables.related[table, cell, w]
                while near:
                    digits |= int64(board.candidates[w << 6 | lowest(near)])
                    near &= near - 1
            while digits:
                digit = lowest(digits) + 1
                digits &= digits - 1
                allowing, lost, every = int64(0), copies(0), ~copies(0)
                left = int64(board.candidates[cell])
                while left:
                    own = lowest(left)
                    left &= left - 1
                    row = load(rows.off, int64(node[cell, own + 1]) * LANES)
                    lost |= row
                    if (tables.allowed[table, own] >> (digit - 1)) & 1:
                        allowing += 1
                        every &= row
                if allowing == 0:
                    every = lost
                if not some(every):
                    continue
                for w in range(board.spots.shape[1]):
                    left = tables.related[table, cell, w] & board.spots[digit, w]
                    while left:
                        at = int64(node[w << 6 | lowest(left), digit]) * LANES
                        left &= left - 1
                        old = load(rows.excluded, at)
                        store(rows.excluded, at, old | every)
                        more |= bool(some(every & ~load(rows.off, at)))
    return more


@inner
def _take_excluded(rows: NetRows, cells: Array, count: int) -> None:
    for i in range(count):
        _turn_off(rows, i, rows.excluded, i * LANES, int64(cells[i]))


@inner
def _look_at(rows: NetRows, members: Array, count: int) -> bool:
    """Turn on the last of the candidates of a cell or house, and note where there is none. Returns whether any is newly on."""
    stale = int64(0)
    for k in range(count):
        stale |= rows.stale[members[k]]
    if stale == 0:
        return False
    once, twice = copies(0), copies(0)
    for k in range(count):
        alive = ~load(rows.off, members[k] * LANES)
        twice |= once & alive
        once |= alive
    store(rows.failed, int64(0), load(rows.failed, int64(0)) | ~once)
    once &= ~twice
    more = False
    if count > 1 and some(once):
        for k in range(count):
            at = members[k] * LANES
            old = load(rows.on, at)
            new = old | once & ~load(rows.off, at)
            if some(old ^ new):
                store(rows.on, at, new)
                rows.fresh[members[k]] = 1
                more = True
    return more


@inner
def _look_at_all(tables: Tables, board: Board, rows: NetRows, node: Array, members: Array, wide: int) -> bool:
    """:func:`_look_at` all houses, and ``wide`` all cells. Returns whether any candidate is newly on."""
    more = False
    for cell in range(board.candidates.size if wide else 0):
        left, count = int64(board.candidates[cell] if rows.lost[cell] else 0), int64(0)
        while left:
            members[count] = node[cell, lowest(left) + 1]
            left &= left - 1
            count += 1
        if count:
            more |= bool(_look_at(rows, members, count))
    for house in range(tables.houses.shape[0]):
        lost = int64(0)
        for p in range(tables.size):
            lost |= rows.lost[tables.houses[house, p]]
        for digit in range(1, tables.size + 1 if lost else 1):
            left, count = int64(board.places[house, digit]), int64(0)
            while left:
                members[count] = node[tables.houses[house, lowest(left)], digit]
                left &= left - 1
                count += 1
            if count:
                more |= bool(_look_at(rows, members, count))
    return more


@inner
def _note_failed(space: ImplicationWorkspace, base: int, layer: int) -> bool:
    """Write into ``total`` the layer for the assumptions that have failed and have 0 there. Returns whether there is any."""
    rows, total, count, some_failed = space.rows, space.total, int64(space.marks[COUNT]), False
    if some(load(rows.failed, int64(0))):
        for i in range(base, min(base + LANES * WORD, count)):
            at = i - base
            if total[i] == 0 and (int64(rows.failed[at // WORD]) >> at % WORD) & 1:
                total[i] = layer
                some_failed = True
    return some_failed


@inner
def _follow(tables: Tables, board: Board, space: ImplicationWorkspace, wide: int) -> bool:
    """Go on by two layers. ``wide`` as for a net. Returns whether there may be more to follow."""
    rows, count = space.rows, int64(space.marks[COUNT])
    ruled = bool(wide and tables.allowed.shape[0] > 0)
    rows.stale[:count] = 0
    excluded = False
    if ruled:
        excluded = bool(_exclude(tables, board, rows, space.node))
    else:
        rows.lost[:] = 0
    _follow_weak_links(rows, space.weak, space.cell, space.digit, count, wide)
    if excluded:
        _take_excluded(rows, space.cell, count)
    # The weights are those of proofs, of which there is none yet.
    more = bool(_look_at_all(tables, board, rows, space.node, space.weight, wide))
    for cell in range(rows.lost.size if ruled else 0):
        more |= rows.lost[cell] != 0
    return more


@inner
def fail_together(tables: Tables, board: Board, space: ImplicationWorkspace, wide: int) -> int:
    """Write into ``total`` the layer in which the net of each candidate fails, else 0. Returns the least, or FAR if none fails.

    ``wide`` as for a net. Wide nets that are longer than the class of the shortest are left unfinished. Of a puzzle without sums
    and lines, after :func:`bookmaker...implications.link`. Writes no ``ways``.
    """
    count = int64(space.marks[COUNT])
    shortest, layers = int64(FAR), int64(FAR)
    space.total[:count] = 0
    for base in range(0, count, LANES * WORD):
        _assume(space, base)
        layer, more = int64(0), True
        while more and layer < layers:
            layer += 2
            more = bool(_follow(tables, board, space, wide))
            if _note_failed(space, base, layer):
                shortest = min(shortest, layer)
                if wide:
                    layers = min(layers, int64(longest_alike(2 * shortest)) // 2)
    return int(shortest)
